"""The effects of horns (rules: objects 7.5). Each effect takes the way the horn is blown and tells
whether it was noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.common import compass
from engine.contract.texts import text
from engine.sil.combat import critical_effects
from engine.sil.creature_ai import allies
from engine.sil.creatures import alertness, creature_stats, iron_crown, senses, skill_rolls
from engine.sil.dungeon import stairs
from engine.sil.effects import earthquake, effect_areas, injury
from engine.sil.effects.effect_areas import AreaEffect as Projected
from engine.sil.effects.statuses import inflict
from engine.sil.game.context import Game
from engine.sil.game.messages import say
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import protection
from engine.sil.level import terrain
from engine.sil.perception import vision

UP, DOWN = "up", "down"
HornEffect = Callable[[Game, str], bool]
DEGREES, RADIUS = 90, 3
CEILING = FLOOR = 10  # how hard they are to break
LAST_FLOOR = 19  # from this depth on nothing falls deeper
EARSHOT = 10
FALL_DICE = 3
FALL_STUN = 5  # for each point of damage of the fall (rules: world 4.4)


class Horn(NamedTuple):
    """The loudness of a horn, its effect, and whether it is pointed somewhere."""

    noise: int
    effect: HornEffect
    aimed: bool = True
    upright: bool = False  # may be blown at the ceiling and the floor


def _cone(game: Game, way: str, effect: Projected) -> None:
    hero = game.hero
    dy, dx = compass.DIRECTIONS[way]
    target = (hero.y + RADIUS * dy, hero.x + RADIUS * dx)
    effect_areas.arc(game, effect, hero.y, hero.x, target, DEGREES, RADIUS)


def _marks(game: Game) -> list[tuple[int, int, int]]:
    """Return what can be seen to befall creatures."""
    return [
        (c.slot, c.temporary_morale, c.stun)
        for c in game.level.creatures
        if c is not None and game.known(c).visible
    ]


def _terror(game: Game, way: str) -> bool:
    before = _marks(game)
    _cone(game, way, Projected("fear", power=game.hero.skill(Skill.WILL)))
    return _marks(game) != before


def _thunder(game: Game, way: str) -> bool:
    before = _marks(game)
    _cone(game, way, Projected("sound", 10, 4))
    return _marks(game) != before


def _force(game: Game, way: str) -> bool:
    """Hurl back whoever stands in the way, the farthest first."""
    noticed = False
    for eighths in (0, 1, -1):
        keypad = compass.turned(compass.KEYPAD[way], eighths)
        dy, dx = compass.OFFSETS[keypad]
        for away in (3, 2, 1):
            y, x = game.hero.y + away * dy, game.hero.x + away * dx
            if not (0 <= y < game.level.height and 0 <= x < game.level.width):
                continue
            creature = game.level.creature_at(y, x)
            if creature is not None and senses.reaches_hero(game, creature):
                noticed = _hurl(game, creature, keypad, away) or noticed
    vision.update(game)
    return noticed


def _hurl(game: Game, creature: Creature, keypad: int, away: int) -> bool:
    will = game.hero.skill(Skill.WILL)
    seen = game.known(creature).visible
    if (
        skill_rolls.hero_check(game, will + 10, 2 * creature_stats.constitution(creature), creature)
        <= 0
    ):
        return False
    pushes = [critical_effects.push(game, creature, keypad) for _ in range(3 - away)]
    stun = will // away if any(pushes) else 2 * will // away
    creature.stun = min(255, creature.stun + max(0, stun))
    creature.energy = 0
    alertness.make_alert(game, creature)
    iron_crown.drop(game, creature)
    return seen


def _blasting(game: Game, way: str) -> bool:
    will = game.hero.skill(Skill.WILL)
    if way == UP:
        _bring_down_ceiling(game)
        return True
    if way == DOWN:
        _break_floor(game)
        return True
    level = game.level
    before = bytes(level.feature), _marks(game)
    _cone(game, way, Projected("kill_wall", 8, 4, power=will))
    vision.update(game)
    return before != (bytes(level.feature), _marks(game))


def _bring_down_ceiling(game: Game) -> None:
    hero = game.hero
    if skill_rolls.hero_check(game, hero.skill(Skill.WILL), CEILING) <= 0:
        say(game, text("The blast breaks on the ceiling."), "magic")
        return
    say(game, text("The ceiling comes down!"), "hurt")
    harm = protection.withstand(game, 4, 8, "hurt")
    injury.hurt_hero(game, harm.net, text("a falling ceiling"), harm.account)
    if game.state.ended:
        return
    earthquake.earthquake(game, hero.y, hero.x, 3, by=text("a falling ceiling"))
    if not game.state.ended:
        inflict(game, "stun", 4 * harm.net)


def _break_floor(game: Game) -> None:
    level, hero = game.level, game.hero
    here = level.feature[level.at(hero.y, hero.x)]
    if level.depth >= LAST_FLOOR or not level.depth or terrain.PERMANENT_KIND[here]:
        say(game, text("The floor is too strong."), "magic")
        return
    if skill_rolls.hero_check(game, hero.skill(Skill.WILL), FLOOR) <= 0:
        say(game, text("The blast breaks on the floor."), "magic")
        return
    say(game, text("The floor crumbles under you!"), "hurt")
    before = hero.health
    stairs.fall(
        game,
        FALL_DICE,
        1,
        text("a fall through the floor"),
        "fell through",
        text("Fell through the floor"),
    )
    if not game.state.ended:
        game.state.leaving = "collapse"  # the roof comes down with him
        inflict(game, "stun", FALL_STUN * (before - hero.health))


def _warning(game: Game, way: str) -> bool:
    """It only wakes and angers those who hear it well."""
    del way
    level, noticed = game.level, False
    for creature in list(level.creatures):
        if creature is None or creature.alertness < 0:
            continue
        if game.knowledge.noise[level.at(creature.y, creature.x)] > EARSHOT:
            continue
        calm = creature.stance != "aggressive"
        creature_stats.mark(creature, "angered")
        creature.stance = "aggressive"
        race = creature_stats.race(game, creature)
        if "SMART" in race.flags and allies.is_sociable(race):
            allies.tell(game, creature, "angered")
        noticed = noticed or (calm and game.known(creature).visible)
    return noticed


HORNS: dict[str, Horn] = {
    "Terror": Horn(10, _terror),
    "Thunder": Horn(20, _thunder),
    "Force": Horn(20, _force),
    "Blasting": Horn(30, _blasting, upright=True),
    "Warning": Horn(40, _warning, aimed=False),
}
"""By name of the kind."""
