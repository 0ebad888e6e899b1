"""Files from strangers, made by a grammar: each is refused in a sentence, or is a game that is as
sound as any; none takes long or much, or leaves anything behind when it is refused."""

from __future__ import annotations

import copy
import logging
import random
import time
import zlib
from typing import Any

import msgspec
import pytest

from table.errors import Refusal
from table.heavy.queue import TOO_MUCH, HeavyQueue
from table.history.game_file import MAGIC
from table.limits import HeavyBudgets
from tests.table.file_forge import Parts, damaged, with_raw, wrapped
from tests.table.test_budgets import check_sizes
from tests.table.test_history import THREAD, loaded, walked
from tests.table.test_hostile_files import zeros
from tests.table.world import ANN, EVE, GUILD, TableWorld, rows

MANY, FEW = 500, 2
MOST_SECONDS = 60.0  # that a piece of heavy work may take
HOSTILE_TEXTS = ("", "\x00", "\u202e", "@everyone", "{0.__class__}", "'; --", "ß" * 99, "[" * 9)
SYMBOLS = ("number", "text", "list", "object", "constant", "known")


def value(chance: random.Random, known: Any, depth: int = 0) -> Any:
    """Return a value of the grammar: value = number | text | list of values | object of values |
    constant | the value that was there."""
    match chance.choice(SYMBOLS if depth < 4 else ("number", "text", "constant")):
        case "number":
            power = chance.choice((0, 1, 8, 31, 53, 63, 64))
            return chance.choice((1, -1)) * (2**power - chance.randrange(2))
        case "text":
            return chance.choice(HOSTILE_TEXTS) * chance.choice((1, 1, 40, 3_000))
        case "list":
            return [value(chance, known, depth + 1) for _ in range(chance.randrange(5))]
        case "object":
            keys = chance.sample(HOSTILE_TEXTS, chance.randrange(4))
            keys += list(known) if isinstance(known, dict) else ["type", "number"]
            return {key: value(chance, known, depth + 1) for key in keys}
        case "constant":
            return chance.choice((None, True, False, 0.5, 1e308, -0.0))
        case _:
            return copy.deepcopy(known)


def places(node: Any) -> list[tuple[Any, Any]]:
    """Return where all values of a tree stand: in which part, under which key."""
    if isinstance(node, dict | list):
        keys = list(node) if isinstance(node, dict) else range(len(node))
        return [(node, key) for key in keys] + [p for key in keys for p in places(node[key])]
    return []


def change(chance: random.Random, tree: Parts) -> None:
    """Change a tree at one place: put another value there, take it away, or double it."""
    node, key = chance.choice(places(tree))
    match chance.choice(("put", "put", "put", "drop", "double", "swap")):
        case "put":
            node[key] = value(chance, node[key])
        case "drop":
            del node[key]
        case "double" if isinstance(node, list):
            node.insert(key, copy.deepcopy(node[key]))
        case _:
            other, where = chance.choice(places(tree))
            node[key] = copy.deepcopy(other[where])


def any_bytes(chance: random.Random, good: bytes) -> bytes:
    """Return bytes of the grammar: a good file cut, spoiled or doubled, or odd parts of one."""
    at, size = chance.randrange(len(good)), chance.randrange(1, 40)
    deep = msgspec.json.encode(value(chance, {}))
    return chance.choice(
        (
            good[:at],
            good[:at] + chance.randbytes(size) + good[at + size :],
            good + good,
            MAGIC + chance.randbytes(size),
            wrapped(chance.randbytes(size) + b"\n" * chance.randrange(4)),
            with_raw(deep, zlib.compress(deep)),
            with_raw(deep, zeros(chance.randrange(1, 200)), chance.randbytes(12)),
            with_raw(b"{}", zlib.compress(b"[" * 10**6 + deep)),
        )
    )


def hostile_file(chance: random.Random, good: bytes) -> bytes:
    """Return a file of the grammar: file = bytes | a good file changed in one to four places, with
    hashes that fit."""
    if chance.random() < 0.3:
        return any_bytes(chance, good)
    changes = chance.randint(1, 4)

    def spoil(head: Parts, body: Parts) -> None:
        for _ in range(changes):
            change(chance, chance.choice((head, body)))

    while True:
        try:
            return damaged(good, spoil)
        except (KeyError, TypeError, ValueError, OverflowError, msgspec.MsgspecError):
            continue  # no chain can be made of that


async def is_taken(world: TableWorld, data: bytes, caplog: pytest.LogCaptureFixture) -> bool:
    """Return whether a file is taken, after checking that it is as sound as any or was refused in
    a sentence."""
    before = await rows(world.tables.store, "SELECT count(*), sum(number) FROM games")
    try:
        table = await loaded(world, EVE, data, THREAD, GUILD)
    except Refusal as refusal:
        sentence = str(refusal)
        assert sentence != TOO_MUCH
        assert 10 < len(sentence) < 400
        assert sentence.endswith(".")
        assert not caplog.records
        assert await rows(world.tables.store, "SELECT count(*), sum(number) FROM games") == before
        return False
    assert (await table.history.proof()).ok
    assert (await table.history.whole_log(None)).records
    assert await table.view(None)
    assert await check_sizes(world)
    if table.game.phase != "over":
        await table.end(EVE)
    while await world.tables.packer.pack_next():
        pass
    assert (await table.history.proof()).ok
    await world.tables.registry.delete(EVE, table.actor)
    assert not caplog.records
    return True


@pytest.mark.parametrize("files", [FEW, pytest.param(MANY, marks=pytest.mark.soak(part="hostile"))])
async def test_files_of_a_grammar_are_refused_or_sound(
    world: TableWorld,
    files: int,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.WARNING)
    world.tables.services.heavy = HeavyQueue(HeavyBudgets(person=1e9, server=1e9))
    table = await walked(world)
    await table.end(ANN)
    good = await world.tables.transfer.export(ANN, table.game.id)
    chance, taken, slowest = random.Random(files), 0, 0.0
    for _ in range(files):
        began = time.monotonic()
        taken += await is_taken(world, hostile_file(chance, good), caplog)
        slowest = max(slowest, time.monotonic() - began)
    assert taken < files
    assert slowest < MOST_SECONDS
    if files == MANY:
        with capsys.disabled():
            print(f"\n{files} files: {taken} are sound games, the slowest took {slowest:.1f} s")
