"""The Jinja2 environment of pages and scenes: escaping, translation, addresses."""

from collections.abc import MutableMapping
from typing import Any

import jinja2
from django.template import engines
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation


class Environment(jinja2.Environment):
    """Jinja's, but what all templates share is copied for each of them once, not at each use: for
    parts as small as ours that was a third of the work.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> jinja2.Environment:
    """As Django's settings ask for it; scenes take it by `get`."""
    options["autoescape"] = True
    options["undefined"] = jinja2.StrictUndefined
    options["trim_blocks"] = options["lstrip_blocks"] = True
    made = Environment(**options, extensions=["jinja2.ext.i18n"])
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals.update(static=static, url=reverse)
    return made


def get() -> jinja2.Environment:
    """The one environment of this process."""
    found: jinja2.Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return found
