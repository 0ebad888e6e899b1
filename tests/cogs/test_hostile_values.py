"""Whatever somebody types into an option, they are answered with a sentence."""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncIterator
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
from tests.rulesets import RULESETS
from tests.toys.guessing import Toy

ANN = 1
GUILD = 10
SAMPLE = 1  # of the texts, for each option; all of them in `make soak`
_ids = itertools.count(1)

Command = app_commands.Command[Any, Any, Any]


class Replies:
    """The answer to an interaction."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._done = False

    def is_done(self) -> bool:
        """Return whether there was an answer."""
        return self._done

    async def defer(self, **_: object) -> None:
        """Answer later."""
        self._done = True

    async def send(self, content: str = "", **also: Any) -> SimpleNamespace:
        """Answer."""
        self._done = True
        assert len(content) <= 2000
        view = also.get("view")
        assert view is None or view.content_length() <= 4000
        self.said.append(content or ("a view" if view else ""))
        return SimpleNamespace(message_id=next(_ids))

    send_message = edit_message = send

    async def send_modal(self, _modal: object) -> None:
        """Answer with a form."""
        self._done = True
        self.said.append("a form")


class Options(SimpleNamespace):
    """The options that are filled in; the others are None."""

    def __getattr__(self, _name: str) -> None:
        """Give None for an option that is not filled in."""


def interaction_in(channel: int, client: Leithian, options: dict[str, Any]) -> Any:
    """Return an interaction of Ann, who may do everything."""
    replies, allowed = Replies(), discord.Permissions.all()
    return SimpleNamespace(
        id=next(_ids),
        type=discord.InteractionType.application_command,
        user=SimpleNamespace(id=ANN, display_name="Ann", bot=False, roles=(), mention="<@1>"),
        permissions=allowed,
        app_permissions=allowed,
        channel_id=channel,
        channel=None,
        guild_id=GUILD,
        guild=None,
        message=None,
        locale=discord.Locale.british_english,
        guild_locale=None,
        filesize_limit=10 << 20,
        client=client,
        namespace=Options(**options),
        response=replies,
        followup=replies,
        edit_original_response=replies.send,
        delete_original_response=replies.defer,
        is_expired=lambda: False,
    )


@pytest.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Leithian]:
    """A bot that is not connected, with a lobby and a running game of each ruleset."""
    monkeypatch.setattr(PersonLimits, "spend", lambda *_: None)
    rulesets: dict[str, AnyRuleset] = {**RULESETS, "toy": Toy()}
    tables = Tables(await Store.open(tmp_path / "games.sqlite"), rulesets)
    client = Leithian(tables, rulesets, tmp_path / "alive")
    await client.add_cogs()
    ann = Person(ANN, "Ann", manager=True)
    for channel, name in enumerate(rulesets, 1):
        actor = await tables.found(ann, NewGame(channel, GUILD, name))
        if name != "council":
            await actor.run(ann, Begin())
    await tables.found(ann, NewGame(99, GUILD, "toy"))
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


async def check_value(client: Leithian, command: Command, name: str, value: Any) -> None:
    """Type a value: there is an answer, and no fault."""
    renamed = {each.display_name: each.name for each in command.parameters}
    options = {**other_options(command, name), renamed.get(name, name): value}
    for channel in (1, len(client._services.rulesets), 99):
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
    """Type every so-manieth value into every option."""
    caplog.set_level(logging.ERROR)
    values = texts()
    for turn, (command, name, kind) in enumerate(typed_options(client)):
        if kind is Kind.integer:
            for number in NUMBERS[turn % 3 :: 3] if step > 1 else NUMBERS:
                await check_value(client, command, name, number)
        else:
            for value in values[turn % step :: step]:
                await check_value(client, command, name, value)
        assert not caplog.records, (command.qualified_name, name)


async def test_hostile_values_are_answered(
    client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(typed_options(client)) > 20
    await check_all(client, 500 // SAMPLE, caplog)


@pytest.mark.soak(part="hostile")
async def test_all_hostile_values_are_answered(
    client: Leithian, caplog: pytest.LogCaptureFixture
) -> None:
    await check_all(client, 1, caplog)
