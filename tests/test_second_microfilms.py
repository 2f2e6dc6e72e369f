"""The second [microfilms] and Croupier: what the rules say of them, and of the referee beside them.

The scenarios are played at our own table and at the referee, and there both are compared after
every line.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

import pytest

from tests.conftest import Size
from tests.second import scenarios_attempts, scenarios_croupier, scenarios_microfilms
from tests.second.against import Difference, Referee, first_difference, play
from tests.second.against import written as as_json
from tests.second.microfilms import ACTION_CARDS, Croupier, Refused, Table
from tests.second.moods_microfilms import random_game
from tests.second.scenarios_microfilms import Scenario

Json = dict[str, Any]

SCENARIOS = [
    *scenarios_microfilms.SCENARIOS,
    *scenarios_attempts.SCENARIOS,
    *scenarios_croupier.SCENARIOS,
]


class Player(Protocol):
    """Where a scenario can be played."""

    def apply(self, words: str, seat: int | None = None) -> None: ...
    def status(self) -> Json: ...
    def legal(self) -> Json: ...
    def state(self) -> Json: ...
    def view(self, seat: int | None) -> Json: ...


def open_table(scenario: Scenario) -> Table:
    kind = Croupier if scenario.game == "croupier" else Table
    return kind(scenario.table_size, scenario.options)


class AtReferee:
    """A table of the referee's, with ours beside it: what it answers is what ours does."""

    def __init__(self, referee: Referee, ours: Table, options: dict[str, int]) -> None:
        self.referee = referee
        self.ours = ours
        self.granted("new", game=ours.game, seats=ours.seats, options=options)
        self.compare()

    def granted(self, cmd: str, **fields: object) -> Json:
        return granted(self.referee.ask(cmd, **fields))

    def apply(self, words: str, seat: int | None = None) -> None:
        fields = {} if seat is None else {"seat": seat}
        answer = self.referee.ask("apply", action=words, **fields)
        if not answer["ok"]:
            ours = self.ours.status()
            bad = ours["actor"] == "chance" and seat is not None
            code = "over" if ours["over"] else "bad-request" if bad else "illegal-action"
            assert answer["error"]["code"] == code, answer
            raise Refused(words)
        self.ours.apply(words, seat)
        self.compare()

    def compare(self) -> None:
        ours: list[tuple[Json, Json]] = [
            ({"cmd": "status"}, self.ours.status()),
            ({"cmd": "legal"}, self.ours.legal()),
            ({"cmd": "state"}, {"state": self.ours.state()}),
        ]
        ours += [
            ({"cmd": "view", "seat": seat}, {"view": self.ours.view(seat)})
            for seat in [*range(self.ours.seats), None]
        ]
        answers = self.referee.ask_all([request for request, _ in ours])
        for (request, expected), answer in zip(ours, answers, strict=True):
            theirs = granted(answer)
            assert as_json(theirs) == as_json(expected), (
                f"{request}: {first_difference(expected, theirs)}"
            )

    def status(self) -> Json:
        return self.granted("status")

    def legal(self) -> Json:
        return self.granted("legal")

    def state(self) -> Json:
        state: Json = self.granted("state")["state"]
        return state

    def view(self, seat: int | None) -> Json:
        view: Json = self.granted("view", seat=seat)["view"]
        return view


def granted(answer: Json) -> Json:
    assert answer["ok"], answer
    return {key: value for key, value in answer.items() if key not in ("id", "ok")}


# --- Scripts ---


def run(player: Player, scenario: Scenario) -> None:
    for words in scenario.opening.splitlines():
        player.apply(words)
    script = re.sub(" {3,}", " ", scenario.script)  # where a line goes on in the next
    for line in script.replace("\n", ";").split(";"):
        if line := line.strip():
            try:
                perform(player, line)
            except (AssertionError, Refused) as error:
                raise AssertionError(f"{scenario.name}: at {line!r}: {error}") from error


def perform(player: Player, line: str) -> None:
    field, equals, value = line.partition(" = ")
    verb, _, rest = line.partition(" ")
    if equals:
        expected = " ".join(value.split())
        assert shown(player, field) == expected, f"it is {shown(player, field)}"
    elif verb == "no":
        refuses(player, rest)
    elif verb == "may":
        assert rest in player.legal()["actions"]
    elif verb == "burn":
        for _ in range(int(rest)):
            card = player.state()["deck"][0]
            player.apply("draw deck")
            if player.status()["phase"] == "discard":
                player.apply(f"discard {card}")
    elif verb == "reshuffle":
        top = rest.split()
        below = list(player.legal()["chance"]["cards"])
        for card in top:
            below.remove(card)
        player.apply(" ".join(["shuffle", *top, *below]))
    else:
        words, times, number = line.partition(" * ")
        for _ in range(int(number) if times else 1):
            player.apply(words)


def refuses(player: Player, words: str) -> None:
    before = (player.state(), player.status())
    assert words not in player.legal()["actions"], "it is legal"
    with pytest.raises(Refused):
        player.apply(words)
    assert (player.state(), player.status()) == before, "it is refused, and yet something changed"


