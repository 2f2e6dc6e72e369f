"""A seat's notebook: what it was shown, what follows from that and no more, and its own marks.

Everything that is not its own mark comes from the engine's exact knowledge of the seat's own news.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from brushpass.games.contract import Event, Seat
from brushpass.games.microfilms.cards import (
    ACE,
    AGENT,
    COVERS,
    CROUPIER,
    FILM,
    FREELANCERS,
    LETTER,
    NATION,
    Card,
    Who,
)
from brushpass.games.microfilms.knowledge import Knowledge, Place
from brushpass.games.microfilms.view import (
    BribeAccepted,
    CardSeen,
    CardsHandedOver,
    CardTaken,
)
from brushpass.web.scenes import Line, Notes, TableEvent
from brushpass.web.scenes.microfilms import words

MARKS = ("", "maybe", "no")
"""What a cell can be marked as, in the order in which touching it goes round."""
MARK_NAMES = {"": noop("open"), "maybe": noop("your guess"), "no": noop("you doubt it")}
MANY = 6
"""So many pairs who may be allied are written out; more say too little to be read."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Whether somebody may be something."""

    state: str
    """`seen`: it is so; `no`: ruled out; `open`; `none`: it cannot be asked."""
    mark: str
    key: str
    value: str
    """What touching it makes of the mark."""
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """An identity, or a card and the places where it can be."""

    card: Card
    label: str
    icon: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """Someone, or a place."""

    short: str
    name: str
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what was shown, or what follows."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Book:
    """The whole notebook."""

    people: tuple[Column, ...]
    rows: tuple[Row, ...]
    spots: tuple[Column, ...]
    places: tuple[Row, ...]
    allied: str
    facts: tuple[Fact, ...]
    own: str


def known(viewer: Seat, croupier: bool, log: Iterable[Line]) -> Knowledge:
    """What the seat knows after these lines."""
    events = tuple(line.event for line in log if not isinstance(line.event, TableEvent))
    return _known(viewer, croupier, events)


STEP = 16


@lru_cache(maxsize=1024)
def _known(viewer: Seat, croupier: bool, events: tuple[Event, ...]) -> Knowledge:
    """In steps that are kept, so that each action costs no more than what it added."""
    if not events:
        return Knowledge.at_start(viewer, croupier=croupier)
    cut = (len(events) - 1) // STEP * STEP
    return _known(viewer, croupier, events[:cut]).learn(events[cut:])  # type: ignore[arg-type]


def book(
    viewer: Seat,
    seats: tuple[Who, ...],
    cast: words.Cast,
    log: Sequence[Line],
    notes: Notes,
) -> Book:
    """The page of a seat; `seats` are all who have an identity, the viewer first."""
    croupier = CROUPIER in seats
    knows = known(viewer, croupier, log)
    marks = dict(notes.marks)
    identities = _identities(knows, croupier, len(seats))
    spots: tuple[Place, ...] = (*seats, "deck", "discard", "box")
    return Book(
        people=tuple(_column(who, cast) for who in seats),
        rows=tuple(
            Row(
                card,
                words.short(card),
                words.icon(card),
                tuple(_cell(knows, card, who, cast, marks) for who in seats),
            )
            for card in identities
        ),
        spots=tuple(_column(spot, cast) for spot in spots),
        places=tuple(
            Row(
                card,
                words.name(card),
                words.icon(card),
                tuple(_spot(knows, card, spot, cast) for spot in spots),
            )
            for card in _wanted(knows, croupier)
        ),
        allied=_allied(knows, cast),
        facts=tuple(_facts(log, cast)),
        own=marks.get("own", ""),
    )


def _column(place: Place, cast: words.Cast) -> Column:
    if place == "deck":
        return Column("", _("the draw deck"), "p-draw")
    if place == "discard":
        return Column("", _("the discard deck"), "p-discard")
    if place == "box":
        return Column("", _("out of the game"), "p-box")
    if place == cast.viewer:
        return Column(_("You"), _("You"))
    return Column(monogram(cast.name(place), place), cast.called(place))


def monogram(name: str, who: Who) -> str:
    """Two letters for a name."""
    return _("Cr") if who == CROUPIER else name.strip()[:2].title()


def _identities(knows: Knowledge, croupier: bool, seats: int) -> tuple[Card, ...]:
    agents = tuple(AGENT[nation] for nation in knows.nations)
    if croupier:
        return (*agents, *COVERS)
    return agents if seats == len(agents) else (*agents, *FREELANCERS)


