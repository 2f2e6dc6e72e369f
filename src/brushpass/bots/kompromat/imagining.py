"""The other seat's round as it may be: what it hides is sampled, its turns to come are played out.

A sample holds only what could be so by all that the seat was shown. The other seat then plays on by
a rule that looks at its own cards alone, and what comes of it is all that is kept: how often it
ends with which total. So whoever thinks with samples knows no card that it was not shown, nor does
the other seat know what was sampled.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from brushpass.bots.kompromat.odds import ABSENT, OVER, Rival, goes_on, stops
from brushpass.bots.kompromat.packs import Total, best
from brushpass.bots.kompromat.sight import MISSIONS
from brushpass.games.kompromat.cards import ACE, LIMIT, NEWSPAPER, VALUE, Card
from brushpass.games.kompromat.knowledge import Hand, Side

TRIES = 12
"""How often a pile is filled anew, until it is one that a player would have left so."""
LOW = 12
"""Below this total every seat draws on, in a sample."""
SOFT = 18
"""From this total on nobody draws who counts an ace 11, though it could do no harm."""
RISKS = {12: 0.65, 13: 0.58, 14: 0.52, 15: 0.45, 16: 0.38, 17: 0.3, 18: 0.18, 19: 0.08, 20: 0.0}
"""The part of its deck that may take a seat over, for it to draw at a total."""


@dataclass(slots=True)
class Half:
    """One seat's side of an imagined round; it changes as the round is played."""

    deck: list[Card]
    """Top last."""
    piles: list[Hand]
    papers: list[int]
    """What newspapers add at each mission."""

    def plays_out(self, order: tuple[int, ...]) -> None:
        """K14: a turn at each mission where it has nothing yet, as long as it has cards."""
        for mission in order:
            if not self.piles[mission - 1] and self.deck:
                self.lay(mission)
                while self.wants_more(mission):
                    self.lay(mission)

    def lay(self, mission: int) -> None:
        """Draw a card there."""
        self.piles[mission - 1] += (self.deck.pop(),)

    def counted(self, mission: int) -> tuple[Total, int]:
        """What lies at a mission with each ace as 1, and the aces."""
        pile = self.piles[mission - 1]
        return sum([VALUE[card] for card in pile]) + self.papers[mission - 1], pile.count(ACE)

    def wants_more(self, mission: int) -> bool:
        """By its total, and by how much of its deck would take it over."""
        least, aces = self.counted(mission)
        if not self.deck or least > LIMIT:
            return False
        total = best(least, aces)
        if total < LOW:
            return True
        if total >= LIMIT or (total >= SOFT and total > least):
            return False
        room = LIMIT - least
        over = sum([VALUE[card] > room for card in self.deck])
        return over <= RISKS[int(total)] * len(self.deck)


@lru_cache(maxsize=64)
def foreseen(side: Side, order: tuple[int, ...], samples: int, seed: str) -> dict[int, Rival]:
    """What the other seat may come to at the missions it has yet to attempt, by so many samples.

    It goes to them in this order.
    """
    rng = Random(f"{seed} {len(side.deck)}")
    counts: dict[int, dict[Total, int]] = {mission: defaultdict(int) for mission in order}
    cards = dict.fromkeys(order, 0)
    for _ in range(samples):
        imagined = half(side, rng)
        imagined.plays_out(order)
        for mission in order:
            pile = imagined.piles[mission - 1]
            total = best(*imagined.counted(mission)) if pile else ABSENT
            counts[mission][total if total <= LIMIT else OVER] += 1
            cards[mission] += len(pile)
    return {
        mission: Rival(
            {total: count / samples for total, count in counts[mission].items()},
            cards[mission] / max(1, samples - counts[mission][ABSENT]),
        )
        for mission in order
    }


def half(side: Side, rng: Random) -> Half:
    """A side of the round: what is known, and the rest as it may be."""
    piles = []
    for mission in MISSIONS:
        side = filled(side, mission, rng)
        piles.append(tuple(card for slot in side.piles[mission - 1] if (card := side.faces[slot])))
    rest = list(side.unseen())
    rng.shuffle(rest)
    deck = [side.faces[slot] or rest.pop() for slot in reversed(side.deck)]
    return Half(deck, piles, [NEWSPAPER * count for count in side.newspapers])


def filled(side: Side, mission: int, rng: Random) -> Side:
    """A side with no back left at a mission: K10 is kept, and so are players' habits."""
    pile = side.piles[mission - 1]
    hidden = [slot for slot in pile if side.faces[slot] is None]
    if not hidden:
        return side
    unseen = side.unseen()
    faces = dict(zip(pile, (side.faces[slot] for slot in pile), strict=True))
    dealt: list[Card] = []
    for _ in range(TRIES):
        dealt = rng.sample(unseen, len(hidden))
        faces.update(zip(hidden, dealt, strict=True))
        if rng.random() < likely([card for card in faces.values() if card]):
            break
    return side.seen(hidden, dealt)


def likely(pile: list[Card]) -> float:
    """How likely a player is to draw these cards one after the other, and then to stop."""
    chance, least, aces = 1.0, VALUE[pile[0]], int(pile[0] == ACE)
    for card in pile[1:]:
        chance *= goes_on(least, aces)
        least, aces = least + VALUE[card], aces + (card == ACE)
    return chance * stops(least, aces)
