"""Rules of Sil ask for kinds by what the data say of them, never by what they are called."""

import ast
import re
from collections.abc import Iterator

from tests.checks.project import Finding, Module, Project

FOLDERS = ("engine/sil/", "engine/silg/")
DATA = "data/sil"
FILES = ("object", "artefact", "special", "monster", "ability", "race", "house")
WORDS = ("text", "Text", "Name", "counted")  # their strings are read by people alone
NAME = re.compile(r"^N:\d+:(.+)$", re.MULTILINE)


def check(project: Project) -> Iterator[Finding]:
    """Find string literals that equal the name of a kind in the data, but for words that are
    told."""
    names = set(_names(project))
    for module in project.modules.values():
        if names and module.path.startswith(FOLDERS):
            told = set(_told(module))
            for node in module.nodes:
                if isinstance(node, ast.Constant) and node.value in names and node not in told:
                    message = f'"{node.value}" is the name of a kind in {DATA}'
                    yield Finding(module.path, node.lineno, message)


def _names(project: Project) -> Iterator[str]:
    for file in FILES:
        path = project.folder / DATA / f"{file}.txt"
        if path.exists():
            for name in NAME.findall(path.read_text("utf-8")):
                yield name
                yield name.replace("& ", "").replace("~", "")


def _told(module: Module) -> Iterator[ast.expr]:
    """Yield the arguments of calls that make words."""
    for node in module.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WORDS:
            yield from node.args
