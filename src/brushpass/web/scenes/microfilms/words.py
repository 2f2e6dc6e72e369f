"""[microfilms] and The Croupier in words: names, what each thing does, why not, and the log.

Every text names its rule. All of it is said of what one viewer was told, so that a card nobody
showed has no name here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as mark
from django.utils.translation import ngettext, pgettext

from brushpass.games.contract import Event, Seat, Viewer
from brushpass.games.microfilms import happenings as told
from brushpass.games.microfilms.actions import Place
from brushpass.games.microfilms.cards import (
    ACE,
    BLOODSTAINED,
    CROUPIER,
    HOUSE,
    NATION,
    Card,
    Purse,
    Who,
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
from brushpass.web.scenes import Line, Sitter, TableEvent, sitting

NATIONS: Mapping[str, str] = {
    "china": mark("China"),
    "uk": mark("UK"),
    "usa": mark("USA"),
    "ussr": mark("USSR"),
}

NAMES: Mapping[Card, str] = {
    "agent-china": mark("Agent of China"),
    "agent-uk": mark("Agent of the UK"),
    "agent-usa": mark("Agent of the USA"),
    "agent-ussr": mark("Agent of the USSR"),
    "interpol": mark("Interpol officer"),
    "broker": mark("Information broker"),
    "journalist": mark("Journalist"),
    "hitman": mark("Hitman"),
    "film-china": mark("Microfilm of China"),
    "film-uk": mark("Microfilm of the UK"),
    "film-usa": mark("Microfilm of the USA"),
    "film-ussr": mark("Microfilm of the USSR"),
    "letter-china": mark("Letter of China"),
    "letter-uk": mark("Letter of the UK"),
    "letter-usa": mark("Letter of the USA"),
    "letter-ussr": mark("Letter of the USSR"),
    "ace": mark("Ace of spades"),
    "steal": mark("Steal / Blackmail"),
    "interrogate": mark("Interrogate / Blackmail"),
    "cash-out": mark("Cash out / Blowback"),
}

SHORT: Mapping[Card, str] = {
    "agent-china": mark("China agent"),
    "agent-uk": mark("UK agent"),
    "agent-usa": mark("USA agent"),
    "agent-ussr": mark("USSR agent"),
    "interpol": mark("Interpol"),
    "broker": mark("Broker"),
    "journalist": mark("Journalist"),
    "hitman": mark("Hitman"),
    "ace": mark("Ace"),
    "steal": mark("Steal"),
    "interrogate": mark("Interrogate"),
    "cash-out": mark("Cash out"),
}
"""Where there is little room: on cards, in the notebook."""

OTHER_END: Mapping[Card, str] = {
    "steal": mark("Blackmail"),
    "interrogate": mark("Blackmail"),
    "cash-out": mark("Blowback"),
}

GOAL: Mapping[str, str] = {
    "agent": mark("Cleared, show a rival's film."),
    "interpol": mark("Cleared, second evening: name a Suspect with blood on a card."),
    "broker": mark("Cleared, second evening: name where both letters are."),
    "journalist": mark("Cleared, show a film and name its agent."),
    "hitman": mark("Cleared, name who holds the ace."),
}

IDENTITY_SAYS: Mapping[str, str] = {
    "agent": mark(
        "An agent. Two of the three agents are allied: those whose letters are in play. Once "
        "Cleared, reveal a film from your hand: an ally needs the film of the agent who is alone, "
        "the lone agent needs one of the pair's. Any other film hands the game to the other "
        "side. (M6, M24)"
    ),
    "interpol": mark(
        "Once Cleared, and from the second evening on, name a Suspect. With a bloodstained card "
        "in that hand you win; without one you are out. (M28)"
    ),
    "broker": mark(
        "Once Cleared, and from the second evening on, name the two places where the two letters "
        "are: hands or decks. Right wins; wrong, and you are out. (M27)"
    ),
    "journalist": mark(
        "Once Cleared, reveal a film from your hand and name the player who is that nation's "
        "agent. Right wins; wrong, and you are out. (M25)"
    ),
    "hitman": mark(
        "Once Cleared, name who holds the ace. Right wins; wrong, and you are out. (M26)"
    ),
}

CARD_SAYS: Mapping[str, str] = {
    "film": mark("A microfilm: agents and the journalist reveal one to win. (M24, M25)"),
    "letter": mark("It is in play, so the agent of this nation has an ally. (M6)"),
    "ace": mark("What the hitman looks for. To discard it costs 2 francs. (M21, M26)"),
    "steal": mark(
        "Bloodstained. Steal: take 2 francs from an opponent (M15). Blackmail: they pay 2 francs, "
        "defend, or refuse, which clears you (M18)."
    ),
    "interrogate": mark(
        "Bloodstained. Interrogate: see one of an opponent's cards, picked at random (M17). "
        "Blackmail: they pay 2 francs, defend, or refuse, which clears you (M18)."
    ),
    "cash-out": mark(
        "Cash out: 3 francs from the house (M16). Blowback: defends against blackmail (M18)."
    ),
}

SUSPECT_SAYS = mark(
    "Suspect: may keep 1 card, and may not attempt a win. An accepted bribe or a refused "
    "blackmail clears. (M10, M13, M18, M20)"
)
CLEARED_SAYS = mark("Cleared: may keep 2 cards, and may attempt a win. (M19, M20)")


def nation(name: str) -> str:
    """One of the four."""
    return _(NATIONS[name])


def name(card: Card) -> str:
    """A card, as one speaks of it."""
    return _(NAMES[card])


def short(card: Card) -> str:
    """A card in a word or two."""
    if card.startswith("film-"):
        return _("Microfilm")
    if card.startswith("letter-"):
        return _("Letter")
    return _(SHORT[card])


def kind(card: Card) -> str:
    """`film`, `letter`, `agent`, or the card itself where there is but one kind."""
    return card.split("-")[0] if card in NATION else card


def icon(card: Card) -> str:
    """The symbol that stands for a card."""
    return f"p-{NATION[card]}" if kind(card) == "agent" else f"p-{kind(card)}"


def says(card: Card) -> str:
    """What a card is and does."""
    if kind(card) in IDENTITY_SAYS:
        return f"{name(card)}. {_(IDENTITY_SAYS[kind(card)])}"
    return f"{name(card)}. {_(CARD_SAYS[kind(card)])}"


def goal(identity: Card) -> str:
    """What an identity has to do to win."""
    return _(GOAL[kind(identity)])


def stained(card: Card) -> bool:
    """M3: one of the five with blood on them."""
    return card in BLOODSTAINED


def francs(count: int) -> str:
    """So many of them."""
    return ngettext("%(n)d franc", "%(n)d francs", count) % {"n": count}


def evening(number: int) -> str:
    """M22: which one it is, in words."""
    names = {1: _("First evening"), 2: _("Second evening"), 3: _("Third evening")}
    return names.get(number) or _("Evening %(n)d") % {"n": number}


def cards(count: int) -> str:
    """So many of them."""
    return ngettext("%(n)d card", "%(n)d cards", count) % {"n": count}


def listed(things: Iterable[str]) -> str:
    """One, two, or several in a row."""
    found = list(things)
    if len(found) < 2:
        return "".join(found)
    return _("%(most)s and %(last)s") % {"most": ", ".join(found[:-1]), "last": found[-1]}


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is who at the table, for one viewer."""

    viewer: Viewer
    names: tuple[str, ...]

    @classmethod
    def of(cls, viewer: Viewer, sitters: tuple[Sitter, ...]) -> "Cast":
        return cls(viewer, tuple(each.name for each in sitters))

    def name(self, who: Purse) -> str:
        """Someone's name, also for the viewer."""
        if who == CROUPIER:
            return _("the Croupier")
        if who == HOUSE:
            return _("the house")
        return self.names[int(who)]

    def called(self, who: Purse) -> str:
        """`You` for the viewer, as the first word of a sentence."""
        if who == self.viewer:
            return _("You")
        return _("The Croupier") if who == CROUPIER else self.name(who)

    def whom(self, who: Purse) -> str:
        """`you` for the viewer, within a sentence."""
        return pgettext("whom", "you") if who == self.viewer else self.name(who)

    def pick(self, who: Purse, mine: str, theirs: str, **more: Any) -> str:
        """One of two wordings, by whether it is said of the viewer."""
        return (mine if who == self.viewer else theirs) % {"name": self.called(who), **more}

    def place(self, place: Place) -> str:
        """M27: where a letter can be, in words."""
        if place == "deck":
            return _("the draw deck")
        if place == "discard":
            return _("the discard deck")
        if place == self.viewer:
            return _("your hand")
        return _("the hand of %(name)s") % {"name": self.name(place)}


