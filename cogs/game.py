"""/game: from the first call for players to the end."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, demand_room, matching, person, private
from cogs.ui import game_settings, history, panels
from cogs.ui.cards import waiting
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines
from cogs.ui.replies import Answer, Reply, autocomplete_callback, slash_callback
from table.errors import Refusal
from table.modes import MODES
from table.records import Game, Status
from table.table import Table
from table.terms import PACES

if TYPE_CHECKING:
    from cogs.client import Leithian

LARGEST = 10 << 20  # bytes of a file that is taken up


class Lobby(LeithianCog):
    """Games begin, gather people, pause and end."""

    game = app_commands.Group(name="game", description="A channel's game", guild_only=True)

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self._threads = client.threads
        self.handlers = {
            "join": self._joined,
            "leave": self._left,
            "begin": self._begun,
            "setup": self._setup,
            "set": self._set,
            "put": self._put,
            "undo": self._undone,
        }

    @game.command(name="new", description="Open a new game in this channel")
    @app_commands.describe(
        ruleset="Which game",
        hero="Your hero's name (else your own)",
        mode="The way to play",
        pace="How long a turn may take",
    )
    @app_commands.choices(
        mode=[
            Choice(name=f"{name}: {mode.summary}"[:100], value=name) for name, mode in MODES.items()
        ],
        pace=[Choice(name=each, value=each) for each in PACES],
    )
    @slash_callback
    async def new(
        self,
        interaction: discord.Interaction,
        ruleset: str,
        hero: str | None = None,
        mode: str = "solo",
        pace: str = "none",
    ) -> Answer:
        demand_room(interaction)
        if interaction.channel_id is None or interaction.guild_id is None:
            raise Refusal("Games are played in a server's channels.")
        await self.client.tables.found(
            interaction.channel_id,
            interaction.guild_id,
            person(interaction, hero),
            ruleset.strip().lower(),
            mode=mode,
            terms={"pace": pace},
            request=str(interaction.id),
        )
        return "The table is open: others press **Join**, then you press **Begin**."

    @new.autocomplete("ruleset")
    @autocomplete_callback
    async def _rulesets(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        wanted = typed.strip().lower()
        return [
            Choice(name=f"{rules.title} ({name})", value=name)
            for name, rules in self.client.rulesets.items()
            if wanted in f"{rules.title} {name}".lower()
        ][:25]

    @game.command(name="join", description="Join this channel's game")
    @app_commands.describe(hero="Your hero's name (else your own)")
    @slash_callback
    async def join(self, interaction: discord.Interaction, hero: str | None = None) -> Answer:
        table = await self.table(interaction)
        await table.join(person(interaction, hero), request=str(interaction.id))
        return await history.welcome(table, interaction.user.id)

    @game.command(name="leave", description="Leave this channel's game")
    @slash_callback
    async def leave(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        await table.leave(person(interaction), request=str(interaction.id))
        return "You have left the game."

    @game.command(name="begin", description="Begin the game that gathers here")
    @slash_callback
    async def begin(self, interaction: discord.Interaction) -> Answer:
        demand_room(interaction)
        table = await self.table(interaction)
        await table.begin(person(interaction), request=str(interaction.id))
        return "It begins."

    @game.command(name="status", description="How this channel's game stands")
    @slash_callback
    async def status(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        return told(await table.status(), await table.troubles())

    @game.command(name="settings", description="See or change how this game is played")
    @app_commands.describe(name="Which setting; none: a panel of all", value="Its new value")
    @slash_callback
    async def settings(
        self, interaction: discord.Interaction, name: str | None = None, value: str | None = None
    ) -> Answer:
        table = await self.table(interaction)
        if name is None or value is None:
            return game_settings.panel(table)
        if name not in {setting.name for setting in game_settings.settings(table)}:
            if table.game.header is not None and name in game_settings.chosen(
                table.game, table.ruleset
            ):
                raise Refusal("That was settled when the game began.")
            raise Refusal("There is no such setting; the list shows which there are.")
        if not self._rules(interaction, table):
            return game_settings.proposal(table, name, value)
        await table.settings(person(interaction), name, value, request=str(interaction.id))
        return f"{escape(name)} is now {escape(value)}."

    @settings.autocomplete("name")
    @autocomplete_callback
    async def _names(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        settings = game_settings.settings(await self.table(interaction))
        return matching([each.name for each in settings], typed)

    @settings.autocomplete("value")
    @autocomplete_callback
    async def _values(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        name = interaction.namespace.name
        settings = game_settings.settings(await self.table(interaction))
        return matching(next((each.values for each in settings if each.name == name), ()), typed)

    def _rules(self, interaction: discord.Interaction, table: Table) -> bool:
        """Whether somebody settles things alone; the others put them to the vote. In a lobby the
        table answers them."""
        who = person(interaction)
        return who.manager or who.id == table.game.founder or table.game.phase != "play"

    @game.command(name="pause", description="Pause this channel's game")
    @app_commands.describe(reason="Why, for the others to read")
    @slash_callback
    async def pause(self, interaction: discord.Interaction, reason: str = "") -> Answer:
        table = await self.table(interaction)
        await table.pause(person(interaction), reason, request=str(interaction.id))
        return "The game is paused."

    @game.command(name="resume", description="Go on with a paused game")
    @slash_callback
    async def resume(self, interaction: discord.Interaction) -> Answer:
        demand_room(interaction)
        table = await self.table(interaction)
        await table.resume(person(interaction), request=str(interaction.id))
        return "The game goes on."

    @game.command(name="end", description="End this channel's game for good")
    @app_commands.describe(sure="It cannot be taken back")
    @slash_callback
    async def end(self, interaction: discord.Interaction, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed."
        table = await self.table(interaction)
        await table.end(person(interaction), request=str(interaction.id))
        return "The game is over."

    @game.command(name="undo", description="Take moves back, after a look at which")
    @app_commands.describe(moves="How many")
    @slash_callback
    async def undo(
        self, interaction: discord.Interaction, moves: app_commands.Range[int, 1, 100] = 1
    ) -> Answer:
        return await self._undoing(interaction, await self.table(interaction), moves)

    async def _undoing(
        self, interaction: discord.Interaction, table: Table, moves: int, *, update: bool = False
    ) -> Answer:
        """What would be taken back, with a button that does it."""
        preview = await table.undo_preview(interaction.user.id, moves)
        return history.confirm(table, preview, update=update)

    @game.command(name="fork", description="Try out in a thread what would have happened")
    @app_commands.describe(line="From which line of the log on; none: from now on")
    @slash_callback
    async def fork(self, interaction: discord.Interaction, line: int | None = None) -> Answer:
        table = await self.table(interaction)
        who = person(interaction)
        await self.client.tables.may_fork(who, table.game.id)
        number = table.game.number if line is None else line
        if not 0 < number <= table.game.number:
            raise Refusal(f"The log has lines 1 to {table.game.number}.")
        name = f"What if: {table.ruleset.title}, line {number}"
        async with self._threads.opened(interaction, name) as thread:
            await self.client.tables.fork(
                who, table.game.id, number, thread.id, thread.guild.id, request=str(interaction.id)
            )
        return f"It goes on otherwise in <#{thread.id}>, with new dice."

    @fork.autocomplete("line")
    @autocomplete_callback
    async def _lines(self, interaction: discord.Interaction, typed: str) -> list[Choice[int]]:
        table = await self.table(interaction)
        return await history.lines(table, await self.seat(table, interaction.user.id), typed)

    @game.command(name="export", description="This game as a file, to take up again elsewhere")
    @slash_callback
    async def export(self, interaction: discord.Interaction) -> Answer:
        table = await self.table(interaction)
        data = await self.client.tables.export(person(interaction), table.game.id)
        if len(data) > interaction.filesize_limit:
            raise Refusal("The game is larger than a file may be here; the host can back it up.")
        name = f"{table.game.ruleset}-{table.game.id}-{table.game.number}.leithian"
        sealed = "" if table.revealed else " Its dice stay sealed; only I can take it up again."
        text = f"Here it is. `/game import` takes it up in any channel without a game.{sealed}"
        return Reply(text, files=[discord.File(io.BytesIO(data), name)])

    @game.command(name="import", description="Take up a game from a file in this channel")
    @app_commands.describe(file="What /game export gave")
    @slash_callback
    async def load(self, interaction: discord.Interaction, file: discord.Attachment) -> Answer:
        demand_room(interaction)
        if interaction.channel_id is None or interaction.guild_id is None:
            raise Refusal("Games are played in a server's channels.")
        if file.size > LARGEST:
            raise Refusal("That is too large for a file of a game.")
        try:
            data = await file.read()
        except (discord.HTTPException, OSError) as error:
            raise Refusal("Discord did not hand me the file; please try again.") from error
        table = await self.client.tables.load(
            person(interaction),
            data,
            interaction.channel_id,
            interaction.guild_id,
            request=str(interaction.id),
        )
        if table.game.phase == "over":
            return "The game is here, and its dice are as the file says."
        return "The game goes on here, with new dice."

    @game.command(name="list", description="Games that are going on")
    @app_commands.describe(mine="Only those that you play in, on any server")
    @slash_callback
    async def going_on(self, interaction: discord.Interaction, mine: bool = False) -> Answer:
        games = await self.client.tables.games(
            guild=None if mine else interaction.guild_id,
            person=interaction.user.id if mine else None,
        )
        return join_lines(map(self._line, games), 1900) or "No game is going on."

    def _line(self, game: Game) -> str:
        rules = self.client.rulesets.get(game.ruleset)
        title = escape(rules.title if rules else game.ruleset)
        return f"- <#{game.channel}>: {title}, {game.phase}, founded by <@{game.founder}>"

    # ------------------------------------------------------------ the lobby card's buttons

    async def _joined(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        await table.join(person(interaction), request=str(interaction.id))
        return await history.welcome(table, interaction.user.id)

    async def _left(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        await table.leave(person(interaction), request=str(interaction.id))
        return "You have left the game."

    async def _begun(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        demand_room(interaction)
        table = await self.client.tables.get(pressed.game)
        await table.begin(person(interaction), request=str(interaction.id))
        return None

    async def _setup(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        page = int(pressed.arg) if pressed.arg.isdecimal() else 0
        return game_settings.panel(table, page, update=private(interaction))

    async def _set(
        self, interaction: discord.Interaction, pressed: CustomId, values: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        page, _, name = pressed.arg.partition(" ")
        if not self._rules(interaction, table):
            return game_settings.proposal(table, name, values[0])
        request = str(interaction.id)
        await table.settings(person(interaction), name, values[0], request=request)
        return game_settings.panel(table, int(page), update=private(interaction))

    async def _undone(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        moves, _, number = pressed.arg.partition(" ")
        if str(table.game.number) != number:
            return await self._undoing(interaction, table, int(moves), update=True)
        receipt = await table.undo(person(interaction), int(moves), request=str(interaction.id))
        if receipt.text.startswith("move ") and table.motion() is not None:
            return panels.done("It is put to the vote: the card has the buttons.")
        return panels.done("Taken back.")

    async def _put(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        await table.move_to(person(interaction), f"set {pressed.arg}", request=str(interaction.id))
        return panels.done("It is put to the vote: the card has the buttons.")


def told(status: Status, troubles: Sequence[str]) -> str:
    """A game's state in some lines."""
    game = status.game
    lines = [f"**{escape(status.title)}**, game {game.id}", *game_settings.summary(game)]
    if game.phase == "lobby":
        lines.append(f"Gathering: {', '.join(escape(m.name) for m in status.members)}")
    elif game.phase == "paused":
        lines.append(f"Paused: {escape(game.reason) or 'no reason given'}")
    elif game.phase == "over":
        lines.append(f"Over{': ' + escape(status.outcome.title) if status.outcome else ''}")
    else:
        lines.append(waiting(status))
    for seat in status.seats:
        holder = f"<@{seat.person}>" if seat.person else "a free seat"
        lines.append(f"- {escape(seat.hero)}: {holder}")
    if game.header:
        lines.append(f"Hash of the seed: `{game.header.seed_hash}`")
    if status.seed:
        lines.append(f"Seed: `{status.seed}`")
    lines += [f"Trouble: {escape(trouble)}" for trouble in troubles]
    return join_lines(lines, 1900)
