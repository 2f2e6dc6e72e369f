"""The log in words, each line with its rule.

Face-down cards have no names here: what a seat saw of its own it has to remember (K12), so the log
counts them and no more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markupsafe import Markup, escape

from brushpass.games.contract import Event, Seat
from brushpass.games.kompromat import happenings as told
from brushpass.games.kompromat.cards import Card
from brushpass.games.kompromat.view import NightVision, PushedDown
from brushpass.web.scenes import Html, Line, TableEvent, Woven, read, sitting
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.printing import made, printed
from brushpass.web.scenes.kompromat.reading import Cast, Reading


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log as it is printed."""

    number: int
    text: str
    rule: str
    kind: str = ""
    """`round` and `head` stand over parts of the log, `table` is what is not of the game."""


@dataclass
class Told:
    """The log in words, in one language: a turn is one line, everything else a line for each thing
    that happened.
    """

    cast: Cast
    language: str
    entries: list[Entry] = field(default_factory=list)
    """All but what may still be added to."""
    rounds: list[int] = field(default_factory=list)
    """Where in it each round begins."""
    _printed: list[Html] = field(default_factory=list)
    _turn: list[Line] = field(default_factory=list)
    _last: list[Entry] = field(default_factory=list)
    _beside: list[Entry] = field(default_factory=list)
    """What happened at the table during the turn: it stands after it."""

    def hear(self, line: Line) -> None:
        """Put a line into words."""
        self._last = []
        if isinstance(line.event, told.Drew | told.Placed | PushedDown | told.Stopped):
            self._turn.append(line)
            if isinstance(line.event, told.Stopped):
                self._end_turn()
            return
        if isinstance(line.event, told.MissionsLaid):
            self._end_turn()
        for entry in _entry(line, self.cast):
            if self._turn and entry.kind == "table":
                self._beside.append(entry)
                continue
            self._end_turn()
            self._add(entry)

    def last(self) -> list[Entry]:
        """What may still be added to."""
        if not self._last and self._turn:
            self._last = [_turn(self._turn, self.cast), *self._beside]
        return self._last

    def _end_turn(self) -> None:
        for entry in self.last():
            self._add(entry)
        self._turn, self._beside, self._last = [], [], []

    def _add(self, entry: Entry) -> None:
        if entry.kind == "round":
            self.rounds.append(len(self.entries))
        self.entries.append(entry)

    def html(self) -> list[Html]:
        """All but what may still be added to, as HTML."""
        self._printed += map(_line, self.entries[len(self._printed) :])
        return self._printed

    def latest(self, start: int) -> list[Html]:
        """Lines as HTML from here on, the last one marked as new."""
        lines, last = self.html()[start:], self.last()
        if not last:
            return [*lines[:-1], _line(self.entries[-1], new=True)] if lines else []
        return [*lines, *map(_line, last[:-1]), _line(last[-1], new=True)]


def _line(entry: Entry, *, new: bool = False) -> Html:
    kind = "new" if new and not entry.kind else entry.kind
    rule = f" <small>{entry.rule}</small>" if entry.rule else ""
    text = f"{escape(entry.text)}{rule}"
    return f'<li class="{kind}"><i>{entry.number or ""}</i><span>{text}</span></li>'


def entries(lines: Sequence[Line], cast: Cast, language: str) -> list[Entry]:
    """A log in words."""
    said = read(lines, Told, cast, language)
    return [*said.entries, *said.last()]


def _turn(lines: Sequence[Line], cast: Cast) -> Entry:
    """A turn, or what of it has happened without anything in between."""
    parts: list[str] = []
    rules: list[str] = []
    pushes = sum(isinstance(line.event, PushedDown) for line in lines)
    seat = lines[0].event.seat  # type: ignore[attr-defined]
    events: list[Event] = [line.event for line in lines]
    drawn = next((event for event in events if isinstance(event, told.Drew)), None)
    placed = next((event for event in events if isinstance(event, told.Placed)), None)
    if placed:
        where = {"card": words.value(placed.card), "mission": placed.mission}
        parts.append(_("%(card)s at mission %(mission)d") % where)
        rules.append("K8")
    elif drawn:
        draws = _("draw %(card)s") if seat == cast.viewer else _("draws %(card)s")
        parts.append(draws % {"card": words.value(drawn.card)})
        rules.append("K8")
    if pushes:
        more = ngettext("%(n)d face down", "%(n)d face down", pushes) % {"n": pushes}
        if not placed:
            at = next(event.mission for event in events if isinstance(event, PushedDown))
            more = _("%(more)s at mission %(mission)d") % {"more": more, "mission": at}
        parts.append(more)
        rules.append("K9")
    if isinstance(events[-1], told.Stopped):
        if parts:
            parts.append(_("then stop") if seat == cast.viewer else _("then stops"))
        else:
            parts.append(_("stop") if seat == cast.viewer else _("stops"))
        rules = rules or ["K9"]
    line = cast.pick(seat, _("You: %(what)s."), _("%(name)s: %(what)s."), what=", ".join(parts))
    return Entry(lines[-1].number, line, ", ".join(rules))


def _entry(line: Line, cast: Cast) -> Iterator[Entry]:
    said = _words(line.event, cast)
    if said is not None:
        yield Entry(line.number, *said)


