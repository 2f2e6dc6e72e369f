"""The bot that knows nothing: any legal action, each as likely as any other."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from brushpass.games.contract import Seat

A = TypeVar("A")


class Uniform:
    """It plays every game, badly."""

    def __init__(self, seat: Seat, seed: str) -> None:
        self._seed = f"{seed} {seat}"

    def act(self, _view: object, news: Sequence[object], legal: Sequence[A]) -> A:
        return Random(f"{self._seed} {len(news)}").choice(legal)

    def interrupt(self, _view: object, news: Sequence[object], legal: Sequence[A]) -> A | None:
        """Doing nothing is one more possibility among the others."""
        return Random(f"{self._seed} {len(news)} interrupt").choice([None, *legal])
