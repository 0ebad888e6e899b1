"""Stored states of a game's rules."""

from __future__ import annotations

import msgspec

KEPT_EVERY = 50  # log entries between the snapshots that stay


class Snapshot(msgspec.Struct, frozen=True):
    """The packed state after entry `number` of the log.

    The store keeps the newest and those with `kept`. `rules`: the version of the rules.
    """

    number: int
    rules: int
    state: bytes
    kept: bool = False
