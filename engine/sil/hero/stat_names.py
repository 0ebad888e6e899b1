"""The names of skills and stats, for texts."""

from __future__ import annotations

from engine.contract.texts import Name
from engine.sil.data.rule_records import STAT_NAMES as STAT_WORDS
from engine.sil.game.state import Skill, Stat

SKILL_NAMES = {skill: Name(skill.name.capitalize(), proper=True) for skill in Skill}
STAT_NAMES = {stat: Name(STAT_WORDS[stat].capitalize(), proper=True) for stat in Stat}
LOWER_STAT_NAMES = {stat: Name(STAT_WORDS[stat], proper=True) for stat in Stat}
SHORT_STAT_NAMES = {stat: Name(stat.name.capitalize(), proper=True) for stat in Stat}
ALL_NAMES = [
    name
    for names in (SKILL_NAMES, STAT_NAMES, LOWER_STAT_NAMES, SHORT_STAT_NAMES)
    for name in names.values()
]
