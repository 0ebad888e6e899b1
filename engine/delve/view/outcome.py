"""Outcomes: the story of an ended game and its figures."""

from __future__ import annotations

from engine.contract.texts import Listing, Name, Text, counted, text
from engine.contract.view import Outcome
from engine.delve.rules import words
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero


def outcome(game: DelveContext) -> Outcome:
    """Return the outcome of a game that is over."""
    state = game.state
    ending = game.content.endings[state.ended]
    hero = _teller(game)
    story = [text(line, hero=game.the(hero)) for line in ending.lines]
    if state.lords:
        story.append(_lords(game))
    slain = sum(state.slain.values())
    if slain:
        story.append(_slain(game, slain))
    story += [_line(each) for each in state.heroes]
    deepest = max(each.deepest for each in state.heroes)
    turns = max(each.turns for each in state.heroes)
    figures = {
        "levels": (counted(deepest, "level", "levels"), deepest),
        "experience": (text("experience"), max(each.experience for each in state.heroes)),
        "kills": (counted(slain, "kill", "kills"), slain),
        "turns": (counted(turns, "turn", "turns"), turns),
    }
    return Outcome(
        text(ending.title),
        tuple(story),
        ending.outcome,
        tuple(figures.values()),
        f"delve:{state.ended}",
        facts=tuple((name, value) for name, (_, value) in figures.items()),
        killer=words.monster_sprite(hero.killer_kind) if hero.killer_kind else "",
    )


def _teller(game: DelveContext) -> DelveHero:
    """Return the hero of whom the story is told: one who lives, or the one who came farthest."""
    heroes = game.state.heroes
    return max(heroes, key=lambda hero: (not hero.fallen, hero.deepest, -hero.seat))


def _lords(game: DelveContext) -> Text:
    """Return which lords of themes fell."""
    kinds = [game.content.monsters[game.content.themes[each].lord] for each in game.state.lords]
    names = Listing(tuple(Name(kind.name, proper=True) for kind in kinds))
    return text("Fallen lords: {lords}.", lords=names)


def _slain(game: DelveContext, number: int) -> Text:
    """Return how many monsters fell, and the greatest of them."""
    kinds = game.content.monsters
    kind = kinds[max(game.state.slain, key=lambda name: (kinds[name].level, name))]
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
