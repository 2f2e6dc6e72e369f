"""The pages, and the plain requests that do without a script all that the socket does."""

import json
import random
import secrets
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache, partial
from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import alogout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from brushpass.bots.levels import LEVELS, STANDARD
from brushpass.games import GAMES
from brushpass.games.microfilms.cards import NATIONS
from brushpass.proof import BadProof, outcomes, verify
from brushpass.proof import key as combined
from brushpass.record import BadRecord, Record
from brushpass.record import read as read_record
from brushpass.web import kept, meters, models, parts, rulebook, talk
from brushpass.web.guard import address
from brushpass.web.held import Held, record_of
from brushpass.web.keeper import is_own, keeper
from brushpass.web.limits import Bucket
from brushpass.web.refusal import Refused
from brushpass.web.shelf import NoTable
from brushpass.web.store import store
from brushpass.web.terms import BadTerms, Chair, Clock, Terms, against_bots
from brushpass.web.wrong import bad_page, barred_page, missing_page, too_often

COVERS = tuple(
    "Ada Bo Cass Dagny Emil Fenna Gil Hedda Ivo Juno Kit Lev Mara Nils Oona Pim Rhea Sol Thea "
    "Uwe Vera Wim Yara Zeno".split()
)
"""Names to begin with."""

setting_tables = Bucket(rate=1 / 10, burst=20, name="setting tables")
"""New tables from one address."""


# --- who it is ------------------------------------------------------------------------------------


async def who(request: HttpRequest) -> models.Player | None:
    """The player of this session."""
    found = await parts.player_id(request.session)
    players = models.Player.objects.select_related("user")
    return None if found is None else await players.filter(pk=found).afirst()


async def known(request: HttpRequest, name: str) -> models.Player:
    """The player of this session, called so from now on; a new one if there is none."""
    name = tidy(name)
    player = await who(request)
    if player is None:
        player = await models.Player.objects.acreate(name=name or random.choice(COVERS))
        await request.session.aset("player", player.pk)
    elif name and name != player.name:
        player.name = name
        await player.asave(update_fields=["name"])
    return player


def tidy(name: str) -> str:
    """A name as it can stand on the table: one line, nothing unprintable, not too long."""
    shown = "".join(each if each.isprintable() else " " for each in name)
    return " ".join(shown.split())[: models.Player.NAME].strip()


