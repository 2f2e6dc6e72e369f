"""The end at the night table: who won and why, who was who, who was allied, and what comes next."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.microfilms.cards import AGENT, CROUPIER, LETTER, NATION, Who
from brushpass.games.microfilms.happenings import Attempted
from brushpass.games.microfilms.view import Opened
from brushpass.web.scenes import Over
from brushpass.web.scenes.microfilms import notebook, words
from brushpass.web.scenes.microfilms.reading import Face, Reading, face

REASONS = {
    "agents": "M24",
    "croupier-hand": "C10",
    "journalist": "M25",
    "hitman": "M26",
    "broker": "M27",
    "interpol": "M28",
    "failed-attempt": "C8",
    "croupier-francs": "C7",
    "turn-limit": "M31",
}


@dataclass(frozen=True, slots=True)
class Stood:
    """Someone at the end, with everything laid open."""

    id: str
    called: str
    mono: str
    mine: bool
    won: bool
    out: bool
    identities: tuple[Face, ...]
    papers: int
    hand: tuple[Face, ...]
    backs: int
    francs: int
    francs_say: str
    cleared: bool
    token_says: str
    side: str
    """Allied or alone."""
    pair: bool


@dataclass(frozen=True, slots=True)
class End:
    """How it ended, and what can follow."""

    won: bool
    head: str
    why: str
    story: str
    stood: tuple[Stood, ...]
    letters: str
    lying: tuple[tuple[str, tuple[Face, ...]], ...]
    """Heading and cards of the decks and the box."""
    house: int
    may_ask: bool
    starts: str
    asked: str
    next: str | None
    record: str | None
    again: str | None


def end(read: Reading) -> End:
    """Everything that is said at the end."""
    over, view, cast = read.scene.over, read.view, read.cast
    opened = view if isinstance(view, Opened) else None
    winners = () if over is None else over.winners
    if winners:
        names = words.listed(cast.called(who) for who in winners)
        head = _("%(names)s win.") if len(winners) > 1 else _("%(names)s wins.")
        head = _("You win.") if winners == (read.scene.viewer,) else head % {"names": names}
    else:
        head = _("Nobody wins.")
    starts = ""
    if len(winners) == 1 and winners[0] != CROUPIER:
        starts = cast.pick(
            winners[0], _("You start the rematch. (M8)"), _("%(name)s starts the rematch. (M8)")
        )
    asked = () if over is None else over.asked
    wanting = [cast.called(seat) for seat in asked]
    return End(
        won=read.scene.viewer in winners and read.sits,
        head=head,
        why=_why(read, over),
        story=_story(read),
        stood=tuple(_stood(read, who, who in winners) for who in read.seats),
        letters=_letters(opened),
        lying=_lying(opened),
        house=view.house,
        may_ask=over is not None and over.may_ask,
        starts=starts,
        asked=_("Want a rematch: %(names)s") % {"names": words.listed(wanting)} if wanting else "",
        next=None if over is None else over.next,
        record=None if over is None else over.record,
        again=None if over is None else over.again,
    )


def _why(read: Reading, over: Over | None) -> str:
    """The reason, with its rule."""
    cast = read.cast
    if over is not None and over.result is None:
        if over.reason == "resigned" and over.resigned is not None:
            return cast.pick(over.resigned, _("You have resigned."), _("%(name)s has resigned."))
        if over.reason == "closed":
            return _("Those who mind this house have closed the table.")
        return _("Everybody has left the table.")
    reason = "" if over is None or over.result is None else over.result.reason
    said = {
        "agents": _film_says(read),
        "croupier-hand": _his_film_says(read, () if over is None else over.winners),
        "journalist": _("The journalist named the right agent."),
        "hitman": _("The hitman found the ace."),
        "broker": _("The broker knew where both letters were."),
        "interpol": _("Interpol found a bloodstained card."),
        "failed-attempt": _("An attempt was wrong, so the other player wins."),
        "croupier-francs": _("The Croupier has 10 francs: both players lose."),
        "turn-limit": _("The turn limit is reached."),
    }.get(reason, "")
    return f"{said} ({REASONS[reason]})" if reason in REASONS else said


def _film_says(read: Reading) -> str:
    """M24: what the film that was revealed decided."""
    attempt, view = _attempt(read), read.view
    if attempt is None or attempt.film is None or not isinstance(view, Opened):
        return _("The film decides between the pair and the agent who is alone.")
    alone = attempt.identity in AGENT.values() and NATION[attempt.identity] not in view.letters
    of_the_pair = NATION[attempt.film] in view.letters
    if alone and of_the_pair:
        return _("The agent who is alone has revealed a film of the pair, and wins.")
    if alone:
        return _("The agent who is alone needed a film of the pair: so the pair wins.")
    if of_the_pair:
        return _(
            "The film is one of the pair's own, and not that of the agent who is alone, who "
            "therefore wins."
        )
    return _("The film is that of the agent who is alone: the pair wins.")


def _his_film_says(read: Reading, winners: tuple[Who, ...]) -> str:
    """C10: what naming a film in the Croupier's hand decided."""
    attempt, view = _attempt(read), read.view
    if attempt is None or not isinstance(view, Opened) or view.croupier is None:
        return _("The film in the Croupier's hand decides.")
    if attempt.film not in view.croupier.hand:
        return _("The Croupier does not hold it, so the other player wins.")
    if winners == (CROUPIER,):
        return _("He holds it, but the players are allied: the Croupier wins.")
    if CROUPIER in winners:
        return _("He holds it, and it is the film of the agent who is alone: he and his ally win.")
    return _("He holds it, but only his ally wins by it, and only by the film of the third agent.")


