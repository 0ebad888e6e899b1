"""`python -m tests.translations`: the fixed texts that a language lacks, one a line.

Collected from the code: descriptions of commands and options, labels of buttons, refusals and
replies without facts in them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from cogs.ui.languages import ENGLISH, LANGUAGES, catalogue
from tests.sandbox_process import ROOT

FOLDERS = ("cogs", "table")
FIRST_ARGUMENT = ("Refusal", "NoGame", "Reply")
SECOND_ARGUMENT = ("IdButton",)


def fixed_texts() -> set[str]:
    """Return all texts that can be translated as they stand."""
    files = (file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")))
    trees = (ast.parse(file.read_text("utf-8")) for file in files if file.name != "live_check.py")
    return {text for tree in trees for node in ast.walk(tree) for text in _texts(node)}


def _texts(node: ast.AST) -> Iterator[str]:
    found: list[ast.expr] = []
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in FIRST_ARGUMENT:
            found += node.args[:1]
        if name in SECOND_ARGUMENT:
            found += node.args[1:2]
        if name in ("command", "Group"):
            found += [each.value for each in node.keywords if each.arg == "description"]
        if name == "describe":
            found += [each.value for each in node.keywords]
    for value in found:
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
            yield value.value


def missing(language: str) -> list[str]:
    """Return the fixed texts that a language lacks."""
    return sorted(fixed_texts() - set(catalogue(language)))


def main() -> int:
    """Print what is missing; return 1 when anything is."""
    others = [language for language in LANGUAGES if language != ENGLISH]
    found = [f"{language}: {text}" for language in others for text in missing(language)]
    print(*found, sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
