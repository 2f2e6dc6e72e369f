"""[microfilms], a turn (M11-M18): draw, pass, bribe, the actions and their answers."""

import pytest

from tests.microfilms.table import Table, deal


class TestDrawing:
    def test_the_top_of_the_draw_deck_is_secret(self) -> None:
        """M11, M32: only who drew it sees it."""
        table = deal(3, deck="film-uk ace").play("bribe 1 steal, accept, ..., draw deck")
        assert (table.hand(0), table.deck.split()[0]) == ("film-uk", "ace")
        assert table.told_card("card-drawn", 0, 1, 2, None) == ["film-uk", None, None, None]
        assert table.view(1)["players"][0]["hand"] == 1
        assert "film-uk" not in str([table.view(1), table.told(1), table.view(), table.told()])

    def test_the_top_of_the_discard_deck_is_public(self) -> None:
        """M11."""
        table = deal(3, first=2).play("cash-out, draw discard")
        for eyes in (0, 1, None):
            assert table.told_of("discard-taken", eyes) == [{"seat": 0, "card": "cash-out"}]
        assert table.hand(0) == "cash-out steal"

    def test_only_the_top_one(self) -> None:
        """M11, M23: what lies below is not to be had."""
        table = deal(4, first=2).play("cash-out, cash-out, steal 2, draw discard")
        assert (table.hand(1), table.discard) == ("interrogate steal", "cash-out cash-out")

    def test_not_from_an_empty_discard_deck(self) -> None:
        """M11 [ruling]."""
        table = deal(3)
        assert table.may(0, "draw") == "draw deck"
        assert "M11" in table.refusal("draw discard")

    def test_not_from_an_empty_draw_deck(self) -> None:
        """M11 [ruling]: which can only be while the discard deck is empty too (M22)."""
        table = all_in_hand()
        assert table.may(2, "draw") == ""
        assert "M11" in table.refusal("draw deck")
        assert "M11" in table.refusal("draw discard")


def all_in_hand(players: int | str = 6) -> Table:
    """Six seats, each Cleared, hold all 14 cards; both decks are empty."""
    table = deal(
        players, deck="ace film-china film-uk film-usa letter-china letter-uk cash-out steal"
    )
    table.play(", ".join(f"bribe {(seat + 1) % 6} steal, accept" for seat in range(6)))
    table.play("draw deck, draw deck, draw deck, draw deck, draw deck, draw deck")
    table.play("bribe 3 ace, accept, bribe 4 film-china, accept, pass")
    table.play("bribe 2 ace, accept, bribe 2 film-china, accept, pass, draw deck, draw deck")
    assert (table.deck, table.discard, table.asked) == ("", "", "2 action")
    return table


class TestPassing:
    def test_it_brings_a_franc(self) -> None:
        """M12: from the house."""
        table = deal(3)
        house = table.house
        table.play("pass")
        assert (table.francs[0], table.house) == (1, house - 1)
        assert table.told()[:2] == [
            {"type": "passed", "seat": 0},
            {"type": "francs-moved", "giver": "house", "taker": 0, "francs": 1},
        ]


