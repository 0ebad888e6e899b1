"""The shipped edit files as a whole: figures, references, digest, round trip."""

import shutil
import string
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sil.data import bundle, readers
from engine.sil.data.edit_files import COLOUR_LETTERS, read
from engine.sil.data.flag_words import BLOW_EFFECTS, BLOW_METHODS, MONSTER_FLAGS, MONSTER_SPELLS
from engine.sil.data.records import Blow, Dice, Glyph, Monster
from tests.calls import count_calls

# SHA-256, cut to 16 digits, of every figure, name and flag of a file: all but the prose. They
# change only when somebody means to change the game.
FIGURES = {
    "terrain": "f195904b46d40e1b",
    "kinds": "a1a75279195d0764",
    "abilities": "ac4cb309cbd83369",
    "artefacts": "e8849ec086952020",
    "specials": "13b0f39cc1c3551c",
    "monsters": "b00f70b1b72ae8d8",
    "history": "96765258b6037151",
    "races": "28cbfb4b8049d0ea",
    "houses": "619f08435d3c37ff",
    "flavours": "09c1dd08ef895dfd",
}
PROSE = {"description", "text", "word"}

COUNTS = {
    "terrain": 84,
    "kinds": 196,
    "abilities": 84,
    "artefacts": 122,
    "specials": 73,
    "monsters": 152,
    "history": 95,
    "races": 4,
    "houses": 11,
    "flavours": 108,
}


@pytest.fixture
def copy(tmp_path):
    """Return a directory with the shipped files, to be spoilt."""
    directory = tmp_path / "sil"
    shutil.copytree(bundle.SHIPPED, directory)
    return directory


def change(directory, file, old, new):
    path = directory / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def figures(records):
    rows = [
        {name: getattr(record, name) for name in record.__struct_fields__ if name not in PROSE}
        for record in records.values()
    ]
    return sha256(msgspec.json.encode(rows, order="deterministic")).hexdigest()[:16]


@pytest.mark.parametrize("table", FIGURES)
@pytest.mark.covers(
    "sil-q-codebase: Edit File Loading",
    "sil-q-codebase: Monster Skills (3 of 8)",
    "sil-q-codebase: Configuring Monster Alertness",
)
@pytest.mark.covers(
    "spec-monsters: 1. Race definition",
    "spec-objects-smithing: 2.1",
    "spec-objects-smithing: 2.2",
    "spec-objects-smithing: 12.1",
    "spec-objects-smithing: 12.2",
    "spec-objects-smithing: 12.3",
)
def test_the_shipped_figures_are_the_games(table):
    assert figures(getattr(bundle.load(), table)) == FIGURES[table]


@pytest.mark.covers("spec-edit-files: Cross references")
@pytest.mark.parametrize("table", COUNTS)
def test_every_record_of_the_game_is_there(table):
    assert len(getattr(bundle.load(), table)) == COUNTS[table]


@pytest.mark.covers(
    "spec-objects-smithing: 12.1", "spec-objects-smithing: 12.2", "spec-objects-smithing: 12.3"
)
def test_the_names_are_the_games():
    names = bundle.load().names
    assert len(names) == 601
    assert sha256(" ".join(names).encode()).hexdigest()[:16] == "a05ee22747720954"


def test_records_are_found_by_number_and_by_name():
    sil = bundle.load()
    assert sil.monsters[11].health == Dice(6, 4)
    assert sil.kind(23, 17).name == "& Longsword~"
    assert sil.ability(2, 4).name == "Leaping"
    assert bundle.named(sil.artefacts, "'ringil'").serial == 81
    with pytest.raises(KeyError):
        bundle.named(sil.monsters, "Balrog of Moria")


@pytest.mark.covers(
    "spec-edit-files: Slips in the shipped 1.5.0 files (load them as the original does)"
)
def test_the_slips_of_the_original_load_as_they_did():
    sil = bundle.load()
    assert sil.artefacts[25].abilities == ((0, 0),)
    assert not sil.artefacts[25].flags & {"STR", "RES_FEAR", "FREE_ACT"}
    assert sil.terrain[9].name == " patch of sunlight"


@pytest.mark.covers("sil-q-codebase: Edit File Loading")
def test_no_monster_of_the_files_is_of_a_tables_own_making():
    wolf = bundle.named(bundle.load().monsters, "Wolf")
    assert not any(race.is_own for race in bundle.load().monsters.values())
    for serial in (20_000, 20_001):
        assert msgspec.structs.replace(wolf, serial=serial).is_own


def test_a_directory_is_read_once():
    assert bundle.load() is bundle.load(bundle.SHIPPED)


def test_loading_takes_few_calls_a_line():
    texts = [path.read_text("utf-8") for path in bundle.SHIPPED.rglob("*.txt")]
    lines = sum(len(text.splitlines()) for text in texts)
    assert count_calls(lambda: bundle._load.__wrapped__(bundle.SHIPPED)) < 40 * lines


