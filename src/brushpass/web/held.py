"""A table in memory: a game with those who sit at it, and what each of them may see.

It is a cache of what the database has; keeper.py is the only one that changes it.
"""

import asyncio
import hashlib
import hmac
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from brushpass import proof, record
from brushpass.bots.levels import LEVELS
from brushpass.bots.thinkers import Answer
from brushpass.games.contract import Game, Seat, Viewer
from brushpass.web.scenes import Kept, Line, Log, Notes, Opaque, Over, Scene, Sitter, TableEvent
from brushpass.web.terms import Terms

FLICKER = 10.0
"""Seconds for which a dropped line is not called an absence."""
SEEN = 90.0
"""Seconds for which a page fetched without a socket counts as being there."""
REMEMBERED = 60
"""How many of the last states an interrupt may have been made on."""
SHUFFLES = {"missions", "equipment", "reshuffle", "actions", "deck", "shuffle"}
"""The chance actions after which a card is not the one it was before for those who look."""


@dataclass(slots=True)
class Place:
    """Who has a seat: a person (a bot may be playing for them), a bot, or nobody yet."""

    name: str = ""
    player: int | None = None
    bot: str | None = None
    taken: bool = False


@dataclass(slots=True)
class Seated:
    """A seating, as the record and the log have it."""

    after: int
    event: TableEvent


@dataclass(slots=True)
class Thought:
    """What the bots make of a state, worked out beside the event loop."""

    number: int
    task: "asyncio.Task[Answer | None]"


Ended = Mapping[str, Any]


