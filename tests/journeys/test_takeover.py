"""Two bots on one PostgreSQL database share four shards, in whose servers people play alone, by
vote, by plans and in encounters. When one of them is killed, frozen, cut off from the database or
told to stop, the other takes its shards over; when the database's server ends, a replica goes on in
its place. Nothing acknowledged is lost, nothing is done twice, and one card can be pressed in each
server."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from table.store.lease import SECONDS
from tests.journeys.conftest import lawful_sandbox
from tests.journeys.parts import Hall
from tests.journeys.postgres_bot import PostgresBot
from tests.journeys.relay import Relay
from tests.journeys.server_games import KINDS, ServerGame
from tests.postgres_server import Server, address, binaries
from tests.sandbox_process import ROOT, SandboxProcess

OWN_BOT = "two of them serve the shards of one Discord"
SHARDS = 4
RESPONSE_SECONDS = 3  # presses that nobody answers take this long
SEED = int(os.environ.get("TAKEOVERS_SEED", "36"))
TAKEOVERS = int(os.environ.get("TAKEOVERS", "100"))  # of the soak
MANY = int(os.environ.get("TAKEOVERS_GAMES", "50"))
BEGUN_AT_ONCE = 4  # games
LATEST = 0.3  # seconds from the last press to what happens, at most
EACH = 0.04  # seconds, in the mean, between the presses of different games
AWAY = 2 * SECONDS  # seconds that a bot is frozen or cut off, longer than the lease
ENDS = tuple(os.environ.get("TAKEOVERS_ENDS", "kill freeze cut stop").split())  # by turns
WAIT = 120  # seconds

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")


STANDING = (  # what is told where something is waited for in vain
    "SELECT *, until - extract(epoch FROM clock_timestamp()) FROM leases ORDER BY shard",
    "SELECT *, until - extract(epoch FROM clock_timestamp()) FROM processes",
    "SELECT pid, state, wait_event_type, wait_event, clock_timestamp() - state_change, "
    "pg_blocking_pids(pid), query FROM pg_stat_activity WHERE application_name LIKE 'leithian%'",
)
TOLD_LINES = 60  # of a bot's log


class RelayedBot(PostgresBot):
    """A bot over a database of servers, to each of which it has a way of its own."""

    def __init__(
        self, sandbox: SandboxProcess, folder: Path, seconds: float, servers: Sequence[Server]
    ) -> None:
        folder.mkdir(parents=True)
        self.relays = [Relay(server.folder) for server in servers]
        url = database(*(relay.folder for relay in self.relays))
        direct = database(*(server.folder for server in servers))
        super().__init__(sandbox, folder, seconds, url, direct)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the process."""
        return {**super().environment, "LEITHIAN_WORKERS": "elsewhere"}


def database(*sockets: Path) -> str:
    """Return the address of a database that the one of several servers has which takes writes."""
    hosts = ",".join(map(str, sockets))
    return f"{address(Path(hosts), 'postgres')}&target_session_attrs=read-write"


