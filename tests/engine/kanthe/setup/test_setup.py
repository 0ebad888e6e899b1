"""The three set-ups: the sheets filled by the wizard, at one press, or by hand, and kept."""

from __future__ import annotations

import pytest

from engine.contract.action import ActionError
from engine.kanthe.data.content import WORD_LISTS
from engine.kanthe.rules.names import beast_name
from engine.kanthe.setup.design_sheets import export_sheets
from engine.kanthe.setup.wizard import is_filled, pages
from engine.kanthe.state import KantheState, Modified, difficulty_of
from tests.engine.kanthe.stage import CONTENT, RULES, act, lines, new_game
from tests.rolled import dice_for


def open_page(state: KantheState, key: str) -> None:
    """Open a page of the wizard."""
    while pages(state)[state.setup.page if state.setup else 0].key != key:
        act(state, "next")


@pytest.mark.covers("spec-kanthe: Set-up", "kanthe-rulebook: Generation")
def test_one_press_fills_every_sheet_and_begins() -> None:
    state = new_game()
    assert lines(state)[0] == "begin"
    act(state, "begin")
    assert RULES.view(state, None).phase == "play"
    assert all(len(state.domain.words[key]) == 10 for key in WORD_LISTS)
    assert len(state.domain.modified) == 10
    assert [item.name for item in state.hero.items] == list(CONTENT.kit)
    assert (state.hero.challenge, state.hero.wounds, state.hero.coins) == (5, 0, 0)


def test_the_first_lines_tell_of_the_arrival_not_of_the_dice_of_the_sheets() -> None:
    state = new_game()
    act(state, "begin")
    assert "dice" not in state.line_kinds
    view = RULES.view(state, 0)
    assert view.lines[0] == view.headline
    assert not state.throws


def test_the_wizard_fills_page_by_page() -> None:
    state = new_game()
    for page in pages(state):
        assert ".." not in str(RULES.view(state, None).alt)
        view = RULES.view(state, 0)
        assert str(page.title) in str(view.title)
        assert str(view.coach) == str(page.purpose)
        [begin] = [each for each in RULES.legal(state, 0) if each.action.verb == "begin"]
        blank = not all(is_filled(state, each) for each in pages(state))
        fills = "Fill in what is blank and enter the domain."
        assert str(begin.hint) == (fills if blank else "Enter the domain.")
        if not is_filled(state, page):
            verb = "roll" if page.key == "modified" else "fill"
            told = [str(event.text) for event in act(state, verb)]
            assert verb == "roll" or told[-1] == f"{page.title}: filled in."
        assert is_filled(state, page)
        if "next" in lines(state):
            act(state, "next")
    act(state, "begin")
    assert state.setup is None


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet / Descriptors")
def test_suggestions_are_the_first_ten_of_each_list() -> None:
    state = new_game()
    open_page(state, "colours")
    act(state, "fill")
    assert state.domain.words["colours"] == [
        "Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Purple", "Brown", "Black", "White",
    ]  # fmt: skip


def test_lists_are_written_by_hand() -> None:
    state = new_game()
    words = "Ash, Bone, Coal, Dun, Ecru, Fawn, Gold, Hazel, Ivory, Jade"
    act(state, f"write colours {words}")
    open_page(state, "colours")
    act(state, "word 3 Rose Madder")
    assert state.domain.words["colours"][2:5] == ["Coal", "Rose Madder", "Ecru"]
    act(state, "answer " + words)
    assert state.domain.words["colours"][3] == "Dun"


@pytest.mark.covers("spec-kanthe: What the channel shows")
@pytest.mark.parametrize(
    "line",
    [
        "write colours A, B, C, D, E, F, G, H, I, J, K",
        "write colours A, B, C, D, E, F, G, H, I, A",
        "set levels 10",
        "set levels 0",
        "set sections ten",
        "set rooms 11",
        "write domain <@123>",
        "write hero **Bold**",
        "write hero",
        "word 3 Rose",
        "toggle 11",
        "equip first evade Rope",
        "equip head evade-force Hat",
        "arcane-feature 3 12 1",
        "arcane-feature 3 1",
        "restore nothing",
        "restore kanthe-sheets; levels=12",
        "restore kanthe-sheets; colours=Red,Blue",
        "dance",
    ],
)
def test_bad_input_gets_one_sentence_and_changes_nothing(line: str) -> None:
    state = new_game()
    before = RULES.dump(state)
    with pytest.raises(ActionError) as refused:
        act(state, line)
    assert RULES.dump(state) == before
    assert str(refused.value).endswith((".", "”."))


