"""The walks of docs/extending.md: their changes are made in a copy, and the tests they add run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
WALKS = ("A status effect of Sil-Q", "A power of Delve's monsters", "A command of Kanthe")
MOST_FILES = 3
_BLOCK = re.compile(r"```diff\n--- a/(\S+)\n\+\+\+ b/\1\n(.*?)```", re.DOTALL)


def changes(walk: str) -> list[tuple[str, str]]:
    """Return the files that a walk changes, and how."""
    page = (PROJECT / "docs" / "extending.md").read_text("utf-8")
    section = page.partition(f"## {walk}\n")[2].partition("\n## ")[0]
    return _BLOCK.findall(section)


def is_test(file: str) -> bool:
    return file.startswith("tests/")


def changed(text: str, change: str) -> str:
    """Return a file's text with a change made. What stands there before must stand there once."""
    for hunk in re.split(r"(?m)^@@.*\n", change):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if line[:1] != "+")
        new = "".join(line[1:] or "\n" for line in lines if line[:1] != "-")
        if old:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        else:
            text += "\n\n" + new
    return text


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with all walks gone."""
    folder = tmp_path_factory.mktemp("extended")
    for name in ("engine", "data", "tests", "kit", "table", "render", "docs", "pyproject.toml"):
        source = PROJECT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        else:
            shutil.copy2(source, folder / name)
    for walk in WALKS:
        for file, change in changes(walk):
            path = folder / file
            path.write_text(changed(path.read_text("utf-8"), change), "utf-8")
    return folder


def run_tests(folder: Path, *arguments: str) -> None:
    """Run tests of a copy of the project; fail with what they print."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_changes_three_files_and_adds_a_test(walk: str) -> None:
    files = [file for file, _ in changes(walk)]
    assert len({file for file in files if not is_test(file)}) <= MOST_FILES
    assert sum(map(is_test, files)) == 1


def test_what_the_walks_add_works(extended: Path) -> None:
    added = [
        f"{file}::{name}"
        for walk in WALKS
        for file, change in changes(walk)
        for name in re.findall(r"(?m)^\+def (test_\w+)", change)
    ]
    assert len(added) == len(WALKS)
    run_tests(extended, *added)


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize(
    "tests",
    [
        "tests/engine/sil/effects/test_statuses.py",
        "tests/engine/delve/test_trait_words.py",
        "tests/engine/contract",
    ],
)
def test_the_laws_hold_for_what_the_walks_add(extended: Path, tests: str) -> None:
    run_tests(extended, "-m", "not soak", tests)
