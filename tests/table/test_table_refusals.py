"""Refusals of tables, and their words; changes by another process."""

from __future__ import annotations

import pytest

from engine.contract.dice import public_dice
from engine.contract.view import Topic
from table.change import Change
from table.commands.command import TableCommand
from table.commands.play import MAX_ACTION, ProposeDraft
from table.context import CommandContext, Needs
from table.errors import NoGame, Refusal
from table.state import TableState
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld, change

pytestmark = pytest.mark.sqlite_only


async def test_a_game_is_only_opened_as_it_can_be_and_found_where_it_is(world: TableWorld) -> None:
    for name in ("colour", "Pace"):
        with pytest.raises(Refusal, match=rf"^There is no setting {name}\.$"):
            await world.found(CHANNEL, ANN, settings={name: "daily"})
    table = await world.found(CHANNEL, ANN, settings={"pace": "daily"})
    assert table.game.settings.pace == "daily"
    with pytest.raises(Refusal, match=r"^There is no such game here; there is: toy, "):
        world.tables.registry.ruleset("chess")

    with pytest.raises(NoGame, match=r"^There is no game in this channel\.$"):
        await world.tables.at(CHANNEL + 1)
    with pytest.raises(NoGame, match=r"^That game does not exist any more\.$"):
        await world.tables.get(99)


async def test_a_game_whose_rules_are_gone_is_told_of_and_stands_on_no_ladder(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN)
    await table.end(ANN)
    number = table.game.id
    del world.rulesets["toy"]
    await world.restart()
    with pytest.raises(NoGame, match=r"^The rules of that game are not here any more\.$"):
        await world.tables.get(number)
    assert await world.tables.ladder.rows(None, "toy") == ()


async def test_a_game_that_is_played_has_no_drafts_and_no_vote_without_a_proposal(
    world: TableWorld,
) -> None:
    table = await world.begun("vote")
    with pytest.raises(Refusal, match=r"^That draft is complete already\.$"):
        await table.reader.draft(0, [0])
    assert (await table.reader.draft(0, [])).answers == ()
    with pytest.raises(Refusal):
        await table.actor.run(ANN, ProposeDraft(("step e",)))
    with pytest.raises(Refusal, match=r"^Nothing is known of that\.$"):
        await table.reader.explain(0, Topic("sight", "nobody", "Nobody"))
    for ask in (table.vote(BOB, ["A"]), table.withdraw_vote(BOB)):
        with pytest.raises(Refusal, match=r"^There is nothing to vote on now\.$"):
            await ask


async def test_a_line_too_long_and_a_request_once_refused_are_refused(world: TableWorld) -> None:
    table = await world.begun()
    for length in (MAX_ACTION, MAX_ACTION + 1):
        with pytest.raises(Refusal) as refused:
            await table.act(ANN, "guess ".ljust(length, "A"))
        assert ("too long for an action" in str(refused.value)) is (length > MAX_ACTION)
    old = table.game.card
    with pytest.raises(Refusal) as first:
        await table.act(BOB, "step n", request="77")
    await table.act(ANN, "step e")
    with pytest.raises(Refusal) as second:
        await table.act(BOB, "step n", request="77")  # now it would be his turn
    assert str(second.value) == str(first.value)
    number = table.game.number
    with pytest.raises(Refusal):
        await table.act(BOB, "step n", card=old)  # a card of a turn that is over
    assert table.game.number == number
    assert (await table.act(BOB, "step n", request="78")).number


class Halfway(TableCommand, frozen=True):
    """Do something in the rules, and then refuse."""

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules are needed."""
        return Needs(rules="short")

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Raise Refusal, late."""
        loaded = context.rules
        loaded.apply(0, loaded.parse("step s", 0), public_dice("step"))
        raise Refusal("No.")


async def test_what_was_done_before_a_refusal_is_not_seen_afterwards(world: TableWorld) -> None:
    table = await world.begun()
    before = await table.view(0)
    with pytest.raises(Refusal, match=r"^No\.$"):
        await table.actor.run(ANN, Halfway())
    assert await table.view(0) == before
    await table.act(ANN, "step s")
    assert (await table.view(0)).turn == before.turn + 1


