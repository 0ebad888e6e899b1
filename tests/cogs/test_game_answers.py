"""The answers of /game and of the buttons about a whole game: the lobby, settings, undo, files."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from msgspec.structs import replace

from cogs.game import MAX_FILE_SIZE, PUT_TO_THE_VOTE, _may_see_channel, status_text
from cogs.game_buttons import GAME_OPEN
from engine.contract.view import Outcome
from table.actor import GameActor
from table.commands.lobby import End, Pause
from table.commands.play import Act
from table.game_settings import PACES
from table.history.history import GameHistory
from table.limits import LIMITS
from table.voting.modes import GameMasterMode
from tests.cogs.offline_bot import ANN, BOB, EVE, THREAD, OfflineBot
from tests.cogs.samples import status
from tests.cogs.test_delivery import refused
from tests.table.world import CHANNEL, GUILD

NEEDED = "I need more permissions here. A moderator can give me: Attach Files."
OTHER = CHANNEL + 1  # a channel


async def game(bot: OfflineBot, channel: int = CHANNEL) -> GameActor:
    return await bot.tables.at(channel)


async def turn(bot: OfflineBot, channel: int = CHANNEL) -> int:
    return (await (await game(bot, channel)).reader.view(None)).turn


@pytest.fixture
def opened(bot: OfflineBot) -> Any:
    """A thread that the channel opens when it is asked to."""
    return bot.opens_threads()


# ------------------------------------------------------------ opening a game


@pytest.mark.parametrize(("typed", "ruleset"), [("", "toy"), (" Mastered ", "mastered")])
async def test_a_game_is_opened_as_it_was_asked_for(
    bot: OfflineBot, typed: str, ruleset: str
) -> None:
    options = {"ruleset": typed, "character": "Beren", "mode": "first", "pace": "daily"}
    told = await bot.type(ANN, "game new", **options)
    assert (told.words, told.private) == (GAME_OPEN, True)
    opened = await game(bot)
    assert (opened.game.ruleset, opened.game.mode) == (ruleset, "first")
    assert opened.game.settings.pace == "daily"
    assert [each.character for each in opened.reader.people()] == ["Beren"]
    assert opened.game.guild == GUILD


async def test_rulesets_are_suggested_by_name_or_title(bot: OfflineBot) -> None:
    async def suggested(typed: str) -> list[tuple[str, str]]:
        found = await bot.completions(ANN, "game new", "ruleset", typed)
        return [(each.name, each.value) for each in found]

    assert await suggested(" MAST ") == [("Toy (mastered)", "mastered")]
    assert [value for _, value in await suggested("toy")] == ["toy", "mastered", "wandering"]
    assert await suggested("chess") == []


async def test_the_button_of_a_welcome_opens_a_game_of_the_first_ruleset(bot: OfflineBot) -> None:
    assert (await bot.press(ANN, "v1:0:0:new_game:")).words == GAME_OPEN
    assert (await game(bot)).game.ruleset == "toy"


async def test_a_game_is_played_again_by_the_same_people_in_the_same_way(bot: OfflineBot) -> None:
    await bot.type(ANN, "game new", ruleset="wandering", character="Beren", pace="daily")
    await bot.type(BOB, "game join", character="Finrod")
    await bot.type(ANN, "game settings", name="letters", value="6")
    assert await bot.answers_to(ANN, "mode:vote") == []
    old = await game(bot)
    assert old.game.mode == "vote"
    await old.run(ANN, End())
    refused = await bot.press(EVE, "again:")
    assert refused.words.startswith("Somebody who played can do that.")
    assert await game(bot) is old
    assert await bot.answers_to(BOB, "again:") == []
    new = await game(bot)
    assert (new.game.id, new.game.phase, new.game.founder) == (old.game.id + 1, "lobby", BOB.id)
    assert (new.game.ruleset, new.game.mode, new.game.guild) == ("wandering", "vote", GUILD)
    assert new.game.options == {"letters": "6"}
    assert new.game.settings.pace == "daily"
    people = {each.id: each.character for each in new.reader.people()}
    assert people == {ANN.id: "Beren", BOB.id: "Finrod"}


async def test_a_lobby_is_joined_left_and_begun_by_its_buttons(bot: OfflineBot) -> None:
    await bot.found(begins=False)
    for who in (BOB, EVE):
        joined = await bot.press(who, "join:", private=False)
        assert joined.private
        assert joined.words.startswith("You are in.")
    assert (await bot.press(EVE, "leave:")).words == "You have left the game."
    assert [each.id for each in (await game(bot)).reader.people()] == [ANN.id, BOB.id]
    assert await bot.answers_to(ANN, "begin:") == []
    assert (await game(bot)).game.phase == "play"
    await (await game(bot)).run(ANN, Pause("Tea."))
    assert await bot.answers_to(ANN, "resume:") == []
    assert (await game(bot)).game.phase == "play"


async def test_nothing_begins_where_the_bot_could_not_go_on(bot: OfflineBot) -> None:
    async def refused(*asks: str) -> None:
        """Ask without a permission that the bot needs."""
        bot.permissions.attach_files = False
        for each in asks:
            if each.endswith(":"):
                told = await bot.press(ANN, each)
            else:
                told = await bot.type(ANN, each, **({"file": None} if "import" in each else {}))
            assert told.words == NEEDED
        bot.permissions.attach_files = True

    await refused("game new", "daily", "v1:0:0:new_game:")
    assert await bot.tables.games(guild=GUILD) == []
    await bot.found(BOB, begins=False)
    await refused("game begin", "begin:")
    assert (await game(bot)).game.phase == "lobby"
    await bot.type(ANN, "game begin")
    await bot.type(ANN, "game pause")
    await refused("game resume", "resume:")
    assert (await game(bot)).game.phase == "paused"
    await (await game(bot)).run(ANN, End())
    await refused("again:", "game import")
    assert (await game(bot)).game.phase == "over"


async def test_in_a_thread_the_bot_needs_to_write_in_threads(bot: OfflineBot) -> None:
    bot.permissions.send_messages_in_threads = False
    assert (await bot.type(ANN, "game new")).words == GAME_OPEN
    bot.channel = MagicMock(spec=discord.Thread)
    told = await bot.type(ANN, "game new")
    assert told.words == NEEDED.replace("Attach Files", "Send Messages in Threads")


@pytest.mark.parametrize("place", [(None, GUILD), (CHANNEL, None)])
async def test_games_are_played_in_channels_of_servers_alone(
    bot: OfflineBot, place: tuple[int | None, int | None]
) -> None:
    bot.place = place
    asked = [await bot.type(ANN, "game new")]
    if place[0] is None:
        asked += [await bot.type(ANN, "look"), await bot.type(ANN, "game status")]
    assert {told.words for told in asked} == {"Games are played in a server's channels."}


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("a channel", True),
        ("a hidden channel", False),
        ("a thread", True),
        ("a thread of a hidden channel", False),
        ("a private thread", False),
        ("an orphan", False),
        ("none", False),
        ("this one", True),
    ],
)
def test_a_running_game_is_listed_for_who_may_see_its_channel(kind: str, what: bool) -> None:
    person = MagicMock(spec=discord.Member)
    channel: Any = MagicMock(spec=discord.TextChannel)
    sees = SimpleNamespace(view_channel="hidden" not in kind)
    channel.permissions_for = {person: sees}.get
    found: Any = channel
    if "thread" in kind or kind == "an orphan":
        found = MagicMock(spec=discord.Thread)
        found.is_private.return_value = kind == "a private thread"
        found.parent = None if kind == "an orphan" else channel
    known = {} if kind in ("none", "this one") else {5: found}
    guild = SimpleNamespace(get_channel_or_thread=known.get)
    asked: Any = SimpleNamespace(
        channel_id=5 if kind == "this one" else 6, guild=guild, user=person
    )
    assert _may_see_channel(asked, 5) is what
    asked.user = SimpleNamespace(id=1)  # no member of the server
    assert _may_see_channel(asked, 5) is (kind == "this one")
    asked.guild = None
    assert _may_see_channel(asked, 5) is (kind == "this one")


async def test_all_games_of_a_server_and_the_own_ones_of_all_servers_are_listed(
    bot: OfflineBot,
) -> None:
    line = f"- <#{CHANNEL}>: Toy, lobby, started by <@1>"
    assert (await bot.type(ANN, "game list")).words == "No game is running."
    await bot.found(begins=False)
    assert (await bot.type(BOB, "game list")).words == line
    bot.place = (CHANNEL, GUILD + 1)
    assert (await bot.type(BOB, "game list")).words == "No game is running."
    assert (await bot.type(BOB, "game list", mine=True)).words == "No game is running."
    assert (await bot.type(ANN, "game list", mine=True)).words == line


# ------------------------------------------------------------ status


@pytest.mark.parametrize(
    ("phase", "facts", "line"),
    [
        ("play", {}, "- Beren: <@5>"),
        ("paused", {}, "Paused: Tea."),
        ("over", {}, "Over"),
        ("over", {"outcome": Outcome("Beren *wins*", (), "won")}, "Over: Beren \\*wins\\*"),
        ("play", {"leader": 8}, "- Leader: <@8>"),
        ("play", {"seed": "abc"}, "Seed: `abc`"),
        ("play", {"head": "def"}, "Hash of the log: `def`"),
        ("play", {"title": "To_y"}, "**To\\_y**, game 7"),
    ],
)
def test_the_status_of_a_game_tells(phase: str, facts: dict[str, Any], line: str) -> None:
    shown = replace(status(phase), **facts) if facts else status(phase)
    told = status_text(shown, ["It *broke*."]).splitlines()
    assert line in told
    assert "Problem: It \\*broke\\*." in told
    assert ("Leader" in str(told)) is ("leader" in facts)
    assert "Game Master" not in str(told)
    for name, words in (("seed", "Seed: "), ("head", "Hash of the log")):
        assert (words in str(told)) is (name in facts)


def test_the_status_names_a_game_master_an_empty_seat_and_the_hash_of_the_seed() -> None:
    shown = status()
    record = replace(
        shown.game, mode=GameMasterMode.name, seed_hash="ghi", pause_reason="", phase="paused"
    )
    seat = replace(shown.seats[0], person=None)
    shown = replace(shown, game=record, seats=(seat,), game_master=9)
    told = status_text(shown, ()).splitlines()
    assert {"Paused: no reason given", "- Game Master: <@9>", "- Beren: nobody"} <= {*told}
    assert "Hash of the seed: `ghi`" in told
    assert "- Game Master: nobody" in status_text(replace(shown, game_master=None), ())
    assert "- Game Master" not in status_text(replace(shown, seats=()), ())


# ------------------------------------------------------------ settings


async def test_a_setting_that_is_none_or_cannot_be_changed_any_more_is_told_as_such(
    bot: OfflineBot,
) -> None:
    await bot.found(BOB, mode="first")
    for who in (ANN, BOB):
        told = await bot.type(who, "game settings", name="weather", value="rain")
        assert told.words == "There is no such setting; the list shows them all."
        told = await bot.type(who, "game settings", name="letters", value="6")
        assert told.words == "That cannot be changed after the game has begun."
    told = await bot.type(BOB, "game settings", name="pace")
    assert told.menus  # all settings
    assert not told.updates


async def test_settings_and_their_values_are_suggested(bot: OfflineBot) -> None:
    await bot.found(begins=False)

    async def suggested(option: str, typed: str, **filled: str) -> list[str]:
        found = await bot.completions(ANN, "game settings", option, typed, **filled)
        return [each.value for each in found]

    assert await suggested("name", "lett") == ["letters"]
    assert await suggested("value", "", name="letters") == ["4", "6"]
    assert await suggested("value", "dai", name="pace") == ["daily"]
    assert await suggested("value", "", name="weather") == []
    assert await suggested("value", "") == []


async def test_the_panel_of_settings_changes_them_and_keeps_its_page(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    panel = await bot.press(BOB, "settings:")
    assert panel.updates
    assert any(name.endswith("setting:0 pace") for name in panel.menus)
    assert not (await bot.press(BOB, "settings:", private=False)).updates
    panel = await bot.press(ANN, "settings:1")
    [votes] = [name for name in panel.menus if name.endswith("setting:1 constitution")]
    changed = await bot.press(ANN, votes, "leader")
    assert (await game(bot)).game.settings.constitution == "leader"
    assert changed.menus.keys() == panel.menus.keys()
    assert changed.updates
    asks = await bot.press(BOB, votes, "majority")
    assert asks.words.startswith("Only the player who started the game")
    assert not asks.updates
    told = await bot.press(BOB, asks.buttons["Put it to the vote"])
    assert (told.words, told.updates) == (PUT_TO_THE_VOTE, True)
    motion = (await game(bot)).reader.motion()
    assert motion is not None
    assert (await game(bot)).game.settings.constitution == "leader"


async def test_nobody_is_offered_a_vote_on_a_value_that_a_setting_does_not_have(
    bot: OfflineBot,
) -> None:
    await bot.found(BOB, mode="first")
    for value in ("dail", "", "letters " * 700):
        told = await bot.type(BOB, "game settings", name="pace", value=value)
        alone = await bot.type(ANN, "game settings", name="pace", value=value)
        assert (told.words, told.buttons) == (alone.words, {})
        assert "daily" in told.words
    for value in PACES:
        told = await bot.type(BOB, "game settings", name="pace", value=value)
        assert [*told.buttons] == ["Put it to the vote"]


async def test_everybody_in_a_lobby_is_told_who_changes_its_settings(bot: OfflineBot) -> None:
    await bot.found(BOB, begins=False)
    told = await bot.type(BOB, "game settings", name="pace", value="daily")
    assert "vote" not in told.words
    assert (await game(bot)).game.settings.pace == "auto"


# ------------------------------------------------------------ undo and forks


async def test_moves_are_undone_after_a_look_unless_the_game_has_gone_on(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    actor = await game(bot)
    await actor.run(ANN, Act("step e"))
    old = f"v1:{actor.game.id}:{actor.game.card}:undo:"
    shown = await bot.press(ANN, "undo:")
    assert shown.words.startswith("This would undo 1 move")
    await actor.run(BOB, Act("step n"))
    assert "earlier turn" in (await bot.press(ANN, old)).words
    again = await bot.press(ANN, shown.buttons["Undo"])
    assert again.words.startswith("This would undo 1 move, to before “step n")
    assert again.updates
    asked = await bot.type(ANN, "undo", moves=2)
    assert asked.words.startswith("This would undo 2 moves, to before “step e")
    assert (await bot.press(ANN, asked.buttons["Undo"])).words == "Undone."
    assert await turn(bot) == 0
    await actor.run(ANN, Act("step e"))
    asked = await bot.type(BOB, "undo")
    told = await bot.press(BOB, asked.buttons["Put it to the vote"])
    assert (told.words, told.updates) == (PUT_TO_THE_VOTE, True)
    assert await turn(bot) == 1


async def test_a_plan_is_undone_to_a_turn_within_it(bot: OfflineBot) -> None:
    await bot.found(BOB, ruleset="wandering", mode="first")
    actor = await game(bot)
    await actor.run(ANN, Act("wander"))
    walked = int((await actor.reader.view(None)).lines[0].split()[2])
    assert walked > 1
    shown = await bot.type(ANN, "undo")
    [(menu, points)] = shown.menus.items()
    assert points[-1] == "0"
    assert str(walked - 1) in points
    chosen = await bot.press(ANN, menu, "1")
    assert chosen.updates
    assert "but for the first 1 of" in chosen.words
    assert chosen.buttons["Undo"].endswith(" 1")
    await actor.run(BOB, Act("step n"))
    gone_on = await bot.press(ANN, menu, "1")
    assert gone_on.words.startswith("This would undo 1 move, to before “step n")
    assert gone_on.buttons["Undo"].endswith(" 0")
    asked = await bot.type(ANN, "undo", moves=2, keep=1)
    assert "but for the first 1 of" in asked.words


async def test_a_game_is_forked_into_a_thread_from_now_or_a_line_of_the_log(
    bot: OfflineBot, opened: Any
) -> None:
    await bot.found(BOB, mode="first")
    actor = await game(bot)
    await actor.run(ANN, Act("step e"))
    await actor.run(BOB, Act("step n"))
    for line in (0, 6):
        told = await bot.type(ANN, "game fork", line=line)
        assert told.words == "The log has lines 1 to 5."
    told = await bot.type(ANN, "game fork")
    assert told.words == f"The other version continues in <#{THREAD}>, with new dice."
    assert bot.channel.create_thread.await_args.kwargs["name"] == (
        "What if: Ann and Bob from turn 2"
    )
    assert await turn(bot, THREAD) == 2
    opened.id = THREAD + 1
    await bot.type(ANN, "game fork", line=4)
    assert await turn(bot, THREAD + 1) == 1
    assert bot.channel.create_thread.await_args.kwargs["name"].endswith(" from turn 1")
    found = await bot.completions(ANN, "game fork", "line", "walks n")
    assert [each.value for each in found] == [5]


async def test_nobody_forks_a_game_that_they_may_not(bot: OfflineBot, opened: Any) -> None:
    await bot.found(BOB, mode="first")
    told = await bot.type(EVE, "game fork")
    assert not told.words.startswith("The other version")
    bot.channel.create_thread.assert_not_awaited()


# ------------------------------------------------------------ files


def attachment(data: bytes, size: int | None = None) -> Any:
    return SimpleNamespace(
        size=len(data) if size is None else size, read=AsyncMock(return_value=data)
    )


async def test_a_game_is_saved_as_a_file_and_goes_on_elsewhere(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    actor = await game(bot)
    await actor.run(ANN, Act("step e"))
    saved = await bot.type(ANN, "game export")
    assert "only I can load it" in saved.words
    [(name, data)] = saved.files.items()
    assert name == f"toy-{actor.game.id}-{actor.game.card}.leithian"
    bot.place = (OTHER, GUILD)
    told = await bot.type(ANN, "game import", file=attachment(data))
    assert told.words == "The game continues here, with new dice."
    assert await turn(bot, OTHER) == 1


async def test_the_file_of_a_game_that_is_over_is_checked_by_whoever_loads_it(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.found(BOB, mode="first")
    await (await game(bot)).run(ANN, End())
    saved = await bot.type(ANN, "game export")
    assert saved.words.startswith("Here it is. `/game import` loads it in any channel")
    [data] = saved.files.values()
    bot.place = (OTHER, GUILD)
    told = await bot.type(BOB, "game import", file=attachment(data))
    assert told.words == "The game is here, and its dice are what the file says."
    proof = replace(await (await game(bot, OTHER)).history.proof(), complete=False)
    monkeypatch.setattr(GameHistory, "proof", AsyncMock(return_value=proof))
    bot.place = (OTHER + 1, GUILD)
    told = await bot.type(BOB, "game import", file=attachment(data))
    assert told.words.startswith("The game is here, but not all of it could be checked. ")


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (attachment(b"", MAX_FILE_SIZE + 1), "That file is too large for a game."),
        (SimpleNamespace(size=1, read=AsyncMock(side_effect=refused(404, 0))), "Discord did not"),
        (SimpleNamespace(size=1, read=AsyncMock(side_effect=TimeoutError)), "Discord did not"),
        (attachment(b"no game", MAX_FILE_SIZE), "That"),
    ],
)
async def test_a_file_that_is_no_game_or_cannot_be_had_is_refused(
    bot: OfflineBot, file: Any, told: str
) -> None:
    assert (await bot.type(ANN, "game import", file=file)).words.startswith(told)
    assert file.read.await_count == (file.size <= MAX_FILE_SIZE)
    assert await bot.tables.games(guild=GUILD) == []


async def test_a_game_too_large_for_a_file_here_is_told_as_such(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    saved = await bot.type(ANN, "game export")
    [data] = saved.files.values()
    bot.filesize_limit = len(data)
    assert (await bot.type(ANN, "game export")).files
    bot.filesize_limit -= 1
    told = await bot.type(ANN, "game export")
    assert told.words.startswith("The game is too large for a file here.")
    assert not told.files


# ------------------------------------------------------------ limits


async def test_games_are_opened_only_so_often(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "game", replace(LIMITS["game"], person=1))
    often = "You have opened games too often; try again in 60 minutes."
    assert (await bot.type(ANN, "game new")).words == GAME_OPEN
    await (await game(bot)).run(ANN, End())
    told = [await bot.type(ANN, "game new"), await bot.press(ANN, "v1:0:0:new_game:")]
    told += [await bot.press(ANN, "again:"), await bot.type(ANN, "contest", new="Cup")]
    assert [each.words for each in told] == [often] * 4
    assert (await bot.type(BOB, "game new")).words == GAME_OPEN


async def test_threads_are_opened_and_files_loaded_only_so_often(
    bot: OfflineBot, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("thread", "file"):
        monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], person=1, server=2))
    await bot.found(BOB, mode="first")
    assert (await bot.type(ANN, "game fork")).words.startswith("The other version")
    told = await bot.type(ANN, "game fork")
    assert told.words.startswith("You have opened threads too often")
    bot.place = (OTHER, GUILD)
    await bot.type(ANN, "game import", file=attachment(b"no game"))
    told = await bot.type(ANN, "game import", file=attachment(b"no game"))
    assert told.words.startswith("You have imported files too often")
