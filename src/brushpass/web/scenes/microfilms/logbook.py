"""The log of the night table: the newest lines beside it, earlier ones under everything else."""

from dataclasses import dataclass

from brushpass.web.scenes import Html
from brushpass.web.scenes.microfilms import words
from brushpass.web.scenes.microfilms.reading import Reading, print_

SHEET = 40
"""So many lines are put aside at once, so that they are sent once."""


@dataclass(frozen=True, slots=True)
class Log:
    """What happened lately, in words."""

    number: int
    entries: tuple[words.Entry, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """What happened before."""

    entries: tuple[words.Entry, ...]


def log_sections(read: Reading) -> dict[str, Html]:
    """The log, and its earlier sheets where there are some."""
    said = tuple(words.entries(read.scene.log, read.cast))
    cut = max(0, len(said) // SHEET - 1) * SHEET
    sections = {"m-log": print_(read, "log", Log(read.scene.number, said[cut:]))}
    if cut:
        sections["m-past"] = print_(read, "past", Past(said[:cut]))
    return sections
