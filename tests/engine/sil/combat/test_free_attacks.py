"""Blows out of turn, and what a kill leads to (rules: combat 7.4, 8; character 12.6)."""

from types import SimpleNamespace

import pytest

from engine.common import compass
from engine.sil.combat import attacks, melee, step_attacks, strikes
from engine.sil.data.records import Blow, Dice
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import told
from tests.engine.sil.stage import foe, item, load_dice, refresh, stage, wear

TOUGH = 1000
NORTH, EAST, SOUTH, WEST = 8, 6, 2, 4
EVASIVE, CLUMSY = 99, -99


def fighter(*abilities, weapon="Longsword", **more):
    game = stage(abilities=abilities, **more)
    if weapon:
        wear(game, Slot.WEAPON, weapon)
    return game


def forms(game):
    """Return the forms of the attacks made so far."""
    return [line.split(" with")[0] for line in map(str, game.state.combat_rolls)]


def peaceful(game):
    names = (m.name for m in game.data.monsters.values() if "PEACEFUL" in m.flags)
    return next(names)


# ------------------------------------------------------------------------ who may strike freely


@pytest.mark.parametrize(
    ("timer", "turns", "free"),
    [
        ("confused", 1, False),
        ("afraid", 1, False),
        ("entranced", 1, False),
        ("stun", 100, True),
        ("stun", 101, False),
        ("blind", 5, True),
    ],
)
def test_only_a_clear_and_fearless_head_strikes_out_of_turn(timer, turns, free):
    game = fighter()
    wolf = foe(game, "Wolf")
    assert attacks.may_strike_freely(game, wolf)
    setattr(game.hero.timers, timer, turns)
    assert attacks.may_strike_freely(game, wolf) == free


def test_no_free_blow_falls_on_the_unseen_the_peaceful_or_the_spared():
    game = fighter(ab.OATH)
    game.hero.oath = derived.MERCY
    assert not attacks.may_strike_freely(game, foe(game, "Wolf", visible=False))
    assert not attacks.may_strike_freely(game, foe(game, peaceful(game), 0, -1))
    assert not attacks.may_strike_freely(game, foe(game, "Easterling warrior", 1, 0))
    game.hero.oath = 0
    assert attacks.may_strike_freely(game, game.level.creatures[-1])


@pytest.mark.parametrize(
    ("alertness", "option", "free"), [(-1, "on", False), (0, "on", True), (-1, "off", True)]
)
def test_the_unwary_are_spared_free_blows_as_the_option_says(alertness, option, free):
    game = fighter()
    game.state.options["forgo_unwary"] = option
    assert attacks.may_strike_freely(game, foe(game, "Wolf", alertness=alertness)) == free


# ------------------------------------------------------------------------ follow-through


@pytest.mark.parametrize(
    ("kind", "game_keeps", "manual_keeps"),
    [
        ("main", True, True),
        ("flanking", True, True),
        ("controlled retreat", True, True),
        ("follow-through", True, True),
        ("impale", True, False),
        ("whirlwind", True, False),
        ("riposte", False, False),
        ("opportunist", False, False),
        ("zone of control", False, False),
        ("set polearm", False, False),
        ("rage", False, False),
    ],
)
def test_which_kills_carry_a_blow_on(kind, game_keeps, manual_keeps):
    for rulings, keeps in ((GAME, game_keeps), (MANUAL, manual_keeps)):
        game = fighter(ab.FOLLOW_THROUGH, rulings=rulings)
        assert attacks._follows_through(game, kind) == keeps
        assert not attacks._follows_through(fighter(rulings=rulings), kind)


def cut_down(game, creature, *, otherwise=10):
    """Kill a creature east of the hero by one blow."""
    creature.health = 1
    load_dice(game, 20, 1, 5, 5, 1, otherwise=otherwise)
    assert attacks.single(game, creature, "main", EAST)