def test_the_digest_follows_the_content_and_nothing_else(copy):
    shipped = bundle.load().digest
    change(copy, "monster.txt", "V:1.5.0", "# another remark\nV:1.5.0")
    change(copy, "monster.txt", "P:[+1,1d4]", "P:[1,01d4]  # the wolf")
    assert bundle.load(copy).digest == shipped
    other = copy.parent / "other"
    shutil.copytree(copy, other)
    change(other, "monster.txt", "I:3:6d4:0", "I:3:7d4:0")
    assert bundle.load(other).digest != shipped


def test_report_counts_every_file():
    report = bundle.check(bundle.SHIPPED)
    assert not report.errors
    assert dict(report.counts)["monster.txt"] == 152
    assert dict(report.counts)["names.txt"] == 601
    assert len(report.counts) == 25


@pytest.mark.covers("spec-edit-files: 1.9", "spec-edit-files: 1.10")
def test_report_lists_every_mistake_with_file_and_line(copy):
    (copy / "monster.txt").write_text("V:1.5.0\nN:1:a\nW:x:y\nF:SILLY\n")
    (copy / "house.txt").write_text("N:1:a\n")
    lines = bundle.check(copy).errors
    assert list(lines) == [
        "monster.txt:3: parse error: expected number:number (record 1)",
        "monster.txt:4: invalid flag specification: SILLY is not a flag of this file (record 1)",
        "house.txt:1: obsolete file: no version line before this one",
    ]
    with pytest.raises(bundle.DataErrors) as caught:
        bundle.load(copy)
    assert "\n".join(lines) == str(caught.value)


def test_a_missing_file_is_an_error(copy):
    (copy / "race.txt").unlink()
    lines = bundle.check(copy).errors
    assert list(lines) == ["race.txt:0: cannot be read: No such file or directory"]


REFERENCES = {
    "terrain": ("terrain.txt", "M:56", "M:84", "looks like terrain 84"),
    "object ability": ("object.txt", "B:4/2", "B:4/19", "no ability 4/19"),
    "artefact ability": ("artefact.txt", "B:7/3", "B:7/14", "no ability 7/14"),
    "special ability": ("special.txt", "B:0/5", "B:0/14", "no ability 0/14"),
    "prerequisite": ("ability.txt", "P:0/0:0/1", "P:0/0:0/20", "no ability 0/20"),
    "artefact kind": ("artefact.txt", "I:45:32:0", "I:45:33:0", "no object kind 45:33"),
    "special artefact": ("artefact.txt", "I:45:30:7", "I:45:12:7", "object kind is not"),
    "special span": ("special.txt", "T:34:0:99", "T:24:0:99", "no class of objects has tval 24"),
    "ability span": ("ability.txt", "T:21:0:99", "T:1:0:99", "no class of objects has tval 1"),
    "house": ("race.txt", "C:1|2|3", "C:1|2|11", "no house 11"),
    "race chart": ("race.txt", "I:4:20:4865", "I:6:20:4865", "no history chart 6"),
    "starting item": ("race.txt", "E:80:37:3:3", "E:80:38:3:3", "no object kind 80:38"),
    "next chart": ("history.txt", "N:1:2:30:0", "N:1:99:30:0", "no history chart 99"),
    "last roll": ("history.txt", "N:61:0:100:0", "N:61:0:99:0", "chart 61 ends at 99"),
    "history house": ("history.txt", "N:3:50:100:1", "N:3:50:100:12", "no house 12"),
    "flavour kind": ("flavor.txt", "N:1:45:32", "N:1:45:33", "no object kind 45:33"),
    "flavour pool": ("flavor.txt", "N:193:75:0", "N:193:81", "25 words of tval 75 for 26 kinds"),
    "player picture": ("monster.txt", "N:3:<player>", "N:4:<player>", "the player's picture"),
}


@pytest.mark.covers("spec-edit-files: Cross references")
@pytest.mark.parametrize("name", REFERENCES)
def test_a_reference_that_leads_nowhere_is_named_with_its_line(copy, name):
    file, old, new, problem = REFERENCES[name]
    if name == "flavour pool":  # spare words hide the loss of one
        text = (copy / file).read_text()
        spare = [f"N:{serial}:75\n" for serial in range(214, 222)]
        for line in spare:
            text = text.replace(line, line.replace(":75", ":81"))
        (copy / file).write_text(text)
        problem = "17 words of tval 75 for 18 kinds"
    change(copy, file, old, new)
    lines = bundle.check(copy).errors
    (line,) = [line for line in lines if problem in line]
    number = int(line.split(":")[1])
    if name not in ("flavour pool", "player picture", "special artefact"):  # other lines' doing
        assert new in (copy / file).read_text().split("\n")[number - 1]


