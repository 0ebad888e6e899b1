"""Render workers draw what we would, are replaced when they are killed, and end with the bot."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

import render
from cogs.ui import render_pool
from cogs.ui.languages import speaking
from cogs.ui.render_pool import RenderPool, count_workers, memory_limit
from engine.sil.ruleset import SilQ
from render import TileLibrary
from tests.render.scenes import exploring as view
from tests.render.sheet_of_others import sheet_of_others

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def pool():
    pool = RenderPool()
    yield pool
    await pool.close()


def alive(pid):
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the latter when it ends while it is read
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(pid):
    until = time.monotonic() + 120
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not alive(pid)


async def test_a_worker_draws_what_we_would(pool):
    drawn = await pool.draw(render.picture, view(), theme="high-contrast")
    assert drawn == render.picture(view(), theme="high-contrast")


async def test_what_needs_no_tiles_gets_none(pool):
    assert await pool.run(render.text, view(), 40) == render.text(view(), 40)


MODULES_OF_A_WORKER = """
import asyncio
from cogs.ui.render_pool import RenderPool, count_workers, memory_limit

async def main():
    pool = RenderPool()
    print(*await pool.run(eval, "{*__import__('sys').modules}"))
    await pool.close()

asyncio.run(main())
"""


def test_a_worker_carries_neither_discord_nor_a_database_nor_rules():
    # In a process of its own: what other tests let be forked would be in ours.
    command = [sys.executable, "-c", MODULES_OF_A_WORKER]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    loaded = {*done.stdout.split()}
    assert "render.pictures" in loaded, done.stderr
    assert not loaded & {"discord", "sqlalchemy", "table", "engine.common", "engine.sil"}


def test_the_main_module_that_workers_import_again_is_light():
    code = "import bot, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    loaded = {*done.stdout.split()}
    assert "bot" in loaded
    assert not loaded & {"app", "discord", "engine", "table"}


async def test_a_fault_in_drawing_is_raised_here_and_the_worker_goes_on(pool):
    executor = pool._executor
    for _ in range(3):  # also a second worker, where one was started
        with pytest.raises(ValueError, match="no such theme"):
            await pool.draw(render.picture, view(), theme="no such theme")
    drawn = await pool.draw(render.picture, view())
    assert drawn == render.picture(view())
    assert pool._executor is executor  # it is replaced when one of its workers ends


async def test_another_worker_takes_the_place_of_one_that_was_killed(pool):
    drawn = await pool.draw(render.picture, view())
    pid = await pool.run(os.getpid)
    os.kill(pid, signal.SIGKILL)
    assert await pool.draw(render.picture, view()) == drawn
    assert await pool.run(os.getpid) != pid


async def test_a_pool_found_broken_while_it_starts_a_worker_is_replaced(pool, monkeypatch):
    def closing(*_args):
        raise OSError("handle is closed")

    monkeypatch.setattr(pool._executor, "submit", closing)
    with pytest.raises(BrokenExecutor):
        pool.start(render.picture, view())
    assert await pool.draw(render.picture, view()) == render.picture(view())


async def test_all_that_was_being_drawn_when_a_worker_was_killed_is_drawn_again(pool):
    pid = await pool.run(os.getpid)
    drawings = [asyncio.create_task(pool.draw(render.picture, view())) for _ in range(9)]
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGKILL)
    assert {drawn.png for drawn in await asyncio.gather(*drawings)} == {render.picture(view()).png}


async def test_a_drawing_that_nobody_waits_for_any_more_is_not_the_next_ones(pool):
    pool.open()
    first = asyncio.create_task(pool.draw(render.legend, "sil"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    drawings = [pool.run(render.text, view(), 40) for _ in range(5)]
    assert set(await asyncio.gather(*drawings)) == {render.text(view(), 40)}


async def test_many_drawings_wait_for_their_turn(pool):
    drawings = [pool.draw(render.picture, view()) for _ in range(9)]
    assert {drawn.png for drawn in await asyncio.gather(*drawings)} == {render.picture(view()).png}


async def test_workers_end_when_the_pool_is_closed():
    pool = RenderPool()
    pid = await pool.run(os.getpid)
    await pool.close()
    assert not alive(pid)


def test_workers_end_when_the_bot_is_killed():
    code = (
        "import asyncio, os; from cogs.ui.render_pool import RenderPool\n"
        "async def main():\n"
        "    pool = RenderPool(); pool.open()\n"
        "    print(await pool.run(os.getpid), flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as bot:
        worker = int(bot.stdout.readline())
        bot.kill()
    wait_until_gone(worker)


async def test_workers_use_the_tiles_they_are_given(tmp_path):
    sheet = SilQ().sprite_sheet(sheet_of_others(tmp_path))
    pool = RenderPool([sheet])
    drawn = await pool.draw(render.picture, view())
    await pool.close()
    assert drawn == render.picture(view(), tiles=TileLibrary([sheet])) != render.picture(view())


async def test_texts_of_workers_speak_the_language_of_whoever_asks(pool):
    english = await pool.run(render.text, view(), 40)
    with speaking("de"):
        german = await pool.run(render.text, view(), 40)
    assert f"Turn {view().turn}" in english.splitlines()
    assert f"Zug {view().turn}" in german.splitlines()


@pytest.mark.parametrize(
    ("cores", "megabytes", "workers"),
    [(1, 4000, 2), (2, 1024, 2), (2, 512, 1), (2, 100, 1), (16, 64000, 8), (16, 2048, 4)],
)
def test_workers_are_bounded_by_cores_and_by_memory(cores, megabytes, workers):
    assert count_workers(cores, megabytes << 20) == workers


def test_a_containers_limit_is_the_memory_that_counts(tmp_path, monkeypatch):
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(render_pool, "_CONTAINER_LIMIT", limit)
    whole = memory_limit()
    assert whole > 1 << 26
    for written, counted in (("max\n", whole), ("67108864\n", 1 << 26), (str(whole * 2), whole)):
        limit.write_text(written)
        assert memory_limit() == counted
