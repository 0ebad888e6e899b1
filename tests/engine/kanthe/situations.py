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
    state = begun()
    in_room(state).walls = ["way"] * 4
    state.hero.wounds, state.hero.coins = wounds, coins
    return state


def _fight(*who: tuple[str, int], wounds: int = 0) -> KantheState:
    state = _in_a_room(wounds)
    start_conflict(state, *(add_opponent(state, kind, strength) for kind, strength in who))
    return state


def _approach(*who: tuple[str, int], wounds: int = 0) -> KantheState:
    state = _in_a_room(wounds)
    for kind, strength in who:
        add_opponent(state, kind, strength, node=4)
    state.question = Approach(4)
    return state


def _hazard(kind: str, strength: int, wounds: int = 0, *, may_turn: bool = False) -> KantheState:
    state = _in_a_room(wounds)
    hazard = add_hazard(state, kind, strength)
    state.question = FaceHazard(hazard.id, may_turn=may_turn)
    return state


def _healing_wand(state: KantheState) -> KantheState:
    state.arcane.essences.firsts[4], state.arcane.actions.seconds[9] = "Red", "Snakes"
    item = give(state, "wand", 0, 7)
    assert item.essence_row == 0
    return state


def _door(heavy: int, *locks: int) -> KantheState:
    state = _in_a_room()
    state.place.walls[0] = "door"
    state.place.doors.append(Door(0, heavy, [*locks], judged=True))
    return state


def _ally(state: KantheState, wounds: int = 0) -> KantheState:
    ally = add_opponent(state, "slave", 2, status="befriended", node=-1, wounds=wounds)
    state.here.opponents.remove(ally)
    state.hero.allies.append(ally)
    return state


def _victim(hero: int, ally: int, degree: int) -> KantheState:
    state = _ally(_fight(("warrior", 2), wounds=hero), ally)
    state.question = ChooseVictim(degree, "a blow")
    return state


def _target() -> KantheState:
    state = _fight(("warrior", 3), ("pet", 2))
    state.here.opponents[1].wounds = 4
    state.question = ChooseTarget(MatchAct(2, 2, value=3))
    return state


def _treasure(dice: int, *matches: tuple[int, int]) -> KantheState:
    state = _in_a_room()
    if dice:
        state.hero.items.append(KantheItem(900, "Shield", dice, ("fight", "evade")))
    state.question = ShareTreasure([v for v, _ in matches], [d for _, d in matches])
    return state


def _friend(kind: str, wounds: int = 0, coins: int = 0) -> KantheState:
    state = _in_a_room(wounds, coins)
    who = add_opponent(state, kind, 2, status="befriended", searched=True)
    who.wares = [KantheItem(90, "Axe", 2, ("fight", "force"))]
    return state


def _met(kind: str, strength: int, wounds: int = 0) -> KantheState:
    state = _in_a_room(wounds)
    add_opponent(state, kind, strength, attacks=False)
    return state


def _fallen() -> KantheState:
    state = _in_a_room()
    state.result, state.question = "dead", Fallen()
    return state


def _body(wounds: int, coins: int) -> KantheState:
    state = _in_a_room(wounds, coins)
    add_opponent(state, "warrior", 2, status="dead")
    return state


def _feature() -> KantheState:
    state = _in_a_room()
    state.place.features.append(Feature(2, 3))
    return state


def _stairs() -> KantheState:
    state = _in_a_room()
    state.place.stairs = True
    for node in state.here.nodes:
        node.waiting = False
    return state


def _unknown_wand() -> KantheState:
    state = _in_a_room()
    give(state, "wand", 0, 7)
    return state


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