def shown(player: Player, field: str) -> str:
    """The value of a field as the scenarios write it."""
    if field == "result":
        status = player.status()
        result = status["result"]
        assert status["over"] == (status["phase"] == "over") == (result is not None)
        if result is None:
            return "none"
        return f"{result['reason']}: {written(result['winners'])}"
    if field == "legal":
        return " | ".join(player.legal()["actions"]) or "-"
    if field == "chance":
        chance = player.legal()["chance"]
        return f"{chance['kind']}: {written(chance.get('cards', chance.get('seats')))}"
    eyes, looks, path = field.partition("> ")
    if looks:
        value: Any = player.view(None if eyes == "*" else int(eyes))
    else:
        value, path = player.state(), field
        status = player.status()
        assert (status["actor"], status["phase"]) == (value["actor"], value["phase"])
    for step in path.split("."):
        value = value["players"][int(step)] if step.isdigit() else value[step]
    return written(value)


def written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list):
        return " ".join(str(part) for part in value) or "-"
    if isinstance(value, dict):  # what is pending, or a discard deck
        return " ".join(written(part) for part in value.values())
    return str(value)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_our_own_table_keeps_the_rules(scenario: Scenario) -> None:
    run(open_table(scenario), scenario)


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    with Referee() as referee:
        try:
            games = {game["id"]: game["seats"] for game in referee.ask("hello")["games"]}
        except Difference as difference:
            pytest.skip(f"there is no referee yet: {difference}")
        for game, seats in (("microfilms", [3, 6]), ("croupier", [2, 2])):
            if game not in games:
                pytest.skip(f"the referee does not have {game} yet")
            assert games[game] == seats
        yield referee


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_referee_keeps_the_rules(scenario: Scenario, referee: Referee) -> None:
    run(AtReferee(referee, open_table(scenario), scenario.options), scenario)


# --- Random games ---


def test_games_keep_their_cards_and_francs(seed: int, size: Size) -> None:
    """Our own table: what holds at every moment of every game."""
    games = size("random games of the second microfilms", 40, 1_000)
    rare: Counter[str] = Counter()
    for game in ("microfilms", "croupier"):
        for number in range(games):
            rng = random.Random(f"{seed}/{game}/{number}")
            rare += random_game(game, rng, partial(all_is_well, rng, []))
    missed = {
        "M2 passing at an empty house",
        "M2 cashing out more than there is",
        "M13 declining without a franc",
        "M17 only an identity to show",
        "M18 refusing with nothing to take",
        "M20 two cards too many",
        "M21 laying the ace",
        "M22 evening 3",
        "M29 1 out",
        "C4 his discard",
        "C5 nothing to take from him",
        "agents: some seats",
        "croupier-francs: nobody",
        "failed-attempt: the other seat",
        "turn-limit: nobody",
    } - rare.keys()
    assert not missed, f"the moods are too dull: {rare}"


def all_is_well(
    rng: random.Random, ever: list[str], table: Table, words: str, before: Json
) -> None:
    status, legal, state = table.status(), table.legal(), table.state()
    players, he = state["players"], state["croupier"]
    hidden_from = [*players, he] if he else players

    # M2: thirty francs in all, and nobody owes any.
    purses = [state["house"], *(each["francs"] for each in hidden_from)]
    assert sum(purses) == 30
    assert min(purses) >= 0
    # M1, M6, M7: no card is lost or doubled. 8 actions, 3 films, 2 letters, and the ace.
    if state["active"] is not None:
        hands = [card for each in hidden_from for card in each["hand"]]
        expected = [*ACTION_CARDS, *(f"film-{nation}" for nation in state["agents"])]
        expected += [f"letter-{nation}" for nation in state["letters"]] + ["ace"] * (he is None)
        assert sorted(hands + state["deck"] + state["discard"]) == sorted(expected)
        assert all(each["hand"] == sorted(each["hand"]) for each in hidden_from)

    # Someone can always act, until it is over; M31: which it is at the turn limit.
    assert legal["actor"] == status["actor"] == state["actor"]
    assert legal["interrupts"] == {}
    assert legal["actions"] == sorted(set(legal["actions"]))
    assert (status["result"] is not None) == status["over"] == (status["phase"] == "over")
    if status["over"]:
        assert legal == {"actor": None, "actions": [], "interrupts": {}}
    elif status["actor"] == "chance":
        assert legal["actions"] == []
    else:
        assert not players[status["actor"]]["eliminated"]
        assert legal["actions"]
        assert ("pass" in legal["actions"]) == (status["phase"] == "action")
    assert state["turns"] < table.turn_limit or status["over"]
    assert state["turns"] >= before["turns"]

    # M29: who is out has nothing; the agents never are, so that there are always three.
    for each in players:
        assert not each["eliminated"] or (each["hand"], each["francs"]) == ([], 0)
        assert not each["eliminated"] or not each["identities"][0].startswith("agent-")
    if he:  # C4, C7
        assert len(he["hand"]) <= 3
        assert he["francs"] < 10 or status["result"]["reason"] == "croupier-francs"

    # M32: a view is the state with holes.
    for eyes in [*range(len(players)), None]:
        view = table.view(eyes)
        if status["over"]:
            assert view == state
            continue
        assert view["deck"] == len(state["deck"])
        shown = [*view["players"], *([view["croupier"]] if he else [])]
        for seat, (seen, each) in enumerate(zip(shown, hidden_from, strict=True)):
            if seat == eyes:
                assert seen == each
            else:
                assert seen["hand"] == len(each["hand"])
                assert each.get("eliminated") or set(seen["identities"]) <= {"?"}

    # What is refused changes nothing.
    ever.extend(legal["actions"])
    for wrong in [rng.choice([*ever, "pass"]), words, words + " ", "win agent", "", "first 0"]:
        if wrong in legal["actions"] or (status["actor"] == "chance" and wrong[:5] == "first"):
            continue
        with pytest.raises(Refused):
            table.apply(wrong)
    assert (table.status(), table.legal(), table.state()) == (status, legal, state)


