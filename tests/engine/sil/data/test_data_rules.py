"""The rules of edit files, line by line (rules: edit-files 1, 2, 7)."""

import pytest

from engine.sil.data import bundle, readers
from engine.sil.data.edit_files import Table, colour, flags, glyph, numbers, pairs, read, words
from engine.sil.data.flag_words import ITEM_FLAGS, MONSTER_FLAGS
from engine.sil.data.records import AbilityRef, Blow, Dice, Glyph, Span, StartingItem, Stats

pytestmark = pytest.mark.covers("spec-edit-files: Checks for tests")

LIMITS = b"""V:1.5.0
M:F:86
M:K:600
M:B:240
M:A:20:180:1:50
M:E:145
M:R:656
M:V:500
M:P:4
M:C:11
M:H:165
M:L:310
M:O:512
M:N:20480
M:T:65440
"""

SAMPLES = {
    "terrain": """
N:0:<nothing>
G: :w
N:1:bare floor
G:.:W
N:48:hidden door
G:#:W1
M:56
N:56:rock face
G:#:W1
""",
    "kinds": """
N:0:<heap>
G:&:w
N:41:& Boar Spear~
G:/:s
I:22:2:0
W:3:0:35:200
A:3/2:9/4
P:0:1d9:0:0d0
F:POLEARM | THROWING
F:HAND_AND_A_HALF
D:A stout spear with a crossbar
D: below its head.
N:300:& Charm~
G:":D
I:40:2:1
W:5:0:1:500
A:5/3
P:0:0d0:0:0d0
B:4/2
""",
    "abilities": """
N:0:Brawn
I:0:0:1
T:21:0:99 # clubs
T:31:0:99
D:Your blows land harder.
N:5:Onward
I:0:5:6
P:0/0:0/1
D:A kill carries you into the next foe.
""",
    "artefacts": """
N:20:'Testament'
I:22:2:1
W:7:12:35:40000
P:2:1d11:1:0d0
F:STR | SLAY_WOLF
B:0/5:4/2
D:It was carried by someone who never spoke of it.
""",
    "specials": """
N:12:of Turning
W:2:4:0:1000
T:34:0:99
T:30:2:2
C:0:0:0:2:0:0:0
F:IGNORE_ALL
B:2/8
""",
    "monsters": """
N:41:Ash hound
W:4:2
G:C:D
I:2:8d4:0
A:10:5:3:2
P:[+6,1d4]
B:BITE:HURT:(+4,2d5)
B:CLAW::(+2)
S:SPELL_PCT_10 | POW_3
S:BRTH_FIRE
F:WOLF | FRIENDS | RAND_25
D:Smoke runs along its back.
""",
    "vaults": """
N:10:Cross Cell
X:6:2:8
F:NO_ROTATION | LIGHT
D:$$$$$$$
D:$..?..$
D:$.#:#.$
D:$$$+$$$
""",
    "races": """
N:0:Hillfolk
S:0:1:2:0
I:1:18:70
H:68:3
W:150:9
C:1|2
F:BOW_PROFICIENCY | SNG_AFFINITY
E:39:0:2:4
E:80:35:3:3
D:They keep to the high country.
""",
    "houses": """
N:0:No house
A:no house
B:None
S:0:0:0:0
N:1:House of the Ford
A:the Ford
B:Ford
S:0:0:1:0
F:WIL_AFFINITY
D:They held the crossing.
""",
    "history": """
N:1:2:40:0
D:You are the eldest of four
N:1:2:100:0
D:You are the youngest
N:2:0:60:1
D:of the Ford.
N:2:0:100:0
D:of nowhere in particular.
""",
    "flavours": """
N:1:45:32
G:=:g1
D:Coiled
N:2:45
G:=:LightRed3
D:Garnet
""",
}


def parse(table: str, text: str, version: str = "V:1.5.0\n") -> Table:
    limits, errors = readers.read_limits(LIMITS)
    assert not errors
    form = readers.FORMATS[table]
    return read(form, (version + text).encode("latin-1"), bundle.caps_for(form, limits))


