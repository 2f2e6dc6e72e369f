"""What may be done in [microfilms] and The Croupier, why something may not, what it leads to."""

from typing import assert_never

from brushpass.games.contract import IllegalAction, Seat
from brushpass.games.microfilms import attempts, chance, evenings, setup, turns
from brushpass.games.microfilms.actions import (
    ACCEPT,
    DECLINE,
    DEFEND,
    DISCARDS,
    PAY,
    REFUSE,
    Accept,
    Action,
    Blackmail,
    Bribe,
    CashOut,
    Decline,
    Defend,
    Discard,
    Draw,
    Interrogate,
    Outcome,
    Pass,
    Pay,
    Refuse,
    SeatAction,
    Steal,
    WinAgent,
    WinBroker,
    WinCroupier,
    WinHitman,
    WinInterpol,
    WinJournalist,
)
from brushpass.games.microfilms.cards import ACE_PRICE, CASH_OUT
from brushpass.games.microfilms.state import State


def legal(state: State, seat: Seat) -> tuple[SeatAction, ...]:
    """Everything the seat may do now; nothing if it is not asked.

    It reads the state for speed; that it shows nothing hidden is what the reshuffle test proves.
    """
    if state.actor != seat:
        return ()
    player = state.players[seat]
    match state.phase:
        case "action":
            return (*turns.legal(state, seat), *attempts.legal(state, seat))
        case "bribe":
            return (ACCEPT, DECLINE)
        case "blackmail":
            pay = (PAY,) if turns.can_pay(player) else ()
            defend = (DEFEND,) if turns.can_defend(player) else ()
            return (REFUSE, *pay, *defend)
        case _:  # discard
            cards = dict.fromkeys(player.hand)
            return tuple(DISCARDS[card] for card in cards if evenings.may_discard(player, card))


def refusal(state: State, seat: Seat | None, action: SeatAction) -> str | None:
    """Why the seat may not do this now, by which rule; None where it may."""
    if seat is None or state.actor is None:
        due = chance.due(state)
        return f"a chance outcome is due first: `{due.words} …`" if due else "the game is over"
    if state.actor != seat:
        return f"seat {state.actor} must decide ({state.phase}); seat {seat} can do nothing"
    phase = PHASES.get(type(action), "action")
    if phase != state.phase:
        return f"`{action}` is for {phase}; the phase is {state.phase}"
    player = state.players[seat]
    match action:
        case (
            WinAgent() | WinJournalist() | WinHitman() | WinBroker() | WinInterpol() | WinCroupier()
        ):
            return attempts.refusal(state, seat, action)
        case Accept() | Decline() | Refuse():
            return None
        case Pay():
            if turns.can_pay(player):
                return None
            return turns.why_not_paid(player, turns.BLACKMAIL_PAYS, "M18")
        case Defend():
            return turns.why_not_held(player, CASH_OUT, "M18")
        case Discard(card):
            if why := turns.why_not_held(player, card, "M20"):
                return why
            if evenings.may_discard(player, card):
                return None
            return turns.why_not_paid(player, ACE_PRICE, "M21")
        case _:
            return turns.refusal(state, seat, action)


PHASES: dict[type[SeatAction], str] = {
    Accept: "bribe",
    Decline: "bribe",
    Pay: "blackmail",
    Defend: "blackmail",
    Refuse: "blackmail",
    Discard: "discard",
}
"""When each action can be made; those of a turn in `action`."""


def apply(state: State, action: Action, seat: Seat | None = None) -> State:
    """The table after an action: of the seat that must decide, or of chance."""
    if isinstance(action, Outcome):
        chance.check(state, action)
        return settle_chance(state._replace(happened=()), action)
    who = state.actor if seat is None else seat
    if why := refusal(state, who, action):
        raise IllegalAction(why)
    assert who is not None  # else it is refused
    state = state._replace(happened=())
    match action:
        case Draw(source):
            return turns.draw(state, who, source)
        case Pass():
            return turns.take_franc(state, who)
        case Bribe(target, card):
            return turns.bribe(state, who, target, card)
        case Accept():
            return turns.accept(state)
        case Decline():
            return turns.decline(state)
        case Steal(target):
            return turns.steal(state, who, target)
        case CashOut():
            return turns.cash_out(state, who)
        case Interrogate(target, means):
            return turns.interrogate(state, who, target, means)
        case Blackmail(target, means):
            return turns.blackmail(state, who, target, means)
        case Pay():
            return turns.pay(state)
        case Defend():
            return turns.defend(state)
        case Refuse():
            return turns.refuse(state)
        case (
            WinAgent() | WinJournalist() | WinHitman() | WinBroker() | WinInterpol() | WinCroupier()
        ):
            return attempts.settle(state, who, action)
        case Discard(card):
            return evenings.discard(state, who, card)
        case _:
            assert_never(action)


def settle_chance(state: State, outcome: Outcome) -> State:
    """The table after a chance outcome that fits."""
    cards = outcome.cards
    match outcome.kind:
        case "agents":
            return setup.choose_nations(state, cards)
        case "identities":
            return setup.deal_identities(state, cards)
        case "covers":
            return setup.deal_covers(state, cards)
        case "letters":
            return setup.put_letter_away(state, cards)
        case "actions":
            return setup.deal_actions(state, cards)
        case "deck":
            return setup.shuffle_deck(state, cards)
        case "first":
            return setup.begin(state, cards)
        case "show":
            return turns.show(state, cards[0])
        case "take":
            return turns.take(state, cards[0])
        case "drop":
            return evenings.after_drop(state, cards[0])
        case "shuffle":
            return evenings.next_evening(state, cards)
        case kind:
            raise AssertionError(f"no outcome of kind {kind} is ever due")
