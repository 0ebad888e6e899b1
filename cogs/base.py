"""The base class of the cogs: it finds the table, the seats and the offers of whoever asks."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Mapping, Sequence
from functools import partial
from itertools import compress
from typing import NamedTuple, TypeVar

import discord
from discord.app_commands import Choice
from discord.ext import commands

from cogs.interactions import autocomplete_callback
from cogs.recaps import note_visit
from cogs.ui import durations, history
from cogs.ui.card_builder import CardBuilder
from cogs.ui.command_mapper import MAX_CHOICES
from cogs.ui.custom_ids import CustomId
from cogs.ui.languages import say_all, speaking
from cogs.ui.matching import best_matches
from cogs.ui.progress import show_progress
from cogs.ui.replies import Reply
from cogs.ui.threads import ThreadOpener
from engine.contract.action import GM, Offer
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import View
from table.actor import GameActor
from table.commands.command import TableCommand
from table.commands.play import Act
from table.errors import NoGame, Refusal
from table.outbox.delivery import Delivery, Press
from table.receipt import Receipt
from table.state import Person
from table.tables import Tables

T = TypeVar("T")

NEEDED_PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


class CogServices(NamedTuple):
    """The objects that all cogs work with."""

    tables: Tables
    rulesets: Mapping[str, AnyRuleset]
    card_builder: CardBuilder
    threads: ThreadOpener
    project: str = ""  # where the program's files can be read, without a slash at its end


def _visited(services: CogServices, actor: GameActor) -> GameActor:
    """Return a table, which somebody has come to."""
    note_visit(services.card_builder, actor, services.tables.services.now())
    return actor


class LeithianCog(commands.Cog):
    """A cog of this bot; methods marked by `handles` answer its buttons, menus and forms."""

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        self.bot = bot
        self.services = services

    async def actor(self, interaction: discord.Interaction) -> GameActor:
        """Return the table of the channel, or of the private thread. Raises NoGame."""
        if interaction.channel_id is None:
            raise NoGame("Games are played in a server's channels.")
        actor = await self.services.tables.seen_from(interaction.channel_id)
        return _visited(self.services, actor)

    async def actor_of(self, pressed: CustomId) -> GameActor:
        """Return the table of a button on any card."""
        return _visited(self.services, await self.services.tables.get(pressed.game))

    async def current_actor_of(self, pressed: CustomId) -> GameActor:
        """Return the table of a button. Raises StaleCard when the card is of an earlier turn."""
        actor = await self.actor_of(pressed)
        actor.reader.check_card(pressed.card)
        return actor

    async def heavy(self, interaction: discord.Interaction, what: str, work: Awaitable[T]) -> T:
        """Return the result of work in the queue for heavy work; show `what` is being done, with
        a button that cancels it, when it takes long."""
        queue = self.services.tables.services.heavy
        return await show_progress(interaction, queue, what, work)

    async def speaking_to_all(
        self, interaction: discord.Interaction
    ) -> contextlib.AbstractContextManager[None]:
        """Return a context in which the server's language is spoken: for what everybody reads."""
        if interaction.guild_id is None:
            return contextlib.nullcontext()
        return speaking(await self.services.card_builder.server_language(interaction.guild_id))

    def spend(self, interaction: discord.Interaction, limit: str) -> None:
        """Count something that people may do only so often. Raises Refusal."""
        limits = self.services.tables.limits
        limits.spend(limit, interaction.user.id, interaction.guild_id or 0)

    async def run(
        self, interaction: discord.Interaction, actor: GameActor, command: TableCommand
    ) -> Receipt:
        """Run a command for the person who pressed or typed. Raises Refusal."""
        return await actor.run(person_of(interaction), command, request=str(interaction.id))

    async def seat(self, actor: GameActor, person: int) -> int | None:
        """Return the seat whose view a person gets; None: the public's."""
        return await self.services.card_builder.seat(actor, person)

    async def view(self, interaction: discord.Interaction) -> View:
        """Return the person's view of the channel's game."""
        actor = await self.actor(interaction)
        return say_all(await actor.reader.view(await self.seat(actor, interaction.user.id)))

    @autocomplete_callback
    async def complete_line(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[int]]:
        """Return lines of the log that begin with what was typed, or tell of it."""
        actor = await self.actor(interaction)
        seat = await self.seat(actor, interaction.user.id)
        return await history.complete_entry(actor, seat, str(typed))

    async def offers(self, interaction: discord.Interaction) -> Sequence[Offer]:
        """Return what the person may do now, with all their seats. Raises NoGame."""
        return await self._offers(interaction, await self.actor(interaction))

    async def required_offers(
        self, interaction: discord.Interaction, actor: GameActor
    ) -> Sequence[Offer]:
        """Return what the person may do now. Raises Refusal when that is nothing."""
        if not actor.reader.may_act(interaction.user.id):
            raise Refusal(actor.reader.why_not(interaction.user.id))
        if actor.game.phase != "play":
            raise Refusal("The game is not running; /game status says why.")
        offers = await self._offers(interaction, actor)
        if not offers:
            raise Refusal("It is not your turn.")
        return offers

    async def _offers(self, interaction: discord.Interaction, actor: GameActor) -> Sequence[Offer]:
        return [
            offer
            for seat in actor.reader.may_act(interaction.user.id)
            for offer in await actor.reader.offers(seat)
        ]

    async def act(
        self,
        interaction: discord.Interaction,
        actor: GameActor,
        line: str,
        card: int | None = None,
        *,
        private: bool = False,
    ) -> Receipt:
        """Take an action for the person, and prerender the card that will show it.

        `card`: the number on the button that was pressed; None: a slash command. `private`: the
        button stands in the person's own view.
        """
        message = interaction.message.id if interaction.message else None
        private = private or is_private(interaction)
        press = None if card is None else Press(card, message, private)
        return await actor.run(
            person_of(interaction),
            Act(line, press=press),
            request=str(interaction.id),
            on_view=partial(self.services.card_builder.prerender, actor),
        )


