"""Autoplay in a fight."""

from __future__ import annotations

from engine.contract.action import Action
from engine.delve import terrain
from engine.delve.actions import legal_actions
from engine.delve.actions.legal_actions import Args
from engine.delve.autoplay import errands as errands
from engine.delve.autoplay import estimates as estimates
from engine.delve.autoplay import item_choices as things
from engine.delve.combat.statuses import SHIELDS
from engine.delve.data.kinds import ItemKind, SpellKind, advised
from engine.delve.magic import spellcasting
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import paths
from engine.delve.rules import formulas, sheet_values
from engine.delve.rules.inventory import token as token_of
from engine.delve.rules.world import NEIGHBOURS, STEPS, DelveWorld, gap
from engine.delve.state import DelveHero, DelveItem, DelveMonster

ATTACKS = ("damage", "beam", "burst", "chain", "force", "drain", "overload", "storm", "tongue")
THROW_RANGE = 7
DANGER_ROUNDS = 3  # rounds of blows that the hero wants to be able to bear


def choose(world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster]) -> Action:
    """Return the best action against awake enemies in sight (or while held fast)."""
    beside = [each for each in enemies if gap(each.at, hero.at) == 1]
    danger = sum(estimates.expected_blow(world, each, hero) for each in beside)
    danger += sum(
        estimates.expected_shot(world, each, hero) for each in enemies if each not in beside
    )
    if hero.health <= danger * DANGER_ROUNDS or hero.health * 4 < hero.full_health:
        action = _save(world, hero, enemies, beside, danger)
        if action is not None:
            return action
    rooted = all(world.kind(each).courage is None for each in enemies)
    if beside and rooted and 2 * hero.health < hero.full_health:
        away = _step_away(world, hero, enemies, beside)
        if away is not None:
            return away
    if not enemies:
        return _break_free(world, hero)
    action = _prepare(world, hero, enemies, danger)
    if action is not None:
        return action
    action = _attack_spell(world, hero, enemies, beside)
    if action is not None:
        return action
    if beside:
        return _melee(world, hero, beside)
    return _at_range(world, hero, enemies)


# ------------------------------------------------------------------ saving oneself


def _save(
    world: DelveWorld,
    hero: DelveHero,
    enemies: list[DelveMonster],
    beside: list[DelveMonster],
    danger: int,
) -> Action | None:
    able = legal_actions.drinks(world, hero)
    if estimates.can_win(world, hero, enemies) and hero.health > danger * 2:
        return None
    missing = hero.full_health - hero.health
    small = missing >= 20 and (danger < 26 or hero.health <= danger)
    for args, _ in _advised_items(world, "heal"):
        if args in able and small:
            return Action("drink", args)
    for spell in advised(world.content.spells.values(), "heal"):
        args = (token_of(spell.name),)
        if args in legal_actions.casts(world, hero) and missing >= 20:
            healed = min(missing, spellcasting.make_cast(world, hero, spell).power)
            if healed > danger and not estimates.is_nullified(world, hero, enemies):
                return Action("cast", args)
    if not estimates.can_win(world, hero, enemies):
        here = world.memory(hero).ground[hero.at]
        if here in (terrain.STAIRS_DOWN, terrain.STAIRS_UP, terrain.SHAFT):
            down = here == terrain.STAIRS_DOWN
            if down or hero.depth > 1:
                verb = "descend" if down else "ascend"
                if legal_actions.CHOICES[verb](world, hero):
                    return Action(verb)
        if "raging" not in hero.statuses:
            reads = legal_actions.reads(world, hero)
            for args, _ in _advised_items(world, "escape"):
                if args in reads:
                    return Action("read", args)
        hiding = [args for args, _ in _advised_items(world, "hide")]
        for args in (*hiding, ("lay-hands",)):
            if args in legal_actions.uses(world, hero) and "invisible" not in hero.statuses:
                return Action("use", args)
        for spell in advised(world.content.spells.values(), "escape"):
            if (token_of(spell.name),) in legal_actions.casts(world, hero):
                return Action("cast", (token_of(spell.name),))
        for args, kind in _advised_items(world, "survive"):
            if args in able and _given_status(world, kind) not in hero.statuses:
                return Action("drink", args)
        away = _step_away(world, hero, enemies, beside)
        if away is not None:
            return away
    for args, _ in _advised_items(world, "bind"):
        if args in legal_actions.uses(world, hero) and danger * 2 < hero.health:
            return Action("use", args)
    return None


