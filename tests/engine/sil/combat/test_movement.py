"""Blows that steps bring, ripostes, leaps and exchanges."""

from types import SimpleNamespace

import pytest

from engine.contract.action import IllegalAction
from engine.sil.combat import attacks, attention, melee, step_attacks, strikes
from engine.sil.data.records import Blow, Dice
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs
from engine.sil.level import terrain
from engine.sil.movement import leaps
from tests.engine.sil.stage import foe, load_dice, stage, wear

pytestmark = pytest.mark.covers("spec-character-combat: 8. Free attacks and movement attacks")

TOUGH = 1000
NORTH, EAST, SOUTH, WEST = 8, 6, 2, 4
BITE = Blow("BITE", "HURT", 3, Dice(2, 3))


def armed(*abilities, weapon="Longsword"):
    game = stage(abilities=abilities)
    wear(game, Slot.WEAPON, weapon)
    return game


def told(game):
    return [line.split(" with")[0] for line in map(str, game.state.combat_rolls)]


@pytest.mark.ability("Flanking")
def test_a_step_round_a_creature_flanks_it():
    game = armed(ab.FLANKING)
    foe(game, "Wolf", health=TOUGH)
    assert step_attacks.before_step(game, NORTH)
    assert told(game) == ["Flanking"]
    step_attacks.before_step(game, WEST)
    assert told(game) == ["Flanking"]


@pytest.mark.ability("Controlled Retreat")
def test_a_step_away_after_standing_is_a_controlled_retreat():
    game = armed(ab.CONTROLLED_RETREAT)
    foe(game, "Wolf", health=TOUGH)
    for memory, blows_told in (
        (0, 0),
        (EAST, 0),
        (action_costs.PASS, 1),
        (action_costs.OTHER, 2),
        (11, 3),
    ):
        game.hero.actions[1] = memory
        step_attacks.before_step(game, WEST)
        assert len(told(game)) == blows_told


def test_one_step_brings_one_attack_and_on_the_one_attacked_last():
    game = armed(ab.FLANKING)
    foe(game, "Wolf", health=TOUGH)
    second = foe(game, "Wolf", -1, 1, health=TOUGH)
    game.hero.concentration_on = second.slot
    step_attacks.before_step(game, NORTH)
    assert len(told(game)) == 1
    assert game.hero.concentration_on == second.slot


@pytest.mark.covers("spec-world: 11.9")
def test_the_confused_the_afraid_and_the_truce_strike_no_free_blow():
    for state in ("confused", "afraid"):
        game = armed(ab.FLANKING)
        wolf = foe(game, "Wolf", health=TOUGH)
        setattr(game.hero.timers, state, 3)
        assert not attacks.may_strike_freely(game, wolf)
    game = armed(ab.FLANKING)
    game.world.truce = True
    assert not attacks.may_strike_freely(game, foe(game, "Wolf"))


@pytest.mark.ability("Dodging")
def test_a_step_does_not_help_against_the_blows_it_provokes():
    game = armed(ab.DODGING)
    foe(game, "Ulfang the Black")
    action_costs.spend(game, WEST)
    load_dice(game, otherwise=1)
    game.hero.health = TOUGH
    assert step_attacks.before_step(game, WEST)
    assert game.hero.actions[0] == WEST
    attacks.attack_hero(game, game.level.creatures[1])
    first, second = (str(event.detail) for event in game.state.events if str(event.detail))
    assert "Dodging" not in first
    assert "Dodging +3" in second


@pytest.mark.ability("Zone of Control")
def test_a_creature_that_stays_in_reach_meets_the_zone_of_control():
    game = armed(ab.ZONE_OF_CONTROL)
    wolf = foe(game, "Wolf", health=TOUGH)
    assert step_attacks.foe_leaves(game, wolf, wolf.y - 1, wolf.x)
    assert told(game) == ["Zone of Control"]
    assert step_attacks.foe_leaves(game, wolf, wolf.y, wolf.x + 1)
    assert told(game) == ["Zone of Control"]


