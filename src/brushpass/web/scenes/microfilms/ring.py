"""The night table itself: who sits around it, and what lies there."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.microfilms.cards import CROUPIER, NATIONS, Card, Who
from brushpass.games.microfilms.happenings import EveningBegan, TurnBegan
from brushpass.games.microfilms.view import (
    BribeAccepted,
    CardSeen,
    CardsHandedOver,
    CardTaken,
    View,
)
from brushpass.web.scenes.microfilms import notebook, words
from brushpass.web.scenes.microfilms.acts import Target
from brushpass.web.scenes.microfilms.reading import Face, Reading

AROUND: dict[int, tuple[str, ...]] = {
    2: ("l", "r"),
    3: ("l", "t", "r"),
    4: ("l", "tl", "tr", "r"),
    5: ("l", "tl", "t", "tr", "r"),
    6: ("bl", "l", "tl", "tr", "r", "br"),
}
"""Where the others sit, clockwise from the viewer's left."""


@dataclass(frozen=True, slots=True)
class Plate:
    """Someone's name plate, with what lies before them."""

    id: str
    at: str
    called: str
    mono: str
    about: str
    active: bool
    asked: bool
    francs: int
    francs_say: str
    cleared: bool
    token_says: str
    out: bool
    papers: int
    """How many passports lie face down."""
    faces: tuple[Face, ...]
    """Identities that lie open."""
    backs: tuple[str, ...]
    says: str
    left: str | None
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """What lies half across the table, waiting for an answer."""

    kind: str
    text: str
    back: str | None
    face: Face | None


@dataclass(frozen=True, slots=True)
class Slip:
    """What was shown to this viewer alone."""

    text: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """The table, and those around it but the viewer."""

    many: int
    sits: bool
    plates: tuple[Plate, ...]
    deck: int
    deck_id: str
    draw: str | None
    deck_says: str
    deck_targets: tuple[Target, ...]
    discard: int
    top: Face | None
    take: str | None
    discard_says: str
    discard_targets: tuple[Target, ...]
    house: int
    passing: str | None
    house_says: str
    nations: tuple[tuple[str, str, bool], ...]
    offer: Offer | None
    slip: Slip | None
    evening: int
    evening_says: str
    dusk: bool
    """Whether an evening has just begun."""


def ring(read: Reading) -> Ring:
    """The table, and those around it but the viewer."""
    view = read.view
    assert isinstance(view, View)
    others = read.seats[1:] if read.sits else read.seats
    places = AROUND[len(others)]
    plates = tuple(
        plate(read, who, at, read.acts.on(who, number + 1))
        for number, (who, at) in enumerate(zip(others, places, strict=True))
    )
    top = None if view.top is None else read.face(view.top, read.trail.top)
    return Ring(
        many=len(others),
        sits=read.sits,
        plates=plates,
        deck=view.deck,
        deck_id=read.id(read.trail.next),
        draw="draw deck" if "draw deck" in read.legal else None,
        deck_says=_("The draw deck. When it is empty, the discard deck is shuffled. (M11, M22)"),
        deck_targets=read.acts.on("deck", 8),
        discard=view.discard,
        top=top,
        take="draw discard" if "draw discard" in read.legal else None,
        discard_says=_("The discard deck: only its top card can be seen. (M23)"),
        discard_targets=read.acts.on("discard", 9),
        house=view.house,
        passing="pass" if "pass" in read.legal else None,
        house_says=_("The house: all francs that nobody has, of 30. (M2)"),
        nations=tuple(
            (f"p-{each}", words.nation(each), each in view.agents)
            for each in NATIONS
            if view.agents
        ),
        offer=offer(read),
        slip=slip(read),
        evening=view.evening,
        evening_says=_("%(evening)s. The broker and Interpol win from the second on. (M27, M28)")
        % {"evening": words.evening(view.evening)},
        dusk=any(isinstance(line.event, EveningBegan) for line in read.scene.fresh),
    )


