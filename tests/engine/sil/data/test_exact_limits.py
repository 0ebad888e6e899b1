"""Edit files at their limits, and references of a few records made by hand."""

import pytest

from engine.sil.data import readers
from engine.sil.data import records as r
from engine.sil.data.edit_files import Caps, DataError, Table, read
from engine.sil.data.references import check_references
from engine.sil.data.timers import Timers
from tests.engine.sil.data.test_data_rules import LIMITS, one, problem
from tests.engine.sil.stage import DATA


def faults(text, **caps):
    """Return the faults of a file of terrain with these limits."""
    room = Caps(**{"serials": 9, "name_bytes": 99, "text_bytes": 99, **caps})
    form = readers.MONSTER
    return [str(each) for each in read(form, b"V:1.5.0\n" + text.encode(), room).errors]


def test_a_file_of_comments_alone_has_no_version():
    errors = read(readers.TERRAIN, b"# nothing\n\n", None).errors
    assert [str(each) for each in errors] == [
        "terrain.txt:0: obsolete file: it has no version line"
    ]


def test_an_error_tells_its_file_and_line():
    assert str(DataError("a.txt", 3, "no")) == "a.txt:3: no"


@pytest.mark.parametrize(("serials", "fits"), [(6, True), (5, False)])
def test_serials_stop_below_their_limit(serials, fits):
    found = faults("N:5:bat\n", serials=serials)
    assert found == (
        [] if fits else ["monster.txt:2: too many entries: serials stop at 4 (record -1)"]
    )


@pytest.mark.parametrize(("room", "fits"), [(9, True), (8, False)])
def test_names_take_a_byte_more_than_their_letters(room, fits):
    found = faults("N:1:bat\nN:2:crow\n", name_bytes=room)
    assert found == (
        [] if fits else ["monster.txt:3: memory exhausted: names take over 8 bytes (record 2)"]
    )


@pytest.mark.parametrize(("room", "fits"), [(9, True), (8, False)])
def test_texts_take_a_byte_more_a_record(room, fits):
    found = faults("N:1:bat\nD:abc\nN:2:crow\nD:defg\n", text_bytes=room)
    assert found == (
        [] if fits else ["monster.txt:5: memory exhausted: text takes over 8 bytes (record 2)"]
    )


def test_a_line_of_1023_letters_is_read_and_one_of_1024_is_not():
    line = "D:" + "x" * 1021
    assert faults(f"N:1:bat\n{line}\n", text_bytes=2000) == []
    [fault] = faults(f"N:1:bat\n{line}y\n", text_bytes=2000)
    assert fault.startswith("monster.txt:3: parse error: the line is longer than 1023")


@pytest.mark.parametrize(
    ("value", "fits"), [(0, True), (1 << 20, True), ((1 << 20) + 1, False), (-1, False)]
)
def test_a_limit_is_from_0_to_a_million(value, fits):
    content = LIMITS.replace(b"M:O:512", b"M:O:%d" % value)
    limits, errors = readers.read_limits(content)
    assert (limits is not None, len(errors)) == (fits, int(not fits))


def test_a_special_type_is_read_whole():
    made = one("specials", "N:12:of Tests\nW:2:4:7:1000\nC:1:2:3:4:5:6:7\n")
    assert (made.level, made.rarity, made.deepest, made.cost) == (2, 4, 7, 1000)
    assert (made.attack, made.evasion, made.pval) == (1, 4, 7)
    assert (made.damage, made.protection) == (r.Dice(2, 3), r.Dice(5, 6))


