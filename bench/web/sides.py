"""The players' light clients: a socket, the state it was last told of, and what it may do there.

Both kinds speak over the same library for sockets and offer compression as browsers do. A move
is chosen and worded before its time is taken.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import time
from abc import ABC, abstractmethod
from random import Random
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect


class Broken(Exception):
    """A server did not do what the load asked of it; the text says what came instead."""


class Side(ABC):
    """One player at one table."""

    number = -1
    """The state it was last told of."""
    told = 0.0
    """When that was."""
    bytes = 0
    """What it has received, before compression."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line: ClientConnection | None = None
        self._hears: asyncio.Task[None] | None = None
        self._new = asyncio.Event()

    @abstractmethod
    async def open(self) -> None:
        """Open the socket; return when the state is there."""

    @abstractmethod
    def hear(self, said: str, at: float) -> str | None:
        """Take in a message; what to answer at once, if anything."""

    @abstractmethod
    def asked(self) -> bool:
        """Whether it must decide."""

    @abstractmethod
    def words(self, rng: Random) -> str:
        """A message that makes one of its moves."""

    async def dial(self, address: str, **more: Any) -> None:
        """Connect, and begin to listen."""
        self._line = await connect(address, ping_interval=None, **more)
        self._hears = asyncio.create_task(self._listen(self._line))

    async def _listen(self, line: ClientConnection) -> None:
        try:
            async for said in line:
                at = time.perf_counter()
                self.bytes += len(said)
                if (answer := self.hear(str(said), at)) is not None:
                    await line.send(answer)
        finally:
            self._new.set()

    def news(self, number: int, at: float) -> None:
        """There is another state."""
        self.number, self.told = number, at
        self._new.set()

    async def beyond(self, number: int, patience: float = 30.0) -> None:
        """Wait until it is told of a state after this one."""
        async with asyncio.timeout(patience):
            while self.number <= number:
                if self._hears is not None and self._hears.done():
                    self._hears.result()
                    raise Broken(f"{self.address} closed the line at state {self.number}")
                self._new.clear()
                await self._new.wait()

    async def send(self, said: str) -> None:
        assert self._line is not None
        await self._line.send(said)

    async def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            await self._line.close()
        if self._hears is not None:
            await asyncio.gather(self._hears, return_exceptions=True)


# --- ours -----------------------------------------------------------------------------------------

DOES = re.compile(r'data-act="([^"]+)"')
PIECES = re.compile(r'(?=<(?:section|div) class="(?:mission|wait|open|deck|pile)\b[^"]*" id=)')
NAME = re.compile(r'id="([^"]+)"')
"""A section is sent as a whole, and later the elements in it that have changed."""
CSRF = "b" * 32
"""A client may choose the token that its forms and its cookie are to share."""


class OurSide(Side):
    """A page of our table: what its sections offer is what it may do."""

    def __init__(self, address: str, cookie: str, key: str) -> None:
        super().__init__(address)
        self.cookie = cookie
        self.key = key
        self._offers: dict[str, dict[str, list[str]]] = {}
        self._own = 0

    async def open(self) -> None:
        await self.dial(
            f"ws://{self.address}/ws/t/{self.key}",
            additional_headers={"Cookie": self.cookie},
            origin=f"http://{self.address}",
        )
        await self.beyond(-1)

    def hear(self, said: str, at: float) -> str | None:
        frame = json.loads(said)
        if "html" in frame:
            if "order" in frame:
                self._offers = {key: self._offers.get(key, {}) for key in frame["order"]}
            for key, html in frame["html"].items():
                self._take(key, html)
            self.news(frame["n"], at)
        elif "no" in frame:
            raise Broken(f"{self.address} refused a move: {frame['why']}")
        return None

    def _take(self, key: str, html: str) -> None:
        if key in self._offers:
            pieces = PIECES.split(html)
            self._offers[key] = {key: DOES.findall(pieces[0])}
            for piece in pieces[1:]:
                if name := NAME.search(piece):
                    self._offers[key][name[1]] = DOES.findall(piece)
            return
        for offers in self._offers.values():
            if key in offers:
                for piece in PIECES.split(html):
                    if name := NAME.search(piece):
                        offers[name[1]] = DOES.findall(piece)

    def _choices(self) -> list[str]:
        return [
            each
            for pieces in self._offers.values()
            for offered in pieces.values()
            for each in offered
        ]

    def asked(self) -> bool:
        return any(not each.startswith("use ") for each in self._choices())

    def words(self, rng: Random) -> str:
        self._own += 1
        said = {"act": rng.choice(self._choices()), "n": self.number, "own": str(self._own)}
        return json.dumps(said)


