"""The processor time that the tests of a folder may take in `make test`.

`tests/cpu_meter.py` measures it and fails a run that takes twice as much.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.checks.project import Finding, Project

TOTAL = 572  # seconds; on two cores `make test` lasts about half as long
REFERENCE_SECONDS = 0.04  # one round of tests/perft.py on the machine that measured the budgets
COLLECTION = "imports and collection"

# Seconds of processor time, of child processes too, but not of what a fork server of theirs starts.
BUDGETS = {
    COLLECTION: 44,  # a third of it once the bytecode is cached
    "tests": 14,
    "tests/catalogues": 6,
    "tests/checks": 1,
    "tests/cogs": 20,
    "tests/engine": 1,
    "tests/engine/common": 6,
    "tests/engine/contract": 58,
    "tests/engine/delve": 13,
    "tests/engine/delve/actions": 3,
    "tests/engine/delve/balance": 1,
    "tests/engine/delve/combat": 1,
    "tests/engine/delve/data": 5,
    "tests/engine/delve/ground": 1,
    "tests/engine/delve/hero": 2,
    "tests/engine/delve/items": 5,
    "tests/engine/delve/levels": 6,
    "tests/engine/delve/magic": 2,
    "tests/engine/delve/monsters": 2,
    "tests/engine/delve/movement": 1,
    "tests/engine/delve/places": 2,
    "tests/engine/delve/rules": 1,
    "tests/engine/delve/view": 1,
    "tests/engine/kanthe": 10,
    "tests/engine/kanthe/data": 1,
    "tests/engine/kanthe/encounters": 2,
    "tests/engine/kanthe/magic": 1,
    "tests/engine/kanthe/map": 1,
    "tests/engine/kanthe/setup": 1,
    "tests/engine/kanthe/view": 2,
    "tests/engine/sil": 31,
    "tests/engine/sil/autoplay": 3,
    "tests/engine/sil/clock": 4,
    "tests/engine/sil/combat": 1,
    "tests/engine/sil/commands": 6,
    "tests/engine/sil/creature_ai": 5,
    "tests/engine/sil/creatures": 2,
    "tests/engine/sil/data": 11,
    "tests/engine/sil/dungeon": 5,
    "tests/engine/sil/dungeon/generation": 18,
    "tests/engine/sil/effects": 2,
    "tests/engine/sil/game": 1,
    "tests/engine/sil/hero": 2,
    "tests/engine/sil/item_use": 2,
    "tests/engine/sil/items": 4,
    "tests/engine/sil/level": 3,
    "tests/engine/sil/movement": 1,
    "tests/engine/sil/odds": 2,
    "tests/engine/sil/perception": 1,
    "tests/engine/sil/smithing": 2,
    "tests/engine/sil/songs": 8,
    "tests/engine/silg": 6,
    "tests/engine/silg/clock": 1,
    "tests/engine/silg/combat": 1,
    "tests/engine/silg/gm": 1,
    "tests/engine/silg/levels": 1,
    "tests/engine/silg/setup": 1,
    "tests/journeys": 104,
    "tests/oracle": 16,
    "tests/pace": 6,
    "tests/render": 16,
    "tests/sandbox": 16,
    "tests/table": 72,
    "tests/twins": 3,
}

PLACE = "tests/checks/cpu_budgets.py"


def check(project: Project) -> Iterator[Finding]:
    """Find folders of tests without a budget, and budgets that together are over the total."""
    paths = (PurePosixPath(module.path) for module in project.modules.values())
    folders = {path.parent.as_posix() for path in paths if path.name.startswith("test_")}
    for folder in folders - BUDGETS.keys():
        yield Finding(PLACE, 1, f"{folder} has no budget")
    if sum(BUDGETS.values()) > TOTAL:
        yield Finding(PLACE, 1, f"{sum(BUDGETS.values())} s together, the limit is {TOTAL}")
