"""The cards and francs of [microfilms] and The Croupier (M1, M2, M3, C1)."""

from typing import Literal, TypeAlias

from brushpass.games.contract import Seat

Card: TypeAlias = str
"""An identity, item or action card by its id; copies of a card cannot be told apart."""

Nation: TypeAlias = str

Who: TypeAlias = Seat | Literal["croupier"]
"""Someone with a hand and francs: a seat, or the Croupier in the game with him (C4, C5)."""

Purse: TypeAlias = Who | Literal["house"]
"""Where francs can lie."""

CROUPIER: Literal["croupier"] = "croupier"
HOUSE: Literal["house"] = "house"

NATIONS: tuple[Nation, ...] = ("china", "uk", "usa", "ussr")

# M1: the identities.
AGENT: dict[Nation, Card] = {nation: f"agent-{nation}" for nation in NATIONS}
FREELANCERS: tuple[Card, ...] = ("broker", "hitman", "interpol", "journalist")
COVERS: tuple[Card, ...] = ("broker", "interpol", "journalist")
"""C1: in The Croupier each seat has one of these beside its agent; there is no hitman."""

# M1: the items and the actions.
FILM: dict[Nation, Card] = {nation: f"film-{nation}" for nation in NATIONS}
LETTER: dict[Nation, Card] = {nation: f"letter-{nation}" for nation in NATIONS}
ACE: Card = "ace"
STEAL: Card = "steal"
INTERROGATE: Card = "interrogate"
CASH_OUT: Card = "cash-out"
ACTIONS: tuple[Card, ...] = tuple(sorted([STEAL] * 2 + [INTERROGATE] * 3 + [CASH_OUT] * 3))

NATION: dict[Card, Nation] = {
    card[nation]: nation for card in (AGENT, FILM, LETTER) for nation in NATIONS
}
"""Whose an agent, a film or a letter is."""
FILMS: frozenset[Card] = frozenset(FILM.values())
BLOODSTAINED: frozenset[Card] = frozenset({STEAL, INTERROGATE})
"""M3: the five Blackmail cards."""

FRANCS = 10 * 1 + 10 * 2
"""M2: 10 chips of 1 franc and 10 of 2; the house gives change, so only amounts count."""
ACE_PRICE = 2
"""M21: what it costs to discard the ace."""
STARTING_FRANCS: dict[int, tuple[int, ...]] = {2: (), 3: (2,), 4: (2, 3), 5: (3, 4), 6: (3, 4, 5)}
"""M9: by the number of seats, who gets a franc, counted from the starting player as 0; C2: none."""
TURN_LIMIT = 500
"""M31: the option's value unless it is set."""
RICH = 10
"""C7: with so many francs the Croupier has beaten both."""