class Pair:
    """Two bots, a game in each of so many servers, and who serves which shard."""

    def __init__(self, bots: list[RelayedBot], games: int, chance: random.Random) -> None:
        self.bots, self.chance = bots, chance
        self.answers = Counter[str]()
        bots[0].start()
        bots[1].launch()
        self.until_even()
        world = bots[0].sandbox.client.world()["channels"]
        ids = {channel["name"]: channel["id"] for channel in world}
        client = bots[0].sandbox.client

        def begun(number: int) -> ServerGame:
            kind = KINDS[number % len(KINDS)]
            return kind(Hall(client, ids[f"server-{number + 2}"]), bots[0])

        with ThreadPoolExecutor(BEGUN_AT_ONCE) as pool:
            self.tables = list(pool.map(begun, range(games)))

    def owners(self) -> dict[int, int]:
        """Return the process of each shard that somebody serves."""
        query = (
            "SELECT shard, owner FROM leases WHERE heir = '' "
            "AND until > extract(epoch FROM clock_timestamp())"
        )
        return {shard: int(owner.split(":")[1]) for shard, owner in self.bots[0].rows(query)}

    def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so. Raises TimeoutError, with what the database and the bots'
        logs say."""
        try:
            self.bots[0].sandbox.client.until(condition, WAIT)
        except TimeoutError as error:
            for query in STANDING:
                error.add_note("\n".join(map(str, self.bots[0].rows(query))))
            for bot in self.bots:
                error.add_note(last_lines(bot))
            raise

    def until_even(self) -> None:
        """Wait until each bot serves as many shards as the other."""

        def even() -> bool:
            shares = Counter(self.owners().values())
            return all(shares[bot.pid] == SHARDS // 2 for bot in self.bots)

        self.until(even)

    def until_alone(self, bot: RelayedBot) -> None:
        """Wait until a bot serves all shards and answers in each server."""
        self.until(lambda: list(self.owners().values()) == [bot.pid] * SHARDS)
        for table in self.tables:
            self.until(table.is_answered)

    @contextlib.contextmanager
    def pressed(self) -> Iterator[None]:
        """Let something happen while something is done in each game; look what became of it."""
        within = EACH * (len(self.tables) - SHARDS)  # seconds, in which the presses come
        with ThreadPoolExecutor(len(self.tables)) as pool:
            moments = [self.chance.uniform(0, within) for _ in self.tables]
            pressed = [
                pool.submit(self._press_after, *each)
                for each in zip(moments, self.tables, strict=True)
            ]
            time.sleep(self.chance.uniform(0, within + LATEST))
            yield
            answers = [each.result() for each in pressed]
        self.answers.update(answers)
        for table, answer in zip(self.tables, answers, strict=True):
            table.settle(answer)

    @staticmethod
    def _press_after(seconds: float, table: ServerGame) -> str:
        time.sleep(seconds)
        return table.press()

    def press_all(self) -> None:
        """Do the next thing in each game, some at once, and look what became of it."""
        with ThreadPoolExecutor(SHARDS) as pool:
            list(pool.map(lambda table: table.settle_after(table.press()), self.tables))

    def end(self, ended: RelayedBot, how: str) -> float:
        """End a bot; return the seconds until the other serves all shards."""
        heir = next(bot for bot in self.bots if bot is not ended)
        began = time.monotonic()
        if how in ("kill", "stop"):
            ended.kill() if how == "kill" else stop(ended)
            self.until_alone(heir)
            return time.monotonic() - began
        with cut_off(ended) if how == "cut" else frozen(ended):
            self.until_alone(heir)
            taken = time.monotonic() - began
            time.sleep(max(0.0, AWAY - taken))
        assert ended.wait() == 1, last_lines(ended)
        assert "has taken the games over" in ended.log.read_text()
        return taken


def last_lines(bot: RelayedBot) -> str:
    """Return the end of a bot's log."""
    return "\n".join(bot.log.read_text().splitlines()[-TOLD_LINES:])


@contextlib.contextmanager
def cut_off(bot: RelayedBot) -> Iterator[None]:
    """Cut a bot off from the database for a block, and no longer: it could not be stopped."""
    bot.relays[0].cut()
    try:
        yield
    finally:
        bot.relays[0].mend()


