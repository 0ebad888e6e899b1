"""The texts for people that stand in Python files, with the places where they stand.

Every string that reads as words counts, but for what only programmers and hosts read, and the
first argument of what makes texts. Sentences with facts are `translate("… {fact} …", fact=…)`,
`Refusal` or `Text`; an f-string with words in it cannot be translated and is told, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.sandbox_process import ROOT

# For programmers, hosts and text files, which are in English.
EXEMPT_FILES = re.compile(
    r"cogs/(live_check|command_sync|ui/command_mapper|ui/name_forms)\.py"
    r"|table/(health|outbox/outbox|heavy/worker)\.py|table/store/.*"
    r"|engine/.*/(arena\.py|balance/.*)|engine/(common|contract)/(dice|data_files|effects)\.py|engine/.*/data/(content|verb_records)\.py"
    r"|engine/sil/data/(bundle|edit_files|flag_words|prefs|read|references|rule_|sprite|status_|tut).*\.py"
    r"|engine/sil/game/old_states\.py"
)
EXEMPT_CALLS = {
    *("log", "_log", "getattr", "compile", "Literal", "TypeVar", "cast", "fault"),
    *("ValueError", "RuntimeError", "TypeError", "CatalogueError", "StoreError"),
    *("RecordError", "EffectError", "DataReport", "casefold"),
    *("CommandLimitError", "Forbidden", "Refused", "zip", "Column", "File", "public_dice"),
    *("Counter", "Gauge", "Histogram"),  # for hosts
    *("check_in_charge", "check_right", "may", "run", "mark", "AssertionError", "Unfit"),
    "apart",  # names of dice
}
KEYED = ("RIGHTS", "_WHOLE")  # tables whose keys nobody reads
UNREAD = ("__all__", "_PHRASES")  # lists of exports, and of words that are typed
WORDLESS = (ast.Name, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.alias)
LINED = {"make_offer", "_step"}  # their first argument is an action's line
TOLD = {"translate", "text", "Text", "Refusal", "NoGame", "Reply"}  # their first argument is a text
WORDS = re.compile(r"[^\W\d_]+[,.:;]? [^\W\d_]|^No$|^[A-Z][a-z]{2,}[.…!?:]? ?$")
FACT = re.compile(r"\{\w+[^}]*\}")
SAID = re.compile(r"(?!\{\w+\}$).*(?:[^\W\d_]|\{)", re.DOTALL)  # more than a fact alone
MARKUP = re.compile(
    r"<[#@t][^>]*>|\{[^}]*\}|`[^`]*`|attachment://|\S*\.(?:png|webp|gif|txt|leithian|po)|\w+-|-\w+|^\.\w+$"
)
LETTERS = re.compile(r"[^\W\d_]{2,}")

Key = tuple[str, str]  # context and English


@dataclass
class SourceText:
    """A text or name for people: its plural, and where it stands, as files and lines."""

    plural: str = ""
    places: list[tuple[str, int]] = field(default_factory=list)
    proper: bool = True  # of a name: it never takes an article in English


SourceTexts = dict[Key, SourceText]


def add(
    texts: SourceTexts,
    key: Key,
    place: tuple[str, int] | None,
    plural: str = "",
    *,
    proper: bool = True,
) -> None:
    """Add a text, or another place of one."""
    found = texts.setdefault(key, SourceText())
    found.proper = found.proper and proper
    found.plural = found.plural or plural
    if place is not None and place not in found.places:
        found.places.append(place)


class FileTexts:
    """The texts of a file, and its f-strings with words, with their lines.

    `names`: words of a ruleset's data or of its closed lists, which are no texts where code names
    them.
    """

    def __init__(self, path: Path, names: Collection[str] = ()) -> None:
        self.path = path
        self.names = names
        self.texts: SourceTexts = {}
        self.untranslatable: list[str] = []

    def _add(self, node: ast.expr, text: str, plural: str = "", context: str = "") -> None:
        add(self.texts, (context, text), (self.path.as_posix(), node.lineno), plural)

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
        if isinstance(node, ast.Assign) and _name(node.targets[0]) in UNREAD:
            return
        table = _keyed(node)
        if table is not None:
            for value in table.values:
                self.visit(value)
            return
        if isinstance(node, ast.Constant) and is_prose(node.value) and node.value not in self.names:
            self._add(node, node.value)
        for child in _children(node):
            self.visit(child)

    def _visit_call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in EXEMPT_CALLS or _name(getattr(node.func, "value", node.func)) in EXEMPT_CALLS:
            return
        seen: list[ast.AST] = []
        if name == "get" and node.args and isinstance(node.args[0], ast.Constant):
            seen = [node.args[0]]  # a key
        elif name in LINED:
            seen = [node.args[0]]
        elif name == "Page":
            seen = [*node.args[:1]]  # its key
        elif (
            name == "count"
            and node.args
            and isinstance(noun := node.args[-1], ast.Constant)
            and isinstance(noun.value, str)
        ):
            self._add(noun, f"{{number}} {noun.value}", f"{{number}} {noun.value}s")
            seen = [noun]
        elif name in ("counted", "Text") and len(node.args) == 3:
            one, many = (node.args[1], node.args[2]) if name == "counted" else node.args[::2]
            self._add_counted(one, many)
            seen = [one, many]
        elif name == "Name" and node.args and isinstance(node.args[0], ast.Constant):
            key = "name", str(node.args[0].value)
            proper = any(each.arg == "proper" for each in node.keywords)
            add(self.texts, key, (self.path.as_posix(), node.lineno), proper=proper)
            seen = [node.args[0]]
        elif (
            name in TOLD
            and node.args
            and not (name == "text" and isinstance(node.func, ast.Attribute))
        ):
            context = "".join(_value(each.value) for each in node.keywords if each.arg == "context")
            for text in _constants(node.args[0]):
                self._add(text, text.value, context=context)
                seen = [node.args[0]]
        for child in ast.iter_child_nodes(node):
            if child not in seen:
                self.visit(child)

    def _add_counted(self, one: ast.expr, many: ast.expr) -> None:
        if isinstance(one, ast.Constant) and isinstance(many, ast.Constant):
            self._add(one, str(one.value), str(many.value))
        elif isinstance(one, ast.IfExp) and isinstance(many, ast.IfExp):
            self._add_counted(one.body, many.body)
            self._add_counted(one.orelse, many.orelse)
        elif isinstance(one, ast.JoinedStr):
            self.visit(one)
        else:
            where = f"{self.path}:{one.lineno}"
            self.untranslatable.append(f"{where}: singular and plural must stand in the call")


def _keyed(node: ast.AST) -> ast.Dict | None:
    """Return the table that an assignment makes, if it is one whose keys nobody reads."""
    if isinstance(node, ast.Assign):
        target: ast.AST = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return None
    return node.value if _name(target) in KEYED and isinstance(node.value, ast.Dict) else None


def _value(node: ast.AST) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _constants(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield a text, or those of both branches of a choice between two."""
    if isinstance(node, ast.IfExp):
        yield from (*_constants(node.body), *_constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and SAID.match(node.value):
        yield node


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
    if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        skipped.append(node.annotation)
    if isinstance(node, ast.FunctionDef) and node.returns is not None:
        skipped.append(node.returns)
    if isinstance(node, ast.Subscript):
        skipped.append(node.slice)
    if isinstance(node, ast.Assert):
        return
    yield from (
        child
        for child in ast.iter_child_nodes(node)
        if not isinstance(child, WORDLESS) and child not in skipped
    )


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def closed_words(folders: Iterable[str]) -> Iterator[str]:
    """Yield the words of `Literal[...]`: keys, which nobody reads."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "Literal[" not in path.read_text("utf-8"):
                continue
            for node in ast.walk(_tree(path)):
                if isinstance(node, ast.Subscript) and _name(node.value) == "Literal":
                    words = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                    yield from map(_value, words)


def search(folders: Iterable[str], names: Collection[str] = ()) -> Iterator[FileTexts]:
    """Yield what each file of some folders holds for people to read.

    `names`: words of a ruleset's data or of its closed lists, which are no texts where code names
    them.
    """
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT)
            if not EXEMPT_FILES.fullmatch(name.as_posix()):
                found = FileTexts(name, names)
                found.visit(_tree(path))
                yield found
