"""The referee: every command and every error, directly and over the pipe; nothing ends it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

import brushpass
from brushpass import GAMES, record
from brushpass.games.kompromat.cards import MISSIONS
from brushpass.referee import Referee
from tests.conftest import Size
from tests.tempers import random_play

Json = Any
Answer = dict[str, Json]

COMMAND = [sys.executable, "-m", "brushpass", "referee"]
SOURCE = str(Path(brushpass.__file__).parent.parent)
# Its output is buffered here, whatever is usual elsewhere: each answer must be flushed.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
ENVIRONMENT["PYTHONPATH"] = SOURCE
START = {"actor": "chance", "phase": "chance", "over": False, "result": None}


def start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )


class Line:
    """A line to a referee: what goes in, and the one answer that comes back."""

    def __init__(self, process: subprocess.Popen[bytes] | None) -> None:
        self.process = process
        self.referee = Referee()

    def send(self, line: bytes) -> Answer:
        if self.process is None:
            answer = self.referee.answer(line)
            return json.loads(json.dumps(answer))  # type: ignore[no-any-return]
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())  # type: ignore[no-any-return]

    def ask(self, cmd: Json, **fields: Json) -> Answer:
        """The answer to a request that is granted, without `id` and `ok`."""
        answer = self.send(json.dumps({"id": 7, "cmd": cmd, **fields}).encode())
        assert answer.pop("id") == 7
        assert answer.pop("ok") is True, answer
        return answer

    def refused(self, cmd: Json, **fields: Json) -> str:
        """The error's code; whatever was refused must have changed nothing."""
        return self.refused_line(json.dumps({"id": 7, "cmd": cmd, **fields}).encode(), 7)

    def refused_line(self, line: bytes, given: Json = None) -> str:
        before = self.everything()
        answer = self.send(line)
        assert answer.keys() == {"id", "ok", "error"}
        assert (answer["id"], answer["ok"]) == (given, False)
        assert answer["error"].keys() == {"code", "message"}
        assert 0 < len(answer["error"]["message"]) < 1000
        assert self.everything() == before
        code: str = answer["error"]["code"]
        return code

    def everything(self) -> Json:
        requests: list[dict[str, Json]] = [{"cmd": "state"}, {"cmd": "record"}, {"cmd": "legal"}]
        requests += [{"cmd": "events", "seat": seat} for seat in (0, 1, None)]
        return [self.send(json.dumps(request).encode()) for request in requests]

    def play(self, *actions: str) -> None:
        for words in actions:
            self.ask("apply", action=words)


@contextmanager
def process() -> Iterator[Line]:
    """A referee at the other end of a pipe; nothing may end it but the end of input."""
    running = start()
    assert running.stdin and running.stdout and running.stderr
    with running.stdout, running.stderr:
        yield Line(running)
        running.stdin.close()
        complaints = running.stderr.read()
        assert (running.wait(timeout=20), complaints) == (0, b"")


@pytest.fixture(scope="module")
def piped() -> Iterator[Line]:
    """One process for all: whatever one test sends, the next must find it in good health."""
    with process() as line:
        yield line


@pytest.fixture(params=["direct", "pipe"])
def line(request: pytest.FixtureRequest, piped: Line) -> Line:
    """A referee, with or without a game."""
    return Line(None) if request.param == "direct" else piped


@pytest.fixture
def table(line: Line) -> Line:
    """A game of Kompromat at seat 0's first turn; seat 0's deck begins with 10 9 8."""
    line.ask("new", game="kompromat", seed="brushpass")
    line.play("first 0")
    line.play("missions " + " ".join(line.ask("legal")["chance"]["cards"]))
    line.play("equipment 0 10 9 8 7 7 7 6 5 4 3 2 0.5 A A")
    line.play("equipment 1 0.5 2 3 4 5 6 7 7 7 8 9 10 A A")
    if line.ask("legal")["actor"] == "chance":  # some cards were put aside
        line.ask("sample")
    return line


@pytest.fixture
def over(table: Line) -> Line:
    """A game that is over."""
    rng = random.Random(5)
    while (legal := table.ask("legal"))["actor"] is not None:
        if legal["actor"] == "chance":
            table.ask("sample")
        else:
            table.ask("apply", action=rng.choice(legal["actions"]))
    return table


