"""/seat: heroes handed over, lent, left to themselves; and the story so far for who returns."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ui import ActionRow, TextDisplay

from cogs.base import LeithianCog, matching, person
from cogs.ui import durations, history, panels
from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape
from cogs.ui.replies import Answer, Reply, answer_interaction, autocomplete_callback, slash_callback
from table.errors import Refusal
from table.records import Person, Seat
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian

DAY = 86400.0
FOR = (("For good", 0), ("For a day", 1), ("For a week", 7))  # what the menu offers, in days


class Seats(LeithianCog):
    """Who holds which hero."""

    group = app_commands.Group(name="seat", description="Who plays which hero", guild_only=True)

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {"give": self._given, "take": self._taken}
        self._menu = app_commands.ContextMenu(name="Give seat to…", callback=self._give_menu)
        self._menu.guild_only = True

    async def cog_load(self) -> None:
        self.client.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        self.client.tree.remove_command(self._menu.name, type=self._menu.type)

    @group.command(name="give", description="Hand your hero over to somebody, for good")
    @app_commands.describe(member="Who plays it from now on", hero="Which, if you have several")
    @slash_callback
    async def give(
        self, interaction: discord.Interaction, member: discord.Member, hero: str | None = None
    ) -> Answer:
        table, seat = await self._chosen(interaction, hero)
        who = person(interaction)
        if not in_game(table, member):
            if seat.person != who.id:
                raise Refusal("Only who holds a hero can offer it.")
            return offer(table, seat, who, member)
        await table.hand_over(who, seat.seat, member.id, request=str(interaction.id))
        return f"{escape(seat.hero)} is <@{member.id}>'s now."

    @group.command(name="lend", description="Lend your hero to somebody; it comes back by itself")
    @app_commands.describe(
        member="Who plays it meanwhile",
        until="For how long, as in 1 week",
        hero="Which, if you have several",
    )
    @slash_callback
    async def lend(
        self,
        interaction: discord.Interaction,
        member: discord.Member,
        until: str = "1 week",
        hero: str | None = None,
    ) -> Answer:
        table, seat = await self._chosen(interaction, hero)
        self._joined(table, member)
        end = time.time() + durations.seconds(until)
        who = person(interaction)
        await table.lend(who, seat.seat, member.id, end, request=str(interaction.id))
        return f"<@{member.id}> plays {escape(seat.hero)} until <t:{int(end)}:f>."

    @lend.autocomplete("until")
    @autocomplete_callback
    async def _spans(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching(durations.USUAL, typed)

    @group.command(name="back", description="Take back a hero that you have lent")
    @app_commands.describe(hero="Which, if you have several")
    @slash_callback
    async def back(self, interaction: discord.Interaction, hero: str | None = None) -> Answer:
        table, seat = await self._chosen(interaction, hero)
        await table.take_back(person(interaction), seat.seat, request=str(interaction.id))
        return f"You play {escape(seat.hero)} yourself again."

    @group.command(name="autoplay", description="Let a hero play by itself, or no more")
    @app_commands.describe(on="Whether it plays by itself", hero="Which, if you have several")
    @slash_callback
    async def autoplay(
        self, interaction: discord.Interaction, on: bool, hero: str | None = None
    ) -> Answer:
        table, seat = await self._chosen(interaction, hero)
        await table.autoplay(person(interaction), seat.seat, on, request=str(interaction.id))
        alone = "plays by itself until you say otherwise" if on else "waits for its player again"
        return f"{escape(seat.hero)} {alone}."

    @group.command(name="master", description="Name the Game Master, where a game has one")
    @app_commands.describe(member="Who runs the world")
    @slash_callback
    async def master(self, interaction: discord.Interaction, member: discord.Member) -> Answer:
        table = await self.table(interaction)
        await table.appoint(person(interaction), member.id, request=str(interaction.id))
        return f"<@{member.id}> is the Game Master."

    @give.autocomplete("hero")
    @lend.autocomplete("hero")
    @back.autocomplete("hero")
    @autoplay.autocomplete("hero")
    @autocomplete_callback
    async def _heroes(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([seat.hero for seat in (await self.table(interaction)).seats], typed)

    @app_commands.command(name="story", description="What happened since you last did something")
    @app_commands.guild_only()
    @slash_callback
    async def story(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        told = await history.story(table, interaction.user.id)
        return told or "Nothing has happened since."

    # ------------------------------------------------------------ "Give seat to…"

    async def _give_menu(self, interaction: discord.Interaction, member: discord.Member) -> None:
        await answer_interaction(interaction, self._giving(interaction, member))

    async def _giving(self, interaction: discord.Interaction, member: discord.Member) -> Answer:
        table = await self.table(interaction)
        view, game = StaticLayout(), table.game
        heroes = mine(table, interaction.user.id)[:8]
        if len(heroes) == 1 and not in_game(table, member):
            return offer(table, heroes[0], person(interaction), member)
        self._joined(table, member)
        for seat in heroes:
            view.add_item(TextDisplay(f"Give **{escape(seat.hero)}** to <@{member.id}>:"))
            view.add_item(
                ActionRow(
                    *(
                        IdButton(
                            CustomId(game.id, game.card, "give", f"{seat.seat} {member.id} {days}"),
                            label,
                            ButtonStyle.secondary if days else ButtonStyle.danger,
                        )
                        for label, days in FOR
                    )
                )
            )
        if not view.children:
            raise Refusal("You have no hero to give.")
        return Reply(view=view)

    async def _given(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        seat, to, days = map(int, pressed.arg.split())
        who, request = person(interaction), str(interaction.id)
        if days:
            await table.lend(who, seat, to, time.time() + days * DAY, request=request)
            return panels.done(f"It is lent to <@{to}>.")
        await table.hand_over(who, seat, to, request=request)
        return panels.done(f"It is <@{to}>'s now.")

    async def _taken(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Somebody takes the hero that was offered to them, and joins by that."""
        table = await self.client.tables.get(pressed.game)
        seat, to, giver = map(int, pressed.arg.split())
        if interaction.user.id != to:
            raise Refusal("That hero was offered to somebody else.")
        name = interaction.user.display_name
        request = str(interaction.id)
        await table.hand_over(Person(giver, ""), seat, to, name=name, request=request)
        reply = panels.done(f"<@{to}> plays **{escape(hero_of(table, seat))}** now.")
        reply.aside = Reply(await history.welcome(table, to))
        return reply

    # ------------------------------------------------------------ helpers

    async def _chosen(
        self, interaction: discord.Interaction, hero: str | None
    ) -> tuple[Table, Seat]:
        """The hero that is spoken of: by its name, else the asker's only one."""
        table = await self.table(interaction)
        if not table.seats:
            raise Refusal("The game has not begun yet.")
        if hero is not None:
            wanted = hero.strip().casefold()
            found = [seat for seat in table.seats if seat.hero.casefold() == wanted]
            if not found:
                raise Refusal("There is no hero of that name.")
            return table, found[0]
        own = mine(table, interaction.user.id)
        if len(own) != 1:
            raise Refusal("Say which hero you mean." if own else "You hold no hero in this game.")
        return table, own[0]

    def _joined(self, table: Table, member: discord.Member) -> None:
        if not in_game(table, member):
            raise Refusal(f"{member.display_name} is not in this game; /seat give offers a hero.")


def in_game(table: Table, member: discord.Member) -> bool:
    """Whether somebody has joined the game. Bots never do: raises Refusal."""
    if member.bot:
        raise Refusal("Bots play by /seat autoplay alone.")
    return any(each.person == member.id for each in table.members)


def offer(table: Table, seat: Seat, giver: Person, member: discord.Member) -> Reply:
    """A hero offered for all to see to somebody who is not in the game: they join by taking it."""
    view, game = StaticLayout(), table.game
    told = f"<@{member.id}>, <@{giver.id}> offers you **{escape(seat.hero)}** in this game."
    view.add_item(TextDisplay(told))
    ref = CustomId(game.id, game.card, "take", f"{seat.seat} {member.id} {giver.id}")
    view.add_item(ActionRow(IdButton(ref, f"Play {seat.hero}", ButtonStyle.success)))
    return Reply(view=view, public=True, whom=[member.id])


def hero_of(table: Table, seat: int) -> str:
    """The hero of a seat."""
    return next(each.hero for each in table.seats if each.seat == seat)


def mine(table: Table, person: int) -> list[Seat]:
    """The heroes that somebody holds."""
    return [seat for seat in table.seats if seat.person == person]
