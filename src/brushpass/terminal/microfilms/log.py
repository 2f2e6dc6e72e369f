"""What happens at the night table, in words: what one action brought, its parts told together."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from brushpass.games.contract import Event, Result
from brushpass.games.microfilms.cards import CROUPIER, HOUSE
from brushpass.games.microfilms.happenings import (
    ActionTaken,
    Attempted,
    BlackmailAnswered,
    BribeDeclined,
    DeckShuffled,
    Discarded,
    DiscardTaken,
    Eliminated,
    Ended,
    EveningBegan,
    FrancsMoved,
    LetterPutAway,
    NationsChosen,
    NowCleared,
    NowSuspect,
    Passed,
    Started,
    TurnBegan,
)
from brushpass.games.microfilms.view import (
    ActionDealt,
    BribeAccepted,
    BribeOffered,
    CardDrawn,
    CardSeen,
    CardsHandedOver,
    CardTaken,
    CoverDealt,
    IdentityDealt,
)
from brushpass.terminal.face import Cast, Said, Who
from brushpass.terminal.ink import bold
from brushpass.terminal.microfilms.names import cards, francs, listed, nation, place, the

E = TypeVar("E", bound=Event)

_ACTIONS = {"interrogate": "M17", "blackmail": "M18"}
_ATTEMPTS = {
    "agent": "M24",
    "journalist": "M25",
    "hitman": "M26",
    "broker": "M27",
    "interpol": "M28",
    "croupier": "C10",
}
_ENDINGS = {
    "agents": "M24",
    "journalist": "M25",
    "hitman": "M26",
    "broker": "M27",
    "interpol": "M28",
    "croupier-hand": "C10",
    "croupier-francs": "C7",
    "failed-attempt": "C8",
    "turn-limit": "M31",
}


class Teller:
    """Tells events; whose turn it is goes without saying, since it always is the next."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast

    def __call__(self, events: Sequence[Event]) -> list[Said]:
        told, left = [], list(events)
        while left:
            said, count = self._next(left)
            left = left[count:]
            told += said
        return list(dict.fromkeys(told))  # with all eyes, the same is told of each seat

    def _next(self, events: list[Event]) -> tuple[list[Said], int]:
        """What the first of these events comes to, and how many are told with it."""
        does, whom = self._cast.does, self._cast.whom
        match events:
            case [Passed(seat), FrancsMoved(_, _, count), *_]:
                got = f": {francs(count)}" if count else ", but the house is empty"
                return [Said(f"{does(seat, 'pass')}{got}.", "M12")], 2
            case [ActionTaken(seat, "steal", target), Discarded(), FrancsMoved(_, _, count), *_]:
                assert target is not None
                text = f"{does(seat, 'steal')} {francs(count)} from {whom(target)}."
                return [Said(text, "M15")], 3
            case [ActionTaken(seat, "cash-out", _), Discarded(), FrancsMoved(_, _, count), *_]:
                return [
                    Said(f"{does(seat, 'cash')} out: {francs(count)} from the house.", "M16")
                ], 3
            case [ActionTaken(seat, action, target), price, *_]:
                assert target is not None
                paid = f"for {francs(price.francs)}" if isinstance(price, FrancsMoved) else "with "
                laid = the(price.card) if isinstance(price, Discarded) else ""
                text = f"{does(seat, action)} {whom(target)} {paid}{laid}."
                return [Said(text, _ACTIONS[action])], 2
            case [BlackmailAnswered(_, target, "pay"), FrancsMoved(_, _, count), *_]:
                return [Said(f"{does(target, 'pay')} {francs(count)}.", "M18")], 2
            case [BlackmailAnswered(_, target, "defend"), Discarded(_, card), *_]:
                return [Said(f"{does(target, 'defend')} with {the(card)}.", "M18")], 2
            case [BlackmailAnswered(_, target, _), *more]:
                rule = "C5" if target == CROUPIER else "M18"
                return self._and_so(f"{does(target, 'refuse')} the blackmail", rule, more)
            case [BribeAccepted(_, target, card), *more]:
                what = "" if card is None else f", {bold(the(card))}"
                rule = "C5" if target == CROUPIER else "M13"
                return self._and_so(f"{does(target, 'accept')} the bribe{what}", rule, more)
            case [BribeDeclined(_, target), FrancsMoved(_, _, count), *_]:
                paid = f"for {francs(count)}" if count else "with no franc to pay"
                return [Said(f"{does(target, 'decline')}, {paid}.", "M13")], 2
            case [Discarded(seat, "ace"), FrancsMoved(_, "house", count), *_]:
                text = f"{does(seat, 'discard')} {the('ace')}, for {francs(count)}."
                return [Said(text, "M21")], 2
            case [Started(seat), *more]:
                return self._started(seat, more)
            case [Eliminated() as out, *more]:
                return self._eliminated(out, more)
            case _:
                said = self._alone(events[0])
                return [] if said is None else [said], 1

    def _and_so(self, text: str, rule: str, more: list[Event]) -> tuple[list[Said], int]:
        """M13, M18: an answer, and who is Cleared or Suspect by it."""
        standing = []
        for event in more:
            if not isinstance(event, NowCleared | NowSuspect):
                break
            now = bold("Cleared" if isinstance(event, NowCleared) else "Suspect")
            are = "are" if event.seat == self._cast.viewer else "is"
            standing.append(f"{self._cast.whom(event.seat)} {are} {now}")
        so = f": {listed(standing)}" if standing else ""
        return [Said(f"{text}{so}.", rule)], 1 + len(standing)

    def _started(self, seat: Who, more: list[Event]) -> tuple[list[Said], int]:
        """M8, M9: who starts, and who gets a franc for coming late."""
        said = [Said(f"{self._cast.does(seat, 'start')}.", "M8")]
        late = [event.taker for event in _run(more, FrancsMoved)]
        if late:
            got = listed(self._cast.whom(who) for who in late if who != HOUSE)
            said.append(Said(f"1 franc to begin with for {got}.", "M9"))
        return said, 1 + len(late)

    def _eliminated(self, out: Eliminated, more: list[Event]) -> tuple[list[Said], int]:
        """M29: a wrong attempt, and what becomes of hand and francs."""
        are = self._cast.does(out.seat, "are")
        said = [Said(f"That is wrong: {are} eliminated.", "M29", heading=True)]
        laid = _run(more, Discarded)
        if laid:
            hand = listed(the(event.card) for event in laid)
            said.append(Said(f"On the discard deck now: {hand}.", "M29"))
        paid = _run(more[len(laid) :], FrancsMoved)
        said += [
            Said(f"To the house: {francs(event.francs)}.", "M29") for event in paid if event.francs
        ]
        return said, 1 + len(laid) + len(paid)

    def _alone(self, event: Event) -> Said | None:
        does, whom, whose = self._cast.does, self._cast.whom, self._cast.whose
        match event:
            case NationsChosen(nations):
                return Said(f"In play: {listed(map(nation, nations))}.", "M4", heading=True)
            case IdentityDealt(seats, identity):
                return Said(self._dealt(f"{seats} identities are dealt.", identity), "M5")
            case CoverDealt(_, identity):
                return Said(self._dealt("Each seat has a second identity.", identity), "C1")
            case LetterPutAway():
                return Said("One of the three letters goes back to the box, unseen.", "M6")
            case ActionDealt(_, card):
                if card is None or self._cast.viewer is None:
                    return Said("Each seat is dealt an action card.", "M7")
                return Said(f"You are dealt {bold(the(card))}.", "M7")
            case DeckShuffled(count):
                return Said(f"The other {count} cards are the draw deck.", "M7")
            case TurnBegan():
                return None
            case CardDrawn(seat, card):
                rule = "C4" if seat == CROUPIER else "M11"
                what = "a card" if card is None else bold(the(card))
                return Said(f"{does(seat, 'draw')} {what}.", rule)
            case DiscardTaken(seat, card):
                return Said(f"{does(seat, 'take')} {the(card)} from the discard deck.", "M11")
            case Discarded(seat, card):
                rule = "C4" if seat == CROUPIER else "M20"
                return Said(f"{does(seat, 'discard')} {the(card)}.", rule)
            case FrancsMoved(_, taker, count):
                assert taker != HOUSE  # all that the house gets is told with what it is for
                return Said(f"{does(taker, 'take')} {francs(count)} from the house.", "C4")
            case NowCleared(seat):
                return Said(f"{does(seat, 'are')} {bold('Cleared')}.", "C4")
            case BribeOffered(seat, target, card):
                what = "a card" if card is None else bold(the(card))
                return Said(f"{does(seat, 'offer')} {whom(target)} {what} as a bribe.", "M13")
            case BribeDeclined(_, target):
                return Said(f"{does(target, 'decline')}.", "M13")
            case CardSeen(seat, target, card):
                rule = "C6" if target == CROUPIER else "M17"
                if card is None:
                    return Said(f"{does(seat, 'look')} at one of {whose(target)} cards.", rule)
                return Said(f"{does(seat, 'see')} {bold(the(card))}.", rule)
            case CardTaken(seat, target, card):
                what = "a card" if card is None else bold(the(card))
                return Said(f"{does(seat, 'take')} {what} out of {whose(target)} hand.", "M18")
            case CardsHandedOver(seat, target, shown):
                what = "what was asked for" if shown is None else bold(listed(map(the, shown)))
                hand = bold("an empty hand") if shown == () else what
                return Said(f"{does(target, 'show')} {whom(seat)} {hand}.", "M32")
            case EveningBegan(evening, count):
                text = f"Evening {evening} begins: {cards(count)} are shuffled to draw from."
                return Said(text, "M22", heading=True)
            case Attempted():
                return self._attempted(event)
            case Ended(result):
                return Said(ending(result, self._cast), _ENDINGS[result.reason], heading=True)
            case _:
                raise AssertionError(f"nothing else happens at this table: {event}")

    def _dealt(self, public: str, identity: str | None) -> str:
        if identity is None or self._cast.viewer is None:
            return public
        return f"You are {bold(the(identity))}."

    def _attempted(self, event: Attempted) -> Said:
        does = self._cast.does(event.seat, "attempt")
        film = "" if event.film is None else f" with {the(event.film)}"
        named = "" if event.target is None else self._cast.whom(event.target)
        match event.attempt:
            case "agent":
                how = film
            case "journalist":
                how = f"{film}: its agent is {named}"
            case "hitman":
                how = f": {named}, it is said, {'hold' if named == 'you' else 'holds'} the ace"
            case "broker":
                assert event.places is not None
                one, other = (place(where, self._cast) for where in event.places)
                both = f"both lie in {one}" if one == other else f"one in {one}, one in {other}"
                how = f": of the letters, {both}"
            case "interpol":
                assert event.target is not None
                whose = self._cast.whose(event.target)
                how = f": there is blood on one of {whose} cards"
            case _:
                how = f": {the(event.film or '')} is in the Croupier's hand"
        text = f"{does} to win as {the(event.identity)}{how}."
        return Said(text, _ATTEMPTS[event.attempt], heading=True)


