"""Traps: what each does, getting free of pits and webs, disarming (rules: dungeon 4, 7.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.common import compass
from engine.common.effects import EffectFunctions
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Text, text
from engine.sil.creatures import combat_totals, skill_rolls
from engine.sil.data.records import Dice
from engine.sil.dungeon import search, stairs
from engine.sil.dungeon.doors import handicap
from engine.sil.effects import effect_areas, elements, injury, summoning
from engine.sil.effects.statuses import drain, inflict, trapped_in
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import action_costs, banes, gear, protection
from engine.sil.items import identification
from engine.sil.level import terrain
from engine.sil.perception import noise, vision

EFFECTS = EffectFunctions[Callable[..., None]]()
BEST_CLIMB = 19  # what the luckiest dice add to Evasion against a difficulty
SLIP = -3  # a margin this bad sets the trap off


def enter(game: SilContext) -> None:
    """Let the hero meet what is where he stands: a chasm swallows him, a trap goes off."""
    level, hero = game.level, game.hero
    i = level.at(hero.y, hero.x)
    feature = level.feature[i]
    if feature == terrain.CHASM:
        tell(game, text("You fall into the darkness!"), "hurt")
        deep = level.depth < stairs.THRONE - 2
        stairs.fall(
            game,
            6 if deep else 3,
            2,
            text("a fall into the chasm"),
            "fell into",
            told=text("Fell into a chasm"),
        )
    elif terrain.TRAP[feature]:
        rules = game.data.rules.traps[feature]
        if level.hidden[i]:
            search.reveal(game, i)
        disturb(game, text("you set off a trap"), "hurt")
        avoids = hero.derived.counts["avoid_traps"]
        if avoids and rules.avoidable:
            tell(game, text("You step lightly over the trap."))
            identification.show(game, "AVOID_TRAPS", text("Your feet found the way by themselves."))
        else:
            for effect in rules.effects:
                EFFECTS[effect.name](game, *effect.args)


def struck(game: SilContext, difficulty: int) -> bool:
    """Return whether something of that skill hits the hero (the traps' dodge roll)."""
    return dodge_contest(game, difficulty).roll(game.streams.play).margin > 0


def dodge_contest(game: SilContext, difficulty: int) -> skill_rolls.SkillContest:
    """Return the roll of something of that skill to hit the hero."""
    evasion = combat_totals.hero_evasion(game).total
    cursed: skill_rolls.Cursed = "opposer" if game.hero.cursed else ""
    return skill_rolls.hit_contest(difficulty, evasion, cursed=cursed)


def _name(game: SilContext, feature: int) -> Name:
    return terrain.words_of(game.data, feature)


@EFFECTS.effect("collapse")
def _collapse(game: SilContext, dice: int) -> None:
    tell(game, text("The floor gives way, and you fall!"), "hurt")
    stairs.fall(
        game,
        dice,
        1,
        text("a collapsing floor"),
        "fell through",
        told=text("Fell through a false floor"),
    )


@EFFECTS.effect("pit")
def _pit(game: SilContext, dice: Dice) -> None:
    tell(game, text("You fall into a pit!"), "hurt")
    _fall_into(game, text("a pit"), dice)


def _fall_into(game: SilContext, pit: Text, dice: Dice) -> None:
    game.hero.failed_climbs = 0
    injury.hurt_by_dice(game, *dice, pit, injury.UNARMOURED)


@EFFECTS.effect("spiked-pit")
def _spiked_pit(game: SilContext, fall: Dice, spikes: Dice) -> None:
    tell(game, text("You fall into a pit of spikes!"), "hurt")
    _fall_into(game, text("a spiked pit"), fall)
    if not game.state.ended:
        harm = protection.withstand(game, *spikes, "hurt")
        if harm.net > 0:
            injury.hurt_hero(game, harm.net, text("a spiked pit"), harm.account)
            inflict(game, "cut", (harm.net + 1) // 2, save=False)


@EFFECTS.effect("dart")
def _dart(game: SilContext, skill: int, sides: int) -> None:
    if struck(game, skill):
        if game.streams.play.die(sides) > protection.roll(game, "other"):
            tell(game, text("A small dart hits you!"), "hurt")
            injury.hurt_hero(
                game, 1, text("a dart trap"), text("A dart costs 1 when it gets through.")
            )
            if not game.state.ended:
                drain(game, Stat.STR)
        else:
            tell(game, text("A small dart glances off your armour."))
    else:
        tell(game, text("A small dart barely misses you."))


@EFFECTS.effect("gas")
def _gas(game: SilContext, dice: Dice, cloud: Dice, power: int) -> None:
    """Confuse the hero, and those beside him by the dice and the power of the cloud."""
    tell(game, text("A bewildering gas rises about you!"), "hurt")
    inflict(game, "confused", game.streams.play.roll(*dice))
    around = effect_areas.AreaEffect("confusion", *cloud, power=power)
    effect_areas.ball(game, around, game.hero.y, game.hero.x, 1)


@EFFECTS.effect("forget")
def _vapour(game: SilContext) -> None:
    tell(game, text("A sweet vapour rises about you."), "hurt")
    if not skill_rolls.will_save(game, None):
        forget(game)


def forget(game: SilContext) -> None:
    """Let the hero forget the level: map, objects, traps but the one he stands on."""
    level, hero = game.level, game.hero
    here = level.at(hero.y, hero.x)
    for i in range(len(game.knowledge.mark)):
        game.knowledge.mark[i] = game.knowledge.walked[i] = game.knowledge.glimpsed[i] = 0
        if terrain.TRAP[level.feature[i]] and i != here:
            level.hidden[i] = 1
    for heap in level.floor.values():
        for item in heap:
            game.forget(item)
    tell(game, text("Your memory of this place fades away."), "status")
    vision.update(game)


@EFFECTS.effect("alarm")
def _alarm(game: SilContext) -> None:
    tell(game, text("A bell rings out, loud and long!"), "hurt")


@EFFECTS.effect("flash")
def _flash(game: SilContext, dice: Dice) -> None:
    tell(game, text("There is a searing flash of light!"), "hurt")
    if not game.hero.timers.blind:
        inflict(game, "blind", game.streams.play.roll(*dice))


@EFFECTS.effect("caltrops")
def _caltrops(game: SilContext, difficulty: int, dice: Dice, slowness: Dice) -> None:
    if skill_rolls.hero_check(game, game.hero.skill(Skill.PERCEPTION), difficulty) > 0:
        tell(game, text("You pick your way among the caltrops."))
    else:
        tell(game, text("You step on a caltrop!"), "hurt")
        injury.hurt_by_dice(game, *dice, text("a caltrop"))
        if not game.state.ended:
            inflict(game, "slow", game.streams.play.roll(*slowness))


@EFFECTS.effect("roost")
def _roost(game: SilContext, number: int) -> None:
    level, hero = game.level, game.hero
    if summoning.roost(game, number):
        tell(game, text("Wings beat about you: you have roused a roost!"), "hurt")
        vision.change_terrain(game, level.at(hero.y, hero.x), terrain.FLOOR)


@EFFECTS.effect("web")
def _web(game: SilContext) -> None:
    tell(game, text("You are caught in a web!"), "hurt")
    summoning.web(game)


@EFFECTS.effect("deadfall")
def _deadfall(game: SilContext, skill: int, dice: Dice, walled_in: Dice) -> None:
    """Let the roof come down: more of it on a hero who has no square to leap aside to."""
    level, hero, play = game.level, game.hero, game.streams.play
    here = level.at(hero.y, hero.x)
    free = [
        (hero.y + dy, hero.x + dx)
        for dy, dx in compass.DIRECTIONS.values()
        if terrain.is_empty(game, level.at(hero.y + dy, hero.x + dx))
    ]
    tell(game, text("The roof comes down upon you!"), "hurt")
    aside = play.choose(free) if free else (hero.y, hero.x)
    if not free or struck(game, skill):
        harm = protection.withstand(game, *(dice if free else walled_in), "other")
        injury.hurt_hero(game, harm.net, text("a deadfall"), harm.account)
        if not game.state.ended:
            inflict(game, "stun", 4 * harm.rolled)
    hero.y, hero.x = aside
    vision.change_terrain(game, here, terrain.RUBBLE)
    vision.update(game)


@EFFECTS.effect("acid")
def _acid(game: SilContext, dice: Dice) -> None:
    tell(game, text("Acid sprays over you!"), "hurt")
    harm = protection.withstand(game, *dice, "other")
    elements.settle(
        game, "acid", harm.net, text("an acid trap"), account=harm.account, means="trap"
    )


@EFFECTS.effect("noise")
def _noise(game: SilContext, stealth: int) -> None:
    """Make a noise of so much Stealth, the louder the less."""
    noise.noise(game, stealth)


@EFFECTS.effect("give-away")
def _give_away(game: SilContext, points: int) -> None:
    """Lower the hero's Stealth until his next turn."""
    game.hero.stealth_score -= points


def break_free(game: SilContext) -> bool:
    """Climb out of the pit or tear the web that holds the hero; True when he is free to step.

    A failure takes the turn. Nothing holds him: True.
    """
    held = trapped_in(game)
    if held == "pit" and not _climb(game):
        return False
    game.hero.failed_climbs = 0
    return _tear(game) if held == "web" else True


def _climb_difficulty(game: SilContext) -> int:
    """Return how hard the pit is that holds the hero, before any failure."""
    level, hero = game.level, game.hero
    climb = game.rulings.pit_climb_difficulty
    spiked = level.feature[level.at(hero.y, hero.x)] == terrain.SPIKED_PIT
    return climb.spiked if spiked else climb.pit


def climb_contest(game: SilContext) -> skill_rolls.SkillContest:
    """Return the pit's roll to keep the hero: he climbs out where it fails. Each failure makes the
    next try easier, or does not (ruling `pit_climb_difficulty`)."""
    climb = game.rulings.pit_climb_difficulty
    difficulty = _climb_difficulty(game)
    return dodge_contest(game, difficulty - climb.less_per_failure * game.hero.failed_climbs)


def _climb(game: SilContext) -> bool:
    """Try to climb out of a pit."""
    hero, climb = game.hero, game.rulings.pit_climb_difficulty
    difficulty = _climb_difficulty(game)
    if climb_contest(game).roll(game.streams.play).margin <= 0:
        return True
    hero.failed_climbs += 1
    evasion, least = combat_totals.hero_evasion(game).total, difficulty - BEST_CLIMB
    action_costs.spend(game)
    if climb.less_per_failure:
        words = text("You try to climb out of the pit, and slip back. The next try will be easier.")
    elif evasion < least:
        words = text(
            "You try to climb out of the pit, and slip back. With an Evasion of {evasion} you have"
            " no chance: it takes at least {least}.",
            evasion=evasion,
            least=least,
        )
        disturb(game, text("you have no chance to climb out"), "blocked")
    else:
        words = text("You try to climb out of the pit, and slip back.")
    tell(game, words)
    return False


def tear_contest(game: SilContext) -> skill_rolls.SkillContest:
    """Return the hero's roll to tear the web that holds him."""
    level, hero = game.level, game.hero
    strength = max(2 * hero.stat(Stat.STR), level.depth // 2 - 8)
    difficulty = level.depth // 2 - 10 * hero.derived.counts["free_action"]
    weapon = hero.worn.get(Slot.WEAPON)
    if any(
        gear.has(game.data, weapon, flag) for flag in ("SLAY_SPIDER", "SHARPNESS", "SHARPNESS2")
    ):
        difficulty -= 5
    difficulty -= banes.spider_bane(game)
    return skill_rolls.hero_contest(game, strength, difficulty)


def _tear(game: SilContext) -> bool:
    level, hero = game.level, game.hero
    if tear_contest(game).roll(game.streams.play).margin > 0:
        tell(game, text("You tear yourself free of the web."))
        vision.change_terrain(game, level.at(hero.y, hero.x), terrain.FLOOR)
        return True
    action_costs.spend(game)
    tell(game, text("You struggle in the web, and it holds."))
    return False


def can_disarm(game: SilContext, feature: int) -> bool:
    """Return whether such a trap can be disarmed."""
    trap = game.data.rules.traps.get(feature)
    return trap is not None and trap.disarm is not None


def disarm_contest(game: SilContext, feature: int) -> skill_rolls.SkillContest:
    """Return the hero's roll to disarm such a trap."""
    difficulty = game.data.rules.traps[feature].disarm or 0
    perception = game.hero.skill(Skill.PERCEPTION)
    return skill_rolls.hero_contest(game, perception, difficulty + handicap(game))


def disarm(game: SilContext, y: int, x: int) -> bool:
    """Work on a trap that the hero sees, beside him or underfoot. Takes a turn.

    Returns whether it is worth going on (a failure that did no harm). Raises IllegalAction when
    there is none, or it is none that can be disarmed.
    """
    level, hero = game.level, game.hero
    i = level.at(y, x)
    feature = level.feature[i]
    if not game.knowledge.mark[i] or level.hidden[i] or not terrain.TRAP[feature]:
        raise IllegalAction(text("There is no trap there that you know of."))
    if (y, x) == (hero.y, hero.x) and feature == terrain.WEB:
        action_costs.spend(game)
        return not _tear(game)
    if not can_disarm(game, feature):
        raise IllegalAction(text("There is no disarming {trap:a}.", trap=_name(game, feature)))
    if i in level.occupant:
        raise IllegalAction(text("Something stands in the way."))
    action_costs.spend(game)
    margin = disarm_contest(game, feature).roll(game.streams.play).margin
    if margin > 0:
        vision.change_terrain(game, i, terrain.FLOOR)
        game.knowledge.mark[i] = 0
        vision.update(game)
        tell(game, text("You have disarmed the {feature}.", feature=_name(game, feature)), "found")
        return False
    if margin > SLIP:
        tell(game, text("You fail to disarm the {feature}.", feature=_name(game, feature)))
        return True
    tell(game, text("You set off the {feature}!", feature=_name(game, feature)), "hurt")
    hero.y, hero.x = y, x
    vision.update(game)
    enter(game)
    return False
