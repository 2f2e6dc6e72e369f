"""[microfilms], attempting a win (M19, M24-M30)."""

from itertools import permutations

import pytest

from tests.microfilms.table import Table, deal
from tests.microfilms.test_turns import all_in_hand

AGENTS = "agent-uk steal | agent-usa interrogate | agent-ussr cash-out"


def with_film(film: str, players: str = AGENTS, allied: str = "") -> Table:
    """Seat 0 is Cleared, holds this film, and is in turn."""
    return deal(players, deck=film, allied=allied).play(
        "bribe 1 steal, accept, ..., draw deck, ..."
    )


class TestAgents:
    @pytest.mark.parametrize(
        ("allied", "film", "winners"),
        [
            ("uk usa", "film-ussr", "0 1"),  # an ally, the lone agent's film
            ("uk usa", "film-usa", "2"),  # an ally, the other ally's
            ("uk usa", "film-uk", "2"),  # an ally, its own
            ("usa ussr", "film-usa", "0"),  # the lone agent, an ally's film
            ("usa ussr", "film-ussr", "0"),
            ("usa ussr", "film-uk", "1 2"),  # the lone agent, its own
            ("uk ussr", "film-usa", "0 2"),
            ("uk ussr", "film-ussr", "1"),
        ],
    )
    def test_who_wins(self, allied: str, film: str, winners: str) -> None:
        """M24: allies by the lone agent's film, the lone agent by an ally's; else the others."""
        table = with_film(film, allied=allied).play(f"win agent {film}")
        assert table.result == f"agents: {winners}"

    def test_everything_is_revealed(self) -> None:
        """M24, M19: and no card is moved by it."""
        table = with_film("film-ussr")
        before = table.state()
        table.play("win agent film-ussr")
        after = {**before, "phase": "over", "actor": None}
        assert table.state() == after
        for eyes in (0, 1, 2, None):
            assert table.view(eyes) == after
            assert table.told(eyes) == [
                {
                    "type": "attempted",
                    "seat": 0,
                    "attempt": "agent",
                    "identity": "agent-uk",
                    "film": "film-ussr",
                    "target": None,
                    "places": None,
                },
                {"type": "ended", "result": {"winners": [0, 1], "reason": "agents"}},
            ]

    def test_freelancers_neither_win_nor_lose_with_them(self) -> None:
        """M24: only agents win."""
        players = f"{AGENTS} | hitman cash-out | interpol interrogate"
        assert with_film("film-usa", players).play("win agent film-usa").result == "agents: 2"

    def test_it_must_be_cleared(self) -> None:
        """M24, M30."""
        table = deal(AGENTS, deck="film-ussr").play("draw deck, discard steal, ...")
        assert table.may(0, "win") == ""
        assert "M24" in table.refusal("win agent film-ussr")

    def test_the_film_must_be_in_its_hand(self) -> None:
        """M24, M30: any of its hand, its own too, and no other."""
        table = with_film("film-uk")
        assert table.may(0, "win") == "win agent film-uk"
        assert "M24" in table.refusal("win agent film-usa")
        assert "is no action" in table.refusal("win agent letter-uk")

    def test_only_an_agent(self) -> None:
        """M30: open only to the holder of that identity."""
        table = with_film("film-uk", f"hitman steal | {AGENTS}")
        assert table.may(0, "win") == "win hitman 1, win hitman 2, win hitman 3"
        assert "M30" in table.refusal("win agent film-uk")
        for attempt in ("journalist film-uk 1", "broker deck deck", "interpol 1"):
            assert "M30" in table.refusal(f"win {attempt}")
        assert "C10" in table.refusal("win croupier film-uk")


