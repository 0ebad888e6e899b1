"""Deeds of a hero: which are allowed, why others are not, and the words for what is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.delve import terrain
from engine.delve.actions.execution import why_not
from engine.delve.actions.legal_actions import CHOICES
from engine.delve.combat.melee_effects import add_monster
from engine.delve.rules import formulas
from engine.delve.state import DEEPEST, HEROES
from tests.engine.delve.expert_situations import ExpertSituation, Scene
from tests.engine.delve.stage import Stage
from tests.engine.delve.view.test_staged_views import PairStage
from tests.rows import for_each

Step = Callable[[Stage], object]


def choices(made: Stage, verb: str) -> list[str]:
    return [" ".join(args) for args in CHOICES[verb](made.game, made.hero)]


# ------------------------------------------------------------------ steps


@for_each(
    "row",
    [
        (terrain.FLOOR, True),
        (terrain.DOOR, True),
        (terrain.LOCKED_DOOR, True),
        (terrain.PLATE, True),
        (terrain.RUBBLE, True),
        (terrain.ICE_WALL, True),
        (terrain.LAVA, True),
        (terrain.WALL, False),
        (terrain.SECRET_DOOR, False),
        (terrain.NICHE, False),
        (terrain.BARS, False),
        (terrain.UNKNOWN, False),
    ],
)
def test_steps_lead_to_known_ground_that_can_be_walked_opened_or_dug(row: tuple[int, bool]) -> None:
    code, open_to_steps = row
    made = Stage()
    made.game.memory(made.hero).ground[made.at(0, 1)] = code
    assert ("e" in choices(made, "move")) is open_to_steps


def test_with_a_pickaxe_steps_lead_into_walls_but_tell_of_no_secret_door() -> None:
    made = Stage()
    made.give("pickaxe", worn=True)
    ground = made.game.memory(made.hero).ground
    ground[made.at(0, 1)], ground[made.at(0, -1)] = terrain.WALL, terrain.SECRET_DOOR
    assert "e" in choices(made, "move")
    assert "w" not in choices(made, "move")


@for_each("row", [(0, ["e"]), (HEROES, [])])
def test_the_frozen_can_only_strike_who_is_beside_them(row: tuple[int, list[str]]) -> None:
    side, moves = row
    made = Stage()
    made.put("rat", 0, 1, side=side)
    made.hero.statuses["frozen"] = 3
    assert choices(made, "move") == moves


FREEZING = (
    "open", "close", "get", "drop", "throw", "read", "drink", "cast", "eat", "equip", "remove",
    "use", "upgrade", "pray", "uncurse", "ascend",
)  # fmt: skip


def test_the_frozen_do_nothing_with_their_hands() -> None:
    made = ExpertSituation("mage", "frozen")
    for kind in ("bread", "dart", "scroll of light", "potion of healing", "bandage", "leather cap"):
        made.give(kind)
    made.give("robe", worn=True)
    made.give("apprentice's book", worn=True, spells=["spark"])
    made.give("dagger", cursed=True)
    made.lay("dart", 1)
    made.know("spark")
    able = {}
    for code in (terrain.ALTAR, terrain.STAIRS_UP):
        made.ground(0, 0, code)
        made.ground(0, 1, terrain.DOOR)
        made.ground(0, -1, terrain.OPEN_DOOR)
        able |= {verb: True for verb in FREEZING if choices(made, verb)}
    assert able.keys() == set(FREEZING)
    made.hero.statuses["frozen"] = 3
    assert not [verb for verb in FREEZING if choices(made, verb)]


# ------------------------------------------------------------------ doors


def test_doors_are_opened_that_are_shut_and_closed_where_nothing_is_in_the_way() -> None:
    made = Stage()
    for (dy, dx), code in {
        (-1, 0): terrain.DOOR,
        (0, 1): terrain.LOCKED_DOOR,
        (1, 0): terrain.OPEN_DOOR,
        (0, -1): terrain.OPEN_DOOR,
        (1, 1): terrain.OPEN_DOOR,
    }.items():
        made.ground(dy, dx, code)
    made.put("rat", 0, -1)
    made.level.items[made.at(1, 1)] = [made.give("bread")]
    made.look()
    assert choices(made, "open") == ["n", "e"]
    assert choices(made, "close") == ["s"]
    made.hero.statuses["webbed"] = 1
    assert choices(made, "open") == []


def test_who_lies_in_wait_keeps_a_door_open() -> None:
    made = Stage()
    made.ground(0, 1, terrain.OPEN_DOOR)
    add_monster(made.game, 1, "trapdoor spider", made.at(0, 1))
    made.look()
    assert choices(made, "close") == ["e"]
    made.do("close e")
    assert made.level.ground[made.at(0, 1)] == terrain.OPEN_DOOR
    assert made.said("Something is in the way.")


@for_each("row", [(0, True), (1, False)])
def test_nobody_closes_a_door_on_another_hero(row: tuple[int, bool]) -> None:
    dy, closes = row
    made = PairStage()
    made.ground(0, 1, terrain.OPEN_DOOR)
    made.other.at = made.at(1 - dy, 1)
    assert (choices(made, "close") == ["e"]) is closes


# ------------------------------------------------------------------ things


def test_cursed_things_that_are_worn_stay_where_they_are() -> None:
    made = Stage()
    made.give("leather cap", worn=True, cursed=True)
    made.give("leather jerkin", worn=True)
    made.give("dagger", cursed=True)
    made.give("great helm")
    assert choices(made, "drop") == ["dagger", "leather-jerkin", "great-helm"]
    assert choices(made, "remove") == ["leather-jerkin"]
    assert choices(made, "equip") == ["dagger"]
    assert "cap n" not in choices(made, "throw")
    assert len(choices(made, "throw")) == 3 * 8


def test_one_of_several_is_put_on_and_what_was_worn_comes_off() -> None:
    made = Stage()
    daggers, sword = made.give("dagger", 3), made.give("short sword", worn=True)
    made.do("equip dagger")
    worn = [item for item in made.hero.pack if item.worn]
    assert [(item.kind, item.count) for item in worn] == [("dagger", 1)]
    assert (daggers.count, sword.worn) == (2, False)
    assert made.said("Ann puts on", "dagger")
    made.give("leather cap", cursed=True, known=False)
    made.do("equip leather-cap")
    assert made.said("It is cursed; it will not come off Ann.")
    assert made.hero.used["item leather cap"] == made.hero.used["item dagger"] == 1


def test_food_is_offered_the_most_nutritious_first_and_to_nobody_who_is_full() -> None:
    made = Stage()
    for kind in ("apple", "meat pie", "bread"):
        made.give(kind)
    nutrition = {k: made.rules.content.items[k].nutrition for k in ("apple", "meat pie", "bread")}
    wanted = sorted(nutrition, key=lambda kind: -nutrition[kind])
    assert choices(made, "eat") == [kind.replace(" ", "-") for kind in wanted]
    made.hero.nourishment = 500
    assert choices(made, "eat") == []
    made.hero.nourishment = 499
    assert choices(made, "eat")


@for_each(
    "row",
    [
        (terrain.ALTAR, "pray", True),
        (terrain.DIM_ALTAR, "pray", False),
        (terrain.STAIRS_UP, "ascend", True),
        (terrain.SHAFT, "ascend", True),
        (terrain.STAIRS_DOWN, "ascend", False),
        (terrain.STAIRS_DOWN, "descend", True),
        (terrain.FOUNTAIN, "drink", True),
        (terrain.DRY_FOUNTAIN, "drink", False),
    ],
)
def test_what_is_underfoot_can_be_used(row: tuple[int, str, bool]) -> None:
    code, verb, able = row
    made = Stage()
    made.ground(0, 0, code)
    assert bool(choices(made, verb)) is able
    made.hero.statuses["webbed"] = 1
    assert bool(choices(made, verb)) is (able and verb in ("pray", "drink"))


@for_each(
    "row",
    [
        (terrain.ALTAR, 9, True),
        (terrain.DIM_ALTAR, 9, True),
        (terrain.ALTAR, 8, False),
        (terrain.FLOOR, 18, False),
    ],
)
def test_an_altar_lifts_curses_for_half_the_energy(row: tuple[int, int, bool]) -> None:
    code, energy, able = row
    made = Stage()
    made.ground(0, 0, code)
    made.give("dagger", cursed=True)
    made.give("leather cap", cursed=True, known=False)
    made.hero.energy = energy
    assert choices(made, "uncurse") == (["dagger"] if able else [])


# ------------------------------------------------------------------ refusals


REFUSALS: tuple[tuple[str, str, Scene, str, tuple[str, ...], str], ...] = (
    ("rested", "fighter", lambda made: None, "rest", (), "You are rested."),
    (
        "starving",
        "fighter",
        lambda made: (
            setattr(made.hero, "energy", 0),
            setattr(made.hero, "nourishment", formulas.STARVING - 1),
        ),
        "rest",
        (),
        "You are too hungry to rest.",
    ),
    (
        "an enemy near",
        "fighter",
        lambda made: made.put("rat", 0, 3),
        "explore",
        (),
        "An alert enemy is too near.",
    ),
    (
        "a curse",
        "fighter",
        lambda made: made.give("leather cap", worn=True, cursed=True),
        "remove",
        ("leather-cap",),
        "The leather cap is cursed; you cannot take it off.",
    ),
    (
        "no food",
        "fighter",
        lambda made: made.give("dart"),
        "eat",
        ("dart",),
        "The dart is no food.",
    ),
    (
        "full",
        "fighter",
        lambda made: (made.give("bread"), made.hunger(500)),
        "eat",
        ("bread",),
        "You are too full to eat.",
    ),
    (
        "rage",
        "fighter",
        lambda made: (made.give("scroll of light"), made.ill("raging", 3)),
        "read",
        ("scroll-of-light",),
        "You are too angry to read.",
    ),
    (
        "no such spell",
        "mage",
        lambda made: None,
        "cast",
        ("fireball", "n"),
        "You know no such spell.",
    ),
    (
        "not in the book",
        "mage",
        lambda made: None,
        "cast",
        ("spark", "n"),
        "Your book does not have spark.",
    ),
    (
        "too dear",
        "mage",
        lambda made: (made.know("spark"), made.tire(3)),
        "cast",
        ("spark", "n"),
        "Spark costs 4 energy; you have 3.",
    ),
    (
        "nothing to work on",
        "mage",
        lambda made: made.know("identify"),
        "cast",
        ("identify",),
        "Identify needs something to work on.",
    ),
    ("anything else", "fighter", lambda made: None, "open", ("n",), "You cannot open n now."),
)


@for_each("row", REFUSALS, lambda row: row[0])
def test_a_refusal_says_why(row: tuple[str, str, Scene, str, tuple[str, ...], str]) -> None:
    _, class_name, scene, verb, args, told = row
    made = ExpertSituation(class_name, "refused")
    scene(made)
    assert str(why_not(made.game, made.hero, verb, args)) == told


def test_nothing_is_done_by_a_line_that_is_refused() -> None:
    made = Stage()
    before = made.rules.dump(made.state)
    for line, error in (("open n", IllegalAction), ("dance", InvalidAction)):
        with pytest.raises(error):
            made.do(line)
    assert made.rules.dump(made.state) == before


# ------------------------------------------------------------------ what is read


def test_what_was_told_before_an_action_goes_into_the_transcript_sixty_lines_of_it() -> None:
    made = Stage()
    made.hero.transcript = [f"old {number}" for number in range(60)]
    made.hero.lines = ["one", "two"]
    made.hero.hurt, made.hero.broken_at = 5, 3
    here = made.hero.at
    made.do("move e")
    assert len(made.hero.transcript) == 60
    assert made.hero.transcript[:1] == ["old 2"]
    assert made.hero.transcript[-2:] == ["one", "two"]
    assert (made.hero.last_at, made.hero.hurt, made.hero.broken_at) == (here, 0, -1)


def test_the_heart_on_an_altar_or_in_a_grave_is_told_and_ends_the_game() -> None:
    for code, class_name, ends, told in (
        (terrain.DIM_ALTAR, "fighter", True, "Ann lays the Heart on the altar."),
        (terrain.GRAVE, "sexton", True, "Ann lays the Heart into the grave."),
        (terrain.GRAVE, "fighter", False, "Ann drops"),
        (terrain.FLOOR, "sexton", False, "Ann drops"),
    ):
        made = Stage()
        made.level.depth = made.hero.depth = DEEPEST
        made.state.levels = {DEEPEST: made.level}
        made.hero.class_name = class_name
        for number in range(4):
            made.level.ground[made.at(3, number)] = terrain.DIM_ALTAR
        made.ground(0, 0, code)
        made.level.ground[made.at(3, 3)] = (
            terrain.FLOOR if code == terrain.DIM_ALTAR else terrain.DIM_ALTAR
        )
        made.give("Heart of the Delve")
        made.do("drop heart-of-the-delve")
        assert made.said(told)
        assert bool(made.state.ended) is ends
        assert made.said("Ann drops") is not ends
        assert (made.hero.at in made.level.items) is not ends


def test_studying_takes_six_energy_once_and_is_told() -> None:
    made = Stage()
    made.give("leather cap", known=False)
    made.hero.energy = 10
    made.do("inspect leather-cap")
    assert made.hero.energy == 4
    assert made.said("Ann studies the leather cap.")
    turns = made.hero.turns
    made.do("inspect leather-cap")
    assert made.hero.turns == turns
    assert not made.said("studies")


def test_sorting_puts_one_thing_before_another() -> None:
    made = Stage()
    for kind in ("dart", "bread", "leather cap", "dagger"):
        made.give(kind)
    made.hero.options["auto-sort"] = "off"
    names = [line.split()[0] for line in choices(made, "drop")]
    made.do(f"sort {names[3]} {names[1]}")
    assert choices(made, "drop") == [names[0], names[3], names[1], names[2]]
    assert (names[0], names[0]) not in CHOICES["sort"](made.game, made.hero)
    assert len(CHOICES["sort"](made.game, made.hero)) == 4 * 3


def test_options_and_caution_are_kept_and_the_kept_caution_is_not_offered() -> None:
    made = Stage()
    made.do("option stats off")
    assert made.hero.options["stats"] == "off"
    assert made.said("stats: off.")
    made.do("option transcript-lines 12")
    assert made.said("transcript-lines: 12.")
    made.do("caution bold")
    assert choices(made, "caution") == ["careful", "usual"]
