"""Kompromat in words, for the playthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brushpass import Game
from brushpass.games.contract import Event
from brushpass.record import Record

INTRODUCTION = """\
A whole game of Kompromat. K1 to K43 are its rules: src/brushpass/rulebook/kompromat.en.md.

  12  Ada: draw, stop > draw                  What everyone was told then, and by which rule (K9).
                                              To Ada: what only she was told.
        Ada at 3: how her cards at mission 3 look now: 9 [?] [?] · Ada sees 9 [6] [4]
        Bo could use what he holds before the next action, too (K17).

Before the > stands all that the seat could do, `place 1/2` for `place 1` and `place 2`. A card in
brackets lies face down. Ada is seat 0, Bo is seat 1.
"""


def title(_told: Record, _names: list[str]) -> Iterator[str]:
    yield from INTRODUCTION.splitlines()


def stands_apart(phase: str) -> bool:
    """A new turn, and a new round."""
    return phase in ("turn", "chance")


def begins_a_line(event: Event) -> bool:
    """Each mission of a reveal, and the missions of a round."""
    return event.json()["type"] in ("mission-reached", "missions-laid")


def told_already(look: str) -> bool:
    """Open cards have just been named."""
    return "[" not in look and "newspaper" not in look


def rows(view: dict[str, Any], names: list[str]) -> dict[str, str]:
    """Each pile as someone sees it, newspapers with it."""
    looks = {}
    for name, side in zip(names, view["players"], strict=True):
        for mission, pile in enumerate(side["piles"], 1):
            cards = [card if face == "up" else f"[{card}]" for card, face in pile]
            papers = side["newspapers"][mission - 1] * ["newspaper"]
            looks[f"{name} at {mission}"] = " ".join(cards + papers)
    return looks


def secret(event: Event) -> str:
    """What only this seat was told of an event that all were told of."""
    said = event.json()
    return said["card"] if said["type"] == "pushed-down" else " ".join(said["cards"])


def sentence(event: Event, names: list[str]) -> str:
    """An event as everyone is told it."""
    said = event.json()
    who = names[said["seat"]] if "seat" in said else ""
    match said:
        case {"type": "started"}:
            return f"{who} starts round 1."
        case {"type": "missions-shuffled", "again": again}:
            return f"The mission deck is shuffled{' again' if again else ''}."
        case {"type": "equipment-shuffled"}:
            return f"{who} shuffles the equipment."
        case {"type": "missions-laid", "missions": missions, "under": under}:
            laid = [
                f"{number} {card}{f' over {ci}' if ci else ''}"
                for number, (card, ci) in enumerate(zip(missions, under, strict=True), 1)
            ]
            aside = f" Put aside: {', '.join(said['aside'])}." if said["aside"] else ""
            starter = names[said["starter"]]
            return f"Round {said['round']}, {starter} starts. Missions: {', '.join(laid)}.{aside}"
        case {"type": "turn-began"}:
            return f"It is {who}'s turn."
        case {"type": "drew", "card": card}:
            return f"{who} draws {card}."
        case {"type": "placed", "card": card, "mission": mission}:
            return f"{who} lays {card} face up at {mission}."
        case {"type": "pushed-down", "mission": mission}:
            return f"{who} lays a card face down at {mission}."
        case {"type": "stopped"}:
            return f"{who} stops."
        case {"type": "used", "item": item}:
            return f"{who} uses the {item}."
        case {"type": "night-vision", "count": count}:
            return f"{who} looks at the next {count} cards."
        case {"type": "reveal-began", "round": number}:
            return f"The reveal of round {number} begins."
        case {"type": "mission-reached", "mission": mission}:
            return f"Mission {mission}."
        case {"type": "passed"}:
            return f"{who} passes."
        case {"type": "turned-up", "mission": mission, "cards": cards}:
            return f"{who}'s cards at {mission} are turned up: {' '.join(cards)}."
        case {"type": "declared", "total": total}:
            return f"{who} has {total}."
        case {"type": "failed"}:
            return f"{who} has failed."
        case {"type": "tokens-taken", "count": count, "held": held}:
            return f"{who} takes {count} {'token' if count == 1 else 'tokens'}, and holds {held}."
        case {"type": "tokens-shed", "count": count, "held": held}:
            return f"{who} discards {count} {'token' if count == 1 else 'tokens'}, holding {held}."
        case {"type": "tokens-kept"}:
            return f"{who} keeps the tokens."
        case {"type": "collected", "card": card}:
            return f"{who} collects the {card}."
        case {"type": "uncollected", "card": card}:
            return f"Nobody collects the {card}."
        case {"type": "under-collected", "card": card}:
            return f"Under it lies {card}."
        case {"type": "ended"}:
            return "The game is over."
        case _:
            raise ValueError(f"no words for {said}")


def ending(game: Game, names: list[str]) -> Iterator[str]:
    """Who won, how, and with what."""
    result = game.status.result
    assert result is not None and result.points is not None
    winners = " and ".join(names[seat] for seat in result.winners if isinstance(seat, int))
    yield f"{winners or 'Nobody'} wins: {result.reason} (K36, K41, K42)."
    sides = game.view(None).json()["players"]
    for name, side, points in zip(names, sides, result.points, strict=True):
        yield f"{name}: {points} points with {side['tokens']} tokens and {' '.join(side['won'])}."
