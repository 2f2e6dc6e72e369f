"""What a match shows: who is better, by how much, and how sure that is.

Everything is counted by deals, since the games of one deal are not independent. A deal's *score*
is between 0 and 1, the guest's share; 0.5 is level. Intervals hold 95 times in 100.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from brushpass.arena.match import Lineup, Match, Pairing
from brushpass.arena.play import Played, seconds

SURE = 1.96
"""Deviations to either side that hold 95 times in 100."""
_DRAWN_AGAIN = 200
"""How often the deals are drawn anew for the intervals of the ratings."""
ELO = 400 / math.log(10)
"""Rating points of one unit of Bradley and Terry's scale: 400 are odds of ten to one."""

Games: TypeAlias = Mapping[tuple[int, Lineup], Played]


class About(NamedTuple):
    """A figure and its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two contenders, compared over all deals of which every game is there."""

    pairing: Pairing
    scores: tuple[float, ...]
    """By deal."""
    score: About
    ratio: About | None
    """With more than two seats: how many times as often the guest wins as the field there."""
    margin: About | None
    """Kompromat: points that the guest is ahead, a game."""


@dataclass(frozen=True, slots=True)
class Summary:
    """All figures of a match."""

    deals: int
    comparisons: tuple[Comparison, ...]
    ratings: tuple[About, ...]
    """By contender, in Elo points; their mean is 0."""
    ends: Mapping[tuple[int, ...], Mapping[str, int]]
    """How games ended, by who of the contenders sat there (sorted), and how often."""
    roles: tuple[Mapping[str, tuple[int, int]], ...]
    """[microfilms]: by contender, how many games it won of how many with an identity."""
    times: tuple[tuple[float, float, float], ...]
    """By contender: seconds a decision took, half of them within, 99 of 100 within, the mean."""
    decisions: tuple[int, ...]
    forfeits: tuple[int, ...]
    """By contender."""


def summary(match: Match, played: Iterable[Played]) -> Summary:
    """The figures of the games so far; the same whatever order they came in."""
    games = {(each.deal, each.lineup): each for each in played}
    comparisons = tuple(compared(match, games, pairing) for pairing in match.pairings)
    everyone = range(len(match.contenders))
    times = [_merged(games, number) for number in everyone]
    return Summary(
        deals=len({deal for deal, _ in games}),
        comparisons=comparisons,
        ratings=ratings(len(match.contenders), comparisons),
        ends=_ends(games),
        roles=tuple(_roles(games, number) for number in everyone),
        times=tuple(_quantiles(each) for each in times),
        decisions=tuple(sum(each.values()) for each in times),
        forfeits=tuple(
            sum(
                each.forfeit is not None and each.lineup[each.forfeit] == number
                for each in games.values()
            )
            for number in everyone
        ),
    )


# --- two contenders -------------------------------------------------------------------------------


def compared(match: Match, games: Games, pairing: Pairing) -> Comparison:
    """The guest beside the field, deal by deal."""
    whole = []
    for deal in range(match.deals):
        lineups = match.lineups(pairing)
        if all((deal, lineup) in games for lineup in lineups):
            whole.append([games[deal, lineup] for lineup in lineups])
    if match.seats == 2 or pairing.guest == pairing.field:
        return _by_seats_swapped(pairing, whole)
    return _by_seats_taken(match, pairing, whole)


def _by_seats_swapped(pairing: Pairing, deals: Sequence[Sequence[Played]]) -> Comparison:
    scores, margins = [], []
    for deal in deals:
        places = [game.lineup.index(pairing.guest) for game in deal]
        scores.append(_mean([_share(game, seat) for game, seat in zip(deal, places, strict=True)]))
        if all(game.points is not None for game in deal):
            margins.append(
                _mean([_ahead(game, seat) for game, seat in zip(deal, places, strict=True)])
            )
    margin = mean_of(margins) if margins else None
    return Comparison(pairing, tuple(scores), share_of(scores), None, margin)


def _by_seats_taken(
    match: Match, pairing: Pairing, deals: Sequence[Sequence[Played]]
) -> Comparison:
    guests, fields, scores = [], [], []
    for alone, *visits in deals:
        won = [_won(game, seat) for seat, game in enumerate(visits)]
        before = [_won(alone, seat) for seat in match.each_seat]
        guests.append(sum(won))
        fields.append(sum(before))
        scores.append(_mean([0.5 + (a - b) / 2 for a, b in zip(won, before, strict=True)]))
    return Comparison(pairing, tuple(scores), share_of(scores), ratio_of(guests, fields), None)


def _won(game: Played, seat: int) -> int:
    return int(seat in game.winners)


def _share(game: Played, seat: int) -> float:
    """Of two: all of a win, half where both win or neither does."""
    return 0.5 + (_won(game, seat) - _won(game, 1 - seat)) / 2


