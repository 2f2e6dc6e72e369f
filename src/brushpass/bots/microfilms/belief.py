"""What a seat believes: imagined tables that follow the game, the likelier ones kept.

Each guess is a whole table that would have shown this seat all that it was shown. When a card
turns up elsewhere than in a guess, it changes places there with one that was shuffled together
with it, as nobody can tell such cards apart; and when somebody acts, each guess counts for more or
less by how natural that would have been there (`tells`). Every choice is drawn from the seed and
the number of the news, so the same news always lead to the same guesses.
"""

from collections.abc import Callable, Sequence
from random import Random

from brushpass.bots.microfilms import tells
from brushpass.bots.microfilms.habits import GOOD, keeping
from brushpass.bots.microfilms.imagined import (
    IDENTITIES,
    LETTERS,
    Deal,
    Move,
    Seated,
    placed,
    seated,
)
from brushpass.games.contract import Seat
from brushpass.games.microfilms.cards import (
    ACE,
    ACTIONS,
    AGENT,
    COVERS,
    FILM,
    FRANCS,
    FREELANCERS,
    HOUSE,
    LETTER,
    NATION,
    Card,
    Purse,
)
from brushpass.games.microfilms.happenings import (
    ActionTaken,
    Attempted,
    BlackmailAnswered,
    BribeDeclined,
    DeckShuffled,
    Discarded,
    DiscardTaken,
    Eliminated,
    EveningBegan,
    FrancsMoved,
    NationsChosen,
    NowCleared,
    NowSuspect,
    Passed,
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
    News,
)

DEALT, SEEN = 0, -1
"""Where a card in a hand is from, if not from the draw deck of some evening: it was dealt as an
action card, or this seat knows that it is there."""

RARE = 0.05
"""An identity that fewer guesses than this share foresaw is exchanged into the others."""
WORN = 0.5
"""Guesses are drawn anew by their weights once these are worth less than this share of them."""


