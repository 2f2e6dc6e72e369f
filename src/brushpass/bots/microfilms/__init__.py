"""The bots of [microfilms] and The Croupier, by their levels."""

from brushpass.bots.microfilms.handler import Handler
from brushpass.bots.microfilms.operative import Operative
from brushpass.bots.microfilms.recruit import Recruit

__all__ = ["Handler", "Operative", "Recruit"]
