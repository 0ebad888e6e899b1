"""Each check finds its fault in a small project, and nothing in a sound one."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.checks import lines, run
from tests.checks.project import ROOT, Project


@pytest.fixture
def findings(tmp_path: Path):
    def check(**sources: str) -> list[str]:
        """Check files named as `folder__file`; the findings as lines."""
        for name, text in sources.items():
            path = tmp_path / (name.replace("__", "/", 1) + ".py")
            path.parent.mkdir(exist_ok=True)
            path.write_text(textwrap.dedent(text))
        return [str(finding) for finding in sorted(run(Project.read(tmp_path)))]

    return check


def method_lines(names: range) -> str:
    return "".join(f"    def m{number}(self): ...\n" for number in names)


def test_a_sound_project_has_no_findings(findings):
    assert findings(table__state='"""The state."""\nimport json\n', cogs__play="") == []


def test_a_file_over_600_lines_is_found(findings):
    assert findings(cogs__play="x = 1\n" * 600) == []
    assert findings(cogs__play="x = 1\n" * 601) == ["cogs/play.py:1: 601 lines, the limit is 600"]


def test_a_function_over_60_lines_is_found_wherever_it_is_nested(findings):
    long = "class A:\n    def run(self):\n" + "        x = 1\n" * 59
    assert findings(cogs__play=long) == []
    long += "        x = 1\n"
    assert findings(cogs__play=long) == ["cogs/play.py:2: run: 61 lines, the limit is 60"]


def test_a_function_of_more_than_8_parameters_of_any_kind_is_found(findings):
    assert findings(cogs__play="async def run(a, b, /, c, d, *e, f, g, **h): ...") == []
    found = findings(cogs__play="async def run(self, a, b, /, c, d, *e, f, g, **h): ...")
    assert found == ["cogs/play.py:1: run: 9 parameters, the limit is 8"]


def test_methods_are_counted_over_all_classes_that_one_inherits_from(findings):
    base = "class Base:\n" + method_lines(range(21))
    middle = "from cogs import base\nclass Middle(base.Base[int]):\n" + method_lines(range(20, 40))
    top = "from cogs.middle import *\nclass Top(Middle):\n" + method_lines(range(40, 41))
    assert findings(cogs__base=base, cogs__middle=middle) == []
    found = findings(cogs__base=base, cogs__middle=middle, cogs__top=top)
    assert found == ["cogs/top.py:2: Top: 41 methods, the limit is 40"]


@pytest.mark.parametrize(
    ("importing", "base"),
    [
        ("import table.base", "table.base.Base"),
        ("import table.base as b", "b.Base"),
        ("from table.base import Base as B", "B"),
        ("from table import Base", "Base"),
        ("from . import Base", "Base"),
        ("from .base import Base", "Base"),
    ],
)
def test_a_base_is_found_however_it_is_imported(findings, importing, base):
    found = findings(
        table____init__="from .base import Base",
        table__base="class Base:\n" + method_lines(range(40)),
        table__top=f"{importing}\nclass Top({base}):\n    def more(self): ...",
    )
    assert found == ["table/top.py:2: Top: 41 methods, the limit is 40"]


def test_an_import_circle_is_found_also_when_only_type_checkers_follow_it(findings):
    found = findings(
        cogs__a="import cogs.b",
        cogs__b="from cogs import c",
        cogs__c="""\
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from .a import A
        """,
    )
    assert found == ["cogs/a.py:1: import circle: cogs.a -> cogs.b -> cogs.c -> cogs.a"]


def test_two_import_circles_are_both_found(findings):
    found = findings(cogs__a="import cogs.b", cogs__b="import cogs.a\nfrom .c import x", cogs__c="")
    assert len(found) == 1
    found = findings(cogs__c="from cogs.b import y")
    assert len(found) == 2


def test_an_import_inside_a_function_is_found(findings):
    source = """\
        def run():
            def inner():
                import json
    """
    assert findings(cogs__play=source) == ["cogs/play.py:3: import inside a function"]


@pytest.mark.parametrize("opening", ["What", "Whether", "How", "Where", "Which", "Who", "The one"])
def test_a_docstring_that_begins_with_a_question_word_is_found(findings, opening):
    found = [
        'cogs/play.py:1: a docstring begins with "%s"',
        'cogs/play.py:3: a docstring begins with "%s"',
    ]
    source = f'"""{opening} can play."""\nx = 1\n"""{opening} it holds."""'
    assert findings(cogs__play=source) == [line % opening for line in found]
    assert findings(cogs__play='"""However it is written."""') == []


@pytest.mark.parametrize("opening", ["Return it", "Returns it"])
def test_a_docstring_that_says_return_where_nothing_is_returned_is_found(findings, opening):
    source = f'async def run() -> None:\n    """{opening}."""'
    message = 'run: a docstring says "Return", the function returns None'
    assert findings(cogs__play=source) == [f"cogs/play.py:1: {message}"]
    assert findings(cogs__play=source.replace("None", "int")) == []
    assert findings(cogs__play=source.replace("Return", "Revert")) == []


@pytest.mark.parametrize(
    "call", ["A(1, 2, 3, 4, 5, 6)", "b.run(1, 2, 3, 4, 5, 6)", "x.run(1, 2, 3, 4, 5, 6, k=7)"]
)
def test_a_call_of_our_own_with_more_than_five_values_by_position_is_found(findings, call):
    known = "class A: ...\ndef run(*, k=0): ...\ndef free(*values): ..."
    head = "import struct\nfrom cogs import b\nfrom cogs.b import A, free\n"
    name = call.partition("(")[0].rpartition(".")[2]
    found = findings(cogs__b=known, cogs__play=head + call)
    assert found == [f"cogs/play.py:4: {name}: 6 values by position, the limit is 5"]
    assert findings(cogs__play=head + call.replace("6", "k=6", 1).replace(", k=7", "")) == []


@pytest.mark.parametrize(
    "call", ["struct.run(1, 2, 3, 4, 5, 6)", "free(1, 2, 3, 4, 5, 6)", "b.run(*(1, 2), 3, 4, 5, 6)"]
)
def test_a_call_of_others_or_of_any_number_of_values_may_have_many(findings, call):
    known = "class A: ...\ndef run(*, k=0): ...\ndef free(*values): ..."
    head = "import struct\nfrom cogs import b\nfrom cogs.b import A, free\n"
    assert findings(cogs__b=known, cogs__play=head + call) == []


def test_lines_of_code_are_counted_without_blank_lines_comments_and_docstrings(tmp_path: Path):
    (tmp_path / "table").mkdir()
    (tmp_path / "engine" / "common").mkdir(parents=True)
    (tmp_path / "engine" / "common" / "dice.py").write_text("x = 1\n")
    source = '''
        """A module,
        described."""

        # a comment
        x = (
            1,  # two

            "#",
        )
        """One more."""

        def run():
            """Run."""
            return """a

        b"""
    '''
    (tmp_path / "table" / "play.py").write_text(textwrap.dedent(source))
    assert lines.count(Project.read(tmp_path)) == {"engine": 0, "table": 7, "cogs": 0}


def test_two_classes_with_one_name_are_found_unless_one_is_the_other(findings):
    assert findings(cogs__a="class A: ...", cogs__b="from cogs import a\nclass A(a.A): ...") == []
    found = findings(cogs__a="class A: ...", cogs__b="class A: ...")
    assert found == ["cogs/b.py:1: class A: the name is taken by cogs/a.py:1"]


def test_words_of_one_game_are_found_in_the_folders_that_know_no_game(findings):
    found = findings(
        cogs__a="heroes = 1",
        table__b="# Silmaril, alertness",
        render__c="from engine.sil import staircase_depth",
        engine__d="hero = 1",
    )
    words = {"cogs": ["hero"], "render": ["engine.sil", "staircase", "depth"]}
    words["table"] = ["Silmaril", "alertness"]
    files = {"cogs": "a", "render": "c", "table": "b"}
    expected = [
        f'{folder}/{files[folder]}.py:1: the word "{word}" is one game\'s'
        for folder, of_folder in words.items()
        for word in of_folder
    ]
    assert sorted(found) == sorted(expected)


def test_the_command_prints_the_findings_and_fails(findings, tmp_path: Path):
    findings(cogs__play="def run():\n    import json")
    command = [sys.executable, "-m", "tests.checks", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "cogs/play.py:2: import inside a function\n")


def test_a_soak_test_of_no_known_part_is_found(findings):
    source = "import pytest\n@pytest.mark.soak{}\ndef test_it(): ..."
    assert findings(tests__a=source.format('(part="duels")')) == []
    assert findings(tests__a=source.format('(part="dinner")')) == [
        "tests/a.py:2: soak(part='dinner') is none of tests/soak_parts.py"
    ]
    assert len(findings(tests__a=source.format(""))) == 1


def test_a_folder_of_tests_without_a_budget_is_found(findings):
    assert findings(checks__test_a="x = 1") == [
        "tests/checks/cpu_budgets.py:1: checks has no budget"
    ]


def test_a_kind_of_the_data_that_rules_ask_for_by_its_name_is_found(findings, tmp_path):
    data = tmp_path / "data" / "sil"
    data.mkdir(parents=True)
    (data / "object.txt").write_text("N:1:& Robe~\nN:2:Quickness\n")
    (tmp_path / "engine" / "sil").mkdir(parents=True)
    source = tmp_path / "engine" / "sil" / "rules.py"
    source.write_text('FIRST = text("Quickness")\nSECOND = Name("Robe")\nTHIRD = "robe"\n')
    assert findings() == []
    source.write_text('def _find(kind: str) -> bool:\n    return kind in ("Robe", "Quickness")\n')
    found = [line.partition(": ")[2] for line in findings()]
    assert found == [
        f'"{name}" is the name of a kind in data/sil' for name in ("Quickness", "Robe")
    ]


def test_a_kind_of_delve_may_bear_a_word_of_the_rules(findings, tmp_path):
    data, rules = tmp_path / "data" / "delve", tmp_path / "engine" / "delve" / "data"
    data.mkdir(parents=True)
    rules.mkdir(parents=True)
    (data / "items.txt").write_text("item net\n  level: 1\nitem bag of holding\n")
    (rules / "declarations.py").write_text('EFFECTS = ("net",)\n')
    (rules.parent / "use.py").write_text('FIRST, SECOND = "net", "bag of holding"\n')
    found = [line.partition(": ")[2] for line in findings()]
    assert found == ['"bag of holding" is the name of a kind in data/delve']
