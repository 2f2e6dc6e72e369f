"""What happens in Kompromat, what is asked and what can be done, in words."""

from collections.abc import Sequence

from brushpass.games.contract import Event, Result, Seat
from brushpass.games.kompromat.actions import (
    WORDS,
    Declare,
    Draw,
    Keep,
    Pass,
    Place,
    SeatAction,
    Shed,
    Stop,
    Use,
)
from brushpass.games.kompromat.cards import ACE, ACE_HIGH, LIMIT, MARKS, NEWSPAPER, VALUE, Card
from brushpass.games.kompromat.happenings import (
    Collected,
    Declared,
    Drew,
    Ended,
    EquipmentShuffled,
    Failed,
    MissionReached,
    MissionsLaid,
    MissionsShuffled,
    Passed,
    Placed,
    RevealBegan,
    Started,
    Stopped,
    TokensKept,
    TokensShed,
    TokensTaken,
    TurnBegan,
    TurnedUp,
    Uncollected,
    UnderCollected,
    Used,
)
from brushpass.games.kompromat.items import ITEMS
from brushpass.games.kompromat.view import NightVision, Opened, PushedDown, Shown, View
from brushpass.terminal.face import Cast, Question, Said, Step
from brushpass.terminal.ink import bold

_TITLES = {
    "gps-tracker": "GPS tracker",
    "usb-stick": "USB stick",
    "vesper-martini": "Vesper Martini",
}
_ORDINALS = "0th 1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th".split()


def title(card: Card) -> str:
    """A mission card's name."""
    return _TITLES.get(card) or card.replace("-", " ")


def plate(ci: Card) -> str:
    """Counter-intelligence, by its exclamation marks."""
    return "!" * MARKS[ci]


def number(total: int | float) -> str:
    """`15½`."""
    whole = int(total)
    return f"{whole or ''}½" if total != whole else str(whole)


def face(card: Card) -> str:
    """An equipment card, as it is printed."""
    return "½" if card == "0.5" else card


def _a(card: Card) -> str:
    return f"an {bold(card)}" if card in ("8", ACE) else f"a {bold(face(card))}"


def _tokens(count: int) -> str:
    return "1 token" if count == 1 else f"{count} tokens"


def totals(pile: Sequence[Shown], newspapers: int) -> list[int | float] | None:
    """All that a pile can be declared as; None where a card of it is not seen."""
    cards = [card for card, _ in pile if card]
    if len(cards) < len(pile) or not cards:
        return None
    least = NEWSPAPER * newspapers + sum(VALUE[card] for card in cards)
    return [least + ACE_HIGH * high for high in range(cards.count(ACE) + 1)]


def spoken(possible: Sequence[int | float]) -> str:
    """`15½`, `8 or 18`, `23, over 21`: totals over 21 are left out where others are left."""
    good = [total for total in possible if total <= LIMIT]
    return " or ".join(map(number, good)) if good else f"{number(possible[0])}, over 21"


# --- what happens ---------------------------------------------------------------------------------


