"""Records: written, read, checked and replayed; and whatever else comes is refused, and why."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brushpass import GAMES, Game, dealer, record
from brushpass.record import BadRecord
from tests.conftest import Size

Json = Any

# A whole game in few words: in round 1 seat 0 wins all and takes eight tokens, in round 2 it fails.
MISSIONS = (
    "missions ci-3 ci-2 ci-2 ci-1 drone hotel code code airport barmaid ci-1 informant pursuit "
    "balaclava chloroform code document document document gps-tracker interrogation jetpack "
    "locker newspaper night-vision safe-house stun-gun usb-stick vesper-martini"
)
HIGH = "10 9 8 7 7 7 6 5 4 3 2 0.5 A A"
LOW = "0.5 2 3 4 5 6 7 7 7 8 9 10 A A"
EQUIPMENT = [f"equipment 0 {HIGH}", f"equipment 1 {LOW}"]
ONE_CARD_EACH = [["draw", f"place {m}", "stop"] * 2 for m in (1, 2, 3, 4)]
SHORT = [
    *("first 0", MISSIONS, *EQUIPMENT),
    *[words for turns in ONE_CARD_EACH for words in turns],
    *EQUIPMENT,
    *("draw", "place 1", "draw", "0! use drone 1", "stop"),
    *("draw", "place 1", "draw", "draw", "stop"),
    *[words for turns in ONE_CARD_EACH[1:] for words in turns],
]
DRONE = SHORT.index("0! use drone 1")
RESULT = {"winners": [1], "reason": "notoriety", "points": [18, 0]}


def short() -> dict[str, Json]:
    """The record of that game, as its JSON says it."""
    return {
        "format": "brushpass/1",
        "game": "kompromat",
        "seats": [{"name": "Ada"}, {"name": "Bo"}],
        "options": {},
        "actions": list(SHORT),
        "result": copy.deepcopy(RESULT),
    }


def text(value: Json) -> str:
    """In the one byte form."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def refusal(given: Json) -> str:
    """Why this is no record of a game: a text, or a JSON value. Nothing else may be raised."""
    with pytest.raises(BadRecord) as refused:
        record.replay(record.read(given if isinstance(given, str | bytes) else text(given)))
    assert str(refused.value)
    return str(refused.value)


class TestWriting:
    def test_the_one_byte_form(self) -> None:
        """UTF-8, two spaces, one action a line, keys in order, a newline at the end."""
        game = Game(GAMES["kompromat"], 2)
        game.apply("first 1")
        told = record.of(game, ({"name": "Ada"}, {"name": "Bø"}))
        assert record.write(told) == (
            "{\n"
            '  "format": "brushpass/1",\n'
            '  "game": "kompromat",\n'
            '  "seats": [\n'
            "    {\n"
            '      "name": "Ada"\n'
            "    },\n"
            "    {\n"
            '      "name": "Bø"\n'
            "    }\n"
            "  ],\n"
            '  "options": {},\n'
            '  "actions": [\n'
            '    "first 1"\n'
            "  ],\n"
            '  "result": null\n'
            "}\n"
        )

    def test_each_action_has_its_line_and_an_interrupt_names_its_seat(self) -> None:
        game = record.replay(record.read(text(short())))
        lines = record.write(record.of(game, ())).splitlines()
        start = lines.index('  "actions": [') + 1
        assert [line.strip(' ",') for line in lines[start : start + len(SHORT)]] == SHORT

    def test_read_and_written_again_it_is_the_same_bytes(self) -> None:
        written = text(short())
        assert record.write(record.read(written)) == written
        assert record.write(record.read(written.encode())) == written

    def test_keys_we_do_not_know_are_kept_in_their_order(self) -> None:
        """At the end of the record, and within a seat wherever they stand."""
        given = short()
        given["seats"][0] = {"zeta": [1, 2.5, None], "name": "Ada", "alpha": {"b": True, "a": ""}}
        given |= {"zulu": {"y": 1, "x": [[], {}]}, "chosen": [1], "äh": "Straße 字 🂡"}
        written = text(given)
        assert record.write(record.read(written)) == written
        assert "Straße 字 🂡" in written

    def test_known_keys_come_first_in_whatever_order_they_came(self) -> None:
        given = {"later": 1, **dict(reversed(short().items())), "last": 2}
        assert record.write(record.read(text(given))) == text({**short(), "later": 1, "last": 2})

    def test_keys_we_do_not_use_can_hold_anything(self) -> None:
        """`chosen`, `seatings` and `ended` among them: they change nothing of the game."""
        game = record.replay(record.read(text(short())))
        anything: list[Json] = [None, 17, "x", [{}], {"after": "never"}, 10**300, -0.25]
        for value in anything:
            given = short() | dict.fromkeys(("chosen", "seatings", "ended", "dates"), value)
            written = text(given)
            assert record.write(record.read(written)) == written
            assert record.replay(record.read(written)).opened() == game.opened()

    def test_saved_and_loaded(self, tmp_path: Path) -> None:
        path = tmp_path / "game.game.json"
        record.save(record.read(text(short())), path)
        assert path.read_bytes() == text(short()).encode()
        told, game = record.load(path)
        assert told.seats[1]["name"] == "Bo"
        assert game.status.over
        assert list(tmp_path.iterdir()) == [path]

    def test_saving_again_replaces_the_whole_file(self, tmp_path: Path) -> None:
        path = tmp_path / "game.game.json"
        path.write_text("something longer " * 1000)
        record.save(record.read(text(short())), path)
        assert path.read_bytes() == text(short()).encode()


