"""Each spell: its effect, cast by a hero in a hall."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.contract.facts import Attacked, Died
from engine.delve import terrain
from engine.delve.magic import spellcasting
from engine.delve.rules.context import gap
from engine.delve.state import DelveMonster
from tests.engine.delve.stage import HERE, Stage, content


def stage(*spells: str, level: int = 0) -> Stage:
    made = Stage("mage")
    made.know(*spells)
    made.hero.level = level
    return made


def cast(made: Stage, name: str, direction: str = "", upgraded: bool = False) -> None:
    if upgraded:
        made.hero.upgraded.append(name)
    spellcasting.cast_spell(made.game, made.hero, name, direction)


def lost(monster: DelveMonster) -> int:
    return monster.full_health - monster.health


# ------------------------------------------------------------------ single targets


@pytest.mark.covers("delve-manual: 36")
@pytest.mark.parametrize(
    ("name", "power", "element"),
    [("spark", 8, "fire"), ("freeze", 10, "ice"), ("shock", 10, "shock")],
)
def test_elemental_spells_roll_two_dice_less_resistance(
    name: str, power: int, element: str
) -> None:
    made = stage(name)
    worm = made.dummy(0, 3, resist={element: 3})
    made.rig(power - 1, power - 1, 99)
    cast(made, name, "e")
    assert lost(worm) == 2 * power - 3


def test_spark_sets_on_fire_only_beyond_twenty() -> None:
    made = stage("spark")
    worm = made.dummy(0, 2, resist={"fire": -4})
    made.rig(7, 7)
    cast(made, "spark", "e")
    assert (lost(worm), "on fire" in worm.statuses) == (20, False)
    made.rig(15, 9)  # two sixteen-sided dice: 26, and 4 for the resistance
    worm.resist = {}
    cast(made, "spark", "e", upgraded=True)
    assert (lost(worm), worm.statuses["on fire"]) == (20 + 26, 4)


def test_freeze_freezes_four_times_in_ten() -> None:
    made = stage("freeze")
    worm = made.dummy(0, 2)
    made.rig(0, 0, 39, 9999)
    cast(made, "freeze", "e")
    assert worm.statuses["frozen"] == 6
    worm.statuses.clear()
    made.rig(0, 0, 40)
    cast(made, "freeze", "e")
    assert not worm.statuses


def test_ice_shards_hit_all_in_line_up_to_six_squares() -> None:
    made = stage("ice shards")
    worms = [made.dummy(0, n) for n in (2, 6, 7)]
    made.rig()
    cast(made, "ice shards", "e")
    assert [lost(worm) for worm in worms] == [2, 2, 0]
    cast(made, "ice shards", "e", upgraded=True)
    assert [lost(worm) for worm in worms] == [4, 4, 2]


@pytest.mark.covers("delve-manual: 37")
def test_fireball_bursts_in_rings_and_spares_the_caster() -> None:
    made = stage("fireball")
    worms = [made.dummy(0, n) for n in (2, 3, 4, 5)]
    health = made.hero.health
    made.rig(9, 9)
    cast(made, "fireball", "e")
    assert [lost(worm) for worm in worms] == [20, 16, 12, 0]
    assert made.hero.health == health


@pytest.mark.covers("delve-manual: 37")
def test_shockwave_is_lessened_by_defence() -> None:
    made = stage("shockwave")
    worms = [made.dummy(0, n, defence=2) for n in (2, 3, 4)]
    made.rig(15, 4)
    cast(made, "shockwave", "e")
    assert [lost(worm) for worm in worms] == [19, 6, 1]


@pytest.mark.covers("delve-manual: 38")
def test_curse_hurts_a_t_and_may_curse_what_is_worn() -> None:
    made = stage("curse")
    ahead, side, far = made.dummy(0, 1), made.dummy(1, 2), made.dummy(0, 3)
    blade = made.give("short sword", worn=True)
    made.hero.pack.remove(blade)
    ahead.pack.append(blade)
    made.rig(5, 5, 24, 0, 5, 5, 99)
    cast(made, "curse", "e")
    assert (lost(ahead), lost(side), lost(far)) == (12, 12, 0)
    assert (blade.cursed, blade.power) == (True, -3)


@pytest.mark.covers("delve-manual: 38")
def test_enervate_takes_energy_and_keeps_it_away() -> None:
    made = stage("enervate")
    worm = made.dummy(0, 1, energy=30, full_energy=30)
    made.rig(7, 7)
    cast(made, "enervate", "e")
    assert (lost(worm), worm.energy, worm.statuses["enervated"]) == (0, 14, 4)


@pytest.mark.covers("delve-manual: 39")
@pytest.mark.parametrize(
    ("name", "status", "dice", "power"),
    [("confusion", "confused", 1, 10), ("acid glob", "acid-burned", 1, 10),
     ("plague", "diseased", 2, 7), ("sleep", "asleep", 2, 5)],
)  # fmt: skip
def test_afflictions_last_for_a_roll(name: str, status: str, dice: int, power: int) -> None:
    made = stage(name)
    worm = made.dummy(0, 4)
    made.rig(*[power - 1] * dice)
    cast(made, name, "e")
    assert worm.statuses[status] == dice * power


@pytest.mark.covers("delve-manual: 39")
def test_confusion_reaches_eight_squares_and_acid_glob_any() -> None:
    made = stage("confusion", "acid glob")
    worm = made.dummy(0, 12)
    cast(made, "confusion", "e")
    assert not worm.statuses
    cast(made, "acid glob", "e")
    assert "acid-burned" in worm.statuses


@pytest.mark.covers("delve-manual: 39")
def test_poison_cloud_poisons_three_by_three_for_four_to_eight_rounds() -> None:
    for drawn, rounds in ((0, 4), (4, 8)):
        made = stage("poison cloud")
        worms = [made.dummy(0, 4), made.dummy(1, 5), made.dummy(0, 6)]
        made.rig(drawn)
        cast(made, "poison cloud", "e")
        assert [worm.statuses.get("poisoned") for worm in worms] == [rounds, rounds, None]


@pytest.mark.covers("delve-manual: 41")
def test_lightning_bolt_jumps_with_a_die_less_each_time() -> None:
    made = stage("lightning bolt")
    first, second, third = made.dummy(0, 3), made.dummy(2, 4), made.dummy(5, 5)
    far = made.dummy(-9, 3)
    made.rig(rest="high")
    cast(made, "lightning bolt", "e")
    assert [lost(worm) for worm in (first, second, third, far)] == [30, 20, 10, 0]


@pytest.mark.covers("delve-manual: 41")
def test_an_upgraded_lightning_bolt_rolls_six_dice_of_twenty() -> None:
    made = stage("lightning bolt")
    worm = made.dummy(0, 3)
    made.rig(rest="high")
    cast(made, "lightning bolt", "e", upgraded=True)
    assert lost(worm) == 120


def test_of_two_equally_near_lightning_takes_the_first_clockwise_from_north() -> None:
    made = stage("lightning bolt")
    made.dummy(0, 3)
    south, north = made.dummy(2, 3), made.dummy(-2, 3)
    made.rig(rest="high")
    cast(made, "lightning bolt", "e")
    assert (lost(north), lost(south)) == (20, 10)


@pytest.mark.covers("delve-manual: 42")
def test_web_spins_threads_of_6_to_40_points() -> None:
    for rest, points in (("low", 6), ("high", 40)):
        made = stage("web")
        worm = made.dummy(0, 4)
        made.rig(rest=rest)
        cast(made, "web", "e")
        assert (worm.web, "webbed" in worm.statuses) == (points, True)
        assert sum(code == terrain.WEB for code in made.level.ground) == 9
    made = stage("web")
    worm = made.dummy(0, 4)
    made.rig(rest="high")
    cast(made, "web", "e", upgraded=True)
    assert worm.web == 50


def test_acid_rain_falls_within_two_squares() -> None:
    made = stage("acid rain")
    worms = [made.dummy(0, 4), made.dummy(0, 6), made.dummy(0, 7)]
    made.rig(4, 4)
    cast(made, "acid rain", "e")
    assert [lost(worm) for worm in worms] == [10, 10, 0]
    assert worms[0].statuses["acid-burned"] == 2


def test_overload_burns_the_victims_own_energy() -> None:
    made = stage("overload", level=4)
    worm = made.dummy(0, 3, energy=20)
    made.rig(5, 5)
    cast(made, "overload", "e")
    assert (worm.energy, lost(worm)) == (8, 12)


def test_a_bolt_of_force_grows_with_the_level_and_meets_armour() -> None:
    made = stage("bolt of force", level=6)
    worm = made.dummy(0, 5, defence=5)
    made.rig(rest="high")
    cast(made, "bolt of force", "e")
    assert lost(worm) == 4 * 8 - 5


def test_drain_heals_by_half_and_finds_no_life_in_the_dead() -> None:
    made = stage("drain")
    made.hero.health = 1
    worm = made.dummy(0, 2)
    made.rig(8, 8)
    cast(made, "drain", "e")
    assert (lost(worm), made.hero.health) == (18, 10)
    dead = made.put("ghoul", -2, 0)
    cast(made, "drain", "n")
    assert lost(dead) == 0


def test_push_throws_back_and_what_stops_it_hurts() -> None:
    made = stage("push")
    worm = made.dummy(0, 1)
    cast(made, "push", "e")
    assert worm.at == made.at(0, 4)
    made.ground(0, 5, terrain.WALL)
    made.rig(5, 5, 5)
    cast(made, "push", "e")
    assert (worm.at, lost(worm)) == (made.at(0, 4), 18)


def test_calm_lasts_until_the_victim_is_hurt() -> None:
    made = stage("calm", "spark")
    worm = made.dummy(0, 2, hunting=9)
    cast(made, "calm", "e")
    assert (worm.statuses["calm"], worm.hunting) == (10, 0)
    cast(made, "spark", "e")
    assert "calm" not in worm.statuses


def test_terror_frightens_all_within_four_squares() -> None:
    made = stage("terror")
    near, far = made.dummy(0, 4), made.dummy(0, -5)
    cast(made, "terror")
    assert (near.statuses["terrified"], far.statuses) == (8, {})


def test_charm_beast_wins_beasts_of_no_higher_level() -> None:
    made = stage("charm beast", level=6)
    wolf = made.put("cave wolf", 0, 3)
    cast(made, "charm beast", "e")
    assert wolf.side == 1
    bear = made.put("cave bear", 0, -3)
    cast(made, "charm beast", "w")
    assert bear.side == 0
    ogre = made.put("larder ogre", 3, 0)
    cast(made, "charm beast", "s")
    assert ogre.side == 0


# ------------------------------------------------------------------ oneself


@pytest.mark.covers("delve-manual: 40")
def test_heal_wounds_gives_26_points_and_more_with_the_level() -> None:
    for level, points in ((0, 26), (13, 27)):
        made = stage("heal wounds", level=level)
        made.hero.full_health, made.hero.health = 200, 10
        cast(made, "heal wounds")
        assert made.hero.health == 10 + points


@pytest.mark.covers("delve-manual: 40")
@pytest.mark.parametrize(
    ("name", "taken"),
    [("purge poison", {"poisoned": 13}), ("cure disease", {"diseased": 13}),
     ("soothe acid burn", {"acid-burned": 10}),
     ("neutralize", {"enervated": 12, "confused": 12})],
)  # fmt: skip
def test_cures_take_points_off(name: str, taken: dict[str, int]) -> None:
    made = stage(name)
    made.hero.statuses |= dict.fromkeys(taken, 30)
    cast(made, name)
    assert {status: 30 - made.hero.statuses[status] for status in taken} == taken


def test_neutralize_takes_rage_too() -> None:
    made = stage("neutralize")
    made.hero.statuses["raging"] = 12
    cast(made, "neutralize")
    assert "raging" not in made.hero.statuses


@pytest.mark.covers("delve-manual: 40")
@pytest.mark.parametrize(
    ("name", "status", "points"),
    [("haste", "hasted", 9), ("rage", "raging", 13), ("stoneskin", "stoneskin", 13),
     ("invisibility", "invisible", 13), ("fire shield", "fire shield", 11),
     ("ice shield", "ice shield", 11), ("shock shield", "shock shield", 11),
     ("acid shield", "acid shield", 11), ("scrying", "scrying", 15), ("ground", "grounded", 12),
     ("warmth", "warm", 100), ("levitate", "levitating", 12)],
)  # fmt: skip
def test_protections_add_rounds(name: str, status: str, points: int) -> None:
    made = stage(name, level=8)
    cast(made, name)
    assert made.hero.statuses[status] == min(points, 99)


def test_levitate_and_calm_cost_half_when_upgraded() -> None:
    made = stage("levitate", "spark")
    spells = content().spells
    made.hero.upgraded += ["levitate", "spark"]
    assert spellcasting.cost(made.game, made.hero, spells["levitate"]) == 5
    assert spellcasting.cost(made.game, made.hero, spells["spark"]) == 4


def test_blink_moves_within_five_squares() -> None:
    made = stage("blink")
    made.free_dice()
    cast(made, "blink")
    assert 1 < gap(made.hero.at, HERE) <= 5


def test_leap_jumps_over_others() -> None:
    made = stage("leap")
    made.dummy(0, 1)
    cast(made, "leap", "e")
    assert made.hero.at == made.at(0, 3)


def test_swap_changes_places() -> None:
    made = stage("swap")
    worm = made.dummy(0, 4)
    cast(made, "swap", "e")
    assert (made.hero.at, worm.at) == (made.at(0, 4), HERE)


def test_second_wind_halves_fatigue() -> None:
    made = stage("second wind")
    made.hero.statuses["fatigued"] = 9
    cast(made, "second wind")
    assert made.hero.statuses["fatigued"] == 4


def test_quench_puts_out_fire_on_and_beside_the_caster() -> None:
    made = stage("quench")
    made.hero.statuses["on fire"] = 5
    near = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    for dy, dx in (*near, (0, 2)):
        made.ground(dy, dx, terrain.FLAMES)
    cast(made, "quench")
    assert "on fire" not in made.hero.statuses
    assert [made.level.ground[made.at(*each)] for each in near] == [terrain.FLOOR] * len(near)
    assert made.level.ground[made.at(0, 2)] == terrain.FLAMES


# ------------------------------------------------------------------ ground


def test_kindle_lights_the_first_enemys_square() -> None:
    made = stage("kindle")
    worm = made.dummy(0, 3)
    cast(made, "kindle", "e")
    assert made.level.ground[worm.at] == terrain.FLAMES
    assert worm.statuses["on fire"] == 3


def test_flame_wall_stands_across_the_way() -> None:
    made = stage("flame wall")
    cast(made, "flame wall", "e")
    burning = {at for at, code in enumerate(made.level.ground) if code == terrain.FLAMES}
    assert burning == {made.at(n, 4) for n in range(-2, 3)}


def test_frost_step_freezes_water_and_stops_lava() -> None:
    made = stage("frost step")
    for place, code in enumerate((terrain.SHALLOW, terrain.DEEP, terrain.LAVA), 1):
        made.ground(0, place, code)
    cast(made, "frost step", "e")
    found = [made.level.ground[made.at(0, n)] for n in (1, 2, 3)]
    assert found == [terrain.ICE, terrain.ICE, terrain.FLOOR]


def test_glacier_raises_a_ring_that_melts_after_six_rounds() -> None:
    made = stage("glacier")
    worm = made.dummy(0, 1)
    cast(made, "glacier")
    walls = [at for at, code in enumerate(made.level.ground) if code == terrain.ICE_WALL]
    assert len(walls) == 7
    assert worm.at not in walls
    for _ in range(6):
        made.do("pause")
    assert terrain.ICE_WALL not in made.level.ground


def test_etch_opens_a_lock_or_eats_armour() -> None:
    made = stage("etch")
    made.ground(0, 2, terrain.LOCKED_DOOR)
    cast(made, "etch", "e")
    assert made.level.ground[made.at(0, 2)] == terrain.DOOR
    worm = made.dummy(-3, 0, defence=5)
    cast(made, "etch", "n")
    assert worm.defence == 3


def test_light_lights_five_squares_around() -> None:
    made = stage("light")
    made.level.lit = bytearray(len(made.level.lit))
    cast(made, "light")
    lit = [at for at, light in enumerate(made.level.lit) if light]
    assert max(gap(at, HERE) for at in lit) == 5
    assert made.at(5, 5) in lit


# ------------------------------------------------------------------ knowing and things


def test_detect_life_shows_creatures_behind_walls() -> None:
    made = stage("detect life")
    for dy in (-1, 0, 1):
        made.ground(dy, 5, terrain.WALL)
    rat = made.put("rat", 0, 7)
    made.level.lit = bytearray(len(made.level.lit))
    for n in range(-9, 10):
        made.ground(n, 6, terrain.WALL)
    assert rat.uid not in made.hero.in_view
    cast(made, "detect life")
    made.look()
    assert rat.uid in made.hero.in_view


def test_detect_items_and_doors_write_into_the_memory() -> None:
    made = stage("detect items", "detect doors")
    made.level.lit = bytearray(len(made.level.lit))
    made.hero.memory = {}
    made.look()
    from_here = made.at(0, 15)
    made.level.items[from_here] = [made.give("dagger")]
    made.hero.pack = []
    cast(made, "detect items")
    assert from_here in made.game.memory(made.hero).items
    made.level.ground[made.at(0, 12)] = terrain.SECRET_DOOR
    made.level.ground[made.at(3, 3)] = terrain.PIT
    made.level.hidden = [made.at(3, 3)]
    cast(made, "detect doors")
    known = made.game.memory(made.hero).ground
    assert known[made.at(0, 12)] == terrain.DOOR
    assert known[made.at(3, 3)] == terrain.PIT
    assert not made.level.hidden


def test_identify_shows_what_a_thing_is() -> None:
    made = stage("identify")
    ring = made.give("ring of might", known=False)
    made.do("cast identify ring-of-might")
    assert ring.known


def test_bless_weapon_blesses_what_is_in_hand() -> None:
    made = stage("bless weapon")
    sword = made.give("short sword", worn=True)
    cast(made, "bless weapon")
    assert sword.bonus == "blessed"


@pytest.mark.covers("delve-manual: 43")
def test_remove_curse_sets_negative_figures_to_nothing() -> None:
    made = stage("remove curse")
    cap = made.give("leather cap", worn=True, defence=-1, range=2, cursed=True)
    made.rig(0)  # one die shows 1: it always lifts the curse
    made.do("cast remove-curse leather-cap")
    assert (cap.cursed, cap.defence, cap.range) == (False, 0, 4)


@pytest.mark.covers("delve-manual: 43")
def test_a_failed_remove_curse_may_hurt() -> None:
    made = stage("remove curse", level=1)
    ring = made.give("ring of might", worn=True, power=20, cursed=True)
    health = made.hero.health
    made.rig(0, 1, 0, 16, 16)  # 3 against 20; even chance; two dice of 17
    spellcasting.cast_spell(made.game, made.hero, "remove curse", "", ring)
    assert ring.cursed
    assert made.said("The ring of might is still cursed.")
    assert made.hero.health == health - 34 // 3


def test_raise_calls_up_what_died_near_by() -> None:
    made = stage("raise")
    made.level.dead = [("troll", made.at(0, 2)), ("rat", made.at(0, 9))]
    cast(made, "raise")
    troll = made.level.monsters[0]
    assert (troll.kind, troll.side, troll.health) == ("troll", 1, troll.full_health // 2)
    assert made.level.dead == [("rat", made.at(0, 9))]


# ------------------------------------------------------------------ learning and casting


@pytest.mark.covers("delve-manual: 13", "delve-manual: 4")
def test_scrolls_teach_cast_at_no_cost_and_record_in_the_book() -> None:
    made = Stage("mage")
    book = made.give("apprentice's book", worn=True, spells=[])
    made.give("scroll of shock")
    worm = made.dummy(0, 2)
    energy = made.hero.energy
    made.do("read scroll of shock e")
    assert "shock" in made.hero.spells
    assert book.spells == ["shock"]
    assert lost(worm) > 0
    assert made.hero.energy == energy


@pytest.mark.covers("delve-manual: 13")
def test_only_known_and_recorded_spells_are_cast_or_all_when_enlightened() -> None:
    made = Stage("mage")
    made.hero.spells = ["spark", "freeze"]
    assert spellcasting.castable(content(), made.hero) == []
    made.give("book of embers", worn=True)
    assert spellcasting.castable(content(), made.hero) == ["spark"]
    made.hero.statuses["enlightened"] = 5
    assert spellcasting.castable(content(), made.hero) == ["spark", "freeze"]


@pytest.mark.covers("delve-manual: 35")
def test_a_spell_without_energy_is_refused_and_nothing_changes() -> None:
    made = stage("fireball")
    made.hero.energy = 11
    before = made.rules.dump(made.state)
    with pytest.raises(ValueError, match="costs 12 energy; you have 11"):
        made.do("cast fireball e")
    assert made.rules.dump(made.state) == before


@pytest.mark.covers("delve-manual: 35", "delve-manual: 12")
def test_upgrading_doubles_every_figure() -> None:
    made = stage("fireball", "curse")
    made.hero.upgraded = ["fireball", "curse"]
    spells = content().spells
    ball = spellcasting.make_cast(made.game, made.hero, spells["fireball"])
    assert (ball.power, ball.figure("radius"), ball.attenuation * 10) == (20, 6, 16)
    curse = spellcasting.make_cast(made.game, made.hero, spells["curse"])
    assert (curse.power, curse.reach, curse.figure("spread")) == (24, 4, 2)


def test_near_a_null_no_spell_works() -> None:
    made = stage("spark")
    null = made.put("null", 0, 3)
    cast(made, "spark", "e")
    assert lost(null) == 0
    assert made.said("No spell works")


@pytest.mark.covers("delve-manual: 11")
def test_every_spell_of_the_data_has_a_test_here() -> None:
    text = Path(__file__).read_text()
    missing = [name for name in content().spells if f'"{name}"' not in text]
    assert not missing


@pytest.mark.parametrize("spell", ["spark", "ice shards", "lightning bolt", "drain"])
@pytest.mark.parametrize("met", [True, False])
def test_a_spell_that_meets_nobody_is_told_so_and_no_other(spell: str, met: bool) -> None:
    made = stage(spell)
    made.dummy(*((0, 1) if met else (1, 1)))
    cast(made, spell, "e")
    assert made.said(f"The {spell} meets nothing.") is not met


@pytest.mark.parametrize("spell", ["spark", "ice shards", "fireball", "lightning bolt", "drain"])
def test_a_death_is_told_after_the_spell_that_brings_it(spell: str) -> None:
    made = stage(spell)
    made.dummy(0, 1, health=1)
    made.rig(rest="high")
    events = made.rules.apply(
        made.state, 0, made.rules.parse(f"cast {spell} e", made.state, 0), made.dice
    )
    order = [type(event.fact) for event in events if isinstance(event.fact, Attacked | Died)]
    assert order[:2] == [Attacked, Died]
