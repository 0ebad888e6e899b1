"""The daily run: one start for all servers, one attempt a person, results when the day is over."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.contract.action import Event, Roll
from engine.contract.dice import commitment
from table.contest import Contest
from table.daily import DailyRuns
from table.errors import Refusal
from table.game_settings import DAY
from table.heavy.queue import TOO_MUCH
from table.history.history import GameHistory
from table.history.proof import Proof
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.world import SEED, TableWorld, change

SERVERS = (10, 20, 30, 40)
PEOPLE = {server: Person(server, f"Player {server}") for server in SERVERS}


@pytest.fixture
async def world(tmp_path: Path):
    world = await TableWorld(tmp_path / "games.sqlite").open()
    tables = world.tables
    tables.daily = DailyRuns(
        tables.registry, tables.contests, tables.ladder, tables.servers, ruleset="toy", options={}
    )
    yield world
    await world.close()


async def begun(world: TableWorld, server: int, day: int, mode: str = "solo") -> TableDriver:
    """Return the run of a server's player."""
    begin = world.tables.daily.begin
    return TableDriver(await begin(PEOPLE[server], server, 1000 * server + day, mode))


async def win(table: TableDriver, server: int, steps: int = 0) -> None:
    """Let a player win by guessing, after so many steps."""
    who = PEOPLE[server]
    for step in range(steps):
        await table.act(who, f"step {'ewwe'[step % 4]}")
    word = dict((await table.view(1)).facts)["Your word"]
    await table.act(who, f"guess {word}")
    await table.act(who, "yes")
    assert table.game.phase == "over"


async def forge(world: TableWorld, game: int, *, as_of: int) -> None:
    """Put the end of another game in the place of a game's own, behind the bot's back."""
    newest = "number = (SELECT max(number) FROM snapshots WHERE game = {})"
    end = f"SELECT state FROM snapshots WHERE game = {as_of} AND {newest.format(as_of)}"
    await change(
        world.tables.store,
        f"UPDATE snapshots SET state = ({end}) WHERE game = {game} AND {newest.format(game)}",
    )


async def check_all(world: TableWorld) -> None:
    """Replay all runs of days that are over."""
    while await world.tables.daily.check_next():
        pass


async def midnight(world: TableWorld) -> None:
    """Let the day end."""
    world.time.pass_(DAY - world.time.now % DAY)
    await world.tables.contests.end_due()


async def test_three_days_of_four_servers_with_a_forged_result(
    world: TableWorld, caplog: pytest.LogCaptureFixture
) -> None:
    """Everybody has the same start on a day and another on the next; a run whose stored state was
    changed behind the bot's back is refused, and the host told; nothing is told of a day that goes
    on."""
    daily, secrets, forged = world.tables.daily, list[str](), 0
    for day in range(3):
        world.draw = lambda n, day=day: (bytes([day]) + SEED * n)[:n]
        tables = [await begun(world, server, day) for server in SERVERS]
        starts = [[(await t.view(seat)).facts for seat in (0, 1)] for t in tables]
        assert starts == [starts[0]] * len(SERVERS)
        secrets.append(str(starts[0]))
        for number, (server, table) in enumerate(zip(SERVERS, tables, strict=True)):
            with pytest.raises(Refusal, match="taken part already"):
                await daily.begin(PEOPLE[server], 50, 999_000 + number, "solo")
            if number < 3:  # the last of them is still at it at midnight
                await win(table, server, 2 * number)
        assert len(await daily.last_days()) == day
        assert len(await world.tables.ladder.rows(None, "toy")) == (3 * day - (day > 1))
        if day == 1:
            forged = tables[0].game.id
            await forge(world, forged, as_of=tables[2].game.id)
        await midnight(world)
        assert all(table.game.phase == "over" for table in tables)
        assert (await daily.last_days())[0].unchecked == len(SERVERS)
        await check_all(world)
    (warning,) = [each for each in caplog.records if each.name == "table.daily"]
    assert f"game {forged} does not come out" in warning.getMessage()
    days = await daily.last_days()
    assert [each.contest.name for each in days] == ["1970-01-14", "1970-01-13", "1970-01-12"]
    assert [(len(each.rows), each.refused, each.unchecked) for each in days] == [
        (3, 0, 0),
        (2, 1, 0),
        (3, 0, 0),
    ]
    assert PEOPLE[SERVERS[0]].id not in {row.person for row in days[1].rows}
    assert [row.place for row in days[0].rows] == [1, 2, 3]
    assert days[0].rows[0].person == PEOPLE[SERVERS[2]].id  # who walked most
    assert len(secrets) == len(set(secrets))
    assert len(await world.tables.ladder.rows(None, "toy")) == 8
    assert await daily.turns_of_luck(days[0].rows[0].game) == (None, None)  # the toy rolls nothing


