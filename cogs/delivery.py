"""The outbox's hands: what a table owes to Discord becomes messages, once."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, TypeVar

import aiohttp
import discord
from discord.ui import Container, LayoutView, MediaGallery, TextDisplay

from cogs.ui.card_builder import CardBuilder
from cogs.ui.cards import ASIDE, STILL, Card, title
from cogs.ui.components import StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.replies import QUIET
from cogs.ui.vote_cards import MOTION
from table.outbox import Forbidden, Gone, Later
from table.records import Owed
from table.tables import Tables

T = TypeVar("T")

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED = 10003, 10008, 50083
NEAR = 25  # messages among which a card is looked for
BREATH = 5.0  # seconds to wait when Discord or the line to it is in trouble


class DiscordPost:
    """A `table.outbox.Post` that speaks through a client."""

    def __init__(self, client: discord.Client, tables: Tables, card_builder: CardBuilder) -> None:
        self._client = client
        self._tables = tables
        self._card_builder = studio

    async def post(self, owed: Owed) -> int:
        channel = self._client.get_partial_messageable(owed.channel)
        common: dict[str, Any] = {"nonce": owed.nonce}
        if owed.kind == "card":
            if owed.payload.get("in_hand") and (there := await self._found(channel, owed)):
                return there
            card = await self._card(owed)
            common |= {"view": card.view, "files": card.files, "silent": True}
            common["allowed_mentions"] = QUIET
        elif owed.kind == "ping":
            whom = [discord.Object(person) for person in owed.payload["whom"]]
            names = " ".join(f"<@{person.id}>" for person in whom)
            until = owed.payload.get("until")
            closing = f" — until <t:{int(until)}:R>" if until else ""
            text = truncate(escape(owed.payload["text"]), 1000)
            common["content"] = truncate(f"{names} {text}{closing}", 2000)
            common["allowed_mentions"] = discord.AllowedMentions(
                everyone=False, roles=False, users=whom, replied_user=False
            )
        else:
            lines = owed.payload["text"].splitlines()
            common["content"] = join_lines(map(escape, lines), 2000)
            common["allowed_mentions"] = QUIET
        return (await _told(channel.send(**common))).id

    async def _found(self, channel: discord.PartialMessageable, owed: Owed) -> int | None:
        """The message in which a press was answered with the card: it may have come through though
        nobody has heard of it."""
        try:
            async for message in channel.history(limit=NEAR):
                if (owed.game, owed.card) in shown_by(message.components):
                    return message.id
        except discord.HTTPException:
            pass  # whether we may post there is seen when we post
        return None

    async def edit(self, owed: Owed) -> None:
        message = self._message(owed)
        if owed.kind == "strip":
            shown = await _told(message.fetch())
            if title_of(shown.components) == await self._title(owed):
                # The same turn stands on the newer card: a question answered, a thing looked at.
                await _told(message.delete())
            else:
                view, keep = stripped(shown), shown.attachments
                await _told(message.edit(view=view, attachments=keep, allowed_mentions=QUIET))
            return
        card = await self._card(owed)
        await _told(message.edit(view=card.view, attachments=card.files, allowed_mentions=QUIET))

    async def delete(self, owed: Owed) -> None:
        await _told(self._message(owed).delete())

    async def check(self, owed: Owed) -> None:
        await _told(self._message(owed).fetch())

    def _message(self, owed: Owed) -> discord.PartialMessage:
        if owed.message is None:
            raise ValueError(f"{owed.kind} {owed.id} names no message")
        return self._client.get_partial_messageable(owed.channel).get_partial_message(owed.message)

    async def _title(self, owed: Owed) -> str:
        """The title of the game's turn card, or nothing when no turn is played."""
        table = await self._tables.get(owed.game)
        return title(await table.view(None)) if table.game.phase == "play" else ""

    async def _card(self, owed: Owed) -> Card:
        table = await self._tables.get(owed.game)
        return await self._card_builder.card(table, owed.card or 0)


def stripped(message: discord.Message) -> LayoutView:
    """An old card without its buttons, whom it waited for and what was moved: a fresh view built
    from what the message shows, its pictures by the names of its own attachments."""
    box: Container[LayoutView] = Container(accent_colour=STILL)
    for part in _parts(message.components):
        if isinstance(part, discord.TextDisplay) and part.id not in (ASIDE, MOTION):
            box.add_item(TextDisplay(part.content, id=part.id))
        elif isinstance(part, discord.MediaGalleryComponent):
            gallery: MediaGallery[LayoutView] = MediaGallery()
            for item, file in zip(part.items, message.attachments, strict=False):
                gallery.add_item(
                    media=f"attachment://{file.filename}", description=item.description
                )
            box.add_item(gallery)
    view = StaticLayout()
    view.add_item(box)
    return view


def shown_by(components: Any) -> set[tuple[int, int]]:
    """The games and cards whose buttons a message has."""
    pressed = (
        CustomId.parse(button.custom_id or "")
        for part in _parts(components)
        if isinstance(part, discord.ActionRow)
        for button in part.children
        if isinstance(button, discord.Button)
    )
    return {(pressed.game, pressed.card) for ref in pressed if ref is not None}


def title_of(components: Any) -> str:
    """The title that a card shows."""
    titles = (p.content for p in _parts(components) if isinstance(p, discord.TextDisplay))
    return next(titles, "").removeprefix("## ")


def _parts(components: Any) -> list[Any]:
    return [
        part
        for component in components
        for part in (
            component.children if isinstance(component, discord.Container) else [component]
        )
    ]


async def _told(request: Awaitable[T]) -> T:
    """The answer of a request, with Discord's errors in the outbox's words."""
    try:
        return await request
    except discord.NotFound as error:
        raise Gone("message" if error.code == UNKNOWN_MESSAGE else "channel") from error
    except discord.Forbidden as error:
        raise Forbidden(f"Discord does not let me: {error.text or 'forbidden'}") from error
    except discord.RateLimited as error:
        raise Later(error.retry_after) from error
    except discord.HTTPException as error:
        if error.code == ARCHIVED:
            raise Forbidden("The thread is archived; write in it to wake it.") from error
        if error.status == 429 or error.status >= 500:
            raise Later(BREATH) from error
        raise
    except (OSError, aiohttp.ClientError) as error:
        raise Later(BREATH) from error
