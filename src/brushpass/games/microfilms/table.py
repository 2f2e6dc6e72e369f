"""What everyone does at the table, told as it is done: francs, cards, Suspect or Cleared, the end.

Each of these adds to what has `happened`; none of them decides anything.
"""

from brushpass.games.contract import Result
from brushpass.games.microfilms.cards import HOUSE, Card, Purse, Who
from brushpass.games.microfilms.happenings import (
    Discarded,
    Drew,
    Ended,
    FrancsMoved,
    Happening,
    NowCleared,
    NowSuspect,
)
from brushpass.games.microfilms.state import State


def tell(state: State, *happenings: Happening) -> State:
    """Something has happened."""
    return state._replace(happened=state.happened + happenings)


def pay(state: State, giver: Purse, taker: Purse, due: int) -> State:
    """M2: francs move, as many as are due or as there are; only amounts count."""
    francs = min(due, state.house if giver == HOUSE else state.holds(giver).francs)
    for purse, change in ((giver, -francs), (taker, francs)):
        if purse == HOUSE:
            state = state._replace(house=state.house + change)
        else:
            player = state.holds(purse)
            state = state.having(purse, player._replace(francs=player.francs + change))
    return tell(state, FrancsMoved(giver, taker, francs))


def with_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand and one more card."""
    return tuple(sorted((*hand, card)))


def without_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand and one card less."""
    gone = hand.index(card)
    return hand[:gone] + hand[gone + 1 :]


def discard(state: State, who: Who, card: Card) -> State:
    """M14, M20: a card goes from a hand face up to the top of the discard deck (M23)."""
    player = state.holds(who)
    player = player._replace(hand=without_card(player.hand, card))
    state = state.having(who, player)
    return state._replace(
        discard=(card, *state.discard), happened=(*state.happened, Discarded(who, card))
    )


def give(state: State, giver: Who, taker: Who, card: Card) -> State:
    """A card goes from hand to hand; who knows which is for the caller to tell."""
    player = state.holds(giver)
    state = state.having(giver, player._replace(hand=without_card(player.hand, card)))
    player = state.holds(taker)
    return state.having(taker, player._replace(hand=with_card(player.hand, card)))


def draw(state: State, who: Who) -> State:
    """M11: take the top card of the draw deck, secretly."""
    card = state.deck[0]
    player = state.holds(who)
    state = state.having(who, player._replace(hand=with_card(player.hand, card)))
    return state._replace(deck=state.deck[1:], happened=(*state.happened, Drew(who, card)))


def clear(state: State, who: Who) -> State:
    """M13, M18, C4: someone becomes Cleared, or stays it."""
    player = state.holds(who)
    if player.cleared:
        return state
    return tell(state.having(who, player._replace(cleared=True)), NowCleared(who))


def suspect(state: State, who: Who) -> State:
    """M18: someone becomes Suspect, or stays it."""
    player = state.holds(who)
    if not player.cleared:
        return state
    return tell(state.having(who, player._replace(cleared=False)), NowSuspect(who))


def end(state: State, result: Result) -> State:
    """The game is over; everything stays as it lies."""
    state = state._replace(phase="over", actor=None, result=result)
    return tell(state, Ended(result))
