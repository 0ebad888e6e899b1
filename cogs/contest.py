"""/contest: everybody gets the same start, each in a private thread."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands
from discord.ui import ActionRow, TextDisplay

from cogs.base import (
    CogServices,
    LeithianCog,
    matching,
    person_of,
    require_permissions,
    server_channel,
)
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui import durations
from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply
from cogs.ui.threads import check_private_threads
from table.contest import Contest, GameResult, Standings
from table.contests import NewContest
from table.errors import Refusal


class ContestCog(LeithianCog):
    """Contests from the same start. Each game has a private thread, so that nobody learns from
    another's what the levels hold."""

    group = app_commands.Group(
        name="contest", description="Everybody plays the same dungeon", guild_only=True
    )

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self.handlers = {"join_contest": self._join_pressed}

    @group.command(name="new", description="Open a contest in this channel")
    @app_commands.describe(
        ruleset="Which game", name="The contest's name", lasts="How long, as in 2 weeks"
    )
    @slash_callback
    async def new(
        self, interaction: discord.Interaction, ruleset: str, name: str, lasts: str | None = None
    ) -> Answer:
        channel, guild = server_channel(interaction)
        check_private_threads(interaction)
        self.spend(interaction, "game")
        ends = time.time() + durations.parse_duration(lasts) if lasts is not None else None
        contest = await self.services.tables.contests.open(
            person_of(interaction),
            NewContest(channel, guild, ruleset.strip().lower(), name, ends=ends),
            request=str(interaction.id),
        )
        with await self.speaking_to_all(interaction):
            return opening(contest.name, ends)

    @new.autocomplete("ruleset")
    @autocomplete_callback
    async def _complete_ruleset(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching([*self.services.rulesets], typed)

    @new.autocomplete("lasts")
    @autocomplete_callback
    async def _complete_duration(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching(durations.EXAMPLES, typed)

    @group.command(name="join", description="Take part: a game of your own in a private thread")
    @app_commands.describe(character="Your character's name (default: your own)")
    @slash_callback
    async def join(self, interaction: discord.Interaction, character: str | None = None) -> Answer:
        return await self._join(interaction, character)

    async def _join_pressed(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        return await self._join(interaction, None)

    async def _join(self, interaction: discord.Interaction, character: str | None) -> Answer:
        require_permissions(interaction)
        contests, contest = self.services.tables.contests, await self._contest(interaction)
        if contest.ended is not None:
            raise Refusal("That contest is over.")
        who = person_of(interaction, character)
        standings = await contests.standings(contest.id)
        if any(row.person == who.id for row in standings.rows):
            raise Refusal("You are in this contest already.")
        self.spend(interaction, "thread")
        async with self.services.threads.open(
            interaction, f"{contest.name}: {who.character or who.name}", alone=True
        ) as thread:
            await contests.join(who, contest.id, thread.id, request=str(interaction.id))
        return translate("Your game is in <#{id}>. Good luck!", id=thread.id)

    @group.command(name="standings", description="The standings of this channel's contest")
    @slash_callback
    async def standings(self, interaction: discord.Interaction) -> Answer:
        contest = await self._contest(interaction)
        return standings_text(await self.services.tables.contests.standings(contest.id))

    @group.command(name="end", description="End this channel's contest and its running games")
    @app_commands.describe(sure="It cannot be undone")
    @slash_callback
    async def end(self, interaction: discord.Interaction, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed."
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
    view = StaticLayout()
    view.add_item(TextDisplay(text))
    button = IdButton(CustomId(0, 0, "join_contest"), "Join", ButtonStyle.success)
    view.add_item(ActionRow(button))
    return Reply(view=view, public=True)


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
    figures = ", ".join(f"{escape(name)} {value:,}" for name, value in row.figures)
    log_hash = f" `{row.head}`" if row.head else ""
    where = f" (<#{row.channel}>)" if channel else ""
    line = f"{row.place}. **{escape(row.name)}**{where}: {escape(row.title)}"
    return f"{line} ({figures}){log_hash}" if figures else f"{line}{log_hash}"
