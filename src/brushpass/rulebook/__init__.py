"""The players' texts of the rules, and how to find a rule in them: by its id, by a word.

The texts are the `*.en.md` beside this file, the only copy. A rule is a block of one of them, from
`**K21 · ` to the next block or heading.
"""

import difflib
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

_BLOCK = re.compile(r"\*\*([KMC]\d+) · ([^*\n]+?)\.?\*\* ")
_WORD = re.compile(r"[^\W\d_]{3,}")
_CLOSE = 0.7


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as players read it."""

    id: str
    title: str
    text: str
    """Markdown, from its bold beginning on."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a rulebook, and the rules in it, if it has any."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook."""

    title: str
    chapters: tuple[Chapter, ...]


@cache
def books() -> tuple[Book, ...]:
    """All that have rules in them; the aids on one page have none."""
    folder = resources.files(__package__)
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".en.md"))
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in names]
    return tuple(_book(text) for text in texts if _BLOCK.search(text))


def _book(text: str) -> Book:
    head, *parts = re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]
    return Book(head.split("\n", 1)[0], tuple(map(_chapter, parts)))


def _chapter(part: str) -> Chapter:
    title, _, body = part.partition("\n")
    starts = [found.start() for found in re.finditer(rf"^{_BLOCK.pattern}", body, re.MULTILINE)]
    blocks = [body[start:end].strip() for start, end in pairwise([*starts, len(body)])]
    return Chapter(title, tuple(map(_rule, blocks)))


def _rule(block: str) -> Rule:
    begins = _BLOCK.match(block)
    assert begins is not None
    return Rule(begins[1], begins[2], block)


@cache
def rules() -> dict[str, Rule]:
    """Every rule by its id, in the order of the books."""
    chapters = [chapter for book in books() for chapter in book.chapters]
    return {rule.id: rule for chapter in chapters for rule in chapter.rules}


def rule(name: str) -> Rule | None:
    """The rule of this id, however it is typed."""
    return rules().get(name.strip().upper())


def mentions(words: str) -> list[Rule]:
    """The rules that speak of this."""
    wanted = pattern(words)
    return [rule for rule in rules().values() if wanted.search(rule.text)]


def pattern(words: str) -> re.Pattern[str]:
    """These words, or words that begin with them; `stun-gun` and `stun gun` are one thing."""
    parts = [re.escape(part) for part in re.split(r"[-\s]+", words.strip())]
    return re.compile(r"(?<!\w)" + r"[-\s]".join(parts), re.IGNORECASE)


def close_to(words: str) -> list[str]:
    """What someone who found nothing may have meant: ids, titles or words of the rules."""
    known = {rule.title.lower() for rule in rules().values()}
    for rule in rules().values():
        known.update(_WORD.findall(rule.text.lower()))
    ids = difflib.get_close_matches(words.upper(), rules(), 3, _CLOSE)
    return ids or difflib.get_close_matches(words.lower(), sorted(known), 3, _CLOSE)
