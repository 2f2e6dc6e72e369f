"""Kompromat, the reveal (K28-K40)."""

import pytest

from tests.kompromat.table import situation

# Seat 0 lays its 14 cards at missions 1 to 3 and has none at 4.
ALL_AT_THREE = """
    0 at 1: 0.5 A A 2 3 4 5 10
    1 at 1: 6 3
    0 at 2: 6 7 7 9
    1 at 2: 5 2
    0 at 3: 7 8
    1 at 3: 4
    1 at 4: 9
"""


class TestOneByOne:
    def test_missions_are_resolved_from_the_one_nearest_the_deck(self) -> None:
        """K28: one at a time, 1 to 4."""
        table = situation().on_to_the_reveal()
        assert [each["mission"] for each in table.told_of("mission-reached")] == [1, 2, 3, 4]

    def test_a_mission_is_done_before_the_next_is_revealed(self) -> None:
        """K28: what lies at 2 lies face down until then."""
        table = situation("""
            0 holds: newspaper
            0 at 1: 5 4
            1 at 1: 6 3 7
            0 at 2: 9 8
            1 at 2: 10 2
        """).on_to_the_reveal()
        table.play("pass")
        assert table.view()["current"] == 2
        assert [each["resolved"] for each in table.view()["missions"]] == [True] + [False] * 3
        names = [each["card"] for each in table.view()["missions"]]
        assert names == ["locker", "hotel", "airport", "barmaid"]
        assert (table.pile(1, 1), table.pile(1, 2)) == ("", "10 [2]")
        assert (table.discard(0), table.discard(1)) == ("5 4", "6 3 7")

    def test_what_comes_after_what(self) -> None:
        """K28: window, declarations, Vesper Martini, failures, perfect, the winner, its price."""
        table = situation("""
            missions: drone over ci-2 | hotel | airport | barmaid
            0 holds: newspaper, vesper-martini, chloroform, 3 tokens
            0 at 1: A 10
            1 at 1: 10 9 4
        """).on_to_the_reveal()
        asked, kinds = [table.asked], []
        answers = ["pass", "declare 21", "pass", "keep", "pass"]
        for answer in answers:
            kinds.append([each["type"] for each in table.play(answer).told()])
            asked.append(table.asked)
        assert asked[:5] == ["0 window", "0 declare", "0 adjust", "0 perfect", "0 cover"]
        assert kinds == [
            ["passed", "turned-up"],
            ["declared", "turned-up", "declared"],
            ["passed", "failed", "tokens-taken"],
            ["tokens-kept", "collected", "under-collected"],
            ["passed", "tokens-taken", "mission-reached"],
        ]


class TestAWindow:
    BOTH_HOLD = """
        0 holds: newspaper
        1 holds: stun-gun, drone
        0 at 1: 5 4 3
        1 at 1: 6 3
        0 at 2: 9 8
    """

    @pytest.mark.parametrize("first", [0, 1])
    def test_seats_are_asked_in_reveal_order(self, first: int) -> None:
        """K29: the round's starting seat, then the other."""
        table = situation(f"""
            0 holds: newspaper
            1 holds: stun-gun
            {first} at 1: 5 4
            {1 - first} at 1: 6 3
        """).on_to_the_reveal()
        assert table.asked == f"{first} window"
        assert table.play("pass").asked == f"{1 - first} window"

    def test_a_use_takes_back_the_others_pass(self) -> None:
        """K29: who passed first may answer what came then."""
        table = situation(self.BOTH_HOLD).on_to_the_reveal()
        asked = []
        for words in ("pass", "use drone 1", "pass", "pass"):
            asked.append(table.asked)
            table.play(words)
        assert asked == ["0 window", "1 window", "0 window", "1 window"]
        assert table.view()["current"] == 2

    def test_who_uses_an_item_may_use_another(self) -> None:
        """K29: it has not passed."""
        table = situation(self.BOTH_HOLD).on_to_the_reveal()
        table.play("pass, use stun-gun 1 2, pass")
        assert (table.asked, table.may(1)) == ("1 window", "pass, use drone 1, use drone 2")

    def test_it_closes_when_no_eligible_seat_is_left_unpassed(self) -> None:
        """K29: both have passed, and the cards are turned up."""
        table = situation(self.BOTH_HOLD).on_to_the_reveal().play("pass, pass")
        assert "turned-up" in [each["type"] for each in table.told()]
        assert table.view()["current"] == 2

    def test_a_pass_is_for_one_window(self) -> None:
        """K29: at the next mission one is asked again."""
        table = situation(self.BOTH_HOLD).on_to_the_reveal().play("pass, pass")
        assert table.asked == "0 window"

    def test_only_the_seat_that_is_asked_decides(self) -> None:
        """K29: one after the other."""
        table = situation(self.BOTH_HOLD).on_to_the_reveal()
        assert (table.may(0)[:4], table.may(1)) == ("pass", "")
        assert table.refusal("pass", 1) == "seat 0 must decide (window); seat 1 can do nothing"


