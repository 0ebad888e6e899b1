"""Arrows and things thrown, and the enemies beside an archer (rules: silg 1, 4, A2, A4)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Value
from engine.sil.combat import archery, missile_flight, throwing
from engine.sil.combat.missile_flight import Target
from engine.sil.commands import fighting
from engine.sil.commands.base import item as held_item
from engine.sil.creatures import combat_totals, creature_stats, skill_rolls, slays
from engine.sil.creatures.combat_totals import Tally
from engine.sil.effects import blow_rolls
from engine.sil.game.state import Creature, Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, gear
from engine.sil.items import pack, stacking
from engine.silg.combat import blows, skill_totals, standing_defence
from engine.silg.combat.skill_totals import AttackContest, AttackRoll
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, Fighter, RolledBlow
from engine.silg.wording import text

AFRAID = {
    "fire": text("You are too afraid to shoot."),
    "throw": text("You are too afraid to throw anything."),
}


def declare_shot(game: SilGContext, seat: int, line: str) -> DeclaredAction:
    """Shoot: the arrow leaves the quiver and is rolled now. Raises IllegalAction."""
    hero_game, words = game.hero_game(seat), line.split()
    hero = hero_game.hero
    quiver = archery.QUIVERS.get(words[2], Slot.QUIVER1) if len(words) > 2 else _filled(game, seat)
    bow, arrows = hero.worn.get(Slot.BOW), hero.worn.get(quiver)
    if hero.timers.afraid:
        raise IllegalAction(AFRAID["fire"])
    if bow is None:
        raise IllegalAction(text("You have no bow."))
    if arrows is None:
        raise IllegalAction(text("That quiver is empty."))
    target = fighting.aim(hero_game, words[1], archery.reach(hero_game))
    squares = missile_flight.path(hero_game, target, archery.reach(hero_game), through=True)
    arrow = missile_flight.one_of(hero_game, arrows)
    derived.update(hero_game)
    hero.attacked = True
    deed = DeclaredAction("shot", line, squares=squares, item=arrow)
    creature = _first_met(game, seat, squares, target)
    if creature is not None:
        deed.target = f"c{creature.slot}"
        deed.blows.append(_roll_shot(game, seat, bow, arrow, creature))
    return deed


def _filled(game: SilGContext, seat: int) -> Slot:
    worn = game.hero(seat).worn
    return next((slot for slot in archery.QUIVERS.values() if slot in worn), Slot.QUIVER1)


def _first_met(game: SilGContext, seat: int, squares: list[int], target: Target) -> Creature | None:
    """Return whom something that flies over these squares comes to first, or was aimed at."""
    level, hero_game = game.state.sil.level, game.hero_game(seat)
    for square in squares:
        if missile_flight.is_blocked(hero_game, square):
            return None
        creature = level.creatures[level.occupant.get(square, 0)]
        if creature is None or creature_stats.has(hero_game, creature, "PEACEFUL"):
            continue
        if isinstance(target, Creature) and creature is not target:
            continue
        return creature
    return None


def _roll_shot(
    game: SilGContext, seat: int, bow: Item, arrow: Item, creature: Creature
) -> RolledBlow:
    hero_game = game.hero_game(seat)
    tally = combat_totals.hero_attack(hero_game, creature, archery.attack_base(hero_game, arrow))
    archery.rout(hero_game, creature, tally)
    accurate = gear.has(hero_game.data, bow, "ACCURATE")
    name = Name(gear.traits(hero_game.data, bow).name)
    out = _roll(game, seat, creature, tally, name, shot=True, accurate=accurate)
    if not out.hit:
        return out
    slaying = slays.against(hero_game, creature, arrow, bow)
    out.slays, out.brands = slaying
    dice, out.sides = hero_game.hero.derived.archery_dice
    out.crit = _crit(game, seat, out, bow, creature)
    ambush = hero_game.hero.active(ab.AMBUSH) and creature_stats.unwary(creature)
    out.dice = dice + out.crit + slaying.dice + ambush + archery.spend_vengeance(hero_game)
    if hero_game.hero.last_archery_kill and hero_game.hero.active(ab.DEADLY_HAIL):
        out.dice *= 2
    out.damage = hero_game.streams.play.roll(out.dice, out.sides)
    out.percent = slays.sharpness(hero_game, arrow)
    return out


def _roll(
    game: SilGContext,
    seat: int,
    creature: Creature,
    tally: Tally,
    name: Value,
    *,
    shot: bool,
    accurate: bool,
) -> RolledBlow:
    hero = game.hero(seat)
    evasion = skill_totals.creature_evasion(game, creature, (hero.y, hero.x))
    standing = standing_defence.entered(game, f"c{creature.slot}")
    against = skill_totals.number_to_beat(evasion.total, standing.die, shot=shot)
    rolled = AttackContest(tally.total, against, accurate).roll(game.streams.play)
    out = RolledBlow("shot" if shot else "throw", tally.total, rolled.die, against)
    out.account = text(
        "{what}. {attack}; rolled {rolled}. Against {evasion}, die {die}{halved}",
        what=name,
        attack=tally.words(),
        rolled=rolled.die,
        evasion=evasion.words(),
        die=standing.die,
        halved=text(", halved for the arrow") if shot else "",
    )
    return out


def _crit(game: SilGContext, seat: int, out: RolledBlow, thing: Item, creature: Creature) -> int:
    hero_game = game.hero_game(seat)
    if gear.has(hero_game.data, thing, "CUMBERSOME"):
        return 0
    dice = skill_totals.critical_dice(
        hero_game.rulings,
        AttackRoll(out.die, out.margin),
        thing.weight,
        natural=game.option("averaging"),
    )
    return skill_rolls.crit_against(dice, hero_game.data.monsters[creature.race].flags)


def declare_throw(game: SilGContext, seat: int, line: str) -> DeclaredAction:
    """AttackRoll a thing: it leaves the hand and is rolled now. Raises IllegalAction."""
    hero_game, words = game.hero_game(seat), line.split()
    if hero_game.hero.timers.afraid:
        raise IllegalAction(AFRAID["throw"])
    item = held_item(hero_game, words[1])
    worn = any(thing is item for thing in hero_game.hero.worn.values())
    if worn and item.cursed and not hero_game.hero.active(ab.CURSE_BREAKING):
        raise IllegalAction(text("You cannot let go of it: it is cursed."))
    target = fighting.aim(hero_game, words[2], throwing.reach(hero_game, item))
    squares = missile_flight.path(hero_game, target, throwing.reach(hero_game, item))
    base = throwing.attack_base(hero_game, item)
    thrown = missile_flight.one_of(hero_game, item)
    hero_game.hero.attacked = True
    deed = DeclaredAction("throw", line, squares=squares, item=thrown)
    creature = _first_met(game, seat, squares, target)
    if creature is not None:
        deed.target = f"c{creature.slot}"
        tally = combat_totals.hero_attack(hero_game, creature, base)
        accurate = gear.has(hero_game.data, thrown, "ACCURATE")
        name = gear.called(hero_game, thrown).word
        out = _roll(game, seat, creature, tally, name, shot=False, accurate=accurate)
        if out.hit:
            slaying = slays.against(hero_game, creature, thrown)
            out.slays, out.brands = slaying
            out.crit = _crit(game, seat, out, thrown, creature)
            dice, out.sides = throwing.damage_dice(hero_game, thrown)
            out.dice = dice + out.crit + slaying.dice + archery.spend_vengeance(hero_game)
            out.damage = hero_game.streams.play.roll(out.dice, out.sides)
            out.percent = slays.sharpness(hero_game, thrown)
        deed.blows.append(out)
    derived.update(hero_game)
    return deed


def take_back(game: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Put the arrow of a shot that is withdrawn back into a quiver, a thing not thrown into the
    pack."""
    hero_game, item = game.hero_game(seat), deed.item
    if item is None:
        return
    worn = hero_game.hero.worn
    alike = any(q in worn and stacking.are_alike(hero_game, worn[q], item) for q in pack.QUIVERS)
    empty = next((q for q in pack.QUIVERS if q not in worn), None)
    if deed.kind == "shot" and not alike and empty is not None:
        worn[empty] = item
        derived.update(hero_game)
    else:
        pack.carry(hero_game, item)


