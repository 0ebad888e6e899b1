"""Eating, drinking, using staffs, blowing horns: what all of them share (rules: objects 7)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Text, Words, listed, text
from engine.sil.creatures import creature_names, skill_rolls
from engine.sil.data import declarations
from engine.sil.data.bundle import Data
from engine.sil.effects import remedies, statuses
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.questions import Asked
from engine.sil.game.state import Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived
from engine.sil.item_use import body_effects, horns, staffs
from engine.sil.item_use.use_effects import Use
from engine.sil.items import identification, item_classes, item_handles, item_names, pack
from engine.sil.perception import noise, truce

UNITS, CHANNELED = 2, 1  # of charge, for one use
VOICE, CHANNELED_VOICE = 20, 10
CONFUSED_DEVICE = 5
EFFECTS = {**body_effects.EFFECTS, **staffs.EFFECTS, **horns.EFFECTS}
WAYS = (*compass.DIRECTIONS, horns.UP, horns.DOWN)


def of_class(data: Data, item: Item, *tvals: int) -> bool:
    """Return whether an object is of one of these classes."""
    return item_classes.kind_of(data, item).tval in tvals


# ------------------------------------------------------------------------ food and drink


def eat(game: SilContext, item: Item) -> None:
    """Eat one of a stack of herbs or food: a turn. Raises IllegalAction."""
    _swallow(game, item, item_classes.FOOD, text("That is nothing to eat."), "You eat {item}.")


def quaff(game: SilContext, item: Item) -> None:
    """Drink one of a stack of potions: a turn. Raises IllegalAction."""
    _swallow(
        game, item, item_classes.POTION, text("That is nothing to drink."), "You drink {item}."
    )


def _swallow(game: SilContext, item: Item, tval: int, refusal: Text, template: str) -> None:
    if not of_class(game.data, item, tval):
        raise IllegalAction(refusal)
    action_costs.spend(game)
    one = pack.take_out(game, item, 1)
    single = item_names.words(game, one, mode=item_names.NAMED)
    tell(game, text(template, item=single), "item")
    kind = item_classes.kind_of(game.data, one)
    noticed = take_effect(game, one)
    if kind.pval and not game.state.ended:
        remedies.fill(game, kind.pval)
    _tried(game, one, noticed)
    pack.tidy(game)
    derived.update(game)


def take_effect(game: SilContext, item: Item, way: str = "") -> bool:
    """Let the effects of a thing befall the hero; whether he understands what it is."""
    rules, use = game.data.rules.item(item.kind), Use(game, item.kind, way)
    understood = rules.obvious
    for effect in rules.towards(way):
        if not game.state.ended:
            understood = EFFECTS[effect.name](use, *effect.args) or understood
    return understood


def _tried(game: SilContext, item: Item, noticed: bool) -> None:
    """Note that the hero has tried the kind; he understands it if he saw what it did."""
    lore = game.lore
    new = noticed and not item_names.is_aware(game, item.kind)
    if item.kind not in lore.tried:
        lore.tried.append(item.kind)
    if noticed:
        identification.aware(game, item.kind)
    if new:
        what = item_names.words(game, item, mode=item_names.NAMED)
        learned = identification.learned_kind(game, item)
        tell(game, text("That was {item}.", item=what), "found", fact=learned)


# -------------------------------------------------------------------------------- devices


def _mastered(game: SilContext, item: Item) -> bool:
    """Return where the rules ask for a Will check to use a device, whether it succeeds; else the
    turn is lost and nothing more (ruling `device_use_check`)."""
    if not game.rulings.device_use_check:
        return True
    if mastery_contest(game, item).roll(game.streams.play).margin > 0:
        return True
    tell(game, text("Your will is not enough to wake its power."), "magic")
    return False


def has_room(game: SilContext, item: Item) -> bool:
    """Return whether a device can do its work where the hero stands: a glyph needs free floor."""
    effects = game.data.rules.item(item.kind).effects
    return staffs.can_ward(game) or all(effect.name != "ward" for effect in effects)


def mastery_contest(game: SilContext, item: Item) -> skill_rolls.SkillContest:
    """Return the Will check to use a device, where the rules ask for one."""
    hard = item_classes.kind_of(game.data, item).level // 2
    hard += CONFUSED_DEVICE if game.hero.timers.confused else 0
    return skill_rolls.hero_contest(game, game.hero.skill(Skill.WILL), hard)


def _channels(game: SilContext) -> bool:
    return game.hero.active(ab.CHANNELING)


def can_use(game: SilContext, item: Item) -> bool:
    """Return whether a staff is not known to be empty."""
    if item.empty:
        return False
    return not item.known or item.pval >= (CHANNELED if _channels(game) else UNITS)


def use_staff(game: SilContext, item: Item) -> None:
    """Use a staff: a turn, and a charge. Those that work on a thing ask which one first.

    Raises IllegalAction when it is no staff, or known to be empty.
    """
    if not of_class(game.data, item, item_classes.STAFF):
        raise IllegalAction(text("That is no staff."))
    if not can_use(game, item):
        raise IllegalAction(text("The staff is empty."))
    cost = CHANNELED if _channels(game) else UNITS
    effects = {effect.name for effect in game.data.rules.item(item.kind).effects}
    if not _mastered(game, item):
        action_costs.spend(game)
    elif item.pval < cost:
        action_costs.spend(game)
        tell(game, text("The staff has no charges left."), "magic")
        item.empty = True
    elif targeted := effects & TARGETS.keys():
        _tried(game, item, True)
        _ask_target(game, item, *targeted)
    elif not has_room(game, item):
        action_costs.spend(game)
        tell(game, text("There is no room here for a glyph of warding."), "magic")
        _tried(game, item, True)
    else:
        action_costs.spend(game)
        _discharge(game, item)
        told = len(game.state.events)
        _tried(game, item, take_effect(game, item))
        if len(game.state.events) == told:
            tell(game, text("You use the staff, and nothing seems to happen."), "magic")
        derived.update(game)
    if game.state.energy_used:
        truce.hostile_deed(game)


def _discharge(game: SilContext, item: Item) -> None:
    item.pval -= CHANNELED if _channels(game) else UNITS
    item.extra += 1


def _unknown(game: SilContext, item: Item) -> bool:
    return not item_names.is_known(game, item)


def _is_staff(game: SilContext, item: Item) -> bool:
    return of_class(game.data, item, item_classes.STAFF)


TARGETS = {"understand": _unknown, "recharge": _is_staff}
"""Effects of staffs on a thing, and on which."""


def _ask_target(game: SilContext, staff: Item, effect: str) -> None:
    """Ask which thing the staff shall work on; a no loses the turn, but no charge."""
    pack.tidy(game)
    held = item_handles.items(game)
    answers: list[tuple[str, Words]] = [
        (handle, item_handles.item_words(game, item))
        for handle, item in held.items()
        if item is not staff and TARGETS[effect](game, item)
    ]
    handle = next(word for word, item in held.items() if item is staff)
    kind = Name(item_classes.kind_of(game.data, staff).name, proper=True)
    question = text("Which thing shall the staff of {kind} work on?", kind=kind)
    questions.ask(game, "staff", Asked(question, [*answers, ("no", text("Nothing"))]), staff=handle)


def chosen(game: SilContext, staff: Item, target: Item | None) -> None:
    """Take the answer to what a staff shall work on; None: nothing."""
    action_costs.spend(game)
    truce.hostile_deed(game)
    if target is None:
        return
    _discharge(game, staff)
    (effect,) = game.data.rules.item(staff.kind).effects
    if effect.name == "understand":
        identification.identify(game, target)
        tell(
            game,
            text("You understand it: {item}.", item=item_handles.item_words(game, target)),
            "found",
            fact=identification.learned_kind(game, target),
        )
    else:
        like = target.kind == staff.kind
        target.pval += CHANNELED if like and _channels(game) else effect.number(0)
        target.known = target.known or (target.empty and item_names.is_aware(game, target.kind))
        target.empty = False
        tell(
            game,
            text("The staff hums with power: {item}.", item=item_handles.item_words(game, target)),
            "magic",
        )
    pack.tidy(game)


# ---------------------------------------------------------------------------------- horns


def needs_way(game: SilContext, item: Item) -> bool:
    """Return whether the hero must say which way to blow it: all but a horn known for what it
    is."""
    aimed = declarations.is_aimed(game.data.rules.item(item.kind).effects)
    return aimed or not item_names.is_aware(game, item.kind)


def ways(game: SilContext, item: Item) -> tuple[str, ...]:
    """Return the ways in which a horn may be blown, as far as the hero knows: toward the nearest
    enemy first."""
    rules = game.data.rules.item(item.kind)
    upright = rules.up or rules.down or not item_names.is_aware(game, item.kind)
    level = tuple(sorted(compass.DIRECTIONS, key=lambda way: way != _enemy_way(game)))
    return (*level, horns.UP, horns.DOWN) if upright else level


def _enemy_way(game: SilContext) -> str:
    """Return the direction of the nearest enemy in sight; "" without one."""
    hero = game.hero
    for creature in creature_names.visible(game):
        if not creature_names.seems(game, creature, "PEACEFUL"):
            return compass.toward(hero.y, hero.x, creature.y, creature.x)
    return ""


def voice_for_horn(game: SilContext) -> int:
    """Return what blowing a horn costs the hero."""
    return CHANNELED_VOICE if _channels(game) else VOICE


def _way_words(way: str) -> Text:
    if way == "up":
        return text("up")
    return compass.WORDS.get(way) or text("down")


def play(game: SilContext, item: Item, handle: str, way: str = "") -> None:
    """Blow a horn some way: a turn, and voice. Where a way is wanting it is asked for; `handle`
    is what orders call the horn. Raises IllegalAction when voice is wanting."""
    if not of_class(game.data, item, item_classes.HORN):
        raise IllegalAction(text("That is no horn."))
    hero = game.hero
    cost = voice_for_horn(game)
    if hero.voice < cost:
        raise IllegalAction(
            text(
                "You need {cost} voice to blow a horn; you have {voice}.",
                cost=cost,
                voice=hero.voice,
            )
        )
    possible = ways(game, item)
    if needs_way(game, item) and way not in possible:
        if way:
            raise IllegalAction(
                text(
                    "Say which way to blow it: {ways}.",
                    ways=listed(Name(way, given=True) for way in possible),
                )
            )
        answers = [(word, text("{way:The}", way=_way_words(word))) for word in possible]
        question = text("Which way will you blow {item}?", item=item_handles.item_words(game, item))
        none = ("no", text("Not at all"))
        questions.ask(game, "horn", Asked(question, [*answers, none]), item=handle)
        return
    action_costs.spend(game)
    truce.hostile_deed(game)
    if not _mastered(game, item):
        return
    hero.voice -= cost
    statuses.silence(game)
    if hero.timers.confused and way in compass.DIRECTIONS:
        way = game.streams.play.choose(tuple(compass.DIRECTIONS))
    tell(game, text("You blow the horn."), "item")
    noise.noise(game, -game.data.rules.item(item.kind).noise)
    _tried(game, item, take_effect(game, item, way))
    derived.update(game)
