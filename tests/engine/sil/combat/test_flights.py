"""Flights of arrows and thrown things at their boundaries (rules: combat 8.3, 9, 10)."""

import pytest

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.sil.combat import archery, missile_flight, throwing
from engine.sil.creatures import slays
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from tests.engine.sil.combat.test_archery import dealt, shoot
from tests.engine.sil.creatures.hall import told
from tests.engine.sil.stage import foe, item, load_dice, stage, wear

TOUGH = 1000
EAST = 6
THRALL = "Alert human thrall"


def archer(*abilities, bow="Longbow", flags=(), arrow_flags=(), **more):
    game = stage(abilities=abilities, **more)
    wear(game, Slot.BOW, bow, flags=[*flags])
    wear(game, Slot.QUIVER1, "Arrow", count=5, flags=[*arrow_flags])
    return game


def lying(game):
    """Return the squares on which something lies, from the hero."""
    places = [game.level.place(i) for i, heap in game.level.floor.items() if heap]
    return [(y - game.hero.y, x - game.hero.x) for y, x in places]


# ------------------------------------------------------------------------ aiming


def test_what_is_out_of_range_behind_a_wall_or_underfoot_is_no_target():
    game = archer()
    hero = game.hero
    assert missile_flight.aim(game, (hero.y, hero.x + 5), 5) == (hero.y, hero.x + 5)
    assert missile_flight.aim(game, EAST, 1) == (hero.y, hero.x + 1)
    with pytest.raises(IllegalAction, match="6 squares away, and the range is 5"):
        missile_flight.aim(game, (hero.y, hero.x + 6), 5)
    with pytest.raises(IllegalAction, match="where you stand"):
        missile_flight.aim(game, (hero.y, hero.x), 5)
    wolf = foe(game, "Wolf", 0, 3)
    assert missile_flight.aim(game, wolf, 5) == (wolf.y, wolf.x)
    game.knowledge.fire[game.level.at(wolf.y, wolf.x)] = 0
    with pytest.raises(IllegalAction, match="line of fire"):
        missile_flight.aim(game, wolf, 5)
    hero.timers.hallucinating = 1
    with pytest.raises(IllegalAction, match="what is real"):
        missile_flight.aim(game, wolf, 5)


@pytest.mark.parametrize(("face", "keypad"), [(1, 0), (4, 3), (8, 7)])
def test_the_confused_aim_in_any_of_eight_directions(face, keypad):
    game = archer()
    assert missile_flight.astray(game, EAST) == EAST
    game.hero.timers.confused = 1
    load_dice(game, face)
    assert missile_flight.astray(game, EAST) == compass.RING[keypad]
    assert told(game) == ["Confused, you cannot aim."]


@pytest.mark.parametrize(
    ("truce", "oath", "visible", "sure", "question", "risk"),
    [
        (True, True, True, False, "Break the truce?", ""),
        (False, True, True, False, "Break your oath of Mercy and {deed}?", "oath"),
        (False, True, False, False, None, None),
        (False, False, True, False, None, None),
        (True, True, True, True, None, None),
    ],
)
def test_what_is_asked_before_something_flies(truce, oath, visible, sure, question, risk):
    for deed in ("shoot", "throw"):
        game = archer(ab.OATH)
        game.hero.oath = derived.MERCY if oath else 0
        game.world.truce, game.state.sure = truce, sure
        man = foe(game, "Easterling warrior", 0, 3, visible=visible)
        squares = [game.level.at(man.y, man.x)]
        asked = missile_flight.asks_first(game, squares, deed, f"{deed} it")
        assert asked == (question is not None)
        if asked:
            found = game.state.question
            assert str(found.text) == question.format(deed=deed)
            assert (found.data["action"], found.risk) == (f"{deed} it", risk)
        assert not missile_flight.spares_somebody(game, [])


# ------------------------------------------------------------------------ shots


def test_a_shot_takes_the_turn_and_a_turn_of_archery_and_breaks_off_plans():
    game = archer()
    shoot(game, foe(game, "Wolf", 0, 4, health=TOUGH))
    assert game.state.energy_used == 100
    assert game.hero.attacked
    assert game.state.disturbances[0].reason == "own deed"