def one(table: str, text: str):
    """Return the only record of a file whose header line is given."""
    found = parse(table, text)
    assert not found.errors
    (record,) = found.records.values()
    return record


def problem(table: str, text: str) -> str:
    """Return the only problem of a file, as one line."""
    (error,) = parse(table, text).errors
    return str(error)


@pytest.mark.parametrize("table", SAMPLES)
def test_each_sample_loads_alone(table):
    found = parse(table, SAMPLES[table])
    assert not found.errors
    assert len(found.records) == SAMPLES[table].count("\nN:")


@pytest.mark.covers("spec-edit-files: 2.12")
def test_the_sample_names_load_as_letters_only():
    names, errors = readers.read_names(b"V:1.5.0\nN:alcarin\nN:Ar-Feiniel\n")
    assert (names, errors) == (("alcarin", "arfeiniel"), [])


def test_a_name_without_a_letter_is_a_parse_error():
    names, (error,) = readers.read_names(b"V:1.5.0\nN:123\nN:bel\n")
    assert names == ("bel",)
    assert str(error) == "names.txt:2: parse error: a name needs a letter"


@pytest.mark.covers("spec-edit-files: 2.1")
def test_limits_are_read_and_artefacts_are_their_sum():
    limits, _ = readers.read_limits(LIMITS)
    assert (limits.terrain, limits.artefacts, limits.text_bytes) == (86, 251, 65440)


@pytest.mark.parametrize("line", [b"M:Z:4", b"N:0:x", b"M:F86"])
def test_limits_take_nothing_but_their_letters(line):
    limits, (error,) = readers.read_limits(LIMITS + line)
    assert limits is None
    assert error.line == 16
    assert "undefined directive" in error.problem


def test_a_missing_limit_is_named():
    _, (error,) = readers.read_limits(LIMITS.replace(b"M:R:656\n", b""))
    assert error.problem == "no limit given for monsters"


# --- lines -------------------------------------------------------------------------------------


@pytest.mark.covers("spec-edit-files: 1.2")
@pytest.mark.parametrize("version", ["", "V:1.4.9\n", "V:1.5\n"])
def test_a_missing_or_different_version_makes_the_file_obsolete(version):
    (error,) = parse("terrain", "N:1:x\n", version).errors
    assert error.line == 1
    assert error.problem.startswith("obsolete file")


def test_the_version_may_be_followed_by_text_and_come_again():
    assert not parse("terrain", "N:1:x\nV:1.5.0\n", "V:1.5.0 of old\n").errors


@pytest.mark.covers("spec-edit-files: 1.1")
@pytest.mark.parametrize("line", ["  ", " N:1:x", "N", "hello", "Nx1:y"])
def test_a_line_that_is_not_letter_and_colon_is_a_parse_error(line):
    assert problem("terrain", f"{line}\n").startswith("terrain.txt:2: parse error")


@pytest.mark.covers("spec-edit-files: 1.1")
def test_empty_lines_comments_and_carriage_returns_do_no_harm():
    found = parse("terrain", "\r\n# hello\r\r\nN:1:sh\xe9lf\r\r\nG:#:W1\r\n")
    assert not found.errors
    assert found.records[1].name == "shlf"


def test_a_tab_becomes_spaces_up_to_the_next_multiple_of_eight():
    assert one("kinds", "N:1:x\nD:a\tb").description == "a     b"


@pytest.mark.covers("spec-edit-files: 1.1")
def test_a_line_over_1023_characters_is_an_error_in_a_comment_too():
    assert problem("terrain", "#" + "x" * 1023 + "\nN:1:x\n").startswith("terrain.txt:2: ")
    assert not parse("terrain", "#" + "x" * 1022 + "\nN:1:x\n").errors


# --- records -----------------------------------------------------------------------------------


@pytest.mark.covers("spec-edit-files: 1.3")
def test_serials_strictly_increase():
    assert "non-sequential records: 5 comes after 5" in problem("terrain", "N:5:a\nN:5:b\n")
    assert sorted(parse("terrain", "N:5:a\nN:9:b\n").records) == [5, 9]


