"""The rules of Kompromat: what may be done, why something may not, and what it leads to."""

from typing import assert_never

from brushpass.games.contract import BadOption, IllegalAction, Options, Seat
from brushpass.games.kompromat import reveal, setup, turns
from brushpass.games.kompromat.actions import (
    DRAW,
    KEEP,
    PASS,
    PLACES,
    SHED,
    STOP,
    Action,
    Declare,
    Draw,
    First,
    Keep,
    Pass,
    Place,
    Reshuffle,
    SeatAction,
    Shed,
    ShuffleEquipment,
    ShuffleMissions,
    Stop,
    Use,
)
from brushpass.games.kompromat.items import TURN_PHASES, usable, use_up, why_not
from brushpass.games.kompromat.score import totals
from brushpass.games.kompromat.state import State, chance


def start(_seats: int, options: Options) -> State:
    """The table before the first chance outcome."""
    if options:
        raise BadOption(f"kompromat has no options, but was given {', '.join(sorted(options))}")
    return State()


def legal(state: State, seat: Seat) -> tuple[SeatAction, ...]:
    """Everything the seat may do now: its actions, or its interrupts (K17) if it is not asked.

    It reads the state for speed; that it shows nothing hidden is what the reshuffle test proves.
    """
    if state.actor != seat:
        return usable(state, seat, state.phase) if state.phase in TURN_PHASES else ()
    player = state.players[seat]
    actions: tuple[SeatAction, ...]
    match state.phase:
        case "turn":
            actions = (DRAW,)
        case "place":
            actions = tuple(PLACES[m - 1] for m in (1, 2, 3, 4) if turns.may_place(player, m))
        case "push":
            actions = (STOP,) if turns.must_stop(state, seat) else (DRAW, STOP)
        case "declare":
            assert state.current is not None
            return tuple(map(Declare, totals(player, state.current)))
        case "perfect":
            return (KEEP, SHED)
        case _:  # the windows: window, adjust, rescue, cover
            actions = (PASS,)
    return actions + usable(state, seat, state.phase) if player.items else actions


def refusal(state: State, seat: Seat | None, action: SeatAction) -> str | None:
    """Why the seat may not do this now, by which rule; None where it may."""
    if seat is None or state.actor is None:
        due = chance(state)
        return f"a chance outcome is due first: `{due.words} …`" if due else "the game is over"
    phase, asked = state.phase, state.actor == seat
    if isinstance(action, Use) and (asked or phase in TURN_PHASES):
        return why_not(state, seat, action)
    if not asked:
        items = " but use an item (K17)" if phase in TURN_PHASES else ""
        return f"seat {state.actor} must decide ({phase}); seat {seat} can do nothing{items}"
    if phase not in PHASES[type(action)]:
        return f"`{action}` is for {' or '.join(PHASES[type(action)])}; the phase is {phase}"
    player = state.players[seat]
    match action:
        case Draw():
            return turns.must_stop(state, seat) if phase == "push" else None
        case Place(mission):
            if turns.may_place(player, mission):
                return None
            return f"K13: seat {seat} has attempted mission {mission} already"
        case Declare(total):
            assert state.current is not None
            possible = totals(player, state.current)
            if total in possible:
                return None
            return f"K31: the cards come to {' or '.join(map(str, possible))}, not to {total}"
        case Stop() | Pass() | Shed() | Keep() | Use():
            return None
        case _:
            assert_never(action)


PHASES: dict[type[SeatAction], tuple[str, ...]] = {
    Draw: ("turn", "push"),
    Place: ("place",),
    Stop: ("push",),
    Pass: ("window", "adjust", "rescue", "cover"),
    Declare: ("declare",),
    Shed: ("perfect",),
    Keep: ("perfect",),
    Use: ("turn", "place", "push", "window", "adjust", "rescue", "cover"),
}


def apply(state: State, action: Action, seat: Seat | None = None) -> State:
    """The table after an action: of the seat that must decide, of chance, or an interrupt."""
    if isinstance(action, First | ShuffleMissions | ShuffleEquipment | Reshuffle):
        setup.check(state, action)
        state = setup.deal(state, action)
        if setup.all_dealt(state) and state.starter is not None:
            return turns.begin_turn(state, state.starter)
        return state
    who = state.actor if seat is None else seat
    if why := refusal(state, who, action):
        raise IllegalAction(why)
    assert who is not None  # else it is refused
    match action:
        case Draw():
            return (turns.push if state.phase == "push" else turns.draw)(state, who)
        case Place(mission):
            return turns.place(state, who, mission)
        case Stop():
            return turns.stop(state, who)
        case Pass():
            return reveal.after_pass(state._replace(happened=()), who)
        case Declare(total):
            return reveal.declare(state._replace(happened=()), who, total)
        case Shed() | Keep():
            shed = isinstance(action, Shed)
            return reveal.after_perfect(state._replace(happened=()), who, shed=shed)
        case Use():
            return reveal.after_use(use_up(state._replace(happened=()), who, action), who)
        case _:
            assert_never(action)
