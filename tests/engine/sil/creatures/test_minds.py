"""Alertness, morale and stance at their boundaries, and what is told of them (rules: monsters 6,
10)."""

import msgspec
import pytest

from engine.sil.creatures import alertness, bearing, morale, senses
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Group, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import drawn, told
from tests.engine.sil.stage import foe, load_dice, refresh, stage

MORGOTH, SOLDIER, WOLF = "Morgoth, Lord of Darkness", "Orc soldier", "Wolf"


def one(name=SOLDIER, **changes):
    """Return a hero at depth 4, and one of these three squares east of him."""
    game = stage(**{key: changes.pop(key) for key in ("abilities", "rulings") if key in changes})
    game.level.depth = 4
    creature = foe(game, name, 0, 3)
    for field, value in changes.items():
        setattr(creature, field, value)
    return game, creature


# ------------------------------------------------------------------------ alertness


@pytest.mark.parametrize(
    ("value", "kept"), [(20, 20), (21, 20), (-20, -20), (-21, -20), (19, 19), (-19, -19)]
)
def test_alertness_stays_between_twenty_below_and_above(value, kept):
    game, creature = one()
    alertness.set_alertness(game, creature, value)
    assert creature.alertness == kept


@pytest.mark.parametrize(("value", "kept"), [(-9, -10), (-10, -10), (-11, -11), (5, -10)])
def test_the_dejected_never_rise_above_ten_below(value, kept):
    game, thrall = one("Dejected elven thrall", alertness=-15)
    alertness.set_alertness(game, thrall, value)
    assert thrall.alertness == kept


@pytest.mark.parametrize(
    ("old", "new", "line", "breaks_off"),
    [
        (-11, -10, "The orc soldier wakes up.", True),
        (-11, 0, "The orc soldier wakes up and notices you.", True),
        (-10, 0, "The orc soldier notices you.", True),
        (-1, 0, "The orc soldier notices you.", True),
        (0, -1, "The orc soldier becomes unwary.", False),
        (-10, -11, "The orc soldier falls asleep.", False),
        (0, -11, "The orc soldier falls asleep.", False),
        (-13, -12, "The orc soldier stirs.", False),
        (-12, -11, "The orc soldier stirs.", False),
        (-14, -13, None, False),
        (-11, -12, None, False),
        (-3, -2, "The orc soldier looks around.", False),
        (-2, -1, "The orc soldier looks around.", False),
        (-4, -3, None, False),
        (-1, -2, None, False),
        (3, 5, None, False),
    ],
)
def test_a_change_is_told_if_seen_and_breaks_off_plans_if_it_wakes(old, new, line, breaks_off):
    game, creature = one(alertness=old)
    game.hero.stealth_mode = True
    alertness.set_alertness(game, creature, new)
    assert told(game) == ([line] if line else [])
    assert bool(game.state.disturbances) == breaks_off
    assert game.hero.stop_stealth == breaks_off
    if line:
        assert game.state.events[0].at == (creature.y, creature.x)
        assert (game.state.events[0].fact is not None) == (old < 0 <= new)
    game, creature = one(alertness=old)
    game.learn(creature).visible = False
    alertness.set_alertness(game, creature, new)
    assert told(game) == []
    assert not game.state.disturbances


@pytest.mark.parametrize(
    ("old", "new", "skips"), [(-1, 0, True), (-20, 3, True), (0, 1, False), (-11, -10, False)]
)
def test_whoever_notices_the_hero_loses_a_turn(old, new, skips):
    game, creature = one(alertness=old)
    alertness.set_alertness(game, creature, new)
    assert creature.skip_turn == skips


