"""`brushpass play`: a person against bots, saved after every action."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

from brushpass import dealer, record, table
from brushpass.bots import levels
from brushpass.bots.simplest import Watched
from brushpass.games import GAMES
from brushpass.games.contract import Game, IllegalAction, Json, Seat
from brushpass.terminal import FACES
from brushpass.terminal.face import Cast
from brushpass.terminal.ink import bold, dim, orange, wrap
from brushpass.terminal.person import QUIT, Left, Person
from brushpass.terminal.screen import Screen

_BOT = "bot"
"""The key of a record's seat that says which bot sits there."""
_SEED = "seed"
"""The key of a record that holds the seed of its further shuffles."""
_CHOSEN = "chosen"
"""The key of a record for the numbers of chance actions that the players set."""
_INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells know it."""


class CannotPlay(Exception):
    """A table that cannot be sat down at; its text says why, and what helps."""


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    save: Path | None = None
    seed: str | None = None
    first: str = "random"
    """me, bot or random."""
    name: str = "Player"
    seats: int | None = None
    """How many, bots included; None for as many as is usual."""
    level: str = levels.STANDARD
    """Of the bots."""


@dataclass
class Sitting:
    """A game with its seats and its seed: all that a record of it needs."""

    path: Path
    game: Game
    seats: tuple[Mapping[str, Json], ...]
    seed: str
    more: dict[str, Json] = field(default_factory=dict)

    @property
    def person(self) -> Seat:
        """Where the person sits: the first seat that no bot has."""
        return next((seat for seat, each in enumerate(self.seats) if _BOT not in each), 0)

    def save(self) -> None:
        """Write the record; the file is the old one or the new one, whatever happens."""
        whole = record.of(self.game, self.seats, {**self.more, _SEED: self.seed})
        try:
            record.save(whole, self.path)
        except OSError as error:
            raise CannotPlay(f"cannot write {self.path}: {error.strerror}") from None


def play(screen: Screen, name: str | None, wishes: Wishes) -> int:
    """Play until the game is over or the person leaves; the exit status."""
    try:
        name = name or _which_game(screen)
        if wishes.seats is not None and wishes.seats not in GAMES[name].seats:
            few, many = GAMES[name].seats[0], GAMES[name].seats[-1]
            wanted = f"{few}" if few == many else f"{few} to {many}"
            raise CannotPlay(f"{name} is for {wanted} seats, not {wishes.seats}")
        path = wishes.save or Path(f"brushpass-{name}{record.SUFFIX}")
        sitting = _saved(screen, name, path) if path.exists() else None
        sitting = sitting or _new(name, path, wishes)
    except Left:
        return 0
    sitting.save()
    try:
        person = _play_on(screen, sitting, wishes.first)
        person.hear(sitting.game.news(sitting.person))
    except (Left, KeyboardInterrupt) as left:
        sitting.save()
        _saved_until_later(screen, sitting)
        return _INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    _end(screen, sitting)
    return 0


# --- sitting down ---------------------------------------------------------------------------------


def _which_game(screen: Screen) -> str:
    names = list(FACES)
    screen.show([bold("Which game?")])
    screen.show(f"  [{number}] {GAMES[name].title}" for number, name in enumerate(names, 1))
    while True:
        typed = _answer(screen, "> ")
        if typed in names:
            return typed
        if typed in map(str, range(1, len(names) + 1)):
            return names[int(typed) - 1]
        screen.show([f"Type a number from 1 to {len(names)}, or q."])


def _answer(screen: Screen, prompt: str) -> str:
    typed = screen.ask(prompt)
    if typed is None or typed.lower() in QUIT:
        raise Left
    return typed.lower()


def _saved(screen: Screen, name: str, path: Path) -> Sitting | None:
    """The game saved there, if the person goes on with it; else it is put out of the way."""
    if not path.is_file():
        raise CannotPlay(f"{path} is no file.\n{_ELSEWHERE}")
    try:
        read, game = record.load(path)
    except record.BadRecord as error:
        raise CannotPlay(f"{path} holds no game: {error}\n{_ELSEWHERE}") from None
    if read.game != name:
        raise CannotPlay(f"{path} holds a game of {read.game}, not of {name}.\n{_ELSEWHERE}")
    if not game.status.over and _goes_on(screen, path, game):
        more = dict(read.more)
        seed = more.pop(_SEED, None)
        seed = seed if isinstance(seed, str) else dealer.new_seed()
        return Sitting(path, game, read.seats, seed, more)
    kept = _put_aside(path)
    screen.show(wrap(f"The game that was saved in {path} is {kept} now.", screen.width))
    return None


_ELSEWHERE = "Name another file with --save, or move this one away."


def _goes_on(screen: Screen, path: Path, game: Game) -> bool:
    place = f"A game is saved in {path}, after action {len(game.actions)}."
    screen.show(wrap(place, screen.width))
    while (typed := _answer(screen, "Go on with it? [y] yes  [n] a new game  [q] quit > ")) != "n":
        if typed in ("", "y", "yes"):
            return True
    return False


def _put_aside(path: Path) -> Path:
    """Give a file the next free number, so that nothing is lost."""
    stem = path.name.removesuffix(record.SUFFIX)
    number = 1
    while (kept := path.with_name(f"{stem}-{number}{record.SUFFIX}")).exists():
        number += 1
    try:
        return path.rename(kept)
    except OSError as error:
        raise CannotPlay(f"cannot move {path} out of the way: {error.strerror}") from None


def _new(name: str, path: Path, wishes: Wishes) -> Sitting:
    face = FACES[name]
    game = Game(GAMES[name], face.seats if wishes.seats is None else wishes.seats)
    bots = [{"name": bot, _BOT: wishes.level} for bot in face.rivals[: game.seats - 1]]
    seed = dealer.new_seed() if wishes.seed is None else wishes.seed
    return Sitting(path, game, ({"name": wishes.name}, *bots), seed)


# --- at the table ---------------------------------------------------------------------------------


def _play_on(screen: Screen, sitting: Sitting, first: str) -> Person:
    """Play to the end, saving after every action."""
    game, seat = sitting.game, sitting.person
    cast = _cast(sitting)
    person = Person(screen, FACES[game.rules.id], cast, seat, _refusals(game, seat))
    players: list[Any] = [
        person if each == seat else _bot(screen, sitting, each) for each in range(game.seats)
    ]
    while game.chance is not None:
        if game.chance.kind == "first" and first != "random":
            sitting.more[_CHOSEN] = [*sitting.more.get(_CHOSEN, []), len(game.actions) + 1]
            game.apply(f"first {seat if first == 'me' else (seat + 1) % game.seats}")
        else:
            table.deal(game, sitting.seed)
        sitting.save()
    for _ in table.play(game, players, sitting.seed):
        sitting.save()
    return person


def _bot(screen: Screen, sitting: Sitting, seat: Seat) -> Watched:
    """The bot of a seat, of the level that the record names: another program's may be unknown."""
    level = str(sitting.seats[seat].get(_BOT))
    level = level if level in levels.LEVELS else levels.STANDARD
    bot = levels.maker(sitting.game.rules.id, level)(seat, dealer.seed_for("bots", sitting.seed))

    def tell(why: str) -> None:
        name = sitting.seats[seat]["name"]
        screen.show([dim(f"{name} gave no answer ({why}): the simplest was done.")])

    return Watched(bot, seat, tell)


