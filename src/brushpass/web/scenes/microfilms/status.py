"""The status line of the night table: who must do what."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brushpass.web.scenes.microfilms import words
from brushpass.web.scenes.microfilms.acts import Step
from brushpass.web.scenes.microfilms.reading import Reading


@dataclass(frozen=True, slots=True)
class Status:
    """Who must do what."""

    who: str
    yours: bool
    head: str
    beside: str
    steps: tuple[Step, ...]
    evening: str
    turn: str


def status(read: Reading) -> Status:
    """The one line that says who must do what."""
    view = read.view
    head, beside_it = _asked(read) if read.asked else _waiting(read)
    if view.actor is None:
        who = _("The dealer")
    elif read.asked:
        who = _("Your turn") if view.phase == "action" else _("You decide")
    else:
        at = {"name": read.cast.name(view.actor)}
        who = _("%(name)s decides") % at
        if view.phase == "action":
            who = _("%(name)s's turn") % at
    return Status(
        who=who,
        yours=read.asked,
        head=head,
        beside=beside_it,
        steps=read.acts.steps(),
        evening=words.evening(view.evening),
        turn=_("turn %(n)d") % {"n": view.turns + 1},
    )


def _asked(read: Reading) -> tuple[str, str]:
    view, due = read.view, read.view.pending
    me = read.scene.viewer
    assert me is not None
    side = read.side(me)
    at = {"name": "" if due is None else read.cast.name(due.by)}
    match view.phase:
        case "bribe":
            return _("%(name)s offers you a card. Take it unseen?") % at, _(
                "You see it only if you accept. (M13)"
            )
        case "blackmail":
            return _("%(name)s blackmails you. Pay, defend or refuse?") % at, _(
                "Nobody else answers for you. (M18)"
            )
        case "discard":
            limit = 2 if side.cleared else 1
            held = side.hand if isinstance(side.hand, int) else len(side.hand)
            over = held - limit
            head = ngettext(
                "Too many cards: discard %(n)d.", "Too many cards: discard %(n)d.", over
            )
            why = _("Cleared, you may keep 2. (M20)")
            if not side.cleared:
                why = _("Suspect, you may keep 1. (M20)")
            return head % {"n": over}, why
        case _:
            can = _("Draw, pass, bribe, take an action, or attempt a win.")
            return _("Do one thing."), _nearly(read) or can


def _waiting(read: Reading) -> tuple[str, str]:
    view, due = read.view, read.view.pending
    at: dict[str, str] = {}
    if due is not None:
        at = {
            "name": read.cast.called(due.by),
            "by": read.cast.whom(due.by),
            "target": read.cast.whom(due.to),
            "to": read.cast.called(due.to),
        }
    wait = ""
    if read.sits:
        wait = _("You are out, and watch. (M29)") if read.is_out else _("You wait.")
    if view.actor is None:
        if due is not None and due.kind == "interrogate":
            return _("One of the cards comes up for %(by)s alone.") % at, wait
        if due is not None:
            return _("One card of %(target)s changes hands.") % at, wait
        return _("The cards are being shuffled and dealt."), wait
    at["actor"] = read.cast.name(view.actor)
    match view.phase:
        case "bribe" if due is not None and due.by == read.scene.viewer:
            return _("%(to)s considers your card.") % at, _(
                "Accepted, it is theirs and you are Cleared; declined, they owe you 1 franc. (M13)"
            )
        case "bribe":
            return _("%(to)s considers a card from %(by)s.") % at, wait
        case "blackmail" if due is not None and due.by == read.scene.viewer:
            return _("%(to)s answers your blackmail.") % at, _(
                "They pay you 2 francs, or defend with Cash out, or refuse: then you are Cleared, "
                "they are Suspect, and you take a card at random. (M18)"
            )
        case "blackmail":
            return _("%(to)s answers a blackmail by %(by)s.") % at, wait
        case "discard":
            return _("%(actor)s has too many cards and discards.") % at, wait
        case _:
            return _("%(actor)s does one thing.") % at, _nearly(read) or wait


def _nearly(read: Reading) -> str:
    """C7: the end that everybody should see coming."""
    if read.view.croupier is None or not read.near_ten:
        return ""
    left = words.francs(read.view.croupier.francs)
    return _("The Croupier has %(francs)s: at 10 both players lose. (C7)") % {"francs": left}
