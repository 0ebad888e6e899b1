"""/seat: hand over, lend and take back characters, let them play by themselves. /story: what
somebody missed."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands
from discord.ui import ActionRow, TextDisplay

from cogs.base import CogServices, LeithianCog, matching, parse_end, person_of, takeable
from cogs.interactions import answer, autocomplete_callback, handles, slash_callback
from cogs.ui import durations, history, panels
from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply
from table.actor import GameActor
from table.commands.command import TableCommand
from table.commands.gm import NameGameMaster
from table.commands.remedies import OfferSeat, TakeOfferedSeat
from table.commands.seats import GiveSeat, LendSeat, SetAutoplay, TakeBackSeat
from table.errors import Refusal
from table.history.entries import MotionMade
from table.state import Person, Seat

DAY = 86400.0  # seconds
MENU_DURATIONS = (("For good", 0), ("For a day", 1), ("For a week", 7))  # in days
MENU_SEATS = 8  # at most in "Give seat to…"


class SeatCog(LeithianCog):
    """Commands that hand over, lend and take back characters."""

    group = app_commands.Group(
        name="seat", description="Who plays which character", guild_only=True
    )

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self._menu = app_commands.ContextMenu(name="Give seat to…", callback=self._give_menu)
        self._menu.guild_only = True

    async def cog_load(self) -> None:
        """Add the context menu."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the context menu."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @group.command(name="give", description="Give your character to somebody, for good")
    @app_commands.describe(
        member="Who plays it from now on", character="Which, if you have several"
    )
    @slash_callback
    async def give(
        self, interaction: discord.Interaction, member: discord.Member, character: str | None = None
    ) -> Answer:
        actor, seat = await self._chosen_seat(interaction, character)
        if not is_member(actor, member):
            return await self._offer(interaction, actor, seat, member)
        self.spend(interaction, "seat")
        await self.run(interaction, actor, GiveSeat(seat.seat, member.id))
        return translate(
            "<@{id}> plays {character} now.", id=member.id, character=escape(seat.character)
        )

    @group.command(name="lend", description="Lend your character; it comes back by itself")
    @app_commands.describe(
        member="Who plays it meanwhile",
        until="How long or until when, as in 1 week or until tomorrow",
        character="Which, if you have several",
    )
    @slash_callback
    async def lend(
        self,
        interaction: discord.Interaction,
        member: discord.Member,
        until: str = "1 week",
        character: str | None = None,
    ) -> Answer:
        actor, seat = await self._chosen_seat(interaction, character)
        end = await parse_end(self.services, interaction, until)
        is_member(actor, member)  # no bot
        lend = LendSeat(seat.seat, member.id, end, member.display_name)
        self.spend(interaction, "seat")
        await self.run(interaction, actor, lend)
        return translate(
            "<@{id}> plays {character} until <t:{end}:f>.",
            id=member.id,
            character=escape(seat.character),
            end=int(end),
        )

    @lend.autocomplete("until")
    @autocomplete_callback
    async def _complete_until(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        disposable = await self._own_characters(interaction)
        return matching(durations.EXAMPLES, typed) if disposable else []

    @group.command(name="back", description="Take back a character that you have lent")
    @app_commands.describe(character="Which, if you have several")
    @slash_callback
    async def back(self, interaction: discord.Interaction, character: str | None = None) -> Answer:
        actor, seat = await self._chosen_seat(interaction, character)
        await self.run(interaction, actor, TakeBackSeat(seat.seat))
        return translate("You play {character} yourself again.", character=escape(seat.character))

    @group.command(name="autoplay", description="Let a character play by itself, or stop that")
    @app_commands.describe(on="Play by itself", character="Which, if you have several")
    @slash_callback
    async def autoplay(
        self, interaction: discord.Interaction, on: bool, character: str | None = None
    ) -> Answer:
        actor, seat = await self._chosen_seat(interaction, character)
        await self.run(interaction, actor, SetAutoplay(seat.seat, on))
        text = "{character} waits for its player again."
        if on:
            text = "{character} plays by itself until you say otherwise."
        return translate(text, character=escape(seat.character))

    @group.command(name="master", description="Name the Game Master, if the game has one")
    @app_commands.describe(member="Who runs the world")
    @slash_callback
    async def master(self, interaction: discord.Interaction, member: discord.Member) -> Answer:
        actor = await self.actor(interaction)
        receipt = await self.run(interaction, actor, NameGameMaster(member.id))
        if isinstance(receipt.entry, MotionMade) and actor.reader.motion() is not None:
            return "It is put to the vote: the card has the buttons."
        return translate("<@{id}> is the Game Master.", id=member.id)

    @give.autocomplete("character")
    @lend.autocomplete("character")
    @autoplay.autocomplete("character")
    @autocomplete_callback
    async def _complete_character(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching(await self._own_characters(interaction), typed)

    @back.autocomplete("character")
    @autocomplete_callback
    async def _complete_lent(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        return matching(await self._characters_for(interaction, TakeBackSeat), typed)

    @app_commands.command(name="story", description="What happened since you last did something")
    @app_commands.guild_only()
    @slash_callback
    async def story(self, interaction: discord.Interaction) -> Answer:
        actor = await self.actor(interaction)
        return await history.story(actor, interaction.user.id) or "Nothing has happened since."

    # ------------------------------------------------------------ "Give seat to…"

    async def _give_menu(self, interaction: discord.Interaction, member: discord.Member) -> None:
        await answer(interaction, self._give_panel(interaction, member))

    async def _give_panel(self, interaction: discord.Interaction, member: discord.Member) -> Answer:
        actor = await self.actor(interaction)
        view, game = StaticLayout(), actor.game
        seats = seats_of(actor, interaction.user.id)[:MENU_SEATS]
        if len(seats) == 1 and not is_member(actor, member):
            return await self._offer(interaction, actor, seats[0], member)
        self._require_member(actor, member)
        for seat in seats:
            buttons = [
                IdButton(
                    CustomId(game.id, game.card, "give_seat", f"{seat.seat} {member.id} {days}"),
                    label,
                    ButtonStyle.secondary if days else ButtonStyle.danger,
                )
                for label, days in MENU_DURATIONS
            ]
            text = translate(
                "Give **{character}** to <@{id}>:", character=escape(seat.character), id=member.id
            )
            view.add_item(TextDisplay(text)).add_item(ActionRow(*buttons))
        if not view.children:
            raise Refusal("You have no character to give.")
        return Reply(view=view)

    @handles("give_seat")
    async def _give_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.actor_of(pressed)
        seat, to, days = map(int, pressed.arg.split())
        self.spend(interaction, "seat")
        if days:
            until = self.services.tables.services.now() + days * DAY
            await self.run(interaction, actor, LendSeat(seat, to, until))
            return panels.result_panel(translate("It is lent to <@{to}>.", to=to))
        await self.run(interaction, actor, GiveSeat(seat, to))
        return panels.result_panel(translate("<@{to}> plays it now.", to=to))

    @handles("take_seat")
    async def _take_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Give a character to the person whom it was offered; they join by taking it."""
        actor = await self.actor_of(pressed)
        seat, to = int(pressed.arg.split()[0]), interaction.user.id
        await self.run(interaction, actor, TakeOfferedSeat(seat))
        character = next(each.character for each in actor.state.seats if each.seat == seat)
        reply = panels.result_panel(
            translate("<@{to}> plays **{character}** now.", to=to, character=escape(character))
        )
        reply.then = Reply(await history.welcome(actor, to))
        return reply

    # ------------------------------------------------------------ helpers

    async def _offer(
        self, interaction: discord.Interaction, actor: GameActor, seat: Seat, member: discord.Member
    ) -> Answer:
        """Offer a seat to somebody who has not joined, and ping them."""
        self.spend(interaction, "ping")
        await self.run(interaction, actor, OfferSeat(seat.seat, member.id))
        with await self.speaking_to_all(interaction):
            return seat_offer(actor, seat, person_of(interaction), member)

    async def _own_characters(self, interaction: discord.Interaction) -> list[str]:
        """Return the characters that somebody may dispose of."""
        return await self._characters_for(interaction, lambda seat: SetAutoplay(seat, on=False))

    async def _characters_for(
        self, interaction: discord.Interaction, command: Callable[[int], TableCommand]
    ) -> list[str]:
        """Return the characters whose seat a command of somebody would be taken for."""
        actor = await self.actor(interaction)
        commands = {seat.character: command(seat.seat) for seat in actor.state.seats}
        return await takeable(interaction, actor, commands)

    async def _chosen_seat(
        self, interaction: discord.Interaction, character: str | None
    ) -> tuple[GameActor, Seat]:
        """Return the seat of that character, else the asker's only one. Raises Refusal."""
        actor = await self.actor(interaction)
        if not actor.state.seats:
            raise Refusal("The game has not begun yet.")
        if character is not None:
            wanted = character.strip().casefold()
            found = [seat for seat in actor.state.seats if seat.character.casefold() == wanted]
            if not found:
                raise Refusal("There is no character of that name.")
            return actor, found[0]
        own = seats_of(actor, interaction.user.id)
        if len(own) != 1:
            raise Refusal("Say which character." if own else "You have no character in this game.")
        return actor, own[0]

    def _require_member(self, actor: GameActor, member: discord.Member) -> None:
        if not is_member(actor, member):
            name = member.display_name
            raise Refusal(
                "{name} is not in this game. Use /seat give to offer a character.", name=name
            )


def is_member(actor: GameActor, member: discord.Member) -> bool:
    """Return whether somebody has joined the game. Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("Bots cannot play. /seat autoplay lets a character play by itself.")
    return any(each.person == member.id for each in actor.state.members)


def seat_offer(actor: GameActor, seat: Seat, giver: Person, member: discord.Member) -> Reply:
    """Return a public offer of a character to somebody who joins by taking it."""
    view, game = StaticLayout(), actor.game
    character = escape(seat.character)
    text = translate(
        "<@{id}>, <@{id2}> offers you **{character}** in this game.",
        id=member.id,
        id2=giver.id,
        character=character,
    )
    view.add_item(TextDisplay(text))
    custom_id = CustomId(game.id, game.card, "take_seat", str(seat.seat))
    view.add_item(
        ActionRow(
            IdButton(
                custom_id,
                translate("Play {character}", character=seat.character),
                ButtonStyle.success,
            )
        )
    )
    return Reply(view=view, public=True, mentions=[member.id])


def seats_of(actor: GameActor, person: int) -> list[Seat]:
    """Return the seats that belong to somebody."""
    return [seat for seat in actor.state.seats if seat.person == person]
