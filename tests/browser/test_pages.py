"""The pages as a browser gets them: their weight, their width, and who else can read them."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.conftest import NARROW, WIDE, Person, play_on, sit_down

Make = Callable[..., Person]
PAGES = ["/", "/new", "/new?game=microfilms", "/rules/kompromat", "/rules/microfilms", "/about"]
PAGES += ["/sign-in", "/nowhere"]


# The later lines of a log look like its first, but lie under other things until one scrolls.
FAR_DOWN = {"exclude": [[":is(.m-log, .lines) li:nth-child(n + 8)"], [".m-past"]]}


def serious(person: Person) -> list[str]:
    """What axe finds that would keep somebody out."""
    found = Axe().run(person.page, context=FAR_DOWN)["violations"]
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_everyone_can_read_the_pages(person: Make, size: dict[str, int]) -> None:
    """Axe finds nothing serious, and nothing sticks out to the side."""
    ada = person("Ada", size)
    for path in PAGES:
        ada.go(path)
        assert serious(ada) == [], path
        width = ada.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], path
    ada.wrong = [wrong for wrong in ada.wrong if "404" not in wrong]  # we asked for nowhere


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("game", ["kompromat", "microfilms", "croupier"])
def test_everyone_can_read_the_tables(
    person: Make, game: str, size: dict[str, int], seed: int
) -> None:
    """The same at a table: at the start, on the way, and for who has not sat down yet."""
    people = [person(f"P{seat}", size) for seat in range(3 if game == "microfilms" else 2)]
    sit_down(people, game)
    rng = random.Random(f"{seed} {game}")
    for _ in range(5):
        for each in people[:2]:
            assert serious(each) == []
            width = each.page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"]
        play_on(people, rng, actions=6)


def test_the_first_page_is_light(person: Make) -> None:
    """HTML, CSS, script and pictures within 100 KB compressed, fonts within 60 KB."""
    ada = person("Ada")
    got: dict[str, list[int]] = {"fonts": [], "all else": []}

    def weigh(response: Any) -> None:
        if response.status != 200:
            return
        kind = "fonts" if response.request.resource_type == "font" else "all else"
        body = response.body()
        got[kind].append(len(body) if kind == "fonts" else len(gzip.compress(body)))

    ada.page.on("requestfinished", lambda request: weigh(request.response()))
    ada.go("/")
    ada.page.wait_for_load_state("networkidle")
    assert 0 < sum(got["fonts"]) <= 60_000
    assert 0 < sum(got["all else"]) <= 100_000
    shown = ada.page.evaluate("[...document.fonts].map(font => font.display)")
    assert set(shown) == {"swap"}


def test_what_happens_while_one_looks_is_told_at_once(person: Make) -> None:
    """A line that is down, a table that closes, and an end that begins at its top."""
    ada, bo = person("Ada", NARROW), person("Bo", NARROW)
    sit_down([ada, bo], "kompromat")
    bo.page.locator(".line").wait_for(state="hidden")
    bo.context.set_offline(True)
    bo.page.locator(".line").wait_for(state="visible")
    bo.context.set_offline(False)
    bo.page.locator(".line").wait_for(state="hidden")
    bo.page.locator("[data-do=resign]").click()
    bo.page.locator("#sure [value=yes]").click()
    bo.page.wait_for_selector("#k-verdict")
    assert bo.page.evaluate("scrollY") == 0
    ada.go("/")
    ada.page.locator(".friend .go").click()
    ada.page.wait_for_selector("#invite")
    bo.go(f"/t/{ada.key}")
    bo.page.locator("#sit-name").wait_for(state="visible")
    ada.page.locator("[data-do=leave]").click()
    bo.page.locator("#sit-name").wait_for(state="hidden")


@pytest.mark.long  # a machine that does other things meanwhile is not what is measured
def test_the_first_page_is_there_within_a_second_on_a_cold_server(person: Make) -> None:
    """The first request that this server and this browser ever see."""
    ada = person("Ada")
    ada.go("/")
    ada.page.wait_for_load_state("load")
    took = ada.page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    assert 0 < took < 1000
