"""A table for the tests: a situation written as the rulebook writes it, reached by real play.

    table = situation('''
        missions: drone | hotel over ci-2 | code | locker
        0 holds: stun-gun, 3 tokens
        0 at 1: 9 6 4
        1 at 1: 7 5 ...
        1 next: 10 A
    ''')

The missions are those at positions 1 to 4 (four plain ones unless said). A line of cards is a turn:
the seat lays them there and stops, or goes on drawing if they end in three dots. `next` are the
cards that come then on its deck; the others follow, small ones first, aces last. What a seat holds
it has won or taken in earlier rounds, which are played too. `round: 6` plays as many before,
`starts: 1` says who starts this one (else it is the seat of the first line, or 0).
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any

import pytest

from brushpass import GAMES, Game, IllegalAction
from brushpass.games.contract import Chance
from brushpass.games.kompromat.cards import EQUIPMENT, ITEMS, MARKS, MISSIONS, VALUE

PLAIN = "locker | hotel | airport | barmaid"


class Table:
    """A game and its players' words for it."""

    def __init__(self) -> None:
        self.game = Game(GAMES["kompromat"], 2)
        self._mark = 0

    # --- doing ----------------------------------------------------------------------------------

    def play(self, actions: str) -> Table:
        """Make these actions, divided by commas; an interrupt names its seat: `1! use drone 2`."""
        self._mark = len(self.game.actions)
        for written in actions.split(", "):
            seat, words = (int(written[0]), written[3:]) if "! " in written else (None, written)
            self.game.apply(words, seat)
        return self

    def refusal(self, words: str, seat: int | None = None) -> str:
        """Why this may not be done. It must be refused, and leave the game as it was."""
        before = self._everything()
        with pytest.raises(IllegalAction) as refused:
            self.game.apply(words, seat)
        assert self._everything() == before
        return str(refused.value)

    def on_to_the_reveal(self) -> Table:
        """Both seats take the turns they have left, with one card each."""
        mark = len(self.game.actions)
        while self.game.status.phase in ("turn", "place", "push"):
            places = self.may(self.game.status.actor).split(", ")
            at_hand = {"turn": "draw", "place": places[0], "push": "stop"}
            self.play(at_hand[self.game.status.phase])
        self._mark = mark
        return self

    def on_to(self, mission: int | None = None) -> Table:
        """Nobody uses anything, aces count 1 and tokens are kept, until this mission is reached.

        Without a number: until the round is over.
        """
        mark = len(self.game.actions)
        while self.asked not in ("chance", "over"):
            if mission is not None and self.view()["current"] == mission:
                break
            choices = self.may(self.game.status.actor).split(", ")
            least = [each for each in choices if not each.startswith("use ")]
            self.play(min(least, key=total_said))
        self._mark = mark
        return self

    # --- looking --------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """Whom the table waits for, and in which phase: `0 push`."""
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

    def may(self, seat: Any) -> str:
        """All that the seat may do now, interrupts too."""
        return ", ".join(self.game.legal(seat))

    def uses(self, seat: int) -> str:
        """The items that the seat may use now, and on what."""
        return ", ".join(each[4:] for each in self.game.legal(seat) if each.startswith("use "))

    def state(self) -> dict[str, Any]:
        return self.game.opened().json()

    def view(self, eyes: int | None = None) -> dict[str, Any]:
        return self.game.view(eyes).json()

    def pile(self, seat: int, mission: int, eyes: int | str | None = "all") -> str:
        """A pile as it lies: `9 [6] [4]`, face-down ones in brackets; `[?]` if eyes see no face."""
        seen = self.state() if isinstance(eyes, str) else self.view(eyes)
        pile = seen["players"][seat]["piles"][mission - 1]
        return " ".join(card if face == "up" else f"[{card}]" for card, face in pile)

    def deck(self, seat: int) -> str:
        """The seat's equipment deck, top first."""
        return " ".join(self.state()["players"][seat]["deck"])

    def discard(self, seat: int, eyes: int | str | None = "all") -> str:
        seen = self.state() if isinstance(eyes, str) else self.view(eyes)
        return " ".join(seen["players"][seat]["discard"])

    def items(self, seat: int) -> str:
        """Its unused items."""
        return " ".join(self.view()["players"][seat]["items"])

    def used(self, seat: int) -> str:
        return " ".join(self.view()["players"][seat]["used"])

    def won(self, seat: int) -> str:
        """All mission cards it has collected."""
        return " ".join(self.view()["players"][seat]["won"])

    def newspapers(self, seat: int) -> list[int]:
        """How many lie at the seat's side of each mission."""
        lying: list[int] = self.view()["players"][seat]["newspapers"]
        return lying

    @property
    def tokens(self) -> list[int]:
        return [player["tokens"] for player in self.view()["players"]]

    @property
    def declared(self) -> list[int | float | None]:
        """The totals of the mission being resolved."""
        said: list[int | float | None] = self.view()["declared"]
        return said

    def told(self, eyes: int | None = None) -> list[dict[str, Any]]:
        """What these eyes were shown by the last `play`."""
        news = self.game.news(eyes)
        said = [event.json() for number, event in news if number > self._mark]
        as_sent: list[dict[str, Any]] = json.loads(json.dumps(said))
        return as_sent

    def told_of(self, kind: str, eyes: int | None = None) -> list[dict[str, Any]]:
        """Only the news of this type, without it."""
        news = self.told(eyes)
        return [
            {key: value for key, value in each.items() if key != "type"}
            for each in news
            if each["type"] == kind
        ]

    def total(self, seat: int, mission: int) -> int | float | None:
        """What the seat declared there in this round, K33's changes included; None for nothing."""
        total = None
        for _, event in self.game.news(None):
            match event.json():
                case {"type": "missions-laid"}:
                    total = None
                case {"type": "declared", "seat": s, "mission": m, "total": said}:
                    total = said if (s, m) == (seat, mission) else total
        return total

    def _everything(self) -> str:
        game = self.game
        sights = [game.opened(), *map(game.view, (0, 1, None))]
        news = [len(game.news(viewer)) for viewer in (0, 1, None)]
        return json.dumps([*(sight.json() for sight in sights), news, game.actions])


