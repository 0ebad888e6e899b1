"""A pseudo-language that writes every translated text in Greek letters: what is read in Latin
letters was not translated, even where a text was cut or has a capital."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
import pytest

from cogs.ui import languages
from cogs.ui.catalogues import Catalogue
from engine.contract.texts import Name
from tests.catalogues.said import Said

LOCALE = discord.Locale.japanese
LANGUAGE = "ja"
_GREEK = str.maketrans(string.ascii_letters, "αβψδεφγηιξκλμνοπϙρστθωϝχυζΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠϘΡΣΤΘΩϜΧΥΖ")
# What Discord or the bot reads: times, people, commands, squares, creatures ("wolf-2").
_KEPT = re.compile(
    r"<[^<>\s]+>|`[^`]*`|(?<![\w/])/[a-z]+(?: [a-z]+)*|https?://\S+"
    r"|\bWASD\b|\b[A-Z]{1,2}\d+\b|\b[a-z-]+[.-]\d+\b"
)
GREEK = re.compile("[α-ωΑ-Ω]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_CUT_OFF = re.compile(r"([A-Za-z']+)…")  # the last word, perhaps of a name
_READ = ("content", "label", "placeholder", "description", "title", "name", "text")


def in_pseudo(template: str) -> str:
    """Return a template in the pseudo-language, with its facts in their places."""
    pieces = []
    for literal, field, form, _ in string.Formatter().parse(template):
        kept, written = 0, ""
        for found in _KEPT.finditer(literal):
            written += literal[kept : found.start()].translate(_GREEK) + found[0]
            kept = found.end()
        pieces.append(
            (written + literal[kept:].translate(_GREEK)).replace("{", "{{").replace("}", "}}")
        )
        if field is not None:
            pieces.append(f"{{{field}:{form}}}" if form else f"{{{field}}}")
    return "".join(pieces)


class PseudoCatalogue(Catalogue):
    """The catalogue of the pseudo-language: it holds every text. `given`: the names that were said
    in it and are the same in every language; `said`: all other texts and names."""

    def __init__(self) -> None:
        super().__init__(())
        self.given: set[str] = set()
        self.said: set[Said] = set()

    def holds(self, text: str, context: str = "", plural: str = "") -> bool:
        """Return True."""
        return True

    def template(self, text: str, plural: str = "", number: int = 1, context: str = "") -> str:
        """Return the translation of a template."""
        self.said.add((context, text, plural))
        return in_pseudo(text if not plural or number == 1 else plural)

    def say_name(self, name: Name, form: str, facts: Mapping[str, Any]) -> str:
        """Return a name; a given one as it is."""
        if name.given:
            self.given.add(name.word)
        else:
            self.said.add(("name", name.word, ""))
        word = name.word if name.given else in_pseudo(name.word)
        return format(Name(word, proper=True, number=name.number, facts=facts), "")


def speak(monkeypatch: pytest.MonkeyPatch) -> PseudoCatalogue:
    """Let the bot know the pseudo-language until the test ends."""
    pseudo = PseudoCatalogue()
    known, say_name = languages.catalogue, languages.say_name

    def catalogue(language: str) -> Catalogue:
        return pseudo if language == LANGUAGE else known(language)

    def say(language: str, *name: Any) -> str:
        return pseudo.say_name(*name) if language == LANGUAGE else say_name(language, *name)

    monkeypatch.setitem(languages.LANGUAGES, LANGUAGE, "Pseudo")
    monkeypatch.setattr(languages, "catalogue", catalogue)
    monkeypatch.setattr(languages, "say_name", say)
    monkeypatch.setattr(languages, "is_translated", lambda ruleset, language: True)
    languages.language_of.cache_clear()
    return pseudo


def read_by_people(message: Any) -> Iterator[str]:
    """Yield the strings of a message's components that people read."""
    if isinstance(message, dict):
        for key, value in message.items():
            if isinstance(value, str) and key in _READ:
                yield value
            else:
                yield from read_by_people(value)
    elif isinstance(message, list):
        for each in message:
            yield from read_by_people(each)


def is_left_in_english(said: str, names: Iterable[str]) -> bool:
    """Return whether something of a string is in Latin letters, but for names, commands and times.

    The last word of a name may be cut off.
    """
    names = tuple(names)
    heads = tuple(word for name in names for word in name.split())

    def cut(found: re.Match[str]) -> str:
        return "" if any(word.startswith(found[1]) for word in heads) else found[0]

    rest = _CUT_OFF.sub(cut, _KEPT.sub("", said))
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, "").replace(name[:1].upper() + name[1:], "")
    return bool(_LATIN.search(rest))


def strings(noted: bytes) -> Iterator[str]:
    """Yield what people read of a noted message, and the descriptions of its files."""
    head = noted.partition(b"\n")[0]
    message = json.loads(head[head.find(b"{") :]) if b"{" in head else {}
    yield from read_by_people(message.get("components") or message)
    if message.get("content"):
        yield message["content"]
    for _, description in message.get("files") or ():
        if description:
            yield description
