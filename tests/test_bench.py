"""The bench plays and reports; how fast is for `make bench` to say."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench.contenders import Contender, Missing, Prepared
from bench.knowing import SUBJECTS, Subject, costs
from bench.ours import OURS, REFEREE
from bench.report import BEGIN, END, knowing, put_into, report
from bench.rounds import interleaved


def measure(contenders: list[Contender], said: list[str]) -> str:
    measured = interleaved(contenders, rounds=2, seconds=0.01, seed=1, say=said.append)
    return report(measured, contenders[0], rounds=2, seconds=0.01, seed=1)


def test_each_of_our_games_plays_and_gets_its_line(capfd: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    table = measure([*OURS, *REFEREE], said)
    for contender in [*OURS, *REFEREE]:
        assert contender.name in table or any(contender.name in line for line in said)
    assert "| 1.00 |" in table  # the first is its own baseline
    assert capfd.readouterr().err == ""  # the referee had nothing to complain of


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_what_a_seat_knows_has_its_line_in_every_game(subject: Subject) -> None:
    found = costs(subject, 0.01, Random(1))
    assert f"| {subject.name} | {len(found):,} |" in knowing([(subject.name, found)], 0.01)


def test_a_peer_that_is_not_installed_is_left_out_and_named() -> None:
    def prepare(_rng: object) -> Prepared:
        yield from ()
        raise Missing("no such module")

    said: list[str] = []
    table = measure([OURS[0], Contender("absent", "nothing", prepare)], said)
    assert "absent" not in table
    assert "left out: absent: no such module" in said


def test_a_document_keeps_its_words_around_the_table(tmp_path: Path) -> None:
    document = tmp_path / "benchmarks.md"
    document.write_text(f"before\n{BEGIN}old\n{END}after\n")
    put_into(document, "new\n")
    assert document.read_text() == f"before\n{BEGIN}new\n{END}after\n"
