"""Descriptions of objects: everything known of it, in words and figures."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import Text, joined, text
from engine.sil.combat import throwing
from engine.sil.data import declarations
from engine.sil.game.context import Game
from engine.sil.game.state import Item, Slot, Stat
from engine.sil.hero import abilities, derived, gear
from engine.sil.items import item_classes, item_handles, item_names

_POWERS = {
    "SLAY_ORC": "slays orcs",
    "SLAY_TROLL": "slays trolls",
    "SLAY_WOLF": "slays wolves",
    "SLAY_SPIDER": "slays spiders",
    "SLAY_UNDEAD": "slays the undead",
    "SLAY_RAUKO": "slays raukar",
    "SLAY_DRAGON": "slays dragons",
    "SLAY_MAN_OR_ELF": "slays men and elves",
    "BRAND_FIRE": "burns with fire",
    "BRAND_COLD": "bites with cold",
    "BRAND_ELEC": "strikes with lightning",
    "BRAND_POIS": "is poisoned",
    "SHARPNESS": "halves the protection of what it hits",
    "SHARPNESS2": "cuts through all protection",
    "VAMPIRIC": "drinks the life of those it kills",
    "ACCURATE": "gets a second chance when it misses",
    "CUMBERSOME": "never hits critically",
    "RADIANCE": "leaves light behind",
    "SUST_STR": "sustains Strength",
    "SUST_DEX": "sustains Dexterity",
    "SUST_CON": "sustains Constitution",
    "SUST_GRA": "sustains Grace",
    "RES_FIRE": "resists fire",
    "RES_COLD": "resists cold",
    "RES_POIS": "resists poison",
    "VUL_FIRE": "makes vulnerable to fire",
    "VUL_COLD": "makes vulnerable to cold",
    "VUL_POIS": "makes vulnerable to poison",
    "RES_FEAR": "resists fear",
    "RES_BLIND": "resists blindness",
    "RES_CONFU": "resists confusion",
    "RES_STUN": "resists stunning",
    "RES_HALLU": "resists hallucination",
    "RES_BLEED": "keeps wounds from bleeding",
    "FREE_ACT": "keeps limbs and will free",
    "SEE_INVIS": "shows the invisible",
    "LIGHT": "sheds more light",
    "DARKNESS": "sheds darkness",
    "REGEN": "speeds recovery",
    "SLOW_DIGEST": "makes food last",
    "HUNGER": "makes hungry",
    "SPEED": "quickens",
    "SLOWNESS": "slows",
    "CHEAT_DEATH": "will save its wearer once from death",
    "MEDIC": "makes healing work better",
    "STAND_FAST": "lets nothing knock its wearer back",
    "AVOID_TRAPS": "passes over traps",
    "AGGRAVATE": "enrages its wearer's foes",
    "DANGER": "draws deeper foes",
    "HAUNTED": "draws wraiths",
    "FEAR": "may terrify its wearer when hurt",
    "TRAITOR": "betrays its wearer",
    "MITHRIL": "is made of mithril",
    "TWO_HANDED": "needs both hands",
    "HAND_AND_A_HALF": "strikes harder in both hands",
    "POLEARM": "is a polearm",
    "AXE": "is an axe",
    "THROWING": "is made to be thrown",
}
_NUMBERED = {
    "STR": "Strength", "DEX": "Dexterity", "CON": "Constitution", "GRA": "Grace",
    "NEG_STR": "Strength", "NEG_DEX": "Dexterity", "NEG_CON": "Constitution",
    "NEG_GRA": "Grace", "MELEE": "Melee", "ARCHERY": "Archery", "STEALTH": "Stealth",
    "PERCEPTION": "Perception", "WILL": "Will", "SMITHING": "Smithing", "SONG": "Song",
    "DAMAGE_SIDES": "damage sides", "TUNNEL": "digging",
}  # fmt: skip
_IGNORED = ("IGNORE_ACID", "IGNORE_ELEC", "IGNORE_FIRE", "IGNORE_COLD")


def describe(game: Game, item: Item) -> str:
    """Return all that the hero knows of an object, for a page."""
    return "\n".join(lines(game, item))


def lines(game: Game, item: Item) -> list[str]:
    """Return all that the hero knows of an object, line by line."""
    found = [
        item_handles.item_name(game, item),
        *_prose(game, item),
        *map(str, _effects(game, item)),
        *_figures(game, item),
    ]
    if item.cursed and (item.known or item.feeling == "cursed"):
        found.append("It is cursed: once worn it does not come off.")
    if not item_names.is_known(game, item):
        found.append("There is more to learn of it.")
    return found


def _prose(game: Game, item: Item) -> Iterator[str]:
    """Yield the words of the data: of the kind if its purpose is known, of what makes it
    special."""
    content = game.data
    if item_names.is_known(game, item):
        for record in (content.artefacts.get(item.artefact), content.specials.get(item.special)):
            if record is not None and record.description:
                yield record.description
    kind = item_classes.kind_of(game.data, item)
    if item_names.is_aware(game, item.kind) and kind.description and not item.artefact:
        yield kind.description


def _effects(game: Game, item: Item) -> Iterator[Text]:
    """Yield what using or throwing it does, if its purpose is known."""
    if not item_names.is_aware(game, item.kind):
        return
    rules = game.data.rules.item(item.kind)
    effects = (*rules.effects, *rules.up, *rules.down, *rules.thrown)
    if effects:
        yield text("It {does}.", does=joined([declarations.words(each) for each in effects], "; "))


def _figures(game: Game, item: Item) -> Iterator[str]:
    yield f"It weighs {pounds(item.weight)}" + (
        f" a piece, {pounds(item.weight * item.count)} in all." if item.count > 1 else "."
    )
    yield from _worn_figures(game, item)
    if powers := _powers(game, item):
        yield f"It {'; '.join(powers)}."
    if granted := gear.abilities(game.data, item) if _plain(game, item) else ():
        names = [abilities.name(game.data, ref) for ref in dict.fromkeys(granted)]
        yield f"It grants {', '.join(names)}."


def _worn_figures(game: Game, item: Item) -> Iterator[str]:
    """Return what it would do in the hero's hands."""
    hero, traits = game.hero, gear.traits(game.data, item)
    if traits.is_weapon:
        yield f"A blow from your hand would roll {_blow(game, item)}."
    if traits.tval == item_classes.BOW:
        yield f"An arrow from it would roll {_shot(game, item)}."
    if "THROWING" in traits.flags or traits.is_weapon:
        dice, sides = throwing.damage_dice(game, item)
        yield f"You could throw it {throwing.reach(game, item)} squares, for {dice}d{sides}."
    if item_classes.is_fuelled(game.data, item):
        yield f"It would burn for {item.timeout} turns."
    load = hero.derived.burden - hero.derived.capacity
    if load > 0:
        yield f"You carry {pounds(load)} more than you can bear with ease."