@pytest.mark.parametrize(("roll", "whole"), [(10, False), (11, True), (20, True)])
def test_an_arrow_breaks_one_time_in_ten(roll, whole):
    game = archer()
    shoot(game, (game.hero.y, game.hero.x + 3), roll)
    assert len(lying(game)) == whole


@pytest.mark.parametrize(("roll", "whole"), [(20, False), (21, True)])
def test_an_arrow_that_meets_a_wall_breaks_twice_as_often_and_lies_before_it(roll, whole):
    game = archer()
    game.level.feature[game.level.at(game.hero.y, game.hero.x + 3)] = terrain.GRANITE
    shoot(game, EAST, roll)
    assert lying(game) == ([(0, 2)] if whole else [])


def test_artefacts_never_break():
    game = archer()
    game.hero.worn[Slot.QUIVER1].artefact = 1
    assert missile_flight.come_down(game, game.hero.worn[Slot.QUIVER1], game.level.at(3, 3), 100)


def test_an_arrow_passes_the_peaceful_by():
    game = archer(skills=(0, 20, 0, 0, 0, 0, 0, 0))
    thrall = foe(game, THRALL, 0, 2, health=TOUGH)
    wolf = foe(game, "Wolf", 0, 4, health=TOUGH)
    shoot(game, EAST, 10, 5, otherwise=3)
    assert dealt(thrall) == 0
    assert dealt(wolf) > 0


def test_a_radiant_bow_lights_the_way_of_its_arrows():
    for flags, lit in ((("RADIANCE",), True), ((), False)):
        game = archer(flags=flags)
        shoot(game, (game.hero.y, game.hero.x + 3), otherwise=50)
        assert bool(game.level.glow[game.level.at(game.hero.y, game.hero.x + 2)]) == lit


@pytest.mark.parametrize(
    ("flags", "name", "net", "face", "stun"),
    [
        (("RADIANCE",), "Orc soldier", 6, 1, 6),
        (("RADIANCE",), "Orc soldier", 5, 1, 0),
        (("RADIANCE",), "Orc soldier", 6, 2, 0),
        (("RADIANCE",), "Wolf", 6, 1, 0),
        ((), "Orc soldier", 6, 1, 0),
        (("RADIANCE",), "Orc soldier", 300, 1, 255),
    ],
)
def test_a_radiant_bow_dazzles_what_hates_the_light_by_a_good_hit(flags, name, net, face, stun):
    game = archer(flags=flags)
    creature = foe(game, name, 0, 4)
    load_dice(game, face)
    archery._dazzle(game, game.hero.worn[Slot.BOW], creature, net)
    assert creature.stun == stun


@pytest.mark.parametrize(
    ("flags", "roll", "through"),
    [((), 1, False), (("SHARPNESS",), 50, True), (("SHARPNESS",), 51, False),
     (("SHARPNESS2",), 100, True)],
)  # fmt: skip
def test_how_often_a_sharp_arrow_flies_on_through(flags, roll, through):
    game = archer(arrow_flags=flags)
    load_dice(game, roll)
    assert archery._pierces(game, game.hero.worn[Slot.QUIVER1]) == through


