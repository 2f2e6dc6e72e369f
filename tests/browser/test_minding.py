"""The house as those who mind it have it in a browser, and what their acts are for a player."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.browser.conftest import NARROW, WIDE, Person
from tests.browser.test_pages import serious
from tests.web.server import SOURCE

Make = Callable[..., Person]


def sign_in(person: Person) -> None:
    """Somebody who minds the house comes in."""
    command = [sys.executable, "-m", "brushpass", "admin", "Em", "--data", str(person.server.data)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    subprocess.run(command, input="for your eyes", text=True, check=True, env=environment)
    person.go("/sign-in")
    person.page.locator("#f-name").fill("Em")
    person.page.locator("#f-pass").fill("for your eyes")
    person.page.locator("main .btn").click()
    person.page.wait_for_url("**/house")


def act(person: Person, what: str) -> None:
    person.page.locator(".judge input[name=why]").first.fill("It had to be.")
    person.page.get_by_role("button", name=what, exact=True).first.click()
    person.page.wait_for_load_state()


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_house_is_minded_by_hand_and_players_learn_of_it_at_once(
    person: Make, size: dict[str, int]
) -> None:
    """At both widths, with nothing that axe finds serious, and no code inline."""
    em, ada = person("Em", size), person("Ada", size)
    ada.play_a_bot("kompromat")
    ada.page.locator("[data-talk=phrase][value=dare]").click()
    ada.page.wait_for_selector("#remarks .mine")
    sign_in(em)
    for name in ("Players", "Ada"):
        em.page.get_by_role("link", name=name).first.click()
    act(em, "Mute")
    ada.page.locator("#talk").get_by_text("have muted you").wait_for()
    ada.page.locator("#talk-text").fill("Why?")
    ada.page.locator("#talk-text").press("Enter")
    ada.page.wait_for_selector("#notice:not([hidden])")
    em.page.get_by_role("link", name="Tables", exact=True).click()
    em.page.locator(".found a").first.click()
    act(em, "Close the table")
    ada.page.get_by_text("Those who mind this house have closed it.").wait_for()
    ada.page.locator(".check").click()
    ada.page.wait_for_selector(
        "#verdict.right"
    )  # its shuffles and its seal are proven all the same
    ada.play_a_bot("croupier")
    for name in ("Players", "Ada"):
        em.page.get_by_role("link", name=name).first.click()
    act(em, "Bar")
    ada.page.get_by_text("have barred you").wait_for()
    ada.go("/")
    ada.page.get_by_text("have barred you").wait_for()
    assert serious(ada) == []
    for path in ("/house", "/house/players", "/house/tables", "/house/tables/1", "/house/log"):
        em.go(path)
        assert serious(em) == [], path
        width = em.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], path
    assert em.page.locator(".found li").count() >= 4
