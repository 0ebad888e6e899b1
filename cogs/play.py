"""Playing: /do, the ruleset's own commands, the pad, the menus and the forms. All of them end in
`act`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, private
from cogs.ui import command_mapper, panels, vote_cards
from cogs.ui.cards import Buttons, directions
from cogs.ui.components import TextModal
from cogs.ui.custom_ids import CustomId, restore
from cogs.ui.formatting import escape, join_lines
from cogs.ui.replies import Answer, Reply, answer_interaction, autocomplete_callback, slash_callback
from engine.game import Blank, Ruleset
from table.errors import Refusal
from table.records import Receipt
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian


class Play(LeithianCog):
    """Orders, however they are given."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {
            "do": self._pressed,
            "mydo": self._pressed,
            "pick": self._pressed,
            "mypick": self._pressed,
            "way": self._walked,
            "more": self._menu,
            "page": self._menu,
            "menu": self._chosen,
            "off": self._off,
            "type": self._asked,
            "typed": self._typed,
            "making": self._making,
        }

    @app_commands.command(name="do", description="Do anything that the rules allow, in words")
    @app_commands.describe(action="What you do; the list shows what you can")
    @app_commands.guild_only()
    @slash_callback
    async def do(self, interaction: discord.Interaction, action: str) -> Answer:
        return await self._ordered(interaction, action)

    @do.autocomplete("action")
    @autocomplete_callback
    async def _actions(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return command_mapper.lines(await self.offers(interaction), typed)

    def group(self, ruleset: Ruleset) -> app_commands.Group:
        """The ruleset's own slash commands."""

        async def run(interaction: discord.Interaction, line: str) -> None:
            await answer_interaction(interaction, self._ordered(interaction, line, ruleset))

        return command_mapper.group(ruleset, run, self.offers)

    async def _ordered(
        self, interaction: discord.Interaction, line: str, ruleset: Ruleset | None = None
    ) -> Answer:
        table = await self.table(interaction)
        if ruleset is not None and table.ruleset is not ruleset:
            raise Refusal(f"This channel plays {table.ruleset.title}, not {ruleset.title}.")
        receipt = await self.act(interaction, table, line)
        return await vote_cards.answered(table, interaction.user.id, receipt) or heard(receipt)

    # ------------------------------------------------------------ buttons and menus

    async def _pressed(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        """A button, or a menu of the card or of somebody's own view."""
        table = await self.client.tables.get(pressed.game)
        line = await self._line(interaction, table, values[0] if values else pressed.arg)
        return await self._done(interaction, table, ref, line)

    async def _walked(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.on(ref)
        offer = directions(await self.mine(interaction, table)).get(pressed.arg)
        if offer is None:
            raise Refusal("You cannot go that way now.")
        return await self._done(interaction, table, ref, str(offer.action))

    async def _line(self, interaction: discord.Interaction, table: Table, arg: str) -> str:
        """The line that a button or a menu's value stands for."""
        if not arg.startswith("#"):
            return arg
        return restore(arg, [str(offer.action) for offer in await self.mine(interaction, table)])

    async def _done(
        self, interaction: discord.Interaction, table: Table, pressed: CustomId, line: str
    ) -> Answer:
        """Act; then what was pressed shows how things stand, where it can: somebody's own view
        at once, the public card while the same turn goes on. Else a new card tells the rest, as
        the answer to the press if there is nothing else to tell."""
        to_all = not private(interaction)
        receipt = await self.act(interaction, table, line, pressed.card, answered=to_all)
        slip = await vote_cards.answered(table, interaction.user.id, receipt)
        if slip is not None:
            return slip
        if not to_all:
            own = await self.client.card_builder.own(table, receipt.seat, interaction.user.id)
            own.update = True
            return own
        secret = whispered(receipt)
        if receipt.in_hand:
            return await self._next(table, receipt, secret)
        if not receipt.in_place:
            return secret
        card = await self.client.card_builder.card(table, receipt.card)
        shown = partial(table.shown, receipt.card)
        return Reply(view=card.view, files=card.files, update=True, aside=secret, after=shown)

    async def _next(self, table: Table, receipt: Receipt, secret: Reply | None) -> Reply | None:
        """The press answered with the next turn's card, unless that is past already."""
        posted = partial(self.client.tables.posted, receipt.game, receipt.card)
        try:
            card = await self.client.card_builder.card(table, receipt.card)
        except BaseException:
            await posted(None)
            raise
        if table.game.card != receipt.card:
            return secret
        return Reply(view=card.view, files=card.files, card=posted, aside=secret)

    async def _menu(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """The menu of all offers, or another page of it: "Fight/1"."""
        table = await self.on(ref)
        heading, _, page = pressed.arg.rpartition("/")
        offers = await self.mine(interaction, table)
        number = int(page) if page.isdigit() else 0
        turned = pressed.verb == "page"
        return panels.menu(pressed.game, pressed.card, offers, heading, number, update=turned)

    async def _chosen(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        table = await self.on(ref)
        line = await self._line(interaction, table, values[0])
        receipt = await self.act(interaction, table, line, pressed.card)
        slip = await vote_cards.answered(table, interaction.user.id, receipt, update=True)
        return slip or panels.done(heard(receipt))

    async def _off(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        raise Refusal("You cannot go that way now.")

    # ------------------------------------------------------------ forms

    async def _asked(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.on(ref)
        blank = await self._blank(interaction, table)
        sent = Buttons(pressed.game, pressed.card).ref("typed", pressed.arg)
        return Reply(
            form=TextModal(sent, f"Write {blank.label}", blank.label, blank.value, blank.longest)
        )

    async def _typed(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        table = await self.on(ref)
        blank = await self._blank(interaction, table)
        words = " ".join(" ".join(values).split())
        return await self._done(interaction, table, ref, f"{blank.verb} {words}")

    async def _blank(self, interaction: discord.Interaction, table: Table) -> Blank:
        await self.mine(interaction, table)
        view = await table.view(await self.seat(table, interaction.user.id))
        if view.blank is None:
            raise Refusal("There is nothing to write just now.")
        return view.blank

    # ------------------------------------------------------------ making a hero

    async def _making(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Go on in private with the making of a hero, or on the card again."""
        table, who = await self.on(ref), interaction.user.id
        await self.mine(interaction, table)
        studio = self.client.card_builder
        await studio.choose(who, "making", pressed.arg)
        card = await studio.card(table, pressed.card)
        own = None
        if pressed.arg == "in private":
            own = await studio.own(table, await self.seat(table, who), who)
        return Reply(view=card.view, files=card.files, update=True, aside=own)


def heard(receipt: Receipt) -> str:
    """What an order brought, for the person who gave it."""
    told = [escape(event.text) for event in receipt.events]
    return join_lines([f"**{escape(receipt.text)}**", *told], 1900)


def whispered(receipt: Receipt) -> Reply | None:
    """After a press the new card tells the rest; only what is secret is said in private."""
    secret = [escape(event.text) for event in receipt.events if event.audience is not None]
    return Reply(join_lines(secret, 1900)) if secret else None
