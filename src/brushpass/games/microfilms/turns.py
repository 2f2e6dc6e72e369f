"""A turn but for attempts (M11-M18): draw, pass, bribe, the actions, and the answers to them."""

from brushpass.games.contract import Seat
from brushpass.games.microfilms import actions, table
from brushpass.games.microfilms.actions import (
    Blackmail,
    Bribe,
    CashOut,
    Draw,
    Interrogate,
    Pass,
    SeatAction,
    Steal,
)
from brushpass.games.microfilms.cards import (
    CASH_OUT,
    CROUPIER,
    HOUSE,
    INTERROGATE,
    STEAL,
    Card,
    Who,
)
from brushpass.games.microfilms.evenings import end_turn
from brushpass.games.microfilms.happenings import (
    Accepted,
    ActionTaken,
    BlackmailAnswered,
    BribeDeclined,
    DiscardTaken,
    Looked,
    Offered,
    Passed,
    Took,
)
from brushpass.games.microfilms.state import Pending, Player, State

INTERROGATE_PRICE = 1
BLACKMAIL_PRICE = 2
BLACKMAIL_PAYS = 2

# --- what may be done, and why not ----------------------------------------------------------------


def can_name(state: State, seat: Seat, target: Who) -> bool:
    """M29, M30, C5: another seat still in the game; in The Croupier, him as well."""
    if isinstance(target, int):
        if target == seat or target >= len(state.players):
            return False
        return not state.players[target].eliminated
    return state.croupier is not None


def opponents(state: State, seat: Seat) -> list[Who]:
    """Everyone that the seat can name."""
    others: list[Who] = [
        other
        for other, player in enumerate(state.players)
        if other != seat and not player.eliminated
    ]
    if state.croupier is not None:
        others.append(CROUPIER)
    return others


def can_interrogate(state: State, target: Who) -> bool:
    """C6: not the Croupier while he has no cards; a seat always has its identity (M17)."""
    return target != CROUPIER or bool(state.holds(CROUPIER).hand)


def legal(state: State, seat: Seat) -> list[SeatAction]:
    """M11-M18: everything but an attempt."""
    player, others = state.players[seat], opponents(state, seat)
    cards, francs = player.hand, player.francs
    found: list[SeatAction] = [actions.PASS]
    if state.deck:
        found.append(actions.DRAW_DECK)
    if state.discard:
        found.append(actions.DRAW_DISCARD)
    found += [actions.BRIBES[other, card] for card in dict.fromkeys(cards) for other in others]
    if STEAL in cards:
        found += [actions.STEALS[other] for other in others]
    if CASH_OUT in cards:
        found.append(actions.CASH_OUT)
    means = [("card", INTERROGATE in cards), ("pay", francs >= INTERROGATE_PRICE)]
    for each, there in means:
        if there:
            found += [
                actions.INTERROGATIONS[other, each]
                for other in others
                if can_interrogate(state, other)
            ]
    means = [
        (STEAL, STEAL in cards),
        (INTERROGATE, INTERROGATE in cards),
        ("pay", francs >= BLACKMAIL_PRICE),
    ]
    for each, there in means:
        if there:
            found += [actions.BLACKMAILS[other, each] for other in others]
    return found


def refusal(
    state: State,
    seat: Seat,
    action: Draw | Pass | Bribe | Steal | CashOut | Interrogate | Blackmail,
) -> str | None:
    """Why the seat may not do this in its turn, or None where it may."""
    player = state.players[seat]
    match action:
        case Draw(source):
            if state.deck if source == "deck" else state.discard:
                return None
            return f"M11: there is no card in the {'draw' if source == 'deck' else source} deck"
        case Pass():
            return None
        case Bribe(target, card):
            return why_not_named(state, seat, target, "M13") or why_not_held(player, card, "M13")
        case Steal(target):
            return why_not_named(state, seat, target, "M15") or why_not_held(player, STEAL, "M15")
        case CashOut():
            return why_not_held(player, CASH_OUT, "M16")
        case Interrogate(target, means):
            if why := why_not_named(state, seat, target, "M17"):
                return why
            if not can_interrogate(state, target):
                return "C6: the Croupier has no cards, so he cannot be interrogated"
            if means == "pay":
                return why_not_paid(player, INTERROGATE_PRICE, "M17")
            return why_not_held(player, INTERROGATE, "M17")
        case Blackmail(target, means):
            if why := why_not_named(state, seat, target, "M18"):
                return why
            if means == "pay":
                return why_not_paid(player, BLACKMAIL_PRICE, "M18")
            return why_not_held(player, means, "M18")


def why_not_named(state: State, seat: Seat, target: Who, rule: str) -> str | None:
    """Why a seat cannot name someone."""
    if can_name(state, seat, target):
        return None
    others = ", ".join(map(str, opponents(state, seat)))
    return f"{rule}: expected an opponent still in the game ({others}), came {target}"


def why_not_held(player: Player, card: Card, rule: str) -> str | None:
    """Why a player cannot use a card of its hand."""
    if card in player.hand:
        return None
    return f"{rule}: you have no {card}; your hand is {', '.join(player.hand) or 'empty'}"


def why_not_paid(player: Player, price: int, rule: str) -> str | None:
    """Why a player cannot pay."""
    if player.francs >= price:
        return None
    return f"{rule}: this costs {price} francs, and you have {player.francs}"


