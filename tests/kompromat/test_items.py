"""Kompromat, the items (K16-K27)."""

import pytest

from tests.kompromat.table import Table, situation

# Both seats have face-down cards at 1 and 2, both are still to go to 3 and 4.
TWO_EACH = """
    0 at 1: 5 4
    1 at 1: 6 3
    0 at 2: 9 8
    1 at 2: 5 2
"""
# Seat 0 is out of cards before it comes to mission 4: there it can still fly to.
OUT_OF_CARDS = """
    0 at 1: 0.5 A A 2 3 4 5 10
    1 at 1: 6 3
    0 at 2: 6 7 7 9
    1 at 2: 5 2
    0 at 3: 7 8
    1 at 3: 4
    1 at 4: 7 9
"""

# What each item is used on first, and what next through the usb-stick.
FIRST_AND_AGAIN = {
    "balaclava": ("balaclava", "balaclava"),
    "drone": ("drone 1", "drone 2"),
    "gps-tracker": ("gps-tracker", "gps-tracker"),
    "jetpack": ("jetpack 1 4", "jetpack 4 1"),
    "newspaper": ("newspaper 1", "newspaper 2"),
    "night-vision": ("night-vision", "night-vision"),
    "stun-gun": ("stun-gun 1 2", "stun-gun 2 2"),
}

# K17 (a) and (b), as ways there from the beginning of seat 0's third turn.
OWN = {
    "before its first draw": "",
    "with the card in hand": "draw",
    "while it draws": "draw, place 3, draw",
}
OPPONENTS = {
    "before the opponent's first draw": "draw, place 3, draw, stop",
    "with the opponent's card in hand": "draw, place 3, draw, stop, draw",
    "while the opponent draws": "draw, place 3, draw, stop, draw, place 3, draw",
}


class TestOnce:
    def test_an_item_can_be_used_from_the_moment_it_is_gained(self) -> None:
        """K16: in the very next window, if it is won in the reveal."""
        table = situation("missions: newspaper | locker | hotel | barmaid\n0 at 1: 9\n1 at 1: 8")
        table.on_to_the_reveal()
        assert (table.asked, table.view()["current"]) == ("0 window", 2)
        assert table.play("use newspaper 2").used(0) == "newspaper"

    def test_unused_items_lie_open(self) -> None:
        """K16: everybody sees them."""
        table = situation("0 holds: drone, jetpack\n1 holds: balaclava")
        for eyes in (0, 1, None):
            assert [side["items"] for side in table.view(eyes)["players"]] == [
                ["drone", "jetpack"],
                ["balaclava"],
            ]

    def test_a_used_item_goes_to_the_used_ones(self) -> None:
        """K16: once, and then it lies in the scoring pile."""
        table = situation("0 holds: newspaper, jetpack, drone" + TWO_EACH)
        table.play("use jetpack 1 4, use newspaper 1")
        assert (table.items(0), table.used(0)) == ("drone", "jetpack newspaper")
        assert table.won(0) == "newspaper jetpack drone"
        assert "K16" in table.refusal("use newspaper 1")
        assert table.uses(0) == "drone 1, drone 2"

    def test_without_the_item_there_is_no_using_it(self) -> None:
        """K16: one's own items only."""
        table = situation("1 holds: drone, newspaper, jetpack" + TWO_EACH)
        assert table.uses(0) == ""
        why = "K16: seat {} has no unused newspaper; its items are {}"
        assert table.refusal("use newspaper 1", 0) == why.format(0, "none")
        table.play("1! use newspaper 1")
        assert table.refusal("use newspaper 2", 1) == why.format(1, "drone, jetpack")

    def test_an_unused_item_scores_like_a_used_one(self) -> None:
        """K16: each 1 point."""
        table = situation("round: 6\nstarts: 0\n0 holds: night-vision")
        used = situation("round: 6\nstarts: 0\n0 holds: night-vision").play("use night-vision")
        results = [each.on_to_the_reveal().game.status.result for each in (table, used)]
        assert results[0] is not None
        assert results[0] == results[1]
        assert table.won(0) == used.won(0) == "night-vision"


