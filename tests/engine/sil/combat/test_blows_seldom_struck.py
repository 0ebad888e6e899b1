"""Shots, throws and blows in unusual circumstances: at oneself, in the truce, at the peaceful."""

import msgspec
import pytest

from engine.contract.action import IllegalAction
from engine.sil.combat import (
    archery,
    attacks,
    critical_effects,
    melee,
    prising,
    step_attacks,
    throwing,
)
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import silmarils
from engine.sil.items import item_creation, item_names
from engine.sil.level import terrain
from tests.engine.sil.arena import said
from tests.engine.sil.combat.test_melee import blows_of
from tests.engine.sil.items.things import POTION, bearer, given, thing
from tests.engine.sil.stage import foe, item, load_dice, stage, wear

TOUGH = 1000
THRALL = "Alert elven thrall"
ULFANG = "Ulfang the Black"  # he strikes at who leaves


def thrower(name="Spear", **changes):
    game = stage(**changes)
    return game, given(game, item(name, count=3))[0]


def throw(game, held, target, *faces, otherwise=1):
    load_dice(game, *faces, otherwise=otherwise)
    throwing.throw(game, held, target, "throw it")


def refused(game, act):
    """Return why an act is refused; nothing changes by it."""
    before = msgspec.msgpack.encode(game.state)
    with pytest.raises(IllegalAction) as refusal:
        act()
    assert msgspec.msgpack.encode(game.state) == before
    return str(refusal.value.text)


# ------------------------------------------------------------------------ what may not be done


def test_nobody_shoots_without_a_bow_or_at_where_he_stands():
    game = stage()
    wear(game, Slot.QUIVER1, "Arrow", count=5)
    here, wolf = (game.hero.y, game.hero.x), foe(game, "Wolf", 0, 3)
    no_bow = refused(game, lambda: archery.fire(game, Slot.QUIVER1, wolf))
    assert no_bow == "You have no bow."
    wear(game, Slot.BOW, "Longbow")
    at_himself = refused(game, lambda: archery.fire(game, Slot.QUIVER1, here))
    assert at_himself == "That is where you stand."


def test_there_is_no_cause_to_attack_the_peaceful_whom_the_hero_sees():
    game = stage()
    thrall = foe(game, THRALL)
    assert str(melee.hindrance(game, thrall)).startswith("There is no cause to attack ")
    game.known(thrall).visible = False
    assert melee.hindrance(game, thrall) == ""
    assert melee.hindrance(game, foe(game, "Wolf", 1)) == ""


@pytest.mark.parametrize("deed", ["shoot", "throw"])
def test_a_missile_in_the_truce_is_asked_about_first_and_breaks_it_after_a_yes(deed):
    game, spears = thrower()
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=5)
    orc = foe(game, "Orc soldier", 0, 3, health=TOUGH)
    game.world.truce = True

    def act():
        if deed == "shoot":
            archery.fire(game, Slot.QUIVER1, orc, "shoot it")
        else:
            throw(game, spears, orc)

    act()
    question = game.state.question
    assert str(question.text) == "Break the truce?"
    assert question.data["action"] == f"{deed} it"
    assert not game.state.energy_used
    assert (game.hero.worn[Slot.QUIVER1].count, spears.count) == (5, 3)
    game.state.sure = True
    act()
    assert game.state.energy_used == 100
    assert not game.world.truce


# ------------------------------------------------------------------------ throws


def test_a_throw_at_a_wall_comes_down_before_it():
    game, spears = thrower()
    level, hero = game.level, game.hero
    level.feature[level.at(hero.y, hero.x + 3)] = terrain.GRANITE
    behind = foe(game, "Wolf", 0, 4, health=TOUGH)
    throw(game, spears, 6, otherwise=50)
    assert behind.health == TOUGH
    assert list(level.floor) == [level.at(hero.y, hero.x + 2)]
    assert spears.count == 2


