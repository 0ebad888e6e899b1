"""Distances that monsters keep, and goals that they choose (rules: monsters 11.2, 11.3)."""

import pytest

from engine.sil.creature_ai import goals, retreat
from engine.sil.creatures.situation import Situation
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import drawn, meeting, told
from tests.engine.sil.stage import foe, load_dice, refresh

HARDY = 10_000
SOLDIER, WOLF, MORGOTH = "Orc soldier", "Wolf", "Morgoth, Lord of Darkness"
WARRIOR = "Easterling warrior"


# ------------------------------------------------------------------------ distances

FAR = "@" + "." * 9 + "a"


def ranges(name, rows=FAR, **changes):
    """Return the least and the best distance that one chooses."""
    game, found, _ = meeting(rows, a=name)
    creature = found["a"]
    for field, value in changes.items():
        if field == "depth":
            game.level.depth = value
        else:
            setattr(creature, field, value)
    goals.choose_ranges(Situation(game, creature))
    return creature.range_min, creature.range_best


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("Tanglethorn", {}, (4, 4)),  # rooted
        ("Alert human thrall", {}, (10, 10)),  # rooted, and it strikes no blow
        ("Orc scout", {"depth": 5}, (7, 8)),
        ("Easterling spy", {"mana": 2, "depth": 5}, (7, 7)),
        ("Easterling spy", {"mana": 2, "depth": 6}, (8, 8)),
        ("Easterling spy", {"mana": 2, "stance": "aggressive"}, (1, 1)),
        ("Crebain", {"mana": 2}, (1, 1)),  # no planner
        ("Orc archer", {"mana": 3}, (7, 8)),
        ("Orc archer", {"mana": 2}, (1, 1)),
        ("Grave wight", {}, (1, 2)),  # twenty in a hundred: a square more
        ("Adamant serpent", {}, (1, 2)),  # it breathes
        ("Mewlip", {}, (1, 1)),  # fifteen in a hundred: none
        (MORGOTH, {}, (1, 1)),
        (SOLDIER, {"stance": "fleeing"}, (40, 40)),
        ("Tanglethorn", {"stance": "fleeing"}, (40, 40)),
    ],
)
def test_the_distances_that_suit_it(name, changes, expected):
    assert ranges(name, **changes) == expected


@pytest.mark.parametrize(
    ("rows", "speed", "least"), [("@.a", 1, 1), ("@..a", 1, 40), ("@.a", 2, 40), ("@.a", 3, 40)]
)
def test_the_slow_do_not_flee_from_a_quick_hero_two_squares_away(rows, speed, least):
    assert ranges(SOLDIER, rows, speed=speed, stance="fleeing")[0] == least


def test_distances_once_chosen_are_kept():
    _, found, s = meeting(FAR, a=SOLDIER)
    found["a"].range_min = found["a"].range_best = 5
    goals.keep_ranges(s)
    assert found["a"].range_min == 5
    found["a"].range_min = 0
    goals.keep_ranges(s)
    assert found["a"].range_min == 1


@pytest.mark.parametrize(("name", "kept"), [(SOLDIER, 25), (WOLF, 25)])
def test_all_keep_far_from_the_hero_in_the_truce(name, kept):
    game, found, s = meeting(FAR, a=name)
    game.world.truce = True
    goals.choose_ranges(s)
    assert (found["a"].range_min, found["a"].range_best) == (kept, kept)
    found["a"].stance = "fleeing"
    goals.choose_ranges(s)
    assert found["a"].range_min == 40


# ------------------------------------------------------------------------ how exposed the hero is

OPEN = ".....\n.....\n..@a.\n.....\n....."
CORRIDOR = "#####\n#.@a.\n#####"


