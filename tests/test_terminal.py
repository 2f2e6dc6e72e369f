"""The game in a terminal: played through the real command, into a pipe and on a pseudo-terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brushpass import record
from brushpass.terminal.ink import clip, ends, on_orange, orange, pad, plain, width, wrap
from brushpass.terminal.markdown import render
from brushpass.terminal.play import Wishes, play
from brushpass.terminal.screen import Screen
from tests.conftest import Size
from tests.kompromat.table import situation

SOURCE = Path(__file__).resolve().parent.parent / "src"
ESCAPE = "\x1b"
CLEAR = "\x1b[H\x1b[2J"
SAVED = "brushpass-kompromat.game.json"
PATIENCE = 20.0


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM")}
    size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    return {**kept, **size, "PYTHONPATH": str(SOURCE), **more}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "brushpass", *words]


def piped(folder: Path, typed: str, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """`brushpass play kompromat`, with these lines typed, into a pipe."""
    words = words or ("--seed", "5", "--first", "me")
    return subprocess.run(
        command("play", "kompromat", *words),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(**env),
        timeout=60,
        check=False,
    )


def actions(folder: Path, name: str = SAVED) -> list[str]:
    """The actions saved there; the record must be one that loads."""
    read, _ = record.load(folder / name)
    return list(read.actions)


class Session:
    """The command on a pseudo-terminal, as a person has it before them."""

    def __init__(self, folder: Path, *words: str, **env: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command("play", "kompromat", *words),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=environment(**env),
            start_new_session=True,
            # A run in the background of a shell hands on that Ctrl-C is to be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
        )
        os.close(theirs)
        self.shown = ""
        self._typed_at = 0

    def reads(self, wanted: str) -> str:
        """All that is shown since something was typed, as soon as this is; without colours."""
        end = time.monotonic() + PATIENCE
        while wanted not in (since := plain(self.shown[self._typed_at :])):
            assert time.monotonic() < end, f"{wanted!r} did not come; {since}"
            assert self._read(), f"{wanted!r} did not come; {since}"
        return since

    def types(self, line: str) -> None:
        self.presses(f"{line}\n".encode())

    def presses(self, key: bytes) -> None:
        self._typed_at = len(self.shown)
        os.write(self._ours, key)

    def ends(self) -> int:
        end = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < end, f"it did not end; {plain(self.shown[self._typed_at :])}"
        os.close(self._ours)
        return self.process.wait(PATIENCE)

    def _read(self) -> bool:
        if not select.select([self._ours], [], [], 0.2)[0]:
            return self.process.poll() is None
        try:
            part = os.read(self._ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.shown += part.decode("utf-8", "replace")
        return bool(part)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    here = Session(tmp_path, "--seed", "5", "--first", "me")
    yield here
    if here.process.poll() is None:
        here.process.kill()
        here.process.wait()


class TestIntoAPipe:
    def test_a_turn_is_played_by_keys(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d\n1\nd\ns\nq\n")
        assert done.returncode == 0
        assert actions(tmp_path)[4:8] == ["draw", "place 1", "draw", "stop"]
        assert "Saved in brushpass-kompromat.game.json" in done.stdout

    def test_the_actions_own_words_do_as_well(self, tmp_path: Path) -> None:
        piped(tmp_path, "draw\nplace 1\ndraw\n  stop \n")
        assert actions(tmp_path)[4:8] == ["draw", "place 1", "draw", "stop"]

    def test_there_are_no_control_codes_in_it(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d\n?\nl\n1\n")
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", done.stdout)

    def test_question_mark_shows_the_rule_behind_the_question(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "?\nd\n1\n?\n? k21\n? vesper martini\n")
        assert "K8 · The open card." in done.stdout
        assert "K9 · Going on." in done.stdout
        assert "K21 · GPS tracker." in done.stdout
        assert "K33 · The Vesper Martini's window." in done.stdout

    def test_the_log_tells_each_action_with_its_rule(self, tmp_path: Path) -> None:
        log = piped(tmp_path, "d\n1\nl\n").stdout.split("> l\n")[1]
        assert re.search(r"^     Round 1: .* +K6$", log, re.MULTILINE)
        assert re.search(r"^   5 You draw an? \w+, face up\. +K8$", log, re.MULTILINE)
        assert re.search(r"^   6 You lay the \w+ at 1, the .+\. +K8$", log, re.MULTILINE)

    def test_nonsense_changes_nothing(self, tmp_path: Path) -> None:
        nonsense = "foo\n9\ndeclare 5\nuse drone 1\nfirst 0\n\x00\x1b[A\n1! draw\n" + "x" * 5000
        done = piped(tmp_path, f"{nonsense}\n\n\nd\n")
        assert done.returncode == 0
        assert done.stdout.count("There is no key") >= 4
        assert "`declare 5` is for declare; the phase is turn" in done.stdout
        assert "has no unused drone" in done.stdout
        assert ESCAPE not in done.stdout
        assert actions(tmp_path)[4:] == ["draw"]

    def test_bytes_that_are_no_text_change_nothing(self, tmp_path: Path) -> None:
        done = subprocess.run(
            command("play", "kompromat"),
            input=b"\xff\xfe\xc3\n",
            capture_output=True,
            cwd=tmp_path,
            env=environment(),
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")

    def test_the_end_of_input_saves(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d")
        assert (done.returncode, done.stderr) == (0, "")
        assert actions(tmp_path)[4:] == ["draw"]

    def test_a_pipe_that_nobody_reads_loses_nothing(self, tmp_path: Path) -> None:
        started = subprocess.Popen(
            command("play", "kompromat", "--first", "me"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(),
        )
        assert started.stdout is not None and started.stdin is not None
        started.stdout.readline()
        started.stdout.close()
        started.stdin.write(b"d\n1\ns\n")
        started.stdin.close()
        assert started.stderr is not None
        assert started.stderr.read() == b""
        started.stderr.close()
        assert started.wait(PATIENCE) == 141
        assert len(actions(tmp_path)) >= 4

    def test_an_ascii_terminal_gets_ascii(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d\n", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert "| no cards yet" in done.stdout

    def test_the_seed_is_told_at_the_end_alone(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d\n1\ns\n", "--seed", "magic-word")
        assert "magic-word" not in done.stdout

    @pytest.mark.parametrize(("first", "starter"), [("me", "first 0"), ("bot", "first 1")])
    def test_who_starts_can_be_chosen(self, tmp_path: Path, first: str, starter: str) -> None:
        piped(tmp_path, "q\n", "--first", first)
        assert actions(tmp_path)[0] == starter
        assert json.loads((tmp_path / SAVED).read_text())["chosen"] == [1]


class TestTakingUpAGame:
    def test_it_goes_on_as_if_it_had_not_been_left(self, tmp_path: Path) -> None:
        keys = "d\n1\nd\ns\nd\n2\ns\nd\n3\ns\n"
        whole = tmp_path / "whole"
        whole.mkdir()
        piped(whole, keys)
        for part in ("d\n1\n", "y\nd\ns\n", "\nd\n2\ns\n", "y\nd\n3\ns\n"):
            piped(tmp_path, part)
        assert actions(tmp_path) == actions(whole)

    def test_what_happened_before_is_in_the_log(self, tmp_path: Path) -> None:
        piped(tmp_path, "d\n1\n")
        assert "You start round 1." in piped(tmp_path, "y\nl\n").stdout.split("> l\n")[1]

    def test_a_new_game_leaves_the_old_one_under_another_name(self, tmp_path: Path) -> None:
        piped(tmp_path, "d\n")
        old = (tmp_path / SAVED).read_bytes()
        done = piped(tmp_path, "maybe\nn\nq\n")
        assert "brushpass-kompromat-1.game.json" in done.stdout
        assert (tmp_path / "brushpass-kompromat-1.game.json").read_bytes() == old
        assert len(actions(tmp_path)) == 4

    def test_leaving_at_the_question_changes_nothing(self, tmp_path: Path) -> None:
        piped(tmp_path, "d\n")
        old = (tmp_path / SAVED).read_bytes()
        for answer in ("", "q\n"):
            assert piped(tmp_path, answer).returncode == 0
            assert (tmp_path / SAVED).read_bytes() == old

    @pytest.mark.parametrize("text", ["not a record", "{}", ""])
    def test_what_is_no_record_is_left_alone(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "notes.txt"
        path.write_text(text)
        done = piped(tmp_path, "d\n", "--save", "notes.txt")
        assert (done.returncode, done.stdout) == (1, "")
        assert "notes.txt holds no game" in done.stderr
        assert path.read_text() == text

    def test_where_nothing_can_be_written_it_says_so(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d\n", "--save", "nowhere/mine.game.json")
        assert done.returncode == 1
        assert "cannot write nowhere/mine.game.json" in done.stderr

    def test_the_save_can_be_named(self, tmp_path: Path) -> None:
        done = piped(tmp_path, "d\n", "--save", "mine.game.json")
        assert "brushpass play kompromat --save mine.game.json" in done.stdout
        assert actions(tmp_path, "mine.game.json")[-1] == "draw"


class TestOnATerminal:
    def test_it_is_drawn_in_colour_page_by_page(self, session: Session) -> None:
        page = session.reads("save, quit\r\n> ")
        assert "KOMPROMAT" in page
        assert "Your turn. Draw a card" in page
        assert session.shown.count(CLEAR) == 1
        assert "\x1b[48;5;25;38;5;231m" in session.shown
        session.types("d")
        assert "You drew" in session.reads("Lay it at which mission?")
        assert session.shown.count(CLEAR) == 2
        session.reads("> ")
        session.types("q")
        assert session.ends() == 0
        assert "Saved in" in plain(session.shown)

    def test_a_rule_waits_until_it_is_read(self, session: Session) -> None:
        session.reads("> ")
        session.types("?")
        assert "K8 · The open card." in session.reads("Enter: go on")
        session.types("")
        session.reads("Your turn.")

    def test_ctrl_c_and_ctrl_d_save(self, session: Session, tmp_path: Path) -> None:
        session.reads("> ")
        session.types("d")
        session.reads("Lay it at which mission?")
        os.killpg(session.process.pid, signal.SIGINT)
        assert session.ends() == 130
        assert "Saved in" in plain(session.shown)
        assert "Traceback" not in session.shown
        assert actions(tmp_path)[4:] == ["draw"]

        again = Session(tmp_path)
        again.reads("Go on with it?")
        again.types("y")
        again.reads("Lay it at which mission?")
        again.presses(b"\x04")
        assert again.ends() == 0
        assert actions(tmp_path)[4:] == ["draw"]

    def test_no_color_means_no_control_codes(self, tmp_path: Path) -> None:
        here = Session(tmp_path, "--first", "me", NO_COLOR="1")
        here.reads("> ")
        here.types("q")
        assert here.ends() == 0
        assert ESCAPE not in here.shown

    def test_few_colours_are_enough(self, tmp_path: Path) -> None:
        here = Session(tmp_path, "--first", "me", TERM="xterm")
        here.reads("> ")
        here.types("q")
        here.ends()
        assert ESCAPE in here.shown
        assert "38;5;" not in here.shown


# --- whole games, by someone who presses any key that is shown ------------------------------------


class Sheet(io.StringIO):
    """What is written; a terminal or not."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Fingers(io.BytesIO):
    """Presses any of the keys last shown, or now and then something else."""

    NONSENSE = (b"?\n", b"l\n", b"i\n", b"\n", b"\xff\n", b"use drone 3\n", b"? jetpack\n", b"zz\n")

    def __init__(self, sheet: Sheet, rng: random.Random, nonsense: float) -> None:
        super().__init__()
        self.sheet, self.rng, self.nonsense = sheet, rng, nonsense

    def isatty(self) -> bool:
        return self.sheet.terminal

    def readline(self, _size: int | None = -1, /) -> bytes:
        end = self.sheet.tell()
        self.sheet.seek(max(0, end - 3000))
        shown = plain(self.sheet.read())
        if shown.endswith("go on "):
            return b"\n"
        if self.rng.random() < self.nonsense:
            return self.rng.choice(self.NONSENSE)
        keys = re.findall(r"\[([^\]\s]+)\] ", shown[shown.rfind("▸ ") :])
        able = [key for key in keys if key not in ("?", "l", "i", "q", "Enter")]
        return f"{self.rng.choice(able)}\n".encode()


