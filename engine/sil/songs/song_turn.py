"""A turn of singing, after the hero's action: effects, then the cost in voice (rules: songs
8.1)."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.effects import EffectFunctions
from engine.contract.texts import text
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.songs import delvings, freedom, songs_on_creatures

EFFECTS: EffectFunctions[Callable[..., None]] = EffectFunctions(
    {
        "frighten": songs_on_creatures.frighten,
        "embolden": songs_on_creatures.embolden,
        "reveal-ground": delvings.reveal,
        "free-ways": freedom.clear_the_way,
        "lull": songs_on_creatures.lull,
    }
)
"""Effects of songs each turn, given their strength. Other songs change rules while they last."""


def go_on(game: SilContext) -> None:
    """Go on with what the hero sings, or fall silent for want of voice or of an ability."""
    hero = game.hero
    if hero.song < 0 or game.state.ended:
        return
    hero.song_turns += 1
    if hero.voice < 1 or not _can_sing(game):
        statuses.silence(game)
        disturb(game, text("your song has ended"), "status")
        return
    for song in singing.themes(game.data, hero):
        strength = singing.strength(game.data, hero, song.ref)
        effect = game.data.rules.songs[song.ref.number].effect
        if work := EFFECTS.get(effect.name):
            work(game, strength, *effect.args)
    hero.voice = max(0, hero.voice - singing.voice_cost(game.data, hero, game.rulings))


def _can_sing(game: SilContext) -> bool:
    """Return whether the hero still has every ability that what he sings takes."""
    hero = game.hero
    woven = hero.theme < 0 or hero.active(ab.WOVEN_THEMES)
    return woven and all(hero.active(song.ref) for song in singing.themes(game.data, hero))


@EFFECTS.effect("stop-bleeding")
def _stop_bleeding(game: SilContext, strength: int, turns: int) -> None:
    """Stop all bleeding and heal a little: the strength in so many turns."""
    hero = game.hero
    statuses.cure(game, "cut")
    hero.health = min(
        hero.derived.max_health, hero.health + healing(strength, hero.song_turns, turns)
    )


def healing(strength: int, turn: int, turns: int) -> int:
    """Return the health that a song gives back in a turn of singing: over any `turns` in a row
    exactly its strength."""
    rest = strength % turns
    more = turn % turns * rest % turns < rest
    return strength // turns + more