class TestHello:
    def test_it_says_who_it_is_and_what_it_can_play(self, line: Line) -> None:
        assert line.ask("hello") == {
            "name": "brushpass",
            "version": brushpass.__version__,
            "protocol": 1,
            "games": [
                {"id": "kompromat", "seats": [2, 2]},
                {"id": "microfilms", "seats": [3, 6]},
                {"id": "croupier", "seats": [2, 2]},
            ],
        }


class TestNew:
    def test_a_game_begins_at_chance(self, line: Line) -> None:
        for game in GAMES:
            assert line.ask("new", game=game) == START
            assert line.ask("status") == START
            assert line.ask("state")["state"]["game"] == game

    def test_the_smallest_number_of_seats_unless_said(self, line: Line) -> None:
        line.ask("new", game="microfilms")
        assert len(line.ask("record")["record"]["seats"]) == 3
        line.ask("new", game="microfilms", seats=6, options={"turn_limit": 9})
        assert len(line.ask("record")["record"]["seats"]) == 6
        assert line.ask("record")["record"]["options"] == {"turn_limit": 9}

    def test_a_new_game_takes_the_place_of_the_old(self, table: Line) -> None:
        assert table.ask("new", game="kompromat") == START
        assert table.ask("record")["record"]["actions"] == []

    @pytest.mark.parametrize("game", ["tiddlywinks", "", "Kompromat", "kompromat "])
    def test_a_game_we_do_not_have(self, table: Line, game: str) -> None:
        assert table.refused("new", game=game) == "unknown-game"

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"game": None},
            {"game": 1},
            {"game": ["kompromat"]},
            {"game": "kompromat", "seats": 3},
            {"game": "kompromat", "seats": 0},
            {"game": "kompromat", "seats": -2},
            {"game": "kompromat", "seats": 10**30},
            {"game": "kompromat", "seats": 2.0},
            {"game": "kompromat", "seats": "2"},
            {"game": "kompromat", "seats": None},
            {"game": "microfilms", "seats": True},
            {"game": "kompromat", "seed": None},
            {"game": "kompromat", "seed": True},
            {"game": "kompromat", "seed": ["x"]},
            {"game": "kompromat", "seed": {}},
            {"game": "kompromat", "options": None},
            {"game": "kompromat", "options": []},
            {"game": "kompromat", "options": "turn_limit"},
            {"game": "kompromat", "options": {"turn_limit": 3}},
            {"game": "microfilms", "options": {"turn_limit": -1}},
            {"game": "microfilms", "options": {"turn_limit": "3"}},
            {"game": "microfilms", "options": {"turn_limit": True}},
            {"game": "microfilms", "options": {"turn_limit": 3, "more": 1}},
        ],
    )
    def test_what_it_cannot_be_given(self, table: Line, fields: Answer) -> None:
        """And the old game stands."""
        assert table.refused("new", **fields) == "bad-request"


class TestBeforeAGame:
    REQUESTS: tuple[tuple[str, Answer], ...] = (
        ("status", {}),
        ("legal", {}),
        ("apply", {"action": "draw"}),
        ("sample", {}),
        ("view", {"seat": 0}),
        ("state", {}),
        ("events", {"seat": 0}),
        ("record", {}),
    )

    @pytest.mark.parametrize("opened", [lambda: nullcontext(Line(None)), process])
    def test_there_is_none(self, opened: Callable[[], AbstractContextManager[Line]]) -> None:
        """Nor is there one after a failed attempt to begin or to load one."""
        with opened() as line:
            for cmd, fields in self.REQUESTS:
                assert line.refused(cmd, **fields) == "no-game"
            assert line.refused("new", game="chess") == "unknown-game"
            assert line.refused("load", record={}) == "bad-record"
            assert line.refused("status") == "no-game"


