"""Requests and frames that no page of ours sends, to a server in a process of its own.

Each is wrong by itself, whoever sends it: nothing here may change a table, be told what is hidden,
or bring the server down.
"""

from __future__ import annotations

import asyncio
import json
import re
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import websockets
from websockets.typing import Origin

from tests.web.server import Visitor

JUNK = ["", "\x00", "%00", "../../etc/passwd", "ünïcödé", "🂡" * 9, "a" * 300, "'; DROP TABLE x;--"]
JUNK += ["{{7*7}}", "<script>", "-1", "1e9", "0x10", "9" * 40, "null", "true", "\r\nX: y", "٣", "²"]
METHODS = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO", "get", "POST", "GET", "HEAD"]
TYPES = [
    "application/json",
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nonsense",
    "application/octet-stream",
    "x" * 500,
    "",
]
DOINGS = ["resign", "leave", "rematch", "back", "sit", "close", "bar", "erase", "nothing", ""]
ELSEWHERE = "http://elsewhere.example"
FINE = {200, 204, 301, 302, 304, 400, 403, 404, 405, 408, 409, 411, 413, 414, 426, 429, 431, 501}
"""Answers to a wrong request; anything else is a fault of ours. Ours are all below 500: 501 is not
among what Django or uvicorn say today, but would be right for a method that nobody knows.
"""
CLOSED = {1000, 1001, 1002, 1003, 1005, 1006, 1007, 1009, 4400, 4403, 4404, 4429}
"""How a line may end: never with 1011, which says that the server failed."""


@dataclass
class Target:
    """What the storm goes over, and what nobody in it may be told."""

    port: int
    outsider: Visitor
    seated: Visitor
    """Has a seat at the first table, and is not to move there now."""
    seat_words: list[str]
    """What the other seat may do just now, and this one may not."""
    number: int
    """How many actions there were at the first table."""
    replays: list[tuple[str, str]]
    """The seated one's actions that were acknowledged: own number and words."""
    tables: list[str]
    """Keys: one where both sit, one that is private to others, one that is over."""
    hidden: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """What went wrong: an answer that should not be, or a hidden word in one."""
    statuses: dict[int, int] = field(default_factory=dict)

    def look(self, where: str, answer: str) -> None:
        """Look for what must be in no answer."""
        found = [word for word in [*self.hidden, "Traceback", "site-packages"] if word in answer]
        if found:
            self.told.append(f"{found} in the answer to {where[:300]!r}")


def _form(form: dict[str, str]) -> bytes:
    return urllib.parse.urlencode(form).encode()


# --- requests -------------------------------------------------------------------------------------


def raw(
    target: Target,
    method: str,
    path: str,
    who: Visitor | None = None,
    body: bytes = b"",
    **headers: str | None,
) -> bytes:
    """A request as bytes; a header that is None is left out."""
    sent = {
        "Host": f"localhost:{target.port}",
        "Origin": f"http://localhost:{target.port}",
        "Connection": "close",
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": str(len(body)),
    }
    if who is not None:
        sent["Cookie"] = who.cookie
    all_of_them = sent | {name.replace("_", "-").title(): each for name, each in headers.items()}
    lines = "".join(f"{name}: {each}\r\n" for name, each in all_of_them.items() if each is not None)
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("utf-8", "replace") + body


def token(who: Visitor) -> str:
    """A token that goes with somebody's cookie, as their pages have it."""
    return who.cookies["csrftoken"].value


def some_path(target: Target, rng: Random) -> str:
    key = rng.choice([*target.tables, "x" * 22, urllib.parse.quote(rng.choice(JUNK))])
    paths = ["/", "/new", "/play", "/play/kompromat", "/yours", "/yours/kept", "/yours/erase"]
    paths += ["/sign-in", "/sign-out", "/account", "/about", "/rules/kompromat", "/icon.svg"]
    paths += ["/house", "/house/players/1", "/house/tables/1", "/house/remarks/1", "/house/log"]
    paths += ["/health/live", "/health/ready", "/health/metrics", "/static/base.css", "/ws/lobby"]
    paths += ["/static/../settings.py", "//elsewhere.example/", "/admin/", "/t//act", "/.env"]
    paths += [f"/t/{key}{end}" for end in ("", "/act", "/talk", "/record", "/proof", "/x")]
    paths += [f"/ws/t/{key}", f"/new?like={key}", f"/house/tables?q={key}&before={key}"]
    return rng.choice(paths)


