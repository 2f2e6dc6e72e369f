"""What the Handler imagines: tables by the rules, guesses that fit what was shown, fair players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from brushpass import GAMES, Game, dealer
from brushpass.bots.microfilms.belief import Belief
from brushpass.bots.microfilms.habits import GOOD, choose, film_odds
from brushpass.bots.microfilms.handler import Thought
from brushpass.bots.microfilms.imagined import Deal, Move, move_of
from brushpass.games.microfilms.actions import WORDS
from brushpass.games.microfilms.cards import CROUPIER
from brushpass.games.microfilms.knowledge import Knowledge
from tests.conftest import Size
from tests.microfilms.table import deal
from tests.tempers import random_play

NIGHT = ("microfilms", "croupier")


class Fixed(random.Random):
    """Chance that comes out as the game's did."""

    def __init__(self, outcomes: Sequence[str]) -> None:
        super().__init__()
        self.outcomes = [words.split(" ") for words in outcomes]

    def choice(self, seq: Any) -> Any:
        _, card = self.outcomes.pop(0)
        assert card in seq
        return card

    def shuffle(self, x: Any) -> None:
        _, *cards = self.outcomes.pop(0)
        assert Counter(cards) == Counter(x)
        x[:] = reversed(cards)


def imagined(opened: dict[str, Any]) -> Deal:
    """The imagined table that is just like this one; nobody has seen anything."""
    deal = Deal()
    sides = list(opened["players"])
    deal.seats = len(sides)
    deal.croupier = opened["croupier"] is not None
    sides += [opened["croupier"]] if deal.croupier else []
    deal.players = len(sides)
    deal.agents = tuple(opened["agents"])
    (deal.lone,) = set(opened["agents"]) - set(opened["letters"])
    deal.identities = [tuple(side["identities"]) for side in sides]
    deal.hands = [list(side["hand"]) for side in sides]
    deal.francs = [side["francs"] for side in sides]
    deal.cleared = [side["cleared"] for side in sides]
    deal.out = [side.get("eliminated", False) for side in sides]
    deal.house, deal.evening, deal.turns = opened["house"], opened["evening"], opened["turns"]
    deal.deck = opened["deck"][::-1]
    deal.discard = opened["discard"][::-1]
    deal.faces = [None] * deal.players**2
    deal.names = [None] * deal.players**2
    deal.letters = [frozenset()] * deal.players
    return deal


def lying(deal: Deal) -> list[Any]:
    """Everything that lies on an imagined table."""
    hands = [sorted(hand) for hand in deal.hands]
    decks = [deal.deck, deal.discard]
    return [hands, decks, deal.francs, deal.cleared, deal.out, deal.house, deal.evening, deal.turns]


class Turn:
    """A turn of a game, from its action to the start of the next."""

    def __init__(self, words: str, seat: int) -> None:
        self.words, self.seat = words, seat
        self.answer = ""
        self.discards: list[str] = []
        self.outcomes: list[str] = []


def play_in_thought(deal: Deal, turn: Turn) -> None:
    """The same turn on an imagined table."""
    chance = Fixed(turn.outcomes)
    move = move_of(WORDS[turn.words], deal.seats)
    if not deal.open_turn(turn.seat, move, chance):
        deal.answer(turn.seat, move, turn.answer, chance)
    for words in turn.discards:
        deal.drop(turn.seat, words.split(" ")[1])
    if deal.winners is None:
        deal.close_turn(chance)
    assert not chance.outcomes


@pytest.mark.parametrize("name", NIGHT)
def test_imagined_tables_keep_to_the_rules(name: str, seed: int, size: Size) -> None:
    """Every turn of random games, played on an imagined table too, leaves the same behind."""
    rng = random.Random(seed)
    compared = 0
    for _ in range(size("games played in thought", 25, 2_000)):
        play = random_play(name, rng)
        game = Game(play.rules, play.seats, {"turn_limit": 60})
        before: Deal | None = None
        turn: Turn | None = None
        for step in play.steps():
            if game.status.over:
                break
            phase = game.status.phase
            if phase == "action":
                after = imagined(game.opened().json())
                if before is not None and turn is not None:
                    play_in_thought(before, turn)
                    assert lying(before) == lying(after), turn.words
                    compared += 1
                actor = game.status.actor
                assert isinstance(actor, int)
                before, turn = after, Turn(step.words, actor)
            elif turn is not None:
                if phase == "chance":
                    turn.outcomes.append(step.words)
                elif phase == "discard":
                    turn.discards.append(step.words)
                else:
                    turn.answer = step.words
            game.apply(step.words)
        result = game.status.result
        if before is not None and turn is not None and result is not None:
            play_in_thought(before, turn)
            if result.reason != "turn-limit":
                numbers = [before.seats if who == CROUPIER else who for who in result.winners]
                assert before.winners is not None
                assert sorted(before.winners) == numbers
    assert compared > 100


