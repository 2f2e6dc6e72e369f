"""Playthroughs: a recorded game told as text, for whoever wants to learn a game from one.

Each line with a number is an action: what could be done, and after `>` what was done. With it
stand what everyone was told, what only some were told, and how each changed pile looks to whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import TextWrapper

from brushpass import GAMES, Game, record
from brushpass.games.contract import Event, Viewer
from tests.playthroughs import kompromat, microfilms

FOLDER = Path(__file__).parent
WIDTH = 100
WORDS = {"kompromat": kompromat, "microfilms": microfilms, "croupier": microfilms}
"""How each game is put into words."""


def records() -> list[Path]:
    """The recorded games that lie here."""
    return sorted(FOLDER.glob("*.game.json"))


def tell(path: Path) -> str:
    """The whole game in a record, as text."""
    told, _ = record.load(path)
    teller = Teller(told)
    return "\n".join(line.rstrip() for line in teller.lines()) + "\n"


class Teller:
    """Plays a record again and says what happens, to whom it is shown, and what could be done."""

    def __init__(self, told: record.Record) -> None:
        self.told = told
        self.game = Game(GAMES[told.game], len(told.seats), told.options)
        self.names = [str(seat["name"]) for seat in told.seats]
        self.words = WORDS[told.game]
        self.eyes: list[Viewer] = [None, *range(len(self.names))]
        self.looked = {viewer: self.rows(viewer) for viewer in self.eyes}
        self.interrupts: dict[int, list[str]] = {}

    def lines(self) -> Iterator[str]:
        yield from self.words.title(self.told, self.names)
        before = ""
        for number, written in enumerate(self.told.actions, 1):
            phase = self.game.status.phase
            if phase != before and self.words.stands_apart(phase):
                yield ""
            before = phase
            yield from self.step(number, written)
        yield ""
        for line in self.words.ending(self.game, self.names):
            yield from wrapped(line)

    def step(self, number: int, written: str) -> Iterator[str]:
        """One action, and all that it brings about."""
        actor = self.game.status.actor
        seat, words = (int(written[0]), written[3:]) if "! " in written else (None, written)
        if isinstance(actor, int):
            who = actor if seat is None else seat
            interrupts = "" if seat is None else " interrupts"
            choices = grouped(self.game.legal(who))
            said = f"{number:4}  {self.names[who]}{interrupts}: {choices} > {words}"
        else:
            said = f"{number:4}  chance > {words}"
        self.game.apply(words, seat)
        first, *more = self.news(number)
        if len(beside := f"{said:<44}  {first}") <= WIDTH:
            yield beside
        else:
            yield from wrapped(said)
            yield from wrapped(" " * 8 + first)
        for line in more:
            yield from wrapped(" " * 8 + line)
        yield from self.looks()
        yield from self.could_interrupt()

    def news(self, number: int) -> list[str]:
        """What everyone was told, and what only some were; a line for each mission's reveal."""
        told = {
            viewer: [event for n, event in self.game.news(viewer) if n == number]
            for viewer in self.eyes
        }
        lines: list[list[str]] = [[]]
        for public, *own in zip(*(told[viewer] for viewer in self.eyes), strict=True):
            if self.words.begins_a_line(public):
                lines.append([])
            lines[-1].append(self.sentence(public))
            for seat, event in enumerate(own):
                if event != public:
                    lines[-1].append(f"To {self.names[seat]}: {self.words.secret(event)}.")
        return [" ".join(sentences) for sentences in lines]

    def sentence(self, event: Event) -> str:
        """An event in words, with the rules that its class names first."""
        rules = (type(event).__doc__ or "").split(":")[0]
        said = self.words.sentence(event, self.names)
        return f"{said[0].upper()}{said[1:]} ({rules})"

    def looks(self) -> Iterator[str]:
        """What looks different now to someone, and was not told already."""
        now = {viewer: self.rows(viewer) for viewer in self.eyes}
        for row, seen in now[None].items():
            if all(now[viewer][row] == self.looked[viewer][row] for viewer in self.eyes):
                continue
            if self.words.told_already(seen):
                continue
            others = [
                f"{self.names[seat]} sees {now[seat][row]}"
                for seat in range(len(self.names))
                if now[seat][row] != seen
            ]
            yield " " * 8 + " · ".join([f"{row}: {seen}", *others])
        self.looked = now

    def rows(self, viewer: Viewer) -> dict[str, str]:
        looks: dict[str, str] = self.words.rows(self.game.view(viewer).json(), self.names)
        return looks

    def could_interrupt(self) -> Iterator[str]:
        """Who could use something though another must decide, where that is new."""
        now = self.game.interrupts()
        for seat, actions in now.items():
            if actions != self.interrupts.get(seat):
                yield from wrapped(f"{'':8}{self.names[seat]} could {grouped(actions)}")
        if now:
            self.interrupts = {**self.interrupts, **now}


def grouped(actions: list[str]) -> str:
    """`place 1, place 2` is `place 1/2`."""
    parts = []
    for first, same in groupby(actions, key=lambda words: words.rpartition(" ")[0]):
        last = "/".join(words.rpartition(" ")[2] for words in same)
        parts.append(f"{first} {last}".strip() if first else last.replace("/", ", "))
    return ", ".join(parts)


def wrapped(line: str) -> list[str]:
    return TextWrapper(WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False).wrap(line)