class TestReplaying:
    def test_the_same_game_comes_out(self) -> None:
        game = record.replay(record.read(text(short())))
        result = game.status.result
        assert result is not None and result.json() == RESULT
        assert game.actions == SHORT

    def test_a_shorter_list_without_a_result_is_a_saved_game(self) -> None:
        for number in range(len(SHORT)):
            given = short() | {"actions": SHORT[:number], "result": None}
            game = record.replay(record.read(text(given)))
            assert game.actions == SHORT[:number]
            assert not game.status.over

    def test_a_saved_game_can_be_played_on(self) -> None:
        given = short() | {"actions": SHORT[:-1], "result": None}
        game = record.replay(record.read(text(given)))
        assert game.apply(SHORT[-1]).over
        assert record.of(game, tuple(given["seats"])).json() == short()


class TestCut:
    def test_a_text_that_is_cut_anywhere_is_refused(self) -> None:
        written = text(short())
        assert len(written) > 1000
        for end in range(len(written) - 1):
            assert "not a whole record" in refusal(written[:end])

    def test_only_the_last_newline_may_be_missing(self) -> None:
        assert record.read(text(short()).rstrip()) == record.read(text(short()))

    def test_so_are_bytes_cut_within_a_letter(self) -> None:
        given = short()
        given["seats"][0]["name"] = "字🂡é" * 20
        written = text(given).encode()
        for end in range(len(written) - 1):
            refusal(written[:end])

    def test_a_text_with_something_after_it_is_refused(self) -> None:
        for more in ("x", "{}", text(short()), "\0"):
            assert "not a whole record" in refusal(text(short()) + more)


