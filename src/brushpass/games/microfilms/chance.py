"""The chance outcomes: which is due, and whether one that is given fits."""

from collections import Counter

from brushpass.games.contract import Chance, IllegalAction
from brushpass.games.microfilms.actions import Outcome
from brushpass.games.microfilms.cards import (
    ACE,
    ACTIONS,
    AGENT,
    COVERS,
    CROUPIER,
    FILM,
    FREELANCERS,
    LETTER,
    NATIONS,
    Card,
)
from brushpass.games.microfilms.croupier import must_drop
from brushpass.games.microfilms.state import State

RULES = {
    "agents": "M4",
    "identities": "M5",
    "covers": "C1",
    "letters": "M6",
    "actions": "M7",
    "deck": "M7",
    "first": "M8",
    "show": "M17",
    "take": "M18",
    "drop": "C4",
    "shuffle": "M22",
}
"""Where each outcome comes from."""


def due(state: State) -> Chance | None:
    """The chance outcome that is due, None where a seat must decide or all is over."""
    if state.phase != "chance":
        return None
    if state.active is None:
        return _of_setup(state)
    match state.pending:
        case None:
            pass
        case (kind, _, to, _):
            target = state.holds(to)
            if kind == "blackmail":
                return Chance("take", target.hand, 1)
            # M17, C3: the identities are among the cards; C6: but never the Croupier's.
            identities = () if to == CROUPIER else target.identities
            return Chance("show", tuple(sorted(identities + target.hand)), 1)
    if state.active == CROUPIER and must_drop(state):
        return Chance("drop", state.holds(CROUPIER).hand, 1)
    return Chance("shuffle", tuple(sorted(state.discard)), len(state.discard))


def _of_setup(state: State) -> Chance:
    """The setup in the order of the rules: M4, M5 and C1, M6, M7, M8."""
    first, count = state.players[0], len(state.players)
    if not state.agents:
        return Chance("agents", NATIONS, 3, ordered=False)
    if not first.identities:
        agents = tuple(AGENT[nation] for nation in state.agents)
        if state.croupier is not None:
            return Chance("identities", agents, 3, always=agents)
        # M5: with 3 seats there are no freelancers.
        others = FREELANCERS if count > 3 else ()
        return Chance("identities", tuple(sorted(agents + others)), count, always=agents)
    if state.croupier is not None and len(first.identities) == 1:
        return Chance("covers", COVERS, count)
    if not state.letters:
        return Chance("letters", state.agents, 2, ordered=False)
    if not first.hand:
        return Chance("actions", ACTIONS, count)
    if not state.deck:
        deck = draw_deck(state)
        return Chance("deck", deck, len(deck))
    return Chance("first", tuple(map(str, range(count))), 1)


def draw_deck(state: State) -> tuple[Card, ...]:
    """M7, C1: the actions not dealt, the ace unless the Croupier plays, letters, films; sorted."""
    actions = Counter(ACTIONS) - Counter(card for player in state.players for card in player.hand)
    ace = [ACE] if state.croupier is None else []
    letters = [LETTER[nation] for nation in state.letters]
    films = [FILM[nation] for nation in state.agents]
    return tuple(sorted([*actions.elements(), *ace, *letters, *films]))


def check(state: State, outcome: Outcome) -> None:
    """Refuse an outcome that is not the one due, or not of its cards."""
    wanted = due(state)
    if wanted is None:
        over = "the game is over" if state.phase == "over" else f"seat {state.actor} must decide"
        raise IllegalAction(f"no chance outcome is due: {over}")
    cards = outcome.cards
    fits = (
        outcome.kind == wanted.kind
        and len(cards) == wanted.count
        and Counter(cards) <= Counter(wanted.cards)
        and all(card in cards for card in wanted.always)
        and (wanted.ordered or tuple(sorted(cards)) == cards)
    )
    if not fits:
        count = "one" if wanted.count == 1 else f"{wanted.count}"
        order = "in any order" if wanted.ordered else "sorted"
        always = f" ({' '.join(wanted.always)} among them)" if wanted.always else ""
        raise IllegalAction(
            f"{RULES[wanted.kind]}: expected `{wanted.kind}` and then, {order}, {count} of: "
            + " ".join(wanted.cards)
            + always
        )
