"""/dice: whether the dice are honest, and how they fell. /roll: dice for anything else."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.base import LeithianCog
from cogs.ui.formatting import code_block, escape, truncate
from cogs.ui.replies import Answer, Reply, slash_callback
from engine.common.notation import NotationError, Rolled, roll
from table.errors import Refusal
from table.past import Luck


class Dice(LeithianCog):
    """Chance, in games and beside them."""

    group = app_commands.Group(name="dice", description="Check this game's dice", guild_only=True)

    @group.command(name="proof", description="Replay the game from its seed and compare")
    @slash_callback
    async def proof(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        proof = await table.proof()
        lines = [f"{'✓' if proof.ok else '✗'} {escape(proof.text)}"]
        seed = (await table.status()).seed
        lines.append(f"Seed: `{seed}`" if seed else "The seed is published when the game ends.")
        return "\n".join(lines)

    @group.command(name="stats", description="How the dice fell so far, as far as you saw them")
    @slash_callback
    async def stats(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        table.header()
        lucks = await table.luck(await self.seat(table, interaction.user.id))
        return code_block(figures(lucks), 1900) if lucks else "You have seen no dice fall yet."

    @app_commands.command(name="roll", description="Roll dice: 2d6+3, 4d6kh3, check 8 vs 10")
    @app_commands.describe(dice="What to roll; # begins a note", quiet="For your eyes alone")
    @slash_callback
    async def roll(
        self, interaction: discord.Interaction, dice: str = "1d20", quiet: bool = False
    ) -> Answer:
        try:
            rolled = roll(dice, self.client.tables.stream())
        except NotationError as error:
            raise Refusal(str(error)) from None
        return Reply(told(interaction.user.display_name, rolled), public=not quiet)


def figures(lucks: tuple[Luck, ...]) -> str:
    """A table: what the dice were for, how many, their mean and what it should be."""
    wide = max(len(luck.what) for luck in lucks)
    rows = [f"{'':{wide}}  die   rolls    mean  expected"]
    rows += [
        f"{e.what:{wide}}  d{e.sides:<4}{e.rolls:>6}{e.mean:>8.2f}{e.expected:>10.2f}"
        for e in lucks
    ]
    return "\n".join(rows)


def told(name: str, rolled: Rolled) -> str:
    """A roll and its result, in a line or two."""
    note = f" — {escape(rolled.comment)}" if rolled.comment else ""
    result = f"**{rolled.total}**"
    if rolled.success is not None:
        outcome = "succeeds" if rolled.success else "fails"
        result = f"**{outcome}** by {abs(rolled.total)}"
    return f"{escape(name)} rolls{note}: {result}\n{truncate(escape(rolled.detail), 1500)}"
