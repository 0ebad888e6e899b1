"""Runs, digging, leaps, shelter and known ways (rules: dungeon 2.5, 7.6; character 12.9)."""

import pytest

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs
from engine.sil.level import terrain
from engine.sil.movement import digging, leaps, running, shelter, square_arrival, travel
from engine.sil.perception import noise
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import foe, item, load_dice, refresh, wear

EAST, NORTH_EAST, NORTH, WEST, SOUTH = 6, 9, 8, 4, 2

# ------------------------------------------------------------------------ runs


def run(rows, direction=EAST, *, change=None):
    """Run on a map that is known; return where the run ends, as (y, x) of the drawing."""
    game = arena(*rows, known=True)
    if change:
        change(game)
    hero = game.hero
    state = running.start(game, direction)
    for _ in range(60):
        dy, dx = compass.OFFSETS[state.direction]
        if terrain.OPAQUE[game.level.feature[game.level.at(hero.y + dy, hero.x + dx)]]:
            break
        hero.y, hero.x = hero.y + dy, hero.x + dx
        if not running.go_on(game, state):
            break
    return hero.y, hero.x


CORRIDOR = ("##########", "##########", "#@.......#", "##########", "##########")


@pytest.mark.parametrize(
    ("rows", "direction", "end"),
    [
        (CORRIDOR, EAST, (2, 8)),
        # round a corner
        (("#######", "#@...###", "####.##", "####.##", "####.##", "#######"), EAST, (4, 4)),
        # to where ways part
        (("########", "####.###", "#@.....#", "########"), EAST, (2, 3)),
        (("########", "#@.....#", "####.###", "########"), EAST, (1, 3)),
        # into a room
        (("#########", "####....#", "#@......#", "####....#", "#########"), EAST, (2, 3)),
        # over open ground to the wall, and along a wall to where it ends or another begins
        (("########", "#......#", "#......#", "#@.....#", "#......#", "#......#", "########"),
         EAST, (3, 6)),
        (("#########", "#####...#", "#@......#", "#.......#", "#.......#", "#########"),
         EAST, (2, 4)),
        (("#########", "#.......#", "#.......#", "#@......#", "#####...#", "#########"),
         EAST, (3, 4)),
        (("##########", "#........#", "#@.......#", "#........#", "####.....#", "##########"),
         EAST, (2, 8)),
    ],
)  # fmt: skip
def test_where_a_run_ends(rows, direction, end):
    width = max(map(len, rows))
    assert run(tuple(row.ljust(width, "#") for row in rows), direction) == end


def test_a_run_goes_on_past_what_is_plain_and_stops_before_what_is_of_note():
    open_hall = ("#########", "#.......#", "#.......#", "#@......#", "#.......#", "#.......#",
                 "#########")  # fmt: skip

    def at(y, x, feature, *, hidden=False):
        return lambda game: put(game, y, x, feature, hidden=hidden)

    assert run(open_hall) == (3, 7)
    for feature, stops in (
        (terrain.PIT, True), (terrain.UP_STAIR, True), (terrain.RUBBLE, True),
        (terrain.OPEN_DOOR, False), (terrain.BROKEN_DOOR, False),
    ):  # fmt: skip
        end = run(open_hall, change=at(3, 5, feature))
        assert (end == (3, 4)) == stops, feature
    assert run(open_hall, change=at(3, 5, terrain.PIT, hidden=True)) == (3, 7)


def test_a_run_stops_before_a_thing_it_knows_of_and_a_creature_it_sees():
    open_hall = ("#########", "#.......#", "#.......#", "#@......#", "#.......#", "#.......#",
                 "#########")  # fmt: skip

    def thing(game):
        game.level.floor[game.level.at(3, 5)] = [item("Dagger")]

    def known_thing(game):
        thing(game)
        look(game)

    def wolf(game, *, visible=True):
        foe(game, "Wolf", 0, 4, visible=visible)

    assert run(open_hall, change=known_thing) == (3, 4)
    assert run(open_hall, change=wolf) == (3, 4)
    assert run(open_hall, change=lambda game: wolf(game, visible=False)) != (3, 4)


