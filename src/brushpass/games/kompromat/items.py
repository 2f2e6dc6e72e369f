"""The ten items (K16-K27): when each can be used, on what, and what it does.

An item's `choices` are everything it could be used on now, as the arguments of its words;
its `effect` is what then lies on the table. Neither depends on what its seat cannot see.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from brushpass.games.contract import Seat
from brushpass.games.kompromat.actions import USES, Use
from brushpass.games.kompromat.cards import Card
from brushpass.games.kompromat.happenings import (
    Declared,
    LookedAhead,
    TokensShed,
    TurnedUp,
    Used,
)
from brushpass.games.kompromat.state import (
    DOWN,
    UP,
    Mission,
    Phase,
    Pile,
    Player,
    State,
    at,
    piles_with,
)

Choices: TypeAlias = list[tuple[int, ...]]

# K17: the moments at which items can be used.
TURN_PHASES: frozenset[Phase] = frozenset({"turn", "place", "push"})
"""(a) at one's own decisions in one's turn, (b) and at the opponent's: an interrupt."""
_ANY: frozenset[Phase] = TURN_PHASES | {"window"}
"""(c) and in the window before each reveal."""
_NOW: Choices = [()]
"""It can be used, and there is nothing to choose."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its rule, its moments, and what it needs, in words for who may not use it."""

    rule: str
    phases: frozenset[Phase]
    choices: Callable[[State, Seat], Choices]
    effect: Callable[[State, Seat, tuple[int, ...]], State]
    needs: str
    opens_window: bool = False
    """K30: a seat is asked in the window before a reveal while it can use one of these."""


def usable(state: State, seat: Seat, phase: Phase) -> tuple[Use, ...]:
    """K16, K17: every way in which the seat could use an item in this phase, as things lie."""
    player = state.players[seat]
    if not player.items:
        return ()
    return tuple(
        USES[card, args, copied]
        for card, copied in _at_hand(player)
        if phase in ITEMS[card].phases
        for args in ITEMS[card].choices(state, seat)
    )


def opens_window(state: State, seat: Seat) -> bool:
    """K30: the seat can use an item that is worth asking it about before a reveal."""
    return any(ITEMS[use.item].opens_window for use in usable(state, seat, "window"))


def _at_hand(player: Player) -> list[tuple[Card, bool]]:
    """The items whose effect a player has: its own, and through the usb-stick its used ones."""
    own = [(card, False) for card in player.items if card != "usb-stick"]
    return own + copies(player) if "usb-stick" in player.items else own


def copies(player: Player) -> list[tuple[Card, bool]]:
    """K26: re-use an item already used in this game; the usb-stick cannot copy itself."""
    return [(card, True) for card in player.used if card != "usb-stick"]


def why_not(state: State, seat: Seat, use: Use) -> str | None:
    """Why the seat may not use this item so, or None where it may."""
    item, player = ITEMS[use.item], state.players[seat]
    if use.card not in player.items:
        return f"K16: seat {seat} has no unused {use.card}; its items are {_listed(player.items)}"
    if use.copied and (use.item, True) not in copies(player):
        used = _listed(player.used)
        return f"K26: seat {seat} has not used a {use.item} before; it has used {used}"
    if state.phase not in item.phases:
        at_these = ", ".join(sorted(item.phases))
        return f"K17: a {use.item} can be used in {at_these}, not in {state.phase} ({item.rule})"
    if use.args not in item.choices(state, seat):
        return f"{item.rule}: {item.needs}"
    return None


def _listed(cards: tuple[Card, ...]) -> str:
    return ", ".join(cards) if cards else "none"


def use_up(state: State, seat: Seat, use: Use) -> State:
    """K16: the item goes to the used ones, then takes effect; a copied one stays used (K26)."""
    player = state.players[seat]
    gone = player.items.index(use.card)
    player = player._replace(
        items=player.items[:gone] + player.items[gone + 1 :], used=(*player.used, use.card)
    )
    state = state._replace(
        players=state.with_player(seat, player),
        happened=(*state.happened, Used(seat, use.card, str(use))),
    )
    return ITEMS[use.item].effect(state, seat, use.args)


# --- what each needs, and what it does ------------------------------------------------------------


