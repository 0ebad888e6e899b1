"""Bounds of what is written on the sheets: words, numbers, kept lines; and which pages the wizard
offers what on."""

from __future__ import annotations

import pytest

from engine.contract.action import ActionError, InvalidAction
from engine.contract.texts import text
from engine.kanthe.data.content import WORD_LISTS
from engine.kanthe.map.level_plan import MOST_SECTIONS
from engine.kanthe.setup import design_sheets, wizard
from engine.kanthe.setup.design_sheets import export_sheets, import_sheets
from engine.kanthe.state import ArcaneEffect, KantheState, LevelSheet, Modified
from tests.engine.kanthe.stage import CONTENT, RULES, act, dice_of, lines, new_game, script

TEN = "Ash,Bone,Coal,Dun,Ecru,Fawn,Gold,Hazel,Ivory,Jade"
HEAD = "kanthe-sheets"


def page(state: KantheState, key: str, level: int = -1) -> wizard.SetupPage:
    """Open a page of the wizard and return it."""
    places = [
        n for n, each in enumerate(wizard.pages(state)) if (each.key, each.level) == (key, level)
    ]
    assert state.setup is not None
    state.setup.page = places[0]
    return wizard.current_page(state)


def refused(state: KantheState, line: str) -> str:
    """Return why a line is refused."""
    with pytest.raises(ActionError) as caught:
        act(state, line)
    return str(caught.value)


# ---------------------------------------------------------------- words and numbers


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Bog   Witch ", "Bog Witch"),
        ("Ulf’s", "Ulf's"),
        ("x" * 24, "x" * 24),
        ("Half-orc 2", "Half-orc 2"),
        ("Ä", "Ä"),
    ],
)
def test_a_word_is_kept_in_its_normal_form(typed, name):
    assert design_sheets.check_words(typed, text("a word")) == name


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("   ", "Write a word: it cannot be empty."),
        ("x" * 25, "“" + "x" * 24 + "…” is too long: a word has at most 24 letters."),
        ("12", "“12” will not do: a word is written in letters alone."),
        ("- '", "“- '” will not do: a word is written in letters alone."),
        ("a/b", "“a/b” will not do: a word is written in letters alone."),
    ],
)
def test_a_word_without_letters_or_with_signs_is_refused(typed, why):
    with pytest.raises(InvalidAction) as caught:
        design_sheets.check_words(typed, text("a word"))
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("⚔ Zoë_99 ⚔", "Zoë 99"),
        ("O'Neil-Smith", "O'Neil-Smith"),
        ("42", ""),
        ("!!", ""),
        ("x" * 41, "x" * 40),
        ("x" * 39 + " yy", "x" * 39),
    ],
)
def test_a_players_name_loses_what_a_heros_cannot_have(typed, name):
    assert design_sheets.clean_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "number"),
    [("1", 1), ("9", 9), ("0", None), ("10", None), ("-1", None), ("", None), ("four", None)],
)
def test_a_number_lies_within_its_bounds(typed, number):
    if number is not None:
        assert design_sheets.check_number(typed, text("Levels"), 1, 9) == number
        return
    with pytest.raises(InvalidAction) as caught:
        design_sheets.check_number(typed, text("Levels"), 1, 9)
    assert str(caught.value) == f"Levels: a number from 1 to 9, not “{typed}”."


@pytest.mark.parametrize(
    ("field", "least", "most"), [("levels", 1, 9), ("sections", 1, MOST_SECTIONS), ("rooms", 1, 10)]
)
def test_the_size_of_a_domain_has_its_bounds_by_hand_and_from_kept_sheets(field, least, most):
    state = new_game()
    for number in (least, most):
        act(state, f"set {field} {number}")
        assert getattr(state.domain, field) == number
        setattr(state.domain, field, 3)
        import_sheets(state, f"{HEAD}; {field}={number}")
        assert getattr(state.domain, field) == number
    for wrong in (least - 1, most + 1):
        assert f"from {least} to {most}" in refused(state, f"set {field} {wrong}")
        assert f"from {least} to {most}" in refused(state, f"restore {HEAD}; {field}={wrong}")


