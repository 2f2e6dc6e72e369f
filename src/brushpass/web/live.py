"""The sockets: a page that is told what changed, and sends what its player does.

A frame is `{"n": number, "html": {section: html}, "order": [...], "title": ..., "say": ...}` with
the sections that changed for this viewer since the last one; after connecting, all of them. Where
only elements of a section changed that have names of their own, these stand there instead.
`{"talk": html}` is what is said at the table. The seat comes from the session, never from a
message.
"""

import json
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils import translation
from django.utils.translation import gettext_noop

from brushpass.web import meters, parts
from brushpass.web.held import Held
from brushpass.web.keeper import is_own, keeper
from brushpass.web.limits import Bucket
from brushpass.web.refusal import Refused
from brushpass.web.relay import LOBBY, group, pages_of
from brushpass.web.scenes import Woven
from brushpass.web.shelf import NoTable
from brushpass.web.store import NoDatabase, store

log = logging.getLogger(__name__)

LONGEST = 2_000
"""Characters of a message; the longest that a page sends has a tenth of it."""
GONE = 4404
"""The closing code for a table that is not there for this viewer."""
RENEWED = 4401
"""The closing code for a page whose player has signed in or out: it comes back as who it is now."""
AGAIN = 1013
"""The closing code where the database is away: the page comes back, and sends again what was not
acknowledged.
"""
OFTEN = 4429
"""The closing code for who asks too often."""

sending = Bucket(rate=8, burst=40)
"""Messages of one socket."""
opening = Bucket(rate=2, burst=60, name="opening")
"""Sockets of one address."""


class SameOrigin:
    """Refuses sockets that a page of another site opens, with the player's cookie; and those to
    a name that is not ours, which another site may have pointed here.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = urlsplit(headers.get(b"origin", b"").decode("latin-1")).netloc
        host = headers.get(b"host", b"").decode("latin-1")
        ours = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
        if not origin or origin != host or not ours:
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        await self._inner(scope, receive, send)


class Nowhere(AsyncWebsocketConsumer):
    """Where no page of ours opens a socket."""

    async def connect(self) -> None:
        await self.close(GONE)


class Page(AsyncWebsocketConsumer):
    """A page that shows sections and is sent those that change."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, Sent] = {}
        self.name = ""
        self.closed = False
        """By us; what was on its way then is neither done nor answered."""

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """As Channels does it, but for its way through a thread that looks after connections to
        the database: pages have none, they ask the store.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except NoDatabase:
            await self.close(AGAIN)

    async def player_id(self) -> int | None:
        """Who this page's session belongs to."""
        return await store.ask(partial(parts.player_of, self.scope["session"]))

    async def open(self, name: str) -> bool:
        """Join a group; a page from an address that opens too many is turned away."""
        client = self.scope.get("client") or ("", 0)
        if not opening.take(str(client[0])):
            await self.close(OFTEN)
            return False
        self.name = name
        meters.sockets.labels(type(self).__name__).inc()
        await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        return True

    async def disconnect(self, _code: int) -> None:
        if self.name:
            meters.sockets.labels(type(self).__name__).dec()
            await self.channel_layer.group_discard(self.name, self.channel_name)

    async def frame(self, sections: Mapping[str, str], number: int, **more: Any) -> None:
        """Send what is new to this page."""
        changed: dict[str, str] = {}
        for key, html in sections.items():
            changed |= changes(key, self.sent[key], html) if key in self.sent else {key: html}
        frame: dict[str, Any] = {"n": number, "html": changed, **more}
        if list(self.sent) != list(sections):
            frame["order"] = list(sections)
        self.sent = {key: as_sent(html) for key, html in sections.items()}
        if changed or "order" in frame or more:
            await self.tell(frame)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        self.closed = True
        await super().close(code, reason)

    async def tell(self, said: Mapping[str, Any]) -> None:
        if self.closed:
            return
        try:
            await self.send(text_data=json.dumps(said, ensure_ascii=False, separators=(",", ":")))
        except RuntimeError:  # uvicorn's, where a broken frame has made it close the line itself
            self.closed = True

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.closed:
            return
        if not sending.take(self.channel_name):
            await self.close(OFTEN)
            return
        said = None
        if text_data is not None and bytes_data is None and len(text_data) <= LONGEST:
            try:
                said = json.loads(text_data)
            except (ValueError, RecursionError):
                said = None
        if not isinstance(said, dict):
            await self.close(4400)
        elif "ping" in said:
            await self.tell({"pong": True})
        else:
            await self.hear(said)

    async def hear(self, _said: dict[str, Any]) -> None:
        """A message of the page; most pages have nothing to say."""
        await self.close(4400)

    @property
    def language(self) -> str:
        """As the page's cookie says."""
        asked = self.scope["cookies"].get("language", "")
        return asked if asked in parts.LANGUAGES else "en"


Sent: TypeAlias = str | tuple[str, Mapping[str, str]]
"""A section as it was sent; of one that is woven its parts, for the whole would double them."""


def as_sent(html: str) -> Sent:
    """What is to be remembered of a section."""
    return (html.around, html.pieces) if isinstance(html, Woven) else html


def changes(key: str, was: Sent, now: str) -> dict[str, str]:
    """What to send of a section: nothing, the elements in it that changed, or all of it."""
    if isinstance(was, str):
        was = as_sent(was)
    new = as_sent(now)
    if was == new:
        return {}
    if isinstance(was, str) or isinstance(new, str) or was[0] != new[0]:
        return {key: now}
    sent: dict[str, str] = {}
    for name, html in new[1].items():
        sent |= changes(name, was[1][name], html)
    return sent


