"""Delivery to Discord: the one place that sends, edits and deletes messages.

`DiscordSender` sends what the outbox holds; `reply` and `defer` answer interactions.
"""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, TypeVar

import aiohttp
import discord
from discord.ui import LayoutView, TextDisplay

from cogs.pacing import Pacing
from cogs.private_threads import PrivateMessenger
from cogs.shown_cards import (
    Components,
    ShownCards,
    button_ids,
    card_texts,
    cards_shown,
    shown_files,
    without_buttons,
)
from cogs.ui.card_builder import CardBuilder
from cogs.ui.cards import Card, CardPicture
from cogs.ui.catalogues import ENGLISH
from cogs.ui.formatting import escape, join_lines, moment_text, truncate
from cogs.ui.languages import say, speaking, translate
from cogs.ui.posts import post_card
from cogs.ui.replies import NO_MENTIONS, Reply
from cogs.ui.vote_cards import result_on_card
from engine.contract.action import GM
from table.outbox.outbox import Forbidden, Gone, Later, Refused
from table.outbox.rows import OutboxRow
from table.store.private_threads import PrivateThread
from table.tables import Tables

log = logging.getLogger(__name__)

T = TypeVar("T")

# Discord's error codes.
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED = 10003, 10008, 50083
NOT_ALLOWED = (50001, 50013)  # missing access, missing permissions
SEARCHED_MESSAGES = 25  # among which a card is looked for
UNDONE = "Undone: "  # before the title of a card whose turn was undone
RETRY_AFTER = 5.0  # seconds to wait when Discord or the connection has a problem
PLAIN = "Discord does not take this card with its picture and buttons: please type commands."
CONNECTING = 1.0  # seconds to wait until Discord has told of the servers
REQUESTS_PER_SECOND = 40  # of the outboxes; Discord allows 50, and answers to presses beside them


_retried_by_outbox: ContextVar[bool] = ContextVar("_retried_by_outbox", default=False)


async def tell_fault(_session: Any, _context: Any, ended: aiohttp.TraceRequestEndParams) -> None:
    """Raise DiscordServerError when Discord could not answer a request of the outbox; for aiohttp's
    `on_request_end`. The library would try again by itself, after pauses of up to nine seconds
    each, and tell nobody meanwhile."""
    if _retried_by_outbox.get() and ended.response.status >= 500:
        raise discord.DiscordServerError(ended.response, "")


# ---------------------------------------------------------------- the outbox