@pytest.mark.parametrize(
    ("flags", "dice"), [((), (10 * 20 + 4) // (70 + 30)), (("CUMBERSOME",), 0)]
)
def test_critical_dice_of_an_arrow_go_by_the_weight_of_the_bow(flags, dice):
    game = archer(flags=flags)
    bow = game.hero.worn[Slot.BOW]
    bow.weight = 30
    wolf = game.data.monsters[foe(game, "Wolf", 0, 4).race]
    assert archery.crit_dice(game, bow, 20, wolf) == dice
    thorn = game.data.monsters[foe(game, "Tanglethorn", 0, 5).race]
    assert archery.crit_dice(game, bow, 20, thorn) == 0


def test_hail_doubles_all_dice_and_puncture_needs_the_skill():
    game = archer()
    wolf = game.data.monsters[foe(game, "Wolf", 0, 4).race]
    plain = archery.harm_dice(game, wolf, 1, 100, hail=False)
    hail = archery.harm_dice(game, wolf, 1, 100, hail=True)
    assert (plain.dice, hail.dice, plain.puncture) == (3, 6, 0)
    game = archer(ab.PUNCTURE)
    assert archery.harm_dice(game, wolf, 0, 50, hail=False)[3:] == (50, False, 5)


@pytest.mark.parametrize(("kill", "killed"), [(True, True), (False, False)])
def test_only_the_last_met_decides_whether_hail_follows(kill, killed):
    game = archer(ab.DEADLY_HAIL, skills=(0, 20, 0, 0, 0, 0, 0, 0))
    game.hero.last_archery_kill = not kill
    shoot(game, foe(game, "Wolf", 0, 4, health=1 if kill else TOUGH), 10, 5, otherwise=3)
    assert game.hero.last_archery_kill == killed


@pytest.mark.parametrize(
    ("rulings", "abilities", "charge", "die", "left"),
    [
        (GAME, (ab.VENGEANCE,), 1, 0, 1),
        (MANUAL, (ab.VENGEANCE,), 1, 1, 0),
        (MANUAL, (), 1, 0, 0),
        (MANUAL, (ab.VENGEANCE,), 0, 0, 0),
    ],
)
def test_the_die_of_vengeance_in_shots(rulings, abilities, charge, die, left):
    game = archer(*abilities, rulings=rulings)
    game.hero.vengeance = charge
    assert archery.vengeance_dice(game) == die
    assert archery.spend_vengeance(game) == die
    assert game.hero.vengeance == left


def test_a_shot_that_does_no_harm_makes_alert_and_marks_its_victim():
    game = archer()
    orc = foe(game, "Orc soldier", 0, 4, health=TOUGH, alertness=-3)
    game.hero.derived.archery_dice = (1, 1)
    shoot(game, orc, 20, 12, 1, otherwise=6)
    assert "The arrow hits the orc soldier, but does no harm." in told(game)
    assert orc.alertness >= 0
    assert orc.flags == ["hit by ranged"]


@pytest.mark.parametrize("thrown", [False, True])
@pytest.mark.parametrize(
    ("rulings", "harm", "broken"),
    [(GAME, False, False), (MANUAL, False, True), (GAME, True, True), (MANUAL, True, True)],
)
def test_harm_breaks_the_oath_and_a_harmless_hit_where_attacks_do(rulings, harm, broken, thrown):
    game = archer(rulings=rulings)
    warrior = foe(game, "Easterling warrior", 0, 2, health=TOUGH)
    sides = 99 if harm else 1
    if thrown:
        load_dice(game, 20, 12, otherwise=sides)
        dagger = item("Dagger", damage_dice=2, damage_sides=sides)
        game.hero.pack.append(dagger)
        throwing.throw(game, dagger, warrior)
    else:
        game.hero.derived.archery_dice = (1, sides)
        shoot(game, warrior, 20, 12, sides, 9, 9, otherwise=9)
    assert any("does no harm" in line for line in told(game)) != harm
    assert (derived.MERCY in game.hero.oaths_broken) == broken


@pytest.mark.parametrize(
    ("changes", "rulings", "answers"),
    [
        ({}, GAME, True),
        ({"alertness": -1}, GAME, False),
        ({"confused": 1}, GAME, False),
        ({"stance": "fleeing"}, GAME, False),
        ({"skip_turn": True}, GAME, False),
        ({"name": "Tanglethorn"}, GAME, False),
        ({"name": "Tanglethorn"}, MANUAL, True),
        ({"name": THRALL}, GAME, False),
        ({"name": THRALL}, MANUAL, False),
        ({"alertness": -10}, MANUAL, True),
        ({"alertness": -11}, MANUAL, False),
        ({"stance": "fleeing"}, MANUAL, True),
    ],
)
def test_who_answers_a_shot(changes, rulings, answers):
    game = archer(rulings=rulings)
    creature = foe(game, changes.pop("name", "Wolf"))
    for field, value in changes.items():
        setattr(creature, field, value)
    assert archery.is_provoked(game, creature) == answers


def test_nobody_answers_a_shot_in_the_truce():
    for rulings in (GAME, MANUAL):
        game = archer(rulings=rulings)
        wolf = foe(game, "Wolf")
        assert archery.is_provoked(game, wolf)
        game.world.truce = True
        assert not archery.is_provoked(game, wolf)


@pytest.mark.parametrize(("abilities", "struck"), [((), 2), ((ab.POINT_BLANK_ARCHERY,), 1)])
def test_point_blank_archery_spares_the_bowman_the_answer_of_the_first_alone(abilities, struck):
    game = archer(*abilities)
    first = foe(game, "Wolf", 0, 1, health=TOUGH)
    foe(game, "Wolf", 0, -1, health=TOUGH)
    game.hero.derived.skills[Skill.EVASION] = 99
    shoot(game, first, 1, 20)
    assert sum("misses you" in line for line in told(game)) == struck


def test_a_deadly_answer_to_a_shot_is_the_last():
    game = archer()
    for dx in (1, -1):
        foe(game, "Wolf", 0, dx, health=TOUGH)
    game.hero.health = 1
    game.hero.derived.skills[Skill.EVASION] = -99
    shoot(game, (game.hero.y + 3, game.hero.x), otherwise=20)
    assert game.state.ended
    assert sum("bites you" in line for line in told(game)) == 1


# ------------------------------------------------------------------------ throws


@pytest.mark.parametrize(
    ("capacity", "weight", "squares"),
    [(1000, 30, 4), (1000, 31, 3), (5000, 10, 20), (20000, 10, 20), (100, 90, 1), (500, 5, 4)],
)
def test_the_reach_of_a_throw_is_between_one_and_twenty(capacity, weight, squares):
    game = stage()
    game.hero.derived.capacity = capacity
    assert throwing.reach(game, item("Dagger", weight=weight)) == squares


def thrower(name="Dagger", *, skills=(20, 0, 0, 0, 0, 0, 0, 0), count=1, **more):
    """Return a hero who throws well, and the thing at hand."""
    game = stage(skills=skills, **more)
    thing = item(name, count=count)
    game.hero.pack.append(thing)
    return game, thing


def test_the_afraid_throw_nothing():
    game, thing = thrower()
    game.hero.timers.afraid = 1
    with pytest.raises(IllegalAction, match="too afraid"):
        throwing.throw(game, thing, EAST)
    assert game.hero.pack == [thing]


def test_a_throw_stops_at_the_first_it_hits_and_goes_on_past_those_it_misses():
    for faces, falls in (((10, 1), (0, 2)), ((1, 20, 10, 1), (0, 4))):
        game, thing = thrower(skills=(9, 0, 0, 0, 0, 0, 0, 0))
        first, second = foe(game, "Wolf", 0, 2, health=TOUGH), foe(game, "Wolf", 0, 4, health=TOUGH)
        load_dice(game, *faces, otherwise=2)
        throwing.throw(game, thing, EAST)
        assert lying(game) == [falls]
        assert (dealt(first) > 0) == (falls == (0, 2))
        assert game.hero.attacked
        assert (dealt(second) > 0) == (falls == (0, 4))


def test_a_throw_passes_the_peaceful_by_and_falls_before_a_wall():
    game, thing = thrower()
    thrall = foe(game, THRALL, 0, 2, health=TOUGH)
    game.level.feature[game.level.at(game.hero.y, game.hero.x + 4)] = terrain.GRANITE
    load_dice(game, otherwise=50)
    throwing.throw(game, thing, EAST)
    assert dealt(thrall) == 0
    assert lying(game) == [(0, 3)]


def test_a_broken_thing_is_told():
    game, thing = thrower("Flask of oil")
    load_dice(game, otherwise=1)
    throwing.throw(game, thing, (game.hero.y, game.hero.x + 2))
    assert told(game)[-1] == "The flask of oil breaks."
    assert lying(game) == []


def test_one_of_a_stack_is_thrown_and_will_be_gathered_again():
    game, thing = thrower(count=3)
    load_dice(game, otherwise=50)
    throwing.throw(game, thing, (game.hero.y, game.hero.x + 2))
    assert thing.count == 2
    (heap,) = game.level.floor.values()
    assert [each.pickup for each in heap] == [True]
    assert not thing.pickup


@pytest.mark.parametrize(
    ("name", "by_game", "by_manual"),
    [
        ("Dagger", True, True), ("Spear", True, True), ("Hand Axe", False, True),
        ("Longsword", False, False), ("Great Axe", False, False), ("Flask of oil", False, False),
    ],
)  # fmt: skip
def test_which_things_are_made_to_be_thrown(name, by_game, by_manual):
    found = [
        throwing.made_to_throw(stage(rulings=rulings), item(name)) for rulings in (GAME, MANUAL)
    ]
    assert found == [by_game, by_manual]


@pytest.mark.parametrize(("charge", "abilities", "dice"), [
    (0, (ab.VENGEANCE,), 1), (1, (ab.VENGEANCE,), 2), (1, (), 1),
])  # fmt: skip
def test_vengeance_adds_its_die_to_a_throw_and_is_spent(charge, abilities, dice):
    game, thing = thrower(skills=(12, 0, 0, 0, 0, 0, 0, 0), abilities=abilities, rulings=MANUAL)
    game.hero.vengeance = charge
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
    load_dice(game, 1, 10, otherwise=2)
    throwing.throw(game, thing, wolf)
    assert f"Damage {dice}d5" in str(game.state.combat_rolls[0])
    assert not game.hero.vengeance


def test_a_throw_that_slays_its_kind_shakes_those_who_see_it(monkeypatch):
    shaken = []
    monkeypatch.setattr(slays, "awe", lambda _game, creature, found: shaken.append(found.dice))
    for flags in ([], ["SLAY_WOLF"]):
        game, thing = thrower()
        thing.flags = flags
        load_dice(game, 10, 1, otherwise=2)
        throwing.throw(game, thing, foe(game, "Wolf", 0, 3, health=TOUGH))
    assert shaken == [0, 1]


@pytest.mark.parametrize(
    ("name", "weapon", "score"),
    [("Dagger", None, 0), ("Longsword", None, -5), ("Dagger", "Battle Axe", 0)],
)
def test_a_throw_is_scored_without_the_weapon_in_hand(name, weapon, score):
    game = stage(house=7)
    if weapon:
        wear(game, Slot.WEAPON, weapon)
    assert throwing.attack_base(game, item(name)).total == score
    thing = item(name, attack=3)
    assert throwing.attack_base(game, thing).total == score + 3 - item(name).attack


@pytest.mark.parametrize(("flags", "thrown_dice"), [((), 2), (("CUMBERSOME",), 0)])
def test_critical_dice_of_a_throw_go_by_the_weight_of_the_thing(flags, thrown_dice):
    game = stage()
    thing = item("Dagger", weight=30, flags=[*flags])
    wolf = game.data.monsters[foe(game, "Wolf", 0, 4).race]
    assert throwing.crit_dice(game, thing, 20, wolf) == thrown_dice
    game = stage(abilities=(ab.SUBTLETY, ab.FINESSE))
    thing = item("Dagger", weight=30)
    assert throwing.crit_dice(game, thing, 16, wolf) == (164) // (100 - 20)


@pytest.mark.parametrize("name", ["Slowness", "Confusion"])
def test_a_brew_works_by_its_power_against_will_and_distance(name):
    for lead in (1, 0, -1):
        game, potion = thrower(name)
        (effect,) = game.data.rules.item(potion.kind).thrown
        wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
        ahead = effect.args[0] - 3 - game.data.monsters[wolf.race].will
        more = lead - ahead  # what the dice must give
        load_dice(game, 1 + max(0, more), 1 + max(0, -more))
        works = throwing._slow if name == "Slowness" else throwing._confuse
        assert works(game, wolf, effect.args[0]) == (lead > 0)
        assert (wolf.slowed or wolf.confused) == (11 if lead > 0 else 0)


def test_those_who_cannot_be_confused_resist_the_brew_and_it_is_not_learned():
    game, potion = thrower("Confusion")
    wight = foe(game, "Tattered wight", 0, 3, health=TOUGH)
    load_dice(game, 20, 1, 10, 1)
    throwing.throw(game, potion, wight)
    assert wight.confused == 0
    assert potion.kind not in game.lore.aware


@pytest.mark.parametrize(("before", "after"), [(0, 11), (5, 21), (195, 395)])
def test_what_is_added_to_confusion_is_what_there_was_and_more_up_to_200(before, after):
    game = stage()
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
    wolf.confused = before
    will = game.data.monsters[wolf.race].will
    load_dice(game, 5, 5)
    assert throwing._confuse(game, wolf, will + 3 + 1)
    assert wolf.confused == after


def test_a_brew_drenches_without_a_wound_and_rouses():
    game, potion = thrower("Slowness")
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH, alertness=-3)
    load_dice(game, 20, 1, 10, 1)
    throwing.throw(game, potion, wolf)
    assert dealt(wolf) == 0
    assert wolf.alertness >= 0
    assert wolf.slowed > 0


def test_an_unseen_victim_teaches_nothing_of_a_brew():
    game, potion = thrower("Slowness")
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH, visible=False)
    load_dice(game, 20, 1, 10, 1)
    throwing.throw(game, potion, (wolf.y, wolf.x))
    assert potion.kind not in game.lore.aware


