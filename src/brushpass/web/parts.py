"""The parts of pages that change while one looks at them: by socket and by plain request alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import segno
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said
from django.utils.translation import ngettext
from markupsafe import Markup

from brushpass.bots.levels import LEVELS
from brushpass.games import GAMES
from brushpass.web import jinja, models, scenes
from brushpass.web import talk as talking
from brushpass.web.held import Held
from brushpass.web.keeper import keeper
from brushpass.web.refusal import Refused
from brushpass.web.store import store
from brushpass.web.terms import Clock, Terms

LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)


async def player_id(session: SessionBase) -> int | None:
    """Who this session belongs to: the one source of who may do what. A session may outlive its
    player, who was erased or put away.
    """
    found = await session.aget("player")
    there = isinstance(found, int) and await models.Player.objects.filter(pk=found).aexists()
    return found if there else None


def player_of(session: SessionBase) -> int | None:
    """The same, in a thread."""
    found = session.get("player")
    there = isinstance(found, int) and models.Player.objects.filter(pk=found).exists()
    return found if there else None


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as one viewer's page shows it."""

    sections: dict[str, str]
    title: str
    say: str


def table_page(
    held: Held, viewer: int | None, player: int | None, since: int | None, language: str
) -> Shown:
    """The sections of a table's page, in the language that is switched on."""
    title = GAMES[held.terms.game].title
    if not held.began:
        return Shown(
            _waiting(held, viewer, player), _("%(game)s: a table is waiting") % {"game": title}, ""
        )
    scene = held.scene(viewer, since, language)
    sections = dict(scenes.render(scene))
    mine = viewer is not None and scene.view.actor == viewer and bool(scene.legal)
    if scene.over is not None:
        plain = _("Over · %(game)s") % {"game": title}
    else:
        plain = (_("Your move · %(game)s") if mine else "%(game)s") % {"game": title}
    told = sections.pop("title", plain)
    say = sections.pop("say", "")
    bot, shuffled = _absent(held, viewer), shuffle(held, viewer)
    sections["seat"] = scene.kept(
        "seat",
        (
            *(bot, shuffled, scene.over is None, len(held.persons())),
            [(each.name, each.bot, each.present) for each in scene.sitters],
            scene.view.phase == "window" and scene.view.actor == viewer,
        ),
        partial(_part, "table_parts.html", "seat", held, scene, player, bot, shuffled),
    )
    return Shown(sections, told, say)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What a viewer is shown of a table's shuffle."""

    commitment: str
    numbers: tuple[tuple[str, str | None, str], ...]
    """By seat: the name, the number, and where it counts as 0 why."""
    wanted: bool
    """This viewer's browser is to send its number."""
    seal: str | None
    """Once the game is over."""
    page: str | None
    """Where all of it is checked, for those who may see all cards."""


def shuffle(held: Held, viewer: int | None) -> Shuffle | None:
    """What is shown of the shuffle; None at a table from before it could be proven."""
    if held.commitment is None or held.numbers is None:
        return None
    proven = held.proof()
    may = viewer is not None or held.terms.spectators == "all"
    return Shuffle(
        commitment=held.commitment,
        numbers=tuple(
            (place.name, number, "" if number else _why_none(held, seat))
            for seat, place in enumerate(held.places)
            if place.taken
            for number in (held.numbers.get(seat),)
        ),
        wanted=not held.began and viewer in held.awaited(),
        seal=None if proven is None else proven.seal,
        page=f"/t/{held.key}/proof" if proven is not None and may else None,
    )


def _why_none(held: Held, seat: int) -> str:
    if held.places[seat].player is None:
        return _("0: bots send none")
    return _("0: none came in time") if held.began else _("awaited")


def _absent(held: Held, viewer: int | None) -> str | None:
    """The level of the bot that plays for this viewer, if one does."""
    if viewer is None or held.over:
        return None
    bot = held.places[viewer].bot
    return None if bot is None else LEVELS[bot].name


def _part(template: str, name: str, *arguments: Any) -> str:
    module = jinja.get().get_template(template).module
    return str(getattr(module, name)(*arguments)).strip()


def _waiting(held: Held, viewer: int | None, player: int | None) -> dict[str, str]:
    """A table at which somebody is still awaited."""
    mine, shuffled = player == held.maker, shuffle(held, viewer)
    return {"waiting": _part("table_parts.html", "waiting", held, viewer, mine, shuffled)}


