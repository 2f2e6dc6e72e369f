"""A table: a game being played by players. It holds the game; they get what their seats see.

Persons and bots are asked alike, through `brushpass.bots.Bot`. Who cannot wait for an answer (a
page in a browser) takes `deal`, `ask` and `offer` one by one instead of `play`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from brushpass import dealer
from brushpass.bots import AnyBot
from brushpass.games.contract import Game, IllegalAction, Seat


def play(
    game: Game,
    players: Sequence[AnyBot],
    seed: str,
    dealing: Callable[[Game, str], str] | None = None,
) -> Iterator[str]:
    """Play a game to its end, or as long as the caller likes: each action, once it is made.

    Before each decision of a seat the others are asked whether they interrupt, and again after a
    use. Chance is dealt from the seed, by the number of the action unless `dealing` knows better.
    """
    while not game.status.over:
        if game.chance is not None:
            yield (dealing or deal)(game, seed)
            continue
        actor = _actor(game)
        for seat, player in enumerate(players):
            while seat != actor and (words := offer(game, seat, player)) is not None:
                game.apply(words, seat)
                yield game.actions[-1]
        game.apply(ask(game, actor, players[actor]), actor)
        yield game.actions[-1]


def deal(game: Game, seed: str, number: int | None = None) -> str:
    """Let chance have its turn, as this seed gives it: by the number of the action, or by this."""
    assert game.chance is not None
    game.apply(dealer.deal(game.chance, seed, number or len(game.actions) + 1))
    return game.actions[-1]


def ask(game: Game, seat: Seat, player: AnyBot) -> str:
    """What the player whose decision it is chooses to do."""
    return str(player.act(game.view(seat), game.news(seat), _legal(game, seat)))


def offer(game: Game, seat: Seat, player: AnyBot) -> str | None:
    """What a player does though it is another's decision, or None; most have nothing to choose."""
    legal = _legal(game, seat)
    answer = player.interrupt(game.view(seat), game.news(seat), legal) if legal else None
    return None if answer is None else str(answer)


def why_not(game: Game, seat: Seat, words: str) -> str:
    """Why a seat may not do this now, worded from what it can see."""
    if words in game.legal(seat):
        raise ValueError(f"seat {seat} may {words}")
    try:
        game.apply(words, seat)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{words!r} was made, but is not among seat {seat}'s legal actions")


def _legal(game: Game, seat: Seat) -> list[Any]:
    return [game.rules.parse(words) for words in game.legal(seat)]


def _actor(game: Game) -> Seat:
    actor = game.status.actor
    assert isinstance(actor, int)  # neither chance nor the end: both were looked for before
    return actor
