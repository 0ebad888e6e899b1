"""Strangers who ask for heavy work: others play on meanwhile, and memory stays bounded."""

from __future__ import annotations

import base64
import contextlib
import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.parts import Bot, Hall, descendants, said
from tests.table.test_hostile_files import RAW

OWN_BOT = "its memory is measured"
BOT = Bot

MAX_MEMORY = 400 << 10  # KiB, the bot's and its workers'
BOMBS = ("a gigabyte of zeros", "deep nesting", "a deep body", "a deep head")
STRANGERS = ("Luthien", "Finrod", "Curufin")


def way(played: int) -> str:
    """Return the next step of a lone player's two characters, who walk to and fro."""
    return ("EW", "WE")[played % 2][played // 2 % 2]


def memory_of(process: int) -> int:
    """Return the memory of a process and all its descendants in KiB, shared pages once."""
    return sum(map(_proportional, (process, *descendants(process))))


def _proportional(process: int) -> int:
    """Return the memory of a process in KiB; 0 when it has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return 0


@contextlib.contextmanager
def highest_memory(bot: Bot) -> Iterator[list[int]]:
    """Give a list whose last entry is the highest memory seen so far, in KiB."""
    assert bot.process is not None
    seen, over, process = [0], threading.Event(), bot.process.pid

    def watch() -> None:
        while not over.wait(0.05):
            seen.append(max(seen[-1], memory_of(process)))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


@pytest.mark.soak(part="journeys")
def test_strangers_with_bombs_and_proofs_hold_up_nobody(
    hall: Hall, halls: Any, bot: Bot, capsys: pytest.CaptureFixture[str]
):
    hall.begin(people=("Beren",))

    def move(number: int) -> float:
        """Press, and return the seconds until the next card is there."""
        began = time.monotonic()
        answer = hall.press("Beren", way(number))
        assert answer["answered"], answer
        hall.card(3 + number)
        return time.monotonic() - began

    idle = [move(n) for n in range(12)]
    kept = bot.database.stat().st_size
    other = next(halls)
    other.begin(people=("Luthien",))

    def attack(stranger: str) -> list[str]:
        answers = []
        for name in BOMBS:
            parcel = {"filename": "game.leithian", "base64": _base64(RAW[name])}
            answers.append(said(next(halls).slash(stranger, "game import", file=parcel)))
            answers.append(said(hall.slash(stranger, "dice")))
        return answers

    with highest_memory(bot) as memory, ThreadPoolExecutor(len(STRANGERS)) as pool:
        attacks = [pool.submit(attack, stranger) for stranger in STRANGERS]
        attacked = list[float]()
        while not all(each.done() for each in attacks):
            attacked.append(move(12 + len(attacked)))
            time.sleep(0.2)
        answers = [answer for each in attacks for answer in each.result()]
    assert memory[-1] < MAX_MEMORY
    assert attacked
    ratio = statistics.median(attacked) / statistics.median(idle)
    with capsys.disabled():
        print(f"\n{len(attacked)} moves, {ratio:.2f} times as long as idle, ", end="")
        print(f"the slowest {max(attacked):.2f} s; memory {memory[-1] >> 10} MB, ", end="")
        print(f"the database grew by {bot.database.stat().st_size - kept} bytes")
    assert all(len(answer) < 400 for answer in answers)
    assert bot.errors() == []


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
