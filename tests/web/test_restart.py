"""A server that is killed loses nothing that it acknowledged, and its tables go on."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from pathlib import Path
from random import Random

from tests.conftest import Size
from tests.web.server import Seated, Server, against_a_bot

GAMES = ("kompromat", "microfilms", "croupier")


def in_the_log(data: Path) -> tuple[set[str], int]:
    """The own numbers of all actions that are on the disk, and how many tables have a gap."""
    base = sqlite3.connect(data / "tables.sqlite3")
    own = {row[0] for row in base.execute("SELECT own FROM web_action WHERE own IS NOT NULL")}
    gaps = base.execute(
        "SELECT COUNT(*) FROM (SELECT table_id FROM web_action GROUP BY table_id"
        " HAVING COUNT(*) != MAX(number))"
    ).fetchone()[0]
    base.close()
    return own, gaps


def test_no_acknowledged_action_is_lost_by_killing_the_server(
    tmp_path: Path, seed: int, size: Size
) -> None:
    kills = size("kills of the server", 4, 200)
    chance = Random(f"{seed} kills")
    with Server(tmp_path) as server:
        players: list[Seated] = []

        async def until(moment: float) -> None:
            plays = asyncio.gather(*(player.play() for player in players))
            await asyncio.sleep(moment)
            await asyncio.to_thread(server.stop, signal.SIGKILL)
            await plays

        for _ in range(kills):
            players = [player for player in players if not player.over]
            while len(players) < 4:
                game = chance.choice(GAMES)
                players.append(against_a_bot(server, game, Random(chance.random())))
            asyncio.run(until(chance.uniform(0.02, 0.6)))
            own, gaps = in_the_log(tmp_path)
            lost = [words for player in players for o, words in player.done.items() if o not in own]
            assert not lost
            assert not gaps
            server.start()

        async def on() -> None:
            """Every table is playable afterwards."""
            async with asyncio.timeout(60):
                await asyncio.gather(*(player.play(actions=2) for player in players))

        before = [len(player.done) for player in players]
        asyncio.run(on())
        for player, count in zip(players, before, strict=True):
            assert player.over or len(player.done) == count + 2


def test_a_server_that_is_asked_to_stop_stops_with_players_connected(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        player = against_a_bot(server, "croupier", Random(1))

        async def body() -> float:
            plays = asyncio.create_task(player.play())
            await asyncio.sleep(0.3)
            began = time.monotonic()
            said = await asyncio.to_thread(server.stop, signal.SIGTERM)
            await plays
            assert "Traceback" not in said, said
            return time.monotonic() - began

        assert asyncio.run(body()) < 4


def test_a_taken_port_is_said_in_words(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        other = Server(tmp_path)
        other.port = server.port
        try:
            other.start()
        except RuntimeError as error:
            assert f"Port {server.port}" in str(error)  # noqa: PT017 - what start says is wanted
        else:
            raise AssertionError("two servers on one port")
        finally:
            if other.process is not None:
                other.process.wait()
                if other.process.stdout is not None:
                    other.process.stdout.close()


def test_the_first_page_comes_within_a_second_of_a_cold_server(tmp_path: Path) -> None:
    from tests.web.server import Visitor

    with Server(tmp_path) as server:
        began = time.monotonic()
        page, _ = Visitor(server).ask("GET", "/")
        assert "Kompromat" in page
        assert time.monotonic() - began < 1