# --- the log --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int
    text: str
    rule: str
    kind: str = ""
    """`head`: an evening begins; `table`: the table's own; `mine`: only this viewer knows."""


def entries(log: Iterable[Line], cast: Cast) -> Iterator[Entry]:
    """The log in words: what one action brought is one line, the Croupier's turn its own."""
    language = translation.get_language()
    for _number, lines in groupby(log, key=lambda line: line.number):
        yield from _said(tuple(lines), cast, language)


@lru_cache(maxsize=16384)
def _said(lines: tuple[Line, ...], cast: Cast, _language: str | None) -> tuple[Entry, ...]:
    """What the lines of one action say; kept, for all of them are said at every action."""
    return tuple(_say(lines, cast))


def _say(log: Iterable[Line], cast: Cast) -> Iterator[Entry]:
    number, said, rule, tone = 0, list[str](), "", ""

    def done() -> Iterator[Entry]:
        nonlocal said, rule, tone
        if said:
            yield Entry(number, " ".join(said), rule, tone)
        said, rule, tone = [], "", ""

    before: Event | None = None
    for line in log:
        event = line.event
        alone = isinstance(event, TableEvent | told.EveningBegan | told.Ended) or (
            isinstance(event, told.TurnBegan) and event.seat == CROUPIER
        )
        if line.number != number or alone:
            yield from done()
        number = line.number
        if isinstance(event, TableEvent):
            yield Entry(0, sitting.words(event), "", "table")
            continue
        found = sentence(event, cast, before)
        before = event
        if found is None:
            continue
        text, its_rule, *its_tone = found
        said.append(text)
        rule = rule or its_rule
        tone = tone or (its_tone[0] if its_tone else "")
        if isinstance(event, told.EveningBegan | told.Ended):
            yield from done()
    yield from done()


