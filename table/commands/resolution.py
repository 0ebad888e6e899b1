"""Consequences of votes: proposals made, decided actions done, motions carried out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.contract.action import GM, Action, Offer
from engine.contract.dice import public_dice
from engine.contract.texts import Text
from engine.contract.uploads import without_uploads
from table.change import Change, change_of
from table.commands.acting import check_fair, do_action
from table.commands.command import end_game, mark_active, without_key
from table.commands.lobby import VOTE_DROPPED, apply_setting, drops_vote, name_game_master
from table.commands.rewinding import undo_turns
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.history.entries import (
    AnyEntry,
    Decided,
    DecisionVoid,
    MotionLost,
    MotionPassed,
    Proposed,
    SettingChanged,
)
from table.loaded_game import LoadedGame, load, make_draft
from table.outbox.delivery import Press
from table.outbox.rows import name_of, notice_draft, ping_drafts
from table.references import person_named
from table.schedule.deadlines import OF_MOTIONS, turn_deadlines, vote_start, waits_for
from table.state import TableState
from table.voting import ballot as rules
from table.voting.ballot import Ballot, BallotProposal, Verdict
from table.voting.game_context import GameContext
from table.voting.motions import NO, YES, GameMasterMotion, UndoMotion
from table.voting.settlement import constitution_of, electorate_of, settled_verdict

MAX_LABEL = 38  # letters
_PINGED_AT = (1, 3, 9, 27, 81, 243)  # of votes that opened without somebody
CALLS_APART = 1200.0  # seconds between two messages that call people to a vote that has opened
PRESENT = 600.0  # seconds: whoever did something in that time is here and needs no ping


def voting_seat(at: GameContext) -> int:
    """Return the seat that is voted on: the first that is waited for. Raises Refusal."""
    for seat in at.waiting:
        if seat != GM:
            return seat
    raise Refusal("Nobody's action is voted on now.")


# ---------------------------------------------------------------- proposals


def propose(
    state: TableState, context: CommandContext, seat: int, text: str, press: Press | None
) -> Change:
    """Put an action to the vote. Raises Refusal when it cannot be done now."""
    check_proposing(state, context, seat)
    change = _put_to_vote(state, context, _proposal(state, context, seat, text))
    return answer_by_card(change, press)


def propose_draft(
    state: TableState, context: CommandContext, seat: int, answers: Sequence[str]
) -> Change:
    """Put a character that somebody has drafted to the vote: all answers of its creation. Raises
    Refusal when they do not complete one any more."""
    check_proposing(state, context, seat)
    draft = make_draft(context.ruleset, _packed(state), seat, answers)
    if draft.view.phase == "setup":
        raise Refusal("Your draft is not complete yet.")
    by = context.person.id
    label = str(Text("Draft by {name}", {"name": name_of(state, by)}))[:MAX_LABEL]
    first, *more = answers
    proposal = BallotProposal("", first, by, label=label, more=tuple(more), note=draft.note)
    return _put_to_vote(state, context, proposal)


def check_proposing(state: TableState, context: CommandContext, seat: int) -> None:
    """Raise Refusal when nobody can propose anything for the seat now."""
    if state.decided is not None:
        raise Refusal("The vote is over; its result is played in a moment.")
    if seat != voting_seat(context.at(state)):
        raise Refusal("The vote is about another character's turn.")


def _put_to_vote(state: TableState, context: CommandContext, proposal: BallotProposal) -> Change:
    at, ballot = context.at(state), _ballot_of(state, context)
    electorate, constitution = electorate_of(at, ballot), constitution_of(at, ballot)
    changed = rules.propose(ballot, constitution, electorate, context.person.id, proposal)
    label = proposal.label if proposal.more else ""
    return cast_vote(change_of(state, Proposed(proposal.action, label)), context, changed)


def _ballot_of(state: TableState, context: CommandContext) -> Ballot:
    """Return the vote on the next action: the open one, or a new one."""
    if state.ballot is not None:
        return state.ballot
    clauses = state.game.settings.clauses
    return Ballot(state.game.number + 1, rules=clauses, began=vote_start(context.at(state)))


def _proposal(state: TableState, context: CommandContext, seat: int, text: str) -> BallotProposal:
    """Return a text as a proposal, which has no letter yet.

    What is among no offers is tried on a copy.
    """
    loaded, by = context.rules, context.person.id
    action = loaded.parse(text, seat)
    check_fair(state, context.ruleset, action)
    offers = _offers(state, context, seat)
    alike = [offer for offer in offers if offer.action.verb == action.verb]
    offer = next((offer for offer in alike if offer.action == action), None)
    if offer is not None:
        line, label = str(action), offer.label
        return BallotProposal(
            letter="",
            action=line,
            by=by,
            irreversible=offer.irreversible,
            label=label,
            at=offer.at,
            path=offer.path,
            note=offer.chances[0].words if offer.chances else "",
        )
    _try_on_copy(state, context, seat, action)
    line, irreversible = str(action), any(each.irreversible for each in alike)
    return BallotProposal("", line, by, irreversible, without_uploads(line)[:MAX_LABEL])


def _offers(state: TableState, context: CommandContext, seat: int) -> tuple[Offer, ...]:
    summary = state.summary
    if summary is not None and summary.offers is not None and summary.turn.waiting == (seat,):
        return summary.offers
    return context.rules.running.legal(seat)


def _try_on_copy(state: TableState, context: CommandContext, seat: int, action: Action) -> None:
    copy = LoadedGame(load(context.ruleset, _packed(state)))
    copy.apply(seat, action, public_dice("trial"))


def _packed(state: TableState) -> bytes:
    assert state.summary is not None, "a proposal is made in a game that is loaded"
    return state.summary.packed


def proposal_may_settle(state: TableState, context: CommandContext) -> bool:
    """Return whether the person's vote for some proposal, or for a new one, would settle it."""
    at, who = context.at(state), context.person.id
    ballot = _ballot_of(state, context)
    constitution, electorate = constitution_of(at, ballot), electorate_of(at, ballot)
    actions = [(p.action, p.irreversible) for p in ballot.proposals]
    for action, irreversible in [*actions, ("", False)]:
        proposal = BallotProposal("", action, who, irreversible)
        try:
            changed = rules.propose(ballot, constitution, electorate, who, proposal)
        except Refusal:
            continue
        if rules.settled(changed, constitution, electorate) is not None:
            return True
    return False


