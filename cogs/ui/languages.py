"""The bot's words in other languages: catalogues in gettext's format, `data/locale/*.po`.

Private answers speak their reader's language, public cards their server's. What a ruleset says is
not translated.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from engine.contract.texts import Text, Words
from engine.contract.view import View

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
CONTEXT_END = "\x04"  # gettext's own, between a context and its text
_COMMAND = re.compile(r"(?<!\w)/([a-z]+)((?: [a-z]+)?)")
_DESCRIPTIONS = (
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
)
_COMMAND_NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
)
LOCALE = Path(__file__).parents[2] / "data" / "locale"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


class CatalogueError(ValueError):
    """A fault in a catalogue, with its file and line."""


def translate(text: str | Text, /, **facts: Any) -> str:
    """Return a text in the language being spoken; itself where there is no translation.

    `facts` stand in its braces; those that are texts are translated, too.
    """
    if isinstance(text, Text):
        return translate(text.template, **text.facts)
    said = catalogue(_language.get()).get(text, text)
    if not facts:
        return said
    shown = {n: translate(fact) if isinstance(fact, Text) else fact for n, fact in facts.items()}
    return said.format(**shown)


def say(words: Words) -> str:
    """Return what rules or the table tell in the language being spoken; a plain string, which is
    somebody's own word or a figure, as it is."""
    return words if isinstance(words, str) else translate(words)


def say_view(view: View) -> View:
    """Return a view whose words are in the language being spoken, for pictures and cards."""
    return replace(
        view,
        title=say(view.title),
        lines=tuple(map(say, view.lines)),
        headline=say(view.headline),
        alt=say(view.alt),
        question=say(view.question),
        details=tuple(map(say, view.details)),
    )


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
    """Return a language's texts by their English; commands have their names in that language.

    Raises CatalogueError.
    """
    commands = names(language, "command")
    return {
        text: localise_commands(said, commands)
        for text, said in _entries(language).items()
        if CONTEXT_END not in text
    }


@functools.cache
def names(language: str, context: str) -> Mapping[str, str]:
    """Return the names that a language gives to what the code calls by an English one: a "command"
    by its whole name, an "option" of one."""
    start = context + CONTEXT_END
    return {
        text.removeprefix(start): said
        for text, said in _entries(language).items()
        if text.startswith(start)
    }


@functools.cache
def _entries(language: str) -> Mapping[str, str]:
    return {} if language == ENGLISH else read_po(LOCALE / f"{language}.po")


def read_po(path: Path) -> dict[str, str]:
    """Read a catalogue: `msgid` and `msgstr` in quotes, which may go on over several lines. The
    key of an entry with `msgctxt` begins with that and `CONTEXT_END`.

    Raises CatalogueError.
    """
    pairs: list[dict[str, str]] = []
    current = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        keyword, _, quoted = line.partition('"')
        keyword = keyword.strip() or current
        if keyword not in ("msgctxt", "msgid", "msgstr") or not quoted.endswith('"'):
            raise CatalogueError(f'{path.name}, line {number}: expected msgid or msgstr and "…".')
        if current in ("", "msgstr") and keyword != "msgstr":
            pairs.append({"msgctxt": "", "msgid": "", "msgstr": ""})
        current = keyword
        pairs[-1][keyword] += ast.literal_eval(f'"{quoted}')
    return {_key(pair): pair["msgstr"] for pair in pairs if pair["msgid"] and pair["msgstr"]}


def _key(pair: Mapping[str, str]) -> str:
    return (pair["msgctxt"] + CONTEXT_END if pair["msgctxt"] else "") + pair["msgid"]


def localise_commands(text: str, names: Mapping[str, str]) -> str:
    """Return a text in which commands have their names in another language.

    `names`: the last word of a command in that language, by its whole name ("game new").
    """

    def localise(match: re.Match[str]) -> str:
        first, rest = match[1], match[2]
        if first not in names:
            return match[0]
        second = names.get(f"{first}{rest}") if rest else None
        return f"/{names[first]} {second}" if second else f"/{names[first]}{rest}"

    return _COMMAND.sub(localise, text)


class CommandTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands and their options."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a name or description in a language; None where it stays English."""
        language, place = language_of(locale), context.location
        data: Any = context.data
        if place in _DESCRIPTIONS:
            return catalogue(language).get(string.message)
        if place in _COMMAND_NAMES:
            return names(language, "command").get(data.qualified_name)
        if place is not app_commands.TranslationContextLocation.parameter_name:
            return None
        is_ours = data.command.qualified_name in names(language, "command")  # not a ruleset's
        return names(language, "option").get(string.message) if is_ours else None
