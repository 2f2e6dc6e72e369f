"""docs/protocol.md: what its examples show is what happens."""

import json
import re
import subprocess
import sys
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from brushpass.dealer import deal
from brushpass.games.contract import Chance, kebab
from brushpass.referee import Referee

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"


def block(language: str, heading: str) -> str:
    """The first block of code in that language under a heading."""
    chapter = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1]
    found = re.search(rf"```{language}\n(.*?)\n```", chapter, re.DOTALL)
    assert found
    return found[1]


def without_what_may_change(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer but for the version, the games that are there, and the wording of refusals."""
    if not answer["ok"]:
        assert answer["error"].pop("message")
    for key in ("version", "games"):
        answer.pop(key, None)
    return answer


def test_the_session_goes_as_it_is_shown() -> None:
    lines = block("text", "A session").splitlines()
    assert len(lines) > 40
    referee = Referee()
    for request, shown in zip(lines[0::2], lines[1::2], strict=True):
        assert request.startswith("> ")
        assert shown.startswith("< ")
        answer = json.loads(json.dumps(referee.answer(request[2:].encode())))
        expected = json.loads(shown[2:])
        assert without_what_may_change(answer) == without_what_may_change(expected), request
    assert referee.done


def test_the_client_plays_a_whole_game(tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(block("python", "A client"), encoding="utf-8")
    source = PAGE.parent.parent / "src"
    played = subprocess.run(
        [sys.executable, str(client)],
        env={"PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.search(r"'reason': '[a-z-]+'.* True$", played.stdout.strip())


@pytest.mark.parametrize(
    ("game", "title"), [("kompromat", "Kompromat"), ("microfilms", "[microfilms] and The Croupier")]
)
def test_every_event_stands_on_the_page_with_its_fields(game: str, title: str) -> None:
    chapter = (
        PAGE.read_text(encoding="utf-8").split(f"\n### {title}\n\n| type |")[1].split("\n\n")[0]
    )
    shown = {
        kind: re.findall(r"`([a-z_]+)`", names)
        for kind, names in re.findall(r"\| `([a-z-]+)` \| ([^|]+) \|", chapter)
    }
    news = get_args(import_module(f"brushpass.games.{game}.view").News)
    assert shown == {
        kebab(event.__name__): [field.name for field in fields(event)] for event in news
    }


def test_the_dealers_example_is_what_the_dealer_deals() -> None:
    (shown,) = re.findall(r"so `first` is `([^`]+)`", PAGE.read_text(encoding="utf-8"))
    assert deal(Chance("first", ("0", "1"), 1), "brushpass", 1) == shown
