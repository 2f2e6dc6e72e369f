"""What a server takes of the machine: the CPU time and the memory of a process and its children."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

PROC = Path("/proc")


def family(roots: Iterable[int]) -> list[int]:
    """These processes and all that descend from them."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdecimal() and (found := _fields(int(entry.name))):
            children.setdefault(int(found[1]), []).append(int(entry.name))
    waiting, found_all = list(roots), []
    while waiting:
        one = waiting.pop()
        found_all.append(one)
        waiting += children.get(one, [])
    return found_all


def cpu(roots: Iterable[int]) -> float:
    """Seconds of user and system time so far, with those of children that have ended."""
    ticks = 0
    for pid in family(roots):
        if found := _fields(pid):
            ticks += sum(map(int, found[11:15]))  # utime, stime, and both of awaited children
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(roots: Iterable[int]) -> int:
    """Bytes that are theirs alone: what they share with others is not counted twice."""
    total = 0
    for pid in family(roots):
        try:
            text = (PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += sum(
            int(line.split()[1])
            for line in text.splitlines()
            if line.startswith(("Private_Clean:", "Private_Dirty:"))
        )
    return total * 1024


def _fields(pid: int) -> list[str]:
    """`/proc/PID/stat` from the state on: the parent is at 1; empty where it is gone."""
    try:
        text = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
