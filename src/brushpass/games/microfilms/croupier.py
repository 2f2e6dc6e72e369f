"""The Croupier's turn (C4, C7).

What else differs in his game stands where the game comes to it: setup (C1, C2), turns (C3, C5, C6),
attempts (C8-C10) and the view (C11).
"""

from brushpass.games.contract import Result
from brushpass.games.microfilms import table
from brushpass.games.microfilms.cards import CROUPIER, HOUSE, RICH, Card
from brushpass.games.microfilms.happenings import TurnBegan
from brushpass.games.microfilms.state import State


def take_turn(state: State) -> State:
    """C4: with 0 or 1 cards he draws one; with 2 or more he takes a franc and becomes Cleared."""
    state = table.tell(state._replace(active=CROUPIER, actor=None), TurnBegan(CROUPIER))
    if len(state.holds(CROUPIER).hand) < 2:
        # He draws from the draw deck alone, and with none there he does nothing.
        return table.draw(state, CROUPIER) if state.deck else state
    state = table.clear(table.pay(state, HOUSE, CROUPIER, 1), CROUPIER)
    if state.holds(CROUPIER).francs >= RICH:
        return beat_both(state)
    return state


def beat_both(state: State) -> State:
    """C7: when he has 10 francs both players lose, at once; nobody is named as winner."""
    return table.end(state, Result((), "croupier-francs"))


def must_drop(state: State) -> bool:
    """C4: in his turn, with 3 cards, he discards one; the hand limit is not for him."""
    return len(state.holds(CROUPIER).hand) >= 3


def drop(state: State, card: Card) -> State:
    """C4: the card that chance has picked is discarded face up."""
    return table.discard(state, CROUPIER, card)
