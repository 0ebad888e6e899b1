"""Catalogues of translations in gettext's format, read by Babel.

`data/locale/LANGUAGE.po` holds the table's and the cogs' texts; a ruleset's stand beside its data,
`data/RULESET/locale/LANGUAGE.po`. A text's key is its English template. A
catalogue that there is holds everything (`python -m tests.catalogues`).
"""

from __future__ import annotations

import gettext
import io
import itertools
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from engine.contract.data import data_folders

DATA = Path(__file__).parents[2] / "data"
ENGLISH = "en"


class CatalogueError(ValueError):
    """A fault in a catalogue, with its file and line."""


class Catalogue:
    """The translations of one language. What it lacks stays English."""

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._texts: dict[str, str] = {}
        self._by_context: dict[str, dict[str, str]] = {}
        self._plurals: set[tuple[str, ...]] = set()  # context, singular, plural
        self._translations: gettext.NullTranslations = gettext.NullTranslations()
        for file in files:
            catalog = read_catalogue(file)
            for key, said in _entries(catalog):
                context, text = key
                (self._by_context.setdefault(context, {}) if context else self._texts)[text] = said
            self._plurals |= {
                (message.context or "", *message.id)
                for message in catalog
                if isinstance(message.id, tuple) and all(message.string or "") and not message.fuzzy
            }
            compiled = io.BytesIO()
            write_mo(compiled, catalog)
            compiled.seek(0)
            translations = gettext.GNUTranslations(compiled)
            translations.add_fallback(self._translations)
            self._translations = translations

    @property
    def texts(self) -> Mapping[str, str]:
        """Return the texts without a context by their English; of plurals the first form."""
        return self._texts

    def holds(self, text: str, context: str = "", plural: str = "") -> bool:
        """Return whether a template is translated, with its plural if it has one."""
        if plural:
            return (context, text, plural) in self._plurals
        return text in (self._by_context.get(context, {}) if context else self._texts)

    def names(self, context: str) -> Mapping[str, str]:
        """Return what the language calls the things of a context by their English names."""
        return self._by_context.get(context, {})

    def template(self, text: str, plural: str = "", number: int = 1, context: str = "") -> str:
        """Return the translation of a template; with `plural` the one for that number."""
        if plural and context:
            return self._translations.npgettext(context, text, plural, number)
        if plural:
            return self._translations.ngettext(text, plural, number)
        if context:
            return self._translations.pgettext(context, text)
        return self._translations.gettext(text) if text else ""


@cache
def catalogue(language: str) -> Catalogue:
    """Return a language's catalogue; English has an empty one. Raises CatalogueError."""
    if language == ENGLISH:
        return Catalogue(())
    own = DATA / "locale" / f"{language}.po"
    theirs = (sorted(folder.glob(f"*/locale/{language}.po")) for folder in data_folders())
    return Catalogue((own, *itertools.chain(*theirs)))


def is_translated(ruleset: str, language: str) -> bool:
    """Return whether a ruleset speaks a language: its catalogue is whole if it has one."""
    files = (folder / ruleset / "locale" / f"{language}.po" for folder in data_folders())
    return language == ENGLISH or any(file.exists() for file in files)


def read_catalogue(path: Path) -> Catalog:
    """Read a file of translations. Raises CatalogueError."""
    try:
        with path.open("rb") as file:
            return read_po(file, abort_invalid=True)
    except PoFileError as error:
        raise CatalogueError(f"{path.name}, line {error.lineno + 1}: {error}") from None


def _entries(catalog: Catalog) -> Iterator[tuple[tuple[str, str], str]]:
    for message in catalog:
        text = message.id if isinstance(message.id, str) else message.id[0]
        said = message.string if isinstance(message.string, str) else (message.string or [""])[0]
        if text and said and not message.fuzzy:
            yield ((message.context or "", text), said)
