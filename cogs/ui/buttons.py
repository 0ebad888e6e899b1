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
from cogs.ui.codec import CHOICE, PRESS, Ref
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


async def _handle(interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
    handler: Handler = interaction.client.handlers[ref.verb]  # type: ignore[attr-defined]
    await serve(interaction, handler(interaction, ref, values))
