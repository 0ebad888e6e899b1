"""Monsters: their traits, one by one, and how they notice, flee and follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.delve import terrain
from engine.delve.combat import melee
from engine.delve.combat.damage import harm
from engine.delve.descriptions import inspection
from engine.delve.monsters import monster_turn
from engine.delve.movement import movement
from engine.delve.rules.context import NEIGHBOURS, gap
from engine.delve.rules.vision import search_beside, visible
from engine.delve.state import DelveMonster, words_of
from engine.delve.turns.consequences import settle
from tests.engine.delve.stage import HERE, Stage, content

HIT = 500


def turn(made: Stage, monster: DelveMonster, times: int = 1) -> None:
    foremen = [m for m in made.level.monsters if made.game.kind(m).has("commands")]
    for _ in range(times):
        if not monster.fallen:
            monster_turn.take_turn(made.game, monster, [made.hero], foremen)


def test_sleepers_notice_one_turn_in_ten_and_in_a_fight_three() -> None:
    for fought, drawn, wakes in ((False, 9, True), (False, 10, False), (True, 29, True)):
        made = Stage()
        rat = made.put("rat", 0, 5, asleep=True)
        made.hero.fought = fought
        made.rig(drawn)
        monster_turn.act_all(made.game, made.level)
        assert rat.asleep is not wakes


def test_the_awake_follow_for_twenty_turns() -> None:
    made = Stage()
    worm = made.dummy(0, 6)
    turn(made, worm, 2)
    assert (worm.hunting, worm.goal) == (20, HERE)
    assert gap(worm.at, HERE) == 5  # a slow one: one step in two turns


def test_bats_are_erratic_and_swift() -> None:
    made = Stage()
    bat = made.put("cellar bat", 0, 6)
    made.rig(0, 0, 0, 0)  # twice a random step, to the north
    turn(made, bat)
    assert bat.at == made.at(-2, 6)


def test_moulds_never_move_and_burst_into_poison_when_they_die() -> None:
    for element in ("fire", ""):
        made = Stage()
        made.toughen()
        mould = made.put("mould", 0, 1)
        turn(made, mould, 3)
        assert mould.at == made.at(0, 1)
        harm(made.game, mould, 99, element)
        settle(made.game)
        assert "poisoned" in made.hero.statuses


def test_who_is_shut_in_by_webs_comes_through_them() -> None:
    made = Stage()
    made.toughen()
    bear = made.put("cave bear", 0, 5)
    for step in NEIGHBOURS:
        made.level.ground[bear.at + step], made.level.webs[bear.at + step] = terrain.WEB, 10
    turn(made, bear)
    assert "webbed" in bear.statuses
    for _ in range(40):
        turn(made, bear)
    assert gap(bear.at, made.hero.at) == 1


def theft() -> tuple[Stage, DelveMonster]:
    """Return a stage on which a pickpocket has just stolen the hero's cheese."""
    made = Stage()
    made.toughen()
    made.give("cheese")
    thief = made.put("pickpocket", 0, 1)
    made.rig(HIT, 0)
    turn(made, thief)
    return made, thief


def test_pickpockets_steal_and_run() -> None:
    made, thief = theft()
    assert [item.kind for item in thief.pack] == ["cheese"]
    turn(made, thief)
    assert gap(thief.at, HERE) == 2
    harm(made.game, thief, 99)
    assert [t.kind for things in made.level.items.values() for t in things] == ["cheese"]


def test_slingers_shoot_along_lines_and_keep_their_distance() -> None:
    made = Stage()
    made.toughen()
    slinger = made.put("kobold slinger", 0, 4)
    made.rig(1999, rest="high")
    turn(made, slinger)
    assert made.is_hurt()
    near = made.put("kobold slinger", -1, 2, timer=0)
    made.rig(0)
    turn(made, near)
    assert gap(near.at, HERE) == 3


def test_hoppers_leap_and_strike() -> None:
    made = Stage()
    made.toughen()
    hopper = made.put("crate hopper", -1, 3)
    made.rig(0, HIT, 1)
    turn(made, hopper)
    assert gap(hopper.at, HERE) == 1
    assert made.is_hurt()


