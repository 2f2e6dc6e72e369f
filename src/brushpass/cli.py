"""The command line: thin, and honest about what went wrong."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import brushpass

_FAILED = 1
_INTERRUPTED = 130
_CLOSED = 141
"""The exit statuses that shells know for Ctrl-C and for a pipe that nobody reads."""

_PLAY = """\
Play against bots. The game is saved after every action; the next time it goes on from there.

  brushpass play                            choose a game
  brushpass play kompromat
  brushpass play microfilms --seats 5
  brushpass play croupier --first bot --level handler
  brushpass play kompromat --save mine.game.json --seed 7
"""
_REPLAY = """\
Step through a record. Into a pipe or a file the whole game is written.

  brushpass replay mine.game.json               what everybody could see
  brushpass replay mine.game.json --seat 0      what seat 0 saw
  brushpass replay mine.game.json --seat all    all cards
"""
_VERIFY = """\
Check by its proof that nobody chose the cards of a game and nobody changed it afterwards;
docs/fairness.md says what that is worth.

  brushpass verify mine.game.json
"""
_RULES = """\
Look up the rules.

  brushpass rules                 the chapters
  brushpass rules K21             one rule
  brushpass rules stun gun        all rules that mention it
"""
_SERVE = """\
Open the table in the browser, for persons and bots.

  brushpass serve
  brushpass serve --host 0.0.0.0 --port 8080      for phones and friends too
"""
_BACKUP = """\
Copy the tables of a server into a folder, while it runs. `brushpass serve --data FOLDER` serves
the copy.

  brushpass backup /mnt/copies/monday
"""
_TIDY = """\
Put away the tables at which nothing has happened for long. The server does it by itself once a
day, after BRUSHPASS_KEEP_DAYS (400).

  brushpass tidy --days 90
"""
_ADMIN = """\
Let somebody mind the house: see tables, players and reports, mute, bar and close, at /house. The
password is asked for, or read from standard input; done again, it sets a new one.

  brushpass admin ada
  brushpass admin ada --dismiss
"""
_ARENA = """\
Let bots play matches: levels of ours, or your own program in any language (docs/bots.md).
Every deal is played with seats swapped, so that luck cancels. With more than two seats each
contender is compared, in the same seat on the same deals, with those it sits among.

  brushpass arena kompromat recruit operative --games 400
  brushpass arena kompromat operative my --bot "my=python3 my_bot.py" --games 200 --jobs 2
  brushpass arena microfilms recruit operative --seats 4 --among recruit --games 1000
  brushpass arena croupier operative                   how it fares against itself
  brushpass arena kompromat operative handler:40 --save match.jsonl     stop, and go on later

Contenders: recruit, operative, handler, random, or the name of a --bot. `handler:40` thinks with
40 samples a decision instead of its full number.
"""
_BOT_CHECK = """\
Try a program against the awkward corners of the bot protocol (docs/bots.md), and say what is
wrong with it, if anything is.

  brushpass bot-check "python3 my_bot.py"
  brushpass bot-check "./my_bot" --game microfilms
