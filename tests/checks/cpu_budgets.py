"""The processor time that the tests of a folder may take in `make test`.

`tests/cpu_meter.py` shows it beside these; `make cpu-budgets` fails for twice as much.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.checks.project import Finding, Project

TOTAL = 408  # seconds; on two cores `make test` lasts about half as long
REFERENCE_SECONDS = 0.04  # one round of tests/perft.py on the machine that measured the budgets
COLLECTION = "imports and collection"

# Seconds of processor time, of child processes too, but not of what a fork server of theirs starts.
BUDGETS = {
    COLLECTION: 18,  # three times as much where the bytecode is not cached
    "tests": 9,
    "tests/catalogues": 6,
    "tests/checks": 1,
    "tests/cogs": 30,
    "tests/engine": 1,
    "tests/engine/common": 3,
    "tests/engine/contract": 21,
    "tests/engine/delve": 6,
    "tests/engine/delve/actions": 3,
    "tests/engine/delve/balance": 1,
    "tests/engine/delve/combat": 1,
    "tests/engine/delve/data": 4,
    "tests/engine/delve/ground": 1,
    "tests/engine/delve/hero": 1,
    "tests/engine/delve/items": 2,
    "tests/engine/delve/levels": 5,
    "tests/engine/delve/magic": 1,
    "tests/engine/delve/monsters": 1,
    "tests/engine/delve/movement": 1,
    "tests/engine/delve/places": 2,
    "tests/engine/delve/rules": 1,
    "tests/engine/delve/view": 2,
    "tests/engine/kanthe": 5,
    "tests/engine/kanthe/balance": 1,
    "tests/engine/kanthe/data": 1,
    "tests/engine/kanthe/encounters": 1,
    "tests/engine/kanthe/magic": 1,
    "tests/engine/kanthe/map": 1,
    "tests/engine/kanthe/setup": 2,
    "tests/engine/kanthe/view": 2,
    "tests/engine/sil": 11,
    "tests/engine/sil/autoplay": 5,
    "tests/engine/sil/clock": 2,
    "tests/engine/sil/combat": 2,
    "tests/engine/sil/commands": 4,
    "tests/engine/sil/creature_ai": 4,
    "tests/engine/sil/creatures": 2,
    "tests/engine/sil/data": 4,
    "tests/engine/sil/dungeon": 5,
    "tests/engine/sil/dungeon/generation": 14,
    "tests/engine/sil/effects": 3,
    "tests/engine/sil/game": 1,
    "tests/engine/sil/hero": 1,
    "tests/engine/sil/item_use": 2,
    "tests/engine/sil/items": 3,
    "tests/engine/sil/level": 2,
    "tests/engine/sil/movement": 1,
    "tests/engine/sil/odds": 1,
    "tests/engine/sil/perception": 1,
    "tests/engine/sil/smithing": 2,
    "tests/engine/sil/songs": 5,
    "tests/engine/silg": 7,
    "tests/engine/silg/clock": 2,
    "tests/engine/silg/combat": 1,
    "tests/engine/silg/gm": 3,
    "tests/engine/silg/levels": 1,
    "tests/engine/silg/setup": 1,
    "tests/journeys": 45,
    "tests/kit": 8,
    "tests/mutants": 7,
    "tests/oracle": 10,
    "tests/pace": 3,
    "tests/recorded": 16,
    "tests/render": 10,
    "tests/sandbox": 14,
    "tests/table": 60,
    "tests/transcripts": 4,
    "tests/twins": 5,
}

RUN_FOR_THEMSELVES = ("examples", "kit")  # by `python bot.py test-ruleset`
PLACE = "tests/checks/cpu_budgets.py"


def check(project: Project) -> Iterator[Finding]:
    """Find folders of tests without a budget, and budgets that together are over the total."""
    paths = (PurePosixPath(module.path) for module in project.modules.values())
    tests = (path for path in paths if path.parts[0] not in RUN_FOR_THEMSELVES)
    folders = {path.parent.as_posix() for path in tests if path.name.startswith("test_")}
    for folder in folders - BUDGETS.keys():
        yield Finding(PLACE, 1, f"{folder} has no budget")
    if sum(BUDGETS.values()) > TOTAL:
        yield Finding(PLACE, 1, f"{sum(BUDGETS.values())} s together, the limit is {TOTAL}")