@pytest.mark.covers("spec-edit-files: 1.3")
def test_a_serial_at_the_cap_is_one_too_many():
    assert not parse("terrain", "N:85:a\n").errors
    assert "too many entries" in problem("terrain", "N:86:a\n")


def test_lines_of_a_rejected_record_say_nothing_new():
    found = parse("terrain", "N:86:a\nG:#:W\nM:zzz\n")
    assert [error.line for error in found.errors] == [2]


@pytest.mark.parametrize("line", ["N:5", "N:5:", "N:x:y"])
def test_a_header_wants_serial_and_name(line):
    assert "parse error" in problem("terrain", line + "\n")


def test_a_name_keeps_further_colons_and_spaces():
    assert one("terrain", "N:5: a: b \n").name == " a: b "


@pytest.mark.parametrize("letter", "AB")
def test_a_line_before_the_first_header_is_a_missing_record_header(letter):
    assert "missing record header" in problem("houses", f"{letter}:x\nN:0:a\n")


@pytest.mark.covers("spec-edit-files: 1.3")
def test_an_unknown_letter_is_an_undefined_directive():
    assert "undefined directive: Q:" in problem("terrain", "N:0:a\nQ:1\n")


def test_a_letter_given_twice_replaces_the_earlier():
    assert one("terrain", "N:0:a\nG:#:w\nG:.:W\n").glyph == Glyph(".", 9)


@pytest.mark.covers("spec-edit-files: 1.9")
def test_all_problems_are_collected_with_their_lines():
    found = parse("monsters", "N:11:a\nW:x\nG:C:u\nB:HIT\nN:12:b\nF:SILLY\n")
    assert [error.line for error in found.errors] == [3, 5, 7]
    assert {error.file for error in found.errors} == {"monster.txt"}


@pytest.mark.covers("spec-edit-files: 1.9")
def test_names_and_texts_have_room_as_limits_say():
    long = "x" * 1000
    names = "".join(f"N:{serial}:{long}\n" for serial in range(21))
    assert "memory exhausted: names" in problem("monsters", names)
    assert "memory exhausted: text" in problem("monsters", "N:0:a\n" + f"D:{long}\n" * 66)


# --- numbers, flags, pairs, glyphs -------------------------------------------------------------


@pytest.mark.covers("spec-edit-files: 1.4")
def test_numbers_take_signs_and_spaces_and_ignore_what_follows():
    assert numbers("+3: -4:5:9 # x", "h:h:b") == [3, -4, 5]
    assert numbers("2d5 junk", "D") == [Dice(2, 5)]


@pytest.mark.parametrize("text", ["3", "3:", "3:x", "3 :4"])
def test_too_few_numbers_are_a_parse_error(text):
    with pytest.raises(ValueError, match="parse error: expected number:number"):
        numbers(text, "h:h")


@pytest.mark.covers("spec-edit-files: 1.4")
@pytest.mark.parametrize(
    ("text", "form"), [("256", "b"), ("-1", "b"), ("40000", "h"), ("4000000000", "i")]
)
def test_a_number_beyond_its_storage_is_an_error_instead_of_wrapping(text, form):
    with pytest.raises(ValueError, match="is not from"):
        numbers(text, form)


@pytest.mark.covers("spec-edit-files: 1.5")
def test_flags_are_separated_by_any_run_of_spaces_and_bars():
    assert flags("TWO_HANDED|CUMBERSOME  |", ITEM_FLAGS) == {"TWO_HANDED", "CUMBERSOME"}
    assert words("") == []


@pytest.mark.parametrize("text", ["| AXE", " AXE", "axe", "AXE,THROWING", "FLYING"])
def test_other_flags_are_invalid(text):
    with pytest.raises(ValueError, match="invalid flag specification"):
        flags(text, ITEM_FLAGS)


