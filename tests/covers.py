"""Which parts of the project's documents the tests play: `python -m tests.covers` writes
`docs/coverage.md` from the tests' `covers` markers and the headings in `docs/headings/`.

A marker reads "document: Heading / Sub heading". Numbers before headings, and leading parts of
the path, may be left out ("spec-dungeon: Cross room" means "1. Level frame / 1.5 Cross room"), and
the number alone will do ("spec-dungeon: 1.5"), as will the first words of a heading.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADINGS = ROOT / "docs" / "headings"
PAGE = ROOT / "docs" / "coverage.md"
_NUMBER = re.compile(r"^(?:Part )?(\d+(?:\.\d+)*)\.?\s+")


def headings(folder: Path = HEADINGS) -> dict[str, list[str]]:
    """The documents' headings as committed: document -> paths, in the document's order."""
    return {file.stem: file.read_text().splitlines() for file in sorted(folder.glob("*.txt"))}


def markers(folder: Path = ROOT / "tests") -> Iterator[tuple[str, str]]:
    """Every marked part and the test (or module) that says it plays it."""
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        yield from _marked(ast.parse(file.read_text()), name)


def _marked(tree: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for part in _parts(decorator):
                    yield part, f"{place}::{node.name}"
            yield from _marked(node, place)
        else:
            for part in (part for inner in ast.walk(node) for part in _parts(inner)):
                yield part, place


def _parts(node: ast.AST) -> list[str]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return []
    if node.func.attr != "covers":
        return []
    constants = (arg.value for arg in node.args if isinstance(arg, ast.Constant))
    return [value for value in constants if isinstance(value, str)]


def found(part: str, documents: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """The headings that a marker names: (document, path) pairs, none when it names nothing."""
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


def _plain(text: str) -> str:
    return _NUMBER.sub("", text.strip()).casefold()


def page(documents: Mapping[str, Sequence[str]], marked: Sequence[tuple[str, str]]) -> str:
    """The page: a table a document, uncovered headings in plain sight."""
    tests: dict[tuple[str, str], list[str]] = {}
    for part, test in marked:
        for heading in found(part, documents):
            tests.setdefault(heading, []).append(test)
    lines = ["# What the tests cover of the documents", "", "Written by `make docs`.", ""]
    for document, paths in documents.items():
        count = sum((document, path) in tests for path in paths)
        lines += [
            f"## {document}: {count} of {len(paths)}",
            "",
            "| part | tests |",
            "| --- | --- |",
        ]
        for path in paths:
            names = ", ".join(
                f"`{name}`" for name in dict.fromkeys(tests.get((document, path), []))
            )
            lines.append(f"| {path.replace('|', '/')} | {names or '—'} |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    """Write the page; exit status 1 when a marker names no heading."""
    documents, marked = headings(), list(markers())
    PAGE.write_text(page(documents, marked))
    astray = [f"{test}: no heading {part!r}" for part, test in marked if not found(part, documents)]
    print(*astray, sep="\n", end="\n" if astray else "")
    return 1 if astray else 0


if __name__ == "__main__":
    sys.exit(main())