def test_a_run_keeps_a_square_farther_from_what_is_rooted():
    open_hall = ("##########", "#........#", "#........#", "#@.......#", "#........#", "##########")
    for name, end in (("Tanglethorn", (3, 4)), ("Wolf", (3, 5))):
        assert run(open_hall, change=lambda game, name=name: foe(game, name, 0, 5)) == end


# ------------------------------------------------------------------------ digging


def digger(rows=("#####", "#@:.#", "#####"), *, tool="Shovel", strength=3, **changes):
    game = arena(*rows, stats=(strength, 0, 0, 0))
    if tool:
        game.hero.pack.append(item(tool, **changes))
    return game


@pytest.mark.parametrize(
    ("feature", "pval", "strength", "digs"),
    [
        (terrain.RUBBLE, 1, 1, True), (terrain.RUBBLE, 1, 0, False),
        (terrain.QUARTZ, 2, 2, True), (terrain.QUARTZ, 1, 2, False),
        (terrain.QUARTZ, 2, 1, False), (terrain.GRANITE, 3, 3, True),
        (terrain.GRANITE, 2, 3, False), (terrain.GRANITE, 3, 2, False),
        (terrain.SECRET_DOOR, 3, 3, True), (terrain.SECRET_DOOR, 2, 3, False),
        (terrain.PERMANENT, 9, 9, False), (terrain.FLOOR, 9, 9, False),
        (terrain.CLOSED_DOOR, 9, 9, False),
    ],
)  # fmt: skip
def test_digging_takes_a_tool_and_strength_as_great_as_the_rock_is_hard(
    feature, pval, strength, digs
):
    game = digger(strength=0, pval=pval)
    game.hero.derived.stats[Stat.STR] = strength
    i = put(game, 1, 2, feature)
    game.hero.derived.stats[Stat.STR] = strength
    assert digging.can_dig(game, i) == digs


def test_what_hinders_digging_is_said_and_costs_only_the_confused_a_turn():
    game = digger(tool=None)
    with pytest.raises(IllegalAction, match="nothing to dig with"):
        digging.tunnel(game, 1, 2)
    assert not game.state.energy_used
    game.hero.timers.confused = 1
    digging.tunnel(game, 1, 2)
    assert game.state.energy_used == 100
    assert said(game) == ["You have nothing to dig with."]
    for feature, why in (
        (terrain.GRANITE, "not good enough for the granite"),
        (terrain.QUARTZ, "not good enough for the quartz"),
        (terrain.PERMANENT, "too hard for any tool"),
    ):
        game = digger(pval=1)
        put(game, 1, 2, feature)
        with pytest.raises(IllegalAction, match=why):
            digging.tunnel(game, 1, 2)
    game = digger(strength=0, pval=1)
    with pytest.raises(IllegalAction, match="not strong enough to dig through the rubble"):
        digging.tunnel(game, 1, 2)


def test_rock_that_is_not_known_to_be_permanent_is_only_too_hard_for_the_tool():
    game = digger(pval=1)
    i = put(game, 1, 2, terrain.PERMANENT)
    game.knowledge.mark[i] = game.knowledge.seen[i] = 0
    with pytest.raises(IllegalAction, match="not good enough for this rock"):
        digging.tunnel(game, 1, 2)


@pytest.mark.parametrize(
    ("feature", "after", "line"),
    [
        (terrain.RUBBLE, terrain.FLOOR, "You clear the rubble away."),
        (terrain.QUARTZ, terrain.RUBBLE, "You break the rock to rubble."),
        (terrain.GRANITE, terrain.RUBBLE, "You break the rock to rubble."),
    ],
)
def test_what_digging_leaves_and_how_loud_it_is(feature, after, line, monkeypatch):
    loud = []
    monkeypatch.setattr(noise, "noise", lambda _game, difficulty: loud.append(difficulty))
    game = digger(pval=3, strength=3)
    i = put(game, 1, 2, feature)
    digging.tunnel(game, 1, 2)
    assert game.level.feature[i] == after
    assert game.state.energy_used == 100
    assert line in said(game)
    assert loud == [-10]
    assert game.knowledge.mark[i] == 1  # it glows


