"""/look, /lore, /map, /describe, /log: look things up. All answers are private."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, is_private, matching
from cogs.interactions import autocomplete_callback, handles, slash_callback
from cogs.ui import manual, panels
from cogs.ui.advice import reasons
from cogs.ui.cards import CardPicture
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import capitalise, escape, join_lines, truncate
from cogs.ui.languages import say, say_all, translate
from cogs.ui.log_file import log_file
from cogs.ui.log_text import record_text
from cogs.ui.matching import likeliest
from cogs.ui.replies import Answer, Reply
from engine.contract.view import Topic
from table.actor import GameActor
from table.errors import Refusal
from table.voting import constitution

_NUMBER = re.compile(r"[\s-]\d+$")  # of one of several creatures: wolf-3


class LookupCog(LeithianCog):
    """Look-ups of what a player may see and know."""

    @app_commands.command(name="look", description="What you see, with its squares")
    @app_commands.describe(at="A creature, an item, or a square such as K12")
    @app_commands.guild_only()
    @slash_callback
    async def look(self, interaction: discord.Interaction, at: str = "") -> Answer:
        actor, seat = await self._actor_and_seat(interaction)
        view, wanted = say_all(await actor.reader.view(seat)), truncate(at.strip(), 100)
        seen = panels.look_text(view, wanted)
        topic = _find_topic(await actor.reader.topics(seat), "sight", wanted)
        if topic is None:
            return seen
        lines = say(await actor.reader.explain(seat, topic)).split("\n")
        return f"{join_lines(map(escape, lines), 1000)}\n{seen}"

    @look.autocomplete("at")
    @autocomplete_callback
    async def _complete_name(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        board = (await self.view(interaction)).map
        names = [entity.name for entity in board.entities] if board else []
        names += [say(item.name) for item in board.items] if board else []
        return matching(list(dict.fromkeys(names)), typed)

    @app_commands.command(name="lore", description="What you know about a kind of creature")
    @app_commands.describe(creature="One that you have met")
    @app_commands.guild_only()
    @slash_callback
    async def lore(self, interaction: discord.Interaction, creature: str) -> Answer:
        actor, seat = await self._actor_and_seat(interaction)
        topic = _find_topic(await actor.reader.topics(seat), "lore", creature.strip())
        if topic is None:
            return translate(
                "You know nothing about {creature}.", creature=escape(truncate(creature, 60))
            )
        lines = say(await actor.reader.explain(seat, topic)).split("\n")
        return join_lines([f"**{escape(topic.title)}**", *map(escape, lines)], 1900)

    @lore.autocomplete("creature")
    @autocomplete_callback
    async def _complete_lore(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor, seat = await self._actor_and_seat(interaction)
        topics = await actor.reader.topics(seat)
        return matching([say(topic.title) for topic in topics if topic.kind == "lore"], typed)

    @app_commands.command(name="map", description="The whole map, as far as you know it")
    @app_commands.guild_only()
    @slash_callback
    async def map(self, interaction: discord.Interaction) -> Answer:
        actor, seat = await self._actor_and_seat(interaction)
        view = say_all(await actor.reader.view(seat))
        drawn = await self.services.card_builder.overview(actor, seat, view, interaction.user.id)
        picture = CardPicture(drawn.png, f"map-{view.turn:04d}.png", say(view.alt))
        return Reply(escape(view.title), files=[picture.file()])

    @app_commands.command(name="describe", description="The picture in words")
    @app_commands.guild_only()
    @slash_callback
    async def describe(self, interaction: discord.Interaction) -> Answer:
        return panels.description(await self.view(interaction))

    @app_commands.command(name="log", description="What has happened lately")
    @app_commands.describe(count="How many lines", whole="All of it, as a text file")
    @app_commands.guild_only()
    @slash_callback
    async def log(
        self,
        interaction: discord.Interaction,
        count: app_commands.Range[int, 1, 50] = 10,
        whole: bool = False,
    ) -> Answer:
        actor, seat = await self._actor_and_seat(interaction)
        game = actor.game
        if whole:
            text = log_file(actor, await actor.history.whole_log(seat)).encode()
            if len(text) > interaction.filesize_limit:
                raise Refusal("The log is too large for a file here. /game export is smaller.")
            name = f"log-{game.id}-{game.card}.txt"
            return Reply("The log.", files=[discord.File(io.BytesIO(text), name)])
        records = await actor.history.latest(seat, count)
        characters = {each.seat: each.character for each in actor.state.seats}
        words = actor.ruleset.action_text
        lines = []
        first = await actor.history.length(seat) - len(records) + 1
        for number, record in enumerate(records, first):
            events = " ".join(escape(event.text) for event in record.events)
            line = f"{number}. <t:{int(record.at)}:t> {record_text(record, characters, words)}"
            lines.append(f"{line} {events}".rstrip())
        return join_lines(lines, 1900) or "Nothing has happened yet."

    async def _actor_and_seat(
        self, interaction: discord.Interaction
    ) -> tuple[GameActor, int | None]:
        actor = await self.actor(interaction)
        return actor, await self.seat(actor, interaction.user.id)

    # ------------------------------------------------------------ buttons (of old cards too)

    async def _pressed_on(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> tuple[GameActor, int | None]:
        actor = await self.actor_of(pressed)
        return actor, await self.seat(actor, interaction.user.id)

    @handles("look")
    async def _look_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor, seat = await self._pressed_on(interaction, pressed)
        return panels.look_text(say_all(await actor.reader.view(seat)))

    @handles("describe")
    async def _describe_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        actor, seat = await self._pressed_on(interaction, pressed)
        return panels.description(say_all(await actor.reader.view(seat)))

    @handles("own_view")
    async def _own_view_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        """Show the person their view; the argument is the seat they switch to, of several."""
        builder, person = self.services.card_builder, interaction.user.id
        actor = await self.actor_of(pressed)
        for own_seat in actor.reader.may_see(person):
            if pressed.arg == str(own_seat):
                builder.chosen_seats[pressed.game, person] = own_seat
        seat = await self.seat(actor, person)
        own = await builder.own_view(actor, seat, person)
        own.update = bool(pressed.arg) and is_private(interaction)
        return own

    @handles("why")
    async def _why_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Tell all of what happened last, and what is advised now for which reason."""
        actor, seat = await self._pressed_on(interaction, pressed)
        view = say_all(await actor.reader.view(seat))
        offers = await actor.reader.offers(seat) if seat is not None else ()
        told = [f"- {escape(line)}" for line in view.details or view.lines]
        told += reasons(offers)
        if not told:
            return translate("There is nothing more to say about it.")
        events = await actor.history.last_events(seat)
        rules = manual.rules_behind(actor.ruleset, events, self.services.project)
        return panels.paged_panel(pressed, told, rules, update=bool(pressed.arg))

    @handles("rules")
    async def _rules_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.actor_of(pressed)
        rules = say(actor.ruleset.describe_rules(actor.game.options)).split("\n")
        told = [f"**{translate('What this game plays differently')}**", *map(escape, rules)]
        return panels.paged_panel(pressed, told, update=bool(pressed.arg))

    @handles("vote_rules")
    async def _vote_rules_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        actor = await self.actor_of(pressed)
        poll = actor.reader.poll()
        rules = poll.constitution if poll else actor.game.settings.clauses
        lines = [f"- {capitalise(translate(each))}." for each in constitution.clauses(rules)]
        return panels.text_panel(translate("How this vote works"), lines)


def _find_topic(
    topics: Sequence[Topic], kind: Literal["sight", "lore"], wanted: str
) -> Topic | None:
    """Return the topic of that name or title, with or without its number; else the first whose
    words begin with those that were typed."""
    mine = [topic for topic in topics if topic.kind == kind]
    named = {name: t for t in reversed(mine) for name in (say(t.title), t.name)}
    for typed in (wanted, _NUMBER.sub("", wanted)):
        exact = [t for t in mine if _plain(typed) in (_plain(t.name), _plain(say(t.title)))]
        near = [named[name] for name in likeliest(named, typed)] if typed else []
        if found := exact or [topic for topic in mine if topic in near]:
            return found[0]
    return None


def _plain(name: str) -> str:
    return name.lower().replace("-", " ")
