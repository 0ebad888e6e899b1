"""Folders of data are the project's own and those of packages that bring rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.contract.data import ENTRY_POINTS, data_folders

OWN = Path(__file__).parents[3] / "data"


WITH_DATA = ("ant", "cow", "dog", "elk", "fox", "gnu", "yak", "zoo")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with packages that bring rulesets: some with data, one without, and one that
    is not there."""
    for name in (*WITH_DATA, "bee"):
        (tmp_path / f"{name}_rules").mkdir()
        (tmp_path / f"{name}_rules" / "__init__.py").touch()
        if name in WITH_DATA:
            (tmp_path / f"{name}_rules" / "data").mkdir()
    metadata = tmp_path / "zoo-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: zoo\nVersion: 1\n")
    modules = (*reversed(WITH_DATA), "bee", "gone")
    points = [f"{name} = {name}_rules.part:Rules\n" for name in modules]
    points.append("again = zoo_rules:Others\n")
    (metadata / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\n{''.join(points)}")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_the_own_folder_comes_first_then_those_of_packages_by_name(installed: Path) -> None:
    found = data_folders.__wrapped__()
    brought = [folder for folder in found if installed in folder.parents]
    assert found[0] == OWN
    assert brought == [installed / f"{name}_rules" / "data" for name in WITH_DATA]
    assert len(found) == len(set(found))
