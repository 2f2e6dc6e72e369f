"""What a page shows of a table: scenes, pure functions from what one viewer may see to HTML.

The keeper makes a `Scene` out of what the game's door gives to one viewer; a game's module in this
folder turns it into sections. Nothing else reaches a page.

What the markup may ask for; table.js does it for all games, and without script the one form `act`
of the page does (it brings the CSRF token and the number along, so buttons name it):

- an action: `<button form="act" name="act" value="draw" data-act="draw">`
- a target: `data-aim="use stun-gun"` lights every `data-for="use stun-gun"`; a thing
  that several aims may choose has both as lists: `data-for="A|B" data-act="for A|for B"`
- a key: `data-key="d"`; an explanation: `data-explain="..."`; a reason: `data-why="..."`
- the table's own: `<button form="act" name="do" value="rematch" data-do="rematch">`; likewise
  `back` (sit down again), `resign`, `leave`
- a mark in the notebook: `form="act" name="mark" value="KEY=TEXT"` with `data-mark="KEY"` and
  `data-value="TEXT"`
- a clock: `<time data-left="73.2">`, with `data-runs` while it runs; the page counts it down
"""

import hashlib
import hmac
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from brushpass.games.contract import Event, Result, Seat, Viewer

Html: TypeAlias = str
T = TypeVar("T")
Render: TypeAlias = Callable[["Scene"], dict[str, Html]]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat."""

    name: str
    bot: str | None
    """The name of its level, None for a person."""
    present: bool
    left: float | None = None
    """Seconds left on this seat's clock when the scene was made; None without a clock."""


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """Something that happened at the table and not in the game."""

    kind: Literal["sat", "away", "ran-out", "back", "left", "resigned", "stood-in"]
    """`sat`: it sits here from the start; `away`, `ran-out`, `left`, `resigned`: its player is
    gone for this reason and `bot` plays on (None: nobody does, the game is over); `back`: it sits
    here again; `stood-in`: the bot gave no answer, and the watchdog made the action before."""
    seat: Seat
    name: str
    """The person's name."""
    bot: str | None
    """The level, by its id, of the bot that now sits here; None for a person."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    number: int
    """Of the action, from 1; 0 for what is the table's own."""
    event: Event


class Reader(Protocol):
    """Somebody who reads a log line by line."""

    def hear(self, line: Line) -> None: ...


R = TypeVar("R", bound=Reader)


class Log(list[Line]):
    """A viewer's log as it grows. Whoever reads it goes on where they stopped the last time."""

    def __init__(self) -> None:
        super().__init__()
        self.readers: dict[Hashable, tuple[Any, int]] = {}


def read(log: Sequence[Line], reader: Callable[..., R], *about: Hashable) -> R:
    """A reader of the whole log, made from what it is about."""
    readers = log.readers if isinstance(log, Log) else {}
    made, done = readers.get((reader, about)) or (reader(*about), 0)
    for line in log[done:]:
        made.hear(line)
    readers[reader, about] = made, len(log)
    found: R = made
    return found


class Kept:
    """What was made for one viewer, used again for as long as it would be made of the same."""

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, Any]] = {}

    def __call__(self, name: Hashable, of: object, make: Callable[[], T]) -> T:
        """What `make` gives; `of` is all that this depends on."""
        found = self._made.get(name)
        if found is None or found[0] != of:
            found = self._made[name] = of, make()
        made: T = found[1]
        return made


class Woven(str):
    """A section with elements in it that are sent alone while all around them stays the same."""

    __slots__ = ("around", "pieces")
    around: str
    pieces: Mapping[str, Html]
    """By their ids."""

    @classmethod
    def of(cls, around: str, pieces: Mapping[str, Html]) -> "Woven":
        """The elements in their places, which `place` has marked."""
        texts = around.split(_EDGE)
        texts[1::2] = [pieces[key] for key in texts[1::2]]
        woven = cls("".join(texts))
        woven.around, woven.pieces = around, pieces
        return woven


_EDGE = "\0"


def place(key: str) -> str:
    """Where the element with this id belongs."""
    return f"{_EDGE}{key}{_EDGE}"


@dataclass(frozen=True, slots=True)
class Notes:
    """A seat's notebook. What was shown to the seat stands in the log; these are its own marks.

    `<button data-mark="KEY" data-value="TEXT">` sets one (an empty text removes it); an
    `<input data-mark="KEY">` or `<textarea data-mark="KEY">` does when it is left.
    """

    marks: tuple[tuple[str, str], ...]
    """Key and text, sorted by key; the scene gives the keys their meaning."""


@dataclass(frozen=True, slots=True)
class Over:
    """How it ended, and what can follow."""

    reason: Literal["played", "resigned", "abandoned", "closed"]
    """`abandoned`: whoever played has gone; `closed`: those who mind the house did it."""
    winners: tuple[Seat | Literal["croupier"], ...]
    result: Result | None
    """The game's own; None where it was not played out."""
    resigned: Seat | None
    may_ask: bool
    """Whether this viewer may ask for a rematch: `<button data-do="rematch">`."""
    asked: tuple[Seat, ...]
    """The seats that want a rematch; bots always do."""
    next: str | None
    """The address of the next table, once there is one."""
    record: str | None
    """The address of the record, if this viewer may have it."""
    again: str | None
    """The address where a table like this one is set with new opponents."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """Names for things, per viewer, that tell nothing and last until the next shuffle."""

    key: bytes
    viewer: Viewer
    epoch: int
    """How often cards were shuffled so far."""

    def __call__(self, thing: str) -> str:
        return _opaque(self.key, f"{self.viewer} {self.epoch} {thing}")


@lru_cache(maxsize=8192)
def _opaque(key: bytes, thing: str) -> str:
    return "x" + hmac.digest(key, thing.encode(), hashlib.sha256)[:9].hex()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a page may show to one viewer; it all comes from the game's door."""

    game: str
    viewer: Viewer
    """The seat, or None for a spectator."""
    view: Any
    """That game's View or Opened. When somebody resigned, a View although `over` is set; likewise
    for spectators who may not see the hands at the end."""
    legal: tuple[str, ...]
    """This seat's actions, or its interrupts when another is asked; () for spectators."""
    sitters: tuple[Sitter, ...]
    number: int
    """Actions so far: every action that is sent carries it."""
    log: Sequence[Line]
    """All that the viewer was ever shown, and what happened at the table, oldest first."""
    fresh: tuple[Line, ...]
    """The lines since the viewer's last state, for motion and the live region."""
    opaque: Callable[[str], str]
    """The element id for a card or a place."""
    notes: Notes | None
    """The notebook, where the table plays with one and the viewer has a seat."""
    language: str
    over: Over | None
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)
    """What was made for this viewer in this language before."""


def render(scene: Scene) -> dict[str, Html]:
    """Section id -> HTML, in page order; each a pure function of its part of the scene.

    A section is one element with that id, nothing around it. Two keys may be there that are no
    sections but plain text: `title`, for the page's title while it is this viewer's move or not,
    and `say`, what a screen reader is told of the fresh lines.
    """
    return renderer(scene.game)(scene)


_FOLDER = {"croupier": "microfilms"}  # it is [microfilms] with two seats


@cache
def renderer(game: str) -> Render:
    """The module of this folder that knows the game, or plain text where none does yet."""
    name = f"{__name__}.{_FOLDER.get(game, game)}"
    if find_spec(name) is None:
        name = f"{__name__}.plain"
    render: Render = import_module(name).render
    return render
