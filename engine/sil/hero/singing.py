"""The songs: their noise, cost and strength, and what the hero sings now (rules: songs 8; character
12.8).

The effect of a song stands with the rule that it changes, which asks `is_singing` or `strength`;
what songs do by themselves each turn stands in `engine.sil.songs`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from engine.common.slugs import slug
from engine.contract.dice import trunc_div
from engine.contract.texts import Text, text
from engine.sil.data import declarations
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.data.rule_records import SongRules
from engine.sil.data.rulings import Rulings, VoiceCost, VoiceCosts
from engine.sil.game.state import Hero, Skill
from engine.sil.hero import abilities as ab

_RULED: Mapping[AbilityRef, Callable[[VoiceCosts], VoiceCost]] = {
    ab.SONG_OF_ELBERETH: lambda costs: costs.elbereth,
    ab.SONG_OF_CHALLENGE: lambda costs: costs.challenge,
    ab.SONG_OF_DELVINGS: lambda costs: costs.delvings,
    ab.SONG_OF_MASTERY: lambda costs: costs.mastery,
}


_EVERY = {1: text("a turn"), 2: text("every second turn"), 3: text("every third turn")}


@lru_cache(maxsize=4)
def words(data: Data) -> Mapping[str, AbilityRef]:
    """Return the songs by the word that actions use: "trees" for the Song of the Trees."""
    return {plain_word(ab.name(data, song.ref)): song.ref for song in data.rules.songs.values()}


def plain_word(name: str) -> str:
    """Return a song's name without what all of them begin with."""
    return slug(name).removeprefix("song-").removeprefix("of-").removeprefix("the-")


def cost(song: SongRules, rulings: Rulings) -> VoiceCost:
    """Return what a song costs in voice, by the data or by a ruling."""
    if song.voice is None:
        return _RULED[song.ref](rulings.song_voice_cost)
    return VoiceCost(*song.voice)


def purpose(song: SongRules) -> Text:
    """Return what a song does in a few words."""
    return declarations.words(song.effect)


def price(song: SongRules, rulings: Rulings) -> Text:
    """Return what a song costs and how loud it is, in words."""
    points, turns = cost(song, rulings)
    every = _EVERY.get(turns) or text("every {turns} turns", turns=turns)
    noise = text("noise {noise}", noise=song.noise) if song.noise else text("no noise")
    return text("{points} voice {every}, {noise}", points=points, every=every, noise=noise)


def known(data: Data, hero: Hero) -> list[SongRules]:
    """Return the songs that the hero can sing: bought or lent, and switched on."""
    return [song for song in data.rules.songs.values() if hero.active(song.ref)]


def themes(data: Data, hero: Hero) -> list[SongRules]:
    """Return what the hero sings: the major theme, then the minor one."""
    return [data.rules.songs[number] for number in (hero.song, hero.theme) if number >= 0]


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


def strength(data: Data, hero: Hero, song: tuple[int, int], total: int | None = None) -> int:
    """Return a song's strength: its score, halved for Silence, a fifth for the Trees, doubled for
    Slaying; 0 when the song is not sung. `total` as in `score`."""
    return data.rules.songs[song[1]].strength(score(hero, song, total))


def loudness(data: Data, hero: Hero) -> int:
    """Return what the singing takes from Stealth: a song's noise, or the mean of two themes'."""
    sung = themes(data, hero)
    return sum(song.noise for song in sung) // len(sung) if sung else 0


def voice_cost(data: Data, hero: Hero, rulings: Rulings) -> int:
    """Return what the songs cost in this turn of singing: one that costs voice on one of several
    turns asks for it on their multiples as the major theme, and a turn later as the minor one."""
    total = 0
    for late, song in enumerate(themes(data, hero)):
        points, turns = cost(song, rulings)
        if hero.song_turns % turns == late % turns:
            total += points
    return total
