"""Table talk: who hears whom, what is muted and reported, and that it is kept."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from brushpass.web import models, talk
from brushpass.web.held import Held
from brushpass.web.keeper import keeper
from brushpass.web.live import TablePage
from brushpass.web.refusal import Refused
from brushpass.web.terms import Terms
from tests.web.conftest import Browser, Wait
from tests.web.test_sockets import Line
from tests.web.test_tables import TWO, again, people, play_on, table_of


async def three(spectators: Any = "open") -> tuple[Held, models.Player, models.Player, Any]:
    """Ada plays Bo, Cass watches."""
    held, (ada, bo) = await table_of(
        Terms("kompromat", TWO, starter=0, spectators=spectators), "Ada", "Bo"
    )
    (cass,) = await people("Cass")
    return held, ada, bo, cass


async def say(held: Held, player: models.Player, text: str = "", **more: Any) -> None:
    """As if nobody had said anything for a while."""
    await models.Remark.objects.aupdate(at=datetime(2026, 1, 1, tzinfo=UTC))
    await talk.say(held, player.pk, more.pop("own", text or "own"), text, **more)


async def hears(held: Held, player: models.Player | None) -> list[str]:
    heard = await talk.heard(held, None if player is None else player.pk)
    return [f"{each.name}: {each.text}" for each in heard.remarks]


async def key_of(text: str) -> str:
    return (await models.Remark.objects.aget(text=text)).key


# --- who hears whom -------------------------------------------------------------------------------


def test_players_hear_each_other_and_so_does_who_watches(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, bo, cass = await three()
        await say(held, ada, "I am over 21, of course.")
        for each in (ada, bo, cass, None):
            assert await hears(held, each) == ["Ada: I am over 21, of course."]

    wait(body)


def test_players_hear_those_who_watch_only_when_the_game_is_over(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, bo, cass = await three()
        await say(held, cass, "Bo is bluffing.")
        assert await hears(held, cass) == await hears(held, None) == ["Cass: Bo is bluffing."]
        assert await hears(held, ada) == []
        with pytest.raises(Refused, match="no such remark"):
            await talk.report(held, ada.pk, await key_of("Bo is bluffing."))
        await keeper.resign(held.key, bo.pk)
        assert await hears(held, ada) == ["Cass: Bo is bluffing."]
        assert "Cass (beside the table): Bo is bluffing.\n" in await sync_to_async(talk.transcript)(
            held
        )

    wait(body)


def test_a_player_is_sent_the_same_bytes_whether_or_not_those_who_watch_talk(
    wait: Wait[Any], ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a frame nor a number tells that something was said beside the table."""

    async def body() -> None:
        answer = await ada.post(
            "/new",
            {"name": "Ada", "game": "kompromat", "seat-0": "me", "starter": "0"},
            page="/new",
        )
        key = answer["Location"].rsplit("/", 1)[1]
        held = await keeper.table(key)
        (cass,) = await people("Cass")
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        assert "talk" in await line.hear()
        before = (await ada.get(f"/t/{key}")).content
        looked = []
        true_talk = TablePage._talk  # noqa: SLF001 - to know when it has looked

        async def watched(page: TablePage, *more: Any) -> None:
            await true_talk(page, *more)
            looked.append(page)

        monkeypatch.setattr(TablePage, "_talk", watched)
        await say(held, cass, "Ada has a seven.")
        while not looked:
            assert await line.socket.receive_nothing(timeout=0.01)
        assert await line.socket.receive_nothing(timeout=0.05)
        after = (await ada.get(f"/t/{key}")).content
        assert len(before) == len(after)
        assert b"seven" not in after
        watching = Line(bo, f"/ws/t/{key}")
        assert "Ada has a seven." in json.dumps([await watching.open(), await watching.hear()])
        await say(held, await models.Player.objects.aget(pk=await ada.who()), "I have a seven.")
        heard = await line.hear()
        assert "I have a seven." in heard["talk"]
        assert "Ada has" not in heard["talk"]
        await line.close()
        await watching.close()

    wait(body)


