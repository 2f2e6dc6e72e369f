"""The house, minded and attacked where several processes serve it, on PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import websockets
from websockets.typing import Origin

from tests.conftest import Size
from tests.web.server import SOURCE, Server, Visitor
from tests.web.services import Postgres, Redis, missing
from tests.web.test_processes import House, at_once, house, services, two_at_a_table
from tests.web.test_storm import TOKEN, through_a_storm

__all__ = ["house", "services"]

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "all is there")


class Page:
    """A table's page that somebody has open."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self._line = line

    async def told(self, *words: str) -> str:
        """The first frame in which one of these stands."""
        async with asyncio.timeout(20):
            async for text in self._line:
                if any(each in str(text) for each in words):
                    return str(text)
        raise AssertionError(f"closed before it said {words}")

    async def says(self, **said: Any) -> str:
        """The answer to what it sends."""
        await self._line.send(json.dumps(said))
        return await self.told('"done"', '"no"')


def opened(who: Visitor, key: str) -> Any:
    return websockets.connect(
        f"ws://localhost:{who.server.port}/ws/t/{key}",
        origin=Origin(who.origin),
        additional_headers={"Cookie": who.cookie},
    )


def minding(server: Server) -> Visitor:
    """Somebody who minds the house, at one of its processes."""
    command = [sys.executable, "-m", "brushpass", "admin", "em", "--data", str(server.data)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), **server.more}
    subprocess.run(command, input="for your eyes", text=True, check=True, env=environment)
    em = Visitor(server)
    em.post("/sign-in", "/sign-in", name="em", password="for your eyes")
    return em


def test_what_is_done_at_one_process_is_at_once_at_the_others(house: House, seed: int) -> None:
    ada, bo = two_at_a_table(house, f"{seed} minding")
    em = minding(bo.visitor.server)
    ((player,),) = house.ask("SELECT id FROM web_player WHERE name = 'Ada'")
    ((table,),) = house.ask("SELECT id FROM web_table")

    async def act(path: str, what: str) -> None:
        await asyncio.to_thread(partial(em.post, path, path, do=what, why="It had to be."))

    async def body() -> None:
        async with opened(ada.visitor, ada.key) as one, opened(bo.visitor, bo.key) as other:
            hers, his = Page(one), Page(other)
            await hers.told('"html"')
            await act(f"/house/players/{player}", "mute")
            await hers.told("have muted you")
            assert "have muted you" in await hers.says(say="Why?", own="1")
            await act(f"/house/players/{player}", "bar")
            assert ada.key in await hers.told('"go"')
            assert "You have no seat at this table." in await hers.says(act="draw", n=3, own="2")
            await his.told("has left")
            await act(f"/house/tables/{table}", "close")
            for page in (hers, his):
                await page.told("have closed")
            assert "The game is over." in await his.says(act="draw", n=3, own="3")

    asyncio.run(body())
    with pytest.raises(AssertionError, match="have barred you"):
        ada.visitor.post("/play/kompromat")


def test_who_is_erased_at_one_process_has_no_name_at_the_others(house: House, seed: int) -> None:
    ada, bo = two_at_a_table(house, f"{seed} erased")

    async def body() -> None:
        async with opened(bo.visitor, bo.key) as line:
            his = Page(line)
            assert "Ada" in await his.told('"html"')
            page = "/yours/erase"
            await asyncio.to_thread(partial(ada.visitor.post, page, page))
            await his.told("Somebody")

    asyncio.run(body())
    assert "Ada" not in bo.visitor.ask("GET", f"/t/{bo.key}")[0]
    assert house.ask("SELECT 1 FROM web_seating WHERE name = 'Ada'") == []


def test_wrong_requests_at_one_of_two_processes_change_nothing_anywhere(
    services: tuple[Postgres, Redis], tmp_path: Path, seed: int, size: Size
) -> None:
    postgres, redis = services
    postgres.ask("postgres", "CREATE DATABASE storm")
    where = postgres.url("storm")
    servers = [
        Server(
            tmp_path,
            patience=10.0,
            BRUSHPASS_METRICS_TOKEN=TOKEN,
            DATABASE_URL=where,
            REDIS_URL=redis.url,
        )
        for _ in range(2)
    ]
    count = size("wrong requests and frames at one of two processes", 300, 20_000)
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.__exit__)
        at_once(*(server.start for server in servers))
        through_a_storm(servers, partial(postgres.ask, "storm"), Random(f"{seed} many"), count)