class TestAtAnyTime:
    @pytest.mark.parametrize("item", FIRST_AND_AGAIN)
    @pytest.mark.parametrize("moment", [*OWN, *OPPONENTS])
    def test_in_ones_own_turn_and_as_an_interrupt(self, item: str, moment: str) -> None:
        """K17 a, b: at any decision in the own turn, and while the opponent is deciding.

        Only the gps-tracker does not reach a card that is still in the hand (K21).
        """
        table = situation(f"0 holds: {item}, 2 tokens" + TWO_EACH)
        play(table, {**OWN, **OPPONENTS}[moment])
        asked, words = table.asked, f"use {FIRST_AND_AGAIN[item][0]}"
        if (item, moment) == ("gps-tracker", "with the card in hand"):
            assert "K21" in table.refusal(words, 0)
            return
        assert words in table.may(0)
        table.play(f"0! {words}" if moment in OPPONENTS else words)
        assert table.asked == asked
        assert table.used(0) == item
        assert words not in table.may(0)

    @pytest.mark.parametrize("item", FIRST_AND_AGAIN)
    @pytest.mark.parametrize("moment", [*OWN, *OPPONENTS])
    def test_through_the_usb_stick_likewise(self, item: str, moment: str) -> None:
        """K17 a, b, K26: at the same moments, under the same conditions."""
        first, again = FIRST_AND_AGAIN[item]
        table = situation(f"0 holds: {item}, usb-stick, 4 tokens" + TWO_EACH)
        table.play(f"use {first}")
        play(table, {**OWN, **OPPONENTS}[moment])
        asked, words = table.asked, f"use usb-stick {again}"
        if item == "gps-tracker" and moment in ("before its first draw", "with the card in hand"):
            assert "K21" in table.refusal(words, 0)  # its last card is back, or in its hand
            return
        assert words in table.may(0)
        table.play(f"0! {words}" if moment in OPPONENTS else words)
        assert table.asked == asked
        assert table.used(0) == f"{item} usb-stick"
        assert table.items(0) == ""

    @pytest.mark.parametrize("item", FIRST_AND_AGAIN)
    def test_in_the_window_before_a_mission_is_revealed(self, item: str) -> None:
        """K17 c: if the seat is asked, as here for its stun-gun or newspaper (K30)."""
        other = "newspaper" if item == "stun-gun" else "stun-gun"
        table = situation(f"0 holds: {item}, {other}, 1 tokens\nstarts: 0" + OUT_OF_CARDS)
        if item == "night-vision":  # it needs a card in the deck
            table = situation(f"0 holds: {item}, {other}" + TWO_EACH).on_to_the_reveal()
        assert table.asked == "0 window"
        words = f"use {FIRST_AND_AGAIN[item][0]}"
        assert words in table.may(0)
        assert table.play(words).used(0) == item

    @pytest.mark.parametrize("item", FIRST_AND_AGAIN)
    def test_in_the_window_through_the_usb_stick(self, item: str) -> None:
        """K17 c, K26: the stick can do what was done before."""
        first, again = FIRST_AND_AGAIN[item]
        other = "newspaper" if item == "stun-gun" else "stun-gun"
        table = situation(f"0 holds: {item}, {other}, usb-stick, 4 tokens" + TWO_EACH)
        if item == "jetpack":
            table = situation(f"0 holds: {item}, {other}, usb-stick" + OUT_OF_CARDS)
        elif item == "gps-tracker":
            table.play(f"use {first}, draw, place 3, draw, stop, draw, place 3, stop")
            table.play("draw, place 4, draw, stop").on_to_the_reveal()
        else:
            table.play(f"use {first}").on_to_the_reveal()
        assert table.asked == "0 window"
        if item == "jetpack":
            table.play(f"use {first}")
        words = f"use usb-stick {again}"
        assert words in table.may(0)
        assert table.play(words).used(0) == f"{item} usb-stick"

    def test_the_table_does_not_wait_for_an_interrupt(self) -> None:
        """K17 b: the opponent goes on when it likes."""
        table = situation("0 holds: drone" + TWO_EACH + "0 at 3: 3")
        assert (table.asked, table.uses(0)) == ("1 turn", "drone 1, drone 2")
        assert table.play("draw").asked == "1 place"

    def test_an_interrupt_changes_nothing_about_who_decides_what(self) -> None:
        """K17 b: the same phase then goes on."""
        table = situation("1 holds: newspaper, drone\n0 at 1: 9 8 ...")
        table.play("1! use newspaper 1, 1! use drone 1")
        assert (table.asked, table.view()["current"], table.may(0)) == ("0 push", 1, "draw, stop")
        assert table.game.actions[-2:] == ["1! use newspaper 1", "1! use drone 1"]


