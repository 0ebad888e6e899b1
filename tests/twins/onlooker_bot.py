"""A whole bot without Discord that notes what each person and the channel get, byte for byte."""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import msgspec
from discord import app_commands

from cogs.client import Leithian
from cogs.delivery import DiscordSender
from cogs.interactions import dispatch_component
from cogs.shown_cards import ShownCards
from render import reel
from table.actor import GameActor
from table.commands.command import TableCommand
from table.outbox.outbox import Outbox
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.interactions import PRIVATE, Kind, Replies, interaction_of
from tests.rulesets import RULESETS
from tests.table.world import CHANNEL, SEED, Time

HASH = re.compile(rb"(Hash of the log: `?)[0-9a-f]+")  # salted: it tells nothing of what is hidden


class Drawn(msgspec.Struct):
    """A picture as it was asked for: its bytes are all that the drawing would be made of."""

    png: bytes
    window: None = None


class InlinePool:
    """A render pool that draws nothing and keeps what it was to draw."""

    async def draw(self, work: Callable[..., Any], *args: object, **also: object) -> Drawn:
        """Return what would be drawn."""
        return self._drawn(work, *args, **also)

    def start(self, work: Callable[..., Any], *args: object, **also: object) -> Future[Drawn]:
        """Return what would be drawn, at once."""
        done: Future[Drawn] = Future()
        done.set_result(self._drawn(work, *args, **also))
        return done

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Run a function; a film is its pictures."""
        if work is reel:
            return b"".join(args[0])
        return work(*args)

    def _drawn(self, work: Callable[..., Any], *args: object, **also: object) -> Drawn:
        return Drawn(work.__name__.encode() + msgspec.json.encode((args, also), enc_hook=repr))


async def at_once(_asker: object, work: Callable[..., Any], *args: Any, **_limits: float) -> Any:
    """Do heavy work here instead of in a process of its own."""
    return work(*args)


def noted(content: str | None = None, **also: Any) -> bytes:
    """Return a message's content: texts, components with their ids, files with names and words."""
    view, files = also.get("view"), [*(also.get("files") or also.get("attachments") or ())]
    said = {
        "content": content,
        "components": view.to_components() if view is not None else None,
        "files": [(each.filename, each.description) for each in files],
        "private": also.get("ephemeral"),
    }
    contents = (each.fp.read() for each in files)
    return HASH.sub(rb"\1-", b"\n".join((msgspec.json.encode(said), *contents)))


class Notes(Replies[bytes]):
    """Answers to an interaction, byte for byte."""

    def note(self, content: str, **also: Any) -> bytes:
        """Return a message's content."""
        return noted(content, **also)

    def note_form(self, modal: discord.ui.Modal) -> bytes:
        """Return a form's parts."""
        return msgspec.json.encode(modal.to_dict())


