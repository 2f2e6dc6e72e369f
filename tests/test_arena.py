"""The arena: pairs of deals, figures with intervals, and the same numbers again."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brushpass import arena
from brushpass.arena import farm, report
from brushpass.arena.figures import mean_of, ratio_of, share_of, strengths, summary
from brushpass.arena.ledger import BadLedger, Ledger
from brushpass.arena.match import Pairing, Sitting
from brushpass.arena.play import Played, play, seconds, step
from brushpass.bots import levels

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"


def match(game: str = "kompromat", seats: int = 2, deals: int = 3, **more: Any) -> arena.Match:
    """Random play against random play, unless contenders are given."""
    names = more.pop("names", ("random", "recruit"))
    return arena.Match(
        game=game,
        seats=seats,
        contenders=tuple(
            each if isinstance(each, arena.Contender) else arena.Contender(each, level=each)
            for each in names
        ),
        fields=more.pop("fields", (0,) if seats > 2 else ()),
        deals=deals,
        seed="7",
        **more,
    )


def timeless(game: Played) -> dict[str, Any]:
    """A game without what depends on the machine."""
    row: dict[str, Any] = game.json()
    return {key: value for key, value in row.items() if key != "times"}


def garbled(tmp_path: Path) -> arena.Contender:
    path = tmp_path / "garbled.py"
    path.write_text("print('hello', flush=True)\ninput()\n", "utf-8")
    return arena.Contender("garbled", command=f"{sys.executable} {path}")


class TestWhatIsPlayed:
    def test_two_seats_are_swapped_on_every_deal(self) -> None:
        assert list(match(deals=2).sittings()) == [
            Sitting(0, (0, 1)),
            Sitting(0, (1, 0)),
            Sitting(1, (0, 1)),
            Sitting(1, (1, 0)),
        ]

    def test_with_more_seats_a_guest_takes_each_seat_of_a_field(self) -> None:
        assert [lineup for _, lineup in match("microfilms", 3, deals=1).sittings()] == [
            (0, 0, 0),
            (1, 0, 0),
            (0, 1, 0),
            (0, 0, 1),
        ]

    def test_one_alone_plays_itself(self) -> None:
        assert list(match(names=("random",), deals=1).sittings()) == [Sitting(0, (0, 0))]

    def test_a_deal_has_the_same_cards_in_each_round_whoever_plays(self) -> None:
        """Otherwise luck would not cancel: chance goes by its own count, not by the action's."""
        dealt = []
        for names in (("random",), ("recruit",)):
            game = _recorded(match(names=names), Sitting(0, (0, 0)))
            rounds = [words for words in game if words.startswith("equipment")]
            dealt.append(rounds)
        shorter = min(map(len, dealt))
        assert shorter > 2
        assert dealt[0][:shorter] == dealt[1][:shorter]

    def test_equals_are_level_to_the_last_point(self) -> None:
        twins = match(names=("recruit", arena.Contender("twin", level="recruit")))
        found = summary(twins, [play(twins, sitting) for sitting in twins.sittings()])
        assert found.comparisons[0].score.value == 0.5
        assert found.comparisons[0].margin is not None
        assert found.comparisons[0].margin.value == 0.0

    def test_games_come_to_about_the_number_asked_for(self) -> None:
        assert arena.deals_for(2000, 2, alone=False) == 1000
        assert arena.deals_for(1000, 4, alone=False) == 200
        assert arena.deals_for(100, 4, alone=True) == 100
        assert arena.deals_for(1, 6, alone=False) == 1


def _recorded(of: arena.Match, sitting: Sitting) -> list[str]:
    """The actions of a game, by playing it again beside the arena."""
    from brushpass import GAMES, Game, dealer, table
    from brushpass.arena.play import _Duplicate

    game = Game(GAMES[of.game], of.seats)
    deck = dealer.seed_for(f"deal {sitting.deal}", of.seed)
    players = [
        levels.maker(of.game, of.contenders[number].level)(seat, "x")
        for seat, number in enumerate(sitting.lineup)
    ]
    for _ in table.play(game, players, deck, _Duplicate()):
        pass
    return game.actions