class TestAtNoOtherTime:
    HELD = """
        missions: locker over ci-1 | hotel | airport | barmaid
        0 holds: balaclava, drone, gps-tracker, jetpack, 3 tokens
        1 holds: newspaper, night-vision, stun-gun, 3 tokens
    """

    def test_not_between_the_declarations(self) -> None:
        """K17: in particular not between the two declarations of a mission."""
        table = situation(self.HELD + "0 at 1: A 8\n1 at 1: A 9").on_to_the_reveal()
        pass_windows(table)
        for asked in ("0 declare", "1 declare"):
            assert table.asked == asked
            assert table.uses(0) == table.uses(1) == ""
            for seat, words in ((0, "use balaclava"), (1, "use newspaper 2")):
                why = table.refusal(words, seat)
                assert ("K17" if asked[0] == str(seat) else "must decide (declare)") in why
            table.play(least(table))

    def test_not_at_the_question_of_a_perfect_mission(self) -> None:
        """K17: the moments of K17 and no others."""
        table = situation(self.HELD + "0 at 1: 10 9 2\n1 at 1: 8").on_to_the_reveal()
        pass_windows(table)
        assert table.asked == "0 perfect"
        assert (table.may(0), table.may(1)) == ("keep, shed", "")
        assert "K17" in table.refusal("use balaclava")
        assert "must decide (perfect)" in table.refusal("use newspaper 2", 1)

    def test_not_as_an_interrupt_in_the_reveal(self) -> None:
        """K17 b is for the turns: in a window only the seat that is asked may use an item."""
        table = situation(self.HELD + "0 at 1: 8 7\n1 at 1: 9 6").on_to_the_reveal()
        assert table.asked == "0 window"
        assert table.uses(1) == ""
        assert "seat 0 must decide (window)" in table.refusal("use newspaper 1", 1)

    def test_not_while_chance_is_due(self) -> None:
        """K17: between two rounds there is nothing to decide."""
        table = situation("0 holds: night-vision").on_to_the_reveal()
        assert (table.asked, table.uses(0)) == ("chance", "")
        assert "a chance outcome is due" in table.refusal("use night-vision")

    def test_not_when_all_is_over(self) -> None:
        """K17: the game has ended."""
        table = situation("round: 6\n0 holds: night-vision").on_to_the_reveal()
        assert (table.asked, table.uses(0)) == ("over", "")
        assert "over" in table.refusal("use night-vision", 0)

    @pytest.mark.parametrize("item", ["chloroform", "vesper-martini +1"])
    @pytest.mark.parametrize("moment", [*OWN, *OPPONENTS])
    def test_two_items_have_one_moment_each(self, item: str, moment: str) -> None:
        """K17 c, d: the chloroform where tokens threaten, the Vesper Martini after declarations."""
        table = situation(f"0 holds: {item.removesuffix(' +1')}" + TWO_EACH)
        play(table, {**OWN, **OPPONENTS}[moment])
        assert table.uses(0) == ""
        assert "K17" in table.refusal(f"use {item}", 0)


class TestBalaclava:
    @pytest.mark.parametrize(("held", "left"), [(1, 0), (2, 0), (3, 1), (8, 6)])
    def test_it_discards_two_tokens_or_the_only_one(self, held: int, left: int) -> None:
        """K18: discard two of your notoriety tokens."""
        table = situation(f"0 holds: balaclava, {held} tokens\nstarts: 0").play("use balaclava")
        assert table.tokens[0] == left
        assert table.told_of("tokens-shed") == [{"seat": 0, "count": held - left, "held": left}]

    def test_it_needs_a_token(self) -> None:
        """K18: with none there is nothing to discard."""
        table = situation("0 holds: balaclava")
        assert table.uses(0) == ""
        assert "K18" in table.refusal("use balaclava")

    def test_the_opponents_tokens_are_no_use(self) -> None:
        """K18: your tokens."""
        assert situation("0 holds: balaclava\n1 holds: 3 tokens\nstarts: 0").uses(0) == ""

    def test_it_may_be_used_before_9_are_reached(self) -> None:
        """K18, K17 d: where tokens are about to be taken (K36)."""
        table = situation("0 holds: balaclava, 8 tokens\n0 at 1: 10 9 3").on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use balaclava")
        table.play("use balaclava")
        assert table.tokens[0] == 7


class TestChloroform:
    TAKEN = "missions: locker over ci-3 | hotel | airport | barmaid\n0 at 1: 9\n1 at 1: 8\n"

    def test_a_mission_with_counter_intelligence_is_taken_without_tokens(self) -> None:
        """K19: the tokens are not taken; the counter-intelligence card is discarded."""
        table = situation("0 holds: chloroform\n" + self.TAKEN).on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 cover", "pass, use chloroform")
        table.play("use chloroform")
        assert table.tokens == [0, 0]
        assert "locker" in table.won(0)
        assert table.used(0) == "chloroform"
        assert "ci-3" in table.state()["mission_discard"]

    def test_passing_takes_them(self) -> None:
        """K19: it need not be used."""
        table = situation("0 holds: chloroform\n" + self.TAKEN).on_to_the_reveal().play("pass")
        assert (table.tokens, table.items(0)) == ([3, 0], "chloroform")

    def test_failing_is_no_occasion(self) -> None:
        """K19: only when you take a mission card with counter-intelligence under it."""
        table = situation("0 holds: chloroform\n0 at 1: 10 9 3\n1 at 1: 8").on_to_the_reveal()
        assert (table.asked, table.tokens) == ("chance", [1, 0])

    def test_again_through_the_usb_stick(self) -> None:
        """K19, K26: at the next mission with counter-intelligence."""
        table = situation("""
            missions: locker over ci-3 | hotel over ci-2 | airport | barmaid
            0 holds: chloroform, usb-stick
            0 at 1: 9
            1 at 1: 8
            0 at 2: 10
            1 at 2: 7
        """).on_to_the_reveal()
        table.play("use chloroform")
        assert (table.asked, table.may(0)) == ("0 cover", "pass, use usb-stick chloroform")
        table.play("use usb-stick chloroform")
        assert (table.tokens, table.used(0)) == ([0, 0], "chloroform usb-stick")


