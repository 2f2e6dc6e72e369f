"""[microfilms] and The Croupier in a terminal: played, told, noted down and replayed."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brushpass import GAMES, Game, cli, record, rulebook
from brushpass.games.contract import Result, Viewer
from brushpass.games.microfilms.actions import WinBroker
from brushpass.games.microfilms.knowledge import Knowledge
from brushpass.games.microfilms.view import Opened
from brushpass.terminal import FACES
from brushpass.terminal.face import Cast, Room
from brushpass.terminal.ink import plain, width
from brushpass.terminal.log import Log
from brushpass.terminal.menu import Choice, Menu
from brushpass.terminal.play import Wishes, play
from brushpass.terminal.screen import Screen
from tests.conftest import Size
from tests.tempers import random_play

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
SIZES = [("croupier", 2), ("microfilms", 3), ("microfilms", 4), ("microfilms", 6)]
KEY = re.compile(r"\[([^\]]+)\]")
DECK = "film-china film-uk film-usa letter-china letter-usa ace cash-out cash-out interrogate steal"
COMMON = {"?", "l", "n", "q", "Enter"}


class Reader(io.BytesIO):
    """Someone who presses any of the keys that are shown, and knows nothing else."""

    def __init__(self, out: io.StringIO, rng: random.Random) -> None:
        super().__init__()
        self._out, self._rng, self._seen = out, rng, 0

    def readline(self, _size: int | None = -1) -> bytes:
        shown = self._out.getvalue()[self._seen :]
        self._seen = len(self._out.getvalue())
        keys = [key for key in KEY.findall(shown[shown.rindex("▸") :]) if key not in COMMON]
        assert keys, shown
        return f"{self._rng.choice(keys)}\n".encode()


def screen(keys: bytes | Reader, out: io.StringIO) -> Screen:
    return Screen(out, keys if isinstance(keys, Reader) else io.BytesIO(keys), {})


def typed(keys: str, path: Path, name: str = "microfilms", seats: int | None = None) -> str:
    """What is written when these keys are typed, one a line, in a new game."""
    out = io.StringIO()
    wishes = Wishes(path, "7", "me", "Ada", seats)
    assert play(screen("\n".join(keys.split("|")).encode(), out), name, wishes) == 0
    return out.getvalue()


def random_games(seed: int, count: int) -> Iterator[Game]:
    """Games of all sizes, after each of their actions."""
    for number in range(count):
        for name, seats in SIZES:
            whole = random_play(name, random.Random(f"{seed} {number} {name} {seats}"), seats)
            game = Game(whole.rules, seats, whole.options)
            for step in whole.steps():
                game.apply(step.words, step.seat)
                yield game


def cast(game: Game, viewer: Viewer) -> Cast:
    return Cast(NAMES[: game.seats], viewer)


class TestPlaying:
    @pytest.mark.parametrize(("name", "seats"), SIZES)
    def test_the_keys_shown_lead_to_the_end(
        self, name: str, seats: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And nothing that is said is wider than a narrow screen."""
        monkeypatch.setenv("COLUMNS", "40")
        monkeypatch.chdir(tmp_path)
        path, out = Path("a.game.json"), io.StringIO()
        reader = Reader(out, random.Random(f"{seed} {name} {seats}"))
        assert play(screen(reader, out), name, Wishes(path, str(seed), seats=seats)) == 0
        said = out.getvalue()
        assert max(map(width, said.split("\n"))) <= 40
        assert "WHO WAS WHO" in said and "Allied" in said and "Where all lay" in said
        assert "\x1b" not in said
        read, game = record.load(path)
        assert game.status.over and len(read.seats) == seats

    def test_four_sit_down_unless_told_otherwise(self, tmp_path: Path) -> None:
        typed("q", tmp_path / "a.game.json")
        typed("q", tmp_path / "b.game.json", seats=6)
        seats = [record.load(tmp_path / name)[0].seats for name in ("a.game.json", "b.game.json")]
        assert [len(each) for each in seats] == [4, 6]

    def test_who_leaves_is_told_what_to_type_to_go_on(self, tmp_path: Path) -> None:
        """As a shell takes it."""
        path = tmp_path / "two words.game.json"
        said = typed("q", path)
        assert said.endswith(f"\n  brushpass play microfilms --save '{path}'\n")

    def test_a_choice_within_a_choice_has_a_way_back(self, tmp_path: Path) -> None:
        said = typed("o||p|q", tmp_path / "a.game.json")
        assert "as a bribe · which?" in said and "[Enter] back" in said
        assert "You pass: 1 franc." in said

    def test_the_rule_explained_is_that_of_the_key_pressed(self, tmp_path: Path) -> None:
        said = typed("?|o|?|q", tmp_path / "a.game.json")
        first, second = said.index("M12 · Pass"), said.rindex("M13 · Bribe")
        assert first < said.index("[Enter] back") < second

    def test_a_game_goes_on_where_it_was_left(self, tmp_path: Path) -> None:
        path = tmp_path / "a.game.json"
        typed("p|q", path)
        before = record.load(path)[0].actions
        out = io.StringIO()
        assert play(screen(b"y\nq\n", out), "microfilms", Wishes(path)) == 0
        assert record.load(path)[0].actions == before
        assert f"after action {len(before)}" in out.getvalue().replace("\n", " ")

    def test_notebook_and_log_are_there(self, tmp_path: Path) -> None:
        said = typed("n|l|q", tmp_path / "a.game.json")
        assert "Who can be whom" in said and "Where it can lie" in said
        assert re.search(r"4 You are dealt an? .* card\. +M7", said)

    def test_what_may_not_be_done_is_refused_by_its_rule(self, tmp_path: Path) -> None:
        said = typed("discard ace|zz|q", tmp_path / "a.game.json")
        assert "is for discard" in said and "There is no key 'zz'" in said


