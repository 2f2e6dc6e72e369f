"""What a seat can know of face-down equipment: against every deal that would have looked the same.

The oracle is the definition itself: the round is played again with each way in which the unseen
cards could have lain, and a way counts when every action was legal and showed the seat the same.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

from brushpass import dealer
from brushpass.games.contract import IllegalAction, Seat, Viewer
from brushpass.games.kompromat.actions import Action, ShuffleEquipment, parse
from brushpass.games.kompromat.knowledge import Knowledge, best_total
from brushpass.games.kompromat.rules import apply, legal
from brushpass.games.kompromat.state import State, chance
from brushpass.games.kompromat.view import news

Move = tuple[Action, Seat | None]


def random_game(rng: random.Random) -> Iterator[tuple[State, Move, State]]:
    """A game in which both draw boldly, so that piles grow, and use items at any time."""
    state = State()
    bold = rng.choice([0.5, 0.7, 0.85])
    while state.phase != "over":
        due = chance(state)
        seat: Seat | None = None
        action: Action
        if due is not None:
            action = parse(dealer.pick_outcome(due, rng.randrange))
        else:
            assert state.actor is not None
            choices = legal(state, state.actor)
            interrupts = legal(state, 1 - state.actor)
            if interrupts and rng.random() < 0.3:
                seat, action = 1 - state.actor, rng.choice(interrupts)
            elif state.phase == "push":
                action = choices[0] if rng.random() < bold else rng.choice(choices)
            else:
                action = rng.choice(choices)
        before, state = state, apply(state, action, seat)
        yield before, (action, seat), state


def deals_that_look_alike(
    start: State, moves: list[Move], side: Seat, known: dict[int, str], drawn: int, viewer: Viewer
) -> Iterator[State]:
    """Where the table stands after the same actions, for each deal that showed `viewer` the same.

    `known` are the slots of that side's deck whose faces the viewer has seen; of the others only
    the first `drawn` are varied, since those below have not been touched.
    """
    told = [news(state, viewer) for state in _states(start, moves)]
    (dealt,) = [a for a, _ in moves if isinstance(a, ShuffleEquipment) and a.seat == side]
    unseen = list(dealt.cards)
    for card in known.values():
        unseen.remove(card)
    hidden = [slot for slot in range(drawn) if slot not in known]
    for faces in permutations(unseen, len(hidden)):
        deck: list[str | None] = [known.get(slot) for slot in range(len(dealt.cards))]
        for slot, face in zip(hidden, faces, strict=True):
            deck[slot] = face
        rest = list((Counter(unseen) - Counter(faces)).elements())
        cards = tuple(rest.pop() if card is None else card for card in deck)
        again: list[Move] = [
            (ShuffleEquipment(side, cards), None) if action is dealt else (action, seat)
            for action, seat in moves
        ]
        try:
            states = []
            for state, heard in zip(_states(start, again), told, strict=True):
                states.append(state)
                if news(state, viewer) != heard:
                    break
            else:
                yield states[-1]
        except IllegalAction:
            continue


def _states(start: State, moves: list[Move]) -> Iterator[State]:
    state = start
    for action, seat in moves:
        state = apply(state, action, seat)
        yield state


def test_a_seat_knows_exactly_what_some_deal_allows(
    seed: int, size: Callable[[str, int, int], int]
) -> None:
    """K9, K10, K15, K21-K25: hands, totals and chances, against every deal that looked the same."""
    rng = random.Random(seed)
    tied = 0
    wanted = size("moments of Kompromat known by brute force", 12, 150)
    while wanted:
        viewers: list[Viewer] = [0, 1, None]
        knowledge = {viewer: Knowledge(viewer) for viewer in viewers}
        start, moves = State(), list[Move]()
        for before, move, after in random_game(rng):
            if after.happened and isinstance(move[0], ShuffleEquipment) and move[0].seat == 0:
                start, moves = before, []
            moves.append(move)
            for viewer in viewers:
                knowledge[viewer] = knowledge[viewer].learn(news(after, viewer))
            if not wanted or after.turn is None or rng.random() > 0.01 * after.round:
                continue
            viewer, side = rng.choice([(0, 1), (1, 0), (None, 0), (None, 1)])
            known = knowledge[viewer].sides[side]
            drawn = [slot for slot in range(14) if slot not in known.deck]
            hidden = [slot for slot in drawn if known.faces[slot] is None]
            if not 0 < len(hidden) <= (4 if wanted > 75 else 3):
                continue
            faces = {slot: face for slot, face in enumerate(known.faces) if face}
            tables = list(deals_that_look_alike(start, moves, side, faces, max(drawn) + 1, viewer))
            everything = len(list(permutations(range(len(known.unseen())), len(hidden))))
            tied += len(tables) < everything
            for mission in (1, 2, 3, 4):
                lying = Counter(
                    tuple(sorted(laid.card for laid in table.players[side].piles[mission - 1]))
                    for table in tables
                )
                hands = {hand: Fraction(n, len(tables)) for hand, n in lying.items()}
                assert known.pile_hands(mission) == hands
                true = sorted(laid.card for laid in after.players[side].piles[mission - 1])
                assert set(true) <= known.can_lie(mission)
                over = [h for h in hands if best_total(h, 3 * known.newspapers[mission - 1]) > 21]
                assert known.over(mission) == sum(hands[hand] for hand in over)
            wanted -= 1
    assert tied, "no moment was met at which drawing again told anything"


def test_own_cards_are_known_after_the_turn_too(seed: int) -> None:
    """K12: the table hides them, the news once told them; a notebook may keep that."""
    known = {seat: Knowledge(seat) for seat in (0, 1)}
    for _, _, state in random_game(random.Random(seed)):
        for seat in (0, 1):
            known[seat] = known[seat].learn(news(state, seat))
            if state.phase in ("chance", "over"):
                continue  # between rounds the last mission's piles are gone without a word
            mine = known[seat].sides[seat]
            for mission, pile in enumerate(state.players[seat].piles, 1):
                faces = [mine.faces[slot] for slot in mine.piles[mission - 1]]
                assert faces == [laid.card for laid in pile]
            assert len(mine.deck) == len(state.players[seat].deck)
