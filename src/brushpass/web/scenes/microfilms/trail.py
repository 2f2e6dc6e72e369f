"""Which card lies where, as far as one viewer can follow it: names for elements, and no more.

A card keeps its name as it goes from place to place, so that the page can move it. Where the viewer
cannot see which card of a hand goes, the last one does, whatever it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from brushpass.games.contract import Event, Viewer
from brushpass.games.microfilms import happenings as told
from brushpass.games.microfilms.cards import Card, Who
from brushpass.games.microfilms.view import (
    ActionDealt,
    BribeAccepted,
    CardDrawn,
    CardTaken,
)
from brushpass.web.scenes import Line

Known = tuple[str, Card | None]
"""The name of an element, and which card it is if the viewer saw."""


@dataclass
class Trail:
    """The log, followed card by card."""

    viewer: Viewer
    hands: dict[Who, list[Known]] = field(default_factory=dict)
    discarded: list[str] = field(default_factory=list)
    """Top first."""
    drawn: int = 0
    evening: int = 1

    @classmethod
    def of(cls, log: Iterable[Line], viewer: Viewer) -> "Trail":
        trail = cls(viewer)
        for line in log:
            trail._follow(line.event)
        return trail

    @property
    def next(self) -> str:
        """The top card of the draw deck."""
        return f"deck {self.evening} {self.drawn}"

    @property
    def top(self) -> str:
        """The top card of the discard deck."""
        return self.discarded[0] if self.discarded else "discard"

    def backs(self, who: Who, count: int) -> tuple[str, ...]:
        """The cards of a hand that lie face down."""
        names = [name for name, _card in self.hands.get(who, [])]
        names += [f"hand {who} {number}" for number in range(len(names), count)]
        return tuple(names[:count])

    def hand(self, cards: tuple[Card, ...]) -> list[tuple[str, Card]]:
        """The viewer's own cards, in the order in which they came."""
        left, found = list(cards), []
        assert self.viewer is not None
        for name, card in self.hands.get(self.viewer, []):
            if card in left:
                left.remove(card)
                found.append((name, card))
        return found + [(f"own {number}", card) for number, card in enumerate(left)]

    def offered(self, who: Who, card: Card | None) -> str:
        """The card with which somebody bribes."""
        hand = self.hands.get(who, [])
        return hand[self._which(who, card)][0] if hand else f"hand {who} 0"

    def _which(self, who: Who, card: Card | None) -> int:
        """Which of a hand's cards goes: the one the viewer knows of, or else the last."""
        hand = self.hands.get(who, [])
        if who != self.viewer or card is None:
            return len(hand) - 1
        return next((at for at, (_name, known) in enumerate(hand) if known == card), len(hand) - 1)

    def _out(self, who: Who, card: Card | None) -> str:
        hand = self.hands.get(who, [])
        return hand.pop(self._which(who, card))[0] if hand else f"from {who}"

    def _in(self, who: Who, name: str, card: Card | None) -> None:
        self.hands.setdefault(who, []).append((name, card if who == self.viewer else None))

    def _follow(self, event: Event) -> None:
        match event:
            case ActionDealt(seats, card):
                for seat in range(seats):
                    self._in(seat, f"dealt {seat}", card)
            case CardDrawn(seat, card):
                self._in(seat, self.next, card)
                self.drawn += 1
            case told.DiscardTaken(seat, card):
                self._in(seat, self.discarded.pop(0) if self.discarded else "discard", card)
            case told.Discarded(seat, card):
                self.discarded.insert(0, self._out(seat, card))
            case BribeAccepted(seat, target, card):
                self._in(target, self._out(seat, card), card)
            case CardTaken(seat, target, card):
                self._in(seat, self._out(target, card), card)
            case told.EveningBegan(evening, _count):
                self.evening, self.drawn = evening, 0
                self.discarded = []
            case _:
                pass
