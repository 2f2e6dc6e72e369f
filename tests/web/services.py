"""A PostgreSQL and a Redis of our own, in a folder of the run, which can be killed and started."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg
import redis


def _programs() -> Path | None:
    """Where PostgreSQL's own programs lie."""
    if (found := shutil.which("pg_config")) is not None:
        told = subprocess.run([found, "--bindir"], capture_output=True, text=True, check=True)
        if (Path(told.stdout.strip()) / "initdb").is_file():
            return Path(told.stdout.strip())
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


def missing() -> str:
    """What this machine lacks for it; nothing where all is there."""
    if _programs() is None:
        return "needs PostgreSQL's initdb and postgres: Debian's package `postgresql`"
    if shutil.which("redis-server") is None:
        return "needs redis-server: Debian's package `redis-server`"
    if os.getuid() == 0 and "postgres" not in {each.pw_name for each in pwd.getpwall()}:
        return "PostgreSQL does not run as root, and there is no user `postgres` to run it as"
    return ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """Something that listens on a port, with all it keeps in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def _command(self) -> list[str]:
        raise NotImplementedError

    def _answers(self) -> bool:
        raise NotImplementedError

    def _as(self) -> dict[str, Any]:
        return {}

    @property
    def pid(self) -> int:
        """The process that was started; its children are its own."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(), stdout=log, stderr=log, cwd=self.folder, **self._as()
            )
        until = time.monotonic() + 30
        while not self._answers():
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    def stop(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(timeout=30)
        self._process = None

    def close(self) -> None:
        if self._process is not None:
            self.stop(self.at_once)

    at_once = signal.SIGKILL


class Postgres(Service):
    """A cluster of its own; PostgreSQL refuses to be root."""

    at_once = signal.SIGQUIT  # like a crash, with nothing written that was not written before

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        programs = _programs()
        assert programs is not None
        self._programs = programs
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        make = [str(programs / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", "tests"]
        more = ["-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*make, *more], check=True, capture_output=True, cwd=folder, **self._as())

    def _as(self) -> dict[str, Any]:
        if os.getuid() != 0:
            return {}
        who = pwd.getpwnam("postgres")
        return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}

    def _command(self) -> list[str]:
        own = ["-p", str(self.port), "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        return [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *own]

    def _answers(self) -> bool:
        try:
            self.ask("postgres", "SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def url(self, name: str) -> str:
        return f"postgresql://tests@127.0.0.1:{self.port}/{name}"

    def ask(self, name: str, words: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url(name), autocommit=True) as line:
            found = line.execute(words.encode())
            return found.fetchall() if found.description else []


class Redis(Service):
    """Messages only: nothing of it is kept."""

    def _command(self) -> list[str]:
        own = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return ["redis-server", *own, "--save", "", "--appendonly", "no"]

    def _answers(self) -> bool:
        try:
            with redis.Redis(port=self.port) as line:
                return bool(line.ping())
        except redis.ConnectionError:
            return False

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"
