"""Text on its way to Discord: names made harmless, lines cut to what fits."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MARKUP = re.compile(r"([\\*_~`|\[\]<])")
_LINE_START = re.compile(r"^(?=[>#-])")
_SPACE = re.compile(r"\s+")
_BREAK = "\u200b"  # takes a mention's or a link's hold off what follows


def plain(text: str) -> str:
    """Somebody's text on one line, such that no mark-up, mention or link comes of it."""
    line = _SPACE.sub(" ", text).strip()
    line = _LINE_START.sub(r"\\", _MARKUP.sub(r"\\\1", line))
    return line.replace("@", "@" + _BREAK).replace("://", f":{_BREAK}//")


def cut(text: str, limit: int) -> str:
    """The text, at most `limit` letters long; an ellipsis tells that some are missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def joined(lines: Iterable[str], limit: int) -> str:
    """As many whole lines as fit in `limit` letters; an ellipsis tells that some are missing."""
    kept: list[str] = []
    room = limit
    for line in lines:
        room -= len(line) + 1
        if room < 1:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join(kept)


def block(text: str, limit: int) -> str:
    """The text in a code block of at most `limit` letters; its back-ticks cannot close it."""
    return f"```\n{cut(text.replace('`', 'ˋ'), limit - 8)}\n```"
