"""Consequences of a blow: who is told of it, whom it wakes, shields, and what death leaves."""

from __future__ import annotations

from engine.contract.facts import Attacked, CreatureRef, SeatRef
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat import damage, melee, statuses
from engine.delve.rules import inventory
from engine.delve.state import HEROES, words_of
from tests.engine.delve.stage import Stage
from tests.rows import for_each

HIT, CRITICAL, MISS = 500, 999, 0  # draws of the throw of chance


def lines(made: Stage) -> list[str]:
    return [str(words_of(line)) for line in made.hero.lines]


# ------------------------------------------------------------------ blows


@for_each(
    "row",
    [
        ((MISS,), "Ann misses the blind worm.", (False, 0)),
        ((HIT, 0), "Ann strikes the blind worm for 1.", (True, 1)),
        ((CRITICAL, 0), "Ann strikes the blind worm critically for 2.", (True, 2)),
    ],
)
def test_a_blow_is_told_as_it_turned_out(
    row: tuple[tuple[int, ...], str, tuple[bool, int]],
) -> None:
    draws, told, counted = row
    made = Stage()
    worm = made.dummy(0, 1)
    made.hero.lines = []
    made.rig(*draws)
    melee.strike(made.game, made.hero, worm)
    assert lines(made) == [told]
    fact = made.state.events[-1].fact
    assert fact == Attacked(SeatRef(0), CreatureRef("blind worm", worm.uid), *counted)


@for_each("code", [terrain.WALL, terrain.ROCK, terrain.RUBBLE])
def test_nobody_is_struck_inside_a_wall_but_from_inside_one(code: int) -> None:
    made = Stage()
    ghost = made.dummy(0, 1)
    made.level.ground[ghost.at] = code
    made.hero.lines = []
    assert not melee.can_reach(made.game, made.hero, ghost)
    assert melee.can_reach(made.game, ghost, made.hero)
    assert not melee.strike(made.game, made.hero, ghost)
    assert lines(made) == ["Ann strikes the wall; the blind worm is inside it."]
    assert made.hero.energy == made.hero.full_energy
    made.level.ground[made.hero.at] = terrain.WALL
    assert melee.can_reach(made.game, made.hero, ghost)


def test_the_invisible_are_seen_when_they_hit_and_not_when_they_miss() -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    made.hero.statuses["invisible"] = 9
    made.rig(MISS)
    melee.strike(made.game, made.hero, worm)
    assert "invisible" in made.hero.statuses
    made.rig(HIT)
    melee.strike(made.game, made.hero, worm)
    assert "invisible" not in made.hero.statuses


@for_each("row", [(1, 3, 3), (0, 3, 4), (0, 16, 16)])
def test_blows_without_energy_tire_up_to_sixteen(row: tuple[int, int, int]) -> None:
    energy, before, after = row
    made = Stage()
    worm = made.dummy(0, 1)
    made.hero.energy, made.hero.statuses["fatigued"] = energy, before
    made.rig(HIT)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.statuses["fatigued"] == after


def test_a_blow_at_somebody_hidden_shows_it_and_both_have_fought() -> None:
    made = Stage()
    worm = made.dummy(0, 1, disguised=True)
    made.rig(MISS)
    melee.strike(made.game, made.hero, worm)
    assert not worm.disguised
    assert made.hero.fought
    made.hero.fought = False
    made.rig(MISS)
    melee.strike(made.game, worm, made.hero)
    assert made.hero.fought


def test_leeches_drain_what_there_is_and_keep_what_they_can_hold() -> None:
    for energy, has, taken, holds in ((18, 30, 6, 36), (18, 34, 6, 36), (2, 30, 2, 32)):
        made = Stage()
        leech = made.put("leech", 0, 1, level=0, power=6, energy=has, full_energy=36)
        made.hero.energy = energy
        made.hero.defence = 0
        made.hero.lines = []
        made.rig(HIT, 4)  # five, for a full one times 1.4
        leech.full_energy, made.hero.health = 36, 20
        melee.strike(made.game, leech, made.hero)
        assert made.hero.health == 20
        assert made.hero.energy == energy - taken
        assert leech.energy == holds
        assert lines(made) == [f"The leech drains {taken} energy from Ann."]


