"""Commands about the Game Master."""

from __future__ import annotations

from table.change import Change, change_of
from table.commands.command import (
    TableCommand,
    announce,
    check_in_charge,
    check_joined,
    check_not_over,
)
from table.context import CommandContext
from table.errors import Refusal
from table.history.entries import GameMasterNamed
from table.outbox.rows import name_of
from table.state import TableState


class NameGameMaster(TableCommand, frozen=True):
    """Name the Game Master."""

    person: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        check_in_charge(state, context.person, "name the Game Master of")
        check_joined(state, self.person)
        if context.ruleset.roles(state.game.options).gm == "absent":
            raise Refusal("{title} has no place for a Game Master.", title=context.ruleset.title)
        change = change_of(state, GameMasterNamed(self.person))
        change = change.with_state(game_master=self.person, game_master_left=False)
        return announce(
            change, context, "{who} named {name} Game Master.", name=name_of(state, self.person)
        )
