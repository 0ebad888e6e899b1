"""Special abilities of those who strike or are struck, beyond the damage of a blow."""

from __future__ import annotations

from engine.contract.texts import Name
from engine.delve.combat import statuses
from engine.delve.combat.damage import drain_energy
from engine.delve.rules import inventory
from engine.delve.rules.context import NEIGHBOURS, DelveContext, gap
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import WIDTH, DelveCreature, DelveHero, DelveItem, DelveMonster


def sap(game: DelveContext, attacker: DelveCreature, victim: DelveCreature, damage: int) -> int:
    """Take energy in place of health, and give it to the attacker."""
    taken = drain_energy(victim, damage)
    attacker.energy = min(attacker.full_energy, attacker.energy + taken)
    if isinstance(attacker, DelveMonster):
        attacker.mark("saps")
    return taken


def after_hit(
    game: DelveContext, monster: DelveMonster, victim: DelveCreature, damage: int
) -> None:
    """Do what a monster's blow does beside its damage."""
    kind = game.kind(monster)
    if victim.fallen or monster.fallen:
        return
    if kind.has("touch") and (damage or kind.has("saps")):
        trait = kind.traits["touch"]
        if statuses.add(game, victim, trait.args[0], trait.number(1)):
            monster.mark("touch")
    if kind.has("chills") and drain_energy(victim, kind.traits["chills"].number()):
        monster.mark("chills")
    if kind.has("rusts") and rust(game, victim):
        monster.mark("rusts")
    hexes = kind.traits.get("hexes")
    if hexes and game.dice.percent(hexes.number()) and curse_worn(game, victim):
        monster.mark("hexes")
    if kind.has("drags"):
        _drag(game, monster, victim)
    if kind.has("hurls"):
        squares = kind.traits["hurls"].number()
        if shove(game, victim, monster.at, squares) < squares:
            monster.mark("hurls")
    if kind.has("feasts") and damage and monster.health < monster.full_health:
        monster.health = min(monster.full_health, monster.health + damage)
        monster.mark("feasts")
    if isinstance(victim, DelveHero):
        if kind.has("steals") and (kind.unique or not monster.pack):
            _steal(game, monster, victim)
        if kind.has("eats-food"):
            _eat_food(game, monster, victim)


def after_struck(
    game: DelveContext, monster: DelveMonster, attacker: DelveCreature, held: DelveItem | None
) -> None:
    """Do what striking a monster brings upon the attacker."""
    kind = game.kind(monster)
    if (
        kind.has("corrodes")
        and held is not None
        and not held.acid_proof
        and inventory.wear_down(held)
    ):
        monster.mark("corrodes")
        game.tell_of(
            "Acid eats {attacker:the}'s {thing}.", attacker=attacker, thing=Name(held.kind)
        )
    if kind.has("splits") and not monster.fallen:
        part = kind.traits["splits"].number()  # what is left of less than this no longer splits
        if part * monster.health >= monster.full_health and split(game, monster):
            monster.mark("splits")
    if kind.has("blinks-when-hurt") and not monster.fallen and scatter(game, monster, 4):
        monster.mark("blinks-when-hurt")


def rust(game: DelveContext, victim: DelveCreature) -> bool:
    """Take 1 from one worn thing of iron."""
    iron = [
        item
        for item in inventory.worn(victim)
        if game.item_kind(item).has("iron") and not item.rust_proof
    ]
    if not iron:
        return False
    item = game.dice.choose(iron)
    if inventory.wear_down(item):
        game.tell_of("{victim:The}'s {thing} rusts.", victim=victim, thing=Name(item.kind))
        return True
    return False


def curse_worn(game: DelveContext, victim: DelveCreature) -> bool:
    """Curse one thing that a creature wears."""
    free = [item for item in inventory.worn(victim) if not item.cursed]
    if not free:
        return False
    item = game.dice.choose(free)
    inventory.curse(item)
    item.known = True
    game.tell_of("A curse falls on {victim:the}'s {thing}.", victim=victim, thing=Name(item.kind))
    return True


def shove(game: DelveContext, victim: DelveCreature, away_from: int, squares: int) -> int:
    """Push a creature straight away from a square; return how many squares it did not go."""
    step = _direction(away_from, victim.at)
    level = game.level(victim)
    if not step or "webbed" in victim.statuses or has_ability(game, victim, "rooted stance"):
        return squares
    for left in range(squares, 0, -1):
        if not game.is_open(level, victim.at + step):
            return left
        game.put(victim, victim.at + step)
    return 0


