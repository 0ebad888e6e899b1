"""Balls, cones, beams, bolts and what they do to creatures (rules: world 7.5, 7.6; dungeon 9.3)."""

from collections import Counter

import msgspec
import pytest

from engine.sil.creatures import creature_stats
from engine.sil.creatures.skill_rolls import SkillContest
from engine.sil.data import bundle
from engine.sil.effects import creature_effects, earthquake, effect_areas, elements
from engine.sil.effects.effect_areas import AreaEffect
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put
from tests.engine.sil.stage import foe, item, load_dice

pytestmark = pytest.mark.covers("spec-dungeon: 9.3", "spec-dungeon: 2.10")

HALL = ("#" * 25, *("#" + "." * 23 + "#" for _ in range(9)), "#" * 25)
HALL = (*HALL[:5], "#@" + "." * 22 + "#", *HALL[6:])


def hall(**how):
    game = arena(*HALL, **how)
    game.hero.health = 10_000
    return game


@pytest.mark.covers("spec-world: Elements and projections / Shapes")
@pytest.mark.parametrize(("away", "dice"), [(1, 10), (2, 8), (5, 2), (6, 0), (7, 0)])
def test_a_breath_weakens_by_two_dice_a_square(away, dice):
    game = hall()
    dragon = foe(game, "Wolf", dx=away)
    load_dice(game, otherwise=1)
    before = game.hero.health
    effect_areas.breath(
        game, AreaEffect("fire", 10, 4, power=10), dragon, (game.hero.y, game.hero.x), 60
    )
    assert before - game.hero.health == (dice if away <= 5 else 0)


@pytest.mark.parametrize(("power", "squares"), [(10, 5), (11, 5), (40, 20), (90, 20)])
def test_a_breath_reaches_half_its_power_and_twenty_squares_at_most(power, squares):
    game = hall()
    hero, dragon = game.hero, foe(game, "Wolf", dx=22)
    effect = AreaEffect("fire", 1, 1, power=power)
    cells = effect_areas.breath(game, effect, dragon, (hero.y, hero.x), 60)
    assert max(away for _, away in cells) == squares


def test_uniform_effects_do_not_weaken():
    assert AreaEffect("fire", 5, 4, uniform=True).dice_at(3) == 5
    assert [AreaEffect("sound", 10, 4).dice_at(i) for i in (1, 2, 3, 6)] == [8, 6, 4, 0]


def test_a_breath_meets_other_creatures_but_not_the_dragon():
    game = hall()
    dragon, wolf = foe(game, "Wolf", dx=4, health=90), foe(game, "Orc scout", dx=2, health=90)
    load_dice(game, otherwise=1)
    effect_areas.breath(
        game, AreaEffect("fire", 10, 4, power=10), dragon, (game.hero.y, game.hero.x), 60
    )
    assert wolf.health == 90 - 8
    assert dragon.health == 90


@pytest.mark.parametrize(("degrees", "reached"), [(60, False), (90, True)])
def test_a_wider_breath_reaches_farther_aside(degrees, reached):
    game = hall()
    dragon = foe(game, "Wolf", dy=-2, dx=3)
    load_dice(game, otherwise=1)
    cells = effect_areas.arc(
        game, AreaEffect("dark", 9, 4), dragon.y, dragon.x, (dragon.y, 1), degrees, 9, dragon
    )
    assert (game.level.at(game.hero.y, game.hero.x) in dict(cells)) is reached


def test_terrain_is_met_first_then_objects_then_creatures_then_the_hero(monkeypatch):
    game = hall()
    wolf = foe(game, "Wolf", dx=2)
    foe(game, "Orc scout", dx=1)
    met = []
    monkeypatch.setattr(earthquake, "affect_terrain", lambda game, kind, i, power: met.append("t"))
    monkeypatch.setattr(elements, "destroy_floor", lambda game, i, kind: met.append("o"))
    monkeypatch.setattr(
        creature_effects, "strike_creature", lambda game, c, kind, amount, **how: met.append(c.slot)
    )
    monkeypatch.setattr(
        elements, "strike_hero", lambda game, kind, dice, sides, by, source: met.append("hero")
    )
    effect_areas.ball(game, AreaEffect("fire", 9, 4), wolf.y, wolf.x, 2, wolf)
    order = [m for n, m in enumerate(met) if n == 0 or met[n - 1] != m]
    assert order == ["t", "o", 2, "hero"]


