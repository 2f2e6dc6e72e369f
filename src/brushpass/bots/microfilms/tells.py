"""How natural an action is for who does it, with what it is imagined to hold and to be.

Shares, not chances: 1 for what anybody would do, less for what would be odd. Only the few tells
are judged that say much; everything else is as good as 1 for everyone.
"""

from brushpass.bots.microfilms.habits import (
    GOOD,
    best_attempt,
    keeping,
    lacks_film,
    names_somebody,
)
from brushpass.bots.microfilms.imagined import Deal
from brushpass.games.contract import Seat
from brushpass.games.microfilms.cards import ACE, FILMS, NATION, Card

LETS_GO = 0.12
"""Not to attempt what one could (M30): agents rush, so hardly anybody waits."""
DRAWS_ON = 0.5
"""To draw though one has the film one wants."""
IDLE_QUESTION = 0.35
"""To ask though one has nobody to name (M17)."""
ODD_CHOICE = 0.2
"""To lay a card better than another (M20), or to take one of no use (M11)."""
STUBBORN = 0.35
"""To give way though one could have paid, with something to lose (M18)."""


def waiting(deal: Deal, seat: Seat) -> float:
    """M19: somebody Cleared did something else than attempt a win."""
    if not deal.cleared[seat]:
        return 1.0
    odds, move = best_attempt(deal, seat)
    return LETS_GO if odds >= (GOOD.nerve if move.verb == "agent" else 0.9) else 1.0


def drawing(deal: Deal, seat: Seat) -> float:
    """M11: a card from the draw deck."""
    agent = deal.identities[seat][0] in NATION
    return DRAWS_ON if agent and not lacks_film(GOOD, deal, seat) else 1.0


def taking(deal: Deal, seat: Seat, card: Card) -> float:
    """M11: this card from the discard deck."""
    return 1.0 if keeping(GOOD, deal, seat, card) >= 1.0 else ODD_CHOICE


def asking(deal: Deal, seat: Seat) -> float:
    """M17: an interrogation."""
    return 1.0 if names_somebody(deal, seat) else IDLE_QUESTION


def laying(deal: Deal, seat: Seat, card: Card) -> float:
    """M20: this card of those in hand, the ace among them only for francs (M21)."""
    worth = keeping(GOOD, deal, seat, card)
    for other in deal.hands[seat]:
        if other not in (card, ACE) and keeping(GOOD, deal, seat, other) < worth - 0.3:
            return ODD_CHOICE
    return 1.0


def giving_way(deal: Deal, seat: Seat) -> float:
    """M18: a refusal by someone who could pay; with a film in hand one pays."""
    if deal.francs[seat] < 2:
        return 1.0
    return STUBBORN if any(card in FILMS for card in deal.hands[seat]) else 1.0
