"""Recruit: a careful beginner, who has read the rules and now plays by feel.

It lays its card where the number is highest, stops at about the same total each time, never
counts what is left in a deck, forgets what it laid face down, and finds an item pretty before it
asks whether it is useful. Tokens are points to it, until there are many of them.
"""

from collections.abc import Sequence
from random import Random

from brushpass.bots.kompromat.sight import Told
from brushpass.games.contract import Seat
from brushpass.games.kompromat.actions import (
    DRAW,
    KEEP,
    PASS,
    SHED,
    STOP,
    Declare,
    Place,
    SeatAction,
    Use,
)
from brushpass.games.kompromat.cards import ITEMS, LIMIT, MARKS, SETS, TARGETS, Card
from brushpass.games.kompromat.knowledge import best_total
from brushpass.games.kompromat.view import Opened, View

WORRY = 4
"""With so many tokens it begins to look at them, which is late."""
TIMID = 13
"""When it worries it stops from this total on."""
SLIP = 0.06
"""How often it does the other thing than it meant to."""
FANCY = 0.12
"""How readily it uses an item in its turn, just to see."""


class Recruit:
    """Plays by the numbers printed on the cards, and by its mood."""

    def __init__(self, seat: Seat, seed: str) -> None:
        self._seat, self._seed = seat, seed
        self._enough = Random(f"{seed} {seat} enough").choice((15, 16, 16, 17))
        """It stops from this total on: a temper, one for each game."""

    def act(self, view: View | Opened, news: Told, legal: Sequence[SeatAction]) -> SeatAction:
        assert isinstance(view, View)  # nobody is asked after the end
        if len(legal) == 1:
            return legal[0]
        mood = Random(f"{self._seed} {self._seat} {len(news)}")
        uses = [each for each in legal if isinstance(each, Use)]
        if use := self._likes(view, uses, mood):
            return use
        match view.phase:
            case "turn":
                return DRAW
            case "place":
                return self._place(view, legal, mood)
            case "push":
                return DRAW if DRAW in legal and self._more(view, mood) else STOP
            case "declare":
                totals = [each for each in legal if isinstance(each, Declare)]
                fitting = [each for each in totals if each.total <= LIMIT]
                return max(fitting or totals[:1], key=lambda each: each.total)
            case "perfect":
                return SHED if self._worried(view) else KEEP
            case _:
                return PASS

    def interrupt(
        self, _view: View | Opened, _news: Told, _legal: Sequence[SeatAction]
    ) -> SeatAction | None:
        """Never: it waits for its turn."""
        return None

    def _worried(self, view: View) -> bool:
        return view.players[self._seat].tokens >= WORRY

    def _place(self, view: View, legal: Sequence[SeatAction], mood: Random) -> SeatAction:
        """Where the number is highest; a warning plate frightens it only when it has to worry."""
        worried = self._worried(view)

        def appeal(place: Place) -> float:
            card, ci, _ = view.missions[place.mission - 1]
            return printed(card) - (2 * MARKS[ci] if ci and worried else 0) + mood.random()

        places = [each for each in legal if isinstance(each, Place)]
        return mood.choice(places) if mood.random() < SLIP else max(places, key=appeal)

    def _more(self, view: View, mood: Random) -> bool:
        """It looks at its cards while it draws (K12), and nowhere else."""
        mission = view.current
        assert mission is not None  # the phase is `push`
        pile = view.players[self._seat].piles[mission - 1]
        enough = TIMID if self._worried(view) else self._enough
        wanted = best_total(shown.card for shown in pile if shown.card) < enough
        return wanted != (mood.random() < SLIP)

    def _likes(self, view: View, uses: Sequence[Use], mood: Random) -> Use | None:
        """What comes to its mind: a remedy when it is asked for one, else a toy."""
        if not uses:
            return None
        match view.phase:
            case "rescue" | "cover":
                return uses[0]
            case "adjust":
                return self._martini(view, uses)
            case "window":
                here = [each for each in uses if each.item in ("newspaper", "stun-gun")]
                here = [each for each in here if each.args[0] == view.current]
                return mood.choice(here) if here and mood.random() < 0.5 else None
            case "push":
                toys = [each for each in uses if each.item != "balaclava"]
                return mood.choice(toys) if toys and mood.random() < FANCY else None
            case _:
                return None

    def _martini(self, view: View, uses: Sequence[Use]) -> Use | None:
        """It sees a total of 22, or one short of the other's; a tie it does not notice."""
        mine = view.declared[self._seat]
        theirs = view.declared[1 - self._seat]
        assert mine is not None  # K33: it has cards there
        wanted = -1 if mine == LIMIT + 1 else 1 if theirs == mine + 0.5 else 0
        return next((each for each in uses if each.args == (wanted,)), None)


def printed(card: Card) -> float:
    """What a beginner reads on a card; a set is a promise that it half believes."""
    if card in TARGETS:
        return TARGETS[card]
    return 2.5 if card in SETS else 2.0 if card in ITEMS else 0.0
