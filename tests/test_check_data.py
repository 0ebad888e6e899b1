"""`check-data`, and data that cannot be used: a sentence for each mistake, and no traceback."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app import command_line
from engine import rulesets
from engine.contract.data import DataReport
from tests.toys.guessing import Toy

SIL_DATA = Path(__file__).resolve().parents[1] / "data" / "sil"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A copy of Sil's edit files with two mistakes."""
    folder = shutil.copytree(SIL_DATA, tmp_path / "sil")
    for name in ("race.txt", "house.txt"):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write("Q:1\n")
    return folder


@pytest.mark.parametrize("ruleset", [(), ("sil",), ("silg",)])
def test_sound_data_are_counted_by_file(
    ruleset: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["check-data", *ruleset, str(SIL_DATA)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "names.txt: 601" in lines
    assert len(lines) == 26


@pytest.mark.parametrize("name", ["kanthe", "delve"])
def test_data_of_other_rulesets_are_counted_too(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = SIL_DATA.parent / name
    assert command_line.main(["check-data", name, str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split(":")[0] for line in lines} == {file.name for file in folder.glob("*.txt")}
    assert all(int(line.split(": ")[1]) > 0 for line in lines)


def test_every_mistake_is_told_with_file_and_line(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["check-data", "sil", str(broken)]) == 1
    files = [line.split(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert files == ["race.txt", "house.txt"]


@pytest.mark.parametrize("name", ["sil", "kanthe", "delve"])
def test_a_mistake_in_the_help_is_told_too(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(SIL_DATA.parent / name, tmp_path / name)
    with (folder / "help.txt").open("a", encoding="utf-8") as file:
        file.write("\ntopic untold\n  words: nothing\n")
    assert command_line.main(["check-data", name, str(folder)]) == 1
    assert capsys.readouterr().out.startswith("help.txt:")


def test_a_ruleset_without_a_check_says_so() -> None:
    report = Toy.check_data(SIL_DATA)
    assert report == DataReport(errors=(f"{Toy.title} has no data that can be checked.",))


def test_data_that_cannot_be_used_end_the_start_with_a_sentence_for_each_mistake(
    broken: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LEITHIAN_SIL_DATA", str(broken))
    assert command_line.main(["play", "sil", "--seed", "7"]) == 2
    files = [line.split(":")[0] for line in capsys.readouterr().err.splitlines()]
    assert files == ["race.txt", "house.txt"]


@pytest.mark.parametrize("name", ["kanthe", "delve"])
def test_shipped_data_that_cannot_be_used_are_told_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shutil.copytree(SIL_DATA.parent / name, tmp_path / name)
    for file in folder.glob("*.txt"):
        file.write_text("nonsense\n", "utf-8")
    kind = rulesets.KINDS[name]
    broken = type(kind.__name__, (kind,), {"__init__": lambda self: kind.__init__(self, folder)})
    monkeypatch.setitem(rulesets.KINDS, name, broken)
    assert command_line.main(["play", "sil", "--seed", "7"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert all(line.split(":")[0].endswith(".txt") for line in lines)
    assert len({line.split(":")[0] for line in lines}) > 1
