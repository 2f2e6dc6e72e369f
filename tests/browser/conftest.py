"""Real browsers at a real server: Chromium, driven by Playwright, as players' hands would."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.web.server import Server

playwright = pytest.importorskip(
    "playwright.sync_api", reason="browser tests need Playwright, which `make test` installs"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 360, "height": 740}

# What a player can touch now: an action, or a thing that leads to one. Something aimed at is only
# worth a touch where it is lit.
TOUCHABLE = """aimed => [...document.querySelectorAll('#table [data-act], #table [data-aim]')]
  .filter(each => each.getAttribute('aria-disabled') !== 'true' && !each.disabled)
  .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(each => each.dataset.for === undefined || each.classList.contains('aimed'))
  .filter(each => each.dataset.act !== undefined || each.dataset.aim !== aimed)"""

IS_A_WIN = "each => /^win/.test(each.dataset.aim ?? '') || /^win/.test(each.dataset.act ?? '')"
STILL_THERE = """each => each.isConnected && each.checkVisibility() && !each.disabled
  && each.getAttribute('aria-disabled') !== 'true'"""
# Where of it a finger can reach: the next card of a hand may lie over its middle.
REACHED = """each => {
  each.scrollIntoView({block: 'nearest'});
  const {left, top, width, height} = each.getBoundingClientRect();
  const spots = [[width / 2, height / 2]];
  for (const x of [6, width - 6]) for (const y of [6, height - 6]) spots.push([x, y]);
  const free = spots.find(([x, y]) => {
    const hit = document.elementFromPoint(left + x, top + y);
    return hit && each.contains(hit);
  });
  return free ? {x: free[0], y: free[1]} : null;
}"""


@pytest.fixture(scope="module")  # the driver's event loop must not outlive these tests
def chromium() -> Iterator[Any]:
    """The browser; left out where there is none."""
    if CHROMIUM is None:
        pytest.skip("browser tests need Chromium: Debian's package `chromium`")
    with playwright.sync_playwright() as driver:
        quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        quiet += ["--disable-background-networking", "--disable-component-update"]
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*quiet, "--disable-sync"])
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """`brushpass serve` with bots that do not wait; players' browsers send their numbers."""
    with Server(tmp_path, patience=10.0) as running:
        yield running


class Person:
    """Somebody at a browser of their own; what goes wrong in it is kept."""

    def __init__(self, chromium: Any, server: Server, name: str, size: dict[str, int]) -> None:
        self.name = name
        self.server = server
        self.context = chromium.new_context(
            viewport=size, reduced_motion="reduce", has_touch=size is NARROW
        )
        self.context.set_default_timeout(15_000)
        self.wrong: list[str] = []
        self.page = self.open_tab()

    def open_tab(self) -> Any:
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        return page

    def _console(self, message: Any) -> None:
        # A line that cannot be opened while the server is down is told to the console, rightly.
        lost = "WebSocket connection" in message.text or "ERR_" in message.text
        if message.type == "error" and not lost:
            self.wrong.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(f"http://localhost:{self.server.port}{path}")

    def play_a_bot(self, game: str) -> None:
        """One click on the first page."""
        self.go("/")
        self.page.locator("input[name=name]").first.fill(self.name)
        self.page.locator(f".covers [formaction='/play/{game}']").click()
        self.page.wait_for_selector("#table[data-number]:not([data-number='0'])")

    @property
    def key(self) -> str:
        return str(self.page.url).rsplit("/", 1)[1]

    @property
    def number(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-number"))

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator("#table [data-do=rematch]").count())

    def go_on(self) -> None:
        """Put away what was revealed: it lies over the board, but not over what is aimed at."""
        recap = self.page.locator("#k-recap[open] > summary .shut:visible")
        if recap.count():
            try:
                recap.click(timeout=10_000)
            except playwright.Error:
                if recap.count():
                    raise

    def touch(self, rng: random.Random) -> bool:
        """Touch one thing that can be touched; whether there was any."""
        self.go_on()
        aimed = self.page.locator("#table").get_attribute("data-aimed") or ""
        count = self.page.evaluate(f"aimed => ({TOUCHABLE})(aimed).length", aimed)
        if not count:
            if aimed:
                self.page.keyboard.press("Escape")
            return False
        which = rng.randrange(count)
        wins = self.page.evaluate(f"aimed => ({TOUCHABLE})(aimed).findIndex({IS_A_WIN})", aimed)
        if wins >= 0 and rng.random() < 0.5:
            which = wins  # so that games end, and attempts are seen
        found = self.page.evaluate_handle(
            f"([aimed, which]) => ({TOUCHABLE})(aimed)[which]", [aimed, which]
        ).as_element()
        if found is None:
            return False
        spot = found.evaluate(REACHED)
        if spot is None:
            return False  # something lies over it, such as what is asked while aiming
        try:
            found.click(timeout=10_000, position=spot)
        except playwright.Error:
            if found.evaluate(STILL_THERE) and found.evaluate(REACHED) == spot:
                raise
            return False  # it went away or moved meanwhile: the other seat was quicker
        self.page.wait_for_selector("#table:not([data-busy])")
        return True

    def close(self) -> None:
        """Chromium may never answer where a context is closed while a page of it is on its way
        somewhere, so they all go to an empty one first.
        """
        for page in self.context.pages:
            while page.url != "about:blank":
                with suppress(playwright.Error):  # another way was begun meanwhile
                    page.goto("about:blank")
        self.context.close()


@pytest.fixture
def person(chromium: Any, server: Server) -> Iterator[Callable[..., Person]]:
    """Makes people; at the end nothing may have gone wrong in any browser."""
    people: list[Person] = []

    def make(name: str, size: dict[str, int] = WIDE) -> Person:
        people.append(Person(chromium, server, name, size))
        return people[-1]

    yield make
    for each in people:
        each.close()
    assert [wrong for each in people for wrong in each.wrong] == []


def sit_down(people: list[Person], game: str) -> None:
    """The first sets a table for all of them and sends the link; the others sit down by it."""
    first, *others = people
    first.go(f"/new?game={game}")
    form = first.page.locator("form[action='/new']")
    form.locator("#o-name").fill(first.name)
    if len(people) > 2:
        form.locator("#o-seats").select_option(str(len(people)))
    for seat in range(1, len(people)):
        form.locator(f"#o-seat-{seat}").select_option("friend")
    form.locator("button.go").click()
    first.page.wait_for_selector("#invite")
    for other in others:
        other.go(f"/t/{first.key}")
        other.page.locator("#sit-name").fill(other.name)
        other.page.locator("button[form=sit]").first.click()
    for each in people:
        each.page.wait_for_selector("#table[data-number]:not([data-number='0'])")


def play_on(people: list[Person], rng: random.Random, actions: int | None = None) -> None:
    """Everyone touches anything, until it is over or so many actions were made."""
    start, idle = people[0].number, 0
    while not people[0].is_over:
        if actions is not None and people[0].number >= start + actions:
            return
        touched = [each.touch(rng) for each in people]
        idle = 0 if any(touched) else idle + 1
        if not idle:
            continue
        assert idle < 600, [each.page.locator("h1").first.inner_text() for each in people]
        people[0].page.wait_for_timeout(100)
