"""The expert's estimates of fights, by the odds of blows and what the hero's player can know."""

from __future__ import annotations

from engine.delve.magic import spellcasting
from engine.delve.odds import fights
from engine.delve.rules.context import DelveContext, gap
from engine.delve.state import DelveHero, DelveMonster

BEHIND = 3  # squares: who is no farther behind the nearest enemy takes part in a fight


def lives_by_spells(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero's class has more energy than health to spend."""
    kind = game.content.classes[hero.class_name]
    return kind.energy > kind.health


def blow(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> float:
    """Return the mean damage of a hero's blow."""
    return fights.blow(game, hero, enemy).mean


def suffered(game: DelveContext, enemy: DelveMonster, hero: DelveHero) -> float:
    """Return the mean damage that an enemy beside a hero does in a round."""
    return fights.blow_of(game, enemy, hero).round


def shot(game: DelveContext, enemy: DelveMonster, hero: DelveHero) -> float:
    """Return the damage of an enemy's attack from where it stands, if it makes it; 0: it has
    none."""
    found = fights.shot_of(game, enemy, hero)
    return found.damage if found is not None else 0.0


def danger(game: DelveContext, hero: DelveHero, enemies: list[DelveMonster]) -> float:
    """Return the damage that the enemies can do to a hero in a round where all stand now."""
    return sum(
        suffered(game, each, hero)
        if gap(each.at, hero.at) <= game.kind(each).strikes_within
        else shot(game, each, hero)
        for each in enemies
    )


def can_win(
    game: DelveContext, hero: DelveHero, enemies: list[DelveMonster], health: int | None = None
) -> bool:
    """Return whether the nearest enemies would fall before the hero, on average, with so much
    health; None: with what he has."""
    nearest = min((gap(each.at, hero.at) for each in enemies), default=0)
    near = [each for each in enemies if gap(each.at, hero.at) <= nearest + BEHIND]
    return fights.cost(game, hero, near) * 5 < (hero.health if health is None else health) * 4


def is_easy(game: DelveContext, hero: DelveHero, enemy: DelveMonster) -> bool:
    """Return whether an enemy would fall before it took a third of the hero's health."""
    return fights.cost(game, hero, [enemy]) * 3 < hero.health


def is_nullified(game: DelveContext, hero: DelveHero, enemies: list[DelveMonster]) -> bool:
    """Return whether an enemy in sight stops the hero's spells."""
    return any(spellcasting.stops_spells(game, each, hero.at) for each in enemies)