def set_our_table(addresses: tuple[str, str], place: int) -> tuple[OurSide, OurSide]:
    """A table of Kompromat for two persons of their own names, its first cards dealt."""
    here, there = addresses
    form = {"game": "kompromat", "seat-0": "me", "seat-1": "friend", "name": f"Ada {place}"}
    ada, at = _post(here, "/new", form, "")
    key = at.rsplit("/", 1)[1]
    bo, _ = _post(there, f"/t/{key}/act", {"do": "sit", "name": f"Bo {place}"}, "")
    _post(here, f"/t/{key}/act", {"number": "ada"}, ada)
    _post(there, f"/t/{key}/act", {"number": "bo"}, bo)
    return OurSide(here, ada, key), OurSide(there, bo, key)


def _post(address: str, path: str, form: dict[str, str], cookie: str) -> tuple[str, str]:
    """Send a form as a page without script does; the session's cookie, and where to go."""
    link = http.client.HTTPConnection(address, timeout=30)
    cookies = f"csrftoken={CSRF}" + (f"; {cookie}" if cookie else "")
    headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    link.request("POST", path, urlencode({**form, "csrfmiddlewaretoken": CSRF}), headers)
    answer = link.getresponse()
    said = answer.read()
    link.close()
    if answer.status != 302:
        raise Broken(f"{address}{path} answered {answer.status}: {said[:300]!r}")
    session = answer.headers.get("Set-Cookie", "").split(";", 1)[0]
    return cookie or session, answer.headers["Location"]


# --- theirs ---------------------------------------------------------------------------------------

GAME = "kompromat"


class TheirSide(Side):
    """A client of boardgame.io: it gets the state as its player may see it."""

    def __init__(self, address: str, match: str, player: str, credentials: str) -> None:
        super().__init__(address)
        self._match = match
        self._player = player
        self._credentials = credentials
        self._state: dict[str, Any] = {}

    async def open(self) -> None:
        await self.dial(f"ws://{self.address}/socket.io/?EIO=4&transport=websocket")
        await self.beyond(-1)

    def hear(self, said: str, at: float) -> str | None:
        kind, _comma, rest = said.partition(",")
        if said.startswith("0"):  # the line is open: ask for the game's room
            return f"40/{GAME},"
        if said == "2":
            return "3"
        if kind == f"40/{GAME}":
            return self._event("sync", self._match, self._player, self._credentials)
        if kind == f"42/{GAME}":
            event, _match, *more = json.loads(rest)
            if event in ("sync", "update"):
                self._state = more[0]["state"] if event == "sync" else more[0]
                self.news(self._state["_stateID"], at)
            return None
        raise Broken(f"{self.address} said {said[:200]!r}")

    def _event(self, *said: object) -> str:
        return f"42/{GAME},{json.dumps(said)}"

    def asked(self) -> bool:
        return bool(self._state["ctx"]["currentPlayer"] == self._player)

    def words(self, rng: Random) -> str:
        table = self._state["G"]
        side = table["sides"][self._player]
        moves: list[tuple[str, list[int]]] = [("draw", [])]
        if table["phase"] == "place":
            free = [at for at, pile in enumerate(side["piles"]) if pile["up"] is None]
            moves = [("place", [at]) for at in free]
        elif table["phase"] == "push":
            moves = [("stop", []), *([("draw", [])] if side["deck"] else [])]
        name, arguments = rng.choice(moves)
        payload = {
            "type": name,
            "args": arguments,
            "playerID": self._player,
            "credentials": self._credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self._event("update", action, self.number, self._match, self._player)


def set_their_match(addresses: tuple[str, str], place: int) -> tuple[TheirSide, TheirSide]:
    """A match for two persons of their own names."""
    address, _same = addresses
    match = _ask(address, f"/games/{GAME}/create", {"numPlayers": 2})["matchID"]
    keys = [
        _ask(address, f"/games/{GAME}/{match}/join", {"playerID": player, "playerName": name})
        for player, name in (("0", f"Ada {place}"), ("1", f"Bo {place}"))
    ]
    one, two = (
        TheirSide(address, match, str(player), key["playerCredentials"])
        for player, key in enumerate(keys)
    )
    return one, two


def _ask(address: str, path: str, said: dict[str, object]) -> dict[str, str]:
    link = http.client.HTTPConnection(address, timeout=30)
    link.request("POST", path, json.dumps(said), {"Content-Type": "application/json"})
    answer = link.getresponse()
    text = answer.read()
    link.close()
    if answer.status != 200:
        raise Broken(f"{address}{path} answered {answer.status}: {text[:300]!r}")
    found: dict[str, str] = json.loads(text)
    return found
