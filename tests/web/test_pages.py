"""The pages over plain HTTP: what a browser without a script can do, and what nobody may."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.core.management import call_command

from brushpass.web import guard, rulebook
from brushpass.web.asgi import application
from brushpass.web.keeper import keeper
from brushpass.web.limits import Bucket
from tests.web.conftest import Browser, Wait

PAGES = ["/", "/new", "/new?game=microfilms", "/new?game=croupier", "/yours", "/about", "/sign-in"]
PAGES += ["/account", *(f"/rules/{name}" for name in rulebook.BOOKS)]
INLINE = re.compile(r"<style|style=|<script(?![^>]*\ssrc=)|\son\w+=|javascript:", re.IGNORECASE)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_with_its_headers_and_no_inline_code(
    wait: Wait[Any], ada: Browser, path: str
) -> None:
    async def body() -> None:
        answer = await ada.get(path)
        assert answer.status_code == 200
        for name, value in guard.HEADERS.items():
            assert answer[name] == value
        assert "no-store" in answer["Cache-Control"]
        assert not INLINE.search(answer.content.decode())

    wait(body)


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    assert "unsafe" not in guard.POLICY
    assert "http" not in guard.POLICY
    assert guard.POLICY.startswith("default-src 'none'")


@pytest.mark.parametrize("game", ["kompromat", "microfilms", "croupier"])
def test_one_click_starts_a_game_against_bots(wait: Wait[Any], ada: Browser, game: str) -> None:
    async def body() -> None:
        key = await ada.start(game)
        page = await ada.get(f"/t/{key}")
        assert page.status_code == 200
        assert not INLINE.search(page.content.decode())
        held = await keeper.table(key)
        assert held.began
        assert held.places[0].name == "Ada"
        assert {place.bot for place in held.places[1:]} == {"operative"}

    wait(body)


def test_a_whole_turn_can_be_played_by_forms_alone(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "bot", "starter": "0"}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        key = answer["Location"].rsplit("/", 1)[1]
        held = await keeper.table(key)
        for words in ("draw", "place 2", "stop"):
            number = str(held.number)
            page = f"/t/{key}"
            answer = await ada.post(f"/t/{key}/act", {"act": words, "n": number}, page=page)
            assert answer.status_code == 302, answer.content
            assert words in held.game.actions

    wait(body)


def test_an_action_on_an_older_state_is_answered_with_the_new_one(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat")
        page = f"/t/{key}"
        answer = await ada.post(f"/t/{key}/act", {"act": "draw", "n": "1"}, page=page)
        assert answer.status_code == 409
        assert "moved on" in answer.content.decode()
        assert 'id="table"' in answer.content.decode()

    wait(body)


def test_numbers_that_no_form_has_are_refused_at_once(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await ada.start("croupier", **{"with": "friend"})
        page, huge = f"/t/{key}", "9" * 5000
        assert (await ada.post(f"{page}/act", {"act": "pass", "n": huge})).status_code == 400
        assert (
            await ada.post(f"{page}/act", {"act": "p", "n": "1", "own": "\0"})
        ).status_code == 400
        sit = {"do": "sit", "seat": huge, "name": "Ada"}
        assert (await ada.post(f"{page}/act", sit)).status_code == 302  # one's own seat
        many = {"game": "microfilms", "seats": "999999999", "name": "Ada"}
        assert (await ada.post("/new", many, page="/new")).status_code == 400

    wait(body)


def test_a_form_that_is_refused_says_why_and_keeps_what_was_chosen(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        asked = {"game": "croupier", "name": "Zed", "seat-0": "me", "seat-1": "friend"}
        asked |= {"clock": "move", "move-seconds": "soon", "spectators": "none"}
        answer = await ada.post("/new", asked, page="/new")
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "seats, minutes and seconds are whole numbers" in page
        for kept in ('value="friend" selected', 'value="soon"', 'value="none" checked'):
            assert kept in page, kept
        assert 'name="game" value="croupier"' in page and 'value="Zed"' in page

    wait(body)


def test_a_form_without_its_token_or_from_elsewhere_is_refused(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        answer = await ada.client.post("/play/kompromat", {"name": "Eve"})
        assert answer.status_code == 403
        assert "Not from here" in answer.content.decode()
        key = await ada.start("kompromat")
        answer = await ada.client.post(f"/t/{key}/act", {"do": "resign"})
        assert answer.status_code == 403
        assert not (await keeper.table(key)).over

    wait(body)


def test_the_seat_comes_from_the_session_and_not_from_the_request(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "bot", "starter": "0"}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        key = answer["Location"].rsplit("/", 1)[1]
        held = await keeper.table(key)
        number = str(held.number)
        sent = {"act": "draw", "n": number, "seat": "0", "player": "1", "viewer": "0"}
        answer = await bo.post(f"/t/{key}/act", sent)
        assert answer.status_code == 409
        assert (await keeper.table(key)).number == int(number)
        await bo.start("croupier", "Bo")
        answer = await bo.post(f"/t/{key}/act", sent)
        assert "no seat" in answer.content.decode()

    wait(body)


def test_a_friend_sits_down_by_the_link_alone_and_the_lobby_does_not_know_it(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat", **{"with": "friend"})
        assert key not in (await bo.get("/")).content.decode()
        page = (await bo.get(f"/t/{key}")).content.decode()
        assert "Sit down" in page
        assert "<svg" in page  # the QR code
        sit = {"do": "sit", "seat": "1", "name": "Bo"}
        answer = await bo.post(f"/t/{key}/act", sit, page=f"/t/{key}")
        assert answer.status_code == 302
        held = await keeper.table(key)
        assert held.began
        assert [place.name for place in held.places] == ["Ada", "Bo"]

    wait(body)


@pytest.mark.parametrize("spectators", ["none", "open"])
def test_an_open_seat_is_listed_until_somebody_sits_there_and_then_can_be_watched(
    wait: Wait[Any], ada: Browser, bo: Browser, spectators: str
) -> None:
    async def body() -> None:
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "open", "spectators": spectators}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        key = answer["Location"].rsplit("/", 1)[1]
        assert key in (await bo.get("/")).content.decode()
        await bo.post(f"/t/{key}/act", {"do": "sit", "seat": "1", "name": "Bo"}, page=f"/t/{key}")
        line = re.search(rf'/t/{key}">(\w+)<', (await bo.get("/")).content.decode())
        assert (line and line[1]) == (None if spectators == "none" else "Watch")

    wait(body)


def test_a_game_without_spectators_is_for_others_as_if_it_were_not_there(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "bot", "spectators": "none"}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        path = answer["Location"]
        there, nothing = await bo.get(path), await bo.get("/t/nothing-of-this-name")
        assert there.status_code == nothing.status_code == 404
        assert there.content == nothing.content
        answer = await bo.post(f"{path}/act", {"do": "sit"})
        assert answer.status_code == 404

    wait(body)


def test_links_are_long_and_alike_to_nothing(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        keys = {await ada.start("kompromat") for _ in range(8)}
        assert len({key[:4] for key in keys}) == 8
        assert min(map(len, keys)) >= 22

    wait(body)


def test_the_record_is_there_when_all_is_over_and_not_before(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat")
        assert (await ada.get(f"/t/{key}/record")).status_code == 404
        await ada.post(f"/t/{key}/act", {"do": "resign"}, page=f"/t/{key}")
        answer = await ada.get(f"/t/{key}/record")
        assert answer.status_code == 200
        assert "attachment" in answer["Content-Disposition"]
        assert json.loads(answer.content)["ended"]["reason"] == "resigned"
        assert (await bo.get(f"/t/{key}/record")).status_code == 404

    wait(body)


WRONG_TERMS: list[dict[str, str]] = [
    {"game": "chess"},
    {"game": "kompromat", "seat-0": "me", "seat-1": "me"},
    {"game": "kompromat", "seat-0": "bot", "seat-1": "bot"},
    {"game": "kompromat", "seat-0": "me", "seat-1": "nobody"},
    {"game": "microfilms", "seats": "7"},
    {"game": "microfilms", "seats": "many"},
    {"game": "microfilms", "seat-0": "me", "nations": "chosen", "nation-uk": "on"},
    {"game": "kompromat", "seat-0": "me", "clock": "move", "move-seconds": "1"},
    {"game": "kompromat", "seat-0": "me", "clock": "bank", "bank-minutes": "x"},
]


@pytest.mark.parametrize("chosen", WRONG_TERMS, ids=str)
def test_a_table_that_cannot_be_set_says_why(
    wait: Wait[Any], ada: Browser, chosen: dict[str, str]
) -> None:
    async def body() -> None:
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()

    wait(body)


def test_names_are_tidied_and_never_markup(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await ada.start("kompromat", "  <b>Ada</b>\n\u202e" + "x" * 90)
        held = await keeper.table(key)
        assert held.places[0].name == ("<b>Ada</b> " + "x" * 90)[:24]
        assert "<b>Ada</b>" not in (await ada.get(f"/t/{key}")).content.decode()

    wait(body)


# --- accounts -------------------------------------------------------------------------------------


def test_an_account_keeps_the_games_of_who_makes_it(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat", "Cleopatra")
        account = {"name": "Cleopatra", "password": "asp and basket"}
        answer = await ada.post("/account", account, page="/account")
        assert answer.status_code == 302
        answer = await bo.post("/sign-in", account, page="/sign-in")
        assert answer.status_code == 302
        assert key in (await bo.get("/yours")).content.decode()
        assert (await keeper.table(key)).seat_of(await bo.who()) == 0

    wait(body)


def test_games_begun_before_signing_in_become_the_accounts(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        account = {"name": "Semiramis", "password": "of the gardens"}
        await ada.post("/account", account, page="/account")
        key = await bo.start("kompromat", "Nobody")
        await bo.post("/sign-in", account, page="/sign-in")
        assert (await keeper.table(key)).seat_of(await bo.who()) == 0
        assert key in (await ada.get("/yours")).content.decode()

    wait(body)


def test_a_name_is_one_accounts_and_a_password_not_too_plain(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        for password in ("short", "password", "12345678"):
            wrong = {"name": "Dido", "password": password}
            assert (await ada.post("/account", wrong, page="/account")).status_code == 400
        account = {"name": "Dido", "password": "queen of carthage"}
        assert (await ada.post("/account", account, page="/account")).status_code == 302
        account["name"] = "DIDO"
        assert (await bo.post("/account", account, page="/account")).status_code == 400

    wait(body)


def test_trying_passwords_is_slowed_for_the_account_and_for_the_address(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        wrong = {"name": "Boudica", "password": "a guess or two"}
        answers = [
            (await ada.post("/sign-in", wrong, page="/sign-in")).status_code for _ in range(10)
        ]
        assert answers[:6] == [400] * 6
        assert answers[6:] == [429] * 4

    wait(body)


def test_signing_out_forgets_who_it_was(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        await ada.start("kompromat")
        account = {"name": "Zenobia", "password": "of palmyra, east"}
        await ada.post("/account", account, page="/account")
        answer = await ada.post("/sign-out", {})
        assert answer.status_code == 302
        assert "Sign in" in (await ada.get("/")).content.decode()

    wait(body)


# --- limits and mistakes --------------------------------------------------------------------------


def test_too_many_requests_are_told_to_wait(
    wait: Wait[Any], ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.asking, "now", lambda: 0.0)

    async def body() -> None:
        answers = [await ada.get("/about") for _ in range(guard.asking.burst + 30)]
        late = answers[-1]
        assert late.status_code == 429
        assert int(late["Retry-After"]) >= 1
        assert "Content-Security-Policy" in late

    wait(body)


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Bucket(rate=2, burst=3, now=lambda: now)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b")
    assert bucket.wait("a") == pytest.approx(0.5)
    now = 0.6
    assert bucket.take("a")
    assert not bucket.take("a")
    now = 100.0
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("said", [b"300000", b"9" * 30, None])
def test_what_is_longer_than_any_form_is_refused_before_it_is_read(
    wait: Wait[Any], said: bytes | None
) -> None:
    """By what it says of its length; or, where it says nothing, as soon as too much has come."""

    async def body() -> None:
        headers = [(b"host", b"testserver")] + ([] if said is None else [(b"content-length", said)])
        scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/new"}
        scope |= {"headers": headers, "query_string": b"", "client": ("127.0.0.1", 1)}
        line: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
        if said is None:
            for _ in range(5):
                chunk = {"type": "http.request", "body": b"x" * 60_000, "more_body": True}
                await line.send_input(chunk)
        answer = await line.receive_output(timeout=5)
        assert answer["status"] == 413
        told = await line.receive_output(timeout=5)
        assert told["body"] == b"That is more than any of our pages sends.\n"
        await line.wait(timeout=5)

    wait(body)


def test_what_is_not_there_says_so_in_our_words(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        answer = await ada.get("/no/such/page")
        assert answer.status_code == 404
        assert "Nothing here" in answer.content.decode()
        assert (await ada.get("/rules/chess")).status_code == 404
        assert (await ada.get("/play/kompromat")).status_code == 405

    wait(body)


def test_a_host_that_is_not_ours_is_refused(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        answer = await ada.get("/", headers={"host": "evil.example"})
        assert answer.status_code == 400

    wait(body)


# --- weight ---------------------------------------------------------------------------------------


def test_the_first_page_is_light(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        page = await ada.get("/")
        html = page.content.decode()
        files = re.findall(r'(?:href|src)="/static/([^"]+)"', html)
        sheets = [name for name in files if name.endswith((".css", ".js"))]
        assert len(sheets) == 3
        collected = [(settings.STATIC_ROOT / name).read_bytes() for name in sheets]
        weight = len(gzip.compress(page.content)) + sum(len(gzip.compress(e)) for e in collected)
        assert weight < 100_000
        base = (settings.STATIC_ROOT / sheets[0]).read_text()
        assert base.count("font-display:swap") == base.count("@font-face")
        # The first page is set in these two; what it does not use is not fetched.
        fonts = [
            re.search(rf"fonts/{name}\.[^)]*woff2", base) for name in ("condensed-bold", "slab")
        ]
        sizes = [(settings.STATIC_ROOT / found[0]).stat().st_size for found in fonts if found]
        assert len(sizes) == 2
        assert sum(sizes) < 60 * 1024

    wait(body)


def test_every_change_to_what_is_kept_has_its_migration(prepared: None) -> None:  # noqa: ARG001
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("game", ["kompromat", "microfilms", "croupier"])
def test_who_is_new_can_read_the_game_in_short_at_the_table(
    wait: Wait[Any], ada: Browser, game: str
) -> None:
    """As the rulebook begins, while it is played and by those who play it."""

    async def body() -> None:
        key = await ada.start(game)
        begins = rulebook.in_short(game, "en")
        assert "<p>You " in begins
        assert begins in (await ada.get(f"/t/{key}")).content.decode()
        await keeper.resign(key, await ada.who())
        assert begins not in (await ada.get(f"/t/{key}")).content.decode()

    wait(body)