def test_the_rooms_of_a_level_are_0_to_10():
    state = new_game()
    assert refused(state, "set level-rooms 3") == "Open the page of a level first."
    page(state, "level", 0)
    for number in (0, 10):
        act(state, f"set level-rooms {number}")
        assert state.sheets[0].rooms == number
    assert "from 0 to 10" in refused(state, "set level-rooms 11")
    for number, good in ((0, True), (10, True), (11, False)):
        line = f"{HEAD}; level1=damp halls/Owls/Moles/{number}"
        if good:
            import_sheets(state, line)
            assert state.sheets[1] == LevelSheet("damp halls", "Owls", "Moles", number)
        else:
            assert "from 0 to 10" in refused(state, f"restore {line}")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("set height 3", "There is no number “height” on the sheets."),
        ("set ruins maybe", "Ruins: yes or no."),
        ("write colour Red", "There is no field “colour” on the sheets."),
        ("write main Owls", "Open the page of a level first."),
        ("word 3 Rose", "Open the page of a list first."),
        ("toggle 3", "“toggle” is not possible that way now."),
        ("previous", "“previous” is not possible that way now."),
        ("walk n", "“walk” must wait until the game begins."),
        ("equip foot evade-force Boots", "The hero has room for: weapon, armour, first, second."),
    ],
)
def test_what_the_sheets_have_no_place_for_is_refused_by_name(line, why):
    assert refused(new_game(), line) == why


# ---------------------------------------------------------------- kept sheets


def test_kept_sheets_hold_all_that_was_written():
    state = new_game("one", length="weeks")
    act(state, "write domain Vhen Adar")
    act(state, "write theme cold halls")
    act(state, f"write colours {TEN}")
    act(state, "set ruins no")
    state.domain.modified = [Modified(n, 9 - n, n % 2 == 0) for n in range(10)]
    state.domain.arcane_features[4] = ArcaneEffect(9, 0)
    state.sheets[2] = LevelSheet("damp", "Owls", "", 7)
    rows = state.arcane.essences
    rows.letters[0], rows.checked[1], rows.firsts[2], rows.seconds[3] = "A", "BC", "Red", "horns"
    state.arcane.actions.seconds[9] = "eyes"
    state.arcane.struck = ["red eye", "blue moon"]
    other = new_game("two")
    act(other, f"restore {export_sheets(state)}")
    assert other.domain == state.domain
    assert other.sheets == state.sheets
    assert other.arcane.essences == state.arcane.essences
    assert other.arcane.actions == state.arcane.actions
    assert other.arcane.struck == other.arcane.discovered == ["red eye", "blue moon"]


def test_what_kept_sheets_leave_out_stays_as_it_is():
    state = new_game()
    act(state, f"write colours {TEN}")
    state.domain.modified = [Modified(1, 2)] * 10
    state.domain.ruins = False
    before = state.domain.name, state.domain.theme, state.domain.rooms
    import_sheets(state, f"{HEAD}; beasts={TEN.lower()};;")
    assert (state.domain.name, state.domain.theme, state.domain.rooms) == before
    assert state.domain.words["colours"] == TEN.split(",")
    assert state.domain.words["beasts"] == TEN.lower().split(",")
    assert len(state.domain.modified) == 10
    assert not state.domain.ruins
    import_sheets(state, f"{HEAD}; ruins=yes")
    assert state.domain.ruins


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ("levels 3", "“levels 3” is no part of the sheets."),
        ("ruins=No", "Ruins: yes or no."),
        ("name=" + "x" * 41, "the domain's name has at most 40 letters."),
        ("modified=4+8", "There are ten modified beasts, not 1."),
        ("modified=" + ",".join(["4*8"] * 10), "“4*8” is no modified beast"),
        ("modified=" + ",".join(["a+8"] * 10), "“a+8” is no modified beast"),
        ("modified=" + ",".join(["14+8"] * 10), "“14+8” is no modified beast"),
        ("arcane=1:3", "“arcane” has 1 rows instead of ten."),
        ("arcane=" + "1:30" + "," * 9, "“1:30” is no effect, such as “1:3”."),
        ("arcane=" + "a:3" + "," * 9, "“a:3” is no effect, such as “1:3”."),
        ("level1=damp/Owls/Moles", "“level1” takes a theme, two creatures and a number of rooms."),
        ("level1=damp/Owls/Moles/3/4", "“level1” takes a theme, two creatures and a number"),
        ("essence-firsts=Red", "“essence-firsts” has 1 rows instead of ten."),
        ("action-letters=<" + "," * 9, "will not do: a cell of the arcane sheet is written"),
        ("struck=" + "x" * 61, "a phrase has at most 60 letters."),
        ("colours=Red,Blue", "The list of colours takes ten words with commas, not 2."),
        ("colours=" + TEN.replace("Jade", "ASH"), "The ten colours must all be different."),
    ],
)
def test_kept_sheets_that_cannot_be_are_refused_and_change_nothing(piece, why):
    state = new_game()
    before = RULES.dump(state)
    assert why in refused(state, f"restore {HEAD}; levels=4; {piece}")
    assert RULES.dump(state) == before


