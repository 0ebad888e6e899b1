"""The files of `data/sil/rules`: every mistake is told with file and line, and what loads works."""

import random
import re
import shutil

import pytest

from engine.sil.combat import throwing
from engine.sil.data import bundle, declarations
from engine.sil.data.rule_files import FOLDER, read_rules
from engine.sil.dungeon import chests, traps
from engine.sil.songs import song_turn
from tests.engine.sil.items.things import FOOD, HORN, POTION, STAFF, thing

# Fields that people read, in which every word will do.
PROSE = (
    "called", "manner", "title", "seen", "dies", "slays", "arrive", "homeward", "word", "begins",
    "ends", "growth", "grades", "ebbs", "badge", "on-pages", "wound", "manual",
    "game", "silg", "text",
)  # fmt: skip
NAMED = ("build", "chest-trap", "property", "region")  # records with names of their own
FAULT = re.compile(r"(?P<file>\w+\.txt):(?P<line>\d+): .+")
TABLES = {
    "kinds": bundle.load().kinds, "monsters": bundle.load().monsters,
    "artefacts": bundle.load().artefacts, "abilities": bundle.load().abilities,
    "races": bundle.load().races, "terrain": bundle.load().terrain,
}  # fmt: skip


class Records:
    """A table of the edit files, as far as the rules ask for it."""

    def __init__(self, records):
        self.records = records


def load(folder):
    """Return the records of a folder by file, and what is wrong."""
    faults = []
    tables = {name: Records(records) for name, records in TABLES.items()}
    return read_rules(folder, tables, faults).records(), faults


