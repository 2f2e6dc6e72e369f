"""Tables to and from the database. These are called in threads, not on the event loop."""

import json
import random
import time
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import F, Q
from django.db.models.functions import Now

from brushpass.games import GAMES
from brushpass.games.contract import Game, Seat
from brushpass.web import models
from brushpass.web.held import Ended, Held, Place, Seated
from brushpass.web.refusal import BARRED, Refused
from brushpass.web.scenes import TableEvent
from brushpass.web.store import Behind
from brushpass.web.terms import Terms

NAMES = tuple("Ottoline Klaus Beatriz Mirek Sunniva Jory Pell Ines Anselm Tove Radu Odile".split())
"""What bots are called."""


class NoTable(Exception):
    """There is no such table, or it is not for this viewer: nobody is told which."""


def write(row: models.Table | models.Seating | models.Deed) -> None:
    """Write a new row, perhaps for the second time."""
    row.pk = None
    row.save(force_insert=True)


def let_in(*players: int | None) -> None:
    """Whom the house has barred gets no seat. Asked where the seat is written, and their row held
    until it is: another process bars them before that, or finds the seat to take it away.
    """
    rows = models.Player.objects.select_for_update(no_key=True).order_by("pk")
    known = [player for player in players if player is not None]
    if any(rows.filter(pk__in=known).values_list("barred", flat=True)):
        raise Refused(BARRED)


def insert(row: models.Table, terms: Terms, maker: models.Player) -> None:
    """A table with those who sit from the start: who sets it, and bots."""
    write(row)
    names = [name for name in NAMES if name != maker.name]
    random.Random(row.key).shuffle(names)
    for seat, chair in enumerate(terms.chairs):
        if chair.whose in ("me", "bot"):
            mine = chair.whose == "me"
            models.Seating.objects.create(
                table=row,
                after=0,
                seat=seat,
                kind="sat",
                name=maker.name if mine else names.pop(),
                player=maker if mine else None,
                bot=None if mine else chair.bot,
            )


def insert_after(row: models.Table, places: Sequence[Place], before: int) -> None:
    """A table for those who sat at the one before."""
    let_in(*(place.player for place in places))
    write(row)
    models.Seating.objects.bulk_create(
        models.Seating(
            table=row,
            after=0,
            seat=seat,
            kind="sat",
            name=place.name,
            player_id=place.player,
            bot=place.bot,
        )
        for seat, place in enumerate(places)
    )
    models.Table.objects.filter(pk=before).update(next=row)


def keys_with_clocks() -> list[str]:
    """The tables where time passes though nobody may be looking."""
    rows = models.Table.objects.filter(
        ended__isnull=True, began__isnull=False, clocks__isnull=False
    )
    return list(rows.order_by("-touched").values_list("key", flat=True)[:500])


def unfinished(player: int) -> list[str]:
    """The tables at which a player has or had a seat, and which are not over."""
    rows = models.Table.objects.filter(seatings__player=player, ended__isnull=True)
    return list(rows.distinct().values_list("key", flat=True))


def change(table: int, changes: int, **fields: Any) -> None:
    """Change a table of which so many changes are known; `Behind` if there were more."""
    row = models.Table.objects.filter(pk=table, changes=changes)
    if not row.update(changes=changes + 1, **fields):
        raise Behind


Row: TypeAlias = tuple[int, str, Seat | None, str | None]
"""An action as it is written: its number, its words, who sent it, and its own number."""


def add_actions(
    table: int, changes: int, rows: Sequence[Row], ended: Ended | None, clocks: list[float] | None
) -> None:
    """Write actions and what they make of the table; `Behind` if there were more changes.

    Every move comes by here, so it is SQL by hand: on SQLite these two statements take 0.025 ms of
    CPU time, by way of the ORM they took 0.24.
    """
    now = connection.ops.adapt_datetimefield_value(datetime.now(UTC))
    places = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE web_table SET changes = %s, touched = %s, ended = %s"
            " WHERE id = %s AND changes = %s",
            [changes + 1, now, None if ended is None else json.dumps(ended), table, changes],
        )
        if not cursor.rowcount:
            raise Behind
        cursor.execute(
            "INSERT INTO web_action (table_id, number, words, seat, own, at)"  # noqa: S608 - of our words
            f" VALUES {places}",
            [value for row in rows for value in (table, *row, now)],
        )
    if clocks is not None:
        models.Table.objects.filter(pk=table).update(clocks=clocks, turned=Now())


