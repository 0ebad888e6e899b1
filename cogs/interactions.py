"""Interactions: run a handler, tell Discord to wait when it takes long, reply once.

A handler is a coroutine that does its work and returns what to say. It is answered within
Discord's three seconds, errors become sentences, and the reply comes last, after the work is
saved.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands

from cogs import delivery
from cogs.pending import WAITED
from cogs.recaps import Visit, recap_reply, watch_visits
from cogs.ui.components import Handler
from cogs.ui.custom_ids import CustomId
from cogs.ui.languages import language_of, set_language
from cogs.ui.replies import Answer, Reply, error_message
from table.errors import Refusal

K = TypeVar("K", bound=Callable[..., Any])

UNKNOWN_PRESS = "That button is from an older version of me. `/game status` shows what goes on."
DEFER_AFTER = 1.5  # seconds until we ask for more time; Discord's own limit is 3

_under_way: dict[asyncio.Task[None], int] = {}  # answers, and the servers they are for


async def answer(interaction: discord.Interaction, work: Coroutine[Any, Any, Answer]) -> None:
    """Run a handler and reply within Discord's limit. Raises neither the handler's errors nor
    Discord's."""
    answering = asyncio.ensure_future(_answer(interaction, work))
    _under_way[answering] = interaction.guild_id or 0
    answering.add_done_callback(_under_way.pop)
    await answering


async def finish_answers(seconds: float, of: Callable[[int], bool] | None = None) -> None:
    """Wait until what has been asked so far is answered, in some servers or in all, at most so
    long."""
    if answers := {each for each, guild in _under_way.items() if of is None or of(guild)}:
        await asyncio.wait(answers, timeout=seconds)


async def _answer(interaction: discord.Interaction, work: Coroutine[Any, Any, Answer]) -> None:
    set_language(language_of(interaction.locale))
    visits = watch_visits()
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=DEFER_AFTER - interaction.extras.get(WAITED, 0.0))
    if not task.done() and not interaction.response.is_done():
        await delivery.defer(interaction)
    try:
        said = await task
    except Exception as error:
        said = error_message(error)
    reply = Reply(said) if isinstance(said, str) else said
    await delivery.reply(interaction, reply)
    if visits and (reply is None or reply.form is None):  # nothing can follow a form
        await _tell_missed(interaction, visits[0])


async def _tell_missed(interaction: discord.Interaction, visit: Visit) -> None:
    """Tell somebody what they missed, if they come back after days; log what goes wrong."""
    try:
        missed = await recap_reply(interaction, visit)
    except Exception as error:
        error_message(error)
        return
    if missed is not None:
        await delivery.reply(interaction, missed)


def slash_callback(method: Callable[..., Coroutine[Any, Any, Answer]]) -> Any:
    """Make a slash command's callback of a handler method; its signature gives the options."""

    @functools.wraps(method)
    async def callback(self: Any, interaction: discord.Interaction, **options: Any) -> None:
        await answer(interaction, method(self, interaction, **options))

    callback.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
    return callback


def autocomplete_callback(method: Callable[..., Coroutine[Any, Any, list[Any]]]) -> Any:
    """Make an autocomplete callback of a method; it offers nothing where a command would be
    refused."""

    @functools.wraps(method)
    async def callback(self: Any, interaction: discord.Interaction, typed: str) -> list[Any]:
        try:
            return await method(self, interaction, typed)
        except Refusal:
            return []

    return callback


def handles(*names: str) -> Callable[[K], K]:
    """Let a cog's method handle the buttons, menus and forms whose custom ids name it so."""

    def mark(method: K) -> K:
        method.handled = names  # type: ignore[attr-defined]
        return method

    return mark


def handlers_of(cog: object) -> dict[str, Handler]:
    """Return the methods of a cog that `handles` marks, by the names that they handle."""
    marked = inspect.getmembers(type(cog), lambda method: hasattr(method, "handled"))
    return {name: getattr(cog, own) for own, method in marked for name in method.handled}


async def dispatch_component(interaction: discord.Interaction) -> None:
    """Answer a press, a choice or a submitted form, whichever process has shown it.

    The library would rebuild a whole message for every press to find the one button; the custom id
    alone says what to do.
    """
    sent: Any = interaction.data or {}
    handlers: Mapping[str, Handler] = interaction.client.handlers  # type: ignore[attr-defined]
    values = sent.get("values") or ()
    if interaction.type is discord.InteractionType.modal_submit:
        fields = [part.get("component") or {} for part in sent.get("components") or ()]
        values = [str(field.get("value") or "".join(field.get("values") or ())) for field in fields]
    pressed = CustomId.parse(str(sent.get("custom_id", "")), values)
    if pressed is None or pressed.handler not in handlers:
        await delivery.reply(interaction, Reply(UNKNOWN_PRESS))
        return
    await answer(interaction, handlers[pressed.handler](interaction, pressed))


class CommandTree(app_commands.CommandTree[Any]):
    """A command tree that reports errors of its own in a sentence, too."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Return whether this process is to answer a command or to complete what is typed."""
        is_ours: bool = await interaction.client.pending.is_ours(interaction)
        return is_ours

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.TransformerError | app_commands.CommandSignatureMismatch):
            said = "That command has changed or a value does not fit. Please type it again."
        else:
            said = error_message(cause if isinstance(cause, Exception) else error)
        if interaction.type is not discord.InteractionType.autocomplete:
            await delivery.reply(interaction, Reply(said))
