"""Commands about votes and motions."""

from __future__ import annotations

from msgspec.structs import replace

from table.change import Change, change_of
from table.commands.command import (
    TableCommand,
    announce,
    check_card,
    check_in_charge,
    check_joined,
    check_not_over,
    check_playing,
    mark_active,
    without_key,
)
from table.commands.lobby import apply_setting
from table.commands.resolution import (
    absent,
    answer_by_card,
    cast_vote,
    close_motion,
    needs_of_vote,
    with_ballot,
)
from table.commands.rewinding import check_undo
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.history.entries import (
    Abstained,
    AnyEntry,
    Delegated,
    LeaderNamed,
    MotionMade,
    SettingChanged,
    Vetoed,
    Voted,
    Withdrawn,
)
from table.outbox.delivery import Press
from table.outbox.rows import name_of, ping_drafts
from table.schedule.deadlines import motion_deadlines
from table.state import Delegation, TableState
from table.voting import ballot as rules
from table.voting.ballot import Ballot, BallotProposal, Electorate, missing_voters
from table.voting.constitution import Constitution, motion_rules
from table.voting.modes import MODES
from table.voting.motions import NO, YES, Motion, SettingMotion, UndoMotion
from table.voting.settlement import constitution_of, electorate_of, settled_verdict

_ANSWERS = {"yes": YES, "no": NO}


class BallotCommand(TableCommand, frozen=True, kw_only=True):
    """Something that a person does to an open vote: on the next action, or on a motion. `press`:
    the button that was pressed."""

    press: Press | None = None

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return what it takes to do what this decides."""
        changed = self._changed(state, context)
        after = with_ballot(mark_active(state, context), changed)
        verdict = settled_verdict(context.at(after), changed, context.seed)
        return needs_of_vote(changed, verdict)

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        changed = self._changed(state, context)
        change = cast_vote(change_of(state, self.entry()), context, changed)
        return answer_by_card(change, self.press)

    def _changed(self, state: TableState, context: CommandContext) -> Ballot:
        check_playing(state)
        ballot = self.ballot(state)
        if ballot is None:
            raise Refusal("There is nothing to vote on now.")
        at = context.at(state)
        constitution = constitution_of(at, ballot)
        electorate = electorate_of(at, ballot)
        return self.change_ballot(ballot, constitution, electorate, context.person.id)

    def ballot(self, state: TableState) -> Ballot | None:
        """Return the vote that this is about. Raises StaleCard."""
        raise NotImplementedError

    def entry(self) -> AnyEntry:
        """Return the entry of the log."""
        raise NotImplementedError

    def change_ballot(
        self, ballot: Ballot, constitution: Constitution, electorate: Electorate, person: int
    ) -> Ballot:
        """Return the changed ballot. Raises Refusal."""
        raise NotImplementedError


def _open_ballot(state: TableState, motion: bool, press: Press | None) -> Ballot | None:
    check_card(state, press.card if press else None)
    return state.motion if motion else state.ballot


class Vote(BallotCommand, frozen=True):
    """Vote for proposals by their letters, or on the motion by "yes" or "no"; none: abstain.
    Voting again changes the vote."""

    letters: tuple[str, ...]
    motion: bool = False

    def ballot(self, state: TableState) -> Ballot | None:
        """Return the vote that this is about."""
        return _open_ballot(state, self.motion, self.press)

    def entry(self) -> AnyEntry:
        """Return the entry of the log."""
        return Voted(self._letters(), self.motion) if self.letters else Abstained(self.motion)

    def change_ballot(
        self, ballot: Ballot, constitution: Constitution, electorate: Electorate, person: int
    ) -> Ballot:
        """Return the ballot with the vote."""
        return rules.vote(ballot, constitution, electorate, person, self._letters())

    def _letters(self) -> tuple[str, ...]:
        if not self.motion:
            return self.letters
        return tuple(_ANSWERS.get(letter, letter) for letter in self.letters)


class WithdrawVote(BallotCommand, frozen=True):
    """Take one's vote back."""

    motion: bool = False

    def ballot(self, state: TableState) -> Ballot | None:
        """Return the vote that this is about."""
        return _open_ballot(state, self.motion, self.press)

    def entry(self) -> AnyEntry:
        """Return the entry of the log."""
        return Withdrawn(self.motion)

    def change_ballot(
        self, ballot: Ballot, constitution: Constitution, electorate: Electorate, person: int
    ) -> Ballot:
        """Return the ballot without the vote."""
        return rules.withdraw(ballot, person)


