"""Kompromat, setup and rounds (K4-K7)."""

import pytest

from brushpass.games.kompromat.cards import MARKS, MISSIONS
from tests.kompromat.table import Table, equipment, mission_deck, situation


def dealt(top: str, first: int = 0) -> Table:
    """A table with these cards on top of the mission deck, and both seats' equipment dealt."""
    return Table().play(f"first {first}, {mission_deck(top)}, {equipment(0)}, {equipment(1)}")


def missions(table: Table) -> str:
    """Positions 1 to 4, as the tests write them."""
    return " | ".join(
        each["card"] if each["ci"] is None else f"{each['card']} over {each['ci']}"
        for each in table.view()["missions"]
    )


class TestWhoBegins:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_chance_says_who_starts(self, seat: int) -> None:
        """K4: the most suspicious-looking player starts round 1."""
        table = Table()
        assert table.asked == "chance"
        assert table.due.json() == {"kind": "first", "seats": [0, 1]}
        assert table.due.count == 1
        assert table.game.status.actor == table.view()["actor"] == "chance"
        assert table.view()["starter"] is None
        table.play(f"first {seat}")
        assert table.view()["starter"] == seat
        assert dealt("locker", first=seat).asked == f"{seat} turn"

    def test_there_is_no_third_seat_to_start(self) -> None:
        """K4: one of two."""
        assert "is no action" in Table().refusal("first 2")

    def test_the_starting_seat_alternates_each_round(self) -> None:
        """K4: whoever starts round 1, the other starts round 2, and so on."""
        table = Table().play(f"first 1, {mission_deck()}")
        starters = []
        while table.asked != "over":
            table.play(f"{equipment(0)}, {equipment(1)}")
            starters.append(table.view()["starter"])
            assert table.asked == f"{starters[-1]} turn"
            table.on_to_the_reveal().on_to()
        assert starters == [1, 0, 1, 0, 1, 0]


class TestTheDeal:
    def test_all_equipment_comes_back_each_round(self) -> None:
        """K5: at the start of each round both seats shuffle all 14 equipment cards."""
        table = situation("0 at 1: 10 9 8").on_to_the_reveal()
        assert (table.asked, table.view()["round"]) == ("chance", 2)
        for seat in (0, 1):
            assert (table.due.seat, len(table.due.cards)) == (seat, 14)
            assert table.deck(seat) == table.discard(seat) == ""
            table.play(equipment(seat, "5 A"))
            assert table.deck(seat).startswith("5 A 0.5 2 3")

    def test_seat_0_shuffles_first_whoever_starts(self) -> None:
        """K5: chance has its order."""
        table = Table().play(f"first 1, {mission_deck()}")
        assert "K5" in table.refusal(equipment(1))
        table.play(f"{equipment(0)}, {equipment(1)}")

    @pytest.mark.parametrize(
        "words",
        [
            "equipment 0 0.5 A A 2 3 4 5 6 7 7 7 8 9",  # one too few
            "equipment 0 0.5 A A 2 3 4 5 6 7 7 7 8 9 10 10",  # one too many
            "equipment 0 0.5 A A 2 3 4 5 6 7 7 8 8 9 10",  # another card
            "equipment 0",
        ],
    )
    def test_a_deck_of_other_cards_is_refused(self, words: str) -> None:
        """K5: all 14 cards and no others."""
        assert "K5" in Table().play(f"first 0, {mission_deck()}").refusal(words)

    def test_four_missions_lie_once_both_have_shuffled(self) -> None:
        """K5: position 1 next to the deck, position 4 farthest."""
        table = Table().play(f"first 0, {mission_deck('code hotel drone locker')}, {equipment(0)}")
        assert table.view()["missions"] == []
        table.play(equipment(1))
        assert missions(table) == "code | hotel | drone | locker"
        assert not any(each["resolved"] for each in table.view()["missions"])
        assert table.view()["mission_deck"] == 25

    @pytest.mark.parametrize("words", ["missions", "missions code", "missions" + " code" * 29])
    def test_a_mission_deck_of_other_cards_is_refused(self, words: str) -> None:
        """K2: the mission deck is all 29 cards."""
        assert "K2" in Table().play("first 0").refusal(words)

    def test_only_the_outcome_that_is_due_is_taken(self) -> None:
        """K4, then K2, K5 and where needed K7."""
        table = Table()
        assert table.refusal(mission_deck()) == "K4: expected `first` with, one of: 0 1"
        table.play("first 0")
        assert "K2" in table.refusal("first 0")
        assert "K2" in table.refusal(equipment(0))
        table.play(mission_deck("ci-1 code hotel locker ci-2 drone"))
        assert "K5" in table.refusal(mission_deck())
        table.play(f"{equipment(0)}, {equipment(1)}")
        assert "K7" in table.refusal(equipment(0))
        table.play(f"reshuffle {' '.join(table.due.cards)}")
        assert "no chance outcome is due" in table.refusal("first 1")

    def test_no_seat_can_do_anything_at_chance(self) -> None:
        """K5: first the deal, then the turns."""
        table = Table().play("first 0")
        assert table.may(0) == table.may(1) == ""
        assert "a chance outcome is due" in table.refusal("draw")


