"""Fire, cold, poison, dark, acid and lightning: what they do to the hero and to what he carries.

Rules: world 7.1 to 7.4; objects 6.9. What they do to
creatures is in `creature_effects`, where they reach in `effect_areas`.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.contract.facts import Lost, Means, SeatRef, ThingRef
from engine.contract.texts import Name, Text, Value, Words, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind as ObjectKind
from engine.sil.effects import blow_rolls, injury, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature, Item, Slot, Stat
from engine.sil.hero import gear, protection
from engine.sil.items import identification, item_names

ElementKind = Literal["fire", "cold", "poison", "dark", "acid", "lightning"]
KINDS: tuple[ElementKind, ...] = ("fire", "cold", "poison", "dark", "acid", "lightning")

_RESISTED = frozenset(("fire", "cold", "poison", "dark"))  # acid and lightning by nobody
_FUEL_OF_FIRE = frozenset((2, 7, 17, 19, 21, 22, 30, 31, 35, 36, 55))
_FRAGILE = frozenset((75, 77))  # potions, flasks of oil
_CORRODED = frozenset((3, 7, 17, 19, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 55))
_RINGS = frozenset((45,))
_DESTROYED: dict[str, tuple[frozenset[int], str]] = {
    "fire": (_FUEL_OF_FIRE, "IGNORE_FIRE"),
    "cold": (_FRAGILE, "IGNORE_COLD"),
    "acid": (_CORRODED, "IGNORE_ACID"),
    "lightning": (_RINGS, "IGNORE_ELEC"),
    "sound": (_FRAGILE, ""),  # so do earthquakes: nothing withstands them
}
"""By what destroys: the classes (tval) it destroys, and the flag that protects."""
_WORDS = {
    "fire": text("burnt"),
    "cold": text("shattered"),
    "acid": text("corroded"),
    "lightning": text("destroyed"),
    "sound": text("shattered"),
}
_ACID_SLOTS = (Slot.BODY, Slot.ARM, Slot.OUTER, Slot.HANDS, Slot.HEAD, Slot.FEET)
BLINDING_DARK = (2, 4)


def resistance(game: SilContext, kind: ElementKind) -> int:
    """Return the level of resistance: 1 none, 2 and more resistant, negative vulnerable (7.1)."""
    return protection.resistance(game, kind) if kind in _RESISTED else 1  # type: ignore[arg-type]


def extra_dice(game: SilContext, kind: str) -> int:
    """Return dice that an element adds to a blow or an arrow, before the roll (rules: world
    7.3)."""
    return blow_rolls.elemental_dice(game, kind.upper())


def mitigate(game: SilContext, kind: ElementKind, amount: int) -> int:
    """Return what a pure element's `amount` comes to after resistance and protection.

    The order is the ruling `elemental_breath_order` (rules: world 7.2).
    """
    if kind not in _RESISTED:
        return amount
    level, kept = resistance(game, kind), protection.roll(game, kind)  # type: ignore[arg-type]
    if game.rulings.elemental_breath_order == "protection first":
        return _resisted(max(0, amount - kept), level)
    return max(0, _resisted(amount, level) - kept)


def _resisted(amount: int, level: int) -> int:
    return amount // level if level > 0 else amount * -level


def strike_hero(
    game: SilContext,
    kind: ElementKind,
    dice: int,
    sides: int,
    by: Words,
    source: Creature | None = None,
    pure: bool = True,
) -> int:
    """Roll an element's dice against the hero and deal what comes through; returns that.

    Pure: breaths, clouds, draughts, traps: resistance and the few things that protect (7.2).
    Not pure: a blow or an arrow that bears the element: more dice, and armour in full (7.3).
    `by` names what did it, if the hero dies of it.
    """
    if game.state.ended:
        return 0
    disturb(game, text("{by} has struck", by=by), "attacked", flagged=True)
    if source is not None and game.rulings.trance_broken_by == "attack":
        injury.break_trance(game)
    play = game.streams.play
    if pure:
        rolled = play.roll(dice, sides)
        net = mitigate(game, kind, rolled)
        account = text(
            "{dice}d{sides}: {rolled}. Resistance to {element} {resistance}; {net} gets through.",
            dice=dice,
            sides=sides,
            rolled=rolled,
            element=Name(kind),
            resistance=resistance(game, kind),
            net=net,
        )
        settle(game, kind, net, by, exposure=rolled, account=account)
        return net
    harm = protection.withstand(game, dice + extra_dice(game, kind), sides, "hurt")
    settle(game, kind, harm.net, by, account=harm.account)
    return harm.net


def settle(
    game: SilContext,
    kind: ElementKind,
    net: int,
    by: Words,
    exposure: int | None = None,
    account: Words | None = None,
    *,
    means: Means = "power",
    killer: Creature | None = None,
) -> None:
    """Deal damage that got through as its element does: poison only to the counter, fire and
    cold go on to burn and shatter, darkness may blind.

    `exposure` is the raw roll of a pure attack; without it the attack was a mixed one. `account`:
    see `injury.hurt_hero`.
    """
    if net > 0:
        identification.suffering(game, kind)
    if kind == "poison":
        statuses.inflict(game, "poison", net, save=False)
        return
    injury.hurt_hero(game, net, by, account, means=means, killer=killer)
    if game.state.ended:
        return
    if kind == "dark":
        if exposure is not None:
            _blind(game)
        return
    if kind == "acid" and net > 0:
        _erode(game)
    if net > 0:
        destroy_pack(game, kind, net if exposure is None else exposure)


def _blind(game: SilContext) -> None:
    """Pure darkness may blind whoever has little light to set against it (rules: world 4.4)."""
    play = game.streams.play
    if play.one_in(resistance(game, "dark")):
        statuses.inflict(game, "blind", play.roll(*BLINDING_DARK))


def _erode(game: SilContext) -> None:
    """Acid eats at one of six pieces of armour, or finds none there (rules: objects 6.9)."""
    hero = game.hero
    slot = _ACID_SLOTS[game.streams.play.die(6) - 1]
    item = hero.worn.get(slot)
    if item is None or gear.has(game.data, item, "IGNORE_ACID") or item.artefact:
        return
    if slot == Slot.ARM and gear.traits(game.data, item).is_weapon:
        return
    name = Name(gear.traits(game.data, item).name)
    if item.protection_sides <= 0 and item.evasion <= 0:
        del hero.worn[slot]
        lost = Lost(SeatRef(hero.number), item_names.reference(game, item))
        tell(game, text("Your {name} is destroyed by acid!", name=name), "lost", fact=lost)
        return
    if item.evasion >= 0:
        item.evasion -= 1
    else:
        item.protection_sides -= 1
    tell(game, text("Your {name} is eaten by acid.", name=name), "lost")


# ------------------------------------------------------------------------ what elements destroy


def destroys(data: Data, kind: str, item: Item) -> bool:
    """Return whether an element can destroy an object: its class is prone, and nothing protects
    it."""
    if kind not in _DESTROYED or item.artefact:
        return False
    classes, proof = _DESTROYED[kind]
    record: ObjectKind = data.kinds[item.kind]
    burns = record.tval in classes
    if kind == "fire" and record.tval == gear.LIGHT:
        burns = data.rules.item(item.kind).burns
    return burns and not (proof and gear.has(data, item, proof))


def chance(amount: int) -> int:
    """Return the percent chance of each single object in the pack, by the size of the damage."""
    return 1 if amount < 10 else 2 if amount < 20 else 3


def destroy_pack(game: SilContext, kind: ElementKind, amount: int) -> int:
    """Fire, cold, acid or lightning works on the pack, unit by unit; how many units are lost."""
    hero, play = game.hero, game.streams.play
    level = resistance(game, kind)
    lost_in_all = 0
    for item in list(hero.pack):
        if not destroys(game.data, kind, item):
            continue
        lost = 0
        for _ in range(item.count):
            if play.percent(chance(amount)) and (level <= 1 or play.one_in(level)):
                lost += 1
        if not lost:
            continue
        lost_in_all += lost
        all_of_it = lost == item.count
        thing = item_names.reference(game, item, lost)
        name = item_names.words(game, item, article=False, mode=item_names.NAMED)
        item.count -= lost
        if all_of_it:
            hero.pack[:] = [kept for kept in hero.pack if kept is not item]
        _tell_loss(game, kind, name, thing, all_of_it)
    return lost_in_all


def _tell_loss(game: SilContext, kind: str, name: Text, lost: ThingRef, all_of_it: bool) -> None:
    """Tell what is lost of a stack that the hero calls so."""
    facts: dict[str, Value] = {"number": lost.count, "name": name, "done": _WORDS[kind]}
    words = (
        Text("Your {name} is {done}.", facts, "All {number} of your {name} are {done}.")
        if all_of_it
        else Text(
            "{number} of your {name} is {done}.", facts, "{number} of your {name} are {done}."
        )
    )
    tell(game, words, "lost", fact=Lost(SeatRef(game.hero.number), lost))


def destroy_floor(game: SilContext, i: int, kind: str) -> None:
    """Destroy what is prone to an element on a square, whole stacks."""
    level = game.level
    heap = level.floor.get(i)
    if not heap:
        return
    kept = []
    for item in heap:
        if not destroys(game.data, kind, item):
            kept.append(item)
        elif game.knowledge.seen[i]:
            one = replace(item, count=1)
            thing = item_names.words(game, one, article=False, mode=item_names.NAMED)
            tell(game, text("The {thing} is {kind}.", thing=thing, kind=_WORDS[kind]), "lost")
    if kept:
        level.floor[i] = kept
    else:
        del level.floor[i]


# ---------------------------------------------------------------------------------- diseases


def disease(game: SilContext, amount: int, source: Creature | None = None) -> None:
    """Sickness: poison by the hero's Constitution, and perhaps a drained stat (rules: world 4.4).

    `amount` is the damage of the blow that brought it.
    """
    play, con = game.streams.play, game.hero.stat(Stat.CON)
    if con < -2:
        amount *= 2
    elif con >= 0:
        amount = amount * 2 // 3 if con < 2 else amount // (2 if con < 5 else 3 if con < 7 else 4)
    statuses.inflict(game, "poison", amount + 1, save=False)
    for _ in range((5 + amount) // 5):
        if play.one_in(10):
            statuses.drain(game, Stat(play.below(4)), source)
