"""The coverage page tells the truth about the tests' markers."""

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
        assert covers.found(f"spec: {path}", documents) == cross
    assert covers.found("spec: Round room", documents) == []
    assert covers.found("other: Cross room", documents) == []


def test_the_page_counts_what_is_covered_and_shows_what_is_not():
    page = covers.page({"doc": ["Stealth", "Song"]}, [("doc: Stealth", "tests/x.py::test_y")])
    assert "## doc: 1 of 2" in page
    assert "| Stealth | `tests/x.py::test_y` |" in page
    assert "| Song | — |" in page


def test_every_marker_of_the_tests_names_a_heading():
    documents = covers.headings()
    astray = [(part, test) for part, test in covers.markers() if not covers.found(part, documents)]
    assert astray == []
    assert sum(map(len, documents.values())) > 500
