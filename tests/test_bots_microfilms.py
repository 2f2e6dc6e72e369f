"""The bots of [microfilms] and The Croupier: legal, repeatable, blind to what is hidden, apt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from brushpass import GAMES, Game, IllegalAction, table
from brushpass.bots import Maker, Uniform
from brushpass.bots.microfilms import Handler, Operative, Recruit
from brushpass.games.microfilms.view import View
from tests.conftest import Size
from tests.microfilms.table import Table, deal, deal_croupier

NIGHT = ("microfilms", "croupier")
SIZES = [(name, seats) for name in NIGHT for seats in GAMES[name].seats]
DEALS = ("identities", "covers", "letters", "actions", "deck", "shuffle")
LEVELS = ("recruit", "operative", "handler")


def level(name: str, game: str, samples: int = 8) -> Maker:
    """A level's maker; a Handler with few samples, as tests cannot wait."""
    croupier = game == "croupier"
    if name == "handler":
        return partial(Handler, samples=samples, croupier=croupier)
    return partial({"recruit": Recruit, "operative": Operative}[name], croupier=croupier)


class Watched:
    """Another bot, whose answers are looked at; asked again, made anew, it answers the same."""

    def __init__(self, maker: Maker, seat: int, seed: str, again: float = 0.0) -> None:
        self.bot = maker(seat, seed)
        self.anew = partial(maker, seat, seed)
        self.again, self.rng = again, random.Random(seed)

    def act(self, view: Any, news: Sequence[Any], legal: Sequence[Any]) -> Any:
        assert isinstance(view, View)
        answer = self.bot.act(view, news, legal)
        assert answer in legal
        if self.rng.random() < self.again:
            assert self.anew().act(view, news, legal) == answer
        return answer

    def interrupt(self, _view: Any, _news: Sequence[Any], _legal: Sequence[Any]) -> Any:
        raise AssertionError("these games have no interrupts")


def played(name: str, makers: Sequence[Maker], seed: object, again: float = 0.0) -> Game:
    """A whole game between these bots."""
    game = Game(GAMES[name], len(makers))
    players = [Watched(maker, seat, str(seed), again) for seat, maker in enumerate(makers)]
    for _ in table.play(game, players, str(seed)):
        pass
    return game


@pytest.mark.parametrize("who", LEVELS)
class TestEachLevel:
    @pytest.mark.parametrize(("name", "seats"), SIZES)
    def test_only_does_what_it_may(
        self, who: str, name: str, seats: int, seed: int, size: Size
    ) -> None:
        """Among its like, and alone among players by chance, who do what nobody expects."""
        for number in range(size("games of watched bots at night", 2, 100)):
            others = Uniform if number % 2 else level(who, name)
            makers = [
                level(who, name) if seat == number % seats else others for seat in range(seats)
            ]
            assert played(name, makers, f"{seed} {number}").status.over

    @pytest.mark.parametrize("name", NIGHT)
    def test_plays_the_same_from_the_same_seed(self, who: str, name: str, seed: int) -> None:
        makers = [level(who, name)] * GAMES[name].seats[0]
        assert played(name, makers, seed).actions == played(name, makers, seed).actions
        assert played(name, makers, seed).actions != played(name, makers, seed + 1).actions

    @pytest.mark.parametrize(("name", "seats"), [("microfilms", 4), ("croupier", 2)])
    def test_plays_on_the_same_when_made_anew(
        self, who: str, name: str, seats: int, seed: int, size: Size
    ) -> None:
        for number in range(size("games of bots made anew at night", 1, 50)):
            played(name, [level(who, name)] * seats, f"{seed} {number}", again=0.3)

    @pytest.mark.parametrize(("name", "seats"), [("microfilms", 4), ("croupier", 2)])
    def test_does_not_depend_on_hidden_cards(
        self, who: str, name: str, seats: int, seed: int, size: Size
    ) -> None:
        """Twin games: dealt otherwise where the seat cannot see, they show it the same."""
        rng = random.Random(seed)
        compared = 0
        for number in range(size("twin games for a bot at night", 4, 100)):
            whole = played(name, [level("operative", name)] * seats, f"{seed} {number}")
            for _ in range(6):
                game = again(name, seats, whole.actions[: rng.randrange(8, len(whole.actions))])
                seat = game.status.actor
                if not isinstance(seat, int):
                    continue
                for _ in range(6):
                    twin = dealt_otherwise(game, seat, rng)
                    if twin is not None:
                        maker = level(who, name)
                        choices = [
                            table.ask(each, seat, maker(seat, str(seed))) for each in (game, twin)
                        ]
                        assert choices[0] == choices[1]
                        compared += 1
        assert compared > 8


