"""The tables, and the words that stand under them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median

from bench.report import machine, rounded
from bench.web.houses import House, Running, versions
from bench.web.load import Measured, Pair


@dataclass
class Guest:
    """A server, and all that was measured of it."""

    house: House
    at: Running
    thinking: Measured = field(default_factory=Measured)
    memory: float = 0.0
    """Bytes a table."""
    busy: list[Pair] = field(default_factory=list)
    """The tables at which nobody thinks."""
    rounds: list[Measured] = field(default_factory=list)
    browsers: list[float] = field(default_factory=list)
    """Seconds from a touch to the other page's having changed."""


def report(guests: list[Guest], asked: argparse.Namespace) -> str:
    """Markdown: a line for each server, without thought and with it."""
    base = next((each for each in guests if not each.house.ours), None)
    lines = [
        row(
            *("server", "a move when others hear of it", "moves a second of CPU"),
            *("lowest - highest", "ratio", "moves a second", "sent a move"),
        ),
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        *(busy(each, base) for each in guests),
        "",
        row(
            *(f"{asked.tables} tables, {asked.thought:g} s of thought", "moves a second"),
            *("CPU in use", "half within", "95 of 100", "99 of 100", "memory a table"),
        ),
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(thoughtful(each) for each in guests),
        "",
    ]
    if looked := [each for each in guests if each.browsers]:
        lines += [
            row("5 tables in Chromium", "moves", "half within", "95 of 100"),
            "| --- | ---: | ---: | ---: |",
            *(seen(each) for each in looked),
            "",
        ]
    when = datetime.now(UTC).strftime("%d %B %Y").lstrip("0")
    ratio = "" if base is None else f" Ratio: to {base.house.name}, round by round, the median."
    lines.append(
        f"Measured on {when}: {machine('servers and clients on')}; {versions()}. "
        f"Without thought: {asked.busy} tables with two clients each, {asked.rounds} interleaved "
        f"rounds of {asked.steps} moves at each, medians.{ratio} "
        f"With thought: {asked.moves} moves at each table. Seed {asked.seed}."
    )
    return "\n".join(lines) + "\n"


def busy(each: Guest, base: Guest | None) -> str:
    """One server's line where nobody thinks."""
    rates = [one.moves / one.cpu for one in each.rounds]
    ratio = ""
    if base is not None:
        theirs = [one.moves / one.cpu for one in base.rounds]
        ratio = f"{median(a / b for a, b in zip(rates, theirs, strict=True)):.2f}"
    sent = sum(one.received for one in each.rounds) / sum(one.moves for one in each.rounds)
    return row(
        each.house.name,
        each.house.keeps,
        rounded(median(rates)),
        f"{rounded(min(rates))} - {rounded(max(rates))}",
        ratio,
        rounded(median(one.moves / one.seconds for one in each.rounds)),
        f"{sent / 1000:.1f} kB",
    )


def thoughtful(each: Guest) -> str:
    """One server's line where players think."""
    one = each.thinking
    return row(
        each.house.name,
        rounded(one.moves / one.seconds),
        f"{one.cpu / one.seconds:.0%}",
        *(within(one.waits, share) for share in (50, 95, 99)),
        f"{each.memory / 1e6:.2f} MB",
    )


def seen(each: Guest) -> str:
    """One server's line in browsers."""
    waits = each.browsers
    return row(each.house.name, str(len(waits)), within(waits, 50), within(waits, 95))


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def within(waits: list[float], share: int) -> str:
    """The time within which so many of a hundred were over."""
    low = sorted(waits)
    return f"{low[min(len(low) * share // 100, len(low) - 1)] * 1000:.1f} ms"
