"""The wire: every byte a seat is sent, against a game that differs only in what it may not know.

Two games are played on the server by the same people with the same actions. A card that a viewer,
at a seat or beside the table, has not seen lies elsewhere in the second; up to the action that
first shows the viewer a difference, all that it is sent is the same: pages with their headers,
frames, refusals, the notebook, the lobby, the record that is not there yet. Only the keys and
tokens of the tables are put aside.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from brushpass import dealer, table
from brushpass.games import GAMES
from brushpass.games.contract import Game, IllegalAction, Json, Seat, Viewer
from brushpass.web import models, pages, parts, scenes
from brushpass.web.held import Held
from brushpass.web.keeper import keeper
from brushpass.web.limits import Bucket
from tests.web.conftest import Browser, Wait
from tests.web.test_sockets import Line

GAMES_AND_SEATS = [("kompromat", 2), ("microfilms", 3), ("croupier", 2)]
SAME_SEED = b"from which the names of things are made"


@dataclass(frozen=True)
class Trace:
    """A game as lines of its record, with who makes each (None: chance)."""

    lines: tuple[tuple[Seat | None, str], ...]


def random_trace(game: str, seats: int, rng: random.Random) -> Trace:
    """Random play, bold enough for piles to grow and slow enough not to end at once."""
    played = Game(GAMES[game], seats)
    lines: list[tuple[Seat | None, str]] = []
    while not played.status.over and len(lines) < 90:
        seat: Seat | None = None
        if played.chance is not None:
            words = dealer.pick_outcome(played.chance, rng.randrange)
        else:
            assert isinstance(played.status.actor, int)
            seat = played.status.actor
            interrupts = played.interrupts()
            if interrupts and rng.random() < 0.3:
                seat = rng.choice(sorted(interrupts))
            choices = played.legal(seat)
            words = rng.choice([each for each in choices if not each.startswith("win")])
        played.apply(words, seat)
        lines.append((seat, words))
    return Trace(tuple(lines))


def told(game: str, seats: int, viewer: Viewer, trace: Trace) -> list[Json]:
    """What each action told the viewer and where it left it, as far as all were legal."""
    played, heard = Game(GAMES[game], seats), []
    for seat, words in trace.lines:
        try:
            since = len(played.news(viewer))
            played.apply(words, seat)
        except IllegalAction:
            break
        news = [event.json() for _, event in played.news(viewer, since)]
        legal = [] if viewer is None else played.legal(viewer)
        heard.append((news, played.view(viewer).json(), legal))
    return heard


def twin(
    game: str, seats: int, viewer: Viewer, trace: Trace, rng: random.Random
) -> tuple[Trace, int, int]:
    """The same actions on another deal: the trace, where it differs, and how long it looks alike.

    Of many deals with two cards exchanged, the one that looks alike for longest.
    """
    whole = told(game, seats, viewer, trace)
    best = (trace, 0, 0)
    dealt = [at for at, (seat, _) in enumerate(trace.lines) if seat is None]
    for _ in range(60):
        at = rng.choice(dealt)
        kind, *cards = trace.lines[at][1].split(" ")
        fixed = 1 if kind == "equipment" else 0
        if len(cards) - fixed < 2:
            continue
        i, j = rng.sample(range(fixed, len(cards)), 2)
        if cards[i] == cards[j]:
            continue
        cards[i], cards[j] = cards[j], cards[i]
        lines = list(trace.lines)
        lines[at] = (None, " ".join([kind, *cards]))
        other = Trace(tuple(lines))
        again = told(game, seats, viewer, other)
        alike = next(
            (n for n, (a, b) in enumerate(zip(whole, again, strict=False)) if a != b), len(again)
        )
        if alike - at > best[2] - best[1]:
            best = (other, at, alike)
    return best


class Ear(Line):
    """A socket of which every byte is kept."""

    def __init__(self, browser: Browser, path: str) -> None:
        super().__init__(browser, path)
        self.heard: list[str] = []

    async def hear(self) -> dict[str, Any]:
        event = await self.socket.receive_output(timeout=5)
        assert event["type"] == "websocket.send", event
        self.heard.append(event["text"])
        said: dict[str, Any] = json.loads(event["text"])
        return said

    async def up_to(self, number: int) -> list[str]:
        """Everything until the page is at this action, and what came with it."""
        while (await self.frame())["n"] < number:
            pass
        return await self.all()

    async def all(self) -> list[str]:
        """Everything that was said and is on its way: a page answers in order, so what was asked
        and announced before is here by the last of a few pings.
        """
        for _ in range(3):
            await self.say(ping=True)
        while not await self.socket.receive_nothing(timeout=0.005):
            await self.hear()
        heard, self.heard = self.heard, []
        return heard


REFUSED = {
    "kompromat": (
        "draw",
        "push 1",
        "declare 1",
        "use drone 1",
        "use usb-stick jetpack 1 2",
        "pass",
    ),
    "microfilms": ("accept", "discard ace", "win hitman 1", "win agent film-uk", "blackmail 1 pay"),
    "croupier": ("defend", "discard ace", "win croupier film-uk", "interrogate croupier pay"),
}
"""Words that are against the rules at most moments: whether they are says no more than it may."""


async def page(browser: Browser, path: str) -> str:
    """A page with its headers, but for the cookies."""
    answer = await browser.get(path)
    headers = sorted((name, value) for name, value in answer.items() if name != "Set-Cookie")
    return f"{answer.status_code} {headers}\n{answer.content.decode()}"


def plain(text: str, key: str) -> str:
    """Without what names the table or the request and not the game."""
    text = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", text)
    text = re.sub(r'(data-csrf=")[^"]+', r"\1", text)
    return text.replace(key, "KEY")


def next_question(trace: Trace, number: int) -> int | None:
    """Where the next action of a seat leads, with all the chance that follows it at once."""
    later = [at for at, (seat, _) in enumerate(trace.lines) if seat is not None and at > number]
    return later[0] if later else None


async def wire(
    game: str, viewer: Viewer, trace: Trace, alike: int, people: list[Browser]
) -> list[str]:
    """All that the viewer is sent while a trace is played, up to that many of its lines."""
    await models.Table.objects.all().adelete()  # the lobby is to list this one alone
    form = {f"seat-{seat}": "open" for seat in range(len(people))} | {"seat-0": "me"}
    form |= {"name": "Player 0", "game": game, "seats": str(len(people)), "notebook": "on"}
    answer = await people[0].post("/new", form, page="/new")
    key = str(answer["Location"]).rsplit("/", 1)[1]
    for seat, person in enumerate(people[1:], 1):
        sitting = {"do": "sit", "name": f"Player {seat}", "seat": str(seat)}
        await person.post(f"/t/{key}/act", sitting, page=f"/t/{key}")
    held = await keeper.table(key)
    assert held.began
    players = [await person.who() for person in people]
    looks = Browser() if viewer is None else people[viewer]
    ear, lobby = Ear(looks, f"/ws/t/{key}"), Ear(looks, "/ws/lobby")
    await ear.open()
    await lobby.open()
    bytes_sent = [*await ear.all(), *await lobby.all()]
    if viewer is not None:
        await ear.say(mark="own", value="Bo has the ace?", own="mark")
    while (until := next_question(trace, held.number)) is not None and until <= alike:
        maker, words = trace.lines[held.number]
        assert maker is not None
        before = held.number
        done = await keeper.act(key, players[maker], before, words, f"{before}")
        assert done == before + 1
        assert held.number == until
        bytes_sent += await ear.up_to(held.number)
        if before % 3 == 0:
            for each in REFUSED[game]:
                if viewer is None or each not in held.game.legal(viewer):
                    await ear.say(act=each, n=held.number, own=f"{before} {each}")
            await ear.say(act=REFUSED[game][0], n=before - 1, own=f"{before} late")
        bytes_sent += await ear.all()
        if before % 6 == 0:
            for path in (f"/t/{key}", f"/t/{key}/record", "/", "/yours"):
                bytes_sent.append(await page(looks, path))
    bytes_sent += await lobby.all()
    await ear.close()
    await lobby.close()
    return [plain(each, key) for each in bytes_sent]


def both_wires(
    game: str,
    seats: int,
    viewer: Viewer,
    rng: random.Random,
    wait: Wait[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[list[str], list[str], int]:
    """What a viewer is sent in two games that look alike, and for how many actions they do."""
    trace = random_trace(game, seats, rng)
    other, at, alike = twin(game, seats, viewer, trace, rng)
    script = [trace]
    # Ids and commitment are made from the table's seed, which is new for each: here both have the
    # same. That nobody gets from them to the seed is what HMAC and SHA-256 are for.
    monkeypatch.setattr(Held, "seed_for_names", SAME_SEED)
    monkeypatch.setattr(Held, "commitment", "c" * 64)
    # A slow machine must not show as somebody's absence, nor chance as a name to begin with.
    monkeypatch.setattr(Held, "is_there", lambda *_: True)
    monkeypatch.setattr(pages, "COVERS", ("Zeno",))
    # Nor must the moment at which somebody has asked too often.
    monkeypatch.setattr(Bucket, "take", lambda *_: True)

    def deal(played: Game, _seed: str) -> str:
        seat, words = script[0].lines[len(played.actions)]
        assert seat is None
        played.apply(words)
        return words

    monkeypatch.setattr(table, "deal", deal)
    wires = []
    for script[0] in (trace, other):
        people = [Browser() for _ in range(seats)]

        async def body(people: list[Browser] = people) -> list[str]:
            return await wire(game, viewer, script[0], alike, people)

        wires.append(wait(body))
    return wires[0], wires[1], alike - at


def first_difference(one: list[str], other: list[str]) -> str:
    """Where two wires part, for the reader of a failure."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
            start, end = max(0, at - 80), at + 80
            return f"message {n}: …{a[start:end]}… against …{b[start:end]}…"
    return f"{len(one)} messages against {len(other)}" if len(one) != len(other) else ""


