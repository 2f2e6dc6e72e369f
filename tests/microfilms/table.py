"""A table for the tests: dealt as a line of text says, then played in words.

    table = deal("agent-uk steal | agent-usa steal | agent-ussr cash-out", deck="ace film-usa")
    table.play("bribe 1 steal, accept, ..., draw deck")

A seat is written as its identity (or agent and cover) and the action card it is dealt, seats in
order, in The Croupier his agent last. `deck` are the top cards of the draw deck; the others follow
in alphabetical order, the ace last. The first two agents are the allied ones unless `allied` says
otherwise. Three dots: everyone passes until the seat that acted before them is in turn again;
who is over the hand limit discards the first card it may.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from brushpass import GAMES, Game, IllegalAction
from brushpass.games.contract import Chance

PLAYERS = (
    "agent-china steal | agent-uk interrogate | agent-usa cash-out | hitman cash-out"
    " | broker interrogate | journalist interrogate"
).split(" | ")
CROUPIER = "agent-china broker steal | agent-uk interpol interrogate | agent-usa"


class Table:
    """A game and its players' words for it."""

    def __init__(self, game: str, seats: int, **options: Any) -> None:
        self.game = Game(GAMES[game], seats, options)
        self._mark = 0
        self._seat = 0
        """Whose turn was played last, but for those that three dots stand for."""

    # --- doing ----------------------------------------------------------------------------------

    def play(self, actions: str) -> Table:
        """Make these actions, divided by commas."""
        self._mark = len(self.game.actions)
        for words in actions.split(", "):
            if words == "...":
                self.turn_of(self._seat)
                continue
            if self.game.status.phase == "action":
                assert isinstance(self.game.status.actor, int)
                self._seat = self.game.status.actor
            self.game.apply(words)
        return self

    def refusal(self, words: str, seat: int | None = None) -> str:
        """Why this may not be done. It must be refused, and leave the game as it was."""
        before = self.everything()
        with pytest.raises(IllegalAction) as refused:
            self.game.apply(words, seat)
        assert self.everything() == before
        return str(refused.value)

    def to_evening(self, evening: int, top: str = "") -> Table:
        """Everyone draws until the draw deck is shuffled so often; `top` is on top then."""
        while self.state()["evening"] < evening:
            self.draw_down(0).shuffle(top)
        return self

    def draw_down(self, left: int) -> Table:
        """Everyone draws, and keeps what it held, until so many cards are left to draw.

        Who would draw the ace passes until it can pay for discarding it.
        """
        while len(self.deck.split()) > left:
            actor = self.game.status.actor
            assert isinstance(actor, int)
            held = Counter(self.hand(actor).split())
            ace_is_next = self.deck.split()[0] == "ace"
            self.game.apply("pass" if ace_is_next and self.francs[actor] < 2 else "draw deck")
            if self.asked == f"{actor} discard":
                drawn = Counter(self.hand(actor).split()) - held
                self.game.apply(f"discard {next(drawn.elements())}")
                self._lay_down()
        return self

    def shuffle(self, top: str = "") -> Table:
        """The discard deck becomes the draw deck, with these cards on top."""
        rest = Counter(self.due.cards) - Counter(top.split())
        return self.play(" ".join(["shuffle", *top.split(), *rest.elements()]))

    def turn_of(self, seat: int) -> Table:
        """Everyone passes until this seat is in turn."""
        while self.asked != f"{seat} action":
            self._lay_down()
            if self.asked != f"{seat} action":
                self.game.apply("pass")
        return self

    def _lay_down(self) -> None:
        """Whoever is over the hand limit discards the first card it may."""
        while self.game.status.phase == "discard":
            assert isinstance(self.game.status.actor, int)
            self.game.apply(self.game.legal(self.game.status.actor)[0])

    # --- looking --------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """Whom the table waits for, and in which phase: `0 action`."""
        status = self.game.status
        return (
            status.phase if status.actor in (None, "chance") else f"{status.actor} {status.phase}"
        )

    @property
    def due(self) -> Chance:
        """The chance outcome that is due."""
        due = self.game.chance
        assert due is not None
        return due

    @property
    def result(self) -> str:
        """How it ended: `agents: 0 2`."""
        result = self.game.status.result
        assert result is not None
        return f"{result.reason}: {' '.join(map(str, result.winners)) or 'nobody'}"

    def may(self, seat: int, verb: str = "") -> str:
        """All that the seat may do now, or all of it that begins with a verb."""
        return ", ".join(each for each in self.game.legal(seat) if each.startswith(verb))

    def state(self) -> dict[str, Any]:
        return self.game.opened().json()

    def view(self, eyes: int | None = None) -> dict[str, Any]:
        return self.game.view(eyes).json()

    def hand(self, who: int | str) -> str:
        hand: list[str] = self._side(who)["hand"]
        return " ".join(hand)

    def cleared(self, who: int | str) -> bool:
        cleared: bool = self._side(who)["cleared"]
        return cleared

    @property
    def francs(self) -> list[int]:
        """The seats', in The Croupier his too."""
        state = self.state()
        his = [] if state["croupier"] is None else [state["croupier"]["francs"]]
        return [player["francs"] for player in state["players"]] + his

    @property
    def house(self) -> int:
        house: int = self.state()["house"]
        return house

    @property
    def deck(self) -> str:
        """The draw deck, top first."""
        return " ".join(self.state()["deck"])

    @property
    def discard(self) -> str:
        """The discard deck, top first."""
        return " ".join(self.state()["discard"])

    def told(self, eyes: int | None = None) -> list[dict[str, Any]]:
        """What these eyes were shown by the last `play`."""
        news = self.game.news(eyes)
        said = [event.json() for number, event in news if number > self._mark]
        as_sent: list[dict[str, Any]] = json.loads(json.dumps(said))
        return as_sent

    def told_of(self, kind: str, eyes: int | None = None) -> list[dict[str, Any]]:
        """Only the news of this type, without it."""
        return [
            {key: value for key, value in each.items() if key != "type"}
            for each in self.told(eyes)
            if each["type"] == kind
        ]

    def told_card(self, kind: str, *eyes: int | None) -> list[str | None]:
        """The card that each of these eyes was shown in the one event of this type."""
        cards = []
        for each in eyes:
            (event,) = self.told_of(kind, each)
            cards.append(event["card"])
        return cards

    def everything(self) -> str:
        """All that anyone could see, and more."""
        game = self.game
        eyes = [*range(game.seats), None]
        sights = [game.opened(), *map(game.view, eyes)]
        news = [len(game.news(viewer)) for viewer in eyes]
        return json.dumps([*(sight.json() for sight in sights), news, game.actions])

    def _side(self, who: int | str) -> dict[str, Any]:
        state = self.state()
        side: dict[str, Any] = state["croupier"] if who == "croupier" else state["players"][who]
        return side