class Guess:
    """One imagined table, and how much it counts for."""

    __slots__ = ("deal", "offered", "origins", "weight")

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.origins: list[list[int]] = [[] for _ in range(deal.players)]
        """For each card of each hand the evening it was drawn in, or DEALT or SEEN."""
        self.weight = 1.0
        self.offered: Card = ""
        """M13: the card that is being offered as a bribe."""

    def copy(self) -> "Guess":
        """The same guess once more; what lies open stays the one table's."""
        new = Guess.__new__(Guess)
        new.deal = deal = self.deal.copy()
        deal.francs, deal.cleared = self.deal.francs, self.deal.cleared
        deal.out, deal.discard = self.deal.out, self.deal.discard
        new.origins = [origins[:] for origins in self.origins]
        new.weight, new.offered = 1.0, self.offered
        return new

    # --- cards that go from place to place --------------------------------------------------------

    def take_from(self, player: Seated, card: Card) -> int:
        """A card leaves a hand; where it was from."""
        hand, origins = self.deal.hands[player], self.origins[player]
        at = max(  # if there are two, that which was seen
            (at for at, each in enumerate(hand) if each == card),
            key=lambda at: origins[at] == SEEN,
        )
        del hand[at]
        return origins.pop(at)

    def put_in(self, player: Seated, card: Card, origin: int) -> None:
        """A card comes to a hand."""
        self.deal.hands[player].append(card)
        self.origins[player].append(origin)

    def pass_on(self, giver: Seated, taker: Seated, card: Card, known: bool) -> None:
        """M13, M18: a card goes from hand to hand, and the two know which."""
        origin = self.take_from(giver, card)
        self.put_in(taker, card, SEEN if known else origin)
        deal = self.deal
        for looker in range(deal.seats):
            deal.faces[looker * deal.players + giver] = None
        deal.sees(giver, taker, card)
        deal.sees(taker, taker, card)

    # --- making a guess fit -----------------------------------------------------------------------

    def must_hold(
        self, player: Seated, card: Card, me: Seat, chance: Random, *, anyhow: bool
    ) -> bool:
        """Let the card be in this hand, exchanging it if need be; False if it cannot be."""
        hands = self.deal.hands
        if card in hands[player]:
            return True
        self.must_be_in_play(card, me, chance)
        swaps: list[tuple[int, Seated, int]] = []
        for slot, origin in enumerate(self.origins[player]):
            if origin == SEEN and not anyhow:
                continue
            mine = hands[player][slot]
            for other in range(self.deal.players):
                if other not in (player, me) and card in hands[other]:
                    for at, each in enumerate(hands[other]):
                        if each == card and (
                            anyhow or alike(mine, origin, card, self.origins[other][at])
                        ):
                            swaps.append((slot, other, at))
            if card in self.deal.deck and (anyhow or alike(mine, origin, card, self.deal.evening)):
                swaps.append((slot, -1, self.deal.deck.index(card)))
        if not swaps:
            return False
        slot, other, at = chance.choice(swaps)
        there = self.deal.deck if other < 0 else hands[other]
        hands[player][slot], there[at] = there[at], hands[player][slot]
        return True

    def must_be_on_deck(self, card: Card, me: Seat, chance: Random, *, anyhow: bool) -> bool:
        """Let the card be in the draw deck; the guess counts for more, the more of it there are."""
        deck, hands = self.deal.deck, self.deal.hands
        self.must_be_in_play(card, me, chance)
        if card in deck:
            self.weight *= deck.count(card)
            return True
        swaps = []
        for other in range(self.deal.players):
            if other == me or card not in hands[other]:
                continue
            for at, each in enumerate(hands[other]):
                if each == card:
                    for slot, under in enumerate(deck):
                        if anyhow or alike(each, self.origins[other][at], under, self.deal.evening):
                            swaps.append((other, at, slot))
        if not swaps:
            return False
        other, at, slot = chance.choice(swaps)
        hands[other][at], deck[slot] = deck[slot], hands[other][at]
        return True

    def must_be_in_play(self, card: Card, me: Seat, chance: Random) -> None:
        """M6: if this letter is in the box, let it be exchanged for one that nobody has shown."""
        deal = self.deal
        nation = NATION.get(card)
        if card not in LETTERS or nation != deal.lone:
            return
        others = [each for each in deal.agents if each not in (nation, *deal.letters[me])]
        if not others:
            return  # the guess was bent before
        other = chance.choice(others)
        for place in (deal.deck, *deal.hands):
            if LETTER[other] in place:
                place[place.index(LETTER[other])] = card
        deal.lone = other
        deal.letters = [
            frozenset(nation if each == other else each for each in seen) for seen in deal.letters
        ]

    def must_be(self, player: Seated, identity: Card, known: frozenset[Seated]) -> bool:
        """Let someone have an identity, exchanging two that nobody has shown."""
        mine = self.deal.identities[player]
        if identity in mine:
            return True
        identities = list(self.deal.identities)
        at = 0 if identity in NATION else len(mine) - 1
        for other, theirs in enumerate(identities):
            if identity in theirs:
                if other in known or player in known:
                    return False
                place = theirs.index(identity)
                identities[other] = (*theirs[:place], mine[at], *theirs[place + 1 :])
        if identity in NATION and mine[at] not in NATION and identities == self.deal.identities:
            return False
        identities[player] = (*mine[:at], identity, *mine[at + 1 :])
        self.deal.identities = identities
        return True


def alike(one: Card, origin: int, other: Card, others: int) -> bool:
    """Whether two cards may have been dealt the other way round: shuffled together (M7, M22)."""
    if origin == others:
        return True
    if SEEN in (origin, others) or max(origin, others) > 1:
        return False
    # the dealt action cards and the first evening's draw deck were one, but for the items
    return one in ACTION_CARDS and other in ACTION_CARDS


ACTION_CARDS = frozenset(ACTIONS)


