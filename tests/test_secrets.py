"""Nothing that a seat cannot see reaches it: tables that differ only in that are told alike.

At random moments of random games all cards that a viewer cannot see are reshuffled among the places
it cannot see into: a *twin* of the table. From then on, as long as nothing comes to light that lies
otherwise, the viewer must be given the same bytes at either: its view, its news, what it may do and
why it may not. What a viewer cannot see is written here once more, from the rules alone.

That earlier choices were made for other cards does not matter: what a seat is shown depends only on
what lies there now.
"""

from __future__ import annotations

import importlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from brushpass import GAMES, IllegalAction, dealer
from brushpass.games.contract import Seat, Viewer
from brushpass.games.kompromat import actions as kompromat_actions
from brushpass.games.kompromat import turns
from brushpass.games.kompromat.state import State as Kompromat
from brushpass.games.microfilms import actions as microfilms_actions
from brushpass.games.microfilms.cards import COVERS, FREELANCERS, LETTER
from brushpass.games.microfilms.state import State as Microfilms
from tests.conftest import Size
from tests.tempers import Play, random_play

Cards: TypeAlias = list[str]

AHEAD = 12
"""How many actions a twin is followed."""
DEALER: Seat = -1


@dataclass(frozen=True)
class Hidden:
    """What a viewer cannot see in one game."""

    twin: Callable[[Any, Viewer, random.Random], Any]
    """The same table, with what the viewer cannot see lying otherwise."""
    seen: Callable[[Any, Viewer], object]
    """What the viewer can see: the table without what it cannot."""
    shown: Callable[[Any, Any, str, Seat, Viewer], object]
    """What an action shows the viewer that does not lie open afterwards: by the tables before and
    after it, its words, whose it is and the viewer.
    """
    words: list[str]
    """All that a seat could say, rightly or not."""


# --- Kompromat ------------------------------------------------------------------------------------


def hidden_changed(state: Kompromat, viewer: Viewer, change: Callable[[Cards], Cards]) -> Kompromat:
    """K12, K15, K25, K43: hidden are both decks, what lies face down at missions and among the
    discarded, and the mission deck. But a seat sees its own cards where it is drawing, and the
    cards put aside (K7) were seen on their way to the bottom of the mission deck.
    """
    if state.phase == "over":
        return state
    players = []
    for seat, player in enumerate(state.players):
        drawing = (state.phase, state.actor, seat) == ("push", viewer, viewer)
        open_at = state.current if drawing else None
        down = [
            [not laid.up and mission != open_at for laid in pile]
            for mission, pile in enumerate(player.piles, 1)
        ]
        cards = list(player.deck)
        for pile, hidden in zip(player.piles, down, strict=True):
            cards += [laid.card for laid, is_down in zip(pile, hidden, strict=True) if is_down]
        cards += [laid.card for laid in player.discard if not laid.up]
        after = iter(change(cards))
        players.append(
            player._replace(
                deck=tuple(next(after) for _ in player.deck),
                piles=tuple(
                    tuple(
                        laid._replace(card=next(after)) if is_down else laid
                        for laid, is_down in zip(pile, hidden, strict=True)
                    )
                    for pile, hidden in zip(player.piles, down, strict=True)
                ),
                discard=tuple(
                    laid if laid.up else laid._replace(card=next(after)) for laid in player.discard
                ),
            )
        )
    unknown = len(state.mission_deck) - state.aside
    missions = change(list(state.mission_deck[:unknown]))
    return state._replace(
        players=(players[0], players[1]),
        mission_deck=(*missions, *state.mission_deck[unknown:]),
    )


def kompromat_twin(state: Kompromat, viewer: Viewer, rng: random.Random) -> Kompromat:
    """Shuffle all that is hidden; or exchange two cards only, which stays hidden for longer."""
    slight = rng.random() < 0.5

    def change(cards: Cards) -> Cards:
        if not slight:
            return rng.sample(cards, len(cards))
        if len(cards) > 1:
            i, j = rng.sample(range(len(cards)), 2)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    return hidden_changed(state, viewer, change)


def kompromat_seen(state: Kompromat, viewer: Viewer) -> object:
    blank = hidden_changed(state, viewer, lambda cards: ["?"] * len(cards))
    return blank._replace(happened=())


def kompromat_shown(
    before: Kompromat, after: Kompromat, words: str, seat: Seat, viewer: Viewer
) -> object:
    """K24: night vision shows its seat the next five cards of its deck. K31, K40: what was turned
    up with the last missions of a round is taken back at once.
    """
    if seat == viewer and "night-vision" in words:
        return before.players[seat].deck[:5]
    return None if after.round == before.round else [player.piles for player in before.players]


# --- [microfilms] and The Croupier ----------------------------------------------------------------


