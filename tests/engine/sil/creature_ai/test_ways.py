"""Fields, goals, steps, doors and those in the way (rules: monsters 7.1, 11, 12)."""

import random

import pytest

from engine.common.noise_map import UNREACHED
from engine.sil.creature_ai import (
    allies,
    creature_moves,
    creature_turn,
    goals,
    retreat,
    step_choice,
)
from engine.sil.creatures import bands, creature_stats, distance_maps, spawning, wandering
from engine.sil.creatures.situation import Situation, makes_way, walker
from engine.sil.data import bundle
from engine.sil.effects import falling_creatures
from engine.sil.game.context import GroundLayers
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Group, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import pathing, terrain
from engine.sil.perception import noise, vision
from tests.engine.sil.creatures.hall import downhill, drawn
from tests.engine.sil.stage import foe, load_dice, race, stage
from tests.oracle import OracleFiles
from tests.rolled import dice_for

MOVERS = (
    "Wolf", "Orc soldier", "Orc scout", "Mountain troll", "Kemenrauko", "Phantom", "Grimhawk",
    "Nameless thing", "Spider hatchling", "Wraith", "Tanglethorn",
)  # fmt: skip


@pytest.mark.covers("spec-monsters: 7.1")
@pytest.mark.parametrize("name", MOVERS)
def test_a_growing_field_is_the_whole_one(name):
    dice = random.Random(name)
    kind = bundle.load().monsters[race(name)]
    for level in OracleFiles.from_environment().read("monster_flow")[:2]:
        width = len(level["vault"][0])
        feature = bytes.fromhex("".join(level["feat"]))
        icky = bytes(glyph == "*" for row in level["vault"] for glyph in row)
        who = pathing.Walker.of(kind.flags, kind.perception, kind.will, 2, alert=True)
        open_ = [i for i, f in enumerate(feature) if terrain.PASSABLE[f]]
        centre = level["py"] * width + level["px"]
        bodies = {i: dice.choice((0, 10, 20, 80)) for i in dice.sample(open_, 40)}
        bodies.pop(centre, None)
        by_chance = pathing.Bodies.of(bodies).by_chance()
        front = distance_maps.Front(who, GroundLayers(feature, icky, width), centre, by_chance)
        masks = distance_maps._order_matters(who, feature)
        whole = pathing.field(who, feature, icky, width, level["py"], level["px"], bodies)
        if masks:  # the game's own order of doors: the front keeps to the corrected rule
            continue
        for i in dice.sample(range(len(feature)), 300):
            assert front.cost(i) == whole[i]
        for i in dice.sample(open_, 100):
            assert front.downhill(i) == downhill(whole, width, i)


@pytest.mark.covers("spec-monsters: 7.1", "spec-monsters: 11.1")
@pytest.mark.parametrize("sort", ["front", "ordered", "shared"])
def test_no_step_leads_to_a_goal_when_the_next_square_costs_249(sort):
    width = 256
    rock, floor = bytes([terrain.PERMANENT]), bytes([terrain.FLOOR])
    feature = rock * width + rock + floor * (width - 2) + rock + rock * width
    icky, goal = bytes(3 * width), width + 1
    who = pathing.Walker.of(frozenset(), 0, 0, 2, alert=True)
    ground = GroundLayers(feature, icky, width)
    field = {
        "front": lambda: distance_maps.Front(who, ground, goal, {}),
        "ordered": lambda: pathing.OrderedField(
            who, pathing.grids_of(feature, icky), width, goal, pathing.Bodies.of({})
        ),
        "shared": lambda: distance_maps.shared(who, ground, goal),
    }[sort]()
    costs = [field.cost(goal + steps) for steps in (0, 1, 249, 250)]
    assert costs == [0, 1, 249, UNREACHED]
    assert field.downhill(goal + 249) == goal + 248
    assert field.downhill(goal + 250) is None


@pytest.mark.covers("spec-monsters: 7.1", "spec-monsters: 19")
@pytest.mark.covers("spec-rulings: The 21 quirks")
def test_a_stale_choice_to_bash_counts_in_the_game_alone():
    costs = {}
    for rulings in (GAME, MANUAL):
        game, found = drawn("@+.J.+.a", {"a": "Orc soldier"}, rulings=rulings)
        s = Situation(game, found["a"])
        costs[rulings] = s.distances.cost(s.here - 1)
    assert costs[GAME] == 8
    assert costs[MANUAL] == 9