@contextlib.contextmanager
def frozen(bot: RelayedBot) -> Iterator[None]:
    """Freeze a bot for a block, and no longer."""
    os.kill(bot.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(bot.pid, signal.SIGCONT)


def stop(bot: RelayedBot) -> None:
    """Stop a bot, which ends in order."""
    assert bot.stop() == 0, last_lines(bot)
    assert "ended without waiting" not in bot.log.read_text()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    server.make()
    server.start()
    yield server
    server.delete()


@pytest.fixture(scope="module")
def pair(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with running_pair(tmp_path_factory.mktemp("pair"), server) as pair:
        yield pair


@contextlib.contextmanager
def working(bot: RelayedBot) -> Iterator[None]:
    """Let a worker draw for a block what bots on that database show."""
    command = [sys.executable, "bot.py", "worker"]
    with subprocess.Popen(
        command, cwd=ROOT, env=bot.environment, stderr=subprocess.PIPE, text=True
    ) as worker:
        try:
            yield
        finally:
            worker.terminate()
            try:
                _, told = worker.communicate(timeout=WAIT)
            except subprocess.TimeoutExpired:
                worker.kill()
                raise
        assert worker.returncode == 0, told
        assert sum(map(int, re.findall(r"has done (\d+) pieces of work", told))) > 0, told


@contextlib.contextmanager
def running_pair(folder: Path, *servers: Server, games: int = SHARDS) -> Iterator[Pair]:
    """Run two bots for a block, with so many games."""
    world = ("--servers", str(games + 1), "--shards", str(SHARDS))
    with lawful_sandbox(0, RESPONSE_SECONDS, *world) as sandbox, contextlib.ExitStack() as failed:
        bots = [
            RelayedBot(sandbox, folder / name, RESPONSE_SECONDS, servers)
            for name in ("first", "second")
        ]
        for bot in bots:
            failed.callback(bot.kill)  # what has not stopped would go on without end
        with working(bots[0]):
            yield Pair(bots, games, random.Random(f"{SEED} {folder.name}"))
        assert [bot.stop() for bot in bots] == [0, 0]
    for bot in bots:
        for relay in bot.relays:
            relay.close()


@pytest.mark.parametrize(
    "ends", [4, pytest.param(TAKEOVERS, marks=pytest.mark.soak(part="kills"))], ids=["few", "many"]
)
def test_moves_survive_the_end_of_either_bot(
    pair: Pair, ends: int, capsys: pytest.CaptureFixture[str]
) -> None:
    survive(pair, ends, capsys)


@pytest.mark.soak(part="kills")
def test_votes_plans_and_encounters_of_fifty_channels_survive_the_end_of_either_bot(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_pair(tmp_path, server, games=MANY) as pair:
        survive(pair, TAKEOVERS, capsys)
    assert 2 * pair.answers["done"] > pair.answers.total()


def survive(pair: Pair, ends: int, capsys: pytest.CaptureFixture[str]) -> None:
    """End either bot so often, each time while something is done in each game."""
    times = dict[str, list[float]]()
    for number in range(ends):
        how, ended = ENDS[number % len(ENDS)], pair.chance.choice(pair.bots)
        with pair.pressed():
            times.setdefault(how, []).append(pair.end(ended, how))
        ended.launch()
        pair.until_even()
        pair.press_all()
    for table in pair.tables:
        table.check_cards()
    with capsys.disabled():
        for how, seconds in times.items():
            print(f"\n{how}, {len(seconds)} times: the other served all after ", end="")
            print(f"{statistics.median(seconds):.1f} s, at most {max(seconds):.1f} s")
        print(f"how presses meanwhile were answered: {dict(pair.answers)}")
    assert set(times) == set(ENDS)


@pytest.mark.parametrize(
    "times", [1, pytest.param(10, marks=pytest.mark.soak(part="kills"))], ids=["once", "often"]
)
def test_no_acknowledged_move_is_lost_when_a_replica_takes_over(times: int, tmp_path: Path) -> None:
    for number in range(times):
        primary, replica = Server(), Server()
        try:
            primary.make()
            primary.start()
            replica.follow(primary)
            replica.start()
            with psycopg.connect(address(primary.folder, "postgres"), autocommit=True) as db:
                db.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                db.execute("SELECT pg_reload_conf()")
            with running_pair(tmp_path / str(number), primary, replica) as pair:
                with pair.pressed():
                    primary.stop(signal.SIGQUIT)
                    replica.promote()
                    pair.until_even()
                    for table in pair.tables:
                        pair.until(table.is_answered)
                pair.press_all()
        finally:
            primary.delete()
            replica.delete()


@pytest.mark.parametrize(
    "rounds", [1, pytest.param(20, marks=pytest.mark.soak(part="kills"))], ids=["once", "often"]
)
def test_a_rolling_restart_leaves_no_press_unanswered(
    pair: Pair, rounds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    done = threading.Event()
    unanswered: list[str] = []

    def keep_pressing(table: ServerGame) -> Counter[str]:
        answers = Counter[str]()
        while not done.is_set():
            answers[answer := table.press()] += 1
            if not answer:
                unanswered.append(table.told)
            table.settle_after(answer)
        return answers

    with ThreadPoolExecutor(SHARDS) as pool:
        pressing = [pool.submit(keep_pressing, table) for table in pair.tables]
        began = time.monotonic()
        try:
            for _ in range(rounds):
                for bot in pair.bots:
                    stop(bot)
                    bot.launch()
                    pair.until_even()
        finally:
            done.set()
        seconds = time.monotonic() - began
        answers = sum((each.result() for each in pressing), Counter())
    with capsys.disabled():
        print(f"\n{answers.total() / seconds:.1f} presses a second: {dict(answers)}")
    assert answers["done"] > rounds
    assert unanswered == []
