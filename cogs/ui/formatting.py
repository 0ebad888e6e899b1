"""Formatting of text for Discord: escaping names, cutting lines to Discord's limits."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence

from cogs.ui.languages import say, translate
from engine.contract.texts import Words, counted, cut

_MARKUP = re.compile(r"([\\*_~`|\[\]<])")
_ESCAPED = re.compile(r"\\([\\*_~|\[\]<])")
_QUOTED = re.compile(r"\\`([^`]*)\\`")
_LINE_START = re.compile(r"^(?=[>#-])")
_SPACE = re.compile(r"\s+")
_ORDINALS = (
    *("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth"),
)
_ZERO_WIDTH_SPACE = "\u200b"  # breaks a mention or a link
_MARKED = re.compile(r"\\(.)|<@(-?\d+)>|<t:(\d+)(?::\w)?>|\*\*|" + _ZERO_WIDTH_SPACE)


def escape(text: Words) -> str:
    """Return the text on one line, escaped so that it has no mark-up, mention or link."""
    line = _SPACE.sub(" ", say(text)).strip()
    line = _LINE_START.sub(r"\\", _MARKUP.sub(r"\\\1", line))
    return line.replace("@", "@" + _ZERO_WIDTH_SPACE).replace("://", f":{_ZERO_WIDTH_SPACE}//")


def escape_prose(text: Words) -> str:
    """Return a sentence escaped, but for what it quotes between back-ticks."""
    return _QUOTED.sub(lambda quoted: "`" + _ESCAPED.sub(r"\1", quoted[1]) + "`", escape(text))


def truncate(text: Words, limit: int) -> str:
    """Return the text, cut to at most `limit` letters with an ellipsis."""
    return cut(say(text), limit)


def join_lines(lines: Iterable[str], limit: int) -> str:
    """Join as many whole lines as fit in `limit` letters; an ellipsis stands for the rest."""
    kept: list[str] = []
    room = limit
    for line in lines:
        room -= len(line) + 1
        if room < 1:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join(kept)


def join_last_lines(lines: Sequence[str], limit: int) -> str:
    """Join as many of the last lines as fit in `limit` letters; an ellipsis stands for the rest."""
    kept: list[str] = []
    room = limit
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join(reversed(kept))


def code_block(text: str, limit: int) -> str:
    """Return the text in a code block of at most `limit` letters, which its back-ticks cannot
    close."""
    return f"```\n{truncate(text.replace('`', 'ˋ'), limit - 8)}\n```"


def join_and(names: Sequence[str]) -> str:
    """Join names as a sentence lists them: "Ann, Bob and Eve"."""
    if len(names) < 2:
        return "".join(names)
    return translate("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])


def moment_text(time: float) -> str:
    """Return when something ends at the latest, in each reader's own time zone."""
    return translate("by <t:{time}:t> (<t:{time}:R>)", time=int(time))


def ordinal(number: int) -> str:
    """Return the place of something in a row: "third", "21st"."""
    if 0 < number < len(_ORDINALS):
        return _ORDINALS[number]
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number // 10 % 10 == 1 else ends.get(number % 10, 'th')}"


def count(number: int, noun: str) -> str:
    """Return a number with its noun: "1 move", "3 moves"."""
    return translate(counted(number, f"{{number}} {noun}", f"{{number}} {noun}s"))


def capitalise(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def plain_text(markdown: str, people: Mapping[int, str]) -> str:
    """Return what was written for Discord without its markup, with names for people."""

    def plain(found: re.Match[str]) -> str:
        letter, person, moment = found.groups()
        if person:
            return people.get(int(person), f"@{person}")
        return time.strftime("%Y-%m-%d %H:%M", time.gmtime(int(moment))) if moment else letter or ""

    return _MARKED.sub(plain, markdown)
