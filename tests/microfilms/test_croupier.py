"""The Croupier (C1-C11)."""

import pytest

from brushpass.games.microfilms.croupier import take_turn
from brushpass.games.microfilms.happenings import TurnBegan
from brushpass.games.microfilms.state import Player, State
from tests.microfilms.table import Table, deal_croupier

PLAYERS = "agent-china broker steal | agent-uk interpol interrogate | agent-usa"
JOURNALIST = "agent-china journalist steal | agent-uk interpol interrogate | agent-usa"
INTERPOL = "agent-china interpol cash-out | agent-uk broker steal | agent-usa"
HIS = "film-uk cash-out letter-uk"
"""The top of the deck: he draws the first and the third card, seat 1 the one between."""


class TestSetup:
    def test_each_seat_has_two_identities(self) -> None:
        """C1: an agent and a cover; the Croupier the third agent."""
        table = Table("croupier", 2).play("agents china uk usa")
        assert table.due.json() == {
            "kind": "identities",
            "cards": ["agent-china", "agent-uk", "agent-usa"],
        }
        table.play("identities agent-uk agent-usa agent-china")
        assert table.due.json() == {"kind": "covers", "cards": ["broker", "interpol", "journalist"]}
        for wrong in ("broker", "broker hitman", "broker broker", "broker interpol journalist"):
            assert "C1" in table.refusal(f"covers {wrong}")
        table.play("covers journalist broker")
        state = table.state()
        assert [side["identities"] for side in state["players"]] == [
            ["agent-uk", "journalist"],
            ["agent-usa", "broker"],
        ]
        assert state["croupier"]["identities"] == ["agent-china"]
        assert table.told(0) == [{"type": "cover-dealt", "seats": 2, "identity": "journalist"}]
        assert table.told(None) == [{"type": "cover-dealt", "seats": 2, "identity": None}]

    def test_the_hitman_and_the_ace_are_not_used(self) -> None:
        """C1: the draw deck has 11 cards."""
        table = deal_croupier()
        assert "ace" not in table.deck.split()
        assert "hitman" not in table.everything()
        assert table.view()["deck"] == 11

    def test_the_croupier_has_nothing(self) -> None:
        """C2: no card, no franc, Suspect; and no seat has a franc."""
        table = deal_croupier()
        assert table.view()["croupier"] == {
            "identities": ["?"], "hand": 0, "francs": 0, "cleared": False
        }  # fmt: skip
        assert (table.francs, table.house) == ([0, 0, 0], 30)
        assert (table.hand(0), table.hand(1)) == ("steal", "interrogate")


