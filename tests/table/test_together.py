"""Ways to play, seats, time: who has the hero, until when, and who is told."""

from __future__ import annotations

from datetime import datetime
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cogs.ui.history import RECAP_AFTER, RECAP_LINES, recap
from engine.contract.action import GM, Action, Advice
from engine.contract.view import View
from table.actor import GameActor
from table.errors import Refusal
from table.history.entries import Acted, BotAway, Paused, SeatReturned, TurnsUndone
from table.history.history import Story
from table.schedule.quiet_hours import (
    Preferences,
    add_waking_time,
    check_preference,
    next_quiet_time,
    next_waking_time,
)
from table.tables import AWAY
from tests.table.test_votes import DAY, entries, ring, voting
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld
from tests.toys.guessing import GuessingState, Toy

HOUR = 3600.0


def pings(world: TableWorld) -> list[tuple[list[int], str]]:
    """The pings that are there: whom, and the first words."""
    return [
        (list(owed.content.people), str(owed.content.text).split(" Ann")[0].split(" Bob")[0])
        for owed in world.office.shown("ping")
    ]


# ---------------------------------------------------------------- ways to play


async def test_by_rota_the_hero_passes_on_after_its_moves(world: TableWorld) -> None:
    table = await voting(world, mode="rota", rota="1 turn")
    assert table.reader.rota_person() == ANN.id
    with pytest.raises(Refusal, match=r"It is Ann's turn\. You are next\."):
        await table.act(BOB, "step s")
    await table.act(ANN, "look")
    assert table.reader.rota_person() == ANN.id
    await table.act(ANN, "step s")
    assert table.reader.rota_person() == BOB.id
    await table.act(BOB, "step n")
    await table.leave(EVE)
    await table.change_setting(ANN, "rota", "3 turns")
    assert table.reader.rota_person() == ANN.id
    for way in "sns":
        await table.act(ANN, f"step {way}")
    assert table.reader.rota_person() == BOB.id


@pytest.mark.parametrize("mode", ["solo", "vote", "first"])
async def test_where_there_is_no_rota_it_is_nobodys_turn_by_it(
    world: TableWorld, mode: str
) -> None:
    table = await voting(world, mode=mode)
    assert table.reader.rota_person() is None
    assert table.reader.rota_order() == ()


async def test_by_rota_of_hours_the_hero_passes_on_when_they_are_over(world: TableWorld) -> None:
    table = await voting(world, mode="rota", rota="6 hours", pace="none")
    await table.act(ANN, "step s")
    await ring(world, 3 * HOUR)
    assert table.reader.rota_person() == ANN.id
    await ring(world, 3 * HOUR)
    assert table.reader.rota_person() == BOB.id
    await world.restart()
    await ring(world, 6 * HOUR)
    table = await world.table()
    assert table.reader.rota_person() == EVE.id


async def test_late_by_rota_can_mean_that_the_next_one_plays(world: TableWorld) -> None:
    table = await voting(world, mode="rota", late="pass")
    await world.tables.preferences.set(EVE.id, "next", "on")
    await ring(world, DAY)
    assert table.reader.rota_person() == BOB.id
    assert pings(world) == [([2], "Your move in Toy."), ([3], "You are next in Toy.")]
    await table.act(BOB, "step s")
    await world.outbox.flush()
    assert pings(world) == [([3], "Your move in Toy.")]


async def test_first_come_must_let_others_move_for_a_while(world: TableWorld) -> None:
    table = await voting(world, mode="first", cooldown="120")
    await table.act(ANN, "step s")
    with pytest.raises(Refusal, match="120 seconds"):
        await table.act(ANN, "step n")
    await table.act(BOB, "step n")
    world.time.pass_(120)
    await table.act(ANN, "step n")


