"""What a seat can know of equipment that lies face down, from its news alone.

The cards of a seat's deck are 14 *slots*, numbered from the top as they were shuffled: where each
slot lies is public, what it is may not be. A seat knows its own slots once it has drawn them; of
the others it knows those that were turned up, and that whoever drew again was not over 21 (K10).
Every order of the cards it has not seen is equally likely but for that. That a seat stopped is no
evidence: nobody is told why (K15).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from brushpass.games.contract import Seat, Viewer
from brushpass.games.kompromat.actions import WORDS, Use
from brushpass.games.kompromat.cards import ACE, ACE_HIGH, EQUIPMENT, LIMIT, NEWSPAPER, VALUE, Card
from brushpass.games.kompromat.happenings import (
    Drew,
    EquipmentShuffled,
    Failed,
    MissionReached,
    Placed,
    TurnedUp,
    Used,
)
from brushpass.games.kompromat.view import News, NightVision, PushedDown

Slot: TypeAlias = int
Hand: TypeAlias = tuple[Card, ...]
"""Some cards, sorted: two hands of the same cards are the same."""


@dataclass(frozen=True, slots=True)
class NotOver:
    """K10: a seat drew again, so these slots came to at most this much, each ace as 1."""

    slots: frozenset[Slot]
    limit: int


@dataclass(frozen=True, slots=True)
class Side:
    """What is known of one seat's equipment in this round."""

    faces: tuple[Card | None, ...] = (None,) * len(EQUIPMENT)
    """Slot by slot; None where the face is not known."""
    deck: tuple[Slot, ...] = tuple(range(len(EQUIPMENT)))
    """Top first."""
    piles: tuple[tuple[Slot, ...], ...] = ((), (), (), ())
    newspapers: tuple[int, ...] = (0, 0, 0, 0)
    in_hand: Slot | None = None
    """Drawn face up, and not placed yet."""
    last: Slot | None = None
    """K21: the one drawn last."""
    limits: tuple[NotOver, ...] = ()

    def seen(self, slots: Iterable[Slot], cards: Iterable[Card]) -> "Side":
        faces = list(self.faces)
        for slot, card in zip(slots, cards, strict=True):
            faces[slot] = card
        return replace(self, faces=tuple(faces))

    def with_pile(self, mission: int, pile: tuple[Slot, ...]) -> "Side":
        return replace(self, piles=(*self.piles[: mission - 1], pile, *self.piles[mission:]))

    def drew(self, card: Card) -> "Side":
        """K8: the top card, which everyone sees."""
        top, *rest = self.deck
        return replace(self.seen([top], [card]), deck=tuple(rest), in_hand=top, last=top)

    def placed(self, mission: int) -> "Side":
        """K8: it is laid at a mission."""
        assert self.in_hand is not None
        return replace(self.with_pile(mission, (self.in_hand,)), in_hand=None)

    def pushed(self, mission: int, card: Card | None) -> "Side":
        """K9, K10: a further card; so what lay there before was not over 21."""
        before = self.piles[mission - 1]
        limit = LIMIT - NEWSPAPER * self.newspapers[mission - 1]
        limits = (*self.limits, NotOver(frozenset(before), limit))
        top, *rest = self.deck
        side = replace(self.with_pile(mission, (*before, top)), deck=tuple(rest), last=top)
        side = replace(side, limits=limits)
        return side if card is None else side.seen([top], [card])

    def turned_up(self, mission: int, cards: tuple[Card, ...]) -> "Side":
        """K20, K31: a pile's faces."""
        return self.seen(self.piles[mission - 1], cards)

    def looked_ahead(self, cards: tuple[Card, ...]) -> "Side":
        """K24: the next cards of the deck."""
        return self.seen(self.deck[: len(cards)], cards)

    def returned(self) -> "Side":
        """K21: the card drawn last goes back to the top of the deck."""
        assert self.last is not None
        piles = tuple(tuple(slot for slot in pile if slot != self.last) for pile in self.piles)
        return replace(self, deck=(self.last, *self.deck), piles=piles, last=None)

    def moved(self, start: int, end: int) -> "Side":
        """K22: all cards of one mission to an empty one."""
        return self.with_pile(end, self.piles[start - 1]).with_pile(start, ())

    def lost(self, mission: int, position: int) -> "Side":
        """K25: one card is discarded face down."""
        pile = self.piles[mission - 1]
        return self.with_pile(mission, pile[: position - 1] + pile[position:])

    def headlined(self, mission: int) -> "Side":
        """K23: a newspaper lies there."""
        papers = list(self.newspapers)
        papers[mission - 1] += 1
        return replace(self, newspapers=tuple(papers))

    def cleared(self, mission: int) -> "Side":
        """K34, K40: the pile is out of the round."""
        return self.with_pile(mission, ())

    # --- what follows from it -------------------------------------------------------------------

    def unseen(self) -> Hand:
        """The cards whose slots are not known, wherever they lie."""
        return tuple(sorted((Counter(EQUIPMENT) - Counter(filter(None, self.faces))).elements()))

    def pile_hands(self, mission: int) -> Mapping[Hand, Fraction]:
        """Every hand that can lie at a mission, with its chance. They sum to 1."""
        pile = self.piles[mission - 1]
        hidden = tuple(slot for slot in pile if self.faces[slot] is None)
        known = [face for slot in pile if (face := self.faces[slot]) is not None]
        hands = _hands(self.unseen(), hidden, tuple(self._open_limits()))
        return {tuple(sorted([*known, *hand])): chance for hand, chance in hands.items()}

    def totals(self, mission: int) -> Mapping[int | float, Fraction]:
        """The chance of each total at a mission, at its best: the highest not over 21.

        A pile that is over 21 whatever its aces count stands with its least total.
        """
        extra = NEWSPAPER * self.newspapers[mission - 1]
        chances: dict[int | float, Fraction] = defaultdict(Fraction)
        for hand, chance in self.pile_hands(mission).items():
            chances[best_total(hand, extra)] += chance
        return dict(sorted(chances.items()))

    def over(self, mission: int) -> Fraction:
        """The chance that a pile is over 21."""
        return sum((p for total, p in self.totals(mission).items() if total > LIMIT), Fraction(0))

    def can_lie(self, mission: int) -> frozenset[Card]:
        """The equipment cards that can lie at a mission."""
        return frozenset(card for hand in self.pile_hands(mission) for card in hand)

    def _open_limits(self) -> Iterator[NotOver]:
        """The limits on slots still hidden, less what the known ones among them come to."""
        for each in self.limits:
            if any(each.slots < more.slots and each.limit >= more.limit for more in self.limits):
                continue  # more cards came to no more, so these did not either
            hidden = frozenset(slot for slot in each.slots if self.faces[slot] is None)
            known = sum(VALUE[face] for slot in each.slots if (face := self.faces[slot]))
            most = sum(sorted((VALUE[card] for card in self.unseen()), reverse=True)[: len(hidden)])
            if hidden and known + most > each.limit:
                yield NotOver(hidden, int(each.limit - known))  # a half below a whole changes none


