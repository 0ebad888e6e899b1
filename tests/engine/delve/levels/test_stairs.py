"""The ways between levels, and who comes after the bearer of the Heart."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.levels import lords, stairs
from engine.delve.levels.level_generation import add_wanderer, turns_to_wanderer
from engine.delve.rules import growth
from engine.delve.state import DelveLevel
from tests.engine.delve.stage import Stage

HEART, WARDEN = "Heart of the Delve", "the Warden"


def level_below(made: Stage, depth: int = 2) -> DelveLevel:
    """Return an empty level below the hero's, with stairs in its corners."""
    level = Stage().level
    level.depth, level.up, level.down = depth, [made.at(-8, -8)], [made.at(8, 8)]
    level.ground[level.up[0]] = terrain.STAIRS_UP
    level.ground[level.down[0]] = terrain.STAIRS_DOWN
    made.state.levels[depth] = level
    return level


def bearer(warden_in: int) -> Stage:
    """Return a hero with the Heart, far from the stairs up, and the turns until the Warden."""
    made = Stage()
    made.level.up = [made.at(-8, -8)]
    made.level.turns = 1
    made.give(HEART)
    made.state.warden_in = warden_in
    return made


@pytest.mark.parametrize(
    ("warden_in", "comes", "left"), [(2, False, 1), (1, True, 0), (0, False, 0)]
)
def test_the_warden_comes_to_the_stairs_when_his_turns_have_passed(
    warden_in: int, comes: bool, left: int
) -> None:
    made = bearer(warden_in)
    made.state.warden_dead = True
    stairs.warden_round(made.game)
    assert made.state.warden_in == left
    assert [each.kind for each in made.level.monsters] == [WARDEN] * comes
    assert made.state.warden_dead is not comes
    assert made.said("The Warden has come for the Heart.") is comes
    for warden in made.level.monsters:
        assert warden.at == made.level.up[0]
        assert (warden.goal, warden.hunting) == (made.hero.at, 60)


def test_the_warden_leaves_the_level_where_he_was() -> None:
    made = bearer(1)
    below = level_below(made)
    made.put("rat", 0, 5)
    other = lords.add_monster(made.game, 2, WARDEN, made.at(0, 3))
    stairs.warden_round(made.game)
    assert below.monsters == []
    assert other.at not in made.game.occupants(2)
    assert [each.kind for each in made.level.monsters] == ["rat", WARDEN]


def test_a_warden_who_sleeps_on_the_bearers_level_wakes_and_hunts() -> None:
    made = bearer(1)
    warden = made.put(WARDEN, 0, 8, asleep=True)
    stairs.warden_round(made.game)
    assert made.level.monsters == [warden]
    assert (warden.asleep, warden.goal, warden.hunting) == (False, made.hero.at, 60)
    assert warden.at == made.at(0, 8)


def test_nobody_comes_while_nobody_bears_the_heart() -> None:
    made = bearer(1)
    made.hero.pack.clear()
    made.level.turns = stairs.DRAWS_EVERY
    stairs.warden_round(made.game)
    assert made.state.warden_in == 1
    assert made.level.monsters == []


