"""[microfilms] and The Croupier a second time: a checker, written from the rules alone.

It shares no code with the engine and is as plain as can be: dicts, lists, and the rule's id
(M or C) beside what obeys it. `Table` is the game for 3 to 6 seats, `Croupier` the one for 2;
both speak the words, the states and the views of the protocol.
"""

import copy
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Name = int | str  # a seat, or "croupier"
Json = dict[str, Any]

# M1: the cards.
NATIONS = ["china", "uk", "usa", "ussr"]
FREELANCERS = ["broker", "hitman", "interpol", "journalist"]
ACTION_CARDS = ["cash-out"] * 3 + ["interrogate"] * 3 + ["steal"] * 2
BLOODSTAINED = ["interrogate", "steal"]  # M3: the five Blackmail cards
FRANCS = 30  # M2


class Refused(Exception):
    """What was asked may not be done; nothing has changed."""


class Table:
    """A game of [microfilms] for 3 to 6 seats."""

    game = "microfilms"
    smallest, largest = 3, 6
    covers: Sequence[str] = ()  # C1: the second identities; only The Croupier has them
    has_ace = True

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        if type(seats) is not int or not self.smallest <= seats <= self.largest:
            raise Refused(f"{self.game} has {self.smallest} to {self.largest} seats, not {seats}")
        limit = options.get("turn_limit", 500)  # M31
        if set(options) - {"turn_limit"} or type(limit) is not int or limit < 0:
            raise Refused(f"no such options: {dict(options)!r}")
        self.seats = seats
        self.turn_limit: int = limit
        self.agents: list[str] = []
        self.letters: list[str] | None = None
        self.undealt: list[str] = []  # the cards not yet dealt, only during setup
        self.players: list[Json] = [
            # M10: everyone starts Suspect.
            {"identities": [], "hand": [], "francs": 0, "cleared": False, "eliminated": False}
            for _ in range(seats)
        ]
        self.croupier: Json | None = None
        self.house = FRANCS
        self.deck: list[str] = []  # top first
        self.discard: list[str] = []  # top first
        self.evening = 1  # M10
        self.turns = 0
        self.active: Name | None = None  # whose turn it is
        self.seat = 0  # the seat whose turn it is, or was before the croupier's
        self.actor: Name | None = "chance"
        self.phase = "chance"
        self.kind = "agents"  # which chance outcome is due, in the phase `chance`
        self.pending: Json | None = None
        self.result: Json | None = None

    # --- What the referee answers ---

    def status(self) -> Json:
        return {
            "actor": self.actor,
            "phase": self.phase,
            "over": self.phase == "over",
            "result": copy.deepcopy(self.result),
        }

    def legal(self) -> Json:
        answer: Json = {"actor": self.actor, "actions": [], "interrupts": {}}
        if self.phase == "chance" and self.kind == "first":
            answer["chance"] = {"kind": "first", "seats": list(range(self.seats))}
        elif self.phase == "chance":
            answer["chance"] = {"kind": self.kind, "cards": sorted(self.pool())}
        else:
            answer["actions"] = self.actions()
        return answer

    def state(self) -> Json:
        state: Json = {
            "game": self.game,
            "phase": self.phase,
            "actor": self.actor,
            "active": self.active,
            "agents": self.agents,
            "letters": self.letters,
            "evening": self.evening,
            "turns": self.turns,
            "house": self.house,
            "deck": self.deck,
            "discard": self.discard,
            "players": self.players,
            "croupier": self.croupier,
            "pending": self.pending,
        }
        return copy.deepcopy(state)

    def view(self, seat: int | None) -> Json:
        """What lies before a seat (None: a spectator), as in M32."""
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            raise Refused(f"no seat {seat!r}")
        view = self.state()
        if self.phase == "over":
            return view  # all is shown then
        view["letters"] = None  # M6: the letter left out was not seen
        view["deck"] = len(self.deck)
        # M23: only the top of the discard deck, and its count.
        view["discard"] = {
            "top": self.discard[0] if self.discard else None,
            "count": len(self.discard),
        }
        others = [player for number, player in enumerate(view["players"]) if number != seat]
        if view["croupier"] is not None:
            others.append(view["croupier"])  # C11
        for other in others:
            other["hand"] = len(other["hand"])
            if not other.get("eliminated"):  # M29: theirs stays revealed
                other["identities"] = ["?"] * len(other["identities"])
        pending = view["pending"]
        if pending is not None and pending["kind"] == "bribe" and pending["by"] != seat:
            pending["card"] = "?"  # M13: offered unseen
        return view

    def sample(self, rng: random.Random) -> str:
        """A chance outcome that is legal now, drawn as the cards would be."""
        if self.phase != "chance":
            raise Refused("no chance outcome is due")
        if self.kind == "first":
            return f"first {rng.randrange(self.seats)}"
        cards = rng.sample(self.pool(), self.how_many())
        if self.kind == "identities":  # M5: the agents, and as many freelancers as are needed
            agents = [f"agent-{nation}" for nation in self.agents]
            cards = agents + rng.sample(FREELANCERS, self.how_many() - 3)
            rng.shuffle(cards)
        if self.kind in ("agents", "letters"):
            cards.sort()
        return " ".join([self.kind, *cards])

    def apply(self, words: str, seat: int | None = None) -> None:
        if self.phase == "over":
            raise Refused("the game is over")
        if self.phase == "chance":
            if seat is not None:
                raise Refused("a chance outcome is no seat's")
            self.chance(words)
            return
        if seat is not None and (type(seat) is not int or seat != self.actor):
            raise Refused("this game has no interrupts")
        if words not in self.actions():
            raise Refused(f"not legal: {words!r}")
        verb, *rest = words.split(" ")
        if self.phase == "action":
            self.act(verb, rest)
        elif self.phase == "bribe":
            self.answer_bribe(verb)
        elif self.phase == "blackmail":
            self.answer_blackmail(verb)
        else:
            self.lay(rest[0])

    # --- Chance ---

    def pool(self) -> list[str]:
        """The cards that the chance outcome now due takes from."""
        if self.kind == "agents":
            return list(NATIONS)  # M4
        if self.kind == "identities":
            freelancers = FREELANCERS if self.how_many() > 3 else []
            return [f"agent-{nation}" for nation in self.agents] + freelancers  # M5
        if self.kind == "covers":
            return list(self.covers)  # C1
        if self.kind == "letters":
            return list(self.agents)  # M6
        if self.kind == "actions":
            return list(ACTION_CARDS)  # M7
        if self.kind == "deck":
            return list(self.undealt)  # M7
        if self.kind == "shuffle":
            return list(self.discard)  # M22
        if self.kind == "drop":
            return list(self.who("croupier")["hand"])  # C4
        assert self.pending is not None
        target = self.pending["to"]
        hand: list[str] = list(self.who(target)["hand"])
        if self.kind == "show" and target != "croupier":  # C6: never his identity
            hand += self.who(target)["identities"]  # M17; C3: both of them
        return hand

    def how_many(self) -> int:
        """How many cards of the pool the outcome names."""
        if self.kind in ("show", "take", "drop"):
            return 1
        if self.kind in ("deck", "shuffle"):
            return len(self.pool())
        if self.kind == "agents":
            return 3
        if self.kind == "letters":
            return 2
        if self.kind == "identities":
            return max(3, self.seats)  # C1: the croupier gets the third agent
        return self.seats

    def chance(self, words: str) -> None:
        kind, *cards = words.split(" ")
        if kind != self.kind:
            raise Refused(f"{self.kind} is due, not {words!r}")
        if kind == "first":
            if words not in [f"first {seat}" for seat in range(self.seats)]:
                raise Refused(f"no such seat: {words!r}")
            self.start(int(cards[0]))
            return
        if len(cards) != self.how_many() or Counter(cards) - Counter(self.pool()):
            raise Refused(f"not these cards: {words!r}")
        if kind in ("agents", "letters") and cards != sorted(cards):
            raise Refused(f"not in order: {words!r}")
        if kind == "identities" and not {f"agent-{nation}" for nation in self.agents} <= set(cards):
            raise Refused(f"M5: the three agents are always dealt: {words!r}")

        if kind == "agents":
            self.agents = cards  # M4
            self.kind = "identities"
        elif kind == "identities":
            for player, card in zip(self.players, cards, strict=False):
                player["identities"].append(card)  # M5
            if self.croupier is not None:
                self.croupier["identities"].append(cards[2])  # C1
            self.kind = "covers" if self.covers else "letters"
        elif kind == "covers":
            for player, card in zip(self.players, cards, strict=True):
                player["identities"].append(card)  # C1
            self.kind = "letters"
        elif kind == "letters":
            self.letters = cards  # M6
            self.kind = "actions"
        elif kind == "actions":
            for player, card in zip(self.players, cards, strict=True):
                player["hand"] = [card]  # M7; C2: none for the croupier
            # M7: the draw deck is what is left, the ace, two letters, three films; C1: no ace.
            assert self.letters is not None
            self.undealt = list((Counter(ACTION_CARDS) - Counter(cards)).elements())
            self.undealt += ["ace"] if self.has_ace else []
            self.undealt += [f"letter-{nation}" for nation in self.letters]
            self.undealt += [f"film-{nation}" for nation in self.agents]
            self.kind = "deck"
        elif kind == "deck":
            self.deck = cards
            self.undealt = []
            self.kind = "first"
        elif kind == "shuffle":
            self.deck = cards
            self.discard = []
            self.evening += 1  # M22
            self.after_shuffle()
        elif kind == "drop":
            self.give(cards[0], "croupier", "discard")  # C4: face up
            self.check_deck()
        elif kind == "show":
            self.pending = None  # M17: given back
            self.end_turn()
        else:
            assert kind == "take"
            assert self.pending is not None
            self.give(cards[0], self.pending["to"], self.seat)  # M18
            self.pending = None
            self.end_turn()

    def start(self, seat: int) -> None:
        """M8, M9: the first seat, and the francs of those who come late."""
        late = {3: [2], 4: [2, 3], 5: [3, 4], 6: [3, 4, 5]}.get(self.seats, [])  # C2: none for 2
        for places in late:
            self.pay(1, "house", (seat + places) % self.seats)
        self.turn_of(seat)

    def ask_chance(self, kind: str) -> None:
        self.phase, self.actor, self.kind = "chance", "chance", kind

    # --- Things moved ---

    def who(self, name: Name) -> Json:
        if name == "croupier":
            assert self.croupier is not None
            return self.croupier
        assert isinstance(name, int)
        return self.players[name]

    def pay(self, francs: int, payer: Name, taker: Name) -> None:
        """Francs change hands, or what the payer has if that is less (M2, M15, M16)."""
        francs = min(francs, self.house if payer == "house" else self.who(payer)["francs"])
        for name, change in ((payer, -francs), (taker, francs)):
            if name == "house":
                self.house += change
            else:
                self.who(name)["francs"] += change

    def give(self, card: str, giver: Name, taker: Name) -> None:
        self.who(giver)["hand"].remove(card)
        if taker == "discard":
            self.discard.insert(0, card)  # face up, on top
        else:
            self.receive(card, taker)

    def receive(self, card: str, taker: Name) -> None:
        hand = self.who(taker)["hand"]
        hand.append(card)
        hand.sort()

    # --- A turn ---

    def turn_of(self, seat: int) -> None:
        self.active = self.seat = self.actor = seat
        self.phase = "action"

    def opponents(self) -> list[Name]:
        """Whoever the seat at its turn may name or target (M29, M30)."""
        seats: list[Name] = list(range(self.seats))
        return [s for s in seats if s != self.seat and not self.who(s)["eliminated"]]

    def may_be_interrogated(self, name: Name) -> bool:
        return name != "croupier" or bool(self.who(name)["hand"])  # C6

    def actions(self) -> list[str]:
        """What the actor may do, sorted."""
        if not isinstance(self.actor, int):
            return []
        me = self.players[self.actor]
        hand: list[str] = me["hand"]
        if self.phase == "bribe":
            return ["accept", "decline"]  # M13
        if self.phase == "blackmail":  # M18
            pay = ["pay"] if me["francs"] >= 2 else []
            defend = ["defend"] if "cash-out" in hand else []
            return sorted([*pay, *defend, "refuse"])
        if self.phase == "discard":  # M20; M21: the ace costs 2 francs
            return sorted({f"discard {c}" for c in hand if c != "ace" or me["francs"] >= 2})

        found = {"pass"}  # M12
        if self.deck:
            found.add("draw deck")  # M11
        if self.discard:
            found.add("draw discard")  # M11
        if "cash-out" in hand:
            found.add("cash-out")  # M16
        for name in self.opponents():
            for card in hand:
                found.add(f"bribe {name} {card}")  # M13
            if "steal" in hand:
                found.add(f"steal {name}")  # M15
            if self.may_be_interrogated(name):  # M17
                if "interrogate" in hand:
                    found.add(f"interrogate {name} card")
                if me["francs"] >= 1:
                    found.add(f"interrogate {name} pay")
            for card in ("steal", "interrogate"):  # M18
                if card in hand:
                    found.add(f"blackmail {name} {card}")
            if me["francs"] >= 2:
                found.add(f"blackmail {name} pay")
        return sorted(found | self.attempts())

    def act(self, verb: str, rest: list[str]) -> None:
        if verb == "win":
            self.attempt(rest[0], rest[1:])
            return
        target: Name = self.named(rest[0]) if rest else ""
        if verb == "draw" and rest == ["deck"]:
            self.receive(self.deck.pop(0), self.seat)  # M11
        elif verb == "draw":
            self.receive(self.discard.pop(0), self.seat)  # M11
        elif verb == "pass":
            self.pay(1, "house", self.seat)  # M12
        elif verb == "cash-out":
            self.give("cash-out", self.seat, "discard")  # M14: laid first
            self.pay(3, "house", self.seat)  # M16
        elif verb == "steal":
            self.give("steal", self.seat, "discard")  # M14
            self.pay(2, target, self.seat)  # M15
        elif verb == "bribe":
            self.pending = {"kind": "bribe", "by": self.seat, "to": target, "card": rest[1]}
            self.ask("bribe", target)  # M13: the card stays in the hand meanwhile
            return
        elif verb == "interrogate":
            self.spend("interrogate" if rest[1] == "card" else "pay", 1)  # M14, M17
            self.pending = {"kind": "interrogate", "by": self.seat, "to": target}
            self.ask_chance("show")
            return
        else:
            assert verb == "blackmail"
            self.spend(rest[1], 2)  # M14, M18
            self.pending = {"kind": "blackmail", "by": self.seat, "to": target}
            self.ask("blackmail", target)
            return
        self.end_turn()

    def named(self, word: str) -> Name:
        return int(word) if word.isdigit() else word

    def spend(self, what: str, francs: int) -> None:
        """M14: the card is laid, or the francs are paid, before it takes effect."""
        if what == "pay":
            self.pay(francs, self.seat, "house")
        else:
            self.give(what, self.seat, "discard")

    def ask(self, phase: str, target: Name) -> None:
        self.phase, self.actor = phase, target

    def answer_bribe(self, answer: str) -> None:
        assert self.pending is not None
        target = self.pending["to"]
        if answer == "accept":  # M13
            self.give(self.pending["card"], self.seat, target)
            self.players[self.seat]["cleared"] = True
        else:  # M13: with no franc nothing is paid
            self.pay(1, target, self.seat)
        self.pending = None
        self.end_turn()

    def answer_blackmail(self, answer: str) -> None:
        assert self.pending is not None
        target = self.pending["to"]
        if answer == "refuse":  # M18
            self.players[self.seat]["cleared"] = True
            self.who(target)["cleared"] = False
            if self.who(target)["hand"]:
                self.ask_chance("take")
                return
        elif answer == "pay":
            self.pay(2, target, self.seat)
        else:
            self.give("cash-out", target, "discard")
        self.pending = None
        self.end_turn()

    # --- The end of a turn ---

    def end_turn(self) -> None:
        """M20: the hand limit of the seat whose turn it is, and of no other."""
        me = self.players[self.seat]
        if len(me["hand"]) > (2 if me["cleared"] else 1):
            self.phase, self.actor = "discard", self.seat
        else:
            self.check_deck()

    def lay(self, card: str) -> None:
        if card == "ace":
            self.pay(2, self.seat, "house")  # M21
        self.give(card, self.seat, "discard")
        self.end_turn()

    def check_deck(self) -> None:
        """M22: an empty draw deck is made anew from the discard deck, if that has any card."""
        if not self.deck and self.discard:
            self.ask_chance("shuffle")
        else:
            self.after_shuffle()

    def after_shuffle(self) -> None:
        """A turn is finished: it counts, and the game may have gone on for long enough."""
        self.turns += 1
        if self.turn_limit and self.turns >= self.turn_limit:
            self.over([], "turn-limit")  # M31
        else:
            self.after_turn()

    def after_turn(self) -> None:
        """Clockwise, past those who are eliminated (M29)."""
        seat = (self.seat + 1) % self.seats
        while self.players[seat]["eliminated"]:
            seat = (seat + 1) % self.seats
        self.turn_of(seat)

    def over(self, winners: Sequence[Name], reason: str) -> None:
        self.phase, self.actor, self.pending = "over", None, None
        seats = sorted(name for name in winners if isinstance(name, int))
        last = ["croupier"] if "croupier" in winners else []
        self.result = {"winners": [*seats, *last], "reason": reason}

    # --- Attempting a win ---

    def attempts(self) -> set[str]:
        """M30: the attempts of the seat whose turn it is."""
        me = self.players[self.seat]
        if not me["cleared"]:
            return set()  # M24 to M28 all ask for Cleared
        identities = me["identities"]
        films = sorted(card for card in me["hand"] if card.startswith("film-"))
        found: set[str] = set()
        if self.nation_of(self.seat) is not None:  # M24
            found |= {f"win agent {film}" for film in films}
        if "journalist" in identities:  # M25
            foreign = [f for f in films if f != f"film-{self.nation_of(self.seat)}"]  # C9
            found |= {f"win journalist {f} {s}" for f in foreign for s in self.opponents()}
        if "hitman" in identities:  # M26
            found |= {f"win hitman {name}" for name in self.opponents()}
        if self.evening >= 2 and "broker" in identities:  # M27: one place may be named twice
            places = self.places()
            for number, place in enumerate(places):
                found |= {f"win broker {place} {other}" for other in places[number:]}
        if self.evening >= 2 and "interpol" in identities:  # M28
            suspects = [name for name in self.opponents() if not self.who(name)["cleared"]]
            found |= {f"win interpol {name}" for name in suspects}
        return found

    def places(self) -> list[Name]:
        """M27: where a letter may be, in order; the hand of someone eliminated is no place."""
        seats = [seat for seat in range(self.seats) if not self.players[seat]["eliminated"]]
        return [*seats, "deck", "discard"]

    def letters_at(self, place: Name) -> int:
        if place == "deck":
            cards = self.deck
        elif place == "discard":
            cards = self.discard
        else:
            cards = self.who(place)["hand"]
        return sum(card.startswith("letter-") for card in cards)

    def attempt(self, identity: str, rest: list[str]) -> None:
        if identity == "agent":
            mine = self.nation_of(self.seat)
            assert mine is not None
            self.over(self.agents_win(mine, rest[0].removeprefix("film-")), "agents")
            return
        if identity == "journalist":  # M25
            right = self.nation_of(self.named(rest[1])) == rest[0].removeprefix("film-")
        elif identity == "hitman":  # M26
            right = "ace" in self.who(self.named(rest[0]))["hand"]
        elif identity == "broker":  # M27: as many letters at each place as it was named
            right = all(
                self.letters_at(self.named(place)) == times
                for place, times in Counter(rest).items()
            )
        else:  # M28
            assert identity == "interpol"
            right = any(c in BLOODSTAINED for c in self.who(self.named(rest[0]))["hand"])
        if right:
            self.over([self.seat], identity)
        else:
            self.failed()

    def nation_of(self, name: Name) -> str | None:
        for card in self.who(name)["identities"]:
            if card.startswith("agent-"):
                return str(card).removeprefix("agent-")
        return None

    def agents_win(self, mine: str, film: str) -> list[Name]:
        """M24: who wins when the agent of one nation reveals the film of another, or its own."""
        assert self.letters is not None
        allied = self.letters  # M6
        (lone,) = set(self.agents) - set(allied)
        if mine in allied and film == lone:
            winners = allied
        elif mine == lone and film in allied:
            winners = [lone]
        elif mine == lone:
            winners = allied
        else:
            winners = [lone]
        names: list[Name] = list(range(self.seats))
        if self.croupier is not None:
            names.append("croupier")
        return [name for name in names if self.nation_of(name) in winners]

    def failed(self) -> None:
        """M29: the seat is out, and its turn ends at once."""
        me = self.players[self.seat]
        for card in sorted(me["hand"]):
            self.give(card, self.seat, "discard")
        self.pay(me["francs"], self.seat, "house")
        me["eliminated"] = True
        self.check_deck()