class TestBribing:
    def test_any_card_can_be_offered_to_any_other_player(self) -> None:
        """M13: one card of your hand."""
        table = deal(3, first=1)
        assert table.may(1, "bribe") == "bribe 0 interrogate, bribe 2 interrogate"
        for wrong in ("bribe 1 interrogate", "bribe 0 steal", "bribe 3 interrogate"):
            assert "M13" in table.refusal(wrong)
        assert "M13" in table.refusal("bribe croupier interrogate")

    def test_the_target_answers_without_seeing_it(self) -> None:
        """M13, M32: the card is offered unseen."""
        table = deal(3).play("bribe 2 steal")
        assert (table.asked, table.may(2)) == ("2 bribe", "accept, decline")
        assert table.told_card("bribe-offered", 0, 1, 2, None) == ["steal", None, None, None]
        cards = [table.view(eyes)["pending"]["card"] for eyes in (0, 1, 2, None)]
        assert cards == ["steal", "?", "?", "?"]

    def test_until_it_is_accepted_the_card_stays_in_the_hand(self) -> None:
        """M13 [ruling]."""
        table = deal(3).play("bribe 2 steal")
        assert table.hand(0) == "steal"
        assert table.state()["pending"] == {"kind": "bribe", "by": 0, "to": 2, "card": "steal"}

    def test_accepted_it_is_theirs_and_you_are_cleared(self) -> None:
        """M13, M32: the two know which it was."""
        table = deal(3).play("bribe 2 steal").play("accept")
        assert (table.hand(0), table.hand(2)) == ("", "cash-out steal")
        assert (table.cleared(0), table.cleared(2)) == (True, False)
        assert table.told_card("bribe-accepted", 0, 1, 2, None) == ["steal", None, "steal", None]
        assert table.told_of("now-cleared") == [{"seat": 0}]
        assert table.state()["pending"] is None

    def test_declined_it_costs_them_a_franc(self) -> None:
        """M13: and a declined card is not shown."""
        table = deal(3).play("bribe 2 steal").play("decline")
        assert (table.hand(0), table.hand(2)) == ("steal", "cash-out")
        assert table.francs == [1, 0, 0]
        assert not table.cleared(0)
        assert table.told(2) == [
            {"type": "bribe-declined", "seat": 0, "target": 2},
            {"type": "francs-moved", "giver": 2, "taker": 0, "francs": 1},
            {"type": "turn-began", "seat": 1},
        ]

    def test_it_costs_no_more_than_one(self) -> None:
        """M13: however many they have."""
        table = deal(3).play("pass, pass, pass, pass, pass, pass")
        assert table.francs == [2, 2, 3]
        assert table.play("bribe 2 steal, decline").francs == [3, 2, 2]

    def test_who_has_none_may_decline_and_pays_nothing(self) -> None:
        """M13."""
        table = deal(3).play("bribe 1 steal")
        assert table.may(1) == "accept, decline"
        table.play("decline")
        assert table.francs == [0, 0, 1]

    def test_the_ace_may_be_a_bribe(self) -> None:
        """M13, M21: offering it costs nothing; only discarding it does."""
        table = deal(3, deck="ace").play("draw deck, discard steal, ..., bribe 1 ace, accept")
        assert table.hand(1) == "ace interrogate"
        assert table.cleared(0)

    def test_only_the_one_asked_can_answer(self) -> None:
        """M13."""
        table = deal(3).play("bribe 2 steal")
        assert "seat 2 must decide" in table.refusal("accept", 1)
        assert "is for action" in table.refusal("pass")
        assert "is for blackmail" in table.refusal("refuse")


class TestStealing:
    @pytest.mark.parametrize(("first", "target", "taken"), [(0, 2, 1), (0, 1, 0)])
    def test_it_takes_what_they_have(self, first: int, target: int, taken: int) -> None:
        """M15: 2 francs, or what they have if less; one with none may be named."""
        table = deal(3, first=first)
        table.play(f"steal {target}")
        assert (table.francs[0], table.francs[target]) == (taken, 0)
        assert table.told()[:3] == [
            {"type": "action-taken", "seat": 0, "action": "steal", "target": target},
            {"type": "discarded", "seat": 0, "card": "steal"},
            {"type": "francs-moved", "giver": target, "taker": 0, "francs": taken},
        ]
        assert (table.discard, table.hand(0)) == ("steal", "")

    def test_it_takes_no_more_than_two(self) -> None:
        """M15."""
        table = deal(3).play("pass, pass, pass, pass, pass, pass, pass, pass, pass")
        assert table.francs == [3, 3, 4]
        assert table.play("steal 2").francs == [5, 3, 2]

    def test_it_needs_the_card_and_an_opponent(self) -> None:
        """M15: there is no stealing for francs, nor from oneself."""
        table = deal(3)
        assert table.may(0, "steal") == "steal 1, steal 2"
        assert "M15" in table.refusal("steal 0")
        assert "M15" in table.refusal("steal 3")
        assert "M15" in deal(3, first=1).refusal("steal 0")


class TestCashingOut:
    def test_it_takes_three_from_the_house(self) -> None:
        """M16, M14: the card is laid first."""
        table = deal(3, first=2)
        house = table.house
        table.play("cash-out")
        assert (table.francs[2], table.house, table.discard) == (3, house - 3, "cash-out")
        assert [each["type"] for each in table.told()] == [
            "action-taken", "discarded", "francs-moved", "turn-began"
        ]  # fmt: skip

    def test_it_needs_the_card(self) -> None:
        """M16."""
        assert deal(3).may(0, "cash") == ""
        assert "M16" in deal(3).refusal("cash-out")