class TestTheJournalist:
    PLAYERS = f"journalist steal | {AGENTS}"

    def test_right(self) -> None:
        """M25: the film's agent is named."""
        table = with_film("film-usa", self.PLAYERS).play("win journalist film-usa 2")
        assert table.result == "journalist: 0"
        assert table.told_of("attempted") == [
            {
                "seat": 0,
                "attempt": "journalist",
                "identity": "journalist",
                "film": "film-usa",
                "target": 2,
                "places": None,
            }
        ]

    def test_wrong(self) -> None:
        """M25: the journalist is eliminated; the identity is given back, seen by it alone."""
        table = with_film("film-usa", self.PLAYERS).play("win journalist film-usa 3")
        assert table.state()["players"][0]["eliminated"]
        for eyes, seen in ((0, ["agent-ussr"]), (3, ["agent-ussr"]), (1, None), (None, None)):
            told = table.told_of("cards-handed-over", eyes)
            assert told == [{"seat": 0, "target": 3, "cards": seen}]
        assert table.state()["players"][3]["identities"] == ["agent-ussr"]
        assert table.view(1)["players"][3]["identities"] == ["?"]
        assert table.asked == "1 action"

    def test_a_freelancer_may_be_named(self) -> None:
        """M25, M30: by mistake; its identity is what is handed over."""
        table = with_film("film-usa", f"journalist steal | hitman interrogate | {AGENTS}")
        table.play("win journalist film-usa 1")
        assert table.told_of("cards-handed-over", 0)[0]["cards"] == ["hitman"]
        assert table.state()["players"][0]["eliminated"]

    def test_what_is_open(self) -> None:
        """M25, M30: a film of its hand, and another seat, though it could know better."""
        table = with_film("film-usa", self.PLAYERS)
        assert table.may(0, "win").split(", ") == [
            f"win journalist film-usa {seat}" for seat in (1, 2, 3)
        ]
        for wrong in ("film-uk 1", "film-usa 0", "film-usa 4", "film-usa croupier"):
            assert "M25" in table.refusal(f"win journalist {wrong}")

    def test_it_must_be_cleared(self) -> None:
        """M25."""
        table = deal(self.PLAYERS, deck="film-usa").play("draw deck, discard steal, ...")
        assert "M25" in table.refusal("win journalist film-usa 2")


class TestTheHitman:
    PLAYERS = f"hitman steal | {AGENTS}"

    def cleared(self) -> Table:
        """Seat 0 is Cleared and in turn; seat 2 holds the ace."""
        table = deal(self.PLAYERS, deck="ace").play("bribe 1 steal, accept, pass, discard steal")
        return table.play("draw deck, discard interrogate, pass").turn_of(0)

    def test_right(self) -> None:
        """M26: the one named holds the ace."""
        assert self.cleared().play("win hitman 2").result == "hitman: 0"

    def test_wrong(self) -> None:
        """M26: the hand is seen by the hitman alone and given back."""
        table = self.cleared().play("win hitman 1")
        assert table.state()["players"][0]["eliminated"]
        for eyes, seen in ((0, ["steal"]), (1, ["steal"]), (2, None), (None, None)):
            told = table.told_of("cards-handed-over", eyes)
            assert told == [{"seat": 0, "target": 1, "cards": seen}]
        assert table.hand(1) == "steal"

    def test_an_opponent_is_named(self) -> None:
        """M26, M30: any but itself."""
        table = self.cleared()
        assert table.may(0, "win") == "win hitman 1, win hitman 2, win hitman 3"
        assert "M26" in table.refusal("win hitman 0")
        assert "M26" in deal(self.PLAYERS).refusal("win hitman 1")


class TestTheBroker:
    PLAYERS = f"broker steal | {AGENTS}"

    def second_evening(self, top: str = "letter-uk letter-usa") -> Table:
        """Both letters are in the draw deck, seat 0 is Cleared, empty-handed and in turn."""
        table = deal(self.PLAYERS).to_evening(2, top=top).turn_of(0)
        return table.play("bribe 1 steal, accept, ...")

    def test_right(self) -> None:
        """M27: one place may be named twice, if it holds both."""
        assert self.second_evening().play("win broker deck deck").result == "broker: 0"

    def test_one_letter_each(self) -> None:
        """M27: the own hand is a place too."""
        table = self.second_evening().play("draw deck, ...")
        assert table.hand(0) == "letter-uk"
        table.play("win broker 0 deck")
        assert table.result == "broker: 0"

    def test_which_letter_is_where_need_not_be_said(self) -> None:
        """M27: nor in which order."""
        table = self.second_evening("letter-usa film-uk letter-uk").play("draw deck")
        table.play("draw deck, discard film-uk, draw deck, discard letter-uk, pass")
        assert (table.hand(0), table.discard.split()[0]) == ("letter-usa", "letter-uk")
        assert table.play("win broker 0 discard").result == "broker: 0"

    @pytest.mark.parametrize("places", ["deck discard", "1 deck", "0 0", "0 discard", "2 3"])
    def test_wrong(self, places: str) -> None:
        """M27: each place named holds as many of the letters as often as it was named."""
        table = self.second_evening().play(f"win broker {places}")
        assert table.state()["players"][0]["eliminated"]

    def test_naming_one_place_for_both_is_wrong_if_one_is_elsewhere(self) -> None:
        """M27 [ruling]: exactly as many."""
        table = self.second_evening().play("draw deck, ..., win broker deck deck")
        assert table.state()["players"][0]["eliminated"]

    def test_it_learns_only_that_it_was_wrong(self) -> None:
        """M27, M32: not where they are; nobody is told more than the attempt."""
        table = self.second_evening().play("win broker deck discard")
        told = table.told(0)
        assert told == table.told(None)
        assert [each["type"] for each in told] == [
            "attempted", "eliminated", "francs-moved", "turn-began"
        ]  # fmt: skip
        assert told[0]["places"] == ["deck", "discard"]

    def test_every_place_in_the_game_can_be_named(self) -> None:
        """M27: hands, the own one too, and the two decks; an empty one as well."""
        table = self.second_evening()
        places = ["0", "1", "2", "3", "deck", "discard"]
        pairs = {tuple(sorted(pair, key=places.index)) for pair in permutations(places * 2, 2)}
        assert table.hand(0) == ""
        assert set(table.may(0, "win").split(", ")) == {f"win broker {a} {b}" for a, b in pairs}
        assert "M27" in table.refusal("win broker 0 4")
        assert "M27" in table.refusal("win broker croupier deck")
        assert "is no action" in table.refusal("win broker deck 0")

    def test_not_in_the_first_evening(self) -> None:
        """M27, M22: after the first shuffle."""
        table = deal(self.PLAYERS).play("bribe 1 steal, accept, ...")
        assert table.may(0, "win") == ""
        assert "M27" in table.refusal("win broker deck deck")
        assert "second evening" in table.refusal("win broker deck deck")

    def test_it_must_be_cleared(self) -> None:
        """M27."""
        table = deal(self.PLAYERS).to_evening(2).turn_of(0)
        assert "Cleared" in table.refusal("win broker deck deck")


