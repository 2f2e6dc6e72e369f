"""What is said at a table: a claim costs nothing, and may be a lie.

Who has a seat talks at the table; who watches talks beside it, and is heard by others who watch,
by the players only when the game is over. Every reader mutes whom they like; what two have
reported is hidden from all.

What was said is in the database alone: a page reads it when it is told that somebody talked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said

from brushpass.games.contract import Viewer
from brushpass.web import meters, models
from brushpass.web.held import Held
from brushpass.web.refusal import BARRED, MUTED, Refused
from brushpass.web.relay import group, relay
from brushpass.web.store import store

_EVERYWHERE = {
    "hello": said("Hello!"),
    "moment": said("One moment, please."),
    "well": said("Well played."),
    "thanks": said("Thank you for the game."),
}
_CASINO = {
    "agent": said("I am an agent."),
    "china": said("I work for China."),
    "uk": said("I work for the UK."),
    "usa": said("I work for the USA."),
    "ussr": said("I work for the USSR."),
    "independent": said("I work for nobody."),
    "ally": said("I am your ally."),
    "film": said("I hold a film."),
    "ace": said("I hold the ace."),
    "know": said("I know who you are."),
    "pay": said("Silence has its price."),
}
_PILES = {
    "far": said("I am nowhere near 21."),
    "over": said("I am over 21."),
    "exact": said("Twenty-one exactly."),
    "mine": said("That mission is mine."),
    "keep": said("You may have that one."),
    "dare": said("You do not dare."),
}
PHRASES: Mapping[str, Mapping[str, str]] = {
    "kompromat": {**_PILES, **_EVERYWHERE},
    "microfilms": {**_CASINO, **_EVERYWHERE},
    "croupier": {**_CASINO, **_EVERYWHERE},
}
"""What can be said by one touch, for each game; every reader gets it in their own language."""
_ANY = {key: text for game in PHRASES.values() for key, text in game.items()}

_LONGEST = models.Remark.LONGEST
SHOWN = 100
"""How many of the last remarks a page shows; the transcript has all."""
REPORTS = 2
"""How many people have to report a remark for it to be hidden; those whose reports the house has
settled do not count again."""
AT_ONCE = 5
WITHIN = timedelta(seconds=15)
"""So many remarks of one player within this time, counted in the database: for all processes."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A remark, as one reader gets it."""

    key: str
    name: str
    text: str
    at: datetime
    mine: bool
    beside: bool
    """Said by somebody who watches."""
    hidden: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said at a table, as one reader gets it."""

    remarks: tuple[Heard, ...]
    people: tuple[tuple[str, str, bool], ...]
    """Of each other person who has said something: a remark's key, the name, whether muted."""
    speaks: bool
    """Whether this reader may mute and report."""
    muted: bool = False
    """Nobody hears this reader: the house does not want it."""


def tidy(text: str) -> str:
    """A remark as it can be shown: one line, nothing unprintable, not too long."""
    shown = "".join(each if each.isprintable() else " " for each in text[: 4 * _LONGEST])
    return " ".join(shown.split())[:_LONGEST].strip()


def may_hear(held: Held, player: int | None) -> bool:
    """Before a game begins only those who sit there talk; then whoever may watch, too."""
    seated = held.seat_of(player) is not None
    return seated or (held.began and held.may_look(player))


def _open(held: Held) -> bool:
    """Whether players hear what was said beside the table."""
    return held.ended is not None and not held.lost


async def heard(held: Held, player: int | None) -> Talk:
    """What this reader gets to read, in the language that is switched on."""
    if not may_hear(held, player):
        return Talk((), (), speaks=False)
    beside = held.seat_of(player) is None or _open(held)
    return await store.ask(partial(_read, held.id, player, beside))


def _audible(table: int, *, beside: bool) -> Q:
    return Q(table=table) if beside else Q(table=table, seat__isnull=False)


def _read(table: int, player: int | None, beside: bool) -> Talk:
    found = models.Remark.objects.filter(_audible(table, beside=beside))
    rows = list(reversed(found.order_by("-pk")[:SHOWN]))
    silenced = Q(muted=True) | Q(barred=True)
    unheard = player is not None and models.Player.objects.filter(silenced, pk=player).exists()
    if not rows:
        return Talk((), (), speaks=player is not None, muted=unheard)
    mutes = models.Mute.objects.filter(by=player).values_list("of", flat=True)
    muted = set() if player is None else set(mutes)
    mine = models.Report.objects.filter(by=player, remark__in=rows).values_list("remark", flat=True)
    reported = set() if player is None else set(mine)
    people: dict[int, tuple[str, str, bool]] = {}
    for row in rows:
        if row.player_id is not None and row.player_id != player:
            known = people.get(row.player_id, (row.key, "", False))
            people[row.player_id] = (known[0], row.name, row.player_id in muted)
    remarks = tuple(
        Heard(
            row.key,
            row.name,
            "" if row.hidden or row.pk in reported else text_of(row),
            row.at,
            mine=player is not None and row.player_id == player,
            beside=row.seat is None,
            hidden=row.hidden or row.pk in reported,
        )
        for row in rows
        if row.player_id is None or row.player_id not in muted
    )
    return Talk(remarks, tuple(people.values()), speaks=player is not None, muted=unheard)


