"""Attempting a win (M24-M30) and what is different with the Croupier (C8-C10).

Every attempt needs its maker to be Cleared. An attempt is open by what its maker can see; whether
it is right is settled by what is hidden.
"""

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import assert_never

from brushpass.games.contract import Result, Seat
from brushpass.games.microfilms import actions, table
from brushpass.games.microfilms.actions import (
    Attempt,
    Place,
    WinAgent,
    WinBroker,
    WinCroupier,
    WinHitman,
    WinInterpol,
    WinJournalist,
    attempt_name,
)
from brushpass.games.microfilms.cards import (
    ACE,
    AGENT,
    BLOODSTAINED,
    CROUPIER,
    FILM,
    FILMS,
    HOUSE,
    LETTER,
    NATION,
    Card,
    Nation,
    Who,
)
from brushpass.games.microfilms.evenings import look_at_deck
from brushpass.games.microfilms.happenings import Attempted, Eliminated, HandedOver
from brushpass.games.microfilms.state import Player, State
from brushpass.games.microfilms.turns import opponents, why_not_held, why_not_named

SECOND_EVENING = 2
"""M27, M28: the broker and Interpol have to wait for it."""

# --- which are open, and why not ------------------------------------------------------------------


def legal(state: State, seat: Seat) -> list[Attempt]:
    """M30: those of the seat's identities whose conditions hold, as far as the seat can see."""
    player = state.players[seat]
    if not player.cleared:
        return []
    found: list[Attempt] = []
    for identity in player.identities:
        match identity:
            case "journalist":
                found += [
                    actions.JOURNALIST_WINS[film, other]
                    for film in films(player)
                    if may_reveal(player, film)
                    for other in opponents(state, seat)
                ]
            case "hitman":
                found += [actions.HITMAN_WINS[other] for other in opponents(state, seat)]
            case "broker":
                if state.evening >= SECOND_EVENING:
                    pairs = combinations_with_replacement(places(state), 2)
                    found += [actions.BROKER_WINS[pair] for pair in pairs]
            case "interpol":
                if state.evening >= SECOND_EVENING:
                    found += [
                        actions.INTERPOL_WINS[other]
                        for other in opponents(state, seat)
                        if not state.holds(other).cleared
                    ]
            case _:  # an agent
                found += [actions.AGENT_WINS[film] for film in films(player)]
                if state.croupier is not None and state.croupier.cleared:
                    found += [actions.CROUPIER_WINS[film] for film in others_films(state, identity)]
    return found


def maker(player: Player, attempt: Attempt) -> Card | None:
    """M30, C8: which of a seat's identities makes this attempt; None if it has it not."""
    name = attempt_name(attempt)
    if name in ("agent", "croupier"):
        first = player.identities[0]
        return first if first in NATION else None
    return name if name in player.identities else None


def films(player: Player) -> list[Card]:
    """M24, M25: the microfilms of a hand."""
    return [card for card in player.hand if card in FILMS]


def may_reveal(player: Player, film: Card) -> bool:
    """C9: the journalist may not reveal the film of their own agent's nation."""
    return AGENT[NATION[film]] not in player.identities


def places(state: State) -> list[Place]:
    """M27, C9: the hands of those in the game, the Croupier's, and the two decks, even if empty."""
    hands: list[Place] = [
        seat for seat, player in enumerate(state.players) if not player.eliminated
    ]
    return [*hands, *([] if state.croupier is None else [CROUPIER]), "deck", "discard"]


def others_films(state: State, agent: Card) -> list[Card]:
    """C10: the films in play that are not of the agent's own nation."""
    return [FILM[nation] for nation in state.agents if nation != NATION[agent]]


def refusal(state: State, seat: Seat, attempt: Attempt) -> str | None:
    """M30: why an attempt is not open to a seat, or None where it is."""
    player = state.players[seat]
    identity, rule = maker(player, attempt), RULES[type(attempt)]
    if isinstance(attempt, WinCroupier) and state.croupier is None:
        return "C10: the Croupier does not play in this game"
    if identity is None:
        wanted = "an agent" if rule in ("M24", "C10") else f"the {attempt_name(attempt)}"
        return f"M30: only {wanted} may make this attempt; you are {_listed(player.identities)}"
    if not player.cleared:
        return f"{rule}: you must be Cleared"
    if rule in ("M27", "M28") and state.evening < SECOND_EVENING:
        return f"{rule}: it must be the second evening or later"
    match attempt:
        case WinAgent(film):
            return why_not_held(player, film, rule)
        case WinJournalist(film, target):
            if why := why_not_held(player, film, rule):
                return why
            if not may_reveal(player, film):
                return f"C9: you may not reveal {film}, the film of your own agent's nation"
            return why_not_named(state, seat, target, rule)
        case WinHitman(target):
            return why_not_named(state, seat, target, rule)
        case WinBroker(named):
            possible = places(state)
            if all(place in possible for place in named):
                return None
            return f"{rule}: expected places of {_listed(possible)}, came {_listed(named)}"
        case WinInterpol(target):
            if why := why_not_named(state, seat, target, rule):
                return why
            return f"{rule}: {target} must be Suspect" if state.holds(target).cleared else None
        case WinCroupier(film):
            if not state.holds(CROUPIER).cleared:
                return f"{rule}: the Croupier must be Cleared"
            named_films = others_films(state, identity)
            if film in named_films:
                return None
            return f"{rule}: expected one of {_listed(named_films)}, came {film}"
        case _:
            assert_never(attempt)


