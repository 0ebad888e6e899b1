"""Lore of the races that the hero learns by what happens before his eyes (rules: monsters 17)."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.creatures import creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.hero.experience import lore_of
from engine.sil.items import identification

MOST = 255  # how far the counts of seeing and being noticed go


def note_sighting(game: SilContext, creature: Creature) -> None:
    """Note that another individual of a race was seen for the first time."""
    page = lore_of(game, creature.race)
    page.seen = min(page.seen + 1, MOST)
    flags = game.data.monsters[creature.race].flags
    if "UNDEAD" in flags and "TERRITORIAL" not in flags:
        identification.show(game, "HAUNTED", text("Something that you wear has called it."))


def learn(game: SilContext, creature: Creature, flag: str) -> None:
    """Learn a trait of the race that showed itself; nothing of what is not seen."""
    flags = lore_of(game, creature.race).flags
    if game.known(creature).visible and flag not in flags:
        flags.append(flag)


def learn_power(game: SilContext, creature: Creature, power: str) -> None:
    """Learn a power that was used before the hero's open eyes."""
    powers = lore_of(game, creature.race).spells
    if game.known(creature).visible and not game.hero.timers.blind and power not in powers:
        powers.append(power)


def learn_blow(game: SilContext, creature: Creature, blow: int) -> None:
    """Learn the blow of a visible creature that has hit the hero."""
    if game.known(creature).visible:
        blows = lore_of(game, creature.race).blows
        blows[blow] = min(blows.get(blow, 0) + 1, MOST)


def count_notice(game: SilContext, creature: Creature, was_noticed: bool) -> None:
    """Keep count of how often visible ones noticed the hero, or did not."""
    if not game.known(creature).visible:
        return
    page = lore_of(game, creature.race)
    if was_noticed:
        page.noticed = min(page.noticed + 1, MOST)
    else:
        page.ignored = min(page.ignored + 1, MOST)


_SLOWLY = {"NEVER_MOVE": 20, "HIDDEN_MOVE": 50}  # one turn in so many that it is watched
_STRIKELESS = 10


def watch(game: SilContext, creature: Creature) -> None:
    """Watch a visible creature's turn: what it never does becomes plain in time."""
    flags = game.data.monsters[creature.race].flags
    known = lore_of(game, creature.race).flags
    for flag, turns in _SLOWLY.items():
        if flag in flags and flag not in known and game.streams.play.one_in(turns):
            known.append(flag)
    if "NEVER_BLOW" not in flags or "NEVER_BLOW" in known:
        return
    if creature_stats.adjacent(game.hero, creature) and game.streams.play.one_in(_STRIKELESS):
        known.append("NEVER_BLOW")
