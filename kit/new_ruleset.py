"""A new ruleset: a folder with a small game that passes its tests, made from the template."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engine.contract.action import InvalidAction

TEMPLATE = Path(__file__).with_name("template")
FILES = {  # of the template: where they go
    "nim.py": "{name}.py",
    "test_nim.py": "tests/test_{name}.py",
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
}


def write_ruleset(name: str, into: Path) -> Path:
    """Write a folder of that name, and return it. Raises InvalidAction for a name that will not do
    or a folder that is there."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,19}", name):
        raise InvalidAction("A ruleset's name has 2 to 20 small letters and digits.")
    if name in sys.stdlib_module_names:
        raise InvalidAction(f"Python has a module {name} already.")
    folder = into / name
    if folder.exists():
        raise InvalidAction(f"{folder} is there already.")
    for source, place in FILES.items():
        target = folder / place.format(name=name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed((TEMPLATE / source).read_text("utf-8"), name), "utf-8")
    return folder


def renamed(template: str, name: str) -> str:
    """Return a text of the template with another name in the place of Nim's."""
    template = re.sub(r"(?<![a-z])nim(?![a-z])", name, template)
    return re.sub(r"\bNim(?=State\b|\b)", name.title(), template)
