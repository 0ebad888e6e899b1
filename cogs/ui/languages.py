"""The bot's words in other languages: catalogues in gettext's format, `data/locale/*.po`.

Private answers speak their reader's language, public cards their server's. What a ruleset says is
not translated.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Any

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.ui.catalogues import ENGLISH, catalogue
from cogs.ui.name_forms import say_name
from engine.contract.texts import Listing, Name, Text, Words, fitted
from engine.contract.view import View

LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
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

_FORGOTTEN = re.compile(r"<@-\d+>")  # a reference that nobody stands behind

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def translate(text: Words, /, **facts: Any) -> str:
    """Return a text in the language being spoken; itself where there is no translation.

    `facts` stand in the braces of a plain string; those that are texts are translated, too.
    """
    language = _language.get()
    if isinstance(text, Text):
        return _say(language, text)
    said = _template(language, text, "", 1, "")
    return _name_forgotten(said.format_map(_Facts(language, facts))) if facts else said


def mention(person: int) -> str:
    """Return what shows a person to everybody: somebody who was forgotten has only a word."""
    return _name_forgotten(f"<@{person}>")


def _name_forgotten(said: str) -> str:
    return _FORGOTTEN.sub(translate("Somebody"), said) if "<@-" in said else said


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


def _say(language: str, text: Text) -> str:
    if language == ENGLISH:
        return str(text)
    number = text.facts.get("number", 1) if text.plural else 1
    said = _template(language, text.template, text.plural, number, text.context)
    return said.format_map(_Facts(language, text.facts)) if text.facts else said


@functools.lru_cache(maxsize=4096)
def _template(language: str, text: str, plural: str, number: Any, context: str) -> str:
    known = catalogue(language)
    said = known.template(text, plural, number, context)
    return localise_commands(said, known.names("command"))


class _Facts(dict[str, Any]):
    """The facts of a text, ready to be put into its braces."""

    def __init__(self, language: str, facts: Mapping[str, Any]) -> None:
        super().__init__({name: _Fact(language, fact) for name, fact in facts.items()})


class _Fact:
    """A fact in a language; `format` takes the forms of names."""

    def __init__(self, language: str, value: Any) -> None:
        self._language, self._value = language, value

    def __format__(self, form: str) -> str:
        value, language = self._value, self._language
        if not isinstance(value, Name | Text | Listing):
            return format(value, form)
        form, _, most = form.partition(".")
        if isinstance(value, Name):
            said = say_name(language, value, form, _Facts(language, value.facts))
        else:
            said = _say(language, value) if isinstance(value, Text) else _say_list(language, value)
        return fitted(said, form, most)


def _say_list(language: str, listing: Listing) -> str:
    said = [
        format(_Fact(language, each), listing.form if isinstance(each, Name) else "")
        for each in listing.items
    ]
    if len(said) < 2:
        return "".join(said)
    last = catalogue(language).template(listing.last, context="list")
    return f"{', '.join(said[:-1])} {last} {said[-1]}"


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
            return catalogue(language).texts.get(string.message)
        if place in _COMMAND_NAMES:
            return catalogue(language).names("command").get(data.qualified_name)
        if place is not app_commands.TranslationContextLocation.parameter_name:
            return None
        known = catalogue(language)
        is_ours = data.command.qualified_name in known.names("command")  # not a ruleset's
        return known.names("option").get(string.message) if is_ours else None