class TestLegal:
    def test_what_the_actor_may_do_and_the_interrupts(self, table: Line) -> None:
        assert table.ask("legal") == {"actor": 0, "actions": ["draw"], "interrupts": {}}
        table.play("draw")
        actions = ["place 1", "place 2", "place 3", "place 4"]
        assert table.ask("legal") == {"actor": 0, "actions": actions, "interrupts": {}}

    def test_at_chance_what_is_due(self, line: Line) -> None:
        line.ask("new", game="kompromat")
        nobody = {"actor": "chance", "actions": [], "interrupts": {}}
        assert line.ask("legal") == {**nobody, "chance": {"kind": "first", "seats": [0, 1]}}
        line.play("first 1")
        chance = line.ask("legal")["chance"]
        assert chance == {"kind": "missions", "cards": sorted(MISSIONS)}
        line.ask("sample")
        cards = "0.5 10 2 3 4 5 6 7 7 7 8 9 A A".split()
        assert line.ask("legal")["chance"] == {"kind": "equipment", "seat": 0, "cards": cards}

    def test_when_all_is_over_nothing(self, over: Line) -> None:
        assert over.ask("legal") == {"actor": None, "actions": [], "interrupts": {}}

    def test_interrupts_by_seat(self, table: Line) -> None:
        """Whoever holds a stun-gun can use it in the other's turn."""
        found = False
        table.ask("new", game="kompromat", seed=3)
        rng = random.Random(1)
        while (legal := table.ask("legal"))["actor"] is not None and not found:
            if legal["interrupts"]:
                ((seat, words),) = legal["interrupts"].items()
                assert words == sorted(words)
                assert all(each.startswith("use ") for each in words)
                assert int(seat) == 1 - legal["actor"]
                assert table.ask("status")["phase"] in ("turn", "place", "push")
                status = table.ask("apply", action=words[0], seat=int(seat))
                assert status["actor"] == legal["actor"]
                written = table.ask("record")["record"]["actions"]
                assert written[-1] == f"{seat}! {words[0]}"
                found = True
            elif legal["actor"] == "chance":
                table.ask("sample")
            else:
                plain = [words for words in legal["actions"] if not words.startswith("use ")]
                table.ask("apply", action=rng.choice(plain))
        assert found


class TestApply:
    def test_it_answers_with_the_status(self, table: Line) -> None:
        here = {"actor": 0, "over": False, "result": None}
        assert table.ask("apply", action="draw") == {**here, "phase": "place"}
        assert table.ask("apply", action="place 2", seat=0) == {**here, "phase": "push"}
        assert table.ask("apply", action="stop") == {**here, "phase": "turn", "actor": 1}
        assert table.ask("record")["record"]["actions"][4:] == ["draw", "place 2", "stop"]

    @pytest.mark.parametrize(
        "action", ["place 1", "stop", "Draw", " draw", "draw ", "draw\n", "", "0! draw", "castle"]
    )
    def test_an_action_that_may_not_be_made(self, table: Line, action: str) -> None:
        assert table.refused("apply", action=action) == "illegal-action"

    def test_out_of_turn(self, table: Line) -> None:
        assert table.refused("apply", action="draw", seat=1) == "illegal-action"
        assert table.refused("apply", action="use drone 1", seat=1) == "illegal-action"

    def test_a_seat_is_no_part_of_the_action(self, table: Line) -> None:
        """It is in a record; here it has a field of its own."""
        asked = {"id": 7, "cmd": "apply", "action": "1! use drone 2"}
        assert "`seat`" in table.send(json.dumps(asked).encode())["error"]["message"]

    @pytest.mark.parametrize("action", [None, 1, True, ["draw"], {"draw": 1}])
    def test_an_action_that_is_no_text(self, table: Line, action: Json) -> None:
        assert table.refused("apply", action=action) == "bad-request"

    def test_no_action(self, table: Line) -> None:
        assert table.refused("apply") == "bad-request"

    @pytest.mark.parametrize("seat", [2, -1, 10**30, "0", 0.0, True, None, [0]])
    def test_a_seat_that_is_none(self, table: Line, seat: Json) -> None:
        assert table.refused("apply", action="draw", seat=seat) == "bad-request"

    def test_no_seat_deals(self, line: Line) -> None:
        line.ask("new", game="kompromat")
        assert line.refused("apply", action="first 0", seat=0) == "bad-request"
        assert line.refused("apply", action="draw", seat=0) == "bad-request"
        assert line.refused("apply", action="draw") == "illegal-action"
        assert line.refused("apply", action="first 2") == "illegal-action"
        line.play("first 0")

    def test_after_the_end(self, over: Line) -> None:
        assert over.refused("apply", action="draw") == "over"
        assert over.refused("apply", action="draw", seat=1) == "over"
        assert over.refused("sample") == "over"