@pytest.mark.covers("spec-monsters: 12.1")
def test_who_makes_way_for_whom():
    game = stage()
    monsters = game.data.monsters

    def past(mover, other, **changes):
        a, b = foe(game, mover, 0, 2), foe(game, other, 0, 4)
        for field, value in changes.items():
            setattr(b, field, value)
        return makes_way(a, monsters[a.race], b, monsters[b.race])

    assert past("Orc soldier", "Orc soldier") == 20
    assert past("Orc captain", "Orc soldier") == 80
    assert past("Orc soldier", "Orc captain") == 10
    assert past("Orc soldier", "Wolf", alertness=-14, group=3) == 80
    assert past("Wolf", "Tanglethorn") == 0
    assert past("Orc soldier", "Orc captain", stance="fleeing") == 80


@pytest.mark.covers("spec-monsters: 12.1")
@pytest.mark.parametrize(
    ("name", "glyph", "percent"),
    [
        ("Orc scout", terrain.LOCKED_DOOR + 3, 15),
        ("Orc soldier", terrain.LOCKED_DOOR + 3, 21),
        ("Mountain troll", terrain.LOCKED_DOOR + 3, 94),
        ("Wolf", terrain.CLOSED_DOOR, 0),
        ("Orc soldier", terrain.CLOSED_DOOR, 100),
        ("Grimhawk", terrain.CHASM, 100),
        ("Orc soldier", terrain.CHASM, 0),
        ("Orc soldier", terrain.SUNLIGHT, 0),
        ("Wolf", terrain.SUNLIGHT, 100),
        ("Kemenrauko", terrain.GRANITE, 100),
        ("Wolf", terrain.PERMANENT, 0),
    ],
)
@pytest.mark.covers("sil-q-codebase: Movement Features")
def test_what_lets_whom_in(name, glyph, percent):
    game, found = drawn("@....a.", {"a": name})
    s = Situation(game, found["a"])
    game.level.feature[s.here + 1] = glyph
    assert s.chance(s.here + 1) == percent


@pytest.mark.covers("spec-monsters: 11.2")
@pytest.mark.parametrize(
    ("name", "ranges"),
    [
        ("Orc archer", (7, 8)),
        ("Easterling spy", (7, 8)),
        ("Tattered wight", (1, 2)),
        ("Fire-drake hatchling", (1, 2)),
        ("Wolf", (1, 1)),
    ],
)
def test_preferred_ranges(name, ranges):
    game, found = drawn("@.........a", {"a": name})
    creature = found["a"]
    goals.choose_ranges(Situation(game, creature))
    assert (creature.range_min, creature.range_best) == ranges


@pytest.mark.covers("spec-monsters: 11.2", "spec-monsters: 12.4")
def test_flight_and_truce_keep_their_distance():
    game, found = drawn("@.........a", {"a": "Orc soldier"})
    creature = found["a"]
    creature.stance = "fleeing"
    goals.choose_ranges(Situation(game, creature))
    assert (creature.range_min, creature.range_best) == (40, 40)
    creature.x, game.hero.derived.speed = game.hero.x + 2, 3
    goals.choose_ranges(Situation(game, creature))
    assert creature.range_min == 1
    creature.stance, game.world.truce, game.hero.derived.speed = "confident", True, 2
    goals.choose_ranges(Situation(game, creature))
    assert (creature.range_min, creature.range_best) == (25, 25)


@pytest.mark.covers("spec-monsters: 11.3")
def test_a_pair_lurks_before_a_corridor_and_one_alone_attacks():
    game, found = drawn("#####\n#@a.b\n#####", {"a": "Orc soldier", "b": "Orc soldier"})
    s = Situation(game, found["a"])
    assert (goals.vulnerability(s), goals.hesitance(s)) == (1, 2)
    game.hero.derived.max_health, game.hero.health = 40, 20
    assert goals.vulnerability(s) == 2
    game.hero.health, game.hero.timers.entranced = 40, 5
    assert goals.vulnerability(s) == 3
    game, found = drawn("#####\n#@a..\n#####", {"a": "Orc soldier"})
    assert goals.hesitance(Situation(game, found["a"])) == 1
    game, found = drawn("#####\n#@a.b\n#####", {"a": "Orc archer", "b": "Orc soldier"})
    assert goals.hesitance(Situation(game, found["a"])) == 3


