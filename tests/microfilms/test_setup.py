"""[microfilms], setup (M4-M10)."""

import pytest

from brushpass import GAMES, Game
from brushpass.games.contract import BadOption
from tests.microfilms.table import Table, deal


def begun(seats: int, actions: str) -> Table:
    """A table of which only so much is dealt."""
    return Table("microfilms", seats).play(actions)


class TestNations:
    def test_three_of_four_are_in_play(self) -> None:
        """M4: which three is a chance outcome, and public."""
        table = Table("microfilms", 3)
        assert table.due.json() == {"kind": "agents", "cards": ["china", "uk", "usa", "ussr"]}
        table.play("agents china usa ussr")
        for eyes in (0, 1, 2, None):
            assert table.view(eyes)["agents"] == ["china", "usa", "ussr"]
            assert table.told_of("nations-chosen", eyes) == [{"nations": ["china", "usa", "ussr"]}]

    def test_the_fourth_nation_goes_back_to_the_box(self) -> None:
        """M4: its agent, film and letter are not used."""
        table = deal("agent-uk steal | agent-usa steal | agent-ussr cash-out")
        assert "china" not in table.everything()

    @pytest.mark.parametrize(
        "words",
        ["agents uk china usa", "agents china uk", "agents china china uk", "agents uk usa france",
         "agents china uk usa ussr", "letters china uk", "agents"],
    )  # fmt: skip
    def test_they_are_three_and_alphabetical(self, words: str) -> None:
        """M4: three different nations."""
        assert "M4" in Table("microfilms", 3).refusal(words)


class TestIdentities:
    def test_three_seats_are_the_three_agents(self) -> None:
        """M5: with 3 seats there are no freelancers."""
        table = begun(3, "agents china uk usa")
        assert table.due.json() == {
            "kind": "identities",
            "cards": ["agent-china", "agent-uk", "agent-usa"],
        }
        assert "M5" in table.refusal("identities agent-china agent-uk hitman")
        table.play("identities agent-usa agent-china agent-uk")
        assert table.state()["players"][0]["identities"] == ["agent-usa"]

    @pytest.mark.parametrize(
        ("dealt", "wrong"),
        [
            ("agent-uk hitman agent-usa agent-china", "agent-uk hitman agent-usa broker"),
            (
                "broker agent-uk hitman agent-usa agent-china",
                "broker agent-uk broker agent-usa agent-china",
            ),
            (
                "agent-uk broker interpol journalist agent-china agent-usa",
                "agent-uk broker interpol journalist hitman agent-usa",
            ),
        ],
    )
    def test_more_seats_have_freelancers_too(self, dealt: str, wrong: str) -> None:
        """M5: n-3 of the four; the three agents are always dealt."""
        seats = len(dealt.split())
        table = begun(seats, "agents china uk usa")
        assert table.due.count == seats
        assert " ".join(table.due.cards) == (
            "agent-china agent-uk agent-usa broker hitman interpol journalist"
        )
        assert table.due.always == ("agent-china", "agent-uk", "agent-usa")
        assert "M5" in table.refusal(f"identities {wrong}")
        table.play(f"identities {dealt}")
        sides = [player["identities"] for player in table.state()["players"]]
        assert sides == [[card] for card in dealt.split()]

    def test_each_is_secret(self) -> None:
        """M5, M32: a seat sees its own and no other, a spectator none."""
        table = begun(3, "agents china uk usa, identities agent-usa agent-china agent-uk")
        for eyes, seen in ((0, "agent-usa"), (1, "agent-china"), (2, "agent-uk"), (None, None)):
            sides = [player["identities"] for player in table.view(eyes)["players"]]
            assert sides == [[seen] if seat == eyes else ["?"] for seat in range(3)]
        table = begun(3, "agents china uk usa").play("identities agent-usa agent-china agent-uk")
        assert table.told(1) == [{"type": "identity-dealt", "seats": 3, "identity": "agent-china"}]
        assert table.told(None) == [{"type": "identity-dealt", "seats": 3, "identity": None}]

    def test_they_never_count_towards_the_hand_limit(self) -> None:
        """M5, M20: one card in hand and an identity are not too many."""
        assert deal(3).play("pass").asked == "1 action"


class TestLetters:
    def test_one_goes_back_unseen(self) -> None:
        """M6: two of the three are in play, and nobody sees which."""
        table = begun(3, "agents china uk usa, identities agent-usa agent-china agent-uk")
        assert table.due.json() == {"kind": "letters", "cards": ["china", "uk", "usa"]}
        assert "M6" in table.refusal("letters usa uk")
        assert "M6" in table.refusal("letters uk")
        table.play("letters uk usa")
        assert table.state()["letters"] == ["uk", "usa"]
        for eyes in (0, 1, 2, None):
            assert table.view(eyes)["letters"] is None
            assert table.told(eyes) == [{"type": "letter-put-away"}]

    def test_the_two_left_are_in_the_draw_deck(self) -> None:
        """M6, M7: and the third is nowhere."""
        table = deal(3, allied="china usa")
        assert "letter-china" in table.deck and "letter-usa" in table.deck
        assert "letter-uk" not in table.everything()


