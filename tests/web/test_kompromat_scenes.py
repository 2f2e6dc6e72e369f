"""The scenes of Kompromat: everything that can be done is there, and nothing that is hidden."""

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random

import pytest

from brushpass import dealer
from brushpass.games import GAMES
from brushpass.games.contract import Game, Viewer
from brushpass.web.live import changes
from brushpass.web.scenes import Kept, Line, Log, Notes, Scene, TableEvent, Woven, kompromat
from tests.kompromat.table import situation
from tests.tempers import Play
from tests.web.kompromat_scenes import WANTED, all_scenes, scene

pytestmark = pytest.mark.usefixtures("prepared")  # pages name the collected files

VOID = {"input", "br", "path", "use", "circle"}


class Page(HTMLParser):
    """What stands in a page."""

    def __init__(self, sections: dict[str, str]) -> None:
        super().__init__(convert_charrefs=True)
        self.acts: set[str] = set()
        self.aims: set[str] = set()
        self.lights: set[str] = set()
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.text: list[str] = []
        for key, section in sections.items():
            if key == "say":
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
        if "data-act" in given:
            assert (given["name"], given["value"]) == ("act", given["data-act"])
            assert (tag, given["type"]) == ("button", "submit")
            self.acts.add(given["data-act"])
        self.aims |= {given[name] for name in ("data-aim",) if name in given}
        self.lights |= {given[name] for name in ("data-for",) if name in given}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> after {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page(of: Scene) -> Page:
    return Page(kompromat.render(of))


def check(of: Scene) -> Page:
    """What holds for every page."""
    seen = page(of)
    assert seen.acts == set(of.legal)
    assert seen.aims <= seen.lights, "what is aimed has something to touch"
    twice = {each for each in seen.ids if seen.ids.count(each) > 1}
    assert not twice, f"ids stand twice: {twice}"
    assert not [name for name in seen.attributes if name == "style" or name.startswith("on")]
    assert not {"script", "style"} & seen.tags
    return seen


@pytest.fixture(scope="module")
def scenes() -> dict[str, Scene]:
    return all_scenes()


@pytest.mark.parametrize(
    "seed", [56, *(pytest.param(seed, marks=pytest.mark.long) for seed in (35, 78, 95, 104))]
)
def test_what_was_kept_shows_no_more_and_no_less_than_what_is_made_anew(seed: int) -> None:
    """A page that follows a game, in which every item is used, is the same as one that is new."""
    glances = Random(seed)
    kept: dict[Viewer, tuple[Kept, Log]] = {each: (Kept(), Log()) for each in (0, 1, None)}
    game = Game(GAMES["kompromat"], 2)
    for step in Play(GAMES["kompromat"], 2, {}, Random(seed)).steps():
        game.apply(step.words, step.seat)
        for viewer, (made, log) in kept.items():
            if glances.random() < 0.4:
                continue  # this one looks again later
            anew = replace(scene(game, viewer), notes=Notes(()) if viewer == 0 else None)
            log.extend(anew.log[len(log) :])
            followed = kompromat.render(replace(anew, log=log, kept=made))
            assert followed == kompromat.render(anew), f"after {game.actions[-3:]}"
    assert len(game.actions) > 50


def test_a_section_is_sent_in_the_elements_that_changed() -> None:
    before = kompromat.render(scene(situation("0 at 1: 9 6 ...").game, 1))
    table = situation("0 at 1: 9 6 ...")
    table.game.apply("draw")
    after = kompromat.render(scene(table.game, 1))
    assert changes("k-acts", "<p>", "<i>") == {"k-acts": "<i>"}
    sent = changes("k-board", before["k-board"], after["k-board"])
    assert len(sent) == 2, "the deck and the pile that a card went from and to"
    assert sum(map(len, sent.values())) < len(after["k-board"]) / 3
    for name, element in sent.items():
        assert f' id="{name}"' in element.split(">")[0]
        assert element in after["k-board"]


def test_every_phase_has_its_scene(scenes: dict[str, Scene]) -> None:
    assert WANTED.keys() - scenes.keys() == set()
    phases = {each.view.phase for each in scenes.values()}
    assert phases >= set("turn place push window declare adjust perfect rescue cover over".split())
    for each in scenes.values():
        check(each)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]
)
def test_in_whole_games_all_that_is_legal_can_be_touched_and_nothing_else(seed: int) -> None:
    chance = Random(seed)
    game = Game(GAMES["kompromat"], 2)
    while not game.status.over:
        viewers: tuple[Viewer, ...] = (0, 1, None)
        for viewer in viewers:
            check(scene(game, viewer))
        if due := game.chance:
            game.apply(dealer.pick_outcome(due, chance.randrange))
            continue
        actor = game.status.actor
        assert isinstance(actor, int)
        others = game.interrupts().get(1 - actor, [])
        if others and chance.random() < 0.2:
            game.apply(chance.choice(others), 1 - actor)
        else:
            legal = game.legal(actor)
            uses = [words for words in legal if words.startswith("use ")]
            game.apply(chance.choice(uses if uses and chance.random() < 0.1 else legal))
    for viewer in (0, 1, None):
        check(scene(game, viewer))


HIDDEN = [
    ("0 at 1: 9 6 4\n1 at 1: 5 4\n0 next: 8", "0 at 1: 9 2 10\n1 at 1: 5 4\n0 next: A", (0, 1)),
    ("0 at 1: 9 6 4 ...\n1 next: 2", "0 at 1: 9 A 10 ...\n1 next: 9", (1,)),
    ("1 holds: drone\n0 at 1: 9 6 4 ...", "1 holds: drone\n0 at 1: 9 6 10 ...", (1,)),
    (
        "1 holds: stun-gun, 3 tokens\n0 at 2: 7 A",
        "1 holds: stun-gun, 3 tokens\n0 at 2: 7 5",
        (1, 0),
    ),
]


