"""The shuffle of a table: committed to before the first card, proven after the last."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brushpass import proof, record
from brushpass.games import GAMES
from brushpass.web import models
from brushpass.web.held import Held, record_of
from brushpass.web.keeper import keeper
from brushpass.web.refusal import Refused
from brushpass.web.terms import Chair, Terms
from tests.web.conftest import Browser, Wait
from tests.web.server import Server, Visitor
from tests.web.test_tables import TWO, again, people, play_on, table_of

A, B = "a" * 32, "b" * 32


@pytest.fixture
def patient(wait: Wait[Any]) -> Wait[Any]:
    """Numbers are waited for, as at a real table."""
    keeper.patience = 10.0
    return wait


async def two_seated(**more: Any) -> tuple[Held, list[models.Player]]:
    """A table at which Ada and Bo sit; no number has come."""
    players = await people("Ada", "Bo")
    key = await keeper.set_table(Terms("kompromat", TWO, **more), players[0])
    await keeper.sit(key, players[1])
    return await keeper.table(key), players


def proven(held: Held) -> proof.Proven:
    return proof.verify(record.read(record_of(held)))


# --- numbers --------------------------------------------------------------------------------------


def test_the_cards_are_dealt_when_every_players_number_has_come(patient: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await two_seated()
        await keeper.number(held.key, ada.pk, A)
        assert (held.began, held.number, held.awaited()) == (False, 0, [1])
        await keeper.number(held.key, bo.pk, B)
        assert (held.began, held.number > 0, held.awaited()) == (True, True, [])
        await keeper.resign(held.key, ada.pk)
        assert proven(held).proof.numbers == (A, B)

    patient(body)


def test_a_number_that_does_not_come_in_time_counts_as_0(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        keeper.patience = 0.1
        held, (one, _two) = await two_seated(spectators="all")
        await keeper.number(held.key, one.pk, A)
        assert held.number == 0
        await asyncio.sleep(0.3)
        assert held.number > 0
        shown = (await ada.get(f"/t/{held.key}")).content.decode()
        assert f"<dt>Number of Ada</dt><dd><code>{A}</code></dd>" in shown
        assert "<dt>Number of Bo</dt><dd>0: none came in time</dd>" in shown
        await keeper.resign(held.key, one.pk)
        assert proven(held).proof.numbers == (A, "0")

    wait(body)


def test_with_bots_alone_beside_one_person_it_begins_with_that_persons_number(
    patient: Wait[Any],
) -> None:
    """Bots send none, so nobody can choose the last number for them."""

    async def body() -> None:
        (ada,) = await people("Ada")
        chairs = (Chair("me"), Chair("bot"), Chair("bot"))
        key = await keeper.set_table(Terms("microfilms", chairs), ada)
        held = await keeper.table(key)
        assert held.awaited() == [0]
        await keeper.number(key, ada.pk, A)
        assert held.began
        assert held.numbers_by_seat() == [A, "0", "0"]

    patient(body)


def test_a_seats_first_number_counts_and_none_after_the_deal(patient: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await two_seated()
        (cass,) = await people("Cass")
        await keeper.number(held.key, ada.pk, A)
        await keeper.number(held.key, ada.pk, A)  # sent twice, done once
        for player, number, why in [
            (ada, B, "another number before"),
            (bo, "", "1 to 64"),
            (bo, "b b", "1 to 64"),
            (bo, "b" * 65, "1 to 64"),
            (cass, B, "no seat"),
        ]:
            with pytest.raises(Refused, match=why):
                await keeper.number(held.key, player.pk, number)
        assert held.numbers == {0: A}
        await keeper.number(held.key, bo.pk, B)
        with pytest.raises(Refused, match="dealt before"):
            await keeper.number(held.key, bo.pk, A)
        assert held.numbers == {0: A, 1: B}

    patient(body)


def test_who_gets_up_takes_the_number_along(patient: Wait[Any]) -> None:
    async def body() -> None:
        ada, bo, cass = await people("Ada", "Bo", "Cass")
        chairs = (Chair("me"), Chair("friend"), Chair("friend"))
        key = await keeper.set_table(Terms("microfilms", chairs), ada)
        await keeper.sit(key, bo)
        await keeper.number(key, bo.pk, B)
        await keeper.leave(key, bo.pk)
        held = await keeper.table(key)
        assert held.numbers == {}
        await keeper.sit(key, cass)
        again(held)
        held = await keeper.table(key)
        assert held.awaited() == [0, 1]

    patient(body)


def test_a_rematch_has_a_commitment_and_numbers_of_its_own(patient: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await two_seated()
        for player, number in ((ada, A), (bo, B)):
            await keeper.number(held.key, player.pk, number)
        await keeper.resign(held.key, ada.pk)
        await keeper.rematch(held.key, ada.pk)
        key = await keeper.rematch(held.key, bo.pk)
        assert key is not None
        after = await keeper.table(key)
        assert (after.began, after.awaited()) == (False, [0, 1])
        assert after.commitment != held.commitment

    patient(body)


# --- what is kept ---------------------------------------------------------------------------------


def test_a_crash_before_the_deal_loses_no_number_and_changes_no_commitment(
    patient: Wait[Any],
) -> None:
    async def body() -> None:
        held, (ada, bo) = await two_seated()
        await keeper.number(held.key, ada.pk, A)
        again(held)
        after = await keeper.table(held.key)
        assert (after.commitment, after.numbers) == (held.commitment, {0: A})
        assert (after.began, after.awaited()) == (False, [1])
        await keeper.number(held.key, bo.pk, B)
        began = await keeper.table(held.key)
        again(began)
        once_more = await keeper.table(held.key)
        assert once_more.game.actions == began.game.actions
        assert once_more.numbers_by_seat() == [A, B]

    patient(body)


def test_a_killed_server_goes_on_with_the_numbers_it_had(tmp_path: Path) -> None:
    """From outside, with forms alone: Ada's number, `kill -9`, Bo's number, a game, its proof."""
    with Server(tmp_path, patience=10.0) as server:
        ada, bo = Visitor(server), Visitor(server)
        table = ada.post("/play/kompromat", name="Ada", **{"with": "friend"})
        ada.post(f"{table}/act", page=table, number=A)
        before = re.findall(r'data-commitment="(\w+)"', ada.ask("GET", table)[0])
        server.stop(signal.SIGKILL)
        server.start()
        bo.post(f"{table}/act", page=table, do="sit", name="Bo")
        assert 'data-number="0"' in bo.ask("GET", table)[0]
        bo.post(f"{table}/act", page=table, number=B)
        assert 'data-number="0"' not in bo.ask("GET", table)[0]
        bo.post(f"{table}/act", page=table, do="resign")
        told = record.read(ada.ask("GET", f"{table}/record")[0])
        checked = proof.verify(told).proof
        assert checked.numbers == (A, B)
        assert before == [checked.commitment]


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_every_table_is_proven(wait: Wait[Any], game: str, seed: int) -> None:
    async def body() -> None:
        seats = 2 if game != "microfilms" else 3
        players = await people("Ada", "Bo", "Cass")
        chairs = (Chair("me"), *[Chair("friend")] * (seats - 1))
        key = await keeper.set_table(Terms(game, chairs, starter=1), players[0])
        for player in players[1:seats]:
            await keeper.sit(key, player)
        held = await keeper.table(key)
        await play_on(held, players[:seats], Random(seed))
        checked = proven(held)
        assert checked.actions == held.number
        assert len(checked.chosen) == 1

    wait(body)


def test_a_table_from_before_there_were_numbers_goes_on_without_a_proof(
    wait: Wait[Any], ada: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("croupier", "Ada")
        held = await keeper.table(key)
        await models.Table.objects.filter(pk=held.id).aupdate(numbers=None)
        again(held)
        held = await keeper.table(key)
        assert held.deals_from == held.seed
        assert "data-commitment" not in (await ada.get(f"/t/{key}")).content.decode()
        await keeper.resign(key, await ada.who())
        told = record.read(record_of(held))
        assert told.more["shuffle"] == {"dealer": "brushpass/1", "seed": held.seed}
        with pytest.raises(proof.NoProof):
            proof.verify(told)
        assert (await ada.get(f"/t/{key}/proof")).status_code == 404

    wait(body)


# --- who sees what --------------------------------------------------------------------------------


def test_the_commitment_is_there_before_the_first_card_and_the_seed_only_after_the_last(
    patient: Wait[Any], ada: Browser, bo: Browser
) -> None:
    async def body() -> None:
        key = await ada.start("kompromat", "Ada", **{"with": "friend"})
        held = await keeper.table(key)
        pages = [f"/t/{key}", f"/t/{key}/record", f"/t/{key}/proof"]

        async def shown() -> str:
            return "".join(
                [(await who.get(page)).content.decode() for who in (ada, bo) for page in pages]
            )

        async def look() -> None:
            every = await shown()
            assert every.count(f'data-commitment="{held.commitment}"') == 2
            for secret in (held.seed, held.deals_from):
                assert secret not in every
                assert secret[:8] not in every

        await look()
        await bo.post(f"/t/{key}/act", {"do": "sit", "name": "Bo"}, f"/t/{key}")
        await look()
        await keeper.number(key, await ada.who(), A)
        await look()
        await keeper.number(key, await bo.who(), B)
        assert held.began
        await look()
        await keeper.resign(key, await ada.who())
        checked = proven(held).proof
        every = await shown()
        assert checked.seed in every
        assert every.count(f'data-seal="{checked.seal}"') == 2

    patient(body)


def test_spectators_who_never_see_hands_never_see_the_seed(
    wait: Wait[Any], ada: Browser, bo: Browser
) -> None:
    """Commitment and seal are for all; whoever has the seed has every card."""

    async def body() -> None:
        key = await ada.start("kompromat", "Ada")
        held = await keeper.table(key)
        assert held.terms.spectators == "open"
        await keeper.resign(key, await ada.who())
        checked = proven(held).proof
        watched = (await bo.get(f"/t/{key}")).content.decode()
        assert checked.commitment in watched and checked.seal in watched
        assert checked.seed not in watched
        assert (await bo.get(f"/t/{key}/proof")).status_code == 404
        assert (await bo.get(f"/t/{key}/record")).status_code == 404
        assert checked.seed in (await ada.get(f"/t/{key}/proof")).content.decode()

    wait(body)


def test_a_table_whose_end_is_not_on_the_disk_opens_nothing(wait: Wait[Any]) -> None:
    """The last action is made, but not written: until it is, the game is not over."""

    async def body() -> None:
        held, _players = await two_seated()
        held.ended = {"reason": "abandoned"}
        held.lost = True
        assert held.over
        assert not held.opened
        assert held.proof() is None

    wait(body)


def test_the_page_that_checks_shows_each_shuffle_and_how_to_do_it_by_hand(
    wait: Wait[Any], ada: Browser, seed: int
) -> None:
    async def body() -> None:
        chairs = (Chair("me"), Chair("friend"), Chair("friend"))
        terms = Terms("microfilms", chairs, nations=("china", "uk", "usa"), spectators="all")
        held, players = await table_of(terms, "Ada", "Bo", "Cass")
        await play_on(held, players, Random(seed))
        page = (await ada.get(f"/t/{held.key}/proof")).content.decode()
        assert "The server, from the record: the proof holds." in page
        told = record.read(record_of(held))
        assert len(re.findall(r"<li data-number=", page)) == proof.verify(told).dealt > 6
        assert page.count("set by the players") == 1
        for number, words, _due in proof.outcomes(told):
            assert f"<b>{number}</b> <code>{words}</code>" in page
        checked = proven(held).proof
        assert f"printf %s '{checked.seed}' | sha256sum\n{checked.commitment}" in page

    wait(body)
