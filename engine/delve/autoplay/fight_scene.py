"""A fight as the expert sees it."""

from __future__ import annotations

from typing import NamedTuple

from engine.delve.autoplay import estimates
from engine.delve.rules.context import DelveContext, gap
from engine.delve.state import DelveHero, DelveMonster


class FightScene(NamedTuple):
    """A fight as a hero sees it: the enemies awake in sight, the nearest first."""

    game: DelveContext
    hero: DelveHero
    enemies: list[DelveMonster]
    beside: list[DelveMonster]
    danger: float  # damage a round

    @property
    def can_win(self) -> bool:
        """Return whether the hero would win by blows."""
        return estimates.can_win(self.game, self.hero, self.enemies)

    @property
    def is_outrun(self) -> bool:
        """Return whether no enemy is faster than the hero, or hurts him from afar."""
        return not any(self._reaches(each) for each in self.enemies)

    def _reaches(self, enemy: DelveMonster) -> bool:
        kind = self.game.kind(enemy)
        if kind.has("swift") or kind.strikes_within > 1:
            return True
        return bool(estimates.shot(self.game, enemy, self.hero))


def scene_of(game: DelveContext, hero: DelveHero, enemies: list[DelveMonster]) -> FightScene:
    """Return a fight as a hero sees it."""
    beside = [each for each in enemies if gap(each.at, hero.at) == 1]
    return FightScene(game, hero, enemies, beside, estimates.danger(game, hero, enemies))
