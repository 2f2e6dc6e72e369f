"""Real browsers at a few tables: from a player's touch to the other page's showing what it did."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from bench.contenders import Missing
from bench.web.sides import OurSide

WATCH = """
const now = () => performance.timeOrigin + performance.now();
window.shown = [];
window.touch = (number) => {
  const asked = [...document.querySelectorAll("#table [data-act]")]
    .filter((each) => !each.dataset.act.startsWith("use ") && each.dataset.for === undefined);
  const chosen = asked[number % asked.length];
  const at = now();
  chosen?.click();
  return chosen ? at : null;
};
new MutationObserver(() => {
  const number = Number(document.getElementById("table")?.dataset.number);
  if (number > (shown.at(-1)?.number ?? -1)) shown.push({ number, at: now() });
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-number"] });
"""
"""In each page: one of its player's decisions is touched, and when each state was there to see."""


async def waits(tables: Sequence[tuple[OurSide, OurSide]], moves: int, rng: Random) -> list[float]:
    """Seconds from a touch to the other page's having changed, at one table after another, with
    all pages open all the time.
    """
    found: list[float] = []
    async with _chromium() as browser:
        pairs = [(await _page(browser, one), await _page(browser, two)) for one, two in tables]
        for _ in range(moves):
            for pair in pairs:
                found += await _move(pair, rng)
    return found


@asynccontextmanager
async def _chromium() -> AsyncIterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise Missing("there is no Chromium on the path")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            await browser.close()


async def _page(browser: Browser, side: OurSide) -> Page:
    """A browser of its own for one player."""
    context = await browser.new_context()
    name, _equals, value = side.cookie.partition("=")
    address = f"http://{side.address}"
    await context.add_cookies([{"name": name, "value": value, "url": address}])
    page = await context.new_page()
    await page.add_init_script(WATCH)
    await page.goto(f"{address}/t/{side.key}")
    await page.wait_for_selector("#table[data-number]")
    return page


async def _move(pair: tuple[Page, Page], rng: Random) -> list[float]:
    """A move of whoever is asked; nothing where the game is over."""
    for mover, other in (pair, pair[::-1]):
        before: Any = await other.evaluate("shown.at(-1).number")
        touched: float | None = await mover.evaluate(
            "(number) => touch(number)", rng.randrange(1000)
        )
        if touched is None:
            continue
        for page in pair:
            await page.wait_for_function("(before) => shown.at(-1).number > before", arg=before)
        at: float = await other.evaluate(
            "(before) => shown.find(({ number }) => number > before).at", before
        )
        return [(at - touched) / 1000]
    return []