def pull(game: DelveContext, victim: DelveCreature, toward: int) -> bool:
    """Draw a creature one step nearer to a square."""
    level = game.level(victim)
    before = gap(victim.at, toward)
    if has_ability(game, victim, "rooted stance"):
        return False
    for step in sorted(NEIGHBOURS, key=lambda step: _squared(victim.at + step, toward)):
        place = victim.at + step
        if gap(place, toward) < before and game.is_open(level, place):
            game.put(victim, place)
            return True
    return False


def _squared(a: int, b: int) -> int:
    (ay, ax), (by, bx) = divmod(a, WIDTH), divmod(b, WIDTH)
    return (ay - by) ** 2 + (ax - bx) ** 2


def _direction(source: int, target: int) -> int:
    """Return the step that leads from a square toward another, 0 when they are one."""
    (sy, sx), (ty, tx) = divmod(source, WIDTH), divmod(target, WIDTH)
    return ((ty > sy) - (ty < sy)) * WIDTH + (tx > sx) - (tx < sx)


def _drag(game: DelveContext, monster: DelveMonster, victim: DelveCreature) -> None:
    """Swim a step away and take the victim along."""
    if has_ability(game, victim, "rooted stance"):
        return
    level = game.level(monster)
    old = monster.at
    for step in NEIGHBOURS:
        place = old + step
        if gap(place, victim.at) == 2 and level.ground[place] == level.ground[old]:
            if place in game.occupants(level.depth):
                continue
            game.put(monster, place)
            game.put(victim, old)
            monster.mark("drags")
            game.tell_of("{monster:The} drags {victim:the} along.", victim=victim, monster=monster)
            return


def _steal(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> None:
    loose = [item for item in hero.pack if not item.worn and item.kind != game.content.heart]
    if not loose:
        return
    item = inventory.take(hero.pack, game.dice.choose(loose), game.new_uid())
    monster.pack.append(item)
    monster.mark("steals")
    game.tell_of(
        "{monster:The} steals {hero:the}'s {thing}.",
        "theft",
        hero=hero,
        monster=monster,
        thing=Name(item.kind),
    )


def _eat_food(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> None:
    loose = [item for item in hero.pack if game.item_kind(item).category == "food"]
    if loose:
        item = inventory.take(hero.pack, game.dice.choose(loose), game.new_uid())
        monster.mark("eats-food")
        game.tell_of(
            "{monster:The} eats {hero:the}'s {thing}.",
            "theft",
            hero=hero,
            monster=monster,
            thing=Name(item.kind),
        )


def split(game: DelveContext, monster: DelveMonster) -> bool:
    """Divide a monster's health between it and a new one beside it."""
    level = game.level(monster)
    for step in NEIGHBOURS:
        if game.is_open(level, monster.at + step):
            twin = add_monster(game, level.depth, monster.kind, monster.at + step)
            twin.side, twin.summoned = monster.side, True
            twin.health = monster.health // 2
            monster.health -= twin.health
            game.tell_of("{monster:The} splits in two.", monster=monster)
            return True
    return False


def scatter(game: DelveContext, who: DelveCreature, radius: int) -> bool:
    """Move a creature to a random free square in sight within a radius."""
    level = game.level(who)
    places = [
        at
        for at in game.line_of_sight(who.depth, who.at)
        if 1 < gap(at, who.at) <= radius and game.is_open(level, at)
    ]
    if not places:
        return False
    game.put(who, game.dice.choose(sorted(places)))
    return True


def add_monster(game: DelveContext, depth: int, kind_name: str, at: int) -> DelveMonster:
    """Put a new monster of a kind on a free square."""
    level = game.state.levels[depth]
    kind = game.content.monsters[kind_name]
    number = level.numbers.get(kind_name, 0) + 1
    level.numbers[kind_name] = number
    monster = DelveMonster(
        uid=game.new_uid(),
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
    game.occupants(depth)[at] = monster
    for name, rounds in _born_with(game, kind_name):
        monster.statuses[name] = rounds
    return monster


def _born_with(game: DelveContext, kind_name: str) -> list[tuple[str, int]]:
    trait = game.content.monsters[kind_name].traits.get("shielded")
    return [(f"{element} shield", 99) for element in trait.args] if trait else []
