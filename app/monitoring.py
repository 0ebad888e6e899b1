"""Monitoring for operators: structured logs, health and metrics over HTTP.

Both are off until they are asked for (LEITHIAN_LOG_FORMAT, LEITHIAN_MONITORING_PORT). The server
listens on this machine alone unless LEITHIAN_MONITORING_HOST says otherwise, and tells nothing of
people or games but their number.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import multiprocessing
import os
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from cogs.traffic import Traffic
from table.health import Health
from table.tables import Tables

_RESERVED = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class JsonFormatter(logging.Formatter):
    """Log records as one line of JSON each."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        extra = {name: value for name, value in vars(record).items() if name not in _RESERVED}
        return json.dumps(line | extra, ensure_ascii=False, default=str)


class Connection(Protocol):
    """The bot's side to Discord. `latencies`: by shard, seconds, NaN while not connected;
    `registry`: what it counts by itself."""

    @property
    def latencies(self) -> list[tuple[int, float]]: ...

    @property
    def traffic(self) -> Traffic: ...

    def is_connected(self) -> bool: ...


@contextlib.asynccontextmanager
async def serve_monitoring(
    host: str, port: int, tables: Tables, connection: Connection
) -> AsyncIterator[None]:
    """Serve `/health` (200 or 503, what is wrong) and `/metrics` (Prometheus)."""
    began = time.time()

    async def health(_request: web.Request) -> web.Response:
        found = await tables.health.check()
        connected = connection.is_connected()
        problems = [*found.problems, *([] if connected else ["Discord is not connected."])]
        return web.json_response(
            {"ok": not problems, "problems": problems}, status=503 if problems else 200
        )

    async def metrics(_request: web.Request) -> web.Response:
        now = Metrics(await tables.health.check(), tables, connection, time.time() - began)
        return web.Response(body=now.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()


class Metrics:
    """The bot's numbers at one moment."""

    def __init__(
        self, health: Health, tables: Tables, connection: Connection, uptime: float
    ) -> None:
        self._health, self._tables, self._connection = health, tables, connection
        self._uptime = uptime

    def text(self) -> bytes:
        """Return them in Prometheus's text format, with what was counted since the start."""
        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry) + generate_latest(self._connection.traffic.registry)

    def collect(self) -> Iterator[Metric]:
        """Yield what the bot counts or measures when it is asked."""
        health, services = self._health, self._tables.services
        counters, connected = services.counters, self._connection.is_connected()
        yield _gauge("leithian_up", "Connected to Discord.", connected)
        yield _gauge("leithian_healthy", "Nothing is wrong.", health.ok)
        yield _gauge("leithian_uptime_seconds", "Seconds since the start.", self._uptime)
        yield _gauge("leithian_games", "Games that are played.", health.games)
        yield _gauge("leithian_deadlines_due", "Deadlines that are due.", health.deadlines_due)
        yield _gauge("leithian_messages_due", "Messages that are due.", health.messages_due)
        yield _gauge("leithian_heavy_jobs", "Replays and files in work.", services.heavy.length)
        yield _counter("leithian_commits", "Changes that were saved.", counters.commits)
        yield _counter(
            "leithian_commit_seconds", "Seconds that saving them took.", counters.commit_seconds
        )
        yield _counter("leithian_faults", "Changes that could not be saved.", counters.faults)
        yield _gauge("leithian_database_bytes", "Size of the database.", health.database_bytes)
        backups = self._tables.backups
        if backups is not None and (newest := backups.newest()):
            made, size = newest
            age = services.now() - made
            yield _gauge("leithian_backup_age_seconds", "Age of the newest backup.", age)
            yield _gauge("leithian_backup_bytes", "Size of the newest backup.", size)
        latency = GaugeMetricFamily(
            "leithian_shard_latency_seconds", "Of the gateway, by shard.", labels=["shard"]
        )
        for shard, seconds in self._connection.latencies:
            if math.isfinite(seconds):  # else another bot has it by now
                latency.add_metric([str(shard)], seconds)
        yield latency
        memory = GaugeMetricFamily(
            "leithian_memory_bytes", "Resident memory by process.", labels=["process"]
        )
        for name, size in process_sizes():
            memory.add_metric([name], size)
        yield memory


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=float(value))


def _counter(name: str, what: str, value: float) -> Metric:
    return CounterMetricFamily(name, what, value=float(value))


def process_sizes() -> Iterator[tuple[str, int]]:
    """Yield the resident memory, in bytes, of the bot and of each process that it runs."""
    page = os.sysconf("SC_PAGE_SIZE")
    pids = [("bot", os.getpid())]
    pids += [(each.name, each.pid) for each in multiprocessing.active_children() if each.pid]
    for name, pid in pids:
        with contextlib.suppress(OSError):  # it has ended, or this is not Linux
            yield name, int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page
