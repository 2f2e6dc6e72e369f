"""The reveal (K28-K40): the four missions of a round are resolved, one at a time.

Each step asks a seat, by returning a state in which that seat must decide, or goes on to the next
step. An answer comes back to the step that asked. So the order of the functions is the order of
the rules, and what has been done already can be told from what lies on the table.
"""

from brushpass.games.contract import Result, Seat
from brushpass.games.kompromat.cards import ITEMS, LIMIT, MARKS, ROUNDS, TOKENS_LOSE
from brushpass.games.kompromat.happenings import (
    Collected,
    Declared,
    Ended,
    Failed,
    MissionReached,
    Passed,
    RevealBegan,
    TokensKept,
    TokensTaken,
    Uncollected,
    UnderCollected,
)
from brushpass.games.kompromat.items import opens_window, shed_tokens, turn_up, usable
from brushpass.games.kompromat.score import final_result, loss_by_notoriety, totals
from brushpass.games.kompromat.setup import next_round
from brushpass.games.kompromat.state import Phase, State, at, piles_with


def begin(state: State) -> State:
    """K14, K28: no seat can take a turn; missions are resolved from the one nearest the deck."""
    state = state._replace(turn=None, happened=(*state.happened, RevealBegan(state.round)))
    return reach(state, 1)


def reach(state: State, mission: int) -> State:
    """K28, K30: the next mission, and the window before it is revealed."""
    return window(
        state._replace(
            current=mission,
            passed=(False, False),
            happened=(*state.happened, MissionReached(mission)),
        )
    )


def window(state: State) -> State:
    """K29, K30: ask the first seat that can use an item worth asking for and has not passed."""
    for seat in state.reveal_order:
        if not state.passed[seat] and opens_window(state, seat):
            return _ask(state, "window", seat)
    return show(state)


def show(state: State) -> State:
    """K31: the starting seat turns up its cards and declares, then the other.

    A seat is asked only when an ace leaves it a choice; one without cards declares nothing.
    """
    mission = _current(state)
    for seat in state.reveal_order:
        if not state.players[seat].piles[mission - 1] or state.declared[seat] is not None:
            continue
        state = turn_up(state, seat, mission)
        possible = totals(state.players[seat], mission)
        if len(possible) > 1:
            return _ask(state, "declare", seat)
        state = _declared(state, seat, possible[0])
    return adjust(state._replace(passed=(False, False)))


def declare(state: State, seat: Seat, total: int | float) -> State:
    """K31, K32: the total a seat has chosen; it is final but for K33."""
    return show(_declared(state, seat, total))


def _declared(state: State, seat: Seat, total: int | float) -> State:
    declared = (total, state.declared[1]) if seat == 0 else (state.declared[0], total)
    told = Declared(seat, _current(state), total)
    return state._replace(declared=declared, happened=(*state.happened, told))


def adjust(state: State) -> State:
    """K33: a window for the Vesper Martini."""
    for seat in state.reveal_order:
        if not state.passed[seat] and usable(state, seat, "adjust"):
            return _ask(state, "adjust", seat)
    return fail(state)


def fail(state: State) -> State:
    """K34: a seat whose total is over 21 discards its cards there and takes 1 token."""
    mission = _current(state)
    for seat in state.reveal_order:
        # A pile that lies no more has been seen to already, before the token was taken.
        if failed(state, seat) and state.players[seat].piles[mission - 1]:
            told = Failed(seat, mission)
            state = discard_pile(state, seat)._replace(happened=(*state.happened, told))
            return take(state, seat, 1)
    return perfect(state, state.reveal_order)


def failed(state: State, seat: Seat) -> bool:
    """K34: over 21."""
    total = state.declared[seat]
    return total is not None and total > LIMIT


def perfect(state: State, seats: tuple[Seat, ...]) -> State:
    """K35: a seat whose total is exactly 21 may discard 1 of its tokens, if it has any."""
    for seat in seats:
        if state.declared[seat] == LIMIT and state.players[seat].tokens:
            return _ask(state, "perfect", seat)
    return collect(state)


def after_perfect(state: State, seat: Seat, *, shed: bool) -> State:
    """K35: the answer; then the other seat, if it is still to be asked."""
    if shed:
        state = shed_tokens(state, seat, 1)
    else:
        state = state._replace(happened=(*state.happened, TokensKept(seat)))
    order = state.reveal_order
    return perfect(state, order[order.index(seat) + 1 :])


def collector(state: State) -> Seat | None:
    """K37, K38: the highest total not over 21; tied, more equipment cards; still tied, nobody."""
    mission = _current(state)
    in_it = []
    for seat in (0, 1):
        total, pile = state.declared[seat], state.players[seat].piles[mission - 1]
        if total is not None and pile and not failed(state, seat):
            in_it.append((total, len(pile), seat))
    in_it.sort(reverse=True)
    match in_it:
        case []:
            return None
        case [(_, _, seat)]:
            return seat
        case [(*best, seat), (*second, _), *_]:
            return None if best == second else seat
        case _:
            raise AssertionError("two seats at most")


