"""The Recruit: a careful beginner, who forgets what it saw and is not sure of itself."""

from bisect import bisect_left
from dataclasses import replace
from random import Random
from typing import ClassVar

from brushpass.bots.microfilms.habits import Habits
from brushpass.bots.microfilms.operative import Operative, Told
from brushpass.games.contract import Seat
from brushpass.games.microfilms.knowledge import Knowledge
from brushpass.games.microfilms.view import CardSeen, News, View

BEGINNER = Habits(
    temper=1.5, franc=0.5, clear=1.9, need=2.1, daring=0.5, threat=0.2, accepts=0.4, curiosity=1.8
)
"""A beginner likes to draw and to ask, does not mind being broke, and lets the others be: what an
Operative among such wins, it wins mostly by that (measured beside the Operative's own habits).
"""


class Recruit(Operative):
    """Plays by a beginner's habits, with a short memory; some hesitate to attempt, some rush."""

    memory: ClassVar[int] = 25
    """For how many of the game's actions it remembers a card that it was shown."""

    def __init__(self, seat: Seat, seed: str, *, croupier: bool = False) -> None:
        super().__init__(seat, seed, croupier=croupier)
        self._rushes = Random(f"{self._seed} character").random() < 0.3

    def habits(self, view: View) -> Habits:
        """Who rushes takes any chance; who hesitates wants to be sure, evening by evening less."""
        if self._rushes:
            return replace(BEGINNER, nerve=0.2)
        return replace(BEGINNER, nerve=max(0.4, 0.9 - 0.2 * (view.evening - 1)))

    def notebook(self, news: Told) -> Knowledge:
        """What follows from what it still remembers."""
        lately = bisect_left(news, news[-1][0] - self.memory, key=lambda each: each[0])
        if lately < self._heard:  # another game, or this one from an earlier point
            self._known, self._heard = Knowledge.at_start(self._seat, croupier=self._croupier), 0
        # What is forgotten stays so, and is gone through but once.
        self._known = self._known.learn(_faded(event) for _, event in news[self._heard : lately])
        self._heard = lately
        return self._known.learn(event for _, event in news[lately:])


def _faded(event: News) -> News:
    """A card that was seen was seen, but which it was is forgotten."""
    return CardSeen(event.seat, event.target, None) if isinstance(event, CardSeen) else event
