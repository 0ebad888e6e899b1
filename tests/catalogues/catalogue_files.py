"""Catalogues brought up to date with what the code and the data say, and their faults."""

from __future__ import annotations

import io
import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from cogs.ui.catalogues import read_catalogue
from cogs.ui.name_forms import FORMS, GERMAN_NAME, NOUN_OF_FACT
from tests.catalogues.scopes import catalogue_file, texts_of
from tests.catalogues.sources import Key, SourceText

HEAD = """\
# {language}: {scope}. `python -m tests.catalogues {scope}` brings it up to date.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
WIDTH = 100
NUMBER = re.compile(r"[+,]*d?")  # how a figure is written


@dataclass
class Report:
    """Work that is left in a catalogue."""

    missing: tuple[Key, ...] = ()
    obsolete: tuple[Key, ...] = ()
    fuzzy: tuple[Key, ...] = ()
    faults: tuple[str, ...] = ()

    def counts(self) -> str:
        """Return the numbers as a line."""
        return (
            f"missing {len(self.missing)}, obsolete {len(self.obsolete)}, "
            f"fuzzy {len(self.fuzzy)}, faults {len(self.faults)}"
        )


def report(scope: str, language: str) -> Report:
    """Return what a catalogue lacks, what it has in vain, and what is wrong in it."""
    catalog = read_catalogue(catalogue_file(scope, language))
    wanted = texts_of(scope)
    own = {"command", "option"}  # names of commands, which tests/cogs checks
    held = {
        (message.context or "", _english(message)[0]): message
        for message in catalog
        if message.id and message.context not in own
    }
    done = {key for key, message in held.items() if all(_said(message)) and not message.fuzzy}
    return Report(
        tuple(sorted(wanted.keys() - done)),
        tuple(sorted(held.keys() - wanted.keys())),
        tuple(sorted(key for key, message in held.items() if message.fuzzy)),
        tuple(
            f"{language}: {key[1]!r}: {fault}"
            for key, message in held.items()
            if key in done
            for fault in _faults(message, language, wanted.get(key, SourceText()))
        ),
    )


def _english(message: Message) -> Sequence[str]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _said(message: Message) -> Sequence[str]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _fields(template: str) -> dict[str, list[str]]:
    """Return the forms in which each fact stands in a template."""
    found: dict[str, list[str]] = {}
    for _, name, form, _ in string.Formatter().parse(template):
        if name is not None:
            found.setdefault(name, []).append((form or "").partition(".")[0])
    return found


def _faults(message: Message, language: str, source: SourceText) -> Iterator[str]:
    english, said = _english(message), _said(message)
    if source.plural and english[1:] != (source.plural,):
        yield "it has a plural"
    wanted = {name for text in english for name in _fields(text)}
    grouped = {name for text in english for name, forms in _fields(text).items() if "," in forms}
    for text in said:
        try:
            given = _fields(text)
        except ValueError as error:
            yield f"{text!r}: {error}"
            continue
        may = {"number", "ordinal"} & wanted
        if not wanted - may <= given.keys() <= wanted | ({"number"} if may else set()):
            yield f"{text!r} has other facts"
        for name in grouped & given.keys():
            if "," not in given[name]:
                yield f"{text!r} has {name} without its thousands apart"
        for forms in given.values():
            yield from (
                f"{text!r}: no form is called {form}"
                for form in forms
                if form.lower() not in FORMS[language] and not NUMBER.fullmatch(form)
            )
    is_word = message.context == "name" and language == "de" and not source.proper
    if is_word and not (GERMAN_NAME.fullmatch(said[0]) or NOUN_OF_FACT.match(said[0])):
        yield f"{said[0]!r} has no gender"


def update(scope: str, language: str) -> None:
    """Add to a catalogue what it lacks, and mark what is no longer said as obsolete.

    Its head, translations and comments stay. A new text that resembles one of the catalogue is
    marked as fuzzy and begins with that one's translation.
    """
    path = catalogue_file(scope, language)
    head = _head(path) or HEAD.format(language=language, scope=scope)
    template = Catalog(locale=language)
    for (context, english), text in texts_of(scope).items():
        template.add(
            (english, text.plural) if text.plural else english,
            locations=sorted({(file, 0) for file, _ in text.places}),
            context=context or None,
        )
    catalog = read_catalogue(path) if path.exists() else Catalog(locale=language)
    kept = [message for message in catalog if message.context in ("command", "option")]
    catalog.update(template)
    for message in kept:
        catalog[message.id] = message
    written = io.BytesIO()
    write_po(written, catalog, width=WIDTH, sort_output=True, omit_header=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{head.rstrip()}\n\n{written.getvalue().decode().rstrip()}\n", "utf-8")


def _head(path: Path) -> str:
    """Return the first entry of a file with the comments before it."""
    return path.read_text("utf-8").partition("\n\n")[0] if path.exists() else ""
