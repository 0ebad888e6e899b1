"""The view of character creation: a sheet that changes with each answer."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from engine.contract.texts import Name, Text, Words, joined, text
from engine.contract.view import SheetBoard, SheetSection, View
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill
from engine.sil.hero import experience, peoples
from engine.sil.hero.stat_names import SKILL_NAMES, STAT_NAMES
from engine.sil.setup import hero_creation

_STEPS = {
    "race": text("People"),
    "house": text("House"),
    "stats": text("Stats"),
    "skills": text("Skills"),
    "history": text("History"),
    "body": text("Age and build"),
    "name": text("Name"),
    "confirm": text("Ready"),
}


def view(game: SilContext) -> View:
    """Return the view of a game whose hero is still being made; nothing in it is secret."""
    question = game.state.question
    parts = _parts(game)
    spoken = joined([line for part in parts[:3] for line in part.lines], ". ")
    alt = text("A hero in the making. {sheet}.", sheet=spoken)
    return View(
        title=text("{hero} · {step}", hero=game.hero.called, step=_STEPS[game.state.birth]),
        turn=game.hero.turns,
        sheet=SheetBoard(parts),
        characters=(),
        facts=(),
        lines=question.details if question else (),
        headline="",
        alt=text("{alt:.1024}", alt=alt),
        question=question.text if question else "",
        prompt=question.prompt if question else None,
        phase="setup",
    )


def _parts(game: SilContext) -> tuple[SheetSection, ...]:
    hero, own = game.hero, game.hero.derived
    if game.state.birth == "race":
        whole = tuple(
            text("{who}, {manner}", who=Text(each.called), manner=Text(each.manner))
            for each in game.data.rules.peoples.values()
        )
        races = tuple(map(hero_creation.people_line, game.data.races.values()))
        return SheetSection(text("Whole heroes"), whole), SheetSection(text("Peoples"), races)
    names = peoples.names(game.data, hero)
    who: list[Words] = [hero.called, names["people"]]
    if hero.house != hero_creation.HOUSELESS:
        who.append(names["house"])
    if hero.history:
        body = text(
            "Age {age}, {feet} ft {inches} in, {weight} lb",
            age=hero.age,
            feet=hero.height // 12,
            inches=hero.height % 12,
            weight=hero.weight,
        )
        who.append(body)
    skills = [
        text("{skill} {total}  ({price})", skill=name, total=own.skills[skill], price=price)
        for skill, name in SKILL_NAMES.items()
        if (price := _price(game, skill))
    ]
    comes_to = (
        text("Health {health}, voice {voice}", health=own.max_health, voice=own.max_voice),
        text("Carries {pounds} lb", pounds=own.capacity // 10),
        text("{experience:,} experience unspent", experience=hero.unspent),
    )
    parts = [
        SheetSection(text("The hero"), tuple(who)),
        SheetSection(text("Skills"), tuple(skills)),
        SheetSection(text("Stats"), tuple(_stats(game))),
        SheetSection(text("It comes to"), comes_to),
    ]
    if hero.history:
        tale = tuple(Name(line, given=True) for line in wrap(hero.history, 34))
        parts.append(SheetSection(text("The tale so far"), tale))
    return tuple(parts)


def _stats(game: SilContext) -> Iterator[Text]:
    """Yield the stats, and, while they are chosen, what one more costs and how many are left."""
    own, points = game.hero.derived, hero_creation.points_of(game.data, game.hero)
    if game.state.birth != "stats":
        for stat, name in STAT_NAMES.items():
            yield text("{stat} {value}", stat=name, value=own.stats[stat])
        return
    for stat, name in STAT_NAMES.items():
        yield text(
            "{stat} {value}  (one more: {cost})",
            stat=name,
            value=own.stats[stat],
            cost=points[stat] + 1,
        )
    most = hero_creation.STAT_POINTS
    left = most - hero_creation.points_cost(points)
    yield text("{left} of {all} points left", left=left, all=most)


def _price(game: SilContext, skill: Skill) -> Text:
    """Return what was bought of a skill, and, while skills are bought, what one more costs."""
    bought = game.hero.skill_base[skill]
    if game.state.birth != "skills":
        return text("{points} bought", points=bought)
    cost = experience.skill_cost(bought, 1)
    return text("{points} bought, next {cost:,}", points=bought, cost=cost)
