"""Every soak test names a part of tests/soak_parts.py, and every part has tests."""

import ast
from collections.abc import Iterator

from tests.checks.project import Finding, Module, Project
from tests.soak_parts import PARTS

PLACE = "tests/soak_parts.py"


def check(project: Project) -> Iterator[Finding]:
    """Find `pytest.mark.soak` without a known part, and parts that no test names."""
    named = set()
    for module in project.modules.values():
        for line, part in _marks(module):
            named.add(part)
            if part not in PARTS:
                yield Finding(module.path, line, f"soak(part={part!r}) is none of {PLACE}")
    if PLACE in (module.path for module in project.modules.values()):
        for part in PARTS.keys() - named:
            yield Finding(PLACE, 1, f"no test is of the part {part!r}")


def _marks(module: Module) -> Iterator[tuple[int, str | None]]:
    """Yield the line and the part of every mark; None where it names no part."""
    calls: dict[ast.expr, ast.Call] = {}
    marks: list[ast.Attribute] = []
    for node in module.nodes:
        if isinstance(node, ast.Call):
            calls[node.func] = node
        elif isinstance(node, ast.Attribute) and node.attr == "soak":
            marks.append(node)
    for node in marks:
        if ast.unparse(node) == "pytest.mark.soak":
            keywords = calls[node].keywords if node in calls else []
            parts = [ast.unparse(one.value).strip("'") for one in keywords if one.arg == "part"]
            yield node.lineno, parts[0] if parts else None
