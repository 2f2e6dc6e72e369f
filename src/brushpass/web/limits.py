"""How often something may be asked: buckets that fill slowly.

A bucket with a name is one for all processes: what is taken from it in one is told to the others
(relay.py), a moment later. Where they cannot be told each process has its own.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

GENEROUS = float(os.environ.get("BRUSHPASS_LIMITS", "1"))
"""By how much all limits are multiplied: for many players behind one address, and for tests."""


def nobody(_name: str, _key: str, _cost: float | None) -> None:
    """Whom to tell where there is but one process."""


told: Callable[[str, str, float | None], None] = nobody
"""Who is told what was taken from a bucket, for whom, and how much: None gives all of it back."""
_named: "dict[str, Bucket]" = {}


def heard(name: str, key: str, cost: float | None) -> None:
    """Another process tells what was taken from its bucket of this name."""
    bucket = _named.get(name)
    if bucket is not None:
        bucket.spend(key, cost)


@dataclass
class Bucket:
    """`burst` at once, then `rate` a second, for each key apart."""

    rate: float
    burst: int
    name: str = ""
    """For a bucket that all processes have in common."""
    now: Callable[[], float] = time.monotonic
    _level: dict[str, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rate *= GENEROUS
        self.burst = int(self.burst * GENEROUS)
        if self.name:
            _named[self.name] = self

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether this may be done now; what is refused costs nothing."""
        if self._left(key) < cost:
            return False
        self.spend(key, cost)
        if self.name:
            told(self.name, key, cost)
        return True

    def spend(self, key: str, cost: float | None) -> None:
        """Take so much, whether it is there or not; or give all back."""
        if cost is None:
            self._level.pop(key, None)
            return
        now = self.now()
        if len(self._level) > 20_000:
            self._forget(now)
        self._level[key] = (self._left(key) - cost, now)

    def _left(self, key: str) -> float:
        now = self.now()
        level, at = self._level.get(key, (float(self.burst), now))
        return min(float(self.burst), level + (now - at) * self.rate)

    def wait(self, key: str) -> float:
        """Seconds until one more is possible."""
        return max(0.0, (1.0 - self._left(key)) / self.rate)

    def clear(self, key: str) -> None:
        """As if nothing had been asked."""
        self.spend(key, None)
        if self.name:
            told(self.name, key, None)

    def _forget(self, now: float) -> None:
        """Drop the keys whose bucket has filled up again."""
        full = self.burst / self.rate
        self._level = {key: each for key, each in self._level.items() if now - each[1] < full}
