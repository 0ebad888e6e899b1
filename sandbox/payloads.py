"""Payloads as Discord sends them: signed addresses, and no file twice."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

SIGNED_KEYS = ("url", "proxy_url")
SIZES = ("width", "height")
_NESTED = (dict, list, tuple)


class Signer:
    """Signs the addresses of files; a signature is good for `seconds`, as Discord's for a day."""

    def __init__(self, base: str, seconds: float) -> None:
        self.base, self.seconds = base, seconds

    def sign(self, url: str, now: float) -> str:
        """Return the address with an expiry, a time of issue and a signature."""
        bare = url.partition("?")[0]
        expires = f"{int(now + self.seconds):x}"
        return f"{bare}?ex={expires}&is={int(now):x}&hm={_digest(bare, expires)}&"

    def is_valid(self, url: str, query: Any, now: float) -> bool:
        """Return True if the address was signed by us and is still good."""
        expires = str(query.get("ex", ""))
        if not hmac.compare_digest(str(query.get("hm", "")), _digest(url, expires)):
            return False
        return int(expires, 16) > now

    def present(self, value: Any, now: float) -> Any:
        """Return a copy of a payload as Discord sends it.

        Every address of a file is signed, and the `attachments` of a message leave out the files
        that its components or embeds reference.
        """
        if isinstance(value, list | tuple):
            return [self.present(inner, now) for inner in value]
        if not isinstance(value, dict):
            return value
        sent = {
            key: self.present(inner, now) if isinstance(inner, _NESTED) else inner
            for key, inner in value.items()
        }
        for key in SIGNED_KEYS:
            if isinstance(sent.get(key), str) and sent[key].startswith(self.base):
                sent[key] = self.sign(sent[key], now)
        if sent.get("attachments") and "components" in sent:
            _move_to_media(sent)
        return sent


@lru_cache(4096)
def _digest(url: str, expires: str) -> str:
    return hashlib.sha256(f"sandbox {url} {expires}".encode()).hexdigest()


def _move_to_media(message: dict[str, Any]) -> None:
    """Leave out the files that the components show; their media get the files' sizes."""
    files = {file["id"]: file for file in message["attachments"]}
    for media in _shown_media(message["components"]):
        file = files.pop(str(media["attachment_id"]), {})
        media.update({key: file[key] for key in SIZES if key in file})
    message["attachments"] = list(files.values())


def _shown_media(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the media of components that show a file of the message."""
    if isinstance(value, list):
        for inner in value:
            yield from _shown_media(inner)
    elif isinstance(value, dict):
        if value.get("attachment_id"):
            yield value
        for inner in value.values():
            if isinstance(inner, list | dict):
                yield from _shown_media(inner)
