"""Commands of the clock: what a table does when a deadline falls due."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from msgspec.structs import replace

from engine.contract.action import GM
from engine.contract.texts import Text
from table.change import Change, change_of
from table.commands.acting import do_action
from table.commands.command import TableCommand, check_playing, end_game
from table.commands.resolution import (
    close_motion,
    decided_entry,
    do_decided,
    needs_of_vote,
    voting_seat,
    winner_of,
)
from table.commands.seats import return_seats
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.history.entries import (
    DeadlineMissed,
    LobbyExpired,
    Reminded,
    RotaPassed,
    Undecided,
    UndecidedReason,
)
from table.outbox.rows import OutboxDraft, PingReason, name_of, notice_draft, ping_drafts
from table.schedule.deadlines import OF_TURNS, deadline, turn_deadlines, waits_for
from table.state import Deadline, DeadlineKind, TableState
from table.voting.ballot import Ballot, Reason, Verdict, missing_voters, second_ballot
from table.voting.modes import MODES, next_in_rota, rota_person
from table.voting.settlement import closing_verdict, electorate_of

MAX_AUTOPLAYED = 20  # actions of one seat in one turn


class DeadlineCommand(TableCommand, frozen=True):
    """A deadline of the game that has fallen due; `set_by` tells it from a later one."""

    set_by: int
    kind: ClassVar[DeadlineKind]

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change, by which the deadline is met. Raises Refusal when it stands no
        more."""
        self.check(state)
        return self.meet(state, context).cancel_deadlines(self.kind)

    def check(self, state: TableState) -> None:
        """Raise Refusal when the deadline means nothing any more."""
        check_playing(state)
        self.check_standing(state)

    def check_standing(self, state: TableState) -> None:
        """Raise Refusal when the deadline was met, or set anew."""
        standing = state.deadlines.get(self.kind)
        if standing is None or standing.set_by != self.set_by:
            raise Refusal("That deadline has been met already.")

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        raise NotImplementedError


class EndTurn(DeadlineCommand, frozen=True):
    """The turn's time is over: close the vote, or do what the settings say of late turns."""

    kind = "turn"

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules work when seats are to play by themselves."""
        self.check(state)
        if MODES[state.game.mode].votes:
            verdict = _closing(state, context)
            undecided = verdict is None or verdict.winner is None
            autoplay = undecided and _plays_when_undecided(state)
        else:
            autoplay = bool(_late_seats(state, context))
        return Needs(rules="long") if autoplay else Needs()

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        if MODES[state.game.mode].votes:
            return _close_vote(state, context)
        settings = state.game.settings
        missed = state.missed_turns + 1
        late = replace(state, missed_turns=missed, turn_began=context.now)
        if settings.late_rule(state.game.mode) == "pass" and state.game.mode == "rota":
            return pass_rota(late, context, missed=True)
        change = change_of(late, DeadlineMissed())
        if seats := _late_seats(state, context):
            change = autoplay_seats(change, context, seats)
            if change.turn:
                return change
            # Somebody is still waited for, who has to be asked again.
            return change.set_deadlines(*turn_deadlines(context.at(change.state)))
        return change.owe(*reminders(change.state, context, "late"))


def _late_seats(state: TableState, context: CommandContext) -> tuple[int, ...]:
    """Return the seats that play by themselves because they are late; where the settings say that
    one waits, the Game Master's and those of people who are away, so that the others can go on."""
    at, rule = context.at(state), state.game.settings.late_rule(state.game.mode)
    waiting = _waiting(state)
    if rule == "autoplay":
        return waiting
    if rule != "wait" or len(state.people) < 2:
        return ()
    holders = {seat.seat: at.holder(seat) for seat in state.seats}
    away = {seat for seat, person in holders.items() if person is not None and at.is_away(person)}
    return tuple(seat for seat in waiting if seat == GM or seat in away)


def _waiting(state: TableState) -> tuple[int, ...]:
    return state.summary.turn.waiting if state.summary else ()


def _closing(state: TableState, context: CommandContext) -> Verdict | None:
    if state.ballot is None:
        return None
    return closing_verdict(context.at(state), state.ballot, context.seed)


