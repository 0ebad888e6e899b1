"""The enemies whom plans of fights are about, and what ends such plans (no rule of Sil's)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from engine.common.plans import Stop, StopReason, Terms
from engine.contract.action import IllegalAction
from engine.contract.facts import Who
from engine.contract.texts import Text, text
from engine.sil.clock import plan_runs, sightings
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import movement
from engine.sil.commands.base import Argument, creature
from engine.sil.creatures import combat_totals, creature_names, creature_stats
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature
from engine.sil.hero import derived
from engine.sil.odds import strikes
from engine.sil.perception import pursuit

BORNE: tuple[StopReason, ...] = ("own deed", "attacked", "hurt", "found")
"""The stuff of fights, which does not end them; losses do, by their limits."""
ENEMY = Argument("enemy", "creature", "an enemy in sight")
REACH = 2  # squares: who is as near as this may strike at once
LURKING = 3  # turns for which one waits for an enemy who has gone out of sight
GONE = Stop("other", text("it is out of sight"))
FLEES = Stop("done", text("It flees."))
OUT_OF_REACH = Stop("other", text("it is out of reach"))


class Adversary(NamedTuple):
    """An enemy whom a plan is about: who it is, how facts call it, and who else was alert in the
    hero's sight, or lurked, as the plan began."""

    creature: Creature
    ref: Who | None
    weighed: frozenset[int]  # slots

    @classmethod
    def called(cls, game: SilContext, handle: str) -> Adversary:
        """Return the enemy in sight that is called so. Raises IllegalAction."""
        found = creature(game, handle)
        if creature_names.seems(game, found, "PEACEFUL"):
            name = creature_names.name(game, found)
            raise IllegalAction(text("There is no cause to attack {who:the}.", who=name))
        return cls.of(game, found)

    @classmethod
    def of(cls, game: SilContext, enemy: Creature) -> Adversary:
        """Return the fight with an enemy in sight as it begins now."""
        alert = frozenset(c.slot for c in alert_enemies(game))
        weighed = alert.union(pursuit.lurking(game))
        return cls(enemy, creature_names.ref(game, enemy), weighed)

    def is_over(self, game: SilContext) -> bool:
        """Return whether the enemy is dead, or gone from the level."""
        there = game.level.creatures
        slot = self.creature.slot
        return self.creature.health <= 0 or not (slot < len(there) and there[slot] is self.creature)

    def is_beside(self, game: SilContext) -> bool:
        """Return whether the enemy stands beside the hero."""
        return creature_stats.adjacent(game.hero, self.creature)

    def is_unseen(self, game: SilContext) -> bool:
        """Return whether the enemy lives, and is out of sight."""
        return not self.is_over(game) and not game.known(self.creature).visible

    def turned(self, game: SilContext) -> Stop | None:
        """Return why the fight is over before the next act; None while it goes on."""
        if self.is_over(game):
            return DONE
        if not game.known(self.creature).visible:
            return GONE
        if self.creature.stance == "fleeing" and not self.is_beside(game):
            return FLEES
        return self.joined_by(game)

    def joined_by(self, game: SilContext) -> Stop | None:
        """Return another enemy who has come beside the hero: none that he had weighed, and none
        while no more are beside him than he had weighed."""
        beside = beside_hero(game)
        if len(beside) <= len(self.weighed):
            return None
        for other in beside:
            if other is not self.creature and other.slot not in self.weighed:
                return Stop("near", sightings.in_words(game, other), (other.y, other.x))
        return None


def clouded(game: SilContext) -> Text | None:
    """Return why the hero cannot tell whom he would attack; None when he can."""
    timers = game.hero.timers
    if timers.hallucinating or timers.rage:
        return text("You are out of your mind, and cannot plan a fight.")
    return text("You are too confused for that.") if timers.confused else None


def beside_hero(game: SilContext) -> list[Creature]:
    """Return the enemies in sight beside the hero that are alert."""
    return [
        c
        for c in creature_names.visible(game)
        if creature_stats.adjacent(game.hero, c) and sightings.is_alert(game, c)
    ]


def is_hunted(game: SilContext) -> bool:
    """Return whether anybody is after the hero, in sight, lurking or never seen."""
    return bool(alert_enemies(game) or pursuit.lurking(game) or pursuit.is_ambushed(game))


@kept
def alert_enemies(game: SilContext) -> Sequence[Creature]:
    """Return the alert enemies in sight, nearest first."""
    return [c for c in creature_names.visible(game) if sightings.is_alert(game, c)]


def run_fight(
    game: SilContext,
    plan: plan_runs.Plan,
    act: plan_runs.PlanStep,
    terms: Terms,
    opponents: Iterable[Who | None],
    percent: int | None = None,
) -> None:
    """Carry out a plan about opponents, as facts call them, down to so much health in percent
    (None: what the terms say)."""
    limits = terms.limits._replace(most_loss=max(terms.limits.most_loss, _foreseen_loss(game)))
    if percent is not None:
        limits = limits._replace(least_health=percent)
    bears = (*BORNE, *(ref for ref in opponents if ref is not None))
    plan_runs.carry_out(game, plan, act, terms, bears=bears, limits=limits)


def _foreseen_loss(game: SilContext) -> int:
    """Return the percent of health that one turn may take by what the card says: a blow of each who
    is after the hero and beside him, or a step away."""
    near = (c for c in alert_enemies(game) if gap(game, c) <= REACH)
    blows = (strikes.hurt_odds(game, c) for c in near)
    harm = fsum(odds.damage or 0 for odds in blows if odds is not None)
    return round(100 * harm / max(1, game.hero.derived.max_health))


def patient(game: SilContext, opponent: Adversary, act: plan_runs.PlanStep) -> plan_runs.PlanStep:
    """Return the same turns, with waits for an opponent who goes out of sight for a moment."""
    unseen = 0

    def wait_or_act() -> Stop | None:
        nonlocal unseen
        unseen = unseen + 1 if opponent.is_unseen(game) else 0
        if not 0 < unseen <= LURKING:
            return act()
        movement.hold(game)
        return opponent.joined_by(game)

    return wait_or_act


def gap(game: SilContext, enemy: Creature) -> int:
    """Return how many steps an enemy is away."""
    return max(abs(enemy.y - game.hero.y), abs(enemy.x - game.hero.x))


def is_held(game: SilContext) -> bool:
    """Return whether the hero cannot take a step."""
    return combat_totals.is_stuck(game) or derived.is_overburdened(game.hero)