def seats_may_be_given(player: Player) -> None:
    """There are no interrupts in these games, and chance is nobody's."""
    for words in scenarios_microfilms.THREE.splitlines():
        for seat in (0, 2):
            with pytest.raises(Refused):
                player.apply(words, seat)
        player.apply(words)
    for seat in (1, 2):
        with pytest.raises(Refused):
            player.apply("pass", seat)
    player.apply("pass", 0)
    assert player.status()["actor"] == 1


def test_at_our_table_only_the_actor_acts() -> None:
    seats_may_be_given(Table(3, {}))


def test_at_the_referee_only_the_actor_acts(referee: Referee) -> None:
    seats_may_be_given(AtReferee(referee, Table(3, {}), {}))


def test_the_referee_shows_cards_in_proportion(referee: Referee) -> None:
    """M17: of an identity and two equal cards, the identity is shown a third of the times."""
    cards = {"agent-usa": 0, "interrogate": 0}
    opening = scenarios_microfilms.deal("interrogate interrogate interrogate").splitlines()
    for number in range(300):
        granted(referee.ask("new", game="microfilms", seats=3, seed=number))
        for words in [*opening, "bribe 2 interrogate", "accept", "interrogate 2 card"]:
            granted(referee.ask("apply", action=words))
        cards[granted(referee.ask("sample"))["action"].removeprefix("show ")] += 1
    # Seeds are fixed, so this is no game of chance; a fair draw is outside once in 10 000 times.
    assert 68 < cards["agent-usa"] < 132, cards


WRONG_TABLES: list[tuple[type[Table], int, Json]] = [
    (Table, 2, {}),
    (Table, 7, {}),
    (Croupier, 1, {}),
    (Croupier, 3, {}),
    (Table, 3, {"turn_limit": -1}),
    (Table, 3, {"turn_limit": 1.5}),
    (Table, 3, {"turn_limit": "9"}),
    (Table, 3, {"turn_limit": None}),
    (Table, 3, {"turn_limit": True}),
    (Table, 3, {"turns": 9}),
    (Croupier, 2, {"turn_limit": 9, "ace": 1}),
]


@pytest.mark.parametrize(("kind", "seats", "options"), WRONG_TABLES)
def test_there_is_no_such_table(
    kind: type[Table], seats: int, options: Json, referee: Referee
) -> None:
    with pytest.raises(Refused):
        kind(seats, options)
    answer = referee.ask("new", game=kind.game, seats=seats, options=options)
    assert answer["error"]["code"] == "bad-request"


def test_each_rule_has_a_scenario() -> None:
    shown = {word for scenario in SCENARIOS for word in scenario.name.split()}
    rules = {f"M{n}" for n in range(1, 33)} | {f"C{n}" for n in range(1, 12)}
    # A turn's five choices: M19 only points to the attempts.
    assert rules - shown == {"M19"}
    assert len(SCENARIOS) == len({scenario.name for scenario in SCENARIOS})


@pytest.mark.parametrize("game", ["microfilms", "croupier"])
def test_the_referee_plays_random_games_as_we_do(game: str, seed: int, size: Size) -> None:
    """With all that the referee offers, and all that may be asked of it in error."""
    games = size(f"random games of {game} against its second implementation", 5, 100)
    play(game, games, seed)


@pytest.mark.parametrize("game", ["microfilms", "croupier"])
def test_the_referee_agrees_where_rare_things_happen(
    game: str, seed: int, size: Size, referee: Referee
) -> None:
    """Games in which seats have moods: long ones, poor ones, games full of attempts."""
    games = size(f"moody games of {game} against its second implementation", 20, 300)
    for number in range(games):
        theirs: list[AtReferee] = []

        def follow(table: Table, words: str, _: Json, theirs: list[AtReferee] = theirs) -> None:
            if not words:
                theirs.append(AtReferee(referee, table, {"turn_limit": table.turn_limit}))
                return
            granted(referee.ask("apply", action=words))
            theirs[0].compare()

        random_game(game, random.Random(f"{seed}/{game}/{number}"), follow)
