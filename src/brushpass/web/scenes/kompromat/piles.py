"""Missions with the cards on both sides of them, and what can be aimed there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markupsafe import Markup

from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import ITEMS, LIMIT, MARKS, NEWSPAPER, TARGETS, Card
from brushpass.games.kompromat.view import Shown
from brushpass.web.scenes import Html
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.history import Settling
from brushpass.web.scenes.kompromat.printing import made
from brushpass.web.scenes.kompromat.reading import SPREAD, TURN_PHASES, Reading, totals


@dataclass(frozen=True, slots=True)
class Target:
    """Where something aimed can be sent: to touch it is the action, or the next aim."""

    aim: str
    act: str | None
    next: str | None
    label: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """An equipment card as it lies."""

    id: str
    symbol: str
    peek: bool
    says: str
    position: int
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """A seat's side of a mission."""

    id: str
    cards: tuple[CardFace, ...]
    sum: str
    brief: str
    """The same where there is little room: a small block for what lies face down."""
    label: str
    empty: str
    newspapers: int
    targets: tuple[Target, ...]
    place: str | None = None
    key: str | None = None
    result: str | None = None
    """The total with which it was settled."""
    over: bool = False
    note: str = ""
    """What the notebook says lies here (K12), where the table plays with one."""


@dataclass(frozen=True, slots=True)
class MissionCard:
    """A mission's card, and what looks out from under it."""

    id: str
    number: int
    card: Card
    name: str
    kind: str
    worth: int | None
    brief: str
    says: str
    under: int
    under_says: str


@dataclass(frozen=True, slots=True)
class Column:
    """A mission with both sides."""

    place: str
    """Its own name on the page; it stays while cards come and go."""
    beside: bool
    """Whether another mission is opened wide."""
    mission: MissionCard
    card: Markup
    """The mission's card as HTML."""
    theirs: Pile
    mine: Pile
    sides: tuple[Html, Html]
    """What lies on both sides as HTML: theirs, mine."""
    state: str
    """`now`, `done`, or nothing."""
    banner: str
    outcome: str


def card_id(read: Reading, seat: Seat, number: int) -> str:
    """The name of a card on the page: which in the order drawn, so that it keeps it on its way."""
    return read.scene.opaque(f"card {read.view.round} {seat} {number}")


def _mission(read: Reading, number: int) -> tuple[MissionCard, Markup]:
    """A mission's card in words, and as HTML."""
    id_, laid = (
        read.scene.opaque(f"mission {read.view.round} {number}"),
        read.view.missions[number - 1],
    )
    card = mission_card(id_, number, laid.card, laid.ci)
    return card, Markup(made("mission", card))  # noqa: S704 - our own template's, which escapes


def mission_card(id_: str, number: int, card: Card, under: Card | None) -> MissionCard:
    """A mission's card in words."""
    kind = "target" if card in TARGETS else "item" if card in ITEMS else "set"
    return MissionCard(
        id=id_,
        number=number,
        card=card,
        name=words.name(card),
        kind=kind,
        worth=TARGETS.get(card),
        brief=_(words.BRIEF[card]) if kind == "item" else "",
        says=words.mission_says(card),
        under=0 if under is None else MARKS[under],
        under_says="" if under is None else words.under_says(under),
    )


def depends_on(read: Reading, number: int) -> tuple[object, ...]:
    """All that what is shown of a mission is made from."""
    view, went = read.view, read.settling(number)
    return (
        view.round,
        view.missions[number - 1],
        (view.phase, view.actor) if view.current == number else None,
        view.phase in SPREAD,
        went and went.winner,
        *(_pile_depends_on(read, seat, number) for seat in (read.them, read.me)),
    )


