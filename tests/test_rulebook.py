"""The players' texts: every rule id has its block, and docs/rules shows the same text."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULEBOOK = ROOT / "src" / "brushpass" / "rulebook"
LINKS = ROOT / "docs" / "rules"

RULES = {
    "kompromat": [f"K{number}" for number in range(1, 44)],
    "microfilms": [f"M{number}" for number in range(1, 33)]
    + [f"C{number}" for number in range(1, 12)],
}
AIDS = ["kompromat-aid", "microfilms-aid", "croupier-aid"]

BLOCK = re.compile(r"^\*\*([KMC]\d+) · ([^*\n]+)\*\* ", re.MULTILINE)
BLOCK_OR_HEADING = re.compile(r"^(?:\*\*[KMC]\d+ · |#)", re.MULTILINE)
MENTION = re.compile(r"\b[KMC]\d+\b")


def text(name: str) -> str:
    return (RULEBOOK / f"{name}.en.md").read_text(encoding="utf-8")


def blocks(name: str) -> list[tuple[str, str]]:
    """Each block's id and what it says, its bold beginning left out."""
    page = text(name)
    found = []
    for start in BLOCK.finditer(page):
        after = BLOCK_OR_HEADING.search(page, start.end())
        found.append((start[1], page[start.end() : after.start() if after else len(page)].strip()))
    return found


@pytest.mark.parametrize("name", RULES)
class TestRulebook:
    def test_each_id_begins_exactly_one_block(self, name: str) -> None:
        assert sorted(rule for rule, _ in blocks(name)) == sorted(RULES[name])

    def test_nothing_else_looks_like_the_beginning_of_a_block(self, name: str) -> None:
        bold_ids = re.findall(r"\*\*\s*([KMC]\d+)", text(name))
        assert sorted(bold_ids) == sorted(RULES[name])

    def test_no_block_is_empty_or_a_mere_word(self, name: str) -> None:
        assert [rule for rule, said in blocks(name) if len(said) < 40] == []

    def test_a_ruling_is_a_paragraph_of_a_block(self, name: str) -> None:
        page = text(name)
        in_blocks = sum(
            len(re.findall(r"^\*Ruling\.\* \S", said, re.MULTILINE)) for _, said in blocks(name)
        )
        assert in_blocks == page.count("*Ruling.*") > 0


@pytest.mark.parametrize("name", [*RULES, *AIDS])
class TestEveryText:
    def test_it_begins_with_a_title(self, name: str) -> None:
        assert text(name).startswith("# ")

    def test_it_mentions_no_rule_that_does_not_exist(self, name: str) -> None:
        known = {rule for rules in RULES.values() for rule in rules}
        assert set(MENTION.findall(text(name))) <= known

    def test_docs_rules_shows_the_same_text(self, name: str) -> None:
        link = LINKS / f"{name}.md"
        assert link.resolve() == RULEBOOK / f"{name}.en.md"
        assert link.read_text(encoding="utf-8") == text(name)


def test_every_page_of_docs_rules_is_listed() -> None:
    listed = (LINKS / "README.md").read_text(encoding="utf-8")
    pages = [page.name for page in LINKS.iterdir() if page.name != "README.md"]
    assert [page for page in pages if f"({page})" not in listed] == []
