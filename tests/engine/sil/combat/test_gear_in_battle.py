"""Gear that works in battle by itself: radiant and clumsy weapons, cowards' and traitors' gear."""

import pytest

from engine.contract.texts import text
from engine.sil.combat import archery, blow_effects, throwing
from engine.sil.creatures.combat_totals import Tally
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.game.state import Slot
from tests.engine.sil.arena import said
from tests.engine.sil.items.things import artefact, special
from tests.engine.sil.stage import foe, item, load_dice, race, refresh, stage, wear

TOUGH = 1000
CLUMSY, RADIANT = "of Udun", "of Radiance"


def archer(bow=""):
    game = stage()
    wear(game, Slot.BOW, "Longbow", special=special(bow) if bow else 0)
    wear(game, Slot.QUIVER1, "Arrow", count=5)
    return game


def landed(net, crit=0, worst=(2, 6)):
    """Return a blow that hit by a margin, of such dice, and gets so much through."""
    dice, sides = worst
    tally = Tally(text("Attack"), 0)
    return Incoming(tally, tally, 12, crit=crit, dice=dice, sides=sides, damage=net, net=net)


# ------------------------------------------------------------------------ missiles


@pytest.mark.parametrize(("bow", "lit"), [(RADIANT, [1, 1, 1, 0]), ("", [0, 0, 0, 0])])
def test_a_radiant_bow_leaves_a_line_of_light_as_far_as_its_arrow_flies(bow, lit):
    game = archer(bow)
    wolf = foe(game, "Wolf", 0, 3, health=TOUGH)
    load_dice(game, 20, 1, otherwise=50)
    archery.fire(game, Slot.QUIVER1, wolf)
    here = game.level.at(game.hero.y, game.hero.x)
    assert list(game.level.glow[here + 1 : here + 5]) == lit


@pytest.mark.parametrize(
    ("name", "net", "will_die", "stun"),
    [
        ("Orc soldier", 6, 1, 6),  # it hates the light
        ("Orc soldier", 5, 1, 0),
        ("Orc soldier", 6, 2, 0),
        ("Wolf", 6, 1, 0),
    ],
)
def test_a_radiant_arrow_that_hurts_by_more_than_five_may_stun_who_hates_light(
    name, net, will_die, stun
):
    game = archer(RADIANT)
    creature = foe(game, name, 0, 3, health=TOUGH)
    load_dice(game, will_die)
    archery._dazzle(game, game.hero.worn[Slot.BOW], creature, net)
    assert creature.stun == stun


def test_only_a_radiant_bow_dazzles_and_no_stun_is_above_255():
    game = archer()
    orc = foe(game, "Orc soldier", 0, 3, health=TOUGH)
    load_dice(game)
    archery._dazzle(game, game.hero.worn[Slot.BOW], orc, 20)
    assert orc.stun == 0
    game.hero.worn[Slot.BOW].special, orc.stun = special(RADIANT), 250
    archery._dazzle(game, game.hero.worn[Slot.BOW], orc, 20)
    assert orc.stun == 255


def test_clumsy_bows_and_clumsy_things_thrown_give_no_critical_dice():
    game = archer()
    wolf = game.data.monsters[race("Wolf")]
    bow, axe = game.hero.worn[Slot.BOW], item("Spear")
    assert archery.crit_dice(game, bow, 60, wolf) > 0
    assert throwing.crit_dice(game, axe, 60, wolf) > 0
    bow.special = axe.special = special(CLUMSY)
    assert archery.crit_dice(game, bow, 60, wolf) == 0
    assert throwing.crit_dice(game, axe, 60, wolf) == 0


# ------------------------------------------------------------------------ blows


@pytest.mark.parametrize(("net", "crit", "confused"), [(1, 2, 2), (0, 2, 0), (1, 0, 0)])
def test_a_cruel_blow_confuses_by_critical_dice_of_a_hit_that_gets_through(net, crit, confused):
    game = stage()
    cat = foe(game, "Tevildo, Prince of Cats")
    load_dice(game, 10, 1)
    blow_effects._be_cruel(game, cat, landed(net, crit))
    assert game.hero.timers.confused == confused


@pytest.mark.parametrize(("troll", "hero", "moved"), [(10, 1, 1), (1, 10, 0)])
def test_who_withstands_a_trolls_blow_keeps_his_feet(troll, hero, moved):
    game = stage(stats=(0, 0, 3, 0))
    beast, before = foe(game, "Cave troll", 0, -1), game.hero.x
    load_dice(game, troll, hero)
    blow_effects._knock_back(game, beast)
    assert game.hero.x - before == moved
    assert game.hero.skip_turn is bool(moved)
    assert ("You are knocked back!" in said(game)) is bool(moved)