class Teller:
    """Tells events; it remembers which missions were laid, and what tokens are taken for."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._missions: tuple[Card, ...] = ()
        self._under: tuple[Card | None, ...] = ()
        self._reason = "K36"
        """The rule by which tokens come or go next."""

    def __call__(self, events: Sequence[Event]) -> list[Said]:
        told: list[Said] = []
        before: Event | None = None
        for event in events:
            match before, event:
                case TurnedUp(), Declared(seat, _, total) if before.seat == seat:
                    told[-1] = Said(f"{told[-1].text[:-1]}: {bold(number(total))}.", "K31")
                case _:
                    told += self._tell(event, before)
            before = event
        return told

    def _at(self, mission: int) -> str:
        """`3, the informant`."""
        return f"{mission}, the {title(self._missions[mission - 1])}"

    def _tell(self, event: Event, before: Event | None) -> list[Said]:
        does, whose = self._cast.does, self._cast.whose
        match event:
            case Started(seat):
                return [Said(f"{does(seat, 'start')} round 1.", "K4")]
            case MissionsShuffled(again):
                back = "What was put aside is shuffled back into the mission deck."
                return [Said(back, "K7") if again else Said("The missions are shuffled.", "K2")]
            case EquipmentShuffled(seat):
                own = "your" if seat == self._cast.viewer else "the"
                return [Said(f"{does(seat, 'shuffle')} {own} 14 equipment cards.", "K5")]
            case MissionsLaid():
                return self._laid(event)
            case TurnBegan(seat):
                return [Said(f"{whose(seat).capitalize()} turn.", "K13")]
            case Drew(seat, card):
                return [Said(f"{does(seat, 'draw')} {_a(card)}, face up.", "K8")]
            case Placed(seat, card, mission):
                return [Said(f"{does(seat, 'lay')} the {face(card)} at {self._at(mission)}.", "K8")]
            case PushedDown(seat, mission, card):
                what = "a card" if card is None else _a(card)
                return [Said(f"{does(seat, 'draw')} {what}, face down at {mission}.", "K9")]
            case Stopped(seat, mission):
                return [Said(f"{does(seat, 'stop')} at {self._at(mission)}.", "K9")]
            case Used(seat, _, words):
                return [self._used(seat, words)]
            case NightVision(seat, count, cards):
                seen = " ".join(map(face, cards)) if cards else None
                what = f"the next of the deck: {bold(seen)}" if seen else f"the next {count} cards"
                return [Said(f"{does(seat, 'see')} {what}.", "K24")]
            case RevealBegan(which):
                return [Said(f"No turns are left: the reveal of round {which}.", "K14")]
            case MissionReached(mission):
                return [
                    Said(f"Mission {mission}: {self._with_plate(mission)}.", "K28", heading=True)
                ]
            case Passed(seat):
                return [Said(f"{does(seat, 'use')} nothing.", "K29")]
            case TurnedUp(seat, mission, cards):
                up = bold(" ".join(map(face, cards)))
                if _is_use_of("drone", before):
                    return [Said(f"At {mission} these lie open now: {up}.", "K20")]
                return [Said(f"{does(seat, 'turn')} up {up}.", "K31")]
            case Declared(seat, _, total):
                if isinstance(before, Used):
                    return [
                        Said(f"{whose(seat).capitalize()} total is {number(total)} now.", "K27")
                    ]
                return [Said(f"{does(seat, 'declare')} {bold(number(total))}.", "K31")]
            case Failed(seat):
                self._reason = "K34"
                return [Said(f"{does(seat, 'are')} over 21; the cards there are discarded.", "K34")]
            case TokensTaken(seat, count, held):
                return [Said(f"{does(seat, 'take')} {_tokens(count)}: {held} now.", self._reason)]
            case TokensShed(seat, count, held):
                rule = "K18" if _is_use_of("balaclava", before) else "K35"
                return [Said(f"{does(seat, 'discard')} {_tokens(count)}: {held} left.", rule)]
            case TokensKept(seat):
                return [Said(f"{does(seat, 'keep')} all tokens.", "K35")]
            case Collected(seat, _, card):
                return [Said(f"{does(seat, 'collect')} the {bold(title(card))}.", "K37")]
            case Uncollected(_, card):
                return [Said(f"Nobody collects the {title(card)}; it is discarded.", "K38")]
            case UnderCollected(_, _, card):
                self._reason = "K39"
                return [Said(f"Under it lay counter-intelligence {plate(card)}.", "K39")]
            case Ended(result):
                return [Said(ending(result, self._cast), _ENDINGS[result.reason], heading=True)]
            case _:
                raise AssertionError(f"nothing else happens in Kompromat: {event}")

    def _laid(self, event: MissionsLaid) -> list[Said]:
        self._missions, self._under = event.missions, event.under
        row = ", ".join(f"{place} {self._with_plate(place)}" for place in (1, 2, 3, 4))
        told = [Said(f"Round {event.round}: {row}.", "K6", heading=True)]
        if event.aside:
            told.append(Said(f"Put aside: {' and '.join(map(plate, event.aside))}.", "K6"))
        return told

    def _with_plate(self, mission: int) -> str:
        card, ci = self._missions[mission - 1], self._under[mission - 1]
        return f"{title(card)}{f' with {plate(ci)}' if ci else ''}"

    def _used(self, seat: Seat, words: str) -> Said:
        use = WORDS[words]
        assert isinstance(use, Use)
        whom = "your" if 1 - seat == self._cast.viewer else self._cast.whose(1 - seat)
        match use.item, use.args:
            case "drone", (mission,):
                doing = f" over {self._at(mission)}"
            case "gps-tracker", _:
                doing = ": the last card drawn goes back on the deck"
            case "jetpack", (start, end):
                doing = f": all cards fly from {start} to {self._at(end)}"
            case "newspaper", (mission,):
                doing = f": {whom} total at {self._at(mission)}, is 3 higher"
            case "stun-gun", (mission, position):
                doing = f": {whom} {_ORDINALS[position]} card at {mission} is discarded, unseen"
            case "vesper-martini", (change,):
                doing = f": {change:+d}"
            case _:
                doing = ""
        item = f"{title(use.item)}{doing}"
        how = f"the USB stick as a {item}" if use.copied else f"the {item}"
        return Said(f"{self._cast.does(seat, 'use')} {how}.", ITEMS[use.item].rule)


def _is_use_of(item: Card, event: Event | None) -> bool:
    """Whether this is a use of the item, through the usb-stick or not."""
    return isinstance(event, Used) and item in event.action


_ENDINGS = {"notoriety": "K36", "points": "K42", "tie-break": "K42", "draw": "K42"}


def ending(result: Result, cast: Cast) -> str:
    """Who has won, and why."""
    assert result.points is not None
    if not result.winners:
        return f"Nobody wins: {result.points[0]} points each, and as many tokens."
    winner = result.winners[0]
    assert isinstance(winner, int)
    score = f"{result.points[winner]} to {result.points[1 - winner]}"
    match result.reason:
        case "notoriety":
            return f"{cast.does(1 - winner, 'have')} nine tokens. {cast.does(winner, 'win')}."
        case "tie-break":
            return f"{cast.does(winner, 'win')}: {score}, but with more tokens."
        case _:
            return f"{cast.does(winner, 'win')}, {score}."


# --- what is asked --------------------------------------------------------------------------------


def question(view: View | Opened, seat: Seat, cast: Cast) -> Question:
    """What the seat must decide, or whether it interrupts."""
    if view.actor != seat:
        assert view.actor is not None
        return Question(_interruption(view, view.actor, cast), "K17")
    side, mission = view.players[seat], view.current or 0
    match view.phase:
        case "turn":
            return Question("Your turn. Draw a card: it will lie face up.", "K8")
        case "place":
            assert view.drawn is not None
            return Question(f"You drew {_a(view.drawn)}. Lay it at which mission?", "K8")
        case "push":
            return _push(view, seat, mission)
        case "window":
            row = f"mission {mission}, the {title(view.missions[mission - 1].card)},"
            return Question(f"Before {row} is revealed: use an item?", "K30")
        case "declare":
            return Question("Each A counts 1 or 11. Which total do you declare?", "K31")
        case "adjust":
            said = [view.declared[each] for each in (seat, 1 - seat)]
            mine, theirs = (number(total) if total is not None else "none" for total in said)
            rival = cast.name(1 - seat)
            return Question(f"You have {mine}, {rival} {theirs}. A Vesper Martini?", "K33")
        case "perfect":
            return Question(f"21: perfect. Discard one of your {side.tokens} tokens?", "K35")
        case "rescue":
            due = _tokens(view.taking or 0)
            return Question(f"{due} more, and you have lost. Use the balaclava?", "K36")
        case _:
            ci = view.missions[mission - 1].ci
            due = _tokens(MARKS[ci]) if ci else ""
            return Question(f"Counter-intelligence! Take {due}, or use the chloroform?", "K39")


def _push(view: View | Opened, seat: Seat, mission: int) -> Question:
    side = view.players[seat]
    possible = totals(side.piles[mission - 1], side.newspapers[mission - 1])
    assert possible is not None  # K12: in its turn a seat may look
    here = f"Mission {mission}: you have {bold(spoken(possible))}."
    if possible[0] > LIMIT:
        return Question(f"{here} You must stop.", "K10")
    if not side.deck:
        return Question(f"{here} No cards left: you must stop.", "K11")
    return Question(f"{here} Draw another card, or stop?", "K9")


def _interruption(view: View | Opened, actor: Seat, cast: Cast) -> str:
    name = cast.name(actor)
    match view.phase:
        case "turn":
            doing = f"{name} begins a turn."
        case "place":
            doing = f"{name} is about to lay the {face(view.drawn or '')}."
        case _:
            doing = f"{name} is about to draw or stop at {view.current}."
    return f"{doing} Use an item now?"


# --- what can be done -----------------------------------------------------------------------------

_KEYS: dict[Card, tuple[str, str]] = {
    "balaclava": ("b", "discard two tokens"),
    "chloroform": ("c", "take no tokens"),
    "drone": ("o", "turn up their cards"),
    "gps-tracker": ("g", "your last card goes back"),
    "jetpack": ("j", "move your cards"),
    "newspaper": ("n", "+3 for them"),
    "night-vision": ("v", "see your next five"),
    "stun-gun": ("t", "remove a hidden card"),
    "vesper-martini": ("m", "+1 or −1"),
}


def steps(view: View | Opened, seat: Seat, action: SeatAction, cast: Cast) -> tuple[Step, ...]:
    """The keys that lead to an action."""
    side = view.players[seat]
    match action:
        case Draw():
            more = view.phase == "push"
            how = f"draw, face down ({side.deck} left)" if more else "draw a card, face up"
            return (Step("d", how),)
        case Place(where):
            return (_mission(view, where),)
        case Stop():
            return (Step("s", "stop"),)
        case Pass():
            return (Step("p", _passing(view)),)
        case Declare(total):
            over = ", over 21" if total > LIMIT else ""
            return (Step(str(total), f"declare it{over}"),)
        case Shed():
            return (Step("s", "shed a token"),)
        case Keep():
            return (Step("k", "keep them all"),)
        case Use():
            return _use(view, seat, action, cast)


def _passing(view: View | Opened) -> str:
    """What it means to pass."""
    if view.phase == "rescue":
        return "pass: take them, and lose"
    return "pass: take the tokens" if view.phase == "cover" else "pass: use nothing"


def _use(view: View | Opened, seat: Seat, use: Use, cast: Cast) -> tuple[Step, ...]:
    key, doing = _KEYS[use.item]
    stick = (Step("u", "USB stick: an item again"),) if use.copied else ()
    first = (*stick, Step(key, f"{title(use.item)}: {doing}"))
    match use.item, use.args:
        case "vesper-martini", (change,):
            was = view.declared[seat] or 0
            return (*first, Step(f"{change:+d}", f"{number(was)} becomes {number(was + change)}"))
        case "jetpack", (start, end):
            return (*first, _mission(view, start, "from "), _mission(view, end, "to "))
        case "stun-gun", (where, position):
            rival = cast.whose(1 - seat)
            which = Step(str(position), f"{rival} {_ORDINALS[position]} card there")
            return (*first, _mission(view, where), which)
        case _, (where,):
            return (*first, _mission(view, where))
        case _:
            return first


def _mission(view: View | Opened, where: int, before: str = "") -> Step:
    card, ci, _ = view.missions[where - 1]
    return Step(str(where), f"{before}{title(card)}{f' {plate(ci)}' if ci else ''}")


def opens_scene(event: Event) -> bool:
    """A mission's reveal, a new round and the end each have a page of their own."""
    if isinstance(event, MissionsLaid):
        return event.round > 1
    return isinstance(event, MissionReached | Ended)


def shows_table(event: Event) -> bool:
    """The missions are laid, a turn is over, a mission's reveal is to begin, all is over."""
    return isinstance(event, MissionsLaid | Stopped | MissionReached | Ended)
