"""The figures that creatures fight with: what is worn, statuses and abilities, all counted."""

from __future__ import annotations

from engine.delve.rules import sheet_values
from engine.delve.rules.rolls import BlowRoll, EnergyDice
from tests.engine.delve.stage import Stage
from tests.rows import for_each


def bearing(*abilities: str, class_name: str = "fighter") -> Stage:
    made = Stage(class_name)
    made.hero.abilities = list(abilities)
    return made


# ------------------------------------------------------------------ power and defence


@for_each(
    "row",
    [
        ({}, 7, 10),
        ({"diseased": 3}, 7, 7),  # three quarters of ten, rounded down
        ({"diseased": 3}, -20, 1),
        ({}, -3, 1),
        ({}, -2, 1),
        ({}, -1, 2),
    ],
)
def test_power_counts_what_is_worn_and_is_one_at_least(
    row: tuple[dict[str, int], int, int],
) -> None:
    statuses, own, total = row
    made = Stage()
    made.give("short sword", worn=True, power=3)
    made.give("short sword", power=9)
    made.give("leather jerkin", worn=True)
    made.hero.power, made.hero.statuses = own, statuses
    assert sheet_values.power(made.game, made.hero) == total


def test_statuses_that_strengthen_count_in_power() -> None:
    kinds = [each for each in Stage().rules.content.statuses.values() if each.power]
    assert kinds
    for kind in kinds:
        made = Stage()
        made.hero.power, made.hero.statuses = 20, {kind.name: 3}
        assert sheet_values.power(made.game, made.hero) == 20 + kind.power


def test_defence_and_resistance_count_what_is_worn_alone() -> None:
    made = Stage()
    made.hero.defence, made.hero.resist = 2, {"fire": 1}
    made.give("leather jerkin", worn=True, defence=4, resist={"fire": 5, "ice": 2})
    made.give("leather jerkin", defence=9, resist={"fire": 9})
    assert sheet_values.defence(made.game, made.hero) == 6
    resistances = [
        sheet_values.resistance(made.game, made.hero, e) for e in ("fire", "ice", "acid")
    ]
    assert resistances == [6, 2, 0]


@for_each(
    "row",
    [
        ([], {}, 2),
        ([], {"stoneskin": 3}, 8),
        (["thick hide"], {}, 4),
        (["thick hide", "thick hide"], {}, 4),  # each ability counts once
        (["thick hide"], {"stoneskin": 3}, 10),
    ],
)
def test_statuses_and_abilities_that_protect_count_in_defence(
    row: tuple[list[str], dict[str, int], int],
) -> None:
    abilities, statuses, defence = row
    made = bearing(*abilities)
    made.hero.defence, made.hero.statuses = 2, statuses
    assert sheet_values.defence(made.game, made.hero) == defence


def test_cold_blood_counts_in_resistance_to_ice_alone() -> None:
    made = bearing("cold blood")
    made.hero.resist = {"ice": 4, "fire": 1}
    assert sheet_values.resistance(made.game, made.hero, "ice") == 8
    assert sheet_values.resistance(made.game, made.hero, "fire") == 1


# ------------------------------------------------------------------ energy


@for_each(
    "row",
    [
        ([], {}, 20, (5, 18)),
        ([], {"enervated": 2}, 20, (0, 18)),
        (["last stand"], {}, 5, (18, 18)),  # a quarter of twenty
        (["last stand"], {}, 6, (5, 18)),
        ([], {}, 5, (5, 18)),
        (["last stand"], {"enervated": 2}, 5, (0, 18)),
    ],
)
def test_energy_counts_as_none_of_the_enervated_and_as_full_in_a_last_stand(
    row: tuple[list[str], dict[str, int], int, tuple[int, int]],
) -> None:
    abilities, statuses, health, energy = row
    made = bearing(*abilities)
    made.hero.statuses, made.hero.health, made.hero.energy = statuses, health, 5
    assert sheet_values.effective_energy(made.game, made.hero) == energy


# ------------------------------------------------------------------ misses


@for_each(
    "row",
    [
        ("fighter", [], "rat", 100),
        ("monk", [], "rat", 50),
        ("fighter", ["bane of beasts"], "rat", 50),
        ("fighter", ["bane of the undead"], "rat", 100),
        ("fighter", ["bane of the undead"], "ghoul", 50),
        ("monk", ["bane of the undead"], "ghoul", 25),
    ],
)
def test_banes_halve_the_misses_of_a_class(row: tuple[str, list[str], str, int]) -> None:
    class_name, abilities, kind, miss = row
    made = bearing(*abilities, class_name=class_name)
    victim = made.put(kind, 0, 1)
    assert sheet_values.base_miss(made.game, made.hero, victim) == miss
    plain = 50 if class_name == "monk" else 100
    assert sheet_values.base_miss(made.game, made.hero, None) == plain
    assert sheet_values.base_miss(made.game, made.hero, made.hero) == plain
    assert sheet_values.base_miss(made.game, victim, made.hero) == 100


