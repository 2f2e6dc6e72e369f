"""`brushpass replay`: a record, step by step, as someone saw it or as all lay open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, TypeAlias

from brushpass import record
from brushpass.games import GAMES
from brushpass.games.contract import Event, Game, Sight, Viewer
from brushpass.terminal import FACES, log
from brushpass.terminal.face import Cast, Face, Room
from brushpass.terminal.ink import bold, dim, orange, printable, wrap
from brushpass.terminal.log import Entry, Log, News
from brushpass.terminal.person import QUIT
from brushpass.terminal.screen import Screen

Eyes: TypeAlias = Viewer | Literal["all"]
"""A seat's, a spectator's (None), or of someone who may look under all cards."""

_KEYS = "[n] next  [b] back  [a number] go there  [e] end  [q] quit"


class NoSuchSeat(ValueError):
    """A seat that the record has not; its text says which it has."""


@dataclass(frozen=True)
class Step:
    """What lay on the table after an action, and what was told of it."""

    sight: Sight
    told: Sequence[Entry]
    shows_table: bool
    """Whether the table is worth a look here, when the game is written down."""


@dataclass(frozen=True)
class Story:
    """A whole record, as it is told to someone; step 0 is before the first action."""

    title: str
    face: Face
    cast: Cast
    steps: Sequence[Step]


def replay(screen: Screen, path: Path, seat: str | None) -> None:
    """Step through the record, or write it down where nobody can press a key."""
    read, whole = record.load(path)
    story = _story(read, _eyes(seat, whole.seats))
    if screen.is_terminal:
        _walk(screen, story)
    else:
        _write_down(screen, story)


def _eyes(seat: str | None, seats: int) -> Eyes:
    if seat in (None, "public"):
        return None
    if seat == "all":
        return "all"
    if seat in map(str, range(seats)):
        return int(seat)
    numbers = ", ".join(map(str, range(seats)))
    raise NoSuchSeat(f"--seat is one of {numbers}, all or public, not {seat!r}")


# --- what there is to tell ------------------------------------------------------------------------


def _story(read: record.Record, eyes: Eyes) -> Story:
    names = tuple(printable(str(each["name"])) for each in read.seats)
    whose = {"all": "with all cards open", None: "as everybody saw it"}
    seen = f"through {names[eyes]}'s eyes" if isinstance(eyes, int) else whose[eyes]
    face, cast = FACES[read.game], Cast(names, eyes if isinstance(eyes, int) else None)
    between = " against " if len(names) == 2 else ", "
    title = f"{GAMES[read.game].title}: {between.join(names)}, {seen}"
    return Story(title, face, cast, list(_steps(read, face, cast, eyes)))


def _steps(read: record.Record, face: Face, cast: Cast, eyes: Eyes) -> Iterator[Step]:
    """The game is played again, action by action; the record has been checked before."""
    game, diary = Game(GAMES[read.game], len(read.seats), read.options), Log(face, cast)
    viewers = [None, *range(game.seats)] if eyes == "all" else [eyes]
    heard = dict.fromkeys(viewers, 0)
    news: list[tuple[int, Event]] = []
    yield Step(_sight(game, eyes), (), shows_table=False)
    for line in read.actions:
        seat, _, words = line.rpartition("! ")
        game.apply(words, int(seat) if seat else None)
        fresh = [game.news(viewer, heard[viewer]) for viewer in viewers]
        heard = {
            viewer: heard[viewer] + len(new) for viewer, new in zip(viewers, fresh, strict=True)
        }
        told = _together(fresh)
        news += told
        entries = [entry for scene in diary.learn(news) for entry in scene]
        yield Step(_sight(game, eyes), entries, any(face.shows_table(event) for _, event in told))


def _sight(game: Game, eyes: Eyes) -> Sight:
    return game.opened() if eyes == "all" else game.view(eyes)


def _together(parts: Sequence[News]) -> News:
    """What several were told of one action, each event with all that anyone was shown of it."""
    whole = list(parts[0])
    for part in parts[1:]:
        place = 0
        for number, event in part:
            same = [i for i in range(place, len(whole)) if _is_the_same(whole[i][1], event)]
            if not same:
                whole.insert(place, (number, event))
                place += 1
                continue
            if _blanks(event) < _blanks(whole[same[0]][1]):
                whole[same[0]] = number, event
            place = same[0] + 1
    return whole


def _is_the_same(one: Event, other: Event) -> bool:
    """Whether two were told of the same thing: where one was shown something, so was the other,
    or nothing."""
    if type(one) is not type(other):
        return False
    pairs = [(getattr(one, each.name), getattr(other, each.name)) for each in fields(one)]
    return all(a == b or a is None or b is None for a, b in pairs)


def _blanks(event: Event) -> int:
    return sum(getattr(event, each.name) is None for each in fields(event))


# --- how it is told -------------------------------------------------------------------------------


def _write_down(screen: Screen, story: Story) -> None:
    """The whole log, and the table where it is worth a look."""
    screen.show([story.title])
    for step in story.steps:
        screen.show(log.lines(step.told, screen.width))
        if step.shows_table:
            room = Room(screen.width, 2 * screen.height)
            screen.show(["", *story.face.draw(step.sight, story.cast, room), ""])


def _walk(screen: Screen, story: Story) -> None:
    """Step by step, as the keys say."""
    number, last = 0, len(story.steps) - 1
    while True:
        _show(screen, story, number)
        typed = screen.ask(orange("> "))
        if typed is None or typed.lower() in QUIT:
            return
        match typed.lower():
            case "" | "n" | "next":
                number += 1
            case "b" | "back":
                number -= 1
            case "e" | "end":
                number = last
            case words if words.isdecimal() and len(words) < 9:
                number = int(words)
            case _:
                continue
        number = max(0, min(last, number))


def _show(screen: Screen, story: Story, number: int) -> None:
    room, step = screen.width, story.steps[number]
    place = f"action {number} of {len(story.steps) - 1}"
    head = [*wrap(bold(story.title), room), dim(place)]
    told = list(log.lines(step.told, room)) or [dim("The table, before the first action.")]
    keys = wrap(dim(_KEYS), room)
    free = screen.height - len(head) - len(keys) - 3
    table = story.face.draw(step.sight, story.cast, Room(room, free - min(len(told), free // 3)))
    screen.clear()
    screen.show([*head, *table, "", *told[-max(3, free - len(table)) :], *keys])
