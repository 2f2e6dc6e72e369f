"""The rulebook as pages: the Markdown that comes with the package, and nothing that it could do."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from markdown_it import MarkdownIt
from markupsafe import Markup

BOOKS = ("kompromat", "kompromat-aid", "microfilms", "microfilms-aid", "croupier-aid")
_RULE = re.compile(r"<p><strong>([KMC]\d+) · ")
_MENTION = re.compile(r"\(([KMC]\d+(?:, [KMC]\d+)*)\)")


@dataclass(frozen=True, slots=True)
class Page:
    """One text of the rulebook."""

    name: str
    title: str
    html: Markup
    chapters: tuple[tuple[str, str], ...]
    """Anchor and heading."""
    opening: Markup
    """What stands in the first chapter."""


@cache
def page(name: str, language: str) -> Page | None:
    """A text in this language, or in English where it is not translated."""
    if name not in BOOKS:
        return None
    folder = resources.files("brushpass") / "rulebook"
    for tongue in (language.partition("-")[0], "en"):
        file = folder / f"{name}.{tongue}.md"
        if file.is_file():
            return _page(name, file.read_text(encoding="utf-8"))
    return None


def _page(name: str, text: str) -> Page:
    title, _, rest = text.partition("\n")
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(rest)
    html = _RULE.sub(r'<p class="rule" id="\1"><strong>\1 · ', html)
    html = _MENTION.sub(lambda found: f"({_links(name, found[1])})", html)
    chapters: list[tuple[str, str]] = []

    def chapter(found: re.Match[str]) -> str:
        anchor = f"c{len(chapters) + 1}"
        chapters.append((anchor, found[1]))
        return f'<h2 id="{anchor}">{found[1]}</h2>'

    html = re.sub(r"<h2>(.*?)</h2>", chapter, html)
    html = html.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )
    opening = html.split("</h2>", 1)[1].split("<h2 ", 1)[0]
    return Page(name, title.lstrip("# "), Markup(html), tuple(chapters), Markup(opening))  # noqa: S704 - no HTML gets through


def in_short(game: str, language: str) -> Markup:
    """What a game is about, for who has never played it: how its books begin."""
    books = ("microfilms", "croupier-aid") if game == "croupier" else (game,)
    pages = [page(name, language) for name in books]
    told = Markup().join(each.opening for each in pages if each is not None)
    return told.replace("<a ", Markup('<a target="_blank" '))  # the game goes on here


def _links(name: str, ids: str) -> str:
    """Rule ids as links to where they stand."""
    said = []
    for rule in ids.split(", "):
        book = "kompromat" if rule.startswith("K") else "microfilms"
        place = "" if book == name else f"/rules/{book}"
        said.append(f'<a href="{place}#{rule}">{rule}</a>')
    return ", ".join(said)
