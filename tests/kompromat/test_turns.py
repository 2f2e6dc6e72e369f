"""Kompromat, a turn (K8-K15)."""

from tests.kompromat.table import situation


class TestTheFirstCard:
    def test_the_seat_in_turn_draws_and_then_chooses_a_mission(self) -> None:
        """K8: draw the top card, choose a mission, lay the card there face up."""
        table = situation("0 next: 9 6")
        assert (table.asked, table.may(0)) == ("0 turn", "draw")
        table.play("draw")
        assert (table.asked, table.may(0)) == ("0 place", "place 1, place 2, place 3, place 4")
        table.play("place 3")
        assert (table.asked, table.pile(0, 3)) == ("0 push", "9")
        assert table.deck(0).startswith("6 ")

    def test_it_is_public_from_the_moment_it_is_drawn(self) -> None:
        """K8: everybody sees the card before its mission is chosen."""
        table = situation("0 next: 9 6").play("draw")
        for eyes in (0, 1, None):
            assert table.view(eyes)["drawn"] == "9"
            assert table.told(eyes) == [{"type": "drew", "seat": 0, "card": "9"}]

    def test_it_has_to_be_laid(self) -> None:
        """K8: there is no stopping and no other drawing before it lies."""
        table = situation().play("draw")
        assert "place" in table.refusal("stop")
        assert "place" in table.refusal("draw")

    def test_only_one_of_four_missions(self) -> None:
        """K8: there are four."""
        table = situation().play("draw")
        assert "is no action" in table.refusal("place 5")
        assert "is no action" in table.refusal("place 0")
        assert "`place 1`, `place 2`, `place 3`, `place 4`" in table.refusal("place 7")


class TestGoingOn:
    def test_further_cards_lie_face_down_at_the_same_mission(self) -> None:
        """K9: one at a time, looking at each; the first lies up, the others down."""
        table = situation("0 next: 9 6 4").play("draw, place 2, draw, draw")
        assert table.pile(0, 2) == "9 [6] [4]"
        assert (table.asked, table.view()["current"]) == ("0 push", 2)

    def test_it_may_stop_at_any_point(self) -> None:
        """K9: after the open card alone, or after each further one."""
        table = situation("0 next: 2 3").play("draw, place 2")
        assert table.may(0) == "draw, stop"
        table.play("draw")
        assert table.may(0) == "draw, stop"
        table.play("stop")
        assert table.asked == "1 turn"

    def test_what_is_drawn_must_be_played_there(self) -> None:
        """K9: once at a mission, no other can be chosen."""
        assert "place 2" in situation("0 at 1: 9 ...").refusal("place 2")

    def test_there_is_no_stopping_without_a_card(self) -> None:
        """K9: a turn begins with a card."""
        assert "push" in situation().refusal("stop")


class TestOver21:
    def test_over_21_there_is_no_drawing(self) -> None:
        """K10: a seat whose cards total more than 21 must stop."""
        table = situation("0 at 1: 10 9 3 ...")
        assert table.may(0) == "stop"
        assert "K10" in table.refusal("draw")

    def test_half_a_point_over_is_over(self) -> None:
        """K10: 21.5 is more than 21."""
        assert situation("0 at 1: 10 9 2 0.5 ...").may(0) == "stop"

    def test_exactly_21_is_not_over(self) -> None:
        """K10: more than 21, so at 21 it may draw."""
        assert situation("0 at 1: 10 9 2 ...").may(0) == "draw, stop"

    def test_an_ace_counts_1_for_this(self) -> None:
        """K10: a pile is over 21 when its smallest total is."""
        assert situation("0 at 1: 10 9 A A ...").may(0) == "draw, stop"
        assert situation("0 at 1: 10 9 A A 2 ...").may(0) == "stop"

    def test_only_the_cards_at_this_mission_count(self) -> None:
        """K10: what lies elsewhere is another matter."""
        assert situation("0 at 1: 10 9 3\n1 at 1: 2\n0 at 2: 8 7 ...").may(0) == "draw, stop"

    def test_a_newspaper_there_counts(self) -> None:
        """K10: +3 of a newspaper (K23) can make a pile go over."""
        table = situation("1 holds: newspaper\n0 at 1: 10 9 ...")
        assert table.may(0) == "draw, stop"
        table.play("1! use newspaper 1")
        assert table.may(0) == "stop"
        assert "K10" in table.refusal("draw")

    def test_a_newspaper_elsewhere_does_not(self) -> None:
        """K10: only one lying there."""
        table = situation("1 holds: newspaper\n0 at 2: 3\n1 at 1: 2\n0 at 1: 10 9 ...")
        assert table.play("1! use newspaper 2").may(0) == "draw, stop"

    def test_the_seat_is_still_asked_and_may_use_items(self) -> None:
        """K10: over 21 it may use a gps-tracker or a jetpack before it stops."""
        table = situation("0 holds: gps-tracker, jetpack\n0 at 1: 10 9 3 ...")
        assert table.asked == "0 push"
        assert table.may(0) == (
            "stop, use gps-tracker, use jetpack 1 2, use jetpack 1 3, use jetpack 1 4"
        )

    def test_no_longer_over_it_may_draw_again(self) -> None:
        """K10: it is what lies there that counts, not what lay there."""
        table = situation("0 holds: gps-tracker\n0 at 1: 10 9 3 ...").play("use gps-tracker")
        assert table.may(0) == "draw, stop"