class TestKeys:
    def test_every_action_has_keys_of_its_own(self, seed: int, size: Size) -> None:
        decisions = 0
        for game in random_games(seed, size("games whose keys are pressed", 3, 60)):
            seat = game.status.actor
            if not isinstance(seat, int):
                continue
            face, view, who = FACES[game.rules.id], game.view(seat), cast(game, seat)
            legal = [game.rules.parse(words) for words in game.legal(seat)]
            menu = Menu(
                [Choice(keys, act) for act in legal for keys in face.ways(view, seat, act, who)]
            )
            paths = [tuple(step.key for step in choice.steps) for choice in menu.choices]
            assert len(set(paths)) == len(paths)
            assert not {path[0] for path in paths} & COMMON
            for choice, path in zip(menu.choices, paths, strict=True):
                pressed = menu.press(" ".join(path))
                assert pressed is not None and pressed.chosen is not None
                assert pressed.chosen.action is choice.action
            question = face.question(view, seat, who)
            ids = [*question.rule.split(), *(s.rule for c in menu.choices for s in c.steps)]
            assert all(rulebook.rule(each) for each in ids if each)
            decisions += 1
        assert decisions > 100

    def test_places_of_letters_are_named_in_either_order(self) -> None:
        game = dealt()
        ways = FACES["microfilms"].ways(game.view(0), 0, WinBroker((1, "deck")), cast(game, 0))
        assert {tuple(step.key for step in steps) for steps in ways} == {
            ("w", "1", "d"),
            ("w", "d", "1"),
        }


class TestThePicture:
    @pytest.mark.parametrize("wide", [40, 60, 80, 108])
    def test_it_keeps_to_its_room(self, wide: int, seed: int, size: Size) -> None:
        for number, game in enumerate(random_games(seed, size("games drawn", 1, 20))):
            if number % 5:
                continue
            viewer = (None, *range(game.seats))[number % (game.seats + 1)]
            for view in (game.view(viewer), game.opened()):
                face = FACES[game.rules.id]
                lines = face.draw(view, cast(game, viewer), Room(wide, 24))
                assert max(map(width, lines)) <= wide
                if not isinstance(view, Opened):
                    assert len(lines) <= 24

    def test_it_names_what_all_can_see(self, seed: int) -> None:
        """M32: francs, Suspect or Cleared, hands by their number, the top of the discard deck."""
        for game in random_games(seed, 1):
            view: Any = game.view(None)
            if game.rules.id == "croupier" or view.active is None or game.status.over:
                continue
            lines = FACES["microfilms"].draw(view, cast(game, None), Room(100, 40))
            text = plain("\n".join(lines))
            assert text.count("eliminated") == sum(each.eliminated for each in view.players)
            assert text.count("Cleared") == sum(
                each.cleared and not each.eliminated for each in view.players
            )
            assert text.count("▒▒") == sum(each.hand for each in view.players) + (view.deck > 0)

    def test_it_counts_in_good_english(self) -> None:
        game = dealt()
        game.apply("cash-out")
        lines = FACES["microfilms"].draw(game.view(0), cast(game, 0), Room(100, 40))
        text = plain("\n".join(lines))
        assert "· 1 turn played" in text
        assert "discard deck 1,  Cash out  on top" in text