@pytest.mark.covers("spec-monsters: 11.3")
def test_in_the_open_a_hero_is_exposed():
    game, found = drawn("...\n.@.\n...\n...\n.a.", {"a": "Orc soldier"})
    assert goals.vulnerability(Situation(game, found["a"])) == 5


@pytest.mark.covers("spec-monsters: 11.5")
def test_headings():
    assert step_choice.bearing(5, 5, 2, 6) == (8, -1)
    assert step_choice.bearing(5, 5, 3, 6) == (9, 1)
    assert step_choice.bearing(5, 5, 5, 9) == (6, 0)
    game, found = drawn("@....\n.....\n....a", {"a": "Wolf"})
    s = Situation(game, found["a"])
    assert step_choice.fan(s, (found["a"].y - 3, found["a"].x + 1))[:3] == [8, 9, 7]


@pytest.mark.covers("spec-monsters: 11.5")
@pytest.mark.parametrize(
    ("turn", "ways"),
    [(20, [6, 9, 3, 8, 2, 7, 1, 4]), (21, [6, 3, 9, 2, 8, 1, 7, 4]), (22, [6, 9, 3, 8])],
)
def test_straight_on_its_bearing_a_creature_tries_the_left_first_on_even_turns(turn, ways):
    game, found = drawn("@.....\n...a...", {"a": "Wolf"})
    wolf = found["a"]
    game.state.game_turn = turn
    fan = step_choice.fan(Situation(game, wolf), (wolf.y, wolf.x + 3))
    assert fan[: len(ways)] == ways


@pytest.mark.covers("spec-monsters: 11.4")
def test_equal_ways_prefer_straight_steps():
    game, found = drawn(".....\n@...a\n.....", {"a": "Wolf"})
    s = Situation(game, found["a"])
    assert retreat.advance(s) == (found["a"].y, found["a"].x - 1)


@pytest.mark.covers("spec-monsters: 12.3")
def test_an_orc_opens_a_door_and_a_troll_breaks_a_jammed_one():
    game, found = drawn("@..+a", {"a": "Orc soldier"})
    load_dice(game, otherwise=5)
    s = Situation(game, found["a"])
    creature_moves.enter(s, s.here - 1)
    assert game.level.feature[s.here - 1] == terrain.OPEN_DOOR
    assert (found["a"].y, found["a"].x) == s.place(s.here)
    game, found = drawn("@..Ja", {"a": "Mountain troll"})
    load_dice(game, 2)
    s = Situation(game, found["a"])
    creature_moves.enter(s, s.here - 1)
    assert game.level.feature[s.here - 1] == terrain.OPEN_DOOR
    assert s.place(s.here - 1) == (found["a"].y, found["a"].x)
    assert game.known(found["a"]).noise == creature_moves.DOOR_NOISE


@pytest.mark.covers("spec-monsters: 12.3")
def test_a_lock_is_picked_in_one_turn_and_the_door_opened_in_the_next():
    game, found = drawn("@..+a", {"a": "Orc scout"})
    s = Situation(game, found["a"])
    game.level.feature[s.here - 1] = terrain.LOCKED_DOOR + 1
    creature_moves.enter(s, s.here - 1)
    assert game.level.feature[s.here - 1] == terrain.CLOSED_DOOR


@pytest.mark.covers("spec-monsters: 12.3")
def test_a_tunneller_turns_rock_to_rubble_and_rubble_to_floor():
    game, found = drawn("@..#a", {"a": "Kemenrauko"})
    for feature in (terrain.RUBBLE, terrain.FLOOR):
        s = Situation(game, found["a"])
        creature_moves.enter(s, s.here - 1)
        assert game.level.feature[s.here - 1] == feature


@pytest.mark.covers("spec-monsters: 12.3")
def test_two_change_places_and_the_displaced_forgets_its_way():
    game, found = drawn("@..ab", {"a": "Orc soldier", "b": "Orc captain"})
    a, b = found["a"], found["b"]
    s = Situation(game, b)
    creature_moves.enter(s, s.here - 1)
    assert (b.x, a.x) == (s.creature.x, b.x + 1)
    assert game.level.creature_at(a.y, a.x) is a
    assert game.level.creature_at(b.y, b.x) is b
    assert "pushed" in a.flags


