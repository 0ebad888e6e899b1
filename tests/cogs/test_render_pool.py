"""Painters in processes of their own: they draw what we would, and do not outlive us."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import render
from cogs.ui.render_pool import ROOT, Easel
from render import foreign
from tests.render.foreign import foreign_tiles
from tests.render.scenes import exploring as view


@pytest.fixture
async def easel():
    easel = Easel()
    yield easel
    await easel.close()


def painters(easel):
    return [p._process.pid for p in easel._painters if p._process is not None]


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


async def test_a_painter_draws_what_we_would(easel):
    drawn = await easel.draw(render.picture, view(), theme="high-contrast")
    assert drawn == render.picture(view(), theme="high-contrast")


async def test_what_needs_no_tiles_gets_none(easel):
    assert await easel.make(render.text, view(), 40) == render.text(view(), 40)


async def test_a_fault_in_drawing_is_raised_here_and_the_painter_goes_on(easel):
    with pytest.raises(ValueError, match="no such theme"):
        await easel.draw(render.picture, view(), theme="no such theme")
    before = painters(easel)
    assert await easel.make(render.text, view(), 40)
    assert painters(easel) == before


async def test_another_painter_takes_the_place_of_one_that_was_killed(easel):
    drawn = await easel.draw(render.picture, view())
    (pid,) = painters(easel)
    os.kill(pid, signal.SIGKILL)
    assert await easel.draw(render.picture, view()) == drawn
    assert painters(easel) != [pid]


async def test_a_drawing_that_nobody_waits_for_any_more_is_not_the_next_ones(easel):
    await easel.open()
    first = asyncio.create_task(easel.draw(render.legend))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    drawings = [easel.make(render.text, view(), 40) for _ in range(5)]
    assert set(await asyncio.gather(*drawings)) == {render.text(view(), 40)}


async def test_many_drawings_wait_for_their_turn(easel):
    drawings = [easel.draw(render.picture, view()) for _ in range(9)]
    assert {drawn.png for drawn in await asyncio.gather(*drawings)} == {render.picture(view()).png}


async def test_painters_go_when_the_easel_is_closed():
    easel = Easel()
    await easel.open()
    (pid,) = painters(easel)
    await easel.close()
    assert not alive(pid)


def test_painters_go_when_the_bot_is_killed():
    code = (
        "import asyncio; from cogs.ui.render_pool import Easel\n"
        "async def main():\n"
        "    easel = Easel(); await easel.open()\n"
        "    print(easel._painters[-1]._process.pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as bot:
        pid = int(bot.stdout.readline())
        bot.kill()
    until = time.monotonic() + 10
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not alive(pid)


async def test_painters_use_the_tiles_they_are_given(tmp_path):
    easel = Easel(foreign_tiles(tmp_path))
    drawn = await easel.draw(render.picture, view())
    await easel.close()
    assert drawn == render.picture(view(), tiles=foreign.load(tmp_path)) != render.picture(view())
