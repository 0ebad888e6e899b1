"""Digging through rubble, quartz and granite (rules: dungeon 2.5)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.texts import Words, text
from engine.contract.view import Mark
from engine.sil.combat import archery, attacks
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Item, Stat
from engine.sil.hero import action_costs, gear
from engine.sil.level import random_features, terrain
from engine.sil.perception import noise, truce, vision

NOISE = -10
_HARDNESS = {terrain.RUBBLE: 1, terrain.QUARTZ: 2, terrain.SECRET_DOOR: 3}
GRANITE = 3  # the hardness of granite, and of what looks like it
_NAMES = {1: text("the rubble"), 2: text("the quartz"), 3: text("the granite")}


def hardness(feature: int) -> int:
    """Return how good a digger, and how strong a hero, a terrain needs; 0: it cannot be dug."""
    return GRANITE if terrain.GRANITE_KIND[feature] else _HARDNESS.get(feature, 0)


def digger(game: SilContext) -> Item | None:
    """Return what the hero digs with: the weapon in hand if it digs, else the best digger he
    carries."""
    hero = game.hero
    in_hand = gear.weapon(hero)
    if in_hand is not None and gear.has(game.data, in_hand, "TUNNEL") and in_hand.pval > 0:
        return in_hand
    carried = [item for item in hero.pack if gear.has(game.data, item, "TUNNEL") and item.pval > 0]
    return max(carried, key=lambda item: item.pval, default=None)


def tunnel(game: SilContext, y: int, x: int) -> None:
    """Dig at a square beside the hero; it always succeeds, in one turn, where it can at all.

    Granite and quartz become rubble, rubble floor, a secret door a door. Raises IllegalAction
    where it cannot be done; but a confused hero loses his turn over it.
    """
    level, hero = game.level, game.hero
    i = level.at(y, x)
    refusal = _refusal(game, i)
    if refusal:
        if not hero.timers.confused:
            raise IllegalAction(refusal)
        action_costs.spend(game)
        tell(game, refusal)
        return
    action_costs.spend(game)
    _dig(game, i)
    noise.noise(game, NOISE)
    truce.hostile_deed(game)
    for keypad in compass.RING:
        dy, dx = compass.OFFSETS[keypad]
        creature = level.creature_at(hero.y + dy, hero.x + dx)
        if creature is not None and not game.state.ended and archery.is_provoked(game, creature):
            attacks.attack_hero(game, creature)


def can_dig(game: SilContext, i: int) -> bool:
    """Return whether the hero would dig through what is on a square."""
    return not _refusal(game, i)


def _refusal(game: SilContext, i: int) -> Words:
    """Why digging there fails; "" when it will do."""
    level = game.level
    feature, tool = level.feature[i], digger(game)
    known = game.knowledge.mark[i] or game.knowledge.seen[i]
    if feature == terrain.PERMANENT and known:
        return text("This rock is too hard for any tool.")
    if not terrain.ROCK[feature]:
        return text("There is nothing to dig through there.")
    if tool is None:
        return text("You have nothing to dig with.")
    hard = hardness(feature)
    if feature == terrain.PERMANENT or tool.pval < hard:
        return text(
            "Your tool is not good enough for {rock}.", rock=_NAMES.get(hard, text("this rock"))
        )
    if game.hero.stat(Stat.STR) < hard:
        return text("You are not strong enough to dig through {rock}.", rock=_NAMES[hard])
    return ""


def _dig(game: SilContext, i: int) -> None:
    level = game.level
    feature = level.feature[i]
    if feature == terrain.RUBBLE:
        into, words = terrain.FLOOR, text("You clear the rubble away.")
    elif feature == terrain.SECRET_DOOR:
        into = random_features.closed_door(game.streams.play, level.depth, bool(level.icky[i]))
        words = text("You lay bare a secret door.")
    else:
        into, words = terrain.RUBBLE, text("You break the rock to rubble.")
    vision.change_terrain(game, i, into)
    game.knowledge.mark[i] = 0 if into == terrain.FLOOR and not level.glow[i] else 1
    game.state.marks.append(Mark("changed", *level.place(i)))
    vision.update(game)
    tell(game, words)
