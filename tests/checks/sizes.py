"""Limits on the sizes of files, functions and classes."""

import ast
from collections.abc import Iterator

from tests.checks.project import Class, Finding, Function, Project

MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 60
MAX_PARAMETERS = 8
MAX_METHODS = 40


def check(project: Project) -> Iterator[Finding]:
    """Find what is larger than its limit."""
    for module in project.modules.values():
        count = len(module.text.splitlines())
        if count > MAX_FILE_LINES:
            yield Finding(module.path, 1, f"{count} lines, the limit is {MAX_FILE_LINES}")
        for function in module.functions:
            for message in _function(function):
                yield Finding(module.path, function.lineno, f"{function.name}: {message}")
    for one in project.classes:
        count = len(_methods(project, one))
        if count > MAX_METHODS:
            message = f"{one.name}: {count} methods, the limit is {MAX_METHODS}"
            yield Finding(one.module.path, one.node.lineno, message)


def _function(function: Function) -> Iterator[str]:
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    if lines > MAX_FUNCTION_LINES:
        yield f"{lines} lines, the limit is {MAX_FUNCTION_LINES}"
    count = len(_parameters(function.args))
    if count > MAX_PARAMETERS:
        yield f"{count} parameters, the limit is {MAX_PARAMETERS}"


def _parameters(arguments: ast.arguments) -> list[ast.arg]:
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return named + [one for one in (arguments.vararg, arguments.kwarg) if one]


def _methods(project: Project, one: Class) -> set[str]:
    return one.methods.union(*(parent.methods for parent in project.ancestors(one)))
