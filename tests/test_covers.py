"""The coverage page tells the truth about the tests' markers."""

from pathlib import Path

from tests import covers


def test_a_marker_names_a_heading_with_or_without_numbers_and_parents():
    documents = {"spec": ["1. Level frame", "1. Level frame / 1.5 Cross room"]}
    cross = [("spec", "1. Level frame / 1.5 Cross room")]
    for path in (
        "1.5",
        "Cross room",
        "level frame / cross room",
        "1. Level frame / 1.5 Cross room",
    ):
        assert covers.find_headings(f"spec: {path}", documents) == cross
    assert covers.find_headings("spec: Round room", documents) == []
    assert covers.find_headings("other: Cross room", documents) == []


def test_the_page_counts_what_is_covered_and_shows_what_is_not():
    page = covers.format_page(
        {"doc": {"Stealth": "", "Song": ""}}, [("doc: Stealth", "tests/x.py::test_y")]
    )
    assert "## doc: 1 of 2" in page
    assert "| Stealth | `tests/x.py::test_y` |" in page
    assert "| Song | — |" in page


def test_a_heading_is_covered_by_all_its_parts_or_needs_no_test(tmp_path: Path):
    (tmp_path / "doc.txt").write_text("A\nA / B\nA / C\nD\nD / E\nF -- an introduction\n")
    documents = covers.read_headings(tmp_path)
    page = covers.format_page(documents, [("doc: B", "test_b"), ("doc: C", "test_c")])
    assert "## doc: 4 of 6" in page
    assert "| A | its parts |" in page
    assert "| D | — |" in page
    assert "| F | an introduction |" in page


def test_a_marker_counts_once_for_what_it_stands_on(tmp_path: Path):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_x.py").write_text(
        """
DOC = "doc"
ONE = f"{DOC}: One"
pytestmark = pytest.mark.covers("doc: Module")

@pytest.mark.covers("doc: Class")
class TestAll:
    @pytest.mark.covers("doc: Method")
    def test_method(self): ...

@pytest.mark.covers(ONE, f"{DOC}: Two")
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.covers("doc: Param"))])
async def test_function(n): ...
"""
    )
    assert list(covers.markers(folder)) == [
        ("doc: Module", "tests/test_x.py"),
        ("doc: Method", "tests/test_x.py::test_method"),
        ("doc: Class", "tests/test_x.py::TestAll"),
        ("doc: One", "tests/test_x.py::test_function"),
        ("doc: Two", "tests/test_x.py::test_function"),
        ("doc: Param", "tests/test_x.py::test_function"),
    ]


def test_an_ability_marker_counts_for_the_manuals_heading(tmp_path: Path):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_x.py").write_text(
        """
@pytest.mark.ability("Dexterity (Evasion)", "Fletchery", "Two Weapon Fighting")
def test_function(): ...
"""
    )
    headings = ("Dexterity", "Fletcher", "Two-weapon Fighting")
    documents = {"sil-q-manual": dict.fromkeys(headings, "")}
    page = covers.format_page(documents, list(covers.markers(folder)))
    assert "## sil-q-manual: 3 of 3" in page


def test_every_marker_of_the_tests_names_a_heading():
    documents = covers.read_headings()
    unknown = [
        (part, test) for part, test in covers.markers() if not covers.find_headings(part, documents)
    ]
    assert unknown == []
    assert sum(map(len, documents.values())) > 500
