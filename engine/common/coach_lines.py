"""The coach line of a card: its words, in ever fewer of them, and the offer that it advises."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.action import Offer
from engine.contract.texts import Words, cut_words

COACH_LENGTH = 120  # letters in English


def short_enough(lines: Iterable[Words]) -> tuple[Words, ...]:
    """Return those of some lines, the fullest first, that are short enough and shorter than the
    ones before; the last one cut where none is."""
    kept: list[Words] = []
    line: Words = ""
    least = COACH_LENGTH + 1
    for line in lines:
        if (length := len(str(line))) < least:
            kept.append(line)
            least = length
    return tuple(kept) or (cut_words(line, COACH_LENGTH),)


def first_advised(offers: Iterable[Offer]) -> Offer | None:
    """Return what is advised most, which a card shows first."""
    return next((offer for offer in offers if offer.advised), None)
