"""What the log says that the table no longer shows: which card is which, and how missions went.

Everything here is public, so it is the same for everyone who looks.
"""

from dataclasses import dataclass, field

from brushpass.games.contract import Event, Seat
from brushpass.games.kompromat import happenings as told
from brushpass.games.kompromat.cards import Card
from brushpass.games.kompromat.score import worth
from brushpass.games.kompromat.view import NightVision, PushedDown
from brushpass.web.scenes import Line

_CHANCE = told.Started | told.MissionsShuffled | told.EquipmentShuffled | told.MissionsLaid


@dataclass
class Settling:
    """How one mission is being settled, or was."""

    mission: int
    card: Card
    under: Card | None
    cards: list[tuple[Card, ...]] = field(default_factory=lambda: [(), ()])
    totals: list[int | float | None] = field(default_factory=lambda: [None, None])
    failed: list[bool] = field(default_factory=lambda: [False, False])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    shed: list[int] = field(default_factory=lambda: [0, 0])
    winner: Seat | None = None
    done: int | None = None
    """The number of the action that settled it."""


@dataclass
class History:
    """The log, read once."""

    round: int = 0
    laid: tuple[Card, ...] = ()
    under: tuple[Card | None, ...] = ()
    settled: list[Settling] = field(default_factory=list)
    """The missions of the last reveal, as far as it has come."""
    settled_round: int = 0
    drawn: list[int] = field(default_factory=lambda: [0, 0])
    """How many cards each seat has drawn in this round."""
    piles: list[list[list[int]]] = field(default_factory=lambda: [[[], [], [], []] for _ in "01"])
    """Which card lies where: its number in the order drawn."""
    seen: dict[tuple[Seat, int], Card] = field(default_factory=dict)
    """The faces of cards laid face down that this viewer has seen, by their number."""
    acted: dict[Seat, int] = field(default_factory=dict)
    """The number of each seat's last own action."""
    stopped: int = 0
    """How many turns have ended since the last reveal."""
    peeked: tuple[Seat, tuple[Card, ...], int] | None = None
    """The last look through night vision that this viewer was shown, and its action's number."""
    points: list[tuple[int, int]] = field(default_factory=list)
    """The points after each round that is over."""
    lost: list[Card] = field(default_factory=list)
    """Missions that nobody collected."""
    _number: int = -1
    _last: list[int] = field(default_factory=lambda: [0, 0])
    _won: list[tuple[Card, ...]] = field(default_factory=lambda: [(), ()])
    _held: list[int] = field(default_factory=lambda: [0, 0])
    _hand: list[int] = field(default_factory=lambda: [0, 0])

    def hear(self, line: Line) -> None:
        """Read on by a line."""
        if line.number != self._number and line.number > 0:
            self._number = line.number
            seat = getattr(line.event, "seat", None)
            if seat is not None and not isinstance(line.event, _CHANCE):
                self.acted[seat] = line.number
        self._hear(line.event, line.number)

    def _hear(self, event: Event, number: int) -> None:
        match event:
            case told.MissionsLaid(round_, _, missions, under, _):
                if self.round:
                    self._count()
                self.round, self.laid, self.under = round_, missions, under
            case told.EquipmentShuffled(seat):
                self.drawn[seat], self._last[seat] = 0, 0
                self.seen = {each: card for each, card in self.seen.items() if each[0] != seat}
                self.piles[seat] = [[], [], [], []]
            case told.Drew(seat):
                self.drawn[seat] += 1
                self._hand[seat], self._last[seat] = self.drawn[seat], 0
            case told.Placed(seat, _, mission):
                self.piles[seat][mission - 1] = [self._hand[seat]]
            case PushedDown(seat, mission, card):
                self.drawn[seat] += 1
                if card is not None:
                    self.seen[seat, self.drawn[seat]] = card
                self.piles[seat][mission - 1].append(self.drawn[seat])
                self._last[seat] = mission
            case told.Stopped():
                self.stopped += 1
            case told.Used(seat, _, action):
                self._use(seat, action)
            case NightVision(seat, _, cards) if cards is not None:
                self.peeked = (seat, cards, number)
            case told.RevealBegan(round_):
                self.settled, self.settled_round, self.stopped = [], round_, 0
            case told.Ended():
                self._count()
            case _:
                self._settle(event, number)

    def _count(self) -> None:
        self.points.append(
            (worth(self._won[0]) + self._held[0], worth(self._won[1]) + self._held[1])
        )

    def _settle(self, event: Event, number: int) -> None:
        now = self.settled[-1] if self.settled else None
        match event:
            case told.MissionReached(mission):
                at = mission - 1
                card, under = (self.laid[at], self.under[at]) if self.laid else ("hotel", None)
                self.settled.append(Settling(mission, card, under))
            case told.TokensTaken(seat, count, held):
                self._held[seat] = held
                if now:
                    now.taken[seat] += count
                    if now.winner is not None:
                        now.done = number
            case told.TokensShed(seat, count, held):
                self._held[seat] = held
                if now and now.done is None:
                    now.shed[seat] += count
            case told.Collected(seat, mission, card):
                self._won[seat] = (*self._won[seat], card)
                if now:
                    now.winner, now.done = seat, number
                self._clear(mission)
            case told.Uncollected(mission, card):
                self.lost.append(card)
                if now:
                    now.done = number
                self._clear(mission)
            case told.TurnedUp(seat, mission, cards) if now and now.mission == mission:
                now.cards[seat] = cards
            case told.Declared(seat, _, total) if now:
                now.totals[seat] = total
            case told.Failed(seat, mission) if now:
                now.failed[seat] = True
                self.piles[seat][mission - 1] = []
            case _:
                pass

    def _clear(self, mission: int) -> None:
        for piles in self.piles:
            piles[mission - 1] = []

    def _use(self, seat: Seat, action: str) -> None:
        words = action.split(" ")[1:]
        if words[0] == "usb-stick":
            words = words[1:]
        mine, theirs = self.piles[seat], self.piles[1 - seat]
        match words:
            case ["gps-tracker"]:
                mine[self._last[seat] - 1].pop()
                self.drawn[seat] -= 1
                self._last[seat] = 0
            case ["jetpack", start, end]:
                mine[int(end) - 1], mine[int(start) - 1] = mine[int(start) - 1], []
                if self._last[seat] == int(start):
                    self._last[seat] = int(end)
            case ["stun-gun", mission, position]:
                pile = theirs[int(mission) - 1]
                if self._last[1 - seat] == int(mission) and int(position) == len(pile):
                    self._last[1 - seat] = 0
                pile.pop(int(position) - 1)
            case _:
                pass
