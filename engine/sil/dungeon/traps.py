"""Traps: what each does, getting free of pits and webs, disarming (rules: dungeon 4, 7.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Text, text
from engine.sil.creatures import combat_totals, skill_rolls
from engine.sil.dungeon import search, stairs
from engine.sil.dungeon.doors import handicap
from engine.sil.effects import effect_areas, elements, injury, summoning
from engine.sil.effects.statuses import drain, inflict, trapped_in
from engine.sil.game.context import Game
from engine.sil.game.messages import disturb, say
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import action_costs, banes, gear, protection
from engine.sil.items import identification
from engine.sil.level import terrain
from engine.sil.perception import noise, vision

_DISARM = {
    terrain.FALSE_FLOOR: 1, terrain.CALTROPS: 1, terrain.ACID_TRAP: 1, terrain.ALARM_TRAP: 2,
    terrain.DART_TRAP: 3, terrain.FLASH_TRAP: 4, terrain.CONFUSION_TRAP: 5,
    terrain.MEMORY_TRAP: 5, terrain.DEADFALL: 7,
}  # fmt: skip
_CANNOT_AVOID = terrain.table((terrain.ROOST, terrain.WEB, terrain.PIT, terrain.SPIKED_PIT))
CONFUSING_GAS = effect_areas.AreaEffect("confusion", 3, 4, power=10)
BEST_CLIMB = 19  # what the luckiest dice add to Evasion against a difficulty
SLIP = -3  # a margin this bad sets the trap off


def enter(game: Game) -> None:
    """Let the hero meet what is where he stands: a chasm swallows him, a trap goes off."""
    level, hero = game.level, game.hero
    i = level.at(hero.y, hero.x)
    feature = level.feature[i]
    if feature == terrain.CHASM:
        say(game, text("You fall into the darkness!"), "hurt")
        deep = level.depth < stairs.THRONE - 2
        stairs.fall(
            game,
            6 if deep else 3,
            2,
            text("a fall into the chasm"),
            "fell into",
            text("Fell into a chasm"),
        )
    elif terrain.TRAP[feature]:
        if level.hidden[i]:
            search.reveal(game, i)
        disturb(game, text("you set off a trap"), "hurt")
        avoids = hero.derived.counts.get("avoid_traps", 0)
        if avoids and not _CANNOT_AVOID[feature]:
            say(game, text("You step lightly over the trap."))
            identification.show(game, "AVOID_TRAPS", text("Your feet found the way by themselves."))
        else:
            _SPRUNG[feature](game)


def struck(game: Game, difficulty: int) -> bool:
    """Return whether something of that skill hits the hero (the traps' dodge roll)."""
    evasion = combat_totals.hero_evasion(game).total
    cursed = "opposer" if game.hero.cursed else ""
    return skill_rolls.hit_roll(game.streams.play, difficulty, evasion, cursed=cursed).margin > 0  # type: ignore[arg-type]


def _name(game: Game, feature: int) -> Name:
    return terrain.words_of(game.data, feature)


def _false_floor(game: Game) -> None:
    say(game, text("The floor gives way, and you fall!"), "hurt")
    stairs.fall(
        game, 3, 1, text("a collapsing floor"), "fell through", text("Fell through a false floor")
    )


def _pit(game: Game) -> None:
    say(game, text("You fall into a pit!"), "hurt")
    _fall_into(game, text("a pit"))
    game.hero.stealth_score -= 5


def _fall_into(game: Game, pit: Text) -> None:
    game.hero.failed_climbs = 0
    injury.hurt_by_dice(game, 2, 4, pit, injury.UNARMOURED)


def _spiked_pit(game: Game) -> None:
    say(game, text("You fall into a pit of spikes!"), "hurt")
    _fall_into(game, text("a spiked pit"))
    if not game.state.ended:
        harm = protection.withstand(game, 4, 5, "hurt")
        if harm.net > 0:
            injury.hurt_hero(game, harm.net, text("a spiked pit"), harm.account)
            inflict(game, "cut", (harm.net + 1) // 2, save=False)
    game.hero.stealth_score -= 10


def _dart(game: Game) -> None:
    if struck(game, 15):
        if game.streams.play.die(15) > protection.roll(game, "other"):
            say(game, text("A small dart hits you!"), "hurt")
            injury.hurt_hero(
                game, 1, text("a dart trap"), text("A dart costs 1 when it gets through.")
            )
            if not game.state.ended:
                drain(game, Stat.STR)
        else:
            say(game, text("A small dart glances off your armour."))
    else:
        say(game, text("A small dart barely misses you."))
    noise.noise(game, 5)


def _confusion(game: Game) -> None:
    say(game, text("A bewildering gas rises about you!"), "hurt")
    inflict(game, "confused", game.streams.play.roll(4, 4))
    effect_areas.ball(game, CONFUSING_GAS, game.hero.y, game.hero.x, 1)
    noise.noise(game, 10)


def _memory(game: Game) -> None:
    say(game, text("A sweet vapour rises about you."), "hurt")
    if not skill_rolls.will_save(game, None):
        forget(game)
    noise.noise(game, 10)


def forget(game: Game) -> None:
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
    say(game, text("Your memory of this place fades away."), "status")
    vision.update(game)


def _alarm(game: Game) -> None:
    say(game, text("A bell rings out, loud and long!"), "hurt")
    noise.noise(game, -20)


def _flash(game: Game) -> None:
    say(game, text("There is a searing flash of light!"), "hurt")
    if not game.hero.timers.blind:
        inflict(game, "blind", game.streams.play.roll(5, 4))
    noise.noise(game, 5)


def _caltrops(game: Game) -> None:
    if skill_rolls.hero_check(game, game.hero.skill(Skill.PERCEPTION), 10) > 0:
        say(game, text("You pick your way among the caltrops."))
    else:
        say(game, text("You step on a caltrop!"), "hurt")
        injury.hurt_by_dice(game, 1, 4, text("a caltrop"))
        if not game.state.ended:
            inflict(game, "slow", game.streams.play.roll(4, 4))
    game.hero.stealth_score -= 10


def _roost(game: Game) -> None:
    level, hero = game.level, game.hero
    if summoning.roost(game):
        say(game, text("Wings beat about you: you have roused a roost!"), "hurt")
        vision.change_terrain(game, level.at(hero.y, hero.x), terrain.FLOOR)


def _web(game: Game) -> None:
    say(game, text("You are caught in a web!"), "hurt")
    summoning.web(game)


def _deadfall(game: Game) -> None:
    level, hero, play = game.level, game.hero, game.streams.play
    here = level.at(hero.y, hero.x)
    free = [
        (hero.y + dy, hero.x + dx)
        for dy, dx in compass.DIRECTIONS.values()
        if terrain.is_empty(game, level.at(hero.y + dy, hero.x + dx))
    ]
    say(game, text("The roof comes down upon you!"), "hurt")
    aside = play.choose(free) if free else (hero.y, hero.x)
    if not free or struck(game, 20):
        harm = protection.withstand(game, 4 if free else 6, 8, "other")
        injury.hurt_hero(game, harm.net, text("a deadfall"), harm.account)
        if not game.state.ended:
            inflict(game, "stun", 4 * harm.rolled)
    hero.y, hero.x = aside
    vision.change_terrain(game, here, terrain.RUBBLE)
    vision.update(game)
    noise.noise(game, -20)


def _acid(game: Game) -> None:
    say(game, text("Acid sprays over you!"), "hurt")
    harm = protection.withstand(game, 4, 4, "other")
    elements.settle(game, "acid", harm.net, text("an acid trap"), account=harm.account)
    noise.noise(game, 10)


_SPRUNG: dict[int, Callable[[Game], None]] = {
    terrain.FALSE_FLOOR: _false_floor,
    terrain.PIT: _pit,
    terrain.SPIKED_PIT: _spiked_pit,
    terrain.DART_TRAP: _dart,
    terrain.CONFUSION_TRAP: _confusion,
    terrain.MEMORY_TRAP: _memory,
    terrain.ALARM_TRAP: _alarm,
    terrain.FLASH_TRAP: _flash,
    terrain.CALTROPS: _caltrops,
    terrain.ROOST: _roost,
    terrain.WEB: _web,
    terrain.DEADFALL: _deadfall,
    terrain.ACID_TRAP: _acid,
}


def break_free(game: Game) -> bool:
    """Climb out of the pit or tear the web that holds the hero; True when he is free to step.

    A failure takes the turn. Nothing holds him: True.
    """
    held = trapped_in(game)
    if held == "pit" and not _climb(game):
        return False
    game.hero.failed_climbs = 0
    return _tear(game) if held == "web" else True


def _climb(game: Game) -> bool:
    """Try to climb out of a pit; each failure makes the next try easier, or does not (ruling
    `pit_climb_difficulty`)."""
    level, hero = game.level, game.hero
    climb = game.rulings.pit_climb_difficulty
    spiked = level.feature[level.at(hero.y, hero.x)] == terrain.SPIKED_PIT
    difficulty = climb.spiked if spiked else climb.pit
    if not struck(game, difficulty - climb.less_per_failure * hero.failed_climbs):
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
    say(game, words)
    return False


def _tear(game: Game) -> bool:
    level, hero = game.level, game.hero
    strength = max(2 * hero.stat(Stat.STR), level.depth // 2 - 8)
    difficulty = level.depth // 2 - 10 * hero.derived.counts.get("free_action", 0)
    weapon = hero.worn.get(Slot.WEAPON)
    if any(
        gear.has(game.data, weapon, flag) for flag in ("SLAY_SPIDER", "SHARPNESS", "SHARPNESS2")
    ):
        difficulty -= 5
    difficulty -= banes.spider_bane(game)
    if skill_rolls.hero_check(game, strength, difficulty) > 0:
        say(game, text("You tear yourself free of the web."))
        vision.change_terrain(game, level.at(hero.y, hero.x), terrain.FLOOR)
        return True
    action_costs.spend(game)
    say(game, text("You struggle in the web, and it holds."))
    return False


def can_disarm(feature: int) -> bool:
    """Return whether such a trap can be disarmed."""
    return feature in _DISARM


def disarm(game: Game, y: int, x: int) -> bool:
    """Work on a trap that the hero sees, beside him or underfoot. Takes a turn.

    Returns whether it is worth going on (a failure that did no harm). Raises IllegalAction when
    there is none, or it is none that can be disarmed.
    """
    level, hero = game.level, game.hero
    i = level.at(y, x)
    feature = level.feature[i]
    if not game.knowledge.mark[i] or level.hidden[i] or not terrain.TRAP[feature]:
        raise IllegalAction("There is no trap there that you know of.")
    if (y, x) == (hero.y, hero.x) and feature == terrain.WEB:
        action_costs.spend(game)
        return not _tear(game)
    if feature not in _DISARM:
        raise IllegalAction(f"There is no disarming a {_name(game, feature)}.")
    if i in level.occupant:
        raise IllegalAction("Something stands in the way.")
    action_costs.spend(game)
    margin = skill_rolls.hero_check(
        game, hero.skill(Skill.PERCEPTION), _DISARM[feature] + handicap(game)
    )
    if margin > 0:
        vision.change_terrain(game, i, terrain.FLOOR)
        game.knowledge.mark[i] = 0
        vision.update(game)
        say(game, text("You have disarmed the {feature}.", feature=_name(game, feature)), "found")
        return False
    if margin > SLIP:
        say(game, text("You fail to disarm the {feature}.", feature=_name(game, feature)))
        return True
    say(game, text("You set off the {feature}!", feature=_name(game, feature)), "hurt")
    hero.y, hero.x = y, x
    vision.update(game)
    enter(game)
    return False