class TestDrone:
    def test_all_the_opponents_cards_at_one_mission_are_turned_up(self) -> None:
        """K20: for everyone to see."""
        table = situation("0 holds: drone\n0 at 1: 2\n1 at 1: 6 3 8\n0 at 2: 4\n1 at 2: 5 2")
        table.play("use drone 1")
        for eyes in (0, 1, None):
            assert table.pile(1, 1, eyes) == "6 3 8"
            assert table.pile(1, 2, eyes) == "5 [?]"
        told = [{"seat": 1, "mission": 1, "cards": ["6", "3", "8"]}]
        assert table.told_of("turned-up", 0) == table.told_of("turned-up") == told

    def test_it_needs_a_face_down_card_of_the_opponent(self) -> None:
        """K20: own ones do not count, nor those that lie up."""
        table = situation("0 holds: drone\n0 at 1: 2 3\n1 at 1: 6\n0 at 2: 4\n1 at 2: 5 2")
        assert table.uses(0) == "drone 2"
        assert "K20" in table.refusal("use drone 1")
        assert "K20" in table.refusal("use drone 3")

    def test_cards_laid_there_later_lie_face_down(self) -> None:
        """K20: it is a look, not a light."""
        table = situation("0 holds: drone\n1 at 1: 6 3 ...").play("0! use drone 1, draw")
        assert table.pile(1, 1, 0) == "6 3 [?]"

    def test_not_at_a_resolved_mission(self) -> None:
        """K20: what lay there is gone."""
        table = situation("0 holds: drone" + TWO_EACH).on_to_the_reveal()
        assert table.uses(0) == "drone 1, drone 2"
        table.play("pass")
        assert (table.view()["current"], table.uses(0)) == (2, "drone 2")
        assert "K20" in table.refusal("use drone 1")


class TestGpsTracker:
    def test_the_last_drawn_card_returns_to_the_top_of_the_deck(self) -> None:
        """K21: and will be drawn again."""
        table = situation("0 holds: gps-tracker\n0 at 1: 9 6 4 ...").play("use gps-tracker")
        assert table.pile(0, 1) == "9 [6]"
        assert table.deck(0).startswith("4 ")
        assert table.play("draw").pile(0, 1) == "9 [6] [4]"

    def test_even_when_over_21_and_the_seat_goes_on_deciding(self) -> None:
        """K21: in your own turn you then go on."""
        table = situation("0 holds: gps-tracker\n0 at 1: 10 9 8 ...").play("use gps-tracker")
        assert (table.asked, table.may(0)) == ("0 push", "draw, stop")

    def test_it_is_the_card_drawn_last_wherever_it_lies(self) -> None:
        """K21: of an earlier turn, if none has been drawn since."""
        table = situation("0 holds: gps-tracker" + TWO_EACH)
        assert table.asked == "0 turn"
        assert table.play("use gps-tracker").pile(0, 2) == "9"

    def test_not_while_it_is_in_the_hand(self) -> None:
        """K21: a card just drawn and not yet placed."""
        table = situation("0 holds: gps-tracker" + TWO_EACH).play("draw")
        assert "K21" in table.refusal("use gps-tracker")

    def test_not_while_it_lies_face_up(self) -> None:
        """K21: the first card of a turn, or one that a drone has turned up."""
        assert situation("0 holds: gps-tracker\n0 at 1: 9 ...").uses(0) == ""
        table = situation("0 holds: gps-tracker\n1 holds: drone\n0 at 1: 9 6 ...")
        assert table.uses(0) == "gps-tracker"
        table.play("1! use drone 1")
        assert "K21" in table.refusal("use gps-tracker")
        assert table.play("draw").uses(0) == "gps-tracker"

    def test_what_a_drone_turns_up_elsewhere_does_not_matter(self) -> None:
        """K21, K20: the card still lies face down."""
        table = situation("0 holds: gps-tracker\n1 holds: drone" + TWO_EACH)
        table.play("1! use drone 1, use gps-tracker")
        assert (table.pile(0, 1), table.pile(0, 2)) == ("5 4", "9")

    def test_not_when_it_was_discarded(self) -> None:
        """K21: by a stun-gun, or with its mission."""
        table = situation("0 holds: gps-tracker\n1 holds: stun-gun\n0 at 1: 9 6 4 ...")
        table.play("1! use stun-gun 1 3")
        assert table.uses(0) == ""
        assert "K21" in table.refusal("use gps-tracker")

    def test_another_card_discarded_does_not_matter(self) -> None:
        """K21: it is one definite card."""
        table = situation("0 holds: gps-tracker\n1 holds: stun-gun\n0 at 1: 9 6 4 ...")
        table.play("1! use stun-gun 1 2, use gps-tracker")
        assert (table.pile(0, 1), table.deck(0)[:2]) == ("9", "4 ")

    def test_not_when_it_is_back_in_the_deck(self) -> None:
        """K21, K26: the stick does not reach the card before it."""
        table = situation("0 holds: gps-tracker, usb-stick\n0 at 1: 9 6 4 ...")
        table.play("use gps-tracker")
        assert "K21" in table.refusal("use usb-stick gps-tracker")
        table.play("draw, use usb-stick gps-tracker")
        assert table.pile(0, 1) == "9 [6]"

    def test_a_jetpack_carries_it_along(self) -> None:
        """K21, K22: wherever it is now."""
        table = situation("0 holds: gps-tracker, jetpack" + TWO_EACH)
        table.play("use jetpack 2 4, use gps-tracker")
        assert (table.pile(0, 2), table.pile(0, 4), table.deck(0)[:2]) == ("", "9", "8 ")

    def test_a_jetpack_elsewhere_does_not_matter(self) -> None:
        """K21, K22: the card lies where it lay."""
        table = situation("0 holds: gps-tracker, jetpack" + TWO_EACH)
        table.play("use jetpack 1 4, use gps-tracker")
        assert table.pile(0, 2) == "9"

    def test_not_at_a_resolved_mission(self) -> None:
        """K21: it must lie at an unresolved one."""
        table = situation("0 holds: gps-tracker" + OUT_OF_CARDS)
        assert (table.asked, table.uses(0)) == ("0 window", "gps-tracker")
        table.on_to(4)
        assert table.uses(0) == ""

    def test_not_a_card_of_the_round_before(self) -> None:
        """K21: the last card you drew in this round."""
        table = situation("0 holds: gps-tracker\nstarts: 0")
        assert (table.view()["round"], table.uses(0)) == (2, "")


