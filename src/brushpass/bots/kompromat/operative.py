"""Operative: counts cards, knows the odds, and uses an item when it is worth most."""

from collections.abc import Sequence

from brushpass.bots.kompromat.items import best_use
from brushpass.bots.kompromat.plan import Plan
from brushpass.bots.kompromat.sight import Memory, Sight, Told
from brushpass.bots.kompromat.worth import VALUES, Stakes
from brushpass.games.contract import Seat
from brushpass.games.kompromat.actions import PASS, SeatAction
from brushpass.games.kompromat.view import Opened, View


class Operative:
    """Does what is worth most by its count, in points."""

    def __init__(self, seat: Seat, seed: str) -> None:
        self._seat, self._seed = seat, seed
        self._memory = Memory(seat)

    def act(self, view: View | Opened, news: Told, legal: Sequence[SeatAction]) -> SeatAction:
        assert isinstance(view, View)  # nobody is asked after the end
        if len(legal) == 1:
            return legal[0]
        sight = Sight(self._seat, view, self._memory.know(news))
        plan = self._plan(sight)
        if use := best_use(plan, legal):
            return use[0]
        counted = plan.counted(legal)
        return max(counted, key=lambda each: counted[each]) if counted else PASS

    def interrupt(
        self, _view: View | Opened, _news: Told, _legal: Sequence[SeatAction]
    ) -> SeatAction | None:
        """Never: what an item does in the other's turn, the other can still play around."""
        return None

    def _plan(self, sight: Sight) -> Plan:
        """Its thoughts about the table as it lies."""
        return Plan(sight, Stakes(sight, VALUES, winning=False))