# ------------------------------------------------------------ what other processes have changed


async def test_preferences_are_read_again_when_another_process_has_set_them(
    world: TableWorld,
) -> None:
    preferences = world.tables.preferences
    for person in (ANN, BOB):
        await preferences.set(person.id, "pings", "off")
        assert await preferences.of(person.id) == {"pings": "off"}
    await change(world.tables.store, "UPDATE preferences SET value = 'on'")
    assert await preferences.of(ANN.id) == {"pings": "off"}  # nobody has told
    world.tables._hear("preference", f"{ANN.id} pings")
    assert await preferences.of(ANN.id) == {"pings": "on"}
    assert await preferences.of(BOB.id) == {"pings": "off"}
    world.tables._hear("preferences", str(BOB.id))
    assert await preferences.of(BOB.id) == {"pings": "on"}
    await change(world.tables.store, "UPDATE preferences SET value = 'off'")
    world.tables._hear("lost", "")  # all of them, where something was missed
    assert [await preferences.of(each.id) for each in (ANN, BOB)] == [{"pings": "off"}] * 2
    assert preferences.read_so_far(EVE.id) is None
    assert [await preferences.tell_once(EVE.id, hint) for hint in ("dice", "dice", "undo")] == [
        True, False, True,
    ]  # fmt: skip


async def test_who_waits_while_a_shard_is_given_up_finds_the_game_as_it_was_played_on(
    world: TableWorld,
) -> None:
    table = await world.begun()
    assert (await table.view(None)).turn == 0
    assert await table.history.records()
    await world.tables.registry.release(world.tables.shards.of(table.game.guild))
    other = await world.table()  # as another process has it
    assert other.actor is not table.actor
    await other.act(ANN, "step s")
    assert (await table.view(None)).turn == 1
    await table.act(BOB, "step n")
    assert table.game.number == other.game.number + 1
    known = [each.number for each in await table.history.records()]
    assert known == list(range(1, table.game.number + 1))


async def test_games_of_other_shards_stay_in_memory_when_one_is_given_up(world: TableWorld) -> None:
    table = await world.begun()
    await world.tables.registry.release(world.tables.shards.of(table.game.guild) + 1)
    assert (await world.table()).actor is table.actor


async def test_a_game_that_was_deleted_is_found_no_more_by_who_still_has_it(
    world: TableWorld,
) -> None:
    table = await world.begun()
    with pytest.raises(Refusal, match="Only a game that is over can be deleted"):
        await world.tables.registry.delete(ANN, table.actor)
    await table.end(ANN)
    await world.tables.registry.delete(ANN, table.actor)
    with pytest.raises(NoGame, match=r"^That game does not exist any more\.$"):
        await world.tables.get(table.game.id)
    assert not world.tables.registry._recent


async def test_a_channel_is_free_unless_a_game_goes_on_in_it_that_somebody_is_in(
    world: TableWorld,
) -> None:
    registry = world.tables.registry
    assert await registry.is_free(CHANNEL)
    table = await world.begun()
    for who in (ANN, BOB):
        assert not await registry.is_free(CHANNEL)
        assert await registry.is_free(CHANNEL + 1)
        await table.leave(who)
    assert table.game.phase == "paused"
    assert await registry.is_free(CHANNEL)
    after = await world.begun()
    assert (table.game.phase, after.game.phase) == ("over", "play")
    await after.end(ANN)
    assert await registry.is_free(CHANNEL)


async def test_a_game_that_another_process_has_changed_is_read_again(world: TableWorld) -> None:
    table = await world.begun()
    await change(world.tables.store, "UPDATE games SET phase = 'over'")
    assert (await world.table()).game.phase == "play"
    world.tables._hear("game", str(table.game.id))
    for work in [*world.tables._heard]:
        await work
    assert (await world.table()).game.phase == "over"
    assert world.tables._heard == set()
