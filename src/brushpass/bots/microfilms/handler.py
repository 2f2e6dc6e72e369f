"""The Handler: believes what is likely, and plays what wins most of the games it can imagine."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from brushpass.bots.microfilms.belief import Belief, Guess
from brushpass.bots.microfilms.habits import (
    GOOD,
    answer_to_blackmail,
    end_turn,
    errands,
    keeping,
    play_on,
    reply,
)
from brushpass.bots.microfilms.imagined import Deal, Move, Seated, move_of
from brushpass.bots.microfilms.operative import Told
from brushpass.games.contract import Seat
from brushpass.games.microfilms.actions import Attempt, SeatAction
from brushpass.games.microfilms.cards import ACE, ACE_PRICE, CASH_OUT
from brushpass.games.microfilms.view import Opened, View

OWN = replace(GOOD, accepts=1.0)
"""How it expects to go on itself at a table of several. Among good players it pays to take what is
offered: who declines pays a franc, and a card tells something. So it takes bribes unless thought
says otherwise. Of two, one that is Cleared is the other's danger: there it is as wary as others.
"""
FULL = 2000
"""Imagined games for a decision: about a second of thought."""
GUESSES = 64
"""Tables that are believed in at a time."""
AHEAD = 60
"""Turns that an imagined game goes on for at most; then nobody has won it."""
CHOICES = 6
"""Actions that are thought about: those that habit likes best."""
TRUST = 60
"""For how many imagined games the opinion of habit counts."""
START = 20
"""For how many it counts that at first all are alike: some lost games are no reason to despair."""
BOTH_LOSE = 0.02
"""What it is worth to lose to the Croupier together (C7), and not to the other one alone."""
WORTH = 0.03
"""How much more often one wins by something that habit finds worth 1 more."""


class Handler:
    """Tries its best actions on imagined tables, which habit plays on for everyone."""

    def __init__(
        self, seat: Seat, seed: str, *, samples: int = FULL, croupier: bool = False
    ) -> None:
        self._seat = seat
        self._seed = f"{seed} {seat}"
        self._croupier = croupier
        self._samples = samples
        self._belief = self._nothing()

    def _nothing(self) -> Belief:
        return Belief(self._seat, self._seed, GUESSES, croupier=self._croupier)

    def act(self, view: View | Opened, news: Told, legal: Sequence[SeatAction]) -> SeatAction:
        """The action that wins most."""
        assert isinstance(view, View)  # nobody is asked after the end
        if len(news) < self._belief.heard:  # another game, or this one from an earlier point
            self._belief = self._nothing()
        self._belief.learn(news)
        if len(legal) == 1:
            return legal[0]
        thought = Thought(view, self._seat, self._belief, Random(f"{self._seed} {len(news)}"))
        by_move = {move_of(action, len(view.players)): action for action in legal}
        attempts = [
            move_of(action, len(view.players)) for action in legal if isinstance(action, Attempt)
        ]
        best, often = thought.best(self._samples)
        odds = {move: thought.attempt(move) for move in attempts}
        sure = max(attempts, key=lambda move: odds[move], default=None)
        return by_move[best if sure is None or odds[sure] <= often else sure]

    def interrupt(
        self, _view: View | Opened, _news: Told, _legal: Sequence[SeatAction]
    ) -> SeatAction | None:
        """Never: these games have no interrupts."""
        return None


class Thought:
    """One decision, over the guesses of a belief."""

    def __init__(self, view: View, me: Seat, belief: Belief, chance: Random) -> None:
        self.view, self.me, self.chance = view, me, chance
        self.guesses = belief.guesses
        self.weights = [guess.weight for guess in belief.guesses]
        self.alone = view.croupier is not None
        """Whether there is but one other, and the Croupier."""
        self.own = GOOD if self.alone else OWN
        self.ways = [self.own if seat == me else GOOD for seat in range(len(view.players))]

    def attempt(self, move: Move) -> float:
        """What an attempt is worth: there is no chance in it, so each guess tells."""
        total = 0.0
        for guess in self.guesses:
            deal = guess.deal
            if move.verb in ("agent", "his"):
                winners = deal.holders(deal.agents_win(self.me, move))
            elif deal.is_right(move):
                winners = (self.me,)
            else:
                winners = (1 - self.me,) if deal.croupier else ()
            total += guess.weight * self.gain(winners)
        return total / sum(self.weights)

    def gain(self, winners: tuple[Seated, ...]) -> float:
        """What it is worth that the game ends so."""
        if self.me in winners:
            return 1.0
        return BOTH_LOSE if self.alone and 1 - self.me not in winners else 0.0

    def best(self, samples: int) -> tuple[Move, float]:
        """The move that wins most often, and what it is worth.

        All are tried on the same guesses; half of them are dropped, then half again.
        """
        choices, seats = self.choices(), len(self.view.players)
        most = choices[0][0]
        opinion = {move: TRUST * WORTH * (worth - most) for worth, move in choices}
        won = {move: 0.0 for _, move in choices}
        tried = dict.fromkeys(won, 0)

        def score(move: Move) -> float:
            return (won[move] + TRUST * usual + opinion[move]) / (tried[move] + TRUST)

        left = list(won)
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds):
            each = max(1, samples // (rounds * len(left)))
            for guess in self.chance.choices(self.guesses, self.weights, k=each):
                seed = self.chance.random()
                for move in left:
                    won[move] += self.play(guess, move, Random(seed))
                    tried[move] += 1
            usual = (sum(won.values()) + START / seats) / (sum(tried.values()) + START)
            left = sorted(left, key=score, reverse=True)[: (len(left) + 1) // 2]
        return left[0], score(left[0])

    def choices(self) -> list[tuple[float, Move]]:
        """What to think about, the best by habit first; what it is worth by habit."""
        view, me, deal = self.view, self.me, self.taken_up(self.guesses[0])
        match view.phase:
            case "action":
                found = errands(GOOD, deal, me)
            case "discard":
                found = [
                    (-keeping(GOOD, deal, me, card), Move("discard", card=card))
                    for card in set(deal.hands[me])
                    if card != ACE or deal.francs[me] >= ACE_PRICE
                ]
            case "bribe":
                takes = self.own.accepts
                found = [(takes, Move("accept")), (1 - takes, Move("decline"))]
            case _:
                assert view.pending is not None  # a blackmail
                usual = answer_to_blackmail(GOOD, deal, me, view.pending.by)
                words = ["refuse"]
                words += ["pay"] if deal.francs[me] >= 2 else []
                words += ["defend"] if CASH_OUT in deal.hands[me] else []
                found = [(float(word == usual), Move(word)) for word in words]
        return sorted(found, key=lambda each: (-each[0], each[1]))[:CHOICES]

    def taken_up(self, guess: Guess) -> Deal:
        """A table to play on: one of the guesses, as far as the game has come."""
        deal = guess.deal.copy()
        deal.house, deal.turns = self.view.house, self.view.turns
        return deal

    def play(self, guess: Guess, move: Move, chance: Random) -> float:
        """What one imagined game from here on is worth."""
        view, me = self.view, self.me
        deal = self.taken_up(guess)
        chance.shuffle(deal.deck)  # guesses drawn anew are copies, and nobody knows its order
        seat = me
        match view.phase:
            case "action":
                if not deal.open_turn(me, move, chance):
                    deal.answer(me, move, reply(GOOD, deal, move.target, me, move, chance), chance)
            case "discard":
                deal.drop(me, move.card)
            case kind:
                assert view.pending is not None  # it is asked for an answer
                seat = view.pending.by
                deal.answer(seat, Move(kind, me, guess.offered), move.verb, chance)
        play_on(self.ways, deal, end_turn(self.ways[seat], deal, seat, chance), chance, AHEAD)
        return self.gain(deal.winners or ())
