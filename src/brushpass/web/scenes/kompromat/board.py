"""The decks, and the missions between the two sides."""

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brushpass.games.contract import Seat
from brushpass.web.scenes import Html, Woven
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.piles import CardFace, card_id, column_of, depends_on
from brushpass.web.scenes.kompromat.printing import made
from brushpass.web.scenes.kompromat.reading import SPREAD, Reading
from brushpass.web.scenes.kompromat.reveal import wide_open


@dataclass(frozen=True, slots=True)
class Deck:
    """A seat's equipment deck, and the card that is drawn and not yet placed."""

    place: str
    """Its own name on the page; `id` is its top card's."""
    side: str
    id: str
    seat: Seat
    count: int
    label: str
    says: str
    act: str | None
    drawn: CardFace | None


@dataclass(frozen=True, slots=True)
class Board:
    """What is around the decks and the missions, which stand in it by their names."""

    theirs: str
    mine: str
    missions_left: int
    columns: tuple[str, ...]
    spread: bool
    """Whether one of them is opened wide."""


def board(read: Reading) -> Html:
    """Decks and missions, and one of them wide while it is settled."""
    view, kept = read.view, read.scene.kept
    spread = view.phase in SPREAD and view.current is not None
    theirs, mine = (read.scene.opaque(f"deck {seat}") for seat in (read.them, read.me))
    pieces: dict[str, Html] = {}
    if not spread:
        for seat, name in ((read.them, theirs), (read.me, mine)):
            pieces[name] = kept(
                ("deck", seat), _deck_depends_on(read, seat), partial(_printed_deck, read, seat)
            )
    columns = []
    for number in range(1, len(view.missions) + 1):
        if spread and number == view.current:
            wide = wide_open(read, column_of(read, number))
            name, html = wide.place, made("wide", wide)
        else:
            depends = depends_on(read, number)
            name, html = kept(("column", number), depends, partial(_column, read, number))
        columns.append(name)
        pieces[name] = html
    around = Board(
        theirs=theirs,
        mine=mine,
        missions_left=view.mission_deck,
        columns=tuple(columns),
        spread=spread,
    )
    frame = kept("around the board", around, partial(made, "board", around))
    return Woven.of(frame, pieces)


def _deck_depends_on(read: Reading, seat: Seat) -> tuple[object, ...]:
    view, own = read.view, seat == read.scene.viewer
    return (
        *(view.round, view.players[seat].deck, view.players[seat].discard, read.past.drawn[seat]),
        view.turn == seat and view.drawn,
        own and "draw" in read.legal,
        read.cast,
        read.scene.opaque,
    )


def _printed_deck(read: Reading, seat: Seat) -> Html:
    return made("deck", _deck(read, seat))


def _column(read: Reading, number: int) -> tuple[str, Html]:
    column = column_of(read, number)
    sides = dict(zip((column.theirs.id, column.mine.id), column.sides, strict=True))
    return column.place, Woven.of(made("column", column), sides)


def _deck(read: Reading, seat: Seat) -> Deck:
    view = read.view
    count = view.players[seat].deck
    own = seat == read.scene.viewer
    drawn = None
    if view.drawn is not None and view.turn == seat:
        says = words.card_says(view.drawn, up=True, own=own)
        drawn = CardFace(
            card_id(read, seat, read.past.drawn[seat]), f"eq-{view.drawn}", False, says, 0
        )
    left = ngettext("%(n)d equipment card left.", "%(n)d equipment cards left.", count)
    says = left % {"n": count} + " (K5)"
    if out := view.players[seat].discard:
        cards = ", ".join("?" if each.card is None else words.value(each.card) for each in out)
        says += " " + _("Out of this round: %(cards)s. (K25, K34)") % {"cards": cards}
    return Deck(
        place=read.scene.opaque(f"deck {seat}"),
        side="my" if seat == read.me else "them",
        id=card_id(read, seat, read.past.drawn[seat] + 1),
        seat=seat,
        count=count,
        label=_("your deck") if own else _("their deck") if read.sits else read.name(seat),
        says=says,
        act="draw" if own and "draw" in read.legal else None,
        drawn=drawn,
    )