def test_a_follow_through_falls_on_the_next_visible_one_against_the_clock():
    game = fighter(ab.FOLLOW_THROUGH)
    victim = foe(game, "Wolf")
    foe(game, "Wolf", -1, 1, visible=False)
    asleep = foe(game, "Wolf", -1, 0, alertness=-15)
    foe(game, "Orc scout", -1, -1, health=TOUGH)
    foe(game, "Wolf", 1, 1, health=TOUGH)
    cut_down(game, victim)
    assert forms(game)[1:] == ["Follow-Through"]
    fact = [event.fact for event in game.state.events if event.kind == "strike"][-1]
    assert fact.target.kind == "orc-scout"
    assert asleep.alertness == -15


def test_a_follow_through_that_kills_goes_on_from_where_it_struck():
    game = fighter(ab.FOLLOW_THROUGH)
    victim = foe(game, "Wolf", health=1)
    second = foe(game, "Wolf", 0, -1, health=1)
    third = foe(game, "Orc scout", 1, 1, health=TOUGH)
    game.hero.derived.skills[Skill.MELEE] = 30
    load_dice(game, otherwise=10)
    assert attacks.single(game, victim, "main", EAST)
    assert game.level.creatures[second.slot] is None
    assert forms(game)[1:] == ["Follow-Through"] * 2
    assert third.health < TOUGH


# ------------------------------------------------------------------------ formidable


@pytest.mark.parametrize(
    ("away", "own", "its", "loss"), [(4, 2, 1, 20), (4, 1, 1, 0), (9, 6, 1, 0), (9, 7, 1, 20)]
)
def test_the_formidable_dismay_by_will_and_ten_less_the_distance(away, own, its, loss):
    game = fighter(ab.FORMIDABLE)
    watcher = foe(game, "Orc scout", 0, away, alertness=-3)
    will = game.data.monsters[watcher.race].will
    game.hero.derived.skills[Skill.WILL] = will - 10 + 4
    load_dice(game, own, its)
    attacks._formidable(game)
    assert -watcher.temporary_morale == loss
    assert (watcher.alertness >= 0) == bool(loss)


def test_the_fearless_and_those_out_of_sight_are_not_dismayed():
    for blind, fearless in ((False, False), (True, False), (False, True)):
        game = fighter(ab.FORMIDABLE)
        game.hero.derived.skills[Skill.WILL] = 60
        brave = (m.name for m in game.data.monsters.values() if "NO_FEAR" in m.flags)
        watcher = foe(game, next(brave) if fearless else "Orc scout", 0, 4)
        layer = game.knowledge.view if blind else game.knowledge.fire
        layer[game.level.at(watcher.y, watcher.x)] = not blind
        attacks._formidable(game)
        assert (watcher.temporary_morale < 0) == (not blind and not fearless)
    game = fighter(ab.FORMIDABLE)
    game.hero.derived.skills[Skill.WILL] = 60
    watcher = foe(game, "Orc scout", 0, 4)
    game.knowledge.fire[game.level.at(watcher.y, watcher.x)] = 0
    attacks._formidable(game)
    assert not watcher.temporary_morale


def test_others_do_not_dismay_by_a_kill():
    game = fighter()
    game.hero.derived.skills[Skill.WILL] = 60
    watcher = foe(game, "Orc scout", 0, 4)
    attacks._formidable(game)
    assert not watcher.temporary_morale


# ------------------------------------------------------------------------ ripostes


def ripostes(game, creature, method="BITE", margin=-40):
    attacks.riposte(game, creature, Blow(method, "HURT", 3, Dice(2, 3)), margin)
    return bool(game.hero.ripostes)


@pytest.mark.parametrize(
    ("method", "answered"),
    [
        ("HIT", True), ("TOUCH", True), ("CLAW", True), ("BITE", True), ("PECK", True),
        ("STING", True), ("WHIP", True), ("CRUSH", True), ("ENGULF", False), ("CRAWL", False),
        ("THORN", False), ("SPORE", False),
    ],
)  # fmt: skip
def test_blows_with_a_limb_or_weapon_are_riposted(method, answered):
    game = fighter(ab.RIPOSTE)
    assert ripostes(game, foe(game, "Wolf", health=TOUGH), method) == answered


