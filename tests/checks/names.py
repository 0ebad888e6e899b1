"""A name for one class only, docstrings that say what code does, and words that stay out."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from tests.checks.project import Class, Finding, Project

OPENING = re.compile(r"(?:What|Whether|How|Where|Which|Who|Whose|Whom|The one|The only)\b")

GAME_WORDS = re.compile(r"hero|depth|silmaril|alertness|staircase|engine\.sil", re.IGNORECASE)
NEUTRAL_FOLDERS = ("cogs", "table", "render")
SUFFIXES = (".py", ".sql")


def check(project: Project) -> Iterator[Finding]:
    """Find classes that share a name, docstrings that are wrong, and words of one game."""
    yield from _shared_names(project)
    yield from _openings(project)
    yield from _results(project)
    yield from _game_words(project)


def _shared_names(project: Project) -> Iterator[Finding]:
    by_name: dict[str, list[Class]] = defaultdict(list)
    for one in project.classes:
        by_name[one.name].append(one)
    for classes in by_name.values():
        for one, other in combinations(classes, 2):
            if one not in project.ancestors(other) and other not in project.ancestors(one):
                place = f"{one.module.path}:{one.node.lineno}"
                message = f"class {other.name}: the name is taken by {place}"
                yield Finding(other.module.path, other.node.lineno, message)


def _openings(project: Project) -> Iterator[Finding]:
    """Look at docstrings and at the strings that document a variable."""
    for module in project.modules.values():
        for node in module.nodes:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                text = node.value.value
                if isinstance(text, str) and (found := OPENING.match(text.lstrip())):
                    message = f'a docstring begins with "{found[0]}"'
                    yield Finding(module.path, node.lineno, message)


def _results(project: Project) -> Iterator[Finding]:
    """Look at the docstrings of functions that return None."""
    for module in project.modules.values():
        for function in module.functions:
            result = function.returns
            if isinstance(result, ast.Constant) and result.value is None:
                text = ast.get_docstring(function) or ""
                if re.match(r"Returns?\b", text):
                    message = (
                        f'{function.name}: a docstring says "Return", the function returns None'
                    )
                    yield Finding(module.path, function.lineno, message)


def _game_words(project: Project) -> Iterator[Finding]:
    files = (path for name in NEUTRAL_FOLDERS for path in (project.folder / name).rglob("*"))
    for path in files:
        if path.suffix not in SUFFIXES:
            continue
        place = path.relative_to(project.folder).as_posix()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for found in GAME_WORDS.findall(line):
                yield Finding(place, number, f'the word "{found}" is one game\'s')
