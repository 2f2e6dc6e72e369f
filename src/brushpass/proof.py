"""The proof of a shuffle: nobody chose the cards, and nobody changed the game afterwards.

docs/fairness.md says what it is worth, and repeats one by hand. All hashes are SHA-256 of UTF-8
text, written as 64 lower-case hex digits.

1. The *seed* is 64 hex digits that the server drew. Their hash is the *commitment*, shown before
   any player's number is known.
2. Each seat has a *number*, a text that its player's browser made up; `0` if none came, or if a
   bot sits there. The hash of the seed and all numbers, with a space before each, is the *key*:
   the dealer (dealer.py) deals every chance outcome from it, but for those that the players set.
3. Link 0 is the key, link n the hash of `<link n-1> <n> <action n>`. Where a game ended without
   being played out, that counts as one more action: `ended resigned 0`. The last link is the
   *seal*, shown to all at the end.

A record carries it under one key; `links` are the first digits of every link, by which a changed
action is found.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from brushpass import dealer, record
from brushpass.games.contract import Chance, Game, Json
from brushpass.record import Record, brief

KEY = "proof"
"""The key of a record that its proof stands under."""
NO_NUMBER = "0"
"""What counts as the number of a seat that gave none."""

_NUMBER = re.compile(r"[!-~]{1,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
_SHORT = 8
"""How many digits of a link a record keeps."""
_LINKS = re.compile(rf"[0-9a-f]{{{_SHORT}}}( [0-9a-f]{{{_SHORT}}})*")
_SET_BY_PLAYERS = ("first", "agents")
"""The chance outcomes that players may have agreed on."""
_AGAIN = (
    "Take the record from its table again; if it stays so, compare the commitment and the seal "
    "with those that were noted at the table."
)


class NoProof(ValueError):
    """A record that carries none."""


class BadProof(ValueError):
    """A proof that does not hold; its text says where, what was expected and what came."""

    def __init__(self, why: str, number: int | None = None) -> None:
        super().__init__(f"{why}.\n{_AGAIN}")
        self.number = number
        """The first action that is wrong; None where something else is."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record carries."""

    commitment: str
    seed: str
    numbers: tuple[str, ...]
    links: str
    seal: str

    def json(self) -> dict[str, Json]:
        return {
            "commitment": self.commitment,
            "seed": self.seed,
            "numbers": list(self.numbers),
            "links": self.links,
            "seal": self.seal,
        }


def is_number(text: str) -> bool:
    """Whether this can be a player's number: 1 to 64 visible ASCII characters, no spaces."""
    return _NUMBER.fullmatch(text) is not None


def commitment(seed: str) -> str:
    """What is shown before the first card: nobody gets from it to the seed."""
    return _hash(seed)


def key(seed: str, numbers: Sequence[str]) -> str:
    """What the dealer deals from: neither the server nor a player alone has decided it."""
    return _hash(" ".join([seed, *numbers]))


def of(
    seed: str,
    numbers: Sequence[str],
    actions: Sequence[str],
    ended: Mapping[str, Json] | None = None,
) -> Proof:
    """The proof of a game that is over: played out, or ended as the record's `ended` says."""
    links = list(_chain(key(seed, numbers), [*actions, *_end(ended)]))
    return Proof(
        commitment=commitment(seed),
        seed=seed,
        numbers=tuple(numbers),
        links=" ".join(link[:_SHORT] for link in links),
        seal=links[-1],
    )


@dataclass(frozen=True, slots=True)
class Proven:
    """What a proof that holds has shown."""

    proof: Proof
    dealt: int
    """How many chance actions came from the seed and the numbers."""
    chosen: tuple[int, ...]
    """The numbers of those that the players set."""
    actions: int
    """How many lie under the seal."""


