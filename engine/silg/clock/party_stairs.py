"""Stairs: the party takes them together, off the clock, when the Game Master lets it."""

from __future__ import annotations

from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import typed
from engine.sil.dungeon.generation import level_creation
from engine.sil.level import terrain
from engine.silg.clock import minute_plans, off_clock_time, steps
from engine.silg.context import SilGContext
from engine.silg.levels import level_setup
from engine.silg.wording import text

WAYS = ("down", "up")
WAY_WORDS = {"down": text("down"), "up": text("up")}
FEET = 50
_LANDING = {"down": terrain.UP_STAIR, "up": terrain.DOWN_STAIR}  # what one comes out on


def way_of(game: SilGContext, seat: int) -> str:
    """Return where the stairs at a hero lead, "down" or "up": those underfoot, or those of
    somebody beside them who waits there; "" without any."""
    hero, level = game.hero(seat), game.state.sil.level
    feature = level.feature[level.at(hero.y, hero.x)]
    for way, leads in (("down", terrain.DOWNWARD), ("up", terrain.UPWARD)):
        if leads[feature]:
            return way
    for other in game.heroes:
        there = game.hero(other)
        if game.player(other).stairs and steps.beside(hero.y, hero.x, there.y, there.x):
            return game.player(other).stairs
    return ""


def wait_there(game: SilGContext, seat: int) -> None:
    """Let a hero wait at the stairs for the others. Raises IllegalAction."""
    way = way_of(game, seat)
    if not way:
        raise IllegalAction(text("Stand on stairs, or beside somebody who waits there."))
    player = game.player(seat)
    player.stairs = way
    game.tell(
        text("{hero} waits at the stairs {way}.", hero=typed(player.name), way=WAY_WORDS[way]),
        None,
        "stairs",
    )
    minute_plans.be_ready(game, seat)


def agreed_way(game: SilGContext) -> str:
    """Return where all heroes in play wait to go; "" unless all do, and the same way."""
    ways = {game.player(seat).stairs for seat in game.heroes}
    return ways.pop() if len(ways) == 1 else ""


def travel(game: SilGContext, way: str, name: str = "") -> None:
    """Take the party to the next level: one of Sil's, or one that was kept. Raises ActionError."""
    if game.state.stage != "minutes":
        raise IllegalAction(text("The party takes stairs off the clock."))
    if way not in _LANDING:
        raise InvalidAction(text("Stairs lead up or down."))
    if name:
        level_setup.use(game, name)
    else:
        depth = game.state.sil.level.depth + (1 if way == "down" else -1)
        if not 1 <= depth <= level_creation.THRONE_DEPTH:
            raise IllegalAction(text("Sil has no level there; keep one of your own, and name it."))
        level_setup.generate(game, depth, _LANDING[way])
    feet = game.state.sil.level.depth * FEET
    game.tell(
        text("The party goes {way} the stairs, to {feet} ft.", way=WAY_WORDS[way], feet=feet),
        None,
        "travel",
    )
    game.state.chronicle.append(text("Went {way} to {feet} ft.", way=WAY_WORDS[way], feet=feet))
    off_clock_time.begin(game)
