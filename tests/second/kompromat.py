"""Kompromat a second time: one mutable table, told in the order in which it is played.

The whole game is one generator, `Table._play`. It reads like the rules, stops at every `yield` to
be told an action, and goes on from there. Only what may be chosen at a stop is worked out apart
(`_choices`), from the table as it then lies; so an interrupt simply changes the table while the
generator stands still. The K ids are those of the rules.
"""

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from typing import Any

# K1: the equipment of each seat. Values are in half points, so that 0.5 is a whole number.
EQUIPMENT = ["0.5", "A", "A", "2", "3", "4", "5", "6", "7", "7", "7", "8", "9", "10"]
HALVES = {"0.5": 1, "A": 2} | {str(n): 2 * n for n in range(2, 11)}  # an A at its least: K10
TEN_MORE = 20  # what an A gains by counting 11
TWENTY_ONE = 42
THREE = 6  # K23: what a newspaper adds

# K2: the missions.
TARGETS = {
    "informant": 5,
    "pursuit": 4,
    "safe-house": 4,
    "airport": 3,
    "interrogation": 3,
    "locker": 3,
    "barmaid": 2,
    "hotel": 2,
}
COUNTER = {"ci-1": 1, "ci-2": 2, "ci-3": 3}  # their exclamation marks
ITEMS = [
    "balaclava",
    "chloroform",
    "drone",
    "gps-tracker",
    "jetpack",
    "newspaper",
    "night-vision",
    "stun-gun",
    "usb-stick",
    "vesper-martini",
]
MISSIONS = (
    list(TARGETS)
    + ["code"] * 3
    + ["document"] * 3
    + ["ci-1", "ci-1", "ci-2", "ci-2", "ci-3"]
    + ITEMS
)
SETS = [0, 2, 6, 12]  # K41: by the number of codes, or of documents

# Which items are good for something in which phase: K17, K19, K27, K36. The usb-stick is not
# listed: it is good wherever what it copies is (K26).
ANY_TIME = set(ITEMS) - {"chloroform", "vesper-martini", "usb-stick"}
USABLE = {
    "turn": ANY_TIME,
    "place": ANY_TIME,
    "push": ANY_TIME,
    "window": ANY_TIME,
    "adjust": {"vesper-martini"},
    "rescue": {"balaclava"},
    "cover": {"chloroform"},
}
TURN_PHASES = ("turn", "place", "push")
WORTH_ASKING = {"drone", "gps-tracker", "jetpack", "newspaper", "stun-gun"}  # K30

LIMIT = 9  # K36

Json = Any
Moves = Generator[None, list[str], None]
Answer = Generator[None, list[str], list[str]]


class Refused(Exception):
    """The action may not be made; the table stays as it was."""


class Lost(Exception):
    """K36: a seat has nine tokens."""


class Laid:
    """One equipment card since it was drawn. Compared by identity: there are three 7s."""

    def __init__(self, name: str, up: bool) -> None:
        self.name = name
        self.up = up

    def shown(self, visible: bool) -> str:
        return self.name if self.up or visible else "?"


class Mission:
    """A mission on the table, with what lies under it."""

    def __init__(self, card: str) -> None:
        self.card = card
        self.ci: str | None = None
        self.resolved = False


class Player:
    """What belongs to one seat."""

    def __init__(self) -> None:
        self.tokens = 0
        self.items: list[str] = []
        self.used: list[str] = []
        self.won: list[str] = []
        self.clear_for_round()

    def clear_for_round(self) -> None:
        self.deck: list[str] = []
        self.piles: list[list[Laid]] = [[], [], [], []]
        self.newspapers = [0, 0, 0, 0]
        self.discard: list[Laid] = []
        self.last: Laid | None = None  # K21: the card drawn last this round, wherever it is

    def points(self) -> int:
        """K41."""
        points = self.tokens
        for card in self.won:
            if card in TARGETS:
                points += TARGETS[card]
            elif card in ITEMS:
                points += 1
        return points + SETS[self.won.count("code")] + SETS[self.won.count("document")]


