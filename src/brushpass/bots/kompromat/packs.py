"""Some equipment cards, their order forgotten: a deck as one who counts cards knows it.

A pack is a number with two bits for each face, so that taking a card out is a subtraction, and a
pack can be the key of what was worked out for it. All the packs of one seat are 6,144.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from brushpass.games.kompromat.cards import ACE, ACE_HIGH, LIMIT, VALUE, Card

Pack: TypeAlias = int
Total: TypeAlias = int | float

FACES: tuple[Card, ...] = tuple(VALUE)
ONE: dict[Card, Pack] = {face: 1 << 2 * place for place, face in enumerate(FACES)}
"""A pack of one card."""
EMPTY: Pack = 0


class Kind(NamedTuple):
    """A face in a pack."""

    face: Card
    one: Pack
    copies: int
    value: Total
    aces: int
    """1 for an ace."""


def packed(cards: Iterable[Card]) -> Pack:
    """These cards as a pack."""
    return sum(ONE[card] for card in cards)


@lru_cache(maxsize=8192)
def kinds(pack: Pack) -> tuple[Kind, ...]:
    """Its faces, and how often each is there."""
    return tuple(
        Kind(face, ONE[face], copies, VALUE[face], int(face == ACE))
        for place, face in enumerate(FACES)
        if (copies := pack >> 2 * place & 3)
    )


@lru_cache(maxsize=8192)
def size(pack: Pack) -> int:
    """How many cards it holds."""
    return sum(kind.copies for kind in kinds(pack))


@lru_cache(maxsize=4096)
def best(least: Total, aces: int) -> Total:
    """K31: the highest total not over 21 of cards that come to `least` with every ace as 1."""
    while aces and least + ACE_HIGH <= LIMIT:
        least, aces = least + ACE_HIGH, aces - 1
    return least


@lru_cache(maxsize=65536)
def beyond(pack: Pack, room: Total) -> int:
    """How many of its cards are more than fit."""
    return sum(kind.copies for kind in kinds(pack) if kind.value > room)
