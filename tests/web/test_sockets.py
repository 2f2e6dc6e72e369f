"""The sockets: what a page is sent, and what it may send."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from brushpass.web import live
from brushpass.web.asgi import application
from brushpass.web.keeper import keeper
from tests.web.conftest import Browser, Wait

ORIGIN = "http://testserver"


class Line:
    """A page's socket."""

    def __init__(
        self, browser: Browser, path: str, origin: str | None = ORIGIN, host: str = "testserver"
    ) -> None:
        headers = [(b"host", host.encode()), (b"cookie", browser.cookies().encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": headers,
            "subprotocols": [],
            "client": ("127.0.0.1", 1),
        }
        self.socket: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
        self.html: dict[str, str] = {}

    async def knock(self) -> dict[str, Any]:
        """What the server says to the wish to open a line."""
        await self.socket.send_input({"type": "websocket.connect"})
        answer: dict[str, Any] = await self.socket.receive_output(timeout=5)
        return answer

    async def open(self) -> dict[str, Any]:
        """The first frame."""
        assert (await self.knock())["type"] == "websocket.accept"
        return await self.frame()

    async def hear(self) -> dict[str, Any]:
        event = await self.socket.receive_output(timeout=5)
        assert event["type"] == "websocket.send", event
        said: dict[str, Any] = json.loads(event["text"])
        self.html.update(said.get("html", {}))
        return said

    async def frame(self) -> dict[str, Any]:
        while "html" not in (said := await self.hear()):
            pass
        return said

    async def send(self, text: str | None = None, data: bytes | None = None) -> None:
        await self.socket.send_input({"type": "websocket.receive", "text": text, "bytes": data})

    async def say(self, **said: Any) -> dict[str, Any]:
        """Send, and wait for the answer."""
        await self.send(json.dumps(said))
        while not {"done", "no", "pong"} & (answer := await self.hear()).keys():
            pass
        return answer

    async def closed(self) -> int | None:
        """The code with which the server closes the line."""
        while True:
            event = await self.socket.receive_output(timeout=5)
            if event["type"] == "websocket.close":
                code: int | None = event.get("code")
                return code

    async def close(self) -> None:
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.socket.wait(timeout=5)


async def waiting_for_ada(ada: Browser) -> str:
    """A table against a bot at which Ada has the first move."""
    chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "bot", "starter": "0"}
    answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
    return str(answer["Location"]).rsplit("/", 1)[1]