def test_dark_floor_that_is_dug_free_is_not_put_on_the_map():
    game = digger(pval=3)
    game.level.glow = bytearray(len(game.level.glow))
    digging.tunnel(game, 1, 2)
    assert game.knowledge.mark[game.level.at(1, 2)] == 0


def test_who_stands_beside_a_digger_strikes_at_him():
    for alertness, struck in ((5, True), (-5, False)):
        game = digger(("#####", "#@:.#", "#...#", "#####"), pval=3)
        foe(game, "Wolf", 1, 0, alertness=alertness)
        load_dice(game, otherwise=1)
        digging.tunnel(game, 1, 2)
        assert game.hero.was_attacked == struck


def test_the_digger_in_hand_is_used_before_a_better_one_in_the_pack():
    game = digger(pval=3)
    better = game.hero.pack[0]
    assert digging.digger(game) is better
    game.hero.pack.insert(0, item("Shovel", pval=1))
    assert digging.digger(game) is better
    in_hand = wear(game, Slot.WEAPON, "Shovel", pval=1)
    assert digging.digger(game) is in_hand
    in_hand.pval = 0
    assert digging.digger(game) is better
    wear(game, Slot.WEAPON, "Dagger")
    better.pval = 0
    assert digging.digger(game).pval == 1


# ------------------------------------------------------------------------ leaps and exchanges


def leaper(feature=terrain.CHASM, *, known=True, beyond=".", hidden=False):
    game = arena("######", f"#@.{beyond}.#", "######", abilities=(ab.LEAPING,))
    i = put(game, 1, 2, feature, hidden=hidden)
    look(game)
    game.knowledge.mark[i] = known
    game.hero.actions[1] = EAST
    return game


@pytest.mark.parametrize(
    ("feature", "hidden", "leap"),
    [
        (terrain.CHASM, False, True), (terrain.PIT, False, True), (terrain.SPIKED_PIT, False, True),
        (terrain.PIT, True, False), (terrain.WEB, False, False), (terrain.ROOST, False, False),
        (terrain.FLOOR, False, False),
    ],
)  # fmt: skip
def test_what_is_leaped_over(feature, hidden, leap):
    assert leaps.form(leaper(feature, hidden=hidden), EAST) == ("leap" if leap else "step")


@pytest.mark.parametrize(
    ("ran", "leap"),
    [(EAST, True), (NORTH_EAST, True), (3, True), (NORTH, False), (WEST, False), (0, False),
     (action_costs.PASS, False)],
)  # fmt: skip
def test_a_leap_takes_a_run_up_of_about_its_direction(ran, leap):
    game = leaper()
    game.hero.actions[1] = ran
    assert leaps.leaps(game, EAST) == leap


def test_only_the_clear_headed_who_are_free_leap_over_what_they_know():
    assert leaps.leaps(leaper(), EAST)
    assert not leaps.leaps(leaper(known=False), EAST)
    game = leaper()
    game.hero.timers.confused = 1
    assert not leaps.leaps(game, EAST)
    game = leaper()
    put(game, 1, 1, terrain.WEB)
    assert not leaps.leaps(game, EAST)
    game = leaper()
    game.hero.bought.clear()
    refresh(game)
    assert not leaps.leaps(game, EAST)


@pytest.mark.parametrize(
    ("beyond", "marked", "form"), [("#", 1, ""), ("#", 0, "leap"), (".", 1, "leap")]
)
def test_nobody_leaps_at_a_known_wall(beyond, marked, form):
    game = leaper(beyond=beyond)
    game.knowledge.mark[game.level.at(1, 3)] = marked
    assert leaps.form(game, EAST) == form


