"""Every ruleset plays at a table as it does alone."""

from __future__ import annotations

import random

import pytest

from engine.common.game_log import ActionLine, digest, play, start
from engine.contract.dice import GameSecret
from table.history.entries import Acted
from table.state import Person
from tests.rulesets import RULESETS
from tests.table.world import CHANNEL, SEED, TableWorld

MOVES = 20


@pytest.mark.parametrize("name", ["toy", *RULESETS])
async def test_a_game_at_the_table_replays_from_its_log(world: TableWorld, name: str) -> None:
    ruleset = world.tables.rulesets[name]
    people = [Person(n, f"Player {n}") for n in range(1, ruleset.roles({}).least_players + 1)]
    table = await world.found(CHANNEL, people[0], name)
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
        assert receipt.entry == Acted(seat, str(action))
        if move % 20 == 10:
            await world.restart()
            table = await world.table()

    head, store = table.actor.memory.state.game.header, world.tables.store
    assert head
    records = await store.games.records(table.game.id, 0, 1000)
    acted = [record.entry for record in records if isinstance(record.entry, Acted)]
    assert len(acted) >= MOVES or (await table.status()).outcome
    secret = GameSecret(SEED)
    again = start(ruleset, head, secret)
    for entry in acted:
        play(again, ActionLine(entry.seat, entry.action), secret.dice(entry.key))
    assert digest(await table.running()) == digest(again)
    await world.outbox.flush()
    assert world.office.shown("card")[-1].card == table.game.card

    assert (await table.history.proof()).ok
    if table.game.phase == "play":
        before = await table.history.view_at((await table.history.turns())[-4], 0)
        await table.undo(people[0], 3)
        assert await table.view(0) == before
        assert (await table.history.proof()).ok
