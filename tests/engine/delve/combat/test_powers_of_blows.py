"""Powers of blows beside their damage: when each acts, what is told and noted of it."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.combat import melee, melee_effects
from engine.delve.combat.melee_effects import add_monster, after_hit, after_struck
from engine.delve.rules import inventory
from engine.delve.state import DUNGEON, HEROES
from tests.engine.delve.stage import HERE, Stage
from tests.rows import for_each


def hit(made: Stage, kind: str, damage: int = 1, **figures: object) -> list[str]:
    """Let a monster's blow take effect on the hero; return which of its traits are noted."""
    monster = made.put(kind, 0, 1, **figures)
    after_hit(made.game, monster, made.hero, damage)
    return monster.used


# ------------------------------------------------------------------ touches and things


@for_each(
    "row",
    [
        ("web spider", 1, {"poisoned": 3}),
        ("web spider", 0, {}),
        ("ghoul", 2, {"frozen": 1}),
        ("plague rat", 1, {"diseased": 3}),
    ],
)
def test_a_touch_acts_where_the_blow_did_damage(row: tuple[str, int, dict[str, int]]) -> None:
    kind, damage, statuses = row
    made = Stage()
    assert hit(made, kind, damage) == (["touch"] if statuses else [])
    assert made.hero.statuses == statuses


def test_a_touch_that_cannot_take_hold_is_not_noted() -> None:
    made = Stage()
    made.hero.abilities = ["clear head"]
    assert hit(made, "lantern fish") == []
    assert made.hero.statuses == {}


@for_each("falls", ["victim", "monster"])
def test_a_blow_that_somebody_fell_of_does_nothing_more(falls: str) -> None:
    made = Stage()
    bread = made.give("bread")
    ogre = made.put("larder ogre", 0, 1)
    (made.hero if falls == "victim" else ogre).fallen = True
    after_hit(made.game, ogre, made.hero, 1)
    assert made.hero.pack == [bread]
    assert ogre.used == []


@for_each("row", [(18, 10, 6, 16), (18, 33, 6, 36), (4, 10, 4, 14)])
def test_sapping_gives_what_it_takes_as_far_as_it_can_be_held(
    row: tuple[int, int, int, int],
) -> None:
    energy, before, taken, after = row
    made = Stage()
    leech = made.put("leech", 0, 1, energy=before, full_energy=36)
    made.hero.energy = energy
    assert melee_effects.sap(made.game, leech, made.hero, 6) == taken
    assert (made.hero.energy, leech.energy) == (energy - taken, after)
    assert leech.used == ["saps"]


def test_who_is_sapped_by_a_hero_has_not_sapped() -> None:
    made = Stage()
    leech = made.put("leech", 0, 1, energy=9)
    made.hero.energy = 5
    assert melee_effects.sap(made.game, made.hero, leech, 2) == 2
    assert (made.hero.energy, leech.energy, leech.used) == (7, 7, [])


def test_rust_takes_one_thing_of_iron_and_is_told() -> None:
    made = Stage()
    jerkin = made.give("leather jerkin", worn=True)
    helm = made.give("iron helm", worn=True, defence=3)
    sword = made.give("short sword", worn=True, power=3)
    oiled = made.give("iron helm", worn=True, defence=3, rust_proof=True)
    loose = made.give("iron helm", defence=3)
    figures = jerkin.defence
    made.rig(1)
    assert hit(made, "rust beetle") == ["rusts"]
    assert (helm.defence, sword.power) == (3, 2)
    assert (jerkin.defence, oiled.defence, loose.defence) == (figures, 3, 3)
    assert made.said("Ann's short sword rusts.")


def test_without_iron_that_can_rust_nothing_is_noted() -> None:
    made = Stage()
    made.give("leather jerkin", worn=True)
    assert hit(made, "rust beetle") == []
    made.level.monsters.clear()
    made.give("iron helm", worn=True, defence=inventory.LOWEST_FIGURE)
    assert hit(made, "rust beetle") == []
    assert not made.said("rusts")