class TestHisTurn:
    def test_with_0_or_1_cards_he_draws_one(self) -> None:
        """C4: after each player's turn, from the draw deck, secretly (C11)."""
        table = deal_croupier(deck="film-uk letter-uk").play("pass")
        assert (table.hand("croupier"), table.asked) == ("film-uk", "1 action")
        assert table.told() == [
            {"type": "passed", "seat": 0},
            {"type": "francs-moved", "giver": "house", "taker": 0, "francs": 1},
            {"type": "turn-began", "seat": "croupier"},
            {"type": "card-drawn", "seat": "croupier", "card": None},
            {"type": "turn-began", "seat": 1},
        ]
        table.play("pass")
        assert (table.hand("croupier"), table.asked) == ("film-uk letter-uk", "0 action")
        assert not table.cleared("croupier")

    def test_with_2_he_takes_a_franc_and_is_cleared(self) -> None:
        """C4: and discards nothing."""
        table = deal_croupier().play("pass, pass").play("pass")
        assert (table.francs[2], table.cleared("croupier")) == (1, True)
        assert table.told()[3:5] == [
            {"type": "francs-moved", "giver": "house", "taker": "croupier", "francs": 1},
            {"type": "now-cleared", "seat": "croupier"},
        ]
        assert len(table.hand("croupier").split()) == 2

    def test_with_3_he_then_discards_one_at_random(self) -> None:
        """C4: face up."""
        table = deal_croupier(deck="film-uk letter-uk").play("pass, pass, bribe croupier steal")
        assert (table.asked, table.view()["active"]) == ("chance", "croupier")
        assert table.due.json() == {"kind": "drop", "cards": ["film-uk", "letter-uk", "steal"]}
        assert (table.francs[2], table.cleared("croupier")) == (1, True)
        assert "C4" in table.refusal("drop film-usa")
        table.play("drop letter-uk")
        assert (table.hand("croupier"), table.discard) == ("film-uk steal", "letter-uk")
        assert table.told() == [
            {"type": "discarded", "seat": "croupier", "card": "letter-uk"},
            {"type": "turn-began", "seat": 1},
        ]

    def test_the_hand_limit_is_not_for_him(self) -> None:
        """C4 [ruling], M20: a Suspect with two cards keeps them."""
        table = deal_croupier().play("pass, pass")
        assert not table.cleared("croupier")
        assert (len(table.hand("croupier").split()), table.asked) == (2, "0 action")

    def test_with_no_draw_deck_he_does_nothing(self) -> None:
        """C4 [ruling]: nor does he draw from the discard deck."""
        state = seated(hand=("steal",), discard=("ace",))
        after = take_turn(state)
        assert after.croupier == state.croupier
        assert (after.deck, after.discard) == ((), ("ace",))
        assert after.happened == (TurnBegan("croupier"),)

    def test_with_an_empty_house_he_is_cleared_and_gets_nothing(self) -> None:
        """C4 [ruling], M2."""
        after = take_turn(seated(hand=("cash-out", "steal"), house=0))
        assert after.croupier == Player(hand=("cash-out", "steal"), cleared=True)
        assert after.house == 0

    def test_the_deck_is_looked_at_after_his_turn_too(self) -> None:
        """C4 [ruling], M22: when he has drawn the last card."""
        table = deal_croupier().draw_down(1)
        assert table.asked == "0 action"
        last, taken = table.deck, table.hand("croupier").split()[0]
        table.play(f"blackmail croupier steal, take {taken}")
        assert last in table.hand("croupier")
        assert (table.due.kind, table.view()["active"], table.deck) == ("shuffle", "croupier", "")
        turns = table.view()["turns"]
        table.shuffle()
        assert (table.view()["turns"], table.view()["evening"]) == (turns, 2)
        assert table.asked == "1 action"

    def test_the_turn_limit_counts_the_turns_of_the_players(self) -> None:
        """C4, M31: and it is looked at before his turn."""
        table = deal_croupier(turn_limit=2).play("pass").play("pass")
        assert table.result == "turn-limit: nobody"
        assert [each["type"] for each in table.told()] == ["passed", "francs-moved", "ended"]
        assert (table.view()["turns"], len(table.hand("croupier").split())) == (2, 1)


def seated(hand: tuple[str, ...], house: int = 30, discard: tuple[str, ...] = ()) -> State:
    """A table before the Croupier's turn that no game has come to in the tests."""
    croupier = Player(hand=hand)
    return State(players=(Player(), Player()), croupier=croupier, house=house, discard=discard)


class TestTenFrancs:
    def test_with_ten_francs_he_beats_both(self) -> None:
        """C7: nobody is named as winner."""
        table = deal_croupier().play(", ".join(["pass"] * 11))
        assert (table.francs[2], table.asked) == (9, "1 action")
        table.play("pass")
        assert (table.francs[2], table.result) == (10, "croupier-francs: nobody")
        assert (table.view()["active"], table.view()["turns"]) == ("croupier", 12)

    def test_at_once_before_any_discard(self) -> None:
        """C7 [ruling], C4: he has three cards, and drops none."""
        table = deal_croupier().play(", ".join(["pass"] * 11)).play("bribe croupier interrogate")
        assert table.result == "croupier-francs: nobody"
        assert (len(table.hand("croupier").split()), table.discard) == (3, "")


