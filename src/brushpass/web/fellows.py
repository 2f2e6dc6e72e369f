"""The processes that serve the same tables, where there are several.

Each says every second that it is there, and who looks at its pages; and looks what the others have
changed, whether or not Redis told it. A process that has said nothing for a few seconds is gone:
the others see to its tables (`Keeper.drives`).
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from brushpass.games.contract import Viewer
from brushpass.web import meters, models
from brushpass.web.keeper import Keeper, keeper
from brushpass.web.relay import LOBBY, group, relay
from brushpass.web.shelf import NoTable
from brushpass.web.store import NoDatabase, store

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks."""
GONE = timedelta(seconds=4)
"""A process that has said nothing for so long is gone."""
FORGOTTEN = timedelta(minutes=1)
"""After so long it is struck off, with all that it said."""
AT_ONCE = 20
"""How many tables of others a process takes up in one beat."""

Watched = tuple[int, Viewer, bool]
"""A table, who looks at it, and whether over a socket."""


@dataclass(frozen=True, slots=True)
class News:
    """What there is to know about the others and their tables."""

    alive: frozenset[int]
    changes: Mapping[int, int]
    """How many there were, by table."""
    elsewhere: Collection[Watched]
    left: Collection[str]
    """Tables that nobody sees to, though somebody should."""


@dataclass
class Fellows:
    """This process among the others."""

    keeper: Keeper
    _told: frozenset[Watched] = frozenset()
    """Who looks at which tables here, as the others were told."""
    _task: "asyncio.Task[None] | None" = None
    _taking: "asyncio.Task[None] | None" = None
    _heard: float = 0.0
    """When the database last answered."""
    _steady: float = 0.0
    """Since when it has done so without a pause. After one everybody seems to be gone."""

    async def join(self) -> None:
        """Begin to serve beside others, where there can be any."""
        if not settings.SHARED:
            return
        server = models.Server()
        await store.commit(partial(server.save, force_insert=True))
        self.keeper.me = server.pk
        self._told = frozenset()
        self._heard, self._steady = time.monotonic(), -GONE.total_seconds()
        await self._beat(server.pk)
        await relay().open(self._hear, self._look_again)
        self._task = asyncio.create_task(self._beats(server.pk))

    async def part(self) -> None:
        """Leave what is left to do to the others."""
        me, self.keeper.me = self.keeper.me, None
        if me is None:
            return
        for task in (self._task, self._taking):
            if task is not None:
                task.cancel()
        await relay().shut()
        mine = models.Server.objects.filter(pk=me)
        with suppress(NoDatabase):
            await store.commit(partial(mine.update, seen=Now() - GONE))

    def _hear(self, name: str, message: Mapping[str, Any]) -> None:
        """Another process has something for the pages of a group."""
        if "changes" in message:
            self.keeper.heard(name.removeprefix(group("")), message["changes"])

    async def _look_again(self) -> None:
        """The line to the others was down: something may have been said unheard."""
        await relay().near(LOBBY, {"type": "changed"})
        for held in self.keeper.tables():
            await relay().near(group(held.key), {"type": "talked"})
            await self.keeper.show(held)

    async def _beats(self, me: int) -> None:
        there = True
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat(me)
            except NoDatabase:
                if there:
                    log.error("the database does not answer: nothing can be done until it does")
                there = False
            except Exception:
                log.exception("looking for the others: tried again in a moment")
            else:
                if not there:
                    log.info("the database answers again")
                there = True

    async def _beat(self, me: int) -> None:
        """Tell the others, and look what they did."""
        tables = {held.id: held for held in self.keeper.tables()}
        here = frozenset(
            (held.id, viewer, is_open)
            for held in tables.values()
            for viewer, is_open in held.here().items()
        )
        began = time.monotonic()
        if began - self._heard > GONE.total_seconds() / 2:
            self._steady = began
        steady = began - self._steady > GONE.total_seconds()
        news = await store.ask(partial(_exchange, me, self._told, here, [*tables], steady=steady))
        self._told, self._heard = here, time.monotonic()
        self.keeper.alive = news.alive
        meters.fellows.set(len(news.alive))
        there: dict[int, dict[Viewer, bool]] = defaultdict(dict)
        for table, viewer, is_open in sorted(news.elsewhere, key=lambda each: each[2]):
            there[table][viewer] = is_open
        for held in tables.values():
            changed = news.changes.get(held.id) != held.changes
            held.stale = held.stale or changed
            if held.notice(there[held.id]) or changed:
                held.stir.set()
                await self.keeper.show(held)
        if news.left and (self._taking is None or self._taking.done()):
            self._taking = asyncio.create_task(self._take_up(news.left))

    async def _take_up(self, keys: Collection[str]) -> None:
        for key in keys:
            with suppress(NoTable, NoDatabase):
                await self.keeper.table(key)
        log.info("took up %d tables that nobody saw to", len(keys))


def _exchange(
    me: int,
    told: frozenset[Watched],
    here: frozenset[Watched],
    tables: Collection[int],
    *,
    steady: bool,
) -> News:
    """Say that this process is there and who looks at its pages; hear of the others."""
    if not models.Server.objects.filter(pk=me).update(seen=Now()):
        models.Server(pk=me).save(force_insert=True)  # it had been silent for long
        told = frozenset()
    known = models.Table.objects.filter(pk__in=tables)
    changes = dict(known.values_list("pk", "changes"))
    _tell(me, told, frozenset(each for each in here if each[0] in changes))
    since = Now() - GONE if steady else Now() - FORGOTTEN
    alive = models.Server.objects.filter(seen__gt=since).values_list("pk", flat=True)
    elsewhere = models.Watcher.objects.filter(table__in=tables, server__in=alive)
    others = models.Table.objects.filter(ended=None).exclude(pk__in=tables)
    mine = others.filter(server=me)  # let go of, because something could not be written
    clocks = others.exclude(began=None).exclude(clocks=None)
    gone = clocks.exclude(server=None).exclude(server__in=alive)
    found = News(
        alive=frozenset(alive),
        changes=changes,
        elsewhere=list(elsewhere.exclude(server=me).values_list("table", "seat", "open")),
        left=[
            key
            for some in (mine, gone)
            for key in some.order_by("-touched").values_list("key", flat=True)[:AT_ONCE]
        ],
    )
    # Who left clocks running is remembered until somebody has taken them over.
    silent = models.Server.objects.filter(seen__lt=Now() - FORGOTTEN)
    silent.exclude(pk__in=clocks.values("server")).delete()
    return found


def _tell(me: int, told: frozenset[Watched], here: frozenset[Watched]) -> None:
    mine = models.Watcher.objects.filter(server=me)
    with transaction.atomic():
        if not told:
            mine.delete()
        for table, seat, is_open in told - here:
            mine.filter(table=table, seat=seat, open=is_open).delete()
        models.Watcher.objects.bulk_create(
            models.Watcher(server_id=me, table_id=table, seat=seat, open=is_open)
            for table, seat, is_open in here - told
        )


fellows = Fellows(keeper)
