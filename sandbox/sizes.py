"""The largest messages that were seen, against Discord's limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from simcord.components import walk_components

from .uploads import Upload

ALLOWED = {
    "components of a message": 40,
    "letters of a message's texts": 4000,
    "letters of a plain message": 2000,
    "buttons of a row": 5,
    "letters of a label": 80,
    "letters of a custom id": 100,
    "options of a menu": 25,
    "letters of an option": 100,
    "letters of a picture's description": 1024,
    "bytes of a file": 10 * 2**20,
    "files of a message": 10,
    "letters of a nonce": 25,
    "letters of a form's title": 45,
}


class Sizes:
    """The largest of each that was seen."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def record(self, body: dict[str, Any], files: list[Upload]) -> None:
        """Note the sizes of a message or a form."""
        components = list(walk_components(body.get("components") or []))
        texts = [str(c.get("content") or "") for c in components if c.get("type") == 10]
        self._note("components of a message", len(components))
        self._note("letters of a message's texts", sum(map(len, texts)))
        self._note("letters of a plain message", len(body.get("content") or ""))
        self._note("letters of a nonce", len(str(body.get("nonce") or "")))
        self._note("letters of a form's title", len(str(body.get("title") or "")))
        self._note("files of a message", len(files))
        for upload in files:
            self._note("bytes of a file", len(upload.data))
        for component in components:
            for name, size in _component_sizes(component):
                self._note(name, size)

    def _note(self, name: str, size: int) -> None:
        self.seen[name] = max(self.seen[name], size)

    def report(self) -> dict[str, Any]:
        """Return what was seen and what Discord allows."""
        return {
            name: {"seen": self.seen[name], "allowed": allowed} for name, allowed in ALLOWED.items()
        }


def _component_sizes(component: dict[str, Any]) -> Iterator[tuple[str, int]]:
    kind = component.get("type")
    if kind == 1:
        yield "buttons of a row", len(component.get("components") or [])
    if kind == 2:
        yield "letters of a label", len(component.get("label") or "")
    if "custom_id" in component:
        yield "letters of a custom id", len(component["custom_id"])
    if kind == 3:
        options = component.get("options") or []
        yield "options of a menu", len(options)
        for option in options:
            keys = ("label", "value", "description")
            yield "letters of an option", max(len(str(option.get(key) or "")) for key in keys)
    if kind == 12:
        for item in component.get("items") or []:
            yield "letters of a picture's description", len(item.get("description") or "")