def _advised_items(world: DelveWorld, purpose: str) -> list[tuple[Args, ItemKind]]:
    """Return what action lines call the items for a purpose, and their kinds, the best first."""
    kinds = advised(world.content.items.values(), purpose)
    return [((token_of(kind.name),), kind) for kind in kinds]


def _given_status(world: DelveWorld, kind: ItemKind) -> str:
    """Return the status that drinking something gives."""
    if kind.holds:
        return world.content.spells[kind.holds].statuses[0]
    return next(effect.args[0] for effect in kind.effects if effect.name == "status")


def throw_at_sleeper(world: DelveWorld, hero: DelveHero) -> Action | None:
    """Return a throw at somebody asleep in line who can be beaten with ease."""
    return _throw(world, hero, errands.easy_sleepers(world, hero))


def _step_away(
    world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster], beside: list[DelveMonster]
) -> Action | None:
    """Return a step that leaves all enemies behind, when none of them is fast."""
    if any(
        world.kind(each).has("swift") or estimates.expected_shot(world, each, hero)
        for each in enemies
    ):
        return None
    if not all(world.kind(each).has("slow") or world.kind(each).courage is None for each in beside):
        return None
    best: tuple[int, str] | None = None
    for (name,) in legal_actions.moves(world, hero):
        at = hero.at + STEPS[name]
        if world.memory(hero).ground[at] in terrain.SOLID | terrain.HARMFUL | {terrain.DOOR}:
            continue
        nearest = min(gap(at, each.at) for each in enemies)
        if nearest > 1 and (best is None or nearest > best[0]):
            best = nearest, name
    return Action("move", (best[1],)) if best else None


def _break_free(world: DelveWorld, hero: DelveHero) -> Action:
    moves = legal_actions.moves(world, hero)
    if "webbed" in hero.statuses and moves:
        return Action("move", moves[0])
    return things.cure(world, hero) or Action("pause")


# ------------------------------------------------------------------ preparing


def _is_shielded(hero: DelveHero, status: str) -> bool:
    """Return whether a status is a shield and the hero has one already."""
    return status in SHIELDS and any(each in hero.statuses for each in SHIELDS)


def _prepare(
    world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster], danger: int
) -> Action | None:
    """Drink or cast something helpful before a hard fight."""
    hard = max(each.level for each in enemies) >= hero.level + 1 or danger * 5 > hero.health
    near = min(gap(each.at, hero.at) for each in enemies) <= 3
    if not hard or not near:
        return None
    able = legal_actions.drinks(world, hero)
    if estimates.is_nullified(world, hero, enemies):
        return None
    for args, _ in _advised_items(world, "refill"):
        if args in able and 3 * hero.energy < hero.full_energy:
            return Action("drink", args)
    for args, kind in _advised_items(world, "prepare"):
        status = _given_status(world, kind)
        if args in able and status not in hero.statuses and not _is_shielded(hero, status):
            return Action("drink", args)
    casts = legal_actions.casts(world, hero)
    for spell in advised(world.content.spells.values(), "prepare"):
        args, status = (token_of(spell.name),), spell.statuses[0]
        if args in casts and status not in hero.statuses and not _is_shielded(hero, status):
            return Action("cast", args)
    weakened = _weaken(world, hero, enemies)
    if weakened is not None:
        return weakened
    undead = any(sheet_values.is_undead(world, each) for each in enemies)
    held = sheet_values.weapon(world, hero)
    blessing = (token_of(world.content.spell_with("bless").name),)
    if undead and blessing in casts and held is not None and held.bonus != "blessed":
        return Action("cast", blessing)
    if ("feint",) in legal_actions.uses(world, hero) and any(
        gap(e.at, hero.at) == 2 for e in enemies
    ):
        return Action("use", ("feint",))
    return None


