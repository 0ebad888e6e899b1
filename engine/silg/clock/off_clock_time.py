"""Outside of encounters: time passes in minutes (rules: silg 2, T2)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction, InvalidAction
from engine.sil.creatures.alertness import UNWARY_FROM
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


def begin(game: SilGContext) -> None:
    """Let time pass by the minute: nobody goes on with a plan of before."""
    for seat in game.heroes:
        game.player(seat).plan = None
    begin_minute(game)
    encounter_clock.begin_turn(game)


def minute(game: SilGContext, count: int) -> None:
    """Let minutes pass: rounds, the contest of all, the standing rolls, then what plans have for
    the next; stop when somebody notices the party, or a plan ends."""
    for number in range(count):
        for _ in range(end_of_round.ROUNDS_A_MINUTE):
            end_of_round.round_passes(game)
        game.state.minutes += 1
        alert = _alert(game)
        _patrol(game)
        stealth_contest.minute(game)
        dice_rolls.roll_all(game)
        if not game.heroes:
            encounter_clock.lose(game)
            return
        if not number:
            told = text("A minute passes.") if count == 1 else text("Minutes pass.")
            game.tell(told, None, "clock")
        begin_minute(game)
        party_sight.refresh(game)
        noticed = _alert(game) > alert
        if minute_plans.go_on(game) or noticed or not game.heroes:
            break
    if not game.heroes:
        encounter_clock.lose(game)
        return
    encounter_clock.begin_turn(game)
    party_sight.refresh(game)


def _patrol(game: SilGContext) -> None:
    """Let the unwary go about their business, as far as Sil's minds run them."""
    for creature in game.creatures:
        key = f"c{creature.slot}"
        unwary = UNWARY_FROM <= creature.alertness < 0
        if not unwary or key in game.state.desk.run_by_gm or game.is_ally(key):
            continue
        for _ in range(PATROL):
            line = creature_ai.suggest(game, creature)
            seat = creature_ai.concern(game, creature)
            if seat is None or creature.alertness >= 0:
                break
            if not line.startswith("step "):
                continue
            square = squares.read_square(game, line.split()[1])
            steps.step_creature(game, creature, seat, square)
            if game.creature(key) is not creature:
                break


def _alert(game: SilGContext) -> int:
    return sum(c.alertness >= 0 for c in game.creatures)


# ---------------------------------------------------------------- what heroes do in a minute


def act(game: SilGContext, seat: int, line: str) -> None:
    """Do a standard action outside of an encounter. Raises ActionError."""
    player = game.player(seat)
    if player.left <= 0:
        raise IllegalAction(text("Your minute is spent."))
    line = declared_actions.astray(game, seat, line)
    verb, hero = line.split()[0], game.hero(seat)
    hero.actions = [0, *hero.actions[:5]]
    if verb == "step":
        _walk_one(game, seat, line.split()[1])
    elif verb in declared_actions.ATTACKS:
        raise IllegalAction(text("Nobody attacks off the clock: ask the Game Master to start it."))
    elif verb == "wait":
        player.left -= 1
        return
    elif verb in ("quaff", "eat", "use") and end_of_round.is_gorged(game, seat):
        raise IllegalAction(text("You are too full to eat or drink."))
    else:
        declared_actions.do(game, seat, line)
    player.spend()
    party_sight.refresh(game)


def _walk_one(game: SilGContext, seat: int, direction: str) -> None:
    if direction not in compass.DIRECTIONS:
        raise InvalidAction(text("“{direction}” is no direction.", direction=direction))
    hero, level = game.hero(seat), game.state.sil.level
    dy, dx = compass.DIRECTIONS[direction]
    creature = level.creature_at(hero.y + dy, hero.x + dx)
    if creature is not None and game.hero_game(seat).known(creature).visible:
        raise IllegalAction(text("Nobody attacks off the clock: ask the Game Master to start it."))
    if (other := game.seat_at((hero.y + dy, hero.x + dx))) is not None:
        raise IllegalAction(text("{hero} bars the way.", hero=game.hero_name(other)))
    steps.step_hero(game, seat, direction)
