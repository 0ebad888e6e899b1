"""The documents: examples that run, a site whose pages exist, and nothing loaded from elsewhere."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from app import command_line
from app.film import FILM, MOST_BYTES, PICTURE, SOURCES, digest_of_sources
from engine import rulesets

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REPLAY = DOCS / "replay" / "requirements.txt"
LOADED = re.compile(r'<(?:script|link|img|iframe)[^>]*?(?:src|href)="?(https?://[^">\s]+)')
NOT_LOADED = re.compile(r'<link rel="?(?:canonical|prev|next)')


def test_the_examples_of_the_contract_run() -> None:
    found = doctest.testfile(str(DOCS / "contract.md"), module_relative=False)
    assert found.attempted > 15
    assert not found.failed


def test_the_site_lists_pages_that_exist_and_a_page_of_each_game() -> None:
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    listed = re.findall(r"^ +- (?:\S+: )?(\S+\.md)$", settings, re.MULTILINE)
    made = {f"play/{name}.md" for name in rulesets.KINDS}
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert made <= set(listed) <= there | made
    assert len(listed) == len(set(listed))


def test_browsers_replay_with_the_release_of_msgspec_that_the_bot_has() -> None:
    pinned = re.compile(r"^msgspec==\S+", re.MULTILINE)
    texts = [path.read_text("utf-8") for path in (ROOT / "requirements.txt", REPLAY)]
    assert len({*map("".join, map(pinned.findall, texts))}) == 1


@pytest.mark.soak(part="journeys")
@pytest.mark.skipif(
    importlib.util.find_spec("mkdocs") is None, reason="requirements-site.txt is not installed"
)
def test_the_site_is_built_with_pictures_of_each_game_and_loads_nothing(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path))
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    for page in tmp_path.rglob("*.html"):
        text = NOT_LOADED.sub("", page.read_text("utf-8"))
        assert not LOADED.findall(text), page
    for name in rulesets.KINDS:
        pictures = list((tmp_path / "play").glob(f"{name}-*.png"))
        assert len(pictures) == 3
        page = (tmp_path / "play" / f"{name}.html").read_text("utf-8")
        assert all(picture.name in page for picture in pictures)
    reference = (tmp_path / "contract.html").read_text("utf-8")
    assert "engine.contract.ruleset.Ruleset.legal" in reference


def test_the_readmes_film_and_pictures_are_newer_than_what_they_show() -> None:
    pictures = DOCS / "pictures"
    made_of = (pictures / SOURCES).read_text("utf-8").strip()
    assert made_of == digest_of_sources(), "make pictures records them anew"
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"!\[.+?\]\(docs/pictures/(\S+)\)", readme)
    assert set(shown) == {FILM, *(PICTURE.format(name) for name in rulesets.KINDS)}
    assert (pictures / FILM).stat().st_size < MOST_BYTES


PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
CODE = re.compile(r"```.*?```|`[^`\n]+`|^ {4,}\S.*$", re.DOTALL | re.MULTILINE)


def without_code(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)


def test_what_belongs_to_an_item_of_a_list_is_indented_as_the_site_wants_it() -> None:
    for page in PAGES:
        found = re.findall(r"\n\n((?: {1,3}| {5,7})\S.*)", without_code(page))
        assert found == [], page


def anchors(page: Path) -> set[str]:
    """Return the names of a page's headings in addresses."""
    headings = re.findall(r"^#+ (.+)$", without_code(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).strip().replace(" ", "-") for each in headings}


def test_each_link_of_a_document_leads_somewhere() -> None:
    made = {DOCS / "play" / f"{name}.md" for name in rulesets.KINDS}
    followed = 0
    for page in PAGES:
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", without_code(page))):
            place, _, anchor = link.partition("#")
            if "://" in link or link.startswith("mailto:"):
                continue
            there = (page.parent / place).resolve() if place else page
            assert there.exists() or there in made, f"{page}: {link}"
            assert not anchor or anchor in anchors(there), f"{page}: {link}"
            followed += 1
    assert followed > 50


def test_each_command_that_a_document_names_exists() -> None:
    code = "\n".join(found for page in PAGES for found in CODE.findall(page.read_text("utf-8")))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^ {4,}|`)make ([a-z-]+)", code, re.MULTILINE))
    assert len(named) > 8
    assert named <= targets
    usage = command_line.__doc__ or ""
    commands = set(re.findall(r"^python bot\.py ([a-z-]+)", usage, re.MULTILINE))
    named = set(re.findall(r"(?:python bot\.py|^ +leithian|`leithian) ([a-z][a-z-]+)", code, re.M))
    assert len(named) > 8
    assert named <= commands
    for module in set(re.findall(r"python -m ([a-z_.]+)", code)):
        assert importlib.util.find_spec(module) is not None, module


def test_each_command_is_typed_as_the_program_wants_it() -> None:
    code = "\n".join(found for page in PAGES for found in CODE.findall(page.read_text("utf-8")))
    typed = re.findall(r"^ {4,}(?:leithian|python bot\.py) (.+)$", code, re.MULTILINE)
    assert len(typed) > 15
    parser = command_line.command_parser(rulesets.KINDS, [*rulesets.KINDS, "lode", "nim"])
    for line in typed:
        parser.parse_args(shlex.split(line.replace("CHANNEL", "1"), comments=True))
    for path in re.findall(r"\btests/[\w/.]+(?!/)", code):
        assert (ROOT / path.rstrip("/.")).exists(), path
