"""What it costs to know: a seat's knowledge after each event, and every question put to it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bench.ours import chance, rules_of
from brushpass.games.contract import Event, Rules
from brushpass.games.kompromat import knowledge as kompromat
from brushpass.games.microfilms import knowledge as microfilms
from brushpass.games.microfilms.cards import CROUPIER, Who

ATTEMPT = 0.02
"""How often a random seat with a choice attempts to win. Long games are the hard ones."""


@dataclass(frozen=True)
class Subject:
    """A game whose knowledge is measured, at one number of seats."""

    name: str
    game: str
    seats: int
    start: Callable[[int], Any]
    """What this seat knows at first."""
    ask: Callable[[Any, int], object]
    """All that a notebook shows, of a table with so many seats."""


def ask_kompromat(known: kompromat.Knowledge, _seats: int) -> object:
    """At each mission, of both: which cards, which totals and how likely, how likely over 21."""
    return [
        (side.can_lie(mission), side.totals(mission), side.over(mission))
        for side in known.sides
        for mission in (1, 2, 3, 4)
    ]


def ask_microfilms(known: microfilms.Knowledge, seats: int) -> object:
    """Who can be whom, who or what can hold which cards, who may be allied."""
    everyone: list[Who] = list(range(seats))
    if known.croupier:
        everyone.append(CROUPIER)
    places: list[microfilms.Place] = [*everyone, "deck", "discard", "box"]
    return (
        [known.can_be(who) for who in everyone],
        [known.can_hold(place) for place in places],
        known.allied(),
    )


SUBJECTS = [
    Subject("Kompromat", "kompromat", 2, kompromat.Knowledge, ask_kompromat),
    *(
        Subject(
            f"[microfilms], {seats} seats",
            "microfilms",
            seats,
            microfilms.Knowledge.at_start,
            ask_microfilms,
        )
        for seats in (3, 4, 5, 6)
    ),
    Subject(
        "The Croupier",
        "croupier",
        2,
        lambda seat: microfilms.Knowledge.at_start(seat, croupier=True),
        ask_microfilms,
    ),
]


def costs(subject: Subject, seconds: float, rng: Random) -> list[float]:
    """Seconds of CPU for each event of random games, every seat taking notes."""
    found: list[float] = []
    rules = rules_of(subject.game)
    gc.collect()
    gc.freeze()  # the longest event is to be ours, not a tidying-up after another game
    began = time.process_time()
    while time.process_time() - began < seconds:
        known = [subject.start(seat) for seat in range(subject.seats)]
        for news in told(rules, subject.seats, rng):
            for seat, events in enumerate(news):
                for event in events:
                    before = time.process_time()
                    known[seat] = known[seat].learn((event,))
                    subject.ask(known[seat], subject.seats)
                    found.append(time.process_time() - before)
    gc.unfreeze()
    return found


def told(rules: Rules[Any, Any], seats: int, rng: Random) -> Iterator[list[Sequence[Event]]]:
    """A random game as each seat is told of it."""
    state = rules.start(seats, {})
    while (actor := rules.status(state).actor) is not None:
        if actor == "chance":
            action = rules.parse(chance(rules, state, rng))
        else:
            choices = rules.legal(state, actor)
            calm = [each for each in choices if not str(each).startswith("win ")]
            action = rng.choice(choices if not calm or rng.random() < ATTEMPT else calm)
        state = rules.apply(state, action, None)
        yield [rules.news(state, seat) for seat in range(seats)]
