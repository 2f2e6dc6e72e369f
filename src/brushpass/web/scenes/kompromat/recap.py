"""What was turned up since the viewer last did something, to unfold card by card."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.contract import Seat
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.piles import MissionCard, mission_card
from brushpass.web.scenes.kompromat.reading import SPREAD, Reading


@dataclass(frozen=True, slots=True)
class Verdict:
    """One side of a mission that was settled."""

    called: str
    cards: tuple[tuple[str, int], ...]
    """Symbols, each with its place in the order of turning up."""
    total: str | None
    over: bool
    wins: bool
    seat: Seat
    tokens: int
    shed: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A mission that was settled."""

    mission: MissionCard
    sides: tuple[Verdict, Verdict]
    outcome: str
    step: int
    end: int
    """When the outcome is shown, in the order of unfolding."""


@dataclass(frozen=True, slots=True)
class Recap:
    """What was turned up since the viewer last did something."""

    head: str
    missions: tuple[Settled, ...]


def recap(read: Reading) -> Recap | None:
    """The missions that were settled since the viewer's last action, card by card."""
    past = read.past
    if read.scene.viewer is None:
        since = 0 if past.stopped == 0 else None
    else:
        since = past.acted.get(read.scene.viewer, 0)
    if since is None:
        return None
    now = read.view.current if read.view.phase in SPREAD else None
    found = [
        each
        for each in past.settled
        if each.done is not None and each.done >= since and each.mission != now
    ]
    if not found:
        return None
    settled, step = [], 0
    for went in found:
        step += 1
        first = step
        sides: list[Verdict] = []
        for seat in (read.them, read.me):
            cards = []
            for card in went.cards[seat]:
                step += 1
                cards.append((f"eq-{card}", min(step, 60)))
            total = went.totals[seat]
            sides.append(
                Verdict(
                    read.called(seat),
                    tuple(cards),
                    None if total is None else words.total(total),
                    went.failed[seat],
                    went.winner == seat,
                    seat,
                    went.taken[seat],
                    went.shed[seat],
                )
            )
            step += 2
        mission = mission_card(
            read.scene.opaque(f"settled {past.settled_round} {went.mission}"),
            went.mission,
            went.card,
            went.under,
        )
        name = words.name(went.card)
        outcome = _("Nobody collects %(card)s. (K37, K38)") % {"card": name}
        if went.winner is not None:
            outcome = read.cast.pick(
                went.winner, _("You collect %(card)s."), _("%(name)s collects %(card)s."), card=name
            )
        settled.append(
            Settled(mission, (sides[0], sides[1]), outcome, min(first, 60), min(step, 60))
        )
        step += 3
    head = _("Round %(n)d: turned up") % {"n": past.settled_round}
    return Recap(head, tuple(settled))