# --- from text to table -----------------------------------------------------------------------


@dataclass
class Plan:
    """What a situation's text asks for."""

    missions: list[tuple[str, str | None]] = field(default_factory=list)
    items: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    tokens: list[int] = field(default_factory=lambda: [0, 0])
    turns: list[tuple[int, int, list[str], bool]] = field(default_factory=list)
    """Seat, mission, cards, and whether the seat stops then."""
    following: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    round: int = 1
    starts: int | None = None


def situation(text: str = "") -> Table:
    """The table that a text describes."""
    plan = read(text)
    rounds = earlier(plan)
    deck = [mission.card for each in rounds for mission in each]
    deck += [ci or card for card, ci in plan.missions]
    deck += [card for card, ci in plan.missions if ci]

    number = len(rounds) + 1
    starts = plan.turns[0][0] if plan.starts is None and plan.turns else plan.starts or 0
    table = Table()
    table.play(f"first {starts if number % 2 else 1 - starts}, {mission_deck(' '.join(deck))}")
    for each in rounds:
        play_round(table, each)
    wanted: tuple[list[str], list[str]] = ([], [])
    for seat, _, cards, _ in plan.turns:
        wanted[seat].extend(cards)
    for seat in (0, 1):
        table.play(equipment(seat, wanted[seat] + plan.following[seat]))
    for seat, mission, cards, stops in plan.turns:
        assert table.asked == f"{seat} turn", f"it is not seat {seat}'s turn: {table.asked}"
        table.play(", ".join(["draw", f"place {mission}"] + ["draw"] * (len(cards) - 1)))
        if stops:
            table.play("stop")
    return table


def read(text: str) -> Plan:
    """What the lines of a situation say."""
    plan, missions = Plan(), PLAIN
    for line in dedent(text).strip().splitlines():
        key, said = line.strip().split(": ")
        match key.split():
            case ["missions"]:
                missions = said
            case ["starts"]:
                plan.starts = int(said)
            case ["round"]:
                plan.round = int(said)
            case [seat, "holds"]:
                for thing in said.split(", "):
                    if thing.endswith(("token", "tokens")):
                        plan.tokens[int(seat)] = int(thing.split()[0])
                    else:
                        plan.items[int(seat)].append(thing)
            case [seat, "at", mission]:
                stops = not said.endswith(" ...")
                cards = said.removesuffix(" ...").split()
                plan.turns.append((int(seat), int(mission), cards, stops))
            case [seat, "next"]:
                plan.following[int(seat)].extend(said.split())
            case _:
                raise ValueError(f"no line of a situation: {line!r}")
    for mission in missions.split(" | "):
        card, _, ci = mission.partition(" over ")
        plan.missions.append((card, ci or None))
    return plan


def total_said(words: str) -> float:
    """What an action declares; 0 for any other."""
    verb, *total = words.split()
    return float(total[0]) if verb == "declare" else 0


