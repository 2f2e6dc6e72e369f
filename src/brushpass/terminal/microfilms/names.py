"""What things are called at the night table, and what a card does."""

from collections.abc import Iterable, Sequence

from brushpass.games.microfilms.cards import BLOODSTAINED, NATION, Card, Nation
from brushpass.games.microfilms.knowledge import Place
from brushpass.terminal.face import Cast

_NATIONS = {"china": "China", "uk": "UK", "usa": "USA", "ussr": "USSR"}
_ITEMS = {"agent": "agent", "film": "microfilm", "letter": "letter"}
_CARDS = {
    "interpol": "Interpol officer",
    "broker": "information broker",
    "journalist": "journalist",
    "hitman": "hitman",
    "ace": "ace of spades",
    "steal": "Steal card",
    "interrogate": "Interrogate card",
    "cash-out": "Cash out card",
}
_SHORT = {"interpol": "Interpol", "broker": "broker", "ace": "ace", "cash-out": "Cash out"}

EFFECTS = {
    "film": "an agent or the journalist shows it to win (M24, M25)",
    "letter": "in play, so its agent has an ally (M6)",
    "ace": "the hitman looks for it; 2 francs to discard (M21, M26)",
    "steal": "2 francs from an opponent (M15), or blackmail (M18)",
    "interrogate": "see a card of an opponent (M17), or blackmail (M18)",
    "cash-out": "3 francs from the house (M16), or a defence (M18)",
}
"""What a card in hand does, by its kind."""

GOALS = {
    "agent": "Cleared, show the film of the other side (M24)",
    "journalist": "Cleared, show a film and name its agent (M25)",
    "hitman": "Cleared, name who holds the ace (M26)",
    "broker": "Cleared, from evening 2 on, name where both letters lie (M27)",
    "interpol": "Cleared, from evening 2 on, name a Suspect with blood on a card (M28)",
}
"""How an identity wins, by its kind."""


def kind(card: Card) -> str:
    """`agent`, `film`, `letter`, or the card itself where there is but one of its kind."""
    return card.split("-")[0] if card in NATION else card


def nation(name: Nation) -> str:
    """As it is written."""
    return _NATIONS[name]


def title(card: Card) -> str:
    """`microfilm of the UK`, `Steal card`."""
    if card not in NATION:
        return _CARDS[card]
    whose = nation(NATION[card])
    return f"{_ITEMS[kind(card)]} of {'' if whose == 'China' else 'the '}{whose}"


def the(card: Card) -> str:
    """`the microfilm of the UK`, `a Steal card`."""
    if card in BLOODSTAINED or card == "cash-out":
        return f"{'an' if card == 'interrogate' else 'a'} {title(card)}"
    return f"the {title(card)}"


def short(card: Card) -> str:
    """`UK film`, `Steal`: where there is little room."""
    if card in NATION:
        return f"{nation(NATION[card])} {kind(card)}"
    return _SHORT.get(card) or _CARDS[card].removesuffix(" card")


def francs(count: int) -> str:
    """`1 franc`, `2 francs`."""
    return "1 franc" if count == 1 else f"{count} francs"


def cards(count: int) -> str:
    """`1 card`, `2 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def listed(things: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = [*things] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def place(where: Place, cast: Cast) -> str:
    """M27: where a card can lie."""
    named = {"deck": "the draw deck", "discard": "the discard deck", "box": "the box"}
    return named.get(str(where)) or f"{cast.whose(where)} hand"  # type: ignore[arg-type]


def distinct(hand: Sequence[Card]) -> list[Card]:
    """The cards of a hand, copies once; keys number them so."""
    return list(dict.fromkeys(hand))