def test_a_leap_is_over_the_hazard_and_ends_beyond_it_more_loudly():
    game = leaper(terrain.PIT)
    leaps.leap(game, EAST)
    assert (game.hero.x, game.hero.leaping) == (2, True)
    assert game.hero.health == game.hero.derived.max_health
    game.hero.actions = [0, *game.hero.actions[:5]]
    game.state.energy_used, before = 0, game.hero.stealth_score
    leaps.land(game)
    assert (game.hero.x, game.hero.leaping) == (3, False)
    assert game.hero.stealth_score == before - 5
    assert game.state.energy_used == 100
    assert said(game) == ["You leap.", "You land."]


@pytest.mark.parametrize("keypad", [NORTH, SOUTH, NORTH_EAST, WEST])
def test_a_leap_goes_two_squares_in_its_direction(keypad):
    game = arena(abilities=(ab.LEAPING,), known=True)
    hero, (dy, dx) = game.hero, compass.OFFSETS[keypad]
    y, x = hero.y, hero.x
    put(game, y + dy, x + dx, terrain.PIT)
    hero.actions[1] = keypad
    assert leaps.leaps(game, keypad)
    leaps.leap(game, keypad)
    assert (hero.y, hero.x) == (y + dy, x + dx)
    assert hero.actions[0] == keypad
    hero.actions = [0, *hero.actions[:5]]
    leaps.land(game)
    assert (hero.y, hero.x) == (y + 2 * dy, x + 2 * dx)


@pytest.mark.parametrize("bar", ["wall", "wolf"])
def test_whoever_finds_the_way_barred_drops_into_the_hazard(bar):
    game = leaper(terrain.PIT)
    leaps.leap(game, EAST)
    game.hero.actions = [0, *game.hero.actions[:5]]
    if bar == "wall":
        game.level.feature[game.level.at(1, 3)] = terrain.GRANITE
    else:
        foe(game, "Wolf", 0, 1)
    game.hero.derived.skills[Skill.EVASION] = -99
    leaps.land(game)
    assert game.hero.x == 2
    assert "The way is barred, and you drop." in said(game)
    assert game.hero.health < game.hero.derived.max_health


def exchanger(name="Wolf", **changes):
    game = arena(abilities=(ab.EXCHANGE_PLACES,))
    creature = foe(game, name, 0, 1)
    for field, value in changes.items():
        setattr(creature, field, value)
    return game, creature


def test_what_hinders_a_change_of_places():
    game, wolf = exchanger()
    assert leaps.hindrance(game, wolf) == ""
    game.learn(wolf).visible = False
    assert "must stand beside" in str(leaps.hindrance(game, wolf))
    game.learn(wolf).visible = True
    wolf.x += 1
    assert "must stand beside" in str(leaps.hindrance(game, wolf))
    game, thorn = exchanger("Tanglethorn")
    assert "cannot change places" in str(leaps.hindrance(game, thorn))
    game, wolf = exchanger()
    put(game, wolf.y, wolf.x, terrain.RUBBLE)
    assert "cannot change places" in str(leaps.hindrance(game, wolf))
    put(game, wolf.y, wolf.x, terrain.CHASM)
    assert str(leaps.hindrance(game, wolf)) == "You would fall."
    game, wolf = exchanger()
    put(game, game.hero.y, game.hero.x, terrain.WEB)
    assert "held fast" in str(leaps.hindrance(game, wolf))
    game, wolf = exchanger()
    game.hero.derived.burden = 9 * game.hero.derived.capacity
    assert "too heavy" in str(leaps.hindrance(game, wolf))
    game = arena()
    wolf = foe(game, "Wolf", 0, 1)
    assert "needs the ability" in str(leaps.hindrance(game, wolf))