@for_each("row", [("fire", {"frozen"}), ("ice", {"on fire"}), ("shock", set()), ("acid", set())])
def test_a_shield_ends_what_its_element_ends_and_nothing_else(row: tuple[str, set[str]]) -> None:
    shield, ended = row
    made = Stage()
    made.toughen()
    worm = made.dummy(0, 1)
    worm.statuses[f"{shield} shield"] = 9
    made.hero.statuses = {"frozen": 5, "on fire": 5}
    made.hero.lines = []
    made.rig(HIT, 0, 0, 0)
    melee.strike(made.game, made.hero, worm)
    assert made.hero.statuses.keys() == {"frozen", "on fire"} - ended
    assert f"The {shield} shield hurts Ann for 2." in " ".join(lines(made))


def test_a_shield_that_does_no_harm_is_not_told_of() -> None:
    made = Stage()
    worm = made.dummy(0, 1)
    worm.statuses["shock shield"] = 9
    made.hero.resist = {"shock": 8}
    made.hero.lines = []
    made.rig(HIT, 0, 3, 3)
    melee.strike(made.game, made.hero, worm)
    assert not made.is_hurt()
    assert len(lines(made)) == 1


@for_each(
    "row", [((MISS, HIT, 0), {}, True), ((HIT, 0), {}, False), ((MISS,), {"frozen": 2}, False)]
)
def test_riposte_answers_misses_alone_and_not_of_the_frozen(
    row: tuple[tuple[int, ...], dict[str, int], bool],
) -> None:
    draws, energy, strikes_back = row
    made = Stage()
    made.toughen()
    made.hero.abilities = ["riposte"]
    made.hero.statuses = energy
    worm = made.dummy(0, 1)
    made.rig(*draws)
    melee.strike(made.game, worm, made.hero)
    assert (worm.health < 500) is strikes_back
    assert made.hero.riposte_used is strikes_back


@for_each("status", ["", "frozen", "asleep"])
def test_reach_strikes_first_once_a_turn_unless_one_is_helpless(status: str) -> None:
    made = Stage()
    made.hero.abilities = ["reach"]
    made.hero.statuses = {status: 3} if status else {}
    worm = made.dummy(0, 1)
    made.rig(HIT, 0, HIT, 0)
    melee.meet(made.game, made.hero, worm)
    after = worm.health
    assert (after < 500) is (not status)
    melee.meet(made.game, made.hero, worm)
    assert worm.health == after


@for_each("row", [(6, True), (5, False)])
def test_a_blow_at_a_web_takes_its_force_off(row: tuple[int, bool]) -> None:
    strength, held = row
    made = Stage()
    made.ground(0, 0, terrain.WEB)
    made.hero.statuses["webbed"], made.hero.web = 1, strength
    made.level.webs[made.hero.at] = strength
    made.rig(3)  # four, times 1.4
    melee.cut_web(made.game, made.hero)
    assert ("webbed" in made.hero.statuses) is held
    assert (made.level.ground[made.hero.at] == terrain.WEB) is held
    assert (made.hero.at in made.level.webs) is held
    assert made.said("Ann cuts at the web.") is held


# ------------------------------------------------------------------ harm


def test_nobody_is_harmed_by_nothing_or_after_death() -> None:
    made = Stage()
    worm = made.dummy(0, 1, asleep=True)
    assert damage.harm(made.game, worm, 0) == damage.harm(made.game, worm, -3) == 0
    assert worm.asleep
    worm.fallen = True
    assert damage.harm(made.game, worm, 5) == 0
    assert worm.health == 500


@for_each(
    "row",
    [
        ("", {"frozen", "on fire"}),
        ("fire", {"on fire"}),
        ("ice", {"frozen"}),
        ("shock", {"frozen", "on fire"}),
        ("acid", {"frozen", "on fire"}),
    ],
)
def test_harm_wakes_and_calms_nobody_fire_thaws_and_ice_douses(row: tuple[str, set[str]]) -> None:
    element, left = row
    made = Stage()
    worm = made.dummy(0, 1, asleep=True, disguised=True)
    worm.statuses = {"asleep": 5, "calm": 5, "frozen": 5, "on fire": 5}
    assert damage.harm(made.game, worm, 3, element) == 3
    assert worm.statuses.keys() == left
    assert not worm.asleep
    assert not worm.disguised


