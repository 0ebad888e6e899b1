"""From turn to turn: whose it is, until when, and who is told. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from table import hours
from table.affairs import Affairs
from table.hours import Habits
from table.modes import MODES, At, Rota
from table.records import Deadline
from table.terms import DAY, ROTAS

OF_TURNS = ("turn", "nudge", "auto", "play")
OF_PLAY = (*OF_TURNS, "rota", "motion", "loan")
NUDGED_FROM = 600.0  # seconds: shorter turns pass without a reminder in between
MISSES = 3  # turns in a row that nobody played, then the clock waits for people


def waits_for(at: At, to_move: Sequence[int]) -> list[int]:
    """The people whom the game waits for: in a vote, those whose voice is missing."""
    if at.game.phase != "play":
        return []
    return MODES[at.game.mode].waits_for(at, to_move)


def turned(at: At, *, played: bool) -> Affairs:
    """What is under way when a new turn begins. `played`: it begins because a move was made."""
    affairs = at.game.affairs
    if at.game.mode == "rota":
        moves, turn_of = affairs.moves + played, Rota.turn_of(at)
        if turn_of != affairs.turn_of:
            moves = 0
        limit = ROTAS[at.game.terms.rota][0]
        if limit and moves >= limit:
            turn_of, moves = Rota.next_of(at, turn_of), 0
        affairs = replace(affairs, turn_of=turn_of, moves=moves)
    return replace(affairs, ballot=None, decided=None, since=at.now)


def schedule(at: At, to_move: Sequence[int], *, passed: bool) -> tuple[Deadline, ...]:
    """The deadlines of a turn that begins now; none when nobody is to move. `passed`: the hero
    has just come to whoever has it by rota."""
    if at.game.phase != "play" or not to_move:
        return ()
    game, affairs = at.game, at.game.affairs
    due = []
    pace = game.terms.seconds
    if pace is not None and affairs.misses < MISSES and game.mode != "first":
        ends = _end(at, to_move, pace)
        due.append(Deadline(game.id, "turn", ends))
        if pace >= NUDGED_FROM:
            due.append(Deadline(game.id, "nudge", at.now + (ends - at.now) / 2))
    if set(to_move) & set(affairs.auto):
        due.append(Deadline(game.id, "auto", at.now))
    lasts = ROTAS[game.terms.rota][1]
    if game.mode == "rota" and lasts is not None and passed:
        due.append(Deadline(game.id, "rota", at.now + lasts))
    return tuple(due)


def taken_up(at: At) -> tuple[Deadline, ...]:
    """The deadlines of what is under way beside the turn, when play goes on after a pause."""
    affairs, due = at.game.affairs, []
    if affairs.motion is not None:
        due.append(Deadline(at.game.id, "motion", at.now + (at.game.terms.seconds or DAY)))
    if affairs.loans:
        due.append(back(at.game.id, affairs))
    return tuple(due)


def back(game: int, affairs: Affairs) -> Deadline:
    """When the first of the lent heroes comes back."""
    return Deadline(game, "loan", min(loan.until for loan in affairs.loans.values()))


def _end(at: At, to_move: Sequence[int], pace: float) -> float:
    """When a turn ends that gives everybody that much of their waking time. A vote does not wait
    more than a day longer than that for the sleep of one voter."""
    votes = MODES[at.game.mode].votes
    people = at.electorate().voters if votes else waits_for(at, to_move)
    ends = [hours.after(at.habits.get(person, Habits()), at.now, pace) for person in people]
    end = max(ends, default=at.now + pace)
    return min(end, at.now + pace + DAY) if votes else end
