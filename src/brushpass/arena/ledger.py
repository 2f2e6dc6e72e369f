"""The file a match is kept in: what it is on the first line, then a game a line, as they end.

A match that was cut off goes on from its file; one of another match is refused.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from brushpass.arena.match import Match
from brushpass.arena.play import Played
from brushpass.games.contract import Json

_FORMAT = "brushpass-arena/1"


class BadLedger(ValueError):
    """A file that holds no such match; the text says what it holds."""


class Ledger:
    """The games of a match so far; new ones are kept as soon as they are known."""

    def __init__(self, match: Match, path: Path | None) -> None:
        self.played: list[Played] = []
        self._path = path
        self._file: TextIO | None = None
        if path is None:
            return
        try:
            if path.exists() and path.stat().st_size:
                self.played = list(_read(match, path))
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise BadLedger(f"cannot use {path}: {error.strerror}") from None
        if not self.played and not path.stat().st_size:
            self._write({"format": _FORMAT, "match": match.json()})

    def keep(self, game: Played) -> None:
        self.played.append(game)
        self._write(game.json())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _write(self, row: Json) -> None:
        if self._file is not None:
            self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
            self._file.flush()


def _read(match: Match, path: Path) -> Iterator[Played]:
    """The games there; a last line that was cut off is cut away for good."""
    text = path.read_bytes()
    whole, _, rest = text.rpartition(b"\n")
    if rest:
        path.write_bytes(whole + b"\n" if whole else b"")
    try:
        lines = [json.loads(line) for line in whole.decode().splitlines()]
        first = lines[0] if lines else {}
        if first.get("format") != _FORMAT:
            raise BadLedger(f"{path} holds no match; name another file with --save")
        if first["match"] != json.loads(json.dumps(match.json())):
            raise BadLedger(
                f"{path} holds another match: {_difference(first['match'], match)}; "
                "name another file with --save"
            )
        yield from (Played.of(row) for row in lines[1:])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, BadLedger):
            raise
        raise BadLedger(f"{path} holds no match that can be read: {error}") from None


def _difference(there: Json, match: Match) -> str:
    here = json.loads(json.dumps(match.json()))
    parts = [key for key in here if there.get(key) != here[key]]
    return ", ".join(f"its {key} is {json.dumps(there.get(key))[:80]}" for key in parts)
