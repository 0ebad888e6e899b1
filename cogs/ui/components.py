"""Buttons, menus and forms that outlive the process: what they mean stands in their custom id.

Handlers are named by the id's verb; the cogs put theirs into `Handlers`. The library would rebuild
a whole message for every press to find the one button; we answer by the id alone (`handle`), and
let it keep nothing of what was sent. A sent view is never changed or sent again: build a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle
from discord.ui import Button, LayoutView, Select

from cogs.ui.custom_ids import Ref
from cogs.ui.formatting import cut
from cogs.ui.replies import Said, serve

# What a press does: (interaction, what the button stands for, the chosen values of a menu).
Handler = Callable[[discord.Interaction, Ref, Sequence[str]], Coroutine[Any, Any, Said]]
Handlers = Mapping[str, Handler]

LABEL = 38  # letters of a label that phones show


class Layout(LayoutView):
    """Something shown, which the library need not keep."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


class Press(Button[Any]):
    """A button."""

    def __init__(
        self,
        ref: Ref,
        label: str = "…",
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            label=cut(label, LABEL), style=style, disabled=disabled, custom_id=str(ref)
        )


class Choose(Select[Any]):
    """A menu."""

    def __init__(
        self, ref: Ref, options: Sequence[discord.SelectOption] = (), placeholder: str = ""
    ) -> None:
        super().__init__(custom_id=str(ref), options=list(options), placeholder=placeholder or None)


class Form(discord.ui.Modal):
    """A form of one text. The library is not to keep it: what comes of it stands in its id, so
    that it can be sent back to another process than the one that asked."""

    def __init__(self, ref: Ref, title: str, label: str, value: str, longest: int) -> None:
        super().__init__(title=cut(title, 45), custom_id=str(ref), timeout=None)
        style = discord.TextStyle.paragraph if longest > LABEL * 2 else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=style, default=value[:longest] or None, max_length=longest, custom_id="text"
        )
        self.add_item(discord.ui.Label(text=cut(label.capitalize(), 45), component=field))
        self.stop()


async def handle(interaction: discord.Interaction) -> None:
    """Answer a press, a choice, or a form that was sent in, whichever process has shown it."""
    sent: Any = interaction.data or {}
    ref = Ref.of(str(sent.get("custom_id", "")))
    if ref is None:
        return
    values = sent.get("values")
    if interaction.type is discord.InteractionType.modal_submit:
        fields = [part.get("component") or {} for part in sent.get("components") or ()]
        values = [str(field.get("value", "")) for field in fields]
    handler: Handler = interaction.client.handlers[ref.verb]  # type: ignore[attr-defined]
    await serve(interaction, handler(interaction, ref, values or ()))
