"""All commands together are ones that Discord takes, and context menus do what they say."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.admin import AdminCog
from cogs.client import Leithian
from cogs.interactions import handlers_of
from cogs.seat import SeatCog
from cogs.ui.command_mapper import CommandLimitError
from cogs.ui.custom_ids import BUTTONS, MODALS, SELECTS
from engine.contract.action import Verb
from table.errors import Refusal
from table.store.store import Store
from table.tables import Tables
from tests.cogs.offline_bot import member
from tests.cogs.test_cards import parts
from tests.rulesets import RULESETS
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld
from tests.toys.guessing import Toy

_ids = itertools.count(77)
COMMANDS, CONTEXT_MENUS, SUBCOMMANDS, LETTERS, OPTIONS, CHOICES = 100, 5, 25, 8000, 25, 25


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Leithian]:
    tables = Tables(await Store.open(tmp_path / "games.sqlite"), RULESETS)
    client = Leithian(tables, RULESETS, tmp_path / "alive")
    await client.add_cogs()
    yield client
    await tables.close()


def leaves(command: dict[str, Any]) -> list[dict[str, Any]]:
    subs = [option for option in command.get("options", ()) if option["type"] in (1, 2)]
    return [leaf for sub in subs for leaf in leaves(sub)] if subs else [command]


def letters(command: dict[str, Any]) -> int:
    own = len(command["name"]) + len(command.get("description") or "")
    choices = command.get("choices") or ()
    own += sum(len(choice["name"]) + len(str(choice["value"])) for choice in choices)
    return own + sum(letters(option) for option in command.get("options") or ())


async def test_discord_takes_all_our_commands(client: Leithian):
    told = [command.to_dict(client.tree) for command in client.tree.get_commands()]
    slash = [command for command in told if command["type"] == 1]
    assert len(slash) <= COMMANDS
    assert len(told) - len(slash) <= CONTEXT_MENUS
    for command in slash:
        assert len(command["options"]) <= SUBCOMMANDS
        assert letters(command) <= LETTERS
        for leaf in leaves(command):
            assert 1 <= len(leaf["description"]) <= 100
            assert len(leaf.get("options", ())) <= OPTIONS
            assert all(len(o.get("choices") or ()) <= CHOICES for o in leaf.get("options", ()))


class TooManyVerbs(Toy):
    """A game with more verbs than a slash command takes."""

    verbs = tuple(Verb(f"verb{n}", "Do it.") for n in range(26))


async def test_a_verb_without_a_slash_command_stops_the_start(tmp_path: Path):
    rulesets = {"toy": TooManyVerbs()}
    tables = Tables(await Store.open(tmp_path / "games.sqlite"), rulesets)
    with pytest.raises(CommandLimitError, match="verb25"):
        await Leithian(tables, rulesets, tmp_path / "alive").add_cogs()
    await tables.close()


async def test_every_button_has_one_handler(client: Leithian):
    handlers = [name for cog in client.cogs.values() for name in handlers_of(cog)]
    assert sorted(handlers) == sorted((*BUTTONS, *SELECTS, *MODALS))


async def test_what_must_happen_in_a_server_cannot_be_called_elsewhere(client: Leithian):
    everywhere = {"help", "options", "roll", "privacy"}
    for command in client.tree.get_commands():
        if isinstance(command, discord.app_commands.ContextMenu):
            assert command.guild_only
        elif command.name not in everywhere:
            assert command.guild_only, command.name


async def test_commands_come_with_the_bot_of_a_server_and_two_with_a_persons_own(client: Leithian):
    told = {each.name: each.to_dict(client.tree) for each in client.tree.get_commands()}
    servers, people = 0, 1
    own = {name for name, each in told.items() if people in each["integration_types"]}
    assert own == {"help", "roll"}
    assert all(servers in each["integration_types"] for each in told.values())
    in_private = {name for name, each in told.items() if each["contexts"] != [0]}
    assert in_private == {"help", "options", "roll", "privacy"}


def asked(who: Any) -> Any:
    return SimpleNamespace(
        id=next(_ids),
        channel_id=CHANNEL,
        guild_id=GUILD,
        user=SimpleNamespace(id=who.id, display_name=who.name),
        permissions=discord.Permissions.none(),
        message=None,
    )


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[TableWorld]:
    world = await TableWorld(tmp_path / "world.sqlite").open()
    yield world
    await world.close()


async def test_the_admin_command_checks_the_right_itself(world: TableWorld):
    services = SimpleNamespace(tables=world.tables)
    admin: Any = AdminCog(SimpleNamespace(), services)  # type: ignore[arg-type]
    role = SimpleNamespace(id=5, is_default=lambda: False)
    for asks in ({}, {"openers": role}, {"language": "de"}):
        with pytest.raises(Refusal, match="Only a manager of the server"):
            await admin.admin.callback.__wrapped__(admin, asked(ANN), **asks)


def seat_cog(world: TableWorld) -> SeatCog:
    async def server_language(server: int) -> str:
        return "en"

    builder = SimpleNamespace(server_language=server_language)
    services = SimpleNamespace(tables=world.tables, card_builder=builder)
    return SeatCog(SimpleNamespace(), services)  # type: ignore[arg-type]


async def test_a_seat_is_given_from_the_menu_on_a_person(world: TableWorld):
    table = await world.begun()
    seats = seat_cog(world)
    reply: Any = await seats._give_panel(asked(ANN), member(BOB))
    buttons = [part for part in parts(reply.view) if part["type"] == 2]
    assert [each["label"] for each in buttons] == ["For good", "For a day", "For a week"]
    for days, holder in (("1", (0, 1)), ("0", (0, 1))):
        pressed: Any = SimpleNamespace(game=table.game.id, arg=f"0 {BOB.id} {days}")
        request = asked(ANN)
        request.id = f"give-{days}"
        await seats._give_pressed(request, pressed)
        assert table.reader.may_act(BOB.id) == holder
    assert table.state.seats[0].person == BOB.id


async def test_who_is_offered_a_seat_joins_by_taking_it(world: TableWorld):
    table = await world.begun()
    seats = seat_cog(world)
    reply: Any = await seats._give_panel(asked(ANN), member(EVE))
    assert reply.public
    assert [*reply.mentions] == [EVE.id]
    pressed: Any = SimpleNamespace(game=table.game.id, arg="0")
    with pytest.raises(Refusal, match="somebody else"):
        await seats._take_pressed(asked(BOB), pressed)
    reply = await seats._take_pressed(asked(EVE), pressed)
    assert reply.then.text.startswith("You are in.")
    assert table.state.seats[0].person == EVE.id
    assert [each.name for each in table.state.members] == ["Ann", "Bob", "Eve"]
    again = asked(EVE)
    with pytest.raises(Refusal, match="is gone"):
        await seats._take_pressed(again, SimpleNamespace(game=1, arg=f"1 {EVE.id} {EVE.id}"))  # type: ignore[arg-type]


async def test_a_seat_goes_to_nobody_who_is_not_there(world: TableWorld):
    await world.begun()
    seats = seat_cog(world)
    with pytest.raises(Refusal, match="Bots cannot play"):
        await seats._give_panel(asked(ANN), member(BOB, bot=True))
    with pytest.raises(Refusal, match="no character to give"):
        await seats._give_panel(asked(EVE), member(BOB))


MOST_LEAVES = {"sil": 60, "silg": 90, "kanthe": 60, "delve": 60}


@pytest.mark.parametrize("name", MOST_LEAVES)
async def test_a_channel_shows_few_commands(client: Leithian, name: str):
    everywhere, by_game = await client.payloads()
    shown = [leaf for each in (*everywhere, *by_game[name]) for leaf in leaves(each)]
    assert len([leaf for leaf in shown if leaf.get("type") not in (2, 3)]) <= MOST_LEAVES[name]
    assert by_game.keys() == RULESETS.keys()