class Belief:
    """The guesses of one seat, and the open table that they share."""

    def __init__(self, seat: Seat, seed: str, size: int, *, croupier: bool) -> None:
        self.me = seat
        self.seed = seed
        self.size = size
        self.table = Deal()
        """What lies open before everyone; the guesses share its lists."""
        self.table.croupier = croupier
        self.table.house = FRANCS
        self.guesses: list[Guess] = []
        self.heard = 0
        self._own: list[Card] = []
        self._card: Card = ""
        self._known: frozenset[Seated] = frozenset([seat])
        """Whose identity this seat has been shown."""
        self._number = 0
        """Of the action whose news these are."""
        self._attempt: Attempted | None = None
        self._chance = Random()

    def learn(self, news: Sequence[tuple[int, News]]) -> None:
        """Follow what is new."""
        for number, event in news[self.heard :]:
            self.heard += 1
            self._chance.seed(f"{self.seed} {self.heard}")
            self._hear(event, first=number != self._number)
            self._number = number

    # --- one event --------------------------------------------------------------------------------

    def _hear(self, event: News, *, first: bool) -> None:
        table = self.table
        seats = table.seats
        match event:
            case FrancsMoved(giver, taker, francs):
                self._francs(giver, -francs)
                self._francs(taker, francs)
            case TurnBegan(_) | BribeDeclined() | Passed() | BlackmailAnswered() | ActionTaken():
                self._acted(event)
            case CardDrawn(who, card):
                self._drew(seated(who, seats), card)
            case Discarded(who, card):
                self._laid(seated(who, seats), card, chosen=first)
            case DiscardTaken(seat, card):
                self._took(seat, card)
            case NowCleared(who):
                table.cleared[seated(who, seats)] = True
            case NowSuspect(who):
                table.cleared[seated(who, seats)] = False
            case BribeOffered(seat, _, card):
                self._judge(seat)
                for guess in self.guesses:
                    guess.offered = card or offer(guess.deal, seat)
            case BribeAccepted(seat, target, card):
                self._passed_on(seat, seated(target, seats), card, offered=True)
            case CardTaken(seat, target, card):
                self._passed_on(seated(target, seats), seat, card, offered=False)
            case CardSeen(seat, target, card):
                self._looked(seat, seated(target, seats), card)
            case CardsHandedOver(_, target, cards):
                for card in cards or ():
                    self._shown(seated(target, seats), card)
            case EveningBegan(evening, _):
                table.evening = evening
                for guess in self.guesses:
                    guess.deal.deck, guess.deal.evening = table.discard[:], evening
                table.discard.clear()
            case Attempted(seat, attempt, identity, film, _, _):
                self._attempt = event
                self._shown(seat, identity)
                if film is not None and attempt != "croupier":
                    self._shown(seat, film)
            case Eliminated(seat, identities):
                self._failed()
                self._shown(seat, identities[0])
                table.out[seat] = True
            case NationsChosen(nations):
                table.agents = nations
            case IdentityDealt(seats, identity) | CoverDealt(seats, identity):
                table.seats, table.players = seats, seats + table.croupier
                self._own.append(identity or "")
            case ActionDealt(_, card):
                self._card = card or ""
            case DeckShuffled():
                self._deal()
            case _:
                pass  # M6, M8 and the end: nothing to follow

    def _francs(self, purse: Purse, change: int) -> None:
        if purse == HOUSE:
            self.table.house += change
        else:
            self.table.francs[seated(purse, self.table.seats)] += change

    def _acted(self, event: News) -> None:
        """Words that tell something of who says them."""
        match event:
            case Passed(seat):
                self._judge(seat)
            case ActionTaken(seat, "interrogate", _):
                self._judge(seat, lambda deal: tells.asking(deal, seat))
            case ActionTaken(seat, _, _):
                self._judge(seat)
            case BlackmailAnswered(_, target, "refuse") if isinstance(target, int):
                if target != self.me:
                    for guess in self.guesses:
                        guess.weight *= tells.giving_way(guess.deal, target)
            case _:
                pass

    def _drew(self, player: Seated, card: Card | None) -> None:
        if player < self.table.seats:
            self._judge(player, lambda deal: tells.drawing(deal, player))
        if card is not None:
            self._fit(
                lambda guess, anyhow: guess.must_be_on_deck(
                    card, self.me, self._chance, anyhow=anyhow
                )
            )
        for guess in self.guesses:
            deal = guess.deal
            deck = deal.deck
            drawn = card or deck[self._chance.randrange(len(deck))]
            deck.remove(drawn)
            guess.put_in(player, drawn, deal.evening if card is None else SEEN)
            deal.sees(player, player, drawn)

    def _took(self, seat: Seat, card: Card) -> None:
        """M11: the top card of the discard deck, before all."""
        self._judge(seat, lambda deal: tells.taking(deal, seat, card))
        self.table.discard.pop()
        for guess in self.guesses:
            guess.put_in(seat, card, SEEN)
            for looker in range(self.table.seats):
                guess.deal.sees(looker, seat, card)

    def _laid(self, player: Seated, card: Card, *, chosen: bool) -> None:
        """A card on the discard deck: laid for something, or as one too many (M20)."""
        judged = chosen and player not in (self.me, self.table.seats)
        self._hold(player, card)
        for guess in self.guesses:
            deal = guess.deal
            if judged:
                guess.weight *= tells.laying(deal, player, card)
            guess.take_from(player, card)
            deal.gone(player, card)
            deal.shown(card)
        self.table.discard.append(card)
        self._thin_out()

    def _passed_on(self, giver: Seated, taker: Seated, card: Card | None, *, offered: bool) -> None:
        """M13, M18: a card went from hand to hand; those who do not know which may guess."""
        if card is not None:
            self._hold(giver, card)
        for guess in self.guesses:
            hand = guess.deal.hands[giver]
            moved = card or (guess.offered if offered else self._chance.choice(hand))
            guess.pass_on(giver, taker, moved, card is not None)

    def _looked(self, seat: Seat, target: Seated, card: Card | None) -> None:
        """M17: a look at a random card; it is this seat's, or one can only guess what was seen."""
        if card is not None:
            self._shown(target, card)
            for guess in self.guesses:
                guess.deal.sees(seat, target, card)
            return
        for guess in self.guesses:
            deal = guess.deal
            identities = () if target == deal.seats else deal.identities[target]
            deal.sees(seat, target, self._chance.choice([*identities, *deal.hands[target]]))

    def _shown(self, player: Seated, card: Card) -> None:
        """This seat was shown an identity, or a card of a hand."""
        if card in IDENTITIES:
            fitting = [guess for guess in self.guesses if card in guess.deal.identities[player]]
            if len(fitting) >= self.size * RARE:
                self.guesses = fitting
            else:
                self._fit(lambda guess, _: guess.must_be(player, card, self._known))
            if card in NATION or not self.table.croupier:
                self._known |= {player}
        elif player != self.me:
            self._hold(player, card)
            for guess in self.guesses:
                origins, hand = guess.origins[player], guess.deal.hands[player]
                origins[hand.index(card)] = SEEN
        self._thin_out()

    def _failed(self) -> None:
        """M25-M28: the attempt was wrong, so what it said is not so."""
        event = self._attempt
        assert event is not None  # nobody is eliminated otherwise (M29)
        move = attempted(event, self.table.seats)
        self._fit(lambda guess, anyhow: anyhow or not guess.deal.is_right(move))

    def _judge(self, seat: Seat, how: Callable[[Deal], float] | None = None) -> None:
        """A seat did something in its turn: how natural was that, and that it attempted nothing?"""
        if seat == self.me:
            return
        for guess in self.guesses:
            guess.weight *= tells.waiting(guess.deal, seat)
            if how is not None:
                guess.weight *= how(guess.deal)
        self._thin_out()

    # --- all of them ------------------------------------------------------------------------------

    def _hold(self, player: Seated, card: Card) -> None:
        """The card is in this hand in every guess."""
        self._fit(
            lambda guess, anyhow: guess.must_hold(
                player, card, self.me, self._chance, anyhow=anyhow
            )
        )

    def _fit(self, fits: Callable[[Guess, bool], bool]) -> None:
        """Keep the guesses that fit. If none does, all are bent until they do (`anyhow`): they may
        then contradict something that was shown before, and are of use all the same.
        """
        fitting = [guess for guess in self.guesses if fits(guess, False)]
        self.guesses = fitting or [guess for guess in self.guesses if fits(guess, True)]

    def _thin_out(self) -> None:
        """Draw the guesses anew by their weights, when too few of them still count."""
        total = sum(guess.weight for guess in self.guesses)
        squares = sum(guess.weight * guess.weight for guess in self.guesses)
        if total * total > WORN * self.size * squares:
            return
        step = total / self.size
        at = self._chance.random() * step
        kept: list[Guess] = []
        for guess in self.guesses:
            weight, guess.weight = guess.weight, 1.0
            copies = 0
            while at < weight and len(kept) < self.size:
                kept.append(guess.copy() if copies else guess)
                copies += 1
                at += step
            at -= weight
        self.guesses = kept

    def _deal(self) -> None:
        """M4-M7: everything that may have been dealt, each deal as likely as any other."""
        table, me = self.table, self.me
        table.francs = [0] * table.players
        table.cleared = [False] * table.players
        table.out = [False] * table.players
        self.guesses = [Guess(self._one_deal()) for _ in range(self.size)]
        for guess in self.guesses:
            for seat in range(table.seats):
                guess.origins[seat].append(SEEN if seat == me else DEALT)

    def _one_deal(self) -> Deal:
        table, me, chance = self.table, self.me, self._chance
        deal = Deal()
        deal.seats, deal.players, deal.croupier = table.seats, table.players, table.croupier
        deal.agents = table.agents
        deal.francs, deal.cleared, deal.out = table.francs, table.cleared, table.out
        deal.discard = table.discard
        deal.identities = imagined_identities(table, me, self._own, chance)
        deal.lone = chance.choice(deal.agents)
        cards = list(ACTIONS)
        cards.remove(self._card)
        chance.shuffle(cards)
        deal.hands = [[self._card if seat == me else cards.pop()] for seat in range(deal.seats)]
        if deal.croupier:
            deal.hands.append([])
        else:
            cards.append(ACE)
        cards += [FILM[nation] for nation in deal.agents]
        cards += [LETTER[nation] for nation in deal.agents if nation != deal.lone]
        chance.shuffle(cards)
        deal.deck = cards
        deal.faces = [None] * deal.players**2
        deal.names = [None] * deal.players**2
        deal.letters = [frozenset()] * deal.players
        for seat in range(deal.seats):
            deal.sees(seat, seat, deal.identities[seat][0])
        return deal


