"""What can be done, as keys: one for an action, others for what it is done to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brushpass.terminal.face import Step


@dataclass(frozen=True)
class Choice:
    """Something that can be done, and the keys that lead to it."""

    steps: tuple[Step, ...]
    action: Any
    """None is to let something pass."""


@dataclass(frozen=True)
class Menu:
    """The choices that are left after some keys."""

    choices: Sequence[Choice]
    pressed: tuple[Step, ...] = ()

    @property
    def depth(self) -> int:
        return len(self.pressed)

    @property
    def chosen(self) -> Choice | None:
        """The one choice whose keys have all been pressed."""
        return next((each for each in self.choices if len(each.steps) == self.depth), None)

    @property
    def steps(self) -> list[Step]:
        """The keys that lead on; an ellipsis says that more will be asked."""
        steps: dict[str, Step] = {}
        for choice in self.choices:
            step = choice.steps[self.depth]
            more = " …" if len(choice.steps) > self.depth + 1 else ""
            steps[step.key] = Step(step.key, step.label + more, step.rule)
        return list(steps.values())

    def press(self, typed: str) -> "Menu | None":
        """The menu after these keys, with or without spaces between; None if there are no such."""
        menu = self
        for word in typed.lower().replace("½", ".5").split():
            rest = word
            while rest:
                keys = [step.key for step in menu.steps] if menu.chosen is None else []
                key = max((key for key in keys if rest.startswith(key)), key=len, default=None)
                if key is None:
                    return None
                rest, menu = rest.removeprefix(key), menu._after(key)
        return menu

    def _after(self, key: str) -> "Menu":
        left = [each for each in self.choices if each.steps[self.depth].key == key]
        return Menu(left, (*self.pressed, left[0].steps[self.depth]))
