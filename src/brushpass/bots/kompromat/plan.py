"""A seat's thoughts about its side of the round: what stopping, drawing and laying are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from brushpass.bots.kompromat.curves import Curve
from brushpass.bots.kompromat.odds import ABSENT, Rival, rival
from brushpass.bots.kompromat.packs import Total, best, size
from brushpass.bots.kompromat.sight import Sight
from brushpass.bots.kompromat.solving import Coming, Turn
from brushpass.bots.kompromat.worth import Stakes, Worth
from brushpass.games.kompromat.actions import DRAW, KEEP, SHED, STOP, Declare, Place, SeatAction
from brushpass.games.kompromat.cards import ACE, MARKS, NEWSPAPER, VALUE, Card
from brushpass.games.kompromat.knowledge import Hand


@dataclass
class Plan:
    """What can be done at the table as it lies, and what that is worth."""

    sight: Sight
    stakes: Stakes

    exact: Sequence[int] = ()
    """With one mission to come, with two, …: up to which size a deck is solved to the end."""

    @cached_property
    def rivals(self) -> dict[int, Rival]:
        """The other seat at each mission still to be decided in this round."""
        return {mission: rival(self.sight, mission) for mission in self.sight.unresolved}

    @cached_property
    def curves(self) -> dict[int, Curve]:
        return {m: Curve(self.stakes.ends(m), rival) for m, rival in self.rivals.items()}

    @cached_property
    def coming(self) -> Coming:
        papers = {mission: self.papers(mission) for mission in self.curves}
        later = len([mission for mission in self.open if mission != self.sight.view.current])
        later -= self.sight.view.phase == "place"
        exact = 0 < later <= len(self.exact) and size(self.sight.deck) <= self.exact[later - 1]
        return Coming(self.curves, papers, exact)

    def papers(self, mission: int) -> int:
        """K23: what newspapers add to this seat's total."""
        view, me = self.sight.view, self.sight.me
        return NEWSPAPER * view.players[me].newspapers[mission - 1]

    @cached_property
    def open(self) -> list[int]:
        return self.sight.open_to(self.sight.me)

    def turn(self, mission: int, freed: int | None = None) -> Turn:
        """Drawing at a mission, with the other open ones still to come; one more if it is freed."""
        later = [m for m in self.open if m != mission]
        return self.coming.turn(mission, tuple(later if freed is None else [*later, freed]))

    def turn_against(self, mission: int, rival: Rival) -> Turn:
        """The same if the other seat stood otherwise there."""
        return Turn(self.against(mission, rival), self.coming, self.turn(mission).later)

    def pile(self, mission: int, hand: Hand | None = None) -> tuple[Total, int, int]:
        """What a hand there comes to with each ace as 1, its aces, its cards."""
        cards = self.sight.hand(mission) if hand is None else hand
        least = sum(VALUE[card] for card in cards) + self.papers(mission)
        return least, cards.count(ACE), len(cards)

    def placing(self, mission: int, card: Card) -> Worth:
        """Laying the card just drawn at a mission, and going on as is best."""
        turn = self.turn(mission)
        deck, ahead = self.sight.deck, self.sight.ahead
        return turn.seeing(deck, *self.pile(mission, (card,)), ahead)

    def stopping(self, mission: int) -> Worth:
        return self.turn(mission).stopping(self.sight.deck, *self.pile(mission))

    def drawing(self, mission: int, turn: Turn) -> Worth:
        pile, deck, ahead = self.pile(mission), self.sight.deck, self.sight.ahead
        return turn.drawing_seen(deck, *pile, ahead) if ahead else turn.drawing(deck, *pile)

    def hand_worth(self, mission: int, hand: Hand, curve: Curve | None = None) -> Worth:
        """What a hand that is complete is worth at a mission; none, what being absent is."""
        curve = curve or self.curves[mission]
        if not hand:
            return curve.at(ABSENT, 0)
        least, aces, cards = self.pile(mission, hand)
        return curve.at(best(least, aces), cards)

    def against(self, mission: int, rival: Rival) -> Curve:
        """The curve at a mission if the other seat stood otherwise."""
        return Curve(self.curves[mission].ends, rival)

    # --- every action but uses of items ----------------------------------------------------------

    def counted(self, legal: Sequence[SeatAction]) -> dict[SeatAction, Worth]:
        """The actions that the phase is for, with their worths; none in a window."""
        view = self.sight.view
        if view.phase == "turn":
            return {DRAW: 0.0}
        if view.phase == "place":
            assert view.drawn is not None
            places = [each for each in legal if isinstance(each, Place)]
            return {each: self.placing(each.mission, view.drawn) for each in places}
        mission = view.current
        assert mission is not None  # as in every phase but those two
        if view.phase == "push":
            if DRAW not in legal:
                return {STOP: 0.0}
            turn = self.turn(mission)
            return {DRAW: self.drawing(mission, turn), STOP: self.stopping(mission)}
        if view.phase == "declare":
            curve, cards = self.curves[mission], len(self.sight.hand(mission))
            declares = [each for each in legal if isinstance(each, Declare)]
            return {each: curve.at(each.total, cards) for each in declares}
        if view.phase == "perfect":
            ci = view.missions[mission - 1].ci
            marks, after = MARKS[ci] if ci else 0, self.stakes.after
            return {KEEP: after(mission, 0, marks), SHED: after(mission, 0, marks - 1)}
        return {}
