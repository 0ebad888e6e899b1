"""The consequences of arriving on a square (rules: dungeon 7.3, 3, 1.6)."""

from __future__ import annotations

from engine.contract.texts import Name, Text, text
from engine.sil.dungeon import search, traps
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, note, tell
from engine.sil.hero import silmarils
from engine.sil.items import item_classes, item_handles
from engine.sil.level import terrain

_CROWN = text(
    "The Iron Crown lies at your feet. Say “prise” with a weapon in hand, and "
    "you may cut a Silmaril from it."
)


def arrive(game: SilContext) -> None:
    """After a step: what he notices, what lies here, and last what lies in wait."""
    hero, level = game.hero, game.level
    search.notice(game)
    i = level.at(hero.y, hero.x)
    if terrain.STAIR[level.feature[i]] or terrain.FORGES[level.feature[i]]:
        game.knowledge.mark[i] = 1
    if level.vault[i] and not level.vault_entered:
        level.vault_entered = True
        name = level.vault_name
        vault = text("{name}", name=Name(name, proper=True)) if name else text("a great vault")
        tell(game, text("You have entered {vault}.", vault=vault), "found")
        note(game, "entered vault", text("Entered {vault}", vault=vault))
    if terrain.FORGES[level.feature[i]]:
        forge = terrain.words_of(game.data, level.feature[i])
        tell(game, text("You stand at {forge:a}.", forge=forge), "found")
    _see_heap(game, i)
    traps.enter(game)


def _see_heap(game: SilContext, i: int) -> None:
    heap = game.level.floor.get(i)
    if not heap:
        return
    news = not all(game.knows_of(item) for item in heap)
    for item in heap:
        game.notice(item)
    if not game.world.crown_explained and any(silmarils.is_crown(game.data, item) for item in heap):
        game.world.crown_explained = True
        tell(game, _CROWN, "crown")
    tell(game, item_handles.heap_words(game, heap), "found")
    for item in heap:
        kind = item_classes.kind_of(game.data, item)
        if kind.tval == item_classes.NOTE:
            tell(game, text("It reads: “{prose}”", prose=Text(kind.description)), "found")
    if news:
        disturb(game, item_handles.named(game, heap), "lying", at=game.level.place(i))
