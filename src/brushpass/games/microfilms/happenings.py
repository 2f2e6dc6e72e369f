"""What can happen at the table, in the order in which it does: the log of an action.

A happening is the truth. Those that are public are told to everyone as they are; those that carry
a card only some may see never leave the game but through `view.news`.

Three of them are uniform, so that a notebook can follow the table: every card that is laid on the
discard deck is a `Discarded`, every franc that moves is a `FrancsMoved`, and every change between
Suspect and Cleared is a `NowCleared` or a `NowSuspect`. `seat` may be "croupier" where he can be
meant.
"""

from dataclasses import dataclass
from typing import TypeAlias

from brushpass.games.contract import Event, Result, Seat
from brushpass.games.microfilms.actions import Place
from brushpass.games.microfilms.cards import Card, Nation, Purse, Who

# --- setup ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NationsChosen(Event):
    """M4: the three nations in play."""

    nations: tuple[Nation, ...]


@dataclass(frozen=True, slots=True)
class IdentitiesDealt:
    """M5, C1: each seat was dealt an identity; private, each to its seat, his to nobody (C11)."""

    seats: tuple[Card, ...]
    croupier: Card | None


@dataclass(frozen=True, slots=True)
class CoversDealt:
    """C1: each seat was dealt a second identity; private, each to its seat."""

    seats: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LetterPutAway(Event):
    """M6: one of the three letters went back to the box unseen; the two left are in the game."""


@dataclass(frozen=True, slots=True)
class ActionsDealt:
    """M7, C2: each seat was dealt one action card; private, each to its seat."""

    seats: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """M7: all other cards, `count` of them, are the draw deck."""

    count: int


@dataclass(frozen=True, slots=True)
class Started(Event):
    """M8: this seat starts."""

    seat: Seat


# --- turns ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """M10, C4: a seat's turn, or the Croupier's, has begun."""

    seat: Who


@dataclass(frozen=True, slots=True)
class FrancsMoved(Event):
    """M2: francs went from one purse to another; fewer than were due, down to 0, if that is all."""

    giver: Purse
    taker: Purse
    francs: int


@dataclass(frozen=True, slots=True)
class NowCleared(Event):
    """M13, M18, C4: someone who was Suspect is Cleared."""

    seat: Who


@dataclass(frozen=True, slots=True)
class NowSuspect(Event):
    """M18: someone who was Cleared is Suspect."""

    seat: Who


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """M14, M18, M20, M29, C4: a card was laid face up on the discard deck."""

    seat: Who
    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """M11, C4: the top card of the draw deck was drawn; private to its seat."""

    seat: Who
    card: Card


@dataclass(frozen=True, slots=True)
class DiscardTaken(Event):
    """M11: the top card of the discard deck was taken in hand, which everyone sees."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """M12: a seat passed; its franc follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered:
    """M13: a card was offered as a bribe; private to the seat that offers it."""

    seat: Seat
    target: Who
    card: Card


@dataclass(frozen=True, slots=True)
class Accepted:
    """M13: the bribe was accepted, and the card is the target's; private to the two."""

    seat: Seat
    target: Who
    card: Card


@dataclass(frozen=True, slots=True)
class BribeDeclined(Event):
    """M13: the bribe was declined; the card stays where it was, and what is paid follows."""

    seat: Seat
    target: Who


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    """M14: a seat takes an action; the card laid or the francs paid for it follow."""

    seat: Seat
    action: str
    """`steal`, `cash-out`, `interrogate` or `blackmail`."""
    target: Who | None


@dataclass(frozen=True, slots=True)
class Looked:
    """M17: the interrogator looked at a card of the target; private to the interrogator."""

    seat: Seat
    target: Who
    card: Card


@dataclass(frozen=True, slots=True)
class BlackmailAnswered(Event):
    """M18: the target of a seat's blackmail answered `pay`, `defend` or `refuse`."""

    seat: Seat
    target: Who
    answer: str


@dataclass(frozen=True, slots=True)
class Took:
    """M18: the blackmailer took a random card of the target's hand; private to the two."""

    seat: Seat
    target: Who
    card: Card


@dataclass(frozen=True, slots=True)
class EveningBegan(Event):
    """M22: the discard deck was shuffled to be the new draw deck of `count` cards."""

    evening: int
    count: int


# --- attempts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attempted(Event):
    """M19, M24-M28, C10: a seat attempts a win, with its identity, and what it reveals and names.

    `film` is revealed from its own hand, or by C10 named in the Croupier's.
    """

    seat: Seat
    attempt: str
    """`agent`, `journalist`, `hitman`, `broker`, `interpol` or `croupier` (C10)."""
    identity: Card
    film: Card | None
    target: Who | None
    places: tuple[Place, ...] | None


@dataclass(frozen=True, slots=True)
class HandedOver:
    """M25, M26, M28: the one named handed over an identity or a hand; private to the two."""

    seat: Seat
    target: Who
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """M29: a seat is out of the game, its identity revealed; its hand and francs follow."""

    seat: Seat
    identities: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """M24-M28, M31, C7, C8, C10: the game is over, and everything is shown."""

    result: Result


Public: TypeAlias = (
    NationsChosen
    | LetterPutAway
    | DeckShuffled
    | Started
    | TurnBegan
    | FrancsMoved
    | NowCleared
    | NowSuspect
    | Discarded
    | DiscardTaken
    | Passed
    | BribeDeclined
    | ActionTaken
    | BlackmailAnswered
    | EveningBegan
    | Attempted
    | Eliminated
    | Ended
)
Private: TypeAlias = (
    IdentitiesDealt | CoversDealt | ActionsDealt | Drew | Offered | Accepted | Looked | Took
) | HandedOver
Happening: TypeAlias = Public | Private
