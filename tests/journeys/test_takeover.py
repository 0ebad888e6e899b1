"""Two bots on one PostgreSQL database share the shards of four servers. When one of them is killed,
frozen, cut off from the database or told to stop, the other takes its shards over; when the
database's server ends, a replica goes on in its place. No acknowledged move is lost, none is played
twice, and one card can be pressed in each server."""

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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from cogs.interactions import DEFER_AFTER
from table.store.faults import UNREACHABLE
from table.store.lease import ELSEWHERE, SECONDS
from tests.journeys.conftest import lawful_sandbox
from tests.journeys.parts import Hall, buttons, card_number, text
from tests.journeys.postgres_bot import PostgresBot
from tests.journeys.relay import Relay
from tests.postgres_server import Server, address, binaries
from tests.sandbox_process import ROOT, SandboxProcess

OWN_BOT = "two of them serve the shards of one Discord"
SHARDS = 4
WORLD = ("--servers", str(SHARDS + 1), "--shards", str(SHARDS))
RESPONSE_SECONDS = 3  # presses that nobody answers take this long
SEED = int(os.environ.get("TAKEOVERS_SEED", "36"))
TAKEOVERS = int(os.environ.get("TAKEOVERS", "100"))  # of the soak
LATEST = 0.3  # seconds from the press to what happens, at most
AWAY = 2 * SECONDS  # seconds that a bot is frozen or cut off, longer than the lease
RESTARTS = "is about to restart"  # the answer of a bot that was just told to stop
ENDS = tuple(os.environ.get("TAKEOVERS_ENDS", "kill freeze cut stop").split())  # by turns
WAIT = 120  # seconds

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")


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


