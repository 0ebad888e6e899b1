"""The limits of the expert's rules in a fight: on which side of each figure which advice comes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.contract.action import Action
from engine.contract.view import Caution
from engine.delve import terrain
from engine.delve.autoplay import errands, estimates, fighting
from engine.delve.autoplay.fight_scene import FightScene, scene_of
from engine.delve.combat.melee_effects import add_monster
from engine.delve.odds import fights
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import DelveMonster
from tests.engine.delve.expert_situations import ExpertSituation
from tests.rows import for_each

STRONG, WEAK = "troll", "jackal"  # one who wins against a new fighter, and one who loses


def stage(*kinds: str, health: int = 100, full: int = 100) -> ExpertSituation:
    """Return a fighter with enemies to the east, the first beside him."""
    made = ExpertSituation("fighter", "expert")
    made.healthy(health, full)
    for place, kind in enumerate(kinds):
        made.put(kind, 0, 1 + place)
    return made


def scene(made: ExpertSituation, danger: float | None = None) -> FightScene:
    """Return the fight as the expert sees it, with a danger of the test's."""
    found = scene_of(made.game, made.hero, visible_enemies(made.game, made.hero))
    return found if danger is None else found._replace(danger=danger)


def line(action: Action | None) -> str | None:
    return None if action is None else str(action)


# ------------------------------------------------------------------ plans to fight


@for_each(
    "row",
    [
        # three rounds of blows, a quarter of health at least, in tens that are not above the health
        (8, 25, 100, None),
        (8, 26, 100, "fight jackal 20"),
        (8.4, 26, 100, None),
        (8.4, 27, 100, "fight jackal 20"),
        (10, 31, 100, "fight jackal 30"),
        (10.1, 31, 100, None),
        (10.1, 41, 100, "fight jackal 40"),
        (16.6, 51, 100, "fight jackal 50"),
        (29.9, 91, 100, "fight jackal 90"),
        (31, 94, 100, "fight jackal 90"),
        (0, 100, 100, "fight jackal 30"),
        (0, 13, 50, "fight jackal 20"),
        (0, 259, 1000, None),  # not yet twenty-six of a hundred
        (83, 260, 1000, "fight jackal 20"),
        (84, 260, 1000, None),
    ],
)
def test_a_fight_is_planned_down_to_what_three_rounds_may_cost(
    row: tuple[float, int, int, str | None],
) -> None:
    danger, health, full, plan = row
    fight = scene(stage(WEAK, health=health, full=full), danger)
    assert line(fighting._fight(fight, fight.enemies[0])) == plan


@for_each(
    "row",
    [
        ("usual", 8, 100, "fight troll"),
        ("usual", 8, 50, "fight troll"),
        ("usual", 8, 49, "fight troll 30"),
        ("usual", 16.6, 60, "fight troll"),
        ("usual", 17, 60, "fight troll 60"),
        ("careful", 25, 80, "fight troll"),
        ("careful", 8, 74, "fight troll 30"),
    ],
)
def test_who_would_lose_fights_on_the_usual_terms_where_these_are_safe(
    row: tuple[Caution, float, int, str],
) -> None:
    caution, danger, health, plan = row
    made = stage(STRONG, health=health)
    made.hero.caution = caution
    made.level.monsters[0].power = 1
    fight = scene(made, danger)
    assert not fight.can_win
    assert line(fighting._fight(fight, fight.enemies[0])) == plan


@for_each("row", [(100, 90), (99, 80), (95, 80), (30, 20), (29, 10), (20, 10), (19, 10), (3, 10)])
def test_a_dangerous_fight_goes_on_for_a_tenth_of_the_health_or_two(row: tuple[int, int]) -> None:
    health, until = row
    made = stage(STRONG, health=health)
    fight = scene(made)
    assert line(fighting._fight_on(fight, fight.enemies[0])) == f"fight troll {until}"


