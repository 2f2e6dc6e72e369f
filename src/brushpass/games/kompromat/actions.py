"""The actions of Kompromat and their words, as everyone writes them.

What a seat can ever say is a short list, so it is written out once (`WORDS`): a word that is not
in it is no action, and the same action is always the same object.
"""

from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from brushpass.games.contract import Seat, no_action
from brushpass.games.kompromat.cards import EQUIPMENT, Card


@dataclass(frozen=True, slots=True)
class First:
    """Chance: who starts round 1 (K4)."""

    seat: Seat

    def __str__(self) -> str:
        return f"first {self.seat}"


@dataclass(frozen=True, slots=True)
class ShuffleMissions:
    """Chance: the mission deck, top first (K2)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("missions", *self.cards))


@dataclass(frozen=True, slots=True)
class ShuffleEquipment:
    """Chance: a seat's equipment deck, top first (K5)."""

    seat: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("equipment", str(self.seat), *self.cards))


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance: the mission deck anew, with what was put aside (K7)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(("reshuffle", *self.cards))


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of one's deck (K8, K9)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Place:
    """Lay the card just drawn face up at a mission (K8)."""

    mission: int

    def __str__(self) -> str:
        return f"place {self.mission}"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn (K9)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Pass:
    """Use nothing, where one is asked (K29, K33, K36, K39)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Declare:
    """Say what one's cards at the mission come to (K31)."""

    total: int | float

    def __str__(self) -> str:
        return f"declare {self.total}"


@dataclass(frozen=True, slots=True)
class Shed:
    """Discard a token for a perfect mission (K35)."""

    def __str__(self) -> str:
        return "shed"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep all tokens at a perfect mission (K35)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Use:
    """Use an item (K16), or with the usb-stick one that was used before (K26)."""

    item: Card
    args: tuple[int, ...] = ()
    copied: bool = False
    """Through the usb-stick."""

    @property
    def card(self) -> Card:
        """The card that is used up."""
        return "usb-stick" if self.copied else self.item

    def __str__(self) -> str:
        sign = "+" if self.item == "vesper-martini" else ""
        stick = ("usb-stick",) if self.copied else ()
        return " ".join(("use", *stick, self.item, *(f"{arg:{sign}}" for arg in self.args)))


ChanceAction: TypeAlias = First | ShuffleMissions | ShuffleEquipment | Reshuffle
SeatAction: TypeAlias = Draw | Place | Stop | Pass | Declare | Shed | Keep | Use
Action: TypeAlias = ChanceAction | SeatAction

_MISSIONS = range(1, 5)
_ARGS: dict[Card, list[tuple[int, ...]]] = {
    "balaclava": [()],
    "chloroform": [()],
    "drone": [(mission,) for mission in _MISSIONS],
    "gps-tracker": [()],
    "jetpack": [(start, end) for start in _MISSIONS for end in _MISSIONS if start != end],
    "newspaper": [(mission,) for mission in _MISSIONS],
    "night-vision": [()],
    "stun-gun": list(product(_MISSIONS, range(1, len(EQUIPMENT) + 1))),
    "vesper-martini": [(1,), (-1,)],
}
"""What the words of each item can name: missions; for the stun-gun a position; a change."""

DRAW, STOP, PASS, SHED, KEEP = Draw(), Stop(), Pass(), Shed(), Keep()
PLACES = tuple(map(Place, _MISSIONS))
USES: dict[tuple[Card, tuple[int, ...], bool], Use] = {
    (item, args, copied): Use(item, args, copied)
    for item, each in _ARGS.items()
    for args in each
    for copied in (False, True)
}
_HIGHEST = 97
"""No total can be more: all 14 cards come to 90.5, with a newspaper and its copy to 96.5."""
_TOTALS = [half // 2 if half % 2 == 0 else half / 2 for half in range(2, 2 * _HIGHEST)]
_SEAT_ACTIONS: list[SeatAction] = [DRAW, STOP, PASS, SHED, KEEP, *PLACES, *USES.values()]

WORDS: dict[str, SeatAction] = {
    str(action): action for action in [*_SEAT_ACTIONS, *map(Declare, _TOTALS)]
}
"""Every action that a seat can ever make, by its words."""


def parse(words: str) -> Action:
    """The action that these words are; no other spelling is one."""
    action = WORDS.get(words)
    return _chance(words) if action is None else action


def _chance(words: str) -> ChanceAction:
    match words.split(" "):
        case ["first", ("0" | "1") as seat]:
            return First(int(seat))
        case ["missions", *cards]:
            return ShuffleMissions(tuple(cards))
        case ["equipment", ("0" | "1") as seat, *cards]:
            return ShuffleEquipment(int(seat), tuple(cards))
        case ["reshuffle", *cards]:
            return Reshuffle(tuple(cards))
        case _:
            raise no_action(words, "Kompromat", WORDS, "`draw`, `place 2`, `stop` or `use drone 3`")
