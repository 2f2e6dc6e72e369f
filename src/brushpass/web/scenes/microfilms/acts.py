"""What a seat can do at the night table, and where it is touched.

A gesture is a row of aims: each lights what can be touched next, and the last touch is the action.
Nothing is lit but what `legal` says; what cannot be done says why, from what the seat can see.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from brushpass.games.microfilms.actions import Place
from brushpass.games.microfilms.cards import (
    ACE,
    AGENT,
    CASH_OUT,
    CROUPIER,
    FILMS,
    INTERROGATE,
    NATION,
    STEAL,
    Card,
    Who,
)
from brushpass.games.microfilms.view import Side
from brushpass.web.scenes import Scene
from brushpass.web.scenes.microfilms import words

PLACES: tuple[Place, ...] = (0, 1, 2, 3, 4, 5, CROUPIER, "deck", "discard")
"""M27: in the order in which two of them are written."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that is lit while aiming: to touch it is the action, or the next aim."""

    aim: str
    """Which aims light it, with bars between; empty where it is lit without any."""
    act: str | None
    next: str | None
    label: str
    icon: str | None = None
    key: str = ""
    why: str | None = None
    says: str = ""
    sub: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """One of the things that a turn can be, or an answer."""

    name: str
    label: str
    sub: str
    icon: str
    key: str
    act: str | None
    aim: str | None
    why: str | None
    says: str