def _words(event: Event, cast: Cast) -> tuple[str, str] | tuple[str, str, str] | None:
    """The text, its rule and its kind; None for what goes without saying."""
    pick = cast.pick
    match event:
        case TableEvent():
            return sitting.words(event), "", "table"
        case told.Started(seat):
            return pick(seat, _("You start."), _("%(name)s starts.")), "K4"
        case told.MissionsShuffled(again):
            if not again:
                return None
            return _("What was put aside is shuffled back into the missions."), "K7"
        case told.MissionsLaid(number, _starter, missions, _under, _aside):
            laid = ", ".join(words.name(card) for card in missions)
            return _("Round %(n)d: %(laid)s") % {"n": number, "laid": laid}, "K6", "round"
        case told.Used(seat, item, action):
            return _used(seat, item, action, cast), _rule_of(action)
        case NightVision(seat, count, _cards):
            looked = ngettext("%(n)d card is looked at.", "%(n)d cards are looked at.", count)
            return looked % {"n": count}, "K24"
        case told.RevealBegan():
            return _("No turns are left: the reveal"), "K28", "head"
        case told.Passed(seat):
            return pick(seat, _("You use nothing."), _("%(name)s uses nothing.")), "K29"
        case told.TurnedUp(seat, mission, cards):
            up = {"cards": ", ".join(map(words.value, cards)), "mission": mission}
            return pick(
                seat,
                _("Your cards at %(mission)d: %(cards)s."),
                _("%(name)s's cards at %(mission)d: %(cards)s."),
                **up,
            ), "K31"
        case told.Declared(seat, mission, number):
            return pick(
                seat,
                _("You declare %(total)s at %(mission)d."),
                _("%(name)s declares %(total)s at %(mission)d."),
                total=words.total(number),
                mission=mission,
            ), "K31"
        case told.Failed(seat, mission):
            return pick(
                seat,
                _("You are over 21 at %(mission)d."),
                _("%(name)s is over 21 at %(mission)d."),
                mission=mission,
            ), "K34"
        case told.TokensTaken(seat, count, held):
            return pick(
                seat,
                ngettext(
                    "You take %(n)d token: %(held)d.", "You take %(n)d tokens: %(held)d.", count
                ),
                ngettext(
                    "%(name)s takes %(n)d token: %(held)d.",
                    "%(name)s takes %(n)d tokens: %(held)d.",
                    count,
                ),
                n=count,
                held=held,
            ), "K36"
        case told.TokensShed(seat, count, held):
            return pick(
                seat,
                ngettext(
                    "You discard %(n)d token: %(held)d left.",
                    "You discard %(n)d tokens: %(held)d left.",
                    count,
                ),
                ngettext(
                    "%(name)s discards %(n)d token: %(held)d left.",
                    "%(name)s discards %(n)d tokens: %(held)d left.",
                    count,
                ),
                n=count,
                held=held,
            ), "K35"
        case told.TokensKept(seat):
            return pick(
                seat,
                _("You are perfect and keep your tokens."),
                _("%(name)s is perfect and keeps the tokens."),
            ), "K35"
        case told.Collected(seat, _mission, card):
            return pick(
                seat,
                _("You collect %(card)s."),
                _("%(name)s collects %(card)s."),
                card=words.name(card),
            ), "K37"
        case told.Uncollected(_mission, card):
            return _("Nobody collects %(card)s.") % {"card": words.name(card)}, "K38"
        case told.UnderCollected(_seat, _mission, card):
            return _("Under it: %(card)s.") % {"card": words.name(card)}, "K39"
        case told.Ended(result):
            return _("The game is over."), "K36" if result.reason == "notoriety" else "K42", "head"
        case (
            _
        ):  # shuffles of equipment, whose turn it is, which mission is next: the table shows it
            return None


def _used(seat: Seat, item: Card, action: str, cast: Cast) -> str:
    said = action.split(" ")[1:]
    card = said[1] if item == "usb-stick" else item
    args = said[said.index(card) + 1 :]
    what = words.name(card)
    if item == "usb-stick":
        what = _("%(stick)s as %(card)s") % {"stick": words.name(item), "card": what}
    where = ""
    match card, args:
        case "jetpack", [start, end]:
            where = _(", from mission %(start)s to %(end)s") % {"start": start, "end": end}
        case "stun-gun", [mission, position]:
            where = _(" at mission %(mission)s, card %(position)s") % {
                "mission": mission,
                "position": position,
            }
        case "drone" | "newspaper", [mission]:
            where = _(" at mission %(mission)s") % {"mission": mission}
        case "vesper-martini", [change]:
            where = f" {change}".replace("-", "\u2212")
    return cast.pick(
        seat,
        _("You use %(what)s%(where)s."),
        _("%(name)s uses %(what)s%(where)s."),
        what=what,
        where=where,
    )


def _rule_of(action: str) -> str:
    item = action.split(" ")[1]
    return words.RULES[item]


GROUP = 8
"""How many lines of the log are sent together."""


def log_sections(reading: Reading) -> dict[str, Html]:
    """The log of the last two rounds, and the earlier rounds under everything else."""
    scene = reading.scene
    said = read(scene.log, Told, reading.cast, scene.language)
    cut = said.rounds[-2] if len(said.rounds) > 2 else 0
    lines = said.latest(cut)
    action = escape(_("action %(n)d") % {"n": scene.number})
    pieces = {"k-log-n": f'<small id="k-log-n">{action}</small>'}
    for start in range(0, len(lines), GROUP):
        name = f"k-log-{start // GROUP}"
        group = "\n".join(reversed(lines[start : start + GROUP]))
        pieces[name] = f'<ol id="{name}">\n{group}\n</ol>'
    around = printed("log", scene.language, tuple(reversed([*pieces][1:])))
    sections: dict[str, Html] = {
        "k-log": scene.kept("k-log", (around, pieces), partial(Woven.of, around, pieces))
    }
    if cut:
        sections["k-past"] = scene.kept("k-past", (cut, said.cast), partial(_past, said, cut))
    return sections


def _past(said: Told, end: int) -> Html:
    lines = "\n".join(reversed(said.html()[:end]))
    return made("past", Markup(lines))  # noqa: S704 - lines as `_line` makes them, which escapes