@pytest.mark.covers("spec-edit-files: 1.5")
def test_composite_flags_set_their_parts():
    assert flags("IGNORE_ALL", ITEM_FLAGS) == {
        "IGNORE_ACID",
        "IGNORE_COLD",
        "IGNORE_ELEC",
        "IGNORE_FIRE",
    }
    assert flags("RES_ELEM", MONSTER_FLAGS) == {"RES_POIS", "RES_COLD", "RES_FIRE", "RES_ELEC"}
    assert flags("DROP_UP_TO_14", MONSTER_FLAGS) == {"DROP_4D2", "DROP_1D2", "DROP_2D2"}


def test_flag_lines_add_up():
    record = one("kinds", "N:1:x\nF:AXE | THROWING\nF:MITHRIL |\nF:\n")
    assert record.flags == {"AXE", "THROWING", "MITHRIL"}


@pytest.mark.covers("spec-edit-files: 1.6")
def test_pairs_default_and_stop_at_four():
    assert pairs("3/2:9/4", 1) == [(3, 2), (9, 4)]
    assert pairs("5:6/0:7/-2", 1) == [(5, 1), (6, 1), (7, 1)]
    assert pairs("5:6/2", 0) == [(5, 0), (6, 2)]
    with pytest.raises(ValueError, match="too many allocation entries"):
        pairs("1/2:3/4:5/6:7/8:0/0", 1)


def test_an_entry_without_a_number_still_counts_as_a_pair():
    record = one("artefacts", "N:25:of Haldad\nB:STR | CON\n")
    assert record.abilities == (AbilityRef(0, 0),)


@pytest.mark.covers("spec-edit-files: 1.7")
@pytest.mark.covers("spec-world: 15.9")
def test_glyphs_take_any_character():
    assert glyph("#:W1") == Glyph("#", 25)
    assert glyph("::r") == Glyph(":", 4)
    assert glyph(" :w") == Glyph(" ", 1)
    with pytest.raises(ValueError, match="G: wants"):
        glyph("#:")


@pytest.mark.covers("spec-edit-files: 1.7")
@pytest.mark.parametrize(
    ("text", "number"), [("d", 0), ("G1", 29), ("lightblue2", 46), ("LightRed3", 60), ("U7", 127)]
)
@pytest.mark.covers("spec-world: 15.1")
def test_colours_are_letters_or_names_with_a_shade(text, number):
    assert colour(text) == number


@pytest.mark.parametrize("text", ["r ", "r8", "q", "pink", "1", "rr"])
def test_other_colours_are_parse_errors(text):
    with pytest.raises(ValueError, match="is not a colour"):
        colour(text)


# --- the files ---------------------------------------------------------------------------------


@pytest.mark.covers("spec-edit-files: 1.8")
def test_descriptions_join_without_a_space():
    assert one("kinds", "N:1:x\nD:one\nD: two\n").description == "one two"


@pytest.mark.covers("spec-edit-files: 2.2")
def test_terrain_looks_like_itself_unless_told():
    found = parse("terrain", "N:48:a\nM:56\nN:56:b\n").records
    assert (found[48].lookalike, found[56].lookalike) == (56, 56)


@pytest.mark.covers("spec-edit-files: 2.3")
def test_an_object_is_read_whole():
    spear = parse("kinds", SAMPLES["kinds"]).records[41]
    assert (spear.tval, spear.sval, spear.weight, spear.cost) == (22, 2, 35, 200)
    assert spear.allocations == ((3, 2), (9, 4))
    assert spear.damage == Dice(1, 9)
    assert spear.description == "A stout spear with a crossbar below its head."


@pytest.mark.covers("spec-edit-files: 2.4")
def test_an_ability_has_at_most_five_spans():
    spans = "".join(f"T:21:0:{most}\n" for most in range(5))
    assert one("abilities", f"N:1:a\n{spans}").fits == tuple(Span(21, 0, n) for n in range(5))
    assert "at most 5" in problem("abilities", f"N:1:a\n{spans}T:22:0:99\n")


