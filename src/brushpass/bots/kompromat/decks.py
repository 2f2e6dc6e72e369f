"""How good a deck is, whatever the missions: worked out beforehand for every pack.

Written by `tools/kompromat_decks.py`, which says what the numbers are.
"""

from functools import cache
from itertools import product
from pathlib import Path

from brushpass.bots.kompromat.packs import FACES, ONE, Pack
from brushpass.games.kompromat.cards import EQUIPMENT

TABLE = Path(__file__).with_name("decks.bin")
"""For one, two and three missions, a byte for each of the 6,144 packs."""
MOST = 1.0
"""In stakes a mission, what the byte 255 stands for."""


def every_deck() -> list[Pack]:
    """Every pack of one seat's cards, in the order of the table."""
    copies = [range(EQUIPMENT.count(face) + 1) for face in FACES]
    return [
        sum(count * ONE[face] for count, face in zip(counts, FACES, strict=True))
        for counts in product(*copies)
    ]


def promise(deck: Pack, missions: int) -> float:
    """In stakes, what a deck is likely to bring at so many missions together."""
    return _promises()[missions - 1][deck]


@cache
def _promises() -> tuple[dict[Pack, float], ...]:
    decks, table = every_deck(), TABLE.read_bytes()
    return tuple(
        {
            deck: byte / 255 * MOST * missions
            for deck, byte in zip(decks, table[start : start + len(decks)], strict=True)
        }
        for missions, start in enumerate(range(0, len(table), len(decks)), 1)
    )
