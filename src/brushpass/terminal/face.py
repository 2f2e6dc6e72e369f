"""How a game looks and speaks in a terminal: the one object that each game offers for it.

A face is given what a viewer may see, views and news, and gives back lines; it never sees a state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from brushpass.games.contract import Event, Result, Seat, Viewer
from brushpass.terminal.ink import printable

Who: TypeAlias = Seat | Literal["croupier"]
"""A seat, or the Croupier in the game that he plays in too."""


@dataclass(frozen=True)
class Cast:
    """Who sits where, and who is spoken to: a seat, or None for someone who looks on."""

    names: tuple[str, ...]
    viewer: Viewer

    def name(self, who: Who) -> str:
        if who == "croupier":
            return "The Croupier"
        return "You" if who == self.viewer else printable(self.names[who])

    def whom(self, who: Who) -> str:
        """`you`, `Ottoline`, `the Croupier`: within a sentence."""
        if who == "croupier":
            return "the Croupier"
        return "you" if who == self.viewer else self.name(who)

    def does(self, who: Who, verb: str) -> str:
        """`You draw`, `Ottoline draws`."""
        return f"{self.name(who)} {verb if who == self.viewer else _third_person(verb)}"

    def whose(self, who: Who) -> str:
        """`your`, `Ottoline's`."""
        return "your" if who == self.viewer else f"{self.whom(who)}'s"


def _third_person(verb: str) -> str:
    irregular = {"are": "is", "have": "has", "do": "does", "may": "may"}
    return irregular.get(verb) or verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s")


@dataclass(frozen=True)
class Said:
    """A line of the log: something that happened, and the rule behind it."""

    text: str
    rule: str
    heading: bool = False
    """Whether something new begins here: a round, a mission's reveal."""


Teller: TypeAlias = Callable[[Sequence[Event]], list[Said]]
"""Tells the events of one action; it may remember those before."""


@dataclass(frozen=True)
class Question:
    """What a seat is asked, and the rule behind it."""

    text: str
    rule: str


@dataclass(frozen=True)
class Step:
    """A key to press on the way to an action, and what it means."""

    key: str
    label: str
    rule: str = ""
    """What `?` explains once it is pressed, if that is another rule than the question's."""


Ways: TypeAlias = Callable[[Any, Seat, Any, Cast], Sequence[tuple[Step, ...]]]
"""Each way of keys that leads to an action: by what is seen, the seat and the action."""


def one_way(steps: Callable[[Any, Seat, Any, Cast], tuple[Step, ...]]) -> Ways:
    """Where each action has one way of keys."""
    return lambda view, seat, action, cast: (steps(view, seat, action, cast),)


@dataclass(frozen=True)
class Room:
    """How many columns and lines a picture may take."""

    width: int
    height: int


@dataclass(frozen=True)
class Face:
    """One game's."""

    rivals: tuple[str, ...]
    """Names for the bots, in the order in which they sit down."""
    draw: Callable[[Any, Cast, Room], list[str]]
    """The table as a view shows it, in no more lines than there is room for, if that can be."""
    question: Callable[[Any, Seat, Cast], Question]
    """What the seat is asked: its decision, or whether it interrupts another's."""
    ways: Ways
    """The keys that lead to an action: one for what it is, others for what it is done to."""
    teller: Callable[[Cast], Teller]
    opens_scene: Callable[[Event], bool]
    """Whether the reader should have turned the page before this event is told."""
    shows_table: Callable[[Event], bool]
    """Whether the table is worth a look after this event, when a whole game is written down."""
    ending: Callable[[Result, Cast], str]
    """Who has won, and why."""
    score: Callable[[Any, Cast, int], list[str]]
    """The sheet at the end, in so many columns."""
    notebook: Callable[[Sequence[Event], Cast, int], list[str]] | None = None
    """What follows from all that a seat was told, in so many columns, if that is kept."""
    seats: int = 2
    """How many sit down if nothing else is asked for."""
