"""/replay: any turn's picture again, a stretch of the game as a film. Through one's own eyes."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog
from cogs.ui import history
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.replies import Answer, Reply, autocomplete_callback, slash_callback
from table.errors import Refusal

STRETCH = 30  # moves of a film when nobody says from where


class Replays(LeithianCog):
    """What was, once more."""

    group = app_commands.Group(name="replay", description="See earlier turns", guild_only=True)

    @group.command(name="turn", description="What you saw after a line of the log")
    @app_commands.describe(line="Which line; the list shows the latest")
    @slash_callback
    async def turn(self, interaction: discord.Interaction, line: int) -> Answer:
        table = await self.table(interaction)
        who = interaction.user.id
        seat = await self.seat(table, who)
        view = await table.view_at(line, seat)
        drawn = await self.client.card_builder.still(view, who)
        name = f"line-{line:04d}.png"
        file = discord.File(io.BytesIO(drawn.png), name, description=truncate(view.alt, 1024))
        told = [f"**{escape(view.title)} · turn {view.turn}** · line {line}"]
        return Reply(join_lines([*told, *map(escape, view.lines[-8:])], 1900), files=[file])

    @group.command(name="film", description="A stretch of the game as a moving picture")
    @app_commands.describe(first="From which line; none: the latest moves", last="To which line")
    @slash_callback
    async def film(
        self, interaction: discord.Interaction, first: int | None = None, last: int | None = None
    ) -> Answer:
        table = await self.table(interaction)
        who = interaction.user.id
        seat = await self.seat(table, who)
        last = table.game.number if last is None else last
        if first is None:
            orders = [number for number in await table.turns() if number <= last]
            first = orders[-STRETCH:][0] if orders else last
        if first > last:
            raise Refusal("A film begins before it ends.")
        views = await table.film(first, last, seat)
        gif = await self.client.card_builder.film(views, who)
        if len(gif) > interaction.filesize_limit:
            raise Refusal("That film is too large to send; choose a shorter stretch.")
        alt = f"{len(views)} moves of {views[-1].title}. At the end: {views[-1].alt}"
        file = discord.File(
            io.BytesIO(gif), f"film-{first}-{last}.gif", description=truncate(alt, 1024)
        )
        moves = "one move" if len(views) == 1 else f"{len(views)} moves"
        return Reply(f"{escape(views[-1].title)}, {moves}", files=[file])

    @turn.autocomplete("line")
    @film.autocomplete("first")
    @film.autocomplete("last")
    @autocomplete_callback
    async def _lines(self, interaction: discord.Interaction, typed: str) -> list[Choice[int]]:
        table = await self.table(interaction)
        return await history.lines(table, await self.seat(table, interaction.user.id), str(typed))
