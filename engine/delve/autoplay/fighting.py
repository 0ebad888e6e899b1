"""The expert in a fight: what to do about awake enemies in sight, the best first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.common import distributions
from engine.common.plans import LIMITS
from engine.contract.action import Action, Advice
from engine.contract.texts import Text, text
from engine.delve import terrain
from engine.delve.actions import hunting, legal_actions
from engine.delve.actions.fight_plans import ALL
from engine.delve.actions.legal_actions import Args
from engine.delve.autoplay import ability_choices, errands, estimates, item_choices
from engine.delve.autoplay.fight_scene import FightScene, scene_of
from engine.delve.combat.statuses import SHIELDS, is_immune
from engine.delve.data.kinds import ItemKind, advised
from engine.delve.ground.conduction import SHARE, in_same_water
from engine.delve.magic import spellcasting
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import paths
from engine.delve.odds import ailments, fights
from engine.delve.rules import formulas, sheet_values
from engine.delve.rules.context import NEIGHBOURS, STEPS, DelveContext, gap
from engine.delve.rules.inventory import token as token_of
from engine.delve.state import DelveHero, DelveItem, DelveMonster

FLEES_BELOW = 60  # per cent of health, from those who would win
DANGER_ROUNDS = 3  # rounds of blows that the hero wants to be able to bear
TOUGH = 3  # level of enemies from which they are worth a flask
MUCH_HEALTH = 20  # points whose loss is worth a potion
SPELL_GAIN = 2  # points of damage by which a spell must beat a blow
OWN_HARM = 3  # times that a point of health of his own counts
Found = Iterator[Advice]
_ONCE = text("once, to see how it goes")


def recommend(game: DelveContext, hero: DelveHero, enemies: list[DelveMonster]) -> Found:
    """Yield what to do against awake enemies in sight (or while held fast), the best first."""
    scene = scene_of(game, hero, enemies)
    if hero.health <= scene.danger * DANGER_ROUNDS or hero.health * 4 < hero.full_health:
        yield from _save(scene)
    elif 100 * hero.health < FLEES_BELOW * hero.full_health and not scene.can_win:
        yield from _flee(scene)
    yield from put_out_fire(game, hero)
    rooted = all(game.kind(each).courage is None for each in enemies)
    if scene.beside and rooted and 2 * hero.health < hero.full_health:
        yield from _step_away(scene, text("it cannot follow"))
    if not enemies:
        yield from _break_free(game, hero)
        return
    yield from _hunt(scene)
    yield from ability_choices.in_fight(scene)
    yield from _prepare(scene)
    yield from _attack_spells(scene)
    if scene.beside:
        yield from _melee(scene)
    else:
        yield from _at_range(scene)
    yield from _otherwise(scene)


def _hunt(scene: FightScene) -> Found:
    """Yield the plan that fights what is easy and then explores on, where all are easy."""
    found = hunting.prey(scene.game, scene.hero, scene.hero.caution)
    if all(each in found for each in scene.enemies):
        yield Advice(Action("hunt"), text("it costs you little"))


# ------------------------------------------------------------------ saving oneself


def _save(scene: FightScene) -> Found:
    game, hero, danger = scene.game, scene.hero, scene.danger
    if scene.can_win and hero.health > danger * 2:
        return
    if not scene.can_win:
        yield from _flee(scene)
        if not estimates.can_win(game, hero, scene.enemies, hero.full_health):
            yield from _leave(scene)
    yield from _heal(scene)
    if not scene.can_win:
        yield from _escape(scene)
    for args, _ in _advised_items(game, "bind"):
        if args in legal_actions.uses(game, hero) and danger * 2 < hero.health:
            yield Advice(Action("use", args), text("it stops the bleeding"))


def heal(game: DelveContext, hero: DelveHero) -> Found:
    """Yield what gives health back to a hero whom nobody attacks."""
    yield from _heal(scene_of(game, hero, []))


def _heal(scene: FightScene) -> Found:
    game, hero, danger = scene.game, scene.hero, scene.danger
    missing = hero.full_health - hero.health
    why = text("{health} health left, and {danger} a round", health=hero.health, danger=_up(danger))
    if not danger:
        why = text("{health} health left", health=hero.health)
    able = legal_actions.drinks(game, hero)
    by_hand = hero.level + game.content.figure("lay hands")
    laid = danger < by_hand <= missing
    if laid and ability_choices.LAY_HANDS in ability_choices.ready(game, hero):
        yield Advice(Action("use", ability_choices.LAY_HANDS), why)
    much = missing >= min(MUCH_HEALTH, hero.full_health // 2)
    small = much and (danger < 26 or hero.health <= danger)
    for args, _ in _advised_items(game, "heal"):
        if args in able and small:
            yield from _then_fight(scene, "drink-then-fight", args, why)
            yield Advice(Action("drink", args), why)
    if estimates.is_nullified(game, hero, scene.enemies):
        return
    for spell in advised(game.content.spells.values(), "heal"):
        args = (token_of(spell.name),)
        if args in legal_actions.casts(game, hero) and much:
            healed = min(missing, spellcasting.make_cast(game, hero, spell).power)
            if healed > danger:
                yield Advice(Action("cast", args), why)


def _then_fight(scene: FightScene, verb: str, means: Args, why: Text) -> Found:
    """Yield the plan to drink or cast something first and fight on: the only enemy, or all where
    that is a fight to win."""
    if len(scene.enemies) > 1 and scene.can_win:
        yield Advice(Action(verb, (*means, ALL)), why)
    elif len(scene.enemies) == 1:
        [enemy] = scene.enemies
        yield Advice(Action(verb, (*means, token_of(enemy.name, enemy.number))), why)


def _up(damage: float) -> int:
    return int(-(-damage // 1))


_LOST = text("this fight is lost")


def _leave(scene: FightScene) -> Found:
    """Yield the stairs underfoot and scrolls that take a hero out of a fight that is lost."""
    game, hero = scene.game, scene.hero
    here = game.memory(hero).ground[hero.at]
    if here in terrain.STAIRS:
        down = here == terrain.STAIRS_DOWN
        verb = "descend" if down else "ascend"
        if (down or hero.depth > 1) and legal_actions.CHOICES[verb](game, hero):
            yield Advice(Action(verb), _LOST)
    if "raging" not in hero.statuses:
        reads = legal_actions.reads(game, hero)
        for args, _ in _advised_items(game, "escape"):
            if args in reads:
                yield Advice(Action("read", args), _LOST)


def _escape(scene: FightScene) -> Found:
    """Yield ways out of a fight that is lost."""
    game, hero = scene.game, scene.hero
    yield from _leave(scene)
    for args, _ in _advised_items(game, "hide"):
        if args in legal_actions.uses(game, hero) and "invisible" not in hero.statuses:
            yield Advice(Action("use", args), _LOST)
    nullified = estimates.is_nullified(game, hero, scene.enemies)
    for spell in () if nullified else advised(game.content.spells.values(), "escape"):
        if (token_of(spell.name),) in legal_actions.casts(game, hero):
            yield Advice(Action("cast", (token_of(spell.name),)), _LOST)
    able = legal_actions.drinks(game, hero)
    for args, kind in _advised_items(game, "survive"):
        if args in able and _given_status(game, kind) not in hero.statuses:
            yield Advice(Action("drink", args), _LOST)
    yield from _step_away(scene, text("it is too strong, and slower"))


def _advised_items(game: DelveContext, purpose: str) -> list[tuple[Args, ItemKind]]:
    """Return what action lines call the items for a purpose, and their kinds, the best first."""
    kinds = advised(game.content.items.values(), purpose)
    return [((token_of(kind.name),), kind) for kind in kinds]


def _given_status(game: DelveContext, kind: ItemKind) -> str:
    """Return the status that drinking something gives."""
    if kind.holds:
        return game.content.spells[kind.holds].statuses[0]
    return next(effect.args[0] for effect in kind.effects if effect.name == "status")


def _flee(scene: FightScene) -> Found:
    """Yield the way out by stairs, when nobody strikes on the way: who follows does not."""
    if scene.is_outrun:
        yield Advice(Action("flee"), _LOST)


def _step_away(scene: FightScene, why: Text) -> Found:
    """Yield a step that leaves all enemies behind, when none of them is fast."""
    if not scene.is_outrun:
        return
    game, hero = scene.game, scene.hero
    slow = (game.kind(each) for each in scene.beside)
    if not all(kind.has("slow") or kind.courage is None for kind in slow):
        return
    best: tuple[int, str] | None = None
    for (name,) in legal_actions.moves(game, hero):
        at = hero.at + STEPS[name]
        if game.memory(hero).ground[at] in terrain.SOLID | terrain.HARMFUL | {terrain.DOOR}:
            continue
        nearest = min(gap(at, each.at) for each in scene.enemies)
        if nearest > 1 and (best is None or nearest > best[0]):
            best = nearest, name
    if best:
        yield Advice(Action("move", (best[1],)), why)


def put_out_fire(game: DelveContext, hero: DelveHero) -> Found:
    """Yield the step into water beside a hero who burns."""
    course = ailments.course(game, hero, "on fire")
    if course is None or course.damage * 8 < hero.health:
        return
    ground = game.memory(hero).ground
    for code in (terrain.SHALLOW, terrain.DEEP):
        for (name,) in legal_actions.moves(game, hero):
            at = hero.at + STEPS[name]
            if ground[at] == code and game.memory(hero).ground[at] in terrain.WATER:
                yield Advice(Action("move", (name,)), text("water puts the fire out"))
                return


def _break_free(game: DelveContext, hero: DelveHero) -> Found:
    if "webbed" in hero.statuses:
        yield from _cut_web(game, hero)
    yield from item_choices.cures(game, hero)


def _cut_web(game: DelveContext, hero: DelveHero) -> Found:
    """Yield a blow at the web that holds a hero beside whom nobody stands."""
    for args in legal_actions.moves(game, hero)[:1]:
        yield Advice(Action("move", args), text("the web must be cut first"))


# ------------------------------------------------------------------ preparing


def _is_shielded(hero: DelveHero, status: str) -> bool:
    """Return whether a status is a shield and the hero has one already."""
    return status in SHIELDS and any(each in hero.statuses for each in SHIELDS)


def _prepare(scene: FightScene) -> Found:
    """Yield what helps before a hard fight: potions, spells, what weakens the enemy."""
    game, hero, enemies = scene.game, scene.hero, scene.enemies
    hard = max(each.level for each in enemies) >= hero.level + 1 or scene.danger * 5 > hero.health
    near = min(gap(each.at, hero.at) for each in enemies) <= 3
    if not hard or not near or estimates.is_nullified(game, hero, enemies):
        return
    if scene.can_win and any(status in hero.statuses for status in _prepared_by(game)):
        return
    why = text("this will be a hard fight")
    able = legal_actions.drinks(game, hero)
    for args, _ in _advised_items(game, "refill"):
        if args in able and 3 * hero.energy < hero.full_energy:
            yield Advice(Action("drink", args), text("energy is low"))
    for args, kind in _advised_items(game, "prepare"):
        status = _given_status(game, kind)
        if args in able and status not in hero.statuses and not _is_shielded(hero, status):
            yield from _then_fight(scene, "drink-then-fight", args, why)
            yield Advice(Action("drink", args), why)
    casts = legal_actions.casts(game, hero)
    for spell in advised(game.content.spells.values(), "prepare"):
        args, status = (token_of(spell.name),), spell.statuses[0]
        if args in casts and status not in hero.statuses and not _is_shielded(hero, status):
            if scene.can_win:
                yield from _then_fight(scene, "cast-then-fight", args, why)
            yield Advice(Action("cast", args), why)
    yield from _weaken(scene)
    yield from _sharpen(scene, casts)


def _prepared_by(game: DelveContext) -> Iterator[str]:
    """Yield the statuses of potions and spells that help before a hard fight."""
    for _, kind in _advised_items(game, "prepare"):
        yield _given_status(game, kind)
    for spell in advised(game.content.spells.values(), "prepare"):
        yield spell.statuses[0]


def _sharpen(scene: FightScene, casts: list[Args]) -> Found:
    """Yield what makes the next blows better."""
    game, hero = scene.game, scene.hero
    undead = any(sheet_values.is_undead(game, each) for each in scene.enemies)
    held = sheet_values.weapon(game, hero)
    blessing = (token_of(game.content.spell_with("bless").name),)
    if undead and blessing in casts and held is not None and held.bonus != "blessed":
        yield Advice(Action("cast", blessing), text("blessed weapons hurt the undead"))


def _weaken(scene: FightScene) -> Found:
    """Yield what weakens the nearest enemy in line, when it can bear more than a blow."""
    game, hero, enemy = scene.game, scene.hero, scene.enemies[0]
    direction = direction_to(game, hero, enemy.at, gap(enemy.at, hero.at))
    blow = estimates.blow(game, hero, enemy)
    spells = advised(game.content.spells.values(), "weaken")
    weakened = any(spell.statuses[0] in enemy.statuses for spell in spells)
    if not direction or weakened or fights.known_health(enemy) <= blow * 3 / 2:
        return
    why = text("it is strong, and weaker then")
    casts, reads = legal_actions.casts(game, hero), legal_actions.reads(game, hero)
    for spell in spells:
        if is_immune(game, enemy, spell.statuses[0]):
            continue
        if spell.effect == "web" and enemy in scene.beside:  # it strikes from there all the same
            continue
        if gap(enemy.at, hero.at) > fights.cast_of(game, hero, spell.name).reach:
            continue
        if (token_of(spell.name), direction) in casts:
            yield Advice(Action("cast", (token_of(spell.name), direction)), why)
        for item in game.content.items.values():
            if item.category == "scroll" and item.holds == spell.name:
                args = (token_of(item.name), direction)
                if args in reads:
                    yield Advice(Action("read", args), why)


# ------------------------------------------------------------------ attacking


class _Option(NamedTuple):
    gain: float
    action: Action
    damage: float
    plan: Action | None  # the same until the enemy falls


def _can_spare(game: DelveContext, hero: DelveHero, price: int) -> bool:
    """Return whether a spell leaves energy enough for strong blows, to those who live by them."""
    return estimates.lives_by_spells(game, hero) or 2 * (hero.energy - price) >= hero.full_energy


def _attack_spells(scene: FightScene) -> Found:
    """Yield the attack spells that beat a blow, from the book or from scrolls, the best first."""
    game, hero = scene.game, scene.hero
    if estimates.is_nullified(game, hero, scene.enemies):
        return
    found = []
    for verb, name, args in _aimed_spells(scene):
        option = _rate_spell(scene, verb, name, args)
        if option is not None and option.gain > SPELL_GAIN:
            found.append(option)
    for option in sorted(found, key=lambda each: -each.gain):
        why = text("about {damage} damage, more than a blow", damage=round(option.damage))
        if option.plan is not None:
            yield Advice(option.plan, why)
            why = _ONCE
        yield Advice(option.action, why)


def _aimed_spells(scene: FightScene) -> Iterator[tuple[str, str, Args]]:
    """Yield verb, spell and arguments of what can be cast or read in a direction."""
    game, hero = scene.game, scene.hero
    known = {token_of(name): name for name in hero.spells}
    for args in legal_actions.casts(game, hero):
        if len(args) == 2:
            yield "cast", known[args[0]], args
    if sum(each.level + 2 for each in scene.enemies) >= hero.level:
        named = legal_actions.pack_tokens(game, hero)
        for args in legal_actions.reads(game, hero):
            if len(args) == 2 and args[1] in STEPS:
                yield "read", game.item_kind(named[args[0]]).holds, args


def _rate_spell(scene: FightScene, verb: str, name: str, args: Args) -> _Option | None:
    game, hero = scene.game, scene.hero
    target = next(
        (e for e in scene.enemies if direction_to(game, hero, e.at, gap(e.at, hero.at)) == args[1]),
        None,
    )
    cast = fights.cast_of(game, hero, name)
    if target is None or not fights.does_harm(cast) or gap(target.at, hero.at) > cast.reach:
        return None
    price = spellcasting.cost(game, hero, cast.spell)
    damage = gain = distributions.mean(fights.damage_of(game, cast, target))
    needed = -(-fights.known_health(target) // max(1.0, damage))
    plan = None
    if verb == "cast" and not _can_spare(game, hero, int(price * needed)):
        return None
    if verb == "cast" and _fight(scene, target):
        plan = Action("cast-at", (args[0], token_of(target.name, target.number)))
    if cast.element == "shock" and hero in in_same_water(game, target):
        carried = formulas.reduce(
            round(damage) // SHARE, sheet_values.resistance(game, hero, "shock")
        )
        if OWN_HARM * carried > hero.health:
            return None
        gain -= OWN_HARM * carried
    if cast.spell.effect in ("burst", "storm") and len(scene.enemies) > 1:
        gain += gain / 2
    if target in scene.beside or verb == "read":
        gain -= estimates.blow(game, hero, target)
    elif not estimates.shot(game, target, hero):  # it comes, and energy makes blows stronger
        gain -= estimates.blow(game, hero, target) / 2
    return _Option(gain, Action(verb, args), damage, plan)


def _melee(scene: FightScene) -> Found:
    game, hero = scene.game, scene.hero
    if len(scene.beside) >= 2 and ("whirl",) in legal_actions.uses(game, hero):
        yield Advice(Action("use", ("whirl",)), text("it strikes all who are beside you"))
    yield from _fight_all(scene)
    for target in _strike_order(scene):
        why = _why_strike(scene, target)
        if not target.fled:  # a plan would be over when it runs
            yield Advice(_fight(scene, target) or _fight_on(scene, target), why)
            why = _ONCE
        yield Advice(Action("move", (direction_to(game, hero, target.at, 1),)), why)


def _strike_order(scene: FightScene) -> list[DelveMonster]:
    """Return the enemies beside the hero, the weakest first; those who flee and would survive a
    blow last."""

    def gets_away(enemy: DelveMonster) -> bool:
        return enemy.fled and fights.blows_needed(scene.game, scene.hero, enemy) > 1

    return sorted(scene.beside, key=lambda each: (gets_away(each), *_by_health(each)))


def _by_health(enemy: DelveMonster) -> tuple[int, int]:
    return fights.known_health(enemy), enemy.uid


def _fight_all(scene: FightScene) -> Found:
    """Yield the plan to fight everybody alert, where that is a fight to win and safe enough."""
    if len(scene.enemies) > 1 and scene.can_win:
        plans = [_fight(scene, each) for each in scene.enemies]
        limits = [plan.args[-1] for plan in plans if plan is not None]
        if len(limits) == len(plans):
            why = text("you are stronger than all of them")
            yield Advice(Action("fight", (ALL, max(limits))), why)


def _fight(scene: FightScene, target: DelveMonster) -> Action | None:
    """Return the plan to fight an enemy until it gets dangerous; None where it is so now. A plan
    begun below its limit of health would go on until half of that is lost."""
    hero = scene.hero
    health = 100 * hero.health // hero.full_health
    round_damage = max(scene.danger, estimates.suffered(scene.game, target, hero))
    least = max(25, int(-(-100 * DANGER_ROUNDS * round_damage // hero.full_health)))
    if health <= least:
        return None
    name = token_of(target.name, target.number)
    if not scene.can_win and least <= LIMITS[hero.caution].fight_until <= health:
        return Action("fight", (name,))
    return Action("fight", (name, str(min(90, -(-least // 10) * 10, health // 10 * 10))))


def _fight_on(scene: FightScene, target: DelveMonster) -> Action:
    """Return the plan to fight an enemy on although it is dangerous, for a few blows."""
    health = 100 * scene.hero.health // scene.hero.full_health
    least = max(10, min(90, health // 10 * 10 - 10))
    return Action("fight", (token_of(target.name, target.number), str(least)))


def _why_strike(scene: FightScene, target: DelveMonster) -> Text:
    """Return why to strike an enemy."""
    if target.fled:
        return text("it is about to run")
    needed = fights.blows_needed(scene.game, scene.hero, target)
    if needed <= 1:
        return text("a blow may well be enough")
    if len(scene.beside) > 1:
        if target is min(scene.beside, key=_by_health):
            return text("it is the weakest of those beside you")
        if target is _strike_order(scene)[0]:
            return text("it does not run")
        return text("it is beside you, too")
    if not scene.can_win:
        return text("there is no way out of this")
    return text("it falls in about {blows} blows", blows=needed)


def _at_range(scene: FightScene) -> Found:
    game, hero, nearest = scene.game, scene.hero, scene.enemies[0]
    yield from _throws(game, hero, scene.enemies)
    for args in legal_actions.uses(game, hero):
        if args[0] == "charge":
            yield Advice(Action("use", args), text("a charge strikes harder"))
    if not nearest.fled and not estimates.is_easy(game, hero, nearest):
        yield from ability_choices.while_it_comes(scene)
    if "webbed" in hero.statuses:
        yield from _cut_web(game, hero)
    else:
        yield from _approach(scene, nearest)


def throw_at_sleeper(game: DelveContext, hero: DelveHero) -> Found:
    """Yield a throw at somebody asleep in line who can be beaten with ease."""
    yield from _throws(game, hero, errands.easy_sleepers(game, hero))


def _throws(game: DelveContext, hero: DelveHero, enemies: list[DelveMonster]) -> Found:
    """Yield the best throw of what is made for it at the first enemy in line and in reach."""
    if "frozen" in hero.statuses or hero.energy <= 2:
        return
    for enemy in enemies:
        direction = direction_to(game, hero, enemy.at, gap(enemy.at, hero.at))
        if not direction:
            continue
        hard = enemy.level >= TOUGH and not estimates.is_easy(game, hero, enemy)
        best: tuple[int, str] | None = None
        for token, item in legal_actions.pack_tokens(game, hero).items():
            known = fights.known_thing(game, item)
            if item.worn or known.range < gap(enemy.at, hero.at) or known.cursed:
                continue
            score = _throw_score(game, item, enemy, hard=hard)
            if score and (best is None or score > best[0]):
                best = score, token
        if best is not None:
            why = text("it is in reach, and not beside you yet")
            if _is_for_volleys(game, legal_actions.pack_tokens(game, hero)[best[1]]):
                yield Advice(Action("volley", (token_of(enemy.name, enemy.number),)), why)
                why = _ONCE
            yield Advice(Action("throw", (best[1], direction)), why)
            return


def _is_for_volleys(game: DelveContext, item: DelveItem) -> bool:
    kind = game.item_kind(item)
    return "thrown" in kind.categories and not kind.has("fragile")


def _throw_score(game: DelveContext, item: DelveItem, enemy: DelveMonster, *, hard: bool) -> int:
    """Return how good a throw of a thing is; what is used up by it is kept for hard fights."""
    kind = game.item_kind(item)
    if any(effect.name == "holy" for effect in kind.effects):
        return 20 if sheet_values.is_undead(game, enemy) else 0
    if kind.has("fragile") and "thrown" in kind.categories:
        return 15 if hard else 0
    if "throw" in kind.advice:
        return 8 if hard else 0
    if "thrown" in kind.categories:
        known = fights.known_thing(game, item)
        hallowed = known.bonus == "blessed" and sheet_values.is_undead(game, enemy)
        return max(1, 2 + (known.power or 0) + (enemy.level if hallowed else 0))
    return 0


def _approach(scene: FightScene, enemy: DelveMonster) -> Found:
    game, hero = scene.game, scene.hero
    if _is_left_alone(scene, enemy):
        yield from errands.next_step(game, hero)
    else:
        yield from _fight_all(scene)
    plan = _fight(scene, enemy)
    if plan is not None:
        yield Advice(plan, _why_fight(scene, enemy))
    ways = paths.known_ways(game, hero)
    goals = sum(1 << (enemy.at + step) for step in NEIGHBOURS) & ways
    way = paths.first_steps(ways, hero.at, goals & ~(1 << hero.at))
    action = errands.step(game, hero, way)
    if action is not None:
        yield Advice(action, text("it has to be fought"))
    yield from errands.next_step(game, hero)


def _why_fight(scene: FightScene, enemy: DelveMonster) -> Text:
    if estimates.shot(scene.game, enemy, scene.hero):
        return text("it hurts you from there")
    if scene.game.kind(enemy).courage is None:
        return text("it is in the way")
    return text("it comes anyway, and the first blow may be yours")


def _is_left_alone(scene: FightScene, enemy: DelveMonster) -> bool:
    """Return whether an enemy at a distance is not worth going to."""
    game, hero, kind = scene.game, scene.hero, scene.game.kind(enemy)
    patient = hero.turns - hero.arrived_at <= errands.PATIENCE  # else the enemy bars the way
    away = gap(enemy.at, hero.at)
    at_post = kind.has("guards") and away > 2 and patient
    runs = away > kind.strikes_within and _will_flee(game, enemy)
    if kind.has("aquatic") or at_post or runs:
        return True
    return patient and not estimates.can_win(game, hero, [enemy]) and not kind.has("swift")


def _will_flee(game: DelveContext, enemy: DelveMonster) -> bool:
    """Return whether an enemy runs as soon as one comes near."""
    return enemy.fled or fights.known_health(enemy) * 100 < enemy.full_health * (
        game.kind(enemy).courage or 0
    )


def _otherwise(scene: FightScene) -> Found:
    """Yield what else is sensible, though not the best: other ways than the first."""
    yield from _throws(scene.game, scene.hero, scene.enemies)
    if len(scene.enemies) > 1:
        yield Advice(Action("fall-back"), text("they come one by one there"))
    if not scene.can_win:
        yield Advice(Action("hide"), text("it may lose you"))
    if 2 * scene.hero.health < scene.hero.full_health:
        yield from _heal(scene)
        yield from _escape(scene)