def test_true_sight_shows_the_invisible_it_falls_on():
    game = stage()
    for name, turns in (("Cat assassin", 7), ("Wolf", 0)):
        creature = foe(game, name, 0, 3, visible=False)
        assert throwing._reveal(game, creature, 7) == bool(turns)
        assert game.known(creature).detected == turns
    game.learn(creature).detected = 9
    throwing._reveal(game, creature, 7)
    assert game.known(creature).detected == 9


def test_speed_works_on_whom_it_drenches():
    game = stage()
    wolf = foe(game, "Wolf", 0, 3)
    wolf.hasted = 2
    load_dice(game, otherwise=3)
    assert throwing._haste(game, wolf, (2, 4))
    assert wolf.hasted == 2 + 6


def test_the_best_thing_to_throw_does_the_most_harm_and_is_at_hand():
    game = stage()
    assert throwing.best(game) is None
    game.hero.pack.extend((item("Dagger"), item("Spear"), item("Great Axe")))
    _, thing = throwing.best(game)
    assert thing.kind == item("Spear").kind


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        ("Spear", 1 * (1 + 9) / 2),
        ("Dagger", 1 * (1 + 5) / 2),
        ("Great Axe", 4 * (1 + 4 // 2) / 2),  # not made to be thrown: half the sides
    ],
)
def test_a_throw_does_the_mean_of_its_dice(name, mean):
    assert throwing.mean_damage(stage(), item(name)) == mean