def test_walls_protect_who_stands_in_them():
    game = hall()
    ghost = foe(game, "Wolf", dx=3, health=90)
    game.level.feature[game.level.at(ghost.y, ghost.x)] = terrain.GRANITE
    effect_areas.ball(game, AreaEffect("fire", 9, 4), ghost.y, ghost.x - 1, 3)
    assert ghost.health == 90


def test_what_lies_in_a_blaze_burns():
    game = hall()
    i = game.level.at(game.hero.y, game.hero.x + 3)
    game.level.floor[i] = [item("Robe"), item("Shortsword")]
    effect_areas.ball(game, AreaEffect("fire", 3, 4), game.hero.y, game.hero.x + 3, 1)
    assert [thing.kind for thing in game.level.floor[i]] == [item("Shortsword").kind]


# ------------------------------------------------------------------------------ creatures


@pytest.mark.covers("spec-world: Elements and projections / Against monsters")
@pytest.mark.parametrize(
    ("kind", "flags", "damage"),
    [
        ("fire", {"RES_FIRE"}, 0),
        ("fire", {"HURT_FIRE"}, 20),
        ("fire", {"RES_FIRE", "HURT_FIRE"}, 0),
        ("fire", set(), 10),
        ("cold", {"RES_COLD"}, 0),
        ("cold", {"HURT_COLD"}, 20),
        ("poison", {"RES_POIS"}, 0),
        ("lightning", {"RES_ELEC"}, 0),
        ("dark", {"UNDEAD"}, 0),
        ("dark", set(), 10),
        ("acid", {"RES_FIRE"}, 10),
    ],
)
@pytest.mark.covers("sil-q-codebase: Resistance Mapping")
@pytest.mark.covers("spec-monsters: 14.1")
def test_what_creatures_withstand(monkeypatch, kind, flags, damage):
    game = hall()
    wolf = foe(game, "Orc scout", dx=3, health=90)
    _flagged(monkeypatch, wolf, flags)
    assert creature_effects.damage(game, wolf, kind, 10) == damage


def _flagged(monkeypatch, creature, flags):
    """Let a creature's race bear just these flags."""
    races = bundle.load().monsters
    kept = races[creature.race].flags - {"UNIQUE"}
    race = msgspec.structs.replace(races[creature.race], flags=frozenset(kept | flags))
    monkeypatch.setitem(races, creature.race, race)


def test_damage_wakes_and_kills():
    game = hall()
    wolf = foe(game, "Wolf", dx=3, health=9, alertness=-15)
    assert not creature_effects.strike_creature(game, wolf, "fire", 3)
    assert wolf.alertness >= -12
    assert creature_effects.strike_creature(game, wolf, "fire", 9)
    assert wolf.slot not in game.level.occupant.values()


def test_light_stuns_only_what_hates_it_and_only_in_view(monkeypatch):
    game = hall()
    orc, wolf = foe(game, "Orc scout", dx=3, alertness=-15), foe(game, "Wolf", dx=4)
    _flagged(monkeypatch, orc, {"HURT_LITE"})
    for creature in (orc, wolf):
        creature_effects.strike_creature(game, creature, "light", 7)
    assert (orc.stun, wolf.stun) == (7, 0)
    assert orc.alertness == -15
    game.knowledge.view[game.level.at(orc.y, orc.x)] = 0
    creature_effects.strike_creature(game, orc, "light", 7)
    assert orc.stun == 7


def test_sound_stuns_and_wakes(monkeypatch):
    game = hall()
    wolf, shade = foe(game, "Wolf", dx=3, alertness=-15), foe(game, "Orc scout", dx=4)
    _flagged(monkeypatch, shade, {"NO_STUN"})
    creature_effects.strike_creature(game, wolf, "sound", 300)
    creature_effects.strike_creature(game, shade, "sound", 9)
    assert (wolf.stun, shade.stun) == (255, 0)
    assert wolf.alertness >= 0


def _contest(monkeypatch, kind, margin, **how):
    """Return a creature of Will 0 two squares away, after a contest won or lost by so much."""
    game = hall()
    wolf = foe(game, "Wolf", dx=2, **how)
    monkeypatch.setattr(creature_stats, "will", lambda game, creature: 0)
    bonus = 10 if kind in ("fear", "sleep") else 0
    load_dice(game, 5, 5)
    creature_effects.strike_creature(game, wolf, kind, power=margin + 2 - bonus)
    return wolf