def test_a_curse_falls_on_one_thing_that_is_not_cursed_and_is_told() -> None:
    made = Stage()
    cursed = made.give("iron helm", worn=True, cursed=True, known=False)
    jerkin = made.give("leather jerkin", worn=True, known=False)
    sword = made.give("short sword", worn=True, known=False)
    made.rig(1)
    assert melee_effects.curse_worn(made.game, made.hero)
    assert (sword.cursed, sword.known, jerkin.cursed, cursed.known) == (True, True, False, False)
    assert made.said("A curse falls on Ann's short sword.")
    jerkin.cursed = True
    assert not melee_effects.curse_worn(made.game, made.hero)


def test_a_thief_takes_what_the_dice_say_and_is_told_of() -> None:
    made = Stage()
    made.give("bread")
    made.give("cheese")
    made.rig(1)
    assert hit(made, "pickpocket") == ["steals"]
    assert [item.kind for item in made.hero.pack] == ["bread"]
    assert made.said("The pickpocket steals Ann's cheese.")
    assert made.hero.lines[-1].kind == "theft"
    assert hit(Stage(), "pickpocket") == []


def test_an_ogre_eats_one_of_the_food_alone_and_is_told_of() -> None:
    made = Stage()
    cap, bread, cheese = made.give("leather cap"), made.give("bread"), made.give("cheese", 2)
    made.rig(1)
    assert hit(made, "larder ogre") == ["eats-food"]
    assert made.hero.pack == [cap, bread, cheese]
    assert cheese.count == 1
    assert made.said("The larder ogre eats Ann's cheese.")
    assert made.hero.lines[-1].kind == "theft"
    made.hero.pack = [cap]
    made.level.monsters.clear()
    assert hit(made, "larder ogre") == []
    assert made.hero.pack == [cap]


def test_monsters_lose_neither_food_nor_things() -> None:
    made = Stage()
    ogre, thief = made.put("larder ogre", 0, 1), made.put("pickpocket", 1, 1)
    friend = made.dummy(1, 0, side=HEROES)
    friend.pack = [made.give("bread")]
    for monster in (ogre, thief):
        after_hit(made.game, monster, friend, 1)
    assert len(friend.pack) == 1


# ------------------------------------------------------------------ who is struck


@for_each(
    "row",
    [
        ({"power": 3}, 2),
        ({"power": 3, "acid_proof": True}, 3),
        ({"power": inventory.LOWEST_FIGURE}, inventory.LOWEST_FIGURE),
    ],
)
def test_acid_eats_what_struck_it_unless_that_is_proof(row: tuple[dict[str, int], int]) -> None:
    figures, left = row
    made = Stage()
    sword = made.give("short sword", worn=True, **figures)
    ooze = made.put("green ooze", 0, 1)
    after_struck(made.game, ooze, made.hero, sword)
    eaten = left < figures["power"]
    assert sword.power == left
    assert ooze.used == (["corrodes"] if eaten else [])
    assert made.said("Acid eats Ann's short sword.") is eaten


def test_acid_eats_nothing_of_who_strikes_with_bare_hands() -> None:
    made = Stage()
    ooze = made.put("green ooze", 0, 1)
    after_struck(made.game, ooze, made.hero, None)
    assert ooze.used == []


@for_each("row", [(9, False, (5, 4)), (8, False, (4, 4)), (8, True, (8,)), (0, False, (0,))])
def test_a_slime_splits_beside_itself_while_it_lives(
    row: tuple[int, bool, tuple[int, ...]],
) -> None:
    health, shut_in, parts = row
    made = Stage()
    slime = made.put("slime", 0, 1, health=health, full_health=8, side=HEROES)
    slime.fallen = not health
    if shut_in:
        for dy in (-1, 0, 1):
            for dx in (0, 1, 2):
                if (dy, dx) not in ((0, 0), (0, 1)):
                    made.ground(dy, dx, terrain.WALL)
    after_struck(made.game, slime, made.hero, None)
    assert tuple(each.health for each in made.level.monsters) == parts
    assert {each.side for each in made.level.monsters} == {HEROES}
    assert slime.used == (["splits"] if len(parts) == 2 else [])
    assert made.said("The slime splits in two.") is (len(parts) == 2)
    if len(parts) == 2:
        assert made.level.monsters[1].at == made.at(-1, 1)  # north is the first that is free