def some_form(target: Target, rng: Random) -> dict[str, str]:
    """What a form of ours might send."""
    words = rng.choice([*target.seat_words, "draw", "push 1", "pass", rng.choice(JUNK)])
    number = rng.choice([str(target.number), "0", "-1", "9" * 30, ""])
    return rng.choice(
        [
            {"act": words, "n": number, "own": rng.choice(["a", "b" * 99, "\x00", ""])},
            {"do": rng.choice(DOINGS), "seat": rng.choice(["0", "1", *JUNK]), "name": "Mallory"},
            {"number": rng.choice(["0", "mine", *JUNK])},
            {"mark": rng.choice(["a=b", "=", *JUNK])},
            {"say": rng.choice(JUNK)},
            {"do": rng.choice(["bar", "mute", "close", "hide"]), "why": "Because."},
            {"name": "Mallory", "password": "short", "game": rng.choice(JUNK)},
            {f"field-{n}": "x" for n in range(rng.choice([1, 20, 1500]))},
        ]
    )


def forged(target: Target, rng: Random) -> bytes:
    """A form of ours without its token, or with another's: of whoever it is."""
    who = rng.choice([target.outsider, target.seated, None])
    form = some_form(target, rng)
    if rng.random() < 0.5:
        form["csrfmiddlewaretoken"] = rng.choice(["", "x" * 64, "x" * 32, rng.choice(JUNK)])
    return raw(target, "POST", some_path(target, rng), who, _form(form))


def from_elsewhere(target: Target, rng: Random) -> bytes:
    """Another site sends the form of somebody who sits there, token and all."""
    form = {**some_form(target, rng), "csrfmiddlewaretoken": token(target.seated)}
    path = some_path(target, rng)
    origin = rng.choice([ELSEWHERE, "null", "https://localhost", rng.choice(JUNK[3:5])])
    return raw(target, "POST", path, target.seated, _form(form), origin=origin)


def another_host(target: Target, rng: Random) -> bytes:
    host = rng.choice(["elsewhere.example", "localhost.elsewhere.example", "", "[::", "a b", "é"])
    return raw(target, rng.choice(METHODS), some_path(target, rng), target.seated, host=host)


def wrong_seat(target: Target, rng: Random) -> bytes:
    """Whoever has no seat there does what a seat may do; with a true token."""
    key = rng.choice(target.tables)
    form = some_form(target, rng)
    while "say" in form or "game" in form:  # who watches may talk, and anyone may set a table
        form = some_form(target, rng)
    form["csrfmiddlewaretoken"] = token(target.outsider)
    end = rng.choice(["act", "act", "talk", "record", "proof"])
    return raw(target, "POST", f"/t/{key}/{end}", target.outsider, _form(form))


def wrong_turn(target: Target, rng: Random) -> bytes:
    """The seated one acts for the other, too late, once more, or at another's table."""
    own, words = rng.choice([*target.replays, ("new", rng.choice(target.seat_words))])
    key = rng.choice(target.tables)
    form = {"act": words, "n": "0", "own": own, "csrfmiddlewaretoken": token(target.seated)}
    if own == "new":
        form["n"] = str(target.number)
    return raw(target, "POST", f"/t/{key}/act", target.seated, _form(form))


def cut(target: Target, rng: Random) -> bytes:
    """The line breaks in the middle."""
    whole = rng.choice([forged, wrong_seat])(target, rng)
    return whole[: rng.randrange(1, len(whole))]


def huge(target: Target, rng: Random) -> bytes:
    path, who = some_path(target, rng), rng.choice([None, target.outsider])
    match rng.randrange(6):
        case 0:
            return raw(target, "POST", path, who, b"a=" + b"x" * rng.choice([300_000, 2_000_000]))
        case 1:
            return raw(target, "GET", path, who, cookie="brushpass=" + "x" * 30_000)
        case 2:
            return raw(target, "GET", path + "?" + "x" * 60_000, who)
        case 3:
            return raw(target, "POST", path, who, b"x", content_length="9" * rng.choice([9, 30]))
        case 4:
            endless = b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n"
            chunked = {"content_length": None, "transfer_encoding": "chunked"}
            return raw(target, "POST", path, who, endless * 8, **chunked)
        case _:
            many: dict[str, Any] = {f"x-{n}": "y" * 50 for n in range(400)}
            return raw(target, "GET", path, who, **many)


def another_type(target: Target, rng: Random) -> bytes:
    body = rng.choice(
        [
            b'{"act": "draw"}',
            b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb",
            b'--x\r\nContent-Disposition: form-data; name="f"; filename="../x"\r\n\r\nb\r\n--x--',
            bytes(rng.randrange(256) for _ in range(200)),
            "do=resign".encode("utf-16"),
            b"",
        ]
    )
    packed = "gzip" if rng.random() < 0.2 else None
    who = rng.choice([target.outsider, target.seated])
    path = some_path(target, rng)
    return raw(
        target, "POST", path, who, body, content_type=rng.choice(TYPES), content_encoding=packed
    )