class NotedChannel:
    """A channel in which all that is posted, edited and deleted is noted. `trouble`: what Discord
    answers to the next request."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.ids = itertools.count(5000)
        self.trouble: Exception | None = None

    def _ask(self) -> None:
        trouble, self.trouble = self.trouble, None
        if trouble is not None:
            raise trouble

    async def send(self, content: str = "", **also: Any) -> SimpleNamespace:
        """Post a message."""
        assert len(also.get("nonce", "-" * 24)) == 24
        self._ask()
        self.said.append(b"post " + noted(content, **also))
        return SimpleNamespace(id=next(self.ids))

    async def history(self, limit: int) -> AsyncIterator[discord.Message]:
        """Yield nothing: whatever was refused is not here."""
        del limit
        for message in ():
            yield message

    def get_partial_message(self, number: int) -> Any:
        """Return a message by its id."""

        async def edit(**also: Any) -> SimpleNamespace:
            self._ask()
            self.said.append(b"edit %d " % number + noted(**also))
            return SimpleNamespace(id=number, components=[])

        async def delete() -> None:
            self._ask()
            self.said.append(b"delete %d" % number)

        async def fetch() -> SimpleNamespace:
            self._ask()
            return SimpleNamespace(id=number, components=[])

        return SimpleNamespace(id=number, edit=edit, delete=delete, fetch=fetch)


class OnlookerBot:
    """A bot with one game; `said` is what its channel shows."""

    def __init__(self, tables: Tables, folder: Path, time: Time) -> None:
        self.tables = tables
        self.time = time
        self.permissions = discord.Permissions.all()
        self.client = Leithian(tables, RULESETS, folder / "alive")
        builder = self.client._services.card_builder
        builder._pool = InlinePool()  # type: ignore[assignment]
        tables.services.heavy.run = at_once  # type: ignore[method-assign]
        tables.limits.spend = lambda *_: None  # type: ignore[method-assign]
        self.channel = NotedChannel()
        self._threads = itertools.count(7000)
        self.client.get_partial_messageable = self._find  # type: ignore
        self.client.fetch_channel = self._fetch  # type: ignore
        self.client.is_ready = lambda: True  # type: ignore[method-assign]
        self.outbox: Outbox = tables.send_by(
            DiscordSender(self.client, tables, builder, ShownCards(self.client))
        )
        self.commands: dict[str, app_commands.Command[Any, Any, Any]] = {}

    def _find(self, number: int, **_: object) -> NotedChannel:
        """Return the channel, or a private thread, which nobody here reads."""
        return self.channel if number == CHANNEL else NotedChannel()

    async def _fetch(self, _number: int) -> Any:
        channel = MagicMock(spec=discord.TextChannel)
        channel.is_news.return_value = False
        thread = SimpleNamespace(id=next(self._threads), add_user=AsyncMock())
        channel.create_thread = AsyncMock(return_value=thread)
        return channel

    @classmethod
    async def open(cls, path: Path) -> OnlookerBot:
        """Start a bot whose chance is fixed."""
        time = Time()
        store = await Store.open(path)
        tables = Tables(store, RULESETS, now=time, draw=lambda n: (SEED * n)[:n])
        bot = cls(tables, path.parent, time)
        await bot.client.add_cogs()
        bot.commands = {
            each.qualified_name: each
            for each in bot.client.tree.walk_commands()
            if isinstance(each, app_commands.Command)
        }
        return bot

    async def close(self) -> None:
        """Stop."""
        await self.tables.close()

    @property
    def said(self) -> list[bytes]:
        """Return what the channel shows."""
        return self.channel.said

    async def actor(self) -> GameActor:
        """Return the game."""
        return await self.tables.at(CHANNEL)

    async def run(self, who: Person, command: TableCommand, number: int = 0) -> None:
        """Run a table's command for a person, as interaction `number`, and post what follows."""
        await (await self.actor()).run(who, command, request=str(number or ""))
        await self.outbox.flush()

    async def type(self, who: Person, name: str, number: int = 1, /, **options: Any) -> list[bytes]:
        """Type a slash command as interaction `number`; return what the person gets."""
        command = self.commands[name]
        asked = self._interaction(who, number, options)
        owner = () if command.binding is None else (command.binding,)
        await command.callback(*owner, asked, **options)
        await self.outbox.flush()
        return list(asked.response.said)

    async def press(
        self, who: Person, handler: str, argument: str = "", chosen: Sequence[str] = ()
    ) -> list[bytes]:
        """Press a button of the newest card, or choose values in its menu; return what the person
        gets."""
        data = {"custom_id": await self._custom_id(handler, argument), "values": chosen}
        return await self._use(self._interaction(who, 1, data, "component"))

    async def fill_in(
        self, who: Person, handler: str, argument: str, typed: Sequence[str]
    ) -> list[bytes]:
        """Send a form of the newest card; return what the person gets."""
        fields = [{"component": {"value": each}} for each in typed]
        data = {"custom_id": await self._custom_id(handler, argument), "components": fields}
        return await self._use(self._interaction(who, 1, data, "modal_submit"))

    async def _custom_id(self, handler: str, argument: str) -> str:
        game = (await self.actor()).game
        return f"v1:{game.id}:{game.card}:{handler}:{argument}"

    async def _use(self, asked: Any) -> list[bytes]:
        """Answer an interaction with a component of a message; return what the person gets."""
        asked.message = SimpleNamespace(id=PRIVATE, flags=SimpleNamespace(ephemeral=False))
        await dispatch_component(asked)
        return list(asked.response.said)

    async def suggest(self, who: Person, name: str, option: str) -> list[bytes]:
        """Return what is suggested to a person for an option."""
        return [f"{e.name} {e.value}".encode() for e in await self._suggested(who, name, option)]

    async def values(self, who: Person, name: str, option: str) -> list[str]:
        """Return the values that are suggested to a person for an option."""
        return [str(each.value) for each in await self._suggested(who, name, option)]

    async def _suggested(
        self, who: Person, name: str, option: str
    ) -> Sequence[app_commands.Choice[Any]]:
        command = self.commands[name]
        suggest: Any = command._params[option].autocomplete
        asked = self._interaction(who, 1, {}, "autocomplete")
        owner = () if command.binding is None else (command.binding,)
        suggested: Sequence[app_commands.Choice[Any]] = await suggest(*owner, asked, "")
        return suggested

    def _interaction(
        self, who: Person, number: int, data: Mapping[str, Any], kind: Kind = "application_command"
    ) -> Any:
        asked = interaction_of(who, self.client, Notes(), CHANNEL, number, data, kind)
        asked.app_permissions = self.permissions
        return asked
