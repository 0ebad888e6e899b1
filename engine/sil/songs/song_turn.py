"""A turn of singing, after the hero's action: effects, then the cost in voice (rules: songs
8.1)."""

from __future__ import annotations

from collections.abc import Callable

from engine.contract.texts import text
from engine.sil.effects import statuses
from engine.sil.game.context import Game
from engine.sil.game.messages import disturb
from engine.sil.game.state import Hero
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.songs import delvings, freedom, songs_on_creatures

HEALING_TURNS = 12  # in which the Song of Staunching heals its strength

_EFFECTS: dict[int, Callable[[Game, int], None]] = {
    ab.SONG_OF_ELBERETH.number: songs_on_creatures.elbereth,
    ab.SONG_OF_CHALLENGE.number: songs_on_creatures.challenge,
    ab.SONG_OF_DELVINGS.number: delvings.reveal,
    ab.SONG_OF_FREEDOM.number: freedom.clear_the_way,
    ab.SONG_OF_LORIEN.number: songs_on_creatures.lorien,
}
"""The effects of songs each turn, by number, given their strength; the other songs change rules
while they are sung."""


def go_on(game: Game) -> None:
    """Go on with what the hero sings, or fall silent for want of voice or of an ability."""
    hero = game.hero
    if hero.song < 0 or game.state.ended:
        return
    hero.song_turns += 1
    if hero.voice < 1 or not _can_sing(hero):
        statuses.silence(game)
        disturb(game, text("your song has ended"))
        return
    for song in singing.themes(hero):
        strength = singing.strength(hero, song.ref)
        if song.ref == ab.SONG_OF_STAUNCHING:
            _staunch(game, strength)
        elif effect := _EFFECTS.get(song.ref.number):
            effect(game, strength)
    hero.voice = max(0, hero.voice - singing.voice_cost(hero, game.rulings))


def _can_sing(hero: Hero) -> bool:
    """Return whether the hero still has every ability that what he sings takes."""
    woven = hero.theme < 0 or hero.active(ab.WOVEN_THEMES)
    return woven and all(hero.active(song.ref) for song in singing.themes(hero))


def _staunch(game: Game, strength: int) -> None:
    """Stop all bleeding and heal a little."""
    hero = game.hero
    statuses.cure(game, "cut")
    hero.health = min(hero.derived.max_health, hero.health + healing(strength, hero.song_turns))


def healing(strength: int, turn: int) -> int:
    """Return the health that the Song of Staunching gives back in a turn of singing: over any 12
    turns in a row exactly its strength."""
    rest = strength % HEALING_TURNS
    more = turn % HEALING_TURNS * rest % HEALING_TURNS < rest
    return strength // HEALING_TURNS + more
