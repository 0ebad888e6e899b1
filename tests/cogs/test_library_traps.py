"""Traps of discord.py 2.7: buttons outlive views, and the library keeps nothing of ours."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.app_commands import CommandInvokeError, Transformer, TransformerError
from discord.ui import LayoutView

from cogs.interactions import DEFER_AFTER, CommandTree, dispatch_component
from cogs.ui import panels
from cogs.ui.custom_ids import CustomId
from cogs.ui.replies import Reply, error_message
from engine.contract.action import Action, Offer
from table.errors import Refusal, TableFault
from tests.cogs.samples import moves, turn_card


def kept(view: LayoutView) -> bool:
    """Return whether the library would keep a sent view, by the check that its senders make."""
    return not view.is_finished() and view.is_dispatchable()


async def test_sent_cards_are_not_kept_in_memory():
    shown = turn_card(moves("n", "e")).view
    assert shown.is_dispatchable()
    assert not kept(shown)


async def test_panels_are_not_kept_either():
    offers = [Offer(Action("tap", (str(n),)), f"Tap {n}") for n in range(60)]
    for page in range(3):
        view = panels.actions_menu(1, 1, offers, "", page, update=True).view
        assert view is not None
        assert view.timeout is None
        assert not kept(view)


async def test_a_press_on_an_unknown_button_is_answered():
    for unknown in ("theirs", "v1:1:2:direction:n"):
        interaction = PressInteraction()
        interaction.data = {"custom_id": unknown}
        await dispatch_component(interaction)
        [(kind, content)] = interaction.response.sent
        assert kind == "message"
        assert content["ephemeral"]
        assert "older version" in content["content"]


def test_every_view_is_made_anew():
    assert turn_card().view is not turn_card().view


class PressResponse:
    def __init__(self) -> None:
        self.sent: list[tuple[str, dict]] = []

    def is_done(self) -> bool:
        return bool(self.sent)

    async def defer(self, **options) -> None:
        self.sent.append(("defer", options))

    async def send_message(self, **content) -> None:
        self.sent.append(("message", content))


class HandlerClient:
    def __init__(self, handler) -> None:
        self.handlers = {"act": handler} if handler else {}


class PressInteraction:
    type = discord.InteractionType.component
    locale = discord.Locale.british_english
    message = SimpleNamespace(id=11)

    def __init__(self, handler=None) -> None:
        self.data = {"custom_id": str(CustomId(1, 2, "act", "hold"))}
        self.response = PressResponse()
        self.client = HandlerClient(handler)
        self.guild_id, self.extras = 1, {}
        self.followup = self
        self.later: list[dict] = []

    async def send(self, **content) -> None:
        self.later.append(content)


async def pressed(handler) -> PressInteraction:
    interaction = PressInteraction(handler)
    await dispatch_component(interaction)  # type: ignore[arg-type]
    return interaction


async def test_an_exception_in_a_button_is_told_with_the_id_that_is_logged(caplog):
    async def broken(interaction, pressed):
        raise ZeroDivisionError("inside")

    interaction = await pressed(broken)
    [(kind, content)] = interaction.response.sent
    assert kind == "message"
    assert content["ephemeral"]
    told = content["content"].removesuffix(".").split()[-1]
    [record] = caplog.records
    assert told in record.getMessage()
    assert record.exc_info[0] is ZeroDivisionError


async def test_a_refusal_is_told_and_not_logged(caplog):
    async def refused(interaction, pressed):
        raise Refusal("Not now.", ["step n", "step **s**"])

    interaction = await pressed(refused)
    [(_, content)] = interaction.response.sent
    assert content["content"] == "Not now.\n- step n\n- step \\*\\*s\\*\\*"
    assert caplog.records == []


TYPED_WRONG = TransformerError("x", discord.AppCommandOptionType.string, Transformer())
OURS = cast(Any, SimpleNamespace(name="ours"))
TOO_OLD = "That command has changed or a value does not fit. Please type it again."


@pytest.mark.parametrize(
    ("kind", "error", "told"),
    [
        ("application_command", TYPED_WRONG, TOO_OLD),
        ("application_command", Refusal("Not now."), "Not now."),
        ("application_command", CommandInvokeError(OURS, Refusal("Not now.")), "Not now."),
        ("autocomplete", Refusal("Not now."), None),
    ],
)
async def test_a_command_that_fails_is_answered_and_what_is_only_typed_is_not(kind, error, told):
    interaction = PressInteraction()
    interaction.type = discord.InteractionType[kind]
    await CommandTree.on_error(None, interaction, error)  # type: ignore[arg-type]
    assert [content["content"] for _, content in interaction.response.sent] == [told] * bool(told)


def test_a_fault_of_the_table_keeps_its_own_id(caplog):
    assert "abcd1234" in error_message(TableFault("abcd1234"))
    assert caplog.records == []


async def test_a_refusal_keeps_its_code_marks():
    assert error_message(Refusal("Use `/game status`.")) == "Use `/game status`."


async def test_slow_work_for_everybody_is_posted_in_the_channel():
    async def slow(interaction, pressed):
        await asyncio.sleep(DEFER_AFTER + 0.1)
        return Reply("Who takes the seat?", public=True)

    interaction = PressInteraction(slow)
    posted: list[dict] = []

    class PublicChannel:
        async def send(self, **content) -> None:
            posted.append(content)

    interaction.channel_id = 5
    interaction.client.get_partial_messageable = lambda _: PublicChannel()
    await dispatch_component(interaction)
    assert [kind for kind, _ in interaction.response.sent] == ["defer"]
    assert [content["content"] for content in posted] == ["Who takes the seat?"]
    assert interaction.later == []


async def test_slow_work_is_announced_in_time_and_answered_after():
    async def slow(interaction, pressed):
        await asyncio.sleep(DEFER_AFTER + 0.1)
        return Reply("At last.")

    interaction = await pressed(slow)
    assert [kind for kind, _ in interaction.response.sent] == ["defer"]
    assert [content["content"] for content in interaction.later] == ["At last."]
    assert DEFER_AFTER < 2.5
