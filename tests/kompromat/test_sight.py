"""Kompromat, what a seat sees and is told (K12, K15, K43)."""

import pytest

from tests.kompromat.table import Table, situation

EVERYONE = (0, 1, None)


class TestOnesOwnCards:
    def test_while_drawing_one_may_look_at_them(self) -> None:
        """K12: at the mission where one draws, and nobody else may."""
        table = situation("0 at 1: 9 6 4 ...")
        assert table.pile(0, 1, 0) == "9 [6] [4]"
        assert table.pile(0, 1, 1) == table.pile(0, 1, None) == "9 [?] [?]"

    def test_once_the_turn_has_ended_no_longer(self) -> None:
        """K12: until they are revealed."""
        table = situation("0 at 1: 9 6 4 ...").play("stop")
        assert table.pile(0, 1, 0) == "9 [?] [?]"

    def test_not_in_a_later_turn_either(self) -> None:
        """K12: only those at the mission where it draws now."""
        table = situation("0 at 1: 9 6\n1 at 1: 5\n0 at 2: 8 7 ...")
        assert (table.pile(0, 1, 0), table.pile(0, 2, 0)) == ("9 [?]", "8 [7]")

    def test_not_before_the_first_card_lies(self) -> None:
        """K12: in a new turn there is no mission yet where one draws."""
        table = situation("0 at 1: 9 6\n1 at 1: 5 4")
        for words in ("draw", "place 2"):
            assert table.pile(0, 1, 0) == "9 [?]"
            table.play(words)
        assert table.pile(0, 1, 0) == "9 [?]"

    def test_in_the_opponents_turn_not(self) -> None:
        """K12: where the opponent draws at the mission where one's own cards lie."""
        table = situation("0 at 1: 9 6\n1 at 1: 5 4 ...")
        assert (table.pile(0, 1, 0), table.pile(1, 1, 0)) == ("9 [?]", "5 [?]")
        assert table.pile(0, 1, 1) == "9 [?]"

    def test_they_fly_along(self) -> None:
        """K12, K22: with the jetpack to the mission where one goes on drawing."""
        table = situation("0 holds: jetpack\n0 at 1: 9 6 ...").play("use jetpack 1 3")
        assert (table.pile(0, 3, 0), table.pile(0, 3, 1)) == ("9 [6]", "9 [?]")

    def test_cards_that_fly_elsewhere_stay_hidden(self) -> None:
        """K12, K22: to a mission where one does not draw."""
        table = situation("0 holds: jetpack\n0 at 1: 9 6\n1 at 1: 5\n0 at 2: 8 7 ...")
        table.play("use jetpack 1 3")
        assert table.pile(0, 3, 0) == "9 [?]"

    def test_revealed_they_are_seen_by_all(self) -> None:
        """K12, K31: turned up at the reveal."""
        table = situation("0 at 1: A 6").on_to_the_reveal()
        for eyes in EVERYONE:
            assert table.pile(0, 1, eyes) == "A 6"

    def test_in_the_reveal_before_that_not(self) -> None:
        """K12: not even at the mission in question."""
        table = situation("0 holds: newspaper\n0 at 1: 9 6\n1 at 1: 5 4").on_to_the_reveal()
        assert (table.asked, table.view()["current"]) == ("0 window", 1)
        assert table.pile(0, 1, 0) == "9 [?]"


class TestTheOpponentsCards:
    def test_how_many_lie_where_is_public(self) -> None:
        """K15, K43: counts and positions, not values."""
        table = situation("0 at 1: 9 6 4\n1 at 3: 5 A 2 ...")
        for eyes in (0, None):
            assert [table.pile(1, m, eyes) for m in (1, 2, 3, 4)] == ["", "", "5 [?] [?]", ""]

    def test_a_turned_up_card_is_seen_by_everyone(self) -> None:
        """K43, K20: a card seen by all is never hidden."""
        table = situation("1 holds: drone\n0 at 1: 9 6 4").play("use drone 1")
        for eyes in EVERYONE:
            assert table.pile(0, 1, eyes) == "9 6 4"

    def test_resolved_missions_leave_open_cards(self) -> None:
        """K43: what was turned up lies open among the discarded."""
        table = situation("0 holds: newspaper\n0 at 1: 9 6\n1 at 1: 5 A").on_to_the_reveal()
        table.play("pass, declare 16")
        for eyes in EVERYONE:
            assert (table.discard(0, eyes), table.discard(1, eyes)) == ("9 6", "5 A")

    def test_a_stunned_card_stays_hidden_among_the_discarded(self) -> None:
        """K43, K25: from its owner too, until the game is over."""
        table = situation("round: 6\n0 holds: stun-gun\n0 at 1: 9 6\n1 at 1: 5 A 8 ...")
        table.play("0! use stun-gun 1 2, stop")
        for eyes in EVERYONE:
            assert table.discard(1, eyes) == "?"
        table.on_to_the_reveal()
        assert table.asked == "over"
        for eyes in EVERYONE:
            assert table.discard(1, eyes).split()[:3] == ["A", "5", "8"]