def microfilms_twin(state: Microfilms, viewer: Viewer, rng: random.Random) -> Microfilms:
    """M6, M11, M13, M23, M32, C11: hidden are others' identities and hands, the Croupier's too, the
    draw deck, which letters are in play, an offered card, and the order below the top discard.
    """
    if state.phase == "over":
        return state
    everyone = [*state.players, *([state.croupier] if state.croupier else [])]
    others = [who for who in range(len(everyone)) if who != viewer]
    letters, dealt = reshuffled_letters(state, [everyone[who].hand for who in others], rng)
    cards = iter(rng.sample(dealt, len(dealt)))
    for who in others:
        hand = tuple(sorted(next(cards) for _ in everyone[who].hand))
        everyone[who] = everyone[who]._replace(hand=hand)
    deck = tuple(cards)
    secret = [who for who in others if not everyone[who].eliminated and everyone[who].identities]
    for who, identities in reshuffled_identities(state, secret, rng).items():
        everyone[who] = everyone[who]._replace(identities=identities)
    pending = state.pending
    if pending is not None and pending.kind == "bribe" and pending.by != viewer:
        pending = pending._replace(card=rng.choice(everyone[pending.by].hand))
    below = state.discard[1:]
    return state._replace(
        letters=letters,
        deck=deck,
        players=tuple(everyone[: len(state.players)]),
        croupier=everyone[-1] if state.croupier else None,
        pending=pending,
        discard=state.discard[:1] + tuple(rng.sample(below, len(below))),
    )


def reshuffled_letters(
    state: Microfilms, hands: list[tuple[str, ...]], rng: random.Random
) -> tuple[tuple[str, ...], Cards]:
    """M6: the letter in the box may be another, if one of those in play lies hidden."""
    cards = [*state.deck, *(card for hand in hands for card in hand)]
    if not state.letters:
        return state.letters, cards
    (boxed,) = set(state.agents) - set(state.letters)
    nobody_knows = not state.deck and not state.discard  # the letters have not been dealt yet
    hidden = [n for n in state.letters if nobody_knows or LETTER[n] in cards]
    if not hidden or rng.random() < 0.3:
        return state.letters, cards
    gone = rng.choice(hidden)
    renamed = [LETTER[boxed] if card == LETTER[gone] else card for card in cards]
    return tuple(sorted({*state.letters, boxed} - {gone})), renamed


def reshuffled_identities(
    state: Microfilms, secret: list[int], rng: random.Random
) -> dict[int, tuple[str, ...]]:
    """M5, C1: the agents among those who hide theirs, and the freelancers with those left over."""
    everyone = [*state.players, *([state.croupier] if state.croupier else [])]
    held = {card for player in everyone for card in player.identities}
    if state.croupier is None:
        ones = [everyone[who].identities[0] for who in secret]
        spare = sorted(set(FREELANCERS) - held)
        ones = [rng.choice([one, *spare]) if one in FREELANCERS and spare else one for one in ones]
        if len(set(ones)) < len(ones):  # the same freelancer twice
            ones = [everyone[who].identities[0] for who in secret]
        return {who: (one,) for who, one in zip(secret, rng.sample(ones, len(ones)), strict=True)}
    agents = [everyone[who].identities[0] for who in secret]
    agents = rng.sample(agents, len(agents))
    covered = [who for who in secret if len(everyone[who].identities) == 2]
    covers = sorted(set(COVERS) - held) + [everyone[who].identities[1] for who in covered]
    cover = dict(zip(covered, rng.sample(covers, len(covers)), strict=False))
    return {
        who: (agent, cover[who]) if who in cover else (agent,)
        for who, agent in zip(secret, agents, strict=True)
    }


def microfilms_seen(state: Microfilms, viewer: Viewer) -> object:
    if state.phase == "over":
        return state._replace(happened=())

    def seen(who: int, player: Any) -> object:
        if who == viewer:
            return player
        if not player.eliminated:
            player = player._replace(identities=("?",) * len(player.identities))
        return player._replace(hand=len(player.hand))

    pending = state.pending
    if pending is not None and pending.kind == "bribe" and pending.by != viewer:
        pending = pending._replace(card="?")
    croupier = None if state.croupier is None else seen(-1, state.croupier)
    table: tuple[object, ...] = state._replace(
        letters=(), deck=(), discard=(), players=(), croupier=None, pending=pending, happened=()
    )
    laid = (state.discard[:1], sorted(state.discard[1:]))
    players = [seen(who, player) for who, player in enumerate(state.players)]
    return table, len(state.letters), len(state.deck), laid, players, croupier