def _attempt(read: Reading) -> Attempted | None:
    """The attempt that ended the game, if one did."""
    for line in reversed(read.scene.log):
        if isinstance(line.event, Attempted):
            return line.event if line.number == read.scene.number else None
    return None


def _story(read: Reading) -> str:
    """The attempt that ended it, in words."""
    attempt = _attempt(read)
    found = None if attempt is None else words.sentence(attempt, read.cast)
    return found[0] if found else ""


def _stood(read: Reading, who: Who, won: bool) -> Stood:
    view, side = read.view, read.side(who)
    hand = () if isinstance(side.hand, int) else side.hand
    letters = view.letters if isinstance(view, Opened) else ()
    nation = next((each for each in view.agents if AGENT[each] in side.identities), None)
    allied = ""
    if nation is not None and letters:
        allied = _("allied (M6)") if nation in letters else _("alone (M6)")
    return Stood(
        id=f"m-end-{who}",
        called=read.cast.called(who),
        mono=notebook.monogram(read.cast.name(who), who),
        mine=who == read.scene.viewer,
        won=won,
        out=side.eliminated,
        identities=tuple(
            face(card, read.id(f"identity {who} {number}"))
            for number, card in enumerate(side.identities)
            if card is not None
        ),
        papers=sum(card is None for card in side.identities),
        hand=tuple(face(card, read.id(f"end {who} {n}")) for n, card in enumerate(hand)),
        backs=side.hand if isinstance(side.hand, int) else 0,
        francs=side.francs,
        francs_say=words.francs(side.francs),
        cleared=side.cleared,
        token_says=_(words.CLEARED_SAYS) if side.cleared else _(words.SUSPECT_SAYS),
        side=allied,
        pair=nation is not None and nation in letters,
    )


def _letters(opened: Opened | None) -> str:
    """M6: which letters were in play."""
    if opened is None or not opened.letters:
        return ""
    names = words.listed(words.nation(each) for each in opened.letters)
    return _("Letters in play: %(nations)s. Their agents were allied. (M6)") % {"nations": names}


def _lying(opened: Opened | None) -> tuple[tuple[str, tuple[Face, ...]], ...]:
    """What nobody held."""
    if opened is None:
        return ()
    box = [LETTER[nation] for nation in opened.agents if nation not in opened.letters]
    piles = (
        (_("Draw deck"), opened.deck),
        (_("Discard deck"), opened.discard),
        (_("In the box"), tuple(box) if opened.letters else ()),
    )
    return tuple(
        (head, tuple(face(card, f"m-lay-{at}-{n}") for n, card in enumerate(cards)))
        for at, (head, cards) in enumerate(piles)
        if cards
    )
