"""Players of Kompromat, of three strengths."""

from brushpass.bots.kompromat.handler import FULL, Handler
from brushpass.bots.kompromat.operative import Operative
from brushpass.bots.kompromat.recruit import Recruit

__all__ = ["FULL", "Handler", "Operative", "Recruit"]