def microfilms_shown(
    before: Microfilms, _after: Microfilms, words: str, seat: Seat, viewer: Viewer
) -> object:
    """M25, M26, M28: who is named in an attempt hands its cards to whoever makes it."""
    if seat != viewer or not words.startswith(("win journalist", "win hitman", "win interpol")):
        return None
    target = words.rsplit(" ", maxsplit=1)[-1]
    player = before.croupier if target == "croupier" else before.players[int(target)]
    return None if player is None else (player.identities, player.hand)


HIDDEN = {
    "kompromat": Hidden(
        kompromat_twin, kompromat_seen, kompromat_shown, list(kompromat_actions.WORDS)
    ),
    "microfilms": Hidden(
        microfilms_twin, microfilms_seen, microfilms_shown, list(microfilms_actions.WORDS)
    ),
    "croupier": Hidden(
        microfilms_twin, microfilms_seen, microfilms_shown, list(microfilms_actions.WORDS)
    ),
}


# --- following twins ------------------------------------------------------------------------------


class Twins:
    """Two tables that one viewer cannot tell apart, unless something leaks."""

    def __init__(self, play: Play, state: Any, viewer: Viewer) -> None:
        self.play, self.viewer, self.hidden = play, viewer, HIDDEN[play.rules.id]
        self.tables = (state, self.hidden.twin(state, viewer, play.rng))
        assert self.hidden.seen(self.tables[0], viewer) == self.hidden.seen(self.tables[1], viewer)

    @property
    def differ(self) -> bool:
        return bool(self.tables[0] != self.tables[1])

    def told_apart(self) -> str | None:
        """By what the viewer can tell these tables apart; None if by nothing."""
        for what in (self.view, self.may, self.refusals):
            one, other = map(what, self.tables)
            if one != other:
                return f"{what.__name__}: {first_difference(one, other)}"
        return None

    def play_on(self) -> Iterator[str | None]:
        """Make the same actions at both tables, until one shows something that differs."""
        for number in range(AHEAD):
            move = self.common_action()
            if move is None:
                return
            words, seat = move
            apply, action = self.play.rules.apply, self.play.rules.parse(words)
            whose = None if seat == DEALER else seat
            before, (one, other) = self.tables, (apply(t, action, whose) for t in self.tables)
            self.tables = (one, other)
            if self.hidden.seen(one, self.viewer) != self.hidden.seen(other, self.viewer):
                return
            shown = [
                self.hidden.shown(table, after, words, seat, self.viewer)
                for table, after in zip(before, self.tables, strict=True)
            ]
            if shown[0] != shown[1]:
                return
            one, other = map(self.news, self.tables)
            if one != other:
                yield f"news of {words!r}: {first_difference(one, other)}"
            elif number % 4 == 3:
                yield self.told_apart()
            else:
                view, may = map(self.view, self.tables), map(self.may, self.tables)
                yield None if len({*view}) == len({*may}) == 1 else self.told_apart()

    def common_action(self) -> tuple[str, Seat] | None:
        """Something that can be done at both tables, and by whom."""
        rules, rng = self.play.rules, self.play.rng
        one, other = self.tables
        if (due := rules.chance(one)) is not None:
            words = dealer.pick_outcome(due, rng.randrange)
            try:
                rules.apply(other, rules.parse(words), None)
            except IllegalAction:
                return None
            return words, DEALER
        seats = range(self.play.seats)
        both = {
            seat: {*map(str, rules.legal(one, seat))} & {*map(str, rules.legal(other, seat))}
            for seat in seats
        }
        moves = [(words, seat) for seat in seats for words in sorted(both[seat])]
        plain = [move for move in moves if not move[0].startswith(("draw deck", "win"))]
        return rng.choice(plain or moves) if moves else None

    # What the viewer is given, as it is sent.

    def view(self, table: Any) -> str:
        rules = self.play.rules
        sight = rules.view(table, self.viewer)
        return f"{json.dumps([sight.json(), rules.status(table).json()])} {sight!r}"

    def news(self, table: Any) -> str:
        news = self.play.rules.news(table, self.viewer)
        return f"{json.dumps([event.json() for event in news])} {news!r}"

    def may(self, table: Any) -> str:
        """What the viewer may do, in the order in which it is told."""
        if self.viewer is None:
            return ""
        return ", ".join(map(str, self.play.rules.legal(table, self.viewer)))

    def refusals(self, table: Any) -> str:
        """Why the viewer may not do what it may not do, for all that it could say."""
        if self.viewer is None:
            return ""
        rules, said = self.play.rules, []
        for words in self.hidden.words:
            try:
                rules.apply(table, rules.parse(words), self.viewer)
            except IllegalAction as refused:
                said.append(f"{words}: {refused}")
        return "\n".join(said)


def first_difference(one: str, other: str) -> str:
    at = next(i for i in range(len(one) + 1) if one[: i + 1] != other[: i + 1])
    return f"…{one[max(0, at - 60) : at + 60]}… or …{other[max(0, at - 60) : at + 60]}…"


