"""Powers of monsters to their limits: distances, energy, turns and numbers on both sides."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.combat import melee_effects
from engine.delve.monsters import monster_turn, powers
from engine.delve.rules.context import gap
from engine.delve.state import HEROES, DelveMonster
from tests.engine.delve.stage import HERE, Stage
from tests.rows import for_each

HIT = 500


def acts(made: Stage, monster: DelveMonster, name: str, *, alone: bool = False) -> bool:
    """Let a monster use one of its powers, against the hero or nobody; return whether it did."""
    trait = made.game.kind(monster).traits[name]
    return powers.POWERS[name](made.game, monster, trait, None if alone else made.hero)


# ------------------------------------------------------------------ distances


@for_each(
    "row",
    [
        ("crate hopper", "leaps", 1, False),
        ("crate hopper", "leaps", 2, True),
        ("crate hopper", "leaps", 3, True),
        ("crate hopper", "leaps", 4, False),
        ("pike guard", "reach", 1, False),
        ("pike guard", "reach", 2, True),
        ("pike guard", "reach", 3, False),
        ("kobold slinger", "shoots", 1, False),
        ("kobold slinger", "shoots", 2, True),
        ("kobold slinger", "shoots", 6, True),
        ("kobold slinger", "shoots", 7, False),
        ("bone dragon", "breathes", 1, True),
        ("bone dragon", "breathes", 6, True),
        ("bone dragon", "breathes", 7, False),
        ("siren", "pulls", 1, False),
        ("siren", "pulls", 2, True),
        ("snapping crab", "sidesteps", 1, True),
        ("snapping crab", "sidesteps", 2, False),
    ],
)
def test_a_power_reaches_so_far_and_no_farther(row: tuple[str, str, int, bool]) -> None:
    kind, power, away, reached = row
    made = Stage()
    made.toughen()
    monster = made.put(kind, 0, away)
    made.rig(rest="low")
    assert acts(made, monster, power) is reached
    assert not acts(made, monster, power, alone=True)


@for_each("row", [
    ("pike guard", "reach"), ("kobold slinger", "shoots"), ("bone dragon", "breathes"),
])  # fmt: skip
def test_what_needs_a_line_is_not_used_out_of_line(row: tuple[str, str]) -> None:
    kind, power = row
    made = Stage()
    made.rig(rest="low")
    monster = made.put(kind, 1, 2)
    assert not acts(made, monster, power)
    assert monster.energy == monster.full_energy


@for_each("row", [
    (2, True, True), (6, True, True), (7, True, False), (1, True, False), (4, False, False),
])  # fmt: skip
def test_magnets_draw_whoever_wears_iron_within_six_squares(row: tuple[int, bool, bool]) -> None:
    away, iron, drawn = row
    made = Stage()
    magnet = made.put("magnet", 0, away)
    made.give("short sword" if iron else "robe", worn=True)
    made.give("short sword")  # in the pack it is not drawn
    assert acts(made, magnet, "draws-iron") is drawn
    assert gap(magnet.at, made.hero.at) == away - drawn
    assert magnet.timer == (2 if drawn else 0)


def test_who_draws_a_hero_does_so_every_second_turn_and_only_in_sight() -> None:
    made = Stage()
    siren = made.put("siren", 0, 5)
    assert acts(made, siren, "pulls")
    assert made.hero.at == made.at(0, 1)
    assert not acts(made, siren, "pulls")
    siren.timer = 0
    made.hero.in_view = []
    assert not acts(made, siren, "pulls")
    assert made.hero.at == made.at(0, 1)


# ------------------------------------------------------------------ energy


@for_each("row", [(8, 0), (7, None), (20, 12)])
def test_a_breath_takes_eight_energy(row: tuple[int, int | None]) -> None:
    energy, left = row
    made = Stage()
    made.toughen()
    dragon = made.put("bone dragon", 0, 3, energy=energy)
    made.rig(rest="low")
    assert acts(made, dragon, "breathes") is (left is not None)
    assert dragon.energy == (energy if left is None else left)


def test_a_breath_hurts_all_enemies_in_line_as_far_as_it_goes_and_stops_at_walls() -> None:
    made = Stage()
    made.toughen()
    dragon = made.put("bone dragon", 0, 4)
    friend = made.put("ghoul", 0, 2)
    pet = made.dummy(0, -1, side=HEROES)
    far = made.dummy(0, -3, side=HEROES)
    made.rig(rest="low")
    assert acts(made, dragon, "breathes")
    assert made.is_hurt()
    assert friend.health == friend.full_health
    assert pet.health == 500 - 2  # two dice of six, each one
    assert far.health == 500
    made.toughen()
    made.ground(0, 1, terrain.ICE_WALL)
    trait = made.game.kind(dragon).traits["breathes"]
    powers.breathe(made.game, dragon, trait, "w")
    assert not made.is_hurt()


@for_each("row", [(4, 49, 8, True), (3, 49, 8, False), (4, 50, 8, False), (4, 49, 9, False)])
def test_tide_callers_mend_friends_below_half_health_within_eight_squares(
    row: tuple[int, int, int, bool],
) -> None:
    energy, health, away, mended = row
    made = Stage()
    caller = made.put("tide caller", 0, 3, energy=energy)
    friend = made.dummy(0, 3 + away, health=health, full_health=100)
    made.dummy(2, 3, health=1, full_health=100, side=HEROES)  # no friend of hers
    assert acts(made, caller, "mends", alone=True) is mended
    assert friend.health == health + 12 * mended
    assert caller.energy == energy - 4 * mended
    assert made.said("The tide caller mends the blind worm.") is mended


def test_the_worst_hurt_is_mended_first_and_she_herself_too() -> None:
    made = Stage()
    caller = made.put("tide caller", 0, 3, health=10)
    friend = made.dummy(0, 4, health=11, full_health=100)
    acts(made, caller, "mends")
    assert (caller.health, friend.health) == (22, 11)
    assert made.said("The tide caller mends its own wounds.")
    acts(made, caller, "mends")
    assert (caller.health, friend.health) == (22, 23)


# ------------------------------------------------------------------ turns and numbers


def test_howlers_howl_every_twenty_turns_at_an_enemy() -> None:
    made = Stage()
    howler = made.put("howler", 0, 5)
    near, far = made.put("rat", 0, 20, asleep=True), made.put("rat", 0, 21, asleep=True)
    assert not acts(made, howler, "howls", alone=True)
    assert acts(made, howler, "howls")
    assert howler.timer == 20
    assert (near.asleep, far.asleep) == (False, True)  # fifteen squares
    assert not acts(made, howler, "howls")
    howler.timer = 0
    assert acts(made, howler, "howls")


def test_water_is_called_within_two_squares_of_an_enemy_on_bare_ground() -> None:
    made = Stage()
    caller = made.put("tide caller", 0, 5)
    made.ground(0, 1, terrain.ALTAR)
    made.ground(1, 1, terrain.GRASS)
    assert not acts(made, caller, "floods", alone=True)
    assert acts(made, caller, "floods")
    ground = made.level.ground
    assert ground[made.at(0, 1)] == terrain.ALTAR
    assert {ground[made.at(dy, dx)] for dy, dx in ((1, 1), (2, 2), (-2, 0))} == {terrain.SHALLOW}
    assert ground[made.at(0, 3)] == terrain.FLOOR
    assert ground.count(terrain.SHALLOW) == 24
    assert caller.timer == 20
    assert not acts(made, caller, "floods")


@for_each("row", [(7, True), (8, False)])
def test_a_nest_breeds_every_thirty_turns_up_to_eight(row: tuple[int, bool]) -> None:
    rats, breeds = row
    made = Stage()
    nest = made.put("plague rat nest", 0, 5, side=HEROES)
    for place in range(rats):
        made.put("plague rat", place - 4, 9)
    assert acts(made, nest, "breeds", alone=True) is breeds
    assert nest.timer == 30
    young = made.level.monsters[-1]
    assert (young.at == made.at(-1, 5), young.summoned, young.side == HEROES) == (breeds,) * 3
    assert not acts(made, nest, "breeds", alone=True)


def test_a_nest_without_a_free_square_beside_it_breeds_nothing() -> None:
    made = Stage()
    nest = made.put("plague rat nest", 0, 5)
    for dy in (-1, 0, 1):
        for dx in (4, 5, 6):
            if (dy, dx) != (0, 5):
                made.ground(dy, dx, terrain.WALL)
    assert not acts(made, nest, "breeds", alone=True)
    assert made.level.monsters == [nest]


@for_each("row",
    [(0, 0, "fire"), (24, 0, "fire"), (25, 1, "ice"), (50, 2, "shock"), (75, 3, "acid"),
     (99, 3, "acid")],
)  # fmt: skip
def test_the_warden_has_an_element_for_each_quarter_of_health(row: tuple[int, int, str]) -> None:
    lost, stage, element = row
    made = Stage()
    warden = made.put("the Warden", 0, 5, health=100 - lost, full_health=100)
    assert not acts(made, warden, "warden")  # it costs no turn
    assert warden.stage == stage
    assert warden.resist == dict.fromkeys(("fire", "ice", "shock", "acid"), 6) | {element: 12}
    assert [name for name in warden.statuses if name.endswith("shield")][-1] == f"{element} shield"


def test_crabs_stay_beside_whom_they_strike() -> None:
    made = Stage()
    made.toughen()
    crab = made.put("snapping crab", 0, 1)
    made.rig(HIT, 0, 3)
    assert acts(made, crab, "sidesteps")
    assert made.is_hurt()
    assert crab.at != made.at(0, 1)
    assert gap(crab.at, HERE) == 1


def test_hoppers_held_in_webs_do_not_leap_and_nobody_leaps_into_lava() -> None:
    made = Stage()
    made.toughen()
    hopper = made.put("crate hopper", 0, 3)
    made.rig(rest="low")
    hopper.statuses["webbed"] = 1
    assert not acts(made, hopper, "leaps")
    del hopper.statuses["webbed"]
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if (dy, dx) != (0, 0):
                made.ground(dy, dx, terrain.LAVA)
    assert not acts(made, hopper, "leaps")
    made.ground(1, -1, terrain.FLOOR)
    made.rig(0, HIT, 1)
    assert acts(made, hopper, "leaps")
    assert hopper.at == made.at(1, -1)
    assert made.is_hurt()


# ------------------------------------------------------------------ spells


@for_each(
    "row",
    [
        ("spark wisp", 2, 4, True),
        ("spark wisp", 2, 3, False),
        ("spark wisp", 1, 24, False),  # beside an enemy it strikes
        ("spark wisp", 8, 24, True),
        ("spark wisp", 9, 24, False),
        ("storm engine", 1, 48, True),  # which cannot move
        ("jackal", 3, 99, False),
    ],
)
def test_who_can_cast_does_so_when_it_can_pay_and_reach(row: tuple[str, int, int, bool]) -> None:
    kind, away, energy, casts = row
    made = Stage()
    made.toughen()
    monster = made.put(kind, 0, away, energy=energy)
    made.rig(rest="low")
    assert powers.use_spell(made.game, monster, made.hero) is casts
    assert (powers.SPELLS in monster.used) is casts


@for_each("row", [(49, True), (50, False)])
def test_spells_are_cast_half_of_the_time(row: tuple[int, bool]) -> None:
    drawn, casts = row
    made = Stage()
    made.toughen()
    wisp = made.put("spark wisp", 0, 3)
    made.rig(drawn)
    assert powers.use_spell(made.game, wisp, made.hero) is casts


@for_each("row", [(92, True), (93, False)])
def test_healing_is_cast_below_half_health(row: tuple[int, bool]) -> None:
    health, heals = row
    made = Stage()
    caller = made.put("tide caller", 0, 3, health=health)
    made.rig(0, 1)
    assert powers.use_spell(made.game, caller, made.hero) is heals
    assert (caller.health > health) is heals


def test_what_a_caster_has_already_is_not_cast_again() -> None:
    made = Stage()
    shaman = made.put("goblin shaman", 0, 3)
    for casts in (True, False):
        made.rig(0, 2)
        assert powers.use_spell(made.game, shaman, made.hero) is casts
    assert "hasted" in shaman.statuses


# ------------------------------------------------------------------ blows


@for_each(
    "row",
    [("mist wraith", 18, 12, True), ("mist wraith", 4, 0, True), ("mist wraith", 0, 0, False)],
)
def test_chills_take_energy_as_far_as_there_is_any(row: tuple[str, int, int, bool]) -> None:
    kind, energy, left, marked = row
    made = Stage()
    wraith = made.put(kind, 0, 1)
    made.hero.energy = energy
    melee_effects.after_hit(made.game, wraith, made.hero, 1)
    assert made.hero.energy == left
    assert ("chills" in wraith.used) is marked


@for_each("row", [(59, True), (60, False)])
def test_hexes_curse_one_thing_that_is_worn_in_sixty_of_a_hundred(row: tuple[int, bool]) -> None:
    drawn, cursed = row
    made = Stage()
    priest = made.put("hex priest", 0, 1)
    sword = made.give("short sword", worn=True, known=False)
    bread = made.give("bread")
    made.rig(drawn)
    melee_effects.after_hit(made.game, priest, made.hero, 1)
    assert (sword.cursed, sword.known) == (cursed, cursed)
    assert not bread.cursed
    assert ("hexes" in priest.used) is cursed
    made.rig(0)
    melee_effects.after_hit(made.game, priest, made.hero, 1)  # nothing is left to curse
    assert sword.cursed


@for_each("row", [("goat of the warrens", 2), ("ash giant", 3)])
def test_the_hurled_fly_so_far_or_until_something_stops_them(row: tuple[str, int]) -> None:
    kind, squares = row
    for wall, flown in ((None, squares), (squares, squares - 1), (1, 0)):
        made = Stage()
        giant = made.put(kind, 0, 1)
        if wall is not None:
            made.ground(0, -wall, terrain.WALL)
        melee_effects.after_hit(made.game, giant, made.hero, 1)
        assert made.hero.at == made.at(0, -flown)
        assert ("hurls" in giant.used) is (flown > 0)


def test_bone_mills_heal_by_what_they_do_up_to_their_full_health() -> None:
    for before, damage, after in ((100, 30, 130), (440, 30, 450), (450, 30, 450), (100, 0, 100)):
        made = Stage()
        mill = made.put("bone mill", 0, 1, health=before)
        melee_effects.after_hit(made.game, mill, made.hero, damage)
        assert mill.health == after
        assert ("feasts" in mill.used) is (after > before)


@for_each("row", [(7, True), (6, False)])
def test_what_is_left_of_less_than_a_quarter_splits_no_more(row: tuple[int, bool]) -> None:
    health, splits = row
    made = Stage()
    slime = made.put("slime", 0, 1, health=health, full_health=28)
    melee_effects.after_struck(made.game, slime, made.hero, None)
    parts = [each.health for each in made.level.monsters]
    assert parts == ([4, 3] if splits else [6])
    assert [each.summoned for each in made.level.monsters] == [False, True][: len(parts)]


def test_a_thief_takes_one_loose_thing_and_no_more_until_it_is_rid_of_it() -> None:
    made = Stage()
    thief = made.put("pickpocket", 0, 1)
    sword, bread = made.give("short sword", worn=True), made.give("bread", 2)
    heart = made.give(made.rules.content.heart)
    for _ in range(2):
        melee_effects.after_hit(made.game, thief, made.hero, 1)
    assert [(item.kind, item.count) for item in thief.pack] == [("bread", 1)]
    assert bread.count == 1
    assert made.hero.pack == [sword, bread, heart]
    butler = made.put("the Butler", 1, 0)
    melee_effects.after_hit(made.game, butler, made.hero, 1)
    melee_effects.after_hit(made.game, butler, made.hero, 1)
    assert [(item.kind, item.count) for item in butler.pack] == [("bread", 1)]
    assert made.hero.pack == [sword, heart]


# ------------------------------------------------------------------ noticing and fleeing


@for_each(
    "row",
    [
        (24, {}, True),  # courage 25
        (25, {}, False),
        (99, {"statuses": {"terrified": 2}}, True),
        (1, {"statuses": {"raging": 2}}, False),
    ],
)
def test_who_is_below_the_share_of_its_courage_flees(
    row: tuple[int, dict[str, object], bool],
) -> None:
    health, figures, flees = row
    made = Stage()
    jackal = made.put("jackal", 0, 2, health=health, full_health=100, **figures)
    assert monster_turn.wants_to_flee(made.game, jackal) is flees
    mould = made.put("mould", 0, -2, health=1, statuses={"terrified": 2})
    assert not monster_turn.wants_to_flee(made.game, mould)


def test_the_nearest_of_several_enemies_is_fought_the_first_of_as_near() -> None:
    made = Stage()
    made.hero.at = made.at(0, -9)
    foe = made.put("jackal", 0, 0)
    far, near = made.dummy(0, 4, side=HEROES), made.dummy(0, 3, side=HEROES)
    other = made.dummy(3, 0, side=HEROES)
    for enemies, wanted in (
        ([far, near, other], near),
        ([other, near], other),
        ([made.hero, far], far),
        ([], None),
    ):
        assert monster_turn.nearest_seen(made.game, foe, list(enemies)) is wanted
    near.fallen, other.disguised = True, True
    assert monster_turn.nearest_seen(made.game, foe, [near, other, far]) is far


@for_each("row", [("jackal", 1, True), ("jackal", 2, False), ("golem", 1, False)])
def test_the_invisible_are_noticed_from_beside_but_not_by_the_dull(
    row: tuple[str, int, bool],
) -> None:
    kind, away, seen = row
    made = Stage()
    made.hero.statuses["invisible"] = 9
    foe = made.put(kind, 0, away)
    assert monster_turn.sees(made.game, foe, made.hero) is seen
