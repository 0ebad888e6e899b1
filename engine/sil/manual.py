"""The manual in our words: its subjects, every ability and song, with figures from the data and
the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from engine.common.help_topics import read_topics
from engine.common.slugs import slug
from engine.contract.texts import Listing, Name, Text, Value, joined, text
from engine.contract.view import HelpTopic
from engine.sil.combat import prising
from engine.sil.data import bundle
from engine.sil.data.bundle import Data
from engine.sil.data.records import Ability
from engine.sil.data.rulings import Rulings
from engine.sil.dungeon.generation.level_creation import THRONE_DEPTH
from engine.sil.effects import hunger
from engine.sil.game.state import Hero, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, experience, score, singing
from engine.sil.hero.stat_names import SKILL_NAMES
from engine.sil.setup import hero_creation

FILE = bundle.SHIPPED / "help.txt"
_FIGURE = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=4)
def topics(data: Data, rulings: Rulings) -> tuple[HelpTopic, ...]:
    """Return all that the manual explains, subjects first, then abilities."""
    figures = _figures(data, rulings)
    subjects = [_filled(subject, figures) for subject in read_topics(FILE)]
    taken = {subject.name for subject in subjects}
    learned = (_ability(data, rulings, each) for each in data.abilities.values())
    return (*subjects, *(topic for topic in learned if topic.name not in taken))


def _filled(subject: HelpTopic, figures: Mapping[str, Value]) -> HelpTopic:
    """Return a subject with its figures. Raises ValueError for one that there is not."""
    assert isinstance(subject.text, Text)
    prose = subject.text.template
    named = dict.fromkeys(_FIGURE.findall(prose))
    if unknown := [name for name in named if name not in figures]:
        raise ValueError(f"help on {subject.name}: there is no figure {unknown[0]}")
    return replace(subject, text=Text(prose, {name: figures[name] for name in named}))


def _figures(data: Data, rulings: Rulings) -> dict[str, Value]:
    """Return the figures that subjects name."""
    start = experience.START_BY_OPTION
    numbers = {
        "throne_feet": 50 * THRONE_DEPTH,
        "start_experience": start["earned"],
        "fixed_experience": start["fixed"],
        "affinity_cost": ab.STEP_PRICE,
        "stat_points": hero_creation.STAT_POINTS,
        "skill_10": experience.skill_cost(0, 10),
        "discovery": experience.DISCOVERY,
        "artefact_xp": rulings.artefact_identify_xp,
        "start_food": Hero("", 0, 0).food,
        "hungry": hunger.NOT_HUNGRY,
        "weak": hunger.WEAK,
        "first_ability": ab.STEP_PRICE,
        "next_ability": ab.STEP_PRICE,
        "critical_base": 7,
        "score_depth": score.PER_LEVEL,
        "score_jewel": score.PER_JEWEL,
        "score_escape": score.FOR_ESCAPE,
    }
    for stat in (0, 3, 4, 6):
        numbers[f"health_{stat}"] = derived.maximum(stat)
    for stat in (0, 3):
        numbers[f"burden_{stat}"] = derived.capacity(stat) // 10
    figures: dict[str, Value] = {
        name: text("{number:,}", number=number) for name, number in numbers.items()
    }
    dice, sides = prising.SETTING
    figures["crown_protection"] = f"{dice}d{sides}"
    peoples = [
        text("{people}: {gifts}.", people=Name(race.name), gifts=hero_creation.gifts(race))
        for race in data.races.values()
    ]
    figures["peoples"] = joined(peoples)
    return figures


def _ability(data: Data, rulings: Rulings, record: Ability) -> HelpTopic:
    """Return what an ability does and asks for; of a song also what it costs."""
    name, skill = ab.name(data, record.ref), SKILL_NAMES[Skill(record.skill)]
    needed = Listing(tuple(ab.words(data, ref) for ref in record.prerequisites), "or")
    asks = text(
        "An ability of {skill}: it asks for {level} points of it and for {abilities}."
        if record.prerequisites
        else "An ability of {skill}: it asks for {level} points of it.",
        skill=skill,
        level=record.level,
        abilities=needed,
    )
    lines = [Text(record.description), asks]
    song = data.rules.songs.get(record.number) if record.skill == Skill.SONG else None
    if song is not None:
        price = singing.price(song, rulings)
        lines.append(text("{purpose}: {price}.", purpose=singing.purpose(song), price=price))
    title, rules = ab.words(data, record.ref), f"character 12.{record.skill + 1}"
    return HelpTopic(name.lower(), title, joined(lines), (slug(name),), rules)
