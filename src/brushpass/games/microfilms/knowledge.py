"""What a seat can know of [microfilms] and The Croupier, from its news alone, and exactly.

For every hidden card the places where it can be, for every seat the identities it can have, and
who may be allied: just what some deal allows that would have shown this seat the same, every
action in it legal. Why anyone acted is nobody's knowledge, and is not guessed at.

Only these tell anything of hidden cards: what was dealt to whom (M5-M7), what was laid, shown or
passed on in sight, that a card passed on unseen was one of the hand, and that an attempt was wrong
(M25-M28). Cards in the draw deck are alike but for that: nobody ever sees their order.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Literal, TypeAlias

from brushpass.games.contract import Seat, Viewer
from brushpass.games.microfilms import whereabouts
from brushpass.games.microfilms.cards import (
    ACE,
    ACTIONS,
    AGENT,
    BLOODSTAINED,
    COVERS,
    CROUPIER,
    FILM,
    FREELANCERS,
    LETTER,
    NATION,
    Card,
    Nation,
    Who,
)
from brushpass.games.microfilms.happenings import (
    Attempted,
    DeckShuffled,
    Discarded,
    DiscardTaken,
    Eliminated,
    EveningBegan,
    NationsChosen,
)
from brushpass.games.microfilms.view import (
    ActionDealt,
    BribeAccepted,
    CardDrawn,
    CardSeen,
    CardsHandedOver,
    CardTaken,
    CoverDealt,
    IdentityDealt,
    News,
)
from brushpass.games.microfilms.whereabouts import Branches, Kinds

Place: TypeAlias = Who | Literal["deck", "discard", "box"]
"""Where a card can be: someone's hand, a deck, or out of the game unseen (M5, M6, C1)."""

_PLACES: tuple[Place, ...] = (0, 1, 2, 3, 4, 5, CROUPIER, "deck", "box")
_AT: dict[Place, int] = {place: number for number, place in enumerate(_PLACES)}
_CARDS: tuple[Card, ...] = (*sorted(set(ACTIONS)), ACE, *FILM.values(), *LETTER.values())
_IDENTITIES: tuple[Card, ...] = (*AGENT.values(), *FREELANCERS)
_KIND: dict[Card, int] = {card: number for number, card in enumerate(_CARDS)}
_WHO: dict[Card, int] = {card: number for number, card in enumerate(_IDENTITIES)}

_NOWHERE: Branches = frozenset([whereabouts.Branch()])
"""No card lies anywhere yet."""


def _kinds(cards: Iterable[Card], number: dict[Card, int]) -> Kinds:
    return sum(1 << number[card] for card in set(cards))


def _counts(cards: Iterable[Card], number: dict[Card, int]) -> tuple[int, ...]:
    cards = list(cards)
    return tuple(cards.count(card) for card in number)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat (or a spectator) knows; start with `at_start`, then `learn`."""

    viewer: Viewer
    croupier: bool
    nations: tuple[Nation, ...] = ()
    cards: Branches = _NOWHERE
    """Where items and actions can lie, but for the discard deck, where everyone saw them go."""
    identities: Branches = _NOWHERE
    """The identities that lie before each seat and the Croupier."""
    discard: tuple[Card, ...] = ()
    """Top first; a notebook remembers what was laid (M23)."""
    own_card: Card | None = None
    """M7: dealt before the rest of the deck was shuffled."""
    seats: int = 0
    attempt: Attempted | None = None
    """The last one; it was wrong if its maker is eliminated."""

    @classmethod
    def at_start(cls, viewer: Viewer, *, croupier: bool = False) -> "Knowledge":
        """Nothing, before the first event."""
        return cls(viewer, croupier)

    # --- what follows from it -------------------------------------------------------------------

    def places(self, card: Card) -> frozenset[Place]:
        """Everywhere that the card, or one of its copies, can be."""
        table = _table(self.cards)
        found: set[Place] = {_PLACES[at] for at, kinds in table.items() if kinds >> _KIND[card] & 1}
        if card in self.discard:
            found.add("discard")
        return frozenset(found)

    def can_hold(self, place: Place) -> frozenset[Card]:
        """The cards that can be in someone's hand, in the draw deck, or in the box."""
        if place == "discard":
            return frozenset(self.discard)
        kinds = _table(self.cards).get(_AT[place], 0)
        return frozenset(card for card in _CARDS if kinds >> _KIND[card] & 1)

    def can_be(self, who: Who) -> frozenset[Card]:
        """The identities that someone can have; in The Croupier agents and covers alike."""
        kinds = _table(self.identities).get(_AT[who], 0)
        return frozenset(card for card in _IDENTITIES if kinds >> _WHO[card] & 1)

    def allied_nations(self) -> frozenset[tuple[Nation, Nation]]:
        """M6: the pairs that may be allied: the two whose letters are in play."""
        lone = {NATION[card] for card in self.can_hold("box")}
        pairs = combinations(self.nations, 2)
        return frozenset((a, b) for a, b in pairs if lone - {a, b})

    def allied(self) -> frozenset[tuple[Who, Who]]:
        """Who may be allied with whom, each pair once."""
        return frozenset(
            pair
            for a, b in self.allied_nations()
            for pair in _agents_at(self.identities, _WHO[AGENT[a]], _WHO[AGENT[b]])
        )

    def learn(self, news: Iterable[News]) -> "Knowledge":
        """What is known after these events too."""
        known = self
        for event in news:
            known = _learn(known, event)
        return known


