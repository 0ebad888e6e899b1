"""Outcomes: the story of an ended game and its figures."""

from __future__ import annotations

from engine.contract.texts import Listing, Name, Text, counted, text
from engine.contract.view import Outcome
from engine.delve.rules import words
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero


def outcome(world: DelveContext) -> Outcome:
    """Return the outcome of a game that is over."""
    game = world.game
    ending = world.content.endings[game.ended]
    hero = _teller(world)
    story = [text(line, hero=world.the(hero)) for line in ending.lines]
    if game.lords:
        story.append(_lords(world))
    slain = sum(game.slain.values())
    if slain:
        story.append(_slain(world, slain))
    story += [_line(each) for each in game.heroes]
    deepest = max(each.deepest for each in game.heroes)
    turns = max(each.turns for each in game.heroes)
    figures = {
        "levels": (counted(deepest, "level", "levels"), deepest),
        "experience": (text("experience"), max(each.experience for each in game.heroes)),
        "kills": (counted(slain, "kill", "kills"), slain),
        "turns": (counted(turns, "turn", "turns"), turns),
    }
    return Outcome(
        text(ending.title),
        tuple(story),
        ending.outcome,
        tuple(figures.values()),
        f"delve:{game.ended}",
        facts=tuple((name, value) for name, (_, value) in figures.items()),
        killer=words.monster_sprite(hero.killer_kind) if hero.killer_kind else "",
    )


def _teller(world: DelveContext) -> DelveHero:
    """Return the hero of whom the story is told: one who lives, or the one who came farthest."""
    heroes = world.game.heroes
    return max(heroes, key=lambda hero: (not hero.fallen, hero.deepest, -hero.seat))


def _lords(world: DelveContext) -> Text:
    """Return which lords of themes fell."""
    kinds = [world.content.monsters[world.content.themes[each].lord] for each in world.game.lords]
    names = Listing(tuple(Name(kind.name, proper=True) for kind in kinds))
    return text("Fallen lords: {lords}.", lords=names)


def _slain(world: DelveContext, number: int) -> Text:
    """Return how many monsters fell, and the greatest of them."""
    kinds = world.content.monsters
    kind = kinds[max(world.game.slain, key=lambda name: (kinds[name].level, name))]
    greatest = Name(kind.name, proper=kind.unique)
    return Text(
        "One monster fell: {greatest:a}.",
        {"number": number, "greatest": greatest},
        "{number} monsters fell, the greatest of them {greatest:a}.",
    )


def _line(hero: DelveHero) -> Text:
    line = "{hero}, {role} of level {level}, lived to tell it."
    if hero.fallen:
        line = "{hero}, {role} of level {level}, was slain by {killer} on level {depth}."
    elif hero.escaped:
        line = "{hero}, {role} of level {level}, came back from level {deepest}."
    return text(
        line,
        hero=Name(hero.name, proper=True, given=True),
        role=Name(hero.class_name),
        level=hero.level,
        killer=hero.killer,
        depth=hero.depth,
        deepest=hero.deepest,
    )
