"""Creatures of a new level: in its rooms, and where a vault's map wants somebody
(rules: monsters 3.4, 4.3; dungeon 1.6, 1.16)."""

from __future__ import annotations

from engine.common import field_of_view
from engine.contract.dice import Stream
from engine.sil.creatures import placement, spawning
from engine.sil.creatures.spawning import Filter
from engine.sil.data.records import Monster
from engine.sil.dungeon import creature_arrivals
from engine.sil.game.context import SilContext
from engine.sil.level import terrain

PLACES_TRIED = 999
QUEST_CHANCE = 8  # one thrall in so many has something to ask

THRALLS = ("human", "elf")


def _has(flag: str) -> Filter:
    def wanted(race: Monster) -> bool:
        return flag in race.flags

    return wanted


def _shoots(race: Monster) -> bool:
    return bool(race.spells & {"ARROW1", "ARROW2"})


def _vampire(race: Monster) -> bool:
    return race.glyph.char == "v"


# Kinds that letters ask for: how much deeper than the level they may be native, at most.
KINDS: dict[str, tuple[Filter, int, bool]] = {  # wanted, deeper, whether by a die
    "d": (_has("DRAGON"), 4, False),
    "M": (_has("SPIDER"), 4, True),
    "c": (_has("WOLF"), 4, True),
    "r": (_has("RAUKO"), 4, True),
    "a": (_shoots, 1, False),
    "b": (_has("FLYING"), 1, False),
}


def symbol(game: SilContext, i: int, letter: str) -> None:
    """Put on a square of a vault the creature that its letter wants, if any."""
    stream = game.streams.level
    y, x = game.level.place(i)
    if named := game.data.rules.vault_letters.get(letter):
        spawning.place_one(game, named.serial, y, x, stream, any_depth=named.any_depth)
    elif letter in KINDS:
        wanted, deeper, by_die = KINDS[letter]
        most = game.level.depth + (stream.die(deeper) if by_die else deeper)
        spawning.place_flagged(game, most, wanted, y, x, stream=stream)
    elif letter in "1234":
        _draw(game, i, int(letter))
    elif letter == "?":
        _draw(game, i, 1)
    elif letter == "v":
        _vampires(game, y, x, stream)
    elif letter == "z":
        _thrall(game, y, x, stream)


def _draw(game: SilContext, i: int, deeper: int) -> None:
    stream, level = game.streams.level, game.level.depth + deeper
    race = spawning.draw_race(game, level, stream, vault=True)
    if race is not None:
        spawning.place(game, race, *game.level.place(i), stream, level=level)


def _vampires(game: SilContext, y: int, x: int, stream: Stream) -> None:
    """Stock vampires, the first race drawn by a slip of the game (rules: monsters 19 item 2)."""
    most = game.level.depth + stream.die(4)
    if game.rulings.monster_slips == "as in the game":
        race = spawning.draw_race(game, most, stream, vault=True)
        if race is not None:
            spawning.place_one(game, race, y, x, stream)
    else:
        spawning.place_flagged(game, most, _vampire, y, x, stream=stream)


def _thrall(game: SilContext, y: int, x: int, stream: Stream) -> None:
    """Put a captive there, too far gone for anything, or one who still hopes for something."""
    mood = "dejected"
    if not game.world.thrall_quest and stream.one_in(QUEST_CHANCE):
        mood, game.world.thrall_quest = "alert", "giver"
    race = game.data.rules.creature_roles[f"{mood} {stream.choose(THRALLS)}"]
    placed = spawning.place_one(game, race, y, x, stream, any_depth=True)
    if placed is not None and mood == "alert":
        placed.quest = "giver"


def stock(game: SilContext, number: int) -> None:
    """Stock the rooms with bands out of the hero's sight, and with whoever hunts him."""
    stream, level, hero = game.streams.level, game.level, game.hero
    layer = terrain.opaque(game)
    for _ in range(number):
        for _ in range(PLACES_TRIED):
            i = stream.below(len(level.feature))
            if level.feature[i] != terrain.FLOOR or not terrain.is_naked(game, i):
                continue
            y, x = level.place(i)
            if not field_of_view.los(layer, level.width, y, x, hero.y, x2=hero.x):
                break
        else:
            continue
        race = spawning.draw_race(game, level.depth, stream)
        if race is not None:
            spawning.place(game, race, y, x, stream)
    if hero.on_the_run:
        creature_arrivals.hunt(game, stream)


def clear(game: SilContext, i: int) -> None:
    """Send away whoever stands on a square."""
    creature = game.level.creature_at(*game.level.place(i))
    if creature is not None:
        placement.remove(game, creature)