class Croupier(Table):
    """The Croupier, for 2 seats: what differs."""

    game = "croupier"
    smallest = largest = 2
    covers = ("broker", "interpol", "journalist")  # C1: no hitman
    has_ace = False  # C1

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        # C2: no card, no franc, Suspect.
        self.croupier = {"identities": [], "hand": [], "francs": 0, "cleared": False}

    def opponents(self) -> list[Name]:
        return [1 - self.seat, "croupier"]  # C5, C9

    def ask(self, phase: str, target: Name) -> None:
        super().ask(phase, target)
        if target != "croupier":
            return
        # C5: he is not asked; he accepts a bribe and refuses a blackmail.
        if phase == "bribe":
            self.answer_bribe("accept")
        else:
            self.answer_blackmail("refuse")

    # --- His turn ---

    def after_shuffle(self) -> None:
        if self.active == "croupier":  # C4: M22 after his turn; M31 counts only the players' turns
            self.turn_of(1 - self.seat)
        else:
            super().after_shuffle()

    def after_turn(self) -> None:
        """C4: the croupier's turn, after each player's."""
        self.active = "croupier"
        he = self.who("croupier")
        if len(he["hand"]) <= 1:
            if self.deck:
                self.receive(self.deck.pop(0), "croupier")
        else:
            self.pay(1, "house", "croupier")  # nothing from an empty house
            he["cleared"] = True
            if he["francs"] >= 10:
                self.over([], "croupier-francs")  # C7: before any discard
                return
            if len(he["hand"]) >= 3:
                self.ask_chance("drop")
                return
        self.check_deck()

    # --- Attempting a win ---

    def attempts(self) -> set[str]:
        found = super().attempts()
        # C10: both must be Cleared; the film is not of the player's own nation.
        if self.players[self.seat]["cleared"] and self.who("croupier")["cleared"]:
            mine = self.nation_of(self.seat)
            found |= {f"win croupier film-{nation}" for nation in self.agents if nation != mine}
        return found

    def places(self) -> list[Name]:
        return [0, 1, "croupier", "deck", "discard"]  # C9

    def attempt(self, identity: str, rest: list[str]) -> None:
        if identity == "croupier":
            self.over(self.croupier_claim(rest[0]), "croupier-hand")
        else:
            super().attempt(identity, rest)

    def croupier_claim(self, film: str) -> list[Name]:
        """C10: who wins when a seat claims to be the croupier's ally, naming a film in his hand."""
        assert self.letters is not None
        mine, theirs, his = (self.nation_of(n) for n in (self.seat, 1 - self.seat, "croupier"))
        there = film in self.who("croupier")["hand"]
        if there and film == f"film-{theirs}":
            if sorted([str(mine), str(his)]) == self.letters:
                return [self.seat, "croupier"]
            if sorted([str(mine), str(theirs)]) == self.letters:
                return ["croupier"]
        return [1 - self.seat]

    def failed(self) -> None:
        self.over([1 - self.seat], "failed-attempt")  # C8
