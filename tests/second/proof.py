"""The proof of a shuffle a second time: a checker, written from docs/fairness.md alone.

It takes what lies on the table from the second implementations beside it, and imports nothing of
brushpass. `python -m tests.second.proof FILE` checks a record.
"""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.second import kompromat, microfilms


class Spoiled(Exception):
    """The proof does not hold; the number of the action that is wrong, 0 for anything else."""


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def numbers(key: str, number: int) -> Iterator[int]:
    """The dealer's bytes for an action."""
    for block in range(10**9):
        text = f"brushpass/1 {number} {block}"
        yield from hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()


def picked(cards: list[str], count: int, source: Iterator[int]) -> list[str]:
    cards = sorted(cards)
    for i in range(count):
        below, r = len(cards) - i, 0
        if below > 1:
            bits = (below - 1).bit_length()
            r = next(low for byte in source if (low := byte % 2**bits) < below)
        cards[i], cards[i + r] = cards[i + r], cards[i]
    return cards[:count]


def dealt(table: Any, key: str, number: int) -> str:
    """The chance outcome that is due, as the dealer deals it."""
    due, source = table.legal()["chance"], numbers(key, number)
    kind = due["kind"]
    if kind == "first":
        return f"first {picked([str(seat) for seat in due['seats']], 1, source)[0]}"
    cards, count = due["cards"], len(due["cards"])
    if isinstance(table, microfilms.Table):
        count = table.how_many()
    if kind == "identities":
        agents = [card for card in cards if card.startswith("agent-")]
        others = [card for card in cards if card not in agents]
        cards = [*agents, *picked(others, count - 3, source)]
    found = picked(cards, count, source)
    seat = [str(due["seat"])] if "seat" in due else []
    return " ".join([kind, *seat, *(sorted(found) if kind in ("agents", "letters") else found)])


def check(record: dict[str, Any]) -> None:
    """Go through the record as a person with a SHA-256 tool would."""
    proof, actions = record["proof"], record["actions"]
    if sha256(proof["seed"]) != proof["commitment"] or len(proof["numbers"]) != len(
        record["seats"]
    ):
        raise Spoiled(0)
    names = {"kompromat": kompromat.Table, "croupier": microfilms.Croupier}
    table: Any = names.get(record["game"], microfilms.Table)(
        len(record["seats"]), record["options"]
    )
    links = proof["links"].split(" ")
    key = link = sha256(" ".join([proof["seed"], *proof["numbers"]]))
    if links[0] != key[:8]:
        raise Spoiled(0)
    for number, action in enumerate(actions, 1):
        link = sha256(f"{link} {number} {action}")
        if links[number : number + 1] != [link[:8]]:
            raise Spoiled(number)
        if "chance" in table.legal() and number in record.get("chosen", []):
            if action.split(" ")[0] not in ("first", "agents"):
                raise Spoiled(0)
        elif "chance" in table.legal() and action != dealt(table, key, number):
            raise Spoiled(number)
        interrupt = re.fullmatch(r"(\d)! (.*)", action)
        try:
            table.apply(interrupt[2], int(interrupt[1])) if interrupt else table.apply(action)
        except (kompromat.Refused, microfilms.Refused) as refused:
            raise Spoiled(number) from refused
    if "ended" in record:
        ended = record["ended"]
        seat = "" if ended["seat"] is None else f" {ended['seat']}"
        link = sha256(f"{link} {len(actions) + 1} ended {ended['reason']}{seat}")
        if ended["after"] != len(actions) or links[len(actions) + 1 :] != [link[:8]]:
            raise Spoiled(0)
    elif len(links) > len(actions) + 1:
        raise Spoiled(len(actions) + 1)
    if link != proof["seal"] or table.status()["result"] != record["result"]:
        raise Spoiled(0)


if __name__ == "__main__":
    check(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