class TestTheWindowBeforeAMission:
    @pytest.mark.parametrize("item", ["drone", "gps-tracker", "jetpack", "newspaper", "stun-gun"])
    def test_five_items_open_it(self, item: str) -> None:
        """K30: while the seat can use at least one of these."""
        assert situation(f"0 holds: {item}" + ALL_AT_THREE).asked == "0 window"

    @pytest.mark.parametrize("item", ["balaclava", "chloroform", "night-vision", "vesper-martini"])
    def test_others_do_not(self, item: str) -> None:
        """K30: holding only others it is not asked; nothing is lost."""
        table = situation(f"0 holds: {item}, 2 tokens\n0 at 1: 9 8\n1 at 1: 5 4")
        table.on_to_the_reveal()
        assert table.asked == ("0 adjust" if item == "vesper-martini" else "chance")

    def test_one_that_cannot_be_used_does_not(self) -> None:
        """K30: a drone where no card lies face down, a gps-tracker whose card lies up."""
        assert situation("0 holds: drone\n1 at 1: 5").on_to_the_reveal().asked == "chance"
        table = situation("0 holds: gps-tracker\n0 at 1: 5 4").on_to_the_reveal()
        assert table.asked == "chance"

    def test_the_usb_stick_opens_it_too(self) -> None:
        """K30: itself or through the usb-stick."""
        table = situation("0 holds: newspaper, usb-stick\n0 at 1: 5\n1 at 1: 4")
        table.play("use newspaper 1").on_to_the_reveal()
        assert (table.asked, table.uses(0)[:21]) == ("0 window", "usb-stick newspaper 1")

    def test_the_usb_stick_with_another_does_not(self) -> None:
        """K30: re-using a night-vision is nothing to be asked about."""
        table = situation("0 holds: night-vision, usb-stick\nstarts: 0").play("use night-vision")
        assert table.on_to_the_reveal().asked == "chance"

    def test_who_is_asked_may_use_whatever_can_be_used(self) -> None:
        """K30: a balaclava or a night-vision as well."""
        table = situation("0 holds: newspaper, balaclava, night-vision, 1 tokens\n0 at 1: 5")
        table.on_to_the_reveal()
        assert table.uses(0) == (
            "balaclava, newspaper 1, newspaper 2, newspaper 3, newspaper 4, night-vision"
        )
        assert table.play("use balaclava").asked == "0 window"
        table.play("use newspaper 2")
        assert (table.asked, table.items(0)) == ("chance", "night-vision")

    def test_it_is_held_also_where_nobody_has_cards(self) -> None:
        """K30: items reach missions further down the row."""
        table = situation("""
            0 holds: newspaper
            0 at 2: 0.5 A A 2 3 4 5 10
            1 at 2: 0.5 A A 2 3 4 5 10
            0 at 3: 6 7 7 9
            1 at 3: 6 7 7 9
            0 at 4: 7 8
            1 at 4: 7 8
        """)
        assert (table.asked, table.view()["current"]) == ("0 window", 1)
        assert table.uses(0) == "newspaper 2, newspaper 3, newspaper 4"


