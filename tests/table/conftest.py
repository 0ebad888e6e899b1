"""A fresh world for each test, on SQLite and, where a test touches the store, on PostgreSQL too."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.postgres_server import FORCED, binaries, shared_server
from tests.table.world import PostgresDatabases, TableWorld

ON_BOTH = {  # modules; LEITHIAN_TEST_POSTGRES=1: all
    "test_backups",
    "test_budgets",
    "test_move",
    "test_store",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the store on both databases, if there is a server."""
    if not {"tmp_path", "world"}.intersection(metafunc.fixturenames):
        return
    module = metafunc.module.__name__.rpartition(".")[2]
    only = metafunc.definition.get_closest_marker("sqlite_only")
    if binaries() and not only and (FORCED or module in ON_BOTH):
        metafunc.parametrize("engine", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> PostgresDatabases:
    """The databases of a server that all workers share; it ends with the tests."""
    worker = "PYTEST_XDIST_WORKER" in os.environ
    folder = tmp_path_factory.getbasetemp()
    folder, owner = (folder.parent, os.getppid()) if worker else (folder, os.getpid())
    return PostgresDatabases(shared_server(folder, owner))


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of database that worlds are over."""
    name = getattr(request, "param", "sqlite")
    if name == "postgresql":
        TableWorld.postgres = request.getfixturevalue("postgres")
    yield name
    TableWorld.postgres = None


@pytest_asyncio.fixture
async def world(engine: str, tmp_path: Path) -> AsyncIterator[TableWorld]:
    """A bot's inside over a database that did not exist before."""
    world = await TableWorld(tmp_path / "games.db").open()
    yield world
    await world.close()