def coward(net, *faces, count=1, afraid=0):
    """Return the game of a hero in cowards' gear whom a blow has hurt so much."""
    game = stage()
    helm = wear(game, Slot.HEAD, "Helm", special=special("of Terror"), known=False)
    assert game.hero.derived.counts["cowardice"] == 1
    game.hero.derived.counts["cowardice"] = count
    game.hero.timers.afraid, game.hero.health = afraid, TOUGH
    load_dice(game, *faces)
    blow_effects._daunt(game, foe(game, "Wolf"), net)
    return game, helm


FAILS, HOLDS = (1,) * 10 + (10, 1), (1,) * 10 + (1, 10)  # his save after the dice of the fear


def test_a_hard_blow_makes_who_wears_cowardly_gear_run_and_tells_him_why():
    game, helm = coward(10, *FAILS, 2, 2, 2, 2, 2)
    timers = game.hero.timers
    assert (timers.afraid, timers.fast) == (10, 10)
    assert helm.known
    assert "The terror comes from what you wear." in said(game)


@pytest.mark.parametrize(
    ("net", "count", "faces", "afraid"),
    [(9, 1, FAILS, 0), (10, 1, HOLDS, 0), (4, 2, FAILS, 0), (10, 0, FAILS, 0), (10, 1, FAILS, 3)],
)
def test_slight_blows_firm_hearts_and_hearts_already_afraid_do_not_hasten(
    net, count, faces, afraid
):
    game, helm = coward(net, *faces, count=count, afraid=afraid)
    assert (game.hero.timers.afraid, game.hero.timers.fast) == (afraid, 0)
    assert not helm.known


def test_two_cowardly_things_need_half_the_hurt():
    assert coward(5, *FAILS, count=2)[0].hero.timers.fast > 0


@pytest.mark.parametrize(
    ("share", "name", "die", "blind"),
    [
        (50, "of the Oathbreaker", 1, 6),  # percent of his health
        (51, "of the Oathbreaker", 1, 0),
        (50, "of the Oathbreaker", 2, 0),
        (50, "", 1, 0),
    ],
)
def test_a_traitors_helm_blinds_the_badly_hurt_by_one_blow_in_twenty(share, name, die, blind):
    game = stage()
    helm = wear(game, Slot.HEAD, "Helm", artefact=artefact(name) if name else 0, known=False)
    game.hero.derived.max_health, game.hero.health = 100, share
    load_dice(game, die, 2, 2, 2)
    blow_effects._daunt(game, foe(game, "Wolf"), 1)
    assert game.hero.timers.blind == blind
    assert helm.known is bool(blind)
    assert ("Your helm slips down over your eyes!" in said(game)) is bool(blind)


TRAITORS = [
    (Slot.WEAPON, "Longsword", "'Anguirel'"),
    (Slot.ARM, "Round Shield", "of the Bloody Hand"),
]


def betrayed(slot, name, traitor, health, worst, die=1):
    game = stage()
    gear = wear(game, slot, name, artefact=artefact(traitor) if traitor else 0, known=False)
    refresh(game)
    game.hero.derived.max_health, game.hero.health = 100, health
    blow = landed(3, worst=worst)
    load_dice(game, die, 4)
    blow_effects.betray(game, blow)
    return blow.net, gear.known, "Your own gear betrays you!" in said(game)


@pytest.mark.parametrize(("slot", "name", "traitor"), TRAITORS)
def test_traitors_in_hand_let_a_mighty_blow_bring_the_hero_to_deaths_door(slot, name, traitor):
    assert betrayed(slot, name, traitor, 40, (2, 20)) == (36, True, True)


@pytest.mark.parametrize(
    ("traitor", "health", "worst", "die"),
    [
        ("", 40, (2, 20), 1),
        ("'Anguirel'", 40, (1, 37), 1),
        ("'Anguirel'", 25, (2, 20), 1),
        ("'Anguirel'", 40, (2, 20), 2),
    ],
)
def test_the_nearly_dead_and_those_whom_no_mighty_blow_hits_are_not_betrayed(
    traitor, health, worst, die
):
    assert betrayed(Slot.WEAPON, "Longsword", traitor, health, worst, die) == (3, False, False)


def test_a_blow_that_could_leave_two_points_is_mighty_enough_to_betray():
    assert betrayed(Slot.WEAPON, "Longsword", "'Anguirel'", 40, (1, 38))[2]
    assert betrayed(Slot.WEAPON, "Longsword", "'Anguirel'", 26, (1, 38))[2]