def _pile_depends_on(read: Reading, seat: Seat, number: int) -> tuple[object, ...]:
    view, went, at = read.view, read.settling(number), number - 1
    player, lies = view.players[seat], tuple(read.past.piles[seat][at])
    own, round_ = seat == read.scene.viewer, view.round
    return (
        *(round_, view.missions[at].resolved, player.piles[at], player.newspapers[at], lies),
        own and read.scene.notes and [read.past.seen.get((seat, each)) for each in lies],
        own and (view.phase in TURN_PHASES, f"place {number}" in read.legal),
        _targets(read).get((seat, number)),
        view.phase in SPREAD,
        went and went.totals[seat],
        read.cast,
        read.scene.opaque,
    )


def column_of(read: Reading, number: int) -> Column:
    """A mission with what lies on both sides of it."""
    view = read.view
    mission = view.missions[number - 1]
    state, banner, outcome = "", "", ""
    went = read.settling(number)
    if mission.resolved:
        state = "done"
        if went is not None:
            outcome = _outcome(read, went)
    elif view.current == number:
        state = "now"
        if view.phase == "push":
            banner = (
                _("You draw here")
                if read.asked
                else _("%(name)s draws here") % {"name": read.name(view.actor)}
            )
        else:
            banner = _("Next to be revealed") if view.phase == "window" else ""
    named, card = read.scene.kept(
        ("mission", number),
        (view.round, mission.card, mission.ci, read.cast, read.scene.opaque),
        partial(_mission, read, number),
    )
    theirs, mine = (
        read.scene.kept(
            ("pile", seat, number),
            _pile_depends_on(read, seat, number),
            partial(_side_of, read, seat, number, went),
        )
        for seat in (read.them, read.me)
    )
    return Column(
        place=read.scene.opaque(f"column {number}"),
        beside=view.phase in SPREAD,
        mission=named,
        card=card,
        theirs=theirs[0],
        mine=mine[0],
        sides=(theirs[1], mine[1]),
        state=state,
        banner=banner,
        outcome=outcome,
    )


def _outcome(read: Reading, went: Settling) -> str:
    if went.winner is None:
        return _("nobody's")
    if went.winner == read.scene.viewer:
        return _("yours")
    return _("%(name)s's") % {"name": read.name(went.winner)}


def _side_of(read: Reading, seat: Seat, number: int, went: Settling | None) -> tuple[Pile, Html]:
    """What lies on one side of a mission, and the same as HTML."""
    pile = _pile(read, seat, number, went)
    side = "my" if seat == read.me else "them"
    return pile, made("pile", (pile, side, read.view.phase in SPREAD))


def _pile(read: Reading, seat: Seat, number: int, went: Settling | None) -> Pile:
    view, own = read.view, seat == read.scene.viewer
    player = view.players[seat]
    pile: tuple[Shown, ...] = player.piles[number - 1]
    serials = read.past.piles[seat][number - 1]
    if len(serials) != len(pile):  # a log that does not begin at the beginning
        serials = [100 * number + place for place in range(len(pile))]
    at_cards, at_pile = _targets(read).get((seat, number), ({}, ()))
    place = f"place {number}"
    cards = tuple(
        CardFace(
            id=card_id(read, seat, serial),
            symbol=f"back-{seat}" if shown.card is None else f"eq-{shown.card}",
            peek=not shown.up and shown.card is not None,
            says=words.card_says(shown.card, up=shown.up, own=own),
            position=position,
            targets=at_cards.get(position, ()),
        )
        for position, (shown, serial) in enumerate(zip(pile, serials, strict=True), 1)
    )
    resolved = view.missions[number - 1].resolved
    settled = resolved and went is not None
    result = went.totals[seat] if settled and went is not None else None
    empty = ""
    if not pile and not resolved:
        empty = _("open to you") if own and view.phase in TURN_PHASES else _("no cards")
    return Pile(
        id=read.scene.opaque(f"pile {view.round} {seat} {number}"),
        cards=cards,
        sum=_sum(pile, player.newspapers[number - 1]),
        brief=_sum(pile, player.newspapers[number - 1], "%(n)d\u25ae"),
        label=_("%(who)s at mission %(mission)d: %(cards)s")
        % {
            "who": read.called(seat),
            "mission": number,
            "cards": _sum(pile, player.newspapers[number - 1]) or _("no cards"),
        },
        empty=empty,
        newspapers=player.newspapers[number - 1],
        targets=at_pile,
        place=place if own and place in read.legal else None,
        key=str(number),
        result=None if result is None else words.total(result),
        over=result is not None and result > LIMIT,
        note=_note(read, seat, number, serials),
    )


