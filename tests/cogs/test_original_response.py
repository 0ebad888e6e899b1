"""The original response of an interaction: of a deferred press it is the message pressed on."""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import InteractionType

from cogs import delivery, interactions
from cogs.interactions import dispatch_component
from cogs.ui import progress
from cogs.ui.components import TextModal
from cogs.ui.custom_ids import CustomId
from cogs.ui.progress import show_progress
from cogs.ui.replies import Answer, Reply
from tests.cogs.samples import turn_card
from tests.interactions import Kind, Replies, interaction_of
from tests.table.world import ANN

CARD, LOADING = 11, 12  # the message pressed on, and the one that a deferral shows
PRESS = CustomId(1, 2, "film")
GONE = discord.NotFound(SimpleNamespace(status=404, reason=""), {"code": 10008, "message": ""})  # type: ignore[arg-type]


class Messages:
    """The messages that answer an interaction, as Discord keeps them."""

    def __init__(self, pressed: int | None) -> None:
        self.shown: dict[int, dict[str, Any]] = {} if pressed is None else {pressed: {}}
        self.original = pressed
        self.seen: list[dict[str, Any]] = []  # all that was ever shown
        self.is_loading = False
        self.has_panel = asyncio.Event()

    def add(self, message: int, content: dict[str, Any]) -> None:
        self.shown[message] = content
        self.seen.append(content)
        if "view" in content:
            self.has_panel.set()

    def delete(self, message: int | None) -> None:
        if message not in self.shown:
            raise GONE
        del self.shown[message]


class Response:
    """The first response. Discord refuses to change a message where there is none."""

    def __init__(self, messages: Messages, kind: InteractionType) -> None:
        self._messages, self._kind = messages, kind
        self._done = False

    def is_done(self) -> bool:
        return self._done

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self._done = True
        if thinking or self._kind is InteractionType.application_command:
            assert ephemeral
            self._messages.original = LOADING
            self._messages.is_loading = True
            self._messages.add(LOADING, {})
        else:
            assert self._messages.original == CARD, "400: there is no message to change"

    async def send_message(self, **content: Any) -> None:
        self._done = True
        self._messages.add(LOADING, content)


class FollowUp:
    """A message that was sent after the first response."""

    def __init__(self, messages: Messages, number: int) -> None:
        self._messages, self._number = messages, number

    async def edit(self, **content: Any) -> None:
        self._messages.add(self._number, content)

    async def delete(self) -> None:
        self._messages.delete(self._number)


class Interaction:
    """A press on a card; with another kind, a command or a form that no message opened."""

    locale = discord.Locale.british_english
    guild_id, channel_id = 10, 5

    def __init__(self, kind: InteractionType = InteractionType.component) -> None:
        self.type = kind
        pressed = CARD if kind is InteractionType.component else None
        self.message = None if pressed is None else SimpleNamespace(id=pressed)
        self.messages = Messages(pressed)
        self.response = Response(self.messages, kind)
        self.user = SimpleNamespace(id=1)
        self.followup = self
        self.posted: list[dict[str, Any]] = []
        self.client = SimpleNamespace(get_partial_messageable=lambda _: PostedChannel(self.posted))
        self.data: dict[str, Any] = {"custom_id": str(PRESS)}
        self.extras: dict[str, Any] = {}

    def is_expired(self) -> bool:
        return False

    async def send(self, *, wait: bool = False, **content: Any) -> FollowUp:
        """Send a follow-up; the first one after a loading message takes its place."""
        messages = self.messages
        number = LOADING if messages.is_loading and LOADING in messages.shown else 20
        messages.is_loading = False
        messages.add(number, content)
        return FollowUp(messages, number)

    async def edit_original_response(self, **content: Any) -> None:
        assert self.messages.original is not None
        self.messages.add(self.messages.original, content)

    async def delete_original_response(self) -> None:
        self.messages.delete(self.messages.original)


class PostedChannel:
    def __init__(self, posted: list[dict[str, Any]]) -> None:
        self._posted = posted

    async def send(self, **content: Any) -> None:
        self._posted.append(content)


