"""Having many tables played at, and measuring what that takes."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from random import Random

from bench.web import processes
from bench.web.houses import House, Running
from bench.web.sides import Side

Pair = tuple[Side, Side]

places = count(1)
"""No two tables have players of the same names: what is made for one is not the other's."""


@dataclass
class Measured:
    """What a server did under one load."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of user and system time."""
    waits: list[float] = field(default_factory=list)
    """Seconds from sending a move to the other client's having received the frame."""
    received: int = 0
    """Bytes that both clients got, before compression."""


async def set_tables(house: House, at: Running, wanted: int) -> list[Pair]:
    """So many tables, both players' sockets open at each."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(4) as pool:
        setting = [
            loop.run_in_executor(pool, house.set_table, at.addresses, next(places))
            for _ in range(wanted)
        ]
        pairs = list(await asyncio.gather(*setting))
    for pair in pairs:
        await asyncio.gather(*(side.open() for side in pair))
    return pairs


async def play(
    at: Running, pairs: Sequence[Pair], moves: int, thought: float, rng: Random
) -> Measured:
    """At every table so many moves, each after a time of thought (0.5 to 1.5 times as long)."""
    measured = Measured()
    sides = [side for pair in pairs for side in pair]
    before = sum(side.bytes for side in sides)
    gc.collect()
    gc.freeze()
    gc.disable()  # a pause of the clients is none of the server's
    cpu, began = processes.cpu(at.roots), time.perf_counter()
    try:
        async with asyncio.TaskGroup() as tables:
            for pair in pairs:
                tables.create_task(_match(pair, moves, thought, Random(rng.random()), measured))
    finally:
        gc.enable()
        gc.unfreeze()
    measured.seconds = time.perf_counter() - began
    measured.cpu = processes.cpu(at.roots) - cpu
    measured.received = sum(side.bytes for side in sides) - before
    return measured


async def _match(pair: Pair, moves: int, thought: float, rng: Random, measured: Measured) -> None:
    for _ in range(moves):
        mover = next((side for side in pair if side.asked()), None)
        if mover is None:
            return  # this game is over
        other = pair[1] if mover is pair[0] else pair[0]
        said, number = mover.words(rng), mover.number
        if thought:
            await asyncio.sleep(thought * rng.uniform(0.5, 1.5))
        sent = time.perf_counter()
        await mover.send(said)
        await other.beyond(number)
        measured.waits.append(other.told - sent)
        await mover.beyond(number)
        measured.moves += 1


async def close(pairs: Sequence[Pair]) -> None:
    """Let everyone go."""
    await asyncio.gather(*(side.close() for pair in pairs for side in pair))
