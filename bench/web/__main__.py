"""`python -m bench.web`: have the servers played at in turns, print the tables; talk goes to
standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

from bench.contenders import Missing
from bench.report import put_into
from bench.web import browsers, load, processes
from bench.web.houses import HOUSES
from bench.web.report import Guest, report
from bench.web.sides import Broken, set_our_table


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables with thought (200)")
    parser.add_argument("--thought", type=float, default=1.0, help="seconds of thought (1)")
    parser.add_argument("--moves", type=int, default=12, help="moves at each of them (12)")
    parser.add_argument("--busy", type=int, default=48, help="tables without thought (48)")
    parser.add_argument("--rounds", type=int, default=3, help="how often they are played at (3)")
    parser.add_argument("--steps", type=int, default=40, help="moves at each in a round (40)")
    parser.add_argument("--seed", type=int, default=1, help="where chance starts (1)")
    parser.add_argument("--only", default="", help="only those whose name has this text")
    parser.add_argument("--write", type=Path, help="put the tables into this document as well")
    asked = parser.parse_args()
    guests = asyncio.run(measured(asked))
    if not guests:
        parser.error(f"nothing could be measured that has {asked.only!r} in its name")
    tables = report(guests, asked)
    print(tables, end="")
    if asked.write:
        put_into(asked.write, tables, "web measured")


def say(line: str) -> None:
    """Tell the person waiting."""
    print(line, file=sys.stderr, flush=True)


async def measured(asked: argparse.Namespace) -> list[Guest]:
    """Every server under every load, each in its turn; who fails is left out, and named."""
    rng = Random(asked.seed)
    with ExitStack() as stack:
        guests: list[Guest] = []
        for house in HOUSES:
            if asked.only.lower() not in house.name.lower():
                continue
            opened = stack.enter_context(closing(house.start()))
            try:
                guests.append(Guest(house, next(opened)))
            except Missing as why:
                say(f"left out: {house.name}: {why}")
        await each_in_turn(guests, "warmed up", lambda guest: warm_up(guest, rng))
        await each_in_turn(guests, "with thought", lambda guest: thinking(guest, asked, rng))
        await each_in_turn(guests, "tables set", lambda guest: sit_down(guest, asked))
        for number in range(1, asked.rounds + 1):
            what = f"without thought, round {number} of {asked.rounds}"
            await each_in_turn(guests, what, lambda guest: hurrying(guest, asked, rng))
        await each_in_turn(guests, "got up", lambda guest: load.close(guest.busy))
        await each_in_turn(guests, "in browsers", lambda guest: looking(guest, rng))
        return guests


async def each_in_turn(
    guests: list[Guest], what: str, do: Callable[[Guest], Awaitable[None]]
) -> None:
    """Do something with every server; who fails is out."""
    for guest in [*guests]:
        try:
            await do(guest)
            say(f"{guest.house.name}: {what}")
        except (Broken, TimeoutError, OSError, ExceptionGroup) as why:
            say(f"left out: {guest.house.name}: {what}: {why!r}")
            guests.remove(guest)


async def warm_up(guest: Guest, rng: Random) -> None:
    """What is done once only is not measured."""
    pairs = await load.set_tables(guest.house, guest.at, 8)
    await load.play(guest.at, pairs, 60, 0.0, rng)
    await load.close(pairs)


async def thinking(guest: Guest, asked: argparse.Namespace, rng: Random) -> None:
    """Many tables whose players think, and what each of them takes of the memory."""
    before = processes.memory(guest.at.roots)
    pairs = await load.set_tables(guest.house, guest.at, asked.tables)
    guest.thinking = await load.play(guest.at, pairs, asked.moves, asked.thought, rng)
    guest.memory = (processes.memory(guest.at.roots) - before) / asked.tables
    await load.close(pairs)


async def sit_down(guest: Guest, asked: argparse.Namespace) -> None:
    """Set the tables at which nobody thinks."""
    guest.busy = await load.set_tables(guest.house, guest.at, asked.busy)


async def hurrying(guest: Guest, asked: argparse.Namespace, rng: Random) -> None:
    """A round at tables whose players do not think."""
    guest.rounds.append(await load.play(guest.at, guest.busy, asked.steps, 0.0, rng))


async def looking(guest: Guest, rng: Random) -> None:
    """Five tables in browsers, where there are pages."""
    if not guest.house.ours:
        return
    tables = [set_our_table(guest.at.addresses, next(load.places)) for _ in range(5)]
    try:
        guest.browsers = await browsers.waits(tables, 10, rng)
    except Missing as why:
        say(f"left out: browsers at {guest.house.name}: {why}")


if __name__ == "__main__":
    main()
