"""Recommendations while the sheets are filled in."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import text
from engine.kanthe.expert.recommendation import OfferTable, Recommendation


def setup_choices(table: OfferTable) -> Iterator[Recommendation]:
    """Yield what to do on a page of the set-up: the suggestions make a whole game."""
    yield from table.first("begin", text("the suggestions make a whole game"))
