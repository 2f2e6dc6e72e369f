"""The one door between a game of [microfilms] and those who look at it (M23, M32, C11).

A view is built up from nothing. `View` has counts where decks and others' hands are, and no
letters; `Opened` is the whole table, and is given only when the game is over.
"""

from dataclasses import dataclass

from brushpass.games.contract import HIDDEN, Event, Json, Seat, Viewer
from brushpass.games.microfilms.cards import Card, Nation, Who
from brushpass.games.microfilms.happenings import (
    Accepted,
    ActionsDealt,
    CoversDealt,
    Drew,
    HandedOver,
    Happening,
    IdentitiesDealt,
    Looked,
    Offered,
    Public,
    Took,
)
from brushpass.games.microfilms.state import Pending, Phase, Player, State


@dataclass(frozen=True, slots=True)
class Side:
    """What lies before someone and is open to whoever looks: one's own, or all at the end."""

    identities: tuple[Card, ...]
    hand: tuple[Card, ...]
    francs: int
    cleared: bool
    eliminated: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """What lies before someone else: how many cards, and no faces but of who is eliminated."""

    identities: tuple[Card | None, ...]
    """M29: revealed, or None for each that lies face down."""
    hand: int
    francs: int
    cleared: bool
    eliminated: bool


@dataclass(frozen=True, slots=True)
class Due:
    """What an answer or a chance outcome is due for; the card of a bribe if one may know it."""

    kind: str
    by: Seat
    to: Who
    card: Card | None


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open before everyone."""

    phase: Phase
    actor: Seat | None
    active: Who | None
    agents: tuple[Nation, ...]
    evening: int
    turns: int
    house: int
    pending: Due | None


@dataclass(frozen=True, slots=True)
class View(Table):
    """What a seat or a spectator sees while the game is on."""

    deck: int
    discard: int
    top: Card | None
    """M23: of the discard deck only the top can be seen."""
    players: tuple[Side | Closed, ...]
    croupier: Closed | None

    def json(self) -> dict[str, Json]:
        """As protocol.md writes it."""
        discard = {"top": self.top, "count": self.discard}
        return _json(self, None, self.deck, discard, self.players, self.croupier)


@dataclass(frozen=True, slots=True)
class Opened(Table):
    """The whole table."""

    letters: tuple[Nation, ...]
    deck: tuple[Card, ...]
    discard: tuple[Card, ...]
    players: tuple[Side, ...]
    croupier: Side | None

    def json(self) -> dict[str, Json]:
        """As protocol.md writes it."""
        letters = list(self.letters) or None
        deck, discard = list(self.deck), list(self.discard)
        return _json(self, letters, deck, discard, self.players, self.croupier)


def view(state: State, viewer: Viewer) -> View | Opened:
    """M32: what lies before a seat, or before a spectator (None)."""
    if state.phase == "over":
        return opened(state)
    return View(
        phase=state.phase,
        actor=state.actor,
        active=state.active,
        agents=state.agents,
        evening=state.evening,
        turns=state.turns,
        house=state.house,
        pending=None if state.pending is None else _due(state.pending, viewer),
        deck=len(state.deck),
        discard=len(state.discard),
        top=state.discard[0] if state.discard else None,
        players=tuple(
            _side(player) if seat == viewer else _closed(player)
            for seat, player in enumerate(state.players)
        ),
        # C11: his hand and identity are hidden from both.
        croupier=None if state.croupier is None else _closed(state.croupier),
    )


def _side(player: Player) -> Side:
    return Side(*player)


def _closed(player: Player) -> Closed:
    hidden = (None,) * len(player.identities)
    return Closed(
        identities=player.identities if player.eliminated else hidden,
        hand=len(player.hand),
        francs=player.francs,
        cleared=player.cleared,
        eliminated=player.eliminated,
    )


def _due(pending: Pending, viewer: Viewer) -> Due:
    """M13: an offered card is unseen by all but the seat that offers it."""
    card = pending.card if viewer == pending.by else None
    return Due(pending.kind, pending.by, pending.to, card)


def opened(state: State) -> Opened:
    """Everything: for the end of the game, and for whoever holds the state anyway."""
    return Opened(
        phase=state.phase,
        actor=state.actor,
        active=state.active,
        agents=state.agents,
        evening=state.evening,
        turns=state.turns,
        house=state.house,
        pending=None if state.pending is None else Due(*state.pending),
        letters=state.letters,
        deck=state.deck,
        discard=state.discard,
        players=tuple(_side(player) for player in state.players),
        croupier=None if state.croupier is None else _side(state.croupier),
    )


def _json(
    table: Table,
    letters: Json,
    deck: Json,
    discard: Json,
    players: tuple[Side | Closed, ...],
    croupier: Side | Closed | None,
) -> dict[str, Json]:
    return {
        "game": "microfilms" if croupier is None else "croupier",
        "phase": table.phase,
        "actor": "chance" if table.phase == "chance" else table.actor,
        "active": table.active,
        "agents": list(table.agents),
        "letters": letters,
        "evening": table.evening,
        "turns": table.turns,
        "house": table.house,
        "deck": deck,
        "discard": discard,
        "players": [{**_side_json(player), "eliminated": player.eliminated} for player in players],
        "croupier": None if croupier is None else _side_json(croupier),
        "pending": None if table.pending is None else _due_json(table.pending),
    }


def _side_json(side: Side | Closed) -> dict[str, Json]:
    return {
        "identities": [HIDDEN if card is None else card for card in side.identities],
        "hand": side.hand if isinstance(side.hand, int) else list(side.hand),
        "francs": side.francs,
        "cleared": side.cleared,
    }


def _due_json(due: Due) -> dict[str, Json]:
    said: dict[str, Json] = {"kind": due.kind, "by": due.by, "to": due.to}
    if due.kind == "bribe":
        said["card"] = HIDDEN if due.card is None else due.card
    return said


# --- news -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IdentityDealt(Event):
    """M5, C1: each seat was dealt an identity; `identity` is one's own."""

    seats: int
    identity: Card | None


