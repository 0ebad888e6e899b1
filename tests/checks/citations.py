"""Citations of docs/rules in comments and docstrings, and links between pages of documentation.

A citation reads `(rules: combat 7.4; character 12.7a)`: a page and what stands on it, several
joined by commas, pages by semicolons. What stands on a page is a section by its number (`1.4`,
`6.1 to 6.3`), a numbered line of it (`1.4 step 10`, `18 items 45 to 50`), a numbered ruling of
Sil-G (`A4`), or words of the page in quotes. `ruling rout_bonus`, its name in backticks, is a
heading of rulings.md.

In pages of documentation a path in backticks exists, and a name in backticks stands in the file
whose path follows it in brackets.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.checks.project import Finding, Module, Project

FOLDER = Path("docs", "rules")
DOCUMENTS = ("*.md", "docs/**/*.md")
_OPENING = re.compile(r"(?:^\s*|\(|[;:] )(rules|spec|rulebook):\s", re.IGNORECASE | re.MULTILINE)
_NUMBER = r"\d+(?:\.\d+)*[a-z]?"
_STEPS = r"\d+(?:(?: to | and )\d+)*"
_PART = re.compile(
    rf", (?:(?P<first>{_NUMBER}|[A-Z]\d+)(?: to (?P<last>{_NUMBER}|[A-Z]\d+))?"
    rf"(?: (?:step|item)s? (?P<steps>{_STEPS}))?|\"(?P<words>[^\"]+)\")"
)
_RULING = re.compile(r"ruling `(\w+)`")
_NAME = re.compile(r"[a-z][a-z-]*\b")
_MENTION = re.compile(r"\b(?:rules|spec|rulebook):|ruling `", re.IGNORECASE)
_HEADING = re.compile(r"(#+) +(.+)")
_NUMBERED = re.compile(rf"({_NUMBER})\.? ")
_PATH = r"`((?:cogs|data|docs|engine|render|sandbox|table|tests)/[a-z0-9_./-]*)`"
_QUOTED_PATH = re.compile(_PATH)
_NAMED = re.compile(rf"`(\w+)`\s+\({_PATH}")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass
class RulesPage:
    """A page of docs/rules: its text, and that of each numbered section with those below it."""

    text: str
    headings: set[str] = field(default_factory=set)
    sections: dict[str, str] = field(default_factory=dict)

    def has(self, label: str) -> bool:
        """Return whether a section or a numbered ruling of that label exists."""
        return label in self.sections or f"\n- {label} " in self.text


def check(project: Project) -> Iterator[Finding]:
    """Find citations and links that lead nowhere."""
    pages = read_pages(project.folder)
    for module in project.modules.values():
        for line, text in _remarks(module):
            for message in unresolved(text, pages):
                yield Finding(module.path, line, message)
    for pattern in DOCUMENTS:
        for path in project.folder.glob(pattern):
            yield from _broken_links(project.folder, path)
            yield from _lost_names(project.folder, path)


def read_pages(folder: Path) -> dict[str, RulesPage]:
    """Return the pages of a project's docs/rules by name."""
    paths = (folder / FOLDER).glob("*.md")
    return {path.stem: read_page(path.read_text("utf-8")) for path in paths}


def read_page(text: str) -> RulesPage:
    """Split a page by its headings; what stands between code fences is no heading."""
    page = RulesPage(text)
    lines, fenced = text.splitlines(), False
    open_sections: list[tuple[int, str, int]] = []
    for number, line in enumerate(lines):
        fenced ^= line.startswith("```")
        found = None if fenced else _HEADING.fullmatch(line)
        if not found:
            continue
        level, title = len(found[1]), found[2]
        page.headings.add(title)
        open_sections = _close(page, open_sections, level, lines[:number])
        if numbered := _NUMBERED.match(title):
            open_sections.append((level, numbered[1], number))
    _close(page, open_sections, 0, lines)
    return page