@for_each("row", [("low", -4), ("high", 4)])
def test_a_mirror_imp_blinks_up_to_four_squares_away(row: tuple[str, int]) -> None:
    rest, by = row
    made = Stage()
    imp = made.put("mirror imp", 0, 5)
    made.rig(rest=rest)
    after_struck(made.game, imp, made.hero, None)
    assert imp.at == made.at(by, 5 + by)
    assert imp.used == ["blinks-when-hurt"]


def test_the_fallen_do_not_blink() -> None:
    made = Stage()
    imp = made.put("mirror imp", 0, 5, fallen=True)
    after_struck(made.game, imp, made.hero, None)
    assert imp.at == made.at(0, 5)
    assert imp.used == []


def test_who_is_scattered_comes_to_a_free_square_in_sight_that_is_not_beside_him() -> None:
    made = Stage()
    near = range(-3, 4)
    for dy, dx in [(dy, dx) for dy in near for dx in near if max(abs(dy), abs(dx)) > 1]:
        made.ground(dy, dx, terrain.WALL)
    assert not melee_effects.scatter(made.game, made.hero, 5)
    assert made.hero.at == HERE
    made.ground(2, 1, terrain.FLOOR)
    made.ground(-2, 1, terrain.FLOOR)
    made.dummy(-2, 1)
    assert melee_effects.scatter(made.game, made.hero, 3)
    assert made.hero.at == made.at(2, 1)


# ------------------------------------------------------------------ moved by others


@for_each(
    "row",
    [
        ((1, 1), 3, None, (-3, -3), 0),
        ((-1, 0), 2, None, (2, 0), 0),
        ((0, -2), 4, 3, (0, 2), 2),
        ((0, -2), 4, 1, (0, 0), 4),
        ((0, 0), 2, None, (0, 0), 2),
    ],
)
def test_a_shove_goes_straight_away_and_tells_how_far_it_did_not_go(
    row: tuple[tuple[int, int], int, int | None, tuple[int, int], int],
) -> None:
    source, squares, wall, end, left = row
    made = Stage()
    if wall is not None:
        made.ground(0, wall, terrain.WALL)
    assert melee_effects.shove(made.game, made.hero, made.at(*source), squares) == left
    assert made.hero.at == made.at(*end)


@for_each("row", [({"webbed": 1}, [], 2), ({}, ["rooted stance"], 2), ({}, [], 0)])
def test_webs_and_a_rooted_stance_hold_against_a_shove(
    row: tuple[dict[str, int], list[str], int],
) -> None:
    made = Stage()
    made.hero.statuses, made.hero.abilities, left = row
    assert melee_effects.shove(made.game, made.hero, made.at(0, 1), 2) == left
    assert made.hero.at == made.at(0, left - 2)


@for_each(
    "row",
    [
        ((0, 5), [], (0, 1)),
        ((0, 5), [(0, 1)], (-1, 1)),
        ((2, 5), [], (1, 1)),
        ((2, 5), [(1, 1)], (0, 1)),
        ((2, 5), [(1, 1), (0, 1)], (-1, 1)),
        ((2, 5), [(1, 1), (0, 1), (-1, 1)], (0, 0)),
        ((-4, -1), [], (-1, -1)),
        ((-4, -4), [], (-1, -1)),
        ((4, 3), [], (1, 1)),
        ((4, -3), [(1, -1)], (1, 0)),
    ],
)
def test_a_pull_draws_to_the_free_square_nearest_to_whoever_pulls(
    row: tuple[tuple[int, int], list[tuple[int, int]], tuple[int, int]],
) -> None:
    toward, walls, end = row
    made = Stage()
    for dy, dx in walls:
        made.ground(dy, dx, terrain.WALL)
    assert melee_effects.pull(made.game, made.hero, made.at(*toward)) is (end != (0, 0))
    assert made.hero.at == made.at(*end)


