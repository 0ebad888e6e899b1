"""The odds of a fight: what is known of an opponent, and what each side does to the other."""

from __future__ import annotations

import pytest

from engine.common import distributions
from engine.delve.odds import fights
from tests.engine.delve.stage import Stage, content
from tests.rows import for_each


@for_each(
    "row",
    [
        # of 80: eight bands of ten, each known by its middle
        (1, 1, 10),
        (19, 1, 10),
        (20, 2, 24),
        (29, 2, 24),
        (30, 3, 34),
        (69, 6, 64),
        (70, 7, 74),
        (79, 7, 74),
        (80, None, 80),
    ],
)
def test_of_hurt_opponents_the_middle_of_their_segment_is_known(
    row: tuple[int, int | None, int],
) -> None:
    health, segments, known = row
    foe = Stage().dummy(0, 1, health=health, full_health=80)
    assert fights.health_segments(foe) == segments
    assert fights.known_health(foe) == known


def test_who_is_dead_has_no_segment_left() -> None:
    foe = Stage().dummy(0, 1, health=0, full_health=80)
    assert fights.health_segments(foe) == 0


@for_each(
    "row",
    [
        ("jackal", {}, 1),
        ("jackal", {"statuses": {"hasted": 2}}, 2),
        ("cellar bat", {}, 2),  # it is swift
        ("cellar bat", {"statuses": {"hasted": 2}}, 2),
        ("blind worm", {}, 0.5),  # it is slow
        ("blind worm", {"statuses": {"hasted": 2}}, 1.5),
    ],
)
def test_the_swift_and_hasted_act_once_more_a_round_and_the_slow_every_other(
    row: tuple[str, dict[str, object], float],
) -> None:
    kind, figures, actions = row
    made = Stage()
    foe = made.put(kind, 0, 1, **figures)
    assert fights.actions_a_round(content().monsters[kind], foe) == actions
    odds = fights.blow_of(made.game, foe, made.hero)
    assert odds.round == pytest.approx(odds.hits * odds.damage * actions)


def test_who_strikes_twice_does_twice_the_damage_in_a_round() -> None:
    made = Stage()
    odds = fights.blow_of(made.game, made.put("marsh hydra", 0, 1), made.hero)
    assert odds.round == pytest.approx(2 * odds.hits * odds.damage)


def test_blows_that_sap_hit_and_do_no_damage() -> None:
    made = Stage()
    odds = fights.blow_of(made.game, made.put("leech", 0, 1), made.hero)
    assert odds == ("blow", 0.9, 0, 0)


def test_shots_count_as_often_as_a_monster_acts() -> None:
    made = Stage()
    slinger = made.put("kobold slinger", 0, 4)
    once = fights.shot_of(made.game, slinger, made.hero)
    assert once is not None
    assert once.round == pytest.approx(once.hits * once.damage)
    slinger.statuses["hasted"] = 3
    twice = fights.shot_of(made.game, slinger, made.hero)
    assert twice == once._replace(round=2 * once.round)


def test_who_casts_in_place_of_blows_casts_at_nobody_beside_it() -> None:
    made = Stage()
    wisp = made.put("spark wisp", 0, 1)
    assert fights.shot_of(made.game, wisp, made.hero) is None
    found = fights.menace(made.game, wisp, made.hero)
    assert found is not None
    assert found.kind == "blow"
    engine = made.put("storm engine", 0, -1)  # which cannot move
    found = fights.shot_of(made.game, engine, made.hero)
    assert found is not None
    assert (found.kind, found.hits) == ("spell", 0.5)


def test_nothing_is_shot_breathed_or_cast_out_of_line() -> None:
    made = Stage()
    for kind in ("kobold slinger", "bone dragon", "spark wisp", "jackal"):
        foe = made.put(kind, 1, 3)
        assert fights.menace(made.game, foe, made.hero) is None
        made.level.monsters.remove(foe)
        made.game = type(made.game)(made.state, content(), made.dice)


