"""The simplest sensible action: what is done for a bot that gives no answer."""

from collections.abc import Callable, Sequence
from typing import Any

from brushpass.bots import AnyBot
from brushpass.games.contract import Seat

_PREFERRED = ("stop", "pass", "draw", "keep", "decline", "defend", "refuse")
"""Risk nothing and offer nothing; a card must be drawn where nothing else can be done."""


class Simplest:
    """By the words of the actions alone; it plays every game."""

    def __init__(self, _seat: Seat, _seed: str) -> None:
        return

    def act(self, _view: object, _news: object, legal: Sequence[object]) -> str:
        words = [str(action) for action in legal]
        for wanted in _PREFERRED:
            if wanted in words:
                return wanted
        if words[0].startswith("declare"):
            return highest_not_over(words)
        # A mission to begin with, or a card to discard: the ace costs two francs (M21).
        return next((each for each in words if each != "discard ace"), words[0])

    def interrupt(self, _view: object, _news: object, _legal: Sequence[object]) -> None:
        """Never."""
        return


class Watched:
    """A bot that is stood in for when it fails, so that its game goes on; `tell` is told why."""

    def __init__(self, bot: AnyBot, seat: Seat, tell: Callable[[str], None]) -> None:
        self._bot, self._tell = bot, tell
        self._simplest = Simplest(seat, "")

    def act(self, view: Any, news: Any, legal: Sequence[Any]) -> Any:
        answer = self._asked(self._bot.act, view, news, legal)
        return answer if answer in legal else self._simplest.act(view, news, legal)

    def interrupt(self, view: Any, news: Any, legal: Sequence[Any]) -> Any:
        answer = self._asked(self._bot.interrupt, view, news, legal)
        return answer if answer in legal else None

    def _asked(self, ask: Callable[[Any, Any, Any], Any], *shown: Any) -> Any:
        try:
            return ask(*shown)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self._tell(f"{type(error).__name__}: {error}")
            return None


def highest_not_over(declares: Sequence[str]) -> str:
    """K31: of the totals that a pile can be, the highest up to 21, or else the lowest."""
    totals = {words: float(words.split(" ")[1]) for words in declares}
    fitting = [words for words in declares if totals[words] <= 21]
    return (
        max(fitting, key=totals.__getitem__) if fitting else min(declares, key=totals.__getitem__)
    )
