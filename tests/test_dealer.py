"""The dealer: the same outcomes from the same seed everywhere, each as likely as any other."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from brushpass import GAMES, Game, dealer
from brushpass.games.contract import Chance
from tests.tempers import random_play

FIRST = Chance("first", ("0", "1"), 1)
PICK = Chance("pick", ("a", "b", "c", "d"), 2)
PAIRS = Chance("letters", ("china", "uk", "usa"), 2, ordered=False)
DEALT = Chance("identities", ("A", "B", "C", "x", "y", "z"), 5, always=("A", "B", "C"))


def outcome(due: Chance, seed: str, number: int) -> str:
    """What the dealer's description says, once more, from hmac and hashlib alone."""

    def stream() -> Iterator[int]:
        for k in range(10**6):
            message = f"brushpass/1 {number} {k}".encode("ascii")
            yield from hmac.new(seed.encode("utf-8"), message, hashlib.sha256).digest()

    def below(m: int) -> int:
        while m > 1:
            value = next(bytes_) % (1 << len(f"{m - 1:b}"))
            if value < m:
                return value
        return 0

    def picked(cards: list[str], c: int) -> list[str]:
        for i in range(c):
            r = below(len(cards) - i)
            cards[i], cards[i + r] = cards[i + r], cards[i]
        return cards[:c]

    bytes_, cards = stream(), sorted(due.cards)
    if due.always:
        others = list((Counter(cards) - Counter(due.always)).elements())
        cards = sorted([*due.always, *picked(others, due.count - len(due.always))])
    result = picked(cards, due.count)
    return " ".join([due.words, *(result if due.ordered else sorted(result))])


class TestTheSameEverywhere:
    """If one of these changes, no old seed gives its game again."""

    def test_known_outcomes(self) -> None:
        game = Game(GAMES["kompromat"], 2)
        for _ in range(4):
            assert game.chance is not None
            game.apply(dealer.deal(game.chance, "brushpass", len(game.actions) + 1))
        assert game.actions == [
            "first 1",
            (
                "missions newspaper ci-1 barmaid airport informant vesper-martini pursuit ci-2 "
                "code usb-stick chloroform safe-house locker night-vision ci-1 document "
                "jetpack ci-2 code drone document hotel balaclava document interrogation code "
                "gps-tracker ci-3 stun-gun"
            ),
            "equipment 0 5 7 7 3 4 2 A 8 6 9 0.5 7 10 A",
            "equipment 1 9 7 3 A 8 7 6 5 10 7 0.5 A 4 2",
        ]

    def test_known_outcomes_of_another_game(self) -> None:
        game = Game(GAMES["microfilms"], 4)
        while game.chance is not None:
            game.apply(dealer.deal(game.chance, "brushpass", len(game.actions) + 1))
        assert game.actions == [
            "agents uk usa ussr",
            "identities interpol agent-usa agent-uk agent-ussr",
            "letters uk usa",
            "actions interrogate steal cash-out cash-out",
            (
                "deck film-ussr interrogate letter-usa ace interrogate film-uk letter-uk "
                "film-usa steal cash-out"
            ),
            "first 0",
        ]

    def test_a_second_writing_of_the_algorithm_agrees(self) -> None:
        """Whoever follows the description arrives at the same."""
        for seed in ("brushpass", "", "7", "ключ", "🂡" * 100, "a" * 10_000):
            for number in (1, 2, 9, 10, 255, 70_000, 10**30):
                for due in (FIRST, PICK, PAIRS, DEALT):
                    assert dealer.deal(due, seed, number) == outcome(due, seed, number)

    @pytest.mark.parametrize("game", GAMES)
    def test_it_agrees_on_whatever_comes_up_in_a_game(self, game: str, seed: int) -> None:
        play = random_play(game, random.Random(seed))
        for number, step in enumerate(play.steps(), 1):
            if (due := play.rules.chance(step.before)) is not None:
                words = dealer.deal(due, f"{seed}", number)
                assert words == outcome(due, f"{seed}", number)
                play.rules.apply(step.before, play.rules.parse(words), None)

    def test_more_numbers_than_one_block_of_bytes_holds(self) -> None:
        """32 bytes are soon used up: the second block follows the first."""
        large = Chance("missions", tuple(f"{number:03}" for number in range(200)), 200)
        words = dealer.deal(large, "brushpass", 5)
        assert words == outcome(large, "brushpass", 5)
        assert sorted(words.split(" ")[1:]) == list(large.cards)