def _unresolved(state: State) -> list[tuple[int, Mission]]:
    return [(m, mission) for m, mission in enumerate(state.missions, 1) if not mission.resolved]


def _has_tokens(state: State, seat: Seat) -> Choices:
    """K18: needs at least 1 token."""
    return _NOW if state.players[seat].tokens else []


def _balaclava(state: State, seat: Seat, _: tuple[int, ...]) -> State:
    """K18: discard two of your notoriety tokens, or the only one."""
    return shed_tokens(state, seat, min(2, state.players[seat].tokens))


def shed_tokens(state: State, seat: Seat, count: int) -> State:
    """Discard notoriety tokens (K18, K35)."""
    player = state.players[seat]
    held = player.tokens - count
    return state._replace(
        players=state.with_player(seat, player._replace(tokens=held)),
        happened=(*state.happened, TokensShed(seat, count, held)),
    )


def _always(_state: State, _seat: Seat) -> Choices:
    """K19: the phase `cover` is all that a chloroform needs."""
    return _NOW


def _chloroform(state: State, _seat: Seat, _: tuple[int, ...]) -> State:
    """K19: take no tokens. The reveal goes on without them (reveal.after_cover)."""
    return state


def _face_down_of_opponent(state: State, seat: Seat) -> Choices:
    """K20: an unresolved mission where the opponent has a face-down card."""
    piles = state.players[1 - seat].piles
    return [(m,) for m, _ in _unresolved(state) if any(not laid.up for laid in piles[m - 1])]


def _drone(state: State, seat: Seat, args: tuple[int, ...]) -> State:
    """K20: all your opponent's cards at one mission are turned face up."""
    (mission,) = args
    return turn_up(state, 1 - seat, mission)


def turn_up(state: State, seat: Seat, mission: int) -> State:
    """Turn up all cards of a seat at a mission (K20, K31); none of them is the gps-tracker's."""
    player = state.players[seat]
    pile = tuple(UP[laid.card] for laid in player.piles[mission - 1])
    player = player._replace(
        piles=piles_with(player.piles, mission, pile),
        last=0 if player.last == mission else player.last,
    )
    cards = tuple(laid.card for laid in pile)
    return state._replace(
        players=state.with_player(seat, player),
        happened=(*state.happened, TurnedUp(seat, mission, cards)),
    )


def _last_drawn_lies_down(state: State, seat: Seat) -> Choices:
    """K21: the card drawn last must lie face down at an unresolved mission."""
    return _NOW if state.players[seat].last else []


def _gps_tracker(state: State, seat: Seat, _: tuple[int, ...]) -> State:
    """K21: return your last drawn card to the top of your deck."""
    player = state.players[seat]
    pile = player.piles[player.last - 1]
    player = player._replace(
        deck=(pile[-1].card, *player.deck),
        piles=piles_with(player.piles, player.last, pile[:-1]),
        last=0,
    )
    return state._replace(players=state.with_player(seat, player))


def _from_here_to_empty(state: State, seat: Seat) -> Choices:
    """K22: from a mission with own cards to one without; both unresolved."""
    piles = state.players[seat].piles
    here = [m for m, _ in _unresolved(state)]
    return [
        (start, end) for start in here for end in here if piles[start - 1] and not piles[end - 1]
    ]


def _jetpack(state: State, seat: Seat, args: tuple[int, ...]) -> State:
    """K22: move all your cards from one mission to an empty one; a newspaper stays (K23).

    Who moves the mission it is drawing at goes on drawing at the new one.
    """
    start, end = args
    player = state.players[seat]
    moved = piles_with(player.piles, end, player.piles[start - 1])
    player = player._replace(
        piles=piles_with(moved, start, ()), last=end if player.last == start else player.last
    )
    drawing_there = state.turn == seat and state.current == start
    return state._replace(
        players=state.with_player(seat, player), current=end if drawing_there else state.current
    )


def _where_opponent_has_cards(state: State, seat: Seat) -> Choices:
    """K23: an unresolved mission where the opponent has cards."""
    piles = state.players[1 - seat].piles
    return [(m,) for m, _ in _unresolved(state) if piles[m - 1]]