def text_of(row: models.Remark) -> str:
    """What was said, in the language that is switched on."""
    return _(_ANY[row.phrase]) if row.phrase in _ANY else row.text


async def say(held: Held, player: int, own: str, text: str = "", phrase: str = "") -> None:
    """Say something, in one's own words or by a phrase."""
    if not may_hear(held, player):
        raise Refused(said("You have no seat at this table."))
    if phrase and phrase not in PHRASES[held.terms.game]:
        raise Refused(said("There is no such phrase."))
    text = "" if phrase else tidy(text)
    if not (phrase or text):
        raise Refused(said("There is nothing to read in that."))
    seat = held.seat_of(player)
    await _done(held, lambda: _write(held, player, seat, own, text, phrase))
    meters.remarks.inc()


async def _done(held: Held, write: Callable[[], str | None]) -> None:
    """Have something written, which may say why it was not; then have every page look."""
    why = await store.commit(write)
    if why is not None:
        raise Refused(why)
    await announce(held.key)


def _write(held: Held, player: int, seat: Viewer, own: str, text: str, phrase: str) -> str | None:
    speaker = models.Player.objects.get(pk=player)
    if speaker.barred:
        return BARRED
    if speaker.muted:
        return MUTED
    mine = models.Remark.objects.filter(player=speaker)
    if mine.filter(table_id=held.id, own=own).exists():
        return None  # it came twice, over a line that had dropped
    if mine.filter(at__gt=datetime.now(UTC) - WITHIN).count() >= AT_ONCE:
        return said("Not so fast: let the others have a word.")
    models.Remark.objects.create(
        table_id=held.id,
        player=speaker,
        seat=seat,
        name=speaker.name if seat is None else held.places[seat].name,
        phrase=phrase,
        text=text,
        own=own,
    )
    return None


async def mute(held: Held, player: int, key: str) -> None:
    """Do not hear whoever said this any more, at any table; or hear them again."""

    def write() -> str | None:
        remark = _remark(held, player, key)
        if remark is None or remark.player_id in (None, player):
            return _GONE
        gone, _kinds = models.Mute.objects.filter(by=player, of=remark.player_id).delete()
        if not gone:
            models.Mute.objects.create(by_id=player, of_id=remark.player_id)
        return None

    await _done(held, write)


async def report(held: Held, player: int, key: str) -> None:
    """Say that this should not stand. It is hidden from who says so; from all when two do."""

    def write() -> str | None:
        remark = _remark(held, player, key)
        if remark is None:
            return _GONE
        if remark.player_id == player:
            return said("That is your own remark.")
        # Of two reports at once, by two processes, the second is to see the first.
        models.Remark.objects.select_for_update().get(pk=remark.pk)
        models.Report.objects.get_or_create(remark=remark, by_id=player)
        if remark.reports.filter(settled=False).count() >= REPORTS:
            models.Remark.objects.filter(pk=remark.pk).update(hidden=True)
        return None

    await _done(held, write)


_GONE = said("There is no such remark.")


def _remark(held: Held, player: int, key: str) -> models.Remark | None:
    """A remark that this player can hear."""
    if not may_hear(held, player):
        return None
    beside = held.seat_of(player) is None or _open(held)
    return models.Remark.objects.filter(_audible(held.id, beside=beside), key=key).first()


async def announce(key: str) -> None:
    """Say that something was said, and nothing more: who hears it is for each page to find out."""
    await relay().group_send(group(key), {"type": "talked"})


def transcript(held: Held) -> str:
    """All that was said at a table whose game is over, as text; called in a thread."""
    rows = models.Remark.objects.filter(table=held.id).order_by("pk")
    beside = _("beside the table")
    return "".join(
        f"{row.at:%Y-%m-%d %H:%M:%S} {row.name}{f' ({beside})' if row.seat is None else ''}: "
        f"{_('(hidden)') if row.hidden else text_of(row)}\n"
        for row in rows
    )