@pytest.mark.covers("kanthe-rulebook: Mapping")
@pytest.mark.parametrize(
    ("length", "size"), [("half-hour", (1, 1, 2)), ("evening", (1, 1, 4)), ("weeks", (8, 6, 6))]
)
def test_the_size_is_suggested_by_how_long_one_wants_to_play(
    length: str, size: tuple[int, int, int]
) -> None:
    domain = new_game(length=length).domain
    assert (domain.levels, domain.sections, domain.rooms) == size


def test_the_ruins_can_be_skipped() -> None:
    state = new_game()
    titles = [str(page.title) for page in pages(state) if page.key == "level"]
    assert titles == ["The ruins (level 0)", "Level 1"]
    act(state, "set ruins no")
    assert [str(page.title) for page in pages(state) if page.key == "level"] == ["Level 1"]
    act(state, "begin")
    assert (state.level, state.difficulty) == (1, difficulty_of(1))


def test_modified_beasts_are_thrown_with_two_dice_and_changes_taken_away() -> None:
    state = new_game()
    open_page(state, "modified")
    act(state, "roll")
    beasts, changes = (throw.faces for throw in state.throws[:2])
    assert [(b.beast, b.change) for b in state.domain.modified] == list(
        zip(beasts, changes, strict=True)
    )
    state = new_game()
    open_page(state, "modified")
    act(state, "roll")
    act(state, "toggle 2")
    assert [beast.added for beast in state.domain.modified[:4]] == [True, True, False, True]


def test_a_wolf_with_horns_is_row_four_and_row_eight() -> None:
    state = new_game()
    act(state, "begin")
    assert str(beast_name(state, Modified(4, 8))) == "wolf with horns"


@pytest.mark.covers("kanthe-rulebook: Generation")
def test_level_sheets_name_main_and_alternate_creatures() -> None:
    state = new_game()
    open_page(state, "level")
    act(state, "fill")
    act(state, "answer Owl Folk")
    act(state, "write alternate Moles")
    act(state, "write level-theme broken stalls")
    act(state, "set level-rooms 3")
    sheet = state.sheets[0]
    assert (sheet.main, sheet.alternate, sheet.theme, sheet.rooms) == (
        "Owl Folk", "Moles", "broken stalls", 3,
    )  # fmt: skip


@pytest.mark.parametrize("field", ["hero", "domain", "theme", "main", "alternate", "level-theme"])
def test_what_is_written_is_on_its_sheet_alone_and_told(field: str) -> None:
    state = new_game()
    open_page(state, "level")
    [told] = act(state, f"write {field} Grey Fens")
    assert str(told.text).endswith(": Grey Fens.")
    sheet = state.sheets[0]
    written = {
        "hero": state.hero.name,
        "domain": state.domain.name,
        "theme": state.domain.theme,
        "main": sheet.main,
        "alternate": sheet.alternate,
        "level-theme": sheet.theme,
    }
    assert [name for name, value in written.items() if value == "Grey Fens"] == [field]


def test_one_word_of_a_list_is_changed_by_its_row() -> None:
    state = new_game()
    open_page(state, "motifs")
    act(state, "fill")
    before = list(state.domain.words["motifs"])
    [told] = act(state, "word 3 otters")
    assert str(told.text) == "Row 3: otters."
    assert state.domain.words["motifs"] == [*before[:3], "otters", *before[4:]]
    with pytest.raises(ActionError, match="stands in the list already"):
        act(state, "word 4 Otters")


def test_a_level_offers_the_creatures_that_it_does_not_have_yet() -> None:
    state = new_game()
    open_page(state, "level")
    act(state, "fill")
    sheet = state.sheets[0]
    offered = set(lines(state))
    for creature in CONTENT.words["creatures"]:
        assert (f"write main {creature}" in offered) == (creature != sheet.main)
        other = creature not in (sheet.main, sheet.alternate)
        assert (f"write alternate {creature}" in offered) == other


