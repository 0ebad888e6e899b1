"""The project's sources: modules, what they import, and their classes with their bases."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, order=True)
class Finding:
    """A place in the code and what is wrong there."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


@dataclass(frozen=True, eq=False)
class Import:
    """A name that an import statement binds (`*` for all names), and where it comes from."""

    bound: str
    module: str
    name: str | None
    line: int


@dataclass(frozen=True, eq=False)
class Module:
    """A Python file of the project."""

    name: str
    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree; walking costs more than what most checks look for."""
        return list(ast.walk(self.tree))

    @cached_property
    def functions(self) -> list[Function]:
        """Functions and methods, nested ones too."""
        return [node for node in self.nodes if isinstance(node, FUNCTION)]

    @cached_property
    def imports(self) -> list[Import]:
        """All imports, also those inside functions and under TYPE_CHECKING."""
        return [one for node in self.nodes for one in self._imports_of(node)]

    def _imports_of(self, node: ast.AST) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                yield Import(bound, alias.name, None, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            source = self._absolute(node)
            for alias in node.names:
                yield Import(alias.asname or alias.name, source, alias.name, node.lineno)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        if not self.path.endswith("__init__.py"):
            package.pop()
        package = package[: len(package) - node.level + 1]
        return ".".join([*package, *([node.module] if node.module else [])])


@dataclass(frozen=True, eq=False)
class Class:
    """A class of the project; `bases` as they are written in the source."""

    module: Module
    node: ast.ClassDef

    @property
    def name(self) -> str:
        return self.node.name

    @cached_property
    def bases(self) -> list[str]:
        plain = (
            base.value if isinstance(base, ast.Subscript) else base for base in self.node.bases
        )
        return [ast.unparse(base) for base in plain]

    @cached_property
    def methods(self) -> set[str]:
        """The names of its own methods; a property with a setter counts once."""
        return {node.name for node in self.node.body if isinstance(node, FUNCTION)}


class Project:
    """All modules of a folder, except those in hidden folders."""

    def __init__(self, modules: list[Module], folder: Path) -> None:
        self.modules = {module.name: module for module in modules}
        self.folder = folder
        self.classes = [
            Class(module, node)
            for module in modules
            for node in module.nodes
            if isinstance(node, ast.ClassDef)
        ]
        self._by_place = {(one.module.name, one.name): one for one in self.classes}

    @classmethod
    def read(cls, folder: Path) -> Project:
        """Parse every Python file below a folder."""
        return cls([_module(folder, path) for path in sorted(_files(folder))], folder)

    def source_of(self, one: Import) -> Module | None:
        """Return the module of the project that an import reads, None for other packages."""
        if one.name and (submodule := self.modules.get(f"{one.module}.{one.name}")):
            return submodule
        return self.modules.get(one.module)

    def parents(self, one: Class) -> list[Class]:
        """Return the classes of the project that a class derives from directly."""
        found = (self._find(one.module, base, frozenset()) for base in one.bases)
        return [parent for parent in found if parent]

    def ancestors(self, one: Class) -> list[Class]:
        """Return all classes of the project that a class derives from."""
        found: list[Class] = []
        queue = self.parents(one)
        while queue:
            parent = queue.pop()
            if parent not in found and parent is not one:
                found.append(parent)
                queue += self.parents(parent)
        return found

    def _find(self, module: Module, dotted: str, visited: frozenset[str]) -> Class | None:
        """Resolve a dotted name as a module sees it, through re-exports."""
        if here := self._by_place.get((module.name, dotted)):
            return here
        if module.name in visited:
            return None
        first, _, rest = dotted.partition(".")
        for one in module.imports:
            source = self.source_of(one)
            if source is None or one.bound not in (first, "*"):
                continue
            if one.bound == "*":
                wanted = dotted
            elif one.name is None:
                whole = dotted if one.module.partition(".")[0] == first else f"{one.module}.{rest}"
                source, wanted = self._split(whole)
            elif source.name == f"{one.module}.{one.name}":
                wanted = rest
            else:
                wanted = f"{one.name}.{rest}" if rest else one.name
            visited = visited | {module.name}
            if source and (found := self._find(source, wanted, visited)):
                return found
        return None

    def _split(self, dotted: str) -> tuple[Module | None, str]:
        """Return the module and the class of `package.module.Class`."""
        name, _, last = dotted.rpartition(".")
        return self.modules.get(name), last


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.suffix == ".py":
            yield path


def _module(folder: Path, path: Path) -> Module:
    relative = path.relative_to(folder)
    parts = relative.with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, relative.as_posix(), path.read_text("utf-8"))