@pytest.mark.parametrize(
    ("name", "visible", "old", "new", "sent"),
    [
        (SOLDIER, True, 0, -1, True),
        (SOLDIER, True, 5, -10, True),
        (SOLDIER, True, 5, -11, False),
        (SOLDIER, True, -1, -2, False),
        (SOLDIER, False, 0, -1, False),
        ("Attercop", True, 0, -1, False),
    ],
)
def test_a_band_is_sent_where_the_hero_was_lost_from_sight(name, visible, old, new, sent):
    game, creature = one(name, alertness=old, group=1)
    game.learn(creature).visible = visible
    game.level.groups[1] = Group(3, pause=9)
    alertness.set_alertness(game, creature, new)
    band = game.level.groups[1]
    assert (band.destination, band.pause) == ((senses.hero_square(game), 0) if sent else (3, 9))


def test_morgoth_drops_his_crown_as_he_falls_asleep_and_not_before():
    for new, fallen in ((-10, False), (-11, True)):
        game, morgoth = one(MORGOTH, alertness=3)
        alertness.set_alertness(game, morgoth, new)
        assert game.world.crown_fallen == fallen


@pytest.mark.parametrize(
    ("before", "face", "after"), [(-9, 6, 5), (-9, 1, 0), (8, 6, 8), (3, 6, 5)]
)
def test_making_alert_gives_up_to_five_and_takes_nothing(before, face, after):
    game, creature = one(alertness=before)
    load_dice(game, face)
    alertness.make_alert(game, creature)
    assert creature.alertness == after


# ------------------------------------------------------------------------ bearing


@pytest.mark.parametrize(
    ("value", "word"), [(-11, "asleep"), (-10, "unwary"), (-1, "unwary"), (0, "alert")]
)
def test_a_bearing_shows_how_alert_it_is(value, word):
    assert bearing.alertness(one(alertness=value)[1]) == word


@pytest.mark.parametrize(
    ("health", "band"), [(40, 4), (39, 3), (21, 3), (20, 2), (11, 2), (10, 1), (1, 1), (0, 1)]
)
def test_health_shows_in_four_bands(health, band):
    assert bearing.health_band(health, 40) == band


@pytest.mark.parametrize(
    ("changes", "brief", "words"),
    [
        ({}, False, "confident, morale 0"),
        ({}, True, "alert"),
        ({"stance": "fleeing", "morale": -31}, True, "fleeing"),
        ({"stance": "aggressive", "health": 10}, True, "badly hurt, aggressive"),
        ({"alertness": -5, "health": 5}, True, "nearly dead, unwary"),
        ({"alertness": -15, "health": 19}, False, "hurt, asleep"),
    ],
)
def test_a_bearing_in_words(changes, brief, words):
    game, creature = one(**changes)
    assert str(bearing.words(game, creature, brief=brief)) == words


def test_the_mindless_show_only_wounds_and_the_hallucinating_believe_nothing():
    game, thorn = one("Tanglethorn")
    assert str(bearing.words(game, thorn)) == ""
    thorn.health = 10
    assert str(bearing.words(game, thorn)) == "badly hurt"
    game.hero.timers.hallucinating = 1
    assert str(bearing.words(game, thorn)) == "not to be believed"
    assert str(bearing.words(game, thorn, everything=True)) == "badly hurt"


# ------------------------------------------------------------------------ morale


def terms(game, creature):
    return dict(morale.terms(game, creature))


@pytest.mark.parametrize(
    ("states", "why", "amount"),
    [
        ({"hallucinating": 1}, "you are hallucinating", 20),
        ({"blind": 1}, "you are blind", 20),
        ({"confused": 1}, "you are confused", 40),
        ({"slow": 1}, "you are slow", 40),
        ({"afraid": 1}, "you are afraid", 40),
        ({"entranced": 1}, "you are entranced", 80),
        ({"stun": 1}, "you are stunned", 20),
        ({"stun": 50}, "you are stunned", 20),
        ({"stun": 51}, "you are stunned", 40),
        ({"stun": 100}, "you are stunned", 40),
        ({"stun": 101}, "you are stunned", 80),
    ],
)
def test_what_the_hero_suffers_gives_heart(states, why, amount):
    game, creature = one()
    for name, turns in states.items():
        setattr(game.hero.timers, name, turns)
    assert terms(game, creature)[why] == amount
    assert morale.compute(game, creature) == 60 + amount


