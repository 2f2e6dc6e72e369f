"""The few files of the fonts' package that we serve."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage
from xstatic.pkg import roboto_fontface

FONTS = {
    "condensed.woff2": "roboto-condensed/Roboto-Condensed-Regular.woff2",
    "condensed-bold.woff2": "roboto-condensed/Roboto-Condensed-Bold.woff2",
    "slab.woff2": "Roboto-Slab/Roboto-Slab-Regular.woff2",
    "slab-bold.woff2": "Roboto-Slab/Roboto-Slab-Bold.woff2",
}


class _Fonts(FileSystemStorage):
    """The package's folder, under our shorter names."""

    prefix = "fonts"

    def path(self, name: str) -> str:
        return str(Path(self.location) / FONTS[name])


class FontFinder(BaseFinder):
    """Finds `fonts/…` in the installed package, so that no font lies in this repository."""

    def __init__(self) -> None:
        self._storage = _Fonts(Path(roboto_fontface.BASE_DIR) / "fonts")

    def find(self, path: str, find_all: bool = False, **_more: Any) -> Any:
        folder, _, name = path.partition("/")
        if folder != "fonts" or name not in FONTS:
            return []
        found = self._storage.path(name)
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, Storage]]:  # noqa: ARG002
        yield from ((name, self._storage) for name in FONTS)
