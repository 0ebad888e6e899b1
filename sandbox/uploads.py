"""Files that come with a request."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .wire import decode


@dataclass
class Upload:
    """One uploaded file; `fp` and `description` are what SimCord reads."""

    filename: str
    data: bytes
    description: str | None = None
    fp: io.BytesIO = field(init=False)

    def __post_init__(self) -> None:
        self.fp = io.BytesIO(self.data)


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON body of a request and its files, in the order of their numbers.

    A multipart form carries the body as `payload_json` and files as `files[n]`; alt texts stand
    in the body's `attachments`, by number. Errors: ValueError for a body that is not JSON.
    """
    if request.content_type != "multipart/form-data":
        raw = await request.read()
        return (decode(raw) if raw else None), []
    body: Any = None
    numbered: dict[int, Upload] = {}
    async for part in await request.multipart():
        if part.filename is None:
            text = await part.text()
            if part.name == "payload_json":
                body = decode(text)
            continue
        number = re.fullmatch(r"files?\[(\d+)\]", part.name or "")
        place = int(number.group(1)) if number else len(numbered)
        numbered[place] = Upload(safe_name(part.filename), bytes(await part.read()))
    for declared in _declared(body):
        upload = numbered.get(int(declared["id"])) if str(declared.get("id")).isdecimal() else None
        if upload is not None:
            upload.description = declared.get("description")
            upload.filename = safe_name(declared.get("filename") or upload.filename)
    return body, [numbered[place] for place in sorted(numbered)]


def _declared(body: Any) -> list[dict[str, Any]]:
    if not isinstance(body, dict):
        return []
    for holder in (body, body.get("data"), body.get("message")):
        if isinstance(holder, dict) and isinstance(holder.get("attachments"), list):
            return [entry for entry in holder["attachments"] if isinstance(entry, dict)]
    return []


def safe_name(filename: str) -> str:
    """A file name as Discord keeps it: no directories, nothing but letters, digits, . _ -"""
    return re.sub(r"[^\w.-]", "_", filename.replace("\\", "/").rsplit("/", 1)[-1]) or "file"
