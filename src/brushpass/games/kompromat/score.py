"""Totals of piles (K10, K31) and points at the end (K41, K42)."""

from brushpass.games.contract import Result
from brushpass.games.kompromat.cards import (
    ACE,
    ACE_HIGH,
    NEWSPAPER,
    SET_WORTH,
    SETS,
    TARGETS,
    VALUE,
    Card,
)
from brushpass.games.kompromat.cards import ITEMS as ITEM_CARDS
from brushpass.games.kompromat.state import Player


def least_total(player: Player, mission: int) -> int | float:
    """K10: what a pile comes to with each ace as 1, newspapers counted in."""
    total: int | float = NEWSPAPER * player.newspapers[mission - 1]
    for laid in player.piles[mission - 1]:
        total += VALUE[laid.card]
    return total


def totals(player: Player, mission: int) -> tuple[int | float, ...]:
    """K31: every total that a pile can be declared as, each ace 1 or 11; ascending."""
    least = least_total(player, mission)
    aces = sum(laid.card == ACE for laid in player.piles[mission - 1])
    return tuple(least + ACE_HIGH * high for high in range(aces + 1))


def worth(cards: tuple[Card, ...]) -> int:
    """K41: targets as printed, items 1 each, codes and documents by how many of each."""
    plain = sum(TARGETS.get(card, 0) + (card in ITEM_CARDS) for card in cards)
    return plain + sum(SET_WORTH[cards.count(card)] for card in SETS)


def points(player: Player) -> int:
    """K41: what was collected, and 1 for each token."""
    return worth(player.won) + player.tokens


def final_result(players: tuple[Player, Player]) -> Result:
    """K42: most points; tied, more tokens; still tied, nobody."""
    score = (points(players[0]), points(players[1]))
    tokens = (players[0].tokens, players[1].tokens)
    if score[0] != score[1]:
        return Result((int(score[1] > score[0]),), "points", score)
    if tokens[0] != tokens[1]:
        return Result((int(tokens[1] > tokens[0]),), "tie-break", score)
    return Result((), "draw", score)


def loss_by_notoriety(players: tuple[Player, Player], loser: int) -> Result:
    """K36: the other seat wins, whatever the points."""
    return Result((1 - loser,), "notoriety", (points(players[0]), points(players[1])))