def test_a_rooted_stance_is_neither_drawn_nor_dragged() -> None:
    made = Stage()
    made.hero.abilities = ["rooted stance"]
    assert not melee_effects.pull(made.game, made.hero, made.at(0, 5))
    made.ground(0, 1, terrain.DEEP)
    made.ground(0, 2, terrain.DEEP)
    assert hit(made, "eel") == []
    assert made.hero.at == HERE


@for_each(
    "row",
    [
        ([(0, 2)], [], (0, 2)),
        ([(0, 2), (-1, 2)], [], (-1, 2)),
        ([(0, 2), (-1, 2)], [(-1, 2)], (0, 2)),
        ([(0, 2)], [(0, 2)], None),
        ([(-1, 1), (1, 1)], [], None),  # beside the victim still
        ([], [], None),
    ],
)
def test_an_eel_drags_its_victim_through_free_water_away_from_where_it_stood(
    row: tuple[list[tuple[int, int]], list[tuple[int, int]], tuple[int, int] | None],
) -> None:
    water, others, end = row
    made = Stage()
    for dy, dx in [(0, 1), *water]:
        made.ground(dy, dx, terrain.DEEP)
    for dy, dx in others:
        made.dummy(dy, dx)
    eel = made.put("eel", 0, 1)
    after_hit(made.game, eel, made.hero, 1)
    drags = end is not None
    assert eel.at == made.at(*(end or (0, 1)))
    assert made.hero.at == made.at(0, 1 if drags else 0)
    assert eel.used == (["drags"] if drags else [])
    assert made.said("The eel drags Ann along.") is drags


# ------------------------------------------------------------------ new monsters


def test_a_new_monster_has_the_figures_of_its_kind_and_its_number() -> None:
    made = Stage()
    kind = made.rules.content.monsters["trapdoor spider"]
    assert made.game.at(1, made.at(0, 4)) is None
    one, two = (add_monster(made.game, 1, kind.name, made.at(0, dx)) for dx in (3, 4))
    assert (one.number, two.number) == (1, 2)
    assert one.uid != two.uid
    assert (two.home, two.at, two.depth, two.side) == (made.at(0, 4), made.at(0, 4), 1, DUNGEON)
    assert (two.level, two.power, two.defence) == (kind.level, kind.power, kind.defence)
    assert (two.health, two.full_health) == (kind.health, kind.health)
    assert (two.energy, two.full_energy) == (kind.energy, kind.energy)
    assert (two.resist, two.statuses) == (kind.resist, {})
    assert two.resist is not kind.resist
    assert made.game.at(1, made.at(0, 4)) is two
    assert made.level.monsters == [one, two]


@for_each("row", [("trapdoor spider", True), ("mimic", True), ("rat", False)])
def test_those_who_lurk_or_mimic_come_disguised(row: tuple[str, bool]) -> None:
    kind, disguised = row
    made = Stage()
    assert add_monster(made.game, 1, kind, made.at(0, 3)).disguised is disguised


def test_who_is_shielded_by_nature_comes_with_the_shield() -> None:
    made = Stage()
    salamander = add_monster(made.game, 1, "fire salamander", made.at(0, 3))
    assert salamander.statuses == {"fire shield": 99}


def test_a_blow_that_strikes_brings_what_striking_brings() -> None:
    made = Stage()
    sword = made.give("short sword", worn=True, power=3)
    loose = made.give("dagger", power=3)
    ooze = made.put("green ooze", 0, 1, health=500)
    made.rig(0)
    melee.strike(made.game, made.hero, ooze)
    assert (sword.power, loose.power) == (3, 3)
    made.rig(500)
    melee.strike(made.game, made.hero, ooze)
    assert (sword.power, loose.power) == (2, 3)
