"""What is logged, and how: lines for a person, or JSON for a machine; never a card or a key.

Tables and players are called by their number, never by their link or name. Of an exception only
its kind and the way to it are kept: what it says may quote what lies hidden.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from types import TracebackType

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_LINK = re.compile(r"(/t/|\?like=)[\w-]+")
"""A table's link is its key."""


def _way(raised: Raised) -> list[str]:
    """Where an exception came from, and its kind; what the system said where a file failed."""
    kind, error, trace = raised
    if kind is None or error is None:
        return []
    frames = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(trace)]
    system = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [] if cause is None else _way((type(cause), cause, cause.__traceback__))
    return [*before, *frames, f"{kind.__module__}.{kind.__qualname__}{system}"]


def _says(record: logging.LogRecord) -> str:
    return _LINK.sub(r"\1…", record.getMessage())


_OF_CLIENTS = ("Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade request")


class News(logging.Filter):
    """Leaves out what uvicorn says of clients that send no HTTP, no WebSocket or no text: anybody
    can, as often as they like, and it is answered.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return record.name != "uvicorn.error" or not str(record.msg).startswith(_OF_CLIENTS)


class Plain(logging.Formatter):
    """A line for a person, with the way to an exception under it."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        way = "".join(f"\n  {each}" for each in _way(record.exc_info or (None, None, None)))
        return f"{at:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {_says(record)}{way}"


class Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": _says(record),
        }
        if record.exc_info:
            said["raised"] = _way(record.exc_info)
        return json.dumps(said, ensure_ascii=False)