class TestJetpack:
    def test_all_cards_move_and_keep_their_faces_and_order(self) -> None:
        """K22: from one mission to an empty one."""
        table = situation("0 holds: jetpack\n0 at 1: 5 4 3\n1 at 1: 6 3").play("0! use jetpack 1 4")
        assert (table.pile(0, 1), table.pile(0, 4)) == ("", "5 [4] [3]")
        assert table.pile(1, 1) == "6 [3]"

    def test_empty_of_ones_own_cards(self) -> None:
        """K22: where only the opponent has been is empty enough; where one has been is not."""
        table = situation("0 holds: jetpack\n0 at 1: 5\n1 at 2: 6\n0 at 3: 4\n1 at 4: 5")
        assert table.uses(0) == "jetpack 1 2, jetpack 1 4, jetpack 3 2, jetpack 3 4"
        assert "K22" in table.refusal("use jetpack 1 3")
        assert "K22" in table.refusal("use jetpack 2 4")

    def test_from_the_mission_being_drawn_at(self) -> None:
        """K22: you go on drawing at the new one."""
        table = situation("0 holds: jetpack\n0 at 1: 9 8 ...").play("use jetpack 1 3, draw")
        assert (table.view()["current"], table.asked) == (3, "0 push")
        assert table.pile(0, 3) == "9 [8] [0.5]"
        assert table.pile(0, 3, 0) == "9 [8] [0.5]"

    def test_from_another_mission_one_goes_on_where_one_was(self) -> None:
        """K22: only the mission moved is left."""
        table = situation("0 holds: jetpack\n0 at 1: 5\n1 at 1: 2\n0 at 2: 9 8 ...")
        table.play("use jetpack 1 3, draw")
        assert (table.view()["current"], table.pile(0, 2)) == (2, "9 [8] [0.5]")

    def test_as_an_interrupt_the_turn_stays_where_it_is(self) -> None:
        """K22: it is the opponent who is drawing at that mission."""
        table = situation("1 holds: jetpack\n1 at 1: 5\n0 at 1: 9 8 ...").play("1! use jetpack 1 3")
        assert (table.view()["current"], table.asked) == (1, "0 push")

    def test_into_the_mission_the_drawn_card_was_meant_for(self) -> None:
        """K22: with a card in hand the choice of places changes."""
        table = situation("0 holds: jetpack\n0 at 1: 5\n1 at 1: 2").play("draw, use jetpack 1 3")
        assert table.may(0) == "place 1, place 2, place 4"

    def test_only_between_unresolved_missions(self) -> None:
        """K22: in the reveal what is behind is out of reach."""
        table = situation("0 holds: jetpack" + OUT_OF_CARDS)
        assert table.uses(0) == "jetpack 1 4, jetpack 2 4, jetpack 3 4"
        table.on_to(3)
        assert table.uses(0) == "jetpack 3 4"
        assert "K22" in table.refusal("use jetpack 3 1")

    def test_a_newspaper_does_not_move_along(self) -> None:
        """K22, K23: it stays at the mission."""
        table = situation("0 holds: jetpack\n1 holds: newspaper" + TWO_EACH)
        table.play("1! use newspaper 1, use jetpack 1 4")
        assert table.newspapers(0) == [1, 0, 0, 0]


