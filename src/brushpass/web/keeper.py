"""The keeper of the tables: the one place in the web where a game being played is held.

A table in memory is a cache of its actions in the database. Everything that happens at it goes
through here, one thing at a time (`Held.lock`): persons' actions, bots' actions, clocks, seats
changing hands. What happened is written before anyone is told of it.

Several processes may have a table in memory. The database counts its changes: one that is made on
an older state than the last is refused there (`Behind`), and made again on the new one. Who is
told that there was a change brings the table up to date before showing it.

Pages get `Held.scene`, which is made from the game's door for one viewer; nothing else of a game
leaves this module.
"""

import asyncio
import logging
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal, TypeVar

from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as said

from brushpass import proof
from brushpass import table as play
from brushpass.bots.levels import STANDARD
from brushpass.bots.thinkers import Thinkers
from brushpass.games.contract import Seat, Viewer
from brushpass.web import meters, models, shelf
from brushpass.web.driver import Driver
from brushpass.web.held import Held, Place, Seated, chosen_outcome
from brushpass.web.refusal import Refused, against_the_rules
from brushpass.web.relay import LOBBY, group, pages_of, relay
from brushpass.web.scenes import TableEvent
from brushpass.web.store import Behind, NoDatabase, store
from brushpass.web.terms import Terms

log = logging.getLogger(__name__)
T = TypeVar("T")

PACE = float(os.environ.get("BRUSHPASS_PACE", "1.5"))
"""Seconds between visible actions of bots. They do not tell how long a bot thought."""
PATIENCE = float(os.environ.get("BRUSHPASS_PATIENCE", "10"))
"""Seconds that a full table waits for its players' numbers; then those missing count as 0."""
RETURN = 60.0
"""Seconds on the clock of someone who sits down again after it ran out."""