def test_a_main_creature_can_be_a_modified_beast_by_one_die() -> None:
    state = new_game()
    open_page(state, "beasts")
    act(state, "fill")
    act(state, "write changes Arms, Beak, Claws, Eyes, Fangs, Feathers, Fur, Hooves, Horns, Legs")
    open_page(state, "modified")
    act(state, "roll")
    open_page(state, "level")
    act(state, "roll")
    assert state.sheets[0].main.split()[1] == "with"


def test_the_hero_is_written_by_hand() -> None:
    state = new_game()
    open_page(state, "hero")
    act(state, "answer Ulf Halfbeard")
    act(state, "equip weapon fight-force Great Axe")
    act(state, "equip second persuade-evade Silver Tongue")
    act(state, "begin")
    assert state.hero.name == "Ulf Halfbeard"
    assert [item.name for item in state.hero.items] == [
        "Great Axe", "Leather Armour", "Rope", "Silver Tongue",
    ]  # fmt: skip
    assert state.hero.items[3].purposes == ("persuade", "evade")


def test_kept_sheets_fill_another_game() -> None:
    state = new_game("one")
    act(state, "write domain Vhen Adar")
    act(state, "arcane-feature 4 9 2")
    act(state, "begin")
    state.arcane.essences.firsts[3] = "Red"
    state.arcane.actions.letters[0] = "D"
    state.arcane.essences.checked[2] = "BD"
    state.arcane.struck.append("blue eye")
    kept = export_sheets(state)
    other = new_game("two")
    act(other, f"restore {kept}")
    assert export_sheets(other) == kept
    assert other.arcane.essences.firsts[3] == "Red"


def test_a_hero_is_named_after_the_player_as_far_as_names_go() -> None:
    state = RULES.new({}, ["⚔ Zoë_99 ⚔"], dice_for(b"0" * 16))
    assert state.hero.name == "Zoë 99"
    state = RULES.new({}, ["⚔⚔"], dice_for(b"0" * 16))
    assert state.hero.name in CONTENT.words["heroes"]


def test_words_written_on_a_level_sheet_stay_when_the_game_begins() -> None:
    state = new_game()
    open_page(state, "level")
    act(state, "write main Bog Witch")
    act(state, "begin")
    sheet = state.sheets[0]
    assert (sheet.main, sheet.alternate) == ("Bog Witch", CONTENT.levels[0].alternate)


def test_modified_beasts_are_thrown_of_lists_that_are_filled_in_then() -> None:
    state = new_game()
    open_page(state, "modified")
    act(state, "roll")
    names = [str(beast_name(state, beast)) for beast in state.domain.modified]
    beasts, changes = state.domain.words["beasts"], state.domain.words["changes"]
    for beast, name in zip(state.domain.modified, names, strict=True):
        assert name == f"{beasts[beast.beast]} with {changes[beast.change]}".casefold()


def test_suggestions_for_the_domain_are_others_than_what_is_written() -> None:
    state = new_game()
    for _ in range(20):
        before = state.domain.name, state.domain.theme
        act(state, "fill")
        assert state.domain.name != before[0]
        assert state.domain.theme != before[1]


def test_the_suggested_items_are_offered_once_the_hero_has_others() -> None:
    state = new_game()
    open_page(state, "hero")
    assert "fill" not in lines(state)
    act(state, "equip weapon fight-force Bill")
    assert "fill" in lines(state)
    act(state, "fill")
    assert "fill" not in lines(state)


def test_filled_pages_offer_no_suggestions_but_those_of_domain_and_hero() -> None:
    state = new_game()
    act(state, "equip weapon fight-force Bill")
    suggested = {}
    for page in pages(state):
        if page.key != "hero" and not is_filled(state, page):
            act(state, "roll" if page.key == "modified" else "fill")
        for offer in RULES.legal(state, 0):
            if str(offer.action) == "fill":
                suggested[page.key] = str(offer.label)
        if page.key != "hero":
            act(state, "next")
    assert suggested == {"domain": "Suggest another domain", "hero": "Take the suggested items"}
