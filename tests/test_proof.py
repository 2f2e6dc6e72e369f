"""The proof of a shuffle: every honest record passes, and one with anything changed does not."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brushpass import GAMES, Game, cli, dealer, proof, record, table
from brushpass.bots import Uniform
from brushpass.proof import BadProof, NoProof
from brushpass.record import BadRecord
from tests.conftest import Size
from tests.second import proof as second
from tests.test_records import short

Json = Any
Spoil = Callable[[dict[str, Json], random.Random], None]


def honest(name: str, rng: random.Random, seats: int | None = None) -> dict[str, Json]:
    """The record of a game at a table with a proof: some players set what they may, some resign."""
    count = seats or rng.choice(GAMES[name].seats)
    options = {} if name == "kompromat" else {"turn_limit": rng.choice([9, 40])}
    game = Game(GAMES[name], count, options)
    seed = f"{rng.getrandbits(256):064x}"
    numbers = [
        rng.choice(["0", f"{rng.getrandbits(128):032x}", "Ada's_own!"]) for _ in range(count)
    ]
    key = proof.key(seed, numbers)
    players = [Uniform(seat, seed) for seat in range(count)]
    chosen: list[int] = []
    while game.chance is not None:
        if game.chance.kind in ("first", "agents") and rng.random() < 0.5:
            game.apply(dealer.pick_outcome(game.chance, rng.randrange))
            chosen.append(len(game.actions))
        else:
            table.deal(game, key)
    leaves = rng.randrange(200) if rng.random() < 0.4 else None
    for _ in table.play(game, players, key):
        if leaves is not None and len(game.actions) > leaves and not game.status.over:
            break
    ended = None
    if not game.status.over:
        seat = rng.choice([None, *range(count)])  # None: the house closed the table
        reason = "abandoned" if seat is None else rng.choice(["resigned", "abandoned"])
        ended = {"after": len(game.actions), "reason": reason, "seat": seat}
    more: dict[str, Json] = {"chosen": chosen} if chosen else {}
    more |= {"ended": ended} if ended else {}
    more["proof"] = proof.of(seed, numbers, game.actions, ended).json()
    names = tuple({"name": f"player {seat}"} for seat in range(count))
    told = record.of(game, names, more)
    value: dict[str, Json] = json.loads(record.write(told))
    return value


def verify(value: dict[str, Json]) -> proof.Proven:
    return proof.verify(record.from_json(value))


# --- spoiling -------------------------------------------------------------------------------------


def other_digit(text: str, rng: random.Random) -> str:
    at = rng.choice([n for n, each in enumerate(text) if each != " "])
    digit = rng.choice([each for each in "0123456789abcdef" if each != text[at]])
    return text[:at] + digit + text[at + 1 :]


def several(words: str) -> bool:
    """Whether more than one card was dealt, not counting the first; a late reshuffle has one."""
    return len(set(words.split(" ")[2:])) > 1


def a_card(value: dict[str, Json], rng: random.Random) -> None:
    """One card of a shuffle becomes another one of it."""
    actions = value["actions"]
    number = rng.choice([n for n, words in enumerate(actions) if several(words)])
    words = actions[number].split(" ")
    at = rng.randrange(2, len(words))
    words[at] = rng.choice([card for card in words[2:] if card != words[at]])
    actions[number] = " ".join(words)


def two_cards(value: dict[str, Json], rng: random.Random) -> None:
    """Two cards change places: it is still a shuffle that could be."""
    actions = value["actions"]
    shuffles = ("missions", "equipment", "deck", "reshuffle", "shuffle")
    shuffled = [n for n, words in enumerate(actions) if words.split(" ")[0] in shuffles]
    number = rng.choice([n for n in shuffled if several(actions[n])])
    words = actions[number].split(" ")
    one = rng.randrange(2, len(words))
    other = rng.choice([at for at in range(2, len(words)) if words[at] != words[one]])
    words[one], words[other] = words[other], words[one]
    actions[number] = " ".join(words)


def a_choice(value: dict[str, Json], rng: random.Random) -> None:
    """Somebody did something else that the rules allowed just then."""
    others: list[tuple[int, str]] = []
    told = record.from_json(value)
    for game in record.steps(told):
        number = len(game.actions)
        if number < len(told.actions) and isinstance(actor := game.status.actor, int):
            others += [(number, w) for w in game.legal(actor) if w != told.actions[number]]
    if not others:  # it ended before anybody chose
        a_card(value, rng)
        return
    number, words = rng.choice(others)
    value["actions"][number] = words


def an_action_missing(value: dict[str, Json], rng: random.Random) -> None:
    del value["actions"][rng.randrange(len(value["actions"]))]


def an_action_twice(value: dict[str, Json], rng: random.Random) -> None:
    at = rng.randrange(len(value["actions"]))
    value["actions"].insert(at, value["actions"][at])


def the_seed(value: dict[str, Json], rng: random.Random) -> None:
    value["proof"]["seed"] = other_digit(value["proof"]["seed"], rng)


def the_seed_and_its_commitment(value: dict[str, Json], rng: random.Random) -> None:
    the_seed(value, rng)
    value["proof"]["commitment"] = hashlib.sha256(value["proof"]["seed"].encode()).hexdigest()


def the_commitment(value: dict[str, Json], rng: random.Random) -> None:
    value["proof"]["commitment"] = other_digit(value["proof"]["commitment"], rng)


def a_number(value: dict[str, Json], rng: random.Random) -> None:
    numbers = value["proof"]["numbers"]
    at = rng.randrange(len(numbers))
    numbers[at] = "1" if numbers[at] != "1" else "0"


def the_seal(value: dict[str, Json], rng: random.Random) -> None:
    value["proof"]["seal"] = other_digit(value["proof"]["seal"], rng)


def a_link(value: dict[str, Json], rng: random.Random) -> None:
    value["proof"]["links"] = other_digit(value["proof"]["links"], rng)


def the_end(value: dict[str, Json], rng: random.Random) -> None:
    """Another one resigned, or somebody after all, or nobody."""
    if "ended" in value and rng.random() < 0.5:
        seat = value["ended"]["seat"]
        value["ended"]["seat"] = 0 if seat is None else seat + 1
    elif "ended" in value:
        del value["ended"]
    else:
        value["ended"] = {"after": len(value["actions"]), "reason": "resigned", "seat": 0}


def changed_everywhere(value: dict[str, Json], rng: random.Random) -> Iterator[dict[str, Json]]:
    """The record with one word or one digit changed, for each of them."""
    known = sorted({word for words in value["actions"] for word in words.split(" ")})
    for number, action in enumerate(value["actions"]):
        words = action.split(" ")
        for at, word in enumerate(words):
            other = copy.deepcopy(value)
            came = rng.choice([each for each in known if each != word])
            other["actions"][number] = " ".join([*words[:at], came, *words[at + 1 :]])
            yield other
    for name in ("commitment", "seed", "links", "seal"):
        for at, digit in enumerate(value["proof"][name]):
            other = copy.deepcopy(value)
            came = rng.choice([each for each in "0123456789abcdef" if each != digit])
            other["proof"][name] = value["proof"][name][:at] + came + value["proof"][name][at + 1 :]
            yield other
    for seat in range(len(value["seats"])):
        other = copy.deepcopy(value)
        other["proof"]["numbers"][seat] += "1"
        yield other


SPOILS: list[Spoil] = [
    *(a_card, two_cards, a_choice, an_action_missing, an_action_twice),
    *(the_seed, the_seed_and_its_commitment, the_commitment, a_number, the_seal, a_link, the_end),
]


def found_by_the_second(value: dict[str, Json]) -> int | None:
    """The action that the second verifier finds wrong, 0 for something else, None if none."""
    try:
        second.check(value)
    except second.Spoiled as spoiled:
        return int(spoiled.args[0])
    return None


def found(value: dict[str, Json]) -> int | None:
    """The same, by `brushpass verify`."""
    try:
        verify(value)
    except BadProof as bad:
        return bad.number or 0
    return None


class TestManyRecords:
    """`verify` and the second verifier, on records of every game."""

    @pytest.mark.parametrize("game", GAMES)
    def test_every_honest_one_passes_and_every_spoiled_one_is_found(
        self, game: str, seed: int, size: Size
    ) -> None:
        rng = random.Random(f"{seed} {game}")
        spoiled: Counter[str] = Counter()
        for _ in range(size(f"proofs of {game}", 6, 400)):
            value = honest(game, rng)
            assert (found(value), found_by_the_second(value)) == (None, None)
            for spoil in SPOILS:
                other = copy.deepcopy(value)
                spoil(other, rng)
                assert other != value
                at = found(other)
                assert at is not None, f"{spoil.__name__} was not found"
                assert at == found_by_the_second(other), spoil.__name__
                spoiled[spoil.__name__] += at > 0
        assert all(spoiled[each.__name__] for each in (a_card, two_cards, a_choice, a_link))

    @pytest.mark.parametrize("game", GAMES)
    def test_the_number_of_the_changed_action_is_said(self, game: str, seed: int) -> None:
        rng = random.Random(f"{seed} {game} number")
        for spoil in (a_card, two_cards, a_choice):
            value = honest(game, rng)
            other = copy.deepcopy(value)
            spoil(other, rng)
            pairs = zip(value["actions"], other["actions"], strict=True)
            (changed,) = [n for n, (one, two) in enumerate(pairs, 1) if one != two]
            assert found(other) == changed

    @pytest.mark.parametrize("game", GAMES)
    def test_no_card_no_action_and_no_digit_can_be_another(
        self, game: str, seed: int, size: Size
    ) -> None:
        """Every word of every action of a record becomes another one of it, and every digit of
        what the proof says another digit.
        """
        rng = random.Random(f"{seed} {game} every word")
        for _ in range(size(f"proofs of {game} changed everywhere", 1, 20)):
            value = honest(game, rng)
            for other in changed_everywhere(value, rng):
                with pytest.raises((BadProof, BadRecord)):
                    verify(other)
                with pytest.raises(second.Spoiled):
                    second.check(other)

    def test_a_whole_proof_made_anew_is_caught_only_by_what_was_noted(self, seed: int) -> None:
        """Then the commitment and the seal are others than those shown at the table."""
        true, false = (honest("croupier", random.Random(f"{seed} {n}")) for n in (1, 2))
        one, two = verify(true).proof, verify(false).proof
        assert one.commitment != two.commitment
        assert one.seal != two.seal


# --- what is said ---------------------------------------------------------------------------------


def refusal(value: dict[str, Json]) -> str:
    with pytest.raises(BadProof) as refused:
        verify(value)
    return str(refused.value)


class TestWhatIsSaid:
    @pytest.fixture
    def value(self, seed: int) -> dict[str, Json]:
        """A game of Kompromat that two people played for a while, the starter dealt."""
        rng = random.Random(seed)
        while True:
            value = honest("kompromat", rng)
            if "chosen" not in value and len(value["actions"]) > 12:
                return value

    def test_what_holds(self, value: dict[str, Json]) -> None:
        proven = verify(value)
        assert proven.actions == len(value["actions"])
        assert proven.chosen == ()
        kinds = ("first", "missions", "equipment", "reshuffle")
        assert proven.dealt == sum(words.startswith(kinds) for words in value["actions"])

    def test_another_card_with_the_one_that_was_dealt(self, value: dict[str, Json]) -> None:
        words = value["actions"][1].split(" ")
        other = "code" if words[4] != "code" else "hotel"
        value["actions"][1] = " ".join([*words[:4], other, *words[5:]])
        said = refusal(value)
        assert said.startswith(f'action 2: expected "{words[4]}" as word 5 of "missions ')
        assert f'which seed and numbers deal; came "{other}"' in said

    def test_another_choice_with_the_one_that_was_sealed(self, value: dict[str, Json]) -> None:
        at = next(n for n, words in enumerate(value["actions"]) if words.startswith("place"))
        came = value["actions"][at]
        value["actions"][at] = "place 2" if came == "place 1" else "place 1"
        said = refusal(value)
        assert said.startswith(f'action {at + 1}: expected "{came}", which was sealed; came "place')
        assert "compare the commitment and the seal with those that were noted" in said

    def test_another_number(self, value: dict[str, Json]) -> None:
        value["proof"]["numbers"] = ["x", "0"]
        assert refusal(value).startswith("numbers: expected a seed and numbers whose key begins")

    def test_another_commitment(self, value: dict[str, Json]) -> None:
        expected = value["proof"]["commitment"]
        value["proof"]["commitment"] = "0" * 64
        said = refusal(value)
        assert said.startswith(f"commitment: expected {expected}, the SHA-256 of the seed; came 00")

    def test_another_seal(self, value: dict[str, Json]) -> None:
        expected = value["proof"]["seal"]
        value["proof"]["seal"] = "0" * 64
        assert refusal(value).startswith(f"seal: expected {expected}, the last link; came 00")

    def test_an_end_cut_off(self, value: dict[str, Json]) -> None:
        number = len(value["actions"])
        value["actions"].pop()
        value["result"] = None
        value.pop("ended", None)
        said = refusal(value)
        assert said.startswith(f"action {number}: expected one more, for the seal covers")

    def test_a_seat_that_resigned_in_anothers_stead(self, value: dict[str, Json]) -> None:
        value["actions"] = value["actions"][:11]
        value["result"] = None
        value["ended"] = {"after": 11, "reason": "resigned", "seat": 0}
        seed, numbers = value["proof"]["seed"], value["proof"]["numbers"]
        made = proof.of(seed, numbers, value["actions"], value["ended"])
        value["proof"] = made.json()
        assert verify(value).proof == made
        value["ended"]["seat"] = 1
        assert refusal(value).startswith("ended: expected a game that ended with a link beginning")

    def test_a_table_that_nobody_in_particular_closed(self, value: dict[str, Json]) -> None:
        value["actions"] = value["actions"][:11]
        value["result"] = None
        value["ended"] = {"after": 11, "reason": "abandoned", "seat": None}
        seed, numbers = value["proof"]["seed"], value["proof"]["numbers"]
        value["proof"] = proof.of(seed, numbers, value["actions"], value["ended"]).json()
        assert verify(value).actions == 11

    def test_a_shuffle_said_to_be_chosen(self, value: dict[str, Json]) -> None:
        """Players set the starter and the nations; a deck that somebody set is none."""
        value["chosen"] = [2]
        assert refusal(value).startswith("chosen: expected no actions but 'first' and")

    def test_a_starter_that_was_set_but_not_said_to_be(self, value: dict[str, Json]) -> None:
        seed, numbers = value["proof"]["seed"], value["proof"]["numbers"]
        came = value["actions"][0]
        other = "first 1" if came == "first 0" else "first 0"
        value["actions"] = [other]
        value["result"] = None
        value["ended"] = {"after": 1, "reason": "resigned", "seat": 0}
        value["proof"] = proof.of(seed, numbers, [other], value["ended"]).json()
        said = refusal(value)
        assert said.startswith(f'action 1: expected "{came}", which seed and numbers deal; came')
        value["chosen"] = [1]
        assert verify(value).chosen == (1,)

    def test_what_breaks_the_rules_is_refused_though_it_is_sealed(
        self, value: dict[str, Json]
    ) -> None:
        seed, numbers = value["proof"]["seed"], value["proof"]["numbers"]
        value["actions"] = [*value["actions"][:4], "stop"]
        value["result"] = None
        value.pop("ended", None)
        value["proof"] = proof.of(seed, numbers, value["actions"]).json()
        with pytest.raises(BadRecord, match='action 5, "stop": '):
            verify(value)

    def test_a_result_that_the_actions_do_not_give(self, value: dict[str, Json]) -> None:
        """The seal need not cover it: it follows from the actions."""
        value["result"] = {"winners": [0], "reason": "draw"}
        with pytest.raises(BadRecord, match="the result is "):
            verify(value)

    @pytest.mark.parametrize(
        ("spoiled", "said"),
        [
            ({"seed": "7"}, "seed: expected 64 digits"),
            ({"seed": "A" * 64}, "seed: expected 64 digits"),
            ({"numbers": ["0"]}, "numbers: expected a list of 2 texts"),
            ({"numbers": ["0", "a b"]}, "numbers: expected a list of 2 texts"),
            ({"numbers": ["0", ""]}, "numbers: expected a list of 2 texts"),
            ({"numbers": ["0", 0]}, "numbers: expected a list of 2 texts"),
            ({"links": ""}, "links: expected groups of 8 digits"),
            ({"seal": None}, "seal: expected 64 digits"),
            ({"commitment": 1}, "commitment: expected 64 digits"),
        ],
    )
    def test_what_is_no_proof_at_all(
        self, value: dict[str, Json], spoiled: dict[str, Json], said: str
    ) -> None:
        value["proof"] |= spoiled
        assert refusal(value).startswith(said)

    @pytest.mark.parametrize("chosen", [1, [True], ["1"], [0], [10**6], [-1]])
    def test_what_names_no_chance_action(self, value: dict[str, Json], chosen: Json) -> None:
        value["chosen"] = chosen
        assert refusal(value).startswith("chosen: expected ")

    @pytest.mark.parametrize(
        "ended", [7, {}, {"after": 1, "reason": "resigned", "seat": 0}, {"reason": 1}]
    )
    def test_what_tells_no_end(self, value: dict[str, Json], ended: Json) -> None:
        value["ended"] = ended
        assert refusal(value).startswith("ended: expected {")


class TestNumbers:
    @pytest.mark.parametrize("text", ["0", "7", "f" * 64, "Ada's~own!"])
    def test_one_is_a_text_of_its_own(self, text: str) -> None:
        assert proof.is_number(text)

    @pytest.mark.parametrize("text", ["", " ", "a b", "f" * 65, "é", "a\n", "\x7f"])
    def test_nothing_that_could_be_read_in_two_ways(self, text: str) -> None:
        assert not proof.is_number(text)

    def test_each_one_counts(self) -> None:
        """Another number of any seat, or two changed about, and all cards are others."""
        seed = dealer.new_seed()
        keys = {proof.key(seed, each) for each in (["0", "0"], ["0", "1"], ["1", "0"], ["01", "0"])}
        assert len(keys) == 4


class TestVerify:
    """`brushpass verify FILE`."""

    def verify(self, path: Path, value: dict[str, Json]) -> int:
        path.write_text(json.dumps(value), encoding="utf-8")
        return cli.main(["verify", str(path)])

    def test_an_honest_record(
        self, tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        value = honest("microfilms", random.Random(seed))
        assert self.verify(tmp_path / "a.game.json", value) == 0
        said = capsys.readouterr().out
        assert "the proof holds" in said
        for shown in ("commitment", "seal"):
            assert value["proof"][shown] in said
        for seat, number in enumerate(value["proof"]["numbers"]):
            assert f"seat {seat}     {number}" in said

    def test_a_spoiled_one(
        self, tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        value = honest("kompromat", random.Random(seed))
        value["actions"][3] = value["actions"][2]
        assert self.verify(tmp_path / "a.game.json", value) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "a.game.json is not proven.\naction 4: expected " in err

    def test_a_record_without_a_proof_is_said_to_have_none(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(NoProof):
            verify(short())
        assert self.verify(tmp_path / "a.game.json", short()) == 1
        out, err = capsys.readouterr()
        assert (out, "it has no proof" in err) == ("", True)

    def test_what_is_no_record(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["verify", str(tmp_path / "none.game.json")]) == 1
        assert "cannot read" in capsys.readouterr().err