class TestTheLog:
    def test_whatever_happens_is_told_with_its_rule(self, seed: int, size: Size) -> None:
        games = random_games(seed, size("games told", 4, 100))
        ended = [game for game in games if game.status.over]
        assert ended
        for game in ended:
            for viewer in (None, *range(game.seats)):
                log = Log(FACES[game.rules.id], cast(game, viewer))
                log.learn(game.news(viewer))
                assert len(log.entries) > 7
                assert all(rulebook.rule(entry.said.rule) for entry in log.entries)
                assert all(plain(entry.said.text).endswith(".") for entry in log.entries)

    def test_only_those_who_may_are_told_of_a_card(self) -> None:
        """M13: the two of a bribe know it, and nobody else."""
        game = dealt()
        game.apply("bribe 1 cash-out")
        game.apply("accept")
        said = {viewer: told(game, viewer)[-2:] for viewer in (None, 0, 1, 2)}
        assert said[0][0] == "You offer Bo a Cash out card as a bribe."
        assert said[1] == [
            "Ada offers you a card as a bribe.",
            "You accept the bribe, a Cash out card: Ada is Cleared.",
        ]
        assert said[2] == said[None]
        assert said[2] == [
            "Ada offers Bo a card as a bribe.",
            "Bo accepts the bribe: Ada is Cleared.",
        ]

    @pytest.mark.parametrize(
        ("starter", "said"),
        [(0, "Bo declines, with no franc to pay."), (3, "Bo declines, for 1 franc.")],
    )
    def test_a_bribe_is_declined_for_a_franc_if_there_is_one(self, starter: int, said: str) -> None:
        """M9, M13: Bo, the 3rd from Dan, has a franc to begin with, and as the 2nd he has none."""
        game = dealt(starter)
        game.apply("bribe 1 interrogate" if starter else "bribe 1 cash-out")
        game.apply("decline")
        assert said in told(game, 2)

    def test_an_attempt_is_told_and_so_is_its_end(self) -> None:
        game = dealt()
        for words in ("bribe 1 cash-out", "accept", "pass", "discard cash-out", "pass", "pass"):
            game.apply(words)
        for words in ("draw deck", "pass", "pass", "pass", "win agent film-china"):
            game.apply(words)
        attempt, end = told(game, 1)[-2:]
        assert attempt == "Ada attempts to win as the agent of China with the microfilm of China."
        assert end == "You win: the agent who stood alone."

    @pytest.mark.parametrize(
        ("result", "said"),
        [
            (Result((0, 2), "agents"), "You and Cleo win: the allied agents."),
            (Result((1,), "agents"), "Bo wins: the agent who stood alone."),
            (Result((0,), "hitman"), "You win: the hitman has found the ace."),
            (Result(("croupier",), "agents"), "The Croupier wins: the agent who stood alone."),
            (Result((1,), "failed-attempt"), "Bo wins: the other's attempt was wrong."),
            (
                Result((1, "croupier"), "croupier-hand"),
                "Bo and the Croupier win: allied, with the other's film in his hand.",
            ),
            (
                Result(("croupier",), "croupier-hand"),
                "The Croupier wins: the players are allied with each other.",
            ),
            (Result((0,), "croupier-hand"), "You win: the claim was wrong."),
            (Result((), "croupier-francs"), "Nobody wins: the Croupier has ten francs."),
            (Result((), "turn-limit"), "Nobody wins: the last turn is over."),
        ],
    )
    def test_the_end_says_who_and_why(self, result: Result, said: str) -> None:
        assert FACES["microfilms"].ending(result, Cast(NAMES, 0)) == said


