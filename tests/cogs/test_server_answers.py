"""The answers about a server and all its games: /admin, contests, daily runs, ladder, dice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from msgspec.structs import replace

from cogs.admin import permission_problems
from cogs.client import Leithian
from cogs.contest import standings_text
from cogs.dice import roll_text, stats_table
from engine.contract.action import Event, Roll
from engine.contract.dice import ActionDice
from engine.contract.view import Roles
from table.commands.lobby import Pause
from table.contest import Contest, GameResult, Standings
from table.daily import DailyResults
from table.history.history import GameHistory
from table.history.roll_stats import RollStats
from table.limits import LIMITS
from tests.cogs.offline_bot import ANN, BOB, EVE, THREAD, OfflineBot
from tests.table.world import CHANNEL, GUILD
from tests.toys.guessing import GuessingState, Toy

GOOD_LUCK = f"<#{THREAD}>. Good luck!"


class SinglePlayerToy(Toy):
    """The guessing game of one player, against nobody."""

    name = "toy"

    def roles(self, options: object) -> Roles:
        """Return one player, or two."""
        return Roles(1, 2)

    def new(
        self, options: Any, seats: Sequence[str], dice: ActionDice, *, gm: bool = False
    ) -> GuessingState:
        """Return a game against Nobody."""
        return super().new(options, (*seats, "Nobody")[:2], dice)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[OfflineBot]:
    """A bot whose first game can be played alone, and that can open a thread."""
    bot = await OfflineBot.open(tmp_path, SinglePlayerToy())
    bot.opens_threads()
    yield bot
    await bot.tables.close()


def thread_name(bot: OfflineBot) -> str:
    return str(bot.channel.create_thread.await_args.kwargs["name"])


# ------------------------------------------------------------ /admin


async def test_what_is_wrong_in_a_channel_is_told_with_what_helps(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Leithian, "latency", 0.0423)
    told = (await bot.type(ANN, "admin")).words.splitlines()
    assert told[0] == "- There is no game in this channel; `/game new` opens one."
    started = int(bot.tables.services.now())
    assert f"Connected since <t:{started}:R>, 42 ms to Discord." in told
    assert "0 running games in this server." in told
    assert "sign of life" not in str(told)
    await bot.tables.store.beat(1234.5)
    await bot.found(BOB)
    told = (await bot.type(ANN, "admin")).words.splitlines()
    assert told[:2] == ["All is well: I have everything I need here.", ""]
    assert "1 running game in this server." in told
    assert "The last sign of life of the tables: <t:1234:R>." in told
    actor = await bot.tables.at(CHANNEL)
    await actor.run(ANN, Pause(""))
    bot.permissions.attach_files = False
    told = (await bot.type(ANN, "admin")).words.splitlines()
    assert told[0].startswith("- **I cannot show pictures.** Allow me “Attach Files”")
    assert told[1] == "- `/game resume` continues the game. It is paused: no reason given"
    bot.place = (CHANNEL, GUILD + 1)
    told = (await bot.type(ANN, "admin")).words.splitlines()
    assert "0 running games in this server." in told
    assert (await bot.type(BOB, "admin")).words.startswith("Only a manager of the server")


def test_each_missing_permission_is_told_the_worst_first() -> None:
    channel: Any = MagicMock(spec=discord.TextChannel)
    asked: Any = SimpleNamespace(app_permissions=discord.Permissions.none(), channel=channel)
    told = permission_problems(asked)
    assert [line.split("“")[1].split("”")[0] for line in told] == [
        *("View Channel", "Send Messages", "Attach Files", "Read Message History"),
        *("Create Public Threads", "Create Private Threads"),
    ]
    assert [line.startswith("- **") for line in told] == [True] * 4 + [False] * 2
    asked.channel = MagicMock(spec=discord.Thread, archived=False, locked=False)
    assert any("“Send Messages in Threads”" in line for line in permission_problems(asked))
    asked.app_permissions = discord.Permissions.all()
    assert permission_problems(asked) == []
    for shut in ("archived", "locked"):
        asked.channel = MagicMock(spec=discord.Thread, archived=False, locked=False)
        setattr(asked.channel, shut, True)
        [told_] = permission_problems(asked)
        assert told_.startswith("- **The thread is archived or locked.**")


async def test_the_owner_alone_copies_the_database(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bot.client, "is_owner", AsyncMock(return_value=False))
    told = await bot.type(ANN, "admin", backup=True)
    assert told.words.startswith("Only the owner of this bot may do that")
    monkeypatch.setattr(bot.client, "is_owner", AsyncMock(return_value=True))
    assert (await bot.type(BOB, "admin", backup=True)).words == "This bot keeps no backups."
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"x" * 2_340_000)
    bot.tables.backups = SimpleNamespace(make=AsyncMock(return_value=copy))  # type: ignore[assignment]
    told = await bot.type(BOB, "admin", backup=True)
    assert told.words == "Saved on the host as copy.db, 2.3 MB."


# ------------------------------------------------------------ contests


async def test_a_contest_is_joined_once_in_a_private_thread(bot: OfflineBot) -> None:
    ends = int(bot.tables.services.now()) + 14 * 86400
    told = await bot.type(ANN, "contest", new="May *cup*", ruleset=" TOY ", lasts="2 weeks")
    assert told.words.endswith(f" It ends <t:{ends}:R> (<t:{ends}:f>).")
    joined = await bot.press(BOB, "v1:0:0:join_contest:", private=False)
    assert joined.words == f"Your game is in {GOOD_LUCK}"
    assert thread_name(bot) == "May *cup*: Bob"
    assert bot.channel.create_thread.await_args.kwargs["type"] is discord.ChannelType.private_thread
    again = await bot.type(BOB, "contest", join="Beren")
    assert again.words == f"You are in this contest already: <#{THREAD}>."
    bot.channel.create_thread.return_value.id = THREAD + 1
    await bot.type(EVE, "contest", join="Beren")
    assert thread_name(bot) == "May *cup*: Beren"
    shown = await bot.type(ANN, "contest")
    assert [*shown.buttons] == ["Join"]
    lines = shown.words.splitlines()
    assert lines[0] == f"**May \\*cup\\***, until <t:{ends}:f>"
    assert f"- Bob (<#{THREAD}>): turn 0" in lines
    assert f"- Beren (<#{THREAD + 1}>): turn 0" in lines
    assert "Seed: " not in shown.words
    bot.channel = MagicMock(spec=discord.Thread, parent_id=CHANNEL)
    bot.place = (THREAD, GUILD)
    assert (await bot.type(ANN, "contest")).words == shown.words
    ended = await bot.type(ANN, "contest", end=True)
    assert not ended.private
    assert not ended.buttons
    assert "\nSeed: `" in ended.words
    over = await bot.type(BOB, "contest")
    assert not over.buttons
    assert (await bot.type(EVE, "contest", join="Eve")).words == "That contest is over."


async def test_what_a_contest_can_be_is_suggested_and_nobody_else_ends_it(bot: OfflineBot) -> None:
    found = await bot.completions(ANN, "contest", "ruleset", "wander")
    assert [each.value for each in found] == ["wandering"]
    found = await bot.completions(ANN, "contest", "lasts", "week")
    assert found
    assert all("week" in each.value for each in found)
    told = await bot.type(EVE, "contest", end=True)
    assert told.words == "There is no contest in this channel."
    await bot.type(ANN, "contest", new="Cup")
    told = await bot.type(EVE, "contest", end=True)
    assert "Seed" not in told.words
    bot.permissions.create_private_threads = False
    told = await bot.type(EVE, "contest", join="Eve")
    assert "Create Private Threads" in told.words
    bot.permissions.attach_files = False
    told = await bot.type(EVE, "contest", join="Eve")
    assert told.words.endswith("Attach Files.")
    told = await bot.type(ANN, "contest", new="Other")
    assert "Create Private Threads" in told.words


@pytest.mark.parametrize(("letters", "shown"), [(1898, True), (1899, False)])
def test_standings_show_as_many_games_as_an_answer_holds(letters: int, shown: bool) -> None:
    contest = Contest(1, 0, 0, 0, "Cup", "toy", {}, bytes(16), "hash", created=0.0, ended=None)
    first = GameResult(1, 71, 1, 1, "Ann", "slain", False, 9, ())
    short = standings_text(Standings(contest, (first,)))
    rows = (replace(first, name="A" * (letters - len(short) + 3)),)
    told = standings_text(Standings(contest, rows))
    assert told.startswith("**Cup**\n1. **AAA")
    assert (told.splitlines()[2:] == short.splitlines()[2:]) is shown
    assert (len(told) == letters) is shown


# ------------------------------------------------------------ daily runs


async def test_a_daily_run_is_begun_alone_in_a_thread_once_a_day(bot: OfflineBot) -> None:
    told = await bot.type(BOB, "daily", character="Beren")
    assert (told.words, told.private) == (f"Your run of today is in {GOOD_LUCK}", True)
    assert thread_name(bot) == "1970-01-12: Beren"
    run = await bot.tables.at(THREAD)
    assert (run.game.mode, run.game.guild) == ("solo", GUILD)
    told = await bot.type(BOB, "daily")
    assert "Good luck" not in told.words
    assert bot.channel.create_thread.await_count == 1


async def test_others_take_part_in_a_daily_run_that_is_voted_on(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = MagicMock(spec=discord.Thread)
    monkeypatch.setattr(bot.client, "get_channel", {}.get)
    fetch = AsyncMock(return_value=thread)
    monkeypatch.setattr(bot.client, "fetch_channel", fetch)
    command = bot.commands["daily"]
    asked = bot._interaction(BOB, {})
    await command.callback(command.binding, asked, together=True)
    invitation, own = asked.response.said
    assert invitation.words.startswith("Bob has begun a daily run by vote.")
    assert not invitation.private
    assert (own.words, own.private) == (f"Your run of today is in {GOOD_LUCK}", True)
    run = await bot.tables.at(THREAD)
    assert run.game.mode == "vote"
    assert thread_name(bot) == "1970-01-12: Bob"
    joined = await bot.press(EVE, invitation.buttons["Join"], private=False)
    assert joined.words == f"The run is in {GOOD_LUCK}"
    assert EVE.id in run.state.people
    fetch.assert_awaited_once_with(THREAD)
    assert thread.add_user.await_args.args[0].id == EVE.id
    monkeypatch.setattr(bot.client, "get_channel", {THREAD: thread}.get)
    await bot.press(ANN, invitation.buttons["Join"], private=False)
    assert thread.add_user.await_count == 2
    assert fetch.await_count == 1
    monkeypatch.setattr(bot.client, "get_channel", {THREAD: object()}.get)
    joined = await bot.press(ANN, invitation.buttons["Join"], private=False)
    assert joined.words == f"The run is in {GOOD_LUCK}"


async def test_threads_of_runs_and_contests_are_opened_only_so_often(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "thread", replace(LIMITS["thread"], person=1))
    await bot.type(ANN, "contest", new="Cup")
    await bot.type(BOB, "daily")
    told = [await bot.type(BOB, "contest", join="Bob")]
    bot.tables.services.now.pass_(90_000)  # type: ignore[attr-defined]
    bot.channel.create_thread.return_value.id = THREAD + 1
    await bot.type(BOB, "contest", join="Bob")
    told += [await bot.type(BOB, "daily")]
    for each in told:
        assert each.words.startswith("You have opened threads too often")


# ------------------------------------------------------------ the ladder and the hall


def result(name: str, score: int, fell: int | str | None = None) -> GameResult:
    facts: tuple[tuple[str, Any], ...] = (("name", name.lower()), ("score", score))
    if fell is not None:
        facts = (*facts, ("fell", fell))
    figures = (("score", score),)
    return GameResult(score, 90, 1, score, name, "slain", True, 9, figures, facts=facts)


@pytest.fixture
def ladder(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """The ladder of four games; Ann's is the best."""
    rows = (result("Ann", 4, 3), result("Bob", 3, 1), result("Eve", 2, "sky"), result("Dan", 1))
    mock = AsyncMock(return_value=rows)
    monkeypatch.setattr(bot.tables.ladder, "rows", mock)
    return mock