def _run(events: Sequence[Event], sort: type[E]) -> list[E]:
    """The events of this sort at the beginning."""
    found: list[E] = []
    for event in events:
        if not isinstance(event, sort):
            break
        found.append(event)
    return found


def ending(result: Result, cast: Cast) -> str:
    """Who has won, and why."""
    winners = listed(_in_order(result, cast))
    one = len(result.winners) == 1
    win = f"{winners[0].upper()}{winners[1:]} {'wins' if one and winners != 'you' else 'win'}"
    match result.reason:
        case "turn-limit":
            return "Nobody wins: the last turn is over."
        case "croupier-francs":
            return "Nobody wins: the Croupier has ten francs."
        case "agents":
            return f"{win}: the {'agent who stood alone' if one else 'allied agents'}."
        case "failed-attempt":
            return f"{win}: the other's attempt was wrong."
        case "croupier-hand" if not one:
            return f"{win}: allied, with the other's film in his hand."
        case "croupier-hand":
            alone = CROUPIER in result.winners
            why = "the players are allied with each other" if alone else "the claim was wrong"
            return f"{win}: {why}."
        case _:
            return f"{win}: {_RIGHT[result.reason]}."


_RIGHT = {
    "journalist": "the journalist has named the right agent",
    "hitman": "the hitman has found the ace",
    "broker": "the broker knew where the letters were",
    "interpol": "Interpol has found blood on a card",
}


def _in_order(result: Result, cast: Cast) -> Iterator[str]:
    """The winners, the one spoken to first."""
    for who in sorted(result.winners, key=lambda who: who != cast.viewer):
        yield cast.whom(who)


def opens_scene(event: Event) -> bool:
    """An attempt and the end each have a page of their own."""
    return isinstance(event, Attempted | Ended)


def shows_table(event: Event) -> bool:
    """The first turn, a new evening, somebody out, the end."""
    return isinstance(event, Started | EveningBegan | Eliminated | Ended)
