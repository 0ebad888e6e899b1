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
from engine.sil.game.context import SilContext
from engine.sil.game.presets import GAME
from engine.sil.game.state import Creature, Hero, Item, Level, SilState, Slot
from engine.sil.hero import derived
from engine.sil.items import item_creation
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

HOLD = Action("wait")

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
    """One fight. Override `count_choice` to count more, `choose` for another policy."""

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
            self.act(self.choose())
        return self._figures(health_at_start, cap if first_alert is None else first_alert)

    @property
    def creatures(self) -> list[Creature]:
        """Return the creatures that are left."""
        return [c for c in self.game.level.creatures if c is not None]

    def count_choice(self) -> None:
        """Count what holds as the hero is asked for an action."""
        game, counts = self.game, self.counts
        counts["choices"] += 1
        counts["choices without a visible creature"] += not self.visible()
        for state in STATES:
            counts[f"choices {state}"] += bool(getattr(game.hero.timers, state))
        if any(c.stance == "fleeing" for c in self.creatures):
            counts["ever fleeing"] = 1

    def visible(self) -> list[Creature]:
        """Return the creatures that the hero sees, the nearest first."""
        hero = self.game.hero
        seen = [c for c in self.creatures if self.game.known(c).visible]
        return sorted(seen, key=lambda c: (max(abs(c.y - hero.y), abs(c.x - hero.x)), c.y, c.x))

    def act(self, action: Action) -> None:
        """Let the hero do something; every question is answered yes."""
        self.rules.apply(self.game.state, 0, action, self.game.streams)
        while self.game.state.question is not None:
            self.rules.apply(self.game.state, 0, Action("answer", ("yes",)), self.game.streams)

    def choose(self) -> Action:
        """Return what the policy does next."""
        if self.game.hero.timers.afraid:
            return HOLD
        return self.attack() or self.approach() or HOLD

    def attack(self) -> Action | None:
        """Return the attack on the first visible creature beside the hero; None without one."""
        hero = self.game.hero
        beside = {(c.y - hero.y, c.x - hero.x) for c in self.visible()}
        names = (name for name in ATTACK_ORDER if compass.DIRECTIONS[name] in beside)
        return next((Action("step", (name,)) for name in names), None)

    def approach(self) -> Action | None:
        """Return the step toward the nearest visible creature; None where the policy holds."""
        seen = self.visible()
        if self.scenario.policy == "hold" or not seen:
            return None
        return step_toward(self.game.hero, seen[0].y, seen[0].x)

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


def step_toward(hero: Hero, y: int, x: int) -> Action:
    """Return the step that goes straight toward a square."""
    step = _sign(y - hero.y), _sign(x - hero.x)
    return Action("step", (next(n for n in ATTACK_ORDER if compass.DIRECTIONS[n] == step),))


def _hall(data: Data, scenario: Scenario, build: BuildRules, seed: int) -> SilContext:
    """Return a game in which the fight is about to begin."""
    level = Level.blank(scenario.depth, SIDE, SIDE, terrain.FLOOR)
    for i in range(SIDE):
        for square in (i, SIDE * (SIDE - 1) + i, SIDE * i, SIDE * i + SIDE - 1):
            level.feature[square] = terrain.PERMANENT
    level.room = bytearray(b"\x01" * (SIDE * SIDE))
    level.glow = bytearray(bytes([scenario.lit]) * (SIDE * SIDE))
    game = begin(data, level, fighter(data, build, MIDDLE, MIDDLE), seed)
    _place(game, scenario)
    look(game)
    return game


def fighter(data: Data, build: BuildRules, y: int, x: int) -> Hero:
    """Return the hero of a build, at a square."""
    return Hero(
        "Hero",
        EDAIN,
        HOUSE_OF_HADOR,
        y=y,
        x=x,
        stat_base=list(build.stats),
        skill_base=list(build.skills),
        bought=list(build.abilities),
        experience=0,
        unspent=0,
        food=FOOD,
        energy=100,
        turns=100,
        worn={
            Slot[place.upper()]: item(data.kinds[serial]) for place, serial in build.worn.items()
        },
    )


def begin(data: Data, level: Level, hero: Hero, seed: int) -> SilContext:
    """Return a game on a level where nobody arrives, the hero in full health and voice."""
    level.arrivals_on = False
    dice = GameSecret(seed.to_bytes(16, "big")).start_dice()
    game = SilContext(SilState(GAME, {}, [hero], level, game_turn=1000), data, streams=dice)
    game.state.begin_level(level)
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
    return game


def put(
    game: SilContext, race: int, y: int, x: int, alertness: int, leader: Creature | None = None
) -> Creature:
    """Put a creature on a square; raises InvalidAction when it has no place there."""
    stream = game.streams.play
    creature = spawning.place_one(game, race, y, x, stream, leader=leader, any_depth=True)
    if creature is None:
        raise InvalidAction(f"The arena has no place for {game.data.monsters[race].name}.")
    creature.alertness = alertness
    return creature


def look(game: SilContext) -> None:
    """Let the hero hear and see who is there."""
    noise.rebuild(game)
    vision.update(game)


def _place(game: SilContext, scenario: Scenario) -> None:
    """Put the creatures, one band, to the east of the hero."""
    race = bundle.named(game.data.monsters, scenario.race).serial
    far = MIDDLE + scenario.distance
    places = ((MIDDLE, far), (MIDDLE + 1, far), (MIDDLE - 1, far), (MIDDLE, far + 1))
    leader: Creature | None = None
    for y, x in places[: scenario.creatures]:
        creature = put(game, race, y, x, scenario.alertness, leader=leader)
        leader = leader or creature


def item(record: Kind) -> Item:
    """Return an ordinary thing of a kind, identified."""
    return item_creation.ordinary(record, known=True)


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