def test_acid_oozes_eat_the_weapon_that_strikes_them() -> None:
    made = Stage()
    sword = made.give("short sword", worn=True)
    ooze = made.put("green ooze", 0, 1, health=500)
    made.rig(HIT)
    melee.strike(made.game, made.hero, ooze)
    assert sword.power == 2
    sword.worn = False
    melee.strike(made.game, made.hero, ooze)
    assert sword.power == 2


def test_mimics_look_like_things_until_touched_or_searched() -> None:
    made = Stage()
    made.toughen()
    mimic = made.put("mimic", 0, 1)
    mimic.disguised = True
    made.look()
    assert mimic not in visible(made.game, made.hero)
    assert mimic.at in made.game.memory(made.hero).items
    told = made.hero.lines.copy()
    made.look()
    assert made.hero.lines == told
    search_beside(made.game, made.hero, 100)
    assert not mimic.disguised
    mimic.disguised = True
    made.rig(HIT, 2, rest="real")
    made.do("move e")
    assert made.said("only hiding")


def test_spiders_cast_webs_and_walk_in_them() -> None:
    made = Stage()
    spider = made.put("web spider", 0, 5)
    made.rig(0)
    turn(made, spider)
    assert "webbed" in made.hero.statuses
    spider.energy = 0
    turn(made, spider, 3)
    assert gap(spider.at, HERE) < 4
    assert "webbed" not in spider.statuses


def test_rust_beetles_rust_iron_that_is_worn() -> None:
    made = Stage()
    made.toughen()
    helm = made.give("iron helm", worn=True)
    beetle = made.put("rust beetle", 0, 1)
    made.rig(HIT)
    melee.strike(made.game, beetle, made.hero)
    assert helm.defence == 0
    helm.defence, helm.rust_proof = 1, True
    melee.strike(made.game, beetle, made.hero)
    assert helm.defence == 1


@pytest.mark.parametrize(
    ("kind", "status"),
    [("web spider", "poisoned"), ("candle ghost", "on fire"), ("plague rat", "diseased"),
     ("lantern fish", "confused"), ("ghoul", "frozen"), ("corpse candle", "enervated"),
     ("mimic", "acid-burned")],
)  # fmt: skip
def test_touches_leave_a_status(kind: str, status: str) -> None:
    made = Stage()
    made.toughen()
    made.hero.defence = -20
    monster = made.put(kind, 0, 1)
    made.rig(HIT)
    melee.strike(made.game, monster, made.hero)
    assert status in made.hero.statuses


@pytest.mark.covers("delve-manual: 17")
def test_war_monks_aim_well_and_looking_tells_so() -> None:
    made = Stage()
    made.put("war monk", 0, 1)
    told = str(inspection.monster(made.game, made.hero, made.level.monsters[0]))
    assert "its miss chance 5 %" in told
    assert "its critical chance 20 %" in told
    assert "your" not in told


def test_larder_ogres_eat_food() -> None:
    made = Stage()
    made.toughen()
    made.give("cheese")
    ogre = made.put("larder ogre", 0, 1)
    made.rig(HIT)
    melee.strike(made.game, ogre, made.hero)
    assert not made.hero.pack


def test_slow_monsters_act_every_other_turn() -> None:
    made = Stage()
    worm = made.put("blind worm", 0, 8)
    turn(made, worm, 4)
    assert gap(worm.at, HERE) == 6


def test_burrowers_dig_through_walls_and_wraiths_pass_through() -> None:
    for kind, left in (("burrower", terrain.FLOOR), ("wraith", terrain.WALL)):
        made = Stage()
        monster = made.put(kind, 0, 4, goal=HERE, hunting=9)
        for n in range(-9, 10):
            made.ground(n, 3, terrain.WALL)
        turn(made, monster)
        assert made.level.ground[made.at(0, 3)] == left
        assert monster.at == made.at(0, 3)


def test_nobody_strikes_a_wraith_inside_a_wall() -> None:
    made = Stage()
    made.toughen()
    wraith = made.put("wraith", 0, 1)
    made.ground(0, 1, terrain.WALL)
    made.rig(HIT)
    assert not melee.strike(made.game, made.hero, wraith)
    made.hero.energy = 18
    made.hero.full_energy = 18
    made.rig(HIT)
    melee.strike(made.game, wraith, made.hero)
    assert made.hero.energy == 3  # its blow takes 15


