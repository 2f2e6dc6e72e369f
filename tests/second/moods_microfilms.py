"""Random games of [microfilms] and The Croupier in which rare things happen too.

Each seat has a mood, drawn anew for each game: how much it likes each kind of action. Evenly random
seats would seldom see a third evening, an empty house or an elimination.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .microfilms import Croupier, Table

Json = dict[str, Any]


class Mood:
    """What one seat likes in one game."""

    def __init__(self, rng: random.Random, likes: Mapping[str, float]) -> None:
        self.rng = rng
        self.likes = dict(likes)

    def choose(self, actions: list[str]) -> str:
        """First a kind of action by its weight, then one of that kind evenly."""
        kinds: dict[str, list[str]] = {}
        for words in actions:
            kinds.setdefault(kind_of(words), []).append(words)
        for kind in kinds:
            self.likes.setdefault(kind, self.rng.choice([0.05, 0.3, 1, 3, 10]))
        weights = [self.likes[kind] for kind in kinds]
        return self.rng.choice(kinds[self.rng.choices(list(kinds), weights)[0]])


def kind_of(words: str) -> str:
    """The verb; apart from it the two draws, laying the ace, each attempt, and the croupier."""
    verb, *rest = words.split(" ")
    if verb in ("draw", "win"):
        return f"{verb} {rest[0]}"
    if words == "discard ace" or "croupier" in rest:
        return f"{verb} {'ace' if 'ace' in rest else 'croupier'}"
    return verb


WINS = ["agent", "journalist", "hitman", "broker", "interpol", "croupier"]


def likes(rng: random.Random) -> dict[str, float]:
    """What all seats of a game have in common: some games are long, some crowded, some poor."""
    # An agent's attempt ends the game, and the claim of C10 is nearly always open.
    common = {"win agent": rng.choice([0.01, 1, 50]), "win croupier": rng.choice([0, 0.1, 5])}
    freelancers = rng.choice([0.1, 3, 50])
    common |= {f"win {who}": freelancers for who in WINS if who not in ("agent", "croupier")}
    habit = rng.choice(["any", "burn", "save", "hoard", "harass"])
    if habit == "burn":  # evening after evening
        common |= {"draw deck": 40, "draw discard": 0.05, "accept": 10, "discard ace": 0.1}
    elif habit == "save":  # the house gets empty
        common |= {"pass": 10, "cash-out": 20, "interrogate": 0.02, "blackmail": 0.1}
    elif habit == "hoard":  # hands get full, and the draw deck small
        common |= {"bribe": 8, "accept": 50, "draw deck": 8, "draw discard": 8, "pass": 0.5}
        common |= {"steal": 0.01, "cash-out": 0.01, "interrogate": 0.01, "blackmail": 0.01}
    elif habit == "harass":  # the croupier stays poor and a Suspect, the others get Cleared
        common |= {"blackmail croupier": 40, "blackmail": 5, "refuse": 10, "draw deck": 20}
        common |= {"draw discard": 1, "cash-out": 5, "steal croupier": 40, "steal": 1}
    return common


def random_game(
    game: str, rng: random.Random, look: Callable[[Table, str, Json], None]
) -> Counter[str]:
    """Play one game to its end, and count the rare things that happened.

    `look` is shown the table before the first action and after each, with the words of the action
    and the state before it.
    """
    options = {"turn_limit": rng.choice([1, 12, 40, 100, 300])}
    table = Croupier(2, options) if game == "croupier" else Table(rng.randint(3, 6), options)
    common = likes(rng)
    moods = [Mood(rng, common) for _ in range(table.seats)]
    rare: Counter[str] = Counter()
    after = table.state()
    look(table, "", after)
    while not table.status()["over"]:
        before = after
        if before["actor"] == "chance":
            words = table.sample(rng)
        else:
            words = moods[before["actor"]].choose(table.legal()["actions"])
        table.apply(words)
        after = table.state()
        look(table, words, before)
        rare.update(name for name, happened in notable(before, words, after) if happened)
    rare[ending(table)] += 1
    return rare


def ending(table: Table) -> str:
    """Why it ended and who won, as seen by the seat whose turn it was."""
    result = table.status()["result"]
    names: list[str] = ["some seats"] if result["winners"] else ["nobody"]
    if table.croupier is not None:
        called = {table.seat: "the active seat", 1 - table.seat: "the other seat"}
        names = [called.get(winner, str(winner)) for winner in result["winners"]] or names
    return f"{result['reason']}: {' and '.join(sorted(names))}"


def notable(before: Json, words: str, after: Json) -> Iterator[tuple[str, bool]]:
    """The rare things that one action may show."""
    verb, *rest = words.split(" ")
    me: Json = before["players"][before["actor"]] if before["actor"] in range(6) else {}
    house, decks = before["house"], before["deck"] + before["discard"]
    out = sum(player["eliminated"] for player in after["players"])
    yield "M2 passing at an empty house", verb == "pass" and not house
    yield "M2 cashing out more than there is", verb == "cash-out" and house < 3
    yield "M11 nothing to draw", before["phase"] == "action" and not decks
    yield "M13 declining without a franc", verb == "decline" and not me["francs"]
    yield (
        "M17 only an identity to show",
        verb == "show"
        and after["pending"] is None
        and not any(
            player["hand"] for player in after["players"] if rest[0] in player["identities"]
        ),
    )
    yield "M18 refusing with nothing to take", verb == "refuse" and not me["hand"]
    yield "M20 two cards too many", verb == "discard" and after["phase"] == "discard"
    yield "M21 laying the ace", words == "discard ace"
    for evening in (2, 3):
        yield f"M22 evening {evening}", after["evening"] == evening and verb == "shuffle"
    yield "M22 a shuffle of few cards", verb == "shuffle" and len(rest) < 4
    for count in (1, 2, 3):
        yield f"M29 {count} out", verb == "win" and out == count
    yield "M29 M22 out, and shuffled at once", verb == "win" and after["phase"] == "chance"
    if before["croupier"] is not None and after["croupier"] is not None:
        he, after_him = before["croupier"], after["croupier"]
        yield "C4 his discard", verb == "drop"
        yield "C4 his shuffle", verb == "shuffle" and before["active"] == "croupier"
        yield "C5 nothing to take from him", "blackmail croupier" in words and not he["hand"]
        yield "C5 his francs stolen", words == "steal croupier" and he["francs"] > 0
        yield (
            "C4 no franc for him",
            not house and not after["house"] and after_him["cleared"] and not he["cleared"],
        )
        yield (
            "C7 ten francs with three cards",
            after_him["francs"] == 10 and len(after_him["hand"]) == 3,
        )
