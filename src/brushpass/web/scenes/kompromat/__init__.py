"""The table of Kompromat: each phase, what lies there, and what can be done, as sections of HTML.

A section is printed from its part: a frozen value with everything that it shows and nothing else.
"""

from functools import partial

from django.utils import translation

from brushpass.games.contract import Seat
from brushpass.web.scenes import Html, Scene
from brushpass.web.scenes.kompromat import end
from brushpass.web.scenes.kompromat.acts import acts
from brushpass.web.scenes.kompromat.acts import depends_on as acts_depend_on
from brushpass.web.scenes.kompromat.board import board
from brushpass.web.scenes.kompromat.logbook import entries, log_sections
from brushpass.web.scenes.kompromat.printing import made, printed
from brushpass.web.scenes.kompromat.reading import Reading
from brushpass.web.scenes.kompromat.recap import recap
from brushpass.web.scenes.kompromat.sides import depends_on, side
from brushpass.web.scenes.kompromat.status import Status, printed_status, status


def render(scene: Scene) -> dict[str, Html]:
    """The sections of one viewer's page."""
    with translation.override(scene.language):
        read, kept, language = Reading(scene), scene.kept, scene.language
        if scene.over is not None or scene.view.phase == "over":
            return end.render(read)
        now = status(read)
        sections = {
            "k-status": printed_status(read, now),
            "k-them": _side(read, read.them),
            "k-board": board(read),
        }
        if found := recap(read):
            sections["k-recap"] = kept("k-recap", found, partial(made, "recap", found))
        sections["k-acts"] = kept(
            "k-acts",
            acts_depend_on(read),
            lambda: printed("acts", language, acts(read)),
        )
        sections["k-me"] = _side(read, read.me)
        sections |= log_sections(read)
        sections["say"] = _spoken(read, now)
        return sections


def _side(read: Reading, seat: Seat) -> Html:
    return read.scene.kept(
        ("side", seat), depends_on(read, seat), lambda: made("side", side(read, seat))
    )


def _spoken(read: Reading, now: Status) -> str:
    """What is read aloud: what has just happened, and who must do what."""
    fresh = [entry.text for entry in entries(read.scene.fresh, read.cast, read.scene.language)]
    return " ".join([*fresh[-6:], now.head])