def plate(read: Reading, who: Who, at: str, targets: tuple[Target, ...]) -> Plate:
    """Someone at the table."""
    view, side, sitter = read.view, read.side(who), read.sitter(who)
    held = side.hand if isinstance(side.hand, int) else len(side.hand)
    about, left = "", None
    if who == CROUPIER:
        about = _("plays by himself (C4)")
        if read.near_ten:
            about = _("at 10 francs both lose (C7)")
    elif side.eliminated:
        about = _("out of the game (M29)")
    elif sitter is not None and sitter.bot is not None:
        about = _("Bot: %(level)s") % {"level": sitter.bot}
    elif sitter is not None and not sitter.present:
        about = _("away")
    if sitter is not None and sitter.left is not None:
        left = f"{sitter.left:.1f}"
    tokens = read.trail.backs(who, held)
    due = view.pending
    if due is not None and due.kind == "bribe" and due.by == who and due.by != read.scene.viewer:
        tokens = tokens[:-1]  # it lies half across the table
    status_says = _(words.CLEARED_SAYS) if side.cleared else _(words.SUSPECT_SAYS)
    hidden = sum(card is None for card in side.identities)
    faces = tuple(
        read.face(card, f"identity {who} {number}")
        for number, card in enumerate(side.identities)
        if card is not None and who != read.scene.viewer
    )
    said = [
        read.cast.called(who),
        words.cards(held),
        words.francs(side.francs),
        _("Cleared") if side.cleared else _("Suspect"),
    ]
    if side.eliminated:
        said = [read.cast.called(who), *(words.name(each.card) for each in faces), about]
    return Plate(
        id=f"m-seat-{who}",
        at=at,
        called=read.cast.called(who) if who == CROUPIER else read.cast.name(who),
        mono=notebook.monogram(read.cast.name(who), who),
        about=about,
        active=view.active == who,
        asked=view.actor == who,
        francs=side.francs,
        francs_say=_("%(francs)s. (M2)") % {"francs": words.francs(side.francs)},
        cleared=side.cleared,
        token_says=status_says,
        out=side.eliminated,
        papers=hidden,
        faces=faces,
        backs=tuple(map(read.id, tokens)),
        says=", ".join(said),
        left=left,
        targets=targets,
    )


def offer(read: Reading) -> Offer | None:
    """M13, M18: what waits for an answer."""
    due = read.view.pending
    if due is None:
        return None
    at = {"by": read.cast.called(due.by), "to": read.cast.whom(due.to)}
    if due.kind == "bribe":
        token = read.trail.offered(due.by, due.card)
        shown = None if due.card is None else read.face(due.card, token)
        back = read.id(token) if shown is None else None
        return Offer("bribe", _("%(by)s → %(to)s") % at, back, shown)
    mine, theirs = _("You interrogate %(to)s"), _("%(name)s interrogates %(to)s")
    if due.kind == "blackmail":
        mine, theirs = _("You blackmail %(to)s"), _("%(name)s blackmails %(to)s")
    return Offer(due.kind, read.cast.pick(due.by, mine, theirs, to=at["to"]), None, None)


def slip(read: Reading) -> Slip | None:
    """M17, M18, M32: what was shown to this viewer alone since its turn began."""
    me = read.scene.viewer
    if me is None:
        return None
    for line in reversed(read.scene.log):
        match line.event:
            case TurnBegan(seat) if seat == me:
                return None
            case CardSeen(_seat, target, card) if card is not None:
                text = _("Only you saw it: a card of %(name)s. (M17)")
                cards: tuple[Card, ...] = (card,)
            case CardTaken(seat, target, card) if card is not None:
                text = _("You took it from %(name)s. (M18)")
                if seat != me:
                    text, target = _("%(name)s took it from you. (M18)"), seat
                cards = (card,)
            case BribeAccepted(seat, target, card) if card is not None and seat != me:
                text, target, cards = _("The bribe of %(name)s. (M13)"), seat, (card,)
            case CardsHandedOver(seat, target, handed) if handed is not None and seat == me:
                text, cards = _("%(name)s showed you. (M32)"), handed
            case _:
                continue
        faces = tuple(
            read.face(card, f"slip {line.number} {number}") for number, card in enumerate(cards)
        )
        return Slip(text % {"name": read.cast.called(target)}, faces)
    return None