class TablePage(Page):
    """A page that shows a table."""

    held: Held | None = None
    viewer: int | None = None
    number: int | None = None
    title = ""
    began = False
    over = False
    silent = False
    """Whether the game was over when the talk was last read: then players hear more."""
    talk = ""

    async def connect(self) -> None:
        self.key = self.scope["url_route"]["kwargs"]["key"]
        self.player = await self.player_id()
        if await self._looked_at(fresh=True) is None:
            await self.accept()  # so that the page learns why
            await self.close(GONE)
            raise StopConsumer
        if await self.open(group(self.key)):
            if self.player is not None:
                await self.channel_layer.group_add(pages_of(self.player), self.channel_name)
            await self._show(full=True)

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.name and self.player is not None:
            await self.channel_layer.group_discard(pages_of(self.player), self.channel_name)
        if self.held is not None:
            await keeper.depart(self.held, self.viewer)
            self.held = None

    async def changed(self, _event: Mapping[str, Any]) -> None:
        """The table changed; look at it with this page's eyes."""
        await self._show()

    async def renewed(self, _event: Mapping[str, Any]) -> None:
        """The session that this page came with is no more."""
        await self.close(RENEWED)

    async def anew(self, _event: Mapping[str, Any]) -> None:
        """The house barred this page's player, or let them in again: the page around the table
        says so.
        """
        held = await self._looked_at()
        await self.tell({"go": "/" if held is None else f"/t/{self.key}"})

    async def _looked_at(self, *, fresh: bool = False) -> Held | None:
        try:
            held = await keeper.table(self.key, fresh=fresh)
        except NoTable:
            return None
        return held if held.may_look(self.player) else None

    async def _show(self, *, full: bool = False) -> None:
        held = await self._looked_at()
        if held is None:
            await self.close(GONE)
            return
        await self._take_place(held)
        async with held.lock:  # nothing is shown that is not written yet
            if full:
                self.sent = {}
            with translation.override(self.language):
                page = parts.table_page(held, self.viewer, self.player, self.number, self.language)
                number, began = held.number, held.began
        more: dict[str, Any] = {}
        if full:
            more |= {"full": True, "began": began}
        if page.title != self.title or full:
            more["title"] = self.title = page.title
        if page.say and number != self.number:
            more["say"] = page.say
        self.number = number
        if began and not self.began and not full:
            more = {"go": f"/t/{self.key}"}  # the page around the table is another now
        if held.next is not None and not self.over and not full and self.viewer is not None:
            more = {"go": f"/t/{held.next}"}
        self.began, self.over = began, held.next is not None
        if "go" in more:
            await self.tell(more)
            return
        await self.frame(page.sections, number, **more)
        if full or self.silent != held.over:
            await self._talk(held)

    async def talked(self, _event: Mapping[str, Any]) -> None:
        """Somebody said something; whether this page hears it is another matter."""
        if self.held is not None:
            await self._talk(self.held)

    async def _talk(self, held: Held) -> None:
        self.silent = held.over
        with translation.override(self.language):
            talk = await parts.talk_section(held, self.player)
        if talk != self.talk:
            self.talk = talk
            await self.tell({"talk": talk})

    async def _take_place(self, held: Held) -> None:
        """Be counted as present at the seat that this session has now."""
        viewer = held.seat_of(self.player)
        if held is self.held and viewer == self.viewer:
            return
        if self.held is not None:
            await keeper.depart(self.held, self.viewer)
        self.held, self.viewer = held, viewer
        await keeper.arrive(held, viewer)

    async def hear(self, said: dict[str, Any]) -> None:
        own = said.get("own")
        if not is_own(own):
            await self.close(4400)
            return
        stale = False
        try:
            go = await self._do(said, str(own))
        except NoTable:
            await self.close(GONE)
            return
        except Refused as refusal:
            stale = refusal.stale
            with translation.override(self.language):
                await self.tell({"no": own, "why": refusal.in_words(), "stale": stale})
        except (TypeError, ValueError):
            await self.close(4400)
            return
        else:
            await self.tell({"done": own} if go is None else {"done": own, "go": go})
        if stale:
            await self._show(full=True)

    async def _do(self, said: dict[str, Any], own: str) -> str | None:
        """What the page asks for; the address to go to, if any."""
        if self.player is None:
            raise Refused(gettext_noop("You have no seat at this table."))
        match said:
            case {"act": str(words), "n": int(number)}:
                with meters.acting.time():
                    await keeper.act(self.key, self.player, number, words, own)
            case {"mark": str(name), "value": str(text)}:
                await keeper.mark(self.key, self.player, name, text)
            case {"number": str(text)}:
                await keeper.number(self.key, self.player, text)
            case {"do": str(what)}:
                return await parts.do(self.key, self.player, what)
            case _:
                await parts.talk(await keeper.table(self.key), self.player, said, own)
        return None


class Lobby(Page):
    """A page that shows the open tables."""

    async def connect(self) -> None:
        self.player = await self.player_id()
        if await self.open(LOBBY):
            await self._show(full=True)

    async def changed(self, _event: Mapping[str, Any]) -> None:
        await self._show()

    async def _show(self, **more: Any) -> None:
        with translation.override(self.language):
            sections = {"lobby": await parts.lobby_section()}
        await self.frame(sections, 0, **more)
