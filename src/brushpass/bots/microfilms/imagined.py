"""A table as a player imagines it: every card in a place of its own, to be played on in thought.

The rules of `games/microfilms` once more, but small, changing in place and quick: a thought is
worth the more the more of them there are. `tests` play the same games through both. What each
imagined player has seen is kept beside the cards (`faces`, `names`, `letters`), so that nobody in
a thought acts on what only the thinker knows.

The Croupier sits behind the last seat, so players are whole numbers throughout.
"""

from random import Random
from typing import NamedTuple, TypeAlias, assert_never

from brushpass.games.contract import Seat
from brushpass.games.microfilms.actions import (
    Accept,
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
)
from brushpass.games.microfilms.cards import (
    ACE,
    ACE_PRICE,
    AGENT,
    BLOODSTAINED,
    CASH_OUT,
    CROUPIER,
    INTERROGATE,
    LETTER,
    NATION,
    RICH,
    STEAL,
    Card,
    Nation,
    Who,
)

Seated: TypeAlias = int
"""A seat, or the number after the last one for the Croupier."""

DECK, DISCARD = -1, -2
"""M27: the places of letters that are nobody's hand."""


class Move(NamedTuple):
    """An action with its players as numbers: a verb, whom it names, the card or the means."""

    verb: str
    target: Seated = 0
    card: str = ""
    other: Seated = 0
    """M27: the second place."""


