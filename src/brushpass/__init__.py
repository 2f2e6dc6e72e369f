"""brushpass: the place where spy card games are played, studied and programmed."""

from brushpass.games import GAMES
from brushpass.games.contract import Game, IllegalAction

__all__ = ["GAMES", "Game", "IllegalAction", "__version__"]

__version__ = "0.1.0"