def test_a_page_gets_everything_first_and_then_what_changed(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        held = await keeper.table(key)
        line = Line(ada, f"/ws/t/{key}")
        first = await line.open()
        assert first["full"]
        assert first["n"] == held.number
        assert list(first["html"]) == first["order"]
        assert "Your move" in first["title"]
        assert (await line.say(act="draw", n=held.number, own="1"))["done"] == "1"
        second = await line.frame()
        assert second["n"] == held.number
        size = {said["n"]: sum(map(len, said["html"].values())) for said in (first, second)}
        assert 0 < size[second["n"]] < size[first["n"]]
        assert "full" not in second
        await line.close()

    wait(body)


def test_two_tabs_show_the_same(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        one, two = Line(ada, f"/ws/t/{key}"), Line(ada, f"/ws/t/{key}")
        await one.open()
        number = (await two.open())["n"]
        await one.say(act="draw", n=number, own="1")
        await one.frame()
        while (await two.frame())["n"] == number:
            pass
        assert one.html == two.html
        await one.close()
        await two.close()

    wait(body)


def test_an_action_sent_again_after_a_dropped_line_is_done_once(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        held = await keeper.table(key)
        line = Line(ada, f"/ws/t/{key}")
        number = (await line.open())["n"]
        await line.say(act="draw", n=number, own="once")
        await line.close()
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        assert (await line.say(act="draw", n=number, own="once"))["done"] == "once"
        assert held.game.actions.count("draw") == 1
        await line.close()

    wait(body)


def test_a_refused_action_is_answered_with_why_and_with_the_state(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        line = Line(ada, f"/ws/t/{key}")
        number = (await line.open())["n"]
        said = await line.say(act="draw", n=number - 1, own="1")
        assert "moved on" in said["why"]
        assert said["stale"]
        assert (await line.frame())["full"]
        said = await line.say(act="stop", n=number, own="2")
        assert said["no"] == "2"
        assert not said["stale"]
        await line.close()

    wait(body)


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://testserver:81"])
def test_a_socket_opened_by_another_site_is_refused(
    wait: Wait[Any], ada: Browser, origin: str | None
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat")
        line = Line(ada, f"/ws/t/{key}", origin)
        answer = await line.knock()
        assert answer == {"type": "websocket.close", "code": 4403}

    wait(body)


def test_a_socket_to_a_name_that_is_not_ours_is_refused(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        line = Line(ada, "/ws/lobby", "http://evil.example", "evil.example")
        assert await line.knock() == {"type": "websocket.close", "code": 4403}

    wait(body)


def test_a_stranger_sees_a_game_as_a_spectator_and_does_nothing(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        await bo.start("croupier", "Bo")
        line = Line(bo, f"/ws/t/{key}")
        number = (await line.open())["n"]
        assert "data-act" not in "".join(line.html.values())
        for said in ({"act": "draw"}, {"act": "draw", "seat": 0}, {"do": "resign"}):
            answer = await line.say(n=number, own=str(said), **said)
            assert "no" in answer
        assert (await keeper.table(key)).number == number
        await line.close()

    wait(body)


def test_a_private_table_closes_the_line_as_one_that_is_not_there(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "bot", "spectators": "none"}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        key = answer["Location"].rsplit("/", 1)[1]
        for path in (f"/ws/t/{key}", "/ws/t/nothing"):
            line = Line(bo, path)
            await line.knock()
            assert await line.closed() == live.GONE

    wait(body)


@pytest.mark.parametrize(
    "message",
    ["", "null", "[]", "{", "1", '"x"', '{"act":"draw"}', '{"act":1,"n":"x","own":"1"}'],
)
def test_a_message_that_no_page_sends_closes_the_line(
    wait: Wait[Any], ada: Browser, message: str
) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        await line.send(message)
        assert await line.closed() == 4400

    wait(body)


def test_what_was_on_its_way_when_a_line_was_closed_is_not_done(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        held = await keeper.table(key)
        line = Line(ada, f"/ws/t/{key}")
        number = (await line.open())["n"]
        await line.send("no page says this")
        await line.send(json.dumps({"act": "draw", "n": number, "own": "1"}))
        await line.send(json.dumps({"ping": True}))
        assert await line.closed() == 4400
        await line.close()
        assert held.number == number

    wait(body)


def test_where_no_page_opens_a_line_there_is_none(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        for path in ("/", "/ws/", "/ws/x", f"/ws/t/{'x' * 22}/act"):
            assert (await Line(ada, path).knock())["type"] == "websocket.close"

    wait(body)


def test_bytes_long_texts_and_floods_close_the_line(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        await line.send(data=b"\x00")
        assert await line.closed() == 4400
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        await line.send(json.dumps({"act": "x" * 3000, "n": 1, "own": "1"}))
        assert await line.closed() == 4400
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        for _ in range(live.sending.burst + 20):
            await line.send('{"ping":1}')
        assert await line.closed() == live.OFTEN

    wait(body)


def test_presence_is_seen_by_the_other(
    wait: Wait[Any], ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brushpass.web.held.FLICKER", 0.0)
    monkeypatch.setattr("brushpass.web.driver.FLICKER", 0.05)

    async def body() -> None:
        key = await ada.start("kompromat", **{"with": "friend"})
        sit = {"do": "sit", "seat": "1", "name": "Bo"}
        await bo.post(f"/t/{key}/act", sit, page=f"/t/{key}")
        held = await keeper.table(key)
        one, two = Line(ada, f"/ws/t/{key}"), Line(bo, f"/ws/t/{key}")
        await one.open()
        await two.open()
        await asyncio.sleep(0.1)
        assert [each.present for each in held.scene(0).sitters] == [True, True]
        await two.close()
        await asyncio.sleep(0.3)
        held.is_there(1)
        assert held.watching[1] == 0
        await one.close()

    wait(body)


def test_the_lobby_is_live(wait: Wait[Any], ada: Browser, bo: Browser) -> None:
    async def body() -> None:
        line = Line(bo, "/ws/lobby")
        first = await line.open()
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "open"}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        key = answer["Location"].rsplit("/", 1)[1]
        assert key not in first["html"]["lobby"]
        while key not in (await line.frame())["html"]["lobby"]:
            pass
        await line.close()

    wait(body)


def test_the_page_is_told_to_begin_anew_when_the_game_begins(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat", **{"with": "friend"})
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        sit = {"do": "sit", "seat": "1", "name": "Bo"}
        await bo.post(f"/t/{key}/act", sit, page=f"/t/{key}")
        while "go" not in (said := await line.hear()):
            pass
        assert said["go"] == f"/t/{key}"
        await line.close()

    wait(body)


@pytest.mark.parametrize("own", ["\\ud800", "\\u0000", "é"])
def test_a_number_that_no_page_gives_is_not_taken_for_one(
    wait: Wait[Any], ada: Browser, own: str
) -> None:
    """What the database could not keep must not cost the others their table."""

    async def body() -> None:
        key = await waiting_for_ada(ada)
        held = await keeper.table(key)
        number = held.number
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        await line.send(f'{{"act":"draw","n":{number},"own":"{own}"}}')
        assert await line.closed() == 4400
        assert await keeper.table(key) is held
        assert held.number == number

    wait(body)


def test_who_resigns_where_nobody_may_watch_sees_no_more(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        chosen = {"game": "microfilms", "seats": "3", "seat-0": "me", "seat-1": "friend"}
        form = {"name": "Ada", **chosen, "spectators": "none"}
        answer = await ada.post("/new", form, page="/new")
        key = str(answer["Location"]).rsplit("/", 1)[1]
        await bo.post(f"/t/{key}/act", {"do": "sit", "name": "Bo"}, page=f"/t/{key}")
        line = Line(bo, f"/ws/t/{key}")
        await line.open()
        other_tab = Line(bo, f"/ws/t/{key}")
        await other_tab.open()
        assert (await line.say(do="resign", own="1"))["go"] == "/"
        assert await other_tab.closed() == live.GONE
        assert (await bo.get(f"/t/{key}")).status_code == 404

    wait(body)


def test_what_could_not_be_written_is_taken_back_on_every_page(
    wait: Wait[Any], ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        key = await waiting_for_ada(ada)
        await bo.get("/")
        mine, watching = Line(ada, f"/ws/t/{key}"), Line(bo, f"/ws/t/{key}")
        await mine.open()
        await watching.open()
        held = await keeper.table(key)
        start = held.number
        with monkeypatch.context() as patch:

            def full(*_: Any, **__: Any) -> None:
                raise OSError("no space left on device")

            patch.setattr("brushpass.web.shelf.add_actions", full)
            answer = await mine.say(act="draw", n=start, own="1")
            assert "not saved" in answer["why"]
        held = await keeper.table(key)
        assert held.number == start
        for _ in range(200):
            if held.watching == {0: 1, None: 1}:
                break
            await asyncio.sleep(0.01)
        assert held.watching == {0: 1, None: 1}, "not every page looks at it again"
        assert (await mine.say(act="draw", n=start, own="1"))["done"] == "1"
        assert (await watching.frame())["n"] == held.number
        await mine.close()
        await watching.close()

    wait(body)


def test_signing_out_closes_the_lines_of_who_it_was(wait: Wait[Any], ada: Browser) -> None:
    """The seat comes from the session, also for a page that was open before it ended."""

    async def body() -> None:
        key = await waiting_for_ada(ada)
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        await ada.post("/sign-out", {})
        assert await line.closed() == live.RENEWED
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        assert "data-act" not in "".join(line.html.values())
        await line.close()

    wait(body)