async def test_the_game_master_sees_all_and_is_named_by_the_founder(world: TableWorld) -> None:
    with pytest.raises(Refusal, match="no place for a Game Master"):
        await world.found(CHANNEL, ANN, "toy", mode="table")
    table = await world.found(CHANNEL, ANN, "mastered", mode="table")
    await table.join(BOB)
    await table.join(EVE)
    await table.begin(ANN)
    assert [seat.person for seat in table.seats] == [BOB.id, EVE.id]
    assert table.reader.game_master() == ANN.id
    assert table.reader.may_see(ANN.id) == (GM,)
    assert table.reader.may_act(BOB.id) == (0,)
    with pytest.raises(Refusal):
        await table.name_game_master(BOB, BOB.id)
    await table.act(BOB, "step s")
    assert isinstance((await table.undo(ANN, 1)).entry, TurnsUndone)
    await table.name_game_master(ANN, EVE.id)
    assert table.reader.may_see(EVE.id) == (1, GM)
    words = [value for _, value in (await table.view(GM)).facts]
    assert {(await table.view(seat)).facts[-1][1] for seat in (0, 1)} <= set(words)


# ---------------------------------------------------------------- seats


async def test_a_hero_is_handed_over_by_who_has_it(world: TableWorld) -> None:
    table = await world.begun()
    with pytest.raises(Refusal):
        await table.give_seat(BOB, 0, BOB.id)
    with pytest.raises(Refusal, match="not in this game"):
        await table.give_seat(ANN, 0, EVE.id)
    await table.give_seat(ANN, 0, BOB.id)
    assert table.reader.may_act(BOB.id) == (0, 1)
    assert table.reader.may_act(ANN.id) == ()
    await table.act(BOB, "step s")


async def test_a_lent_hero_comes_back_by_itself(world: TableWorld) -> None:
    table = await world.begun()
    await table.lend_seat(ANN, 0, BOB.id, world.time.now + DAY)
    assert (table.reader.may_act(ANN.id), table.reader.may_see(ANN.id)) == ((), (0,))
    assert str(table.reader.why_not(ANN.id)) == "Ann is lent to Bob now."
    assert str(table.reader.why_not(EVE.id)) == "You have no character in this game."
    await table.act(BOB, "step s", seat=0)
    await world.restart()
    await ring(world, DAY)
    table = await world.table()
    assert table.reader.may_act(ANN.id) == (0,)
    assert (await entries(world, table))[-1] == SeatReturned((0,))
    await table.lend_seat(ANN, 0, BOB.id, world.time.now + DAY)
    await table.take_back_seat(ANN, 0)
    assert table.reader.may_act(ANN.id) == (0,)
    assert (await table.status()).deadlines == ()


async def test_a_pause_keeps_what_is_lent_and_moved(world: TableWorld) -> None:
    table = await voting(world)
    await table.lend_seat(ANN, 0, BOB.id, world.time.now + DAY)
    await table.move_to_set(BOB, "pace", "slow")
    await table.pause(ANN)
    assert (await table.status()).deadlines == ()
    await ring(world, HOUR)
    await table.resume(ANN)
    due = {d.kind: d.due - world.time.now for d in (await table.status()).deadlines}
    assert due == {
        "turn": DAY,
        "reminder": DAY / 2,
        "motion": DAY,
        "motion_reminder": DAY / 2,
        "loan": DAY - HOUR,
    }


async def test_a_hero_can_play_by_itself_but_not_all_of_them(world: TableWorld) -> None:
    table = await world.begun()
    await table.set_autoplay(BOB, 1, True)
    with pytest.raises(Refusal, match="nobody would play"):
        await table.set_autoplay(ANN, 0, True)
    await table.act(ANN, "step s")
    await ring(world, 0)
    assert (await table.status()).turn.waiting == (0,)
    assert (await table.view(None)).turn == 2
    await table.set_autoplay(BOB, 1, False)
    await table.act(ANN, "step s")
    await ring(world, 0)
    assert (await table.status()).turn.waiting == (1,)


async def test_who_comes_back_is_told_what_they_may_hear(world: TableWorld) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    world.time.pass_(5)
    await table.act(BOB, "step n")
    await table.act(ANN, "look")
    world.time.pass_(5)
    await table.act(ANN, "step s")
    story = await table.history.story(BOB.id)
    assert _sentences(story) == ["Ann walks s."]
    assert [record.entry for record in story.records] == [Acted(0, "")]
    newcomer = await table.history.story(EVE.id)
    assert _sentences(newcomer) == ["Ann walks s.", "Bob walks n.", "Ann walks s."]


def _sentences(story: Story) -> list[str]:
    return [str(event.text) for record in story.records for event in record.events]


