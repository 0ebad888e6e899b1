"""Help for players, and the settings that each person has for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from cogs.base import LeithianCog
from cogs.ui.answer import Said, served
from cogs.ui.words import joined, plain

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
    """Help."""

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