def verify(told: Record) -> Proven:
    """Check a record by its proof: BadProof or BadRecord at the first thing that is wrong."""
    if KEY not in told.more:
        raise NoProof(
            "it has no proof: nothing in it shows where its cards came from. "
            "Records of tables in the browser have one"
        )
    proof = _read(told.more[KEY], seats=len(told.seats))
    if (committed := commitment(proof.seed)) != proof.commitment:
        raise BadProof(
            f"commitment: expected {committed}, the SHA-256 of the seed; came {proof.commitment}"
        )
    chosen = _chosen(told)
    links = proof.links.split(" ")
    link = combined = key(proof.seed, proof.numbers)
    dealt = 0
    if not link.startswith(links[0]):
        raise BadProof(
            f"numbers: expected a seed and numbers whose key begins with {links[0]}; "
            f"came {' and '.join(map(repr, proof.numbers))}, whose key begins with {link[:_SHORT]}"
        )
    for game in record.steps(told):
        number = len(game.actions) + 1
        if number <= len(told.actions):
            due = None if number in chosen else game.chance
            deals = None if due is None else dealer.deal(due, combined, number)
            link = _sealed(game, deals, link, told.actions[number - 1], links[number:])
            dealt += deals is not None
        else:
            _check_end(told, proof, link)
            record.check_result(told, game)
    for number in chosen:
        _check_chosen(told, number)
    return Proven(proof, dealt, tuple(chosen), len(told.actions))


def outcomes(told: Record) -> Iterator[tuple[int, str, Chance]]:
    """The chance outcomes of a record: the number of each, its words, and what was due."""
    for game in record.steps(told):
        number, due = len(game.actions) + 1, game.chance
        if due is not None and number <= len(told.actions):
            yield number, told.actions[number - 1], due


def _sealed(game: Game, deals: str | None, before: str, came: str, links: Sequence[str]) -> str:
    """The link of the action that comes next, if it is the one dealt and sealed."""
    number = len(game.actions) + 1
    if not links:
        raise BadProof(
            f"action {number}: expected no more, for the seal covers {number - 1}; "
            f"came {brief(came)}",
            number,
        )
    if deals is not None and came != deals:
        raise BadProof(f"action {number}: {_not_dealt(deals, came)}", number)
    link = _link(before, number, came)
    if not link.startswith(links[0]):
        might = _possible(game) if deals is None else []
        was = [words for words in might if _link(before, number, words).startswith(links[0])]
        sealed = f"{brief(was[0])}, which was sealed" if was else f"a link beginning {links[0]}"
        wrong = f"expected {sealed}; came {brief(came)}, whose link begins with {link[:_SHORT]}"
        raise BadProof(f"action {number}: {wrong}", number)
    return link


def _check_chosen(told: Record, number: int) -> None:
    """Whether an action is one that players may set: a deck that somebody set is no deck."""
    words = told.actions[number - 1] if 0 < number <= len(told.actions) else None
    if words is None or words.split(" ")[0] not in _SET_BY_PLAYERS:
        may = " and ".join(map(repr, _SET_BY_PLAYERS))
        came = f"{number}, which is {brief(words)}"
        raise BadProof(f"chosen: expected no actions but {may}, that players set; came {came}")


def _check_end(told: Record, proof: Proof, link: str) -> None:
    """Whether the seal is what the last action and the end of the game lead to."""
    links = proof.links.split(" ")
    number = len(told.actions) + 1
    for words in _end(_ended(told)):
        link = _link(link, number, words)
        if len(links) <= number or not link.startswith(links[number]):
            begins = f"with a link beginning {links[number]}" if links[number:] else "played out"
            raise BadProof(f"ended: expected a game that ended {begins}; came {brief(words)}")
        number += 1
    if len(links) > number:
        covers = f"{len(links) - 1} actions, or one less and how the game `ended`"
        raise BadProof(
            f"action {number}: expected one more, for the seal covers {covers}; "
            f"came {len(told.actions)} actions and no more",
            number,
        )
    if link != proof.seal:
        raise BadProof(f"seal: expected {link}, the last link; came {proof.seal}")