@for_each("row", [(WEAK, "30"), ("kobold", "30")])
def test_all_are_fought_down_to_the_highest_of_their_limits(row: tuple[str, str]) -> None:
    second, until = row
    made = stage(WEAK, second, health=300, full=300)
    fight = scene(made, danger=1)
    assert [str(each.action) for each in fighting._fight_all(fight)] == [f"fight all {until}"]
    made.healthy(75, 300)
    assert not list(fighting._fight_all(scene(made, danger=1)))
    alone = stage(WEAK, health=300, full=300)
    assert not list(fighting._fight_all(scene(alone, danger=1)))
    lost = stage(WEAK, STRONG)
    assert not list(fighting._fight_all(scene(lost, danger=1)))


# ------------------------------------------------------------------ saving oneself


@for_each(
    "row",
    [
        (7, 28, False),
        (6, 24, True),  # less than three rounds of a jackal's blows, two and a third each
        (7, 29, True),  # less than a quarter of all
    ],
)
def test_a_hero_saves_himself_when_three_rounds_may_kill_or_little_health_is_left(
    row: tuple[int, int, bool],
) -> None:
    health, full, saves = row
    made = stage(WEAK, health=health, full=full)
    made.give("potion of healing")
    first = "drink-then-fight potion-of-healing jackal" if saves else "fight jackal 10"
    assert made.lead()[0].partition(":")[0] == first


@for_each("row", [(20, 51, False), (25, 51, False), (25.5, 51, True), (25, 50, True)])
def test_who_is_winning_saves_himself_when_two_rounds_may_kill(
    row: tuple[float, int, bool],
) -> None:
    danger, health, saves = row
    made = stage(WEAK, health=health)
    made.give("potion of healing")
    fight = scene(made, danger)
    assert fight.can_win
    assert bool(list(fighting._save(fight))) is saves


Steps = Callable[[ExpertSituation], object]


def healing(class_name: str, *steps: Steps) -> list[str]:
    """Return what gives health back where nobody attacks."""
    made = ExpertSituation(class_name, "expert")
    for step in steps:
        step(made)
    found = fighting.heal(made.game, made.hero)
    return [f"{each.action}: {each.why}" for each in found]


@for_each(
    "row", [(40, 60, True), (41, 60, False), (15, 30, True), (16, 30, False), (300, 320, True)]
)
def test_a_potion_is_worth_twenty_points_or_half_of_the_health(row: tuple[int, int, bool]) -> None:
    health, full, drinks = row
    told = f"{health} health left"
    assert healing(
        "fighter",
        lambda made: made.healthy(health, full),
        lambda made: (made.give("potion of healing"), made.give("potion of great healing")),
    ) == (
        [f"drink potion-of-great-healing: {told}", f"drink potion-of-healing: {told}"]
        if drinks
        else []
    )


@for_each("row", [(6, True), (5, False)])
def test_hands_heal_whoever_lacks_all_that_they_give(row: tuple[int, bool]) -> None:
    lost, heals = row
    assert (
        bool(
            healing(
                "fighter",
                lambda made: made.healthy(60 - lost, 60),
                lambda made: made.able("lay hands"),
            )
        )
        is heals
    )


@for_each("row", [(20, True), (19, False)])
def test_a_spell_heals_whoever_lacks_much(row: tuple[int, bool]) -> None:
    lost, heals = row
    found = healing(
        "mage", lambda made: made.healthy(60 - lost, 60), lambda made: made.know("heal wounds")
    )
    assert found == (["cast heal-wounds: 40 health left"] if heals else [])


@for_each("row", [
    (25.9, 60, True), (26, 60, False), (60, 60, True), (59.9, 60, False),
])  # fmt: skip
def test_no_potion_against_blows_that_take_more_unless_the_next_may_kill(
    row: tuple[float, int, bool],
) -> None:
    danger, health, drinks = row
    made = stage(STRONG, health=health)
    made.give("potion of healing")
    found = [str(each.action) for each in fighting._heal(scene(made, danger))]
    assert found == (
        ["drink-then-fight potion-of-healing troll", "drink potion-of-healing"] if drinks else []
    )


