"""What happens at a table: who may do what, and what becomes of actions twice, late or at once."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from brushpass import proof, record
from brushpass import table as dealt
from brushpass.bots.thinkers import Answer, Question, Thinkers
from brushpass.games import GAMES
from brushpass.games.contract import Game
from brushpass.web import models, shelf
from brushpass.web.driver import AWAY
from brushpass.web.held import Held, missions_named, record_of
from brushpass.web.keeper import Keeper, keeper
from brushpass.web.refusal import Refused
from brushpass.web.scenes import TableEvent, sitting
from brushpass.web.shelf import NoTable
from brushpass.web.terms import Chair, Clock, Terms
from tests.web.conftest import Wait

TWO = (Chair("me"), Chair("friend"))


async def people(*names: str) -> list[models.Player]:
    return [await models.Player.objects.acreate(name=name) for name in names]


async def table_of(terms: Terms, *names: str) -> tuple[Held, list[models.Player]]:
    """A table at which these people sit, in the order of its seats."""
    players = await people(*names)
    key = await keeper.set_table(terms, players[0])
    for player in players[1:]:
        await keeper.sit(key, player)
    return await keeper.table(key), players


async def kompromat(**more: Any) -> tuple[Held, list[models.Player]]:
    """Ada starts against Bo."""
    return await table_of(Terms("kompromat", TWO, starter=0, **more), "Ada", "Bo")


async def play(held: Held, player: models.Player, words: str, own: str = "") -> int:
    own = own or str(random.random())
    return await keeper.act(held.key, player.pk, held.number, words, own)


async def play_on(held: Held, players: list[models.Player], chance: random.Random) -> None:
    """Anything, until it is over."""
    while not held.over:
        actor = held.game.status.actor
        assert isinstance(actor, int)
        if held.places[actor].bot is not None:
            keeper.look(held, None)  # somebody watches, so that the bot plays
            await asyncio.sleep(0.01)
            continue
        await play(held, players[actor], chance.choice(held.game.legal(actor)))


def again(held: Held) -> None:
    """Forget the table, as after a crash."""
    if held.driver is not None:
        held.driver.cancel()
    keeper.held.pop(held.key, None)


def kinds(held: Held) -> list[str]:
    return [each.event.kind for each in held.seatings]


# --- sitting down ---------------------------------------------------------------------------------


def test_a_table_begins_when_its_last_seat_is_taken(wait: Wait[Any]) -> None:
    async def body() -> None:
        ada, bo = await people("Ada", "Bo")
        key = await keeper.set_table(Terms("kompromat", TWO), ada)
        held = await keeper.table(key)
        assert held.number == 0
        with pytest.raises(Refused, match="waits"):
            await play(held, ada, "draw")
        assert await keeper.sit(key, bo) == 1
        assert held.began
        assert held.game.status.phase == "turn"

    wait(body)


def test_one_who_sits_does_not_sit_twice_and_a_third_finds_no_seat(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (_ada, bo) = await kompromat()
        assert await keeper.sit(held.key, bo) == 1
        (cass,) = await people("Cass")
        with pytest.raises(Refused, match="taken"):
            await keeper.sit(held.key, cass)

    wait(body)


def test_of_two_who_want_the_last_seat_at_once_one_gets_it(wait: Wait[Any]) -> None:
    async def body() -> None:
        ada, bo, cass = await people("Ada", "Bo", "Cass")
        key = await keeper.set_table(Terms("kompromat", TWO), ada)
        got = await asyncio.gather(
            keeper.sit(key, bo), keeper.sit(key, cass), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in got) == ["Refused", "int"]

    wait(body)


def test_a_table_that_a_crash_left_full_and_waiting_begins(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        ada, bo = await people("Ada", "Bo")
        key = await keeper.set_table(Terms("croupier", TWO), ada)
        with monkeypatch.context() as patch:

            async def dies(_held: Held) -> None:
                raise OSError("killed")

            patch.setattr(keeper, "begin_if_full", dies)
            with pytest.raises(OSError, match="killed"):
                await keeper.sit(key, bo)
        again(await keeper.table(key))
        held = await keeper.table(key)
        assert held.began
        assert held.game.status.actor in (0, 1)

    wait(body)


def test_two_of_one_name_are_told_apart(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, _ = await table_of(Terms("kompromat", TWO), "Ada", "Ada")
        assert [place.name for place in held.places] == ["Ada", "Ada 2"]

    wait(body)


def test_a_table_that_is_not_there_is_not_there(wait: Wait[Any]) -> None:
    async def body() -> None:
        with pytest.raises(NoTable):
            await keeper.table("nothing")
        assert "nothing" not in keeper.held

    wait(body)


def test_the_starter_and_the_nations_can_be_chosen_and_the_record_says_so(
    wait: Wait[Any],
) -> None:
    async def body() -> None:
        chairs = (Chair("me"), Chair("friend"), Chair("friend"))
        terms = Terms("microfilms", chairs, starter=2, nations=("china", "uk", "ussr"))
        held, _ = await table_of(terms, "Ada", "Bo", "Cass")
        assert held.game.actions[0] == "agents china uk ussr"
        assert held.game.actions[5] == "first 2"
        assert json.loads(record_of(held))["chosen"] == [1, 6]

    wait(body)


# --- acting ---------------------------------------------------------------------------------------


def test_only_who_sits_there_acts(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (_ada, bo) = await kompromat()
        start = held.number
        (cass,) = await people("Cass")
        with pytest.raises(Refused, match="no seat"):
            await play(held, cass, "draw")
        with pytest.raises(Refused, match="not allow that now"):
            await play(held, bo, "draw")
        assert held.number == start

    wait(body)


def test_what_is_sent_twice_is_done_once(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()
        number = held.number
        both = await asyncio.gather(
            *(keeper.act(held.key, ada.pk, number, "draw", "once") for _ in range(2))
        )
        assert both == [number + 1, number + 1]
        assert held.number == number + 1
        again(held)
        held = await keeper.table(held.key)
        assert await keeper.act(held.key, ada.pk, number, "draw", "once") == number + 1

    wait(body)


def test_of_two_actions_on_one_state_one_wins_and_the_other_is_told(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()
        await play(held, ada, "draw")
        number = held.number
        got = await asyncio.gather(
            keeper.act(held.key, ada.pk, number, "place 1", "a"),
            keeper.act(held.key, ada.pk, number, "place 2", "b"),
            return_exceptions=True,
        )
        assert got[0] == number + 1
        assert isinstance(got[1], Refused)
        assert got[1].stale

    wait(body)


def test_an_action_on_an_older_state_is_refused_even_if_it_would_be_legal_again(
    wait: Wait[Any],
) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()
        await play(held, ada, "draw")
        await play(held, ada, "place 1")
        old = held.number
        await play(held, ada, "draw")
        with pytest.raises(Refused) as refusal:
            await keeper.act(held.key, ada.pk, old, "stop", "late")
        assert refusal.value.stale

    wait(body)


def test_a_refusal_says_why_with_the_rule(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()
        with pytest.raises(Refused) as refusal:
            await play(held, ada, "stop")
        assert refusal.value.in_words() == "It is not for you to do that now."
        with pytest.raises(Refused) as refusal:
            await play(held, ada, "use drone 1")
        assert refusal.value.in_words() == "The rules do not allow that now (K16)."
        with pytest.raises(Refused):
            await play(held, ada, "no such words")

    wait(body)


def a_moment(chance: random.Random, wanted: Callable[[Game], str | None]) -> tuple[Game, str]:
    """A game played at random until `wanted` finds the words of an interrupt it looks for."""
    while True:
        game = Game(GAMES["kompromat"], 2)
        while not game.status.over:
            if game.chance is not None:
                dealt.deal(game, str(chance.random()))
                continue
            if (words := wanted(game)) is not None:
                return game, words
            actor = game.status.actor
            assert isinstance(actor, int)
            legal = [each for each in game.legal(actor) if not each.startswith("use")]
            game.apply(chance.choice(legal), actor)


async def laid(game: Game) -> tuple[Held, list[models.Player]]:
    """This game at a table of Ada and Bo."""
    held, players = await kompromat()
    rows = [
        models.Action(table_id=held.id, number=number, words=words)
        for number, words in enumerate(game.actions, 1)
    ]
    await models.Action.objects.filter(table_id=held.id).adelete()
    await models.Action.objects.abulk_create(rows)
    again(held)
    return await keeper.table(held.key), players


@pytest.mark.parametrize("mission_changed", [False, True])
def test_a_late_interrupt_counts_unless_a_card_at_its_mission_has_changed(
    wait: Wait[Any], seed: int, mission_changed: bool
) -> None:
    def wanted(game: Game) -> str | None:
        actor = game.status.actor
        assert isinstance(actor, int)
        if game.status.phase != "push" or "draw" not in game.legal(actor):
            return None
        here = game.view(None).current  # type: ignore[attr-defined]
        for words in game.legal(1 - actor):
            named = missions_named(words)
            if named and (here in named) == mission_changed and words.startswith("use drone"):
                return words
        return None

    async def body() -> None:
        game, words = a_moment(random.Random(f"{seed} interrupts"), wanted)
        held, players = await laid(game)
        actor = game.status.actor
        assert isinstance(actor, int)
        seat, old = 1 - actor, held.number
        await play(held, players[actor], "draw")
        late = keeper.act(held.key, players[seat].pk, old, words, "late")
        if mission_changed:
            with pytest.raises(Refused) as refusal:
                await late
            assert refusal.value.stale
        else:
            await late
            held = await keeper.table(held.key)
            assert held.game.actions[-1] == f"{seat}! {words}"

    wait(body)


# --- bots -----------------------------------------------------------------------------------------


def test_bots_play_while_somebody_looks_and_wait_while_nobody_does(wait: Wait[Any]) -> None:
    async def body() -> None:
        (ada,) = await people("Ada")
        terms = Terms("kompromat", (Chair("bot"), Chair("me")), starter=0)
        held = await keeper.table(await keeper.set_table(terms, ada))
        start = held.number
        await asyncio.sleep(0.1)
        assert held.number == start
        await keeper.arrive(held, 1)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if held.game.status.actor == 1:
                break
        assert held.game.status.actor == 1
        assert held.number > start

    wait(body)


def test_a_bots_action_comes_on_a_beat_however_long_it_thought(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow:
        """Think for longer and longer."""

        thought = 0.0

        async def ask(self, questions: Sequence[Question]) -> Answer:
            await asyncio.sleep(self.thought)
            self.thought = (self.thought + 0.07) % 0.25
            return Answer(questions[-1].seat, str(questions[-1].legal[0]))

    async def body() -> None:
        keeper.pace = 0.3
        (ada,) = await people("Ada")
        terms = Terms("kompromat", (Chair("bot"), Chair("me")), starter=0)
        held = await keeper.table(await keeper.set_table(terms, ada))
        moments = [held.moved]
        await keeper.arrive(held, 1)
        while len(moments) < 6:
            await asyncio.sleep(0.005)
            if held.moved != moments[-1]:
                moments.append(held.moved)
            if held.game.status.actor == 1:
                break
        gaps = [after - before for before, after in itertools.pairwise(moments)]
        assert len(gaps) > 2
        assert all(0.29 < gap < 0.45 for gap in gaps), gaps

    monkeypatch.setattr(keeper, "pace", 0.3)
    monkeypatch.setattr(keeper, "thinkers", Slow())
    wait(body)


def test_a_bot_that_breaks_does_not_stop_the_game(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watchdog makes the simplest action for it, and the log and the record say so."""
    monkeypatch.setattr(keeper, "thinkers", Thinkers(1, limit=0.0))

    async def body() -> None:
        (ada,) = await people("Ada")
        terms = Terms("kompromat", (Chair("bot"), Chair("me")), starter=0)
        held = await keeper.table(await keeper.set_table(terms, ada))
        start = held.number
        await keeper.arrive(held, 1)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if held.number > start:
                break
        assert held.game.actions[start] == "draw"
        async with held.lock:  # the log is written before the lock is free again
            pass
        said = [
            sitting.words(line.event)
            for line in held.scene(1).log
            if isinstance(line.event, TableEvent)
        ]
        assert any("gave no answer" in words for words in said)
        stood_in = json.loads(record_of(held))["stood_in"]
        assert stood_in[0] == {"after": start + 1, "seat": 0}

    wait(body)


