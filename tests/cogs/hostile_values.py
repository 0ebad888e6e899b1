"""Hostile values for options: 500 texts, and some numbers."""

from __future__ import annotations

import itertools

MARKS = (
    *("\x00", "\x07", "\x1b[31m", "\n", "\r\n", "\t", "\u200b", "\u200d", "\u202e", "\u2066"),
    *("\ufeff", "\u2028", "\u3164", "\u115f", "\U000e0041", "\ufffd", "\uffff", "é", "ß", "İ"),
    *("ﷺ", "\u0301" * 50, "👩‍👩‍👧‍👦", "🏳️‍🌈", "𝕏", "\U0001d173", "中", "ا", "\u0e47" * 30, "ǆ"),
)
SYNTAX = (
    *("@everyone", "@here", "<@1>", "<@&1>", "<#1>", "<t:1:R>", "<t:99999999999999:R>", "</a:1>"),
    *("```", "`", "**", "__", "||", "~~", "> ", "# ", "-# ", "[a](http://b)", "http://a.b", "\\"),
    *("'; DROP TABLE games; --", '" OR 1=1 --', "%s%n", "{0}", "{self}", "${7*7}", "{{7*7}}"),
    *("../../etc/passwd", "C:\\con", "file:///etc/passwd", "<script>", "&amp;", "null", "None"),
    *("true", "NaN", "inf", "-inf", "1e999", "0x10", "1_000", "٣", "²", "½", "-1", "0", "00", "+1"),
    *("99999999999999999999", "-99999999999999999999", "1.5", ".", ",", "/", "//", "#", "#0", "?"),
    *("v1:1:1:act:end", "1d1", "0d6", "9999999d9999999", "1d", "d", "2d6+", "((((", "1d6!!!!"),
    *("4d6kh99", "1d6r1", "check 8 vs", "1-1-1-1", "999999999999d1", "1d999999999999", "d%", "-d6"),
)
LENGTHS = (31, 32, 33, 99, 100, 101, 199, 200, 201, 1999, 2000, 2001, 4000, 5000, 6000)
FILLERS = ("a", "1", "9", " ", "-", "(", "👍", "\u0301", "\u200b", "ß", "d", "1d6+", "@everyone ")


def texts() -> list[str]:
    """Return 500 texts."""
    single = [*MARKS, *SYNTAX, "", " ", "\t \n"]
    long = [(filler * length)[:6000] for filler in FILLERS for length in LENGTHS]
    mixed = [
        template.format(a, b)
        for (a, b), template in zip(
            itertools.product(MARKS, SYNTAX), itertools.cycle(("{0}{1}", "a{0}b{1}c", "{1} {0}{0}"))
        )
    ]
    found = list(dict.fromkeys((*single, *long, *mixed)))[:500]
    assert len(found) == 500
    return found


NUMBERS = (0, -1, 1, 2, 100, 101, 1 << 31, -(1 << 31), (1 << 53) - 1, 1 - (1 << 53))