@dataclass
class Held:
    """A table in memory."""

    id: int
    key: str
    terms: Terms
    seed: str
    maker: int | None
    game: Game
    places: list[Place]
    numbers: dict[Seat, str] | None = field(default_factory=dict)
    """What the players' browsers made up; None where the seed alone is dealt from."""
    full: float | None = None
    """Since when all seats are taken and only numbers are waited for."""
    seatings: list[Seated] = field(default_factory=list)
    began: bool = False
    ended: Ended | None = None
    lost: bool = False
    """An action could not be written: this is let go of, and the true table goes on elsewhere."""
    changes: int = 0
    """How many changes the database had counted when this was the same as there."""
    stale: bool = False
    """There may have been more: it is to be brought up to date before it is shown."""
    server: int | None = None
    """The process that drives it, where there are several."""
    clocks: list[float] | None = None
    asked: list[Seat] = field(default_factory=list)
    next: str | None = None
    marks: dict[Seat, dict[str, str]] = field(default_factory=dict)
    done: dict[tuple[Seat, str], int] = field(default_factory=dict)
    """The own numbers of the actions, and which action each became."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stir: asyncio.Event = field(default_factory=asyncio.Event)
    """Something changed: whoever drives the table should look again."""
    moved: float = field(default_factory=time.monotonic)
    """When the last visible thing happened."""
    turned: float = field(default_factory=time.monotonic)
    """When the clock that runs began to run."""
    used: float = field(default_factory=time.monotonic)
    """When somebody last asked the keeper for it."""
    watching: Counter[Viewer] = field(default_factory=Counter)
    seen: dict[Viewer, float] = field(default_factory=dict)
    elsewhere: dict[Viewer, bool] = field(default_factory=dict)
    """Who looks at it from pages that other processes serve, and whether over a socket."""
    thought: Thought | None = None
    driver: "asyncio.Task[None] | None" = None
    shown: dict[int, Seat | Literal["chance"] | None] = field(default_factory=dict)
    """Who was to decide in the last states that were shown, by number."""
    stood: dict[Seat, dict[int, tuple[int, object]]] = field(default_factory=dict)
    """What each seat sees at each mission, and since which number."""
    shuffles: tuple[int, int] = (0, 0)
    """How many actions were looked at for shuffles, and how many of them were."""
    logs: dict[Viewer, tuple[Log, int, int]] = field(default_factory=dict)
    """Each viewer's log, and how many news and seatings are in it."""
    kept: dict[tuple[Viewer, str], Kept] = field(default_factory=dict)
    """What was made for each viewer, by language."""
    closed_view: Any = None
    """What spectators last saw before the end, where they do not see the hands then."""

    # --- who is there -------------------------------------------------------------------------

    def seat_of(self, player: int | None) -> Viewer:
        """The seat of a person, None for everyone else."""
        if player is None:
            return None
        for seat, place in enumerate(self.places):
            if place.player == player:
                return seat
        return None

    def may_look(self, player: int | None) -> bool:
        """Whether a person may see the table at all."""
        if not self.began or self.seat_of(player) is not None:
            return True
        return self.terms.spectators != "none" or player == self.maker

    def is_there(self, viewer: Viewer, grace: float = FLICKER) -> bool:
        """Whether somebody looks at the table from there, or did a moment ago."""
        if self.looks(viewer) or (viewer in self.elsewhere and grace >= SEEN):
            return True
        seen = self.seen.get(viewer)
        return seen is not None and time.monotonic() - seen < grace

    def looks(self, viewer: Viewer) -> bool:
        """Whether somebody has a page open there, with a socket."""
        return bool(self.watching[viewer]) or self.elsewhere.get(viewer, False)

    def here(self) -> dict[Viewer, bool]:
        """Who looks at it from pages that this process serves, and whether over a socket."""
        now = time.monotonic()
        passed = {each: False for each, seen in self.seen.items() if now - seen < SEEN}
        return passed | {each: True for each, many in self.watching.items() if many}

    def notice(self, elsewhere: dict[Viewer, bool]) -> bool:
        """Who looks from pages of other processes now; whether that is news."""
        if elsewhere == self.elsewhere:
            return False
        for viewer, is_open in self.elsewhere.items():
            if is_open and not elsewhere.get(viewer, False):
                self.seen[viewer] = time.monotonic()
        self.elsewhere = elsewhere
        return True

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks: bots do not play for themselves."""
        viewers = {*self.watching, *self.seen, *self.elsewhere}
        return any(self.is_there(viewer, SEEN) for viewer in viewers)

    def persons(self) -> list[Seat]:
        """The seats at which a person plays."""
        return [s for s, place in enumerate(self.places) if place.player and place.bot is None]

    @property
    def over(self) -> bool:
        return self.ended is not None or self.game.status.over

    @property
    def closed_by_house(self) -> bool:
        """Those who mind the house closed it: told at the table, and a table left in the record."""
        return self.ended is not None and self.ended.get("by") == "house"

    @property
    def number(self) -> int:
        return len(self.game.actions)

    # --- the shuffle --------------------------------------------------------------------------

    @property
    def commitment(self) -> str | None:
        """What the table shows before the first card, where its shuffles can be proven."""
        return None if self.numbers is None else proof.commitment(self.seed)

    def awaited(self) -> list[Seat]:
        """The seats whose players' browsers have not sent a number yet; bots send none."""
        numbers = self.numbers
        return [] if numbers is None else [s for s in self.persons() if s not in numbers]

    @property
    def deals_from(self) -> str:
        """What the dealer has for a seed."""
        return self.seed if self.numbers is None else proof.key(self.seed, self.numbers_by_seat())

    def numbers_by_seat(self) -> list[str]:
        """Every seat's number, and what counts where there is none."""
        numbers = self.numbers or {}
        return [numbers.get(seat, proof.NO_NUMBER) for seat in range(self.game.seats)]

    @property
    def opened(self) -> bool:
        """Whether the seed may be shown: the game is over, and that is on the disk."""
        return self.began and self.ended is not None and not self.lost

    def proof(self) -> proof.Proof | None:
        """What proves the shuffles of a game that is over."""
        if self.numbers is None or not self.opened:
            return None
        ended = ended_in_record(self)
        return proof.of(self.seed, self.numbers_by_seat(), self.game.actions, ended)

    # --- what a viewer sees -------------------------------------------------------------------

    def scene(self, viewer: Viewer, since: int | None = None, language: str = "en") -> Scene:
        """Everything this viewer's page may show."""
        log = self._log(viewer)
        fresh = () if since is None else _since(log, since)
        closed = viewer is None and self.terms.spectators != "all" and self.game.status.over
        view = self.closed_view if closed else self.game.view(viewer)
        playing = viewer is not None and self.places[viewer].bot is None and not self.over
        marks = self.marks.get(viewer, {}) if viewer is not None else {}
        return Scene(
            game=self.terms.game,
            viewer=viewer,
            view=view,
            legal=tuple(self.game.legal(viewer)) if playing and viewer is not None else (),
            sitters=self._sitters(),
            number=self.number,
            log=log,
            fresh=fresh,
            opaque=Opaque(self.seed_for_names, viewer, self._epoch()),
            notes=(
                Notes(tuple(sorted(marks.items())))
                if self.terms.notebook and viewer is not None
                else None
            ),
            language=language,
            over=self._over(viewer),
            kept=self.kept.setdefault((viewer, language), Kept()),
        )

    def _log(self, viewer: Viewer) -> Log:
        """What the game showed, and who sat down or left in between."""
        log, told, seated = self.logs.get(viewer, (Log(), 0, 0))
        if seated > len(self.seatings):  # somebody got up before it began
            log, told, seated = Log(), 0, 0
        news, seatings = self.game.news(viewer, told), self.seatings[seated:]
        self.logs[viewer] = log, told + len(news), len(self.seatings)
        for number, event in news:
            while seatings and seatings[0].after < number:
                log.append(Line(0, seatings.pop(0).event))
            log.append(Line(number, event))
        log += (Line(0, each.event) for each in seatings)
        return log

    def _sitters(self) -> tuple[Sitter, ...]:
        left = self.clocks_now()
        return tuple(
            Sitter(
                place.name,
                None if place.bot is None else LEVELS[place.bot].name,
                place.bot is not None or self.is_there(seat),
                None if left is None else left[seat],
            )
            for seat, place in enumerate(self.places)
        )

    @cached_property
    def seed_for_names(self) -> bytes:
        """A key for element ids, from which nobody gets back to the seed."""
        return hmac.digest(self.seed.encode(), b"names of things", hashlib.sha256)

    def _epoch(self) -> int:
        """How often cards were shuffled so far."""
        counted, shuffles = self.shuffles
        fresh = self.game.actions[counted:]
        shuffles += sum(words.split(" ", 1)[0] in SHUFFLES for words in fresh)
        self.shuffles = self.number, shuffles
        return shuffles

    def _over(self, viewer: Viewer) -> Over | None:
        if not self.over:
            return None
        result = self.game.status.result
        ended = self.ended or {}
        return Over(
            reason="closed" if self.closed_by_house else ended.get("reason", "played"),
            winners=self.winners(),
            result=result,
            resigned=ended.get("seat"),
            may_ask=viewer is not None and viewer not in self.asked and self.next is None,
            asked=tuple(
                seat
                for seat, place in enumerate(self.places)
                if place.bot is not None or seat in self.asked
            ),
            next=None if self.next is None else f"/t/{self.next}",
            record=f"/t/{self.key}/record"
            if viewer is not None or self.terms.spectators == "all"
            else None,
            again=f"/new?like={self.key}" if viewer is not None else None,
        )

    def winners(self) -> tuple[Seat | Literal["croupier"], ...]:
        """Who won; where somebody resigned a game of two, the other."""
        if self.game.status.result is not None:
            return self.game.status.result.winners
        if self.ended is not None and self.ended["reason"] == "resigned":
            return tuple(s for s in range(self.game.seats) if s != self.ended["seat"])
        return ()

    def clocks_now(self) -> list[float] | None:
        """Seconds left by seat, at this moment."""
        if self.clocks is None:
            return None
        left = list(self.clocks)
        actor = self.game.status.actor
        if isinstance(actor, int) and self._clock_runs(actor):
            left[actor] = max(0.0, left[actor] - (time.monotonic() - self.turned))
        return left

    def _clock_runs(self, seat: Seat) -> bool:
        return self.began and not self.over and self.places[seat].bot is None

    def flag_in(self) -> float | None:
        """Seconds until the clock that runs has run out."""
        actor = self.game.status.actor
        left = self.clocks_now()
        if left is None or not isinstance(actor, int) or not self._clock_runs(actor):
            return None
        return left[actor]

    def press(self, actor: Seat | Literal["chance"] | None) -> None:
        """The seat that had to decide has decided, or somebody interrupted: the clock goes on."""
        clock = self.terms.clock
        if self.clocks is None:
            return
        now = time.monotonic()
        if isinstance(actor, int) and self.places[actor].bot is None:
            left = self.clocks[actor] - (now - self.turned)
            self.clocks[actor] = max(0.0, left)
            if self.game.status.actor != actor or self.game.actions[-1][1:2] != "!":
                if clock.kind == "move":
                    self.clocks[actor] = float(clock.seconds)
                else:
                    self.clocks[actor] += clock.increment
        self.turned = now

    def rethink(self) -> None:
        """What the bots thought is of no use any more; the driver has to look again."""
        if self.thought is not None:
            self.thought.task.cancel()
            self.thought = None
        self.stir.set()

    def remember(self) -> None:
        """Note since when each seat sees what it sees, for the interrupts that may come in late."""
        self.shown[self.number] = self.game.status.actor
        if len(self.shown) > REMEMBERED:
            del self.shown[min(self.shown)]
        for seat in range(self.game.seats) if self.terms.game == "kompromat" else ():
            stood = self.stood.setdefault(seat, {})
            view = self.game.view(seat)
            for mission in range(1, len(view.missions) + 1):  # type: ignore[attr-defined]
                seen = at_mission(view, mission)
                if mission not in stood or stood[mission][1] != seen:
                    stood[mission] = self.number, seen
        if not self.game.status.over:
            self.closed_view = self.game.view(None)

    def unchanged_for(self, seat: Seat, number: int, words: str) -> bool:
        """Whether an interrupt made on an older state may still count: no card at a mission that
        it names has changed since.
        """
        if not words.startswith("use ") or self.terms.game != "kompromat":
            return False
        if number not in self.shown or self.shown[number] == seat:
            return False
        stood = self.stood.get(seat, {})
        return all(stood[mission][0] <= number for mission in missions_named(words))