# ---------------------------------------------------------------- votes


def needs_of_vote(ballot: Ballot, verdict: Verdict | None) -> Needs:
    """Return what it takes to do what a vote has decided, if it has."""
    if verdict is None or verdict.winner is None:
        return Needs()
    if ballot.motion is None:
        return Needs(rules="long")
    if verdict.winner == YES and isinstance(ballot.motion, UndoMotion):
        return Needs(rules="long", undo_to=ballot.motion.to)
    return Needs()


def with_ballot(state: TableState, ballot: Ballot) -> TableState:
    """Return the state with a changed ballot."""
    if ballot.motion is not None:
        return replace(state, motion=ballot)
    return replace(state, ballot=ballot)


def cast_vote(change: Change, context: CommandContext, ballot: Ballot) -> Change:
    """Return the change with a changed ballot, and what follows when that settles it."""
    opened = ballot.motion is None and change.state.ballot is None
    state = with_ballot(mark_active(change.state, context), ballot)
    change = replace(change, state=state)
    verdict = settled_verdict(context.at(state), ballot, context.seed)
    if verdict is not None and ballot.motion is not None:
        return close_motion(change, context, ballot, verdict)
    if verdict is not None:
        winner = winner_of(ballot, verdict)
        decided = decided_entry(context.at(state), ballot, verdict)
        return do_decided(change.log(decided), context, winner)
    if opened:  # the time runs from here on
        change = change.with_state(missed_turns=0).cancel_deadlines("reminder")
        change = change.set_deadlines(*turn_deadlines(context.at(change.state)))
        return _ping_absent(change, context)
    return change


def answer_by_card(change: Change, press: Press | None) -> Change:
    """Return the change in which whoever pressed shows the card with their vote on it; a vote that
    is decided by it has a new card."""
    return replace(change, press=press) if change.card == "redrawn" else change


