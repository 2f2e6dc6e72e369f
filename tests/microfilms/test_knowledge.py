"""What a seat can know, against the definition: every deal that would have shown it the same.

The oracle keeps real tables, every one that can be the true one. At each action it lets each of
them go on in every way that fits what the seat was shown, by the rules of the game themselves, and
drops those that cannot. The order of a draw deck is made up only when a card is drawn from it.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from typing import NamedTuple, Self

import pytest

from brushpass import dealer
from brushpass.games.contract import IllegalAction, Viewer
from brushpass.games.microfilms import CROUPIER, MICROFILMS, State, attempts, chance, knowledge
from brushpass.games.microfilms.actions import Action, Attempt, Bribe, Draw, Outcome, Pass, parse
from brushpass.games.microfilms.cards import (
    ACTIONS,
    AGENT,
    COVERS,
    FILM,
    FREELANCERS,
    LETTER,
    NATION,
    Card,
    Who,
)
from brushpass.games.microfilms.happenings import Eliminated, EveningBegan, TurnBegan
from brushpass.games.microfilms.knowledge import Knowledge
from brushpass.games.microfilms.view import CardDrawn, News, news

MOST_TABLES = 4_000
"""A game is followed for as long as no more tables than this can be the true one."""


class Box(NamedTuple):
    """What a game is played with: all its cards, or so few that every deal can be gone through."""

    actions: tuple[Card, ...] = ACTIONS
    freelancers: tuple[Card, ...] = FREELANCERS

    def open(self, monkeypatch: pytest.MonkeyPatch) -> Self:
        """From now on games are played with these."""
        for module in (chance, knowledge):
            monkeypatch.setattr(module, "ACTIONS", self.actions)
            monkeypatch.setattr(module, "FREELANCERS", self.freelancers)
        return self


def random_game(
    seats: int, rng: random.Random, tempted: Callable[[State], list[Attempt]] | None = None
) -> Iterator[tuple[Action, State]]:
    """A game in which cards change hands often, and attempts are made but seldom.

    With `tempted` it begins as if an evening had gone by, most players Cleared, and of attempts
    only those are made that it gives.
    """
    rules = CROUPIER if seats == 2 else MICROFILMS
    state = rules.start(seats, {"turn_limit": 16 if tempted else 60})
    boldness = rng.choice([0.0, 0.02, 0.2])
    idle = rng.choice([0.1, 0.5])
    while state.phase != "over":
        due = chance.due(state)
        action: Action
        if due is not None:
            action = parse(dealer.pick_outcome(due, rng.randrange))
        else:
            assert state.actor is not None
            choices = rules.legal(state, state.actor)
            quiet = [each for each in choices if not str(each).startswith("win")]
            if tempted is not None:
                choices = tuple(tempted(state)) or tuple(quiet)
            if rng.random() < idle:
                quiet = [each for each in quiet if isinstance(each, Draw | Pass)] or quiet
            restless = tempted is not None or rng.random() < boldness
            action = rng.choice(choices if restless or not quiet else quiet)
        state = rules.apply(state, action, None)
        if tempted is not None and isinstance(action, Outcome) and action.kind == "deck":
            cleared = tuple(p._replace(cleared=rng.random() < 0.7) for p in state.players)
            state = state._replace(evening=2, players=cleared)
        yield action, state


def opening_tables(state: State, viewer: Viewer, box: Box) -> set[State]:
    """Every deal that showed the viewer what this one did, decks sorted."""
    count = len(state.players)
    agents = [AGENT[nation] for nation in state.agents]
    identities: list[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]
    if state.croupier is None:
        identities = [
            (tuple((card,) for card in dealt), ())
            for dealt in permutations(agents if count == 3 else [*agents, *box.freelancers], count)
            if set(agents) <= set(dealt)
        ]
    else:
        identities = [
            (tuple(zip(dealt, covers, strict=False)), dealt[2:])
            for dealt in permutations(agents)
            for covers in permutations(COVERS, 2)
        ]
    hands = set(permutations(box.actions, count))
    found = set()
    for boxed, (faces, his), dealt in product(state.agents, identities, hands):
        if viewer is not None and (
            faces[viewer] != state.players[viewer].identities
            or dealt[viewer] != state.players[viewer].hand[0]
        ):
            continue
        table = state._replace(
            letters=tuple(nation for nation in state.agents if nation != boxed),
            players=tuple(
                player._replace(identities=faces[seat], hand=(dealt[seat],))
                for seat, player in enumerate(state.players)
            ),
            happened=(),
        )
        if table.croupier is not None:
            table = table._replace(croupier=table.croupier._replace(identities=his))
        found.add(table._replace(deck=chance.draw_deck(table)))
    return found


def fitting(
    tables: Iterable[State], action: Action, told: tuple[News, ...], viewer: Viewer
) -> set[State]:
    """Where the tables can stand after an action that showed the viewer this, decks sorted."""
    drawn = sum(isinstance(event, CardDrawn) for event in told)
    found = set()
    for table in tables:
        for each, start in _alike(table, action, drawn):
            try:
                after = MICROFILMS.apply(start, each, None)
            except IllegalAction:
                continue
            if news(after, viewer) == told:
                found.add(after._replace(deck=tuple(sorted(after.deck)), happened=()))
    return found


def _alike(table: State, action: Action, drawn: int) -> Iterator[tuple[Action, State]]:
    """The actions that may look to someone as this one did, with the cards that are drawn by it."""
    match action:
        case Bribe(target, _):
            assert table.actor is not None
            for card in set(table.players[table.actor].hand):
                yield from _drawing(table, Bribe(target, card), drawn)
        case Outcome("show" | "take" | "drop" as kind, _):
            due = chance.due(table)
            for card in set(due.cards) if due is not None else ():
                yield from _drawing(table, Outcome(kind, (card,)), drawn)
        case Outcome("shuffle", _):
            for deck in _orders(table.discard, drawn):
                yield Outcome("shuffle", deck), table
        case _:
            yield from _drawing(table, action, drawn)


def _drawing(table: State, action: Action, drawn: int) -> Iterator[tuple[Action, State]]:
    for deck in _orders(table.deck, drawn):
        yield action, table._replace(deck=deck)


def _orders(cards: tuple[Card, ...], drawn: int) -> Iterator[tuple[Card, ...]]:
    """The cards with each choice of those that are drawn on top."""
    for top in set(permutations(cards, min(drawn, len(cards)))):
        rest = list(cards)
        for card in top:
            rest.remove(card)
        yield (*top, *sorted(rest))


def assert_exact(known: Knowledge, tables: set[State]) -> None:
    """What is known is what the tables allow, no more and no less."""
    some = next(iter(tables))
    hands: dict[knowledge.Place, set[Card]] = {"deck": set(), "box": set()}
    faces: dict[Who, set[Card]] = {}
    allied = set()
    for table in tables:
        players: list[Who] = list(range(len(table.players)))
        everyone = players if table.croupier is None else [*players, "croupier"]
        for who in everyone:
            hands.setdefault(who, set()).update(table.holds(who).hand)
            faces.setdefault(who, set()).update(table.holds(who).identities)
        hands["deck"].update(table.deck)
        hands["box"].update(
            LETTER[nation] for nation in table.agents if nation not in table.letters
        )
        allied.add(
            tuple(
                who
                for who in everyone
                if any(NATION.get(card) in table.letters for card in table.holds(who).identities)
            )
        )
    for place, cards in hands.items():
        assert known.can_hold(place) == cards, place
    for who, cards in faces.items():
        assert known.can_be(who) == cards, who
    assert known.allied() == allied
    assert known.allied_nations() == {table.letters for table in tables}
    assert known.discard == some.discard
    film = FILM[some.agents[0]]
    lying = {place for place, cards in hands.items() if film in cards}
    assert known.places(film) == lying | ({"discard"} if film in some.discard else set())


def _wins(table: State, attempt: Attempt) -> bool:
    """Whether it may be made at this table, and ends the game."""
    assert table.actor is not None
    if attempt not in attempts.legal(table, table.actor):
        return False
    return attempts.settle(table, table.actor, attempt).phase == "over"


def follow(
    seats: int, rng: random.Random, viewer: Viewer, box: Box, *, late: bool = False
) -> Counter[type[News]]:
    """Follow one game and compare after every action; what had happened when it was compared."""
    known = Knowledge.at_start(viewer, croupier=seats == 2)
    tables: set[State] = set()
    compared: Counter[type[News]] = Counter()

    def tempted(now: State) -> list[Attempt]:
        """The attempts that will be wrong, and might be right for all that the viewer knows."""
        if now.phase != "action" or now.actor is None:
            return []
        return [
            attempt
            for attempt in attempts.legal(now, now.actor)
            if not _wins(now, attempt) and any(_wins(table, attempt) for table in tables)
        ]

    for action, state in random_game(seats, rng, tempted if late else None):
        told = news(state, viewer)
        known = known.learn(told)
        if isinstance(action, Outcome) and action.kind == "deck":
            tables = opening_tables(state, viewer, box)
        elif tables:
            tables = fitting(tables, action, told, viewer)
            assert tables, "the true deal is always one of them"
        if state.phase == "over" or len(tables) > MOST_TABLES:
            break
        if tables:
            assert_exact(known, tables)
            compared.update(map(type, told))
    return compared


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_knows_exactly_what_some_deal_allows(
    seats: int, seed: int, size: Callable[[str, int, int], int]
) -> None:
    """M5-M7, M11-M18, M32, C1-C6, C11: places, identities and alliances, full decks."""
    rng = random.Random(f"{seed} {seats}")
    games = size(f"games of {seats} seats known by brute force", 4, 40)
    compared = sum(
        (follow(seats, rng, rng.choice([None, *range(seats)]), Box()) for _ in range(games)),
        Counter(),
    )
    assert compared[TurnBegan] > 5 * games


@pytest.mark.parametrize("seats", [2, 3])
def test_it_is_exact_on_cut_down_decks_too(
    seats: int,
    seed: int,
    size: Callable[[str, int, int], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """M22 too: with few action cards every deal can be gone through for evenings."""
    some = ("cash-out", "interrogate", "steal", "interrogate")
    few = Box(some[: seats + 1]).open(monkeypatch)
    rng = random.Random(f"{seed} {seats}")
    games = size(f"games of {seats} seats and few cards known by brute force", 8, 80)
    compared = sum((follow(seats, rng, rng.randrange(seats), few) for _ in range(games)), Counter())
    assert compared[TurnBegan] > 3 * games
    assert compared[EveningBegan]


@pytest.mark.parametrize("freelancer", FREELANCERS)
def test_it_is_exact_after_attempts_that_were_wrong(
    freelancer: Card,
    seed: int,
    size: Callable[[str, int, int], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """M25-M29: four seats and few cards; one of them is no agent, and tries it."""
    few = Box(("cash-out", "cash-out", "interrogate", "steal"), (freelancer,)).open(monkeypatch)
    rng = random.Random(f"{seed} {freelancer}")
    wanted = size(f"wrong attempts as {freelancer} known by brute force", 3, 60)
    compared: Counter[type[News]] = Counter()
    while compared[Eliminated] < wanted:
        compared += follow(4, rng, rng.randrange(4), few, late=True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_truth_is_never_ruled_out(
    seats: int, seed: int, size: Callable[[str, int, int], int]
) -> None:
    """At every size: what is so can be so, for each seat and for a spectator."""
    rng = random.Random(f"{seed} {seats}")
    for _ in range(size(f"games of {seats} seats in which the truth stays possible", 3, 200)):
        viewers: list[Viewer] = [None, *range(seats)]
        known = {viewer: Knowledge.at_start(viewer, croupier=seats == 2) for viewer in viewers}
        for _, state in random_game(seats, rng):
            for viewer in viewers:
                known[viewer] = known[viewer].learn(news(state, viewer))
                if state.phase == "over" or not state.deck:
                    continue
                for seat, player in enumerate(state.players):
                    assert set(player.hand) <= known[viewer].can_hold(seat)
                    assert set(player.identities) <= known[viewer].can_be(seat)
                    if seat == viewer:
                        assert known[viewer].can_hold(seat) == set(player.hand)
                assert set(state.deck) <= known[viewer].can_hold("deck")
                assert state.letters in known[viewer].allied_nations()


def test_a_spectator_of_the_deal_rules_nobody_out() -> None:
    """M5-M7: everyone may be anyone, any two nations allied; a dealt card is an action card."""
    known = Knowledge.at_start(None)
    for _, state in random_game(4, random.Random(5)):
        known = known.learn(news(state, None))
        if state.active is not None:
            break
    for seat in range(4):
        assert len(known.can_be(seat)) == 7
    assert len(known.allied_nations()) == 3
    assert len(known.allied()) == 6
    assert known.places("ace") == {"deck"}
    assert known.places("steal") == {0, 1, 2, 3, "deck"}
