"""Outcomes: the story of an ended game and its figures."""

from __future__ import annotations

from engine.contract.view import Ending, Outcome
from engine.delve.state import DelveHero
from engine.delve.world import DelveWorld

TITLES = {
    "escaped": "The Heart has left the Delve",
    "quiet": "The Heart is still",
    "left": "Up again, with empty hands",
    "dead": "The Delve keeps what it has",
}
PROSE = {"escaped": "won", "quiet": "quiet", "left": "left", "dead": "dead"}


def outcome(world: DelveWorld) -> Outcome:
    """Return the outcome of a game that is over."""
    game = world.game
    endings: dict[str, Ending] = {"escaped": "won", "quiet": "won", "left": "left", "dead": "lost"}
    hero = _teller(world)
    story = [line.replace("NAME", hero.name) for line in world.content.prose[PROSE[game.ended]]]
    story += [_line(each) for each in game.heroes]
    deepest = max(each.deepest for each in game.heroes)
    slain = sum(game.slain.values())
    if game.slain:
        kind = max(game.slain, key=lambda name: (world.content.monsters[name].level, name))
        story.append(f"{slain} monsters fell, the greatest of them {kind}.")
    return Outcome(
        TITLES[game.ended],
        tuple(story),
        endings[game.ended],
        (
            ("deepest level", deepest),
            ("experience", max(each.experience for each in game.heroes)),
            ("monsters slain", slain),
            ("turns", max(each.turns for each in game.heroes)),
        ),
    )


def _teller(world: DelveWorld) -> DelveHero:
    """Return the hero of whom the story is told: one who lives, or the one who came farthest."""
    heroes = world.game.heroes
    return max(heroes, key=lambda hero: (not hero.fallen, hero.deepest, -hero.seat))


def _line(hero: DelveHero) -> str:
    title = f"{hero.name}, {hero.class_name} of level {hero.level}"
    if hero.fallen:
        return f"{title}, was slain on level {hero.depth} by {hero.killer}, on turn {hero.turns}."
    if hero.escaped:
        return f"{title}, came back after {hero.turns} turns; the deepest level was {hero.deepest}."
    return f"{title}, lived through {hero.turns} turns."
