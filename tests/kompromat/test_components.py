"""Kompromat, components (K1-K3)."""

from collections import Counter

from brushpass.games.kompromat.cards import TOKENS
from tests.kompromat.table import Table, mission_deck, situation


def test_each_seat_has_the_same_14_equipment_cards() -> None:
    """K1: 0.5 A A 2 3 4 5 6 7 7 7 8 9 10."""
    table = Table().play("first 0").play(mission_deck())
    for seat in (0, 1):
        due = table.due
        assert Counter(due.cards) == Counter("0.5 A A 2 3 4 5 6 7 7 7 8 9 10".split())
        assert due.json()["seat"] == seat
        table.play(" ".join([due.words, *due.cards]))


def test_every_equipment_card_counts_what_it_shows() -> None:
    """K1: numbers as printed, the half a half, an A 1 or 11."""
    table = situation("""
        0 at 1: 0.5 2 3 4
        1 at 1: A A
        0 at 2: 5 6 9
        1 at 2: 7 8
        0 at 3: 10
        1 at 3: 7 7
    """).on_to_the_reveal()
    assert table.asked == "1 declare"
    assert table.may(1) == "declare 12, declare 2, declare 22"
    assert table.declared == [9.5, None]
    table.play("declare 12")
    assert table.told_of("declared") == [
        {"seat": 1, "mission": 1, "total": 12},
        {"seat": 0, "mission": 2, "total": 20},
        {"seat": 1, "mission": 2, "total": 15},
        {"seat": 0, "mission": 3, "total": 10},
        {"seat": 1, "mission": 3, "total": 14},
        {"seat": 0, "mission": 4, "total": 7},
        {"seat": 1, "mission": 4, "total": 0.5},
    ]


def test_there_are_29_mission_cards() -> None:
    """K2: 8 targets, 3 codes, 3 documents, 10 items and 5 counter-intelligence cards."""
    due = Table().play("first 0").due
    assert due.kind == "missions"
    assert len(due.cards) == due.count == 29
    assert Counter(due.cards) == Counter(
        "informant pursuit safe-house airport interrogation locker barmaid hotel "
        "code code code document document document "
        "ci-1 ci-1 ci-2 ci-2 ci-3 "
        "balaclava chloroform drone gps-tracker jetpack "
        "newspaper night-vision stun-gun usb-stick vesper-martini".split()
    )


def test_a_full_game_lays_every_card_that_is_not_counter_intelligence() -> None:
    """K2: 24 of the 29 are not counter-intelligence, 4 a round for 6 rounds."""
    table = situation("round: 6").on_to_the_reveal()
    assert table.asked == "over"
    laid = [card for _, each in table.game.news(None) for card in each.json().get("missions", ())]
    assert len(laid) == 24
    assert not [card for card in laid if card.startswith("ci-")]
    assert table.state()["mission_deck"] == ["ci-1", "ci-1", "ci-2", "ci-2", "ci-3"]


def test_the_last_taking_counts_beyond_the_18_tokens() -> None:
    """K3: two seats with 8 hold 16 of the 18; whoever takes 3 then has 11 all the same."""
    table = situation("""
        missions: locker over ci-3 | hotel | airport | barmaid
        0 holds: 8 tokens
        1 holds: 8 tokens
        0 at 1: 9
        1 at 1: 8
    """)
    assert (TOKENS, table.tokens) == (18, [8, 8])
    table.on_to_the_reveal()
    assert (table.asked, table.tokens) == ("over", [11, 8])
