"""What every game offers, and the handle that holds a game being played.

A game is its list of actions. Its rules are pure functions over a frozen state of its own type;
everything outside `games/` knows them only through `Rules` and `Game`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A place in the game, counted from 0."""

Viewer: TypeAlias = int | None
"""Whose eyes: a seat's, or None for a spectator's."""

Json: TypeAlias = Any  # JSON is checked where it is read; mypy knows no recursive alias for it
Options: TypeAlias = Mapping[str, Json]

HIDDEN = "?"
"""What a card is called before someone who may not know it."""


class IllegalAction(Exception):
    """An action that may not be made now; its text says why, and by which rule.

    The text is made from what the acting seat can see, so that a refusal tells it nothing.
    """


def no_action(words: str, title: str, known: Iterable[str], such_as: str) -> IllegalAction:
    """The refusal of words that are no action, with the nearest that are."""
    shown = words if len(words) <= 60 else f"{words[:60]}…"
    if re.match("[0-9]+! ", words):
        return IllegalAction(f"{shown!r} is no action: its seat stands beside it, in `seat`")
    said = shown.split(" ")
    for length in range(len(said), 0, -1):
        begun = " ".join(said[:length])
        if like := [each for each in known if f"{each} ".startswith(f"{begun} ")]:
            such_as = ", ".join(f"`{each}`" for each in like[:4])
            break
    return IllegalAction(
        f"{shown!r} is no action of {title}: expected words such as {such_as}, with single spaces"
    )


class BadOption(ValueError):
    """A number of seats or an option that the game does not have."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[Seat | Literal["croupier"], ...]
    reason: str
    points: tuple[int, int] | None = None

    def json(self) -> dict[str, Json]:
        said: dict[str, Json] = {"winners": list(self.winners), "reason": self.reason}
        if self.points is not None:
            said["points"] = list(self.points)
        return said


@dataclass(frozen=True, slots=True)
class Status:
    """Who must decide, in which phase, and the result once the game is over."""

    actor: Seat | Literal["chance"] | None
    phase: str
    result: Result | None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def json(self) -> dict[str, Json]:
        return {
            "actor": self.actor,
            "phase": self.phase,
            "over": self.over,
            "result": None if self.result is None else self.result.json(),
        }


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance outcome that is due: how many of which cards, and how it is written.

    The outcome is `words` followed by `count` of the `cards`, each as likely as any other.
    """

    words: str
    cards: tuple[str, ...]
    """Sorted, a card as often as it is there."""
    count: int
    always: tuple[str, ...] = ()
    """Those among the cards that are dealt in any case."""
    ordered: bool = True
    """Whether their order matters; if not they are written sorted."""
    seat: Seat | None = None
    """Whose cards they are, where the kind alone does not say."""

    @property
    def kind(self) -> str:
        return self.words.split(" ")[0]

    def json(self) -> dict[str, Json]:
        if self.kind == "first":
            return {"kind": "first", "seats": [int(seat) for seat in self.cards]}
        whose = {} if self.seat is None else {"seat": self.seat}
        return {"kind": self.kind, **whose, "cards": list(self.cards)}


class Sight(Protocol):
    """What lies before someone: a seat's view, or the whole table once it is opened."""

    def json(self) -> dict[str, Json]: ...


def kebab(name: str) -> str:
    """The name of an event's class as its type: `TurnedUp` is `turned-up`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True, slots=True)
class Event:
    """Something a seat is told. Every game's events derive from this, with plain fields."""

    def json(self) -> dict[str, Json]:
        said: dict[str, Json] = {"type": kebab(type(self).__name__)}
        for each in fields(self):
            value = getattr(self, each.name)
            said[each.name] = value.json() if isinstance(value, Result) else value
        return said


def numbered(news: Sequence[tuple[int, Event]]) -> list[Json]:
    """News as JSON: each event with the `number` of the action that brought it about."""
    return [{**event.json(), "number": number} for number, event in news]


UNTOLD = 32
"""How many states a game keeps at most."""

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True)
class Rules(Generic[S, A]):
    """One game: pure functions over its own state S and its own actions A."""

    id: str
    title: str
    seats: range
    start: Callable[[int, Options], S]
    """The table before the first chance outcome; BadOption for an option it has not."""
    status: Callable[[S], Status]
    chance: Callable[[S], Chance | None]
    """The chance outcome that is due, None where a seat must decide or all is over."""
    legal: Callable[[S, Seat], tuple[A, ...]]
    """What the seat may do now: its actions if it must decide, else its interrupts."""
    apply: Callable[[S, A, Seat | None], S]
    """The next state; the seat is the actor's if None. IllegalAction where it may not be."""
    parse: Callable[[str], A]
    """The action that these words are, IllegalAction if they are none. `str` gives them back."""
    view: Callable[[S, Viewer], Sight]
    opened: Callable[[S], Sight]
    news: Callable[[S, Viewer], Sequence[Event]]
    """What the action that led to this state showed to the viewer."""