def sentence(event: Event, cast: Cast, before: Event | None = None) -> tuple[str, ...] | None:
    """The text, its rule and its kind; None for what goes without saying."""
    pick, whom = cast.pick, cast.whom
    match event:
        case told.NationsChosen(nations):
            names = listed(nation(each) for each in nations)
            return _("In play: %(nations)s.") % {"nations": names}, "M4"
        case IdentityDealt(_, identity) if identity is not None:
            return _("You are: %(card)s.") % {"card": name(identity)}, "M5", "mine"
        case CoverDealt(_, identity) if identity is not None:
            return _("Your cover: %(card)s.") % {"card": name(identity)}, "C1", "mine"
        case told.LetterPutAway():
            return _("One of the three letters goes back to the box, unseen."), "M6"
        case ActionDealt(_, card) if card is not None:
            return _("You are dealt: %(card)s.") % {"card": name(card)}, "M7", "mine"
        case told.DeckShuffled(count):
            return _("The draw deck: %(cards)s.") % {"cards": cards(count)}, "M7"
        case told.Started(seat):
            return pick(seat, _("You start."), _("%(name)s starts.")), "M8"
        case told.EveningBegan(evening, count):
            text = _("Evening %(n)d begins: %(cards)s are shuffled.")
            return text % {"n": evening, "cards": cards(count)}, "M22", "head"
        case CardDrawn(seat, None):
            rule = "C4" if seat == CROUPIER else "M11"
            return pick(seat, _("You draw a card."), _("%(name)s draws a card.")), rule
        case CardDrawn(_, card) if card is not None:
            return _("You draw: %(card)s.") % {"card": name(card)}, "M11"
        case told.DiscardTaken(seat, card):
            text = pick(
                seat,
                _("You take from the discard deck: %(card)s."),
                _("%(name)s takes from the discard deck: %(card)s."),
                card=name(card),
            )
            return text, "M11"
        case told.Passed(seat):
            return pick(seat, _("You pass."), _("%(name)s passes.")), "M12"
        case told.FrancsMoved(_, taker, 0) if taker == HOUSE:
            return None
        case told.FrancsMoved(giver, taker, count):
            return _francs_moved(giver, taker, count, cast, before), _franc_rule(taker)
        case told.NowCleared(seat):
            return pick(seat, _("You are Cleared."), _("%(name)s is Cleared.")), "M13"
        case told.NowSuspect(seat):
            return pick(seat, _("You are Suspect."), _("%(name)s is Suspect.")), "M18"
        case told.Discarded(seat, card):
            return _discarded(seat, card, cast, before)
        case told.ActionTaken(seat, action, target):
            return _action(seat, action, target, cast)
        case told.Attempted():
            return _attempted(event, cast)
        case told.Eliminated(seat, identities):
            text = pick(
                seat,
                _("That is wrong: you are out."),
                _("That is wrong: %(name)s is out, and was: %(card)s."),
                card=listed(name(each) for each in identities),
            )
            return text, "M29", "head"
        case told.Ended():
            return _("The game is over: everything is revealed."), "", "head"
        case BribeOffered(seat, target, card):
            known = "" if card is None else name(card)
            if card is None:
                text = pick(
                    seat,
                    _("You offer %(target)s a card."),
                    _("%(name)s offers %(target)s a card."),
                    target=whom(target),
                )
            else:
                text = _("You offer %(target)s a card: %(card)s.")
                text %= {"target": whom(target), "card": known}
            return text, "M13"
        case BribeAccepted(seat, target, card):
            return _accepted(seat, target, card, cast)
        case told.BribeDeclined(_, target):
            return pick(target, _("You decline."), _("%(name)s declines.")), "M13"
        case CardSeen(seat, target, card):
            if card is None:
                return None
            text = _("You see one of the cards of %(target)s: %(card)s.")
            return text % {"target": whom(target), "card": name(card)}, "M17", "mine"
        case told.BlackmailAnswered(_, target, answer):
            rule = "C5" if target == CROUPIER else "M18"
            texts = {
                "pay": (_("You pay."), _("%(name)s pays.")),
                "defend": (_("You defend."), _("%(name)s defends.")),
                "refuse": (_("You refuse."), _("%(name)s refuses.")),
            }
            return pick(target, *texts[answer]), rule
        case CardTaken(seat, target, card):
            return _taken(seat, target, card, cast)
        case CardsHandedOver(seat, target, handed):
            return _handed(seat, target, handed, cast)
        case _:
            return None


