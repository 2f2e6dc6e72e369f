"""The figures of a match in words, as JSON, and as a chart."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from brushpass.arena.figures import About, Comparison, Summary
from brushpass.arena.match import Match
from brushpass.games.contract import Json


def text(match: Match, found: Summary) -> str:
    """Markdown tables: they read well in a terminal, and can be put into a document as they are."""
    parts = [_heading(match, found)]
    several = len(match.contenders) > 1
    if several:
        parts.append(_table(["", "rating", "95 of 100"], _rating_rows(match, found)))
        parts.append(_matrix(match, found))
    margins = [each for each in found.comparisons if each.margin is not None and several]
    if margins:
        parts.append(_table(["points ahead a game", "", "95 of 100"], _margin_rows(match, margins)))
    parts.append(_table(["games ended by", "", "of them"], _end_rows(match, found)))
    if any(found.roles):
        parts.append(_table(["wins by identity", "won", "of", ""], _role_rows(match, found)))
    parts.append(
        _table(
            ["a decision takes", "half within", "99 of 100 within", "mean", "decisions"],
            _time_rows(match, found),
        )
    )
    if any(found.forfeits):
        rows = [
            [contender.name, str(count)]
            for contender, count in zip(match.contenders, found.forfeits, strict=True)
            if count
        ]
        parts.append(_table(["forfeited games", ""], rows))
    return "\n".join(parts)


def _heading(match: Match, found: Summary) -> str:
    seats = f", {match.seats} seats" if match.seats > 2 else ""
    part = "" if found.deals == match.deals else f" of {match.deals:,}"
    return f"{match.game}{seats}: {found.deals:,}{part} deals, seed {match.seed}\n"


def _rating_rows(match: Match, found: Summary) -> Iterator[list[str]]:
    order = sorted(range(len(match.contenders)), key=lambda n: -found.ratings[n].value)
    for number in order:
        rating = found.ratings[number]
        yield [match.contenders[number].name, f"{rating.value:+.0f}", _between(rating, "+.0f")]


def _matrix(match: Match, found: Summary) -> str:
    """Who scores how much against whom: the row's share of the points, in per cent."""
    names = [contender.name for contender in match.contenders]
    cells = {each.pairing: each for each in found.comparisons}
    if match.seats > 2:
        fields = [names[field] for field in match.fields]
        rows = [
            [names[guest], *(_ratio(cells.get((guest, field))) for field in match.fields)]  # type: ignore[call-overload]  # a pair finds its named equal
            for guest in range(len(names))
        ]
        return _table(["wins as often as, among:", *fields], rows)
    rows = []
    for a in range(len(names)):
        row = [names[a]]
        for b in range(len(names)):
            one, other = cells.get((a, b)), cells.get((b, a))  # type: ignore[call-overload]  # as above
            if one is not None:
                row.append(_share(one.score))
            elif other is not None:
                low, high = 1 - other.score.high, 1 - other.score.low
                row.append(_share(About(1 - other.score.value, low, high)))
            else:
                row.append("")
        rows.append(row)
    return _table(["% of the points against:", *names], rows)


def _ratio(each: Comparison | None) -> str:
    if each is None or each.ratio is None:
        return ""
    return f"{_number(each.ratio.value, '.2f')} ({_between(each.ratio, '.2f')})"


def _share(score: About) -> str:
    percent = About(*(100 * value for value in score))
    return f"{_number(percent.value, '.1f')} ({_between(percent, '.1f')})"


def _margin_rows(match: Match, margins: Sequence[Comparison]) -> Iterator[list[str]]:
    for each in margins:
        assert each.margin is not None
        names = [match.contenders[number].name for number in each.pairing]
        about = each.margin
        yield [" over ".join(names), _number(about.value, "+.2f"), _between(about, "+.2f")]


def _end_rows(match: Match, found: Summary) -> Iterator[list[str]]:
    for who, reasons in found.ends.items():
        total = sum(reasons.values())
        names = " and ".join(match.contenders[number].name for number in who)
        for reason, count in reasons.items():
            yield [f"{reason} ({names})", f"{count:,}", f"{100 * count / total:.1f} %"]


def _role_rows(match: Match, found: Summary) -> Iterator[list[str]]:
    for contender, roles in zip(match.contenders, found.roles, strict=True):
        for role, (won, held) in roles.items():
            share = f"{100 * won / held:.1f} %"
            yield [f"{contender.name} as {role}", f"{won:,}", f"{held:,}", share]


def _time_rows(match: Match, found: Summary) -> Iterator[list[str]]:
    for contender, times, count in zip(match.contenders, found.times, found.decisions, strict=True):
        yield [contender.name, *(_time(seconds) for seconds in times), f"{count:,}"]


def _time(seconds: float) -> str:
    return "" if math.isnan(seconds) else f"{1000 * seconds:.2g} ms"


def _between(about: About, form: str) -> str:
    if math.isnan(about.low):
        return ""
    return f"{about.low:{form}} to {about.high:{form}}"


def _number(value: float, form: str) -> str:
    return "" if math.isnan(value) else f"{value:{form}}"


