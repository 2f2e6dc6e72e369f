"""Take the README's pictures: a table of each game, played a little by a hand that draws often.

    .venv/bin/python tools/pictures.py

Starts a server of its own, and needs Chromium. Whoever changes the look runs it again.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.conftest import CHROMIUM, NARROW, WIDE, Person, play_on  # noqa: E402
from tests.web.server import Server  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
PICTURES = [("kompromat", WIDE, 58), ("microfilms", WIDE, 12), ("croupier", NARROW, 6)]
"""Game, size, and after how many actions."""


def main() -> None:
    """Play a little of each game against bots, until it is the player's turn, and look."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game, size, actions in PICTURES:
            ada = Person(browser, server, "Ada", size)
            ada.play_a_bot(game)
            play_on([ada], random.Random(7), actions=actions)
            if not ada.is_over:
                ada.page.wait_for_selector("#table [data-act]:visible", timeout=60_000)
            ada.page.keyboard.press("Escape")
            if ada.page.locator("#known:visible").count():
                ada.page.locator("#known").click()  # what newcomers read is not the picture
            ada.page.mouse.move(0, 0)
            ada.page.wait_for_timeout(600)
            ada.page.screenshot(path=FOLDER / f"{game}.png")
            print(f"docs/pictures/{game}.png: {ada.page.title()}, action {ada.number}")
            ada.close()
        browser.close()


if __name__ == "__main__":
    main()