async def test_the_ladder_is_of_a_server_or_of_all_and_takes_a_query(
    bot: OfflineBot, ladder: AsyncMock
) -> None:
    told = (await bot.type(ANN, "ladder")).words.splitlines()
    ladder.assert_awaited_with(GUILD, "toy")
    assert told[0] == "**Toy: the ladder**"
    assert told[1].startswith("1. **Ann** (<#")
    assert len(told) == 5
    told = (
        await bot.type(ANN, "ladder", ruleset=" WANDERING ", everywhere=True)
    ).words.splitlines()
    ladder.assert_awaited_with(None, "wandering")
    assert told[0] == "**Toy: the ladder of all servers**"
    assert "<#" not in told[1]
    told = (await bot.type(ANN, "ladder", where=" score<4 ", sort="-score")).words.splitlines()
    assert told[0] == "**Toy: the ladder** (score\\<4; sorted by \\-score)"
    assert [line.split("**")[1] for line in told[1:]] == ["Dan", "Eve", "Bob"]
    told_ = await bot.type(ANN, "ladder", where="score>9")
    assert told_.words == "None of the 4 games on the ladder of Toy is like that."
    told_ = await bot.type(ANN, "ladder", ruleset="chess")
    assert told_.words == (
        "There is no such game here. There are: toy, mastered, wandering, daily."
    )
    ladder.return_value = ()
    more = "The setting **ladder** makes a new game count."
    told_ = await bot.type(ANN, "ladder")
    assert told_.words == f"No ranked Toy game has finished here yet. {more}"
    told_ = await bot.type(ANN, "ladder", everywhere=True)
    assert told_.words == f"No ranked Toy game has finished anywhere yet. {more}"
    told_ = await bot.type(ANN, "ladder", ruleset="Daily")
    assert told_.words.startswith("No daily run is over yet.")


