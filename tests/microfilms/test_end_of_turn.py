"""[microfilms], the end of a turn (M20-M23, M31): hand limits, evenings, the turn limit."""

from tests.microfilms.table import Table, deal
from tests.microfilms.test_turns import all_in_hand


class TestTheHandLimit:
    def test_a_suspect_may_hold_one_card(self) -> None:
        """M20: any of the two may go."""
        table = deal(3, deck="film-uk").play("draw deck")
        assert (table.asked, table.may(0)) == ("0 discard", "discard film-uk, discard steal")
        table.play("discard steal")
        assert (table.hand(0), table.discard, table.asked) == ("film-uk", "steal", "1 action")
        assert table.told_of("discarded") == [{"seat": 0, "card": "steal"}]

    def test_who_is_cleared_may_hold_two(self) -> None:
        """M20."""
        table = deal(3, deck="film-uk letter-uk letter-china")
        table.play("bribe 1 steal, accept, ..., draw deck, ...")
        assert table.play("draw deck").asked == "1 action"
        assert table.play("...").play("draw deck").asked == "0 discard"

    def test_excess_cards_go_in_the_order_of_their_choice(self) -> None:
        """M20: one at a time, the last on top."""
        table = deal(4).play("bribe 2 steal, accept, bribe 2 interrogate, accept, pass")
        assert (table.asked, table.hand(2)) == ("2 discard", "cash-out interrogate steal")
        table.play("discard interrogate")
        assert (table.asked, table.may(2)) == ("2 discard", "discard cash-out, discard steal")
        table.play("discard cash-out")
        assert (table.hand(2), table.discard) == ("steal", "cash-out interrogate")

    def test_only_the_active_player_is_checked(self) -> None:
        """M20: others may hold more until their own turn."""
        table = deal(3).play("bribe 2 steal, accept")
        assert (table.hand(2), table.asked) == ("cash-out steal", "1 action")

    def test_losing_the_own_clearance_counts_at_once(self) -> None:
        """M18, M20: who is made Suspect in between has the limit of a Suspect."""
        table = deal(3, deck="film-uk letter-uk")
        table.play("bribe 2 steal, accept, ..., draw deck, ..., draw deck")
        table.play("blackmail 0 interrogate, refuse, take letter-uk, pass, draw deck")
        assert not table.cleared(0)
        assert table.asked == "0 discard"

    def test_a_taken_card_counts_with_the_new_clearance(self) -> None:
        """M18, M20: the blackmailer is Cleared before its hand is looked at."""
        table = deal(3, first=2, deck="steal").play("draw deck, discard cash-out, pass, pass")
        table.play("pass, pass, pass, pass, pass, pass, blackmail 0 pay, refuse, take steal")
        assert (table.hand(2), table.asked) == ("steal steal", "0 action")

    def test_what_is_not_in_hand_cannot_go(self) -> None:
        """M20."""
        table = deal(3, deck="film-uk").play("draw deck")
        assert "M20" in table.refusal("discard ace")
        assert "is for action" in table.refusal("pass")
        assert "is for discard" in deal(3).refusal("discard steal")


class TestTheAce:
    def test_it_costs_two_francs(self) -> None:
        """M21: paid to the house."""
        table = deal(3, deck="ace").play("pass, pass, pass, pass, pass, pass")
        house = table.house
        table.play("draw deck")
        assert table.may(0) == "discard ace, discard steal"
        table.play("discard ace")
        assert (table.discard, table.francs[0], table.house) == ("ace", 0, house + 2)
        assert table.told()[:2] == [
            {"type": "discarded", "seat": 0, "card": "ace"},
            {"type": "francs-moved", "giver": 0, "taker": "house", "francs": 2},
        ]

    def test_without_them_another_card_must_go(self) -> None:
        """M21 [ruling]: and it is asked for, though there is only one answer."""
        table = deal(3, deck="ace").play("pass, pass, pass, draw deck")
        assert (table.asked, table.may(0)) == ("0 discard", "discard steal")
        assert "M21" in table.refusal("discard ace")


