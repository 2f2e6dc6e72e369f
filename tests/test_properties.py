"""What holds in every game, after every action: random games of all kinds, interrupts included."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from brushpass import GAMES, IllegalAction, record
from brushpass.games.contract import Seat
from brushpass.games.kompromat import actions as kompromat_actions
from brushpass.games.kompromat.cards import EQUIPMENT, ITEMS, MISSIONS
from brushpass.games.microfilms import actions as microfilms_actions
from brushpass.games.microfilms import cards as films
from brushpass.record import Record
from tests.conftest import Size
from tests.tempers import Play, Step, random_play

Json = dict[str, Any]


Plays = Callable[[int], Iterator[Play]]


@pytest.fixture(params=GAMES)
def plays(request: pytest.FixtureRequest, seed: int, size: Size) -> Plays:
    """Random games of one kind, each to be played: `plays(3)` is a third of this run's games."""
    game: str = request.param
    many = size(f"random games of {game}", 150, 2_000)

    def choose(share: int) -> Iterator[Play]:
        return (
            random_play(game, random.Random(f"{seed}/{game}/{n}")) for n in range(many // share)
        )

    return choose


# --- each card in exactly one place, and no more than that on the table -----------------------


def kompromat_is_whole(state: Json, play: Play) -> None:
    """K1, K2, K3 and what lies where."""
    players = state["players"]
    phase, current = state["phase"], state["current"]
    dealt = state["missions"] != []
    for seat, player in enumerate(players):
        lying = [card for pile in player["piles"] for card, _ in pile]
        hand = [state["drawn"]] if phase == "place" and state["turn"] == seat else []
        equipment = [*player["deck"], *lying, *player["discard"], *hand]
        if dealt or equipment:
            assert sorted(equipment) == sorted(EQUIPMENT)
        items = [card for card in player["won"] if card in ITEMS]
        assert sorted(player["items"] + player["used"]) == sorted(items)
        assert all(face == "up" for pile in player["piles"] for _, face in pile[:1])
        assert 0 <= player["tokens"] < 9 or phase == "over"
    missions_are_whole(state)
    resolved = [each["resolved"] for each in state["missions"]]
    assert resolved == sorted(resolved, reverse=True)
    for player in players:
        for done, pile, papers in zip(
            resolved, player["piles"], player["newspapers"], strict=False
        ):
            assert not (done and (pile or papers))
    assert sum(papers for player in players for papers in player["newspapers"]) <= 2
    assert (state["drawn"] is not None) == (phase == "place")
    assert (state["taking"] is not None) == (phase == "rescue")
    assert (state["turn"] is not None) == (phase in ("turn", "place", "push"))
    assert state["turn"] in (None, state["actor"])
    assert (current is None) == (phase in ("chance", "turn", "place")) or phase == "over"
    assert phase not in ("turn", "place", "push", "window") or state["declared"] == [None, None]
    assert 1 <= state["round"] <= 6
    assert play.seats == 2


def missions_are_whole(state: Json) -> None:
    """Each mission card is in the deck, on the table, collected or out of the game."""
    gone = [*state["mission_deck"], *state["mission_discard"]]
    gone += [card for player in state["players"] for card in player["won"]]
    if not gone and not state["missions"]:
        return  # nothing has been laid out yet
    here = [each for each in state["missions"] if not each["resolved"]]
    if state["phase"] in ("cover", "rescue", "over") and here:
        # Who takes tokens for counter-intelligence has collected the mission in question already
        # (K39); who takes one for a failed mission has not (K34).
        taker = state["actor"]
        if taker is None:
            (taker,) = (seat for seat in (0, 1) if state["players"][seat]["tokens"] >= 9)
        if state["declared"][taker] <= 21:
            here = here[1:]
    table = [card for each in here for card in (each["card"], each["ci"]) if card]
    assert sorted(gone + table) == sorted(MISSIONS)


def microfilms_is_whole(state: Json, play: Play) -> None:
    """M1, M2 and C1: 30 francs; identities, items and actions each where one can be."""
    everyone = [*state["players"], *([state["croupier"]] if state["croupier"] else [])]
    assert state["house"] + sum(player["francs"] for player in everyone) == 30
    assert min(state["house"], *(player["francs"] for player in everyone)) >= 0
    identities = [card for player in everyone for card in player["identities"]]
    assert max(Counter(identities).values(), default=0) <= 1
    for player in everyone:
        assert player["hand"] == sorted(player["hand"])
    cards = [*state["deck"], *state["discard"], *(c for p in everyone for c in p["hand"])]
    if state["active"] is not None:
        held = [films.AGENT[nation] for nation in state["agents"]]
        assert set(held) <= set(identities)
        ace = [] if state["croupier"] else [films.ACE]
        letters = [films.LETTER[nation] for nation in state["letters"]]
        rolls = [films.FILM[nation] for nation in state["agents"]]
        assert sorted(cards) == sorted([*films.ACTIONS, *ace, *letters, *rolls])
    assert len(state["players"]) == play.seats
    if limit := play.options["turn_limit"]:
        assert state["turns"] <= limit


IS_WHOLE: dict[str, Callable[[Json, Play], None]] = {
    "kompromat": kompromat_is_whole,
    "microfilms": microfilms_is_whole,
    "croupier": microfilms_is_whole,
}

# What a seat can ever say, and how long a game can take.
WORDS = {
    "kompromat": list(kompromat_actions.WORDS),
    "microfilms": list(microfilms_actions.WORDS),
    "croupier": list(microfilms_actions.WORDS),
}
LONGEST = {"kompromat": 800, "microfilms": 500 * 20, "croupier": 500 * 20}

# What all the games of a run must have come to, or else they show too little.
PHASES = {
    "kompromat": "chance turn place push window declare adjust perfect rescue cover over",
    "microfilms": "chance action bribe blackmail discard over",
    "croupier": "chance action bribe blackmail discard over",
}


class TestEveryGame:
    def test_each_card_is_in_exactly_one_place_after_every_action(self, plays: Plays) -> None:
        for play in plays(1):
            is_whole = IS_WHOLE[play.rules.id]
            for step in play.steps():
                is_whole(opened(play, step.after), play)

    def test_it_ends_and_comes_through_every_phase(self, plays: Plays) -> None:
        phases: Counter[str] = Counter()
        game = ""
        for play in plays(1):
            game, steps = play.rules.id, list(play.steps())
            assert len(steps) <= LONGEST[game]
            phases.update(play.rules.status(step.after).phase for step in steps)
            end = play.rules.status(steps[-1].after)
            assert end.over and end.result is not None and end.actor is None
            assert all(not play.rules.legal(steps[-1].after, seat) for seat in range(play.seats))
        assert phases.keys() == set(PHASES[game].split())

    def test_an_action_is_refused_exactly_if_it_is_not_legal(self, plays: Plays) -> None:
        """And what is refused changes nothing: the state is as frozen as it says."""
        for play in plays(2):
            steps = list(play.steps())
            for step in play.rng.sample(steps, min(2, len(steps))):
                before = repr(step.after)
                for seat in range(play.seats):
                    assert allowed(play, step.after, seat) == legal(play, step.after, seat)
                assert repr(step.after) == before

    def test_replaying_its_record_gives_the_same_game(self, plays: Plays) -> None:
        for play in plays(2):
            steps = list(play.steps())
            for upto in (len(steps), play.rng.randrange(len(steps))):
                told = record_of(play, steps[:upto])
                game = record.replay(record.read(record.write(told)))
                state = steps[upto - 1].after if upto else steps[0].before
                assert game.opened().json() == opened(play, state)
                assert game.status == play.rules.status(state)
                assert tuple(game.actions) == told.actions

    def test_its_record_is_the_same_bytes_when_written_again(self, plays: Plays) -> None:
        for play in plays(4):
            text = record.write(record_of(play, list(play.steps())))
            assert record.write(record.read(text)) == text
            assert record.write(record.read(text.encode())) == text

    def test_states_can_be_compared_and_kept_in_sets(self, plays: Plays) -> None:
        for play in plays(8):
            steps = list(play.steps())
            again = play.rules.start(play.seats, play.options)
            for step in steps[:60]:
                again = play.rules.apply(again, play.rules.parse(step.words), step.seat)
                assert again == step.after
                assert hash(again) == hash(step.after)


def opened(play: Play, state: Any) -> Json:
    """The whole table as the referee gives it."""
    return play.rules.opened(state).json()


def legal(play: Play, state: Any, seat: Seat) -> list[str]:
    return sorted(map(str, play.rules.legal(state, seat)))


def allowed(play: Play, state: Any, seat: Seat) -> list[str]:
    """Of all that can ever be said, what the seat is not refused."""
    rules, made = play.rules, []
    for words in WORDS[rules.id]:
        try:
            rules.apply(state, rules.parse(words), seat)
        except IllegalAction:
            continue
        made.append(words)
    return sorted(made)


def record_of(play: Play, steps: list[Step]) -> Record:
    result = play.rules.status(steps[-1].after).result if steps else None
    return Record(
        game=play.rules.id,
        seats=tuple({"name": f"Seat {seat}"} for seat in range(play.seats)),
        options=play.options,
        actions=tuple(step.written for step in steps),
        result=None if result is None else result.json(),
    )
