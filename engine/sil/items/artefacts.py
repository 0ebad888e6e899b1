"""The named things of the world: each exists once (rules: objects 3.7)."""

from __future__ import annotations

from engine.contract.dice import Stream
from engine.sil.data.records import Artefact, Kind
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item

LAST_SPECIAL = 19  # serials up to here: jewels and crowns with kinds of their own
FIRST_OWN = 200  # serials from here: what heroes make
CROWDING = 10  # percent, for each one that exists already


def forbidden(game: SilContext) -> bool:
    """Return whether this game is played without artefacts (rules: objects 3.7)."""
    return game.state.options.get("no_artefacts") == "yes"


def _crowded_out(game: SilContext, stream: Stream) -> bool:
    """Return whether a new one fails to come: the rarer, the more there are in the world."""
    artefacts = game.data.artefacts
    made = (artefacts[serial] for serial in game.world.artefacts_made if serial < FIRST_OWN)
    return any(stream.percent(CROWDING) for one in made if "INSTA_ART" not in one.flags)


def _turns_up(stream: Stream, artefact: Artefact, depth: int) -> bool:
    deeper = artefact.level - depth
    if deeper > 0 and not stream.one_in(2 * deeper):
        return False
    return stream.one_in(artefact.rarity)


def _free(game: SilContext, artefact: Artefact) -> bool:
    return artefact.rarity > 0 and artefact.serial not in game.world.artefacts_made


def draw_special(game: SilContext, stream: Stream, depth: int) -> Artefact | None:
    """Return a jewel or a crown with a name, or None."""
    if forbidden(game) or _crowded_out(game, stream):
        return None
    content = game.data
    for artefact in content.artefacts.values():
        if artefact.serial > LAST_SPECIAL or not _free(game, artefact):
            continue
        if not _turns_up(stream, artefact, depth):
            continue
        deeper = content.kind(artefact.tval, artefact.sval).level - depth
        if deeper <= 0 or stream.one_in(5 * deeper):
            return artefact
    return None


def draw_normal(game: SilContext, stream: Stream, kind: Kind, depth: int) -> Artefact | None:
    """Return an artefact of an ordinary kind, or None."""
    if forbidden(game) or _crowded_out(game, stream):
        return None
    for artefact in game.data.artefacts.values():
        if artefact.tval != kind.tval or artefact.sval != kind.sval:
            continue
        if not LAST_SPECIAL < artefact.serial < FIRST_OWN or not _free(game, artefact):
            continue
        if "INSTA_ART" not in artefact.flags and _turns_up(stream, artefact, depth):
            return artefact
    return None


def become(game: SilContext, item: Item, artefact: Artefact) -> None:
    """Make an object that artefact: its numbers replace the kind's, and it exists now."""
    item.artefact = artefact.serial
    item.count = 1
    item.pval = artefact.pval
    item.weight = artefact.weight
    item.attack, item.evasion = artefact.attack, artefact.evasion
    item.damage_dice, item.damage_sides = artefact.damage
    item.protection_dice, item.protection_sides = artefact.protection
    item.cursed = item.cursed or "LIGHT_CURSE" in artefact.flags
    item.broken = artefact.cost <= 0
    item.extra = game.level.depth
    if artefact.serial not in game.world.artefacts_made:
        game.world.artefacts_made.append(artefact.serial)