def qr(address: str) -> Markup:
    """A link as a picture that a phone reads."""
    made = segno.make(address, error="m", micro=False)
    drawn = made.svg_inline(scale=4, border=2, omitsize=True, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704 - drawn by segno from squares alone


def clock_words(clock: Clock) -> str:
    """A clock as a table's options say it."""
    if clock.kind == "none":
        return _("no clock")
    minutes, seconds = divmod(clock.seconds, 60)
    span = _("%(n)d s") % {"n": clock.seconds} if minutes == 0 else _("%(n)d min") % {"n": minutes}
    if minutes and seconds:
        span = _("%(m)d min %(s)d s") % {"m": minutes, "s": seconds}
    if clock.kind == "move":
        return _("%(span)s a move") % {"span": span}
    if clock.increment:
        return _("%(span)s each, %(n)d s more a move") % {"span": span, "n": clock.increment}
    return _("%(span)s each") % {"span": span}


def terms_words(terms: Terms) -> list[str]:
    """What was agreed, as those who sit down read it."""
    words = [
        ngettext("%(n)d seat", "%(n)d seats", len(terms.chairs)) % {"n": len(terms.chairs)},
        clock_words(terms.clock),
        {
            "none": _("no spectators"),
            "open": _("spectators see what lies open"),
            "all": _("spectators see all hands at the end"),
        }[terms.spectators],
        _("with a notebook") if terms.notebook else _("without a notebook"),
    ]
    if terms.starter is not None:
        words.append(_("seat %(n)d starts") % {"n": terms.starter + 1})
    if terms.nations:
        words.append(_("nations: %(names)s") % {"names": ", ".join(map(nation, terms.nations))})
    return words


def nation(name: str) -> str:
    """A nation, as it is called on the cards."""
    return {"china": _("China"), "uk": _("UK"), "usa": _("USA"), "ussr": _("USSR")}[name]


RECENT = timedelta(hours=12)
"""For how long a table at which nothing happens is listed."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the lobby."""

    key: str
    game: str
    title: str
    who: str
    seats: str
    clock: str
    watch: bool
    """It is being played, and may be watched."""


async def lobby_section() -> str:
    """The open tables, as a section."""
    listed = await store.ask(open_tables)
    return _part("table_parts.html", "lobby", listed)


def open_tables() -> list[Listed]:
    """Those with a seat for whoever comes by, then those of them that can be watched; of private
    tables nothing.
    """
    rows = models.Table.objects.filter(ended__isnull=True, touched__gt=now() - RECENT)
    rows = rows.prefetch_related("seatings").order_by("-made")[:200]
    waiting: list[Listed] = []
    played: list[Listed] = []
    for row in rows:
        terms = Terms.of(row.terms)
        if not terms.in_lobby:
            continue
        sits = {each.seat: each for each in sorted(row.seatings.all(), key=lambda s: s.pk)}
        people = [each.name for each in sits.values() if each.player_id]
        free = any(c.whose == "open" and s not in sits for s, c in enumerate(terms.chairs))
        watch = row.began is not None
        if not people or (terms.spectators == "none" if watch else not free):
            continue
        seats = _("%(n)d of %(all)d seated") % {"n": len(sits), "all": len(terms.chairs)}
        (played if watch else waiting).append(
            Listed(
                key=row.key,
                game=row.game,
                title=GAMES[row.game].title,
                who=", ".join(people),
                seats=_("being played") if watch else seats,
                clock=clock_words(terms.clock),
                watch=watch,
            )
        )
    return waiting[:30] + played[:10]


async def talk_section(held: Held, player: int | None) -> str:
    """What is said at a table, as a section."""
    return _part("table_parts.html", "talk", await talking.heard(held, player))


async def talk(held: Held, player: int, asked: Mapping[str, object], own: str) -> None:
    """What can be done in a table's talk."""
    match asked:
        case {"say": str(text)}:
            await talking.say(held, player, own, text=text)
        case {"phrase": str(phrase)}:
            await talking.say(held, player, own, phrase=phrase)
        case {"mute": str(key)}:
            await talking.mute(held, player, key)
        case {"report": str(key)}:
            await talking.report(held, player, key)
        case _:
            raise ValueError("not something that is done in talk")


async def do(key: str, player: int, what: str) -> str | None:
    """What can be done at a table that is no action of the game; where to go after it."""
    match what:
        case "rematch":
            following = await keeper.rematch(key, player)
            return None if following is None else f"/t/{following}"
        case "back" | "sit":
            person = await store.ask(partial(models.Player.objects.get, pk=player))
            await keeper.sit(key, person)
        case "resign":
            await keeper.resign(key, player)
            if not (await keeper.table(key)).may_look(player):
                return "/"
        case "leave":
            await keeper.leave(key, player)
            return "/"
        case _:
            raise Refused(said("There is no such thing to do."))
    return None


def whole(text: str) -> int | None:
    """A number as a form has it; None where it is none that we would ever ask for."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def asked(form: Mapping[str, str], key: str, *allowed: str) -> str:
    """A field of a form that has one of a few values; the first of them where it has none."""
    found = form.get(key, allowed[0])
    return found if found in allowed else allowed[0]
