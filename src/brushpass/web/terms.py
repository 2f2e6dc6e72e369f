"""What players agree on before they sit down: the options of a table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from django.utils.translation import gettext_noop as said

from brushpass.bots.levels import LEVELS, STANDARD
from brushpass.games import GAMES
from brushpass.games.contract import Seat
from brushpass.games.microfilms.cards import NATIONS

For = Literal["me", "bot", "friend", "open"]
"""Whom a seat is for: who sets the table, a bot, who has the link, or whoever comes by."""
Spectators = Literal["none", "open", "all"]
"""Nobody may watch; they see what lies open; and all hands too once the game is over."""


@dataclass(frozen=True, slots=True)
class Clock:
    """`move`: so many seconds for each decision. `bank`: so many in all, and more for each."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: int = 0
    increment: int = 0


@dataclass(frozen=True, slots=True)
class Chair:
    """Whom a seat is for, and which bot."""

    whose: For
    bot: str = STANDARD


class BadTerms(ValueError):
    """A table that cannot be set so; the text says why."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of a table."""

    game: str
    chairs: tuple[Chair, ...]
    starter: Seat | None = None
    """Who starts, None for chance."""
    nations: tuple[str, ...] = ()
    """[microfilms]: the three in play, () for chance."""
    clock: Clock = Clock()
    spectators: Spectators = "open"
    notebook: bool = False

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise BadTerms(said("no game is called so"))
        if len(self.chairs) not in GAMES[self.game].seats:
            raise BadTerms(said("this game is not for so many seats"))
        if sum(chair.whose == "me" for chair in self.chairs) > 1:
            raise BadTerms(said("one seat is enough for you"))
        if any(chair.whose not in get_args(For) for chair in self.chairs):
            raise BadTerms(said("a seat is for me, a bot, a friend or open"))
        if any(chair.bot not in LEVELS for chair in self.chairs):
            raise BadTerms(said("no bot is of this level"))
        if all(chair.whose == "bot" for chair in self.chairs):
            raise BadTerms(said("a person should sit at the table"))
        if self.starter is not None and not 0 <= self.starter < len(self.chairs):
            raise BadTerms(said("only a seat of the table can start"))
        if self.nations and (
            self.game == "kompromat"
            or len(set(self.nations)) != 3
            or any(nation not in NATIONS for nation in self.nations)
        ):
            raise BadTerms(said("three nations are in play"))
        if self.clock.kind not in ("none", "move", "bank"):
            raise BadTerms(said("there is no such clock"))
        if self.clock.kind != "none" and not (
            5 <= self.clock.seconds <= 86_400 and 0 <= self.clock.increment <= 3_600
        ):
            raise BadTerms(said("a clock runs from 5 seconds to a day"))
        if self.spectators not in get_args(Spectators):
            raise BadTerms(said("spectators see nothing, what lies open, or all at the end"))

    @property
    def in_lobby(self) -> bool:
        """Whether the table is listed for everyone: only where a seat is open to all."""
        return any(chair.whose == "open" for chair in self.chairs)

    def json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Terms":
        """Back from `json`."""
        return cls(
            game=row["game"],
            chairs=tuple(Chair(**chair) for chair in row["chairs"]),
            starter=row["starter"],
            nations=tuple(row["nations"]),
            clock=Clock(**row["clock"]),
            spectators=row["spectators"],
            notebook=row["notebook"],
        )


def against_bots(game: str, level: str = STANDARD) -> Terms:
    """The table of one click: you and bots, with what the game is best with."""
    bots = 3 if game == "microfilms" else 1
    chairs = (Chair("me"), *[Chair("bot", level)] * bots)
    return Terms(game, chairs, notebook=game != "kompromat")
