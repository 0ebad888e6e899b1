"""Buttons, menus and forms that outlive the process: their custom id says what they do.

The library is to keep nothing of what was sent. A sent view is never changed or sent again: build a
new one.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import discord
from discord import ButtonStyle
from discord.ui import Button, LayoutView, Select

from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import truncate
from cogs.ui.languages import say, translate
from cogs.ui.replies import Answer
from engine.contract.action import FormField
from engine.contract.texts import Words

# Called with the interaction and with what was pressed, chosen or sent.
Handler = Callable[[discord.Interaction, CustomId], Coroutine[Any, Any, Answer]]

LABEL_LENGTH = 38  # letters of a label that phones show
FIELD_LENGTH = 80  # letters of a field of several
MENU_LINES = 25  # Discord: options of one select
ROW_LENGTH = 5  # Discord: buttons of a row


class StaticLayout(LayoutView):
    """A view that the library need not keep."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


class IdButton(Button[Any]):
    """A button."""

    def __init__(
        self,
        custom_id: CustomId,
        label: Words = "…",
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            label=truncate(translate(label), LABEL_LENGTH),
            style=style,
            disabled=disabled,
            custom_id=str(custom_id),
        )


class IdSelect(Select[Any]):
    """A menu."""

    def __init__(
        self,
        custom_id: CustomId,
        options: Sequence[discord.SelectOption] = (),
        placeholder: str = "",
    ) -> None:
        super().__init__(
            custom_id=str(custom_id),
            options=list(options),
            placeholder=translate(placeholder) or None,
        )


class IdModal(discord.ui.Modal):
    """A form. It can be submitted to another process than the one that showed it, because its
    custom id says what to do."""

    def __init__(self, custom_id: CustomId, title: str) -> None:
        super().__init__(title=truncate(title, 45), custom_id=str(custom_id), timeout=None)
        self.stop()

    def add_field(self, label: str, field: discord.ui.TextInput[Any] | Select[Any]) -> None:
        """Add a field under its label."""
        self.add_item(discord.ui.Label(text=truncate(label, 45), component=field))


class TextModal(IdModal):
    """A form with one text field."""

    def __init__(
        self, custom_id: CustomId, title: str, label: str, value: str, max_length: int
    ) -> None:
        super().__init__(custom_id, title)
        long = max_length > LABEL_LENGTH * 2
        style = discord.TextStyle.paragraph if long else discord.TextStyle.short
        self.add_field(label.capitalize(), text_field("text", value, max_length, style))


class FieldsModal(IdModal):
    """A form for a verb: texts, and menus where the values are fixed. What stands in it is kept
    unless somebody changes it."""

    def __init__(self, custom_id: CustomId, title: str, fields: Sequence[FormField]) -> None:
        super().__init__(custom_id, title)
        for number, field in enumerate(fields):
            shown: discord.ui.TextInput[Any] | Select[Any]
            if field.choices:
                options = [
                    discord.SelectOption(label=each, value=each, default=each == field.value)
                    for each in field.choices
                ]
                shown = Select(custom_id=str(number), options=options, required=False, min_values=0)
            else:
                shown = text_field(str(number), field.value, FIELD_LENGTH, required=not field.name)
            self.add_field(say(field.label), shown)


def text_field(
    name: str,
    value: str,
    max_length: int,
    style: discord.TextStyle = discord.TextStyle.short,
    *,
    required: bool = True,
) -> discord.ui.TextInput[Any]:
    """Return a field for free text of a form."""
    return discord.ui.TextInput(
        style=style,
        default=value[:max_length] or None,
        max_length=max_length,
        required=required,
        custom_id=name,
    )


Component = IdButton | IdSelect
Rows = Sequence[Sequence[Component]]


def in_rows(buttons: Sequence[IdButton]) -> list[list[IdButton]]:
    """Split buttons into rows."""
    return [list(buttons[i : i + ROW_LENGTH]) for i in range(0, len(buttons), ROW_LENGTH)]
