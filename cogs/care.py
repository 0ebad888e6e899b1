"""Help for players, and the settings that each person has for themselves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching
from cogs.ui import habits
from cogs.ui.answer import Said, completing, served
from cogs.ui.studio import CHOICES
from cogs.ui.words import joined, plain
from table.errors import Refusal

if TYPE_CHECKING:
    from cogs.client import Leithian

HELP = """**Leithian runs dungeon games by post, one in each channel.**
- `/game new` opens a table. Others press **Join**; then you press **Begin**.
- On the turn card the pad moves you; green buttons do what else is best; **More…** has it all.
- `/do` takes any order in words and shows what you can do while you type.
- `/look`, `/map`, `/describe`, `/sheet` and `/log` tell what you know, and only you read it.
- **My view** shows the table through your own eyes. An old card's buttons are answered, not obeyed.
- `/game status`, `/game pause`, `/game resume`, `/game end`; `/game list` finds your tables."""


class Care(LeithianCog):
    """Help, and what everybody may have their own way."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)

    @app_commands.command(name="help", description="How to play here")
    @served
    async def help(self, interaction: discord.Interaction) -> Said:
        games = [
            f"- **{plain(rules.title)}** (`/game new {name}`, orders: `/{name} …`): "
            f"{plain(rules.summary)}"
            for name, rules in self.client.rulesets.items()
        ]
        return joined([HELP, "", *games], 1900)

    @app_commands.command(name="options", description="How you like it; for you alone")
    @app_commands.describe(name="Which option", value="Its new value")
    @served
    async def options(
        self, interaction: discord.Interaction, name: str | None = None, value: str | None = None
    ) -> Said:
        who = interaction.user.id
        if name is not None and (habit := habits.habit(name)):
            if value is None:
                raise Refusal(f"Say how you like it, as in {habit.usual[0]}.")
            await self.client.studio.choose(who, name, habits.kept(name, value, time.time()))
        elif name is not None:
            option = next((choice for choice in CHOICES if choice.name == name), None)
            if option is None:
                names = ", ".join(each.name for each in (*CHOICES, *habits.HABITS))
                raise Refusal(f"There is no such option; there are: {names}.")
            if value not in option.values:
                raise Refusal(f"The option {name} can be: {', '.join(option.values)}.")
            await self.client.studio.choose(who, name, value)
        chosen = await self.client.studio.choices(who)
        lines = [
            f"{option.name}: **{plain(chosen[option.name])}** — {option.summary} "
            f"({', '.join(option.values)})"
            for option in CHOICES
        ]
        lines += [habits.shown(habit, chosen, time.time()) for habit in habits.HABITS]
        return joined(lines, 1900)

    @options.autocomplete("name")
    @completing
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([option.name for option in (*CHOICES, *habits.HABITS)], typed)

    @options.autocomplete("value")
    @completing
    async def _values(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        name = interaction.namespace.name
        if habit := habits.habit(name or ""):
            return matching(habits.values(habit), typed)
        return matching(next((o.values for o in CHOICES if o.name == name), ()), typed)
