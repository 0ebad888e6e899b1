"""Buttons and menus that outlive the process: what they mean stands in their custom id.

Handlers are named by the id's verb; the cogs put theirs into `Handlers`. A sent view is never
changed or sent again (discord.py would drop or double its buttons): build a new one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle
from discord.ui import Button, DynamicItem, Select

from cogs.ui.answer import Said, serve
from cogs.ui.codec import CHOICE, FORM, PRESS, Ref
from cogs.ui.words import cut

# What a press does: (interaction, what the button stands for, the chosen values of a menu).
Handler = Callable[[discord.Interaction, Ref, Sequence[str]], Coroutine[Any, Any, Said]]
Handlers = Mapping[str, Handler]

LABEL = 38  # letters of a label that phones show


class Press(DynamicItem[Button[Any]], template=PRESS):
    """A button."""

    def __init__(
        self,
        ref: Ref,
        label: str = "…",
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        button: Button[Any] = Button(
            label=cut(label, LABEL), style=style, disabled=disabled, custom_id=str(ref)
        )
        super().__init__(button)
        self.ref = ref

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Any, match: re.Match[str]
    ) -> Press:
        return cls(Ref.of(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        await _handle(interaction, self.ref, ())


class Choose(DynamicItem[Select[Any]], template=CHOICE):
    """A menu."""

    def __init__(
        self, ref: Ref, options: Sequence[discord.SelectOption] = (), placeholder: str = ""
    ) -> None:
        select: Select[Any] = Select(
            custom_id=str(ref), options=list(options), placeholder=placeholder or None
        )
        super().__init__(select)
        self.ref = ref

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Any, match: re.Match[str]
    ) -> Choose:
        return cls(Ref.of(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        await _handle(interaction, self.ref, self.item.values)


class Form(discord.ui.Modal):
    """A form of one text. The library is not to keep it: what comes of it stands in its id, so
    that it can be sent back to another process than the one that asked (`handle_form`)."""

    def __init__(self, ref: Ref, title: str, label: str, value: str, longest: int) -> None:
        super().__init__(title=cut(title, 45), custom_id=str(ref), timeout=None)
        style = discord.TextStyle.paragraph if longest > LABEL * 2 else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=style, default=value[:longest] or None, max_length=longest, custom_id="text"
        )
        self.add_item(discord.ui.Label(text=cut(label.capitalize(), 45), component=field))
        self.stop()


async def handle_form(interaction: discord.Interaction) -> None:
    """Answer a form that was sent in, whichever process has shown it."""
    sent: Any = interaction.data or {}
    match = FORM.fullmatch(str(sent.get("custom_id", "")))
    if match is None:
        return
    fields = [part.get("component") or {} for part in sent.get("components") or ()]
    await _handle(interaction, Ref.of(match), [str(field.get("value", "")) for field in fields])


async def _handle(interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
    handler: Handler = interaction.client.handlers[ref.verb]  # type: ignore[attr-defined]
    await serve(interaction, handler(interaction, ref, values))
