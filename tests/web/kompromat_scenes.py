"""Scenes of Kompromat out of played games: one for every phase, for tests and for pictures."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from brushpass import dealer
from brushpass.games import GAMES
from brushpass.games.contract import Game, Viewer
from brushpass.web.scenes import Line, Opaque, Over, Scene, Sitter
from brushpass.web.scenes.kompromat.reading import totals
from tests.kompromat.table import situation

SITTERS = (Sitter("Ada", None, True), Sitter("Ottoline", "Operative", True))


def scene(game: Game, viewer: Viewer, over: Over | None = None, since: int = 0) -> Scene:
    """What a page would be made from."""
    news = [Line(number, event) for number, event in game.news(viewer)]
    status = game.status
    if status.over and over is None:
        assert status.result is not None
        over = Over(
            reason="played",
            winners=status.result.winners,
            result=status.result,
            resigned=None,
            may_ask=viewer is not None,
            asked=(1,),
            next=None,
            record="/records/example",
            again="/set/kompromat",
        )
    return Scene(
        game="kompromat",
        viewer=viewer,
        view=game.view(viewer),
        legal=() if viewer is None or over else tuple(game.legal(viewer)),
        sitters=SITTERS,
        number=len(game.actions),
        log=tuple(news),
        fresh=tuple(line for line in news if line.number > since),
        opaque=Opaque(b"a key", viewer, 0),
        notes=None,
        language="en",
        over=over,
    )


def played(seed: int) -> Iterator[Game]:
    """A game by two who play fairly well and keep their items for later, before each decision."""
    chance = Random(seed)
    game = Game(GAMES["kompromat"], 2)
    while not game.status.over:
        if due := game.chance:
            game.apply(dealer.pick_outcome(due, chance.randrange))
            continue
        yield game
        actor = game.status.actor
        assert isinstance(actor, int)
        for seat, interrupts in game.interrupts().items():
            if chance.random() < 0.02:
                game.apply(chance.choice(interrupts), seat)
        game.apply(_choice(game, actor, chance))
    yield game


def _choice(game: Game, actor: int, chance: Random) -> str:
    legal = game.legal(actor)
    uses = [words for words in legal if words.startswith("use ")]
    if uses and chance.random() < 0.15:
        return chance.choice(uses)
    if "stop" in legal:
        view = kompromat_view(game, actor)
        pile = view.players[actor].piles[view.current - 1]
        total = totals([shown.card for shown in pile if shown.card], 0)[0]
        if "draw" in legal and (total < 15 or chance.random() < 0.1):
            return "draw"
        return "stop"
    if "pass" in legal:
        return "pass"
    return chance.choice([words for words in legal if words not in uses])


def kompromat_view(game: Game, seat: Viewer) -> Any:
    return game.view(seat)


AIMS = {
    "aim-stun-gun": "use stun-gun",
    "aim-jetpack": "use jetpack",
    "aim-usb": "use usb-stick",
}
"""What is touched in a scene, to be shown."""


Wanted = Callable[[Game], bool]


def _phase(phase: str, more: Wanted = lambda _game: True, actor: int | None = 0) -> Wanted:
    def found(game: Game) -> bool:
        status = game.status
        return status.phase == phase and (actor is None or status.actor == actor) and more(game)

    return found


def _items(game: Game, seat: int = 0) -> int:
    return len(kompromat_view(game, seat).players[seat].items)


def _uses(game: Game, seat: int, *items: str) -> bool:
    legal = game.legal(seat)
    return all(any(words.startswith(f"use {item}") for words in legal) for item in items)


def _round(game: Game) -> int:
    return int(kompromat_view(game, None).round)


def _pile(game: Game) -> int:
    view = kompromat_view(game, None)
    return max(len(pile) for side in view.players for pile in side.piles)


WANTED: dict[str, tuple[Viewer, Wanted]] = {
    "turn": (0, _phase("turn", lambda game: _round(game) == 2)),
    "place": (0, _phase("place", lambda game: _round(game) == 2 and _items(game) > 0)),
    "push": (
        0,
        _phase("push", lambda game: _round(game) == 3 and _items(game) == 2 and _pile(game) > 2),
    ),
    "push-forced": (0, _phase("push", lambda game: "draw" not in game.legal(0))),
    "push-long": (0, _phase("push", lambda game: _pile(game) >= 6)),
    "aim-stun-gun": (0, _phase("push", lambda game: _uses(game, 0, "stun-gun", "drone"))),
    "aim-jetpack": (0, _phase("turn", lambda game: _uses(game, 0, "jetpack"))),
    "aim-usb": (0, _phase("push", lambda game: _uses(game, 0, "usb-stick"))),
    "interrupt": (0, _phase("push", lambda game: _uses(game, 0, "drone"), actor=1)),
    "wait-turn": (0, _phase("turn", lambda game: _round(game) == 2, actor=1)),
    "wait-declare": (0, _phase("declare", actor=1)),
    "window": (
        0,
        _phase("window", lambda game: kompromat_view(game, 0).current == 3 and _items(game) > 1),
    ),
    "declare": (0, _phase("declare", lambda game: kompromat_view(game, 0).current == 2)),
    "adjust": (0, _phase("adjust")),
    "perfect": (0, _phase("perfect")),
    "rescue": (0, _phase("rescue")),
    "cover": (0, _phase("cover")),
    "spectator": (None, _phase("push", lambda game: _round(game) == 2)),
    "spectator-reveal": (None, _phase("declare")),
    "end": (0, _phase("over", lambda game: "points" in _reason(game), actor=None)),
    "end-notoriety": (0, _phase("over", lambda game: _reason(game) == "notoriety", actor=None)),
    "end-spectator": (None, _phase("over", actor=None)),
}


def _reason(game: Game) -> str:
    result = game.status.result
    return "" if result is None else result.reason


def found(names: set[str] | None = None, games: int = 400) -> dict[str, Scene]:
    """A scene for each name, from the first game in which it comes up."""
    scenes: dict[str, Scene] = {}
    left = {name: WANTED[name] for name in WANTED if names is None or name in names}
    for seed in range(games):
        if not left:
            break
        for game in played(seed):
            for name in [name for name, (_, wanted) in left.items() if wanted(game)]:
                scenes[name] = scene(game, left.pop(name)[0])
    return scenes


def night_vision() -> Scene:
    """A scene in which the next cards have just been looked at."""
    for seed in range(400):
        for game in played(seed):
            if game.status.phase == "push" and "use night-vision" in game.legal(0):
                game.apply("use night-vision", 0)
                return scene(game, 0)
    raise AssertionError("nobody ever had a night vision")


def many_items() -> Scene:
    """A scene with more items than have names on a phone."""
    items = "drone, stun-gun, newspaper, night-vision, gps-tracker, jetpack"
    table = situation(f"0 holds: {items}\n1 at 2: 5 4\n0 at 1: 9 6 ...")
    return scene(table.game, 0)


def resigned() -> Scene:
    """A scene after the opponent has resigned."""
    for game in played(3):
        if _round(game) == 3:
            over = Over("resigned", (0,), None, 1, True, (1,), None, "/records/x", "/set/kompromat")
            return scene(game, 0, over)
    raise AssertionError("there is a third round")


MADE = {"night-vision": night_vision, "many-items": many_items, "resigned": resigned}


def all_scenes(names: set[str] | None = None) -> dict[str, Scene]:
    """Every scene by its name, or those that are named."""
    made = {name: make() for name, make in MADE.items() if names is None or name in names}
    return {**found(names), **made}
