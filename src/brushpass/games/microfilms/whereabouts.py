"""Every way in which hidden cards can lie, held together: exact, and small.

A *token* is a card whose face is not known but whose place is. Tokens that were shuffled together
form a *pool*: the cards among them are known, which of them is which is not, except that a token
may be of certain kinds only (a card dealt at the start is an action card). When somebody passes on
one of several cards unseen, it may have been any of them, and so there are *branches*. A table can
lie in just the ways in which one of its branches can be filled: each pool's cards given to its
tokens, each a kind that it can be.

Kinds and places are small numbers here, and a set of kinds is the bits of a number.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

Kind: TypeAlias = int
Kinds: TypeAlias = int
"""A set of kinds: bit k for kind k."""
Place: TypeAlias = int


class Group(NamedTuple):
    """Tokens at one place that can be of the same kinds."""

    place: Place
    kinds: Kinds
    tokens: int


class Pool(NamedTuple):
    """Tokens shuffled together: how many cards of each kind are among them, and where they are."""

    cards: tuple[int, ...]
    groups: tuple[Group, ...]


class Branch(NamedTuple):
    """One way in which things may have come about."""

    pins: tuple[tuple[Place, Kind], ...] = ()
    """Cards whose face and place are both known, sorted; one as often as it is there."""
    pools: tuple[Pool, ...] = ()


Branches: TypeAlias = frozenset[Branch]


def pooled(cards: tuple[int, ...], groups: Iterable[tuple[Place, Kinds, int]]) -> Branches:
    """The one branch in which these cards lie at these tokens."""
    return frozenset(_settled((), [_pool(cards, groups)]))


def both(ones: Branches, others: Branches) -> Branches:
    """Every branch of the one table together with every branch of the other."""
    return frozenset(
        Branch(tuple(sorted(one.pins + other.pins)), tuple(sorted(one.pools + other.pools)))
        for one in ones
        for other in others
    )


def take_out(branches: Branches, place: Place, kind: Kind) -> Branches:
    """A card of this kind was seen at the place, and is there no more."""
    return frozenset(after for branch in branches for after in _take_out(branch, place, kind))


def put_in(branches: Branches, place: Place, kind: Kind) -> Branches:
    """A card of this kind was seen to come to the place."""
    return frozenset(
        branch._replace(pins=tuple(sorted((*branch.pins, (place, kind))))) for branch in branches
    )


def see(branches: Branches, place: Place, kinds: Iterable[Kind]) -> Branches:
    """These cards were seen at the place, each a card by itself, and stay there."""
    kinds = list(kinds)
    for kind in kinds:
        branches = take_out(branches, place, kind)
    for kind in kinds:
        branches = put_in(branches, place, kind)
    return branches


def move(branches: Branches, start: Place, end: Place) -> Branches:
    """One card went from place to place, and nobody saw which."""
    return frozenset(after for branch in branches for after in _move(branch, start, end))


def exactly(branches: Branches, place: Place, kinds: Kinds, count: int) -> Branches:
    """Exactly so many cards at the place are of these kinds, no kind twice."""
    found: set[Branch] = set()
    for held in combinations(_each(kinds), count):
        some = branches
        for kind in held:
            some = take_out(some, place, kind)
        some = frozenset(after for branch in some for after in _forbid(branch, place, kinds))
        for kind in held:
            some = put_in(some, place, kind)
        found |= some
    return frozenset(found)


def possible(branches: Branches) -> dict[Place, Kinds]:
    """The kinds that can lie at each place."""
    found: dict[Place, Kinds] = {}
    for branch in branches:
        for place, kind in branch.pins:
            found[place] = found.get(place, 0) | 1 << kind
        for pool in branch.pools:
            for group in pool.groups:
                # A settled pool's groups hold just the kinds that they can be.
                found[group.place] = found.get(group.place, 0) | group.kinds
    return found


# --- one branch -----------------------------------------------------------------------------------


def _take_out(branch: Branch, place: Place, kind: Kind) -> Iterator[Branch]:
    if (place, kind) in branch.pins:
        yield branch._replace(pins=_without(branch.pins, (place, kind)))
    for i, pool in enumerate(branch.pools):
        for group in pool.groups:
            if group.place == place and group.kinds >> kind & 1:
                cards = list(pool.cards)
                cards[kind] -= 1
                rest = _pool(tuple(cards), _moved(pool.groups, group, None))
                yield from _settled(branch.pins, [*branch.pools[:i], rest, *branch.pools[i + 1 :]])


def _move(branch: Branch, start: Place, end: Place) -> Iterator[Branch]:
    for pin in set(branch.pins):
        if pin[0] == start:
            pins = (*_without(branch.pins, pin), (end, pin[1]))
            yield branch._replace(pins=tuple(sorted(pins)))
    for i, pool in enumerate(branch.pools):
        for group in pool.groups:
            if group.place == start:
                # Where a token lies does not change what it can be, so the pool stays settled.
                after = _pool(pool.cards, _moved(pool.groups, group, end))
                pools = (*branch.pools[:i], after, *branch.pools[i + 1 :])
                yield branch._replace(pools=tuple(sorted(pools)))


def _forbid(branch: Branch, place: Place, kinds: Kinds) -> Iterator[Branch]:
    """None of the cards at the place is of these kinds."""
    if any(at == place and kinds >> kind & 1 for at, kind in branch.pins):
        return
    pools = [
        _pool(
            pool.cards,
            (
                group._replace(kinds=group.kinds & ~kinds) if group.place == place else group
                for group in pool.groups
            ),
        )
        for pool in branch.pools
    ]
    yield from _settled(branch.pins, pools)


def _settled(pins: tuple[tuple[Place, Kind], ...], pools: list[Pool]) -> Iterator[Branch]:
    """The branch with every pool settled; nothing if one cannot be filled at all."""
    kept = []
    for pool in pools:
        settled = _settle(pool)
        if settled is None:
            return
        more, rest = settled
        pins += more
        if rest.groups:
            kept.append(rest)
    yield Branch(tuple(sorted(pins)), tuple(sorted(kept)))


def _pool(cards: tuple[int, ...], groups: Iterable[tuple[Place, Kinds, int]]) -> Pool:
    counts: dict[tuple[Place, Kinds], int] = {}
    for place, kinds, count in groups:
        counts[place, kinds] = counts.get((place, kinds), 0) + count
    return Pool(cards, tuple(sorted(Group(*at, n) for at, n in counts.items() if n)))


def _moved(
    groups: tuple[Group, ...], group: Group, end: Place | None
) -> Iterator[tuple[Place, Kinds, int]]:
    """The groups after one token of one of them went away, or to another place."""
    for each in groups:
        yield each._replace(tokens=each.tokens - 1) if each is group else each
    if end is not None:
        yield end, group.kinds, 1


def _without(
    pins: tuple[tuple[Place, Kind], ...], pin: tuple[Place, Kind]
) -> tuple[tuple[Place, Kind], ...]:
    at = pins.index(pin)
    return pins[:at] + pins[at + 1 :]


def _each(kinds: Kinds) -> list[Kind]:
    return [kind for kind in range(kinds.bit_length()) if kinds >> kind & 1]


# --- one pool -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def _settle(pool: Pool) -> tuple[tuple[tuple[Place, Kind], ...], Pool] | None:
    """The pool with each group's kinds cut down to those that it can be, what is certain pinned.

    None if the cards cannot be given to the tokens. So a settled pool can always be filled, and
    two pools that can be filled alike are, nearly always, the same.
    """
    can_be = _can_be(pool)
    if can_be is None:
        return None
    pins: list[tuple[Place, Kind]] = []
    cards = list(pool.cards)
    groups = []
    for group, kinds in zip(pool.groups, can_be, strict=True):
        if kinds & (kinds - 1):
            groups.append((group.place, kinds, group.tokens))
            continue
        kind = kinds.bit_length() - 1
        cards[kind] -= group.tokens
        pins += [(group.place, kind)] * group.tokens
    return tuple(pins), _pool(tuple(cards), groups)


def _can_be(pool: Pool) -> list[Kinds] | None:
    """For each group the kinds that one of its tokens can be, the others still being filled.

    The cards are given out once, as a flow from kinds to groups. A kind that did not come to a
    group could come there if the group can hand a card on, kind by kind, in a circle.
    """
    present = sum(1 << kind for kind, count in enumerate(pool.cards) if count)
    allowed = [group.kinds & present for group in pool.groups]
    if all(kinds == present for kinds in allowed):
        return allowed
    given = _give_out(pool, allowed)
    if given is None:
        return None
    holds = [
        sum(1 << kind for kind, row in enumerate(given) if row[at]) for at in range(len(allowed))
    ]
    # onward[k]: the kinds that make room if one more k is given out
    onward = []
    for kind in range(len(pool.cards)):
        makes_room = 0
        for kinds, held in zip(allowed, holds, strict=True):
            if kinds >> kind & 1:
                makes_room |= held
        onward.append(makes_room)
    for through in range(len(onward)):
        for kind in range(len(onward)):
            if onward[kind] >> through & 1:
                onward[kind] |= onward[through]
    can_be = []
    for kinds, held in zip(allowed, holds, strict=True):
        reached = held
        for kind in _each(held):
            reached |= onward[kind]
        can_be.append(reached & kinds)
    return can_be


def _give_out(pool: Pool, allowed: list[Kinds]) -> list[list[int]] | None:
    """One way of giving every card to a token: how many of each kind to each group."""
    room = [group.tokens for group in pool.groups]
    given = [[0] * len(room) for _ in pool.cards]

    def give(kind: Kind, tried: set[int]) -> bool:
        """Give out one more card, moving others on where it must be."""
        for at, kinds in enumerate(allowed):
            if not kinds >> kind & 1 or at in tried:
                continue
            tried.add(at)
            if room[at]:
                room[at] -= 1
                given[kind][at] += 1
                return True
            for other, row in enumerate(given):
                if row[at] and other != kind and give(other, tried):
                    row[at] -= 1
                    given[kind][at] += 1
                    return True
        return False

    for kind, count in enumerate(pool.cards):
        for _ in range(count):
            if not give(kind, set()):
                return None
    return None if any(room) else given
