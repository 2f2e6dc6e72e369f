"""Groups of pages, also those that other processes serve: a message goes to the pages of this
process at once, and by Redis to the others.

Nothing depends on Redis but how soon the others hear: what is acknowledged is in the database, and
every process looks there each second (fellows.py). While Redis is away nobody waits for it.
"""

import asyncio
import hashlib
import json
import logging
import math
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings

from brushpass.web import limits, meters

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger(__name__)
Heard = Callable[[str, dict[str, Any]], None]
Back = Callable[[], Awaitable[None]]

PULSE = 1.0
"""Seconds after which something is said to everybody, ourselves included, if there is nothing."""
SILENCE = 5.0
"""Seconds of silence after which the line to Redis is taken for dead."""
RETRY = 0.5
"""Seconds between two attempts to reach Redis."""
KEPT = 10_000
"""How many messages wait for Redis at most; the oldest go."""
LIMITS = "limits"
"""The group of the processes themselves, for what was taken from their limits."""
LOBBY = "lobby"
"""The group of those who look at the open tables."""


def group(key: str) -> str:
    """The name of the group of those who look at a table."""
    return f"table.{key}"


def pages_of(player: int) -> str:
    """The name of the group of the pages that one player has open."""
    return f"player.{player}"


class Relay(InMemoryChannelLayer):
    """The channel layer: in memory, with a line to the other processes where there is a Redis."""

    def __init__(self, url: str = "", **more: Any) -> None:
        super().__init__(**more)
        self._url = url
        self._name = secrets.token_hex(8)
        # Processes that share a key share their tables; others may share the Redis.
        digest = hashlib.sha256(b"relay " + settings.SECRET_KEY.encode()).hexdigest()
        self._channel = f"brushpass:{digest[:16]}"
        self._waiting: deque[str] = deque(maxlen=KEPT)
        self._stir = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._redis: Redis | None = None

    async def open(self, heard: Heard, back: Back) -> None:
        """Hear from others: `heard` gets every message before the pages do, `back` is called when
        the line is there (again) and something may have been missed.
        """
        if not self._url:
            return
        from redis.asyncio import Redis

        self._stir = asyncio.Event()
        self._redis = redis = Redis.from_url(self._url, socket_connect_timeout=SILENCE)
        self._tasks = [
            asyncio.create_task(self._speak(redis)),
            asyncio.create_task(self._listen(redis, heard, back)),
        ]
        limits.told = self._tell_limits

    async def shut(self) -> None:
        """Hear and say nothing more."""
        limits.told = limits.nobody
        tasks, self._tasks = {*self._tasks}, []
        while tasks:  # redis-py may take a cancellation for a dropped line, and try again
            for task in tasks:
                task.cancel()
            _, tasks = await asyncio.wait(tasks, timeout=0.2)
        if self._redis is not None:
            await self._redis.aclose()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """To the pages of a group, whoever serves them."""
        await self.near(group, message)
        self._say(group, message)

    async def near(self, group: str, message: dict[str, Any]) -> None:
        """To those pages of a group that this process serves. They only read it, so all get the
        same; pages leave their groups when they close, so nobody has to look for what expired.
        """
        for channel in [*self.groups.get(group, ())]:
            with suppress(asyncio.QueueFull):  # it has enough to read to see that it changed
                self._queue(channel).put_nowait((math.inf, message))

    async def receive(self, channel: str) -> dict[str, Any]:
        """The next message for a page."""
        queue = self._queue(channel)
        try:
            _, message = await queue.get()
        finally:
            if queue.empty():
                self.channels.pop(channel, None)
        found: dict[str, Any] = message
        return found

    def _queue(self, channel: str) -> "asyncio.Queue[tuple[float, dict[str, Any]]]":
        if channel not in self.channels:
            self.channels[channel] = asyncio.Queue(self.get_capacity(channel))
        found: asyncio.Queue[tuple[float, dict[str, Any]]] = self.channels[channel]
        return found

    def _tell_limits(self, name: str, key: str, cost: float | None) -> None:
        self._say(LIMITS, {"name": name, "key": key, "cost": cost})

    def _say(self, group: str, message: dict[str, Any]) -> None:
        if self._tasks:
            self._waiting.append(json.dumps([self._name, group, message]))
            self._stir.set()

    async def _speak(self, redis: "Redis") -> None:
        from redis.exceptions import RedisError

        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PULSE):
                    await self._stir.wait()
            self._stir.clear()
            said = [*self._waiting] or [json.dumps([self._name, "", {}])]
            self._waiting.clear()
            try:
                async with redis.pipeline(transaction=False) as line:
                    for each in said:
                        line.publish(self._channel, each)
                    await line.execute()
            except (RedisError, OSError):  # what was said is lost: the others look for themselves
                await asyncio.sleep(RETRY)

    async def _listen(self, redis: "Redis", heard: Heard, back: Back) -> None:
        from redis.exceptions import RedisError

        there = True
        while True:
            try:
                async with redis.pubsub() as line:
                    await line.subscribe(self._channel)
                    while True:
                        async with asyncio.timeout(SILENCE):
                            said = await line.get_message(timeout=None)
                        if said is not None and said["type"] == "subscribe":
                            if not there:
                                log.info("Redis is there again")
                            there = True
                            meters.relay.set(1)
                            await back()
                        elif said is not None and said["type"] == "message":
                            await self._hear(said["data"], heard)
            except (RedisError, OSError) as error:
                meters.relay.set(0)
                if there:
                    log.error("Redis is away (%s): others hear a second late", type(error).__name__)
                there = False
                await asyncio.sleep(RETRY)

    async def _hear(self, said: bytes, heard: Heard) -> None:
        sender, group, message = json.loads(said)
        if sender == self._name or not group:
            return
        if group == LIMITS:
            limits.heard(**message)
            return
        heard(group, message)
        await self.near(group, message)


def relay() -> Relay:
    """The one of this process."""
    return cast(Relay, get_channel_layer())