class TestTheNotebook:
    def test_it_says_what_is_known_and_no_more(self, seed: int) -> None:
        """Each mark is what the exact knowledge of the seat says."""
        for number, game in enumerate(random_games(seed, 1)):
            if number % 10 or len(game.actions) < 8:
                continue
            news = [event for _, event in game.news(0)]
            croupier = game.rules.id == "croupier"
            known = Knowledge.at_start(0, croupier=croupier).learn(news)  # type: ignore[arg-type]
            write = FACES[game.rules.id].notebook
            assert write is not None
            lines = list(map(plain, write(news, cast(game, 0), 100)))
            rows = {line[:13].strip(): line[13:].split() for line in lines if set(line) & {*"●?·"}}
            for card, name in (("film-uk", "UK film"), ("letter-usa", "USA letter")):
                if name in rows:
                    places = known.places(card)
                    spots = [*range(game.seats), *(["croupier"] if croupier else [])]
                    for spot, mark in zip([*spots, "deck"], rows[name], strict=False):
                        assert (mark == "·") == (spot not in places)
                        assert (mark == "●") == (places == {spot})
            for name, marks in rows.items():
                if name.endswith("agent"):
                    assert marks[0] in "●·"  # one's own is known

    @pytest.mark.parametrize("wide", [40, 60, 100])
    def test_it_keeps_to_its_room(self, wide: int) -> None:
        game = dealt()
        write = FACES["microfilms"].notebook
        assert write is not None
        lines = write([event for _, event in game.news(0)], cast(game, 0), wide)
        assert max(map(width, lines)) <= wide


class TestReplay:
    @pytest.mark.parametrize("seat", ["public", "all", "0", "3"])
    def test_a_record_is_told_to_whoever_asks(
        self, seat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = saved(dealt(), tmp_path)
        assert cli.main(["replay", str(path), "--seat", seat]) == 0
        said = capsys.readouterr().out
        assert ("You are the agent of China." in said) == (seat == "0")
        assert ("You are the journalist." in said) == (seat == "3")
        assert ("UK film" in said) == (seat == "all")  # it lies in the draw deck

    def test_public_is_what_is_shown_unless_asked_otherwise(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = saved(dealt(), tmp_path)
        told = []
        for more in ([], ["--seat", "public"]):
            cli.main(["replay", str(path), *more])
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]

    def test_a_seat_that_is_not_there_is_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as left:
            cli.main(["replay", str(saved(dealt(), tmp_path)), "--seat", "4"])
        assert left.value.code == 2
        assert "0, 1, 2, 3, all or public" in capsys.readouterr().err


class TestTheCommandLine:
    @pytest.mark.parametrize(("game", "seats"), [("microfilms", "7"), ("croupier", "3")])
    def test_a_number_of_seats_that_a_game_has_not_is_refused(
        self, game: str, seats: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "a.game.json"
        assert cli.main(["play", game, "--seats", seats, "--save", str(path)]) == 1
        assert f"not {seats}" in capsys.readouterr().err
        assert not path.exists()

    def test_rules_are_found_by_id_and_by_title(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["rules", "M17"]) == 0
        assert capsys.readouterr().out.startswith("M17 · Interrogate.")
        assert cli.main(["rules", "bribe"]) == 0
        said = capsys.readouterr().out
        assert "M13 · Bribe. Choose a card of your hand" in said
        assert cli.main(["rules", "C7", "M29"]) == 0
        said = capsys.readouterr().out
        assert "C7 · Ten francs." in said and "M29 · Eliminated." in said


def dealt(starter: int = 0) -> Game:
    """Ada is China's agent with a Cash out card; China and the USA are allied, Bo stands alone."""
    game = Game(GAMES["microfilms"], 4)
    for words in (
        "agents china uk usa",
        "identities agent-china agent-uk agent-usa journalist",
        "letters china usa",
        "actions cash-out steal interrogate interrogate",
        f"deck {DECK}",
        f"first {starter}",
    ):
        game.apply(words)
    return game


def told(game: Game, viewer: Viewer) -> list[str]:
    log = Log(FACES[game.rules.id], cast(game, viewer))
    log.learn(game.news(viewer))
    return [plain(entry.said.text) for entry in log.entries]


def saved(game: Game, folder: Path) -> Path:
    path = folder / "saved.game.json"
    record.save(record.of(game, tuple({"name": name} for name in NAMES[: game.seats]), {}), path)
    return path