async def test_a_group_votes_in_one_run_and_each_of_them_has_had_theirs(world: TableWorld) -> None:
    daily, others = world.tables.daily, [PEOPLE[server] for server in SERVERS[1:]]
    table = await begun(world, SERVERS[0], 1, "vote")
    assert table.game.mode == "vote"
    with pytest.raises(Refusal, match="by way of the contest"):
        await table.join(others[0])
    await begun(world, SERVERS[1], 1)
    with pytest.raises(Refusal, match="taken part already"):
        await daily.take_part(others[0], table.game.id)
    for who in others[1:]:
        await daily.take_part(who, table.game.id, request=f"join-{who.id}")
        await daily.take_part(who, table.game.id, request=f"join-{who.id}")
        with pytest.raises(Refusal, match="taken part already"):
            await daily.begin(who, SERVERS[0], 7000, "solo")
    assert [member.person for member in table.members] == [
        PEOPLE[SERVERS[0]].id, *(who.id for who in others[1:]),
    ]  # fmt: skip


async def test_nobody_joins_a_game_of_no_contest_that_way(world: TableWorld) -> None:
    table = await world.begun("vote")
    with pytest.raises(Refusal, match="no run"):
        await world.tables.daily.take_part(PEOPLE[30], table.game.id)


async def test_a_run_that_cannot_be_replayed_waits_and_holds_up_no_other(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    daily = world.tables.daily
    runs = [await begun(world, server, 1) for server in SERVERS[:2]]
    await midnight(world)
    proof = GameHistory.proof

    async def refuse(history: GameHistory, **limits: float) -> Proof:
        if history is runs[0].history:
            raise Refusal(TOO_MUCH)
        return await proof(history, **limits)

    monkeypatch.setattr(GameHistory, "proof", refuse)
    assert [await daily.check_next() for _ in range(3)] == [True, True, False]
    (day,) = await daily.last_days()
    assert (day.refused, day.unchecked) == (0, 1)
    assert f"game {runs[0].game.id} cannot be replayed" in caplog.text


async def test_a_day_has_one_contest_from_midnight_to_midnight_whoever_asks_first(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = world.tables.daily
    world.time.now = 12 * DAY + 5.0
    stored = world.tables.store.contests
    add = stored.add

    async def add_after_another(contest: Contest, request: str) -> int:
        await add(replace(contest, founder=77, seed=bytes(16)), request)
        return await add(contest, request)

    monkeypatch.setattr(stored, "add", add_after_another)
    found = await daily.today()
    assert (found.name, found.founder, found.guild, found.channel) == ("1970-01-13", 77, 0, 0)
    assert (found.created, found.ends) == (12 * DAY + 5.0, 13 * DAY)
    monkeypatch.setattr(stored, "add", add)
    assert (await daily.today()).id == found.id
    world.time.now = 13 * DAY
    tomorrow = await daily.today()
    assert (tomorrow.name, tomorrow.founder, tomorrow.ends) == ("1970-01-14", 0, 14 * DAY)
    assert tomorrow.seed_hash == commitment(SEED)


async def test_results_of_a_day_are_shown_for_a_week(world: TableWorld) -> None:
    daily = world.tables.daily
    await daily.today()
    assert not await daily.has_results()
    await midnight(world)
    assert await daily.has_results()
    world.time.pass_(7 * DAY - 1)
    assert [each.rows for each in await daily.last_days()] == [()]
    world.time.pass_(2)
    assert await daily.last_days() == []
    assert not await daily.has_results()


async def test_whoever_may_not_open_games_or_has_taken_part_may_not_begin(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily, who = world.tables.daily, PEOPLE[SERVERS[0]]
    await daily.check_may_begin(who, SERVERS[0])
    await begun(world, SERVERS[0], 1)
    with pytest.raises(Refusal, match="taken part already"):
        await daily.check_may_begin(who, SERVERS[1])

    async def check_may_open(person: Person, guild: int) -> None:
        if guild == SERVERS[2]:
            raise Refusal(f"{person.name} may not.")

    monkeypatch.setattr(world.tables.servers, "check_may_open", check_may_open)
    other = PEOPLE[SERVERS[1]]
    await daily.check_may_begin(other, SERVERS[1])
    with pytest.raises(Refusal, match=f"{other.name} may not"):
        await daily.check_may_begin(other, SERVERS[2])


@pytest.mark.parametrize(("has_entered", "raised"), [(True, Refusal), (False, IntegrityError)])
async def test_whoever_takes_part_in_two_runs_at_once_is_refused_one(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, has_entered: bool, raised: type[Exception]
) -> None:
    daily, who = world.tables.daily, PEOPLE[SERVERS[1]]
    table = await begun(world, SERVERS[0], 1, "vote")

    async def run(*_: object, **__: object) -> None:
        if has_entered:
            await begun(world, SERVERS[1], 1)
        raise IntegrityError("INSERT", {}, ValueError("taken"))

    monkeypatch.setattr(table.actor, "run", run)
    with pytest.raises(raised):
        await daily.take_part(who, table.game.id)


async def test_the_luck_that_is_told_of_a_run_is_what_its_character_has_seen(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    lucky, usual, unlucky = (
        Event("roll", "A roll.", rolls=(Roll("own", 6, (face,), own=True),)) for face in (6, 4, 1)
    )
    seen = {0: [usual, lucky, unlucky], 1: [usual]}

    async def rolled_events(_: GameHistory, seat: int) -> list[Event]:
        return seen[seat]

    monkeypatch.setattr(GameHistory, "rolled_events", rolled_events)
    table = await begun(world, SERVERS[0], 1)
    assert await world.tables.daily.turns_of_luck(table.game.id) == (lucky, unlucky)
