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


def open_page(game: KantheState, key: str) -> None:
    """Open a page of the wizard."""
    while pages(game)[game.setup.page if game.setup else 0].key != key:
        act(game, "next")


@pytest.mark.covers("spec-kanthe: Set-up", "kanthe-rulebook: Generation")
def test_one_press_fills_every_sheet_and_begins() -> None:
    game = new_game()
    assert lines(game)[0] == "begin"
    act(game, "begin")
    assert RULES.view(game, None).phase == "play"
    assert all(len(game.domain.words[key]) == 10 for key in WORD_LISTS)
    assert len(game.domain.modified) == 10
    assert [item.name for item in game.hero.items] == list(CONTENT.kit)
    assert (game.hero.challenge, game.hero.wounds, game.hero.coins) == (5, 0, 0)


def test_the_first_lines_tell_of_the_arrival_not_of_the_dice_of_the_sheets() -> None:
    game = new_game()
    act(game, "begin")
    assert "dice" not in game.line_kinds
    view = RULES.view(game, 0)
    assert view.lines[0] == view.headline
    assert not game.throws


def test_the_wizard_fills_page_by_page() -> None:
    game = new_game()
    for page in pages(game):
        assert ".." not in str(RULES.view(game, None).alt)
        view = RULES.view(game, 0)
        assert str(page.title) in str(view.title)
        assert str(view.coach) == str(page.purpose)
        if not is_filled(game, page):
            act(game, "roll" if page.key == "modified" else "fill")
        assert is_filled(game, page)
        if "next" in lines(game):
            act(game, "next")
    act(game, "begin")
    assert game.setup is None


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet / Descriptors")
def test_suggestions_are_the_first_ten_of_each_list() -> None:
    game = new_game()
    open_page(game, "colours")
    act(game, "fill")
    assert game.domain.words["colours"] == [
        "Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Purple", "Brown", "Black", "White",
    ]  # fmt: skip


def test_lists_are_written_by_hand() -> None:
    game = new_game()
    words = "Ash, Bone, Coal, Dun, Ecru, Fawn, Gold, Hazel, Ivory, Jade"
    act(game, f"write colours {words}")
    open_page(game, "colours")
    act(game, "word 3 Rose Madder")
    assert game.domain.words["colours"][2:5] == ["Coal", "Rose Madder", "Ecru"]
    act(game, "answer " + words)
    assert game.domain.words["colours"][3] == "Dun"


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
        "restore nothing",
        "restore kanthe-sheets; levels=12",
        "restore kanthe-sheets; colours=Red,Blue",
        "dance",
    ],
)
def test_bad_input_gets_one_sentence_and_changes_nothing(line: str) -> None:
    game = new_game()
    before = RULES.dump(game)
    with pytest.raises(ActionError) as refused:
        act(game, line)
    assert RULES.dump(game) == before
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
    game = new_game()
    titles = [str(page.title) for page in pages(game) if page.key == "level"]
    assert titles == ["The ruins (level 0)", "Level 1"]
    act(game, "set ruins no")
    assert [str(page.title) for page in pages(game) if page.key == "level"] == ["Level 1"]
    act(game, "begin")
    assert (game.level, game.difficulty) == (1, difficulty_of(1))


def test_modified_beasts_are_thrown_with_two_dice_and_changes_taken_away() -> None:
    game = new_game()
    open_page(game, "modified")
    act(game, "roll")
    beasts, changes = (throw.faces for throw in game.throws[:2])
    assert [(b.beast, b.change) for b in game.domain.modified] == list(
        zip(beasts, changes, strict=True)
    )
    game = new_game()
    open_page(game, "modified")
    act(game, "roll")
    act(game, "toggle 2")
    assert [beast.added for beast in game.domain.modified[:4]] == [True, True, False, True]


def test_a_wolf_with_horns_is_row_four_and_row_eight() -> None:
    game = new_game()
    act(game, "begin")
    assert str(beast_name(game, Modified(4, 8))) == "wolf with horns"


