"""Water that carries lightning on."""

from __future__ import annotations

from engine.common import flood
from engine.contract.facts import Hurt
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat.damage import harm
from engine.delve.rules import formulas
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.sheet_values import floats, resistance
from engine.delve.rules.words import reference
from engine.delve.state import WIDTH, DelveCreature

REACH = 6  # squares
SHARE = 2  # others take the damage rolled, divided by this


def in_same_water(game: DelveContext, who: DelveCreature) -> list[DelveCreature]:
    """Return who else stands in the water that a creature stands in, near enough to feel a shock;
    nobody when it stands on dry ground or floats."""
    level = game.level(who)
    if level.ground[who.at] not in terrain.WATER or floats(game, who):
        return []
    water = sum(flood.where(level.ground, code) for code in sorted(terrain.WATER))
    joined = flood.region(water, WIDTH, who.at)
    return [
        each
        for each in game.others(who)
        if joined >> each.at & 1 and gap(each.at, who.at) <= REACH and not floats(game, each)
    ]


def conduct(
    game: DelveContext, wet: list[DelveCreature], damage: int, by: DelveCreature | None
) -> None:
    """Let those in the same water take their share of a shock."""
    for each in wet:
        if each.fallen:
            continue
        done = formulas.reduce(damage // SHARE, resistance(game, each, "shock"))
        if done:
            told = text("The water carries {damage} to {who:the}.", damage=done, who=game.the(each))
            game.tell(told, each, "terrain", Hurt(reference(each), done, "spell"))
            author = by if each is not by else None  # who strikes himself is not his own enemy
            harm(game, each, done, "shock", author, cause=text("lightning in water"))