class TestOutOfCards:
    FOURTEEN = """
        0 at 1: 0.5 A A 2 3 4 5 10
        1 at 1: 2
        0 at 2: 6 7 7 9
        1 at 2: 3
        0 at 3: 7 8 ...
    """

    def test_without_cards_a_seat_must_stop(self) -> None:
        """K11: it is asked all the same, and can only stop."""
        table = situation(self.FOURTEEN)
        assert (table.asked, table.deck(0)) == ("0 push", "")
        assert table.may(0) == "stop"
        assert "K11" in table.refusal("draw")

    def test_the_last_card_can_be_the_first_of_a_turn(self) -> None:
        """K11: then the turn has just that card."""
        table = situation("""
            0 at 1: 0.5 A A 2 3 4 5 10
            1 at 1: 2
            0 at 2: 6 7 7 9
            1 at 2: 3
            0 at 3: 7
            1 at 3: 4
            0 at 4: 8 ...
        """)
        assert table.may(0) == "stop"

    def test_it_takes_no_further_turn(self) -> None:
        """K11, K14: no equipment cards left; the other seat then goes on alone."""
        table = situation(self.FOURTEEN).play("stop, draw, place 3, stop")
        assert table.asked == "1 turn"
        table.play("draw, place 4, stop")
        assert table.view()["turn"] is None
        assert table.told_of("reveal-began") == [{"round": 1}]


class TestAlternating:
    def test_turns_alternate(self) -> None:
        """K13: after one seat's turn comes the other's."""
        table = situation("starts: 1")
        seats = []
        for mission in (1, 1, 2, 2, 3, 3, 4):
            seats.append(table.view()["turn"])
            table.play(f"draw, place {mission}, stop")
        assert seats == [1, 0, 1, 0, 1, 0, 1]

    def test_no_second_visit_to_a_mission(self) -> None:
        """K13: where a seat has been on an earlier turn, it adds nothing."""
        table = situation("0 at 2: 9\n1 at 3: 9").play("draw")
        assert table.may(0) == "place 1, place 3, place 4"
        assert "K13" in table.refusal("place 2")

    def test_where_the_other_has_been_one_may_go(self) -> None:
        """K13: only own cards count."""
        table = situation("0 at 2: 9").play("draw")
        assert "place 2" in table.may(1)

    def test_a_jetpack_reopens_the_mission_it_leaves(self) -> None:
        """K13: a mission is attempted exactly while cards of that seat lie at it."""
        table = situation("0 holds: jetpack\n0 at 2: 9\n1 at 3: 9")
        table.play("use jetpack 2 4, draw")
        assert table.may(0) == "place 1, place 2, place 3"

    def test_what_may_be_done_by_whom(self) -> None:
        """K13: out of turn a seat can do nothing but use items."""
        table = situation("0 at 1: 9 ...")
        assert table.may(1) == ""
        why = "seat 0 must decide (push); seat 1 can do nothing but use an item (K17)"
        assert table.refusal("draw", 1) == table.refusal("stop", 1) == why


class TestNoMoreTurns:
    ALL_FOUR = """
        0 at 1: 2
        1 at 1: 3 4
        0 at 2: 4
        1 at 2: 5
        0 at 3: 6
        1 at 3: 7 8
        0 at 4: 8
    """

    def test_with_all_four_attempted_a_seat_takes_no_turn(self) -> None:
        """K14: and when neither can take one, the reveal begins."""
        table = situation(self.ALL_FOUR)
        assert table.asked == "1 turn"
        table.play("draw, place 4, stop")
        assert table.told_of("reveal-began") == [{"round": 1}]
        assert table.asked == "chance"

    def test_the_other_goes_on_alone(self) -> None:
        """K14: as many turns as it can take."""
        table = situation("""
            0 at 1: 0.5 A A 2 3 4 5 10
            1 at 1: 2
            0 at 2: 6 7 7 9
            1 at 2: 3
            0 at 3: 7 8
            1 at 3: 4
        """)
        assert (table.deck(0), table.asked) == ("", "1 turn")

    def test_a_card_put_back_gives_turns_again(self) -> None:
        """K14: a seat out of cards used its gps-tracker in the other's turn: it can go on."""
        text = """
            0 holds: gps-tracker
            0 at 1: 0.5 A A 2 3 4 5 10
            1 at 1: 2
            0 at 2: 6 7 7 9
            1 at 2: 3
            0 at 3: 7 8
            1 at 3: 4 ...
        """
        assert situation(text).play("stop").asked == "1 turn"
        assert situation(text).play("0! use gps-tracker, stop").asked == "0 turn"

    def test_in_the_reveal_it_gives_none(self) -> None:
        """K14: once the reveal has begun there are no more turns."""
        table = situation("""
            0 holds: gps-tracker
            0 at 1: 0.5 A A 2 3 4 5 10
            1 at 1: 2
            0 at 2: 6 7 7 9
            1 at 2: 3
            0 at 3: 7 8
            1 at 3: 4
            1 at 4: 5
        """)
        assert table.asked == "0 window"
        table.play("use gps-tracker")
        assert table.deck(0) == "8"
        assert table.asked == "0 declare"


class TestNothingIsGivenAway:
    def test_a_turn_never_ends_by_itself(self) -> None:
        """K15: over 21 or out of cards, the seat is asked and says `stop`."""
        assert situation("0 at 1: 10 9 3 ...").asked == "0 push"
        assert situation(TestOutOfCards.FOURTEEN).asked == "0 push"

    def test_a_forced_stop_and_a_chosen_one_look_the_same(self) -> None:
        """K15: the opponent is told the same of either."""
        chosen = situation("0 at 1: 10 9 2 ...").play("stop")
        forced = situation("0 at 1: 10 9 3 ...").play("stop")
        for eyes in (1, None):
            assert chosen.told(eyes) == forced.told(eyes)
            assert chosen.view(eyes) == forced.view(eyes)
        assert chosen.told(1)[0] == {"type": "stopped", "seat": 0, "mission": 1}
