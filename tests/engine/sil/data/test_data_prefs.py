"""Pref files: pictures, conditions, includes (rules: edit-files 5, 6, 7)."""

import pytest

from engine.sil.data import bundle
from engine.sil.data.prefs import JUNK, PrefConditions, PrefPicture, c_number, evaluate, read_prefs
from engine.sil.data.prefs import tokens as cut

SAMPLE = """# made-up set
%:font-xxx.prf
?:[AND [EQU $GRAF new] [NOT [EQU $SYS gcu]]]
R:0:0x8D/0x80
R:1:141/0x90
F:1:0x80/0x81
S:0x0B:0x8C/0x8B
L:2:0x82:0x80
?:[EQU $GRAF old]
F:1:9/0x2E
?:1
V:16:0x01:0x30:0x30:0x30
M:25:o
"""


@pytest.fixture
def prefs(tmp_path):
    """Return a function that reads pref files given as texts, `main.prf` first."""

    def read(main, conditions=PrefConditions(), **included):  # noqa: B008
        (tmp_path / "main.prf").write_text(main)
        for name, text in included.items():
            (tmp_path / f"{name}.prf").write_text(text)
        return read_prefs("main.prf", [tmp_path], bundle.load(), conditions)

    return read


@pytest.mark.covers("spec-edit-files: 5.5")
@pytest.mark.covers(
    "sil-q-codebase: Mapping Game Entities to Tiles", "sil-q-manual: Sil-Q has a tileset"
)
def test_the_sample_loads(prefs):
    found, errors = prefs(SAMPLE)
    assert not errors
    assert found.monsters[0] == PrefPicture(0x8D, 0x80)
    assert found.monsters[1] == PrefPicture(141, 0x90)
    assert found.terrain[1] == PrefPicture(0x80, 0x81)
    assert found.specials == {0x0B: PrefPicture(0x8C, 0x8B)}
    assert found.flavours[2] == PrefPicture(0x82, 0x80)
    assert found.palette == {16: (0x30, 0x30, 0x30)}
    assert found.message_colours == {25: 3}


@pytest.mark.covers("sil-q-codebase: Pref File Loading")
def test_the_other_graphics_set_takes_the_other_lines(prefs):
    found, _ = prefs(SAMPLE, PrefConditions(graphics="old"))
    assert found.terrain[1] == PrefPicture(9, 0x2E)
    assert found.monsters[0].cell is None


def test_without_a_line_everything_keeps_its_glyph(prefs):
    found, errors = prefs("")
    assert not errors
    assert found.monsters[11] == PrefPicture(7, ord("C"))
    assert found.monsters[11].cell is None


@pytest.mark.covers("sil-q-codebase: Tile Coordinate System")
def test_a_cell_is_row_and_column_without_the_icon_bits():
    assert PrefPicture(0x8D, 0x90).cell == (13, 16)
    assert PrefPicture(0xC1, 0xC2).cell == (1, 2)
    assert PrefPicture(0x8D, 0x10).cell is None


@pytest.mark.covers("sil-q-codebase: Example Entity-Tile Mapping")
def test_the_notes_chest_stands_in_row_one_column_four(prefs):
    found, errors = prefs("K:374:0x81/0x84\n")
    assert not errors
    assert bundle.load().kinds[374].name == "& Small jewelled chest~"
    assert found.kinds[374].cell == (1, 4)


@pytest.mark.covers("spec-edit-files: 5.2")
def test_blank_lines_indented_lines_and_comments_are_skipped(prefs):
    found, errors = prefs("   \n\t\n  nonsense\n# R\nR:11:1/0x23\r\n")
    assert not errors
    assert found.monsters[11] == PrefPicture(1, ord("#"))


@pytest.mark.covers("spec-edit-files: 5.3")
def test_a_zero_leaves_the_earlier_value_except_in_specials(prefs):
    found, _ = prefs("R:5:0x84/0x84\nR:5:0/0x85\nS:1:5/5\nS:1:0/6\n")
    assert found.monsters[5] == PrefPicture(0x84, 0x85)
    assert found.specials[1] == PrefPicture(0, 6)


def test_a_quoted_character_reads_as_zero(prefs):
    found, _ = prefs("R:11:1/'#'\n")
    assert found.monsters[11] == PrefPicture(1, ord("C"))