class TestInterpol:
    PLAYERS = f"interpol cash-out | {AGENTS}"

    def second_evening(self) -> Table:
        """Seat 0 is Cleared and in turn; the others hold steal, interrogate and cash-out."""
        table = deal(self.PLAYERS).to_evening(2, top="cash-out").turn_of(0)
        return table.play("bribe 3 cash-out, accept, ...")

    @pytest.mark.parametrize("target", [1, 2])
    def test_right(self, target: int) -> None:
        """M28, M3: steal and interrogate cards are bloodstained."""
        assert self.second_evening().play(f"win interpol {target}").result == "interpol: 0"

    def test_wrong(self) -> None:
        """M28: a cash-out card is not."""
        table = self.second_evening().play("win interpol 3")
        assert table.state()["players"][0]["eliminated"]
        assert table.told_of("eliminated") == [{"seat": 0, "identities": ["interpol"]}]

    def test_the_one_named_hands_over_the_hand(self) -> None:
        """M28, M32: as the rulebook has it; Interpol alone sees it, and gives it back."""
        table = self.second_evening().play("win interpol 3")
        hand = table.hand(3).split()
        for eyes, seen in ((0, hand), (3, hand), (1, None), (None, None)):
            told = table.told_of("cards-handed-over", eyes)
            assert told == [{"seat": 0, "target": 3, "cards": seen}]

    def test_a_suspect_is_named(self) -> None:
        """M28, M30: everybody can see who is Suspect."""
        table = self.second_evening().play("pass, bribe 2 steal, accept").turn_of(0)
        assert table.may(0, "win") == "win interpol 2, win interpol 3"
        assert "Suspect" in table.refusal("win interpol 1")
        assert "M28" in table.refusal("win interpol 0")

    def test_not_in_the_first_evening(self) -> None:
        """M28."""
        table = deal(self.PLAYERS).play("bribe 3 cash-out, accept, ...")
        assert table.may(0, "win") == ""
        assert "second evening" in table.refusal("win interpol 1")

    def test_it_must_be_cleared(self) -> None:
        """M28."""
        table = deal(self.PLAYERS).to_evening(2).turn_of(0)
        assert "Cleared" in table.refusal("win interpol 1")


