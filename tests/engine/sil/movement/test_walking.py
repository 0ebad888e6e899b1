"""Walking, and what every terrain lets through (rules: dungeon 2.1, 7.3, 7.5; world 11.2, 11.6)."""

from collections import Counter

import pytest

from engine.common import compass, noise_map
from engine.contract.action import IllegalAction
from engine.sil.commands import movement
from engine.sil.creature_ai import creature_moves
from engine.sil.creatures import spawning
from engine.sil.creatures.situation import Situation
from engine.sil.data import bundle
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.movement import digging
from engine.sil.perception import vision
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import foe, item, load_dice
from tests.engine.sil.stage import race as kind_of_creature
from tests.rows import for_each

pytestmark = pytest.mark.covers(
    "spec-world: 11.2", "spec-world: 11.6", "spec-dungeon: 2.9", "spec-dungeon: 8.4"
)

SIL = SilQ()
DOORS = (*range(terrain.WARD_1, terrain.WARD_3 + 1), *range(32, 48))
ROCK = (terrain.RUBBLE, terrain.QUARTZ, *range(56, 60), terrain.PERMANENT)
FEATURES = [f for f in bundle.load().terrain if f not in (0, 10, 11, 50, 52, 53, 54, 55)]


def before(feature, *, known=True, **how):
    """Return a hero with this terrain to the east of him."""
    game = arena("#####", "#...#", "#@..#", "#...#", "#####", **how)
    i = put(game, 2, 2, feature)
    look(game)
    game.knowledge.mark[i] = known
    game.hero.health = 1000
    return game


def step(game, direction="e"):
    movement.walk(game, (direction,))
    return game.hero.y, game.hero.x


# -------------------------------------------------------------------- every terrain's nature


@pytest.mark.covers("spec-dungeon: Terrain / Table")
@for_each("feature", FEATURES)
def test_what_a_terrain_lets_through(feature):
    shut = feature in (*DOORS, *ROCK, terrain.SECRET_DOOR)
    assert bool(terrain.OPAQUE[feature]) is shut
    alone = arena("#####", "#####", "#@..#", "#####", "#####")
    put(alone, 2, 2, feature)
    look(alone)
    assert bool(alone.knowledge.view[alone.level.at(2, 3)]) is not shut
    kind = terrain.NOISE[feature]
    assert kind == (
        noise_map.SHUT
        if feature in (*DOORS, terrain.SECRET_DOOR)
        else noise_map.SOLID
        if feature in ROCK
        else noise_map.CARRIES
    )
    reached = alone.knowledge.noise[alone.level.at(2, 3)]
    assert reached == {noise_map.SOLID: 250, noise_map.SHUT: 7, noise_map.CARRIES: 2}[kind]


@for_each("feature", FEATURES)
def test_what_a_step_into_a_known_terrain_does(feature):
    game = before(feature, seed=5, depth=6)
    if feature in (*ROCK, terrain.SECRET_DOOR):
        with pytest.raises(IllegalAction, match="in the way"):
            step(game)
        assert not game.state.energy_used
        return
    step(game)
    if feature in DOORS:
        assert game.state.energy_used == 100
        assert (game.hero.y, game.hero.x) == (2, 1)
    elif feature == terrain.CHASM or terrain.TRAP[feature]:
        assert game.state.question
        assert not game.state.energy_used
    else:
        assert (game.hero.y, game.hero.x) == (2, 2)
        assert game.state.energy_used == 100


@for_each("feature", FEATURES)
def test_whether_a_terrain_can_be_dug(feature):
    hard = {terrain.RUBBLE: 1, terrain.QUARTZ: 2, terrain.SECRET_DOOR: 3}
    hard |= dict.fromkeys(range(56, 60), 3)
    assert digging.hardness(feature) == hard.get(feature, 0)


@pytest.mark.parametrize("feature", [*ROCK, terrain.SECRET_DOOR, terrain.CLOSED_DOOR])
def test_an_unknown_barrier_is_felt_out_and_costs_the_turn(feature):
    game = before(feature, known=False)
    game.hero.timers.blind = 9
    step(game)
    assert (game.hero.y, game.hero.x) == (2, 1)
    assert game.state.energy_used == 100
    assert game.knowledge.mark[game.level.at(2, 2)]
    assert "blocking your way" in said(game)[0]


def test_a_confused_hero_walks_into_walls_and_loses_the_turn():
    game = before(terrain.GRANITE)
    game.hero.timers.confused = 9
    load_dice(game, otherwise=1)
    step(game)
    assert game.state.energy_used == 100
    assert "You walk into a wall." in said(game)


# ------------------------------------------------------------------------------- a step


