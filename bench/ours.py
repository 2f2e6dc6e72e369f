"""How our games are played: typed actions through the rules, and words through the referee."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import brushpass
from bench.contenders import Clock, Contender, Missing, Player, Prepared
from brushpass.dealer import pick_outcome
from brushpass.games import GAMES
from brushpass.games.contract import Rules

SRC = Path(brushpass.__file__).parent.parent


def engine(game: str, seats: int) -> Callable[[Random], Prepared]:
    """The rules alone, as a search or a training run would drive them."""

    def prepare(rng: Random) -> Prepared:
        rules = rules_of(game)

        def play() -> int:
            decisions = 0
            state = rules.start(seats, {})
            while (actor := rules.status(state).actor) is not None:
                if actor == "chance":
                    state = rules.apply(state, rules.parse(chance(rules, state, rng)), None)
                else:
                    state = rules.apply(state, rng.choice(rules.legal(state, actor)), None)
                    decisions += 1
            return decisions

        yield Player(play)

    return prepare


def referee(game: str, seats: int, cpu: bool) -> Callable[[Random], Prepared]:
    """`apply` over the pipe, one at a time: each is sent when the one before is answered.

    Measured by the time that passes, or by the CPU that both processes take. The games were
    played beforehand, so that little of either is this side's.
    """

    def prepare(rng: Random) -> Prepared:
        games = [requests(game, seats, rng) for _ in range(20)]
        process = subprocess.Popen(
            [sys.executable, "-m", "brushpass", "referee"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(SRC)},
        )
        assert process.stdin and process.stdout
        send, flush, answer = process.stdin.write, process.stdin.flush, process.stdout.readline

        def play() -> int:
            lines = rng.choice(games)
            for line in lines:
                send(line)
                flush()
                said = answer()
                if b'"ok": true' not in said and b'"ok":true' not in said:
                    raise Missing(f"to {line!r} the referee said {said!r}")
            return len(lines) - 1  # all but the `new`

        try:
            yield Player(play, cpu_of_both(process.pid) if cpu else time.perf_counter)
        finally:
            process.stdin.close()
            process.wait(timeout=10)
            process.stdout.close()

    return prepare


def cpu_of_both(pid: int) -> Clock:
    """The CPU time of this process and another, where the system tells it (Linux)."""
    running = Path(f"/proc/{pid}/schedstat")
    if not running.exists():
        raise Missing("this system does not tell another process's CPU time")
    return lambda: time.process_time() + int(running.read_text().split()[0]) / 1e9


def requests(game: str, seats: int, rng: Random) -> list[bytes]:
    """A random whole game as the lines that play it again."""
    rules = rules_of(game)
    asked: list[dict[str, object]] = [{"id": 0, "cmd": "new", "game": game, "seats": seats}]
    state = rules.start(seats, {})
    while (actor := rules.status(state).actor) is not None:
        if actor == "chance":
            words = chance(rules, state, rng)
        else:
            words = str(rng.choice(rules.legal(state, actor)))
        state = rules.apply(state, rules.parse(words), None)
        asked.append({"id": len(asked), "cmd": "apply", "action": words})
    return [json.dumps(each).encode() + b"\n" for each in asked]


def chance(rules: Rules[Any, Any], state: Any, rng: Random) -> str:
    """The words of a chance outcome, by an ordinary generator instead of the dealer's seed."""
    due = rules.chance(state)
    assert due is not None
    return pick_outcome(due, rng.randrange)


def rules_of(game: str) -> Rules[Any, Any]:
    """A game's rules; Missing while there is no such game."""
    if game not in GAMES:
        raise Missing("not written yet")
    return GAMES[game]


OURS = [
    Contender("**Kompromat**", "typed actions, Python", engine("kompromat", 2)),
    *(
        Contender(f"**[microfilms]**, {n} seats", "typed actions, Python", engine("microfilms", n))
        for n in (3, 6)
    ),
    Contender("**The Croupier**", "typed actions, Python", engine("croupier", 2)),
]

REFEREE = [
    Contender(
        "**Kompromat** by the referee, CPU †",
        "`apply` over the pipe, CPU of both processes",
        referee("kompromat", 2, cpu=True),
        compared=False,
    ),
    Contender(
        "**Kompromat** by the referee, by the clock †",
        "`apply` over the pipe, time that passes",
        referee("kompromat", 2, cpu=False),
        compared=False,
    ),
]
