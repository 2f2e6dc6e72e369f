"""What stands before every page: security headers, and limits to how often one may ask."""

import math
import time
from collections.abc import Awaitable, Callable

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

from brushpass.web import meters
from brushpass.web.limits import Bucket

Answer = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",  # a table's link is its key: no other site is to see it
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Headers:
    """No inline code, no foreign origin, no frame; for files too."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Answer) -> None:
        self._answer = get_response
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = await self._answer(request)
        took = time.perf_counter() - began
        meters.asking.labels(meters.method(request.method), response.status_code).observe(took)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


asking = Bucket(rate=10, burst=120, name="asking")
"""Pages from one address."""
changing = Bucket(rate=5, burst=40, name="changing")
"""Forms from one address."""


class Limits:
    """429, with how long to wait."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Answer) -> None:
        self._answer = get_response
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        who = address(request)
        bucket = asking if request.method in ("GET", "HEAD") else changing
        if not bucket.take(who):
            from brushpass.web.wrong import too_often

            return too_often(request, math.ceil(bucket.wait(who)))
        return await self._answer(request)


def address(request: HttpRequest) -> str:
    """Whom a limit is for."""
    found: str = request.META.get("REMOTE_ADDR", "")
    return found
