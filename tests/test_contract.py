"""The handle that holds a game being played, whatever the game."""

from __future__ import annotations

import random

import pytest

from brushpass import dealer
from brushpass import table as play
from brushpass.games import GAMES
from brushpass.games.contract import UNTOLD, Game

SEATS = {"kompromat": 2, "microfilms": 3, "croupier": 2}


def moves(game: Game, rng: random.Random, most: int) -> None:
    """Random moves, chance and interrupts among them."""
    seed = dealer.seed_for("contract", str(rng.random()))
    for _ in range(most):
        if game.status.over:
            return
        if game.chance is not None:
            play.deal(game, seed)
            continue
        beside = game.interrupts()
        if beside and rng.random() < 0.3:
            seat = rng.choice(sorted(beside))
            game.apply(rng.choice(beside[seat]), seat)
            continue
        actor = game.status.actor
        assert isinstance(actor, int)
        calm = [each for each in game.legal(actor) if not each.startswith("win ")]
        game.apply(rng.choice(calm or game.legal(actor)))


@pytest.mark.parametrize("name", SEATS)
def test_who_asks_late_is_told_the_same_as_who_asked_all_along(name: str, seed: int) -> None:
    rng = random.Random(f"{seed} late {name}")
    game = Game(GAMES[name], SEATS[name])
    told = []
    for _ in range(60):
        moves(game, rng, 3)
        told = game.news(0)
    late = Game(GAMES[name], SEATS[name])
    for words in game.actions:
        seat, interrupts, rest = words.partition("! ")
        late.apply(rest if interrupts else words, int(seat) if interrupts else None)
    assert len(game.actions) > 3 * UNTOLD or game.status.over
    assert late.news(0) == told
    assert [number for number, _ in told] == sorted(number for number, _ in told)


def test_a_game_keeps_few_states_however_long_it_is(seed: int) -> None:
    game = Game(GAMES["kompromat"], 2)
    moves(game, random.Random(f"{seed} long"), 150)
    assert len(game.actions) > 3 * UNTOLD
    assert len(game._states) <= UNTOLD  # noqa: SLF001 - it is what is kept that counts


@pytest.mark.parametrize("name", SEATS)
def test_what_was_looked_at_before_an_action_is_not_shown_after_it(name: str, seed: int) -> None:
    rng = random.Random(f"{seed} looked {name}")
    game = Game(GAMES[name], SEATS[name])
    while not game.status.over and len(game.actions) < 100:
        viewers = (*range(game.seats), None)
        assert [game.view(each) for each in viewers] == [
            game.rules.view(game._states[-1], each)  # noqa: SLF001 - the test may hold it
            for each in viewers
        ]
        for seat in range(game.seats):
            game.legal(seat).clear()  # a list of one's own
            assert game.legal(seat) == sorted(
                map(str, game.rules.legal(game._states[-1], seat))  # noqa: SLF001
            )
        moves(game, rng, 1)
