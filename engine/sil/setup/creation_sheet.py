"""The view of character creation: a sheet that changes with each answer."""

from __future__ import annotations

from textwrap import wrap

from engine.contract.placeholders import is_placeholder
from engine.contract.view import SheetBoard, SheetSection, TextPrompt, View
from engine.sil.game.context import Game
from engine.sil.game.state import Skill
from engine.sil.hero import biography, experience
from engine.sil.setup import hero_creation

_STEPS = {
    "race": "People",
    "house": "House",
    "stats": "Stats",
    "skills": "Skills",
    "history": "History",
    "body": "Age and build",
    "name": "Name",
    "confirm": "Ready",
}


def view(game: Game) -> View:
    """Return the view of a game whose hero is still being made; nothing in it is secret."""
    question = game.state.question
    asked, _, details = str(question.text if question else "").partition("\n")
    if game.state.birth == "history":  # the tale comes first there
        asked, details = details, asked
    parts = _parts(game)
    spoken = ". ".join(", ".join(map(str, part.lines)) for part in parts[:3])
    step = _STEPS.get(game.state.birth, game.state.birth.capitalize())
    return View(
        title=f"{game.hero.name} · {step}",
        turn=game.hero.turns,
        sheet=SheetBoard(parts),
        characters=(),
        facts=(),
        lines=tuple(line for line in details.split("\n") if line),
        headline="",
        alt=f"A hero in the making. {spoken}."[:1024],
        question=asked,
        prompt=_prompt(game),
        phase="setup",
    )


def _prompt(game: Game) -> TextPrompt | None:
    """Return what may be typed at this step."""
    hero = game.hero
    typed = "" if is_placeholder(hero.name) else hero.name
    prompts = {
        "history": TextPrompt("answer", "the hero's tale", hero.history, biography.LONGEST_TALE),
        "body": TextPrompt("answer", "age, height or weight", f"age {hero.age}", 20),
        "name": TextPrompt("answer", "the hero's name", typed, biography.LONGEST_NAME),
    }
    return prompts.get(game.state.birth)


def _parts(game: Game) -> tuple[SheetSection, ...]:
    hero, content = game.hero, game.data
    own = hero.derived
    race, house = content.races[hero.race], content.houses[hero.house]
    who = [hero.name, race.name]
    if hero.house != hero_creation.HOUSELESS:
        who.append(house.name)
    if hero.history:
        who.append(
            f"Age {hero.age}, {hero.height // 12} ft {hero.height % 12} in, {hero.weight} lb"
        )
    points = hero_creation.points_of(game.data, hero)
    left = hero_creation.STAT_POINTS - hero_creation.points_cost(points)
    stats = [
        f"{name} {value}" + (f"  (one more: {spent + 1})" if game.state.birth == "stats" else "")
        for name, value, spent in zip(hero_creation.STAT_NAMES, own.stats, points, strict=True)
    ]
    if game.state.birth == "stats":
        stats.append(f"{left} of {hero_creation.STAT_POINTS} points left")
    skills = tuple(
        f"{skill.name.title()} {own.skills[skill]}  ({_price(game, skill)})" for skill in Skill
    )
    comes_to = (
        f"Health {own.max_health}, voice {own.max_voice}",
        f"Carries {own.capacity // 10} lb",
        f"{hero.unspent:,} experience unspent",
    )
    parts = [
        SheetSection("The hero", tuple(who)),
        SheetSection("Skills", skills),
        SheetSection("Stats", tuple(stats)),
        SheetSection("It comes to", comes_to),
    ]
    if hero.history:
        parts.append(SheetSection("The tale so far", tuple(wrap(hero.history, 34))))
    return tuple(parts)


def _price(game: Game, skill: Skill) -> str:
    """Return what was bought of a skill, and, while skills are bought, what one more costs."""
    bought = game.hero.skill_base[skill]
    if game.state.birth != "skills":
        return f"{bought} bought"
    return f"{bought} bought, next {experience.skill_cost(bought, 1):,}"