def collect(state: State) -> State:
    """K37: the collector takes the mission card; if there is none it is discarded (K38)."""
    number = _current(state)
    card, ci, _ = state.mission(number)
    seat = collector(state)
    under = () if ci is None else (ci,)
    if seat is None:
        return resolve(
            state._replace(
                mission_discard=(*state.mission_discard, card, *under),
                happened=(*state.happened, Uncollected(number, card)),
            )
        )
    player = state.players[seat]
    gained = (card,) if card in ITEMS else ()
    player = player._replace(won=(*player.won, card), items=(*player.items, *gained))
    state = state._replace(
        players=state.with_player(seat, player),
        happened=(*state.happened, Collected(seat, number, card)),
    )
    return resolve(state) if ci is None else counter_intelligence(state, seat)


def counter_intelligence(state: State, seat: Seat) -> State:
    """K39: the collector takes as many tokens as exclamation marks, unless it has a chloroform."""
    number = _current(state)
    ci = state.mission(number).ci
    assert ci is not None
    state = state._replace(
        mission_discard=(*state.mission_discard, ci),
        happened=(*state.happened, UnderCollected(seat, number, ci)),
    )
    if usable(state, seat, "cover"):
        return _ask(state, "cover", seat)
    return take(state, seat, MARKS[ci])


def after_cover(state: State, seat: Seat, *, used: bool) -> State:
    """K19, K39: with a chloroform no tokens are taken."""
    ci = state.mission(_current(state)).ci
    assert ci is not None
    return resolve(state) if used else take(state, seat, MARKS[ci])


def take(state: State, seat: Seat, count: int) -> State:
    """K36: before tokens that would bring it to 9, a seat is asked for a balaclava."""
    loses = state.players[seat].tokens + count >= TOKENS_LOSE
    if loses and usable(state, seat, "rescue"):
        return _ask(state, "rescue", seat)._replace(taking=count)
    return take_all(state, seat, count)


def take_all(state: State, seat: Seat, count: int) -> State:
    """K36: all tokens of one event are taken; who then has 9 or more loses at once."""
    player = state.players[seat]
    held = player.tokens + count
    state = state._replace(
        taking=None,
        players=state.with_player(seat, player._replace(tokens=held)),
        happened=(*state.happened, TokensTaken(seat, count, held)),
    )
    if held >= TOKENS_LOSE:
        return end(state, loss_by_notoriety(state.players, seat))
    return fail(state) if failed(state, seat) else resolve(state)


def resolve(state: State) -> State:
    """K28, K40: the mission is done; on to the next one, the next round, or the end."""
    number = _current(state)
    for seat in state.reveal_order:
        state = discard_pile(state, seat)
    players = tuple(
        player._replace(newspapers=at(player.newspapers, number, 0)) for player in state.players
    )
    missions = list(state.missions)
    missions[number - 1] = missions[number - 1]._replace(resolved=True)
    state = state._replace(
        players=(players[0], players[1]), missions=tuple(missions), declared=(None, None)
    )
    if number < len(missions):
        return reach(state, number + 1)
    if state.round < ROUNDS:
        return next_round(state)
    return end(state._replace(current=None), final_result(state.players))


def discard_pile(state: State, seat: Seat) -> State:
    """A seat's cards at the mission being resolved are out of the round, in the order laid."""
    number = _current(state)
    player = state.players[seat]
    pile = player.piles[number - 1]
    if not pile:
        return state
    player = player._replace(
        piles=piles_with(player.piles, number, ()), discard=(*player.discard, *pile)
    )
    return state._replace(players=state.with_player(seat, player))


def end(state: State, result: Result) -> State:
    """K36, K42: everything stays as it lies."""
    return state._replace(
        phase="over", actor=None, result=result, happened=(*state.happened, Ended(result))
    )


def after_use(state: State, seat: Seat) -> State:
    """K29, K36, K39: an item has been used; the phase goes on, and a window asks anew."""
    match state.phase:
        case "window" | "adjust":
            # K29: a use takes back the other seat's pass; who uses an item has not passed.
            state = state._replace(passed=(False, False))
            return window(state) if state.phase == "window" else adjust(state)
        case "rescue":
            assert state.taking is not None
            return take(state, seat, state.taking)
        case "cover":
            return after_cover(state, seat, used=True)
        case _:
            return state


def after_pass(state: State, seat: Seat) -> State:
    """K29, K36, K39: the seat that was asked uses nothing."""
    state = state._replace(happened=(*state.happened, Passed(seat)))
    match state.phase:
        case "window" | "adjust":
            passed = (True, state.passed[1]) if seat == 0 else (state.passed[0], True)
            state = state._replace(passed=passed)
            return window(state) if state.phase == "window" else adjust(state)
        case "rescue":
            assert state.taking is not None
            return take_all(state, seat, state.taking)
        case "cover":
            return after_cover(state, seat, used=False)
        case other:
            raise AssertionError(f"nobody can pass in {other}")


def _ask(state: State, phase: Phase, seat: Seat) -> State:
    return state._replace(phase=phase, actor=seat)


def _current(state: State) -> int:
    assert state.current is not None  # there is one from the first window to the last mission
    return state.current
