"""Actions done: each one's effect on the hero, his things and the square, and what is told."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.data.kinds import Trait
from engine.delve.items import item_use
from engine.delve.levels import stairs
from engine.delve.movement import movement
from engine.delve.state import HEROES, words_of
from tests.engine.delve.stage import HERE, Stage, content
from tests.rows import for_each

HIT, MISS = 500, 0


# ------------------------------------------------------------------ altars and fountains


def test_an_upgrade_is_counted_and_told() -> None:
    made = Stage("mage")
    made.hero.spells = ["spark", "freeze"]
    made.ground(0, 0, terrain.ALTAR)
    made.do("upgrade freeze")
    assert made.hero.upgraded == ["freeze"]
    assert made.hero.used == {"upgrade freeze": 1}
    assert made.said("The altar takes freeze and gives back something greater.")


def test_prayers_are_counted_and_told() -> None:
    made = Stage()
    for times in (1, 2):
        made.ground(0, 0, terrain.ALTAR)
        made.do("pray")
        assert made.hero.used == {"pray": times}
    kind = content().classes["fighter"]
    assert made.said(
        "Ann prays, and is stronger for good:"
        f" health + {kind.health_gain}, energy + {kind.energy_gain}."
    )


@for_each("number", range(len(content().fountains)))
def test_a_fountain_gives_one_draught_and_is_dry(number: int) -> None:
    made = Stage()
    made.ground(0, 0, terrain.FOUNTAIN)
    made.rig(number)
    item_use.drink_fountain(made.game, made.hero)
    assert made.said(content().fountains[number].line)
    assert made.level.ground[HERE] == terrain.DRY_FOUNTAIN


@for_each(
    "row",
    [  # the fountain, health and energy before, and after it
        ("warm", (1, 1), (21, 1)),
        ("warm", (30, 1), (40, 1)),
        ("burning", (1, 1), (1, 30)),
        ("burning", (1, 25), (1, 30)),
        ("stale", (1, 1), (1, 1)),
    ],
)
def test_a_fountain_gives_back_half_of_all_health_or_all_energy_and_no_more(
    row: tuple[str, tuple[int, int], tuple[int, int]],
) -> None:
    name, before, after = row
    made = Stage()
    made.hero.full_health, made.hero.full_energy = 40, 30
    made.hero.health, made.hero.energy = before
    made.ground(0, 0, terrain.FOUNTAIN)
    made.rig([each.name for each in content().fountains].index(name))
    item_use.drink_fountain(made.game, made.hero)
    assert (made.hero.health, made.hero.energy) == after


def test_a_draught_refreshes_health_or_energy_by_the_share_that_its_data_name() -> None:
    for figure, after in (("health", (11, 1)), ("energy", (1, 9))):
        made = Stage()
        made.hero.full_health, made.hero.full_energy = 40, 33
        made.hero.health = made.hero.energy = 1
        item_use.EFFECTS["refresh"](made.game, made.hero, Trait("refresh", (figure, "25")))
        assert (made.hero.health, made.hero.energy) == after


def test_who_drinks_at_a_fountain_empties_no_potion() -> None:
    made = Stage()
    made.give("potion of healing", 2)
    made.ground(0, 0, terrain.FOUNTAIN)
    made.do("drink fountain")
    assert made.level.ground[HERE] == terrain.DRY_FOUNTAIN
    assert made.hero.pack[0].count == 2
    made.do("drink potion-of-healing")
    assert made.hero.pack[0].count == 1


# ------------------------------------------------------------------ doors and looking


def test_a_locked_door_that_is_opened_is_bashed_and_another_is_open_at_once() -> None:
    made = Stage()
    door = made.at(0, 1)
    made.ground(0, 1, terrain.LOCKED_DOOR)
    made.level.doors[door] = 200
    made.rig(rest="low")
    made.do("open e")
    assert made.level.ground[door] == terrain.LOCKED_DOOR
    assert made.level.doors[door] < 200
    made.ground(0, -1, terrain.DOOR)
    made.do("open w")
    assert made.level.ground[made.at(0, -1)] == terrain.OPEN_DOOR
    assert made.hero.at == HERE


def test_looking_tells_of_one_monster_of_several() -> None:
    made = Stage()
    made.put("rat", 0, 3, health=1)
    made.put("rat", 2, 3)
    for line, told in (("look rat", "The rat\n"), ("look rat-2", "Rat 2\n")):
        made.hero.lines = []
        made.do(line)
        (page,) = [each for each in made.hero.lines if each.kind == "page"]
        assert str(page.text).startswith(told)
    assert made.hero.turns == 0


# ------------------------------------------------------------------ who stands in the way


@for_each("row", [(900, True), (1, False)])
def test_who_was_hiding_strikes_first_and_is_struck_by_who_lives(row: tuple[int, bool]) -> None:
    health, lives = row
    made = Stage()
    made.hero.health = made.hero.full_health = health
    mimic = made.put("mimic", 0, 1, disguised=True, asleep=True, health=500, defence=0)
    made.rig(HIT, rest="high")
    movement._meet(made.game, made.hero, mimic)
    assert made.said("The mimic was only hiding!")
    assert made.hero.fallen is not lives
    assert made.hero.health < health
    assert (mimic.health < 500) is lives
    assert (mimic.disguised, mimic.asleep) == (False, False)


def test_who_does_not_hide_does_not_strike_first() -> None:
    made = Stage()
    made.dummy(0, 1)
    made.rig(MISS)
    movement._meet(made.game, made.hero, made.level.monsters[0])
    assert not made.said("hiding")
    assert not made.is_hurt()


def test_who_strikes_more_than_once_does_so_while_both_live() -> None:
    kind = next(each for each in content().monsters.values() if each.has("blows"))
    number = kind.traits["blows"].number()
    assert number > 1
    for name, health, blows in ((kind.name, 900, number), (kind.name, 1, 1), ("rat", 900, 1)):
        made = Stage()
        made.hero.health = made.hero.full_health = health
        monster = made.put(name, 0, 1)
        made.hero.lines = []
        made.rig(*([MISS] * blows if health > 1 else [HIT]), rest="high")
        movement.blows(made.game, monster, made.hero)
        told = [str(words_of(line)) for line in made.hero.lines]
        assert sum("misses Ann" in line or "strikes Ann" in line for line in told) == blows


# ------------------------------------------------------------------ captives


@for_each("depth", [1, 4])
def test_who_was_led_out_of_prison_thanks_with_experience_by_the_level(depth: int) -> None:
    made = Stage()
    friend = made.dummy(0, 1, side=HEROES, captive=True)
    made.hero.depth = friend.depth = made.level.depth = depth
    made.state.levels = {depth: made.level}
    made.hero.experience = 0
    for times in (1, 2):
        friend.captive = True
        stairs._thank(made.game, friend, made.hero)
        assert not friend.captive
        assert made.state.deeds["freed"] == times
        assert made.hero.experience == 12 * depth * times
    assert made.said("The blind worm is out of prison, and thanks Ann.")


# ------------------------------------------------------------------ what is dropped


def test_a_thing_that_is_dropped_lies_where_the_hero_stands_and_ends_nothing() -> None:
    for code in (terrain.FLOOR, terrain.DIM_ALTAR, terrain.GRAVE):
        made = Stage()
        made.ground(0, 0, code)
        cap = made.give("leather cap", worn=True)
        made.do("drop leather-cap")
        assert made.hero.pack == []
        assert made.level.items == {HERE: [cap]}
        assert not cap.worn
        assert HERE in made.game.memory(made.hero).visited
        assert made.said("Ann drops", "leather cap")
        assert made.state.ended == ""
