"""Replies to interactions, and who hears which message shows a card."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import delivery
from cogs.ui.replies import Reply, error_message
from table.errors import Refusal
from tests.cogs.samples import turn_card

NOT_FOUND = discord.NotFound(
    SimpleNamespace(status=404, reason=""),  # type: ignore[arg-type]
    {"code": 10062, "message": "Unknown interaction"},
)


class CardResponse:
    def __init__(self, error: Exception | None, deferred: bool) -> None:
        self.error = error
        self.deferred = deferred
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def is_done(self) -> bool:
        return self.deferred or bool(self.sent)

    async def defer(self, **options: Any) -> None:
        self.sent.append(("defer", options))

    async def send_message(self, **content: Any) -> Any:
        if self.error:
            raise self.error
        self.sent.append(("message", content))
        return SimpleNamespace(message_id=99)

    async def edit_message(self, **content: Any) -> None:
        if self.error:
            raise self.error
        self.sent.append(("edit", content))


class CardInteraction:
    def __init__(self, error: Exception | None = None, *, deferred: bool = False) -> None:
        self.response = CardResponse(error, deferred)
        self.message = SimpleNamespace(id=11)
        self.followup = self
        self.later: list[dict[str, Any]] = []

    async def send(self, **content: Any) -> None:
        self.later.append(content)


async def shown(interaction: CardInteraction, **more: Any) -> list[int | None]:
    """Reply with a card and return what `delivered` was told."""
    told: list[int | None] = []

    async def delivered(message: int | None) -> None:
        told.append(message)

    answer = Reply(view=turn_card().view, delivered=delivered, **more)
    await delivery.reply(interaction, answer)  # type: ignore[arg-type]
    return told


async def test_a_card_that_answers_a_press_is_public_and_reported():
    interaction = CardInteraction()
    assert await shown(interaction, public=True) == [99]
    [(kind, content)] = interaction.response.sent
    assert kind == "message"
    assert content["silent"]
    assert "ephemeral" not in content


async def test_a_card_that_could_not_be_sent_is_reported_as_not_shown():
    assert await shown(CardInteraction(NOT_FOUND), public=True) == [None]


async def test_a_card_that_is_too_late_to_be_an_answer_is_left_to_the_outbox():
    interaction = CardInteraction(deferred=True)
    assert await shown(interaction, public=True) == [None]
    assert interaction.response.sent == []
    assert interaction.later == []


async def test_a_card_redrawn_in_place_is_reported_with_the_pressed_message():
    interaction = CardInteraction()
    assert await shown(interaction, update=True) == [11]
    assert [kind for kind, _ in interaction.response.sent] == ["edit"]
    assert await shown(CardInteraction(NOT_FOUND), update=True) == [None]


@pytest.mark.parametrize("how", ["public", "update"])
async def test_a_secret_is_said_after_the_card(how: str):
    interaction = CardInteraction()
    await shown(interaction, then=Reply("Your word is AAAA."), **{how: True})
    [later] = interaction.later
    assert later["content"] == "Your word is AAAA."
    assert later["ephemeral"]


async def test_a_picture_that_is_refused_after_a_deferral_is_said_in_words():
    refused = discord.HTTPException(
        SimpleNamespace(status=400, reason=""),  # type: ignore[arg-type]
        {"code": 50035, "message": "Invalid Form Body"},
    )

    class RefusesPictures(CardInteraction):
        async def send(self, **content: Any) -> None:
            if content["files"]:
                raise refused
            await super().send(**content)

    interaction = RefusesPictures(deferred=True)
    picture = discord.File(io.BytesIO(b"png"), "map.png", description="A corridor; an orc, 2 east.")
    panel = Reply(view=turn_card().view, files=[picture])
    await delivery.reply(interaction, panel)  # type: ignore[arg-type]
    [said] = interaction.later
    assert said["content"] == "A corridor; an orc, 2 east."
    assert said["ephemeral"]


async def test_nothing_to_say_still_answers_the_press():
    interaction = CardInteraction()
    await delivery.reply(interaction, None)  # type: ignore[arg-type]
    assert interaction.response.sent == [("defer", {"ephemeral": True})]


class RefusingChannel:
    """A channel in which the bot may not write."""

    async def send(self, **_: Any) -> None:
        raise discord.Forbidden(
            SimpleNamespace(status=403, reason=""),  # type: ignore[arg-type]
            {"code": 50013, "message": "Missing Permissions"},
        )


@pytest.mark.parametrize("channel", [None, 5])
async def test_a_late_answer_for_all_follows_the_question_where_the_bot_may_not_post(
    channel: int | None,
):
    interaction: Any = CardInteraction(deferred=True)
    interaction.channel_id = channel
    interaction.client = SimpleNamespace(get_partial_messageable=lambda _: RefusingChannel())
    await delivery.reply(interaction, Reply("Who takes the seat?", public=True, mentions=[3]))
    [said] = interaction.later
    assert (said["content"], said["ephemeral"]) == ("Who takes the seat?", False)
    assert [each.id for each in said["allowed_mentions"].users] == [3]


async def test_an_answer_mentions_nobody_and_is_as_long_as_discord_takes():
    interaction = CardInteraction()
    await delivery.reply(interaction, Reply("@everyone " + "x" * 3000))  # type: ignore[arg-type]
    [(_, content)] = interaction.response.sent
    assert content["allowed_mentions"].to_dict() == {"parse": []}
    assert len(content["content"]) == 2000
    assert content["ephemeral"]


@pytest.mark.parametrize("many", [0, 1, 10, 30])
def test_a_refusal_names_ten_choices_at_most_each_on_a_line_of_its_own(many: int):
    told = error_message(Refusal("Which one?", tuple(f"*{n}*" for n in range(many))))
    assert told.splitlines() == ["Which one?", *(f"- \\*{n}\\*" for n in range(min(10, many)))]
