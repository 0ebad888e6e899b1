"""The course of the statuses that hurt a hero, if nothing is done about them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.delve.combat.statuses import suffering
from engine.delve.data.kinds import Trait
from engine.delve.rules import formulas
from engine.delve.rules.context import DelveContext
from engine.delve.rules.sheet_values import resistance
from engine.delve.state import DelveHero
from engine.delve.turns.end_of_turn import health_rate

HURTING = ("on fire", "poisoned", "acid-burned")  # in the order in which they hurt
LIKELY = 0.5


class Course(NamedTuple):
    """The course of what hurts a hero who only waits: the probability that it kills him, after how
    many turns it has probably done so (0: it probably does not), and the mean damage in all."""

    kills: float
    turns: int
    damage: float


class _Patient(NamedTuple):
    health: int
    full: int
    points: tuple[int, ...]  # of `HURTING`
    effects: tuple[Trait | None, ...]  # of each
    protection: tuple[int, ...]  # against each
    counter: int
    gain: int  # a turn, once no fire burns
    period: int


def course(game: DelveContext, hero: DelveHero, only: str = "") -> Course | None:
    """Return how the statuses that hurt a hero go on, or one of them alone; None: there is none.

    Regeneration counts; nothing stops the statuses but their running down.
    """
    points = tuple(hero.statuses.get(name, 0) if only in ("", name) else 0 for name in HURTING)
    if not any(points):
        return None
    effects = tuple(game.content.statuses[name].each_round for name in HURTING)
    protection = tuple(_protection(game, hero, effect) for effect in effects)
    gain, period = health_rate(game, hero)
    return _course(
        _Patient(
            hero.health,
            hero.full_health,
            points,
            effects,
            protection,
            counter=hero.health_counter,
            gain=gain,
            period=period,
        )
    )


def may_kill(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether the statuses that hurt a hero may kill him, if he only waits."""
    found = course(game, hero)
    return found is not None and found.kills > 0


def _protection(game: DelveContext, hero: DelveHero, effect: Trait | None) -> int:
    harm = suffering(effect, 1) if effect else None
    return resistance(game, hero, harm.element) if harm is not None and harm.element else 0


@lru_cache(maxsize=1024)
def _course(patient: _Patient) -> Course:
    alive: Distribution = {patient.health: 1.0}
    points, counter = list(patient.points), patient.counter
    dead, damage, turns, turn = 0.0, 0.0, 0, 0
    while any(points) and alive:
        turn += 1
        burning = points[0] > 0
        for place, effect in enumerate(patient.effects):
            if points[place] and effect is not None:
                harm = _harm(effect, points[place], patient.protection[place])
                alive, died = _hurt(alive, harm)
                damage += distributions.mean(harm) * (1 - dead)
                dead += died
        if not burning:
            gained, counter = divmod(counter + patient.gain, patient.period)
            alive = distributions.mapped(alive, lambda each: min(patient.full, each + gained))  # noqa: B023
        points = [max(0, each - 1) for each in points]
        if dead > LIKELY and not turns:
            turns = turn
    return Course(dead, turns, damage)


def _harm(effect: Trait, points: int, protection: int) -> Distribution:
    harm = suffering(effect, points)
    rolled = distributions.dice(harm.dice, harm.sides)
    points = harm.points
    return distributions.mapped(rolled, lambda each: formulas.reduce(each + points, protection))


def _hurt(alive: Distribution, harm: Distribution) -> tuple[dict[int, float], float]:
    """Return who is left of a distribution of health, and the share of those who died."""
    left: dict[int, float] = {}
    died = 0.0
    for health, chance in alive.items():
        for lost, share in harm.items():
            if lost >= health:
                died += chance * share
            else:
                left[health - lost] = left.get(health - lost, 0.0) + chance * share
    return left, died