@pytest.mark.parametrize("margin", [1, 4])
@pytest.mark.covers("sil-q-codebase: Element/Effect System (GF_*) / Status Effects")
@pytest.mark.covers("spec-monsters: 14.1")
def test_contests_of_will_that_are_won(monkeypatch, margin):
    assert _contest(monkeypatch, "slow", margin).slowed == margin + 10
    assert _contest(monkeypatch, "confusion", margin).confused == margin + 10
    assert _contest(monkeypatch, "fear", margin).temporary_morale == -20 * margin
    assert _contest(monkeypatch, "sleep", margin).alertness == -(margin + 5)


def test_contests_of_will_that_are_lost(monkeypatch):
    assert _contest(monkeypatch, "slow", 0).slowed == 0
    assert _contest(monkeypatch, "confusion", 0).confused == 0
    assert _contest(monkeypatch, "fear", 0).temporary_morale == 0
    assert _contest(monkeypatch, "sleep", 0, alertness=4).alertness == 4


def test_who_is_woken_by_a_contest(monkeypatch):
    assert _contest(monkeypatch, "slow", 3, alertness=-15).alertness == -15
    assert _contest(monkeypatch, "slow", 3, alertness=-5).alertness >= 0
    assert _contest(monkeypatch, "slow", 0, alertness=-5).alertness == -5
    assert _contest(monkeypatch, "confusion", 3, alertness=-5).alertness == -5
    assert _contest(monkeypatch, "fear", 3, alertness=-5).alertness >= 0
    assert _contest(monkeypatch, "fear", 0, alertness=-5).alertness == -5


def test_immunity_is_a_hundred_of_will(monkeypatch):
    for kind, flag, field in (("slow", "NO_SLOW", "slowed"), ("confusion", "NO_CONF", "confused"),
                              ("fear", "NO_FEAR", "temporary_morale")):  # fmt: skip
        game = hall()
        orc = foe(game, "Orc scout", dx=2)
        _flagged(monkeypatch, orc, {flag})
        load_dice(game, 10, 1)
        creature_effects.strike_creature(game, orc, kind, power=60)
        assert getattr(orc, field) == 0


@pytest.mark.covers("spec-monsters: 14.2")
@pytest.mark.covers("spec-world: 4.5")
def test_confusion_on_confusion_more_than_doubles(monkeypatch):
    game = hall()
    wolf = foe(game, "Wolf", dx=2)
    monkeypatch.setattr(creature_stats, "will", lambda game, creature: 0)
    wolf.confused = 20
    load_dice(game, 5, 5)
    creature_effects.strike_creature(game, wolf, "confusion", power=5)
    assert wolf.confused == 20 + 20 + 3 + 10


@pytest.mark.covers("sil-q-codebase: Element/Effect System (GF_*) / Status Effects")
@pytest.mark.covers("spec-monsters: 14.2")
@pytest.mark.covers("spec-world: 4.5")
def test_haste_quickens_and_slowness_slows():
    game = hall()
    orc = foe(game, "Orc scout", dx=2)
    orc.speed = 2
    creature_effects.strike_creature(game, orc, "haste", 5)
    assert (orc.hasted, orc.speed) == (5, 3)


@pytest.mark.parametrize(("stone", "won", "hurt"), [(True, 1, 30), (True, 0, 0), (False, 1, 0)])
def test_blasting_hurts_only_stone(monkeypatch, stone, won, hurt):
    game = hall()
    orc = foe(game, "Orc scout", dx=2, health=90)
    _flagged(monkeypatch, orc, {"STONE"} if stone else set())
    contest = SkillContest(1, won, 0)
    monkeypatch.setattr(creature_effects, "_contest", lambda *args: contest)
    creature_effects.strike_creature(game, orc, "blast", 30, power=9)
    assert orc.health == 90 - hurt


@pytest.mark.parametrize(
    ("health", "power", "hurt"), [(20, 0, 0), (20, 1, 5), (100, 18, 0), (100, 19, 5)]
)
def test_stone_withstands_a_blast_by_twice_its_constitution(monkeypatch, health, power, hurt):
    game = hall()
    orc = foe(game, "Orc scout", dx=2, health=health)  # of constitution 0 or 9
    _flagged(monkeypatch, orc, {"STONE"})
    load_dice(game, 5, 5)
    creature_effects.strike_creature(game, orc, "blast", 5, power=power)
    assert orc.health == health - hurt


# ---------------------------------------------------------------- terrain, light, earthquakes


