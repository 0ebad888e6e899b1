"""Help for players, and the settings that each person has for themselves."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching, person
from cogs.ui import preferences
from cogs.ui.card_builder import CHOICES
from cogs.ui.formatting import escape, join_lines
from cogs.ui.help_texts import PRIVACY, TOPICS
from cogs.ui.replies import Answer, Reply, autocomplete_callback, slash_callback
from engine.game import Ruleset, Verb
from table import people
from table.errors import Refusal

if TYPE_CHECKING:
    from cogs.client import Leithian

LEGEND = "legend"


class Care(LeithianCog):
    """Help, and what everybody may have their own way."""

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)

    @app_commands.command(name="help", description="How to play here")
    @app_commands.describe(topic="What about")
    @slash_callback
    async def help(self, interaction: discord.Interaction, topic: str = "start") -> Answer:
        wanted = topic.strip().lower()
        if wanted == LEGEND:
            drawn = await self.client.card_builder.legend(interaction.user.id)
            words = "What the pictures show: heroes, creatures, things, ground, marks and states."
            file = discord.File(io.BytesIO(drawn.png), "legend.png", description=words)
            return Reply("**The legend**", files=[file])
        if wanted in TOPICS:
            return join_lines([TOPICS[wanted], *(self._games() if wanted == "start" else ())], 1900)
        for rules in self.client.rulesets.values():
            if wanted in (rules.name, rules.title.lower()):
                return join_lines(_of_rules(rules), 1900)
            for verb in rules.verbs:
                if wanted == f"{rules.name} {verb.name}":
                    return join_lines(_of_verb(rules, verb), 1900)
        raise Refusal("There is no help on that; the list shows what there is.")

    @help.autocomplete("topic")
    @autocomplete_callback
    async def _topics(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        names = [*TOPICS, LEGEND, *self.client.rulesets]
        for rules in self.client.rulesets.values():
            names += [f"{rules.name} {verb.name}" for verb in rules.verbs if verb.command]
        return matching(names, typed)

    def _games(self) -> list[str]:
        return ["", "**Games**"] + [
            f"- **{escape(rules.title)}** (`/game new {name}`, orders: `/{name} …`): "
            f"{escape(rules.summary)}"
            for name, rules in self.client.rulesets.items()
        ]

    @app_commands.command(name="options", description="How you like it; for you alone")
    @app_commands.describe(name="Which option", value="Its new value")
    @slash_callback
    async def options(
        self, interaction: discord.Interaction, name: str | None = None, value: str | None = None
    ) -> Answer:
        who = interaction.user.id
        if name is not None and (habit := preferences.habit(name)):
            if value is None:
                raise Refusal(f"Say how you like it, as in {habit.usual[0]}.")
            await self.client.card_builder.choose(
                who, name, preferences.kept(name, value, time.time())
            )
        elif name is not None:
            option = next((choice for choice in CHOICES if choice.name == name), None)
            if option is None:
                names = ", ".join(each.name for each in (*CHOICES, *preferences.HABITS))
                raise Refusal(f"There is no such option; there are: {names}.")
            if value not in option.values:
                raise Refusal(f"The option {name} can be: {', '.join(option.values)}.")
            await self.client.card_builder.choose(who, name, value)
        chosen = await self.client.card_builder.choices(who)
        lines = [
            f"{option.name}: **{escape(chosen[option.name])}** — {option.summary} "
            f"({', '.join(option.values)})"
            for option in CHOICES
        ]
        lines += [preferences.shown(habit, chosen, time.time()) for habit in preferences.HABITS]
        return join_lines(lines, 1900)

    @options.autocomplete("name")
    @autocomplete_callback
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([option.name for option in (*CHOICES, *preferences.HABITS)], typed)

    @options.autocomplete("value")
    @autocomplete_callback
    async def _values(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        name = interaction.namespace.name
        if habit := preferences.habit(name or ""):
            return matching(preferences.values(habit), typed)
        return matching(next((o.values for o in CHOICES if o.name == name), ()), typed)

    # ------------------------------------------------------------ what is kept about people

    privacy = app_commands.Group(name="privacy", description="What is kept about you")

    @privacy.command(name="show", description="What is kept about you, in short")
    @slash_callback
    async def show(self, interaction: discord.Interaction) -> Answer:
        kept = await people.kept(self.client.tables.store, interaction.user.id)
        names = dict.fromkeys(name for game in kept.games for name in game["names"])
        return join_lines(
            [
                PRIVACY,
                "",
                f"Just now: {len(kept.games)} games, {len(kept.lines)} lines of their logs, "
                f"{len(kept.preferences)} settings.",
                f"Names: {', '.join(map(escape, names)) or 'none'}.",
            ],
            1900,
        )

    @privacy.command(name="export", description="All that is kept about you, as a file")
    @slash_callback
    async def export(self, interaction: discord.Interaction) -> Answer:
        data = (await people.kept(self.client.tables.store, interaction.user.id)).file()
        return Reply("All of it.", files=[discord.File(io.BytesIO(data), "leithian-about-me.json")])

    @privacy.command(name="delete", description="Take you out of all that is kept")
    @app_commands.describe(sure="You leave all your games; it cannot be taken back")
    @slash_callback
    async def delete(self, interaction: discord.Interaction, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed."
        number = await people.forget(self.client.tables, person(interaction))
        self.client.card_builder.forgotten(interaction.user.id)
        return f"Done: nothing names you any more. Nobody stands in your stead in {number} games."


def _of_rules(rules: Ruleset) -> list[str]:
    """A ruleset in short: what it is, what can be set, its orders."""
    orders = ", ".join(verb.name for verb in rules.verbs if verb.command)
    settings = [f"- {escape(s.name)}: {escape(s.summary)}" for s in rules.settings]
    fewest, most = rules.seats
    heroes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return [
        f"**{escape(rules.title)}** ({heroes} {'hero' if most == 1 else 'heroes'}): "
        f"{escape(rules.summary)}",
        f"Orders: {escape(orders)}. `/help {rules.name} <order>` explains one.",
        "In the lobby can be set:",
        *settings,
    ]


def _of_verb(rules: Ruleset, verb: Verb) -> list[str]:
    """An order in short, with what it takes."""
    options = [
        f"- {escape(o.name)}{'' if o.required else ' (if you like)'}: {escape(o.summary)}"
        + (f" ({escape(', '.join(o.choices))})" if o.choices else "")
        for o in verb.options
    ]
    return [
        f"**{escape(verb.name)}** — {escape(verb.summary)} (`/{rules.name} {verb.name}`)",
        *options,
    ]