class TestCardsDealt:
    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_each_seat_has_one_action_card(self, seats: int) -> None:
        """M7: face down; each sees its own."""
        table = deal(seats)
        for eyes in range(seats):
            view = table.view(eyes)
            hands = [player["hand"] for player in view["players"]]
            assert hands[eyes] == [table.hand(eyes)]
            assert [hand for seat, hand in enumerate(hands) if seat != eyes] == [1] * (seats - 1)
            assert view["deck"] == 14 - seats

    def test_each_is_told_its_own(self) -> None:
        """M7, M32."""
        told = [
            event.json()
            for eyes in (0, 2, None)
            for _, event in deal(3).game.news(eyes)
            if event.json()["type"] == "action-dealt"
        ]
        assert [each["card"] for each in told] == ["steal", "cash-out", None]

    def test_the_draw_deck_is_the_rest(self) -> None:
        """M7: the other actions, the ace, the two letters, the three films."""
        table = deal(6, allied="uk usa")
        assert sorted(table.deck.split()) == sorted(
            "ace cash-out film-china film-uk film-usa letter-uk letter-usa steal".split()
        )

    def test_it_is_shuffled_whole(self) -> None:
        """M7: an outcome that leaves a card out, or doubles one, is none."""
        table = begun(3, "agents china uk usa, identities agent-usa agent-china agent-uk")
        table.play("letters uk usa, actions steal steal cash-out")
        due = table.due.cards
        assert "M7" in table.refusal(f"deck {' '.join(due[1:])}")
        assert "M7" in table.refusal(f"deck {' '.join((due[1], *due[1:]))}")
        table.play(f"deck {' '.join(due)}")
        assert table.deck == " ".join(due)
        assert table.told(None) == [{"type": "deck-shuffled", "count": 11}]

    def test_there_are_not_three_steal_cards(self) -> None:
        """M1, M7."""
        table = begun(3, "agents china uk usa, identities agent-usa agent-china agent-uk")
        table.play("letters uk usa")
        assert table.due.json()["cards"] == (["cash-out"] * 3 + ["interrogate"] * 3 + ["steal"] * 2)
        assert "M7" in table.refusal("actions steal steal steal")


class TestTheStart:
    def test_who_starts_is_a_chance_outcome(self) -> None:
        """M8: any seat; who won the last game is given as the outcome."""
        table = deal(4, first=2)
        assert (table.asked, table.view()["active"]) == ("2 action", 2)
        again = Table("microfilms", 4)
        for words in table.game.actions[:-1]:
            again.play(words)
        assert again.due.json() == {"kind": "first", "seats": [0, 1, 2, 3]}
        assert again.view()["active"] is None
        for wrong in ("first 4", "first 00", "first", "first 1 2"):
            assert "M8" in again.refusal(wrong)

    @pytest.mark.parametrize(
        ("seats", "first", "francs"),
        [(3, 0, "0 0 1"), (3, 2, "0 1 0"), (4, 0, "0 0 1 1"), (4, 1, "1 0 0 1"),
         (5, 0, "0 0 0 1 1"), (5, 3, "0 1 1 0 0"), (6, 0, "0 0 0 1 1 1"), (6, 4, "0 1 1 1 0 0")],
    )  # fmt: skip
    def test_who_comes_late_has_a_franc(self, seats: int, first: int, francs: str) -> None:
        """M9: counted from the starting player."""
        table = deal(seats, first=first)
        assert " ".join(map(str, table.francs)) == francs
        assert table.house == 30 - sum(table.francs)

    def test_the_francs_are_told(self) -> None:
        """M8, M9: who starts, who gets a franc, whose turn it is, in this order."""
        assert deal(4, first=1).told() == [
            {"type": "started", "seat": 1},
            {"type": "francs-moved", "giver": "house", "taker": 3, "francs": 1},
            {"type": "francs-moved", "giver": "house", "taker": 0, "francs": 1},
            {"type": "turn-began", "seat": 1},
        ]

    def test_everyone_is_suspect_in_the_first_evening(self) -> None:
        """M10."""
        view = deal(6).view()
        assert view["evening"] == 1
        assert not any(player["cleared"] for player in view["players"])

    def test_before_anything_is_dealt_there_is_nothing(self) -> None:
        """protocol.md: the state before the first outcome."""
        state = Table("microfilms", 3).state()
        player = {"identities": [], "hand": [], "francs": 0, "cleared": False, "eliminated": False}
        assert state == {
            "game": "microfilms", "phase": "chance", "actor": "chance", "active": None,
            "agents": [], "letters": None, "evening": 1, "turns": 0, "house": 30, "deck": [],
            "discard": [], "players": [player] * 3, "croupier": None, "pending": None,
        }  # fmt: skip


class TestTheOption:
    @pytest.mark.parametrize("limit", [-1, True, 2.0, "5", None])
    def test_the_turn_limit_is_a_whole_number(self, limit: object) -> None:
        """M31: from 0."""
        with pytest.raises(BadOption, match="M31"):
            Game(GAMES["microfilms"], 3, {"turn_limit": limit})

    def test_there_is_no_other(self) -> None:
        """M31: `turn_limit` is the only option."""
        with pytest.raises(BadOption, match="came colour, time"):
            Game(GAMES["croupier"], 2, {"time": 1, "colour": 2, "turn_limit": 3})
