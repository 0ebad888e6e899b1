"""/ladder: the best finished games of a server or of the whole bot, with a query. /hall: who fell
where."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching
from cogs.contest import result_line
from cogs.daily import results_reply
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui.cards import CardPicture
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply
from engine.contract.ruleset import AnyRuleset
from render import HallName
from table.contest import GameResult
from table.errors import Refusal
from table.ladder_query import known_facts, parse_query, select

DAILY = "daily"  # in the place of a ruleset


class LadderCog(LeithianCog):
    """The ladder and its queries, and the last daily runs."""

    @app_commands.command(name="ladder", description="The best finished games")
    @app_commands.describe(
        ruleset="Which game (default: the first), or daily: the last days' daily runs",
        where="Only some games, as in name=ann turn<500",
        sort="By what, the greatest first; with - before it the least first",
        everywhere="Of all servers, not only of this one",
    )
    @app_commands.guild_only()
    @slash_callback
    async def ladder(
        self,
        interaction: discord.Interaction,
        ruleset: str = "",
        where: str = "",
        sort: str = "",
        everywhere: bool = False,
    ) -> Answer:
        if ruleset.strip().lower() == DAILY:
            return await self._daily()
        rules = self._ruleset(ruleset)
        guild = None if everywhere else interaction.guild_id or 0
        rows = await self.services.tables.ladder.rows(guild, rules.name)
        title = escape(rules.title)
        if not rows:
            text = "No ranked {title} game has finished here yet."
            if everywhere:
                text = "No ranked {title} game has finished anywhere yet."
            more = translate("The setting **ladder** makes a new game count.")
            return f"{translate(text, title=title)} {more}"
        shown = select(rows, parse_query(where, sort, known_facts(rows)))
        if not shown:
            return translate(
                "None of the {number} games on the ladder of {title} is like that.",
                number=len(rows),
                title=title,
            )
        lines = [result_line(row, channel=not everywhere) for row in shown]
        return join_lines([_heading(title, where, sort, everywhere), *lines], 1900)

    @app_commands.command(name="hall", description="Who of this server fell where, in a picture")
    @app_commands.describe(ruleset="Which game (default: the first of the list)")
    @app_commands.guild_only()
    @slash_callback
    async def hall(self, interaction: discord.Interaction, ruleset: str = "") -> Answer:
        rules = self._ruleset(ruleset)
        fallen = await self._fallen(interaction, rules.name)
        title = translate("{title}: who fell where", title=rules.title)
        if not fallen:
            raise Refusal(
                "No {title} game of this server that counts has ended at some level.",
                title=rules.title,
            )
        drawn = await self.services.card_builder.hall(
            title, fallen, rules.name, interaction.user.id
        )
        told = ", ".join(
            f"{each.name} {each.level}" for each in sorted(fallen, key=lambda e: e.level)
        )
        picture = CardPicture(drawn.png, "hall.png", told)
        return Reply(f"**{escape(title)}**", files=[picture.file()])

    async def _fallen(self, interaction: discord.Interaction, ruleset: str) -> list[HallName]:
        """Return who of the server fell in a ruleset's games that count, and where."""
        rows = await self.services.tables.ladder.rows(interaction.guild_id or 0, ruleset)
        return [HallName(row.name, level) for row in rows if (level := _fell_at(row)) is not None]

    async def _daily(self) -> Reply:
        daily = self.services.tables.daily
        days = await daily.last_days()
        best = next(iter(days[0].rows), None) if days else None
        luck = (None, None) if best is None else await daily.turns_of_luck(best.game)
        return results_reply(days, luck)

    def _ruleset(self, wanted: str) -> AnyRuleset:
        rulesets = self.services.rulesets
        if not wanted.strip():
            return next(iter(rulesets.values()))
        rules = rulesets.get(wanted.strip().lower())
        if rules is None:
            names = ", ".join((*rulesets, DAILY))
            raise Refusal("There is no such game here. There are: {names}.", names=names)
        return rules

    @ladder.autocomplete("ruleset")
    @autocomplete_callback
    async def _complete_ruleset(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        names = [*self.services.rulesets]
        if await self.services.tables.daily.has_results():
            names.append(DAILY)
        return matching(names, typed)

    @hall.autocomplete("ruleset")
    @autocomplete_callback
    async def _complete_game(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        names = self.services.rulesets
        return matching([name for name in names if await self._fallen(interaction, name)], typed)

    @ladder.autocomplete("where")
    @autocomplete_callback
    async def _complete_where(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        """Complete the last condition: the names of facts, then their values."""
        before, _, last = typed.rpartition(" ")
        conditions = []
        for name, facts in known_facts(await self._shown_rows(interaction)).items():
            if all(isinstance(fact, str) for fact in facts):
                conditions += [f"{name}={fact}" for fact in facts]
            else:
                conditions += [f"{name}>", f"{name}<"]
        found = matching(conditions, last)
        whole = [f"{before} {choice.value}".strip() for choice in found]
        return [Choice(name=text[-100:], value=text) for text in whole if len(text) <= 100]

    @ladder.autocomplete("sort")
    @autocomplete_callback
    async def _complete_sort(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        names = list(known_facts(await self._shown_rows(interaction)))
        return matching([*names, *(f"-{name}" for name in names)], typed)

    async def _shown_rows(self, interaction: discord.Interaction) -> tuple[GameResult, ...]:
        """Return the games that the options typed so far ask for."""
        options = interaction.namespace  # None for what is not filled in
        rules = self._ruleset(options.ruleset or "")
        guild = None if options.everywhere else interaction.guild_id or 0
        return await self.services.tables.ladder.rows(guild, rules.name)


def _fell_at(row: GameResult) -> int | None:
    """Return the level at which a game ended, 0 for one who came out; None where it has none."""
    fell = dict(row.facts).get("fell")
    return fell if isinstance(fell, int) else None


def _heading(title: str, where: str, sort: str, everywhere: bool) -> str:
    """Return the title with what was asked for."""
    asked = [escape(where.strip())] if where.strip() else []
    asked += [translate("sorted by {name}", name=escape(sort.strip()))] if sort.strip() else []
    text = "**{title}: the ladder of all servers**" if everywhere else "**{title}: the ladder**"
    return translate(text, title=title) + (f" ({'; '.join(asked)})" if asked else "")
