"""Coming to a level: it is made, and what the first look brings (rules: world 1.7)."""

from __future__ import annotations

from engine.contract.facts import Arrived, SeatRef
from engine.contract.texts import Name, Text, text
from engine.sil.dungeon import captives, tutorial
from engine.sil.dungeon.generation import level_creation
from engine.sil.effects import earthquake
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, note, tell
from engine.sil.game.state import Skill
from engine.sil.hero import derived, experience
from engine.sil.perception import vision

COLLAPSE = 5  # radius of the earthquake where a hero falls with the roof over him
TENSION = 15  # Perception that understands the truce
_VERSE = text(
    "“Black is the stair and black the door, and black the king upon the floor; "
    "three stolen lights are on his brow, and no one left to ask them now.”"
)


def change_level(game: SilContext) -> None:
    """Leave the level for `game.destination`, by way of what stands in `game.leaving`."""
    how, game.state.leaving = game.state.leaving, ""
    if game.state.tutorial:
        tutorial.leave(game)
        return
    level = game.level
    seen = any(
        known and inside for known, inside in zip(game.knowledge.mark, level.vault, strict=True)
    )
    if level.vault_name and seen and not level.vault_entered:
        note(
            game,
            "passed vault",
            text("Left without entering {vault}", vault=Name(level.vault_name, proper=True)),
        )
    enter(game, game.state.destination, game.state.arrive_by)
    if how == "collapse":
        earthquake.earthquake(game, game.hero.y, game.hero.x, COLLAPSE)


def enter(game: SilContext, depth: int, arrive_by: int) -> None:
    """Make the level of that depth and put the hero there, on `arrive_by` if it is not 0."""
    hero = game.hero
    hero.leaping = False
    hero.concentration = hero.concentration_on = 0
    game.lore.tags.clear()
    game.state.marks.clear()
    level_creation.make_level(game, depth, arrive_by)
    level = game.level
    game.knowledge.walked[level.at(hero.y, hero.x)] = 1
    is_new = depth > hero.deepest or not hero.turns
    experience.reach(game, depth)
    derived.update(game)
    where = text("{feet} ft", feet=depth * 50) if depth else text("the Gates of Angband")
    arrived = Arrived(SeatRef(hero.number), depth)
    tell(game, text("You have come to {place}.", place=where), "arrive", fact=arrived)
    _tell_of_region(game, is_new=is_new)
    vision.update(game)
    captives.recall_passages(game)
    disturb(game, text("a new level"), "level")
    if game.world.truce:
        tell(game, _VERSE, "arrive")
        tell(game, text("The hall is still, and every eye is turned on the throne."), "arrive")
        if hero.skill(Skill.PERCEPTION) >= TENSION:
            tell(
                game,
                text("They wait for a sign: nobody will strike first, if you do not."),
                "arrive",
            )
    if depth == 0:
        tell(game, text("The way out lies to the south, beyond the edge of the map."), "arrive")
    note(game, "arrived", text("Came to {place}", place=where))


def _tell_of_region(game: SilContext, *, is_new: bool) -> None:
    """Tell what a level is like to a hero who was never so deep, and the way home to one who
    carries a Silmaril."""
    level = game.level.depth
    region = game.data.rules.region(level)
    if region is None:
        return
    told = region.homeward if game.hero.silmarils else region.arrive if is_new else ()
    if told:
        tell(game, Text(told[region.levels.index(level) % len(told)]), "arrive")