@pytest.mark.parametrize(
    ("states", "health", "more"),
    [
        ({}, 100, 0),
        ({}, 75, 1),
        ({}, 76, 0),
        ({}, 50, 1),
        ({}, 25, 2),
        ({"blind": 1}, 100, 2),
        ({"hallucinating": 1}, 100, 2),
        ({"confused": 1}, 100, 2),
        ({"afraid": 1}, 100, 2),
        ({"entranced": 1}, 100, 2),
        ({"stun": 51}, 100, 2),
        ({"stun": 50}, 100, 0),
        ({"slow": 1}, 100, 2),
        ({"blind": 1, "slow": 1}, 25, 4),
    ],
)
def test_a_hero_in_trouble_is_an_easier_prey(states, health, more):
    game, _, s = meeting(CORRIDOR, a=SOLDIER)
    game.hero.derived.max_health, game.hero.health = 100, health
    for name, turns in states.items():
        setattr(game.hero.timers, name, turns)
    assert goals._weakness(s) == more


def test_the_wounds_of_the_formidable_tempt_nobody():
    game, found = drawn(CORRIDOR, {"a": SOLDIER})
    game.hero.derived.max_health, game.hero.health = 100, 10
    s = Situation(game, found["a"])
    assert goals._weakness(s) == 2
    game.hero.bought.append(ab.FORMIDABLE)
    refresh(game)
    game.hero.derived.max_health, game.hero.health = 100, 10
    assert goals._weakness(Situation(game, found["a"])) == 0


@pytest.mark.parametrize(
    ("fellow", "more"),
    [
        ((0, 1), 0),  # itself stands there
        ((-1, 1), 1),
        ((1, 1), 1),
        ((-1, 0), 1),
        ((1, 0), 1),
        ((-1, -1), 2),
        ((1, -1), 2),
        ((0, -1), 2),
    ],
)
def test_enemies_about_the_hero_expose_him_the_more_the_farther_round(fellow, more):
    _, _, alone = meeting(OPEN, a=SOLDIER)
    game, _, s = meeting(OPEN, a=SOLDIER)
    if fellow != (0, 1):
        foe(game, SOLDIER, *fellow)
    assert goals.vulnerability(s) == goals.vulnerability(alone) + more


def test_peaceful_people_expose_nobody():
    _, _, alone = meeting(OPEN, a=SOLDIER)
    for place in ((0, -1), (1, 1)):
        game, _, s = meeting(OPEN, a=SOLDIER)
        foe(game, "Alert human thrall", *place)
        assert goals.vulnerability(s) == goals.vulnerability(alone)


@pytest.mark.parametrize(
    ("blocked", "less"), [((-1, 1), 1), ((1, 1), 1), ((-1, 0), 1), ((-1, -1), 0), ((0, -1), 0)]
)
def test_walls_on_the_enemys_side_cover_the_hero(blocked, less):
    _, _, open_ground = meeting(OPEN, a=SOLDIER)
    game, _, s = meeting(OPEN, a=SOLDIER)
    wall = game.level.at(game.hero.y + blocked[0], game.hero.x + blocked[1])
    game.level.feature[wall] = terrain.GRANITE
    assert goals.vulnerability(s) == goals.vulnerability(open_ground) - less


@pytest.mark.parametrize(
    ("rows", "name", "fellow", "odds"),
    [
        ("@..a....b", SOLDIER, SOLDIER, 2),  # five squares off
        ("@..a.....b", SOLDIER, SOLDIER, 1),
        ("@..ab", SOLDIER, WOLF, 1),
        ("@..ab", "Orc archer", SOLDIER, 3),
        ("@b.a", SOLDIER, SOLDIER, 1),  # it is at him already
        ("@..a", SOLDIER, None, 1),
    ],
)
def test_those_with_fellows_near_wait_for_better_odds(rows, name, fellow, odds):
    _, _, s = meeting(rows, a=name, **({"b": fellow} if fellow else {}))
    assert goals.hesitance(s) == odds


def test_a_fellow_above_or_below_must_be_within_five_too():
    for gap, odds in ((4, 2), (5, 1)):
        rows = "\n".join(("@..a", *["...."] * gap, "...b"))
        _, _, s = meeting(rows, a=SOLDIER, b=SOLDIER)
        assert goals.hesitance(s) == odds


