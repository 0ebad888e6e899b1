"""Every measured file comes out as the original game has it."""

import msgspec
import pytest

from tests.oracle import OracleError, OracleFiles, names, run
from tests.oracle.__main__ import main


@pytest.mark.parametrize("name", names())
@pytest.mark.covers("spec-rulings: Checks")
@pytest.mark.covers(
    "spec-objects-smithing: 5.1",
    "spec-objects-smithing: 5.2",
    "spec-objects-smithing: 5.3",
    "spec-objects-smithing: 5.4",
    "spec-objects-smithing: 5.5",
    "spec-objects-smithing: 13. Worked checks / Names",
)
def test_the_game_answers_as_measured(name):
    outcome = run(name, OracleFiles.from_environment(sparing=True))
    assert outcome.cases > 0
    assert not outcome.wrong


def test_an_absent_file_is_an_error(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LEITHIAN_ORACLE", str(tmp_path))
    assert main(["view"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "view.json" in printed.err


def test_a_file_without_a_check_is_an_error_that_lists_the_checks():
    with pytest.raises(OracleError, match="view"):
        run("weather", OracleFiles.from_environment())


def test_a_wrong_answer_is_counted_and_fails_the_run(tmp_path, monkeypatch, capsys):
    ours = OracleFiles.from_environment()
    case = dict(ours.read("flow")[0])
    case["dist"] = [[7] * len(row) for row in case["dist"]]

    (tmp_path / "flow.json").write_bytes(msgspec.json.encode([case]))
    (tmp_path / "maps.json").write_bytes(msgspec.json.encode(ours.read("maps")))
    monkeypatch.setenv("LEITHIAN_ORACLE", str(tmp_path))
    assert main(["flow"]) == 1
    assert capsys.readouterr().out == "flow: 1 cases, 1 wrong\n"


def test_a_broken_file_is_an_error(tmp_path):
    (tmp_path / "maps.json").write_text("[{")
    with pytest.raises(OracleError, match="cannot be read"):
        OracleFiles(tmp_path).read("maps")
