"""The bench of the browser table plays and reports; how fast is for `make bench-web` to say."""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bench.report import put_into
from bench.web import houses, load, processes
from bench.web.__main__ import each_in_turn
from bench.web.houses import HOUSES, House, Running
from bench.web.load import Measured
from bench.web.report import Guest, report
from bench.web.sides import Broken, TheirSide, set_our_table

ASKED = argparse.Namespace(tables=2, thought=1.0, moves=3, busy=2, rounds=2, steps=5, seed=1)


def guest(name: str, cpu: float, *, ours: bool) -> Guest:
    house = House(name, "somewhere", houses.sqlite, set_our_table, ours=ours)
    one = Measured(moves=100, seconds=1.0, cpu=cpu, waits=[0.001, 0.002], received=200_000)
    return Guest(house, Running(("", ""), ()), one, 123_456.0, rounds=[one, one])


def test_each_server_gets_its_line_and_the_first_of_the_others_is_what_ours_is_compared_to() -> (
    None
):
    told = report([guest("ours", 0.25, ours=True), guest("theirs", 0.5, ours=False)], ASKED)
    assert "| ours | somewhere | 400 | 400 - 400 | 2.00 | 100 | 2.0 kB |" in told
    assert "| theirs | somewhere | 200 | 200 - 200 | 1.00 | 100 | 2.0 kB |" in told
    assert "| ours | 100 | 25% | 2.0 ms | 2.0 ms | 2.0 ms | 0.12 MB |" in told


def test_a_server_that_fails_is_left_out_and_the_others_go_on() -> None:
    guests = [guest("ours", 0.25, ours=True), guest("theirs", 0.5, ours=False)]
    seen: list[str] = []

    async def do(each: Guest) -> None:
        seen.append(each.house.name)
        if each.house.ours:
            raise ExceptionGroup("tables", [Broken("it closed the line")])

    asyncio.run(each_in_turn(guests, "played at", do))
    assert seen == ["ours", "theirs"]
    assert [each.house.name for each in guests] == ["theirs"]


def test_tables_of_another_name_stay_as_they_are(tmp_path: Path) -> None:
    document = tmp_path / "benchmarks.md"
    text = "<!-- {0}measured: begin -->\nold\n<!-- {0}measured: end -->\n"
    document.write_text(text.format("") + text.format("web "))
    put_into(document, "new\n", "web measured")
    assert document.read_text() == text.format("") + text.format("web ").replace("old", "new")


def test_our_server_is_played_at_and_what_it_takes_is_counted() -> None:
    ours = next(each for each in HOUSES if each.ours)

    async def played(at: Running) -> Measured:
        pairs = await load.set_tables(ours, at, 2)
        measured = await load.play(at, pairs, 5, 0.0, Random(1))
        await load.close(pairs)
        return measured

    with closing(ours.start()) as opened:
        measured = asyncio.run(played(next(opened)))
    assert measured.moves == 10
    assert len(measured.waits) == 10
    assert min(measured.waits) > 0
    assert measured.cpu > 0
    assert measured.received > 1000


def test_what_children_took_counts_while_they_run_and_after() -> None:
    program = "import subprocess, sys; subprocess.run([sys.executable, '-c', {0!r}]); input()"
    burn = "import time\nwhile time.process_time() < 0.5: pass"
    parent = subprocess.Popen([sys.executable, "-c", program.format(burn)], stdin=subprocess.PIPE)
    try:
        until = time.monotonic() + 20
        while processes.cpu([parent.pid]) < 0.3 and time.monotonic() < until:
            time.sleep(0.05)
        assert processes.cpu([parent.pid]) >= 0.3
        assert processes.memory([parent.pid]) > 1_000_000
    finally:
        parent.communicate(b"\n", timeout=10)


def test_a_client_of_boardgame_io_hears_its_frames_and_words_its_moves() -> None:
    side = TheirSide("127.0.0.1:1", "m", "0", "key")
    assert side.hear('0{"sid":"x"}', 0.0) == "40/kompromat,"
    assert side.hear("2", 0.0) == "3"
    asked = side.hear('40/kompromat,{"sid":"y"}', 0.0)
    assert asked == '42/kompromat,["sync", "m", "0", "key"]'
    table = {"phase": "turn", "sides": {"0": {"piles": [], "deck": 14}}}
    state = {"G": table, "ctx": {"currentPlayer": "0"}, "_stateID": 7}
    side.hear(f"42/kompromat,{json.dumps(['update', 'm', state, []])}", 1.5)
    assert (side.number, side.told) == (7, 1.5)
    assert side.asked()
    said = json.loads(side.words(Random(1)).removeprefix("42/kompromat,"))
    assert said[0] == "update"
    assert said[1]["payload"]["type"] == "draw"
    assert said[2:] == [7, "m", "0"]
    with pytest.raises(Broken, match="said"):
        side.hear("44/kompromat,refused", 0.0)


def test_the_lock_file_names_no_place_to_fetch_from() -> None:
    lock = json.loads((houses.BOARDGAME / "package-lock.json").read_text(encoding="utf-8"))
    assert not [name for name, each in lock["packages"].items() if "resolved" in each]
    assert all("integrity" in each for name, each in lock["packages"].items() if name)
