"""How a hero in the making is shown: a sheet that changes with each answer."""

from __future__ import annotations

from textwrap import wrap

from engine.game import Part, Sheet, View
from engine.sil import data
from engine.sil.hero import birth
from engine.sil.state import Game, Skill

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
    """The view of a game whose hero is still being made; nothing in it is secret."""
    question = game.question
    asked, _, details = (question.text if question else "").partition("\n")
    if game.birth == "history":  # the tale itself stands on the sheet
        asked, details = details, ""
    parts = _parts(game)
    spoken = ". ".join(", ".join(part.lines) for part in parts[:3])
    step = _STEPS.get(game.birth, game.birth.capitalize())
    return View(
        title=f"{game.hero.name} · {step}",
        turn=game.hero.turns,
        board=Sheet(parts),
        figures=(),
        facts=(),
        lines=tuple(line for line in details.split("\n") if line),
        headline="",
        alt=f"A hero in the making. {spoken}. {asked}"[:1024],
        question=asked,
    )


def _parts(game: Game) -> tuple[Part, ...]:
    hero, content = game.hero, data.current()
    own = hero.derived
    race, house = content.races[hero.race], content.houses[hero.house]
    who = [hero.name, race.name]
    if hero.house != birth.HOUSELESS:
        who.append(house.name)
    if hero.history:
        who.append(
            f"Age {hero.age}, {hero.height // 12} ft {hero.height % 12} in, {hero.weight} lb"
        )
    stats = tuple(
        f"{name} {value:+d}".replace("+0", "0")
        for name, value in zip(birth.STAT_NAMES, own.stats, strict=True)
    )
    skills = tuple(
        f"{skill.name.title()} {own.skills[skill]}"
        + (f"  ({hero.skill_base[skill]} bought)" if hero.skill_base[skill] else "")
        for skill in Skill
    )
    comes_to = (
        f"Health {own.max_health}, voice {own.max_voice}",
        f"Carries {own.capacity // 10} lb",
        f"{hero.unspent:,} experience unspent",
    )
    parts = [
        Part("The hero", tuple(who)),
        Part("Skills", skills),
        Part("Stats", stats),
        Part("It comes to", comes_to),
    ]
    if hero.history:
        parts.append(Part("The tale so far", tuple(wrap(hero.history, 34))))
    return tuple(parts)