# --- draw, pass, bribe ----------------------------------------------------------------------------


def draw(state: State, seat: Seat, source: actions.Source) -> State:
    """M11: the top card of the draw deck, secretly, or of the discard deck, before all."""
    if source == "deck":
        return end_turn(table.draw(state, seat))
    card, player = state.discard[0], state.players[seat]
    state = state.having(seat, player._replace(hand=table.with_card(player.hand, card)))
    state = state._replace(discard=state.discard[1:])
    return end_turn(table.tell(state, DiscardTaken(seat, card)))


def take_franc(state: State, seat: Seat) -> State:
    """M12: pass, and take 1 franc from the house."""
    return end_turn(table.pay(table.tell(state, Passed(seat)), HOUSE, seat, 1))


def bribe(state: State, seat: Seat, target: Who, card: Card) -> State:
    """M13: one card is offered unseen; it stays in the hand until it is accepted."""
    state = state._replace(pending=Pending("bribe", seat, target, card))
    state = table.tell(state, Offered(seat, target, card))
    if isinstance(target, int):
        return state._replace(phase="bribe", actor=target)
    return accept(state)  # C5: the Croupier always accepts


def accept(state: State) -> State:
    """M13: the card is the target's, and the one who offered it is Cleared."""
    _, seat, target, card = _due(state)
    assert card is not None  # it is a bribe
    state = table.give(state, seat, target, card)
    state = table.tell(state, Accepted(seat, target, card))
    return end_turn(table.clear(state, seat))


def decline(state: State) -> State:
    """M13: the target pays 1 franc; with none it may decline all the same, and pays nothing."""
    _, seat, target, _ = _due(state)
    state = table.tell(state, BribeDeclined(seat, target))
    return end_turn(table.pay(state, target, seat, 1))


# --- actions --------------------------------------------------------------------------------------


def steal(state: State, seat: Seat, target: Who) -> State:
    """M15: 2 francs from an opponent, or what it has; one with none may be named."""
    state = table.tell(state, ActionTaken(seat, "steal", target))
    state = table.discard(state, seat, STEAL)
    return end_turn(table.pay(state, target, seat, 2))


def cash_out(state: State, seat: Seat) -> State:
    """M16: 3 francs from the house, or what there is."""
    state = table.tell(state, ActionTaken(seat, "cash-out", None))
    state = table.discard(state, seat, CASH_OUT)
    return end_turn(table.pay(state, HOUSE, seat, 3))


def interrogate(state: State, seat: Seat, target: Who, means: actions.Means) -> State:
    """M17: for the card, or 1 franc, a look at one card of the target; chance picks it."""
    state = table.tell(state, ActionTaken(seat, "interrogate", target))
    if means == "pay":
        state = table.pay(state, seat, HOUSE, INTERROGATE_PRICE)
    else:
        state = table.discard(state, seat, INTERROGATE)
    return state._replace(phase="chance", actor=None, pending=Pending("interrogate", seat, target))


def show(state: State, card: Card) -> State:
    """M17: the card is seen by the interrogator alone, and stays where it is."""
    _, seat, target, _ = _due(state)
    return end_turn(table.tell(state, Looked(seat, target, card)))


def blackmail(state: State, seat: Seat, target: Who, means: actions.Means) -> State:
    """M18: for the card, or 2 francs; the target chooses."""
    state = table.tell(state, ActionTaken(seat, "blackmail", target))
    if means == "pay":
        state = table.pay(state, seat, HOUSE, BLACKMAIL_PRICE)
    else:
        state = table.discard(state, seat, means)
    state = state._replace(pending=Pending("blackmail", seat, target))
    if isinstance(target, int):
        return state._replace(phase="blackmail", actor=target)
    return refuse(state)  # C5: the Croupier neither pays nor defends


def can_pay(player: Player) -> bool:
    """M18: pay only with 2 francs or more."""
    return player.francs >= BLACKMAIL_PAYS


def can_defend(player: Player) -> bool:
    """M18: defend by discarding a cash-out card."""
    return CASH_OUT in player.hand


def pay(state: State) -> State:
    """M18: the target pays 2 francs."""
    _, seat, target, _ = _due(state)
    state = table.tell(state, BlackmailAnswered(seat, target, "pay"))
    return end_turn(table.pay(state, target, seat, BLACKMAIL_PAYS))


def defend(state: State) -> State:
    """M18: the target discards a cash-out card, and that is all."""
    _, seat, target, _ = _due(state)
    state = table.tell(state, BlackmailAnswered(seat, target, "defend"))
    return end_turn(table.discard(state, target, CASH_OUT))


def refuse(state: State) -> State:
    """M18: the blackmailer is Cleared, the target Suspect, and a random card is taken if any."""
    _, seat, target, _ = _due(state)
    state = table.tell(state, BlackmailAnswered(seat, target, "refuse"))
    state = table.suspect(table.clear(state, seat), target)
    if state.holds(target).hand:
        return state._replace(phase="chance", actor=None)
    return end_turn(state)


def take(state: State, card: Card) -> State:
    """M18: the card that chance has picked is the blackmailer's; the two know which it was."""
    _, seat, target, _ = _due(state)
    state = table.give(state, target, seat, card)
    return end_turn(table.tell(state, Took(seat, target, card)))


def _due(state: State) -> Pending:
    assert state.pending is not None  # an answer or a chance outcome is due
    return state.pending
