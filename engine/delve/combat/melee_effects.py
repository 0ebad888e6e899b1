"""Special abilities of those who strike or are struck, beyond the damage of a blow."""

from __future__ import annotations

from engine.contract.texts import Name
from engine.delve.combat import statuses
from engine.delve.combat.damage import drain_energy
from engine.delve.rules import inventory
from engine.delve.rules.context import NEIGHBOURS, DelveContext, gap
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import WIDTH, DelveCreature, DelveHero, DelveItem, DelveMonster


def sap(world: DelveContext, attacker: DelveCreature, victim: DelveCreature, damage: int) -> int:
    """Take energy in place of health, and give it to the attacker."""
    taken = drain_energy(victim, damage)
    attacker.energy = min(attacker.full_energy, attacker.energy + taken)
    if isinstance(attacker, DelveMonster):
        attacker.mark("saps")
    return taken


def after_hit(
    world: DelveContext, monster: DelveMonster, victim: DelveCreature, damage: int
) -> None:
    """Do what a monster's blow does beside its damage."""
    kind = world.kind(monster)
    if victim.fallen or monster.fallen:
        return
    if kind.has("touch") and (damage or kind.has("saps")):
        trait = kind.traits["touch"]
        if statuses.add(world, victim, trait.args[0], trait.number(1)):
            monster.mark("touch")
    if kind.has("chills") and drain_energy(victim, kind.traits["chills"].number()):
        monster.mark("chills")
    if kind.has("rusts") and rust(world, victim):
        monster.mark("rusts")
    hexes = kind.traits.get("hexes")
    if hexes and world.dice.percent(hexes.number()) and curse_worn(world, victim):
        monster.mark("hexes")
    if kind.has("drags"):
        _drag(world, monster, victim)
    if kind.has("hurls"):
        squares = kind.traits["hurls"].number()
        if shove(world, victim, monster.at, squares) < squares:
            monster.mark("hurls")
    if kind.has("feasts") and damage and monster.health < monster.full_health:
        monster.health = min(monster.full_health, monster.health + damage)
        monster.mark("feasts")
    if isinstance(victim, DelveHero):
        if kind.has("steals") and (kind.unique or not monster.pack):
            _steal(world, monster, victim)
        if kind.has("eats-food"):
            _eat_food(world, monster, victim)


def after_struck(
    world: DelveContext, monster: DelveMonster, attacker: DelveCreature, held: DelveItem | None
) -> None:
    """Do what striking a monster brings upon the attacker."""
    kind = world.kind(monster)
    if (
        kind.has("corrodes")
        and held is not None
        and not held.acid_proof
        and inventory.wear_down(held)
    ):
        monster.mark("corrodes")
        world.tell_of(
            "Acid eats {attacker:the}'s {thing}.", attacker=attacker, thing=Name(held.kind)
        )
    if kind.has("splits") and not monster.fallen:
        part = kind.traits["splits"].number()  # what is left of less than this no longer splits
        if part * monster.health >= monster.full_health and split(world, monster):
            monster.mark("splits")
    if kind.has("blinks-when-hurt") and not monster.fallen and scatter(world, monster, 4):
        monster.mark("blinks-when-hurt")


def rust(world: DelveContext, victim: DelveCreature) -> bool:
    """Take 1 from one worn thing of iron."""
    iron = [
        item
        for item in inventory.worn(victim)
        if world.item_kind(item).has("iron") and not item.rust_proof
    ]
    if not iron:
        return False
    item = world.dice.choose(iron)
    if inventory.wear_down(item):
        world.tell_of("{victim:The}'s {thing} rusts.", victim=victim, thing=Name(item.kind))
        return True
    return False


def curse_worn(world: DelveContext, victim: DelveCreature) -> bool:
    """Curse one thing that a creature wears."""
    free = [item for item in inventory.worn(victim) if not item.cursed]
    if not free:
        return False
    item = world.dice.choose(free)
    inventory.curse(item)
    item.known = True
    world.tell_of("A curse falls on {victim:the}'s {thing}.", victim=victim, thing=Name(item.kind))
    return True


def shove(world: DelveContext, victim: DelveCreature, away_from: int, squares: int) -> int:
    """Push a creature straight away from a square; return how many squares it did not go."""
    step = _direction(away_from, victim.at)
    level = world.level(victim)
    if not step or "webbed" in victim.statuses or has_ability(world, victim, "rooted stance"):
        return squares
    for left in range(squares, 0, -1):
        if not world.is_open(level, victim.at + step):
            return left
        world.put(victim, victim.at + step)
    return 0


