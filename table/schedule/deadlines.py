"""Deadlines of turns, rotas, motions and loans. Pure functions."""

from __future__ import annotations

from msgspec.structs import replace

from table.game_settings import DAY, ROTAS
from table.schedule.quiet_hours import add_waking_time
from table.state import Deadline, DeadlineKind, TableState
from table.voting.game_context import GameContext
from table.voting.modes import MODES, next_in_rota, rota_person

OF_TURNS: tuple[DeadlineKind, ...] = ("turn", "reminder", "autoplay", "decided")
OF_PLAY: tuple[DeadlineKind, ...] = (*OF_TURNS, "rota", "motion", "loan")
REMINDED_FROM = 600.0  # seconds: shorter turns pass without a reminder
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
    )


def turn_deadlines(context: GameContext, *, rota_passed: bool = False) -> tuple[Deadline, ...]:
    """Return the deadlines of a turn that begins now; none when the game waits for nobody.

    `rota_passed`: the turn has just come to the person whose turn it is by rota.
    """
    state, game = context.state, context.game
    if not context.waiting:
        return ()
    due: list[Deadline] = []
    pace = game.settings.turn_seconds
    if pace is not None and state.missed_turns < MAX_MISSED_TURNS and game.mode != "first":
        end = _turn_end(context, pace)
        due.append(deadline(state, "turn", end))
        if pace >= REMINDED_FROM:
            due.append(deadline(state, "reminder", context.now + (end - context.now) / 2))
    due += autoplay_deadlines(context)
    lasts = ROTAS[game.settings.rota][1]
    if game.mode == "rota" and lasts is not None and rota_passed:
        due.append(deadline(state, "rota", context.now + lasts))
    return tuple(due)


def autoplay_deadlines(context: GameContext) -> tuple[Deadline, ...]:
    """Return a deadline now when a seat that plays by itself is waited for."""
    if not set(context.waiting) & set(context.state.autoplaying):
        return ()
    return (deadline(context.state, "autoplay", context.now),)


def resumed_deadlines(context: GameContext) -> tuple[Deadline, ...]:
    """Return the deadlines beside the turn's when play goes on after a pause."""
    state, due = context.state, []
    if state.motion is not None:
        lasts = state.game.settings.turn_seconds or DAY
        due.append(deadline(state, "motion", context.now + lasts))
    if state.loans:
        due.append(loan_deadline(state))
    return tuple(due)


def loan_deadline(state: TableState) -> Deadline:
    """Return when the first of the lent seats comes back."""
    return deadline(state, "loan", min(loan.until for loan in state.loans.values()))


def deadline(state: TableState, kind: DeadlineKind, due: float) -> Deadline:
    """Return a deadline that the newest entry of the log sets."""
    return Deadline(state.game.id, kind, due, state.game.number)


def _turn_end(context: GameContext, pace: float) -> float:
    """Return when a turn ends that gives everybody that much of their waking time.

    A vote does not wait more than a day longer than that for one voter's sleep.
    """
    votes = MODES[context.game.mode].votes
    people = context.electorate().voters if votes else waits_for(context)
    ends = [add_waking_time(context.preferences_of(person), context.now, pace) for person in people]
    end = max(ends, default=context.now + pace)
    return min(end, context.now + pace + DAY) if votes else end
