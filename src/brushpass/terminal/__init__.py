"""The games in a terminal: play one, step through a record, read the rules."""

from collections.abc import Mapping

from brushpass.terminal.face import Face
from brushpass.terminal.kompromat import KOMPROMAT
from brushpass.terminal.microfilms import CROUPIER, MICROFILMS

__all__ = ["FACES"]

FACES: Mapping[str, Face] = {
    "kompromat": KOMPROMAT,
    "microfilms": MICROFILMS,
    "croupier": CROUPIER,
}
"""The games that can be played here, by their names in `GAMES`."""
