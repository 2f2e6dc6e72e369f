"""Setup and rounds (K4-K7)."""

from typing import assert_never

from brushpass.games.contract import IllegalAction
from brushpass.games.kompromat.actions import (
    ChanceAction,
    First,
    Reshuffle,
    ShuffleEquipment,
    ShuffleMissions,
)
from brushpass.games.kompromat.cards import MARKS, Card
from brushpass.games.kompromat.happenings import (
    EquipmentShuffled,
    MissionsLaid,
    MissionsShuffled,
    Started,
)
from brushpass.games.kompromat.state import Mission, Player, State, chance


def deal(state: State, action: ChanceAction) -> State:
    """Take a chance outcome; the last one of a round lays its missions."""
    match action:
        case First(seat):
            state = first(state, seat)
        case ShuffleMissions(cards):
            state = state._replace(mission_deck=cards, happened=(MissionsShuffled(again=False),))
        case ShuffleEquipment():
            state = shuffle_equipment(state, action)
        case Reshuffle(cards):
            state = reshuffle(state, cards)
        case _:
            assert_never(action)
    return state


def check(state: State, action: ChanceAction) -> None:
    """Refuse an outcome that is not the one due, or not of its cards."""
    due = chance(state)
    if state.phase == "over":
        raise IllegalAction("the game is over")
    if due is None:
        raise IllegalAction(
            f"no chance outcome is due: in {state.phase} seat {state.actor} must decide"
        )
    match action:
        case First():
            fits = due.kind == "first"
        case ShuffleMissions(cards):
            fits = due.kind == "missions" and tuple(sorted(cards)) == due.cards
        case ShuffleEquipment(seat, cards):
            fits = due.seat == seat and tuple(sorted(cards)) == due.cards
        case Reshuffle(cards):
            fits = due.kind == "reshuffle" and tuple(sorted(cards)) == due.cards
        case _:
            assert_never(action)
    if not fits:
        rule = {"first": "K4", "missions": "K2", "equipment": "K5", "reshuffle": "K7"}[due.kind]
        some = "one of" if due.count == 1 else "in any order"
        raise IllegalAction(f"{rule}: expected `{due.words}` with, {some}: {' '.join(due.cards)}")


def first(state: State, seat: int) -> State:
    """K4: who starts round 1."""
    return state._replace(starter=seat, happened=(Started(seat),))


def shuffle_equipment(state: State, action: ShuffleEquipment) -> State:
    """K5: at the start of each round both seats shuffle all 14 cards, and missions are laid."""
    player = state.players[action.seat]._replace(deck=action.cards)
    state = state._replace(
        players=state.with_player(action.seat, player),
        happened=(EquipmentShuffled(action.seat),),
    )
    return lay_missions(state) if action.seat == 1 else state


def lay_missions(state: State) -> State:
    """K6: four cards; on each counter-intelligence the next card of the deck that is none."""
    assert state.starter is not None  # K4 comes before any deal
    laid, deck = state.mission_deck[:4], state.mission_deck[4:]
    missions: list[Mission] = []
    aside: list[Card] = []
    for card in laid:
        if card not in MARKS:
            missions.append(Mission(card, None, resolved=False))
            continue
        # 24 cards are no counter-intelligence, 4 a round: there is always one left to find.
        while deck[0] in MARKS:
            aside.append(deck[0])
            deck = deck[1:]
        missions.append(Mission(deck[0], card, resolved=False))
        deck = deck[1:]
    told = MissionsLaid(
        round=state.round,
        starter=state.starter,
        missions=tuple(mission.card for mission in missions),
        under=tuple(mission.ci for mission in missions),
        aside=tuple(aside),
    )
    return state._replace(
        missions=tuple(missions),
        mission_deck=(*deck, *aside),
        aside=len(aside),
        happened=(*state.happened, told),
    )


def reshuffle(state: State, cards: tuple[Card, ...]) -> State:
    """K7: what was put aside is shuffled back into the mission deck."""
    return state._replace(mission_deck=cards, aside=0, happened=(MissionsShuffled(again=True),))


def all_dealt(state: State) -> bool:
    """Whether the round can begin: the missions lie, and nothing is to be shuffled back (K7)."""
    return bool(state.missions) and not state.aside


def next_round(state: State) -> State:
    """K40, K4, K5: the starting seat alternates; all equipment is taken back."""
    assert state.starter is not None
    cleared = tuple(
        Player(tokens=player.tokens, items=player.items, used=player.used, won=player.won)
        for player in state.players
    )
    return state._replace(
        phase="chance",
        actor=None,
        round=state.round + 1,
        starter=1 - state.starter,
        current=None,
        missions=(),
        players=(cleared[0], cleared[1]),
    )
