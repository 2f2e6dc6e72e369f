"""A bot that is a program of its own, in any language: it speaks JSON lines (docs/bots.md).

It is told what its seat is told, and nothing else. Whoever breaks the protocol, comes too late or
dies forfeits: `Forfeit` says why, and the transcript has every line that went to and fro.
"""

import json
import os
import secrets
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from brushpass import strict_json
from brushpass.games.contract import Event, Json, Result, Seat, Sight, numbered

PROTOCOL = 1
WAIT = "wait"
"""What a program answers that does not interrupt."""

START_UP = 10.0
"""Seconds that a program has to start, on top of those for its first answer."""
FAREWELL = 1.0
"""Seconds that it has to leave after the end, before it is made to."""
_MARK = "BRUSHPASS_PROGRAM"
"""In the environment of a program and of all that it starts, in sessions of their own too."""
_LONGEST = 65_536
"""Bytes of an answer; no sensible one is nearly so long."""
_KEPT = 4_000
"""Characters of its standard error that a transcript keeps: the last ones."""


class Forfeit(Exception):
    """A program has broken the rules of the protocol; the text says what came instead of what."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer, with what a program may add to it."""

    action: str
    belief: Json = None
    remark: str | None = None


@dataclass
class Program:
    """A program at a seat. Use it as a context: whatever happens, it is gone afterwards."""

    command: str
    game: str
    seat: Seat
    seed: str
    names: Sequence[str]
    """Who sits at the table, by seat."""
    limit: float
    """Seconds for each answer."""
    options: Mapping[str, Json] = field(default_factory=dict)
    strange: bool = False
    """For trials: send keys, and a kind of news, that no program has heard of."""
    transcript: list[str] = field(default_factory=list)
    """Every line, oldest first: `> ` to the program, `< ` from it, `! ` what became of it."""
    said: list[Heard] = field(default_factory=list)
    """Its answers."""
    _told: int = 0
    _asked: int = 0

    def __enter__(self) -> Self:
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        self._mark = secrets.token_hex(16)
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                env={**os.environ, _MARK: self._mark},
                start_new_session=True,  # so that all it starts can be ended with it
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            why = f"expected a program; {self.command!r} did not start: {error}"
            raise self._forfeit(why) from None
        self._lines = _Lines(self._process)
        self._spare = START_UP
        try:
            self._send(
                {
                    "type": "start",
                    "protocol": PROTOCOL,
                    "game": self.game,
                    "seats": len(self.names),
                    "seat": self.seat,
                    "names": list(self.names),
                    "options": dict(self.options),
                    "seed": self.seed,
                    "deadline": self.limit,
                }
            )
        except Forfeit:
            self._end_process(0.0)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_process(0.0 if isinstance(error, Forfeit) else FAREWELL)

    def _end_process(self, patience: float) -> None:
        """End it, with all that it has started, and leave nothing behind."""
        with suppress(OSError):
            self._lines.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        _kill_marked(self._mark)
        self._lines.release()
        self._note_errors()
        self._errors.close()

    # --- what a bot does ------------------------------------------------------------------------

    def act(self, view: Sight, news: Sequence[tuple[int, Event]], legal: Sequence[Any]) -> str:
        """One of the legal actions."""
        return self._ask(view, news, [str(action) for action in legal], interrupt=False)

    def interrupt(
        self, view: Sight, news: Sequence[tuple[int, Event]], legal: Sequence[Any]
    ) -> str | None:
        """One of the legal interrupts, or None where it waits."""
        words = [*(str(action) for action in legal), WAIT]
        answer = self._ask(view, news, words, interrupt=True)
        return None if answer == WAIT else answer

    def end(
        self,
        news: Sequence[tuple[int, Event]],
        result: Result | None,
        view: Sight,
        reason: str = "played",
    ) -> None:
        """Tell it how the game ended; `reason` is `played`, or why it ended before."""
        said = {
            "type": "end",
            "reason": reason,
            "result": None if result is None else result.json(),
            "view": view.json(),
        }
        with suppress(Forfeit):  # who has gone already has missed nothing that counts
            self._tell(news)
            self._send(said)

    def leaves(self) -> bool:
        """Whether it goes by itself when it is sent nothing more."""
        self._lines.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        return self._process.returncode is not None

    # --- the lines ------------------------------------------------------------------------------

    def _ask(
        self,
        view: Sight,
        news: Sequence[tuple[int, Event]],
        words: list[str],
        *,
        interrupt: bool,
    ) -> str:
        self._tell(news)
        if self._lines.early():  # else it would be taken for the answer to this question
            raise self._forfeit(f"expected no line before act {self._asked + 1}; one came")
        self._asked += 1
        self._send(
            {
                "type": "act",
                "id": self._asked,
                "interrupt": interrupt,
                "view": view.json(),
                "legal": words,
                "deadline": self.limit,
            }
        )
        limit, self._spare = self.limit + self._spare, 0.0
        try:
            line = self._lines.read(limit)
        except Silence as silence:
            raise self._forfeit(f"expected an answer to act {self._asked}; {silence}") from None
        self.transcript.append(f"< {line.decode('utf-8', 'replace')}")
        heard = self._understood(line, words)
        self.said.append(heard)
        return heard.action

    def _understood(self, line: bytes, words: list[str]) -> Heard:
        """The answer that a line is."""
        try:
            answer = strict_json.read(line)
        except strict_json.BadJson as error:
            raise self._forfeit(f"expected an answer as JSON on one line: {error}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
            raise self._forfeit('expected an answer such as {"action": "draw"}')
        if answer.get("id", self._asked) != self._asked:
            came = json.dumps(answer["id"])[:40]
            raise self._forfeit(f"expected the answer to act {self._asked}; came one to {came}")
        remark = answer.get("remark")
        if answer["action"] not in words:
            legal = ", ".join(words[:8]) + (", …" if len(words) > 8 else "")
            raise self._forfeit(f"expected one of {legal}; came {answer['action'][:60]!r}")
        return Heard(
            answer["action"], answer.get("belief"), remark if isinstance(remark, str) else None
        )

    def _tell(self, news: Sequence[tuple[int, Event]]) -> None:
        """What the seat was shown since it was last told."""
        fresh = news[self._told :]
        if fresh:
            events = numbered(fresh)
            if self.strange:
                events.insert(0, {"type": "weather-changed", "number": 0, "sky": ["grey", None]})
            self._send({"type": "news", "events": events})
            self._told = len(news)

    def _send(self, message: Json) -> None:
        if self.strange:
            message = {"weather": {"sky": "grey"}, **message}
        line = json.dumps(message, ensure_ascii=False)
        self.transcript.append(f"> {line}")
        try:
            self._lines.write(line.encode() + b"\n", self.limit + self._spare)
        except Silence as silence:
            raise self._forfeit(f"expected it to read a message; {silence}") from None

    def _forfeit(self, why: str) -> Forfeit:
        self.transcript.append(f"! {why}")
        return Forfeit(why)

    def _note_errors(self) -> None:
        """What it wrote on standard error, which is its own to use."""
        self._errors.seek(0)
        text = self._errors.read(1_000_000).decode("utf-8", "replace")[-_KEPT:]
        self.transcript += [f"! stderr: {line}" for line in text.splitlines()]


def _kill_marked(mark: str) -> None:
    """End what has left the session of its program: where there is a /proc, it bears its mark."""
    wanted = f"{_MARK}={mark}".encode()
    found = True
    while found:  # one may have started another while we looked
        found = False
        for path in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):  # it has gone, or is not ours
                if wanted in path.read_bytes():
                    os.kill(int(path.parent.name), signal.SIGKILL)
                    found = True


