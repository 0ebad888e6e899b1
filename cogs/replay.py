"""/replay: the picture of any earlier turn, or several turns as a film, as one's seat saw them."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.utils import DEFAULT_FILE_SIZE_LIMIT_BYTES

from cogs.base import LeithianCog
from cogs.interactions import handles, slash_callback
from cogs.ui.card_builder import EVERYBODY
from cogs.ui.cards import CardPicture
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import count, escape, join_lines, truncate
from cogs.ui.languages import say, translate
from cogs.ui.progress import asker_of
from cogs.ui.replies import Answer, Reply
from table.actor import GameActor
from table.errors import Refusal

FILM_LENGTH = 30  # moves of a film without a first line


class ReplayCog(LeithianCog):
    """Earlier turns as pictures."""

    @app_commands.command(
        name="replay", description="See an earlier turn, or several turns as a film"
    )
    @app_commands.guild_only()
    @app_commands.describe(
        line="The picture after this line of the log; none: a film",
        first="A film: from which line; none: the latest moves",
        last="A film: to which line",
        public="Post the film in the channel, as everybody saw it",
    )
    @slash_callback
    async def replay(
        self,
        interaction: discord.Interaction,
        line: int | None = None,
        first: int | None = None,
        last: int | None = None,
        public: bool = False,
    ) -> Answer:
        if line is not None:
            return await self._turn(interaction, line)
        actor = await self.actor(interaction)
        return await self._film(interaction, actor, first, last, public=public)

    async def _turn(self, interaction: discord.Interaction, line: int) -> Answer:
        """Return what the person saw after a line of the log."""
        actor, person = await self.actor(interaction), interaction.user.id
        seat = await self.seat(actor, person)
        number = await actor.history.entry_number(line, seat)
        work = actor.history.view_at(number, seat, asker_of(interaction))
        view = await self.heavy(interaction, translate("Replaying the game"), work)
        drawn = await self.services.card_builder.earlier_picture(view, person)
        picture = CardPicture(drawn.png, f"line-{line:04d}.png", say(view.alt))
        heading = translate(
            "**{title} · turn {turn}** · line {line}",
            title=escape(view.title),
            turn=view.turn,
            line=line,
        )
        told = join_lines([heading, *map(escape, view.lines[-8:])], 1900)
        return Reply(told, files=[picture.file()])

    @handles("film")
    async def _film_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Post the film of a game that is over in the channel."""
        actor = await self.actor_of(pressed)
        return await self._film(interaction, actor, None, None, public=True)

    async def _film(
        self,
        interaction: discord.Interaction,
        actor: GameActor,
        first: int | None,
        last: int | None,
        *,
        public: bool,
    ) -> Answer:
        """Return the film of some lines of the log; without a first one of the latest moves.

        `public`: for the channel, of what everybody saw.
        """
        person = EVERYBODY if public else interaction.user.id
        seat = None if public else await self.seat(actor, person)
        moves = await actor.history.moves(await actor.history.numbers(seat))
        if last is None:
            last = moves[-1] if moves else 1
        if first is None:
            first = next(iter([line for line in moves if line <= last][-FILM_LENGTH:]), last)
        if first > last:
            raise Refusal("The first line must come before the last.")
        if public:
            self.spend(interaction, "film")
        work = actor.history.film(first, last, seat, asker_of(interaction))
        film = await self.heavy(interaction, translate("Replaying the game"), work)
        views = film.views
        gif = await self.services.card_builder.film(views, person)
        if len(gif) > most_bytes(interaction, public=public):
            raise Refusal("That film is too large to send; choose fewer lines.")
        moves_shown = count(film.moves, "move")
        alt = translate(
            "{moves_shown} of {title}. At the end: {alt}",
            moves_shown=moves_shown,
            title=views[-1].title,
            alt=views[-1].alt,
        )
        name = f"film-{first}-{last}.gif"
        file = discord.File(io.BytesIO(gif), name, description=truncate(alt, 1024))
        return Reply(f"{escape(views[-1].title)}, {moves_shown}", files=[file], public=public)

    replay.autocomplete("line")(LeithianCog.complete_line)
    replay.autocomplete("first")(LeithianCog.complete_line)
    replay.autocomplete("last")(LeithianCog.complete_line)


def most_bytes(interaction: discord.Interaction, *, public: bool) -> int:
    """Return how large a file may be. What takes long is posted in the channel by the bot itself,
    which has the server's limit and not that of a person who pays for more."""
    theirs = interaction.filesize_limit
    if not public:
        return theirs
    server = interaction.guild
    return min(theirs, server.filesize_limit if server else DEFAULT_FILE_SIZE_LIMIT_BYTES)
