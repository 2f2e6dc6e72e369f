"""[microfilms] and The Croupier, what a seat sees (M23, M32, C11)."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from brushpass.games.microfilms import MICROFILMS, State, rules
from brushpass.games.microfilms.actions import WORDS
from tests.conftest import Size
from tests.microfilms.table import deal, deal_croupier
from tests.microfilms.test_components import TABLES, wander


class TestAView:
    def test_what_a_seat_sees(self) -> None:
        """M32: its identity and hand; of the others what lies open."""
        table = deal(4, first=2).play("cash-out, bribe 1 cash-out")
        assert table.view(1) == {
            "game": "microfilms",
            "phase": "bribe",
            "actor": 1,
            "active": 3,
            "agents": ["china", "uk", "usa"],
            "letters": None,
            "evening": 1,
            "turns": 1,
            "house": 25,
            "deck": 10,
            "discard": {"top": "cash-out", "count": 1},
            "players": [
                {
                    "identities": ["?"],
                    "hand": 1,
                    "francs": 1,
                    "cleared": False,
                    "eliminated": False,
                },
                {
                    "identities": ["agent-uk"],
                    "hand": ["interrogate"],
                    "francs": 1,
                    "cleared": False,
                    "eliminated": False,
                },
                {
                    "identities": ["?"],
                    "hand": 0,
                    "francs": 3,
                    "cleared": False,
                    "eliminated": False,
                },
                {
                    "identities": ["?"],
                    "hand": 1,
                    "francs": 0,
                    "cleared": False,
                    "eliminated": False,
                },
            ],
            "croupier": None,
            "pending": {"kind": "bribe", "by": 3, "to": 1, "card": "?"},
        }

    def test_what_a_spectator_sees(self) -> None:
        """M32: only what lies open on the table."""
        table = deal(3, first=2, deck="film-uk").play("cash-out, draw deck, discard steal")
        for player in table.view(None)["players"]:
            assert player["identities"] == ["?"]
            assert isinstance(player["hand"], int)
        assert table.told_card("card-drawn", None) == [None]

    def test_what_is_seen_in_the_croupier(self) -> None:
        """C11, C1, M32: neither his hand nor his identity, but how many cards he has."""
        table = deal_croupier(deck="film-uk letter-uk").play("pass, pass")
        for eyes in (0, 1, None):
            assert table.view(eyes)["croupier"] == {
                "identities": ["?"],
                "hand": 2,
                "francs": 0,
                "cleared": False,
            }
            assert "film-uk" not in json.dumps([table.view(eyes), table.told(eyes)])
        assert table.view(0)["players"][0]["identities"] == ["agent-china", "broker"]
        assert table.view(0)["players"][1]["identities"] == ["?", "?"]

    @pytest.mark.parametrize("eyes", [0, 1, None])
    def test_when_it_is_over_everybody_sees_everything(self, eyes: int | None) -> None:
        """M24, M32: views show everything as `state` does."""
        for table in (deal(3, turn_limit=1), deal_croupier(turn_limit=1)):
            table.play("pass")
            assert table.view(eyes) == table.state()

    def test_an_eliminated_seat_goes_on_looking(self) -> None:
        """M29, M32: it sees what everyone sees, and its empty hand."""
        table = deal("hitman steal | agent-uk steal | agent-usa cash-out | agent-china cash-out")
        table.play("bribe 1 steal, accept, ..., win hitman 2")
        sides = [player["identities"] for player in table.view(0)["players"]]
        assert sides == [["hitman"], ["?"], ["?"], ["?"]]
        assert table.view(0)["players"][0]["hand"] == []


def unseen(state: State, viewer: int | None, rng: Random) -> State:
    """Another state that looks the same: all that the viewer has not before it is exchanged."""
    others = [seat for seat in range(len(state.players)) if seat != viewer]
    sides = [state.players[seat] for seat in others]
    if state.croupier is not None:
        sides.append(state.croupier)
    hidden = [card for side in sides for card in side.hand]
    hidden += [*state.deck, *state.discard[1:]]
    rng.shuffle(hidden)
    cards = iter(hidden)

    def take(count: int) -> tuple[str, ...]:
        return tuple(next(cards) for _ in range(count))

    hands = [tuple(sorted(take(len(side.hand)))) for side in sides]
    identities = list(unseen_identities(state, others, rng))
    changed = [
        side._replace(hand=hand, identities=secret)
        for side, hand, secret in zip(sides, hands, identities, strict=True)
    ]
    deck, below = take(len(state.deck)), take(len(state.discard[1:]))
    for seat, player in zip(others, changed, strict=False):
        state = state.having(seat, player)
    letters = state.letters
    if letters:
        letters = tuple(sorted(rng.sample(state.agents, 2)))
    pending = state.pending
    if pending is not None and pending.card is not None and pending.by != viewer:
        offered = state.players[pending.by].hand
        pending = pending._replace(card=rng.choice(offered))
    return state._replace(
        deck=deck,
        discard=(*state.discard[:1], *below),
        letters=letters,
        pending=pending,
        croupier=None if state.croupier is None else changed[-1],
    )


def unseen_identities(state: State, others: list[int], rng: Random) -> Iterator[tuple[str, ...]]:
    """The identities that lie face down, dealt anew; in The Croupier agents and covers apart."""
    sides = [state.players[seat] for seat in others]
    if state.croupier is not None:
        sides.append(state.croupier)
    first = [side.identities[0] for side in sides if side.identities and not side.eliminated]
    second = [side.identities[1] for side in sides if len(side.identities) > 1]
    rng.shuffle(first)
    rng.shuffle(second)
    for side in sides:
        if side.eliminated:
            yield side.identities
        else:
            count = len(side.identities)
            yield tuple(pile.pop() for pile in (first, second)[:count])


class TestTwins:
    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_what_a_seat_has_not_before_it_changes_nothing(
        self, game: str, seats: int, seed: int, size: Size
    ) -> None:
        """M32, C11: the same view, the same that is legal, and the same refusals."""
        rng = Random(f"{seed} twins {game} {seats}")
        different = 0
        for _ in range(size(f"{game} {seats} twins", 3, 60)):
            for state in wander(game, seats, rng, turn_limit=50):
                if state.phase == "over":
                    continue
                for viewer in (*range(seats), None):
                    twin = unseen(state, viewer, rng)
                    different += twin != state
                    assert MICROFILMS.view(twin, viewer) == MICROFILMS.view(state, viewer)
                    if viewer is not None:
                        assert answers(twin, viewer) == answers(state, viewer)
        assert different > 100

    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_no_event_names_a_card_to_who_was_not_shown_it(
        self, game: str, seats: int, seed: int, size: Size
    ) -> None:
        """M32: a card in the news is public, or the viewer's before or after, or looked at."""
        rng = Random(f"{seed} news {game} {seats}")
        for _ in range(size(f"{game} {seats} games of news", 4, 80)):
            before: State | None = None
            for state in wander(game, seats, rng, turn_limit=50):
                for viewer in (*range(seats), None):
                    for event in MICROFILMS.news(state, viewer):
                        said = event.json()
                        card = said.get("card")
                        if card is None or said["type"] in ("discarded", "discard-taken"):
                            continue
                        assert viewer is not None and before is not None
                        if said["type"] == "card-seen":
                            pending = before.pending
                            assert pending is not None and viewer == said["seat"] == pending.by
                            continue
                        was = before.players[viewer].hand
                        assert card in was or card in state.players[viewer].hand
                before = state


def answers(state: State, seat: int) -> list[Any]:
    """What the seat may do, and what it is told of everything that it may not."""
    refusals = [rules.refusal(state, seat, action) for action in WORDS.values()]
    return [rules.legal(state, seat), refusals]
