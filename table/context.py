"""The context of commands: all that they may use beside the table's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal
from table.history.rewind import Rewind
from table.loaded_game import LoadedGame
from table.schedule.quiet_hours import Preferences
from table.state import Person, TableState
from table.voting.game_context import GameContext


class Needs(msgspec.Struct, frozen=True):
    """Things that a command needs loaded before it is decided.

    `rules`: the state of the rules in memory, for work in a worker thread that takes milliseconds
    ("short") or may take long ("long"). `undo_turns`, `undo_to`: the past, to go back so many
    turns, or to the state after an entry of the log.
    """

    rules: Literal["", "short", "long"] = ""
    undo_turns: int | None = None
    undo_to: int | None = None


class CommandContext(msgspec.Struct, frozen=True):
    """The time, the people's preferences, the rules, chance, and what the command declared that it
    needs (`Needs`). `secret`: what the game's dice come from. `entropy`: fresh random bytes.
    `interaction`: the id of the one that asks, 0 when the bot acts by itself."""

    who: Person | None  # None: the bot itself
    now: float
    preferences: Mapping[int, Preferences]
    ruleset: AnyRuleset
    secret: GameSecret | None
    entropy: bytes
    interaction: int = 0
    loaded: LoadedGame | None = None
    rewind: Rewind | None = None

    def at(self, state: TableState) -> GameContext:
        """Return the table at this moment."""
        return GameContext(state, self.now, self.preferences)

    @property
    def seed(self) -> bytes | None:
        """Return the game's own seed, if it has one already."""
        return None if self.secret is None else self.secret.seed

    @property
    def person(self) -> Person:
        """Return who asks. Raises Refusal when nobody does."""
        if self.who is None:
            raise Refusal("Only people can do that.")
        return self.who

    @property
    def rules(self) -> LoadedGame:
        """Return the game in memory, which the command has declared that it needs."""
        assert self.loaded is not None, "the command has not declared that it needs the rules"
        return self.loaded

    @property
    def past(self) -> Rewind:
        """Return the past, which the command has declared that it needs."""
        assert self.rewind is not None, "the command has not declared that it needs the past"
        return self.rewind
