"""Votes at a table: what is proposed, how it is decided, and what lasts."""

from __future__ import annotations

import asyncio

import pytest

from cogs.vote import vote_status_text
from engine.contract.action import Action
from table.errors import Refusal, StaleCard
from table.history.entries import (
    Abstained,
    Acted,
    AnyEntry,
    Begun,
    Decided,
    Founded,
    Joined,
    MotionLost,
    MotionMade,
    Proposed,
    Undecided,
    Voted,
    without_key,
)
from table.schedule.deadlines import MAX_MISSED_TURNS
from table.state import Person
from table.voting.motions import SettingMotion
from table.voting.settlement import lot
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, CHANNEL, EVE, SEED, TableWorld, meet_due
from tests.toys.guessing import GuessingState, Toy

DAY, HOUR = 86400.0, 3600.0
ZOE = Person(4, "Zoe")


async def voting(
    world: TableWorld, *people: Person, mode: str = "vote", **terms: str
) -> TableDriver:
    """A game of Ann, Bob, Eve (and more) that has begun; all messages are out."""
    terms = {"pace": "daily", **terms}
    table = await world.found(CHANNEL, ANN, "toy", mode=mode, settings=terms)
    for person in (BOB, EVE, *people):
        await table.join(person)
    await table.begin(ANN)
    await world.outbox.flush()
    return table


async def entries(world: TableWorld, table: TableDriver) -> list[AnyEntry]:
    """Return the entries of the log since the beginning of play."""
    records = await world.tables.store.games.records(table.game.id, 0, 1000)
    lobby = (Founded, Joined, Begun)
    return [without_key(each.entry) for each in records if not isinstance(each.entry, lobby)]


async def last_decision(world: TableWorld, table: TableDriver) -> tuple[str, str]:
    """Return the letter and action of the newest entry but one, a decision."""
    entry = (await entries(world, table))[-2]
    assert isinstance(entry, Decided)
    return entry.letter, entry.action


async def ring(world: TableWorld, seconds: float) -> None:
    """Let time pass, and what falls due ring."""
    world.time.pass_(seconds)
    for _ in range(6):
        await meet_due(world.tables.clock)
    await world.outbox.flush()


def decoded(data: bytes) -> GuessingState:
    """Return the state of the guessing game."""
    return Toy().load(data)


async def test_an_action_is_a_proposal_and_the_character_does_what_most_want(
    world: TableWorld,
) -> None:
    table = await voting(world)
    card = table.game.card
    receipt = await table.act(ANN, "step s", card=card, request="a")
    assert (receipt.entry, receipt.seat, receipt.card) == (Proposed("step s"), None, card)
    await table.act(BOB, Action("step", ("e",)), card=card)
    poll = table.reader.poll()
    assert poll
    assert [(line.letter, line.action, line.votes) for line in poll.proposals] == [
        ("A", "step s", 1),
        ("B", "step e", 1),
    ]
    assert (poll.voted, poll.voters, poll.missing) == (2, 3, (3,))
    assert (await table.view(None)).turn == 0
    assert (await table.status()).waiting_for == (3,)

    decided = await table.vote(EVE, ["B"], card=card, request="e")
    assert decided.card == card + 1
    assert (await table.view(None)).turn == 1
    assert table.reader.poll() is None
    assert (await entries(world, table))[-4:] == [
        Proposed("step e"),
        Voted(("B",)),
        Decided("B", "step e", {"A": 1, "B": 2}, 3, 3, (), "Step e", card=card),
        Acted(0, "step e"),
    ]
    assert await table.vote(EVE, ["B"], card=card, request="e") == decided
    with pytest.raises(StaleCard):
        await table.vote(ANN, ["A"], card=card)


async def test_the_status_of_a_vote_tells_each_how_they_voted(world: TableWorld) -> None:
    table = await voting(world)
    told = vote_status_text(table.actor, await table.status(), ANN.id)
    assert told.startswith("**Vote**: propose an action")
    assert "Most votes win" in told
    await table.act(ANN, "step s")
    own = {ANN: "You voted A.", BOB: "You have not voted."}
    for who, words in own.items():
        told = vote_status_text(table.actor, await table.status(), who.id)
        assert told.startswith("**Vote**: 1 of 3; missing: <@2>, <@3>")
        assert [each for each in own.values() if each in told] == [words]