def mission_deck(top: str = "") -> str:
    """The chance action that puts these cards on top of the mission deck, counter-intelligence
    at its bottom."""
    cards = top.split()
    rest = Counter(MISSIONS) - Counter(cards)
    assert rest.total() + len(cards) == len(MISSIONS), f"there are not so many: {top}"
    others = sorted(rest.elements(), key=lambda card: (card in MARKS, card))
    return f"missions {' '.join([*cards, *others])}"


def equipment(seat: int, top: list[str] | str = "") -> str:
    """The chance action that puts these cards on top of the seat's deck."""
    top = top.split() if isinstance(top, str) else top
    rest = Counter(EQUIPMENT) - Counter(top)
    assert rest.total() + len(top) == len(EQUIPMENT), f"there are not so many: {top}"
    others = sorted(rest.elements(), key=lambda card: (card == "A", VALUE[card]))
    return f"equipment {seat} {' '.join([*top, *others])}"


# --- the rounds before ------------------------------------------------------------------------


@dataclass
class Earlier:
    """A mission of a round before: who wins it (nobody: both lay the same card), who fails."""

    card: str
    winner: int | None = None
    fails: set[int] = field(default_factory=set)


FAILS_A_ROUND = ["10 9 3", "8 7 7"]


def earlier(plan: Plan) -> list[list[Earlier]]:
    """Rounds that give each seat what the plan says it holds."""
    wanted = [Earlier(card, seat) for seat in (0, 1) for card in plan.items[seat]]
    taken = [card for card, _ in plan.missions] + [each.card for each in wanted]
    plain = [card for card in MISSIONS if card not in (*MARKS, *ITEMS)]
    spare = list((Counter(plain) - Counter(taken)).elements())
    spare += [card for card in ITEMS if card not in taken]
    rounds: list[list[Earlier]] = []
    left = list(plan.tokens)
    while wanted or any(left) or len(rounds) < plan.round - 1:
        rounds.append(now := wanted[:4])
        del wanted[:4]
        now += [Earlier("") for _ in range(4 - len(now))]
        for seat in (0, 1):
            # Best where the other wins, then where the other fails too: nobody collects that one.
            order = sorted(now, key=lambda each: (each.winner != 1 - seat, not each.fails))
            open_to = [each for each in order if each.winner != seat][: len(FAILS_A_ROUND)]
            for each in open_to[: left[seat]]:
                each.fails.add(seat)
                left[seat] -= 1
    assert len(rounds) < 6, "that is too much to hold"
    for each in (mission for now in rounds for mission in now if not mission.card):
        each.card = spare.pop(0 if len(each.fails) == 1 else -1)  # an item, if nobody collects it
    return rounds


def play_round(table: Table, missions: list[Earlier]) -> None:
    """Play a round so that it ends as its missions say; nobody uses an item."""
    left = (Counter(EQUIPMENT), Counter(EQUIPMENT))
    piles: tuple[dict[int, str], dict[int, str]] = ({}, {})

    def lay(seat: int, number: int, cards: str) -> None:
        piles[seat][number] = cards
        left[seat].subtract(cards.split())

    for seat in (0, 1):
        fails = iter(FAILS_A_ROUND)
        for number, mission in enumerate(missions):
            if seat in mission.fails:
                lay(seat, number, next(fails))
    for number, mission in enumerate(missions):
        open_seats = [seat for seat in (0, 1) if seat not in mission.fails]
        if mission.winner is None and len(open_seats) == 2:
            same = next(c for c in "5 7 4 2 3 6 8 9 10".split() if left[0][c] and left[1][c])
            lay(0, number, same)
            lay(1, number, same)
            continue
        for seat in open_seats:
            order = "10 9 8 7 6 5" if mission.winner == seat else "0.5 2 3 4"
            lay(seat, number, next(card for card in order.split() if left[seat][card]))
    for seat in (0, 1):
        table.play(equipment(seat, " ".join(piles[seat][number] for number in range(4))))
    while table.asked != "chance":
        actor = table.game.status.actor
        assert isinstance(actor, int)
        view = table.view(actor)
        match view["phase"]:
            case "turn":
                table.play("draw")
            case "place":
                table.play(table.may(actor).split(", ")[0])
            case "push":
                number = view["current"] - 1
                done = len(view["players"][actor]["piles"][number])
                table.play("draw" if done < len(piles[actor][number].split()) else "stop")
            case "perfect":
                table.play("keep")
            case _:
                table.play("pass")
