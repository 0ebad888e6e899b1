"""Every ruleset plays at a table as it does alone."""

from __future__ import annotations

import random

import pytest

from engine.common.game_log import digest, replay, start
from engine.rulesets import RULESETS
from table.state import Person
from tests.table.world import CHANNEL, GUILD, SEED, World

MOVES = 60


@pytest.mark.parametrize("name", ["toy", *RULESETS])
async def test_a_game_at_the_table_replays_from_its_log(world: World, name: str) -> None:
    ruleset = world.tables.rulesets[name]
    people = [Person(n, f"Hero {n}") for n in range(1, ruleset.seats[0] + 1)]
    table = await world.tables.found(CHANNEL, GUILD, people[0], name)
    for person in people[1:]:
        await table.join(person)
    await table.begin(people[0])
    dice = random.Random(name)

    for move in range(MOVES):
        to_move = (await table.status()).turn.waiting
        if not to_move:
            break
        seat = to_move[0]
        action = dice.choice(await table.reader.offers(seat)).action
        receipt = await table.act(people[seat], action, card=table.game.card, request=f"r{move}")
        assert receipt.text == str(action)
        if move % 20 == 10:
            await world.restart()
            table = await world.table()

    head, store = table.game.header, world.tables.store
    assert head
    entries = await store.games.records(table.game.id, 0, 1000)
    lines = [Line(entry.seat, entry.text) for entry in entries if entry.seat is not None]
    assert len(lines) >= MOVES or (await table.status()).outcome
    state, _ = await table._live()
    again = replay(ruleset, start(ruleset, head, SEED), lines)
    assert digest(ruleset, state) == digest(ruleset, again)
    await world.outbox.flush()
    assert world.office.shown("card")[-1].card == table.game.card

    assert (await table.history.proof()).ok
    if table.game.phase == "play":
        before = await table.history.view_at((await table.history.turns())[-4], 0)
        await table.undo(people[0], 3)
        assert await table.view(0) == before
        assert (await table.history.proof()).ok
