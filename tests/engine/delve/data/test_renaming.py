"""Names are words for people alone: other names, the same game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from engine.delve.data.content import FILES
from engine.delve.ruleset import DATA, Delve
from tests.engine.delve.stage import content
from tests.engine.delve.test_words import record
from tests.sampled import sampled

RENAMED = ("monster", "item", "spell", "class", "theme", "place")
TITLED = ("status", "ability")
# Fields that name things: the kind of the record and the field; the kind of what is named, and what
# stands in front of it.
REFERENCES = {
    ("item", "holds"): ("spell", ""),
    ("item", "spells"): ("spell", ""),
    ("item", "effects"): ("spell", "burst "),
    ("monster", "casts"): ("spell", ""),
    ("monster", "spell-attack"): ("spell", ""),
    ("monster", "spell-powers"): ("spell", ""),
    ("monster", "stages"): ("spell", r"\w+ "),
    ("monster", "carries"): ("item", ""),
    ("monster", "themes"): ("theme", ""),
    ("place", "themes"): ("theme", ""),
    ("theme", "lord"): ("monster", ""),
    ("theme", "fall"): ("theme", r"\w+ "),
    ("monster", "traits"): ("monster", "(?:breeds|leads) "),
    ("class", "items"): ("item", ""),
    ("class", "worn"): ("item", ""),
    ("class", "spells"): ("spell", ""),
    ("class", "one-of"): ("spell", ""),
    ("ability", "classes"): ("class", ""),
    ("status", "remedy"): ("spell", ""),
}
Names = dict[str, dict[str, str]]


def other_names(seed: int) -> Names:
    """Return another name for everything, by kind."""
    dice = random.Random(seed)
    tables = {
        "monster": content().monsters,
        "item": content().items,
        "spell": content().spells,
        "class": content().classes,
        "theme": content().themes,
        "place": content().places,
    }

    def word() -> str:
        return "".join(dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(5))

    return {kind: {name: word() for name in table} for kind, table in tables.items()}


def renamed_value(names: Mapping[str, str], before: str, value: str) -> str:
    """Return the value of a field with other names in its parts."""
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    one = re.compile(rf"({before})({known})((?: \d+)*)")
    pieces = re.split(r"( ?[;,] ?)", value)
    matches = ((piece, one.fullmatch(piece)) for piece in pieces)
    return "".join(
        f"{found[1]}{names[found[2]]}{found[3]}" if found else piece for piece, found in matches
    )


def write_renamed(folder: Path, names: Names) -> None:
    """Write Delve's data with other names to a folder."""
    for file in {*FILES.values()}:
        lines = (DATA / file).read_text("utf-8").splitlines()
        (folder / file).write_text("\n".join(_renamed_lines(lines, names)) + "\n", "utf-8")


def _renamed_lines(lines: list[str], names: Names) -> Iterator[str]:
    kind = ""
    for line in lines:
        head = re.fullmatch(r"([a-z-]+) (.*)", line)
        field = re.fullmatch(r"  ([a-z-]+): (.*)", line)
        kind = head[1] if head else kind
        if head and kind in RENAMED:
            yield f"{kind} {names[kind][head[2]]}"
        elif head and kind in TITLED:
            yield from (line, f"  title: zz{head[2][::-1]}")
        elif field and (kind, field[1]) in REFERENCES:
            of, before = REFERENCES[kind, field[1]]
            values = field[2].split() if (kind, field[1]) == ("ability", "classes") else [field[2]]
            told = " ".join(renamed_value(names[of], before, value) for value in values)
            yield f"  {field[1]}: {told}"
        else:
            yield line


def plain(recorded: object, names: Mapping[str, str]) -> object:
    """Return what was recorded of a game with each name as one word, other names as they were."""
    written = msgspec.json.encode(recorded).decode()
    if names:
        written = re.sub("|".join(names), lambda found: names[found[0]], written)
    return msgspec.json.decode(written.lower().replace(" ", "-"))


def check(seed: int, folder: Path) -> None:
    names = other_names(seed)
    write_renamed(folder, names)
    back = {new: name for table in names.values() for name, new in table.items()}
    assert plain(record(Delve(folder), seed), back) == plain(record(Delve(), seed), {})


def test_everything_gets_another_name(tmp_path: Path) -> None:
    names = other_names(0)
    write_renamed(tmp_path, names)
    other = Delve(tmp_path).content
    assert list(other.items) == list(names["item"].values())
    assert not {kind.title for kind in other.statuses.values()} & set(content().statuses)


@pytest.mark.parametrize("seed", sampled(range(60), 1, pytest.mark.soak(part="random")))
def test_other_names_give_the_same_game(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)
