"""A turn (K8-K15): draw, place, push on or stop."""

from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import LIMIT
from brushpass.games.kompromat.happenings import Drew, Placed, Pushed, Stopped, TurnBegan
from brushpass.games.kompromat.reveal import begin as begin_reveal
from brushpass.games.kompromat.score import least_total
from brushpass.games.kompromat.state import DOWN, UP, Player, State, piles_with


def begin_turn(state: State, seat: Seat) -> State:
    """K13, K14: turns alternate; who cannot take one is passed over; if neither can, reveal."""
    for each in (seat, 1 - seat):
        if can_take_turn(state.players[each]):
            return state._replace(
                phase="turn",
                actor=each,
                turn=each,
                current=None,
                happened=(*state.happened, TurnBegan(each)),
            )
    return begin_reveal(state)


def can_take_turn(player: Player) -> bool:
    """K14: it has equipment cards left, and a mission it has not attempted."""
    return bool(player.deck) and not all(player.piles)


def draw(state: State, seat: Seat) -> State:
    """K8: the first card of a turn, seen by all, to be placed."""
    player = state.players[seat]
    card = player.deck[0]
    # K21: while the card drawn last is in hand, or lies face up, no gps-tracker reaches it.
    player = player._replace(deck=player.deck[1:], last=0)
    return state._replace(
        phase="place",
        drawn=card,
        players=state.with_player(seat, player),
        happened=(Drew(seat, card),),
    )


def may_place(player: Player, mission: int) -> bool:
    """K13: not at a mission attempted before, that is, where cards of that seat lie."""
    return not player.piles[mission - 1]


def place(state: State, seat: Seat, mission: int) -> State:
    """K8: the card is laid face up; the seat draws at this mission from now on."""
    card = state.drawn
    assert card is not None  # the phase is `place`
    player = state.players[seat]
    player = player._replace(piles=piles_with(player.piles, mission, (UP[card],)))
    return state._replace(
        phase="push",
        current=mission,
        drawn=None,
        players=state.with_player(seat, player),
        happened=(Placed(seat, card, mission),),
    )


def must_stop(state: State, seat: Seat) -> str | None:
    """K10, K11: why a seat in `push` cannot draw; for its own eyes only (K15)."""
    player, mission = state.players[seat], state.current
    assert mission is not None  # the phase is `push`
    if not player.deck:
        return "K11: there are no equipment cards left, so you must stop"
    if least_total(player, mission) > LIMIT:
        return f"K10: your cards at mission {mission} are over 21, so you must stop"
    return None


def push(state: State, seat: Seat) -> State:
    """K9: a further card, looked at and laid face down at the same mission."""
    player, mission = state.players[seat], state.current
    assert mission is not None
    card = player.deck[0]
    pile = (*player.piles[mission - 1], DOWN[card])
    player = player._replace(
        deck=player.deck[1:], piles=piles_with(player.piles, mission, pile), last=mission
    )
    return state._replace(
        players=state.with_player(seat, player), happened=(Pushed(seat, mission, card),)
    )


def stop(state: State, seat: Seat) -> State:
    """K9, K15: the turn ends; a forced stop and a chosen one look the same."""
    assert state.current is not None
    return begin_turn(state._replace(happened=(Stopped(seat, state.current),)), 1 - seat)
