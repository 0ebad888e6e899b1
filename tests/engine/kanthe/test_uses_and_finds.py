"""Arcane things used on people and places, and what is found there, in small exact cases."""

from __future__ import annotations

import pytest

from engine.contract.facts import CreatureRef, Died, Own, SeatRef, ThingRef, Used
from engine.kanthe.encounters import conflict, finds, odds
from engine.kanthe.encounters.pools import PoolSource, hero_pool, opposition_pool, total
from engine.kanthe.exploring import arcane_use, movement
from engine.kanthe.map.level_plan import add_node, connect
from engine.kanthe.pool_odds import conflict_outlook
from engine.kanthe.state import ArcaneEffect, ChooseWord, Door, JudgeDoor, Opponent, Walk
from tests.engine.kanthe.stage import (
    CONTENT,
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    script,
    start_conflict,
)

RED, SNAKES, FOAMY, AIR, FLESH, MOVE, HEAL, FIRE = 0, 7, 2, 0, 6, 0, 9, 3


def told(game) -> list[str]:
    """Return what was told."""
    return [str(event.text) for event in game.events]


@pytest.mark.parametrize(("essence", "found"), [(-1, []), (0, [0]), (1, [1])])
def test_a_hazard_stands_in_the_way_by_its_essence_of_which_air_is_the_first(essence, found):
    state = begun()
    in_room(state)
    add_hazard(state, "blocked", 2, essence=essence)
    assert [each.essence for each in arcane_use.obstacles(game_of(state))] == found


EARTH, DOOR, LOCK = (CONTENT.materials[each] for each in ("wall", "door", "lock"))
NO_USE = ("There is nothing here for it to work on.", None)


@pytest.mark.parametrize(
    ("essence", "action", "locks", "first", "hazard", "left"),
    [
        (EARTH, FIRE, [3, 4],
         ("The way blocked by earth is overcome.", Own("cleared", SeatRef(0), "blocked")),
         "gone", [3, 4]),
        (LOCK, FIRE, [3, 4],
         ("A lock of the north door gives way.", Own("lock-picked", SeatRef(0))), "active", [4]),
        (DOOR, FIRE, [], ("The north door opens.", Own("door-opened")), "active", []),
        (LOCK, FIRE, [], NO_USE, "active", []),
        (AIR, FIRE, [3], NO_USE, "active", [3]),
    ],
)  # fmt: skip
def test_an_effect_overcomes_the_first_thing_of_its_essence_and_tells_of_it(
    essence, action, locks, first, hazard, left
):
    state = begun()
    room = in_room(state)
    room.walls = ["way"] * 4
    room.doors.append(Door(0, 2, list(locks), judged=True))
    blocked = add_hazard(state, "blocked", 2, essence=EARTH)
    game = game_of(state)
    arcane_use._overcome_obstacle(game, ArcaneEffect(action, essence))
    assert (str(game.events[0].text), game.events[0].fact) == first
    assert (blocked.state, room.doors[0].locks) == (hazard, left)
    assert room.doors[0].opened == (first[0] == "The north door opens.")


def give_healing(state, wounds: tuple[int, int, int]) -> list[Opponent]:
    """Give a known scroll that heals, and wounds to the hero and two allies; return these."""
    state.arcane.actions.letters[HEAL], state.arcane.essences.letters[FLESH] = "D", "J"
    stems = CONTENT.essence_stems, CONTENT.action_stems
    rows = stems[0].index("ENYA"), stems[1].index("AMVO")
    give(state, "scroll", *rows, letters=("J", "D"))
    state.hero.wounds, *hurt = wounds
    allies = [
        Opponent(901 + n, f"slave-{n + 1}", "slave", "slave", 2, wounds=each)
        for n, each in enumerate(hurt)
    ]
    state.hero.allies += allies
    return allies


HEALING = "use scroll-of-jenya-damvo"


@pytest.mark.parametrize(
    ("how", "left"), [("whisper", [3, 1, 3, 3]), ("speak", [3, 1, 1, 3]), ("shout", [1, 1, 1, 1])]
)
def test_a_whisper_heals_one_ally_speech_all_and_a_shout_everybody_here(how, left):
    state = begun()
    in_room(state)
    first, second = give_healing(state, (3, 3, 3))
    here = add_opponent(state, "slave", attacks=False, wounds=3)
    gone = add_opponent(state, "slave", attacks=False, wounds=3, status="dead")
    beyond = add_opponent(state, "slave", attacks=False, wounds=3, node=state.node + 9)
    script(state, (1, 1, 0, 2, 3))
    act(state, f"{HEALING} {how}")
    assert [state.hero.wounds, first.wounds, second.wounds, here.wounds] == left
    assert (gone.wounds, beyond.wounds) == (3, 3)


def test_a_whisper_heals_the_ally_who_is_hurt_most():
    state = begun()
    in_room(state)
    first, second = give_healing(state, (0, 1, 3))
    script(state, (1, 1, 0, 2, 3))
    act(state, f"{HEALING} whisper")
    assert (first.wounds, second.wounds) == (1, 1)


@pytest.mark.parametrize(
    ("wounds", "offered"),
    [
        ((0, 0, 0), set()),
        ((3, 0, 0), {"shout"}),
        ((0, 0, 3), {"whisper", "speak", "shout"}),
        ((3, 3, 0), {"whisper", "speak", "shout"}),
    ],
)
def test_healing_is_offered_in_the_manners_that_reach_who_is_hurt(wounds, offered):
    state = begun()
    in_room(state)
    give_healing(state, wounds)
    found = [o for o in RULES.legal(state, 0) if str(o.action).startswith(HEALING)]
    assert {o.action.args[1] for o in found} == offered
    assert {o.intent for o in found} <= {"heal"}


