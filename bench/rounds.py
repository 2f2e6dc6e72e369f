"""Measuring fairly: contenders take turns, so that what else the machine does hits them alike."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from random import Random

from bench.contenders import Contender, Missing, Player


@dataclass
class Measured:
    """What one contender did in each round, per second of its clock."""

    contender: Contender
    rates: list[float] = field(default_factory=list)
    units: int = 0
    """Decisions in all rounds together."""
    games: int = 0


def interleaved(
    contenders: Iterable[Contender],
    rounds: int,
    seconds: float,
    seed: int,
    say: Callable[[str], None],
) -> list[Measured]:
    """Rounds in which each contender plays whole games for a slice of time, one after another."""
    with ExitStack() as stack:
        players: list[tuple[Measured, Player]] = []
        for contender in contenders:
            ready = stack.enter_context(closing(contender.prepare(Random(seed))))
            try:
                player = next(ready)
                player.play()  # what is done once only is not measured
            except Missing as why:
                say(f"left out: {contender.name}: {why}")
                continue
            players.append((Measured(contender), player))
        gc.collect()
        gc.freeze()  # nobody pays for going through what the others have imported
        for number in range(1, rounds + 1):
            for measured, player in players:
                gc.collect()
                slice_of(measured, player, seconds)
            say(f"round {number} of {rounds} done")
        gc.unfreeze()
        return [measured for measured, _ in players]


def slice_of(measured: Measured, player: Player, seconds: float) -> None:
    """Whole games until the time is up; the last one is finished, and its time counts."""
    play, clock = player.play, player.clock
    units = games = 0
    began = clock()
    while (spent := clock() - began) < seconds:
        units += play()
        games += 1
    measured.rates.append(units / spent)
    measured.units += units
    measured.games += games
