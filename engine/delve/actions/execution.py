"""Doing what a hero decided: the rules of each verb, menus, and refusals."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.plans import CAUTIONS, split_terms
from engine.contract.action import Action, IllegalAction, InvalidAction
from engine.contract.facts import Grew, SeatRef
from engine.contract.texts import Name, Text, text, typed
from engine.delve import terrain
from engine.delve.actions import plan_runner, plans, turn_order
from engine.delve.actions.legal_actions import (
    CHOICES,
    PLAN_CHOICES,
    Args,
    floor_tokens,
    inspected,
    is_free,
    pack,
    pack_tokens,
)
from engine.delve.actions.pick_up import pick_up
from engine.delve.combat.damage import drop, spend
from engine.delve.descriptions import encyclopaedia, inspection
from engine.delve.hero import abilities, secret_class
from engine.delve.items import item_use
from engine.delve.items.throwing import throw
from engine.delve.levels import stairs
from engine.delve.magic import spellcasting
from engine.delve.magic.helpful_effects import lift_curse
from engine.delve.movement import movement
from engine.delve.places import bargains, captives, claims
from engine.delve.rules import endings, growth, inventory, vision, words
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.state import DEEPEST, DelveHero, DelveItem

Deed = Callable[[DelveContext, DelveHero, Args], None]
STUDY_COST = 6  # energy, as far as there is any
ALTARS_OF_THE_HEART = 4


def apply(game: DelveContext, hero: DelveHero, action: Action) -> None:
    """Do an action, or open the menu that completes it. Raises ActionError before any change."""
    verb, args = action.verb, action.args
    if verb == "lookup":
        page = encyclopaedia.entry(game.content, " ".join(args))
        _begin_action(hero)
        game.tell_hero(hero, page, "page")
        return
    if verb not in CHOICES:
        raise InvalidAction(words.not_a_verb(verb))
    kind = game.content.verbs[verb]
    asked = bool(hero.choices) or turn_order.wants_answer(game, hero)
    if asked and not kind.while_asked:
        raise IllegalAction(text("First answer the question."))
    if verb in PLAN_CHOICES:
        plain, terms = split_terms(args)
        if plain in PLAN_CHOICES[verb](game, hero, terms):
            _begin_action(hero)
            hero.menu = []
            plan_runner.begin(game, hero, verb, plain, terms)
            return
    allowed = CHOICES[verb](game, hero)
    if args in allowed:
        _begin_action(hero)
        keep_open = kind.held_open and hero.menu[:1] == [verb]
        if not keep_open:
            hero.menu = []
        free = is_free(game, hero, verb, args)
        DEEDS[verb](game, hero, args)
        if not free:
            turn_order.finish_action(game, hero)
        return
    if any(each[: len(args)] == args for each in allowed):
        if asked:
            raise IllegalAction(text("First answer the question."))
        hero.menu = [verb, *args]
        return
    raise IllegalAction(why_not(game, hero, verb, args))


def _begin_action(hero: DelveHero) -> None:
    """Put what was told since the last action into the transcript."""
    hero.transcript += hero.lines
    del hero.transcript[:-60]
    hero.lines = []
    hero.last_at, hero.hurt, hero.fought, hero.broken_at = hero.at, 0, False, -1


def why_not(game: DelveContext, hero: DelveHero, verb: str, args: Args) -> Text:
    """Return one sentence on why an action is refused."""
    named = pack_tokens(game, hero)
    item = named.get(args[0]) if args else None
    if verb == "rest":
        return plans.why_not_rest(game, hero) or text("You cannot rest now.")
    if verb in PLAN_CHOICES and plans.is_threatened(game, hero, split_terms(args)[1]):
        return text("An alert enemy is too near.")
    if verb in ("drop", "throw", "remove") and item is not None and item.cursed:
        return text("{thing:The} is cursed; you cannot take it off.", thing=Name(item.kind))
    if verb == "eat" and item is not None:
        if game.item_kind(item).category != "food":
            return text("{thing:The} is no food.", thing=Name(item.kind))
        return text("You are too full to eat.")
    if verb == "read" and "raging" in hero.statuses:
        return text("You are too angry to read.")
    if verb == "cast" and args:
        return _why_not_cast(game, hero, args[0])
    line = typed(str(Action(verb, args)))
    return text("You cannot {line} now.", line=line)


def _why_not_cast(game: DelveContext, hero: DelveHero, token: str) -> Text:
    name = next((each for each in hero.spells if inventory.token(each) == token), "")
    if not name:
        return text("You know no such spell.")
    if name not in spellcasting.castable(game.content, hero):
        return text("Your book does not have {spell}.", spell=words.spell(name))
    price = spellcasting.cost(game, hero, game.content.spells[name])
    if price > hero.energy:
        return text(
            "{spell:The} costs {price} energy; you have {energy}.",
            spell=words.spell(name),
            price=price,
            energy=hero.energy,
        )
    return text("{spell:The} needs something to work on.", spell=words.spell(name))


# ------------------------------------------------------------------ moving


def _move(game: DelveContext, hero: DelveHero, args: Args) -> None:
    movement.walk(game, hero, args[0])
    plans.visit(game, hero)


def _pause(game: DelveContext, hero: DelveHero, args: Args) -> None:
    plans.ease(hero)


def _open(game: DelveContext, hero: DelveHero, args: Args) -> None:
    at = hero.at + STEPS[args[0]]
    level = game.level(hero)
    if level.ground[at] == terrain.LOCKED_DOOR:
        movement.bash_door(game, hero, at)
    elif level.ground[at] == terrain.DOOR:
        game.set_ground(level, at, terrain.OPEN_DOOR)


def _close(game: DelveContext, hero: DelveHero, args: Args) -> None:
    at = hero.at + STEPS[args[0]]
    level = game.level(hero)
    if game.at(hero.depth, at) is not None or level.items.get(at):
        game.tell_hero(hero, text("Something is in the way."))
        return
    game.set_ground(level, at, terrain.DOOR)


def _ascend(game: DelveContext, hero: DelveHero, args: Args) -> None:
    stairs.ascend(game, hero)


# ------------------------------------------------------------------ things


def _get(game: DelveContext, hero: DelveHero, args: Args) -> None:
    here = game.level(hero).items[hero.at]
    pick_up(game, hero, [floor_tokens(game, hero)[args[0]]] if args else list(here))


def _drop(game: DelveContext, hero: DelveHero, args: Args) -> None:
    item = pack_tokens(game, hero)[args[0]]
    hero.pack.remove(item)
    item.worn = False
    level = game.level(hero)
    if secret_class.lay_to_rest(game, hero, item) or _laid_heart_to_rest(game, hero, item):
        return
    place = drop(game, level, hero.at, item)
    game.memory(hero).visited.append(place)
    game.tell_of(
        "{hero:The} drops {thing}.", hero=hero, thing=inventory.described(game.content, item)
    )


def _laid_heart_to_rest(game: DelveContext, hero: DelveHero, item: DelveItem) -> bool:
    """End the game when the Heart is laid on an altar of its hall after all four were used, or
    into an open grave by one of the secret class."""
    level = game.level(hero)
    if item.kind != game.content.heart:
        return False
    used = level.ground.count(terrain.DIM_ALTAR) >= ALTARS_OF_THE_HEART
    if level.depth == DEEPEST and level.ground[hero.at] in terrain.ALTARS and used:
        endings.end(game, "altar")
        told = "{hero:The} lays the Heart on the altar."
    elif level.ground[hero.at] == terrain.GRAVE and secret_class.is_member(game, hero):
        endings.end(game, "grave")
        told = "{hero:The} lays the Heart into the grave."
    else:
        return False
    game.tell(text(told, hero=game.the(hero)), hero, "stairs")
    return True


def _throw(game: DelveContext, hero: DelveHero, args: Args) -> None:
    item = pack_tokens(game, hero)[args[0]]
    item_use.count_use(hero, item.kind)
    throw(game, hero, item, movement.stray(game, hero, args[1]))


def _read(game: DelveContext, hero: DelveHero, args: Args) -> None:
    named = pack_tokens(game, hero)
    item = named[args[0]]
    if len(args) < 2:
        item_use.read(game, hero, item)
    elif args[1] in STEPS:
        item_use.read(game, hero, item, movement.stray(game, hero, args[1]))
    else:
        item_use.read(game, hero, item, "", named[args[1]])


def _drink(game: DelveContext, hero: DelveHero, args: Args) -> None:
    if args == ("fountain",):
        item_use.drink_fountain(game, hero)
        return
    direction = movement.stray(game, hero, args[1]) if len(args) > 1 else ""
    item_use.drink(game, hero, pack_tokens(game, hero)[args[0]], direction)


def _eat(game: DelveContext, hero: DelveHero, args: Args) -> None:
    item_use.eat(game, hero, pack_tokens(game, hero)[args[0]])


def _equip(game: DelveContext, hero: DelveHero, args: Args) -> None:
    item = pack_tokens(game, hero)[args[0]]
    slot = inventory.slot_of(game.item_kind(item))
    held = inventory.in_slot(game.content, hero, slot)
    if item.count > 1:
        item = inventory.take(hero.pack, item, game.new_uid())
        hero.pack.append(item)
    if held is not None:
        held.worn = False
    item.worn, item.known = True, True
    item_use.count_use(hero, item.kind)
    game.tell_of(
        "{hero:The} puts on {thing}.", hero=hero, thing=inventory.described(game.content, item)
    )
    if item.cursed:
        game.tell_of("It is cursed; it will not come off {hero:the}.", hero=hero)


def _remove(game: DelveContext, hero: DelveHero, args: Args) -> None:
    item = pack_tokens(game, hero)[args[0]]
    item.worn = False
    game.tell_of("{hero:The} takes off {thing:the}.", hero=hero, thing=Name(item.kind))


# ------------------------------------------------------------------ spells, abilities, altars


def _cast(game: DelveContext, hero: DelveHero, args: Args) -> None:
    name = next(each for each in hero.spells if inventory.token(each) == args[0])
    direction, item = "", None
    if len(args) > 1 and args[1] in STEPS:
        direction = movement.stray(game, hero, args[1])
    elif len(args) > 1:
        item = pack_tokens(game, hero)[args[1]]
    spellcasting.cast_spell(game, hero, name, direction, item)


def _use(game: DelveContext, hero: DelveHero, args: Args) -> None:
    for name in hero.abilities:
        if inventory.token(name) == args[0] and game.content.abilities[name].active:
            direction = movement.stray(game, hero, args[1]) if len(args) > 1 else ""
            abilities.use(game, hero, name, direction)
            return
    item_use.use_tool(game, hero, pack_tokens(game, hero)[args[0]])


def _upgrade(game: DelveContext, hero: DelveHero, args: Args) -> None:
    name = next(each for each in hero.spells if inventory.token(each) == args[0])
    hero.upgraded.append(name)
    game.set_ground(game.level(hero), hero.at, terrain.DIM_ALTAR)
    hero.used[f"upgrade {name}"] = 1
    game.tell(
        text("The altar takes {spell} and gives back something greater.", spell=words.spell(name)),
        hero,
        "altar",
    )


def _pray(game: DelveContext, hero: DelveHero, args: Args) -> None:
    growth.strengthen(game, hero)
    game.set_ground(game.level(hero), hero.at, terrain.DIM_ALTAR)
    hero.used["pray"] = hero.used.get("pray", 0) + 1
    kind = game.content.classes[hero.class_name]
    told = text(
        "{hero:The} prays, and is stronger for good: health + {health}, energy + {energy}.",
        hero=game.the(hero),
        health=kind.health_gain,
        energy=kind.energy_gain,
    )
    game.tell(told, hero, "altar", Grew(SeatRef(hero.seat), "health", kind.health_gain))


def _uncurse(game: DelveContext, hero: DelveHero, args: Args) -> None:
    spell = game.content.spell_with("remove-curse")
    cast = spellcasting.make_cast(game, hero, spell, "", pack_tokens(game, hero)[args[0]])
    hero.energy -= hero.full_energy // 2
    lift_curse(cast, can_backfire=False)


def _claim(game: DelveContext, hero: DelveHero, args: Args) -> None:
    claims.claim(game, hero, args)


def _free(game: DelveContext, hero: DelveHero, args: Args) -> None:
    captives.free(game, hero)


def _bargain(game: DelveContext, hero: DelveHero, args: Args) -> None:
    kinds = bargains.bargains_here(game, hero)
    name = next(kind.name for kind in kinds if inventory.token(kind.name) == args[0])
    bargains.bargain(game, hero, name)


# ------------------------------------------------------------------ free actions


def _inspect(game: DelveContext, hero: DelveHero, args: Args) -> None:
    item = inspected(game, hero)[args[0]]
    if not item.known:
        item.known = True
        spend(hero, STUDY_COST)
        told = text("{hero:The} studies {thing:the}.", hero=game.the(hero), thing=Name(item.kind))
        game.tell(told, hero)
    game.tell_hero(hero, inspection.item(game, hero, item), "page")


def _look(game: DelveContext, hero: DelveHero, args: Args) -> None:
    for monster in vision.visible(game, hero):
        if inventory.token(monster.name, monster.number) == args[0]:
            game.tell_hero(hero, inspection.monster(game, hero, monster), "page")
            return
    game.tell_hero(hero, inspection.direction(game, hero, args[0]), "page")


def _caution(game: DelveContext, hero: DelveHero, args: Args) -> None:
    hero.caution = next(each for each in CAUTIONS if each == args[0])


def _option(game: DelveContext, hero: DelveHero, args: Args) -> None:
    hero.options[args[0]] = args[1]
    option, value = args
    told = text(
        "{option}: {value}.",
        option=words.term(option),
        value=value if value.isdigit() else words.term(value),
    )
    game.tell_hero(hero, told)


def _sort(game: DelveContext, hero: DelveHero, args: Args) -> None:
    """Put one thing before another; sorting by hand switches auto-sort off."""
    named = pack_tokens(game, hero)
    one, other = named[args[0]], named[args[1]]
    order = [item.uid for item in pack(game, hero) if item is not one]
    order.insert(order.index(other.uid), one.uid)
    hero.order = order
    hero.options["auto-sort"] = "off"


def _choose(game: DelveContext, hero: DelveHero, args: Args) -> None:
    ability = ""
    if args[0] == "ability":
        ability = next(each for each in hero.choices[0] if inventory.token(each) == args[1])
    growth.take_choice(game, hero, args[0], ability)


def _answer(game: DelveContext, hero: DelveHero, args: Args) -> None:
    secret_class.answer(game, hero, args[0] == "yes")


def _cancel(game: DelveContext, hero: DelveHero, args: Args) -> None:
    hero.menu = []


DEEDS: dict[str, Deed] = {
    "answer": _answer,
    "ascend": _ascend,
    "bargain": _bargain,
    "cancel": _cancel,
    "cast": _cast,
    "caution": _caution,
    "choose": _choose,
    "claim": _claim,
    "close": _close,
    "drink": _drink,
    "drop": _drop,
    "eat": _eat,
    "equip": _equip,
    "free": _free,
    "get": _get,
    "inspect": _inspect,
    "look": _look,
    "move": _move,
    "open": _open,
    "option": _option,
    "pause": _pause,
    "pray": _pray,
    "read": _read,
    "remove": _remove,
    "sort": _sort,
    "throw": _throw,
    "uncurse": _uncurse,
    "upgrade": _upgrade,
    "use": _use,
}
