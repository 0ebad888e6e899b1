"""German names in each form: articles, adjectives, cases, prepositions."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogs.ui import name_forms
from cogs.ui.name_forms import nested_form, say_name
from engine.contract.texts import Name


class Inflected:
    """A fact that says the form that it is asked for."""

    def __format__(self, form: str) -> str:
        return form or "plain"


FORMS = ("der", "den", "dem", "des", "ein", "einen", "einem", "eines")
BARE = ("wer", "wen", "wem", "wessen")
WITH = ("zum", "vom", "beim", "im", "am", "ins")


def said(
    monkeypatch: pytest.MonkeyPatch, entry: str, form: str, number: int = 0, **facts: object
) -> str:
    """Return the name of an entry of the catalogue in a form."""
    words = SimpleNamespace(template=lambda word, context: entry)
    monkeypatch.setattr(name_forms, "catalogue", lambda language: words)
    return say_name("de", Name("thing", number=number), form, facts)


@pytest.mark.parametrize(
    ("entry", "forms", "told"),
    [
        (
            "grün- Wolf m",
            FORMS,
            "der grüne Wolf, den grünen Wolf, dem grünen Wolf, des grünen Wolfs, ein grüner Wolf,"
            " einen grünen Wolf, einem grünen Wolf, eines grünen Wolfs",
        ),
        (
            "alt- Ratte f",
            FORMS,
            "die alte Ratte, die alte Ratte, der alten Ratte, der alten Ratte, eine alte Ratte,"
            " eine alte Ratte, einer alten Ratte, einer alten Ratte",
        ),
        (
            "alt- Haus n",
            FORMS,
            "das alte Haus, das alte Haus, dem alten Haus, des alten Hauses, ein altes Haus,"
            " ein altes Haus, einem alten Haus, eines alten Hauses",
        ),
        (
            "alt- Reste p",
            FORMS,
            "die alten Reste, die alten Reste, den alten Resten, der alten Reste, alte Reste,"
            " alte Reste, alten Resten, alter Reste",
        ),
        ("grün- Wolf m", BARE, "grüner Wolf, grünen Wolf, grünem Wolf, grünen Wolfs"),
        ("alt- Ratte f", BARE, "alte Ratte, alte Ratte, alter Ratte, alter Ratte"),
        ("alt- Haus n", BARE, "altes Haus, altes Haus, altem Haus, alten Hauses"),
        ("alt- Reste p", BARE, "alte Reste, alte Reste, alten Resten, alter Reste"),
        (
            "grün- Wolf m",
            WITH,
            "zum grünen Wolf, vom grünen Wolf, beim grünen Wolf, im grünen Wolf, am grünen Wolf,"
            " in den grünen Wolf",
        ),
        (
            "Ratte f",
            WITH,
            "zur Ratte, von der Ratte, bei der Ratte, in der Ratte, an der Ratte, in die Ratte",
        ),
        ("Haus n", WITH, "zum Haus, vom Haus, beim Haus, im Haus, am Haus, ins Haus"),
        (
            "Wagen p",
            WITH,
            "zu den Wagen, von den Wagen, bei den Wagen, in den Wagen, an den Wagen, in die Wagen",
        ),
        ("Bär m Bären", FORMS[:4], "der Bär, den Bären, dem Bären, des Bären"),
        ("groß- alt- Fuchs m", ("der", "des"), "der große alte Fuchs, des großen alten Fuchses"),
        ("Stück Brot n", ("der", "des", "dem"), "das Stück Brot, des Stücks Brot, dem Stück Brot"),
        ("Kreuz n", ("des",), "des Kreuzes"),
        ("Haufen Steine p", ("dem",), "den Haufen Steine"),
        ("Teile Holz p", ("dem", "den", "des"), "den Teilen Holz, die Teile Holz, der Teile Holz"),
        ("Lug | Lugs | dem Lug | Lugens", BARE, "Lug, Lugs, dem Lug, Lugens"),
        ("Ann", (*FORMS[:4], *WITH), "Ann, Ann, Ann, Ann, zu Ann, von Ann, bei Ann, in Ann, an Ann,"
         " in Ann"),
        ("Wolf m", ("", "a", "the", "The"), "Wolf, ein Wolf, der Wolf, der Wolf"),
    ],
)  # fmt: skip
def test_a_name_takes_each_form(
    monkeypatch: pytest.MonkeyPatch, entry: str, forms: tuple[str, ...], told: str
) -> None:
    assert ", ".join(said(monkeypatch, entry, form) for form in forms) == told


def test_what_is_numbered_has_no_article(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, "grün- Wolf m", "der", 2) == "grüner Wolf 2"
    assert said(monkeypatch, "grün- Wolf m", "einem", 1) == "grünem Wolf 1"
    assert said(monkeypatch, "grün- Wolf m", "zum", 2) == "zu grünem Wolf 2"


def test_what_is_not_translated_and_given_names_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, "thing", "der") == "thing"
    assert said(monkeypatch, "thing", "zum") == "zu thing"
    assert say_name("de", Name("Wolf m", given=True), "des", {}) == "Wolf m"
    assert say_name("en", Name("wolf"), "the", {}) == "the wolf"


def test_a_name_says_a_fact_within_it_in_its_own_case_or_where_it_is_the_noun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for entry, form, told in (
        ("Haufen {thing} m", "des", "des Haufens plain"),
        ("{thing}, alt", "DES", "des, alt"),
        ("{thing} m", "dem", "dem plain"),
    ):
        assert said(monkeypatch, entry, form, thing=Inflected()) == told


@pytest.mark.parametrize(
    ("form", "outer", "inner"),
    [
        ("der", "", "der"),
        ("der", "einen", "den"),
        ("ein", "dem", "einem"),
        ("Ein", "des", "Eines"),
        ("the", "wem", "dem"),
        ("a", "wen", "einen"),
        ("", "wessen", "wessen"),
        ("den", "dem", "den"),
        ("zum", "den", "zum"),
    ],
)
def test_a_name_within_another_takes_its_case(form: str, outer: str, inner: str) -> None:
    assert nested_form("de", form, outer) == inner
    assert nested_form("en", form, outer) == form