class ServerGame:
    """The game of a server, in a hall of its own, and how many moves were made in it."""

    def __init__(self, hall: Hall, bot: RelayedBot) -> None:
        self.hall, self._bot = hall, bot
        self.played = 0
        hall.client.until(self.is_answered)  # its shard may be the last of several to connect
        hall.begin(people=("Beren",))

    def press(self) -> str:
        """Make the next move; return how it was answered: "moved", "refused", or "" by nobody, by
        nothing but that it takes longer, or that the database cannot be reached."""
        card = self.hall.card(self._game()[1])
        way = ("EW", "WE")[self.played % 2][self.played // 2 % 2]
        answer = self.hall.press("Beren", way, card)
        told = "\n".join(map(text, answer["messages"]))
        if any(sentence in told for sentence in (RESTARTS, ELSEWHERE)):
            return "refused"
        if answer["answered"] is None or UNREACHABLE in told:
            return ""  # whether a commit arrived that was under way cannot be known
        is_late = answer["in_ms"] > 900 * DEFER_AFTER  # and so was put off, with nothing done yet
        newer = (m for m in answer["messages"] if buttons(m) and card_number(m) > card_number(card))
        return "" if is_late and not any(newer) else "moved"

    def settle(self, answer: str) -> None:
        """Look whether a press did what its answer says, and one card can be pressed: the newest,
        which shows the game as it stands."""
        now = self._moves()
        may = {"moved": (1,), "refused": (0,), "": (0, 1)}[answer]
        assert now - self.played in may, f"{answer or 'unknown'}: {now - self.played} moves"
        self.played = now
        self.hall.client.until(self._is_right)

    def settle_after(self, answer: str) -> None:
        """The same, while the bot may still be at it."""
        least = self.played + (answer == "moved")
        self.hall.client.until(lambda: self._moves() >= least)
        self.settle(answer)

    def is_answered(self) -> bool:
        """Return whether a bot answers in the server."""
        return bool(self.hall.client.slash("Beren", self.hall.name, "help")["answered"])

    def _game(self) -> tuple[int, int]:
        """Return the game and its newest card."""
        channel = int(self.hall.client.channel(self.hall.name))
        [found] = self._bot.rows("SELECT id, card FROM games WHERE channel = %s", channel)
        return found

    def _moves(self) -> int:
        query = "SELECT count(*) FROM log WHERE game = %s AND kind = 'acted'"
        [(moves,)] = self._bot.rows(query, self._game()[0])
        return int(moves)

    def _is_right(self) -> bool:
        live = self.hall.live()
        return (
            len(live) == 1
            and card_number(live[0]) == self._game()[1]
            and f"turn {self.played}" in text(live[0])
        )


class Pair:
    """Two bots, the tables of four servers, and who serves which shard."""

    def __init__(self, bots: list[RelayedBot]) -> None:
        self.bots = bots
        bots[0].start()
        bots[1].launch()
        self.until_even()
        world = bots[0].sandbox.client.world()["channels"]
        ids = {channel["name"]: channel["id"] for channel in world}
        client = bots[0].sandbox.client
        names = [f"server-{number}" for number in range(2, SHARDS + 2)]
        self.tables = [ServerGame(Hall(client, ids[name]), bots[0]) for name in names]

    def owners(self) -> dict[int, int]:
        """Return the process of each shard that somebody serves."""
        query = (
            "SELECT shard, owner FROM leases WHERE heir = '' "
            "AND until > extract(epoch FROM clock_timestamp())"
        )
        return {shard: int(owner.split(":")[1]) for shard, owner in self.bots[0].rows(query)}

    def until_even(self) -> None:
        """Wait until each bot serves as many shards as the other."""

        def even() -> bool:
            shares = Counter(self.owners().values())
            return all(shares[bot.pid] == SHARDS // 2 for bot in self.bots)

        self.bots[0].sandbox.client.until(even, WAIT)

    def until_alone(self, bot: RelayedBot) -> None:
        """Wait until a bot serves all shards and answers in each server."""
        client = bot.sandbox.client
        client.until(lambda: list(self.owners().values()) == [bot.pid] * SHARDS, WAIT)
        for table in self.tables:
            client.until(table.is_answered)

    @contextlib.contextmanager
    def pressed(self, after: float) -> Iterator[None]:
        """Let something happen `after` seconds in which a move is made in each game; look what
        became of the moves."""
        with ThreadPoolExecutor(SHARDS) as pool:
            pressed = [pool.submit(table.press) for table in self.tables]
            time.sleep(after)
            yield
            answers = [each.result() for each in pressed]
        for table, answer in zip(self.tables, answers, strict=True):
            table.settle(answer)

    def end(self, ended: RelayedBot, how: str) -> float:
        """End a bot; return the seconds until the other serves all shards."""
        heir = next(bot for bot in self.bots if bot is not ended)
        began = time.monotonic()
        if how == "kill":
            ended.kill()
        elif how == "stop":
            stop(ended)
        elif how == "cut":
            ended.relays[0].cut()
        else:
            os.kill(ended.pid, signal.SIGSTOP)
        self.until_alone(heir)
        taken = time.monotonic() - began
        if how in ("freeze", "cut"):
            time.sleep(max(0.0, AWAY - taken))
            if how == "cut":
                ended.relays[0].mend()
            else:
                os.kill(ended.pid, signal.SIGCONT)
            assert ended.wait() == 1
            assert "has taken the games over" in ended.log.read_text()
        return taken


def stop(bot: RelayedBot) -> None:
    """Stop a bot, which ends in order."""
    assert bot.stop() == 0
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
            _, told = worker.communicate()
        assert worker.returncode == 0, told
        assert sum(map(int, re.findall(r"has done (\d+) pieces of work", told))) > 0, told


@contextlib.contextmanager
def running_pair(folder: Path, *servers: Server) -> Iterator[Pair]:
    """Run two bots for a block."""
    with lawful_sandbox(0, RESPONSE_SECONDS, *WORLD) as sandbox, contextlib.ExitStack() as failed:
        bots = [
            RelayedBot(sandbox, folder / name, RESPONSE_SECONDS, servers)
            for name in ("first", "second")
        ]
        for bot in bots:
            failed.callback(bot.kill)  # what has not stopped would go on without end
        with working(bots[0]):
            yield Pair(bots)
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
    chance = random.Random(SEED)
    times = dict[str, list[float]]()
    for number in range(ends):
        how, ended = ENDS[number % len(ENDS)], pair.bots[chance.randrange(2)]
        with pair.pressed(chance.uniform(0, LATEST)):
            times.setdefault(how, []).append(pair.end(ended, how))
        ended.launch()
        pair.until_even()
        for table in pair.tables:
            table.settle_after(table.press())
    with capsys.disabled():
        for how, seconds in times.items():
            print(f"\n{how}, {len(seconds)} times: the other served all after ", end="")
            print(f"{statistics.median(seconds):.1f} s, at most {max(seconds):.1f} s")
    assert set(times) == set(ENDS)


@pytest.mark.parametrize(
    "times", [1, pytest.param(10, marks=pytest.mark.soak(part="kills"))], ids=["once", "often"]
)
def test_no_acknowledged_move_is_lost_when_a_replica_takes_over(times: int, tmp_path: Path) -> None:
    chance = random.Random(SEED)
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
                with pair.pressed(chance.uniform(0, LATEST)):
                    primary.stop(signal.SIGQUIT)
                    replica.promote()
                    pair.until_even()
                    for table in pair.tables:
                        table.hall.client.until(table.is_answered)
                for table in pair.tables:
                    table.settle_after(table.press())
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

    def keep_pressing(table: ServerGame) -> Counter[str]:
        answers = Counter[str]()
        while not done.is_set():
            answers[answer := table.press()] += 1
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
    assert answers["moved"] > rounds
    assert answers[""] == 0