class Silence(Exception):
    """No line came, or none could be sent; the text says why."""


class _Lines:
    """The two pipes to a program. Neither a deaf nor a talkative one can hold us up."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout
        self._come = b""
        for pipe in (self._stdin, self._stdout):
            os.set_blocking(pipe.fileno(), False)

    def write(self, line: bytes, limit: float) -> None:
        end = time.monotonic() + limit
        while line:
            _wait(self._stdin, selectors.EVENT_WRITE, end)
            try:
                line = line[os.write(self._stdin.fileno(), line) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Silence(self._gone()) from None

    def read(self, limit: float) -> bytes:
        """The next line, and no other with it."""
        end = time.monotonic() + limit
        while b"\n" not in self._come:
            _wait(self._stdout, selectors.EVENT_READ, end)
            try:
                come = os.read(self._stdout.fileno(), _LONGEST)
            except BlockingIOError:
                continue
            if not come:
                raise Silence(self._gone())
            self._come += come
            if len(self._come) > _LONGEST:
                raise Silence(f"it wrote over {_LONGEST} bytes")
        line, _, self._come = self._come.partition(b"\n")
        if self._come:
            raise Silence("it wrote more than one line")
        return line

    def early(self) -> bool:
        """Whether anything has come that was not asked for. An end of file is no line."""
        with suppress(BlockingIOError):
            self._come += os.read(self._stdout.fileno(), _LONGEST)
        return bool(self._come)

    def close(self) -> None:
        """No more messages: a program takes that as its leave."""
        self._stdin.close()

    def release(self) -> None:
        self._stdout.close()

    def _gone(self) -> str:
        try:
            status = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "it closed its end"
        return f"it had ended with status {status}"


def _wait(pipe: IO[bytes], event: int, end: float) -> None:
    """Until the pipe is ready, and no longer than to the end."""
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if not selector.select(max(0.0, end - time.monotonic())):
            raise Silence("nothing came in time" if event == selectors.EVENT_READ else "it did not")
