"""The verbs that every game has, as slash commands: `/attack`, `/go`, `/take`.

Each stands for the offers of some intents, whatever a ruleset calls them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.ui.command_mapper import Offers, complete_action
from cogs.ui.languages import say
from cogs.ui.matching import likeliest
from cogs.ui.typed_words import means_one, meant
from engine.contract.action import Intent, Offer
from table.errors import Refusal

MOST_NAMED = 10  # offers that a refusal names


class CommonVerb(NamedTuple):
    """A slash command of all games. `needed`: its option cannot be left out."""

    name: str
    summary: str
    what: str
    intents: tuple[Intent, ...]
    needed: bool = True


COMMON_VERBS = (
    CommonVerb(
        "attack",
        "Attack somebody: fight, shoot, throw",
        "Whom, and how",
        ("attack", "shoot", "throw"),
        False,
    ),
    CommonVerb(
        "go",
        "Go somewhere: a step, a way, stairs, out of danger",
        "Where to",
        ("move", "travel", "ascend", "descend", "leave", "flee", "swap", "open"),
    ),
    CommonVerb("take", "Take what lies here", "What", ("take",), False),
    CommonVerb(
        "use",
        "Use, eat, drink, read or put on something",
        "What",
        ("use", "eat", "drink", "read", "heal", "wear", "remove", "force", "make"),
    ),
    CommonVerb("cast", "Cast a spell, or sing a song", "Which, and at whom", ("cast", "sing")),
    CommonVerb("rest", "Rest or wait", "How", ("rest", "wait"), False),
    CommonVerb("explore", "Explore, or search", "How", ("explore", "search"), False),
)

Take = Callable[[discord.Interaction, CommonVerb, str], Awaitable[None]]


def common_commands(take: Take, offers: Offers) -> list[app_commands.Command[Any, ..., None]]:
    """Return the commands; `take` does what was typed for whoever called."""
    return [_command(verb, take, offers) for verb in COMMON_VERBS]


def offers_of(verb: CommonVerb, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers that a verb stands for, those that are advised first, then in the order
    of the verb's intents."""
    order = verb.intents
    found = [each for each in offers if each.intent in order]
    return sorted(found, key=lambda each: (not each.advised, order.index(each.intent)))


def find_offer(verb: CommonVerb, offers: Sequence[Offer], typed: str) -> Offer:
    """Return the offer that somebody means: a line of autocomplete, words of its name, or nothing
    for the likeliest one. Raises Refusal, which names what there is."""
    mine = offers_of(verb, offers)
    if not mine:
        raise Refusal("There is nothing of the kind to do now.")
    if not typed:
        return mine[0]
    words = meant(mine, typed)
    said_so = words if len(words) == 1 or means_one(typed) else []
    exact = [each for each in mine if typed.lower() in _spellings(each)] or said_so
    if exact:
        return exact[0]
    named = {f"{say(each.label)} — {each.action}": each for each in reversed(mine)}
    found = [] if means_one(typed) else likeliest(named, typed)  # no way means another
    if len(found) == 1:
        return named[found[0]]
    if found:
        lines = [str(named[name].action) for name in found]
        raise Refusal("That can mean several things:", lines[:MOST_NAMED])
    raise Refusal("You cannot do that now; you can:", [str(o.action) for o in mine][:MOST_NAMED])


def _spellings(offer: Offer) -> set[str]:
    """Return what means an offer and no other one: its line and its label."""
    return {str(offer.action).lower(), say(offer.label).lower()}


def _command(verb: CommonVerb, take: Take, offers: Offers) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction, what: str = "") -> None:
        await take(interaction, verb, what.strip())

    async def complete(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        try:
            return complete_action(offers_of(verb, await offers(interaction)), typed)
        except Refusal:
            return []

    if verb.needed:
        callback.__defaults__ = None
    app_commands.describe(what=verb.what)(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=verb.summary, callback=callback
    )
    command.guild_only = True
    command.autocomplete("what")(complete)
    return command
