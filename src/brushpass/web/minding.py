"""The pages of those who mind the house, under /house: reports, players, tables, and the log of
what was done.

What they show is built up from nothing: a table's number, its options, who sits there. Columns
that hold a link, a seed, a player's number or an action are never asked for, so that neither a
page nor a search can tell them. This is why they are pages of our own: Django's admin answers
`?seed__startswith=a` to whoever may list tables.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from asgiref.sync import sync_to_async
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brushpass.games import GAMES
from brushpass.web import deeds, models, parts, talk
from brushpass.web.pages import show
from brushpass.web.refusal import Refused
from brushpass.web.terms import Terms
from brushpass.web.wrong import missing_page

A_PAGE = 50
"""How many players, tables or lines of the log are listed at once."""
LATE = 100
"""How many of the last remarks of a player or a table are shown."""

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], Coroutine[Any, Any, HttpResponse]]


def for_minders(page: Page[P]) -> Page[P]:
    """For others than those who mind the house there is no such page."""

    @wraps(page)
    async def guarded(request: HttpRequest, /, *given: P.args, **named: P.kwargs) -> HttpResponse:
        user = await request.auser()
        if not user.is_authenticated:
            return HttpResponseRedirect("/sign-in")
        if not (user.is_active and user.is_staff):
            return await missing_page(request)
        return await page(request, *given, **named)

    return guarded


# --- what is seen ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """A player in a list."""

    number: int
    name: str
    account: bool
    muted: bool
    barred: bool
    made: datetime


@dataclass(frozen=True, slots=True)
class Place:
    """A table in a list."""

    number: int
    title: str
    state: str
    who: tuple[tuple[int | None, str], ...]
    """By seat: the player's number (None: a bot, or somebody who is gone) and the name."""
    touched: datetime


@dataclass(frozen=True, slots=True)
class Said:
    """A remark, and what was made of it."""

    number: int
    player: int | None
    name: str
    table: int
    text: str
    at: datetime
    beside: bool
    hidden: bool
    reports: int
    """How many have reported it and were not heard yet."""


_PERSON = ("pk", "name", "user", "muted", "barred", "made")


def _persons(rows: Any) -> list[Person]:
    return [
        Person(pk, name, user is not None, muted, barred, made)
        for pk, name, user, muted, barred, made in rows.values_list(*_PERSON)
    ]


def _places(rows: Any) -> list[Place]:
    found = list(rows.values_list("pk", "game", "began", "ended", "touched"))
    sits: dict[int, dict[int, tuple[int | None, str]]] = {}
    seatings = models.Seating.objects.filter(table__in=[each[0] for each in found]).order_by("pk")
    for table, seat, player, name in seatings.values_list("table", "seat", "player", "name"):
        sits.setdefault(table, {})[seat] = (player, name)
    return [
        Place(
            pk,
            GAMES[game].title,
            _state(began, ended),
            tuple(who for _seat, who in sorted(sits.get(pk, {}).items())),
            touched,
        )
        for pk, game, began, ended, touched in found
    ]


def _state(began: datetime | None, ended: dict[str, Any] | None) -> str:
    if ended is None:
        return _("waiting") if began is None else _("being played")
    if ended.get("by") == "house":
        return _("closed by the house")
    return {"played": _("played out"), "resigned": _("resigned")}.get(ended["reason"], _("left"))


def _said(rows: Any) -> list[Said]:
    rows = rows.annotate(open=Count("reports", filter=Q(reports__settled=False)))
    return [
        Said(
            row.pk,
            row.player_id,
            row.name,
            row.table_id,
            talk.text_of(row),
            row.at,
            row.seat is None,
            row.hidden,
            row.open,
        )
        for row in rows
    ]


# --- pages ----------------------------------------------------------------------------------------


@require_safe
@for_minders
async def reports(request: HttpRequest) -> HttpResponse:
    """What players have reported and nobody has looked at yet."""
    return await _reports(request)


async def _reports(request: HttpRequest, wrong: str = "") -> HttpResponse:
    waiting = models.Remark.objects.filter(reports__settled=False).distinct().order_by("pk")
    found = await sync_to_async(lambda: _said(waiting[:A_PAGE]))()
    return await _show(request, "reports", {"remarks": found}, wrong)


@require_safe
@for_minders
async def players(request: HttpRequest) -> HttpResponse:
    """All players, the latest first; by a name or a number."""
    asked = request.GET.get("q", "").strip()[: models.Player.NAME]
    rows = models.Player.objects.order_by("-pk")
    if asked:
        named = Q(name__icontains=asked) if asked.isprintable() else Q(pk=None)
        rows = rows.filter(named | Q(pk=parts.whole(asked)))
    found, older = await sync_to_async(lambda: _page_of(request, rows, _persons))()
    return await _show(request, "players", {"persons": found, "older": older, "asked": asked})


