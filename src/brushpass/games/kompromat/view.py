"""The one door between a game of Kompromat and those who look at it (K12, K15, K43).

A view is built up from nothing. `View` has counts where decks are and no face where a card's back
is seen; `Opened` is the whole table, and is given only when the game is over.
"""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from brushpass.games.contract import HIDDEN, Event, Json, Seat, Viewer
from brushpass.games.kompromat.cards import Card
from brushpass.games.kompromat.happenings import Happening, LookedAhead, Public, Pushed
from brushpass.games.kompromat.state import Laid, Mission, Phase, Player, State


class Shown(NamedTuple):
    """An equipment card as someone sees it: its face, or None for its back."""

    card: Card | None
    up: bool


Deck = TypeVar("Deck", int, tuple[Card, ...])


@dataclass(frozen=True, slots=True)
class Side(Generic[Deck]):
    """One side of the table."""

    deck: Deck
    piles: tuple[tuple[Shown, ...], ...]
    newspapers: tuple[int, ...]
    discard: tuple[Shown, ...]
    tokens: int
    items: tuple[Card, ...]
    used: tuple[Card, ...]
    won: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Table(Generic[Deck]):
    """What lies before someone. Missions count from 1; `current` is the one in question."""

    phase: Phase
    actor: Seat | None
    round: int
    starter: Seat | None
    turn: Seat | None
    current: int | None
    drawn: Card | None
    taking: int | None
    mission_deck: Deck
    mission_discard: tuple[Card, ...]
    missions: tuple[Mission, ...]
    declared: tuple[int | float | None, ...]
    players: tuple[Side[Deck], Side[Deck]]

    def json(self) -> dict[str, Json]:
        """As protocol.md writes it."""
        return {
            "game": "kompromat",
            "phase": self.phase,
            "actor": "chance" if self.phase == "chance" else self.actor,
            "round": self.round,
            "starter": self.starter,
            "turn": self.turn,
            "current": self.current,
            "drawn": self.drawn,
            "taking": self.taking,
            "mission_deck": _deck_json(self.mission_deck),
            "mission_discard": list(self.mission_discard),
            "missions": [mission._asdict() for mission in self.missions],
            "declared": list(self.declared),
            "players": [_side_json(side) for side in self.players],
        }


@dataclass(frozen=True, slots=True)
class View(Table[int]):
    """What a seat or a spectator sees while the game is on."""


@dataclass(frozen=True, slots=True)
class Opened(Table[tuple[Card, ...]]):
    """The whole table."""


def view(state: State, viewer: Viewer) -> View | Opened:
    """K43: what lies before a seat, or before a spectator (None)."""
    if state.phase == "over":
        return opened(state)
    sides = tuple(_side(state, seat, viewer) for seat in (0, 1))
    return View(
        phase=state.phase,
        actor=state.actor,
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        current=state.current,
        drawn=state.drawn,
        taking=state.taking,
        mission_deck=len(state.mission_deck),
        mission_discard=state.mission_discard,
        missions=state.missions,
        declared=state.declared,
        players=(sides[0], sides[1]),
    )


def _side(state: State, seat: Seat, viewer: Viewer) -> Side[int]:
    player = state.players[seat]
    return Side(
        deck=len(player.deck),
        piles=tuple(
            tuple(_shown(laid, looks=may_look(state, seat, mission, viewer)) for laid in pile)
            for mission, pile in enumerate(player.piles, 1)
        ),
        newspapers=player.newspapers,
        discard=tuple(_shown(laid, looks=False) for laid in player.discard),
        tokens=player.tokens,
        items=player.items,
        used=player.used,
        won=player.won,
    )


def may_look(state: State, seat: Seat, mission: int, viewer: Viewer) -> bool:
    """K12: a seat may look at its own face-down cards at the mission while it draws there."""
    return viewer == seat == state.turn and state.current == mission


def _shown(laid: Laid, *, looks: bool) -> Shown:
    """K15, K25: a face that lies up, or that its seat may look at; else the back."""
    return Shown(laid.card if laid.up or looks else None, laid.up)


def opened(state: State) -> Opened:
    """Everything: for the end of the game, and for whoever holds the state anyway."""
    sides = tuple(_opened_side(player) for player in state.players)
    return Opened(
        phase=state.phase,
        actor=state.actor,
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        current=state.current,
        drawn=state.drawn,
        taking=state.taking,
        mission_deck=state.mission_deck,
        mission_discard=state.mission_discard,
        missions=state.missions,
        declared=state.declared,
        players=(sides[0], sides[1]),
    )


def _opened_side(player: Player) -> Side[tuple[Card, ...]]:
    return Side(
        deck=player.deck,
        piles=tuple(tuple(Shown(*laid) for laid in pile) for pile in player.piles),
        newspapers=player.newspapers,
        discard=tuple(Shown(*laid) for laid in player.discard),
        tokens=player.tokens,
        items=player.items,
        used=player.used,
        won=player.won,
    )


def _deck_json(deck: int | tuple[Card, ...]) -> Json:
    return deck if isinstance(deck, int) else list(deck)


def _card_json(shown: Shown) -> str:
    return HIDDEN if shown.card is None else shown.card


def _side_json(side: Side[int] | Side[tuple[Card, ...]]) -> dict[str, Json]:
    return {
        "deck": _deck_json(side.deck),
        "piles": [
            [[_card_json(shown), "up" if shown.up else "down"] for shown in pile]
            for pile in side.piles
        ],
        "newspapers": list(side.newspapers),
        "discard": [_card_json(shown) for shown in side.discard],
        "tokens": side.tokens,
        "items": list(side.items),
        "used": list(side.used),
        "won": list(side.won),
    }


# --- news -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PushedDown(Event):
    """K9: a further card was laid face down; `card` is None for all but its seat."""

    seat: Seat
    mission: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class NightVision(Event):
    """K24: the next cards of one's own deck; `cards` is None for all but its seat."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None


News = Public | PushedDown | NightVision


def news(state: State, viewer: Viewer) -> tuple[News, ...]:
    """What the action that led here showed to a seat, or to a spectator (None)."""
    return tuple(_told(happening, viewer) for happening in state.happened)


def _told(happening: Happening, viewer: Viewer) -> News:
    match happening:
        case Pushed(seat, mission, card):
            return PushedDown(seat, mission, card if viewer == seat else None)
        case LookedAhead(seat, cards):
            return NightVision(seat, len(cards), cards if viewer == seat else None)
        case _:
            return _public(happening)


def _public(happening: Public) -> Public:
    """What everyone is told as it is: the type says that no other happening gets here."""
    return happening
