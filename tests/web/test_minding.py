"""Those who mind the house: what they see and do, that it is at once, and written down."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User

from brushpass import cli, proof, record
from brushpass.web import deeds, guard, house, models, talk
from brushpass.web.held import Held, record_of
from brushpass.web.keeper import keeper
from brushpass.web.refusal import Refused
from brushpass.web.terms import Terms
from tests.web.conftest import Browser, Wait
from tests.web.test_pages import INLINE
from tests.web.test_sockets import Line
from tests.web.test_tables import TWO, again, kinds, kompromat, people, play, table_of
from tests.web.test_talk import say
from tests.web.test_tongues import bare, brackets

__all__ = ["brackets"]

ACCOUNT = {"name": "Moneypenny", "password": "a desk by the door"}
FOR_MINDERS = ["/house", "/house/players", "/house/tables", "/house/log"]
BY_THE_DESK = deeds.Minder("moneypenny", "Because.")


async def minder(browser: Browser) -> None:
    """Somebody who minds the house signs in."""
    for kept in (models.Deed, models.Remark, models.Table):
        await kept.objects.all().adelete()
    await User.objects.filter(username="moneypenny").adelete()
    user = User(username="moneypenny", is_staff=True)
    await sync_to_async(user.set_password)(ACCOUNT["password"])
    await user.asave()
    answer = await browser.post("/sign-in", ACCOUNT, page="/sign-in")
    assert answer["Location"] == "/house"


async def do(browser: Browser, path: str, what: str, why: str = "It had to be.") -> Any:
    return await browser.post(path, {"do": what, "why": why})


async def log() -> list[tuple[str, str, str, str]]:
    return [
        (row.who, row.what, row.to, row.why) async for row in models.Deed.objects.order_by("pk")
    ]


# --- who gets in ----------------------------------------------------------------------------------


def test_the_house_is_for_those_who_mind_it(wait: Wait[Any], ada: Browser, bo: Browser) -> None:
    """Others are asked to sign in, or find nothing there; a form of theirs does nothing."""

    async def body() -> None:
        held, (player, _) = await kompromat()
        pages = [*FOR_MINDERS, f"/house/players/{player.pk}", f"/house/tables/{held.id}"]
        account = {"name": "Mata Hari", "password": "seven veils off"}
        await bo.post("/account", account, page="/account")
        for path in pages:
            assert (await ada.get(path))["Location"] == "/sign-in"
            assert (await bo.get(path)).status_code == 404
        await models.Deed.objects.all().adelete()
        for path, what in ((pages[4], "bar"), (pages[5], "close"), ("/house/remarks/1", "hide")):
            assert (await do(ada, path, what))["Location"] == "/sign-in"
            assert (await do(bo, path, what)).status_code == 404
        assert not held.over
        assert not (await models.Player.objects.aget(pk=player.pk)).barred
        assert await log() == []

    wait(body)


def test_a_form_that_did_not_come_from_our_page_does_nothing(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        await minder(ada)
        held, _ = await kompromat()
        path = f"/house/tables/{held.id}"
        answer = await ada.client.post(path, {"do": "close", "why": "forged"})
        assert answer.status_code == 403
        assert not held.over

    wait(body)


def test_who_is_dismissed_or_has_a_new_password_is_out_at_once(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        await minder(ada)
        assert (await ada.get("/house")).status_code == 200
        await User.objects.filter(username="moneypenny").aupdate(is_staff=False)
        assert (await ada.get("/house")).status_code == 404
        user = await User.objects.aget(username="moneypenny")
        user.is_staff = True
        await sync_to_async(user.set_password)("another desk")
        await user.asave()
        assert (await ada.get("/house"))["Location"] == "/sign-in"

    wait(body)


def test_who_minds_the_house_signs_in_again_after_half_a_day(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        await minder(ada)
        assert int(ada.client.cookies["brushpass"]["max-age"]) == 12 * 3600

    wait(body)


def test_the_shell_appoints_and_dismisses(
    wait: Wait[Any],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(house, "settle", lambda _: tmp_path)
    monkeypatch.setattr(house, "prepare", lambda: None)

    async def shell(*words: str, typed: str = "") -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        return await sync_to_async(cli.main)(["admin", *words])

    async def body() -> None:
        await models.Deed.objects.all().adelete()
        assert await shell("Tanner", typed="short") == 1
        assert await shell("Tanner" * 5, typed="a chief of staff") == 1
        assert await shell("Tanner", typed="a chief of staff") == 0
        browser = Browser()
        signing = {"name": "Tanner", "password": "a chief of staff"}
        await browser.post("/sign-in", signing, page="/sign-in")
        assert (await browser.get("/house")).status_code == 200
        assert await shell("tanner", "--dismiss") == 0
        assert (await browser.get("/house")).status_code == 404
        assert await shell("tanner", "--dismiss") == 1
        who = ("the command line", "account tanner", "")
        assert await log() == [(who[0], what, *who[1:]) for what in ("appoint", "dismiss")]

    wait(body)
    said = capsys.readouterr()
    assert "/house on the server" in said.out
    assert "tanner does not mind the house" in said.err


# --- what they see --------------------------------------------------------------------------------


def secrets_of(held: Held) -> list[str]:
    """What opens a seat or gives the shuffle away."""
    return [held.key, held.seed, held.deals_from, *(held.numbers or {}).values()]


def test_no_page_of_the_house_has_a_link_a_seed_a_number_or_a_card(
    wait: Wait[Any], ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a running game; not even what a player has marked or done."""

    async def body() -> None:
        await minder(ada)
        monkeypatch.setattr(keeper, "patience", 10.0)
        held, (one, two) = await kompromat(notebook=True)
        await keeper.number(held.key, one.pk, "planted-number-of-one")
        await keeper.number(held.key, two.pk, "planted-number-of-two")
        await play(held, one, "draw", own="planted-own-number")
        await keeper.mark(held.key, one.pk, "k", "planted mark")
        await say(held, two, "You will lose.")
        await talk.report(held, one.pk, (await last_remark()).key)
        hidden = [*secrets_of(held), "planted", *(w for w in held.game.actions if " " in w)]
        remark = await last_remark()
        reads = [
            *FOR_MINDERS,
            f"/house/players/{one.pk}",
            f"/house/players/{two.pk}",
            f"/house/tables/{held.id}",
            f"/house/tables?q={held.id}",
            "/house/tables?q=nothing",
            "/house/tables?before=999999999",
            "/house/players?q=Ada",
            f"/house/players?q={held.seed}",
            "/house/tables/999999999",
            "/house/players/99999999999999999999999999",
        ]
        for path in reads:
            answer = await ada.get(path)
            text = answer.content.decode() + str(answer.items())
            assert not [word for word in hidden if word in text], path
            assert not INLINE.search(text), path
            assert "/t/" not in text, path
            assert answer["Content-Security-Policy"] == guard.POLICY
        for path, what in [
            (f"/house/tables/{held.id}", "nothing"),
            (f"/house/players/{one.pk}", "nothing"),
            (f"/house/remarks/{remark.pk}", "nothing"),
        ]:
            answer = await do(ada, path, what)
            assert answer.status_code == 409, path
            assert not [word for word in hidden if word in answer.content.decode()], path

    wait(body)


