"""Suggestions while somebody types a slash command are taken once it is sent, whoever it is and
however the channel's game stands."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from msgspec.structs import replace

from cogs import interactions
from cogs.ui.card_builder import CardBuilder
from table.commands.play import Act
from table.errors import Refusal
from table.limits import LIMITS
from table.state import Person
from tests.cogs import offline_bot
from tests.cogs.offline_bot import ANN, BOB, EVE, OfflineBot, member
from tests.rulesets import RULESETS
from tests.table.world import CHANNEL, PostOffice

PEOPLE = (ANN, BOB, EVE)  # a founder who manages the server, somebody who joined, and a stranger
MODES = {
    "lobby": "first",
    "beginning": "first",
    "played": "first",
    "by turns": "rota",
    "alone": "solo",
    "by vote": "vote",
    "paused": "first",
    "over": "first",
}
SITUATIONS = [
    (ruleset, situation)
    for ruleset in RULESETS
    for situation in ("no game", *MODES)
    if ruleset != "silg" or MODES.get(situation, "first") == "first"  # it has a Game Master
]
AT_ONCE = {("delve", "lobby"), ("kanthe", "by vote"), ("silg", "beginning")}  # no soak
ROUNDS = 12  # of what everybody is advised, in games that are played
SUGGESTIONS = 2  # of each option for each person that are tried
WITHOUT_A_GAME = {"contest"}  # what else it changes than a game
FIXED: dict[Any, Any] = {bool: False, int: 1, discord.Member: member(BOB)}


@pytest.fixture(autouse=True)
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The refusals and faults that people are told, while there is no limit to how often they may
    do something and no legend is drawn."""
    told: list[str] = []
    plain = interactions.error_message

    def noted(error: Exception) -> str:
        told.append(plain(error))
        return told[-1]

    monkeypatch.setattr(interactions, "error_message", noted)
    monkeypatch.setattr(CardBuilder, "legend", AsyncMock(return_value=[]))
    for name, limit in LIMITS.items():
        monkeypatch.setitem(LIMITS, name, replace(limit, person=10_000, server=10_000))
    return told


async def opened(folder: Path, number: int = 0) -> OfflineBot:
    """Return a bot with all rulesets, and a database of its own in a folder."""
    own = folder / str(number)
    own.mkdir()
    bot = await OfflineBot.open(own, *RULESETS.values())
    bot.tables.send_by(PostOffice())
    bot.opens_threads()
    return bot


async def stage(bot: OfflineBot, ruleset: str, situation: str) -> None:
    """Bring the channel's game into a situation."""
    if situation == "no game":
        return
    mode = "table" if ruleset == "silg" else MODES[situation]
    others = () if mode == "solo" else (BOB,)
    await bot.found(*others, ruleset=ruleset, mode=mode, begins=situation != "lobby")
    if situation not in ("lobby", "beginning"):
        await play_on(bot)
    if situation == "paused":
        await bot.type(ANN, "game pause")
    if situation == "over":
        await bot.type(ANN, "game end", sure=True)


async def play_on(bot: OfflineBot) -> None:
    """Let those who may act do what they are advised, or else the first thing offered."""
    actor = await bot.tables.at(CHANNEL)
    for who in (ANN, BOB) * ROUNDS:
        for seat in actor.reader.may_act(who.id):
            offers = await actor.reader.offers(seat)
            advised = next((each for each in offers if each.advised), next(iter(offers), None))
            if advised is None:
                continue
            try:
                await actor.run(who, Act(str(advised.action)))
            except Refusal:  # of a vote that is over
                continue


async def check_whoever_can_act_reads_how(bot: OfflineBot) -> None:
    for who in PEOPLE:
        found = await bot.completions(who, "do", "action", "")
        assert bool(found) == bool(await bot.offered(who))


async def filled_in(
    bot: OfflineBot, who: Person, name: str, given: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the options of a command, those that are `given` and others, filled in with what is
    suggested then; None where nothing is suggested that the command needs."""
    command, filled = bot.commands[name], dict(given)
    for option, parameter in command._params.items():
        if option in given:
            continue
        annotation = inspect.signature(command.callback).parameters[option].annotation
        if parameter.autocomplete:
            found = await bot.completions(who, name, option, "", **filled)
            if found:
                filled[option] = found[0].value
        elif parameter.choices and parameter.required:
            filled[option] = parameter.choices[0].value
        elif annotation in FIXED and parameter.required:
            filled[option] = FIXED[annotation]
        if parameter.required and option not in filled:
            return None
    return filled


def options(bot: OfflineBot) -> Iterator[tuple[str, str]]:
    """Yield the commands with their options for which something may be suggested."""
    for name, command in bot.commands.items():
        for option, parameter in command._params.items():
            if parameter.autocomplete:
                yield name, option


@pytest.mark.parametrize(
    "row",
    [
        row if row in AT_ONCE else pytest.param(row, marks=pytest.mark.soak(part="laws"))
        for row in SITUATIONS
    ],
    ids=" ".join,
)
async def test_what_is_suggested_is_taken(
    tmp_path: Path, row: tuple[str, str], refusals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, situation = row
    bot, chance = await opened(tmp_path), random.Random(f"{ruleset} {situation}")
    await stage(bot, ruleset, situation)
    if situation != "no game":
        await check_whoever_can_act_reads_how(bot)
    tries = [
        (who, name, option, choice.value)
        for name, option in options(bot)
        for who in PEOPLE
        for found in [await bot.completions(who, name, option, "")]
        for choice in chance.sample(found, min(SUGGESTIONS, len(found)))
    ]
    await bot.tables.close()
    kept = (tmp_path / "0" / "games.sqlite").read_bytes()
    monkeypatch.setattr(offline_bot, "empty_database", AsyncMock(return_value=kept))
    bot = await opened(tmp_path, 1)
    refused = list[str]()
    for number, (who, name, option, value) in enumerate(tries, 2):
        filled = await filled_in(bot, who, name, {option: value})
        if filled is None:
            continue
        refusals.clear()
        await bot.type(who, name, **filled)
        refused += [f"{who.name}: /{name} {filled}: {each}" for each in refusals]
        if bot.tables.services.counters.commits or name in WITHOUT_A_GAME:
            await bot.tables.close()
            bot = await opened(tmp_path, number)
    await bot.tables.close()
    assert tries
    assert not refused, "\n".join(refused)
