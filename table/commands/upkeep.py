"""Commands of the bot itself."""

from __future__ import annotations

from msgspec.structs import replace

from engine.contract.texts import Text
from table.change import Change, change_of
from table.commands.command import TableCommand, check_playing, end_game, pause_game
from table.commands.lobby import Resume, resume_game
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.history.entries import (
    BotAway,
    ContestEnded,
    ForkMade,
    RulesChanged,
    StateRecovered,
    Suspended,
)
from table.outbox.rows import name_of, notice_draft, span_text
from table.schedule.deadlines import OF_PLAY, deadline, timed_deadlines
from table.state import TableState
from table.voting.modes import MODES
from table.voting.settlement import settles

NOTICED_SECONDS = 60.0  # a deadline that moves by less is not worth a message
MOVED_WHEN_AWAY = ("turn", "reminder", "rota", "motion", "motion_reminder")  # kinds of deadlines

_MOVED = {  # of a vote, earlier than planned
    (True, True): (
        "The vote closes earlier than planned, in {span}: {name} has changed their quiet hours or"
        " absence."
    ),
    (True, False): (
        "The vote closes later than planned, in {span}: {name} has changed their quiet hours or"
        " absence."
    ),
    (False, True): (
        "The turn ends earlier than planned, in {span}: {name} has changed their quiet hours or"
        " absence."
    ),
    (False, False): (
        "The turn ends later than planned, in {span}: {name} has changed their quiet hours or"
        " absence."
    ),
}


class CatchUp(TableCommand, frozen=True):
    """The bot was away, and the game's deadlines have moved by as much: say so once."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        lost, ballot = state.lost_seconds, state.ballot
        if ballot is not None:
            ballot = replace(ballot, began=ballot.began + lost)
        change = change_of(state, BotAway(lost)).with_state(
            ballot=ballot, turn_began=state.turn_began + lost, lost_seconds=0.0
        )
        text = Text(
            "I was away for {away}; all deadlines of this game move by as much.",
            {"away": span_text(lost)},
        )
        change = change.owe(notice_draft(change.state.game, text, "away"))
        return replace(change, pings=False)


class RescheduleTurn(TableCommand, frozen=True):
    """Somebody's hours have changed: set the turn's deadline anew, and say so when it moves."""

    person: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_playing(state)
        at, old = context.at(state), state.deadlines.get("turn")
        if old is None:
            raise Refusal("No time is running.")
        due = timed_deadlines(at)
        if settles(at, context.seed):
            due = (deadline(state, "turn", context.now),)
        end = next((each.due for each in due if each.kind == "turn"), old.due)
        change = Change(state, state, pings=False).set_deadlines(*due).cancel_deadlines("reminder")
        if abs(end - old.due) < NOTICED_SECONDS:
            return change
        template = _MOVED[MODES[state.game.mode].votes, end < old.due]
        name, span = name_of(state, self.person), span_text(end - context.now)
        text = Text(template, {"span": span, "name": name})
        return change.owe(notice_draft(state.game, text, f"m{int(context.now)}"))


class Repost(TableCommand, frozen=True):
    """Post the newest card again under a new number: its message is gone."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        return Change(state, state, card="new", pings=False)


class Suspend(TableCommand, frozen=True):
    """Pause the game because we cannot post, and drop what is owed."""

    reason: str

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        change = Change(state, state, card="same", silent=True).cancel_deadlines(*OF_PLAY)
        if state.game.phase in ("lobby", "play"):
            change = pause_game(change.log(Suspended(self.reason)), self.reason)
            change = change.with_state(suspended=True)
        return change


class ResumeSuspended(TableCommand, frozen=True):
    """Resume a game that the bot itself has paused: it can post again."""

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return what resuming needs."""
        return Resume().needs(state, context)

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        if state.game.phase != "paused" or not state.suspended:
            raise Refusal("The game is not paused.")
        change = resume_game(state, context)
        text = Text("I can post here again: the game continues.")
        return change.owe(notice_draft(change.state.game, text, "back"))


class EndContestGame(TableCommand, frozen=True):
    """The contest is over: end the game if it goes on, and publish its seed."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        change = change_of(state, ContestEnded()).with_state(seed_sealed=False)
        return change if state.game.phase == "over" else end_game(change, context.now)


class LogFork(TableCommand, frozen=True):
    """Note in the log that somebody has made a fork."""

    number: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        change = change_of(state, ForkMade(self.number)).with_card("same")
        return replace(change, pings=False)


class GoOnUnderNewRules(TableCommand, frozen=True):
    """The state was loaded by another version of the rules: keep it, so that a replay goes on
    from there."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        return _keep_state(change_of(state, RulesChanged(context.ruleset.version)), state)


class KeepRecoveredState(TableCommand, frozen=True):
    """The newest state could not be read and was replayed: keep it, and say so."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        change = change_of(state, StateRecovered())
        text = Text("The newest state could not be read, so I replayed the game up to here.")
        return _keep_state(change.owe(notice_draft(change.state.game, text, "recovered")), state)


def _keep_state(change: Change, state: TableState) -> Change:
    """Return the change that also stores the loaded state as a snapshot that stays."""
    # Without a summary before, the one that was just loaded is stored.
    before = replace(state, summary=None)
    change = change.with_card("same")
    return replace(change, before=before, keep_snapshot=True, pings=False)
