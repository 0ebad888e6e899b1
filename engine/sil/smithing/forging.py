"""The work at a forge: beginning, going on, paying at the end; melting (rules: smithing 9.2,
9.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract.action import IllegalAction
from engine.contract.texts import Listing, Text, text
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note, tell
from engine.sil.game.state import Item, Skill, Stat, Work
from engine.sil.hero import action_costs, derived, gear
from engine.sil.items import identification, item_classes, item_names, pack, stacking
from engine.sil.smithing import costs, designs


def refuse(game: SilContext, item: Item) -> None:
    """Raise IllegalAction when an item cannot be made here and now."""
    if missing := costs.obstacles(game, item):
        raise IllegalAction(text("You lack {things}.", things=in_words(missing)))


def in_words(things: Sequence[Text]) -> Listing:
    """Return a list as a phrase: "20 mithril, 1 Str and a forge"."""
    return Listing(tuple(things))


def begin(game: SilContext, item: Item) -> None:
    """Set to work on a design: nothing is paid before it is done. Raises IllegalAction."""
    refuse(game, item)
    game.hero.work = Work(designs.copy(item), costs.of_design(game, item).turns)
    game.hero.stealth_mode = game.hero.stop_stealth = False
    tell(game, text("You begin to make {item}.", item=designs.words(game, item)), "made")


def work_on(game: SilContext, work: Work) -> Text | None:
    """Work for a turn; return what it is broken off for, None when it is not."""
    if missing := costs.obstacles(game, work.item):
        return text("you lack {things}", things=in_words(missing))
    action_costs.spend(game)
    work.turns -= 1
    if work.turns <= 0:
        _complete(game, work.item)
    return None


def _complete(game: SilContext, item: Item) -> None:
    """Pay for an item and hand it over, fully identified."""
    hero, level = game.hero, game.level
    price = costs.of_design(game, item)
    for stat in Stat:
        hero.stat_drain[stat] -= price.stats[stat]
    hero.unspent -= price.experience
    hero.skill_base[Skill.SMITHING] -= price.drain
    _pay_mithril(game, price.mithril)
    level.feature[level.at(hero.y, hero.x)] -= price.uses
    hero.work = None
    item.spoiled = False
    if item.artefact:
        game.world.artefacts_forged += 1
        item.artefact = designs.OWN + game.world.artefacts_forged
        item.extra = level.depth
        game.lore.artefacts_found.append(item.artefact)
    identification.identify(game, item)
    made = designs.words(game, item)
    derived.update(game)
    tell(game, text("You have made {item}.", item=made), "made")
    note(game, "made", text("Made {item}", item=made))
    pack.carry(game, item)


def _pay_mithril(game: SilContext, pieces: int) -> None:
    for held in reversed(list(game.hero.pack)):
        if pieces and item_classes.kind_of(game.data, held).tval == item_classes.MITHRIL:
            taken = min(pieces, held.count)
            pack.take_out(game, held, taken)
            pieces -= taken


# ---------------------------------------------------------------------------------- melting


def can_melt(game: SilContext, item: Item) -> bool:
    """Return whether a carried or worn item is of mithril and can be melted down here."""
    return (
        costs.at_forge(game)
        and not pack.lies_here(game, item)
        and gear.has(game.data, item, "MITHRIL")
        and _has_room(game, item)
    )


def _has_room(game: SilContext, item: Item) -> bool:
    worn = pack.slot_of(game, item) is not None
    return pack.ROOM - len(game.hero.pack) >= item.weight // stacking.MOST + worn


def melt(game: SilContext, item: Item) -> None:
    """Melt one of a stack down to pieces of mithril: free of time. Raises IllegalAction."""
    if not costs.at_forge(game):
        raise IllegalAction(text("You need a forge to melt that."))
    if pack.lies_here(game, item) or not gear.has(game.data, item, "MITHRIL"):
        raise IllegalAction(text("Only things of mithril that you carry or wear can be melted."))
    if not _has_room(game, item):
        raise IllegalAction(text("Your pack has no room for the mithril."))
    pack.free_of_curse(game, item, text("You cannot melt what you wear: it is cursed."))
    melted = pack.take_out(game, item, 1)
    pieces = melted.weight
    kind = next(k for k in game.data.kinds.values() if k.tval == item_classes.MITHRIL)
    name = item_names.words(game, melted)
    while pieces > 0:
        part = min(pieces, stacking.MOST)
        pack.carry(game, Item(kind.serial, part, weight=kind.weight, known=True))
        pieces -= part
    derived.update(game)
    tell(
        game,
        text(
            "You melt {name} down to {weight} pieces of mithril.", name=name, weight=melted.weight
        ),
        "made",
    )
