"""Deadlines of turns, rotas, motions and loans. Pure functions."""

from __future__ import annotations

from msgspec.structs import replace

from table.game_settings import DAY, ROTAS, Pace
from table.schedule.quiet_hours import Preferences, add_waking_time
from table.state import Deadline, DeadlineKind, TableState
from table.voting.game_context import GameContext
from table.voting.modes import MODES, next_in_rota, rota_person

OF_TURNS: tuple[DeadlineKind, ...] = ("turn", "reminder", "autoplay", "decided")
OF_MOTIONS: tuple[DeadlineKind, ...] = ("motion", "motion_reminder")
OF_PLAY: tuple[DeadlineKind, ...] = (*OF_TURNS, *OF_MOTIONS, "rota", "loan")
REMINDED_FROM = 600.0  # seconds: shorter turns pass without a reminder
VOTE_REMINDED_FROM = 120.0  # seconds: the same for votes
OPEN_SHARE = 0.25  # of a turn's time: a vote is open at least that long
MAX_MISSED_TURNS = 3  # in a row that nobody played: then the clock waits for people


def waits_for(context: GameContext) -> list[int]:
    """Return the people whom the game waits for: in a vote, those who have not voted."""
    if context.game.phase != "play":
        return []
    return MODES[context.game.mode].waits_for(context)


def new_turn(context: GameContext, *, played: bool) -> TableState:
    """Return the state in which a new turn begins. `played`: because of an action."""
    state = context.state
    if state.game.mode == "rota":
        turns, person = state.rota_turns + played, rota_person(context)
        if person != state.rota_person:
            turns = 0
        limit = ROTAS[state.game.settings.rota][0]
        if limit and turns >= limit:
            person, turns = next_in_rota(context, person), 0
        state = replace(state, rota_person=person, rota_turns=turns)
    return replace(
        state,
        ballot=None,
        decided=None,
        turn_began=context.now,
        turn_card=state.game.card,
        pinged={what: people for what, people in state.pinged.items() if what != "turn"},
    )


def turn_deadlines(context: GameContext, *, rota_passed: bool = False) -> tuple[Deadline, ...]:
    """Return the deadlines of a turn that begins now; none when the game waits for nobody.

    `rota_passed`: the turn has just come to the person whose turn it is by rota.
    """
    state, game = context.state, context.game
    if not context.waiting:
        return ()
    due: list[Deadline] = []
    if state.missed_turns < MAX_MISSED_TURNS or state.ballot is not None:
        due += timed_deadlines(context)
    due += autoplay_deadlines(context)
    lasts = ROTAS[game.settings.rota][1]
    if game.mode == "rota" and lasts is not None and rota_passed:
        due.append(deadline(state, "rota", context.now + lasts))
    return tuple(due)


def timed_deadlines(context: GameContext) -> tuple[Deadline, ...]:
    """Return when the turn or its vote ends, as things are now, and when people are reminded."""
    state, pace = context.state, pace_of(context)
    if pace is None or context.game.mode == "first":
        return ()
    began = timed_from(context)
    end = max(context.now, turn_end(context, began, pace))
    due = [deadline(state, "turn", end)]
    votes = MODES[context.game.mode].votes
    reminder = began + (end - began) / 2
    if pace.least >= (VOTE_REMINDED_FROM if votes else REMINDED_FROM) and reminder > context.now:
        due.append(deadline(state, "reminder", reminder))
    return tuple(due)


def timed_from(context: GameContext) -> float:
    """Return when the time of the turn began to run: with its vote, or with the turn."""
    ballot = context.state.ballot
    return ballot.began if ballot is not None and ballot.began else context.state.turn_began


def vote_start(context: GameContext) -> float:
    """Return from when on the time of a vote counts that opens now: from the beginning of the turn,
    but so that a good part of the time is left."""
    pace, turn = pace_of(context), context.state.deadlines.get("turn")
    if pace is None or turn is None or turn.due <= context.now:
        return context.now
    return max(context.state.turn_began, context.now - pace.least * (1 - OPEN_SHARE))


def pace_of(context: GameContext) -> Pace | None:
    """Return how long a turn may take; None: no limit."""
    return context.game.settings.pace_of(context.game.mode)


def autoplay_deadlines(context: GameContext) -> tuple[Deadline, ...]:
    """Return a deadline now when a seat that plays by itself is waited for."""
    if not context.playing_by_themselves.intersection(context.waiting):
        return ()
    return (deadline(context.state, "autoplay", context.now),)


def resumed_deadlines(context: GameContext) -> tuple[Deadline, ...]:
    """Return the deadlines beside the turn's when play goes on after a pause."""
    state, due = context.state, []
    if state.motion is not None:
        due += motion_deadlines(context)
    if state.loans:
        due.append(loan_deadline(state))
    return tuple(due)


def motion_deadlines(context: GameContext) -> list[Deadline]:
    """Return when a motion made now is decided at the latest, and when people are reminded."""
    state, now, pace = context.state, context.now, pace_of(context)
    lasts = pace.least if pace else DAY
    due = [deadline(state, "motion", now + lasts)]
    if lasts >= VOTE_REMINDED_FROM:
        due.append(deadline(state, "motion_reminder", now + lasts / 2))
    return due


def loan_deadline(state: TableState) -> Deadline:
    """Return when the first of the lent seats comes back."""
    return deadline(state, "loan", min(loan.until for loan in state.loans.values()))


def deadline(state: TableState, kind: DeadlineKind, due: float) -> Deadline:
    """Return a deadline that the newest entry of the log sets."""
    return Deadline(state.game.id, kind, due, state.game.number)


def turn_end(context: GameContext, began: float, pace: Pace) -> float:
    """Return when a turn that began then ends: everybody who is waited for has `pace.least` of
    their waking time.

    Nobody waits longer for somebody who is away, or whose vote another casts. A vote waits for
    those who sleep only if they have that time before `pace.most` is over.
    """
    ends = {
        person: add_waking_time(_without_absence(context, person), began, pace.least)
        for person in _timed_people(context)
    }
    if MODES[context.game.mode].votes:
        in_time = [end for end in ends.values() if end <= began + pace.most]
        return max(in_time, default=began + (pace.most if ends else pace.least))
    return max(ends.values(), default=began + pace.least)


def delayed_by(context: GameContext) -> tuple[int, ...]:
    """Return the people whose sleep lets the turn, or its vote, end later than it would."""
    pace = pace_of(context)
    if pace is None or "turn" not in context.state.deadlines:
        return ()
    began, end = timed_from(context), context.state.deadlines["turn"].due
    return tuple(
        person
        for person in _timed_people(context)
        if began + pace.least
        < add_waking_time(_without_absence(context, person), began, pace.least)
        <= end
    )


def _timed_people(context: GameContext) -> list[int]:
    """Return the people whose waking time counts: not those who are away or have a delegate."""
    if not MODES[context.game.mode].votes:
        return waits_for(context)
    ballot = context.state.ballot
    electorate = context.electorate(ballot.rules.voters if ballot and ballot.rules else "")
    return [
        person
        for person in electorate.voters
        if not context.is_away(person) and person not in electorate.delegates
    ]


def _without_absence(context: GameContext, person: int) -> Preferences:
    return replace(context.preferences_of(person), away_until=0.0)