class TestSample:
    def test_it_draws_and_applies_what_is_due(self, line: Line) -> None:
        line.ask("new", game="kompromat", seed="brushpass")
        answer = line.ask("sample")
        assert answer == {"action": "first 1", **START}
        assert line.ask("record")["record"]["actions"] == ["first 1"]

    def test_away_from_chance_there_is_nothing_to_draw(self, table: Line) -> None:
        assert table.refused("sample") == "illegal-action"

    def test_the_same_seed_gives_the_same_game(self, line: Line) -> None:
        for game in GAMES:
            for seed in ("x", "", "ключ", 12, 1.5, -3, 10**40):
                line.ask("new", game=game, seed=seed)
                first = [line.ask("sample")["action"] for _ in range(4)]
                line.ask("new", game=game, seed=seed)
                assert [line.ask("sample")["action"] for _ in range(4)] == first

    def test_a_number_is_its_decimal_text(self, line: Line) -> None:
        for number in (12, -3, 1.5, 10**40):
            line.ask("new", game="kompromat", seed=number)
            given = [line.ask("sample")["action"] for _ in range(4)]
            line.ask("new", game="kompromat", seed=str(number))
            assert [line.ask("sample")["action"] for _ in range(4)] == given

    def test_without_a_seed_nobody_knows(self, line: Line) -> None:
        decks = set()
        for _ in range(3):
            line.ask("new", game="kompromat")
            line.play("first 0")
            decks.add(line.ask("sample")["action"])
        assert len(decks) == 3

    def test_it_depends_on_the_number_of_the_action_not_on_what_came_before(
        self, line: Line
    ) -> None:
        """Outcome 3 is the same whoever starts and whatever deck was given; so after a reload."""
        line.ask("new", game="kompromat", seed="x")
        line.ask("sample")
        line.ask("sample")
        third = line.ask("sample")["action"]
        line.ask("new", game="kompromat", seed="x")
        line.play("first 1")
        line.play("missions " + " ".join(line.ask("legal")["chance"]["cards"]))
        assert line.ask("sample")["action"] == third

    def test_a_loaded_game_goes_on_the_same(self, line: Line) -> None:
        line.ask("new", game="microfilms", seats=5, seed="x")
        actions = [line.ask("sample")["action"] for _ in range(5)]
        for number in range(5):
            line.ask("new", game="microfilms", seats=5, seed="x")
            for _ in range(number):
                line.ask("sample")
            saved = line.ask("record")["record"]
            line.ask("new", game="kompromat")
            assert line.ask("load", record=saved, seed="x") == START
            assert [line.ask("sample")["action"] for _ in range(5 - number)] == actions[number:]


class TestLooking:
    def test_a_seats_view_and_a_spectators(self, table: Line) -> None:
        table.play("draw", "place 1", "draw")
        piles = [table.ask("view", seat=seat)["view"]["players"][0]["piles"][0] for seat in (0, 1)]
        assert piles == [[["10", "up"], ["9", "down"]], [["10", "up"], ["?", "down"]]]
        assert table.ask("view", seat=None)["view"] == table.ask("view", seat=1)["view"]

    def test_the_state_hides_nothing(self, table: Line) -> None:
        state = table.ask("state")["state"]
        assert state["players"][0]["deck"] == "10 9 8 7 7 7 6 5 4 3 2 0.5 A A".split()
        assert len(state["mission_deck"]) > 15

    @pytest.mark.parametrize("cmd", ["view", "events"])
    @pytest.mark.parametrize("seat", [2, -1, 10**30, "0", "null", 0.0, False, [], {}])
    def test_nobody_sits_there(self, table: Line, cmd: str, seat: Json) -> None:
        assert table.refused(cmd, seat=seat) == "bad-request"

    @pytest.mark.parametrize("cmd", ["view", "events"])
    def test_whose_eyes_must_be_said(self, table: Line, cmd: str) -> None:
        assert table.refused(cmd) == "bad-request"

    def test_events_from_a_number_on(self, table: Line) -> None:
        table.play("draw", "place 1", "draw")
        for seat in (0, 1, None):
            events = table.ask("events", seat=seat)["events"]
            assert all(isinstance(event["type"], str) for event in events)
            for since in (0, 1, len(events) - 1, len(events), 10**30):
                answer = table.ask("events", seat=seat, since=since)["events"]
                assert answer == events[since : since + len(events)]
        own, others = (table.ask("events", seat=seat)["events"][-1] for seat in (0, 1))
        assert own == {"type": "pushed-down", "seat": 0, "mission": 1, "card": "9", "number": 7}
        assert others == {**own, "card": None}

    @pytest.mark.parametrize("since", [-1, -(10**30), 1.0, "0", True, None, []])
    def test_a_number_that_is_none(self, table: Line, since: Json) -> None:
        assert table.refused("events", seat=0, since=since) == "bad-request"