@pytest.mark.parametrize("turns", [12, 13, 14, 26])
def test_the_heart_draws_somebody_from_below_every_thirteen_turns(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    natives: list[int] = []
    monkeypatch.setattr(stairs, "add_hunter", lambda game, level, native: natives.append(native))
    made = bearer(5)
    made.level.turns = turns
    stairs.warden_round(made.game)
    assert natives == [stairs.DEEPEST - 1] * (turns % 13 == 0)


def test_a_fallen_lord_keeps_the_warden_away_for_six_turns_more() -> None:
    made = bearer(0)
    for fallen, dead, turns in (([], False, 30), ([], True, 60), (["mines", "halls"], False, 42)):
        made.state.lords, made.state.warden_dead = fallen, dead
        stairs.take_heart(made.game, made.hero)
        assert made.state.warden_in == turns


@pytest.mark.parametrize(
    ("heart", "dead", "lords", "turns"),
    [
        (True, False, [], 30),
        (True, True, [], 60),
        (True, False, ["cellars"], 36),
        (False, False, [], 7),
    ],
)
def test_the_warden_needs_his_turns_anew_for_each_level_that_the_bearer_comes_to(
    heart: bool, dead: bool, lords: list[str], turns: int
) -> None:
    made = bearer(7)
    level_below(made)
    made.state.warden_dead, made.state.lords = dead, lords
    if not heart:
        made.hero.pack.clear()
    stairs.descend(made.game, made.hero)
    assert made.state.warden_in == turns


@pytest.mark.parametrize(("depth", "opens"), [(1, True), (2, False), (6, True), (26, True)])
def test_a_shaft_opens_beside_the_stairs_of_every_fifth_level(depth: int, opens: bool) -> None:
    made = Stage()
    made.level.depth, made.level.up = depth, [made.at(0, 0)]
    made.ground(0, 0, terrain.STAIRS_UP)
    made.level.items[made.at(-1, 0)] = [made.give("dart")]
    stairs.open_shaft(made.game, made.level)
    stairs.open_shaft(made.game, made.level)
    shafts = [at for at, code in enumerate(made.level.ground) if code == terrain.SHAFT]
    assert shafts == [made.at(0, -1)] * opens


def test_one_comes_to_the_stairs_that_lead_back_and_forgets_whom_one_has_weighed() -> None:
    made = Stage()
    below = level_below(made)
    hero = made.hero
    hero.weighed, hero.noticed, hero.in_view, hero.ambushed = {7: True}, [7], [7], 1
    hero.turns = 40
    made.ground(0, 0, terrain.STAIRS_DOWN)
    before = hero.experience
    stairs.descend(made.game, hero)
    assert (hero.depth, hero.at, hero.deepest) == (2, below.up[0], 2)
    assert hero.experience > before
    assert (hero.weighed, hero.noticed, hero.in_view) == ({}, [], [])
    assert (hero.arrived_at, hero.ambushed) == (40, None)
    assert made.said("comes to level 2")
    assert hero.at not in made.game.occupants(1)
    stairs.ascend(made.game, hero)
    stairs.descend(made.game, hero)
    assert made.game.occupants(2)[hero.at] is hero
    told = [each for each in hero.lines if "comes to level 2" in str(each.text)]
    assert len(told) == 1


def test_whoever_falls_lands_below_the_hole_and_is_hurt() -> None:
    made = Stage()
    level_below(made)
    made.hero.deepest = 2
    before = made.hero.health
    made.rig(rest="low")
    stairs.fall(made.game, made.hero)
    assert (made.hero.depth, made.hero.at) == (2, made.at(0, 0))
    assert made.hero.health < before
    assert made.said("falls for")


def test_a_monster_that_falls_is_gone() -> None:
    made = Stage()
    rat = made.put("rat", 0, 1)
    stairs.fall(made.game, rat)
    assert rat.fallen
    assert made.level.monsters == []
    assert rat.at not in made.game.occupants(1)
    stairs.fall(made.game, rat)


def test_wanderers_come_the_sooner_the_longer_one_stays() -> None:
    made = Stage()
    figures = made.game.content.levels
    for turns, expected in (
        (0, figures.first_wanderer),
        (3, figures.first_wanderer),
        (4, figures.first_wanderer - 1),
        (100_000, figures.soonest_wanderer),
    ):
        made.level.turns = turns
        assert turns_to_wanderer(made.game, made.level) == expected


@pytest.mark.parametrize(("others", "comes"), [(40, True), (41, False)])
def test_no_wanderer_comes_to_a_full_level(others: int, comes: bool) -> None:
    made = Stage()
    made.level.up = [made.at(0, 12)]
    made.hero.seen = []
    for number in range(others):
        lords.add_monster(made.game, 1, "rat", made.at(-9 + number // 20, number % 20 - 9))
    found = [add_wanderer(made.game, made.level) for _ in range(6)]
    assert any(found) is comes


@pytest.mark.parametrize("why", ["seen", "occupied"])
def test_no_wanderer_comes_by_a_stair_that_is_seen_or_taken(why: str) -> None:
    made = Stage()
    made.level.up = [made.at(0, 5)]
    if why == "occupied":
        made.put("rat", 0, 5)
        made.hero.seen = []
    assert [add_wanderer(made.game, made.level) for _ in range(6)] == [None] * 6


@pytest.mark.parametrize(
    ("escaped", "ended"),
    [((False, False), "dead"), ((True, False), "left"), ((True, True), "left")],
)
def test_a_game_without_heroes_in_the_delve_is_over(escaped: tuple[bool, bool], ended: str) -> None:
    rules = Stage().rules
    state = rules.new({"class": "fighter"}, ["Ann", "Bea"], Stage().dice)
    game = Stage().game
    game.state = state
    stairs.check_end(game)
    assert not state.ended
    for hero, out in zip(state.heroes, escaped, strict=True):
        hero.escaped, hero.fallen = out, not out
    stairs.check_end(game)
    assert state.ended == ended


@pytest.mark.parametrize(
    ("away", "side", "comes"), [(1, 1, True), (2, 1, True), (3, 1, False), (1, 0, False)]
)
def test_friends_within_two_squares_come_along_and_enemies_stay(
    away: int, side: int, comes: bool
) -> None:
    made = Stage()
    below = level_below(made)
    other = made.put("jackal", 0, away, side=side)
    stairs.arrive(made.game, made.hero, 2, terrain.STAIRS_UP)
    assert (other in below.monsters, other in made.level.monsters) == (comes, not comes)
    assert other.depth == (2 if comes else 1)
    if comes:
        assert other.at != made.hero.at


def test_the_first_to_come_to_a_theme_reads_of_it_and_deeper_levels_are_experience() -> None:
    made = Stage()
    first = made.rules.content.theme_of(6)
    assert first.first == 6
    for depth, told in ((6, first.arrival), (7, "Ann comes to level 7.")):
        level_below(made, depth)
        made.hero.lines = []
        before = made.hero.experience
        stairs.arrive(made.game, made.hero, depth, terrain.STAIRS_UP)
        assert made.said(told)
        assert made.hero.experience == before + growth.DESCENT_EXPERIENCE * depth
    made.hero.lines = []
    before = made.hero.experience
    stairs.arrive(made.game, made.hero, 6, terrain.STAIRS_DOWN)
    assert made.hero.experience == before
    assert made.hero.deepest == 7
    assert not made.said(first.arrival)


@pytest.mark.parametrize(("depth", "code", "to"), [
    (2, terrain.STAIRS_UP, 1), (6, terrain.SHAFT, 1), (7, terrain.SHAFT, 2), (5, terrain.SHAFT, 0),
    (1, terrain.STAIRS_UP, 0),
])  # fmt: skip
def test_stairs_rise_one_level_and_shafts_five_and_then_one_is_out(
    depth: int, code: int, to: int
) -> None:
    made = Stage()
    made.level.depth = made.hero.depth = depth
    made.state.levels = {depth: made.level}
    made.ground(0, 0, code)
    if to:
        level_below(made, to)
    stairs.ascend(made.game, made.hero)
    assert made.hero.escaped is (not to)
    assert made.hero.depth == (to or depth)
    if to:
        assert made.level is not made.state.levels[to]
        assert made.hero.at == made.state.levels[to].down[0]
    assert made.said("Ann goes up." if to else "Ann leaves the Delve.")
    assert not made.state.ended


def test_stairs_lead_down_one_level_to_its_stairs_up() -> None:
    made = Stage()
    below, left = level_below(made), made.hero.at
    assert made.game.at(1, left) is made.hero
    stairs.descend(made.game, made.hero)
    assert (made.hero.depth, made.hero.at) == (2, below.up[0])
    assert made.game.at(1, left) is None
    assert made.game.at(2, below.up[0]) is made.hero
    assert made.said("Ann goes down.")


def test_the_drum_stops_for_the_first_who_takes_the_heart() -> None:
    made = bearer(0)
    for stops in (True, False):
        made.hero.lines = []
        stairs.take_heart(made.game, made.hero)
        assert made.said("The drum stops, and begins again in Ann's hands.") is stops
        assert made.hero.used == {f"item {HEART}": 1}


def test_who_leaves_with_the_heart_has_won() -> None:
    made = Stage()
    made.give(HEART)
    stairs.leave(made.game, made.hero)
    assert made.state.ended == "escaped"
    assert made.hero.at not in made.game.occupants(1)


def test_the_dead_fall_no_more_and_one_lands_on_bare_ground() -> None:
    made = Stage()
    below = level_below(made)
    made.hero.fallen = True
    stairs.fall(made.game, made.hero)
    assert made.hero.depth == 1
    made.hero.fallen = False
    below.ground[made.at(0, 0)] = terrain.LAVA
    stairs.fall(made.game, made.hero)
    assert made.hero.depth == 2
    assert made.hero.at == made.at(-1, -1)  # the first of those as near


@pytest.mark.parametrize(
    ("turns", "away", "wakes"), [(20, 12, True), (20, 13, False), (19, 5, False), (40, 5, True)]
)
def test_the_heart_beats_every_twenty_turns_and_wakes_within_twelve_squares(
    turns: int, away: int, wakes: bool
) -> None:
    made = bearer(0)
    made.level.turns = turns
    sleeper = made.put("rat", 0, away, asleep=True)
    lords.beat(made.game, made.hero)
    assert sleeper.asleep is not wakes
    assert (sleeper.hunting, sleeper.goal) == ((60, made.hero.at) if wakes else (0, -1))
    assert made.said("The Heart beats") is wakes
    made.hero.lines = []
    lords.beat(made.game, made.hero)
    assert not made.said("The Heart beats")