class TestDeclaring:
    def test_the_starting_seat_turns_up_and_declares_first(self) -> None:
        """K31: only then does the other seat turn up its cards."""
        table = situation("0 at 1: A 8\n1 at 1: A 9").on_to_the_reveal()
        assert table.asked == "0 declare"
        assert (table.pile(0, 1, 1), table.pile(1, 1, 0)) == ("A 8", "A [?]")
        assert table.pile(1, 1, 1) == "A [?]"
        table.play("declare 19")
        assert (table.asked, table.pile(1, 1, 0)) == ("1 declare", "A 9")

    def test_seat_1_first_if_it_started_the_round(self) -> None:
        """K31: the starting seat of this round."""
        assert situation("1 at 1: A 9\n0 at 1: A 8").on_to_the_reveal().asked == "1 declare"

    def test_the_second_hears_the_first(self) -> None:
        """K31: totals are declared one after the other."""
        table = situation("0 at 1: A 8\n1 at 1: A 9").on_to_the_reveal().play("declare 19")
        for eyes in (0, 1, None):
            assert table.view(eyes)["declared"] == [19, None]

    @pytest.mark.parametrize(
        ("cards", "offered"),
        [
            ("A 8", "declare 19, declare 9"),
            ("A A 9", "declare 11, declare 21, declare 31"),
            ("0.5 A", "declare 1.5, declare 11.5"),
            ("A 10 9 3", "declare 23, declare 33"),
        ],
    )
    def test_every_possible_total_is_offered(self, cards: str, offered: str) -> None:
        """K31: 1 or 11 for each A, over 21 too: losing on purpose is allowed."""
        table = situation(f"0 at 1: {cards}").on_to_the_reveal()
        assert table.may(0) == offered

    def test_no_other_total(self) -> None:
        """K31: only what the cards come to."""
        table = situation("0 at 1: A 8").on_to_the_reveal()
        for total in ("8", "18", "20", "9.5", "29"):
            assert "K31" in table.refusal(f"declare {total}")
        for wrong in ("declare", "declare 09", "declare 9.0", "declare +9", "declare 9 "):
            assert "is no action" in table.refusal(wrong)

    def test_without_an_ace_nobody_is_asked(self) -> None:
        """K31: the total is declared by itself."""
        table = situation("0 at 1: 9 8 0.5\n1 at 1: 9 7").on_to_the_reveal()
        assert table.asked == "chance"
        assert (table.total(0, 1), table.total(1, 1)) == (17.5, 16)

    def test_a_newspaper_is_counted_in(self) -> None:
        """K31: the total includes +3, in every choice."""
        table = situation("1 holds: newspaper\n0 at 1: A 8\n1 at 1: 9").play("1! use newspaper 1")
        assert table.on_to_the_reveal().may(0) == "declare 12, declare 22"

    def test_a_seat_with_no_cards_there_declares_nothing(self) -> None:
        """K31: there is nothing to turn up."""
        table = situation("0 holds: vesper-martini" + ALL_AT_THREE).on_to(4)
        assert (table.total(0, 4), table.total(1, 4)) == (None, 9)

    def test_a_declared_total_is_final(self) -> None:
        """K32: it cannot be said again."""
        table = situation("0 at 1: A 8\n1 at 1: A 9").on_to_the_reveal().play("declare 9")
        assert table.may(0) == ""
        assert "seat 1 must decide" in table.refusal("declare 19", 0)
        table.play("declare 20")
        assert (table.total(0, 1), table.total(1, 1)) == (9, 20)


