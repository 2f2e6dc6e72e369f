"""[microfilms] and The Croupier in words, for the playthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brushpass import Game
from brushpass.games.contract import Event
from brushpass.record import Record

INTRODUCTION = """\
A whole game of {title}. {rules} are its rules: src/brushpass/rulebook/microfilms.en.md.

  12  Ada: draw deck, pass > draw deck        What everyone was told then, and by which rule (M11).
                                              To Ada: what only she was told.
        Ada: how her papers and hand look now: <?> [?] · Ada sees <hitman> [ace]

Before the > stands all that the seat could do, `steal 1/2` for `steal 1` and `steal 2`. Papers in
angles are identities, cards in brackets a hand; both lie face down.
{seats}.
"""


def title(told: Record, names: list[str]) -> Iterator[str]:
    croupier = told.game == "croupier"
    seats = ", ".join(f"{name} is seat {seat}" for seat, name in enumerate(names))
    game = "The Croupier" if croupier else "[microfilms]"
    rules = "M1 to M32 and C1 to C11" if croupier else "M1 to M32"
    yield from INTRODUCTION.format(title=game, rules=rules, seats=seats).splitlines()


def stands_apart(phase: str) -> bool:
    """A turn, and what chance decides in it."""
    return phase in ("action", "chance")


def begins_a_line(event: Event) -> bool:
    """An evening, and the next turn."""
    return event.json()["type"] in ("evening-began", "turn-began")


def told_already(look: str) -> bool:
    """Nothing lies face down there."""
    return "?" not in look


def rows(view: dict[str, Any], names: list[str]) -> dict[str, str]:
    """Everybody's papers and hand, as someone sees them."""
    sides = list(zip(names, view["players"], strict=True))
    if view["croupier"] is not None:
        sides.append(("The Croupier", view["croupier"]))
    looks = {}
    for name, side in sides:
        papers = [f"<{card}>" for card in side["identities"]]
        hand = side["hand"]
        cards = ["[?]"] * hand if isinstance(hand, int) else [f"[{card}]" for card in hand]
        looks[name] = " ".join(papers + cards)
    return looks


def secret(event: Event) -> str:
    """What only this seat was told of an event that all were told of."""
    said = event.json()
    for key in ("card", "identity"):
        if key in said:
            return str(said[key])
    return " ".join(said["cards"]) or "no card"


def sentence(event: Event, names: list[str]) -> str:
    """An event as everyone is told it."""
    said = event.json()
    who, target = (_name(said.get(key), names) for key in ("seat", "target"))
    match said:
        case {"type": "nations-chosen", "nations": nations}:
            return f"In play are {', '.join(nations)}."
        case {"type": "letter-put-away"}:
            return "One of their letters goes to the box unseen."
        case {"type": "deck-shuffled", "count": count}:
            return f"The draw deck is {count} cards."
        case {"type": "started"}:
            return f"{who} starts."
        case {"type": "turn-began"}:
            return f"It is {who}'s turn."
        case {"type": "francs-moved", "giver": giver, "taker": taker, "francs": francs}:
            return f"{_name(giver, names)} gives {_name(taker, names)} {francs}."
        case {"type": "now-cleared"}:
            return f"{who} is Cleared."
        case {"type": "now-suspect"}:
            return f"{who} is Suspect."
        case {"type": "discarded", "card": card}:
            return f"{who} lays down {card}."
        case {"type": "discard-taken", "card": card}:
            return f"{who} takes {card} from the discard deck."
        case {"type": "passed"}:
            return f"{who} passes."
        case {"type": "bribe-declined"}:
            return f"{target} declines."
        case {"type": "action-taken", "action": action}:
            return f"{who}: {action}{f', against {target}' if target else ''}."
        case {"type": "blackmail-answered", "answer": answer}:
            return f"{target}'s answer is to {answer}."
        case {"type": "evening-began", "evening": evening, "count": count}:
            return f"Evening {evening} begins with {count} cards to draw."
        case {"type": "attempted", "attempt": attempt, "identity": identity}:
            named = [said["film"], target, *(_name(place, names) for place in said["places"] or [])]
            named = [each for each in named if each]
            return f"{who} attempts to win as {attempt} ({identity}): {', '.join(named)}."
        case {"type": "eliminated", "identities": identities}:
            return f"{who} was {' and '.join(identities)}, and is out."
        case {"type": "ended"}:
            return "The game is over."
        case {"type": "identity-dealt"}:
            return "Each is dealt an identity."
        case {"type": "cover-dealt"}:
            return "Each is dealt a cover."
        case {"type": "action-dealt"}:
            return "Each is dealt an action card."
        case {"type": "card-drawn"}:
            return f"{who} draws a card."
        case {"type": "bribe-offered"}:
            return f"{who} offers {target} a card."
        case {"type": "bribe-accepted"}:
            return f"{target} accepts."
        case {"type": "card-seen"}:
            return f"{who} looks at a card of {target}."
        case {"type": "card-taken"}:
            return f"{who} takes a card of {target}."
        case {"type": "cards-handed-over"}:
            return f"{target} hands over what was asked for."
        case _:
            raise ValueError(f"no words for {said}")


def ending(game: Game, names: list[str]) -> Iterator[str]:
    """Who won, why, and who everyone was."""
    result = game.status.result
    assert result is not None
    winners = " and ".join(_name(who, names) for who in result.winners)
    yield f"{winners or 'Nobody'} wins: {result.reason} (M24-M28, M31, C7-C10)."
    table = game.view(None).json()
    yield f"Allied were the agents of {' and '.join(table['letters'])}."
    for name, look in rows(table, names).items():
        yield f"{name}: {look or 'nothing'}."


def _name(who: object, names: list[str]) -> str:
    """A seat by its name; anything else by the word it is."""
    if isinstance(who, int):
        return names[who]
    return {"croupier": "the Croupier", "house": "the house", None: ""}.get(
        None if who is None else str(who), str(who)
    )