@pytest.mark.parametrize(
    "line", ["R:9999:1/1", "R:-1:1/1", "R:1:1", "Z:1:2", "S:256:1/1", "M:30:o", "M:1:q", "hello"]
)
def test_a_mistake_ends_its_file_and_nothing_else(prefs, line):
    main = "R:11:1/0x21\n%:inner.prf\nR:12:1/0x22\n"
    found, errors = prefs(main, inner=f"R:13:1/0x23\n{line}\nR:14:1/0x24\n")
    (error,) = errors
    assert (error.file, error.line) == ("inner.prf", 2)
    assert [found.monsters[serial].char for serial in (11, 12, 13)] == [0x21, 0x22, 0x23]
    assert found.monsters[14].char == ord("@")


def test_a_missing_file_is_no_error(prefs):
    assert prefs("%:nowhere.prf\n")[1] == []


def test_a_file_that_includes_itself_is_stopped(prefs):
    found, errors = prefs("%:main.prf\n%:inner.prf\nR:11:1/0x21\n", inner="%:main.prf\n")
    assert [(error.file, error.line) for error in errors] == [("main.prf", 1), ("inner.prf", 1)]
    assert found.monsters[11].char == 0x21


def test_an_include_stays_in_its_folders(prefs):
    _, (error,) = prefs("%:../secret.prf\n")
    assert "plain file name" in error.problem


@pytest.mark.covers("spec-edit-files: 5.2")
def test_an_included_file_has_its_own_condition(prefs):
    main = "?:0\nR:11:1/0x21\n?:1\n%:inner.prf\nR:12:1/0x22\n"
    found, errors = prefs(main, inner="?:0\nR:13:1/0x23\n")
    assert not errors
    assert [found.monsters[serial].char for serial in (11, 12, 13)] == [67, 0x22, 64]


def test_what_is_passed_over_may_be_nonsense(prefs):
    assert prefs("?:0\nnonsense\nR:9999:1/1\n%:main.prf\n?:1\n")[1] == []


@pytest.mark.covers("spec-edit-files: 5.1")
@pytest.mark.covers("sil-q-codebase: Pref File Loading")
def test_both_folders_are_read_and_the_second_wins(tmp_path):
    for folder, char in (("lib", 0x21), ("user", 0x22)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "main.prf").write_text(f"R:11:1/{char}\nR:12:1/{char}\n")
    folders = [tmp_path / "lib", tmp_path / "user"]
    found, _ = read_prefs("main.prf", folders, bundle.load())
    assert found.monsters[11].char == 0x22
    (tmp_path / "lib" / "main.prf").write_text("Z:1\n")
    found, errors = read_prefs("main.prf", folders, bundle.load())
    assert len(errors) == 1
    assert found.monsters[11].char == ord("C")


def test_letters_of_no_use_to_a_bot_are_ignored(prefs):
    found, errors = prefs("A:x\nP:x\nC:0:x\nT:x\nX:a\nY:b\nW:1:2:3\nB:1:x\nQ:x\nE:151:4\nE:5:0\n")
    assert not errors
    assert found.inventory_colours == {23: 4}


@pytest.mark.covers("spec-edit-files: 5.2")
def test_tokens_are_cut_at_either_separator_and_the_last_keeps_the_rest():
    assert cut("1:2/3:4", 3) == ["1", "2", "3:4"]
    assert cut(r"a\:b:c", 2) == [r"a\:b", "c"]
    assert cut("':':c", 2) == ["':'", "c"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("141", 141), ("0x8D", 141), ("0215", 141), ("-3", -3), ("+7x", 7), ("'#'", 0), ("09", 0)],
)
@pytest.mark.covers("spec-edit-files: 5.3")
def test_numbers_are_read_as_in_c(text, value):
    assert c_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[LEQ a a]", "0"),
        ("[LEQ a b c]", "1"),
        ("[GEQ b a]", "1"),
        ("[IOR [EQU $SYS win] [EQU $SYS x11]]", "1"),
        ("[NOT 0 0]", "1"),
        ("[NOT 0 1]", "0"),
        ("[AND 1 0]", "0"),
        ("[AND 1 1 ]", "1"),
        ("[EQU a a a]", "1"),
        ("[EQU $CLASS Warrior]", "0"),
        ("[EQU $VERSION 1.5.0]", "1"),
        ("[EQU $RACE Noldor]", "1"),
        ("[EQU $nameless Finrod]", "1"),
        ("word", "word"),
        ("[FOO]", JUNK),
        ("$CLASS", JUNK),
        ("[EQU a a", JUNK),
        ("", JUNK),
    ],
)
@pytest.mark.covers("spec-edit-files: 5.4")
def test_conditions_have_these_values(text, value):
    assert evaluate(text, PrefConditions(race="Noldor", character="Finrod")) == value


def test_a_condition_too_deep_is_a_mistake(prefs):
    _, (error,) = prefs("?:" + "[" * 500 + "\n")
    assert error.line == 1
