"""The checklist of the rulebook's rules."""

from __future__ import annotations

from pathlib import Path

from tests import checklists
from tests.covers import read_headings

CHECKLIST = Path(__file__).with_name("rulebook.txt")
PAGE = checklists.ROOT / "docs/rules/kanthe.md"


def test_every_rule_of_the_rulebook_has_a_number_and_a_test() -> None:
    assert not list(checklists.faults(CHECKLIST, PAGE))


def test_every_section_of_the_rulebook_is_on_the_checklist() -> None:
    assert checklists.sections(CHECKLIST) == set(read_headings()["kanthe-rulebook"])