class TestInterrogating:
    def test_identity_and_hand_are_shuffled_together(self) -> None:
        """M17: each of the cards is as likely to be seen."""
        table = deal(3, first=1).play("interrogate 0 card")
        assert table.due.json() == {"kind": "show", "cards": ["agent-china", "steal"]}
        assert table.state()["pending"] == {"kind": "interrogate", "by": 1, "to": 0}
        assert "M17" in table.refusal("show agent-uk")
        assert "M17" in table.refusal("show steal steal")

    def test_a_card_that_is_there_twice_counts_twice(self) -> None:
        """M17: in proportion to the cards held."""
        table = deal("agent-uk steal | agent-china interrogate | agent-usa steal")
        table.play("bribe 2 steal, accept, interrogate 2 card")
        assert table.due.cards == ("agent-usa", "steal", "steal")

    def test_only_the_interrogator_learns_what_was_seen(self) -> None:
        """M17, M32: not even the target."""
        table = deal(4, first=1).play("interrogate 2 card").play("show agent-usa")
        assert table.told_card("card-seen", 0, 1, 2, 3, None) == [
            None, "agent-usa", None, None, None
        ]  # fmt: skip
        assert table.hand(2) == "cash-out"
        assert table.asked == "2 action"

    def test_who_has_no_cards_shows_the_identity(self) -> None:
        """M17: a choice with one possibility is made by chance all the same (M21)."""
        table = deal(3, first=2).play("cash-out, pass, interrogate 2 card")
        assert table.due.cards == ("agent-usa",)

    def test_with_the_card_or_for_a_franc(self) -> None:
        """M17, M14: the card is laid, or the franc paid, before anything is seen."""
        table = deal(3).play("pass, pass, pass, pass")
        assert table.may(1, "interrogate 0") == "interrogate 0 card, interrogate 0 pay"
        table.play("interrogate 0 card")
        assert (table.discard, table.francs[1]) == ("interrogate", 1)
        table = deal(3).play("pass, pass, pass, pass")
        house = table.house
        table.play("interrogate 0 pay")
        assert (table.discard, table.francs[1], table.house) == ("", 0, house + 1)
        assert table.told() == [
            {"type": "action-taken", "seat": 1, "action": "interrogate", "target": 0},
            {"type": "francs-moved", "giver": 1, "taker": "house", "francs": 1},
        ]

    def test_not_without_either(self) -> None:
        """M17."""
        table = deal(3)
        assert table.may(0, "interrogate") == ""
        assert "M17" in table.refusal("interrogate 1 card")
        assert "M17" in table.refusal("interrogate 1 pay")
        assert "M17" in table.refusal("interrogate 0 card")