RULES: dict[type[Attempt], str] = {
    WinAgent: "M24",
    WinJournalist: "M25",
    WinHitman: "M26",
    WinBroker: "M27",
    WinInterpol: "M28",
    WinCroupier: "C10",
}


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


# --- how they are settled -------------------------------------------------------------------------


def settle(state: State, seat: Seat, attempt: Attempt) -> State:
    """M19: the seat reveals its identity, and it shows whether it was right."""
    identity = maker(state.players[seat], attempt)
    assert identity is not None  # the attempt is open to it
    match attempt:
        case WinAgent(film):
            state = _announce(state, seat, attempt, identity, film=film)
            return _agents_win(state, agent_winners(state, identity, film), "agents")
        case WinCroupier(film):
            state = _announce(state, seat, attempt, identity, film=film)
            return _agents_win(state, croupier_winners(state, identity, film), "croupier-hand")
        case WinJournalist(film, target):
            state = _announce(state, seat, attempt, identity, film=film, target=target)
            # M25: an agent hands over the identity of its nation, which is always the first.
            state = _hand_over(state, seat, target, state.holds(target).identities[:1])
            right = journalist_is_right(state, film, target)
        case WinHitman(target):
            state = _announce(state, seat, attempt, identity, target=target)
            state = _hand_over(state, seat, target, state.holds(target).hand)
            right = hitman_is_right(state, target)
        case WinBroker(named):
            state = _announce(state, seat, attempt, identity, places=named)
            right = broker_is_right(state, named)
        case WinInterpol(target):
            state = _announce(state, seat, attempt, identity, target=target)
            state = _hand_over(state, seat, target, state.holds(target).hand)
            right = interpol_is_right(state, target)
        case _:
            assert_never(attempt)
    if right:
        return table.end(state, Result((seat,), identity))
    if state.croupier is not None:
        # C8: nobody is eliminated; the other player wins at once, and alone.
        return table.end(state, Result((1 - seat,), "failed-attempt"))
    return eliminate(state, seat)


def agent_winners(state: State, agent: Card, film: Card) -> list[Nation]:
    """M24, C8: which agents win when this one has revealed this film.

    An ally wins by the lone agent's film, the lone agent by an ally's; else the opposing side wins.
    """
    allied = list(state.letters)
    alone = [nation for nation in state.agents if nation not in allied]
    own, enemy = (allied, alone) if NATION[agent] in allied else (alone, allied)
    return own if NATION[film] in enemy else enemy


def croupier_winners(state: State, agent: Card, film: Card) -> list[Nation]:
    """C10: which agents win when this one says that the film is in the Croupier's hand."""
    croupier = state.holds(CROUPIER)
    own, his = NATION[agent], NATION[croupier.identities[0]]
    (others,) = (nation for nation in state.agents if nation not in (own, his))
    if film == FILM[others] and film in croupier.hand:
        if set(state.letters) == {own, his}:
            return [own, his]
        if set(state.letters) == {own, others}:
            return [his]
    return [others]


def journalist_is_right(state: State, film: Card, target: Who) -> bool:
    """M25: whether the one named is the agent of the film's nation."""
    return AGENT[NATION[film]] in state.holds(target).identities


def hitman_is_right(state: State, target: Who) -> bool:
    """M26: whether the one named holds the ace."""
    return ACE in state.holds(target).hand


def broker_is_right(state: State, named: tuple[Place, Place]) -> bool:
    """M27: whether each place holds as many of the two letters as often as it was named."""
    letters = {LETTER[nation] for nation in state.letters}
    return all(
        sum(card in letters for card in cards_at(state, place)) == named.count(place)
        for place in named
    )


def cards_at(state: State, place: Place) -> tuple[Card, ...]:
    """M27: the cards of a place where a letter can be."""
    if place == "deck":
        return state.deck
    return state.discard if place == "discard" else state.holds(place).hand


def interpol_is_right(state: State, target: Who) -> bool:
    """M28: whether the one named holds a bloodstained card (M3)."""
    return not BLOODSTAINED.isdisjoint(state.holds(target).hand)


def eliminate(state: State, seat: Seat) -> State:
    """M29: the hand goes to the discard deck, the last in the alphabet on top, the ace for nothing;
    the francs go to the house. The turn ends at once, with no hand limit, and M22 is checked.
    """
    player = state.players[seat]
    state = state.having(seat, player._replace(eliminated=True))
    state = table.tell(state, Eliminated(seat, player.identities))
    for card in player.hand:
        state = table.discard(state, seat, card)
    return look_at_deck(table.pay(state, seat, HOUSE, player.francs))


def _agents_win(state: State, nations: list[Nation], reason: str) -> State:
    """C8, C10: whoever holds the agents of these nations wins, the Croupier named last."""
    winners: list[Who] = [
        seat
        for seat, player in enumerate(state.players)
        if NATION.get(player.identities[0]) in nations
    ]
    if state.croupier is not None and NATION[state.croupier.identities[0]] in nations:
        winners.append(CROUPIER)
    return table.end(state, Result(tuple(winners), reason))


def _announce(
    state: State,
    seat: Seat,
    attempt: Attempt,
    identity: Card,
    *,
    film: Card | None = None,
    target: Who | None = None,
    places: tuple[Place, Place] | None = None,
) -> State:
    told = Attempted(seat, attempt_name(attempt), identity, film, target, places)
    return table.tell(state, told)


def _hand_over(state: State, seat: Seat, target: Who, cards: tuple[Card, ...]) -> State:
    """M25, M26, M28, M32: what the maker of an attempt is handed, it sees, right or wrong."""
    return table.tell(state, HandedOver(seat, target, cards))
