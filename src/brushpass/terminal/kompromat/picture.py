"""The table of Kompromat, drawn: missions side by side, or one under the other where it is narrow.

The viewer's own side is below or at the right; a spectator sees seat 0 there.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TypeAlias

from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import (
    ITEMS,
    LIMIT,
    MARKS,
    ROUNDS,
    SET_WORTH,
    SETS,
    TARGETS,
    TOKENS_LOSE,
    Card,
)
from brushpass.games.kompromat.score import worth
from brushpass.games.kompromat.state import Mission
from brushpass.games.kompromat.view import Opened, Shown, Side, View
from brushpass.terminal.face import Cast, Room
from brushpass.terminal.ink import (
    Ink,
    blue,
    bold,
    clip,
    dim,
    ends,
    on_blue,
    on_orange,
    orange,
    pad,
    width,
    wrap,
)
from brushpass.terminal.kompromat.words import face, number, plate, spoken, title, totals

Seen: TypeAlias = View | Opened
AnySide: TypeAlias = Side[int] | Side[tuple[Card, ...]]
Block: TypeAlias = list[str]
"""Lines of the same width."""

_SIDE_BY_SIDE = 72
"""From this width on the missions stand side by side."""
_COMFORTABLE = 56
"""Below this width words are shortened."""
_TOGETHER = "\N{NO-BREAK SPACE}"
_EFFECTS = {
    "balaclava": "two tokens less",
    "chloroform": "no tokens for !",
    "drone": "shows their cards",
    "gps-tracker": "undoes a draw",
    "jetpack": "moves your cards",
    "newspaper": "+3 for them",
    "night-vision": "see your next 5",
    "stun-gun": "removes a card",
    "usb-stick": "an item again",
    "vesper-martini": "total +1 or −1",
}


def draw(view: Seen, cast: Cast, room: Room) -> list[str]:
    """The whole table; cards are drawn as cards where there is room for it."""
    side_by_side = room.width >= _SIDE_BY_SIDE
    table = _columns if side_by_side else _rows
    across = room.width - (room.width - 5) % 4 if side_by_side else room.width
    top, bottom = _order(cast)
    lines: list[str] = []
    for tall, whole in ((True, True), (False, True), (False, False)):
        lines = [
            _headline(view, cast, across),
            *_to_come(view, across),
            *_side(view, top, cast, across, whole=whole),
            *table(view, cast, across, tall=tall),
            *_side(view, bottom, cast, across, whole=whole),
        ]
        if len(lines) <= room.height:
            break
    return lines


def _order(cast: Cast) -> tuple[Seat, Seat]:
    """Who is drawn above (or left), who below (or right)."""
    bottom = cast.viewer or 0
    return 1 - bottom, bottom


def _ink(seat: Seat, cast: Cast) -> Ink:
    """The two inks: blue for the side below, orange for the one above."""
    return blue if seat == _order(cast)[1] else orange


def _back(seat: Seat, cast: Cast) -> str:
    """The two backs differ by pattern, not by colour alone."""
    return "▒▒" if seat == _order(cast)[1] else "░░"


def _headline(view: Seen, cast: Cast, room: int) -> str:
    deck = view.mission_deck if isinstance(view.mission_deck, int) else len(view.mission_deck)
    left = f"{on_blue(' KOMPROMAT ')} round {bold(str(view.round))} of {ROUNDS}"
    starts = f"{cast.does(view.starter, 'start')} · " if view.starter is not None else ""
    # Not all of them will lie as missions: there is counter-intelligence among them (K6).
    return ends(left, dim(f"{starts}{deck} in the mission deck"), room)


def _to_come(view: Seen, room: int) -> Block:
    """The mission deck, top first, where all is open."""
    if isinstance(view.mission_deck, int) or not view.mission_deck:
        return []
    cards = [plate(card) if card in MARKS else title(card) for card in view.mission_deck]
    return wrap(f" {dim('to come')} {', '.join(cards)}", room)


# --- a side of the table --------------------------------------------------------------------------


def _side(view: Seen, seat: Seat, cast: Cast, room: int, *, whole: bool) -> Block:
    """Name, tokens, deck and points; then items and what was collected, or one line of it."""
    side, ink = view.players[seat], _ink(seat, cast)
    turn = bold("▸") if view.actor == seat else " "
    name, back = ink(bold(cast.name(seat).upper())), _back(seat, cast)
    deck = side.deck if isinstance(side.deck, int) else len(side.deck)
    points = worth(side.won) + side.tokens
    tokens = f"{_holes(side.tokens)} {side.tokens}/{TOKENS_LOSE}"
    if room < _COMFORTABLE:
        first = f"{turn}{name} {tokens} {ink(back[0])}{deck}"
        last = f"{bold(str(points))} {'pt' if points == 1 else 'pts'}"
    else:
        first = f"{turn}{name}  {tokens}  {ink(back)} {deck} left"
        last = f"{bold(str(points))} {'point' if points == 1 else 'points'}"
    belongings = wrap(_belongings(side), room - 2) if whole else [clip(_belongings(side), room - 2)]
    return [ends(first, last, room), *(f"  {line}" for line in belongings if line)]


def _holes(tokens: int) -> str:
    """K36: nine holes, the ninth of which is another shape, for it loses."""
    filled = orange("●" * min(tokens, TOKENS_LOSE))
    return filled + "".join("◎" if hole == TOKENS_LOSE else "○" for hole in range(tokens + 1, 10))


def _belongings(side: AnySide) -> str:
    """Items to use, items used, and the rest by its worth."""
    parts = []
    if side.items:
        parts.append(f"{bold('items')} {', '.join(map(title, side.items))}")
    if side.used:
        parts.append(f"{dim('used')} {', '.join(map(title, side.used))}")
    targets = [card for card in side.won if card in TARGETS]
    if targets:
        parts.append(f"{dim('targets')}{_TOGETHER}{worth(tuple(targets))}")
    for kind in SETS:
        if count := side.won.count(kind):
            kinds = kind if count == 1 else f"{kind}s"
            parts.append(f"{dim(f'{count}{_TOGETHER}{kinds}')}{_TOGETHER}{SET_WORTH[count]}")
    if isinstance(side.deck, tuple) and side.deck:
        parts.append(f"{dim('deck')} {' '.join(map(face, side.deck))}")
    return dim(" · ").join(parts)


# --- piles ----------------------------------------------------------------------------------------


def _pile(view: Seen, seat: Seat, mission: int, cast: Cast, room: int, *, tall: bool) -> Block:
    """A seat's cards at a mission, and under them what they come to, as far as can be seen."""
    pile = view.players[seat].piles[mission - 1]
    label = _label(view, seat, mission, cast, room)
    if not tall:
        return [_in_a_line(pile, seat, cast, room), label]
    if not pile:
        return ["", label, "", ""]
    if 3 * len(pile) + 1 > room:
        return ["", _in_a_line(pile, seat, cast, room), "", label]
    return [*_as_cards(pile, seat, cast), label]