@pytest.mark.parametrize(
    ("table", "text", "told"),
    [
        ("history", "N:1:2:0:0\n", "0 is not from 1 to 100"),
        ("history", "N:1:2:101:0\n", "101 is not from 1 to 100"),
        ("abilities", "N:1:a\nI:8:0:1\n", "8 is not from 0 to 7"),
        ("monsters", "N:1:a\nS:POW_256\n", "256 is not from 0 to 255"),
        ("vaults", "N:1:a\nX:5:1:1\n", "5 is not a type of vault"),
        ("vaults", "N:1:a\nX:11:1:1\n", "11 is not a type of vault"),
        ("specials", "N:1:a\nT:23:5:4\n", "5 to 4 is no span"),
        ("races", "N:1:a\nE:80:1:0:100\n", "0 to 100 is not within 0 to 99"),
        ("races", "N:1:a\nE:80:1:100:9\n", "100 to 9 is not within 0 to 99"),
        ("races", "N:1:a\nE:80:1:-1:9\n", "-1 to 9 is not within 0 to 99"),
        ("races", "N:1:a\nE:80:1:0:-1\n", "0 to -1 is not within 0 to 99"),
    ],
)
def test_figures_beyond_their_bounds_are_told(table, text, told):
    assert told in problem(table, text)


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ("history", "N:1:2:1:0\n"), ("history", "N:1:2:100:0\n"), ("abilities", "N:1:a\nI:7:0:1\n"),
        ("monsters", "N:1:a\nS:POW_255\n"), ("specials", "N:1:a\nT:23:4:4\n"),
        ("races", "N:1:a\nE:80:1:99:99\n"), ("races", "N:1:a\nE:80:1:0:0\n"),
    ],
)  # fmt: skip
def test_figures_at_their_bounds_are_read(table, text):
    assert one(table, text)


# ---------------------------------------------------------------- references


def tables(**changed):
    """Return the tables of a small world that fits together, some of its records changed."""
    records = {
        "terrain": {1: r.Terrain(1, "floor", 1)},
        "kinds": {
            1: r.Kind(1, "& Torch~", tval=39, sval=0),
            2: r.Kind(2, "Rage", tval=80, sval=1),
            3: r.Kind(3, "Bread", tval=80, sval=32),
        },
        "abilities": {0: r.Ability(0, "Power", skill=0, number=0)},
        "artefacts": {},
        "specials": {},
        "monsters": {0: r.Monster(0, "<player>")},
        "vaults": {1: r.Vault(1, "Gates", type=10)},
        "history": {0: r.History(0, 1, 0, 100, 0)},
        "races": {0: r.Race(0, "Men", history_chart=1, houses=frozenset((1,)))},
        "houses": {1: r.House(1, "House")},
        "flavours": {5: r.Flavour(5, 80, word="Grey")},
    }
    records |= changed
    return {name: Table(found, {}, []) for name, found in records.items()}


def lost(limits=None, **changed):
    return [str(each) for each in check_references(tables(**changed), limits)]


def test_a_world_that_fits_together_has_no_faults():
    assert lost() == []
    assert lost(DATA.limits) == []