@pytest.mark.parametrize(
    ("timer", "turns"), [("afraid", 1), ("confused", 1), ("entranced", 1), ("stun", 101)]
)
def test_no_riposte_in_fear_confusion_or_helplessness(timer, turns):
    game = fighter(ab.RIPOSTE)
    setattr(game.hero.timers, timer, turns)
    assert not ripostes(game, foe(game, "Wolf", health=TOUGH))


def test_no_riposte_at_the_unseen_the_distant_or_without_the_skill():
    game = fighter(ab.RIPOSTE)
    assert not ripostes(game, foe(game, "Wolf", visible=False))
    assert not ripostes(game, foe(game, "Wolf", 0, 2))
    game = fighter()
    assert not ripostes(game, foe(game, "Wolf"))


def test_a_weapon_of_less_than_a_pound_counts_as_one():
    for weight, margin, answered in ((5, -11, True), (5, -10, False), (41, -15, True)):
        game = fighter(ab.RIPOSTE, weapon=None)
        wear(game, Slot.WEAPON, "Dagger", weight=weight)
        assert ripostes(game, foe(game, "Wolf"), margin=margin) == answered
    game = fighter(ab.RIPOSTE, weapon=None)
    wear(game, Slot.WEAPON, "Dagger", weight=41)
    assert not ripostes(game, foe(game, "Wolf"), margin=-14)


def test_a_missed_blow_is_riposted_in_play():
    game = fighter(ab.RIPOSTE)
    game.hero.derived.skills[Skill.EVASION] = EVASIVE
    attacks.attack_hero(game, foe(game, "Wolf", health=TOUGH))
    assert told(game)[:2] == ["The wolf misses you.", "You riposte."]


MAEGLIN = "Maeglin, Betrayer of Gondolin"


def test_maeglin_ripostes_only_when_ready_and_hits_the_hero():
    for changes, answered in (
        ({}, True),
        ({"confused": 2}, False),
        ({"stance": "fleeing"}, False),
        ({"skip_turn": True}, False),
    ):
        game = fighter()
        maeglin = foe(game, MAEGLIN, health=TOUGH)
        for field, value in changes.items():
            setattr(maeglin, field, value)
        attack = strikes.plan_attack(game, maeglin, "main", EAST)
        attacks._let_riposte(game, attack, SimpleNamespace(margin=-40))
        assert attack.riposted == answered
        assert game.hero.was_attacked == answered


def test_others_do_not_riposte():
    game = fighter()
    wolf = foe(game, "Wolf", health=TOUGH)
    attack = strikes.plan_attack(game, wolf, "main", EAST)
    attacks._let_riposte(game, attack, SimpleNamespace(margin=-40))
    assert not game.hero.was_attacked


# ------------------------------------------------------------------------ blows a step brings


def test_a_step_past_nobody_or_without_the_skill_strikes_nobody():
    game = fighter()
    foe(game, "Wolf", health=TOUGH)
    assert step_attacks.before_step(game, NORTH)
    assert forms(game) == []


def test_a_retreat_needs_the_turn_before_spent_standing():
    for memory, free in (
        (action_costs.PASS, True),
        (action_costs.OTHER, True),
        (action_costs.ARCHERY, True),
        (NORTH, False),
        (0, False),
    ):
        game = fighter(ab.CONTROLLED_RETREAT)
        foe(game, "Wolf", health=TOUGH)
        game.hero.actions[1] = memory
        step_attacks.before_step(game, WEST)
        assert bool(forms(game)) == free, memory


def test_a_retreat_is_no_flanking_and_flanking_no_retreat():
    for ability, keypad, free in (
        (ab.CONTROLLED_RETREAT, NORTH, False),
        (ab.CONTROLLED_RETREAT, WEST, True),
        (ab.FLANKING, NORTH, True),
        (ab.FLANKING, WEST, False),
    ):
        game = fighter(ability)
        foe(game, "Wolf", health=TOUGH)
        game.hero.actions[1] = action_costs.PASS
        step_attacks.before_step(game, keypad)
        assert bool(forms(game)) == free


def test_the_step_that_provokes_a_deadly_blow_is_not_made():
    game = fighter()
    foe(game, "Ulfang the Black")
    game.hero.health = 1
    game.hero.derived.skills[Skill.EVASION] = CLUMSY
    load_dice(game, otherwise=20)
    assert not step_attacks.before_step(game, WEST)
    assert game.state.ended