@pytest.mark.covers("spec-monsters: 14.5")
def test_a_fall_kills_or_takes_away():
    for health, slain in ((100, 0), (1, 1)):
        game, found = drawn("@..a~", {"a": "Orc soldier"})
        creature = found["a"]
        creature.health = health
        falling_creatures.fall(game, creature)
        lore = game.lore.races.get(creature.race)
        assert (lore.kills if lore else 0) == slain
        assert game.level.creatures[creature.slot] is None


@pytest.mark.covers("spec-monsters: 11. The monster's turn")
def test_despair_leaps():
    game, found = drawn("@..a~", {"a": "Orc soldier"})
    creature = found["a"]
    creature.stance, creature.morale = "fleeing", -201
    load_dice(game, 1)
    assert falling_creatures.leaps(Situation(game, creature))
    assert game.level.creatures[creature.slot] is None


@pytest.mark.covers("spec-monsters: 11.6")
def test_a_warning_rouses_the_alert_and_is_heard_by_all():
    game, found = drawn("@....a.b.c", {"a": "Orc soldier", "b": "Orc scout", "c": "Wolf"})
    found["b"].alertness, found["c"].alertness = 3, -3
    allies.warn(game, found["a"], "angered")
    assert {"active", "angered"} <= set(found["b"].flags)
    assert not found["c"].flags
    assert any("shouts" in str(s.text) for s in game.state.said)
    assert game.known(found["a"]).noise == allies.LOUD


@pytest.mark.covers("spec-monsters: 11.6")
def test_nobody_is_warned_whom_a_warning_has_roused_before():
    game, found = drawn("@....a.b", {"a": "Orc soldier", "b": "Orc scout"})
    found["b"].alertness, found["b"].flags = 3, ["active", "angered"]
    allies.warn(game, found["a"], "angered")
    assert not any("shouts" in str(s.text) for s in game.state.said)
    found["b"].alertness = -3
    allies.warn(game, found["a"], "angered")
    assert any("shouts" in str(s.text) for s in game.state.said)


@pytest.mark.covers("spec-monsters: 11.6")
@pytest.mark.parametrize(
    ("name", "warned"), [("Orc soldier", True), ("Wolf", False), ("Mewlip", False)]
)
def test_only_planners_that_live_with_others_warn_them_when_shot_at(name, warned):
    game, found = drawn("@....a.b", {"a": name, "b": name})
    creature = found["a"]
    creature.flags = ["hit by ranged"]
    game.knowledge.view[:] = bytes(len(game.knowledge.view))
    creature_turn._resent(Situation(game, creature))
    assert "angered" in creature.flags
    assert any("shouts" in str(s.text) for s in game.state.said) == warned


@pytest.mark.covers("spec-monsters: 11.4")
def test_a_frightened_orc_runs_out_of_sight():
    game, found = drawn(
        """
        ......#...
        @...a.#...
        ..........
        """,
        {"a": "Orc soldier"},
    )
    creature = found["a"]
    creature.stance, creature.temporary_morale = "fleeing", -300
    noise.rebuild(game)
    vision.update(game)
    for _ in range(8):
        creature_turn.take_turn(game, creature)
    assert not game.knowledge.view[creature.y * game.level.width + creature.x]


@pytest.mark.covers("spec-monsters: 11.4", "spec-monsters: 10.2")
def test_the_cornered_panic_and_fight():
    game, found = drawn("#####\n#@.a#\n#####", {"a": "Orc soldier"})
    creature = found["a"]
    creature.stance, creature.temporary_morale = "fleeing", -100
    creature_turn.take_turn(game, creature)
    assert "angered" in creature.flags
    assert creature.stance != "fleeing"


@pytest.mark.covers("spec-monsters: 11.4")
def test_a_frightened_planner_leaves_by_the_stairs():
    game, found = drawn("@....>a", {"a": "Orc soldier"})
    creature = found["a"]
    creature.stance, creature.temporary_morale = "fleeing", -300
    for _ in range(3):
        if game.level.creatures[creature.slot] is not None:
            creature_turn.take_turn(game, creature)
    assert game.level.creatures[creature.slot] is None


