"""Wrong requests and frames, many thousands: no 500, no change, no leak."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import websockets
from websockets.typing import Origin

from brushpass.proof import key as combined
from tests.conftest import Size
from tests.web.server import SOURCE, Seated, Server, Visitor
from tests.web.storm import Target, storm
from tests.web.test_house import figures

Ask = Callable[[str], list[tuple[Any, ...]]]
"""What the database answers to a question in SQL."""
TOKEN = "planted-token-of-the-figures"
KEPT = "action seating mark remark mute report deed".split()


def open_table(first: Visitor, others: list[Visitor], **form: str) -> str:
    """A table at which these sit; each has sent a number of its own."""
    seats = {f"seat-{seat}": "friend" for seat in range(1, len(others) + 1)}
    key = first.post("/new", "/new", **{"seat-0": "me", **seats, **form}).rsplit("/", 1)[1]
    page = f"/t/{key}"
    first.post(f"{page}/act", page, number="planted-number-0")
    for seat, other in enumerate(others, 1):
        other.post(f"{page}/act", page, do="sit", name=f"Player {seat}", seat=str(seat))
        other.post(f"{page}/act", page, number=f"planted-number-{seat}")
    return key


def lit(who: Visitor, key: str) -> list[str]:
    """What somebody may do just now."""
    page, _ = who.ask("GET", f"/t/{key}")
    return sorted({w for each in re.findall(r'data-act="([^"]*)"', page) for w in each.split("|")})


def number_of(who: Visitor, key: str) -> int:
    found = re.search(r'data-number="(\d+)"', who.ask("GET", f"/t/{key}")[0])
    assert found is not None
    return int(found[1])


def play_some(players: list[Seated]) -> None:
    """A few actions each, until one seat alone has something to do."""

    async def a_moment() -> None:
        plays = [asyncio.create_task(each.play()) for each in players]
        await asyncio.wait(plays, timeout=0.1)
        for task in plays:
            task.cancel()
        await asyncio.gather(*plays, return_exceptions=True)

    while True:
        asyncio.run(a_moment())
        assert not any(each.over for each in players)
        lively = [each for each in players if lit(each.visitor, each.key)]
        if len(lively) == 1 and all(each.done for each in players):
            return


def of_a_file(data: Path) -> Ask:
    """What a server's own database answers."""

    def ask(words: str) -> list[tuple[Any, ...]]:
        base = sqlite3.connect(data / "tables.sqlite3")
        found = base.execute(words).fetchall()
        base.close()
        return found

    return ask


def kept(ask: Ask) -> dict[str, list[Any]]:
    """All that must not change."""
    rows = {name: ask(f"SELECT * FROM web_{name} ORDER BY id") for name in KEPT}  # noqa: S608 - names of ours
    rows["table"] = ask(
        "SELECT id, key, game, terms, seed, numbers, maker_id, began, ended, clocks, asked, next_id"
        " FROM web_table ORDER BY id"
    )
    rows["player"] = ask("SELECT * FROM web_player WHERE name != 'Mallory' ORDER BY id")
    rows["account"] = ask("SELECT id, username, password, is_staff FROM auth_user ORDER BY id")
    return rows


def hidden(ask: Ask, running: list[str]) -> list[str]:
    """What nobody may be told while these tables are played."""
    words = [password for (password,) in ask("SELECT password FROM auth_user")]
    for key in running:
        ((table, seed, numbers),) = ask(
            f"SELECT id, seed, numbers FROM web_table WHERE key = '{key}'"  # noqa: S608 - a key of ours
        )
        by_seat = json.loads(numbers) if isinstance(numbers, str) else numbers
        words += [seed, combined(seed, [by_seat[seat] for seat in sorted(by_seat)])]
        dealt = ask(f"SELECT words FROM web_action WHERE table_id = {table} AND seat IS NULL")  # noqa: S608 - as above
        words += [each for (each,) in dealt if each.count(" ") > 3]
    return words


class House:
    """A server with three tables: one that the storm goes over, one private to others, one over."""

    def __init__(self, server: Server, ask: Ask, rng: Random) -> None:
        self.server = server
        ada, bo, cass, dagny, emil, self.mallory = people = [Visitor(server) for _ in range(6)]
        for each in people:
            each.ask("GET", "/new")
        self.duel = open_table(ada, [bo], name="Player 0", game="kompromat", notebook="on")
        secret = {"game": "microfilms", "seats": "3", "spectators": "none", "name": "Player 0"}
        cell = open_table(cass, [dagny, emil], **secret)
        over = dagny.post("/play/croupier").rsplit("/", 1)[1]
        for form in ({"number": "mine"}, {"do": "resign"}):
            dagny.post(f"/t/{over}/act", f"/t/{over}", **form)
        account = {"name": "Mallory", "password": "by any other name"}
        self.mallory.post("/account", "/account", **account)
        bo.post(f"/t/{self.duel}/act", f"/t/{self.duel}", mark="planted=planted mark of Bo")
        both = [Seated(each, self.duel, rng) for each in (ada, bo)]
        play_some(both)
        play_some([Seated(each, cell, rng) for each in (cass, dagny, emil)])
        seats = [lit(each, self.duel) for each in (ada, bo)]
        turn = next(at for at, words in enumerate(seats) if words)
        self.mover, still = (ada, bo)[turn], (bo, ada)[turn]
        self.target = Target(
            server.port,
            outsider=self.mallory,
            seated=still,
            seat_words=seats[turn],
            number=number_of(ada, self.duel),
            replays=list(both[1 - turn].done.items()),
            tables=[self.duel, cell, over],
            hidden=[
                *hidden(ask, [self.duel, cell]),
                *(each.cookies["brushpass"].value for each in (cass, dagny, emil, self.mover)),
                (server.data / "secret-key").read_text("ascii"),
                TOKEN,
            ],
        )