@pytest.mark.covers("spec-world: Elements and projections / Terrain effects of projections")
@pytest.mark.parametrize(
    ("margin", "feature"),
    [(0, terrain.LOCKED_DOOR + 3), (1, terrain.CLOSED_DOOR), (5, terrain.CLOSED_DOOR),
     (6, terrain.OPEN_DOOR), (10, terrain.OPEN_DOOR), (11, terrain.BROKEN_DOOR)],
)  # fmt: skip
@pytest.mark.covers("sil-q-codebase: Terrain Effects")
def test_magic_against_a_door(margin, feature):
    game = hall()
    i = put(game, 3, 3, terrain.LOCKED_DOOR + 3)
    game.knowledge.mark[i] = 1
    load_dice(game, 5, 5)
    earthquake.unbar(game, i, margin)
    assert game.level.feature[i] == feature


@pytest.mark.covers("spec-dungeon: 2.8 Glyphs and wards")
def test_magic_leaves_wards_and_unknown_doors_alone_and_clears_rubble():
    game = hall()
    for feature, known in ((terrain.WARD_1, 1), (terrain.LOCKED_DOOR + 1, 0)):
        i = put(game, 3, 3, feature)
        game.knowledge.mark[i] = known
        earthquake.unbar(game, i, 40)
        assert game.level.feature[i] == feature
    i = put(game, 3, 3, terrain.RUBBLE)
    earthquake.unbar(game, i, 40)
    assert game.level.feature[i] == terrain.FLOOR


@pytest.mark.parametrize(
    ("feature", "hard", "into"),
    [(terrain.GRANITE, 12, terrain.RUBBLE), (terrain.QUARTZ, 12, terrain.RUBBLE),
     (terrain.RUBBLE, 10, terrain.FLOOR), (terrain.CLOSED_DOOR, 8, terrain.BROKEN_DOOR),
     (terrain.PERMANENT, -99, terrain.PERMANENT)],
)  # fmt: skip
@pytest.mark.covers("sil-q-codebase: Terrain Effects")
def test_blasting_rock(feature, hard, into):
    for power, broken in ((hard, False), (hard + 1, True)):
        game = hall()
        i = put(game, 3, 3, feature)
        load_dice(game, 5, 5, 5, 5)
        earthquake.blast(game, i, power)
        assert game.level.feature[i] == (into if broken else feature)


@pytest.mark.parametrize(
    ("feature", "power", "into"),
    [(terrain.OPEN_DOOR, 4, terrain.LOCKED_DOOR + 2), (terrain.OPEN_DOOR, 1, terrain.CLOSED_DOOR),
     (terrain.BROKEN_DOOR, 14, terrain.LOCKED_DOOR + 2),
     (terrain.BROKEN_DOOR, 10, terrain.BROKEN_DOOR),
     (terrain.LOCKED_DOOR + 5, 30, terrain.LOCKED_DOOR + 7), (terrain.WARD_2, 9, terrain.WARD_2)],
)  # fmt: skip
@pytest.mark.covers("sil-q-codebase: Terrain Effects")
def test_locking_doors_by_magic(feature, power, into):
    game = hall()
    i = put(game, 3, 3, feature)
    earthquake.lock(game, i, power)
    assert game.level.feature[i] == into


@pytest.mark.covers("sil-q-codebase: Terrain Effects")
def test_traps_and_chests_are_undone():
    game = hall()
    i = put(game, 3, 3, terrain.ALARM_TRAP, hidden=True)
    chest = item("Small wooden chest", pval=5)
    game.level.floor[i] = [chest]
    effect_areas.ball(game, AreaEffect("kill_trap"), 3, 3, 1)
    assert game.level.feature[i] == terrain.FLOOR
    assert chest.pval == -5


def test_light_fills_what_is_in_view_and_darkness_takes_it():
    game = hall(lit=False)
    effect_areas.ball(game, AreaEffect("light"), 5, 5, 2)
    lit = sum(game.level.glow)
    assert lit == sum(1 for _ in effect_areas.ball(game, AreaEffect("darkness"), 5, 5, 2))
    assert sum(game.level.glow) == 0


def test_a_room_is_darkened_as_a_whole():
    game = hall(lit=False)
    game.level.room = bytearray(b"\x01" * len(game.level.room))
    game.level.glow = bytearray(b"\x01" * len(game.level.glow))
    earthquake.unlight(game, 5, 5, 1)
    assert not any(game.level.glow)


