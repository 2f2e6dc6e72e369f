"""Table talk as hands and ears have it: at any width, by keyboard alone, never over the table."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import NARROW, WIDE, Person, sit_down

Make = Callable[..., Person]

# Whether two things on the page share any place.
OVERLAP = """([one, other]) => {
  const a = document.querySelector(one).getBoundingClientRect();
  const b = document.querySelector(other).getBoundingClientRect();
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def heard(person: Person) -> list[str]:
    return [str(each.inner_text()).strip() for each in person.page.locator("#remarks span").all()]


def test_two_people_talk_and_one_is_muted_by_a_touch(person: Make) -> None:
    ada, bo = person("Ada", NARROW), person("Bo", WIDE)
    sit_down([ada, bo], "kompromat")
    bo.page.locator("[data-talk=phrase][value=dare]").click()
    bo.page.wait_for_selector("#remarks .mine")
    ada.page.wait_for_selector("#unread:not([hidden])")
    assert ada.page.locator("#unread").inner_text() == "1"
    for each in (ada, bo):
        assert not each.page.evaluate(OVERLAP, ["#talk-box", "#table"])
    ada.page.locator("#to-talk").click()
    ada.page.wait_for_selector("#unread", state="hidden")
    assert heard(ada) == ["You do not dare."]
    ada.page.keyboard.type("Watch me? d s 1")  # no key of the table is pressed by it
    number = ada.number
    ada.page.keyboard.press("Enter")
    bo.page.locator("#remarks li").nth(1).wait_for()
    assert ada.number == number
    assert heard(bo)[1] == "Watch me? d s 1"
    for each in (ada, bo):
        width = each.page.evaluate("document.documentElement.scrollWidth")
        assert width <= each.page.viewport_size["width"]
    ada.page.locator(".mute").click()
    ada.page.wait_for_selector(".mute[aria-pressed=true]")
    assert heard(ada) == ["Watch me? d s 1"]
    ada.page.reload()
    ada.page.wait_for_selector(".mute[aria-pressed=true]")
    assert heard(ada) == ["Watch me? d s 1"]


def test_it_can_be_done_by_keyboard_and_no_word_is_lost(person: Make) -> None:
    ada, bo = person("Ada"), person("Bo")
    sit_down([ada, bo], "croupier")
    log = ada.page.get_by_role("log", name="What was said")
    ada.page.locator("#talk-text").fill("I am about to say")
    ada.page.locator("h1").first.evaluate("each => each.focus()")
    bo.page.locator("[data-talk=phrase][value=film]").click()
    log.get_by_text("I hold a film.").wait_for()
    assert ada.page.locator("#talk-text").input_value() == "I am about to say"
    ada.page.get_by_role("button", name="Report what Bo said").focus()
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name="Yes").click()
    log.get_by_text("said something that was reported").wait_for()
    ada.page.locator("h1").first.evaluate("each => each.focus()")
    ada.page.keyboard.press("/")
    assert ada.page.evaluate("document.activeElement.id") == "talk-text"
    for number in range(6):
        ada.page.locator("#talk-text").fill(f"word {number}")
        ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#notice:not([hidden])")
    assert "Not so fast" in ada.page.locator("#notice").inner_text()
    assert ada.page.locator("#talk-text").input_value() == "word 5"


def test_what_fills_its_line_can_be_reported_by_a_finger(person: Make) -> None:
    """The button comes under the words and is whole, whatever their length."""
    ada, bo = person("Ada", NARROW), person("Bo")
    sit_down([ada, bo], "kompromat")
    for words in ("You will all lose this game, amateurs!", "You will, " * 12):
        bo.page.locator("#talk-text").fill(words)
        bo.page.keyboard.press("Enter")
        report = ada.page.get_by_role("button", name="Report what Bo said")
        report.click(timeout=5_000)
        ada.page.get_by_role("button", name="Yes").click()
        report.wait_for(state="detached")


def test_who_watches_is_heard_by_players_only_when_the_game_is_over(person: Make) -> None:
    ada, bo, cass = person("Ada"), person("Bo", NARROW), person("Cass", NARROW)
    sit_down([ada, bo], "croupier")
    cass.go(f"/t/{ada.key}")
    cass.page.locator("#talk-name").fill("Cass")
    cass.page.locator("#talk-text").fill("Bo holds the ace.")
    cass.page.locator("#talk-form .btn").click()
    cass.page.locator("#remarks").get_by_text("Bo holds the ace.").wait_for()
    bo.page.locator("[data-talk=phrase][value=well]").click()
    cass.page.locator("#remarks").get_by_text("Well played.").wait_for()
    ada.page.locator("#remarks").get_by_text("Well played.").wait_for()
    assert heard(ada) == heard(bo) == ["Well played."]
    bo.page.locator("[data-do=resign]").click()
    bo.page.get_by_role("button", name="Yes").click()
    for each in (ada, bo):
        each.page.locator("#remarks").get_by_text("Bo holds the ace.").wait_for()
