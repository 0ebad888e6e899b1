"""The costs of a design, and what a smith lacks for it (rules: smithing 9.5, 9.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract.texts import Text, counted, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.data.rulings import Rulings
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Skill, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero.stat_names import SHORT_STAT_NAMES
from engine.sil.items import item_classes
from engine.sil.level import terrain
from engine.sil.smithing import difficulty as difficulties

ARTEFACT_USES = 3
LOWEST_STAT = -5
LEAST_TURNS = 10
_JEWELS = frozenset((item_classes.RING, item_classes.AMULET, item_classes.LIGHT, item_classes.HORN))
_ARMOUR = item_classes.ARMOUR - {item_classes.CROWN}
CRAFTS = (
    ab.WEAPONSMITH,
    ab.ARMOURSMITH,
    ab.JEWELLER,
    ab.ENCHANTMENT,
    ab.EXPERTISE,
    ab.ARTIFICE,
    ab.MASTERPIECE,
)


class Smith(NamedTuple):
    """A hero as a smith: skill with the forge's bonus, points bought, active abilities."""

    skill: int
    base: int
    abilities: frozenset[AbilityRef]


class Price(NamedTuple):
    """All that making an item takes."""

    difficulty: int
    stats: tuple[int, int, int, int]
    experience: int
    mithril: int  # pieces
    uses: int  # of the forge
    drain: int  # points of Smithing lost for good
    turns: int
    too_difficult: bool
    lacking: tuple[AbilityRef, ...]


def smith(game: SilContext) -> Smith:
    """Return the hero as a smith on the square where he stands."""
    hero = game.hero
    bonus = terrain.forge_bonus(feature_here(game))
    active = frozenset(ref for ref in CRAFTS if hero.active(ref))
    return Smith(hero.skill(Skill.SMITHING) + bonus, hero.skill_base[Skill.SMITHING], active)


def feature_here(game: SilContext) -> int:
    """Return the terrain under the hero."""
    return game.level.feature[game.level.at(game.hero.y, game.hero.x)]


def at_forge(game: SilContext) -> bool:
    """Return whether the hero stands on a forge, exhausted or not."""
    return bool(terrain.FORGES[feature_here(game)])


def craft(tval: int) -> AbilityRef:
    """Return the ability that a class of items asks for."""
    if tval in _JEWELS:
        return ab.JEWELLER
    return ab.ARMOURSMITH if tval in _ARMOUR else ab.WEAPONSMITH


def costs(data: Data, item: Item, who: Smith, rulings: Rulings) -> Price:
    """Return all that an item would take of a smith."""
    terms = difficulties.terms(data, item, rulings)
    hardness = sum(term.amount for term in terms)
    kind = item_classes.kind_of(data, item)
    expert = ab.EXPERTISE in who.abilities
    points = [0, 0, 0, 0]
    for term in terms:
        if term.stat is not None and not expert:
            points[term.stat] += term.points
    experience = 0 if expert else sum(term.experience for term in terms)
    needed = [craft(kind.tval)]
    if item.special:
        needed.append(ab.ENCHANTMENT)
    if item.artefact:
        needed.append(ab.ARTIFICE)
    excess = max(0, hardness - who.skill)
    great = ab.MASTERPIECE in who.abilities
    return Price(
        difficulty=hardness,
        stats=(points[0], points[1], points[2], points[3]),
        experience=experience,
        mithril=item.weight if "MITHRIL" in kind.flags else 0,
        uses=ARTEFACT_USES if item.artefact else 1,
        drain=excess if great else 0,
        turns=max(LEAST_TURNS, (5 if expert else 10) * hardness),
        too_difficult=excess > (who.base if great else 0),
        lacking=tuple(ref for ref in needed if ref not in who.abilities),
    )


def of_design(game: SilContext, item: Item) -> Price:
    """Return all that an item would take of the acting hero where he stands."""
    return costs(game.data, item, smith(game), game.rulings)


def mithril(game: SilContext) -> int:
    """Return how many pieces of mithril the hero carries."""
    return sum(
        held.count
        for held in game.hero.pack
        if item_classes.kind_of(game.data, held).tval == item_classes.MITHRIL
    )


def obstacles(game: SilContext, item: Item) -> list[Text]:
    """Return what keeps the hero from making an item here and now, each in a few words."""
    return [*lacks(game, item), *_forge_lacks(game, of_design(game, item))]


def lacks(game: SilContext, item: Item) -> Iterator[Text]:
    """Yield what the hero himself lacks for an item, wherever he stands."""
    hero, price = game.hero, of_design(game, item)
    for ref in price.lacking:
        yield text("the ability {ability}", ability=ab.words(game.data, ref))
    if price.too_difficult:
        yield text("{points} more Smithing", points=_points_lacking(smith(game), price))
    for stat in Stat:
        short = LOWEST_STAT - (hero.stat_base[stat] + hero.stat_drain[stat] - price.stats[stat])
        if price.stats[stat] and short > 0:
            yield text("{points} more {stat}", points=short, stat=SHORT_STAT_NAMES[stat])
    if price.experience > hero.unspent:
        yield text("{experience:,} more experience", experience=price.experience - hero.unspent)
    if price.mithril > mithril(game):
        yield counted(
            price.mithril - mithril(game),
            "{number} more piece of mithril",
            "{number} more pieces of mithril",
        )


def _points_lacking(who: Smith, price: Price) -> int:
    """Return the points of Smithing that a smith must gain for an item that is too difficult: with
    Masterpiece each of them lowers what is lacking and is one more to give."""
    excess = price.difficulty - who.skill
    return (excess - who.base + 1) // 2 if ab.MASTERPIECE in who.abilities else excess


def _forge_lacks(game: SilContext, price: Price) -> Iterator[Text]:
    if not at_forge(game):
        yield text("a forge to stand on")
        return
    left = terrain.forge_uses(feature_here(game))
    if not left:
        yield text("a forge that is not exhausted")
    elif left < price.uses:
        yield text(
            "a forge with {uses} uses left (this one has {left})", uses=price.uses, left=left
        )
