"""Kompromat in words: names, what each thing does, and why not. Every text names its rule."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as mark
from django.utils.translation import ngettext

from brushpass.games.kompromat.cards import ACE, MARKS, SETS, TARGETS, Card

NAMES: Mapping[Card, str] = {
    "informant": mark("Informant"),
    "pursuit": mark("Pursuit"),
    "safe-house": mark("Safe house"),
    "airport": mark("Airport"),
    "interrogation": mark("Interrogation"),
    "locker": mark("Locker"),
    "barmaid": mark("Barmaid"),
    "hotel": mark("Hotel"),
    "code": mark("Code"),
    "document": mark("Document"),
    "balaclava": mark("Balaclava"),
    "chloroform": mark("Chloroform"),
    "drone": mark("Drone"),
    "gps-tracker": mark("GPS tracker"),
    "jetpack": mark("Jetpack"),
    "newspaper": mark("Newspaper"),
    "night-vision": mark("Night vision"),
    "stun-gun": mark("Stun gun"),
    "usb-stick": mark("USB stick"),
    "vesper-martini": mark("Vesper Martini"),
    "ci-1": mark("Counter-intelligence !"),
    "ci-2": mark("Counter-intelligence !!"),
    "ci-3": mark("Counter-intelligence !!!"),
}

BRIEF: Mapping[Card, str] = {
    "balaclava": mark("Discard two of your tokens."),
    "chloroform": mark("Take no tokens with a mission."),
    "drone": mark("Turn up their cards at a mission."),
    "gps-tracker": mark("Your last card goes back on the deck."),
    "jetpack": mark("Move a pile to an empty mission."),
    "newspaper": mark("+3 on their total at a mission."),
    "night-vision": mark("Look at your next five cards."),
    "stun-gun": mark("Discard a face-down card of theirs."),
    "usb-stick": mark("Use a spent item again."),
    "vesper-martini": mark("+1 or −1 on your total."),
}
"""What an item does, short enough for its card."""

RULES: Mapping[Card, str] = {
    "balaclava": "K18",
    "chloroform": "K19",
    "drone": "K20",
    "gps-tracker": "K21",
    "jetpack": "K22",
    "newspaper": "K23",
    "night-vision": "K24",
    "stun-gun": "K25",
    "usb-stick": "K26",
    "vesper-martini": "K27",
}

EFFECTS: Mapping[Card, str] = {
    "balaclava": mark(
        "Discard two of your notoriety tokens, or your only one. You are also asked just before "
        "you would reach nine."
    ),
    "chloroform": mark(
        "As you take a mission with counter-intelligence under it, take none of its tokens."
    ),
    "drone": mark(
        "Choose a mission: every card your opponent has there is turned face up. What they add "
        "later is face down as usual."
    ),
    "gps-tracker": mark(
        "The card you drew last goes back on top of your deck, if it lies face down at a mission "
        "that is not settled. It works over 21 too."
    ),
    "jetpack": mark(
        "Carry all your cards from one mission to another where you have none. Newspapers stay."
    ),
    "newspaper": mark(
        "Lay it at a mission where your opponent has cards: their total there is 3 higher."
    ),
    "night-vision": mark("Look at the five cards that come next in your own deck. Only you do."),
    "stun-gun": mark(
        "Choose a face-down card of your opponent's: it is discarded, and nobody learns what "
        "it was."
    ),
    "usb-stick": mark("Use an item once more that you have used before in this game."),
    "vesper-martini": mark(
        "Once totals are declared, raise or lower your own by 1. It may cross 21 either way."
    ),
}

NEEDS: Mapping[Card, str] = {
    "balaclava": mark("You have no token."),
    "chloroform": mark("Only as you take counter-intelligence."),
    "drone": mark("They have no face-down card to turn up."),
    "gps-tracker": mark("Your last card must lie face down."),
    "jetpack": mark("Needs a pile of yours and a free mission."),
    "newspaper": mark("They have no cards at an open mission."),
    "night-vision": mark("Your deck is empty."),
    "stun-gun": mark("They have no face-down card."),
    "usb-stick": mark("You have used nothing that helps now."),
    "vesper-martini": mark("Only after totals are declared."),
}
"""Why an item cannot be used at a moment when items can."""

EQUIPMENT_NAMES: Mapping[Card, str] = {
    "0.5": mark("½, a coin"),
    "A": mark("A, an agent: 1 or 11"),
    "2": mark("2, gloves"),
    "3": mark("3, a briefcase"),
    "4": mark("4, lockpicks"),
    "5": mark("5, sunglasses"),
    "6": mark("6, a watch"),
    "7": mark("7, a passport"),
    "8": mark("8, a bank card"),
    "9": mark("9, a telephone"),
    "10": mark("10, a laptop"),
}


def name(card: Card) -> str:
    """The name of a mission card."""
    return _(NAMES[card])


def value(card: Card) -> str:
    """What an equipment card says of its worth."""
    return "½" if card == "0.5" else card


def total(number: float) -> str:
    """A total as people write it: 15½."""
    whole = int(number // 1)
    if number == whole:
        return str(whole).replace("-", "\u2212")
    return (str(whole) if whole else "") + "½"


def mission_says(card: Card) -> str:
    """A mission card, explained."""
    if card in TARGETS:
        worth = ngettext("%(n)d point", "%(n)d points", TARGETS[card]) % {"n": TARGETS[card]}
        return _("%(card)s: a target, worth %(worth)s. (K2, K41)") % {
            "card": name(card),
            "worth": worth,
        }
    if card in SETS:
        return _(
            "%(card)s: one is worth 2 points, two are worth 6 in all, three 12 in all. (K41)"
        ) % {"card": name(card)}
    return _("%(card)s, an item worth 1 point. %(effect)s (%(rule)s)") % {
        "card": name(card),
        "effect": _(EFFECTS[card]),
        "rule": RULES[card],
    }


def under_says(card: Card) -> str:
    """Counter-intelligence under a mission, explained."""
    count = MARKS[card]
    return ngettext(
        "Counter-intelligence: whoever collects this mission takes %(n)d token. (K39)",
        "Counter-intelligence: whoever collects this mission takes %(n)d tokens. (K39)",
        count,
    ) % {"n": count}


def card_says(card: Card | None, *, up: bool, own: bool) -> str:
    """An equipment card as someone sees it, explained."""
    if card is None:
        if own:
            return _("Your own card, face down: you may not look again before the reveal. (K12)")
        return _("A face-down card. It is turned up in the reveal. (K9, K15)")
    face = _(EQUIPMENT_NAMES[card])
    if not up:
        return _("%(face)s. Face down: only you see it, and only in this turn. (K12)") % {
            "face": face
        }
    if card == ACE:
        return _("%(face)s; you say which when you declare. (K1, K31)") % {"face": face}
    return _("%(face)s. (K1)") % {"face": face}


def token_says(held: int) -> str:
    """The tokens a seat holds, explained."""
    return _(
        "Notoriety: %(held)d of 9. Each token is a point at the end; the ninth loses the game. "
        "(K36, K41)"
    ) % {"held": held}
