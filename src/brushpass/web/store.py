"""Writing to the database in groups: quick, and nothing acknowledged that is not on the disk.

One thread writes, over a connection that it keeps. It takes whatever waits, makes one transaction
of it, and acknowledges after the commit (SQLite with synchronous=FULL, PostgreSQL with
synchronous_commit, has then told the disk to keep it). It never waits for more.

What tables and pages look up goes through a few threads beside it that keep their connections.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import attrgetter
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection, transaction

T = TypeVar("T")
Write = Callable[[], Any]

GONE = (OperationalError, InterfaceError)
"""What Django raises where the database cannot be reached, or hangs up."""


class NoDatabase(Exception):
    """The database does not answer. What was asked may be asked again, and is then done once."""


class Behind(Exception):
    """What was to be changed is not any more what it was taken for: another process was quicker."""


class _Asked(NamedTuple):
    """A write that waits for its turn."""

    write: Write
    at: int
    tell: Callable[[Any, Exception | None], None]


class Store:
    """The one writer, and those who look things up."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[_Asked] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self.commits = 0
        self.writes = 0

    async def ask(self, look: Callable[[], T]) -> T:
        """Look something up (ORM calls, which may be made again); the language goes along."""
        asked = partial(_once_more, look)
        return await sync_to_async(asked, thread_sensitive=False, executor=self._readers)()

    async def commit(self, write: Callable[[], T], at: int = 0) -> T:
        """Do a write (an ORM call, safe to be tried again); return when it is on the disk.

        A write that changes a table says at which: two processes then lock tables in one order.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def settle(value: T, error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(value)
            else:
                done.set_exception(error)

        def tell(value: T, error: Exception | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, value, error)

        self._begin()
        self._waiting.put(_Asked(write, at, tell))
        # What was begun is finished even where who asked for it has gone away.
        return await asyncio.shield(done)

    def _begin(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="store", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            group = [self._waiting.get()]
            try:
                while True:
                    group.append(self._waiting.get_nowait())
            except Empty:
                pass
            group.sort(key=attrgetter("at"))  # which keeps the order of writes at one table
            self._commit(group)

    def _commit(self, group: list[_Asked]) -> None:
        try:
            values = _once_more(partial(_together, group))
        except Exception as error:  # noqa: BLE001 - whatever went wrong is told to who asked
            if len(group) == 1 or isinstance(error, NoDatabase):
                for each in group:
                    each.tell(None, error)
                return
            for one in group:  # the others are not to suffer from it
                self._commit([one])
            return
        self.commits += 1
        self.writes += len(group)
        for each, value in zip(group, values, strict=True):
            each.tell(value, None)


def _together(group: list[_Asked]) -> list[Any]:
    with transaction.atomic():
        return [each.write() for each in group]


def _once_more(do: Callable[[], T]) -> T:
    """Do it; once more over a new connection where the old one was of no use."""
    try:
        return do()
    except GONE:
        connection.close()
    except Exception:
        connection.close_if_unusable_or_obsolete()
        raise
    try:
        return do()
    except GONE as error:
        connection.close()
        raise NoDatabase from error


store = Store()