def test_a_trance_and_a_stun_do_not_add_up():
    game, creature = one()
    game.hero.timers.entranced, game.hero.timers.stun = 1, 101
    assert morale.compute(game, creature) == 60 + 80


@pytest.mark.parametrize(
    ("health", "amount"), [(100, 0), (76, 0), (75, 20), (51, 20), (50, 40), (26, 40), (25, 80)]
)
def test_the_heros_wounds_give_heart_by_quarters(health, amount):
    game, creature = one()
    game.hero.derived.max_health, game.hero.health = 100, health
    assert morale.compute(game, creature) == 60 + amount


@pytest.mark.parametrize(
    ("health", "stance", "amount"),
    [
        (100, "", 0), (76, "", 0), (75, "", -20), (50, "", -40), (25, "", -80),
        (75, "fleeing", -40), (76, "fleeing", 0), (25, "fleeing", -100),
    ],
)  # fmt: skip
def test_its_own_wounds_take_heart_and_more_in_flight(health, stance, amount):
    game, creature = one(max_health=100, health=health, stance=stance or "confident")
    assert morale.compute(game, creature) == 60 + amount


@pytest.mark.parametrize(
    ("changes", "amount"),
    [({"stun": 1}, -20), ({"hasted": 1}, 40), ({"slowed": 5, "confused": 5}, 0)],
)
def test_its_own_state_weighs(changes, amount):
    game, creature = one(**changes)
    assert morale.compute(game, creature) == 60 + amount


@pytest.mark.parametrize(
    ("rulings", "slow", "speed", "burden", "counts"),
    [
        (GAME, 1, 2, 0, True),
        (GAME, 0, 1, 0, False),
        (GAME, 0, 2, 1001, False),
        (MANUAL, 1, 2, 0, True),
        (MANUAL, 0, 2, 1001, True),
        (MANUAL, 0, 2, 1000, False),
    ],
)
def test_who_counts_as_slow_depends_on_the_rules_in_force(rulings, slow, speed, burden, counts):
    game, _ = one(rulings=rulings)
    game.hero.timers.slow = slow
    derived = game.hero.derived
    derived.speed, derived.burden, derived.capacity = speed, burden, 1000
    assert morale.is_slow(game) == counts


@pytest.mark.parametrize(("depth", "expected"), [(20, 20), (19, -90), (21, -110)])
def test_before_the_throne_nobody_is_wholly_cowed(depth, expected):
    game, creature = one()
    game.level.depth = depth
    assert morale.compute(game, creature) == expected


def test_before_the_throne_the_bold_stay_as_bold_as_they_are():
    game, troll = one("Great cold-drake")
    game.level.depth = 20
    level = game.data.monsters[troll.race].level
    assert morale.compute(game, troll) == 60 + 10 * (level - 20)


@pytest.mark.parametrize(("light", "amount"), [(3, 0), (4, -10), (6, -30)])
def test_light_above_three_daunts_what_light_hurts(light, amount):
    for name, daunted in ((SOLDIER, True), (WOLF, False)):
        game, creature = one(name)
        base = morale.compute(game, creature)
        game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = light
        assert morale.compute(game, creature) - base == (amount if daunted else 0)


QUARTER = msgspec.structs.replace(GAME, majesty_effect="a quarter of Will")


@pytest.mark.parametrize(
    ("will", "rulings", "loss"),
    [
        (2, GAME, 0),
        (3, GAME, 0),
        (4, GAME, 10),
        (9, GAME, 30),
        (-5, GAME, 0),
        (3, QUARTER, 0),
        (4, QUARTER, 10),
        (-5, QUARTER, 0),
    ],
)
def test_majesty_takes_heart_by_will(will, rulings, loss):
    game, creature = one(abilities=(ab.MAJESTY,), rulings=rulings)
    game.hero.derived.skills[Skill.WILL] = will
    own = game.data.monsters[creature.race].will
    assert own == 2
    with_it = morale.compute(game, creature)
    game.hero.bought.clear()
    refresh(game)
    assert morale.compute(game, creature) - with_it == loss


