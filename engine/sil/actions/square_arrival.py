"""The consequences of arriving on a square (rules: dungeon 7.3, 3, 1.6)."""

from __future__ import annotations

from engine.sil.features import search, traps
from engine.sil.game import Game
from engine.sil.hero import silmarils
from engine.sil.items import item_classes, item_names
from engine.sil.level import terrain
from engine.sil.messages import disturb, note, say

NAMED = 3  # objects told by name
_CROWN = (
    "The Iron Crown lies at your feet. Say “prise” with a weapon in hand, and you may cut "
    "a Silmaril from it."
)


def arrive(game: Game) -> None:
    """After a step: what he notices, what lies here, and last what lies in wait."""
    hero, level = game.hero, game.level
    search.notice(game)
    i = level.at(hero.y, hero.x)
    if terrain.STAIR[level.feature[i]] or terrain.FORGES[level.feature[i]]:
        game.knowledge.mark[i] = 1
    if level.vault[i] and not level.vault_entered:
        level.vault_entered = True
        say(game, f"You have entered {level.vault_name or 'a great vault'}.", "found")
        note(game, f"Entered {level.vault_name or 'a great vault'}.")
    if terrain.FORGES[level.feature[i]]:
        forge = terrain.name_of(game.data, level.feature[i])
        say(game, f"You stand at {forge}.", "found")
    _see_heap(game, i)
    traps.enter(game)


def _see_heap(game: Game, i: int) -> None:
    heap = game.level.floor.get(i)
    if not heap:
        return
    for item in heap:
        game.notice(item)
    if not game.world.crown_explained and any(silmarils.is_crown(game.data, item) for item in heap):
        game.world.crown_explained = True
        say(game, _CROWN, "crown")
    names = ", ".join(item_names.item_name(game, item) for item in heap[:NAMED])
    more = f" and {len(heap) - NAMED} more" if len(heap) > NAMED else ""
    say(game, f"Here lies {names}{more}.", "found")
    for item in heap:
        kind = item_classes.kind_of(game.data, item)
        if kind.tval == item_classes.NOTE:
            say(game, f"It reads: “{kind.description}”", "found")
    disturb(game, "something lies here")
