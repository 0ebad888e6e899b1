"""/contest: everybody gets the same start, each in a private thread."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ui import ActionRow, TextDisplay

from cogs.base import (
    LeithianCog,
    matching,
    parse_end,
    person_of,
    require_permissions,
    server_channel,
)
from cogs.interactions import autocomplete_callback, handles, slash_callback
from cogs.ui import durations
from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import say_number, translate
from cogs.ui.replies import Answer, Reply
from cogs.ui.threads import check_private_threads
from table.contest import Contest, GameResult, Standings
from table.contests import NewContest
from table.errors import Refusal


class ContestCog(LeithianCog):
    """Contests from the same start. Each game has a private thread, so that nobody learns from
    another's what the levels hold."""

    @app_commands.command(
        name="contest", description="Everybody plays the same dungeon: the standings, a new one"
    )
    @app_commands.guild_only()
    @app_commands.describe(
        new="Open a contest of this name in this channel (default: the game's)",
        ruleset="A new one: which game (default: the first of the list)",
        lasts="A new one: how long, as in 2 weeks",
        join="Take part, with a character of this name, in a private thread",
        end="End this channel's contest and its running games: it cannot be undone",
    )
    @slash_callback
    async def contest(
        self,
        interaction: discord.Interaction,
        new: str = "",
        ruleset: str = "",
        lasts: str | None = None,
        join: str = "",
        end: bool = False,
    ) -> Answer:
        if new or ruleset or lasts is not None:
            return await self._open(interaction, new, ruleset, lasts)
        if join:
            return await self._join(interaction, join)
        if end:
            return await self._end(interaction)
        contest = await self._contest(interaction)
        standings = await self.services.tables.contests.standings(contest.id)
        return panel(standings_text(standings), joining=contest.ended is None)

    async def _open(
        self, interaction: discord.Interaction, name: str, ruleset: str, lasts: str | None
    ) -> Answer:
        channel, guild = server_channel(interaction)
        check_private_threads(interaction)
        self.spend(interaction, "game")
        ends = None
        if lasts is not None:
            ends = await parse_end(self.services, interaction, lasts)
        played = ruleset.strip().lower() or next(iter(self.services.rulesets))
        contest = await self.services.tables.contests.open(
            person_of(interaction),
            NewContest(channel, guild, played, name, ends=ends),
            request=str(interaction.id),
        )
        with await self.speaking_to_all(interaction):
            return opening(contest.name, ends)

    @contest.autocomplete("ruleset")
    @autocomplete_callback
    async def _complete_ruleset(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching(await self._to_open(interaction), typed)

    @contest.autocomplete("lasts")
    @autocomplete_callback
    async def _complete_duration(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching(durations.EXAMPLES if await self._to_open(interaction) else (), typed)

    async def _to_open(self, interaction: discord.Interaction) -> list[str]:
        """Return the rulesets of which whoever asks may open a contest here."""
        try:
            channel, guild = server_channel(interaction)
            check_private_threads(interaction)
            contests = self.services.tables.contests
            return await contests.to_open(person_of(interaction), guild, channel)
        except Refusal:
            return []

    @handles("join_contest")
    async def _join_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        return await self._join(interaction, None)

    async def _join(self, interaction: discord.Interaction, character: str | None) -> Answer:
        require_permissions(interaction)
        contests, contest = self.services.tables.contests, await self._contest(interaction)
        if contest.ended is not None:
            raise Refusal("That contest is over.")
        who = person_of(interaction, character)
        standings = await contests.standings(contest.id)
        own = next((row for row in standings.rows if row.person == who.id), None)
        if own is not None:
            return translate("You are in this contest already: <#{id}>.", id=own.channel)
        self.spend(interaction, "thread")
        async with self.services.threads.open(
            interaction, f"{contest.name}: {who.character or who.name}", alone=True
        ) as thread:
            await contests.join(who, contest.id, thread.id, request=str(interaction.id))
        return translate("Your game is in <#{id}>. Good luck!", id=thread.id)

    async def _end(self, interaction: discord.Interaction) -> Answer:
        contest = await self._contest(interaction)
        ended = await self.services.tables.contests.end(person_of(interaction), contest.id)
        contest = await self._contest(interaction)
        with await self.speaking_to_all(interaction):
            return Reply(standings_text(Standings(contest, ended.rows)), public=True)

    async def _contest(self, interaction: discord.Interaction) -> Contest:
        """Return the contest of the channel, or of the channel that the thread belongs to."""
        channel = interaction.channel
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        contest = await self.services.tables.contests.at(parent or interaction.channel_id or 0)
        if contest is None:
            raise Refusal("There is no contest in this channel.")
        return contest


def opening(name: str, ends: float | None) -> Reply:
    """Return the announcement of a contest, for everybody."""
    text = translate(
        "**{name}** is open: **Join** gives everybody the same start, each in a private thread of"
        " their own.",
        name=escape(name),
    )
    if ends is not None:
        text += translate(" It ends <t:{ends}:R> (<t:{ends}:f>).", ends=int(ends))
    reply = panel(text, joining=True)
    reply.public = True
    return reply


def panel(text: str, *, joining: bool) -> Reply:
    """Return a text about a contest, with a button by which people take part."""
    if not joining:
        return Reply(text)
    view = StaticLayout()
    view.add_item(TextDisplay(text))
    button = IdButton(CustomId(0, 0, "join_contest"), "Join", ButtonStyle.success)
    view.add_item(ActionRow(button))
    return Reply(view=view)


def standings_text(standings: Standings) -> str:
    """Return the standings, with the seed once the contest is over."""
    contest = standings.contest
    lines = [f"**{escape(contest.name)}**"]
    if contest.ended is not None:
        lines[0] += translate(", ended <t:{ended}:f>", ended=int(contest.ended))
    elif contest.ends is not None:
        lines[0] += translate(", until <t:{ends}:f>", ends=int(contest.ends))
    lines += _standing_lines(standings.rows) or [translate("Nobody has joined yet.")]
    lines.append(translate("Hash of the seed: `{seed_hash}`", seed_hash=contest.seed_hash))
    if contest.published:
        lines.append(translate("Seed: `{published}`", published=contest.published))
    return join_lines(lines, 1900)


def _standing_lines(rows: Iterable[GameResult]) -> list[str]:
    return [
        result_line(row)
        if row.title
        else translate(
            "- {name} (<#{channel}>): turn {turn}",
            name=escape(row.name),
            channel=row.channel,
            turn=row.turn,
        )
        for row in rows
    ]


def result_line(row: GameResult, *, channel: bool = True) -> str:
    """Return a finished game's place, and in which channel, if `channel`."""
    figures = ", ".join(f"{escape(name)} {say_number(value)}" for name, value in row.figures)
    log_hash = f" `{row.head}`" if row.head else ""
    where = f" (<#{row.channel}>)" if channel else ""
    line = f"{row.place}. **{escape(row.name)}**{where}: {escape(row.title)}"
    return f"{line} ({figures}){log_hash}" if figures else f"{line}{log_hash}"
