"""Monitoring for operators: structured logs, health and metrics over HTTP.

Both are off until they are asked for (LEITHIAN_LOG_FORMAT, LEITHIAN_MONITORING_PORT). The server
listens on this machine alone, and tells nothing of people or games but their number.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Callable

from aiohttp import web

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


@contextlib.asynccontextmanager
async def serve_monitoring(
    port: int, tables: Tables, connected: Callable[[], bool]
) -> AsyncIterator[None]:
    """Serve `/health` (200 or 503, what is wrong) and `/metrics` (Prometheus) on this machine.

    `connected`: tells whether Discord is connected.
    """
    began = time.time()

    async def health(_request: web.Request) -> web.Response:
        found = await tables.health.check()
        problems = [*found.problems, *([] if connected() else ["Discord is not connected."])]
        return web.json_response(
            {"ok": not problems, "problems": problems}, status=503 if problems else 200
        )

    async def metrics(_request: web.Request) -> web.Response:
        found = await tables.health.check()
        return web.Response(text=metrics_text(found, tables, connected(), time.time() - began))

    app = web.Application()
    app.add_routes([web.get("/health", health), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        yield
    finally:
        await runner.cleanup()


def metrics_text(health: Health, tables: Tables, connected: bool, uptime: float) -> str:
    """Return the metrics in Prometheus's text format."""
    counters = tables.services.counters
    rows = [
        ("leithian_up", "gauge", "Connected to Discord", float(connected)),
        ("leithian_healthy", "gauge", "Nothing is wrong", float(health.ok)),
        ("leithian_uptime_seconds", "gauge", "Seconds since the start", uptime),
        ("leithian_games", "gauge", "Games that are played", health.games),
        ("leithian_deadlines_due", "gauge", "Deadlines that are due", health.deadlines_due),
        ("leithian_messages_due", "gauge", "Messages that are due", health.messages_due),
        ("leithian_heavy_jobs", "gauge", "Replays and files", tables.services.heavy.length),
        ("leithian_commits_total", "counter", "Changes that were saved", counters.commits),
        ("leithian_commit_seconds_total", "counter", "Time to save them", counters.commit_seconds),
        ("leithian_faults_total", "counter", "Changes that could not be saved", counters.faults),
    ]
    return "".join(
        f"# HELP {name} {text}.\n# TYPE {name} {kind}\n{name} {value:g}\n"
        for name, kind, text, value in rows
    )