# --- from text to table -----------------------------------------------------------------------


def deal(
    text: str | int = 3, deck: str = "", allied: str = "", first: int = 0, **options: Any
) -> Table:
    """A table of [microfilms], dealt and ready for the first turn; by number, of plain PLAYERS."""
    players = PLAYERS[:text] if isinstance(text, int) else text.split(" | ")
    table = Table("microfilms", len(players), **options)
    identities, actions = zip(*(player.split() for player in players), strict=True)
    agents = [identity for identity in identities if identity.startswith("agent-")]
    table.play(f"agents {' '.join(sorted(map(nation, agents)))}")
    table.play(f"identities {' '.join(identities)}")
    return _deal_the_rest(table, agents, list(actions), deck, allied, first)


def deal_croupier(
    text: str = CROUPIER, deck: str = "", allied: str = "", first: int = 0, **options: Any
) -> Table:
    """The same for The Croupier."""
    one, two, his = (player.split() for player in text.split(" | "))
    table = Table("croupier", 2, **options)
    agents = [one[0], two[0], his[0]]
    table.play(f"agents {' '.join(sorted(map(nation, agents)))}")
    table.play(f"identities {' '.join(agents)}, covers {one[1]} {two[1]}")
    return _deal_the_rest(table, agents, [one[2], two[2]], deck, allied, first)


def nation(card: str) -> str:
    """Of an agent, a film or a letter."""
    return card.split("-")[1]


def _deal_the_rest(
    table: Table, agents: list[str], actions: list[str], deck: str, allied: str, first: int
) -> Table:
    letters = allied.split() if allied else map(nation, agents[:2])
    table.play(f"letters {' '.join(sorted(letters))}")
    table.play(f"actions {' '.join(actions)}")
    top = deck.split()
    rest = Counter(table.due.cards) - Counter(top)
    assert rest.total() + len(top) == len(table.due.cards), f"there are not so many: {deck}"
    others = sorted(rest.elements(), key=lambda card: (card == "ace", card))
    return table.play(f"deck {' '.join([*top, *others])}").play(f"first {first}")