class TestEvenings:
    def test_an_empty_draw_deck_is_made_of_the_discard_deck(self) -> None:
        """M22: after the discards; the evening counts up when the shuffle is made."""
        table = last_card()
        table.play("draw deck")
        assert (table.deck, table.asked) == ("", f"{LAST} discard")
        table.play("discard steal")
        assert table.due.json() == {"kind": "shuffle", "cards": sorted(table.discard.split())}
        view = table.view()
        assert (view["active"], view["evening"], view["discard"]["top"]) == (LAST, 1, "steal")
        turns, cards = view["turns"], table.due.cards
        table.play(f"shuffle {' '.join(cards)}")
        view = table.view()
        assert (view["evening"], view["turns"]) == (2, turns + 1)
        assert (table.deck, view["discard"]) == (" ".join(cards), {"top": None, "count": 0})
        assert table.told() == [
            {"type": "evening-began", "evening": 2, "count": len(cards)},
            {"type": "turn-began", "seat": (LAST + 1) % 3},
        ]

    def test_all_of_it_is_shuffled(self) -> None:
        """M22: an outcome that leaves out a card, or brings another one, is none."""
        table = last_card().play("draw deck, discard steal")
        cards = table.due.cards
        assert "M22" in table.refusal(f"shuffle {' '.join(cards[1:])}")
        assert "M22" in table.refusal(f"shuffle {' '.join((*cards[1:], 'film-ussr'))}")
        assert "M22" in table.refusal(f"deck {' '.join(cards)}")

    def test_an_empty_draw_deck_is_seen_to_at_the_end_of_the_turn_alone(self) -> None:
        """M22: the last card drawn, the hand limit comes first."""
        table = last_card().play("draw deck")
        assert table.view()["phase"] == "discard"

    def test_with_both_decks_empty_nothing_happens(self) -> None:
        """M22 [ruling]: it is checked again after each turn."""
        table = all_in_hand()
        assert table.view()["evening"] == 1
        table.play("pass, discard cash-out, discard film-uk")
        assert table.due.json() == {"kind": "shuffle", "cards": ["cash-out", "film-uk"]}

    def test_one_card_is_shuffled_too(self) -> None:
        """M22: a chance outcome is asked for even if there is only one."""
        table = all_in_hand().play("bribe 3 ace, accept, discard cash-out")
        assert table.due.json() == {"kind": "shuffle", "cards": ["cash-out"]}

    def test_evenings_are_counted_on(self) -> None:
        """M22: with every shuffle."""
        assert deal(3).to_evening(4).view()["evening"] == 4


LAST = 1
"""Who draws the last card of the first evening in `last_card`."""


def last_card() -> Table:
    """Three seats, of whom one is about to draw the last card of the deck, which is a steal."""
    drawn = "cash-out film-china film-uk film-usa interrogate interrogate letter-china letter-uk"
    table = deal(3, deck=f"ace {drawn} cash-out steal").play("draw deck, discard steal")
    for card in (*drawn.split(), "cash-out"):
        table.play(f"draw deck, discard {card}")
    assert (table.deck, table.asked) == ("steal", f"{LAST} action")
    return table


class TestTheDiscardDeck:
    def test_only_its_top_and_count_are_seen(self) -> None:
        """M23: what was laid there was public when it was laid."""
        table = deal(4, first=2).play("cash-out, cash-out, steal 2")
        for eyes in (0, 2, None):
            assert table.view(eyes)["discard"] == {"top": "steal", "count": 3}
        assert deal(3).view(0)["discard"] == {"top": None, "count": 0}


class TestTheTurnLimit:
    def test_the_game_ends_with_no_winner(self) -> None:
        """M31: when so many turns are finished."""
        table = deal(3, turn_limit=4).play("pass, pass, pass")
        assert (table.asked, table.view()["turns"]) == ("0 action", 3)
        table.play("pass")
        assert (table.asked, table.result) == ("over", "turn-limit: nobody")
        assert (table.view()["turns"], table.view()["active"]) == (4, 0)
        assert table.told()[-1] == {
            "type": "ended",
            "result": {"winners": [], "reason": "turn-limit"},
        }

    def test_a_turn_is_finished_when_its_discards_are(self) -> None:
        """M31, M20: not before."""
        table = deal(3, deck="film-uk", turn_limit=1).play("draw deck")
        assert table.asked == "0 discard"
        assert table.play("discard steal").asked == "over"

    def test_it_is_500_unless_set(self) -> None:
        """M31."""
        table = deal(3)
        for _ in range(499):
            table.play("pass")
        assert table.asked == "1 action"
        assert table.play("pass").result == "turn-limit: nobody"

    def test_with_0_there_is_none(self) -> None:
        """M31."""
        table = deal(3, turn_limit=0)
        for _ in range(510):
            table.play("pass")
        assert table.asked == "0 action"

    def test_the_shuffle_comes_first(self) -> None:
        """M31, M22: the limit is looked at after it."""
        table = replayed(last_card(), turn_limit=11).play("draw deck, discard steal")
        assert (table.asked, table.view()["turns"]) == ("chance", 10)
        table.play(f"shuffle {' '.join(table.due.cards)}")
        assert table.result == "turn-limit: nobody"
        assert (table.view()["evening"], table.view()["turns"]) == (2, 11)

    def test_a_win_in_the_last_turn_comes_first(self) -> None:
        """M31: and no turn is finished by it."""
        table = deal(3, deck="film-usa", turn_limit=7)
        table.play("bribe 1 steal, accept, ..., draw deck, ..., win agent film-usa")
        assert table.result == "agents: 0 1"
        assert table.view()["turns"] == 6

    def test_an_elimination_finishes_a_turn(self) -> None:
        """M31, M29."""
        table = deal("hitman steal | agent-uk steal | agent-usa cash-out | agent-china cash-out",
                     turn_limit=5)  # fmt: skip
        table.play("bribe 1 steal, accept, ..., win hitman 1")
        assert table.result == "turn-limit: nobody"
        assert table.view()["turns"] == 5


def replayed(table: Table, **options: int) -> Table:
    """The same actions in a game with other options."""
    again = Table(table.game.rules.id, table.game.seats, **options)
    return again.play(", ".join(table.game.actions))
