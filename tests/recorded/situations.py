"""Situations of the rules alone: games that have just begun, their heroes and those around them
hurt, hungry and under statuses of any kind, among things and terrain of any kind. What comes of
some actions there is recorded of many such, where a game that is played meets few."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from engine.contract import running_game
from engine.contract.action import GM, ActionError
from engine.contract.running_game import RunningGame
from engine.delve import terrain as delve_terrain
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import WIDTH, DelveCreature, DelveState
from engine.kanthe.state import KantheState
from engine.sil.game.context import SilContext
from engine.sil.hero import derived
from engine.sil.level import terrain as sil_terrain
from engine.sil.perception import vision
from engine.silg.context import SilGContext
from tests.engine.delve.stage import content
from tests.engine.kanthe import stage as kanthe_stage
from tests.recorded.beginnings import BEGINNINGS, creature_near, gifted
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.recorded.games import act, seats, seen, told
from tests.rolled import dice_for
from tests.rulesets import RULESETS

FILE = Path(__file__).with_name("situations.txt")
BEGUN = {"sil": 12, "delve": 24, "silg": 200, "kanthe": 400}  # beginnings, by what one takes
SENSE = 0.3  # the probability that somebody acts as autoplay would
FORGES = (sil_terrain.FORGE + 3, sil_terrain.ENCHANTED_FORGE + 2, sil_terrain.ORODRUTH + 1)
TYPED = 0.35  # the probability that somebody types a command, which nobody need have offered
WORDS = (
    "1", "3", "-2", "e", "north", "ann", "bob", "wolf", "orc scout", "C4", "2d6", "all", "hello",
)  # fmt: skip
LONGEST = 12  # turns that a status lasts

Change = Callable[[Any, random.Random], None]


def play(record: RecordedPlay) -> Steps:
    """Let those who are waited for in a situation act so often."""
    dice = random.Random(record.name)
    game = situation(record.kind, record.seed, dice)
    steps = []
    for _ in range(record.steps):
        if not game.turn().waiting:
            break
        typed = dice.random() < TYPED
        line, came = _type(record.kind, game, dice) if typed else act(game, dice, SENSE)
        steps.append((line, digest_of(line.encode(), came, game.dump())))
    return [*steps, ("the end", digest_of(seen(game)))]


def _type(kind: str, game: RunningGame, dice: random.Random) -> tuple[str, bytes]:
    """Let somebody type a command of any verb with any options; return it, and what came of it."""
    seat = dice.choice(seats(game))
    role = "gm" if seat == GM else "player"
    verb = dice.choice([v for v in RULESETS[kind].verbs if v.command and role in v.roles])
    words = [verb.name]
    for option in verb.options:
        if not option.required and dice.random() < 0.4:
            break
        known = option.choices or game.completions(seat, verb.name, option.name)
        words.append(dice.choice(known if known and dice.random() < 0.8 else WORDS))
    line = " ".join(words)
    try:
        events = game.apply(seat, game.parse(line, seat), dice_for(dice.randbytes(8)))
    except ActionError as refused:
        return f"{seat} {line}", str(refused).encode()
    return f"{seat} {line}", told(events)


def situation(kind: str, seed: int, dice: random.Random) -> RunningGame:
    """Return a game that has begun, and was changed since."""
    ruleset = RULESETS[kind]
    state = ruleset.load(_begun(kind, seed % BEGUN[kind]))
    CHANGES[kind](state, dice)
    return running_game.resume(ruleset, ruleset.dump(state))


@cache
def _begun(kind: str, number: int) -> bytes:
    return BEGINNINGS[kind](random.Random(f"{kind} {number}")).dump()


def _near(here: int, width: int, dice: random.Random) -> Iterable[int]:
    """Return some of the squares within two steps of one."""
    steps = [dy * width + dx for dy in range(-2, 3) for dx in range(-2, 3) if dy or dx]
    return [here + step for step in dice.sample(steps, dice.choice((0, 1, 3)))]


def _share(most: int, dice: random.Random) -> int:
    """Return a part of what somebody has at most: all, some, or next to nothing."""
    return max(1, dice.choice((most, most, most // 2, most // 4, most // 10)))


# ---------------------------------------------------------------- Sil-Q and Sil-G


def change_sil(state: Any, dice: random.Random) -> None:
    """Change Sil's hero, and the creatures around."""
    game = RULESETS["sil"].game(state, dice_for("situation"))  # type: ignore[attr-defined]
    if dice.random() < 0.5:
        creature_near(game, dice)
    _change_heroes(game, dice)


def change_silg(state: Any, dice: random.Random) -> None:
    """Change the heroes of a table; some fight."""
    rules: Any = RULESETS["silg"]
    table = SilGContext(state, rules.data, dice_for("situation"))
    for seat in table.heroes:
        _change_heroes(table.hero_game(seat), dice)
    creature_near(table.hero_game(0), dice)
    if dice.random() < 0.6:
        _do(rules, state, GM, "clock start")
        for seat in table.heroes:
            if dice.random() < 0.4:
                _do(rules, state, seat, str(dice.choice(rules.legal(state, seat)).action))


