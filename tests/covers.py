"""Report which parts of the project's documents the tests cover.

`python -m tests.covers` writes `docs/coverage.md` from the tests' `covers` markers and the headings
in `docs/headings/`.

A marker reads "document: Heading / Sub heading". Numbers before headings, and leading parts of
the path, may be left out ("spec-dungeon: Cross room" means "1. Level frame / 1.5 Cross room"), and
the number alone will do ("spec-dungeon: 1.5"), as will the first words of a heading.

A heading with parts of its own is covered when all of these are. Headings in
`docs/headings/` that end in "-- reason" ask for nothing that could be tested.

A test that shows an ability at work (`ability` markers, see `tests.switched_off`) covers the
manual's heading of that name.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADINGS = ROOT / "docs" / "headings"
PAGE = ROOT / "docs" / "coverage.md"
_DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
MANUAL = "sil-q-manual"
_SKILL = re.compile(r" \(\w+\)$")  # tells apart the abilities that share a name
MANUAL_SPELLINGS = {
    "Channeling": "Channelling",
    "Fletchery": "Fletcher",
    "Indomitable": "Indominable",
}
_MARKER = re.compile(r"\b(?:covers|ability)\(")
_NUMBER = re.compile(r"^(?:Part )?(\d+(?:\.\d+)*)\.?\s+")


def read_headings(folder: Path = HEADINGS) -> dict[str, dict[str, str]]:
    """Return each document's headings as paths, in the document's order, each with the reason why
    nothing in it could be tested; "" for most."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(folder.glob("*.txt")):
        lines = (line.partition(" -- ") for line in file.read_text().splitlines())
        found[file.stem] = {heading: reason for heading, _, reason in lines}
    return found


def markers(folder: Path = ROOT / "tests") -> Iterator[tuple[str, str]]:
    """Yield every marked part and the test, class or module that the marker stands on."""
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text()
        if not _MARKER.search(text):
            continue
        tree = ast.parse(text)
        yield from _marked(tree, file.relative_to(folder.parent).as_posix(), _constants(tree))


def _constants(module: ast.Module) -> dict[str, str]:
    """Return the texts that a module assigns to names, which its markers may use."""
    found: dict[str, str] = {}
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = _text(value, found)
    return found


def _marked(tree: ast.AST, place: str, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the markers below a node: those on a test with its name, all others with `place`."""
    match tree:
        case ast.Call(func=ast.Attribute(attr="covers" | "ability" as kind), args=arguments):
            parts = [part for argument in arguments if (part := _text(argument, names))]
            if kind == "ability":
                parts = [f"{MANUAL}: {_heading_of(name)}" for name in parts]
            yield from ((part, place) for part in parts)
    for node in _outside_functions(tree):
        if isinstance(tree, _DEFINITION) and node in tree.decorator_list:
            yield from _marked(node, f"{place}::{tree.name}", names)
        else:
            yield from _marked(node, place, names)


def _outside_functions(tree: ast.AST) -> Iterable[ast.AST]:
    """Return the parts of a node that may hold markers; a function's body does not."""
    if isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef):
        return tree.decorator_list
    return ast.iter_child_nodes(tree)


def _heading_of(ability: str) -> str:
    name = _SKILL.sub("", ability)
    return MANUAL_SPELLINGS.get(name, name)


def _text(node: ast.expr, names: Mapping[str, str]) -> str:
    """Return the text of a literal, a name or an f-string of such; "" for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.FormattedValue(value=inner):
            return _text(inner, names)
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, names) for part in parts)
    return ""


def find_headings(part: str, documents: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    """Return the headings that a marker names as (document, path) pairs; none if it names none."""
    document, _, path = part.partition(":")
    wanted = [_plain(piece) for piece in path.split(" / ")]
    hits = []
    for heading in documents.get(document.strip(), ()):
        pieces = heading.split(" / ")
        number = _NUMBER.match(pieces[-1])
        by_number = bool(number) and number[1] == path.strip()
        if by_number or _begin_with([_plain(piece) for piece in pieces][-len(wanted) :], wanted):
            hits.append((document.strip(), heading))
    return hits


def _begin_with(pieces: Sequence[str], wanted: Sequence[str]) -> bool:
    return len(pieces) == len(wanted) and all(map(str.startswith, pieces, wanted))


@cache
def _plain(text: str) -> str:
    return _NUMBER.sub("", text.strip()).casefold().replace("-", " ")


def format_page(
    documents: Mapping[str, Mapping[str, str]], marked: Sequence[tuple[str, str]]
) -> str:
    """Format the page: a table for each document, with a dash where no test covers a heading."""
    tests: dict[tuple[str, str], list[str]] = {}
    for part, test in marked:
        for heading in find_headings(part, documents):
            tests.setdefault(heading, []).append(test)
    lines = ["# What the tests cover of the documents", "", "Written by `make docs`.", ""]
    for document, paths in documents.items():
        shown = {
            path: ", ".join(f"`{name}`" for name in dict.fromkeys(tests.get((document, path), [])))
            or reason
            for path, reason in paths.items()
        }
        for path in reversed(shown):  # the deepest parts first
            if not shown[path] and all(parts := _parts(path, shown)):
                shown[path] = "its parts" if parts else ""
        lines += [
            f"## {document}: {sum(map(bool, shown.values()))} of {len(paths)}",
            "",
            "| part | tests |",
            "| --- | --- |",
            *(f"| {path.replace('|', '/')} | {names or '—'} |" for path, names in shown.items()),
            "",
        ]
    return "\n".join(lines)


def _parts(path: str, shown: Mapping[str, str]) -> list[str]:
    """Return what covers the parts of a heading."""
    return [names for each, names in shown.items() if each.startswith(f"{path} / ")]


def main() -> int:
    """Write the page; return exit status 1 when a marker names no heading."""
    documents, marked = read_headings(), list(markers())
    PAGE.write_text(format_page(documents, marked))
    unknown = [
        f"{test}: no heading {part!r}"
        for part, test in marked
        if not find_headings(part, documents)
    ]
    print(*unknown, sep="\n", end="\n" if unknown else "")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
