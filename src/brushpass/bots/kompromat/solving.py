"""One's own side of a round, solved: when to draw, and where to lay a card."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from brushpass.bots.kompromat.curves import Curve
from brushpass.bots.kompromat.decks import promise
from brushpass.bots.kompromat.odds import OVER
from brushpass.bots.kompromat.packs import ONE, Pack, Total, best, beyond, kinds, size
from brushpass.bots.kompromat.worth import Worth
from brushpass.games.kompromat.cards import ACE, LIMIT, VALUE
from brushpass.games.kompromat.knowledge import Hand

Later: TypeAlias = tuple[int, ...]
"""Missions still to come."""

SAFE = LIMIT - 10
"""Up to this, no card takes a total over 21."""


@dataclass
class Coming:
    """The missions that a seat may still attempt, and what they are likely to bring a deck."""

    curves: Mapping[int, Curve]
    papers: Mapping[int, int]
    """K23: what newspapers add to this seat's total."""
    exact: bool = False
    """Whether they are solved to the end; else it is known how good each deck usually is."""
    _turns: dict[tuple[int, Later], "Turn"] = field(default_factory=dict)
    _known: dict[tuple[Later, Pack], Worth] = field(default_factory=dict)
    _stakes: dict[Later, tuple[Worth, Worth]] = field(default_factory=dict)

    def turn(self, mission: int, later: Later) -> "Turn":
        """Drawing at a mission, with these still to come."""
        key = mission, later
        if key not in self._turns:
            self._turns[key] = Turn(self.curves[mission], self, later)
        return self._turns[key]

    def rest(self, later: Later, deck: Pack) -> Worth:
        """What these missions are likely to bring with this deck."""
        if not later:
            return 0.0
        key = later, deck
        worth = self._known.get(key)
        if worth is None:
            worth = self._known[key] = self._rest(later, deck)
        return worth

    def _rest(self, later: Later, deck: Pack) -> Worth:
        if self.exact and deck:
            turns = [
                (self.turn(m, tuple(each for each in later if each != m)), self.papers[m])
                for m in later
            ]
            worth = 0.0
            for _, one, count, value, ace in kinds(deck):
                worth += count * max(
                    [turn.better(deck - one, papers + value, ace, 1) for turn, papers in turns]
                )
            return worth / size(deck)
        absent, stake = self._usual(later)
        return absent + stake * promise(deck, len(later))

    def _usual(self, later: Later) -> tuple[Worth, Worth]:
        """What it brings to be absent at all of these, and what is at stake at one."""
        if later not in self._stakes:
            curves = [self.curves[mission] for mission in later]
            stake = sum(curve.stake for curve in curves) / len(curves)
            self._stakes[later] = sum(curve.absent for curve in curves), stake
        return self._stakes[later]


@dataclass
class Turn:
    """Drawing at one mission, with others still to come: exactly, card by card."""

    curve: Curve
    coming: Coming
    later: Later
    _known: dict[tuple[Pack, Total, int, int], Worth] = field(default_factory=dict)
    _stops: dict[tuple[Total, int, int], Worth] = field(default_factory=dict)
    _rests: dict[Pack, Worth] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._over = self.curve.at(OVER, 1)
        self._most = max(self.curve.at(LIMIT, 9), self._over)

    def rest(self, deck: Pack) -> Worth:
        """What the missions to come are likely to bring with this deck."""
        worth = self._rests.get(deck)
        if worth is None:
            worth = self._rests[deck] = self.coming.rest(self.later, deck)
        return worth

    def stopping(self, deck: Pack, least: Total, aces: int, cards: int) -> Worth:
        """No more cards there; the deck is for the missions to come."""
        key = least, aces, cards
        worth = self._stops.get(key)
        if worth is None:
            total = OVER if least > LIMIT else best(least, aces)
            worth = self._stops[key] = self.curve.at(total, cards)
        return worth + self.rest(deck)

    def drawing(self, deck: Pack, least: Total, aces: int, cards: int) -> Worth:
        """One more card, whichever it is; then the better of stopping and drawing again."""
        worth, cards, rests = 0.0, cards + 1, self._rests
        for _, one, count, value, ace in kinds(deck):
            left = deck - one
            if least + value > LIMIT:
                rest = rests[left] if left in rests else self.rest(left)
                worth += count * (self._over + rest)
            else:
                worth += count * self.better(left, least + value, aces + ace, cards)
        return worth / size(deck)

    def better(self, deck: Pack, least: Total, aces: int, cards: int) -> Worth:
        """The better of stopping and drawing."""
        key = deck, least, aces, cards
        worth = self._known.get(key)
        if worth is None:
            worth = self.stopping(deck, least, aces, cards)
            if deck and least <= LIMIT and not self._no_better(deck, least, aces, worth):
                worth = max(worth, self.drawing(deck, least, aces, cards))
            self._known[key] = worth
        return worth

    def _no_better(self, deck: Pack, least: Total, aces: int, stopping: Worth) -> bool:
        """Whether drawing cannot be better, even if it were to reach 21 whenever it can."""
        if best(least, aces) == LIMIT:
            return True
        if least <= SAFE:
            return False
        over = beyond(deck, LIMIT - least) / size(deck)
        most = self._most + over * (self._over - self._most)
        return most + self._rests[deck] <= stopping

    def seeing(self, deck: Pack, least: Total, aces: int, cards: int, ahead: Hand) -> Worth:
        """As `better`, but the next cards are known."""
        if not ahead:
            return self.better(deck, least, aces, cards)
        worth = self.stopping(deck, least, aces, cards)
        if least > LIMIT:
            return worth
        return max(worth, self.drawing_seen(deck, least, aces, cards, ahead))

    def drawing_seen(self, deck: Pack, least: Total, aces: int, cards: int, ahead: Hand) -> Worth:
        """One more card, which is known."""
        card, rest = ahead[0], ahead[1:]
        aces += card == ACE
        return self.seeing(deck - ONE[card], least + VALUE[card], aces, cards + 1, rest)
