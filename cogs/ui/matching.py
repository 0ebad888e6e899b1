"""Names that autocomplete offers for what was typed, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterable

WITHIN_A_WORD = 2  # a rank
_SEPARATORS = re.compile(r"[\s\-_/]+")


def best_matches(names: Iterable[str], typed: str) -> list[str]:
    """Return the names that hold what was typed, the likeliest first: "orc" finds "orc-2" before
    "torch". Of one likelihood they keep their order."""
    return [name for _, name in _ranked(names, typed)]


def likeliest(names: Iterable[str], typed: str) -> list[str]:
    """Return those names than which none is likelier; the words that were typed begin words of
    them: "orc" never means "torch"."""
    found = [(rank, name) for rank, name in _ranked(names, typed) if rank != WITHIN_A_WORD]
    return [name for rank, name in found if rank == found[0][0]]


def _ranked(names: Iterable[str], typed: str) -> list[tuple[int, str]]:
    wanted = _plain(typed)
    ranked = [(rank, name) for name in names if (rank := _rank(_plain(name), wanted)) is not None]
    ranked.sort(key=lambda pair: pair[0])
    return ranked


def _plain(text: str) -> str:
    return _SEPARATORS.sub(" ", text.strip().lower())


def _rank(name: str, wanted: str) -> int | None:
    """Return 0 for a name that begins so, 1 where a word does, 2 where it stands anywhere, 3 where
    all its words do; None for no match."""
    if name.startswith(wanted):
        return 0
    if f" {wanted}" in name:
        return 1
    if wanted in name:
        return WITHIN_A_WORD
    words = name.split()
    found = all(any(word.startswith(part) for word in words) for part in wanted.split())
    return 3 if found else None
