"""Autoplay with things while no enemy is near."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.contract.action import Action, Advice
from engine.contract.texts import Text, text
from engine.delve import terrain
from engine.delve.actions import legal_actions
from engine.delve.actions.legal_actions import Args
from engine.delve.autoplay import estimates
from engine.delve.data.kinds import ItemKind, advised
from engine.delve.hero import hunger
from engine.delve.magic import spellcasting
from engine.delve.rules import inventory, words
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.rules.item_worth import bonus_of, books, is_better, is_wanted, worth_on
from engine.delve.state import DelveHero, DelveItem

HUNGRY = 350
WORTH_INK = 2  # spells missing in a book
_AT_ONCE = frozenset({"gain", "enchant", "oil"})  # effects used as soon as they are found


def housekeeping(world: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what is to be done with things now."""
    for decide, why in _DECISIONS:
        action = decide(world, hero)
        if action is not None:
            yield Advice(action, why)


def at_place(world: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what the things and the place underfoot are good for."""
    if "frozen" in hero.statuses:
        return
    for decide, why in _DECISIONS:
        if decide in _AT_PLACE and (action := decide(world, hero)) is not None:
            yield Advice(action, why)


def has_food(world: DelveContext, hero: DelveHero) -> bool:
    """Return whether there is food in the pack."""
    return any(world.item_kind(item).category == "food" for item in hero.pack)


def _eat(world: DelveContext, hero: DelveHero) -> Action | None:
    if hero.nourishment >= HUNGRY or hunger.is_full(hero):
        return None
    able = {token for (token,) in legal_actions.eats(world, hero)}
    named = legal_actions.pack_tokens(world, hero)
    food = [token for token in named if token in able]
    if not food:
        return None
    return Action("eat", (max(food, key=lambda token: _taste(world, hero, named[token])),))


def _taste(world: DelveContext, hero: DelveHero, item: DelveItem) -> tuple[bool, bool, int]:
    """Return how gladly a hero eats something: no illness, then what helps, then what is single,
    so that few things fill the pack."""
    kind = world.item_kind(item)
    sickens = kind.has("meat") and world.content.classes[hero.class_name].food_chance > 50
    return not sickens, bool(kind.effects), -item.count


def _get(world: DelveContext, hero: DelveHero) -> Action | None:
    named = legal_actions.floor_tokens(world, hero)
    if not named or _explore_takes(world, hero):
        return None
    wanted = [token for token, item in named.items() if is_wanted(world, hero, item)]
    if len(wanted) == len(named):
        return Action("get")
    return Action("get", (wanted[0],)) if wanted else None


def _explore_takes(world: DelveContext, hero: DelveHero) -> bool:
    """Return whether exploring takes what lies here by itself."""
    takes = hero.options.get("auto-take", "on") == "on"
    fresh = hero.at not in world.memory(hero).visited
    return takes and fresh and bool(legal_actions.CHOICES["explore"](world, hero))


def _copy(world: DelveContext, hero: DelveHero) -> Action | None:
    """Write what the hero knows into the best of his books, when most of it is missing there."""
    named = legal_actions.pack_tokens(world, hero)
    ink = next((token for token, item in named.items() if _has(world, item, "transcribe")), "")
    able = books(world, hero)
    if not ink or not able:
        return None
    best = max(able, key=bonus_of(world))
    if len(set(hero.spells) - set(best.spells)) < WORTH_INK:
        return None
    if best.worn:
        return Action("use", (ink,))
    equip = (next(token for token, item in named.items() if item is best),)
    return Action("equip", equip) if equip in legal_actions.equips(world, hero) else None


def _has(world: DelveContext, item: DelveItem, effect: str) -> bool:
    return any(each.name == effect for each in world.item_kind(item).effects)


def _equip(world: DelveContext, hero: DelveHero) -> Action | None:
    """Put on the best of what is better than what is worn in its slot."""
    named = legal_actions.pack_tokens(world, hero)
    best: tuple[int, str] | None = None
    for (token,) in legal_actions.equips(world, hero):
        item, slot = named[token], inventory.slot_of(world.item_kind(named[token]))
        if (item.cursed and item.known) or not is_better(world, hero, item, slot):
            continue
        score = worth_on(world, hero, item, slot)
        if best is None or score > best[0]:
            best = score, token
    return Action("equip", (best[1],)) if best else None


def _altar(world: DelveContext, hero: DelveHero) -> Action | None:
    if world.memory(hero).ground[hero.at] != terrain.ALTAR:
        return None
    if estimates.lives_by_spells(world, hero):
        usable = spellcasting.castable(world.content, hero)
        able = legal_actions.CHOICES["upgrade"](world, hero)
        spells = advised(world.content.spells.values(), "upgrade")
        for spell in sorted(spells, key=lambda spell: spell.name not in usable):
            if (inventory.token(spell.name),) in able:
                return Action("upgrade", (inventory.token(spell.name),))
    return Action("pray")


def _grave(world: DelveContext, hero: DelveHero) -> Action | None:
    if world.memory(hero).ground[hero.at] != terrain.GRAVE:
        return None
    for token, item in legal_actions.pack_tokens(world, hero).items():
        if world.item_kind(item).category == "remains":
            return Action("drop", (token,))
    return None


def _improve(world: DelveContext, hero: DelveHero) -> Action | None:
    """Drink, read and use what makes the hero better for good."""
    strong = hero.level >= hero.depth + NOISE_LEVELS
    for token, item in legal_actions.pack_tokens(world, hero).items():
        kind = world.item_kind(item)
        names = {effect.name for effect in kind.effects}
        able = kind.category == "tool" or "raging" not in hero.statuses
        if strong and able and "alarm" in names:  # let them come
            return Action("use" if kind.category == "tool" else "read", (token,))
        if not names & _AT_ONCE or ("oil" in names and not _has_iron(world, hero)):
            continue
        if "enchant" in names and not _has_target(world, hero, kind):
            continue
        if kind.category == "potion":
            return Action("drink", (token,))
        if kind.category == "scroll" and "raging" not in hero.statuses:
            return Action("read", (token,))
        if kind.category == "tool":
            return Action("use", (token,))
    return None


def _has_target(world: DelveContext, hero: DelveHero, kind: ItemKind) -> bool:
    weapon = any(effect.args[:1] == ("weapon",) for effect in kind.effects)
    slots = ("weapon",) if weapon else ("armour", "shield", "headgear")
    return any(inventory.in_slot(world.content, hero, slot) is not None for slot in slots)


def _has_iron(world: DelveContext, hero: DelveHero) -> bool:
    return any(
        item.worn and world.item_kind(item).has("iron") and not item.rust_proof
        for item in hero.pack
    )


def _learn(world: DelveContext, hero: DelveHero) -> Action | None:
    """Read and drink what teaches something new, as long as there is a book; or identify."""
    if spellcasting.book(world.content, hero) is None or "raging" in hero.statuses:
        return _identify(world, hero)
    named = legal_actions.pack_tokens(world, hero)
    for args in legal_actions.drinks(world, hero):
        item = named.get(args[0])
        kind = world.item_kind(item) if item is not None else None
        if kind is not None and "study" in kind.advice and kind.holds not in hero.spells:
            return Action("drink", (*args[:1], "n") if len(args) > 1 else args)
    for args in legal_actions.reads(world, hero):
        holds = world.item_kind(named[args[0]]).holds
        if not holds:
            continue
        book = spellcasting.book(world.content, hero)
        fresh = holds not in hero.spells or (book is not None and holds not in book.spells)
        if fresh and (len(args) == 1 or args[1] not in STEPS or args[1] == "n"):
            return Action("read", args)
    return _identify(world, hero)


def _identify(world: DelveContext, hero: DelveHero) -> Action | None:
    if "raging" in hero.statuses:
        return None
    return _read_with(world, hero, "identify")


def _read_with(world: DelveContext, hero: DelveHero, effect: str) -> Action | None:
    """Read a scroll of a spell with an effect on a thing."""
    named = legal_actions.pack_tokens(world, hero)
    for args in legal_actions.reads(world, hero):
        spell = world.content.spells.get(world.item_kind(named[args[0]]).holds)
        if spell is not None and spell.effect == effect and len(args) == 2:
            return Action("read", args)
    return None


def _lift_curses(world: DelveContext, hero: DelveHero) -> Action | None:
    bad = any(item.worn and item.cursed and item.known for item in hero.pack)
    if not bad or "raging" in hero.statuses:
        return None
    scroll = _read_with(world, hero, "remove-curse")
    if scroll is not None:
        return scroll
    prayer = inventory.token(world.content.spell_with("remove-curse").name)
    for args in legal_actions.casts(world, hero):
        if args[0] == prayer and hero.health * 2 > hero.full_health:
            return Action("cast", args)
    return None


NOISE_LEVELS = 6  # above the level's own: who is that strong may wake everything
MILD = 4  # points of an ailment that are left to run out


def _warm(world: DelveContext, hero: DelveHero) -> Action | None:
    """Cast what saves food, while all is quiet."""
    if 2 * hero.energy < hero.full_energy or hero.nourishment > 300:
        return None
    for spell in advised(world.content.spells.values(), "save-food"):
        args = (inventory.token(spell.name),)
        if spell.statuses[0] not in hero.statuses and args in legal_actions.casts(world, hero):
            return Action("cast", args)
    return None


def cures(world: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what takes off what harms the hero."""
    curable = advised(world.content.statuses.values(), "cure")
    ailing = [each for each in curable if hero.statuses.get(each.name, 0) >= MILD]
    if not ailing:
        return
    casts, drinks = legal_actions.casts(world, hero), legal_actions.drinks(world, hero)
    for status in ailing:
        why = text("it ends this: {status}", status=words.status(world.content, status.name))
        for item in world.content.items.values():
            potion = (inventory.token(item.name),)
            if item.category == "potion" and item.holds == status.remedy and potion in drinks:
                yield Advice(Action("drink", potion), why)
        spell = (inventory.token(status.remedy),)
        if spell in casts:
            yield Advice(Action("cast", spell), why)


def wayfinding(world: DelveContext, hero: DelveHero) -> Args:
    """Return a scroll to read when no way is left."""
    able = legal_actions.reads(world, hero)
    for kind in advised(world.content.items.values(), "find-way"):
        if (inventory.token(kind.name),) in able:
            return (inventory.token(kind.name),)
    return ()


Decide = Callable[[DelveContext, DelveHero], Action | None]
_DECISIONS: tuple[tuple[Decide, Text], ...] = (
    (_eat, text("you are getting hungry")),
    (_get, text("it is worth carrying")),
    (_copy, text("the book lacks spells that you know")),
    (_equip, text("it is better than what you wear")),
    (_altar, text("what an altar gives is for good")),
    (_grave, text("the remains belong here")),
    (_improve, text("it makes you better for good")),
    (_learn, text("it teaches you something")),
    (_lift_curses, text("what you wear is cursed")),
    (_warm, text("it saves food")),
)
_AT_PLACE = (_get, _altar, _grave)
