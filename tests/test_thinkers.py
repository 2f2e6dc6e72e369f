"""Bots in processes of their own: the same answers, and a watchdog for those that give none."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from brushpass import GAMES, Game, table
from brushpass.bots import levels
from brushpass.bots.simplest import Simplest
from brushpass.bots.thinkers import Answer, Question, Thinkers


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    some = Thinkers(1, limit=30.0)
    yield some
    some.close()


def opening(game: str = "kompromat") -> Game:
    """A game in which a seat must decide."""
    handle = Game(GAMES[game], GAMES[game].seats[0])
    while handle.chance is not None:
        table.deal(handle, "7")
    return handle


def question(handle: Game, level: str = "recruit", **more: Any) -> Question:
    seat = handle.status.actor
    assert isinstance(seat, int)
    legal = [handle.rules.parse(words) for words in handle.legal(seat)]
    return Question(
        **{
            "game": handle.rules.id,
            "level": level,
            "seat": seat,
            "seed": "9",
            "view": handle.view(seat),
            "news": handle.news(seat),
            "legal": legal,
            "must": True,
            **more,
        }
    )


def ask(some: Thinkers, *questions: Question) -> Answer | None:
    return asyncio.run(some.ask(questions))


class TestTheirAnswers:
    @pytest.mark.parametrize("level", ["recruit", "operative", "handler:8"])
    @pytest.mark.parametrize("game", GAMES)
    def test_they_are_those_of_the_bot_itself(
        self, game: str, level: str, thinkers: Thinkers
    ) -> None:
        handle = opening(game)
        for _ in range(8):
            while handle.chance is not None:
                table.deal(handle, "7")
            asked = question(handle, level)
            bot = levels.maker(game, level)(asked.seat, "9")
            expected = str(bot.act(asked.view, asked.news, asked.legal))
            assert ask(thinkers, asked) == Answer(asked.seat, expected)
            handle.apply(expected)

    def test_who_may_interrupt_and_does_not_leaves_the_word_to_the_next(
        self, thinkers: Thinkers
    ) -> None:
        asked = question(opening())
        waits = asked._replace(must=False, seat=1 - asked.seat, legal=[])
        answer = ask(thinkers, waits._replace(level="operative"), asked)
        assert answer is not None
        assert answer.seat == asked.seat
        assert ask(thinkers, waits._replace(level="operative")) is None


class TestTheWatchdog:
    def test_a_bot_that_breaks_is_stood_in_for(self, thinkers: Thinkers) -> None:
        asked = question(opening(), level="nobody")
        assert ask(thinkers, asked) == Answer(asked.seat, "draw", "failed")

    def test_so_is_one_that_is_late(self) -> None:
        some = Thinkers(1, limit=0.0)
        asked = question(opening())
        assert ask(some, asked) == Answer(asked.seat, "draw", "late")

    def test_an_interrupt_that_fails_is_none(self, thinkers: Thinkers) -> None:
        asked = question(opening(), level="nobody", must=False)
        assert ask(thinkers, asked) is None

    def test_a_process_that_is_lost_is_replaced(self, thinkers: Thinkers) -> None:
        asked = question(opening())
        expected = ask(thinkers, asked)
        assert len(thinkers._processes) == 1  # noqa: SLF001 - there is no other way to find it
        for process in [*thinkers._processes]:  # noqa: SLF001 - as above
            os.kill(process.pid, signal.SIGKILL)
            end = time.monotonic() + 10
            while process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
        assert ask(thinkers, asked) == expected

    def test_nothing_is_left_when_they_are_closed(self, thinkers: Thinkers) -> None:
        ask(thinkers, question(opening()))
        (process,) = thinkers._processes  # noqa: SLF001 - as above
        thinkers.close()
        assert process.returncode is not None
        assert not thinkers._processes  # noqa: SLF001 - as above


class TestTheSimplestAction:
    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("seed", ["1", "2", "3"])
    def test_a_whole_game_can_be_played_by_it(self, game: str, seed: str) -> None:
        options = {} if game == "kompromat" else {"turn_limit": 60}
        handle = Game(GAMES[game], GAMES[game].seats[0], options)
        players: list[Any] = [Simplest(seat, seed) for seat in range(handle.seats)]
        for _ in table.play(handle, players, seed):
            pass
        assert handle.status.over

    def test_it_declares_the_highest_total_that_is_not_over(self) -> None:
        """K31: or the lowest, where all are over 21."""
        declares = ["declare 12", "declare 22", "declare 9.5"]
        assert Simplest(0, "").act(None, None, declares) == "declare 12"
        assert Simplest(0, "").act(None, None, ["declare 32", "declare 22"]) == "declare 22"

    def test_it_keeps_the_ace_that_costs_francs_to_discard(self) -> None:
        """M21: two of them."""
        assert Simplest(0, "").act(None, None, ["discard ace", "discard steal"]) == "discard steal"