def land(game: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Report a shot or a throw that falls due: what it hits, and where it comes to lie."""
    hero_game, level = game.hero_game(seat), game.state.sil.level
    creature = game.creature(deed.target) if deed.target else None
    killed = False
    for blow in deed.blows:
        if creature is not None:
            killed = blows.deal_to_creature(game, seat, creature, blow, ranged=True)
    hero_game.hero.last_archery_kill = killed and deed.kind == "shot"
    if not deed.blows:
        who = game.hero_name(seat)
        told = (
            text("{who:The} shoots an arrow.", who=who)
            if deed.kind == "shot"
            else text("{who:The} throws something.", who=who)
        )
        game.tell(told, None, "shot")
    if deed.item is None:
        return
    rest, hit_wall = level.at(hero_game.hero.y, hero_game.hero.x), False
    hit = deed.blows and deed.blows[0].hit and creature is not None
    for square in deed.squares:
        if missile_flight.is_blocked(hero_game, square):
            hit_wall = True
            break
        rest = square
        if hit and creature is not None and square == level.at(creature.y, creature.x):
            break
    if deed.kind == "shot":
        breakage = archery.BREAKAGE * (2 if hit_wall else 1)
    else:
        breakage = throwing.breakage(hero_game, deed.item, hit_wall=hit_wall)
    missile_flight.come_down(hero_game, deed.item, rest, breakage)
    game.overhear(seat)


# ---------------------------------------------------------------- enemies beside an archer


def attackers_beside(game: SilGContext, seat: int) -> list[Fighter]:
    """Return the enemies beside a hero who have declared a melee attack, those whose attack is on
    that hero first."""
    hero = game.hero(seat)
    on_hero: list[Fighter] = []
    on_others: list[Fighter] = []
    for fighter in game.state.fighters:
        creature = game.creature(fighter.key) if fighter.key[0] == "c" else None
        deed = fighter.deed
        if creature is None or deed is None or deed.kind != "attack":
            continue
        if creature_stats.adjacent(hero, creature):
            (on_hero if deed.target == f"h{seat}" else on_others).append(fighter)
    return on_hero + on_others


def halve_for(game: SilGContext, fighter: Fighter, seat: int) -> None:
    """Let a pending attack meet half the evasion of the hero who shoots: the same attack roll, a
    miss may become a hit and more margin more dice (A4)."""
    creature, deed = game.creature(fighter.key), fighter.deed
    if creature is None or deed is None:
        return
    for blow in deed.blows:
        before = blow.margin
        blow.against = blow.against // 2 if blow.against > 0 else blow.against
        if blow.hit and blow.margin != before:
            _reroll_damage(game, creature, seat, blow)


def _reroll_damage(game: SilGContext, creature: Creature, seat: int, blow: RolledBlow) -> None:
    """Roll what a changed margin brings: the first damage of a hit that was a miss, or the dice
    that come on top."""
    hero_game = game.hero_game(seat)
    race = creature_stats.race(hero_game, creature)
    kind = race.blows[1 if blow.second and len(race.blows) > 1 else 0]
    play = hero_game.streams.play
    if not blow.dice:
        charging = False
        blows.roll_creature_damage(game, creature, seat, kind, blow, charging=charging)
        return
    crit = 0
    if blow.armoured:
        weight = blow_rolls.DIE_WEIGHT * kind.damage.number
        thrown = AttackRoll(blow.die, blow.margin)
        natural = game.option("averaging")
        crit = skill_totals.critical_dice(hero_game.rulings, thrown, weight, natural=natural)
    more = max(0, crit - blow.crit)
    blow.crit, blow.dice = blow.crit + more, blow.dice + more
    blow.damage += play.roll(more, blow.sides)


def switch_to(game: SilGContext, fighter: Fighter, seat: int) -> None:
    """Turn a pending attack on the hero who shoots: the same die, score and evasion worked out
    against that hero; its time is unchanged (A4)."""
    creature, deed = game.creature(fighter.key), fighter.deed
    if creature is None or deed is None:
        return
    deed.target = f"h{seat}"
    race = creature_stats.race(game.level_game, creature)
    standing = standing_defence.entered(game, f"h{seat}")
    for blow in deed.blows:
        kind = race.blows[1 if blow.second and len(race.blows) > 1 else 0]
        tally = skill_totals.creature_attack(game, seat, creature, kind.attack)
        evasion = skill_totals.hero_evasion(game, seat, creature)
        blow.score = tally.total
        blow.against = skill_totals.number_to_beat(evasion.total, standing.die)
        blow.dice = blow.damage = blow.crit = 0
        if blow.hit:
            blows.roll_creature_damage(game, creature, seat, kind, blow, charging=False)
