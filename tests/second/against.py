"""Play the referee against the second implementation, and compare everything after every action.

    python -m tests.second.against kompromat --games 1000 --seed 7

A difference is printed with the seed, the number of the game and the actions so far, and ends the
run with 1. `--only N` plays game N of that seed again.
"""
# ruff: noqa: T201 (it talks to a person)

import argparse
import importlib
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from .kompromat import ITEMS

ROOT = Path(__file__).resolve().parents[2]
REFEREE = [sys.executable, "-m", "brushpass", "referee"]

LONG_GAME = 600  # actions, after which all try to win: without a turn limit a game may never end

Json = Any
Answer = dict[str, Any]


class Table(Protocol):
    """What a second implementation offers."""

    def status(self) -> dict[str, Json]: ...
    def legal(self) -> dict[str, Json]: ...
    def sample(self, rng: random.Random) -> str: ...
    def apply(self, words: str, seat: int | None = None) -> None: ...
    def state(self) -> dict[str, Json]: ...
    def view(self, seat: int | None) -> dict[str, Json]: ...


class Game:
    """One of the games: how to open a table, and for how many seats."""

    def __init__(self, name: str, module: str, table: str, seats: tuple[int, int]) -> None:
        self.name = name
        self.seats = seats
        self.module = module
        self.table = table

    def open(self, seats: int, options: dict[str, Json]) -> Table:
        table: Table = getattr(self._import(), self.table)(seats, options)
        return table

    def refused(self) -> type[Exception]:
        refused: type[Exception] = self._import().Refused
        return refused

    def _import(self) -> Any:
        return importlib.import_module(f".{self.module}", __package__)


GAMES = {
    game.name: game
    for game in (
        Game("kompromat", "kompromat", "Table", (2, 2)),
        Game("microfilms", "microfilms", "Table", (3, 6)),
        Game("croupier", "microfilms", "Croupier", (2, 2)),
    )
}


class Difference(Exception):
    """The two do not agree."""


class Referee:
    """The other side of the pipe."""

    def __init__(self, command: Sequence[str] = REFEREE) -> None:
        path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path},
        )
        self.asked = 0

    def __enter__(self) -> "Referee":
        return self

    def __exit__(self, *_: object) -> None:
        """End of input ends the process."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=10)

    def ask(self, cmd: str, **fields: Json) -> Answer:
        return self.ask_all([{"cmd": cmd, **fields}])[0]

    def ask_all(self, requests: list[dict[str, Json]]) -> list[Answer]:
        """Send all, then read one answer for each: a turn of the pipe costs more than a line."""
        first = self.asked
        lines = []
        for request in requests:
            lines.append(json.dumps({"id": self.asked, **request}) + "\n")
            self.asked += 1
        self._write("".join(lines).encode())
        answers = [self._read() for _ in requests]
        for number, answer in enumerate(answers, first):
            if answer.get("id") != number:
                raise Difference(f"the answer to request {number} has id {answer.get('id')!r}")
        return answers

    def ask_raw(self, line: bytes) -> Answer:
        self._write(line + b"\n")
        return self._read()

    def _write(self, data: bytes) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Difference("the referee has ended") from error

    def _read(self) -> Answer:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Difference(f"the referee has ended, saying {line!r}")
        answer = json.loads(line.decode())
        if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
            raise Difference(f"not an answer: {line!r}")
        return answer


def written(value: Json) -> str:
    """JSON with its keys in order, so that 17 and 17.0 differ but the order of keys does not."""
    return json.dumps(value, sort_keys=True)


def first_difference(ours: Json, theirs: Json, path: str = "") -> str:
    """Where two JSON values differ, for the reader of a report."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(ours.keys() | theirs.keys()):
            if key not in ours or key not in theirs:
                return f"{path}.{key} is only in {'ours' if key in ours else 'theirs'}"
            if written(ours[key]) != written(theirs[key]):
                return first_difference(ours[key], theirs[key], f"{path}.{key}")
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, pair in enumerate(zip(ours, theirs, strict=True)):
            if written(pair[0]) != written(pair[1]):
                return first_difference(*pair, f"{path}[{index}]")
    return f"at {path or 'the top'}\nours:   {written(ours)}\ntheirs: {written(theirs)}"


