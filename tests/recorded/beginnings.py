"""Beginnings of recorded games: among things, creatures and powers of any kind, by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from engine.contract import running_game
from engine.contract.running_game import RunningGame
from engine.kanthe.state import KantheState
from engine.sil.dungeon import level_arrival
from engine.sil.game.context import SilContext
from engine.sil.game.state import Hero, Item, Level
from engine.sil.hero import derived
from engine.sil.items import item_classes, item_creation
from engine.sil.items.item_classes import ARROW, BOW
from engine.sil.items.item_creation import DEEPEST_CHEST, UNITS, UNSEARCHED
from engine.sil.level import terrain
from engine.sil.perception import vision
from kit.cases import names
from tests.engine.delve.stage import Stage
from tests.engine.kanthe import stage as kanthe_stage
from tests.engine.sil.stage import DATA, foe
from tests.engine.silg import stage as silg_stage
from tests.rolled import dice_for
from tests.rulesets import RULESETS

CLOSE = 3  # squares from the hero within which creatures stand


def any_settings(name: str, dice: random.Random) -> RunningGame:
    """Return a new game of a ruleset by settings of any kind, before its setup."""
    ruleset = RULESETS[name]
    options = {s.name: dice.choice(s.values) for s in ruleset.settings if dice.random() < 0.4}
    roles = ruleset.roles(options)
    players = dice.randint(roles.least_players, min(3, roles.most_players))
    gm = roles.gm != "absent"
    return running_game.start(ruleset, options, names(players), dice_for(dice.randbytes(16)), gm=gm)


def sil(dice: random.Random) -> RunningGame:
    """Return a game of Sil-Q with a hero of many powers, at any depth, close to two creatures."""
    ruleset = RULESETS["sil"]
    rolled = dice_for(dice.randbytes(16))
    rules = dice.choice(ruleset.settings[0].values)
    state = ruleset.new({"hero": "quick", ruleset.settings[0].name: rules}, ("Ann",), rolled)
    game: SilContext = ruleset.game(state, rolled)
    gifted(game, game.hero, dice)
    level_arrival.enter(game, dice.randint(1, 20), 0)
    for _ in range(2):
        creature_near(game, dice)
    vision.update(game)
    game.state.events.clear()
    return running_game.resume(ruleset, ruleset.dump(state))


def silg(dice: random.Random) -> RunningGame:
    """Return a table of Sil-G with two such heroes in a hall, close to three creatures."""
    ruleset = RULESETS["silg"]
    options = {
        each.name: dice.choice(each.values) if dice.random() < 0.4 else each.values[0]
        for each in ruleset.settings
    }
    table = silg_stage.table("Ann", "Bob", depth=dice.randint(1, 20), **options)
    for seat in table.heroes:
        game = table.hero_game(seat)
        gifted(game, game.hero, dice)
    for _ in range(3):
        creature_near(table.hero_game(0), dice)
    for seat in table.heroes:
        vision.update(table.hero_game(seat))
    silg_stage.refresh(table)
    return running_game.resume(ruleset, ruleset.dump(table.state))


def gifted(game: SilContext, hero: Hero, dice: random.Random) -> None:
    """Give a hero things of any kind, artefacts, abilities, songs and much experience; let him wear
    some of it."""
    data = game.data
    things = [_thing(game, dice) for _ in range(7)]
    things += [item_creation.artefact(game, dice.choice(_artefacts(game))) for _ in range(2)]
    hero.pack += things
    for item in things:
        places = item_classes.slots(data, item)
        if places and dice.random() < 0.6:
            item.count = item.count if item_classes.kind_of(data, item).tval == ARROW else 1
            hero.pack.remove(item)
            hero.worn[places[0]] = item
    hero.bought += dice.sample([each.ref for each in data.abilities.values()], 8)
    hero.stat_base = [dice.randint(1, 5) for _ in range(4)]
    hero.skill_base = [dice.randint(0, 9) for _ in range(8)]
    hero.experience = hero.unspent = dice.choice((500, 5000, 30000))
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice


def _thing(game: SilContext, dice: random.Random) -> Item:
    """Return a thing of any class, bows and arrows more often, with charges if it needs them."""
    classes = _kinds_by_class()
    serial = dice.choice(classes[dice.choice([*classes, BOW, ARROW])])
    item = item_creation.of_kind(game.data, serial, dice.choice((1, 1, 3)))
    match game.data.kinds[serial].tval:
        case item_classes.STAFF:
            item.pval = UNITS * dice.randint(0, 5)
        case item_classes.CHEST:
            item.pval, item.extra = dice.randint(1, DEEPEST_CHEST), dice.randint(2, 14)
        case item_classes.SKELETON:
            item.pval = UNSEARCHED
    return item


@cache
def _kinds_by_class() -> dict[int, list[int]]:
    classes: dict[int, list[int]] = {BOW: [], ARROW: []}
    for serial, kind in DATA.kinds.items():
        classes.setdefault(kind.tval, []).append(serial)
    return classes


def _artefacts(game: SilContext) -> list[int]:
    """Return the artefacts, by their serials; some records are of no kind that there is."""
    kinds, known = game.data.kinds_by_value, game.data.artefacts.items()
    return [serial for serial, each in known if (each.tval, each.sval) in kinds]


def creature_near(game: SilContext, dice: random.Random) -> None:
    """Put a creature of any race on a free square close to the hero, awake or not."""
    level, hero = game.level, game.hero
    near = range(-CLOSE, CLOSE + 1)
    heroes = {(each.y, each.x) for each in game.state.heroes}
    places = {(hero.y + dy, hero.x + dx) for dy in near for dx in near} - heroes
    y, x = dice.choice([at for at in sorted(places) if _is_free(level, *at)] or [(0, 0)])
    if not y:
        return  # he stands in a corridor
    races = [race for race in game.data.monsters.values() if race.health.number]  # no Valar
    if dice.random() < 0.4:
        races = [race for race in races if race.spells]
    race = dice.choice(races)
    creature = foe(
        game,
        race.name,
        y - hero.y,
        x - hero.x,
        health=dice.randint(5, 60),
        alertness=dice.choice((-5, 5, 10)),
        visible=False,
        stance=dice.choice(("confident", "aggressive", "fleeing")),
    )
    creature.speed = race.speed


def _is_free(level: Level, y: int, x: int) -> bool:
    inside = 0 < y < level.height and 0 < x < level.width
    at = level.at(y, x)
    return inside and level.feature[at] == terrain.FLOOR and at not in level.occupant


def delve(dice: random.Random) -> RunningGame:
    """Return a game of Delve with a hero of many powers in a hall, close to two monsters."""
    ruleset = RULESETS["delve"]
    content = ruleset.content
    classes = next(each.values for each in ruleset.settings if each.name == "class")
    stage = Stage(dice.choice(classes[1:]), dice.randbytes(8).hex())
    for name in dice.sample([*content.items], 10):
        stage.give(name, dice.choice((1, 1, 2)))
    stage.know(*dice.sample([*content.spells], 4))
    stage.hero.abilities += dice.sample([*content.abilities], 4)
    stage.hero.health = stage.hero.full_health = dice.choice((40, 120, 300))
    places = [(dy, dx) for dy in range(-2, 3) for dx in range(-2, 3) if dy or dx]
    for at in dice.sample(places, 2):
        stage.put(dice.choice([*content.monsters]), *at, asleep=dice.random() < 0.2)
    return running_game.resume(ruleset, ruleset.dump(stage.state))


def kanthe(dice: random.Random) -> RunningGame:
    """Return a game of Kanthe in its first room, with arcane things, opponents or a hazard."""
    ruleset = RULESETS["kanthe"]
    state: KantheState = kanthe_stage.begun(dice.randbytes(8).hex())
    content = kanthe_stage.CONTENT
    kanthe_stage.in_room(state)
    for _ in range(3):
        kind = dice.choice(content.arcane_kinds)
        kanthe_stage.give(state, kind, dice.randint(0, 9), dice.randint(0, 9))
    if dice.random() < 0.3:
        kanthe_stage.add_hazard(state, dice.choice([*content.hazards]), dice.randint(2, 9))
    for _ in range(dice.randint(0, 3)):
        kanthe_stage.add_opponent(state, dice.choice([*content.creatures]), dice.randint(1, 9))
    return running_game.resume(ruleset, ruleset.dump(state))


BEGINNINGS: dict[str, Callable[[random.Random], RunningGame]] = {
    "sil": sil,
    "silg": silg,
    "kanthe": kanthe,
    "delve": delve,
    **{f"new {name}": (lambda dice, name=name: any_settings(name, dice)) for name in RULESETS},
}