def changes(table: int) -> int | None:
    """How many changes there were; None where the table is no more."""
    return models.Table.objects.filter(pk=table).values_list("changes", flat=True).first()


@dataclass(frozen=True, slots=True)
class News:
    """What the database has of a table, from an action on."""

    row: models.Table
    seatings: list[models.Seating]
    actions: list[models.Action]
    marks: list[models.Mark]


def news(table: int, number: int) -> News:
    """What the database has of a table, without its first actions."""
    return _news(Q(pk=table), number)


def _news(which: Q, number: int = 0) -> News:
    rows = models.Table.objects.select_related("next").filter(which)
    row = rows.annotate(turned_ago=Now() - F("turned")).first()
    if row is None:
        raise NoTable
    # What is written from here on may be among the rest. Then there were more changes than this
    # row has counted, and the table is brought up to date once more.
    return News(
        row,
        list(row.seatings.order_by("pk")),
        list(row.actions.filter(number__gt=number).order_by("number")),
        list(row.marks.all()) if row.terms["notebook"] else [],
    )


def read(key: str, alive: Container[int]) -> Held:
    """A table from its log. Its clock goes on where one of these processes drives the table, and
    begins anew where none does: nobody is to lose the time in which nothing could be done.
    """
    if not key.isprintable():  # PostgreSQL would not hear of it
        raise NoTable(key)
    found = _news(Q(key=key))
    row, terms = found.row, Terms.of(found.row.terms)
    held = Held(
        id=row.pk,
        key=row.key,
        terms=terms,
        seed=row.seed,
        maker=row.maker_id,
        game=Game(GAMES[row.game], len(terms.chairs)),
        places=[],
    )
    if row.server_id not in alive:
        row.turned = None
    enter(held, found)
    return held


def enter(held: Held, news: News) -> None:
    """Make a table what the database says it is."""
    row, now = news.row, time.monotonic()
    held.changes = row.changes
    held.server = row.server_id
    held.maker = row.maker_id
    held.numbers = None if row.numbers is None else {int(s): n for s, n in row.numbers.items()}
    held.began = row.began is not None
    held.asked = row.asked
    held.next = None if row.next is None else row.next.key
    before = held.seatings
    held.seatings, held.places = [], [Place() for _ in held.terms.chairs]
    for each in news.seatings:
        event = TableEvent(
            each.kind,  # type: ignore[arg-type] # as it was written
            each.seat,
            each.name,
            each.bot,
        )
        held.seatings.append(Seated(each.after, event))
        held.places[each.seat] = Place(each.name, each.player_id, each.bot, taken=True)
    if held.seatings != before:
        held.logs.clear()
    if not all(place.taken for place in held.places):
        held.full = None
    elif held.full is None:
        held.full = now
    for action in news.actions:
        interrupts = action.seat is not None and action.words.startswith(f"{action.seat}! ")
        words = action.words.split("! ", 1)[1] if interrupts else action.words
        if action is news.actions[-1]:
            held.closed_view = held.game.view(None)  # the last one may be the end
        held.game.apply(words, action.seat)
        if action.seat is not None and action.own is not None:
            held.done[action.seat, action.own] = action.number
        held.moved = now
    held.ended = row.ended
    held.clocks = row.clocks
    ago: timedelta | None = row.turned_ago  # type: ignore[attr-defined] # annotated
    held.turned = now - ago.total_seconds() if row.turned is not None and ago is not None else now
    held.marks = {}
    for mark in news.marks:
        held.marks.setdefault(mark.seat, {})[mark.key] = mark.text
