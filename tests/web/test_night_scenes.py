"""The scenes of the night table: everything that can be done is there, and nothing hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from brushpass.games import GAMES
from brushpass.games.contract import Game, Seat
from brushpass.games.microfilms.cards import COVERS, CROUPIER, NATION
from brushpass.web.scenes import Notes, Scene, render
from brushpass.web.scenes.microfilms import end, notebook, words
from brushpass.web.scenes.microfilms.reading import NEAR_TEN, Reading
from tests.conftest import Size
from tests.test_secrets import HIDDEN
from tests.web.night_scenes import WANTED, abandoned, found, played, resigned, scene

pytestmark = pytest.mark.usefixtures("prepared")  # pages name the collected files

VOID = {"input", "br", "path", "use", "circle", "rect"}
TABLES = [*(("microfilms", seats) for seats in range(3, 7)), ("croupier", 2)]


class Page(HTMLParser):
    """What stands in a page."""

    def __init__(self, sections: dict[str, str]) -> None:
        super().__init__(convert_charrefs=True)
        self.buttons: list[dict[str, str]] = []
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()
        self.asked: set[str] = set()
        self.open: list[str] = []
        self.text: list[str] = []
        for key, section in sections.items():
            if key in ("say", "title"):
                continue
            self.roots = 0
            self.feed(section)
            assert not self.open, f"{key} leaves {self.open} open"
            assert self.roots == 1, f"{key} is one element"
            assert f' id="{key}"' in section.split(">")[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes |= given.keys()
        if not self.open:
            self.roots += 1
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "button":
            self.buttons.append(given)
        elif "data-for" in given:
            self.asked |= set(given["data-for"].split("|"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def acts(self) -> set[str]:
        return {each["data-act"] for each in self.buttons if "data-act" in each}

    def within_reach(self) -> set[str]:
        """The actions to which a gesture leads that begins with nothing aimed."""
        aimed, acts = {""}, set[str]()
        while True:
            lit = [
                each
                for each in self.buttons
                if aimed & set(each.get("data-for", "").split("|"))
                and each.get("aria-disabled") != "true"
            ]
            acts = {each["data-act"] for each in lit if "data-act" in each}
            more = {each["data-aim"] for each in lit if "data-aim" in each} - aimed
            if not more:
                return acts
            aimed |= more


def moments(game: str, seats: int, games: int) -> Iterator[Game]:
    """Decisions and ends of random games."""
    for seed in range(games):
        for number, each in enumerate(played(game, seats, seed)):
            if number > 60 and not each.status.over:
                continue
            yield each


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return {**found(), "resigned": resigned(), "abandoned": abandoned()}


class TestScenes:
    def test_every_phase_has_its_scene(self, scenes: dict[str, Scene]) -> None:
        assert not WANTED.keys() - scenes.keys()

    def test_they_are_well_formed_and_keep_to_the_policy(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            page = Page(render(each))
            assert len(page.ids) == len(set(page.ids)), name
            wrong = {at for at in page.attributes if at == "style" or at.startswith("on")}
            assert not wrong, name
            assert not page.tags & {"script", "style", "img", "iframe"}, name

    def test_the_status_names_who_decides(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            if each.over is None and each.view.actor is not None:
                said = render(each)["m-status"]
                yours = each.view.actor == each.viewer
                assert ("yours" in said.split(">")[0]) == yours, name
                assert yours or each.sitters[each.view.actor].name in said, name

    def test_what_cannot_be_done_says_why_with_its_rule(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            for button in Page(render(each)).buttons:
                if button.get("aria-disabled") == "true":
                    assert "data-why" in button, (name, button)
                    assert button["data-why"].rstrip().endswith(")"), (name, button)
                    assert "data-act" not in button, name

    def test_a_lit_button_has_its_own_form_words(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            for button in Page(render(each)).buttons:
                if "data-act" in button:
                    assert (button["name"], button["value"]) == ("act", button["data-act"]), name
                    assert (button["type"], button["form"]) == ("submit", "act"), name

    def test_each_aim_is_asked_for_in_words(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            page = Page(render(each))
            aims = {button["data-aim"] for button in page.buttons if "data-aim" in button}
            assert aims <= page.asked, name

    def test_spectators_have_nothing_to_do(self, scenes: dict[str, Scene]) -> None:
        for each in scenes.values():
            if each.viewer is None:
                page = Page(render(each))
                assert not page.acts
                assert "m-book" not in page.ids

    def test_the_bar_of_a_phone_leads_to_what_is_there(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            pages = render(each)
            leads = set(re.findall(r'href="#([^"]+)"', pages["m-jump"]))
            assert leads - {"seat"} <= pages.keys(), name
            assert ("m-book" in leads) == ("m-book" in pages), name

    def test_the_evening_can_be_read_where_its_line_has_no_room(
        self, scenes: dict[str, Scene]
    ) -> None:
        for name, each in scenes.items():
            if each.over is None:
                assert f"</svg>{each.view.evening}</li>" in render(each)["m-ring"], name

    def test_who_is_out_is_told_so_and_has_nothing_to_touch(self, scenes: dict[str, Scene]) -> None:
        pages = render(scenes["is-out"])
        assert "You are out" in pages["m-status"]
        assert "<button" not in pages["m-me"].replace('<button class="back"', "")

    def test_all_see_the_croupiers_tenth_franc_coming(self, scenes: dict[str, Scene]) -> None:
        near = 0
        for each in scenes.values():
            if each.game == "croupier" and each.over is None and each.view.phase == "action":
                francs = each.view.croupier.francs
                assert ("(C7)" in render(each)["m-status"]) == (francs >= NEAR_TEN)
                near += francs >= NEAR_TEN
        assert near

    def test_every_line_of_the_log_has_a_number_and_a_rule(self, scenes: dict[str, Scene]) -> None:
        for name, each in scenes.items():
            for entry in words.entries(each.log, words.Cast.of(each.viewer, each.sitters)):
                assert entry.number or entry.kind == "table", (name, entry)
                assert entry.rule or entry.kind in ("table", "head"), (name, entry)


class TestActing:
    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_all_that_is_legal_is_within_reach_and_nothing_else(
        self, game: str, seats: int, size: Size
    ) -> None:
        for each in moments(game, seats, size("night scenes", 1, 40)):
            actor = each.status.actor
            for viewer in range(seats):
                if viewer not in (actor, 0):
                    continue
                seen = scene(each, viewer, notes=None)
                page = Page(render(seen))
                assert page.acts == set(seen.legal)
                assert page.within_reach() == set(seen.legal)

    def test_a_bot_in_ones_place_leaves_nothing_to_touch(self) -> None:
        for each in moments("microfilms", 4, 1):
            if isinstance(actor := each.status.actor, int):
                seen = replace(scene(each, actor), legal=())
                assert not Page(render(seen)).acts


class TestSecrets:
    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_what_a_seat_cannot_see_changes_nothing(
        self, game: str, seats: int, size: Size
    ) -> None:
        """The table's cards are reshuffled where the viewer cannot see; the pages are the same."""
        rng, hidden = random.Random(f"twins {game} {seats}"), HIDDEN[game]
        changed = 0
        for each in moments(game, seats, size("night twins", 1, 30)):
            state = each._states[-1]  # noqa: SLF001 - the test may hold it
            for viewer in (*range(seats), None):
                if rng.random() < 0.7:
                    continue
                twin = hidden.twin(state, viewer, rng)
                changed += twin != state
                here = scene(each, viewer)
                there = replace(
                    here,
                    view=GAMES[game].view(twin, viewer),
                    legal=() if viewer is None else legal(game, twin, viewer),
                )
                assert render(here) == render(there)
        assert changed

    def test_marks_are_in_nobody_elses_page(self) -> None:
        marked = Notes((("own", "Ines lies"), ("is hitman 2", "maybe")))
        for each in moments("microfilms", 5, 1):
            others = [render(scene(each, viewer, notes=Notes(()))) for viewer in (1, 2, None)]
            assert "Ines lies" in render(scene(each, 0, notes=marked))["m-book"]
            assert not any("Ines lies" in html for page in others for html in page.values())
            break

    def test_the_interrogated_is_told_only_that_it_happened(self, scenes: dict[str, Scene]) -> None:
        each = scenes["seen-of"]
        assert each.viewer is not None
        for line in each.log:
            said = line.event.json()
            if said["type"] == "card-seen" and said["seat"] != each.viewer:
                assert said["card"] is None