@dataclass(frozen=True, slots=True)
class Step:
    """What is asked while something is being aimed."""

    aims: str
    head: str
    beside: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The buttons under the table."""

    head: str
    means: tuple[Target, ...]
    choices: tuple[Target, ...]
    verbs: tuple[Verb, ...]


class Acts:
    """The actions of one seat at one moment."""

    def __init__(self, scene: Scene, cast: words.Cast) -> None:
        self.scene, self.cast, self.view = scene, cast, scene.view
        self.legal = frozenset(scene.legal)
        asked = scene.viewer is not None and scene.view.actor == scene.viewer
        self.asked = asked and bool(scene.legal)
        self.turn = self.asked and scene.view.phase == "action"
        side = None if scene.viewer is None else scene.view.players[scene.viewer]
        self.side: Side | None = side if isinstance(side, Side) else None
        self.out = self.side is not None and self.side.eliminated
        self.hand: tuple[Card, ...] = () if self.side is None else self.side.hand
        self.others: tuple[Who, ...] = self._others()

    def _others(self) -> tuple[Who, ...]:
        """Everyone who can be named."""
        count = len(self.scene.sitters)
        seats: list[Who] = [
            seat
            for seat in range(count)
            if seat != self.scene.viewer and not self.view.players[seat].eliminated
        ]
        return (*seats, *((CROUPIER,) if self.view.croupier is not None else ()))

    # --- which means, films and ways there are ----------------------------------------------------

    def _any(self, *starts: str) -> bool:
        return any(action.startswith(starts) for action in self.legal)

    def _means(self, verb: str, kinds: Sequence[str]) -> list[str]:
        """By which means the verb is open to somebody."""
        return [f"{verb} {kind}" for kind in kinds if self._any_at(f"{verb} {{}} {kind}")]

    @property
    def interrogations(self) -> list[str]:
        return self._means("interrogate", ("card", "pay"))

    @property
    def blackmails(self) -> list[str]:
        return self._means("blackmail", (STEAL, INTERROGATE, "pay"))

    @property
    def own_cards(self) -> tuple[Card, ...]:
        return tuple(dict.fromkeys(self.hand))

    @property
    def bribes(self) -> list[str]:
        return [f"bribe {card}" for card in self.own_cards if self._any_at(f"bribe {{}} {card}")]

    def _any_at(self, pattern: str) -> bool:
        return any(pattern.format(who) in self.legal for who in self.others)

    @property
    def broker_places(self) -> tuple[Place, ...]:
        return tuple(place for place in PLACES if f"win broker {place} {place}" in self.legal)

    def _pair(self, one: Place, other: Place) -> str:
        first, second = sorted((one, other), key=PLACES.index)
        return f"win broker {first} {second}"

    # --- steps ------------------------------------------------------------------------------------

    def steps(self) -> tuple[Step, ...]:
        """What is asked at each aim there is now."""
        return tuple(self._steps()) if self.turn else ()

    def _steps(self) -> Iterable[Step]:
        if len(self.bribes) > 1:
            yield Step("bribe", _("Bribe: with which card?"), _("It is offered face down. (M13)"))
        for aim in self.bribes:
            card = aim.removeprefix("bribe ")
            yield Step(
                aim,
                _("Bribe with %(card)s: choose whom.") % {"card": words.name(card)},
                _("Accepted, you are Cleared; declined, they owe you 1 franc. (M13)"),
            )
        if self.interrogations:
            yield Step(
                "|".join(self.interrogations),
                _("Interrogate: choose whom."),
                _("You see one of their cards or their identity, at random. (M17)"),
            )
        if self.blackmails:
            yield Step(
                "|".join(self.blackmails),
                _("Blackmail: choose whom."),
                _("They pay you 2 francs, defend, or refuse and take your suspicion. (M18)"),
            )
        if self._any("steal "):
            yield Step(
                "steal", _("Steal: choose from whom."), _("2 francs, or all they have. (M15)")
            )
        for card in self.own_cards:
            if self.menu(card):
                head = _("%(card)s: what with it?") % {"card": words.name(card)}
                yield Step(f"card {card}", head, "")
        yield from self._win_steps()

    def _win_steps(self) -> Iterable[Step]:
        if len(self._ways()) > 1 and self._any("win "):
            yield Step(
                "win", _("Attempt a win: how?"), _("Nothing is shown before your last touch. (M19)")
            )
        if self._any("win agent"):
            yield Step(
                "win agent",
                _("Win as agent: reveal which film?"),
                _(
                    "An ally needs the film of the lone agent, the lone agent one of the pair's. "
                    "Everything is revealed. (M24)"
                ),
            )
        if self._any("win journalist"):
            out = _("Wrong, and you are out. (M25)")
            if self.view.croupier is not None:
                out = _("Wrong, and the other player wins. (M25, C8)")
            yield Step("win journalist", _("Win as journalist: reveal which film?"), out)
            for film in self._films("win journalist"):
                agent = words.short(AGENT[NATION[film]])
                head = _("Name the %(agent)s.") % {"agent": agent}
                yield Step(f"win journalist {film}", head, out)
        if self._any("win hitman"):
            yield Step("win hitman", _("Who holds the ace?"), _("Wrong, and you are out. (M26)"))
        if self._any("win interpol"):
            out = _("Wrong, and you are out. (M28)")
            if self.view.croupier is not None:
                out = _("Wrong, and the other player wins. (M28, C8)")
            yield Step("win interpol", _("Which Suspect has blood on a card?"), out)
        if self.broker_places:
            yield Step(
                "win broker", _("Where is a letter?"), _("Touch the first of two places. (M27)")
            )
            for place in self.broker_places:
                yield Step(
                    f"win broker {place}",
                    _("And the other letter?"),
                    _("First: %(place)s. The same place again means that both are there. (M27)")
                    % {"place": self.cast.place(place)},
                )
        if self._any("win croupier"):
            yield Step(
                "win croupier",
                _("Which film does the Croupier hold?"),
                _("You claim to be his ally. Everything is revealed. (C10)"),
            )

    # --- what is lit where ------------------------------------------------------------------------

    def on(self, place: Place, key: int) -> tuple[Target, ...]:
        """Everything that touching someone, or a deck, can mean."""
        if not self.turn:
            return ()
        return tuple(self._on(place, str(key)))

    def _on(self, place: Place, key: str) -> Iterable[Target]:
        whose = place if isinstance(place, int) or place == CROUPIER else None
        at = {"name": self.cast.place(place) if whose is None else self.cast.whom(whose)}
        for aim in (*self.interrogations, *self.blackmails, *self.bribes):
            verb, end = aim.split(" ")
            act = f"{verb} {place} {end}"
            if act in self.legal:
                yield Target(
                    aim, act, None, self._verb(verb), f"p-{_ICONS[verb]}", key, says=at["name"]
                )
        if f"steal {place}" in self.legal:
            label = self._verb("steal")
            yield Target("steal", f"steal {place}", None, label, "p-steal", key, says=at["name"])
        for film in self._films("win journalist"):
            act = f"win journalist {film} {place}"
            if act in self.legal:
                label = _("The agent")
                yield Target(
                    f"win journalist {film}", act, None, label, "p-agent", key, says=at["name"]
                )
        if f"win hitman {place}" in self.legal:
            label = _("The ace")
            yield Target(
                "win hitman", f"win hitman {place}", None, label, "p-ace", key, says=at["name"]
            )
        if f"win interpol {place}" in self.legal:
            label = _("Arrest")
            yield Target(
                "win interpol",
                f"win interpol {place}",
                None,
                label,
                "p-interpol",
                key,
                says=at["name"],
            )
        if place in self.broker_places:
            label = _("A letter")
            yield Target(
                "win broker", None, f"win broker {place}", label, "p-letter", key, says=at["name"]
            )
            for first in self.broker_places:
                label = _("Both letters") if first == place else _("The other")
                act = self._pair(first, place)
                yield Target(
                    f"win broker {first}", act, None, label, "p-letter", key, says=at["name"]
                )

    def _verb(self, verb: str) -> str:
        return {
            "interrogate": _("Interrogate"),
            "blackmail": _("Blackmail"),
            "bribe": _("Bribe"),
            "steal": _("Steal"),
        }[verb]

    def on_card(self, card: Card, key: str) -> tuple[Target, ...]:
        """What touching a card of one's hand can mean while aiming."""
        if not self.turn:
            return ()
        found = []
        says = words.name(card)
        if len(self.bribes) > 1 and f"bribe {card}" in self.bribes:
            found.append(Target("bribe", None, f"bribe {card}", _("Offer"), None, key, says=says))
        if f"win agent {card}" in self.legal:
            found.append(
                Target("win agent", f"win agent {card}", None, _("Reveal"), None, key, says=says)
            )
        if card in self._films("win journalist"):
            aim = f"win journalist {card}"
            found.append(Target("win journalist", None, aim, _("Reveal"), None, key, says=says))
        return tuple(found)

    def _films(self, start: str) -> list[Card]:
        """The films of the hand with which an attempt is open."""
        return [card for card in self.own_cards if card in FILMS and self._any(f"{start} {card}")]

    def menu(self, card: Card) -> bool:
        """Whether touching a card of one's hand can begin something."""
        return self.turn and bool(self._uses(card))

    def _uses(self, card: Card) -> list[Target]:
        """What can be done with a card, as buttons of its own menu."""
        aim, found = f"card {card}", list[Target]()
        if card == STEAL and self._any("steal "):
            found.append(Target(aim, None, "steal", _("Steal"), "p-steal"))
        if card == CASH_OUT and "cash-out" in self.legal:
            found.append(Target(aim, "cash-out", None, _("Cash out"), "p-cash-out"))
        if card == INTERROGATE and "interrogate card" in self.interrogations:
            found.append(Target(aim, None, "interrogate card", _("Interrogate"), "p-interrogate"))
        if f"blackmail {card}" in self.blackmails:
            found.append(Target(aim, None, f"blackmail {card}", _("Blackmail"), "p-blackmail"))
        if f"bribe {card}" in self.bribes:
            found.append(Target(aim, None, f"bribe {card}", _("Bribe"), "p-letter"))
        if card in FILMS:
            for way in ("agent", "journalist"):
                if self._any(f"win {way} {card}"):
                    label = _("Win as agent") if way == "agent" else _("Win as journalist")
                    found.append(Target(aim, None, f"win {way}", label, "p-film"))
        return found

    # --- the panel --------------------------------------------------------------------------------

    def panel(self) -> Panel:
        """The buttons under the table."""
        if not self.asked:
            head = _("You are out") if self.out else _("Not your turn")
            return Panel(head, (), (), self._verbs() if self.side and not self.out else ())
        match self.view.phase:
            case "bribe":
                return Panel(_("Your answer"), (), (), self._bribe_answers())
            case "blackmail":
                return Panel(_("Your answer"), (), (), self._blackmail_answers())
            case "discard":
                return Panel(_("Touch a card to discard it"), (), self._stuck(), ())
            case _:
                return Panel(
                    _("Your turn"), tuple(self._all_means()), tuple(self._choices()), self._verbs()
                )

    def stuck(self, card: Card) -> str | None:
        """M21: why the ace cannot be discarded, where it cannot."""
        if self.side is None or not self.asked or self.view.phase != "discard":
            return None
        if card != ACE or f"discard {ACE}" in self.legal:
            return None
        return _("The ace sticks: to discard it costs 2 francs, and you have %(n)d. (M21)") % {
            "n": self.side.francs
        }

    def _stuck(self) -> tuple[Target, ...]:
        """M21: the ace, and its price."""
        if ACE not in self.hand:
            return ()
        says = self.stuck(ACE) or _("To discard the ace costs 2 francs. (M21)")
        return (Target("", None, None, says, "p-ace"),)

    def _all_means(self) -> Iterable[Target]:
        """With which card, or for francs: to change it while aiming."""
        francs = 0 if self.side is None else self.side.francs
        for verb, aims, price, rule in (
            ("interrogate", self.interrogations, 1, "M17"),
            ("blackmail", self.blackmails, 2, "M18"),
        ):
            lit = "|".join(aims)
            if not aims:
                continue
            kinds = ("card", "pay") if verb == "interrogate" else (STEAL, INTERROGATE, "pay")
            for kind in kinds:
                aim = f"{verb} {kind}"
                label = words.francs(price) if kind == "pay" else _("the card")
                if verb == "blackmail" and kind != "pay":
                    label = words.short(kind)
                why = None
                if aim not in aims:
                    at = {"n": francs, "rule": rule, "card": label, "price": words.francs(price)}
                    why = _("You have no such card. (%(rule)s)") % at
                    if kind == "pay":
                        why = _("It costs %(price)s, and you have %(n)d. (%(rule)s)") % at
                    elif verb == "blackmail":
                        continue  # the other card will do
                yield Target(lit, None, None if why else aim, label, None, why=why)

    def _choices(self) -> Iterable[Target]:
        """What is chosen in the panel itself: a way to win, a film of his, a use for a card."""
        for card in self.own_cards:
            yield from self._uses(card)
        ways = self._ways()
        if len(ways) > 1 and self._any("win "):
            for aim, label, icon, why in ways:
                yield Target("win", None, None if why else aim, label, icon, why=why)
        for film in FILMS_IN_ORDER:
            if f"win croupier {film}" in self.legal:
                nation = NATION[film]
                label = words.name(film)
                yield Target("win croupier", f"win croupier {film}", None, label, f"p-{nation}")

    def _ways(self) -> list[tuple[str, str, str, str | None]]:
        """The attempts that belong to the seat's identities: aim, label, icon, why not."""
        if self.side is None:
            return []
        found: list[tuple[str, str, str, str | None]] = []
        for identity in self.side.identities:
            kind = words.kind(identity)
            icon = f"p-{NATION[identity]}" if kind == "agent" else f"p-{kind}"
            label = _("As %(identity)s") % {"identity": words.short(identity)}
            found.append((f"win {kind}", label, icon, self._why_not(kind)))
            if kind == "agent" and self.view.croupier is not None:
                why = self._why_not("croupier")
                found.append(("win croupier", _("A film in his hand"), "p-film", why))
        return found

    def _why_not(self, kind: str) -> str | None:
        """Why an attempt is not open, by its rule; None where it is."""
        if self._any(f"win {kind}"):
            return None
        side = self.side
        assert side is not None
        rule = {"agent": "M24", "journalist": "M25", "hitman": "M26", "broker": "M27"}.get(
            kind, "M28"
        )
        rule = "C10" if kind == "croupier" else rule
        at = {"rule": rule}
        if not side.cleared:
            return _("You are Suspect: be Cleared first. (M19, %(rule)s)") % at
        if kind in ("broker", "interpol") and self.view.evening < 2:
            return _("Only from the second evening on. (%(rule)s)") % at
        if kind == "croupier":
            return _("The Croupier must be Cleared. (C10)")
        if kind == "interpol":
            return _("Nobody else is Suspect. (M28)")
        if kind == "journalist" and any(
            AGENT[NATION[card]] in side.identities for card in self.hand if card in FILMS
        ):
            return _("Not the film of your own nation. (C9)")
        return _("You hold no film. (%(rule)s)") % at

    def _verbs(self) -> tuple[Verb, ...]:
        """What a turn can be; nothing of it is lit while others are asked."""
        view, side = self.view, self.side
        assert side is not None
        bribe = "bribe" if len(self.bribes) > 1 else self.bribes[0] if self.bribes else None
        interrogate = self.interrogations[0] if self.interrogations else None
        blackmail = self.blackmails[0] if self.blackmails else None
        ways = self._ways()
        win, why_win = ("win", None) if len(ways) > 1 else (ways[0][0], ways[0][3])
        if len(ways) > 1 and not self._any("win "):
            why_win = ways[0][3]
        taken = min(1, view.house)
        made = (
            self._act(
                "draw deck",
                _("Draw"),
                _("from the deck"),
                "draw",
                "d",
                _("The draw deck is empty. (M11)"),
                _("Take the top card of the draw deck; only you see it. (M11)"),
            ),
            self._act(
                "draw discard",
                _("Take"),
                self._top(),
                "take",
                "t",
                _("The discard deck is empty. (M11)"),
                _("Take the top card of the discard deck; everyone sees it. (M11)"),
            ),
            self._act(
                "pass",
                _("Pass"),
                "+" + words.francs(taken),
                "coin",
                "p",
                "",
                _("Pass, and take 1 franc from the house. (M12)"),
            ),
            self._aim(
                "bribe",
                bribe,
                _("Bribe"),
                _("with a card"),
                "letter",
                "b",
                _("You have no card to offer. (M13)"),
                _("Offer someone a card, face down. Accepted, you are Cleared. (M13)"),
            ),
            self._aim(
                "interrogate",
                interrogate,
                _("Interrogate"),
                _("card or 1 franc"),
                "interrogate",
                "i",
                _("It takes an interrogate card or 1 franc. (M17)"),
                _("See one of an opponent's cards, at random. (M17)"),
            ),
            self._aim(
                "blackmail",
                blackmail,
                _("Blackmail"),
                _("card or 2 francs"),
                "blackmail",
                "m",
                _("It takes a bloodstained card or 2 francs. (M18)"),
                _("They pay, defend, or refuse, which clears you. (M18)"),
            ),
            self._aim(
                "steal",
                "steal" if self._any("steal ") else None,
                _("Steal"),
                _("2 francs"),
                "steal",
                "s",
                _("It takes a steal card. (M15)"),
                _("Take 2 francs from an opponent. (M15)"),
            ),
            self._act(
                "cash-out",
                _("Cash out"),
                _("3 francs"),
                "cash-out",
                "c",
                _("It takes a cash-out card. (M16)"),
                _("Take 3 francs from the house. (M16)"),
            ),
            self._aim(
                "win",
                None if why_win else win,
                _("Win"),
                _("show who you are"),
                "ace",
                "w",
                why_win or "",
                _("Attempt a win, by what your identity asks. (M19)"),
            ),
        )
        if self.turn:
            return made
        later = _("It is not your turn. (M11 to M19)")
        return tuple(
            Verb(each.name, each.label, "", each.icon, "", None, None, later, each.says)
            for each in made
        )

    def _top(self) -> str:
        top = self.view.top
        return words.name(top) if top else _("nothing there")

    def _act(
        self, act: str, label: str, sub: str, icon: str, key: str, why: str, says: str
    ) -> Verb:
        name = act.removeprefix("draw ")
        if act in self.legal:
            return Verb(name, label, sub, f"p-{icon}", key, act, None, None, says)
        return Verb(name, label, "", f"p-{icon}", key, None, None, why, says)

    def _aim(
        self,
        name: str,
        aim: str | None,
        label: str,
        sub: str,
        icon: str,
        key: str,
        why: str,
        says: str,
    ) -> Verb:
        if self.turn and aim is not None:
            return Verb(name, label, sub, f"p-{icon}", key, None, aim, None, says)
        return Verb(name, label, "", f"p-{icon}", key, None, None, why, says)

    def _bribe_answers(self) -> tuple[Verb, ...]:
        due = self.view.pending
        assert due is not None and self.side is not None
        at = {"name": self.cast.name(due.by)}
        accept = _("The card is yours, and %(name)s is Cleared.") % at
        decline = _("You pay %(name)s 1 franc.") % at
        if not self.side.francs:
            decline = _("You have no franc, so you pay nothing.")
        return (
            Verb(
                "accept",
                _("Accept"),
                accept,
                "p-letter",
                "a",
                "accept",
                None,
                None,
                f"{accept} (M13)",
            ),
            Verb(
                "decline",
                _("Decline"),
                decline,
                "p-coin",
                "d",
                "decline",
                None,
                None,
                f"{decline} (M13)",
            ),
        )

    def _blackmail_answers(self) -> tuple[Verb, ...]:
        due, side = self.view.pending, self.side
        assert due is not None and side is not None
        at = {"name": self.cast.name(due.by), "n": side.francs}
        pay = _("You give %(name)s 2 francs.") % at
        why_pay = (
            None if "pay" in self.legal else _("It costs 2 francs, and you have %(n)d. (M18)") % at
        )
        defend = _("Your Cash out is discarded, and that is all.")
        why_defend = None if "defend" in self.legal else _("You hold no Cash out card. (M18)")
        refuse = (
            _("%(name)s is Cleared, you are Suspect, and one of your cards goes, at random.") % at
        )
        if not self.hand:
            refuse = _("%(name)s is Cleared, and you are Suspect.") % at
        return (
            Verb(
                "pay",
                _("Pay"),
                pay,
                "p-coin",
                "p",
                None if why_pay else "pay",
                None,
                why_pay,
                f"{pay} (M18)",
            ),
            Verb(
                "defend",
                _("Defend"),
                defend,
                "p-blowback",
                "d",
                None if why_defend else "defend",
                None,
                why_defend,
                f"{defend} (M18)",
            ),
            Verb(
                "refuse",
                _("Refuse"),
                refuse,
                "p-blackmail",
                "r",
                "refuse",
                None,
                None,
                f"{refuse} (M18)",
            ),
        )


_ICONS = {"interrogate": "interrogate", "blackmail": "blackmail", "bribe": "letter"}
FILMS_IN_ORDER: tuple[Card, ...] = tuple(sorted(FILMS))
