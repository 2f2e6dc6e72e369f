"""Whole games by touch: two and three browsers, and against bots, wide and narrow."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import NARROW, WIDE, Person, play_on, sit_down
from tests.web.server import Server

Make = Callable[..., Person]


def fits_its_width(person: Person) -> bool:
    """Nothing sticks out to the side."""
    width: int = person.page.evaluate("document.documentElement.scrollWidth")
    return width <= int(person.page.viewport_size["width"])


@pytest.mark.parametrize(("game", "seats"), [("kompromat", 2), ("microfilms", 3), ("croupier", 2)])
def test_people_play_a_whole_game(person: Make, game: str, seats: int, seed: int) -> None:
    """One at a wide screen, the others at phones; the end is a scene with a rematch."""
    people = [person(f"P{seat}", NARROW if seat else WIDE) for seat in range(seats)]
    sit_down(people, game)
    play_on(people, random.Random(f"{seed} {game}"))
    for each in people:
        each.page.wait_for_selector("#table [data-do=rematch]")
        assert fits_its_width(each)
    numbers = {each.number for each in people}
    assert len(numbers) == 1


@pytest.mark.parametrize("game", ["microfilms", "croupier"])
def test_one_plays_a_whole_game_against_bots(person: Make, game: str, seed: int) -> None:
    """On a phone; one click from the first page."""
    ada = person("Ada", NARROW)
    ada.play_a_bot(game)
    play_on([ada], random.Random(f"{seed} bots"))
    assert fits_its_width(ada)


@pytest.mark.long
def test_one_plays_kompromat_against_the_bot_to_the_end(person: Make, seed: int) -> None:
    ada = person("Ada", NARROW)
    ada.play_a_bot("kompromat")
    play_on([ada], random.Random(f"{seed} bot"))


def as_it_is(each: Person) -> str:
    """The table as it stands, but for the clocks and who is present."""
    html: str = each.page.evaluate(
        """() => [...document.querySelectorAll('#table > *')]
             .filter(part => part.id !== 'seat').map(part => part.innerText).join('\\n')"""
    )
    return html


def settled(each: Person, number: int) -> str:
    each.page.wait_for_selector(f"#table[data-number='{number}']:not([data-busy])")
    return as_it_is(each)


def test_the_server_is_killed_and_nothing_is_lost(person: Make, server: Server, seed: int) -> None:
    """Kill -9 in mid-game: both pages come back by themselves, and play goes on."""
    people = [person("Ada"), person("Bo", NARROW)]
    sit_down(people, "kompromat")
    rng = random.Random(seed)
    play_on(people, rng, actions=20)
    number = people[0].number
    before = [settled(each, number) for each in people]
    server.stop(signal.SIGKILL)
    server.start()
    for each in people:
        each.page.wait_for_timeout(100)
    play_on(people, rng, actions=0)
    assert [settled(each, number) for each in people] == before
    play_on(people, rng, actions=10)
    assert people[0].number >= number + 10


def test_a_dropped_line_finds_the_table_as_it_is(person: Make, seed: int) -> None:
    """A phone out of reach while the other plays: once back, it shows what a fresh page shows."""
    ada, bo = people = [person("Ada"), person("Bo", NARROW)]
    sit_down(people, "kompromat")
    rng = random.Random(seed)
    play_on(people, rng, actions=6)
    bo.context.set_offline(True)
    for _ in range(12):
        ada.touch(rng)
    bo.context.set_offline(False)
    number = ada.number
    shown = settled(bo, number)
    bo.page.reload()
    assert settled(bo, number) == shown


def test_two_tabs_are_one_seat(person: Make, seed: int) -> None:
    """What is done in one tab is seen in the other, and both may act."""
    ada = person("Ada")
    ada.play_a_bot("croupier")
    first, second = ada.page, ada.open_tab()
    second.goto(first.url)
    second.wait_for_selector("#table[data-number]")
    rng = random.Random(seed)
    for tab in [first, second, first, second]:
        ada.page = tab
        if not ada.is_over:
            play_on([ada], rng, actions=1)
    numbers: set[str | None] = set()
    for _ in range(1_000):  # the bot may be playing on meanwhile
        numbers = {tab.locator("#table").get_attribute("data-number") for tab in (first, second)}
        if len(numbers) == 1:
            return
        first.wait_for_timeout(50)
    pytest.fail(f"the tabs are at actions {sorted(map(str, numbers))}")


def test_the_table_is_played_by_keys_alone(person: Make) -> None:
    """Every thing that can be touched can be reached by Tab and pressed by Enter, or by its key."""
    ada = person("Ada")
    ada.play_a_bot("kompromat")
    made, end = 0, time.monotonic() + 120  # bots take their time on a busy machine
    while made < 12 and time.monotonic() < end:
        number = ada.number
        key = ada.page.evaluate(
            """() => [...document.querySelectorAll('#table [data-key]')]
                 .find(each => each.checkVisibility() && each.dataset.act !== undefined
                               && each.getAttribute('aria-disabled') !== 'true')?.dataset.key"""
        )
        if key:
            ada.page.keyboard.press(key)
        else:
            ada.page.keyboard.press("Tab")
            acts = ada.page.evaluate("document.activeElement.dataset.act !== undefined")
            if acts:
                ada.page.keyboard.press("Enter")
        ada.page.wait_for_timeout(60)
        made += ada.number > number
    assert made >= 12


def test_keys_are_heard_wherever_one_does_not_write(person: Make) -> None:
    """Also where Tab has led to a box to tick."""
    ada = person("Ada")
    ada.play_a_bot("kompromat")
    ada.page.locator("#ask-before").focus()
    key = ada.page.wait_for_selector("#table [data-act][data-key]:not([aria-disabled=true])")
    number = ada.number
    ada.page.keyboard.press(str(key.get_attribute("data-key")))
    ada.page.wait_for_selector(f"#table:not([data-number='{number}'])")


def test_still_pages_do_not_move(chromium: Any, server: Server) -> None:
    """Under reduced motion no view transition begins; otherwise one does."""
    for motion, moves in [("reduce", False), ("no-preference", True)]:
        ada = Person(chromium, server, "Ada", WIDE)
        ada.page.emulate_media(reduced_motion=motion)
        ada.context.add_init_script(
            """window.moved = 0;
               const start = document.startViewTransition?.bind(document);
               const counted = made => (window.moved += 1, start(made));
               if (start) document.startViewTransition = counted;"""
        )
        ada.play_a_bot("kompromat")
        rng = random.Random(1)
        for _ in range(8):  # until the socket is open an action is a form, and its answer a page
            play_on([ada], rng, actions=2)
            if moves and ada.page.evaluate("window.moved"):
                break
        assert bool(ada.page.evaluate("window.moved")) == moves
        assert ada.wrong == []
        ada.close()


def test_a_gesture_can_be_taken_back(person: Make, seed: int) -> None:
    """Choosing a target sends nothing until the last touch; Escape takes it back."""
    ada = person("Ada")
    ada.play_a_bot("croupier")
    rng = random.Random(seed)
    choices = "#table [data-aim]:visible:not([data-for]):not([aria-disabled=true])"
    for _ in range(400):
        if ada.page.locator(choices).count():
            break
        if not ada.touch(rng):
            ada.page.wait_for_timeout(100)
    number = ada.number
    ada.page.locator(choices).first.click()
    assert ada.page.locator("#table[data-aimed]").count()
    ada.page.keyboard.press("Escape")
    assert not ada.page.locator("#table[data-aimed]").count()
    assert ada.number == number
