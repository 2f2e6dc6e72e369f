"""Kompromat in a terminal: its `picture` and its `words`."""

from brushpass.terminal.face import Face, one_way
from brushpass.terminal.kompromat.picture import draw, score
from brushpass.terminal.kompromat.words import (
    Teller,
    ending,
    opens_scene,
    question,
    shows_table,
    steps,
)

__all__ = ["KOMPROMAT"]

KOMPROMAT = Face(
    rivals=("Ottoline",),
    draw=draw,
    question=question,
    ways=one_way(steps),
    teller=Teller,
    opens_scene=opens_scene,
    shows_table=shows_table,
    ending=ending,
    score=score,
)
