"""The viewer's own side of the night table: papers, hand, and what can be done."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.contract import Seat
from brushpass.games.microfilms.view import Side
from brushpass.web.scenes.microfilms import words
from brushpass.web.scenes.microfilms.acts import Target, Verb
from brushpass.web.scenes.microfilms.reading import Face, Reading
from brushpass.web.scenes.microfilms.ring import Plate, plate


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the viewer's hand."""

    face: Face
    offered: bool
    menu: str | None
    act: str | None
    why: str | None
    """Why it cannot be discarded."""
    key: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """The viewer's side: papers, hand, and what can be done."""

    plate: Plate
    identities: tuple[tuple[str, str, str, str], ...]
    """Symbol, name, goal and explanation of each."""
    hand: tuple[Held, ...]
    limit: str
    head: str
    means: tuple[Target, ...]
    choices: tuple[Target, ...]
    verbs: tuple[Verb, ...]
    hand_targets: tuple[Target, ...]


def mine(read: Reading, me: Seat) -> Mine:
    """Papers, hand, and what can be done."""
    view, side = read.view, read.side(me)
    assert isinstance(side, Side)
    due = view.pending
    held = []
    offered = due.card if due is not None and due.by == me else None
    for number, (token, card) in enumerate(read.trail.hand(side.hand)):
        is_offered = card == offered
        if is_offered:
            offered = None  # one of two copies is enough
        act = f"discard {card}" if view.phase == "discard" and read.asked else None
        held.append(
            Held(
                face=read.face(card, token),
                offered=is_offered,
                menu=f"card {card}" if read.acts.menu(card) else None,
                act=act if act in read.legal else None,
                why=read.acts.stuck(card),
                key=str(number + 1),
                targets=read.acts.on_card(card, str(number + 1)),
            )
        )
    panel = read.acts.panel()
    limit = _("may keep 2 (M20)") if side.cleared else _("may keep 1 (M20)")
    return Mine(
        plate=plate(read, me, "me", ()),
        identities=tuple(
            (words.icon(card), words.name(card), words.goal(card), words.says(card))
            for card in side.identities
        ),
        hand=tuple(held),
        limit=limit,
        head=panel.head,
        means=panel.means,
        choices=panel.choices,
        verbs=panel.verbs,
        hand_targets=read.acts.on(me, 0),
    )
