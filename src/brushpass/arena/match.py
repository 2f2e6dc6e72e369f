"""What an arena plays: contenders, deals, and who sits where so that luck cancels.

With two seats every deal is played twice, seats swapped. With more, winners may be several, and
players are compared in the same seat on the same deals: a *field* of one contender plays a deal by
itself, then each guest plays it in each seat in turn among that field.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import NamedTuple, TypeAlias

from brushpass.games.contract import Json, Seat

Lineup: TypeAlias = tuple[int, ...]
"""Who sits where: by seat, the number of a contender."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player of a match: a level of ours, or somebody's program."""

    name: str
    level: str = ""
    """`operative`, or `handler:40` for so many samples a decision; "" for a program."""
    command: str = ""


class Sitting(NamedTuple):
    """One game: a deal and who plays it."""

    deal: int
    lineup: Lineup


class Pairing(NamedTuple):
    """Two contenders to compare. With more than two seats `field` fills all seats but `guest`'s."""

    guest: int
    field: int


@dataclass(frozen=True, slots=True)
class Match:
    """All that decides what is played: the same match gives the same games on every machine."""

    game: str
    seats: int
    contenders: tuple[Contender, ...]
    fields: tuple[int, ...]
    """With more than two seats: the contenders that are fields."""
    deals: int
    seed: str
    limit: float = 5.0
    """Seconds that a program has for an answer."""
    options: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> dict[str, Json]:
        return asdict(self)

    @property
    def pairings(self) -> list[Pairing]:
        """Everyone against everyone; a contender that is alone plays itself."""
        everyone = range(len(self.contenders))
        if len(self.contenders) == 1:
            return [Pairing(0, 0)]
        if self.seats == 2:
            return [Pairing(a, b) for a in everyone for b in everyone if a < b]
        return [Pairing(guest, fields) for fields in self.fields for guest in everyone
                if guest != fields]  # fmt: skip

    def lineups(self, pairing: Pairing) -> list[Lineup]:
        """The games that a deal takes to compare these two."""
        if pairing.guest == pairing.field:
            return [self.alone(pairing.field)]
        if self.seats == 2:
            return [(pairing.guest, pairing.field), (pairing.field, pairing.guest)]
        return [self.alone(pairing.field), *(self.with_guest(pairing, s) for s in self.each_seat)]

    def alone(self, fields: int) -> Lineup:
        """A table of one kind."""
        return (fields,) * self.seats

    def with_guest(self, pairing: Pairing, seat: Seat) -> Lineup:
        """The same table with a guest in one seat."""
        return tuple(pairing.guest if s == seat else pairing.field for s in self.each_seat)

    @property
    def each_seat(self) -> range:
        return range(self.seats)

    def sittings(self) -> Iterator[Sitting]:
        """Every game of the match once, deal by deal: what is there of it can be compared."""
        wanted = dict.fromkeys(
            lineup for pairing in self.pairings for lineup in self.lineups(pairing)
        )
        for deal in range(self.deals):
            for lineup in wanted:
                yield Sitting(deal, lineup)


def deals_for(games: int, seats: int, *, alone: bool) -> int:
    """How many deals come to about so many games for each two contenders."""
    each = 1 if alone else 2 if seats == 2 else seats + 1
    return max(1, round(games / each))
