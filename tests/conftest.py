"""What every test may ask for: the seed, and how many games to play.

`make test` always plays the same games; `make test-long` plays many more, new ones each time,
and says how to repeat them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable

import pytest

LONG = bool(os.environ.get("BRUSHPASS_LONG"))
SEED = int(os.environ.get("BRUSHPASS_SEED") or (secrets.randbits(32) if LONG else 1))

# size("random kompromat games", 400, 40_000) -> how many to play in this run
Size = Callable[[str, int, int], int]

_sizes: dict[str, int] = {}


@pytest.fixture(scope="session")
def seed() -> int:
    """The number that all chance in a test starts from."""
    return SEED


@pytest.fixture(scope="session")
def size() -> Size:
    """How many to play: the short number under `make test`, the long one under `make test-long`."""

    def choose(what: str, short: int, long: int) -> int:
        _sizes[what] = long if LONG else short
        return _sizes[what]

    return choose


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `long` to `make test-long`."""
    if LONG:
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_report_header() -> str:
    """The seed, at the start too: a run that hangs or is stopped can still be repeated."""
    return f"seed: {SEED} (BRUSHPASS_SEED={SEED} repeats this run)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The seed and the sizes, where they are read: at the end."""
    sizes = ", ".join(f"{what} {number:,}" for what, number in sorted(_sizes.items()))
    terminalreporter.write_line(f"seed: {SEED}; sizes: {sizes or 'none asked for'}")
