"""Map rulesets' verbs to slash commands.

A verb that is to have a command of its own becomes `/ruleset verb`, or `/ruleset group verb` when
it has a group; one of the Game Master's alone becomes `/gm verb` or `/gm group verb`, whatever the
ruleset. Options become options with autocomplete from the legal offers. All other verbs are
reached by `/ruleset do` and `/gm do`, which complete whole action lines.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.ui.formatting import truncate
from cogs.ui.languages import say, translate
from cogs.ui.matching import best_matches
from cogs.ui.typed_words import meant
from engine.contract.action import Offer, Option, Verb
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal

MAX_SUBCOMMANDS = 25  # Discord: in one command or group
MAX_LETTERS = 8000  # Discord: names, descriptions and values of one command together
MAX_NAME = 100  # Discord: letters of a choice's name
GM_COMMAND = "gm"
DO = "do"  # the subcommand that takes a whole line
MAX_CHOICES = 25  # Discord: choices of one option, answers of one autocomplete

Value = str | discord.Attachment | None  # of an option, as it was given
Run = Callable[[discord.Interaction, Verb, Sequence[Value]], Awaitable[None]]
Do = Callable[[discord.Interaction, str], Awaitable[None]]
Offers = Callable[[discord.Interaction], Awaitable[Sequence[Offer]]]
Completions = Callable[[discord.Interaction, Verb, Option], Awaitable[Sequence[str]]]
AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group


class CommandLimitError(ValueError):
    """A ruleset whose verbs do not fit into one slash command."""


class Runs(NamedTuple):
    """Do something for whoever called: a verb with the values of its options, or a whole line."""

    verb: Run
    line: Do


class Sources(NamedTuple):
    """Values for autocomplete: the offers of whoever types, and other values of an option."""

    offers: Offers
    completions: Completions


def command_group(ruleset: AnyRuleset, runs: Runs, sources: Sources) -> app_commands.Group:
    """Return the slash command of a ruleset, for the verbs of its players.

    Raises CommandLimitError with the first verb that does not fit.
    """
    root = _root(slash_name(ruleset.name), ruleset.summary)
    mine = [verb for verb in ruleset.verbs if not is_gm_verb(verb)]
    own = [verb for verb in mine if has_command(ruleset, verb)]
    if len(own) < sum(verb.command for verb in mine):
        root.add_command(_do_command(mine, runs.line, sources))
    for verb in own:
        _add_verb(root, ruleset, verb, runs.verb, sources)
    return root


def gm_command(
    rulesets: Iterable[AnyRuleset], runs: Runs, sources: Sources
) -> app_commands.Group | None:
    """Return `/gm`, for the verbs of the Game Master's alone of all rulesets; None without any.

    Rulesets may share a command when it has the same options. Raises CommandLimitError.
    """
    root = _root(GM_COMMAND, "What the Game Master does behind the screen")
    known: dict[str, Verb] = {}
    rest: list[Verb] = []
    for ruleset in rulesets:
        for verb in ruleset.verbs:
            if not verb.command or not is_gm_verb(verb):
                continue
            if not has_command(ruleset, verb):
                rest.append(verb)
                continue
            path = slash_path(ruleset, verb)
            if path not in known or known[path].options != verb.options:
                _add_verb(root, ruleset, verb, runs.verb, sources)
                known[path] = verb
    if rest:
        root.add_command(_do_command([*known.values(), *rest], runs.line, sources))
    return root if root.commands else None


def has_command(ruleset: AnyRuleset, verb: Verb) -> bool:
    """Return whether a verb has a slash command of its own. One that takes a file must."""
    if not verb.command or ruleset.own_commands is None:
        return verb.command
    return verb.name in ruleset.own_commands or any(option.upload for option in verb.options)


def is_gm_verb(verb: Verb) -> bool:
    """Return whether only the Game Master may ever do it."""
    return verb.roles == ("gm",)


def _root(name: str, summary: str) -> app_commands.Group:
    return app_commands.Group(name=name, description=truncate(summary, 100), guild_only=True)


def _add_verb(
    root: app_commands.Group, ruleset: AnyRuleset, verb: Verb, run: Run, sources: Sources
) -> None:
    """Add a verb's command to a root command, in its group. Raises CommandLimitError."""
    parent = root
    if verb.group:
        found = root.get_command(slash_name(verb.group))
        if isinstance(found, app_commands.Group):
            parent = found
        else:
            parent = app_commands.Group(
                name=slash_name(verb.group),
                description=truncate(verb.group_summary or verb.group.capitalize(), 100),
            )
            _add(ruleset, verb, root, parent)
    _add(ruleset, verb, parent, _command(ruleset, verb, run, sources))
    if (letters := _count_letters(root)) > MAX_LETTERS:
        raise CommandLimitError(
            f"{ruleset.name}: with the verb “{verb.name}” its command has {letters} letters; "
            f"Discord takes {MAX_LETTERS}."
        )


