"""One game of a match: a pure function of the match and of who sits where on which deal."""

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any

from brushpass import dealer, table
from brushpass.arena.match import Contender, Match, Sitting
from brushpass.bots import AnyBot, levels
from brushpass.bots.program import Forfeit, Program
from brushpass.games import GAMES
from brushpass.games.contract import Event, Game, Json, Seat, Sight

FORFEIT = "forfeit"
"""The reason of a game that ended because a program broke the protocol."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went; a program's transcript is there only when it forfeited."""

    deal: int
    lineup: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
    points: tuple[int, int] | None
    """Kompromat: K41."""
    roles: tuple[tuple[str, ...], ...] | None
    """[microfilms]: the identities by seat."""
    house: bool
    """The Croupier: whether he is among the winners."""
    actions: int
    times: tuple[dict[int, int], ...]
    """By seat, how many decisions took how long: by steps of a tenth (`step`)."""
    forfeit: Seat | None = None
    why: str = ""
    transcript: tuple[str, ...] = ()

    def json(self) -> dict[str, Json]:
        return asdict(self)

    @classmethod
    def of(cls, row: dict[str, Json]) -> "Played":
        """Back from `json`, after it was a text."""
        return cls(
            deal=row["deal"],
            lineup=tuple(row["lineup"]),
            winners=tuple(row["winners"]),
            reason=row["reason"],
            points=None if row["points"] is None else (row["points"][0], row["points"][1]),
            roles=None if row["roles"] is None else tuple(map(tuple, row["roles"])),
            house=row["house"],
            actions=row["actions"],
            times=tuple({int(at): n for at, n in seat.items()} for seat in row["times"]),
            forfeit=row["forfeit"],
            why=row["why"],
            transcript=tuple(row["transcript"]),
        )


def play(match: Match, sitting: Sitting) -> Played:
    """Play it. The deal is the same whoever sits there, and so are the seeds of the bots."""
    game = Game(GAMES[match.game], match.seats, match.options)
    deck = dealer.seed_for(f"deal {sitting.deal}", match.seed)
    names = [match.contenders[each].name for each in sitting.lineup]
    players: list[_Timed] = []
    forfeit: _Forfeited | None = None
    with ExitStack() as programs:
        try:
            for seat, number in enumerate(sitting.lineup):
                with _blame(seat):
                    seed = dealer.seed_for(f"seat {seat} of deal {sitting.deal}", match.seed)
                    bot = seated(match, match.contenders[number], seat, seed, names, programs)
                    players.append(_Timed(seat, bot))
            for _ in table.play(game, players, deck, _Duplicate()):
                pass
        except _Forfeited as error:
            forfeit = error
        for player in players:
            if isinstance(player.bot, Program):
                reason = "played" if forfeit is None else FORFEIT
                player.bot.end(
                    game.news(player.seat), game.status.result, game.view(player.seat), reason
                )
    return _outcome(match, sitting, game, players, forfeit)


def seated(
    match: Match,
    contender: Contender,
    seat: Seat,
    seed: str,
    names: Sequence[str],
    programs: ExitStack,
) -> AnyBot:
    """A contender at its seat; a program is started, and ended with the stack."""
    if contender.level:
        return levels.maker(match.game, contender.level)(seat, seed)
    program = Program(contender.command, match.game, seat, seed, names, match.limit, match.options)
    return programs.enter_context(program)


class _Duplicate:
    """Chance by how often it had its turn, not by the number of the action: so the same cards are
    dealt in every round of a deal, however its players play.
    """

    def __init__(self) -> None:
        self._times = 0

    def __call__(self, game: Game, seed: str) -> str:
        self._times += 1
        return table.deal(game, seed, self._times)


class _Forfeited(Exception):
    def __init__(self, seat: Seat, why: Forfeit) -> None:
        super().__init__(str(why))
        self.seat = seat


class _blame:  # noqa: N801 - it reads as a word of the `with` statement
    """Say whose program it was that broke the protocol."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Forfeit):
            raise _Forfeited(self._seat, error) from error


class _Timed:
    """A player whose decisions are timed: ours by the time of the processor, programs by the
    clock.
    """

    def __init__(self, seat: Seat, bot: AnyBot) -> None:
        self.seat, self.bot = seat, bot
        self.times: Counter[int] = Counter()
        self._now = time.perf_counter if isinstance(bot, Program) else time.process_time

    def act(self, view: Sight, news: Sequence[tuple[int, Event]], legal: Sequence[Any]) -> Any:
        return self._timed(self.bot.act, view, news, legal)

    def interrupt(
        self, view: Sight, news: Sequence[tuple[int, Event]], legal: Sequence[Any]
    ) -> Any:
        return self._timed(self.bot.interrupt, view, news, legal)

    def _timed(self, ask: Any, *shown: Any) -> Any:
        start = self._now()
        with _blame(self.seat):
            answer = ask(*shown)
        self.times[step(self._now() - start)] += 1
        return answer


_FINEST = 1e-6
_STEP = 1.1


def step(seconds: float) -> int:
    """Where a time stands among steps of a tenth each, from a microsecond on."""
    at, top = 0, _FINEST
    while seconds > top:
        at, top = at + 1, top * _STEP
    return at


def seconds(at: int) -> float:
    """The longest time of a step."""
    return _FINEST * _STEP**at


def _outcome(
    match: Match,
    sitting: Sitting,
    game: Game,
    players: Sequence[_Timed],
    forfeit: _Forfeited | None,
) -> Played:
    result = game.status.result
    loser = None if forfeit is None else forfeit.seat
    if result is None:  # who forfeits loses to everybody else
        assert forfeit is not None
        won: tuple[Any, ...] = tuple(seat for seat in match.each_seat if seat != loser)
        reason = FORFEIT
    else:
        won, reason = result.winners, result.reason
    shown = game.view(None).json()
    open_roles = match.game != "kompromat" and game.status.over
    programs = [player.bot for player in players if isinstance(player.bot, Program)]
    transcript = [
        line for program in programs if program.seat == loser for line in program.transcript
    ]
    return Played(
        deal=sitting.deal,
        lineup=sitting.lineup,
        winners=tuple(seat for seat in won if isinstance(seat, int)),
        reason=reason,
        points=None if result is None else result.points,
        roles=tuple(tuple(each["identities"]) for each in shown["players"]) if open_roles else None,
        house="croupier" in won,
        actions=len(game.actions),
        times=tuple(dict(player.times) for player in players),
        forfeit=loser,
        why="" if forfeit is None else str(forfeit),
        transcript=tuple(transcript),
    )
