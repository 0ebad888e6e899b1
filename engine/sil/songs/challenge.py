"""The second check of the Song of Challenge: who loses it comes to blows (rules: monsters 11.2)."""

from __future__ import annotations

from engine.sil.creatures import morale, skill_rolls
from engine.sil.creatures.situation import Situation
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing

PROVOKED = "provoked"  # it lost its last check
UNMOVED = frozenset(("NO_CONF", "QUESTOR"))


def is_checked_each_turn(s: Situation) -> bool:
    """Return whether the song checks a creature that has chosen its distances (ruling
    `challenge_stops_shooting`). In the game it does so only as they are chosen."""
    return s.game.rulings.challenge_stops_shooting == "losers of the second check" and _hears(s)


def check(s: Situation) -> bool:
    """Check the song against a creature; return whether it lost.

    Whoever loses has no mana and keeps no distance, and is `PROVOKED` until its next check.
    """
    c = s.creature
    if PROVOKED in c.flags:
        c.flags.remove(PROVOKED)
    if not _hears(s):
        return False
    song = singing.strength(s.game.data, s.game.hero, ab.SONG_OF_CHALLENGE)
    if skill_rolls.hero_check(s.game, song, morale.challenge_difficulty(s.game, c), c) <= 0:
        return False
    c.flags.append(PROVOKED)
    c.mana = c.range_min = c.range_best = 0
    return True


def forbids_powers(s: Situation) -> bool:
    """Return whether the song keeps a creature from shooting and from every other power (ruling
    `challenge_stops_shooting`)."""
    if s.creature.stance != "aggressive" or not morale.is_challenged(s.game):
        return False
    everyone = s.game.rulings.challenge_stops_shooting == "every aggressive foe"
    return everyone or PROVOKED in s.creature.flags


def _hears(s: Situation) -> bool:
    """Return whether the second check is for such as it is."""
    angry = s.creature.stance == "aggressive" and not s.flags & UNMOVED
    return angry and morale.is_challenged(s.game)
