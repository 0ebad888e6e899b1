"""/replay: the picture of any earlier turn, or several turns as a film, as one's seat saw them."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.base import CogServices, LeithianCog
from cogs.interactions import slash_callback
from cogs.ui.card_builder import EVERYBODY
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import count, escape, join_lines, truncate
from cogs.ui.languages import translate
from cogs.ui.progress import asker_of
from cogs.ui.replies import Answer, Reply
from table.actor import GameActor
from table.errors import Refusal

FILM_LENGTH = 30  # moves of a film without a first line


class ReplayCog(LeithianCog):
    """Earlier turns as pictures."""

    group = app_commands.Group(name="replay", description="See earlier turns", guild_only=True)

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self.handlers = {"film": self._film_pressed}

    @group.command(name="turn", description="What you saw after a line of the log")
    @app_commands.describe(line="Which line; the list shows the latest")
    @slash_callback
    async def turn(self, interaction: discord.Interaction, line: int) -> Answer:
        actor, person = await self.actor(interaction), interaction.user.id
        seat = await self.seat(actor, person)
        number = await actor.history.entry_number(line, seat)
        work = actor.history.view_at(number, seat, asker_of(interaction))
        view = await self.heavy(interaction, translate("Replaying the game"), work)
        drawn = await self.services.card_builder.earlier_picture(view, person)
        name = f"line-{line:04d}.png"
        file = discord.File(io.BytesIO(drawn.png), name, description=truncate(view.alt, 1024))
        heading = translate(
            "**{title} · turn {turn}** · line {line}",
            title=escape(view.title),
            turn=view.turn,
            line=line,
        )
        return Reply(join_lines([heading, *map(escape, view.lines[-8:])], 1900), files=[file])

    @group.command(name="film", description="Several turns as a film")
    @app_commands.describe(
        first="From which line; none: the latest moves",
        last="To which line",
        public="Post it in the channel, as everybody saw it",
    )
    @slash_callback
    async def film(
        self,
        interaction: discord.Interaction,
        first: int | None = None,
        last: int | None = None,
        public: bool = False,
    ) -> Answer:
        actor = await self.actor(interaction)
        return await self._film(interaction, actor, first, last, public=public)

    async def _film_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
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
        if len(gif) > interaction.filesize_limit:
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

    turn.autocomplete("line")(LeithianCog.complete_line)
    film.autocomplete("first")(LeithianCog.complete_line)
    film.autocomplete("last")(LeithianCog.complete_line)