async def show(
    request: HttpRequest, template: str, more: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """A page, with what every page has."""
    player = await who(request)
    context = {"player": player, "name": player.name if player else "", **(more or {})}
    return render(request, template, context, status=status, using="jinja2")


# --- pages ----------------------------------------------------------------------------------------


@require_safe
async def home(request: HttpRequest) -> HttpResponse:
    """The first page: three games, a friend, the open tables."""
    lobby = await parts.lobby_section()
    cover = secrets.choice(COVERS)
    more = {"lobby": lobby, "cover": cover, "levels": LEVELS.values(), "standard": STANDARD}
    return await show(request, "home.html", more)


@require_POST
async def quick(request: HttpRequest, game: str = "") -> HttpResponse:
    """One click: a table against bots; or, for a friend, one that waits for whom the link is
    sent to.
    """
    game = game or request.POST.get("game", "")
    if game not in GAMES:
        return await missing_page(request)
    if not setting_tables.take(address(request)):
        return too_often(request, 10)
    player = await known(request, request.POST.get("name", ""))
    level = parts.asked(request.POST, "level", STANDARD, *LEVELS)
    terms = against_bots(game, level)
    if request.POST.get("with") == "friend":
        seats = terms.chairs if len(terms.chairs) == 2 else terms.chairs[:3]
        first, _second, *rest = seats
        terms = Terms(game, (first, Chair("friend"), *rest), notebook=terms.notebook)
    return await _set_table(request, terms, player)


async def _set_table(request: HttpRequest, terms: Terms, player: models.Player) -> HttpResponse:
    """A new table, and the way to it."""
    try:
        key = await keeper.set_table(terms, player)
    except Refused as refusal:
        return barred_page(request, refusal.in_words())
    return HttpResponseRedirect(f"/t/{key}")


async def setting(request: HttpRequest) -> HttpResponse:
    """Setting a table with all its options."""
    wrong, asked = None, fields_of(await _terms_like(request))
    if request.method == "POST":
        if not setting_tables.take(address(request)):
            return too_often(request, 10)
        try:
            terms = terms_of(request.POST)
        except BadTerms as error:
            wrong = str(error)
            game = parts.asked(request.POST, "game", *GAMES)
            asked = {**request.POST.dict(), "game": game}
        else:
            player = await known(request, request.POST.get("name", ""))
            return await _set_table(request, terms, player)
    context = {
        "asked": asked,
        "whose": [
            ("me", _("me")),
            *(
                (f"bot:{level.id}", _("a bot: %(level)s") % {"level": level.name})
                for level in LEVELS.values()
            ),
            ("friend", _("a friend, by link")),
            ("open", _("open to the lobby")),
        ],
        "games": GAMES,
        "levels": LEVELS.values(),
        "nations": [(each, parts.nation(each)) for each in NATIONS],
        "wrong": wrong,
        "cover": secrets.choice(COVERS),
    }
    return await show(request, "setting.html", context, status=400 if wrong else 200)


async def _terms_like(request: HttpRequest) -> Terms:
    """The options to begin with: those of a table one sat at, or the usual ones of a game."""
    if like := request.GET.get("like"):
        try:
            held = await keeper.table(like)
        except NoTable:
            pass
        else:
            if held.seat_of(await parts.player_id(request.session)) is not None:
                return held.terms
    game = parts.asked(request.GET, "game", *GAMES)
    terms = against_bots(game)
    first, _second, *rest = terms.chairs
    return Terms(game, (first, Chair("open"), *rest), notebook=terms.notebook)


def fields_of(terms: Terms) -> dict[str, str]:
    """The fields of the form as they ask for these options: what `terms_of` reads."""
    clock = terms.clock
    fields = {
        "game": terms.game,
        "seats": str(len(terms.chairs)),
        "starter": "" if terms.starter is None else str(terms.starter),
        "nations": "chosen" if terms.nations else "",
        "clock": clock.kind,
        "spectators": terms.spectators,
    }
    for seat in range(GAMES[terms.game].seats[-1]):
        chair = terms.chairs[seat] if seat < len(terms.chairs) else Chair("bot")
        fields[f"seat-{seat}"] = f"bot:{chair.bot}" if chair.whose == "bot" else chair.whose
    fields |= {f"nation-{each}": "on" for each in terms.nations}
    if clock.kind == "move":
        fields["move-seconds"] = str(clock.seconds)
    elif clock.kind == "bank":
        minutes, increment = clock.seconds // 60, clock.increment
        fields |= {"bank-minutes": str(minutes), "bank-increment": str(increment)}
    if terms.notebook:
        fields["notebook"] = "on"
    return fields


def _number(form: Mapping[str, str], field: str, usual: int) -> int:
    written = form.get(field, "").strip() or str(usual)
    if not (written.isdecimal() and len(written) < 10):
        raise BadTerms(said("seats, minutes and seconds are whole numbers"))
    return int(written)


def terms_of(form: Mapping[str, str]) -> Terms:
    """The options that the form asks for; BadTerms where it is not one of ours."""
    game = form.get("game", "")
    if game not in GAMES:
        raise BadTerms(said("no game is called so"))
    low, high = GAMES[game].seats[0], GAMES[game].seats[-1]
    seats = low if low == high else _number(form, "seats", low)
    if seats not in GAMES[game].seats:
        raise BadTerms(said("this game is not for so many seats"))
    chairs: list[Chair] = []
    for seat in range(seats):
        chosen = form.get(f"seat-{seat}", "bot")
        whose, _colon, bot = chosen.partition(":")
        chairs.append(Chair(whose, bot or STANDARD))  # type: ignore[arg-type] # Terms checks it
    starter = form.get("starter", "")
    kind = parts.asked(form, "clock", "none", "move", "bank")
    clock = Clock()
    if kind == "move":
        clock = Clock("move", _number(form, "move-seconds", 60))
    elif kind == "bank":
        minutes = _number(form, "bank-minutes", 15)
        clock = Clock("bank", minutes * 60, _number(form, "bank-increment", 10))
    nations = tuple(each for each in NATIONS if form.get(f"nation-{each}"))
    if game == "kompromat" or form.get("nations") != "chosen":
        nations = ()
    return Terms(
        game=game,
        chairs=tuple(chairs),
        starter=int(starter) if starter.isdecimal() and int(starter) < seats else None,
        nations=nations,
        clock=clock,
        spectators=parts.asked(form, "spectators", "open", "none", "all"),  # type: ignore[arg-type]
        notebook=form.get("notebook") == "on",
    )


@require_safe
async def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table, as this session sees it."""
    return await _table(request, key)


async def _table(
    request: HttpRequest, key: str, notice: str = "", status: int = 200
) -> HttpResponse:
    player = await parts.player_id(request.session)
    held = await _looked_at(key, player)
    if held is None:
        return await missing_page(request)
    viewer = held.seat_of(player)
    keeper.look(held, viewer)
    async with held.lock:
        page = parts.table_page(held, viewer, player, None, get_language() or "en")
        number = held.number
    context = {
        "key": key,
        "page": page,
        "number": number,
        "notice": notice,
        "held": held,
        "viewer": viewer,
        "terms": parts.terms_words(held.terms),
        "title": GAMES[held.terms.game].title,
        "link": request.build_absolute_uri(f"/t/{key}"),
        "qr": "" if held.began else parts.qr(request.build_absolute_uri(f"/t/{key}")),
        "cover": secrets.choice(COVERS),
        "local": request.get_host().partition(":")[0] in ("localhost", "127.0.0.1"),
        "sheets": sheets(held.terms.game),
        "talk": await parts.talk_section(held, player),
        "hears": talk.may_hear(held, player),
        "phrases": talk.PHRASES[held.terms.game],
        "brief": rulebook.in_short(held.terms.game, get_language() or "en"),
    }
    return await show(request, "table.html", context, status=status)


@cache
def sheets(game: str) -> list[str]:
    """The style sheets of a game's scenes."""
    folder = settings.HERE / "static"
    wanted = ["kompromat.css"] if game == "kompromat" else ["microfilms.css"]
    return [name for name in wanted if (folder / name).is_file()]


async def _looked_at(key: str, player: int | None) -> Held | None:
    try:
        held = await keeper.table(key, fresh=True)
    except NoTable:
        return None
    return held if held.may_look(player) else None


@require_POST
async def act(request: HttpRequest, key: str) -> HttpResponse:
    """What a button does where no script runs: an action, a mark, sitting down, a rematch."""
    form = request.POST
    player = await parts.player_id(request.session)
    if await _looked_at(key, player) is None:
        return await missing_page(request)
    try:
        if form.get("do") == "sit":
            seat = form.get("seat", "")
            person = await known(request, form.get("name", ""))
            await keeper.sit(key, person, parts.whole(seat))
        elif player is None:
            raise Refused(said("You have no seat at this table."))
        elif "act" in form:
            number, own = parts.whole(form.get("n", "")), form.get("own")
            if number is None or not (own is None or is_own(own)):
                return await bad_page(request)
            with meters.acting.time():
                await keeper.act(key, player, number, form["act"], own or secrets.token_urlsafe(9))
        elif "number" in form:
            await keeper.number(key, player, form["number"])
        elif "mark" in form:
            name, _equals, text = form["mark"].partition("=")
            await keeper.mark(key, player, name, text)
        elif (go := await parts.do(key, player, form.get("do", ""))) is not None:
            return HttpResponseRedirect(go)
    except Refused as refusal:
        return await _table(request, key, refusal.in_words(), HTTPStatus.CONFLICT)
    return HttpResponseRedirect(f"/t/{key}")


@require_http_methods(["GET", "POST"])
async def table_talk(request: HttpRequest, key: str) -> HttpResponse:
    """What is said at a table: GET keeps it when all is over; POST says, mutes, reports where no
    script runs, and for who watches without a name yet.
    """
    player = await parts.player_id(request.session)
    held = await _looked_at(key, player)
    if held is None or not talk.may_hear(held, player):
        return await missing_page(request)
    if request.method == "GET":
        if not held.over:
            return await missing_page(request)
        told = await store.ask(partial(talk.transcript, held))
        name = f"{held.terms.game}-{held.key[:6]}.talk.txt"
        return HttpResponse(
            told,
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
    if player is None:
        player = (await known(request, request.POST.get("name", ""))).pk
    form = request.POST.dict()
    own = form.pop("own", "") or secrets.token_urlsafe(9)
    try:
        for what in ("phrase", "mute", "report", "say"):
            if what in form and is_own(own):
                await parts.talk(held, player, {what: form[what]}, own)
                break
    except Refused as refusal:
        return await _table(request, key, refusal.in_words(), HTTPStatus.CONFLICT)
    return HttpResponseRedirect(f"/t/{key}#talk-box")


@require_GET
async def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record of a game that is over, for those who may see all of it."""
    held = await _opened(request, key)
    if held is None:
        return await missing_page(request)
    name = f"{held.terms.game}-{held.key[:6]}.game.json"
    return HttpResponse(
        record_of(held),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _opened(request: HttpRequest, key: str) -> Held | None:
    """A table whose game is over, if this session may see all its cards and the seed."""
    player = await parts.player_id(request.session)
    held = await _looked_at(key, player)
    if held is None or not held.opened:
        return None
    may = held.seat_of(player) is not None or held.terms.spectators == "all"
    return held if may else None


@require_safe
async def proof(request: HttpRequest, key: str) -> HttpResponse:
    """The shuffles of a game that is over, checked: by the server, by proof.js, and by hand."""
    held = await _opened(request, key)
    proven = None if held is None else held.proof()
    if held is None or proven is None:
        return await missing_page(request)
    told = read_record(record_of(held))
    holds, dealt = await sync_to_async(_checked)(told)
    context = {
        "key": key,
        "game": GAMES[held.terms.game].title,
        "proof": proven,
        "combined": combined(proven.seed, proven.numbers),
        "names": [place.name for place in held.places],
        "seat": held.seat_of(await parts.player_id(request.session)),
        "chosen": told.more.get("chosen", []),
        "holds": holds,
        "dealt": dealt,
    }
    return await show(request, "proof.html", context)


def _checked(told: Record) -> tuple[bool, list[tuple[int, str, str]]]:
    """Whether the proof holds, and what proof.js needs to deal every chance outcome again."""
    try:
        verify(told)
        holds = True
    except (BadProof, BadRecord):
        holds = False
    return holds, [
        (number, words, json.dumps(asdict(due), separators=(",", ":")))
        for number, words, due in outcomes(told)
    ]


@require_safe
async def yours(request: HttpRequest) -> HttpResponse:
    """The tables one sits at."""
    player = await who(request)
    rows = [] if player is None else await store.ask(partial(_tables_of, player))
    for row in [row for row in rows if row["state"] == "playing"][:LOOKED_UP]:
        held = await keeper.table(row["key"])
        if player is not None and held.game.status.actor == held.seat_of(player.pk):
            row["state"] = "yours"
    return await show(request, "yours.html", {"rows": rows})


LOOKED_UP = 12
"""How many of one's tables are looked at to say where it is one's move."""


def _tables_of(player: models.Player) -> list[dict[str, Any]]:
    rows = (
        models.Table.objects.filter(seatings__player=player)
        .distinct()
        .order_by("-touched")
        .prefetch_related("seatings")[:60]
    )
    return [
        {
            "key": row.key,
            "game": row.game,
            "title": GAMES[row.game].title,
            "who": ", ".join(
                sorted({each.name for each in row.seatings.all() if each.player_id != player.pk})
            ),
            "state": "over" if row.ended else "playing" if row.began else "waiting",
            "touched": row.touched,
        }
        for row in rows
    ]


@require_safe
async def kept_about(request: HttpRequest) -> HttpResponse:
    """All that is kept about who asks, as a file."""
    player = await who(request)
    if player is None:
        return await missing_page(request)
    return HttpResponse(
        await sync_to_async(kept.about)(player),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="brushpass-about-me.json"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
async def erase(request: HttpRequest) -> HttpResponse:
    """Have all that is kept about oneself erased, after saying so twice."""
    player = await who(request)
    if player is None:
        return await missing_page(request)
    wrong = ""
    if request.method == "POST":
        try:
            await kept.erase(player)
        except Refused as refusal:
            wrong = refusal.in_words()
        else:
            await alogout(request)
            return HttpResponseRedirect("/")
    return await show(request, "erase.html", {"wrong": wrong}, status=409 if wrong else 200)


@require_safe
async def rules(request: HttpRequest, book: str) -> HttpResponse:
    """The rules of a game, or its page at a glance, as the rulebook has them."""
    page = rulebook.page(book, get_language() or "en")
    if page is None:
        return await missing_page(request)
    return await show(request, "rules.html", {"book": page})


@require_safe
async def about(request: HttpRequest) -> HttpResponse:
    """Who made what, and what it is set in."""
    return await show(request, "about.html")


@require_safe
async def icon(request: HttpRequest) -> HttpResponse:
    """The mark, for the browser's tab."""
    drawn = render(request, "icon.svg", using="jinja2", content_type="image/svg+xml")
    drawn.headers["Cache-Control"] = "public, max-age=86400"
    return drawn
