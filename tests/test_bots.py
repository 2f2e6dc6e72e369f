"""Bots keep to the rules, repeat themselves from a seed, see nothing hidden, and play well."""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from brushpass import GAMES, Game, IllegalAction, record, table
from brushpass.bots import AnyBot, Maker, Uniform, levels
from brushpass.bots.kompromat.decks import every_deck, promise
from brushpass.bots.kompromat.imagining import foreseen, half
from brushpass.bots.kompromat.odds import ABSENT
from brushpass.bots.kompromat.packs import packed
from brushpass.games.kompromat.cards import EQUIPMENT
from brushpass.games.kompromat.knowledge import Side
from brushpass.games.kompromat.view import View
from tests.conftest import Size
from tests.kompromat.table import Table, situation

ROOT = Path(__file__).resolve().parent.parent
TURN = ("turn", "place", "push")
LEVELS = ("recruit", "operative", "handler")


class Watched:
    """Another bot, whose questions and answers are looked at."""

    def __init__(self, bot: AnyBot) -> None:
        self.bot = bot
        self.answers: list[str] = []
        self.offers: list[tuple[str, int]] = []
        """The phase, and how many actions there were, of each interrupt it was asked for."""

    def act(self, view: Any, news: Sequence[Any], legal: Sequence[Any]) -> Any:
        assert isinstance(view, View)
        answer = self.bot.act(view, news, legal)
        assert answer in legal
        self.answers.append(str(answer))
        return answer

    def interrupt(self, view: Any, news: Sequence[Any], legal: Sequence[Any]) -> Any:
        assert isinstance(view, View)
        assert legal
        self.offers.append((view.phase, news[-1][0]))
        answer = self.bot.interrupt(view, news, legal)
        assert answer is None or answer in legal
        return answer


def seated(makers: Sequence[Maker], seed: object) -> list[AnyBot]:
    return [maker(seat, str(seed)) for seat, maker in enumerate(makers)]


def played(makers: Sequence[Maker], seed: object, game: str = "kompromat") -> Game:
    """A whole game between these bots."""
    handle = Game(GAMES[game], len(makers))
    for _ in table.play(handle, seated(makers, seed), str(seed)):
        pass
    return handle


def level(name: str, samples: int = 4) -> Maker:
    """A level's maker; a Handler with few samples, as tests cannot wait."""
    return levels.maker("kompromat", f"handler:{samples}" if name == "handler" else name)


