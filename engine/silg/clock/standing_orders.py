"""Standing orders on the clock: a hero goes on declaring the same until something changes (rules:
silg 2, K8).

"fight orc-1 60 careful" attacks one enemy until it falls or health is below 60 %; "plan wait" says
any declaration again each time the hero is due.
"""

from __future__ import annotations

from engine.common import compass
from engine.common.plans import PlanLimits, Stop, Terms
from engine.contract.action import Action, ActionError, IllegalAction, InvalidAction
from engine.sil.commands import registry
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.game.state import Creature
from engine.silg.clock import kept_plans, line_checks
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.state import KeptPlan
from engine.silg.wording import line_in_words, text

IN_VAIN = 6  # declarations of a fight without any harm: it is given up


def begin(game: SilGContext, seat: int, action: Action) -> None:
    """Let a hero keep a standing order. Raises ActionError for one that cannot be followed."""
    verb, args, _ = kept_plans.read_line(str(action))
    if verb == "fight":
        _percent(args)
        if target(game, seat, args[0]) is None:
            raise IllegalAction(text("You see no such enemy."))
    plan = kept_plans.begin(game, seat, action)
    game.tell(
        text("Until something changes: {line}.", line=line_in_words(plan.line, game.data)),
        (seat,),
        "plan",
    )


def declaration(game: SilGContext, seat: int) -> str:
    """Return what a hero's standing order declares now; "" when there is none, or it is over."""
    plan = game.player(seat).plan
    if plan is None:
        return ""
    verb, args, terms = kept_plans.read_line(plan.line)
    limits = _limits(verb, args, terms)
    kept_plans.count_health(game, seat, plan, plan.health)
    stop = _why_over(game, seat, plan, limits)
    kept_plans.remember(game, seat, plan, limits)
    line = ""
    if stop is None:
        line = next_line(game, seat, args[0]) if verb == "fight" else " ".join(args)
        stop = _hindrance(game, seat, line)
    if stop is not None:
        kept_plans.end(game, seat, stop)
        return ""
    plan.turns += 1
    return line


def _limits(verb: str, args: tuple[str, ...], terms: Terms) -> PlanLimits:
    limits = terms.limits
    if verb != "fight":
        return limits
    return limits._replace(least_health=_percent(args) or limits.fight_until)


def _percent(args: tuple[str, ...]) -> int:
    """Return the health in percent below which a fight ends; 0 when none is said. Raises
    InvalidAction."""
    if len(args) < 2:
        return 0
    if len(args) > 2 or not args[1].isdecimal() or not 1 <= int(args[1]) <= 100:
        raise InvalidAction(text("Say whom you fight, and the percent of health that is enough."))
    return int(args[1])


def _why_over(game: SilGContext, seat: int, plan: KeptPlan, limits: PlanLimits) -> Stop | None:
    """Return what ends a standing order before it declares again."""
    verb, args, terms = kept_plans.read_line(plan.line)
    hero, fights = game.hero(seat), verb == "fight"
    if fights and target(game, seat, args[0]) is None:
        return Stop("own deed", text("it is gone"))
    if (stop := kept_plans.news(game, seat, plan, limits, minds=not fights)) is not None:
        return stop
    if fights and 100 * hero.health < limits.least_health * hero.derived.max_health:
        return Stop("health", text("health is low"))
    if fights and plan.turns >= IN_VAIN and not plan.counts.get("dealt"):
        return Stop("other", text("you do it no harm"))
    if plan.turns >= terms.turns:
        return Stop("at most", text("that was as often as you said"))
    return None


def _hindrance(game: SilGContext, seat: int, line: str) -> Stop | None:
    if not line:
        return Stop("blocked", text("there is no way to it"))
    try:
        line_checks.read_declaration(game, seat, line)
    except ActionError:
        return Stop("refused", text("that cannot be done now"))
    return None


# ---------------------------------------------------------------- fighting


def target(game: SilGContext, seat: int, handle: str) -> Creature | None:
    """Return the enemy in a hero's sight that an action line calls so; None without."""
    hero_game = game.hero_game(seat)
    seen = kept_plans.enemies(game, seat)
    return next((c for c in seen if creature_names.handle(hero_game, c) == handle), None)


def next_line(game: SilGContext, seat: int, handle: str) -> str:
    """Return the next declaration of a fight: a blow at who is beside the hero, a shot from afar,
    else a step towards it; "" when there is no way."""
    hero_game, creature = game.hero_game(seat), target(game, seat, handle)
    if creature is None or hero_game.hero.timers.afraid:
        return ""
    hero = hero_game.hero
    if creature_stats.adjacent(hero, creature):
        return f"step {compass.toward(hero.y, hero.x, creature.y, creature.x)}"
    beside = any(creature_stats.adjacent(hero, c) for c in kept_plans.enemies(game, seat))
    if not beside:
        for shot in registry.COMMANDS["fire"].offers(hero_game):
            if shot.action.args[0] == handle:
                return str(shot.action)
    return _step_towards(game, seat, creature)


def _step_towards(game: SilGContext, seat: int, creature: Creature) -> str:
    """Return the step that leads a hero nearer to an enemy over ground they know; "" for none."""
    level, hero = game.state.sil.level, game.hero(seat)
    found = squares.ways(game, seat, squares.FARTHEST)
    here = level.at(hero.y, hero.x)
    for square in found:
        y, x = level.place(square)
        near = max(abs(y - creature.y), abs(x - creature.x)) == 1
        if not near or game.seat_at((y, x)) is not None:
            continue
        while found[square].before != here:
            square = found[square].before
        if game.seat_at(level.place(square)) is None:
            return f"step {found[square].direction}"
    return ""
