"""What a seat is asked at the night table, and the keys that lead to each action."""

from typing import TypeAlias

from brushpass.games.contract import Seat
from brushpass.games.microfilms.actions import (
    Accept,
    Attempt,
    Blackmail,
    Bribe,
    CashOut,
    Decline,
    Defend,
    Discard,
    Draw,
    Interrogate,
    Pass,
    Pay,
    Place,
    Refuse,
    SeatAction,
    Steal,
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
    ACE_PRICE,
    CASH_OUT,
    CROUPIER,
    FILM,
    FILMS,
    INTERROGATE,
    NATION,
    STEAL,
    Card,
)
from brushpass.games.microfilms.view import Opened, Side, View
from brushpass.terminal.face import Cast, Question, Step, Who
from brushpass.terminal.microfilms.names import cards, distinct, francs, place, the, title

Seen: TypeAlias = View | Opened

_TURN = "M11 M12 M13 M14 M19"
"""The five kinds of turn."""
_ROLES = {
    "agent": Step("a", "as the agent: show a film", "M24"),
    "journalist": Step("j", "as the journalist: a film and its agent", "M25"),
    "broker": Step("b", "as the broker: where the letters lie", "M27"),
    "interpol": Step("i", "as Interpol: blood on a card", "M28"),
    "croupier": Step("c", "as the agent: a film in the Croupier's hand", "C10"),
}
_ALONE = {
    "agent": Step("w", "attempt to win: show a film", "M24"),
    "journalist": Step("w", "attempt to win: show a film and name its agent", "M25"),
    "hitman": Step("w", "attempt to win: name who holds the ace", "M26"),
    "broker": Step("w", "attempt to win: name where the letters lie", "M27"),
    "interpol": Step("w", "attempt to win: name a Suspect with blood on a card", "M28"),
}
"""Where a seat has one identity, and so one kind of attempt."""


def question(view: Seen, seat: Seat, cast: Cast) -> Question:
    """What the seat must decide."""
    side = _own(view, seat)
    match view.phase:
        case "bribe":
            assert view.pending is not None
            price = f"costs you {francs(1)}" if side.francs else "costs nothing: you have no franc"
            offered = f"{cast.does(view.pending.by, 'offer')} you a card, unseen."
            return Question(f"{offered} Take it? Declining {price}.", "M13")
        case "blackmail":
            assert view.pending is not None
            return Question(f"{cast.does(view.pending.by, 'blackmail')} you. Your answer?", "M18")
        case "discard":
            keep = 2 if side.cleared else 1
            held = f"You hold {cards(len(side.hand))} and may keep {keep}."
            return Question(f"{held} Which do you discard?", "M20 M21")
        case _:
            return Question("Your turn: one thing, which?", _TURN)


def ways(view: Seen, seat: Seat, action: SeatAction, cast: Cast) -> tuple[tuple[Step, ...], ...]:
    """The keys that lead to an action; two places can be named in either order."""
    if isinstance(action, WinBroker) and action.places[0] != action.places[1]:
        one, other = action.places
        start = _attempt(view, action)
        return tuple(
            (*start, *_places(first, second, cast))
            for first, second in ((one, other), (other, one))
        )
    return (_steps(view, seat, action, cast),)


def _steps(view: Seen, seat: Seat, action: SeatAction, cast: Cast) -> tuple[Step, ...]:
    side = _own(view, seat)
    match action:
        case Draw("deck"):
            deck = view.deck if isinstance(view.deck, int) else len(view.deck)
            return (Step("d", f"draw a card, unseen ({deck} left)", "M11"),)
        case Draw():
            top = view.top if isinstance(view, View) else view.discard[0]
            return (Step("t", f"take {the(top or '')} from the discard deck", "M11"),)
        case Pass():
            return (Step("p", f"pass: take {francs(min(1, view.house))}", "M12"),)
        case Bribe(target, card):
            return _bribe(side, target, card, cast)
        case Steal(target):
            return (Step("s", "steal 2 francs, with a Steal card", "M15"), _whom(target, cast))
        case CashOut():
            got = francs(min(3, view.house))
            return (Step("c", f"cash out: {got} from the house", "M16"),)
        case Interrogate(target, means):
            first = Step("i", "interrogate: see a card", "M17")
            return (first, _whom(target, cast), _means(means, _interrogations(side)))
        case Blackmail(target, means):
            first = Step("b", "blackmail: 2 francs, or be Cleared", "M18")
            return (first, _whom(target, cast), _means(means, _blackmails(side)))
        case Discard(card):
            price = f", for {francs(ACE_PRICE)}" if card == ACE else ""
            return (_card(side, card, price),)
        case Accept():
            return (Step("a", "accept: the card is yours"),)
        case Decline():
            return (Step("d", "decline"),)
        case Pay():
            return (Step("p", f"pay {francs(2)}"),)
        case Defend():
            return (Step("d", f"defend: discard {the(CASH_OUT)}"),)
        case Refuse():
            return (Step("r", "refuse: be Suspect, and lose a card if you have one"),)
        case _:
            start = _attempt(view, action)
            return (*start, *_named(view, side, action, cast))