@pytest.mark.parametrize(("wall", "whole"), [(False, True), (True, False)])
def test_a_wall_breaks_what_the_open_floor_does_not(wall, whole):
    game, shovels = thrower("Shovel")
    level, hero = game.level, game.hero
    if wall:
        level.feature[level.at(hero.y, hero.x + 2)] = terrain.GRANITE
    throw(game, shovels, 6, 6, otherwise=6)  # 5 of 100 break, by a wall 10
    assert bool(level.floor) is whole
    assert ("The shovel breaks." in said(game)) is not whole


@pytest.mark.parametrize(("health", "lives"), [(1, False), (TOUGH, True)])
def test_whom_a_throw_kills_is_not_angered_by_it(health, lives):
    game, spears = thrower()
    wolf = foe(game, "Wolf", 0, 3, health=health)
    throw(game, spears, wolf, 20, 1, otherwise=9)
    assert (game.level.creatures[wolf.slot] is wolf) is lives
    assert ("hit by ranged" in wolf.flags) is lives


def drenched(potion, name, *faces, visible=True):
    """Return a sleeper over whom a potion broke, how long he is detected, and whether the hero
    knows the potion now."""
    game = bearer()
    brew = given(game, thing(POTION, potion))[0]
    creature = foe(game, name, 0, 3, health=TOUGH, alertness=-5, visible=visible)
    load_dice(game, 20, 1, *faces)
    throwing.throw(game, brew, creature if visible else 6)
    assert creature.health == TOUGH
    assert creature.alertness >= 0
    return creature, game.known(creature).detected, item_names.is_aware(game, brew.kind)


@pytest.mark.parametrize("die", [1, 4])
def test_quickness_hastens_whom_it_drenches_by_a_die_of_four(die):
    wolf, _, learned = drenched("Quickness", "Wolf", die)
    assert wolf.hasted == die
    assert learned
    assert not drenched("Quickness", "Wolf", die, visible=False)[2]


@pytest.mark.parametrize(("name", "turns"), [("Wolf", 0), ("Phantom", 2)])
def test_true_sight_shows_only_the_invisible_whom_it_drenches(name, turns):
    assert drenched("True Sight", name)[1:] == (turns, bool(turns))


# ------------------------------------------------------------------------ blows


def test_the_peaceful_do_not_answer_a_shot_with_a_blow_and_others_do():
    game = stage()
    assert not archery.is_provoked(game, foe(game, THRALL))
    assert archery.is_provoked(game, foe(game, "Wolf", 1))


def dying(game):
    """Let one more wound kill the hero, by blows that hit."""
    game.hero.health = 1
    load_dice(game, *[20, 1, 1, 4, 4, 4, 4] * 4, otherwise=4)


def blows_at_hero(game):
    """Return how many blows at the hero were told."""
    return sum(line.kind in ("blow", "miss") for line in game.state.said)


def test_the_dead_are_struck_no_more_for_a_step_away():
    game = stage()
    foe(game, ULFANG, 0, 1)
    foe(game, ULFANG, 1, 1)
    dying(game)
    step_attacks.provoke(game, game.hero.y, game.hero.x - 1)
    assert game.state.ended == "dead"
    assert blows_at_hero(game) == 1


def test_the_dead_are_struck_no_more_for_a_shot():
    game = stage()
    for dy in (-1, 0, 1):
        foe(game, "Orc soldier", dy, 1)
    dying(game)
    archery._provoke(game, None)
    assert game.state.ended == "dead"
    assert blows_at_hero(game) == 1


def test_only_who_sees_a_formidable_kill_is_dismayed():
    game = stage(abilities=(ab.FORMIDABLE,), skills=(0, 0, 0, 0, 0, 20, 0, 0))
    sees, behind = foe(game, "Orc soldier", 0, 3), foe(game, "Orc soldier", 0, 5)
    hidden = foe(game, "Orc soldier", 3, 0)
    for creature, known in ((behind, game.knowledge.fire), (hidden, game.knowledge.view)):
        known[game.level.at(creature.y, creature.x)] = 0
    load_dice(game, 10, 1, 10, 1, 10, 1)
    attacks._formidable(game)
    assert sees.temporary_morale < 0
    assert (behind.temporary_morale, hidden.temporary_morale) == (0, 0)


