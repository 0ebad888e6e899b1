"""Try on a real server, in a test channel, all that the bot does there.

`python bot.py check-discord CHANNEL` prints a line for each thing: what works, what does not, and
which permission is missing. It deletes what it has posted.
"""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from cogs.base import NEEDED_PERMISSIONS
from cogs.shown_cards import shown_files, without_buttons
from cogs.ui.cards import PLAY_COLOUR, Card, CardPicture, layout
from cogs.ui.components import IdButton
from cogs.ui.custom_ids import CustomId
from cogs.ui.replies import NO_MENTIONS
from cogs.ui.threads import NEEDED_PERMISSIONS as THREAD_PERMISSIONS

COMMAND = "leithian-check"
ANEW = "a new message is sent then, which the bot does by itself"
PICTURE_SIZE = (110, 70)  # pixels

Report = Callable[[str], None]


class LiveCheck(discord.Client):
    """A client that tries everything once and then leaves."""

    def __init__(self, channel: int, wait: float, report: Report) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=NO_MENTIONS)
        self.failures = 0
        self._channel_id = channel
        self._wait = wait
        self._report = report
        self._answered = asyncio.Event()  # the command, and what follows it
        self._pressed: asyncio.Future[discord.Interaction]
        self._tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self._posted: list[discord.Message] = []

    async def run_check(self, token: str) -> int:
        """Join, try everything, leave; return how many things failed. Raises LoginFailure."""
        self._pressed = asyncio.get_running_loop().create_future()
        joined = asyncio.create_task(self.start(token))
        ready = asyncio.create_task(self.wait_until_ready())
        async with self:
            await asyncio.wait({joined, ready}, return_when=asyncio.FIRST_COMPLETED)
            if joined.done():
                joined.result()
            try:
                await self._try_all()
            finally:
                await self.close()
                await asyncio.gather(joined, return_exceptions=True)
        return self.failures

    async def _try_all(self) -> None:
        try:
            channel = await self.fetch_channel(self._channel_id)
        except discord.HTTPException as error:
            self._fail(f"channel {self._channel_id}", error)
            return
        if not isinstance(channel, discord.TextChannel):
            self._report(f"FAILED  {channel} is not a text channel of a server.")
            self.failures += 1
            return
        self._report_permissions(channel)
        message = await self._try("post a card with a picture", self._post_card(channel))
        if message is not None:
            await self._try_edits(message)
        await self._try("ping the application's owner", self._ping(channel))
        await self._try("open and archive a thread", self._open_thread(channel))
        await self._try("register a slash command", self._register(channel.guild))
        await self._try_command(channel)
        await self._try("remove what was posted", self._clean_up(channel.guild))

    # ------------------------------------------------------------ steps

    def _report_permissions(self, channel: discord.TextChannel) -> None:
        allowed = channel.permissions_for(channel.guild.me)
        for name, shown in {**NEEDED_PERMISSIONS, **THREAD_PERMISSIONS}.items():
            if not getattr(allowed, name):
                self.failures += 1
                self._report(f"MISSING permission: {shown}")

    async def _post_card(self, channel: discord.TextChannel) -> discord.Message:
        card = _card(1)
        message = await channel.send(view=card.view, files=card.files, silent=True, nonce="check-1")
        self._posted.append(message)
        return message

    async def _try_edits(self, message: discord.Message) -> None:
        partial = message.channel.get_partial_message(message.id)  # type: ignore[union-attr]
        card = _card(2)
        edited = await self._try(
            "edit the card with a new picture",
            partial.edit(view=card.view, attachments=card.files),
            "cards are then posted anew, which the bot does by itself",
        )
        fetched = await self._try("read the card back", partial.fetch())
        if fetched is None:
            return
        kept: list[Any] = shown_files(fetched.components)
        if edited is not None and not kept:
            self.failures += 1
            self._report("FAILED  Discord does not tell the id of the card's picture.")
        stripped = partial.edit(view=without_buttons(fetched.components), attachments=kept)
        await self._try("take the buttons off the card and keep its picture", stripped)

    async def _ping(self, channel: discord.TextChannel) -> discord.Message:
        owner = (await self.application_info()).owner
        message = await channel.send(
            f"{owner.mention} This is a test of pings.",
            allowed_mentions=discord.AllowedMentions(users=[owner], everyone=False, roles=False),
        )
        self._posted.append(message)
        return message

    async def _open_thread(self, channel: discord.TextChannel) -> discord.Thread:
        kind = discord.ChannelType.news_thread if channel.is_news() else None
        thread = await channel.create_thread(
            name="Leithian's test", type=kind or discord.ChannelType.public_thread
        )
        await thread.send("This is a test of threads.")
        await thread.edit(archived=True)
        return thread

    async def _register(self, guild: discord.Guild) -> bool:
        @self._tree.command(name=COMMAND, description="Tell the check that commands work")
        async def answer(interaction: discord.Interaction) -> None:
            await self._try("answer a slash command", _answer(interaction, _card(3)))
            await self._try_new_pictures(interaction)
            self._answered.set()

        self._tree.copy_global_to(guild=guild)
        await self._tree.sync(guild=guild)
        return True

    async def _try_command(self, channel: discord.TextChannel) -> None:
        self._report(f"Type /{COMMAND} in #{channel.name} within {self._wait:.0f} seconds.")
        try:
            async with asyncio.timeout(self._wait):
                await self._answered.wait()
        except TimeoutError:
            self._report("not tried answer a slash command: nobody typed it")
            return
        self._report(f"Press the button of the answer within {self._wait:.0f} seconds.")
        try:
            async with asyncio.timeout(self._wait):
                pressed = await self._pressed
        except TimeoutError:
            self._report("not tried answer a press with a new picture: nobody pressed it")
            return
        card = _card(7)
        edit = pressed.response.edit_message(view=card.view, attachments=card.files)
        await self._try("answer a press with a new picture", edit, ANEW)

    async def _try_new_pictures(self, interaction: discord.Interaction) -> None:
        """Change an answer's picture, and that of a follow-up, as the bot does in long games."""
        first, second, third = (_card(number) for number in (4, 5, 6))
        original = interaction.edit_original_response(view=first.view, attachments=first.files)
        await self._try("change an answer's picture", original, ANEW)
        send = interaction.followup.send(
            view=second.view, files=second.files, ephemeral=True, wait=True
        )
        sent = await self._try("send a second answer", send)
        if sent is not None:
            edit = sent.edit(view=third.view, attachments=third.files)
            await self._try("change a second answer's picture", edit, ANEW)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take the press on a card's button."""
        if interaction.type is discord.InteractionType.component and not self._pressed.done():
            self._pressed.set_result(interaction)

    async def _clean_up(self, guild: discord.Guild) -> bool:
        self._tree.clear_commands(guild=guild)
        await self._tree.sync(guild=guild)
        for message in self._posted:
            await message.delete()
        return True

    # ------------------------------------------------------------ reporting

    async def _try(self, what: str, request: Awaitable[Any], note: str = "") -> Any:
        """Make a request and report on it; return its result, None when it failed."""
        try:
            result = await request
        except discord.HTTPException as error:
            self._fail(what, error, note)
            return None
        self._report(f"works   {what}")
        return result

    def _fail(self, what: str, error: discord.HTTPException, note: str = "") -> None:
        self.failures += 1
        why = f"{error.status}, code {error.code}: {error.text or 'no reason given'}"
        self._report(f"FAILED  {what} ({why}){'; ' + note if note else ''}")


async def _answer(interaction: discord.Interaction, card: Card) -> None:
    await interaction.response.send_message(view=card.view, files=card.files, ephemeral=True)


def _card(number: int) -> Card:
    """Return a card like those of games, with a button."""
    picture = CardPicture(_png(number), f"check-{number}.png", "A field of one colour.")
    button = IdButton(CustomId(0, number, "describe"), "A button")
    return layout(
        PLAY_COLOUR, f"Test {number}", "Leithian tries a card.", rows=[[button]], picture=picture
    )


def _png(number: int) -> bytes:
    """Return a picture of one colour, another for each number."""
    width, height = PICTURE_SIZE
    row = b"\0" + bytes((60 * number % 256, 120, 160)) * width

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(row * height)), chunk(b"IEND", b""))
    )
