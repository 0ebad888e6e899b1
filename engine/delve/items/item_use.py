"""Using things: scrolls, potions, food, tools; and what shattered things do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.common.effects import EffectFunctions
from engine.contract.facts import Healed
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import harm, heal, nearest_free, strike_element
from engine.delve.combat.melee_effects import rust
from engine.delve.data.kinds import ItemKind, SpellKind, Trait
from engine.delve.hero.hunger import eat_figures
from engine.delve.magic.cast_context import Cast
from engine.delve.magic.harmful_effects import explode
from engine.delve.magic.spellcasting import book, cast_spell, learn, make_cast
from engine.delve.movement.movement import alarm
from engine.delve.rules import inventory, words
from engine.delve.rules.context import DelveContext
from engine.delve.rules.formulas import MOST_POINTS
from engine.delve.rules.sheet_values import has_ability, is_undead, weapon
from engine.delve.rules.vision import remember_all
from engine.delve.rules.words import reference
from engine.delve.state import SIZE, DelveCreature, DelveHero, DelveItem

ItemEffect = Callable[[DelveContext, DelveCreature, Trait], None]
EFFECTS = EffectFunctions[ItemEffect]()


def count_use(hero: DelveHero, kind: str) -> None:
    """Count the use of an item, for the balance report."""
    hero.used[f"item {kind}"] = hero.used.get(f"item {kind}", 0) + 1


def read(
    game: DelveContext,
    hero: DelveHero,
    item: DelveItem,
    direction: str = "",
    other: DelveItem | None = None,
) -> None:
    """Read a scroll: cast and learn its spell, or have its effect."""
    kind = game.item_kind(item)
    count_use(hero, item.kind)
    game.tell_of("{hero:The} reads {thing:the}.", hero=hero, thing=Name(item.kind))
    saved = has_ability(game, hero, "scholar") and game.dice.percent(game.content.figure("scholar"))
    if not saved:
        inventory.take(hero.pack, item, game.new_uid())
    _use(game, hero, kind, direction, other)


def drink(game: DelveContext, hero: DelveHero, item: DelveItem, direction: str = "") -> None:
    """Drink a potion."""
    kind = game.item_kind(item)
    count_use(hero, item.kind)
    game.tell_of("{hero:The} drinks {thing:the}.", hero=hero, thing=Name(item.kind))
    inventory.take(hero.pack, item, game.new_uid())
    _use(game, hero, kind, direction, None)


def eat(game: DelveContext, hero: DelveHero, item: DelveItem) -> None:
    """Eat food."""
    kind = game.item_kind(item)
    count_use(hero, item.kind)
    inventory.take(hero.pack, item, game.new_uid())
    game.tell_of("{hero:The} eats {thing:the}.", hero=hero, thing=Name(item.kind))
    eat_figures(game, hero, kind)
    for effect in kind.effects:
        EFFECTS[effect.name](game, hero, effect)


def use_tool(game: DelveContext, hero: DelveHero, item: DelveItem) -> None:
    """Use a tool that is used up."""
    kind = game.item_kind(item)
    count_use(hero, item.kind)
    inventory.take(hero.pack, item, game.new_uid())
    game.tell_of("{hero:The} uses {thing:the}.", hero=hero, thing=Name(item.kind))
    _use(game, hero, kind, "", None)


def _use(
    game: DelveContext, hero: DelveHero, kind: ItemKind, direction: str, other: DelveItem | None
) -> None:
    if kind.holds:
        learn(game, hero, kind.holds)
        cast_spell(game, hero, kind.holds, direction, other, free=True)
    for effect in kind.effects:
        EFFECTS[effect.name](game, hero, effect)


# ------------------------------------------------------------------ effects on the user


@EFFECTS.effect("status")
def _status(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    statuses.add(game, who, effect.args[0], effect.number(1))


@EFFECTS.effect("health")
def _health(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    healed = heal(who, effect.number())
    game.tell(words.healed(game.the(who), healed), who, "healed", Healed(reference(who), healed))


@EFFECTS.effect("energy")
def _energy(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    who.energy = min(who.full_energy, who.energy + effect.number())


@EFFECTS.effect("refresh")
def _refresh(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    """Give a share of the full health or energy."""
    if effect.args[0] == "health":
        heal(who, who.full_health * effect.number(1) // 100)
    else:
        who.energy = min(who.full_energy, who.energy + who.full_energy * effect.number(1) // 100)


@EFFECTS.effect("gain")
def _gain(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    figure, by = effect.args[0], effect.number(1)
    if figure == "power":
        who.power += by
    elif figure == "defence":
        who.defence += by
    elif figure == "health":
        who.full_health += by
        who.health += by
    else:
        who.full_energy += by
        who.energy += by
    game.tell_of("{who:The} gains {value}.", who=who, value=words.term(figure))


@EFFECTS.effect("rust")
def _rust(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    rust(game, who)


@EFFECTS.effect("teleport")
def _teleport(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    level = game.level(who)
    free = [
        at
        for at, code in enumerate(level.ground)
        if code in terrain.BARE and game.is_open(level, at)
    ]
    statuses.remove(game, who, "webbed")
    if free:
        game.put(who, game.dice.choose(free))


@EFFECTS.effect("return")
def _return(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    level = game.level(who)
    place = nearest_free(game, level, level.arrival, who)
    statuses.remove(game, who, "webbed")
    if place is not None:
        game.put(who, place)


@EFFECTS.effect("map")
def _map(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    if isinstance(who, DelveHero):
        remember_all(game, who)


@EFFECTS.effect("illuminate")
def _illuminate(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    """Light the level for good."""
    game.level(who).lit[:] = bytes([1]) * SIZE


@EFFECTS.effect("alarm")
def _alarm(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    alarm(game, game.level(who), who.at)
    game.tell(text("A terrible noise goes through the level."), who)


@EFFECTS.effect("enchant")
def _enchant(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    if effect.args[0] == "weapon":
        item = weapon(game, who)
    else:
        slots = ("armour", "shield", "headgear")
        worn = [inventory.in_slot(game.content, who, slot) for slot in slots]
        item = next((each for each in worn if each is not None), None)
    if item is None:
        game.tell(text("Nothing happens."), who)
        return
    if effect.args[0] == "weapon":
        item.power = (item.power or 0) + 1
    else:
        item.defence += 1
    game.tell_of("{who:The}'s {thing} glows.", who=who, thing=Name(item.kind))


@EFFECTS.effect("oil")
def _oil(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    iron = [
        item
        for item in inventory.worn(who)
        if game.item_kind(item).has("iron") and not item.rust_proof
    ]
    if not iron:
        game.tell(text("Nothing needs oil."), who)
        return
    iron[0].rust_proof = True
    game.tell_of("{who:The}'s {thing} will not rust.", who=who, thing=Name(iron[0].kind))


@EFFECTS.effect("transcribe")
def _transcribe(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    held = book(game.content, who) if isinstance(who, DelveHero) else None
    if held is None or not isinstance(who, DelveHero):
        game.tell(text("There is no book to write in."), who)
        return
    held.spells += [name for name in who.spells if name not in held.spells]
    game.tell_of(
        "{who:The} writes every known spell into {thing:the}.", who=who, thing=Name(held.kind)
    )


# ------------------------------------------------------------------ effects on a victim


class FlaskHarm(NamedTuple):
    """The harm of a flask before any resistance: dice, their sides, and what is added."""

    dice: int
    sides: int
    more: int

    def roll(self, game: DelveContext) -> int:
        """Roll the damage."""
        return game.dice.roll(self.dice, self.sides) + self.more


def flask_harm(effect: Trait) -> FlaskHarm:
    """Return what a flask's effect does: harm of an element, or to the undead."""
    points = effect.number(-1)
    return FlaskHarm(1, points, points // 2) if effect.name == "harm" else FlaskHarm(2, points, 0)


@EFFECTS.effect("harm")
def _harm(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    dealt = flask_harm(effect).roll(game)
    strike_element(game, who, dealt, effect.args[0], None, cause=text("a flask"))


@EFFECTS.effect("holy")
def _holy(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    if is_undead(game, who):
        harm(game, who, flask_harm(effect).roll(game), "", None, cause=text("holy water"))


@EFFECTS.effect("net")
def _net(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    who.web = effect.number()
    statuses.add(game, who, "webbed", 1)


@EFFECTS.effect("burst")
@EFFECTS.effect("dig")
@EFFECTS.effect("key")
def _nothing(game: DelveContext, who: DelveCreature, effect: Trait) -> None:
    """Do nothing: the rule is kept elsewhere (keys, digging, bursting)."""


_MADE_FOR_THROWING = ("burst", "harm", "holy", "net")


def is_made_for_throwing(kind: ItemKind) -> bool:
    """Return whether what a thing does, it does to whom it is thrown at."""
    return any(effect.name in _MADE_FOR_THROWING for effect in kind.effects)


def burst_of(game: DelveContext, thrower: DelveCreature, effect: Trait) -> Cast:
    """Return the spell of a flask that bursts, as a hero casts it, whoever throws it."""
    cast = make_cast(game, thrower, game.content.spells[effect.args[0]])
    cast.own_power = 0
    return cast


def act_on_victim(
    game: DelveContext, kind: ItemKind, thrower: DelveCreature, victim: DelveCreature
) -> None:
    """Let a thrown thing act on whom it hit: potions at half their figures."""
    for effect in kind.effects:
        if effect.name == "burst":
            explode(burst_of(game, thrower, effect), victim.at)
        else:
            EFFECTS[effect.name](game, victim, _halved(kind, effect))
    if kind.holds and not victim.fallen:
        _half_spell(game, game.content.spells[kind.holds], victim)


def _halved(kind: ItemKind, effect: Trait) -> Trait:
    if kind.category != "potion" or effect.name in _MADE_FOR_THROWING:
        return effect
    args = tuple(str(max(1, int(a) // 2)) if a.isdigit() else a for a in effect.args)
    return Trait(effect.name, args)


def _half_spell(game: DelveContext, spell: SpellKind, victim: DelveCreature) -> None:
    """Give a victim half of what a potion's spell restores or adds."""
    points = (spell.figures.get("power") or spell.dice) // 2
    for name in spell.statuses:
        if name == "health":
            heal(victim, points)
        elif spell.effect == "restore":
            statuses.remove(game, victim, name, points)
        else:
            statuses.add(game, victim, name, min(points, MOST_POINTS))


# ------------------------------------------------------------------ fountains


def drink_fountain(game: DelveContext, hero: DelveHero) -> None:
    """Drink from the fountain underfoot, once."""
    level = game.level(hero)
    draught = game.dice.choose(game.content.fountains)
    game.tell(text(draught.line), hero)
    for effect in draught.effects:
        EFFECTS[effect.name](game, hero, effect)
    game.set_ground(level, hero.at, terrain.DRY_FOUNTAIN)