def best_total(hand: Iterable[Card], extra: int = 0) -> int | float:
    """The highest total not over 21, each ace 1 or 11 (K31); the least if there is none."""
    total: int | float = extra
    aces = 0
    for card in hand:
        total += VALUE[card]
        aces += card == ACE
    while aces and total + ACE_HIGH <= LIMIT:
        total, aces = total + ACE_HIGH, aces - 1
    return total


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat (or a spectator) knows of both sides; start with none, then `learn`."""

    viewer: Viewer
    sides: tuple[Side, Side] = (Side(), Side())
    mission: int = 0
    """The mission being resolved; those before it are done."""

    def learn(self, news: Iterable[News]) -> "Knowledge":
        """What is known after these events too."""
        known = self
        for event in news:
            known = known._learn(event)
        return known

    def _with(self, seat: Seat, side: Side) -> "Knowledge":
        sides = (side, self.sides[1]) if seat == 0 else (self.sides[0], side)
        return replace(self, sides=sides)

    def _learn(self, event: News) -> "Knowledge":
        match event:
            case EquipmentShuffled(seat):
                return replace(self._with(seat, Side()), mission=0)
            case Drew(seat, card):
                return self._with(seat, self.sides[seat].drew(card))
            case Placed(seat, _, mission):
                return self._with(seat, self.sides[seat].placed(mission))
            case PushedDown(seat, mission, shown):
                return self._with(seat, self.sides[seat].pushed(mission, shown))
            case TurnedUp(seat, mission, cards):
                return self._with(seat, self.sides[seat].turned_up(mission, cards))
            case NightVision(seat, _, ahead):
                return self if ahead is None else self._with(seat, self._looked(seat, ahead))
            case Used(seat, _, words):
                return self._used(seat, words)
            case Failed(seat, mission):
                return self._with(seat, self.sides[seat].cleared(mission))
            case MissionReached(mission):
                return self._reached(mission)
            case _:
                return self  # nothing else moves or shows equipment

    def _looked(self, seat: Seat, cards: tuple[Card, ...]) -> Side:
        return self.sides[seat].looked_ahead(cards)

    def _used(self, seat: Seat, words: str) -> "Knowledge":
        use = WORDS[words]
        assert isinstance(use, Use)
        own, other = self.sides[seat], self.sides[1 - seat]
        match use.item, use.args:
            case "gps-tracker", _:
                return self._with(seat, own.returned())
            case "jetpack", (start, end):
                return self._with(seat, own.moved(start, end))
            case "stun-gun", (mission, position):
                return self._with(1 - seat, other.lost(mission, position))
            case "newspaper", (mission,):
                return self._with(1 - seat, other.headlined(mission))
            case _:
                return self  # the others move no equipment

    def _reached(self, mission: int) -> "Knowledge":
        """The mission before is done, and its piles are out of the round."""
        sides = self.sides
        if mission > 1:
            sides = (sides[0].cleared(mission - 1), sides[1].cleared(mission - 1))
        return replace(self, sides=sides, mission=mission)


# --- counting -------------------------------------------------------------------------------------

# A multiset of the unseen cards is a tuple of counts, one for each face that is unseen. Ways are
# counted with every card told apart, so that all orders weigh the same.
_Counts: TypeAlias = tuple[int, ...]


@lru_cache(maxsize=512)
def _hands(
    unseen: Hand, slots: tuple[Slot, ...], limits: tuple[NotOver, ...]
) -> dict[Hand, Fraction]:
    """What can lie in these slots, with its chance, if all orders that keep the limits weigh alike.

    Slots that no limit ties together only matter to one another in that they share the cards;
    so each group that limits tie is counted by itself, and then the groups are fitted together.
    """
    faces = tuple(sorted(set(unseen)))
    supply = tuple(unseen.count(face) for face in faces)
    groups = _tied(slots, limits)
    wanted, others = groups[0], groups[1:]
    ways: dict[_Counts, int] = defaultdict(int)
    for (used, inside), count in _fill(faces, supply, wanted, frozenset(slots), limits).items():
        ways[inside] += count * _ways_for_all(faces, supply, used, others, limits)
    whole = sum(ways.values())
    return {
        tuple(face for face, n in zip(faces, counts, strict=True) for _ in range(n)): Fraction(
            count, whole
        )
        for counts, count in ways.items()
        if count
    }


def _tied(slots: tuple[Slot, ...], limits: tuple[NotOver, ...]) -> list[tuple[Slot, ...]]:
    """The slots asked for with all that limits tie to them; then the other groups that are tied."""
    groups = [set(slots)]
    for limit in limits:
        joined = set(limit.slots)
        apart = []
        for group in groups:
            if group & joined:
                joined |= group
            else:
                apart.append(group)
        groups = [*apart, joined]
    groups.sort(key=lambda group: not group >= set(slots))
    return [tuple(sorted(group)) for group in groups]


def _fill(
    faces: tuple[Card, ...],
    supply: _Counts,
    group: tuple[Slot, ...],
    asked: frozenset[Slot],
    limits: tuple[NotOver, ...],
) -> dict[tuple[_Counts, _Counts], int]:
    """How often each multiset fills a group, and which part of it fills the slots asked for."""
    ours = [limit for limit in limits if limit.slots <= set(group)]
    none = (0,) * len(faces)
    # (all used, used in the slots asked for, what each limit has come to) -> ways
    layer: dict[tuple[_Counts, _Counts, tuple[int | float, ...]], int] = {
        (none, none, (0,) * len(ours)): 1
    }
    for slot in group:
        grown: dict[tuple[_Counts, _Counts, tuple[int | float, ...]], int] = defaultdict(int)
        for (used, inside, sums), count in layer.items():
            for i, face in enumerate(faces):
                left = supply[i] - used[i]
                if not left:
                    continue
                come = tuple(
                    total + VALUE[face] if slot in limit.slots else total
                    for total, limit in zip(sums, ours, strict=True)
                )
                if all(total <= limit.limit for total, limit in zip(come, ours, strict=True)):
                    now = _one_more(inside, i) if slot in asked else inside
                    grown[_one_more(used, i), now, come] += count * left
        layer = grown
    filled: dict[tuple[_Counts, _Counts], int] = defaultdict(int)
    for (used, inside, _), count in layer.items():
        filled[used, inside] += count
    return filled


def _one_more(counts: _Counts, i: int) -> _Counts:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


def _ways_for_all(
    faces: tuple[Card, ...],
    supply: _Counts,
    used: _Counts,
    groups: list[tuple[Slot, ...]],
    limits: tuple[NotOver, ...],
) -> int:
    """In how many ways these groups can be filled from what is left."""
    left = tuple(have - gone for have, gone in zip(supply, used, strict=True))
    return _ways(faces, left, tuple(groups), limits)


@lru_cache(maxsize=65536)
def _ways(
    faces: tuple[Card, ...],
    supply: _Counts,
    groups: tuple[tuple[Slot, ...], ...],
    limits: tuple[NotOver, ...],
) -> int:
    if not groups:
        return 1
    first, rest = groups[0], list(groups[1:])
    filled = _fill(faces, supply, first, frozenset(), limits)
    return sum(
        count * _ways_for_all(faces, supply, used, rest, limits)
        for (used, _), count in filled.items()
    )