@pytest.mark.covers(
    "spec-world: Elements and projections / Earthquake (centre, radius r ≤ 6, optional pit square)"
)
def test_an_earthquake_shakes_by_distance_and_stuns():
    game = hall()
    orc = foe(game, "Wolf", dx=4, health=900)
    load_dice(game, otherwise=8)
    hero = game.hero
    earthquake.earthquake(game, hero.y, hero.x + 2, 5)
    assert hero.health == 10_000 - 4 * 8
    assert hero.timers.stun == 105
    assert orc.health < 900
    assert orc.alertness >= 15


@pytest.mark.parametrize("depth", [0, 5])
def test_a_quake_is_heard_afar_where_there_are_depths_to_shake(depth):
    game = hall(depth=depth)
    orc = foe(game, "Orc scout", dx=20, alertness=-3)
    load_dice(game, otherwise=10)
    earthquake.earthquake(game, game.hero.y, game.hero.x, 1)
    assert (orc.alertness > -3) is (depth > 0)


def test_the_centre_of_an_earthquake_is_spared():
    game = hall()
    load_dice(game, otherwise=8)
    earthquake.earthquake(game, game.hero.y, game.hero.x, 1)
    assert game.hero.health == 10_000


def test_a_pit_opens_and_its_victim_leaps_aside_or_falls():
    game = hall()
    hero = game.hero
    there = hero.y, hero.x
    load_dice(game, otherwise=1)
    earthquake.earthquake(game, hero.y, hero.x + 3, 1, pit=there)
    assert (hero.y, hero.x) != there
    assert game.level.feature[game.level.at(*there)] == terrain.PIT
    assert hero.health == 10_000
    game = arena("#####", "#####", "##@##", "#####", "#####")
    game.hero.health = 1000
    load_dice(game, otherwise=1)
    earthquake.earthquake(game, 1, 1, 0, pit=(2, 2))
    assert game.hero.health == 998


def test_the_surface_only_trembles():
    game = hall(depth=0)
    before = bytes(game.level.feature)
    earthquake.earthquake(game, 5, 5, 5)
    assert bytes(game.level.feature) == before


SHIFTS = {
    terrain.CHASM: {terrain.CHASM, terrain.RUBBLE, terrain.GRANITE, terrain.QUARTZ},
    terrain.FLOOR: {terrain.CHASM, terrain.RUBBLE, terrain.GRANITE, terrain.QUARTZ},
    terrain.RUBBLE: {terrain.FLOOR, terrain.GRANITE, terrain.QUARTZ},
    terrain.CLOSED_DOOR: {terrain.RUBBLE, terrain.FLOOR},
    terrain.GRANITE: {terrain.RUBBLE, terrain.FLOOR},
}


@pytest.mark.parametrize("feature", SHIFTS)
def test_what_shaken_ground_becomes(feature):
    game = hall()
    i = game.level.at(3, 3)
    found = set()
    for _ in range(400):
        game.level.feature[i] = feature
        found.add(earthquake._shifted(game, i, feature))
    assert found == SHIFTS[feature]
    game.level.depth = 19
    assert all(earthquake._shifted(game, i, terrain.FLOOR) != terrain.CHASM for _ in range(200))


@pytest.mark.parametrize(
    ("feature", "first", "shares"),
    [
        (terrain.CHASM, 100, {terrain.RUBBLE: 1, terrain.GRANITE: 6, terrain.QUARTZ: 3}),
        (terrain.RUBBLE, 32, {terrain.FLOOR: 4, terrain.GRANITE: 3, terrain.QUARTZ: 3}),
        (terrain.FLOOR, 8, {terrain.RUBBLE: 4, terrain.GRANITE: 4, terrain.QUARTZ: 2}),
    ],
)
def test_the_shares_of_what_shaken_ground_becomes(feature, first, shares):
    game = hall()
    i = put(game, 3, 3, feature)
    found = Counter()
    for face in range(1, 11):
        load_dice(game, first, face)
        found[earthquake._shifted(game, i, feature)] += 1
        assert game.streams.play.sides == [first, 10]
    assert found == shares


def test_stairs_forges_and_the_crown_stay_where_they_are():
    game = hall()
    i = put(game, 3, 3, terrain.DOWN_STAIR)
    earthquake._shift(game, i)
    assert game.level.feature[i] == terrain.DOWN_STAIR
    j = put(game, 3, 4, terrain.FLOOR)
    crown = game.data.kind(33, 50)
    game.level.floor[j] = [item("Robe", kind=crown.serial)]
    earthquake._shift(game, j)
    assert game.level.feature[j] == terrain.FLOOR
