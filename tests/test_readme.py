"""README.md: what it shows is what happens, and its links lead somewhere."""

import doctest
import re
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")


def test_the_session_goes_as_it_is_shown() -> None:
    example = doctest.DocTestParser().get_doctest(
        README.replace("```", ""), {}, "README.md", None, None
    )
    assert len(example.examples) >= 4
    assert doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(example) == (
        0,
        len(example.examples),
    )


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert links
    assert [link for link in links if not (TOP / link).exists()] == []