def test_what_is_used_up_is_told_to_be_the_heros():
    state = begun()
    potion = give(state, "potion", RED, FOAMY)
    game = game_of(state)
    arcane_use.finish_use(game, potion, "drink")
    assert [event.fact for event in game.events if isinstance(event.fact, Used)] == [
        Used(SeatRef(0), ThingRef("potion"))
    ]


def test_who_falls_is_told_to_be_overcome_by_the_hero():
    state = begun()
    foe = add_opponent(state)
    game = game_of(state)
    conflict.overcome(game, foe)
    assert [event.fact for event in game.events if isinstance(event.fact, Died)] == [
        Died(CreatureRef("warrior", foe.id), SeatRef(0))
    ]


@pytest.mark.parametrize(
    ("faces", "features", "nothing"),
    [((0, 1, 2, 3, 4, 5), 0, True), ((0, 0, 2, 3, 4, 5), 1, False)],
)
@pytest.mark.parametrize("die", [4, 5])
def test_a_room_of_a_5_without_a_feature_is_told_to_have_nothing_special(
    die, faces, features, nothing
):
    state = begun()
    room = in_room(state, die=die)
    script(state, (0, 1, 2, 3, 4, 5)[: state.difficulty], faces[: state.difficulty])
    game = game_of(state)
    finds.call_room(game, room)
    assert len(room.features) == (features if die == 5 else 0)
    assert ("There is nothing special in this room." in told(game)) == (nothing and die == 5)


@pytest.mark.parametrize(("kind", "felt"), [("warrior", 9), ("ghost", 5)])
def test_a_ghost_feels_all_dice_but_those_of_mundane_items(kind, felt):
    state = begun()
    own = [PoolSource("Challenge", 5), PoolSource("Sword", 4, mundane=True)]
    assert odds.felt_dice(game_of(state), own, add_opponent(state, kind)) == felt


@pytest.mark.parametrize("boost", [0, 1, 3])
def test_dice_of_a_boost_count_in_the_first_throw_of_an_outlook_alone(boost):
    state = begun()
    foe = add_opponent(state)
    fight = start_conflict(state, foe)
    game = game_of(state)
    plain = total(hero_pool(game, "fight", fight))
    state.hero.boost = boost
    expected = conflict_outlook(
        plain,
        total(opposition_pool(game, "fight", fight)),
        state.difficulty + 1,
        state.hero.challenge + 1,
        1,
        once=boost,
        one=state.variant.one_wound,
    )
    assert odds.estimate(game, fight, "fight") == expected


def test_who_is_met_has_the_nature_of_their_people_at_once():
    state = begun()
    in_room(state)
    game = game_of(state)
    warrior = next(n for n, each in enumerate(CONTENT.occupants) if each.key == "warrior")
    first, second = (finds.make_occupant(game, warrior, 3, node=state.node) for _ in range(2))
    assert first.nature.weak >= 0
    assert first.nature == second.nature == next(iter(state.sheets[0].natures.values()))


def test_a_beast_of_a_people_has_its_nature_at_once():
    state = begun()
    in_room(state)
    row = next(row for row in CONTENT.mobile if row.kind == "modified")
    beast = finds.find_hazard(game_of(state), row, 2, node=state.node)
    assert isinstance(beast, Opponent)
    assert beast.nature.weak >= 0
    assert beast.nature == state.sheets[0].natures["beasts"]


@pytest.mark.parametrize(("ways", "walks"), [(1, True), (2, False)])
def test_a_walk_goes_on_into_a_new_area_if_one_way_alone_leads_on(ways, walks):
    state = begun()
    room = in_room(state)
    level = state.here
    came_by = level.passages[-1]
    came_by.area = state.area
    for n in range(ways):
        at = (room.x + 20 * (n + 1), room.y)
        other = add_node(level, "room", at, state.area)
        other.die, other.called, other.entered = 4, True, True
        connect(level, room, other).area = state.area
    state.tasks.append(Walk([], came_by=came_by.id))
    movement.run_tasks(game_of(state))
    assert (state.node == level.nodes[-1].id) == walks
    assert (state.node == room.id) != walks


@pytest.mark.parametrize(
    ("faces", "heavy", "locks", "words"),
    [
        ((0, 1, 2, 3, 4), 0, [], "The north door: shut."),
        ((1, 1, 1, 3, 4), 3, [], "The north door: heavy 3."),
        ((1, 1, 1, 5, 5), 3, [2], "The north door: heavy 3, 1 lock of 2."),
    ],
)
def test_a_door_that_is_found_is_as_heavy_as_its_first_match_and_locked_by_others(
    faces, heavy, locks, words
):
    state = begun()
    room = in_room(state)
    room.doors.append(Door(0))
    state.tasks.append(JudgeDoor(room.id, 0))
    script(state, faces)
    game = game_of(state)
    movement.run_tasks(game)
    assert room.doors == [Door(0, heavy, locks, judged=True)]
    assert told(game)[-1] == words


def test_a_thing_does_what_its_words_were_chosen_to_mean():
    state = begun()
    in_room(state)
    state.arcane.essences.firsts[4], state.arcane.actions.seconds[HEAL] = "Red", "Snakes"
    wand = give(state, "wand", RED, SNAKES)
    state.question = ChooseWord(wand.id, "aim", [(FIRE, -1)])
    state.hero.wounds = 2
    script(state, (5, 5, 6, 4, 9))
    lines = [str(event.text) for event in act(state, f"meaning {FIRE} none")]
    assert lines[0] == "Red means Fire."
    assert lines[-1] == "2 of your wounds close."
    assert (state.question, state.hero.wounds) == (None, 0)