class TestWhatHeIsToOthers:
    def test_he_always_accepts_a_bribe(self) -> None:
        """C5, M13: at once, and only who gave it knows the card (M32, C11)."""
        table = deal_croupier().play("bribe croupier steal")
        assert "steal" in table.hand("croupier")
        assert (table.hand(0), table.cleared(0), table.asked) == ("", True, "1 action")
        assert table.told_card("bribe-offered", 0, 1, None) == ["steal", None, None]
        assert table.told_card("bribe-accepted", 0, 1, None) == ["steal", None, None]

    def test_he_neither_pays_nor_defends(self) -> None:
        """C5, M18: he refuses, whatever he has."""
        table = deal_croupier(deck="cash-out cash-out").play("pass, pass, pass, pass")
        assert (table.francs[2], table.hand("croupier")) == (2, "cash-out cash-out")
        table.play("blackmail croupier steal")
        assert table.due.json() == {"kind": "take", "cards": ["cash-out", "cash-out"]}
        assert table.state()["pending"] == {"kind": "blackmail", "by": 0, "to": "croupier"}
        assert (table.cleared(0), table.cleared("croupier")) == (True, False)
        table.play("take cash-out")
        assert table.hand(0) == "cash-out"
        assert table.told_card("card-taken", 0, 1, None) == ["cash-out", None, None]

    def test_of_his_empty_hand_nothing_is_taken(self) -> None:
        """C5, M18."""
        table = deal_croupier().play("blackmail croupier steal")
        assert (table.asked, table.hand(0), table.cleared(0)) == ("1 action", "", True)

    def test_he_can_be_stolen_from(self) -> None:
        """C5, M15."""
        table = deal_croupier().play("pass, pass, pass, pass, steal croupier")
        assert table.francs == [4, 2, 1]

    def test_interrogating_him_shows_no_identity(self) -> None:
        """C6: one of his action or item cards."""
        table = deal_croupier(deck="film-uk letter-uk").play("pass, pass, pass")
        table.play("interrogate croupier card")
        assert table.due.json() == {"kind": "show", "cards": ["film-uk", "letter-uk"]}
        assert table.state()["pending"] == {"kind": "interrogate", "by": 1, "to": "croupier"}
        table.play("show film-uk")
        assert table.told_card("card-seen", 0, 1, None) == [None, "film-uk", None]

    def test_without_cards_he_cannot_be_interrogated(self) -> None:
        """C6: how many he has is public (C11)."""
        table = deal_croupier(first=1)
        assert table.may(1, "interrogate") == "interrogate 0 card"
        assert "C6" in table.refusal("interrogate croupier card")
        table.play("pass, pass")
        assert "interrogate croupier card" in table.may(1)

    def test_a_seat_shuffles_both_identities_with_its_hand(self) -> None:
        """C3."""
        table = deal_croupier(first=1).play("interrogate 0 card")
        assert table.due.cards == ("agent-china", "broker", "steal")


def cleared(players: str = PLAYERS, deck: str = "", allied: str = "") -> Table:
    """Seat 0 is Cleared, in turn, and holds the third card of the deck; the Croupier the others."""
    table = deal_croupier(players, deck=deck, allied=allied)
    return table.play("bribe 1 steal, accept, ..., draw deck, ...")


class TestAttempts:
    @pytest.mark.parametrize(
        ("allied", "film", "winners"),
        [
            ("china uk", "film-usa", "0 1"),
            ("china uk", "film-uk", "croupier"),  # two allied players lose together
            ("china uk", "film-china", "croupier"),
            ("china usa", "film-uk", "0 croupier"),
            ("china usa", "film-usa", "1"),
            ("china usa", "film-china", "1"),
            ("uk usa", "film-uk", "0"),
            ("uk usa", "film-usa", "0"),
            ("uk usa", "film-china", "1 croupier"),
        ],
    )
    def test_an_agents_attempt(self, allied: str, film: str, winners: str) -> None:
        """C8 [ruling], M24: the Croupier is the third agent."""
        table = cleared(deck=f"cash-out cash-out {film}", allied=allied).play(f"win agent {film}")
        assert table.result == f"agents: {winners}"

    @pytest.mark.parametrize(("film", "target"), [("film-uk", "1"), ("film-usa", "croupier")])
    def test_the_journalist_may_name_the_croupier(self, film: str, target: str) -> None:
        """C8, C9: a seat can win with either identity, and then wins alone."""
        table = cleared(JOURNALIST, f"cash-out cash-out {film}", "china usa")
        assert table.may(0, "win agent") == f"win agent {film}"
        assert table.may(0, "win journalist").split(", ") == [
            f"win journalist {film} 1",
            f"win journalist {film} croupier",
        ]
        table.play(f"win journalist {film} {target}")
        assert table.result == "journalist: 0"
        assert table.told_of("attempted")[0]["identity"] == "journalist"

    def test_who_fails_loses_to_the_other_player(self) -> None:
        """C8: at once, and alone, whoever is allied; nobody is eliminated."""
        table = cleared(JOURNALIST, "cash-out cash-out film-uk", "uk usa")
        hand = table.hand(0)
        table.play("win journalist film-uk croupier")
        assert table.result == "failed-attempt: 1"
        assert not any(player["eliminated"] for player in table.view()["players"])
        assert table.hand(0) == hand

    def test_the_journalist_may_not_reveal_the_own_agents_film(self) -> None:
        """C9."""
        table = cleared(JOURNALIST, "cash-out cash-out film-china")
        assert table.may(0, "win journalist") == ""
        assert "C9" in table.refusal("win journalist film-china 1")
        assert table.may(0, "win agent") == "win agent film-china"

    @pytest.mark.parametrize(
        ("places", "result"),
        [
            ("0 croupier", "broker: 0"),
            ("0 deck", "failed-attempt: 1"),
            ("croupier croupier", "failed-attempt: 1"),
        ],
    )
    def test_the_brokers_places(self, places: str, result: str) -> None:
        """C9, M27: the Croupier's hand is one."""
        table = deal_croupier(deck="letter-uk cash-out cash-out letter-china")
        table.play("bribe 1 steal, accept").to_evening(2).turn_of(0)
        assert "letter-china" in table.hand(0) and "letter-uk" in table.hand("croupier")
        assert table.play(f"win broker {places}").result == result

    @pytest.mark.parametrize(
        ("last", "result"),
        [("interrogate", "interpol: 0"), ("film-usa", "failed-attempt: 1")],
    )
    def test_interpol_may_name_the_croupier(self, last: str, result: str) -> None:
        """C9, M28: while he is Suspect, for a bloodstained card in his hand."""
        rest = "cash-out steal film-china film-usa letter-china".split() + ["interrogate"] * 3
        rest.remove(last)
        table = deal_croupier(INTERPOL, deck=" ".join([HIS, *rest, last]))
        table.play("bribe 1 cash-out, accept").draw_down(1)
        table.play("blackmail croupier steal, take film-uk").shuffle()
        assert table.hand("croupier") == " ".join(sorted([last, "letter-uk"]))
        assert table.may(0, "win interpol") == "win interpol croupier"
        assert table.play("win interpol croupier").result == result

    def test_not_while_he_is_cleared(self) -> None:
        """C9, M28."""
        table = deal_croupier(INTERPOL).play("bribe 1 cash-out, accept").to_evening(2).turn_of(0)
        assert table.cleared("croupier")
        assert table.may(0, "win interpol") == "win interpol 1"
        assert "Suspect" in table.refusal("win interpol croupier")


