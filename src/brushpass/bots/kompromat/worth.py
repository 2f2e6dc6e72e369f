"""What missions are worth: in points to come, and in chances of winning the game."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from brushpass.bots.kompromat.sight import Sight
from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import (
    ITEMS,
    MARKS,
    ROUNDS,
    SET_WORTH,
    SETS,
    TARGETS,
    TOKENS_LOSE,
    Card,
)

Worth: TypeAlias = float
Tokens: TypeAlias = Mapping[int, float]
"""How many tokens may come, each number with its chance."""

A_SET = 3
MISSIONS_IN_ALL = 4 * ROUNDS


@dataclass(frozen=True)
class Values:
    """In points, what things are worth while most of the game is to come."""

    use: Mapping[Card, float]
    """What having the use of an item is likely to bring."""
    danger: tuple[float, ...]
    """What holding so many tokens costs (K36)."""
    swing: float = 4.2
    """By how much one mission is likely to move the difference between the seats."""
    loss: float = 30.0
    """What losing the game at once is taken for, where chances are not looked at."""
    horizon: int = 20
    """With so many missions left or more, tokens are at their most dangerous."""

    def hope(self, left: int) -> float:
        """The part of an item's use that is left with so many missions to be decided."""
        return math.pow(min(1.0, left / 12), 0.6)

    def holding(self, tokens: int, left: int) -> float:
        """K36, K41: tokens are points; but nine lose, and the nearer the worse."""
        return tokens - self.danger[tokens] * min(1.0, left / self.horizon)


VALUES = Values(
    use={
        "balaclava": 2.0,
        "chloroform": 0.9,
        "drone": 0.6,
        "gps-tracker": 1.7,
        "jetpack": 1.0,
        "newspaper": 3.8,
        "night-vision": 0.9,
        "stun-gun": 4.4,
        "usb-stick": 3.0,
        "vesper-martini": 4.6,
    },
    danger=(0.0, 0.0, 0.2, 1.0, 2.5, 4.5, 7.0, 10.0, 14.0),
)
"""Rules of thumb, set by hand: what a good player has learnt to expect."""


@lru_cache(maxsize=256)
def set_worth(held: int, others: int, to_come: int) -> float:
    """K41: how far a set is likely to put its holder ahead, each of its cards to come being as
    likely to go to one seat as to the other."""
    ways = [math.comb(to_come, more) / (1 << to_come) for more in range(to_come + 1)]
    return sum(
        way * (SET_WORTH[held + more] - SET_WORTH[others + more]) for more, way in enumerate(ways)
    )


def ahead(difference: float, spread: float) -> float:
    """The chance of ending ahead, with so much still uncertain."""
    if spread <= 0:
        return 0.5 if not difference else float(difference > 0)
    return 0.5 * (1 + math.erf(difference / spread / math.sqrt(2)))