@for_each("row", [(0, 20), (19, 20), (60, 60)])
def test_who_is_hurt_by_an_enemy_hunts_him_for_twenty_turns_at_least(row: tuple[int, int]) -> None:
    before, after = row
    made = Stage()
    worm = made.dummy(0, 3, hunting=before, goal=5)
    friend = made.dummy(0, 5)
    damage.harm(made.game, worm, 1, "", friend)
    damage.harm(made.game, worm, 1)
    assert (worm.hunting, worm.goal) == (before, 5)
    damage.harm(made.game, worm, 1, "", made.hero)
    assert (worm.hunting, worm.goal) == (after, made.hero.at)


@for_each(
    "row",
    [
        ("troll", "fire", 10),
        ("troll", "acid", 10),
        ("troll", "ice", 0),
        ("troll", "", 0),
        ("gas spore", "ice", 10),
        ("gas spore", "fire", 0),
        ("jackal", "fire", 0),
    ],
)
def test_fire_and_acid_stop_what_regrows_and_ice_what_explodes(row: tuple[str, str, int]) -> None:
    kind, element, quelled = row
    made = Stage()
    monster = made.put(kind, 0, 3)
    damage.harm(made.game, monster, 1, element)
    assert monster.quelled == quelled


@for_each("row", [(50, False), (51, True)])
def test_bears_rage_once_below_half_health_for_twelve_turns(row: tuple[int, bool]) -> None:
    harm, rages = row
    made = Stage()
    bear = made.put("cave bear", 0, 3, health=100, full_health=100)
    damage.harm(made.game, bear, harm)
    assert bear.statuses.get("raging") == (12 if rages else None)
    assert bear.used == (["berserk"] if rages else [])  # so the report on balance counts it
    bear.statuses = {}
    damage.harm(made.game, bear, 1)
    assert ("raging" in bear.statuses) is (not rages)


def test_a_hero_notes_what_hurts_him_and_stops_meditating() -> None:
    made = Stage()
    made.hero.meditating, made.hero.fought, made.hero.hurt = 3, False, 2
    damage.harm(made.game, made.hero, 4)
    assert (made.hero.hurt, made.hero.fought, made.hero.meditating) == (6, True, 0)


def test_energy_is_spent_and_health_healed_as_far_as_there_is_any() -> None:
    made = Stage()
    hero = made.hero
    hero.energy = 3
    damage.spend(hero, 5)
    assert hero.energy == 0
    hero.energy = 3
    assert (damage.drain_energy(hero, 2), hero.energy) == (2, 1)
    assert (damage.drain_energy(hero, 2), hero.energy) == (1, 0)
    hero.health = hero.full_health - 3
    assert damage.heal(hero, 2) == 2
    assert damage.heal(hero, 2) == 1
    assert damage.heal(hero, 2) == 0


def test_elements_are_resisted_and_plain_harm_is_not() -> None:
    made = Stage()
    worm = made.dummy(0, 1, resist={"fire": 4})
    cause = text("a test")
    assert damage.strike_element(made.game, worm, 9, "fire", None, cause) == 5
    assert damage.strike_element(made.game, worm, 4, "fire", None, cause) == 0
    assert damage.strike_element(made.game, worm, 4, "", None, cause) == 4


# ------------------------------------------------------------------ death


def test_a_dead_hero_leaves_all_that_he_had_where_he_fell() -> None:
    made = Stage()
    sword, bread = made.give("short sword", worn=True), made.give("bread")
    made.hero.menu = ["throw"]
    troll = made.put("troll", 0, 1)
    damage.harm(made.game, made.hero, 99, "", troll)
    assert made.hero.fallen
    assert made.hero.pack == []
    assert made.hero.menu == []
    assert {item.kind for item in made.level.items[made.hero.at]} == {sword.kind, bread.kind}
    assert not sword.worn
    assert (str(made.hero.killer), made.hero.killer_kind) == ("a troll", "troll")
    assert made.said("Ann dies, slain by a troll.")


