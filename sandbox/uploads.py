"""The files of a request."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .json_codec import decode


@dataclass
class Upload:
    """An uploaded file; SimCord reads `fp` and `description`."""

    filename: str
    data: bytes
    description: str | None = None
    fp: io.BytesIO = field(init=False)

    def __post_init__(self) -> None:
        self.fp = io.BytesIO(self.data)


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return the JSON body of a request and its files, in the order of their numbers.

    A multipart form has the body as `payload_json` and files as `files[n]`; alt texts are in the
    body's `attachments`, by number.

    Raises:
        ValueError: for a body that is not JSON.
    """
    if not request.headers.get("Content-Type", "").startswith("multipart/form-data"):
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
        index = int(number.group(1)) if number else len(numbered)
        numbered[index] = Upload(clean_filename(part.filename), bytes(await part.read()))
    for declared in _declared(body):
        upload = numbered.get(int(declared["id"])) if str(declared.get("id")).isdecimal() else None
        if upload is not None:
            upload.description = declared.get("description")
            upload.filename = clean_filename(declared.get("filename") or upload.filename)
    return body, [numbered[index] for index in sorted(numbered)]


def _declared(body: Any) -> list[dict[str, Any]]:
    if not isinstance(body, dict):
        return []
    for holder in (body, body.get("data"), body.get("message")):
        if isinstance(holder, dict) and isinstance(holder.get("attachments"), list):
            return [entry for entry in holder["attachments"] if isinstance(entry, dict)]
    return []


def clean_filename(filename: str) -> str:
    """Return a file name as Discord stores it: without directories, only letters, digits, . _ -"""
    return re.sub(r"[^\w.-]", "_", filename.replace("\\", "/").rsplit("/", 1)[-1]) or "file"
