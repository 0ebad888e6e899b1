"""The Game Master's desk: what a form of figures comes to."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.desk import NOBODY, DeskCog
from cogs.ui.custom_ids import CustomId
from engine.contract.action import GM, FormField
from table.errors import Refusal
from tests.cogs.test_cards import parts
from tests.table.world import ANN, BOB
from tests.twins.onlooker_bot import OnlookerBot
from tests.twins.strokes import founded

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


@pytest.fixture
async def table(onlooker: OnlookerBot) -> OnlookerBot:
    """A table of Sil-G whose Game Master is Ann, on a level with two wolves."""
    await founded(onlooker, "silg", mode="table")
    return onlooker


def told(answers: list[bytes]) -> dict[str, Any]:
    [answer] = answers
    found: dict[str, Any] = json.loads(answer)
    return found


def values(form: dict[str, Any]) -> list[str]:
    """Return what stands in the fields of a form."""
    fields = [each["component"] for each in form["components"]]
    return [
        next((o["value"] for o in field.get("options", ()) if o["default"]), field.get("value", ""))
        for field in fields
    ]


async def test_the_game_master_alone_chooses_whose_figures_to_set(table: OnlookerBot) -> None:
    menu = told(await table.press(ANN, "correct", "set"))["components"]
    assert menu[0]["content"] == "Whose figures do you set?"
    lines = [each["value"] for each in menu[1]["components"][0]["options"]]
    assert lines[:6] == [NOBODY, "Bob", "Eve", "Dan", "wolf-1", "wolf-2"]
    for handler in ("correct", "correct_pick"):
        refused = told(await table.press(BOB, handler, "set", ["wolf-1"]))
        assert refused["content"] == "Only the Game Master can do that."
    before = values(told(await table.press(ANN, "correct_pick", "set", ["wolf-1"])))
    sent = told(await table.fill_in(BOB, "corrected", "set wolf-1", ["3", *before[1:]]))
    assert sent["components"][0]["content"] == "Only the Game Master can do that."
    assert values(told(await table.press(ANN, "correct_pick", "set", ["wolf-1"]))) == before


async def test_a_menu_of_very_many_creatures_is_one_that_discord_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = tuple(f"{n:03}" + "w" * 98 for n in range(40))
    reader = SimpleNamespace(
        completions=AsyncMock(return_value=many), may_act=lambda _person: (GM,)
    )
    cog = DeskCog(bot=AsyncMock(), services=AsyncMock())
    monkeypatch.setattr(cog, "actor_of", AsyncMock(return_value=SimpleNamespace(reader=reader)))
    asked: Any = SimpleNamespace(user=SimpleNamespace(id=ANN.id))
    menu: Any = await cog._show_targets(asked, CustomId(7, 3, "correct", "set"))
    [options] = [part["options"] for part in parts(menu.view) if part["type"] == 3]
    assert options[0]["value"] == NOBODY
    assert [each["label"] for each in options[1:]] == [name[:100] for name in many[:24]]
    assert all(len(each["value"]) <= 100 for each in options)


async def test_a_form_sets_a_wolfs_health_and_is_kept_where_it_is_refused(
    table: OnlookerBot,
) -> None:
    form = told(await table.press(ANN, "correct_pick", "set", ["wolf-1"]))
    assert form["title"] == "wolf-1"
    before = values(form)
    typed = ["many", *before[1:]]
    refused = told(await table.fill_in(ANN, "corrected", "set wolf-1", typed))["components"]
    assert "“many”" in refused[0]["content"]
    assert refused[1]["components"][0]["label"] == "Change it"
    of_another = values(told(await table.press(ANN, "correct_pick", "set", ["wolf-2"])))
    assert "many" not in of_another
    refused = told(await table.fill_in(ANN, "corrected", "set wolf-1", typed))["components"]
    assert values(told(await table.press(ANN, "correct_pick", "set wolf-1"))) == typed
    assert values(told(await table.press(ANN, "correct_pick", "set wolf-1"))) == before
    await table.fill_in(ANN, "corrected", "set wolf-1", ["3", *before[1:]])
    assert values(told(await table.press(ANN, "correct_pick", "set wolf-1"))) == ["3", *before[1:]]


async def test_who_is_gone_meanwhile_is_told_in_a_sentence(table: OnlookerBot) -> None:
    gone = told(await table.press(ANN, "correct_pick", "set", ["wolf-9"]))
    assert gone["content"] == "Nobody on the level is called “wolf-9”."
    sent = told(await table.fill_in(ANN, "corrected", "set wolf-9", ["3"]))["components"]
    assert sent[0]["content"] == gone["content"]
    async with (await table.actor()).memory._lock:  # what is asked while somebody acts
        assert told(await table.press(ANN, "correct_pick", "set", ["wolf-8"]))["content"] == (
            "Nobody on the level is called “wolf-8”."
        )


async def test_what_the_game_master_may_do_is_found_by_its_words(table: OnlookerBot) -> None:
    assert told(await table.press(ANN, "find"))["title"] == "Find an action"
    found = told(await table.fill_in(ANN, "found", "", ["clock"]))["components"]
    assert found[0]["content"] == "Found: **clock**"
    options = [each["value"] for each in found[1]["components"][0]["options"]]
    assert "clock start" in options