@dataclass(frozen=True, slots=True)
class CoverDealt(Event):
    """C1: each seat was dealt a second identity; `identity` is one's own."""

    seats: int
    identity: Card | None


@dataclass(frozen=True, slots=True)
class ActionDealt(Event):
    """M7, C2: each seat was dealt one action card; `card` is one's own."""

    seats: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """M11, C4: the top card of the draw deck was drawn; `card` is None for all but its seat."""

    seat: Who
    card: Card | None


@dataclass(frozen=True, slots=True)
class BribeOffered(Event):
    """M13: a card is offered; `card` is None for all but the seat that offers it."""

    seat: Seat
    target: Who
    card: Card | None


@dataclass(frozen=True, slots=True)
class BribeAccepted(Event):
    """M13: the offered card is the target's; `card` is None for all but the two."""

    seat: Seat
    target: Who
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardSeen(Event):
    """M17: an interrogator looked at a card of the target; `card` is None for all but it."""

    seat: Seat
    target: Who
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """M18: a blackmailer took a card of the target's hand; `card` is None for all but the two."""

    seat: Seat
    target: Who
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardsHandedOver(Event):
    """M25, M26, M28: the one named in an attempt handed over an identity or a hand to its maker;
    `cards` is None for all but the two.
    """

    seat: Seat
    target: Who
    cards: tuple[Card, ...] | None


News = (
    Public
    | IdentityDealt
    | CoverDealt
    | ActionDealt
    | CardDrawn
    | BribeOffered
    | BribeAccepted
    | CardSeen
    | CardTaken
    | CardsHandedOver
)


def news(state: State, viewer: Viewer) -> tuple[News, ...]:
    """What the action that led here showed to a seat, or to a spectator (None)."""
    return tuple(_told(happening, viewer) for happening in state.happened)


def _told(happening: Happening, viewer: Viewer) -> News:
    match happening:
        case IdentitiesDealt(cards, _):
            return IdentityDealt(len(cards), None if viewer is None else cards[viewer])
        case CoversDealt(cards):
            return CoverDealt(len(cards), None if viewer is None else cards[viewer])
        case ActionsDealt(cards):
            return ActionDealt(len(cards), None if viewer is None else cards[viewer])
        case Drew(seat, card):
            return CardDrawn(seat, card if viewer == seat else None)
        case Offered(seat, target, card):
            return BribeOffered(seat, target, card if viewer == seat else None)
        case Accepted(seat, target, card):
            return BribeAccepted(seat, target, card if viewer in (seat, target) else None)
        case Looked(seat, target, card):
            return CardSeen(seat, target, card if viewer == seat else None)
        case Took(seat, target, card):
            return CardTaken(seat, target, card if viewer in (seat, target) else None)
        case HandedOver(seat, target, cards):
            return CardsHandedOver(seat, target, cards if viewer in (seat, target) else None)
        case _:
            return _public(happening)


def _public(happening: Public) -> Public:
    """What everyone is told as it is: the type says that no other happening gets here."""
    return happening
