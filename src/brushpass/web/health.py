"""How the server is, for those who run it: alive, ready, and its figures.

`/health/live` and `/health/ready` say a word to anybody, under any name of this machine and as
often as they are asked. `/health/metrics` is there for who has the token alone; without one it is
not there at all.
"""

import os
import secrets
import time
from http import HTTPStatus

from asgiref.sync import markcoroutinefunction, sync_to_async
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from brushpass.web import meters
from brushpass.web.guard import Answer
from brushpass.web.keeper import keeper
from brushpass.web.store import store

TOKEN = os.environ.get("BRUSHPASS_METRICS_TOKEN", "")
"""What a reader of the figures has to show; none, and nobody reads them."""
FRESH = 1.0
"""Seconds for which the database's last answer is good enough: asking is free to anybody."""


class Health:
    """Answers for the server before anything else looks at a request."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Answer) -> None:
        self._answer = get_response
        self._asked = (-FRESH, False)
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith("/health/") or request.method not in ("GET", "HEAD"):
            return await self._answer_or_say_why(request)
        match request.path:
            case "/health/live":
                return _word("alive")
            case "/health/ready":
                if await self._is_ready():
                    return _word("ready")
                return _word("the database does not answer", 503)
            case "/health/metrics" if _has_token(request):
                return HttpResponse(_figures(), content_type=CONTENT_TYPE_LATEST)
        return await self._answer(request)

    async def _answer_or_say_why(self, request: HttpRequest) -> HttpResponseBase:
        """What broke because the database is away is not broken: it goes when that is back."""
        response = await self._answer(request)
        if response.status_code != HTTPStatus.INTERNAL_SERVER_ERROR:
            return response
        if await sync_to_async(_ask_the_database)():
            return response
        from brushpass.web.wrong import away  # it needs the templates, which need the settings

        return away(request)

    async def _is_ready(self) -> bool:
        at, answered = self._asked
        if time.monotonic() - at >= FRESH:
            answered = await sync_to_async(_ask_the_database)()
            self._asked = (time.monotonic(), answered)
        return answered


def _ask_the_database() -> bool:
    """Whether it answers, and knows our tables."""
    try:
        connection.close_if_unusable_or_obsolete()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM web_table WHERE 1 = 0")
    except (DatabaseError, InterfaceError):
        connection.close()
        return False
    return True


def _has_token(request: HttpRequest) -> bool:
    shown = request.headers.get("Authorization", "").encode()
    return bool(TOKEN) and secrets.compare_digest(shown, f"Bearer {TOKEN}".encode())


def _figures() -> bytes:
    meters.tables.set(len(keeper.held))
    meters.commits.set(store.commits)
    meters.writes.set(store.writes)
    return generate_latest()


def _word(said: str, status: int = 200) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    kind = "text/plain; charset=utf-8"
    return HttpResponse(f"{said}\n", content_type=kind, status=status, headers=headers)
