"""Parts as HTML, with Kompromat's stencil figures."""

from collections.abc import Hashable
from functools import cache, lru_cache

from jinja2 import Template
from markupsafe import Markup

from brushpass.games.kompromat.cards import SET_WORTH, TOKENS_LOSE
from brushpass.web import jinja
from brushpass.web.scenes import Html, place
from brushpass.web.scenes.printing import shapes


@lru_cache(maxsize=4096)
def printed(template: str, _language: str, part: Hashable) -> Html:
    """A part as HTML, made once for all who are shown an equal one."""
    return made(template, part)


def made(template: str, part: object) -> Html:
    """A part as HTML, with Kompromat's figures and numbers."""
    return _template(template).render(part=part).strip()


@cache
def _template(name: str) -> Template:
    """What templates call is given to all of them, so that they share their macros ready-made."""
    environment = jinja.get()
    environment.globals.update(
        figure=figure,
        place=place,
        shapes=shapes(),
        TOKENS_LOSE=TOKENS_LOSE,
        SET_WORTH=SET_WORTH,
    )
    return environment.get_template(f"kompromat/{name}.html")


_WIDTHS = {"1": 26, "4": 42, "7": 38, "½": 46, "\u2212": 30, "+": 34}
_NAMES = {"½": "half", "\u2212": "minus", "+": "plus"}


@lru_cache(maxsize=512)
def figure(text: str, label: str = "") -> Markup:
    """A number in stencil figures: our own shapes, whatever fonts there are."""
    at, parts = 0, []
    for sign in text:
        width = _WIDTHS.get(sign, 40)
        parts.append(
            f'<use href="{shapes()}#n-{_NAMES.get(sign, sign)}" x="{at}" '
            f'width="{width}" height="64"/>'
        )
        at += width + 4
    spoken = Markup('role="img" aria-label="{}"').format(label or text)
    return Markup('<svg class="fig" viewBox="0 0 {} 64" {}>{}</svg>').format(
        max(at - 4, 1),
        spoken,
        Markup("".join(parts)),  # noqa: S704 - our own shapes and numbers
    )