@pytest.mark.covers("spec-monsters: 11.3")
def test_an_archer_keeps_its_range():
    game, found = drawn("@.a" + "." * 12, {"a": "Orc archer"})
    creature = found["a"]
    game.hero.health = 10_000
    for _ in range(40):
        creature_turn.take_turn(game, creature)
    assert creature.x - game.hero.x >= 5


@pytest.mark.covers("spec-monsters: 11. The monster's turn", "sil-q-manual: Stealth")
@pytest.mark.covers("spec-dungeon: 6.2")
def test_a_hunter_comes_by_sound_round_corners():
    game, found = drawn(
        """
        @.#......
        ..#.####.
        ..#....#a
        .......#.
        """,
        {"a": "Orc soldier"},
    )
    noise.rebuild(game)
    for _ in range(40):
        if abs(found["a"].y - game.hero.y) <= 1 and abs(found["a"].x - game.hero.x) <= 1:
            break
        creature_turn.take_turn(game, found["a"])
    assert max(abs(found["a"].y - game.hero.y), abs(found["a"].x - game.hero.x)) == 1


@pytest.mark.covers("spec-monsters: 11.1")
def test_a_band_goes_to_its_goal_and_rests_there():
    game, found = drawn("@#......a\n##.......\n.........", {"a": "Orc soldier"})
    creature = found["a"]
    creature.alertness, creature.group = -5, 1
    goal = game.level.at(3, 3)
    game.level.groups[1] = Group(goal)
    for _ in range(30):
        creature_turn.take_turn(game, creature)
        if game.level.groups[1].pause:
            break
    assert game.level.groups[1].pause > 0
    y, x = game.level.place(game.level.groups[1].destination)
    assert max(abs(creature.y - y), abs(creature.x - x)) <= 1


def wanderer(rows, *others, alertness=-5):
    """Return a game with orc soldiers of one band where the letters a, b, c stand, the first."""
    game, found = drawn(rows, dict.fromkeys(("a", *others), "Orc soldier"))
    for creature in found.values():
        creature.alertness, creature.group = alertness, 1
    game.level.groups[1] = Group()
    return game, found["a"], game.level.groups[1]


@pytest.mark.covers("spec-monsters: 11.1")
def test_a_pause_is_counted_down_to_a_new_goal_where_no_pause_follows():
    game, orc, band = wanderer("@#....a..\n##.......")
    bands.send(game, orc, game.level.at(orc.y, orc.x))
    assert band.pause == 0
    while not band.pause:
        wandering.step_for(Situation(game, orc))
    for left in range(band.pause - 1, 0, -1):
        orc.strayed = 50  # it comes nearer all the time
        wandering.step_for(Situation(game, orc))
        assert band.pause == left
    orc.strayed = 50
    wandering.step_for(Situation(game, orc))
    assert band.pause == -1


@pytest.mark.covers("spec-monsters: 11.1")
def test_a_band_of_several_waits_for_those_who_have_not_wandered_yet():
    game, orc, _ = wanderer("@#...a.....b", "b", alertness=-5)
    bands.send(game, orc, game.level.at(orc.y, orc.x + 4))
    orc.strayed = 0
    waits = 0
    for _ in range(200):
        bands.send(game, orc, game.level.at(orc.y, orc.x + 4))
        waits += wandering.step_for(Situation(game, orc)) is None
    assert 70 <= waits <= 130


@pytest.mark.covers("spec-monsters: 11.1")
def test_a_band_without_a_goal_stands_still():
    game, orc, band = wanderer("@#....a..\n##.......")
    game.level.room = bytearray(len(game.level.room))
    for _ in range(50):
        assert wandering.step_for(Situation(game, orc)) is None
    assert band.destination == -1


@pytest.mark.covers("spec-monsters: 7.1", "spec-monsters: 11.1")
def test_a_band_reckons_with_those_it_saw_in_its_way():
    game, orc, band = wanderer("@#....ab..", "b")
    here = game.level.at(orc.y, orc.x)
    bands.send(game, orc, here + 2)
    away = bands.distances(game, band, walker(game, orc))
    assert away.cost(here) == 2 + 2 * 4
    assert away.cost(here - 1) == 3 + 2 * 4