# --- clocks, absences, resigning ------------------------------------------------------------------


def test_whose_clock_runs_out_is_played_by_a_bot_until_they_sit_down_again(
    wait: Wait[Any],
) -> None:
    async def body() -> None:
        held, (ada, _bo) = await kompromat(clock=Clock("bank", 60, 5))
        assert held.clocks is not None
        await keeper.arrive(held, 0)
        held.clocks[0] = 0.1
        held.stir.set()
        await asyncio.sleep(0.5)
        assert kinds(held)[-1] == "ran-out"
        assert (held.places[0].bot, held.places[0].player) == ("operative", ada.pk)
        with pytest.raises(Refused, match="sit down again"):
            await play(held, ada, "draw")
        await keeper.sit(held.key, ada)
        assert kinds(held)[-1] == "back"
        assert held.persons() == [0, 1]
        assert held.clocks[0] >= 60

    wait(body)


def test_a_clock_gains_its_increment_and_only_the_one_who_decides_pays(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _bo) = await kompromat(clock=Clock("bank", 60, 5))
        await asyncio.sleep(0.2)
        await play(held, ada, "draw")
        assert held.clocks is not None
        assert 64.5 < held.clocks[0] < 64.9
        assert held.clocks[1] == 60
        again(held)
        held = await keeper.table(held.key)
        assert held.clocks is not None
        assert 64.5 < held.clocks[0] < 64.9

    wait(body)