@pytest.mark.parametrize(("dy", "dx"), [(0, -1), (0, 1), (-1, 1), (1, -1)])
def test_who_is_thrown_back_by_the_blow_that_he_provokes_goes_no_further(monkeypatch, dy, dx):
    game = fighter()
    foe(game, "Ulfang the Black")

    def throw_back(game, _):
        game.hero.y, game.hero.x = game.hero.y + dy, game.hero.x + dx

    monkeypatch.setattr(attacks, "attack_hero", throw_back)
    assert not step_attacks.before_step(game, WEST)


@pytest.mark.parametrize(("keypad", "struck"), [(NORTH, False), (SOUTH, False), (WEST, True)])
def test_an_opportunist_strikes_at_who_leaves_its_reach_and_others_at_nobody(keypad, struck):
    for name in ("Ulfang the Black", "Wolf"):
        game = fighter()
        foe(game, name)
        step_attacks.provoke(game, *_there(game, keypad))
        assert game.hero.was_attacked == (struck and name != "Wolf")


def _there(game, keypad):
    dy, dx = {NORTH: (-1, 0), SOUTH: (1, 0), EAST: (0, 1), WEST: (0, -1)}[keypad]
    return game.hero.y + dy, game.hero.x + dx


def test_the_one_that_is_left_out_does_not_strike_at_a_step():
    game = fighter()
    ulfang = foe(game, "Ulfang the Black")
    step_attacks.provoke(game, *_there(game, WEST), but=ulfang)
    assert not game.hero.was_attacked


# ------------------------------------------------------------------------ steps of enemies


def test_who_is_not_beside_the_hero_leaves_freely():
    game = fighter(ab.OPPORTUNIST, ab.ZONE_OF_CONTROL)
    wolf = foe(game, "Wolf", 0, 2)
    assert step_attacks.foe_leaves(game, wolf, wolf.y, wolf.x + 1)
    assert forms(game) == []


def test_who_dies_or_is_pushed_on_leaving_goes_nowhere():
    game = fighter(ab.OPPORTUNIST, skills=(20, 0, 0, 0, 0, 0, 0, 0))
    wolf = foe(game, "Wolf", health=1)
    load_dice(game, 20, 1, 5, 5, 5, 5, 1)
    assert not step_attacks.foe_leaves(game, wolf, wolf.y, wolf.x + 1)
    game = fighter(ab.ZONE_OF_CONTROL, ab.KNOCK_BACK, skills=(20, 0, 0, 0, 0, 0, 0, 0))
    wolf = foe(game, "Wolf", health=24)
    game.hero.derived.stats[Stat.STR] = 9
    load_dice(game, otherwise=2)
    assert not step_attacks.foe_leaves(game, wolf, wolf.y - 1, wolf.x)
    assert wolf.x == game.hero.x + 2


@pytest.mark.parametrize(
    ("changes", "struck"),
    [
        ({}, True),
        ({"alertness": 0}, True),
        ({"alertness": -1}, False),
        ({"skip_turn": True}, False),
        ({"x": 13}, False),
    ],
)
def test_by_the_stairs_the_opportunist_strikes_at_those_alert_and_beside_him(changes, struck):
    game = fighter(ab.OPPORTUNIST)
    game.state.options["forgo_unwary"] = "off"
    wolf = foe(game, "Wolf", health=TOUGH)
    for field, value in changes.items():
        setattr(wolf, field, value)
    assert step_attacks.foe_takes_stairs(game, wolf)
    assert bool(forms(game)) == struck
    game = fighter()
    assert step_attacks.foe_takes_stairs(game, foe(game, "Wolf"))
    assert forms(game) == []


