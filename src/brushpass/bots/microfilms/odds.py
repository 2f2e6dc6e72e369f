"""How likely an attempt to win is to be right (M24-M28, C10)."""

from typing import assert_never

from brushpass.bots.microfilms.eyes import Eyes
from brushpass.games.microfilms.actions import (
    Attempt,
    WinAgent,
    WinBroker,
    WinCroupier,
    WinHitman,
    WinInterpol,
    WinJournalist,
)
from brushpass.games.microfilms.cards import (
    ACE,
    AGENT,
    BLOODSTAINED,
    CROUPIER,
    LETTER,
    NATION,
    Card,
    Nation,
    Who,
)
from brushpass.games.microfilms.knowledge import Place


def chance_of_winning(eyes: Eyes, attempt: Attempt) -> float:
    """How likely an attempt is to be right (M24-M28, C10)."""
    match attempt:
        case WinAgent(film):
            return agent_wins(eyes, NATION[film])
        case WinJournalist(film, target):
            return eyes.chance_is(target, AGENT[NATION[film]])
        case WinHitman(target):
            return eyes.chance_of(ACE, target)
        case WinBroker(places):
            return _broker(eyes, places)
        case WinInterpol(target):
            return _interpol(eyes, target)
        case WinCroupier(film):
            return _croupier(eyes, film)
        case _:
            assert_never(attempt)


def agent_wins(eyes: Eyes, film: Nation) -> float:
    """M24: any foreign film but an ally's; one's own never wins."""
    assert eyes.nation is not None
    return 0.0 if film == eyes.nation else 1 - eyes.chance_allied(eyes.nation, film)


def _broker(eyes: Eyes, places: tuple[Place, Place]) -> float:
    """M27: the two letters in play at the two places, either way round."""
    pairs = eyes.known.allied_nations()
    one, other = places
    total = 0.0
    for a, b in pairs:
        straight = eyes.chance_of(LETTER[a], one) * eyes.chance_of(LETTER[b], other)
        crossed = eyes.chance_of(LETTER[a], other) * eyes.chance_of(LETTER[b], one)
        total += straight if one == other else straight + crossed
    return total / len(pairs)


def _interpol(eyes: Eyes, target: Who) -> float:
    """M28: a bloodstained card in the hand, if each card could as well be any other it can be."""
    can_hold = eyes.known.can_hold(target)
    if not can_hold & BLOODSTAINED:
        return 0.0
    stained = len(can_hold & BLOODSTAINED) * 2.5  # five cards of two kinds
    return float(
        1 - (1 - stained / (stained + len(can_hold - BLOODSTAINED))) ** eyes.cards_at(target)
    )


def _croupier(eyes: Eyes, film: Card) -> float:
    """C10: in his hand, the other seat's, and he is the ally."""
    assert eyes.nation is not None
    other = 1 - eyes.me
    theirs = eyes.chance_is(other, AGENT[NATION[film]])
    his = next((n for n in eyes.view.agents if n not in (eyes.nation, NATION[film])), eyes.nation)
    return eyes.chance_of(film, CROUPIER) * theirs * eyes.chance_allied(eyes.nation, his)