def _close(
    page: RulesPage, sections: list[tuple[int, str, int]], level: int, lines: list[str]
) -> list[tuple[int, str, int]]:
    """End the sections of this level and deeper; return those that go on."""
    for depth, name, start in sections:
        if depth >= level:
            page.sections[name] = "\n".join(lines[start:])
    return [section for section in sections if section[0] < level]


def unresolved(text: str, pages: dict[str, RulesPage]) -> Iterator[str]:
    """Yield what is wrong with the citations in a comment or docstring."""
    for name in _RULING.findall(text):
        if "rulings" not in pages or name not in pages["rulings"].headings:
            yield f"docs/rules/rulings.md has no ruling {name}"
    for found in _OPENING.finditer(text):
        if found[1].lower() == "rules":
            yield from _wrong(" ".join(text[found.end() :].split()), pages)
        else:
            yield f'"{found[1]}:" cites what is not in the repository'


def _wrong(citation: str, pages: dict[str, RulesPage]) -> Iterator[str]:
    """Yield what is wrong with a citation and those joined to it; more text may follow them."""
    rest = f"; {citation}"
    while rest.startswith("; "):
        rest = rest[2:]
        if ruling := _RULING.match(rest):
            rest = rest[ruling.end() :]
            continue
        name = _NAME.match(rest)
        page = pages.get(name[0]) if name else None
        if name is None or page is None:
            yield f'no page of docs/rules is cited by "{_start(rest)}"'
            return
        rest = f", {rest[name.end() :].lstrip()}"
        while part := _PART.match(rest):
            rest = rest[part.end() :]
            yield from (f"docs/rules/{name[0]}.md has no {what}" for what in _missing(part, page))
        if rest.startswith(", "):
            yield f'"{_start(rest[2:])}" is neither a section nor words in quotes'


def _start(rest: str) -> str:
    return rest.partition(")")[0][:30]


def _missing(part: re.Match[str], page: RulesPage) -> Iterator[str]:
    """Yield the labels, steps or words of a part that a page lacks."""
    if part["words"]:
        if part["words"] not in page.text:
            yield f'"{part["words"]}"'
        return
    for label in (part["first"], part["last"]):
        if label and not page.has(label):
            yield label
    for step in re.findall(r"\d+", part["steps"] or ""):
        if f"\n{step}. " not in page.sections.get(part["first"], ""):
            yield f"numbered line {step} in {part['first']}"


def _remarks(module: Module) -> Iterator[tuple[int, str]]:
    """Yield each docstring, and each run of comments on consecutive lines, with its line."""
    if not _MENTION.search(module.text):
        return
    for node in module.nodes:
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
    start, last, run = 0, -1, ""
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                yield start, run
                start, run = token.start[0], ""
            last = token.start[0]
            run += token.string.strip("#- ") + "\n"
    yield start, run


def _broken_links(folder: Path, path: Path) -> Iterator[Finding]:
    place = path.relative_to(folder).as_posix()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for target in _LINK.findall(line):
            file, _, anchor = target.partition("#")
            if ":" in file:
                continue
            page = path.parent / file if file else path
            if not page.exists():
                yield Finding(place, number, f"the link leads nowhere: {target}")
            elif anchor and anchor not in map(_anchor, read_page(page.read_text("utf-8")).headings):
                yield Finding(place, number, f"{page.name} has no heading #{anchor}")


def _lost_names(folder: Path, path: Path) -> Iterator[Finding]:
    """Find paths that do not exist, and names that do not stand in the file beside them."""
    text, place = path.read_text("utf-8"), path.relative_to(folder).as_posix()

    def line(found: re.Match[str]) -> int:
        return text.count("\n", 0, found.start()) + 1

    for found in _QUOTED_PATH.finditer(text):
        if not (folder / found[1]).exists():
            yield Finding(place, line(found), f"there is no {found[1]}")
    for found in _NAMED.finditer(text):
        file = folder / found[2]
        if file.is_file() and not re.search(rf"\b{found[1]}\b", file.read_text("utf-8")):
            yield Finding(place, line(found), f"{found[2]} has no {found[1]}")


def _anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
