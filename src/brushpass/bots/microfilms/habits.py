"""How a good player plays without much thought: what an imagined one does, and the Operative.

Everything here reads of a table only what the player in question has seen of it: its own hand and
identities, how many cards others hold, what lies open, and its memory (`faces`, `names`,
`letters`). Worth is measured in hundredths of nothing in particular: only what is more matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from brushpass.bots.microfilms.imagined import DECK, DISCARD, LETTERS, Deal, Move, Seated
from brushpass.games.contract import Seat
from brushpass.games.microfilms.cards import (
    ACE,
    ACE_PRICE,
    BLOODSTAINED,
    CASH_OUT,
    FILMS,
    FRANCS,
    INTERROGATE,
    NATION,
    STEAL,
    Card,
    Nation,
)


@dataclass(frozen=True, slots=True)
class Habits:
    """What a player thinks things are worth."""

    temper: float = 0.35
    franc: float = 0.85
    """Each of the first two francs, which pay for a blackmail and keep one off."""
    spare_franc: float = 0.2
    """Each further one."""
    clear: float = 4.0
    film: float = 4.5
    """A film that wins for certain; one that may win, as much less as that is unsure."""
    own_film: float = 0.8
    """One's own nation's film, which wins only for others."""
    room: float = 0.7
    need: float = 0.7
    """To draw where a film is wanted."""
    threat: float = 0.9
    """To stop someone Cleared who holds a card."""
    taken: float = 0.5
    nerve: float = 0.45
    """The odds at which an agent attempts a win."""
    daring: float = 0.25
    """The odds at which another identity does, which is out if it is wrong (M29)."""
    accepts: float = 0.2
    curiosity: float = 1.4
    denial: float = 0.8
    """To keep somebody else from being Cleared."""
    purse: tuple[float, ...] = field(init=False)
    """What so many francs are worth."""

    def __post_init__(self) -> None:
        worth = [
            self.franc * min(n, 2) + self.spare_franc * max(0, n - 2) for n in range(FRANCS + 1)
        ]
        object.__setattr__(self, "purse", tuple(worth))


GOOD = Habits()

PASS = Move("pass")
DRAW = Move("draw", card="deck")
TAKE = Move("draw", card="discard")
CASH = Move("cash-out")

ACTION_WORTH = {STEAL: 1.2, INTERROGATE: 1.0, CASH_OUT: 1.1}
"""What action cards are worth in a hand."""
CARD_LAID = 0.4
"""What else one could have done with a card that is laid for francs."""
ACCEPTS, REFUSES = 0.25, 0.2
"""How often a bribe is expected to be accepted, and a blackmail refused by who could pay."""
NEVER = 99.0
STAINED_ODDS = 5 / 14
"""M3: of the cards that can be in a hand, the share of bloodstained ones."""


# --- what is worth what ---------------------------------------------------------------------------


def film_odds(own: Nation, film: Nation, seen: frozenset[Nation]) -> float:
    """M24: how likely the film is to win for an agent who has seen these letters in play."""
    if film == own:
        return 0.0
    if not seen:
        return 2 / 3
    if len(seen) == 1:
        return 0.5 if own in seen or film in seen else 1.0
    return 0.0 if own in seen and film in seen else 1.0


def keeping(habits: Habits, deal: Deal, me: Seat, card: Card) -> float:
    """What a card is worth in this player's hand."""
    if card in ACTION_WORTH:
        return ACTION_WORTH[card]
    identities = deal.identities[me]
    if card in FILMS:
        own, film = NATION.get(identities[0]), NATION[card]
        worth = 0.5
        if own is not None:
            odds = film_odds(own, film, deal.letters[me])
            worth = habits.film * odds if own != film else habits.own_film
        if "journalist" in identities and film != own:
            worth = max(worth, 0.7 * habits.film)
        return worth
    if card == ACE:
        # A hitman would rather know who has it.
        return -3.0 if "hitman" in identities else -0.5
    return 1.5 if "broker" in identities else 0.2


