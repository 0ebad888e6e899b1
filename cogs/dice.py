"""/dice: check a game's dice and how they fell. /roll: dice for anything else."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.base import LeithianCog
from cogs.interactions import handles, slash_callback
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import code_block, escape, truncate
from cogs.ui.languages import say, say_number, translate
from cogs.ui.progress import asker_of
from cogs.ui.replies import Answer, Reply
from engine.common.notation import NotationError, Rolled, roll
from engine.contract.texts import joined
from table.actor import GameActor
from table.errors import Refusal
from table.history.roll_stats import RollStats, roll_stats

COLUMNS = ("die", "rolls", "mean", "expected")  # of the table of rolls


class DiceCog(LeithianCog):
    """Dice, in games and beside them."""

    @app_commands.command(name="dice", description="Replay the game from its seed and compare")
    @app_commands.guild_only()
    @app_commands.describe(stats="How the dice fell so far, as far as you saw them, instead")
    @slash_callback
    async def dice(self, interaction: discord.Interaction, stats: bool = False) -> Answer:
        actor = await self.actor(interaction)
        return await (self._stats if stats else self._proof)(interaction, actor)

    @handles("proof")
    async def _proof_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        return await self._proof(interaction, await self.actor_of(pressed))

    async def _proof(self, interaction: discord.Interaction, actor: GameActor) -> Answer:
        """Return what a replay from the seed found."""
        work = actor.history.proof(asker_of(interaction))
        proof = await self.heavy(interaction, translate("Replaying the game"), work)
        sign = "✗" if not proof.ok else "✓" if proof.complete else translate("Only in part:")
        lines = [f"{sign} {escape(translate(joined(proof.notes)))}"]
        seed = (await actor.reader.status()).seed
        lines.append(
            translate("Seed: `{seed}`", seed=seed)
            if seed
            else translate("The seed is published when the game ends.")
        )
        return "\n".join(lines)

    @handles("cancel_work")
    async def _cancel_pressed(self, interaction: discord.Interaction, _pressed: CustomId) -> Answer:
        """Cancel the presser's own heavy work, whatever the button says."""
        if self.services.tables.services.heavy.cancel(interaction.user.id):
            return None
        return "There is nothing to cancel any more."

    async def _stats(self, interaction: discord.Interaction, actor: GameActor) -> Answer:
        """Return how the dice fell that the person has seen."""
        actor.history.header()
        seat = await self.seat(actor, interaction.user.id)
        stats = roll_stats(await actor.history.rolled_events(seat))
        return code_block(stats_table(stats), 1900) if stats else "You have seen no dice yet."

    @app_commands.command(name="roll", description="Roll dice: 2d6+3, 4d6kh3, check 8 vs 10")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(dice="What to roll; # begins a note", quiet="Only you see it")
    @slash_callback
    async def roll(
        self, interaction: discord.Interaction, dice: str = "1d20", quiet: bool = False
    ) -> Answer:
        try:
            rolled = roll(dice, self.services.tables.stream())
        except NotationError as error:
            raise Refusal(error.text) from None
        with await self.speaking_to_all(interaction):
            return Reply(roll_text(interaction.user.display_name, rolled), public=not quiet)


def stats_table(stats: Sequence[RollStats]) -> str:
    """Return a table: the purpose of the dice, how many rolls, their mean and the expected one."""
    purposes = [say(each.purpose) for each in stats]
    width = max(map(len, purposes))
    names = [translate(name) for name in COLUMNS]
    rows = ["{:{width}}  {:<5}{:>6}{:>8}{:>10}".format("", *names, width=width)]
    rows += [
        f"{purpose:{width}}  d{e.sides:<4}{e.rolls:>6}"
        f"{say_number(e.mean, '.2f'):>8}{say_number(e.expected, '.2f'):>10}"
        for purpose, e in zip(purposes, stats, strict=True)
    ]
    return "\n".join(rows)


def roll_text(name: str, rolled: Rolled) -> str:
    """Return a roll and its result, in a line or two."""
    note = f" — {escape(rolled.comment)}" if rolled.comment else ""
    result = f"**{rolled.total}**"
    if rolled.success is not None:
        text = "**succeeds** by {margin}" if rolled.success else "**fails** by {margin}"
        result = translate(text, margin=abs(rolled.total))
    return translate(
        "{name} rolls{note}: {result}\n{detail}",
        name=escape(name),
        note=note,
        result=result,
        detail=truncate(escape(rolled.detail), 1500),
    )