class Deal:
    """Where everything lies, and what each player has seen of it."""

    __slots__ = (
        "agents",
        "cleared",
        "croupier",
        "deck",
        "discard",
        "evening",
        "faces",
        "francs",
        "hands",
        "house",
        "identities",
        "letters",
        "lone",
        "names",
        "out",
        "players",
        "seats",
        "turns",
        "winners",
    )

    def __init__(self) -> None:
        self.seats = 0
        self.players = 0
        """The seats, and the Croupier if he plays."""
        self.croupier = False
        self.agents: tuple[Nation, ...] = ()
        self.lone: Nation = ""
        """M6: the nation whose letter is in the box."""
        self.identities: list[tuple[Card, ...]] = []
        self.hands: list[list[Card]] = []
        self.francs: list[int] = []
        self.cleared: list[bool] = []
        self.out: list[bool] = []
        self.house = 0
        self.deck: list[Card] = []
        """Top last; one that is imagined has no order that matters."""
        self.discard: list[Card] = []
        """Top last."""
        self.evening = 1
        self.turns = 0
        self.winners: tuple[Seated, ...] | None = None
        """None while the game is on."""
        self.faces: list[Card | None] = []
        """By `looker * players + holder`: a card that the looker knows to be in that hand."""
        self.names: list[Card | None] = []
        """Likewise: the identity that the looker knows someone to have."""
        self.letters: list[frozenset[Nation]] = []
        """The letters each player has seen to be in play."""

    def copy(self) -> "Deal":
        """The same table once more, to be played on by itself."""
        new = Deal.__new__(Deal)
        new.seats, new.players, new.croupier = self.seats, self.players, self.croupier
        new.agents, new.lone, new.identities = self.agents, self.lone, self.identities
        new.hands = [hand[:] for hand in self.hands]
        new.francs, new.cleared, new.out = self.francs[:], self.cleared[:], self.out[:]
        new.house, new.evening, new.turns = self.house, self.evening, self.turns
        new.deck, new.discard = self.deck[:], self.discard[:]
        new.winners = self.winners
        new.faces, new.names, new.letters = self.faces[:], self.names[:], self.letters[:]
        return new

    # --- what is seen -----------------------------------------------------------------------------

    def sees(self, looker: Seated, holder: Seated, card: Card) -> None:
        """Someone is shown a card of someone's, or an identity."""
        at = looker * self.players + holder
        if card in IDENTITIES:
            self.names[at] = card
            return
        self.faces[at] = card
        if card in LETTERS and NATION[card] not in self.letters[looker]:
            self.letters[looker] |= {NATION[card]}

    def gone(self, holder: Seated, card: Card) -> None:
        """A card left a hand in sight: nobody takes it to be there any more."""
        for at in range(holder, len(self.faces), self.players):
            if self.faces[at] == card:
                self.faces[at] = None

    def shown(self, card: Card) -> None:
        """A card lies open before all."""
        if card in LETTERS:
            nation = NATION[card]
            for looker in range(self.seats):
                if nation not in self.letters[looker]:
                    self.letters[looker] |= {nation}

    # --- what is done at the table ----------------------------------------------------------------

    def pay(self, giver: Seated, taker: Seated, due: int) -> None:
        """M2: as many francs as are due or as there are, from player to player."""
        francs = min(due, self.francs[giver])
        self.francs[giver] -= francs
        self.francs[taker] += francs

    def earn(self, player: Seated, due: int) -> None:
        """M2: the same from the house."""
        francs = min(due, self.house)
        self.house -= francs
        self.francs[player] += francs

    def spend(self, player: Seated, price: int) -> None:
        """Francs paid to the house."""
        self.francs[player] -= price
        self.house += price

    def lay(self, player: Seated, card: Card) -> None:
        """M14, M20: a card goes face up on the discard deck."""
        self.hands[player].remove(card)
        self.discard.append(card)
        self.gone(player, card)
        self.shown(card)

    def give(self, giver: Seated, taker: Seated, card: Card) -> None:
        """A card goes from hand to hand, and the two know which."""
        self.hands[giver].remove(card)
        self.hands[taker].append(card)
        for looker in range(self.seats):  # others cannot tell whether what they saw is still there
            self.faces[looker * self.players + giver] = None
        self.sees(giver, taker, card)
        self.sees(taker, taker, card)

    def draw(self, player: Seated) -> None:
        """M11: the top card of the draw deck."""
        card = self.deck.pop()
        self.hands[player].append(card)
        self.sees(player, player, card)

    # --- a turn -----------------------------------------------------------------------------------

    def limit(self, seat: Seat) -> int:
        """M20: 1 card if Suspect, 2 if Cleared."""
        return 2 if self.cleared[seat] else 1

    def open_turn(self, seat: Seat, move: Move, chance: Random) -> bool:
        """M11-M19: what needs no answer is done, and True; else someone must answer."""
        verb, target, card, _ = move
        match verb:
            case "pass":
                self.earn(seat, 1)
            case "draw":
                if card == "deck":
                    self.draw(seat)
                else:
                    taken = self.discard.pop()
                    self.hands[seat].append(taken)
                    for looker in range(self.seats):
                        self.sees(looker, seat, taken)
            case "steal":
                self.lay(seat, STEAL)
                self.pay(target, seat, 2)
            case "cash-out":
                self.lay(seat, CASH_OUT)
                self.earn(seat, 3)
            case "interrogate":
                if card == "pay":
                    self.spend(seat, 1)
                else:
                    self.lay(seat, INTERROGATE)
                identities = () if target == self.seats else self.identities[target]  # C6
                self.sees(seat, target, chance.choice([*identities, *self.hands[target]]))
            case "bribe":
                if target < self.seats:
                    return False
                self.answer(seat, move, "accept", chance)  # C5
            case "blackmail":
                if card == "pay":
                    self.spend(seat, 2)
                else:
                    self.lay(seat, card)
                if target < self.seats:
                    return False
                self.answer(seat, move, "refuse", chance)  # C5
            case _:
                self.attempt(seat, move)
        return True

    def answer(self, seat: Seat, move: Move, word: str, chance: Random) -> None:
        """M13, M18: how the target takes a bribe or a blackmail."""
        target = move.target
        match word:
            case "accept":
                self.give(seat, target, move.card)
                self.cleared[seat] = True
            case "decline":
                self.pay(target, seat, 1)
            case "pay":
                self.pay(target, seat, 2)
            case "defend":
                self.lay(target, CASH_OUT)
            case _:  # refuse
                self.cleared[seat] = True
                self.cleared[target] = False
                if self.hands[target]:
                    self.give(target, seat, chance.choice(self.hands[target]))

    def drop(self, seat: Seat, card: Card) -> None:
        """M20, M21: a card over the limit; the ace for 2 francs."""
        self.lay(seat, card)
        if card == ACE:
            self.spend(seat, ACE_PRICE)

    def close_turn(self, chance: Random) -> None:
        """M22, C4: the deck is looked at, then the Croupier takes his turn."""
        self.reshuffle(chance)
        self.turns += 1
        if self.croupier and self.winners is None:
            self.croupiers_turn(chance)

    def croupiers_turn(self, chance: Random) -> None:
        """C4, C7."""
        him = self.seats
        hand = self.hands[him]
        if len(hand) < 2:
            if self.deck:
                self.draw(him)
        else:
            self.earn(him, 1)
            self.cleared[him] = True
            if self.francs[him] >= RICH:
                self.winners = ()
                return
            if len(hand) >= 3:
                self.lay(him, chance.choice(hand))
        self.reshuffle(chance)

    def reshuffle(self, chance: Random) -> None:
        """M22: an empty draw deck is made anew of the discard deck."""
        if not self.deck and self.discard:
            self.deck, self.discard = self.discard, []
            chance.shuffle(self.deck)
            self.evening += 1

    def next_seat(self, seat: Seat) -> Seat:
        """Clockwise, passing over who is eliminated."""
        seat = (seat + 1) % self.seats
        while self.out[seat]:
            seat = (seat + 1) % self.seats
        return seat

    # --- attempts ---------------------------------------------------------------------------------

    def attempt(self, seat: Seat, move: Move) -> None:
        """M24-M29, C8: someone wins, or is out; with the Croupier the other one wins then."""
        if move.verb in ("agent", "his"):
            self.winners = self.holders(self.agents_win(seat, move))
        elif self.is_right(move):
            self.winners = (seat,)
        elif self.croupier:
            self.winners = (1 - seat,)
        else:
            self.eliminate(seat)

    def agents_win(self, seat: Seat, move: Move) -> tuple[Nation, ...]:
        """M24, C10: the nations whose agents win."""
        own, film = NATION[self.identities[seat][0]], NATION[move.card]
        allied = tuple(nation for nation in self.agents if nation != self.lone)
        if move.verb == "agent":
            mine, theirs = ((self.lone,), allied) if own == self.lone else (allied, (self.lone,))
            return mine if film in theirs else theirs
        his = NATION[self.identities[self.seats][0]]
        others = next(nation for nation in self.agents if nation not in (own, his))
        if film == others and move.card in self.hands[self.seats]:
            if self.lone == others:
                return (own, his)
            if self.lone == his:
                return (his,)
        return (others,)

    def holders(self, nations: tuple[Nation, ...]) -> tuple[Seated, ...]:
        """Whoever has the agents of these nations."""
        return tuple(
            player
            for player, identities in enumerate(self.identities)
            if NATION.get(identities[0]) in nations
        )

    def is_right(self, move: Move) -> bool:
        """M25-M28: whether the attempt of a freelancer is right."""
        verb, target, card, other = move
        if verb == "journalist":
            return AGENT[NATION[card]] in self.identities[target]
        if verb == "hitman":
            return ACE in self.hands[target]
        if verb == "interpol":
            return any(each in BLOODSTAINED for each in self.hands[target])
        if target == other:
            return self.letters_at(target) == 2
        return self.letters_at(target) == 1 and self.letters_at(other) == 1

    def letters_at(self, place: Seated) -> int:
        """M27: how many letters lie at a place."""
        cards = (
            self.deck if place == DECK else self.discard if place == DISCARD else self.hands[place]
        )
        return sum(card in LETTERS for card in cards)

    def eliminate(self, seat: Seat) -> None:
        """M29."""
        self.out[seat] = True
        for looker in range(self.seats):
            self.names[looker * self.players + seat] = self.identities[seat][0]
        for card in sorted(self.hands[seat]):
            self.lay(seat, card)
        self.spend(seat, self.francs[seat])