def test_before_the_game_only_those_who_sit_there_talk(wait: Wait[Any]) -> None:
    async def body() -> None:
        ada, cass = await people("Ada", "Cass")
        held = await keeper.table(await keeper.set_table(Terms("kompromat", TWO), ada))
        await say(held, ada, "Who comes?")
        assert await hears(held, ada) == ["Ada: Who comes?"]
        assert await hears(held, cass) == []
        with pytest.raises(Refused, match="no seat"):
            await say(held, cass, "I might.")

    wait(body)


def test_where_nobody_may_watch_nobody_else_hears(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, _bo, cass = await three(spectators="none")
        await say(held, ada, "Between us.")
        assert await hears(held, cass) == []
        with pytest.raises(Refused, match="no seat"):
            await say(held, cass, "Hello?")

    wait(body)


def test_who_watches_tells_no_player_what_the_hands_were_before_the_end(wait: Wait[Any]) -> None:
    """Also where spectators see all hands: they do so once it is over, and so do players hear."""

    async def body() -> None:
        held, ada, bo, cass = await three(spectators="all")
        await say(held, cass, "Look at that pile.")
        assert await hears(held, ada) == await hears(held, bo) == []

    wait(body)


# --- what is said ---------------------------------------------------------------------------------


def test_a_phrase_comes_in_the_readers_language(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        held, ada, bo, _cass = await three()
        await say(held, ada, phrase="dare")
        assert await hears(held, bo) == ["Ada: You do not dare."]
        monkeypatch.setattr(talk, "_", lambda text: f"⟦{text}⟧")
        assert await hears(held, bo) == ["Ada: ⟦You do not dare.⟧"]
        with pytest.raises(Refused, match="no such phrase"):
            await say(held, ada, phrase="film")  # of another game

    wait(body)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  two\nlines\tand\u2028more ", "two lines and more"),
        ("\x00\x1b[31mred\u202egnol\ud800", "[31mred gnol"),
        ("x" * 500, "x" * 200),
        ("<b onclick=x>", "<b onclick=x>"),
        ("naïve 你好 🕵", "naïve 你好 🕵"),
    ],
)
def test_a_remark_is_one_line_of_what_can_be_shown(said: str, shown: str) -> None:
    assert talk.tidy(said) == shown