def test_nothing_can_be_found_out_of_a_table_by_asking_for_it(
    wait: Wait[Any], ada: Browser
) -> None:
    """No filter, order or search but by number, name and whole link."""

    async def body() -> None:
        await minder(ada)
        held, _ = await kompromat()
        plain = (await ada.get("/house/tables")).content
        token = re.compile(rb'csrfmiddlewaretoken" value="[^"]+"')
        for query in (
            f"seed={held.seed}",
            f"seed__startswith={held.seed[0]}",
            f"key__startswith={held.key[0]}",
            "o=seed",
            "actions__words__contains=draw",
        ):
            assert token.sub(b"", (await ada.get(f"/house/tables?{query}")).content) == token.sub(
                b"", plain
            )
        for part in (held.seed, held.seed[:5], held.key[:-1], held.key.swapcase()):
            found = (await ada.get(f"/house/tables?q={part}")).content.decode()
            assert f"/house/tables/{held.id}" not in found
        whole = await ada.get(f"/house/tables?q=http://testserver/t/{held.key}")
        assert whole["Location"] == f"/house/tables/{held.id}"

    wait(body)


@pytest.mark.usefixtures("brackets")
def test_the_house_has_no_text_that_cannot_be_translated(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        await minder(ada)
        held, (one, two) = await kompromat()
        await say(held, two, "Zut!")
        remark = await last_remark()
        await talk.report(held, one.pk, remark.key)
        await deeds.to_a_player(deeds.Minder("moneypenny", "Zut."), "mute", one.pk)
        paths = [
            *FOR_MINDERS,
            f"/house/players/{one.pk}",
            f"/house/tables/{held.id}",
            "/yours/erase",
        ]
        for path in paths:
            shown = (await ada.get(path)).content.decode()
            names = re.findall(r'<a href="/house/players/\d+">(?:<b>\d+</b> )?([^<]+)</a>', shown)
            assert bare(shown, "Zut", "moneypenny", "Ada", "Bo", *names) == [], path

    wait(body)


async def last_remark() -> models.Remark:
    return await models.Remark.objects.alatest("pk")


# --- what they do ---------------------------------------------------------------------------------


def test_who_is_muted_is_told_at_once_and_nobody_hears_them(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        await minder(bo)
        key = await ada.start("kompromat")
        number = await ada.who()
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        path = f"/house/players/{number}"
        assert (await do(bo, path, "mute", "Swears.")).status_code == 302
        while "have muted you" not in (await line.hear()).get("talk", ""):
            pass
        assert "have muted you" in (await line.say(say="But why?", own="1"))["why"]
        page = await ada.post(f"/t/{key}/talk", {"say": "Why?"}, page=f"/t/{key}")
        assert page.status_code == 409
        assert (await do(bo, path, "unmute", "Is sorry.")).status_code == 302
        while "have muted you" in (await line.hear()).get("talk", "have muted you"):
            pass
        assert (await line.say(say="Thanks.", own="2"))["done"] == "2"
        await line.close()
        to = f"player {number}"
        assert await log() == [
            ("moneypenny", "mute", to, "Swears."),
            ("moneypenny", "unmute", to, "Is sorry."),
        ]

    wait(body)


def test_who_is_barred_loses_the_seat_at_once_and_is_told_why_everywhere(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    """The page leaves, the hand is seen no more, a bot plays on, and no seat is to be had."""

    async def body() -> None:
        await minder(bo)
        chosen = {"game": "kompromat", "seat-0": "me", "seat-1": "open", "spectators": "open"}
        answer = await ada.post("/new", {"name": "Ada", **chosen}, page="/new")
        key = answer["Location"].rsplit("/", 1)[1]
        (cass,) = await people("Cass")
        await keeper.sit(key, cass)
        held = await keeper.table(key)
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        number = await ada.who()
        assert held.seat_of(number) == 0
        assert (await do(bo, f"/house/players/{number}", "bar")).status_code == 302
        while (said := await line.hear()).get("go") is None:
            pass
        assert said["go"] == f"/t/{key}"
        assert held.seat_of(number) is None
        assert held.places[0].bot is not None
        assert held.places[1].player == cass.pk
        assert kinds(held)[-1] == "left", "the others need not know why"
        words = (await line.say(act="draw", n=held.number, own="1"))["why"]
        assert words == "You have no seat at this table."
        await line.close()
        barred = b"have barred you"
        for path in ("/", "/yours", f"/t/{key}", "/new"):
            assert barred in (await ada.get(path)).content, path
        for path, form in (
            ("/play/kompromat", {}),
            ("/new", {"game": "croupier", "seat-0": "me"}),
        ):
            answer = await ada.post(path, form)
            assert answer.status_code == 403
            assert barred in answer.content
        (dagny,) = await people("Dagny")
        open_one = await keeper.set_table(Terms("kompromat", TWO), dagny)
        answer = await ada.post(f"/t/{open_one}/act", {"do": "sit"}, page=f"/t/{open_one}")
        assert answer.status_code == 409
        assert barred in answer.content
        answer = await ada.post(f"/t/{key}/talk", {"say": "Hm."}, page=f"/t/{key}")
        assert answer.status_code == 409
        assert barred in answer.content
        again(held)
        assert (await keeper.table(key)).seat_of(number) is None, "and that is on the disk"
        await do(bo, f"/house/players/{number}", "admit")
        assert await ada.start("kompromat")

    wait(body)


def test_where_nobody_else_is_left_a_barred_players_table_is_closed(wait: Wait[Any]) -> None:
    async def body() -> None:
        (ada,) = await people("Ada")
        terms = Terms("kompromat", (TWO[0], TWO[1]), starter=0)
        waiting = await keeper.table(await keeper.set_table(terms, ada))
        held, (one, _two) = await kompromat()
        await keeper.leave(held.key, _two.pk, for_good=True)
        assert not held.over
        for each in (ada, one):
            await deeds.to_a_player(BY_THE_DESK, "bar", each.pk)
        assert waiting.ended == {"reason": "abandoned", "after": 0, "seat": 0}
        assert held.ended == {"reason": "abandoned", "after": held.number, "seat": 0}

    wait(body)


def test_nobody_who_is_barred_slips_onto_a_seat_in_between(wait: Wait[Any]) -> None:
    """Though the request looked at the player before the house did."""

    async def body() -> None:
        ada, bo = await people("Ada", "Bo")
        key = await keeper.set_table(Terms("kompromat", TWO), ada)
        await deeds.to_a_player(BY_THE_DESK, "bar", bo.pk)
        assert not bo.barred, "as it was when it was read"
        with pytest.raises(Refused, match="barred you"):
            await keeper.sit(key, bo)
        with pytest.raises(Refused, match="barred you"):
            await keeper.set_table(Terms("kompromat", TWO), bo)
        assert not (await keeper.table(key)).places[1].taken

    wait(body)


def test_no_rematch_gives_a_barred_player_a_seat(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await kompromat()
        await keeper.resign(held.key, bo.pk)
        await deeds.to_a_player(BY_THE_DESK, "bar", bo.pk)
        await keeper.rematch(held.key, ada.pk)
        with pytest.raises(Refused, match="barred you"):
            await keeper.rematch(held.key, bo.pk)
        assert held.next is None

    wait(body)


@pytest.mark.parametrize("game", ["kompromat", "microfilms", "croupier"])
def test_a_table_that_the_house_closes_says_so_to_all_and_to_its_record(
    wait: Wait[Any], ada: Browser, bo: Browser, game: str
) -> None:
    async def body() -> None:
        await minder(bo)
        key = await ada.start(game)
        held = await keeper.table(key)
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        path = f"/house/tables/{held.id}"
        assert (await do(bo, path, "close", "")).status_code == 409, "a reason is asked for"
        assert (await do(bo, path, "close", "A cheat.")).status_code == 302
        while "Those who mind this house have closed" not in "".join(line.html.values()):
            await line.frame()
        assert (await line.say(act="draw", n=held.number, own="1"))["why"] == "The game is over."
        await line.close()
        page = (await ada.get(f"/t/{key}")).content.decode()
        assert "Those who mind this house have closed" in page
        again(held)
        told = record.read(record_of(await keeper.table(key)))
        assert told.more["ended"] == {"after": held.number, "reason": "abandoned", "seat": None}
        assert proof.verify(told).actions == held.number
        assert await log() == [("moneypenny", "close", f"table {held.id}", "A cheat.")]
        assert (await do(bo, path, "close", "Again.")).status_code == 409
        assert len(await log()) == 1
        assert "closed by the house" in (await bo.get(path)).content.decode()

    wait(body)


def test_a_table_that_waits_can_be_closed(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await ada.start("kompromat", **{"with": "friend"})
        held = await keeper.table(key)
        await deeds.to_a_table(BY_THE_DESK, "close", held.id)
        assert b"Those who mind this house have closed it." in (await ada.get(f"/t/{key}")).content
        (bo,) = await people("Bo")
        with pytest.raises(Refused, match="was closed"):
            await keeper.sit(key, bo)

    wait(body)


def test_what_was_reported_is_hidden_or_stands_as_the_house_says(
    wait: Wait[Any], ada: Browser
) -> None:
    """What it let stand is hidden anew by two others only."""

    async def body() -> None:
        await minder(ada)
        held, (one, two) = await table_of(Terms("kompromat", TWO, starter=0), "Ada", "Bo")
        cass, dagny, emil = await people("Cass", "Dagny", "Emil")
        await say(held, two, "You are a fox.")
        remark = await last_remark()
        for each in (one, cass):
            await talk.report(held, each.pk, remark.key)
        shown = (await ada.get("/house")).content.decode()
        assert "You are a fox." in shown
        assert "2 reports" in shown
        path = f"/house/remarks/{remark.pk}"
        assert (await do(ada, path, "let-stand", "A compliment.")).status_code == 302
        assert "You are a fox." not in (await ada.get("/house")).content.decode()
        heard = [each.text for each in (await talk.heard(held, emil.pk)).remarks]
        assert heard == ["You are a fox."]
        await talk.report(held, dagny.pk, remark.key)
        assert not (await models.Remark.objects.aget(pk=remark.pk)).hidden
        await do(ada, path, "hide", "Not any more.")
        assert (await models.Remark.objects.aget(pk=remark.pk)).hidden
        assert [each[1:] for each in await log()] == [
            (what, f"remark {remark.pk} of player {two.pk} at table {held.id}", why)
            for what, why in (("let-stand", "A compliment."), ("hide", "Not any more."))
        ]

    wait(body)


def test_the_log_is_read_and_never_written_to(wait: Wait[Any], ada: Browser) -> None:
    """Whatever is sent to its page or about its lines, they stay as they are."""

    async def body() -> None:
        await minder(ada)
        (bo,) = await people("Bo")
        await do(ada, f"/house/players/{bo.pk}", "mute", "<b>First</b>")
        before = [row async for row in models.Deed.objects.values()]
        line = before[0]["id"]
        for path in ("/house/log", f"/house/log/{line}", f"/house/deeds/{line}", "/house"):
            for what in ("delete", "hide", "mute"):
                assert (await do(ada, path, what)).status_code in (404, 405)
        assert (await do(ada, f"/house/players/{bo.pk}", "mute")).status_code == 409
        assert [row async for row in models.Deed.objects.values()] == before
        shown = (await ada.get("/house/log")).content.decode()
        assert "&lt;b&gt;First&lt;/b&gt;" in shown
        assert f"player {bo.pk}" in shown

    wait(body)


def test_an_act_that_cannot_be_written_down_is_not_done(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()

        def full(*_: object, **__: object) -> None:
            raise OSError("no room for the log")

        with monkeypatch.context() as patch:
            patch.setattr(models.Deed, "save", full)
            with pytest.raises(OSError, match="no room"):
                await deeds.to_a_player(BY_THE_DESK, "bar", ada.pk)
            with pytest.raises(OSError, match="no room"):
                await deeds.to_a_table(BY_THE_DESK, "close", held.id)
        assert not held.over
        assert held.seat_of(ada.pk) == 0
        assert not (await models.Player.objects.aget(pk=ada.pk)).barred
        assert (await models.Table.objects.aget(pk=held.id)).ended is None

    wait(body)


def test_long_lists_are_leafed_through(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        await minder(ada)
        await models.Player.objects.abulk_create(
            models.Player(name=f"Crowd {n}") for n in range(120)
        )
        seen: list[str] = []
        path = "/house/players?q=Crowd"
        while True:
            shown = (await ada.get(path)).content.decode()
            seen += re.findall(r"</b> (Crowd \d+)</a>", shown)
            older = re.search(r'href="(\?before=[^"]+)"', shown)
            if older is None:
                break
            path = "/house/players" + older[1].replace("&amp;", "&")
        assert seen == [f"Crowd {n}" for n in reversed(range(120))]

    wait(body)
