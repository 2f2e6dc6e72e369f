"""How a game of Kompromat ended: the verdict, the score sheet, what can follow."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brushpass.games.contract import Seat
from brushpass.games.kompromat.cards import ITEMS, ROUNDS, SETS, TARGETS, Card
from brushpass.games.kompromat.score import worth
from brushpass.web.scenes import Html
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.logbook import log_sections
from brushpass.web.scenes.kompromat.printing import printed
from brushpass.web.scenes.kompromat.reading import Reading
from brushpass.web.scenes.kompromat.recap import recap


@dataclass(frozen=True, slots=True)
class Face:
    """A seat beside its points."""

    seat: Seat
    called: str
    name: str
    points: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who won, and why."""

    label: str
    head: str
    how: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one seat has of a kind, and what it counts."""

    cards: tuple[tuple[Card, str, int | None, str], ...]
    tokens: int
    points: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the score sheet."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet."""

    faces: tuple[Face, ...]
    rows: tuple[Row, ...]
    lost: str
    note: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A seat's points after a round, on the chart."""

    x: int
    y: int
    points: int
    above: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """Points after each round."""

    says: str
    names: tuple[str, str]
    lines: tuple[tuple[Dot, ...], tuple[Dot, ...]]
    rounds: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class After:
    """What can follow."""

    chart: Chart | None
    may_ask: bool
    asked: bool
    rematch: str
    next: str | None
    record: str | None
    again: str | None
    number: int


def render(read: Reading) -> dict[str, Html]:
    """The sections of the end."""
    language = read.scene.language
    faces = tuple(_face(read, seat) for seat in (read.me, read.them))
    last = recap(read)
    return {
        "k-verdict": printed("verdict", language, verdict(read, faces)),
        "k-score": printed("score", language, sheet(read, faces)),
        "k-after": printed("after", language, after(read)),
        **({"k-recap": printed("recap", language, last)} if last else {}),
        **log_sections(read),
    }


def _points(read: Reading, seat: Seat) -> int:
    player = read.view.players[seat]
    return worth(player.won) + int(player.tokens)


def _winners(read: Reading) -> tuple[object, ...]:
    return () if read.scene.over is None else read.scene.over.winners


def _face(read: Reading, seat: Seat) -> Face:
    sitter = read.scene.sitters[seat]
    about = sitter.name
    if sitter.bot is not None:
        about = _("Bot: %(level)s") % {"level": sitter.bot}
    elif seat != read.scene.viewer:
        about = ""
    return Face(seat, read.called(seat), about, _points(read, seat), seat in _winners(read))


def verdict(read: Reading, faces: tuple[Face, ...]) -> Verdict:
    """Who won, by how much, and why it ended."""
    view, over = read.view, read.scene.over
    reason = "" if over is None else over.reason
    result = None if over is None else over.result
    winners = [face for face in faces if face.wins]
    points = sorted((face.points for face in faces), reverse=True)
    label = _("After six rounds")
    if view.round < ROUNDS or reason != "played":
        label = _("In round %(n)d") % {"n": view.round}
    if not winners:
        head = _("Nobody wins.")
    else:
        head = (
            _("You win")
            if winners[0].seat == read.scene.viewer
            else _("%(name)s wins") % {"name": winners[0].called}
        )
    how = ""
    if reason == "resigned" and over is not None and over.resigned is not None:
        how = read.cast.pick(over.resigned, _("You have resigned."), _("%(name)s has resigned."))
        head += "." if winners else ""
    elif reason == "abandoned":
        head, how = _("The table was left."), _("Nobody plays here any more.")
    elif reason == "closed":
        head, how = _("The table was closed."), _("Those who mind this house have closed it.")
    elif result is not None and result.reason == "notoriety" and winners:
        loser = 1 - winners[0].seat
        held = view.players[loser].tokens
        how = read.cast.pick(
            loser,
            _("You hold %(held)d notoriety tokens, and the ninth loses. (K36)"),
            _("%(name)s holds %(held)d notoriety tokens, and the ninth loses. (K36)"),
            held=held,
        )
        head += "."
    elif winners:
        head = _("%(head)s, %(most)d to %(least)d.") % {
            "head": head,
            "most": points[0],
            "least": points[1],
        }
        how = _("Most points win. (K42)")
        if result is not None and result.reason == "tie-break":
            how = _("Equal points, but more tokens. (K42)")
    elif result is not None:
        how = _("Equal points and equal tokens: play again. (K42)")
    return Verdict(label, head, how, faces)