def _own(view: Seen, seat: Seat) -> Side:
    side = view.players[seat]
    assert isinstance(side, Side)  # a seat sees its own
    return side


def _whom(target: Who, cast: Cast) -> Step:
    """Seats by their numbers, as they stand on the table."""
    return Step("c" if target == CROUPIER else str(target), cast.name(target))


def _card(side: Side, card: Card, more: str = "") -> Step:
    return Step(str(distinct(side.hand).index(card) + 1), f"{title(card)}{more}")


def _bribe(side: Side, target: Who, card: Card, cast: Cast) -> tuple[Step, ...]:
    if len(distinct(side.hand)) == 1:
        return (Step("o", f"offer {the(card)} as a bribe", "M13"), _whom(target, cast))
    first = Step("o", "offer a card as a bribe, to be Cleared", "M13")
    return (first, _whom(target, cast), _card(side, card))


def _interrogations(side: Side) -> list[tuple[str, str]]:
    """What an interrogation can be paid with, in words."""
    laid = [("card", f"lay {the(INTERROGATE)}")] if INTERROGATE in side.hand else []
    return [*laid, *([("pay", f"pay {francs(1)}")] if side.francs >= 1 else [])]


def _blackmails(side: Side) -> list[tuple[str, str]]:
    laid = [(card, f"lay {the(card)}") for card in (STEAL, INTERROGATE) if card in side.hand]
    return [*laid, *([("pay", f"pay {francs(2)}")] if side.francs >= 2 else [])]


def _means(means: str, possible: list[tuple[str, str]]) -> Step:
    number = [each for each, _ in possible].index(means)
    return Step(str(number + 1), possible[number][1])


# --- attempts -------------------------------------------------------------------------------------


def _attempt(view: Seen, attempt: Attempt) -> tuple[Step, ...]:
    """That a win is attempted, and with which identity if there are two."""
    name = attempt_name(attempt) if not isinstance(attempt, WinCroupier) else "croupier"
    if view.croupier is None:
        return (_ALONE[name],)
    return (Step("w", "attempt to win", "M19"), _ROLES[name])


def _named(view: Seen, side: Side, attempt: Attempt, cast: Cast) -> tuple[Step, ...]:
    """What an attempt reveals and names."""
    match attempt:
        case WinAgent(film):
            return (_film(side, film),)
        case WinJournalist(film, target):
            return (_film(side, film), _whom(target, cast))
        case WinHitman(target) | WinInterpol(target):
            return (_whom(target, cast),)
        case WinBroker((one, other)):
            return _places(one, other, cast)
        case WinCroupier(film):
            own = NATION[side.identities[0]]
            films = [FILM[nation] for nation in view.agents if nation != own]
            return (Step(str(films.index(film) + 1), title(film)),)


def _film(side: Side, film: Card) -> Step:
    films = [card for card in distinct(side.hand) if card in FILMS]
    return Step(str(films.index(film) + 1), title(film))


def _places(one: Place, other: Place, cast: Cast) -> tuple[Step, Step]:
    return _place(one, cast), _place(other, cast, "the other too" if one == other else "")


def _place(where: Place, cast: Cast, instead: str = "") -> Step:
    """A hand by its seat, a deck by a letter."""
    keys = {"deck": "d", "discard": "x", CROUPIER: "c"}
    key = keys.get(where) if isinstance(where, str) else str(where)
    assert key is not None
    return Step(key, instead or f"one in {place(where, cast)}")
