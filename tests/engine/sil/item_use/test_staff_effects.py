"""Effects of staffs, each by itself: what it changes, what it tells, whether it was noticed."""

from __future__ import annotations

import pytest

from engine.sil.data.records import Dice
from engine.sil.dungeon import creature_arrivals
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill, Slot
from engine.sil.item_use import body_effects, horns, staffs
from engine.sil.item_use.use_effects import Use
from engine.sil.items import item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.items.things import thing
from tests.engine.sil.stage import foe, item, load_dice, wear

KIND = 555  # of the staff


def use(game: SilContext, name: str, *args: object, way: str = "") -> bool:
    """Let an effect befall; whether it was noticed."""
    effects = {**staffs.EFFECTS, **horns.EFFECTS, **body_effects.EFFECTS}
    return effects[name](Use(game, KIND, way), *args)


@pytest.mark.parametrize(
    ("feature", "seen", "face", "closes"),
    [
        (terrain.OPEN_DOOR, True, 9, True),
        (terrain.BROKEN_DOOR, True, 9, False),
        (terrain.OPEN_DOOR, False, 9, False),
        (terrain.OPEN_DOOR, True, 1, False),
        (terrain.OPEN_DOOR, True, 2, True),
        (terrain.CLOSED_DOOR, True, 9, False),
    ],
)
def test_doors_in_sight_slam_and_are_told_of_if_they_stood_open(
    feature: int, seen: bool, face: int, closes: bool
) -> None:
    game = arena()
    i = put(game, 2, 5, feature)
    game.knowledge.view[i] = 1
    game.knowledge.seen[i] = seen
    load_dice(game, face, 1)
    assert use(game, "lock-doors") is closes
    assert said(game) == ["Doors slam shut."] * closes
    locked = closes or (feature == terrain.CLOSED_DOOR)
    assert bool(terrain.KNOWN_DOOR[game.level.feature[i]]) is locked


def test_what_bars_the_way_gives_way() -> None:
    game = arena()
    trap, rubble = put(game, 2, 5, terrain.PIT), put(game, 2, 4, terrain.RUBBLE)
    chest = thing(item_classes.CHEST, "Small wooden chest", pval=5)
    game.level.floor[game.level.at(2, 6)] = [chest]
    load_dice(game, 9, 1)
    assert use(game, "clear-ways", 10) is True
    assert said(game) == ["What barred your way gives way."]
    assert game.level.feature[trap] == terrain.FLOOR
    assert game.level.feature[rubble] == terrain.FLOOR
    assert chest.pval == -5
    game.state.said.clear()
    assert use(game, "clear-ways", 10) is False
    assert said(game) == []


@pytest.mark.parametrize(
    ("chasms", "face", "fills"), [(0, 9, True), (0, 8, False), (1, 10, True), (1, 9, False)]
)
def test_the_edge_of_a_chasm_is_harder_to_fill_beside_others(
    chasms: int, face: int, fills: bool
) -> None:
    game = arena(skills=(0, 0, 0, 0, 0, 3, 0, 0))
    i = put(game, 2, 5, terrain.CHASM)
    for n in range(chasms):
        put(game, 1 + n, 4, terrain.CHASM)
    load_dice(game, face, 1)
    staffs._fill_chasm(game, i, 10)
    assert (game.level.feature[i] == terrain.FLOOR) is fills


def test_the_middle_of_a_chasm_and_one_with_somebody_over_it_stay() -> None:
    game = arena()
    for y in (1, 2, 3):
        for x in (1, 2, 3):
            put(game, y, x, terrain.CHASM)
    load_dice(game, otherwise=10)
    staffs._fill_chasm(game, game.level.at(2, 2), -50)
    assert game.level.feature[game.level.at(2, 2)] == terrain.CHASM
    bat = foe(game, "Wolf", 0, 2)
    i = put(game, bat.y, bat.x, terrain.CHASM)
    staffs._fill_chasm(game, i, -50)
    assert game.level.feature[i] == terrain.CHASM


def test_every_curse_on_what_is_worn_is_lifted() -> None:
    game = arena()
    helm = wear(game, Slot.HEAD, "Helm", cursed=True)
    boots = wear(game, Slot.BODY, "Leather Armour", cursed=True)
    assert use(game, "lift-curses") is True
    assert (helm.cursed, boots.cursed) == (False, False)
    assert said(game)[-1] == "You feel as if somebody watches over you: a curse is lifted."
    game.state.said.clear()
    assert use(game, "lift-curses") is False
    assert said(game) == []