def is_ally(deal: Deal, me: Seat, other: Seated) -> bool:
    """Whether this player knows someone to be its ally."""
    name = deal.names[me * deal.players + other]
    own = NATION.get(deal.identities[me][0])
    return (
        name is not None
        and own is not None
        and NATION.get(name) is not None
        and film_odds(own, NATION[name], deal.letters[me]) == 0.0
    )


def threat(habits: Habits, deal: Deal, me: Seat, other: Seated) -> float:
    """What it is worth to make someone Suspect, and to take a card of theirs."""
    if other == deal.seats:
        return 0.3 * max(0, deal.francs[other] - 4)
    held = len(deal.hands[other])
    if not deal.cleared[other] or not held:
        return 0.0
    worth = habits.threat * (1 + 0.3 * held)
    if deal.faces[me * deal.players + other] in FILMS:
        worth *= 2
    return -worth if is_ally(deal, me, other) else worth


# --- a turn ---------------------------------------------------------------------------------------


def choose(habits: Habits, deal: Deal, me: Seat, chance: Random) -> Move:
    """What a player does in its turn."""
    if deal.cleared[me]:
        odds, move = best_attempt(deal, me)
        if odds >= (habits.nerve if move.verb in ("agent", "his") else habits.daring):
            return move
    return errand(habits, deal, me, chance)


def errand(habits: Habits, deal: Deal, me: Seat, chance: Random) -> Move:
    """What it does if it does not attempt a win: that of most worth, by its temper."""
    best, move = -NEVER, PASS
    temper, random = habits.temper, chance.random
    for worth, each in errands(habits, deal, me):
        tempered = worth + temper * random()
        if tempered > best:
            best, move = tempered, each
    return move


def errands(habits: Habits, deal: Deal, me: Seat) -> list[tuple[float, Move]]:
    """What there is to do but to attempt a win, and what each is worth.

    Nearly all of a thought is spent here, so what nobody would want is not even looked at.
    """
    purse = habits.purse
    hand, francs, cleared = deal.hands[me], deal.francs[me], deal.cleared[me]
    room = len(hand) < (2 if cleared else 1)
    wants = lacks_film(habits, deal, me)
    here = purse[francs]
    found = [(purse[francs + min(1, deal.house)] - here, PASS)]
    if deal.deck:
        found.append(((habits.room if room else 0.2) + (habits.need if wants else 0.0), DRAW))
    values = [keeping(habits, deal, me, card) for card in hand]
    if deal.discard:
        least = 0.0 if room else max(0.0, min(values))
        found.append((0.8 * (keeping(habits, deal, me, deal.discard[-1]) - least), TAKE))
    if CASH_OUT in hand:
        found.append((purse[francs + min(3, deal.house)] - here - CARD_LAID, CASH))
    others = [each for each in range(deal.players) if each != me and not deal.out[each]]
    if STEAL in hand:
        for target in others:
            if deal.francs[target]:
                worth = purse[francs + min(2, deal.francs[target])] - here - CARD_LAID
                worth += 0.5 * threat(habits, deal, me, target)
                found.append((worth, Move("steal", target)))
    least = min(values, default=0.0)
    if hand and (not cleared or least < -1):  # to be Cleared, or rid of the ace as a hitman
        card = hand[values.index(least)]
        for target in others:
            accepts = 1.0 if target == deal.seats else ACCEPTS
            worth = accepts * ((0.0 if cleared else habits.clear) - least)
            if deal.francs[target]:
                worth += (1 - accepts) * habits.franc
            found.append((worth, Move("bribe", target, card)))
    price, means = cheapest(habits, hand, francs, 2)
    if means:
        for target in others:
            worth = blackmailing(habits, deal, me, target, wants) - price
            found.append((worth, Move("blackmail", target, means)))
    if names_somebody(deal, me):
        price, means = cheapest(habits, hand, francs, 1)
        if means:
            for target in others:
                if target != deal.seats or deal.hands[target]:  # C6
                    worth = interest(habits, deal, me, target) - price
                    found.append((worth, Move("interrogate", target, means)))
    return found


