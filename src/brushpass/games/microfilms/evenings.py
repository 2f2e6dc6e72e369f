"""The end of a turn (M20-M22, M31), and whose turn is next: the way from evening to evening.

The order of the functions is the order of the rules; each goes on to the next one, or stops where
a seat or chance must decide. An answer comes back to the one that asked.
"""

from brushpass.games.contract import Result, Seat
from brushpass.games.microfilms import croupier, table
from brushpass.games.microfilms.cards import ACE, ACE_PRICE, CROUPIER, HOUSE, Card
from brushpass.games.microfilms.happenings import EveningBegan, TurnBegan
from brushpass.games.microfilms.state import Player, State


def begin_turn(state: State, seat: Seat) -> State:
    """A seat chooses one of five (M11, M12, M13, M14, M19)."""
    return state._replace(
        phase="action",
        actor=seat,
        active=seat,
        last=seat,
        happened=(*state.happened, TurnBegan(seat)),
    )


def end_turn(state: State) -> State:
    """M20: only the active player's hand is checked; what is over the limit is discarded."""
    if state.pending is not None:  # it has been answered
        state = state._replace(pending=None)
    player = state.players[state.last]
    if len(player.hand) > player.hand_limit:
        return state._replace(phase="discard", actor=state.last)
    return look_at_deck(state)


def may_discard(player: Player, card: Card) -> bool:
    """M21: the ace may be discarded only by paying 2 francs to the house."""
    return card != ACE or player.francs >= ACE_PRICE


def discard(state: State, seat: Seat, card: Card) -> State:
    """M20, M21: a card over the limit, in the order of the seat's choice."""
    state = table.discard(state, seat, card)
    if card == ACE:
        state = table.pay(state, seat, HOUSE, ACE_PRICE)
    return end_turn(state)


def look_at_deck(state: State) -> State:
    """M22: if the draw deck is empty the discard deck is shuffled, unless it is empty too."""
    if state.deck or not state.discard:
        return turn_is_over(state)
    return state._replace(phase="chance", actor=None)


def next_evening(state: State, cards: tuple[Card, ...]) -> State:
    """M22: the shuffle makes the new draw deck, and the evening counts up with it."""
    evening = state.evening + 1
    state = state._replace(deck=cards, discard=(), evening=evening)
    return turn_is_over(table.tell(state, EveningBegan(evening, len(cards))))


def turn_is_over(state: State) -> State:
    """M31: a seat's turn is counted, then the limit is looked at, before the Croupier's turn."""
    if state.active == CROUPIER:
        return begin_turn(state, next_seat(state))
    state = state._replace(turns=state.turns + 1)
    if state.turns == state.turn_limit:  # never with a limit of 0, which is none
        return table.end(state, Result((), "turn-limit"))
    if state.croupier is not None:
        return croupiers_turn(state)
    return begin_turn(state, next_seat(state))


def croupiers_turn(state: State) -> State:
    """C4: after each player's turn the Croupier takes his, and M22 is looked at after it too."""
    state = croupier.take_turn(state)
    if state.result is not None:
        return state
    if croupier.must_drop(state):
        return state._replace(phase="chance", actor=None)
    return look_at_deck(state)


def after_drop(state: State, card: Card) -> State:
    """C4: the Croupier's discard ends his turn."""
    return look_at_deck(croupier.drop(state, card))


def next_seat(state: State) -> Seat:
    """Clockwise, passing over who is eliminated (M29); three agents at least are always left."""
    seats = len(state.players)
    seat = (state.last + 1) % seats
    while state.players[seat].eliminated:
        seat = (seat + 1) % seats
    return seat
