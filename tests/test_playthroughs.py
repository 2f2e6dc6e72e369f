"""Golden playthroughs: whole games as text, read by people, and told again by the engine.

After a change that is meant, `python -m tests.playthroughs` tells them anew; read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from brushpass import record
from brushpass.games.kompromat.cards import ITEMS
from tests.playthroughs.tell import records, tell


def name(path: Path) -> str:
    return path.name.removesuffix(".game.json")


@pytest.mark.parametrize("path", records(), ids=name)
class TestAPlaythrough:
    def test_it_is_told_as_it_was(self, path: Path) -> None:
        """Every action, what each seat was shown then, and what it could do."""
        written = path.with_name(f"{name(path)}.txt").read_text(encoding="utf-8")
        assert tell(path) == written

    def test_its_record_is_a_whole_game_in_the_one_byte_form(self, path: Path) -> None:
        told, game = record.load(path)
        assert game.status.over
        assert record.write(told).encode() == path.read_bytes()


def test_there_is_a_text_for_every_record_and_no_other() -> None:
    texts = {path.stem for path in Path(__file__).parent.joinpath("playthroughs").glob("*.txt")}
    assert texts == {name(path) for path in records()} != set()


def test_three_games_of_kompromat_show_all_of_it() -> None:
    """Every phase, every item, an interrupt, a copy, a reshuffle, and three ways to end."""
    words: list[str] = []
    phases, reasons = set(), set()
    for path in records():
        told, game = record.load(path)
        if told.game != "kompromat":
            continue
        words += told.actions
        game = record.replay(record.Record(told.game, told.seats, told.options, ()))
        for written in told.actions:
            phases.add(game.status.phase)
            game.apply(written.split("! ")[-1], int(written[0]) if "! " in written else None)
        assert game.status.result is not None
        reasons.add(game.status.result.reason)
    assert phases == set(
        "chance turn place push window declare adjust perfect rescue cover".split()
    )
    assert {item for item in ITEMS if any(f"use {item}" in each for each in words)} == set(ITEMS)
    assert any("! use" in each for each in words)
    assert any(each.startswith("reshuffle") for each in words)
    assert {"shed", "keep"} <= set(words)
    assert reasons == {"notoriety", "points", "tie-break"}