def slash_name(text: str) -> str:
    """Return a name as Discord takes it: lower case, at most 32 letters, no spaces."""
    return text.lower().replace(" ", "-")[:32]


def slash_path(ruleset: AnyRuleset, verb: Verb) -> str:
    """Return a verb's slash command as people type it: "/sil doors open", "/sil do rest"."""
    root = GM_COMMAND if is_gm_verb(verb) else ruleset.name
    if not has_command(ruleset, verb):
        return f"/{slash_name(root)} {DO} {verb.name}"
    path = [root, verb.group, verb.name] if verb.group else [root, verb.name]
    return "/" + " ".join(map(slash_name, path))


def action_line(verb: str, values: Sequence[str | None]) -> str:
    """Return the action line of a verb with the values that were given."""
    return " ".join([verb, *(value.strip() for value in values if value and value.strip())])


def complete_option(
    offers: Sequence[Offer],
    verb: str,
    before: Sequence[str | None],
    typed: str,
    more: Sequence[str] = (),
) -> list[Choice[str]]:
    """Return values for the option that follows the values `before` (None: still to be named),
    among a verb's offers, and `more` values.

    Those that begin with what was typed come first. No two have the same name.
    """
    place = len(before)
    found: dict[str, str] = {}
    for offer in offers:
        args = offer.action.args
        if offer.action.verb != verb or len(args) <= place:
            continue
        if all(given in (None, arg) for given, arg in zip(before, args, strict=False)):
            last = len(args) == place + 1
            found.setdefault(args[place], say(offer.label) if last else "")
    for value in more:
        found.setdefault(value, "")
    return _choices(found, typed)


def complete_action(offers: Sequence[Offer], typed: str) -> list[Choice[str]]:
    """Return whole action lines among the offers."""
    return _choices({str(offer.action): say(offer.label) for offer in offers}, typed)


async def complete_line(
    interaction: discord.Interaction, verbs: Sequence[Verb], typed: str, sources: Sources
) -> list[Choice[str]]:
    """Return whole action lines of some verbs: those of the offers that are meant or that hold what
    was typed, answers too, those with other values that can be named, and the commands that were
    begun."""
    named = {verb.name: verb for verb in verbs}
    offers = [o for o in await sources.offers(interaction) if o.action.verb in named]
    first = {str(offer.action): say(offer.label) for offer in meant(offers, typed)}
    lines = {str(offer.action): say(offer.label) for offer in offers}
    name, space, rest = typed.lstrip().partition(" ")
    verb = named.get(name)
    if verb is not None and space:
        *before, _ = rest.split(" ")
        if len(before) < len(verb.options):
            option = verb.options[len(before)]
            more = (*option.choices, *await sources.completions(interaction, verb, option))
            for value in more:
                lines.setdefault(" ".join((name, *before, value)), "")
    elif typed.strip():
        begun = [v for v in verbs if v.command and v.options and v.name not in lines]
        lines |= {verb.name: translate(verb.summary) for verb in begun}
    found = _choices(first, "") + _choices(lines, typed)
    return list({choice.value: choice for choice in found}.values())[:MAX_CHOICES]


def _choices(found: dict[str, str], typed: str) -> list[Choice[str]]:
    values = {_name(value, label): value for value, label in found.items() if len(value) <= 100}
    wanted = typed.strip().lower()
    hits = best_matches(values, typed)
    hits.sort(key=lambda n: (values[n].lower() != wanted, not values[n].lower().startswith(wanted)))
    hits = hits[:MAX_CHOICES]
    return [Choice(name=name, value=values[name]) for name in hits]