# ---------------------------------------------------------------- time


async def test_who_was_away_for_days_is_told_what_they_missed_in_five_lines(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN, "wandering", mode="first")
    for person in (BOB, EVE):
        await table.join(person)
    await table.begin(ANN)
    await table.act(ANN, "wander")
    since = table.state.last_active[ANN.id]
    for _ in range(9):
        world.time.pass_(600)
        await table.act(BOB, "wander")
    length = table.actor.state.game.number
    back = since + RECAP_AFTER
    assert await recap(table.actor, ANN.id, since, length, back - 1) is None
    assert await recap(table.actor, BOB.id, world.time.now, length, back * 2) is None
    missed = await recap(table.actor, ANN.id, since, length, back)
    assert missed is not None
    told = missed.words.splitlines()
    assert told[0] == "**Since you were here**"
    assert 1 <= len([line for line in told if line.startswith("- ")]) <= RECAP_LINES
    assert "/story" in told[-1]


async def test_reminders_climb_a_ladder_and_there_is_one_at_a_time(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy", settings={"pace": "daily"})
    await table.join(BOB)
    await table.begin(ANN)
    await table.act(ANN, "step s")
    await world.outbox.flush()
    (owed,) = world.office.shown("ping")
    assert owed.content.until == world.time.now + DAY
    seen = [pings(world)]
    for _ in range(4):
        await ring(world, DAY / 2)
        seen.append(pings(world))
    assert seen == [
        [([2], "Your move in Toy.")],
        [([2], "You are the last one that Toy waits for.")],
        [([2], "Your move in Toy is late.")],
        [([2], "Your move in Toy is late.")],
        [([2], "Your move in Toy is late.")],
    ]
    await table.act(BOB, "step n")
    await world.outbox.flush()
    assert pings(world) == [([1], "Your move in Toy.")]


async def test_a_late_hero_can_play_by_itself(world: TableWorld) -> None:
    terms = {"pace": "hourly", "late": "autoplay"}
    table = await world.found(CHANNEL, ANN, "toy", settings=terms)
    await table.join(BOB)
    await table.begin(ANN)
    for turn in (1, 2, 3):
        await ring(world, HOUR)
        assert (await table.view(None)).turn == turn
    await ring(world, 10 * HOUR)
    assert (await table.view(None)).turn == 3  # after three turns without anybody it waits
    await table.act(BOB, "step n")
    await ring(world, HOUR)
    assert (await table.view(None)).turn == 5


async def test_nobody_is_pinged_in_their_quiet_hours_and_the_turn_waits_for_morning(
    world: TableWorld,
) -> None:
    evening = datetime(2026, 6, 1, 22, 30, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    world.time.now = evening
    await world.tables.preferences.set(BOB.id, "zone", "Europe/Berlin")
    await world.tables.preferences.set(BOB.id, "quiet", "22:00-08:00")
    table = await world.found(CHANNEL, ANN, "toy", settings={"pace": "hourly"})
    await table.join(BOB)
    await table.begin(ANN)
    await table.act(ANN, "step s")
    await world.outbox.flush()
    assert pings(world) == []
    due = {d.kind: d.due for d in (await table.status()).deadlines}
    assert due["turn"] == evening + 9.5 * HOUR + HOUR
    await ring(world, 9.5 * HOUR)
    assert len(pings(world)) == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("zone", "Mars", "Write the time zone like Europe/Berlin."),
        ("zone", "../etc", "Write the time zone like Europe/Berlin."),
        ("quiet", "8", "Write quiet hours like 22:00-08:00."),
        ("quiet", "24:00-08:00", "Write quiet hours like 22:00-08:00."),
        ("quiet", "22:60-08:00", "Write quiet hours like 22:00-08:00."),
        ("quiet", "08:00-8:00", "Quiet hours cannot last all day."),
        ("away", "soon", "Say until when you are away."),
        ("away", "1e11", "Say until when you are away."),
        ("away", "nan", "Say until when you are away."),
    ],
)
def test_what_is_no_zone_or_hour_is_refused(name: str, value: str, said: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_preference(name, value)
    assert str(refusal.value) == said


async def test_what_was_refused_is_not_set(world: TableWorld) -> None:
    with pytest.raises(Refusal):
        await world.tables.preferences.set(ANN.id, "zone", "Mars")
    assert await world.tables.preferences.of(ANN.id) == {}


@pytest.mark.parametrize(
    ("values", "wishes"),
    [
        ({}, Preferences()),
        ({"about": "me", "colour": "red"}, Preferences()),
        ({"pings": "off"}, Preferences(pings=False)),
        ({"pings": "on", "next": "off"}, Preferences()),
        ({"next": "on"}, Preferences(pings_when_next=True)),
        ({"zone": "Europe/Berlin"}, Preferences(zone="Europe/Berlin")),
        ({"away": "99999999999"}, Preferences(away_until=99999999999.0)),
        ({"quiet": "22:00-08:00"}, Preferences(quiet_hours=(1320, 480))),
        ({"quiet": " 0:05 – 23:59 "}, Preferences(quiet_hours=(5, 1439))),
    ],
)
def test_wishes_are_read_as_they_were_written(values: dict[str, str], wishes: Preferences) -> None:
    for name, value in values.items():
        check_preference(name, value)
    assert Preferences.parse(values) == wishes


@pytest.mark.parametrize(
    ("hours", "minute", "wakes"),
    [
        ((60, 120), 59, 59),
        ((60, 120), 60, 120),
        ((60, 120), 119, 120),
        ((60, 120), 120, 120),
        ((1320, 480), 1319, 1319),
        ((1320, 480), 1320, 1920),
        ((1320, 480), 479, 480),
        ((1320, 480), 480, 480),
        (None, 60, 60),
    ],
)
def test_quiet_hours_end_at_their_last_minute(
    hours: tuple[int, int] | None, minute: int, wakes: int
) -> None:
    wishes = Preferences(quiet_hours=hours)
    assert next_waking_time(wishes, 60.0 * minute) == 60.0 * wakes
    back = replace(wishes, away_until=60.0 * minute)
    assert next_waking_time(back, 0.0) == 60.0 * wakes
    assert next_quiet_time(wishes, 0.0) == (None if hours is None else 60.0 * hours[0])


async def test_after_an_absence_deadlines_have_moved_before_any_game_is_loaded(
    world: TableWorld,
) -> None:
    table = await voting(world)
    deadlines = await world.tables.store.deadlines.of(table.game.id)
    await world.tables.store.beat(world.time.now)
    for days in (2, 3):  # the second absence begins before anybody was told of the first
        await world.close()
        world.time.pass_(days * DAY)
        await world.open()
        with patch.object(world.tables.registry, "_load", side_effect=AssertionError):
            await world.tables.come_back()
            await world.tables.come_back()
    moved = await world.tables.store.deadlines.of(table.game.id)
    assert moved == tuple(replace(each, due=each.due + 5 * DAY) for each in deadlines)
    table = await world.table()
    began = table.state.turn_began
    await table.pause(ANN)
    assert table.state.turn_began == began + 5 * DAY
    assert (await entries(world, table))[-2:] == [BotAway(5 * DAY), Paused("")]
    await world.outbox.flush()
    notices = [str(each.content.text) for each in world.office.shown("notice")]
    assert sum("away for 120 hours" in each for each in notices) == 1


async def test_every_game_is_told_of_an_absence_once_and_a_short_one_is_none(
    world: TableWorld,
) -> None:
    games = [await voting(world)]
    for channel in (CHANNEL + 1, CHANNEL + 2):
        games.append(await world.found(channel, ANN, "toy", settings={"pace": "daily"}))
        await games[-1].begin(ANN)
    await world.tables.store.beat(world.time.now)
    world.time.pass_(2 * DAY)
    await world.restart()
    await world.tables.come_back()
    with patch.object(GameActor, "catch_up", side_effect=Refusal("It cannot be loaded.")):
        await world.tables._tell_of_lost_time()  # and it comes to an end
    for _ in range(2):
        await world.tables._tell_of_lost_time()
    world.time.pass_(AWAY / 2)
    await world.tables.come_back()
    await world.tables._tell_of_lost_time()
    for game in games:
        told = [each for each in await entries(world, game) if isinstance(each, BotAway)]
        assert told == [BotAway(2 * DAY)]


# ---------------------------------------------------------------- hours

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
PREFERENCES = st.builds(
    Preferences,
    zone=st.sampled_from(ZONES),
    quiet_hours=st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(
        lambda q: q[0] != q[1]
    ),
    away_until=st.floats(0, 1.8e9),
)
MOMENTS = st.floats(1.7e9, 1.9e9).map(round)


def quiet(preferences: Preferences, moment: float) -> bool:
    """Return whether the clock on the wall shows quiet hours."""
    assert preferences.quiet_hours
    wall = datetime.fromtimestamp(moment, ZoneInfo(preferences.zone))
    minute, (start, end) = wall.hour * 60 + wall.minute, preferences.quiet_hours
    return start <= minute < end if start < end else not end <= minute < start


@given(PREFERENCES, MOMENTS)
def test_the_first_waking_moment_is_awake_and_soon(preferences: Preferences, now: float) -> None:
    awake = next_waking_time(preferences, now)
    assert awake >= max(now, preferences.away_until)
    assert awake <= max(now, preferences.away_until) + 26 * HOUR
    night = next_quiet_time(preferences, awake)
    assert night is not None
    assert awake < night <= awake + 26 * HOUR


@given(PREFERENCES, MOMENTS, st.integers(60, 4 * 86400))
def test_waking_time_adds_up(preferences: Preferences, now: float, seconds: int) -> None:
    whole = add_waking_time(preferences, now, seconds)
    assert whole >= max(now, preferences.away_until) + seconds
    half = add_waking_time(
        preferences, add_waking_time(preferences, now, seconds // 2), seconds - seconds // 2
    )
    assert abs(half - whole) <= 1 or quiet(preferences, half - 1) or quiet(preferences, whole - 1)


def test_quiet_hours_follow_the_wall_clock_over_summer_time() -> None:
    berlin = Preferences(zone="Europe/Berlin", quiet_hours=(22 * 60, 8 * 60))
    zone = ZoneInfo("Europe/Berlin")
    for day, hours in ((datetime(2026, 3, 28, 23), 8), (datetime(2026, 10, 24, 23), 10)):
        night = day.replace(tzinfo=zone).timestamp()
        assert next_waking_time(berlin, night) == night + hours * HOUR
    gap = Preferences(zone="Europe/Berlin", quiet_hours=(23 * 60, 2 * 60 + 30))
    before = datetime(2026, 3, 29, 1, 30, tzinfo=zone).timestamp()
    assert next_waking_time(gap, before) == before + HOUR  # 02:30 is never shown that night


class Reasoning(Toy):
    """The guessing game whose characters say why they do something by themselves."""

    name = "reasoning"

    def advise(self, state: GuessingState, seat: int) -> Advice:
        """Return a step along the edge."""
        return Advice(Action("step", ("s" if seat == 0 else "n",)), "the edge is near")


class Open(Reasoning):
    """The same without secrets."""

    name = "open"

    def view(self, state: GuessingState, seat: int | None) -> View:
        """Return the view of whoever is to move."""
        return super().view(state, state.mover)


@pytest.mark.parametrize("rules", [Reasoning(), Open()])
async def test_a_hero_that_plays_by_itself_says_why_to_all_who_saw_the_same(
    world: TableWorld, rules: Toy
) -> None:
    world.rulesets[rules.name] = rules
    table = await world.found(CHANNEL, ANN, rules.name, mode="solo")
    await table.join(BOB)
    await table.begin(ANN)
    await table.set_autoplay(BOB, 1, True)
    await table.act(ANN, "step s")
    assert await table.history.autoplayed() == ()
    await ring(world, 0)
    told = await table.history.autoplayed()
    if isinstance(rules, Open):
        assert [(each.seat, each.action, each.why) for each in told] == [
            (1, "step n", "the edge is near")
        ]
        assert "the edge is near" in str(await table.history.whole_log(None))
    else:
        assert told == ()
        assert "the edge is near" not in str(await table.history.whole_log(None))
    assert "the edge is near" in str(await table.history.whole_log(1))
    assert (await table.history.proof()).ok
    await table.act(ANN, "step e")
    assert await table.history.autoplayed() == ()
