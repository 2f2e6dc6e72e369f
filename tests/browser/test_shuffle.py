"""The shuffle, made and checked: browsers send numbers, note what was shown, and deal again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from tests.browser.conftest import NARROW, Person, play_on, sit_down

NOTES = "localStorage.getItem('shuffles')"


def note(person: Person, key: str) -> dict[str, str]:
    """What this browser has written down of a table."""
    notes: dict[str, dict[str, str]] = json.loads(person.page.evaluate(NOTES))
    return notes[key]


def resign(person: Person) -> None:
    person.page.locator("[data-do=resign]").click()
    person.page.locator("#sure [value=yes]").click()


def test_two_browsers_add_their_numbers_and_both_can_check_the_shuffle(
    person: Callable[..., Person], seed: int
) -> None:
    ada, bo = person("Ada"), person("Bo", NARROW)
    sit_down([ada, bo], "kompromat")
    key = ada.key
    one, two = note(ada, key), note(bo, key)
    assert one["commitment"] == two["commitment"]
    assert one["number"] != two["number"]
    play_on([ada, bo], random.Random(seed), actions=6)
    resign(ada)
    for each in (ada, bo):
        each.page.wait_for_selector("[data-do=rematch]")
        each.page.locator(".check").click()
        each.page.wait_for_selector("#verdict.right")
        numbers = each.page.locator(".shuffle dt:has-text('Number') + dd code").all_inner_texts()
        assert numbers == [one["number"], two["number"]]
        assert each.page.locator("[data-noted].right").count() == 3
        assert (
            each.page.locator(".dealt small.right").count()
            == each.page.locator(".dealt li").count()
        )


def test_a_commitment_that_was_another_is_not_passed_over(person: Callable[..., Person]) -> None:
    """What a browser has noted is stronger than what the server says later."""
    ada = person("Ada")
    ada.play_a_bot("croupier")
    ada.page.wait_for_selector("#shuffle")
    key = ada.key
    spoiled = {key: {**note(ada, key), "commitment": "0" * 64}}
    ada.page.evaluate("notes => localStorage.setItem('shuffles', notes)", json.dumps(spoiled))
    ada.page.reload()
    ada.page.locator("#notice", has_text="Do not trust its shuffle").wait_for()
    resign(ada)
    ada.page.wait_for_selector("[data-do=rematch]")
    ada.go(f"/t/{key}/proof")
    ada.page.wait_for_selector("#verdict.wrong")
    assert ada.page.locator("[data-noted=commitment].wrong").count() == 1


def test_a_record_that_was_changed_on_its_way_is_found(person: Callable[..., Person]) -> None:
    """The browser believes neither the page nor the record: it deals again and compares."""
    ada = person("Ada")
    ada.play_a_bot("kompromat")
    ada.page.wait_for_selector("#shuffle")
    key = ada.key
    resign(ada)
    ada.page.wait_for_selector("[data-do=rematch]")

    def spoil(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined] # Playwright's route
        told = answer.json()
        words = told["actions"][2].split(" ")
        words[2], words[-1] = words[-1], words[2]
        if words[2] == words[-1]:
            words[2] = "A" if words[2] != "A" else "2"
        told["actions"][2] = " ".join(words)
        route.fulfill(json=told)  # type: ignore[attr-defined] # as above

    ada.page.route("**/record", spoil)
    ada.go(f"/t/{key}/proof")
    ada.page.wait_for_selector("#verdict.wrong")
    assert ada.page.locator(".dealt li:has(small.wrong) b").all_inner_texts() == ["3"]
    assert ada.page.locator("#seal.wrong").count() == 1
