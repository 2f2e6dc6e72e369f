"""What lies on the table: the frozen state of a game of Kompromat.

Tables and players are tuples with names: replacing a field of one costs a third of what it costs
in a frozen dataclass, and nearly all that the engine does is replacing fields.
"""

from typing import NamedTuple, TypeAlias

from brushpass.games.contract import Chance, Result, Seat, Status
from brushpass.games.kompromat.cards import EQUIPMENT, MISSIONS, Card
from brushpass.games.kompromat.happenings import Happening

Phase: TypeAlias = str
"""chance turn place push window declare adjust perfect rescue cover over"""


class Laid(NamedTuple):
    """An equipment card as it lies."""

    card: Card
    up: bool


UP = {card: Laid(card, True) for card in EQUIPMENT}
DOWN = {card: Laid(card, False) for card in EQUIPMENT}

Pile: TypeAlias = tuple[Laid, ...]
"""A seat's cards at a mission, in the order laid."""


class Mission(NamedTuple):
    """A mission as it was laid; its card and what lies under stay when it is resolved."""

    card: Card
    ci: Card | None
    resolved: bool


class Player(NamedTuple):
    """One side of the table."""

    deck: tuple[Card, ...] = ()
    """Top first."""
    piles: tuple[Pile, ...] = ((), (), (), ())
    newspapers: tuple[int, ...] = (0, 0, 0, 0)
    """K23: how many lie at this seat's side of each mission."""
    discard: Pile = ()
    """Out of the round; what lies face down here was never shown (K25)."""
    tokens: int = 0
    items: tuple[Card, ...] = ()
    """Unused, in the order gained."""
    used: tuple[Card, ...] = ()
    """In the order used."""
    won: tuple[Card, ...] = ()
    """Every mission card collected, items too."""
    last: int = 0
    """K21: the mission where the card drawn last lies face down, the last of its pile; 0: none."""


class State(NamedTuple):
    """Everything, hidden cards too."""

    phase: Phase = "chance"
    actor: Seat | None = None
    """Who must decide; None at chance and when all is over."""
    round: int = 1
    starter: Seat | None = None
    turn: Seat | None = None
    """Whose turn it is; None in the reveal."""
    current: int | None = None
    """The mission being drawn at, or being resolved."""
    drawn: Card | None = None
    """The face-up card that is still to be placed."""
    taking: int | None = None
    """K36: the tokens due while the seat is asked for a rescue."""
    mission_deck: tuple[Card, ...] = ()
    aside: int = 0
    """K7: how many cards at the bottom of the mission deck were put aside."""
    mission_discard: tuple[Card, ...] = ()
    missions: tuple[Mission, ...] = ()
    declared: tuple[int | float | None, ...] = (None, None)
    players: tuple[Player, Player] = (Player(), Player())
    passed: tuple[bool, ...] = (False, False)
    """K29: who has passed in the window that is open."""
    result: Result | None = None
    happened: tuple[Happening, ...] = ()
    """What the last action brought about."""

    def with_player(self, seat: Seat, player: Player) -> tuple[Player, Player]:
        """Both players, one of them changed."""
        return (player, self.players[1]) if seat == 0 else (self.players[0], player)

    def mission(self, number: int) -> Mission:
        return self.missions[number - 1]

    @property
    def reveal_order(self) -> tuple[Seat, Seat]:
        """K29: the round's starting seat, then the other."""
        return (0, 1) if self.starter == 0 else (1, 0)


def at(values: tuple[int, ...], mission: int, value: int) -> tuple[int, ...]:
    """The same values, but for one mission."""
    return (*values[: mission - 1], value, *values[mission:])


def piles_with(piles: tuple[Pile, ...], mission: int, pile: Pile) -> tuple[Pile, ...]:
    """The same piles, but for one mission."""
    return (*piles[: mission - 1], pile, *piles[mission:])


def status(state: State) -> Status:
    """Who must decide what, and how it ended."""
    return Status("chance" if state.phase == "chance" else state.actor, state.phase, state.result)


def chance(state: State) -> Chance | None:
    """The chance outcome that is due, in the order of the rules: K4, K2, K5, K7."""
    if state.phase != "chance":
        return None
    if state.starter is None:
        return Chance("first", ("0", "1"), 1)
    if not state.mission_deck:
        return Chance("missions", MISSIONS, len(MISSIONS))
    for seat, player in enumerate(state.players):
        if not player.deck:
            return Chance(f"equipment {seat}", EQUIPMENT, len(EQUIPMENT), seat=seat)
    deck = tuple(sorted(state.mission_deck))
    return Chance("reshuffle", deck, len(deck))