# ------------------------------------------------------------------------ stances


@pytest.mark.parametrize(
    ("name", "value", "changes", "stance"),
    [
        (SOLDIER, 0, {}, "fleeing"),
        (SOLDIER, 1, {}, "confident"),
        (SOLDIER, 200, {}, "confident"),
        (SOLDIER, 201, {}, "aggressive"),
        (SOLDIER, 1, {"flags": ["angered"]}, "aggressive"),
        (SOLDIER, 0, {"flags": ["angered"]}, "fleeing"),
        (SOLDIER, -50, {"alertness": -1}, "confident"),
        (SOLDIER, 300, {"alertness": -1}, "confident"),
        ("Mewlip", 0, {}, "confident"),  # without fear
        ("Mewlip", 0, {"temporary_morale": -1}, "fleeing"),
        ("Mountain troll", 1, {}, "aggressive"),
        ("Mountain troll", 0, {}, "confident"),
        ("Tanglethorn", -99, {}, "aggressive"),  # mindless
    ],
)
def test_what_it_does_at_its_morale(name, value, changes, stance):
    game, creature = one(name, **changes)
    assert morale.stance(game, creature, value) == stance


@pytest.mark.parametrize(
    ("name", "value", "stance"),
    [
        (SOLDIER, 1, "aggressive"), (SOLDIER, 0, "fleeing"), ("Mewlip", 0, "aggressive"),
        ("Tanglethorn", 0, "aggressive"),
    ],
)  # fmt: skip
def test_aggravation_enrages_whoever_has_a_mind(name, value, stance):
    game, creature = one(name)
    game.hero.derived.counts["aggravation"] = 1
    assert morale.stance(game, creature, value) == stance


@pytest.mark.parametrize(
    ("name", "value", "stance"),
    [(SOLDIER, 50, "confident"), (SOLDIER, 51, "aggressive"), ("Tattered wight", 51, "confident")],
)
def test_a_challenge_enrages_those_in_good_heart_who_can_be_confused(name, value, stance):
    game, creature = one(name, abilities=(ab.SONG_OF_CHALLENGE,))
    game.hero.song = ab.SONG_OF_CHALLENGE.number
    assert morale.stance(game, creature, value) == stance


@pytest.mark.parametrize(
    ("old", "new", "truce", "line", "temporary"),
    [
        ("confident", "fleeing", False, "The orc soldier flees in terror!", -60),
        ("fleeing", "confident", False, "The orc soldier turns to fight!", 60),
        ("fleeing", "aggressive", True, "The orc soldier recovers its composure!", 60),
        ("confident", "aggressive", False, None, 0),
        ("", "fleeing", False, None, 0),
    ],
)
def test_a_change_of_stance_is_told_and_moves_its_morale(old, new, truce, line, temporary):
    for seen, alert in ((True, 5), (False, 5), (True, -1)):
        game, creature = one(stance=old, range_min=9, alertness=alert)
        game.learn(creature).visible = seen
        game.world.truce = truce
        morale.change_stance(game, creature, new)
        shown = line and seen and alert >= 0
        assert told(game) == ([line] if shown else [])
        assert creature.temporary_morale == temporary
        assert creature.range_min == 0
        assert creature.stance == new
        if temporary:
            assert creature.morale == 60 + temporary
        if shown:
            assert game.state.events[0].at == (creature.y, creature.x)
            assert (game.state.events[0].fact is not None) == (new == "fleeing")


def test_no_change_of_stance_changes_nothing():
    game, creature = one(range_min=9)
    morale.change_stance(game, creature, "confident")
    assert creature.range_min == 9