def _name(value: str, label: str) -> str:
    """Return the label and the value; all of the value, so that names differ whenever values do."""
    room = MAX_NAME - len(value) - len(" — ")
    if room < 1 or not label or label.lower() == value.lower():
        return value
    return f"{truncate(label, room)} — {value}"


def _add(ruleset: AnyRuleset, verb: Verb, parent: app_commands.Group, command: AnyCommand) -> None:
    """Add a verb's command, or its group, to a parent. Raises CommandLimitError."""
    path = f"/{parent.qualified_name}"
    if parent.get_command(command.name) is not None:
        raise CommandLimitError(
            f"{ruleset.name}: the verb “{verb.name}” needs {path} {command.name}, which exists."
        )
    if len(parent.commands) == MAX_SUBCOMMANDS:
        raise CommandLimitError(
            f"{ruleset.name}: the verb “{verb.name}” does not fit: {path} has "
            f"{MAX_SUBCOMMANDS} commands already. Give it another group (Verb.group)."
        )
    parent.add_command(command)


def _command(
    ruleset: AnyRuleset, verb: Verb, run: Run, sources: Sources
) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction, **values: Value) -> None:
        await run(interaction, verb, [values.get(option.name) for option in verb.options])

    for option in verb.options:
        if len(option.choices) > MAX_CHOICES:
            raise CommandLimitError(
                f"{ruleset.name}: the option “{option.name}” of the verb “{verb.name}” has "
                f"{len(option.choices)} choices; Discord takes {MAX_CHOICES}."
            )
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(_parameter(option) for option in verb.options),
        ]
    )
    fixed = {o.name: [Choice(name=c, value=c) for c in o.choices] for o in verb.options}
    app_commands.describe(**{o.name: truncate(o.summary, 100) for o in verb.options})(callback)
    app_commands.choices(**{name: choices for name, choices in fixed.items() if choices})(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=slash_name(verb.name), description=truncate(verb.summary, 100), callback=callback
    )
    for place, option in enumerate(verb.options):
        if not option.choices and not option.upload:
            command.autocomplete(option.name)(_completer(verb, place, sources))
    return command


def _do_command(
    verbs: Sequence[Verb], do: Do, sources: Sources
) -> app_commands.Command[Any, ..., None]:
    """Return the command that takes any line of some verbs."""

    async def callback(interaction: discord.Interaction, action: str) -> None:
        await do(interaction, action)

    async def complete(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        try:
            return await complete_line(interaction, verbs, typed, sources)
        except Refusal:
            return []

    app_commands.describe(action="What you do; the list shows what you can")(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=DO, description="Do anything of this game, in words", callback=callback
    )
    command.autocomplete("action")(complete)
    return command


def _parameter(option: Option) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    value: Any = discord.Attachment if option.upload else str
    if option.required:
        return inspect.Parameter(option.name, kind, annotation=value)
    return inspect.Parameter(option.name, kind, annotation=value | None, default=None)


def _completer(
    verb: Verb, place: int, sources: Sources
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    earlier = verb.options[:place]

    async def complete(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        given = [(each, getattr(interaction.namespace, each.name, None)) for each in earlier]
        # What is optional and not named is left out of the line.
        before = [str(value) if value else None for each, value in given if value or each.required]
        try:
            offers = await sources.offers(interaction)
            more = await sources.completions(interaction, verb, verb.options[place])
            return complete_option(offers, verb.name, before, typed, more)
        except Refusal:
            return []

    return complete


def _count_letters(command: AnyCommand) -> int:
    """Count a command's letters as Discord does: names, descriptions and values, all included."""
    letters = len(command.name) + len(command.description)
    if isinstance(command, app_commands.Group):
        return letters + sum(map(_count_letters, command.commands))
    for option in command.parameters:
        letters += len(option.name) + len(str(option.description))
        letters += sum(len(choice.name) + len(str(choice.value)) for choice in option.choices)
    return letters