def test_things_are_felt_but_not_the_like_of_the_staff() -> None:
    game = arena()
    dagger, like = item("Dagger"), item("Dagger", kind=KIND)
    game.level.floor[game.level.at(1, 1)] = [like]
    assert use(game, "sense-items") is False
    game.level.floor[game.level.at(1, 2)] = [dagger]
    assert use(game, "sense-items") is True
    assert (game.knows_of(dagger), game.knows_of(like)) == (True, False)
    assert said(game) == ["You sense where things lie."]


def test_everybody_shows_for_some_turns_and_no_shorter_than_before() -> None:
    game = arena(lit=False)
    assert use(game, "sense-creatures", 3) is False
    assert said(game) == []
    near, far = foe(game, "Wolf", 0, 2, visible=False), foe(game, "Wolf", 3, 3, visible=False)
    game.learn(far).detected = 9
    assert use(game, "sense-creatures", 3) is True
    assert (game.known(near).detected, game.known(far).detected) == (3, 9)
    assert game.known(near).visible
    assert said(game)[-1] == "You sense who is near."


@pytest.mark.parametrize("visible", [True, False])
def test_a_mood_works_on_those_in_the_line_of_fire_and_is_noticed_on_those_seen(
    visible: bool,
) -> None:
    game = arena(skills=(0, 0, 0, 0, 0, 9, 0, 0))
    wolf, hidden = foe(game, "Wolf", 0, 2, visible=visible), foe(game, "Wolf", 0, -2)
    game.knowledge.fire[game.level.at(hidden.y, hidden.x)] = 0
    load_dice(game, 10, otherwise=1)
    assert use(game, "sway", "confusion", 20, 3) is visible
    assert wolf.confused > 10
    assert hidden.confused == 0
    assert staffs._will(game) == game.hero.skill(Skill.WILL)


def test_light_darkness_maps_and_wards_tell_what_they_do() -> None:
    game = arena(lit=False)
    assert use(game, "light", Dice(0, 0), 3) is True
    assert use(game, "map", 2, 2) is True
    assert use(game, "darken", 3) is True
    assert use(game, "ward") is True
    assert said(game) == [
        "Light spreads from the staff.", "You sense what lies around you.",
        "Darkness falls about you.", "You draw a glyph of warding on the floor.",
    ]  # fmt: skip
    assert not staffs.can_ward(game)


def test_darkness_takes_the_light_of_the_squares_about_the_hero_alone() -> None:
    game = arena()
    hero, level = game.hero, game.level
    assert use(game, "darken", 2) is True
    lit = [level.glow[level.at(hero.y, hero.x + dx)] for dx in range(5)]
    assert lit == [0, 0, 0, 1, 1]


# ------------------------------------------------------------------ horns


@pytest.mark.parametrize(("face", "pushed"), [(10, True), (1, False)])
def test_who_stands_in_the_way_is_hurled_back_and_stunned(face: int, pushed: bool) -> None:
    game = arena(skills=(0, 0, 0, 0, 0, 12, 0, 0))
    wolf = foe(game, "Wolf", 0, 1, alertness=-20)
    wolf.energy = 50
    game.hero.derived.skills[Skill.WILL] = 12
    load_dice(game, face, 1 if pushed else 10)
    assert use(game, "hurl", 0 if pushed else -20, 3, way="e") is pushed
    assert (wolf.x > game.hero.x + 1) is pushed
    assert wolf.stun == (12 if pushed else 0)
    assert wolf.energy == (0 if pushed else 50)


@pytest.mark.parametrize(("face", "fallen"), [(10, True), (1, False)])
def test_who_is_hurled_back_loses_the_crown_that_he_wears(face: int, fallen: bool) -> None:
    game = arena(skills=(0, 0, 0, 0, 0, 99, 0, 0))
    foe(game, "Morgoth, Lord of Darkness", 0, 1)
    game.hero.derived.skills[Skill.WILL] = 99
    load_dice(game, face, 1 if fallen else 10)
    use(game, "hurl", 0 if fallen else -99, 3, way="e")
    assert game.world.crown_fallen is fallen