@pytest.mark.covers("kanthe-rulebook: Generation")
def test_level_sheets_name_main_and_alternate_creatures() -> None:
    game = new_game()
    open_page(game, "level")
    act(game, "fill")
    act(game, "answer Owl Folk")
    act(game, "write alternate Moles")
    act(game, "write level-theme broken stalls")
    act(game, "set level-rooms 3")
    sheet = game.sheets[0]
    assert (sheet.main, sheet.alternate, sheet.theme, sheet.rooms) == (
        "Owl Folk", "Moles", "broken stalls", 3,
    )  # fmt: skip


def test_a_main_creature_can_be_a_modified_beast_by_one_die() -> None:
    game = new_game()
    open_page(game, "beasts")
    act(game, "fill")
    act(game, "write changes Arms, Beak, Claws, Eyes, Fangs, Feathers, Fur, Hooves, Horns, Legs")
    open_page(game, "modified")
    act(game, "roll")
    open_page(game, "level")
    act(game, "roll")
    assert game.sheets[0].main.split()[1] == "with"


def test_the_hero_is_written_by_hand() -> None:
    game = new_game()
    open_page(game, "hero")
    act(game, "answer Ulf Halfbeard")
    act(game, "equip weapon fight-force Great Axe")
    act(game, "equip second persuade-evade Silver Tongue")
    act(game, "begin")
    assert game.hero.name == "Ulf Halfbeard"
    assert [item.name for item in game.hero.items] == [
        "Great Axe", "Leather Armour", "Rope", "Silver Tongue",
    ]  # fmt: skip
    assert game.hero.items[3].purposes == ("persuade", "evade")


def test_kept_sheets_fill_another_game() -> None:
    game = new_game("one")
    act(game, "write domain Vhen Adar")
    act(game, "arcane-feature 4 9 2")
    act(game, "begin")
    game.arcane.essences.firsts[3] = "Red"
    game.arcane.actions.letters[0] = "D"
    game.arcane.essences.checked[2] = "BD"
    game.arcane.struck.append("blue eye")
    kept = export_sheets(game)
    other = new_game("two")
    act(other, f"restore {kept}")
    assert export_sheets(other) == kept
    assert other.arcane.essences.firsts[3] == "Red"


def test_a_hero_is_named_after_the_player_as_far_as_names_go() -> None:
    game = RULES.new({}, ["⚔ Zoë_99 ⚔"], dice_for(b"0" * 16))
    assert game.hero.name == "Zoë 99"
    game = RULES.new({}, ["⚔⚔"], dice_for(b"0" * 16))
    assert game.hero.name in CONTENT.words["heroes"]


def test_words_written_on_a_level_sheet_stay_when_the_game_begins() -> None:
    game = new_game()
    open_page(game, "level")
    act(game, "write main Bog Witch")
    act(game, "begin")
    sheet = game.sheets[0]
    assert (sheet.main, sheet.alternate) == ("Bog Witch", CONTENT.levels[0].alternate)


def test_modified_beasts_are_thrown_of_lists_that_are_filled_in_then() -> None:
    game = new_game()
    open_page(game, "modified")
    act(game, "roll")
    names = [str(beast_name(game, beast)) for beast in game.domain.modified]
    beasts, changes = game.domain.words["beasts"], game.domain.words["changes"]
    for beast, name in zip(game.domain.modified, names, strict=True):
        assert name == f"{beasts[beast.beast]} with {changes[beast.change]}".casefold()


def test_suggestions_for_the_domain_are_others_than_what_is_written() -> None:
    game = new_game()
    for _ in range(20):
        before = game.domain.name, game.domain.theme
        act(game, "fill")
        assert game.domain.name != before[0]
        assert game.domain.theme != before[1]


def test_the_suggested_items_are_offered_once_the_hero_has_others() -> None:
    game = new_game()
    open_page(game, "hero")
    assert "fill" not in lines(game)
    act(game, "equip weapon fight-force Bill")
    assert "fill" in lines(game)
    act(game, "fill")
    assert "fill" not in lines(game)