@for_each("row", [(9.9, True), (26, False), (25.9, True)])
def test_no_spell_that_heals_less_than_the_next_round_takes(row: tuple[float, bool]) -> None:
    danger, casts = row
    made = ExpertSituation("mage", "expert")
    made.healthy(40, 100)
    made.know("heal wounds")  # twenty-six points
    made.put(STRONG, 0, 2)
    found = [str(each.action) for each in fighting._heal(scene(made, danger))]
    assert found == (["cast heal-wounds"] if casts else [])
    made.put("null", 0, -4)
    assert not list(fighting._heal(scene(made, danger)))


@for_each(
    "row",
    [
        (terrain.STAIRS_UP, 1, None),
        (terrain.STAIRS_UP, 2, "ascend"),
        (terrain.STAIRS_DOWN, 1, "descend"),
        (terrain.STAIRS_DOWN, 2, "descend"),
        (terrain.SHAFT, 2, "ascend"),
        (terrain.FLOOR, 2, None),
    ],
)
def test_stairs_underfoot_lead_out_of_a_lost_fight_but_not_out_of_the_delve(
    row: tuple[int, int, str | None],
) -> None:
    code, depth, first = row
    made = stage(health=10, full=60)
    made.level.depth = made.hero.depth = depth
    made.state.levels = {depth: made.level}
    made.ground(0, 0, code)
    add_monster(made.game, depth, STRONG, made.at(0, 1)).disguised = False
    made.look()
    [advice] = made.lead()
    verb, _, why = advice.partition(": ")
    assert (verb if why == "this fight is lost" else None) == first


@for_each("row", [(WEAK, "drink-then-fight potion-of-healing jackal"), (STRONG, "descend")])
def test_who_would_win_in_full_health_drinks_before_he_leaves_by_stairs(
    row: tuple[str, str],
) -> None:
    kind, first = row
    made = stage(kind, health=4)
    made.give("potion of healing")
    made.ground(0, 0, terrain.STAIRS_DOWN)
    lines = [each.partition(":")[0] for each in made.lead(9)]
    assert lines[0] == first
    assert "descend" in lines


@for_each("row", [(60, False), (36, False), (35, True), (15, True), (10, True)])
def test_a_hero_flees_below_six_tenths_of_health_from_who_would_win(row: tuple[int, bool]) -> None:
    health, flees = row
    made = stage("larder ogre", health=health, full=60)
    made.ground(0, -3, terrain.STAIRS_DOWN)
    assert (made.lead()[0] == "flee: this fight is lost") is flees


@for_each("kind", ["cellar bat", "kobold slinger"])
def test_nobody_flees_from_the_swift_or_from_those_who_shoot(kind: str) -> None:
    made = ExpertSituation("fighter", "expert")
    made.healthy(5, 60)
    made.put(kind, 0, 2)
    made.ground(0, -3, terrain.STAIRS_DOWN)
    assert not scene(made).can_win
    assert not scene(made).is_outrun
    assert not [each for each in made.lead(9) if each.startswith("flee")]


def test_a_step_away_goes_where_nobody_is_beside_and_no_harm_is() -> None:
    made = stage("larder ogre", health=9, full=60)
    assert "move sw: it is too strong, and slower" in made.lead(9)
    for dy in (-1, 0, 1):
        made.ground(dy, -1, terrain.LAVA)
    told = [each for each in made.lead(9) if each.endswith("slower")]
    assert not told  # all other steps stay beside the ogre
    made.ground(1, -1, terrain.DOOR)
    assert not [each for each in made.lead(9) if each.endswith("slower")]
    made.ground(-1, -1, terrain.FLOOR)
    assert "move nw: it is too strong, and slower" in made.lead(9)


@for_each("row", [(30, False), (29, True)])
def test_below_half_health_one_steps_away_from_what_cannot_follow(row: tuple[int, bool]) -> None:
    health, steps = row
    made = stage("mould", health=health, full=60)
    assert (made.lead()[0] == "move sw: it cannot follow") is steps
    made.put("jackal", 0, 5)
    assert made.lead()[0] != "move sw: it cannot follow"