@pytest.mark.parametrize(
    ("weapon", "focused", "place", "before", "visible", "struck"),
    [
        ("Spear", True, (0, 1), (0, 2), True, True),
        ("Spear", False, (0, 1), (0, 2), True, False),
        ("Longsword", True, (0, 1), (0, 2), True, False),
        ("Spear", True, (0, 2), (0, 3), True, False),
        ("Spear", True, (0, 1), (1, 1), True, False),  # it was beside him before
        ("Spear", True, (0, 1), (0, 2), False, False),
    ],
)
def test_a_set_polearm_meets_whom_it_sees_come_within_reach(
    weapon, focused, place, before, visible, struck
):
    game = fighter(ab.POLEARM_MASTERY, weapon=weapon)
    game.hero.focused = focused
    wolf = foe(game, "Wolf", *place, health=TOUGH, visible=visible)
    hero = game.hero
    step_attacks.foe_arrives(game, wolf, hero.y + before[0], hero.x + before[1])
    assert bool(forms(game)) == struck


def test_a_polearm_is_set_only_by_its_masters():
    game = fighter(weapon="Spear")
    game.hero.focused = True
    wolf = foe(game, "Wolf", health=TOUGH)
    step_attacks.foe_arrives(game, wolf, wolf.y, wolf.x + 1)
    assert forms(game) == []


# ------------------------------------------------------------------------ the form of an attack


@pytest.mark.parametrize(
    ("weapon", "crowd", "impales"),
    [
        ("Spear", True, True),
        ("Greatsword", True, True),
        ("Great Axe", True, False),
        ("Longsword", True, False),
        (None, True, False),
        ("Spear", False, False),
    ],
)
def test_polearms_and_great_swords_impale_two_in_a_line(weapon, crowd, impales):
    game = fighter(ab.IMPALE, weapon=weapon)
    near = foe(game, "Wolf", health=TOUGH)
    if crowd:
        foe(game, "Wolf", 0, 2, health=TOUGH)
    assert (melee.form_seen(game, near) == "impale") == impales
    melee.choose_form(game, near, "main")
    assert len(forms(game)) == (2 if impales else 1)
    other = fighter(weapon=weapon)
    foe(other, "Wolf", 0, 2, health=TOUGH)
    assert melee.form_seen(other, foe(other, "Wolf", health=TOUGH)) == "main"


def test_the_one_behind_is_impaled_unseen_too_but_the_hero_cannot_foresee_it():
    game = fighter(ab.IMPALE, weapon="Spear")
    near = foe(game, "Wolf", 1, 1, health=TOUGH)
    foe(game, "Wolf", 2, 2, health=TOUGH, visible=False)
    assert melee.form_seen(game, near) == "main"
    melee.choose_form(game, near, "main")
    assert forms(game) == ["Impale"] * 2


@pytest.mark.parametrize(
    ("beside", "afraid", "rage", "form"),
    [
        (2, 0, 0, "whirlwind"),
        (1, 0, 0, "main"),
        (2, 1, 0, "main"),
        (2, 0, 1, "rage"),
        (1, 0, 1, "main"),
        (2, 1, 1, "main"),
    ],
)
def test_two_beside_the_hero_are_swept_by_whirlwind_or_rage(beside, afraid, rage, form):
    game = fighter(ab.WHIRLWIND_ATTACK)
    game.hero.timers.afraid, game.hero.timers.rage = afraid, rage
    assert melee.form_of(game, "main", beside, crowded=False) == form
    plain = fighter()
    plain.hero.timers.rage = rage
    assert (melee.form_of(plain, "main", 2, crowded=False) == "rage") == bool(rage)


def test_the_peaceful_are_neither_counted_nor_swept_and_the_unseen_not_foreseen():
    game = fighter(ab.WHIRLWIND_ATTACK)
    first = foe(game, "Wolf", health=TOUGH)
    foe(game, peaceful(game), 0, -1, health=TOUGH)
    assert melee.form_seen(game, first) == "main"
    hidden = foe(game, "Wolf", 1, 0, health=TOUGH, visible=False)
    assert melee.form_seen(game, first) == "main"
    melee.choose_form(game, first, "main")
    assert forms(game) == ["Whirlwind Attack"] * 2
    game.learn(hidden).visible = True
    assert melee.form_seen(game, first) == "whirlwind"