async def test_the_last_days_of_daily_runs_tell_the_luck_of_the_newest_days_best(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def day(name: str, *games: int) -> DailyResults:
        contest = Contest(1, 0, 0, 0, name, "toy", {}, b"seed", "hash", 0.0)
        return DailyResults(contest, tuple(replace(result("Ann", 4), game=each) for each in games))

    days = AsyncMock(return_value=[day("30 November", 8, 7), day("29 November", 9)])
    asked = AsyncMock(return_value=(Event("hit", "A hit.", rolls=(Roll("hit", 20, (19,)),)), None))
    monkeypatch.setattr(bot.tables.daily, "last_days", days)
    monkeypatch.setattr(bot.tables.daily, "turns_of_luck", asked)
    monkeypatch.setattr(bot.tables.daily, "has_results", AsyncMock(return_value=True))
    told = (await bot.type(ANN, "ladder", ruleset="daily")).words
    asked.assert_awaited_once_with(8)
    assert told.index("30 November") < told.index("Luckiest roll") < told.index("29 November")
    assert "A hit. (hit 19)" in told
    assert "Worst roll" not in told
    choices = await bot.completions(ANN, "ladder", "ruleset", "da")
    assert [each.value for each in choices] == ["daily"]


async def test_a_query_is_completed_condition_by_condition(
    bot: OfflineBot, ladder: AsyncMock
) -> None:
    async def found(option: str, typed: str = "", **filled: Any) -> list[str]:
        choices = await bot.completions(ANN, "ladder", option, typed, **filled)
        assert all(each.name == each.value[-100:] for each in choices)
        return [each.value for each in choices]

    assert {"name=ann", "score>", "score<"} <= {*await found("where")}
    assert await found("where", "turn<5 name=b", ruleset="wandering", everywhere=True) == [
        "turn<5 name=bob"
    ]
    ladder.assert_awaited_with(None, "wandering")
    assert len(await found("where", "x" * 93 + " score")) == 2
    assert await found("where", "x" * 94 + " score") == []
    assert await found("sort", "score") == ["score", "-score"]
    ladder.assert_awaited_with(GUILD, "toy")
    assert await found("ruleset", "da") == []  # no daily run is over yet
    assert await found("ruleset", "to") == ["toy"]
    choices = await bot.completions(ANN, "hall", "ruleset", "")
    assert [each.value for each in choices] == ["toy", "mastered", "wandering"]


async def test_the_hall_shows_who_fell_where(
    bot: OfflineBot, ladder: AsyncMock, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = AsyncMock(return_value=SimpleNamespace(png=b"hall"))
    monkeypatch.setattr(bot.client._services.card_builder, "hall", draw)
    told = await bot.type(ANN, "hall")
    assert (told.words, told.files) == ("**Toy: who fell where**", {"hall.png": b"hall"})
    title, fallen, ruleset, person = draw.await_args.args  # type: ignore[union-attr]
    assert (title, ruleset, person) == ("Toy: who fell where", "toy", ANN.id)
    assert [(each.name, each.level) for each in fallen] == [("Ann", 3), ("Bob", 1)]
    ladder.return_value = (result("Dan", 4),)
    told = await bot.type(ANN, "hall")
    assert told.words == "No Toy game of this server that counts has ended at some level."


# ------------------------------------------------------------ dice


async def test_the_proof_of_the_dice_begins_with_its_result(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.found(BOB)
    found = await (await bot.tables.at(CHANNEL)).history.proof()
    for ok, complete, sign in (
        (False, True, "✗"),
        (False, False, "✗"),
        (True, True, "✓"),
        (True, False, "Only in part:"),
    ):
        proof = replace(found, ok=ok, complete=complete)
        monkeypatch.setattr(GameHistory, "proof", AsyncMock(return_value=proof))
        told = (await bot.type(BOB, "dice")).words.splitlines()
        assert told[0].startswith(f"{sign} ")
        assert told[1:] == ["The seed is published when the game ends."]


def test_how_the_dice_fell_is_a_table_with_a_line_for_each_purpose() -> None:
    to_hit, hurt = (("to hit", 20, 12, 11.25, 10.5), ("hurt", 6, 3, 3.0, 3.5))
    stats = [RollStats(*each, faces=()) for each in (to_hit, hurt)]
    assert stats_table(stats).splitlines() == [
        "        die   rolls    mean  expected",
        "to hit  d20      12   11.25     10.50",
        "hurt    d6        3    3.00      3.50",
    ]


@pytest.mark.parametrize(
    ("success", "comment", "told"),
    [
        (None, "", "B\\*b rolls: **-4**\n2d6"),
        (True, "", "B\\*b rolls: **succeeds** by 4\n2d6"),
        (False, "lu_ck", "B\\*b rolls — lu\\_ck: **fails** by 4\n2d6"),
    ],
)
def test_a_roll_is_told_with_its_note_and_result(
    success: bool | None, comment: str, told: str
) -> None:
    rolled: Any = SimpleNamespace(comment=comment, total=-4, success=success, detail="2d6")
    assert roll_text("B*b", rolled) == told


async def test_what_is_no_dice_is_refused_and_dice_are_rolled_in_private_messages_too(
    bot: OfflineBot,
) -> None:
    told = await bot.type(BOB, "roll", dice="two dice")
    assert "rolls" not in told.words
    assert told.private
    bot.place = (CHANNEL, None)
    told = await bot.type(BOB, "roll", dice="2d1")
    assert told.words.startswith("Bob rolls: **2**")


async def test_a_roll_for_all_speaks_the_servers_language(bot: OfflineBot) -> None:
    await bot.type(ANN, "admin", language="de")
    told = await bot.type(BOB, "roll", dice="2d1")
    assert told.words.startswith("Bob würfelt")


async def test_the_dice_that_somebody_saw_are_counted(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.found(BOB)
    seats: list[int | None] = []

    async def events(_: object, seat: int | None) -> list[Event]:
        seats.append(seat)
        return []

    monkeypatch.setattr(GameHistory, "rolled_events", events)
    assert (await bot.type(BOB, "dice", stats=True)).words == "You have seen no dice yet."
    await bot.type(EVE, "dice", stats=True)
    assert seats == [1, None]


# ------------------------------------------------------------ people and their options


async def test_options_are_shown_changed_and_suggested(bot: OfflineBot) -> None:
    told = await bot.type(BOB, "options", name="view", value="words")
    assert "words" in told.words
    assert (await bot.client._services.card_builder.preferences(BOB.id))["view"] == "words"
    found = await bot.completions(BOB, "options", "name", "vie")
    assert "view" in [each.value for each in found]
    found = await bot.completions(BOB, "options", "value", "wor", name="view")
    assert [each.value for each in found] == ["words"]
    assert await bot.completions(BOB, "options", "value", "") == []
