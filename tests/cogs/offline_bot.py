"""A bot without Discord that answers people's commands and presses, for tests of its answers."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
from discord import app_commands

from cogs.client import Leithian
from cogs.interactions import dispatch_component
from engine.contract.action import Offer
from engine.contract.ruleset import AnyRuleset
from table.commands.lobby import Begin, Join, NewGame
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.cogs.test_cards import parts
from tests.interactions import PRIVATE, Kind, Replies, interaction_of
from tests.table.world import CHANNEL, GUILD, SEED, Time, empty_database
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered
from tests.toys.wandering import Wandering
from tests.twins.onlooker_bot import at_once

ANN, BOB, EVE = Person(1, "Ann", manager=True), Person(2, "Bob"), Person(3, "Eve")
BOT = Person(9, "Bot")
THREAD = 700  # a channel
RULESETS: dict[str, AnyRuleset] = {toy.name: toy for toy in (Toy(), Mastered(), Wandering())}


class Said(SimpleNamespace):
    """A message: its words, buttons, menus and files, and who sees it; or a form."""

    words: str
    buttons: dict[str, str]  # their custom ids, by label
    files: dict[str, bytes]
    private: bool
    menus: dict[str, list[str]]  # their values, by custom id
    updates: bool  # it takes the place of the message that was pressed
    mentioned: list[int]
    form: str  # its custom id


def said_by(content: str, **also: Any) -> Said:
    """Return a message that is sent with such contents."""
    view = also.get("view")
    found = [] if view is None else list(parts(view))
    words = [content or "", *(part["content"] for part in found if part["type"] == 10)]
    buttons = [part for part in found if part["type"] == 2 and "custom_id" in part]
    menus = [part for part in found if part["type"] == 3]
    mentions = also.get("allowed_mentions")
    return Said(
        words="\n".join(filter(None, words)),
        buttons={b.get("label", ""): b["custom_id"] for b in buttons},
        files={
            file.filename: file.fp.read()
            for file in also.get("files") or also.get("attachments") or ()
        },
        private=bool(also.get("ephemeral")),
        menus={menu["custom_id"]: [o["value"] for o in menu["options"]] for menu in menus},
        updates="attachments" in also,
        mentioned=[each.id for each in (mentions and mentions.users) or ()],
        form="",
    )


class Answers(Replies[Said]):
    """The answers to an interaction."""

    def note(self, content: str, **also: Any) -> Said:
        """Return a message's contents."""
        return said_by(content, **also)

    def note_form(self, modal: discord.ui.Modal) -> Said:
        """Return a form's title and fields."""
        fields = [part["label"] for part in modal.to_dict()["components"]]
        return Said(
            words="\n".join((modal.title, *fields)),
            buttons={},
            files={},
            private=True,
            menus={},
            updates=False,
            mentioned=[],
            form=modal.custom_id,
        )


