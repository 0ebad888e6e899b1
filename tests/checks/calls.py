"""Calls with many values name them."""

import ast
from collections.abc import Iterator

from tests.checks import exempt
from tests.checks.project import Finding, Function, Project

MAX_POSITIONAL = 5


def check(project: Project) -> Iterator[Finding]:
    """Find calls of the project's own functions and classes with too many values by position.

    Methods are told apart by name alone: of those that share one, none may take `*values`.
    """
    known = _names(project)
    for module in project.modules.values():
        if module.path.startswith(exempt.MANY_VALUES_BY_POSITION):
            continue
        foreign = {one.bound for one in module.imports if project.source_of(one) is None}
        for node in module.nodes:
            if isinstance(node, ast.Call) and len(node.args) > MAX_POSITIONAL:
                first, name = _ends(node.func)
                if first in foreign or name not in known or _unpacks(node):
                    continue
                message = f"{name}: {len(node.args)} values by position, the limit is"
                yield Finding(module.path, node.lineno, f"{message} {MAX_POSITIONAL}")


def _names(project: Project) -> set[str]:
    """Return the names of classes, and of functions with a fixed number of parameters."""
    functions: list[Function] = []
    for module in project.modules.values():
        functions += module.functions
    open_ended = {one.name for one in functions if one.args.vararg}
    names = {one.name for one in functions} | {one.name for one in project.classes}
    return names - open_ended


def _ends(callee: ast.expr) -> tuple[str, str]:
    """Return the first and last name of `first.name`."""
    first, _, _ = ast.unparse(callee).partition(".")
    if isinstance(callee, ast.Attribute):
        return first, callee.attr
    return first, first


def _unpacks(call: ast.Call) -> bool:
    return any(isinstance(one, ast.Starred) for one in call.args)
