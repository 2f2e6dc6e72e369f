"""The actions of [microfilms] and The Croupier and their words, as everyone writes them.

What a seat can ever say is a list of some hundreds, so it is written out once (`WORDS`): a word
that is not in it is no action, and the same action is always the same object.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Literal, TypeAlias

from brushpass.games.contract import no_action
from brushpass.games.microfilms.cards import (
    ACE,
    ACTIONS,
    CROUPIER,
    FILM,
    INTERROGATE,
    LETTER,
    STEAL,
    Card,
    Who,
)

Source: TypeAlias = Literal["deck", "discard"]
Place: TypeAlias = Who | Source
"""M27: where a letter can be."""
Means: TypeAlias = str
"""M17, M18: how an action is paid for: with a card, or `pay` for francs."""

KINDS = frozenset(
    "agents identities covers letters actions deck first show take drop shuffle".split()
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Chance: any of its outcomes, by its kind and what came up (a starter by the seat's digit)."""

    kind: str
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join((self.kind, *self.cards))


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of one of the two decks (M11)."""

    source: Source

    def __str__(self) -> str:
        return f"draw {self.source}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Take 1 franc from the house (M12)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Bribe:
    """Offer a card of one's hand, unseen (M13)."""

    target: Who
    card: Card

    def __str__(self) -> str:
        return f"bribe {self.target} {self.card}"


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the card that is offered (M13)."""

    def __str__(self) -> str:
        return "accept"


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave the card that is offered, and pay (M13)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Steal:
    """Take francs from an opponent (M15)."""

    target: Who

    def __str__(self) -> str:
        return f"steal {self.target}"


@dataclass(frozen=True, slots=True)
class CashOut:
    """Take francs from the house (M16)."""

    def __str__(self) -> str:
        return "cash-out"


@dataclass(frozen=True, slots=True)
class Interrogate:
    """Look at a random card of an opponent (M17)."""

    target: Who
    means: Means
    """`card` or `pay`."""

    def __str__(self) -> str:
        return f"interrogate {self.target} {self.means}"


@dataclass(frozen=True, slots=True)
class Blackmail:
    """Make an opponent pay, defend or refuse (M18)."""

    target: Who
    means: Means
    """The card laid for it, or `pay`."""

    def __str__(self) -> str:
        return f"blackmail {self.target} {self.means}"


@dataclass(frozen=True, slots=True)
class Pay:
    """Answer a blackmail with 2 francs (M18)."""

    def __str__(self) -> str:
        return "pay"


@dataclass(frozen=True, slots=True)
class Defend:
    """Answer a blackmail with a cash-out card (M18)."""

    def __str__(self) -> str:
        return "defend"


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer a blackmail with nothing (M18)."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True, slots=True)
class WinAgent:
    """Attempt a win by revealing a film (M24)."""

    film: Card

    def __str__(self) -> str:
        return f"win agent {self.film}"


@dataclass(frozen=True, slots=True)
class WinJournalist:
    """Attempt a win by revealing a film and naming whose it is (M25)."""

    film: Card
    target: Who

    def __str__(self) -> str:
        return f"win journalist {self.film} {self.target}"


@dataclass(frozen=True, slots=True)
class WinHitman:
    """Attempt a win by naming who holds the ace (M26)."""

    target: Who

    def __str__(self) -> str:
        return f"win hitman {self.target}"


@dataclass(frozen=True, slots=True)
class WinBroker:
    """Attempt a win by naming where the two letters are (M27)."""

    places: tuple[Place, Place]

    def __str__(self) -> str:
        return f"win broker {self.places[0]} {self.places[1]}"


@dataclass(frozen=True, slots=True)
class WinInterpol:
    """Attempt a win by naming a Suspect with a bloodstained card (M28)."""

    target: Who

    def __str__(self) -> str:
        return f"win interpol {self.target}"


@dataclass(frozen=True, slots=True)
class WinCroupier:
    """Attempt a win by naming a film in the Croupier's hand (C10)."""

    film: Card

    def __str__(self) -> str:
        return f"win croupier {self.film}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay down a card over the hand limit (M20)."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


