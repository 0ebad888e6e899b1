"""The bot's words in other languages: catalogues in gettext's format, `data/locale/*.po`.

Private answers speak their reader's language, public cards their server's. What a ruleset says is
not translated.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path

import discord
from discord import app_commands

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
LOCALE = Path(__file__).parents[2] / "data" / "locale"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


class CatalogueError(ValueError):
    """A fault in a catalogue, with its file and line."""


def translate(text: str) -> str:
    """Return a fixed text in the language being spoken; itself where there is no translation."""
    return catalogue(_language.get()).get(text, text)


def set_language(language: str) -> None:
    """Speak a language from here on, in this task and those that it starts."""
    _language.set(language)


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language within the block."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def language_of(locale: discord.Locale) -> str:
    """Return the language for one of Discord's locales: English where there is no other."""
    language = locale.value.partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


@functools.cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return a language's texts by their English. Raises CatalogueError."""
    return {} if language == ENGLISH else read_po(LOCALE / f"{language}.po")


def read_po(path: Path) -> dict[str, str]:
    """Read a catalogue: `msgid` and `msgstr` in quotes, which may go on over several lines.

    Raises CatalogueError.
    """
    pairs: list[dict[str, str]] = []
    current = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        keyword, _, quoted = line.partition('"')
        keyword = keyword.strip() or current
        if keyword not in ("msgid", "msgstr") or not quoted.endswith('"'):
            raise CatalogueError(f'{path.name}, line {number}: expected msgid or msgstr and "…".')
        if keyword == "msgid" and current != "msgid":
            pairs.append({"msgid": "", "msgstr": ""})
        current = keyword
        pairs[-1][keyword] += ast.literal_eval(f'"{quoted}')
    return {pair["msgid"]: pair["msgstr"] for pair in pairs if pair["msgid"] and pair["msgstr"]}


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions of commands and their options. Names stay English: mentions of
    commands need them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description in a language; None where it stays English."""
        descriptions = (
            app_commands.TranslationContextLocation.command_description,
            app_commands.TranslationContextLocation.group_description,
            app_commands.TranslationContextLocation.parameter_description,
        )
        if context.location not in descriptions:
            return None
        return catalogue(language_of(locale)).get(string.message)
