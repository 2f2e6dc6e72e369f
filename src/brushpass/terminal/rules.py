"""`brushpass rules`: the players' rules, looked up by id or by word."""

import re
from collections.abc import Iterator, Sequence

from brushpass import rulebook
from brushpass.rulebook import Rule
from brushpass.terminal.ink import bold, dim, orange, printable, wrap
from brushpass.terminal.markdown import render

_INDENT = "     "


def contents(room: int) -> Iterator[str]:
    """The chapters of all rulebooks, with the rules in each."""
    for book in rulebook.books():
        yield orange(bold(book.title))
        for chapter in book.chapters:
            if chapter.rules:
                first, last = chapter.rules[0].id, chapter.rules[-1].id
                ids = first if first == last else f"{first}–{last}"
                titles = ", ".join(rule.title for rule in chapter.rules)
                yield from wrap(f"{bold(ids)} {chapter.title}: {dim(titles)}", room, _INDENT)
        yield ""
    yield from wrap(
        "brushpass rules K21 shows a rule; brushpass rules jetpack, who names it.", room
    )


def found(words: str, room: int) -> list[str] | None:
    """The rules of these ids, or all that mention these words; None where there is nothing."""
    by_id = [rulebook.rule(word) for word in words.split()]
    if by_id and all(by_id):
        return render("\n\n".join(rule.text for rule in by_id if rule), room)
    rules = rulebook.mentions(words) if any(map(str.isalnum, words)) else []
    if len(rules) == 1:
        return render(rules[0].text, room)
    return list(_mentions(rules, words, room)) or None


def not_found(words: str) -> str:
    """That there is nothing, and what may have been meant."""
    close = rulebook.close_to(words)
    meant = f" Did you mean {' or '.join(close)}?" if close else ""
    return f"No rule has the id or the words {printable(words)!r}.{meant}"


def _mentions(rules: Sequence[Rule], words: str, room: int) -> Iterator[str]:
    """Each rule by its title, and what it says of the words: all, where the title names them."""
    wanted = rulebook.pattern(words)
    for rule in rules:
        if wanted.search(rule.title):
            yield from render(rule.text, room)
            continue
        yield f"{bold(rule.id)} {bold(rule.title)}"
        for sentence in _sentences(rule.text):
            if wanted.search(sentence):
                lit = wanted.sub(lambda word: orange(bold(word[0])), sentence)
                yield from (_INDENT + line for line in wrap(lit, room - len(_INDENT)))


def _sentences(text: str) -> list[str]:
    """The sentences of a rule, a row of a table being one, without marks."""
    text = re.sub(r"[*`]", "", text).split(" ", 3)[-1] if text.startswith("**") else text
    lines = [
        " · ".join(cell.strip() for cell in line.strip("| ").split("|"))
        for line in text.split("\n")
    ]
    return [part for line in lines for part in re.split(r"(?<=[.:;!?]) (?=[A-Z])", line) if part]