LETTERS = frozenset(LETTER.values())
IDENTITIES = frozenset((*AGENT.values(), "broker", "hitman", "interpol", "journalist"))


# --- from actions to moves ------------------------------------------------------------------------


def seated(who: Who, seats: int) -> Seated:
    """A player's number: the Croupier sits behind the last seat."""
    return seats if who == CROUPIER else who


def move_of(action: SeatAction, seats: int) -> Move:
    """An action as a move of an imagined table."""
    match action:
        case Draw(source):
            return Move("draw", card=source)
        case Pass() | CashOut() | Accept() | Decline() | Pay() | Defend() | Refuse():
            return Move(str(action))
        case Bribe(target, card):
            return Move("bribe", seated(target, seats), card)
        case Steal(target):
            return Move("steal", seated(target, seats))
        case Interrogate(target, means):
            return Move("interrogate", seated(target, seats), means)
        case Blackmail(target, means):
            return Move("blackmail", seated(target, seats), means)
        case Discard(card):
            return Move("discard", card=card)
        case WinAgent(film):
            return Move("agent", card=film)
        case WinCroupier(film):
            return Move("his", card=film)
        case WinJournalist(film, target):
            return Move("journalist", seated(target, seats), film)
        case WinHitman(target):
            return Move("hitman", seated(target, seats))
        case WinInterpol(target):
            return Move("interpol", seated(target, seats))
        case WinBroker((one, other)):
            return Move("broker", placed(one, seats), other=placed(other, seats))
        case _:
            assert_never(action)


def placed(place: Place, seats: int) -> Seated:
    """M27: a place as a number."""
    if place == "deck":
        return DECK
    if place == "discard":
        return DISCARD
    return seated(place, seats)
