"""The cards of Kompromat, their numbers and what they are worth (K1, K2, K3)."""

from typing import TypeAlias

Card: TypeAlias = str
"""An equipment or mission card by its id; copies of a card cannot be told apart."""

# K1: each seat has the same 14 equipment cards. Whole values are ints, and there is only one
# half, so that a total is an int exactly when it is whole and is written without a point.
VALUE: dict[Card, int | float] = {
    "0.5": 0.5,
    "A": 1,  # or 11: what it counts is declared at the reveal (K31)
    **{str(number): number for number in range(2, 11)},
}
EQUIPMENT: tuple[Card, ...] = tuple(sorted("0.5 A A 2 3 4 5 6 7 7 7 8 9 10".split()))
ACE = "A"
ACE_HIGH = 10
"""What an ace adds when it counts 11 and not 1."""
LIMIT = 21
NEWSPAPER = 3
"""K23: what a newspaper adds to a total."""

# K2: the 29 mission cards.
TARGETS: dict[Card, int] = {
    "informant": 5,
    "pursuit": 4,
    "safe-house": 4,
    "airport": 3,
    "interrogation": 3,
    "locker": 3,
    "barmaid": 2,
    "hotel": 2,
}
SETS: tuple[Card, ...] = ("code", "document")
SET_WORTH = (0, 2, 6, 12)
"""K41: what holding so many of a set is worth in all."""
MARKS: dict[Card, int] = {"ci-1": 1, "ci-2": 2, "ci-3": 3}
"""Counter-intelligence and its exclamation marks."""
ITEMS: tuple[Card, ...] = (
    "balaclava",
    "chloroform",
    "drone",
    "gps-tracker",
    "jetpack",
    "newspaper",
    "night-vision",
    "stun-gun",
    "usb-stick",
    "vesper-martini",
)
MISSIONS: tuple[Card, ...] = tuple(
    sorted([*TARGETS, *SETS * 3, *ITEMS, "ci-1", "ci-1", "ci-2", "ci-2", "ci-3"])
)

# K3: the supply holds 18 tokens; it cannot run out before somebody has lost (K36), so nothing
# counts it down.
TOKENS = 18
TOKENS_LOSE = 9
ROUNDS = 6
