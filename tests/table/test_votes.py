"""Votes at a table: what is proposed, how it is decided, and what lasts."""

from __future__ import annotations

import asyncio

import pytest

from engine.game import Action
from table.errors import Refusal, StaleCard
from table.records import Person
from table.table import Table
from table.turns import MISSES
from table.voting import lot
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, SEED, World

DAY = 86400.0
ZOE = Person(4, "Zoe")


async def voting(world: World, *people: Person, mode: str = "vote", **terms: str) -> Table:
    """A game of Ann, Bob, Eve (and more) that has begun; all messages are out."""
    terms = {"pace": "daily", **terms}
    table = await world.tables.found(CHANNEL, GUILD, ANN, "toy", mode=mode, terms=terms)
    for person in (BOB, EVE, *people):
        await table.join(person)
    await table.begin(ANN)
    await world.outbox.flush()
    return table


async def texts(table: Table) -> list[str]:
    """The lines of the log since the beginning of play."""
    entries = await table._means.store.lines(table.game.id, 0, 1000)
    return [e.text for e in entries if e.text not in ("found", "join", "begin")]


async def ring(world: World, seconds: float) -> None:
    """Let time pass, and what falls due ring."""
    world.time.pass_(seconds)
    for _ in range(6):
        await world.tables.clock.ring_due()
    await world.outbox.flush()


async def test_an_order_is_a_proposal_and_the_hero_does_what_most_want(world: World) -> None:
    table = await voting(world)
    card = table.game.card
    receipt = await table.act(ANN, "step s", card=card, request="a")
    assert (receipt.text, receipt.seat, receipt.card) == ("propose step s", None, card)
    await table.act(BOB, Action("step", ("e",)), card=card)
    poll = table.poll()
    assert poll
    assert [(line.letter, line.text, line.votes) for line in poll.proposals] == [
        ("A", "step s", 1),
        ("B", "step e", 1),
    ]
    assert (poll.voted, poll.voters, poll.missing) == (2, 3, (3,))
    assert (await table.view(None)).turn == 0
    assert (await table.status()).waiting_for == (3,)

    decided = await table.vote(EVE, ["B"], card=card, request="e")
    assert decided.card == card + 1
    assert (await table.view(None)).turn == 1
    assert table.poll() is None
    assert (await texts(table))[-4:] == [
        "propose step e",
        "vote B",
        "decide B step e (A 1, B 2; 3 of 3)",
        "step e",
    ]
    assert await table.vote(EVE, ["B"], card=card, request="e") == decided
    with pytest.raises(StaleCard):
        await table.vote(ANN, ["A"], card=card)


async def test_equal_proposals_are_one_and_carry_their_square_and_weight(world: World) -> None:
    table = await voting(world, ZOE)
    await table.act(ANN, "step s")
    await table.act(BOB, "step s")
    poll = table.poll()
    assert poll
    (line,) = poll.proposals
    assert (line.votes, line.label, line.at, line.grave) == (2, "Step s", (1, 0), False)
    await table.act(EVE, "guess AEIA")
    poll = table.poll()
    assert poll
    assert [each.text for each in poll.proposals] == ["step s", "guess AEIA"]
    with pytest.raises(Refusal, match="cannot do that now"):
        await table.act(ZOE, "step n")
    with pytest.raises(Refusal, match="no hero"):
        await table.act(Person(9, "Zed"), "step s")


async def test_everyone_at_once_loses_no_vote(world: World) -> None:
    people = [Person(10 + n, f"P{n}") for n in range(8)]
    table = await voting(world, *people, quorum="100")
    await table.act(ANN, "step s")
    await asyncio.gather(*(table.vote(person, ["A"], card=2) for person in (BOB, EVE, *people)))
    assert (await table.view(None)).turn == 1
    assert (await texts(table)).count("vote A") == 10


async def test_votes_change_and_are_withdrawn_until_they_are_counted(world: World) -> None:
    table = await voting(world, ZOE)
    await table.act(ANN, "step s")
    await table.act(BOB, "step e")
    await table.vote(ANN, ["B"])
    assert table.my_vote(ANN.id) == ("B",)
    await table.withdraw(ANN)
    assert table.my_vote(ANN.id) is None
    await table.vote(ANN, [])
    assert table.my_vote(ANN.id) == ()
    with pytest.raises(Refusal):
        await table.withdraw(EVE)


async def test_the_deadline_counts_what_is_there_even_past_a_restart(world: World) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    deadlines = {d.kind: d.due - world.time.now for d in (await table.status()).deadlines}
    assert deadlines == {"turn": DAY, "nudge": DAY / 2}
    await world.restart()
    await ring(world, DAY - 1)
    table = await world.table()
    assert (await table.view(None)).turn == 0
    await ring(world, 1)
    assert (await table.view(None)).turn == 1
    assert (await texts(table))[-2:] == ["decide A step s (A 1; 1 of 3)", "step s"]


async def test_without_a_result_the_vote_stays_open_and_at_last_the_clock_waits(
    world: World,
) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.act(BOB, "step e")
    await ring(world, DAY)
    assert (await texts(table))[-1] == "undecided: no proposal has enough votes"
    assert table.my_vote(ANN.id) == ("A",)
    await table.withdraw(ANN)
    await table.withdraw(BOB)
    for _ in range(MISSES):
        await ring(world, DAY)
    assert not {d.kind for d in (await table.status()).deadlines} & {"turn"}
    await table.act(BOB, "step e")
    assert "turn" in {d.kind for d in (await table.status()).deadlines}


