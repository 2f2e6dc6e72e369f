"""Every scene of the three games in a player's page: wide and narrow, for eyes and fingers."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import NARROW, WIDE, Person, playwright
from tests.browser.test_pages import serious
from tests.conftest import Size
from tests.web.conftest import prepared  # noqa: F401 - a fixture, and what Django needs
from tests.web.scene_pages import NAMES, PATH, TOUCH, scene_pages

# What a finger cannot hit: it sees no smaller thing than this, but for what reaches out by ::after.
SMALL = """() => [...document.querySelectorAll(
    '#table :is(button, a, summary), .top a, .brief :is(button, summary), .talk :is(button, a)'
  )]
  .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(each => getComputedStyle(each, '::after').content === 'none')
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([, place]) => place.width < 44 || place.height < 44)
  .map(([each, place]) => `${each.textContent.trim()}: ${place.width} by ${place.height}`)"""

# Lines of the log that lie over one another.
OVERLAPPING = """() => {
  const lines = [...document.querySelectorAll(':is(#k-log, #m-log) li')];
  const places = lines.map(each => each.getBoundingClientRect());
  return lines.filter((_, n) => n && places[n].top < places[n - 1].bottom - 1)
    .map(each => each.textContent);
}"""


def show(person: Person, html: str, touches: str) -> None:
    """Give a browser the page of a scene, and touch what it says."""
    page = person.page
    page.unroute(f"**{PATH}")
    page.route(f"**{PATH}", lambda route: route.fulfill(body=html, content_type="text/html"))
    person.go(PATH)
    for each in filter(None, touches.split(",")):
        page.evaluate(f"start => ({TOUCH})(start)", each)


@pytest.mark.usefixtures("prepared")
def test_each_scene_fits_its_page_and_can_be_read_and_touched(
    person: Callable[..., Person], seed: int, size: Size
) -> None:
    """Nothing sticks out to the side, axe finds nothing serious, targets are 44 px on a phone."""
    many = size("scenes looked at", 6, len(NAMES))
    names = random.Random(f"{seed} scenes").sample(NAMES, many)
    shown = scene_pages([*names, *{"kompromat-end-notoriety"} - {*names}])  # it has all there is
    people = [person("Ada", WIDE), person("Bo", NARROW)]
    for each in people:
        each.page.route_web_socket("**/ws/**", lambda line: line.on_message(lambda _: None))
    for name, page in shown.items():
        for each in people:
            show(each, *page)
            width = each.page.viewport_size["width"]
            assert each.page.evaluate("document.documentElement.scrollWidth") <= width, name
            assert serious(each) == [], name
            assert each.page.evaluate(OVERLAPPING) == [], name
            each.go_on()
        assert people[1].page.evaluate(SMALL) == [], name


def until_asked(person: Person, thing: str, but: str) -> Any:
    """Play on by the first thing that can be done but this, until that one is there."""
    acts = f"#table [data-act]:visible:not([data-for]):not({but})"
    for _ in range(200):
        if person.page.locator(thing).count():
            return person.page.locator(thing).first
        person.go_on()
        try:
            person.page.locator(acts).first.click(timeout=1000)
        except playwright.TimeoutError:
            continue
        person.page.wait_for_selector("#table:not([data-busy])")
    raise AssertionError(f"{thing} never came")


@pytest.mark.parametrize(
    ("game", "deck", "draw", "there"),
    [
        ("kompromat", ".deck.my .stack .card[id]", ".stack[data-act=draw]", ".drawn"),
        ("croupier", ".deck .card[id]", ".deck .pile[data-act]", ".hand"),
    ],
)
def test_a_drawn_card_is_the_same_thing_wherever_it_goes(
    person: Callable[..., Person], game: str, deck: str, draw: str, there: str
) -> None:
    """So the browser moves it from where it was to where it is, and does not fade another in."""
    ada = person("Ada")
    ada.play_a_bot(game)
    while not ada.page.evaluate("socket?.readyState === WebSocket.OPEN"):
        ada.page.wait_for_timeout(50)  # until then an action is a form, and its answer a page
    # Any way to draw may come between the look and the touch, so all of them are left alone.
    drawing = until_asked(ada, draw, but="[aria-disabled=true], [data-act^=draw]")
    card = ada.page.locator(f"{draw} [id]").element_handle()
    assert card.evaluate("(each, deck) => each.matches(deck)", deck)
    drawing.click()
    ada.page.wait_for_selector(f"{there} [id]")
    ada.page.wait_for_selector("#table:not([data-busy])")
    assert card.evaluate("(each, there) => each.closest(there) !== null", there)
    if game == "kompromat":
        ada.page.locator("[data-act='place 2']").click()
        ada.page.wait_for_selector(".pile.my .lie")
        assert card.evaluate("each => each.closest('.lie') !== null")


def told(person: Person) -> str:
    bubble = person.page.locator("#explain")
    bubble.wait_for(state="visible")
    text: str = bubble.inner_text()
    person.page.keyboard.press("Escape")
    bubble.wait_for(state="hidden")
    return text


@pytest.mark.parametrize("game", ["kompromat", "microfilms", "croupier"])
def test_everything_explains_itself_by_pointer_key_and_touch(
    person: Callable[..., Person], game: str
) -> None:
    """With its rule, and what cannot be done says why."""
    ada, bo = person("Ada"), person("Bo", NARROW)
    for each in (ada, bo):
        each.play_a_bot(game)
    thing = ".mcard .face" if game == "kompromat" else ".nations li:not(.when)"
    ada.page.locator(thing).first.hover()
    by_pointer = told(ada)
    assert "(K" in by_pointer or "(M" in by_pointer
    ada.page.keyboard.press("Tab")  # the bubble is for who came by keys
    ada.page.locator(thing).first.focus()
    assert told(ada) == by_pointer
    bo.page.locator(thing).first.tap()
    assert told(bo)
    barred = "#table:has(.yours) button[aria-disabled=true][data-why]:visible"
    off = until_asked(bo, barred, but="[aria-disabled=true]")
    off.tap(force=True)  # it is not enabled, and that is what it is asked about
    assert off.get_attribute("data-why") in told(bo)
