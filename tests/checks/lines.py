"""Counts of lines of code: without blank lines, comments and docstrings."""

import ast
import io
import tokenize
from collections.abc import Iterator

from tests.checks.project import Module, Project

FOLDERS = ("engine", "table", "cogs")
LEFT_OUT = "engine/common/"
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def count(project: Project) -> dict[str, int]:
    """Return the lines of code in each of `FOLDERS`, without what several rulesets share."""
    found = dict.fromkeys(FOLDERS, 0)
    for module in project.modules.values():
        folder = module.path.partition("/")[0]
        if folder in found and not module.path.startswith(LEFT_OUT):
            found[folder] += len(code_lines(module))
    return found


def code_lines(module: Module) -> set[int]:
    """Return the numbers of a file's lines of code."""
    text = module.text.splitlines()
    numbers: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type not in NO_CODE:
            numbers.update(range(token.start[0], token.end[0] + 1))
    numbers -= set(_docstring_lines(module))
    return {number for number in numbers if text[number - 1].strip()}


def _docstring_lines(module: Module) -> Iterator[int]:
    """Yield the lines of strings that stand alone, also of those that document a variable."""
    for node in module.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            is_text = isinstance(node.value.value, str)
            yield from range(node.lineno, (node.end_lineno or 0) + 1) if is_text else ()
