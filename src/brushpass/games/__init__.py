"""The games, by the names that protocol.md gives them."""

from typing import Any

from brushpass.games.contract import Rules
from brushpass.games.kompromat import KOMPROMAT
from brushpass.games.microfilms import CROUPIER, MICROFILMS

__all__ = ["GAMES"]

GAMES: dict[str, Rules[Any, Any]] = {rules.id: rules for rules in (KOMPROMAT, MICROFILMS, CROUPIER)}
