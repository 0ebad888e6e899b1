"""The plan to explore and fight on the way what is easily beaten, by blows alone."""

from __future__ import annotations

from collections.abc import Mapping

from engine.common.plans import Stop, Terms
from engine.contract.texts import text
from engine.contract.view import Caution
from engine.delve.actions import plans
from engine.delve.actions.fight_plans import FIGHT_TURNS, can_fight, engage
from engine.delve.combat.statuses import SHIELDS
from engine.delve.data.kinds import MonsterKind
from engine.delve.movement import paths
from engine.delve.odds import fights as odds
from engine.delve.rules import threats
from engine.delve.rules.context import DelveContext
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import DelveHero, DelveMonster, Plan

Args = tuple[str, ...]

COSTS: Mapping[Caution, int] = {"careful": 10, "usual": 30, "bold": 45}
"""The health that a fight of the plan may be expected to cost, in percent of the full."""
DEARER = 150  # percent of the limit: a fight that has cost more ends the plan
RESTED = 65  # per cent of health below which the plan goes on to nothing new
RESTED_ENERGY = 40

_HINDRANCES = frozenset({"frozen", "webbed", "confused", "on fire", "acid-burned"})

# Traits of those who can be met without a decision: they strike, throw, or do harm that passes.
_PLAIN = frozenset(
    {"aim", "aquatic", "berserk", "blinks-when-hurt", "blows", "breeds", "chills", "commands",
     "digs", "dull", "erratic", "feasts", "flies", "floods", "guards", "howls", "hurls",
     "keeps-off", "lava-born", "leads", "leaps", "lurks", "mends", "mimics", "pack", "phases",
     "pulls", "reach", "regrows", "rooted", "saps", "shoots", "sidesteps", "sleeper", "slow",
     "splits", "spores", "steadfast", "swift", "touch", "unseen", "web-walker"}
)  # fmt: skip


# ------------------------------------------------------------------ who is fought


def easy(game: DelveContext, hero: DelveHero, caution: Caution) -> list[DelveMonster]:
    """Return the enemies in sight who do not end the plan, the alert ones first.

    All who are alert stand against the hero together: with one who does more than strike blows, or
    where they cost too much, nobody is easy.
    """
    if 100 * hero.health < Terms(caution).limits.least_health * hero.full_health:
        return []
    seen = visible_enemies(game, hero)
    alert = [each for each in seen if threats.is_alert(game, hero, each)]
    if not _are_easy(game, hero, alert, caution):
        return []
    others = [each for each in seen if each not in alert]
    return [*alert, *(each for each in others if _are_easy(game, hero, [*alert, each], caution))]


def prey(game: DelveContext, hero: DelveHero, caution: Caution) -> list[DelveMonster]:
    """Return the easy enemies whom the plan fights: those alert, and then sleepers. Others come or
    go; what bursts when it dies is left alone."""
    return [
        each
        for each in easy(game, hero, caution)
        if not each.fled
        and not game.kind(each).has("spores")
        and (each.asleep or threats.is_alert(game, hero, each))
    ]


def _are_easy(
    game: DelveContext, hero: DelveHero, enemies: list[DelveMonster], caution: Caution
) -> bool:
    """Return whether enemies only strike blows, and cost no more than the terms allow."""
    if not all(_is_plain(game.kind(each), each) for each in enemies):
        return False
    if any(odds.blows_needed(game, hero, each) > FIGHT_TURNS for each in enemies):
        return False
    return 100 * odds.cost(game, hero, enemies) <= COSTS[caution] * hero.full_health


def _is_plain(kind: MonsterKind, monster: DelveMonster) -> bool:
    """Return whether a monster only strikes blows, as far as its page and its statuses
    tell."""
    shielded = any(each in monster.statuses for each in SHIELDS)
    spells = kind.spells or kind.spell_attack
    return not (shielded or spells or kind.unique or kind.traits.keys() - _PLAIN)


def _next(game: DelveContext, hero: DelveHero, found: list[DelveMonster]) -> DelveMonster | None:
    return next((each for each in found if can_fight(game, hero, each)), None)


# ------------------------------------------------------------------ the plan


def hunts(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the plan where somebody easy can be fought, or a rested hero can explore and nobody
    else is near."""
    if not _HINDRANCES.isdisjoint(hero.statuses):
        return []
    enemy = _next(game, hero, prey(game, hero, terms.caution))
    if enemy is not None and threats.is_alert(game, hero, enemy):
        return [()]
    if is_tired(hero) or plans.is_threatened(game, hero, terms):
        return []
    if enemy is not None:
        return [()]
    return [()] if paths.way_to_explore(game, hero) else []


def is_tired(hero: DelveHero) -> bool:
    """Return whether a hero should rest before anything new."""
    return (
        100 * hero.health < RESTED * hero.full_health
        or 100 * hero.energy < RESTED_ENERGY * hero.full_energy
    )


def hunt(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Fight the next easy enemy in sight; explore while there is none."""
    found = prey(game, hero, plan.caution)
    enemy = _next(game, hero, found)
    if enemy is None or not threats.is_alert(game, hero, enemy):
        plan.begun_with["fight"] = hero.health
        if plans.is_threatened(game, hero, Terms(plan.caution), spare=0):
            return _threat(game, hero)
        if is_tired(hero):
            return Stop("other", text("rest is needed"))
    if enemy is None:
        return _go_on(game, hero, plan)
    lost = plan.begun_with.setdefault("fight", hero.health) - hero.health
    if 10_000 * lost > DEARER * COSTS[plan.caution] * hero.full_health:
        return Stop("loss", text("the fight costs more than expected"))
    if enemy.uid != plan.target:
        plan.target, plan.waited = enemy.uid, 0
    plan.goal = enemy.at
    return engage(game, hero, plan, enemy)


def _go_on(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk on to a sleeper who went out of sight on the way to it, else explore."""
    asleep = plan.goal in game.memory(hero).sleepers and not plans.is_stuck(hero)
    way = paths.way_to(game, hero, plan.goal) if asleep else []
    if not way:
        plan.goal = -1
        return plans.explore(game, hero, plan)
    plans.walk(game, hero, way[0])
    return None


def _threat(game: DelveContext, hero: DelveHero) -> Stop:
    """Return the stop for the nearest alert enemy in sight."""
    seen = threats.sightings(game, hero, len(hero.noticed))
    nearest = min((each for each in seen if each.alert), key=lambda each: each.turns)
    return Stop("near", nearest.words, nearest.at, nearest.who)
