"""Lords of themes: their fall changes what follows; those who live come for the Heart."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.combat.damage import harm
from engine.delve.combat.melee_effects import add_monster
from engine.delve.levels import lords, stairs
from engine.delve.levels.level_generation import add_wanderer, make_level
from engine.delve.rules import endings
from engine.delve.state import DEEPEST
from engine.delve.turns.consequences import settle
from tests.engine.delve.stage import Stage, content

HEART = content().heart
RULED = [theme for theme in content().themes.values() if theme.lord]


def after_fall(theme_name: str) -> Stage:
    """Return a stage after the fall of a theme's lord, slain by the hero."""
    made = Stage()
    lord = made.put(content().themes[theme_name].lord, 0, 1)
    harm(made.game, lord, 9999, "", made.hero)
    settle(made.game)
    assert made.state.lords == [theme_name]
    assert made.said(content().themes[theme_name].mourning)
    return made


def changed(change: str) -> tuple[Stage, int]:
    """Return a stage after the fall that brings a change, and the first level that it changes."""
    theme = next(each for each in RULED if each.fall.name == change)
    return after_fall(theme.name), content().themes[theme.fall.args[0]].first


def test_every_theme_but_the_heart_has_a_lord_of_its_last_level() -> None:
    assert len(RULED) == 5
    for theme in RULED:
        lord = content().monsters[theme.lord]
        assert lord.unique
        assert lord.level == theme.last
    assert {theme.fall.name for theme in RULED} == set(lords.CHANGES)


def test_a_fall_changes_the_theme_that_it_names_alone() -> None:
    made = Stage()
    for theme in RULED:
        made.state.lords = [theme.name]
        for depth in range(1, DEEPEST + 1):
            there = content().theme_of(depth).name == theme.fall.args[0]
            assert lords.is_changed(made.game, depth, theme.fall.name) is there


def test_lava_cools_and_vents_close_on_levels_made_before_and_after() -> None:
    made, depth = changed("cools")
    later = make_level(made.game, depth)
    assert not {terrain.LAVA, terrain.VENT} & set(later.ground)
    made.state.lords = []
    before = make_level(made.game, depth + 1)
    made.game.set_ground(before, made.hero.at, terrain.LAVA)
    made.state.lords = [next(each.name for each in RULED if each.fall.name == "cools")]
    lords.change_level(made.game, before)
    assert terrain.LAVA not in before.ground


@pytest.mark.parametrize("change", ["cools", "drowsy", "unguarded"])
def test_a_fall_changes_levels_that_are_there_already(change: str) -> None:
    theme = next(each for each in RULED if each.fall.name == change)
    made = Stage()
    depth = content().themes[theme.fall.args[0]].first
    level = make_level(made.game, depth)
    made.game.set_ground(level, made.at(0, 9), terrain.LAVA)
    plain = next(
        kind.name for kind in content().monsters.values() if kind.has("guards") and not kind.unique
    )
    guard = add_monster(made.game, depth, plain, made.at(0, 5))
    guard.asleep = False
    harm(made.game, made.put(theme.lord, 0, 1), 9999, "", made.hero)
    settle(made.game)
    assert {
        "cools": terrain.LAVA not in level.ground,
        "drowsy": guard.asleep,
        "unguarded": guard not in level.monsters,
    } == {each: each == change for each in ("cools", "drowsy", "unguarded")}


def test_other_falls_quiet_show_put_to_sleep_and_dismiss() -> None:
    made, depth = changed("quiet")
    assert add_wanderer(made.game, make_level(made.game, depth)) is None
    made, depth = changed("maps")
    make_level(made.game, depth)
    stairs.arrive(made.game, made.hero, depth, terrain.STAIRS_UP)
    known, ground = made.game.memory(made.hero).ground, made.game.level(made.hero).ground
    assert all(known[at] for at, code in enumerate(ground) if code == terrain.STAIRS_DOWN)
    made, depth = changed("drowsy")
    level = make_level(made.game, depth)
    assert all(each.asleep or made.game.kind(each).unique for each in level.monsters)
    made, depth = changed("unguarded")
    level = make_level(made.game, depth)
    assert not [each for each in level.monsters if made.game.kind(each).has("guards")]


@pytest.mark.parametrize("theme", [RULED[0].name, RULED[-1].name])
def test_a_living_lord_comes_for_the_heart_and_a_fallen_one_does_not(theme: str) -> None:
    for fallen in (False, True):
        made = Stage()
        made.give(HEART)
        made.state.lords = [theme] if fallen else []
        kind = content().themes[theme]
        level = make_level(made.game, kind.first)
        stairs.arrive(made.game, made.hero, kind.first, terrain.STAIRS_UP)
        stairs.arrive(made.game, made.hero, kind.first, terrain.STAIRS_UP)
        come = [each for each in level.monsters if each.kind == kind.lord]
        assert len(come) == (0 if fallen else 1)
        assert made.said("has come for the Heart.") is not fallen
        assert all(not each.asleep and each.hunting for each in come)
        assert all(each.goal == each.home == made.hero.at for each in come)
        assert all(made.game.occupants(kind.first)[each.at] is each for each in come)


def test_the_heart_wakes_those_who_sleep_near_its_bearer() -> None:
    made = Stage()
    made.give(HEART)
    near, far = made.dummy(0, 5, asleep=True), made.dummy(0, lords.BEAT_REACH + 1, asleep=True)
    made.level.turns = lords.BEATS_EVERY
    stairs.warden_round(made.game)
    assert not near.asleep
    assert far.asleep


@pytest.mark.parametrize(
    ("by", "fallen", "deeds", "ending"),
    [
        ("escaped", 5, {}, "crowned"),
        ("escaped", 4, {"freed": 2}, "merciful"),
        ("escaped", 4, {"freed": 2, "robbed": 1}, "escaped"),
        ("escaped", 0, {"freed": 1}, "escaped"),
        ("altar", 5, {"freed": 2}, "quiet"),
        ("grave", 0, {}, "buried"),
        ("left", 5, {}, "left"),
        ("dead", 5, {}, "dead"),
    ],
)
def test_endings_differ_by_what_was_done(
    by: endings.EndedBy, fallen: int, deeds: dict[str, int], ending: str
) -> None:
    made = Stage()
    made.state.lords, made.state.deeds = [theme.name for theme in RULED][:fallen], deeds
    endings.end(made.game, by)
    assert made.state.ended == ending
    outcome = made.rules.outcome(made.state)
    assert outcome is not None
    assert outcome.ending == content().endings[ending].outcome


def test_one_of_the_secret_class_alone_lays_the_heart_into_a_grave() -> None:
    for role in ("sexton", "fighter"):
        made = Stage()
        made.hero.class_name = role
        made.ground(0, 0, terrain.GRAVE)
        made.give(HEART)
        made.do("drop heart-of-the-delve")
        assert made.state.ended == ("buried" if role == "sexton" else "")