class TestNewspaper:
    def test_it_adds_3_to_the_opponents_total(self) -> None:
        """K23: at one unrevealed mission."""
        table = situation("1 holds: newspaper\n0 at 1: 9 8\n1 at 1: 10")
        table.play("1! use newspaper 1")
        assert (table.newspapers(0), table.newspapers(1)) == ([1, 0, 0, 0], [0, 0, 0, 0])
        table.on_to_the_reveal()
        assert table.total(0, 1) == 20
        assert table.total(1, 1) == 10

    def test_the_opponent_must_have_cards_there(self) -> None:
        """K23: at an unresolved mission where the opponent has cards."""
        table = situation("1 holds: newspaper\n0 at 2: 9\n1 at 1: 10")
        assert table.uses(1) == "newspaper 2"
        assert "K23" in table.refusal("use newspaper 1", 1)

    def test_two_count_6(self) -> None:
        """K23, K26: the second comes from the usb-stick."""
        table = situation("1 holds: newspaper, usb-stick\n0 at 1: 9 4\n1 at 1: 10")
        table.play("1! use newspaper 1, 1! use usb-stick newspaper 1")
        assert table.newspapers(0) == [2, 0, 0, 0]
        assert table.on_to_the_reveal().total(0, 1) == 19

    def test_it_counts_for_whatever_pile_lies_there(self) -> None:
        """K23: it belongs to the mission side; another pile laid there has it too."""
        table = situation("0 holds: jetpack\n1 holds: newspaper\n0 at 1: 9 8\n1 at 1: 10")
        table.play("1! use newspaper 1, use jetpack 1 4, draw, place 1, stop").on_to_the_reveal()
        assert table.total(0, 1) == 3.5
        assert table.total(0, 4) == 17

    def test_with_no_cards_there_it_does_nothing(self) -> None:
        """K23: an empty side declares nothing."""
        table = situation("0 holds: jetpack\n1 holds: newspaper" + OUT_OF_CARDS)
        assert table.asked == "0 window"
        table.play("pass, use newspaper 1")
        assert (table.asked, table.newspapers(0)) == ("0 window", [1, 0, 0, 0])
        table.play("use jetpack 1 4")
        assert (table.total(0, 1), table.total(1, 1)) == (None, 9)
        assert table.newspapers(0) == [0, 0, 0, 0]

    def test_it_is_no_equipment_card(self) -> None:
        """K23, K38: it does not make a pile larger; see the tie below."""
        table = situation("1 holds: newspaper\n0 at 1: 9\n1 at 1: 10 2").play("1! use newspaper 1")
        table.on_to_the_reveal()
        assert (table.total(0, 1), table.total(1, 1)) == (12, 12)
        assert "locker" in table.won(1)

    def test_it_is_gone_once_the_mission_is_resolved(self) -> None:
        """K23: it stays until then."""
        table = situation("0 holds: stun-gun\n1 holds: newspaper\n0 at 1: 9 8\n1 at 1: 10 3")
        table.play("1! use newspaper 1").on_to_the_reveal().on_to(2)
        assert table.newspapers(0) == [0, 0, 0, 0]


class TestNightVision:
    def test_it_shows_the_next_5_cards_to_its_seat_alone(self) -> None:
        """K24: and they stay in their order."""
        table = situation("0 holds: night-vision\n0 next: 9 6 4 10 3 8\nstarts: 0")
        deck = table.deck(0)
        table.play("use night-vision")
        told = {"seat": 0, "count": 5, "cards": ["9", "6", "4", "10", "3"]}
        assert table.told_of("night-vision", 0) == [told]
        for eyes in (1, None):
            assert table.told_of("night-vision", eyes) == [{"seat": 0, "count": 5, "cards": None}]
        assert table.deck(0) == deck

    def test_fewer_if_there_are_no_more(self) -> None:
        """K24: up to 5."""
        table = situation("""
            0 holds: night-vision
            0 at 1: 0.5 A A 2 3 4 5 10
            1 at 1: 6 3
            0 at 2: 6 7 7 9
            1 at 2: 5 2
            0 next: 8 7
        """)
        table.play("use night-vision")
        assert table.told_of("night-vision", 0) == [{"seat": 0, "count": 2, "cards": ["8", "7"]}]

    def test_it_needs_a_card_in_the_deck(self) -> None:
        """K24: at least 1."""
        table = situation("""
            0 holds: night-vision
            0 at 1: 0.5 A A 2 3 4 5 10
            1 at 1: 6 3
            0 at 2: 6 7 7 9
            1 at 2: 5 2
            0 at 3: 8 7 ...
        """)
        assert table.may(0) == "stop"
        assert "K24" in table.refusal("use night-vision")