def leak(game: str, seed: str, games: int, counted: Counter[str] | None = None) -> str | None:
    """The first leak that twins of that many games find, None if they find none."""
    counted = Counter() if counted is None else counted
    for number in range(games):
        play = random_play(game, random.Random(f"{seed}/{game}/{number}"))
        steps = list(play.steps())
        for step in play.rng.sample(steps, min(4, len(steps))):
            for viewer in (*range(play.seats), None):
                twins = Twins(play, step.after, viewer)
                if not twins.differ:
                    continue
                counted["twins"] += 1
                found = twins.told_apart()
                for later in twins.play_on():
                    counted["actions"] += 1
                    found = found or later
                if found:
                    return f"game {number}, after {step.words!r}, viewer {viewer}: {found}"
    return None


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_twins_are_told_alike(game: str, seed: int, size: Size) -> None:
    games = size(f"games of {game} with twins", 60, 2_000)
    counted: Counter[str] = Counter()
    assert leak(game, str(seed), games, counted) is None
    # It has looked, and not only at tables that nothing more happened to.
    assert counted["twins"] > 5 * games
    assert counted["actions"] > 20 * games


@dataclass(frozen=True)
class Leak:
    """A function of a game that tells a little too much, made from the one that does not."""

    game: str
    function: str
    leaking: Callable[[Any], Any]


LEAKS = {
    "anyone's face-down cards are shown": Leak(
        "kompromat", "kompromat.view.may_look", lambda _: lambda *_: True
    ),
    "one's own face-down cards are shown after the turn": Leak(
        "kompromat",
        "kompromat.view.may_look",
        lambda _: lambda _state, seat, _mission, viewer: viewer == seat,
    ),
    "a spectator sees what the seat in turn may look at": Leak(
        "kompromat",
        "kompromat.view.may_look",
        lambda may_look: (
            lambda state, seat, mission, viewer: may_look(
                state, seat, mission, seat if viewer is None else viewer
            )
        ),
    ),
    "a refusal names the top of a deck": Leak(
        "kompromat",
        "kompromat.rules.refusal",
        lambda refusal: (
            lambda state, seat, action: and_also(
                refusal(state, seat, action), state.players[0].deck[:1]
            )
        ),
    ),
    "a refusal tells that the opponent must stop": Leak(
        "kompromat",
        "kompromat.rules.refusal",
        lambda refusal: (
            lambda state, seat, action: and_also(
                refusal(state, seat, action),
                state.phase == "push" and turns.must_stop(state, state.actor),
            )
        ),
    ),
    "the news tell which card was laid face down": Leak(
        "kompromat",
        "kompromat.view._told",
        lambda told: lambda happening, viewer: told(happening, getattr(happening, "seat", viewer)),
    ),
    "a low card is no choice for the stun-gun": Leak(
        "kompromat",
        "kompromat.rules.usable",
        lambda usable: (
            lambda state, seat, phase: tuple(
                use
                for use in usable(state, seat, phase)
                if use.item != "stun-gun"
                or state.players[1 - seat].piles[use.args[0] - 1][use.args[1] - 1].card not in "234"
            )
        ),
    ),
    "the order in which choices are told depends on the mission deck": Leak(
        "kompromat",
        "kompromat.rules.usable",
        lambda usable: (
            lambda state, seat, phase: usable(state, seat, phase)[
                :: -1 if state.mission_deck[:1] < ("i",) else 1
            ]
        ),
    ),
    "the news tell which card another drew": Leak(
        "microfilms",
        "microfilms.view._told",
        lambda told: lambda happening, viewer: told(happening, getattr(happening, "seat", viewer)),
    ),
    "an offered card is shown to whom it is offered": Leak(
        "microfilms",
        "microfilms.view._due",
        lambda due: lambda pending, _viewer: due(pending, pending.by),
    ),
    "a refusal names the top of the draw deck": Leak(
        "microfilms",
        "microfilms.rules.refusal",
        lambda refusal: (
            lambda state, seat, action: and_also(refusal(state, seat, action), state.deck[:1])
        ),
    ),
    "the Croupier's identity is shown": Leak(
        "croupier",
        "microfilms.view._closed",
        lambda closed: lambda player: closed(player._replace(eliminated=True)),
    ),
}


def and_also(why: str | None, more: object) -> str | None:
    """A refusal that says more than it should."""
    return why and f"{why} {more}"


@pytest.mark.parametrize("what", LEAKS)
def test_a_leak_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """These are planted, so that we know that twins find such things."""
    planted = LEAKS[what]
    name, function = f"brushpass.games.{planted.function}".rsplit(".", 1)
    module = importlib.import_module(name)
    monkeypatch.setattr(module, function, planted.leaking(getattr(module, function)))
    assert leak(planted.game, "planted", 60) is not None
