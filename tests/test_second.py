"""The referee against the second implementation, and both against what the rules say."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import Size
from tests.second.against import Answer, Referee, play
from tests.second.kompromat import Refused, Table
from tests.second.scenarios_kompromat import (
    EQUIPMENT,
    MISSIONS,
    SCENARIOS,
    Scenario,
    mission_deck,
    rest,
    statements,
)

Json = Any


@pytest.mark.parametrize("game", ["kompromat"])
def test_random_games_agree(game: str, size: Size, seed: int) -> None:
    """Every status, legal action, state and view of random games is the same on both sides."""
    games = size(f"random {game} games against the second implementation", 25, 2000)
    features: Counter[str] = Counter()
    assert play(game, games, seed, features=features) > games
    assert features["refused: illegal-action"]


class Second:
    """Our own table, answering as the referee does."""

    def ask(self, cmd: str, **fields: Json) -> Answer:
        if cmd == "new":
            self.table = Table(2, {})
        if cmd == "apply":
            try:
                self.table.apply(fields["action"], fields.get("seat"))
            except Refused as refused:
                code = "over" if self.table.phase == "over" else "illegal-action"
                return {"ok": False, "error": {"code": code, "message": str(refused)}}
        if cmd == "state":
            return {"ok": True, "state": self.table.state()}
        if cmd == "view":
            return {"ok": True, "view": self.table.view(fields["seat"])}
        if cmd == "legal":
            return {"ok": True, **self.table.legal()}
        return {"ok": True, **self.table.status()}


class Player:
    """Plays a scenario on one of the two, and compares what it says on the way."""

    def __init__(self, referee: Referee | Second) -> None:
        self.referee = referee
        self.listening = False  # asking for events takes most of the time
        self.news: dict[str, list[Json]] = {"0": [], "1": [], "*": []}

    def play(self, scenario: Scenario) -> None:
        assert self.referee.ask("new", game="kompromat", seed=1)["ok"]
        script = statements(scenario.script)
        if scenario.board:
            deck = " ".join(mission_deck(scenario.board))
            script = [f"first {scenario.first}", f"missions {deck}", *script]
        self.listening = " shown " in scenario.script
        for line in script:
            try:
                self.obey(line)
            except AssertionError as error:
                raise AssertionError(f"at `{line}`: {error}") from None

    def obey(self, line: str) -> None:
        if line.startswith("no "):
            self.refuse(line.removeprefix("no "))
        elif " = " in line:
            self.check(*line.split(" = ", 1))
        elif " shown " in line:
            self.check_news(line)
        else:
            verb, *words = line.split(" ")
            macro = getattr(self, f"play_{verb}", None)
            if macro:
                macro(words)
            else:
                self.act(line)

    # Actions.

    def act(self, line: str) -> None:
        seen = {eye: len(self.events(eye)) for eye in self.news}
        answer = self.referee.ask("apply", **self.fields(line))
        assert answer["ok"], answer["error"]["message"]
        self.news = {eye: self.events(eye)[seen[eye] :] for eye in self.news}

    def refuse(self, line: str) -> None:
        before = self.state()
        answer = self.referee.ask("apply", **self.fields(line))
        assert not answer["ok"], "it is taken"
        over = self.referee.ask("status")["over"]
        assert answer["error"]["code"] == ("over" if over else "illegal-action")
        assert self.state() == before

    def fields(self, line: str) -> dict[str, Json]:
        seat, interrupt, action = line.partition("! ")
        return {"action": action, "seat": int(seat)} if interrupt else {"action": line}

    def play_top(self, words: list[str]) -> None:
        self.act(" ".join(["missions", *rest(MISSIONS, words)]))

    def play_reshuffle(self, words: list[str]) -> None:
        self.act(" ".join(["reshuffle", *rest(self.state()["mission_deck"], words)]))

    def play_decks(self, words: list[str]) -> None:
        middle = words.index("/")
        self.play_deck(["0", *words[:middle]])
        self.play_deck(["1", *words[middle + 1 :]])

    def play_deck(self, words: list[str]) -> None:
        self.act(" ".join(["equipment", words[0], *rest(EQUIPMENT, words[1:])]))

    def play_lay(self, words: list[str]) -> None:
        if words == ["all"]:
            while (state := self.state())["phase"] == "turn":
                piles = state["players"][state["actor"]]["piles"]
                self.play_lay([str(piles.index([]) + 1)])
            return
        more = int(words[1]) if words[1:] else 0
        for action in ["draw", f"place {words[0]}", *["draw"] * more, "stop"]:
            self.act(action)

    def play_won(self, words: list[str]) -> None:
        """The winner of a mission lays one high card there, the other a low one."""
        for seat in ("0", "1"):
            pairs = zip(words, ["10 2", "9 3", "8 4", "7 5"], strict=True)
            cards = [pair.split(" ")[winner != seat] for winner, pair in pairs]
            self.play_deck([seat, *cards])
        if self.state()["phase"] == "chance":
            self.play_reshuffle([])
        self.play_lay(["all"])
        while self.state()["phase"] in ("window", "adjust", "cover"):
            self.act("pass")

    # Facts.

    def state(self) -> dict[str, Json]:
        state: dict[str, Json] = self.referee.ask("state")["state"]
        return state

    def events(self, eye: str) -> list[Json]:
        if not self.listening or isinstance(self.referee, Second):
            return []
        events: list[Json] = self.referee.ask("events", seat=seat_of(eye))["events"]
        return events

    def check(self, field: str, expected: str) -> None:
        eye, view, name = field.rpartition("> ")
        table = self.referee.ask("view", seat=seat_of(eye))["view"] if view else self.state()
        if name in ("top", "bottom") or name.endswith(".top"):
            told = ends(table, name, len(expected.split(" ")))
        elif name in ("legal", "chance", "0! legal", "1! legal"):
            told = self.choices(name)
        elif name in ("result", "points"):
            told = told_result(self.referee.ask("status")["result"], name)
        else:
            told = told_field(table, name)
        assert told == expected, f"it is {told}"

    def choices(self, name: str) -> str:
        legal = self.referee.ask("legal")
        if name == "chance":
            chance = legal["chance"]
            who = [str(chance["seat"])] if "seat" in chance else []
            cards = chance["seats"] if chance["kind"] == "first" else chance["cards"]
            return f"{' '.join([chance['kind'], *who])}: {words_of(cards)}"
        if name == "legal":
            return " | ".join(legal["actions"]) or "-"
        return " | ".join(legal["interrupts"].get(name[0], [])) or "-"

    def check_news(self, line: str) -> None:
        """Night vision shows its cards in an event, in whatever field."""
        if isinstance(self.referee, Second):
            return
        found = re.fullmatch(r"([01*]) is (not )?shown (.*)", line)
        assert found
        told = json.dumps(found[3].split(" ")) in json.dumps(self.news[found[1]])
        assert told != bool(found[2]), self.news


def seat_of(eye: str) -> int | None:
    return None if eye == "*" else int(eye)


def words_of(values: list[Json]) -> str:
    return " ".join("none" if value is None else str(value) for value in values) or "-"


def count(cards: list[str] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def ends(table: dict[str, Json], name: str, number: int) -> str:
    """The first cards of a deck, or the last."""
    if name.endswith(".top"):
        return words_of(table["players"][int(name[0])]["deck"][:number])
    deck = table["mission_deck"]
    return words_of(deck[:number] if name == "top" else deck[-number:])


def told_result(result: dict[str, Json] | None, name: str) -> str:
    if result is None:
        return "none"
    if name == "points":
        return words_of(result["points"])
    return f"{result['reason']}: {words_of(result['winners'])}"


def told_field(table: dict[str, Json], name: str) -> str:
    """A field of a state or view, as scenarios write it."""
    if name[:2] in ("0.", "1."):
        return told_player(table["players"][int(name[0])], name[2:])
    if name == "left":
        return str(count(table["mission_deck"]))
    missions = table["missions"]
    if name == "board":
        return words_of([m["card"] + (f"/{m['ci']}" if m["ci"] else "") for m in missions])
    if name == "resolved":
        return words_of([n for n, mission in enumerate(missions, 1) if mission["resolved"]])
    value = table[name]
    return words_of(value if isinstance(value, list) else [value])


def told_player(player: dict[str, Json], name: str) -> str:
    if name == "left":
        return str(count(player["deck"]))
    if name.startswith("pile "):
        pile = player["piles"][int(name[-1]) - 1]
        return words_of([card if face == "up" else f"({card})" for card, face in pile])
    value = player[name]
    return words_of(value if isinstance(value, list) else [value])


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    with Referee() as process:
        yield process


def name_of(scenario: Scenario) -> str:
    return scenario.name


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name_of)
def test_the_referee_knows_the_rules(scenario: Scenario, referee: Referee) -> None:
    Player(referee).play(scenario)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name_of)
def test_the_second_implementation_knows_them(scenario: Scenario) -> None:
    Player(Second()).play(scenario)


def test_each_rule_has_a_scenario() -> None:
    """K43, about what is not seen, is the test below."""
    named = {rule for scenario in SCENARIOS for rule in re.findall(r"K\d+", scenario.name)}
    assert named == {f"K{number}" for number in range(1, 43)}


def test_k43_what_has_not_been_shown_changes_nothing(referee: Referee) -> None:
    """K43: two games that differ only in what a seat has not been shown look the same to it."""
    board = mission_deck("hotel locker barmaid code")
    unseen = [*board[:4], *reversed(board[4:])]
    seen = []
    for deck, cards in ((board, "5 4 3 9 10"), (unseen, "5 3 7 9 2")):
        assert referee.ask("new", game="kompromat", seed=1)["ok"]
        player = Player(referee)
        for line in [f"first 0; missions {' '.join(deck)}; decks {cards} / 8 7 6 2"]:
            for action in statements(line):
                player.obey(action)
        for line in ("lay 1 +2", "lay 1 +1", "draw", "place 2", "draw", "stop", "draw"):
            player.obey(line)
        answers = [referee.ask(cmd, seat=eye) for cmd in ("view", "events") for eye in (1, None)]
        legal = referee.ask("legal")
        seen.append(json.dumps([[{**answer, "id": 0} for answer in answers], legal["actions"]]))
    assert seen[0] == seen[1]
