"""The Game Master's desk: finding one of hundreds of offers, setting any figure."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ButtonStyle, SelectOption
from discord.ext import commands
from discord.ui import ActionRow, TextDisplay
from msgspec.structs import replace

from cogs.base import CogServices, LeithianCog, require_game_master
from cogs.interactions import handles
from cogs.play import receipt_text
from cogs.ui import panels
from cogs.ui.components import MENU_LINES, FieldsModal, IdButton, IdSelect, StaticLayout, TextModal
from cogs.ui.custom_ids import CustomId, restore, shorten
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply, error_message
from engine.contract.action import GM, FormField
from table.actor import GameActor
from table.errors import Refusal

MAX_SEARCHED = 60  # letters of the form's field
NOBODY = "-"  # the target of a form that asks for it


class DeskCog(LeithianCog):
    """The forms of a Game Master's desk."""

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        # The target and the values of a form that was refused last, by game and person.
        self._refused: dict[tuple[int, int], tuple[str, tuple[str, ...]]] = {}

    @handles("find")
    async def _show_search(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Ask what somebody looks for among what they may do."""
        custom_id = CustomId(pressed.game, pressed.card, "found")
        form = TextModal(custom_id, "Find an action", "what you look for", "", MAX_SEARCHED)
        return Reply(form=form)

    @handles("found")
    async def _show_found(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Show what somebody may do that has the words they typed."""
        actor = await self.current_actor_of(pressed)
        offers = await self.required_offers(interaction, actor)
        return panels.found_menu(pressed.game, pressed.card, offers, " ".join(pressed.values))

    # ------------------------------------------------------------ setting figures

    @handles("correct")
    async def _show_targets(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Ask the Game Master whose figures are to be set; the button's argument is the verb."""
        actor = await self.actor_of(pressed)
        require_game_master(interaction, actor)
        options = [SelectOption(label=translate("A square of the map"), value=NOBODY)]
        for handle in (await self._targets(actor, pressed.arg))[: MENU_LINES - 1]:
            options.append(SelectOption(label=handle[:100], value=shorten(handle)))
        view = StaticLayout()
        view.add_item(TextDisplay(translate("Whose figures do you set?")))
        menu_id = replace(pressed, handler="correct_pick")
        view.add_item(ActionRow(IdSelect(menu_id, options, "Choose…")))
        return Reply(view=view)

    @handles("correct_pick")
    async def _show_form(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Show the form for whom was chosen, with what was refused before if anything was."""
        actor = await self.actor_of(pressed)
        require_game_master(interaction, actor)
        verb, _, again = pressed.arg.partition(" ")
        target = pressed.values[0] if pressed.values else again
        fields = await self._fields(actor, verb, target)
        whose, kept = self._refused.pop((pressed.game, interaction.user.id), ("", ()))
        if whose == target and len(kept) == len(fields):
            fields = [replace(f, value=value) for f, value in zip(fields, kept, strict=True)]
        custom_id = replace(pressed, handler="corrected", arg=f"{verb} {target}")
        title = translate("A square of the map") if target == NOBODY else target
        return Reply(form=FieldsModal(custom_id, title, fields))

    @handles("corrected")
    async def _form_sent(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Set the figures that were changed; what is refused can be mended."""
        actor = await self.actor_of(pressed)
        verb, _, target = pressed.arg.partition(" ")
        typed = tuple(" ".join(value.split()) for value in pressed.values)
        try:
            require_game_master(interaction, actor)
            fields = await self._fields(actor, verb, target)
            line = await self._line(actor, verb, target, fields, typed)
            receipt = await self.act(interaction, actor, line)
            return receipt_text(receipt, actor.ruleset.action_text)
        except Refusal as refusal:
            self._refused[pressed.game, interaction.user.id] = target, typed
            view = StaticLayout()
            view.add_item(TextDisplay(error_message(refusal)))
            again = replace(pressed, handler="correct_pick")
            view.add_item(ActionRow(IdButton(again, "Change it", ButtonStyle.primary)))
            return Reply(view=view)

    async def _line(
        self,
        actor: GameActor,
        verb: str,
        target: str,
        fields: Sequence[FormField],
        typed: Sequence[str],
    ) -> str:
        """Return the action line of a form that was filled in. Raises Refusal when nothing was
        changed."""
        whom = restore(target, await self._targets(actor, verb))
        if len(fields) != len(typed):
            raise Refusal("The form has changed meanwhile; open it again.")
        changed = []
        for field, value in zip(fields, typed, strict=True):
            if not field.name:
                whom = value
            elif value and value != field.value:
                changed.append(f"{field.name} {value}")
        if not changed:
            raise Refusal("Nothing was changed in the form.")
        return f"{verb} {whom} {', '.join(changed)}"

    async def _fields(self, actor: GameActor, verb: str, target: str) -> list[FormField]:
        whom = restore(target, await self._targets(actor, verb))
        fields = await actor.reader.form(GM, verb, "" if target == NOBODY else whom)
        if not fields:
            raise Refusal("There is no form for that now.")
        return list(fields)

    async def _targets(self, actor: GameActor, verb: str) -> tuple[str, ...]:
        return await actor.reader.completions(GM, verb, "who")