class TestActions:
    def test_an_illegal_action_is_named_by_its_number_and_why(self) -> None:
        """Each in turn is left out, doubled, or replaced by another: the first wrong one is named.

        Some leave a game that can be played so; then the result is not what it gives.
        """
        for number in range(len(SHORT)):
            given = short()
            given["actions"][number] = "place 5"
            assert refusal(given).startswith(f'action {number + 1}, "place 5": ')

    def test_what_was_expected_is_said(self) -> None:
        given = short()
        given["actions"][5] = "draw"
        why = refusal(given)
        assert why.startswith('action 6, "draw": ')
        assert "place 1" in why and "place 4" in why

    def test_of_many_choices_some_are_named_and_the_others_counted(self) -> None:
        game = Game(GAMES["microfilms"], 4)
        while (due := game.chance) is not None:
            game.apply(dealer.deal(due, "x", len(game.actions) + 1))
        assert isinstance(game.status.actor, int)
        legal = game.legal(game.status.actor)
        told = record.of(game, tuple({"name": name} for name in "ABCD")).json()
        why = refusal({**told, "actions": [*told["actions"], "castle"]})
        assert why.endswith(f"; expected {' or '.join(legal[:6])} or one of {len(legal) - 6} more")

    def test_where_chance_is_due_it_is_named_and_no_choices(self) -> None:
        given = short() | {"result": None, "actions": ["first 0", "draw"]}
        assert refusal(given).endswith("a chance outcome is due first: `missions …`")

    def test_what_is_quoted_is_shortened(self) -> None:
        given = short()
        given["actions"][5] = "x" * 5_000
        assert "x" * 60 in refusal(given)
        assert len(refusal(given)) < 500
        assert len(refusal(short() | {"format": "x" * 5_000})) < 200

    def test_a_rule_is_named(self) -> None:
        given = short()
        given["actions"][11] = "place 1"
        assert refusal(given).startswith('action 12, "place 1": K13')

    @pytest.mark.parametrize("words", ["", " draw", "draw ", "Draw", "draw\n", "dräw", "draw 1"])
    def test_another_spelling_is_none(self, words: str) -> None:
        given = short()
        given["actions"][4] = words
        assert refusal(given).startswith("action 5, ")

    def test_chance_outcomes_are_checked_too(self) -> None:
        given = short()
        given["actions"][2] = f"equipment 0 {HIGH[:-2]}"
        assert refusal(given).startswith('action 3, "equipment 0')
        given = short()
        given["actions"][1] = "missions"
        assert refusal(given).startswith('action 2, "missions"')

    def test_nothing_comes_after_the_end(self) -> None:
        for words in ("draw", "0! use drone 1", "first 0", ""):
            given = short()
            given["actions"].append(words)
            assert refusal(given).startswith(f"action {len(SHORT) + 1}, ")
            assert "the game is over" in refusal(given)

    def test_only_an_interrupt_names_its_seat(self) -> None:
        """The seat that must decide is not written."""
        given = short()
        given["actions"][4] = "0! draw"
        assert refusal(given).startswith('action 5, "0! draw": ')
        assert "only an interrupt" in refusal(given)

    def test_an_item_used_in_ones_own_turn_neither(self) -> None:
        given = short() | {"result": None}
        own_turn = next(n for n in range(DRONE, len(SHORT)) if SHORT[n] == "stop") + 1
        given["actions"] = [words for words in SHORT[:own_turn] if words != SHORT[DRONE]]
        record.replay(record.read(text(given | {"actions": [*given["actions"], "use drone 1"]})))
        given["actions"].append("0! use drone 1")
        assert "only an interrupt" in refusal(given)

    def test_an_interrupt_needs_its_seat(self) -> None:
        """Without it, it would be the other's: here of one that holds no drone."""
        given = short()
        given["actions"][DRONE] = "use drone 1"
        assert refusal(given).startswith(f'action {DRONE + 1}, "use drone 1": K16')

    @pytest.mark.parametrize(
        "words",
        [
            "2! use drone 1",
            "7! use drone 1",
            "-1! use drone 1",
            "00! use drone 1",
            "٠! use drone 1",
            "0!use drone 1",
            "0 ! use drone 1",
            "! use drone 1",
            "0!! use drone 1",
            "0! 0! use drone 1",
            "0! stop",
            "0! equipment",
            "9" * 30 + "! use drone 1",
            "9" * 5000 + "! use drone 1",
        ],
    )
    def test_of_a_seat_that_is_there(self, words: str) -> None:
        given = short()
        given["actions"][DRONE] = words
        assert refusal(given).startswith(f"action {DRONE + 1}, ")

    def test_no_seat_deals(self) -> None:
        for words in ("0! first 0", "1! first 0", "2! first 0"):
            given = short()
            given["actions"][0] = words
            assert refusal(given).startswith("action 1, ")


