"""The one mapper from a ruleset's verbs to slash commands: a verb becomes a subcommand of the
ruleset's group, its options become options with autocomplete from the legal offers."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.ui.formatting import truncate
from engine.game import Offer, Option, Ruleset, Verb
from table.errors import Refusal

SUBCOMMANDS = 25  # Discord: in one group
LETTERS = 8000  # Discord: names, descriptions and values of one command together
ANSWERS = 25  # Discord: choices of one option, answers of one autocomplete

Run = Callable[[discord.Interaction, str], Awaitable[None]]
Offers = Callable[[discord.Interaction], Awaitable[Sequence[Offer]]]


def group(ruleset: Ruleset, run: Run, offers: Offers) -> app_commands.Group:
    """The slash group of a ruleset. `run` plays a line of text for whoever called, `offers` says
    what they may do now. Verbs past Discord's limits stay out of the menu; `/do` reaches all."""
    parent = app_commands.Group(
        name=slash_name(ruleset.name), description=truncate(ruleset.summary, 100), guild_only=True
    )
    room = LETTERS - len(parent.name) - len(parent.description)
    for verb in ruleset.verbs:
        room -= _letters(verb)
        if verb.command and room >= 0 and len(parent.commands) < SUBCOMMANDS:
            parent.add_command(_command(verb, run, offers))
    return parent


def slash_name(text: str) -> str:
    """A name as Discord takes it: lower case, at most 32, no spaces."""
    return text.lower().replace(" ", "-")[:32]


def line_of(verb: str, values: Sequence[str | None]) -> str:
    """The line of text of a verb with the values that were given."""
    return " ".join([verb, *(value.strip() for value in values if value and value.strip())])


def completions(
    offers: Sequence[Offer], verb: str, before: Sequence[str], typed: str
) -> list[Choice[str]]:
    """Values for the option that follows `before` among the offers of a verb: those that begin
    with what was typed first, then those that hold it anywhere. No two have the same name."""
    place = len(before)
    found: dict[str, str] = {}
    for offer in offers:
        args = offer.action.args
        if offer.action.verb == verb and len(args) > place and args[:place] == tuple(before):
            last = len(args) == place + 1
            found.setdefault(args[place], offer.label if last else "")
    return _choices(found, typed)


def lines(offers: Sequence[Offer], typed: str) -> list[Choice[str]]:
    """Whole lines of text among the offers, for `/do`."""
    return _choices({str(offer.action): offer.label for offer in offers}, typed)


def _choices(found: dict[str, str], typed: str) -> list[Choice[str]]:
    wanted = typed.strip().lower()
    names = {value: _named(value, label) for value, label in found.items() if len(value) <= 100}
    hits = [value for value, name in names.items() if wanted in name.lower()]
    hits.sort(key=lambda value: not names[value].lower().startswith(wanted))
    return [Choice(name=names[value], value=value) for value in hits[:ANSWERS]]


def _named(value: str, label: str) -> str:
    # The value comes first, so that names differ whenever values do, however long the label.
    return truncate(
        f"{value} — {label}" if label and label.lower() != value.lower() else value, 100
    )


def _command(verb: Verb, run: Run, offers: Offers) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction, **values: str | None) -> None:
        await run(interaction, line_of(verb.name, [values.get(o.name) for o in verb.options]))

    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(_parameter(option) for option in verb.options),
        ]
    )
    fixed = {o.name: [Choice(name=c, value=c) for c in o.choices[:ANSWERS]] for o in verb.options}
    app_commands.describe(**{o.name: truncate(o.summary, 100) for o in verb.options})(callback)
    app_commands.choices(**{name: choices for name, choices in fixed.items() if choices})(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=slash_name(verb.name), description=truncate(verb.summary, 100), callback=callback
    )
    for place, option in enumerate(verb.options):
        if not option.choices:
            command.autocomplete(option.name)(_completer(verb, place, offers))
    return command


def _parameter(option: Option) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    if option.required:
        return inspect.Parameter(option.name, kind, annotation=str)
    return inspect.Parameter(option.name, kind, annotation=str | None, default=None)


def _completer(
    verb: Verb, place: int, offers: Offers
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    names = [option.name for option in verb.options[:place]]

    async def complete(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        given = [getattr(interaction.namespace, name, None) for name in names]
        before = [str(value) for value in given if value]
        try:
            return completions(await offers(interaction), verb.name, before, typed)
        except Refusal:
            return []

    return complete


def _letters(verb: Verb) -> int:
    return (
        len(verb.name)
        + len(verb.summary)
        + sum(
            len(o.name) + len(o.summary) + sum(2 * len(c) for c in o.choices) for o in verb.options
        )
    )
