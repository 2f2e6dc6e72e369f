"""The referee: JSON lines on standard input and output, for programs in any language.

Every line that comes in gets exactly one answer, and none of them ends the process but `quit`.
"""

import json
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, TypeAlias

import brushpass
from brushpass import dealer, record, strict_json
from brushpass.games import GAMES
from brushpass.games.contract import (
    BadOption,
    Chance,
    Game,
    IllegalAction,
    Json,
    Seat,
    Viewer,
    numbered,
)

Request: TypeAlias = dict[str, Json]
Answer: TypeAlias = dict[str, Json]

PROTOCOL = 1
_ABSENT: Any = object()


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def serve(lines: BinaryIO, out: BinaryIO) -> None:
    """Answer line by line until `quit` or the end of input."""
    referee = Referee()
    for line in lines:
        answer = referee.answer(line)
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()
        if referee.done:
            return


class Referee:
    """One game at a time, and who may know what of it."""

    def __init__(self) -> None:
        self.done = False
        self._game: Game | None = None
        self._seed = ""
        self._seats: tuple[Mapping[str, Json], ...] = ()
        self._more: Mapping[str, Json] = {}

    def answer(self, line: bytes) -> Answer:
        """The answer to a line, whatever it holds."""
        given = None
        try:
            request = strict_json.read(line.rstrip(b"\r\n"))
            if not isinstance(request, dict):
                raise Refused("bad-request", "expected an object with a `cmd`")
            given = request.get("id")
            return {"id": given, "ok": True, **self._obey(request)}
        except strict_json.BadJson as error:
            return _error(given, "bad-json", str(error))
        except Refused as error:
            return _error(given, error.code, str(error))
        # The last net: a fault of ours must not take the caller's game with it. It is told on
        # standard error, and `apply` changes a game only after everything has gone well.
        except Exception:  # noqa: BLE001
            traceback.print_exc(file=sys.stderr)
            return _error(given, "bad-request", "a fault of the referee; see its standard error")

    def _obey(self, request: Request) -> Answer:
        name = _field(request, "cmd", str, "a text")
        command = _COMMANDS.get(name)
        if command is None:
            known = ", ".join(_COMMANDS)
            raise Refused("unknown-command", f"expected one of {known}; came {name[:60]!r}")
        return command(self, request)

    # --- the commands, in the order of docs/protocol.md ---------------------------------------

    def hello(self, _: Request) -> Answer:
        return {
            "name": "brushpass",
            "version": brushpass.__version__,
            "protocol": PROTOCOL,
            "games": [
                {"id": rules.id, "seats": [rules.seats[0], rules.seats[-1]]}
                for rules in GAMES.values()
            ],
        }

    def new(self, request: Request) -> Answer:
        name = _field(request, "game", str, "a text")
        if name not in GAMES:
            raise Refused("unknown-game", f"expected one of {', '.join(GAMES)}; came {name[:60]!r}")
        rules = GAMES[name]
        seats = _field(request, "seats", int, "a whole number", rules.seats[0])
        seed = _seed(request)
        options = _field(request, "options", dict, "an object", {})
        try:
            game = Game(rules, seats, options)
        except BadOption as error:
            raise Refused("bad-request", str(error)) from None
        self._seat_down(game, seed, tuple({"name": f"Seat {seat}"} for seat in range(seats)), {})
        return game.status.json()

    def status(self, _: Request) -> Answer:
        return self._playing().status.json()

    def legal(self, _: Request) -> Answer:
        game = self._playing()
        actor, due = game.status.actor, game.chance
        actions = game.legal(actor) if isinstance(actor, int) else []
        chance = {} if due is None else {"chance": due.json()}
        interrupts = {str(seat): legal for seat, legal in game.interrupts().items()}
        return {"actor": actor, **chance, "actions": actions, "interrupts": interrupts}

    def apply(self, request: Request) -> Answer:
        game = self._playing()
        words = _field(request, "action", str, "a text")
        seat = self._seat(request) if "seat" in request else None
        self._go_on(game)
        if seat is not None and game.chance is not None:
            raise Refused("bad-request", "a chance outcome is due: expected no seat")
        try:
            return game.apply(words, seat).json()
        except IllegalAction as error:
            raise Refused("illegal-action", str(error)) from None

    def sample(self, _: Request) -> Answer:
        game = self._playing()
        self._go_on(game)
        due: Chance | None = game.chance
        if due is None:
            raise Refused("illegal-action", f"no chance is due: seat {game.status.actor} decides")
        words = dealer.deal(due, self._seed, len(game.actions) + 1)
        return {"action": words, **game.apply(words).json()}

    def view(self, request: Request) -> Answer:
        game = self._playing()
        return {"view": game.view(self._viewer(request)).json()}

    def state(self, _: Request) -> Answer:
        return {"state": self._playing().opened().json()}

    def events(self, request: Request) -> Answer:
        game = self._playing()
        viewer = self._viewer(request)
        since = _field(request, "since", int, "a number from 0", 0)
        if since < 0:
            raise Refused("bad-request", f"expected `since` to be 0 or more, came {since}")
        return {"events": numbered(game.news(viewer, since))}

    def record(self, _: Request) -> Answer:
        return {"record": record.of(self._playing(), self._seats, self._more).json()}

    def load(self, request: Request) -> Answer:
        given = _field(request, "record", dict, "a record, which is an object")
        seed = _seed(request)
        try:
            read = record.from_json(given)
            game = record.replay(read)
        except record.BadRecord as error:
            raise Refused("bad-record", str(error)) from None
        self._seat_down(game, seed, read.seats, read.more)
        return game.status.json()

    def quit(self, _: Request) -> Answer:
        self.done = True
        return {}

    # --- what they share ------------------------------------------------------------------------

    def _seat_down(
        self,
        game: Game,
        seed: str,
        seats: tuple[Mapping[str, Json], ...],
        more: Mapping[str, Json],
    ) -> None:
        self._game, self._seed, self._seats, self._more = game, seed, seats, more

    def _playing(self) -> Game:
        if self._game is None:
            raise Refused("no-game", "no game is on: expected `new` or `load` first")
        return self._game

    def _go_on(self, game: Game) -> None:
        if game.status.over:
            raise Refused("over", "the game is over")

    def _seat(self, request: Request) -> Seat:
        seats = self._playing().seats
        seat: Seat = _field(request, "seat", int, "a seat")
        if seat not in range(seats):
            raise Refused("bad-request", f"expected a seat from 0 to {seats - 1}, came {seat}")
        return seat

    def _viewer(self, request: Request) -> Viewer:
        if "seat" not in request:
            raise Refused("bad-request", "expected `seat`: a number, or null for a spectator")
        return None if request["seat"] is None else self._seat(request)


