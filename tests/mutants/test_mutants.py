"""Mutants are drawn by the seed; what no test notices is found, and what is equivalent is not."""

import ast
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from tests.mutants import code_patch, equivalents, executions, sample, trial
from tests.mutants.__main__ import report, told
from tests.mutants.executions import Executions, with_marks
from tests.mutants.sample import ROOT, Mutant, changes, function_lines, statement_lines

MODULE = '''"""Prices."""

LIMIT = 5
TABLE = {}


def enter(name: str, cost: int) -> None:
    TABLE[name] = cost + 1


enter("bread", 1)


def price(number: int | None, each: int = 3) -> int | None:
    if number is None or number > 2:
        return number
    return (
        number
        * each
    )


def last(number: int) -> int:
    while number > 1:
        number -= 1
    return number


def unseen(number: int) -> int:
    return number + 1


def elsewhere(number: int) -> int:
    return number * 2
'''

TESTS = """import subprocess
import sys
from pathlib import Path

from render.prices import TABLE, last, price

PRICES = {"each": price}


def test_some_cost_more():
    assert PRICES["each"](2) == 6


def test_none_cost_nothing():
    assert price(None) is None


def test_the_last_is_one():
    assert last(3) == 1


def test_bread_costs_what_was_entered():
    assert TABLE["bread"] == 2


def test_what_git_ignores_is_here():
    assert price(1) == 3
    assert Path("ignored.txt").exists()


def test_another_process_doubles():
    double = f"from render.prices import elsewhere; assert elsewhere({last(2)}) == 2"
    subprocess.run([sys.executable, "-c", double], check=True)
"""


@pytest.fixture
def shop(tmp_path):
    """A project of one module and its tests."""
    (tmp_path / "render").mkdir()
    (tmp_path / "render/__init__.py").touch()
    (tmp_path / "render/prices.py").write_text(MODULE)
    (tmp_path / "tests/render").mkdir(parents=True)
    (tmp_path / "tests/render/test_prices.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = soak\n  journey\n")
    (tmp_path / ".gitignore").write_text("ignored.txt\n")
    (tmp_path / "ignored.txt").touch()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def _every_mutant(source: str) -> list[Mutant]:
    return [
        Mutant("render/prices.py", line, source, sample.mutate_code(source, *choice))
        for line, places in changes(source).items()
        if line in function_lines(source)
        for place in places
        for choice in place
    ]


