"""Every scene in the page that a player gets, for pictures and for what holds in all of them."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace

from brushpass.games import GAMES
from brushpass.web import jinja, models, scenes, talk
from brushpass.web.pages import sheets
from brushpass.web.terms import against_bots
from tests.web import kompromat_scenes, night_scenes

PATH = "/t/scene"
"""Where a browser is told that it finds the page it is given."""


BY_DAY = "kompromat-"
NAMES = [
    *(BY_DAY + name for name in (*kompromat_scenes.WANTED, *kompromat_scenes.MADE)),
    *night_scenes.WANTED,
    *night_scenes.MADE,
]


def scene_pages(names: Collection[str]) -> dict[str, tuple[str, str]]:
    """Of each scene the page, and what is touched on it one after the other."""
    by_day = {name.removeprefix(BY_DAY) for name in names if name.startswith(BY_DAY)}
    made = {
        BY_DAY + name: scene for name, scene in kompromat_scenes.all_scenes(by_day).items()
    } | night_scenes.all_scenes(set(names))
    touches = {BY_DAY + name: aim for name, aim in kompromat_scenes.AIMS.items()}
    touches |= {name: wanted[3] for name, wanted in night_scenes.WANTED.items()}
    return {name: (_page(scene), touches.get(name, "")) for name, scene in made.items()}


def _page(scene: scenes.Scene) -> str:
    parts = jinja.get().get_template("table_parts.html").module
    title = GAMES[scene.game].title
    held = SimpleNamespace(
        terms=against_bots(scene.game),
        began=True,
        ended=None,
        full=None,
        over=scene.over,
        persons=lambda: [1, 2],
    )
    sections = dict(scenes.render(scene))
    sections.pop("say", None)
    shown = SimpleNamespace(title=sections.pop("title", title), sections=sections)
    sections["seat"] = str(parts.seat(held, scene, 1, None, None))  # type: ignore[attr-defined]
    silence = SimpleNamespace(remarks=(), speaks=True, muted=False, people=())
    context = {
        "page": shown,
        "held": held,
        "title": title,
        "sheets": sheets(scene.game),
        "hears": True,
        "talk": parts.talk(silence),  # type: ignore[attr-defined] # a template's macro
        "phrases": talk.PHRASES[scene.game],
        "brief": "",
        "viewer": scene.viewer,
        "number": scene.number,
        "key": "scene",
        "notice": "",
        "player": models.Player(pk=1, name="Ada"),
        "name": "Ada",
        "csrf_input": "",
    }
    return jinja.get().get_template("table.html").render(context)


TOUCH = """start => {
  const aimed = document.querySelector("#table").dataset.aimed;
  const things = [...document.querySelectorAll(`[data-aim^="${start}"]`)];
  things.find(each => each.checkVisibility() && each.dataset.aim !== aimed)?.click();
}"""
"""Touches the first thing that is aimed at so."""
