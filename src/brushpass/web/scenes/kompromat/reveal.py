"""The mission that is being settled, opened wide (K31-K39)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import ACE, ACE_HIGH, LIMIT, MARKS, NEWSPAPER
from brushpass.games.kompromat.view import Shown
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.history import Settling
from brushpass.web.scenes.kompromat.piles import Column, Pile
from brushpass.web.scenes.kompromat.reading import Reading, totals


@dataclass(frozen=True, slots=True)
class Hand:
    """One side of the mission that is opened wide."""

    pile: Pile
    calc: str
    note: str
    declares: str
    total: str | None
    stamp: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Wide:
    """The mission that is being settled."""

    place: str
    column: Column
    steps: tuple[tuple[str, bool], ...]
    theirs: Hand
    mine: Hand
    head: str
    stands: str


def wide_open(read: Reading, column: Column) -> Wide:
    """The mission in question: both hands, the totals, and what they lead to."""
    view = read.view
    went = read.settling(column.mission.number)
    step = {"declare": 2, "adjust": 3}.get(view.phase, 4)
    names = (_("Items"), _("Turn up"), _("Declare"), _("Martini"), _("Collect"))
    head, stands = _stands(read, went)
    return Wide(
        place=column.place,
        column=column,
        steps=tuple((each, place == step) for place, each in enumerate(names)),
        theirs=_hand(read, read.them, column.theirs, went),
        mine=_hand(read, read.me, column.mine, went),
        head=head,
        stands=stands,
    )


def _hand(read: Reading, seat: Seat, pile: Pile, went: Settling | None) -> Hand:
    view = read.view
    number = view.current
    shown: tuple[Shown, ...] = view.players[seat].piles[number - 1]
    papers = view.players[seat].newspapers[number - 1]
    total = view.declared[seat]
    faces = [each.card for each in shown if each.card is not None]
    calc, note = "", ""
    if shown and len(faces) == len(shown):
        aces = faces.count(ACE)
        possible = totals(faces, papers)
        high = 0
        if total is not None and aces:
            high = min(aces, max(0, round((total - possible[0]) / ACE_HIGH)))
        parts = []
        for card in faces:
            if card == ACE and total is not None:
                parts.append("11" if high > 0 else "1")
                high -= 1
            else:
                parts.append(words.value(card))
        if papers:
            parts.append(str(NEWSPAPER * papers))
        calc = " + ".join(parts)
        if papers:
            note = _("with a newspaper (K23)")
        if total is not None and total not in possible:
            note = _("and a Vesper Martini (K27)")
    failed = went is not None and went.failed[seat]
    if failed:
        note = _("over 21: discarded (K34)")
    elif not shown:
        note = _("no cards here (K37)")
    stamp = ""
    if total is not None:
        stamp = _("Over 21") if total > LIMIT else _("Perfect") if total == LIMIT else ""
    declares = (
        _("You declare")
        if seat == read.scene.viewer
        else _("%(name)s declares") % {"name": read.name(seat)}
    )
    return Hand(
        pile,
        calc,
        note,
        declares,
        None if total is None else words.total(total),
        stamp,
        seat == read.me,
    )


def collector(totals: Sequence[float | None], counts: Sequence[int]) -> Seat | None:
    """K37, K38: who collects with these totals and so many cards, if anybody does."""
    able = [
        (total, counts[seat], seat)
        for seat, total in enumerate(totals)
        if total is not None and total <= LIMIT and counts[seat]
    ]
    able.sort(reverse=True)
    if not able or (len(able) == 2 and able[0][:2] == able[1][:2]):
        return None
    return able[0][2]


def _stands(read: Reading, went: Settling | None) -> tuple[str, str]:
    """What the totals that lie open lead to."""
    view = read.view
    number = view.current
    mission = view.missions[number - 1]
    if view.phase == "declare":
        return _("Not declared yet"), _(
            "An A counts 1 or 11: its owner says. Then the total stands. (K31, K32)"
        )
    if view.phase in {"rescue", "cover"} and view.actor is not None:
        count = view.taking or MARKS[mission.ci or "ci-1"]
        due = ngettext("%(n)d token is due.", "%(n)d tokens are due.", count) % {"n": count}
        rule = "K36" if view.phase == "rescue" else "K39"
        return read.called(view.actor) + ":", f"{due} ({rule})"
    counts = [len(view.players[seat].piles[number - 1]) for seat in (0, 1)]
    said: list[str] = []
    for seat in (0, 1):
        total = view.declared[seat]
        if total is None:
            continue
        if total > LIMIT and not (went and went.failed[seat]):
            said.append(
                read.cast.pick(
                    seat,
                    _("You take 1 token for going over."),
                    _("%(name)s takes 1 token for going over."),
                )
            )
    card = words.name(mission.card)
    winner = collector(view.declared, counts)
    if winner is None:
        said.insert(0, _("Nobody collects %(card)s. (K37, K38)") % {"card": card})
    else:
        if mission.ci is None:
            you, they = _("You collect %(card)s."), _("%(name)s collects %(card)s.")
        else:
            marks = MARKS[mission.ci]
            you = ngettext(
                "You collect %(card)s, with %(n)d token under it.",
                "You collect %(card)s, with %(n)d tokens under it.",
                marks,
            )
            they = ngettext(
                "%(name)s collects %(card)s, with %(n)d token under it.",
                "%(name)s collects %(card)s, with %(n)d tokens under it.",
                marks,
            )
        n = 0 if mission.ci is None else MARKS[mission.ci]
        said.insert(0, read.cast.pick(winner, you, they, card=card, n=n))
        if counts[1 - winner] and view.declared[0] == view.declared[1]:
            said.insert(1, _("More cards break the tie. (K38)"))
    return _("As it stands:"), " ".join(said)