class TestAFilmInHisHand:
    @pytest.mark.parametrize(
        ("his", "named", "allied", "winners"),
        [
            ("film-uk", "film-uk", "china usa", "0 croupier"),  # the other's film, and allied
            ("film-uk", "film-uk", "china uk", "croupier"),  # the players are the allies
            ("film-uk", "film-uk", "uk usa", "1"),
            ("film-usa", "film-usa", "china usa", "1"),  # his own film
            ("film-usa", "film-usa", "china uk", "1"),
            ("film-usa", "film-usa", "uk usa", "1"),
            ("film-usa", "film-uk", "china usa", "1"),  # it is not there
            ("film-usa", "film-uk", "china uk", "1"),
            ("film-usa", "film-uk", "uk usa", "1"),
            ("film-uk", "film-usa", "china usa", "1"),
        ],
    )
    def test_who_wins(self, his: str, named: str, allied: str, winners: str) -> None:
        """C10."""
        table = cleared(deck=f"{his} cash-out cash-out", allied=allied)
        table.play(f"win croupier {named}")
        assert table.result == f"croupier-hand: {winners}"
        assert table.told_of("attempted") == [
            {
                "seat": 0,
                "attempt": "croupier",
                "identity": "agent-china",
                "film": named,
                "target": None,
                "places": None,
            }
        ]

    def test_it_need_not_be_the_first_seat(self) -> None:
        """C10: the same for the other player."""
        table = deal_croupier(deck="film-china", allied="uk usa", first=1)
        table.play("bribe 0 interrogate, accept, ..., pass, ..., win croupier film-china")
        assert table.result == "croupier-hand: 1 croupier"

    def test_a_film_of_another_nation_in_play_is_named(self) -> None:
        """C10, M4: not of the player's own; whether it is there does not matter (M30)."""
        table = cleared()
        assert table.may(0, "win croupier") == "win croupier film-uk, win croupier film-usa"
        assert "C10" in table.refusal("win croupier film-china")
        assert "C10" in table.refusal("win croupier film-ussr")

    def test_he_must_be_cleared(self) -> None:
        """C10: which is for all to see."""
        table = deal_croupier().play("bribe 1 steal, accept, pass, discard steal")
        assert (table.cleared(0), table.cleared("croupier")) == (True, False)
        assert table.may(0, "win") == ""
        assert "the Croupier must be Cleared" in table.refusal("win croupier film-uk")

    def test_the_player_must_be_cleared_too(self) -> None:
        """C10 [ruling], M24."""
        table = deal_croupier().play("pass, pass, pass, pass")
        assert (table.cleared(0), table.cleared("croupier")) == (False, True)
        assert table.may(0, "win") == ""
        assert "you must be Cleared" in table.refusal("win croupier film-uk")
