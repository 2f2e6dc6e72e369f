"""What lies on the table: the frozen state of a game of [microfilms] or The Croupier.

As in Kompromat, tables and players are tuples with names: replacing a field of one is what the
engine does nearly all the time.
"""

from typing import Literal, NamedTuple, TypeAlias

from brushpass.games.contract import Result, Seat, Status
from brushpass.games.microfilms.cards import FRANCS, TURN_LIMIT, Card, Nation, Who
from brushpass.games.microfilms.happenings import Happening

Phase: TypeAlias = str
"""chance action bribe blackmail discard over"""


class Player(NamedTuple):
    """A seat, or the Croupier, with what lies before it."""

    identities: tuple[Card, ...] = ()
    """M5: one; C1: a seat of The Croupier has its agent, then its cover."""
    hand: tuple[Card, ...] = ()
    """Sorted."""
    francs: int = 0
    cleared: bool = False
    """M10: everyone starts Suspect."""
    eliminated: bool = False

    @property
    def hand_limit(self) -> int:
        """M20: 1 card if Suspect, 2 if Cleared."""
        return 2 if self.cleared else 1


class Pending(NamedTuple):
    """What an answer or a chance outcome is due for."""

    kind: Literal["bribe", "blackmail", "interrogate"]
    by: Seat
    to: Who
    card: Card | None = None
    """M13: the card that is offered; it is still in the hand of who offers it."""


class State(NamedTuple):
    """Everything, hidden cards too."""

    phase: Phase = "chance"
    actor: Seat | None = None
    """Who must decide; None at chance and when all is over."""
    active: Who | None = None
    """Whose turn it is, or was when the game ended; None before there is a starter."""
    last: Seat = 0
    """The seat whose turn it is, or in the Croupier's turn was before it."""
    agents: tuple[Nation, ...] = ()
    letters: tuple[Nation, ...] = ()
    """M6: the two in play: those allied."""
    evening: int = 1
    turns: int = 0
    """M31: finished turns of seats."""
    house: int = FRANCS
    deck: tuple[Card, ...] = ()
    """Top first."""
    discard: tuple[Card, ...] = ()
    """Top first."""
    players: tuple[Player, ...] = ()
    croupier: Player | None = None
    """None in a game without him."""
    pending: Pending | None = None
    turn_limit: int = TURN_LIMIT
    result: Result | None = None
    happened: tuple[Happening, ...] = ()
    """What the last action brought about."""

    def holds(self, who: Who) -> Player:
        """What lies before someone."""
        if isinstance(who, int):
            return self.players[who]
        assert self.croupier is not None  # he is named only where he plays
        return self.croupier

    def having(self, who: Who, player: Player) -> "State":
        """The same table, but for what lies before someone."""
        if isinstance(who, int):
            players = (*self.players[:who], player, *self.players[who + 1 :])
            return self._replace(players=players)
        return self._replace(croupier=player)


def status(state: State) -> Status:
    """Who must decide what, and how it ended."""
    return Status("chance" if state.phase == "chance" else state.actor, state.phase, state.result)