@pytest.mark.covers("spec-monsters: 11.1")
def test_the_last_of_a_territorial_band_sets_its_goal():
    game = stage()
    drake, leader = race("Young cold-drake"), None
    for dx in (4, 6, 8):
        leader = spawning.place_one(
            game,
            drake,
            game.hero.y,
            game.hero.x + dx,
            game.streams.play,
            leader=leader,
            any_depth=True,
        )
        assert game.level.groups[leader.group].destination == leader.home
    (band,) = game.level.groups.values()
    wandering.choose_goal(game, leader, game.streams.play, game.level.at(2, 2))
    assert band.destination == leader.home


@pytest.mark.covers("spec-monsters: 11.1")
def test_a_lone_beast_mostly_stays():
    game, found = drawn("@#....\n##..a.\n......", {"a": "Wolf"})
    wolf = found["a"]
    wolf.alertness = -5
    moved = 0
    for _ in range(200):
        before = wolf.y, wolf.x
        wandering_step = wandering.step_for(Situation(game, wolf))
        moved += wandering_step is not None
        assert (wolf.y, wolf.x) == before
    assert 20 <= moved <= 80


@pytest.mark.covers("spec-monsters: 11. The monster's turn")
@pytest.mark.parametrize(("name", "near", "far"), [("Wolf", 25, 12), ("Hummerhorn", 75, 37)])
@pytest.mark.covers("sil-q-codebase: Random Movement")
def test_the_erratic_stray_more_when_near(name, near, far):
    shares = []
    for rows in ("...\n.@a\n...", "......\n@...a.\n......"):
        game, found = drawn(rows, {"a": name})
        creature = found["a"]
        place, strayed = (creature.y, creature.x), 0
        for n in range(400):
            s = Situation(game, creature)
            game.streams = dice_for(f"{name} {n}")
            points = creature_turn._strays(s)
            strayed += points
            game.level.occupant.pop(game.level.at(creature.y, creature.x))
            creature.y, creature.x = place
            game.level.occupant[game.level.at(*place)] = creature.slot
            game.state.ended, game.hero.health = "", 20
        shares.append(strayed / 4)
    assert abs(shares[0] - near) < 9
    assert abs(shares[1] - far) < 9


@pytest.mark.covers("spec-monsters: 11. The monster's turn", "spec-monsters: 15.3")
def test_shadows_breed_where_there_is_room():
    born = 0
    for seed in range(200):
        game, found = drawn("@......\n....a..\n.......", {"a": "Whispering shadow"}, seed=seed)
        born += creature_turn._breeds(Situation(game, found["a"]))
    assert 10 <= born <= 45


@pytest.mark.covers("spec-monsters: 11.3", "spec-monsters: 15.3")
def test_the_watched_statue_and_the_dweller_at_home_do_not_stir():
    game, found = drawn("@....a", {"a": "Grotesque"})
    assert goals.choose(Situation(game, found["a"])) == (None, False)
    game, found = drawn("@.......a", {"a": "Nameless thing"})
    assert goals.choose(Situation(game, found["a"])) == (None, False)


def test_a_walker_is_shared_by_those_alike():
    game = stage()
    a, b = foe(game, "Orc soldier", 0, 2), foe(game, "Orc soldier", 0, 4)
    assert walker(game, a) is walker(game, b)


@pytest.mark.covers("spec-monsters: 11. The monster's turn", "spec-world: 8.2")
def test_the_song_of_mastery_takes_a_turn_and_no_more():
    from_song = {}
    for rulings in (GAME, MANUAL):
        game, found = drawn("@....a", {"a": "Orc soldier"}, rulings=rulings)
        noise.rebuild(game)
        creature = found["a"]
        game.hero.song = ab.SONG_OF_MASTERY.number
        game.hero.derived.skills[Skill.SONG] = 99
        creature_turn.act(game, creature)
        assert creature.x == game.hero.x + 5
        assert not creature_stats.ready(game, creature)
        game.hero.song = -1
        creature_turn.act(game, creature)
        from_song[rulings] = creature.x
        assert creature_stats.ready(game, creature)
    assert set(from_song.values()) == {game.hero.x + 4}