Attempt: TypeAlias = WinAgent | WinJournalist | WinHitman | WinBroker | WinInterpol | WinCroupier
Turn: TypeAlias = Draw | Pass | Bribe | Steal | CashOut | Interrogate | Blackmail | Attempt
Answer: TypeAlias = Accept | Decline | Pay | Defend | Refuse
SeatAction: TypeAlias = Turn | Answer | Discard
Action: TypeAlias = Outcome | SeatAction

_SEATS = range(6)
_ANYONE: tuple[Who, ...] = (*_SEATS, CROUPIER)
_CARDS = (*FILM.values(), *LETTER.values(), ACE, *sorted(set(ACTIONS)))
_PLACES: tuple[Place, ...] = (*_SEATS, CROUPIER, "deck", "discard")
"""In the order in which two of them are written."""

# Each action once, by what it names.
DRAW_DECK, DRAW_DISCARD, PASS, CASH_OUT = Draw("deck"), Draw("discard"), Pass(), CashOut()
ACCEPT, DECLINE, PAY, DEFEND, REFUSE = Accept(), Decline(), Pay(), Defend(), Refuse()
BRIBES = {(target, card): Bribe(target, card) for target in _ANYONE for card in _CARDS}
STEALS = {target: Steal(target) for target in _ANYONE}
INTERROGATIONS = {
    (target, means): Interrogate(target, means) for target in _ANYONE for means in ("card", "pay")
}
BLACKMAILS = {
    (target, means): Blackmail(target, means)
    for target in _ANYONE
    for means in (STEAL, INTERROGATE, "pay")
}
AGENT_WINS = {film: WinAgent(film) for film in FILM.values()}
JOURNALIST_WINS = {
    (film, target): WinJournalist(film, target) for film in FILM.values() for target in _ANYONE
}
HITMAN_WINS: dict[Who, WinHitman] = {target: WinHitman(target) for target in _SEATS}
BROKER_WINS = {
    (first, second): WinBroker((first, second))
    for first, second in combinations_with_replacement(_PLACES, 2)
}
INTERPOL_WINS = {target: WinInterpol(target) for target in _ANYONE}
CROUPIER_WINS = {film: WinCroupier(film) for film in FILM.values()}
DISCARDS = {card: Discard(card) for card in _CARDS}

_SEAT_ACTIONS: tuple[SeatAction, ...] = (
    *(DRAW_DECK, DRAW_DISCARD, PASS, CASH_OUT),
    *(ACCEPT, DECLINE, PAY, DEFEND, REFUSE),
    *BRIBES.values(),
    *STEALS.values(),
    *INTERROGATIONS.values(),
    *BLACKMAILS.values(),
    *AGENT_WINS.values(),
    *JOURNALIST_WINS.values(),
    *HITMAN_WINS.values(),
    *BROKER_WINS.values(),
    *INTERPOL_WINS.values(),
    *CROUPIER_WINS.values(),
    *DISCARDS.values(),
)

WORDS: dict[str, SeatAction] = {str(action): action for action in _SEAT_ACTIONS}
"""Every action that a seat can ever make in one of the two games, by its words."""


def parse(words: str) -> Action:
    """The action that these words are; no other spelling is one."""
    action = WORDS.get(words)
    if action is not None:
        return action
    kind, *cards = words.split(" ")
    if kind in KINDS:
        return Outcome(kind, tuple(cards))
    such_as = "`draw deck`, `bribe 2 ace` or `win agent film-uk`"
    raise no_action(words, "[microfilms] or The Croupier", WORDS, such_as)


def attempt_name(action: Attempt) -> str:
    """The second word of an attempt: who makes it, `agent` for both kinds of agents' attempts."""
    return str(action).split(" ")[1]
