"""A scene, and what follows from it: what every part of the page is made from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.contract import Seat, Viewer
from brushpass.games.kompromat.cards import ACE, ACE_HIGH, NEWSPAPER, VALUE, Card
from brushpass.web.scenes import Scene, Sitter, read
from brushpass.web.scenes.kompromat.history import History, Settling

TURN_PHASES = ("turn", "place", "push")
AT_ANY_TIME = (*TURN_PHASES, "window")
"""K17: the phases in which most items can be used."""
SPREAD = ("declare", "adjust", "perfect", "rescue", "cover")
"""The phases in which one mission is opened wide."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is who for one viewer."""

    viewer: Viewer
    names: tuple[str, ...]

    @classmethod
    def of(cls, viewer: Viewer, sitters: Sequence[Sitter]) -> "Cast":
        return cls(viewer, tuple(sitter.name for sitter in sitters))

    def pick(self, seat: Seat, you: str, they: str, **more: object) -> str:
        """The sentence for you, or for somebody by name; both already translated."""
        return (you if seat == self.viewer else they) % {"name": self.names[seat], **more}


class Reading:
    """A scene, and what follows from it, worked out once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view
        self.me: Seat = 0 if scene.viewer is None else scene.viewer
        self.them: Seat = 1 - self.me
        self.sits = scene.viewer is not None
        self.asked = self.sits and scene.view.actor == scene.viewer
        self.cast = Cast.of(scene.viewer, scene.sitters)
        self.past = read(scene.log, History)
        self.legal = frozenset(scene.legal)

    def name(self, seat: Seat) -> str:
        return self.cast.names[seat]

    def called(self, seat: Seat) -> str:
        """`You`, or the name."""
        return _("You") if seat == self.scene.viewer else self.name(seat)

    def uses(self, stem: str) -> list[tuple[int, ...]]:
        """What a use can be sent to, by the numbers after its words."""
        found = []
        for action in self.scene.legal:
            if action.startswith(stem + " "):
                rest = action[len(stem) + 1 :].split(" ")
                if all(each.lstrip("+-").isdigit() for each in rest):
                    found.append(tuple(map(int, rest)))
        return found

    def stems(self) -> list[str]:
        """The words of the uses that are legal now, without what they are sent to."""
        stems: list[str] = []
        for action in self.scene.legal:
            if action.startswith("use "):
                stem = " ".join(
                    word for word in action.split(" ") if not word.lstrip("+-").isdigit()
                )
                if stem not in stems:
                    stems.append(stem)
        return stems

    def settling(self, mission: int) -> Settling | None:
        """How a mission of this round went, or is going."""
        if self.past.settled_round != self.view.round or self.past.round != self.view.round:
            return None
        return next((each for each in self.past.settled if each.mission == mission), None)


def totals(cards: Sequence[Card], newspapers: int) -> list[int | float]:
    """K31: every total that these cards can make."""
    least: int | float = NEWSPAPER * newspapers
    for card in cards:
        least += VALUE[card]
    return [least + ACE_HIGH * high for high in range(list(cards).count(ACE) + 1)]