def test_howlers_wake_and_call() -> None:
    made = Stage()
    howler = made.put("howler", 0, 5)
    rat = made.put("rat", 0, 15, asleep=True)
    far = made.put("rat", 0, 30, asleep=True)
    turn(made, howler)
    assert (rat.asleep, far.asleep) == (False, True)


def test_slimes_split_when_struck() -> None:
    made = Stage()
    slime = made.put("slime", 0, 1)
    made.rig(HIT)
    melee.strike(made.game, made.hero, slime)
    twins = [m for m in made.level.monsters if m.kind == "slime"]
    assert len(twins) == 2
    assert sum(m.health for m in twins) == slime.full_health - 1


def test_cave_bears_rage_below_half() -> None:
    made = Stage()
    bear = made.put("cave bear", 0, 1)
    harm(made.game, bear, bear.full_health // 2 + 1)
    assert "raging" in bear.statuses
    assert not monster_turn.wants_to_flee(made.game, bear)


def test_mirror_imps_answer_a_spell_with_the_same() -> None:
    made = Stage("mage")
    made.toughen()
    made.know("shock")
    imp = made.put("mirror imp", 0, 4)
    made.rig(rest="real")
    from_energy = imp.energy
    made.do("cast shock e")
    assert made.is_hurt()
    assert imp.energy < from_energy + 1


def test_bone_mills_live_on_what_they_grind() -> None:
    made = Stage()
    made.toughen()
    mill = made.put("bone mill", 0, 1, health=50)
    made.rig(500, rest="high")
    melee.strike(made.game, mill, made.hero)
    lost = made.hero.full_health - made.hero.health
    assert lost > 0
    assert mill.health == min(mill.full_health, 50 + lost)


def test_mirror_imps_blink_away_when_hurt() -> None:
    made = Stage()
    made.toughen()
    imp = made.put("mirror imp", 0, 1, health=900, full_health=900, defence=0)
    before = imp.at
    made.rig(500, rest="real")
    melee.strike(made.game, made.hero, imp)
    assert imp.health < 900
    assert imp.at != before


def test_gas_spores_and_bombard_beetles_explode() -> None:
    made = Stage()
    made.toughen()
    spore = made.put("gas spore", 0, 1)
    harm(made.game, spore, spore.health)
    settle(made.game)
    assert "poisoned" in made.hero.statuses
    for element, bursts in (("", True), ("ice", False)):
        made = Stage()
        made.toughen()
        beetle = made.put("bombard beetle", 0, 1)
        harm(made.game, beetle, 999, element)
        settle(made.game)
        assert made.is_hurt() is bursts
        assert ("explodes" in beetle.used) is bursts


def test_nests_breed() -> None:
    made = Stage()
    nest = made.put("plague rat nest", 0, 3)
    turn(made, nest)
    turn(made, nest, 29)
    assert sum(m.kind == "plague rat" for m in made.level.monsters) == 1
    turn(made, nest)
    assert sum(m.kind == "plague rat" for m in made.level.monsters) == 2


def test_trapdoor_spiders_lie_in_wait() -> None:
    made = Stage()
    made.toughen()
    spider = made.put("trapdoor spider", 0, 3)
    spider.disguised = True
    turn(made, spider)
    assert spider.disguised
    made.hero.at = made.at(0, 2)
    made.game = type(made.game)(made.state, content(), made.dice)
    made.rig(HIT, rest="high")
    turn(made, spider)
    assert not spider.disguised
    assert made.is_hurt()


def test_general_casters_cast_and_look_shows_no_list() -> None:
    made = Stage()
    shaman = made.put("goblin shaman", 0, 4)
    made.rig(0, 2)  # casts, and haste of its three spells
    turn(made, shaman)
    assert "hasted" in shaman.statuses
    told = str(inspection.monster(made.game, made.hero, shaman))
    assert "casts spells" in told
    assert "confusion" not in told
    wisp = made.put("spark wisp", 0, -4)
    assert "spell attack: spark" in str(inspection.monster(made.game, made.hero, wisp))


def test_spell_attackers_pay_and_cannot_cast_without_energy() -> None:
    made = Stage()
    made.toughen()
    wisp = made.put("spark wisp", 0, 4, energy=5)
    made.rig(0, rest="low")
    turn(made, wisp)
    assert made.is_hurt()
    assert wisp.energy <= 2
    health, wisp.energy = made.hero.health, 3
    made.rig(0, rest="low")
    turn(made, wisp)
    assert made.hero.health == health


def test_goats_and_giants_hurl_their_victims() -> None:
    made = Stage()
    made.toughen()
    goat = made.put("goat of the warrens", 0, 1)
    made.rig(HIT)
    melee.strike(made.game, goat, made.hero)
    assert made.hero.at == made.at(0, -2)


def test_eels_stay_in_the_water_and_drag_their_victims_in() -> None:
    made = Stage()
    made.toughen()
    for n in (1, 2, 3):
        made.ground(0, n, terrain.DEEP)
    eel = made.put("eel", 0, 1)
    made.rig(HIT)
    melee.strike(made.game, eel, made.hero)
    assert (eel.at, made.hero.at) == (made.at(0, 2), made.at(0, 1))
    made.level.monsters.clear()
    made.game = type(made.game)(made.state, content(), made.dice)
    stranded = made.put("eel", 5, 5, goal=HERE, hunting=9)
    turn(made, stranded, 3)
    assert stranded.at == made.at(5, 5)


def test_tide_callers_mend_others_and_call_the_water() -> None:
    made = Stage()
    caller = made.put("tide caller", 0, 5)
    hurt = made.put("drowned soldier", 2, 6, health=5)
    turn(made, caller)
    assert hurt.health == 17
    hurt.health, caller.health = hurt.full_health, 60
    turn(made, caller)
    assert caller.health == 72
    caller.health = caller.full_health
    turn(made, caller)
    assert made.level.ground[made.at(1, 1)] == terrain.SHALLOW


def test_crabs_strike_and_step_aside() -> None:
    made = Stage()
    made.toughen()
    crab = made.put("snapping crab", 0, 1)
    made.rig(HIT, 2, 2)
    turn(made, crab)
    assert made.is_hurt()
    assert crab.at != made.at(0, 1)
    assert gap(crab.at, HERE) == 1


def test_leeches_take_energy_and_not_health() -> None:
    made = Stage()
    leech = made.put("leech", 0, 1, energy=0)
    made.rig(HIT, rest="high")
    melee.strike(made.game, leech, made.hero)
    assert not made.is_hurt()
    assert made.hero.energy < made.hero.full_energy
    assert leech.energy > 0


def test_mist_wraiths_are_seen_only_from_beside() -> None:
    made = Stage()
    assert made.put("mist wraith", 0, 3) not in visible(made.game, made.hero)
    assert made.put("mist wraith", 0, 1) in visible(made.game, made.hero)


def test_sirens_and_magnets_draw_nearer() -> None:
    made = Stage()
    siren = made.put("siren", 0, 5)
    turn(made, siren)
    assert made.hero.at == made.at(0, 1)
    made = Stage()
    magnet = made.put("magnet", 0, 5)
    turn(made, magnet)
    assert made.hero.at == HERE
    made.give("iron helm", worn=True)
    turn(made, magnet)
    assert made.hero.at == made.at(0, 1)


def test_pike_guards_reach_two_squares_and_hydras_strike_twice() -> None:
    made = Stage()
    made.toughen()
    made.hero.defence = -9
    guard = made.put("pike guard", 0, 2)
    made.rig(HIT)
    turn(made, guard)
    assert made.is_hurt()
    made = Stage()
    made.toughen()
    hydra = made.put("marsh hydra", 0, 1)
    made.rig(HIT, *[1] * 8, HIT, *[1] * 8)
    movement.blows(made.game, hydra, made.hero)
    assert sum("strikes Ann" in str(words_of(line)) for line in made.hero.lines) == 2


def test_salamanders_burn_their_attackers_and_live_in_lava() -> None:
    made = Stage()
    salamander = made.put("fire salamander", 0, 1)
    assert "fire shield" in salamander.statuses
    made.ground(0, 1, terrain.LAVA)
    before = salamander.health
    movement.ground_turn(made.game, salamander, made.level)
    assert salamander.health == before


def test_webs_hold_no_spiders() -> None:
    for kind, held in (("web spider", False), ("jackal", True)):
        made = Stage()
        made.ground(0, 2, terrain.WEB)
        made.level.webs[made.at(0, 2)] = 12
        monster = made.put(kind, 0, 3)
        movement.enter(made.game, monster, made.at(0, 2))
        assert (monster.web, "webbed" in monster.statuses) == ((12, True) if held else (0, False))


def test_golems_do_not_notice_the_invisible_even_beside_them() -> None:
    made = Stage()
    golem = made.put("golem", 0, 1)
    made.hero.statuses["invisible"] = 9
    assert not monster_turn.sees(made.game, golem, made.hero)


def test_constructs_act_twice_while_the_foreman_sees_them() -> None:
    made = Stage()
    golem = made.put("golem", 0, 8)
    turn(made, golem)
    assert gap(golem.at, HERE) == 7
    made.put("foreman", 3, 9)
    turn(made, golem)
    assert gap(golem.at, HERE) == 5


def test_gravewrights_raise_what_died_once_each() -> None:
    made = Stage()
    made.level.dead = [("troll", made.at(2, 4))]
    wright = made.put("gravewright", 0, 4)
    turn(made, wright)
    assert any(m.kind == "troll" and m.side == 0 for m in made.level.monsters)
    assert not made.level.dead


def test_hex_priests_curse_what_is_worn_and_bone_mills_grow() -> None:
    made = Stage()
    made.toughen()
    cap = made.give("leather cap", worn=True)
    priest = made.put("hex priest", 0, 1)
    made.rig(HIT, *[0] * 12, 24, 0)
    melee.strike(made.game, priest, made.hero)
    assert cap.cursed
    mill = made.put("bone mill", 1, 0, health=50)
    made.rig(HIT, rest="high")
    melee.strike(made.game, mill, made.hero)
    assert mill.health > 50


def test_bone_dragons_breathe_and_sleep_deeply() -> None:
    made = Stage()
    made.toughen()
    dragon = made.put("bone dragon", 0, 4)
    made.rig(0, 19, 19)
    turn(made, dragon)
    assert made.hero.health == 900 - 40
    dragon.asleep, made.hero.fought = True, True
    made.rig(3)
    monster_turn.act_all(made.game, made.level)
    assert dragon.asleep


def test_guards_go_home_and_do_not_leave_their_post() -> None:
    made = Stage()
    guard = made.put("heart guard", 0, 9)
    guard.home = made.at(0, 15)
    turn(made, guard)
    assert guard.at == made.at(0, 9)  # the hero is too far from its post
    made.hero.at = made.at(0, -15)
    turn(made, guard, 30)
    assert guard.at == guard.home


def test_the_warden_changes_with_every_quarter_of_health_lost() -> None:
    made = Stage()
    made.toughen()
    warden = made.put("the Warden", 0, 8)
    seen = []
    for quarter in range(4):
        warden.health = warden.full_health * (4 - quarter) // 4 - 1
        if quarter == 0:
            warden.health = warden.full_health
        made.rig(99, 99)
        turn(made, warden)
        [shield] = [name for name in warden.statuses if name.endswith("shield")]
        seen.append(shield)
    assert seen == ["fire shield", "ice shield", "shock shield", "acid shield"]


def test_steadfast_ones_cannot_be_swayed() -> None:
    made = Stage("mage")
    made.know("sleep")
    butler = made.put("the Butler", 0, 4)
    made.rig(rest="low")
    made.do("cast sleep e")
    assert "asleep" not in butler.statuses


@pytest.mark.covers("delve-manual: 14")
def test_there_are_at_least_60_monsters_and_every_trait_is_tested() -> None:
    kinds = content().monsters
    assert len(kinds) >= 60
    told = Path(__file__).read_text()
    shown = {"flies", "sleeper", "blinks-when-hurt"}
    of_kind: dict[str, list[str]] = {}
    for kind in kinds.values():
        for trait in kind.traits:
            of_kind.setdefault(trait, []).append(kind.name)
    untested = [t for t, names in of_kind.items() if not any(f'"{n}"' in told for n in names)]
    assert set(untested) <= shown | {"nullifies"}