def _weaken(world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster]) -> Action | None:
    """Cast or read what weakens the nearest enemy in line, when it can bear more than a blow."""
    for enemy in enemies[:1]:
        direction = direction_to(world, hero, enemy.at, THROW_RANGE)
        blow = estimates.expected_blow(world, hero, enemy)
        if not direction or enemy.health <= blow * 3 // 2:
            continue
        spells = advised(world.content.spells.values(), "weaken")
        if any(spell.statuses[0] in enemy.statuses for spell in spells):
            continue  # one is enough
        casts, reads = legal_actions.casts(world, hero), legal_actions.reads(world, hero)
        for spell in spells:
            if gap(enemy.at, hero.at) > spell.figures.get("range", 8):
                continue
            if (token_of(spell.name), direction) in casts:
                return Action("cast", (token_of(spell.name), direction))
            for item in world.content.items.values():
                if item.category == "scroll" and item.holds == spell.name:
                    args = (token_of(item.name), direction)
                    if args in reads:
                        return Action("read", args)
    return None


# ------------------------------------------------------------------ attacking


def _spell_damage(world: DelveWorld, hero: DelveHero, spell: SpellKind, enemy: DelveMonster) -> int:
    """Return the mean damage of an attack spell on one enemy."""
    cast = spellcasting.make_cast(world, hero, spell)
    element = enemy.resist.get(spell.element, 0) if spell.element else 0
    if spell.effect == "force":
        rolled = formulas.melee_dice(hero.level) * (cast.power + 1) // 2
        return formulas.reduce(rolled, sheet_values.defence(world, enemy))
    if spell.effect == "chain":
        rolled = cast.figure("chain") * (cast.power + 1) // 2
    elif spell.effect == "overload":
        rolled, element = hero.level + 3, enemy.resist.get("shock", 0)
    elif spell.effect == "burst" and not spell.element:
        rolled, element = cast.power + 1, sheet_values.defence(world, enemy)
    elif spell.effect == "drain" and world.kind(enemy).family in ("undead", "construct"):
        return 0
    else:
        rolled = cast.power + 1
    return formulas.reduce(rolled, element)


def _can_spare(world: DelveWorld, hero: DelveHero, price: int) -> bool:
    """Return whether a spell leaves energy enough for strong blows, to those who live by them."""
    kind = world.content.classes[hero.class_name]
    return kind.energy > kind.health or 2 * (hero.energy - price) >= hero.full_energy


def _attack_spell(
    world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster], beside: list[DelveMonster]
) -> Action | None:
    """Return the attack spell that beats a blow by the most, from the book or from a scroll."""
    best: tuple[int, str, Args] | None = None
    if estimates.is_nullified(world, hero, enemies):
        return None
    named = legal_actions.pack_tokens(world, hero)
    known = {token_of(name): name for name in hero.spells}
    options: list[tuple[str, str, Args]] = [
        ("cast", known[args[0]], args)
        for args in legal_actions.casts(world, hero)
        if len(args) == 2
    ]
    hard = sum(each.level + 2 for each in enemies) >= hero.level
    if hard:
        options += [
            ("read", world.item_kind(named[args[0]]).holds, args)
            for args in legal_actions.reads(world, hero)
            if len(args) == 2 and args[1] in STEPS
        ]
    lines = {}
    for enemy in enemies:
        direction = direction_to(world, hero, enemy.at, 8)
        if direction and direction not in lines:
            lines[direction] = enemy
    for verb, name, args in options:
        spell = world.content.spells[name]
        target = lines.get(args[1])
        if target is None or spell.effect not in ATTACKS:
            continue
        if gap(target.at, hero.at) > spell.figures.get("range", 8):
            continue
        if verb == "cast" and not _can_spare(world, hero, spellcasting.cost(world, hero, spell)):
            continue
        gain = _spell_damage(world, hero, spell, target)
        if spell.effect in ("burst", "storm") and len(enemies) > 1:
            gain += gain // 2
        if target in beside or verb == "read":
            gain -= estimates.expected_blow(world, hero, target)
        if gain > 2 and (best is None or gain > best[0]):
            best = gain, verb, args
    return Action(best[1], best[2]) if best else None


