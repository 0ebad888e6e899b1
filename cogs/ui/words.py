"""Text on its way to Discord: names made harmless, lines cut to what fits."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<:@/-])")
_SPACE = re.compile(r"\s+")


def plain(text: str) -> str:
    """Somebody's text, such that no mark-up, mention, link or emoji code comes of it: everything
    that Discord reads as mark-up is escaped and `@` loses its hold on what follows."""
    return _MARKUP.sub(r"\\\1", _SPACE.sub(" ", text).strip()).replace("@", "@\u200b")


def cut(text: str, limit: int) -> str:
    """The text, at most `limit` letters long; an ellipsis tells that some are missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def lines(parts: Iterable[str], limit: int) -> str:
    """As many whole lines as fit in `limit` letters."""
    kept: list[str] = []
    room = limit
    for part in parts:
        if len(part) + 1 > room:
            kept.append("…")
            break
        kept.append(part)
        room -= len(part) + 1
    return "\n".join(kept)[:limit]


def block(text: str, limit: int) -> str:
    """The text in a code block of at most `limit` letters; its back-ticks cannot close it."""
    return f"```\n{cut(text.replace('`', 'ˋ'), limit - 8)}\n```"