def test_other_texts_are_no_kept_sheets():
    state = new_game()
    assert refused(state, "restore levels=4") == "Sheets that were kept begin with “kanthe-sheets”."
    act(state, "begin")
    assert refused(state, f"restore {HEAD}").startswith("Sheets are taken over before the game")


# ---------------------------------------------------------------- the wizard


@pytest.mark.parametrize(
    ("sheet", "filled"),
    [
        (LevelSheet("damp", "Owls", "Moles"), True),
        (LevelSheet("", "Owls", "Moles"), False),
        (LevelSheet("damp", "", "Moles"), False),
        (LevelSheet("damp", "Owls", ""), False),
    ],
)
def test_a_level_is_filled_in_with_a_theme_and_two_creatures(sheet, filled):
    state = new_game()
    state.sheets[1] = sheet
    opened = page(state, "level", 1)
    assert wizard.is_filled(state, opened) == filled
    assert ("fill" in lines(state)) == (not filled)
    if not filled:
        act(state, "fill")
    found, suggested = state.sheets[1], CONTENT.levels[1]
    assert (found.theme, found.main, found.alternate) == (
        sheet.theme or suggested.theme,
        sheet.main or suggested.main,
        sheet.alternate or suggested.alternate,
    )


def test_the_pages_go_from_the_domain_to_the_hero_and_no_farther():
    state = new_game(length="half-hour")
    keys = []
    for each in wizard.pages(state):
        assert wizard.current_page(state) == each
        keys.append(each.key)
        if each.key != "hero":
            act(state, "next")
    assert keys == [
        "domain", "colours", "changes", "qualities", "motifs", "essences", "beasts", "modified",
        "features", "level", "level", "hero",
    ]  # fmt: skip
    assert "next" not in lines(state)
    act(state, "previous")
    assert wizard.current_page(state).level == 1


def test_next_and_back_are_offered_where_there_is_a_page():
    state = new_game()
    assert {"next", "begin"} <= set(lines(state))
    assert "previous" not in lines(state)
    page(state, "colours")
    assert lines(state)[:4] == ["begin", "next", "previous", "fill"]
    hints = {str(o.action): str(o.hint) for o in RULES.legal(state, 0)}
    assert hints["next"] == "Ten physical changes."
    assert hints["previous"] == "The domain."


def test_the_size_of_the_domain_is_offered_up_and_down_within_bounds():
    state = new_game()
    domain = state.domain
    for size, offered in (
        ((1, 1, 1), {"levels 2", "sections 2", "rooms 2"}),
        ((9, MOST_SECTIONS, 10), {"levels 8", f"sections {MOST_SECTIONS - 1}", "rooms 9"}),
        ((2, 2, 2), {"levels 1", "levels 3", "sections 1", "sections 3", "rooms 1", "rooms 3"}),
    ):
        domain.levels, domain.sections, domain.rooms = size
        found = {line[4:] for line in lines(state) if line.startswith("set ")}
        assert found - {"ruins no"} == offered
    act(state, "size weeks")
    assert (domain.levels, domain.sections, domain.rooms) == (8, 6, 6)
    sizes = [line for line in lines(state) if line.startswith("size ")]
    assert sorted(sizes) == ["size evening", "size half-hour"]
    act(state, "set ruins no")
    assert "set ruins yes" in lines(state)


def test_a_tenth_word_is_offered_that_is_not_on_the_list():
    state = new_game()
    page(state, "colours")
    act(state, "fill")
    words = state.domain.words["colours"]
    offered = [o.action.args for o in RULES.legal(state, 0) if o.action.verb == "word"]
    assert offered
    assert {row for row, _ in offered} == {"9"}
    known = {word.casefold() for word in words}
    assert not known & {word.casefold() for _, word in offered}
    act(state, f"word 9 {offered[0][1]}")
    assert state.domain.words["colours"][9] == offered[0][1]
    assert refused(state, "word 10 Rose") == "Row: a number from 0 to 9, not “10”."


def test_a_word_of_a_list_that_is_blank_is_not_changed():
    state = new_game()
    page(state, "motifs")
    assert refused(state, "word 3 Rose") == "Fill in the list first, then change its words."
    assert refused(state, f"write motifs {TEN},Kelp").endswith("ten words with commas, not 11.")


