"""/game: a channel's game from the lobby to the end; settings, undo, forks, files."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.base import (
    CogServices,
    LeithianCog,
    is_private,
    matching,
    person_of,
    require_permissions,
    server_channel,
    takeable,
)
from cogs.game_buttons import GAME_OPEN, join_game
from cogs.interactions import autocomplete_callback, handles, slash_callback
from cogs.ui import game_settings, history, panels
from cogs.ui.cards import waiting_text
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_and, join_lines
from cogs.ui.languages import mention, translate
from cogs.ui.replies import Answer, Reply
from engine.contract.action import Setting
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import joined
from table.actor import GameActor
from table.commands.lobby import Begin, ChangeSetting, End, Leave, NewGame, Pause, Resume
from table.commands.undo import Undo
from table.commands.votes import MoveToSet
from table.errors import Refusal
from table.game_settings import PACES
from table.history.entries import MotionMade
from table.receipt import Status
from table.rights import may
from table.state import GameRecord
from table.voting.modes import MODES, GameMasterMode

MAX_FILE_SIZE = 10 << 20  # bytes of a file that is imported
PUT_TO_THE_VOTE = "It is put to the vote: the card has the buttons."


class GameCog(LeithianCog):
    """The life of a channel's game."""

    game = app_commands.Group(name="game", description="A channel's game", guild_only=True)

    def __init__(self, bot: commands.AutoShardedBot, services: CogServices) -> None:
        super().__init__(bot, services)
        self._threads = services.threads

    # ------------------------------------------------------------ the lobby

    @game.command(name="new", description="Open a new game in this channel")
    @app_commands.describe(
        ruleset="Which game (default: the first of the list)",
        character="Your character's name (default: your own)",
        mode="How you play",
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
        ruleset: str = "",
        character: str | None = None,
        mode: str = "",
        pace: str = "auto",
    ) -> Answer:
        require_permissions(interaction)
        channel, guild = server_channel(interaction)
        name = ruleset.strip().lower() or next(iter(self.services.rulesets))
        game = NewGame(channel, guild, name, mode=mode, settings={"pace": pace})
        who, request = person_of(interaction, character), str(interaction.id)
        self.spend(interaction, "game")
        await self.services.tables.found(who, game, request=request)
        return GAME_OPEN

    @new.autocomplete("ruleset")
    @autocomplete_callback
    async def _complete_ruleset(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        channel, _ = server_channel(interaction)
        if not await self.services.tables.registry.is_free(channel):
            return []
        wanted = typed.strip().lower()
        return [
            Choice(name=f"{rules.title} ({name})", value=name)
            for name, rules in self.services.rulesets.items()
            if wanted in f"{rules.title} {name}".lower()
        ][:25]

    @game.command(name="join", description="Join this channel's game")
    @app_commands.describe(character="Your character's name (default: your own)")
    @slash_callback
    async def join(self, interaction: discord.Interaction, character: str | None = None) -> Answer:
        return await join_game(interaction, await self.actor(interaction), character)

    @game.command(name="leave", description="Leave this channel's game")
    @slash_callback
    async def leave(self, interaction: discord.Interaction) -> Answer:
        await self.run(interaction, await self.actor(interaction), Leave())
        return "You have left the game."

    @game.command(name="begin", description="Begin this channel's game")
    @slash_callback
    async def begin(self, interaction: discord.Interaction) -> Answer:
        require_permissions(interaction)
        await self.run(interaction, await self.actor(interaction), Begin())
        return "The game begins."

    # ------------------------------------------------------------ while it runs

    @game.command(name="status", description="This channel's game: players, settings, whose turn")
    @slash_callback
    async def status(self, interaction: discord.Interaction) -> Answer:
        reader = (await self.actor(interaction)).reader
        return status_text(await reader.status(), await reader.problems())

    @game.command(name="pause", description="Pause this channel's game")
    @app_commands.describe(reason="Why, for the others to read")
    @slash_callback
    async def pause(self, interaction: discord.Interaction, reason: str = "") -> Answer:
        await self.run(interaction, await self.actor(interaction), Pause(reason))
        return "The game is paused."

    @game.command(name="resume", description="Continue a paused game")
    @slash_callback
    async def resume(self, interaction: discord.Interaction) -> Answer:
        require_permissions(interaction)
        await self.run(interaction, await self.actor(interaction), Resume())
        return "The game continues."

    @game.command(name="end", description="End this channel's game for good")
    @app_commands.describe(sure="It cannot be undone")
    @slash_callback
    async def end(self, interaction: discord.Interaction, sure: bool) -> Answer:
        if not sure:
            return "Nothing has changed."
        await self.run(interaction, await self.actor(interaction), End())
        return "The game is over."

    @game.command(name="delete", description="Delete this channel's last game, which is over")
    @app_commands.describe(sure="It cannot be undone: its log, its film and its place are lost")
    @slash_callback
    async def delete(self, interaction: discord.Interaction, sure: bool) -> Answer:
        actor = await self.actor(interaction)
        if not sure:
            return "Nothing has changed."
        await self.services.tables.registry.delete(person_of(interaction), actor)
        return "The game is deleted."

    @game.command(name="list", description="Games that are running")
    @app_commands.describe(mine="Only those that you play in, on any server")
    @slash_callback
    async def running_games(self, interaction: discord.Interaction, mine: bool = False) -> Answer:
        games = await self.services.tables.games(
            guild=None if mine else interaction.guild_id,
            person=interaction.user.id if mine else None,
        )
        if not mine:
            games = [game for game in games if _may_see_channel(interaction, game.channel)]
        lines = (_game_line(self.services.rulesets, game) for game in games)
        return join_lines(lines, 1900) or "No game is running."

    # ------------------------------------------------------------ settings

    @game.command(name="settings", description="See or change how this game is played")
    @app_commands.describe(name="Which setting; none: a panel of all", value="Its new value")
    @slash_callback
    async def settings(
        self, interaction: discord.Interaction, name: str | None = None, value: str | None = None
    ) -> Answer:
        actor = await self.actor(interaction)
        if name is None or value is None:
            return game_settings.settings_panel(actor)
        setting = _setting(actor, name)
        if not _may_change_settings(interaction, actor):
            return game_settings.ask_everybody(actor, setting, value)
        await self.run(interaction, actor, ChangeSetting(name, value))
        return translate("Changed. {setting}.", setting=game_settings.describe(setting, value))

    @settings.autocomplete("name")
    @autocomplete_callback
    async def _complete_setting(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self.actor(interaction)
        change = _change_of_setting(interaction, actor)
        current = game_settings.current_values(actor.game, actor.ruleset)
        names = [setting.name for setting in game_settings.changeable(actor)]
        kept = {name: change(name, current[name]) for name in names}
        return matching(await takeable(interaction, actor, kept), typed)

    @settings.autocomplete("value")
    @autocomplete_callback
    async def _complete_value(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        name = interaction.namespace.name
        actor = await self.actor(interaction)
        change, settings = _change_of_setting(interaction, actor), game_settings.changeable(actor)
        values = next((each.values for each in settings if each.name == name), ())
        changes = {value: change(name, value) for value in values}
        return matching(await takeable(interaction, actor, changes), typed)

    @handles("settings")
    async def _settings_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        actor = await self.actor_of(pressed)
        page = int(pressed.arg) if pressed.arg.isdecimal() else 0
        return game_settings.settings_panel(actor, page, update=is_private(interaction))

    @handles("setting")
    async def _setting_chosen(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.actor_of(pressed)
        page, _, name = pressed.arg.partition(" ")
        if not _may_change_settings(interaction, actor):
            return game_settings.ask_everybody(actor, _setting(actor, name), pressed.values[0])
        await self.run(interaction, actor, ChangeSetting(name, pressed.values[0]))
        return game_settings.settings_panel(actor, int(page), update=is_private(interaction))

    @handles("ask_setting")
    async def _ask_setting_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        name, _, value = pressed.arg.partition(" ")
        await self.run(interaction, await self.actor_of(pressed), MoveToSet(name, value))
        return panels.result_panel(PUT_TO_THE_VOTE)

    # ------------------------------------------------------------ undo and forks

    @app_commands.command(name="undo", description="Undo moves, after a look at which")
    @app_commands.guild_only()
    @app_commands.describe(
        moves="How many", keep="Of the first of them, a plan: so many of its turns stay"
    )
    @slash_callback
    async def undo(
        self,
        interaction: discord.Interaction,
        moves: app_commands.Range[int, 1, 100] = 1,
        keep: app_commands.Range[int, 0, 199] = 0,
    ) -> Answer:
        return await self._undo_panel(interaction, await self.actor(interaction), moves, keep)

    async def _undo_panel(
        self,
        interaction: discord.Interaction,
        actor: GameActor,
        moves: int,
        keep: int = 0,
        *,
        update: bool = False,
    ) -> Answer:
        """Show what would be undone, with a button that does it."""
        preview = await actor.history.undo_preview(interaction.user.id, moves, keep)
        by_vote = actor.reader.undoes_by_vote(person_of(interaction))
        return history.undo_panel(actor, preview, by_vote=by_vote, update=update)

    @handles("undo")
    async def _undo_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.actor_of(pressed)
        if not pressed.arg:  # of the public card, which asks first
            actor.reader.check_card(pressed.card)
            return await self._undo_panel(interaction, actor, 1)
        moves, length, keep = map(int, pressed.arg.split())
        if await actor.history.length_for(interaction.user.id) != length:
            return await self._undo_panel(interaction, actor, moves, update=True)
        receipt = await self.run(interaction, actor, Undo(moves, keep))
        if isinstance(receipt.entry, MotionMade) and actor.reader.motion() is not None:
            return panels.result_panel(PUT_TO_THE_VOTE)
        return panels.result_panel("Undone.")

    @handles("undo_within")
    async def _undo_point_chosen(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        actor = await self.actor_of(pressed)
        moves, length = map(int, pressed.arg.split())
        same = await actor.history.length_for(interaction.user.id) == length
        keep = int(pressed.values[0]) if same else 0
        return await self._undo_panel(interaction, actor, moves, keep, update=True)

    @game.command(name="fork", description="Try out in a thread what would have happened")
    @app_commands.describe(line="From which line of the log; none: from now")
    @slash_callback
    async def fork(self, interaction: discord.Interaction, line: int | None = None) -> Answer:
        actor, who = await self.actor(interaction), person_of(interaction)
        transfer, game = self.services.tables.transfer, actor.game
        await transfer.may_fork(who, game.id)
        seat, number = await self.seat(actor, who.id), game.number
        if line is not None:
            known = await actor.history.numbers(seat)
            if not 0 < line <= len(known):
                raise Refusal("The log has lines 1 to {number}.", number=len(known))
            number = known[line - 1]
        view = await actor.history.view_at(number, None)
        who_plays = join_and([each.character for each in actor.state.seats][:2])
        with await self.speaking_to_all(interaction):
            name = translate("What if: {who} from turn {turn}", who=who_plays, turn=view.turn)
        self.spend(interaction, "thread")
        async with self._threads.open(interaction, name, actor.state.people) as thread:
            await transfer.fork(
                who, game.id, number, thread.id, thread.guild.id, request=str(interaction.id)
            )
        return translate("The other version continues in <#{id}>, with new dice.", id=thread.id)

    @fork.autocomplete("line")
    @autocomplete_callback
    async def _complete_fork(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[int]]:
        actor = await self.actor(interaction)
        await self.services.tables.transfer.may_fork(person_of(interaction), actor.game.id)
        seat = await self.seat(actor, interaction.user.id)
        return await history.complete_entry(actor, seat, str(typed))

    # ------------------------------------------------------------ files

    @game.command(name="export", description="Save this game as a file that can be imported")
    @slash_callback
    async def export(self, interaction: discord.Interaction) -> Answer:
        actor = await self.actor(interaction)
        game = actor.game
        work = self.services.tables.transfer.export(person_of(interaction), game.id)
        data = await self.heavy(interaction, translate("Writing the file"), work)
        if len(data) > interaction.filesize_limit:
            raise Refusal("The game is too large for a file here. The bot's owner can back it up.")
        name = f"{game.ruleset}-{game.id}-{game.card}.leithian"
        text = "Here it is. `/game import` loads it in any channel without a game."
        if not actor.state.revealed:
            text = (
                "Here it is. Its secrets stay sealed, so only I can load it, by `/game import` in"
                " any channel without a game, and only for the founder or Game Master of this game."
            )
        return Reply(text, files=[discord.File(io.BytesIO(data), name)])

    @game.command(name="import", description="Load a game from a file in this channel")
    @app_commands.describe(file="The file from /game export")
    @slash_callback
    async def import_file(
        self, interaction: discord.Interaction, file: discord.Attachment
    ) -> Answer:
        require_permissions(interaction)
        channel, guild = server_channel(interaction)
        who, request = person_of(interaction), str(interaction.id)
        tables = self.services.tables
        with tables.limits.spending("file", who.id, guild):
            data = await _read_file(file)
            work = tables.transfer.load(who, data, channel, guild, request=request)
            actor = await self.heavy(interaction, translate("Checking the file"), work)
        if actor.game.phase == "over":
            proof = await actor.history.proof()
            if not proof.complete:
                return translate(
                    "The game is here, but not all of it could be checked. {text}",
                    text=translate(joined(proof.notes)),
                )
            return "The game is here, and its dice are what the file says."
        return "The game continues here, with new dice."


def _game_line(rulesets: Mapping[str, AnyRuleset], game: GameRecord) -> str:
    rules = rulesets.get(game.ruleset)
    title = escape(rules.title if rules else game.ruleset)
    return translate(
        "- <#{channel}>: {title}, {phase}, started by <@{founder}>",
        channel=game.channel,
        title=title,
        phase=game.phase,
        founder=game.founder,
    )


async def _read_file(file: discord.Attachment) -> bytes:
    """Return a file's content. Raises Refusal."""
    if file.size > MAX_FILE_SIZE:
        raise Refusal("That file is too large for a game.")
    try:
        return await file.read()
    except (discord.HTTPException, OSError) as error:
        raise Refusal("Discord did not give me the file. Please try again.") from error


def _may_see_channel(interaction: discord.Interaction, channel: int) -> bool:
    """Return whether a person may see a channel of the server; a thread as its channel, a private
    thread only from within."""
    if channel == interaction.channel_id:
        return True
    guild, user = interaction.guild, interaction.user
    found = guild.get_channel_or_thread(channel) if guild else None
    if found is None or not isinstance(user, discord.Member):
        return False
    if isinstance(found, discord.Thread):
        if found.is_private() or found.parent is None:
            return False
        found = found.parent
    return found.permissions_for(user).view_channel


def _may_change_settings(interaction: discord.Interaction, actor: GameActor) -> bool:
    """Return whether somebody changes settings alone; the others put them to the vote. In a
    lobby the table answers them."""
    who = person_of(interaction)
    return may("change the settings of", who, actor.state) or actor.game.phase != "play"


def _change_of_setting(
    interaction: discord.Interaction, actor: GameActor
) -> type[ChangeSetting] | type[MoveToSet]:
    """Return how somebody changes a setting."""
    return ChangeSetting if _may_change_settings(interaction, actor) else MoveToSet


def _setting(actor: GameActor, name: str) -> Setting:
    """Return a setting that can be changed now. Raises Refusal."""
    for setting in game_settings.changeable(actor):
        if setting.name == name:
            return setting
    if name in game_settings.current_values(actor.game, actor.ruleset):
        raise Refusal("That cannot be changed after the game has begun.")
    raise Refusal("There is no such setting; the list shows them all.")


def status_text(status: Status, problems: Sequence[str]) -> str:
    """Return a game's state in some lines."""
    game = status.game
    lines = [
        translate("**{title}**, game {id}", title=escape(status.title), id=game.id),
        *(line.full for line in game_settings.summary(game)),
    ]
    if game.phase == "lobby":
        lines.append(
            translate(
                "Waiting to begin: {members}",
                members=join_and([escape(m.name) for m in status.members]),
            )
        )
    elif game.phase == "paused":
        lines.append(
            translate(
                "Paused: {pause_reason}",
                pause_reason=escape(translate(game.pause_reason)) or translate("no reason given"),
            )
        )
    elif game.phase == "over":
        lines.append(
            translate("Over: {title}", title=escape(status.outcome.title))
            if status.outcome
            else translate("Over")
        )
    else:
        lines += filter(None, [waiting_text(status)])
    if game.mode == GameMasterMode.name and status.seats:
        master = status.game_master
        shown = mention(master) if master is not None else translate("nobody")
        lines.append(translate("- Game Master: {person}", person=shown))
    if status.leader is not None:
        lines.append(translate("- Leader: {person}", person=mention(status.leader)))
    for seat in status.seats:
        player = mention(seat.person) if seat.person else translate("nobody")
        lines.append(f"- {escape(seat.character)}: {player}")
    if game.seed_hash:
        lines.append(translate("Hash of the seed: `{seed_hash}`", seed_hash=game.seed_hash))
    if status.head:
        lines.append(translate("Hash of the log: `{log_hash}`", log_hash=status.head))
    if status.seed:
        lines.append(translate("Seed: `{seed}`", seed=status.seed))
    lines += [translate("Problem: {problem}", problem=escape(problem)) for problem in problems]
    return join_lines(lines, 1900)
