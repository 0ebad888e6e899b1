"""The content files are checked as a whole, and the rules know no kind by its name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random

import pytest

from engine.kanthe.data.content import FIND_EFFECTS, FOLDER, OCCUPANT_TRAITS, load_content
from engine.kanthe.data.data_file import ContentError
from engine.kanthe.encounters.finds import EQUIPMENT, FINDS
from engine.kanthe.ruleset import Kanthe
from tests.engine.kanthe.stage import CONTENT, RULES
from tests.rolled import dice_for

STRUCTURE = {  # the fields of a list that are no free text, by file and heading
    "lists.txt": {
        "figures": (0,), "materials": (0, 1), "hazards": (3,), "creatures": (3,),
        "stationary": (1,), "mobile": (1,), "occupants": (5,), "actions": (2, 3),
        "arcane-kinds": (1,), "manners": (1,), "methods": (3, 4),
    },
    "wares.txt": {
        "places": (0, 1), "kinds": (1, 2, 3), "wares": (1, 2, 3), "kit": (0, 1), "crafts": (1,),
    },
}  # fmt: skip
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
        ("words.txt", "Orange\n", "Red\n", "words.txt:7: “Red” stands twice"),
        ("lists.txt", "2 | hazard pit |", "3 | hazard pit |", "expected row 2"),
        ("lists.txt", "0 | vermin vermin |", "0 | vermin vermim |", "did you mean “vermin”?"),
        ("lists.txt", "worn 2", "worn two", "“two” is not a whole number"),
        ("lists.txt", "worn 2", "worn", "“worn” lacks an argument"),
        ("lists.txt", "essence; repeats", "essence; repeat", "did you mean “repeats”?"),
        ("lists.txt", "strength+difficulty staff", "strong staff", "there is no “strong”"),
        ("lists.txt", "try-dice | 5", "try-dice | 50", "“50” is no number from 1 to 10"),
        ("lists.txt", "door | 4", "door | 10", "“10” is no number from 0 to 9"),
        ("lists.txt", "a gust of {essence}", "a gust of {esence}", "did you mean “essence”?"),
        ("lists.txt", "= manners", "= maners", "did you mean “manners”?"),
        ("wares.txt", "Sword | weapon |", "Sword | weapn |", "did you mean “weapon”?"),
        (
            "wares.txt",
            "Axe | weapon | fight force",
            "Axe | weapon | fight evade",
            "all of the kind",
        ),
        ("wares.txt", "first | Rope", "first | Roap", "did you mean “Rope”?"),
        ("wares.txt", "first | Rope\n", "", "the list kit lacks first"),
        ("levels.txt", " | Goblin | Dwarf", " | Goblin", "expected 4 fields"),
        ("prose.txt", "= leave", "= leaves", "the list leave is missing"),
        ("prose.txt", "keep {name}", "keep {nam}", "did you mean “name”?"),
    ],
)
def test_mistakes_in_content_files_carry_file_and_line(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    folder = copy_of_data(tmp_path / "kanthe")
    edit(folder, file, lambda text: text.replace(old, new, 1))
    with pytest.raises(ContentError) as error:
        load_content(folder)
    told = [str(fault) for fault in error.value.faults if problem in str(fault)]
    assert told
    assert re.match(rf"{file}:[1-9]\d*: ", told[0])


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    folder = copy_of_data(tmp_path / "kanthe")
    edit(
        folder, "lists.txt", lambda text: text.replace("worn 2", "worm 2").replace("noise", "nois")
    )
    edit(folder, "wares.txt", lambda text: text.replace("first | Rope", "first | Roap"))
    with pytest.raises(ContentError) as error:
        load_content(folder)
    assert [(fault.file, fault.line > 0) for fault in error.value.faults] == [
        ("lists.txt", True),
        ("lists.txt", True),
        ("wares.txt", True),
    ]


def test_a_folder_without_files_is_told_file_by_file(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as error:
        load_content(tmp_path)
    assert {fault.file for fault in error.value.faults} == {p.name for p in FOLDER.glob("*.txt")}


def test_every_effect_of_the_data_has_a_rule_and_every_rule_an_effect() -> None:
    assert FINDS.keys() == FIND_EFFECTS.keys()
    takes_arguments = {name for name, arguments in OCCUPANT_TRAITS.items() if arguments}
    assert (takes_arguments - {"people"}) | {"craft", "beast"} == EQUIPMENT.keys()


def corrupt(random: Random, folder: Path) -> str:
    """Spoil one line of the data, and return what was done."""
    file = random.choice(["words.txt", "lists.txt", "wares.txt", "levels.txt", "prose.txt"])
    path = folder / file
    lines = path.read_text("utf-8").splitlines()
    kind = random.choice(["word", "number", "double"])
    heading, places = "", []
    for place, line in enumerate(lines):
        if line.startswith("= "):
            heading = line[2:]
        elif line and not line.startswith("#"):
            fields = line.split("|")
            for number, field in enumerate(fields):
                free = number not in STRUCTURE.get(file, {}).get(heading, ())
                pattern = r"\d+" if kind == "number" else _WORD if not free else r"$^"
                places += [(place, number, found.span()) for found in re.finditer(pattern, field)]
    if kind == "double" or not places:
        place = random.randrange(len(lines))
        lines.insert(place, lines[place])
        done = f"{file}: doubled line {place + 1}: {lines[place]}"
    else:
        place, number, (start, end) = random.choice(places)
        fields = lines[place].split("|")
        new = "" if kind == "number" else "xqzzt"
        fields[number] = fields[number][:start] + new + fields[number][end:]
        done = f"{file}: line {place + 1}: {lines[place]} -> {'|'.join(fields)}"
        lines[place] = "|".join(fields)
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
    keyed = {
        "lists.txt": {
            "hazards": (0,), "creatures": (0,), "stationary": (1,), "mobile": (1,),
            "occupants": (1, 5), "actions": (1,), "arcane-kinds": (1,), "methods": (1,),
        },
        "wares.txt": {"kinds": (0,), "wares": (0, 1), "kit": (1,), "crafts": (1,)},
    }  # fmt: skip
    for file, lists in keyed.items():
        lines, heading = [], ""
        for line in (folder / file).read_text("utf-8").splitlines():
            heading = line[2:] if line.startswith("= ") else heading
            fields = line.split("|")
            for number in (
                lists.get(heading, ()) if not line.startswith(("#", "=")) and line else ()
            ):
                parts = fields[number].split(";")
                verbs = VERBS.get(heading, {})
                fields[number] = ";".join(_rename(one, names, part, verbs) for part in parts)
            lines.append("|".join(fields))
        (folder / file).write_text("\n".join(lines) + "\n", "utf-8")
    return names


VERBS = {
    "stationary": FIND_EFFECTS,
    "mobile": FIND_EFFECTS,
    "occupants": OCCUPANT_TRAITS,
}


def _rename(one: re.Pattern[str], names: dict[str, str], part: str, verbs: Collection[str]) -> str:
    """Return a part of a field with other names; the name of an effect itself stays."""
    head, _, rest = part.strip().partition(" ")
    if head not in verbs:
        head, rest = "", part
    return f" {head} " + one.sub(lambda found: names[found[0]], rest)


def play(rules: Kanthe, number: int, steps: int, names: dict[str, str]) -> list[object]:
    """Return what happens in a game that plays itself, kinds by the names of `names`."""
    game = rules.new({"length": "evening"}, ["Odda"], dice_for(str(number)))
    told: list[object] = []
    for _ in range(steps):
        advice = rules.autoplay(game, 0, irreversible=True)
        if advice is None:
            break
        offers = rules.legal(game, 0)
        told.append([offer.action for offer in offers].index(advice.action))
        told.append([(o.action.verb, o.intent, o.group) for o in offers])
        told.append(
            [
                (e.kind, e.rolls)
                for e in rules.apply(game, 0, advice.action, dice_for(f"{number} {len(told)}"))
            ]
        )
        who = [] if not game.levels else game.here.opponents
        hazards = [] if not game.levels else game.here.hazards
        told.append([(names.get(o.kind, o.kind), o.strength, o.wounds, o.status) for o in who])
        told.append([(names.get(h.kind, h.kind), h.strength, h.state) for h in hazards])
        hero = game.hero
        told.append((hero.wounds, hero.challenge, hero.coins, len(hero.items), game.node))
    return told


def check_renaming(folder: Path, numbers: range, steps: int) -> None:
    names = renamed(copy_of_data(folder))
    other = Kanthe(folder)
    for number in numbers:
        assert play(other, number, steps, {}) == play(RULES, number, steps, names)


def test_kinds_may_have_any_name(tmp_path: Path) -> None:
    check_renaming(tmp_path / "kanthe", range(3), 40)


@pytest.mark.soak(part="random")
def test_kinds_may_have_any_name_in_a_hundred_games(tmp_path: Path) -> None:
    check_renaming(tmp_path / "kanthe", range(100, 200), 250)