@dataclass
class Game:
    """A game being played: the one handle behind which its state is held.

    Players, pages and bots get what `view`, `news`, `legal` and `status` give. Only `opened` shows
    the whole table; the referee's `state` is its one caller while a game is on.
    """

    rules: Rules[Any, Any]
    seats: int
    options: Options = field(default_factory=dict)
    actions: list[str] = field(default_factory=list, init=False)
    """The record: every action so far, an interrupt with its seat (`1! use drone 2`)."""
    _states: list[Any] = field(init=False)
    """The last one, and some before it of which a viewer may not have been told yet."""
    _news: dict[Viewer, list[tuple[int, Event]]] = field(default_factory=dict, init=False)
    _heard: dict[Viewer, int] = field(default_factory=dict, init=False)
    """Up to which action each viewer's news are worked out."""
    _views: dict[Viewer, Sight] = field(default_factory=dict, init=False)
    """What lies before those who have looked since the last action."""
    _legal: dict[Seat, tuple[str, ...]] = field(default_factory=dict, init=False)
    """What the seats may do that were asked for since the last action."""

    def __post_init__(self) -> None:
        if self.seats not in self.rules.seats:
            low, high = self.rules.seats[0], self.rules.seats[-1]
            wanted = f"{low}" if low == high else f"{low} to {high}"
            raise BadOption(f"{self.rules.id} is for {wanted} seats, not {self.seats}")
        self._states = [self.rules.start(self.seats, self.options)]

    @property
    def status(self) -> Status:
        return self.rules.status(self._states[-1])

    @property
    def chance(self) -> Chance | None:
        return self.rules.chance(self._states[-1])

    def legal(self, seat: Seat) -> list[str]:
        """What the seat may do now, in the order of the text. For this seat's eyes alone."""
        if seat not in self._legal:
            self._legal[seat] = tuple(sorted(map(str, self.rules.legal(self._states[-1], seat))))
        return list(self._legal[seat])

    def interrupts(self) -> dict[Seat, list[str]]:
        """What the seats that need not decide may do all the same."""
        actor = self.status.actor
        others = {seat: self.legal(seat) for seat in range(self.seats) if seat != actor}
        return {seat: actions for seat, actions in others.items() if actions}

    def apply(self, words: str, seat: Seat | None = None) -> Status:
        """Make an action: the actor's, or the seat's own if it is given."""
        before = self._states[-1]
        actor = self.rules.status(before).actor
        if seat is not None and (actor == "chance" or seat not in range(self.seats)):
            whose = "no seat's" if actor == "chance" else f"one of seats 0 to {self.seats - 1}"
            raise IllegalAction(f"expected an action that is {whose}, not seat {seat}'s")
        after = self.rules.apply(before, self.rules.parse(words), seat)
        if len(self._states) >= UNTOLD:
            self._put_away()
        self._states.append(after)
        self._views.clear()
        self._legal.clear()
        self.actions.append(words if seat is None or seat == actor else f"{seat}! {words}")
        return self.rules.status(after)

    def view(self, viewer: Viewer) -> Sight:
        if viewer not in self._views:
            self._views[viewer] = self.rules.view(self._states[-1], viewer)
        return self._views[viewer]

    def news(self, viewer: Viewer, since: int = 0) -> list[tuple[int, Event]]:
        """What the viewer was shown, from number `since` on, each with its action's number."""
        done, number = self._heard.get(viewer, 0), len(self.actions)
        heard = self._news.setdefault(viewer, [])
        if done < number:
            first = number - len(self._states) + 1
            states = self._states[done + 1 - first :] if first <= done + 1 else self._replayed()
            for at, state in enumerate(states, done + 1):
                heard += ((at, event) for event in self.rules.news(state, viewer))
            self._heard[viewer] = number
        return heard[since:]

    def _put_away(self) -> None:
        """Keep the last state alone, once everyone who asks for news has been told of the others:
        a game is its list of actions.
        """
        for viewer in self._heard:
            self.news(viewer)
        del self._states[:-1]

    def _replayed(self) -> list[Any]:
        """The states that the actions led to, for somebody who was not told of them before."""
        states = [self.rules.start(self.seats, self.options)]
        for words in self.actions:
            seat, interrupts, rest = words.partition("! ")
            if interrupts:
                after = self.rules.apply(states[-1], self.rules.parse(rest), int(seat))
            else:
                after = self.rules.apply(states[-1], self.rules.parse(words), None)
            states.append(after)
        return states[1:]

    def opened(self) -> Sight:
        """The whole table, hidden cards too."""
        return self.rules.opened(self._states[-1])
