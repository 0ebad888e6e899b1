"""/contest: everybody the same start, each in a thread of their own. /ladder: who did best."""

from __future__ import annotations

import time
from collections.abc import Iterable

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, demand_room, matching, person
from cogs.ui import durations
from cogs.ui.formatting import escape, join_lines
from cogs.ui.replies import Answer, Reply, autocomplete_callback, slash_callback
from table.errors import Refusal
from table.ladder import ladder
from table.records import Contest, Place, Standings


class Contests(LeithianCog):
    """Who plays best from the same start."""

    group = app_commands.Group(
        name="contest", description="Everybody the same dungeon", guild_only=True
    )

    @group.command(name="new", description="Open a contest in this channel")
    @app_commands.describe(
        ruleset="Which game", name="What it is called", lasts="For how long, as in 2 weeks"
    )
    @slash_callback
    async def new(
        self, interaction: discord.Interaction, ruleset: str, name: str, lasts: str | None = None
    ) -> Answer:
        if interaction.channel_id is None or interaction.guild_id is None:
            raise Refusal("Contests are held in a server's channels.")
        ends = time.time() + durations.seconds(lasts) if lasts is not None else None
        contest = await self.client.tables.contest_new(
            person(interaction),
            interaction.channel_id,
            interaction.guild_id,
            ruleset.strip().lower(),
            name,
            ends=ends,
            request=str(interaction.id),
        )
        till = f" It ends <t:{int(ends)}:R> (<t:{int(ends)}:f>)." if ends is not None else ""
        text = (
            f"**{escape(contest.name)}** is open: `/contest join` gives everybody the same start, "
            f"each in a thread of their own.{till}"
        )
        return Reply(text, public=True)

    @new.autocomplete("ruleset")
    @autocomplete_callback
    async def _rulesets(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([*self.client.rulesets], typed)

    @new.autocomplete("lasts")
    @autocomplete_callback
    async def _spans(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching(durations.USUAL, typed)

    @group.command(name="join", description="Take part: a game of your own in a thread")
    @app_commands.describe(hero="Your hero's name (else your own)")
    @slash_callback
    async def join(self, interaction: discord.Interaction, hero: str | None = None) -> Answer:
        demand_room(interaction)
        contest = await self._contest(interaction)
        if contest.ended is not None:
            raise Refusal("That contest is over.")
        who = person(interaction, hero)
        standings = await self.client.tables.standings(contest.id)
        if any(row.person == who.id for row in standings.rows):
            raise Refusal("You play in this contest already.")
        name = f"{contest.name}: {who.name}"
        async with self.client.threads.opened(interaction, name) as thread:
            await self.client.tables.contest_join(
                who, contest.id, thread.id, request=str(interaction.id)
            )
        return f"Your game is in <#{thread.id}>. Good luck!"

    @group.command(name="standings", description="Who stands where in this channel's contest")
    @slash_callback
    async def standings(self, interaction: discord.Interaction) -> Answer:
        contest = await self._contest(interaction)
        return shown(await self.client.tables.standings(contest.id))

    @group.command(name="end", description="End this channel's contest; games still going end")
    @app_commands.describe(sure="It cannot be taken back")
    @slash_callback
    async def end(self, interaction: discord.Interaction, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed."
        contest = await self._contest(interaction)
        done = await self.client.tables.contest_end(person(interaction), contest.id)
        contest = await self._contest(interaction)
        return Reply(shown(Standings(contest, done.rows)), public=True)

    @app_commands.command(name="ladder", description="The best finished games of this server")
    @app_commands.describe(ruleset="Of which game")
    @app_commands.guild_only()
    @slash_callback
    async def ladder(self, interaction: discord.Interaction, ruleset: str) -> Answer:
        rules = self.client.rulesets.get(ruleset.strip().lower())
        if rules is None:
            names = ", ".join(self.client.rulesets)
            raise Refusal(f"There is no such game here; there is: {names}.")
        rows = await ladder(self.client.tables, interaction.guild_id or 0, rules.name)
        if not rows:
            return (
                f"No game of {escape(rules.title)} that counts has ended here. "
                "The setting **ladder** makes a new game count."
            )
        return join_lines([f"**{escape(rules.title)}: the ladder**", *map(_row, rows)], 1900)

    @ladder.autocomplete("ruleset")
    @autocomplete_callback
    async def _ladders(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([*self.client.rulesets], typed)

    async def _contest(self, interaction: discord.Interaction) -> Contest:
        """The contest of the channel, or of the one that the thread belongs to."""
        channel = interaction.channel
        place = channel.parent_id if isinstance(channel, discord.Thread) else None
        contest = await self.client.tables.contest_at(place or interaction.channel_id or 0)
        if contest is None:
            raise Refusal("There is no contest in this channel.")
        return contest


def shown(standings: Standings) -> str:
    """Who stands where, and the seed once it is over."""
    contest = standings.contest
    lines = [f"**{escape(contest.name)}**"]
    if contest.ended is not None:
        lines[0] += f", ended <t:{int(contest.ended)}:f>"
    elif contest.ends is not None:
        lines[0] += f", until <t:{int(contest.ends)}:f>"
    lines += _rows(standings.rows) or ["Nobody has joined yet."]
    if contest.published:
        lines.append(f"Seed: `{contest.published}`")
    return join_lines(lines, 1900)


def _rows(rows: Iterable[Place]) -> list[str]:
    return [
        _row(row) if row.title else f"- {escape(row.name)} (<#{row.channel}>): turn {row.turn}"
        for row in rows
    ]


def _row(row: Place) -> str:
    figures = ", ".join(f"{escape(name)} {value}" for name, value in row.figures)
    told = f"{row.place}. **{escape(row.name)}** (<#{row.channel}>): {escape(row.title)}"
    return f"{told} ({figures})" if figures else told
