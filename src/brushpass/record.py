"""Records of games: written, read, checked and replayed, as docs/protocol.md lays down.

Whatever comes in, the only thing that can go wrong is `BadRecord`, and it says what.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from brushpass import strict_json
from brushpass.games import GAMES
from brushpass.games.contract import BadOption, Game, IllegalAction, Json, Options

FORMAT = "brushpass/1"
SUFFIX = ".game.json"
_KEYS = ("format", "game", "seats", "options", "actions", "result")
_INTERRUPT = re.compile(r"(0|[1-9][0-9]?)! (.*)", re.DOTALL)


class BadRecord(ValueError):
    """A record that is not one; its text says where, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game on paper. `more` holds the keys we do not know, as they came."""

    game: str
    seats: tuple[Mapping[str, Json], ...]
    options: Options
    actions: tuple[str, ...]
    result: Mapping[str, Json] | None = None
    more: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "game": self.game,
            "seats": list(self.seats),
            "options": self.options,
            "actions": list(self.actions),
            "result": self.result,
            **self.more,
        }


def of(
    game: Game, seats: tuple[Mapping[str, Json], ...], more: Mapping[str, Json] | None = None
) -> Record:
    """The record of a game so far."""
    result = game.status.result
    return Record(
        game=game.rules.id,
        seats=seats,
        options=game.options,
        actions=tuple(game.actions),
        result=None if result is None else result.json(),
        more=more or {},
    )


def write(record: Record) -> str:
    """The one byte form: UTF-8 without escapes, two spaces, one action a line, final newline."""
    return json.dumps(record.json(), ensure_ascii=False, indent=2) + "\n"


def save(record: Record, path: Path) -> None:
    """Write a record so that the file is the old one or the new one, never half of it."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(write(record).encode())
    beside.replace(path)


def read(text: bytes | str) -> Record:
    """The record that a text is; its actions are checked by `replay`."""
    try:
        return from_json(strict_json.read(text))
    except strict_json.BadJson as error:
        raise BadRecord(f"not a whole record: {error}") from None


def from_json(value: Json) -> Record:
    """The record that a JSON value is, its form checked and nothing else."""
    if not isinstance(value, dict):
        raise BadRecord(f"expected an object with {', '.join(_KEYS)}; came {brief(value)}")
    # Before anything else: a record of another version may have other keys.
    if value.get("format", FORMAT) != FORMAT:
        raise BadRecord(f"expected format {FORMAT!r}, came {brief(value['format'])}")
    for key in _KEYS:
        if key not in value:
            raise BadRecord(f"expected the key {key!r}, which is missing")
    _expect(isinstance(value["game"], str) and value["game"] in GAMES, "game", value, _one_of())
    seats = value["seats"]
    _expect(
        isinstance(seats, list)
        and all(isinstance(seat, dict) and isinstance(seat.get("name"), str) for seat in seats),
        "seats",
        value,
        'a list of objects with a name, such as {"name": "Ada"}',
    )
    _expect(isinstance(value["options"], dict), "options", value, "an object")
    actions = value["actions"]
    _expect(isinstance(actions, list), "actions", value, "a list of texts")
    for number, words in enumerate(actions, 1):
        if not isinstance(words, str):
            raise BadRecord(f"expected action {number} to be a text; came {brief(words)}")
    result = value["result"]
    _expect(result is None or isinstance(result, dict), "result", value, "an object or null")
    more = {key: each for key, each in value.items() if key not in _KEYS}
    record = Record(value["game"], tuple(seats), value["options"], tuple(actions), result, more)
    try:
        write(record).encode()
    except UnicodeEncodeError:
        raise BadRecord("expected whole characters; came half of a surrogate pair") from None
    return record


def replay(record: Record) -> Game:
    """The game that a record tells, every action and the result checked against the rules."""
    *_, game = steps(record)
    check_result(record, game)
    return game


def steps(record: Record) -> Iterator[Game]:
    """The game as it stands before each action and after the last, each checked on the way."""
    try:
        game = Game(GAMES[record.game], len(record.seats), record.options)
    except BadOption as error:
        raise BadRecord(str(error)) from None
    yield game
    for number, line in enumerate(record.actions, 1):
        _step(game, number, line)
        yield game


def check_result(record: Record, game: Game) -> None:
    """Whether the result is what the actions, which have been made, give."""
    came, gives = record.result, of(game, record.seats).result
    if _canonical(came) != _canonical(gives):
        raise BadRecord(
            f"after {len(record.actions)} actions the result is {_canonical(gives)}; "
            f"the record says {_canonical(came)}"
        )


def load(path: Path) -> tuple[Record, Game]:
    """The record in a file, and the game it tells."""
    record = from_file(path)
    return record, replay(record)


def from_file(path: Path) -> Record:
    """The record in a file, its actions not yet checked; BadRecord also where none can be read."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:  # no file can have this name
        raise BadRecord(f"cannot read {str(path)!r}: {error}") from None
    return read(text)


def _step(game: Game, number: int, line: str) -> None:
    interrupt = _INTERRUPT.fullmatch(line)
    seat, words = (int(interrupt[1]), interrupt[2]) if interrupt else (None, line)
    actor = game.status.actor
    try:
        if game.status.over:
            raise IllegalAction("the game is over; expected no more actions")
        if seat is not None and seat == actor:
            raise IllegalAction(f"seat {seat} must decide itself; only an interrupt names its seat")
        game.apply(words, seat)
    except IllegalAction as error:
        expected = f"; expected {_choices(game)}" if actor not in (None, "chance") else ""
        raise BadRecord(f"action {number}, {brief(line)}: {error}{expected}") from None


def _choices(game: Game) -> str:
    """What might have stood there instead."""
    actor = game.status.actor
    legal = game.legal(actor) if isinstance(actor, int) else []
    return " or ".join(legal[:6]) + (f" or one of {len(legal) - 6} more" if len(legal) > 6 else "")


def _expect(holds: bool, key: str, value: Mapping[str, Json], expected: str) -> None:
    if not holds:
        raise BadRecord(f"expected {key!r} to be {expected}; came {brief(value[key])}")


def _one_of() -> str:
    return " or ".join(map(repr, GAMES))


def brief(value: Json) -> str:
    """A value as it came, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _canonical(value: Json) -> str:
    """So that 1, 1.0 and true are three things, as they are in JSON."""
    return json.dumps(value, sort_keys=True)