def _francs_moved(giver: Purse, taker: Purse, count: int, cast: Cast, before: Event | None) -> str:
    amount = francs(count)
    if not count:
        mine, theirs = _("You have no franc to give."), _("%(name)s has no franc to give.")
        return _("The house is empty.") if giver == HOUSE else cast.pick(giver, mine, theirs)
    if giver == HOUSE:
        return cast.pick(
            taker,
            _("You get %(francs)s from the house."),
            _("%(name)s gets %(francs)s from the house."),
            francs=amount,
        )
    if taker == HOUSE:
        price = isinstance(before, told.Discarded) and before.card == ACE
        mine, theirs = _("You pay the house %(francs)s."), _("%(name)s pays the house %(francs)s.")
        if price:
            mine = _("You pay %(francs)s for it.")
            theirs = _("%(name)s pays %(francs)s for it.")
        return cast.pick(giver, mine, theirs, francs=amount)
    return cast.pick(
        giver,
        _("You give %(taker)s %(francs)s."),
        _("%(name)s gives %(taker)s %(francs)s."),
        taker=cast.whom(taker),
        francs=amount,
    )


def _franc_rule(taker: Purse) -> str:
    return "C4" if taker == CROUPIER else "M9"


def _discarded(seat: Who, card: Card, cast: Cast, before: Event | None) -> tuple[str, str]:
    by_action = isinstance(before, told.ActionTaken)
    rule = "M14" if by_action else "C4" if seat == CROUPIER else "M20"
    mine, theirs = _("You discard: %(card)s."), _("%(name)s discards: %(card)s.")
    if by_action:
        mine, theirs = _("You lay: %(card)s."), _("%(name)s lays: %(card)s.")
    return cast.pick(seat, mine, theirs, card=name(card)), rule


