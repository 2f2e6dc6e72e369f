"""Matches between bots: levels of ours, and programs in any language (docs/bots.md)."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from brushpass.arena import farm, report
from brushpass.arena.figures import Summary, summary
from brushpass.arena.ledger import Ledger
from brushpass.arena.match import Contender, Match, Sitting, deals_for
from brushpass.arena.play import Played

__all__ = ["Contender", "Match", "Outlets", "Played", "Summary", "deals_for", "run"]


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where a match is played, and where what comes of it goes."""

    jobs: int = 1
    ray: str | None = None
    save: Path | None = None
    json: Path | None = None
    chart: Path | None = None
    transcripts: Path | None = None


def run(match: Match, outlets: Outlets, say: Callable[[str], None]) -> Summary:
    """Play what is missing of a match, and give its figures.

    Ctrl-C stops it; what has been played is kept if there is a file to keep it in, and counts.
    """
    ledger = Ledger(match, outlets.save)
    there = {(game.deal, game.lineup) for game in ledger.played}
    sittings = [each for each in match.sittings() if each not in there]
    progress = _Progress(len(sittings) + len(there), len(there))
    try:
        for game in _played(match, sittings, outlets):
            ledger.keep(game)
            if game.forfeit is not None:
                progress.note(_forfeited(match, game, outlets.transcripts))
            progress.show(len(ledger.played))
    except KeyboardInterrupt:
        kept = f"; the same command goes on from {outlets.save}" if outlets.save else ""
        progress.note(f"Stopped after {len(ledger.played):,} games{kept}.")
    finally:
        progress.end()
        ledger.close()
    found = summary(match, ledger.played)
    if found.deals:
        say(report.text(match, found))
        if outlets.json:
            outlets.json.write_text(json.dumps(report.json(match, found), indent=2) + "\n", "utf-8")
        if outlets.chart:
            outlets.chart.write_text(report.chart(match, found), "utf-8")
    return found


def _played(match: Match, sittings: Sequence[Sitting], outlets: Outlets) -> Iterator[Played]:
    if outlets.ray is not None:
        return farm.on_ray(match, sittings, outlets.ray)
    return farm.here(match, sittings, outlets.jobs)


def _forfeited(match: Match, game: Played, folder: Path | None) -> str:
    """What happened, and where each line of it can be read."""
    assert game.forfeit is not None
    name = match.contenders[game.lineup[game.forfeit]].name
    folder = folder or Path("transcripts")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"deal-{game.deal + 1}-{'-'.join(map(str, game.lineup))}.txt"
    path.write_text("\n".join(game.transcript) + "\n", "utf-8")
    return f"{name} forfeits deal {game.deal + 1}: {game.why}. Transcript: {path}"


class _Progress:
    """A bar on standard error, where somebody looks; into a file a line now and then."""

    def __init__(self, total: int, done: int) -> None:
        self._total, self._before, self._done = total, done, done
        self._live = sys.stderr.isatty()
        self._start = time.monotonic()
        self._next = self._start + (0.0 if self._live else 60.0)

    def show(self, done: int) -> None:
        self._done = done
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (0.2 if self._live else 60.0)
        line = f"{done:,} of {self._total:,} games, {self._left(now)}"
        if self._live:
            full = round(24 * done / max(1, self._total))
            sys.stderr.write(f"\r[{'#' * full}{'.' * (24 - full)}] {line}\x1b[K")
        else:
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

    def _left(self, now: float) -> str:
        made = self._done - self._before
        seconds = (now - self._start) / max(1, made) * (self._total - self._done)
        minutes = round(seconds / 60)
        return f"{minutes} min left" if minutes >= 2 else f"{round(seconds)} s left"

    def note(self, line: str) -> None:
        sys.stderr.write(f"\r\x1b[K{line}\n" if self._live else f"{line}\n")

    def end(self) -> None:
        if self._live:
            sys.stderr.write("\r\x1b[K")