def press_of(interaction: discord.Interaction, pressed: CustomId) -> Press:
    """Return what a table has to know of a pressed button."""
    message = interaction.message.id if interaction.message else None
    return Press(pressed.card, message, is_private(interaction))


async def card_reply(
    services: CogServices, actor: GameActor, delivery: Delivery | None, then: Reply | None = None
) -> Reply | None:
    """Return the card that answers a press, unless the outbox or a later action shows it.
    `then`: what the presser is told besides."""
    if delivery is None:
        return then
    delivered, number = services.tables.delivered, actor.game.number
    try:
        card = await services.card_builder.card(actor, delivery.card)
    except BaseException:
        await delivered(delivery, None)
        raise
    if actor.game.card != delivery.card:
        return then

    async def note(message: int | None) -> None:
        # What others did meanwhile is not on it: then the outbox draws the card again.
        overtaken = delivery.how == "edit" and actor.game.number != number
        await delivered(delivery, None if overtaken else message)

    edits = delivery.how == "edit"
    return Reply(
        view=card.view, files=card.files, update=edits, public=not edits, then=then, delivered=note
    )


async def parse_end(services: CogServices, interaction: discord.Interaction, text: str) -> float:
    """Return the time that somebody means by a span or a moment to come. Raises Refusal."""
    zone = await services.card_builder.zone(interaction.user.id)
    return durations.parse_end(text, services.tables.services.now(), zone)


def person_of(interaction: discord.Interaction, character: str | None = None) -> Person:
    """Return who asks; `character` is the name of the character that they join with."""
    user = interaction.user
    roles = tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
    manager = interaction.permissions.manage_guild
    return Person(user.id, user.display_name, manager, roles, character or "")


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether the pressed button is in a message that only its person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def server_channel(interaction: discord.Interaction) -> tuple[int, int]:
    """Return the channel and its server. Raises Refusal outside of servers."""
    if interaction.channel_id is None or interaction.guild_id is None:
        raise Refusal("Games are played in a server's channels.")
    return interaction.channel_id, interaction.guild_id


def require_game_master(interaction: discord.Interaction, actor: GameActor) -> None:
    """Raise Refusal when somebody else than the game's Game Master asks."""
    if GM not in actor.reader.may_act(interaction.user.id):
        raise Refusal("Only the Game Master can do that.")


def require_permissions(interaction: discord.Interaction) -> None:
    """Refuse to start where the bot could not go on. Raises Refusal with what is missing."""
    allowed = interaction.app_permissions
    missing = [shown for name, shown in NEEDED_PERMISSIONS.items() if not getattr(allowed, name)]
    if isinstance(interaction.channel, discord.Thread) and not allowed.send_messages_in_threads:
        missing.append("Send Messages in Threads")
    if missing:
        raise Refusal(
            "I need more permissions here. A moderator can give me: {missing}.",
            missing=", ".join(missing),
        )


async def takeable(
    interaction: discord.Interaction, actor: GameActor, commands: Mapping[str, TableCommand]
) -> list[str]:
    """Return the names of the commands that would be taken of whoever asks."""
    taken = await actor.would_take(person_of(interaction), [*commands.values()])
    return [*compress(commands, taken)]


def matching(values: Sequence[str], typed: str) -> list[Choice[str]]:
    """Return the values that hold what was typed, for autocomplete."""
    found = best_matches(values, typed)
    return [Choice(name=value[:100], value=value[:100]) for value in found[:MAX_CHOICES]]