class TestTheWindowForTheVesperMartini:
    HELD = "0 holds: vesper-martini\n"

    def test_a_seat_is_asked_if_it_has_cards_there(self) -> None:
        """K33: after the declarations, before anything follows from them."""
        table = situation(self.HELD + "0 at 1: 10 9 3\n1 at 1: 8").on_to_the_reveal()
        assert (table.asked, table.declared, table.tokens) == ("0 adjust", [22, 8], [0, 0])
        table.play("use vesper-martini -1")
        assert table.tokens == [0, 0]
        assert "locker" in table.won(0)

    @pytest.mark.parametrize("owner", [0, 1])
    def test_it_is_the_owners_total_that_changes(self, owner: int) -> None:
        """K33: its owner's own."""
        table = situation(f"""
            {owner} holds: vesper-martini, usb-stick
            0 at 1: 9
            1 at 1: 5
        """).on_to_the_reveal()
        assert table.asked == f"{owner} adjust"
        table.play("use vesper-martini +1")
        assert (table.asked, table.declared) == (f"{owner} adjust", [9 + (not owner), 5 + owner])

    def test_nobody_else_is_asked(self) -> None:
        """K33: eligible is who can use it, no other."""
        table = situation("0 holds: balaclava, newspaper, 2 tokens\n0 at 1: 9\n1 at 1: 8")
        table.on_to_the_reveal()
        assert (table.asked, table.view()["current"]) == ("0 window", 1)
        assert table.play("pass").view()["current"] == 2

    def test_passing_keeps_it_for_the_next_mission(self) -> None:
        """K33: the window is held at each mission."""
        table = situation(self.HELD + "0 at 1: 9\n1 at 1: 8").on_to_the_reveal()
        asked = []
        while table.asked == "0 adjust":
            asked.append(table.view()["current"])
            table.play("pass")
        assert asked == [1, 2, 3, 4]

    def test_after_a_use_the_copy_is_asked_about(self) -> None:
        """K33, K29: itself or through the usb-stick; who used it has not passed."""
        table = situation("0 holds: vesper-martini, usb-stick, newspaper\n0 at 1: 9\n1 at 1: 8")
        table.on_to_the_reveal().play("pass, use vesper-martini -1")
        assert (table.asked, table.declared) == ("0 adjust", [8, 8])
        table.play("use usb-stick vesper-martini -1")
        assert table.total(0, 1) == 7

    def test_passing_it_does_not_come_back_to_the_window_before(self) -> None:
        """K33, K30: that one is closed."""
        table = situation("0 holds: vesper-martini, newspaper\n0 at 1: 9\n1 at 1: 8")
        table.on_to_the_reveal().play("pass")
        assert (table.asked, table.view()["current"]) == ("0 adjust", 1)
        table.play("pass")
        assert (table.asked, table.view()["current"]) == ("0 window", 2)


class TestFailed:
    def test_over_21_discards_the_cards_and_takes_a_token(self) -> None:
        """K34: and does not collect."""
        table = situation("0 at 1: 10 9 3\n1 at 1: 2\n0 holds: newspaper").on_to_the_reveal()
        table.play("pass")
        assert table.tokens == [1, 0]
        assert table.discard(0) == "10 9 3"
        assert table.won(1) == "locker"

    def test_21_and_a_half_has_failed_and_21_has_not(self) -> None:
        """K34: over 21."""
        assert situation("0 at 1: 10 9 2 0.5").on_to_the_reveal().tokens == [1, 0]
        assert situation("0 at 1: 10 9 2").on_to_the_reveal().tokens == [0, 0]

    def test_a_token_each_if_both_have(self) -> None:
        """K34: in reveal order."""
        for first in (0, 1):
            text = f"{first} at 1: 10 9 3\n{1 - first} at 1: 9 8 7"
            table = situation(text).on_to_the_reveal()
            assert table.tokens == [1, 1]
            assert [each["seat"] for each in table.told_of("failed")] == [first, 1 - first]
            assert [each["seat"] for each in table.told_of("tokens-taken")] == [first, 1 - first]

    def test_the_cards_go_before_the_token_comes(self) -> None:
        """K34: discards its cards and takes 1 token."""
        table = situation("0 holds: balaclava, 8 tokens\n0 at 1: 10 9 3").on_to_the_reveal()
        assert table.asked == "0 rescue"
        assert (table.pile(0, 1), table.discard(0), table.tokens[0]) == ("", "10 9 3", 8)

    def test_on_purpose_with_an_ace(self) -> None:
        """K34, K31: what was declared counts."""
        table = situation("0 at 1: A 9 2\n1 at 1: 2").on_to_the_reveal().play("declare 22")
        assert table.tokens == [1, 0]
        assert "locker" in table.won(1)


