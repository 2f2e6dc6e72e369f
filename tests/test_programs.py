"""Bots that are programs: what they are told, what ends badly, and what is left behind."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brushpass import GAMES, Game, table
from brushpass.arena.check import check
from brushpass.bots import Uniform
from brushpass.bots.program import Forfeit, Program

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bots.md"

Written = Callable[[str], str]

LONG = 240.0
"""Seconds for an answer that nobody needs, however busy the machine is."""
ANY = "print(json.dumps({'action': random.choice(m['legal'])}), flush=True)"


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """The command of a program that does this with each question `m`, or a whole program."""

    def write(does: str) -> str:
        if "\n" not in does:
            does = (
                "import json, os, random, sys, time\n"
                "for line in sys.stdin:\n"
                "    m = json.loads(line)\n"
                f"    if m['type'] == 'act':\n        {does}\n"
            )
        path = tmp_path / "bot.py"
        path.write_text(does, "utf-8")
        return shlex.join([sys.executable, str(path)])

    return write


def program(command: str, game: str = "kompromat", seat: int = 0, limit: float = 60.0) -> Program:
    seats = GAMES[game].seats[0]
    return Program(command, game, seat, "7", [f"Seat {each}" for each in range(seats)], limit)


def play(command: str, game: str = "kompromat", limit: float = 60.0, seed: str = "1") -> Program:
    """A whole game of the program in seat 0 against chance."""
    handle = Game(GAMES[game], GAMES[game].seats[0])
    with program(command, game, limit=limit) as bot:
        players: list[Any] = [bot, *(Uniform(seat, "2") for seat in range(1, handle.seats))]
        for _ in table.play(handle, players, seed):
            pass
        bot.end(handle.news(0), handle.status.result, handle.view(0))
    return bot


def messages(bot: Program) -> list[Any]:
    return [json.loads(line[2:]) for line in bot.transcript if line.startswith("> ")]


def is_running(pid: int) -> bool:
    """Whether a process lives; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # it is gone, perhaps while this was read
        return False


class TestWhatItIsTold:
    @pytest.mark.parametrize("game", GAMES)
    def test_a_game_is_start_news_and_questions_and_an_end(
        self, game: str, written: Written
    ) -> None:
        told = messages(play(written(ANY), game))
        kinds = [message["type"] for message in told]
        assert kinds[0] == "start"
        assert kinds.count("start") == kinds.count("end") == 1
        assert kinds[-1] == "end"
        assert set(kinds[1:-1]) == {"news", "act"}
        assert told[-1]["result"]["winners"] is not None
        assert told[-1]["view"]["phase"] == "over"

    def test_every_event_comes_once_and_in_order(self, written: Written) -> None:
        told = messages(play(written(ANY)))
        events = [event for each in told if each["type"] == "news" for event in each["events"]]
        numbers = [event["number"] for event in events]
        assert numbers == sorted(numbers)
        assert events[0]["type"] == "started"
        assert events[-1]["type"] == "ended"

    def test_it_never_sees_a_face_that_its_view_hides(self, written: Written) -> None:
        """K43: the lines are made from the door and from nothing else."""
        for message in messages(play(written(ANY)))[:-1]:
            for event in message.get("events", []):
                if event["type"] in ("pushed-down", "night-vision") and event["seat"] == 1:
                    assert event.get("card") is None
                    assert event.get("cards") is None
            if message["type"] == "act":
                deck = message["view"]["players"][1]["deck"]
                assert isinstance(deck, int)

    def test_an_interrupt_may_be_answered_with_wait(self, written: Written) -> None:
        """K17: it is asked in the other's turn while it has an item, and again after a use."""
        asked = []
        for seed in "12345":
            bot = play(written(ANY), seed=seed)
            asked += [each for each in messages(bot) if each["type"] == "act" and each["interrupt"]]
        assert asked
        assert all(each["legal"][-1] == "wait" for each in asked)
        assert all(each["view"]["phase"] in ("turn", "place", "push") for each in asked)
        assert all(each["view"]["actor"] == 1 for each in asked)

    def test_a_belief_and_a_remark_are_kept(self, written: Written) -> None:
        told = "{'action': m['legal'][0], 'id': m['id'], 'belief': {'over': 0.4}, 'remark': 'hm'}"
        bot = play(written(f"print(json.dumps({told}), flush=True)"), "croupier")
        assert bot.said[0].belief == {"over": 0.4}
        assert bot.said[0].remark == "hm"


