"""Values of which `make test` tries some and `make soak` the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], most: int, others: pytest.MarkDecorator) -> list[Any]:
    """Return parameters of a test: the others of the values than `most`, evenly spread, bear the
    mark `others`."""
    found = list(values)
    kept = {place * len(found) // most for place in range(most)}
    return [
        value if place in kept else pytest.param(value, marks=others)
        for place, value in enumerate(found)
    ]