KINDS = [
    InteractionType.component,
    InteractionType.application_command,
    InteractionType.modal_submit,
]
REPLIES = {
    "nothing": None,
    "a text": Reply("Hm."),
    "a text for everybody": Reply("Hm.", public=True),
    "a panel": Reply(view=turn_card().view),
    "a form": Reply(form=TextModal(PRESS, "Write", "text", "", 10)),
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all work be slow."""
    monkeypatch.setattr(interactions, "DEFER_AFTER", 0)
    monkeypatch.setattr(progress, "FIRST_AFTER", 0)
    monkeypatch.setattr(progress, "EVERY", 0)


async def answered(interaction: Interaction, answer: Answer) -> None:
    """Give an answer that takes long, so that progress is shown."""
    queue = SimpleNamespace(position=lambda _: 1)

    async def work() -> Answer:
        await interaction.messages.has_panel.wait()
        await asyncio.sleep(0.01)
        return answer

    async def slow() -> Answer:
        return await show_progress(interaction, queue, "Replaying", work())  # type: ignore[arg-type]

    await interactions.answer(interaction, slow())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", REPLIES)
async def test_the_card_that_was_pressed_stays_as_it_is(name: str):
    interaction = Interaction()
    await answered(interaction, REPLIES[name])
    assert interaction.messages.shown[CARD] == {}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", REPLIES)
async def test_progress_goes_when_the_answer_comes(name: str, kind: InteractionType):
    interaction = Interaction(kind)
    await answered(interaction, REPLIES[name])
    left = [content for n, content in interaction.messages.shown.items() if n != CARD]
    everybodys = name == "a text for everybody"
    nothing = name == "nothing" and kind is InteractionType.component
    assert len(left) == (0 if everybodys or nothing else 1)
    assert "Replaying" not in str([each.get("content") for each in left])
    assert all(content["ephemeral"] for content in left)
    assert [each["content"] for each in interaction.posted] == (["Hm."] if everybodys else [])


async def test_an_answer_that_is_to_change_the_card_does():
    interaction = Interaction()
    view = turn_card().view
    await answered(interaction, Reply(view=view, update=True))
    assert interaction.messages.shown[CARD]["view"] is view


REFUSED = discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": 50035})  # type: ignore[arg-type]


@pytest.mark.parametrize("deferred", [False, True])
@pytest.mark.parametrize("kind", ["edits", "all pictures"])
async def test_a_picture_that_is_refused_in_an_edit_comes_in_a_new_message(
    deferred: bool, kind: str, monkeypatch: pytest.MonkeyPatch
):
    interaction, sent = Interaction(), []

    async def refuse(*_: object, attachments: list[discord.File], **__: object) -> None:
        for file in attachments:
            file.fp.read()
            file.close()
        raise REFUSED

    async def send(_: object = None, **content: Any) -> None:
        if kind == "all pictures" and content["files"]:
            raise REFUSED
        sent.append((content["ephemeral"], content.get("content"), *content["files"]))

    monkeypatch.setattr(interaction.response, "edit_message", refuse, raising=False)
    monkeypatch.setattr(interaction, "edit_original_response", refuse)
    monkeypatch.setattr(interaction, "send", send)
    monkeypatch.setattr(interaction.response, "send_message", send)
    if deferred:
        await interaction.response.defer()
    picture = discord.File(io.BytesIO(b"a map"), "map.png", description="A hall.")
    answer = Reply(view=turn_card().view, files=[picture], update=True)
    await delivery.reply(interaction, answer)  # type: ignore[arg-type]
    if kind == "edits":
        ((ephemeral, _, file),) = sent
        assert ephemeral
        assert (file.fp.read(), file.filename, file.description) == (b"a map", "map.png", "A hall.")
    else:
        assert sent == [(True, "A hall.")]


async def test_progress_can_be_cancelled_by_a_button_that_its_person_alone_sees():
    interaction = Interaction()
    await answered(interaction, None)
    shown = [each for each in interaction.messages.seen if "ephemeral" in each]
    assert shown
    [_, row] = shown[0]["view"].to_components()
    assert [button["label"] for button in row["components"]] == ["Cancel"]
    assert shown[0]["ephemeral"]


@pytest.mark.parametrize("answer", [None, Reply("Hm.")])
async def test_a_form_that_a_command_opened_is_answered_by_a_message_of_its_own(answer: Answer):
    for slow in (False, True):
        interaction = Interaction(InteractionType.modal_submit)

        async def handler(*_: object, slow: bool = slow) -> Answer:
            await asyncio.sleep(0.01 if slow else 0)
            return answer

        interaction.client.handlers = {"film": handler}
        await dispatch_component(interaction)  # type: ignore[arg-type]
        [content] = interaction.messages.shown.values()
        assert content["content"] == ("Hm." if answer else "Done.")


async def test_where_an_answer_is_posted_for_everybody_nobody_is_left_waiting_for_another():
    interaction = Interaction(InteractionType.application_command)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await delivery.reply(interaction, REPLIES["a text for everybody"])  # type: ignore[arg-type]
    assert [each["content"] for each in interaction.posted] == ["Hm."]
    assert interaction.messages.shown == {}


async def test_a_press_that_needs_no_answer_is_acknowledged_without_a_message():
    interaction = Interaction()
    await delivery.reply(interaction, None)  # type: ignore[arg-type]
    assert interaction.response.is_done()
    assert interaction.messages.shown == {CARD: {}}


@pytest.mark.parametrize(
    ("kind", "told"),
    [("application_command", "Please type that again."), ("component", "Please press that again.")],
)
async def test_a_form_that_comes_too_late_says_how_to_ask_for_it_again(kind: Kind, told: str):
    class Contents(Replies[str]):
        def note(self, content: str, **also: object) -> str:
            return content

    client = discord.Client(intents=discord.Intents.none())
    asked = interaction_of(ANN, client, Contents(), 1, 2, {}, kind)
    await asked.response.defer()
    await delivery.reply(asked, Reply(form=discord.ui.Modal(title="A form")))
    assert asked.response.said == [told]