class DiscordSender:
    """Sends the outbox's rows through a client."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        card_builder: CardBuilder,
        shown_cards: ShownCards,
    ) -> None:
        self._client = client
        self._shown_cards = shown_cards
        self._tables = tables
        self._card_builder = card_builder
        self._private = PrivateMessenger(client, tables)
        # Of all processes together: they know how many they are.
        self._pacing = Pacing(lambda: REQUESTS_PER_SECOND / tables.shards.processes)

    async def post(self, row: OutboxRow) -> int:
        """Send a new message in the server's language; return its id."""
        with speaking(await self._language(row)):
            return await self._post(row)

    async def _language(self, row: OutboxRow) -> str:
        """Return the language of a row's server. Raises Later while the bot connects and does not
        know it."""
        actor = await self._tables.get(row.game)
        language = await self._card_builder.told_language(actor.game.guild)
        if language is None and not self._client.is_ready():
            raise Later(CONNECTING)
        return language or ENGLISH

    async def _post(self, row: OutboxRow) -> int:
        channel = self._client.get_partial_messageable(row.channel)
        content: dict[str, Any] = {"nonce": row.nonce, "allowed_mentions": NO_MENTIONS}
        if row.kind == "card":
            if row.content.look_first and (found := await self.find(row)):
                return found
            content |= _content_of(row, await self._card(row))
        elif row.kind == "post":
            content |= _content_of(row, await self._post_card(row))
        elif row.kind == "ping":
            mentions = " ".join(f"<@{person}>" for person in row.content.people)
            until = f" — {moment_text(row.content.until)}" if row.content.until else ""
            text = truncate(escape(translate(row.content.text)), 1000)
            content["content"] = truncate(f"{mentions} {text}{until}", 2000)
            content["allowed_mentions"] = _mention_only(row.content.people)
        else:
            content["content"] = join_lines(
                map(escape, translate(row.content.text).splitlines()), 2000
            )
        look_first = row.content.look_first and row.kind != "card"
        if look_first and (found := await self._find_text(row, content)):
            return found
        return (await self._ask(channel.send(**content))).id

    async def edit(self, row: OutboxRow) -> None:
        """Draw a card or the desk again, or take the buttons off an old card."""
        if row.kind == "desk":
            await self._ask(self._show_desk(row))
            return
        message = self._message(row)
        if row.kind == "strip":
            await self._strip(row, message)
            return
        if row.kind == "undone":
            await self._mark_undone(row, message)
            return
        card = await self._card(row)
        if (await self._tables.get(row.game)).game.card != row.card:
            return  # the game has gone on meanwhile: that is what was drawn, and not this card's
        edited = message.edit(view=card.view, attachments=card.files, allowed_mentions=NO_MENTIONS)
        self._shown_cards.note(await self._ask(edited))

    async def tell(self, row: OutboxRow) -> None:
        """Post something in somebody's private thread; where there can be none, ping them in the
        channel with a sentence that says nothing."""
        with speaking(await self._language(row)):
            await self._ask(self._tell(row))

    async def _tell(self, row: OutboxRow) -> None:
        actor, (person, reader) = await self._tables.get(row.game), row.content.people
        card = await self._post_card(row, mention=reader)
        content: dict[str, Any] = {"allowed_mentions": _mention_only([reader])}

        async def post(thread: discord.PartialMessageable, _: PrivateThread) -> int:
            sent = await thread.send(view=card.view, files=card.files, nonce=row.nonce, **content)
            return sent.id

        if await self._private.in_thread(actor, person, post) is None:
            text = translate("There is something for you in My view.")
            channel = self._client.get_partial_messageable(row.channel)
            await channel.send(f"<@{reader}> {text}", nonce=row.nonce, **content)

    async def _show_desk(self, row: OutboxRow) -> None:
        """Show the Game Master their desk as it is now."""
        actor = await self._tables.get(row.game)
        master = actor.reader.game_master()
        if master is None or actor.game.phase != "play":
            return
        with speaking(await self._language(row)):
            desk = await self._card_builder.own_view(actor, GM, master)
            heading = translate("<@{id}>, the table waits for you.", id=master)
        view: Any = desk.view
        if row.content.people:
            view.add_item(TextDisplay(heading))
        content: dict[str, Any] = {"allowed_mentions": _mention_only(row.content.people)}

        async def show(thread: discord.PartialMessageable, known: PrivateThread) -> bool:
            old = None if known.desk is None else thread.get_partial_message(known.desk)
            if old is not None and not row.content.people:
                with suppress(discord.NotFound):
                    await old.edit(view=view, attachments=[*desk.files], **content)
                    return True
            sent = await thread.send(view=view, files=[*desk.files], **content)
            await self._private.keep_desk(known.thread, sent.id)
            if old is not None:
                with suppress(discord.HTTPException):
                    await old.delete()
            return True

        if await self._private.in_thread(actor, master, show) is None and row.content.people:
            channel = self._client.get_partial_messageable(row.channel)
            await channel.send(heading, **content)

    async def _strip(self, row: OutboxRow, message: discord.PartialMessage) -> None:
        shown = await self._shown_by(message)
        if not shown:
            return  # a card in words alone
        actor = await self._tables.get(row.game)
        handlers = {each.handler for each in button_ids(shown)}
        lobby = "begin" in handlers
        told = actor.ruleset.tells_in_posts and not lobby
        if told or "resume" in handlers:
            # Posts tell what it told, or it only told of a pause: this one can go.
            await self._ask(message.delete())
            return
        kept: list[Any] = shown_files(shown)
        if lobby:
            # The last people and settings may never have been shown: redraws are some time apart.
            view = (await self._card_builder.closed_lobby(actor)).view
        else:
            with speaking(await self._language(row)):
                result = await result_on_card(actor, row.card or 0)
            view = without_buttons(shown, result=result)
        await self._ask(message.edit(view=view, attachments=kept, allowed_mentions=NO_MENTIONS))

    async def _shown_by(self, message: discord.PartialMessage) -> Components:
        """Return what a message shows; Discord is asked when that is not known."""
        known = self._shown_cards.of(message.id)
        return known or (await self._ask(message.fetch())).components

    async def _mark_undone(self, row: OutboxRow, message: discord.PartialMessage) -> None:
        shown = await self._shown_by(message)
        if not shown:
            return
        kept: list[Any] = shown_files(shown)
        with speaking(await self._language(row)):
            view = without_buttons(shown, mark=translate(UNDONE))
        await self._ask(message.edit(view=view, attachments=kept, allowed_mentions=NO_MENTIONS))

    async def delete(self, row: OutboxRow) -> None:
        """Delete a message."""
        await self._ask(self._message(row).delete())

    async def check(self, row: OutboxRow) -> None:
        """Fetch a message, to see that it is still there."""
        await self._ask(self._message(row).fetch())

    async def _ask(self, request: Awaitable[T]) -> T:
        """Make a request when it is its turn. Raises Gone, Forbidden, Later, Refused."""
        await self._pacing.wait()
        token = _retried_by_outbox.set(True)
        try:
            return await _translate_errors(request)
        finally:
            _retried_by_outbox.reset(token)

    async def find(self, row: OutboxRow) -> int | None:
        """Return the message that shows a card: it may have arrived though we never heard of it.
        A card without buttons is known by its texts."""
        card: Card | None = None
        async for message in self._recent_messages(row):
            shown = cards_shown(message.components)
            if (row.game, row.card) in shown:
                return message.id
            if not shown and message.components and row.kind == "card":
                card = card or await self._card(row)
                if card_texts(message.components) == card_texts(card.view.children):
                    return message.id
        return None

    async def _find_text(self, row: OutboxRow, content: dict[str, Any]) -> int | None:
        """Return the message of ours with that text."""
        texts = card_texts(content["view"].children) if "view" in content else []
        async for message in self._recent_messages(row):
            if texts and card_texts(message.components) == texts:
                return message.id
            if not texts and message.content == content["content"]:
                return message.id
        return None

    async def _recent_messages(self, row: OutboxRow) -> AsyncIterator[discord.Message]:
        """Yield our latest messages in a row's channel."""
        channel = self._client.get_partial_messageable(row.channel)
        ours = self._client.user
        try:
            async for message in channel.history(limit=SEARCHED_MESSAGES):
                if ours is None or message.author.id == ours.id:
                    yield message
        except discord.HTTPException:
            pass  # posting will show whether we may do that

    def _message(self, row: OutboxRow) -> discord.PartialMessage:
        if row.message is None:
            raise ValueError(f"{row.kind} {row.id} names no message")
        return self._client.get_partial_messageable(row.channel).get_partial_message(row.message)

    async def _post_card(self, row: OutboxRow, mention: int | None = None) -> Card:
        """Return a post as a message; `mention`: whom it pings in a private thread."""
        post = row.content.post
        assert post is not None, "a post says what it tells"
        pictures = []
        if post.picture:
            seat = None if mention is None else GM
            view = await (await self._tables.get(row.game)).reader.view(seat)
            pictures = [
                CardPicture(each.image, f"{each.name}-{row.card}.webp", say(each.title))
                for each in view.handouts
                if each.name == post.picture
            ]
        return post_card(post, pictures, mention)

    async def _card(self, row: OutboxRow) -> Card:
        actor = await self._tables.get(row.game)
        return await self._card_builder.card(actor, row.card or 0)


