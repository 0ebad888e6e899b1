"""Killed at any moment, the bot loses no acknowledged move, plays none twice, and repairs what
Discord shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.common.game_log import digest, start
from engine.contract.dice import GameSecret
from table.history.entries import (
    Acted,
    Decided,
    Delegated,
    MotionMade,
    MotionPassed,
    Proposed,
    Reminded,
    TurnsUndone,
    Voted,
    without_key,
)
from table.history.rewind import play_record
from table.history.secrets import SecretFrom, past_keys
from table.loaded_game import load
from table.outbox.rows import nonce_of
from table.voting.motions import UndoMotion
from tests.table.victim import MOVES, PEACE, SCENARIOS, go_on
from tests.table.world import SEED, TableWorld, rows
from tests.toys.guessing import Toy

ROOT = Path(__file__).resolve().parents[2]
STRIDE = 113  # every moment is tried in the soak


def corpses(folder: Path, stride: int) -> dict[str, list[Path]]:
    """The databases that the killed runs of each scenario left, and those of the runs that
    lived."""
    command = [sys.executable, "-m", "tests.table.victim", str(folder), str(stride)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3600)
    assert done.stdout.split() == [str(PEACE)] * len(SCENARIOS), done.stderr
    return {
        name: sorted((folder / name).glob("[0-9]*.db"), key=lambda path: int(path.stem))
        for name in SCENARIOS
    }


def lines(path: Path) -> list[list[str]]:
    """The words of each line of a file that may not be there."""
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


# Of moves, and of votes and deadlines: what is left is a file.
@pytest.mark.sqlite_only
@pytest.mark.parametrize("stride", [STRIDE, pytest.param(1, marks=pytest.mark.soak(part="kills"))])
async def test_a_kill_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, stride: int) -> None:
    left = corpses(tmp_path, stride)
    assert all(len(paths) > 3 for paths in left.values())
    for path in left["moves"]:
        await survives(path)
    for path in left["votes"]:
        await is_decided(path)


async def survives(path: Path) -> None:
    """Open what a killed run left, look, and play on."""
    acks = dict(lines(path.with_suffix(".acks")))
    sent = lines(path.with_suffix(".sent"))
    world = TableWorld(path)
    for message, nonce in sent:
        world.office._nonces[nonce] = int(message)
    await world.open()
    table = await world.table()

    store = world.tables.store
    assert await rows(store, "PRAGMA integrity_check") == [("ok",)]
    log = await rows(store, "SELECT request, number FROM log ORDER BY number")
    played = {request: number for request, number in log if request}
    assert [number for _, number in log] == list(range(1, len(log) + 1))
    assert table.game.number == len(log)
    assert {request: int(number) for request, number in acks.items()}.items() <= played.items()
    assert len(played) - len(acks) in (0, 1)

    toy, head = Toy(), table.actor.memory.state.game.header
    assert head
    entries = await world.tables.store.games.records(table.game.id, 0, 1000)
    snapshot = await world.tables.store.games.snapshot(table.game.id)
    assert snapshot
    secrets = [SecretFrom(0, GameSecret(SEED))]
    again = start(toy, head, secrets[0].secret)
    for record in entries:
        if isinstance(record.entry, Acted):
            play_record(again, record, past_keys(secrets, entries))
    assert digest(load(toy, snapshot.state)) == digest(again)

    for number, (who, what) in enumerate(MOVES):
        receipt = await table.act(who, what, request=f"r{number}")
        assert receipt.number == 4 + number
    assert (await table.view(None)).turn == 3
    await world.outbox.flush()
    cards = world.office.shown("card")
    ((life,),) = await rows(store, "SELECT mark FROM life")
    newest = nonce_of(life, 1, f"{table.game.card}-card")
    assert newest in world.office._nonces
    assert len({owed.card for owed in cards}) == len(cards)
    due = await world.outbox.rows.due()
    assert all(moment > world.time.now for moment in due.values())
    await world.close()


async def is_decided(path: Path) -> None:
    """Open what a killed run left and go through with it: all is as if nothing had happened."""
    acks = dict(lines(path.with_suffix(".acks")))
    world = TableWorld(path)
    for message, nonce in lines(path.with_suffix(".sent")):
        world.office._nonces[nonce] = int(message)
    await world.open()
    table, store = await world.table(), world.tables.store
    log = dict(await rows(store, "SELECT request, number FROM log WHERE request IS NOT NULL"))
    assert {request: int(number) for request, number in acks.items()}.items() <= log.items()
    await go_on(world, "votes")
    entries = await store.games.records(table.game.id, 0, 1000)
    assert [entry.number for entry in entries] == list(range(1, table.game.number + 1))
    told = [without_key(record.entry) for record in entries[4:]]
    assert [entry for entry in told if not isinstance(entry, Decided | MotionPassed)] == [
        Proposed("step s"),
        Voted(("A",)),
        Acted(0, "step s"),
        Proposed("step n"),
        Reminded(),
        Acted(1, "step n"),
        Proposed("step e"),
        Delegated(1),
        Acted(0, "step e"),
        MotionMade(UndoMotion(15)),
        Voted(("A",), motion=True),
        TurnsUndone(15),
    ]
    assert (await table.view(None)).turn == 2
    assert (await table.history.proof()).ok
    await world.outbox.flush()
    ((life,),) = await rows(store, "SELECT mark FROM life")
    assert nonce_of(life, 1, f"{table.game.card}-card") in world.office._nonces
    await world.close()