def test_blows_needed_are_those_of_the_mean_rounded_up() -> None:
    made = Stage()
    foe = made.dummy(0, 1)
    mean = fights.blow(made.game, made.hero, foe).mean
    for blows in (1, 2, 6):
        foe.health = foe.full_health = int(blows * mean)
        assert fights.blows_needed(made.game, made.hero, foe) == blows
        foe.health = foe.full_health = int(blows * mean) + 1
        assert fights.blows_needed(made.game, made.hero, foe) == blows + 1


def test_who_cannot_be_hurt_takes_many_blows_and_no_division_by_nothing() -> None:
    made = Stage()
    made.hero.statuses["confused"] = 9
    foe = made.dummy(0, 1, defence=900, health=3, full_health=3)
    blow = fights.blow(made.game, made.hero, foe)
    # only critical hits do harm: one in ten, of one to three points, nine times in sixteen
    assert blow.mean == pytest.approx(0.1 * 2 * 9 / 16)
    assert blow.hits == pytest.approx(0.9 * 9 / 16)
    assert fights.blows_needed(made.game, made.hero, foe) == 27
    assert fights._LEAST_BLOW == 0.01


def test_the_cost_of_a_fight_is_what_each_does_until_it_falls_the_weakest_first() -> None:
    made = Stage()
    strong, weak = made.put("kobold", 0, 1), made.put("jackal", 0, -1, health=1)
    first = fights.blows_needed(made.game, made.hero, weak)
    then = fights.blows_needed(made.game, made.hero, strong)
    rounds = [fights.blow_of(made.game, each, made.hero).round for each in (weak, strong)]
    cost = fights.cost(made.game, made.hero, [strong, weak])
    assert first < then
    assert cost == pytest.approx(first * rounds[0] + (first + then) * rounds[1])
    assert fights.cost(made.game, made.hero, []) == 0


def test_whose_shots_are_worse_than_its_blows_costs_as_much_as_these() -> None:
    made = Stage()
    wisp = made.put("spark wisp", 0, 4, level=0, power=1)
    spell = fights.shot_of(made.game, wisp, made.hero)
    assert spell is not None
    assert spell.round > fights.blow_of(made.game, wisp, made.hero).round
    needed = fights.blows_needed(made.game, made.hero, wisp)
    assert fights.cost(made.game, made.hero, [wisp]) == pytest.approx(needed * spell.round)


def test_a_charge_does_more_than_a_blow_and_hits_as_often() -> None:
    made = Stage()
    foe = made.dummy(0, 4)
    blow = fights.blow(made.game, made.hero, foe)
    charge = fights.charge(made.game, made.hero, foe)
    assert charge.hits == blow.hits
    assert charge.damage > 1.9 * blow.damage  # two dice for one


def test_a_throw_of_what_is_made_for_it_does_its_own_harm_too() -> None:
    made = Stage()
    foe = made.dummy(0, 3)
    bile = made.give("potion of bile")
    thrown = fights.throw(made.game, made.hero, bile, foe)
    stone = fights.throw(made.game, made.hero, made.give("bread"), foe)
    assert thrown == stone  # it harms nobody by itself, only what lies on the ground after it
    flasks = [kind for kind in content().items.values() if _is_flask(kind.name)]
    assert flasks
    for kind in flasks:
        found = fights.throw(made.game, made.hero, made.give(kind.name), foe)
        more = found.damage - stone.damage
        assert more > 0
        assert found.mean == pytest.approx(stone.mean + found.hits * more)


def _is_flask(name: str) -> bool:
    effects = {effect.name for effect in content().items[name].effects}
    return bool(effects & {"burst", "harm"})


