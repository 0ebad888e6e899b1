"""Motions: questions of yes or no that a table votes on beside the next action."""

from __future__ import annotations

import msgspec


class UndoMotion(msgspec.Struct, frozen=True, omit_defaults=True, tag="undo"):
    """A motion to go back to the state after entry `to` of the log, but for the first turns of the
    plan that follows it."""

    to: int
    kept_turns: int = 0


class SettingMotion(msgspec.Struct, frozen=True, tag="setting"):
    """A motion to change a setting of the game."""

    name: str
    value: str


class GameMasterMotion(msgspec.Struct, frozen=True, tag="master"):
    """A motion to name somebody Game Master; `name`: the placeholder of their name."""

    name: str


Motion = UndoMotion | SettingMotion | GameMasterMotion

YES, NO = "A", "B"  # the letters of a motion's two proposals
