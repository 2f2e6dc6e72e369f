"""The levels of bots: the same three names in each game, for players and for matches.

A level's thought is counted in samples, never in seconds, so that it plays the same on every
machine; `handler:40` is a Handler that imagines 40 deals before a decision.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from brushpass.bots import AnyBot, Maker, Uniform, kompromat, microfilms

Kind: TypeAlias = Callable[..., AnyBot]


@dataclass(frozen=True, slots=True)
class Level:
    """One level, in each of the games."""

    id: str
    name: str
    character: str
    """How it plays, in a line for players."""
    kinds: Mapping[str, Kind]
    """By game; made with a seat and a seed."""
    thinks: bool = False
    """Whether its thought is counted in samples."""


class NoSuchLevel(ValueError):
    """A level that there is not; the text says which there are."""


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level(
            "recruit",
            "Recruit",
            "careful, but forgetful",
            {
                "kompromat": kompromat.Recruit,
                "microfilms": microfilms.Recruit,
                "croupier": partial(microfilms.Recruit, croupier=True),
            },
        ),
        Level(
            "operative",
            "Operative",
            "counts every card",
            {
                "kompromat": kompromat.Operative,
                "microfilms": microfilms.Operative,
                "croupier": partial(microfilms.Operative, croupier=True),
            },
        ),
        Level(
            "handler",
            "Handler",
            "imagines what you hide",
            {
                "kompromat": kompromat.Handler,
                "microfilms": microfilms.Handler,
                "croupier": partial(microfilms.Handler, croupier=True),
            },
            thinks=True,
        ),
    )
}
STANDARD = "operative"
"""The level of a bot where nobody has chosen one."""
CHANCE = "random"
"""For matches: the bot that takes any legal action."""


def maker(game: str, wanted: str) -> Maker:
    """What seats a bot: by a level's id, with a number of samples after a colon where it thinks."""
    name, colon, samples = wanted.partition(":")
    if wanted == CHANCE:
        return Uniform
    if name not in LEVELS or (colon and not (samples.isascii() and samples.isdecimal())):
        raise NoSuchLevel(
            f"expected {', '.join(LEVELS)}, {CHANCE} or handler:40 for 40 samples; came {wanted!r}"
        )
    kind: Any = LEVELS[name].kinds[game]
    if not colon:
        return kind  # type: ignore[no-any-return]  # made with a seat and a seed, by its contract
    if not LEVELS[name].thinks or int(samples) < 1:
        thinkers = " or ".join(level.id for level in LEVELS.values() if level.thinks)
        raise NoSuchLevel(f"samples, at least 1, are counted for {thinkers}; came {wanted!r}")
    return partial(kind, samples=int(samples))
