"""Choosing a kind and a special type: weighted draws by level (rules: objects 3.1 to 3.6)."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple

from engine.contract.dice import Stream
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind, Special
from engine.sil.items import item_classes

ItemTheme = Literal[
    "", "not damaged", "potions", "staffs", "shields", "weapons", "body armour", "boots", "bows",
    "cloaks", "gloves", "swords", "polearms", "helms", "jewellery", "chests", "digging", "damaged",
    "good", "great",
]  # fmt: skip
"""Themes of finds. The first eighteen are numbered as in chests; "": anything whole."""
THEMES: tuple[ItemTheme, ...] = (
    "", "not damaged", "potions", "staffs", "shields", "weapons", "body armour", "boots", "bows",
    "cloaks", "gloves", "swords", "polearms", "helms", "jewellery", "chests", "digging", "damaged",
)  # fmt: skip

DEEPEST = 20
_WAR = frozenset((item_classes.SWORD, item_classes.BLUNT, item_classes.POLEARM))
_GREAT = item_classes.ARMOUR | _WAR | {item_classes.BOW, item_classes.CHEST}
_GOOD = _GREAT | {item_classes.DIGGER, item_classes.ARROW}
_BY_CLASS: dict[ItemTheme, frozenset[int]] = {
    "shields": frozenset((item_classes.SHIELD,)),
    "weapons": _WAR,
    "body armour": frozenset((item_classes.SOFT_ARMOUR, item_classes.MAIL)),
    "boots": frozenset((item_classes.BOOTS,)),
    "bows": frozenset((item_classes.BOW,)),
    "cloaks": frozenset((item_classes.CLOAK,)),
    "gloves": frozenset((item_classes.GLOVES,)),
    "swords": frozenset((item_classes.SWORD,)),
    "polearms": frozenset((item_classes.POLEARM,)),
    "helms": frozenset((item_classes.HELM, item_classes.CROWN)),
    "chests": frozenset((item_classes.CHEST,)),
    "digging": frozenset((item_classes.DIGGER,)),
    "jewellery": frozenset((item_classes.CROWN,)),
    "great": _GREAT,
    "good": _GOOD,
}


class AllocationEntry(NamedTuple):
    """A line of the allocation table."""

    level: int
    weight: int
    kind: Kind


@lru_cache(maxsize=4)
def _table(data: Data) -> tuple[AllocationEntry, ...]:
    entries = [
        AllocationEntry(line.level, 100 // max(1, line.rarity), kind)
        for kind in data.kinds.values()
        for line in kind.allocations
        if line.rarity <= 100
    ]
    return tuple(sorted(entries, key=lambda entry: entry.level))


def fits(data: Data, kind: Kind, theme: ItemTheme, level: int) -> bool:
    """Return whether a kind may be found under a theme; `level` is the object level."""
    if theme == "damaged":
        return "DAMAGED" in kind.flags
    if "DAMAGED" in kind.flags:
        return False
    rules = data.rules.item(kind.serial)
    if theme in rules.themes:
        spread = rules.theme_spread
        return theme != "potions" or spread is None or kind.level + spread >= level
    if theme in _BY_CLASS:
        return kind.tval in _BY_CLASS[theme]
    if theme == "not damaged":
        return kind.tval != item_classes.SKELETON
    return theme not in ("potions", "staffs")


class _Candidates(NamedTuple):
    """Those entries of the table that a theme lets through, with their weights summed up."""

    entries: tuple[AllocationEntry, ...]
    levels: tuple[int, ...]
    sums: tuple[int, ...]


@lru_cache(maxsize=256)
def _candidates(theme: ItemTheme, level: int, chests: bool, data: Data) -> _Candidates:
    found = tuple(
        entry
        for entry in _table(data)
        if fits(data, entry.kind, theme, level)
        and (chests or entry.kind.tval != item_classes.CHEST)
    )
    return _Candidates(
        found,
        tuple(entry.level for entry in found),
        tuple(accumulate(entry.weight for entry in found)),
    )


def boost_level(stream: Stream, level: int) -> int:
    """Return the level of one draw: one in seven looks deeper."""
    if level <= 0 or not stream.one_in(7):
        return level
    if level < DEEPEST:
        return min(stream.between(level + 1, DEEPEST), stream.between(level + 1, DEEPEST))
    return level + 1


def draw_kind(data: Data,
    stream: Stream, level: int, theme: ItemTheme = "", *, own_level: int | None = None,
    chests: bool = True,
) -> Kind | None:  # fmt: skip
    """Return a kind for a level; None when nothing fits. `own_level` is the object level by which
    themes judge, when `level` was raised above it; without `chests` none of these."""
    judged = level if own_level is None else own_level
    if theme != "potions":
        judged = 0  # the other themes do not look at it: one list serves all levels
    among = _candidates(theme, judged, chests, data)
    end = bisect_right(among.levels, boost_level(stream, level))
    if not end:
        return None

    def draw() -> AllocationEntry:
        return among.entries[bisect_right(among.sums, stream.below(among.sums[end - 1]))]

    best = draw()
    chance = stream.below(100)
    for bound in (60, 10):
        if chance < bound:
            other = draw()
            best = other if other.level >= best.level else best
    return best.kind


def draw_special(
    data: Data, stream: Stream, kind: Kind, level: int, depth: int, *, fine: bool
) -> Special | None:
    """Return a special type that a thing of this kind may bear; None when there is none.

    `level` is the object level, `depth` where the hero is; `fine` things are never cursed.
    """
    level = boost_level(stream, level)
    legal = [
        special
        for special in data.specials.values()
        if 0 < special.rarity <= 100
        and special.level <= level
        and (not special.deepest or depth <= special.deepest)
        and bears(special, kind)
        and not (fine and ("LIGHT_CURSE" in special.flags or special.cost <= 0))
    ]
    if not legal:
        return None
    return legal[stream.weighted([100 // special.rarity for special in legal])]


def bears(special: Special, kind: Kind) -> bool:
    """Return whether things of a kind can be of a special type."""
    return any(
        span.tval == kind.tval and span.lowest <= kind.sval <= span.highest for span in special.fits
    )
