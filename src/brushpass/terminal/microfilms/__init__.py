"""[microfilms] and The Croupier in a terminal: `picture`, `notebook`, `log` and `keys`.

Both games have one face; the Croupier is drawn, named and asked about where he plays.
"""

from functools import partial

from brushpass.terminal.face import Face
from brushpass.terminal.microfilms.keys import question, ways
from brushpass.terminal.microfilms.log import Teller, ending, opens_scene, shows_table
from brushpass.terminal.microfilms.notebook import notebook
from brushpass.terminal.microfilms.picture import draw, score

__all__ = ["CROUPIER", "MICROFILMS"]

_face = partial(
    Face,
    rivals=("Ottoline", "Bruno", "Celeste", "Dmitri", "Estelle"),
    draw=draw,
    question=question,
    ways=ways,
    teller=Teller,
    opens_scene=opens_scene,
    shows_table=shows_table,
    ending=ending,
    score=score,
)

MICROFILMS = _face(notebook=partial(notebook, croupier=False), seats=4)
CROUPIER = _face(notebook=partial(notebook, croupier=True))