def _since(log: Log, number: int) -> tuple[Line, ...]:
    """The game's lines after this action, however many there are before."""
    at = len(log)
    while at and not 0 < log[at - 1].number <= number:
        at -= 1
    return tuple(line for line in log[at:] if line.number)


def missions_named(words: str) -> list[int]:
    """The missions that an item's action names."""
    item, *rest = words.removeprefix("use ").removeprefix("usb-stick ").split(" ")
    if item in ("drone", "newspaper", "stun-gun"):
        return [int(rest[0])]
    if item == "jetpack":
        return [int(each) for each in rest]
    return []


def at_mission(view: Any, mission: int) -> object:
    """What a seat sees at a mission."""
    return (
        view.round,
        view.missions[mission - 1],
        [(side.piles[mission - 1], side.newspapers[mission - 1]) for side in view.players],
    )


def chosen_outcome(held: Held, kind: str) -> str | None:
    """A chance outcome that the players have set."""
    if kind == "first" and held.terms.starter is not None:
        return f"first {held.terms.starter}"
    if kind == "agents" and held.terms.nations:
        return " ".join(["agents", *sorted(held.terms.nations)])
    return None


def ended_in_record(held: Held) -> dict[str, Any] | None:
    """How a game ended that was not played out."""
    if held.ended is None or held.ended["reason"] == "played":
        return None
    return {key: held.ended.get(key) for key in ("after", "reason", "seat")}


