"""The lengths of actions on the clock, in half-seconds (rules: silg 2)."""

from __future__ import annotations

LENGTHS = {1: 8, 2: 4, 3: 3, 4: 2}  # half-seconds of a standard action, by speed


def length(speed: int) -> int:
    """Return the half-seconds of a standard action at a speed."""
    return LENGTHS[max(1, min(4, speed))]