class TestSeedAndNumberAlone:
    def test_the_same_again(self) -> None:
        assert dealer.deal(DEALT, "x", 3) == dealer.deal(DEALT, "x", 3)

    def test_another_seed_or_number_gives_another(self) -> None:
        deck = Chance("missions", tuple(f"{number:02}" for number in range(29)), 29)
        seeds = ["", "0", "1", "00", "brushpass", "Brushpass", "brushpass ", "é", "e\u0301"]
        outcomes = {dealer.deal(deck, seed, number) for seed in seeds for number in range(1, 50)}
        assert len(outcomes) == len(seeds) * 49

    def test_a_seed_can_be_any_text(self) -> None:
        """JSON can hold half a surrogate pair, and a seed comes in JSON."""
        assert dealer.deal(PICK, "\ud83c", 1) == dealer.deal(PICK, "\ud83c", 1)

    def test_new_seeds_are_new(self) -> None:
        seeds = {dealer.new_seed() for _ in range(100)}
        assert len(seeds) == 100
        assert all(len(seed) == 64 for seed in seeds)


class TestEachAsLikely:
    def test_every_number_comes_from_equally_many_bytes(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Bytes that give none are passed over; a remainder would favour the small ones."""
        for limit in range(2, 257):
            numbers: Counter[int] = Counter()
            for byte in range(256):
                monkeypatch.setattr("brushpass.dealer._bytes", lambda *_, b=byte: iter([b]))
                try:
                    numbers[dealer.seeded("", 1)(limit)] += 1
                except StopIteration:
                    numbers[-1] += 1
            assert numbers.pop(-1, 0) < 128
            assert sorted(numbers) == list(range(limit))
            assert len(set(numbers.values())) == 1

    def test_what_is_passed_over_leaves_no_trace(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """After a byte that gives none, the next one decides as if it were the first."""
        monkeypatch.setattr("brushpass.dealer._bytes", lambda *_: iter([255, 254, 3, 1]))
        below = dealer.seeded("", 1)
        assert [below(5), below(5)] == [3, 1]

    def test_a_single_possibility_takes_no_byte(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("brushpass.dealer._bytes", lambda *_: iter([]))
        assert dealer.deal(Chance("take", ("ace",), 1), "", 1) == "take ace"

    @pytest.mark.parametrize(
        ("due", "different"),
        [
            (FIRST, 2),
            (PICK, 4 * 3),
            (PAIRS, 3),
            (Chance("deck", ("a", "b", "c", "d", "e"), 5), 120),
            (Chance("deck", ("a", "a", "b", "b"), 4), 6),  # copies cannot be told apart
            (Chance("show", ("a", "a", "b"), 1), None),
            (DEALT, 3 * 120),  # two of the three others, and all five in any order
            (Chance("identities", ("A", "B", "C"), 3, always=("A", "B", "C")), 6),
            (Chance("covers", ("b", "i", "j"), 2), 6),
        ],
    )
    def test_every_outcome_comes_from_equally_many_choices(
        self, due: Chance, different: int | None
    ) -> None:
        """Over all that can be drawn, each as often as any other."""
        outcomes = all_outcomes(due)
        if different is None:  # in proportion to the cards held
            assert outcomes == {"show a": 2, "show b": 1}
            return
        assert len(outcomes) == different
        assert len(set(outcomes.values())) == 1

    def test_some_are_dealt_in_any_case(self) -> None:
        for words in all_outcomes(DEALT):
            assert {"A", "B", "C"} < set(words.split(" "))

    def test_where_order_does_not_matter_they_are_sorted(self) -> None:
        assert set(all_outcomes(PAIRS)) == {
            "letters china uk",
            "letters china usa",
            "letters uk usa",
        }


def all_outcomes(due: Chance) -> Counter[str]:
    """How often each outcome comes up, over every sequence of numbers that can be drawn."""
    outcomes: Counter[str] = Counter()
    drawn: list[int] = []
    while True:
        limits: list[int] = []

        def below(limit: int, /, limits: list[int] = limits) -> int:
            limits.append(limit)
            if len(drawn) < len(limits):
                drawn.append(0)
            return drawn[len(limits) - 1]

        outcomes[dealer.pick_outcome(due, below)] += 1
        while drawn and drawn[-1] == limits[len(drawn) - 1] - 1:
            drawn.pop()
        if not drawn:
            return outcomes
        drawn[-1] += 1