@for_each("row", [(5, 100, True), (5, 101, False), (4, 80, True), (4, 81, False)])
def test_fire_is_put_out_that_may_cost_an_eighth_of_the_health(row: tuple[int, int, bool]) -> None:
    points, health, goes = row
    made = ExpertSituation("fighter", "expert")
    made.healthy(health, 200)
    made.ill("on fire", points)  # two points and a half a turn
    made.ground(1, 1, terrain.SHALLOW)
    found = [str(each.action) for each in fighting.put_out_fire(made.game, made.hero)]
    assert found == (["move se"] if goes else [])


def test_without_water_beside_him_a_burning_hero_goes_nowhere_for_it() -> None:
    made = ExpertSituation("fighter", "expert")
    made.healthy(20, 200)
    made.ill("on fire", 9)
    made.ground(0, 2, terrain.SHALLOW)
    assert not list(fighting.put_out_fire(made.game, made.hero))


@for_each("row", [(1, 3, True), (1, 4, False), (6, 8, True), (6, 9, False)])
def test_scrolls_are_kept_for_enemies_who_are_not_far_below_the_hero(
    row: tuple[int, int, bool],
) -> None:
    foe, level, reads = row
    made = ExpertSituation("mage", "expert")
    made.experienced(level)
    made.give("scroll of shock")
    made.dummy(0, 3, level=foe)
    assert bool(list(fighting._aimed_spells(scene(made)))) is reads


@for_each(
    "row",
    [
        ("potion of bile", STRONG, 5, "throw potion-of-bile e"),
        ("potion of bile", STRONG, 6, "volley troll"),  # as good, and kept for another time
        ("potion of bile", WEAK, 5, "volley jackal"),
        ("fire pot", STRONG, 12, "throw fire-pot e"),
        ("fire pot", STRONG, 13, "volley troll"),
        ("fire pot", WEAK, 0, "volley jackal"),
    ],
)
def test_in_a_hard_fight_alone_a_flask_is_thrown_before_darts_that_do_not_match_it(
    row: tuple[str, str, int, str],
) -> None:
    flask, foe, power, first = row
    made = ExpertSituation("fighter", "expert")
    enemy = made.put(foe, 0, 4)
    made.give("dart", power=power)
    made.give(flask)
    [thrown, *_] = fighting._throws(made.game, made.hero, [enemy])
    assert str(thrown.action) == first


@for_each(
    "row",
    [
        ("cast", "jackal", 1, 1),
        ("cast", "jackal", 4, 0.5),  # it comes, and strikes a turn later
        ("cast", "kobold slinger", 4, 0),
        ("read", "jackal", 4, 1),
        ("read", "kobold slinger", 4, 1),
    ],
)
def test_a_spell_gains_its_damage_but_for_the_blow_that_might_be_struck_instead(
    row: tuple[str, str, int, float],
) -> None:
    verb, foe, away, blows = row
    made = ExpertSituation("mage", "expert")
    made.know("spark")
    enemy = made.put(foe, 0, away)
    option = fighting._rate_spell(scene(made), verb, "spark", ("spark", "e"))
    assert option is not None
    lost = blows * estimates.blow(made.game, made.hero, enemy)
    assert option.gain == pytest.approx(option.damage - lost)


@for_each("row", [(27, True), (28, False)])  # three sparks of nine, or four
def test_a_spell_is_cast_by_who_can_spare_as_many_as_the_enemy_outlives(
    row: tuple[int, bool],
) -> None:
    health, spared = row
    made = ExpertSituation("fighter", "expert")
    made.know("spark")
    made.hero.energy = made.hero.full_energy = 24
    made.dummy(0, 1, health=health, full_health=health)
    option = fighting._rate_spell(scene(made), "cast", "spark", ("spark", "e"))
    assert (option is not None) is spared


# ------------------------------------------------------------------ going on or leaving alone


