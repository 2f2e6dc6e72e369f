"""What is measured: something that plays, and counts what it has done."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

Play: TypeAlias = Callable[[], int]
"""Do one piece of work (a whole game) and say how much it was (how many decisions)."""

Clock: TypeAlias = Callable[[], float]


@dataclass(frozen=True)
class Player:
    """A contender at the table: what plays, and the clock that its work is measured by."""

    play: Play
    clock: Clock = time.process_time


Prepared: TypeAlias = Generator[Player, None, None]
"""Imports and sets up, yields what plays, and cleans up when it is closed."""


class Missing(Exception):
    """A contender that cannot be measured here; the text says why."""


@dataclass(frozen=True)
class Contender:
    """One line of the table."""

    name: str
    how: str
    """How it is driven, for the reader of the table."""
    prepare: Callable[[Random], Prepared]
    """Missing if it cannot be done here."""
    compared: bool = True
    """Whether it does what the others do, so that a ratio to them says something."""
