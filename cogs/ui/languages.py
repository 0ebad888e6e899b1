"""The bot's words in other languages: catalogues in gettext's format.

Private answers speak their reader's language, public cards their server's. A sentence without a
translation is said in English with all that stands in it.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar, cast

import discord
import msgspec
from babel.numbers import get_decimal_symbol, get_group_symbol
from discord import app_commands
from msgspec import Struct
from msgspec.structs import replace

from cogs.ui.catalogues import ENGLISH, catalogue, is_translated
from cogs.ui.name_forms import FORMS, nested_form, say_name
from engine.contract.texts import Listing, Name, Text, Words, filled, fitted

T = TypeVar("T")
_TOLD = (tuple, Struct)
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
_LETTER = re.compile(r"(?:^|\})[^{]*[^\W\d_]")  # outside of facts
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
    return _name_forgotten(filled(said, _Facts(language, facts))) if facts else said


def mention(person: int) -> str:
    """Return what shows a person to everybody: somebody who was forgotten has only a word."""
    return _name_forgotten(f"<@{person}>")


def _name_forgotten(said: str) -> str:
    return _FORGOTTEN.sub(translate("Somebody"), said) if "<@-" in said else said


def say(words: Words) -> str:
    """Return what rules or the table tell in the language being spoken; a plain string, which is
    somebody's own word or a figure, as it is."""
    if isinstance(words, Name):
        return format(_Fact(_language.get(), words), "")
    return words if isinstance(words, str) else translate(words)


def translations(words: Iterable[str], context: str = "") -> dict[str, str]:
    """Return what the language being spoken has for words of a context; nothing in English."""
    if _language.get() == ENGLISH:
        return {}
    return {each: translate(Text(each, context=context)) for each in words}


def say_all(told: T) -> T:
    """Return a view, an outcome or topics with each text put into the language being spoken."""
    return cast(T, _said(told))


def _said(told: Any) -> Any:
    if isinstance(told, Text | Name):
        return say(told)
    if isinstance(told, tuple):
        return tuple(map(_said, told)) if any(isinstance(each, _TOLD) for each in told) else told
    if not isinstance(told, Struct):
        return told
    kept = {name: getattr(told, name) for name in _fields_with_words(type(told))}
    changed = {name: _said(value) for name, value in kept.items() if isinstance(value, _TOLD)}
    changed = {name: value for name, value in changed.items() if value is not kept[name]}
    return replace(told, **changed) if changed else told


@functools.cache
def _fields_with_words(kind: type[Struct]) -> tuple[str, ...]:
    """Return the fields of a struct that may hold texts, or structs and tuples with some."""
    plain = (msgspec.inspect.IntType, msgspec.inspect.BoolType, msgspec.inspect.BytesType)
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple(each.name for each in info.fields if not isinstance(each.type, plain))


def _say(language: str, text: Text, form: str = "") -> str:
    """Return a text in a language; `form`: the one that the text around it asks for."""
    if language == ENGLISH:
        return str(text)
    if not _is_said(language, text.template, text.context, text.plural):
        return localise_commands(str(text), catalogue(language).names("command"))
    number = text.facts.get("number", 1) if text.plural else 1
    said = _template(language, text.template, text.plural, number, text.context)
    return filled(said, _Facts(language, text.facts, form)) if text.facts else said


@functools.lru_cache(maxsize=4096)
def _is_said(language: str, template: str, context: str, plural: str) -> bool:
    """Return whether a template is translated, or has no words of its own."""
    return catalogue(language).holds(template, context, plural) or not _LETTER.search(template)


@functools.lru_cache(maxsize=4096)
def _template(language: str, text: str, plural: str, number: Any, context: str) -> str:
    known = catalogue(language)
    said = known.template(text, plural, number, context)
    return localise_commands(said, known.names("command"))


class _Facts(dict[str, Any]):
    """The facts of a text, ready to be put into its braces. `form`: the text's own."""

    def __init__(self, language: str, facts: Mapping[str, Any], form: str = "") -> None:
        super().__init__({name: _Fact(language, fact, form) for name, fact in facts.items()})


class _Fact:
    """A fact in a language; `format` takes the forms of names."""

    def __init__(self, language: str, value: Any, outer: str = "") -> None:
        self._language, self._value, self._outer = language, value, outer

    def __format__(self, asked: str) -> str:
        value, language = self._value, self._language
        if language == ENGLISH and isinstance(value, Name):
            return format(value, asked)
        form, _, most = asked.partition(".")
        if not isinstance(value, Name | Text | Listing):
            is_form = form.lower() in FORMS.get(language, ())
            if is_form:
                return fitted(str(value), form, most)
            return (
                format(value, asked) if isinstance(value, str) else _number(value, asked, language)
            )
        form = nested_form(language, form, self._outer)
        if isinstance(value, Name):
            said = say_name(language, value, form, _Facts(language, value.facts))
        elif isinstance(value, Text):
            said = _say(language, value, form)
        else:
            said = _say_list(language, value, form)
        return fitted(said, form, most)


def say_number(value: float, form: str = ",") -> str:
    """Return a number in the language being spoken. `form`: as of `format`."""
    return _number(value, form, _language.get())


def _number(value: float, form: str, language: str) -> str:
    """Return a number with a language's signs for decimals and groups: "1.234,5" in German."""
    said = format(value, form)
    return said if language == ENGLISH or said.isdecimal() else said.translate(_signs(language))


@functools.cache
def _signs(language: str) -> dict[int, str]:
    return str.maketrans({",": get_group_symbol(language), ".": get_decimal_symbol(language)})


def _say_list(language: str, listing: Listing, form: str) -> str:
    said = [
        format(_Fact(language, each, form), listing.form if isinstance(each, Name) else "")
        for each in listing.items
    ]
    if len(said) < 2:
        return "".join(said)
    last = catalogue(language).template(listing.last, context="list")
    return f"{', '.join(said[:-1])} {last} {said[-1]}"


def languages_of_games(titles: Mapping[str, str]) -> str:
    """Return which games speak the language being spoken; "" in English. `titles`: by ruleset."""
    language = _language.get()
    spoken = tuple(title for name, title in titles.items() if is_translated(name, language))
    if language == ENGLISH:
        return ""
    if not spoken:
        return translate("All games are in English.")
    if len(spoken) == len(titles):
        return translate("All games are in your language.")
    return translate("{games} in your language, the other games in English.", games=Listing(spoken))


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


@functools.cache
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
        if language == ENGLISH:  # most of Discord's 32 locales
            return None
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