def cheapest(habits: Habits, hand: list[Card], francs: int, price: int) -> tuple[float, str]:
    """M17, M18: what an interrogation (1 franc) or a blackmail (2) costs least, and how."""
    least, means = (
        (habits.purse[francs] - habits.purse[francs - price], "pay")
        if (francs >= price)
        else (NEVER, "")
    )
    for card in hand:
        if card == INTERROGATE or (card == STEAL and price == 2):
            worth = ACTION_WORTH[card]
            if worth < least:
                least, means = worth, card if price == 2 else "card"
    return least, means


def blackmailing(habits: Habits, deal: Deal, me: Seat, target: Seated, wants: bool) -> float:
    """M18: what it is worth to blackmail someone, by how they are likely to answer."""
    held = bool(deal.hands[target])
    gained = threat(habits, deal, me, target)
    if not deal.cleared[me]:
        gained += habits.clear
    if held:
        gained += habits.taken
        if wants and deal.faces[me * deal.players + target] in FILMS:
            gained += 0.5 * habits.film
    if target == deal.seats:
        return gained  # C5
    if deal.francs[target] >= 2:
        return REFUSES * gained + (1 - REFUSES) * 2 * habits.franc
    return 0.8 * gained if held else gained


def names_somebody(deal: Deal, me: Seat) -> bool:
    """Whether this player must know who is who, or holds what, to win (M25-M28)."""
    identities = deal.identities[me]
    return len(identities) > 1 or identities[0] not in NATION


def interest(habits: Habits, deal: Deal, me: Seat, target: Seated) -> float:
    """M17: what a look at someone is worth: much to who must name somebody, else little."""
    identities = deal.identities[me]
    known = deal.faces[me * deal.players + target]
    if "hitman" in identities:
        return habits.curiosity * (known is None) * len(deal.hands[target]) / 1.5
    if "broker" in identities:
        return habits.curiosity * (known is None) * len(deal.hands[target]) / 2
    if "journalist" in identities and not lacks_film(habits, deal, me):
        return habits.curiosity * (deal.names[me * deal.players + target] is None)
    if "interpol" in identities and not deal.cleared[target]:
        return 0.7 * habits.curiosity * (known is None) * len(deal.hands[target])
    return 0.0


def lacks_film(habits: Habits, deal: Deal, me: Seat) -> bool:
    """An agent or a journalist without a film to show."""
    if NATION.get(deal.identities[me][0]) is None and "journalist" not in deal.identities[me]:
        return False
    return not any(
        card in FILMS and keeping(habits, deal, me, card) >= 2.0 for card in deal.hands[me]
    )


# --- attempts -------------------------------------------------------------------------------------


def best_attempt(deal: Deal, me: Seat) -> tuple[float, Move]:
    """The attempt that this player thinks most likely to be right, and how likely."""
    best, move = 0.0, PASS
    hand, players = deal.hands[me], deal.players
    others = [each for each in range(players) if each != me and not deal.out[each]]
    for identity in deal.identities[me]:
        if identity in NATION:
            for card in hand:
                if card in FILMS:
                    odds = film_odds(NATION[identity], NATION[card], deal.letters[me])
                    if odds > best:
                        best, move = odds, Move("agent", card=card)
        elif identity == "journalist":
            own = deal.identities[me][0]
            for card in hand:
                if card in FILMS and NATION[card] != NATION.get(own):
                    agent = "agent-" + NATION[card]
                    names = [deal.names[me * players + each] for each in others]
                    unknown = [each for each, name in zip(others, names, strict=True) if not name]
                    if agent in names:
                        return 1.0, Move("journalist", others[names.index(agent)], card)
                    if unknown and 1 / len(unknown) > best:
                        best, move = 1 / len(unknown), Move("journalist", unknown[0], card)
        elif identity == "hitman":
            for each in others:
                if deal.faces[me * players + each] == ACE:
                    return 1.0, Move("hitman", each)
        elif deal.evening >= 2 and identity == "interpol":
            for each in others:
                if not deal.cleared[each]:
                    face = deal.faces[me * players + each]
                    odds = 1 - (1 - STAINED_ODDS) ** len(deal.hands[each])
                    odds = odds if face is None else float(face in BLOODSTAINED)
                    if odds > best:
                        best, move = odds, Move("interpol", each)
        elif deal.evening >= 2 and identity == "broker":
            odds, places = letters_seen(deal, me, others)
            if odds > best:
                best, move = odds, Move("broker", places[0], other=places[1])
    return best, move


