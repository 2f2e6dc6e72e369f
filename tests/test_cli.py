"""The command line: what it says, what it shows to whom, and how it ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brushpass import Game, cli, record, rulebook
from tests.kompromat.table import Table, situation
from tests.test_rulebook import RULES

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = tuple("play replay verify rules referee serve arena bot-check backup tidy admin".split())
SEATS: tuple[dict[str, Any], ...] = ({"name": "Ada"}, {"name": "Bo"})


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


class Said:
    """What a command wrote, and its exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        try:
            self.status = cli.main(words)
        except SystemExit as end:  # how argparse ends
            self.status = end.code if isinstance(end.code, int) else 1
        self.out, self.err = capsys.readouterr()


def saved(game: Game, path: Path) -> Path:
    record.save(record.of(game, SEATS), path)
    return path


def midway() -> Table:
    """Seat 0 has laid 10 face up and 6 and ½ face down; seat 1 laid 9, and 5 face down."""
    return situation("1 at 2: 9 5\n0 at 1: 10 6 0.5 ...")


class TestHelp:
    def test_it_names_every_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        said = Said(capsys, "--help")
        assert said.status == 0
        assert all(re.search(rf"^    {name}\b", said.out, re.MULTILINE) for name in COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_each_command_shows_examples(
        self, name: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = Said(capsys, name, "--help")
        assert said.status == 0
        assert len(re.findall(rf"^  .*brushpass {name}", said.out, re.MULTILINE)) >= 1

    @pytest.mark.parametrize(
        "words",
        [
            (),
            ("dance",),
            ("play", "chess"),
            ("play", "kompromat", "--first", "nobody"),
            ("play", "kompromat", "--what"),
            ("replay",),
            ("verify",),
        ],
    )
    def test_who_asks_wrongly_is_told_how(
        self, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = Said(capsys, *words)
        assert (said.status, said.out) == (2, "")
        assert said.err.startswith("usage: brushpass")


class TestRules:
    def test_without_a_word_it_lists_the_chapters(self, capsys: pytest.CaptureFixture[str]) -> None:
        said = Said(capsys, "rules")
        assert said.status == 0
        for line in ("Kompromat", "K16–K27 Items: ", "K43 What each seat sees", "C1–C11 The Cr"):
            assert f"\n{line}" in f"\n{said.out}"

    @pytest.mark.parametrize("name", [rule for rules in RULES.values() for rule in rules])
    def test_an_id_gives_its_rule(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        said = Said(capsys, "rules", name.lower())
        assert said.status == 0
        assert said.out.startswith(f"{name} · ")
        assert re.findall(r"^[KMC]\d+ · ", said.out, re.MULTILINE) == [f"{name} · "]

    def test_no_marks_are_left(self, capsys: pytest.CaptureFixture[str]) -> None:
        for name in rulebook.rules():
            said = Said(capsys, "rules", name).out
            assert "**" not in said and "`" not in said and "| ---" not in said

    @pytest.mark.parametrize("columns", ["40", "60", "108"])
    def test_every_rule_fits_the_screen(
        self, columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        for name in rulebook.rules():
            lines = Said(capsys, "rules", name).out.splitlines()
            assert max(map(len, lines)) <= int(columns), name

    @pytest.mark.parametrize("words", [("stun", "gun"), ("stun-gun",), ("Stun gun",)])
    def test_a_word_gives_all_rules_that_mention_it(
        self, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = Said(capsys, "rules", *words)
        assert said.status == 0
        found = re.findall(r"^(K\d+) ", said.out, re.MULTILINE)
        assert {"K2", "K25", "K30"} <= set(found)

    def test_nothing_found_suggests_what_is_close(self, capsys: pytest.CaptureFixture[str]) -> None:
        said = Said(capsys, "rules", "jetpak")
        assert (said.status, said.out) == (1, "")
        assert "Did you mean jetpack?" in said.err
        for words in (("K99",), ("qwxz",), ("***",), ("\x1b[31m",)):
            said = Said(capsys, "rules", *words)
            assert (said.status, said.out) == (1, "")
            assert "\x1b" not in said.err


class TestReplay:
    def test_everybody_sees_what_lay_open(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = Said(capsys, "replay", str(saved(midway().game, tmp_path / "a.game.json")))
        assert said.status == 0
        assert "Ada draws a 10, face up." in said.out
        assert "Ada draws a card, face down at 1." in said.out
        assert "Bo draws a card, face down at 2." in said.out
        assert not re.search(r"draws an? \S+, face down", said.out.replace("a card", "."))
        assert "deck 2" not in said.out

    def test_a_seat_sees_what_it_saw(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(saved(midway().game, tmp_path / "a.game.json"))
        said = Said(capsys, "replay", path, "--seat", "0")
        assert "You draw a 6, face down at 1." in said.out
        assert "Bo draws a card, face down at 2." in said.out
        said = Said(capsys, "replay", path, "--seat", "1")
        assert "Ada draws a card, face down at 1." in said.out
        assert "You draw a 5, face down at 2." in said.out

    def test_all_lies_open_if_so_asked(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(saved(midway().game, tmp_path / "a.game.json"))
        said = Said(capsys, "replay", path, "--seat", "all")
        assert "Ada draws a 6, face down at 1." in said.out
        assert "Bo draws a 5, face down at 2." in said.out
        assert "deck " in said.out and "to come " in said.out
        numbers = [int(each) for each in re.findall(r"^ *(\d+) \S", said.out, re.MULTILINE)]
        assert set(numbers) >= set(range(1, len(midway().game.actions) + 1))

    @pytest.mark.parametrize("seat", [None, "0", "1", "all", "public"])
    def test_a_whole_game_is_written_to_its_end(
        self, seat: str | None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        golden = str(ROOT / "tests" / "playthroughs" / "kompromat-points.game.json")
        said = Said(capsys, "replay", golden, *(("--seat", seat) if seat else ()))
        assert said.status == 0
        assert re.search(r" wins?, \d+ to \d+\. +K42$", said.out, re.MULTILINE)
        assert all(f"Round {number}: " in said.out for number in range(1, 7))

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (None, "cannot read"),
            ("", "not a whole record"),
            ("{}", "expected the key 'format'"),
            ('{"format": "brushpass/9"}', "expected"),
        ],
    )
    def test_what_is_wrong_with_a_record_is_said_plainly(
        self, text: str | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "bad.game.json"
        if text is not None:
            path.write_text(text)
        said = Said(capsys, "replay", str(path))
        assert (said.status, said.out) == (1, "")
        assert said.err.startswith("brushpass: ")
        assert why in said.err

    def test_an_illegal_action_is_named_by_its_number(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        game = midway().game
        game.actions.append("place 1")
        said = Said(capsys, "replay", str(saved(game, tmp_path / "bad.game.json")))
        assert said.status == 1
        assert f"action {len(game.actions)}" in said.err

    @pytest.mark.parametrize("seat", ["2", "-1", "00", "everyone"])
    def test_a_seat_that_is_not_there(
        self, seat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(saved(midway().game, tmp_path / "a.game.json"))
        said = Said(capsys, "replay", path, f"--seat={seat}")
        assert (said.status, said.out) == (2, "")

    def test_names_cannot_write_control_codes(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        names: tuple[dict[str, Any], ...] = ({"name": "\x1b[31mred"}, {"name": "a\nb"})
        record.save(record.of(midway().game, names), tmp_path / "a.game.json")
        said = Said(capsys, "replay", str(tmp_path / "a.game.json"))
        assert "\x1b" not in said.out and "a\nb" not in said.out


class TestStarting:
    def test_the_referee_loads_nothing_that_it_does_not_need(self) -> None:
        code = (
            "import sys; from brushpass import cli\n"
            "cli.main(['referee'])\n"
            "print([each for each in sys.modules if 'brushpass.terminal' in each or "
            "'brushpass.bots' in each or 'brushpass.web' in each or 'django' in each])"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            input='{"cmd": "quit"}\n',
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            timeout=60,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == "[]"

    def test_a_pipe_that_nobody_reads_is_no_fault(self) -> None:
        started = subprocess.Popen(
            [sys.executable, "-m", "brushpass", "rules", "the"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert started.stdout is not None and started.stderr is not None
        started.stdout.close()
        assert started.stderr.read() == b""
        started.stderr.close()
        assert started.wait(20) == 141

    @staticmethod
    def bare(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
        """What a Python says that has `src` and the standard library, and nothing more."""
        return subprocess.run(
            [sys.executable, "-I", "-S", "-c", BARE, str(ROOT / "src"), *command],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=folder,
            env={"COLUMNS": "80", "PYTHONUTF8": "1"},
            timeout=60,
            check=False,
        )

    def test_the_rules_are_found_from_a_bare_checkout(self, tmp_path: Path) -> None:
        done = self.bare(tmp_path, "rules", "K1")
        assert (done.returncode, done.stdout[:16]) == (0, "K1 · Equipment. ")

    def test_the_browser_table_says_what_it_needs(self, tmp_path: Path) -> None:
        done = self.bare(tmp_path, "serve", "--no-browser")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("brushpass: the table in the browser needs the extra `web`")


BARE = """\
import sys
sys.path.insert(0, sys.argv[1])
from brushpass.cli import main
sys.exit(main(sys.argv[2:]))
"""