@pytest.mark.parametrize(
    ("name", "changes", "struck"),
    [("Wolf", {}, True), ("Wolf", {"confused": 2}, False), ("Wolf", {"alertness": -3}, False)],
)
def test_an_alert_and_clear_headed_creature_strikes_as_places_are_changed(name, changes, struck):
    game, creature = exchanger(name, **changes)
    game.hero.derived.skills[Skill.EVASION] = 99
    here, there = (game.hero.y, game.hero.x), (creature.y, creature.x)
    leaps.exchange(game, creature)
    assert game.hero.was_attacked == struck
    assert (game.hero.y, game.hero.x) == there
    assert (creature.y, creature.x) == here
    assert creature.alertness >= 0
    assert creature.last_moves[0] == action_costs.OTHER
    assert game.state.energy_used == 100


# ------------------------------------------------------------------------ known ways


def test_ways_are_yielded_nearest_first_and_end_on_what_is_wanted():
    game = arena("#######", "#@....#", "#.###.#", "#.....#", "#######", known=True)
    level = game.level
    free = travel.ways(game)
    start = level.at(1, 1)
    wanted = {level.at(1, 5), level.at(3, 1), level.at(3, 3)}
    ways = list(travel.ways_to(free, level.width, start, wanted.__contains__))
    assert [(level.place(way[-1]), len(way)) for way in ways] == [
        ((3, 1), 2), ((3, 3), 3), ((1, 5), 4)
    ]  # fmt: skip
    assert start not in ways[0]
    assert travel.nearest(free, level.width, start, lambda _i: False) is None


@pytest.mark.parametrize(
    ("feature", "goes"),
    [(terrain.FLOOR, True), (terrain.OPEN_DOOR, True), (terrain.CLOSED_DOOR, True),
     (terrain.PIT, False), (terrain.CHASM, False), (terrain.RUBBLE, False)],
)  # fmt: skip
def test_ways_lead_through_doors_but_not_over_traps_and_chasms(feature, goes):
    game = arena("#####", "#@..#", "#####", known=True)
    put(game, 1, 2, feature)
    look(game)
    game.knowledge.mark = bytearray(b"\x01" * len(game.knowledge.mark))
    way = travel.way_to(game, game.level.at(1, 3))
    assert (way is not None) == goes


def test_a_hidden_trap_looks_like_floor():
    game = arena("#####", "#@..#", "#####", known=True)
    put(game, 1, 2, terrain.PIT, hidden=True)
    assert travel.way_to(game, game.level.at(1, 3)) is not None


@pytest.mark.parametrize(
    ("name", "barred"),
    [("Wolf", {2, 3, 4, 5, 6}), ("Tanglethorn", {3, 4, 5}), ("Alert human thrall", {4})],
)
def test_how_wide_a_berth_is_given_to_whom(name, barred):
    game = arena("#########", "#@......#", "#########", known=True)
    creature = foe(game, name, 0, 3)
    here = game.level.at(creature.y, creature.x)
    game.knowledge.last_seen[creature.slot] = here, creature.race
    free = travel.ways(game, berth=2)
    closed = {x for x in range(1, 8) if not free[game.level.at(1, x)]}
    assert closed == barred
    assert free[game.level.at(1, 1)] == 1
    none = travel.ways(game, berth=0)
    gone = {x for x in range(1, 8) if not none[game.level.at(1, x)]}
    assert gone == ({3, 4, 5} if name != "Alert human thrall" else {4})
    game.learn(creature).visible = False
    unseen = travel.ways(game, berth=0)
    assert unseen[here] == (name == "Wolf")


def test_those_who_stay_or_mean_no_harm_are_no_known_enemies():
    game = arena(known=True)
    for name, dx in (("Wolf", 2), ("Tanglethorn", 3), ("Alert human thrall", -2)):
        creature = foe(game, name, 0, dx)
        square = game.level.at(creature.y, creature.x)
        game.knowledge.last_seen[creature.slot] = square, creature.race
    assert travel.known_enemies(game) == [game.level.at(game.hero.y, game.hero.x + 2)]


