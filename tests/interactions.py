"""Interactions without Discord, whose answers are noted."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Generic, Literal, TypeVar

import discord

from table.state import Person
from tests.table.world import GUILD

PRIVATE = 4999  # the id of a message that only its person sees
Kind = Literal["application_command", "component", "autocomplete", "modal_submit"]
Note = TypeVar("Note")


class Replies(Generic[Note]):
    """The answers to an interaction: `said` is what a subclass notes of each."""

    def __init__(self) -> None:
        self.said: list[Note] = []
        self._done = False

    def note(self, content: str, **also: Any) -> Note:
        """Return what is noted of a message."""
        raise NotImplementedError

    def note_form(self, modal: discord.ui.Modal) -> Note:
        """Return what is noted of a form."""
        raise NotImplementedError

    def is_done(self) -> bool:
        """Return whether there was an answer."""
        return self._done

    async def defer(self, **_: object) -> None:
        """Answer later."""
        self._done = True

    async def send(self, content: str = "", **also: Any) -> SimpleNamespace:
        """Answer; what is returned can be deleted, and edited without being noted."""
        self._done = True
        noted = self.note(content, **also)
        self.said.append(noted)

        async def delete() -> None:
            self.said.remove(noted)

        return SimpleNamespace(message_id=PRIVATE, delete=delete, edit=self.defer)

    send_message = edit_message = send

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        """Answer with a form."""
        self._done = True
        self.said.append(self.note_form(modal))


class Options(SimpleNamespace):
    """The options that are filled in; the others are None."""

    def __getattr__(self, _name: str) -> None:
        """Give None for an option that is not filled in."""


def interaction_of(
    who: Person,
    client: discord.Client,
    replies: Replies[Any],
    channel: int,
    number: int,
    data: Mapping[str, Any],
    kind: Kind = "application_command",
) -> Any:
    """Return an interaction of a person in a channel. `number`: its id; `data`: the options that
    are filled in, or what a button sends."""
    allowed = discord.Permissions.none()
    allowed.update(manage_guild=who.manager, send_messages=True, view_channel=True)
    user = SimpleNamespace(
        id=who.id, display_name=who.name, bot=False, roles=(), mention=f"<@{who.id}>"
    )
    return SimpleNamespace(
        id=number,
        type=discord.InteractionType[kind],
        user=user,
        permissions=allowed,
        app_permissions=discord.Permissions.all(),
        channel_id=channel,
        channel=None,
        guild_id=GUILD,
        guild=None,
        message=None,
        data=data,
        locale=discord.Locale.british_english,
        guild_locale=None,
        filesize_limit=10 << 20,
        client=client,
        extras={},
        namespace=Options(**data),
        response=replies,
        followup=replies,
        edit_original_response=replies.send,
        delete_original_response=replies.defer,
        is_expired=lambda: False,
    )