@pytest.mark.covers("spec-dungeon: Turn order and movement / Walking")
def test_a_visible_creature_is_attacked_and_an_unseen_one_too():
    for visible in (True, False):
        game = before(terrain.FLOOR)
        foe(game, "Wolf", health=500, visible=visible)
        assert step(game) == (2, 1)
        assert game.hero.attacked


def test_fear_before_what_is_unseen_costs_the_turn_and_before_what_is_seen_nothing():
    game = before(terrain.FLOOR)
    game.hero.timers.afraid = 5
    wolf = foe(game, "Wolf", health=500, visible=True)
    with pytest.raises(IllegalAction, match="Fear keeps you"):
        step(game)
    assert not game.state.energy_used
    game.learn(wolf).visible = False
    assert step(game) == (2, 1)
    assert game.state.energy_used == 100
    assert not game.hero.attacked


def test_who_carries_too_much_stays_but_may_fight_and_open():
    game = before(terrain.FLOOR)
    game.hero.derived.burden = game.hero.derived.capacity * 2
    with pytest.raises(IllegalAction, match="burden"):
        step(game)
    foe(game, "Wolf", health=500)
    step(game)
    assert game.hero.attacked
    game = before(terrain.CLOSED_DOOR)
    game.hero.derived.burden = game.hero.derived.capacity * 2
    step(game)
    assert game.level.feature[game.level.at(2, 2)] == terrain.OPEN_DOOR


def test_a_burden_of_half_as_much_again_can_just_be_carried():
    game = before(terrain.FLOOR)
    game.hero.derived.burden = game.hero.derived.capacity * 3 // 2
    assert step(game) == (2, 2)


def test_saying_no_to_a_danger_is_free_and_saying_yes_is_a_step():
    for answer, there in (("no", (2, 1)), ("yes", (2, 2))):
        game = before(terrain.ALARM_TRAP)
        SIL.apply(game.state, 0, SIL.parse("step e", game.state, 0), game.streams)
        turns = game.hero.turns
        SIL.apply(game.state, 0, SIL.parse(f"answer {answer}", game.state, 0), game.streams)
        assert (game.hero.y, game.hero.x) == there
        assert (game.hero.turns > turns) is (answer == "yes")


def test_a_hidden_trap_asks_nothing():
    game = before(terrain.FLOOR)
    put(game, 2, 2, terrain.ALARM_TRAP, hidden=True)
    assert step(game) == (2, 2)
    assert game.state.question is None


def test_stairs_and_forges_are_found_by_standing_on_them():
    for feature in (terrain.DOWN_STAIR, terrain.FORGE + 2):
        game = before(feature, known=False, lit=False)
        game.hero.timers.blind = 9
        look(game)
        step(game)
        assert game.knowledge.mark[game.level.at(2, 2)]


def test_things_underfoot_are_named_and_disturb_when_they_are_news():
    for known in (False, True):
        game = before(terrain.FLOOR)
        game.hero.timers.blind = 9
        game.level.floor[game.level.at(2, 2)] = [item("Robe") for _ in range(4)]
        for robe in game.level.floor[game.level.at(2, 2)]:
            robe.seen_by = int(known)
        step(game)
        assert said(game)[-1].endswith("and 1 more.")
        reasons = [each.reason for each in game.state.disturbances]
        assert ("lying" in reasons) is not known


def test_a_great_vault_is_entered_once():
    game = before(terrain.FLOOR)
    game.level.vault_name = "the Tomb"
    game.level.vault[game.level.at(2, 2)] = 1
    step(game)
    assert game.level.vault_entered
    assert [str(note.text) for note in game.hero.notes] == ["Entered the Tomb"]
    step(game, "w")
    step(game)
    assert len(game.hero.notes) == 1


@pytest.mark.covers("spec-dungeon: 2.2")
def test_a_step_is_remembered_and_marked():
    game = before(terrain.FLOOR)
    step(game)
    assert game.hero.actions[0] == 6
    assert game.knowledge.walked[game.level.at(2, 2)]
    assert [(m.kind, m.y, m.x) for m in game.state.marks] == [("step", 2, 1)]


def test_the_edge_of_the_gates_is_the_way_out():
    game = arena("####", "#..#", "#.@#", "####", depth=0)  # the last row lies outside
    with pytest.raises(IllegalAction):
        step(game, "e")
    step(game, "s")
    assert game.state.ended == "escaped"


def test_a_leap_into_the_unknown_asks_first():
    game = arena("######", "#@x..#", "######", lit=False, abilities=(ab.LEAPING,))
    game.knowledge.mark[game.level.at(1, 2)] = 1
    game.hero.actions = [0, 6, 0, 0, 0, 0]
    step(game)
    assert str(game.state.question.text) == "Leap into the unknown?"