@pytest.mark.parametrize("name", NIGHT)
def test_guesses_fit_what_was_shown(name: str, seed: int, size: Size) -> None:
    """What lies open is as in the game, and nearly every hidden card lies where it can."""
    rng = random.Random(seed)
    looked: Counter[bool] = Counter()
    for number in range(size("games followed by guesses", 5, 300)):
        seats = rng.choice(GAMES[name].seats)
        game = Game(GAMES[name], seats)
        belief = Belief(0, str(number), 12, croupier=name == "croupier")
        known = Knowledge.at_start(0, croupier=name == "croupier")
        heard = 0
        while not game.status.over and len(game.actions) < 90:
            if game.chance is not None:
                game.apply(dealer.deal(game.chance, f"{seed} {number}", len(game.actions) + 1))
                continue
            actor = game.status.actor
            assert isinstance(actor, int)
            deal = imagined(game.opened().json())
            if game.status.phase == "action" and rng.random() < 0.7:
                move = choose(GOOD, deal, actor, rng)
                may = {move_of(WORDS[words], seats): words for words in game.legal(actor)}
                game.apply(may.get(move) or rng.choice(game.legal(actor)))
            else:
                game.apply(rng.choice(game.legal(actor)))
            if game.status.actor != 0:
                continue
            news: Any = game.news(0)
            known = known.learn(event for _, event in news[heard:])
            heard = len(news)
            belief.learn(news)
            now = imagined(game.opened().json())
            for guess in belief.guesses:
                there = guess.deal
                assert [len(hand) for hand in there.hands] == [len(hand) for hand in now.hands]
                assert sorted(there.hands[0]) == sorted(now.hands[0])
                assert (there.francs, there.cleared, there.out) == (
                    now.francs,
                    now.cleared,
                    now.out,
                )
                assert (there.discard, len(there.deck)) == (now.discard, len(now.deck))
                everything = [*there.deck, *there.discard, *(c for h in there.hands for c in h)]
                assert len(everything) == len([*now.deck, *now.discard]) + sum(map(len, now.hands))
                for player in range(1, there.players):
                    who = CROUPIER if player == there.seats else player
                    looked[set(there.hands[player]) <= known.can_hold(who)] += 1
                    looked[set(there.identities[player]) <= known.can_be(who)] += 1
    assert looked[True] > 500
    assert looked[False] <= 0.02 * looked[True]


def test_imagined_players_do_not_know_what_is_imagined(seed: int) -> None:
    """Two tables that differ only in what a player has not seen: it does the same on both."""
    rng = random.Random(seed)
    for number in range(40):
        play = random_play("microfilms", rng, 5)
        *_, step = (step for step, _ in zip(play.steps(), range(30), strict=False))
        if step.before.phase != "action":
            continue
        deal = imagined(play.rules.opened(step.before).json())
        me = step.before.actor
        twin = deal.copy()
        others = [each for each in range(5) if each != me]
        cards = [card for each in others for card in twin.hands[each]] + twin.deck
        rng.shuffle(cards)
        for each in others:
            twin.hands[each] = [cards.pop() for _ in twin.hands[each]]
        twin.deck = cards
        twin.lone = rng.choice(twin.agents)
        hidden = [twin.identities[each] for each in others]
        rng.shuffle(hidden)
        twin.identities = list(twin.identities)
        for each, identities in zip(others, hidden, strict=True):
            twin.identities[each] = identities
        one, other = (choose(GOOD, table, me, random.Random(number)) for table in (deal, twin))
        assert one == other


def test_a_card_to_be_drawn_is_not_known_in_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses drawn anew are copies of few; what lies on top is left to chance all the same."""
    here = deal("agent-china steal | agent-uk interrogate | agent-usa cash-out")
    belief = Belief(0, "1", 1, croupier=False)
    news: Any = here.game.news(0)
    belief.learn(news)
    view: Any = here.game.view(0)
    thought = Thought(view, 0, belief, random.Random(1))
    tops: list[str] = []
    draw = Deal.draw

    def watched(table: Deal, player: int) -> None:
        tops.append(table.deck[-1])
        draw(table, player)

    monkeypatch.setattr(Deal, "draw", watched)
    first = set()
    for number in range(30):
        tops.clear()
        thought.play(belief.guesses[0], Move("draw", card="deck"), random.Random(number))
        first.add(tops[0])
    assert len(first) > 5


def test_the_odds_of_a_film_follow_from_the_letters_seen() -> None:
    """M6, M24: of the three pairs that can be allied, those without a letter that was seen go."""
    nothing: frozenset[str] = frozenset()
    assert film_odds("uk", "usa", nothing) == pytest.approx(2 / 3)
    assert film_odds("uk", "usa", frozenset({"usa"})) == 0.5
    assert film_odds("uk", "usa", frozenset({"ussr"})) == 1.0
    assert film_odds("uk", "usa", frozenset({"uk", "usa"})) == 0.0
    assert film_odds("uk", "usa", frozenset({"usa", "ussr"})) == 1.0
    assert film_odds("uk", "uk", nothing) == 0.0


def test_every_action_is_a_move() -> None:
    """Each by itself: no two actions that a seat could choose between are the same move."""
    assert len({move_of(action, 6) for action in WORDS.values()}) == len(WORDS)
    assert move_of(WORDS["bribe croupier steal"], 2) == Move("bribe", 2, "steal")
