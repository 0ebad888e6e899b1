"""Work is done by workers elsewhere once each, and here when none of them does it."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from table.errors import Refusal
from table.heavy.worker import OverLimit
from table.store.elsewhere import WAIT, Elsewhere, NotDone
from tests.table.distant_work import NEEDS_POSTGRESQL, working
from tests.table.world import PostgresDatabases

pytestmark = NEEDS_POSTGRESQL
PIECES = 40


def note(path: Path, number: int) -> int:
    """Write a number to a file, and return twice the number."""
    with path.open("a") as file:
        file.write(f"{number}\n")
    return 2 * number


def refuse(path: Path) -> None:
    """Refuse."""
    raise Refusal(f"Not {path.name}.")


def in_vain() -> int:
    """Stand for the bot's own drawing, where nobody should draw."""
    raise AssertionError("drawn here")


def test_several_workers_do_each_piece_once(postgres: PostgresDatabases, tmp_path: Path) -> None:
    done = tmp_path / "done"
    with working(postgres, 3) as workers:
        asked = [workers.elsewhere.submit(in_vain, note, done, n) for n in range(PIECES)]
        assert [each.result() for each in asked] == [2 * n for n in range(PIECES)]
        with workers.connect() as db:
            assert db.execute("SELECT count(*) FROM jobs").fetchone() == (0,)
    assert Counter(done.read_text().split()) == Counter(map(str, range(PIECES)))
    assert sum(taker.taken for taker in workers.takers) == PIECES


def test_what_a_worker_raises_is_raised_here(postgres: PostgresDatabases, tmp_path: Path) -> None:
    with working(postgres, 1) as workers:
        with pytest.raises(FileNotFoundError):
            workers.elsewhere.submit(in_vain, note, tmp_path / "nowhere" / "done", 1).result()
        with pytest.raises(Refusal, match="Not done"):
            workers.elsewhere.run("heavy", refuse, (tmp_path / "done",), 60)


@pytest.mark.parametrize(("count", "version"), [(0, "1"), (1, "2")], ids=["none", "another"])
def test_what_no_worker_of_the_version_takes_is_done_here(
    postgres: PostgresDatabases, count: int, version: str
) -> None:
    with working(postgres, count, version) as workers:
        assert workers.elsewhere.submit(lambda: 7, in_vain).result() == 7
        with workers.connect() as db:
            assert db.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


@pytest.mark.parametrize(
    "change",
    ["UPDATE jobs SET worker = 'dead', held_until = 0", "TRUNCATE jobs"],
    ids=["worker", "server"],
)
def test_what_a_worker_or_a_server_that_died_left_undone_is_done_here(
    postgres: PostgresDatabases, change: str
) -> None:
    with working(postgres, 0) as workers, workers.connect() as db, ThreadPoolExecutor(1) as pool:
        db.execute("LISTEN leithian_work")
        asked = pool.submit(workers.elsewhere.submit(lambda: 7, in_vain).result)
        assert list(db.notifies(timeout=60, stop_after=1))
        db.execute(change)
        assert asked.result() == 7
        assert db.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


def test_work_that_was_cancelled_is_left_to_nobody(postgres: PostgresDatabases) -> None:
    with working(postgres, 0) as workers, workers.connect() as db:
        with pytest.raises(OverLimit, match="cancelled"):
            workers.elsewhere.run("heavy", in_vain, (), 60, lambda: True)
        assert db.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


def test_a_database_that_is_gone_leaves_the_work_here(postgres: PostgresDatabases) -> None:
    with working(postgres, 0) as workers:
        assert workers.elsewhere.submit(lambda: 7, in_vain).result() == 7
        with workers.connect() as db:
            db.execute("DROP TABLE jobs")
        assert workers.elsewhere.submit(lambda: 8, in_vain).result() == 8


def test_a_connection_is_used_again_until_it_fails(
    postgres: PostgresDatabases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(WAIT, "picture", 0.01)
    with working(postgres, 0) as workers:
        made: list[psycopg.Connection[Any]] = []

        def connect() -> psycopg.Connection[Any]:
            made.append(workers.connect())
            return made[-1]

        def ask(outcome: type[Exception], cancelled: bool) -> list[bool]:
            with pytest.raises(outcome):
                elsewhere.run("picture", in_vain, (), 60, lambda: cancelled)
            return [db.closed for db in made]

        elsewhere = Elsewhere(connect, "1")
        assert ask(NotDone, False) == [False]
        assert ask(OverLimit, True) == [False]
        made[0].execute("ALTER TABLE jobs RENAME TO away")
        assert ask(NotDone, False) == [True]
        with workers.connect() as db:
            db.execute("ALTER TABLE away RENAME TO jobs")
        assert ask(OverLimit, True) == [True, False]
        elsewhere.close()
        assert [db.closed for db in made] == [True, True]
