"""The Game Master's desk: what a form of figures comes to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.desk import NOBODY, DeskCog
from engine.contract.action import FormField
from table.errors import Refusal

FIELDS = [FormField("health", "Health", "20"), FormField("level", "Level", "3")]
SQUARE = FormField("", "Which square", "")


async def line(target: str, fields: list[FormField], *typed: str) -> str:
    actor: Any = SimpleNamespace(
        reader=SimpleNamespace(completions=AsyncMock(return_value=("goblin", "the old one")))
    )
    cog = DeskCog(bot=AsyncMock(), services=AsyncMock())
    return await cog._line(actor, "set", target, fields, typed)


async def test_a_form_sets_what_was_changed_in_it_and_nothing_else() -> None:
    assert await line("goblin", FIELDS, "12", "3") == "set goblin health 12"
    assert await line("goblin", FIELDS, "12", "5") == "set goblin health 12, level 5"
    assert await line("goblin", FIELDS, "", "4") == "set goblin level 4"


async def test_a_field_without_a_name_says_who_is_meant() -> None:
    assert await line(NOBODY, [SQUARE, *FIELDS], "c4", "7", "3") == "set c4 health 7"


@pytest.mark.parametrize("typed", [("20", "3"), ("", ""), ("20",), ("20", "3", "1")])
async def test_a_form_with_nothing_changed_or_of_another_shape_is_refused(
    typed: tuple[str, ...],
) -> None:
    with pytest.raises(Refusal):
        await line("goblin", FIELDS, *typed)
