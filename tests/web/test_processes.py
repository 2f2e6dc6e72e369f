"""Several processes serve the same tables, on PostgreSQL and Redis that come and go."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from brushpass import cli
from brushpass.web import limits
from brushpass.web.relay import Relay
from tests.conftest import Size
from tests.web.server import Seated, Server, Visitor, against_a_bot, both
from tests.web.services import Postgres, Redis, Service, missing

GAMES = ("kompromat", "microfilms", "croupier")

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "all is there")


class House:
    """Some processes that serve the same tables."""

    def __init__(self, postgres: Postgres, redis: Redis, name: str, data: Path) -> None:
        self.postgres = postgres
        self.redis = redis
        self.name = name
        postgres.ask("postgres", f"CREATE DATABASE {name}")
        where = postgres.url(name)
        self.servers = [Server(data, DATABASE_URL=where, REDIS_URL=redis.url) for _ in range(2)]

    def ask(self, words: str) -> list[tuple[object, ...]]:
        return self.postgres.ask(self.name, words)

    def in_the_log(self) -> tuple[set[object], int]:
        """The own numbers of all actions that are kept, and how many tables have a gap."""
        own = {row[0] for row in self.ask("SELECT own FROM web_action WHERE own IS NOT NULL")}
        gaps = self.ask(
            "SELECT COUNT(*) FROM (SELECT table_id FROM web_action GROUP BY table_id"
            " HAVING COUNT(*) != MAX(number)) AS gaps"
        )
        return own, int(str(gaps[0][0]))


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[Postgres, Redis]]:
    folder = Path(tempfile.mkdtemp(prefix="brushpass-services-"))
    folder.chmod(0o755)  # PostgreSQL is somebody else where we are root
    for name in ("postgres", "redis"):
        (folder / name).mkdir(mode=0o755)
    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    try:
        postgres.start()
        redis.start()
        yield postgres, redis
    finally:
        postgres.close()
        redis.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def house(
    services: tuple[Postgres, Redis], request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[House]:
    """Two processes that were started together, on a fresh database."""
    name = re.sub(r"\W", "_", str(request.node.name))[:60]
    made = House(*services, name, tmp_path)
    with ExitStack() as stack:
        for server in made.servers:
            stack.callback(server.__exit__)
        at_once(*(server.start for server in made.servers))
        yield made


def at_once(*calls: Callable[[], object]) -> None:
    """Several things that take their time."""

    async def body() -> None:
        await asyncio.gather(*(asyncio.to_thread(call) for call in calls))

    asyncio.run(body())


def two_at_a_table(house: House, seed: str, **terms: str) -> tuple[Seated, Seated]:
    """Ada at one process plays Bo at the other."""
    one, other = house.servers
    ada, bo = Visitor(one), Visitor(other)
    asked = {"game": "kompromat", "seat-0": "me", "seat-1": "friend", **terms}
    key = ada.post("/new", page="/new", name="Ada", **asked).rsplit("/", 1)[1]
    bo.post(f"/t/{key}/act", page=f"/t/{key}", do="sit", name="Bo")
    chance = Random(seed)
    return Seated(ada, key, Random(chance.random())), Seated(bo, key, Random(chance.random()))


async def persist(player: Seated, seconds: float) -> None:
    """Play; when the line drops, come back as a page does."""
    until = time.monotonic() + seconds
    while not player.over and time.monotonic() < until:
        try:
            async with asyncio.timeout(until - time.monotonic()):
                await player.play()
        except TimeoutError:
            return
        await asyncio.sleep(0.1)


def nothing_is_lost(house: House, players: list[Seated]) -> None:
    own, gaps = house.in_the_log()
    assert not [words for player in players for o, words in player.done.items() if o not in own]
    assert not gaps


def all_play_on(players: list[Seated]) -> None:
    """Every table is playable."""
    before = [len(player.done) for player in players]

    async def on() -> None:
        async with asyncio.timeout(90):
            while waiting := [
                player
                for player, count in zip(players, before, strict=True)
                if not player.over and len(player.done) < count + 2
            ]:
                await asyncio.gather(*(persist(player, 2) for player in waiting))

    asyncio.run(on())


def test_two_players_at_different_processes_play_each_other(house: House, seed: int) -> None:
    players = two_at_a_table(house, f"{seed} apart")

    async def body() -> None:
        async with asyncio.timeout(90):
            await both(*players)

    asyncio.run(body())
    assert all(player.over for player in players)
    assert all(player.done for player in players)
    nothing_is_lost(house, [*players])


def test_no_acknowledged_action_is_lost_by_killing_one_of_two_processes(
    house: House, seed: int, size: Size
) -> None:
    kills = size("kills of one of two processes", 4, 200)
    chance = Random(f"{seed} kills of two")
    players: list[Seated] = []
    for kill in range(kills):
        players = [player for player in players if not player.over]
        if len(players) < 4:
            players += two_at_a_table(house, f"{seed} {kill}")
        while len(players) < 6:
            game, server = chance.choice(GAMES), chance.choice(house.servers)
            players.append(against_a_bot(server, game, Random(chance.random())))
        killed, other = chance.sample(house.servers, 2)
        asyncio.run(until_killed(players, killed, chance.uniform(0.1, 0.8)))
        nothing_is_lost(house, players)
        for player in players:
            player.visitor.server = other
        all_play_on(players)
        killed.start()
        for player in players[::2]:
            player.visitor.server = killed
    nothing_is_lost(house, players)


async def until_killed(players: list[Seated], server: Server, moment: float) -> None:
    """Play until one of the processes is killed."""
    plays = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(moment)
    await asyncio.to_thread(server.stop, signal.SIGKILL)
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)


# --- when what they stand on goes away ------------------------------------------------------------


def test_nothing_acknowledged_is_lost_when_postgresql_and_redis_are_restarted(
    house: House, seed: int, size: Size
) -> None:
    restarts = size("restarts of PostgreSQL and Redis", 3, 60)
    chance = Random(f"{seed} restarts")
    players: list[Seated] = []
    for restart in range(restarts):
        players = [player for player in players if not player.over]
        if len(players) < 4:
            players += two_at_a_table(house, f"{seed} {restart}")
        while len(players) < 6:
            game, server = chance.choice(GAMES), chance.choice(house.servers)
            players.append(against_a_bot(server, game, Random(chance.random())))
        which = (house.postgres, house.redis)[restart % 2]

        async def stopped_under_play(
            service: Service = which, some: tuple[Seated, ...] = tuple(players)
        ) -> None:
            plays = asyncio.gather(*(persist(player, 2.5) for player in some))
            await asyncio.sleep(chance.uniform(0.2, 0.8))
            await asyncio.to_thread(service.stop, service.at_once)
            await asyncio.sleep(chance.uniform(0.0, 0.8))
            await asyncio.to_thread(service.start)
            await plays

        asyncio.run(stopped_under_play())
        all_play_on(players)
        nothing_is_lost(house, players)


def test_without_redis_two_players_at_different_processes_hear_of_each_other_a_second_late(
    house: House, seed: int
) -> None:
    house.redis.stop(house.redis.at_once)
    try:
        players = two_at_a_table(house, f"{seed} without Redis")
        all_play_on([*players])
        nothing_is_lost(house, [*players])
    finally:
        house.redis.start()


def test_without_postgresql_a_process_says_that_it_is_not_ready_and_comes_back(
    house: House,
) -> None:
    visitor = Visitor(house.servers[0])
    assert health(house.servers[0]) == (200, "ready")
    house.postgres.stop(house.postgres.at_once)
    try:
        time.sleep(1.1)  # what the database said last counts for a second
        assert health(house.servers[0]) == (503, "the database does not answer")
        assert health(house.servers[0], "live") == (200, "alive")
        with pytest.raises(AssertionError, match="503"):
            visitor.ask("GET", "/")
    finally:
        house.postgres.start()
    time.sleep(1.1)
    assert health(house.servers[0]) == (200, "ready")
    assert "Kompromat" in visitor.ask("GET", "/")[0]


def health(server: Server, what: str = "ready") -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/health/{what}") as answer:
            return answer.status, answer.read().decode().strip()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode().strip()


# --- what happens by itself -----------------------------------------------------------------------


def test_a_clock_runs_out_once_though_the_process_that_saw_to_it_was_killed(house: House) -> None:
    clock = {"clock": "move", "move-seconds": "9"}
    made = 0
    drivers = "SELECT COUNT(DISTINCT server_id) FROM web_table"
    while made < 4 or house.ask(drivers) != [(2,)]:  # whoever comes first drives a table
        two_at_a_table(house, f"clock {made}", **clock)
        house.servers.reverse()
        made += 1
        assert made < 50, "one process drives them all"
    house.servers[0].stop(signal.SIGKILL)
    until, tables = time.monotonic() + 60, None
    while tables != made and time.monotonic() < until:
        time.sleep(0.5)
        ((tables, twice),) = house.ask(
            "SELECT COUNT(DISTINCT table_id), COUNT(*) - COUNT(DISTINCT (table_id, seat))"
            " FROM web_seating WHERE kind = 'ran-out'"
        )
        assert twice == 0
    assert tables == made


def test_processes_that_share_tables_share_their_limits(
    services: tuple[Postgres, Redis], monkeypatch: pytest.MonkeyPatch
) -> None:
    redis = services[1]
    monkeypatch.setattr(limits, "_named", {})
    tried = limits.Bucket(rate=0.01, burst=2, name="tried")
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def body() -> None:
        one, other = Relay(redis.url), Relay(redis.url)
        there = asyncio.Semaphore(0)

        async def back() -> None:
            there.release()

        async with asyncio.timeout(20):
            for each in (other, one):
                await each.open(lambda name, _message: heard.put_nowait(name), back)
                await there.acquire()
            assert tried.take("10.0.0.1")
            assert tried.wait("10.0.0.1") == 0
            await one.group_send("a-group", {"type": "changed"})
            assert await heard.get() == "a-group"
            for each in (one, other):
                await each.shut()

    asyncio.run(body())
    assert tried.wait("10.0.0.1") > 0  # the other was us as well, and took it once more
    assert tried.wait("10.0.0.2") == 0


# --- the same tests -------------------------------------------------------------------------------

SAME = ("test_tables", "test_sockets", "test_talk", "test_kept")


def test_what_holds_on_sqlite_holds_on_postgresql_beside_another_process(
    services: tuple[Postgres, Redis], tmp_path: Path
) -> None:
    """The tests of tables, sockets and talk once more, in a process that is one of two."""
    house = House(*services, "the_same", tmp_path)
    files = [str(Path(__file__).with_name(f"{name}.py")) for name in SAME]
    with house.servers[0] as other:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
            env={**os.environ, **other.more, "BRUSHPASS_TESTS": str(tmp_path)},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=False,
        )
        said = other.stop()
    assert done.returncode == 0, done.stdout[-6000:]
    assert "Traceback" not in said, said


def test_postgresql_and_redis_say_which_extra_they_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/nothing")
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "psycopg" else name)
    assert cli.main(["serve", "--no-browser"]) == 1
    assert "pip install 'brushpass[scale]'" in capsys.readouterr().err
