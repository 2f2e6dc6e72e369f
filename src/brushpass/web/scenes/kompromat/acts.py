"""What can be done now, and why not what cannot."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brushpass.games.kompromat.cards import ACE, LIMIT, MARKS, TOKENS_LOSE, Card
from brushpass.web.scenes.kompromat import words
from brushpass.web.scenes.kompromat.reading import AT_ANY_TIME, SPREAD, Reading, totals
from brushpass.web.scenes.kompromat.reveal import collector


@dataclass(frozen=True, slots=True)
class Button:
    """Something to do, in the panel under the board."""

    act: str
    label: str
    sub: str
    key: str
    tone: str = "hold"
    """`go`: it spends or risks something; `hold`: it does not."""
    icon: str | None = None
    figure: str | None = None
    why: str | None = None
    """Why it cannot be done, None where it can."""


@dataclass(frozen=True, slots=True)
class Item:
    """One of a seat's unused items."""

    card: Card
    name: str
    brief: str
    says: str
    act: str | None = None
    aim: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """An item that the USB stick can act as."""

    card: Card
    name: str
    act: str | None
    aim: str | None


@dataclass(frozen=True, slots=True)
class Acts:
    """The panel under the board."""

    figure: str | None
    icon: str | None
    head: str
    note: str
    buttons: tuple[Button, ...]
    items: tuple[Item, ...]
    copies: tuple[Copy, ...]
    peek: tuple[tuple[str, str], ...]
    """K24: the next cards of the own deck, symbol and explanation."""
    aims: tuple[tuple[str, str], ...]
    """Each aim, and what to touch next."""
    choices: bool


def depends_on(read: Reading) -> tuple[object, ...]:
    """All that the panel is made from."""
    view, seen = read.view, read.past.peeked
    phase = (view.phase in SPREAD, view.phase in AT_ANY_TIME, view.phase == "window")
    return (
        view if read.asked else (*phase, view.actor, view.players[read.me].items),
        read.scene.legal,
        seen and (seen, read.past.acted.get(read.me)),
        read.cast,
    )


def acts(read: Reading) -> Acts:
    """What this viewer can do now, and why not what it cannot."""
    view = read.view
    figure, icon, head, note = _panel(read)
    buttons = _buttons(read) if read.asked else ()
    choices = view.phase in SPREAD and read.asked
    items = () if choices or not read.sits else _items(read)
    peek: tuple[tuple[str, str], ...] = ()
    seen = read.past.peeked
    if read.sits and seen and seen[0] == read.me and read.past.acted.get(read.me) == seen[2]:
        peek = tuple((f"eq-{card}", _(words.EQUIPMENT_NAMES[card])) for card in seen[1])
    return Acts(figure, icon, head, note, buttons, items, _copies(read), peek, _aims(read), choices)


def _panel(read: Reading) -> tuple[str | None, str | None, str, str]:
    """A figure or a picture, a heading, a word about it."""
    view = read.view
    if not read.asked:
        if view.actor is None:
            return None, "p-passer", _("One moment"), ""
        note = "" if read.sits else _("You are watching. (K43)")
        return None, "p-eye", _("%(name)s decides") % {"name": read.name(view.actor)}, note
    player = view.players[read.me]
    match view.phase:
        case "turn":
            return None, "p-draw", _("Your turn"), _("The first card lies open. (K8)")
        case "place":
            card = view.drawn or "?"
            number = None if card == ACE else words.value(card)
            return number, "p-agent", _("your card"), _("Lay it at a lit mission. (K8)")
        case "push":
            pile = player.piles[view.current - 1]
            papers = player.newspapers[view.current - 1]
            possible = totals([shown.card for shown in pile if shown.card], papers)
            fits = [each for each in possible if each <= LIMIT]
            best = fits[-1] if fits else possible[0]
            note = _("your total at mission %(mission)d") % {"mission": view.current}
            if len(possible) > 1 and len(fits) != 1:
                others = " / ".join(words.total(each) for each in possible if each != best)
                note += " " + _("(or %(others)s)") % {"others": others}
            return words.total(best), None, "", note
        case "window":
            return None, "p-eye", _("Before it is revealed"), _("Items may be used now. (K30)")
        case "declare":
            return None, "p-agent", _("What does your A count?"), _("It is final. (K31, K32)")
        case "adjust":
            return None, "p-vesper-martini", _("Vesper Martini"), _("One up or one down. (K27)")
        case "perfect":
            return "21", None, _("Perfect"), _("You may discard a token. (K35)")
        case "rescue":
            return None, "p-balaclava", _("Balaclava"), _("The ninth token loses. (K18, K36)")
        case _:
            return None, "p-chloroform", _("Chloroform"), _("It spares you the tokens. (K19)")