class Veto(BallotCommand, frozen=True):
    """Strike a proposal, where the constitution has vetoes."""

    letter: str

    def ballot(self, state: TableState) -> Ballot | None:
        """Return the vote that this is about."""
        return _open_ballot(state, False, self.press)

    def entry(self) -> AnyEntry:
        """Return the entry of the log."""
        return Vetoed(self.letter)

    def change_ballot(
        self, ballot: Ballot, constitution: Constitution, electorate: Electorate, person: int
    ) -> Ballot:
        """Return the ballot without the proposal's votes."""
        return rules.veto(ballot, constitution, electorate, person, self.letter)


class Delegate(TableCommand, frozen=True):
    """Let a person vote for one, until then or (None) for good; no person: take it back."""

    person: int | None
    until: float | None = None

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return what it takes to do what this decides."""
        after = self._delegated(state, context)
        if state.ballot is None or not MODES[state.game.mode].votes:
            return Needs()
        verdict = settled_verdict(context.at(after), state.ballot, context.seed)
        return needs_of_vote(state.ballot, verdict)

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        after = self._delegated(state, context)
        change = change_of(state, Delegated(self.person, self.until))
        change = change.with_state(delegations=after.delegations)
        if state.ballot is not None and MODES[state.game.mode].votes:
            return cast_vote(change, context, state.ballot)
        return change

    def _delegated(self, state: TableState, context: CommandContext) -> TableState:
        check_playing(state)
        who = context.person.id
        if who not in state.people:
            raise Refusal("You are not in this game.")
        if self.person is not None:
            check_joined(state, self.person)
        if self.person == who:
            raise Refusal("You vote for yourself already.")
        delegations = without_key(state.delegations, who)
        if self.person is not None:
            delegations[who] = Delegation(self.person, self.until)
        return replace(state, delegations=delegations)


class NameLeader(TableCommand, frozen=True):
    """Name the leader, who breaks ties."""

    person: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        check_in_charge(state, context.person, "name the leader of")
        check_joined(state, self.person)
        change = change_of(state, LeaderNamed(self.person)).with_state(leader=self.person)
        return announce(
            change, context, "{who} named {name} leader.", name=name_of(state, self.person)
        )


# ---------------------------------------------------------------- motions


class MoveToUndo(TableCommand, frozen=True):
    """Make a motion to undo turns. Whoever makes it votes for it."""

    turns: int

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return the past, and that the rules work: the motion may be carried at once."""
        check_playing(state)
        check_undo(state, is_game_master=False)
        check_may_ask(state, context)
        return Needs(rules="long", undo_turns=self.turns)

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        return make_motion(state, context, UndoMotion(context.past.to))


class MoveToSet(TableCommand, frozen=True):
    """Make a motion to change a setting. Whoever makes it votes for it."""

    name: str
    value: str

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_playing(state)
        trial = change_of(state, SettingChanged(self.name, self.value))
        apply_setting(trial, context, self.name, self.value)
        return make_motion(state, context, SettingMotion(self.name, self.value))


def check_may_ask(state: TableState, context: CommandContext) -> None:
    """Raise Refusal while another motion is open, and for whoever has no vote on motions."""
    if state.motion is not None:
        raise Refusal("First vote on the motion that is open.")
    voters = motion_rules(state.game.settings.clauses).voters
    rules.require_vote(context.at(state).electorate(voters), context.person.id)


def make_motion(state: TableState, context: CommandContext, motion: Motion) -> Change:
    """Return the change that puts a question of yes or no to all. Raises Refusal."""
    check_may_ask(state, context)
    who = context.person.id
    proposals = (
        BallotProposal(YES, "yes", who, True, "Yes"),
        BallotProposal(NO, "no", who, False, "No"),
    )
    clauses = state.game.settings.clauses
    ballot = Ballot(
        state.game.number + 1, proposals, motion=motion, rules=clauses, began=context.now
    )
    at = context.at(state)
    electorate = electorate_of(at, ballot)
    ballot = rules.vote(ballot, constitution_of(at, ballot), electorate, who, [YES])
    change = change_of(state, MotionMade(motion))
    change = replace(change, state=with_ballot(mark_active(change.state, context), ballot))
    verdict = settled_verdict(context.at(change.state), ballot, context.seed)
    if verdict is not None:
        return close_motion(change, context, ballot, verdict)
    due = motion_deadlines(context.at(change.state))
    asked = [person for person in missing_voters(ballot, electorate) if person != who]
    pings = ping_drafts(at, absent(at, asked), context.ruleset.title, "motion", due[0].due)
    return change.set_deadlines(*due).owe(*pings)
