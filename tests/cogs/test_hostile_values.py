"""Whatever somebody types into an option, they are answered with a sentence."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.client import Leithian
from engine.contract.ruleset import AnyRuleset
from table.commands.lobby import Begin, NewGame
from table.limits import PersonLimits
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.cogs.hostile_values import NUMBERS, texts
from tests.interactions import Replies, interaction_of
from tests.rulesets import RULESETS
from tests.table.world import GUILD
from tests.toys.guessing import Toy

ANN = Person(1, "Ann", manager=True)
SAMPLE = 1  # of the texts, for each option; all of them in `make soak`
_ids = itertools.count(1)

Command = app_commands.Command[Any, Any, Any]


class Texts(Replies[str]):
    """The texts of answers, which Discord takes."""

    def note(self, content: str, **also: Any) -> str:
        """Return the text; that of a view only says that there is one."""
        assert len(content) <= 2000
        view = also.get("view")
        assert view is None or view.content_length() <= 4000
        return content or ("a view" if view else "")

    def note_form(self, modal: discord.ui.Modal) -> str:
        """Return that it was a form."""
        return "a form"


def interaction_in(channel: int, client: Leithian, options: dict[str, Any]) -> Any:
    """Return an interaction of Ann, who may do everything."""
    return interaction_of(ANN, client, Texts(), channel, next(_ids), options)


@pytest.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Leithian]:
    """A bot that is not connected, with a lobby and a running game of each ruleset."""
    monkeypatch.setattr(PersonLimits, "spend", lambda *_: None)
    rulesets: dict[str, AnyRuleset] = {**RULESETS, "toy": Toy()}
    tables = Tables(await Store.open(tmp_path / "games.sqlite"), rulesets)
    client = Leithian(tables, rulesets, tmp_path / "alive")
    await client.add_cogs()
    for channel, name in enumerate(rulesets, 1):
        actor = await tables.found(ANN, NewGame(channel, GUILD, name))
        if name != "council":
            await actor.run(ANN, Begin())
    await tables.found(ANN, NewGame(99, GUILD, "toy"))
    yield client
    await tables.close()


def typed_options(client: Leithian) -> list[tuple[Command, str, Kind]]:
    """Return the options into which text or numbers are typed."""
    return [
        (command, parameter.name, parameter.type)
        for command in client.tree.walk_commands()
        if isinstance(command, app_commands.Command) and command.name != "import"
        for parameter in command.parameters
        if parameter.type in (Kind.string, Kind.integer) and not parameter.choices
    ]


def other_options(command: Command, name: str) -> dict[str, Any]:
    """Return harmless values of the other options that a command needs."""
    values: dict[Kind, Any] = {
        Kind.string: "a",
        Kind.integer: 1,
        Kind.boolean: False,
        Kind.user: SimpleNamespace(id=2, display_name="Bob", bot=False, mention="<@2>"),
        Kind.attachment: SimpleNamespace(size=1, filename="a.png"),
    }
    return {
        each.name: values[each.type]
        for each in command.parameters
        if each.name != name and each.required
    }


async def check_value(
    client: Leithian, command: Command, name: str, value: Any, channels: Iterable[int]
) -> None:
    """Type a value into an option in each channel: there is an answer, and no fault."""
    renamed = {each.display_name: each.name for each in command.parameters}
    options = {**other_options(command, name), renamed.get(name, name): value}
    for channel in channels:
        said = interaction_in(channel, client, options)
        owner = () if command.binding is None else (command.binding,)
        await command.callback(*owner, said, **options)
        assert said.response.is_done(), (command.qualified_name, name, value[:50])
        text = " ".join(said.response.said)
        assert "went wrong" not in text, (command.qualified_name, name, value, text)
        suggest = command._params[name].autocomplete if name in command._params else None
        if suggest and not isinstance(suggest, bool) and isinstance(value, str):
            asked = interaction_in(channel, client, options)
            found = await suggest(*owner, asked, value)
            assert len(found) <= 25
            assert all(1 <= len(each.name) <= 100 for each in found)


async def check_all(client: Leithian, step: int, caplog: pytest.LogCaptureFixture) -> None:
    """Type every so-manieth value into every option, in one channel each if not every value."""
    caplog.set_level(logging.ERROR)
    values = texts()
    channels = (1, len(client._services.rulesets), 99)
    for turn, (command, name, kind) in enumerate(typed_options(client)):
        here = channels[turn % 3 :: 3] if step > 1 else channels
        if kind is Kind.integer:
            for number in NUMBERS[turn % 3 :: 3] if step > 1 else NUMBERS:
                await check_value(client, command, name, number, here)
        else:
            for value in values[turn % step :: step]:
                await check_value(client, command, name, value, here)
        assert not caplog.records, (command.qualified_name, name)


async def test_hostile_values_are_answered(
    client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(typed_options(client)) > 20
    await check_all(client, 500 // SAMPLE, caplog)


async def test_what_commands_of_other_games_suggest_breaks_nothing(
    client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    channels = {name: channel for channel, name in enumerate(client._services.rulesets, 1)}
    tried = 0
    for command in client.tree.walk_commands():
        if not isinstance(command, app_commands.Command) or command.root_parent is None:
            continue
        own = command.root_parent.name
        for parameter in command._params.values():
            suggest: Any = parameter.autocomplete
            if own in channels and suggest:
                for channel in {*channels.values()} - {channels[own]}:
                    asked = interaction_in(channel, client, {})
                    assert len(await asyncio.wait_for(suggest(asked, ""), 20)) <= 25
                    tried += 1
    assert tried > 40
    assert not caplog.records


@pytest.mark.soak(part="hostile")
async def test_all_hostile_values_are_answered(
    client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    await check_all(client, 1, caplog)
