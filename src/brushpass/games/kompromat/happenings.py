"""What can happen at the table, in the order in which it does: the log of an action.

A happening is the truth. Those that are public are told to everyone as they are; those that carry
a card only one seat may see never leave the game but through `view.news`.
"""

from dataclasses import dataclass
from typing import TypeAlias

from brushpass.games.contract import Event, Result, Seat
from brushpass.games.kompromat.cards import Card


@dataclass(frozen=True, slots=True)
class Started(Event):
    """K4: this seat starts round 1."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MissionsShuffled(Event):
    """K2, K7: the mission deck was shuffled, at the start or with what was put aside."""

    again: bool


@dataclass(frozen=True, slots=True)
class EquipmentShuffled(Event):
    """K5: a seat's equipment was shuffled."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MissionsLaid(Event):
    """K6: the four missions of a round, what lies under each, and what was put aside."""

    round: int
    starter: Seat
    missions: tuple[Card, ...]
    under: tuple[Card | None, ...]
    aside: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """K13: a seat is to draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """K8: the first card of a turn, which everyone sees."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """K8: where it was laid."""

    seat: Seat
    card: Card
    mission: int


@dataclass(frozen=True, slots=True)
class Pushed:
    """K9: a further card, laid face down. Private: only its seat has looked at it."""

    seat: Seat
    mission: int
    card: Card


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """K9, K15: a turn ended, by choice or not."""

    seat: Seat
    mission: int


@dataclass(frozen=True, slots=True)
class Used(Event):
    """K16: an item was used; `action` are its words."""

    seat: Seat
    item: Card
    action: str


@dataclass(frozen=True, slots=True)
class LookedAhead:
    """K24: the next cards of one's own deck. Private."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RevealBegan(Event):
    """K28: no more turns in this round."""

    round: int


@dataclass(frozen=True, slots=True)
class MissionReached(Event):
    """K28: this mission is the next to be resolved."""

    mission: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """K29: a seat that was asked uses nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """K20, K31: a seat's cards at a mission now lie face up."""

    seat: Seat
    mission: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """K31: a total, newspapers counted in."""

    seat: Seat
    mission: int
    total: int | float


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """K34: over 21; the cards are discarded."""

    seat: Seat
    mission: int


@dataclass(frozen=True, slots=True)
class TokensTaken(Event):
    """K34, K39: notoriety tokens taken, and how many the seat then has."""

    seat: Seat
    count: int
    held: int


@dataclass(frozen=True, slots=True)
class TokensShed(Event):
    """K18, K35: notoriety tokens discarded, and how many the seat then has."""

    seat: Seat
    count: int
    held: int


@dataclass(frozen=True, slots=True)
class TokensKept(Event):
    """K35: a perfect mission, and no token discarded for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """K37: a mission card goes to a seat."""

    seat: Seat
    mission: int
    card: Card


@dataclass(frozen=True, slots=True)
class Uncollected(Event):
    """K37, K38: a mission card goes to nobody."""

    mission: int
    card: Card


@dataclass(frozen=True, slots=True)
class UnderCollected(Event):
    """K39: the counter-intelligence under a collected card comes to light."""

    seat: Seat
    mission: int
    card: Card


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """K36, K42: the game is over, and everything is shown."""

    result: Result


Public: TypeAlias = (
    Started
    | MissionsShuffled
    | EquipmentShuffled
    | MissionsLaid
    | TurnBegan
    | Drew
    | Placed
    | Stopped
    | Used
    | RevealBegan
    | MissionReached
    | Passed
    | TurnedUp
    | Declared
    | Failed
    | TokensTaken
    | TokensShed
    | TokensKept
    | Collected
    | Uncollected
    | UnderCollected
    | Ended
)
Private: TypeAlias = Pushed | LookedAhead
Happening: TypeAlias = Public | Private