def _possible(game: Game) -> list[str]:
    """Every action that could stand here in a record, but for long shuffles."""
    due, actor = game.chance, game.status.actor
    if due is not None:
        return _outcomes(due) if due.kind in _SET_BY_PLAYERS else []
    own = game.legal(actor) if isinstance(actor, int) else []
    others = game.interrupts().items()
    return [*own, *(f"{seat}! {words}" for seat, legal in others for words in legal)]


def _outcomes(due: Chance) -> list[str]:
    return [" ".join([due.words, *cards]) for cards in combinations(due.cards, due.count)]


# --- the chain ------------------------------------------------------------------------------------


def _chain(link: str, actions: Sequence[str]) -> Iterator[str]:
    yield link
    for number, words in enumerate(actions, 1):
        link = _link(link, number, words)
        yield link


def _link(before: str, number: int, words: str) -> str:
    return _hash(f"{before} {number} {words}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _end(ended: Mapping[str, Json] | None) -> list[str]:
    """How a game ended that was not played out, as one more line under the seal."""
    if ended is None:
        return []
    seat = ended.get("seat")
    return [f"ended {ended['reason']}" if seat is None else f"ended {ended['reason']} {seat}"]


# --- reading --------------------------------------------------------------------------------------


def _read(value: Json, seats: int) -> Proof:
    """The proof that a JSON value is, its form checked and nothing else."""
    if not isinstance(value, dict):
        raise BadProof(f"{KEY}: expected an object; came {brief(value)}")

    def text(name: str, form: re.Pattern[str], expected: str) -> str:
        came = value.get(name)
        if not isinstance(came, str) or form.fullmatch(came) is None:
            raise BadProof(f"{name}: expected {expected}; came {brief(came)}")
        return came

    numbers = value.get("numbers")
    if (
        not isinstance(numbers, list)
        or len(numbers) != seats
        or not all(isinstance(each, str) and is_number(each) for each in numbers)
    ):
        raise BadProof(
            f"numbers: expected a list of {seats} texts, one for each seat, of 1 to 64 visible "
            f'ASCII characters, "{NO_NUMBER}" where there was none; came {brief(numbers)}'
        )
    return Proof(
        commitment=text("commitment", _HASH, "64 digits from 0 to f"),
        seed=text("seed", _HASH, "64 digits from 0 to f"),
        numbers=tuple(numbers),
        links=text("links", _LINKS, f"groups of {_SHORT} digits from 0 to f"),
        seal=text("seal", _HASH, "64 digits from 0 to f"),
    )


def _chosen(told: Record) -> list[int]:
    """The numbers of the actions that players are said to have set."""
    chosen = told.more.get("chosen", [])
    if not isinstance(chosen, list) or not all(type(number) is int for number in chosen):
        raise BadProof(f"chosen: expected a list of numbers of actions; came {brief(chosen)}")
    return chosen


def _ended(told: Record) -> Mapping[str, Json] | None:
    ended = told.more.get("ended")
    if ended is None:
        return None
    if (
        not isinstance(ended, dict)
        or not isinstance(ended.get("reason"), str)
        or type(ended.get("seat")) not in (int, type(None))
        or type(ended.get("after")) is not int
        or ended["after"] != len(told.actions)
    ):
        wanted = f'{{"after": {len(told.actions)}, "reason": …, "seat": …}}'
        raise BadProof(f"ended: expected {wanted}; came {brief(ended)}")
    return ended


def _not_dealt(deals: str, came: str) -> str:
    """What seed and numbers deal instead: of a long shuffle the first card that differs."""
    expected, found = deals.split(" "), came.split(" ")
    if len(expected) > 2 and len(expected) == len(found) and expected[0] == found[0]:
        place = next(
            n for n, pair in enumerate(zip(expected, found, strict=True)) if len({*pair}) > 1
        )
        return (
            f"expected {brief(expected[place])} as word {place + 1} of {brief(deals)}, "
            f"which seed and numbers deal; came {brief(found[place])}"
        )
    return f"expected {brief(deals)}, which seed and numbers deal; came {brief(came)}"
