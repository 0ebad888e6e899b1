"""Sessions at a table that are recorded: people press, choose in menus, fill in forms, type, vote,
ask, and let time pass, and all that each of them and the channel gets is compared. Their kinds are
a ruleset and a mode."""

from __future__ import annotations

import json
import random
import re
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple
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
KEPT = 4  # strokes whose messages are still pressed
TROUBLE = 0.12  # of strokes: Discord refuses the next request
REFUSALS = ((404, 10008), (403, 50013), (400, 50035), (500, 0), (429, 0))  # status and code
WORDS = ("1", "3", "e", "north", "rest", "wolf", "daily", "hello there", "no such thing", "A")
CUSTOM_ID = re.compile(r"v1:\d+:\d+:([^:]+):(.*)", re.DOTALL)
BUTTON, MENU, FIELD = 2, 3, 4  # Discord's types of components


class Control(NamedTuple):
    """A button, a menu with its values, or a form with what stands in its fields."""

    kind: Literal["button", "menu", "form"]
    handler: str
    argument: str
    values: tuple[str, ...] = ()


@mock.patch.object(progress, "FIRST_AFTER", 3600.0)  # no answer hangs on how busy we are
async def play(record: RecordedPlay, folder: Path) -> Steps:
    """Play a session, with its database in a folder."""
    chance, (ruleset, mode) = random.Random(record.name), record.kind.split()
    bot = await OnlookerBot.open(folder / "session.db")
    try:
        await founded(bot, ruleset, mode=mode)
        shown = taken(bot)
        steps = [("founded", digest_of(*shown))]
        seen: deque[list[Control]] = deque([_controls(shown)], KEPT)
        for number in range(1, record.steps + 1):
            bot.time.pass_(chance.choice(PAUSES))
            bot.permissions = chance.choice(PERMISSIONS)
            if chance.random() < TROUBLE:
                bot.channel.trouble = refused(*chance.choice(REFUSALS))
            await meet_due(bot.tables.clock)
            await bot.outbox.flush()
            came = taken(bot)
            shown += came
            seen[-1] += _controls(came)
            line, answers = await stroke(bot, chance, number, seen)
            told = [*taken(bot), *answers]
            assert not any(b"Something went wrong" in each for each in told), line
            shown = told
            seen.append(_controls(shown))
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
    bot: OnlookerBot, chance: random.Random, number: int, seen: Sequence[Sequence[Control]]
) -> tuple[str, Sequence[bytes]]:
    """Let somebody do something; return it in words, and what they got. `seen`: what can be pressed
    of the last messages."""
    who = chance.choice(PEOPLE)
    kind = chance.choice(("offer", "control", "control", "command", "command"))
    forms = [each for each in seen[-1] if each.kind == "form"]
    controls = [each for told in seen for each in told if each.kind != "form"]
    if kind == "offer" and (found := await offered(await bot.actor(), chance)):
        who, offer = found
        line = str(offer.action)
        return f"{who.name} do {line}", await bot.type(who, "do", number, action=line)
    if forms or (kind == "control" and controls):
        handler = chance.choice(sorted({each.handler for each in forms or controls}))
        alike = [each for each in forms or controls if each.handler == handler]
        return await _use(bot, who, chance, chance.choice(alike))
    name = chance.choice([each for each in sorted(bot.commands) if each not in LEFT_OUT])
    options = await _options(bot, who, name, chance)
    if options is None:
        return f"{name} takes a file", ()
    return f"{who.name} /{name} {options}", await bot.type(who, name, number, **options)


async def _use(
    bot: OnlookerBot, who: Person, chance: random.Random, control: Control
) -> tuple[str, Sequence[bytes]]:
    kind, handler, argument, values = control
    line = f"{who.name} {handler} {argument}"
    if kind == "button":
        return line, await bot.press(who, handler, argument)
    if kind == "menu":
        chosen = chance.choice(values)
        return f"{line} {chosen}", await bot.press(who, handler, argument, [chosen])
    typed = [each if chance.random() < 0.6 else chance.choice(WORDS) for each in values]
    return f"{line} {typed}", await bot.fill_in(who, handler, argument, typed)


def _controls(shown: Sequence[bytes]) -> list[Control]:
    """Return what can be pressed, chosen or filled in of messages that people were told."""
    found: list[Control] = []
    for each in shown:
        if b"{" in each:
            text = each[each.index(b"{") :].decode(errors="replace")
            found += _controls_in(json.JSONDecoder().raw_decode(text)[0])
    return found


def _controls_in(part: Any) -> Iterator[Control]:
    if isinstance(part, list):
        for each in part:
            yield from _controls_in(each)
    if not isinstance(part, dict):
        return
    if match := CUSTOM_ID.fullmatch(part.get("custom_id") or ""):
        if part.get("type") == BUTTON and not part.get("disabled"):
            yield Control("button", *match.groups())
        elif part.get("type") == MENU and not part.get("disabled"):
            values = (str(option["value"]) for option in part["options"])
            yield Control("menu", *match.groups(), tuple(values))
        elif "title" in part:
            yield Control("form", *match.groups(), tuple(_typed_in(part["components"])))
    for each in part.values():
        yield from _controls_in(each)


def _typed_in(part: Any) -> Iterator[str]:
    """Yield what stands in the fields of a form."""
    for each in part:
        field = each.get("component", each)
        if field.get("type") == FIELD:
            yield str(field.get("value") or "")


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