# --- how it grows ---------------------------------------------------------------------------------


def _learn(known: Knowledge, event: News) -> Knowledge:
    match event:
        case NationsChosen(nations):
            return replace(known, nations=nations)
        case IdentityDealt(seats, identity):
            return _dealt_identities(replace(known, seats=seats), identity)
        case CoverDealt(seats, identity):
            covers = whereabouts.both(known.identities, _covers(seats))
            known = replace(known, identities=covers)
            return known if identity is None else _is(known, _own(known), identity)
        case ActionDealt(_, card):
            return replace(known, own_card=card)
        case DeckShuffled(count):
            return _dealt_cards(known, count)
        case CardDrawn(seat, card):
            return _passed_on(known, "deck", seat, card)
        case BribeAccepted(seat, target, card):
            return _passed_on(known, seat, target, card)
        case CardTaken(seat, target, card):
            return _passed_on(known, target, seat, card)
        case DiscardTaken(seat, card):
            lies = whereabouts.put_in(known.cards, _AT[seat], _KIND[card])
            return replace(known, cards=lies, discard=known.discard[1:])
        case Discarded(seat, card):
            lies = whereabouts.take_out(known.cards, _AT[seat], _KIND[card])
            return replace(known, cards=lies, discard=(card, *known.discard))
        case CardSeen(_, target, seen):
            return known if seen is None else _sees(known, target, (seen,))
        case CardsHandedOver(_, target, shown):
            return known if shown is None else _sees(known, target, shown)
        case EveningBegan(_, count):
            return _shuffled(known, count)
        case Attempted(seat, _, identity, _):
            return _shows(_is(replace(known, attempt=event), seat, identity), event)
        case Eliminated(seat, identities):
            return _is(_failed(known), seat, identities[0])
        case _:
            return known  # francs, words and chance: nothing of a hidden card


def _own(known: Knowledge) -> Seat:
    assert known.viewer is not None  # only a seat is dealt a card of its own
    return known.viewer


def _is(known: Knowledge, who: Who, identity: Card) -> Knowledge:
    """Someone was shown to have an identity."""
    seen = whereabouts.see(known.identities, _AT[who], [_WHO[identity]])
    return replace(known, identities=seen)


def _sees(known: Knowledge, target: Who, shown: tuple[Card, ...]) -> Knowledge:
    """M17, M25, M26, M28: this seat was shown an identity, or cards of a hand."""
    if shown and shown[0] in _WHO:
        return _is(known, target, shown[0])
    lies = whereabouts.see(known.cards, _AT[target], [_KIND[card] for card in shown])
    return replace(known, cards=lies)


def _passed_on(known: Knowledge, start: Place, end: Who, card: Card | None) -> Knowledge:
    """M11, M13, M18: one card went from place to place; only some saw which."""
    if card is None:
        return replace(known, cards=whereabouts.move(known.cards, _AT[start], _AT[end]))
    out = whereabouts.take_out(known.cards, _AT[start], _KIND[card])
    return replace(known, cards=whereabouts.put_in(out, _AT[end], _KIND[card]))


def _dealt_identities(known: Knowledge, own: Card | None) -> Knowledge:
    """M5, C1: the three agents are always dealt; of the freelancers some stay in the box."""
    agents = [AGENT[nation] for nation in known.nations]
    places = [_AT[seat] for seat in range(known.seats)]
    if known.croupier:
        places.append(_AT[CROUPIER])
        groups = [(at, _kinds(agents, _WHO), 1) for at in places]
        dealt = whereabouts.pooled(_counts(agents, _WHO), groups)
    else:
        everyone = [*agents, *FREELANCERS]
        groups = [(at, _kinds(everyone, _WHO), 1) for at in places]
        groups.append((_AT["box"], _kinds(FREELANCERS, _WHO), len(everyone) - known.seats))
        dealt = whereabouts.pooled(_counts(everyone, _WHO), groups)
    known = replace(known, identities=dealt)
    return known if own is None else _is(known, _own(known), own)