def letters_seen(deal: Deal, me: Seat, others: list[Seated]) -> tuple[float, list[Seated]]:
    """M27: where this player thinks the two letters are."""
    places = [me for card in deal.hands[me] if card in LETTERS]
    places += [DISCARD for card in deal.discard if card in LETTERS]
    places += [each for each in others if deal.faces[me * deal.players + each] in LETTERS]
    if len(places) == 2:
        return 1.0, places
    hidden = len(deal.deck) + sum(len(deal.hands[each]) for each in others)
    in_deck = len(deal.deck) / max(1, hidden)
    return (in_deck, [*places, DECK]) if len(places) == 1 else (in_deck**2, [DECK, DECK])


# --- answers --------------------------------------------------------------------------------------


def reply(habits: Habits, deal: Deal, me: Seat, asker: Seat, move: Move, chance: Random) -> str:
    """M13, M18: how a player takes a bribe or a blackmail."""
    if move.verb == "bribe":
        willing = habits.accepts * (1.0 if deal.francs[me] else 0.5)
        if deal.cleared[asker] or is_ally(deal, me, asker):
            willing += 0.4
        return "accept" if chance.random() < willing else "decline"
    return answer_to_blackmail(habits, deal, me, asker)


def answer_to_blackmail(habits: Habits, deal: Deal, me: Seat, asker: Seat) -> str:
    """M18: pay or defend what is worth it: being Cleared, a card, the other's Suspicion."""
    stake = habits.clear * deal.cleared[me]
    hand = deal.hands[me]
    if hand:
        stake += max(0.0, sum(keeping(habits, deal, me, card) for card in hand) / len(hand))
    if not deal.cleared[asker] and not is_ally(deal, me, asker):
        stake += habits.denial
    francs = deal.francs[me]
    prices = []
    if francs >= 2:
        prices.append((habits.purse[francs] - habits.purse[francs - 2], "pay"))
    if CASH_OUT in hand:
        prices.append((ACTION_WORTH[CASH_OUT], "defend"))
    if prices and min(prices)[0] < stake:
        return min(prices)[1]
    return "refuse"


def lay_down(habits: Habits, deal: Deal, me: Seat) -> Card:
    """M20, M21: the card over the limit that is worth least; the ace only for 2 francs."""
    cards = [card for card in deal.hands[me] if card != ACE or deal.francs[me] >= ACE_PRICE]
    cost = habits.franc * ACE_PRICE
    return min(cards, key=lambda card: keeping(habits, deal, me, card) + cost * (card == ACE))


# --- a whole game ---------------------------------------------------------------------------------


def end_turn(habits: Habits, deal: Deal, seat: Seat, chance: Random) -> Seat:
    """M20-M22: what is over the limit is laid down; whose turn it is then."""
    if deal.winners is None:
        while not deal.out[seat] and len(deal.hands[seat]) > deal.limit(seat):
            deal.drop(seat, lay_down(habits, deal, seat))
        deal.close_turn(chance)
    return deal.next_seat(seat)


def play_on(ways: Sequence[Habits], deal: Deal, seat: Seat, chance: Random, turns: int) -> None:
    """So many turns more, or to the end if that is sooner; each seat by its own habits."""
    last = deal.turns + turns
    while deal.winners is None and deal.turns < last:
        move = choose(ways[seat], deal, seat, chance)
        if not deal.open_turn(seat, move, chance):
            word = reply(ways[move.target], deal, move.target, seat, move, chance)
            deal.answer(seat, move, word, chance)
        seat = end_turn(ways[seat], deal, seat, chance)