def test_what_the_dead_wore_lies_in_one_stack_with_its_like() -> None:
    made = Stage()
    troll = made.put("troll", 0, 1)
    for who in (made.hero, troll):
        made.level.items[who.at] = [inventory.fresh(made.game.content, "dagger", 900)]
        who.pack = [inventory.fresh(made.game.content, "dagger", 901)]
        who.pack[0].worn = True
        damage.harm(made.game, who, 900, "", None)
        assert [item.count for item in made.level.items[who.at]] == [2]


@for_each("row", [("", "the dark"), ("hunger", "hunger"), ("a fall", "a fall")])
def test_a_death_by_nobody_is_laid_to_its_cause(row: tuple[str, str]) -> None:
    cause, told = row
    made = Stage()
    damage.harm(made.game, made.hero, 99, "", None, cause=text(cause) if cause else "")
    assert (str(made.hero.killer), made.hero.killer_kind) == (told, "")


def test_the_unique_and_friends_are_named_as_killers() -> None:
    made = Stage()
    butler = made.put("the Butler", 0, 1)
    assert str(damage.name_of_killer(made.game, butler)) == "the Butler"
    assert str(damage.name_of_killer(made.game, made.hero)) == "Ann"


def test_an_avatar_returns_with_half_his_health_all_his_energy_and_no_ills() -> None:
    made = Stage()
    made.hero.full_health, made.hero.energy, made.hero.rating = 41, 3, 20
    made.level.arrival = made.at(5, 5)
    made.hero.statuses = {"avatar": 9, "poisoned": 5, "on fire": 5, "hasted": 5}
    damage.harm(made.game, made.hero, 99)
    assert not made.hero.fallen
    assert (made.hero.health, made.hero.energy, made.hero.rating) == (20, 18, 70)
    assert made.hero.statuses == {"hasted": 5}
    assert made.hero.at == made.at(5, 5)


@for_each(
    "row",
    [
        ({}, True, {"jackal": 1}, 1),
        ({"summoned": True}, False, {}, 0),
        ({"side": HEROES}, False, {}, 1),
    ],
)
def test_a_slain_monster_counts_unless_it_was_summoned_or_a_friend(
    row: tuple[dict[str, object], bool, dict[str, int], int],
) -> None:
    figures, experience, slain, dead = row
    made = Stage()
    jackal = made.put("jackal", 0, 3, **figures)
    jackal.pack = [made.give("dagger", worn=True)]
    made.hero.pack = []
    before = made.hero.experience
    damage.harm(made.game, jackal, 99, "", made.hero)
    assert jackal not in made.level.monsters
    assert (made.hero.experience > before) is experience
    assert (made.state.slain, made.hero.kills) == (slain, slain)
    assert made.level.dead == [("jackal", jackal.at)] * dead
    [dagger] = made.level.items[jackal.at]
    assert not dagger.worn
    assert made.said("The jackal dies.")


def test_who_dies_by_nobody_or_its_own_side_gives_no_experience() -> None:
    made = Stage()
    for by in (None, made.put("rat", 0, 5)):
        jackal = made.put("jackal", 0, 3)
        before = made.hero.experience
        damage.harm(made.game, jackal, 99, "", by)
        assert made.hero.experience == before
    assert made.state.slain == {"jackal": 2}
    assert made.hero.kills == {}
    friend = made.dummy(0, 6, side=HEROES)
    damage.harm(made.game, made.put("jackal", 0, 3), 99, "", friend)
    assert made.hero.experience > before
    assert made.hero.kills == {}


def test_ice_that_kills_stops_the_last_power_of_the_slain() -> None:
    made = Stage()
    for element, quelled in (("ice", 10), ("", 0)):
        jackal = made.put("jackal", 0, 3)
        damage.harm(made.game, jackal, 99, element)
        assert jackal.quelled == quelled


# ------------------------------------------------------------------ places


