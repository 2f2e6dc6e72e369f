"""A server in a process of its own, and players from outside, for tests and for pictures."""

from __future__ import annotations

import asyncio
import http.client
import http.cookies
import json
import os
import re
import signal
import subprocess
import sys
import urllib.parse
from pathlib import Path
from random import Random
from typing import Any

import websockets
from websockets.typing import Origin

SOURCE = Path(__file__).parents[2] / "src"


class Server:
    """`brushpass serve`, which can be killed and started again on the same port."""

    def __init__(self, data: Path, pace: float = 0.0, patience: float = 0.0, **more: str) -> None:
        self.data = data
        self.more = more
        """What else is set."""
        self.pace = pace
        self.patience = patience
        """How long players' numbers are waited for: most visitors here send none."""
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.ready = ""

    def start(self) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": str(SOURCE),
            "BRUSHPASS_PACE": str(self.pace),
            "BRUSHPASS_PATIENCE": str(self.patience),
            "BRUSHPASS_LIMITS": "1000",
            "BRUSHPASS_HOSTS": "localhost,127.0.0.1",
            **self.more,
        }
        command = [sys.executable, "-m", "brushpass", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        self.ready = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", self.ready)
        if found is None:
            raise RuntimeError(self.ready + self.process.stdout.read())
        self.port = int(found[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """End it; what else it said."""
        assert self.process is not None
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=20)
        self.process = None
        return said

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process is not None:
            self.stop(signal.SIGKILL)


class Visitor:
    """Somebody with a browser that knows forms, cookies and sockets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies = http.cookies.SimpleCookie()

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        """The page, and where it redirects to."""
        line = http.client.HTTPConnection("localhost", self.server.port, timeout=20)
        headers = {"Cookie": self.cookie, "Origin": self.origin}
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read().decode()
        for key, value in answer.getheaders():
            if key.lower() == "set-cookie":
                self.cookies.load(value)
        line.close()
        assert answer.status < 400, (answer.status, text)
        return text, answer.getheader("Location") or ""

    def post(self, path: str, page: str = "/", **form: str) -> str:
        """Send a form with the token of a page; where it leads."""
        shown, _ = self.ask("GET", page)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', shown)
        assert token is not None
        return self.ask("POST", path, {"csrfmiddlewaretoken": token[1], **form})[1]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{key}={each.value}" for key, each in self.cookies.items())

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.server.port}"


class Seated:
    """A player who does anything legal, and remembers what was acknowledged."""

    def __init__(self, visitor: Visitor, key: str, chance: Random) -> None:
        self.visitor = visitor
        self.key = key
        self.chance = chance
        self.done: dict[str, str] = {}
        """Own numbers of what the server acknowledged, and the words."""
        self.sent: dict[str, Any] | None = None
        self.over = False
        self.refused: list[str] = []
        self._html: dict[str, str] = {}
        self._count = 0
        self._number = 0

    async def play(self, actions: int | None = None) -> None:
        """Until the game is over, the line breaks or so many actions were acknowledged."""
        address = f"ws://localhost:{self.visitor.server.port}/ws/t/{self.key}"
        header = {"Cookie": self.visitor.cookie}
        wanted = None if actions is None else len(self.done) + actions
        try:
            async with websockets.connect(
                address, origin=Origin(self.visitor.origin), additional_headers=header
            ) as line:
                if self.sent is not None:  # not acknowledged when the line broke
                    await line.send(json.dumps(self.sent))
                async for text in line:
                    await self._hear(line, json.loads(text))
                    if self.over or (wanted is not None and len(self.done) >= wanted):
                        return
        except (OSError, websockets.WebSocketException):
            return

    async def _hear(self, line: Any, said: dict[str, Any]) -> None:
        fresh = "html" in said
        if self.sent is not None and said.get("done") == self.sent["own"]:
            fresh = self._number > self.sent["n"]  # it had been done before the line broke
            self.done[self.sent["own"]] = self.sent["act"]
            self.sent = None
        elif self.sent is not None and said.get("no") == self.sent["own"]:
            self.refused.append(said["why"])
            self.sent = None
            fresh = fresh or not said["stale"]
        if "html" in said:
            for key, html in said["html"].items():
                if key in self._html or key in said.get("order", ()):
                    self._html[key] = html
                else:
                    self._put(key, html)
            if "order" in said:
                self._html = {key: self._html[key] for key in said["order"]}
            self._number = said["n"]
        page = "".join(self._html.values())
        self.over = 'data-do="rematch"' in page
        if self.sent is None and not self.over and fresh:
            found = re.findall(r'data-act="([^"]*)"', page)
            legal = sorted({words for each in found for words in each.split("|") if words})
            if legal:
                self._count += 1
                own = f"{id(self)}-{self._count}"
                self.sent = {"act": self.chance.choice(legal), "n": self._number, "own": own}
                await line.send(json.dumps(self.sent))

    def _put(self, name: str, element: str) -> None:
        """Put an element of a section in the place of the one with its id, as the page does."""
        section = next(key for key, html in self._html.items() if f' id="{name}"' in html)
        html = self._html[section]
        start = html.rindex("<", 0, html.index(f' id="{name}"'))
        tag = html[start + 1 :].split(" ", 1)[0]
        depth = 0
        for found in re.finditer(rf"<(/?){tag}\b[^>]*>", html[start:]):
            depth += -1 if found[1] else 1
            if depth == 0:
                self._html[section] = html[:start] + element + html[start + found.end() :]
                return


def against_a_bot(server: Server, game: str, chance: Random) -> Seated:
    """A visitor at a fresh table."""
    visitor = Visitor(server)
    key = visitor.post(f"/play/{game}", name="Ada").rsplit("/", 1)[1]
    return Seated(visitor, key, chance)


async def both(*players: Seated) -> None:
    """Everyone plays until their line breaks or their game is over."""
    await asyncio.gather(*(player.play() for player in players))
