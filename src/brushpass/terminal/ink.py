"""Coloured text that knows how wide it is.

Texts carry their colours as control codes from the start; a screen that shows none takes them out.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import TypeAlias

Ink: TypeAlias = Callable[[str], str]

_CODES = re.compile(r"\x1b\[([0-9;]*)m")
Cell: TypeAlias = tuple[str, str]
"""A character and the colours it is printed in."""


def _print(codes: str, text: str) -> str:
    """A text in these colours; what is coloured in it already keeps its own as well."""
    return paint((character, f"{codes};{own}".strip(";")) for character, own in cells(text))


bold: Ink = partial(_print, "1")
dim: Ink = partial(_print, "2")
orange: Ink = partial(_print, "38;5;208")
blue: Ink = partial(_print, "38;5;33")
on_orange: Ink = partial(_print, "48;5;208;38;5;16")
on_blue: Ink = partial(_print, "48;5;25;38;5;231")


def cells(text: str) -> Iterator[Cell]:
    """A text character by character."""
    codes, start = "", 0
    for code in _CODES.finditer(text):
        yield from ((character, codes) for character in text[start : code.start()])
        codes, start = "" if code[1] in ("", "0") else code[1], code.end()
    yield from ((character, codes) for character in text[start:])


def paint(painted: Iterator[Cell] | Sequence[Cell]) -> str:
    """The text that these cells are."""
    out, now = [], ""
    for character, codes in painted:
        if codes != now:
            out.append("\x1b[0m" if now else "")
            out.append(f"\x1b[{codes}m" if codes else "")
            now = codes
        out.append(character)
    return "".join([*out, "\x1b[0m" if now else ""])


def plain(text: str) -> str:
    """The text without colours."""
    return _CODES.sub("", text)


def printable(text: str) -> str:
    """What someone typed or wrote into a file, fit to be shown: no control codes."""
    return "".join(character if character.isprintable() else "�" for character in text)


@cache
def _cell_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(map(_cell_width, plain(text)))


def clip(text: str, room: int) -> str:
    """As much of a text as there is room for."""
    if width(text) <= room:
        return text
    kept: list[Cell] = []
    used = 0
    for character, codes in cells(text):
        used += _cell_width(character)
        if used > room - 1:
            break
        kept.append((character, codes))
    return paint([*kept, ("…", "")]) if room > 0 else ""


def pad(text: str, room: int, side: str = "left") -> str:
    """The text at one side of so much room, clipped if need be."""
    text = clip(text, room)
    free = " " * (room - width(text))
    return text + free if side == "left" else free + text


def ends(left: str, right: str, room: int) -> str:
    """One text at each end of a line; the right one gives way."""
    free = room - width(left) - width(right)
    return left + " " * free + right if free >= 2 else pad(left, room)


def wrap(text: str, room: int, indent: str = "") -> list[str]:
    """The text broken between words into lines of so much room; all but the first are indented."""
    lines: list[str] = []
    line: list[Cell] = []
    used = 0
    for word in _words(text):
        wide = _width(word)
        if line and used + 1 + wide > room:
            lines.append((indent if lines else "") + paint(line))
            line, used = [], len(indent)
        gap = [(" ", word[0][1] if line[-1][1] == word[0][1] else "")] if line else []
        line += gap + word
        used += len(gap) + wide
    return [*lines, (indent if lines else "") + paint(line)]


def _words(text: str) -> Iterator[list[Cell]]:
    word: list[Cell] = []
    for cell in cells(text):
        if cell[0] != " ":
            word.append(cell)
        elif word:
            yield word
            word = []
    if word:
        yield word


def _width(line: Sequence[Cell]) -> int:
    return sum(_cell_width(character) for character, _ in line)