def test_the_seed_alone_chooses_the_mutants():
    paths = sample.files(["table/voting"])
    drawn = [list(islice(sample.sample(paths, seed), 10)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert {mutant.path for mutant in drawn[0]} <= set(paths)


def test_a_mutant_is_python_that_differs_from_its_module_on_a_line_of_a_function():
    for mutant in islice(sample.sample(sample.files(["table/voting"]), 3), 20):
        assert ast.dump(ast.parse(mutant.mutated)) != ast.dump(ast.parse(mutant.source))
        assert mutant.line in function_lines(mutant.source)
        assert any(line.startswith("- ") for line in mutant.change)


def test_annotations_and_what_stands_outside_of_functions_are_left_alone():
    for mutant in _every_mutant(MODULE):
        lines = mutant.mutated.splitlines()
        assert lines[:7] == MODULE.splitlines()[:7], mutant.change


def test_a_statement_that_changes_something_can_be_deleted():
    source = "def f(it, at):\n    it.count = at\n    it.add(at)\n    local = at\n    return local\n"
    changed = {mutant.change for mutant in _every_mutant(source)}
    assert ("- it.count = at", "+ pass") in changed
    assert ("- it.add(at)", "+ pass") in changed
    assert ("- local = at", "+ pass") not in changed


def test_what_no_operator_can_change_is_left_out(tmp_path):
    source = "def f(it):\n    try:\n        it()\n    except (a.b, KeyError):\n        pass\n"
    (tmp_path / "a.py").write_text(source)
    for seed in range(20):
        for mutant in sample.sample(["a.py"], seed, tmp_path):
            assert mutant.mutated != source


def test_a_line_is_of_its_whole_statement_but_not_of_what_is_nested_in_it():
    assert statement_lines(MODULE, 15) == range(15, 16)
    assert statement_lines(MODULE, 16) == range(16, 17)
    assert statement_lines(MODULE, 19) == range(17, 21)


def _found(shop: Path, monkeypatch: pytest.MonkeyPatch) -> Executions:
    """Run the tests once, and return which execute what can be changed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return executions.find(_every_mutant(MODULE), ["-q"], shop)


def _mutant(code: str) -> Mutant:
    """Return a mutant of a line."""
    return next(mutant for mutant in _every_mutant(MODULE) if f"- {code}" in mutant.change)


# In order: a fault, one that ends never, one in what is executed at import, one in what another
# process executes, one in what no test executes, and one that only a test notices which fails in
# the copy in any case.
FAULTS = {
    ("- * each", "+ / each"): "noticed",
    ("- number -= 1", "+ pass"): "noticed",
    ("- TABLE[name] = cost + 1", "+ TABLE[name] = cost - 1"): "noticed",
    ("- return number * 2", "+ return number / 2"): "noticed",
    ("- return number + 1", "+ return number - 1"): "unnoticed",
    ("- if number is None or number > 2:", "+ if number is None or number > 3:"): "unnoticed",
}


def test_what_tests_notice_is_told_from_what_they_do_not(shop, monkeypatch):
    tests = _found(shop, monkeypatch)
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    monkeypatch.setattr(trial, "START_SECONDS", 1)
    copy = trial.Copy(root=shop)
    by_change = {mutant.change: mutant for mutant in _every_mutant(MODULE)}
    results = [
        (mutant, "noticed" if trial.notices(copy, tests, mutant) else "unnoticed")
        for mutant in (by_change[change] for change in FAULTS)
    ]
    assert [result for _, result in results] == list(FAULTS.values())
    assert (copy.folder / "render/prices.py").read_text() == MODULE
    copy.remove()
    assert not copy.folder.exists()
    listed = "".join(told(*result) for result in results)
    unseen = _mutant("return number + 1")
    assert f"render/prices.py:{unseen.line}\n- return number + 1\n+ return number - 1" in listed
    assert "- * each" not in listed
    assert report(results) == " 67%    4 of    6,   0 equivalent: render"


def test_a_test_is_of_the_statements_that_it_executes(shop, monkeypatch):
    tests = _found(shop, monkeypatch)
    assert len(tests.tests_of(_mutant("* each"))) == 2
    assert tests.tests_of(_mutant("return number + 1")) == set()
    assert len(tests.tests_using("render/prices.py")) == 5
    assert len(tests.tests_beside("tests/render")) == 6
    assert tests.runs_at_import(_mutant("TABLE[name] = cost + 1"))
    assert not tests.runs_at_import(_mutant("* each"))


def test_a_suite_of_which_nothing_passes_tells_nothing(shop, monkeypatch):
    (shop / "tests/render/test_prices.py").write_text("def test_it():\n    assert False\n")
    with pytest.raises(RuntimeError, match="no test that passes"):
        _found(shop, monkeypatch)


BLOCKS = """def f(it, more):
    \"\"\"Do it.\"\"\"
    if it == 1:
        it = 2
    elif it == 3:
        it = 4
    try:
        it += more.pop(
            0
        )
    except IndexError:
        it = 0
    else:
        it += 1
    match it:
        case 0:
            it = 8
    return f.__doc__
"""
STATEMENTS = {3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18}


@pytest.mark.parametrize(
    ("given", "skipped"),
    [((1, []), {5, 6, 14}), ((3, [1]), {4, 12, 17}), ((7, [1]), {4, 6, 12, 17})],
)
def test_a_mark_is_passed_just_before_its_statement_is_executed(given, skipped):
    found = set()
    names = {executions.MARK: found.add}
    exec(compile(with_marks(BLOCKS, "a.py", STATEMENTS), "a.py", "exec"), names)
    assert names["f"](*given) == "Do it."
    assert found == {f"a.py:{line}" for line in {1, *STATEMENTS} - skipped}


def test_whoever_holds_a_function_calls_its_new_code():
    source = (
        "def make():\n    def add(n):\n        return n + step()\n    step = int\n    return add\n"
    )
    names = {}
    exec(compile(source, "adding.py", "exec"), names)
    held = {"adder": names["make"]()}
    mutated = source.replace("n + step", "step() - n, step")
    assert code_patch.can_patch(source, mutated)
    code_patch.patch(code_patch.living_functions(), "adding.py", source, mutated)
    assert held["adder"](3)[0] == -3


@pytest.mark.parametrize("mutated", ["def f(n):\n    return 1\n", "def f(n):\n    return g\n"])
def test_a_function_whose_closures_differ_is_not_given_new_code(mutated):
    assert not code_patch.can_patch("def f(n):\n    return lambda: n\n", mutated)


def test_what_is_known_as_equivalent_is_read_with_its_reason(tmp_path):
    mutant = _every_mutant(MODULE)[0]
    path = tmp_path / "equivalent.txt"
    shown = "\n".join([mutant.path, *mutant.change])
    path.write_text(f"{shown}\n  Nobody\n  asks.\n\nrender/b.py\n- 1\n+ 2\n  So.\n")
    assert equivalents.load(path)[equivalents.key(mutant)] == "Nobody asks."
    path.write_text(f"{shown}\n")
    with pytest.raises(ValueError, match=r"render/prices\.py needs"):
        equivalents.load(path)


def test_each_known_equivalent_is_of_code_that_still_stands():
    for path, change in equivalents.load():
        code = [line.strip() for line in (ROOT / path).read_text("utf-8").splitlines()]
        assert all(line[2:] in code for line in change if line.startswith("- ")), path