def another_method(target: Target, rng: Random) -> bytes:
    method = rng.choice(METHODS)
    who = rng.choice([target.outsider, None])
    query = urllib.parse.quote(rng.choice(JUNK)) if rng.random() < 0.5 else "x=1&x=2&%ff=%fe"
    return raw(target, method, f"{some_path(target, rng)}?{query}", who)


def another_cookie(target: Target, rng: Random) -> bytes:
    """Sessions that were never given, languages that nobody speaks."""
    value = rng.choice(["x" * 32, "é", "..", '"', "a;b", "", "gAAAA.x:y", "\x00", "x" * 5000])
    cookie = rng.choice(["brushpass={}", "csrftoken={0}; brushpass={0}", "language={}", "{}"])
    language = rng.choice(["de", "xx", "*", "en;q=nonsense", "../../x", "é" * 50])
    path, method = some_path(target, rng), rng.choice(["GET", "POST"])
    return raw(target, method, path, cookie=cookie.format(value), accept_language=language)


def noise(target: Target, rng: Random) -> bytes:
    """No request at all, or one with bytes changed."""
    if rng.random() < 0.3:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 400)))
    whole = bytearray(forged(target, rng))
    for _ in range(rng.randrange(1, 9)):
        whole[rng.randrange(len(whole))] = rng.randrange(256)
    return bytes(whole)


REQUESTS: list[Callable[[Target, Random], bytes]] = [
    *(forged, from_elsewhere, another_host, wrong_seat, wrong_turn, cut, huge, another_type),
    *(another_method, another_cookie, noise),
]


async def request(target: Target, rng: Random) -> None:
    """Send one wrong request; keep what is wrong with its answer."""
    kind = rng.choice(REQUESTS)
    sent = kind(target, rng)
    ends = kind in (cut, noise) or rng.random() < 0.02  # hangs up without waiting for an answer
    reader, writer = await asyncio.open_connection("localhost", target.port)
    try:
        writer.write(sent)
        if ends:
            writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 20)
    except TimeoutError:
        answer = b""
        if kind is not huge:  # which promises more than it sends
            target.told.append(f"no answer to {sent[:300]!r}")
    except OSError:  # the server has closed the line
        answer = b""
    finally:
        writer.close()
    status = int(answer[9:12]) if re.match(rb"HTTP/1\.1 \d{3} ", answer) else 0
    target.statuses[status] = target.statuses.get(status, 0) + 1
    if status not in FINE and not (status == 0 and (ends or kind is huge)):
        target.told.append(f"{kind.__name__}: {answer[:200]!r} to {sent[:300]!r}")
    target.look(sent.decode("latin-1"), answer.decode("utf-8", "replace"))


# --- frames ---------------------------------------------------------------------------------------


def wrong_message(target: Target, rng: Random) -> dict[str, Any]:
    """JSON as no page sends it, or in a moment in which no page does."""
    own, words = rng.choice([*target.replays, ("new", rng.choice(target.seat_words))])
    number: Any = rng.choice([0, -1, 10**30, True, None, "1", 1.5, [], float("nan")])
    odd: Any = rng.choice([None, 7, [], {}, True, "x" * 1500, "\ud800", "\x00", *JUNK])
    messages: list[dict[str, Any]] = [
        {"act": words, "n": target.number if own == "new" else 0, "own": own},
        {"act": rng.choice(target.seat_words), "n": number, "own": f"{rng.random()}"},
        {"act": odd, "n": target.number, "own": f"{rng.random()}"},
        {"act": "draw", "n": 0, "own": odd},
        {"do": rng.choice(["rematch", "back", "sit", "nothing", odd]), "own": "d"},
        {"number": rng.choice(["mine", odd]), "own": "n"},
        {"mark": rng.choice(["x" * 41, "\x00", "\ud800"]), "value": "mine", "own": "m"},
        {"mark": odd if not isinstance(odd, str) else 7, "value": odd, "own": "m"},
        {"say": rng.choice(["", " ", "\x00", 7, None, []]), "own": "s"},
        {"phrase": odd or "nothing", "own": "p"},
        {"mute": odd, "own": "q"},
        {"report": odd, "own": "r"},
        {"seat": 1, "act": "draw", "n": 0, "own": "t"},
        {"type": "changed", "number": 1},
        {"type": "anew", "go": "/house", "own": "u"},
        {},
    ]
    return rng.choice(messages)