class TestRecords:
    def test_a_record_says_all_and_can_be_loaded(self, over: Line) -> None:
        told = over.ask("record")["record"]
        assert list(told)[:6] == ["format", "game", "seats", "options", "actions", "result"]
        state, status = over.ask("state"), over.ask("status")
        events = over.ask("events", seat=None)
        assert told["result"] == status["result"]
        over.ask("new", game="croupier")
        assert over.ask("load", record=told) == status
        assert (over.ask("state"), over.ask("events", seat=None)) == (state, events)
        assert over.ask("record")["record"] == told

    def test_names_and_unknown_keys_are_kept(self, table: Line) -> None:
        told = table.ask("record")["record"]
        told["seats"] = [{"name": "Ada", "bot": None}, {"name": "Bø"}]
        told["dates"] = {"begun": "today"}
        table.ask("load", record=told)
        table.play("draw")
        again = table.ask("record")["record"]
        assert again["seats"] == told["seats"]
        assert again["dates"] == told["dates"]
        table.ask("new", game="kompromat")
        assert "dates" not in table.ask("record")["record"]

    @pytest.mark.parametrize(
        "change",
        [
            {"format": "brushpass/2"},
            {"game": "tiddlywinks"},
            {"seats": []},
            {"options": {"x": 1}},
            {"actions": ["first 0", "draw"]},
            {"actions": ["2! use drone 1"]},
            {"actions": ["9" * 5000 + "! use drone 1"]},
            {"actions": "first 0"},
            {"result": {"winners": [0], "reason": "points", "points": [1, 0]}},
        ],
    )
    def test_a_record_that_is_none_leaves_the_old_game(self, table: Line, change: Answer) -> None:
        told = table.ask("record")["record"]
        assert table.refused("load", record={**told, **change}) == "bad-record"

    def test_nor_is_an_empty_one(self, table: Line) -> None:
        assert table.refused("load", record={}) == "bad-record"

    @pytest.mark.parametrize("told", [None, 1, "x", [], True])
    def test_a_record_is_an_object(self, table: Line, told: Json) -> None:
        """Anything else is a field of the wrong type."""
        assert table.refused("load", record=told) == "bad-request"

    def test_there_must_be_one(self, table: Line) -> None:
        assert table.refused("load") == "bad-request"
        told = table.ask("record")["record"]
        assert table.refused("load", record=told, seed=[]) == "bad-request"

    def test_half_a_surrogate_pair_is_no_text(self, table: Line) -> None:
        told = table.ask("record")["record"]
        told["seats"][0]["name"] = "\ud83c"
        assert table.refused("load", record=told) == "bad-record"


