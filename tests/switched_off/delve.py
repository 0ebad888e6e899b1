"""Delve's spells, abilities, items, monster powers and terrain, switched off one by one.

Tests name what they show: a spell, an item, an ability, a monster with the power, a constant of
`engine.delve.terrain`, in their parameters or in their text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any

from engine.delve import terrain
from engine.delve.actions import legal_actions
from engine.delve.data.kinds import DelveData, ItemKind
from engine.delve.hero import abilities, secret_class
from engine.delve.items import item_use
from engine.delve.magic import spellcasting
from engine.delve.movement import movement
from engine.delve.rules import inventory, sheet_values, vision
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveLevel
from tests.engine.delve import stage
from tests.switched_off import SwitchedOff, names_it, replaced

TESTS = "tests/engine/delve"
# What nothing happens on.
PLAIN = {terrain.UNKNOWN, terrain.FLOOR, terrain.DRY_FOUNTAIN}
SETS = ("SOLID", "OPAQUE", "DIGGABLE", "TRAPS", "STAIRS", "WATER", "ALTARS", "HARMFUL")

Off = Callable[[], AbstractContextManager[None]]


def mutants() -> Iterator[SwitchedOff]:
    """Yield a mutant without each thing."""
    content = stage.content()
    for name in content.spells:
        yield SwitchedOff(f"spell {name}", partial(_without_spell, name), _names(name))
    for name, ability in content.abilities.items():
        off = partial(_without_active if ability.active else _without_passive, name)
        yield SwitchedOff(f"ability {name}", off, _names(name))
    for name, kind in content.items.items():
        if _does_something(kind):
            yield SwitchedOff(f"item {name}", partial(_without_item, name), _names(name))
    for name in sorted({trait for kind in content.monsters.values() for trait in kind.traits}):
        bearers = [kind.name for kind in content.monsters.values() if name in kind.traits]
        words = [word for each in bearers for word in (repr(each), f'"{each}"')]
        yield SwitchedOff(f"power {name}", partial(_without_power, name), names_it(*words))
    for code, name in enumerate(terrain.NAMES):
        if code not in PLAIN:
            constant = next(key for key, value in vars(terrain).items() if value is code)
            told = names_it(f"terrain.{constant}", f'"{name}"')
            yield SwitchedOff(f"terrain {name}", partial(_without_terrain, code), told)


def _names(name: str) -> Callable[[Any], bool]:
    token = inventory.token(name)
    return names_it(repr(name), f'"{name}"', f" {token} ", f' {token}"', f'"{token}"')


def _does_something(kind: ItemKind) -> bool:
    worn = kind.power or kind.defence or kind.resist or kind.grants or kind.bonus or kind.spells
    return bool(worn or kind.holds or kind.effects or kind.nutrition)


# ------------------------------------------------------------------ what is switched off


def _without_spell(name: str) -> AbstractContextManager[None]:
    effect = stage.content().spells[name].effect
    rule = spellcasting.EFFECTS[effect]

    def apply(cast: Any) -> None:
        if cast.spell.name != name:
            rule(cast)

    return replaced((spellcasting.EFFECTS, effect, apply))


def _without_active(name: str) -> AbstractContextManager[None]:
    return replaced((abilities.ABILITIES, name, lambda *_: None))


def _without_passive(name: str) -> AbstractContextManager[None]:
    rule = sheet_values.has_ability

    def has_ability(game: DelveContext, who: DelveCreature, asked: str) -> bool:
        return asked != name and rule(game, who, asked)

    return replaced(*_everywhere(rule, has_ability))


def _everywhere(rule: object, new: object) -> list[tuple[Any, str, Any]]:
    """Return the changes that put a new function in all places of the engine's."""
    return [
        (module, key, new)
        for name, module in list(sys.modules.items())
        if name.startswith("engine.delve")
        for key, value in list(vars(module).items())
        if value is rule
    ]


def _without_item(name: str) -> AbstractContextManager[None]:
    """Make an item inert: no figures, nothing when it is used, worn or thrown."""
    changes: list[tuple[Any, str, Any]] = []
    for rule in (item_use.read, item_use.drink, item_use.eat, item_use.use_tool):
        changes += _everywhere(rule, _unless_item(rule, name))
    plain: dict[str, Any] = {
        "power": None,
        "defence": 0,
        "resist": {},
        "bonus": "",
        "spells": [],
        "range": 1,
    }
    fresh = inventory.fresh

    def make(content: DelveData, asked: str, uid: int, count: int = 1) -> DelveItem:
        item = fresh(content, asked, uid, count)
        if asked == name:
            for field, value in plain.items():
                setattr(item, field, value)
        return item

    kind_of = DelveContext.item_kind

    def inert(game: DelveContext, item: DelveItem) -> ItemKind:
        kind = kind_of(game, item)
        if item.kind != name:
            return kind
        return replace(kind, effects=(), grants=(), holds="", nutrition=0)

    changes += _everywhere(fresh, make)
    return replaced(*changes, (DelveContext, "item_kind", inert))