@pytest.mark.covers("spec-edit-files: 2.6")
def test_a_special_has_at_most_four_spans_and_no_negative_bonus():
    spans = "".join(f"T:21:0:{most}\n" for most in range(4))
    assert "at most 4" in problem("specials", f"N:1:a\n{spans}T:22:0:99\n")
    assert "is not from 0" in problem("specials", "N:1:a\nC:0:0:0:-1:0:0:0\n")
    assert "expected" in problem("specials", "N:1:a\nC:0:0:0:1:0:0\n")


def test_a_line_that_stands_twice_and_a_pair_without_its_number_are_errors():
    assert "stands twice" in problem("specials", "N:1:a\nT:21:0:99\nT:21:0:99\n")
    assert "no number" in problem("kinds", "N:1:a\nA:/2\n")
    assert "no number" in problem("abilities", "N:1:a\nP:1/2:/3\n")


def test_a_span_that_runs_backwards_is_an_error():
    assert "9 to 3 is no span" in problem("specials", "N:1:a\nT:21:9:3\n")


@pytest.mark.covers("spec-edit-files: 2.5")
def test_an_artefact_keeps_29_characters_and_ignores_the_elements():
    record = one("artefacts", "N:1:" + "x" * 40 + "\n")
    assert record.name == "x" * 29
    assert record.flags == ITEM_FLAGS["IGNORE_ALL"]
    assert record.glyph is None


def test_an_activation_is_checked_and_dropped():
    assert one("artefacts", "N:1:a\nA:HEAL1:10:20\n").name == "a"
    for line in ("HEAL1", "heal:10:20", "HEAL1:10", "HEAL1:ten:20"):
        assert "parse error" in problem("artefacts", f"N:1:a\nA:{line}\n"), line
    assert "is not from" in problem("artefacts", "N:1:a\nA:HEAL1:10:32768\n")


def test_monster_protection_is_optional_but_not_half_given():
    assert one("monsters", "N:1:a\nP:[+5]\n").evasion == 5
    record = one("monsters", "N:1:a\nP:[+5,2d4]\n")
    assert (record.evasion, record.protection) == (5, Dice(2, 4))
    assert "parse error" in problem("monsters", "N:1:a\nP:[+5,2]\n")


@pytest.mark.covers("spec-edit-files: 2.7")
def test_blows_need_their_bracket_but_no_effect():
    assert one("monsters", "N:1:a\nB:HIT::(+3)\n").blows == (Blow("HIT", "", 3, Dice(0, 0)),)
    for line, told in (
        ("HIT:HURT", "B: wants METHOD:EFFECT:(attack)"), ("HIT:HURT:(+3,2)", "parse error"),
        ("KICK:HURT:(+3)", "KICK is not a method"), (":HURT:(+3)", "nothing is not a method"),
        ("HIT:TICKLE:(+3)", "TICKLE is not an effect"),
    ):  # fmt: skip
        assert told in problem("monsters", f"N:1:a\nB:{line}\n")


@pytest.mark.covers("sil-q-codebase: Monster Attack Structure")
def test_a_fifth_blow_is_a_parse_error():
    blows = "B:HIT:HURT:(+1,1d4)\n" * 4
    assert len(one("monsters", f"N:1:a\n{blows}").blows) == 4
    assert "at most 4 blows" in problem("monsters", f"N:1:a\n{blows}B:HIT:HURT:(+1)\n")


@pytest.mark.covers("spec-edit-files: 2.7")
def test_spells_give_frequency_power_and_words():
    record = one("monsters", "N:1:a\nS:SPELL_PCT_10 | POW_3\nS:BRTH_FIRE | SCARE\n")
    assert (record.spell_percent, record.spell_power) == (10, 3)
    assert record.spells == {"BRTH_FIRE", "SCARE"}


@pytest.mark.parametrize("percent", [0, 101])
def test_a_spell_frequency_is_from_1_to_100(percent):
    assert "invalid spell frequency" in problem("monsters", f"N:1:a\nS:SPELL_PCT_{percent}\n")


@pytest.mark.parametrize("text", ["SPELL_PCT_5 | SPELL_PCT_5", "POW_2 | POW_2", "FLYING"])
def test_a_second_frequency_or_power_is_read_as_a_flag_and_fails(text):
    assert "invalid flag specification" in problem("monsters", f"N:1:a\nS:{text}\n")