def sheet(read: Reading, faces: tuple[Face, ...]) -> Sheet:
    """The points, kind by kind."""
    kinds: list[tuple[str, frozenset[Card]]] = [
        (_("Targets"), frozenset(TARGETS)),
        (_("Items, 1 each"), frozenset(ITEMS)),
        (_("Codes"), frozenset({SETS[0]})),
        (_("Documents"), frozenset({SETS[1]})),
    ]
    rows = [
        Row(label, tuple(_cell(read, face.seat, cards) for face in faces)) for label, cards in kinds
    ]
    tokens = tuple(
        Cell((), read.view.players[face.seat].tokens, read.view.players[face.seat].tokens)
        for face in faces
    )
    rows.append(Row(_("Notoriety, 1 each"), tokens))
    lost = ", ".join(words.name(card) for card in read.past.lost)
    note = ""
    if not isinstance(read.view.mission_deck, tuple):
        note = _("As it stood when the game ended.")
    return Sheet(
        faces, tuple(rows), _("For nobody: %(cards)s") % {"cards": lost} if lost else "", note
    )


def _cell(read: Reading, seat: Seat, cards: frozenset[Card]) -> Cell:
    won = tuple(card for card in read.view.players[seat].won if card in cards)
    return Cell(
        tuple(
            (card, words.name(card), TARGETS.get(card), words.mission_says(card)) for card in won
        ),
        0,
        worth(won),
    )


def _chart(read: Reading) -> Chart | None:
    points = read.past.points
    if len(points) < 2:
        return None
    top = max(max(pair) for pair in points) or 1
    order = (read.me, read.them)
    across = [56 + index * (440 // (len(points) - 1)) for index in range(len(points))]
    lines = []
    for place, seat in enumerate(order):
        dots = []
        for x, pair in zip(across, points, strict=True):
            mine, other = pair[seat], pair[1 - seat]
            y = 204 - round(170 * mine / top)
            above = mine > other or (mine == other and place == 0) or y > 190
            dots.append(Dot(x, y, mine, above))
        lines.append(tuple(dots))
    names = (read.called(order[0]), read.called(order[1]))
    says = " ".join(
        f"{name}: {', '.join(str(pair[seat]) for pair in points)}."
        for name, seat in zip(names, order, strict=True)
    )
    rounds = tuple((x, number) for number, x in enumerate(across, 1))
    return Chart(says, names, (lines[0], lines[1]), rounds)


def after(read: Reading) -> After:
    """A rematch, the record, the way on."""
    over, viewer = read.scene.over, read.scene.viewer
    if over is None:
        return After(_chart(read), False, False, "", None, None, None, read.scene.number)
    asked = viewer is not None and viewer in over.asked
    rematch = _("the same table once more")
    others = [seat for seat in over.asked if seat != viewer]
    if asked:
        waits = [read.name(seat) for seat in (0, 1) if seat not in over.asked]
        rematch = _("waiting for %(names)s") % {"names": ", ".join(waits)} if waits else ""
    elif others:
        names = ", ".join(read.name(seat) for seat in others)
        rematch = ngettext("%(names)s is ready", "%(names)s are ready", len(others)) % {
            "names": names
        }
    return After(
        _chart(read),
        over.may_ask,
        asked,
        rematch,
        over.next,
        over.record,
        over.again,
        read.scene.number,
    )
