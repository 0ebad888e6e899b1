"""Outside of encounters: time passes in minutes (rules: silg 2, T2)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction, InvalidAction
from engine.sil.creatures.alertness import UNWARY_FROM
from engine.sil.perception import noise
from engine.silg import party_sight
from engine.silg.clock import (
    creature_ai,
    declared_actions,
    dice_rolls,
    encounter_clock,
    end_of_round,
    minute_plans,
    stealth_contest,
    steps,
)
from engine.silg.clock.minute_start import begin_minute
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.wording import text

PATROL = 6  # steps of an unwary creature in a minute: it strolls


def begin(session: SilGContext) -> None:
    """Let time pass by the minute: nobody goes on with a plan of before."""
    for seat in session.heroes:
        session.player(seat).plan = None
    begin_minute(session)
    encounter_clock.begin_turn(session)


def minute(session: SilGContext, count: int) -> None:
    """Let minutes pass: rounds, the contest of all, the standing rolls, then what plans have for
    the next; stop when somebody notices the party, or a plan ends."""
    for number in range(count):
        for _ in range(end_of_round.ROUNDS_A_MINUTE):
            end_of_round.round_passes(session)
        session.state.minutes += 1
        alert = _alert(session)
        _patrol(session)
        stealth_contest.minute(session)
        dice_rolls.roll_all(session)
        if not session.heroes:
            encounter_clock.lose(session)
            return
        if not number:
            told = text("A minute passes.") if count == 1 else text("Minutes pass.")
            session.tell(told, None, "clock")
        begin_minute(session)
        party_sight.refresh(session)
        noticed = _alert(session) > alert
        if minute_plans.go_on(session) or noticed or not session.heroes:
            break
    if not session.heroes:
        encounter_clock.lose(session)
        return
    encounter_clock.begin_turn(session)
    party_sight.refresh(session)


def _patrol(session: SilGContext) -> None:
    """Let the unwary go about their business, as far as Sil's minds run them."""
    for creature in session.creatures:
        key = f"c{creature.slot}"
        unwary = UNWARY_FROM <= creature.alertness < 0
        if not unwary or key in session.state.desk.run_by_gm or session.is_ally(key):
            continue
        for _ in range(PATROL):
            line = creature_ai.suggest(session, creature)
            seat = creature_ai.concern(session, creature)
            if seat is None or creature.alertness >= 0:
                break
            if not line.startswith("step "):
                continue
            square = squares.read_square(session, line.split()[1])
            steps.step_creature(session, creature, seat, square)
            if session.creature(key) is not creature:
                break


def _alert(session: SilGContext) -> int:
    return sum(c.alertness >= 0 for c in session.creatures)


# ---------------------------------------------------------------- what heroes do in a minute


def act(session: SilGContext, seat: int, line: str) -> None:
    """Do a standard action outside of an encounter. Raises ActionError."""
    player = session.player(seat)
    if player.left <= 0:
        raise IllegalAction(text("Your minute is spent."))
    line = declared_actions.astray(session, seat, line)
    verb, hero = line.split()[0], session.hero(seat)
    hero.actions = [0, *hero.actions[:5]]
    if verb == "step":
        _walk_one(session, seat, line.split()[1])
    elif verb in declared_actions.ATTACKS:
        raise IllegalAction(text("Nobody attacks off the clock: ask the Game Master to start it."))
    elif verb == "wait":
        player.left -= 1
        return
    elif verb in ("quaff", "eat", "use") and end_of_round.is_gorged(session, seat):
        raise IllegalAction(text("You are too full to eat or drink."))
    else:
        declared_actions.do(session, seat, line)
    player.spend()
    party_sight.refresh(session)


def _walk_one(session: SilGContext, seat: int, direction: str) -> None:
    if direction not in compass.DIRECTIONS:
        raise InvalidAction(text("“{direction}” is no direction.", direction=direction))
    hero, level = session.hero(seat), session.state.sil.level
    dy, dx = compass.DIRECTIONS[direction]
    creature = level.creature_at(hero.y + dy, hero.x + dx)
    if creature is not None and session.game(seat).known(creature).visible:
        raise IllegalAction(text("Nobody attacks off the clock: ask the Game Master to start it."))
    if (other := session.seat_at((hero.y + dy, hero.x + dx))) is not None:
        raise IllegalAction(text("{hero} bars the way.", hero=session.hero_name(other)))
    steps.step_hero(session, seat, direction)
    party_sight.refresh(session)
    if seat in session.heroes:
        noise.rebuild(session.game(seat))
