"""How a section is printed: a part and a template make HTML, once for equal parts."""

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Any

from django.templatetags.static import static

from brushpass.web import jinja
from brushpass.web.scenes import Html


def made(template: str, part: object, **more: Any) -> Html:
    """A part as HTML, in the language that is active; `more` is what its template calls."""
    return jinja.get().get_template(template).render(part=part, shapes=shapes(), **more).strip()


@lru_cache(maxsize=4096)
def printed(template: str, _language: str, part: Hashable, **more: Any) -> Html:
    """The same where others are shown equal parts: made once for all of them."""
    return made(template, part, **more)


@cache
def shapes() -> str:
    """The address of the shapes that all pictures are drawn with."""
    return static("shapes.svg")