def _close_vote(state: TableState, context: CommandContext) -> Change:
    ballot, verdict = state.ballot, _closing(state, context)
    if ballot is not None and verdict is not None and verdict.winner is not None:
        return _schedule_decided(state, context, ballot, verdict)
    missed = state.missed_turns + (ballot is None or not ballot.votes)
    reason = _reason(verdict.reason if verdict else None)
    change = change_of(state, Undecided(reason)).with_state(missed_turns=missed)
    if _plays_when_undecided(state):
        return autoplay_seats(change, context, (voting_seat(context.at(state)),))
    second = None
    failed = ballot is not None and (ballot.struck_by or reason in ("quorum", "threshold"))
    if ballot is not None and failed and not ballot.second:
        second = second_ballot(ballot, context.now)
    change = change.with_state(ballot=second, turn_began=context.now)
    change = change.set_deadlines(*turn_deadlines(context.at(change.state)))
    if second is not None:
        return change.owe(*reminders(change.state, context, "second"))
    return change.owe(*reminders(change.state, context, "late"))


def _plays_when_undecided(state: TableState) -> bool:
    rules = state.ballot.rules if state.ballot else None
    return (rules or state.game.settings.clauses).silence == "autoplay"


def _reason(reason: Reason | None) -> UndecidedReason:
    if reason is None or reason == "carried":
        return "no_proposal"
    return reason


def _schedule_decided(
    state: TableState, context: CommandContext, ballot: Ballot, verdict: Verdict
) -> Change:
    """Close the vote at its deadline, and do what was decided right after: when hundreds of votes
    end together, all of them are closed before the first action is done."""
    winner = winner_of(ballot, verdict)
    decided = decided_entry(context.at(state), ballot, verdict)
    change = change_of(state, decided).with_card("same")
    change = change.with_state(ballot=None, decided=winner, missed_turns=0)
    change = change.cancel_deadlines(*OF_TURNS)
    return change.set_deadlines(deadline(change.state, "decided", context.now))


class DoDecided(DeadlineCommand, frozen=True):
    """Do the action that a vote has decided on."""

    kind = "decided"

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules work."""
        self.check(state)
        return Needs(rules="long")

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        if state.decided is None:
            raise Refusal("Nothing is decided.")
        return do_decided(Change(state, state), context, state.decided)


class Remind(DeadlineCommand, frozen=True):
    """Remind those whom the game waits for."""

    kind = "reminder"

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        change = change_of(state, Reminded()).with_card("same")
        return change.owe(*reminders(change.state, context, "reminder"))


class AutoplaySeats(DeadlineCommand, frozen=True):
    """Let the seats act that play by themselves."""

    kind = "autoplay"

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules work."""
        self.check(state)
        if not context.at(state).playing_by_themselves.intersection(_waiting(state)):
            raise Refusal("No character plays by itself now.")
        return Needs(rules="long")

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        seats = context.at(state).playing_by_themselves
        return autoplay_seats(Change(state, state), context, seats)


class PassRota(DeadlineCommand, frozen=True):
    """Pass the turn on to the next person of the rota."""

    kind = "rota"

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        return pass_rota(state, context)