def figures_of(server: Server) -> dict[str, float]:
    asked = urllib.request.Request(
        f"http://localhost:{server.port}/health/metrics",
        headers={"Authorization": f"Bearer {TOKEN}"},
    )
    with urllib.request.urlopen(asked, timeout=20) as answer:  # noqa: S310 - as above
        return figures(answer.read().decode())


def minder(server: Server) -> None:
    """An account that minds the house, so that there is something to get at."""
    command = [sys.executable, "-m", "brushpass", "admin", "planted", "--data", str(server.data)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), **server.more}
    subprocess.run(command, input="a planted password", text=True, check=True, env=environment)


async def while_one_waits(house: House, rng: Random, count: int) -> int:
    """The storm, while the one whose move it is looks at the table: nobody is to be called away."""
    address = f"ws://localhost:{house.server.port}/ws/t/{house.duel}"
    origin, cookie = Origin(house.mover.origin), {"Cookie": house.mover.cookie}

    async def look(line: websockets.ClientConnection) -> None:
        async for _ in line:
            pass

    async with websockets.connect(address, origin=origin, additional_headers=cookie) as line:
        looking = asyncio.create_task(look(line))
        sent = await storm(house.target, rng, count)
        looking.cancel()
    return sent


def changed(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The rows that are others than they were."""
    rows = {
        name: [
            row
            for row in [*before[name], *after[name]]
            if (row in before[name]) != (row in after[name])
        ]
        for name in before
    }
    return {name: found for name, found in rows.items() if found}


def through_a_storm(servers: list[Server], ask: Ask, rng: Random, count: int) -> None:
    """It goes over the first of some servers of the same tables, and harms none of them."""
    minder(servers[0])
    house = House(servers[0], ask, rng)
    before = kept(ask)
    sent = asyncio.run(while_one_waits(house, rng, count))
    after, counted = kept(ask), [figures_of(server) for server in servers]
    words, page = rng.choice(house.target.seat_words), f"/t/{house.duel}"
    house.mover.server = servers[-1]
    house.mover.post(f"{page}/act", page, act=words, n=str(house.target.number))
    assert len(kept(ask)["action"]) > len(after["action"]), "the table goes on"
    said = "".join(server.stop() for server in servers)
    sys.stdout.write(said)  # for who reads a failure
    assert "\n".join(house.target.told) == ""
    assert changed(before, after) == {}
    assert sent >= count
    assert {400, 403, 404, 405, 409} <= set(house.target.statuses), "it came to every door"
    for each in counted:
        assert not [name for name in each if re.match(r"brushpass_request_\S+ \w+ 5", name)]
        assert not [n for n, v in each.items() if n.startswith("brushpass_errors_total") and v]
    assert "Traceback" not in said
    assert " ERROR " not in said


def test_wrong_requests_and_frames_change_nothing_learn_nothing_and_break_nothing(
    tmp_path: Path, seed: int, size: Size
) -> None:
    count = size("wrong requests and frames", 600, 100_000)
    with Server(tmp_path, patience=10.0, BRUSHPASS_METRICS_TOKEN=TOKEN) as server:
        through_a_storm([server], of_a_file(tmp_path), Random(f"{seed} storm"), count)


def test_who_asks_too_often_is_told_to_wait_and_that_is_all(tmp_path: Path, seed: int) -> None:
    """The same storm against limits as they are for everybody."""
    rng, ask = Random(f"{seed} limits"), of_a_file(tmp_path)
    with Server(
        tmp_path, patience=10.0, BRUSHPASS_METRICS_TOKEN=TOKEN, BRUSHPASS_LIMITS="1"
    ) as server:
        minder(server)
        house = House(server, ask, rng)
        before = kept(ask)
        asyncio.run(while_one_waits(house, rng, 500))
        assert "\n".join(house.target.told) == ""
        assert house.target.statuses[429] > 50
        assert changed(before, kept(ask)) == {}
        line = http.client.HTTPConnection("localhost", server.port, timeout=20)
        while True:
            line.request("GET", "/about")
            answer = line.getresponse()
            told = answer.read().decode()
            if answer.status == 429:
                break
        line.close()
        assert int(answer.headers["Retry-After"]) >= 1
        assert "A little slower" in told
        assert "Traceback" not in server.stop()
