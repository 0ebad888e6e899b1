"""Effects of horns (rules: objects 7.5)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.texts import text
from engine.sil.combat import critical_effects
from engine.sil.creature_ai import allies
from engine.sil.creatures import alertness, creature_stats, iron_crown, senses, skill_rolls
from engine.sil.data.records import NO_DICE, Dice
from engine.sil.dungeon import stairs
from engine.sil.effects import earthquake, effect_areas, injury
from engine.sil.effects.effect_areas import AreaEffect as Projected
from engine.sil.effects.statuses import inflict
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import protection
from engine.sil.item_use.use_effects import Use, UseEffects
from engine.sil.level import terrain
from engine.sil.perception import vision

UP, DOWN = "up", "down"
EFFECTS = UseEffects()
LAST_FLOOR = 19  # from this depth on nothing falls deeper


def _spread(use: Use, effect: Projected, degrees: int, radius: int) -> None:
    """Let an effect spread from the hero the way that the horn is pointed."""
    hero = use.game.hero
    dy, dx = compass.DIRECTIONS[use.way]
    target = (hero.y + radius * dy, hero.x + radius * dx)
    effect_areas.arc(use.game, effect, hero.y, hero.x, target, degrees=degrees, radius=radius)


def _marks(game: SilContext) -> list[tuple[int, int, int]]:
    """Return what can be seen to befall creatures."""
    return [
        (c.slot, c.temporary_morale, c.stun)
        for c in game.level.creatures
        if c is not None and game.known(c).visible
    ]


@EFFECTS.effect("cone")
def _cone(use: Use, element: str, degrees: int, radius: int, dice: Dice = NO_DICE) -> bool:
    before = _marks(use.game)
    will = use.game.hero.skill(Skill.WILL)
    _spread(use, Projected(element, *dice, power=will), degrees, radius)
    return _marks(use.game) != before


@EFFECTS.effect("hurl")
def _hurl(use: Use, bonus: int, reach: int) -> bool:
    """Hurl back whoever stands in the way, the farthest first."""
    game, noticed = use.game, False
    strength = game.hero.skill(Skill.WILL) + bonus
    for eighths in (0, 1, -1):
        keypad = compass.turned(compass.KEYPAD[use.way], eighths)
        dy, dx = compass.OFFSETS[keypad]
        for away in range(reach, 0, -1):
            y, x = game.hero.y + away * dy, game.hero.x + away * dx
            if not (0 <= y < game.level.height and 0 <= x < game.level.width):
                continue
            creature = game.level.creature_at(y, x)
            if creature is not None and senses.reaches_hero(game, creature):
                pushes = reach - away
                noticed = (
                    _push_back(game, creature, keypad, away, pushes, strength=strength) or noticed
                )
    vision.update(game)
    return noticed


def _push_back(
    game: SilContext, creature: Creature, keypad: int, away: int, times: int, strength: int
) -> bool:
    will = game.hero.skill(Skill.WILL)
    seen = game.known(creature).visible
    difficulty = 2 * creature_stats.constitution(creature)
    if skill_rolls.hero_check(game, strength, difficulty, creature) <= 0:
        return False
    pushes = [critical_effects.push(game, creature, keypad) for _ in range(times)]
    stun = will // away if any(pushes) else 2 * will // away
    creature.stun = min(255, creature.stun + max(0, stun))
    creature.energy = 0
    alertness.make_alert(game, creature)
    iron_crown.drop(game, creature)
    return seen


@EFFECTS.effect("blast")
def _blast(use: Use, degrees: int, radius: int, dice: Dice) -> bool:
    game, level = use.game, use.game.level
    before = bytes(level.feature), _marks(game)
    will = game.hero.skill(Skill.WILL)
    _spread(use, Projected("kill_wall", *dice, power=will), degrees, radius)
    vision.update(game)
    return before != (bytes(level.feature), _marks(game))


@EFFECTS.effect("break-ceiling")
def _break_ceiling(use: Use, hardness: int, dice: Dice, radius: int) -> bool:
    game, hero = use.game, use.game.hero
    if skill_rolls.hero_check(game, hero.skill(Skill.WILL), hardness) <= 0:
        tell(game, text("The blast breaks on the ceiling."), "magic")
        return True
    tell(game, text("The ceiling comes down!"), "hurt")
    harm = protection.withstand(game, *dice, "hurt")
    injury.hurt_hero(game, harm.net, text("a falling ceiling"), harm.account)
    if game.state.ended:
        return True
    earthquake.earthquake(game, hero.y, hero.x, radius, by=text("a falling ceiling"))
    if not game.state.ended:
        inflict(game, "stun", 4 * harm.net)
    return True


@EFFECTS.effect("break-floor")
def _break_floor(use: Use, hardness: int, dice: int, stun: int) -> bool:
    """Break the floor: a fall, and a stun for each point that it hurts (rules: world 4.4)."""
    game, level, hero = use.game, use.game.level, use.game.hero
    here = level.feature[level.at(hero.y, hero.x)]
    if level.depth >= LAST_FLOOR or not level.depth or terrain.PERMANENT_KIND[here]:
        tell(game, text("The floor is too strong."), "magic")
        return True
    if skill_rolls.hero_check(game, hero.skill(Skill.WILL), hardness) <= 0:
        tell(game, text("The blast breaks on the floor."), "magic")
        return True
    tell(game, text("The floor crumbles under you!"), "hurt")
    before = hero.health
    stairs.fall(
        game,
        dice,
        1,
        text("a fall through the floor"),
        "fell through",
        told=text("Fell through the floor"),
    )
    if not game.state.ended:
        game.state.leaving = "collapse"  # the roof comes down with him
        inflict(game, "stun", stun * (before - hero.health))
    return True


@EFFECTS.effect("rouse")
def _rouse(use: Use, earshot: int) -> bool:
    """Wake and anger those who hear it well."""
    game, level, noticed = use.game, use.game.level, False
    for creature in list(level.creatures):
        if creature is None or creature.alertness < 0:
            continue
        if game.knowledge.noise[level.at(creature.y, creature.x)] > earshot:
            continue
        calm = creature.stance != "aggressive"
        creature_stats.mark(creature, "angered")
        creature.stance = "aggressive"
        race = creature_stats.race(game, creature)
        if "SMART" in race.flags and allies.is_sociable(race):
            allies.warn(game, creature, "angered")
        noticed = noticed or (calm and game.known(creature).visible)
    return noticed