def test_holy_water_hurts_the_undead_alone() -> None:
    made = Stage()
    living, dead = made.put("jackal", 0, 3, defence=0), made.put("ghoul", 0, -3, defence=0)
    water = made.give("holy water")
    at_living = fights.throw(made.game, made.hero, water, living)
    at_dead = fights.throw(made.game, made.hero, water, dead)
    assert at_dead.damage > at_living.damage + 1
    assert at_dead.hits == at_living.hits


def test_what_is_thrown_too_far_does_nothing_and_what_is_not_proven_flies_as_its_like() -> None:
    made = Stage()
    foe = made.dummy(0, 5)
    near, far = made.give("dart", range=4), made.give("dart", range=5)
    assert fights.throw(made.game, made.hero, near, foe) == (0, 0, 0)
    assert fights.throw(made.game, made.hero, far, foe).hits == 0.5
    strange = made.give("dart", range=2, power=99, cursed=True, bonus="fire", known=False)
    known = fights.known_thing(made.game, strange)
    kind = content().items["dart"]
    assert (known.power, known.range, known.cursed, known.bonus) == (
        kind.power, kind.range, False, "",
    )  # fmt: skip
    strange.known = True
    assert fights.known_thing(made.game, strange) is strange


@for_each(
    "row",
    [
        ("spark", True),
        ("fireball", True),
        ("lightning bolt", True),
        ("bolt of force", True),
        ("drain", True),
        ("enervate", False),  # it takes energy
        ("confusion", False),
        ("heal wounds", False),
        ("push", False),
    ],
)
def test_some_spells_take_health(row: tuple[str, bool]) -> None:
    spell, harms = row
    made = Stage("mage")
    assert fights.does_harm(fights.cast_of(made.game, made.hero, spell)) is harms


def test_nothing_can_be_drained_from_the_lifeless() -> None:
    made = Stage("mage")
    drain = fights.cast_of(made.game, made.hero, "drain")
    for kind, drained in (("jackal", True), ("ghoul", False), ("golem", False)):
        foe = made.put(kind, 0, 2)
        damage = fights.damage_of(made.game, drain, foe)
        assert (distributions.mean(damage) > 0) is drained
        made.level.monsters.remove(foe)
    spark = fights.cast_of(made.game, made.hero, "spark")
    assert distributions.mean(fights.damage_of(made.game, spark, made.put("ghoul", 0, 2))) > 0


def test_a_spell_in_reach_does_its_damage_and_beyond_it_none() -> None:
    made = Stage("mage")
    near = made.dummy(0, 8)
    odds = fights.spell(made.game, made.hero, "spark", near, aimed=True)
    assert odds.works == 1
    assert odds.damage is not None
    assert (min(odds.damage), max(odds.damage)) == (2, 16)
    far = made.dummy(0, 9)
    assert fights.spell(made.game, made.hero, "spark", far, aimed=True) == ({0: 1.0}, 0)
    assert fights.spell(made.game, made.hero, "confusion", far, aimed=True) == (None, 1)
    assert fights.spell(made.game, made.hero, "spark", None, aimed=True) == (None, 1)


def test_only_who_is_awake_in_sight_and_near_seems_to_stop_spells() -> None:
    made = Stage("mage")
    null = made.put("null", 0, 4)
    assert fights.seems_nullified(made.game, made.hero)
    null.asleep = True
    assert not fights.seems_nullified(made.game, made.hero)
    null.asleep, null.at = False, made.at(0, 5)
    assert not fights.seems_nullified(made.game, made.hero)


def test_the_chances_of_sleepers_to_wake_add_up_as_independent_ones() -> None:
    made = Stage()
    assert fights.noticed_a_turn(made.game, made.hero) == 0
    for row in (2, 4):
        made.put("jackal", row, 0, asleep=True)
    made.put("jackal", 0, 4)
    made.put("jackal", 0, -4, asleep=True, side=1)
    assert fights.noticed_a_turn(made.game, made.hero) == pytest.approx(1 - 0.9 * 0.9)
