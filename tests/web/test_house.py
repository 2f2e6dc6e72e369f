"""Keeping the house up: health, figures, logs without secrets, copies, old tables put away."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import signal
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import websockets
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from prometheus_client.parser import text_string_to_metric_families

from brushpass import cli
from brushpass.web import chores, health, house, logs, models
from brushpass.web.held import Held
from brushpass.web.keeper import keeper
from brushpass.web.terms import Terms
from tests.web.conftest import Browser, Wait
from tests.web.server import Seated, Server, Visitor, against_a_bot
from tests.web.test_sockets import Line, waiting_for_ada
from tests.web.test_tables import TWO, kompromat, play, table_of
from tests.web.test_wire import both_wires

# --- health ---------------------------------------------------------------------------------------


def test_it_says_that_it_is_alive_and_ready(wait: Wait[Any], ada: Browser) -> None:
    async def body() -> None:
        for path, word in (("live", b"alive\n"), ("ready", b"ready\n")):
            answer = await ada.get(f"/health/{path}", headers={"host": "10.1.2.3:8777"})
            assert (answer.status_code, answer.content) == (200, word)

    wait(body)


def test_without_its_database_it_is_alive_and_not_ready(
    wait: Wait[Any], ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise DatabaseError("the server closed the connection")

    monkeypatch.setattr(health, "FRESH", 0.0)

    async def body() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(BaseDatabaseWrapper, "cursor", gone)
            assert (await ada.get("/health/live")).status_code == 200
            answer = await ada.get("/health/ready")
            assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")
        assert (await ada.get("/health/ready")).status_code == 200

    wait(body)


def figures(text: str) -> dict[str, float]:
    """By name and labels."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_the_figures_are_for_who_has_the_token(
    wait: Wait[Any], ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read(token: str) -> Any:
        return await ada.get("/health/metrics", headers={"authorization": f"Bearer {token}"})

    async def body() -> None:
        assert (await read("")).status_code == 404  # nobody has set one
        monkeypatch.setattr(health, "TOKEN", "let-me-see")
        assert (await read("let-me")).status_code == 404
        assert (await ada.get("/health/metrics")).status_code == 404
        before = figures((await read("let-me-see")).content.decode())
        key = await waiting_for_ada(ada)
        line = Line(ada, f"/ws/t/{key}")
        number = (await line.open())["n"]
        await line.say(act="draw", n=number, own="1")
        await line.say(phrase="hello", own="2")
        answer = await read("let-me-see")
        now = figures(answer.content.decode())
        grown = {name: now[name] - before.get(name, 0.0) for name in now}
        assert grown["brushpass_tables"] == 1
        assert grown["brushpass_connections TablePage"] == 1
        assert grown["brushpass_actions_total person"] == 1
        assert grown["brushpass_actions_total chance"] >= 3
        assert grown["brushpass_action_seconds_count"] == 1
        assert grown["brushpass_remarks_total"] == 1
        assert grown["brushpass_request_seconds_count POST 302"] == 1
        assert now["brushpass_commits"] > 0
        assert key not in answer.content.decode()
        await line.close()
        later = figures((await read("let-me-see")).content.decode())
        assert later["brushpass_connections TablePage"] == before.get(
            "brushpass_connections TablePage", 0.0
        )

    wait(body)