def wrong_frame(target: Target, rng: Random) -> str | bytes:
    match rng.randrange(8):
        case 0:
            return bytes(rng.randrange(256) for _ in range(40))
        case 1:
            return rng.choice(
                ["", "null", "[]", "7", '"draw"', "{", "[" * 1900, "\x00", "é" * 1900]
            )
        case 2:
            whole = json.dumps(wrong_message(target, rng))
            return whole[: rng.randrange(1, len(whole) + 1)][:-1]
        case 3:
            return "x" * rng.choice([2001, 60_000, 70_000])
        case _:
            return json.dumps(wrong_message(target, rng))


async def line(target: Target, rng: Random, frames: int) -> None:
    """Open a line, perhaps one that is refused, and send wrong frames until it is closed."""
    if rng.random() < 0.1:
        await broken_line(target, rng)
        return
    who = rng.choice([target.outsider, target.seated, None])
    key = rng.choice([*target.tables, "x" * 22, urllib.parse.quote(rng.choice(JUNK[2:]))])
    path = rng.choice([f"/ws/t/{key}", f"/ws/t/{key}", "/ws/lobby", "/ws/x", "/"])
    ours = f"http://localhost:{target.port}"
    origin = ours if rng.random() < 0.8 else rng.choice([ELSEWHERE, "null", None])
    headers = {} if who is None else {"Cookie": who.cookie}
    where = f"{path} from {origin}"
    try:
        async with websockets.connect(
            f"ws://localhost:{target.port}{path}",
            origin=None if origin is None else Origin(origin),
            additional_headers=headers,
        ) as opened:
            for _ in range(frames):
                sent = wrong_frame(target, rng)
                where = f"{path}: {sent[:300]!r}"
                await opened.send(sent)
                await opened.send('{"ping": 1}')
                while '{"pong"' not in (answer := str(await asyncio.wait_for(opened.recv(), 20))):
                    target.look(where, answer)
    except websockets.InvalidStatus as refused:
        status = refused.response.status_code
        if status not in FINE:
            target.told.append(f"{status} to {where}")
        target.look(where, str(refused.response))
    except websockets.ConnectionClosed as closed:
        code = 1006 if closed.rcvd is None else closed.rcvd.code
        if code not in CLOSED:
            target.told.append(f"closed with {code} after {where}")
    except (TimeoutError, websockets.WebSocketException, OSError) as error:
        target.told.append(f"{error!r} after {where}")


async def broken_line(target: Target, rng: Random) -> None:
    """What is no WebSocket any more once it is open: unmasked, cut, endless, noise."""
    hand = raw(
        target,
        "GET",
        rng.choice(["/ws/lobby", f"/ws/t/{target.tables[0]}"]),
        target.outsider,
        connection="Upgrade",
        upgrade="websocket",
        sec_websocket_version=rng.choice(["13", "13", "13", "8"]),
        sec_websocket_key=rng.choice(["dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ==", "x"]),
    )
    reader, writer = await asyncio.open_connection("localhost", target.port)
    try:
        writer.write(hand)
        answer = await asyncio.wait_for(reader.read(65_536), 20)
        writer.write(
            rng.choice(
                [
                    b"\x81\x05hello",
                    b"\x81\xfe\xff\xff" + b"x" * 50,
                    b"\x81\xff" + b"\x7f" * 8,
                    b"\x82\x80abcd",
                    b"\xf1\x80abcd",
                    b"\x81\x84abcd\x80\x80\x80\x80",
                    bytes(rng.randrange(256) for _ in range(100)),
                ]
            )
        )
        writer.write_eof()
        answer += await asyncio.wait_for(reader.read(), 20)
    except OSError:  # the server has closed the line
        answer = b""
    finally:
        writer.close()
    if b" 500 " in answer[:20]:
        target.told.append(f"{answer[:200]!r} to a broken line")
    target.look("a broken line", answer.decode("utf-8", "replace"))


async def storm(target: Target, rng: Random, count: int) -> int:
    """So many wrong requests and frames, from several at once; how many it were."""
    sent = 0

    async def one(chance: Random) -> None:
        nonlocal sent
        while sent < count and len(target.told) < 20:
            if chance.random() < 0.8:
                sent += 1
                await request(target, chance)
            else:
                frames = chance.randrange(1, 9)
                sent += 1 + frames
                await line(target, chance, frames)

    await asyncio.gather(*(one(Random(rng.random())) for _ in range(6)))
    return sent