@pytest.mark.parametrize(
    ("depth", "feature", "face", "told"),
    [
        (0, terrain.FLOOR, 10, "The floor is too strong."),
        (19, terrain.FLOOR, 10, "The floor is too strong."),
        (5, terrain.UP_STAIR, 10, "The floor is too strong."),
        (18, terrain.FLOOR, 1, "The blast breaks on the floor."),
        (18, terrain.FLOOR, 10, "The floor crumbles under you!"),
    ],
)
def test_where_the_floor_breaks(depth: int, feature: int, face: int, told: str) -> None:
    game = arena(depth=depth)
    put(game, game.hero.y, game.hero.x, feature)
    game.hero.health = 900
    load_dice(game, face, 1, otherwise=1)
    assert use(game, "break-floor", 5, 2, 4) is True
    assert said(game)[0] == told
    assert (game.state.leaving == "collapse") is ("crumbles" in told)


@pytest.mark.parametrize(("face", "falls"), [(10, True), (1, False)])
def test_the_ceiling_comes_down_or_holds(face: int, falls: bool) -> None:
    game = arena()
    game.hero.health = 900
    load_dice(game, face, 1, otherwise=2)
    assert use(game, "break-ceiling", 5, Dice(2, 4), 2) is True
    told = "The ceiling comes down!" if falls else "The blast breaks on the ceiling."
    assert said(game)[0] == told
    assert (game.hero.health < 900) is falls
    assert bool(game.hero.timers.stun) is falls


def test_a_cone_is_noticed_by_what_befalls_those_who_are_seen() -> None:
    for visible in (True, False):
        game = arena(skills=(0, 0, 0, 0, 0, 20, 0, 0))
        ahead = foe(game, "Wolf", 0, 2, visible=visible)
        behind = foe(game, "Wolf", 0, -2)
        load_dice(game, 10, otherwise=1)
        assert use(game, "cone", "fear", 90, 5, way="e") is visible
        assert ahead.temporary_morale < 0
        assert behind.temporary_morale == 0


# ------------------------------------------------------------------ draughts


def test_a_strengthened_stat_is_restored_where_it_is_drained_enough() -> None:
    game = arena()
    load_dice(game, otherwise=3)
    game.hero.stat_drain[0] = -3
    assert use(game, "fortify", "strength", Dice(1, 4), 3) is True
    assert (game.hero.stat_drain[0], game.hero.timers.left("strength")) == (0, 0)
    game.hero.stat_drain[0] = -2
    assert use(game, "fortify", "strength", Dice(1, 4), 3) is True
    assert (game.hero.stat_drain[0], game.hero.timers.left("strength")) == (-2, 3)
    assert use(game, "restore", "strength", 1) is True
    assert game.hero.stat_drain[0] == -1
    assert use(game, "restore", "grace", 1) is False


def test_a_bad_state_is_inflicted_once_or_silently() -> None:
    game = arena()
    status = game.data.rules.statuses["blind"]
    load_dice(game, otherwise=1)
    game.hero.derived.skills[Skill.WILL] = 90
    assert use(game, "inflict", status, Dice(1, 4)) is True
    assert said(game) == ["You withstand it."]
    assert use(game, "inflict", status, Dice(1, 4), "silently") is False
    assert said(game) == ["You withstand it."]
    game.hero.derived.skills[Skill.WILL] = -90
    assert use(game, "inflict", status, Dice(1, 4), "silently") is True
    assert game.hero.timers.blind == 1
    assert use(game, "inflict", status, Dice(1, 4), "once") is False
    assert game.hero.timers.blind == 1
    assert use(game, "inflict", status, Dice(1, 4)) is False
    assert game.hero.timers.blind == 2


@pytest.mark.parametrize("face", [1, 3])
def test_a_poisonous_draught_poisons_by_its_dice(face: int) -> None:
    game = arena()
    load_dice(game, otherwise=face)
    health = game.hero.health
    assert use(game, "poison", Dice(2, 4)) is True
    assert (game.hero.timers.poison, game.hero.health) == (2 * face, health)


@pytest.mark.parametrize(
    ("arrivals", "came"),
    [([True], True), ([False, True], True), ([True, False], True), ([False, False], False)],
)
def test_a_summons_is_noticed_if_anybody_comes(
    arrivals: list[bool], came: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = arena()
    left = list(arrivals)

    def arrive(context: SilContext) -> object:
        return foe(context, "Wolf", len(left), 3) if left.pop(0) else None

    monkeypatch.setattr(creature_arrivals, "arrive", arrive)
    load_dice(game, len(arrivals), otherwise=1)
    assert use(game, "summon", Dice(1, 4)) is came
    assert left == []
