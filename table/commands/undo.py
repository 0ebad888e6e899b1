"""The command that undoes turns."""

from __future__ import annotations

from engine.contract.texts import Text, counted
from table.change import Change
from table.commands.command import TableCommand, announce, check_playing
from table.commands.lobby import VOTE_DROPPED
from table.commands.rewinding import check_undo, undo_turns
from table.commands.votes import check_may_ask, make_motion
from table.context import CommandContext, Needs
from table.rights import may
from table.state import Person, TableState
from table.voting.game_context import GameContext
from table.voting.motions import UndoMotion


class Undo(TableCommand, frozen=True):
    """Undo turns: the founder or Game Master does so at once; anybody else, and everybody where the
    settings want a vote, makes a motion of it.

    `kept_turns`: of the first undone action, a plan, so many turns are done again.
    """

    turns: int = 1
    kept_turns: int = 0

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return the past, and that the rules work."""
        self._check(state, context)
        return Needs(rules="long", undo_turns=self.turns)

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        self._check(state, context)
        if undoes_by_vote(context.at(state), context.person):
            return make_motion(state, context, UndoMotion(context.past.to, self.kept_turns))
        change = undo_turns(Change(state, state), context, self.kept_turns)
        if change.card == "same":
            return change  # nobody else sees any of it
        moves = counted(max(1, context.past.known), "one move", "{number} moves")
        voting = state.ballot or state.decided or state.motion
        dropped = [Text(VOTE_DROPPED)] if voting else []
        text = "{who} undid {moves}. New dice are rolled from there."
        if self.kept_turns:
            text = (
                "{who} undid {moves}, but for the first {turns} turns, which have the same dice."
                " New dice are rolled from there."
            )
        return announce(change, context, text, *dropped, moves=moves, turns=self.kept_turns)

    def _check(self, state: TableState, context: CommandContext) -> None:
        check_playing(state)
        at = context.at(state)
        check_undo(state, is_game_master=at.is_game_master(context.person.id))
        if undoes_by_vote(at, context.person):
            check_may_ask(state, context)


def undoes_by_vote(at: GameContext, who: Person) -> bool:
    """Return whether a person who wants to undo turns has to ask everybody."""
    if at.game.mode != "table" and at.game.settings.undo_rule == "vote":
        return True
    return not (at.is_game_master(who.id) or may("undo turns in", who, at.state))
