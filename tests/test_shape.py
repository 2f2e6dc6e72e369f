"""The shape of the source: who may import what, and that each rule has text, code and a test."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.test_rulebook import RULES, blocks

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "brushpass"
TESTS = ROOT / "tests"

# What needs more than the standard library; all else is the core.
EXTRAS = ("research", "train", "twin", "web")

# What the core imports when it is asked for just that, and says so where it is missing.
WHEN_ASKED = {("arena/farm.py", "ray")}  # `brushpass arena --ray`

# Who holds a game being played, by its one handle `Game`. A bot never does: it gets views and news.
HOLDERS = {
    "__init__.py",  # the shop window
    "games/contract.py",  # where the handle is made
    "record.py",  # plays records again
    "proof.py",  # compares them with what is dealt and sealed
    "referee.py",
    "arena/check.py",  # plays with programs on trial
    "arena/play.py",
    "table.py",  # players at a table
    "terminal/play.py",
    "terminal/replay.py",
    "web/held.py",
    "web/keeper.py",
    "web/shelf.py",
}
# Who may see the whole table: for whoever asked for exactly that.
OPENERS = {
    "games/contract.py",
    "referee.py",  # `state`
    "terminal/replay.py",  # a record stepped through with `--seat all`
}

# Each game's modules in the order in which they may import each other: nouns, eyes, then verbs.
NOUNS = {"cards", "actions", "happenings", "state"}
EYES = {"view", "knowledge", "whereabouts"}

FOLDERS = {"K": "kompromat", "M": "microfilms", "C": "microfilms"}


class Import(NamedTuple):
    """One name imported somewhere: `from module import name`, or `import module` without one."""

    path: str
    module: str
    name: str | None
    at_once: bool
    """When its file is imported, not only when something is called."""

    @property
    def whole(self) -> str:
        """The module that it is, or that it comes from."""
        return f"{self.module}.{self.name}" if self.name else self.module

    def __str__(self) -> str:
        return f"{self.path} imports {self.whole}"


@cache
def sources(folder: Path = SOURCE) -> list[tuple[str, ast.Module]]:
    """Every Python file in a folder, by its path there."""
    return [
        (path.relative_to(folder).as_posix(), ast.parse(path.read_bytes()))
        for path in sorted(folder.rglob("*.py"))
    ]


def imports() -> Iterator[Import]:
    for path, module in sources():
        package = ["brushpass", *path.split("/")[:-1]]
        for node, at_once in statements(module):
            if isinstance(node, ast.Import):
                yield from (Import(path, alias.name, None, at_once) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                here = package[: len(package) + 1 - node.level] if node.level else []
                source = ".".join([*here, node.module] if node.module else here)
                yield from (Import(path, source, alias.name, at_once) for alias in node.names)


def statements(node: ast.AST, at_once: bool = True) -> Iterator[tuple[ast.stmt, bool]]:
    """Every statement, and whether it is run when its file is imported."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.ExceptHandler | ast.match_case):
            if isinstance(inner, ast.stmt):
                yield inner, at_once
            function = isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from statements(inner, at_once and not function)


IMPORTS = list(imports())


def is_extra(path: str) -> bool:
    return path.split("/", maxsplit=1)[0] in EXTRAS


def wrong(found: Iterator[Import]) -> list[str]:
    return [str(each) for each in found]


class TestTheCore:
    def test_it_imports_the_standard_library_alone(self) -> None:
        known = {*sys.stdlib_module_names, "brushpass"}
        assert not wrong(
            each
            for each in IMPORTS
            if not is_extra(each.path)
            and each.module.split(".")[0] not in known
            and (each.at_once or (each.path, each.module) not in WHEN_ASKED)
        )

    def test_it_needs_no_extra_before_one_is_asked_for(self) -> None:
        """`brushpass serve` imports the web when it is run, and nothing else does."""
        extras = tuple(f"brushpass.{name}" for name in EXTRAS)
        assert not wrong(
            each
            for each in IMPORTS
            if not is_extra(each.path)
            and f"{each.whole}.".startswith(tuple(f"{extra}." for extra in extras))
            and (each.at_once or each.path != "cli.py")
        )

    def test_the_games_know_no_chance_no_clock_and_no_files(self) -> None:
        """Chance outcomes are actions; what there is to know of a game is its list of them."""
        world = set(
            "asyncio datetime io os pathlib random secrets shutil socket subprocess sys tempfile "
            "threading time uuid".split()
        )
        assert not wrong(
            each
            for each in IMPORTS
            if each.path.startswith("games/") and each.module.split(".")[0] in world
        )

    def test_the_games_know_nothing_of_what_is_around_them(self) -> None:
        assert not wrong(
            each
            for each in IMPORTS
            if each.path.startswith("games/")
            and each.module.split(".")[0] == "brushpass"
            and not f"{each.whole}.".startswith("brushpass.games.")
        )