async def test_a_vote_opened_after_the_turns_time_has_all_of_it(world: TableWorld) -> None:
    table = await voting(world, pace="hourly")
    world.time.pass_(3 * HOUR)
    await table.act(ANN, "step s")
    ballot = table.state.ballot
    assert ballot
    assert ballot.began == world.time.now
    assert table.state.deadlines["turn"].due == world.time.now + HOUR


async def test_equal_proposals_are_one_and_carry_their_square_and_weight(world: TableWorld) -> None:
    table = await voting(world, ZOE)
    await table.act(ANN, "step s")
    await table.act(BOB, "step s")
    poll = table.reader.poll()
    assert poll
    (line,) = poll.proposals
    assert (line.votes, line.label, line.at, line.irreversible) == (2, "Step s", (1, 0), False)
    await table.act(EVE, "guess AEIA")
    poll = table.reader.poll()
    assert poll
    assert [each.action for each in poll.proposals] == ["step s", "guess AEIA"]
    with pytest.raises(Refusal, match="cannot do that now"):
        await table.act(ZOE, "step n")
    with pytest.raises(Refusal, match="not in this game yet"):
        await table.act(Person(9, "Zed"), "step s")


async def test_everyone_at_once_loses_no_vote(world: TableWorld) -> None:
    people = [Person(10 + n, f"P{n}") for n in range(8)]
    table = await voting(world, *people, quorum="100")
    await table.act(ANN, "step s")
    await asyncio.gather(*(table.vote(person, ["A"], card=2) for person in (BOB, EVE, *people)))
    assert (await table.view(None)).turn == 1
    assert (await entries(world, table)).count(Voted(("A",))) == 10


async def test_votes_change_and_are_withdrawn_until_they_are_counted(world: TableWorld) -> None:
    table = await voting(world, ZOE)
    await table.act(ANN, "step s")
    await table.act(BOB, "step e")
    await table.vote(ANN, ["B"])
    assert table.reader.vote_of(ANN.id) == ("B",)
    await table.withdraw_vote(ANN)
    assert table.reader.vote_of(ANN.id) is None
    await table.vote(ANN, [])
    assert table.reader.vote_of(ANN.id) == ()
    with pytest.raises(Refusal):
        await table.withdraw_vote(EVE)