def test_a_power_may_follow_a_power_of_zero():
    assert one("monsters", "N:1:a\nS:POW_0 | POW_4\n").spell_power == 4


@pytest.mark.covers("spec-edit-files: 2.8")
def test_vault_rows_are_equally_long():
    assert "vault not rectangular" in problem("vaults", "N:1:a\nX:6:1:1\nD:#####\nD:####\n")
    assert one("vaults", "N:1:a\nX:6:1:1\nD:###  \nD:#####\n").width == 5


@pytest.mark.parametrize(("kind", "width", "height"), [(6, 33, 22), (7, 33, 22), (8, 66, 44)])
def test_vaults_have_a_greatest_size(kind, width, height):
    head = f"N:1:a\nX:{kind}:1:1\n"
    fits = one("vaults", head + ("D:" + "#" * width + "\n") * height)
    assert (fits.width, fits.height) == (width, height)
    assert "vault too big" in problem("vaults", head + "D:" + "#" * (width + 1) + "\n")
    assert "vault too big" in problem("vaults", head + "D:#\n" * (height + 1))


def test_the_throne_room_may_be_any_size():
    assert one("vaults", "N:1:a\nX:9:1:1\nD:" + "#" * 200 + "\n").width == 200


def test_vault_numbers_come_before_the_map_and_the_rest_of_their_line_is_ignored():
    assert one("vaults", "N:1:a\nX:6:2:3:4:5\nD:0\n").forge
    assert "after the X:" in problem("vaults", "N:1:a\nD:#\n")
    assert "not a type of vault" in problem("vaults", "N:1:a\nX:5:1:1\n")


@pytest.mark.covers("spec-edit-files: 2.9")
def test_a_race_is_read_whole():
    race = parse("races", SAMPLES["races"]).records[0]
    assert race.stats == Stats(0, 1, 2, 0)
    assert race.houses == {1, 2}
    assert race.starting_items == (StartingItem(39, 0, 2, 4), StartingItem(80, 35, 3, 3))


def test_race_houses_are_serials_from_0_to_14_and_words_count_as_0():
    assert one("races", "N:0:a\nC:1 | x\nC:14 | +-5\n").houses == {0, 1, 14}
    assert "15 is not from 0 to 14" in problem("races", "N:0:a\nC:15\n")


def test_a_race_starts_with_at_most_four_kinds_up_to_99_each():
    items = "".join(f"E:39:{sval}:0:99\n" for sval in range(4))
    assert len(one("races", f"N:0:a\n{items}").starting_items) == 4
    assert "at most 4" in problem("races", f"N:0:a\n{items}E:39:4:1:1\n")
    assert "stands twice" in problem("races", "N:0:a\nE:39:0:1:1\nE:39:0:1:1\n")
    assert "invalid number of items" in problem("races", "N:0:a\nE:39:0:1:100\n")


@pytest.mark.covers("spec-edit-files: 2.10")
@pytest.mark.parametrize("letter", "AB")
def test_names_of_houses_are_not_empty(letter):
    assert "parse error" in problem("houses", f"N:0:a\n{letter}:\n")


@pytest.mark.covers("spec-edit-files: 2.11")
def test_history_rows_number_themselves():
    rows = parse("history", SAMPLES["history"]).records
    assert list(rows) == [0, 1, 2, 3]
    assert (rows[2].chart, rows[2].next_chart, rows[2].roll, rows[2].house) == (2, 0, 60, 1)
    assert rows[2].text == "of the Ford."


@pytest.mark.covers("spec-edit-files: 2.13")
def test_a_flavour_may_belong_to_one_kind_and_has_a_word():
    words = parse("flavours", SAMPLES["flavours"]).records
    assert (words[1].sval, words[2].sval) == (32, None)
    assert words[2].glyph == Glyph("=", 60)
    assert "parse error" in problem("flavours", "N:1:45\nD:\n")
