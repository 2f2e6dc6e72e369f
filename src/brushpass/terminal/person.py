"""A person at the keyboard: a player like any other, who is shown and asked everything in words."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from brushpass.games.contract import Seat
from brushpass.terminal import log, rules
from brushpass.terminal.face import Cast, Face, Question, Room, Step
from brushpass.terminal.ink import bold, clip, dim, on_blue, orange, printable, width, wrap
from brushpass.terminal.log import Log, News
from brushpass.terminal.menu import Choice, Menu
from brushpass.terminal.screen import Screen

_LATELY = 12
"""How many lines of the log stand under the table, where there is room."""
_AT_LEAST = 3
_QUOTED = 30
"""So much of what was typed is quoted."""
_WAIT = Step("w", "wait: use nothing now")
QUIT = ("q", "quit", "exit")


class Left(Exception):
    """The person gets up from the table."""


class Person:
    """Shows a seat's view, tells its news, and asks for keys until they are an action."""

    def __init__(
        self,
        screen: Screen,
        face: Face,
        cast: Cast,
        seat: Seat,
        why_not: Callable[[str], str | None],
    ) -> None:
        self._screen, self._face, self._cast, self._seat = screen, face, cast, seat
        self._why_not = why_not
        """Why words may not be done now; None if they are no words of the game at all."""
        self._log = Log(face, cast)
        self._news: News = ()
        self._may_be_asked = True
        """Whether to ask it for interrupts: its own preference."""
        self._was_asked = False

    # --- as a player ----------------------------------------------------------------------------

    def act(self, view: Any, news: News, legal: Sequence[Any]) -> Any:
        self.hear(news)
        return self._choose(view, self._choices(view, legal))

    def interrupt(self, view: Any, news: News, legal: Sequence[Any]) -> Any:
        if not self._may_be_asked:
            return None
        self._was_asked = True
        self.hear(news)
        return self._choose(view, [Choice((_WAIT,), None), *self._choices(view, legal)])

    def _choices(self, view: Any, legal: Sequence[Any]) -> list[Choice]:
        """All of them, in the order of the rules where they name any."""
        ways = self._face.ways
        choices = [
            Choice(steps, action)
            for action in legal
            for steps in ways(view, self._seat, action, self._cast)
        ]
        return sorted(choices, key=lambda choice: int(choice.steps[0].rule[1:] or 0))

    # --- what it is told ------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Tell what is new. Where pages are turned each scene waits for Enter, and the last one
        stands beside the next question."""
        self._news = news
        *scenes, last = self._log.learn(news)
        if not self._screen.live:
            scenes.append(last)
        elif scenes:
            self._screen.clear()
        for scene in scenes:
            self._screen.show(["", *log.lines(scene, self._screen.width)] if scene else [])
            self._turn_page()

    def _turn_page(self) -> None:
        if self._screen.live and self._screen.ask(dim("     Enter: go on ")) in (*QUIT, None):
            raise Left

    def _read(self, lines: Iterable[str]) -> None:
        """Something to read in between, page by page."""
        left = list(lines)
        if not self._screen.live:
            self._screen.show(left)
            return
        page = max(_AT_LEAST, self._screen.height - 3)
        for start in range(0, len(left), page):
            self._screen.clear()
            self._screen.show([*left[start : start + page], ""])
            self._turn_page()

    # --- what it is asked -----------------------------------------------------------------------

    def _choose(self, view: Any, choices: Sequence[Choice]) -> Any:
        question = self._face.question(view, self._seat, self._cast)
        words = {str(each.action): each for each in choices if each.action is not None}
        may_pass = choices[0].action is None
        root = menu = Menu(choices)
        self._show_table(view, self._keys(question, menu))
        while True:
            typed = self._screen.ask(orange("> "))
            if typed is None or typed.lower() in QUIT:
                raise Left
            command, _, rest = typed.partition(" ")
            spaced = " ".join(typed.split())
            pressed = menu.press(typed) or root.press(typed)
            note: list[str] = []
            if not typed:
                if may_pass and menu is root:
                    return None
                menu = root
            elif spaced in words:
                return words[spaced].action
            elif command.lower() in ("?", "help"):
                self._read(self._rule(rest or _rule_of(question, menu)))
            elif typed.lower() in ("l", "log"):
                self._read(log.lines(self._log.entries, self._screen.width))
            elif typed.lower() == "n" and self._face.notebook is not None:
                events = [event for _, event in self._news]
                self._read(self._face.notebook(events, self._cast, self._screen.width))
            elif typed.lower() == "i" and self._was_asked:
                self._may_be_asked = not self._may_be_asked
                if may_pass:
                    return None
            elif pressed is None:
                note = self._refusal(spaced)
            elif pressed.chosen:
                return pressed.chosen.action
            else:
                menu = pressed
            keys = [*note, *self._keys(question, menu)]
            if self._screen.live:
                self._show_table(view, keys)
            else:
                self._screen.show(note or keys)

    def _rule(self, words: str) -> list[str]:
        room = self._screen.width
        return rules.found(words, room) or wrap(rules.not_found(words), room)

    def _refusal(self, typed: str) -> list[str]:
        """Why this is not done."""
        why = self._why_not(typed)
        if why is None:
            quoted = clip(printable(typed), _QUOTED)
            why = f"There is no key {quoted!r} here. The keys are in brackets; ? explains the rule."
        return wrap(orange(why), self._screen.width)

    def _show_table(self, view: Any, keys: Sequence[str]) -> None:
        """The table, what happened lately, and the question with its keys."""
        room = self._screen.width
        if not self._screen.live:
            table = self._face.draw(view, self._cast, Room(room, self._screen.height))
            self._screen.show(["", *table, "", *keys])
            return
        height = self._screen.height - len(keys) - 1
        table = self._face.draw(view, self._cast, Room(room, height - _AT_LEAST))
        free = height - len(table)
        air = [""] if free >= _AT_LEAST + 2 else []
        lately = list(log.lines(self._log.entries[-_LATELY:], room))
        lately = lately[len(lately) - max(0, min(len(lately), _LATELY, free - 2 * len(air))) :]
        self._screen.clear()
        self._screen.show([*table, *air, *lately, *air, *keys])

    def _keys(self, question: Question, menu: Menu) -> list[str]:
        """The question, and the keys that answer it."""
        room = self._screen.width
        done = " · ".join([*(step.label for step in menu.pressed), "which?"])
        asked = f"{orange('▸')} {done if menu.pressed else question.text}"
        steps = [f"{on_blue(f'[{step.key}]')} {step.label}" for step in menu.steps]
        notebook = ["[n] notebook"] if self._face.notebook is not None else []
        about = f"[?] rule {_rule_of(question, menu)}"
        others = [about, "[l] log", *notebook, *self._preference(), "[q] save, quit"]
        if menu.pressed:
            others = ["[Enter] back", *others]
        return [
            *wrap(bold(asked), room, "  "),
            *_flow(steps, room),
            *_flow(map(dim, others), room),
        ]

    def _preference(self) -> list[str]:
        asked = "yes" if self._may_be_asked else "no"
        return [f"[i] ask in their turn: {asked}"] if self._was_asked else []


def _rule_of(question: Question, menu: Menu) -> str:
    """The rule of the last key that has one, or of the question."""
    return next((step.rule for step in reversed(menu.pressed) if step.rule), question.rule)


def _flow(entries: Iterable[str], room: int) -> list[str]:
    """Entries one after the other, as many in a line as there is room for."""
    lines: list[str] = []
    for entry in entries:
        if lines and width(lines[-1]) + 3 + width(entry) <= room:
            lines[-1] += f"   {entry}"
        else:
            lines += (f"  {line}" for line in wrap(entry, room - 2, "    "))
    return lines