def _as_cards(pile: Sequence[Shown], seat: Seat, cast: Cast) -> Block:
    """Cards side by side; one that lies face down but is seen shows its back at the foot."""
    ink = _ink(seat, cast)
    middle, foot = "│", "└"
    for i, (card, up) in enumerate(pile):
        middle += (bold(pad(face(card), 2)) if card else ink(_back(seat, cast))) + "│"
        edge = "──" if up or card is None else ink(_back(seat, cast))
        foot += edge + ("┘" if i == len(pile) - 1 else "┴")
    return ["┌" + "┬".join(["──"] * len(pile)) + "┐", middle, foot]


def _in_a_line(pile: Sequence[Shown], seat: Seat, cast: Cast, room: int) -> str:
    """Cards as words; backs are counted where they would not fit."""
    ink, back = _ink(seat, cast), _back(seat, cast)[0]
    words = [_word(card, up, ink(back)) for card, up in pile]
    line = " ".join(words)
    if width(line) <= room:
        return line
    seen = [word for word, (card, _) in zip(words, pile, strict=True) if card]
    hidden = sum(card is None for card, _ in pile)
    return " ".join([*seen, *([f"{ink(back)}×{hidden}"] if hidden else [])])


def _word(card: Card | None, up: bool, back: str) -> str:
    if card is None:
        return back
    return bold(face(card)) if up else f"{bold(face(card))}{back}"


def _label(view: Seen, seat: Seat, mission: int, cast: Cast, room: int) -> str:
    """What the pile comes to, for those who look at it from here."""
    side, declared = view.players[seat], view.declared[seat]
    pile, papers = side.piles[mission - 1], side.newspapers[mission - 1]
    paper = f" {on_orange(f' +{3 * papers} ')}" if papers else ""
    if mission == view.current and declared is not None:
        return bold(f"says {number(declared)}") + ("" if declared <= LIMIT else ": over")
    if not pile:
        return _empty(view, seat, mission, cast, room) + paper
    possible = totals(pile, papers)
    if possible is not None:
        return bold(spoken(possible)) if len(pile) > 1 or papers else ""
    shown = " ".join(face(card) for card, _ in pile if card)
    down = sum(card is None for card, _ in pile)
    said = f"{shown} + {down} down"
    return dim(said if len(said) <= room else f"{shown} + {down}") + paper


def _empty(view: Seen, seat: Seat, mission: int, cast: Cast, room: int) -> str:
    if view.missions[mission - 1].resolved or view.turn is None or not view.players[seat].deck:
        return dim("–")
    said, short = ("open to you", "open") if seat == cast.viewer else ("no cards yet", "–")
    return dim(said if len(said) <= room else short)


# --- missions -------------------------------------------------------------------------------------


