"""Progress of work that takes long: a private message with a button that cancels it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import TypeVar

import discord
from discord.ui import ActionRow, TextDisplay

from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.languages import translate
from table.heavy.queue import Asker, HeavyQueue

T = TypeVar("T")

FIRST_AFTER = 3.0  # seconds until the message is shown
EVERY = 5.0  # seconds between its updates


def asker_of(interaction: discord.Interaction) -> Asker:
    """Return who asks for heavy work."""
    return Asker(interaction.user.id, interaction.guild_id or 0)


async def show_progress(
    interaction: discord.Interaction, queue: HeavyQueue, what: str, work: Awaitable[T]
) -> T:
    """Return the result of the work; re-raise its exception.

    When it takes long, its person sees `what` is being done, with a button that cancels it.
    """
    task = asyncio.ensure_future(work)
    shown: discord.WebhookMessage | None = None
    try:
        await asyncio.wait({task}, timeout=FIRST_AFTER)
        while not task.done():
            shown = await _show(interaction, queue, what, shown)
            await asyncio.wait({task}, timeout=EVERY)
        return task.result()
    finally:
        if not task.done():
            task.cancel()
        if shown is not None:
            with contextlib.suppress(discord.HTTPException):
                await shown.delete()


async def _show(
    interaction: discord.Interaction,
    queue: HeavyQueue,
    what: str,
    shown: discord.WebhookMessage | None,
) -> discord.WebhookMessage | None:
    """Send the message, or draw it again; return it if there is one.

    It is a follow-up: the original response of a press may be the card that was pressed.
    """
    if not interaction.response.is_done() or interaction.is_expired():
        return shown
    before = queue.position(interaction.user.id)
    text = f"{what}…"
    if before:
        text += (
            translate(" {before} before you.", before=before)
            if before > 1
            else translate(" You are next.")
        )
    view = StaticLayout()
    view.add_item(TextDisplay(text))
    view.add_item(ActionRow(IdButton(CustomId(0, 0, "cancel_work"), "Cancel")))
    with contextlib.suppress(discord.HTTPException):
        if shown is None:
            return await interaction.followup.send(view=view, ephemeral=True, wait=True)
        await shown.edit(view=view)
    return shown