@require_http_methods(["GET", "HEAD", "POST"])
@for_minders
async def player(request: HttpRequest, number: int) -> HttpResponse:
    """One player: where they sit, what they said, what was done; and to mute or bar them."""
    wrong = ""
    if request.method == "POST":
        wrong = await _done(request, deeds.to_a_player, number)
        if not wrong:
            return HttpResponseRedirect(request.path)

    def read() -> dict[str, Any] | None:
        persons = _persons(models.Player.objects.filter(pk=number))
        if not persons:
            return None
        tables = models.Table.objects.filter(seatings__player=number).distinct()
        remarks = models.Remark.objects.filter(player=number).order_by("-pk")[:LATE]
        return {
            "person": persons[0],
            "places": _places(tables.order_by("-touched")[:A_PAGE]),
            "remarks": _said(remarks),
            "deeds": _deeds(models.Deed.objects.filter(to=f"player {number}").order_by("-pk")),
        }

    found = await sync_to_async(read)()
    return (
        await missing_page(request)
        if found is None
        else await _show(request, "player", found, wrong)
    )


@require_safe
@for_minders
async def tables(request: HttpRequest) -> HttpResponse:
    """All tables, the latest first; by a number, or by the link that somebody complains of."""
    asked = request.GET.get("q", "").strip()[:200]
    rows = models.Table.objects.order_by("-pk")
    if asked:
        key = asked.rstrip("/").rpartition("/")[2]
        linked = Q(key=key) if key.isascii() and key.isprintable() else Q(pk=None)
        rows = rows.filter(linked | Q(pk=parts.whole(asked)))
    found, older = await sync_to_async(lambda: _page_of(request, rows, _places))()
    if asked and len(found) == 1:
        return HttpResponseRedirect(f"/house/tables/{found[0].number}")
    return await _show(request, "tables", {"places": found, "older": older})


@require_http_methods(["GET", "HEAD", "POST"])
@for_minders
async def table(request: HttpRequest, number: int) -> HttpResponse:
    """One table: who sits there and what was said; and to close it."""
    wrong = ""
    if request.method == "POST":
        wrong = await _done(request, deeds.to_a_table, number)
        if not wrong:
            return HttpResponseRedirect(request.path)

    def read() -> dict[str, Any] | None:
        row = models.Table.objects.filter(pk=number)
        places = _places(row)
        if not places:
            return None
        terms, made, ended = row.values_list("terms", "made", "ended")[0]
        return {
            "place": places[0],
            "terms": parts.terms_words(Terms.of(terms)),
            "made": made,
            "over": ended is not None,
            "actions": models.Action.objects.filter(table=number).count(),
            "remarks": _said(models.Remark.objects.filter(table=number).order_by("-pk")[:LATE]),
            "deeds": _deeds(models.Deed.objects.filter(to=f"table {number}").order_by("-pk")),
        }

    found = await sync_to_async(read)()
    return (
        await missing_page(request)
        if found is None
        else await _show(request, "table", found, wrong)
    )


@require_POST
@for_minders
async def remark(request: HttpRequest, number: int) -> HttpResponse:
    """Hide a remark or let it stand, which settles what was reported of it."""
    wrong = await _done(request, deeds.to_a_remark, number)
    return await _reports(request, wrong) if wrong else HttpResponseRedirect("/house")


@require_safe
@for_minders
async def log(request: HttpRequest) -> HttpResponse:
    """What those who mind the house have done; there is no way to change it."""
    rows = models.Deed.objects.order_by("-pk")
    found, older = await sync_to_async(lambda: _page_of(request, rows, _deeds))()
    return await _show(request, "log", {"deeds": found, "older": older})


# --- what the pages share -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log."""

    at: datetime
    who: str
    what: str
    to: str
    why: str


def _deeds(rows: Iterable[models.Deed]) -> list[Line]:
    return [Line(row.at, row.who, _(deeds.KINDS[row.what]), row.to, row.why) for row in rows]


def _page_of(
    request: HttpRequest, rows: Any, read: Callable[[Any], list[Any]]
) -> tuple[list[Any], int | None]:
    """A page of rows that are listed the latest first, and where the next one begins."""
    before = parts.whole(request.GET.get("before", ""))
    rows = rows if before is None else rows.filter(pk__lt=before)
    numbers = list(rows.values_list("pk", flat=True)[: A_PAGE + 1])
    found = read(rows.filter(pk__in=numbers[:A_PAGE]))
    return found, numbers[A_PAGE - 1] if len(numbers) > A_PAGE else None


async def _done(
    request: HttpRequest, do: Callable[[deeds.Minder, str, int], Awaitable[None]], number: int
) -> str:
    """Do what the form asks; why not, where it cannot be done."""
    user = await request.auser()
    minder = deeds.Minder(user.get_username(), talk.tidy(request.POST.get("why", "")))
    try:
        await do(minder, request.POST.get("do", ""), number)
    except Refused as refusal:
        return refusal.in_words()
    return ""


async def _show(
    request: HttpRequest, name: str, more: dict[str, Any], wrong: str = ""
) -> HttpResponse:
    context = {"here": name, "wrong": wrong, "older": None, "asked": "", **more}
    return await show(request, f"house/{name}.html", context, status=409 if wrong else 200)
