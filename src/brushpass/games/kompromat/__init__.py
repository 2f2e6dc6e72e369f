"""Kompromat, for two seats: nouns in `cards` and `state`, eyes in `view`, verbs in `rules`."""

from brushpass.games.contract import Rules
from brushpass.games.kompromat.actions import Action, parse
from brushpass.games.kompromat.rules import apply, legal, start
from brushpass.games.kompromat.state import State, chance, status
from brushpass.games.kompromat.view import news, opened, view

__all__ = ["KOMPROMAT", "Action", "State"]

KOMPROMAT: Rules[State, Action] = Rules(
    id="kompromat",
    title="Kompromat",
    seats=range(2, 3),
    start=start,
    status=status,
    chance=chance,
    legal=legal,
    apply=apply,
    parse=parse,
    view=view,
    opened=opened,
    news=news,
)