class TestTheSameAgain:
    def test_the_same_sitting_gives_the_same_game(self) -> None:
        for game, seats in (("kompromat", 2), ("microfilms", 3), ("croupier", 2)):
            of = match(game, seats)
            sitting = next(iter(of.sittings()))
            assert timeless(play(of, sitting)) == timeless(play(of, sitting))

    def test_the_figures_are_the_same_whatever_the_jobs(self) -> None:
        of = match(deals=2)
        sittings = list(of.sittings())
        alone = summary(of, farm.here(of, sittings, 1))
        many = summary(of, farm.here(of, sittings[::-1], 2))
        said = [report.json(of, each) for each in (alone, many)]
        for each in said:
            del each["timing"]
        assert said[0] == said[1]

    def test_another_seed_deals_other_cards(self) -> None:
        of = match(names=("random",))
        other = arena.Match(**{**{f: getattr(of, f) for f in of.__slots__}, "seed": "8"})
        sitting = next(iter(of.sittings()))
        assert timeless(play(of, sitting)) != timeless(play(other, sitting))

    def test_ray_gives_the_same_games(self) -> None:
        pytest.importorskip("ray", reason="needs Ray, of the extra `ray`")
        of = match(deals=1)
        sittings = list(of.sittings())
        far = {each.lineup: timeless(each) for each in farm.on_ray(of, sittings, "local")}
        assert far == {each.lineup: timeless(each) for each in farm.here(of, sittings, 1)}