def _dealt_cards(known: Knowledge, count: int) -> Knowledge:
    """M6, M7: an action card each, one of three letters in the box, the rest in the deck."""
    films = [FILM[nation] for nation in known.nations]
    letters = [LETTER[nation] for nation in known.nations]
    cards = [*ACTIONS, *films, *letters, *([] if known.croupier else [ACE])]
    groups = [(_AT[seat], _kinds(ACTIONS, _KIND), 1) for seat in range(known.seats)]
    groups.append((_AT["deck"], _kinds(cards, _KIND), count))
    groups.append((_AT["box"], _kinds(letters, _KIND), 1))
    known = replace(known, cards=whereabouts.pooled(_counts(cards, _KIND), groups))
    return known if known.own_card is None else _sees(known, _own(known), (known.own_card,))


def _shuffled(known: Knowledge, count: int) -> Knowledge:
    """M22: the discard deck, which everyone saw grow, is the draw deck."""
    groups = [(_AT["deck"], _kinds(known.discard, _KIND), count)]
    deck = whereabouts.pooled(_counts(known.discard, _KIND), groups)
    return replace(known, cards=whereabouts.both(known.cards, deck), discard=())


def _shows(known: Knowledge, attempt: Attempted) -> Knowledge:
    """M24, M25: the film is of the maker's own hand, but for C10, which ends the game."""
    if attempt.film is None or attempt.attempt == "croupier":
        return known
    return _sees(known, attempt.seat, (attempt.film,))


def _failed(known: Knowledge) -> Knowledge:
    """M25-M28: the attempt was wrong, which tells everyone what is not so."""
    attempt = known.attempt
    assert attempt is not None  # nobody is eliminated otherwise (M29)
    match attempt.attempt:
        case "journalist":
            assert attempt.film is not None and attempt.target is not None
            agent = _kinds([AGENT[NATION[attempt.film]]], _WHO)
            wrong = whereabouts.exactly(known.identities, _AT[attempt.target], agent, 0)
            return replace(known, identities=wrong)
        case "hitman":
            return _without(known, attempt.target, [ACE])
        case "interpol":
            return _without(known, attempt.target, BLOODSTAINED)
        case "broker":
            assert attempt.places is not None
            return replace(known, cards=_letters_elsewhere(known, *attempt.places))
        case other:
            raise AssertionError(f"a wrong attempt of {other} ends the game")


def _without(known: Knowledge, target: Who | None, cards: Iterable[Card]) -> Knowledge:
    """None of these cards was in the hand."""
    assert target is not None
    kinds = _kinds(cards, _KIND)
    return replace(known, cards=whereabouts.exactly(known.cards, _AT[target], kinds, 0))


def _letters_elsewhere(known: Knowledge, one: Place, other: Place) -> Branches:
    """M27: not each place named held as many letters as often as it was named."""
    wrong: frozenset[whereabouts.Branch] = frozenset()
    for place in {one, other}:
        named = 2 if one == other else 1
        for held in {0, 1, 2} - {named}:
            wrong |= _letters_at(known, place, held)
    return wrong


def _letters_at(known: Knowledge, place: Place, count: int) -> Branches:
    """So many of the letters lie at the place."""
    letters = [LETTER[nation] for nation in known.nations]
    if place == "discard":
        lying = sum(card in letters for card in known.discard)
        return known.cards if lying == count else frozenset()
    return whereabouts.exactly(known.cards, _AT[place], _kinds(letters, _KIND), count)


@lru_cache(maxsize=1024)
def _table(branches: Branches) -> dict[int, Kinds]:
    return whereabouts.possible(branches)


def _covers(seats: int) -> Branches:
    """C1: each seat has one of three covers, the third lies in the box."""
    groups = [(_AT[seat], _kinds(COVERS, _WHO), 1) for seat in range(seats)]
    groups.append((_AT["box"], _kinds(COVERS, _WHO), len(COVERS) - seats))
    return whereabouts.pooled(_counts(COVERS, _WHO), groups)


@lru_cache(maxsize=1024)
def _agents_at(identities: Branches, one: int, other: int) -> frozenset[tuple[Who, Who]]:
    """The pairs who can be these two agents at once."""
    table = _table(identities)
    found: set[tuple[Who, Who]] = set()
    for first, kinds in table.items():
        if not kinds >> one & 1:
            continue
        rest = whereabouts.see(identities, first, [one])
        for second, others in _table(rest).items():
            if second != first and others >> other & 1:
                low, high = sorted((first, second))
                found.add((_who(low), _who(high)))  # agents lie before seats and the Croupier
    return frozenset(found)


def _who(at: int) -> Who:
    """Someone who can have an identity, by the number of the place."""
    return CROUPIER if at == _AT[CROUPIER] else at