def test_who_aims_well_misses_and_hits_critically_as_its_kind_does() -> None:
    made = Stage()
    monk = made.put("war monk", 0, 1)
    assert sheet_values.base_miss(made.game, monk, made.hero) == 50
    assert sheet_values.critical_chance(made.game, monk, made.hero) == 200
    rat = made.put("rat", 1, 1)
    assert sheet_values.critical_chance(made.game, rat, made.hero) == 100


@for_each(
    "row",
    [
        ([], 1, False, 100),
        ([], 1, True, 400),
        ([], 2, True, 100),
        (["guarding"], 1, False, 200),
        (["guarding"], 1, True, 500),
    ],
)
def test_the_invisible_are_missed_four_times_in_ten_and_those_on_guard_once_more(
    row: tuple[list[str], int, bool, int],
) -> None:
    worn, away, invisible, miss = row
    made = bearing(*worn)
    rat = made.put("rat", 0, away)
    if invisible:
        made.hero.statuses["invisible"] = 3
    assert sheet_values.miss_chance(made.game, rat, made.hero) == miss


def test_a_feint_never_misses() -> None:
    made = Stage()
    rat = made.put("rat", 0, 1, statuses={"invisible": 3})
    assert sheet_values.miss_chance(made.game, made.hero, rat) == 400
    made.hero.feint = True
    assert sheet_values.miss_chance(made.game, made.hero, rat) == 0


# ------------------------------------------------------------------ criticals


@for_each(
    "row",
    [
        ([], True, 100),
        (["backstabbing"], True, 1000),
        (["backstabbing"], False, 100),
        (["keen"], False, 200),
        (["keen", "backstabbing"], True, 1000),
        (["keen", "backstabbing"], False, 200),
    ],
)
def test_sleepers_are_stabbed_and_keen_edges_hit_critically_twice_as_often(
    row: tuple[list[str], bool, int],
) -> None:
    abilities, asleep, critical = row
    made = bearing(*abilities)
    rat = made.put("rat", 0, 1, asleep=asleep)
    assert sheet_values.critical_chance(made.game, made.hero, rat) == critical


def test_nobody_hits_critically_who_is_deflected() -> None:
    made = bearing("deflecting")
    monk = made.put("war monk", 0, 1)
    assert sheet_values.critical_chance(made.game, monk, made.hero) == 0


# ------------------------------------------------------------------ nature


@for_each("row", [("rat", {}, False), ("candle ghost", {}, True), ("rat", {"levitating": 2}, True)])
def test_who_flies_or_levitates_floats(row: tuple[str, dict[str, int], bool]) -> None:
    kind, statuses, floats = row
    made = Stage()
    assert sheet_values.floats(made.game, made.put(kind, 0, 2, statuses=statuses)) is floats


def test_who_passes_through_walls_floats_and_a_hero_floats_by_magic_alone() -> None:
    made = Stage()
    wraith = next(e.name for e in made.rules.content.monsters.values() if e.has("phases"))
    assert sheet_values.floats(made.game, made.put(wraith, 0, 2))
    assert not sheet_values.floats(made.game, made.hero)
    made.hero.statuses["levitating"] = 1
    assert sheet_values.floats(made.game, made.hero)


def test_the_undead_are_told_by_their_family() -> None:
    made = Stage()
    assert sheet_values.is_undead(made.game, made.put("ghoul", 0, 1))
    assert not sheet_values.is_undead(made.game, made.put("rat", 1, 1))
    assert not sheet_values.is_undead(made.game, made.hero)


# ------------------------------------------------------------------ rolls


@for_each(
    "row", [(False, [], 2), (True, [], 2), (True, ["opportunist"], 3), (False, ["opportunist"], 2)]
)
def test_opportunists_roll_a_die_more_at_those_who_flee(row: tuple[bool, list[str], int]) -> None:
    fled, abilities, dice = row
    made = bearing(*abilities)
    made.hero.level = 3
    rat = made.put("rat", 0, 1, fled=fled, defence=4)
    rolled = sheet_values.blow_at(made.game, made.hero, rat)
    assert rolled == BlowRoll(100, 100, EnergyDice(dice, 7, (18, 18)), 4)
    assert sheet_values.blow_at(made.game, made.hero, rat, 2).force.dice == dice + 2
