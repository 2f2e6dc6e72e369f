"""Bots: players that are programs. A bot sees what its seat sees, and nothing else.

To write one, give a class the two methods of `Bot`. Its seat and the seed of its own chance come
with its making (`Maker`); everything else comes with each question. What it answers depends on
these and on nothing else, so one made anew in mid-game plays on as the old one would have: that
is what lets a table be taken up by another process, and a match be played again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from brushpass.bots.uniform import Uniform
from brushpass.games.contract import Seat

__all__ = ["AnyBot", "Bot", "Maker", "Uniform"]

View_contra = TypeVar("View_contra", contravariant=True)
Event_contra = TypeVar("Event_contra", contravariant=True)
A = TypeVar("A")


class Bot(Protocol[View_contra, Event_contra, A]):
    """A player of a game, by its types of view, event and action; a person at a screen is one."""

    def act(
        self, view: View_contra, news: Sequence[tuple[int, Event_contra]], legal: Sequence[A]
    ) -> A:
        """One of the legal actions: the seat must decide.

        `news` are all that the seat was ever shown, oldest first, each with its action's number.
        """
        ...

    def interrupt(
        self, view: View_contra, news: Sequence[tuple[int, Event_contra]], legal: Sequence[A]
    ) -> A | None:
        """One of the legal interrupts, or None: another seat is about to decide."""
        ...


AnyBot: TypeAlias = Bot[Any, Any, Any]
Maker: TypeAlias = Callable[[Seat, str], AnyBot]