@pytest.mark.parametrize("where", ["at the table", "beside it"])
@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_viewer_is_sent_the_same_bytes_whatever_it_may_not_know(
    game: str,
    seats: int,
    where: str,
    seed: int,
    size: Callable[[str, int, int], int],
    wait: Wait[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(f"{seed} {game} {where}")
    longest = 0
    for _ in range(size(f"pairs of {game} compared on the wire", 2, 40)):
        viewer = rng.randrange(seats) if where == "at the table" else None
        one, other, length = both_wires(game, seats, viewer, rng, wait, monkeypatch)
        assert not first_difference(one, other)
        assert len(one) > 2
        longest = max(longest, length)
    assert longest > 8, "no pair looked alike for long"


def fingerprint(held: Held) -> int:
    """A number that depends on every hidden card and where it lies."""
    return sum(at * ord(sign) for at, sign in enumerate(str(held.game.opened().json())))


def leak_an_id(held: Held, sections: dict[str, str]) -> dict[str, str]:
    return {"leak": f'<i id="c{fingerprint(held)}"></i>', **sections}


def leak_a_class(held: Held, sections: dict[str, str]) -> dict[str, str]:
    return {"leak": f'<i class="kind-{fingerprint(held) % 7}"></i>', **sections}


def leak_a_length(held: Held, sections: dict[str, str]) -> dict[str, str]:
    return {"leak": "<i>" + " " * (fingerprint(held) % 97) + "</i>", **sections}


@pytest.mark.parametrize(
    ("game", "seats", "leak"),
    [
        ("kompromat", 2, leak_an_id),
        ("microfilms", 3, leak_a_class),
        ("croupier", 2, leak_a_length),
    ],
)
def test_it_goes_red_on_a_planted_leak(
    game: str,
    seats: int,
    leak: Callable[[Held, dict[str, str]], dict[str, str]],
    seed: int,
    wait: Wait[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An id, a class or a mere length that depends on a hidden card is seen by the test above."""
    true_page = parts.table_page

    def leaking(held: Held, *more: Any) -> parts.Shown:
        shown = true_page(held, *more)
        return replace(shown, sections=leak(held, shown.sections)) if held.began else shown

    monkeypatch.setattr(parts, "table_page", leaking)
    rng = random.Random(f"{seed} leak")
    for _ in range(6):
        one, other, _ = both_wires(game, seats, 0, rng, wait, monkeypatch)
        if one != other:
            return
    pytest.fail("the leak was not seen")


def test_scenes_get_nothing_but_what_the_door_gives() -> None:
    """The type of a scene has no room for a game, a state or a seed."""
    names = set(scenes.Scene.__dataclass_fields__)
    assert not names & {"game_handle", "state", "held", "seed", "table"}
