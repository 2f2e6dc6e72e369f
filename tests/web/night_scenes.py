"""Scenes of [microfilms] and The Croupier out of played games: one for every phase, for tests and
for pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from brushpass.games import GAMES
from brushpass.games.contract import Game, Seat, Viewer
from brushpass.web.scenes import Line, Notes, Opaque, Over, Scene, Sitter
from tests.tempers import Play

NAMES = ("Ada", "Marguerite", "Tomasz", "Ines", "Viktor", "Ottoline")
MARKS = Notes((("is agent-uk 2", "maybe"), ("is agent-china 1", "maybe"), ("is interpol 3", "no")))


def sitters(game: Game) -> tuple[Sitter, ...]:
    return tuple(
        Sitter(
            NAMES[seat], "Operative" if seat == 4 or (game.seats == 2 and seat) else None, seat != 3
        )
        for seat in range(game.seats)
    )


def scene(
    game: Game,
    viewer: Viewer,
    over: Over | None = None,
    since: int = 0,
    notes: Notes | None = MARKS,
) -> Scene:
    """What a page would be made from."""
    news = [Line(number, event) for number, event in game.news(viewer)]
    status = game.status
    if status.over and over is None:
        assert status.result is not None
        asked = tuple(range(1, game.seats))
        over = Over(
            "played",
            status.result.winners,
            status.result,
            None,
            viewer is not None,
            asked,
            None,
            "/t/example/record",
            "/new?like=example",
        )
    evenings = sum(line.event.json()["type"] == "evening-began" for line in news)
    return Scene(
        game=game.rules.id,
        viewer=viewer,
        view=game.view(viewer),
        legal=() if viewer is None else tuple(game.legal(viewer)),
        sitters=sitters(game),
        number=len(game.actions),
        log=tuple(news),
        fresh=tuple(line for line in news if line.number > since),
        opaque=Opaque(b"a key", viewer, evenings),
        notes=None if viewer is None else notes,
        language="en",
        over=over,
    )


def played(name: str, seats: int, seed: int) -> Iterator[Game]:
    """A game by players of some temper, before each decision and at the end."""
    rng = random.Random(f"{name} {seats} {seed}")
    game = Game(GAMES[name], seats)
    for step in Play(GAMES[name], seats, {}, rng).steps():
        if game.chance is None:
            yield game
        game.apply(step.words, step.seat)
    yield game


Wanted = Callable[[Game], Any]
"""Which seat to look from, None for a spectator; False where this is not it."""


def _actor(game: Game) -> Seat:
    actor = game.status.actor
    assert isinstance(actor, int)
    return actor


def _act(*starts: str, late: int = 9, phase: str = "action") -> Wanted:
    """A decision at which all of these can be done, by who decides."""

    def found(game: Game) -> Any:
        if game.status.phase != phase or len(game.actions) < late:
            return False
        legal = game.legal(_actor(game))
        fits = all(any(words.startswith(start) for words in legal) for start in starts)
        return _actor(game) if fits else False

    return found


def _not(wanted: Wanted, other: Callable[[Game], bool]) -> Wanted:
    def found(game: Game) -> Any:
        seat = wanted(game)
        return seat if seat is not False and other(game) else False

    return found


def _other(phase: str, whose: str = "") -> Wanted:
    """Somebody else decides: the one who asked (`by`), or anyone."""

    def found(game: Game) -> Any:
        if game.status.phase != phase:
            return False
        due = game.view(None).pending  # type: ignore[attr-defined]
        if whose == "by":
            return due.by
        taken = {_actor(game)} | ({due.by, due.to} if due else set())
        free = [seat for seat in range(game.seats) if seat not in taken]
        return free[0] if free else False

    return found


def _over(*reasons: str, viewer: Viewer = 0) -> Wanted:
    def found(game: Game) -> Any:
        result = game.status.result
        if result is None or (reasons and result.reason not in reasons):
            return False
        return viewer

    return found


def _last(kind: str, mine: bool = True) -> Wanted:
    """The newest news of a seat has such an event."""

    def found(game: Game) -> Any:
        if game.status.over:
            return False
        for seat in range(game.seats):
            news = game.news(seat)
            for number, event in news[-6:]:
                said = event.json()
                known = said.get("card") is not None or said.get("cards") is not None
                if said["type"] == kind and number >= len(game.actions) - 1 and (known or not mine):
                    return seat
        return False

    return found


def _out(game: Game) -> Any:
    view: Any = game.view(None)
    if game.status.phase != "action" or not any(player.eliminated for player in view.players):
        return False
    out = next(seat for seat, player in enumerate(view.players) if player.eliminated)
    return (out + 1) % game.seats if not view.players[(out + 1) % game.seats].eliminated else False


def _is_out(game: Game) -> Any:
    view: Any = game.view(None)
    out = [seat for seat, player in enumerate(view.players) if player.eliminated]
    return out[0] if out and not game.status.over else False


def _spectator(game: Game) -> Any:
    return None if game.status.phase == "action" and len(game.actions) > 20 else False


def _two_cards(game: Game) -> bool:
    """Whether there is a choice of cards to bribe with."""
    offers = [words for words in game.legal(_actor(game)) if words.startswith("bribe ")]
    return len({words.split(" ")[2] for words in offers}) > 1


def _has_ace(game: Game) -> bool:
    view: Any = game.view(_actor(game))
    return "ace" in view.players[_actor(game)].hand


def _other_of_two(game: Game) -> Any:
    late = game.status.phase == "action" and len(game.actions) > 20
    return 1 - _actor(game) if late else False


def _has_no_win(game: Game) -> bool:
    return not any(words.startswith("win") for words in game.legal(_actor(game)))


def _forced(game: Game) -> bool:
    return len(game.legal(_actor(game))) == 1


WANTED: dict[str, tuple[str, int, Wanted, str]] = {
    # name: game, seats, who looks when, what is touched one after the other
    "turn-3": ("microfilms", 3, _act("draw discard", "bribe"), ""),
    "turn-4": ("microfilms", 4, _act("draw discard", "steal", "blackmail"), ""),
    "turn-5": ("microfilms", 5, _act("interrogate", "draw discard", "bribe", late=16), ""),
    "turn-6": ("microfilms", 6, _act("draw discard", "cash-out", late=20), ""),
    "first-turn": ("microfilms", 4, _act("pass", late=0), ""),
    "wait": ("microfilms", 5, _other("action"), ""),
    "aim-interrogate": (
        "microfilms",
        5,
        _act("interrogate 0 card", "interrogate 1 pay"),
        "interrogate card",
    ),
    "aim-blackmail": ("microfilms", 4, _act("blackmail 1", "blackmail 2 pay"), "blackmail"),
    "aim-bribe": (
        "microfilms",
        5,
        _not(
            _act("bribe", late=16),
            _two_cards,
        ),
        "bribe",
    ),
    "aim-bribe-whom": (
        "microfilms",
        5,
        _not(
            _act("bribe", late=16),
            _two_cards,
        ),
        "bribe,bribe ",
    ),
    "aim-steal": ("microfilms", 6, _act("steal"), "steal"),
    "aim-card": ("microfilms", 3, _act("blackmail 1 interrogate"), "card interrogate"),
    "bribe": ("microfilms", 5, _act("accept", phase="bribe"), ""),
    "bribe-by": ("microfilms", 5, _other("bribe", "by"), ""),
    "bribe-others": ("microfilms", 5, _other("bribe"), ""),
    "blackmail": ("microfilms", 4, _act("pay", phase="blackmail"), ""),
    "blackmail-poor": (
        "microfilms",
        4,
        _not(_act("refuse", phase="blackmail"), _forced),
        "",
    ),
    "blackmail-by": ("microfilms", 4, _other("blackmail", "by"), ""),
    "seen": ("microfilms", 5, _last("card-seen"), ""),
    "seen-of": ("microfilms", 5, _last("card-seen", mine=False), ""),
    "taken": ("microfilms", 4, _last("card-taken"), ""),
    "discard": ("microfilms", 4, _act("discard", phase="discard"), ""),
    "discard-ace": (
        "microfilms",
        4,
        _not(
            _act("discard", phase="discard"),
            _has_ace,
        ),
        "",
    ),
    "discard-others": ("microfilms", 5, _other("discard"), ""),
    "win-agent": ("microfilms", 4, _act("win agent"), "win agent"),
    "win-journalist": ("microfilms", 5, _act("win journalist"), "win journalist"),
    "win-journalist-whom": (
        "microfilms",
        5,
        _act("win journalist"),
        "win journalist,win journalist ",
    ),
    "win-hitman": ("microfilms", 5, _act("win hitman"), "win hitman"),
    "win-broker": ("microfilms", 5, _act("win broker"), "win broker"),
    "win-broker-second": ("microfilms", 5, _act("win broker"), "win broker,win broker "),
    "win-interpol": ("microfilms", 5, _act("win interpol"), "win interpol"),
    "win-not-yet": (
        "microfilms",
        4,
        _not(_act("pass"), _has_no_win),
        "",
    ),
    "handed-over": ("microfilms", 6, _last("cards-handed-over"), ""),
    "out": ("microfilms", 5, _out, ""),
    "is-out": ("microfilms", 5, _is_out, ""),
    "evening": ("microfilms", 4, _last("evening-began", mine=False), ""),
    "spectator": ("microfilms", 6, _spectator, ""),
    "croupier-turn": ("croupier", 2, _act("interrogate", "draw discard", late=20), ""),
    "croupier-aim": ("croupier", 2, _act("interrogate croupier", late=12), "interrogate"),
    "croupier-win": ("croupier", 2, _act("win croupier"), "win"),
    "croupier-win-film": ("croupier", 2, _act("win croupier"), "win,win croupier"),
    "croupier-wait": (
        "croupier",
        2,
        _other_of_two,
        "",
    ),
    "croupier-blackmail": ("croupier", 2, _act("refuse", phase="blackmail"), ""),
    "croupier-spectator": ("croupier", 2, _spectator, ""),
    "end-agents": ("microfilms", 5, _over("agents"), ""),
    "end-journalist": ("microfilms", 5, _over("journalist"), ""),
    "end-hitman": ("microfilms", 5, _over("hitman"), ""),
    "end-broker": ("microfilms", 5, _over("broker"), ""),
    "end-interpol": ("microfilms", 6, _over("interpol"), ""),
    "end-spectator": ("microfilms", 3, _over(viewer=None), ""),
    "end-croupier": ("croupier", 2, _over("croupier-hand", "agents"), ""),
    "end-francs": ("croupier", 2, _over("croupier-francs"), ""),
    "end-failed": ("croupier", 2, _over("failed-attempt"), ""),
}


def found(names: set[str] | None = None, games: int = 300) -> dict[str, Scene]:
    """A scene for each name, from the first game in which it comes up."""
    scenes_: dict[str, Scene] = {}
    left = {name: want for name, want in WANTED.items() if names is None or name in names}
    tables = sorted({(game, seats) for game, seats, _, _ in left.values()})
    for seed in range(games):
        for name, seats in tables:
            mine = {key: want for key, want in left.items() if want[:2] == (name, seats)}
            if not mine:
                continue
            for game in played(name, seats, seed):
                for key, (_, _, wanted, _) in list(mine.items()):
                    viewer = wanted(game)
                    if viewer is not False:
                        scenes_[key] = scene(game, viewer)
                        del mine[key], left[key]
                if not mine:
                    break
        if not left:
            break
    return scenes_


def resigned() -> Scene:
    """The end of a game for two from which one has resigned."""
    for game in played("croupier", 2, 3):
        if len(game.actions) > 20:
            over = Over("resigned", (0,), None, 1, True, (1,), None, "/t/x/record", "/new?like=x")
            return scene(game, 0, over)
    raise AssertionError("too short a game")


def abandoned() -> Scene:
    """A table that everybody has left."""
    for game in played("microfilms", 4, 3):
        if len(game.actions) > 20:
            over = Over("abandoned", (), None, None, False, (), None, None, None)
            return scene(game, None, over)
    raise AssertionError("too short a game")


MADE = {"resigned": resigned, "abandoned": abandoned}


def all_scenes(names: set[str] | None = None) -> dict[str, Scene]:
    """Every scene by its name, or those that are named."""
    made = {name: make() for name, make in MADE.items() if names is None or name in names}
    return {**found(names), **made}
