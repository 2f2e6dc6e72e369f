"""Where the server comes in: pages by Django, sockets by Channels, tables woken at the start."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brushpass.web.settings")
django.setup(set_prefix=False)
pages = get_asgi_application()

# Only now, for they need the settings:
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import get_resolver, path, re_path  # noqa: E402

from brushpass.web import jinja  # noqa: E402
from brushpass.web.chores import now_and_then  # noqa: E402
from brushpass.web.fellows import fellows  # noqa: E402
from brushpass.web.keeper import keeper  # noqa: E402
from brushpass.web.live import Lobby, Nowhere, SameOrigin, TablePage  # noqa: E402

log = logging.getLogger(__name__)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

sockets = SameOrigin(
    SessionMiddlewareStack(
        URLRouter(
            [
                path("ws/t/<str:key>", TablePage.as_asgi()),
                path("ws/lobby", Lobby.as_asgi()),
                re_path("", Nowhere.as_asgi()),
            ]
        )
    )
)


class NothingHuge:
    """Refuses a request that is longer than any of our forms, before it fills memory or disk."""

    def __init__(self, inner: Any, longest: int) -> None:
        self._inner = inner
        self._longest = longest

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        said = dict(scope["headers"]).get(b"content-length", b"")
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            # Who reads takes it for a client that has gone, and answers nothing.
            return message if came <= self._longest else {"type": "http.disconnect"}

        if said.isdigit() and int(said) > self._longest:
            came = int(said)
        else:
            await self._inner(scope, counted, send)
        if came > self._longest:
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 413, "headers": headers})
            told = b"That is more than any of our pages sends.\n"
            await send({"type": "http.response.body", "body": told})


rooms = ProtocolTypeRouter(
    {"http": NothingHuge(pages, settings.DATA_UPLOAD_MAX_MEMORY_SIZE), "websocket": sockets}
)


def warm() -> None:
    """Do beforehand what would make the first visitor wait."""
    get_resolver().url_patterns  # noqa: B018 - it imports the pages
    for name in ("home.html", "table.html", "table_parts.html", "covers.html", "shapes.html"):
        jinja.get().get_template(name)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Start and stop with the server; everything else goes to its room."""
    if scope["type"] != "lifespan":
        await rooms(scope, receive, send)
        return
    chores: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            warm()
            await fellows.join()
            if keeper.me is None:
                await keeper.wake()
            chores = asyncio.create_task(now_and_then())
            await send({"type": "lifespan.startup.complete"})
        else:
            if chores is not None:
                chores.cancel()
            await fellows.part()
            await keeper.rest()
            keeper.thinkers.close()
            await send({"type": "lifespan.shutdown.complete"})
            return
