"""A seat's row: who sits there, its tokens, what it has collected, its points."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import TARGETS, Card
from brushpass.games.kompromat.score import worth
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.reading import Reading


@dataclass(frozen=True, slots=True)
class Chit:
    """A card that was collected."""

    card: Card
    name: str
    worth: int | None
    used: bool
    unused: bool
    says: str


@dataclass(frozen=True, slots=True)
class SidePart:
    """A seat's row: who sits there, tokens, what was collected, points."""

    id: str
    seat: Seat
    mine: bool
    called: str
    about: str
    clock: int | None
    running: bool
    tokens: int
    tokens_say: str
    chits: tuple[Chit, ...]
    points: int


def depends_on(read: Reading, seat: Seat) -> tuple[object, ...]:
    """All that a seat's row is made from."""
    player, sitter = read.view.players[seat], read.scene.sitters[seat]
    clock = sitter.left is not None and read.view.actor == seat
    return player.tokens, player.won, player.items, player.used, sitter, clock, read.cast


def side(read: Reading, seat: Seat) -> SidePart:
    """A seat's row."""
    player, sitter = read.view.players[seat], read.scene.sitters[seat]
    about = ""
    if sitter.bot is not None:
        about = _("Bot: %(level)s") % {"level": sitter.bot}
    elif not sitter.present:
        about = _("away")
    elif seat == read.scene.viewer:
        about = sitter.name
    used = list(player.used)
    return SidePart(
        id="k-me" if seat == read.me else "k-them",
        seat=seat,
        mine=seat == read.scene.viewer,
        called=read.called(seat),
        about=about,
        clock=None if sitter.left is None else max(0, int(sitter.left)),
        running=read.view.actor == seat,
        tokens=player.tokens,
        tokens_say=words.token_says(player.tokens),
        chits=tuple(_chit(card, card in used, card in player.items) for card in player.won),
        points=worth(player.won) + player.tokens,
    )


def _chit(card: Card, used: bool, unused: bool) -> Chit:
    says = words.mission_says(card)
    if used:
        says += " " + _("It has been used. (K16)")
    elif unused:
        says += " " + _("Not used yet. (K16)")
    return Chit(card, words.name(card), TARGETS.get(card), used, unused, says)