def legal(game: str, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(sorted(map(str, GAMES[game].legal(state, seat))))


class TestNotebook:
    @pytest.mark.parametrize(("game", "seats"), TABLES)
    def test_it_is_never_wrong(self, game: str, seats: int, size: Size) -> None:
        """What it calls certain is so, and what it rules out is not."""
        certain = 0
        for each in moments(game, seats, size("notebooks", 2, 60)):
            opened: Any = each.opened()
            for viewer in range(seats):
                page = book(each, viewer)
                who = around(seats, viewer, game)
                for row in page.rows:
                    for seat, cell in zip(who, row.cells, strict=True):
                        side = opened.croupier if seat == CROUPIER else opened.players[int(seat)]
                        is_it = row.card in side.identities
                        assert cell.state != "seen" or is_it
                        assert cell.state != "no" or not is_it
                        assert cell.state != "none" or (seat == CROUPIER and row.card in COVERS)
                        certain += cell.state == "seen" and seat != viewer
                places = [*who, "deck", "discard", "box"]
                for row in page.places:
                    for place, cell in zip(places, row.cells, strict=True):
                        there = row.card in lying(opened, place)
                        assert cell.state != "seen" or there
                        assert cell.state != "no" or not there
        assert certain

    def test_an_open_cell_goes_round_by_touching(self) -> None:
        each = next(moments("microfilms", 4, 1))
        page = book(each, 0)
        cell = next(cell for row in page.rows for cell in row.cells if cell.state == "open")
        for value in ("no", ""):
            marked = book(each, 0, Notes(((cell.key, cell.value),)))
            cell = next(c for row in marked.rows for c in row.cells if c.key == cell.key)
            assert cell.value == value

    def test_a_strange_mark_is_no_mark(self) -> None:
        each = next(moments("microfilms", 4, 1))
        page = book(each, 0, Notes((("is agent-uk 1", "<b>"), ("nonsense", "x"))))
        assert "<b>" not in str(page)

    def test_it_is_there_only_where_the_table_plays_with_one(self) -> None:
        each = next(moments("microfilms", 4, 1))
        assert "m-book" in render(scene(each, 0))
        assert "m-book" not in render(scene(each, 0, notes=None))


def book(game: Game, viewer: Seat, notes: Notes | None = None) -> notebook.Book:
    read = Reading(scene(game, viewer))
    return notebook.book(viewer, read.seats, read.cast, read.scene.log, notes or Notes(()))


def around(seats: int, viewer: Seat, game: str) -> list[Any]:
    who: list[Any] = [(viewer + step) % seats for step in range(seats)]
    return who if game == "microfilms" else [*who, CROUPIER]


def lying(opened: Any, place: Any) -> tuple[str, ...]:
    """The cards that lie at a place."""
    if place == "deck":
        return tuple(opened.deck)
    if place == "discard":
        return tuple(opened.discard)
    if place == "box":
        return tuple(f"letter-{each}" for each in opened.agents if each not in opened.letters)
    side = opened.croupier if place == CROUPIER else opened.players[int(place)]
    return tuple(side.hand)


def test_the_log_is_put_aside_in_sheets() -> None:
    """A long game sends its newest lines, not all of them, with every action."""
    for number, each in enumerate(played("microfilms", 3, 1)):
        if number % 23:
            continue
        pages = render(scene(each, 0, notes=None))
        lines = pages["m-log"].count("<li")
        assert lines < 80
        if "m-past" in pages:
            assert lines >= 40


def test_what_happened_is_said_aloud() -> None:
    for each in played("microfilms", 3, 1):
        if len(each.actions) > 20:
            seen = scene(each, 0, since=len(each.actions) - 1)
            cast = words.Cast.of(0, seen.sitters)
            assert render(seen)["say"] == " ".join(e.text for e in words.entries(seen.fresh, cast))
            break


def test_nobody_gives_no_francs() -> None:
    for each in played("microfilms", 4, 3):
        lines = [line.text for line in words.entries(scene(each, 0).log, CAST)]
        assert not [text for text in lines if " 0 francs" in text]


CAST = words.Cast(0, ("Ada", "Marguerite", "Tomasz", "Ines"))


@pytest.mark.parametrize("game", ["microfilms", "croupier"])
def test_the_end_says_what_the_film_decided(game: str) -> None:
    """M24, C10: whose film it was, and so who won; it names the side that did."""
    said: set[str] = set()
    for seed in range(20):
        *_, last = played(game, 4 if game == "microfilms" else 2, seed)
        result = last.status.result
        opened: Any = last.opened()
        if result is None or result.reason not in ("agents", "croupier-hand"):
            continue
        why = end.end(Reading(scene(last, 0))).why
        said.add(why)
        if result.reason == "agents":
            sides = [
                opened.croupier if who == CROUPIER else opened.players[who]
                for who in result.winners
            ]
            pair = all(
                any(f"agent-{nation}" in side.identities for nation in opened.letters)
                for side in sides
            )
            assert ("pair wins" in why) == pair, (why, seed)
    assert len(said) > 1


def test_every_card_has_words() -> None:
    for card in words.NAMES:
        assert words.says(card).endswith((")", ")."))
        assert words.short(card)
        assert words.icon(card).removeprefix("p-") in (NATION.get(card), words.kind(card))