def _unless_item(rule: Callable[..., None], name: str) -> Callable[..., None]:
    def use(game: DelveContext, hero: DelveHero, item: DelveItem, *args: Any) -> None:
        if item.kind != name:
            rule(game, hero, item, *args)

    return use


def _without_power(name: str) -> AbstractContextManager[None]:
    changes: list[tuple[Any, str, Any]] = []
    for content in (stage.content(), stage.ruleset().content):
        for kind in list(content.monsters.values()):
            if name in kind.traits:
                rest = {key: trait for key, trait in kind.traits.items() if key != name}
                changes.append((content.monsters, kind.name, replace(kind, traits=rest)))
    return replaced(*changes)


def _without_terrain(code: int) -> AbstractContextManager[None]:
    """Let a terrain be as floor: nothing happens on it, nothing is offered there, and it bars
    neither way nor sight."""
    changes: list[tuple[Any, str, Any]] = []
    for name in SETS:
        changes.append((terrain, name, getattr(terrain, name) - {code}))
    for rule in (movement.touch_ground, movement.ground_turn):
        changes += _everywhere(rule, _unless_on(rule, code))
    for verb in ("ascend", "descend", "upgrade", "uncurse", "drink", "open", "close"):
        changes.append((legal_actions.CHOICES, verb, _offered_unless_on(verb, code)))
    for plain in (secret_class.lay_to_rest, movement.bash_door):
        changes += _everywhere(plain, _nothing_on(plain, code))
    changes.append((movement, "_slide", _unless_on(movement._slide, code)))
    changes += _everywhere(movement.walk, _over(movement.walk, code))
    changes += _everywhere(movement.dig, _through(movement.dig, code))
    changes.append((vision, "_maybe_find", _blind_to(code)))
    changes.append((DelveContext, "set_ground", _unburnt(code)))
    return replaced(*changes)


def _over(rule: Callable[..., None], code: int) -> Callable[..., None]:
    """Return the walk of a hero before whom the terrain turns into floor."""

    def walk(game: DelveContext, hero: DelveHero, direction: str) -> None:
        level, at = game.level(hero), hero.at + STEPS[direction]
        if level.ground[at] == code:
            game.set_ground(level, at, terrain.FLOOR)
        rule(game, hero, direction)

    return walk


def _through(rule: Callable[..., bool], code: int) -> Callable[..., bool]:
    """Return the digging of a hero before whom the terrain turns into wall."""

    def dig(game: DelveContext, hero: DelveHero, at: int, **how: int) -> bool:
        level = game.level(hero)
        if level.ground[at] == code:
            game.set_ground(level, at, terrain.WALL)
        return rule(game, hero, at, **how)

    return dig


def _unburnt(code: int) -> Callable[..., None]:
    rule = DelveContext.set_ground

    def set_ground(game: DelveContext, level: DelveLevel, at: int, new: int) -> None:
        burns = code == terrain.GRASS and new in (terrain.FLAMES, terrain.FLOOR)
        if level.ground[at] != code or not burns:
            rule(game, level, at, new)

    return set_ground


def _blind_to(code: int) -> Callable[..., None]:
    rule = vision._maybe_find

    def maybe_find(
        game: DelveContext, hero: DelveHero, level: DelveLevel, at: int, chance: int
    ) -> None:
        if level.ground[at] != code:
            rule(game, hero, level, at, chance)

    return maybe_find


def _unless_on(rule: Callable[..., None], code: int) -> Callable[..., None]:
    def act(game: DelveContext, who: DelveCreature, level: DelveLevel, *args: Any) -> None:
        if level.ground[who.at] != code:
            rule(game, who, level, *args)

    return act


def _nothing_on(rule: Callable[..., Any], code: int) -> Callable[..., Any]:
    def act(game: DelveContext, who: DelveCreature, what: Any) -> Any:
        at = what if isinstance(what, int) else who.at
        return False if game.level(who).ground[at] == code else rule(game, who, what)

    return act


def _offered_unless_on(verb: str, code: int) -> legal_actions.Choices:
    rule = legal_actions.CHOICES[verb]

    def offered(game: DelveContext, hero: DelveHero) -> list[legal_actions.Args]:
        ground, found = game.memory(hero).ground, rule(game, hero)
        if verb in ("open", "close"):
            return [args for args in found if ground[hero.at + STEPS[args[0]]] != code]
        if ground[hero.at] != code:
            return found
        return [args for args in found if args != ("fountain",)] if verb == "drink" else []

    return offered
