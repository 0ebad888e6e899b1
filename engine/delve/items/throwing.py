"""Throwing things."""

from __future__ import annotations

from engine.contract.facts import Attacked
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import drop, harm, heal, spend
from engine.delve.combat.melee import enchantment
from engine.delve.items.item_use import is_made_for_throwing
from engine.delve.movement import movement
from engine.delve.rules import formulas, inventory
from engine.delve.rules.context import DelveContext, ray, side_of
from engine.delve.rules.sheet_values import throw_at, throw_miss
from engine.delve.rules.words import MISSILES, reference
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster


def can_be_thrown_again(game: DelveContext, item: DelveItem) -> bool:
    """Return whether a thing is at hand and lies there whole after a throw, as far as is known."""
    cursed = item.cursed and item.known
    return not (item.worn or cursed or game.item_kind(item).has("fragile"))


def throw(
    game: DelveContext, thrower: DelveCreature, item: DelveItem, direction: str
) -> DelveCreature | None:
    """Throw one of a stack in a direction; return who was hit.

    The energy is paid after the damage roll. A miss flies on; fragile things shatter where the
    flight ends.
    """
    one = inventory.take(thrower.pack, item, game.new_uid())
    game.tell_of(
        "{thrower:The} throws {thing}.",
        "throw",
        thrower=thrower,
        thing=inventory.described(game.content, one),
    )
    return fly(game, thrower, one, direction)


def fly(
    game: DelveContext, thrower: DelveCreature, one: DelveItem, direction: str
) -> DelveCreature | None:
    """Let a thing fly that has left its thrower's pack."""
    level = game.level(thrower)
    cost = formulas.throw_cost(one.range, cursed=one.cursed)
    tired = thrower.energy <= 0
    landed, hit = thrower.at, None
    for at in ray(thrower.at, direction, one.range):
        if level.ground[at] == terrain.PLATE:
            _strike_plate(game, thrower, at)
        if level.ground[at] in terrain.STOPS_FLIGHT:
            break
        if level.ground[at] != terrain.BARS:
            landed = at
        victim = game.at(level.depth, at)
        if victim is None or side_of(victim) == side_of(thrower):
            continue
        if _strike(game, thrower, victim, one):
            hit = victim
            break
    spend(thrower, cost)
    if tired and isinstance(thrower, DelveHero):
        fatigue = thrower.statuses.get("fatigued", 0)
        thrower.statuses["fatigued"] = min(formulas.MOST_FATIGUE, fatigue + 1)
    _land(game, thrower, one, landed, hit)
    return hit


def _strike_plate(game: DelveContext, thrower: DelveCreature, at: int) -> None:
    """Let a thing fly at the plate that holds bars; a hit opens them."""
    missed = formulas.throw_verdict(game.dice, throw_miss(game, thrower)) == "miss"
    if missed:
        game.tell(text("It strikes the wall beside the plate."), thrower, "miss")
    else:
        movement.press_plate(game, thrower, at)


def _strike(
    game: DelveContext, thrower: DelveCreature, victim: DelveCreature, one: DelveItem
) -> bool:
    if isinstance(victim, DelveMonster):
        victim.disguised = False
    result = throw_at(game, thrower, victim, one).draw(game.dice)
    if result.verdict == "miss":
        game.tell_of(
            "{thing:The} misses {victim:the}.",
            "miss",
            _attacked(thrower, victim, None),
            victim=victim,
            thing=Name(one.kind),
        )
        return False
    damage = result.damage
    thrower.attacked = True
    if "invisible" in thrower.statuses:
        statuses.remove(game, thrower, "invisible")
    if damage < 0:
        healed = heal(victim, -damage)
        game.tell_of(
            "{thing:The} heals {victim:the} for {healed}.",
            "hit",
            victim=victim,
            thing=Name(one.kind),
            healed=healed,
        )
    else:
        game.tell_of(
            "{thing:The} hits {victim:the} for {damage}.",
            "hit",
            _attacked(thrower, victim, damage),
            victim=victim,
            thing=Name(one.kind),
            damage=damage,
        )
        harm(game, victim, damage, "", thrower)
    if one.bonus:
        enchantment(game, thrower, victim, one)
    return True


def _attacked(thrower: DelveCreature, victim: DelveCreature, damage: int | None) -> Attacked:
    """Return the fact of a throw; no damage: it missed."""
    hit = damage is not None
    return Attacked(reference(thrower), reference(victim), hit, damage or 0, "throw")


def _land(
    game: DelveContext, thrower: DelveCreature, one: DelveItem, at: int, hit: DelveCreature | None
) -> None:
    """Let a thing come to rest, or shatter; what is fragile or made for it acts on whom it hit."""
    level = game.level(thrower)
    kind = game.item_kind(one)
    if kind.has("fragile"):
        game.tell(text("{thing:The} shatters.", thing=Name(one.kind)), hit or thrower, "shatter")
    else:
        drop(game, level, at, one)
    acts = kind.has("fragile") or is_made_for_throwing(kind)
    if acts and hit is not None and not hit.fallen:
        game.thrown_at.append((one.kind, thrower.uid, hit.uid))


def shoot(
    game: DelveContext, shooter: DelveCreature, direction: str, missile: DelveItem
) -> DelveCreature | None:
    """Let a monster shoot something of its own; return who was hit."""
    reach = missile.range
    game.tell_of(
        "{shooter:The} shoots {thing:a}.", "throw", shooter=shooter, thing=MISSILES[missile.kind]
    )
    level = game.level(shooter)
    hit = None
    for at in ray(shooter.at, direction, reach):
        if level.ground[at] in terrain.STOPS_FLIGHT:
            break
        victim = game.at(level.depth, at)
        if victim is None or side_of(victim) == side_of(shooter):
            continue
        if _strike(game, shooter, victim, missile):
            hit = victim
            break
    spend(shooter, formulas.throw_cost(reach, cursed=False))
    return hit