class TestLines:
    """Whatever comes in, one answer goes out, and the game stays as it was."""

    @pytest.mark.parametrize(
        "given",
        [1, -1, 1.5, "x", "", None, True, [1, {"a": None}], {"id": {}}, 10**30, "🂡", "\ud83c"],
    )
    def test_the_id_comes_back_as_it_is(self, line: Line, given: Json) -> None:
        line.ask("new", game="kompromat")
        request = {"id": given, "cmd": "status"}
        assert line.send(json.dumps(request).encode()) == {"id": given, "ok": True, **START}
        assert line.refused_line(json.dumps({**request, "cmd": "x"}).encode(), given) == (
            "unknown-command"
        )

    def test_without_one_it_is_null(self, line: Line) -> None:
        assert line.send(b'{"cmd": "hello"}')["id"] is None

    def test_the_same_id_twice_is_answered_twice(self, line: Line) -> None:
        assert line.send(b'{"id": 1, "cmd": "hello"}') == line.send(b'{"id": 1, "cmd": "hello"}')

    def test_more_fields_than_needed_do_no_harm(self, table: Line) -> None:
        assert table.ask("status", seat=99, action=[], seed={}) == table.ask("status")

    @pytest.mark.parametrize("cmd", ["", "Hello", "hello ", "__init__", "_playing", "x" * 1000])
    def test_a_command_we_do_not_know(self, table: Line, cmd: str) -> None:
        assert table.refused(cmd) == "unknown-command"

    @pytest.mark.parametrize("cmd", [None, 1, True, [], ["hello"], {}])
    def test_a_command_that_is_no_text(self, table: Line, cmd: Json) -> None:
        assert table.refused(cmd) == "bad-request"

    @pytest.mark.parametrize(
        "raw", [b"[]", b"1", b'"hello"', b"null", b"true", b"1.5", b'[{"cmd": "hello"}]']
    )
    def test_a_value_that_is_no_object(self, table: Line, raw: bytes) -> None:
        assert table.refused_line(raw) == "bad-request"

    def test_an_object_without_a_command(self, table: Line) -> None:
        assert table.refused_line(b"{}") == "bad-request"

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b" ",
            b"\r",
            b"hello",
            b"{",
            b'{"cmd": "hello"',
            b"{'cmd': 'hello'}",
            b'{"cmd": "hello"} {"cmd": "hello"}',
            b'{"cmd": "hello",}',
            b'{"id": 1, "cmd": "hello", "more": NaN}',
            b'{"id": NaN, "cmd": "hello"}',
            b'{"id": Infinity, "cmd": "hello"}',
            b'{"id": -Infinity, "cmd": "hello"}',
            b'{"id": 1e999, "cmd": "hello"}',
            b'{"id": ' + b"9" * 5000 + b', "cmd": "hello"}',
            b'{"cmd": "hello\xff"}',
            b"\xff\xfe\x00",
            b"\x00",
            bytes(byte for byte in range(256) if byte != 10),
            '{"cmd": "hello"}'.encode("utf-16-le"),
            b"\xef\xbb\xbf" + b'{"cmd": "hello"}',
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b"[" * 100_000 + b"]" * 100_000,
            b'{"id": ' + b"[" * 80 + b"]" * 80 + b', "cmd": "hello"}',
            b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        ],
    )
    def test_a_line_that_is_no_json(self, table: Line, raw: bytes) -> None:
        assert table.refused_line(raw) == "bad-json"

    def test_where_it_is_wrong_is_said_within_the_line(self) -> None:
        """Its end is no second line."""
        assert "line 1, column 1" in Referee().answer(b"\n")["error"]["message"]
        assert "line 1, column 2" in Referee().answer(b"{\r\n")["error"]["message"]

    def test_the_end_of_a_line_may_be_written_as_windows_does(self, line: Line) -> None:
        assert line.send(b'{"cmd": "hello"}\r')["ok"] is True

    def test_a_megabyte(self, table: Line) -> None:
        """Short answers to long nonsense."""
        much = "x" * 1_000_000
        assert table.refused_line(much.encode()) == "bad-json"
        assert table.refused_line(json.dumps(much).encode()) == "bad-request"
        assert table.refused(much) == "unknown-command"
        assert table.refused("apply", action=much) == "illegal-action"
        assert table.refused("apply", action="use drone " + "1" * 1_000_000) == "illegal-action"
        assert table.refused("apply", action="missions " + "code " * 200_000) == "illegal-action"
        assert table.refused("apply", action=[much]) == "bad-request"
        assert table.refused("apply", action="draw", seat=much) == "bad-request"
        assert table.refused("new", game=much) == "unknown-game"
        assert table.refused("new", game="kompromat", options={much: 1}) == "bad-request"
        assert table.refused("load", record={"format": much}) == "bad-record"
        told = table.ask("record")["record"]
        for actions in ([much], ["first 0", much], [f"0! {much}"], ["first 0"] * 100_000):
            assert table.refused("load", record={**told, "actions": actions}) == "bad-record"
        assert table.send(json.dumps({"id": much, "cmd": "status"}).encode())["id"] == much

    def test_a_seed_of_a_megabyte_is_a_seed(self, line: Line) -> None:
        line.ask("new", game="kompromat", seed="x" * 1_000_000)
        assert line.ask("sample")["action"] in ("first 0", "first 1")

    def test_of_two_fields_of_one_name_the_last_counts(self, line: Line) -> None:
        assert line.send(b'{"id": 1, "cmd": "x", "id": 2, "cmd": "hello"}')["id"] == 2

    def test_anything_at_all(self, seed: int, size: Size) -> None:
        """Requests of all kinds with bytes changed: one answer each, and never a fault of ours."""
        rng = random.Random(seed)
        line = Line(None)
        line.ask("new", game="kompromat", seed=1)
        for _ in range(4):
            line.ask("sample")
        told = line.ask("record")["record"]
        requests = [
            {"id": 1, "cmd": "apply", "action": "draw", "seat": 0},
            {"id": [1], "cmd": "load", "record": told, "seed": 2},
            {"cmd": "events", "seat": None, "since": 3},
            {"cmd": "new", "game": "microfilms", "seats": 4, "options": {"turn_limit": 3}},
            {"cmd": "sample"},
        ]
        for _ in range(size("spoiled requests", 2_000, 100_000)):
            raw = bytearray(json.dumps(rng.choice(requests)).encode())
            for _ in range(rng.randint(0, 3)):
                raw[rng.randrange(len(raw))] = rng.choice(b'0129{}[]",: aenrtu\\\x00\xff')
            answer = line.send(bytes(raw))
            assert answer["ok"] or "fault" not in answer["error"]["message"], bytes(raw)


