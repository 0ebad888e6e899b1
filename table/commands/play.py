"""Commands that do actions."""

from __future__ import annotations

from msgspec.structs import replace

from engine.contract.action import GM, role_of
from engine.contract.uploads import without_uploads
from table.change import Change
from table.commands.acting import count_as_hidden, do_action
from table.commands.command import TableCommand, check_card, check_playing, end_game, mark_active
from table.commands.resolution import proposal_may_settle, propose, propose_draft
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.loaded_game import LoadedGame
from table.outbox.delivery import Press
from table.schedule.deadlines import MAX_MISSED_TURNS, turn_deadlines
from table.state import Person, StateSummary, TableState
from table.voting.game_context import GameContext
from table.voting.modes import MODES

MAX_ACTION = 400  # letters
MAX_UPLOADED = 60_000  # letters, files included


class Act(TableCommand, frozen=True):
    """Do an action as `seat` (None: the first waiting seat that the person may act for); where
    the way to play is a vote, propose it. `press`: the button that was pressed."""

    action: str  # its words of uploaded files do not count for its length
    seat: int | None = None
    press: Press | None = None

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules work; a proposal only takes them long when it settles the vote."""
        check_playing(state)
        if state.summary is None:
            return Needs(rules="long")
        seat = self._seat(state, context)
        if not _by_vote(state, seat) or proposal_may_settle(state, context):
            return Needs(rules="long")
        return Needs(rules="short")

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        seat = self._seat(state, context)
        if _by_vote(state, seat):
            return propose(state, context, seat, self.action, self.press)
        check_cooldown(context.at(state), context.person)
        loaded = context.rules
        action = loaded.parse(self.action, seat)
        change = do_action(Change(state, state), context, seat, action)
        change = replace(change, press=self.press, state=mark_active(change.state, context))
        return follow_action(change, context, loaded)

    def _seat(self, state: TableState, context: CommandContext) -> int:
        """Return the seat that acts. Raises Refusal."""
        check_playing(state)
        check_card(state, self.press.card if self.press else None)
        if len(without_uploads(self.action)) > MAX_ACTION or len(self.action) > MAX_UPLOADED:
            raise Refusal("That is too long for an action.")
        return _acting_seat(state, context, self.seat, self.action)


class ProposeDraft(TableCommand, frozen=True):
    """Propose a character that one has drafted in private: all answers of its creation at once."""

    answers: tuple[str, ...]
    card: int | None = None

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules work."""
        check_playing(state)
        return Needs(rules="long")

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_playing(state)
        check_card(state, self.card)
        seat = _acting_seat(state, context, None)
        if not _by_vote(state, seat) or not self.answers:
            raise Refusal("There is nothing to vote on now.")
        return propose_draft(state, context, seat, self.answers)


def _acting_seat(
    state: TableState, context: CommandContext, wanted: int | None, action: str = ""
) -> int:
    """Return the seat that the person acts for now: `wanted`, or the first whose role has the verb
    of the action, or the first. Raises Refusal."""
    at = context.at(state)
    own = MODES[state.game.mode].may_act(at, context.person.id)
    if not own:
        raise Refusal(MODES[state.game.mode].why_not(at, context.person.id))
    if wanted is not None and wanted not in own:
        raise Refusal("That character is not yours to play.")
    seats = [seat for seat in at.acting if seat in own and wanted in (None, seat)]
    if not seats:
        raise Refusal("It is not your turn.")
    name = action.partition(" ")[0].lower()
    roles = next((v.roles for v in context.ruleset.verbs if v.name == name), ())
    # A Game Master who plays somebody's character, too, says by the verb whom they mean.
    return next((seat for seat in seats if role_of(seat) in roles), seats[0])


def _by_vote(state: TableState, seat: int) -> bool:
    return MODES[state.game.mode].votes and seat != GM


def check_cooldown(at: GameContext, who: Person) -> None:
    """Refuse a second action too soon after the first, where others may act too."""
    last = at.state.last_active.get(who.id)
    if at.game.mode != "first" or last is None or len(at.people) < 2:
        return
    left = last + float(at.game.settings.cooldown) - at.now
    if left > 0:
        raise Refusal("Let others play: you may again in {left:.0f} seconds.", left=left)


def follow_action(change: Change, context: CommandContext, loaded: LoadedGame) -> Change:
    """Return the change after an action of somebody was applied: a new card, and a new turn when
    the rules wait for another decision. Behind a screen what nobody else sees leaves no trace: no
    card at that moment, and no other deadline."""
    before, summary = change.state.summary, loaded.summarise()
    assert before is not None, "somebody acted in a game that is loaded"
    changed = summary.packed != before.packed
    if _is_behind_screen(change) and summary.shows_the_same_as(before):
        return count_as_hidden(change.with_summary(summary).with_card("same"))
    next_turn = changed and (summary.outcome is not None or summary.turn.id != before.turn.id)
    paused_clock = change.state.missed_turns >= MAX_MISSED_TURNS
    change = change.with_summary(summary).with_state(missed_turns=0)
    change = change.with_card("new" if changed else "same")
    if changed:
        change = change.with_state(moved=context.person.id)
    if next_turn:
        change = change.begin_turn("played")
    elif paused_clock:
        change = change.with_state(turn_began=context.now)
        change = change.set_deadlines(*turn_deadlines(context.at(change.state)))
    return end_if_over(change, context, summary)


def _is_behind_screen(change: Change) -> bool:
    """Return whether there is a screen, and nobody was told of what was done but some seats."""
    return change.state.screened and all(
        each.audience is not None for each in change.entries[-1].events
    )


def end_if_over(change: Change, context: CommandContext, summary: StateSummary) -> Change:
    """Let the game be over if the rules say so."""
    return end_game(change, context.now) if summary.outcome is not None else change