@pytest.mark.parametrize(
    ("feature", "open_area"),
    [
        (terrain.FLOOR, True),
        (terrain.GRANITE, False),
        (terrain.RUBBLE, False),
        (terrain.CLOSED_DOOR, False),
        (terrain.OPEN_DOOR, False),
        (terrain.BROKEN_DOOR, False),
        (terrain.CHASM, True),
    ],
)
def test_a_wall_rubble_or_a_door_beside_the_hero_is_no_open_area(feature, open_area):
    for dy, dx in ((-1, -1), (1, 1)):
        game = fighter(ab.WHIRLWIND_ATTACK, rulings=MANUAL)
        game.level.feature[game.level.at(game.hero.y + dy, game.hero.x + dx)] = feature
        form = melee.form_of(game, "main", 2, crowded=False)
        assert (form == "whirlwind") == open_area


def test_a_whirlwind_strikes_the_first_even_unwary_and_goes_round_either_way():
    for face, order in ((1, [6, 8, 2]), (2, [6, 2, 8])):
        game = fighter(ab.WHIRLWIND_ATTACK)
        first = foe(game, "Wolf", health=TOUGH, alertness=-5)
        slots = {first.slot: 6}
        slots[foe(game, "Wolf", -1, 0, health=TOUGH).slot] = 8
        slots[foe(game, "Wolf", 1, 0, health=TOUGH).slot] = 2
        load_dice(game, face, otherwise=1)
        melee.choose_form(game, first, "main")
        places = [event.at for event in game.state.events if event.kind == "strike"]
        struck = [slots[game.level.occupant[game.level.at(y, x)]] for y, x in places]
        assert struck == order


@pytest.mark.parametrize("rage", [0, 3])
def test_all_eight_beside_the_hero_are_swept_once(rage):
    game = fighter(ab.WHIRLWIND_ATTACK)
    game.hero.timers.rage = rage
    beside = [foe(game, "Wolf", dy, dx, health=TOUGH) for dy, dx in compass.SCAN]
    melee.choose_form(game, beside[0], "main")
    struck = [event.at for event in game.state.events if event.kind == "strike"]
    assert sorted(struck) == sorted((wolf.y, wolf.x) for wolf in beside)


def test_the_raging_strike_the_unwary_too():
    game = fighter()
    game.hero.timers.rage = 3
    first = foe(game, "Wolf", health=TOUGH)
    foe(game, "Wolf", 0, -1, health=TOUGH, alertness=-15)
    melee.choose_form(game, first, "main")
    assert forms(game) == ["Rage"] * 2


# ------------------------------------------------------------------------ before an attack


def test_the_peaceful_are_not_attacked_while_they_are_seen():
    game = fighter()
    someone = foe(game, peaceful(game))
    assert "There is no cause to attack" in str(melee.hindrance(game, someone))
    game.learn(someone).visible = False
    assert melee.hindrance(game, someone) == ""


@pytest.mark.parametrize(
    ("wielded", "inscription", "carried", "asked"),
    [
        ("Longsword", "", "Dagger", None),
        ("Longsword", "!a", None, "Attack with the longsword?"),
        (None, "", "Dagger", "Attack with bare hands?"),
        (None, "", "Shovel", None),
        (None, "", "Cloak", None),
        ("Shovel", "", "Dagger", "Attack with the shovel?"),
        ("Shovel", "", None, None),
        ("Shovel", "", "Shovel", None),
    ],
)
def test_an_attack_with_less_than_is_at_hand_is_asked_about(wielded, inscription, carried, asked):
    game = fighter(weapon=None)
    wolf = foe(game, "Wolf")
    if wielded:
        wear(game, Slot.WEAPON, wielded, inscription=inscription)
    if carried:
        game.hero.pack.append(item(carried))
    refresh(game)
    question = melee.doubt(game, wolf)
    assert (None if question is None else str(question)) == asked


def test_only_the_oath_is_a_risk_of_the_question_before_an_attack():
    for truce, oath, risk in ((False, True, "oath"), (True, True, ""), (True, False, "")):
        game = fighter(ab.OATH)
        game.hero.oath = derived.MERCY if oath else 0
        game.world.truce = truce
        melee.attack(game, foe(game, "Easterling warrior"))
        assert game.state.question.risk == risk
        assert not game.state.energy_used
