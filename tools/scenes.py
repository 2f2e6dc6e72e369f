"""Take a picture of every scene, wide and narrow, to be looked at: `build/scenes/NAME-1440.png`.

    .venv/bin/python tools/scenes.py [NAME…] [--longer]

The scenes are those of the tests, out of played games, in the page a player gets from a server of
its own; needs Chromium. `--longer` makes every word a third longer, as another tongue may.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from brushpass.web import serve  # noqa: E402

FOLDER = ROOT / "build" / "scenes"


def longer(text: str) -> str:
    """A third more letters, word by word."""
    words = [
        word if not word.isalpha() else word + "n" * (len(word) // 3 + (len(word) < 3))
        for word in text.split(" ")
    ]
    return " ".join(words)


def lengthen() -> None:
    """Every text that goes through the translation machinery, from now on."""
    from django.utils import translation

    within = translation._trans  # type: ignore[attr-defined]  # noqa: SLF001 - for pictures alone
    plain = within.gettext
    within.gettext = lambda text: longer(plain(text))


def main() -> None:
    """All of them, or those whose names hold one of the words that are given."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("names", nargs="*")
    asked.add_argument("--longer", action="store_true")
    options = asked.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        serve.settle(Path(data))
        serve.prepare()
        from tests.browser.conftest import CHROMIUM, NARROW, WIDE
        from tests.web.scene_pages import NAMES, scene_pages
        from tests.web.server import Server

        if options.longer:
            lengthen()
        wanted = options.names or [""]
        shown = scene_pages([name for name in NAMES if any(each in name for each in wanted)])
        with Server(Path(data)) as server, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for size in (WIDE, NARROW):
                page = browser.new_page(
                    viewport={"width": size["width"], "height": size["height"]},
                    reduced_motion="reduce",
                )
                page.route_web_socket("**/ws/**", lambda line: line.on_message(lambda _: None))
                for name, (html, touches) in shown.items():
                    picture(page, server.port, html, touches, name, size["width"])
                page.close()
            browser.close()


def picture(page: Page, port: int, html: str, touches: str, name: str, width: int) -> None:
    """One page, what is touched on it, and what it looks like then."""
    from tests.web.scene_pages import PATH, TOUCH

    page.unroute(f"**{PATH}")
    page.route(f"**{PATH}", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"http://localhost:{port}{PATH}")
    page.wait_for_load_state("networkidle")
    for each in filter(None, touches.split(",")):
        page.evaluate(f"start => ({TOUCH})(start)", each)
    page.screenshot(path=FOLDER / f"{name}-{width}.png", full_page=width < 1000)
    needs = page.evaluate("document.documentElement.scrollWidth")
    print(f"{name}-{width}" + (f": needs {needs} px" if needs > width else ""))


if __name__ == "__main__":
    main()
