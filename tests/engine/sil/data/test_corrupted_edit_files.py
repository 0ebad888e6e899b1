"""Random mistakes in the edit files are refused with file and line, or what is read is the same."""

import random
import re
import shutil

import pytest

from engine.sil.data import bundle
from tests.sampled import sampled

FILES = (
    "ability", "artefact", "flavor", "house", "limits", "monster", "object", "race", "special",
    "terrain", "vault",
)  # fmt: skip
PROSE = re.compile(r"N:|D:|\s*$|#")  # what people read, and the maps of vaults
NAMES = re.compile(r"[ABW]:[^\d(]")  # of a house, a flavour
BLOW = re.compile(r"B:.*\(")  # a creature may have the same one twice
FAULT = re.compile(r"[\w/]+\.txt:\d+: .+")


def spoilt(lines, chance):
    """Return lines with a word replaced, a number dropped or a line doubled."""
    number = chance.choice([n for n, line in enumerate(lines) if not PROSE.match(line)])
    line, kind = lines[number], chance.choice(("word", "number", "double"))
    words, figures = re.findall(r"[A-Z][A-Z_]{2,}", line), re.findall(r"\d+", line)
    if kind == "word" and words and not NAMES.match(line):
        line = line.replace(chance.choice(words), "ZZYZX", 1)
    elif kind == "number" and figures:
        line = re.sub(rf"\b{chance.choice(figures)}\b", "", line, count=1)
    elif not BLOW.match(line):
        return [*lines[:number], line, *lines[number:]]
    return [*lines[:number], line, *lines[number + 1 :]]


@pytest.mark.parametrize("seed", sampled(range(220), 2, pytest.mark.soak(part="random")))
def test_a_random_mistake_is_refused_or_changes_nothing(tmp_path, seed):
    chance = random.Random(seed)
    folder = shutil.copytree(bundle.SHIPPED, tmp_path / "sil")
    path = folder / f"{chance.choice(FILES)}.txt"
    lines = spoilt(path.read_text("utf-8").split("\n"), chance)
    path.write_text("\n".join(lines), "utf-8")
    faults = bundle.check(folder).errors
    assert all(FAULT.fullmatch(fault) for fault in faults), faults
    assert faults or bundle.load(folder).digest == bundle.load().digest, path.name
