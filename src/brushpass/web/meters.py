"""What is counted and timed, for Prometheus: how much and how long, never what or by whom.

Each process counts for itself. Nothing here is told apart by table, player or seat; who may read
it is said by `BRUSHPASS_METRICS_TOKEN` (health.py).
"""

import logging

from prometheus_client import Counter, Gauge, Histogram

_QUICK = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

tables = Gauge("brushpass_tables", "Tables in memory.")
sockets = Gauge("brushpass_connections", "Open sockets.", ["page"])
actions = Counter("brushpass_actions", "Actions made and written.", ["by"])
remarks = Counter("brushpass_remarks", "Remarks made in table talk.")
acting = Histogram(
    "brushpass_action_seconds", "From a person's action to its being on the disk.", buckets=_QUICK
)
asking = Histogram(
    "brushpass_request_seconds",
    "From a request to its answer.",
    ["method", "status"],
    buckets=_QUICK,
)
thinking = Histogram(
    "brushpass_bot_seconds",
    "How long bots thought about a state.",
    ["game"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
commits = Gauge("brushpass_commits", "Transactions that wrote to tables since the start.")
writes = Gauge("brushpass_writes", "Writes in these transactions.")
fellows = Gauge("brushpass_processes", "Processes that serve these tables, this one included.")
relay = Gauge("brushpass_relay", "Whether there is a line to the other processes, by Redis.")
errors = Counter("brushpass_errors", "Errors logged.", ["where"])


class Errors(logging.Handler):
    """Counts what is logged as an error, by the logger that said it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        errors.labels(record.name).inc()


def method(name: str | None) -> str:
    """A method that our pages know, or `other`: nobody makes up new ones for us to count."""
    return name if name in ("GET", "HEAD", "POST") else "other"
