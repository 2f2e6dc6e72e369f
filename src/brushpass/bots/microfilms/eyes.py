"""The table before a seat, and the odds of hidden things as its notebook leaves them.

What is left open in the exact notebook of `knowledge` is taken for equally likely: no guess at why
anyone acted.
"""

from dataclasses import dataclass

from brushpass.games.contract import Seat
from brushpass.games.microfilms.cards import CROUPIER, NATION, Card, Nation, Who
from brushpass.games.microfilms.knowledge import Knowledge, Place
from brushpass.games.microfilms.view import Closed, Side, View


@dataclass(frozen=True)
class Eyes:
    """The table before a seat, and its notebook."""

    me: Seat
    view: View
    known: Knowledge

    @property
    def own(self) -> Side:
        """What lies before the seat itself."""
        side = self.view.players[self.me]
        assert isinstance(side, Side)
        return side

    @property
    def nation(self) -> Nation | None:
        """The nation of an agent."""
        return NATION.get(self.own.identities[0])

    def side(self, who: Who) -> Side | Closed:
        """What lies before somebody, as far as it is seen."""
        side = self.view.croupier if who == CROUPIER else self.view.players[who]
        assert side is not None
        return side

    def cards_at(self, place: Place) -> int:
        """How many cards lie somewhere."""
        match place:
            case "deck":
                return self.view.deck
            case "discard":
                return self.view.discard
            case "box":
                return 1
        hand = self.side(place).hand
        return hand if isinstance(hand, int) else len(hand)

    def chance_of(self, card: Card, place: Place) -> float:
        """How likely it is that the card lies there: each card that it could be weighs alike."""
        places = self.known.places(card)
        if place not in places:
            return 0.0
        return self.cards_at(place) / sum(self.cards_at(each) for each in places)

    def chance_is(self, who: Who, identity: Card) -> float:
        """How likely it is that somebody is this: everyone who could be weighs alike."""
        could = [each for each in self._everyone() if identity in self.known.can_be(each)]
        return 1 / len(could) if who in could else 0.0

    def chance_allied(self, nation: Nation, other: Nation) -> float:
        """How likely it is that these two nations are allied."""
        pairs = self.known.allied_nations()
        return sum({nation, other} == set(pair) for pair in pairs) / len(pairs)

    def _everyone(self) -> list[Who]:
        seats: list[Who] = list(range(len(self.view.players)))
        return seats if self.view.croupier is None else [*seats, CROUPIER]