def _wanted(knows: Knowledge, croupier: bool) -> tuple[Card, ...]:
    """The cards that are worth following."""
    films = tuple(FILM[nation] for nation in knows.nations)
    letters = tuple(LETTER[nation] for nation in knows.nations)
    return (*films, *letters, *(() if croupier else (ACE,)))


def _cell(knows: Knowledge, card: Card, who: Who, cast: words.Cast, marks: dict[str, str]) -> Cell:
    here: dict[str, str] = {"card": words.short(card), "name": cast.called(who)}
    can = knows.can_be(who)
    if card in COVERS and who == CROUPIER:
        return Cell("none", "", "", "", _("The Croupier has no cover. (C1)"))
    group = {each for each in can if (each in NATION) == (card in NATION)}
    if CROUPIER not in knows_of(knows):
        group = set(can)
    if card not in can:
        return Cell("no", "", "", "", _("%(card)s, %(name)s: ruled out") % here)
    if group == {card}:
        return Cell("seen", "", "", "", _("%(card)s, %(name)s: certain") % here)
    key = f"is {card} {who}"
    mark = marks.get(key, "")
    mark = mark if mark in MARKS else ""
    value = MARKS[(MARKS.index(mark) + 1) % len(MARKS)]
    here["mark"] = _(MARK_NAMES[mark])
    return Cell("open", mark, key, value, _("%(card)s, %(name)s: %(mark)s") % here)


def knows_of(knows: Knowledge) -> tuple[Who, ...]:
    """Everyone who has an identity."""
    return (*range(knows.seats), *((CROUPIER,) if knows.croupier else ()))


def _spot(knows: Knowledge, card: Card, spot: Place, cast: words.Cast) -> Cell:
    places = knows.places(card)
    here = {"card": words.name(card), "place": _column(spot, cast).name}
    if spot not in places:
        return Cell("no", "", "", "", _("%(card)s, %(place)s: ruled out") % here)
    if len(places) == 1:
        return Cell("seen", "", "", "", _("%(card)s, %(place)s: certain") % here)
    return Cell("open", "", "", "", _("%(card)s, %(place)s: possible") % here)


def _allied(knows: Knowledge, cast: words.Cast) -> str:
    """M6: who may be a pair."""
    pairs = sorted(knows.allied(), key=str)
    if not pairs:
        return ""
    if len(pairs) == 1:
        (one, other) = pairs[0]
        both = words.listed([cast.called(one), cast.whom(other)])
        return _("Allied: %(pair)s. (M6)") % {"pair": both}
    everyone = len(list(combinations(knows_of(knows), 2)))
    if len(pairs) == everyone:
        return ""
    if len(pairs) > MANY:
        return _("Allied: %(n)d of %(all)d pairs are possible. (M6)") % {
            "n": len(pairs),
            "all": everyone,
        }
    said = "; ".join(_pair(one, other, cast) for one, other in pairs)
    return _("Allied may be: %(pairs)s. (M6)") % {"pairs": said}


def _pair(one: Who, other: Who, cast: words.Cast) -> str:
    return _("%(one)s & %(other)s") % {"one": cast.called(one), "other": cast.called(other)}


def _facts(log: Sequence[Line], cast: words.Cast) -> Iterable[Fact]:
    """What only this seat was shown, newest first."""
    for line in reversed(log):
        match line.event:
            case CardSeen(seat, target, card) if card is not None:
                text = _("%(name)s: %(card)s, seen at %(n)d (M17)")
                cards: tuple[Card, ...] = (card,)
            case CardTaken(seat, target, card) if card is not None:
                text = _("%(name)s lost to you at %(n)d: %(card)s (M18)")
                if seat != cast.viewer:
                    target = seat
                    text = _("%(name)s took from you at %(n)d: %(card)s (M18)")
                cards = (card,)
            case BribeAccepted(seat, target, card) if card is not None:
                text = _("%(name)s took your bribe at %(n)d: %(card)s (M13)")
                if seat != cast.viewer:
                    target = seat
                    text = _("%(name)s bribed you at %(n)d: %(card)s (M13)")
                cards = (card,)
            case CardsHandedOver(seat, target, handed) if handed is not None:
                if seat != cast.viewer:
                    target = seat
                    text = _("%(name)s saw of yours at %(n)d: %(card)s (M32)")
                else:
                    text = _("%(name)s showed you at %(n)d: %(card)s (M32)")
                cards = handed
            case _:
                continue
        said = words.listed(map(words.name, cards)) or _("no cards")
        at = {"name": cast.called(target), "card": said, "n": line.number}
        yield Fact(words.icon(cards[0]) if cards else "p-eye", text % at)