class OfflineBot:
    """A bot without Discord, with a game in one channel."""

    def __init__(self, tables: Tables, client: Leithian) -> None:
        self.tables, self.client = tables, client
        self._ids = itertools.count(1)
        self.permissions = discord.Permissions.all()
        self.place: tuple[int | None, int | None] = CHANNEL, GUILD  # the channel and its server
        self.filesize_limit = 10 << 20
        self.channel: Any = MagicMock(spec=discord.TextChannel)
        self.channel.is_news.return_value = False
        self.commands: dict[str, app_commands.Command[Any, Any, Any]] = {
            each.qualified_name: each
            for each in client.tree.walk_commands()
            if isinstance(each, app_commands.Command)
        }

    def opens_threads(self) -> Any:
        """Let the channel open a thread when it is asked to, always the same, and return it."""
        guild = SimpleNamespace(id=GUILD)
        thread = SimpleNamespace(id=THREAD, guild=guild, add_user=AsyncMock(), edit=AsyncMock())
        self.channel.create_thread = AsyncMock(return_value=thread)
        return thread

    @classmethod
    async def open(cls, folder: Path, *more: AnyRuleset) -> OfflineBot:
        """Start a bot whose chance is fixed, without a game. `more`: rulesets."""
        rulesets = {**RULESETS, **{each.name: each for each in more}}
        path = folder / "games.sqlite"
        path.write_bytes(await empty_database())
        store = await Store.open(path)
        tables = Tables(store, rulesets, now=Time(), draw=lambda n: (SEED * n)[:n])
        tables.services.heavy.run = at_once  # type: ignore[method-assign]
        client = Leithian(tables, rulesets, folder / "alive")
        await client.add_cogs()
        return cls(tables, client)

    async def found(
        self,
        *others: Person,
        ruleset: str = "toy",
        mode: str = "",
        begins: bool = True,
        guild: int = GUILD,
        settings: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Open a game of Ann's; the others join, and it begins."""
        new = NewGame(CHANNEL, guild, ruleset, mode=mode, settings=settings)
        actor = await self.tables.found(ANN, new)
        for person in others:
            await actor.run(person, Join())
        if begins:
            await actor.run(ANN, Begin())

    async def type(self, who: Person, name: str, /, **options: Any) -> Said:
        """Type a slash command; return the one answer."""
        command = self.commands[name]
        asked = self._interaction(who, options)
        owner = () if command.binding is None else (command.binding,)
        await command.callback(*owner, asked, **options)
        [said] = asked.response.said
        return said

    async def completions(
        self, who: Person, name: str, option: str, typed: str = "", /, **options: Any
    ) -> list[app_commands.Choice[Any]]:
        """Return what is suggested for an option of a slash command."""
        command = self.commands[name]
        complete: Any = command._params[option].autocomplete
        owner = () if command.binding is None else (command.binding,)
        asked = self._interaction(who, options, "autocomplete")
        suggested: list[app_commands.Choice[Any]] = await complete(*owner, asked, typed)
        return suggested

    async def offered(self, who: Person) -> list[Offer]:
        """Return what somebody may do in the channel's game, with all their seats."""
        reader = (await self.tables.at(CHANNEL)).reader
        seats = reader.may_act(who.id)
        return [offer for seat in seats for offer in await reader.offers(seat)]

    async def press(self, who: Person, pressed: str, *values: str, private: bool = True) -> Said:
        """Press a button as `answers_to` does; return the one answer."""
        [said] = await self.answers_to(who, pressed, *values, private=private)
        return said

    async def answers_to(
        self, who: Person, pressed: str, *values: str, private: bool = True, message: int = PRIVATE
    ) -> list[Said]:
        """Press a button, by its custom id, or its handler and argument on the newest card, or
        choose `values` in a menu; return the answers. `private`: of a message that only they
        see; `message`: its id."""
        data = {"custom_id": await self._custom_id(pressed), "values": values}
        asked = self._interaction(who, data, "component")
        return await self._use(asked, private=private, message=message)

    async def fill_in(self, who: Person, form: str, *typed: str, private: bool = True) -> Said:
        """Send a form, named as a button is for `press`; return the one answer."""
        fields = [{"component": {"value": each}} for each in typed]
        data = {"custom_id": await self._custom_id(form), "components": fields}
        asked = self._interaction(who, data, "modal_submit")
        [said] = await self._use(asked, private=private)
        return said

    async def _custom_id(self, pressed: str) -> str:
        if pressed.startswith("v1:"):
            return pressed
        game = (await self.tables.at(CHANNEL)).game
        return f"v1:{game.id}:{game.card}:{pressed}"

    async def _use(self, asked: Any, *, private: bool, message: int = PRIVATE) -> list[Said]:
        asked.message = SimpleNamespace(id=message, flags=SimpleNamespace(ephemeral=private))
        await dispatch_component(asked)
        return list(asked.response.said)

    def _interaction(
        self, who: Person, data: Mapping[str, Any], kind: Kind = "application_command"
    ) -> Any:
        number = next(self._ids)
        asked = interaction_of(who, self.client, Answers(), CHANNEL, number, data, kind)
        asked.app_permissions = self.permissions
        asked.channel_id, asked.guild_id = self.place
        asked.channel = self.channel
        asked.filesize_limit = self.filesize_limit
        return asked


def member(person: Person, *, bot: bool = False) -> Any:
    """Return somebody as an option that is filled in."""
    return SimpleNamespace(
        id=person.id, display_name=person.name, bot=bot, mention=f"<@{person.id}>"
    )