def _newspaper(state: State, seat: Seat, args: tuple[int, ...]) -> State:
    """K23: +3 to the opponent's total there; it belongs to the mission side, not to the pile."""
    (mission,) = args
    other = state.players[1 - seat]
    lying = at(other.newspapers, mission, other.newspapers[mission - 1] + 1)
    return state._replace(players=state.with_player(1 - seat, other._replace(newspapers=lying)))


def _has_deck(state: State, seat: Seat) -> Choices:
    """K24: needs at least 1 card in the deck."""
    return _NOW if state.players[seat].deck else []


def _night_vision(state: State, seat: Seat, _: tuple[int, ...]) -> State:
    """K24: look at the next 5 cards of your own deck; they stay in their order."""
    seen = LookedAhead(seat, state.players[seat].deck[:5])
    return state._replace(happened=(*state.happened, seen))


def _each_face_down_of_opponent(state: State, seat: Seat) -> Choices:
    """K25: any one face-down card at an unresolved mission."""
    piles = state.players[1 - seat].piles
    return [
        (m, position)
        for m, _ in _unresolved(state)
        for position, laid in enumerate(piles[m - 1], 1)
        if not laid.up
    ]


def _stun_gun(state: State, seat: Seat, args: tuple[int, ...]) -> State:
    """K25: discard one face-down card of the opponent, still face down."""
    mission, position = args
    other = state.players[1 - seat]
    pile: Pile = other.piles[mission - 1]
    rest = pile[: position - 1] + pile[position:]
    was_last = other.last == mission and position == len(pile)
    other = other._replace(
        piles=piles_with(other.piles, mission, rest),
        discard=(*other.discard, DOWN[pile[position - 1].card]),
        last=0 if was_last else other.last,
    )
    return state._replace(players=state.with_player(1 - seat, other))


def _up_or_down(state: State, seat: Seat) -> Choices:
    """K27: needs own cards at the mission being resolved."""
    assert state.current is not None  # the phase `adjust` is within a resolution
    return [(1,), (-1,)] if state.players[seat].piles[state.current - 1] else []


def _vesper_martini(state: State, seat: Seat, args: tuple[int, ...]) -> State:
    """K27: change your total by 1; it may leave 0-21 either way."""
    (change,) = args
    was = state.declared[seat]
    assert was is not None and state.current is not None  # K33: it has cards there
    total = was + change
    declared = (total, state.declared[1]) if seat == 0 else (state.declared[0], total)
    return state._replace(
        declared=declared, happened=(*state.happened, Declared(seat, state.current, total))
    )


ITEMS: dict[Card, Item] = {
    "balaclava": Item(
        "K18", _ANY | {"rescue"}, _has_tokens, _balaclava, "a balaclava needs a token to discard"
    ),
    "chloroform": Item(
        "K19", frozenset({"cover"}), _always, _chloroform, "a chloroform needs nothing more"
    ),
    "drone": Item(
        "K20",
        _ANY,
        _face_down_of_opponent,
        _drone,
        "a drone needs an unresolved mission where the opponent has a face-down card",
        opens_window=True,
    ),
    "gps-tracker": Item(
        "K21",
        _ANY,
        _last_drawn_lies_down,
        _gps_tracker,
        "the card drawn last in this round must lie face down at an unresolved mission",
        opens_window=True,
    ),
    "jetpack": Item(
        "K22",
        _ANY,
        _from_here_to_empty,
        _jetpack,
        "a jetpack needs a mission with own cards and one without, both unresolved",
        opens_window=True,
    ),
    "newspaper": Item(
        "K23",
        _ANY,
        _where_opponent_has_cards,
        _newspaper,
        "a newspaper needs an unresolved mission where the opponent has cards",
        opens_window=True,
    ),
    "night-vision": Item(
        "K24", _ANY, _has_deck, _night_vision, "a night-vision needs a card in the own deck"
    ),
    "stun-gun": Item(
        "K25",
        _ANY,
        _each_face_down_of_opponent,
        _stun_gun,
        "a stun-gun needs a face-down card of the opponent at an unresolved mission",
        opens_window=True,
    ),
    "vesper-martini": Item(
        "K27",
        frozenset({"adjust"}),
        _up_or_down,
        _vesper_martini,
        "a vesper-martini needs own cards at the mission being resolved",
    ),
}
"""All items but the usb-stick, which acts as one of these (K26)."""