@pytest.mark.parametrize(
    ("name", "stance", "lurks"),
    [
        (SOLDIER, "confident", True),
        (SOLDIER, "aggressive", False),
        (WOLF, "confident", False),
        ("Spectre", "confident", False),
    ],
)
def test_only_confident_planners_bound_by_walls_lurk(name, stance, lurks):
    _, found, s = meeting("#####\n#@a.b\n#####", a=name, b=name)
    found["a"].stance = stance
    assert goals._lurks(s) == lurks


@pytest.mark.parametrize("fire", [0, 1])
@pytest.mark.parametrize("seen", [0, 1])
def test_who_lurks_flees_from_sight_and_from_where_the_hero_can_shoot(fire, seen):
    game, _, s = meeting("@.a.", a=SOLDIER)
    game.knowledge.fire[s.here], game.knowledge.seen[s.here] = fire, seen
    where, _ = goals._ambush(Situation(game, s.creature))
    comes = not (fire or seen)
    assert (where == (s.creature.y, s.creature.x - 1)) is comes


# ------------------------------------------------------------------------ goals


def goal(rows, name, *faces, otherwise=1, truce=False, **changes):
    """Return where one goes, from the hero, and whether in fear; None for nowhere."""
    game, found, _ = meeting(rows, *faces, otherwise=otherwise, a=name)
    creature = found["a"]
    creature.range_min = creature.range_best = 1
    creature.stance = "aggressive"
    for field, value in changes.items():
        setattr(creature, field, value)
    game.world.truce = truce
    where, afraid = goals.choose(Situation(game, creature))
    if where is None:
        return None, afraid
    return (where[0] - game.hero.y, where[1] - game.hero.x), afraid


HERO = (0, 0)


@pytest.mark.parametrize(
    ("name", "rows", "where"),
    [
        ("Tanglethorn", "@a", HERO),
        ("Tanglethorn", "@.a", None),
        ("Alert human thrall", "@a", None),
        (WOLF, "@a", HERO),
        (WOLF, "@..a", (0, 2)),
    ],
)
def test_the_rooted_strike_only_at_who_stands_beside_them(name, rows, where):
    assert goal(rows, name) == (where, False)


@pytest.mark.parametrize(
    ("name", "rows", "truce", "stays"),
    [
        ("Grotesque", "@..a", False, True),  # a watched statue
        (MORGOTH, "@...a", True, True),
        (MORGOTH, "@...a", False, False),
        ("Nameless thing", "@....a", False, False),
        ("Nameless thing", "@.....a", False, "TERRITORIAL"),
    ],
)
def test_who_holds_still(name, rows, truce, stays):
    game, _, s = meeting(rows, a=name)
    game.world.truce = truce
    if isinstance(stays, str):
        stays = stays in s.flags and "MINDLESS" in s.flags
    assert goals._holds_still(s) == stays


def test_an_unwatched_statue_moves():
    game, _, s = meeting("@..a", a="Grotesque")
    game.knowledge.seen[s.here] = 0
    assert not goals._holds_still(s)


@pytest.mark.parametrize(
    ("rows", "speed", "afraid"), [("@.a", 1, False), ("@..a", 1, True), ("@.a", 2, True)]
)
def test_who_keeps_far_takes_heart_before_a_quick_hero_near_by(rows, speed, afraid):
    rows = "\n".join(("." * 12, rows.ljust(12, "."), "." * 12))
    assert goal(rows, SOLDIER, range_min=40, speed=speed)[1] == afraid


def test_beyond_forty_squares_nobody_flees_on():
    assert goal("@" + "." * 40 + "a", SOLDIER, stance="fleeing", range_min=40) == (None, True)
    assert goal("@" + "." * 38 + "a...", SOLDIER, stance="fleeing", range_min=40)[0] is not None


