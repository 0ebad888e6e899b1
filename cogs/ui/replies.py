"""The one way to answer people: in time, once, in one sentence when something is refused.

A handler is a coroutine that does its work and returns what to say. `serve` runs it, tells Discord
to wait when it takes long, turns errors into sentences and speaks last, after the work is saved.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ui import LayoutView, Modal

from cogs.ui.formatting import cut, plain
from table.errors import Refusal, TableFault

log = logging.getLogger(__name__)

PATIENCE = 1.5  # seconds until we ask for more time; Discord's own limit is 3
QUIET = discord.AllowedMentions.none()


class Reply:
    """What one person gets to see: a text, a view with its files, or a form to fill in. `update`
    puts the view in the place of the one that was pressed; `aside` is said after it, to the
    person alone; `after` is run once it was said. A `public` one is for all, if it comes within
    `PATIENCE`; it may ping the people `whom`. A `card` is for all as well: it hears which message
    shows it, or None when none could; then it is somebody else's to show."""

    def __init__(
        self,
        text: str = "",
        *,
        view: LayoutView | None = None,
        files: list[discord.File] | None = None,
        update: bool = False,
        public: bool = False,
        whom: Sequence[int] = (),
        form: Modal | None = None,
        aside: Reply | None = None,
        after: Callable[[], Awaitable[None]] | None = None,
        card: Callable[[int | None], Awaitable[None]] | None = None,
    ) -> None:
        self.text = cut(text, 2000)
        self.view = view
        self.files = files or []
        self.update = update
        self.public = public
        self.whom = [discord.Object(person) for person in whom]
        self.form = form
        self.aside = aside
        self.after = after
        self.card = card


Said = Reply | str | None


async def serve(interaction: discord.Interaction, work: Coroutine[Any, Any, Said]) -> None:
    """Run a handler and answer within Discord's three seconds. It raises nothing of the
    handler's and nothing of Discord's."""
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=PATIENCE)
    if not task.done():
        await _speak(_hold(interaction))
    try:
        said = await task
    except Exception as error:
        said = sentence(error)
    reply = Reply(said) if isinstance(said, str) else said
    if reply is not None and reply.card is not None:
        await _show(interaction, reply, reply.card)
        reply = reply.aside
    spoken = await _speak(_deliver(interaction, reply))
    if spoken and reply is not None:
        if reply.after is not None:
            await reply.after()
        if reply.aside is not None:
            await _speak(_deliver(interaction, reply.aside))


def sentence(error: Exception) -> str:
    """What a person reads of an error. A refusal explains itself; anything else is our fault: it
    is logged with an id, and the person gets that id."""
    if isinstance(error, Refusal):
        choices = "\n".join(f"- {plain(line)}" for line in error.choices[:10])
        return f"{plain(str(error))}\n{choices}".strip()
    if isinstance(error, TableFault):
        return str(error)  # logged by the table, under the id that it tells
    fault = secrets.token_hex(4)
    log.error("error %s", fault, exc_info=error)
    return f"Something went wrong on our side; please tell the host: error {fault}."


def served(
    method: Callable[..., Coroutine[Any, Any, Said]],
) -> Any:
    """A command's callback from a handler method; options are read off its signature."""

    @functools.wraps(method)
    async def callback(self: Any, interaction: discord.Interaction, **options: Any) -> None:
        await serve(interaction, method(self, interaction, **options))

    callback.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
    return callback


def completing(method: Callable[..., Coroutine[Any, Any, list[Any]]]) -> Any:
    """An autocomplete callback that offers nothing where a command would be refused."""

    @functools.wraps(method)
    async def callback(self: Any, interaction: discord.Interaction, typed: str) -> list[Any]:
        try:
            return await method(self, interaction, typed)
        except Refusal:
            return []

    return callback


class Tree(app_commands.CommandTree[Any]):
    """A command tree whose last line of defence is the same sentence."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.TransformerError | app_commands.CommandSignatureMismatch):
            said = "That command has changed or a value does not fit; please type it once more."
        else:
            said = sentence(cause if isinstance(cause, Exception) else error)
        if interaction.type is not discord.InteractionType.autocomplete:
            await _speak(_deliver(interaction, Reply(said)))


async def _speak(words: Awaitable[None]) -> bool:
    """Whether it was said."""
    try:
        await words
        return True
    except (discord.NotFound, discord.InteractionResponded) as error:
        # Too late for Discord, or its second delivery: the move counts, the card shows it.
        log.info("an answer came too late: %s", error)
    except (discord.HTTPException, OSError) as error:
        log.warning("an answer could not be given: %s", error)
    return False


async def _show(
    interaction: discord.Interaction, reply: Reply, shown: Callable[[int | None], Awaitable[None]]
) -> None:
    """Answer with a card for all; when that is too late, `shown` hears of it."""
    message: int | None = None

    async def answer(view: LayoutView) -> None:
        nonlocal message
        sent = await interaction.response.send_message(
            view=view, files=reply.files, silent=True, allowed_mentions=QUIET
        )
        message = sent.message_id

    if reply.view is not None and not interaction.response.is_done():
        await _speak(answer(reply.view))
    await shown(message)


async def _hold(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)


async def _deliver(interaction: discord.Interaction, reply: Reply | None) -> None:
    waiting = interaction.response.is_done()
    if reply is None:
        if not waiting:
            await interaction.response.defer(ephemeral=True)
        return
    if reply.form is not None and not waiting:
        await interaction.response.send_modal(reply.form)
        return
    content: dict[str, Any] = {"allowed_mentions": QUIET}
    if reply.whom:
        content["allowed_mentions"] = discord.AllowedMentions(
            everyone=False, roles=False, users=reply.whom, replied_user=False
        )
    if reply.view is not None:
        content["view"] = reply.view
    if reply.update:
        if waiting:
            await interaction.edit_original_response(attachments=reply.files, **content)
        else:
            await interaction.response.edit_message(attachments=reply.files, **content)
        return
    if reply.view is None:
        content["content"] = reply.text or (
            "Please press that once more." if reply.form else "Done."
        )
    if waiting:
        await interaction.followup.send(ephemeral=not reply.public, files=reply.files, **content)
    else:
        await interaction.response.send_message(
            ephemeral=not reply.public, files=reply.files, **content
        )