async def test_silence_can_mean_that_the_hero_plays_alone(world: World) -> None:
    table = await voting(world, silence="autoplay")
    await ring(world, DAY)
    assert (await table.view(None)).turn == 1
    assert (await texts(table))[-2] == "undecided: nobody has proposed anything"


async def test_a_leader_breaks_ties_and_one_who_left_in_mid_vote_does_not(world: World) -> None:
    table = await voting(world, ZOE, threshold="most", quorum="0")
    await table.lead(ANN, ZOE.id)
    await table.act(ANN, "step s")
    await table.act(ZOE, "step e")
    await ring(world, DAY)
    assert (await texts(table))[-2].startswith("decide B step e")
    await table.act(ANN, "step w")
    await table.act(ZOE, "step n")
    await table.leave(ZOE)
    assert table.leader() == ANN.id
    await ring(world, DAY)
    assert (await texts(table))[-2].startswith("decide A step w")


async def test_when_the_missing_voice_leaves_the_vote_is_settled(world: World) -> None:
    table = await voting(world, grave="all", threshold="all")
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    assert (await table.view(None)).turn == 0
    await table.leave(EVE)
    await ring(world, 0)
    assert (await table.view(None)).turn == 1


async def test_a_lot_is_drawn_from_the_seed_and_logged(world: World) -> None:
    table = await voting(world, tie="draw", threshold="most")
    await table.act(ANN, "step s")
    opened = table.game.number
    await table.act(BOB, "step e")
    await table.act(EVE, "look")
    winner = "ABC"[lot(SEED, opened) % 3]
    assert [line for line in await texts(table) if line.startswith("decide")] == [
        f"decide {winner} {['step s', 'step e', 'look']['ABC'.index(winner)]} "
        "(A 1, B 1, C 1; 3 of 3, tied A B C)"
    ]


async def test_a_delegate_votes_for_another_until_the_time_is_up(world: World) -> None:
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


async def test_delegating_to_one_who_has_voted_settles_the_vote(world: World) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.delegate(EVE, ANN.id)
    assert (await table.view(None)).turn == 1


async def test_a_veto_strikes_where_there_is_one(world: World) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    with pytest.raises(Refusal, match="no veto"):
        await table.veto(BOB, "A")
    await table.settings(ANN, "veto", "all")
    await table.veto(BOB, "A")
    poll = table.poll()
    assert poll
    assert [line.vetoed for line in poll.proposals] == [True]
    with pytest.raises(Refusal):
        await table.vote(EVE, ["A"])


async def test_hidden_counts_show_in_no_poll_and_no_log(world: World) -> None:
    table = await voting(world, counts="hidden")
    await table.act(ANN, "step s")
    await table.vote(BOB, [])
    poll = table.poll()
    assert poll
    assert [line.votes for line in poll.proposals] == [None]
    assert poll.voted == 2
    told = [entry.text for entry in await table.history(0)]
    assert "abstain" not in told
    assert "propose step s" not in told


async def test_those_who_are_away_are_not_waited_for(world: World) -> None:
    await world.tables.prefer(EVE.id, "away", str(world.time.now + 10 * DAY))
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    assert (await table.view(None)).turn == 1


async def test_a_motion_is_decided_by_yes_and_no(world: World) -> None:
    table = await voting(world)
    await table.move_to(BOB, "set pace slow", request="m")
    motion = table.motion()
    assert motion
    assert (motion.what, motion.voted) == ("set pace slow", 1)
    with pytest.raises(Refusal, match="before"):
        await table.move_to(ANN, "undo 1")
    await table.vote(ANN, ["yes"], motion=True)
    assert table.game.terms.pace == "slow"
    assert table.motion() is None
    await table.move_to(BOB, "set mode first")
    await table.vote(ANN, ["no"], motion=True)
    await table.vote(EVE, ["no"], motion=True)
    assert table.game.mode == "vote"
    assert (await texts(table))[-1] == "reject set mode first: 1 for, 2 against"
    for bad in ("set pace soon", "undo 1", "fly", "set nothing 1", "undo x"):
        with pytest.raises(Refusal):
            await table.move_to(BOB, bad)


async def test_a_motion_that_nobody_heeds_ends_at_its_deadline(world: World) -> None:
    table = await voting(world, quorum="67")
    await table.move_to(BOB, "set mode first")
    await ring(world, DAY)
    assert table.motion() is None
    assert table.game.mode == "vote"


async def test_undo_by_vote_takes_a_move_back_with_new_dice(world: World) -> None:
    table = await voting(world, undo="vote")
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    before, _ = await table._live()
    epoch = before.streams.epoch
    receipt = await table.undo(EVE, 1)
    assert receipt.text.startswith("move undo to ")
    await table.vote(BOB, ["yes"], motion=True)
    assert (await table.view(None)).turn == 0
    state, _ = await table._live()
    assert state.streams.epoch == epoch + 1
    await world.restart()
    table = await world.table()
    assert (await table.view(None)).turn == 0
    assert (await table.proof()).ok