@pytest.mark.ability("Opportunist")
@pytest.mark.covers("spec-monsters: 13.3")
def test_a_creature_that_leaves_meets_the_opportunist():
    game = armed(ab.OPPORTUNIST)
    wolf = foe(game, "Wolf", health=TOUGH)
    assert step_attacks.foe_leaves(game, wolf, wolf.y - 1, wolf.x)
    assert told(game) == []
    assert step_attacks.foe_leaves(game, wolf, wolf.y, wolf.x + 1)
    assert told(game) == ["Opportunist"]
    wolf.skip_turn = True
    step_attacks.foe_leaves(game, wolf, wolf.y, wolf.x + 1)
    assert told(game) == ["Opportunist"]


@pytest.mark.ability("Opportunist")
def test_one_that_flees_by_the_stairs_meets_the_opportunist_and_may_die_of_it():
    game = armed(ab.OPPORTUNIST)
    wolf = foe(game, "Wolf", health=1)
    load_dice(game, 20, 1, 5, 5)
    assert not step_attacks.foe_takes_stairs(game, wolf)


@pytest.mark.ability("Polearm Mastery")
def test_a_set_polearm_meets_who_comes_once():
    game = armed(ab.POLEARM_MASTERY, weapon="Spear")
    game.hero.focused = True
    first, second = foe(game, "Wolf", health=TOUGH), foe(game, "Wolf", 0, -1, health=TOUGH)
    step_attacks.foe_arrives(game, first, first.y, first.x + 1)
    assert told(game) == ["Polearm Mastery"]
    step_attacks.foe_arrives(game, second, second.y, second.x - 1)
    assert told(game) == ["Polearm Mastery"]


@pytest.mark.ability("Riposte")
@pytest.mark.parametrize(
    ("weapon", "margin"), [("Curved Sword", -14), ("Battle Axe", -15), (None, -10)]
)
@pytest.mark.covers("spec-character-combat: 8.2", "spec-character-combat: 12.3")
def test_a_riposte_needs_a_miss_by_ten_and_the_weapons_pounds(weapon, margin):
    game = stage(abilities=(ab.RIPOSTE,))
    if weapon:
        wear(game, Slot.WEAPON, weapon, weight={"Curved Sword": 40, "Battle Axe": 45}[weapon])
    wolf = foe(game, "Wolf", health=TOUGH)
    attacks.riposte(game, wolf, BITE, margin + 1)
    assert told(game) == []
    attacks.riposte(game, wolf, BITE, margin)
    assert told(game) == ["Riposte"]
    attacks.riposte(game, wolf, BITE, margin)
    assert told(game) == ["Riposte"]
    assert [str(event.text) for event in game.state.events].count("You riposte.") == 1


def test_maeglin_ripostes_once_an_attack():
    game = armed()
    maeglin = foe(game, "Maeglin, Betrayer of Gondolin", health=TOUGH)
    attack = strikes.Attack(
        creature=maeglin, kind="main", direction=EAST, rapid=False, blows=1, offhand=False
    )
    for margin, rolled in ((-13, 0), (-14, 1), (-40, 1)):
        attacks._let_riposte(game, attack, SimpleNamespace(margin=margin))
        assert [str(e.text) for e in game.state.events].count(
            "Maeglin, Betrayer of Gondolin ripostes."
        ) == rolled, margin


@pytest.mark.covers("spec-character-combat: 8.1")
@pytest.mark.covers("spec-monsters: 13.3")
def test_an_opportunist_among_the_enemies_strikes_at_who_leaves():
    for dy, dx, struck in ((0, 1, True), (-1, -1, False)):
        game = armed()
        foe(game, "Ulfang the Black", dy, dx)
        step_attacks.before_step(game, WEST)
        assert game.hero.was_attacked == struck
    game = armed()
    foe(game, "Ulfang the Black").skip_turn = True
    step_attacks.before_step(game, WEST)
    assert not game.hero.was_attacked


@pytest.mark.ability("Concentration")
def test_concentration_counts_turns_of_attack_and_waits_do_not_break_it():
    game = stage(abilities=(ab.CONCENTRATION,), skills=(0, 0, 0, 0, 10, 0, 0, 0))
    wolf = foe(game, "Wolf", health=TOUGH)
    hero = game.hero
    for _ in range(3):
        melee.attack(game, wolf)
        attention.end_turn(game)
        attention.start_turn(game)
        hero.attacked = False
    melee.attack(game, wolf)
    assert "Concentration +3" in str(game.state.combat_rolls[-1])
    hero.attacked, hero.actions[0] = False, action_costs.PASS
    attention.end_turn(game)
    assert hero.concentration == 3
    hero.actions[0] = EAST
    attention.end_turn(game)
    assert hero.concentration == hero.concentration_on == 0


