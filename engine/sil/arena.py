"""An arena: whole fights of a hero who follows a simple policy against a few creatures, counted.

For balance, and for comparison with the original game (`tests/oracle/duels.py`). Fights are played
through the ruleset's own `apply`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, pstdev
from typing import Literal

import msgspec

from engine.common import compass
from engine.contract.action import Action, InvalidAction
from engine.contract.dice import GameSecret
from engine.sil.clock import turn_order
from engine.sil.creatures import spawning
from engine.sil.data import bundle
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind
from engine.sil.data.rule_records import BuildRules
from engine.sil.game.context import Game
from engine.sil.game.presets import GAME
from engine.sil.game.state import Creature, GameState, Hero, Item, Level, Slot
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.perception import noise, vision
from engine.sil.ruleset import SilQ

SIDE, MIDDLE = 23, 11  # squares: a hall of 21 x 21, the hero in its middle
EDAIN, HOUSE_OF_HADOR = 3, 9
FOOD = 4999
MOST_CREATURES = 4
STATES = ("blind", "confused", "afraid", "hallucinating", "darkened", "slow", "stun", "cut",
          "poison", "rage")  # fmt: skip
ATTACK_ORDER = ("n", "ne", "e", "se", "s", "sw", "w", "nw")  # in which neighbours are attacked

Figures = dict[str, float]
"""The figures of one fight by name; those that do not apply are absent."""


class Scenario(msgspec.Struct, frozen=True):
    """A fight's setting. The policy: `hold` waits for who comes, `approach` goes to meet them;
    both attack what is beside the hero."""

    race: str
    creatures: int = 1
    distance: int = 3
    alertness: int = 10
    depth: int = 6
    policy: Literal["hold", "approach"] = "approach"
    turn_cap: int = 200
    lit: bool = True


class Fight:
    """One fight. Override `count_choice` to count more."""

    def __init__(self, data: Data, scenario: Scenario, build: BuildRules, seed: int) -> None:
        self.scenario = scenario
        self.rules = SilQ(data)
        self.game = _hall(data, scenario, build, seed)
        self.start_turn = self.game.hero.turns
        self.counts: Counter[str] = Counter()

    def play(self) -> Figures:
        """Fight it out; return the figures."""
        game, cap = self.game, self.scenario.turn_cap
        health_at_start = sum(c.max_health for c in self.creatures)
        first_alert: int | None = None
        before = game.hero.health
        turn_order.run(game)
        while True:
            health = max(0, game.hero.health)
            self.counts["health lost"] += max(0, before - health)
            before = health
            if game.state.ended:
                break
            self.count_choice()
            turns = game.hero.turns - self.start_turn
            if first_alert is None and any(c.alertness >= 0 for c in self.creatures):
                first_alert = turns
            if not self.creatures or turns >= cap:
                break
            self._act()
        return self._figures(health_at_start, cap if first_alert is None else first_alert)

    @property
    def creatures(self) -> list[Creature]:
        """Return the creatures that are left."""
        return [c for c in self.game.level.creatures if c is not None]

    def count_choice(self) -> None:
        """Count what holds as the hero is asked for an action."""
        game, counts = self.game, self.counts
        counts["choices"] += 1
        counts["choices without a visible creature"] += not self._visible()
        for state in STATES:
            counts[f"choices {state}"] += bool(getattr(game.hero.timers, state))
        if any(c.stance == "fleeing" for c in self.creatures):
            counts["ever fleeing"] = 1

    def _visible(self) -> list[Creature]:
        return [c for c in self.creatures if self.game.known(c).visible]

    def _act(self) -> None:
        direction = self._direction()
        action = Action("step", (direction,)) if direction else Action("wait")
        self.rules.apply(self.game.state, 0, action, self.game.streams)
        while self.game.state.question is not None:
            self.rules.apply(self.game.state, 0, Action("answer", ("yes",)), self.game.streams)

    def _direction(self) -> str | None:
        """Return which way the policy goes; None to hold."""
        hero = self.game.hero
        if hero.timers.afraid:
            return None
        seen = self._visible()
        beside = {(c.y - hero.y, c.x - hero.x) for c in seen}
        for name in ATTACK_ORDER:
            if compass.OFFSETS[compass.KEYPAD[name]] in beside:
                return name
        if self.scenario.policy == "hold" or not seen:
            return None
        nearest = min(seen, key=lambda c: (max(abs(c.y - hero.y), abs(c.x - hero.x)), c.y, c.x))
        step = _sign(nearest.y - hero.y), _sign(nearest.x - hero.x)
        return next(name for name in ATTACK_ORDER if compass.OFFSETS[compass.KEYPAD[name]] == step)

    def _figures(self, health_at_start: int, first_alert: int) -> Figures:
        game = self.game
        hero, left = game.hero, self.creatures
        died = bool(game.state.ended)
        found: Figures = {
            **self.counts,
            "hero dies": died,
            "hero wins": not died and not left,
            "neither": not died and bool(left),
            "turns": hero.turns - self.start_turn,
            "health left": max(0, hero.health),
            "first alert": first_alert,
            "creatures left": len(left),
            "creatures' health at start": health_at_start,
            "creatures' health left": sum(c.health for c in left),
            "stat points drained": -sum(hero.stat_drain),
            "things worn or carried": len(hero.worn) + len(hero.pack),
            "experience": hero.experience,
            "food": FOOD - hero.food,
        }
        if left:
            gaps = [max(abs(c.y - hero.y), abs(c.x - hero.x)) for c in left]
            found["nearest distance"] = min(gaps)
            found["mean alertness"] = int(sum(c.alertness for c in left) / len(left))
        return found


def _hall(data: Data, scenario: Scenario, build: BuildRules, seed: int) -> Game:
    """Return a game in which the fight is about to begin."""
    level = Level.blank(scenario.depth, SIDE, SIDE, terrain.FLOOR)
    for i in range(SIDE):
        for square in (i, SIDE * (SIDE - 1) + i, SIDE * i, SIDE * i + SIDE - 1):
            level.feature[square] = terrain.PERMANENT
    level.room = bytearray(b"\x01" * (SIDE * SIDE))
    level.glow = bytearray(bytes([scenario.lit]) * (SIDE * SIDE))
    level.arrivals_on = False
    hero = Hero(
        "Hero",
        EDAIN,
        HOUSE_OF_HADOR,
        y=MIDDLE,
        x=MIDDLE,
        stat_base=list(build.stats),
        skill_base=list(build.skills),
        bought=list(build.abilities),
        experience=0,
        unspent=0,
        food=FOOD,
        energy=100,
        turns=100,
        worn={
            Slot[place.upper()]: _item(data.kinds[serial]) for place, serial in build.worn.items()
        },
    )
    dice = GameSecret(seed.to_bytes(16, "big")).start_dice()
    game = Game(GameState(GAME, {}, [hero], level, game_turn=1000), data, streams=dice)
    game.state.begin_level(level)
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
    _place(game, scenario)
    noise.rebuild(game)
    vision.update(game)
    return game


def _place(game: Game, scenario: Scenario) -> None:
    """Put the creatures, one band, to the east of the hero."""
    race = bundle.named(game.data.monsters, scenario.race).serial
    far = MIDDLE + scenario.distance
    places = ((MIDDLE, far), (MIDDLE + 1, far), (MIDDLE - 1, far), (MIDDLE, far + 1))
    leader: Creature | None = None
    for y, x in places[: scenario.creatures]:
        creature = spawning.place_one(
            game, race, y, x, game.streams.play, leader=leader, any_depth=True
        )
        if creature is None:
            raise InvalidAction(f"The arena has no place for {scenario.race}.")
        creature.alertness = scenario.alertness
        leader = leader or creature


def _item(record: Kind) -> Item:
    return Item(
        record.serial,
        pval=record.pval,
        weight=record.weight,
        attack=record.attack,
        damage_dice=record.damage.number,
        damage_sides=record.damage.sides,
        evasion=record.evasion,
        protection_dice=record.protection.number,
        protection_sides=record.protection.sides,
        known=True,
    )


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


# ---------------------------------------------------------------------- the command line


def report(sides: Sequence[str], hero: str, fights: int, seed: int) -> Iterator[str]:
    """Yield the lines of a report on fights against one side, such as "orc soldier x3".

    Raises InvalidAction when a side or a hero is not known.
    """
    if len(sides) != 1:
        raise InvalidAction('Name the creatures to fight, such as "orc soldier x3".')
    data = bundle.load()
    builds = data.rules.builds
    if hero not in builds:
        raise InvalidAction(f"There is no hero {hero!r}; there are: {', '.join(builds)}.")
    scenario = _scenario(data, sides[0])
    results = [Fight(data, scenario, builds[hero], seed + n).play() for n in range(fights)]
    yield f"{hero} hero against {scenario.creatures} x {scenario.race}, {fights} fights"
    yield from _table(results)


def _scenario(data: Data, side: str) -> Scenario:
    match = re.fullmatch(r"(?P<name>.+?)(?:\s*x\s*(?P<count>\d+))?", side.strip(), re.IGNORECASE)
    name, count = (match["name"], int(match["count"] or 1)) if match else ("", 1)
    if not 1 <= count <= MOST_CREATURES:
        raise InvalidAction(f"The arena holds 1 to {MOST_CREATURES} creatures.")
    try:
        race = bundle.named(data.monsters, name)
    except KeyError:
        raise InvalidAction(f"There is no creature called {name!r}.") from None
    return Scenario(race.name, count)


def _table(results: Sequence[Mapping[str, float]]) -> Iterator[str]:
    names = dict.fromkeys(name for result in results for name in result)
    for name in names:
        values = [result[name] for result in results if name in result]
        if any(values):
            yield f"  {name:36} {fmean(values):10.2f}  ± {pstdev(values):.2f}"
