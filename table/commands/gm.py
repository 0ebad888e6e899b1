"""Commands about the Game Master."""

from __future__ import annotations

from table.change import Change
from table.commands.command import (
    TableCommand,
    announce,
    check_in_charge,
    check_joined,
    check_not_over,
    check_playing,
)
from table.commands.lobby import name_game_master
from table.commands.votes import make_motion
from table.context import CommandContext
from table.errors import Refusal
from table.outbox.rows import name_of
from table.references import name_for
from table.state import TableState
from table.voting.motions import GameMasterMotion


class NameGameMaster(TableCommand, frozen=True):
    """Name the Game Master; once they have left, put somebody to the vote of all."""

    person: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        voted = state.game_master_left and context.person.id in state.people
        if voted:
            check_playing(state)
        else:
            check_in_charge(state, context.person, "name the Game Master of")
        check_joined(state, self.person)
        if context.ruleset.roles(state.game.options).gm == "absent":
            raise Refusal("{title} has no place for a Game Master.", title=context.ruleset.title)
        if voted:
            return make_motion(state, context, GameMasterMotion(name_for(state, self.person)))
        change = name_game_master(Change(state, state), self.person)
        return announce(
            change, context, "{who} named {name} Game Master.", name=name_of(state, self.person)
        )
