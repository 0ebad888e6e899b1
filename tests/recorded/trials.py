"""Everything in the data of Sil-Q and Delve, tried: a step tries one thing, creature or spell.

A thing is tried by what it lets the hero do, a creature by some turns in its company.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache, partial
from pathlib import Path
from typing import Any

from engine.contract.action import ActionError
from engine.delve.rules.context import DelveContext
from engine.delve.rules.inventory import token
from engine.delve.state import DelveState
from engine.sil.data.records import AbilityRef
from engine.sil.game.state import SilState
from engine.sil.hero import derived
from engine.sil.items import item_creation
from engine.sil.perception import vision
from tests.engine.delve.stage import Stage, content
from tests.engine.delve.stage import ruleset as delve_rules
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import DATA, foe
from tests.engine.sil.stage import race as race_of
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.recorded.games import told
from tests.rolled import dice_for
from tests.rulesets import RULESETS

FILE = Path(__file__).with_name("trials.txt")
TURNS = 8  # in the company of a creature
ANSWERS = 3  # to questions, at most
HANDLING = {"wear", "wield", "drop", "inscribe", "examine", "throw"}
USES = {
    "scroll": ("read {}",),
    "spellbook": ("read {}",),
    "potion": ("drink {}", "throw {} e"),
    "food": ("eat {}",),
    "thrown": ("throw {} e",),
    "tool": ("use {}",),
}  # by category; all else is worn
CASTS = ("cast {}", "cast {} e")

COMPANION = race_of("Orc scout")

Trials = Iterator[tuple[str, bytes]]


def tried(rules: Any, state: Any, line: str) -> bytes:
    """Return all that comes of an action; what is asked then is answered by the first answer."""
    found = [_done(rules, state, line)]
    while _asks(state) and len(found) <= ANSWERS:
        found.append(_done(rules, state, str(rules.legal(state, 0)[0].action)))
    return b"".join(found) + rules.dump(state)


def _asks(state: SilState | DelveState) -> bool:
    if isinstance(state, SilState):
        return state.question is not None
    return bool(state.heroes[0].menu or state.heroes[0].choices)


def in_company(rules: Any, state: Any, line: str) -> bytes:
    """Return all that comes of some turns in which the hero does one thing."""
    return b"".join(_done(rules, state, line) for _ in range(TURNS)) + rules.dump(state)


def _done(rules: Any, state: Any, line: str) -> bytes:
    try:
        return told(rules.apply(state, 0, rules.parse(line, state, 0), dice_for(line)))
    except ActionError as refused:
        return str(refused).encode()


# ---------------------------------------------------------------- Sil-Q


def sil_scene(
    thing: int = 0, race: int = 0, ability: AbilityRef | None = None, feature: int = 0
) -> SilState:
    """Return a hall, with a thing in the pack, an ability, a creature close by that is awake, or a
    terrain beside the hero."""
    game = arena(depth=9, known=True)
    hero, level = game.hero, game.level
    hero.health = hero.derived.max_health = 60
    if thing:
        hero.pack.append(item_creation.of_kind(game.data, thing, 3))
    if race:
        kind = DATA.monsters[race]
        creature = foe(
            game, kind.name, dx=2, health=50, alertness=10, visible=False, stance="aggressive"
        )
        creature.speed = kind.speed
    if ability is not None:
        hero.bought.append(ability)
        derived.update(game)
    if feature:
        level.feature[level.at(hero.y, hero.x + 1)] = feature
    vision.update(game)
    return game.state


def _offered(state: SilState) -> set[str]:
    return {str(offer.action) for offer in RULESETS["sil"].legal(state, 0)}


def sil_things() -> Trials:
    """Use all kinds of things that can be used, in each way that they bring."""
    rules: Any = RULESETS["sil"]
    usual = _offered(sil_scene())
    for serial, kind in DATA.kinds.items():
        lines = _offered(sil_scene(serial)) - usual
        used = sorted(line for line in lines if line.split()[0] not in HANDLING)
        if used:
            yield kind.name, b"".join(tried(rules, sil_scene(serial), line) for line in used)


def sil_abilities() -> Trials:
    """Use all abilities that can be used, close to a creature."""
    rules: Any = RULESETS["sil"]
    usual = _offered(sil_scene(race=COMPANION))
    for ability in DATA.abilities.values():
        scene = partial(sil_scene, race=COMPANION, ability=ability.ref)
        lines = sorted(_offered(scene()) - usual)
        came = b"".join(tried(rules, scene(), line) for line in lines)
        yield ability.name, came + in_company(rules, scene(), "wait")


def sil_terrain() -> Trials:
    """Step on all terrain, traps too, or into it."""
    for serial, terrain in DATA.terrain.items():
        yield terrain.name, tried(RULESETS["sil"], sil_scene(feature=serial), "step e")


def sil_creatures() -> Trials:
    """Wait in the company of each race."""
    for serial, kind in DATA.monsters.items():
        if kind.health.number:
            yield kind.name, in_company(RULESETS["sil"], sil_scene(race=serial), "wait")


# ---------------------------------------------------------------- Delve


def delve_scene(thing: str = "", spell: str = "", monster: str = "") -> DelveState:
    """Return a hall, with a thing or a spell and an enemy to try it on, or with a monster."""
    stage = _stage()
    stage.hero.health = stage.hero.full_health = 200
    if thing:
        stage.give(thing, 2)
    if spell:
        stage.know(spell)
    if monster:
        stage.put(monster, 0, 2)
    else:
        stage.dummy(0, 2)
    return stage.state


def _stage() -> Stage:
    """Return a stage of its own; a game is not begun each time."""
    stage = copy(_first_stage())
    stage.state = stage.rules.load(stage.rules.dump(stage.state))
    stage.hero, stage.level = stage.state.heroes[0], stage.state.levels[1]
    stage.game = DelveContext(stage.state, content(), dice_for("trial"))
    return stage


@cache
def _first_stage() -> Stage:
    return Stage("mage")


def delve_things() -> Trials:
    """Try all things in all ways."""
    for name, kind in content().items.items():
        lines = [use.format(token(name)) for use in USES.get(kind.category, ("wear {}",))]
        yield name, b"".join(tried(delve_rules(), delve_scene(name), line) for line in lines)


def delve_spells() -> Trials:
    """Cast all spells."""
    for name in content().spells:
        lines = [cast.format(token(name)) for cast in CASTS]
        yield name, b"".join(tried(delve_rules(), delve_scene(spell=name), line) for line in lines)


def delve_monsters() -> Trials:
    """Go at each monster, and fight it."""
    for name in content().monsters:
        yield name, in_company(delve_rules(), delve_scene(monster=name), "step e")


TRIALS: dict[str, Callable[[], Trials]] = {
    "sil things": sil_things,
    "sil abilities": sil_abilities,
    "sil creatures": sil_creatures,
    "sil terrain": sil_terrain,
    "delve things": delve_things,
    "delve spells": delve_spells,
    "delve monsters": delve_monsters,
}


def play(record: RecordedPlay) -> Steps:
    """Try everything of a kind."""
    return [(name, digest_of(came)) for name, came in TRIALS[record.kind]()]