class TestPerfect:
    def test_exactly_21_may_discard_a_token(self) -> None:
        """K35: one of its tokens."""
        table = situation("0 holds: 3 tokens\n0 at 1: 10 9 2\n1 at 1: 5").on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 perfect", "keep, shed")
        table.play("shed")
        assert table.tokens[0] == 2
        assert table.told_of("tokens-shed") == [{"seat": 0, "count": 1, "held": 2}]

    def test_or_keep_them_all(self) -> None:
        """K35: may."""
        table = situation("0 holds: 3 tokens\n0 at 1: 10 9 2\n1 at 1: 5").on_to_the_reveal()
        assert table.play("keep").tokens[0] == 3

    def test_without_a_token_it_is_not_asked(self) -> None:
        """K35: if it has any."""
        assert situation("0 at 1: 10 9 2\n1 at 1: 5").on_to_the_reveal().asked == "chance"

    def test_no_other_total_is_perfect(self) -> None:
        """K35: exactly 21."""
        for cards in ("10 9 A 0.5", "10 9", "10 9 3"):
            text = f"0 holds: 3 tokens\n0 at 1: {cards}\n1 at 1: 5"
            table = situation(text).on_to_the_reveal()
            if table.asked == "0 declare":
                table.play("declare 20.5")
            assert table.asked == "chance"

    def test_it_is_the_total_that_counts_not_the_cards(self) -> None:
        """K35: newspapers and the Vesper Martini counted in."""
        table = situation("1 holds: newspaper\n0 holds: 1 tokens\n0 at 1: 10 8\n1 at 1: 5")
        assert table.play("1! use newspaper 1").on_to_the_reveal().asked == "0 perfect"
        table = situation("0 holds: vesper-martini, 1 tokens\n0 at 1: 10 9 3\n1 at 1: 5")
        assert table.on_to_the_reveal().play("use vesper-martini -1").asked == "0 perfect"

    def test_both_in_reveal_order(self) -> None:
        """K35: whoever collects the card, or whether anyone does."""
        for first in (0, 1):
            table = situation(f"""
                0 holds: 2 tokens
                1 holds: 2 tokens
                {first} at 1: 10 9 2
                {1 - first} at 1: 10 8 3
            """).on_to_the_reveal()
            assert table.asked == f"{first} perfect"
            assert table.play("shed").asked == f"{1 - first} perfect"
            assert table.play("keep").tokens[first] == 1
            assert table.asked == "chance"

    def test_after_failures_and_before_collecting(self) -> None:
        """K35: the failed seat has its token, the card still lies there."""
        table = situation("0 holds: 2 tokens\n0 at 1: 10 9 2\n1 at 1: 10 8 4").on_to_the_reveal()
        assert (table.asked, table.tokens) == ("0 perfect", [2, 1])
        assert "locker" not in table.won(0)
        assert "locker" in table.play("keep").won(0)

    def test_a_token_of_this_mission_comes_too_late(self) -> None:
        """K35, K39: it is discarded before the price of the card is paid."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 at 1: 10 9 2
            1 at 1: 5
        """).on_to_the_reveal()
        assert (table.asked, table.tokens) == ("chance", [3, 0])


