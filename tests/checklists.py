"""Checklists of a rulebook's rules: each rule has a number, and tests or words that show it.

A rule is a line "12. It is so."; under it, indented, stand tests ("tests/...py::test_name"), or
"docs: " and words of the ruleset's page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_RULE = re.compile(r"(\d+)\. \S.*\.")


@cache
def _tests_in(path: str) -> frozenset[str]:
    """Return the names of the tests of a module."""
    return frozenset(re.findall(r"^ *def (test_\w+)", (ROOT / path).read_text(), re.MULTILINE))


def _is_there(proof: str, page: str) -> bool:
    """Return whether a test exists, or a page has the words that "docs:" quotes."""
    if proof.startswith("docs: "):
        return proof.removeprefix("docs: ") in page
    path, _, name = proof.partition("::")
    return (ROOT / path).exists() and name in _tests_in(path)


def faults(checklist: Path, page: Path) -> Iterator[str]:
    """Yield the lines of a checklist that are no rule in its turn, a rule without a proof, or a
    proof that does not exist."""
    said = " ".join(page.read_text().split())
    lines = [line for line in checklist.read_text().splitlines() if line and line[0] != "#"]
    number = 0
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line[0] == " ":
            if not _is_there(line.strip(), said):
                yield line.strip()
            continue
        number += 1
        rule = _RULE.fullmatch(line)
        if rule is None or int(rule[1]) != number or after[:1] != " ":
            yield line


def sections(checklist: Path) -> set[str]:
    """Return the headings of a checklist."""
    return {line[3:] for line in checklist.read_text().splitlines() if line.startswith("## ")}