def test_pits_cut_the_view():
    game = arena()
    put(game, game.hero.y, game.hero.x, terrain.PIT)
    assert sum(game.knowledge.view) == 9
    game.hero.leaping = True
    vision.update(game)
    assert sum(game.knowledge.view) > 9


# ---------------------------------------------------------------------------- confusion


@pytest.mark.covers("spec-dungeon: Turn order and movement / Confusion of direction")
@pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])
def test_confusion_turns_a_step(rulings):
    game = before(terrain.FLOOR, rulings=rulings)
    game.hero.timers.confused = 9
    turns = Counter()
    for n in range(64):
        load_dice(game, *(1 + (n >> bit & 1) for bit in range(6)))
        place = compass.RING.index(movement.heading(game, "e")) - compass.RING.index(6)
        turns[(place + 4) % 8 - 4] += 1
    assert turns == {0: 20, 1: 15, -1: 15, 2: 6, -2: 6, 3: 1, -3: 1}


def test_confusion_that_turns_a_frightened_hero_at_somebody_costs_no_time():
    game = before(terrain.FLOOR)
    wolf = foe(game, "Wolf", 0, 1)
    look(game)
    game.hero.timers.afraid = game.hero.timers.confused = 9
    for direction in compass.DIRECTIONS:
        for dice in range(64):
            load_dice(game, *(1 + (dice >> bit & 1) for bit in range(6)))
            if movement.heading(game, direction) != compass.KEYPAD["e"]:
                continue
            load_dice(game, *(1 + (dice >> bit & 1) for bit in range(6)))
            assert step(game, direction) == (2, 1)
            assert not game.state.energy_used
            assert wolf.health == wolf.max_health
            assert said(game)[-1] == "Fear keeps you from attacking the wolf."


def test_a_clear_head_goes_where_it_wants():
    game = before(terrain.FLOOR)
    assert all(movement.heading(game, d) == compass.KEYPAD[d] for d in compass.DIRECTIONS)


@pytest.mark.covers("spec-world: Noise and being noticed / Score each turn")
def test_standing_still_is_quiet_and_creeping_still_hardly_quieter():
    for creeping, bonus in ((False, 7), (True, 2)):
        game = arena()
        game.hero.stealth_mode = creeping
        game.hero.stealth_score = 0
        movement.hold(game)
        assert game.hero.stealth_score == bonus
        assert game.hero.focused


# ---------------------------------------------------------------------------- memory, glyphs


@pytest.mark.covers("spec-dungeon: 2.2 Remembering terrain (MARK)")
def test_walls_are_remembered_when_seen_and_floor_only_where_it_glows():
    game = arena("#######", "#..@..#", "#.....#", "#######", lit=False)
    game.hero.derived.light = 2
    level, known = game.level, game.knowledge
    near, glowing, wall = level.at(1, 4), level.at(1, 5), level.at(0, 3)
    level.glow[glowing] = 1
    vision.update(game)
    assert [known.seen[i] for i in (near, glowing, wall)] == [1, 1, 1]
    assert [known.mark[i] for i in (near, glowing, wall)] == [0, 1, 1]
    level.glow[glowing] = 0
    vision.update(game)
    assert known.mark[glowing]  # the hero's own light falls on it
    game.hero.derived.light = 0
    vision.update(game)
    assert not known.mark[glowing]
    assert known.mark[wall]


@pytest.mark.covers("spec-dungeon: 2.2 Remembering terrain (MARK)")
def test_what_lies_on_a_seen_square_becomes_known():
    game = arena("#######", "#..@..#", "#######", lit=False)
    i, dagger = game.level.at(1, 5), item("Dagger")
    game.level.floor[i] = [dagger]
    look(game)
    assert not game.knows_of(dagger)
    game.level.glow[i] = 1
    vision.update(game)
    assert game.knows_of(dagger)


@pytest.mark.covers("spec-dungeon: 2.8 Glyphs and wards")
def test_nothing_is_put_on_a_glyph_or_a_warded_door_and_a_step_breaks_the_glyph():
    game = arena("#######", "#@....#", "#######")
    glyph, ward = put(game, 1, 3, terrain.GLYPH), put(game, 1, 5, terrain.WARD_1)
    wolf = kind_of_creature("Wolf")
    for i in (glyph, ward):
        assert spawning.place_one(game, wolf, *game.level.place(i), game.streams.play) is None
    comer = foe(game, "Wolf", dx=3)
    creature_moves.enter(Situation(game, comer), glyph)
    assert (comer.y, comer.x) == (1, 3)
    assert game.level.feature[glyph] == terrain.FLOOR