class TestLayingTheMissions:
    def test_counter_intelligence_is_covered_with_the_next_card(self) -> None:
        """K6: first four cards lie, then each counter-intelligence is covered, 1 to 4."""
        table = dealt("ci-2 code ci-1 hotel drone locker airport")
        assert missions(table) == "drone over ci-2 | code | locker over ci-1 | hotel"
        assert table.asked == "0 turn"
        assert table.state()["mission_deck"][0] == "airport"

    def test_the_four_are_laid_before_any_is_covered(self) -> None:
        """K6: a cover comes from behind the first four, not from between them."""
        table = dealt("code ci-3 ci-2 ci-1 hotel drone locker")
        assert missions(table) == "code | hotel over ci-3 | drone over ci-2 | locker over ci-1"

    def test_a_second_counter_intelligence_is_put_aside(self) -> None:
        """K6: if the covering card is counter-intelligence too, the next is drawn, until not."""
        table = dealt("ci-2 code hotel locker ci-1 ci-3 drone airport")
        assert missions(table) == "drone over ci-2 | code | hotel | locker"
        assert table.asked == "chance"
        deck = table.state()["mission_deck"]
        assert (deck[0], deck[-2:]) == ("airport", ["ci-1", "ci-3"])

    def test_each_position_finds_its_own_cover(self) -> None:
        """K6: what is put aside for position 1 is not there for position 3."""
        table = dealt("ci-2 code ci-2 locker ci-1 drone ci-1 airport hotel")
        assert missions(table) == "drone over ci-2 | code | airport over ci-2 | locker"
        assert table.state()["mission_deck"][-2:] == ["ci-1", "ci-1"]

    def test_all_five_counter_intelligence_cards_can_come_at_once(self) -> None:
        """K6: four lie, the fifth is put aside."""
        table = dealt("ci-1 ci-1 ci-2 ci-2 ci-3 drone locker airport hotel code")
        assert missions(table) == (
            "drone over ci-1 | locker over ci-1 | airport over ci-2 | hotel over ci-2"
        )
        assert table.state()["mission_deck"][-1] == "ci-3"


class TestTheReshuffle:
    def test_what_was_put_aside_is_shuffled_back_before_the_first_turn(self) -> None:
        """K7: the whole mission deck anew, once all four positions are filled."""
        table = dealt("ci-2 code hotel locker ci-1 drone")
        assert (table.due.kind, table.due.count) == ("reshuffle", 24)
        assert list(table.due.cards) == sorted(table.state()["mission_deck"])
        new = sorted(table.due.cards, reverse=True)
        table.play(f"reshuffle {' '.join(new)}")
        assert table.asked == "0 turn"
        assert table.state()["mission_deck"] == new

    def test_it_is_the_cards_of_the_deck_that_are_shuffled(self) -> None:
        """K7: none more, none fewer."""
        table = dealt("ci-2 code hotel locker ci-1 drone")
        deck = table.state()["mission_deck"]
        assert "K7" in table.refusal(f"reshuffle {' '.join(deck[1:])}")
        assert "K7" in table.refusal(f"reshuffle {' '.join([*deck, 'drone'])}")

    def test_nothing_put_aside_nothing_shuffled(self) -> None:
        """K7: the deck is reshuffled only when at least one card was put aside."""
        assert dealt("ci-2 code hotel locker drone ci-1").asked == "0 turn"

    def test_once_however_many_were_put_aside(self) -> None:
        """K7: one shuffle, after the four positions are filled."""
        table = dealt("ci-2 code ci-2 locker ci-1 drone ci-1 airport hotel")
        table.play(f"reshuffle {' '.join(table.due.cards)}")
        assert table.asked == "0 turn"

    def test_in_any_round_whatever_is_left(self) -> None:
        """K7: in round 6 too, where only counter-intelligence can be left."""
        rest = sorted(card for card in MISSIONS if card not in MARKS)
        deck = [*rest[:20], "ci-1", *rest[20:23], "ci-1", "ci-2", rest[23], "ci-2", "ci-3"]
        table = Table().play(f"first 0, missions {' '.join(deck)}")
        for _ in range(5):
            table.play(f"{equipment(0)}, {equipment(1)}").on_to_the_reveal().on_to()
        table.play(f"{equipment(0)}, {equipment(1)}")
        assert table.due.json() == {"kind": "reshuffle", "cards": ["ci-1", "ci-2", "ci-2", "ci-3"]}
        table.play("reshuffle ci-3 ci-1 ci-2 ci-2")
        assert (table.asked, table.view()["mission_deck"]) == ("1 turn", 4)
