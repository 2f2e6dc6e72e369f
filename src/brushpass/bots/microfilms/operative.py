"""The Operative: a good player, who keeps the exact notebook, knows the odds, has good habits."""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from brushpass.bots.microfilms import habits
from brushpass.bots.microfilms.eyes import Eyes
from brushpass.bots.microfilms.habits import GOOD, Habits
from brushpass.bots.microfilms.imagined import Deal, Move, move_of
from brushpass.bots.microfilms.odds import chance_of_winning
from brushpass.games.contract import HIDDEN, Seat
from brushpass.games.microfilms.actions import Attempt, SeatAction, WinAgent, WinCroupier
from brushpass.games.microfilms.cards import CROUPIER, NATION
from brushpass.games.microfilms.knowledge import Knowledge
from brushpass.games.microfilms.view import News, Opened, View

Told: TypeAlias = Sequence[tuple[int, News]]


class Operative:
    """Attempts a win when the odds are good, and follows its habits until then."""

    def __init__(self, seat: Seat, seed: str, *, croupier: bool = False) -> None:
        self._seat = seat
        self._seed = f"{seed} {seat}"
        self._croupier = croupier
        self._known = Knowledge.at_start(seat, croupier=croupier)
        self._heard = 0

    def act(self, view: View | Opened, news: Told, legal: Sequence[SeatAction]) -> SeatAction:
        """What its habits say."""
        assert isinstance(view, View)  # nobody is asked after the end
        eyes = Eyes(self._seat, view, self.notebook(news))
        chance = Random(f"{self._seed} {len(news)}")
        own = self.habits(view)
        if view.phase == "action":
            attempts = [action for action in legal if isinstance(action, Attempt)]
            odds = {action: chance_of_winning(eyes, action) for action in attempts}
            best = max(attempts, key=lambda action: odds[action], default=None)
            if best is not None:
                asked = own.nerve if isinstance(best, WinAgent | WinCroupier) else own.daring
                if odds[best] >= asked:
                    return best
        move = self._settle(own, eyes, chance)
        return next(action for action in legal if move_of(action, len(view.players)) == move)

    def _settle(self, own: Habits, eyes: Eyes, chance: Random) -> Move:
        """What it does if it does not attempt a win."""
        me, view, deal = self._seat, eyes.view, laid_out(eyes)
        match view.phase:
            case "action":
                return habits.errand(own, deal, me, chance)
            case "discard":
                return Move("discard", card=habits.lay_down(own, deal, me))
            case kind:
                assert view.pending is not None  # it is asked for an answer
                move = Move(kind, me)
                return Move(habits.reply(own, deal, me, view.pending.by, move, chance))

    def habits(self, _view: View) -> Habits:
        """What it goes by at this point of the game."""
        return GOOD

    def interrupt(
        self, _view: View | Opened, _news: Told, _legal: Sequence[SeatAction]
    ) -> SeatAction | None:
        """Never: these games have no interrupts."""
        return None

    def notebook(self, news: Told) -> Knowledge:
        """What follows from all that the seat was shown."""
        if len(news) < self._heard:  # another game, or this one from an earlier point
            self._known, self._heard = Knowledge.at_start(self._seat, croupier=self._croupier), 0
        self._known = self._known.learn(event for _, event in news[self._heard :])
        self._heard = len(news)
        return self._known


def laid_out(eyes: Eyes) -> Deal:
    """The table as this seat sees it, cards it does not know face down."""
    view, known, me = eyes.view, eyes.known, eyes.me
    deal = Deal()
    deal.seats = len(view.players)
    deal.croupier = view.croupier is not None
    sides = [*view.players, *([view.croupier] if view.croupier is not None else [])]
    deal.players = len(sides)
    deal.agents = view.agents
    deal.identities = [
        tuple(card or HIDDEN for card in side.identities) or (HIDDEN,) for side in sides
    ]
    deal.hands = [
        [HIDDEN] * side.hand if isinstance(side.hand, int) else list(side.hand) for side in sides
    ]
    deal.francs = [side.francs for side in sides]
    deal.cleared = [side.cleared for side in sides]
    deal.out = [side.eliminated for side in sides]
    deal.house, deal.evening, deal.turns = view.house, view.evening, view.turns
    deal.deck = [HIDDEN] * view.deck
    deal.discard = list(reversed(known.discard))
    deal.faces = [None] * deal.players**2
    deal.names = [None] * deal.players**2
    deal.letters = [frozenset()] * deal.players
    pairs = [set(pair) for pair in known.allied_nations()]
    deal.letters[me] = frozenset(set.intersection(*pairs))
    for other in range(deal.players):
        at = me * deal.players + other
        who = CROUPIER if other == deal.seats else other
        could = known.can_be(who)
        agents = [card for card in could if card in NATION]
        if len(could) == 1 or (deal.croupier and len(agents) == 1):
            deal.names[at] = agents[0] if agents else next(iter(could))
    return deal