@dataclass
class Keeper:
    """All the tables that somebody looks at, and those where a clock or a bot is at work."""

    held: dict[str, "asyncio.Task[Held]"] = field(default_factory=dict)
    pace: float = PACE
    patience: float = PATIENCE
    thinkers: Thinkers = field(default_factory=lambda: Thinkers(max(2, os.cpu_count() or 1)))
    """Where bots think: beside this process, so that no page waits for them."""
    me: int | None = None
    """Which of the processes that serve the same tables this is (fellows.py); None where it is the
    only one.
    """
    alive: frozenset[int] = frozenset()
    """Which of them were alive a moment ago, this one included."""

    async def table(self, key: str, *, fresh: bool = False) -> Held:
        """The table with this key, taken up from its log if it is not in memory; up to date with
        what this process has heard, or with what there is.
        """
        known = key in self.held
        if not known:
            task = asyncio.create_task(self._load(key))
            self.held[key] = task
            task.add_done_callback(lambda _: self._forget_if_failed(key, task))
        held = await asyncio.shield(self.held[key])
        held.used = time.monotonic()
        if fresh and known and self.me is not None:
            changes = await store.ask(partial(shelf.changes, held.id))
            held.stale = held.stale or changes != held.changes
        await self.freshen(held)
        if held.driver is None or held.driver.done():
            held.driver = asyncio.create_task(Driver(self, held).run())
        return held

    async def freshen(self, held: Held) -> None:
        """Bring a table up to date, if it is known not to be."""
        if held.stale:
            async with held.lock:
                await self._freshen(held)

    async def _freshen(self, held: Held) -> None:
        if not held.stale:  # somebody else was here first
            return
        held.stale = False  # what changes from now on is heard of again
        try:
            news = await store.ask(partial(shelf.news, held.id, held.number))
        except shelf.NoTable:
            self._let_go(held)
            raise
        except BaseException:
            held.stale = True
            raise
        if news.row.changes == held.changes:
            return
        shelf.enter(held, news)
        held.remember()
        held.rethink()

    async def _at(self, key: str, do: Callable[[Held], Awaitable[T]]) -> T:
        """Do something at a table, while nobody else does. Where another process was quicker it is
        done again, on the table as it is then; so it is where it was refused, for the table may
        not have been up to date.
        """
        fresh = self.me is None
        while True:
            held = await self.table(key)
            async with held.lock:
                try:
                    return await do(held)
                except Behind:
                    held.stale = True
                except Refused:
                    if fresh or held.lost:
                        raise
                    fresh = held.stale = True

    async def _change(
        self, held: Held, also: Callable[[], object] | None = None, **fields: Any
    ) -> None:
        """Write a change to a table, with what else belongs to it: all of it, or nothing."""
        changes = held.changes

        def write() -> None:
            shelf.change(held.id, changes, **fields)
            if also is not None:
                also()

        await self._write(held, write)

    async def _write(self, held: Held, write: Callable[[], None]) -> None:
        """Do a write that counts as one change to a table."""
        try:
            await store.commit(write, at=held.id)
        except BaseException:
            held.stale = True  # it may have been written and only the answer lost
            raise
        held.changes += 1

    def _forget_if_failed(self, key: str, task: "asyncio.Task[Held]") -> None:
        failed = task.cancelled() or task.exception() is not None
        if failed and self.held.get(key) is task:
            del self.held[key]

    def _taken_up(self, key: str) -> Held | None:
        task = self.held.get(key)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    def tables(self) -> list[Held]:
        """Those in memory."""
        return [held for key in self.held if (held := self._taken_up(key)) is not None]

    def holds(self, held: Held) -> bool:
        """Whether this is the table as it is asked for, and not one that was let go of."""
        return self._taken_up(held.key) is held

    def _let_go(self, held: Held) -> None:
        """Forget a table that is not what the database has: it is taken up again from its log."""
        if self.holds(held):
            del self.held[held.key]
        held.lost = True
        held.ended = held.ended or {"reason": "abandoned"}
        held.stir.set()

    async def put_down(self, held: Held) -> None:
        """Forget a table that nobody needs; another process may drive it from now on."""
        if self.holds(held):
            del self.held[held.key]
        if self.me is not None and held.server == self.me:
            async with held.lock:
                await self._change(held, server=None)
            await self.announce(held)

    async def drives(self, held: Held) -> bool:
        """Whether what happens at this table by itself is for this process to do. Where nobody
        does it any more it is from now on; the clock that runs begins anew, for nobody is to lose
        the time in which nothing could be done.
        """
        if self.me is None or held.server == self.me:
            return True
        if held.server in self.alive:
            return False
        async with held.lock:
            await self._change(held, server=self.me, turned=Now())
            held.server = self.me
            held.turned = time.monotonic()
        await self.announce(held)
        return True

    def heard(self, key: str, changes: int) -> None:
        """Another process says how many changes there were at a table."""
        held = self._taken_up(key)
        if held is not None and changes > held.changes:
            held.stale = True
            held.stir.set()

    async def wake(self) -> None:
        """After a start: take up the tables where a clock runs."""
        keys = await store.ask(shelf.keys_with_clocks)
        for key in keys:
            await self.table(key)
        if keys:
            log.info("took up %d tables with clocks", len(keys))

    async def rest(self) -> None:
        """Before a stop: let go of everything; the log has it all."""
        for task in [*self.held.values()]:
            with suppress(Exception, asyncio.CancelledError):
                held = await task
                if held.driver is not None:
                    held.driver.cancel()
        self.held.clear()

    async def _load(self, key: str) -> Held:
        while True:
            held = await store.ask(partial(shelf.read, key, self.alive))
            held.remember()
            if held.over:
                return held
            with suppress(Behind):
                await self.begin_if_full(held)  # what a crash has cut off is done now
                if held.began:
                    await self.deal(held)
                return held

    # --- setting tables -----------------------------------------------------------------------

    async def set_table(self, terms: Terms, maker: models.Player) -> str:
        """A new table; it begins at once if nobody else is awaited."""
        row = models.Table(game=terms.game, terms=terms.json(), maker=maker)

        def write() -> None:
            shelf.let_in(maker.pk)
            shelf.insert(row, terms, maker)

        await store.commit(write)
        log.info("table %s was set: %s", row.pk, terms.game)
        await self.announce_lobby()
        held = await self.table(row.key)
        async with held.lock:
            await self.begin_if_full(held)
        return row.key

    async def sit(self, key: str, player: models.Player, seat: Seat | None = None) -> Seat:
        """Take a free seat, or one's own again."""
        return await self._at(key, partial(self._sit, player=player, seat=seat))

    async def _sit(self, held: Held, player: models.Player, seat: Seat | None) -> Seat:
        mine = held.seat_of(player.pk)
        if mine is not None:
            await self._sit_again(held, mine)
            return mine
        if held.ended:
            raise Refused(said("This table was closed."))
        free = [s for s, place in enumerate(held.places) if not place.taken]
        if held.began or not free or (seat is not None and seat not in free):
            raise Refused(said("This seat is taken."))
        chosen = free[0] if seat is None else seat
        name = apart(player.name, {place.name for place in held.places})
        event = TableEvent("sat", chosen, name, None)
        await self.reseat(held, event, player.pk)
        await self.begin_if_full(held)
        await self.announce(held)
        await self.announce_lobby()
        return chosen

    async def _sit_again(self, held: Held, seat: Seat) -> None:
        place = held.places[seat]
        if place.bot is None or held.over:
            return
        if held.clocks is not None and held.clocks[seat] < RETURN:
            back = max(RETURN, held.terms.clock.increment)
            limit = held.terms.clock.seconds
            held.clocks[seat] = min(back, limit) if held.terms.clock.kind == "move" else back
        event = TableEvent("back", seat, place.name, None)
        await self.reseat(held, event, place.player, turned=Now())
        held.turned = time.monotonic()
        await self.announce(held)

    async def reseat(
        self, held: Held, event: TableEvent, player: int | None, **fields: Any
    ) -> None:
        """Somebody sits down or is replaced: written, then done."""
        row = models.Seating(
            table_id=held.id,
            after=held.number,
            seat=event.seat,
            kind=event.kind,
            name=event.name,
            player_id=player,
            bot=event.bot,
        )

        def write() -> None:
            if player is not None and event.bot is None:
                shelf.let_in(player)
            shelf.write(row)

        await self._change(held, write, clocks=held.clocks, **fields)
        held.seatings.append(Seated(held.number, event))
        held.places[event.seat] = Place(event.name, player, event.bot, taken=True)
        held.rethink()

    async def number(self, key: str, player: int, text: str) -> None:
        """Take the number that a player's browser made up, before the first card."""
        await self._at(key, partial(self._number, player=player, text=text))

    async def _number(self, held: Held, player: int, text: str) -> None:
        seat = held.seat_of(player)
        if seat is None:
            raise Refused(said("You have no seat at this table."))
        if not proof.is_number(text):
            raise Refused(said("A number is 1 to 64 letters, digits or signs, without spaces."))
        if held.numbers is None or held.numbers.get(seat) == text:
            return
        if held.began:
            raise Refused(said("The cards were dealt before your browser's number came."))
        if seat in held.numbers:
            raise Refused(said("Your browser has sent another number before."))
        numbers = {**held.numbers, seat: text}
        await self._change(held, numbers=numbers)
        held.numbers = numbers
        await self.begin_if_full(held)
        await self.announce(held)

    async def begin_if_full(self, held: Held) -> None:
        """Begin when every seat is taken, and every player's number is here or overdue."""
        if held.began or held.ended or not all(place.taken for place in held.places):
            return
        if held.full is None:
            held.full = time.monotonic()
        if self.numbers_due_in(held) > 0:
            held.stir.set()
            return
        clock = held.terms.clock
        clocks = None if clock.kind == "none" else [float(clock.seconds)] * held.game.seats
        now = datetime.now(UTC)
        await self._change(held, began=now, clocks=clocks, turned=Now())
        held.began, held.clocks = True, clocks
        held.turned = time.monotonic()
        log.info("table %s began", held.id)
        await self.deal(held)

    def numbers_due_in(self, held: Held) -> float:
        """Seconds for which a full table still waits for numbers."""
        if held.full is None or not held.awaited():
            return 0.0
        return held.full + self.patience - time.monotonic()

    # --- playing ------------------------------------------------------------------------------

    async def act(self, key: str, player: int, number: int, words: str, own: str) -> int:
        """Make an action of a person; returns its number once it is on the disk."""
        return await self._at(
            key, partial(self._act, player=player, number=number, words=words, own=own)
        )

    async def _act(self, held: Held, player: int, number: int, words: str, own: str) -> int:
        seat = held.seat_of(player)
        if seat is None:
            raise Refused(said("You have no seat at this table."))
        if (seat, own) in held.done:
            return held.done[seat, own]
        if not held.began:
            raise Refused(said("The table waits for its players."))
        if held.over:
            raise Refused(said("The game is over."), stale=number != held.number)
        if held.places[seat].bot is not None:
            raise Refused(said("A bot plays for you: sit down again first."))
        legal = words in held.game.legal(seat)
        if number != held.number and not (
            legal and number < held.number and held.unchanged_for(seat, number, words)
        ):
            raise Refused(said("The table has moved on; this is how it is now."), stale=True)
        if not legal:
            raise against_the_rules(play.why_not(held.game, seat, words))
        await self.make(held, words, seat, own)
        return held.done[seat, own]

    async def make(self, held: Held, words: str, seat: Seat, own: str | None) -> None:
        """Apply an action with all the chance that follows it, write it, then tell of it."""
        before = held.number
        actor = held.game.status.actor
        if held.closed_view is None or not held.game.status.over:
            held.closed_view = held.game.view(None)
        held.game.apply(words, seat)
        held.press(actor)
        if own is not None:
            held.done[seat, own] = before + 1
        await self.deal(held, after=[(seat, own)], before=before)

    async def deal(
        self,
        held: Held,
        after: Sequence[tuple[Seat | None, str | None]] = (),
        before: int | None = None,
    ) -> None:
        """Let chance have its turn as often as it is due; write it all in one go."""
        game = held.game
        start = held.number if before is None else before
        while (due := game.chance) is not None:
            if (chosen := chosen_outcome(held, due.kind)) is not None:
                game.apply(chosen)
            else:
                play.deal(game, held.deals_from)
        if held.number == start:
            return
        senders = [*after, *[(None, None)] * (held.number - start - len(after))]
        sent = enumerate(zip(game.actions[start:], senders, strict=True), start + 1)
        rows = [(number, words, seat, own) for number, (words, (seat, own)) in sent]
        ended = {"reason": "played"} if game.status.over else None
        write = partial(shelf.add_actions, held.id, held.changes, rows, ended, held.clocks)
        try:
            await self._write(held, write)
        except BaseException as error:
            # What is not on the disk has not happened: the table is taken up again from its log.
            self._let_go(held)
            await self.show(held)
            if isinstance(error, (Behind, NoDatabase)) or not isinstance(error, Exception):
                raise
            log.exception("table %s could not be written", held.id)
            why = said("That was not saved, so it has not happened: try it again.")
            raise Refused(why, stale=True) from error
        for seat, own in senders:
            meters.actions.labels("chance" if seat is None else "person" if own else "bot").inc()
        held.ended = ended
        held.moved = time.monotonic()
        held.turned = max(held.turned, held.moved) if held.clocks else held.moved
        held.remember()
        held.rethink()
        await self.announce(held)
        if ended is not None:
            log.info("table %s was played out: %d actions", held.id, held.number)
            await self.announce_lobby()

    async def resign(self, key: str, player: int) -> None:
        """Give up: a game of two is won by the other; with more seats a bot plays on."""
        await self._at(key, partial(self._resign, player=player))

    async def _resign(self, held: Held, player: int) -> None:
        seat = held.seat_of(player)
        if seat is None or not held.began or held.over:
            raise Refused(said("There is nothing to resign."))
        name = held.places[seat].name
        if held.game.seats > 2:
            await self.reseat(held, TableEvent("resigned", seat, name, STANDARD), None)
        else:
            ended = {"reason": "resigned", "after": held.number, "seat": seat}
            row = models.Seating(
                table_id=held.id,
                after=held.number,
                seat=seat,
                kind="resigned",
                name=name,
                player_id=player,
            )
            await self._change(held, partial(shelf.write, row), ended=ended)
            held.ended = ended
            event = TableEvent("resigned", seat, name, None)
            held.seatings.append(Seated(held.number, event))
        await self.announce(held)

    async def leave(self, key: str, player: int, *, for_good: bool = False) -> None:
        """Go: a bot plays on for who waits; a seat at a table that waits is free again. For good,
        it is theirs no more, and where no other person has a seat the table is closed.
        """
        await self._at(key, partial(self._leave, player=player, for_good=for_good))

    async def _leave(self, held: Held, player: int, *, for_good: bool) -> None:
        seat = held.seat_of(player)
        if seat is None or held.over:
            return
        place = held.places[seat]
        if not held.began:
            await self._stand_up(held, seat)
        elif for_good and not any(each.player not in (None, player) for each in held.places):
            await self._abandon(held, seat)
        elif for_good or (place.bot is None and held.persons() != [seat]):
            event = TableEvent("left", seat, place.name, place.bot or STANDARD)
            await self.reseat(held, event, None if for_good else place.player)
        await self.announce(held)
        await self.announce_lobby()

    async def close(self, key: str, deed: models.Deed) -> None:
        """The house closes the table, whatever stands there; its deed is written with it."""
        await self._at(key, partial(self._close, deed=deed))

    async def _close(self, held: Held, deed: models.Deed) -> None:
        if held.over:
            raise Refused(said("The game is over."))
        await self._abandon(held, None, deed)
        log.info("table %s was closed by the house", held.id)
        await self.announce(held)
        await self.announce_lobby()

    async def _abandon(
        self, held: Held, seat: Seat | None, deed: models.Deed | None = None
    ) -> None:
        """Nobody plays here any more: somebody has left whom nobody waits for, or the house closed
        the table.
        """
        ended: dict[str, Any] = {"reason": "abandoned", "after": held.number, "seat": seat}
        if deed is not None:
            ended["by"] = "house"
        await self._change(held, None if deed is None else partial(shelf.write, deed), ended=ended)
        held.ended = ended
        held.rethink()

    async def _stand_up(self, held: Held, seat: Seat) -> None:
        """Nothing has been played: whoever made the table closes it, others free their seat."""
        if held.places[seat].player == held.maker:
            await self._abandon(held, seat)
            return
        numbers = {each: text for each, text in (held.numbers or {}).items() if each != seat}
        seatings = models.Seating.objects.filter(table_id=held.id, seat=seat)
        await self._change(held, seatings.delete, numbers=numbers)
        held.numbers, held.full = numbers, None
        held.seatings = [each for each in held.seatings if each.event.seat != seat]
        held.places[seat] = Place()

    async def mark(self, key: str, player: int, name: str, text: str) -> None:
        """Write into the notebook."""
        await self._at(key, partial(self._mark, player=player, name=name, text=text))

    async def _mark(self, held: Held, player: int, name: str, text: str) -> None:
        seat = held.seat_of(player)
        plain = 0 < len(name) <= 40 and name.isprintable()
        if seat is None or not held.terms.notebook or not plain or len(text) > 200:
            raise Refused(said("There is no such page in the notebook."))
        text = "".join(each for each in text if each.isprintable() or each == "\n")
        marks = held.marks.setdefault(seat, {})
        if len(marks) >= 400 and name not in marks:
            raise Refused(said("The notebook is full."))

        def write() -> None:
            rows = models.Mark.objects
            if text:
                rows.update_or_create(
                    table_id=held.id, seat=seat, key=name, defaults={"text": text}
                )
            else:
                rows.filter(table_id=held.id, seat=seat, key=name).delete()

        await self._change(held, write)
        if text:
            marks[name] = text
        else:
            marks.pop(name, None)
        await self.announce(held)

    async def rematch(self, key: str, player: int) -> str | None:
        """Ask for another game; when every person has, the next table is set."""
        return await self._at(key, partial(self._rematch, player=player))

    async def _rematch(self, held: Held, player: int) -> str | None:
        seat = held.seat_of(player)
        if seat is None or not held.over:
            raise Refused(said("The game is not over yet."))
        if held.next is None and seat not in held.asked:
            asked = sorted([*held.asked, seat])
            if set(held.persons()) <= set(asked):
                await self._set_next(held, asked)
            else:
                await self._change(held, asked=asked)
            held.asked = asked
        await self.announce(held)
        return held.next

    async def _set_next(self, held: Held, asked: list[Seat]) -> None:
        """The same players once more, now that the last of them has asked.

        M8: in [microfilms] the winner starts.
        """
        terms = held.terms
        starter = terms.starter
        if terms.game != "kompromat":
            winners = [each for each in held.winners() if isinstance(each, int)]
            starter = random.SystemRandom().choice(winners) if winners else None
        again = Terms.of({**terms.json(), "starter": starter})
        row = models.Table(game=terms.game, terms=again.json(), maker_id=held.maker)
        # Whose place a bot took over is a bot's place from now on.
        names = {place.name for place in held.places}
        fresh = (name for name in shelf.NAMES if name not in names)
        places = [
            Place(next(fresh), None, place.bot) if place.bot and place.player else place
            for place in held.places
        ]

        write = partial(shelf.insert_after, row, places, held.id)
        await self._change(held, write, asked=asked)
        held.next = row.key
        await self.table(row.key)  # which begins it

    async def become(self, old: int, new: int) -> None:
        """Who played without an account signs in: their seats are the account's from now on."""

        def write() -> list[tuple[str, int]]:
            mine = models.Table.objects.filter(seatings__player_id=old)
            rows = list(mine.exclude(seatings__player_id=new).distinct())
            tables = models.Table.objects.filter(pk__in=[row.pk for row in rows])
            tables.update(changes=F("changes") + 1)
            tables.filter(maker_id=old).update(maker_id=new)
            models.Seating.objects.filter(table__in=rows, player_id=old).update(player_id=new)
            models.Remark.objects.filter(table__in=rows, player_id=old).update(player_id=new)
            return list(tables.values_list("key", "changes"))

        await self.changed(await store.commit(write))

    async def changed(self, tables: Iterable[tuple[str, int]]) -> None:
        """Tables were changed in the database, so often by now: whoever shows them looks there."""
        for key, changes in tables:
            self.heard(key, changes)
            if (held := self._taken_up(key)) is not None:
                await self.freshen(held)
            await _tell(key, changes)

    async def tell(self, player: int, what: Literal["renewed", "anew", "talked"]) -> None:
        """Tell all pages of a player what concerns nobody else: that their session is another now,
        what they may do, or what they hear (methods of `live.TablePage`).
        """
        await relay().group_send(pages_of(player), {"type": what})

    # --- presence -----------------------------------------------------------------------------

    async def arrive(self, held: Held, viewer: Viewer) -> None:
        """A page opened its socket."""
        news = not held.is_there(viewer)
        held.watching[viewer] += 1
        held.stir.set()
        if news:
            await self.show(held)

    async def depart(self, held: Held, viewer: Viewer) -> None:
        """A socket closed."""
        held.watching[viewer] -= 1
        held.seen[viewer] = time.monotonic()
        held.stir.set()

    def look(self, held: Held, viewer: Viewer) -> None:
        """A page was fetched, perhaps by someone without a socket."""
        held.seen[viewer] = time.monotonic()
        held.stir.set()

    # --- telling ------------------------------------------------------------------------------

    async def announce(self, held: Held) -> None:
        """Say that a table changed, and nothing more: each page is made for its own viewer."""
        await _tell(held.key, held.changes)

    async def show(self, held: Held) -> None:
        """Have the pages look again that this process serves: what they show has changed, though
        the table has not.
        """
        await relay().near(group(held.key), {"type": "changed"})

    async def announce_lobby(self) -> None:
        await relay().group_send(LOBBY, {"type": "changed"})


async def _tell(key: str, changes: int) -> None:
    await relay().group_send(group(key), {"type": "changed", "changes": changes})


def is_own(own: object) -> bool:
    """Whether a page can have given its action this number: something short and plain, which any
    database keeps.
    """
    return isinstance(own, str) and 0 < len(own) <= 40 and own.isascii() and own.isprintable()


def apart(name: str, others: set[str]) -> str:
    """A name that nobody else at the table has."""
    number, apart = 2, name
    while apart in others:
        apart = f"{name[: models.Player.NAME - 3]} {number}"
        number += 1
    return apart


keeper = Keeper()
