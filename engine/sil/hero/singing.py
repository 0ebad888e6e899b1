"""The songs: their noise, cost and strength, and what the hero sings now (rules: songs 8; character
12.8).

The effect of a song stands with the rule that it changes, which asks `is_singing` or `strength`;
what songs do by themselves each turn stands in `engine.sil.songs`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.common.slugs import slug
from engine.contract.dice import trunc_div
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.game.rulings import Rulings, VoiceCost
from engine.sil.game.state import Hero, Skill
from engine.sil.hero import abilities as ab


def _every_turn(_rulings: Rulings) -> VoiceCost:
    return VoiceCost(1, 1)


def _every_third_turn(_rulings: Rulings) -> VoiceCost:
    return VoiceCost(1, 3)


class Song(NamedTuple):
    """A song: what it does in a few words, its noise and cost, and what part of the Song score its
    strength is."""

    ref: AbilityRef
    purpose: str
    noise: int
    cost: Callable[[Rulings], VoiceCost]
    times: int = 1
    part: int = 1

    def strength(self, score: int) -> int:
        """Return its strength when so much of Song is behind it."""
        return max(0, score) * self.times // self.part


_SONGS = (
    Song(ab.SONG_OF_ELBERETH, "Frightens enemies that think", 8,
         lambda rulings: rulings.song_voice_cost.elbereth),
    Song(ab.SONG_OF_CHALLENGE, "Makes enemies bold, so that they come to you", 12,
         lambda rulings: rulings.song_voice_cost.challenge),
    Song(ab.SONG_OF_DELVINGS, "Shows the map around what you know", 4,
         lambda rulings: rulings.song_voice_cost.delvings),
    Song(ab.SONG_OF_FREEDOM, "Clears traps, locks and rubble, keeps you free", 4,
         _every_third_turn),
    Song(ab.SONG_OF_SILENCE, "Hushes all noise", 0, _every_third_turn, part=2),
    Song(ab.SONG_OF_STAUNCHING, "Stops bleeding and heals", 4, _every_turn),
    Song(ab.SONG_OF_THRESHOLDS, "Wards the doors that you close", 4, _every_third_turn),
    Song(ab.SONG_OF_THE_TREES, "Gives light", 4, _every_third_turn, part=5),
    Song(ab.SONG_OF_SLAYING, "Critical hits kill the wounded", 8, _every_turn, times=2),
    Song(ab.SONG_OF_STAYING, "Gives Will and protection", 8, _every_turn),
    Song(ab.SONG_OF_LORIEN, "Puts enemies to sleep", 4, _every_turn),
    Song(ab.SONG_OF_MASTERY, "Makes enemies lose their turns", 8,
         lambda rulings: rulings.song_voice_cost.mastery),
)  # fmt: skip
SONGS: Mapping[int, Song] = {song.ref.number: song for song in _SONGS}
"""By the song's number within the skill."""


@lru_cache(maxsize=4)
def words(data: Data) -> Mapping[str, AbilityRef]:
    """Return the songs by the word that actions use: "trees" for the Song of the Trees."""
    return {plain_word(ab.name(data, song.ref)): song.ref for song in _SONGS}


def plain_word(name: str) -> str:
    """Return a song's name without what all of them begin with."""
    return slug(name).removeprefix("song-").removeprefix("of-").removeprefix("the-")


def price(song: Song, rulings: Rulings) -> str:
    """Return what a song costs and how loud it is, in words."""
    points, turns = song.cost(rulings)
    every = {1: "a turn", 2: "every second turn", 3: "every third turn"}
    noise = f"noise {song.noise}" if song.noise else "no noise"
    return f"{points} voice {every.get(turns, f'every {turns} turns')}, {noise}"


def known(hero: Hero) -> list[Song]:
    """Return the songs that the hero can sing: bought or lent, and switched on."""
    return [song for song in _SONGS if hero.active(song.ref)]


def themes(hero: Hero) -> list[Song]:
    """Return what the hero sings: the major theme, then the minor one."""
    return [SONGS[number] for number in (hero.song, hero.theme) if number >= 0]


def is_singing(hero: Hero, song: tuple[int, int]) -> bool:
    """Return whether the hero sings it, as the major or the minor theme."""
    return hero.song >= 0 and song[1] in (hero.song, hero.theme)


def score(hero: Hero, song: tuple[int, int], total: int | None = None) -> int:
    """Return the Song score behind a song: all of it for the major theme, half for the minor one; 0
    when the song is not sung. `total` stands for the hero's Song while it is worked out anew."""
    if not is_singing(hero, song):
        return 0
    full = hero.skill(Skill.SONG) if total is None else total
    return max(0, full if song[1] == hero.song else trunc_div(full, 2))


def strength(hero: Hero, song: tuple[int, int], total: int | None = None) -> int:
    """Return a song's strength: its score, halved for Silence, a fifth for the Trees, doubled for
    Slaying; 0 when the song is not sung. `total` as in `score`."""
    return SONGS[song[1]].strength(score(hero, song, total))


def loudness(hero: Hero) -> int:
    """Return what the singing takes from Stealth: a song's noise, or the mean of two themes'."""
    sung = themes(hero)
    return sum(song.noise for song in sung) // len(sung) if sung else 0


def voice_cost(hero: Hero, rulings: Rulings) -> int:
    """Return what the songs cost in this turn of singing: one that costs voice on one of several
    turns asks for it on their multiples as the major theme, and a turn later as the minor one."""
    total = 0
    for late, song in enumerate(themes(hero)):
        cost = song.cost(rulings)
        if hero.song_turns % cost.turns == late % cost.turns:
            total += cost.points
    return total