def _note(read: Reading, seat: Seat, number: int, serials: Sequence[int]) -> str:
    """K12: one's own cards as one saw them, if there is a notebook and they are hidden now."""
    if read.scene.notes is None or seat != read.scene.viewer:
        return ""
    player = read.view.players[seat]
    pile: tuple[Shown, ...] = player.piles[number - 1]
    seen = [
        shown.card or read.past.seen.get((seat, serial))
        for shown, serial in zip(pile, serials, strict=True)
    ]
    if None in seen or all(shown.card for shown in pile):
        return ""
    cards = [card for card in seen if card is not None]
    possible = totals(cards, player.newspapers[number - 1])
    return _("%(cards)s: %(total)s") % {
        "cards": " ".join(words.value(card) for card in cards),
        "total": " / ".join(map(words.total, possible[:2])),
    }


def _sum(pile: Sequence[Shown], newspapers: int, down: str = "") -> str:
    """What can be seen of a pile's total; `down` says how many cards lie face down."""
    if not pile:
        return _("paper +%(n)d") % {"n": NEWSPAPER * newspapers} if newspapers else ""
    seen = [shown.card for shown in pile if shown.card is not None]
    hidden = len(pile) - len(seen)
    if not hidden:
        possible = [words.total(each) for each in totals(seen, newspapers)]
        return _(" or ").join(possible[:2])
    parts = [words.value(card) for card in seen]
    if hidden:
        parts.append((down or ngettext("%(n)d down", "%(n)d down", hidden)) % {"n": hidden})
    if newspapers:
        parts.append(str(NEWSPAPER * newspapers))
    return " + ".join(parts)


Targets: TypeAlias = tuple[dict[int, tuple[Target, ...]], tuple[Target, ...]]
"""What can be aimed at a seat's side of a mission: at single cards, and at the whole."""


def _targets(read: Reading) -> dict[tuple[Seat, int], Targets]:
    """What can be aimed where."""
    return read.scene.kept("targets", (read.scene.legal, read.me), partial(_all_targets, read))


def _all_targets(read: Reading) -> dict[tuple[Seat, int], Targets]:
    if not read.stems():
        return {}
    found = {
        (seat, number): _targets_at(read, seat, number)
        for seat in (read.me, read.them)
        for number in range(1, len(read.view.missions) + 1)
    }
    return {at: targets for at, targets in found.items() if any(targets)}


def _targets_at(read: Reading, seat: Seat, number: int) -> Targets:
    cards: dict[int, tuple[Target, ...]] = {}
    whole: list[Target] = []
    for stem in read.stems():
        item = stem.split(" ")[-1]
        sent = read.uses(stem)
        if item == "stun-gun" and seat == read.them:
            for mission, position in sent:
                if mission == number:
                    act = f"{stem} {mission} {position}"
                    label = _("Discard card %(position)d at mission %(mission)d") % {
                        "position": position,
                        "mission": mission,
                    }
                    cards[position] = (
                        *cards.get(position, ()),
                        Target(stem, act, None, label),
                    )
        elif item in {"drone", "newspaper"} and seat == read.them and (number,) in sent:
            label = _("Turn up these cards") if item == "drone" else _("Lay the newspaper here")
            whole.append(Target(stem, f"{stem} {number}", None, label))
        elif item == "jetpack" and seat == read.me:
            if any(start == number for start, _end in sent):
                whole.append(Target(stem, None, f"{stem} {number}", _("Carry these")))
            whole += [
                Target(f"{stem} {start}", f"{stem} {start} {end}", None, _("Carry them here"))
                for start, end in sent
                if end == number
            ]
    return cards, tuple(whole)
