"""Strength and loudness of the songs (spec: character 12.8)."""

from __future__ import annotations

from engine.common.dice import trunc_div
from engine.sil.hero import abilities as ab
from engine.sil.state import Hero

_LOUDNESS = {
    ab.SONG_OF_ELBERETH: 8,
    ab.SONG_OF_CHALLENGE: 12,
    ab.SONG_OF_DELVINGS: 4,
    ab.SONG_OF_FREEDOM: 4,
    ab.SONG_OF_SILENCE: 0,
    ab.SONG_OF_STAUNCHING: 4,
    ab.SONG_OF_THRESHOLDS: 4,
    ab.SONG_OF_THE_TREES: 4,
    ab.SONG_OF_SLAYING: 8,
    ab.SONG_OF_STAYING: 8,
    ab.SONG_OF_LORIEN: 4,
    ab.SONG_OF_MASTERY: 8,
}
LOUDNESS = {ref.number: noise for ref, noise in _LOUDNESS.items()}
"""The noise of each song, by its number within Song."""


def is_singing(hero: Hero, song: tuple[int, int]) -> bool:
    """Return whether the hero sings it, as the major or the minor theme."""
    return hero.song >= 0 and song[1] in (hero.song, hero.theme)


def score(hero: Hero, song: tuple[int, int], total: int) -> int:
    """Return the Song score behind a song: all of it for the major theme, half for the minor one; 0
    when the song is not sung. `total` is the hero's Song."""
    if not is_singing(hero, song):
        return 0
    return max(0, total if song[1] == hero.song else trunc_div(total, 2))


def strength(hero: Hero, song: tuple[int, int], total: int) -> int:
    """Return a song's strength K: its score, halved for Silence, a fifth for the Trees, doubled for
    Slaying; 0 when the song is not sung."""
    k = score(hero, song, total)
    if song == ab.SONG_OF_SILENCE:
        return k // 2
    if song == ab.SONG_OF_THE_TREES:
        return k // 5
    return 2 * k if song == ab.SONG_OF_SLAYING else k


def loudness(hero: Hero) -> int:
    """Return what the singing takes from Stealth: a song's noise, or the mean of two themes'."""
    if hero.song < 0:
        return 0
    major = LOUDNESS.get(hero.song, 0)
    return major if hero.theme < 0 else (major + LOUDNESS.get(hero.theme, 0)) // 2