def test_a_change_of_a_beast_is_taken_away_and_given_back():
    state = new_game()
    page(state, "modified")
    assert [line for line in lines(state) if line.startswith("toggle")] == []
    act(state, "roll")
    labels = [str(o.label) for o in RULES.legal(state, 0) if o.action.verb == "toggle"]
    assert len(labels) == 10
    assert labels[3].startswith("3: Take away: ")
    act(state, "toggle 3")
    assert [beast.added for beast in state.domain.modified] == [n != 3 for n in range(10)]
    labels = [str(o.label) for o in RULES.legal(state, 0) if o.action.verb == "toggle"]
    assert labels[3].startswith("3: Add: ")
    act(state, "toggle 3")
    assert all(beast.added for beast in state.domain.modified)
    assert refused(state, "toggle 10") == "“toggle” is not possible that way now."


def test_a_feature_is_given_an_effect_or_none():
    state = new_game()
    told = act(state, "arcane-feature 9 0 9")
    assert str(told[0].text) == "Feature 9: arcane."
    assert state.domain.arcane_features == [None] * 9 + [ArcaneEffect(0, 9)]
    told = act(state, "arcane-feature 9 none")
    assert str(told[0].text) == "Feature 9: not arcane."
    assert state.domain.arcane_features == [None] * 10
    for wrong in ("10 1 1", "1 10 1", "1 1 10"):
        assert "a number from 0 to 9" in refused(state, f"arcane-feature {wrong}")


def test_some_features_are_suggested_an_effect_but_not_by_the_book():
    state = new_game()
    page(state, "features")
    act(state, "fill")
    arcane = [effect for effect in state.domain.arcane_features if effect]
    assert len(arcane) == CONTENT.arcane_features
    book = new_game(rules="book")
    page(book, "features")
    act(book, "fill")
    assert not any(book.domain.arcane_features)


def test_an_item_of_the_kit_serves_two_purposes():
    state = new_game()
    act(state, "equip first evade-force Rope Ladder")
    assert (state.kit[2].name, state.kit[2].purposes) == ("Rope Ladder", ("evade", "force"))
    assert (state.kit[2].rating, state.kit[2].id) == (1, -3)
    for wrong in ("evade", "evade-evade", "evade-dance", "evade-force-fight"):
        assert refused(state, f"equip first {wrong} Rope").startswith("An item serves two of ")
    act(state, "equip weapon evade-dance Bill")  # a weapon serves what weapons do
    assert state.kit[0].purposes == CONTENT.wares[CONTENT.kit[0]].purposes


def test_items_are_offered_in_the_place_of_others_of_their_kind():
    state = new_game()
    page(state, "hero")
    offers = [o for o in RULES.legal(state, 0) if o.action.verb == "equip"]
    carried = {item.name for item in state.kit}
    assert offers
    for each in offers:
        slot, uses, name = each.action.args
        assert name not in carried
        kind = CONTENT.wares[name].kind
        place = ("weapon", "armour", "first", "second").index(slot)
        assert CONTENT.wares[CONTENT.kit[place]].kind == kind
        assert uses == "-".join(CONTENT.wares[name].purposes)


def test_a_main_creature_is_a_beast_of_the_row_that_is_thrown():
    state = new_game()
    page(state, "modified")
    act(state, "roll")
    page(state, "level", 0)
    assert "roll" in lines(state)
    script(state, [7])
    [told] = [e for e in act(state, "roll") if str(e.text).startswith("The main creature")]
    beast = state.domain.modified[7]
    words = state.domain.words
    name = f"{words['beasts'][beast.beast]} with {words['changes'][beast.change]}".casefold()
    assert str(told.text) == f"The main creature: {name}."
    assert state.sheets[0].main.casefold() == name
    assert dice_of(state).play.drawn


def test_an_answer_is_written_on_the_page_that_is_open():
    state = new_game()
    act(state, "answer Vhen Adar")
    assert state.domain.name == "Vhen Adar"
    page(state, "modified")
    assert refused(state, "answer Owls") == "There is nothing to write on this page."
    page(state, "hero")
    act(state, "answer Ulf")
    assert state.hero.name == "Ulf"
    act(state, "begin")
    assert refused(state, "answer Ulf") == "Nothing is asked that a text would answer."
    assert refused(state, "fill") == "The sheets are filled in before the game begins."


def test_every_list_has_a_page_of_its_own():
    state = new_game()
    keys = [each.key for each in wizard.pages(state)]
    assert all(keys.count(key) == 1 for key in WORD_LISTS)