class TestResults:
    @pytest.mark.parametrize(
        "result",
        [
            None,
            {},
            RESULT | {"winners": [0]},
            RESULT | {"winners": []},
            RESULT | {"winners": [0, 1]},
            RESULT | {"winners": [True]},
            RESULT | {"winners": [1.0]},
            RESULT | {"winners": 1},
            RESULT | {"reason": "points"},
            RESULT | {"reason": None},
            RESULT | {"points": [18, 1]},
            RESULT | {"points": [18.0, 0]},
            RESULT | {"points": None},
            RESULT | {"more": 1},
            {"winners": [1], "reason": "notoriety"},
        ],
    )
    def test_a_result_that_is_not_what_the_actions_give_is_refused(self, result: Json) -> None:
        given = short() | {"result": result}
        assert f"after {len(SHORT)} actions the result is" in refusal(given)

    def test_so_is_one_of_a_game_that_goes_on(self) -> None:
        given = short() | {"actions": SHORT[:-1]}
        assert f"after {len(SHORT) - 1} actions the result is null" in refusal(given)

    def test_the_order_of_its_keys_does_not_matter(self) -> None:
        given = short() | {"result": dict(reversed(RESULT.items()))}
        record.replay(record.read(text(given)))


class TestForm:
    @pytest.mark.parametrize("key", short())
    def test_no_key_may_be_missing(self, key: str) -> None:
        given = short()
        del given[key]
        assert repr(key) in refusal(given)

    @pytest.mark.parametrize(
        "version", ["brushpass/0", "brushpass/2", "brushpass/01", "brushpass", "", 1, None, ["x"]]
    )
    def test_another_version_is_refused(self, version: Json) -> None:
        assert "brushpass/1" in refusal(short() | {"format": version})

    def test_another_version_is_named_first_as_it_may_have_other_keys(self) -> None:
        assert "brushpass/2" in refusal({"format": "brushpass/2", "moves": []})

    @pytest.mark.parametrize("game", ["tiddlywinks", "Kompromat", "", None, 1, [], {}])
    def test_a_game_that_we_do_not_have_is_refused(self, game: Json) -> None:
        assert "kompromat" in refusal(short() | {"game": game})

    @pytest.mark.parametrize("names", [[], ["Ada"], ["Ada", "Bo", "Cy"]])
    def test_so_is_another_number_of_seats(self, names: list[str]) -> None:
        seats = [{"name": name} for name in names]
        assert "2 seats" in refusal(short() | {"seats": seats})

    def test_an_option_the_game_has_not_is_refused(self) -> None:
        assert "turn_limit" in refusal(short() | {"options": {"turn_limit": 3}})

    @pytest.mark.parametrize("value", [None, True, 3, 1.5, "x", [], {}, [{}], [["name"]], [None]])
    @pytest.mark.parametrize(
        "path",
        [
            *(("format",), ("game",), ("seats",), ("seats", 0), ("seats", 1, "name")),
            *(("options",), ("actions",), ("actions", 4), ("result",), ("result", "winners")),
            *(("result", "winners", 0), ("result", "reason"), ("result", "points")),
            *(("result", "points", 1),),
        ],
    )
    def test_a_wrong_type_anywhere_is_refused(self, path: tuple[Json, ...], value: Json) -> None:
        given = short()
        place: Json = given
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        if (path, value) in ((("seats", 1, "name"), "x"), (("options",), {})):
            record.replay(record.read(text(given)))
        else:
            refusal(given)

    @pytest.mark.parametrize("value", [None, True, 1, 1.5, "x", [], [short()], {}])
    def test_so_is_what_is_no_record_at_all(self, value: Json) -> None:
        refusal(json.dumps(value))

    def test_what_came_instead_is_said(self) -> None:
        assert refusal("null").endswith("came null")
        assert refusal("[1]").endswith("came [1]")

    def test_an_action_that_is_no_text_is_named_by_its_number(self) -> None:
        given = short()
        given["actions"][5] = 7
        assert refusal(given) == "expected action 6 to be a text; came 7"


