"""The log: what a viewer was told, line by line, with the action and the rule behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from brushpass.games.contract import Event
from brushpass.terminal.face import Cast, Face, Said
from brushpass.terminal.ink import bold, dim, ends, orange, wrap

News: TypeAlias = Sequence[tuple[int, Event]]

_WIDEST = 84
_NUMBER = 4
_RULE = len("  K21")


@dataclass(frozen=True)
class Entry:
    """A line of the log, with the number of its action."""

    number: int
    said: Said


class Log:
    """Turns news into entries as they come, and keeps them."""

    def __init__(self, face: Face, cast: Cast) -> None:
        self._face, self._tell = face, face.teller(cast)
        self._heard = 0
        self.entries: list[Entry] = []

    def learn(self, news: News) -> list[list[Entry]]:
        """What is new in these news, which are all there are; in scenes, one at least."""
        scenes: list[list[Entry]] = [[]]
        for number, group in groupby(news[self._heard :], key=lambda numbered: numbered[0]):
            for opens, part in _parts([event for _, event in group], self._face):
                if opens and scenes[-1]:
                    scenes.append([])
                scenes[-1] += (Entry(number, said) for said in self._tell(part))
        self._heard = len(news)
        self.entries += (entry for scene in scenes for entry in scene)
        return scenes


def _parts(events: Sequence[Event], face: Face) -> Iterator[tuple[bool, list[Event]]]:
    """The events of one action, cut before each that opens a scene."""
    starts = [i for i, event in enumerate(events) if i == 0 or face.opens_scene(event)]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield face.opens_scene(events[start]), list(events[start:end])


def lines(entries: Sequence[Entry], room: int) -> Iterator[str]:
    """Entries as they are read; an action's number stands once."""
    room = min(room, _WIDEST)
    before = 0
    for entry in entries:
        text = orange(bold(entry.said.text)) if entry.said.heading else entry.said.text
        first, *more = wrap(text, room - _NUMBER - 1 - _RULE)
        number = f"{entry.number:>{_NUMBER}}" if entry.number != before else " " * _NUMBER
        yield ends(f"{dim(number)} {first}", dim(entry.said.rule), room)
        for line in more:
            yield " " * (_NUMBER + 1) + line
        before = entry.number
