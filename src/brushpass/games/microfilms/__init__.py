"""[microfilms] for 3 to 6 seats, and The Croupier for two.

Nouns in `cards` and `state`, eyes in `view`, verbs in `rules`; both games are the same but for the
Croupier, who is there or not.
"""

from dataclasses import replace

from brushpass.games.contract import Rules
from brushpass.games.microfilms.actions import Action, parse
from brushpass.games.microfilms.chance import due
from brushpass.games.microfilms.rules import apply, legal
from brushpass.games.microfilms.setup import start, start_croupier
from brushpass.games.microfilms.state import State, status
from brushpass.games.microfilms.view import news, opened, view

__all__ = ["CROUPIER", "MICROFILMS", "Action", "State"]

MICROFILMS: Rules[State, Action] = Rules(
    id="microfilms",
    title="[microfilms]",
    seats=range(3, 7),
    start=start,
    status=status,
    chance=due,
    legal=legal,
    apply=apply,
    parse=parse,
    view=view,
    opened=opened,
    news=news,
)

CROUPIER: Rules[State, Action] = replace(
    MICROFILMS, id="croupier", title="The Croupier", seats=range(2, 3), start=start_croupier
)