@pytest.mark.parametrize(
    ("name", "aware", "something"),
    [("Slowness", True, True), ("Slowness", False, True), ("Dagger", True, True),
     ("Orcish Liquor", True, False)],
)  # fmt: skip
def test_whether_a_throw_can_do_anything_as_far_as_is_known(name, aware, something):
    game = stage()
    thing = item(name)
    thing.damage_dice = thing.damage_dice if name == "Dagger" else 0
    if aware:
        game.lore.aware.append(thing.kind)
    assert throwing.does_something(game, thing) == something


def test_the_merciful_are_asked_about_whoever_stands_beyond_the_target_too():
    game = archer(ab.OATH)
    game.hero.oath = derived.MERCY
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
    foe(game, "Easterling warrior", 0, 6)
    archery.fire(game, Slot.QUIVER1, wolf, "fire wolf")
    assert game.state.question is not None
    assert not game.state.energy_used


@pytest.mark.parametrize(("aimed", "spared"), [("far", True), ("near", False), ("way", False)])
def test_a_throw_endangers_only_what_it_is_aimed_at(aimed, spared):
    game, thing = thrower(skills=(9, 0, 0, 0, 0, 0, 0, 0))
    near, far = foe(game, "Wolf", 0, 2, health=TOUGH), foe(game, "Wolf", 0, 4, health=TOUGH)
    load_dice(game, 1, 20, otherwise=1)
    throwing.throw(game, thing, {"far": far, "near": near, "way": EAST}[aimed])
    assert ("not aimed at: 0" in str(game.state.combat_rolls[0])) == spared
    if aimed == "way":
        assert "past another: 0" in str(game.state.combat_rolls[1])
