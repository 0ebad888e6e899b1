"""Messages of cards, as Discord shows them: their parts read, kept, and made into old cards.

`ShownCards` keeps what they show, so that an old card is edited without being read first: Discord
tells of each message when it is posted and edited (the intent guild_messages; of one's own with
their content), and shows the pressed one with a press. To read it again is one more request a turn,
of the fifty a second that all servers share.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord.ext import commands
from discord.ui import Container, LayoutView, MediaGallery, TextDisplay

from cogs.ui.cards import FOOTER_ID, INACTIVE_COLOUR, MODES_ID, MOTION_ID, TITLE_ID
from cogs.ui.components import StaticLayout
from cogs.ui.custom_ids import CustomId

GOING_IDS = (FOOTER_ID, MOTION_ID, MODES_ID)  # parts that an old card loses
MOST_KEPT = 1000  # messages; some ten kilobytes each

Components = Sequence[Any]
"""discord.py's parts of a message, or those of a view that is not sent yet."""


class ShownCards(commands.Cog):
    """Keeps what our latest messages show, by their ids."""

    def __init__(self, bot: discord.Client) -> None:
        self._bot = bot
        self._kept: OrderedDict[int, Components] = OrderedDict()

    def of(self, message: int) -> Components | None:
        """Return what a message shows; None: Discord has to be asked."""
        return self._kept.get(message)

    def note(self, message: discord.Message) -> None:
        """Keep what a message of ours shows now, if it can be edited by what is known of it."""
        self._kept.pop(message.id, None)
        components = tuple(message.components)
        if not components or message.flags.ephemeral:
            return
        if any(media.attachment_id is None for media in _media(components)):
            return  # an edit keeps a picture by the number of its file
        self._kept[message.id] = components
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget all: others may edit them now."""
        self._kept.clear()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Keep a message of ours."""
        self._note_ours(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Keep what a message of ours shows now."""
        self._note_ours(payload.message)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Keep the message whose button was pressed: it may be older than this process."""
        if interaction.message is not None:
            self._note_ours(interaction.message)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Forget a message."""
        self._kept.pop(payload.message_id, None)

    def _note_ours(self, message: discord.Message) -> None:
        if self._bot.user is not None and message.author.id == self._bot.user.id:
            self.note(message)


def without_buttons(components: Components, mark: str = "", result: str = "") -> LayoutView:
    """Return an old card without its buttons, footer and motion: a new view built from what the
    message shows, with its own files as pictures. `mark`: set before its title. `result`: how the
    vote on it was decided, set below."""
    box: Container[LayoutView] = Container(accent_colour=INACTIVE_COLOUR)
    for part in _parts(components):
        if isinstance(part, discord.TextDisplay) and part.id not in GOING_IDS:
            text = part.content
            if mark and part.id == TITLE_ID and mark not in text:
                signs = text[: len(text) - len(text.lstrip("# "))]
                text = f"{signs}{mark}{text.removeprefix(signs)}"
            box.add_item(TextDisplay(text, id=part.id))
        elif isinstance(part, discord.MediaGalleryComponent):
            gallery: MediaGallery[LayoutView] = MediaGallery()
            for item in part.items:
                gallery.add_item(media=_reference(item.media), description=item.description)
            box.add_item(gallery)
    if result:
        box.add_item(TextDisplay(result))
    view = StaticLayout()
    view.add_item(box)
    return view


class KeptFile:
    """A file of a message that an edit keeps. discord.py asks it for its `to_dict`."""

    def __init__(self, attachment_id: int, name: str) -> None:
        self._attachment_id = attachment_id
        self._name = name

    def to_dict(self) -> dict[str, Any]:
        """Return the file as Discord wants it in `attachments`."""
        return {"id": self._attachment_id, "filename": self._name}


def shown_files(components: Components) -> list[KeptFile]:
    """Return the files that a message's galleries show.

    Discord leaves them out of the `attachments` of the message: only the galleries know their ids.
    """
    return [
        KeptFile(media.attachment_id, _file_name(media))
        for media in _media(components)
        if media.attachment_id is not None
    ]


def _reference(media: discord.UnfurledMediaItem) -> str:
    """Return how an edit refers to a picture that the message shows."""
    if media.attachment_id is None:
        return media.url
    return f"attachment://{_file_name(media)}"


def _file_name(media: discord.UnfurledMediaItem) -> str:
    return PurePosixPath(urlsplit(media.url).path).name


def cards_shown(components: Components) -> set[tuple[int, int]]:
    """Return the games and cards that a message's buttons belong to."""
    return {(each.game, each.card) for each in button_ids(components)}


def button_ids(components: Components) -> list[CustomId]:
    """Return what a message's buttons say of themselves."""
    custom_ids = (
        CustomId.parse(button.custom_id or "")
        for part in _parts(components)
        if isinstance(part, discord.ActionRow)
        for button in part.children
        if isinstance(button, discord.Button)
    )
    return [each for each in custom_ids if each is not None]


def card_texts(components: Components) -> list[str]:
    """Return the texts that a card shows."""
    return [
        part.content
        for part in _parts(components)
        if isinstance(part, discord.TextDisplay | TextDisplay)
    ]


def _parts(components: Components) -> list[Any]:
    return [
        part
        for component in components
        for part in (
            component.children
            if isinstance(component, discord.Container | Container)
            else [component]
        )
    ]


def _media(components: Components) -> list[discord.UnfurledMediaItem]:
    galleries = [p for p in _parts(components) if isinstance(p, discord.MediaGalleryComponent)]
    return [item.media for gallery in galleries for item in gallery.items]