async def test_the_deadline_counts_what_is_there_even_past_a_restart(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    deadlines = {d.kind: d.due - world.time.now for d in (await table.status()).deadlines}
    assert deadlines == {"turn": DAY, "reminder": DAY / 2}
    await world.restart()
    await ring(world, DAY - 1)
    table = await world.table()
    assert (await table.view(None)).turn == 0
    await ring(world, 1)
    assert (await table.view(None)).turn == 1
    assert (await entries(world, table))[-2:] == [
        Decided("A", "step s", {"A": 1}, 1, 3, (), "Step s", card=2),
        Acted(0, "step s"),
    ]


async def test_by_default_a_tie_is_decided_at_once_by_the_leader(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy", mode="vote")
    await table.join(BOB)
    await table.begin(ANN)
    await table.act(BOB, "step s")
    await table.act(ANN, "step e")
    assert (await entries(world, table))[-2] == Decided(
        "B",
        "step e",
        {"A": 1, "B": 1},
        took_part=2,
        voters=2,
        tied=("A", "B"),
        label="Step e",
        tie_break="leader",
        person=ANN.id,
        card=2,
    )


async def test_by_default_a_vote_closes_after_an_hour_and_the_card_says_how(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN, "toy", mode="vote")
    for person in (BOB, EVE, ZOE):
        await table.join(person)
    await table.begin(ANN)
    began = world.time.now
    world.time.pass_(HOUR / 2)
    await table.act(BOB, "step s")
    await table.act(ANN, "step e")
    poll = table.reader.poll()
    assert poll
    assert (poll.winner, poll.tied, poll.reason) == ("B", ("A", "B"), "carried")
    assert poll.closes == began + HOUR
    await ring(world, HOUR / 2)
    assert await last_decision(world, table) == ("B", "step e")
    world.time.pass_(HOUR - 60)
    await table.act(BOB, "step n")
    poll = table.reader.poll()
    assert poll
    assert poll.closes == world.time.now + HOUR / 4  # everybody has a quarter of the time


async def test_a_vote_without_a_deadline_closes_all_the_same(world: TableWorld) -> None:
    table = await voting(world, pace="none")
    await table.act(ANN, "step s")
    await ring(world, 3 * DAY)
    assert await last_decision(world, table) == ("A", "step s")


async def test_without_a_result_a_second_vote_follows_in_which_the_most_votes_win(
    world: TableWorld,
) -> None:
    table = await voting(world, threshold="half")
    await table.act(ANN, "step s")
    await table.act(BOB, "step e")
    await ring(world, DAY)
    assert (await entries(world, table))[-1] == Undecided("threshold")
    poll = table.reader.poll()
    assert poll
    assert (poll.second, poll.closes, poll.winner) == (True, world.time.now + DAY, "A")
    await ring(world, DAY)
    assert await last_decision(world, table) == ("A", "step s")


async def test_when_nobody_proposes_anything_the_clock_waits_at_last(world: TableWorld) -> None:
    table = await voting(world)
    for _ in range(MAX_MISSED_TURNS):
        await ring(world, DAY)
    assert not {d.kind for d in (await table.status()).deadlines} & {"turn"}
    await table.act(BOB, "step e")
    assert "turn" in {d.kind for d in (await table.status()).deadlines}


async def test_an_open_vote_keeps_the_rules_and_the_time_that_it_began_with(
    world: TableWorld,
) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    closes = table.state.deadlines["turn"].due
    await table.change_setting(ANN, "threshold", "all")
    await table.change_setting(ANN, "pace", "blitz")
    await table.act(BOB, "step e")
    poll = table.reader.poll()
    assert poll
    assert (poll.winner, poll.closes) == ("A", closes)
    await ring(world, DAY)
    assert await last_decision(world, table) == ("A", "step s")


async def test_silence_can_mean_that_the_hero_plays_alone(world: TableWorld) -> None:
    table = await voting(world, silence="autoplay")
    await ring(world, DAY)
    assert (await table.view(None)).turn == 1
    assert (await entries(world, table))[-2] == Undecided("no_proposal")


async def test_a_leader_breaks_ties_and_one_who_left_in_mid_vote_does_not(
    world: TableWorld,
) -> None:
    table = await voting(world, ZOE, threshold="most", quorum="0")
    await table.name_leader(ANN, ZOE.id)
    await table.act(ANN, "step s")
    await table.act(ZOE, "step e")
    await ring(world, DAY)
    assert await last_decision(world, table) == ("B", "step e")
    await table.act(ANN, "step w")
    await table.act(ZOE, "step n")
    await table.leave(ZOE)
    assert table.reader.leader() == ANN.id
    await ring(world, DAY)
    assert await last_decision(world, table) == ("A", "step w")


async def test_when_the_missing_voice_leaves_the_vote_is_settled(world: TableWorld) -> None:
    table = await voting(world, irreversible="all", threshold="all")
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    assert (await table.view(None)).turn == 0
    await table.leave(EVE)
    await ring(world, 0)
    assert (await table.view(None)).turn == 1


async def test_a_lot_is_drawn_from_the_seed_and_logged(world: TableWorld) -> None:
    table = await voting(world, tie="draw", threshold="most")
    await table.act(ANN, "step s")
    opened = table.game.number
    await table.act(BOB, "step e")
    await table.act(EVE, "look")
    winner = "ABC"[lot(SEED, opened) % 3]
    decisions = [e for e in await entries(world, table) if isinstance(e, Decided)]
    action = ["step s", "step e", "look"]["ABC".index(winner)]
    counts, label = {"A": 1, "B": 1, "C": 1}, action.capitalize()
    assert decisions == [
        Decided(winner, action, counts, 3, 3, ("A", "B", "C"), label, "draw", card=2)
    ]


async def test_a_delegate_votes_for_another_until_the_time_is_up(world: TableWorld) -> None:
    table = await voting(world)
    await table.delegate(BOB, ANN.id, world.time.now + 2 * DAY)
    await table.act(ANN, "step s")
    assert (await table.view(None)).turn == 1
    await table.delegate(EVE, BOB.id)
    world.time.pass_(2 * DAY)
    await table.act(ANN, "step n")
    assert (await table.view(None)).turn == 1
    with pytest.raises(Refusal):
        await table.delegate(ANN, ANN.id)
    await table.act(BOB, "step n")
    assert (await table.view(None)).turn == 2


async def test_delegating_to_one_who_has_voted_settles_the_vote(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.delegate(EVE, ANN.id)
    assert (await table.view(None)).turn == 1


async def test_a_veto_strikes_where_there_is_one(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    with pytest.raises(Refusal, match="no veto"):
        await table.veto(BOB, "A")
    await table.change_setting(ANN, "veto", "all")
    await ring(world, DAY)
    await table.act(ANN, "step n")
    await table.veto(BOB, "A")
    poll = table.reader.poll()
    assert poll
    assert [line.struck_by for line in poll.proposals] == [BOB.id]
    with pytest.raises(Refusal):
        await table.vote(EVE, ["A"])


async def test_hidden_counts_show_in_no_poll_and_no_log(world: TableWorld) -> None:
    table = await voting(world, counts="hidden")
    await table.act(ANN, "step s")
    await table.vote(BOB, [])
    poll = table.reader.poll()
    assert poll
    assert [line.votes for line in poll.proposals] == [None]
    assert poll.voted == 2
    told = [record.entry for record in await table.history.records(0)]
    assert Abstained() not in told
    assert Proposed("step s") not in told


async def test_those_who_are_away_are_not_waited_for(world: TableWorld) -> None:
    await world.tables.preferences.set(EVE.id, "away", str(world.time.now + 10 * DAY))
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    assert (await table.view(None)).turn == 1


async def test_a_motion_is_decided_by_yes_and_no(world: TableWorld) -> None:
    table = await voting(world)
    await table.move_to_set(BOB, "pace", "slow", request="m")
    motion = table.reader.motion()
    assert motion
    assert (motion.motion, motion.voted) == (SettingMotion("pace", "slow"), 1)
    with pytest.raises(Refusal, match="First vote"):
        await table.move_to_undo(ANN, 1)
    await table.vote(ANN, ["yes"], motion=True)
    assert table.game.settings.pace == "slow"
    assert table.reader.motion() is None
    await table.move_to_set(BOB, "mode", "first")
    await table.vote(ANN, ["no"], motion=True)
    await table.vote(EVE, ["no"], motion=True)
    assert table.game.mode == "vote"
    assert (await entries(world, table))[-1] == MotionLost(SettingMotion("mode", "first"), 1, 2)
    for name, value in (("pace", "soon"), ("nothing", "1")):
        with pytest.raises(Refusal):
            await table.move_to_set(BOB, name, value)
    with pytest.raises(Refusal):
        await table.move_to_undo(BOB, 1)


async def test_a_motion_needs_more_than_half_of_the_voters(world: TableWorld) -> None:
    table = await voting(world, ZOE)
    await table.move_to_set(BOB, "mode", "first")
    await table.vote(EVE, ["yes"], motion=True)
    await ring(world, DAY)
    assert table.game.mode == "vote"
    assert (await entries(world, table))[-1] == MotionLost(SettingMotion("mode", "first"), 2, 0)


async def test_the_silent_do_not_follow_the_leader_in_a_motion(world: TableWorld) -> None:
    table = await voting(world, constitution="leader")
    await table.move_to_set(ANN, "mode", "first")
    assert table.reader.motion() is not None
    await ring(world, DAY)
    assert table.game.mode == "vote"


async def test_a_motion_that_nobody_heeds_ends_at_its_deadline(world: TableWorld) -> None:
    table = await voting(world, quorum="67")
    await table.move_to_set(BOB, "mode", "first")
    await ring(world, DAY)
    assert table.reader.motion() is None
    assert table.game.mode == "vote"


async def test_undo_by_vote_takes_a_move_back_with_new_dice(world: TableWorld) -> None:
    table = await voting(world, undo="vote")
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    receipt = await table.undo(EVE, 1)
    assert isinstance(receipt.entry, MotionMade)
    await table.vote(BOB, ["yes"], motion=True)
    assert (await table.view(None)).turn == 0
    await world.restart()
    table = await world.table()
    assert (await table.view(None)).turn == 0
    assert (await table.history.proof()).ok