class Temper:
    """How one seat plays in one game, so that more than the middling states occur."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.rng = rng
        self.interrupts = rng.choice([0.0, 0.05, 0.3, 0.8])
        self.favourites: dict[str, float] = {}
        careful = rng.choice([0.0, 0.2, 0.9])
        # What it saves for a rescue, a cover or a total; or never uses at all.
        self.saved = {item for item in ITEMS if rng.random() < careful}
        self.spread = [0.05, 0.3, 1, 3, 10]
        self.hounds = game == "croupier" and rng.random() < 0.7
        self.sensible = game == "kompromat" and rng.random() < 0.4
        if game == "kompromat":
            self.favourites["use"] = rng.choice([0.03, 0.2, 1, 5])
            self.favourites["draw"] = rng.choice([0.1, 1, 3, 20])
            self.favourites["stop"] = 1
            self.favourites["shed"] = self.favourites["keep"] = 1
        else:  # most attempts to win end the game
            self.favourites["win"] = rng.choice([0.01, 0.1, 1, 10])

    def choose(self, actions: list[str], view: Json) -> str:
        """First the verb by its weight, then the item evenly, then one of what is left."""
        if "pass" not in actions or view["phase"] == "window":
            actions = [words for words in actions if not self.saves(words)]
        if self.sensible and self.rng.random() < 0.8:
            actions = sensible(actions, view)
        francs = [words for words in actions if takes_his_francs(words)]
        if francs and self.hounds and self.rng.random() < 0.8:
            return self.rng.choice(francs)  # or the game is soon over
        verbs = sorted({words.split(" ")[0] for words in actions})
        for verb in verbs:
            if verb not in self.favourites:
                self.favourites[verb] = self.rng.choice(self.spread)
        verb = self.rng.choices(verbs, [self.favourites[verb] for verb in verbs])[0]
        return self.among([words for words in actions if words.split(" ")[0] == verb])

    def saves(self, words: str) -> bool:
        return words.startswith("use ") and words.split(" ")[1] in self.saved

    def among(self, actions: list[str]) -> str:
        """One item has many targets, another none: each is to be used as often."""
        items = sorted({item_of(words) for words in actions})
        item = self.rng.choice(items)
        return self.rng.choice([words for words in actions if item_of(words) == item])


def item_of(words: str) -> str:
    """What is done, without to whom: `use usb-stick drone 3` -> `usb-stick drone`."""
    first, *rest = words.split(" ")
    if first == "use":
        return " ".join(rest[: 2 if rest[0] == "usb-stick" else 1])
    if first in ("win", "draw"):
        return " ".join([first, *rest[:1]])
    if first in ("interrogate", "blackmail"):
        return f"{first} {rest[-1]}"
    return first


def takes_his_francs(words: str) -> bool:
    return words.startswith(("steal croupier", "blackmail croupier"))


def sensible(actions: list[str], view: Json) -> list[str]:
    """Kompromat as people play it: near 21 and not over, so that totals tie and are perfect."""
    if "draw" in actions and "stop" in actions:
        pile = [card for card, _ in view["players"][view["actor"]]["piles"][view["current"] - 1]]
        total = sum(11 if card == "A" else float(card) for card in pile)
        return ["draw"] if total < 15 else ["stop"]
    totals = [float(words.split(" ")[1]) for words in actions if words.startswith("declare ")]
    if totals:
        best = max((total for total in totals if total <= 21), default=min(totals))
        return [words for words in actions if float(words.split(" ")[1]) == best]
    return actions


class Match:
    """One game, played on both sides at once."""

    def __init__(
        self,
        referee: Referee,
        game: Game,
        rng: random.Random,
        seats: int | None,
        features: Counter[str],
    ) -> None:
        self.referee, self.game, self.rng, self.features = referee, game, rng, features
        self.seats = seats or rng.randint(*game.seats)
        self.options: dict[str, Json] = {}
        if game.name != "kompromat" and rng.random() < 0.7:
            self.options["turn_limit"] = rng.choice([0, 1, 7, 60, 60, 500, 500])
        self.seed = rng.choice([rng.randrange(10**9), f"text {rng.random()}", "ключ"])
        self.table = game.open(self.seats, dict(self.options))
        self.refused = game.refused()
        self.tempers = [Temper(game.name, rng) for _ in range(self.seats)]
        self.sampling = rng.choice([0.0, 0.5, 1.0])
        self.mischief = rng.choice([0.0, 0.03, 0.15])
        self.stacked = rng.random() < 0.6
        self.actions: list[str] = []
        self.requests = [{"cmd": "status"}, {"cmd": "legal"}, {"cmd": "state"}]
        self.eyes = [*range(self.seats), None]
        self.requests += [{"cmd": "view", "seat": seat} for seat in self.eyes]
        self.known: set[str] = set()  # words that were legal at some time, for illegal ones

    def play(self) -> None:
        fields: dict[str, Json] = {"seed": self.seed}
        if self.seats != self.game.seats[0] or self.rng.random() < 0.5:
            fields["seats"] = self.seats
        if self.options or self.rng.random() < 0.5:
            fields["options"] = self.options
        answer = self.referee.ask("new", game=self.game.name, **fields)
        self.compare("new", self.table.status(), self.granted(answer))
        self.compare_all()
        while not self.table.status()["over"]:
            if self.rng.random() < self.mischief:
                self.try_wrong()
            at_chance = self.table.status()["actor"] == "chance"
            if self.rng.random() < (0.1 if at_chance else 0.01):
                self.load_again()
            if len(self.actions) == LONG_GAME:
                for temper in self.tempers:
                    temper.favourites["win"] = 10
            self.step()
            self.compare_all()
        self.after_the_end()
        self.load_again()
        result = self.table.status()["result"]
        self.features[f"end: {result['reason']}, {len(result['winners'])} winners"] += 1
        self.features += getattr(self.table, "notes", Counter())

    # Playing on.

    def step(self) -> None:
        legal = self.table.legal()
        if legal["actor"] == "chance":
            self.settle_chance(legal["chance"])
        else:
            phase = self.table.status()["phase"]
            seat, words = self.choose(legal)
            shown = seat if seat != legal["actor"] or self.rng.random() < 0.3 else None
            fields = {} if shown is None else {"seat": shown}
            self.table.apply(words, shown)
            answer = self.referee.ask("apply", action=words, **fields)
            self.actions.append(words if seat == legal["actor"] else f"{seat}! {words}")
            self.compare("apply", self.table.status(), self.granted(answer))
            who = "" if seat == legal["actor"] else "interrupt: "
            self.features[f"{phase}: {who}{item_of(words)}"] += 1

    def choose(self, legal: dict[str, Json]) -> tuple[int, str]:
        for text, words in legal["interrupts"].items():
            temper = self.tempers[int(text)]
            meant = [one for one in words if not temper.saves(one)]
            if meant and self.rng.random() < temper.interrupts:
                return int(text), temper.among(meant)
        actor = legal["actor"]
        return actor, self.tempers[actor].choose(legal["actions"], self.table.view(actor))

    def settle_chance(self, chance: Json) -> None:
        if self.rng.random() < self.sampling:
            answer = self.granted(self.referee.ask("sample"))
            words = answer.pop("action")
            try:
                self.table.apply(words)
            except self.refused as error:
                raise Difference(f"the sample {words!r} is refused: {error}") from error
            command = "sample"
        else:
            words = self.stack(self.table.sample(self.rng), chance)
            self.table.apply(words)
            answer = self.granted(self.referee.ask("apply", action=words))
            command = "apply"
        self.actions.append(words)
        self.features[f"chance: {chance['kind']}"] += 1
        self.compare(command, self.table.status(), answer)

    def stack(self, words: str, chance: Json) -> str:
        """In some games items and counter-intelligence come early, which makes for more events."""
        if not self.stacked or chance["kind"] != "missions":
            return words
        kind, *cards = words.split(" ")
        items = [card for card in cards if card in ITEMS]
        counter = [card for card in cards if card.startswith("ci-")]
        rest = [card for card in cards if card not in ITEMS and card not in counter]
        if self.rng.random() < 0.3:  # under fire, with what helps against it
            helps = ["balaclava", "usb-stick", "chloroform"]
            items = helps + [card for card in items if card not in helps]
            return " ".join([kind, *counter[:4], *items[:4], *rest, *items[4:], *counter[4:]])
        first, split = self.rng.randint(0, 5), self.rng.randint(0, 10)
        late = [*items[split:], *counter[first:], *rest]
        self.rng.shuffle(late)
        return " ".join([kind, *counter[:first], *items[:split], *late])

    # Comparing.

    def compare(self, what: str, ours: Json, theirs: Json) -> None:
        if written(ours) != written(theirs):
            raise Difference(f"{what}: {first_difference(ours, theirs)}")

    def compare_all(self) -> None:
        legal = self.table.legal()
        self.known.update(legal["actions"])
        ours: list[Json] = [self.table.status(), legal, {"state": self.table.state()}]
        ours += [{"view": self.table.view(seat)} for seat in self.eyes]
        answers = self.referee.ask_all(self.requests)
        for request, mine, answer in zip(self.requests, ours, answers, strict=True):
            self.compare(str(request), mine, self.granted(answer))

    def granted(self, answer: Answer) -> Answer:
        if answer["ok"] is not True:
            raise Difference(f"refused: {answer}")
        return {key: value for key, value in answer.items() if key not in ("id", "ok")}

    def expect_error(self, answer: Answer, *codes: str, of: Json) -> None:
        error = answer.get("error")
        if answer["ok"] is not False or not isinstance(error, dict):
            raise Difference(f"{of!r} is to be refused ({' or '.join(codes)}): {answer}")
        if error.get("code") not in codes or not isinstance(error.get("message"), str):
            raise Difference(f"{of!r} is to be refused as {' or '.join(codes)}: {answer}")
        self.features[f"refused: {error['code']}"] += 1

    # Asking what may not be asked.

    def try_wrong(self) -> None:
        """One request that must be refused, and everything is as it was."""
        before = written([self.table.status(), self.table.legal(), self.table.state()])
        legal = self.table.legal()
        if legal["actor"] == "chance":
            self.try_wrong_chance()
        else:
            self.try_wrong_action(legal)
        self.try_wrong_request()
        after = written([self.table.status(), self.table.legal(), self.table.state()])
        if before != after:
            raise Difference("a refused action changed our own table")
        self.compare_all()

    def try_wrong_action(self, legal: dict[str, Json]) -> None:
        actor: int = legal["actor"]
        seat = self.rng.choice([actor, actor, *range(self.seats)])
        allowed = legal["actions"] if seat == actor else legal["interrupts"].get(str(seat), [])
        words = self.rng.choice(
            [
                self.rng.choice(sorted(self.known)),
                self.rng.choice(legal["actions"]),
                mangled(self.rng.choice(legal["actions"]), self.rng),
                mangled(self.rng.choice(legal["actions"]), self.rng),
                self.rng.choice(["", " ", "use", "first 0", "draw draw", "\ud800", "\x00", "0"]),
            ]
        )
        if words in allowed:
            return
        self.refuse_here(words, seat)
        fields = {"seat": seat} if seat != actor or self.rng.random() < 0.5 else {}
        # Half of a surrogate pair is JSON, but hardly text: it may be refused as either.
        codes = ["illegal-action"] + (["bad-request", "bad-json"] if words == "\ud800" else [])
        answer = self.referee.ask("apply", action=words, **fields)
        self.expect_error(answer, *codes, of=[seat, words])
        if self.rng.random() < 0.2:
            self.expect_error(self.referee.ask("sample"), "illegal-action", of="sample")

    def try_wrong_chance(self) -> None:
        words = self.table.sample(self.rng)
        if self.rng.random() < 0.3:
            seat = self.rng.randrange(self.seats)
            self.refuse_here(words, seat)
            answer = self.referee.ask("apply", action=words, seat=seat)
            self.expect_error(answer, "bad-request", of=["chance", seat, words])
            return
        parts = words.split(" ")
        spoiled = [
            " ".join(parts[:-1]),
            " ".join([*parts, parts[-1]]),
            " ".join([*parts[:-1], "joker"]),
            " ".join([*parts[:-1], parts[1] if len(parts) > 14 else "joker"]),
            mangled(words, self.rng),
            "first 9",
            "pass",
            "",
        ]
        wrong = self.rng.choice(spoiled)
        if sorted(wrong.split(" ")) == sorted(parts):
            return  # no harm was done
        self.refuse_here(wrong, None)
        self.expect_error(self.referee.ask("apply", action=wrong), "illegal-action", of=wrong)

    def refuse_here(self, words: str, seat: int | None) -> None:
        """Our own table must refuse too."""
        try:
            self.table.apply(words, seat)
        except self.refused:
            return
        raise Difference(f"our own table takes {words!r} of {seat}")

    def try_wrong_request(self) -> None:
        action = self.rng.choice(sorted(self.known) or ["draw"])
        bad: list[dict[str, Json]] = [
            {"cmd": "apply"},
            {"cmd": "apply", "action": 3},
            {"cmd": "apply", "action": [action]},
            {"cmd": "apply", "action": None},
            {"cmd": "apply", "action": action, "seat": self.seats},
            {"cmd": "apply", "action": action, "seat": -1},
            {"cmd": "apply", "action": action, "seat": "0"},
            {"cmd": "apply", "action": action, "seat": 0.5},
            {"cmd": "view", "seat": self.seats},
            {"cmd": "view", "seat": "1"},
            {"cmd": "events", "seat": -1},
            {"cmd": "events", "seat": 0, "since": "x"},
            {"cmd": "new", "game": self.game.name, "seats": 1},
            {"cmd": "new", "game": self.game.name, "seats": 7},
            {"cmd": "new", "game": self.game.name, "options": {"no-such": 1}},
            {"cmd": "new", "game": self.game.name, "options": []},
            {"cmd": "new", "game": 3},
            {"cmd": "new"},
        ]
        request = self.rng.choice(bad)
        self.expect_error(self.referee.ask_all([request])[0], "bad-request", of=request)
        kind = self.rng.randrange(6)
        if kind == 0:
            answer = self.referee.ask("castle")
            self.expect_error(answer, "unknown-command", of="castle")
        elif kind == 1:
            answer = self.referee.ask("new", game="tiddlywinks")
            self.expect_error(answer, "unknown-game", of="tiddlywinks")
        elif kind == 2:
            lines = [b"", b"{", b"\xff", b'{"id": NaN, "cmd": "status"}', b"nonsense"]
            line = self.rng.choice(lines)
            answer = self.referee.ask_raw(line)
            self.expect_error(answer, "bad-json", of=line)
            self.compare("id", None, answer.get("id"))
        elif kind == 3:
            line = self.rng.choice([b"[]", b"3", b"null", b'"status"'])
            self.expect_error(self.referee.ask_raw(line), "bad-request", of=line)

    def after_the_end(self) -> None:
        words = self.rng.choice([*sorted(self.known), "draw", "first 0", "nonsense"])
        self.expect_error(self.referee.ask("apply", action=words), "over", of=words)
        self.expect_error(self.referee.ask("sample"), "over", of="sample")
        try:
            self.table.apply(words)
        except self.refused:
            pass
        else:
            raise Difference("our own table goes on after the end")
        self.compare_all()

    # Records.

    def load_again(self) -> None:
        record = self.granted(self.referee.ask("record"))["record"]
        self.check_record(record)
        if self.rng.random() < 0.3:
            self.try_wrong_record(record)
        if self.rng.random() < 0.3:  # a reader keeps the keys that it does not know
            record = {**record, "x-weather": {"sky": "grey", "wind": [1, 2.5, None]}, "x-é": "ж"}
        if self.game.name == "kompromat" and self.rng.random() < 0.3:
            record["seats"] = [{"name": "Ada"}, {"name": "Bo Ω", "x-hat": True}]
        at_chance = self.table.status()["actor"] == "chance"
        if at_chance and self.rng.random() < 0.5:
            self.sample_twice(record)
            return
        events = self.all_events()
        status = self.granted(self.referee.ask("load", record=record, seed=self.seed))
        self.compare("load", self.table.status(), status)
        self.compare("events of a game loaded again", events, self.all_events())
        again = self.granted(self.referee.ask("record"))["record"]
        if json.dumps(again) != json.dumps(record):  # the order of its keys too
            raise Difference(f"record loaded:\n{json.dumps(record)}\n{json.dumps(again)}")
        self.features["record loaded again"] += 1
        self.compare_all()

    def all_events(self) -> Json:
        """By seat, what it was shown; also whether `since` leaves out what it should."""
        shown = []
        for seat in self.eyes:
            events = self.granted(self.referee.ask("events", seat=seat))["events"]
            if not all(isinstance(event, dict) and "type" in event for event in events):
                raise Difference(f"the events of {seat}: {events}")
            since = self.rng.randint(0, len(events) + 1)
            later = self.granted(self.referee.ask("events", seat=seat, since=since))["events"]
            self.compare(f"events of {seat} since {since}", events[since:], later)
            shown.append(events)
        return shown

    def sample_twice(self, record: Json) -> None:
        """An outcome depends on the seed and its number only: a loaded game draws the same."""
        seed = str(self.seed) if self.rng.random() < 0.5 else self.seed
        first = self.granted(self.referee.ask("sample"))
        self.granted(self.referee.ask("load", record=record, seed=seed))
        second = self.granted(self.referee.ask("sample"))
        # The referee's game has its seed from `new` or an earlier `load`: always the same one.
        self.compare("sample after load", first, second)
        self.granted(self.referee.ask("load", record=record, seed=self.seed))
        self.features["sampled again after load"] += 1
        self.compare_all()

    def check_record(self, record: Json) -> None:
        keys = ["format", "game", "seats", "options", "actions", "result"]
        if list(record)[: len(keys)] != keys:
            raise Difference(f"the keys of the record: {list(record)}")
        ours = {"format": "brushpass/1", "game": self.game.name, "actions": self.actions}
        ours["result"] = self.table.status()["result"]
        self.compare("record", ours, {key: record[key] for key in ours})
        names = [seat.get("name") for seat in record["seats"]]
        if len(names) != self.seats or not all(isinstance(name, str) for name in names):
            raise Difference(f"the seats of the record: {record['seats']}")
        for key, value in self.options.items():
            self.compare(f"options of the record, {key}", value, record["options"].get(key))

    def try_wrong_record(self, record: Json) -> None:
        actions = list(record["actions"])
        wrongs: list[dict[str, Json]] = [
            {"format": "brushpass/0"},
            {"game": "tiddlywinks"},
            {"seats": []},
            {"actions": [*actions, "castle"]},
            {"actions": "draw"},
        ]
        if actions:
            place = self.rng.randrange(len(actions))
            spoiled = [*actions[:place], "  " + actions[place], *actions[place + 1 :]]
            wrongs.append({"actions": spoiled})
        acting = [n for n, words in enumerate(actions) if "!" not in words]
        if acting:  # a seat is written with an interrupt, and only with one
            place = self.rng.choice(acting)
            spoiled = [*actions[:place], f"0! {actions[place]}", *actions[place + 1 :]]
            if not actions[place].startswith("use "):
                wrongs.append({"actions": spoiled})
        if record["result"] is None:
            result = {"winners": [0], "reason": "points", "points": [3, 2]}
            wrongs.append({"result": result})
        else:
            wrongs.append({"result": {**record["result"], "winners": [0, 1, 2, 3, 4, 5]}})
        wrong = {**record, **self.rng.choice(wrongs)}
        answer = self.referee.ask("load", record=wrong)
        self.expect_error(answer, "bad-record", of={k: v for k, v in wrong.items() if k != "seats"})
        self.compare_all()


def mangled(words: str, rng: random.Random) -> str:
    """Another spelling of an action; every one of them is illegal."""
    spellings: list[Callable[[str], str]] = [
        str.upper,
        str.title,
        lambda text: text + " ",
        lambda text: " " + text,
        lambda text: text + "\n",
        lambda text: text + " 1",
        lambda text: text.replace(" ", "  ", 1) if " " in text else text + "  ",
        lambda text: text.replace(" ", "\t", 1) if " " in text else text + "\t",
        lambda text: text.replace("1", "01") if "1" in text else "0" + text,
        lambda text: text.replace("1", "+1") if "1" in text else "+" + text,
        lambda text: text.replace("2", "\uff12") if "2" in text else text + "\uff12",
        lambda text: text.replace("3", "3.0") if "3" in text else text + ".0",
        lambda text: text.replace("4", "5") if "4" in text else text + "4",
        lambda text: f"0! {text}",
        lambda text: text[:-1],
    ]
    other = rng.choice(spellings)(words)
    return other if other != words else words + "?"


def play(
    game: str,
    games: int,
    seed: int,
    *,
    seats: int | None = None,
    only: int | None = None,
    command: Sequence[str] = REFEREE,
    features: Counter[str] | None = None,
) -> int:
    """Play that many games and return how many actions were compared. Raises Difference."""
    features = Counter() if features is None else features
    total = 0
    with Referee(command) as referee:
        for number in range(games) if only is None else [only]:
            rng = random.Random(f"{seed}/{number}")
            match = Match(referee, GAMES[game], rng, seats, features)
            try:
                match.play()
            except Difference as difference:
                again = f"{game} --seed {seed} --only {number}"
                again += "" if seats is None else f" --seats {seats}"
                raise Difference(f"{again}\n{json.dumps(match.actions)}\n{difference}") from None
            total += len(match.actions)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=None, help="from the system unless given")
    parser.add_argument("--seats", type=int, help="changing from game to game unless given")
    parser.add_argument("--only", type=int, help="play this one game of the seed")
    parser.add_argument("--referee", nargs=argparse.REMAINDER, help="the command to run, last")
    chosen = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**6) if chosen.seed is None else chosen.seed
    print(f"{chosen.game}, seed {seed}")
    features: Counter[str] = Counter()
    began = time.monotonic()
    try:
        actions = play(
            chosen.game,
            chosen.games,
            seed,
            seats=chosen.seats,
            only=chosen.only,
            command=chosen.referee or REFEREE,
            features=features,
        )
    except Difference as difference:
        print(difference)
        return 1
    for feature in sorted(features):
        print(f"{features[feature]:8}  {feature}")
    games = chosen.games if chosen.only is None else 1
    seconds = time.monotonic() - began
    print(f"{games} games and {actions} actions agree (seed {seed}, {seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