def test_the_unwary_keep_their_morale_unless_they_flee():
    game, creature = one(alertness=-3, morale=7)
    morale.update(game, creature)
    assert (creature.morale, creature.stance) == (7, "confident")
    creature.stance = "fleeing"
    morale.update(game, creature)
    assert (creature.morale, creature.stance) == (60 + 60, "confident")


@pytest.mark.parametrize(("before", "after"), [(0, 60), (-200, 60), (30, 90)])
def test_panic_gives_heart_of_sixty_at_least(before, after):
    for visible in (True, False):
        game, creature = one(temporary_morale=before)
        game.learn(creature).visible = visible
        morale.panic(game, creature)
        assert creature.temporary_morale == after
        assert creature.stance == "aggressive"
        assert told(game) == (["The orc soldier panics!"] if visible else [])


# ------------------------------------------------------------------------ senses


@pytest.mark.parametrize(
    ("name", "age", "smells"),
    [(WOLF, 80, True), (WOLF, 81, False), ("Cat warrior", 40, True), ("Cat warrior", 41, False),
     (SOLDIER, 0, False)],
)  # fmt: skip
def test_how_old_a_scent_may_be(name, age, smells):
    game, creature = one(name)
    game.hero.turns = 200
    here = senses.square(game, creature)
    race = game.data.monsters[creature.race]
    game.knowledge.scent[here] = game.hero.turns + 2 - age
    assert senses.smells(game, race, here) == smells
    game.knowledge.scent[here] = 0
    assert not senses.smells(game, race, here)


def test_keen_senses_need_a_lit_open_square_beside_a_dark_one_in_view():
    game, _ = drawn("@....")
    level, known = game.level, game.knowledge
    here = level.at(game.hero.y, game.hero.x + 2)
    known.light = [0] * len(known.light)
    assert not senses.keenly_seen(game, here)
    known.light[here + 1] = 1
    assert senses.keenly_seen(game, here)
    known.light[here] = 1  # lit itself: eyes do
    assert not senses.keenly_seen(game, here)
    known.light[here] = 0
    known.view[here] = 0
    assert not senses.keenly_seen(game, here)
    known.view[here], known.view[here + 1] = 1, 0
    assert not senses.keenly_seen(game, here)
    known.view[here + 1], level.feature[here + 1] = 1, terrain.GRANITE
    assert not senses.keenly_seen(game, here)


# ------------------------------------------------------------------------ dice of a hit


@pytest.mark.parametrize(
    ("harm", "roll"),
    [
        (HarmDice(2, 6, ((1, 4),)), (12, 4, 8)),
        (HarmDice(2, 6, ((1, 4), (2, 3))), (12, 10, 2)),
        (HarmDice(1, 3, ((1, 4),)), (3, 4, 0)),
        (HarmDice(2, 6, ((1, 3),), 50), (12, 1, 11)),
        (HarmDice(2, 6, ((1, 4),), 0), (12, 0, 12)),
        (HarmDice(1, 4, ((1, 4),), puncture=5), (5, 0, 5)),
        (HarmDice(1, 5, ((1, 4),), puncture=5), (5, 4, 1)),
    ],
)
def test_protection_is_taken_from_the_damage(harm, roll):
    game = stage()
    load_dice(game, otherwise=99)
    assert harm.roll(game.streams.play)[:3] == roll
    if not harm.puncture:
        assert max(harm.net()) >= roll[2]
        assert sum(harm.net().values()) == pytest.approx(1)


def test_a_smite_does_the_most_and_rolls_no_damage():
    game = stage()
    load_dice(game, 3, otherwise=1)
    assert HarmDice(3, 5, ((1, 4),), most=True).roll(game.streams.play)[:3] == (15, 3, 12)
    assert HarmDice(3, 5, most=True).damages() == {15: 1.0}
    assert HarmDice(3, 5, ((1, 2),), most=True).net() == pytest.approx({14: 0.5, 13: 0.5})
