"""The night table of [microfilms] and The Croupier, for one viewer, as sections of HTML.

A section is printed from its part: a frozen value with everything that it shows and nothing else,
so that equal parts are printed once.
"""

from dataclasses import dataclass

from django.utils import translation

from brushpass.games.microfilms.view import Opened
from brushpass.web.scenes import Html, Scene
from brushpass.web.scenes.microfilms import end, notebook, words
from brushpass.web.scenes.microfilms.logbook import log_sections
from brushpass.web.scenes.microfilms.mine import mine
from brushpass.web.scenes.microfilms.reading import Reading, print_
from brushpass.web.scenes.microfilms.ring import ring
from brushpass.web.scenes.microfilms.status import status

__all__ = ["render"]


@dataclass(frozen=True, slots=True)
class Jump:
    """What the bar at the foot of a phone leads to."""

    top: str
    book: bool


def render(scene: Scene) -> dict[str, Html]:
    """The sections of one viewer's page."""
    with translation.override(scene.language):
        read = Reading(scene)
        sections: dict[str, Html] = {}
        if scene.over is not None or isinstance(scene.view, Opened):
            sections["m-end"] = print_(read, "end", end.end(read))
        else:
            sections["m-status"] = print_(read, "status", status(read))
            sections["m-ring"] = print_(read, "ring", ring(read))
            if scene.viewer is not None:
                sections["m-me"] = print_(read, "me", mine(read, scene.viewer))
        if scene.notes is not None and scene.viewer is not None:
            page = notebook.book(scene.viewer, read.seats, read.cast, scene.log, scene.notes)
            sections["m-book"] = print_(read, "book", page)
        sections |= log_sections(read)
        top = next(iter(sections))
        sections["m-jump"] = print_(read, "jump", Jump(top, "m-book" in sections))
        sections["say"] = " ".join(each.text for each in words.entries(scene.fresh, read.cast))
        return sections