def _mission(mission: Mission, room: int) -> Block:
    """Its name and worth; and what lies under it, or what it does."""
    card, ci, resolved = mission
    if resolved:
        return [dim(title(card).upper()), dim("done")]
    name = bold(title(card).upper())
    worths = " ".join(map(str, SET_WORTH[1:])) if card in SETS else str(TARGETS.get(card, 1))
    first = ends(name, bold(worths), room)
    under = f"{on_orange(f' {plate(ci)} ')}{' under it' if room > 14 else ''}" if ci else ""
    if first == pad(name, room):  # too narrow for both
        return [name, f"{bold(worths)} {under}".strip()]
    return [first, under or dim(_EFFECTS.get(card) or ("target" if card in TARGETS else "set"))]


def _number(view: Seen, mission: int) -> str:
    """The position's number, lit where it is the one in question."""
    lit = mission == view.current and view.phase != "over"
    return on_orange(f" {mission} ") if lit else f" {mission} "


# --- two ways to lay it out -----------------------------------------------------------------------


def _columns(view: Seen, cast: Cast, room: int, *, tall: bool) -> Block:
    """Four missions side by side: theirs above, yours below."""
    top, bottom = _order(cast)
    wide = (room - 5) // 4
    missions = range(1, len(view.missions) + 1)
    if not missions:
        return []

    def band(cell: Callable[[int], Block]) -> Block:
        return _side_by_side([cell(mission) for mission in missions], [wide] * len(missions))

    def rule(left: str, joint: str, right: str) -> str:
        return left + joint.join(["─" * wide] * len(missions)) + right

    heads = [f"─{_number(view, mission)}" + "─" * (wide - 4) for mission in missions]
    return [
        "┌" + "┬".join(heads) + "┐",
        *band(lambda m: _pile(view, top, m, cast, wide - 2, tall=tall)),
        rule("├", "┼", "┤"),
        *band(lambda m: _mission(view.missions[m - 1], wide - 2)),
        rule("├", "┼", "┤"),
        *band(lambda m: _pile(view, bottom, m, cast, wide - 2, tall=tall)),
        rule("└", "┴", "┘"),
    ]


def _rows(view: Seen, cast: Cast, room: int, *, tall: bool) -> Block:
    """Four missions one under the other: theirs to the left, yours to the right."""
    top, bottom = _order(cast)
    middle = max(17, (room - 4) * 2 // 5)
    outer = (room - 4 - middle) // 2
    wides = [outer, room - 4 - 2 * outer, outer]
    rule = [*("─" * wide for wide in wides)]
    lines = ["┌" + "┬".join(rule) + "┐"]
    for m, mission in enumerate(view.missions, 1):
        first, second = _mission(mission, wides[1] - 4)
        lit = m == view.current and view.phase != "over"
        blocks = [
            _pile(view, top, m, cast, outer - 2, tall=False),
            [f"{on_orange(str(m)) if lit else m} {first}", f"  {second}"],
            _pile(view, bottom, m, cast, outer - 2, tall=False),
        ]
        if tall and m > 1:
            lines.append("├" + "┼".join(rule) + "┤")
        lines += _side_by_side(blocks, wides)
    return [*lines, "└" + "┴".join(rule) + "┘"] if view.missions else []


def _side_by_side(blocks: Sequence[Block], wides: Sequence[int]) -> Block:
    """Blocks between upright lines, with a little air at their left."""
    return [
        "│" + "│".join(pad(f" {line}", wide) for line, wide in zip(row, wides, strict=True)) + "│"
        for row in zip_longest(*blocks, fillvalue="")
    ]


# --- the score sheet ------------------------------------------------------------------------------


def score(view: Seen, cast: Cast, room: int) -> list[str]:
    """K41: targets, items, sets and tokens of both sides, and their sums."""
    rows = [_score_row(side) for side in view.players]
    column = min(16, (room - 16) // 2)
    names = [pad(bold(cast.name(seat)), column, "right") for seat in (0, 1)]
    lines = [f"{orange(bold(pad('SCORE SHEET', 15)))} {names[0]}{names[1]}"]
    line = "─" * (16 + 2 * column)
    lines.append(line)
    for kind in rows[0]:
        cells = [pad(_points(*row[kind]), column, "right") for row in rows]
        lines.append(f"{pad(kind, 15)} {cells[0]}{cells[1]}")
    sums = [pad(bold(str(worth(side.won) + side.tokens)), column, "right") for side in view.players]
    lines += [line, f"{pad(bold('Points'), 15)} {sums[0]}{sums[1]}"]
    return lines


def _points(count: int, points: int) -> str:
    return f"{dim(f'({count})')} {points:>3}" if count else dim("–")


def _score_row(side: AnySide) -> dict[str, tuple[int, int]]:
    """By kind: how many, and what they are worth."""
    targets = tuple(card for card in side.won if card in TARGETS)
    items = sum(card in ITEMS for card in side.won)
    sets = {f"{kind}s".capitalize(): side.won.count(kind) for kind in SETS}
    return {
        "Targets": (len(targets), worth(targets)),
        "Items": (items, items),
        **{name: (count, SET_WORTH[count]) for name, count in sets.items()},
        "Notoriety": (side.tokens, side.tokens),
    }
