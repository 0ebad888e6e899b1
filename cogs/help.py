"""/help: how to play, the games, their actions and manuals, the legends of the pictures."""

from __future__ import annotations

import contextlib
import re

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands
from discord.ui import ActionRow, TextDisplay

from cogs.base import LeithianCog, is_private
from cogs.interactions import autocomplete_callback, handles, slash_callback
from cogs.ui import manual, topics
from cogs.ui.cards import CardPicture
from cogs.ui.command_mapper import MAX_CHOICES, slash_path
from cogs.ui.components import IdButton, StaticLayout, in_rows
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import capitalise, count, escape, join_lines, truncate
from cogs.ui.help_texts import TOPICS, WELCOME
from cogs.ui.languages import say, speaking, translate
from cogs.ui.matching import best_matches
from cogs.ui.replies import Answer, Reply
from cogs.ui.typed_words import is_action
from engine.contract.action import Verb
from engine.contract.ruleset import AnyRuleset
from table.errors import NoGame, Refusal

LEGEND = "legend"
_MENTION = re.compile(r"<@!?\d+>")
MOST_SUBJECTS = 12  # of a manual, on the page of its ruleset


class HelpCog(LeithianCog):
    """Help for players."""

    @app_commands.command(name="help", description="How to play")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(topic="About what")
    @slash_callback
    async def help(self, interaction: discord.Interaction, topic: str = "start") -> Answer:
        wanted = topic.strip().lower().removeprefix("/")
        if named := topics.find(wanted):
            return self._topic(named[0])
        for ruleset in self.services.rulesets.values():
            if wanted in (ruleset.name, ruleset.title.lower()):
                return join_lines(_ruleset_help(ruleset), 1900)
            if wanted == f"{ruleset.name} {LEGEND}":
                return await self._legend(interaction, ruleset)
            for verb in ruleset.verbs:
                if wanted == f"{ruleset.name} {verb.name}":
                    return join_lines(verb_help(ruleset, verb), 1900)
        lines = await self._known(interaction, wanted) or manual.search(
            await self._by_relevance(interaction), wanted, self.services.project
        )
        if lines:
            return join_lines(lines, 1900)
        if close := self._closest(wanted):
            text = translate("There is no help on “{wanted}”. Perhaps:", wanted=escape(wanted))
            return join_lines([text, *(f"- `/help {name}`" for name in close)], 1900)
        raise Refusal("There is no help on that; the list shows what there is.")

    def _names(self) -> list[str]:
        """Return all that there is help on."""
        names = [*TOPICS]
        for name, ruleset in self.services.rulesets.items():
            names += [name, f"{name} {LEGEND}"]
            names += [f"{name} {verb.name}" for verb in ruleset.verbs if verb.command]
        return names + manual.names(self.services.rulesets)

    def _closest(self, wanted: str) -> list[str]:
        """Return the three topics, or other subjects, that come closest to what was typed."""
        found = [*topics.speaking_of(wanted), *topics.closest(wanted, self._names())]
        return list(dict.fromkeys(found))[:3]

    async def _known(self, interaction: discord.Interaction, wanted: str) -> list[str]:
        """Return what the person's character in this channel has learned of a kind of that name;
        nothing without a game."""
        try:
            actor = await self.actor(interaction)
        except NoGame:
            return []
        seat = await self.seat(actor, interaction.user.id)
        for topic in await actor.reader.topics(seat):
            if topic.kind == "lore" and wanted in (topic.name.lower(), say(topic.title).lower()):
                text = say(await actor.reader.explain(seat, topic))
                return [f"**{escape(topic.title)}**", *map(escape, text.split("\n"))]
        return []

    async def _by_relevance(self, interaction: discord.Interaction) -> list[AnyRuleset]:
        """Return the rulesets, that of the channel's game first."""
        rulesets = list(self.services.rulesets.values())
        try:
            played = (await self.actor(interaction)).ruleset
        except NoGame:
            return rulesets
        return sorted(rulesets, key=lambda ruleset: ruleset.name != played.name)

    def _topic(self, wanted: str, *, update: bool = False) -> Reply:
        """Return a topic on one screen, with buttons for the others."""
        games = self._games() if wanted == "start" else []
        return help_panel(
            join_lines([translate(TOPICS[wanted]), *games], 1900), wanted, update=update
        )

    @handles("help")
    async def _topic_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        if pressed.arg not in TOPICS:
            raise Refusal("There is no help on that; the list shows what there is.")
        return self._topic(pressed.arg, update=is_private(interaction))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello in a server that has invited the bot, where it may speak, unless games of it
        are there already."""
        channel = _speaking_channel(guild)
        if channel is not None and not await self.services.tables.games(guild=guild.id):
            with speaking(await self.services.card_builder.server_language(guild.id)):
                panel = welcome_panel()
            await channel.send(view=panel)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Tell a player once how to act who has typed an action in the channel. Discord lets the
        bot read a message only when it mentions the bot."""
        typed = _MENTION.sub(" ", message.content).strip()
        if message.author.bot or message.guild is None or not typed:
            return
        tables, person = self.services.tables, message.author.id
        with contextlib.suppress(NoGame):
            actor = await tables.seen_from(message.channel.id)
            verbs = [verb.name for verb in actor.ruleset.verbs]
            if not actor.reader.may_act(person) or not is_action(typed, verbs):
                return
            if await tables.preferences.tell_once(person, "typed"):
                with speaking(await self.services.card_builder.server_language(message.guild.id)):
                    hint = translate(
                        "To act, press a button, or type `/do` and then the action: "
                        "`/do action:{typed}`. What is only written here does nothing.",
                        typed=escape(truncate(typed.lstrip("/"), 60)),
                    )
                await message.reply(hint, mention_author=False)

    @help.autocomplete("topic")
    @autocomplete_callback
    async def _complete_topic(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        found = [*topics.begun(typed), *best_matches(self._names(), typed)]
        return [Choice(name=each, value=each) for each in dict.fromkeys(found)][:MAX_CHOICES]

    async def _legend(self, interaction: discord.Interaction, ruleset: AnyRuleset) -> Reply:
        drawn = await self.services.card_builder.legend(ruleset.name, interaction.user.id)
        words = translate(
            "What the pictures show: characters, creatures, items, ground, marks and states."
        )
        parts = [CardPicture(each.png, f"legend-{n}.png", words) for n, each in enumerate(drawn)]
        view = StaticLayout()
        heading = translate("**{title}: the legend**", title=escape(ruleset.title))
        view.add_item(TextDisplay(heading))
        for part in parts:  # below one another: in one gallery they would be small
            view.add_item(part.gallery())
        return Reply(view=view, files=[part.file() for part in parts])

    def _games(self) -> list[str]:
        return ["", translate("**Games**")] + [
            translate(
                "- **{title}** (`/game new {name}`, actions: `/{name} …`): {summary}",
                title=escape(ruleset.title),
                name=name,
                summary=escape(translate(ruleset.summary)),
            )
            for name, ruleset in self.services.rulesets.items()
        ]


def welcome_panel() -> StaticLayout:
    """Return the first message in a server: what to do, with a button that opens a game."""
    new = IdButton(CustomId(0, 0, "new_game"), "New game", ButtonStyle.success)
    view = StaticLayout()
    view.add_item(TextDisplay(translate(WELCOME))).add_item(ActionRow(new))
    return _with_topics(view, "")


def help_panel(text: str, current: str, *, update: bool = False) -> Reply:
    """Return a text with a button for each topic; that of the current one is marked."""
    view = StaticLayout()
    view.add_item(TextDisplay(text))
    return Reply(view=_with_topics(view, current), update=update)


def _with_topics(view: StaticLayout, current: str) -> StaticLayout:
    topics = [
        IdButton(
            CustomId(0, 0, "help", topic),
            capitalise(translate(topic)),
            ButtonStyle.primary if topic == current else ButtonStyle.secondary,
        )
        for topic in TOPICS
    ]
    for row in in_rows(topics):
        view.add_item(ActionRow(*row))
    return view


def _speaking_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for a greeting: the server's own for such messages, else the first where
    the bot may write."""
    channels = [guild.system_channel, *guild.text_channels]
    return next(
        (c for c in channels if c is not None and c.permissions_for(guild.me).send_messages), None
    )


def _ruleset_help(ruleset: AnyRuleset) -> list[str]:
    """Return a ruleset in short: what it is, its actions, its settings."""
    roles = ruleset.roles({})
    least, most = roles.least_players, roles.most_players
    players = count(most, "player")
    if least != most:
        players = translate("{least} to {most} players", least=least, most=most)
    master = {"absent": "", "optional": ", with or without a Game Master"}.get(
        roles.gm, " and a Game Master"
    )
    actions = ", ".join(
        verb.name for verb in ruleset.verbs if verb.command and "player" in verb.roles
    )
    settings = [f"- {escape(translate(s.summary))}" for s in ruleset.settings]
    summary = escape(translate(ruleset.summary))
    return [
        f"**{escape(ruleset.title)}** ({players}{translate(master)}): {summary}",
        *map(escape, translate(ruleset.guide).splitlines()),
        *([_subjects(ruleset)] if ruleset.help_topics() else []),
        translate(
            "Actions: {actions}. `/help {name} <action>` explains one.",
            actions=escape(actions),
            name=ruleset.name,
        ),
        *([translate("Before the game begins you can also set:"), *settings] if settings else []),
    ]


def _subjects(ruleset: AnyRuleset) -> str:
    """Return the first subjects of a ruleset's manual, and how to ask for one."""
    subjects = ", ".join(topic.name for topic in ruleset.help_topics()[:MOST_SUBJECTS])
    return translate(
        "Subjects: {subjects}. `/help {name} <subject>` explains one.",
        subjects=escape(subjects),
        name=ruleset.name,
    )


def verb_help(ruleset: AnyRuleset, verb: Verb) -> list[str]:
    """Return an action in short, with its options."""
    options = [
        f"- {escape(o.name)}{'' if o.required else translate(' (optional)')}: "
        + escape(translate(o.summary))
        + (f" ({escape(', '.join(o.choices))})" if o.choices else "")
        for o in verb.options
    ]
    command = f" (`{slash_path(ruleset, verb)}`)" if verb.command else ""
    return [f"**{escape(verb.name)}** — {escape(translate(verb.summary))}{command}", *options]