def test_a_move_clock_begins_anew_with_each_move(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _bo) = await kompromat(clock=Clock("move", 30))
        await asyncio.sleep(0.1)
        await play(held, ada, "draw")
        left = held.clocks_now()
        assert left is not None
        assert 29.8 < left[0] <= 30

    wait(body)


def test_who_is_away_for_five_minutes_while_another_waits_is_replaced(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _bo) = await kompromat()
        start = held.number
        held.seen[0] = time.monotonic() - AWAY - 1
        held.stir.set()
        await asyncio.sleep(0.1)
        assert held.persons() == [0, 1]  # nobody waits
        await keeper.arrive(held, 1)
        for _ in range(50):  # it is on the disk first
            await asyncio.sleep(0.1)
            if kinds(held)[-1] == "away":
                break
        assert kinds(held)[-1] == "away"
        assert held.places[0].bot == "operative"
        await keeper.sit(held.key, ada)
        made = json.loads(record_of(held))["seatings"]
        assert [each["bot"] for each in made] == ["operative", None]
        assert made[0]["after"] == start

    wait(body)


def test_a_resigned_game_of_two_is_won_by_the_other(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await kompromat()
        await play(held, ada, "draw")
        await keeper.resign(held.key, ada.pk)
        assert held.over
        assert held.winners() == (1,)
        with pytest.raises(Refused, match="over"):
            await play(held, bo, "draw")
        again(held)
        held = await keeper.table(held.key)
        assert held.winners() == (1,)
        said = json.loads(record_of(held))
        assert said["ended"] == {"after": held.number, "reason": "resigned", "seat": 0}
        assert said["result"] is None

    wait(body)


def test_with_more_seats_a_bot_plays_on_for_who_resigns_and_they_see_no_more(
    wait: Wait[Any],
) -> None:
    async def body() -> None:
        terms = Terms("microfilms", (Chair("me"), Chair("friend"), Chair("friend")), starter=0)
        held, (ada, _bo, _cass) = await table_of(terms, "Ada", "Bo", "Cass")
        await keeper.resign(held.key, ada.pk)
        assert not held.over
        assert held.seat_of(ada.pk) is None
        assert held.places[0].bot == "operative"

    wait(body)


def test_who_leaves_is_played_by_a_bot_if_another_person_plays(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await kompromat()
        await keeper.leave(held.key, ada.pk)
        assert held.places[0].bot == "operative"
        await keeper.leave(held.key, bo.pk)  # the last one only goes away
        assert held.places[1].bot is None

    wait(body)


def test_who_made_a_waiting_table_closes_it_and_a_guest_only_gets_up(wait: Wait[Any]) -> None:
    async def body() -> None:
        ada, bo = await people("Ada", "Bo")
        three = (Chair("me"), Chair("friend"), Chair("friend"))
        key = await keeper.set_table(Terms("microfilms", three), ada)
        held = await keeper.table(key)
        await keeper.sit(key, bo)
        await keeper.leave(key, bo.pk)
        assert [place.taken for place in held.places] == [True, False, False]
        await keeper.leave(key, ada.pk)
        assert held.over

    wait(body)


# --- the end, and after ---------------------------------------------------------------------------


def test_a_record_of_a_table_is_a_record_and_its_proof_holds(wait: Wait[Any], seed: int) -> None:
    async def body() -> None:
        held, players = await kompromat()
        await play_on(held, players, random.Random(seed))
        assert held.ended == {"reason": "played"}
        read = record.read(record_of(held))
        game = record.replay(read)
        assert game.actions == held.game.actions
        assert proof.verify(read).proof.seed == held.seed
        assert record.write(read) == record_of(held)

    wait(body)


def test_a_rematch_begins_when_every_person_wants_it(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, bo) = await kompromat()
        with pytest.raises(Refused):
            await keeper.rematch(held.key, ada.pk)
        await keeper.resign(held.key, ada.pk)
        assert await keeper.rematch(held.key, bo.pk) is None
        following = await keeper.rematch(held.key, ada.pk)
        assert following is not None
        held = await keeper.table(following)
        assert held.began
        assert [place.name for place in held.places] == ["Ada", "Bo"]

    wait(body)


def test_whose_place_a_bot_took_does_not_hold_up_a_rematch(wait: Wait[Any]) -> None:
    async def body() -> None:
        terms = Terms("microfilms", (Chair("me"), Chair("friend"), Chair("friend")))
        held, (ada, bo, cass) = await table_of(terms, "Ada", "Bo", "Cass")
        await keeper.leave(held.key, cass.pk)
        await play_on(held, [ada, bo, cass], random.Random(3))
        assert await keeper.rematch(held.key, ada.pk) is None
        following = await keeper.rematch(held.key, bo.pk)
        assert following is not None
        held = await keeper.table(following)
        assert held.began
        assert held.places[2].player is None
        assert held.places[2].name != "Cass"

    wait(body)


def test_in_microfilms_the_winner_starts_the_rematch(wait: Wait[Any], seed: int) -> None:
    async def body() -> None:
        chance = random.Random(seed)
        three = (Chair("me"), Chair("friend"), Chair("friend"))
        while True:
            held, players = await table_of(Terms("microfilms", three), "Ada", "Bo", "Cass")
            await play_on(held, players, chance)
            winners = [each for each in held.winners() if isinstance(each, int)]
            if winners:
                break
        following = None
        for player in players:
            following = await keeper.rematch(held.key, player.pk)
        assert following is not None
        after = await keeper.table(following)
        firsts = [words for words in after.game.actions if words.startswith("first ")]
        assert firsts[0] in {f"first {seat}" for seat in winners}

    wait(body)


def test_a_server_that_dies_while_a_rematch_is_set_does_not_leave_it_half_asked(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last wish and the table that it brings are written together."""

    async def body() -> None:
        held, (ada, bo) = await kompromat()
        await keeper.resign(held.key, ada.pk)
        await keeper.rematch(held.key, bo.pk)
        with monkeypatch.context() as patch:

            def dies(*_: Any, **__: Any) -> None:
                raise OSError("killed")

            patch.setattr(models.Seating.objects, "bulk_create", dies)
            with pytest.raises(OSError, match="killed"):
                await keeper.rematch(held.key, ada.pk)
        again(held)
        held = await keeper.table(held.key)
        over = held.scene(0).over
        assert over is not None
        assert over.may_ask
        assert await keeper.rematch(held.key, ada.pk) is not None

    wait(body)


# --- memory ---------------------------------------------------------------------------------------


def test_a_table_taken_up_again_is_the_same_for_every_viewer(wait: Wait[Any], seed: int) -> None:
    async def body() -> None:
        held, players = await kompromat(spectators="all", notebook=True)
        chance = random.Random(seed)
        for _ in range(30):
            actor = held.game.status.actor
            assert isinstance(actor, int)
            await play(held, players[actor], chance.choice(held.game.legal(actor)))
        await keeper.mark(held.key, players[0].pk, "doubt", "a bluff")
        before = [held.scene(viewer) for viewer in (0, 1, None)]
        again(held)
        held = await keeper.table(held.key)
        assert [held.scene(viewer) for viewer in (0, 1, None)] == before
        assert before[0].notes is not None
        assert before[0].notes.marks == (("doubt", "a bluff"),)
        assert before[1].notes is not None
        assert before[1].notes.marks == ()
        assert before[2].notes is None

    wait(body)


@pytest.mark.parametrize("name", ["", "x" * 41, "a\x00", "\ud800", "a\nb"])
def test_a_page_of_the_notebook_has_a_name_that_any_database_keeps(
    wait: Wait[Any], name: str
) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat(notebook=True)
        with pytest.raises(Refused, match="no such page"):
            await keeper.mark(held.key, ada.pk, name, "a bluff")
        assert held.marks.get(0, {}) == {}
        with pytest.raises(NoTable):
            await keeper.table(name)

    wait(body)


def test_what_cannot_be_written_has_not_happened(
    wait: Wait[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()
        start = held.number
        with monkeypatch.context() as patch:

            def full(*given: Any) -> None:
                add_actions(*given)
                raise OSError("no space left on device")

            add_actions = shelf.add_actions
            patch.setattr(shelf, "add_actions", full)
            with pytest.raises(Refused, match="not saved"):
                await play(held, ada, "draw", "lost")
        held = await keeper.table(held.key)
        assert held.number == start
        assert await play(held, ada, "draw", "lost") == start + 1

    wait(body)


def test_a_table_that_was_dropped_is_not_driven_beside_its_successor(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, _ = await kompromat()
        driver = held.driver
        assert driver is not None
        await asyncio.sleep(0)
        keeper.held.pop(held.key)
        assert await keeper.table(held.key) is not held
        held.stir.set()
        async with asyncio.timeout(2):
            await driver

    wait(body)


def test_of_two_processes_that_change_a_table_at_once_the_second_sees_what_the_first_did(
    wait: Wait[Any],
) -> None:
    async def body() -> None:
        other = Keeper(pace=0.0, patience=0.0)
        ada, bo, cass = await people("Ada", "Bo", "Cass")
        key = await keeper.set_table(Terms("kompromat", TWO, starter=0), ada)
        await other.table(key)
        await keeper.sit(key, bo)
        with pytest.raises(Refused, match="taken"):
            await other.sit(key, cass)
        held, theirs = await keeper.table(key), await other.table(key)
        assert theirs.places == held.places
        start = held.number
        assert await keeper.act(key, ada.pk, start, "draw", "once") == start + 1
        assert await other.act(key, ada.pk, start, "draw", "once") == start + 1
        assert await other.act(key, ada.pk, held.number, "place 1", "again") > start + 1
        held, theirs = await keeper.table(key), await other.table(key)
        await keeper.resign(key, bo.pk)
        held = await keeper.table(key)
        assert held.game.actions == theirs.game.actions
        assert held.ended is not None
        assert held.ended["after"] == theirs.number
        await other.rest()

    wait(body)


def test_two_rows_cannot_have_one_number(wait: Wait[Any]) -> None:
    async def body() -> None:
        held, (ada, _) = await kompromat()
        number = held.number + 1
        await sync_to_async(
            lambda: models.Action.objects.create(table_id=held.id, number=number, words="draw")
        )()
        with pytest.raises(Refused, match="not saved"):
            await play(held, ada, "draw")
        held = await keeper.table(held.key)
        assert held.number == number

    wait(body)


def test_spectators_see_the_hands_at_the_end_only_where_the_table_says_so(
    wait: Wait[Any], seed: int
) -> None:
    async def body() -> None:
        for spectators in ("open", "all"):
            held, players = await kompromat(spectators=spectators)
            await play_on(held, players, random.Random(seed))
            shown = type(held.scene(None).view).__name__
            assert shown == ("Opened" if spectators == "all" else "View")
            assert type(held.scene(0).view).__name__ == "Opened"
            again(held)
            held = await keeper.table(held.key)
            assert type(held.scene(None).view).__name__ == shown

    wait(body)
