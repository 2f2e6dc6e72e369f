"""A server's innards in one process: a database and collected files in a folder of the run.

Tests are plain functions; what has to wait is an async function handed to `wait`.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest

# A folder that is given belongs to another process, which serves the same tables.
if (_folder := os.environ.get("BRUSHPASS_TESTS")) is None:
    _folder = tempfile.mkdtemp(prefix="brushpass-tests-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["BRUSHPASS_DATA"] = _folder
os.environ["BRUSHPASS_HOSTS"] = "localhost,testserver"
os.environ["DJANGO_SETTINGS_MODULE"] = "brushpass.web.settings"

import django

django.setup(set_prefix=False)

from django.db import connections  # noqa: E402
from django.test import AsyncClient  # noqa: E402

from brushpass.web import accounts, guard, live, pages, serve  # noqa: E402
from brushpass.web.fellows import fellows  # noqa: E402
from brushpass.web.keeper import keeper  # noqa: E402

T = TypeVar("T")
Wait = Callable[[Callable[[], Awaitable[T]]], T]


@pytest.fixture(scope="session")
def prepared() -> None:
    """The tables of the database, and the files that pages refer to."""
    serve.prepare()


@pytest.fixture
def wait(prepared: None) -> Iterator[Wait[Any]]:  # noqa: ARG001 - it has to be done first
    """Runs an async function; bots do not wait, nobody is limited, and all is let go of after."""
    for bucket in (
        guard.asking,
        guard.changing,
        pages.setting_tables,
        accounts.by_address,
        accounts.by_account,
        live.opening,
        live.sending,
    ):
        bucket._level.clear()  # noqa: SLF001 - a fresh start
    keeper.pace = keeper.patience = 0.0

    async def wholly(body: Callable[[], Awaitable[T]]) -> T:
        await fellows.join()  # nothing, unless there is a DATABASE_URL
        try:
            async with asyncio.timeout(60):
                return await body()
        finally:
            await fellows.part()
            await keeper.rest()

    yield lambda body: asyncio.run(wholly(body))
    connections.close_all()


class Browser:
    """Somebody with a session of their own; forms are sent with the token of a page."""

    def __init__(self) -> None:
        self.client = AsyncClient(enforce_csrf_checks=True)

    async def get(self, path: str, **more: Any) -> Any:
        return await self.client.get(path, **more)

    async def post(self, path: str, form: dict[str, str], page: str = "/") -> Any:
        shown = await self.get(page)
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', shown.content)
        assert token, shown.content
        sent = {"csrfmiddlewaretoken": token[1].decode(), **form}
        return await self.client.post(path, sent)

    async def start(self, game: str, name: str = "Ada", **form: str) -> str:
        """A table by one click; its key."""
        answer = await self.post(f"/play/{game}", {"name": name, **form})
        assert answer.status_code == 302, answer.content
        return str(answer["Location"]).rsplit("/", 1)[1]

    async def who(self) -> int:
        """The player that this session is."""
        found = await (await self.client.asession()).aget("player")
        assert isinstance(found, int)
        return found

    def cookies(self) -> str:
        return "; ".join(f"{key}={each.value}" for key, each in self.client.cookies.items())


@pytest.fixture
def ada(wait: Wait[Any]) -> Browser:  # noqa: ARG001
    return Browser()


@pytest.fixture
def bo(wait: Wait[Any]) -> Browser:  # noqa: ARG001
    return Browser()
