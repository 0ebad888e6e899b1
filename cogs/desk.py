"""The Game Master's desk: finding one of hundreds of offers, setting any figure."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.ext import commands

from cogs.base import CogServices, LeithianCog
from cogs.play import receipt_text
from cogs.ui import panels
from cogs.ui.components import TextModal
from cogs.ui.custom_ids import CustomId
from cogs.ui.replies import Answer, Reply

MAX_SEARCHED, MAX_CORRECTION = 60, 80  # letters of the forms' fields


class DeskCog(LeithianCog):
    """The forms of a Game Master's desk."""

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self.handlers = {
            "find": self._show_search,
            "found": self._show_found,
            "correct": self._show_correction,
            "corrected": self._correct,
        }

    async def _show_search(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Ask what somebody looks for among what they may do."""
        custom_id = CustomId(pressed.game, pressed.card, "found")
        form = TextModal(custom_id, "Find an action", "what you look for", "", MAX_SEARCHED)
        return Reply(form=form)

    async def _show_found(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        """Show what somebody may do that has the words they typed."""
        actor = await self.current_actor_of(pressed)
        offers = await self.required_offers(interaction, actor)
        return panels.found_menu(pressed.game, pressed.card, offers, " ".join(values))

    async def _show_correction(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Ask the Game Master what is to be set; the button's argument is the verb."""
        custom_id = CustomId(pressed.game, pressed.card, "corrected", pressed.arg)
        label = "who, figure, value: orc-1 health 4"
        return Reply(form=TextModal(custom_id, "Set any figure", label, "", MAX_CORRECTION))

    async def _correct(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        actor = await self.actor_of(pressed)
        line = f"{pressed.arg} {' '.join(' '.join(values).split())}"
        return receipt_text(await self.act(interaction, actor, line))