def spoil(folder, file, old, new):
    """Replace a text, which must be there, and return its line."""
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("items.txt", "effects: status fast 10d4", "effects: statuz fast 10d4", "“status”?"),
        ("items.txt", "effects: status fast 10d4", "effects: status fest 10d4", "“fast”?"),
        ("items.txt", "effects: status fast 10d4", "effects: status fast", "lacks an argument"),
        ("items.txt", "effects: status fast 10d4", "effects: status fast 10", "no dice"),
        ("items.txt", "effects: status fast 10d4", "effects: status fast 10d4 5", "too much"),
        ("items.txt", "thrown: haste 1d4", "trown: haste 1d4", "“thrown”?"),
        ("items.txt", "item 322 ", "item 999 ", "no object 999"),
        ("items.txt", "item 322 ", "item 321 ", "is taken"),
        ("items.txt", "noise: 10", "charges: 2d2", "is of things of tval 55"),
        ("items.txt", "fuel: 500-2000", "charges: 2d2", "is of things of tval 55"),
        ("items.txt", "role: robe", "role: rob", "“robe”?"),
        ("items.txt", "fuel: 500-2000", "fuel: 500", "500-2000"),
        ("items.txt", "grows: bonus + 1", "grows: bonus", "does not grow"),
        ("properties.txt", "flag: SPEED", "flag: SPED", "“SPEED”?"),
        ("properties.txt", "flag: SPEED", "flag: REGEN", "is taken"),
        ("properties.txt", "stat: constitution 5", "stat: constitutoin 5", "“constitution”?"),
        ("properties.txt", "stat: constitution 5", "stat: constitution", "constitution”"),
        ("creatures.txt", "bears: 179", "bears: 998", "no artefact 998"),
        ("creatures.txt", "letter: V", "letter: VV", "not one letter"),
        ("creatures.txt", "76 Boldog, the", "76 Boldog the", "“Boldog, the Merciless”"),
        ("songs.txt", "effect: lull 5", "effect: lul 5", "“lull”?"),
        ("songs.txt", "song 9 Staying", "song 12 Woven Themes", "no song 12"),
        ("songs.txt", "  voice: 1 every 3\n  divisor: 2\n", "  divisor: 2\n", "voice"),
        ("traps.txt", "disarm: 5", "disarm: five", "not a whole number"),
        ("chest_traps.txt", "levels: 1, 2, 17, 18", "levels: 1, 2, 17, 18, 26", "from 1 to 25"),
        ("peoples.txt", "abilities: 2/0", "abilities: 2/88", "no ability 2/88"),
        ("peoples.txt", "house: 2", "house: 9", "house 9 is none"),
        ("regions.txt", "depths: 1-4", "depths: 1-5", "4 sentences for 5 levels"),
        ("regions.txt", "depths: 1-4", "depths: 4-1", "no levels"),
        ("abilities.txt", "stat strength 1", "stat strenght 1", "“strength”?"),
        ("abilities.txt", "ability 0/4 Charge", "ability 0/88 Charge", "no ability 0/88"),
        ("abilities.txt", "ability 0/4 Charge", "ability 0/1 Charge", "is taken"),
        ("abilities.txt", "effects: puncture 5", "effects: puncture", "lacks an argument"),
        ("statuses.txt", "status slow", "status slov", "“slow”?"),
        ("statuses.txt", "named-by: cure, status", "named-by: cure, statuz", "“status”?"),
        ("statuses.txt", "  on-pages: rage\n", "", "“on-pages” is for those that things name"),
        ("statuses.txt", "badge: 4 blind Blind", "badge: 4 blimd Blind", "“blind”?"),
        ("statuses.txt", "badge: 4 blind Blind", "badge: blind Blind", "“4 blind Blind”"),
        ("statuses.txt", "resistance: free_action", "resistance: free_acton", "“free_action”?"),
        ("statuses.txt", "cure: cure blind", "cure: cure blimd", "“cure blind”?"),
        ("statuses.txt", "strengthens: grace", "strengthens: grase", "“grace”?"),
        ("statuses.txt", "grades: 50 ", "grades: ", "50 You reel. | Reeling"),
        ("statuses.txt", "growth: You are poisoned! | ", "growth: ", "has 3 sentences"),
        ("statuses.txt", "most: 105", "most: 99999", "is not between"),
        ("rulings.txt", "ruling rout_bonus", "ruling rout_bonos", "“rout_bonus”?"),
        ("flags.txt", "item-power SLAY_ORC", "item-power SLAY_ORK", "“SLAY_ORC”?"),
        ("flags.txt", "adds: resist_fire 1", "adds: resist_fira 1", "“resist_fire”?"),
        ("flags.txt", "adds: speed -1", "adds: speed", "speed -1"),
        ("items.txt", "cure poison", "cure fast", "no status “fast”"),
        ("builds.txt", "worn: weapon 57", "worn: wepon 57", "“weapon”?"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_the_nearest_word(copy, file, old, new, told):
    line = spoil(copy, file, old, new)
    _, faults = load(copy)
    assert len(faults) == 1
    assert faults[0].startswith(f"{file}:")
    assert told in faults[0]
    assert abs(int(faults[0].split(":")[1]) - line) <= 3  # of the field, or of its record


@pytest.mark.parametrize(
    ("file", "record", "told"),
    [
        ("items.txt", "item 322 Quickness", "item 322 has no effects"),
        ("items.txt", "item 20 Massive", "nothing has the role “iron crown”"),
        ("abilities.txt", "ability 0/4 Charge", "ability 0/4 has no blow"),
        ("statuses.txt", "status darkened", "status darkened is missing"),
        ("rulings.txt", "ruling rout_bonus", "ruling rout_bonus is missing"),
        ("songs.txt", "song 9 Staying", "song 9 is missing"),
        ("traps.txt", "trap 26 web", "trap 26 has no effects"),
        ("creatures.txt", "creature 153", "nothing has the role “oathwraith”"),
        ("peoples.txt", "people 1 Sindar", "people 1 is missing"),
        ("regions.txt", "region old dens", "level 13 is not in one region"),
    ],
)
def test_what_rules_ask_for_must_be_there(copy, file, record, told):
    text = (copy / file).read_text("utf-8")
    start = text.index(record)
    end = text.find("\n\n", start)
    (copy / file).write_text(text[:start] + text[end:], "utf-8")
    assert load(copy)[1] == [f"{file}:0: {told}"]


@pytest.mark.parametrize(
    ("tval", "name", "purposes"),
    [
        (POTION, "Healing", {"heal"}), (POTION, "Orcish Liquor", {"cure afraid"}),
        (POTION, "Quickness", {"hasten"}), (POTION, "Elemental Resistance", {"shield"}),
        (POTION, "Slowness", set()), (FOOD, "Sustenance", {"feed"}), (FOOD, "Emptiness", set()),
        (STAFF, "Revelations", {"reveal"}), (STAFF, "Slumber", {"repel"}),
        (STAFF, "Light", set()), (HORN, "Terror", {"repel"}), (HORN, "Thunder", {"harm"}),
    ],
)  # fmt: skip
def test_what_things_are_good_for(tval, name, purposes):
    rules = bundle.load().rules.item(thing(tval, name).kind)
    assert set(declarations.purposes(rules.effects)) == purposes


def test_some_flag_adds_to_every_property(copy):
    spoil(copy, "flags.txt", "  adds: free_action 1\n", "")
    assert load(copy)[1] == ["flags.txt:0: nothing adds to free_action"]


def corrupted(lines, stream):
    """Return lines with a word replaced, a number dropped or a line doubled, but no prose."""
    fields = [n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    fixed = [n for n in fields if not lines[n].strip().startswith((*PROSE, *NAMED))]
    fixed = [n for n in fixed if not lines[n].startswith(4 * " ")]  # the rest of a field
    number = stream.choice(fixed)
    line, kind = lines[number], stream.choice(("word", "number", "double"))
    words = re.findall(r"[a-z]{2,}", line)
    figures = re.findall(r"\d+", line)
    if kind == "word" and words:
        line = line.replace(stream.choice(words), "zzyzx", 1)
    elif kind == "number" and figures:
        line = re.sub(rf"\b{stream.choice(figures)}\b|(?<=d){figures[-1]}", "", line, count=1)
    else:
        return [*lines[:number], line, *lines[number:]]
    return [*lines[:number], line, *lines[number + 1 :]]


def check_mistakes(copy, seed, number):
    stream, sound, refused = random.Random(seed), load(copy)[0], 0
    files = sorted(path.name for path in copy.glob("*.txt"))
    for _ in range(number):
        path = copy / stream.choice(files)
        before = path.read_text("utf-8")
        path.write_text("\n".join(corrupted(before.split("\n"), stream)), "utf-8")
        found, faults = load(copy)
        if faults:
            refused += 1
            assert all(FAULT.fullmatch(fault) for fault in faults), faults
        else:
            assert found == sound, path.read_text("utf-8")
        path.write_text(before, "utf-8")
    assert refused > number / 2


def test_random_mistakes_are_refused_or_change_nothing(copy):
    check_mistakes(copy, 26, 50)


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("seed", range(30))
def test_thousands_of_random_mistakes_are_refused_or_change_nothing(copy, seed):
    check_mistakes(copy, seed, 100)


def test_edit_files_without_rules_have_those_of_the_project(tmp_path):
    folder = shutil.copytree(bundle.SHIPPED, tmp_path / "sil")
    shutil.rmtree(folder / FOLDER)
    assert bundle.load(folder).digest == bundle.load().digest


def test_every_effect_that_the_data_may_name_works():
    passive = {"hush", "ward-doors", "shine", "slay", "stay", "master"}
    assert throwing.EFFECTS.keys() == declarations.DRENCHING.keys()
    assert traps.EFFECTS.keys() == declarations.TRAPS.keys()
    assert chests.EFFECTS.keys() == declarations.CHEST_TRAPS.keys()
    assert song_turn.EFFECTS.keys() | passive == declarations.SONGS.keys()


def test_the_words_of_every_effect_fit_its_arguments():
    rules = bundle.load().rules
    effects = {
        effect
        for item in rules.items.values()
        for effect in (*item.effects, *item.up, *item.down, *item.thrown)
    } | {song.effect for song in rules.songs.values()}
    assert all(str(declarations.words(effect)) for effect in effects)


@pytest.mark.parametrize(
    "words",
    [
        ("item-power", "item-number"),
        ("creature-class", "creature-group", "creature-build", "creature-trait"),
        ("creature-power",), ("blow-method",), ("blow-effect",),
    ],
)  # fmt: skip
def test_each_flag_has_words_of_one_sort_only(words):
    rules = bundle.load().rules
    told = [(one.kind, one.key) for one in rules.flags if one.kind in words]
    found = [(kind, key) for kind in words for key in rules.flag_words[kind]]
    assert sorted(found) == sorted(told)
    assert len({key for _, key in found}) == len(found)


LARGEST = (
    ("items.txt", "noise: 10", "noise: {}", 99),
    ("items.txt", "theme-spread: 5", "theme-spread: {}", 40),
    ("items.txt", "radius: 1", "radius: {}", 20),
    ("songs.txt", "noise: 8", "noise: {}", 99),
    ("songs.txt", "divisor: 2", "divisor: {}", 9),
    ("traps.txt", "disarm: 1", "disarm: {}", 40),
    ("peoples.txt", "score: 0", "score: {}", 99),
    ("properties.txt", "difficulty: 14", "difficulty: {}", 60),
)


def test_figures_may_be_as_large_as_their_bounds_and_no_larger(copy):
    for file, old, new, most in LARGEST:
        spoil(copy, file, f"  {old}\n", f"  {new.format(most)}\n")
    assert load(copy)[1] == []
    told = []
    for file, _, new, most in LARGEST:
        line = spoil(copy, file, f"  {new.format(most)}\n", f"  {new.format(most + 1)}\n")
        told.append((f"{file}:{line}", f"{most + 1} is not between"))
    faults = load(copy)[1]
    assert len(faults) == len(told)
    for place, words in told:
        assert any(fault.startswith(f"{place}:") and words in fault for fault in faults), place
