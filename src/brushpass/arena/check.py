"""`brushpass bot-check`: a program on trial, in the corners of the protocol that games seldom show.

A trial is a game, or part of one, with a name that says what is tried. The program passes if it
answers every question with a legal action, in time, one line each, and leaves when it is let go.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from brushpass import dealer, table
from brushpass.bots import Uniform
from brushpass.bots.program import FAREWELL, Forfeit, Program
from brushpass.games import GAMES
from brushpass.games.contract import Event, Game, Seat, Sight

_PHASES = {
    "kompromat": "turn place push window declare adjust perfect rescue cover".split(),
    "microfilms": "action bribe blackmail discard".split(),
    "croupier": "action bribe blackmail discard".split(),
}
"""What a seat can be asked in."""
_GAMES = 60
"""Whole games at the most; fewer are enough once it was asked in every phase in every seat."""
_HASTE = 0.25
"""Of the time limit: who needs more of it for an answer is told so."""
_SHOWN = 12
"""Lines of a transcript that are shown when something went wrong."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried, and how the game is played for it."""

    name: str
    games: int = 1
    names: Sequence[str] = ("program", "Ottoline")
    strange: bool = False
    """Whether messages carry keys, and news a type, that the program has never heard of."""
    breaks_off: int = 0
    """After how many actions the game ends, as when a player resigns; 0: it is played out."""
    pause: float = 0.0
    """Seconds of silence before the first question."""


_TRIALS = (
    Trial("plays whole games", games=_GAMES),
    Trial("passes over keys and kinds of news that it does not know", strange=True),
    Trial("can wait", pause=1.5),
    Trial("takes a game that is broken off", breaks_off=40),
    Trial("reads names in any script", names=("программа 🂡", 'O"tto\\line\t')),
)


def check(
    command: str, games: Sequence[str], seed: str, limit: float, say: Callable[[str], None]
) -> bool:
    """Whether a program passes every trial; the first thing that is wrong is said, and ends it."""
    for name in games:
        phases: set[str] = set()
        for trial in _TRIALS:
            for fault, transcript in _faults(command, name, trial, seed, limit, phases):
                say(f"wrong   {name}: {trial.name}: {fault}")
                for line in transcript[-_SHOWN:]:
                    say(f"        {line if len(line) <= 300 else line[:300] + '…'}")
                say("Mend this, and try again.")
                return False
            say(f"right   {name}: {trial.name}")
        never = [phase for phase in _PHASES[name] if phase not in phases]
        asked = f"all its phases but {', '.join(never)}" if never else "every phase of the game"
        say(f"        {name}: it was asked in {asked}")
    say("Nothing is wrong with it.")
    return True


def _faults(
    command: str, name: str, trial: Trial, seed: str, limit: float, phases: set[str]
) -> Iterator[tuple[str, list[str]]]:
    """Each thing that goes wrong, with the lines that went to and fro before it."""
    rules = GAMES[name]
    for number in range(trial.games):
        if number and set(_PHASES[name]) <= phases:
            return
        for seats, seat in _places(rules.seats):
            game = Game(rules, seats)
            deal = dealer.seed_for(f"{trial.name} {number} {seat}", seed)
            names = [trial.names[0] if each == seat else trial.names[1] for each in range(seats)]
            program = Program(command, name, seat, "7", names, limit, strange=trial.strange)
            try:
                with program:
                    time.sleep(trial.pause)
                    watched = _Watched(program, limit, phases)
                    _play(game, seat, watched, deal, trial)
                    reason = "played" if game.status.over else "resigned"
                    program.end(game.news(seat), game.status.result, game.view(seat), reason)
                    left = program.leaves()
            except Forfeit as fault:
                yield str(fault), program.transcript
                continue
            if watched.slow:
                yield watched.slow, program.transcript
            if not left:
                why = f"expected it to end with its input; it was still there {FAREWELL:g} s later"
                yield why, program.transcript


def _places(sizes: Sequence[int]) -> list[tuple[int, Seat]]:
    """The first and the last seat of the smallest table and of the largest: with three seats
    [microfilms] has neither freelancers nor anybody who is eliminated.
    """
    return [(seats, seat) for seats in sorted({sizes[0], sizes[-1]}) for seat in (0, seats - 1)]


def _play(game: Game, seat: Seat, watched: "_Watched", deal: str, trial: Trial) -> None:
    players: list[Any] = [
        watched if each == seat else Uniform(each, f"chance {deal}") for each in range(game.seats)
    ]
    for made, _ in enumerate(table.play(game, players, deal), 1):
        if made == trial.breaks_off:
            return


class _Watched:
    """The program at its seat, and what it is asked and how long it takes."""

    def __init__(self, program: Program, limit: float, phases: set[str]) -> None:
        self._program, self._limit, self._phases = program, limit, phases
        self._first = True
        self.slow = ""

    def act(self, view: Sight, news: Sequence[tuple[int, Event]], legal: Sequence[Any]) -> Any:
        return self._timed(self._program.act, view, news, legal)

    def interrupt(
        self, view: Sight, news: Sequence[tuple[int, Event]], legal: Sequence[Any]
    ) -> Any:
        return self._timed(self._program.interrupt, view, news, legal)

    def _timed(self, ask: Callable[..., Any], view: Sight, *more: Any) -> Any:
        self._phases.add(view.json()["phase"])
        start = time.monotonic()
        answer = ask(view, *more)
        taken, start_up, self._first = time.monotonic() - start, self._first, False
        if taken > self._limit * _HASTE and not start_up:
            self.slow = (
                f"expected answers well within {self._limit:g} s; one took {taken:.1f} s, and "
                "another machine may be busier"
            )
        return answer
