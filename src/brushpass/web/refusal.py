"""Why something may not be done, in words for a page."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said


class Refused(Exception):
    """What was asked may not be done; the text says why, from what the viewer can see."""

    def __init__(self, why: str, *, stale: bool = False, rule: str = "") -> None:
        super().__init__(why)
        self.stale = stale
        self.rule = rule
        """The rule behind it, where it is one of the game's."""

    def in_words(self) -> str:
        """In the language that is switched on."""
        return _(str(self)) % {"rule": self.rule}


BARRED = said(
    "Those who mind this house have barred you: you may look on, but have no seat or say."
)
MUTED = said("Those who mind this house have muted you: nobody hears what you say.")


def against_the_rules(why: str) -> Refused:
    """The engine's refusal for a page. Pages offer what is legal, and say in their own words why
    the rest is not, so all that is left to say is the rule.
    """
    rule = re.search(r"\b[KMC][1-9][0-9]?\b", why)
    if rule is None:
        return Refused(said("It is not for you to do that now."))
    return Refused(said("The rules do not allow that now (%(rule)s)."), rule=rule[0])
