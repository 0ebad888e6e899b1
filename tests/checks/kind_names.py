"""Rules ask for kinds by what the data say of them, never by what they are called."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.checks.project import Finding, Module, Project

WORDS = ("text", "Text", "Name", "counted")  # their strings are read by people alone


@dataclass(frozen=True)
class Kinds:
    """The kinds of a ruleset's data: the folders of code that may not name them, and the modules
    whose words are the rules' own, whatever else bears them."""

    data: str
    name: re.Pattern[str]  # of a kind, in its data's files
    folders: tuple[str, ...]
    vocabulary: tuple[str, ...] = ()


KINDS = (
    Kinds("data/sil", re.compile(r"^N:\d+:(.+)$", re.MULTILINE), ("engine/sil/", "engine/silg/")),
    Kinds(
        "data/delve",
        re.compile(r"^(?:monster|item|class|theme|place) (.+)$", re.MULTILINE),
        ("engine/delve/",),
        ("engine/delve/data/", "engine/delve/terrain.py"),
    ),
    Kinds("data/kanthe", re.compile(r"^(?:ware|action) (.+)$", re.MULTILINE), ("engine/kanthe/",)),
)
UNCHECKED = ("terrain", "tutorial")  # rules know each kind of ground by itself; rooms are no kinds


def check(project: Project) -> Iterator[Finding]:
    """Find string literals that equal the name of a kind in the data, but for words that are
    told."""
    for kinds in KINDS:
        names = set(_names(project, kinds))
        modules = [m for m in project.modules.values() if m.path.startswith(kinds.folders)]
        own = tuple(m for m in modules if kinds.vocabulary and m.path.startswith(kinds.vocabulary))
        names -= {
            node.value for module in own for node in module.nodes if isinstance(node, ast.Constant)
        }
        for module in modules if names else ():
            told = set(_told(module))
            for node in module.nodes:
                if isinstance(node, ast.Constant) and node.value in names and node not in told:
                    message = f'"{node.value}" is the name of a kind in {kinds.data}'
                    yield Finding(module.path, node.lineno, message)


def _names(project: Project, kinds: Kinds) -> Iterator[str]:
    for path in sorted((project.folder / kinds.data).glob("*.txt")):
        if path.stem not in UNCHECKED:
            for name in kinds.name.findall(path.read_text("utf-8")):
                yield name
                yield name.replace("& ", "").replace("~", "")


def _told(module: Module) -> Iterator[ast.expr]:
    """Yield the arguments of calls that make words."""
    for node in module.nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WORDS:
            yield from node.args
