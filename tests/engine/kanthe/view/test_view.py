"""The view: the plan, the sheets in words and dice, the pages, the alt text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from engine.contract.placeholders import placeholder
from engine.contract.view import UNTHROWN, SheetSection
from engine.kanthe.data.content import WORD_LISTS
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.setup.wizard import current_page, pages
from engine.kanthe.state import Feature, KantheState, NodeKind
from engine.kanthe.view.map_board import route_of, square_of
from tests.engine.kanthe.stage import (
    CONTENT,
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    in_room,
    new_game,
    script,
    start_conflict,
)
from tests.pages import page_texts


@pytest.mark.covers("spec-kanthe: What the channel shows")
def test_the_alt_text_says_who_is_here_where_and_what_fell() -> None:
    state = begun()
    room = in_room(state)
    room.features.append(Feature(2, 3))
    add_opponent(state, "warrior", 3)
    add_hazard(state, "footing", 2, essence=1)
    state.unnoticed = True
    alt = str(RULES.view(state, 0).alt)
    for words in ("Odda", "room 1", "Warrior, strength 3", "Statue, strength 3", "earth", "hidden"):
        assert words in alt


@pytest.mark.parametrize("number", range(4))
def test_what_bars_a_passage_is_told_at_both_its_ends_and_nowhere_else(number: int) -> None:
    state = begun()
    passage = state.here.passages[number]
    hazard = add_hazard(state, "blocked", 2, essence=1, node=-1, passage=passage.id)
    for node in state.here.nodes:
        state.node, state.passage = node.id, -1
        sections = RULES.view(state, 0).sheet.sections
        lines = [str(line).lower() for section in sections for line in section.lines]
        name = str(describe_hazard(game_of(state), hazard)).lower()
        assert any(name in line for line in lines) is (node.id in (passage.a, passage.b))


@pytest.mark.parametrize(
    ("kind", "waiting", "called"),
    [
        ("room", False, "room 1"),
        ("start", False, "the starting room"),
        ("junction", False, "a fork in the corridor"),
        ("end", False, "a dead end"),
        ("border", True, "an unknown area"),
        ("border", False, "between two areas"),
    ],
)
def test_each_place_is_called_what_it_is(kind: NodeKind, waiting: bool, called: str) -> None:
    state = begun()
    place = in_room(state)
    place.kind, place.waiting = kind, waiting
    assert called in str(RULES.view(state, 0).alt)


def test_the_plan_grows_with_the_exploration() -> None:
    state = begun()
    before = RULES.view(state, 0).map
    act(state, "walk se")
    after = RULES.view(state, 0).map
    assert before is not None
    assert after is not None
    assert before.height * before.width < after.height * after.width
    assert len(after.ground) == after.height * after.width == len(after.state)


def test_the_hero_and_others_stand_on_the_plan() -> None:
    state = begun()
    room = in_room(state)
    foe = add_opponent(state, "ghost", 2)
    view = RULES.view(state, 0)
    board = view.map
    assert board is not None
    assert [each.seat for each in view.characters] == [0]
    row, column = square_of(room)
    hero, ghost = board.entities
    assert (hero.y, hero.x, hero.seat, hero.sprite) == (row, column, 0, "kanthe:hero")
    assert (ghost.name, ghost.sprite) == (foe.name, "kanthe:ghost")
    assert board.focus == (row, column)


def test_every_offer_of_a_way_points_at_a_square_of_the_plan() -> None:
    state = begun()
    act(state, "walk se")
    board = RULES.view(state, 0).map
    assert board is not None
    for offer in RULES.legal(state, 0):
        if offer.at is not None:
            assert board.top <= offer.at[0] < board.top + board.height
            assert board.left <= offer.at[1] < board.left + board.width


def test_the_sheet_shows_the_dice_with_their_matches_in_words() -> None:
    state = begun()
    act(state, "walk se")
    sheet = RULES.view(state, 0).sheet
    assert sheet is not None
    dice = next(section for section in sheet.sections if str(section.title) == "Dice")
    [row] = [row for row in dice.dice if row.sides == 6]
    assert (str(row.name), len(row.faces)) == ("A new area", state.domain.rooms)


def test_a_conflict_shows_both_pools() -> None:
    state = begun()
    in_room(state)
    start_conflict(state, add_opponent(state, "warrior", 3))
    view = RULES.view(state, 0)
    assert "warrior" in str(view.question)
    assert view.sheet is not None
    own, others = view.sheet.sections[0].dice
    assert str(own.name) == "You 7: Challenge 5, Sword 1, Leather Armour 1"
    assert str(others.name) == "They 3: warrior 3"
    assert [(row.side, row.faces) for row in (own, others)] == [
        ("own", (UNTHROWN,) * 7),
        ("other", (UNTHROWN,) * 3),
    ]


@pytest.mark.parametrize("number", range(12))
def test_a_throw_of_both_sides_is_shown_act_by_act_with_every_die(number: int) -> None:
    random = Random(number)
    state = begun()
    in_room(state)
    start_conflict(state, add_opponent(state, "warrior", 4))
    script(state, [random.randrange(10) for _ in range(11)])
    act(state, random.choice(["fight", "persuade", "sneak usual:1"]))
    sheet = RULES.view(state, 0).sheet
    assert sheet is not None
    scene = sheet.sections[0]
    acts = [row for row in scene.dice if str(row.result)]
    if not acts:
        assert not state.scene
        return
    shown = {
        side: sorted(face for row in scene.dice if row.side == side for face in row.faces)
        for side in ("own", "other")
    }
    mine, theirs = (sorted(throw.faces) for throw in state.throws[:2])
    assert shown == {"own": mine, "other": theirs}
    assert all(len(set(row.faces)) == 1 < len(row.faces) for row in acts)


def test_the_set_up_is_shown_as_a_sheet_with_a_prompt() -> None:
    state = new_game()
    view = RULES.view(state, 0)
    assert (view.phase, view.map) == ("setup", None)
    assert view.prompt is not None
    assert view.prompt.verb == "answer"
    assert [page.name for page in RULES.pages(state, 0)][-1] == "Keep the sheets"


def asked_on(state: KantheState, key: str) -> tuple[str, str] | None:
    """Open a page of the set-up; return what it asks for in words, and what stands there now."""
    assert state.setup is not None
    state.setup.page = [page.key for page in pages(state)].index(key)
    prompt = RULES.view(state, 0).prompt
    return (str(prompt.label), prompt.value) if prompt is not None else None


def test_the_set_up_asks_for_the_text_of_its_page_with_what_stands_there() -> None:
    state = new_game()
    assert asked_on(state, "modified") is None
    assert asked_on(state, "domain") == ("the domain's name", state.domain.name)
    suggested = CONTENT.levels[0].main
    assert asked_on(state, "level") == ("the main creature", suggested)
    act(state, "answer Grey Ape")
    assert asked_on(state, "level") == ("the main creature", "Grey Ape")
    assert asked_on(state, "hero") == ("your hero's name", "Odda")


def test_who_has_no_name_of_their_own_yet_is_asked_with_an_empty_line() -> None:
    state = new_game()
    state.hero.name = placeholder(3)
    assert asked_on(state, "hero") == ("your hero's name", "")


@pytest.mark.parametrize("length", ["half-hour", "evening", "weeks"])
@pytest.mark.parametrize("fills", [False, True])
def test_every_blank_page_shows_what_begin_will_take(length: str, fills: bool) -> None:
    state, begun_game = new_game("3", length=length), new_game("3", length=length)
    act(begun_game, "begin")
    for number, page in enumerate(pages(state)):
        assert state.setup is not None
        state.setup.page = number
        if fills and (page.key in WORD_LISTS or page.key == "level"):
            act(state, "fill")
        view = RULES.view(state, 0)
        assert view.sheet is not None
        section = view.sheet.sections[0]
        rows = [row for table in section.tables for row in table.rows]
        shown = [str(row[column].words) for column in (1, 3) for row in rows]
        if page.key in WORD_LISTS:
            assert shown == begun_game.domain.words[page.key]
            assert view.prompt is not None
            assert view.prompt.value == ", ".join(shown)
        elif page.key == "level":
            sheet = begun_game.sheets[page.level]
            told = [str(line) for line in section.lines]
            assert all(
                any(word in line for line in told)
                for word in (sheet.theme, sheet.main, sheet.alternate)
            )
            assert any("(suggested)" in line for line in told) != fills


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("colours", ["Suggested; write others if you like."]),
        (
            "essences",
            ["Suggested; write others if you like.", "Doors are of row 4, locks of 5, walls of 1."],
        ),
        ("modified", ["Dice choose them when you begin."]),
    ],
)
def test_a_blank_page_tells_who_fills_it_in_and_which_page_it_is(key: str, told: list[str]) -> None:
    state = new_game()
    keys = [page.key for page in pages(state)]
    while current_page(state).key != key:
        act(state, "next")
    sheet = RULES.view(state, 0).sheet
    assert sheet is not None
    lines = [str(line) for section in sheet.sections for line in section.lines]
    assert lines[:-1] == told
    number = f"Page {keys.index(key) + 1} of {len(keys)}; "
    assert lines[-1] == f"{number}Begin fills in 10 blank ones."


@pytest.mark.parametrize("size", [(1, 1, 1), (2, 3, 5)])
def test_the_first_page_tells_the_size_in_words_that_agree(size: tuple[int, int, int]) -> None:
    state = new_game()
    for field, number in zip(("levels", "sections", "rooms"), size, strict=True):
        act(state, f"set {field} {number}")
    sheet = RULES.view(state, 0).sheet
    assert sheet is not None
    told = " ".join(str(line) for line in sheet.sections[0].lines)
    for number, noun in zip(size, ("level", "section", "room"), strict=True):
        assert f"{number} {noun}{'s' * (number > 1)}" in told
        assert f"1 {noun}s" not in told
    assert not any("1 levels" in str(o.hint) for o in RULES.legal(state, 0))


def test_dice_of_the_set_up_are_told_on_their_own_page_alone() -> None:
    state = new_game()
    while current_page(state).key != "modified":
        act(state, "next")
    act(state, "roll")
    assert "Opposition" in str(RULES.view(state, 0).alt)
    act(state, "next")
    assert "Opposition" not in str(RULES.view(state, 0).alt)


def facts_of(state: KantheState) -> dict[str, str]:
    return {str(name): str(value) for name, value in RULES.view(state, 0).facts}


def test_the_card_names_the_phase() -> None:
    state = begun()
    assert facts_of(state)["Phase"] == "Mapping"
    in_room(state)
    start_conflict(state, add_opponent(state, "warrior", 3))
    assert facts_of(state)["Phase"] == "Encounter"


def test_the_card_counts_the_mobile_hazards_of_the_area_while_there_are_any() -> None:
    state = begun()
    assert "Mobile hazards" not in facts_of(state)
    in_room(state)
    assert "Mobile hazards" not in facts_of(state)
    state.here.areas[-1].circles = 2
    assert facts_of(state)["Mobile hazards"] == "2"


def test_everybody_sees_the_same() -> None:
    state = begun()
    act(state, "walk se")
    assert RULES.view(state, None) == RULES.view(state, 0)
    assert RULES.pages(state, None) == RULES.pages(state, 0)


def test_a_corridor_s_squares_touch_each_other() -> None:
    state = begun()
    act(state, "walk se")
    for passage in state.here.passages:
        for (a, b), (c, d) in pairwise(route_of(state.here, passage)):
            assert abs(a - c) + abs(b - d) <= 1


def test_the_rules_page_lists_odds() -> None:
    pages = page_texts(RULES.pages(begun(), 0))
    assert "5: 70 %" in pages["Rules"]
    assert "0 Air: _alya (BDJKPTVZ)" in pages["Arcane sheet"]
    assert "Ghost" in pages["Level sheets"]


def _page(state: KantheState, name: str) -> SheetSection:
    return next(page.drawn[0] for page in RULES.pages(state, 0) if page.name == name)


def test_the_arcane_sheet_is_drawn_with_its_words_and_what_is_crossed_out() -> None:
    state = begun()
    state.arcane.essences.checked[0] = "DK"
    state.arcane.actions.letters[1], state.arcane.essences.firsts[3] = "V", "Red"
    state.arcane.discovered, state.arcane.struck = ["red claw", "blue eye"], ["blue eye"]
    essences, actions = _page(state, "Arcane sheet").tables
    assert essences.lines[0] == "B·J·PTVZ _alya   0 Air red claw"
    assert [str(cell.crossed) for cell in essences.rows[1]][0::5] == ["", "blue eye"]
    assert essences.lines[3].split()[2:4] == ["Red", "3"]
    assert actions.lines[1].startswith("······V· Vomvo")
    assert [str(table.heads[-1]) for table in (essences, actions)] == ["Found", "Action"]


def test_of_the_arcane_sheet_the_picture_has_the_rows_that_were_begun() -> None:
    state = begun()

    def shown() -> list[str]:
        sections = RULES.view(state, 0).sheet.sections
        tables = [s.tables for s in sections if str(s.title) == "Arcane sheet"]
        return [line for found in tables for table in found for line in table.lines]

    assert shown() == []
    state.arcane.essences.firsts[3] = "Red"
    [line] = shown()
    assert "Red" in line


@pytest.mark.parametrize(
    ("name", "heads"),
    [
        ("Domain sheet", {"Colours", "Modified beasts", "Stationary hazards", "Features"}),
        ("Level sheets", {"Level", "Difficulty", "Main", "Alternate", "Occupants"}),
    ],
)
@pytest.mark.parametrize("make", [new_game, begun])
def test_design_sheets_are_tables_of_ten_rows_filled_or_not(
    make: Callable[[], KantheState], name: str, heads: set[str]
) -> None:
    tables = _page(make(), name).tables
    assert heads <= {str(head) for table in tables for head in table.heads}
    assert len(tables[-1].rows) == 10
    assert all(len(row) == len(table.heads) for table in tables for row in table.rows)


def test_each_corridor_that_nobody_walked_has_a_letter_on_the_plan_and_on_its_button() -> None:
    state = begun()
    board = RULES.view(state, 0).map
    assert board is not None
    letters = {(m.y, m.x): m.text for m in board.marks if m.kind == "letter"}
    walks = [o for o in RULES.legal(state, 0) if o.action.verb == "walk"]
    assert sorted(letters.values()) == ["a", "b", "c", "d"]
    assert all(offer.at and str(offer.label).endswith(letters[offer.at]) for offer in walks)


def test_who_is_in_a_corridor_that_is_not_drawn_stands_where_it_begins() -> None:
    state = begun()
    level = state.here
    passage = next(each for each in level.passages if not route_of(level, each))
    assert level.nodes[passage.a] == state.place
    add_opponent(state, node=-1, passage=passage.id)
    board = RULES.view(state, 0).map
    assert board is not None
    hero, other = board.entities
    assert (other.y, other.x) == (hero.y, hero.x)


def test_the_page_of_the_hero_tells_of_the_hero_alone() -> None:
    state = new_game()
    while current_page(state).key != "hero":
        act(state, "next")
    sheet = RULES.view(state, 0).sheet
    assert sheet is not None
    [section] = [each for each in sheet.sections if str(each.title) == state.hero.name]
    assert str(section.lines[0]) == f"Challenge {state.hero.challenge}."


def test_a_hazard_in_the_corridor_where_the_hero_is_is_told_among_what_is_here() -> None:
    def told() -> set[str]:
        sheet = RULES.view(state, 0).sheet
        assert sheet is not None
        return {str(line) for section in sheet.sections for line in section.lines}

    state = begun()
    in_room(state)
    state.passage = state.here.passages[-1].id
    before = told()
    add_hazard(state, "pit", 2, node=-1, passage=state.passage)
    assert ["strength 2" in line for line in told() - before] == [True]