class TestStunGun:
    def test_one_face_down_card_of_the_opponent_is_discarded(self) -> None:
        """K25: mission and position are chosen without seeing the card."""
        table = situation("0 holds: stun-gun\n1 at 1: 6 3 8 2\n0 at 1: 5 ...")
        assert table.uses(0) == "stun-gun 1 2, stun-gun 1 3, stun-gun 1 4"
        table.play("use stun-gun 1 3")
        assert table.pile(1, 1) == "6 [3] [2]"
        assert table.discard(1) == "8"

    def test_it_is_shown_to_nobody(self) -> None:
        """K25: face down, its owner included, in the reveal neither."""
        table = situation("0 holds: stun-gun\n1 at 1: 6 3 8 ...").play("0! use stun-gun 1 3")
        for eyes in (0, 1, None):
            assert table.discard(1, eyes) == "?"
            assert [each["type"] for each in table.told(eyes)] == ["used"]
        table.play("stop").on_to_the_reveal()
        turned = {"seat": 1, "mission": 1, "cards": ["6", "3"]}
        assert turned in table.told_of("turned-up", 1)
        assert table.total(1, 1) == 9

    def test_an_open_card_is_out_of_its_reach(self) -> None:
        """K25: nor is a position where there is none, nor an own card."""
        table = situation("0 holds: stun-gun\n1 at 1: 6 3\n0 at 1: 5 4 ...")
        assert "K25" in table.refusal("use stun-gun 1 1")
        assert "K25" in table.refusal("use stun-gun 1 3")
        assert "K25" in table.refusal("use stun-gun 2 2")

    def test_not_at_a_resolved_mission(self) -> None:
        """K25: unresolved missions only."""
        table = situation("0 holds: stun-gun" + TWO_EACH).on_to_the_reveal()
        assert table.uses(0) == "stun-gun 1 2, stun-gun 2 2"
        table.play("pass")
        assert table.uses(0) == "stun-gun 2 2"

    def test_it_can_save_who_is_over_21(self) -> None:
        """K25: what is discarded counts no longer, and its seat can draw again."""
        table = situation("0 holds: stun-gun\n1 at 1: 10 9 8 ...")
        assert table.may(1) == "stop"
        assert table.play("0! use stun-gun 1 3").may(1) == "draw, stop"


