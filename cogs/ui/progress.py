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
    shown = False
    try:
        await asyncio.wait({task}, timeout=FIRST_AFTER)
        while not task.done():
            shown = await _show(interaction, queue, what) or shown
            await asyncio.wait({task}, timeout=EVERY)
        return task.result()
    finally:
        if not task.done():
            task.cancel()
        if shown:
            with contextlib.suppress(discord.HTTPException):
                await interaction.delete_original_response()


async def _show(interaction: discord.Interaction, queue: HeavyQueue, what: str) -> bool:
    """Draw the message; return whether that worked."""
    if not interaction.response.is_done() or interaction.is_expired():
        return False
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
    try:
        await interaction.edit_original_response(view=view)
    except discord.HTTPException:
        return False
    return True
