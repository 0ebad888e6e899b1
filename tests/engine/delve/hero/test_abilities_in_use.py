"""Active abilities to their limits: their price, whom they reach, and what they leave alone."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.hero import abilities
from engine.delve.state import HEROES
from tests.engine.delve.stage import HERE, Stage
from tests.rows import for_each

HIT, MISS = 500, 0


def able(*names: str) -> Stage:
    made = Stage()
    made.hero.abilities = list(names)
    made.hero.energy = made.hero.full_energy = 40
    return made


def use(made: Stage, name: str, direction: str = "") -> None:
    abilities.use(made.game, made.hero, name, direction)


# ------------------------------------------------------------------ the price


def test_a_use_takes_its_energy_is_told_and_is_counted() -> None:
    made = able("whirl")
    use(made, "whirl")
    use(made, "whirl")
    assert made.hero.energy == 40 - 2 * 6
    assert made.hero.used == {"ability whirl": 2}
    assert made.said("Ann uses whirl.")
    assert "fatigued" not in made.hero.statuses


@for_each(
    "row",
    [
        ("whirl", 1, 0, 0),  # it takes what there is
        ("whirl", 0, 0, 1),
        ("whirl", 0, 3, 4),
        ("whirl", 0, 15, 16),
        ("whirl", 0, 16, 16),  # the most there is
        ("meditate", 0, 0, 0),  # it has no price
    ],
)
def test_who_has_no_energy_for_an_ability_grows_tired(row: tuple[str, int, int, int]) -> None:
    name, energy, before, fatigue = row
    made = able(name)
    made.hero.energy = energy
    made.hero.statuses = {"fatigued": before} if before else {}
    use(made, name)
    assert made.hero.energy == 0
    assert made.hero.statuses.get("fatigued", 0) == fatigue


# ------------------------------------------------------------------ charge


@for_each("row", [(1, False), (2, False), (3, True), (4, True), (5, True), (6, False)])
def test_a_charge_runs_two_to_four_squares(row: tuple[int, bool]) -> None:
    away, reached = row
    made = able("charge")
    made.dummy(0, away)
    assert abilities.directions(made.game, made.hero, "charge") == (["e"] if reached else [])
    made.rig(HIT, 0, 0)
    use(made, "charge", "e")
    assert made.hero.at == (made.at(0, away - 1) if reached else HERE)


@for_each("code", [terrain.WALL, terrain.DOOR, terrain.RUBBLE, terrain.LAVA, terrain.FLAMES, 0])
def test_a_charge_needs_open_ground_that_is_known_and_does_no_harm(code: int) -> None:
    made = able("charge")
    made.dummy(0, 4)
    made.game.memory(made.hero).ground[made.at(0, 2)] = code
    assert not abilities.directions(made.game, made.hero, "charge")


@for_each("code", [terrain.OPEN_DOOR, terrain.SHALLOW, terrain.GRASS])
def test_a_charge_leads_through_open_doors_and_water(code: int) -> None:
    made = able("charge")
    made.ground(0, 2, code)
    made.dummy(0, 4)
    assert abilities.directions(made.game, made.hero, "charge") == ["e"]


@for_each("status", ["frozen", "webbed"])
def test_who_is_held_cannot_charge(status: str) -> None:
    made = able("charge")
    made.dummy(0, 4)
    made.hero.statuses[status] = 3
    assert not abilities.directions(made.game, made.hero, "charge")


def test_the_first_in_the_way_is_charged_and_a_friend_there_is_passed_by_none() -> None:
    made = able("charge")
    made.dummy(0, 5)
    near = made.dummy(0, 3)
    assert abilities.charge_target(made.game, made.hero, "e") is near
    friend = made.dummy(0, -3, side=HEROES)
    assert abilities.charge_target(made.game, made.hero, "w") is None
    use(made, "charge", "w")
    assert made.hero.at == HERE
    assert friend.health == friend.full_health


def test_a_charge_into_somebody_unseen_ends_before_him_without_a_blow() -> None:
    made = able("charge")
    worm = made.dummy(0, 4)
    made.put("rat", 0, 2, statuses={"invisible": 9})
    use(made, "charge", "e")
    assert made.hero.at == made.at(0, 1)
    assert worm.health == worm.full_health


def test_who_dies_on_the_run_strikes_no_more() -> None:
    made = able("charge")
    worm = made.dummy(0, 4)
    made.hero.health = 1
    made.level.ground[made.at(0, 1)] = terrain.PIT  # which the hero does not know of
    use(made, "charge", "e")
    assert made.hero.fallen
    assert worm.health == worm.full_health


# ------------------------------------------------------------------ whirl, war cry


def test_a_whirl_reaches_whoever_is_beside_also_the_unseen_and_nobody_else() -> None:
    made = able("whirl")
    unseen = made.dummy(0, 1, statuses={"invisible": 9})
    far, friend = made.dummy(0, 2), made.dummy(1, 0, side=HEROES)
    made.rig(HIT, 0)
    use(made, "whirl")
    assert unseen.health < 500
    assert far.health == friend.health == 500


def test_a_hero_who_dies_in_a_whirl_strikes_nobody_else() -> None:
    made = able("whirl")
    made.hero.health = 1
    first = made.dummy(-1, 0, statuses={"fire shield": 9})
    second = made.dummy(1, 0)
    made.rig(HIT, 0, rest="high")
    use(made, "whirl")
    assert made.hero.fallen
    assert first.health < 500
    assert second.health == 500


@for_each(
    "row",
    [
        (49, "blind worm", True),
        (50, "blind worm", False),
        (49, "golem", False),
        (49, "the Butler", False),
    ],
)
def test_a_war_cry_frightens_those_below_half_health_for_six_turns(
    row: tuple[int, str, bool],
) -> None:
    health, kind, frightened = row
    made = able("war cry")
    foe = made.put(kind, 0, 3, health=health, full_health=100)
    assert abilities.is_useful(made.game, made.hero, "war cry") is frightened
    use(made, "war cry")
    assert foe.statuses.get("terrified") == (6 if frightened else None)


# ------------------------------------------------------------------ shove, tumble, disarm


@for_each("row", [(None, 3), (4, 3), (3, 2), (2, 1)])
def test_a_shove_goes_two_squares_as_far_as_there_is_room(row: tuple[int | None, int]) -> None:
    wall, left = row
    made = able("shove")
    worm = made.dummy(0, 1)
    if wall is not None:
        made.ground(0, wall, terrain.WALL)
    offered = abilities.directions(made.game, made.hero, "shove")
    assert offered == (["e"] if left > 1 else [])
    use(made, "shove", "e")
    assert worm.at == made.at(0, left)


def test_nobody_is_shoved_against_another_or_out_of_a_web() -> None:
    made = able("shove")
    worm = made.dummy(0, 1)
    behind = made.dummy(0, 2)
    assert not abilities.directions(made.game, made.hero, "shove")
    behind.statuses["invisible"] = 9  # which the hero cannot know
    assert abilities.directions(made.game, made.hero, "shove") == ["e"]
    made.level.monsters.remove(behind)
    worm.statuses["webbed"] = 1
    assert not abilities.directions(made.game, made.hero, "shove")


@for_each("name", ["shove", "tumble", "disarm"])
def test_what_is_aimed_at_an_empty_square_does_nothing(name: str) -> None:
    made = able(name)
    worm = made.dummy(0, 1, power=6)
    use(made, name, "w")
    assert (made.hero.at, worm.at, worm.power) == (HERE, made.at(0, 1), 6)


@for_each("name", ["tumble", "disarm"])
def test_abilities_for_those_beside_are_offered_towards_them_alone(name: str) -> None:
    made = able(name)
    made.dummy(0, 1)
    made.dummy(-1, -1)
    made.dummy(0, -2)
    made.dummy(1, 0, side=HEROES)
    made.dummy(1, 1, statuses={"invisible": 9}).at = made.at(2, 2)
    assert abilities.directions(made.game, made.hero, name) == ["e", "nw"]


# ------------------------------------------------------------------ for oneself


def test_no_feint_upon_a_feint_and_no_focus_upon_a_focus() -> None:
    made = able("feint", "focus")
    for name in ("feint", "focus"):
        assert abilities.is_useful(made.game, made.hero, name)
        use(made, name)
        assert not abilities.is_useful(made.game, made.hero, name)
    assert (made.hero.feint, made.hero.focus) == (True, True)


def test_meditation_is_for_who_lacks_energy_and_is_alone() -> None:
    made = able("meditate")
    assert not abilities.is_useful(made.game, made.hero, "meditate")
    made.hero.energy -= 1
    assert abilities.is_useful(made.game, made.hero, "meditate")
    made.hero.fought = True
    use(made, "meditate")
    assert (made.hero.meditating, made.hero.fought) == (5, False)
    made.put("rat", 0, 5, asleep=True)
    assert not abilities.is_useful(made.game, made.hero, "meditate")


def test_a_whirl_is_for_who_has_somebody_in_sight_beside_him() -> None:
    made = able("whirl")
    rat = made.put("rat", 0, 2)
    assert not abilities.is_useful(made.game, made.hero, "whirl")
    rat.at = made.at(0, 1)
    made.look()
    assert abilities.is_useful(made.game, made.hero, "whirl")
    rat.side = HEROES
    assert not abilities.is_useful(made.game, made.hero, "whirl")


@for_each("row", [(0, True), (3, True), (4, False)])
def test_the_dead_are_buried_within_three_squares(row: tuple[int, bool]) -> None:
    away, buried = row
    made = able("bury")
    made.level.dead = [("rat", made.at(0, away))]
    assert abilities.is_useful(made.game, made.hero, "bury") is buried
    use(made, "bury")
    assert made.level.dead == ([] if buried else [("rat", made.at(0, away))])


@for_each("code", [terrain.WALL, terrain.RUBBLE, terrain.LOCKED_DOOR, terrain.FLOOR, terrain.DOOR])
def test_walls_rubble_and_locked_doors_can_be_dug(code: int) -> None:
    made = able("dig")
    made.ground(0, 1, code)
    digs = code not in (terrain.FLOOR, terrain.DOOR)
    assert abilities.directions(made.game, made.hero, "dig") == (["e"] if digs else [])


# ------------------------------------------------------------------ lay hands


def test_hands_are_laid_on_whoever_lacks_most_of_hero_and_friends_beside() -> None:
    made = able("lay hands")
    made.hero.health = made.hero.full_health = 20
    assert not abilities.is_useful(made.game, made.hero, "lay hands")
    friend = made.dummy(0, 1, side=HEROES, health=90, full_health=100)
    made.dummy(0, 2, side=HEROES, health=1, full_health=100)  # out of reach
    made.dummy(1, 0, health=1, full_health=100)  # no friend
    assert abilities.is_useful(made.game, made.hero, "lay hands")
    made.hero.health = 12
    use(made, "lay hands")
    assert (made.hero.health, friend.health) == (12, 96)
    use(made, "lay hands")
    assert (made.hero.health, friend.health) == (18, 96)
    assert made.said("Ann heals 6.")


def test_of_those_who_lack_as_much_the_first_is_healed() -> None:
    made = able("lay hands")
    made.hero.health = made.hero.full_health - 5
    friend = made.dummy(0, 1, side=HEROES, health=95, full_health=100)
    use(made, "lay hands")
    assert (made.hero.health, friend.health) == (made.hero.full_health, 95)


@for_each("row", [(8, 8), (7, 7), (4, 4), (1, 1), (40, 8)])
def test_hands_heal_by_level_and_six_in_the_share_of_the_energy(row: tuple[int, int]) -> None:
    energy, healed = row
    made = able("lay hands")
    made.hero.level, made.hero.health, made.hero.energy = 2, 1, energy
    use(made, "lay hands")
    assert made.hero.health == 1 + healed
    assert made.hero.energy == max(0, energy - 8)


def test_laying_hands_needs_energy_and_somebody_hurt() -> None:
    made = able("lay hands")
    made.hero.health -= 1
    made.hero.energy = 0
    assert not abilities.is_useful(made.game, made.hero, "lay hands")
    made.hero.energy = 1
    assert abilities.is_useful(made.game, made.hero, "lay hands")
    made.hero.health += 1
    use(made, "lay hands")
    assert not made.said("heals")