def _buttons(read: Reading) -> tuple[Button, ...]:
    view = read.view
    player = view.players[read.me]
    left = ngettext("%(n)d card left", "%(n)d cards left", player.deck) % {"n": player.deck}
    match view.phase:
        case "turn":
            return (Button("draw", _("Draw"), left, "d", "go", "p-draw"),)
        case "place":
            return ()
        case "push":
            why = None
            if "draw" not in read.legal:
                why = (
                    _("Over 21: no more cards. (K10)")
                    if player.deck
                    else _("Your deck is empty. (K11)")
                )
            figure = _panel(read)[0] or ""
            return (
                Button("draw", _("Draw"), left, "d", "go", "p-draw", why=why),
                Button(
                    "stop", _("Stop"), _("at %(total)s") % {"total": figure}, "s", icon="p-stop"
                ),
            )
        case "window":
            return (Button("pass", _("Pass"), _("use nothing now"), "p", icon="p-stop"),)
        case "declare":
            return _declares(read)
        case "adjust":
            return _martinis(read)
        case "perfect":
            after = player.tokens - 1
            return (
                Button("shed", _("Discard one"), _tokens(after), "d", "go", "token"),
                Button("keep", _("Keep them"), _tokens(player.tokens), "k"),
            )
        case "rescue":
            due = player.tokens + (view.taking or 0)
            loses = due >= TOKENS_LOSE
            take = _("%(n)d: you lose the game") if loses else _("%(n)d in all")
            return (
                *_spares(read, "balaclava", _("two tokens fewer")),
                Button("pass", _("Take them"), take % {"n": due}, "p"),
            )
        case _:
            ci = view.missions[view.current - 1].ci
            count = 0 if ci is None else MARKS[ci]
            return (
                *_spares(read, "chloroform", _("no tokens")),
                Button("pass", _("Take them"), _tokens(player.tokens + count), "p"),
            )


def _tokens(count: int) -> str:
    return ngettext("%(n)d token, %(n)d point", "%(n)d tokens, %(n)d points", count) % {"n": count}


def _spares(read: Reading, item: Card, sub: str) -> tuple[Button, ...]:
    """The buttons that use an item, itself or through the USB stick."""
    found = []
    for stem, key in ((f"use {item}", "u"), (f"use usb-stick {item}", "i")):
        if stem in read.legal:
            card = stem.split(" ")[1]
            found.append(Button(stem, words.name(card), sub, key, "go", f"p-{card}"))
    return tuple(found)


def _declares(read: Reading) -> tuple[Button, ...]:
    said = sorted(
        (float(action.split(" ")[1]), action)
        for action in read.legal
        if action.startswith("declare ")
    )
    found = []
    for place, (number, action) in enumerate(said):
        sub = _("each A counts 1") if place == 0 else _("with one A as 11")
        if place > 1:
            sub = _("with %(n)d A as 11") % {"n": place}
        if number > LIMIT:
            sub = _("over 21: one token. (K34)")
        elif number == LIMIT:
            sub = _("perfect. (K35)")
        found.append(
            Button(
                action,
                _("Declare"),
                sub,
                str(place + 1),
                "go" if number > LIMIT else "hold",
                figure=words.total(number),
            )
        )
    return tuple(found)