def whole_game(
    path: Path, seed: int, *, terminal: bool, nonsense: float = 0.0, first: str = "random"
) -> str:
    """Everything shown in a game that someone has played to the end."""
    sheet = Sheet(terminal=terminal)
    fingers = Fingers(sheet, random.Random(seed), nonsense)
    screen = Screen(sheet, fingers, {"TERM": "xterm-256color"})
    assert play(screen, "kompromat", Wishes(path, f"seed-{seed}", first)) == 0
    return sheet.getvalue()


def pages(shown: str) -> list[list[str]]:
    return [plain(page).split("\n") for page in shown.split(CLEAR)]


class TestAWholeGame:
    @pytest.mark.parametrize("terminal", [True, False])
    def test_it_can_be_played_to_the_score_sheet(
        self, tmp_path: Path, seed: int, terminal: bool
    ) -> None:
        path = tmp_path / "whole.game.json"
        shown = plain(whole_game(path, seed, terminal=terminal, nonsense=0.05))
        read, game = record.load(path)
        assert game.status.over and read.result is not None
        end = shown[shown.index("SCORE SHEET") :]
        points = re.search(r"^Points +(\d+) +(\d+)$", end, re.MULTILINE)
        assert points and [int(each) for each in points.groups()] == read.result["points"]
        for row in ("Targets", "Items", "Codes", "Documents", "Notoriety"):
            assert f"\n{row} " in end
        assert str(path) in end
        assert f"seed-{seed}" in end
        assert f"seed-{seed}" not in shown[: shown.index("SCORE SHEET")]

    def test_a_finished_game_makes_room_for_the_next(self, tmp_path: Path, seed: int) -> None:
        path = tmp_path / "mine.game.json"
        whole_game(path, seed, terminal=False)
        finished = path.read_bytes()
        whole_game(path, seed + 1, terminal=False)
        assert (tmp_path / "mine-1.game.json").read_bytes() == finished

    @pytest.mark.parametrize("measures", ["100x40", "80x24", "60x30", "40x24"])
    def test_it_fits_the_screen(
        self, tmp_path: Path, seed: int, size: Size, measures: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        wide, high = measures.split("x")
        monkeypatch.setenv("COLUMNS", wide)
        monkeypatch.setenv("LINES", high)
        for number in range(size("games on a screen", 1, 20)):
            path = tmp_path / f"{number}.game.json"
            asked = pages(whole_game(path, seed + number, terminal=True))
            asked = [page for page in asked if any(line.startswith("▸ ") for line in page)]
            longest = max(width(line) for page in asked for line in page)
            assert longest <= int(wide)
            too_high = [page for page in asked if len(page) > int(high)]
            assert len(too_high) <= 0.03 * len(asked), "\n".join(too_high[0])

    def test_interrupts_are_asked_until_that_is_switched_off(self, tmp_path: Path) -> None:
        """K17: before the bot draws, lays or stops, whoever has an item to use is asked."""
        actions = situation("0 holds: drone\nstarts: 1").game.actions
        seats: tuple[dict[str, Any], ...] = ({"name": "Ada"}, {"name": "Bo", "bot": "operative"})
        saved = record.Record("kompromat", seats, {}, tuple(actions))

        def asked(typed: str) -> int:
            record.save(saved, tmp_path / SAVED)
            return piped(tmp_path, f"y\n{typed}", "--seed", "1").stdout.count("Use an item now?")

        often = asked("w\n" * 20)
        assert often > 1
        assert asked("i\n" + "w\n" * 20) == 1


# --- the ink --------------------------------------------------------------------------------------


class TestInk:
    def test_a_text_is_as_wide_as_it_looks(self) -> None:
        assert width(orange("abc") + on_orange(" 1 ")) == 6
        assert width("情報") == 4

    def test_it_is_clipped_with_its_colours(self) -> None:
        assert plain(clip(orange("abcdef"), 4)) == "abc…"
        assert clip(orange("abcdef"), 4).count("\x1b[0m") == 1
        assert clip("abc", 3) == "abc"

    def test_it_is_padded_to_either_side(self) -> None:
        assert pad("ab", 4) == "ab  "
        assert pad("ab", 4, "right") == "  ab"
        assert ends("ab", "c", 6) == "ab   c"
        assert ends("abcdef", "c", 6) == "abcdef"

    def test_it_is_broken_between_words(self) -> None:
        assert wrap("one two three four", 9, "  ") == ["one two", "  three", "  four"]
        assert [plain(line) for line in wrap(orange("one two three"), 7)] == ["one two", "three"]

    def test_a_table_too_wide_for_its_words_becomes_a_list(self) -> None:
        table = "| Card | What it does |\n| --- | --- |\n| `drone` | shows all cards there |"
        assert len(render(table, 60)) == 3
        assert plain(render(table, 10)[0]).startswith("drone:")