def _action(seat: Seat, action: str, target: Who | None, cast: Cast) -> tuple[str, str]:
    at = {"target": "" if target is None else cast.whom(target)}
    match action:
        case "steal":
            mine, theirs = _("You steal from %(target)s."), _("%(name)s steals from %(target)s.")
            return cast.pick(seat, mine, theirs, **at), "M15"
        case "cash-out":
            return cast.pick(seat, _("You cash out."), _("%(name)s cashes out.")), "M16"
        case "interrogate":
            mine = _("You interrogate %(target)s.")
            return cast.pick(seat, mine, _("%(name)s interrogates %(target)s."), **at), "M17"
        case _:
            mine = _("You blackmail %(target)s.")
            return cast.pick(seat, mine, _("%(name)s blackmails %(target)s."), **at), "M18"


def _accepted(seat: Seat, target: Who, card: Card | None, cast: Cast) -> tuple[str, ...]:
    rule = "C5" if target == CROUPIER else "M13"
    if card is None or seat == cast.viewer:
        return cast.pick(target, _("You accept."), _("%(name)s accepts.")), rule
    return _("You accept: it is the %(card)s.") % {"card": name(card)}, rule


def _taken(seat: Seat, target: Who, card: Card | None, cast: Cast) -> tuple[str, ...]:
    at: dict[str, Any] = {"target": cast.whom(target), "card": name(card) if card else ""}
    if card is None:
        return cast.pick(seat, "", _("%(name)s takes a card of %(target)s."), **at), "M18"
    if seat == cast.viewer:
        return _("You take a card of %(target)s: %(card)s.") % at, "M18"
    at["name"] = cast.called(seat)
    return _("%(name)s takes a card of yours: %(card)s.") % at, "M18"


def _handed(
    seat: Seat, target: Who, handed: tuple[Card, ...] | None, cast: Cast
) -> tuple[str, ...]:
    at: dict[str, Any] = {
        "target": cast.called(target),
        "maker": cast.whom(seat),
        "cards": "" if handed is None else listed(map(name, handed)) or _("no cards"),
    }
    if handed is None:
        return _("%(target)s shows %(maker)s.") % at, "M19"
    if seat == cast.viewer:
        return _("%(target)s shows you: %(cards)s.") % at, "M32", "mine"
    return _("You show %(maker)s: %(cards)s.") % at, "M32", "mine"


def _attempted(event: told.Attempted, cast: Cast) -> tuple[str, str, str]:
    seat, identity = event.seat, name(event.identity)
    at: dict[str, Any] = {
        "identity": identity,
        "film": "" if event.film is None else name(event.film),
        "target": "" if event.target is None else cast.whom(event.target),
        "places": "",
    }
    if event.places is not None:
        one, other = event.places
        at["places"] = listed([cast.place(one), cast.place(other)])
        if one == other:
            at["places"] = _("%(place)s, twice") % {"place": cast.place(one)}
    head = cast.pick(
        seat,
        _("You attempt to win, as %(identity)s."),
        _("%(name)s attempts to win, as %(identity)s."),
        **at,
    )
    tail, rule = {
        "agent": (_("Revealed: %(film)s."), "M24"),
        "journalist": (_("Revealed: %(film)s, and named as its agent: %(target)s."), "M25"),
        "hitman": (_("Named for the ace: %(target)s."), "M26"),
        "broker": (_("Named for the letters: %(places)s."), "M27"),
        "interpol": (_("Named for a bloodstained card: %(target)s."), "M28"),
        "croupier": (_("Named in the Croupier's hand: %(film)s."), "C10"),
    }[event.attempt]
    return f"{head} {tail % at}", rule, "head"
