"""The content files are checked as a whole, and the rules know no kind by its name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random

import pytest

from engine.common.data_files import RecordError
from engine.kanthe.data.content import (
    FILES,
    FIND_EFFECTS,
    FOLDER,
    OCCUPANT_TRAITS,
    SLOTS,
    load_content,
)
from engine.kanthe.encounters.finds import EQUIPMENT, FINDS
from engine.kanthe.ruleset import Kanthe
from tests.engine.kanthe.stage import CONTENT, RULES
from tests.rolled import dice_for

FREE = {  # the fields that are free text
    "theme", "main", "alternate", "entries", "lines", "first", "known", "word", "spell", "title",
    "text", "verb", "letter", "letters", "essence-stems", "action-stems", "how", "form", "whom",
    "lasts",
}  # fmt: skip
_FIELD = re.compile(r"  ([a-z-]+): ")
_WORD = re.compile(r"[A-Za-z][\w+-]*")


def copy_of_data(folder: Path) -> Path:
    shutil.copytree(FOLDER, folder)
    return folder


def edit(folder: Path, file: str, change: Callable[[str], str]) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert change(text) != text
    path.write_text(change(text), "utf-8")


# ------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("words.txt", "Orange;", "Red;", "an entry stands twice"),
        ("words.txt", "; Black; White; Silver; Gold", "", "entries of at least 10"),
        ("finds.txt", "find stationary 2", "find stationary 3", "this name is taken"),
        ("finds.txt", "find stationary 2", "find stationary 10", "“stationary 1”?"),
        ("finds.txt", "finds: vermin vermin", "finds: vermin vermim", "did you mean “vermin”?"),
        ("methods.txt", "worn 2", "worn two", "“two” is not a whole number"),
        ("methods.txt", "worn 2", "worn", "“worn” lacks an argument"),
        ("methods.txt", "  spell: spell of {essence} {action}\n", "", "has “spell”"),
        ("hazards.txt", "essence; repeats", "essence; repeat", "did you mean “repeats”?"),
        ("hazards.txt", "gust of {essence}", "gust of {esence}", "did you mean “essence”?"),
        ("occupants.txt", "strength+difficulty staff", "strong staff", "there is no “strong”"),
        ("occupants.txt", "occupant pet", "occupant beast", "it is a creature already"),
        ("figures.txt", "try-dice: 5", "try-dice: 50", "50 is not between 1 and 10"),
        ("figures.txt", "door 4", "door 10", "a row is from 0 to 9"),
        ("figures.txt", "first Rope", "first Roap", "did you mean “Rope”?"),
        ("figures.txt", "first Rope; ", "", "“kit” lacks first"),
        ("figures.txt", "first Rope", "frist Rope", "did you mean “first”?"),
        ("figures.txt", "ALYA EMYA", "ALYA ALYA", "an entry stands twice"),
        ("figures.txt", "scroll; scroll; potion", "scroll; potion", "9 entries of 10"),
        ("manners.txt", "manner shout", "maner shout", "a record begins with manner"),
        ("wares.txt", "kind: weapon", "kind: weapn", "did you mean “weapon”?"),
        ("wares.txt", "fight force", "fight evade", "all of the kind"),
        ("levels.txt", "  alternate: Dwarf\n", "", "“alternate” is missing"),
        ("prose.txt", "prose leave", "prose leaves", "there is no prose leave"),
        ("prose.txt", "{name} sinks", "{nam} sinks", "did you mean “name”?"),
        ("figures.txt", "letters: BDJKPTVZ", "letters: BDJKPTVB", "different capital letters"),
        ("figures.txt", "letters: BDJKPTVZ", "letters: BDJKPTVz", "different capital letters"),
        (
            "figures.txt",
            "kit: weapon Sword;",
            "kit: weapon Sword; weapon Sword;",
            "a slot stands twice",
        ),
        ("methods.txt", "worn 2", "worn 2; worn 3", "“worn” stands twice"),
        ("creatures.txt", "  letter: ", "  letter: x", "” is not one letter"),
        (
            "actions.txt",
            "  does: overcomes\n",
            "  does: overcomes; heals\n",
            "either overcomes or heals",
        ),
        ("wares.txt", "  purposes: fight force\n", "  purposes: fight\n", "expected 2 purposes"),
    ],
)
def test_mistakes_in_content_files_carry_file_and_line(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    folder = copy_of_data(tmp_path / "kanthe")
    edit(folder, file, lambda text: text.replace(old, new, 1))
    with pytest.raises(RecordError) as error:
        load_content(folder)
    told = [fault for fault in error.value.faults if problem in fault]
    assert told
    assert re.match(rf"{file}:[1-9]\d*: ", told[0])


@pytest.mark.parametrize("kind", ["occupant", "action"])
@pytest.mark.parametrize("more", [-1, 1])
def test_there_is_an_occupant_and_an_action_for_each_face(
    tmp_path: Path, kind: str, more: int
) -> None:
    folder = copy_of_data(tmp_path / "kanthe")

    def change(text: str) -> str:
        last = text[text.rindex(f"\n{kind} ") :]
        name = last.split("\n")[1]
        return text.removesuffix(last) if more < 0 else text + last.replace(name, f"{kind} Zz")

    edit(folder, FILES[kind], change)
    with pytest.raises(RecordError) as error:
        load_content(folder)
    assert f"{FILES[kind]}:1: there must be 10, not {10 + more}" in error.value.faults


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    folder = copy_of_data(tmp_path / "kanthe")
    edit(folder, "methods.txt", lambda text: text.replace("worn 2", "worm 2"))
    edit(folder, "manners.txt", lambda text: text.replace("noise", "nois"))
    edit(folder, "figures.txt", lambda text: text.replace("first Rope", "first Roap"))
    with pytest.raises(RecordError) as error:
        load_content(folder)
    told = [re.match(r"(\w+\.txt):[1-9]\d*: ", fault) for fault in error.value.faults]
    assert {match and match[1] for match in told} == {"methods.txt", "manners.txt", "figures.txt"}
    assert len(told) == 3


def test_a_folder_without_files_is_told_file_by_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as error:
        load_content(tmp_path)
    assert {fault.split(":")[0] for fault in error.value.faults} == {*FILES.values()}


def test_every_effect_of_the_data_has_a_rule_and_every_rule_an_effect() -> None:
    assert FINDS.keys() == FIND_EFFECTS.keys()
    takes_arguments = {name for name, arguments in OCCUPANT_TRAITS.items() if arguments}
    assert (takes_arguments - {"people"}) | {"craft", "beast"} == EQUIPMENT.keys()


def corrupt(random: Random, folder: Path) -> str:
    """Spoil one line of the data, and return what was done."""
    file = random.choice(sorted(FILES.values()))
    path = folder / file
    lines = path.read_text("utf-8").splitlines()
    kind = random.choice(["word", "number", "double"])
    places = []
    for place, line in enumerate(lines):
        field = _FIELD.match(line)
        if field and (kind == "number" or field[1] not in FREE):
            pattern = r"\d+" if kind == "number" else _WORD.pattern
            places += [(place, found.span()) for found in re.finditer(pattern, line)]
    if kind == "double" or not places:
        whole = [n for n, line in enumerate(lines) if not line.startswith("    ")]
        place = random.choice(whole)  # the rest of a field is free text
        lines.insert(place, lines[place])
        done = f"{file}: doubled line {place + 1}: {lines[place]}"
    else:
        place, (start, end) = random.choice(places)
        old = lines[place]
        lines[place] = old[:start] + ("" if kind == "number" else "xqzzt") + old[end:]
        done = f"{file}: line {place + 1}: {old} -> {lines[place]}"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return done


def check_corruptions(tmp_path: Path, numbers: range) -> None:
    """Assert that spoilt data are refused with file and line, or mean the same."""
    for number in numbers:
        folder = copy_of_data(tmp_path / str(number))
        done = corrupt(Random(number), folder)
        faults = RULES.check_data(folder).errors
        for fault in faults:
            file, line, _ = fault.split(":", 2)
            length = len((folder / file).read_text("utf-8").splitlines())
            assert 1 <= int(line) <= length, done
        if not faults:
            assert load_content(folder) == CONTENT, done
        shutil.rmtree(folder)


def test_spoilt_data_are_refused_with_file_and_line(tmp_path: Path) -> None:
    check_corruptions(tmp_path, range(40))


@pytest.mark.soak(part="random")
def test_two_hundred_more_spoilt_data_are_refused(tmp_path: Path) -> None:
    check_corruptions(tmp_path, range(1000, 1200))


# ------------------------------------------------------------------------- kinds by other names


def renamed(folder: Path) -> dict[str, str]:
    """Give every kind another key and every ware and action another name, throughout the data;
    return the new words by the old ones."""
    names = {key: f"k{number}" for number, key in enumerate(dict.fromkeys(
        (*CONTENT.hazards, *CONTENT.creatures, *CONTENT.methods, *CONTENT.ware_kinds)
    ))}  # fmt: skip
    names |= {row.name: f"Zz{number}" for number, row in enumerate(CONTENT.actions)}
    names |= {name: f"Yy{number}" for number, name in enumerate(CONTENT.wares)}
    one = re.compile(
        r"(?<![\w+{-])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True))
        + r")(?![\w+}-])"
    )  # fmt: skip
    for file in sorted(FILES.values()):
        path = folder / file
        lines = []
        for line in path.read_text("utf-8").splitlines():
            head = re.match(r"(?:hazard|creature|occupant|method|ware-kind|action|ware) ", line)
            field = _FIELD.match(line)
            if head:
                line = head[0] + names[line[head.end() :]]
            elif field and (file, field[1]) in KEYED:
                verbs = KEYED[file, field[1]]
                parts = line[field.end() :].split(";")
                line = field[0] + ";".join(_rename(one, names, part, verbs) for part in parts)
            lines.append(line)
        path.write_text("\n".join(lines) + "\n", "utf-8")
    return names


KEYED: dict[tuple[str, str], Collection[str]] = {  # fields with names, and the words before them
    ("finds.txt", "finds"): FIND_EFFECTS,
    ("occupants.txt", "properties"): OCCUPANT_TRAITS,
    ("figures.txt", "arcane-kinds"): (),
    ("figures.txt", "crafts"): (),
    ("figures.txt", "kit"): SLOTS,
    ("wares.txt", "kind"): (),
}


def _rename(one: re.Pattern[str], names: dict[str, str], part: str, verbs: Collection[str]) -> str:
    """Return a part of a field with other names; the name of an effect itself stays."""
    head, _, rest = part.strip().partition(" ")
    if head not in verbs:
        head, rest = "", part
    return f"{head} {one.sub(lambda found: names[found[0]], rest)}".strip()


def game(rules: Kanthe, number: int, steps: int, names: dict[str, str]) -> list[object]:
    """Return what happens in a game that plays itself, kinds by the names of `names`."""
    state = rules.new({"length": "evening"}, ["Odda"], dice_for(str(number)))
    told: list[object] = []
    for _ in range(steps):
        advice = rules.autoplay(state, 0, irreversible=True)
        if advice is None:
            break
        offers = rules.legal(state, 0)
        told.append([offer.action for offer in offers].index(advice.action))
        told.append([(o.action.verb, o.intent, o.group) for o in offers])
        told.append(
            [
                (e.kind, e.rolls)
                for e in rules.apply(state, 0, advice.action, dice_for(f"{number} {len(told)}"))
            ]
        )
        who = [] if not state.levels else state.here.opponents
        hazards = [] if not state.levels else state.here.hazards
        told.append([(names.get(o.kind, o.kind), o.strength, o.wounds, o.status) for o in who])
        told.append([(names.get(h.kind, h.kind), h.strength, h.state) for h in hazards])
        hero = state.hero
        told.append((hero.wounds, hero.challenge, hero.coins, len(hero.items), state.node))
    return told


def check_renaming(folder: Path, numbers: range, steps: int) -> None:
    names = renamed(copy_of_data(folder))
    other = Kanthe(folder)
    for number in numbers:
        assert game(other, number, steps, {}) == game(RULES, number, steps, names)


def test_kinds_may_have_any_name(tmp_path: Path) -> None:
    check_renaming(tmp_path / "kanthe", range(3), 40)


@pytest.mark.soak(part="random")
def test_kinds_may_have_any_name_in_a_hundred_games(tmp_path: Path) -> None:
    check_renaming(tmp_path / "kanthe", range(100, 200), 250)
