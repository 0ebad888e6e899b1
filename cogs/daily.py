"""/daily: the same start and the same levels for all servers, for a day."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
from discord import ButtonStyle, app_commands
from discord.ui import ActionRow, TextDisplay

from cogs.base import LeithianCog, person_of, require_permissions, server_channel
from cogs.contest import result_line
from cogs.interactions import handles, slash_callback
from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import count, escape, join_lines
from cogs.ui.history import roll_line
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply
from cogs.ui.threads import persist
from engine.contract.action import Event
from table.actor import GameActor
from table.daily import DailyResults
from table.errors import Refusal

BEST = 3  # runs of a day that are listed


class DailyCog(LeithianCog):
    """Daily runs. Each is in a private thread, which nobody who may still play can read."""

    @app_commands.command(
        name="daily",
        description="Your one run of today, the same on all servers, in a private thread",
    )
    @app_commands.guild_only()
    @app_commands.describe(
        character="The character's name (default: your own)",
        together="Others may join, and you vote (default: you play alone)",
    )
    @slash_callback
    async def daily(
        self, interaction: discord.Interaction, character: str | None = None, together: bool = False
    ) -> Answer:
        actor = await self._begin(interaction, "vote" if together else "solo", character)
        if not together:
            return translate("Your run of today is in <#{id}>. Good luck!", id=actor.game.channel)
        with await self.speaking_to_all(interaction):
            return _invitation(actor)

    async def _begin(
        self, interaction: discord.Interaction, mode: str, character: str | None
    ) -> GameActor:
        """Begin a run in a private thread of its own. Raises Refusal for a second one of a day."""
        require_permissions(interaction)
        _, guild = server_channel(interaction)
        daily, who = self.services.tables.daily, person_of(interaction, character)
        await daily.check_may_begin(who, guild)
        self.spend(interaction, "thread")
        name = f"{(await daily.today()).name}: {who.character or who.name}"
        async with self.services.threads.open(interaction, name, alone=True) as thread:
            return await daily.begin(who, guild, thread.id, mode, request=str(interaction.id))

    @handles("join_daily")
    async def _join_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Let somebody vote in a run from now on, and read its thread."""
        actor = await self.services.tables.daily.take_part(
            person_of(interaction), pressed.game, request=str(interaction.id)
        )
        thread = self.bot.get_channel(actor.game.channel)
        if thread is None:
            thread = await self.bot.fetch_channel(actor.game.channel)
        if isinstance(thread, discord.Thread):
            await persist(partial(thread.add_user, interaction.user))
        return translate("The run is in <#{id}>. Good luck!", id=actor.game.channel)


def _invitation(actor: GameActor) -> Reply:
    """Return the message by which others take part in a run by vote."""
    text = translate(
        "{name} has begun a daily run by vote. **Join** lets you vote in it, in a private thread:"
        " it is then your run of today, too.",
        name=escape(actor.state.seats[0].character),
    )
    view = StaticLayout()
    view.add_item(TextDisplay(text))
    button = IdButton(CustomId(actor.game.id, 0, "join_daily"), "Join", ButtonStyle.success)
    view.add_item(ActionRow(button))
    own = translate("Your run of today is in <#{id}>. Good luck!", id=actor.game.channel)
    return Reply(view=view, public=True, then=Reply(own))


def results_reply(
    days: Sequence[DailyResults], luck: tuple[Event | None, Event | None] = (None, None)
) -> Reply:
    """Return the results of the last days, the newest first. `luck`: the kindest and the unkindest
    roll of the newest day's best run, whose film can be shown."""
    if not days:
        raise Refusal("No daily run is over yet. `/daily` begins yours of today.")
    lines = [translate("**The daily run: the last days**")]
    for number, day in enumerate(days):
        lines += _day_lines(day)
        if not number:
            lines += _luck_lines(*luck)
    view = StaticLayout()
    view.add_item(TextDisplay(join_lines(lines, 3500)))
    best = next(iter(days[0].rows), None)
    if best is not None:
        view.add_item(
            ActionRow(
                IdButton(CustomId(best.game, 0, "film"), "Film"),
                IdButton(CustomId(best.game, 0, "proof"), "Check the dice"),
            )
        )
    return Reply(view=view)


def _day_lines(day: DailyResults) -> list[str]:
    lines = [
        translate(
            "**{day}** — seed `{seed}`",
            day=day.contest.name,
            seed=day.contest.published or day.contest.seed_hash,
        )
    ]
    lines += [result_line(row, channel=False) for row in day.rows[:BEST]]
    if len(day.rows) > BEST:
        more = count(len(day.rows) - BEST, "more run")
        lines.append(translate("-# {more}", more=more))
    if not day.rows and not day.unchecked:
        lines.append(translate("-# Nobody came to an end."))
    if day.unchecked:
        runs = count(day.unchecked, "run")
        lines.append(translate("-# Still to be replayed from the seed: {runs}", runs=runs))
    if day.refused:
        runs = count(day.refused, "run")
        lines.append(translate("-# Refused, since a replay came out otherwise: {runs}", runs=runs))
    return lines


def _luck_lines(kindest: Event | None, unkindest: Event | None) -> list[str]:
    """Return the best run's luckiest and worst rolls."""
    lines = []
    if kindest is not None:
        lines.append(roll_line("-# Luckiest roll: {text} ({faces})", kindest))
    if unkindest is not None:
        lines.append(roll_line("-# Worst roll: {text} ({faces})", unkindest))
    return lines