def test_who_is_two_squares_nearer_than_it_likes_falls_back():
    wide = "\n".join(("." * 14, "@....a".ljust(14, "."), "." * 14))
    assert goal(wide, "Wraith", range_min=8, range_best=8)[1]
    assert not goal(wide, "Wraith", range_min=7, range_best=7)[1]


@pytest.mark.parametrize(
    ("distance", "best", "least", "face", "nearer"),
    [(5, 4, 3, 1, True), (5, 5, 4, 50, True), (5, 5, 4, 51, False), (5, 5, 5, 1, False)],
)
def test_who_sees_the_hero_comes_nearer_than_its_best_distance(distance, best, least, face, nearer):
    rows = "@" + "." * (distance - 1) + "a"
    wide = f"{'.' * len(rows)}\n{rows}\n{'.' * len(rows)}"
    where, _ = goal(wide, "Wraith", face, otherwise=100, range_best=best, range_min=least)
    assert (where is not None) == nearer


def test_who_cannot_be_shot_at_comes_nearer_though_it_likes_its_place():
    game, found, _ = meeting("@....a", 100, a="Wraith")
    found["a"].range_min = found["a"].range_best = 5
    assert goals._close_in(Situation(game, found["a"])) is None
    load_dice(game, 100)
    game.knowledge.fire[game.level.at(found["a"].y, found["a"].x)] = 0
    assert goals._close_in(Situation(game, found["a"])) is not None


def test_an_erratic_one_content_with_its_place_goes_anywhere():
    game, found, _ = meeting("......\n@....a\n......", 100, 1, a=WOLF)
    found["a"].range_min = found["a"].range_best = 5
    where = goals._close_in(Situation(game, found["a"]))
    assert max(abs(where[0] - found["a"].y), abs(where[1] - found["a"].x)) == 1


@pytest.mark.parametrize(
    ("rows", "names", "encircles"),
    [
        ("...\n@ba\n...", (SOLDIER, SOLDIER), True),
        ("....\n@b.a\n....", (SOLDIER, SOLDIER), True),
        (".....\n@b..a\n.....", (SOLDIER, SOLDIER), False),  # four squares off
        ("....\n@..a\n....", (SOLDIER, None), False),  # a clear shot
        ("....\n@b.a\n....", ("Wraith", SOLDIER), False),  # no pack
    ],
)
def test_a_pack_spreads_round_the_hero_when_those_in_front_bar_the_way(rows, names, encircles):
    who = {"a": names[0], **({"b": names[1]} if names[1] else {})}
    _, _, s = meeting(rows, **who)
    assert (goals._encircle(s) is not None) == encircles


def test_a_planner_beside_the_hero_moves_round_him_where_fewer_stand():
    game, found, _ = meeting("....\n.@ab\n....", 1, 1, a=WARRIOR, b=WARRIOR)
    where = goals._surround(Situation(game, found["a"]))
    hero = game.hero
    assert where in {(hero.y - 1, hero.x), (hero.y + 1, hero.x)} | {
        (hero.y - 1, hero.x + 1), (hero.y + 1, hero.x + 1)
    }  # fmt: skip
    game, found, _ = meeting("####\n#@a#\n####", 1, 1, a=WARRIOR)
    assert goals._surround(Situation(game, found["a"])) is None


@pytest.mark.parametrize(
    ("rows", "aside"),
    [
        ("....\n.@##\n..ab\n..##", {(1, 0)}),  # on along the corridor
        ("....\n.@..\n..ab\n....", None),  # no corridor
        ("..###\n.@ab#\n..###", {(-1, 0), (1, 0)}),
        ("..###\n.@a.#\n..###", None),  # nobody behind
    ],
)
def test_at_a_corridors_mouth_one_steps_aside_for_those_behind(rows, aside):
    who = {"b": SOLDIER} if "b" in rows else {}
    game, _, s = meeting(rows, a=SOLDIER, **who)
    where = goals._clear_the_mouth(s)
    if aside is None:
        assert where is None
    else:
        assert (where[0] - game.hero.y, where[1] - game.hero.x) in aside