class TestJson:
    """What is no JSON of ours, or more of it than anybody needs."""

    @pytest.mark.parametrize(
        "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000, "0x1", "01"]
    )
    def test_numbers_that_are_none(self, number: str) -> None:
        written = text(short() | {"more": "HERE"}).replace('"HERE"', number)
        assert "not a whole record" in refusal(written)

    def test_a_number_too_long_is_refused_in_our_own_words(self) -> None:
        written = text(short() | {"more": "HERE"}).replace('"HERE"', "9" * 5000)
        assert refusal(written).endswith("expected numbers of at most 1000 digits")

    def test_nesting_beyond_reason(self) -> None:
        for depth in (70, 1000, 100_000):
            for opening, closing in (("[", "]"), ('{"a":', "}")):
                nested = opening * depth + "1" + closing * depth
                assert "nesting" in refusal(nested)
                assert "nesting" in refusal(text(short())[:-3] + f',"more": {nested}}}')
        assert "not a whole record" in refusal("[" * 100_000)

    def test_64_levels_are_enough(self) -> None:
        for depth, allowed in ((63, True), (64, False)):
            nested: Json = None
            for _ in range(depth):
                nested = [nested]
            given = text(short() | {"more": nested})
            if allowed:
                assert record.write(record.read(given)) == given
            else:
                assert "64 levels" in refusal(given)

    def test_nesting_within_reason_is_kept(self) -> None:
        value: Any = 1
        for _ in range(30):
            value = {"a": [value]}
        written = text(short() | {"more": value})
        assert record.write(record.read(written)) == written

    @pytest.mark.parametrize("where", ["name", "key", "action", "more", "seat"])
    def test_half_a_surrogate_pair(self, where: str) -> None:
        given = short() | {"more": {}}
        half = "\ud83c"
        match where:
            case "name":
                given["seats"][0]["name"] = half
            case "key":
                given[half] = 1
            case "action":
                given["actions"][3] = half
            case "more":
                given["more"] = [half]
            case "seat":
                given["seats"][0][half] = half
        assert "surrogate" in refusal(json.dumps(given))

    def test_a_whole_pair_is_a_character(self) -> None:
        given = short()
        given["seats"][0]["name"] = "🂡"
        assert record.write(record.read(json.dumps(given))) == text(given)

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"\n",
            b"\xff\xfe",
            b"\xef\xbb\xbf{}",
            b"\x00" * 100,
            b'"\xc3',
            b'{"format": "brushpass/1\xff"}',
            text({"format": "brushpass/1"}).encode("utf-16"),
            b"{'format': 'brushpass/1'}",
            b"first 0\ndraw\n",
        ],
    )
    def test_bytes_that_are_no_text_of_ours(self, raw: bytes) -> None:
        refusal(raw)

    def test_anything_at_all(self, seed: int, size: Size) -> None:
        """Bytes changed, left out, put in or taken from elsewhere: a record or a BadRecord."""
        rng = random.Random(seed)
        whole = text(short() | {"more": [1.5, None]}).encode()
        changes: list[Callable[[bytes, int], bytes]] = [
            lambda raw, at: raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1 :],
            lambda raw, at: raw[:at] + raw[at + rng.randint(1, 40) :],
            lambda raw, at: (
                raw[:at] + rng.choice([b"{", b"[", b'"', b",", b"1", b"\\u"]) + raw[at:]
            ),
            lambda raw, at: raw[:at] + raw[rng.randrange(len(raw)) :],
        ]
        for _ in range(size("spoiled records", 1_000, 100_000)):
            raw = whole
            for _ in range(rng.randint(1, 3)):
                raw = rng.choice(changes)(raw, rng.randrange(len(raw)))
            try:
                record.replay(record.read(raw))
            except BadRecord:
                continue


class TestFiles:
    def test_one_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(BadRecord, match="cannot read"):
            record.load(tmp_path / "none.game.json")

    def test_one_that_is_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(BadRecord, match="cannot read"):
            record.load(tmp_path)

    def test_one_whose_name_cannot_be(self) -> None:
        with pytest.raises(BadRecord, match="cannot read"):
            record.load(Path("a\0b"))

    def test_one_that_holds_something_else(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.game.json"
        path.write_bytes(bytes(range(256)) * 10)
        with pytest.raises(BadRecord, match="not a whole record"):
            record.load(path)


def test_what_was_read_is_not_changed_by_replaying() -> None:
    given = short()
    told = record.read(text(given))
    before = copy.deepcopy(told.json())
    record.replay(told)
    assert told.json() == before == given
