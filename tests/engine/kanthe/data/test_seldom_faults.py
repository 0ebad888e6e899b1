"""Faults of the data that are seldom made, each told with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.common.data_files import RecordError
from engine.kanthe.data.content import load_content
from tests.engine.kanthe.data.test_content import copy_of_data, edit


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("figures.txt", "letters: BDJKPTVZ", "letters: BDJKPTVB", "different capital letters"),
        ("figures.txt", "letters: BDJKPTVZ", "letters: BDJKPTVz", "different capital letters"),
        ("figures.txt", "kit: weapon Sword;", "kit: weapon Sword; weapon Sword;",
         "a slot stands twice"),
        ("methods.txt", "worn 2", "worn 2; worn 3", "“worn” stands twice"),
        ("creatures.txt", "  letter: ", "  letter: x", "” is not one letter"),
        ("actions.txt", "  does: overcomes\n", "  does: overcomes; heals\n",
         "either overcomes or heals"),
        ("wares.txt", "  purposes: fight force\n", "  purposes: fight\n", "expected 2 purposes"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_file_and_line(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    folder = copy_of_data(tmp_path / "kanthe")
    edit(folder, file, lambda text: text.replace(old, new, 1))
    with pytest.raises(RecordError) as error:
        load_content(folder)
    [told] = [fault for fault in error.value.faults if problem in fault]
    assert re.match(rf"{file}:[1-9]\d*: ", told)
