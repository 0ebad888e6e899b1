"""Catalogues hold all that is said, and each translation has what its English has."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cogs.ui import catalogues
from tests.catalogues import catalogue_files, scopes
from tests.catalogues.__main__ import OTHERS
from tests.catalogues.catalogue_files import Report, report, update
from tests.catalogues.said import played
from tests.catalogues.scopes import SCOPES, TABLE, catalogue_file, untranslatable
from tests.catalogues.sources import FACT, LETTERS, FileTexts, SourceText, closed_words
from tests.rulesets import RULESETS

HELD = [
    (scope, language)
    for scope in SCOPES
    for language in OTHERS
    if catalogue_file(scope, language).exists()
]


@pytest.mark.parametrize(("scope", "language"), HELD)
def test_a_catalogue_is_whole_and_without_faults(scope: str, language: str):
    assert report(scope, language) == Report()


@pytest.mark.parametrize(("scope", "language"), [each for each in HELD if each[0] != TABLE])
def test_all_that_played_games_say_is_translated(scope: str, language: str):
    check_played(scope, language, range(1), moves=25)


@pytest.mark.soak(part="random")
@pytest.mark.parametrize(("scope", "language"), [each for each in HELD if each[0] != TABLE])
def test_all_that_many_games_say_is_translated(scope: str, language: str):
    check_played(scope, language, range(2, 14), moves=150)


def check_played(scope: str, language: str, seeds: range, moves: int) -> None:
    known = catalogues.catalogue(language)
    said = {key for seed in seeds for key in played(RULESETS[scope], seed, moves)}
    assert len(said) > 50
    lacking = {
        (context, english)
        for context, english, plural in said
        if not known.holds(english, context, plural)
        and (context or LETTERS.search(FACT.sub("", english)))
    }
    assert lacking == set()


@pytest.mark.parametrize("language", OTHERS)
def test_what_two_catalogues_hold_they_translate_alike(language: str):
    said: dict[tuple[str, object], object] = {}
    for scope in SCOPES:
        if catalogue_file(scope, language).exists():
            for message in catalogues.read_catalogue(catalogue_file(scope, language)):
                if message.id:
                    key = message.context or "", message.id
                    assert said.setdefault(key, message.string) == message.string, (scope, key)
    assert said


def test_the_table_makes_no_text_in_a_way_that_cannot_be_translated():
    ours = [line for line in untranslatable(TABLE) if not line.startswith("engine/")]
    assert ours == []


def test_a_new_text_is_found_wherever_it_stands(tmp_path: Path):
    file = tmp_path / "new.py"
    file.write_text(
        '"""A module."""\n'
        "LINES = {'late': 'The turn is slow.'}\n"
        "def told(name):\n"
        "    if not name:\n"
        "        raise Refusal('{name} is nobody.', name=name)\n"
        "    who = Name('wolf')\n"
        "    text('bites', who=who)\n"
        "    counted(3, '{number} day', '{number} days')\n"
        "    return f'Well done, {name}!'\n"
    )
    found = FileTexts(file, {"The Butler"})
    found.visit(ast.parse(file.read_text()))
    assert {key: text.plural for key, text in found.texts.items()} == {
        ("", "The turn is slow."): "",
        ("", "{name} is nobody."): "",
        ("name", "wolf"): "",
        ("", "bites"): "",
        ("", "{number} day"): "{number} days",
    }
    assert found.texts["", "{name} is nobody."].places == [(file.as_posix(), 5)]
    assert len(found.untranslatable) == 1


def test_words_that_nobody_reads_are_no_texts(tmp_path: Path):
    file = tmp_path / "new.py"
    file.write_text(
        "Reason = Literal['own deed', 'a fall']\n"
        "_PHRASES = {'pick up': 'get it'}\n"
        "_WHOLE = {'sing stop': text('Stop singing')}\n"
        "def told(line) -> 'Long Name':\n"
        "    disturb(text('You fall.'), 'a fall')\n"
        "    return line.translate(None, DROPPED).count(b'oO')\n"
    )
    keys = set(closed_words([str(tmp_path)]))
    assert keys == {"own deed", "a fall"}
    found = FileTexts(file, keys)
    found.visit(ast.parse(file.read_text()))
    assert {key[1] for key in found.texts} == {"Stop singing", "You fall."}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a catalogue for three texts, which stands in a folder of its own."""
    wanted = {
        ("", "{who:The} waits."): SourceText(places=[("a.py", 3)]),
        ("", "{number} day"): SourceText("{number} days"),
        ("name", "wolf"): SourceText(proper=False),
    }
    monkeypatch.setattr(catalogue_files, "texts_of", lambda scope: wanted)
    monkeypatch.setattr(scopes, "DATA", tmp_path)
    return catalogue_file("sil", "de")


def test_an_update_keeps_translations_and_marks_the_rest_as_obsolete(small: Path):
    update("sil", "de")
    assert "#: a.py\n" in small.read_text()
    assert len(report("sil", "de").missing) == 3
    head = small.read_text().partition("\n\n")[0]
    small.write_text(
        f'{head}\n\n# a note\nmsgid "{{who:The}} waits."\nmsgstr "{{who:Der}} wartet."\n\n'
        'msgctxt "name"\nmsgid "green ape"\nmsgstr "grün- Affe m Affen"\n'
    )
    assert report("sil", "de").obsolete == (("name", "green ape"),)
    update("sil", "de")
    assert "# a note\n" in small.read_text()
    assert "#~ msgid" in small.read_text()
    assert report("sil", "de").missing == (("", "{number} day"), ("name", "wolf"))
    assert report("sil", "de").obsolete == ()


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('msgid "{who:The} waits."\nmsgstr "{wer:Der} wartet."\n', "other facts"),
        ('msgid "{who:The} waits."\nmsgstr "{who:The} wartet."\n', "no form is called The"),
        ('msgid "{number} day"\nmsgstr "{number} Tag"\n', "it has a plural"),
        ('msgctxt "name"\nmsgid "wolf"\nmsgstr "Wolf"\n', "has no gender"),
    ],
)
def test_a_fault_of_a_translation_is_told(small: Path, entry: str, fault: str):
    update("sil", "de")
    head = small.read_text().partition("\n\n")[0]
    small.write_text(f"{head}\n\n{entry}")
    [told] = report("sil", "de").faults
    assert fault in told
