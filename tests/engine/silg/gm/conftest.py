"""A session for tests of the Game Master's commands."""

from __future__ import annotations

import pytest

from tests.engine.silg.stage import Evening, evening_on_a_map


@pytest.fixture
def evening() -> Evening:
    """Return a session that has begun, of Ann and Bob on a drawn map, off the clock."""
    return evening_on_a_map(armour="off")
