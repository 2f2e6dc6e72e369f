"""How each peer plays a random whole game: its own engine, by its own documented calls.

A decision is counted when a seat makes one. The actor's legal list is made at every step; chance
is sampled within the time and not counted. Imports stand in the functions, as a peer that is not
installed is left out.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

from bench.contenders import Contender, Missing, Player, Prepared


def peer(module: str) -> Any:
    """A peer's module; Missing if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"{module} cannot be imported ({error}); the extra `bench` has it") from None


def rlcard(game: str) -> Callable[[Random], Prepared]:
    """RLCard: `env.step` gives the next state, in which the legal actions stand."""

    def prepare(rng: Random) -> Prepared:
        env = peer("rlcard").make(game, config={"seed": rng.randrange(2**32)})

        def play() -> int:
            decisions = 0
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                decisions += 1
            return decisions

        yield Player(play)

    return prepare


def open_spiel(game: str, module: str = "pyspiel") -> Callable[[Random], Prepared]:
    """OpenSpiel: the game is in C++, or in Python in the module named."""

    def prepare(rng: Random) -> Prepared:
        peer(module)
        loaded = peer("pyspiel").load_game(game)

        def play() -> int:
            decisions = 0
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, odds)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
            return decisions

        yield Player(play)

    return prepare


def python_chess(rng: Random) -> Prepared:
    """python-chess: a board, until checkmate or a draw that nobody has to claim."""
    chess = peer("chess")

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    yield Player(play)


def named(title: str, distribution: str, game: str = "") -> str:
    """What the table calls it, with the version that is installed."""
    try:
        return f"{title} {version(distribution)} {game}".strip()
    except PackageNotFoundError:
        return f"{title} {game}".strip()


BASELINE = Contender(
    named("RLCard", "rlcard", "gin-rummy"),
    "`env.step`, Python and NumPy",
    rlcard("gin-rummy"),
)

PEERS = [
    BASELINE,
    Contender(
        named("RLCard", "rlcard", "mahjong"),
        "`env.step`, Python and NumPy",
        rlcard("mahjong"),
    ),
    Contender(
        named("OpenSpiel", "open_spiel", "gin_rummy"),
        "C++, driven from Python",
        open_spiel("gin_rummy"),
    ),
    Contender(
        named("OpenSpiel", "open_spiel", "block_dominoes"),
        "Python, through its C++ interface",
        open_spiel("python_block_dominoes", "open_spiel.python.games.block_dominoes"),
    ),
    Contender(
        named("python-chess", "chess"),
        "`push`, Python",
        python_chess,
    ),
]