def _ping_absent(change: Change, context: CommandContext) -> Change:
    """Return the change with pings for the voters of a vote that has just opened who are elsewhere:
    of those who stay away fewer each time, at their first vote, the third, the ninth and so on.

    While the others play on quickly, nobody is called for `CALLS_APART`: before their vote closes
    people are called anyway.
    """
    at = context.at(change.state)
    away = absent(at, waits_for(at))
    if not away or context.now - at.state.called < CALLS_APART:
        return change
    counts = {person: at.state.unanswered.get(person, 0) + 1 for person in away}
    spared = [person for person in away if counts[person] not in _PINGED_AT]
    pinged = at.state.pinged
    change = change.with_state(
        unanswered={**at.state.unanswered, **counts},
        pinged={**pinged, "turn": (*pinged.get("turn", ()), *spared)},
    )
    turn = next((each.due for each in turn_deadlines(at) if each.kind == "turn"), None)
    at = context.at(change.state)
    calls = ping_drafts(at, away, context.ruleset.title, "vote", turn)
    return change.with_state(called=context.now).owe(*calls) if calls else change


def absent(at: GameContext, people: Iterable[int]) -> list[int]:
    """Return those of the people who have done nothing for a while: the others are here."""
    active = at.state.last_active
    return [p for p in people if at.now - active.get(p, -PRESENT) >= PRESENT]


def winner_of(ballot: Ballot, verdict: Verdict) -> BallotProposal:
    """Return the proposal that has won."""
    return next(p for p in ballot.proposals if p.letter == verdict.winner)


def decided_entry(at: GameContext, ballot: Ballot, verdict: Verdict) -> AnyEntry:
    """Return the entry of the log that tells how a vote ended, and why so."""
    winner = winner_of(ballot, verdict)
    return Decided(
        letter=winner.letter,
        action=winner.action,
        counts=verdict.counts,
        took_part=verdict.took_part,
        voters=verdict.voters,
        tied=verdict.tied,
        label=winner.label,
        tie_break=verdict.tie_break,
        person=at.leader if verdict.tie_break == "leader" else None,
        second=ballot.second,
        card=at.game.card,
    )


def do_decided(change: Change, context: CommandContext, proposal: BallotProposal) -> Change:
    """Return the change after the action that a vote has decided on was done."""
    loaded, before = context.rules, change.state.summary
    assert before is not None, "an action is decided on in a game that is loaded"
    seat = voting_seat(context.at(change.state))
    change = change.with_state(decided=None)
    for number, line in enumerate(proposal.lines):
        try:
            change = do_action(change, context, seat, loaded.parse(line, seat))
        except Refusal as refusal:  # it was possible when it was proposed
            if number:
                break
            change = change.log(DecisionVoid(proposal.letter, str(refusal)))
            return change.with_state(ballot=None).begin_turn("begun")
    summary = loaded.summarise()
    change = change.with_summary(summary)
    change = change.with_state(missed_turns=0).begin_turn("played")
    change = change.with_card("new" if summary.packed != before.packed else "redrawn")
    return end_game(change, context.now) if summary.outcome is not None else change


# ---------------------------------------------------------------- motions


def close_motion(
    change: Change, context: CommandContext, ballot: Ballot, verdict: Verdict
) -> Change:
    """Return the change after a motion was carried out, or dropped."""
    motion = ballot.motion
    assert motion is not None, "the ballot is on a motion"
    votes_for, votes_against = verdict.counts[YES], verdict.counts[NO]
    before = change.state
    pinged = without_key(before.pinged, "motion")
    change = change.with_state(motion=None, pinged=pinged).cancel_deadlines(*OF_MOTIONS)
    if verdict.winner != YES:
        return change.log(MotionLost(motion, votes_for, votes_against))
    change = change.log(MotionPassed(motion, votes_for, votes_against))
    if isinstance(motion, UndoMotion):
        return undo_turns(change, context, motion.kept_turns)
    if isinstance(motion, GameMasterMotion):
        master = person_named(before, motion.name)
        return name_game_master(change, master) if master in before.people else change
    change = change.log(SettingChanged(motion.name, motion.value))
    change = apply_setting(change, context, motion.name, motion.value)
    if not drops_vote(before, change):
        return change
    return change.owe(notice_draft(change.state.game, Text(VOTE_DROPPED), "dropped"))
