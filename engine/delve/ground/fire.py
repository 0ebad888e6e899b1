"""Fire on the ground: it takes what burns, spreads, and burns out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.plans import Stop
from engine.contract.facts import Hurt
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import harm
from engine.delve.ground import ground_harm
from engine.delve.rules import formulas
from engine.delve.rules.context import NEIGHBOURS, DelveContext, gap
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.sheet_values import resistance
from engine.delve.rules.words import reference
from engine.delve.state import WIDTH, DelveCreature, DelveLevel

WARNING = 2  # squares at which spreading fire ends plans
_MELTS = frozenset({terrain.ICE, terrain.ICE_WALL})
_BEARS_FLAMES = frozenset({terrain.FLOOR, terrain.RUBBLE})


def ignite(game: DelveContext, level: DelveLevel, at: int) -> None:
    """Set a square alight: ice melts, what burns goes on burning as long as there is of it, and
    bare floor for some turns."""
    code, fuels = level.ground[at], game.content.fuels
    if code in _MELTS:
        level.timed.pop(at, None)
        game.set_ground(level, at, terrain.SHALLOW)
    elif code in fuels:
        _burn(game, level, at, fuels[code].burns)
    elif code in _BEARS_FLAMES:
        _burn(game, level, at, game.content.ground.flames)


def scorch(game: DelveContext, level: DelveLevel, at: int) -> None:
    """Set a square alight if it burns by itself."""
    if level.ground[at] in game.content.fuels:
        ignite(game, level, at)


def _burn(game: DelveContext, level: DelveLevel, at: int, turns: int) -> None:
    code, fuels = level.ground[at], game.content.fuels
    level.webs.pop(at, None)
    after = terrain.RUBBLE if code == terrain.RUBBLE else terrain.FLOOR
    if code == terrain.GAS:
        _, after = level.timed.get(at, (0, terrain.FLOOR))
        turns += fuels[after].burns if after in fuels else 0
        after = terrain.FLOOR if after in fuels else after
    level.timed[at] = (turns, after)
    game.set_ground(level, at, terrain.FLAMES)
    who = game.at(level.depth, at)
    if who is None:
        return
    if code == terrain.GAS:
        _flash(game, who)
    statuses.remove(game, who, "webbed")
    if not who.fallen:
        ground_harm.enter(game, who, terrain.FLAMES)


def _flash(game: DelveContext, who: DelveCreature) -> None:
    rolled = game.dice.roll(*game.content.ground.flash)
    done = formulas.reduce(rolled, resistance(game, who, "fire"))
    told = text("Gas burns around {who:the} for {damage}.", who=game.the(who), damage=done)
    game.tell(told, who, "terrain", Hurt(reference(who), done, "trap"))
    harm(game, who, done, "fire", None, cause=text("burning gas"))


def spread(game: DelveContext, level: DelveLevel) -> None:
    """Let flames take what burns beside them, and warn those whom they come near."""
    if terrain.FLAMES not in level.ground:
        return
    caught = [at for at, percent in _beside_flames(game, level) if game.dice.percent(percent)]
    for at in caught:
        ignite(game, level, at)
    for hero in game.heroes(level.depth):
        near = [at for at in caught if at in hero.seen]
        if not near:
            continue
        game.tell_hero(hero, text("The fire spreads."), "terrain")
        nearest = min(near, key=lambda at: (gap(at, hero.at), at))
        if gap(nearest, hero.at) <= WARNING:
            interrupt(hero, Stop("noticed", text("fire is coming"), divmod(nearest, WIDTH)))


def _beside_flames(game: DelveContext, level: DelveLevel) -> Iterator[tuple[int, int]]:
    """Yield the squares that may catch fire now, with the chance of each in a hundred."""
    ground, fuels = level.ground, game.content.fuels
    for at, code in enumerate(ground):
        if code in fuels and any(ground[at + step] == terrain.FLAMES for step in NEIGHBOURS):
            yield at, fuels[code].catches