class TestNineTokens:
    FAILS = "0 at 1: 10 9 3\n1 at 1: 5\n"

    def test_nine_lose_at_once(self) -> None:
        """K36: whatever the points."""
        table = situation("0 holds: 8 tokens\n" + self.FAILS).on_to_the_reveal()
        assert (table.asked, table.tokens[0]) == ("over", 9)
        result = table.game.status.result
        assert result is not None and (result.winners, result.reason) == ((1,), "notoriety")

    def test_everything_stays_as_it_stood(self) -> None:
        """K36: at once, so the mission is not resolved any more."""
        table = situation("0 holds: 8 tokens\n" + self.FAILS).on_to_the_reveal()
        assert table.view()["current"] == 1
        assert not table.view()["missions"][0]["resolved"]
        assert (table.pile(1, 1), table.discard(0)) == ("5", "10 9 3")
        assert table.view()["declared"] == [22, 5]
        assert table.told()[-1]["type"] == "ended"

    def test_eight_do_not(self) -> None:
        """K36: 9 or more."""
        table = situation("0 holds: 7 tokens\n" + self.FAILS).on_to_the_reveal()
        assert (table.asked, table.tokens[0]) == ("chance", 8)

    def test_more_than_nine_lose_too(self) -> None:
        """K36: 7 and 3 of counter-intelligence."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 holds: 7 tokens
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        assert (table.asked, table.tokens[0]) == ("over", 10)

    def test_only_one_seat_reaches_nine_first(self) -> None:
        """K36: tokens are taken one event at a time, in reveal order."""
        for first in (0, 1):
            table = situation(f"""
                0 holds: 8 tokens
                1 holds: 8 tokens
                {first} at 1: 10 9 3
                {1 - first} at 1: 10 9 4
            """).on_to_the_reveal()
            assert table.asked == "over"
            assert sorted(table.tokens) == [8, 9]
            assert table.tokens[first] == 9
            result = table.game.status.result
            assert result is not None and result.winners == (1 - first,)

    def test_before_that_it_is_asked_for_a_balaclava(self) -> None:
        """K36: before it takes tokens that would bring it to 9."""
        table = situation("0 holds: balaclava, 8 tokens\n" + self.FAILS).on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use balaclava")
        assert (table.view()["taking"], table.tokens[0]) == (1, 8)
        table.play("use balaclava")
        assert (table.asked, table.tokens[0], table.view()["taking"]) == ("chance", 7, None)

    def test_passing_ends_the_asking(self) -> None:
        """K36: then it takes them all, and loses."""
        table = situation("0 holds: balaclava, 8 tokens\n" + self.FAILS).on_to_the_reveal()
        table.play("pass")
        assert (table.asked, table.tokens[0], table.view()["taking"]) == ("over", 9, None)

    def test_it_is_not_asked_if_it_would_not_reach_nine(self) -> None:
        """K36: would bring it to 9 or more."""
        table = situation("0 holds: balaclava, 7 tokens\n" + self.FAILS).on_to_the_reveal()
        assert (table.asked, table.tokens[0]) == ("chance", 8)

    def test_through_the_usb_stick(self) -> None:
        """K36: itself or through the usb-stick, if a balaclava was used before."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 holds: balaclava, usb-stick, 8 tokens
            0 at 1: 9
            1 at 1: 8
        """)
        table.play("use balaclava").on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use usb-stick balaclava")
        assert table.play("use usb-stick balaclava").tokens[0] == 7

    def test_again_as_long_as_it_would_still_reach_nine(self) -> None:
        """K36: 8 and 3 are too many even after one balaclava; the stick is another."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 holds: balaclava, usb-stick, 8 tokens
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use balaclava")
        table.play("use balaclava")
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use usb-stick balaclava")
        assert (table.view()["taking"], table.tokens[0]) == (3, 6)
        table.play("use usb-stick balaclava")
        assert (table.asked, table.tokens[0]) == ("chance", 7)

    def test_who_stays_below_nine_is_asked_no_more(self) -> None:
        """K36: the copy is kept for later."""
        table = situation("0 holds: balaclava, usb-stick, 8 tokens\n" + self.FAILS)
        table.on_to_the_reveal().play("use balaclava")
        assert (table.asked, table.tokens[0], table.items(0)) == ("chance", 7, "usb-stick")

    def test_a_balaclava_just_collected_helps(self) -> None:
        """K36, K39: the mission card comes first."""
        table = situation("""
            missions: balaclava over ci-2 | hotel | airport | barmaid
            0 holds: 8 tokens
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use balaclava")
        table.play("use balaclava")
        assert (table.asked, table.tokens[0]) == ("chance", 8)

    def test_after_a_rescue_the_reveal_goes_on(self) -> None:
        """K36: the other seat's failure, and then the winner."""
        table = situation("0 holds: balaclava, 8 tokens\n0 at 1: 10 9 3\n1 at 1: 10 9 4")
        table.on_to_the_reveal().play("use balaclava")
        assert table.tokens == [7, 1]
        assert table.told_of("uncollected")[0] == {"mission": 1, "card": "locker"}


class TestWhoCollects:
    def test_the_highest_total(self) -> None:
        """K37: of those not over 21."""
        assert collects("9 8", "10 6") == 0
        assert collects("9 8", "10 8") == 1

    def test_21_wins(self) -> None:
        """K37: "unter 21" means not over."""
        assert collects("10 9 2", "10 9 0.5") == 0
        assert collects("10 9 0.5", "10 9 2") == 1

    def test_not_one_that_is_over(self) -> None:
        """K37: the other collects with however little."""
        assert collects("10 9 3", "0.5") == 1
        assert collects("0.5", "10 9 3") == 0

    def test_nobody_if_both_are_over(self) -> None:
        """K37: the card is discarded."""
        assert collects("10 9 3", "10 9 4") is None

    def test_not_without_cards_there(self) -> None:
        """K37: a seat with no cards there cannot collect it; the other can, with half a point."""
        table = situation("0 holds: vesper-martini" + ALL_AT_THREE).on_to()
        assert table.told_of("collected")[-1] == {"seat": 1, "mission": 4, "card": "barmaid"}

    def test_nobody_if_nobody_has_cards_there(self) -> None:
        """K37: and the card is discarded, with what lies under it."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 holds: drone
            0 at 2: 0.5 A A 2 3 4 5 10
            1 at 2: 0.5 A A 2 3 4 5 10
            0 at 3: 6 7 7 9
            1 at 3: 6 7 7 9
            0 at 4: 7 8
            1 at 4: 7 8
        """)
        table.on_to(2)
        assert table.state()["mission_discard"][-2:] == ["locker", "ci-3"]
        assert table.tokens == [0, 0]

    def test_half_a_point_more_is_more(self) -> None:
        """K37: totals are compared as they are."""
        assert collects("9 8 0.5", "10 7") == 0