@pytest.mark.parametrize("who", LEVELS)
class TestEachLevel:
    @pytest.mark.parametrize("against_chance", [False, True])
    def test_only_does_what_it_may(
        self, who: str, against_chance: bool, seed: int, size: Size
    ) -> None:
        """Against its like, and against chance, which does what nobody expects."""
        for number in range(size("games of watched bots", 2, 200)):
            makers = [level(who), Uniform if against_chance else level(who)]
            players = [Watched(each) for each in seated(makers, seed + number)]
            game = Game(GAMES["kompromat"], 2)
            for _ in table.play(game, players, f"{seed} {number}"):
                pass
            assert game.status.over
            assert all(player.answers for player in players)

    def test_plays_the_same_from_the_same_seed(self, who: str, seed: int) -> None:
        makers = [level(who)] * 2
        assert played(makers, seed).actions == played(makers, seed).actions
        assert played(makers, seed).actions != played(makers, seed + 1).actions

    def test_goes_on_the_same_when_a_game_is_taken_up_again(self, who: str, seed: int) -> None:
        makers = [level(who)] * 2
        whole = played(makers, seed)
        names: tuple[dict[str, Any], ...] = ({"name": "Ada"}, {"name": "Bo"})
        half = tuple(whole.actions[: len(whole.actions) // 2])
        again = record.replay(record.Record("kompromat", names, {}, half))
        for _ in table.play(again, seated(makers, seed), str(seed)):
            pass
        assert again.actions == whole.actions

    def test_does_not_depend_on_hidden_cards(self, who: str, seed: int, size: Size) -> None:
        """Twin games: dealt otherwise where the seat cannot see, they show it the same."""
        rng = random.Random(seed)
        compared = 0
        for number in range(size("twin games for a bot", 8, 400)):
            whole = played([level("operative")] * 2, f"{seed} {number}")
            cut = rng.randrange(5, len(whole.actions))
            game = again(whole.actions[:cut])
            seat = game.status.actor
            if not isinstance(seat, int):
                continue
            for _ in range(4):
                twin = dealt_otherwise(game, seat, rng)
                if twin is not None:
                    choices = [
                        table.ask(each, seat, level(who)(seat, str(seed))) for each in (game, twin)
                    ]
                    assert choices[0] == choices[1]
                    compared += 1
        assert compared > 5


@pytest.mark.parametrize(("better", "worse"), [("recruit", "random"), ("operative", "recruit")])
def test_each_level_beats_the_one_below(better: str, worse: str, seed: int, size: Size) -> None:
    """docs/benchmarks.md says by how much, and how a Handler does, which takes more games."""
    games = size("games of a level against the one below", 30, 400)
    won = 0
    for number in range(games):
        makers = [level(better), levels.maker("kompromat", worse)]
        seat = number % 2
        result = played(makers[:: -1 if seat else 1], f"{seed} {number}").status.result
        assert result is not None
        won += result.winners == (seat,)
    assert won >= 0.6 * games


class TestTheTable:
    def test_asks_for_interrupts_once_before_each_turn_place_and_push(self, seed: int) -> None:
        """K17: those who may use an item then, and no others."""
        game = Game(GAMES["kompromat"], 2)
        players = [Watched(each) for each in seated([level("operative")] * 2, seed)]
        wanted: tuple[list[tuple[str, int]], ...] = ([], [])
        moves = table.play(game, players, str(seed))
        while not game.status.over:
            actor = game.status.actor
            if isinstance(actor, int) and game.interrupts():
                assert game.status.phase in TURN
                wanted[1 - actor].append((game.status.phase, game.news(1 - actor)[-1][0]))
            next(moves)
        assert [player.offers for player in players] == list(wanted)
        assert any(wanted)

    def test_says_why_not_without_doing_anything(self) -> None:
        here = situation("0 at 1: 9 6 ...")
        before = list(here.game.actions)
        assert table.why_not(here.game, 0, "place 2") == "`place 2` is for place; the phase is push"
        assert table.why_not(here.game, 1, "draw").startswith("seat 0 must decide")
        with pytest.raises(ValueError, match="seat 0 may stop"):
            table.why_not(here.game, 0, "stop")
        with pytest.raises(IllegalAction):
            here.game.rules.parse("fold")
        assert here.game.actions == before


def again(actions: Sequence[str]) -> Game:
    game = Game(GAMES["kompromat"], 2)
    for line in actions:
        seat, _, words = line.rpartition("! ")
        game.apply(words, int(seat) if seat else None)
    return game


def dealt_otherwise(game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same game, but that two pairs of cards in the last deal lie exchanged; None if that
    would have shown the seat something else, or some action would not have been possible."""
    actions = list(game.actions)
    for kind in ("equipment 0", "equipment 1"):
        at = max(i for i, line in enumerate(actions) if line.startswith(kind))
        head, cards = actions[at].split()[:2], actions[at].split()[2:]
        i, j = rng.sample(range(len(cards)), 2)
        cards[i], cards[j] = cards[j], cards[i]
        actions[at] = " ".join([*head, *cards])
    try:
        twin = again(actions)
    except IllegalAction:
        return None
    shown = [(each.view(seat), each.news(seat), each.legal(seat)) for each in (game, twin)]
    return twin if shown[0] == shown[1] and twin.opened() != game.opened() else None


def does(here: Table, who: str, seat: int = 0) -> str:
    """What a bot of a level does there, whatever its temper: always the same, or this fails."""
    answers = asked(here, who, seat)
    assert len(answers) == 1, answers
    return next(iter(answers))


def asked(here: Table, who: str, seat: int = 0, seeds: int = 3) -> Counter[str]:
    """What bots of a level, of several seeds, do there."""
    maker = level(who, samples=100)
    return Counter(table.ask(here.game, seat, maker(seat, str(n))) for n in range(seeds))


@pytest.mark.parametrize("who", ["operative", "handler"])
class TestAGoodPlayer:
    def test_draws_while_it_cannot_go_over(self, who: str) -> None:
        assert does(situation("0 at 1: 4 3 ..."), who) == "draw"

    def test_stops_near_21(self, who: str) -> None:
        assert does(situation("0 at 1: 10 9 ..."), who) == "stop"

    def test_draws_with_a_soft_ace(self, who: str) -> None:
        """An A is 1 or 11: with A and 2 nothing is at risk."""
        assert does(situation("0 at 1: A 2 ..."), who) == "draw"

    def test_counts_the_cards_that_are_gone(self, who: str) -> None:
        """At 18 a further card is a risk, unless the high ones have been drawn before."""
        gone = "0 at 1: 9 7\n1 at 1: 9 7\n0 at 2: 7 7\n1 at 2: 8 6\n0 at 3: 6 5\n1 at 3: 10 5\n"
        assert does(situation(gone + "0 at 4: 10 8 ..."), who) == "draw"
        assert asked(situation("0 at 4: 10 8 ..."), who).most_common(1)[0][0] == "stop"

    def test_does_not_mind_a_mission_that_would_end_the_game(self, who: str) -> None:
        """K36, K39: with eight tokens nobody wants counter-intelligence, so a 15 is enough."""
        here = "missions: pursuit over ci-3 | locker | hotel | airport\n0 at 1: 10 5 ..."
        assert does(situation("0 holds: 8 tokens\n" + here), who) == "stop"
        assert does(situation(here), who) == "draw"

    def test_takes_a_card_back_that_went_over(self, who: str) -> None:
        assert does(situation("0 holds: gps-tracker\n0 at 1: 10 9 5 ..."), who) == "use gps-tracker"
        assert does(situation("0 holds: gps-tracker\n0 at 1: 10 7 3 ..."), who) == "stop"

    def test_looks_ahead_before_a_risk(self, who: str) -> None:
        risky = "missions: informant | hotel | barmaid | locker\n0 holds: night-vision\n"
        answers = asked(situation(risky + "0 at 1: 10 7 ...\n0 next: 6"), who, seeds=5)
        assert answers.most_common(1)[0][0] == "use night-vision"

    def test_draws_what_it_has_seen(self, who: str) -> None:
        risky = "missions: informant | hotel | barmaid | locker\n0 holds: night-vision\n"
        good = situation(risky + "0 at 1: 10 6 ...\n0 next: 5").play("use night-vision")
        bad = situation(risky + "0 at 1: 10 7 ...\n0 next: 5").play("use night-vision")
        assert (does(good, who), does(bad, who)) == ("draw", "stop")

    def test_declares_the_highest_total_that_is_not_over(self, who: str) -> None:
        here = situation("0 at 1: 7 A\n1 at 1: 9 8").on_to_the_reveal()
        assert here.asked == "0 declare"
        assert does(here, who) == "declare 18"

    def test_goes_over_where_only_a_token_is_to_be_had(self, who: str) -> None:
        here = situation("starts: 1\n1 at 1: 10 8 3\n0 at 1: 9 3 A").on_to_the_reveal()
        assert here.asked == "0 declare"
        assert does(here, who) == "declare 23"

    def test_drinks_a_martini_to_win_or_to_come_under_22(self, who: str) -> None:
        dear = "missions: informant | hotel | barmaid | airport\n"
        tied = "starts: 0\n0 holds: vesper-martini\n0 at 1: 10 8\n1 at 1: 9 6 3"
        over = "starts: 0\n0 holds: vesper-martini\n0 at 1: 10 7 5\n1 at 1: 9 6"
        won = "starts: 0\n0 holds: vesper-martini\n0 at 1: 10 8\n1 at 1: 9 6"
        for text, wanted in (
            (tied, "use vesper-martini +1"),
            (over, "use vesper-martini -1"),
            (won, "pass"),
        ):
            here = situation(dear + text).on_to_the_reveal()
            assert here.asked == "0 adjust"
            assert does(here, who) == wanted

    def test_sheds_tokens_only_near_nine(self, who: str) -> None:
        for tokens, wanted in ((2, "keep"), (8, "shed")):
            here = situation(f"0 holds: {tokens} tokens\n0 at 1: 10 8 3\n1 at 1: 9 6")
            assert here.on_to_the_reveal().asked == "0 perfect"
            assert does(here, who) == wanted

    def test_rescues_itself_when_asked(self, who: str) -> None:
        here = situation("0 holds: balaclava, 8 tokens\n0 at 1: 10 8 5\n1 at 1: 9 6")
        assert here.on_to_the_reveal().asked == "0 rescue"
        assert does(here, who) == "use balaclava"

    def test_keeps_a_balaclava_until_then(self, who: str) -> None:
        assert does(situation("0 holds: balaclava, 6 tokens"), who) == "draw"

    def test_takes_a_few_tokens_gladly_and_others_not(self, who: str) -> None:
        for tokens, wanted in ((0, "pass"), (6, "use chloroform")):
            here = situation(f"""
                missions: locker over ci-2 | hotel | barmaid | airport
                0 holds: chloroform, {tokens} tokens
                0 at 1: 10 8
                1 at 1: 9 6
            """)
            assert here.on_to_the_reveal().asked == "0 cover"
            assert does(here, who) == wanted

    def test_adds_a_newspaper_in_the_end_where_that_carries_the_other_over(self, who: str) -> None:
        """K23."""
        here = situation("""
            round: 6
            missions: informant | hotel | barmaid | airport
            0 holds: newspaper
            0 at 1: 10 6
            1 at 1: 9 2 8 ...
        """).play("stop")
        here.on_to_the_reveal()
        assert here.asked == "0 window"
        assert does(here, who) == "use newspaper 1"

    def test_never_interrupts(self, who: str) -> None:
        here = situation("0 holds: newspaper, drone\nstarts: 1\n1 at 1: 10 6 ...")
        player = level(who)(0, "1")
        assert here.may(0)
        assert table.offer(here.game, 0, player) is None


class TestARecruit:
    def test_does_not_count_the_cards_that_are_gone(self) -> None:
        """It stops at its total, whether or not any card could still take it over."""
        gone = "0 at 1: 9 7\n1 at 1: 9 7\n0 at 2: 7 7\n1 at 2: 8 6\n0 at 3: 6 5\n1 at 3: 10 5\n"
        for before in (gone, ""):
            answers = asked(situation(before + "0 at 4: 10 8 ..."), "recruit", seeds=12)
            assert answers.most_common(1)[0][0] == "stop"

    def test_slips_now_and_then(self) -> None:
        answers = asked(situation("0 at 1: 5 4 ..."), "recruit", seeds=60)
        assert answers["draw"] > 50
        assert answers["stop"] > 0

    def test_goes_where_the_number_is_highest(self) -> None:
        here = situation("missions: hotel | barmaid | informant | locker").play("draw")
        assert asked(here, "recruit", seeds=12).most_common(1)[0][0] == "place 3"

    def test_uses_a_toy_because_it_is_there(self) -> None:
        here = situation("0 holds: night-vision\n0 at 1: 2 ...")
        assert asked(here, "recruit", seeds=30)["use night-vision"] > 0
        assert asked(here, "operative")["use night-vision"] == 0


class TestASeatThatImagines:
    def test_sees_who_runs_out_of_cards(self, seed: int) -> None:
        """K14: with three cards left for three missions, some will be without."""
        held = "8 9 10 7 7 7 6 5 4 3 2"
        side = Side().seen(range(11), held.split())
        side = replace(side, deck=(11, 12, 13), piles=(tuple(range(11)), (), (), ()))
        rivals = foreseen(side, (2, 3, 4), 100, str(seed))
        assert rivals[2].chances.get(ABSENT, 0) == 0
        assert rivals[4].chances[ABSENT] > 0.5

    def test_takes_no_card_that_was_shown_elsewhere(self, seed: int) -> None:
        """A sample keeps to what was shown: all 14 cards once, the known ones in their place."""
        side = Side().drew("10").placed(1).pushed(1, None).drew("9").placed(2).pushed(2, None)
        rng = random.Random(seed)
        for _ in range(50):
            imagined = half(side, rng)
            cards = [*imagined.deck, *(card for pile in imagined.piles for card in pile)]
            assert Counter(cards) == Counter(EQUIPMENT)
            assert [pile[0] for pile in imagined.piles[:2]] == ["10", "9"]


class TestDecks:
    def test_the_table_is_the_one_that_its_tool_writes(self) -> None:
        """tools/kompromat_decks.py, for one mission to come; more would take too long here."""
        spec = importlib.util.spec_from_file_location(
            "kompromat_decks", ROOT / "tools/kompromat_decks.py"
        )
        assert spec is not None
        assert spec.loader is not None
        tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tool)
        worths = tool.promises(dict.fromkeys(every_deck(), 0.0))
        assert all(abs(promise(deck, 1) - worth) < 0.003 for deck, worth in worths.items())

    def test_what_makes_21_in_all_is_sure_of_one_mission(self) -> None:
        """All is drawn, in whatever order."""
        for cards in ("A 4 7 9", "7 7 7", "10 9 2"):
            assert promise(packed(cards.split()), 1) == 1.0
        assert promise(packed("10 9".split()), 1) < 0.8
