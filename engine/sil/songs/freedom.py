"""The Song of Freedom: what bars the hero's way gives way (rules: songs 8.2)."""

from __future__ import annotations

from engine.contract.texts import Text, text
from engine.contract.view import Mark
from engine.sil.creatures import skill_rolls
from engine.sil.dungeon import chests, search
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Item
from engine.sil.level import random_features, terrain
from engine.sil.perception import vision

SURFACE = 10  # half the depth that counts at the Gates
HARDER = 5  # chests, traps and rubble
FARTHEST = 101  # the most that distance adds to rubble
CLOSING = 20  # how hard a chasm is to close, and as much more as it has chasm about it
_BARS = bytes(
    terrain.TRAP[f] | terrain.LOCKED[f] | terrain.JAMMED[f] | (f == terrain.SECRET_DOOR)
    | (f in (terrain.RUBBLE, terrain.CHASM))
    for f in range(256)
)  # fmt: skip


def clear_the_way(game: SilContext, strength: int) -> None:
    """Try everything on the level that bars ways: traps, doors, chests, rubble, chasms."""
    level = game.level
    before = bytes(level.feature)
    base = level.depth // 2 if level.depth else SURFACE
    for i, chest in _locked_chests(game):
        if _check(game, strength, base + HARDER + game.knowledge.noise[i]) > 0:
            _unlock_chest(game, chest, i)
    closing = []
    for i in terrain.squares(level, _BARS):
        feature = level.feature[i]
        if feature == terrain.CHASM:
            if _closes(game, i, strength):
                closing.append(i)
        elif terrain.TRAP[feature] or feature == terrain.RUBBLE:
            _clear(game, i, strength, base + HARDER)
        else:
            _free_door(game, i, strength, base + game.rulings.freedom_door_penalty)
    _close(game, closing)
    if level.feature != before:
        vision.update(game)


def _locked_chests(game: SilContext) -> list[tuple[int, Item]]:
    kinds = game.data.kinds
    return [
        (i, item)
        for i, heap in sorted(game.level.floor.items())
        for item in heap
        if kinds[item.kind].tval == chests.CHEST and item.pval > 0
    ]


def _check(game: SilContext, strength: int, difficulty: int) -> int:
    return skill_rolls.hero_check(game, strength, difficulty)


def rubble_distance(game: SilContext, i: int) -> int:
    """Return how far the hero's voice goes to rubble: a step from its nearest neighbour."""
    near = random_features.neighbours(game.level, i)
    return min(FARTHEST, 1 + min(game.knowledge.noise[j] for j in near))


def _clear(game: SilContext, i: int, strength: int, base: int) -> None:
    """Clear a trap or rubble away: plain floor is left, and of a trap that the hero did not know
    nothing is told."""
    trap = terrain.TRAP[game.level.feature[i]]
    away = game.knowledge.noise[i] if trap else rubble_distance(game, i)
    if _check(game, strength, base + away) <= 0:
        return
    hidden = game.level.hidden[i]
    vision.change_terrain(game, i, terrain.FLOOR)
    if not hidden:
        _tell(game, i, text("The trap falls apart.") if trap else text("The rubble crumbles away."))


def _free_door(game: SilContext, i: int, strength: int, base: int) -> None:
    """Find a secret door, or loosen a stuck or locked one by the margin."""
    level = game.level
    margin = _check(game, strength, base + game.knowledge.noise[i])
    if margin <= 0:
        return
    feature = level.feature[i]
    if feature == terrain.SECRET_DOOR:
        search.reveal(game, i)
        return
    power = terrain.door_power(feature)
    level.feature[i] = feature - min(margin, power)
    if margin < power:
        return
    level.feature[i] = terrain.CLOSED_DOOR
    if i in game.knowledge.stuck:
        game.knowledge.stuck.remove(i)
    _tell(
        game,
        i,
        text("The door is free.") if terrain.JAMMED[feature] else text("The lock clicks open."),
    )


def _unlock_chest(game: SilContext, chest: Item, i: int) -> None:
    chests.unlock(chest)
    if game.knows_of(chest):
        tell(game, text("The chest clicks open."), "found", at=game.level.place(i))
        disturb(game, text("a chest is open"), "found", at=game.level.place(i))


def _closes(game: SilContext, i: int, strength: int) -> bool:
    """Return whether the edge of a chasm closes."""
    level = game.level
    about = sum(level.feature[j] == terrain.CHASM for j in random_features.neighbours(level, i))
    if about == 8:
        return False
    reach = strength - game.knowledge.noise[i] - HARDER
    return _check(game, reach, CLOSING + about) > 0


def _close(game: SilContext, squares: list[int]) -> None:
    """Close chasms, all that close in a turn together."""
    seen = [i for i in squares if game.knowledge.mark[i]]
    for i in squares:
        vision.change_terrain(game, i, terrain.FLOOR)
    if seen:
        _tell(game, seen[0], text("The chasm draws together."))


def _tell(game: SilContext, i: int, words: Text) -> None:
    """Say what became of a square that the hero knows."""
    if game.knowledge.mark[i]:
        game.state.marks.append(Mark("changed", *game.level.place(i)))
        tell(game, words, "found", at=game.level.place(i))
