"""What happens at a table by itself: bots act, clocks run out, who stays away is replaced.

A table in memory has a driver. Of several processes that have the same table in memory one does
these things (`Keeper.drives`); what the others' drivers do is to take over when it is gone.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from brushpass import dealer
from brushpass.bots.levels import STANDARD
from brushpass.bots.thinkers import Answer, Question
from brushpass.games.contract import Seat
from brushpass.web import meters
from brushpass.web.held import FLICKER, SEEN, Held, Thought
from brushpass.web.scenes import TableEvent
from brushpass.web.shelf import NoTable
from brushpass.web.store import Behind, NoDatabase

if TYPE_CHECKING:
    from brushpass.web.keeper import Keeper

log = logging.getLogger(__name__)

BRISK = 0.7
"""What of the pace is enough in a game in which nobody can interrupt."""
AWAY = 300.0
"""Seconds after which someone who is not there is replaced, if somebody waits for them."""
IDLE = 120.0
"""Seconds after which a table that nobody looks at or asks for is forgotten; the log has it."""
LOOK = 1.0
"""Seconds after which a table is looked at again that another process drives: it may be gone."""


class Driver:
    """Sees to one table for as long as it is in memory."""

    def __init__(self, keeper: "Keeper", held: Held) -> None:
        self._keeper = keeper
        self._held = held
        self._missing: set[Seat] = set()

    async def run(self) -> None:
        """Do what is due, whenever it is."""
        keeper, held = self._keeper, self._held
        while keeper.holds(held):
            held.stir.clear()
            try:
                await keeper.freshen(held)
                wait = await self._due()
            except Behind:
                held.stale, wait = True, 0.0
            except NoTable:
                return
            except NoDatabase:
                wait = LOOK
            except Exception:
                log.exception("table %s: tried again in a moment", held.id)
                wait = 5.0
            if wait is None:
                idle = time.monotonic() - held.used
                if not held.is_watched and idle > IDLE and not held.lock.locked():
                    await keeper.put_down(held)
                    return
                wait = IDLE + 1
            if keeper.me is not None:
                wait = min(wait, LOOK)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(wait, 0.001)):
                    await held.stir.wait()

    async def _due(self) -> float | None:
        """Do what is due now; seconds until something may be due again, None if nothing will."""
        held = self._held
        waits: list[float] = []
        gone = {seat for seat in held.persons() if not held.is_there(seat)}
        if gone != self._missing:
            self._missing = gone
            await self._keeper.show(held)
        if any(not held.looks(seat) and seat not in gone for seat in held.persons()):
            waits.append(FLICKER)
        if held.over or not (held.began or held.full) or not await self._keeper.drives(held):
            return min(waits, default=None)
        if not held.began:
            return min([*waits, await self._numbers()])
        for step in (self._flag, self._absent, self._bots):
            wait = await step()
            if wait is not None:
                waits.append(wait)
        return min(waits, default=None)

    async def _numbers(self) -> float:
        """Whose number has not come in time has none: the cards are dealt."""
        wait = self._keeper.numbers_due_in(self._held)
        if wait > 0:
            return wait
        async with self._held.lock:
            await self._keeper.begin_if_full(self._held)
        await self._keeper.announce(self._held)
        await self._keeper.announce_lobby()
        return 0.0

    async def _flag(self) -> float | None:
        """Whose clock has run out is played by a bot until it sits down again."""
        held = self._held
        left = held.flag_in()
        if left is None or left > 0:
            return left
        async with held.lock:
            actor = held.game.status.actor
            left = held.flag_in()
            if left is None or left > 0 or not isinstance(actor, int) or held.clocks is None:
                return left
            held.clocks[actor] = 0.0
            place = held.places[actor]
            event = TableEvent("ran-out", actor, place.name, STANDARD)
            await self._keeper.reseat(held, event, place.player)
        await self._keeper.announce(held)
        return 0.0

    async def _absent(self) -> float | None:
        """Who has been away for long while another waits is replaced by a bot."""
        held = self._held
        persons = held.persons()
        now = time.monotonic()
        waits = []
        for seat in persons:
            others = any(held.is_there(other, SEEN) for other in persons if other != seat)
            if held.looks(seat) or not others:
                continue
            since = held.seen.setdefault(seat, now)
            if now - since < AWAY:
                waits.append(AWAY - (now - since))
                continue
            async with held.lock:
                place = held.places[seat]
                if place.bot is None and not held.looks(seat) and not held.over:
                    event = TableEvent("away", seat, place.name, STANDARD)
                    await self._keeper.reseat(held, event, place.player)
            await self._keeper.announce(held)
        return min(waits, default=None)

    async def _bots(self) -> float | None:
        """Let the bots act, on a beat that does not tell how long they thought."""
        held = self._held
        if not held.is_watched:
            return None
        if held.thought is None or held.thought.number != held.number:
            questions = self._questions()
            if not questions:
                return None
            task = asyncio.create_task(self._ask(held.terms.game, questions))
            held.thought = Thought(held.number, task)
        thought = held.thought
        pace = self._keeper.pace * (1.0 if held.terms.game == "kompromat" else BRISK)
        beat = held.moved + pace
        now = time.monotonic()
        if now < beat:
            return beat - now
        if not thought.task.done():
            if not pace:
                await asyncio.wait([thought.task])
            else:
                beats = (now - held.moved) // pace + 1
                return max(0.01, held.moved + beats * pace - now)
        try:
            answer = thought.task.result()
        except asyncio.CancelledError:
            return 0.0
        if answer is None:
            return None
        async with held.lock:
            if held.thought is not thought or held.number != thought.number or held.over:
                return 0.0
            await self._keeper.make(held, answer.words, answer.seat, None)
            if answer.fault is not None:
                place = held.places[answer.seat]
                log.error("a bot (%s) was %s at table %s", place.bot, answer.fault, held.id)
                event = TableEvent("stood-in", answer.seat, place.name, place.bot)
                await self._keeper.reseat(held, event, place.player)
                await self._keeper.announce(held)
        return 0.0

    async def _ask(self, game: str, questions: list[Question]) -> Answer | None:
        with meters.thinking.labels(game).time():
            return await self._keeper.thinkers.ask(questions)

    def _questions(self) -> list[Question]:
        """What the bots are asked in this state: the others whether they interrupt, then whose
        decision it is. They get their own views and news, and nothing else.
        """
        held = self._held
        actor = held.game.status.actor
        seats = [seat for seat, place in enumerate(held.places) if place.bot is not None]
        seed = dealer.seed_for("bots", held.seed)
        questions = []
        for seat in sorted(seats, key=lambda each: (each == actor, each)):
            legal = held.game.legal(seat)
            if not legal:
                continue
            questions.append(
                Question(
                    game=held.terms.game,
                    level=held.places[seat].bot or STANDARD,
                    seat=seat,
                    seed=seed,
                    view=held.game.view(seat),
                    news=held.game.news(seat),
                    legal=[held.game.rules.parse(words) for words in legal],
                    must=seat == actor,
                )
            )
        return questions