class TestUsbStick:
    def test_it_acts_as_an_item_used_before(self) -> None:
        """K26: the copied item stays used, and the stick is used too."""
        table = situation("0 holds: drone, usb-stick" + TWO_EACH)
        assert table.uses(0) == "drone 1, drone 2"
        table.play("use drone 1")
        assert table.uses(0) == "usb-stick drone 2"
        table.play("use usb-stick drone 2")
        assert table.pile(1, 2) == "5 2"
        assert (table.items(0), table.used(0)) == ("", "drone usb-stick")

    def test_not_one_that_is_still_unused(self) -> None:
        """K26: an item you have already used."""
        table = situation("0 holds: drone, usb-stick" + TWO_EACH)
        assert "K26" in table.refusal("use usb-stick drone 1")

    def test_not_one_that_the_opponent_used(self) -> None:
        """K26: an item *you* have used."""
        table = situation("0 holds: usb-stick\n1 holds: drone" + TWO_EACH).play("1! use drone 1")
        assert table.uses(0) == ""
        assert "K26" in table.refusal("use usb-stick drone 1")

    def test_of_an_earlier_round_too(self) -> None:
        """K26: used in this game."""
        table = situation("0 holds: newspaper, usb-stick" + TWO_EACH).play("use newspaper 1")
        table.on_to_the_reveal().on_to()
        table.play("equipment 0 2 3 4 5 6 7 7 7 8 9 10 0.5 A A")
        table.play("equipment 1 2 3 4 5 6 7 7 7 8 9 10 0.5 A A")
        table.play("draw, place 1, stop, draw, place 2, stop")
        assert table.view()["round"] == 3
        assert table.uses(0) == "usb-stick newspaper 1"

    def test_it_cannot_copy_itself(self) -> None:
        """K26: there are no words for it either."""
        table = situation("0 holds: night-vision, usb-stick\nstarts: 0").play("use night-vision")
        assert "is no action" in table.refusal("use usb-stick usb-stick night-vision")
        assert "is no action" in table.refusal("use usb-stick usb-stick")
        table.play("use usb-stick night-vision")
        assert table.uses(0) == ""
        assert "K16" in table.refusal("use usb-stick night-vision")

    def test_under_that_items_conditions(self) -> None:
        """K26: where the copied item could not be used, the stick cannot."""
        table = situation("0 holds: drone, usb-stick\n0 at 1: 5\n1 at 1: 6 3").play("use drone 1")
        assert table.uses(0) == ""
        assert "K20" in table.refusal("use usb-stick drone 1")

    def test_at_that_items_moments(self) -> None:
        """K26, K17: a chloroform stays one, copied or not."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 holds: chloroform, usb-stick
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        table.play("use chloroform").play("equipment 0 2 3 4 5 6 7 7 7 8 9 10 0.5 A A")
        table.play("equipment 1 2 3 4 5 6 7 7 7 8 9 10 0.5 A A")
        assert table.items(0) == "usb-stick"
        assert "K17" in table.refusal("use usb-stick chloroform", 0)

    def test_the_stick_alone_is_good_for_nothing(self) -> None:
        """K26: there is nothing to copy yet."""
        table = situation("0 holds: usb-stick" + TWO_EACH)
        assert table.uses(0) == ""
        assert "is no action" in table.refusal("use usb-stick")


class TestVesperMartini:
    def test_it_changes_ones_own_total_by_one(self) -> None:
        """K27: up or down, once the cards are revealed."""
        for words, total in (("+1", 18), ("-1", 16)):
            table = situation("0 holds: vesper-martini\n0 at 1: 9 8\n1 at 1: 10 7")
            table.on_to_the_reveal()
            assert (table.asked, table.declared) == ("0 adjust", [17, 17])
            assert table.uses(0) == "vesper-martini +1, vesper-martini -1"
            table.play(f"use vesper-martini {words}")
            assert table.total(0, 1) == total
            assert ("locker" in table.won(0)) == (total == 18)

    def test_it_needs_own_cards_at_the_mission(self) -> None:
        """K27: without any there is no total to change, and no question."""
        table = situation("0 holds: vesper-martini" + OUT_OF_CARDS)
        declare_least(table)
        asked = []
        while table.asked == "0 adjust" or table.asked.endswith("declare"):
            if table.asked == "0 adjust":
                asked.append(table.view()["current"])
            table.play("pass" if table.asked == "0 adjust" else least(table))
        assert asked == [1, 2, 3]

    def test_a_total_may_leave_0_to_21_either_way(self) -> None:
        """K27: over 21 is failed (K34), and below 0 is no less than a total."""
        table = situation("0 holds: vesper-martini\n0 at 1: 10 9 2\n1 at 1: 3").on_to_the_reveal()
        table.play("use vesper-martini +1")
        assert table.tokens == [1, 0]
        table = situation("0 holds: vesper-martini\n0 at 1: 0.5\n1 at 1: 10 9 3").on_to_the_reveal()
        table.play("use vesper-martini -1")
        assert table.total(0, 1) == -0.5
        assert "locker" in table.won(0)

    def test_again_through_the_usb_stick(self) -> None:
        """K27, K26: both for one mission, or each for its own."""
        table = situation("0 holds: vesper-martini, usb-stick\n0 at 1: 9 8\n1 at 1: 10 8")
        table.on_to_the_reveal().play("use vesper-martini +1")
        assert (table.asked, table.uses(0)) == (
            "0 adjust",
            "usb-stick vesper-martini +1, usb-stick vesper-martini -1",
        )
        table.play("use usb-stick vesper-martini +1")
        assert table.total(0, 1) == 19

    def test_in_the_window_after_the_declarations_only(self) -> None:
        """K27: nothing else can be used there, and it nowhere else."""
        table = situation("""
            0 holds: vesper-martini, balaclava, newspaper, 1 tokens
            0 at 1: 9 8
            1 at 1: 10 7
        """).on_to_the_reveal()
        assert table.asked == "0 window"
        assert "K17" in table.refusal("use vesper-martini +1")
        table.play("pass")
        assert table.may(0) == "pass, use vesper-martini +1, use vesper-martini -1"
        assert "K17" in table.refusal("use balaclava")
        assert "K17" in table.refusal("use newspaper 2")


# --- words for the tests above --------------------------------------------------------------------


def play(table: Table, actions: str) -> None:
    if actions:
        table.play(actions)


def pass_windows(table: Table) -> None:
    while table.asked.endswith("window"):
        table.play("pass")


def least(table: Table) -> str:
    seat = int(table.asked[0])
    return min(table.may(seat).split(", "), key=lambda words: float(words.split()[1]))


def declare_least(table: Table) -> None:
    while table.asked.endswith("declare"):
        table.play(least(table))
