"""Every text of the pages goes through the translation machinery: in a language of brackets, no
word stands without them.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.utils import translation

from brushpass.web.keeper import keeper
from tests.web.conftest import Browser, Wait

SPOKEN = {"alt", "aria-label", "data-copied", "data-explain", "data-sure", "data-why"}
SPOKEN |= {"placeholder", "title"}
UNSPOKEN = {"script", "style", "svg", "noscript", "code"}
NAMES = re.compile(
    r"brushpass|Kompromat|\[microfilms\]|The Croupier|Recruit|Operative|Handler|https?://\S+|\d+"
)
VOID = {"input", "meta", "link", "br", "hr", "img", "path", "circle", "rect", "use"}


class Texts(HTMLParser):
    """The texts of a page, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in SPOKEN and value]
        if tag == "meta" and ("name", "description") in attrs:
            self.found += [value for name, value in attrs if name == "content" and value]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not UNSPOKEN & set(self._open):
            self.found.append(data)


def bare(html: str, *names: str) -> list[str]:
    """Texts with words outside brackets that are no names."""
    texts = Texts()
    texts.feed(html)
    left = []
    for text in texts.found:
        rest = text
        while rest != (rest := re.sub(r"⟦[^⟦⟧]*⟧", "", rest)):
            pass
        for name in sorted(names, key=len, reverse=True):  # first, as a name may have digits
            rest = rest.replace(name, "")
        rest = NAMES.sub("", rest)
        if re.search(r"[^\W\d_]", rest):
            left.append(text.strip())
    return left


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language in which every text stands in brackets."""
    machinery = vars(translation)["_trans"]  # the one place through which all texts go
    translation.gettext("")  # so that it is there
    monkeypatch.setattr(machinery, "gettext", lambda text: f"⟦{text}⟧" if text else "")
    monkeypatch.setattr(machinery, "ngettext", lambda one, more, n: f"⟦{one if n == 1 else more}⟧")
    monkeypatch.setattr(machinery, "pgettext", lambda _context, text: f"⟦{text}⟧")


PAGES = ["/", "/new", "/new?game=microfilms", "/yours", "/about", "/sign-in", "/account", "/nope"]


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_text_that_cannot_be_translated(
    wait: Wait[Any], ada: Browser, path: str
) -> None:
    async def body() -> None:
        await ada.start("kompromat", "Ada")
        shown = (await ada.get(path)).content.decode()
        others = re.findall(r'<span class="who">([^<]+)</span>', shown)
        assert bare(shown, "Ada", *others) == []

    wait(body)


@pytest.mark.usefixtures("brackets")
@pytest.mark.parametrize("game", ["kompromat", "microfilms", "croupier"])
def test_tables_have_no_text_that_cannot_be_translated(
    wait: Wait[Any], ada: Browser, game: str
) -> None:
    async def body() -> None:
        waiting = await ada.start(game, "Ada", **{"with": "friend"})
        shown = (await ada.get(f"/t/{waiting}")).content.decode()
        bots = re.findall(r"<span>(\w+) <small>", shown)
        assert bare(shown, "Ada", *bots) == []

    wait(body)


@pytest.mark.usefixtures("brackets")
def test_a_shuffle_has_no_text_that_cannot_be_translated(wait: Wait[Any], ada: Browser) -> None:
    """While it is played, and when it is checked."""

    async def body() -> None:
        key = await ada.start("kompromat", "Ada")
        place = re.compile(r'<details id="shuffle".*?</details>', re.DOTALL)
        (shown,) = place.findall((await ada.get(f"/t/{key}")).content.decode())
        held = await keeper.table(key)
        names = [place.name for place in held.places]
        assert bare(shown, *names) == []
        await keeper.resign(key, await ada.who())
        assert bare((await ada.get(f"/t/{key}/proof")).content.decode(), *names) == []

    wait(body)