@pytest.mark.parametrize(("one", "other", "seats"), HIDDEN)
def test_games_that_differ_in_hidden_cards_are_shown_by_the_same_bytes(
    one: str, other: str, seats: tuple[int, ...]
) -> None:
    for viewer in (*seats, None):
        shown = [kompromat.render(scene(situation(each).game, viewer)) for each in (one, other)]
        assert shown[0] == shown[1]


def test_what_was_pushed_is_in_no_line_of_the_log_once_the_turn_has_ended() -> None:
    """K12: one has to remember it; nor is it read aloud."""
    game = situation("0 at 1: 9 6 4\n1 at 1: 5 ...").game
    shown = scene(game, 0)
    printed = kompromat.render(replace(shown, fresh=tuple(shown.log)))
    for text in (printed["k-log"], printed["say"], printed["k-board"]):
        assert "eq-6" not in text
        assert not re.search(
            r"\b6\b(?! equipment)", re.sub(r"<[^>]*>|K\d+", "", text).replace("16", "")
        )


def test_a_notebook_remembers_what_one_saw_and_nothing_else() -> None:
    """K12: it is off unless the table plays with one."""
    game = situation("0 at 1: 9 6 4\n1 at 1: 5 3\n0 at 2: 2 ...").game
    own, other = (
        kompromat.render(replace(scene(game, seat), notes=Notes(())))["k-board"] for seat in (0, 1)
    )
    assert "9 6 4: 19" in own and "5 3" not in own
    assert "5 3: 8" in other and "9 6 4" not in other
    assert "jotted" not in kompromat.render(scene(game, 0))["k-board"]
    assert "jotted" not in kompromat.render(replace(scene(game, None), notes=None))["k-board"]


def test_own_cards_are_seen_in_ones_turn_and_marked_as_lying_face_down() -> None:
    board = kompromat.render(scene(situation("0 at 1: 9 6 ...").game, 0))["k-board"]
    assert "#eq-9" in board and "#eq-6" in board and board.count("#peek") == 1
    other = kompromat.render(scene(situation("0 at 1: 9 6 ...").game, 1))["k-board"]
    assert "#eq-6" not in other and "#peek" not in other and "#back-0" in other


def test_a_card_keeps_its_name_from_the_deck_to_the_pile() -> None:
    table = situation("0 at 1: 9 ...")
    before = kompromat.render(scene(table.game, 1))["k-board"]
    theirs = re.findall(r'<span class="card" id="(x\w+)"', before.split('class="deck mis"')[0])
    table.play("draw")
    after = kompromat.render(scene(table.game, 1))["k-board"]
    pile = after.split('class="mission', 1)[1]
    assert theirs[-1] in pile


def test_what_was_turned_up_while_one_did_nothing_is_told_again() -> None:
    table = situation("0 at 1: 9 6\n1 at 1: 5 4")
    table.on_to_the_reveal()
    game = table.game
    shown = {viewer: kompromat.render(scene(game, viewer)) for viewer in (0, 1)}
    assert any("k-recap" in each for each in shown.values())


def test_an_unlit_item_says_why_and_by_which_rule() -> None:
    acts = kompromat.render(scene(situation("0 holds: vesper-martini\n0 at 1: 9 ...").game, 0))
    why = re.search(r'data-why="([^"]+)"', acts["k-acts"])
    assert why and html.unescape(why[1]) == "Only after totals are declared. (K27)"


def test_a_martini_says_what_each_total_would_lead_to() -> None:
    table = situation("0 holds: vesper-martini, 1 token\n0 at 1: 10 9 3\n1 at 1: 10 6 4")
    acts = kompromat.render(scene(table.on_to_the_reveal().game, 0))["k-acts"]
    subs = [html.unescape(each) for each in re.findall(r"<small>([^<]+)</small></span>", acts)]
    assert subs == ["you collect; you may shed a token", "over: one token", "over: one token"]


def test_equal_parts_are_printed_once() -> None:
    shown = scene(situation("0 at 1: 9 6 ...").game, 0)
    first, again = kompromat.render(shown), kompromat.render(shown)
    assert all(first[key] is again[key] for key in first if key not in ("say", "k-board"))
    board, anew = first["k-board"], again["k-board"]
    assert isinstance(board, Woven)
    assert isinstance(anew, Woven)
    assert all(html is anew.pieces[key] for key, html in board.pieces.items())


def test_a_log_without_its_beginning_is_no_trouble() -> None:
    shown = scene(situation("0 at 1: 9 6 4\n1 at 2: 5 ...").game, 0)
    lines = tuple(shown.log[-3:])
    check(replace(shown, log=lines))


def test_who_leaves_in_a_turn_is_told_after_what_was_done_in_it() -> None:
    shown = scene(situation("0 at 1: 9 6 ...").game, 0)
    away = Line(0, TableEvent("away", 0, "Ada", "Operative"))
    log = kompromat.render(replace(shown, log=(*shown.log, away)))["k-log"]
    lines = re.findall(r'<li class="([^"]*)"', log)
    assert lines[0] == "table", "the newest line stands on top"


def test_spectators_can_do_nothing_and_are_not_called_you(scenes: dict[str, Scene]) -> None:
    assert not check(scenes["spectator"]).acts
    sections = kompromat.render(scenes["spectator"])
    for key in ("k-status", "k-them", "k-me", "k-log", "say"):
        assert not re.search(r"\b[Yy]ou(r|rs)?\b", re.sub(r"<[^>]*>", " ", sections[key]))
