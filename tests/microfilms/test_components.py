"""[microfilms], the components (M1-M3), and what holds of them in every game."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from brushpass.dealer import pick_outcome
from brushpass.games import GAMES
from brushpass.games.contract import BadOption, Game, IllegalAction
from brushpass.games.microfilms import cards, rules
from brushpass.games.microfilms.actions import WORDS, Outcome, parse
from tests.conftest import Size
from tests.microfilms.table import deal, deal_croupier

TABLES = [("microfilms", 3), ("microfilms", 4), ("microfilms", 5), ("microfilms", 6)]
TABLES += [("croupier", 2)]


def wander(game: str, seats: int, rng: Random, **options: Any) -> Iterator[Any]:
    """The states of a game played at random."""
    play = GAMES[game]
    state = play.start(seats, options)
    while not play.status(state).over:
        yield state
        actor = play.status(state).actor
        if due := play.chance(state):
            state = play.apply(state, play.parse(pick_outcome(due, rng.randrange)), None)
        else:
            assert isinstance(actor, int)
            state = play.apply(state, rng.choice(play.legal(state, actor)), None)
    yield state


class TestCards:
    def test_there_are_25(self) -> None:
        """M1: 8 identities, 9 items, 8 actions."""
        identities = {*cards.AGENT.values(), *cards.FREELANCERS}
        assert " ".join(sorted(identities)) == (
            "agent-china agent-uk agent-usa agent-ussr broker hitman interpol journalist"
        )
        items = {*cards.FILM.values(), *cards.LETTER.values(), cards.ACE}
        assert " ".join(sorted(items)) == (
            "ace film-china film-uk film-usa film-ussr"
            " letter-china letter-uk letter-usa letter-ussr"
        )
        assert Counter(cards.ACTIONS) == {"steal": 2, "interrogate": 3, "cash-out": 3}

    def test_five_action_cards_are_bloodstained(self) -> None:
        """M3: the five Blackmail cards."""
        bloodstained = [card for card in cards.ACTIONS if card in cards.BLOODSTAINED]
        assert Counter(bloodstained) == {"steal": 2, "interrogate": 3}

    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_none_is_lost_or_doubled(self, game: str, seats: int, seed: int, size: Size) -> None:
        """M1, M4, M6, C1: what is dealt stays in the hands and the two decks."""
        rng = Random(f"{seed} cards {game} {seats}")
        for _ in range(size(f"{game} {seats} games of cards", 5, 100)):
            wanted: Counter[str] | None = None
            for state in wander(game, seats, rng, turn_limit=60):
                if state.active is None:
                    continue
                hands = [player.hand for player in (*state.players, state.croupier) if player]
                there = Counter(card for hand in hands for card in hand)
                there.update(state.deck)
                there.update(state.discard)
                if wanted is None:
                    films = [f"film-{nation}" for nation in state.agents]
                    letters = [f"letter-{nation}" for nation in state.letters]
                    ace = ["ace"] if game == "microfilms" else []
                    wanted = Counter([*cards.ACTIONS, *films, *letters, *ace])
                assert there == wanted
                assert all(list(hand) == sorted(hand) for hand in hands)


class TestFrancs:
    def test_there_are_30(self) -> None:
        """M2: 10 of 1 franc and 10 of 2; all are the house before anyone gets one (M9)."""
        assert Game(GAMES["microfilms"], 3).opened().json()["house"] == 30

    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_they_stay_30(self, game: str, seats: int, seed: int, size: Size) -> None:
        """M2: whoever has them, and nobody ever has less than none."""
        rng = Random(f"{seed} francs {game} {seats}")
        for _ in range(size(f"{game} {seats} games of francs", 5, 100)):
            for state in wander(game, seats, rng, turn_limit=60):
                purses = [player.francs for player in (*state.players, state.croupier) if player]
                assert min(*purses, state.house) >= 0
                assert sum(purses) + state.house == 30

    def test_nobody_is_paid_what_the_house_has_not_got(self) -> None:
        """M2, M12, M16: the house pays what it has, down to nothing."""
        table = deal(3, first=2)
        while table.house > 2:
            table.play("pass")
        table.turn_of(2)
        left = table.house
        assert left < 3
        had = table.francs[2]
        table.play("cash-out")
        assert (table.house, table.francs[2]) == (0, had + left)
        had = table.francs[0]
        table.play("pass")
        assert (table.house, table.francs[0]) == (0, had)
        assert table.told_of("francs-moved") == [{"giver": "house", "taker": 0, "francs": 0}]


class TestWords:
    def test_every_action_is_its_words(self) -> None:
        """protocol.md: one spelling, and the same action is the same object."""
        for words, action in WORDS.items():
            assert str(action) == words
            assert parse(words) is action

    @pytest.mark.parametrize(
        "words",
        ["", "Pass", " pass", "pass ", "draw  deck", "steal 06", "bribe 1 Ace", "steal deck",
         "win broker deck 0", "win agent film-france", "discard 1", "bribe 7 ace", "interrogate 1",
         "blackmail 1 cash-out", "win hitman croupier"],
    )  # fmt: skip
    def test_no_other_spelling_is_one(self, words: str) -> None:
        """protocol.md: any other spelling is illegal, before anything else is looked at."""
        assert "is no action" in deal(3).refusal(words)

    def test_an_outcome_is_its_words(self) -> None:
        """protocol.md: a kind, and what came up."""
        outcome = parse("identities agent-uk agent-usa agent-china")
        assert outcome == Outcome("identities", ("agent-uk", "agent-usa", "agent-china"))
        assert str(outcome) == "identities agent-uk agent-usa agent-china"

    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_what_is_refused_is_exactly_what_is_not_legal(
        self, game: str, seats: int, seed: int, size: Size
    ) -> None:
        """M30 and everywhere: both tell the same, for every word and every seat."""
        rng = Random(f"{seed} words {game} {seats}")
        for _ in range(size(f"{game} {seats} games of words", 2, 30)):
            for state in wander(game, seats, rng, turn_limit=60):
                for seat in range(seats):
                    legal = set(rules.legal(state, seat))
                    allowed = {
                        each for each in WORDS.values() if rules.refusal(state, seat, each) is None
                    }
                    assert legal == allowed


class TestAGame:
    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_somebody_can_always_act_until_it_ends(
        self, game: str, seats: int, seed: int, size: Size
    ) -> None:
        """M21, M31: a seat that is asked has an answer, and the turn limit is never passed."""
        rng = Random(f"{seed} acts {game} {seats}")
        for _ in range(size(f"{game} {seats} games of acts", 5, 200)):
            for state in wander(game, seats, rng, turn_limit=40):
                assert state.turns <= 40
                status = GAMES[game].status(state)
                if isinstance(status.actor, int):
                    assert GAMES[game].legal(state, status.actor)
                    assert not any(
                        GAMES[game].legal(state, seat)
                        for seat in range(seats)
                        if seat != status.actor
                    )
                else:
                    assert (GAMES[game].chance(state) is None) == status.over

    @pytest.mark.parametrize(
        ("game", "seats"), [("microfilms", 2), ("microfilms", 7), ("croupier", 3)]
    )
    def test_it_is_for_so_many(self, game: str, seats: int) -> None:
        """M5, C1: 3 to 6 seats; The Croupier 2."""
        with pytest.raises(BadOption, match=f"{game} is for"):
            Game(GAMES[game], seats)

    def test_nothing_goes_on_after_the_end(self) -> None:
        """M31: when it is over nobody can act, and no chance is due."""
        table = deal(3, turn_limit=1).play("pass")
        assert (table.asked, table.game.chance) == ("over", None)
        assert table.may(0) == table.may(1) == ""
        assert "over" in table.refusal("pass")
        assert "over" in table.refusal("first 0")
        assert "over" in table.refusal("pass", 1)

    def test_only_who_is_asked_can_act(self) -> None:
        """M11: turns are taken one at a time; there are no interrupts."""
        table = deal_croupier()
        assert "seat 0 must decide" in table.refusal("pass", 1)
        with pytest.raises(IllegalAction, match="not seat 2"):
            table.game.apply("pass", 2)
