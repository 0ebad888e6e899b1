"""/game: from the first call for players to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, demand_room, matching, person
from cogs.ui import panels
from cogs.ui.answer import Said, completing, served
from cogs.ui.cards import waiting
from cogs.ui.codec import Ref
from cogs.ui.words import joined, plain
from engine.game import Setting
from table.errors import Refusal
from table.modes import MODES
from table.records import Game, Status
from table.table import Table

if TYPE_CHECKING:
    from cogs.client import Leithian


class Lobby(LeithianCog):
    """Games begin, gather people, pause and end."""

    game = app_commands.Group(name="game", description="A channel's game", guild_only=True)

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {
            "join": self._joined,
            "leave": self._left,
            "begin": self._begun,
            "setup": self._setup,
            "set": self._set,
        }

    @game.command(name="new", description="Open a new game in this channel")
    @app_commands.describe(ruleset="Which game", hero="Your hero's name (else your own)")
    @served
    async def new(
        self, interaction: discord.Interaction, ruleset: str, hero: str | None = None
    ) -> Said:
        demand_room(interaction)
        if interaction.channel_id is None or interaction.guild_id is None:
            raise Refusal("Games are played in a server's channels.")
        await self.client.tables.found(
            interaction.channel_id,
            interaction.guild_id,
            person(interaction, hero),
            ruleset.strip().lower(),
            request=str(interaction.id),
        )
        return "The table is open: others press **Join**, then you press **Begin**."

    @new.autocomplete("ruleset")
    @completing
    async def _rulesets(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        wanted = typed.strip().lower()
        return [
            Choice(name=f"{rules.title} ({name})", value=name)
            for name, rules in self.client.rulesets.items()
            if wanted in f"{rules.title} {name}".lower()
        ][:25]

    @game.command(name="join", description="Join this channel's game")
    @app_commands.describe(hero="Your hero's name (else your own)")
    @served
    async def join(self, interaction: discord.Interaction, hero: str | None = None) -> Said:
        table = await self.table(interaction)
        await table.join(person(interaction, hero), request=str(interaction.id))
        return "You are in."

    @game.command(name="leave", description="Leave this channel's game")
    @served
    async def leave(self, interaction: discord.Interaction) -> Said:
        table = await self.table(interaction)
        await table.leave(person(interaction), request=str(interaction.id))
        return "You have left the game."

    @game.command(name="begin", description="Begin the game that gathers here")
    @served
    async def begin(self, interaction: discord.Interaction) -> Said:
        demand_room(interaction)
        table = await self.table(interaction)
        await table.begin(person(interaction), request=str(interaction.id))
        return "It begins."

    @game.command(name="status", description="How this channel's game stands")
    @served
    async def status(self, interaction: discord.Interaction) -> Said:
        return told(await (await self.table(interaction)).status())

    @game.command(name="settings", description="See or change this game's settings")
    @app_commands.describe(name="Which setting", value="Its new value")
    @served
    async def settings(
        self, interaction: discord.Interaction, name: str | None = None, value: str | None = None
    ) -> Said:
        table = await self.table(interaction)
        if name is not None and value is not None:
            await table.settings(person(interaction), name, value, request=str(interaction.id))
            return f"{plain(name)} is now {plain(value)}."
        now = chosen(table)
        return joined(
            (
                f"{plain(s.name)}: **{plain(now.get(s.name, s.values[0]))}** — "
                f"{plain(s.summary)} ({', '.join(map(plain, s.values))})"
                for s in (mode_setting(), *table.ruleset.settings)
            ),
            1900,
        )

    @settings.autocomplete("name")
    @completing
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching([each.name for each in await self._settings(interaction)], typed)

    @settings.autocomplete("value")
    @completing
    async def _values(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        name = interaction.namespace.name
        settings = await self._settings(interaction)
        return matching(next((each.values for each in settings if each.name == name), ()), typed)

    async def _settings(self, interaction: discord.Interaction) -> list[Setting]:
        return [mode_setting(), *(await self.table(interaction)).ruleset.settings]

    @game.command(name="pause", description="Pause this channel's game")
    @app_commands.describe(reason="Why, for the others to read")
    @served
    async def pause(self, interaction: discord.Interaction, reason: str = "") -> Said:
        table = await self.table(interaction)
        await table.pause(person(interaction), reason, request=str(interaction.id))
        return "The game is paused."

    @game.command(name="resume", description="Go on with a paused game")
    @served
    async def resume(self, interaction: discord.Interaction) -> Said:
        demand_room(interaction)
        table = await self.table(interaction)
        await table.resume(person(interaction), request=str(interaction.id))
        return "The game goes on."

    @game.command(name="end", description="End this channel's game for good")
    @app_commands.describe(sure="It cannot be taken back")
    @served
    async def end(self, interaction: discord.Interaction, sure: bool) -> Said:
        if not sure:
            return "Nothing has changed."
        table = await self.table(interaction)
        await table.end(person(interaction), request=str(interaction.id))
        return "The game is over."

    @game.command(name="list", description="Games that are going on")
    @app_commands.describe(mine="Only those that you play in, on any server")
    @served
    async def going_on(self, interaction: discord.Interaction, mine: bool = False) -> Said:
        games = await self.client.tables.games(
            guild=None if mine else interaction.guild_id,
            person=interaction.user.id if mine else None,
        )
        return joined(map(self._line, games), 1900) or "No game is going on."

    def _line(self, game: Game) -> str:
        rules = self.client.rulesets.get(game.ruleset)
        title = plain(rules.title if rules else game.ruleset)
        return f"- <#{game.channel}>: {title}, {game.phase}, founded by <@{game.founder}>"

    # ------------------------------------------------------------ the lobby card's buttons

    async def _joined(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self.client.tables.get(ref.game)
        await table.join(person(interaction), request=str(interaction.id))
        return "You are in."

    async def _left(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self.client.tables.get(ref.game)
        await table.leave(person(interaction), request=str(interaction.id))
        return "You have left the game."

    async def _begun(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        demand_room(interaction)
        table = await self.client.tables.get(ref.game)
        await table.begin(person(interaction), request=str(interaction.id))
        return None

    async def _setup(self, interaction: discord.Interaction, ref: Ref, _: Sequence[str]) -> Said:
        table = await self.client.tables.get(ref.game)
        page = int(ref.arg or "0")
        settings = [mode_setting(), *table.ruleset.settings]
        return panels.setup(ref.game, ref.card, settings, chosen(table), page, update=page > 0)

    async def _set(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> Said:
        table = await self.client.tables.get(ref.game)
        who = person(interaction)
        await table.settings(who, ref.arg, values[0], request=str(interaction.id))
        return None


def mode_setting() -> Setting:
    """The way to play, as a setting among others."""
    return Setting("mode", "The way to play", (*MODES,))


def chosen(table: Table) -> dict[str, str]:
    """A game's settings as they stand, the way to play among them."""
    return {**table.game.options, "mode": table.game.mode}


def told(status: Status) -> str:
    """A game's state in some lines."""
    game = status.game
    lines = [f"**{plain(status.title)}**, game {game.id}, way to play: {plain(game.mode)}"]
    if game.phase == "lobby":
        lines.append(f"Gathering: {', '.join(plain(m.name) for m in status.members)}")
    elif game.phase == "paused":
        lines.append(f"Paused: {plain(game.reason) or 'no reason given'}")
    elif game.phase == "over":
        lines.append(f"Over{': ' + plain(status.outcome.title) if status.outcome else ''}")
    else:
        lines.append(waiting(status))
    for seat in status.seats:
        holder = f"<@{seat.person}>" if seat.person else "a free seat"
        lines.append(f"- {plain(seat.hero)}: {holder}")
    if game.header:
        lines.append(f"Hash of the seed: `{game.header.seed_hash}`")
    if status.seed:
        lines.append(f"Seed: `{status.seed}`")
    lines += [f"Trouble: {plain(trouble)}" for trouble in status.troubles]
    return joined(lines, 1900)
