"""Mutants: small faults, drawn at random from those that cosmic-ray's operators can make.

A line is drawn first, then one of the things on it that an operator changes, then one of its
changes: an operator with many variants is not drawn more often. Only lines in functions are drawn,
and nothing in annotations, which are not evaluated.
"""

from __future__ import annotations

import ast
import difflib
import random
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import parso
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.operators.provider import OperatorProvider

ROOT = Path(__file__).parents[2]
SOURCES = ("cogs", "engine", "render", "table")

Position = tuple[int, int]

# Between small numbers, None and members of an enum the change is none.
SAME = {"Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq"}


class DeleteStatement(Operator):  # type: ignore[misc]
    """Deletes a call, or an assignment to what outlives it: an attribute, an item, an update."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Position, Position]]:
        """Yield the statement's own position."""
        if node.parent is not None and node.parent.type == "simple_stmt":
            changes = node.type == "expr_stmt" and not (
                node.children[0].type == "name" and node.children[1] == "="
            )
            annotates = changes and node.children[1].type == "annassign"
            if (changes and not annotates) or node.type in ("atom_expr", "await"):
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Put `pass` in its place."""
        return parso.python.tree.Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return one."""
        return (Example("x.y = 1", "pass"),)


def operators() -> Iterator[Operator]:
    """Yield cosmic-ray's operators that need no arguments, and our own."""
    provider = OperatorProvider()
    for name in provider:
        operator = provider[name]
        if not operator.arguments() and name.partition("_")[2] not in SAME:
            yield operator()
    yield DeleteStatement()


@dataclass(frozen=True)
class Mutant:
    """A file with one fault."""

    path: str  # from the root
    line: int
    source: str
    mutated: str

    @property
    def lines(self) -> range:
        """Return the lines of the statement that is changed."""
        return statement_lines(self.source, self.line)

    @property
    def change(self) -> tuple[str, ...]:
        """Return the lines that differ, without their indentation, as `- old` and `+ new`."""
        before, after = (
            [line.strip() for line in text.splitlines()] for text in (self.source, self.mutated)
        )
        lines = difflib.unified_diff(before, after, lineterm="", n=0)
        return tuple(f"{line[0]} {line[1:]}" for line in list(lines)[2:] if line[0] in "-+")


def files(folders: list[str], root: Path = ROOT) -> list[str]:
    """Return the Python files of these folders, or files, as paths from the root."""
    found: list[Path] = []
    for folder in folders:
        place = root / folder
        found += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return [path.relative_to(root).as_posix() for path in found]


def sample(paths: list[str], seed: int, root: Path = ROOT) -> Iterator[Mutant]:
    """Yield mutants of these files, in an order that depends on the seed alone."""
    dice = random.Random(seed)
    lines = [(path, line) for path in paths for line in function_lines(_read(root, path))]
    dice.shuffle(lines)
    for path, line in lines:
        source = _read(root, path)
        places = changes(source).get(line)
        if places:
            operator, occurrence = dice.choice(dice.choice(places))
            mutated = _mutated(source, operator, occurrence)
            if mutated is not None and _compiles(mutated):
                yield Mutant(path, line, source, mutated)


def _mutated(source: str, operator: Operator, occurrence: int) -> str | None:
    try:
        return str(mutate_code(source, operator, occurrence))
    except AttributeError:  # cosmic-ray cannot replace a dotted name among several exceptions
        return None


def _compiles(source: str) -> bool:
    """Tell whether it is Python: `a < not b`, which an operator makes of `a < b`, is not."""
    with warnings.catch_warnings(action="ignore"):  # `is` between literals
        try:
            compile(source, "mutant", "exec")
        except SyntaxError:
            return False
    return True


@cache
def _read(root: Path, path: str) -> str:
    return (root / path).read_text("utf-8")


def function_lines(source: str) -> list[int]:
    """Return the lines that stand in a function's body."""
    bodies = [node.body for node in ast.walk(ast.parse(source)) if isinstance(node, _FUNCTIONS)]
    spans = [range(body[0].lineno, (body[-1].end_lineno or 0) + 1) for body in bodies]
    return sorted({line for span in spans for line in span})


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def statement_lines(source: str, line: int) -> range:
    """Return the lines of the innermost statement that a line is of, without statements in it."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):  # outer ones first
        if isinstance(node, (ast.stmt, ast.match_case, ast.ExceptHandler)):
            first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
            body = getattr(node, "body", None)
            end = max(first + 1, body[0].lineno) if body else (node.end_lineno or first) + 1
            if first <= line < end:
                found = range(first, end)
    return found


@cache
def changes(source: str) -> dict[int, list[list[tuple[Operator, int]]]]:
    """Return by line what can be changed: for each place the operators and their occurrences."""
    nodes = list(ast_nodes(get_ast(source)))
    annotations = list(_annotations(source))
    found: dict[Position, list[tuple[Operator, int]]] = defaultdict(list)
    for operator in operators():
        positions = [start for node in nodes for start, _ in operator.mutation_positions(node)]
        for occurrence, start in enumerate(positions):
            if not any(first <= start < last for first, last in annotations):
                found[start].append((operator, occurrence))
    by_line: dict[int, list[list[tuple[Operator, int]]]] = defaultdict(list)
    for (line, _), choices in sorted(found.items()):
        by_line[line].append(choices)
    return by_line


def _annotations(source: str) -> Iterator[tuple[Position, Position]]:
    """Yield where each annotation starts and ends."""
    for node in ast.walk(ast.parse(source)):
        annotation = getattr(node, "returns", None) or getattr(node, "annotation", None)
        if annotation is not None:
            end = (annotation.end_lineno, annotation.end_col_offset)
            yield (annotation.lineno, annotation.col_offset), end
