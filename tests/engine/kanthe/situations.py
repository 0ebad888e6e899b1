"""Situations in which a good player knows what to do, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.kanthe.state import (
    Approach,
    ChooseTarget,
    ChooseVictim,
    Door,
    FaceHazard,
    Fallen,
    Feature,
    KantheItem,
    KantheState,
    MatchAct,
    ShareTreasure,
)
from tests.engine.kanthe.stage import (
    add_hazard,
    add_opponent,
    begun,
    give,
    in_room,
    new_game,
    start_conflict,
)

Situation = Callable[[], KantheState]


def _in_a_room(wounds: int = 0, coins: int = 0) -> KantheState:
    game = begun()
    in_room(game).walls = ["way"] * 4
    game.hero.wounds, game.hero.coins = wounds, coins
    return game


def _fight(*who: tuple[str, int], wounds: int = 0) -> KantheState:
    game = _in_a_room(wounds)
    start_conflict(game, *(add_opponent(game, kind, strength) for kind, strength in who))
    return game


def _approach(*who: tuple[str, int], wounds: int = 0) -> KantheState:
    game = _in_a_room(wounds)
    for kind, strength in who:
        add_opponent(game, kind, strength, node=4)
    game.question = Approach(4)
    return game


def _hazard(kind: str, strength: int, wounds: int = 0, *, may_turn: bool = False) -> KantheState:
    game = _in_a_room(wounds)
    hazard = add_hazard(game, kind, strength)
    game.question = FaceHazard(hazard.id, may_turn=may_turn)
    return game


def _healing_wand(game: KantheState) -> KantheState:
    game.arcane.essences.firsts[4], game.arcane.actions.seconds[9] = "Red", "Snakes"
    item = give(game, "wand", 0, 7)
    assert item.essence_row == 0
    return game


def _door(heavy: int, *locks: int) -> KantheState:
    game = _in_a_room()
    game.place.walls[0] = "door"
    game.place.doors.append(Door(0, heavy, [*locks], judged=True))
    return game


def _ally(game: KantheState, wounds: int = 0) -> KantheState:
    ally = add_opponent(game, "slave", 2, status="befriended", node=-1, wounds=wounds)
    game.here.opponents.remove(ally)
    game.hero.allies.append(ally)
    return game


def _victim(hero: int, ally: int, degree: int) -> KantheState:
    game = _ally(_fight(("warrior", 2), wounds=hero), ally)
    game.question = ChooseVictim(degree, "a blow")
    return game


def _target() -> KantheState:
    game = _fight(("warrior", 3), ("pet", 2))
    game.here.opponents[1].wounds = 4
    game.question = ChooseTarget(MatchAct(2, 2, value=3))
    return game


def _treasure(dice: int, *matches: tuple[int, int]) -> KantheState:
    game = _in_a_room()
    if dice:
        game.hero.items.append(KantheItem(900, "Shield", dice, ("fight", "evade")))
    game.question = ShareTreasure([v for v, _ in matches], [d for _, d in matches])
    return game


def _friend(kind: str, wounds: int = 0, coins: int = 0) -> KantheState:
    game = _in_a_room(wounds, coins)
    who = add_opponent(game, kind, 2, status="befriended", searched=True)
    who.wares = [KantheItem(90, "Axe", 2, ("fight", "force"))]
    return game


def _met(kind: str, strength: int, wounds: int = 0) -> KantheState:
    game = _in_a_room(wounds)
    add_opponent(game, kind, strength, attacks=False)
    return game


def _fallen() -> KantheState:
    game = _in_a_room()
    game.result, game.question = "dead", Fallen()
    return game


def _body(wounds: int, coins: int) -> KantheState:
    game = _in_a_room(wounds, coins)
    add_opponent(game, "warrior", 2, status="dead")
    return game


def _feature() -> KantheState:
    game = _in_a_room()
    game.place.features.append(Feature(2, 3))
    return game


def _stairs() -> KantheState:
    game = _in_a_room()
    game.place.stairs = True
    for node in game.here.nodes:
        node.waiting = False
    return game


def _unknown_wand() -> KantheState:
    game = _in_a_room()
    give(game, "wand", 0, 7)
    return game


SITUATIONS: dict[str, Situation] = {
    "the first page of the sheets": new_game,
    "the starting room": begun,
    "a weak warrior in the next room": lambda: _approach(("warrior", 2)),
    "a chieftain far too strong in the next room": lambda: _approach(("chieftain", 9)),
    "two warriors and a sorcerer in the next room": lambda: _approach(
        ("warrior", 3), ("warrior", 3), ("sorcerer", 4)
    ),
    "a strong warrior in the next room, the hero badly hurt": lambda: _approach(
        ("warrior", 4), wounds=4
    ),
    "a fair fight begun": lambda: _fight(("warrior", 2)),
    "a fight that goes badly": lambda: _fight(("warrior", 4), wounds=4),
    "a fight against two, one nearly overcome": _target,
    "a ghost, whom a sword does not hurt": lambda: _fight(("ghost", 2)),
    "vermin, on whom words are lost": lambda: _fight(("vermin", 2)),
    "a fight with wounds, and a wand that heals": lambda: _healing_wand(
        _fight(("warrior", 3), wounds=3)
    ),
    "a wound for the hero or a sound ally": lambda: _victim(0, 0, 2),
    "a wound for the hero or an ally who would die": lambda: _victim(0, 4, 3),
    "a wound that kills the hero": lambda: _victim(4, 4, 3),
    "a covered pit": lambda: _hazard("covered-pit", 2),
    "a trap that kills whom it hits": lambda: _hazard("trap", 4, wounds=4),
    "a pit that one may walk away from, the hero badly hurt": lambda: _hazard(
        "pit", 4, wounds=4, may_turn=True
    ),
    "a way that can be forced": lambda: _hazard("blocked", 2, may_turn=True),
    "a way that nobody can force at once": lambda: _hazard("blocked", 9, may_turn=True),
    "treasure while the pool is small": lambda: _treasure(0, (3, 2), (7, 3)),
    "treasure when the pool is large": lambda: _treasure(9, (3, 2), (7, 3)),
    "a priest who is a friend, the hero wounded": lambda: _friend("priest", wounds=2),
    "an artisan who is a friend, with an axe to sell": lambda: _friend("artisan", coins=3),
    "a slave who is a friend": lambda: _friend("slave"),
    "a slave who has not been spoken to": lambda: _met("slave", 2),
    "a body, the hero badly hurt and rich": lambda: _body(4, 50),
    "a feature to be searched": _feature,
    "a door with a lock": lambda: _door(2, 2),
    "wounds, and a wand that heals": lambda: _healing_wand(_in_a_room(wounds=2)),
    "an unknown wand": _unknown_wand,
    "stairs down, and all explored": _stairs,
    "after death": _fallen,
}
