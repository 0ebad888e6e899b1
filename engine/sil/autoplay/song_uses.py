"""The use of songs in the circumstances of a hero, from 0 (none) to `VERY_USEFUL`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.common import grid
from engine.sil.autoplay.circumstances import Circumstances, circumstances
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data.records import AbilityRef
from engine.sil.effects import oaths, statuses
from engine.sil.game.context import SilContext
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, singing
from engine.sil.level import terrain

URGENT, VERY_USEFUL = 3, 4
HURT = 60  # percent of health
LITTLE_VOICE = 4  # with less no song is worth beginning
MANY = 3  # enemies beside the hero that are too many


def useful(game: SilContext, *, explores: bool) -> Mapping[str, int]:
    """Return the songs worth beginning or changing to, by their words, with their use: "stop" where
    those that are sung help no more. `explores`: there is something to explore."""
    hero, now = game.hero, circumstances(game)
    sung = singing.themes(game.data, hero)
    uses = [_use(game, now, song.ref, explores) for song in sung]
    found = {"stop": 1} if sung and not any(uses) else {}
    if oaths.is_kept(hero, derived.SILENCE) or hero.voice < LITTLE_VOICE:
        return found
    least = max(uses[1:] if hero.active(ab.WOVEN_THEMES) else uses, default=0)
    for word, ref in singing.words(game.data).items():
        if hero.active(ref) and ref.number not in (hero.song, hero.theme):
            use = _use(game, now, ref, explores)
            if use > least:
                found[word] = use
    return found


def _use(game: SilContext, now: Circumstances, ref: AbilityRef, explores: bool) -> int:
    """Return how much a song would help now."""
    asked = _USES.get(ref)
    use = asked(game, now) if asked else 0
    return 0 if explores and ref in _FIND_WAYS and use < URGENT else use


def _hard_pressed(now: Circumstances) -> bool:
    return now.fights and (now.health < HURT or len(now.beside) >= MANY)


def _any_near(game: SilContext, now: Circumstances, flag: str) -> bool:
    return any(creature_names.seems(game, c, flag) for c in now.near)


def _use_of_elbereth(game: SilContext, now: Circumstances) -> int:
    return VERY_USEFUL if _hard_pressed(now) and _any_near(game, now, "SMART") else 0


def _use_of_challenge(game: SilContext, now: Circumstances) -> int:
    timers = game.hero.timers
    fleeing = not timers.hallucinating and any(c.stance == "fleeing" for c in now.near)
    return 2 if fleeing and now.health >= HURT and not timers.afraid else 0


def _use_of_delvings(_game: SilContext, now: Circumstances) -> int:
    return 0 if now.fights or now.sleepers else 2


def _use_of_freedom(game: SilContext, now: Circumstances) -> int:
    if game.hero.timers.slow or statuses.trapped_in(game):
        return 3
    return 1 if game.knowledge.stuck else 0


def _use_of_silence(game: SilContext, now: Circumstances) -> int:
    return 2 if not now.fights and (now.sleepers or game.hero.stealth_mode) else 0


def _use_of_staunching(game: SilContext, now: Circumstances) -> int:
    return VERY_USEFUL if game.hero.timers.cut else 2 if now.health < HURT else 0


def _use_of_thresholds(game: SilContext, now: Circumstances) -> int:
    here = game.level.at(game.hero.y, game.hero.x)
    around = (here + step for step in grid.neighbours(game.level.width))
    doors = (
        i for i in around if game.knowledge.mark[i] and game.level.feature[i] == terrain.OPEN_DOOR
    )
    return 2 if _hard_pressed(now) and any(doors) else 0


def _use_of_the_trees(game: SilContext, now: Circumstances) -> int:
    hero = game.hero
    other_light = hero.derived.light - singing.strength(game.data, hero, ab.SONG_OF_THE_TREES)
    return 0 if other_light > 0 else 3


def _use_of_slaying(_game: SilContext, now: Circumstances) -> int:
    return 2 if now.beside else 0


def _use_of_staying(_game: SilContext, now: Circumstances) -> int:
    return 3 if now.fights else 0


def _use_of_lorien(game: SilContext, now: Circumstances) -> int:
    if now.fights:
        return 3 if _hard_pressed(now) and not _any_near(game, now, "NO_SLEEP") else 0
    return 3 if any(not creature_stats.asleep(c) for c in now.sleepers) else 0


def _use_of_mastery(_game: SilContext, now: Circumstances) -> int:
    return VERY_USEFUL if _hard_pressed(now) else 2 if now.beside else 0


_FIND_WAYS = (ab.SONG_OF_DELVINGS, ab.SONG_OF_FREEDOM)
_USES: dict[AbilityRef, Callable[[SilContext, Circumstances], int]] = {
    ab.SONG_OF_ELBERETH: _use_of_elbereth,
    ab.SONG_OF_CHALLENGE: _use_of_challenge,
    ab.SONG_OF_DELVINGS: _use_of_delvings,
    ab.SONG_OF_FREEDOM: _use_of_freedom,
    ab.SONG_OF_SILENCE: _use_of_silence,
    ab.SONG_OF_STAUNCHING: _use_of_staunching,
    ab.SONG_OF_THRESHOLDS: _use_of_thresholds,
    ab.SONG_OF_THE_TREES: _use_of_the_trees,
    ab.SONG_OF_SLAYING: _use_of_slaying,
    ab.SONG_OF_STAYING: _use_of_staying,
    ab.SONG_OF_LORIEN: _use_of_lorien,
    ab.SONG_OF_MASTERY: _use_of_mastery,
}