class TestTies:
    def test_the_seat_with_more_equipment_cards_there(self) -> None:
        """K38: 17 in three cards beats 17 in two."""
        assert collects("9 8", "10 5 2") == 1
        assert collects("10 5 2", "9 8") == 0

    def test_still_tied_nobody(self) -> None:
        """K38: the card is discarded, it alone if nothing lies under it."""
        assert collects("9 8", "10 7") is None
        table = situation("0 holds: newspaper\n0 at 1: 9\n1 at 1: 9").on_to_the_reveal()
        discarded = table.state()["mission_discard"]
        assert table.play("pass").state()["mission_discard"] == [*discarded, "locker"]

    def test_what_lies_under_goes_too_and_no_tokens_are_taken(self) -> None:
        """K38: with any counter-intelligence."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 holds: newspaper
            0 at 1: 9
            1 at 1: 9
        """).on_to_the_reveal()
        table.play("pass")
        assert table.state()["mission_discard"][-2:] == ["locker", "ci-3"]
        assert table.tokens == [0, 0]

    def test_a_newspaper_is_no_equipment_card(self) -> None:
        """K38, K23: 9 and a newspaper are one card, 10 2 are two."""
        table = situation("1 holds: newspaper\n0 at 1: 9\n1 at 1: 10 2").play("1! use newspaper 1")
        assert "locker" in table.on_to_the_reveal().won(1)

    def test_a_stunned_card_is_one_less(self) -> None:
        """K38, K25: cards that lie there."""
        table = situation("0 holds: stun-gun\n0 at 1: 9 8\n1 at 1: 10 2 7").play(
            "draw, use stun-gun 1 2, place 2, stop"
        )
        table.on_to_the_reveal()
        assert table.told_of("uncollected")[0] == {"mission": 1, "card": "locker"}