def test_it_is_never_markup(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        key = await ada.start("croupier")
        await ada.post(f"/t/{key}/talk", {"say": "<script>alert(1)</script>"}, page=f"/t/{key}")
        shown = (await ada.get(f"/t/{key}")).content.decode()
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
        assert "<script>alert" not in shown

    wait(body)


def test_nothing_is_not_said(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, *_ = await three()
        with pytest.raises(Refused, match="nothing to read"):
            await say(held, ada, " \u200b\n")

    wait(body)


def test_what_is_sent_twice_over_a_dropped_line_is_said_once(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, bo, _cass = await three()
        await say(held, ada, "Once.", own="7")
        await say(held, ada, "Once.", own="7")
        assert await hears(held, bo) == ["Ada: Once."]

    wait(body)


def test_who_talks_too_fast_is_asked_to_wait(wait: Wait[Any]) -> None:
    """Counted in the database, so that it holds for all processes and lines together."""

    async def body() -> None:
        held, ada, bo, _cass = await three()
        for number in range(talk.AT_ONCE):
            await talk.say(held, ada.pk, str(number), f"word {number}")
        with pytest.raises(Refused, match="Not so fast"):
            await talk.say(held, ada.pk, "more", "and another thing")
        await talk.say(held, bo.pk, "1", "At last.")
        assert len(await hears(held, bo)) == talk.AT_ONCE + 1

    wait(body)


# --- muting and reporting -------------------------------------------------------------------------


def test_each_reader_mutes_for_themselves_at_every_table_and_can_take_it_back(
    wait: Wait[Any],
) -> None:
    async def body() -> None:
        held, ada, bo, cass = await three()
        await say(held, bo, "Blah.")
        key = await key_of("Blah.")
        await talk.mute(held, ada.pk, key)
        assert await hears(held, ada) == []
        assert await hears(held, cass) == ["Bo: Blah."]
        assert (await talk.heard(held, ada.pk)).people == ((key, "Bo", True),)
        next_one = await keeper.set_table(Terms("kompromat", TWO), bo)
        await keeper.sit(next_one, ada)
        other = await keeper.table(next_one)
        await say(other, bo, "Blah again.")
        assert await hears(other, ada) == []
        await talk.mute(held, ada.pk, key)
        assert await hears(held, ada) == ["Bo: Blah."]

    wait(body)


def test_what_two_people_report_is_hidden_from_all_and_goes_to_the_house(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, bo, cass = await three()
        await say(held, bo, "Something vile.")
        key = await key_of("Something vile.")
        await talk.report(held, ada.pk, key)
        assert await hears(held, ada) == ["Bo: "]
        assert await hears(held, cass) == ["Bo: Something vile."]
        await talk.report(held, ada.pk, key)
        assert await hears(held, cass) == ["Bo: Something vile."], "one person reported it twice"
        with pytest.raises(Refused, match="your own"):
            await talk.report(held, bo.pk, key)
        await talk.report(held, cass.pk, key)
        assert await hears(held, bo) == await hears(held, None) == ["Bo: "]
        assert await models.Report.objects.filter(settled=False).acount() == 2

    wait(body)


def test_whom_the_house_muted_is_told_so(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, *_ = await three()
        await models.Player.objects.filter(pk=ada.pk).aupdate(muted=True)
        with pytest.raises(Refused, match="muted you"):
            await say(held, ada, "Why?")

    wait(body)


# --- on pages -------------------------------------------------------------------------------------


def test_it_is_kept_with_the_table(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, ada, bo, _cass = await three()
        await say(held, ada, "Before the crash.")
        again(held)
        held = await keeper.table(held.key)
        assert await hears(held, bo) == ["Ada: Before the crash."]

    wait(body)


def test_the_talk_can_be_kept_when_the_game_is_over_and_not_before(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat")
        held = await keeper.table(key)
        await ada.post(f"/t/{key}/talk", {"phrase": "mine"}, page=f"/t/{key}")
        assert (await ada.get(f"/t/{key}/talk")).status_code == 404
        await keeper.resign(key, await ada.who())
        kept = await ada.get(f"/t/{key}/talk")
        assert kept.content.decode().endswith("Ada: That mission is mine.\n")
        assert "attachment" in kept["Content-Disposition"]
        assert f"/t/{key}/talk" in (await ada.get(f"/t/{key}/proof")).content.decode()
        assert held.over

    wait(body)


def test_who_watches_without_a_name_gives_one_when_they_first_speak(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("croupier")
        page = (await bo.get(f"/t/{key}")).content.decode()
        assert 'id="talk-name"' in page
        await bo.post(f"/t/{key}/talk", {"name": "Bo", "say": "Hm."}, page=f"/t/{key}")
        page = (await bo.get(f"/t/{key}")).content.decode()
        assert 'id="talk-name"' not in page
        assert "<b>Bo</b>" in page
        assert "Hm." not in (await ada.get(f"/t/{key}")).content.decode()

    wait(body)


def test_the_socket_does_all_of_it(wait: Wait[Any], ada: Browser, bo: Browser) -> None:
    async def body() -> None:
        key = await ada.start("croupier")
        await bo.post(f"/t/{key}/talk", {"name": "Bo", "phrase": "hello"}, page=f"/t/{key}")
        watching = Line(bo, f"/ws/t/{key}")
        await watching.open()
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        assert (await line.say(say="Good evening.", own="1"))["done"] == "1"
        remark = await key_of("Good evening.")
        assert (await watching.say(report=remark, own="1"))["done"] == "1"
        assert (await watching.say(mute=remark, own="2"))["done"] == "2"
        assert (await watching.say(mute="nothing", own="3"))["why"] == "There is no such remark."
        assert (await watching.say(phrase="film", own="4"))["done"] == "4"
        await line.send(json.dumps({"say": 7, "own": "5"}))
        assert await line.closed() == 4400
        await watching.close()

    wait(body)


def test_every_phrase_is_there_for_each_game_and_short() -> None:
    for phrases in talk.PHRASES.values():
        assert 8 <= len(phrases) <= 16
        assert all(len(text) <= 40 and len(key) <= 24 for key, text in phrases.items())


def test_a_game_that_is_played_out_lets_players_hear_the_rest(wait: Wait[Any], seed: int) -> None:
    async def body() -> None:
        held, ada, bo, cass = await three()
        await say(held, cass, "Now watch.")
        await play_on(held, [ada, bo], random.Random(seed))
        assert await hears(held, bo) == ["Cass: Now watch."]

    wait(body)
