"""Heroes who sing, for the tests of songs."""

from __future__ import annotations

from typing import Any

from engine.sil.data.records import AbilityRef
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import ROOM, arena

SIL = SilQ()
ALL = tuple(song.ref for song in SIL.data.rules.songs.values())


def singer(
    *songs: AbilityRef, song: int = 15, rows: tuple[str, ...] = ROOM, **more: Any
) -> SilContext:
    """Return a hero who knows these songs (and other abilities), with so much Song."""
    game = arena(*rows, abilities=songs, skills=(0, 0, 0, 0, 0, 0, 0, song), **more)
    assert game.hero.skill(Skill.SONG) == song
    return game


def do(game: SilContext, line: str) -> list[str]:
    """Do what a typed line says, as a player would; return what was told."""
    action = SIL.parse(line, game.state, 0)
    assert SIL.parse(str(action), game.state, 0) == action
    return [str(event.text) for event in SIL.apply(game.state, 0, action, game.streams)]


def sung(game: SilContext) -> tuple[int, int]:
    """Return the numbers of the major and the minor theme."""
    return game.hero.song, game.hero.theme


def offers(game: SilContext) -> dict[str, Any]:
    """Return the offers to sing, by their argument."""
    return {o.action.args[0]: o for o in SIL.legal(game.state, 0) if o.action.verb == "sing"}


__all__ = ["ALL", "SIL", "ab", "do", "offers", "singer", "sung"]