class TestBlackmailing:
    def test_with_either_card_or_for_two_francs(self) -> None:
        """M18."""
        assert deal(3).may(0, "blackmail 1") == "blackmail 1 steal"
        assert deal(3, first=1).may(1, "blackmail 0") == "blackmail 0 interrogate"
        table = deal(3).play("pass, pass, pass")
        for wrong in ("pay", "interrogate"):
            assert "M18" in table.refusal(f"blackmail 1 {wrong}")
        assert "M18" in table.refusal("blackmail 0 steal")
        table.play("pass, pass, pass")
        assert table.may(0, "blackmail 1") == "blackmail 1 pay, blackmail 1 steal"
        table.play("blackmail 1 pay")
        assert (table.asked, table.francs[0], table.discard) == ("1 blackmail", 0, "")
        assert table.state()["pending"] == {"kind": "blackmail", "by": 0, "to": 1}

    def test_the_card_is_laid_first(self) -> None:
        """M14, M18: it is on the discard deck when the target chooses."""
        table = deal(3).play("blackmail 1 steal")
        assert (table.discard, table.hand(0)) == ("steal", "")
        assert table.told() == [
            {"type": "action-taken", "seat": 0, "action": "blackmail", "target": 1},
            {"type": "discarded", "seat": 0, "card": "steal"},
        ]

    def test_who_has_neither_can_only_refuse(self) -> None:
        """M18: pay only with 2 or more, defend only with a cash-out card."""
        table = deal(3).play("blackmail 1 steal")
        assert table.may(1) == "refuse"
        assert "M18" in table.refusal("pay")
        assert "M18" in table.refusal("defend")

    def test_paying(self) -> None:
        """M18: 2 francs, and nobody's suspicion changes."""
        table = deal(3).play("pass, pass, pass, pass, pass, pass, blackmail 1 steal")
        assert table.may(1) == "pay, refuse"
        table.play("pay")
        assert table.francs == [4, 0, 3]
        assert not table.cleared(0)
        assert table.told() == [
            {"type": "blackmail-answered", "seat": 0, "target": 1, "answer": "pay"},
            {"type": "francs-moved", "giver": 1, "taker": 0, "francs": 2},
            {"type": "turn-began", "seat": 1},
        ]

    def test_one_franc_is_not_enough(self) -> None:
        """M18: only with 2 or more."""
        assert deal(3).play("blackmail 2 steal").may(2) == "defend, refuse"

    def test_defending(self) -> None:
        """M18: a cash-out card goes to the discard deck, on top of the one laid."""
        table = deal(3).play("blackmail 2 steal").play("defend")
        assert (table.discard, table.hand(2)) == ("cash-out steal", "")
        assert (table.cleared(0), table.francs) == (False, [0, 0, 1])
        assert table.told()[:2] == [
            {"type": "blackmail-answered", "seat": 0, "target": 2, "answer": "defend"},
            {"type": "discarded", "seat": 2, "card": "cash-out"},
        ]

    def test_refusing(self) -> None:
        """M18: you are Cleared, they are Suspect, and you take a random card."""
        table = deal(3, first=1).play("bribe 2 interrogate, accept, ..., pass, pass")
        table.play("blackmail 1 steal").play("refuse")
        assert (table.cleared(0), table.cleared(1)) == (True, False)
        assert table.told() == [
            {"type": "blackmail-answered", "seat": 0, "target": 1, "answer": "refuse"},
            {"type": "now-cleared", "seat": 0},
            {"type": "now-suspect", "seat": 1},
            {"type": "turn-began", "seat": 1},
        ]

    def test_the_two_know_which_card_was_taken(self) -> None:
        """M18, M32: and nobody else, not even its kind."""
        table = deal(4).play("blackmail 2 steal, refuse")
        assert table.due.json() == {"kind": "take", "cards": ["cash-out"]}
        assert table.state()["pending"] == {"kind": "blackmail", "by": 0, "to": 2}
        table.play("take cash-out")
        assert (table.hand(0), table.hand(2)) == ("cash-out", "")
        assert table.told_card("card-taken", 0, 1, 2, 3, None) == [
            "cash-out", None, "cash-out", None, None
        ]  # fmt: skip

    def test_never_an_identity(self) -> None:
        """M18: of an empty hand nothing is taken, and no chance outcome is asked for."""
        table = deal(3, first=2).play("cash-out, blackmail 2 steal, refuse")
        assert (table.asked, table.hand(0)) == ("1 action", "")
        assert table.cleared(0)

    def test_a_card_that_is_not_there_cannot_be_taken(self) -> None:
        """M18."""
        table = deal(3).play("blackmail 2 steal, refuse")
        assert "M18" in table.refusal("take agent-usa")
        assert "M18" in table.refusal("take steal")
        assert "chance" in table.refusal("pass")


class TestOneOfFive:
    def test_all_of_a_turn(self) -> None:
        """M11-M19: draw, pass, bribe, an action, or an attempt for who is Cleared."""
        table = deal(3, deck="film-uk").play(
            "bribe 1 steal, accept, ..., draw deck, ..., pass, ..."
        )
        assert table.may(0).split(", ") == [
            "bribe 1 film-uk",
            "bribe 2 film-uk",
            "draw deck",
            "draw discard",
            "interrogate 1 pay",
            "interrogate 2 pay",
            "pass",
            "win agent film-uk",
        ]

    def test_one_and_then_the_next_seat(self) -> None:
        """M11: clockwise."""
        table = deal(3, first=1)
        for seat in (1, 2, 0, 1):
            assert table.asked == f"{seat} action"
            table.play("pass")
