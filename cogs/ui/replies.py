"""Replies to interactions, as values: what one person gets to see when they press or type."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, dataclass

import discord
from discord.ui import LayoutView, Modal

from cogs.ui.formatting import escape, escape_prose
from cogs.ui.languages import translate
from table.errors import Refusal, TableFault
from table.store.faults import describe_fault

log = logging.getLogger(__name__)

NO_MENTIONS = discord.AllowedMentions.none()


@dataclass
class Reply:
    """An answer to an interaction: a text, a view with its files, or a form to fill in.

    `update`: the view replaces the one that was pressed. `public`: everybody sees it, if it comes
    in time; it may ping the people `mentions`. `then` is said after it, to the person alone.
    `delivered`: this reply shows the game's card; it is called with the message that does, or None
    when it could not be sent, so that the outbox shows the card.
    """

    text: str = ""
    _: KW_ONLY
    view: LayoutView | None = None
    files: Sequence[discord.File] = ()
    update: bool = False
    public: bool = False
    mentions: Sequence[int] = ()  # people
    form: Modal | None = None
    then: Reply | None = None
    delivered: Callable[[int | None], Awaitable[None]] | None = None


Answer = Reply | str | None


def error_message(error: Exception) -> str:
    """Return what a person reads of an error.

    A refusal explains itself; anything else is our fault: it is logged with an id, and the person
    gets that id, and is told when it is the database's.
    """
    if isinstance(error, Refusal):
        choices = "\n".join(f"- {escape(line)}" for line in error.choices[:10])
        return f"{escape_prose(translate(error.text))}\n{choices}".strip()
    if isinstance(error, TableFault):
        return translate(error.text)  # logged by the table, with the id that it gives
    fault = secrets.token_hex(4)
    log.error("error %s", fault, exc_info=error)
    if reason := describe_fault(error):
        return translate(TableFault(fault, reason).text)
    return translate(
        "Something went wrong on our side. Please give the bot's owner this number: {fault}.",
        fault=fault,
    )