# ------------------------------------------------------------------------ leaps and exchanges


def over_a_chasm(*abilities):
    game = armed(*abilities)
    level, hero = game.level, game.hero
    square = level.at(hero.y, hero.x + 1)
    level.feature[square], game.knowledge.mark[square] = terrain.CHASM, 1
    hero.actions[1] = EAST
    return game


@pytest.mark.ability("Leaping")
@pytest.mark.covers("spec-character-combat: 12.9")
def test_a_run_up_carries_the_hero_over_a_chasm_in_two_turns():
    game = over_a_chasm(ab.LEAPING)
    hero = game.hero
    x = hero.x
    assert leaps.leaps(game, EAST)
    leaps.leap(game, EAST)
    assert (hero.x, hero.leaping, game.state.energy_used) == (x + 1, True, 100)
    hero.actions = [0, *hero.actions[:5]]
    leaps.land(game)
    assert (hero.x, hero.leaping) == (x + 2, False)
    assert hero.stealth_score == -5


@pytest.mark.parametrize(("ability", "blows"), [(ab.FLANKING, 1), (ab.RIPOSTE, 0)])
def test_who_lands_beside_an_enemy_strikes_in_passing(ability, blows):
    game = over_a_chasm(ab.LEAPING, ability)
    foe(game, "Wolf", 1, 1, health=TOUGH)
    leaps.leap(game, EAST)
    before = len(told(game))
    game.hero.actions = [0, *game.hero.actions[:5]]
    leaps.land(game)
    assert len(told(game)) == before + blows
    assert game.hero.actions[0] == EAST


def test_a_leap_against_somebody_unseen_ends_where_it_is_and_strikes_nobody():
    game = over_a_chasm(ab.LEAPING, ab.FLANKING)
    leaps.leap(game, EAST)
    foe(game, "Wolf", 0, 1, health=TOUGH, visible=False)
    foe(game, "Wolf", 1, 1, health=TOUGH)
    game.hero.actions = [0, *game.hero.actions[:5]]
    leaps.land(game)
    assert told(game) == []
    assert "The way is barred, and you drop." in [str(event.text) for event in game.state.events]


def test_no_leap_without_run_up_and_none_against_a_known_wall():
    game = over_a_chasm(ab.LEAPING)
    assert not leaps.leaps(game, WEST)
    game.hero.actions[1] = SOUTH
    assert not leaps.leaps(game, EAST)
    game.hero.actions[1] = EAST
    beyond = game.level.at(game.hero.y, game.hero.x + 2)
    game.level.feature[beyond], game.knowledge.mark[beyond] = terrain.GRANITE, 1
    with pytest.raises(IllegalAction):
        leaps.leaps(game, EAST)


@pytest.mark.ability("Exchange Places")
@pytest.mark.covers("spec-character-combat: 12.9")
def test_places_are_exchanged_and_the_creature_strikes_first():
    game = armed(ab.EXCHANGE_PLACES)
    hero = game.hero
    wolf = foe(game, "Wolf")
    here, there = (hero.y, hero.x), (wolf.y, wolf.x)
    leaps.exchange(game, wolf)
    assert "You change places with the wolf." in [str(event.text) for event in game.state.events]
    assert (hero.y, hero.x) == there
    assert (wolf.y, wolf.x) == here
    assert game.level.creature_at(*here) is wolf
    assert hero.was_attacked


def test_nobody_exchanges_places_over_a_chasm_or_from_a_pit():
    game = over_a_chasm(ab.EXCHANGE_PLACES)
    wolf = foe(game, "Wolf")
    with pytest.raises(IllegalAction):
        leaps.exchange(game, wolf)
    game.level.feature[game.level.at(wolf.y, wolf.x)] = terrain.FLOOR
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = terrain.PIT
    with pytest.raises(IllegalAction):
        leaps.exchange(game, wolf)


def test_two_blows_are_chosen_two_to_one():
    game = armed()
    drake = foe(game, "Young cold-drake")
    load_dice(game, 1)
    assert attacks.choose_blow(game, drake).method == "BITE"
    load_dice(game, 2)
    assert attacks.choose_blow(game, drake).method == "CLAW"
