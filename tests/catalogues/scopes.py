"""The contents that each catalogue must have.

The table's holds all that `cogs/`, `table/` and what rulesets share say, a ruleset's what its code
and its data say.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import render
from cogs.dice import COLUMNS
from cogs.ui.catalogues import DATA
from cogs.ui.help_texts import TOPICS
from engine.contract.texts import Name
from table.game_settings import SETTINGS
from table.voting.modes import MODES
from tests.catalogues.sources import FileTexts, SourceTexts, add, closed_words, search
from tests.rulesets import RULESETS
from tests.sandbox_process import ROOT

TABLE = "table"
SCOPES = (TABLE, *RULESETS)
TABLE_FOLDERS = ("cogs", "table", "engine/contract", "engine/common")
BEGINNING = 40  # letters
LISTS = ("and", "or")  # before the last of a row


def catalogue_file(scope: str, language: str) -> Path:
    """Return where a catalogue stands, if there is one."""
    return DATA / ("" if scope == TABLE else scope) / "locale" / f"{language}.po"


@cache
def texts_of(scope: str) -> SourceTexts:
    """Return all that the catalogue of a scope must translate."""
    return _of_table() if scope == TABLE else _of_ruleset(scope)


@cache
def untranslatable(scope: str) -> tuple[str, ...]:
    """Return the f-strings that hold words, with file and line."""
    files = _table_files() if scope == TABLE else search((f"engine/{scope}",))
    return tuple(line for found in files for line in found.untranslatable)


@cache
def _table_files() -> tuple[FileTexts, ...]:
    return tuple(search(TABLE_FOLDERS))


def _of_table() -> SourceTexts:
    texts: SourceTexts = {}
    values = {value for setting in SETTINGS for value in setting.values}
    for value in (*values, *MODES, *TOPICS, *COLUMNS, *render.WORDS):
        if not value.isdecimal():
            add(texts, ("", value), None)
    for word in LISTS:
        add(texts, ("list", word), None)
    for found in _table_files():
        for key, text in found.texts.items():
            for place in text.places:
                add(texts, key, place, text.plural)
    return texts


def _of_ruleset(name: str) -> SourceTexts:
    """Return what a ruleset says. What the table's catalogue has is not said twice."""
    texts: SourceTexts = {}
    words = RULESETS[name].data_words()
    for word in words:
        if isinstance(word, Name):
            place = _place_in_data(name, word.word)
            add(texts, ("name", word.word), place, proper=word.proper)
        else:
            place = _place_in_data(name, word.template)
            add(texts, (word.context, word.template), place, word.plural)
    for label in render.legend_words(name):
        add(texts, ("legend", label), (f"data/tiles/{name}/legend.txt", 0))
    folders = (f"engine/{name}",)
    known = {word.word for word in words if isinstance(word, Name)} | {
        *closed_words((*folders, "engine/common", "engine/contract"))
    }
    for found in search(folders, known):
        for key, text in found.texts.items():
            for place in text.places:
                add(texts, key, place, text.plural, proper=text.proper)
    shared = texts_of(TABLE)
    return {key: text for key, text in texts.items() if key not in shared}


@cache
def _places(name: str) -> dict[str, tuple[str, int]]:
    """Return where records and fields of a ruleset's data stand, by how they begin."""
    places: dict[str, tuple[str, int]] = {}
    for path in sorted((DATA / name).rglob("*.txt"), key=lambda found: (len(found.parts), found)):
        file = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for between in (" ", ": ", ":"):  # "item dagger", "  text: Poison.", "N:8:Dagger"
                places.setdefault(line.strip().partition(between)[2][:BEGINNING], (file, number))
            places.setdefault(line.rpartition(":")[2][:BEGINNING], (file, number))
    return places


def _place_in_data(name: str, word: str) -> tuple[str, int] | None:
    """Return where a word of the data stands first."""
    return _places(name).get(word[:BEGINNING])
