"""Files of games taken apart and put together again: with hashes that fit, as a forger would."""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from table.history.game_file import MAGIC

Parts = dict[str, Any]
Damage = Callable[[Parts, Parts], object]
FIELDS = ("number", "person", "at", "request", "entry", "events")


def wrapped(rest: bytes) -> bytes:
    """Return a file of these bytes, with their hash."""
    return MAGIC + sha256(rest).hexdigest().encode() + b"\n" + rest


def with_raw(head: bytes = b"{}", body: bytes = b"{}", nonce: bytes = b"") -> bytes:
    """Return a file of these parts."""
    return wrapped(b"\n".join((head, nonce.hex().encode(), body)))


def taken_apart(data: bytes) -> tuple[Parts, Parts]:
    """Return the head of an open file, and its body with the log's records."""
    head, _, packed = data.split(b"\n", 4)[2:]
    body = msgspec.json.decode(zlib.decompress(packed))
    for snapshot in body["snapshots"]:
        snapshot["state"] = b64decode(snapshot["state"])
    body["seed"] = b64decode(body["seed"])
    body["records"] = [_record(each) for each in body.pop("links")]
    return msgspec.json.decode(head), body


def _record(link: Parts) -> Parts:
    record = dict(zip(FIELDS, msgspec.json.decode(link["content"]), strict=True))
    record["entry"] = msgspec.json.decode(record["entry"])
    record["events"] = msgspec.json.decode(record["events"])
    return record | {"salt": b64decode(link["salt"])}


def packed(head: Parts, body: Parts) -> bytes:
    """Return an open file of these parts, whose log is a whole chain."""
    top, links = b"", []
    for record in body["records"]:
        texts = [msgspec.json.encode(record[name]).decode() for name in ("entry", "events")]
        content = msgspec.json.encode([*(record[name] for name in FIELDS[:4]), *texts])
        top = sha256((top or bytes(32)) + sha256(record["salt"] + content).digest()).digest()
        links.append({"content": content.decode(), "salt": record["salt"]})
    head["game"]["head"] = top.hex()
    rest = {name: value for name, value in body.items() if name != "records"}
    packed_body = zlib.compress(msgspec.json.encode(rest | {"links": links}))
    return with_raw(msgspec.json.encode(head), packed_body)


def damaged(data: bytes, damage: Damage) -> bytes:
    """Return a file in which something is changed."""
    head, body = taken_apart(data)
    damage(head, body)
    return packed(head, body)


def put(where: str, value: object) -> Damage:
    """Return a change of a value: "head.game.channel", "body.records.0.at"."""

    def change(head: Parts, body: Parts) -> None:
        *path, last = where.split(".")
        target: Any = {"head": head, "body": body}
        for key in path:
            target = target[int(key)] if isinstance(target, list) else target[key]
        if isinstance(target, list):
            target[int(last)] = value
        else:
            target[last] = value

    return change