@pytest.mark.parametrize("turned", [False, True])
def test_one_side_of_the_mouth_taken_leaves_the_other(turned):
    rows = "..###\n.@ab#\n.c###"
    if turned:
        lines = rows.split("\n")
        rows = "\n".join("".join(line[i] for line in lines) for i in range(5))
    game, found, s = meeting(rows, a=SOLDIER, b=SOLDIER, c=WOLF)
    where = goals._clear_the_mouth(s)
    found["c"].alertness = 5
    assert where != (found["c"].y, found["c"].x)
    expected = (game.hero.y, game.hero.x - 1) if turned else (game.hero.y - 1, game.hero.x)
    assert where == expected


# ------------------------------------------------------------------------ ways of retreat


@pytest.mark.parametrize(
    ("name", "face", "calls"),
    [("Orc scout", 20, True), ("Orc scout", 21, False), (SOLDIER, 1, False)],
)
def test_a_scout_in_retreat_may_call_for_help_instead(name, face, calls):
    game, found, s = meeting("@...a", face, a=name, otherwise=100)
    found["a"].stance = "fleeing"
    where = retreat.find(s)
    assert (where is None) == calls
    assert ("The orc scout calls for help!" in told(game)) == calls


@pytest.mark.parametrize(
    ("name", "stance", "uses"),
    [(SOLDIER, "fleeing", True), (WOLF, "fleeing", False), ("Attercop", "fleeing", False)],
)
def test_planners_of_no_home_flee_to_the_stairs_even_towards_the_hero(name, stance, uses):
    _, found, s = meeting("......\n@..<a.\n......", a=name)
    found["a"].stance = stance
    assert (retreat.find(s) == s.place(s.here - 1)) == uses


def test_who_stands_on_stairs_stays_there_and_the_heros_own_are_none():
    game, _, s = meeting("@..a", a=SOLDIER)
    assert retreat._stair(s) is None
    game.level.feature[s.here] = terrain.UP_STAIR
    assert retreat._stair(s) == s.here
    game, _, s = meeting("@a", a=SOLDIER)
    game.level.feature[s.hero] = terrain.UP_STAIR
    assert retreat._stair(s) is None


@pytest.mark.parametrize(
    ("name", "step", "feature", "rows", "hides"),
    [
        (SOLDIER, 1, terrain.FLOOR, "@..a..b", True),
        (SOLDIER, 1, terrain.CLOSED_DOOR, "@..a..b", True),
        (SOLDIER, 1, terrain.JAMMED_DOOR + 2, "@..a..b", False),  # broken by 28 in a hundred
        (SOLDIER, 1, terrain.FLOOR, "@..ab", False),
        (SOLDIER, 1, terrain.GRANITE, "@..a..b", False),
        (SOLDIER, -1, terrain.FLOOR, "@..a..b", False),  # nearer to the hero
        ("Kemenrauko", 1, terrain.RUBBLE, "@a..b", True),  # as far as where it is
    ],
)
def test_who_is_seen_in_flight_hides_close_by_where_it_gets_in_as_often_as_not(
    name, step, feature, rows, hides
):
    game, found, s = meeting(rows, a=name, b=SOLDIER)
    game.level.feature[s.here + step] = feature
    s = Situation(game, found["a"])
    game.knowledge.view[s.here + step] = 0
    assert (retreat._hidden_nearby(s) == s.here + step) == hides


def test_territorial_ones_stay_at_home_and_grow_drowsy_one_turn_in_ten():
    for face, alertness in ((1, 4), (2, 5)):
        game, found, s = meeting("@.#....a", face, a="Attercop")
        assert retreat.advance(s) is None
        assert found["a"].alertness == alertness
        assert "TERRITORIAL" in game.lore.races[found["a"].race].flags
    game, found, s = meeting("@......a", 1, a="Attercop")
    assert retreat.advance(s) == s.place(s.here - 1)