def imagined_identities(
    table: Deal, me: Seat, own: Sequence[Card], chance: Random
) -> list[tuple[Card, ...]]:
    """M5, C1: identities for everyone, of those that can be."""
    agents = [AGENT[nation] for nation in table.agents]
    if table.croupier:
        agents.remove(own[0])
        chance.shuffle(agents)
        cover = chance.choice([card for card in COVERS if card != own[1]])
        pair = [(own[0], own[1]), (agents[0], cover)]
        return [*(pair if me == 0 else reversed(pair)), (agents[1],)]
    while True:
        cards = [*agents, *chance.sample(FREELANCERS, table.seats - 3)]
        if own[0] in cards:
            break
    cards.remove(own[0])
    chance.shuffle(cards)
    cards.insert(me, own[0])
    return [(card,) for card in cards]


def offer(deal: Deal, seat: Seat) -> Card:
    """M13: the card that a seat would offer: that which it wants least."""
    return min(deal.hands[seat], key=lambda card: keeping(GOOD, deal, seat, card))


def attempted(event: Attempted, seats: int) -> Move:
    """A failed attempt as a move."""
    if event.places is not None:
        one, other = event.places
        return Move("broker", placed(one, seats), other=placed(other, seats))
    target = 0 if event.target is None else seated(event.target, seats)
    return Move(event.attempt, target, event.film or "")