def _melee(world: DelveWorld, hero: DelveHero, beside: list[DelveMonster]) -> Action:
    if len(beside) >= 2 and ("whirl",) in legal_actions.uses(world, hero):
        return Action("use", ("whirl",))
    target = min(beside, key=lambda each: (each.health, each.uid))
    return Action("move", (direction_to(world, hero, target.at, 1),))


def _at_range(world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster]) -> Action:
    action = _throw(world, hero, enemies)
    if action is not None:
        return action
    uses = legal_actions.uses(world, hero)
    for args in uses:
        if args[0] == "charge":
            return Action("use", args)
    nearest = enemies[0]
    if _waits(world, hero, nearest):
        return Action("pause")
    if hero.nourishment < 50 and legal_actions.eats(world, hero):
        return Action("eat", legal_actions.eats(world, hero)[0])
    step = _approach(world, hero, nearest) or things.through_obstacle(world, hero)
    return step or Action("pause")


def _throw(world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster]) -> Action | None:
    """Throw what is made for it at the first enemy in line."""
    if "frozen" in hero.statuses:
        return None
    for enemy in enemies:
        direction = direction_to(world, hero, enemy.at, THROW_RANGE)
        if not direction:
            continue
        best: tuple[int, str] | None = None
        for token, item in legal_actions.pack_tokens(world, hero).items():
            kind = world.item_kind(item)
            if item.worn or item.range < gap(enemy.at, hero.at) or (item.cursed and item.known):
                continue
            score = _throw_score(world, item, kind.categories, enemy)
            if score and (best is None or score > best[0]):
                best = score, token
        if best is not None and hero.energy > 2:
            return Action("throw", (best[1], direction))
    return None


def _throw_score(
    world: DelveWorld, item: DelveItem, categories: tuple[str, ...], enemy: DelveMonster
) -> int:
    kind = world.item_kind(item)
    tough = enemy.level >= 3
    if any(effect.name == "holy" for effect in kind.effects):
        return 20 if sheet_values.is_undead(world, enemy) else 0
    if kind.has("fragile") and "thrown" in categories:
        return 15 if tough else 0
    if "throw" in kind.advice:
        return 8 if tough else 0
    if "thrown" in categories or (kind.category == "weapon" and tough):
        hallowed = item.bonus == "blessed" and sheet_values.is_undead(world, enemy)
        return 2 + (item.power or 0) + (enemy.level if hallowed else 0)
    return 0


def _waits(world: DelveWorld, hero: DelveHero, enemy: DelveMonster) -> bool:
    """Return whether to let the enemy come: it strikes only when near, and two steps away."""
    kind = world.kind(enemy)
    if hero.turns // 6 % 2:
        return False  # whoever does not come within some turns is not coming
    comes = kind.courage is not None and not kind.has("keeps-off") and not enemy.fled
    return comes and not estimates.expected_shot(world, enemy, hero) and gap(enemy.at, hero.at) == 2


def _approach(world: DelveWorld, hero: DelveHero, enemy: DelveMonster) -> Action | None:
    kind = world.kind(enemy)
    patient = hero.turns - hero.arrived_at <= errands.PATIENCE  # else the enemy bars the way
    at_post = kind.has("guards") and gap(enemy.at, hero.at) > 2 and patient
    if kind.has("aquatic") or at_post or hero.turns // 24 % 3 == 2:
        return errands.next_step(world, hero)
    if _will_flee(world, enemy) and hero.turns // 16 % 2 == 0:
        return errands.next_step(world, hero)
    if patient and not estimates.can_win(world, hero, [enemy]) and not kind.has("swift"):
        return errands.next_step(world, hero)
    ways = paths.known_ways(world, hero)
    goals = sum(1 << (enemy.at + step) for step in NEIGHBOURS) & ways
    way = paths.first_steps(ways, hero.at, goals & ~(1 << hero.at))
    if not way:
        return errands.next_step(world, hero)
    return errands.step(world, hero, way)


def _will_flee(world: DelveWorld, enemy: DelveMonster) -> bool:
    """Return whether an enemy runs as soon as one comes near."""
    courage = world.kind(enemy).courage or 0
    stolen = world.kind(enemy).has("steals") and bool(enemy.pack)
    return stolen or enemy.health * 100 < enemy.full_health * courage