def test_errors_and_bots_are_counted(
    wait: Wait[Any], ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        monkeypatch.setattr(health, "TOKEN", "t")
        token = {"authorization": "Bearer t"}
        before = figures((await ada.get("/health/metrics", headers=token)).content.decode())
        logging.getLogger("brushpass.web.test").error("a made-up error")
        key = await ada.start("croupier")
        line = Line(ada, f"/ws/t/{key}")
        await line.open()
        held = await keeper.table(key)
        while held.game.status.actor != 0:
            await line.frame()
        await line.close()
        now = figures((await ada.get("/health/metrics", headers=token)).content.decode())
        where = "brushpass_errors_total brushpass.web.test"
        assert now[where] - before.get(where, 0.0) == 1

    wait(body)


# --- logs -----------------------------------------------------------------------------------------


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that is logged, as JSON, the smallest thing included."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter(logs.Json())
    root, ours = logging.getLogger(), logging.getLogger("brushpass")
    levels = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    ours.setLevel(logging.DEBUG)
    yield kept
    root.removeHandler(handler)
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


def told(kept: io.StringIO) -> list[tuple[str, str]]:
    """What was logged by us, without numbers of tables and times."""
    lines = [json.loads(line) for line in kept.getvalue().splitlines()]
    kept.truncate(0)
    kept.seek(0)
    plain = str.maketrans("", "", "0123456789.")
    return [(each["from"], each["says"].translate(plain)) for each in lines]


@pytest.mark.parametrize(("game", "seats"), [("kompromat", 2), ("microfilms", 3)])
def test_two_games_that_differ_in_what_is_hidden_log_the_same(
    game: str,
    seats: int,
    seed: int,
    wait: Wait[Any],
    monkeypatch: pytest.MonkeyPatch,
    logged: io.StringIO,
) -> None:
    said: list[list[tuple[str, str]]] = []
    body_of = wait

    def listening(body: Callable[[], Any]) -> Any:
        found = body_of(body)
        said.append(told(logged))
        return found

    rng = random.Random(f"{seed} logs {game}")
    both_wires(game, seats, 0, rng, listening, monkeypatch)
    assert len(said) == 2
    assert said[0] == said[1]
    assert any("was set" in text for _, text in said[0])


def test_a_table_that_breaks_logs_no_card_no_seed_and_no_link(
    wait: Wait[Any], ada: Browser, monkeypatch: pytest.MonkeyPatch, logged: io.StringIO
) -> None:
    """Even where an error quotes what it was about to write."""

    async def body() -> None:
        key = await waiting_for_ada(ada)
        held = await keeper.table(key)
        line = Line(ada, f"/ws/t/{key}")
        number = (await line.open())["n"]

        def quoting(*given: Any) -> None:
            deck = [words for _, words, _, _ in given[2]]
            raise ValueError(f"cannot write {deck} {held.seed} {held.game.actions}")

        with monkeypatch.context() as patch:
            patch.setattr("brushpass.web.shelf.add_actions", quoting)
            await line.say(act="draw", n=number, own="1")
            monkeypatch.setattr("brushpass.web.pages.sheets", lambda _: quoting(0, 0, []))
            with pytest.raises(ValueError, match="cannot write"):
                await ada.get(f"/t/{key}")
        await line.close()
        text = logged.getvalue()
        assert '"raised": [' in text
        assert "builtins.ValueError" in text
        assert held.seed not in text
        assert key not in text
        assert not any(words in text for words in held.game.actions if " " in words)

    wait(body)


def test_a_link_in_a_message_is_left_out_and_a_full_disk_named() -> None:
    record = logging.makeLogRecord({"name": "django.request", "msg": "Gone: %s"})
    record.args = ("/t/3kq_-Xw/act?like=3kq_-Xw",)
    for formatter in (logs.Json(), logs.Plain()):
        said = formatter.format(record)
        assert "/t/…/act?like=…" in said
        assert "3kq" not in said
    try:
        try:
            raise OSError(28, "No space left on device")
        except OSError as error:
            raise KeyError("missions 1 2 3") from error
    except KeyError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    for formatter in (logs.Json(), logs.Plain()):
        said = formatter.format(record)
        assert "builtins.OSError: No space left on device" in said
        assert "builtins.KeyError" in said
        assert "missions" not in said
    assert json.loads(logs.Json().format(record))["from"] == "django.request"


# --- stopping -------------------------------------------------------------------------------------


def test_who_plays_is_told_to_come_back_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        players = [against_a_bot(server, "kompromat", random.Random(n)) for n in range(3)]
        watcher = Visitor(server)

        async def body() -> tuple[int | None, str]:
            await asyncio.gather(*(player.play(actions=5) for player in players))
            plays = asyncio.gather(*(player.play() for player in players))
            origin = websockets.Origin(watcher.origin)
            path = f"ws://localhost:{server.port}/ws/lobby"
            async with websockets.connect(path, origin=origin) as line:
                said = await asyncio.to_thread(server.stop, signal.SIGTERM)
                while True:
                    try:
                        await line.recv()
                    except websockets.ConnectionClosed:
                        break
            await plays
            return line.close_code, said

        code, said = asyncio.run(body())
        assert code == 1012, "a page is told that the service restarts"
        assert "Traceback" not in said
        base = sqlite3.connect(tmp_path / "tables.sqlite3")
        kept = {row[0] for row in base.execute("SELECT own FROM web_action")}
        base.close()
        assert all(own in kept for player in players for own in player.done)
        server.start()
        before = [len(player.done) for player in players]

        async def on() -> None:
            await asyncio.gather(*(player.play(actions=1) for player in players))

        asyncio.run(asyncio.wait_for(on(), 60))
        assert all(
            player.over or len(player.done) > count
            for player, count in zip(players, before, strict=True)
        )


# --- copies and new versions ----------------------------------------------------------------------


def test_a_copy_made_while_people_play_can_be_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, copy = tmp_path / "kept", tmp_path / "copy"
    with Server(kept) as server:
        player = against_a_bot(server, "croupier", random.Random(3))

        async def body() -> None:
            await player.play(actions=5)
            plays = asyncio.create_task(player.play())
            assert (
                await asyncio.to_thread(cli.main, ["backup", str(copy), "--data", str(kept)]) == 0
            )
            await asyncio.to_thread(server.stop)
            await plays

        asyncio.run(body())
    assert "1 tables with" in capsys.readouterr().out
    with Server(copy) as server:
        again = Seated(player.visitor, player.key, random.Random(4))
        again.visitor.server = server
        asyncio.run(asyncio.wait_for(again.play(actions=1), 60))
        assert again.done or again.over
    assert cli.main(["backup", str(copy), "--data", str(kept)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert cli.main(["backup", str(tmp_path / "x"), "--data", str(tmp_path / "no")]) == 1
    assert "there are no tables" in capsys.readouterr().err


def test_a_new_version_goes_on_with_the_tables_of_the_first_one(
    wait: Wait[Any], tmp_path: Path
) -> None:
    """What the first release wrote is brought up to date, a running game included."""

    async def body() -> tuple[str, int]:
        held, (ada, _bo) = await kompromat()
        await play(held, ada, "draw")
        tables = ("web_player", "web_table", "web_seating", "web_action")
        await sync_to_async(_as_the_first_release)(tmp_path / "tables.sqlite3", tables)
        return held.key, held.number

    key, number = wait(body)
    with Server(tmp_path) as server:  # it applies the migrations
        base = sqlite3.connect(tmp_path / "tables.sqlite3")
        assert base.execute("SELECT key, numbers FROM web_table").fetchall() == [(key, None)]
        assert base.execute("SELECT COUNT(*) FROM web_action").fetchone() == (number,)
        base.close()
        page, _ = Visitor(server).ask("GET", f"/t/{key}")
        assert 'id="k-board"' in page
        assert "Ada" in page


def _as_the_first_release(path: Path, tables: tuple[str, ...]) -> None:
    """A database with the tables and columns of migration 0001 and the rows of this one."""
    settings = {**connections["default"].settings_dict, "NAME": path}
    old = type(connections["default"])(settings, "old")
    connections["old"] = old
    connections.databases["old"] = settings
    try:
        call_command("migrate", "web", "0001", database="old", verbosity=0)
        call_command("migrate", "sessions", database="old", verbosity=0)
        with old.cursor() as cursor:
            cursor.execute("ATTACH DATABASE %s AS new", [str(connection.settings_dict["NAME"])])
            for name in tables:
                cursor.execute(f"PRAGMA main.table_info({name})")
                columns = ", ".join(f'"{row[1]}"' for row in cursor.fetchall())
                wanted = "key = (SELECT key FROM new.web_table ORDER BY id DESC LIMIT 1)"
                last = "(SELECT MAX(id) FROM new.web_table)"
                where = {"web_player": "user_id IS NULL", "web_table": wanted}
                cursor.execute(
                    f"INSERT INTO main.{name} ({columns})"  # noqa: S608 - names of our own
                    f" SELECT {columns} FROM new.{name}"
                    f" WHERE {where.get(name, f'table_id = {last}')}"
                )
    finally:
        old.close()
        del connections["old"]
        connections.databases.pop("old")


# --- putting away ---------------------------------------------------------------------------------


async def days_ago(held: Held, days: int) -> None:
    then = datetime.now(UTC) - timedelta(days=days)
    await models.Table.objects.filter(pk=held.id).aupdate(touched=then)


def test_tables_are_put_away_when_nothing_has_happened_there_for_long(wait: Wait[Any]) -> None:
    async def body() -> None:
        old, (ada, bo) = await kompromat()
        other, _ = await table_of(Terms("kompromat", TWO), "Cass", "Dagny")
        await keeper.resign(old.key, bo.pk)
        waits = await keeper.table(await keeper.set_table(Terms("kompromat", TWO), ada))
        for held, days in ((old, 91), (waits, 91), (other, 89)):
            await days_ago(held, days)
        await models.Player.objects.aupdate(made=datetime.now(UTC) - timedelta(days=100))
        before = await models.Table.objects.acount()
        assert await sync_to_async(chores.put_away)(90) == 2
        assert await models.Table.objects.acount() == before - 2
        assert await models.Table.objects.filter(key=other.key).aexists()
        assert not await models.Action.objects.filter(table_id=old.id).aexists()
        assert not await models.Player.objects.filter(pk__in=[ada.pk, bo.pk]).aexists()
        assert await models.Player.objects.filter(name="Cass").aexists()
        assert await sync_to_async(chores.put_away)(0) == 0, "0 keeps everything"

    wait(body)


def test_of_several_processes_one_does_the_chores_once_a_day(wait: Wait[Any]) -> None:
    async def body() -> None:
        await models.Chore.objects.all().adelete()
        due = sync_to_async(chores.due)
        assert [await due() for _ in range(3)] == [True, False, False]
        await models.Chore.objects.aupdate(done=datetime.now(UTC) - timedelta(hours=25))
        assert [await due() for _ in range(3)] == [True, False, False]

    wait(body)


def test_they_can_be_put_away_by_hand(
    wait: Wait[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def body() -> None:
        held, _ = await kompromat()
        await days_ago(held, 31)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house, "settle", lambda _: tmp_path)
            patch.setattr(house, "prepare", lambda: None)
            done = await sync_to_async(cli.main)(["tidy", "--days", "30"])
        assert done == 0
        assert not await models.Table.objects.filter(pk=held.id).aexists()

    wait(body)
    assert "nothing happened for 30 days were put away" in capsys.readouterr().out
