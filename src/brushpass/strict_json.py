"""JSON as strangers may send it: read strictly, and never a reason to end."""

import json
import math
from typing import NoReturn

from brushpass.games.contract import Json

_DEEPEST = 64
"""No message or record needs more; deeper ones would exhaust the stack when written again."""

_LONGEST_NUMBER = 1000
"""Python reads no whole number of more than some thousands."""


class BadJson(ValueError):
    """A text that is no JSON of ours; its words say where and why."""


def read(text: bytes | str) -> Json:
    """The value that a JSON text is. No NaN, no Infinity, no half-read bytes."""
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
        value = _DECODER.decode(decoded)
    except UnicodeDecodeError as error:
        raise BadJson(f"expected UTF-8, came a wrong byte at {error.start}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadJson(f"expected JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise BadJson(f"expected at most {_DEEPEST} levels of nesting") from None
    except ValueError as error:  # our own refusals
        raise BadJson(str(error)) from None
    # Few texts open more than this many brackets, so the walk is seldom made.
    if decoded.count("[") + decoded.count("{") > _DEEPEST and _depth(value) > _DEEPEST:
        raise BadJson(f"expected at most {_DEEPEST} levels of nesting")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"expected JSON, came {name}, which is no JSON number")


def _whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError(f"expected numbers of at most {_LONGEST_NUMBER} digits")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("expected JSON numbers of a usual size, came one beyond all")
    return number


# Made once: to make it costs as much as to read a request, and a referee reads many.
_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)


def _depth(value: Json) -> int:
    """How deep lists and objects lie in each other; without recursion, whatever came."""
    depth, layer = 0, [value]
    while layer := [each for each in layer if isinstance(each, list | dict)]:
        depth += 1
        layer = [
            inner for each in layer for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return depth
