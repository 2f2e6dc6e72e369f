"""Handler: thinks in chances of winning the game, and imagines what the other seat hides."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from brushpass.bots.kompromat.curves import Curve
from brushpass.bots.kompromat.imagining import foreseen
from brushpass.bots.kompromat.odds import ABSENT, OVER, Rival, usual
from brushpass.bots.kompromat.operative import Operative
from brushpass.bots.kompromat.packs import Total, best
from brushpass.bots.kompromat.plan import Plan
from brushpass.bots.kompromat.sight import MISSIONS, Sight
from brushpass.bots.kompromat.worth import VALUES, Ends, Stakes, Tokens
from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import LIMIT, MARKS

FULL = 200
"""Samples of what the other seat hides, for a decision."""
EXACT = (8, 7)
"""With one mission to come, and with two: up to so many cards it solves its side to the end."""
NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
"""Of the ways in which a mission may end, those in which nobody collects."""
RARE = 0.01
"""What is less likely than this is not looked at."""


@dataclass
class Foresight(Plan):
    """The plan of one who imagines the other seat's turns to come, and looks at the whole round."""

    samples: int = FULL
    chance: str = ""
    """The seed of the samples."""

    @cached_property
    def rivals(self) -> dict[int, Rival]:
        rivals = super().rivals
        view, seat = self.sight.view, self.sight.other
        cards = {m: view.missions[m - 1].card for m in self.sight.open_to(seat)}
        order = sorted(cards, key=lambda m: -self.stakes.card(cards[m], seat))
        if order:
            rivals |= foreseen(self.sight.theirs, tuple(order), self.samples, self.chance)
        return rivals

    def outlook(self) -> Stakes:
        """The stakes, with what the other missions of the round are likely to do to the game."""
        likely = {m: self._likely(m) for m in self.rivals}
        coming = {m: self._tokens(m) for m in self.rivals}
        shift, spread, due = [], [], []
        for mission in MISSIONS:
            others = [m for m in self.rivals if m != mission]
            shift.append(sum(likely[m][0] for m in others))
            spread.append(sum(likely[m][1] for m in others))
            due.append(
                (together([coming[m][0] for m in others]), together([coming[m][1] for m in others]))
            )
        return replace(self.stakes, shift=tuple(shift), spread=tuple(spread), due=tuple(due))

    def _still_open(self, mission: int) -> bool:
        """Whether this seat may still draw there."""
        view = self.sight.view
        return mission in self.open or (view.phase == "push" and mission == view.current)

    def _likely(self, mission: int) -> tuple[float, float]:
        """By how much the card of a mission is likely to change the difference: mean, variance."""
        if self._still_open(mission):
            return 0.0, self.stakes.values.swing**2
        card = self.sight.view.missions[mission - 1].card
        mine = self.stakes.card(card, self.sight.me)
        theirs = self.stakes.card(card, self.sight.other)
        hand, rival = self.sight.hand(mission), self.rivals[mission]
        middle, square = (
            self.hand_worth(mission, hand, Curve(Ends(won, won, lost, lost, *NOTHING), rival))
            for won, lost in ((mine, -theirs), (mine**2, theirs**2))
        )
        return middle, max(0.0, square - middle**2)

    def _tokens(self, mission: int) -> tuple[Tokens, Tokens]:
        """K34, K39: the tokens that a mission may bring this seat, and the other."""
        hand, rivals = self.sight.hand(mission), self.rivals[mission].chances
        mine: Mapping[Total, float] = {ABSENT: 1.0}
        if self._still_open(mission):
            mine = usual()
        elif hand:
            least, aces, _ = self.pile(mission, hand)
            total = best(least, aces)
            mine = {total if total <= LIMIT else OVER: 1.0}
        ci = self.sight.view.missions[mission - 1].ci
        marks = MARKS[ci] if ci else 0
        return taken(mine, rivals, marks), taken(rivals, mine, marks)


def taken(mine: Mapping[Total, float], theirs: Mapping[Total, float], marks: int) -> Tokens:
    """The tokens of a seat at one mission, by the odds of both totals; ties are left aside."""
    tokens: defaultdict[int, float] = defaultdict(float)
    for total, chance in mine.items():
        won = sum(p for other, p in theirs.items() if other == OVER or other < total)
        if total in (ABSENT, OVER):
            won = 0.0
        tokens[int(total == OVER)] += chance * (1 - won)
        tokens[marks] += chance * won
    return tokens


def together(missions: Sequence[Tokens]) -> Tokens:
    """The tokens of several missions; what hardly ever comes is left aside."""
    tokens: dict[int, float] = {0: 1.0}
    for mission in missions:
        grown: defaultdict[int, float] = defaultdict(float)
        for before, chance in tokens.items():
            for more, other in mission.items():
                grown[before + more] += chance * other
        tokens = {count: chance for count, chance in grown.items() if chance > RARE}
    whole = sum(tokens.values())
    return {count: chance / whole for count, chance in tokens.items()}


class Handler(Operative):
    """The count of an operative, in chances of winning, against what samples foresee."""

    def __init__(self, seat: Seat, seed: str, *, samples: int = FULL) -> None:
        super().__init__(seat, seed)
        self._samples = samples

    def _plan(self, sight: Sight) -> Plan:
        chance = f"{self._seed} {self._seat} {sight.view.round}"
        stakes = Stakes(sight, VALUES, winning=True)
        plan = Foresight(sight, stakes, EXACT, self._samples, chance)
        plan.stakes = plan.outlook()
        return plan
