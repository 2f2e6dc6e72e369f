"""Gather the texts of the pages for translators, and compile what comes back.

    python tools/messages.py gather      # locale/messages.pot, and what each language has of it
    python tools/messages.py compile     # each .po as the .mo that the pages read
    python tools/messages.py add de      # begin a language

In Python alone: no GNU gettext is needed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from brushpass.bots.levels import LEVELS

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "src" / "brushpass" / "web"
LOCALE = WEB / "locale"
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "said": None,  # gettext_noop, by the name that it has where refusals are worded
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["gather", "compile", "add"])
    parser.add_argument("language", nargs="?")
    asked = parser.parse_args()
    if asked.command == "compile":
        for file in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
            catalog = read_po(file.open("rb"), locale=file.parts[-3])
            with file.with_suffix(".mo").open("wb") as made:
                write_mo(made, catalog)
        return
    template = gather()
    if asked.command == "add":
        if asked.language is None:
            sys.exit("Which language? python tools/messages.py add de")
        place = LOCALE / asked.language / "LC_MESSAGES"
        place.mkdir(parents=True, exist_ok=True)
        (place / "django.po").touch()
    LOCALE.mkdir(exist_ok=True)
    write(LOCALE / "messages.pot", template)
    for file in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
        catalog = read_po(file.open("rb"), locale=file.parts[-3])
        catalog.update(template)
        write(file, catalog)


def gather() -> Catalog:
    """All texts of the pages, with where they stand."""
    catalog = Catalog(project="brushpass")
    found = extract_from_dir(
        WEB, METHODS, OPTIONS, keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for level in LEVELS.values():  # what the core says of its bots
        catalog.add(level.character)
    for path, line, message, comments, context in found:
        catalog.add(message, None, [(path, line)], auto_comments=comments, context=context)
    return catalog


def write(path: Path, catalog: Catalog) -> None:
    """A catalogue as a text that changes only where its messages do."""
    with path.open("wb") as file:
        write_po(
            file, catalog, width=100, sort_output=True, omit_header=False, include_lineno=False
        )


if __name__ == "__main__":
    main()
