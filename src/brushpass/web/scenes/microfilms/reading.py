"""A scene of the night table, and what follows from it, worked out once."""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.microfilms.cards import CROUPIER, NATION, Card, Who
from brushpass.games.microfilms.view import Closed, Opened, Side, View
from brushpass.web.scenes import Html, Scene, Sitter
from brushpass.web.scenes.microfilms import words
from brushpass.web.scenes.microfilms.acts import Acts
from brushpass.web.scenes.microfilms.trail import Trail
from brushpass.web.scenes.printing import printed

NEAR_TEN = 7
"""C7: from so many francs of the Croupier on, the table warns."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card that lies open."""

    id: str
    card: Card
    title: str
    other: str
    icon: str
    says: str
    stained: bool
    small: bool
    """Whether its title is long, so that it is printed smaller."""


class Reading:
    """A scene, and what follows from it, worked out once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: View | Opened = scene.view
        self.cast = words.Cast.of(scene.viewer, scene.sitters)
        self.trail = Trail.of(scene.log, scene.viewer)
        self.legal = frozenset(scene.legal)
        self.sits = scene.viewer is not None
        self.asked = self.sits and scene.view.actor == scene.viewer and bool(scene.legal)
        self.acts = Acts(scene, self.cast)

    @property
    def seats(self) -> tuple[Who, ...]:
        """All around the table, clockwise, the viewer first; the Croupier last."""
        count = len(self.scene.sitters)
        first = self.scene.viewer or 0
        seats: tuple[Who, ...] = tuple((first + step) % count for step in range(count))
        return seats if self.view.croupier is None else (*seats, CROUPIER)

    @property
    def is_out(self) -> bool:
        """M29: whether the viewer was eliminated."""
        return self.scene.viewer is not None and self.side(self.scene.viewer).eliminated

    @property
    def near_ten(self) -> bool:
        """C7: whether the Croupier will soon have the 10 francs with which both players lose."""
        return self.view.croupier is not None and self.view.croupier.francs >= NEAR_TEN

    def side(self, who: Who) -> Side | Closed:
        if who == CROUPIER:
            assert self.view.croupier is not None
            return self.view.croupier
        return self.view.players[int(who)]

    def sitter(self, who: Who) -> Sitter | None:
        return None if who == CROUPIER else self.scene.sitters[int(who)]

    def id(self, token: str) -> str:
        return self.scene.opaque(token)

    def face(self, card: Card, token: str) -> Face:
        """A card that this viewer may see."""
        return face(card, self.id(token))


def face(card: Card, id_: str) -> Face:
    """A card, with all that is printed on it."""
    title = words.short(card)
    other = _(words.OTHER_END[card]) if card in words.OTHER_END else ""
    if words.kind(card) in ("film", "letter"):
        other = words.nation(NATION[card])
    return Face(
        id=id_,
        card=card,
        title=title,
        other=other,
        icon=words.icon(card),
        says=words.says(card),
        stained=words.stained(card),
        small=max(len(title), len(other)) > 11,
    )


def print_(read: Reading, template: str, part: Hashable) -> Html:
    """A section, or a piece of one."""
    return printed(f"microfilms/{template}.html", read.scene.language, part)
