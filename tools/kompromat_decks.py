"""Work out how good every deck of Kompromat is, and write the table that the bots read.

    python tools/kompromat_decks.py

A player that knows its deck and has one, two or three missions before it, draws and stops as is
best against a usual opponent; what that brings, in stakes, is one byte of the table.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from brushpass.bots.kompromat.decks import MOST, TABLE, every_deck  # noqa: E402 (path before)
from brushpass.bots.kompromat.odds import ABSENT, OVER, usual  # noqa: E402
from brushpass.bots.kompromat.packs import Pack, Total, best, kinds, size  # noqa: E402
from brushpass.games.kompromat.cards import LIMIT  # noqa: E402

TOKEN = -0.02
"""In stakes, what a token costs: a point, but one of nine."""


def worth(total: Total) -> float:
    """In stakes, what a total is worth against a usual opponent: 0 to be absent, 1 for a 21."""

    def balance(mine: Total) -> float:
        out = mine == ABSENT
        return sum(
            chance * (-1 if theirs != OVER and (out or theirs > mine) else theirs != mine)
            for theirs, chance in usual().items()
            if theirs != ABSENT and not (out and theirs == OVER)
        )

    least = balance(ABSENT)
    return (balance(total) - least) / (balance(LIMIT) - least)


def promises(before: dict[Pack, float]) -> dict[Pack, float]:
    """What each deck brings with one mission more than these were worked out for."""
    worths = {half / 2: worth(half / 2) for half in range(1, 2 * LIMIT + 1)}
    known: dict[tuple[Pack, Total, int], float] = {}

    def going_on(deck: Pack, least: Total, aces: int) -> float:
        if least > LIMIT:
            return TOKEN + before[deck]
        if (deck, least, aces) not in known:
            total = best(least, aces)
            stopping = worths[total] + before[deck]
            drawing = drawn(deck, least, aces) if deck and total < LIMIT else stopping
            known[deck, least, aces] = max(stopping, drawing)
        return known[deck, least, aces]

    def drawn(deck: Pack, least: Total, aces: int) -> float:
        return sum(
            kind.copies * going_on(deck - kind.one, least + kind.value, aces + kind.aces)
            for kind in kinds(deck)
        ) / size(deck)

    return {deck: drawn(deck, 0, 0) if deck else 0.0 for deck in every_deck()}


def main() -> None:
    """Mission by mission, the fewest first."""
    promise = dict.fromkeys(every_deck(), 0.0)
    table = bytearray()
    for missions in (1, 2, 3):
        promise = promises(promise)
        table += bytes(round(255 * worth / missions / MOST) for worth in promise.values())
    TABLE.write_bytes(bytes(table))
    print(f"{TABLE.relative_to(ROOT)}: {len(table)} bytes")


if __name__ == "__main__":
    main()