class TestWhatEndsBadly:
    @pytest.mark.parametrize(
        ("does", "why"),
        [
            ("print('draw', flush=True)", "expected an answer as JSON on one line"),
            ("print('[]', flush=True)", 'expected an answer such as {"action": "draw"}'),
            ("print('{\"action\": 3}', flush=True)", "expected an answer such as"),
            ("print('{\"action\": \"fold\"}', flush=True)", "expected one of draw; came 'fold'"),
            ("os.write(1, 2 * b'{\"action\": \"draw\"}\\n')", "it wrote more than one line"),
            ("print('x' * 100_000, flush=True)", "it wrote over 65536 bytes"),
            ("sys.exit(3)", "it had ended with status 3"),
            (
                "print(json.dumps({'action': m['legal'][0], 'id': 99}), flush=True)",
                "expected the answer to act 1; came one to 99",
            ),
        ],
    )  # fmt: skip
    def test_it_forfeits_and_is_told_why(
        self, does: str, why: str, written: Written, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("brushpass.bots.program.FAREWELL", 60.0)  # on a busy machine too
        with pytest.raises(Forfeit, match=re.escape(why)):
            play(written(does))

    def test_who_closes_its_end_forfeits(self, written: Written) -> None:
        with pytest.raises(Forfeit, match="it closed its end"):
            play(written("os.close(1); time.sleep(60)"))

    def test_a_line_that_nobody_asked_for_forfeits(self, written: Written, tmp_path: Path) -> None:
        """It is not taken for the answer to the next question, though it might be legal there."""
        told = tmp_path / "told"
        twice = "print(json.dumps({'action': 'draw'}), flush=True)"
        command = written(f"{twice}; time.sleep(0.2); {twice}; open({str(told)!r}, 'w')")

        def played() -> None:
            game, end = Game(GAMES["kompromat"], 2), time.monotonic() + 60
            with program(command) as bot:
                for _ in table.play(game, [bot, Uniform(1, "2")], "1"):
                    while bot.said and not told.exists():
                        assert time.monotonic() < end
                        time.sleep(0.01)

        with pytest.raises(Forfeit, match=r"expected no line before act 2|more than one line"):
            played()

    def test_who_is_late_forfeits(self, written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("brushpass.bots.program.START_UP", 0.5)
        with pytest.raises(Forfeit, match="expected an answer to act 1; nothing came in time"):
            play(written("time.sleep(30)"), limit=0.2)

    def test_who_does_not_read_forfeits(
        self, written: Written, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A full pipe holds nobody up."""
        monkeypatch.setattr("brushpass.bots.program.START_UP", 0.5)
        game = Game(GAMES["kompromat"], 2)
        command = written("import time\ntime.sleep(30)\n")
        with (
            pytest.raises(Forfeit, match="expected it to read a message"),
            Program(command, "kompromat", 0, "7", ["x" * 2_000_000, "b"], 0.2),
        ):
            pytest.fail(f"{game} began")

    def test_what_does_not_start_forfeits(self) -> None:
        with (
            pytest.raises(Forfeit, match="'/no/such/bot' did not start"),
            program("/no/such/bot"),
        ):
            pytest.fail("it started")

    def test_the_transcript_has_every_line_and_its_last_words(self, written: Written) -> None:
        command = written("print('nonsense', flush=True); print('why', file=sys.stderr)")
        bot = program(command)
        game = Game(GAMES["kompromat"], 2)
        with pytest.raises(Forfeit), bot:
            for _ in table.play(game, [bot, Uniform(1, "2")], "4"):
                pass
        assert bot.transcript[0].startswith('> {"type": "start"')
        assert "< nonsense" in bot.transcript
        assert any(line.startswith("! expected an answer as JSON") for line in bot.transcript)


class TestWhatIsLeftBehind:
    def test_neither_it_nor_what_it_started_lives_on(
        self, written: Written, tmp_path: Path
    ) -> None:
        """One that does not go, with a child in a session of its own that does not go either."""
        names = tmp_path / "pids"
        command = written(
            "import os, subprocess, sys, time\n"
            "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
            f"open({str(names)!r} + '.new', 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
            f"os.rename({str(names)!r} + '.new', {str(names)!r})\n"
            "sys.stdin.readline()\n"
            "time.sleep(60)\n"
        )
        with program(command):
            end = time.monotonic() + 60
            while not names.exists():
                assert time.monotonic() < end
                time.sleep(0.01)
        one, other = map(int, names.read_text().split())
        assert not is_running(one)
        end = time.monotonic() + 60
        while is_running(other):
            assert time.monotonic() < end
            time.sleep(0.01)


class TestTheCheck:
    @pytest.fixture(autouse=True)
    def brief(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("brushpass.arena.check._GAMES", 2)
        for module in ("bots.program", "arena.check"):  # on a busy machine too
            monkeypatch.setattr(f"brushpass.{module}.FAREWELL", 60.0)

    def test_a_sound_program_passes(self, written: Written) -> None:
        said: list[str] = []
        assert check(written(ANY), ["croupier"], "1", LONG, said.append)
        assert said[-1] == "Nothing is wrong with it."
        assert not [line for line in said if line.startswith("wrong")]

    @pytest.mark.parametrize(
        ("does", "limit", "trial"),
        [
            ("print(json.dumps({'action': 'pass'}), flush=True)", LONG, "plays whole games"),
            (
                ANY.replace("m['legal']", "m['legal'] if 'weather' not in m else []"),
                LONG,
                "passes over keys and kinds of news that it does not know",
            ),
            (f"time.sleep(2 * (m['id'] == 3)); {ANY}", 5.0, "plays whole games"),
        ],
    )
    def test_it_says_what_is_wrong(
        self, does: str, limit: float, trial: str, written: Written
    ) -> None:
        said: list[str] = []
        assert not check(written(does), ["croupier"], "1", limit, said.append)
        assert said[-1] == "Mend this, and try again."
        wrong = [line for line in said if line.startswith("wrong")]
        assert len(wrong) == 1
        assert trial in wrong[0]

    def test_the_largest_table_is_tried_too(self, written: Written) -> None:
        """With three seats one never meets a freelancer, and nobody is ever eliminated (M29)."""
        said: list[str] = []
        does = f"len(m['view']['players']) > 3 and sys.exit(4); {ANY}"
        assert not check(written(does), ["microfilms"], "1", 5.0, said.append)
        assert any("it had ended with status 4" in line for line in said)

    def test_one_that_does_not_leave_is_found(
        self, written: Written, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in ("bots.program", "arena.check"):
            monkeypatch.setattr(f"brushpass.{module}.FAREWELL", 0.5)
        said: list[str] = []
        stays = (
            "import json, random, sys, time\n"
            "for line in sys.stdin:\n"
            "    m = json.loads(line)\n"
            f"    if m['type'] == 'act':\n        {ANY}\n"
            "time.sleep(60)\n"
        )
        assert not check(written(stays), ["croupier"], "1", LONG, said.append)
        assert any("expected it to end with its input" in line for line in said)


class TestThePage:
    """docs/bots.md is enough to write a bot from."""

    def test_its_bot_plays_and_passes_the_check(
        self, written: Written, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("brushpass.arena.check._GAMES", 3)
        for module in ("bots.program", "arena.check"):  # on a busy machine too
            monkeypatch.setattr(f"brushpass.{module}.FAREWELL", 60.0)
        code = PAGE.read_text("utf-8").split("```python\n")[1].split("```")[0]
        said: list[str] = []
        assert check(written(code), ["kompromat"], "1", LONG, said.append), said

    def test_it_names_every_field_of_every_message(self, written: Written) -> None:
        page = PAGE.read_text("utf-8")
        examples = [
            json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL)
        ]
        shown = {each["type"]: set(each) for each in examples if "type" in each}
        sent: dict[str, set[str]] = {}
        for message in messages(play(written(ANY))):
            sent.setdefault(message["type"], set()).update(message)
        assert shown == sent
