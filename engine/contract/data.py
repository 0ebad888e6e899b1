"""Folders of a ruleset's data: the report of a check, and the error when they cannot be used."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import msgspec

ENTRY_POINTS = "leithian.rulesets"
"""The group in which a package names its rulesets: classes that take no argument."""


@cache
def data_folders() -> tuple[Path, ...]:
    """Return the folders that may hold `tiles/NAME/` and `NAME/locale/`: the project's own, then
    the folder `data` of each package that brings rulesets."""
    found = [Path(__file__).parents[2] / "data"]
    packages = {each.module.partition(".")[0] for each in entry_points(group=ENTRY_POINTS)}
    for name in sorted(packages):
        spec = find_spec(name)
        places = spec.submodule_search_locations if spec is not None else None
        found += [Path(place) / "data" for place in places or ()]
    return tuple(folder for folder in found if folder.is_dir())


class InvalidData(ValueError):
    """A ruleset's data cannot be used. Each line of the message is one mistake, with file and
    line."""


class DataReport(msgspec.Struct, frozen=True):
    """The result of checking a folder: how many records each file has, or every mistake."""

    counts: tuple[tuple[str, int], ...] = ()  # file, records
    errors: tuple[str, ...] = ()  # "file:line: what is wrong"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the report as lines of text."""
        return self.errors or tuple(f"{file}: {count}" for file, count in self.counts)