class TestCounterIntelligence:
    @pytest.mark.parametrize(("card", "marks"), [("ci-1", 1), ("ci-2", 2), ("ci-3", 3)])
    def test_the_collector_takes_a_token_for_each_exclamation_mark(
        self, card: str, marks: int
    ) -> None:
        """K39: and the counter-intelligence card is discarded."""
        table = situation(f"""
            missions: locker over {card} | hotel | airport | barmaid
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        assert table.tokens == [marks, 0]
        assert (table.won(0), table.state()["mission_discard"][:1]) == ("locker", [card])

    def test_who_fails_there_pays_only_for_that(self) -> None:
        """K39: it is the collector's price."""
        table = situation("""
            missions: locker over ci-3 | hotel | airport | barmaid
            0 at 1: 9
            1 at 1: 10 8 4
        """).on_to_the_reveal()
        assert table.tokens == [3, 1]

    def test_the_mission_card_comes_first(self) -> None:
        """K39: a chloroform just collected can be used now."""
        table = situation("""
            missions: chloroform over ci-2 | hotel | airport | barmaid
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        assert (table.asked, table.items(0), table.won(0)) == (
            "0 cover",
            "chloroform",
            "chloroform",
        )
        assert table.state()["mission_discard"] == ["ci-2"]
        assert not table.view()["missions"][0]["resolved"]
        assert table.play("use chloroform").tokens == [0, 0]

    def test_passing_at_the_cover_comes_to_the_rescue(self) -> None:
        """K39, K36: first the chloroform is asked about, then the balaclava."""
        table = situation("""
            missions: locker over ci-2 | hotel | airport | barmaid
            0 holds: chloroform, balaclava, 8 tokens
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        assert (table.asked, table.may(0)) == ("0 cover", "pass, use chloroform")
        table.play("pass")
        assert (table.asked, table.may(0)) == ("0 rescue", "pass, use balaclava")
        assert table.play("use balaclava").tokens[0] == 8

    def test_a_usb_stick_just_collected_can_be_the_chloroform(self) -> None:
        """K39, K26: if a chloroform has been used before."""
        table = situation("""
            missions: locker over ci-1 | usb-stick over ci-2 | airport | barmaid
            0 holds: chloroform
            0 at 1: 9
            1 at 1: 8
            0 at 2: 10
            1 at 2: 7
        """).on_to_the_reveal()
        table.play("use chloroform")
        assert (table.asked, table.may(0)) == ("0 cover", "pass, use usb-stick chloroform")


class TestTheNextRound:
    def test_after_mission_4_the_next_round_begins(self) -> None:
        """K40: with a fresh table; what was won and taken stays."""
        table = situation("0 at 1: 10 9 3").on_to_the_reveal()
        view = table.view()
        assert (table.asked, view["round"], view["starter"]) == ("chance", 2, 1)
        assert (view["missions"], view["current"], view["turn"]) == ([], None, None)
        assert (table.tokens, table.won(1)) == ([1, 0], "locker hotel airport")

    def test_after_round_6_the_game_ends(self) -> None:
        """K40: there are six."""
        table = situation("round: 6").on_to_the_reveal()
        assert (table.asked, table.view()["round"], table.view()["current"]) == ("over", 6, None)
        assert all(each["resolved"] for each in table.view()["missions"])

    def test_before_it_does_not(self) -> None:
        """K40: not after round 5."""
        assert situation("round: 5").on_to_the_reveal().asked == "chance"


def collects(cards_of_0: str, cards_of_1: str) -> int | None:
    """Who collects the first mission with these cards."""
    table = situation(f"0 at 1: {cards_of_0}\n1 at 1: {cards_of_1}").on_to_the_reveal()
    while table.asked.endswith("declare"):
        table.play(table.may(int(table.asked[0])).split(", ")[-1])
    return next((seat for seat in (0, 1) if "locker" in table.won(seat)), None)