HERB = r.Kind(2, "Rage", tval=80, sval=31)
BREAD = r.Kind(3, "Bread", tval=80, sval=32)
POWER = r.AbilityRef(0, 0)
NO_WORDS = "flavor.txt:0: 0 words of tval 80 for 1 kinds (record -1)"
NO_GATES = "vault.txt:0: the gates, type 10, must be vault 1 (record 1)"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"terrain": {1: r.Terrain(1, "floor", 2)}},
            "terrain.txt:0: looks like terrain 2, which is not (record 1)",
        ),
        (
            {"artefacts": {20: r.Artefact(20, "A", tval=39, sval=1)}},
            "artefact.txt:0: there is no object kind 39:1 (record 20)",
        ),
        (
            {"artefacts": {181: r.Artefact(181, "A", tval=39, sval=1)}},
            "artefact.txt:0: there is no object kind 39:1 (record 181)",
        ),
        ({"artefacts": {182: r.Artefact(182, "A", tval=39, sval=1)}}, None),
        ({"artefacts": {198: r.Artefact(198, "A", tval=39, sval=1)}}, None),
        (
            {"artefacts": {199: r.Artefact(199, "A", tval=39, sval=1)}},
            "artefact.txt:0: there is no object kind 39:1 (record 199)",
        ),
        (
            {"artefacts": {1: r.Artefact(1, "A", tval=39, abilities=(r.AbilityRef(3, 4),))}},
            "artefact.txt:0: there is no ability 3/4 (record 1)",
        ),
        (
            {"abilities": {0: r.Ability(0, "P", prerequisites=(POWER, r.AbilityRef(7, 1)))}},
            "ability.txt:0: there is no ability 7/1 (record 0)",
        ),
        (
            {"specials": {1: r.Special(1, "S", fits=(r.Span(38, 0, 9),))}},
            "special.txt:0: no class of objects has tval 38 (record 1)",
        ),
        ({"races": {0: r.Race(0, "Men", history_chart=1)}}, None),
        (
            {"races": {0: r.Race(0, "Men", history_chart=1, houses=frozenset((1, 3, 2)))}},
            "race.txt:0: there is no house 2, 3 (record 0)",
        ),
        (
            {"races": {0: r.Race(0, "Men", history_chart=2)}},
            "race.txt:0: there is no history chart 2 (record 0)",
        ),
        (
            {"races": {1: r.Race(1, "Men", history_chart=1)}},
            "race.txt:0: no monster of this number gives the player's picture (record 1)",
        ),
        (
            {"history": {0: r.History(0, 1, 0, 50, 0), 1: r.History(1, 1, 0, 99, 0)}},
            "history.txt:0: chart 1 ends at 99 instead of 100 (record 1)",
        ),
        ({"history": {0: r.History(0, 1, 0, 50, 0), 1: r.History(1, 1, 0, 100, 1)}}, None),
        (
            {"history": {0: r.History(0, 1, 0, 100, 2)}},
            "history.txt:0: there is no house 2 (record 0)",
        ),
        (
            {"flavours": {5: r.Flavour(5, 80, 2, word="Grey"), 6: r.Flavour(6, 80, word="Red")}},
            "flavor.txt:0: there is no object kind 80:2 (record 5)",
        ),
        ({"flavours": {5: r.Flavour(5, 80, 1, word="Grey")}}, None),
        ({"flavours": {}}, NO_WORDS),
        ({"flavours": {}, "kinds": {3: BREAD}}, None),
        ({"flavours": {}, "kinds": {2: HERB}}, NO_WORDS),
        ({"vaults": {}}, None),
        ({"vaults": {2: r.Vault(2, "V", type=10)}}, NO_GATES),
        ({"vaults": {1: r.Vault(1, "V", type=9)}}, NO_GATES),
    ],
)  # fmt: skip
def test_what_leads_nowhere_is_told(changed, told):
    assert lost(**changed) == ([] if told is None else [told])


@pytest.mark.parametrize(
    ("serial", "flags", "told"),
    [
        (1, {"INSTA_ART"}, True),
        (19, {"INSTA_ART"}, True),
        (20, {"INSTA_ART"}, False),
        (1, set(), False),
    ],
)
def test_a_jewel_with_a_name_has_a_kind_of_its_own(serial, flags, told):
    limits = readers.read_limits(LIMITS)[0]
    assert limits.special_artefacts == 20
    made = {serial: r.Artefact(serial, "A", tval=39, sval=0, flags=frozenset(flags))}
    expected = f"artefact.txt:0: is INSTA_ART, but its object kind is not (record {serial})"
    assert lost(limits, artefacts=made) == ([expected] if told else [])
    own = {1: r.Kind(1, "Torch", tval=39, flags=frozenset(("INSTA_ART",)))}
    assert lost(limits, artefacts=made, kinds=own, flavours={}) == []


def test_a_fault_stands_in_the_line_that_holds_it():
    world = tables(specials={1: r.Special(1, "S", fits=(r.Span(39, 0, 9), r.Span(38, 0, 9)))})
    world["specials"].lines[1, "T"] = [4, 7]
    world["races"].records[0] = r.Race(0, "Men", history_chart=2)
    world["races"].lines[0, "N"] = [3]
    assert [(each.file, each.line) for each in check_references(world, None)] == [
        ("special.txt", 7), ("race.txt", 3),
    ]  # fmt: skip


# ---------------------------------------------------------------- statuses


def test_only_what_harms_is_ended():
    timers = Timers(blind=3, fast=4, poison=5, rage=6)
    timers.end_harmful(DATA.rules.statuses)
    assert (timers.blind, timers.poison) == (0, 0)
    assert (timers.fast, timers.left("fast")) == (4, 4)
