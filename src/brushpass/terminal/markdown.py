"""The rule texts in a terminal: bold, code and tables, as far as they are used there."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from brushpass.terminal.ink import Ink, blue, bold, dim, orange, pad, width, wrap

_GAP = "  "


def render(text: str, room: int) -> list[str]:
    """The lines of a Markdown text."""
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines += [*([""] if lines else []), *_block(block, room)]
    return lines


def _block(block: str, room: int) -> list[str]:
    if block.startswith("#"):
        return wrap(orange(bold(block.lstrip("# "))), room)
    if block.startswith("|"):
        return _table(block, room)
    lines: list[str] = []
    for is_item, group in groupby(block.split("\n"), key=lambda line: line.startswith("- ")):
        if is_item:
            for line in group:
                lines += wrap(f"· {_inline(line[2:])}", room, indent="  ")
        else:
            lines += wrap(_inline(" ".join(group)), room)
    return lines


def _inline(text: str) -> str:
    """The marks within a line: **bold**, `code`, *said apart*."""
    marks: Sequence[tuple[str, Ink]] = (
        (r"\*\*(.+?)\*\*", bold),
        (r"`([^`]+)`", blue),
        (r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)", dim),
    )
    for mark, ink in marks:
        text = re.sub(mark, lambda found, ink=ink: ink(found[1]), text)  # type: ignore[misc]
    return text


def _table(block: str, room: int) -> list[str]:
    rows = [
        [_inline(cell.strip()) for cell in line.strip("| ").split("|")] for line in _rows(block)
    ]
    head, *body = rows
    columns = list(zip(*rows, strict=True))
    widths = [max(map(width, column)) for column in columns]
    while sum(widths) + len(_GAP) * (len(widths) - 1) > room:
        widths[widths.index(max(widths))] -= 1
    if any(wide < _longest_word(column) for wide, column in zip(widths, columns, strict=True)):
        return list(_as_list(head, body, room))
    lines = _row([bold(cell) for cell in head], widths)
    lines.append(dim("─" * (sum(widths) + len(_GAP) * (len(widths) - 1))))
    for row in body:
        lines += _row(row, widths)
    return lines


def _longest_word(column: Sequence[str]) -> int:
    """A column that would have to be narrower is not read any more: rows become lists."""
    return max(width(word) for cell in column for word in cell.split(" "))


def _rows(block: str) -> list[str]:
    return [line for line in block.split("\n") if not re.fullmatch(r"[|\s:-]+", line)]


def _row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """One row, its cells broken into as many lines as the longest needs."""
    broken = [wrap(cell, room) for cell, room in zip(cells, widths, strict=True)]
    return [
        _GAP.join(
            pad(lines[i] if i < len(lines) else "", room)
            for lines, room in zip(broken, widths, strict=True)
        ).rstrip()
        for i in range(max(map(len, broken)))
    ]


def _as_list(head: Sequence[str], body: Sequence[Sequence[str]], room: int) -> Iterator[str]:
    """Each row as a line of its own, for narrow screens."""
    for row in body:
        rest = [
            f"{dim(name.lower())} {cell}"
            for name, cell in zip(head[1:], row[1:], strict=True)
            if cell not in ("", "–")
        ]
        yield from wrap(f"{bold(row[0])}: {', '.join(rest)}", room, indent="  ")
