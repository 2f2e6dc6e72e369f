"""A seat's notebook: all that follows from what it was told, exactly, and no guess."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from brushpass.games.contract import Event
from brushpass.games.microfilms.cards import (
    ACE,
    AGENT,
    COVERS,
    CROUPIER,
    FILM,
    FREELANCERS,
    LETTER,
    NATION,
    Card,
)
from brushpass.games.microfilms.knowledge import Knowledge, Place
from brushpass.terminal.face import Cast, Who
from brushpass.terminal.ink import bold, dim, orange, pad, width, wrap
from brushpass.terminal.microfilms.names import listed, short

_LABEL = 13
_WIDEST = 10
_SURE, _MAYBE, _NO = "●", "?", "·"
_SPOTS = {"deck": "deck", "discard": "discard", "box": "box"}


def notebook(news: Iterable[Event], cast: Cast, room: int, *, croupier: bool) -> list[str]:
    """Who can be whom, where the items can lie, and who may be allied."""
    events: Any = news  # news of this game; another's cannot get here
    known = Knowledge.at_start(cast.viewer, croupier=croupier).learn(events)
    everyone: list[Who] = [*range(known.seats), *([CROUPIER] if croupier else [])]
    people = [_person(who, cast) for who in everyone]
    spots: list[Place] = [*everyone, "deck", "discard", "box"]
    where = [*people, *_SPOTS.values()]
    return [
        *_grid(
            "Who can be whom",
            _identities(known),
            people,
            lambda card: (_can_be(known, who, card) for who in everyone),
            room,
        ),
        "",
        *_grid(
            "Where it can lie",
            _items(known),
            where,
            lambda card: (_can_lie(known, card, spot) for spot in spots),
            room,
        ),
        "",
        *wrap(_allied(known, cast), room, "  "),
        "",
        *wrap(dim(f"{_SURE} certain, {_MAYBE} possible, {_NO} ruled out by what you saw"), room),
    ]


def _person(who: Who, cast: Cast) -> str:
    return "Croupier" if who == CROUPIER else cast.name(who)


def _identities(known: Knowledge) -> list[Card]:
    agents = [AGENT[nation] for nation in known.nations]
    if known.croupier:
        return [*agents, *COVERS]
    return agents if known.seats == len(agents) else [*agents, *FREELANCERS]


def _items(known: Knowledge) -> list[Card]:
    ace = [] if known.croupier else [ACE]
    films = [FILM[nation] for nation in known.nations]
    return [*films, *(LETTER[nation] for nation in known.nations), *ace]


def _can_be(known: Knowledge, who: Who, card: Card) -> str:
    """C1: in The Croupier one is an agent, and has a cover beside it."""
    can = {each for each in known.can_be(who) if not known.croupier or _is_alike(each, card)}
    return _NO if card not in can else _SURE if len(can) == 1 else _MAYBE


def _is_alike(one: Card, other: Card) -> bool:
    return (one in NATION) == (other in NATION)


def _can_lie(known: Knowledge, card: Card, spot: Place) -> str:
    places = known.places(card)
    return _NO if spot not in places else _SURE if len(places) == 1 else _MAYBE


def _allied(known: Knowledge, cast: Cast) -> str:
    """M6: who may be a pair."""
    head = orange(bold("Who may be allied"))
    pairs = sorted(known.allied(), key=str)
    if len(pairs) == 1:
        return f"{head}  {_pair(pairs[0], cast)}, for certain."
    some = sorted({who for pair in pairs for who in pair}, key=str)
    if len(pairs) == len(some) * (len(some) - 1) // 2:
        return f"{head}  Any two of {listed(_person(who, cast) for who in some)}."
    return f"{head}  {'; '.join(_pair(pair, cast) for pair in pairs)}."


def _pair(pair: tuple[Who, Who], cast: Cast) -> str:
    return listed(_person(who, cast) for who in pair)


# --- grids ----------------------------------------------------------------------------------------


def _grid(
    head: str,
    rows: Sequence[Card],
    columns: Sequence[str],
    cells: Callable[[Card], Iterable[str]],
    room: int,
) -> Iterator[str]:
    """A row for each card; the columns' names are cut where it is narrow, and then told below."""
    wide = min(_WIDEST, max(map(width, columns)) + 1, (room - _LABEL) // len(columns))
    yield orange(bold(head))
    names = _cut(columns, wide - 1)
    yield " " * _LABEL + "".join(pad(dim(name), wide) for name in names).rstrip()
    for card in rows:
        marks = (pad(bold(mark) if mark == _SURE else mark, wide) for mark in cells(card))
        yield f"{pad(short(card), _LABEL)}{''.join(marks)}".rstrip()
    told = [f"{cut}: {whole}" for cut, whole in zip(names, columns, strict=True) if cut != whole]
    if told:
        yield from wrap(dim(", ".join(told)), room)


def _cut(columns: Sequence[str], room: int) -> list[str]:
    return [name if width(name) <= room else name[:room] for name in columns]