class TestStoppingAndGoingOn:
    def test_a_match_goes_on_from_its_file(self, tmp_path: Path) -> None:
        of, path = match(deals=2), tmp_path / "match.jsonl"
        ledger = Ledger(of, path)
        for sitting in list(of.sittings())[:3]:
            ledger.keep(play(of, sitting))
        ledger.close()
        with path.open("a", encoding="utf-8") as file:
            file.write('{"deal": 1, "line')  # cut off in the middle of a game
        said: list[str] = []
        found = arena.run(of, arena.Outlets(save=path), said.append)
        again = arena.run(of, arena.Outlets(), said.append)
        assert [each.scores for each in found.comparisons] == [
            each.scores for each in again.comparisons
        ]
        assert len(path.read_text("utf-8").splitlines()) == 1 + 4

    def test_another_match_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "match.jsonl"
        Ledger(match(), path).close()
        with pytest.raises(BadLedger, match="another match: its deals is 3"):
            Ledger(match(deals=9), path)

    @pytest.mark.parametrize("text", ["hello\n", '{"format": 1}\n', "[]\n", "\xff\n"])
    def test_a_file_that_is_none_is_refused_and_left_alone(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "notes.txt"
        path.write_text(text, "latin-1")
        with pytest.raises(BadLedger):
            Ledger(match(), path)
        assert path.read_text("latin-1") == text

    def test_ctrl_c_shows_what_there_is(self, tmp_path: Path) -> None:
        command = "arena kompromat random recruit --games 100000 --jobs 2 --save m.jsonl".split()
        process = subprocess.Popen(
            [sys.executable, "-m", "brushpass", *command],
            env={**os.environ, "PYTHONPATH": str(SRC)},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A run in the background of a shell hands on that Ctrl-C is to be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
        )
        path = tmp_path / "m.jsonl"
        end = time.monotonic() + 60
        while not path.exists() or path.read_text("utf-8").count("\n") < 5:
            assert time.monotonic() < end
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, talk = process.communicate(timeout=60)
        assert "deals, seed 1" in out
        assert "the same command goes on from m.jsonl" in talk
        assert "Traceback" not in talk


class TestForfeits:
    def test_who_breaks_the_protocol_loses_to_everybody_else(self, tmp_path: Path) -> None:
        of = match("microfilms", 3, names=("random", garbled(tmp_path)))
        game = play(of, Sitting(0, (0, 1, 0)))
        assert (game.reason, game.forfeit, game.winners) == ("forfeit", 1, (0, 2))
        assert "expected an answer" in game.why
        assert game.transcript[0].startswith("> ")

    def test_the_transcript_is_kept_in_a_file(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        of = match(names=("random", garbled(tmp_path)), deals=1)
        found = arena.run(of, arena.Outlets(transcripts=tmp_path / "kept"), lambda _: None)
        assert found.forfeits == (0, 2)
        assert found.comparisons[0].score.value == 1.0
        kept = sorted(path.name for path in (tmp_path / "kept").iterdir())
        assert kept == ["deal-1-0-1.txt", "deal-1-1-0.txt"]
        assert "garbled forfeits deal 1" in capsys.readouterr().err


class TestFigures:
    def test_an_interval_holds_the_truth_95_times_in_100(self, seed: int) -> None:
        chance = Random(seed)
        held = 0
        for _ in range(1000):
            about = mean_of([chance.random() for _ in range(50)])
            held += about.low <= 0.5 <= about.high
        assert 920 <= held <= 980

    def test_a_share_is_between_none_and_all(self) -> None:
        """A few deals, nearly all of them won, would reach beyond."""
        assert share_of([1.0, 1.0, 0.5]).high == 1.0
        assert share_of([0.0, 0.0, 0.5]).low == 0.0
        assert math.isnan(share_of([1.0]).low)

    def test_a_ratio_has_an_interval_too(self, seed: int) -> None:
        chance = Random(seed)
        held = 0
        for _ in range(1000):
            deals = [chance.random() for _ in range(200)]
            above = [chance.random() < 0.6 * luck for luck in deals]
            below = [chance.random() < 0.4 * luck for luck in deals]
            about = ratio_of(above, below)
            held += about.low <= 1.5 <= about.high
        assert 910 <= held <= 990

    def test_ratings_give_back_the_odds_they_come_from(self) -> None:
        """Ten to one is 400 points."""
        one = strengths(2, [(Pairing(0, 1), 10 / 11)])
        assert math.isclose(one[0] - one[1], 400, abs_tol=0.5)
        chain = strengths(3, [(Pairing(0, 1), 0.75), (Pairing(1, 2), 0.75), (Pairing(0, 2), 0.9)])
        assert math.isclose(chain[0] - chain[1], 191, abs_tol=1)
        assert math.isclose(sum(chain), 0, abs_tol=1e-6)

    def test_a_time_is_told_to_a_tenth(self) -> None:
        for taken in (2e-6, 3.3e-4, 0.05, 1.7):
            assert taken <= seconds(step(taken)) <= 1.1 * taken

    def test_the_report_shows_everyone(self, tmp_path: Path) -> None:
        of = match("microfilms", 3, deals=2)
        shown: list[str] = []
        outlets = arena.Outlets(json=tmp_path / "m.json", chart=tmp_path / "m.svg")
        arena.run(of, outlets, shown.append)
        text = "\n".join(shown)
        assert "microfilms, 3 seats: 2 deals, seed 7" in text
        assert re.search(r"^\| wins as often as, among: +\| +random \|$", text, re.MULTILINE)
        assert re.search(r"^\| recruit as agent +\|", text, re.MULTILINE)
        figures = json.loads((tmp_path / "m.json").read_text("utf-8"))
        assert figures["comparisons"][0]["guest"] == "recruit"
        assert (tmp_path / "m.svg").read_text("utf-8").startswith("<svg")


class TestLevels:
    @pytest.mark.parametrize(
        "wanted", ["spymaster", "handler:", "handler:x", "handler:²", "Handler"]
    )
    def test_one_that_there_is_not_is_refused(self, wanted: str) -> None:
        with pytest.raises(levels.NoSuchLevel, match="expected recruit, operative, handler"):
            levels.maker("kompromat", wanted)

    @pytest.mark.parametrize("wanted", ["recruit:4", "handler:0"])
    def test_samples_are_for_who_thinks(self, wanted: str) -> None:
        with pytest.raises(levels.NoSuchLevel, match="samples, at least 1, are counted for"):
            levels.maker("kompromat", wanted)
