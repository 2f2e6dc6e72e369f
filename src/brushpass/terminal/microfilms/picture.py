"""The night table, drawn: the others around it in the order of their turns, one's own hand below.

Where there is little room boxes become lines. A spectator sees everyone around the table.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TypeAlias

from brushpass.games.contract import Seat
from brushpass.games.microfilms.cards import (
    ACE,
    BLOODSTAINED,
    CROUPIER,
    FILM,
    LETTER,
    NATION,
    Card,
)
from brushpass.games.microfilms.knowledge import Place
from brushpass.games.microfilms.view import Closed, Opened, Side, View
from brushpass.terminal.face import Cast, Room, Who
from brushpass.terminal.ink import (
    blue,
    bold,
    dim,
    ends,
    on_blue,
    orange,
    pad,
    width,
    wrap,
)
from brushpass.terminal.microfilms.names import (
    EFFECTS,
    GOALS,
    cards,
    francs,
    kind,
    listed,
    nation,
    place,
    short,
    title,
)

Seen: TypeAlias = View | Opened
AnySide: TypeAlias = Side | Closed

_BOX = 19
"""A box is at least so wide."""
_COMFORTABLE = 56
"""Below this width words are shortened."""
_WIDE = 72
"""From this width on nothing need be shortened."""
_BACK = "▒▒"
_MANY = 6
"""So many francs are drawn one by one."""


def draw(view: Seen, cast: Cast, room: Room) -> list[str]:
    """The whole table, in the first of these manners for which there is room."""
    lines: list[str] = []
    for boxes, whole in ((True, True), (True, False), (False, True), (False, False)):
        others = _boxes(view, cast, room.width) if boxes else _lines(view, cast, room.width)
        lines = [
            _headline(view, room.width),
            *others,
            *_middle(view, room.width),
            *_own(view, cast, room.width, whole=whole),
        ]
        if len(lines) <= room.height:
            break
    return lines


def _around(view: Seen, cast: Cast) -> list[Who]:
    """The others, beginning with the next after oneself; the Croupier, who plays after each."""
    seats = list(range(len(view.players)))
    if cast.viewer is not None and seats:
        seats = [*seats[cast.viewer + 1 :], *seats[: cast.viewer]]
    return [*seats, *([CROUPIER] if view.croupier is not None else [])]


def _side(view: Seen, who: Who) -> AnySide:
    side = view.croupier if who == CROUPIER else view.players[who]
    assert side is not None
    return side


def _headline(view: Seen, room: int) -> str:
    name = " [microfilms] " if view.croupier is None else " THE CROUPIER "
    left = f"{on_blue(name)} evening {bold(str(view.evening))}"
    if room >= _COMFORTABLE:
        turns = "1 turn" if view.turns == 1 else f"{view.turns} turns"
        left += dim(f" · {turns} played")
    nations = "·".join(map(nation, view.agents))
    return ends(left, f"{bold(nations)}{dim(' in play') if room >= _WIDE else ''}", room)


def _middle(view: Seen, room: int) -> list[str]:
    """The two decks and the house."""
    if isinstance(view, Opened):
        deck, discard = (
            ", ".join(map(short, pile)) or "none" for pile in (view.deck, view.discard)
        )
        parts = [f"{bold('draw deck')} {deck}", f"{bold('discard deck')} {discard}"]
        return [
            *(f" {line}" for part in parts for line in wrap(part, room - 1, "  ")),
            f" {bold('house')} {_purse(view.house)}",
        ]
    discard = f"{view.discard}, {_face(view.top)} on top" if view.top else dim("none")
    parts = [
        f"{bold('draw deck')} {_backs(view.deck)}",
        f"{bold('discard deck')} {discard}",
        f"{bold('house')} {_purse(view.house)}",
    ]
    line = "   ".join(parts)
    if width(line) < room:
        return [f" {line}"]
    return [f" {part}" for part in parts]


def _face(card: Card | None) -> str:
    """A card that lies open."""
    return on_blue(f" {short(card or '')} ")


def _backs(count: int) -> str:
    return f"{_BACK} {count}" if count else dim("none")


def _purse(count: int) -> str:
    drawn = f"{orange('●' * count)} " if 0 < count <= _MANY else ""
    return f"{drawn}{bold(str(count))} {'franc' if count == 1 else 'francs'}"


def _standing(side: AnySide) -> str:
    """Suspect, Cleared or out: by word, not by colour alone."""
    if side.eliminated:
        return dim("eliminated")
    return blue(bold("Cleared")) if side.cleared else orange("Suspect")


def _number(who: Who) -> str:
    """What is typed to name someone."""
    return "c" if who == CROUPIER else str(who)


# --- the others -----------------------------------------------------------------------------------


def _boxes(view: Seen, cast: Cast, room: int) -> list[str]:
    """A box each, as many side by side as there is room for."""
    around = _around(view, cast)
    each_row = max(1, min(len(around), room // _BOX))
    if len(around) > each_row:  # rows of the same length look better
        rows = -(-len(around) // each_row)
        each_row = -(-len(around) // rows)
    lines: list[str] = []
    for start in range(0, len(around), each_row):
        row = around[start : start + each_row]
        wide = room // each_row
        blocks = [_box(view, who, cast, wide) for who in row]
        tall = max(map(len, blocks))
        filled = [_filled(block, tall, wide) for block in blocks]
        lines += ["".join(parts).rstrip() for parts in zip_longest(*filled, fillvalue="")]
    return lines


def _box(view: Seen, who: Who, cast: Cast, wide: int) -> list[str]:
    side = _side(view, who)
    inside = [_standing(side), *_belongings(side, wide - 4)]
    turn = f"{orange('▸')}" if view.active == who and view.phase != "over" else "─"
    ink = dim if side.eliminated else bold
    name = pad(cast.name(who), min(wide - 8, width(cast.name(who))))
    head = f"┌{turn}{on_blue(f' {_number(who)} ')} {ink(name)} "
    head += "─" * (wide - 1 - width(head)) + "┐"
    return [head, *(f"│ {pad(line, wide - 4)} │" for line in inside)]


def _filled(block: list[str], tall: int, wide: int) -> list[str]:
    air = [f"│{' ' * (wide - 2)}│"] * (tall - len(block))
    return [*block, *air, f"└{'─' * (wide - 2)}┘"]


def _belongings(side: AnySide, room: int) -> Iterator[str]:
    """Hand, francs, and identities where they are seen."""
    if isinstance(side, Closed):
        if not side.eliminated:
            backs = " ".join([_BACK] * side.hand)
            yield f"{backs} {dim(cards(side.hand))}" if side.hand else dim("no cards")
    else:
        yield from wrap(", ".join(map(short, side.hand)) or dim("no cards"), room)
    if not side.eliminated:
        yield _purse(side.francs) if side.francs else dim("no francs")
    seen = [card for card in side.identities if card is not None]
    if seen:
        yield from wrap(bold(listed(map(short, seen))), room)


def _lines(view: Seen, cast: Cast, room: int) -> list[str]:
    """A line each, or two where hands are open."""
    lines: list[str] = []
    for who in _around(view, cast):
        side = _side(view, who)
        turn = orange("▸") if view.active == who and view.phase != "over" else " "
        name = pad(bold(cast.name(who)), 12)
        what, *more = _belongings(side, room) if isinstance(side, Side) else _summary(side)
        if isinstance(side, Side):
            what, more = _summed(side.francs), [f"   {', '.join(_belongings(side, room))}"]
        line = f"{turn}{on_blue(f' {_number(who)} ')} {name} {pad(_standing(side), 10)} {what}"
        lines += [pad(line, room).rstrip(), *(pad(each, room).rstrip() for each in more)]
    return lines


def _summary(side: Closed) -> list[str]:
    seen = [card for card in side.identities if card is not None]
    if side.eliminated:
        return [listed(map(short, seen))]
    return [f"{_BACK}{side.hand}  {_summed(side.francs)}"]


def _summed(count: int) -> str:
    """Francs where there is little room."""
    return f"{orange('●')}{count}"


# --- one's own ------------------------------------------------------------------------------------


def _own(view: Seen, cast: Cast, room: int, *, whole: bool) -> list[str]:
    """Who one is and what one holds; what the cards do, if there is room."""
    if cast.viewer is None or not view.players:
        return []
    side = view.players[cast.viewer]
    assert isinstance(side, Side)
    turn = orange("▸") if view.active == cast.viewer and view.phase != "over" else "─"
    wide = room >= _COMFORTABLE
    keeps = f", may keep {2 if side.cleared else 1}" if wide and not side.eliminated else ""
    purse = _purse(side.francs) if wide else _summed(side.francs)
    left = f"┌{turn}{on_blue(f' {cast.viewer} ')} {bold('You')} "
    right = f" {_standing(side)}{dim(keeps)} · {purse} ┐"
    inner = room - 4
    head = left + "─" * max(0, room - width(left) - width(right)) + right
    inside = [*_papers(side, inner, whole), *_hand(side, inner, whole)]
    body = (f"│ {pad(line, inner)} │" for line in inside)
    return [pad(head, room), *body, f"└{'─' * (room - 2)}┘"]


def _papers(side: Side, room: int, whole: bool) -> Iterator[str]:
    """One's identities and how they win."""
    for card in side.identities:
        goal = f": {GOALS[kind(card)]}" if whole else ""
        yield from wrap(f"{bold(title(card)[0].upper() + title(card)[1:])}{dim(goal)}", room, "  ")


