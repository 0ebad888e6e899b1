"""`python -m tests.translations`: the texts for people that a language lacks, one a line.

Every string of `cogs/` and `table/` that reads as words counts, but for what only programmers and
hosts read. Sentences with facts are `translate("… {fact} …", fact=…)`, `Refusal` or `Text`; an
f-string with words in it cannot be translated and is told, too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cogs.dice import COLUMNS
from cogs.ui.catalogues import ENGLISH, catalogue
from cogs.ui.help_texts import TOPICS
from cogs.ui.languages import LANGUAGES
from table.game_settings import SETTINGS
from table.voting.modes import MODES
from tests.sandbox_process import ROOT

FOLDERS = ("cogs", "table")
# For programmers, hosts and text files, which are in English.
EXEMPT_FILES = (
    *("cogs/live_check.py", "cogs/command_sync.py", "cogs/ui/command_mapper.py"),
    *(
        "table/health.py",
        "table/outbox/outbox.py",
        "table/history/text_log.py",
        "table/heavy/worker.py",
    ),
)
EXEMPT_FOLDERS = ("table/store",)
EXEMPT_CALLS = {
    *("log", "_log", "getattr", "compile", "Literal", "TypeVar", "cast"),
    *("ValueError", "RuntimeError", "TypeError", "CatalogueError", "StoreError"),
    *("CommandLimitError", "Forbidden", "Refused", "zip", "Column", "File"),
    *("joined", "check_in_charge", "check_right", "run", "casefold"),
}
KEYED = ("RIGHTS",)  # tables whose keys nobody reads
TOLD = ("translate", "Text", "Refusal", "NoGame", "Reply")  # their first argument is a text
WORDS = re.compile(r"[^\W\d_]+[,.:;]? [^\W\d_]|^No$|^[A-Z][a-z]{2,}[.…!?:]? ?$")
FACT = re.compile(r"\{\w+[^}]*\}")
MARKUP = re.compile(
    r"<[#@t][^>]*>|\{[^}]*\}|`[^`]*`|attachment://|\S*\.(?:png|webp|gif|txt|leithian|po)|\w+-|-\w+|^\.\w+$"
)
LETTERS = re.compile(r"[^\W\d_]{2,}")


class FileTexts:
    """The texts of a file, and its f-strings with words, with their lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.texts: set[str] = set()
        self.untranslatable: list[str] = []

    def visit(self, node: ast.AST) -> None:
        """Look through a part of the code."""
        if isinstance(node, ast.Call):
            self._visit_call(node)
            return
        if isinstance(node, ast.JoinedStr):
            fixed = (part.value for part in node.values if isinstance(part, ast.Constant))
            if LETTERS.search(MARKUP.sub("", "{}".join(map(str, fixed)))):
                self.untranslatable.append(f"{self.path}:{node.lineno}: {ast.unparse(node)}")
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    self.visit(part.value)
            return
        if isinstance(node, ast.AnnAssign) and _name(node.target) in KEYED:
            assert isinstance(node.value, ast.Dict)
            for value in node.value.values:
                self.visit(value)
            return
        if isinstance(node, ast.Constant) and is_prose(node.value):
            self.texts.add(node.value)
        for child in _children(node):
            self.visit(child)

    def _visit_call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in EXEMPT_CALLS or _name(getattr(node.func, "value", node.func)) in EXEMPT_CALLS:
            return
        if name == "count" and isinstance(noun := node.args[-1], ast.Constant):
            self.texts.add(f"{{number}} {noun.value}")
            node = ast.Call(node.func, [node.args[0]], [])
        if name == "counted":  # the plural stands with the singular
            self.texts |= set(_constants(node.args[1]))
            node = ast.Call(node.func, [node.args[0]], [])
        if name in TOLD and node.args:
            self.texts |= set(_constants(node.args[0]))
        for child in ast.iter_child_nodes(node):
            self.visit(child)


def _constants(node: ast.AST) -> Iterator[str]:
    """Yield a text, or those of both branches of a choice between two."""
    if isinstance(node, ast.IfExp):
        yield from (*_constants(node.body), *_constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
        yield node.value


def is_prose(value: object) -> bool:
    """Return whether a constant is a text that reads as words."""
    if not isinstance(value, str) or (value.startswith("/") and " " not in value):
        return False
    has_facts = FACT.search(value) and LETTERS.search(MARKUP.sub("", value))
    return WORDS.search(value) is not None or bool(has_facts)


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node, but for docstrings, annotations, subscripts and assertions."""
    skipped: list[ast.AST] = []
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        skipped.append(node.value)
    if isinstance(node, ast.AnnAssign):
        skipped.append(node.annotation)
    if isinstance(node, ast.Subscript):
        skipped.append(node.slice)
    if isinstance(node, ast.Assert):
        return
    yield from (child for child in ast.iter_child_nodes(node) if child not in skipped)


def files() -> Iterator[Path]:
    """Yield the files whose texts people read."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if name not in EXEMPT_FILES and not name.startswith(EXEMPT_FOLDERS):
                yield file


def all_texts() -> set[str]:
    """Return all texts that people read."""
    values = {value for setting in SETTINGS for value in setting.values}
    shown = {value for value in (*values, *MODES, *TOPICS, *COLUMNS) if not value.isdecimal()}
    return shown | {text for found in _search() for text in found.texts}


def untranslatable() -> list[str]:
    """Return the f-strings that hold words, with file and line."""
    return [line for found in _search() for line in found.untranslatable]


def _search() -> Iterator[FileTexts]:
    for file in files():
        found = FileTexts(file.relative_to(ROOT))
        found.visit(ast.parse(file.read_text("utf-8")))
        yield found


def missing(language: str) -> list[str]:
    """Return the texts that a language lacks."""
    return sorted(all_texts() - set(catalogue(language).texts))


def unused(language: str) -> list[str]:
    """Return the texts of a catalogue that the code no longer has."""
    return sorted(set(catalogue(language).texts) - all_texts())


def main() -> int:
    """Print what is missing; return 1 when anything is."""
    others = [language for language in LANGUAGES if language != ENGLISH]
    found = [f"{language}: {text!r}" for language in others for text in missing(language)]
    found += [f"not translatable: {line}" for line in untranslatable()]
    print(*found, sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