class TestElimination:
    PLAYERS = f"hitman steal | {AGENTS}"

    def eliminated(self) -> Table:
        """The hitman, with an ace and a film in hand and some francs, was wrong."""
        table = deal(self.PLAYERS, deck="film-uk").play(
            "bribe 1 steal, accept, ..., draw deck, ..."
        )
        table.play("draw deck").turn_of(0)
        return table.play("pass, ..., win hitman 1")

    def test_the_hand_goes_face_up_to_the_discard_deck(self) -> None:
        """M29: in alphabetical order, the last on top; the ace too, without paying."""
        table = deal(self.PLAYERS, deck="film-uk cash-out cash-out film-usa ace")
        table.play("bribe 1 steal, accept, pass, discard steal, pass, pass, draw deck")
        table.play("draw deck, discard cash-out, draw deck, discard cash-out")
        table.play("draw deck, discard film-usa, draw deck, pass, pass, pass")
        assert (table.hand(0), table.francs[0]) == ("ace film-uk", 0)
        table.play("win hitman 1")
        assert table.discard.startswith("film-uk ace film-usa")
        assert (table.hand(0), table.francs[0]) == ("", 0)
        assert table.told_of("discarded") == [
            {"seat": 0, "card": "ace"},
            {"seat": 0, "card": "film-uk"},
        ]

    def test_the_francs_go_to_the_house(self) -> None:
        """M29."""
        table = deal(self.PLAYERS).play("bribe 1 steal, accept, ..., pass, ..., pass, ...")
        assert table.francs[0] == 2
        house = table.house
        table.play("win hitman 1")
        assert (table.francs[0], table.house) == (0, house + 2)
        assert table.told_of("francs-moved") == [{"giver": 0, "taker": "house", "francs": 2}]

    def test_the_identity_stays_revealed(self) -> None:
        """M29, M32: and the rest is as it was."""
        table = self.eliminated()
        for eyes in (0, 1, None):
            side = table.view(eyes)["players"][0]
            assert (side["identities"], side["eliminated"], side["cleared"]) == (
                ["hitman"], True, True
            )  # fmt: skip
        assert table.view(1)["players"][0]["hand"] == 0
        assert table.view(0)["players"][0]["hand"] == []

    def test_it_takes_no_more_turns(self) -> None:
        """M29: the turn goes past it."""
        table = self.eliminated()
        for seat in (1, 2, 3, 1):
            assert table.asked == f"{seat} action"
            table.turn_of(seat).play("pass")

    def test_it_cannot_be_named_or_targeted(self) -> None:
        """M29: by nothing, and its hand is no place for a letter (M27)."""
        table = self.eliminated().play("pass, pass, pass, pass")
        assert " 0" not in table.may(2)
        for wrong in ("bribe 0 steal", "interrogate 0 card", "interrogate 0 pay",
                      "blackmail 0 interrogate", "blackmail 0 pay"):  # fmt: skip
            assert "came 0" in table.refusal(wrong)
        assert "seat 2 must decide" in table.refusal("pass", 0)

    def test_no_letter_can_be_said_to_be_in_its_hand(self) -> None:
        """M27 [ruling]: the hand of someone eliminated is no place."""
        table = deal(f"broker steal | {AGENTS} | hitman cash-out").to_evening(2).turn_of(4)
        table.play("bribe 1 cash-out, accept, ..., win hitman 1").turn_of(0)
        table.play("bribe 2 steal, accept, ...")
        assert "win broker 3 deck" in table.may(0).split(", ")
        assert "M27" in table.refusal("win broker 4 deck")
        assert "win broker 4 deck" not in table.may(0)

    def test_the_deck_is_looked_at(self) -> None:
        """M29, M22: the turn ends at once; an empty draw deck is shuffled with the hand."""
        table = all_in_hand(
            "agent-china steal | agent-uk interrogate | hitman cash-out | agent-usa cash-out"
            " | broker interrogate | journalist interrogate"
        )
        table.play("win hitman 0")
        assert table.due.json() == {
            "kind": "shuffle",
            "cards": ["ace", "cash-out", "film-china", "film-uk"],
        }
        table.play("shuffle film-china ace film-uk cash-out")
        assert (table.asked, table.view()["evening"]) == ("3 action", 2)


class TestWhatIsOpen:
    def test_only_the_holder_may_attempt(self) -> None:
        """M30, M19: each attempt belongs to one identity."""
        table = with_film("film-uk", f"journalist steal | {AGENTS}")
        assert "M30" in table.refusal("win agent film-uk")
        assert "M30" in table.refusal("win hitman 1")

    def test_what_its_maker_could_know_to_be_wrong_is_allowed(self) -> None:
        """M30 [ruling]: the hitman holds the ace itself; an agent reveals its own film."""
        table = deal(f"hitman steal | {AGENTS}", deck="ace")
        table.play("bribe 1 steal, accept, ..., draw deck, ...")
        assert table.hand(0) == "ace"
        assert table.may(0, "win") == "win hitman 1, win hitman 2, win hitman 3"
        assert with_film("film-uk").may(0, "win") == "win agent film-uk"

    def test_it_is_one_of_the_five_of_a_turn(self) -> None:
        """M19: not at another moment."""
        table = deal(AGENTS, deck="film-uk").play(
            "bribe 1 steal, accept, ..., draw deck, bribe 0 steal"
        )
        assert "is for action" in table.refusal("win agent film-uk")
