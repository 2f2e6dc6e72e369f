"""The servers under test: each is started for the occasion, on this machine alone."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

import brushpass
from bench.contenders import Missing
from bench.web.sides import Side, set_our_table, set_their_match

SRC = Path(brushpass.__file__).parent.parent
BOARDGAME = Path(__file__).parent / "boardgame"

Addresses: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Running:
    """A server that can be played at."""

    addresses: Addresses
    """Where each of two players goes: with several processes, to another each."""
    roots: tuple[int, ...]
    """The processes whose time and memory are the server's, with all that descend from them."""


Opened: TypeAlias = Generator[Running, None, None]
"""Starts, yields what runs, and ends it when it is closed."""


@dataclass(frozen=True)
class House:
    """One line of the table."""

    name: str
    keeps: str
    """Where a move is when the others hear of it, for the reader of the table."""
    start: Callable[[], Opened]
    """Missing if it cannot be done here."""
    set_table: Callable[[Addresses, int], tuple[Side, Side]]
    ours: bool = False


def sqlite() -> Opened:
    """One process on SQLite, as `brushpass serve` is by itself."""
    with tempfile.TemporaryDirectory() as data, _ours(Path(data), {}) as (address, pid):
        yield Running((address, address), (pid,))


def several(processes: int) -> Callable[[], Opened]:
    """Processes that share a PostgreSQL and a Redis; with two, the players at each table are at
    one each.
    """

    def start() -> Opened:
        from tests.web.services import Postgres, Redis, missing

        if lacks := missing():
            raise Missing(lacks)
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            folder.chmod(0o755)  # PostgreSQL is somebody else where we are root
            (folder / "data").mkdir()
            for service in (places := [folder / "postgres", folder / "redis"]):
                service.mkdir()
            postgres, redis = Postgres(places[0]), Redis(places[1])
            for each in (postgres, redis):
                stack.callback(each.close)
                each.start()
            postgres.ask("postgres", "CREATE DATABASE tables")
            more = {"DATABASE_URL": postgres.url("tables"), "REDIS_URL": redis.url}
            found = [stack.enter_context(_ours(folder / "data", more)) for _ in range(processes)]
            addresses = [address for address, _ in found]
            pids = [pid for _, pid in found]
            yield Running((addresses[0], addresses[-1]), (*pids, postgres.pid, redis.pid))

    return start


@contextmanager
def _ours(data: Path, more: dict[str, str]) -> Iterator[tuple[str, int]]:
    """A process of ours. Only the limits on haste are out of the way, for all the players come
    from one address.
    """
    port = free_port()
    command = [sys.executable, "-m", "brushpass", "serve", "--port", str(port), "--data", str(data)]
    given = {"PYTHONPATH": str(SRC), "BRUSHPASS_LIMITS": "100000", **more}
    with started(command, given, port, data / f"said-{port}") as pid:
        yield f"127.0.0.1:{port}", pid


def boardgame(*, files: bool) -> Callable[[], Opened]:
    """boardgame.io's own server."""

    def start() -> Opened:
        install()
        with tempfile.TemporaryDirectory() as data:
            port = free_port()
            command = ["node", str(BOARDGAME / "server.cjs"), str(port)]
            command += [str(Path(data) / "matches")] if files else []
            with started(command, {"NODE_ENV": "production"}, port, Path(data) / "said") as pid:
                address = f"127.0.0.1:{port}"
                yield Running((address, address), (pid,))

    return start


def install() -> None:
    """Have npm fetch what the lock file names, where that has not been done."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise Missing("it needs node and npm")
    stamp = BOARDGAME / "node_modules" / ".package-lock.json"
    lock = BOARDGAME / "package-lock.json"
    if stamp.is_file() and stamp.stat().st_mtime >= lock.stat().st_mtime:
        return
    done = subprocess.run(
        [shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund"],
        cwd=BOARDGAME,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise Missing(f"npm could not install it: {done.stderr[-300:]}")


HOUSES = [
    House("**brushpass**, SQLite", "on the disk", sqlite, set_our_table, ours=True),
    *(
        House(
            f"**brushpass**, PostgreSQL and Redis, {count} process{'es' * (count > 1)}",
            "on the disk",
            several(count),
            set_our_table,
            ours=True,
        )
        for count in (1, 2)
    ),
    House("boardgame.io, FlatFile", "on its way to files", boardgame(files=True), set_their_match),
    House("boardgame.io, memory", "in memory", boardgame(files=False), set_their_match),
]


def versions() -> str:
    """What was measured with what."""
    said = [f"{name} {version(name)}" for name in ("Django", "channels", "uvicorn", "websockets")]
    lock = json.loads((BOARDGAME / "package-lock.json").read_text(encoding="utf-8"))
    said += [
        f"{name} {lock['packages'][f'node_modules/{name}']['version']}"
        for name in ("boardgame.io", "socket.io")
    ]
    if node := shutil.which("node"):
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        said.append(f"Node {told.stdout.strip().removeprefix('v')}")
    return ", ".join(said)


@contextmanager
def started(command: list[str], more: dict[str, str], port: int, said: Path) -> Iterator[int]:
    """Run a server until it is no longer needed, from when it can be reached."""
    with said.open("w") as out:
        running = subprocess.Popen(
            command,
            env={**_inherited(), **more},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            _reach(running, port, said)
            yield running.pid
        finally:
            running.terminate()
            try:
                running.wait(timeout=10)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def _inherited() -> dict[str, str]:
    """This program's environment, but for what a server of ours would heed."""
    ours = ("BRUSHPASS_", "DATABASE_URL", "REDIS_URL", "DJANGO_")
    return {key: value for key, value in os.environ.items() if not key.startswith(ours)}


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _reach(running: subprocess.Popen[bytes], port: int, said: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and running.poll() is None:
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise Missing(f"it could not be reached; it said: {said.read_text()[-300:]}")
