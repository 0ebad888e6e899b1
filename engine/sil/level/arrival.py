"""Coming to a level: it is made, and what the first look brings (spec: world 1.7)."""

from __future__ import annotations

from engine.sil import vision
from engine.sil.hero import derived, experience
from engine.sil.level import generate
from engine.sil.state import Game
from engine.sil.tell import note, say


def change_level(game: Game) -> None:
    """Leave the level for `game.destination`, by way of what stands in `game.leaving`."""
    game.leaving = ""
    enter(game, game.destination, game.arrive_by)


def enter(game: Game, depth: int, arrive_by: int) -> None:
    """Make the level of that depth and put the hero there, on `arrive_by` if it is not 0."""
    hero = game.hero
    game.lore.tags.clear()
    game.marks.clear()
    generate.make_level(game, depth, arrive_by)
    level = game.level
    level.walked[level.at(hero.y, hero.x)] = 1
    experience.reach(game, depth)
    derived.update(game)
    vision.update(game)
    where = f"{depth * 50} ft" if depth else "the Gates of Angband"
    say(game, f"You have come to {where}.", "arrive")
    note(game, f"Came to {where}.")