def again(name: str, seats: int, actions: Sequence[str]) -> Game:
    game = Game(GAMES[name], seats)
    for words in actions:
        game.apply(words)
    return game


def dealt_otherwise(game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same game, but that two cards of one deal lie exchanged; None if that would have shown
    the seat something else, or some action would not have been possible."""
    actions = list(game.actions)
    at = rng.choice([i for i, line in enumerate(actions) if line.startswith(DEALS)])
    kind, *cards = actions[at].split()
    i, j = rng.sample(range(len(cards)), 2)
    cards[i], cards[j] = cards[j], cards[i]
    if kind == "letters":  # another is in the box
        nations = actions[0].split()[1:]
        cards = sorted(rng.sample(nations, 2))
    actions[at] = " ".join([kind, *cards])
    try:
        twin = again(game.rules.id, game.seats, actions)
    except IllegalAction:
        return None
    shown = [(each.view(seat), each.news(seat), each.legal(seat)) for each in (game, twin)]
    return twin if shown[0] == shown[1] and twin.opened() != game.opened() else None


@pytest.mark.parametrize(
    ("name", "seats", "low"), [("microfilms", 3, Uniform), ("croupier", 2, "recruit")]
)
def test_an_operative_wins_more_than_lower_ones(
    name: str, seats: int, low: Maker | str, seed: int, size: Size
) -> None:
    """In the same seat of the same deals; docs/benchmarks.md says how much more."""
    weaker = level(low, name) if isinstance(low, str) else low
    wins = {"operative": 0, "weaker": 0}
    for number in range(size("deals with and without an operative", 40, 400)):
        seat = number % seats
        for who, maker in (("operative", level("operative", name)), ("weaker", weaker)):
            makers = [weaker] * seats
            makers[seat] = maker
            result = played(name, makers, f"{seed} {number}").status.result
            assert result is not None
            wins[who] += seat in result.winners
    assert wins["operative"] > wins["weaker"]


def does(here: Table, who: str, seat: int = 0, seeds: int = 3) -> str:
    """What a bot of a level does there, whatever its temper: always the same, or this fails."""
    answers = asked(here, who, seat, seeds)
    assert len(answers) == 1, answers
    return next(iter(answers))


def asked(here: Table, who: str, seat: int = 0, seeds: int = 3) -> Counter[str]:
    """What bots of a level, of several seeds, do there."""
    maker = level(who, here.game.rules.id, samples=60)
    return Counter(table.ask(here.game, seat, maker(seat, str(n))) for n in range(seeds))


GOOD_ONES = pytest.mark.parametrize("who", ["operative", "handler"])


def cleared_with(card: str) -> Table:
    """Seat 0, China, has blackmailed seat 1, was Cleared, and has drawn this card."""
    here = deal("agent-china steal | agent-uk interrogate | agent-usa interrogate", deck=card)
    return here.play("blackmail 1 steal, refuse, take interrogate, ..., draw deck, ...")


@GOOD_ONES
class TestAGoodPlayer:
    def test_attempts_with_a_foreign_film(self, who: str) -> None:
        """M24: blind it wins two times in three."""
        assert does(cleared_with("film-usa"), who) == "win agent film-usa"

    def test_does_not_show_its_own_film(self, who: str) -> None:
        """M24: that wins for others alone."""
        assert not does(cleared_with("film-china"), who, seeds=1).startswith("win")

    def test_does_not_show_its_allys_film(self, who: str) -> None:
        """M6: both letters have been seen, so it knows who is allied."""
        here = deal(
            "agent-china steal | agent-uk interrogate | agent-usa interrogate",
            deck="film-uk letter-uk letter-china cash-out",
        )
        here.play("blackmail 1 steal, refuse, take interrogate, pass, pass, draw deck")
        here.play("draw deck, draw deck, discard letter-china, pass")
        here.play("draw deck, discard letter-uk, pass")
        assert not does(here, who, seeds=1).startswith("win")

    def test_blackmails_at_once_who_cannot_pay(self, who: str) -> None:
        """M18: with a card, while nobody has two francs, it is the shortest way to be Cleared."""
        here = deal("agent-china steal | agent-uk interrogate | agent-usa cash-out")
        answers = asked(here, who, seeds=9)
        blackmails = sum(answers[each] for each in answers if each.startswith("blackmail"))
        assert blackmails > 9 / 2  # thought finds drawing about as good

    def test_takes_a_film_that_lies_open(self, who: str) -> None:
        """M11."""
        here = deal("agent-china cash-out | agent-uk steal | agent-usa cash-out", deck="film-usa")
        here.play("pass, draw deck, discard film-usa, pass")
        assert asked(here, who).most_common(1)[0][0] == "draw discard"

    def test_robs_a_croupier_near_ten_francs(self, who: str) -> None:
        """C7: with ten he has beaten both."""
        here = deal_croupier()
        while here.francs[2] < 8:
            here.play("pass") if here.asked.endswith("action") else here.play(
                f"drop {here.due.cards[0]}"
            )
        while here.asked != "0 action":
            here.play("pass") if here.asked.endswith("action") else here.play(
                f"drop {here.due.cards[0]}"
            )
        answers = asked(here, who)
        assert all(" croupier" in answer for answer in answers), answers


def test_a_handler_takes_bribes_that_an_operative_declines() -> None:
    """M13: who declines pays a franc. One thought tells nothing, so this is habit: levels differ
    in character.
    """
    here = deal("agent-china steal | agent-uk cash-out | agent-usa cash-out", first=1)
    here.play("pass, pass, pass, bribe 0 cash-out")
    makers = {who: level(who, "microfilms", samples=1) for who in ("operative", "handler")}
    takes = {
        who: sum(table.ask(here.game, 0, maker(0, str(n))) == "accept" for n in range(12))
        for who, maker in makers.items()
    }
    assert takes["handler"] == 12
    assert 0 < takes["operative"] < 6


def test_a_handler_does_not_despair_when_the_croupier_is_about_to_win() -> None:
    """C7, C8: who attempts and fails lets the other win alone; to wait is to lose together."""
    here = deal_croupier(deck="cash-out film-china")
    here.play("bribe croupier steal, pass, draw deck, pass")
    while here.francs[2] < 9 or here.asked != "0 action":
        here.play("pass") if here.asked.endswith("action") else here.play(
            f"drop {here.due.cards[0]}"
        )
    answers = asked(here, "handler", seeds=12)
    assert not [answer for answer in answers if answer.startswith("win")]


class TestFreelancers:
    def test_a_hitman_gives_the_ace_away_and_names_who_took_it(self) -> None:
        """M26: nobody else knows as well where it is."""
        text = "agent-china steal | agent-uk steal | agent-usa interrogate | hitman cash-out"
        here = deal(text, deck="ace", first=3)
        here.play("draw deck, discard cash-out, ...")
        offer = asked(here, "operative", seat=3)
        assert all(answer.startswith("bribe") for answer in offer)
        here.play("bribe 0 ace, accept, pass, discard steal, pass, pass")
        assert does(here, "operative", seat=3) == "win hitman 0"


class TestARecruit:
    def test_hesitates_or_rushes_by_its_character(self) -> None:
        answers = asked(cleared_with("film-usa"), "recruit", seeds=12)
        assert 0 < answers["win agent film-usa"] < 12

    def test_forgets_what_it_saw_long_ago(self) -> None:
        here = deal(4).play("pass, ..., interrogate 1 pay, show agent-uk")
        recruit = Recruit(0, "1")
        assert recruit.notebook(told(here)).can_be(1) == {"agent-uk"}
        for _ in range(recruit.memory + 1):
            here.play("pass")
        assert len(recruit.notebook(told(here)).can_be(1)) > 1


def told(here: Table) -> Any:
    """The news of seat 0, as its bot gets them."""
    return here.game.news(0)