def _cast(sitting: Sitting) -> Cast:
    return Cast(tuple(str(seat["name"]) for seat in sitting.seats), sitting.person)


def _refusals(game: Game, seat: Seat) -> Any:
    def why_not(words: str) -> str | None:
        try:
            game.rules.parse(words)
        except IllegalAction:
            return None
        return table.why_not(game, seat, words)

    return why_not


# --- getting up -----------------------------------------------------------------------------------


def _saved_until_later(screen: Screen, sitting: Sitting) -> None:
    name, path = sitting.game.rules.id, sitting.path
    usual = path == Path(f"brushpass-{name}{record.SUFFIX}")
    again = f"brushpass play {name}{'' if usual else f' --save {quote(str(path))}'}"
    saved = f"Saved in {path}, after action {len(sitting.game.actions)}. To go on from here:"
    screen.show(["", *wrap(saved, screen.width), f"  {bold(again)}"])


def _end(screen: Screen, sitting: Sitting) -> None:
    """The score sheet, the record, and now the seed too."""
    game, cast = sitting.game, _cast(sitting)
    view = game.view(sitting.person)
    room = screen.width
    face = FACES[game.rules.id]
    screen.clear()
    result = game.status.result
    assert result is not None
    screen.show(["", *wrap(orange(bold(face.ending(result, cast))), room), ""])
    screen.show(["", *face.score(view, cast, room), ""])
    again = f"brushpass replay {quote(str(sitting.path))}"
    kept = f"The record is {sitting.path}. To step through it:"
    screen.show([*wrap(kept, room), f"  {bold(again)}", ""])
    same = f"The seed was {sitting.seed}; with --seed it deals the same cards again."
    screen.show(map(dim, wrap(same, room)))