def number(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


class Table:
    """A game of Kompromat, driven by action words."""

    def __init__(self, seats: int = 2, options: dict[str, Any] | None = None) -> None:
        if seats != 2 or options:
            raise Refused("two seats, no options")
        self.phase = "chance"
        self.actor: int | str | None = "chance"
        self.chance: dict[str, Any] = {}
        self.result: dict[str, Any] | None = None
        self.round = 1
        self.starter: int | None = None
        self.turn: int | None = None
        self.current: int | None = None
        self.drawn: Laid | None = None
        self.taking: int | None = None
        self.mission_deck: list[str] = []
        self.mission_discard: list[str] = []
        self.missions: list[Mission] = []
        self.declared: list[int | None] = [None, None]  # halves
        self.players = [Player(), Player()]
        self.notes: Counter[str] = Counter()  # which rarer things happened; no part of the game
        self._game = self._play()
        next(self._game)

    # What a driver asks.

    def status(self) -> dict[str, Json]:
        return {
            "actor": self.actor,
            "phase": self.phase,
            "over": self.phase == "over",
            "result": self.result,
        }

    def legal(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"actor": self.actor, "actions": [], "interrupts": {}}
        if self.phase == "chance":
            answer["chance"] = dict(self.chance)
        elif isinstance(self.actor, int):
            answer["actions"] = sorted(self._choices(self.actor))
            interrupts = sorted(self._interrupts(1 - self.actor))
            if interrupts:
                answer["interrupts"] = {str(1 - self.actor): interrupts}
        return answer

    def sample(self, rng: random.Random) -> str:
        """A legal chance outcome."""
        if self.phase != "chance":
            raise Refused("nothing is left to chance here")
        kind = self.chance["kind"]
        if kind == "first":
            return f"first {rng.choice(self.chance['seats'])}"
        cards = list(self.chance["cards"])
        rng.shuffle(cards)
        seat = [str(self.chance["seat"])] if kind == "equipment" else []
        return " ".join([kind, *seat, *cards])

    def apply(self, words: str, seat: int | None = None) -> None:
        if self.phase == "over":
            raise Refused("the game is over")
        if self.phase == "chance":
            if seat is not None:
                raise Refused("no seat decides at chance")
            self._check_chance(words)
            self._tell(words)
            return
        assert isinstance(self.actor, int)
        if seat is None or seat == self.actor:
            if words not in self._choices(self.actor):
                raise Refused(f"seat {self.actor} may not: {words}")
            self._tell(words)
        else:
            # K17 b: the table does not wait for an interrupt, and goes on where it was.
            if seat != 1 - self.actor or words not in self._interrupts(seat):
                raise Refused(f"seat {seat} may not now: {words}")
            self._use(seat, words.split(" "))

    def state(self) -> dict[str, Json]:
        return self._picture([False, False], everything=True)

    def view(self, seat: int | None) -> dict[str, Json]:
        """K43."""
        if self.phase == "over":
            return self.state()
        # K12: only while drawing at a mission, and only there. `current` is that mission then.
        looking = [seat == who == self.turn and self.current is not None for who in (0, 1)]
        return self._picture(looking, everything=False)

    def _picture(self, looking: list[bool], everything: bool) -> dict[str, Json]:
        """The table as JSON; by seat, who is looking at their cards at the current mission."""
        players = []
        for who, player in enumerate(self.players):
            piles = []
            for where, pile in enumerate(player.piles):
                seen = everything or (looking[who] and where == self.current)
                piles.append([[c.shown(seen), "up" if c.up else "down"] for c in pile])
            players.append(
                {
                    "deck": list(player.deck) if everything else len(player.deck),
                    "piles": piles,
                    "newspapers": list(player.newspapers),
                    # K25: what was stunned went there face down, and stays so.
                    "discard": [card.shown(everything) for card in player.discard],
                    "tokens": player.tokens,
                    "items": list(player.items),
                    "used": list(player.used),
                    "won": list(player.won),
                }
            )
        return {
            "game": "kompromat",
            "phase": self.phase,
            "actor": self.actor,
            "round": self.round,
            "starter": self.starter,
            "turn": self.turn,
            "current": None if self.current is None else self.current + 1,
            "drawn": None if self.drawn is None else self.drawn.name,  # K8: public
            "taking": self.taking,
            "mission_deck": list(self.mission_deck) if everything else len(self.mission_deck),
            "mission_discard": list(self.mission_discard),
            "missions": [
                {"card": m.card, "ci": m.ci, "resolved": m.resolved} for m in self.missions
            ],
            "declared": [None if total is None else number(total) for total in self.declared],
            "players": players,
        }

    # The game, in its order.

    def _tell(self, words: str) -> None:
        """Go on with the game until the next stop, or to its end."""
        with contextlib.suppress(StopIteration):
            self._game.send(words.split(" "))

    def _ask(self, phase: str, actor: int) -> Answer:
        self.phase, self.actor = phase, actor
        words = yield
        return words

    def _ask_chance(self, chance: dict[str, Any]) -> Answer:
        self.phase, self.actor, self.chance = "chance", "chance", chance
        words = yield
        return words

    def _check_chance(self, words: str) -> None:
        """An outcome names its kind (and seat), then every card as often as it is there."""
        kind = self.chance["kind"]
        if kind == "first":
            legal = words in [f"first {seat}" for seat in self.chance["seats"]]
        else:
            head = f"equipment {self.chance['seat']} " if kind == "equipment" else f"{kind} "
            cards = sorted(words.removeprefix(head).split(" "))
            legal = words.startswith(head) and cards == self.chance["cards"]
        if not legal:
            raise Refused(f"not an outcome of {kind}: {words}")

    def _play(self) -> Moves:
        words = yield from self._ask_chance({"kind": "first", "seats": [0, 1]})  # K4
        self.starter = int(words[1])
        words = yield from self._ask_chance({"kind": "missions", "cards": sorted(MISSIONS)})  # K2
        self.mission_deck = words[1:]
        try:
            for self.round in range(1, 7):  # K40
                yield from self._set_up_round()
                yield from self._turns()
                for mission in range(4):  # K28
                    yield from self._reveal(mission)
                if self.round < 6:
                    self._clear_round()
            self._count_points()
        except Lost:
            pass
        self.phase, self.actor = "over", None

    def _clear_round(self) -> None:
        assert self.starter is not None
        self.starter = 1 - self.starter  # K4
        self.missions = []
        for player in self.players:
            player.clear_for_round()

    def _set_up_round(self) -> Moves:
        for seat in (0, 1):  # K5
            chance = {"kind": "equipment", "seat": seat, "cards": sorted(EQUIPMENT)}
            words = yield from self._ask_chance(chance)
            self.players[seat].deck = words[2:]
        # K6: first four cards, then what has to lie on top of counter-intelligence.
        self.missions = [Mission(self.mission_deck.pop(0)) for _ in range(4)]
        aside: list[str] = []
        for mission in self.missions:
            if mission.card in COUNTER:
                mission.ci = mission.card
                mission.card = self.mission_deck.pop(0)
                while mission.card in COUNTER:
                    aside.append(mission.card)
                    mission.card = self.mission_deck.pop(0)
        # K7: until they are shuffled in, those put aside lie at the bottom.
        self.mission_deck += aside
        self.notes[f"K6: {len(aside)} put aside"] += 1
        if aside:
            chance = {"kind": "reshuffle", "cards": sorted(self.mission_deck)}
            words = yield from self._ask_chance(chance)
            self.mission_deck = words[1:]

    def _turns(self) -> Moves:
        """K13, K14."""
        assert self.starter is not None
        seat = self.starter
        while True:
            if not self._has_a_turn(seat):
                self.notes["K14: no turn for a seat"] += 1
                seat = 1 - seat
                if not self._has_a_turn(seat):
                    return
            yield from self._turn(seat)
            seat = 1 - seat

    def _has_a_turn(self, seat: int) -> bool:
        """K14: equipment to draw, and a mission that it has not attempted (K13)."""
        player = self.players[seat]
        return bool(player.deck) and not all(player.piles)

    def _turn(self, seat: int) -> Moves:
        player = self.players[seat]
        self.turn = seat
        while (yield from self._answer("turn", seat)) != ["draw"]:
            pass
        self.drawn = player.last = Laid(player.deck.pop(0), up=True)  # K8
        words = yield from self._answer("place", seat)
        self.current = int(words[1]) - 1
        player.piles[self.current].append(self.drawn)
        self.drawn = None
        # K9, K15. A jetpack may change `current` on the way (K22).
        while (yield from self._answer("push", seat)) == ["draw"]:
            player.last = Laid(player.deck.pop(0), up=False)
            player.piles[self.current].append(player.last)
        self.notes["K10: had to stop, over 21"] += (
            self._least_total(seat, self.current) > TWENTY_ONE
        )
        self.notes["K11: had to stop, no cards"] += not player.deck
        self.turn = self.current = None

    def _answer(self, phase: str, seat: int) -> Answer:
        """What the seat does besides using items: it uses as many as it likes before (K17 a)."""
        while True:
            words = yield from self._ask(phase, seat)
            if words[0] != "use":
                return words
            self._use(seat, words)

    def _reveal_order(self) -> list[int]:
        """K29: the starting seat, then the other."""
        assert self.starter is not None
        return [self.starter, 1 - self.starter]

    def _reveal(self, where: int) -> Moves:
        mission = self.missions[where]
        self.current = where
        yield from self._window("window", self._may_act_before_reveal)  # K30
        for seat in self._reveal_order():
            yield from self._turn_up_and_declare(seat, where)
        yield from self._window("adjust", self._may_adjust)  # K33
        for seat in self._reveal_order():  # K34
            total = self.declared[seat]
            if total is not None and total > TWENTY_ONE:
                self.notes["K34: failed"] += 1
                self._discard_pile(seat, where)
                yield from self._take_tokens(seat, 1)
        for seat in self._reveal_order():  # K35
            if self.declared[seat] == TWENTY_ONE and self.players[seat].tokens > 0:
                words = yield from self._ask("perfect", seat)
                if words == ["shed"]:
                    self.players[seat].tokens -= 1
        collector = self._collector(where)
        if collector is None:  # K37, K38
            self.mission_discard.append(mission.card)
            if mission.ci:
                self.mission_discard.append(mission.ci)
        else:
            yield from self._collect(collector, mission)
        for seat in self._reveal_order():
            self._discard_pile(seat, where)
            self.players[seat].newspapers[where] = 0  # K23: until the mission is resolved
        mission.resolved = True
        self.declared = [None, None]
        self.current = None

    def _discard_pile(self, seat: int, where: int) -> None:
        player = self.players[seat]
        player.discard += player.piles[where]
        player.piles[where] = []

    def _window(self, phase: str, eligible: Callable[[int], bool]) -> Moves:
        """K29."""
        passed: set[int] = set()
        while True:
            asked = [s for s in self._reveal_order() if s not in passed and eligible(s)]
            if not asked:
                return
            seat = asked[0]
            self.notes[f"{phase}: {len(asked)} to ask, {len(passed)} passed"] += 1
            words = yield from self._ask(phase, seat)
            if words == ["pass"]:
                passed.add(seat)
            else:
                self._use(seat, words)
                self.notes[f"{phase}: a pass is taken back"] += 1 - seat in passed
                passed.discard(1 - seat)

    def _may_act_before_reveal(self, seat: int) -> bool:
        """K30."""
        return any(self._uses(seat, WORTH_ASKING))

    def _may_adjust(self, seat: int) -> bool:
        """K33: the condition of K27 (cards at the mission) is the item's own."""
        return any(self._uses(seat, {"vesper-martini"}))

    def _turn_up_and_declare(self, seat: int, where: int) -> Moves:
        """K31."""
        pile = self.players[seat].piles[where]
        if not pile:
            return
        for card in pile:
            card.up = True
        self.notes[f"K23: {self.players[seat].newspapers[where]} newspapers at a reveal"] += 1
        if any(card.name == "A" for card in pile):
            words = yield from self._ask("declare", seat)
            self.declared[seat] = round(2 * float(words[1]))
        else:
            self.declared[seat] = self._least_total(seat, where)

    def _least_total(self, seat: int, where: int) -> int:
        """K10, K23: with every A as 1, and the newspapers."""
        player = self.players[seat]
        cards = sum(HALVES[card.name] for card in player.piles[where])
        return cards + THREE * player.newspapers[where]

    def _collector(self, where: int) -> int | None:
        """K37, K38."""
        best: list[tuple[int, int, int]] = []
        for seat in (0, 1):
            total = self.declared[seat]
            if total is not None and total <= TWENTY_ONE:
                best.append((total, len(self.players[seat].piles[where]), seat))
        best.sort()
        tied = len(best) == 2 and best[0][0] == best[1][0]
        if not best or (tied and best[0][1] == best[1][1]):
            self.notes["K38: nobody collects, tied" if tied else "K37: nobody collects"] += 1
            return None
        self.notes["K38: more cards collect" if tied else "K37: the higher total collects"] += 1
        return best[-1][2]

    def _collect(self, seat: int, mission: Mission) -> Moves:
        """K39: the card first, so that an item just collected can be used at once."""
        player = self.players[seat]
        player.won.append(mission.card)
        if mission.card in ITEMS:
            player.items.append(mission.card)
        if mission.ci is None:
            return
        self.mission_discard.append(mission.ci)
        if any(self._uses(seat, {"chloroform"})):
            words = yield from self._ask("cover", seat)
            if words != ["pass"]:
                self._use(seat, words)
                return  # K19: no tokens
        yield from self._take_tokens(seat, COUNTER[mission.ci])

    def _take_tokens(self, seat: int, due: int) -> Moves:
        """K36."""
        player = self.players[seat]
        asked = 0
        while player.tokens + due >= LIMIT and any(self._uses(seat, {"balaclava"})):
            self.taking = due
            asked += 1
            self.notes[f"K36: asked {asked} times"] += 1
            words = yield from self._ask("rescue", seat)
            self.taking = None
            if words == ["pass"]:
                break
            self._use(seat, words)
        player.tokens += due
        self.notes[f"{player.tokens} tokens held"] += 1
        if player.tokens >= LIMIT:
            self.notes[f"K36: lost while taking {due}"] += 1
            self._end([1 - seat], "notoriety")
            raise Lost

    def _count_points(self) -> None:
        """K41, K42."""
        scores = [(player.points(), player.tokens) for player in self.players]
        if scores[0] == scores[1]:
            self._end([], "draw")
            return
        winner = scores.index(max(scores))
        tied = scores[0][0] == scores[1][0]
        self._end([winner], "tie-break" if tied else "points")

    def _end(self, winners: list[int], reason: str) -> None:
        points = [player.points() for player in self.players]
        self.result = {"winners": winners, "reason": reason, "points": points}

    # What may be chosen.

    def _choices(self, seat: int) -> list[str]:
        """What the seat that is asked may do."""
        player = self.players[seat]
        uses = list(self._uses(seat, USABLE.get(self.phase, set())))
        if self.phase == "turn":
            return ["draw", *uses]
        if self.phase == "place":  # K13
            return [f"place {m + 1}" for m in range(4) if not player.piles[m]] + uses
        if self.phase == "push":
            assert self.current is not None
            over = self._least_total(seat, self.current) > TWENTY_ONE
            may_draw = player.deck and not over  # K10, K11
            return [*(["draw"] if may_draw else []), "stop", *uses]
        if self.phase == "declare":  # K31
            assert self.current is not None
            least = self._least_total(seat, self.current)
            aces = [card for card in player.piles[self.current] if card.name == "A"]
            totals = [least + TEN_MORE * n for n in range(len(aces) + 1)]
            return [f"declare {number(total)}" for total in totals]
        if self.phase == "perfect":
            return ["keep", "shed"]
        return ["pass", *uses]  # window, adjust, rescue, cover

    def _interrupts(self, seat: int) -> list[str]:
        """K17 b: what the other seat may do meanwhile."""
        return list(self._uses(seat, ANY_TIME)) if self.phase in TURN_PHASES else []

    def _uses(self, seat: int, usable: set[str]) -> Iterable[str]:
        """Every way for the seat to use one of these items now, itself or by the usb-stick."""
        player = self.players[seat]
        for item in player.items:  # K16: once
            if item == "usb-stick":  # K26
                for copied in player.used:
                    if copied in usable:
                        for words in self._ways(seat, copied):
                            yield f"use usb-stick {words}"
            elif item in usable:
                for words in self._ways(seat, item):
                    yield f"use {words}"

    def _ways(self, seat: int, item: str) -> list[str]:
        """The words for each way in which the item's own condition holds, K18 to K27."""
        mine, theirs = self.players[seat], self.players[1 - seat]
        unresolved = [m for m, mission in enumerate(self.missions) if not mission.resolved]
        if item == "balaclava":  # K18
            return [item] if mine.tokens else []
        if item == "chloroform":  # K19: only asked for where it can be used
            return [item]
        if item == "drone":  # K20
            return [
                f"{item} {m + 1}"
                for m in unresolved
                if not all(card.up for card in theirs.piles[m])
            ]
        if item == "gps-tracker":  # K21
            where = [m for m in unresolved if mine.last in mine.piles[m]]
            return [item] if where and mine.last and not mine.last.up else []
        if item == "jetpack":  # K22
            return [
                f"{item} {start + 1} {end + 1}"
                for start in unresolved
                for end in unresolved
                if mine.piles[start] and not mine.piles[end]
            ]
        if item == "newspaper":  # K23
            return [f"{item} {m + 1}" for m in unresolved if theirs.piles[m]]
        if item == "night-vision":  # K24
            return [item] if mine.deck else []
        if item == "stun-gun":  # K25
            return [
                f"{item} {m + 1} {place + 1}"
                for m in unresolved
                for place, card in enumerate(theirs.piles[m])
                if not card.up
            ]
        assert item == "vesper-martini"  # K27: only asked for in the window of K33
        assert self.current is not None
        return [f"{item} +1", f"{item} -1"] if mine.piles[self.current] else []

    def _use(self, seat: int, words: list[str]) -> None:
        """Do what the item does. The words are known to be legal."""
        mine, theirs = self.players[seat], self.players[1 - seat]
        item, *rest = words[1:]
        mine.items.remove(item)  # K16
        mine.used.append(item)
        if item == "usb-stick":  # K26: what is copied stays where it is
            item, *rest = rest
        if item == "balaclava":  # K18
            mine.tokens -= min(2, mine.tokens)
        elif item == "drone":  # K20
            for card in theirs.piles[int(rest[0]) - 1]:
                card.up = True
        elif item == "gps-tracker":  # K21
            for pile in mine.piles:
                if mine.last in pile:
                    pile.remove(mine.last)
                    mine.deck.insert(0, mine.last.name)
                    break
        elif item == "jetpack":  # K22
            start, end = int(rest[0]) - 1, int(rest[1]) - 1
            mine.piles[start], mine.piles[end] = [], mine.piles[start]
            if self.turn == seat and self.current == start:
                self.current = end
        elif item == "newspaper":  # K23: it lies at the other seat's side
            theirs.newspapers[int(rest[0]) - 1] += 1
        elif item == "stun-gun":  # K25
            card = theirs.piles[int(rest[0]) - 1].pop(int(rest[1]) - 1)
            theirs.discard.append(card)
        elif item == "vesper-martini":  # K27
            total = self.declared[seat]
            assert total is not None
            self.declared[seat] = total + (2 if rest[0] == "+1" else -2)
        # Chloroform does its work at K39, and night vision shows only what state() holds anyway.
