"""Random games with character: each seat of each game plays in a temper of its own.

Evenly random players hardly ever come near 21, rescue themselves or win by an attempt. These want
some things more than others, save some items for later, and interrupt often or never.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from brushpass import GAMES, dealer
from brushpass.games.contract import Options, Rules, Seat, Sight
from brushpass.games.kompromat.cards import ITEMS, MARKS, VALUE


class Step(NamedTuple):
    """An action of a game, with the table before and after it."""

    before: Any
    words: str
    seat: Seat | None
    """Who interrupts; None for the seat that must decide, and for chance."""
    after: Any

    @property
    def written(self) -> str:
        """As in a record."""
        return self.words if self.seat is None else f"{self.seat}! {self.words}"


class Play(NamedTuple):
    """A game about to be played: who sits there is decided."""

    rules: Rules[Any, Any]
    seats: int
    options: Options
    rng: random.Random

    def steps(self) -> Iterator[Step]:
        """The whole game, action by action."""
        rules, rng = self.rules, self.rng
        tempers = [Temper(rules.id, rng) for _ in range(self.seats)]
        stacked = rng.random() < 0.6
        state = rules.start(self.seats, self.options)
        while not rules.status(state).over:
            due, seat = rules.chance(state), None
            if due is not None:
                words = dealer.pick_outcome(due, rng.randrange)
                if stacked and due.kind in STACKED:
                    words = STACKED[due.kind](words, rng)
            else:
                seat, words = decide(rules, state, tempers)
            after = rules.apply(state, rules.parse(words), seat)
            yield Step(state, words, seat, after)
            state = after


def random_play(game: str, rng: random.Random, seats: int | None = None) -> Play:
    """A game of this name with some number of seats and options it may have."""
    rules = GAMES[game]
    options = {} if game == "kompromat" else {"turn_limit": rng.choice([1, 9, 60, 60, 500])}
    return Play(rules, seats or rng.choice(rules.seats), options, rng)


def decide(rules: Rules[Any, Any], state: Any, tempers: list[Temper]) -> tuple[Seat | None, str]:
    """The action that comes next, and whose it is if it is an interrupt."""
    actor = rules.status(state).actor
    assert isinstance(actor, int)
    for seat, temper in enumerate(tempers):
        if seat != actor and temper.interrupts() and (uses := rules.legal(state, seat)):
            return seat, temper.among(sorted(map(str, uses)))
    may = sorted(map(str, rules.legal(state, actor)))
    if len(may) == 1:
        return None, may[0]
    return None, tempers[actor].choose(may, rules.status(state).phase, rules.view(state, actor))


WEIGHTS: dict[str, list[float]] = {
    "draw": [0.5, 1, 3, 20],
    "stop": [1],
    "use": [0.05, 0.3, 1, 5],
    "win": [0.001, 0.02, 0.1, 1],
}
"""How much a temper can want what its first word says."""


class Temper:
    """What one seat prefers throughout one game."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.rng = rng
        self.weights: dict[str, float] = {}
        self.interrupting = rng.choice([0.0, 0.05, 0.3])
        careful = rng.choice([0.0, 0.2, 0.9])
        self.saved = [[item] for item in ITEMS if rng.random() < careful]
        self.aims_at_21 = game == "kompromat" and rng.random() < 0.6

    def interrupts(self) -> bool:
        return self.rng.random() < self.interrupting

    def choose(self, legal: list[str], phase: str, sight: Sight) -> str:
        """First a verb by its weight, then what with, then on what."""
        if phase not in ("adjust", "rescue", "cover"):  # there even a saver uses what helps
            spare = [words for words in legal if words.split(" ")[1:2] not in self.saved]
            legal = spare or legal
        if self.aims_at_21 and phase in ("push", "declare") and self.rng.random() < 0.9:
            legal = towards_21(legal, sight.json())
        verbs = sorted({words.split(" ")[0] for words in legal})
        for verb in verbs:
            spread = WEIGHTS.get(verb, [0.1, 0.3, 1, 3])
            self.weights.setdefault(verb, self.rng.choice(spread))
        verb = self.rng.choices(verbs, [self.weights[verb] for verb in verbs])[0]
        return self.among([words for words in legal if words.split(" ")[0] == verb])

    def among(self, legal: list[str]) -> str:
        """One thing has many uses, another one: each is done as often."""
        things = sorted({tuple(words.split(" ")[:2]) for words in legal})
        thing = self.rng.choice(things)
        return self.rng.choice([w for w in legal if tuple(w.split(" ")[:2]) == thing])


def towards_21(legal: list[str], view: dict[str, Any]) -> list[str]:
    """Kompromat as people play it: near 21 and not over, so that totals tie and are perfect."""
    if view["phase"] == "push" and "draw" in legal and "stop" in legal:
        pile = view["players"][view["actor"]]["piles"][view["current"] - 1]
        low = sum(VALUE[card] for card, _ in pile)
        high = low + (10 if ["A", "down"] in pile or ["A", "up"] in pile else 0)
        near = max(total for total in (low, high) if total <= 21 or total == low)
        return [words for words in legal if words != ("draw" if near >= 15 else "stop")]
    if view["phase"] == "declare":
        totals = {float(words.split(" ")[1]): words for words in legal}
        best = max((total for total in totals if total <= 21), default=min(totals))
        return [totals[best]]
    return legal


def items_and_trouble_first(words: str, rng: random.Random) -> str:
    """A mission deck with some items and some counter-intelligence on top."""
    kind, *cards = words.split(" ")
    items = [card for card in cards if card in ITEMS]
    trouble = [card for card in cards if card in MARKS]
    top = items[: rng.randint(0, 10)] + trouble[: rng.randint(0, 5)]
    rng.shuffle(top)
    rest = list(cards)
    for card in top:
        rest.remove(card)
    return " ".join([kind, *top, *rest])


STACKED: dict[str, Callable[[str, random.Random], str]] = {"missions": items_and_trouble_first}
"""Outcomes that are sometimes arranged, so that a game has more events; any of them can come."""
