"""A stage for the rules: a lit hall with one hero, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from functools import cache

import msgspec

from engine.contract.dice import ActionDice, Stream
from engine.delve.arena import open_hall
from engine.delve.combat.melee_effects import add_monster
from engine.delve.data.content import load
from engine.delve.data.kinds import DelveData
from engine.delve.rules import inventory, vision
from engine.delve.rules.context import DelveContext
from engine.delve.ruleset import DATA, Delve
from engine.delve.state import WIDTH, DelveHero, DelveItem, DelveMonster, DelveState, words_of
from tests.rolled import dice_for

HERE = 10 * WIDTH + 20


@cache
def content() -> DelveData:
    return load(DATA)


@cache
def ruleset() -> Delve:
    return Delve()


@cache
def _begun(class_name: str, seed: str) -> tuple[bytes, ActionDice]:
    """Return a new game as it is saved, and its dice."""
    dice = dice_for(seed)
    return ruleset().dump(ruleset().new({"class": class_name}, ["Ann"], dice)), dice


class Rigged(Stream):
    """A stream whose first draws are given (as results of `below`); then the lowest, the highest
    or real ones."""

    script: list[int] = msgspec.field(default_factory=list)
    rest: str = "low"

    def below(self, n: int) -> int:
        if self.script:
            drawn = self.script.pop(0)
            assert 0 <= drawn < max(1, n), f"{drawn} is not below {n}"
            return drawn
        if self.rest == "real":
            return super().below(n)
        return n - 1 if self.rest == "high" and n > 0 else 0


class Stage:
    """A hero in a hall."""

    def __init__(self, class_name: str = "fighter", seed: str = "stage") -> None:
        self.rules = ruleset()
        saved, dice = _begun(class_name, seed)
        self.dice = deepcopy(dice)
        self.state: DelveState = self.rules.load(saved)
        self.state.levels = {1: open_hall()}
        self.hero: DelveHero = self.state.heroes[0]
        self.hero.at, self.hero.depth, self.hero.memory = HERE, 1, {}
        self.hero.pack = []
        self.game = DelveContext(self.state, self.rules.content, self.dice)
        self.level = self.state.levels[1]
        self.look()

    def look(self) -> None:
        vision.look_around(self.game, self.hero)

    def rig(self, *draws: int, rest: str = "low") -> None:
        """Let the next draws of play fall as told."""
        self.dice.play = Rigged(bytes(32), script=list(draws), rest=rest)

    def free_dice(self, seed: str = "dice") -> None:
        self.dice = self.game.streams = dice_for(seed)

    def at(self, dy: int, dx: int) -> int:
        return HERE + dy * WIDTH + dx

    def put(self, kind: str, dy: int, dx: int, **figures: object) -> DelveMonster:
        """Put an awake monster so far from the hero."""
        monster = add_monster(self.game, 1, kind, self.at(dy, dx))
        monster.disguised = False
        for name, value in figures.items():
            setattr(monster, name, value)
        self.look()
        return monster

    def dummy(self, dy: int, dx: int, **figures: object) -> DelveMonster:
        """Put a monster that resists nothing and has plenty of health."""
        plain: dict[str, object] = {
            "level": 0, "health": 500, "full_health": 500, "defence": 0, "resist": {}
        }  # fmt: skip
        return self.put("blind worm", dy, dx, **(plain | figures))

    def ground(self, dy: int, dx: int, code: int) -> None:
        self.game.set_ground(self.level, self.at(dy, dx), code)
        self.look()

    def give(
        self, name: str, count: int = 1, *, worn: bool = False, **figures: object
    ) -> DelveItem:
        item = inventory.fresh(self.game.content, name, self.game.new_uid(), count)
        item.worn = worn
        for field, value in figures.items():
            setattr(item, field, value)
        self.hero.pack.append(item)
        return item

    def know(self, *spells: str) -> None:
        """Let the hero know spells, and be able to cast them."""
        self.hero.spells += [name for name in spells if name not in self.hero.spells]
        self.hero.statuses["enlightened"] = 99
        self.hero.energy = self.hero.full_energy = 200

    def toughen(self) -> None:
        """Let the hero survive the test."""
        self.hero.health = self.hero.full_health = 900

    def is_hurt(self) -> bool:
        return self.hero.health < self.hero.full_health

    def do(self, text: str) -> None:
        """Do an action line; monsters act as usual."""
        action = self.rules.parse(text, self.state, 0)
        self.rules.apply(self.state, 0, action, self.dice)
        self.game = DelveContext(self.state, self.rules.content, self.dice)

    def offers(self) -> list[str]:
        return [str(offer.action) for offer in self.rules.legal(self.state, 0)]

    def said(self, *words: str) -> bool:
        text = " ".join(str(words_of(line)) for line in self.hero.lines)
        return all(word in text for word in words)


def shares(outcomes: Iterable[object]) -> dict[object, int]:
    """Return how often each outcome stands among equally likely ones."""
    found: dict[object, int] = {}
    for outcome in outcomes:
        found[outcome] = found.get(outcome, 0) + 1
    return found