class TestTheRestOfTheTable:
    def test_decks_are_counts(self) -> None:
        """K43: both seats' and the missions'."""
        table = situation("0 at 1: 9 6 4\n1 at 3: 5 A ...")
        for eyes in EVERYONE:
            view = table.view(eyes)
            assert view["mission_deck"] == 25
            assert [side["deck"] for side in view["players"]] == [11, 12]

    def test_missions_and_what_lies_under_them_are_open(self) -> None:
        """K43: the exclamation marks stay in sight."""
        table = situation("missions: drone over ci-2 | hotel | code over ci-1 | locker")
        for eyes in EVERYONE:
            laid = [(each["card"], each["ci"]) for each in table.view(eyes)["missions"]]
            assert laid == [("drone", "ci-2"), ("hotel", None), ("code", "ci-1"), ("locker", None)]

    def test_newspapers_tokens_items_and_collected_cards_are_open(self) -> None:
        """K43: collected and used cards stay visible to all."""
        table = situation("""
            0 holds: newspaper, drone, 1 tokens
            1 holds: jetpack, hotel, 2 tokens
            missions: code | locker | airport | barmaid
            0 at 1: 9
            1 at 1: 8 ...
        """).play("0! use newspaper 1")
        for eyes in EVERYONE:
            first, second = table.view(eyes)["players"]
            assert (first["items"], first["used"], first["tokens"]) == (["drone"], ["newspaper"], 1)
            assert (second["items"], second["used"], second["tokens"]) == (["jetpack"], [], 2)
            assert first["won"][:2] == ["newspaper", "drone"]
            assert second["won"][:2] == ["jetpack", "hotel"]
            assert second["newspapers"] == [1, 0, 0, 0]

    def test_declared_totals_and_whose_decision_it_is(self) -> None:
        """K43: of the mission being resolved."""
        table = situation("0 at 1: 9 6\n1 at 1: 5 A").on_to_the_reveal()
        for eyes in EVERYONE:
            view = table.view(eyes)
            assert (view["declared"], view["phase"], view["actor"]) == ([15, None], "declare", 1)
            assert (view["current"], view["turn"], view["round"]) == (1, None, 1)

    def test_when_all_is_over_everything_is_shown(self) -> None:
        """K43: there is nothing left to protect."""
        table = situation("0 holds: 8 tokens\n0 at 1: 10 9 3\n1 at 2: 5 4").on_to_the_reveal()
        assert table.asked == "over"
        for eyes in EVERYONE:
            assert table.view(eyes) == table.state()
            assert table.pile(1, 2, eyes) == "5 [4]"

    def test_a_spectator_sees_what_both_may(self) -> None:
        """K43: both seats' face-down cards are hidden from it."""
        table = situation("0 at 1: 9 6 4\n1 at 1: 5 4 ...")
        assert (table.pile(0, 1, None), table.pile(1, 1, None)) == ("9 [?] [?]", "5 [?]")


