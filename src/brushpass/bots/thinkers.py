"""Bots that think in processes of their own, so that nobody waits for them and none hangs a table.

A bot's answer follows from its level, its seed and what it was shown (`brushpass.bots`), so any
process can give it. One that fails, or takes too long, is no reason for a game to stop: the
watchdog plays the simplest sensible action instead, and says so.
"""

import asyncio
import logging
import os
import pickle
import select
import struct
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from brushpass.bots import AnyBot, levels
from brushpass.bots.simplest import Simplest
from brushpass.games.contract import Seat

log = logging.getLogger(__name__)

LIMIT = 8.0
"""Seconds that a bot has, waiting for its turn to think included. A second is what it needs."""
_REMEMBERED = 16
"""How many bots a process keeps, with what they have worked out so far."""
_LENGTH = struct.Struct("!I")


class Question(NamedTuple):
    """What a bot is asked: all that it gets, and all that its answer follows from."""

    game: str
    level: str
    seat: Seat
    seed: str
    view: Any
    news: Sequence[Any]
    legal: Sequence[Any]
    must: bool
    """Whether it must decide, or may interrupt."""


class Answer(NamedTuple):
    """What a bot does, and what was wrong if it is the watchdog's doing."""

    seat: Seat
    words: str
    fault: Literal["late", "failed"] | None = None


@dataclass
class Thinkers:
    """Some processes to think in. They are started when there is something to think about."""

    many: int = 2
    limit: float = LIMIT
    _threads: ThreadPoolExecutor = field(init=False)
    _own: threading.local = field(init=False)
    _processes: "set[subprocess.Popen[bytes]]" = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        # A thread for each process: it writes the question and waits for the answer.
        self._threads = ThreadPoolExecutor(self.many, thread_name_prefix="thinker")
        self._own = threading.local()

    async def ask(self, questions: Sequence[Question]) -> Answer | None:
        """Ask the bots one after the other; the first that does something, or None."""
        asked = time.monotonic()
        loop = asyncio.get_running_loop()
        for question in questions:
            end = asked + self.limit
            think = partial(self._think, question, end)
            answer = await loop.run_in_executor(self._threads, think)
            if answer is not None:
                return answer
        return None

    def close(self) -> None:
        """End the processes; new ones are started if there is a question again."""
        for process in [*self._processes]:
            process.kill()
        self._threads.shutdown()
        for process in [*self._processes]:
            self._end(process)
        self.__post_init__()

    # --- in a thread ----------------------------------------------------------------------------

    def _think(self, question: Question, end: float) -> Answer | None:
        fault: Literal["late", "failed"]
        try:
            words = self._answer(question, end)
        except TimeoutError:
            fault = "late"
        except (OSError, EOFError, pickle.PickleError) as error:
            log.error("a thinking process is lost: %r", error)
            fault = "failed"
        else:
            if isinstance(words, _Failure):
                log.error("%s failed at %s: %s", question.level, question.game, words.why)
                fault = "failed"
            elif words is None and not question.must:
                return None
            elif words is not None and words in map(str, question.legal):
                return Answer(question.seat, words)
            else:
                log.error("%s wanted %r at %s", question.level, words, question.game)
                fault = "failed"
        if not question.must:
            return None  # nothing is the simplest interrupt
        simplest = Simplest(question.seat, question.seed)
        words = simplest.act(question.view, question.news, question.legal)
        return Answer(question.seat, words, fault)

    def _answer(self, question: Question, end: float) -> "str | _Failure | None":
        if time.monotonic() >= end:
            raise TimeoutError
        process = self._process()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _write(process.stdin, question)
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError
            return _read(process.stdout)  # type: ignore[no-any-return]  # our own process wrote it
        except BaseException:
            self._end(process)
            raise

    def _process(self) -> "subprocess.Popen[bytes]":
        """This thread's own process, started anew if it is no more."""
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None or process.poll() is not None:
            if process is not None:
                self._end(process)
            source = str(Path(__file__).resolve().parents[2])
            path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
            process = subprocess.Popen(
                [sys.executable, "-c", f"from {__name__} import main; main()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
            self._own.process = process
            self._processes.add(process)
        return process

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._processes.discard(process)
        self._own.process = None


# --- in a process of its own ----------------------------------------------------------------------


class _Failure(NamedTuple):
    """A bot that broke; `why` is for the server's log."""

    why: str


def _serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer questions until there are no more: nobody needs to end a process that is left over."""
    bots: OrderedDict[tuple[str, str, Seat, str], AnyBot] = OrderedDict()
    while True:
        try:
            question: Question = _read(questions)
        except EOFError:
            return
        key = (question.game, question.level, question.seat, question.seed)
        try:
            bot = bots.pop(key, None) or levels.maker(*key[:2])(*key[2:])
            ask = bot.act if question.must else bot.interrupt
            answer = ask(question.view, question.news, question.legal)
            bots[key] = bot
            said = None if answer is None else str(answer)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            _write(answers, _Failure(f"{type(error).__name__}: {error}"))
        else:
            _write(answers, said)
        while len(bots) > _REMEMBERED:
            bots.popitem(last=False)


def _write(pipe: IO[bytes], value: object) -> None:
    text = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(text)) + text)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    text = pipe.read(length)
    if len(text) < length:
        raise EOFError
    return pickle.loads(text)  # noqa: S301 - both ends are ours


def main() -> None:
    """A thinking process: questions come in, answers go out."""
    with suppress(OSError, AttributeError):
        os.nice(5)  # pages come first
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints is no answer
    with suppress(KeyboardInterrupt, BrokenPipeError):
        _serve(sys.stdin.buffer, out)
