"""JSON on the wire, both ways."""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

encode = msgspec.json.Encoder(enc_hook=str).encode
decode = msgspec.json.decode


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON response. discord.py takes only the bare type, without a charset, for JSON."""
    return web.Response(
        body=encode(body),
        status=status,
        headers={**(headers or {}), "Content-Type": "application/json"},
    )