def _blow(game: Game, item: Item) -> str:
    """Return the dice of a blow with it, and where their sides come from."""
    hero = game.hero
    terms = derived.blow_sides(
        game,
        item,
        hero.stat(Stat.STR),
        (),
        power=hero.active(abilities.POWER),
        both_hands=gear.traits(game.data, item).hand_and_a_half and Slot.ARM not in hero.worn,
    )
    why = "".join(f", {name} {amount:+d}" for name, amount in terms[1:])
    return f"{item.damage_dice}d{max(0, derived.sum_of(terms))} ({terms[0][1]} sides{why})"


def _shot(game: Game, item: Item) -> str:
    sides = item.damage_sides
    sides += derived.bounded_strength(game.hero.stat(Stat.STR), item.weight)
    return f"{item.damage_dice}d{max(0, sides)}"


def _plain(game: Game, item: Item) -> bool:
    """Return whether nothing about it is hidden from the hero."""
    secret = (
        item.special
        or item.artefact
        or item_names.flavoured_class(item_classes.kind_of(game.data, item))
    )
    return item_names.is_known(game, item) or not secret


def _powers(game: Game, item: Item) -> list[str]:
    """Return what its known flags come to, in words."""
    if not _plain(game, item):
        return []
    flags = gear.traits(game.data, item).flags
    found = [
        f"{what} {-item.pval if flag.startswith('NEG_') else item.pval:+d}"
        for flag, what in _NUMBERED.items()
        if flag in flags
    ]
    powers = [f"gives {', '.join(found)}"] if found else []
    powers += [words for flag, words in _POWERS.items() if flag in flags]
    if all(flag in flags for flag in _IGNORED):
        powers.append("cannot be harmed by the elements")
    return powers


def pounds(tenths: int) -> str:
    """Return a weight in tenths of a pound, in words."""
    return f"{tenths // 10}.{tenths % 10} lb"
