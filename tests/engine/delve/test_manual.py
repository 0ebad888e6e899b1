"""The checklist of the manual's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import checklists

CHECKLIST = Path(__file__).with_name("manual.txt")
PAGE = checklists.ROOT / "docs/rules/delve.md"


def test_every_rule_of_the_manual_has_a_number_and_a_test() -> None:
    assert not list(checklists.faults(CHECKLIST, PAGE))
    assert len(checklists.sections(CHECKLIST)) == 14


@pytest.mark.parametrize(
    "line",
    ["2. It is so.\n    docs: Delve", "1. It is so.", "1. It is so.\n    tests/no.py::test_it"],
)
def test_a_wrong_number_a_missing_proof_and_an_unknown_test_are_faults(
    tmp_path: Path, line: str
) -> None:
    (tmp_path / "list.txt").write_text(f"# A list.\n{line}\n")
    assert list(checklists.faults(tmp_path / "list.txt", PAGE))