def record_of(held: Held) -> str:
    """The record, for those who may have it once the game is over."""
    game = held.game
    more: dict[str, Any] = {}
    chosen = [
        number
        for number, words in enumerate(game.actions, 1)
        if words.split(" ", 1)[0] in ("first", "agents")
        and chosen_outcome(held, words.split(" ", 1)[0]) == words
    ]
    if chosen:
        more["chosen"] = chosen
    changes = [each for each in held.seatings if each.event.kind not in ("sat", "stood-in")]
    if changes:
        more["seatings"] = [
            {
                "after": each.after,
                "seat": each.event.seat,
                "name": each.event.name,
                "bot": each.event.bot,
            }
            for each in changes
            if each.event.bot is not None or each.event.kind == "back"
        ]
    stood_in = [each for each in held.seatings if each.event.kind == "stood-in"]
    if stood_in:
        more["stood_in"] = [{"after": each.after, "seat": each.event.seat} for each in stood_in]
    if (ended := ended_in_record(held)) is not None:
        more["ended"] = ended
    proven = held.proof()
    if proven is None:  # it began before there were proofs
        more["shuffle"] = {"dealer": record.FORMAT, "seed": held.seed}
    else:
        more[proof.KEY] = proven.json()
    first = {}
    for each in held.seatings:
        if each.event.kind == "sat":
            seat = {"name": each.event.name}
            if each.event.bot is not None:
                seat["bot"] = each.event.bot
            first[each.event.seat] = seat
    seats = tuple(first[seat] for seat in range(game.seats))
    return record.write(record.of(game, seats, more))