@for_each(
    "row",
    [
        ("jackal", 3, {}, False),
        ("troll", 3, {}, True),  # it would win
        ("cellar bat", 3, {"level": 30, "power": 90}, False),  # it comes anyway
        ("jackal", 3, {"fled": True}, True),
        ("jackal", 1, {"fled": True}, False),
        ("jackal", 3, {"health": 5}, True),  # it is about to run
        ("the Butler", 3, {"level": 0, "power": 1, "health": 9, "full_health": 9}, True),
        ("the Butler", 2, {"level": 0, "power": 1, "health": 9, "full_health": 9}, False),
    ],
)
def test_some_enemies_at_a_distance_are_left_alone(
    row: tuple[str, int, dict[str, object], bool],
) -> None:
    kind, away, figures, alone = row
    made = ExpertSituation("fighter", "expert")
    made.healthy(200, 200)
    foe: DelveMonster = made.put(kind, 0, away, **figures)
    assert fighting._is_left_alone(scene(made), foe) is alone


def test_after_long_on_a_level_nobody_who_stands_in_the_way_is_left_alone() -> None:
    made = stage()
    foe = made.put(STRONG, 0, 3)
    for turns, alone in ((errands.PATIENCE, True), (errands.PATIENCE + 1, False)):
        made.hero.turns = made.hero.arrived_at + turns
        assert fighting._is_left_alone(scene(made), foe) is alone


@for_each(
    "row",
    [
        ("jackal", {}, "it comes anyway, and the first blow may be yours"),
        ("mould", {}, "it is in the way"),
        ("kobold slinger", {}, "it hurts you from there"),
    ],
)
def test_a_fight_at_a_distance_has_its_reason(row: tuple[str, dict[str, object], str]) -> None:
    kind, figures, why = row
    made = ExpertSituation("fighter", "expert")
    foe = made.put(kind, 0, 3, **figures)
    assert str(fighting._why_fight(scene(made), foe)) == why


# ------------------------------------------------------------------ estimates


def test_a_fight_is_won_that_costs_less_than_four_fifths_of_the_health() -> None:
    made = stage(WEAK)
    enemies = visible_enemies(made.game, made.hero)
    cost = fights.cost(made.game, made.hero, enemies)
    for health, wins in ((int(cost * 5 / 4), False), (int(cost * 5 / 4) + 1, True)):
        assert estimates.can_win(made.game, made.hero, enemies, health) is wins
        made.hero.health = health
        assert estimates.can_win(made.game, made.hero, enemies) is wins


@for_each("row", [(4, True), (5, False)])
def test_who_is_more_than_four_squares_away_takes_no_part_in_a_fight(row: tuple[int, bool]) -> None:
    away, counts = row
    made = stage()
    made.put(STRONG, 0, away)
    enemies = visible_enemies(made.game, made.hero)
    assert estimates.can_win(made.game, made.hero, enemies) is not counts


def test_who_is_easy_costs_less_than_a_third_of_the_health() -> None:
    made = stage(WEAK)
    [enemy] = visible_enemies(made.game, made.hero)
    cost = fights.cost(made.game, made.hero, [enemy])
    made.hero.health = int(cost * 3)
    assert not estimates.is_easy(made.game, made.hero, enemy)
    made.hero.health = int(cost * 3) + 1
    assert estimates.is_easy(made.game, made.hero, enemy)


def test_danger_is_the_blows_of_those_beside_and_the_shots_of_others() -> None:
    made = ExpertSituation("fighter", "expert")
    jackal, slinger = made.put("jackal", 0, 1), made.put("kobold slinger", 0, -4)
    made.put("kobold", 3, 0)  # which can do nothing yet
    enemies = visible_enemies(made.game, made.hero)
    shot = fights.shot_of(made.game, slinger, made.hero)
    assert shot is not None
    assert estimates.danger(made.game, made.hero, enemies) == pytest.approx(
        fights.blow_of(made.game, jackal, made.hero).round + shot.damage
    )


@for_each("row", [("fighter", False), ("mage", True)])
def test_mages_live_by_spells(row: tuple[str, bool]) -> None:
    class_name, lives = row
    made = ExpertSituation(class_name, "expert")
    assert estimates.lives_by_spells(made.game, made.hero) is lives
    made.hero.energy = made.hero.full_energy = 20
    assert fighting._can_spare(made.game, made.hero, 10)
    assert fighting._can_spare(made.game, made.hero, 11) is lives
