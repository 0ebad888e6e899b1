"""Waiting, pings and notices of votes: sleep, absence, delegates, acts of a founder."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

from table.commands import resolution
from table.commands.deadlines import deadline_command
from table.commands.play import ProposeDraft
from table.commands.upkeep import RescheduleTurn
from table.errors import Refusal
from table.history.entries import Acted, Decided, RotaPassed
from table.outbox.delivery import Press
from table.outbox.rows import span_text
from table.state import Person
from tests.sampled import sampled
from tests.table.driver import TableDriver
from tests.table.test_together import pings
from tests.table.test_votes import DAY, HOUR, ZOE, entries, ring, voting
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld, rows

MIDNIGHT = 1_767_225_600.0  # seconds since 1970, in UTC


def notices(world: TableWorld) -> list[str]:
    """Return what the channel was told."""
    return [str(row.content.text) for row in world.office.shown("notice")]


@pytest.mark.parametrize(
    ("minutes", "told"),
    [(0, "a minute"), (1, "a minute"), (119, "119 minutes"), (120, "2 hours"), (179, "2 hours")],
)
def test_a_span_is_told_in_minutes_up_to_two_hours(minutes: int, told: str) -> None:
    assert str(span_text(60.0 * minutes)) == told


async def test_a_vote_waits_for_a_sleeper_only_if_they_wake_in_time(world: TableWorld) -> None:
    world.time.now = MIDNIGHT
    await world.tables.preferences.set(EVE.id, "quiet", "23:00-01:00")
    await world.tables.preferences.set(BOB.id, "quiet", "23:00-08:00")
    table = await voting(world, pace="hourly")
    await table.act(ANN, "step s")
    poll = table.reader.poll()
    assert poll
    assert poll.closes == MIDNIGHT + 2 * HOUR  # Eve's hour after waking; Bob sleeps too long
    assert poll.delayed_by == (EVE.id,)
    await table.move_to_set(ANN, "mode", "rota")
    motion = table.reader.motion()
    assert motion
    assert motion.delayed_by == ()  # nobody's sleep changes when a motion closes


async def test_quiet_hours_change_nothing_where_no_time_runs(world: TableWorld) -> None:
    table = await voting(world, mode="rota", pace="none")
    before = table.state
    await world.tables.preferences.set(EVE.id, "quiet", "23:00-01:00")
    with pytest.raises(Refusal, match="No time is running"):
        await table.actor.run(None, RescheduleTurn(EVE.id))
    await world.outbox.flush()
    assert (table.state, notices(world)) == (before, [])


async def test_quiet_hours_turned_off_shorten_the_vote_and_everybody_is_told(
    world: TableWorld,
) -> None:
    world.time.now = MIDNIGHT
    await world.tables.preferences.set(EVE.id, "quiet", "23:00-01:00")
    table = await voting(world, pace="hourly")
    await table.act(ANN, "step s")
    await world.tables.preferences.set(EVE.id, "quiet", None)
    await world.outbox.flush()
    assert table.state.deadlines["turn"].due == MIDNIGHT + HOUR
    assert notices(world) == [
        "The vote closes earlier than planned, in 60 minutes: "
        "Eve has changed their quiet hours or absence."
    ]


async def test_who_goes_away_in_mid_vote_is_not_waited_for(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.vote(BOB, [])
    await world.tables.preferences.set(EVE.id, "away", str(world.time.now + 10 * DAY))
    await ring(world, 0)
    assert (await table.view(None)).turn == 1


async def test_a_delegate_counts_at_once_for_somebody_away_and_is_named(world: TableWorld) -> None:
    table = await voting(world, ZOE, pace="blitz")
    await table.delegate(EVE, ANN.id)
    await world.tables.preferences.set(EVE.id, "away", str(world.time.now + DAY))
    await table.act(ANN, "step s")
    poll = table.reader.poll()
    assert poll
    assert poll.delegated == {EVE.id: ANN.id}
    assert (poll.voted, poll.missing) == (2, (BOB.id, ZOE.id))
    assert poll.closes == world.time.now + 180


async def test_who_is_elsewhere_is_pinged_when_a_vote_opens_and_who_is_here_before_it_closes(
    world: TableWorld,
) -> None:
    table = await voting(world, ZOE, Person(5, "Dan"))
    await world.tables.preferences.set(ZOE.id, "pings", "off")
    await table.act(BOB, "step s")
    await table.vote(BOB, [])  # is here, and does not say yet what they want
    await table.withdraw_vote(BOB)
    await world.outbox.flush()
    assert pings(world) == [([1, 3, 5], "A vote in Toy needs you.")]
    await ring(world, DAY / 2)
    closing = "A vote in Toy closes soon: you have not voted yet."
    assert [each for each in pings(world) if each[1] == closing] == [([2], closing)]
    for person in (ANN, EVE, BOB):
        await table.vote(person, ["A"])
    await world.outbox.flush()
    assert pings(world) == []


@pytest.mark.parametrize("seed", sampled(range(8), 2, pytest.mark.soak(part="votes")))
async def test_nobody_is_pinged_twice_for_a_decision(world: TableWorld, seed: int) -> None:
    chance, people = random.Random(seed), (ANN, BOB, EVE, ZOE, Person(5, "Dan"))
    table = await voting(world, *people[3:], pace="hourly", threshold="half")
    heard = Counter[tuple[int, int]]()  # by person and turn
    seen = set[int]()
    for _ in range(40):
        turn = (await table.view(None)).turn
        with suppress(Refusal):
            who, way = chance.choice(people), chance.choice("nesw")
            match chance.randrange(5):
                case 0:
                    await table.act(who, f"step {way}")
                case 1:
                    await table.vote(who, [chance.choice("AB")])
                case 2:
                    await table.vote(who, [])
                case 3:
                    await ring(world, chance.choice([HOUR / 2, HOUR]))
                case 4:
                    world.time.pass_(chance.choice([60, 700]))
        await world.outbox.flush()
        for message, row in world.office.messages.items():
            if row.kind == "ping" and message not in seen:
                seen.add(message)
                heard.update((person, turn) for person in row.content.people)
    assert heard
    assert set(heard.values()) == {1}


def those_present(style: str, chance: random.Random, turn: int) -> list[int]:
    """Return which of five people are there in a turn, in the order in which they act."""
    match style:
        case "everybody":
            return [(turn + n) % 5 for n in range(5)]
        case "three":
            return [(turn + n) % 3 for n in range(3)]
        case "shifts":  # one goes and another comes every few turns
            return [(turn // 4 + n) % 5 for n in range(3)]
        case _:
            return chance.sample(range(5), chance.randint(3, 5))


@pytest.mark.parametrize("seed", sampled(range(6), 1, pytest.mark.soak(part="votes")))
@pytest.mark.parametrize("style", ["everybody", "three", "shifts", "by chance"])
@pytest.mark.parametrize("sitting", [19, 7])  # turns, then a pause of six hours
async def test_a_group_of_five_makes_few_messages_as_people_come_and_go(
    world: TableWorld, style: str, seed: int, sitting: int
) -> None:
    people, chance = (ANN, BOB, EVE, ZOE, Person(5, "Dan")), random.Random(seed)
    table = await world.found(CHANNEL, ANN, "wandering", mode="vote")
    for person in people[1:]:
        await table.join(person)
    await table.begin(ANN)
    first = table.game.card
    for turn in range(19):
        if turn and turn % sitting == 0:
            world.time.pass_(6 * HOUR)
        for n in those_present(style, chance, turn):
            if table.game.card == first + turn:
                await table.act(people[n], "wander")
            await world.outbox.flush()
            world.time.pass_(chance.choice([20, 30, 60]))
    assert table.game.card == first + 19
    assert world.office.made <= 24


async def test_who_is_not_called_while_the_others_are_quick_is_called_before_a_vote_closes(
    world: TableWorld,
) -> None:
    table = await voting(world, ZOE, Person(5, "Dan"), threshold="half")
    await table.act(ANN, "step s")
    for person in (BOB, EVE):
        await table.vote(person, ["A"])
    world.time.pass_(700)
    await table.act(ZOE, "step n")
    await world.outbox.flush()
    assert pings(world) == []
    await ring(world, DAY / 2)
    [(called, _)] = pings(world)
    assert called == [1, 2, 3, 5]


async def test_who_stays_away_is_called_to_fewer_votes_until_they_act(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "wandering", mode="vote")
    for person in (BOB, EVE):
        await table.join(person)
    await table.begin(ANN)
    called: list[int] = []
    for turn in range(1, 13):
        world.time.pass_(HOUR)
        await table.act(ANN, "wander")
        await world.outbox.flush()
        if any(EVE.id in people for people, _ in pings(world)):
            called.append(turn)
        await table.act(EVE if turn == 9 else BOB, "wander")
    assert called == [1, 3, 9, 10, 12]


async def test_who_was_here_just_now_needs_no_ping(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolution, "CALLS_APART", 0.0)
    table = await voting(world)
    for way in "sn":
        await table.act(ANN, f"step {way}")
        await table.vote(BOB, ["A"])
    await table.act(ANN, "step s")
    await world.outbox.flush()
    assert [people for people, _ in pings(world)] == [[3]]


async def test_acts_of_a_founder_are_told_to_all(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    await table.act(BOB, "step n")
    await table.change_setting(ANN, "tie", "first")
    await table.name_leader(ANN, BOB.id)
    await table.undo(ANN)
    await table.pause(ANN, "Tea.")
    await world.outbox.flush()
    assert notices(world) == [
        "Ann changed a setting: Who wins in a tie: first. The vote that is open keeps its rules.",
        "Ann named Bob leader.",
        "Ann undid one move. New dice are rolled from there. The open vote ends without a result.",
        "Ann paused the game: Tea.",
    ]


async def test_a_pause_keeps_the_open_vote(world: TableWorld) -> None:
    table = await voting(world, pace="hourly")
    await table.act(ANN, "step s")
    await ring(world, HOUR / 2)
    await table.pause(ANN)
    await ring(world, DAY)
    await table.resume(ANN)
    await world.outbox.flush()
    assert notices(world)[-1] == "Ann resumed the game. The open vote goes on."
    poll = table.reader.poll()
    assert poll
    assert [(p.action, p.votes) for p in poll.proposals] == [("step s", 1)]
    assert poll.closes == world.time.now + HOUR
    await table.vote(BOB, ["A"])
    assert (await table.view(None)).turn == 1


async def test_a_pause_keeps_what_was_decided_but_not_done_yet(world: TableWorld) -> None:
    table = await voting(world, pace="hourly")
    await table.act(ANN, "step s")
    world.time.pass_(HOUR)
    due = table.state.deadlines["turn"]
    await table.actor.run(None, deadline_command(due))
    assert table.state.decided
    await table.pause(ANN)
    await table.resume(ANN)
    await ring(world, 0)
    assert (await table.view(None)).turn == 1


async def test_quiet_hours_change_nothing_while_what_was_decided_is_done(world: TableWorld) -> None:
    table = await voting(world, pace="hourly")
    await table.act(ANN, "step s")
    world.time.pass_(HOUR)
    await table.actor.run(None, deadline_command(table.state.deadlines["turn"]))
    before = table.state
    assert before.decided
    with pytest.raises(Refusal, match="No time is running"):
        await table.actor.run(None, RescheduleTurn(EVE.id))
    assert table.state == before
    await table.pause(ANN)
    await table.resume(ANN)
    with pytest.raises(Refusal, match="No time is running"):
        await table.actor.run(None, RescheduleTurn(EVE.id))


async def test_a_vote_that_another_way_to_play_ends_is_told(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.change_setting(ANN, "mode", "rota")
    await world.outbox.flush()
    told = "Ann changed a setting: How you play: Take turns. The open vote ends without a result."
    assert notices(world) == [told]
    assert table.reader.poll() is None


async def test_a_vote_that_a_motion_ends_is_told(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.move_to_set(BOB, "mode", "first")
    await table.vote(ANN, ["yes"], motion=True)
    await world.outbox.flush()
    assert table.game.mode == "first"
    assert notices(world) == ["The open vote ends without a result."]


async def test_an_undo_says_that_it_ends_the_open_vote(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    await table.act(BOB, "step n")
    await table.undo(ANN)
    await world.outbox.flush()
    told = "Ann undid one move. New dice are rolled from there. "
    assert notices(world) == [f"{told}The open vote ends without a result."]


async def test_those_who_have_not_voted_on_a_motion_are_pinged_once(world: TableWorld) -> None:
    table = await voting(world, ZOE, pace="daily")
    await table.move_to_set(BOB, "tie", "first")
    await table.vote(EVE, ["no"], motion=True)
    await ring(world, DAY / 2)
    asked = [people for people, text in pings(world) if "question" in text]
    assert asked == [[ANN.id, EVE.id, ZOE.id]]
    (ping,) = (row for row in world.office.shown("ping") if "question" in str(row.content.text))
    assert str(ping.content.text).startswith("A question in Toy needs your vote.")
    assert ping.content.until == world.time.now + DAY / 2
    await ring(world, DAY / 2)
    assert table.reader.motion() is None


async def test_a_missed_turn_of_the_rota_is_told(world: TableWorld) -> None:
    table = await voting(world, mode="rota", pace="hourly")
    status = await table.status()
    assert status.rota == (ANN.id, BOB.id, EVE.id)
    await ring(world, HOUR)
    assert (await entries(world, table))[-1] == RotaPassed(BOB.id)
    assert notices(world) == ["Ann missed a turn. Bob is next."]
    await table.act(BOB, "step s")
    assert (await table.status()).moved == BOB.id


async def test_a_seat_of_one_person_can_be_lent_to_a_newcomer(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await table.begin(ANN)
    await table.lend_seat(ANN, 0, BOB.id, world.time.now + DAY, "Bob")
    await table.act(BOB, "step s", seat=0)
    assert [member.name for member in table.members] == ["Ann", "Bob"]


async def test_a_fork_of_a_vote_closes_its_votes(world: TableWorld) -> None:
    table = await voting(world, undo="vote")
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    fork = await world.tables.transfer.fork(ANN, table.game.id, table.game.number, 7, 10)
    assert "turn" in fork.state.deadlines


async def test_somebody_away_does_not_stop_the_others_characters(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy", settings={"pace": "hourly"})
    await table.join(BOB)
    await table.begin(ANN)
    await world.tables.preferences.set(ANN.id, "away", str(world.time.now + 10 * DAY))
    await ring(world, HOUR)
    assert (await table.status()).turn.waiting == (1,)


async def test_a_vote_of_one_press_decides_when_it_cannot_change(world: TableWorld) -> None:
    table = await voting(world, Person(4, "Zoe"))
    await table.act(ANN, "step s")
    await table.vote(BOB, ["A"])
    assert (await table.view(None)).turn == 0
    await table.vote(EVE, ["A"])
    assert (await table.view(None)).turn == 1
    assert isinstance((await entries(world, table))[-2], Decided)


async def test_four_people_begin_to_play_with_eight_presses(world: TableWorld) -> None:
    presses = 1  # /game new, without an option
    table = await world.found(CHANNEL, ANN, "sil")
    for person in (BOB, EVE, ZOE):
        await table.join(person)
        presses += 1
    await table.begin(ANN)
    offers = await table.reader.offers(0)
    heroes = [str(offer.action) for offer in offers if str(offer.label).startswith("Whole hero: ")]
    assert len(heroes) == 4
    await table.act(ANN, heroes[1])
    for person in (BOB, EVE):
        await table.vote(person, ["A"])
    presses += 1 + 1 + 2
    assert (await table.view(None)).phase == "play"
    assert presses <= 8


async def drafted(table: TableDriver) -> list[int]:
    """Return the offers of a draft that takes a people and then keeps whatever is offered."""
    path: list[int] = []
    while (draft := await table.reader.draft(0, path)).view.phase == "setup":
        labels = [str(offer.label) for offer in draft.offers]
        wanted = ("Sindar:", "Of Doriath", "Done", "The usual skills", "Keep", "Begin")
        path.append(next(n for n, label in enumerate(labels) if label.startswith(wanted)))
        assert len(path) < 20
    return path


async def test_a_draft_made_in_private_is_voted_on_as_a_whole(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "sil", mode="vote")
    await table.join(BOB)
    await table.join(EVE)
    await table.begin(ANN)
    before = await table.dump()
    path = await drafted(table)
    assert await table.dump() == before, "a draft changes nothing"
    draft = await table.reader.draft(0, path)
    assert "Sindar" in str(draft.note)
    with pytest.raises(Refusal, match="not complete"):
        await table.actor.run(BOB, ProposeDraft(draft.answers[:-1]))
    with pytest.raises(Refusal, match="start your draft again"):
        await table.reader.draft(0, [99])
    await table.actor.run(BOB, ProposeDraft(draft.answers))
    poll = table.reader.poll()
    assert poll
    assert [(p.label, p.votes, p.note) for p in poll.proposals] == [("Draft by Bob", 1, draft.note)]
    await table.vote(ANN, ["A"])
    view = await table.view(0)
    assert view.phase == "play"
    assert view == (await table.reader.draft(0, ())).view
    acted = [entry.action for entry in await entries(world, table) if isinstance(entry, Acted)]
    assert tuple(acted) == draft.answers
    await table.end(ANN)
    assert (await table.history.proof()).ok


async def test_a_card_that_comes_after_its_turn_was_undone_is_marked_too(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await table.begin(ANN)
    await world.outbox.flush()
    press = Press(table.game.card, 555)
    receipt = await table.act(ANN, "step s", press=press)
    assert receipt.delivery is not None
    assert receipt.delivery.how == "answer"
    await table.undo(ANN)
    await world.outbox.flush()
    assert not [row for row in world.office.edits if row.kind == "undone"]
    [lobby, *_] = world.office.shown("card")
    world.office.messages[777] = lobby
    await world.tables.delivered(receipt.delivery, 777)
    world.time.pass_(10)
    await world.outbox.flush()
    [marked] = [row for row in world.office.edits if row.kind == "undone"]
    assert (marked.card, marked.message) == (receipt.delivery.card, 777)


@pytest.mark.parametrize(("posted", "marked"), [(True, [4, 5]), (False, [])])
async def test_cards_of_undone_turns_are_marked_and_those_before_are_not(
    world: TableWorld, posted: bool, marked: list[int]
) -> None:
    """Also those that are still on their way: one that is never posted needs no mark."""
    table = await world.begun()
    for who, way in ((ANN, "s"), (BOB, "n"), (ANN, "s")):
        await table.act(who, f"step {way}")
        if posted:
            await world.outbox.flush()
    await table.undo(ANN, 2)
    owed = "SELECT card FROM outbox WHERE kind = 'undone' ORDER BY card"
    assert await rows(world.tables.store, owed) == [(4,), (5,)]
    await world.outbox.flush()
    assert [row.card for row in world.office.edits if row.kind == "undone"] == marked
