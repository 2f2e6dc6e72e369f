"""What each total is worth at each mission, against what the other seat may come to."""

from dataclasses import dataclass, field

from brushpass.bots.kompromat.odds import ABSENT, OVER, Rival
from brushpass.bots.kompromat.packs import Total
from brushpass.bots.kompromat.worth import Ends, Worth
from brushpass.games.kompromat.cards import LIMIT


@dataclass
class Curve:
    """At one mission."""

    ends: Ends
    rival: Rival
    _known: dict[tuple[Total, bool, bool], Worth] = field(default_factory=dict)

    def at(self, total: Total, cards: int) -> Worth:
        """With this total of so many cards; `ABSENT` without any."""
        key = total, cards > self.rival.cards, cards < self.rival.cards
        worth = self._known.get(key)
        if worth is None:
            total = total if total <= LIMIT else OVER
            worth = self._known[key] = sum(
                chance * self._against(total, cards, theirs)
                for theirs, chance in self.rival.chances.items()
            )
        return worth

    def _against(self, mine: Total, cards: int, theirs: Total) -> Worth:
        """K34, K37, K38."""
        ends = self.ends
        if mine in (ABSENT, OVER):
            over = mine == OVER
            if theirs == ABSENT:
                return ends.over if over else ends.nobody
            if theirs == OVER:
                return ends.both_over if over else ends.they_over
            return ends.lost_over if over else ends.lost
        if theirs == OVER:
            return ends.won_over
        won = max(ends.won, ends.shed) if mine == LIMIT and ends.shed else ends.won
        if mine != theirs:
            return won if mine > theirs else ends.lost
        if cards != self.rival.cards:
            return won if cards > self.rival.cards else ends.lost
        return ends.nobody

    @property
    def absent(self) -> Worth:
        return self.at(ABSENT, 0)

    @property
    def stake(self) -> Worth:
        """What lies between 21 there and nothing there."""
        return self.at(LIMIT, 4) - self.absent