"""
_REFEREE = """\
Judge games over JSON lines, on standard input and output; docs/protocol.md says how.

  echo '{"id": 1, "cmd": "hello"}' | brushpass referee
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did what was asked, 1 when a check failed, 2 when asked wrongly."""
    parser = argparse.ArgumentParser(prog="brushpass", description=brushpass.__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {brushpass.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, says: str, description: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=says,
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    play = command("play", "play in the terminal, against bots", _PLAY)
    play.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"{', '.join(brushpass.GAMES)}; asked for if left out",
    )
    play.add_argument(
        "--seats", type=int, metavar="N", help="how many sit there: 3 to 6 for microfilms (4)"
    )
    play.add_argument("--save", type=Path, metavar="FILE", help="the record to play in")
    play.add_argument("--seed", help="the seed of all shuffles, of a new game")
    play.add_argument(
        "--first", choices=["me", "bot", "random"], default="random", help="who starts"
    )
    play.add_argument("--level", help="of the bots: recruit, operative (if left out) or handler")
    play.add_argument("--name", default="Player", help="your name in the record")
    replay = command("replay", "step through a record", _REPLAY)
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--seat", metavar="SEAT", help="a seat's number, all, or public")
    verify = command("verify", "check the proof of a record's shuffles", _VERIFY)
    verify.add_argument("file", type=Path, metavar="FILE")
    rules = command("rules", "look up a rule", _RULES)
    rules.add_argument("words", nargs="*", metavar="WORD", help="an id such as K21, or words")
    command("referee", "judge games over JSON lines", _REFEREE)
    arena = command("arena", "let bots play matches, and rate them", _ARENA)
    arena.add_argument("game", metavar="GAME", help=", ".join(brushpass.GAMES))
    arena.add_argument("contenders", nargs="+", metavar="CONTENDER")
    arena.add_argument("--bot", action="append", default=[], metavar="NAME=COMMAND")
    arena.add_argument("--seats", type=int, metavar="N", help="3 to 6 for microfilms (4)")
    arena.add_argument(
        "--among",
        action="append",
        metavar="CONTENDER",
        help="with more than two seats: who fills the other seats (the first one named)",
    )
    arena.add_argument("--games", type=int, default=400, metavar="N", help="for each two (400)")
    arena.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    arena.add_argument("--seed", default="1", help="of all deals and bots (1)")
    arena.add_argument(
        "--time-limit", type=float, default=5.0, metavar="SECONDS", help="for a program (5)"
    )
    arena.add_argument("--save", type=Path, metavar="FILE", help="keep the games, and go on there")
    arena.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    arena.add_argument("--chart", type=Path, metavar="FILE", help="draw the ratings as SVG")
    arena.add_argument(
        "--transcripts", type=Path, metavar="FOLDER", help="of forfeited games (transcripts)"
    )
    arena.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; `local` makes one")
    check = command("bot-check", "try a program as a bot", _BOT_CHECK)
    check.add_argument("program", metavar="COMMAND")
    check.add_argument("--game", action="append", metavar="GAME", help="all three if left out")
    check.add_argument(
        "--time-limit", type=float, default=5.0, metavar="SECONDS", help="for each answer (5)"
    )
    check.add_argument("--seed", default="1", help="of its games (1)")
    serve = command("serve", "open the table in the browser", _SERVE)
    serve.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    serve.add_argument("--port", type=int, default=8777)
    serve.add_argument("--data", type=Path, metavar="FOLDER", help="where tables are kept")
    serve.add_argument("--no-browser", action="store_true", help="open no browser")

    backup = command("backup", "copy the tables of a server", _BACKUP)
    backup.add_argument("to", type=Path, metavar="TO")
    tidy = command("tidy", "put old tables away", _TIDY)
    tidy.add_argument("--days", type=int, metavar="N", help="since something happened there")
    admin = command("admin", "let somebody mind the house", _ADMIN)
    admin.add_argument("name", metavar="NAME")
    admin.add_argument("--dismiss", action="store_true", help="let them mind it no more")
    for each in (backup, tidy, admin):
        each.add_argument("--data", type=Path, metavar="FOLDER", help="where tables are kept")

    asked = parser.parse_args(argv)
    try:
        match asked.command:
            case "play":
                return _play(play, asked)
            case "replay":
                return _replay(replay, asked)
            case "verify":
                return _verify(asked)
            case "rules":
                return _rules(asked)
            case "serve":
                return _serve(asked)
            case "backup" | "tidy" | "admin":
                return _house(asked)
            case "arena":
                return _arena(arena, asked)
            case "bot-check":
                return _bot_check(check, asked)
            case _:
                return _referee()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; Python would complain again when it closes the pipe itself.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CLOSED


def _play(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from brushpass.bots.levels import LEVELS, STANDARD
    from brushpass.terminal import FACES
    from brushpass.terminal.play import CannotPlay, Wishes, play
    from brushpass.terminal.screen import Screen

    if asked.game is not None and asked.game not in FACES:
        parser.error(f"GAME is {' or '.join(FACES)}, not {asked.game!r}")
    level = asked.level or STANDARD
    if level not in LEVELS:
        parser.error(f"--level is {', '.join(LEVELS)}, not {level!r}")
    try:
        wishes = Wishes(asked.save, asked.seed, asked.first, asked.name, asked.seats, level)
        return play(Screen.standard(), asked.game, wishes)
    except CannotPlay as error:
        return _failed(str(error))


def _replay(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from brushpass import record
    from brushpass.terminal.replay import NoSuchSeat, replay
    from brushpass.terminal.screen import Screen

    try:
        replay(Screen.standard(), asked.file, asked.seat)
    except record.BadRecord as error:
        return _failed(str(error))
    except NoSuchSeat as error:
        parser.error(str(error))
    return 0


def _verify(asked: argparse.Namespace) -> int:
    from brushpass import proof, record

    try:
        proven = proof.verify(record.from_file(asked.file))
    except (record.BadRecord, proof.BadProof) as error:
        return _failed(f"{asked.file} is not proven.\n{error}")
    except proof.NoProof as error:
        return _failed(f"{asked.file}: {error}")
    chosen = ", ".join(map(str, proven.chosen)) or "none"
    print(f"{asked.file}: the proof holds.")
    print(f"dealt      {proven.dealt} chance actions, all from the seed and the numbers")
    print(f"chosen     {chosen} (the chance actions that the players agreed on)")
    print(f"sealed     {proven.actions} actions, none changed since")
    print("It is worth as much as what was noted at the table:")
    print(f"commitment {proven.proof.commitment}")
    for seat, number in enumerate(proven.proof.numbers):
        print(f"seat {seat}     {number}")
    print(f"seal       {proven.proof.seal}")
    return 0


def _rules(asked: argparse.Namespace) -> int:
    from brushpass.terminal import rules
    from brushpass.terminal.screen import Screen

    screen, words = Screen.standard(), " ".join(asked.words)
    lines = rules.found(words, screen.width) if words else rules.contents(screen.width)
    if lines is None:
        return _failed(rules.not_found(words))
    screen.show(lines)
    return 0


def _serve(asked: argparse.Namespace) -> int:
    from brushpass.web.serve import serve

    if (lacking := _lacking()) is not None:
        return _failed(lacking)
    return serve(asked.host, asked.port, asked.data, browser=not asked.no_browser)


_NO_WEB = (
    "the table in the browser needs the extra `web`: `make play` brings it along, or "
    "`pip install 'brushpass[web]'`"
)


_NO_SCALE = (
    "PostgreSQL and Redis (DATABASE_URL, REDIS_URL) need the extra `scale`: "
    "`pip install 'brushpass[scale]'`"
)


def _lacking() -> str | None:
    """Which extra is needed and not there."""
    if find_spec("django") is None:
        return _NO_WEB
    shared = os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL")
    return _NO_SCALE if shared and not (find_spec("psycopg") and find_spec("redis")) else None


def _house(asked: argparse.Namespace) -> int:
    if (lacking := _lacking()) is not None:
        return _failed(lacking)
    from brushpass.web import house

    try:
        match asked.command:
            case "backup":
                print(house.backup(asked.data, asked.to))
            case "tidy":
                print(house.tidy(asked.data, asked.days))
            case _:
                print(house.admin(asked.data, asked.name, dismiss=asked.dismiss))
    except house.NotDone as error:
        return _failed(str(error))
    return 0


def _arena(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from brushpass import arena
    from brushpass.arena.farm import NoCluster
    from brushpass.arena.ledger import BadLedger
    from brushpass.bots import levels

    game = _game(parser, asked.game)
    seats = asked.seats or (4 if game == "microfilms" else 2)
    if seats not in brushpass.GAMES[game].seats:
        parser.error(f"{game} is not for {seats} seats")
    if asked.games < 1 or asked.jobs < 1 or not asked.time_limit > 0:
        parser.error("--games, --jobs and --time-limit are more than 0")
    programs = dict(_programs(parser, asked.bot))
    contenders = []
    for name in asked.contenders:
        if name in programs:
            contenders.append(arena.Contender(name, command=programs[name]))
            continue
        try:
            levels.maker(game, name)
        except levels.NoSuchLevel as error:
            parser.error(f"{error}, or a name given with --bot NAME=COMMAND")
        contenders.append(arena.Contender(name, level=name))
    if len(set(asked.contenders)) < len(contenders):
        parser.error("each contender is named once; one alone plays itself")
    among = asked.among or asked.contenders[:1]
    if wrong := [name for name in among if name not in asked.contenders]:
        parser.error(f"--among is one of the contenders, not {wrong[0]!r}")
    match = arena.Match(
        game=game,
        seats=seats,
        contenders=tuple(contenders),
        fields=tuple(asked.contenders.index(name) for name in among) if seats > 2 else (),
        deals=arena.deals_for(asked.games, seats, alone=len(contenders) == 1),
        seed=asked.seed,
        limit=asked.time_limit,
    )
    outlets = arena.Outlets(
        asked.jobs, asked.ray, asked.save, asked.json, asked.chart, asked.transcripts
    )
    try:
        found = arena.run(match, outlets, print)
    except (BadLedger, NoCluster) as error:
        return _failed(str(error))
    return _FAILED if any(found.forfeits) else 0


def _game(parser: argparse.ArgumentParser, name: str) -> str:
    if name not in brushpass.GAMES:
        parser.error(f"GAME is {', '.join(brushpass.GAMES)}, not {name!r}")
    return name


def _programs(parser: argparse.ArgumentParser, given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for each in given:
        name, equals, program = each.partition("=")
        if not (name and equals and program):
            parser.error(f'--bot is NAME=COMMAND, as in "my=python3 my_bot.py"; came {each!r}')
        yield name, program


def _bot_check(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    from brushpass.arena.check import check

    games = [_game(parser, name) for name in asked.game or brushpass.GAMES]
    sound = check(asked.program, games, asked.seed, asked.time_limit, print)
    return 0 if sound else _FAILED


def _referee() -> int:
    from brushpass import referee

    referee.serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _failed(why: str) -> int:
    print(f"brushpass: {why}", file=sys.stderr)
    return _FAILED