def _ahead(game: Played, seat: int) -> float:
    assert game.points is not None
    return game.points[seat] - game.points[1 - seat]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def mean_of(values: Sequence[float]) -> About:
    """A mean, with its interval by the deviation of the values."""
    if not values:
        return About(math.nan, math.nan, math.nan)
    mean = _mean(values)
    if len(values) == 1:
        return About(mean, math.nan, math.nan)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    wide = SURE * math.sqrt(variance / len(values))
    return About(mean, mean - wide, mean + wide)


def share_of(scores: Sequence[float]) -> About:
    """The same of what lies between none and all."""
    value, low, high = mean_of(scores)
    return About(value, max(low, 0.0), min(high, 1.0))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> About:
    """How many times as much, its interval by how each pair strays from the whole's ratio."""
    if not sum(below):
        return About(math.nan, math.nan, math.nan)
    ratio = sum(above) / sum(below)
    strays = sum((a - ratio * b) ** 2 for a, b in zip(above, below, strict=True))
    wide = SURE * math.sqrt(strays) / sum(below)
    return About(ratio, ratio - wide, ratio + wide)


# --- ratings --------------------------------------------------------------------------------------


def ratings(contenders: int, comparisons: Sequence[Comparison]) -> tuple[About, ...]:
    """Bradley and Terry's strengths, intervals by drawing the deals again with replacement."""
    pairs = [
        each for each in comparisons if each.scores and each.pairing.guest != each.pairing.field
    ]
    if not pairs:
        return (About(0.0, math.nan, math.nan),) * contenders
    best = strengths(contenders, [(each.pairing, _mean(each.scores)) for each in pairs])
    chance = Random(1)  # the intervals are part of the figures: the same for the same games
    drawn = [
        strengths(
            contenders,
            [
                (each.pairing, _mean(chance.choices(each.scores, k=len(each.scores))))
                for each in pairs
            ],
        )
        for _ in range(_DRAWN_AGAIN)
    ]
    found = []
    for number in range(contenders):
        low, high = _middle(sorted(each[number] for each in drawn))
        found.append(About(best[number], low, high))
    return tuple(found)


def strengths(contenders: int, scores: Sequence[tuple[Pairing, float]]) -> list[float]:
    """In Elo points, the strengths under which each pair's expected score is nearest to its own.

    Newton's steps on the likelihood. A score of all or nothing would be endless: half a game in
    two hundred is kept back.
    """
    strength = [0.0] * contenders
    kept = 0.0025
    for _ in range(100):
        pull, weight = [0.0] * contenders, [1e-9] * contenders
        for (a, b), score in scores:
            expected = 1 / (1 + math.exp(strength[b] - strength[a]))
            missing = min(1 - kept, max(kept, score)) - expected
            spread = expected * (1 - expected)
            for who, way in ((a, 1), (b, -1)):
                pull[who] += way * missing
                weight[who] += spread
        strength = [s + 0.5 * p / w for s, p, w in zip(strength, pull, weight, strict=True)]
        middle = _mean(strength)
        strength = [s - middle for s in strength]
    return [ELO * s for s in strength]


def _middle(values: Sequence[float]) -> tuple[float, float]:
    cut = len(values) // 40
    return values[cut], values[-1 - cut]


# --- the rest -------------------------------------------------------------------------------------


def _ends(games: Games) -> dict[tuple[int, ...], dict[str, int]]:
    ends: dict[tuple[int, ...], Counter[str]] = defaultdict(Counter)
    for (_, lineup), game in sorted(games.items()):
        ends[tuple(sorted(set(lineup)))][game.reason] += 1
    return {who: dict(sorted(counts.items())) for who, counts in sorted(ends.items())}


def _roles(games: Games, number: int) -> dict[str, tuple[int, int]]:
    won: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for game in games.values():
        for seat, roles in enumerate(game.roles or ()):
            if game.lineup[seat] == number:
                for identity in roles:
                    role = identity.split("-")[0]  # one agent is like another
                    held[role] += 1
                    won[role] += _won(game, seat)
    return {role: (won[role], held[role]) for role in sorted(held)}


def _merged(games: Games, number: int) -> Counter[int]:
    times: Counter[int] = Counter()
    for game in games.values():
        for who, taken in zip(game.lineup, game.times, strict=False):
            if who == number:
                times.update(taken)
    return times


def _quantiles(times: Counter[int]) -> tuple[float, float, float]:
    count = sum(times.values())
    if not count:
        return math.nan, math.nan, math.nan
    marks, passed = [], 0
    wanted = [count * 0.5, count * 0.99]
    for at in sorted(times):
        passed += times[at]
        while wanted and passed >= wanted[0]:
            marks.append(seconds(at))
            wanted.pop(0)
    return marks[0], marks[1], sum(seconds(at) * n for at, n in times.items()) / count