# ------------------------------------------------------------------------ shelter


def test_ways_onto_a_square_are_those_not_known_to_be_shut():
    game = arena("#####", "#...#", "#+@.#", "#.:.#", "#####", known=True)
    here = game.level.at(2, 2)
    assert shelter.ways_onto(game, here) == 7  # the door counts, the rubble not
    game.knowledge.mark[game.level.at(3, 2)] = game.knowledge.seen[game.level.at(3, 2)] = 0
    assert shelter.ways_onto(game, here) == 8


def test_narrow_ground_has_two_ways_fewer_and_is_reached_before_the_enemy():
    rows = ("##########", "#....#####", "#...@....#", "#....#####", "##########")
    game = arena(*rows, known=True)
    wolf = foe(game, "Wolf", 0, -3)
    corridor = [game.level.at(2, 5), game.level.at(2, 6)]
    assert shelter.way_to_narrow_ground(game, [wolf]) == corridor
    game.level.occupant.clear()
    wolf.x = game.hero.x + 3
    assert corridor[1] not in (shelter.way_to_narrow_ground(game, [wolf]) or [])


def test_a_way_beside_somebody_or_onto_a_square_is_no_longer_than_asked():
    game = arena("#########", "#@......#", "#########", known=True)
    wolf = foe(game, "Wolf", 0, 5)
    level = game.level
    assert shelter.way_beside(game, wolf, 4) == [level.at(1, x) for x in (2, 3, 4, 5)]
    assert shelter.way_beside(game, wolf, 3) is None
    assert shelter.way_onto(game, level.at(1, 3), 2) == [level.at(1, 2), level.at(1, 3)]
    assert shelter.way_onto(game, level.at(1, 3), 1) is None
    assert shelter.way_onto(game, level.at(1, 1), 5) is None
    assert shelter.way_onto(game, level.at(1, 7), 9) is None  # past the wolf


def test_out_of_sight_is_where_no_enemy_sees_as_far_as_is_known():
    rows = ("########", "#@.....#", "#.####.#", "#......#", "########")
    game = arena(*rows, known=True)
    wolf = foe(game, "Wolf", 0, 4)
    way = shelter.way_out_of_sight(game, [wolf])
    assert way is not None
    assert game.level.place(way[-1])[0] >= 2
    assert shelter.way_out_of_sight(game, []) is not None


@pytest.mark.parametrize(("y", "x"), [(4, 5), (3, 9), (0, 0), (8, 10)])
def test_the_edge_of_the_known_is_all_that_lies_about_the_unknown(y, x):
    game = arena(known=True)
    level, known = game.level, game.knowledge
    for layer in (known.mark, known.seen, known.walked, known.glimpsed):
        layer[level.at(y, x)] = 0
    edge = travel.edge_of_known(game)
    for v in range(level.height):
        for u in range(1, level.width - 1):  # rows follow upon each other at the border
            assert edge[level.at(v, u)] == (max(abs(v - y), abs(u - x)) <= 1)


# ------------------------------------------------------------------------ arrival


def test_what_lies_underfoot_is_news_once():
    game = arena()
    here = game.level.at(game.hero.y, game.hero.x)
    game.level.floor[here] = [item("Dagger")]
    square_arrival.arrive(game)
    assert [stop.reason for stop in game.state.disturbances] == ["lying"]
    game.state.disturbances = []
    square_arrival.arrive(game)
    assert game.state.disturbances == []


@pytest.mark.parametrize("feature", [terrain.UP_STAIR, terrain.DOWN_STAIR, terrain.FORGE + 3])
def test_stairs_and_forges_stood_on_are_on_the_map(feature):
    game = arena()
    i = put(game, game.hero.y, game.hero.x, feature)
    game.knowledge.mark[i] = 0
    square_arrival.arrive(game)
    assert game.knowledge.mark[i] == 1
