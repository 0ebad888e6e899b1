"""Limits on the project's Python code that ruff, mypy and import-linter do not check.

A module here that has a function `check(project) -> Iterable[Finding]` is a check; nothing lists
them. `python -m tests.checks` runs them all.
"""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from tests.checks.project import Finding, Project


def run(project: Project) -> Iterator[Finding]:
    """Yield the findings of all checks."""
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith(("_", "test_")):
            check = vars(import_module(f"{__name__}.{module.name}")).get("check")
            yield from check(project) if check else ()