_COMMANDS: dict[str, Callable[[Referee, Request], Answer]] = {
    "hello": Referee.hello,
    "new": Referee.new,
    "status": Referee.status,
    "legal": Referee.legal,
    "apply": Referee.apply,
    "sample": Referee.sample,
    "view": Referee.view,
    "state": Referee.state,
    "events": Referee.events,
    "record": Referee.record,
    "load": Referee.load,
    "quit": Referee.quit,
}


def _field(request: Request, key: str, kind: type, expected: str, default: Json = _ABSENT) -> Json:
    """A field of the request, of the right type; true and 1.0 are no whole numbers."""
    value = request.get(key, default)
    if value is _ABSENT:
        raise Refused("bad-request", f"expected the field `{key}`: {expected}")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        came = json.dumps(value)[:60]
        raise Refused("bad-request", f"expected `{key}` to be {expected}, came {came}")
    return value


def _seed(request: Request) -> str:
    """A text, or a number as its decimal text; without one, from the system."""
    seed = request.get("seed", _ABSENT)
    if seed is _ABSENT:
        return dealer.new_seed()
    if isinstance(seed, bool) or not isinstance(seed, str | int | float):
        raise Refused("bad-request", "expected `seed` to be a number or a text")
    return str(seed)


_LONGEST = 800
"""What came may be quoted in a message, and be a megabyte long."""


def _error(given: Json, code: str, message: str) -> Answer:
    shown = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"
    return {"id": given, "ok": False, "error": {"code": code, "message": shown}}