@for_each("code", [terrain.WALL, terrain.RUBBLE, terrain.LAVA, terrain.DEEP])
def test_things_fall_beside_what_cannot_hold_them(code: int) -> None:
    made = Stage()
    made.ground(0, 3, code)
    bread = made.give("bread")
    place = damage.drop(made.game, made.level, made.at(0, 3), bread)
    assert place != made.at(0, 3)
    assert abs(place - made.at(0, 3)) in (1, 59, 60, 61)
    assert made.level.items[place] == [bread]
    assert damage.drop(made.game, made.level, made.at(0, 5), made.give("dart")) == made.at(0, 5)


def test_the_nearest_free_square_is_not_taken_nor_harmful_and_ones_own_is_free() -> None:
    made = Stage()
    here = made.hero.at
    assert damage.nearest_free(made.game, made.level, here, made.hero) == here
    for code in (terrain.LAVA, terrain.DEEP):
        made.ground(-1, 0, code)
        found = damage.nearest_free(made.game, made.level, here)
        assert found not in (None, here, made.at(-1, 0))
    made.level.ground[:] = bytes([terrain.WALL]) * len(made.level.ground)
    assert damage.nearest_free(made.game, made.level, here) is None


def test_who_is_within_so_many_steps_is_seen_from_there() -> None:
    made = Stage()
    near, far = made.dummy(0, 2), made.dummy(0, 3)
    hidden = made.dummy(0, -2)
    made.ground(0, -1, terrain.WALL)
    assert damage.within(made.game, made.hero, 2) == [near]
    assert far in damage.within(made.game, made.hero, 3)
    assert hidden not in damage.within(made.game, made.hero, 3)


# ------------------------------------------------------------------ statuses


IMMUNE = (
    ("the Butler", {"asleep", "confused", "terrified", "calm"}),
    ("ghoul", {"diseased", "poisoned", "asleep"}),
    ("golem", {"diseased", "poisoned", "asleep", "terrified", "confused", "enervated", "calm"}),
    ("smelter imp", {"on fire"}),  # its resistance is just twenty
    ("bone dragon", {"diseased", "poisoned", "asleep", "frozen"}),
    ("jackal", set()),
)
TRIED = (
    "asleep", "confused", "terrified", "calm", "diseased", "poisoned", "enervated", "on fire",
    "frozen", "webbed", "raging",
)  # fmt: skip


@for_each("row", IMMUNE)
def test_some_statuses_do_not_take_hold_of_some_monsters(row: tuple[str, set[str]]) -> None:
    kind, immune = row
    made = Stage()
    monster = made.put(kind, 0, 3)
    monster.statuses = {}
    assert {name for name in TRIED if statuses.is_immune(made.game, monster, name)} == immune
    for name in TRIED:
        assert statuses.add(made.game, monster, name, 2) is (name not in immune)
        monster.statuses = {}


def test_points_add_up_to_ninety_nine_and_fatigue_to_sixteen() -> None:
    made = Stage()
    for name, most in (("poisoned", 99), ("fatigued", 16)):
        assert statuses.add(made.game, made.hero, name, most - 1)
        assert made.hero.statuses[name] == most - 1
        assert statuses.add(made.game, made.hero, name, 5)
        assert made.hero.statuses[name] == most
        assert not statuses.add(made.game, made.hero, name, 0)
    made.hero.fallen = True
    assert not statuses.add(made.game, made.hero, "hasted", 3)


def test_points_are_taken_off_and_the_end_is_told_once() -> None:
    made = Stage()
    made.hero.statuses = {"poisoned": 5}
    made.hero.lines = []
    assert statuses.remove(made.game, made.hero, "poisoned", 4)
    assert made.hero.statuses == {"poisoned": 1}
    assert lines(made) == []
    assert statuses.remove(made.game, made.hero, "poisoned", 1)
    assert made.hero.statuses == {}
    assert lines(made) == ["The poison leaves Ann."]
    assert not statuses.remove(made.game, made.hero, "poisoned")


def test_nobody_burns_in_water_but_who_floats_over_it() -> None:
    made = Stage()
    made.ground(0, 0, terrain.SHALLOW)
    assert not statuses.burn(made.game, made.hero, 3)
    made.hero.statuses["levitating"] = 3
    assert statuses.burn(made.game, made.hero, 3)
    assert made.hero.statuses["on fire"] == 3
