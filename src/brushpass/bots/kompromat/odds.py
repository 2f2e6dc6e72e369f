"""What the other seat may come to at a mission: each total with its chance."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from brushpass.bots.kompromat.packs import EMPTY, Pack, Total, best, kinds, packed
from brushpass.bots.kompromat.sight import Sight
from brushpass.games.kompromat.cards import ACE, LIMIT, NEWSPAPER, VALUE, Card
from brushpass.games.kompromat.knowledge import Side

ABSENT: Total = 0
"""The total of a seat that has no cards there."""
OVER: Total = LIMIT + 1
"""Any total over 21: they fail alike."""

Chances: TypeAlias = Mapping[Total, float]


class Rival(NamedTuple):
    """The other seat at a mission."""

    chances: Chances
    cards: float
    """How many equipment cards it has there, or is likely to have (K38)."""


# How readily a player stops at a total: between what operatives did in 25 games and the careful.
STOPS = {12: 0.04, 13: 0.08, 14: 0.14, 15: 0.29, 16: 0.52, 17: 0.75, 18: 0.9, 19: 0.96, 20: 0.98}
STOPS_LOW = 0.015
STOPS_SOFT = {17: 0.14, 18: 0.37, 19: 0.78, 20: 0.93}
"""The same where an ace counts 11: one more card can do no harm."""


def stops(least: Total, aces: int) -> float:
    """How readily a player stops here, who may draw."""
    total = best(least, aces)
    if total >= LIMIT:
        return 1.0
    if total > least:
        return STOPS_SOFT.get(int(total), STOPS_LOW)
    return STOPS.get(int(total), STOPS_LOW)


def goes_on(least: Total, aces: int) -> float:
    """How readily a player draws again; K10: not from over 21."""
    return 1 - stops(least, aces)


def lying_there(side: Side, mission: int, *, stopped: bool) -> Chances:
    """The odds of a pile with backs in it.

    All orders of the unseen cards are equally likely; but whoever drew again was not over 21 (K10)
    and wanted another card, and whoever stopped was over 21 or liked what lay there.
    """
    pile = tuple(side.faces[slot] for slot in side.piles[mission - 1])
    papers = NEWSPAPER * side.newspapers[mission - 1]
    if None not in pile:
        least = sum(VALUE[card] for card in pile if card) + papers
        total = best(least, pile.count(ACE))
        return {total if total <= LIMIT else OVER: 1.0}
    return _fillings(pile, packed(side.unseen()), papers, stopped)


@lru_cache(maxsize=2048)
def _fillings(pile: tuple[Card | None, ...], unseen: Pack, papers: int, stopped: bool) -> Chances:
    """Card by card in the order laid: how likely each filling is, and that one goes on from it."""
    layer: dict[tuple[Pack, Total, int], float] = {(EMPTY, 0, 0): 1.0}
    for place, face in enumerate(pile):
        grown: dict[tuple[Pack, Total, int], float] = defaultdict(float)
        for (used, least, aces), so_far in layer.items():
            weight = so_far * goes_on(least, aces) if place else so_far
            if not weight:
                continue
            if face is not None:
                grown[used, least + VALUE[face], aces + (face == ACE)] += weight
                continue
            for kind in kinds(unseen - used):
                key = used + kind.one, least + kind.value, aces + kind.aces
                grown[key] += weight * kind.copies
        layer = grown
    chances: dict[Total, float] = defaultdict(float)
    for (_, least, aces), so_far in layer.items():
        weight = so_far * stops(least, aces) if stopped else so_far
        total = best(least + papers, aces)
        chances[total if total <= LIMIT else OVER] += weight
    whole = sum(chances.values())
    if not whole:  # nobody plays like that: then anything may lie there
        return usual()
    return {total: weight / whole for total, weight in chances.items()}


CARDS_A_MISSION = 3.5
"""How many cards a usual total takes."""
USUAL: dict[Total, float] = {
    0: 0.03,
    7: 0.03,
    11: 0.03,
    13: 0.04,
    15: 0.05,
    16: 0.07,
    17: 0.11,
    18: 0.14,
    19: 0.14,
}
USUAL |= {20: 0.13, 21: 0.11, OVER: 0.13}
"""How a mission not yet attempted turns out for a good player: counted in 50 games."""
MEAGRE: Chances = {3: 0.05, 5: 0.1, 7: 0.25, 9: 0.3, 10: 0.15, 12: 0.1, 17: 0.05}
"""The same for one that has hardly a card for it."""


def usual() -> Chances:
    """The other seat, while it has all its cards."""
    whole = sum(USUAL.values())
    return {total: chance / whole for total, chance in USUAL.items()}


@lru_cache(maxsize=64)
def still_to_come(deck: int, missions: int) -> Rival:
    """The other seat has not been there yet; its cards may not last."""
    each = deck / missions
    scant = min(1.0, max(0.0, (2.8 - each) / 1.6))
    chances: dict[Total, float] = defaultdict(float)
    for part, totals in ((1 - scant, usual()), (scant, MEAGRE)):
        for total, chance in totals.items():
            chances[total] += part * chance
    return Rival(chances, min(each, CARDS_A_MISSION))


def rival(sight: Sight, mission: int, side: Side | None = None) -> Rival:
    """The odds of the other seat's total, as its side of the table is, or would be."""
    view = sight.view
    declared = view.declared[sight.other]
    known = side or sight.theirs
    cards = len(known.piles[mission - 1])
    if mission == view.current and declared is not None:
        return Rival({declared if declared <= LIMIT else OVER: 1.0}, cards)
    if cards:
        drawing = view.turn == sight.other and view.current == mission
        return Rival(lying_there(known, mission, stopped=not drawing), cards)
    missions = sight.open_to(sight.other)
    if mission in missions:
        return still_to_come(view.players[sight.other].deck, len(missions))
    return Rival({ABSENT: 1.0}, 0)
