"""The names of skills, stats and properties, for texts."""

from __future__ import annotations

from engine.contract.texts import Name
from engine.sil.game.state import Skill, Stat

SKILL_NAMES = {
    Skill.MELEE: Name("Melee", proper=True),
    Skill.ARCHERY: Name("Archery", proper=True),
    Skill.EVASION: Name("Evasion", proper=True),
    Skill.STEALTH: Name("Stealth", proper=True),
    Skill.PERCEPTION: Name("Perception", proper=True),
    Skill.WILL: Name("Will", proper=True),
    Skill.SMITHING: Name("Smithing", proper=True),
    Skill.SONG: Name("Song", proper=True),
}
STAT_NAMES = {
    Stat.STR: Name("Strength", proper=True),
    Stat.DEX: Name("Dexterity", proper=True),
    Stat.CON: Name("Constitution", proper=True),
    Stat.GRA: Name("Grace", proper=True),
}
LOWER_STAT_NAMES = {
    Stat.STR: Name("strength", proper=True),
    Stat.DEX: Name("dexterity", proper=True),
    Stat.CON: Name("constitution", proper=True),
    Stat.GRA: Name("grace", proper=True),
}
SHORT_STAT_NAMES = {
    Stat.STR: Name("Str", proper=True),
    Stat.DEX: Name("Dex", proper=True),
    Stat.CON: Name("Con", proper=True),
    Stat.GRA: Name("Gra", proper=True),
}