def pull(world: DelveContext, victim: DelveCreature, toward: int) -> bool:
    """Draw a creature one step nearer to a square."""
    level = world.level(victim)
    before = gap(victim.at, toward)
    if has_ability(world, victim, "rooted stance"):
        return False
    for step in sorted(NEIGHBOURS, key=lambda step: _squared(victim.at + step, toward)):
        place = victim.at + step
        if gap(place, toward) < before and world.is_open(level, place):
            world.put(victim, place)
            return True
    return False


def _squared(a: int, b: int) -> int:
    (ay, ax), (by, bx) = divmod(a, WIDTH), divmod(b, WIDTH)
    return (ay - by) ** 2 + (ax - bx) ** 2


def _direction(source: int, target: int) -> int:
    """Return the step that leads from a square toward another, 0 when they are one."""
    (sy, sx), (ty, tx) = divmod(source, WIDTH), divmod(target, WIDTH)
    return ((ty > sy) - (ty < sy)) * WIDTH + (tx > sx) - (tx < sx)


def _drag(world: DelveContext, monster: DelveMonster, victim: DelveCreature) -> None:
    """Swim a step away and take the victim along."""
    if has_ability(world, victim, "rooted stance"):
        return
    level = world.level(monster)
    old = monster.at
    for step in NEIGHBOURS:
        place = old + step
        if gap(place, victim.at) == 2 and level.ground[place] == level.ground[old]:
            if place in world.occupants(level.depth):
                continue
            world.put(monster, place)
            world.put(victim, old)
            monster.mark("drags")
            world.tell_of("{monster:The} drags {victim:the} along.", victim=victim, monster=monster)
            return


def _steal(world: DelveContext, monster: DelveMonster, hero: DelveHero) -> None:
    loose = [item for item in hero.pack if not item.worn and item.kind != world.content.heart]
    if not loose:
        return
    item = inventory.take(hero.pack, world.dice.choose(loose), world.new_uid())
    monster.pack.append(item)
    monster.mark("steals")
    world.tell_of(
        "{monster:The} steals {hero:the}'s {thing}.",
        "theft",
        hero=hero,
        monster=monster,
        thing=Name(item.kind),
    )


def _eat_food(world: DelveContext, monster: DelveMonster, hero: DelveHero) -> None:
    loose = [item for item in hero.pack if world.item_kind(item).category == "food"]
    if loose:
        item = inventory.take(hero.pack, world.dice.choose(loose), world.new_uid())
        monster.mark("eats-food")
        world.tell_of(
            "{monster:The} eats {hero:the}'s {thing}.",
            "theft",
            hero=hero,
            monster=monster,
            thing=Name(item.kind),
        )


def split(world: DelveContext, monster: DelveMonster) -> bool:
    """Divide a monster's health between it and a new one beside it."""
    level = world.level(monster)
    for step in NEIGHBOURS:
        if world.is_open(level, monster.at + step):
            twin = add_monster(world, level.depth, monster.kind, monster.at + step)
            twin.side, twin.summoned = monster.side, True
            twin.health = monster.health // 2
            monster.health -= twin.health
            world.tell_of("{monster:The} splits in two.", monster=monster)
            return True
    return False


def scatter(world: DelveContext, who: DelveCreature, radius: int) -> bool:
    """Move a creature to a random free square in sight within a radius."""
    level = world.level(who)
    places = [
        at
        for at in world.line_of_sight(who.depth, who.at)
        if 1 < gap(at, who.at) <= radius and world.is_open(level, at)
    ]
    if not places:
        return False
    world.put(who, world.dice.choose(sorted(places)))
    return True


def add_monster(world: DelveContext, depth: int, kind_name: str, at: int) -> DelveMonster:
    """Put a new monster of a kind on a free square."""
    level = world.game.levels[depth]
    kind = world.content.monsters[kind_name]
    number = level.numbers.get(kind_name, 0) + 1
    level.numbers[kind_name] = number
    monster = DelveMonster(
        uid=world.new_uid(),
        name=kind_name,
        depth=depth,
        at=at,
        level=kind.level,
        health=kind.health,
        full_health=kind.health,
        energy=kind.energy,
        full_energy=kind.energy,
        power=kind.power,
        defence=kind.defence,
        resist=dict(kind.resist),
        statuses={},
        kind=kind_name,
        number=number,
        home=at,
        disguised=kind.has("lurks") or kind.has("mimics"),
    )
    level.monsters.append(monster)
    world.occupants(depth)[at] = monster
    for name, rounds in _born_with(world, kind_name):
        monster.statuses[name] = rounds
    return monster


def _born_with(world: DelveContext, kind_name: str) -> list[tuple[str, int]]:
    trait = world.content.monsters[kind_name].traits.get("shielded")
    return [(f"{element} shield", 99) for element in trait.args] if trait else []