@dataclass
class Stakes:
    """What each way in which a mission may end is worth to the seat that looks."""

    sight: Sight
    values: Values
    winning: bool
    """Whether worths are chances of winning the game; else they are points."""
    shift: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    """By how much the other missions of the round are likely to change the difference."""
    spread: tuple[float, ...] | None = None
    """How uncertain (as a variance) the other missions of this round make it."""

    due: Sequence[tuple[Tokens, Tokens]] | None = None
    """The tokens that the other missions of the round may bring this seat and the other."""

    @cached_property
    def left(self) -> int:
        """How many missions are still to be decided, besides the one in question."""
        view = self.sight.view
        done = 4 * (view.round - 1) + sum(mission.resolved for mission in view.missions)
        return MISSIONS_IN_ALL - done - 1

    @cached_property
    def _held(self) -> dict[Card, tuple[int, int, int]]:
        """Of each set: how many are ours, theirs, and still to come or lying here."""
        view = self.sight.view
        mine, theirs = (view.players[seat].won for seat in (self.sight.me, self.sight.other))
        return {
            card: (
                mine.count(card),
                theirs.count(card),
                A_SET - mine.count(card) - theirs.count(card) - view.mission_discard.count(card),
            )
            for card in SETS
        }

    @cached_property
    def standing(self) -> float:
        """In points but for tokens, how far ahead this seat is likely to end."""
        view = self.sight.view
        plain, hope = 0.0, self.values.hope(self.left)
        for seat, sign in ((self.sight.me, 1), (self.sight.other, -1)):
            side = view.players[seat]
            plain += sign * sum(TARGETS.get(card, 0) + (card in ITEMS) for card in side.won)
            plain += sign * hope * sum(self.values.use[card] for card in side.items)
        return plain + sum(set_worth(*held) for held in self._held.values())

    def card(self, card: Card, seat: Seat) -> float:
        """In points, what collecting it brings a seat over nobody's collecting it."""
        if card in TARGETS:
            return TARGETS[card]
        if card in ITEMS:
            return 1 + self.values.use[card] * self.values.hope(self.left)
        mine, theirs, to_come = self._held[card]
        gone = set_worth(mine, theirs, to_come - 1)
        if seat == self.sight.me:
            return set_worth(mine + 1, theirs, to_come - 1) - gone
        return gone - set_worth(mine, theirs + 1, to_come - 1)

    def after(self, mission: int, points: float, mine: int = 0, theirs: int = 0) -> Worth:
        """When the mission has brought so many points, and tokens to both seats."""
        players = self.sight.view.players
        held = players[self.sight.me].tokens + mine
        others = players[self.sight.other].tokens + theirs
        if self.due is None:
            return self._ended(mission, points, held, others)
        ours, rivals = self.due[mission - 1]
        return sum(
            chance * other * self._ended(mission, points, held + more, others + further)
            for more, chance in ours.items()
            for further, other in rivals.items()
        )

    def _ended(self, mission: int, points: float, held: int, others: int) -> Worth:
        """With so many tokens in the hands of both seats."""
        if held >= TOKENS_LOSE and self._saved(self.sight.me):
            held, points = held - 2, points - 1
        if others >= TOKENS_LOSE and self._saved(self.sight.other):
            others, points = others - 2, points + 1
        if held >= TOKENS_LOSE:
            return 0.0 if self.winning else self.standing - self.values.loss
        if others >= TOKENS_LOSE:
            return 1.0 if self.winning else self.standing + self.values.loss
        holding = self.values.holding
        difference = self.standing + points + holding(held, self.left) - holding(others, self.left)
        if not self.winning:
            return difference
        if not self.left:
            difference += 0.01 * (held - others)  # K42: the tie-break
        return ahead(difference + self.shift[mission - 1], self._spread(mission))

    def _saved(self, seat: Seat) -> bool:
        """K36: whether a balaclava would be there in the last moment, for who looks so far."""
        return self.due is not None and "balaclava" in self.sight.view.players[seat].items

    def _spread(self, mission: int) -> float:
        here = sum(1 for m in self.sight.unresolved if m != mission)
        later = self.left - here
        variance = later * self.values.swing**2
        variance += here * self.values.swing**2 if self.spread is None else self.spread[mission - 1]
        return math.sqrt(variance)

    @cached_property
    def point(self) -> Worth:
        """What one point more is worth now."""
        mission = self.sight.view.current or self.sight.unresolved[0]
        return (self.after(mission, 1) - self.after(mission, -1)) / 2

    def ends(self, mission: int) -> "Ends":
        """Every way in which the mission may end."""
        card, ci, _ = self.sight.view.missions[mission - 1]
        marks = MARKS[ci] if ci else 0
        mine, theirs = self.card(card, self.sight.me), self.card(card, self.sight.other)
        return Ends(
            won=self.after(mission, mine, mine=marks),
            won_over=self.after(mission, mine, mine=marks, theirs=1),
            lost=self.after(mission, -theirs, theirs=marks),
            lost_over=self.after(mission, -theirs, mine=1, theirs=marks),
            nobody=self.after(mission, 0),
            over=self.after(mission, 0, mine=1),
            they_over=self.after(mission, 0, theirs=1),
            both_over=self.after(mission, 0, mine=1, theirs=1),
            shed=self.after(mission, mine, mine=marks - 1)
            if self.sight.view.players[self.sight.me].tokens
            else 0.0,
        )


@dataclass(frozen=True, slots=True)
class Ends:
    """The worth of each way in which a mission may end."""

    won: Worth
    won_over: Worth
    """This seat collects, the other has gone over and takes a token."""
    lost: Worth
    lost_over: Worth
    nobody: Worth
    over: Worth
    they_over: Worth
    both_over: Worth
    shed: Worth
    """Won with exactly 21, and a token discarded (K35)."""
