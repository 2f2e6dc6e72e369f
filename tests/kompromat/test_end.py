"""Kompromat, the end (K41-K42)."""

import pytest

from brushpass.games.contract import Result
from tests.kompromat.table import situation


def end(text: str) -> Result:
    """How a game ends whose last round brings nobody anything: seats lay the same cards."""
    table = situation("missions: locker | airport | barmaid | safe-house\nround: 6\n" + text)
    table.on_to_the_reveal().on_to()
    result = table.game.status.result
    assert table.asked == "over" and result is not None
    return result


def points(text: str) -> tuple[int, int] | None:
    return end(text).points


class TestPoints:
    @pytest.mark.parametrize(
        ("target", "worth"), [("informant", 5), ("pursuit", 4), ("interrogation", 3), ("hotel", 2)]
    )
    def test_targets_score_as_printed(self, target: str, worth: int) -> None:
        """K41, K2: the points shown."""
        assert points(f"0 holds: {target}") == (worth, 0)

    @pytest.mark.parametrize(
        ("target", "worth"), [("safe-house", 4), ("airport", 3), ("locker", 3), ("barmaid", 2)]
    )
    def test_the_other_targets(self, target: str, worth: int) -> None:
        """K41, K2: won in the last round, for a change."""
        table = situation(f"""
            missions: {target} | drone | code | document
            round: 6
            0 at 1: 9
            1 at 1: 8
        """).on_to_the_reveal()
        result = table.game.status.result
        assert result is not None and result.points == (worth, 0)

    @pytest.mark.parametrize("card", ["code", "document"])
    @pytest.mark.parametrize(("number", "worth"), [(1, 2), (2, 6), (3, 12)])
    def test_codes_and_documents_score_by_their_number(
        self, card: str, number: int, worth: int
    ) -> None:
        """K41: 1, 2 or 3 are worth 2, 6 or 12 in all."""
        assert points(f"1 holds: {', '.join([card] * number)}") == (0, worth)

    def test_the_two_kinds_are_counted_on_their_own(self) -> None:
        """K41: two codes and two documents are not four of anything."""
        assert points("0 holds: code, code, document, document") == (12, 0)
        assert points("0 holds: code, document\n1 holds: code, document") == (4, 4)

    @pytest.mark.parametrize(
        "item",
        "balaclava chloroform drone gps-tracker jetpack newspaper night-vision stun-gun usb-stick "
        "vesper-martini".split(),
    )
    def test_items_score_1_each(self, item: str) -> None:
        """K41, K16: used or not."""
        assert points(f"0 holds: {item}") == (1, 0)

    def test_tokens_score_1_each(self) -> None:
        """K41: as long as they are fewer than nine."""
        assert points("0 holds: 3 tokens\n1 holds: 3 tokens") == (3, 3)
        assert points("0 holds: 8 tokens\n1 holds: 8 tokens") == (8, 8)

    def test_all_together(self) -> None:
        """K41: 5 + 6 + 2 + 1 + 1 for one, 2 and two tokens for the other."""
        text = "0 holds: informant, code, code, document, drone, jetpack\n1 holds: hotel, 2 tokens"
        assert points(text) == (15, 4)

    def test_they_are_counted_after_a_loss_by_notoriety_too(self) -> None:
        """K41, K36: nine tokens are nine points, and a lost game."""
        table = situation("0 holds: informant, 8 tokens\n0 at 1: 10 9 3\n1 at 1: 2")
        table.on_to_the_reveal()
        result = table.game.status.result
        assert result is not None and result.points is not None
        assert (result.winners, result.reason, result.points[0]) == ((1,), "notoriety", 14)


class TestTheWinner:
    def test_most_points_win(self) -> None:
        """K42: by one is enough."""
        assert end("0 holds: hotel\n1 holds: drone") == Result((0,), "points", (2, 1))
        assert end("0 holds: drone\n1 holds: hotel") == Result((1,), "points", (1, 2))

    def test_tied_the_seat_with_more_tokens(self) -> None:
        """K42: one point each, and one of them is a token."""
        assert end("0 holds: drone\n1 holds: 1 tokens") == Result((1,), "tie-break", (1, 1))
        assert end("1 holds: drone\n0 holds: 1 tokens") == Result((0,), "tie-break", (1, 1))

    def test_still_tied_nobody(self) -> None:
        """K42: the French rulebook says to play again."""
        assert end("") == Result((), "draw", (0, 0))
        assert end("0 holds: drone, 2 tokens\n1 holds: jetpack, 2 tokens") == Result(
            (), "draw", (3, 3)
        )

    def test_more_tokens_do_not_beat_more_points(self) -> None:
        """K42: tokens decide between equals only."""
        assert end("0 holds: informant\n1 holds: 1 tokens").winners == (0,)

    def test_as_it_is_written(self) -> None:
        """K42: the result that records and the referee give."""
        assert end("0 holds: hotel\n1 holds: drone").json() == {
            "winners": [0],
            "reason": "points",
            "points": [2, 1],
        }

    def test_after_the_end_nothing_can_be_done(self) -> None:
        """K42, K40: it is over."""
        table = situation("round: 6\n0 holds: drone").on_to_the_reveal()
        assert table.asked == "over"
        assert table.may(0) == table.may(1) == ""
        assert table.game.chance is None
        for words in ("draw", "pass", "first 0"):
            assert table.refusal(words) == "the game is over"
