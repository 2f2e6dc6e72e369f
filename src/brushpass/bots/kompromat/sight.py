"""What a bot sees at the table, and what it remembers of its own cards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from brushpass.bots.kompromat.packs import Pack, packed
from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import Card
from brushpass.games.kompromat.happenings import MissionsLaid
from brushpass.games.kompromat.knowledge import Hand, Knowledge, Side
from brushpass.games.kompromat.view import News, View

Told: TypeAlias = Sequence[tuple[int, News]]
MISSIONS = (1, 2, 3, 4)


@dataclass
class Memory:
    """The last knowledge that was worked out, and from which news: one step saved, nothing more.

    It is used only where those news come again, so that a bot made anew answers alike.
    """

    seat: Seat
    _heard: list[tuple[int, News]] = field(default_factory=list)
    _known: Knowledge | None = None

    def know(self, news: Told) -> Knowledge:
        """What the seat knows of this round's equipment: its own piles too, which K12 hides."""
        done = len(self._heard)
        fresh = news[done:]
        if self._known is None or self._heard != news[:done]:
            done = 0
            fresh = news[last_deal(news) :]
            self._known = Knowledge(self.seat)
        self._known = self._known.learn(event for _, event in fresh)
        self._heard = list(news)
        return self._known


def last_deal(news: Told) -> int:
    """Where the news of this round begin: nothing of the equipment outlasts a round (K5)."""
    start = len(news)
    while start and not isinstance(news[start - 1][1], MissionsLaid):
        start -= 1
    return start


@dataclass
class Sight:
    """The table before a seat, with what it knows of the equipment."""

    me: Seat
    view: View
    knowledge: Knowledge

    @property
    def other(self) -> Seat:
        return 1 - self.me

    @property
    def own(self) -> Side:
        return self.knowledge.sides[self.me]

    @property
    def theirs(self) -> Side:
        return self.knowledge.sides[self.other]

    def hand(self, mission: int) -> Hand:
        """The own cards at a mission."""
        return tuple(filter(None, (self.own.faces[slot] for slot in self.own.piles[mission - 1])))

    @cached_property
    def ahead(self) -> Hand:
        """The next cards of the own deck, as far as a night-vision or gps-tracker showed them."""
        faces = [self.own.faces[slot] for slot in self.own.deck]
        return tuple(filter(None, faces[: faces.index(None) if None in faces else None]))

    @cached_property
    def deck(self) -> Pack:
        """Which cards the own deck holds, in whatever order."""
        lying: list[Card | None] = [self.own.faces[slot] for slot in self.own.deck]
        return packed([*filter(None, lying), *self.own.unseen()])

    @cached_property
    def unresolved(self) -> list[int]:
        """The missions still to be decided in this round."""
        return [m for m in MISSIONS if not self.view.missions[m - 1].resolved]

    def open_to(self, seat: Seat) -> list[int]:
        """The missions that a seat has yet to attempt, if it has cards left."""
        side = self.view.players[seat]
        if self.view.turn is None or not side.deck:
            return []
        return [mission for mission in MISSIONS if not side.piles[mission - 1]]
