"""Where a person looks and types: a terminal, or plain text into a pipe or a file."""

import io
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import BinaryIO, TextIO

from brushpass.terminal.ink import plain, printable

_NARROWEST = 40
_WIDEST = 108
_LONGEST_LINE = 1000
_CLEAR = "\x1b[H\x1b[2J"
_FEW_COLOURS = {
    "48;5;208;38;5;16": "43;30",
    "48;5;25;38;5;231": "44;37",
    "38;5;208": "33",
    "38;5;33": "36",
}
"""What stands for our inks where a terminal has eight colours."""
_ASCII = str.maketrans(
    {
        **dict.fromkeys("─", "-"),
        **dict.fromkeys("│", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        **dict(zip("●○◎▒░▸·–−’“”×", '*oO#:>---\'""x', strict=True)),
        "½": ".5",
        "\N{NO-BREAK SPACE}": " ",
        "…": "...",
    }
)


class Screen:
    """Lines go out, lines come in."""

    def __init__(self, out: TextIO, keys: BinaryIO, env: Mapping[str, str] = os.environ) -> None:
        self._out, self._keys, self._env = out, keys, env
        self.is_terminal = out.isatty()
        self.coloured = out.isatty() and not env.get("NO_COLOR") and env.get("TERM") != "dumb"
        """Whether colours and other control codes may be written at all."""
        self.live = self.coloured and keys.isatty()
        """Whether pages are turned: someone sits there, and the screen can be cleared."""

    @classmethod
    def standard(cls) -> "Screen":
        """The program's own. Python has None where one was closed before it started."""
        out = sys.stdout or io.StringIO()
        return cls(out, sys.stdin.buffer if sys.stdin else io.BytesIO())

    @property
    def width(self) -> int:
        return min(_WIDEST, max(_NARROWEST, shutil.get_terminal_size().columns))

    @property
    def height(self) -> int:
        return shutil.get_terminal_size().lines

    def show(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self._write(line + "\n")
        self._out.flush()

    def clear(self) -> None:
        """A new page, where pages are turned."""
        if self.live:
            self._out.write(_CLEAR)

    def ask(self, prompt: str) -> str | None:
        """What is typed in answer, without the spaces around it; None at the end of input."""
        self._write(prompt)
        self._out.flush()
        line = self._keys.readline(_LONGEST_LINE).decode("utf-8", "replace")
        if not self._keys.isatty():
            self._write(printable(line.strip()) + "\n")  # no terminal has shown it
        return line.strip() if line else None

    def _write(self, text: str) -> None:
        if not self.coloured:
            text = plain(text)
        elif "256" not in self._env.get("TERM", "") and not self._env.get("COLORTERM"):
            for many, few in _FEW_COLOURS.items():
                text = text.replace(many, few)
        try:
            self._out.write(text)
        except UnicodeEncodeError:
            self._out.write(text.translate(_ASCII).encode("ascii", "replace").decode())