class TestAWholeGame:
    @pytest.mark.parametrize("game", GAMES)
    def test_it_is_the_one_that_the_rules_give(self, line: Line, game: str, seed: int) -> None:
        """Every action of a random game, and at its end the same state and record."""
        play = random_play(game, random.Random(f"{seed}/{game}/referee"))
        line.ask("new", game=game, seats=play.seats, options=dict(play.options))
        state = play.rules.start(play.seats, play.options)
        for step in play.steps():
            fields = {} if step.seat is None else {"seat": step.seat}
            status = line.ask("apply", action=step.words, **fields)
            state = step.after
            assert status == play.rules.status(state).json()
        assert line.ask("state")["state"] == play.rules.opened(state).json()
        told = record.from_json(line.ask("record")["record"])
        assert record.replay(told).status.over


class TestTheProcess:
    """What only the pipe can show."""

    @staticmethod
    def talk(lines: bytes) -> list[Answer]:
        """Everything at once, and all the answers."""
        process = start()
        out, complaints = process.communicate(lines, timeout=60)
        assert (process.returncode, complaints) == (0, b"")
        return [json.loads(answer) for answer in out.splitlines()]

    def test_every_line_gets_exactly_one_answer_in_order(self) -> None:
        requests = [{"id": number, "cmd": "hello"} for number in range(5_000)]
        answers = self.talk(b"".join(json.dumps(each).encode() + b"\n" for each in requests))
        assert [answer["id"] for answer in answers] == list(range(5_000))

    def test_empty_lines_too(self) -> None:
        codes = [answer["error"]["code"] for answer in self.talk(b"\n\n \n")]
        assert codes == ["bad-json"] * 3

    def test_the_last_line_need_not_end(self) -> None:
        assert [each["id"] for each in self.talk(b'{"id": 1, "cmd": "hello"}')] == [1]
        assert self.talk(b'{"id": 1, "cmd"')[0]["error"]["code"] == "bad-json"

    def test_the_end_of_input_ends_it(self) -> None:
        assert self.talk(b"") == []

    def test_quit_is_answered_and_ends_it(self) -> None:
        answers = self.talk(b'{"id": 1, "cmd": "quit"}\n{"id": 2, "cmd": "hello"}\n')
        assert answers == [{"id": 1, "ok": True}]

    def test_nobody_listening_is_no_accident(self) -> None:
        """Who closes its end has heard enough."""
        process = start()
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        with process.stdin as stdin:
            stdin.write(b'{"cmd": "hello"}\n' * 10)
        assert process.stderr.read() == b""
        assert process.wait(timeout=20) == 141  # as after `| head`
        process.stderr.close()

    def test_it_needs_nothing_but_the_source(self, tmp_path: Path) -> None:
        """From anywhere, with only `src` on the path, and no site-packages."""
        process = subprocess.run(
            [sys.executable, "-S", "-m", "brushpass", "referee"],
            input=b'{"cmd": "hello"}\n',
            env={"PYTHONPATH": SOURCE},
            cwd=tmp_path,
            capture_output=True,
            timeout=60,
            check=True,
        )
        assert json.loads(process.stdout)["name"] == "brushpass"

    def test_help_is_there(self) -> None:
        said = subprocess.run(
            [*COMMAND, "--help"], capture_output=True, check=True, timeout=60, env=ENVIRONMENT
        )
        assert b"JSON" in said.stdout
