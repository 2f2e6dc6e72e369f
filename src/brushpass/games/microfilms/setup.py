"""Setup (M4-M10, C1, C2): each chance outcome is dealt as it comes."""

from brushpass.games.contract import BadOption, Options
from brushpass.games.microfilms import table
from brushpass.games.microfilms.cards import HOUSE, STARTING_FRANCS, TURN_LIMIT, Card
from brushpass.games.microfilms.evenings import begin_turn
from brushpass.games.microfilms.happenings import (
    ActionsDealt,
    CoversDealt,
    DeckShuffled,
    IdentitiesDealt,
    LetterPutAway,
    NationsChosen,
    Started,
)
from brushpass.games.microfilms.state import Player, State


def start(seats: int, options: Options) -> State:
    """M2, M10: before the first chance outcome; all francs are the house, everyone is Suspect."""
    unknown = sorted(options.keys() - {"turn_limit"})
    if unknown:
        raise BadOption(f"expected no option but `turn_limit` (M31), came {', '.join(unknown)}")
    limit = options.get("turn_limit", TURN_LIMIT)
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
        raise BadOption("M31: expected `turn_limit` to be a whole number from 0 (for none)")
    return State(players=(Player(),) * seats, turn_limit=limit)


def start_croupier(seats: int, options: Options) -> State:
    """C2: as `start`; the Croupier too has no card and no franc, and is Suspect."""
    return start(seats, options)._replace(croupier=Player())


def choose_nations(state: State, nations: tuple[Card, ...]) -> State:
    """M4: three nations are in play; the fourth's agent, film and letter are not used."""
    return table.tell(state._replace(agents=nations), NationsChosen(nations))


def deal_identities(state: State, cards: tuple[Card, ...]) -> State:
    """M5, C1: one identity to each seat; in The Croupier the last agent is his."""
    seats = cards[: len(state.players)]
    players = tuple(Player(identities=(card,)) for card in seats)
    state = state._replace(players=players)
    if state.croupier is None:
        return table.tell(state, IdentitiesDealt(seats, None))
    state = state._replace(croupier=Player(identities=(cards[-1],)))
    return table.tell(state, IdentitiesDealt(seats, cards[-1]))


def deal_covers(state: State, cards: tuple[Card, ...]) -> State:
    """C1: each seat gets one of journalist, broker and interpol too."""
    players = tuple(
        player._replace(identities=(*player.identities, card))
        for player, card in zip(state.players, cards, strict=True)
    )
    return table.tell(state._replace(players=players), CoversDealt(cards))


def put_letter_away(state: State, letters: tuple[Card, ...]) -> State:
    """M6: one letter goes back unseen; the two left say who is allied."""
    return table.tell(state._replace(letters=letters), LetterPutAway())


def deal_actions(state: State, cards: tuple[Card, ...]) -> State:
    """M7, C2: one action card face down to each seat."""
    players = tuple(
        player._replace(hand=(card,)) for player, card in zip(state.players, cards, strict=True)
    )
    return table.tell(state._replace(players=players), ActionsDealt(cards))


def shuffle_deck(state: State, cards: tuple[Card, ...]) -> State:
    """M7: the draw deck."""
    return table.tell(state._replace(deck=cards), DeckShuffled(len(cards)))


def begin(state: State, cards: tuple[Card, ...]) -> State:
    """M8, M9, C2: the starting player, the francs of those who come late, the first turn."""
    seats = len(state.players)
    starter = int(cards[0])
    state = table.tell(state, Started(starter))
    for place in STARTING_FRANCS[seats]:
        state = table.pay(state, HOUSE, (starter + place) % seats, 1)
    return begin_turn(state, starter)
