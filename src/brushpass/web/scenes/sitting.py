"""What happened at a table and not in its game, in words: who sat down, left, came back."""

from typing import Any

from django.utils.translation import gettext as _

from brushpass.bots.levels import LEVELS
from brushpass.web.scenes import TableEvent


def words(event: TableEvent) -> str:
    """One line of the log; no rule of the game stands behind it."""
    level = LEVELS.get(event.bot or "")
    more: dict[str, Any] = {"name": event.name, "bot": level.name if level else event.bot}
    match event.kind, event.bot:
        case "sat", None:
            return _("%(name)s sits down.") % more
        case "sat", _bot:
            return _("%(name)s sits down: a bot, %(bot)s.") % more
        case "back", _bot:
            return _("%(name)s is back.") % more
        case "away", _bot:
            return _("%(name)s is away: a bot, %(bot)s, plays on.") % more
        case "ran-out", _bot:
            return _("%(name)s's clock has run out: a bot, %(bot)s, plays on.") % more
        case "stood-in", _bot:
            return _("%(name)s (a bot, %(bot)s) gave no answer: the simplest was done.") % more
        case "left", None:
            return _("%(name)s has left.") % more
        case "left", _bot:
            return _("%(name)s has left: a bot, %(bot)s, plays on.") % more
        case _, None:
            return _("%(name)s has resigned.") % more
        case _:
            return _("%(name)s has resigned: a bot, %(bot)s, plays on.") % more