def _martinis(read: Reading) -> tuple[Button, ...]:
    was = read.view.declared[read.me]
    twice = {"use vesper-martini +1", "use usb-stick vesper-martini +1"} <= read.legal
    found = []
    for stem, keys in (("use vesper-martini", "-+"), ("use usb-stick vesper-martini", "12")):
        for change, key in (("-1", keys[0]), ("+1", keys[1])):
            if f"{stem} {change}" in read.legal:
                becomes = was + int(change)
                sub = _leads_to(read, becomes)
                if twice:
                    sub = f"{words.name(stem.split(' ')[1])}: {sub}"
                found.append(
                    Button(
                        f"{stem} {change}",
                        _becomes(becomes),
                        sub,
                        key,
                        "go",
                        figure=change.replace("-", "\u2212"),
                    )
                )
    keep = Button("pass", _("Keep it"), _leads_to(read, was), "k")
    return (*found, keep)


def _leads_to(read: Reading, total: float) -> str:
    """What comes of it if this is one's total, as it stands."""
    view = read.view
    declared, number = list(view.declared), view.current - 1
    declared[read.me] = total
    if total > LIMIT:
        return _("over: one token")
    seat = collector(declared, [len(each.piles[number]) for each in view.players])
    if seat is None:
        said = _("nobody collects")
    else:
        said = read.cast.pick(seat, _("you collect"), _("%(name)s collects"))
    if total == LIMIT and view.players[read.me].tokens:
        said = _("%(what)s; you may shed a token") % {"what": said}
    return said


def _becomes(total: float) -> str:
    said = words.total(total)
    if total > LIMIT:
        return _("%(total)s, over") % {"total": said}
    return _("%(total)s, perfect") % {"total": said} if total == LIMIT else said


def _items(read: Reading) -> tuple[Item, ...]:
    view = read.view
    found = []
    stems = read.stems()
    for card in view.players[read.me].items:
        stem = f"use {card}"
        item = {
            "card": card,
            "name": words.name(card),
            "brief": _(words.BRIEF[card]),
            "says": words.mission_says(card),
        }
        if stem in read.legal:
            found.append(Item(**item, act=stem))
        elif any(each == stem or each.startswith(stem + " ") for each in stems):
            found.append(Item(**item, aim=stem))
        else:
            found.append(Item(**item, why=_why_not(read, card)))
    return tuple(found)


def _why_not(read: Reading, card: Card) -> str:
    view = read.view
    if view.phase not in AT_ANY_TIME or (view.phase == "window" and not read.asked):
        return _("Items rest now. (K17)")
    return f"{_(words.NEEDS[card])} ({words.RULES[card]})"


def _copies(read: Reading) -> tuple[Copy, ...]:
    """K26: what the USB stick can act as now."""
    if read.view.phase in SPREAD:
        return ()
    found = []
    for stem in read.stems():
        if stem.startswith("use usb-stick "):
            card = stem.split(" ")[-1]
            at_once = stem in read.legal
            found.append(
                Copy(
                    card,
                    words.name(card),
                    stem if at_once else None,
                    None if at_once else stem,
                )
            )
    return tuple(found)


def _aims(read: Reading) -> tuple[tuple[str, str], ...]:
    """For each aim, the words that say what to touch."""
    if not read.stems():
        return ()
    ask = {
        "drone": _("Touch the cards to turn up."),
        "newspaper": _("Touch the pile it is laid at."),
        "stun-gun": _("Touch the card to discard."),
        "jetpack": _("Touch your pile to carry."),
    }
    found: list[tuple[str, str]] = []
    stems = read.stems() if read.view.phase in AT_ANY_TIME else []
    if any(stem.startswith("use usb-stick ") for stem in stems):
        found.append(("use usb-stick", _("Choose what it acts as.")))
    for stem in stems:
        item = stem.split(" ")[-1]
        if item in ask:
            found.append((stem, ask[item]))
        if item == "jetpack":
            starts = sorted({start for start, _end in read.uses(stem)})
            found += [(f"{stem} {start}", _("Touch where it goes.")) for start in starts]
    return tuple(found)
