"""JSON bodies: encode, decode, and the HTTP response that holds one."""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

encode = msgspec.json.Encoder(enc_hook=str).encode
decode = msgspec.json.decode


def json_response(
    body: Any, status: int = 200, headers: dict[str, str] | None = None
) -> web.Response:
    """Return a JSON response. discord.py parses JSON only if the content type has no charset."""
    return web.Response(
        body=encode(body),
        status=status,
        headers={**(headers or {}), "Content-Type": "application/json"},
    )