class CloseMotion(DeadlineCommand, frozen=True):
    """Close the vote on a motion."""

    kind = "motion"

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return what it takes to carry the motion out."""
        self.check(state)
        motion = self._motion(state)
        verdict = closing_verdict(context.at(state), motion, context.seed)
        return needs_of_vote(motion, verdict)

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        motion = self._motion(state)
        verdict = closing_verdict(context.at(state), motion, context.seed)
        return close_motion(Change(state, state), context, motion, verdict)

    def _motion(self, state: TableState) -> Ballot:
        if state.motion is None:
            raise Refusal("There is no motion any more.")
        return state.motion


class RemindOfMotion(DeadlineCommand, frozen=True):
    """Remind those who have not voted on the motion."""

    kind = "motion_reminder"

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        motion = state.motion
        if motion is None:
            raise Refusal("There is no motion any more.")
        at, closing = context.at(state), state.deadlines.get("motion")
        missing = missing_voters(motion, electorate_of(at, motion))
        change = Change(state, state, card="same", pings=False).log(Reminded())
        title, until = context.ruleset.title, closing.due if closing else None
        return change.owe(*ping_drafts(at, missing, title, "motion_closing", until))


class ReturnLoans(DeadlineCommand, frozen=True):
    """Let lent seats come back."""

    kind = "loan"

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        back = tuple(seat for seat, loan in state.loans.items() if loan.until <= context.now)
        if not back:
            raise Refusal("Nothing is lent any more.")
        return return_seats(state, back)


class CloseLobby(DeadlineCommand, frozen=True):
    """Close a lobby in which nobody has begun for too long."""

    kind = "lobby"

    def check(self, state: TableState) -> None:
        """Raise Refusal when the game has begun."""
        if state.game.header is not None or state.game.phase == "over":
            raise Refusal("The game has begun.")
        self.check_standing(state)

    def meet(self, state: TableState, context: CommandContext) -> Change:
        """Return what happens at the deadline."""
        return end_game(change_of(state, LobbyExpired()), context.now)


_COMMANDS: dict[DeadlineKind, type[DeadlineCommand]] = {
    command.kind: command
    for command in (
        EndTurn,
        DoDecided,
        Remind,
        AutoplaySeats,
        PassRota,
        CloseMotion,
        RemindOfMotion,
        ReturnLoans,
        CloseLobby,
    )
}


def deadline_command(due: Deadline) -> DeadlineCommand:
    """Return the command that meets a deadline."""
    return _COMMANDS[due.kind](due.set_by)


# ---------------------------------------------------------------- what deadlines bring


def autoplay_seats(change: Change, context: CommandContext, seats: Collection[int]) -> Change:
    """Return the change after those of the waiting seats have played this turn by themselves."""
    loaded, before = context.rules, change.state.summary
    assert before is not None, "seats act in a game that is loaded"
    acted = False
    for seat in before.turn.waiting:
        for _ in range(MAX_AUTOPLAYED if seat in seats else 0):
            turn = loaded.turn
            if turn.id != before.turn.id or seat not in turn.waiting:
                break
            advice = loaded.running.autoplay(seat)
            if advice is None:
                break
            change, acted = do_action(change, context, seat, advice.action, advice.why), True
    if not acted:
        raise Refusal("There is nothing that the character could do.")
    summary = loaded.summarise()
    change = change.with_summary(summary).with_card("new")
    by_vote = MODES[change.state.game.mode].votes
    if by_vote or summary.outcome is not None or summary.turn.id != before.turn.id:
        change = change.begin_turn("played")
    return end_game(change, context.now) if summary.outcome is not None else change


def pass_rota(state: TableState, context: CommandContext, *, missed: bool = False) -> Change:
    """Return the change by which the turn passes on to the next person of the rota.

    `missed`: the last one has let it pass, which everybody is told.
    """
    if state.game.mode != "rota":
        raise Refusal("The turn is not passed round any more.")
    at = context.at(state)
    late = rota_person(at)
    person = next_in_rota(at, late)
    change = change_of(state, RotaPassed(person))
    if missed and late is not None and person is not None and person != late:
        names = {"late": name_of(state, late), "next": name_of(state, person)}
        text = Text("{late} missed a turn. {next} is next.", names)
        change = change.owe(notice_draft(change.state.game, text, "missed"))
    return change.with_state(rota_person=person, rota_turns=0).begin_turn("begun")


def reminders(state: TableState, context: CommandContext, reason: PingReason) -> list[OutboxDraft]:
    """Return pings for all whom the game waits for; the last one is told so."""
    at = context.at(state)
    people = waits_for(at)
    by_vote = MODES[state.game.mode].votes
    others = len(at.electorate().voters if by_vote else state.members)
    if reason == "reminder" and len(people) == 1 and others > 1:
        reason = "last"
    elif reason == "reminder" and state.ballot is not None:
        reason = "closing"
    turn = state.deadlines.get("turn")
    known = reason != "late" and turn is not None and turn.due > context.now
    until = turn.due if turn is not None and known else None
    return ping_drafts(at, people, context.ruleset.title, reason, until)
