"""What is kept about a player: fetched whole, and erased so that nothing of it is left."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.core.management import call_command

from brushpass import proof, record
from brushpass.web import kept, models, talk
from brushpass.web.held import record_of
from brushpass.web.keeper import keeper
from brushpass.web.terms import Terms
from tests.web.conftest import Browser, Wait
from tests.web.test_sockets import Line
from tests.web.test_tables import TWO, again, kompromat, people
from tests.web.test_talk import say


async def ada_and_bo(ada: Browser, name: str) -> tuple[Any, models.Player, models.Player]:
    """A running game of a browser against somebody, where both have said and noted something."""
    form = {"name": name, "game": "kompromat", "seat-0": "me", "seat-1": "friend", "notebook": "on"}
    answer = await ada.post("/new", {**form, "starter": "0"}, page="/new")
    held = await keeper.table(answer["Location"].rsplit("/", 1)[1])
    (bo,) = await people("Bo")
    await keeper.sit(held.key, bo)
    player = await models.Player.objects.select_related("user").aget(pk=await ada.who())
    await keeper.act(held.key, player.pk, held.number, "draw", "own-number-of-ada")
    await keeper.mark(held.key, player.pk, "note", f"{name}: Bo is bold.")
    await say(held, player, f"{name} was never here.")
    await say(held, bo, "Yes you were.")
    return held, player, bo


def all_rows() -> str:
    """The whole database, as text."""
    told = io.StringIO()
    call_command("dumpdata", stdout=told)
    return told.getvalue()


def test_a_player_fetches_all_that_is_kept_about_them_and_nothing_else(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        assert (await bo.get("/yours/kept")).status_code == 404
        held, player, _ = await ada_and_bo(ada, "Augustine")
        answer = await ada.get("/yours/kept")
        assert "attachment" in answer["Content-Disposition"]
        told = json.loads(answer.content)
        assert told["name"] == "Augustine"
        (table,) = told["tables"]
        assert table["table"] == f"/t/{held.key}"
        assert [each["words"] for each in table["actions"]] == ["draw"]
        assert table["notebook"] == {"note": "Augustine: Bo is bold."}
        assert [each["text"] for each in told["said"]] == ["Augustine was never here."]
        text = answer.content.decode()
        assert held.seed not in text
        assert "Yes you were." not in text
        assert not any(words in text for words in held.game.actions if " " in words)
        assert await sync_to_async(kept.about)(player) == text

    wait(body)


def test_who_is_erased_leaves_no_name_no_word_and_no_account(
    wait: Wait[Any], ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in the database nor on a page; the games stay, and a bot plays on."""
    monkeypatch.setattr(keeper, "pace", 30.0)  # the bot is not to play while we compare

    async def body() -> None:
        account = {"name": "Adeodata", "password": "given by god"}
        await ada.post("/account", account, page="/account")
        held, _player, other = await ada_and_bo(ada, "Adeodata")
        line = Line(ada, f"/ws/t/{held.key}")
        await line.open()
        assert b"Adeodata sits down." in (await bo.get(f"/t/{held.key}")).content
        assert b"Erase it all" in (await ada.get("/yours/erase")).content
        assert not held.places[0].bot, "asking is not doing"
        answer = await ada.post("/yours/erase", {}, page="/yours/erase")
        assert answer["Location"] == "/"
        assert await line.closed() == 4401
        assert held.places[0].name == kept.SOMEBODY
        assert held.places[0].bot is not None
        assert held.places[0].player is None
        assert held.places[1].player == other.pk
        assert held.marks.get(0) is None
        assert b"Adeodata" not in (await bo.get(f"/t/{held.key}")).content
        again(held)
        fresh = await keeper.table(held.key)
        assert fresh.places == held.places
        assert [each.event for each in fresh.seatings] == [each.event for each in held.seatings]
        said = [each.text for each in (await talk.heard(fresh, other.pk)).remarks]
        assert said == ["Yes you were."]
        assert not await User.objects.filter(username="adeodata").aexists()
        everything = await sync_to_async(all_rows)()
        assert "Yes you were." in everything
        assert "adeodata" not in everything.casefold()
        for path in ("/", f"/t/{held.key}"):
            assert b"Adeodata" not in (await bo.get(path)).content
        await keeper.resign(held.key, other.pk)
        told = record.read(record_of(fresh))
        assert proof.verify(told).actions == fresh.number
        assert told.seats[0] == {"name": kept.SOMEBODY}

    wait(body)


def test_who_is_erased_twice_at_one_table_has_two_names(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await kompromat()
        await keeper.resign(held.key, bo.pk)
        for each in (ada, bo):
            await kept.erase(await models.Player.objects.select_related("user").aget(pk=each.pk))
        names = [place.name for place in held.places]
        assert names == [kept.SOMEBODY, f"{kept.SOMEBODY} 2"]

    wait(body)


def test_a_table_that_waits_for_others_is_closed_or_left(wait: Wait[Any]) -> None:
    async def body() -> None:
        ada, bo = await people("Ada", "Bo")
        three = Terms("microfilms", (*TWO, TWO[1]))
        mine = await keeper.table(await keeper.set_table(three, ada))
        others = await keeper.table(await keeper.set_table(three, bo))
        await keeper.sit(others.key, ada)
        await kept.erase(await models.Player.objects.select_related("user").aget(pk=ada.pk))
        assert mine.ended
        assert not others.ended
        assert [place.taken for place in others.places] == [True, False, False]

    wait(body)


def test_a_browser_whose_player_is_gone_begins_anew(wait: Wait[Any], ada: Browser) -> None:
    """Also one whose player was put away with an old table, or erased in another browser."""

    async def body() -> None:
        key = await ada.start("kompromat")
        before = await ada.who()
        await models.Player.objects.filter(pk=before).adelete()
        for path in ("/", "/yours", f"/t/{key}"):
            assert (await ada.get(path)).status_code == 200
        page = f"/t/{key}"
        for form in ({"say": "Anybody?"}, {"phrase": "hello"}):
            assert (await ada.post(f"/t/{key}/talk", form, page=page)).status_code == 302
        assert await ada.who() != before
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        assert (await line.say(do="back", own="1"))["why"]
        await line.close()

    wait(body)


def test_who_minds_the_house_is_dismissed_before(wait: Wait[Any], ada: Browser) -> None:
    """So that the log does not name somebody whom nobody knows."""

    async def body() -> None:
        account = {"name": "Vesper", "password": "lynd of treasury"}
        await ada.post("/account", account, page="/account")
        await User.objects.filter(username="vesper").aupdate(is_staff=True)
        answer = await ada.post("/yours/erase", {}, page="/yours/erase")
        assert answer.status_code == 409
        assert b"--dismiss" in answer.content
        assert await User.objects.filter(username="vesper").aexists()

    wait(body)