class TestTheDoor:
    """Nothing but the named holders touches the State of a game being played."""

    def test_a_state_is_named_nowhere_outside_the_games(self) -> None:
        """Bots, research and the twin imagine States of their own; a `Mission` is a noun of views.

        The modules of verbs are reached through `Rules` alone.
        """
        verbs = re.compile(r"brushpass\.games\.\w+\.(rules|setup|turns|reveal|chance|attempts)\b")
        states = re.compile(r"brushpass\.games\.\w+\.(state\.(?!Mission$)\w+|State)$")
        whole = re.compile(r"brushpass\.games\.\w+\.state$")
        imagining = ("games/", "bots/", "research/", "train/", "twin/")
        assert not wrong(
            each
            for each in IMPORTS
            if not each.path.startswith(imagining)
            and any(pattern.match(each.whole) for pattern in (verbs, states, whole))
        )

    def test_a_game_is_held_by_those_named_here(self) -> None:
        assert not wrong(
            each
            for each in IMPORTS
            if each.whole in ("brushpass.games.contract.Game", "brushpass.Game")
            and each.path not in HOLDERS
        )

    def test_the_whole_table_is_opened_by_those_named_here(self) -> None:
        openers = {
            path
            for path, module in sources()
            for node in ast.walk(module)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "opened"
        }
        assert openers <= OPENERS

    def test_what_the_handle_holds_stays_in_it(self) -> None:
        reaching = {
            path
            for path, module in sources()
            for node in ast.walk(module)
            if isinstance(node, ast.Attribute) and node.attr in ("_states", "_state")
            if not (isinstance(node.value, ast.Name) and node.value.id == "self")
        }
        assert not reaching

    def test_a_bot_gets_what_its_seat_sees(self) -> None:
        """Not the game, nor anything by which one could be had."""
        givers = ("brushpass.record", "brushpass.referee", "brushpass.table", "brushpass.GAMES")
        handles = ("brushpass.games.contract.Game", "brushpass.games.GAMES", "brushpass.Game")
        assert not wrong(
            each
            for each in IMPORTS
            if each.path.startswith("bots/")
            and f"{each.whole}.".startswith(tuple(f"{name}." for name in (*givers, *handles)))
        )


class TestEachGame:
    """Nouns, then eyes, then verbs."""

    @staticmethod
    def within(each: Import) -> tuple[str, str] | None:
        """The module that imports and the one imported, if both are of one game."""
        path = re.fullmatch(r"games/(\w+)/(\w+)\.py", each.path)
        if path is None:
            return None
        inside = re.match(rf"brushpass\.games\.{path[1]}\.(\w+)", each.whole)
        return None if inside is None else (path[2], inside[1])

    def pairs(self) -> list[tuple[Import, str, str]]:
        found = [(each, self.within(each)) for each in IMPORTS]
        return [(each, *pair) for each, pair in found if pair is not None]

    def test_nouns_import_nouns_alone(self) -> None:
        assert not [
            str(each)
            for each, importer, imported in self.pairs()
            if importer in NOUNS and imported not in NOUNS
        ]

    def test_eyes_never_import_verbs(self) -> None:
        """What is seen is built from what lies there, not from what may be done."""
        assert not [
            str(each)
            for each, importer, imported in self.pairs()
            if importer in EYES and imported not in NOUNS | EYES
        ]

    def test_knowledge_comes_from_views_and_news_never_from_a_state(self) -> None:
        assert not [
            str(each)
            for each, importer, imported in self.pairs()
            if importer in EYES - {"view"} and imported == "state"
        ]

    def test_there_is_something_to_look_at(self) -> None:
        games = {each.path.split("/")[1] for each, _, _ in self.pairs()}
        assert games == {"kompromat", "microfilms"}


class TestEachRule:
    """Searching an id gives the text, the code and the test."""

    @pytest.mark.parametrize("book", RULES)
    def test_it_has_text(self, book: str) -> None:
        assert {rule for rule, _ in blocks(book)} == set(RULES[book])

    @pytest.mark.parametrize("book", RULES)
    def test_it_has_code(self, book: str) -> None:
        """Its id stands in the source of its game, where it is kept."""
        assert [rule for rule in RULES[book] if rule not in cited(rule[0])] == []

    @pytest.mark.parametrize("book", RULES)
    def test_it_has_a_test(self, book: str) -> None:
        """Its id stands in the docstring of a test of its game, or of a class of tests."""
        assert [rule for rule in RULES[book] if rule not in with_a_test(rule[0])] == []


MENTION = re.compile(r"\b[KMC][0-9]+\b")


@cache
def cited(letter: str) -> set[str]:
    folder = SOURCE / "games" / FOLDERS[letter]
    return {
        rule for path in folder.glob("*.py") for rule in MENTION.findall(path.read_text("utf-8"))
    }


@cache
def with_a_test(letter: str) -> set[str]:
    return {
        rule
        for path, module in sources(TESTS / FOLDERS[letter])
        if path.startswith("test_")
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test")
        for rule in MENTION.findall(ast.get_docstring(node) or "")
    }
