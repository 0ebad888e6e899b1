"""Situations of one idea each, and what a hero is advised in them first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from engine.delve.autoplay import expert
from engine.delve.state import DelveItem
from tests.engine.delve.stage import Stage


class ExpertSituation(Stage):
    """A stage with words for what the expert meets."""

    def tire(self, energy: int) -> None:
        self.hero.energy = energy

    def experienced(self, level: int) -> None:
        self.hero.level = level

    def hunger(self, nourishment: int) -> None:
        self.hero.nourishment = nourishment

    def ill(self, status: str, points: int) -> None:
        self.hero.statuses[status] = points

    def hurt(self, percent: int) -> None:
        self.hero.health = max(1, self.hero.full_health * percent // 100)

    def healthy(self, health: int, full: int = 100) -> None:
        self.hero.health, self.hero.full_health = health, full

    def grow(self, health: int = 60) -> None:
        self.hero.health = self.hero.full_health = health
        self.hero.level = 6

    def web(self, points: int) -> None:
        self.hero.web = points

    def able(self, ability: str) -> None:
        self.hero.abilities.append(ability)

    def forget(self) -> None:
        self.hero.spells = []

    def forget_but(self, spell: str) -> None:
        self.hero.spells = [spell]

    def lay(self, name: str, count: int) -> None:
        self.give(name, count)
        self.level.items[self.hero.at] = [self.hero.pack.pop()]
        self.look()

    def drop(self, *items: DelveItem) -> None:
        """Lay things of the pack on a square that the hero has been on."""
        for item in items:
            self.hero.pack.remove(item)
        self.level.items[self.hero.at] = list(items)
        self.look()
        self.game.memory(self.hero).visited.append(self.hero.at)

    def choose(self, *abilities: str) -> None:
        self.hero.level, self.hero.choices = 5, [list(abilities)]

    def ask(self) -> None:
        self.hero.offered_secret = True

    def open_menu(self, verb: str) -> None:
        self.hero.menu = [verb]

    def tried(self, line: str, times: int) -> None:
        """Let an action have been done so often without gain."""
        self.hero.attempts[line] = times

    def lead(self, number: int = 1) -> list[str]:
        """Return the advice that comes first, with its reasons."""
        ranked = expert.ranked(self.game, self.hero, number)
        return [f"{advice.action}: {advice.why}" for advice in ranked]

    def first(self, number: int = 3) -> list[str]:
        """Return the lines of the first advised offers."""
        offers = self.rules.legal(self.state, 0)
        return [str(offer.action) for offer in offers if offer.advised][:number]


Scene = Callable[[ExpertSituation], object]
Situation = tuple[str, str, Scene, list[str]]  # a name, a class, the scene, what is advised first


def each_of(situations: Sequence[Situation]) -> pytest.MarkDecorator:
    """Play a test with each situation's class, scene and advice."""
    return pytest.mark.parametrize(
        ("class_name", "scene", "expected"),
        [row[1:] for row in situations],
        ids=[row[0] for row in situations],
    )


def first_offers(class_name: str, scene: Scene) -> list[str]:
    """Return the lines of the offers that are advised first in a scene."""
    made = ExpertSituation(class_name, "expert")
    scene(made)
    return made.first()