def _content_of(row: OutboxRow, card: Card) -> dict[str, Any]:
    """Return what a message shows of a card: in words alone where Discord takes no more."""
    if not row.content.plain:
        return {"view": card.view, "files": card.files, "silent": True}
    words = [*card_texts(card.view.children), translate(PLAIN)]
    return {"content": join_lines(words, 2000), "silent": True}


def _mention_only(people: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


async def _translate_errors(request: Awaitable[T]) -> T:
    """Return the response of a request; raise Discord's errors as the outbox's."""
    try:
        return await request
    except discord.RateLimited as error:
        raise Later(error.retry_after) from error
    except discord.HTTPException as error:
        if error.code == UNKNOWN_CHANNEL:
            raise Gone("channel") from error
        if error.code == UNKNOWN_MESSAGE:
            raise Gone("message") from error
        if error.code in NOT_ALLOWED:
            raise Forbidden(f"Discord does not let me: {error.text or 'forbidden'}") from error
        if error.code == 0 and error.status in (403, 404):
            raise  # not for us but for something in between: tried again after growing pauses
        if error.code == ARCHIVED:  # nothing in it can be changed, but a new message reopens it
            raise Refused("the thread is archived") from error
        if error.status == 429 or error.status >= 500:
            raise Later(RETRY_AFTER, is_unsure=error.status >= 500) from error
        raise Refused(f"{error.status}, error code {error.code}") from error
    except (OSError, aiohttp.ClientError) as error:
        raise Later(RETRY_AFTER, is_unsure=True) from error


# ---------------------------------------------------------------- interactions


async def defer(interaction: discord.Interaction) -> bool:
    """Ask Discord for more time than three seconds; return whether it gives that.

    What was pressed in a message stays as it is; that message is then the interaction's original
    response. A command, or a form that no message opened, gets a private loading message.
    """
    loading = _has_loading_message(interaction)
    return await _attempt(interaction.response.defer(ephemeral=True, thinking=loading))


def _has_loading_message(interaction: discord.Interaction) -> bool:
    """Return whether a deferral shows a message of its own, as Discord wants it where there is
    none to be changed."""
    return interaction.message is None


async def reply(interaction: discord.Interaction, answer: Reply | None) -> None:
    """Answer an interaction. If the answer shows the game's card, report which message does."""
    if answer is not None and answer.delivered is not None and not answer.update:
        await answer.delivered(await _send_card(interaction, answer))
        await _attempt(_send(interaction, answer.then))
        return
    # What was sent cannot be sent again.
    spare = [*map(_copy, answer.files)] if answer is not None and answer.update else []
    sent = await _attempt(_send(interaction, answer))
    if answer is None:
        return
    if not sent and answer.files and answer.delivered is None:
        await _send_otherwise(interaction, answer, spare)
    if answer.delivered is not None:
        await answer.delivered(interaction.message.id if sent and interaction.message else None)
    if sent and answer.then is not None:
        await _attempt(_send(interaction, answer.then))


def _copy(file: discord.File) -> discord.File:
    data = file.fp.read()
    file.reset()
    return discord.File(io.BytesIO(data), file.filename, description=file.description)


async def _send_otherwise(
    interaction: discord.Interaction, answer: Reply, spare: Sequence[discord.File]
) -> None:
    """Send pictures that were refused in a new message, else in words: Discord may refuse a new
    picture when a message is edited (its issue 7529)."""
    anew = replace(answer, files=spare, update=False)
    if answer.update and await _attempt(_send(interaction, anew)):
        return
    if words := _in_words(answer.files):
        await _attempt(_send(interaction, Reply(words)))


def _in_words(files: Sequence[discord.File]) -> str:
    """Return the descriptions of pictures that could not be sent."""
    return join_lines([escape(file.description or "") for file in files], 1900).strip()


async def _send_card(interaction: discord.Interaction, answer: Reply) -> int | None:
    """Answer with a card for everybody; return its message, None when it could not be sent."""
    message: int | None = None

    async def send(view: LayoutView) -> None:
        nonlocal message
        response = await interaction.response.send_message(
            view=view, files=[*answer.files], silent=True, allowed_mentions=NO_MENTIONS
        )
        message = response.message_id

    # After a deferral the answer would be private: then the outbox posts the card.
    if answer.view is not None and not interaction.response.is_done():
        await _attempt(send(answer.view))
    return message


async def _post(interaction: discord.Interaction, content: dict[str, Any]) -> bool:
    """Post an answer in the channel: after a deferral it would be for one person alone. Return
    whether we may do that."""
    channel = interaction.channel_id
    if channel is None:
        return False
    try:
        await interaction.client.get_partial_messageable(channel).send(**content)
    except discord.Forbidden:
        return False
    return True


async def _attempt(request: Awaitable[object]) -> bool:
    """Send an answer; return whether that worked."""
    try:
        await request
        return True
    except (discord.NotFound, discord.InteractionResponded) as error:
        # Too late for Discord, or its second delivery: the action counts, the card shows it.
        log.info("an answer came too late: %s", error)
    except (discord.HTTPException, OSError) as error:
        log.warning("an answer could not be sent: %s", error)
    return False


def _late_form(interaction: discord.Interaction) -> str:
    """Return what to do for a form that came too late to be shown."""
    typed = interaction.type is discord.InteractionType.application_command
    return "Please type that again." if typed else "Please press that again."


async def _send(interaction: discord.Interaction, answer: Reply | None) -> None:
    deferred = interaction.response.is_done()
    if answer is None and not _has_loading_message(interaction):
        if not deferred:
            await interaction.response.defer(ephemeral=True)
        return
    answer = answer or Reply()
    if answer.form is not None and not deferred:
        await interaction.response.send_modal(answer.form)
        return
    content: dict[str, Any] = {"allowed_mentions": NO_MENTIONS}
    if answer.mentions:
        content["allowed_mentions"] = _mention_only(answer.mentions)
    if answer.view is not None:
        content["view"] = answer.view
    if answer.update:
        if deferred:
            await interaction.edit_original_response(attachments=[*answer.files], **content)
        else:
            await interaction.response.edit_message(attachments=[*answer.files], **content)
        return
    if answer.view is None:
        text = answer.text or (_late_form(interaction) if answer.form else "Done.")
        content["content"] = truncate(translate(text), 2000)
    content["files"] = [*answer.files]
    if deferred and answer.public and await _post(interaction, content):
        if _has_loading_message(interaction):
            await _attempt(interaction.delete_original_response())
        return
    content["ephemeral"] = not answer.public
    if deferred:
        await interaction.followup.send(**content)
    else:
        await interaction.response.send_message(**content)