@pytest.mark.parametrize(
    ("name", "dice", "slowed"), [("Wolf", 1, 2), ("Wolf", 0, 0), ("Tattered wight", 1, 0)]
)
def test_without_critical_dice_and_against_the_unfeeling_nothing_cripples(name, dice, slowed):
    game = stage(abilities=(ab.CRIPPLING_SHOT,))
    creature = foe(game, name)
    assert ("RES_CRIT" in game.data.monsters[creature.race].flags) is (name != "Wolf")
    load_dice(game, 10, 1)
    critical_effects.crippling_shot(game, creature, dice)
    assert creature.slowed == slowed


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize(
    ("ability", "strike", "state", "words"),
    [
        (ab.CRUEL_BLOW, critical_effects.cruel_blow, "confused", "The wolf reels in pain."),
        (ab.CRIPPLING_SHOT, critical_effects.crippling_shot, "slowed", "The wolf is crippled."),
    ],
)
def test_a_wound_that_confuses_or_slows_is_told_of_who_is_seen(
    ability, strike, state, words, visible
):
    game = stage(abilities=(ability,))
    wolf = foe(game, "Wolf", visible=visible)
    load_dice(game, 10, 1)
    strike(game, wolf, 1)
    assert getattr(wolf, state) == 2
    assert said(game) == [words] * visible


def test_who_flees_by_the_stairs_is_struck_only_by_an_opportunist():
    for abilities, struck in (((), 0), ((ab.OPPORTUNIST,), 1)):
        game = stage(abilities=abilities)
        wolf = foe(game, "Wolf", health=TOUGH)
        load_dice(game)
        assert step_attacks.foe_takes_stairs(game, wolf)
        assert blows_of(game) == struck


@pytest.mark.parametrize(("health", "alerted"), [(1, True), (0, False)])
def test_who_died_of_its_own_riposte_takes_no_notice_of_a_blow(health, alerted):
    """The hero's answer to a riposte may kill before the blow is over."""
    game = stage(abilities=(ab.RAPID_ATTACK,))
    wolf = foe(game, "Wolf", health=health, alertness=-5)
    load_dice(game, 1, 20)
    attacks.single(game, wolf, "main", 6)
    assert (wolf.alertness >= 0) is alerted
    assert blows_of(game) == 1 + alerted


# ------------------------------------------------------------------------ the Iron Crown


def at_the_crown(freed):
    """Return a hero on a crown out of which so many jewels were prised, with a mighty weapon."""
    game = stage()
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=9, damage_sides=9)
    iron = item_creation.artefact(game, silmarils.crowns(game.data)[2 - freed + 1])
    assert silmarils.jewels(game.data, iron) == 3 - freed
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [iron]
    return game


@pytest.mark.parametrize("freed", [0, 1, 2])
def test_who_has_freed_two_jewels_is_warned_of_the_third(freed):
    game = at_the_crown(freed)
    prising.prise(game)
    question = str(game.state.question.text)
    assert question.startswith("Prise a Silmaril from the crown?")
    assert question.endswith("your heart misgives you.") is (freed == 2)


@pytest.mark.parametrize(("freed", "alertness", "stage_after"), [(1, 0, 2), (1, -1, 0), (0, 0, 0)])
def test_the_second_jewel_angers_morgoth_who_is_awake_beside_it(freed, alertness, stage_after):
    game = at_the_crown(freed)
    foe(game, "Morgoth, Lord of Darkness", 0, 3, alertness=alertness)
    game.state.sure, game.world.shattered = True, True
    load_dice(game, 20, 1, otherwise=5)
    prising.prise(game)
    assert game.hero.silmarils == 1
    assert game.world.morgoth_stage == stage_after
