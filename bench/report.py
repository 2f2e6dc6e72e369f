"""The table, and the words about the machine that stand under it."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from bench.contenders import Contender
from bench.rounds import Measured

BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
"""Between these marks a document has what was measured; further tables have marks of their own."""


def report(
    measured: list[Measured], baseline: Contender, rounds: int, seconds: float, seed: int
) -> str:
    """Markdown: one line a contender, with its ratio to the baseline where that was measured."""
    base = next((each.rates for each in measured if each.contender is baseline), None)
    rows = ["| game | driven by | per second | lowest - highest | ratio | decisions a game |"]
    rows += ["| --- | --- | ---: | ---: | ---: | ---: |"]
    rows += [row(each, base) for each in measured]
    when = datetime.now(UTC).strftime("%d %B %Y").lstrip("0")
    words = (
        f"Measured on {when}: {machine('one of')}. "
        f"{rounds} interleaved rounds of {seconds:g} s for each, medians; seed {seed}. "
        f"Ratio: to {baseline.name}, round by round, and of these the median."
    )
    lines = [*rows, "", words]
    if any(not each.contender.compared for each in measured):
        lines += [
            "",
            "† One `apply` at a time, the next when the last is answered; chance counts too.",
        ]
    return "\n".join(lines) + "\n"


def knowing(found: list[tuple[str, list[float]]], seconds: float) -> str:
    """Markdown: what an event costs a seat that keeps track, a line for each game."""
    rows = ["| what a seat knows | events | median | 99 of 100 within | longest |"]
    rows += ["| --- | ---: | ---: | ---: | ---: |"]
    for name, costs in found:
        low = sorted(costs)
        marks = (median(low), low[len(low) * 99 // 100], low[-1])
        cells = (name, f"{len(low):,}", *(f"{mark * 1000:.2f} ms" for mark in marks))
        rows.append(f"| {' | '.join(cells)} |")
    words = f"CPU time an event takes, in {seconds:g} s of random games with few attempts to win."
    return "\n".join([*rows, "", words]) + "\n"


def row(each: Measured, base: list[float] | None) -> str:
    """One contender's line."""
    per_second = rounded(median(each.rates))
    spread = f"{rounded(min(each.rates))} - {rounded(max(each.rates))}"
    ratio = ""
    if base is not None and each.contender.compared:
        ratio = f"{median(a / b for a, b in zip(each.rates, base, strict=True)):.2f}"
    length = f"{each.units / each.games:.0f}"
    cells = (each.contender.name, each.contender.how, per_second, spread, ratio, length)
    return f"| {' | '.join(cells)} |"


def rounded(rate: float) -> str:
    """Three digits that mean something."""
    digits = max(0, len(str(int(rate))) - 3)
    return f"{round(rate, -digits):,.0f}"


def machine(used: str) -> str:
    """What matters about this machine, and nothing that names it; `used` is how much of it."""
    kind = ", ".join(filter(None, (processor(), platform.machine())))
    return (
        f"{used} {os.cpu_count() or 1} cores ({kind}), "
        f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}, "
        f"load {os.getloadavg()[1]:.1f}"
    )


def processor() -> str:
    """The processor's own name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else ""


def put_into(document: Path, table: str, name: str = "measured") -> None:
    """Replace what stands between the two marks of a document that have this name."""
    text = document.read_text(encoding="utf-8")
    begin, end = BEGIN.replace("measured", name), END.replace("measured", name)
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    if not rest or end not in rest:
        raise SystemExit(f"{document} lacks {begin.strip()} or {end.strip()}")
    document.write_text(f"{before}{begin}{table}{end}{after}", encoding="utf-8")
