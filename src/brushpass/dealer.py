"""The dealer: chance outcomes from a seed, the same on every machine, in every language.

Outcome number n of a game (the number of the action, from 1) depends on the seed and n alone:

1. Bytes: block k (k = 0, 1, 2 …) is HMAC-SHA-256 with the seed (UTF-8) as key and the ASCII text
   `brushpass/1 <n> <k>` as message; the blocks follow one another.
2. A number below m: take the next byte, keep as many of its low bits as m-1 has (the top ones
   become 0), and take another byte as long as the result is not below m. For m = 1 it is 0 and
   takes no byte. Every value is equally likely: nothing is folded by a remainder.
3. Picking c of the cards, sorted by code point: for i = 0 … c-1 draw a number r below (how many
   there are, less i) and exchange the cards at i and i+r; the first c are the outcome.
4. Where some cards are dealt in any case (the three agents), the others are picked first as in 3,
   as many as are wanted, then these and the former, sorted, are all picked again as in 3.
   Where order does not matter (letters, nations) the outcome is then sorted.
"""

import hmac
import secrets
from collections.abc import Iterator
from typing import Protocol

from brushpass.games.contract import Chance


class Below(Protocol):
    """A source of unbiased whole numbers: at least 0, less than the argument."""

    def __call__(self, limit: int, /) -> int: ...


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def seed_for(whom: str, seed: str) -> str:
    """A seed for other chance than the deal's: whoever has it, a bot say, cannot get back."""
    key = seed.encode("utf-8", "surrogatepass")
    return hmac.digest(key, f"brushpass/1 for {whom}".encode(), "sha256").hex()


def deal(due: Chance, seed: str, number: int) -> str:
    """The outcome that this seed gives as action number `number`, as an action's words."""
    return pick_outcome(due, seeded(seed, number))


def pick_outcome(due: Chance, below: Below) -> str:
    """An outcome, each as likely as any other, by the numbers of any source."""
    cards = list(due.cards)
    if due.always:
        for card in due.always:
            cards.remove(card)
        others = _pick(cards, due.count - len(due.always), below)
        cards = sorted([*due.always, *others])
    picked = _pick(cards, due.count, below)
    return " ".join([due.words, *(picked if due.ordered else sorted(picked))])


def _pick(cards: list[str], count: int, below: Below) -> list[str]:
    cards = list(cards)
    for i in range(count):
        j = i + below(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards[:count]


def seeded(seed: str, number: int) -> Below:
    """The numbers that a seed gives for an action."""
    stream = _bytes(seed, number)

    def below(limit: int, /) -> int:
        assert 1 <= limit <= 256  # no deck is larger, so a byte is enough
        if limit == 1:
            return 0
        mask = (1 << (limit - 1).bit_length()) - 1
        return next(value for byte in stream if (value := byte & mask) < limit)

    return below


def _bytes(seed: str, number: int) -> Iterator[int]:
    # A JSON text can hold half a surrogate pair; it has bytes too, if unusual ones.
    key = seed.encode("utf-8", "surrogatepass")
    block = 0
    while True:
        yield from hmac.digest(key, b"brushpass/1 %d %d" % (number, block), "sha256")
        block += 1