def _do(rules: Any, state: Any, seat: int, line: str) -> None:
    rules.apply(state, seat, rules.parse(line, state, seat), dice_for(line))


def _change_heroes(game: SilContext, dice: random.Random) -> None:
    hero, level = game.hero, game.level
    if dice.random() < 0.5:
        hero.pack, hero.bought = [], []
        gifted(game, hero, dice)
    for at in _near(level.at(hero.y, hero.x), level.width, dice):
        if level.feature[at] == sil_terrain.FLOOR and at not in level.occupant:
            level.feature[at] = dice.choice([*game.data.terrain])
            level.hidden[at] = sil_terrain.TRAP[level.feature[at]] * dice.choice((0, 1))
    here = level.at(hero.y, hero.x)
    if level.feature[here] == sil_terrain.FLOOR and dice.random() < 0.2:
        level.feature[here] = dice.choice((*FORGES, sil_terrain.UP_STAIR, sil_terrain.DOWN_STAIR))
    if dice.random() < 0.2:
        level.depth = dice.randint(1, 20)
    for name in dice.sample([each.name for each in fields(hero.timers)], dice.choice((0, 0, 1, 2))):
        setattr(hero.timers, name, dice.randint(1, LONGEST))
    hero.food = dice.choice((4999, 4999, 1500, 600, 100))
    hero.stat_drain = [-dice.choice((0, 0, 0, 1)) for _ in hero.stat_drain]
    hero.stealth_mode = dice.random() < 0.3
    hero.attacked, hero.was_attacked = dice.random() < 0.3, dice.random() < 0.3
    if dice.random() < 0.2:
        hero.worn = {slot: item for slot, item in hero.worn.items() if dice.random() < 0.5}
    for creature in level.creatures:
        if creature is not None:
            creature.health = min(creature.max_health, _share(creature.max_health, dice))
            creature.alertness = dice.choice((creature.alertness, -3, 2, 12))
            creature.stun, creature.confused, creature.slowed, creature.hasted = (
                dice.choice((0, 0, 0, 0, 5)) for _ in range(4)
            )
    derived.update(game)
    hero.health = _share(hero.derived.max_health, dice)
    hero.voice = _share(hero.derived.max_voice, dice)
    vision.update(game)


# ---------------------------------------------------------------- Delve


def change_delve(state: DelveState, dice: random.Random) -> None:
    """Change Delve's hero and the monsters around."""
    hero, level = state.heroes[0], state.levels[1]
    game = DelveContext(state, content(), dice_for("situation"))
    for at in _near(hero.at, WIDTH, dice):
        code = dice.randrange(delve_terrain.DOOR, len(delve_terrain.NAMES))
        game.set_ground(level, at, code)
        if code == delve_terrain.WEB:
            level.webs[at] = dice.randint(1, 9)
        elif code == delve_terrain.LOCKED_DOOR:
            level.doors[at] = dice.randint(1, 9)
    for name in dice.sample([*content().items], dice.choice((0, 3))):
        item = inventory.fresh(content(), name, game.new_uid(), dice.choice((1, 2)))
        item.cursed, item.known = dice.random() < 0.3, dice.random() < 0.7
        hero.pack.append(item)
    hero.nourishment = dice.choice((hero.nourishment, 250, 90, 20, 0))
    hero.level = dice.choice((hero.level, 5, 12, 20))
    for creature in (hero, *level.monsters):
        _change_creature(creature, dice)


def _change_creature(creature: DelveCreature, dice: random.Random) -> None:
    creature.health = _share(creature.full_health, dice)
    creature.energy = dice.choice((creature.full_energy, creature.full_energy // 3, 0))
    for name in dice.sample([*content().statuses], dice.choice((0, 0, 1, 2))):
        creature.statuses[name] = dice.randint(1, LONGEST)


# ---------------------------------------------------------------- Kanthe


def change_kanthe(state: KantheState, dice: random.Random) -> None:
    """Change Kanthe's hero and those in his room."""
    hero = state.hero
    if dice.random() < 0.3:
        kanthe_stage.add_hazard(
            state, dice.choice([*kanthe_stage.CONTENT.hazards]), dice.randint(2, 9)
        )
    for kind in dice.sample([*kanthe_stage.CONTENT.creatures], dice.choice((0, 0, 1, 2))):
        kanthe_stage.add_opponent(state, kind, dice.randint(1, 9), attacks=dice.random() < 0.8)
    hero.challenge = dice.choice((hero.challenge, 5, 9, 14))
    hero.wounds = dice.choice((0, 0, 1, max(0, hero.challenge - 1)))
    hero.coins = dice.choice((0, 3, 20))
    for who in state.here.opponents:
        who.wounds = dice.choice((0, 0, max(0, who.strength - 1)))
        who.peaceful = dice.random() < 0.3
        who.social = dice.choice((0, 0, 2))
    fighting = [who for who in state.here.opponents if not who.peaceful]
    if fighting and dice.random() < 0.5:
        kanthe_stage.start_conflict(state, *fighting)


CHANGES: dict[str, Change] = {
    "sil": change_sil,
    "silg": change_silg,
    "delve": change_delve,
    "kanthe": change_kanthe,
}
