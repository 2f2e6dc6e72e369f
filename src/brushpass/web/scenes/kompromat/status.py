"""The one line that says who must do what."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from markupsafe import escape

from brushpass.games.kompromat.cards import LIMIT, ROUNDS
from brushpass.web.scenes import Html, Woven
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.printing import printed
from brushpass.web.scenes.kompromat.reading import TURN_PHASES, Reading


@dataclass(frozen=True, slots=True)
class Status:
    """Who must do what."""

    who: str
    yours: bool
    head: str
    beside: str


@dataclass(frozen=True, slots=True)
class Around:
    """What of it changes seldom."""

    yours: bool
    round: int
    rounds: int = ROUNDS


def printed_status(read: Reading, now: Status) -> Html:
    """The line as HTML, its words apart from what is around them."""
    pieces = {
        "k-who": f'<span class="who" id="k-who">{escape(now.who)}</span>',
        "k-head": f'<h1 id="k-head" tabindex="-1">{escape(now.head)}</h1>',
        "k-beside": f'<p id="k-beside">{escape(now.beside)}</p>',
    }
    frame = printed("status", read.scene.language, Around(now.yours, read.view.round))
    return read.scene.kept("k-status", (frame, pieces), partial(Woven.of, frame, pieces))


def status(read: Reading) -> Status:
    """The one line that says who must do what."""
    view = read.view
    head, beside = _asked(read) if read.asked else _waiting(read)
    if view.phase == "chance" or view.actor is None:
        who = _("Dealing")
    elif read.asked:
        who = _("Your turn") if view.phase in TURN_PHASES else _("You decide")
    else:
        who = _("%(name)s decides") % {"name": read.name(view.actor)}
        if view.phase in TURN_PHASES:
            who = _("%(name)s's turn") % {"name": read.name(view.actor)}
    return Status(who, read.asked, head, beside)


def _asked(read: Reading) -> tuple[str, str]:
    view, them = read.view, read.name(read.them)
    at: dict[str, Any] = {"mission": view.current, "name": them}
    beside = _("%(name)s waits.") % at
    may_interrupt = bool(view.players[read.them].items) and view.phase in TURN_PHASES
    if may_interrupt:
        beside = _("%(name)s waits, and may use an item.") % at
    declared = view.declared[read.me]
    at["total"] = "" if declared is None else words.total(declared)
    match view.phase:
        case "turn":
            return _("Draw a card. Everyone will see it."), beside
        case "place":
            return _("Your %(card)s: choose a mission for it.") % {
                "card": words.value(view.drawn or "?")
            }, beside
        case "push" if "draw" in read.legal:
            return _("Mission %(mission)d: draw another card, or stop.") % at, beside
        case "push":
            why = _("over 21") if view.players[read.me].deck else _("no cards left")
            return _("Mission %(mission)d: %(why)s, so you must stop.") % {**at, "why": why}, _(
                "Only you know why. (K15)"
            )
        case "window":
            return _("Before mission %(mission)d: use an item?") % at, beside
        case "declare":
            return _("Mission %(mission)d: what do your cards come to?") % at, beside
        case "adjust" if declared is not None and declared > LIMIT:
            return _("Mission %(mission)d: your %(total)s is over. Change it?") % at, beside
        case "adjust":
            return _("Mission %(mission)d: change your %(total)s?") % at, beside
        case "perfect":
            return _("Mission %(mission)d: 21, perfect. Discard a token?") % at, beside
        case "rescue":
            held = view.players[read.me].tokens + (view.taking or 0)
            return _("%(held)d tokens would lose the game. Throw some away?") % {
                "held": held
            }, beside
        case _:
            return _("Mission %(mission)d is yours. Take what lies under it?") % at, beside


def _waiting(read: Reading) -> tuple[str, str]:
    view = read.view
    if view.actor is None:
        return _("The cards are being shuffled."), ""
    at: dict[str, Any] = {"mission": view.current, "name": read.name(view.actor)}
    beside = ""
    if read.sits:
        beside = _("You wait.")
        if view.phase in TURN_PHASES and read.stems():
            beside = _("You may use an item meanwhile. (K17)")
    match view.phase:
        case "turn":
            return _("%(name)s is about to draw.") % at, beside
        case "place":
            return _("%(name)s chooses a mission for the %(card)s.") % {
                **at,
                "card": words.value(view.drawn or "?"),
            }, beside
        case "push":
            return _("%(name)s plays at mission %(mission)d.") % at, beside
        case "window":
            return _("Before mission %(mission)d: %(name)s may use an item.") % at, beside
        case "declare":
            return _("Mission %(mission)d: %(name)s says what an A counts.") % at, beside
        case "adjust":
            return _("Mission %(mission)d: %(name)s may drink a Vesper Martini.") % at, beside
        case "perfect":
            return _("Mission %(mission)d: %(name)s is perfect, and may discard a token.") % at, (
                beside
            )
        case "rescue":
            return _("%(name)s would reach nine tokens, and may throw some away.") % at, beside
        case _:
            return _("Mission %(mission)d: %(name)s may use the chloroform.") % at, beside
