"""Sessions at a table that are recorded: people press, type, vote, ask, and let time pass, and all
that each of them and the channel gets is compared. Their kinds are a ruleset and a mode."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import discord
from discord import AppCommandOptionType as OptionType

from cogs.ui import progress
from table.state import Person
from tests.cogs.test_delivery import refused
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.table.world import ANN, BOB, EVE, meet_due
from tests.twins.onlooker_bot import OnlookerBot
from tests.twins.strokes import DAN, MANAGER, STRANGER, founded, offered

KINDS = (
    "sil solo", "sil vote", "sil rota", "silg table", "kanthe first", "kanthe vote", "delve solo",
    "delve rota",
)  # fmt: skip
PEOPLE = (ANN, ANN, BOB, BOB, EVE, EVE, DAN, STRANGER, MANAGER)
FILE = Path(__file__).with_name("sessions.txt")
LEFT_OUT = {"game end", "game delete", "game import", "game export", "game leave", "privacy"}
OPTIONS_LEFT_OUT = {"backup"}
PAUSES = (2.0, 2.0, 2.0, 40.0, 700.0, 9000.0, 100_000.0)  # seconds
PERMISSIONS = (*[discord.Permissions.all()] * 15, discord.Permissions.none())
TROUBLE = 0.12  # of strokes: Discord refuses the next request
REFUSALS = ((404, 10008), (403, 50013), (400, 50035), (500, 0), (429, 0))  # status and code
WORDS = ("1", "3", "e", "north", "rest", "wolf", "daily", "hello there", "no such thing", "A")
BUTTON = re.compile(rb'"type":2,[^{}]*"custom_id":"v1:\d+:\d+:([^":]+):([^"]*)"')


@mock.patch.object(progress, "FIRST_AFTER", 3600.0)  # no answer hangs on how busy we are
async def play(record: RecordedPlay, folder: Path) -> Steps:
    """Play a session, with its database in a folder."""
    chance, (ruleset, mode) = random.Random(record.name), record.kind.split()
    bot = await OnlookerBot.open(folder / "session.db")
    try:
        await founded(bot, ruleset, mode=mode)
        shown = taken(bot)
        steps = [("founded", digest_of(*shown))]
        for number in range(1, record.steps + 1):
            bot.time.pass_(chance.choice(PAUSES))
            bot.permissions = chance.choice(PERMISSIONS)
            if chance.random() < TROUBLE:
                bot.channel.trouble = refused(*chance.choice(REFUSALS))
            await meet_due(bot.tables.clock)
            await bot.outbox.flush()
            shown += taken(bot)
            line, answers = await stroke(bot, chance, number, _buttons(shown))
            told = [*taken(bot), *answers]
            assert not any(b"Something went wrong" in each for each in told), line
            shown = told
            steps.append((line, digest_of(line.encode(), *shown)))
    finally:
        await bot.close()
    return steps


def taken(bot: OnlookerBot) -> list[bytes]:
    """Return what the channel was told since the last time."""
    said = list(bot.said)
    bot.said.clear()
    return said


async def stroke(
    bot: OnlookerBot, chance: random.Random, number: int, buttons: Sequence[tuple[str, str]]
) -> tuple[str, Sequence[bytes]]:
    """Let somebody do something; return it in words, and what they got."""
    who, kind = chance.choice(PEOPLE), chance.choice(("offer", "button", "command", "command"))
    if kind == "offer" and (found := await offered(await bot.actor(), chance)):
        who, offer = found
        line = str(offer.action)
        return f"{who.name} do {line}", await bot.type(who, "do", number, action=line)
    if kind == "button" and buttons:
        handler, argument = chance.choice(buttons)
        return f"{who.name} {handler} {argument}", await bot.press(who, handler, argument)
    name = chance.choice([each for each in sorted(bot.commands) if each not in LEFT_OUT])
    options = await _options(bot, who, name, chance)
    if options is None:
        return f"{name} takes a file", ()
    return f"{who.name} /{name} {options}", await bot.type(who, name, number, **options)


def _buttons(shown: Sequence[bytes]) -> list[tuple[str, str]]:
    """Return the buttons of messages that the channel was told: handlers and arguments."""
    found = [match for each in shown for match in BUTTON.findall(each)]
    return [(handler.decode(), argument.decode()) for handler, argument in found]


async def _options(
    bot: OnlookerBot, who: Person, name: str, chance: random.Random
) -> dict[str, Any] | None:
    """Return a command's options, some of them filled in; None where it needs a file or a role."""
    filled: dict[str, Any] = {}
    for option, parameter in bot.commands[name]._params.items():
        if not parameter.required and (chance.random() < 0.5 or option in OPTIONS_LEFT_OUT):
            continue
        if parameter.type in (OptionType.attachment, OptionType.role):
            if parameter.required:
                return None
        elif parameter.type is OptionType.boolean:
            filled[option] = chance.random() < 0.5
        elif parameter.type is OptionType.integer:
            filled[option] = chance.choice((0, 1, 2, 7))
        elif parameter.type is OptionType.user:
            filled[option] = _member(chance.choice(PEOPLE))
        elif isinstance(parameter.choices, list):
            filled[option] = chance.choice(parameter.choices).value
        else:
            known = await bot.values(who, name, option) if parameter.autocomplete else []
            filled[option] = chance.choice(known if known and chance.random() < 0.8 else WORDS)
    return filled


def _member(who: Person) -> Any:
    return SimpleNamespace(
        id=who.id, display_name=who.name, bot=False, roles=(), mention=f"<@{who.id}>"
    )