def test_vault_one_must_be_the_gates(copy):
    (copy / "vault.txt").write_text("V:1.5.0\nN:10:Cell\nX:6:1:1\nD:$\n")
    lines = bundle.check(copy).errors
    assert list(lines) == ["vault.txt:0: the gates, type 10, must be vault 1 (record 1)"]


def test_no_vaults_at_all_are_fine(copy):
    (copy / "vault.txt").write_text("V:1.5.0\n")
    assert bundle.load(copy).vaults == {}


# --- written back ------------------------------------------------------------------------------


def written(monster):
    """Return a monster as the lines of its record."""
    glyph = monster.glyph
    lines = [
        f"N:{monster.serial}:{monster.name}",
        f"W:{monster.level}:{monster.rarity}",
        f"G:{glyph.char}:{COLOUR_LETTERS[glyph.colour % 16]}{glyph.colour // 16}",
        f"I:{monster.speed}:{monster.health}:{monster.light}",
        f"A:{monster.sleepiness}:{monster.perception}:{monster.stealth}:{monster.will}",
        f"P:[{monster.evasion:+},{monster.protection}]",
        f"F:{' | '.join(sorted(monster.flags))}",
        f"D:{monster.description}",
    ]
    for blow in monster.blows:
        lines.append(f"B:{blow.method}:{blow.effect}:({blow.attack:+},{blow.damage})")
    if monster.spell_percent:
        powers = [f"SPELL_PCT_{monster.spell_percent}", f"POW_{monster.spell_power}"]
        lines.append("S:" + " | ".join(powers + sorted(monster.spells)))
    return "\n".join(lines)


def read_back(monsters):
    content = "\n".join(["V:1.5.0", *map(written, monsters)]).encode()
    table = read(readers.MONSTER, content, None)
    assert not table.errors
    return list(table.records.values())


def test_the_shipped_monsters_written_back_load_equal():
    monsters = list(bundle.load().monsters.values())
    assert read_back(monsters) == monsters


byte = st.integers(0, 255)
short = st.integers(-(1 << 15), (1 << 15) - 1)
dice = st.builds(Dice, byte, byte)
text = st.text(string.ascii_letters + string.punctuation + " ", max_size=40)
simple_flags = st.frozensets(
    st.sampled_from([f for f in MONSTER_FLAGS if len(MONSTER_FLAGS[f]) == 1])
)
monsters = st.builds(
    Monster,
    serial=st.integers(0, 655),
    name=text.filter(bool),
    glyph=st.builds(Glyph, st.sampled_from(string.punctuation + " @x"), st.integers(0, 127)),
    level=byte,
    rarity=byte,
    speed=byte,
    health=dice,
    light=short,
    sleepiness=short,
    perception=short,
    stealth=short,
    will=short,
    evasion=short,
    protection=dice,
    blows=st.lists(
        st.builds(
            Blow,
            st.sampled_from(sorted(BLOW_METHODS)),
            st.sampled_from(sorted(BLOW_EFFECTS)),
            short,
            dice,
        ),
        max_size=4,
    ).map(tuple),
    flags=simple_flags,
    spells=st.frozensets(st.sampled_from(sorted(MONSTER_SPELLS))),
    spell_percent=st.integers(1, 100),
    spell_power=byte,
    description=text,
)


@given(monsters)
def test_any_monster_written_back_loads_equal(monster):
    assert read_back([monster]) == [monster]


@given(st.binary(max_size=300))
def test_any_bytes_give_records_or_problems_and_never_crash(content):
    for form in readers.FORMATS.values():
        table = read(form, b"V:1.5.0\nN:1:a\n" + content, None)
        assert all(error.line >= 0 and error.problem for error in table.errors)


# --- prose -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", ["kinds", "abilities", "artefacts", "specials", "monsters", "races", "houses"]
)
def test_everything_is_described_in_a_sentence_of_its_own(table):
    records = getattr(bundle.load(), table).values()
    said = [record.description for record in records]
    for record, description in zip(records, said, strict=True):
        assert description.endswith((".", "?", "!")), record.name
        assert "  " not in description, record.name
        assert description[0].isupper() or description[0] in "+[", record.name
    if table != "abilities":  # several abilities raise the same stat
        assert len(set(said)) == len(said)


def test_every_tale_ends_with_a_full_stop():
    rows = bundle.load().history.values()
    assert all(row.text for row in rows)
    assert all(row.text.endswith(".") for row in rows if row.next_chart == 0)


@pytest.mark.covers("spec-objects-smithing: 12.4")
def test_every_flavour_has_a_word_and_no_pool_has_it_twice():
    words = [(word.tval, word.word) for word in bundle.load().flavours.values()]
    assert all(word for _, word in words)
    assert len(set(words)) == len(words)
