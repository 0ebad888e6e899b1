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
_VERBS = {"potion": "drink", "scroll": "read", "tool": "use"}


def housekeeping(game: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what is to be done with things now."""
    for decide, why in _DECISIONS:
        action = decide(game, hero)
        if action is not None:
            yield Advice(action, why)


def at_place(game: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what the things and the place underfoot are good for."""
    if "frozen" in hero.statuses:
        return
    for decide, why in _DECISIONS:
        if decide in _AT_PLACE and (action := decide(game, hero)) is not None:
            yield Advice(action, why)


def has_food(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether there is food in the pack."""
    return any(game.item_kind(item).category == "food" for item in hero.pack)


def _eat(game: DelveContext, hero: DelveHero) -> Action | None:
    if hero.nourishment >= HUNGRY or hunger.is_full(hero):
        return None
    able = {token for (token,) in legal_actions.eats(game, hero)}
    named = legal_actions.pack_tokens(game, hero)
    food = [token for token in named if token in able]
    if not food:
        return None
    return Action("eat", (max(food, key=lambda token: _taste(game, hero, named[token])),))


def _taste(game: DelveContext, hero: DelveHero, item: DelveItem) -> tuple[bool, bool, int]:
    """Return how gladly a hero eats something: no illness, then what helps, then what is single,
    so that few things fill the pack."""
    kind = game.item_kind(item)
    sickens = kind.has("meat") and game.content.classes[hero.class_name].food_chance > 50
    return not sickens, bool(kind.effects), -item.count


def _get(game: DelveContext, hero: DelveHero) -> Action | None:
    named = legal_actions.floor_tokens(game, hero)
    if not named or _explore_takes(game, hero):
        return None
    wanted = [token for token, item in named.items() if is_wanted(game, hero, item)]
    if len(wanted) == len(named):
        return Action("get")
    return Action("get", (wanted[0],)) if wanted else None


def _explore_takes(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether exploring takes what lies here by itself."""
    takes = hero.options.get("auto-take", "on") == "on"
    fresh = hero.at not in game.memory(hero).visited
    return takes and fresh and bool(legal_actions.CHOICES["explore"](game, hero))


def _copy(game: DelveContext, hero: DelveHero) -> Action | None:
    """Write what the hero knows into the best of his books, when most of it is missing there."""
    named = legal_actions.pack_tokens(game, hero)
    ink = next((token for token, item in named.items() if _has(game, item, "transcribe")), "")
    able = books(game, hero)
    if not ink or not able:
        return None
    best = max(able, key=bonus_of(game))
    if len(set(hero.spells) - set(best.spells)) < WORTH_INK:
        return None
    if best.worn:
        return Action("use", (ink,))
    equip = (next(token for token, item in named.items() if item is best),)
    return Action("equip", equip) if equip in legal_actions.equips(game, hero) else None


def _has(game: DelveContext, item: DelveItem, effect: str) -> bool:
    return any(each.name == effect for each in game.item_kind(item).effects)


def _equip(game: DelveContext, hero: DelveHero) -> Action | None:
    """Put on the best of what is better than what is worn in its slot."""
    named = legal_actions.pack_tokens(game, hero)
    best: tuple[int, str] | None = None
    for (token,) in legal_actions.equips(game, hero):
        item, slot = named[token], inventory.slot_of(game.item_kind(named[token]))
        if (item.cursed and item.known) or not is_better(game, hero, item, slot):
            continue
        score = worth_on(game, hero, item, slot)
        if best is None or score > best[0]:
            best = score, token
    return Action("equip", (best[1],)) if best else None


def _altar(game: DelveContext, hero: DelveHero) -> Action | None:
    if game.memory(hero).ground[hero.at] != terrain.ALTAR:
        return None
    if estimates.lives_by_spells(game, hero):
        usable = spellcasting.castable(game.content, hero)
        able = legal_actions.CHOICES["upgrade"](game, hero)
        spells = advised(game.content.spells.values(), "upgrade")
        for spell in sorted(spells, key=lambda spell: spell.name not in usable):
            if (inventory.token(spell.name),) in able:
                return Action("upgrade", (inventory.token(spell.name),))
    return Action("pray")


def _grave(game: DelveContext, hero: DelveHero) -> Action | None:
    if game.memory(hero).ground[hero.at] != terrain.GRAVE:
        return None
    for token, item in legal_actions.pack_tokens(game, hero).items():
        if game.item_kind(item).category == "remains":
            return Action("drop", (token,))
    return None


def _improve(game: DelveContext, hero: DelveHero) -> Action | None:
    """Drink, read and use what makes the hero better for good."""
    strong = hero.level >= hero.depth + NOISE_LEVELS
    for token, item in legal_actions.pack_tokens(game, hero).items():
        kind = game.item_kind(item)
        verb = _VERBS.get(kind.category, "")
        if not verb or (verb == "read" and "raging" in hero.statuses):
            continue
        names = {effect.name for effect in kind.effects}
        if (strong and "alarm" in names) or _serves(game, hero, kind, names):  # let them come
            return Action(verb, (token,))
    return None


def _serves(game: DelveContext, hero: DelveHero, kind: ItemKind, names: set[str]) -> bool:
    """Return whether a thing makes better what the hero has, or himself."""
    if "oil" in names and not _has_iron(game, hero):
        return False
    if "enchant" in names and not _has_target(game, hero, kind):
        return False
    return bool(names & _AT_ONCE)


def _has_target(game: DelveContext, hero: DelveHero, kind: ItemKind) -> bool:
    weapon = any(effect.args[:1] == ("weapon",) for effect in kind.effects)
    slots = ("weapon",) if weapon else ("armour", "shield", "headgear")
    return any(inventory.in_slot(game.content, hero, slot) is not None for slot in slots)


def _has_iron(game: DelveContext, hero: DelveHero) -> bool:
    return any(
        item.worn and game.item_kind(item).has("iron") and not item.rust_proof for item in hero.pack
    )


def _learn(game: DelveContext, hero: DelveHero) -> Action | None:
    """Read and drink what teaches something new, as long as there is a book; or identify."""
    if spellcasting.book(game.content, hero) is None or "raging" in hero.statuses:
        return _identify(game, hero)
    named = legal_actions.pack_tokens(game, hero)
    for args in legal_actions.drinks(game, hero):
        item = named.get(args[0])
        kind = game.item_kind(item) if item is not None else None
        if kind is not None and "study" in kind.advice and kind.holds not in hero.spells:
            return Action("drink", (*args[:1], "n") if len(args) > 1 else args)
    for args in legal_actions.reads(game, hero):
        holds = game.item_kind(named[args[0]]).holds
        if not holds:
            continue
        book = spellcasting.book(game.content, hero)
        fresh = holds not in hero.spells or (book is not None and holds not in book.spells)
        if fresh and (len(args) == 1 or args[1] not in STEPS or args[1] == "n"):
            return Action("read", args)
    return _identify(game, hero)


def _identify(game: DelveContext, hero: DelveHero) -> Action | None:
    if "raging" in hero.statuses:
        return None
    return _read_with(game, hero, "identify")


def _read_with(game: DelveContext, hero: DelveHero, effect: str) -> Action | None:
    """Read a scroll of a spell with an effect on a thing."""
    named = legal_actions.pack_tokens(game, hero)
    for args in legal_actions.reads(game, hero):
        spell = game.content.spells.get(game.item_kind(named[args[0]]).holds)
        if spell is not None and spell.effect == effect and len(args) == 2:
            return Action("read", args)
    return None


def _lift_curses(game: DelveContext, hero: DelveHero) -> Action | None:
    bad = any(item.worn and item.cursed and item.known for item in hero.pack)
    if not bad or "raging" in hero.statuses:
        return None
    scroll = _read_with(game, hero, "remove-curse")
    if scroll is not None:
        return scroll
    prayer = inventory.token(game.content.spell_with("remove-curse").name)
    for args in legal_actions.casts(game, hero):
        if args[0] == prayer and hero.health * 2 > hero.full_health:
            return Action("cast", args)
    return None


NOISE_LEVELS = 6  # above the level's own: who is that strong may wake everything
MILD = 4  # points of an ailment that are left to run out


def _warm(game: DelveContext, hero: DelveHero) -> Action | None:
    """Cast what saves food, while all is quiet."""
    if 2 * hero.energy < hero.full_energy or hero.nourishment > 300:
        return None
    for spell in advised(game.content.spells.values(), "save-food"):
        args = (inventory.token(spell.name),)
        if spell.statuses[0] not in hero.statuses and args in legal_actions.casts(game, hero):
            return Action("cast", args)
    return None


def cures(game: DelveContext, hero: DelveHero) -> Iterator[Advice]:
    """Yield what takes off what harms the hero."""
    curable = advised(game.content.statuses.values(), "cure")
    ailing = [each for each in curable if hero.statuses.get(each.name, 0) >= MILD]
    if not ailing:
        return
    casts, drinks = legal_actions.casts(game, hero), legal_actions.drinks(game, hero)
    for status in ailing:
        why = text("it ends this: {status}", status=words.status(game.content, status.name))
        for item in game.content.items.values():
            potion = (inventory.token(item.name),)
            if item.category == "potion" and item.holds == status.remedy and potion in drinks:
                yield Advice(Action("drink", potion), why)
        spell = (inventory.token(status.remedy),)
        if spell in casts:
            yield Advice(Action("cast", spell), why)


def wayfinding(game: DelveContext, hero: DelveHero) -> Args:
    """Return a scroll to read when no way is left."""
    able = legal_actions.reads(game, hero)
    for kind in advised(game.content.items.values(), "find-way"):
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