def _hand(side: Side, room: int, whole: bool) -> Iterable[str]:
    if not side.hand:
        return [dim("no cards in hand")]
    if not whole:
        return wrap(" ".join(_face(card) for card in side.hand), room)
    return [line for card in side.hand for line in _card(card, room)]


def _card(card: Card, room: int) -> list[str]:
    """A card and what it does."""
    blood = "bloodstained; " if card in BLOODSTAINED else ""
    return wrap(f"{_face(card)} {dim(f'· {blood}{EFFECTS[kind(card)]}')}", room, "  ")


# --- the end --------------------------------------------------------------------------------------


def score(view: Opened, cast: Cast, room: int) -> list[str]:
    """Who was who, who was allied with whom, and where everything lay."""
    everyone: list[Who] = [*range(len(view.players))]
    everyone += [CROUPIER] if view.croupier is not None else []
    lines = [orange(bold("WHO WAS WHO")), "─" * min(room, 72)]
    for who in everyone:
        side = _side(view, who)
        roles = listed(map(title, [card for card in side.identities if card is not None]))
        out = ", eliminated" if side.eliminated else ""
        more = dim(f"{francs(side.francs)}{out}")
        name = pad(bold(cast.name(who)), 13)
        first, *others = wrap(f"{roles}, {more}", room - 14)
        lines += [f"{name} {first}", *(f"{' ' * 14}{line}" for line in others)]
    return [*lines, "", *wrap(_alliance(view, cast, everyone), room), *_where(view, cast, room)]


def _alliance(view: Opened, cast: Cast, everyone: list[Who]) -> str:
    """M6: the pair, and the agent alone."""
    agents = {
        NATION[card]: who
        for who in everyone
        for card in _side(view, who).identities
        if card in NATION
    }
    pair = listed(cast.whom(agents[each]) for each in view.letters)
    alone = next(cast.whom(who) for each, who in agents.items() if each not in view.letters)
    return f"{bold('Allied')}: {pair}. {bold('Alone')}: {alone}."


def _where(view: Opened, cast: Cast, room: int) -> list[str]:
    """Where the letters, the films and the ace lay."""
    films = [FILM[each] for each in view.agents]
    wanted = [*(LETTER[each] for each in view.letters), *films]
    wanted += [ACE] if view.croupier is None else []
    told = (f"{short(card)} in {place(_lying(view, card), cast)}" for card in wanted)
    return wrap(f"{bold('Where all lay')}: {', '.join(told)}.", room)


def _lying(view: Opened, card: Card) -> Place:
    if card in view.deck:
        return "deck"
    if card in view.discard:
        return "discard"
    seats: Iterable[Seat] = range(len(view.players))
    return next((seat for seat in seats if card in view.players[seat].hand), CROUPIER)