def _table(head: list[str], rows: Iterator[list[str]] | list[list[str]]) -> str:
    """A Markdown table whose columns stand below each other."""
    lines = [head, *rows]
    wide = [max(len(line[at]) for line in lines) for at in range(len(head))]

    def row(cells: list[str]) -> str:
        first = f"{cells[0]:<{wide[0]}}"
        others = [f"{cell:>{w}}" for cell, w in zip(cells[1:], wide[1:], strict=True)]
        return f"| {' | '.join([first, *others])} |"

    rule = " | ".join(["-" * max(3, wide[0]), *("-" * max(2, w - 1) + ":" for w in wide[1:])])
    return "\n".join([row(head), f"| {rule} |", *map(row, lines[1:])]) + "\n"


# --- JSON -----------------------------------------------------------------------------------------


def json(match: Match, found: Summary) -> Json:
    """The same figures for programs. What depends on the machine stands under `timing` alone."""
    names = [contender.name for contender in match.contenders]
    return {
        "match": match.json(),
        "deals": found.deals,
        "ratings": {
            name: _about(rating) for name, rating in zip(names, found.ratings, strict=True)
        },
        "comparisons": [
            {
                "guest": names[each.pairing.guest],
                "field": names[each.pairing.field],
                "deals": len(each.scores),
                "score": _about(each.score),
                "ratio": None if each.ratio is None else _about(each.ratio),
                "margin": None if each.margin is None else _about(each.margin),
            }
            for each in found.comparisons
        ],
        "ends": [
            {"seated": [names[number] for number in who], "reasons": dict(reasons)}
            for who, reasons in found.ends.items()
        ],
        "identities": {
            name: {role: {"won": won, "held": held} for role, (won, held) in roles.items()}
            for name, roles in zip(names, found.roles, strict=True)
        },
        "forfeits": dict(zip(names, found.forfeits, strict=True)),
        "timing": {
            name: {"p50": _known(half), "p99": _known(most), "mean": _known(mean), "decisions": n}
            for name, (half, most, mean), n in zip(names, found.times, found.decisions, strict=True)
        },
    }


def _about(about: About) -> Json:
    return {"value": _known(about.value), "low": _known(about.low), "high": _known(about.high)}


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


# --- a chart --------------------------------------------------------------------------------------

_WIDE, _LEFT, _RIGHT, _ROW, _TOP = 720, 170, 40, 36, 56


def chart(match: Match, found: Summary) -> str:
    """The ratings with their intervals, as SVG."""
    order = sorted(range(len(match.contenders)), key=lambda n: -found.ratings[n].value)
    marks = [
        mark
        for rating in found.ratings
        for mark in (rating.low, rating.value, rating.high)
        if not math.isnan(mark)
    ]
    step = _round_step(max(marks) - min(marks))
    low = math.floor(min(marks) / step) * step
    high = max(math.ceil(max(marks) / step) * step, low + step)

    def x(value: float) -> float:
        return round(_LEFT + (value - low) / (high - low) * (_WIDE - _LEFT - _RIGHT), 1)

    tall = _TOP + _ROW * len(order) + 40
    floor = tall - 36
    title = escape(_heading(match, found).strip())
    face = 'font-family="Roboto Condensed, Arial Narrow, sans-serif" font-size="15"'
    svg = 'svg xmlns="http://www.w3.org/2000/svg" role="img"'
    parts = [
        f'<{svg} viewBox="0 0 {_WIDE} {tall}" {face}>',
        f"<title>{title}</title>",
        f'<rect width="{_WIDE}" height="{tall}" fill="#f3ead6"/>',
        f'<text x="16" y="32" font-size="20" font-weight="700" fill="#0d2745">{title}</text>',
    ]
    at = low
    while at <= high + step / 2:
        parts.append(
            f'<line x1="{x(at)}" x2="{x(at)}" y1="{_TOP - 8}" y2="{floor}" stroke="#e6dac0"/>'
            f'<text x="{x(at)}" y="{floor + 20}" text-anchor="middle" fill="#41536a">'
            f"{at:+.0f}</text>"
        )
        at += step
    for row, number in enumerate(order):
        y = _TOP + _ROW * row + _ROW / 2
        rating = found.ratings[number]
        name = escape(match.contenders[number].name[:20])
        parts.append(f'<text x="16" y="{y + 5}" fill="#0d2745">{name}</text>')
        if not math.isnan(rating.low):
            parts.append(
                f'<line x1="{x(rating.low)}" x2="{x(rating.high)}" y1="{y}" y2="{y}" '
                'stroke="#0d2745" stroke-width="3"/>'
            )
        parts.append(
            f'<circle cx="{x(rating.value)}" cy="{y}" r="7" fill="#f6601f" stroke="#0d2745" '
            'stroke-width="2"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _round_step(spread: float) -> float:
    """The distance of the lines: 1, 2 or 5 with zeros, for about six of them."""
    rough = max(spread, 10.0) / 6
    size = 10 ** math.floor(math.log10(rough))
    return float(next(size * n for n in (1, 2, 5, 10) if size * n >= rough))
