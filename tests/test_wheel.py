"""An installed Leithian: one name, `leithian`, with the whole tree under it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from settings import __version__
from tests.test_hosting import copied
from tests.test_workflows import pythons_named

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NOT_OF_THE_PROGRAM = {"LICENSE", "requirements.txt"}


def test_the_wheel_has_all_that_the_image_has_and_the_sandbox_under_one_name() -> None:
    placed = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    sent = {source for source, _ in copied()} - NOT_OF_THE_PROGRAM
    assert placed.keys() == sent | {"sandbox"}
    assert {place.partition("/")[0] for place in placed.values()} == {"leithian"}


def test_the_pinned_versions_are_within_the_ranges_of_the_package() -> None:
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["sandbox"]]
    for each in map(Requirement, wanted):
        assert each.specifier.contains(version(each.name)), each
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert {Requirement(each).name for each in project["dependencies"]} <= set(pinned)


def test_all_that_a_pinned_package_needs_is_pinned_for_each_python() -> None:
    files = sorted(ROOT.glob("requirements*.txt"))
    pinned = {
        canonicalize_name(name)
        for file in files
        for name in re.findall(r"^([\w.-]+)==", file.read_text(), re.MULTILINE)
    }
    pythons = [
        {"python_version": each, "python_full_version": f"{each}.0", "extra": ""}
        for each in pythons_named()
    ]
    for name in pinned & {canonicalize_name(each.name) for each in distributions()}:
        for each in map(Requirement, requires(name) or ()):
            if each.marker is None or any(map(each.marker.evaluate, pythons)):
                assert canonicalize_name(each.name) in pinned, f"{name} needs {each}"


@pytest.mark.soak(part="journeys")
def test_it_is_built_and_installed_and_plays_as_the_checkout_does(tmp_path: Path) -> None:
    def run(*command: object, folder: Path = tmp_path) -> str:
        told = subprocess.run(
            [str(each) for each in command], cwd=folder, capture_output=True, text=True, check=True
        )
        return told.stdout

    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("leithian-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    there = tmp_path / "venv" / "bin"
    run(*pip, "--python", there / "python", "install", f"{wheel}[sandbox,kit]")
    leithian = there / "leithian"
    assert run(leithian, "--version") == f"Leithian {__version__}\n"
    game = ("play", "sil", "--seed", "7", "--autoplay", "50")
    assert run(leithian, *game) == run(sys.executable, "bot.py", *game, folder=ROOT)
    with pytest.raises(subprocess.CalledProcessError):
        run(there / "python", "-c", "import engine")
    run(leithian, "new-ruleset", "nim")
    assert "43 passed" in run(leithian, "test-ruleset", "nim", folder=tmp_path / "nim")
    run(*pip, "--python", there / "python", "install", tmp_path / "nim")
    assert "wins" in run(leithian, "play", "nim", "--autoplay", "20")
    page = subprocess.Popen(
        [leithian, "play"],
        cwd=tmp_path,
        env={"PORT": "18931", "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert page.stdout is not None
        assert page.stdout.readline().startswith("Sandbox: http://127.0.0.1:")
    finally:
        page.terminate()
        page.wait(60)
