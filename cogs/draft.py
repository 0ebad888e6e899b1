"""Drafts: whoever votes on how a game is set up may answer all of it in private, and propose
that."""

from __future__ import annotations

import discord

from cogs.base import LeithianCog, is_private
from cogs.interactions import handles
from cogs.ui import drafts, vote_cards
from cogs.ui.custom_ids import CustomId
from cogs.ui.replies import Answer
from table.actor import GameActor
from table.commands.play import ProposeDraft
from table.errors import Refusal
from table.loaded_game import Draft


class DraftCog(LeithianCog):
    """Characters in the making that only one person sees."""

    @handles("draft")
    async def _draft_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Show the draft after the answers that the button names."""
        actor = await self.current_actor_of(pressed)
        draft = await self._draft(interaction, actor, pressed.arg)
        return drafts.draft_panel(actor, draft, pressed.arg, update=is_private(interaction))

    @handles("draft_pick")
    async def _draft_chosen(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor, path = await self.current_actor_of(pressed), pressed.arg + pressed.values[0]
        draft = await self._draft(interaction, actor, path)
        return drafts.draft_panel(actor, draft, path, update=True)

    @handles("draft_propose")
    async def _propose_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.current_actor_of(pressed)
        draft = await self._draft(interaction, actor, pressed.arg)
        await self.run(interaction, actor, ProposeDraft(draft.answers, pressed.card))
        return await vote_cards.vote_reply(actor, interaction.user.id, update=True)

    async def _draft(self, interaction: discord.Interaction, actor: GameActor, path: str) -> Draft:
        await self.required_offers(interaction, actor)
        if len(path) > drafts.MAX_ANSWERS:
            raise Refusal("That draft has too many answers; please start again.")
        seat = await self.seat(actor, interaction.user.id)
        assert seat is not None, "somebody with offers has a seat"
        return await actor.reader.draft(seat, drafts.chosen_offers(path))
