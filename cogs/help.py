"""/help: how to play, the games and their actions, the legends of the pictures."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui.command_mapper import slash_path
from cogs.ui.formatting import escape, join_lines
from cogs.ui.help_texts import TOPICS
from cogs.ui.replies import Answer, Reply
from engine.contract.action import Verb
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal

LEGEND = "legend"


class HelpCog(LeithianCog):
    """Help for players."""

    @app_commands.command(name="help", description="How to play")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(topic="About what")
    @slash_callback
    async def help(self, interaction: discord.Interaction, topic: str = "start") -> Answer:
        wanted = topic.strip().lower()
        if wanted in TOPICS:
            games = self._games() if wanted == "start" else []
            return join_lines([TOPICS[wanted], *games], 1900)
        for ruleset in self.services.rulesets.values():
            if wanted in (ruleset.name, ruleset.title.lower()):
                return join_lines(_ruleset_help(ruleset), 1900)
            if wanted == f"{ruleset.name} {LEGEND}":
                return await self._legend(interaction, ruleset)
            for verb in ruleset.verbs:
                if wanted == f"{ruleset.name} {verb.name}":
                    return join_lines(_verb_help(ruleset, verb), 1900)
        raise Refusal("There is no help on that; the list shows what there is.")

    @help.autocomplete("topic")
    @autocomplete_callback
    async def _complete_topic(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        names = [*TOPICS]
        for name, ruleset in self.services.rulesets.items():
            names += [name, f"{name} {LEGEND}"]
            names += [f"{name} {verb.name}" for verb in ruleset.verbs if verb.command]
        return matching(names, typed)

    async def _legend(self, interaction: discord.Interaction, ruleset: AnyRuleset) -> Reply:
        drawn = await self.services.card_builder.legend(ruleset.name, interaction.user.id)
        words = "What the pictures show: characters, creatures, items, ground, marks and states."
        file = discord.File(io.BytesIO(drawn.png), "legend.png", description=words)
        return Reply(f"**{escape(ruleset.title)}: the legend**", files=[file])

    def _games(self) -> list[str]:
        return ["", "**Games**"] + [
            f"- **{escape(ruleset.title)}** (`/game new {name}`, actions: `/{name} …`): "
            f"{escape(ruleset.summary)}"
            for name, ruleset in self.services.rulesets.items()
        ]


def _ruleset_help(ruleset: AnyRuleset) -> list[str]:
    """Return a ruleset in short: what it is, its actions, its settings."""
    roles = ruleset.roles({})
    least, most = roles.least_players, roles.most_players
    players = f"{least}" if least == most else f"{least} to {most}"
    master = {"absent": "", "optional": ", with or without a Game Master"}.get(
        roles.gm, " and a Game Master"
    )
    actions = ", ".join(verb.name for verb in ruleset.verbs if verb.command)
    settings = [f"- {escape(s.summary)} (`{escape(s.name)}`)" for s in ruleset.settings]
    return [
        f"**{escape(ruleset.title)}** ({players} {'player' if most == 1 else 'players'}{master}): "
        f"{escape(ruleset.summary)}",
        f"Actions: {escape(actions)}. `/help {ruleset.name} <action>` explains one.",
        *(["Before the game begins you can also set:", *settings] if settings else []),
    ]


def _verb_help(ruleset: AnyRuleset, verb: Verb) -> list[str]:
    """Return an action in short, with its options."""
    options = [
        f"- {escape(o.name)}{'' if o.required else ' (optional)'}: {escape(o.summary)}"
        + (f" ({escape(', '.join(o.choices))})" if o.choices else "")
        for o in verb.options
    ]
    command = f" (`{slash_path(ruleset, verb)}`)" if verb.command else ""
    return [f"**{escape(verb.name)}** — {escape(verb.summary)}{command}", *options]