class TestNews:
    def test_a_card_laid_face_down_is_told_to_its_seat_alone(self) -> None:
        """K15: the others hear that one was laid."""
        table = situation("0 at 1: 9 ...\n0 next: 6").play("draw")
        told = {"type": "pushed-down", "seat": 0, "mission": 1}
        assert table.told(0) == [{**told, "card": "6"}]
        assert table.told(1) == table.told(None) == [{**told, "card": None}]

    def test_shuffles_are_told_without_their_order(self) -> None:
        """K43: nobody sees into a deck."""
        table = Table().play("first 1")
        table.play(" ".join([table.due.words, *table.due.cards]))
        for eyes in EVERYONE:
            assert table.told(eyes) == [{"type": "missions-shuffled", "again": False}]
        table.play(" ".join([table.due.words, *table.due.cards]))
        for eyes in EVERYONE:
            assert table.told(eyes) == [{"type": "equipment-shuffled", "seat": 0}]

    def test_who_starts_is_told(self) -> None:
        """K43, K4: to everyone."""
        for eyes in EVERYONE:
            assert Table().play("first 1").told(eyes) == [{"type": "started", "seat": 1}]

    def test_the_missions_and_what_was_put_aside_are_told(self) -> None:
        """K43, K6: all of that was turned up."""
        table = Table().play("first 1")
        cards = ["ci-2", "code", "hotel", "locker", "ci-1", "drone"]
        rest = list(table.due.cards)
        for card in cards:
            rest.remove(card)
        table.play(" ".join(["missions", *cards, *rest]))
        for _ in (0, 1):
            table.play(" ".join([table.due.words, *table.due.cards]))
        laid = {
            "round": 1,
            "starter": 1,
            "missions": ["drone", "code", "hotel", "locker"],
            "under": ["ci-2", None, None, None],
            "aside": ["ci-1"],
        }
        for eyes in EVERYONE:
            assert table.told_of("missions-laid", eyes) == [laid]
        table.play(" ".join([table.due.words, *table.due.cards]))
        for eyes in EVERYONE:
            assert table.told(eyes) == [
                {"type": "missions-shuffled", "again": True},
                {"type": "turn-began", "seat": 1},
            ]

    @pytest.mark.parametrize(
        ("actions", "told"),
        [
            ("draw", [{"type": "drew", "seat": 0, "card": "9"}]),
            ("draw, place 2", [{"type": "placed", "seat": 0, "card": "9", "mission": 2}]),
            (
                "draw, place 2, stop",
                [{"type": "stopped", "seat": 0, "mission": 2}, {"type": "turn-began", "seat": 1}],
            ),
        ],
    )
    def test_a_turn_is_told_to_everyone(self, actions: str, told: list[dict[str, object]]) -> None:
        """K43: what happens in the open."""
        table = situation("0 next: 9").play(actions)
        for eyes in EVERYONE:
            assert table.told(eyes)[-len(told) :] == told

    def test_the_use_of_an_item_is_told_to_everyone(self) -> None:
        """K43, K16: and by its words, on what."""
        table = situation("0 holds: stun-gun\n1 at 1: 6 3 ...").play("0! use stun-gun 1 2")
        for eyes in EVERYONE:
            assert table.told(eyes) == [
                {"type": "used", "seat": 0, "item": "stun-gun", "action": "use stun-gun 1 2"}
            ]

    def test_what_comes_back_by_a_gps_tracker_is_told_to_nobody(self) -> None:
        """K43, K21: its seat has seen it when it laid it."""
        table = situation("0 holds: gps-tracker\n0 at 1: 9 6\n1 at 1: 5").play("use gps-tracker")
        for eyes in EVERYONE:
            assert [each["type"] for each in table.told(eyes)] == ["used"]

    def test_a_reveal_is_told_to_everyone(self) -> None:
        """K43: what is turned up, declared, taken, collected."""
        table = situation("""
            missions: locker over ci-1 | hotel | airport | barmaid
            0 holds: newspaper
            0 at 1: 9 6
            1 at 1: 10 8 4
        """).on_to_the_reveal()
        table.play("pass")
        for eyes in EVERYONE:
            assert table.told(eyes) == [
                {"type": "passed", "seat": 0},
                {"type": "turned-up", "seat": 0, "mission": 1, "cards": ["9", "6"]},
                {"type": "declared", "seat": 0, "mission": 1, "total": 15},
                {"type": "turned-up", "seat": 1, "mission": 1, "cards": ["10", "8", "4"]},
                {"type": "declared", "seat": 1, "mission": 1, "total": 22},
                {"type": "failed", "seat": 1, "mission": 1},
                {"type": "tokens-taken", "seat": 1, "count": 1, "held": 1},
                {"type": "collected", "seat": 0, "mission": 1, "card": "locker"},
                {"type": "under-collected", "seat": 0, "mission": 1, "card": "ci-1"},
                {"type": "tokens-taken", "seat": 0, "count": 1, "held": 1},
                {"type": "mission-reached", "mission": 2},
            ]

    def test_the_end_is_told_with_its_result(self) -> None:
        """K43, K42: to everyone."""
        table = situation("round: 6\nstarts: 0").on_to_the_reveal()
        for eyes in EVERYONE:
            assert table.told_of("ended", eyes) == [
                {"result": {"winners": [], "reason": "draw", "points": [0, 0]}}
            ]

    def test_news_can_be_asked_for_from_any_number_on(self) -> None:
        """K43: and they are always the same."""
        table = situation("0 at 1: 9 6\n1 at 1: 5 4")
        for eyes in EVERYONE:
            news = table.game.news(eyes)
            assert news[0][1].json() == {"type": "started", "seat": 0}
            assert table.game.news(eyes, 3) == news[3:]
            assert table.game.news(eyes, len(news)) == []
        before = table.game.news(0)
        table.play("draw")
        assert table.game.news(0)[: len(before)] == before
        assert len(table.game.news(0)) == len(before) + 1


class TestNothingElseMatters:
    def test_two_games_that_differ_in_hidden_cards_look_the_same(self) -> None:
        """K43: another card under the same back, another deck below, another choice to come."""
        one = situation("0 at 1: 9 6 4\n1 at 1: 5 4\n0 next: 8")
        other = situation("0 at 1: 9 2 10\n1 at 1: 5 4\n0 next: A")
        assert one.state() != other.state()
        assert one.view(1) == other.view(1)
        assert one.game.news(1) == other.game.news(1)
        assert one.may(1) == other.may(1)
        assert one.view(0) == other.view(0)  # K12: seat 0 itself may not look any more

    def test_what_a_seat_may_do_is_for_its_own_eyes(self) -> None:
        """K15: whether `draw` is missing shows that it is over 21: its opponent is never told."""
        one = situation("1 holds: drone\n0 at 1: 9 6 4 ...")
        other = situation("1 holds: drone\n0 at 1: 9 6 10 ...")
        assert (one.may(0), other.may(0)) == ("draw, stop", "stop")
        assert one.may(1) == other.may(1) == "use drone 1"
        assert one.refusal("draw", 1) == other.refusal("draw", 1)
