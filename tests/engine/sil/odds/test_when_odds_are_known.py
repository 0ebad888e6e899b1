"""Odds at the edges of what the hero knows, and what they rest on."""

import msgspec
import pytest

from engine.sil.creatures import combat_totals, harm_dice, recall, skill_rolls
from engine.sil.creatures import senses as creature_senses
from engine.sil.data.records import Blow, Dice
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import RaceLore, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.odds import chances, deeds, fight_lines, powers, strikes
from engine.sil.perception import noise
from tests.engine.sil.arena import arena, put
from tests.engine.sil.items.things import HORN, STAFF, thing
from tests.engine.sil.odds.test_odds import learn_all
from tests.engine.sil.stage import DATA, foe, race, stage, wear


def met(name, dy=0, dx=1, **how):
    """Return a hero who knows all about a creature before him."""
    game = stage()
    wear(game, Slot.WEAPON, "Longsword")
    creature = foe(game, name, dy, dx, **how)
    learn_all(game, creature)
    return game, creature


# ------------------------------------------------------------------------ noticing and deeds


def test_whether_he_is_noticed_is_known_only_of_who_sees_and_is_unwary():
    game, wolf = met("Wolf", 0, 3, alertness=-3)
    assert deeds.notice_odds(game, wolf) is not None
    game.knowledge.view[game.level.at(wolf.y, wolf.x)] = 0
    assert deeds.notice_odds(game, wolf) is None


def test_the_short_sighted_notice_nobody_beyond_their_sight():
    near_sighted = [
        kind
        for kind in DATA.monsters.values()
        if "SHORT_SIGHTED" in kind.flags and "MINDLESS" not in kind.flags
    ]
    keenest = max(near_sighted, key=lambda kind: kind.perception)
    for away, never in ((noise.SHORT_SIGHT, False), (noise.SHORT_SIGHT + 1, True)):
        game, creature = met(keenest.name, 0, away, alertness=-3)
        game.lore.races[creature.race].encountered = 99
        game.hero.stealth_score = -30
        noise.rebuild(game)
        odds = deeds.notice_odds(game, creature)
        assert odds is not None
        assert (odds == 0.0) is never


def test_there_is_nothing_to_disarm_but_a_trap_that_is_known_and_can_be():
    game = arena()
    i = put(game, game.hero.y, game.hero.x + 1, terrain.FLOOR)
    game.knowledge.mark[i] = 1
    assert deeds.disarm_percent(game, i) is None
    game.level.feature[i] = terrain.FALSE_FLOOR
    assert deeds.disarm_percent(game, i) is not None
    game.level.hidden[i] = 1
    assert deeds.disarm_percent(game, i) is None
    game.level.hidden[i], game.knowledge.mark[i] = 0, 0
    assert deeds.disarm_percent(game, i) is None


def test_the_odds_of_disarming_the_web_underfoot_are_those_of_tearing_it():
    game = arena()
    put(game, game.hero.y, game.hero.x, terrain.WEB)
    (chance,) = chances._disarm(game, ())
    assert chance.percent == deeds.escape_percent(game)
    put(game, game.hero.y, game.hero.x, terrain.FLOOR)
    assert chances._disarm(game, ()) == ()


# ------------------------------------------------------------------------ blows


def test_what_never_strikes_is_said_to_have_no_blows():
    game = stage()
    thrall = foe(game, "Alert elven thrall")
    game.lore.races[thrall.race] = RaceLore(flags=["NEVER_BLOW"])
    assert str(fight_lines._theirs(game, thrall)) == "it has no blows"
    game.lore.races[thrall.race] = RaceLore()
    assert fight_lines._theirs(game, thrall) is None


@pytest.mark.parametrize(("light", "known"), [(1, True), (0, False)])
def test_against_light_bearers_in_the_dark_no_odds_are_known(light, known):
    name = next(
        m.name
        for m in DATA.monsters.values()
        if m.glyph.char in combat_totals.LIGHT_BEARERS and m.light > 0 and m.blows
    )
    game, creature = met(name)
    game.knowledge.light = [light] * len(game.knowledge.light)
    assert (strikes.hurt_odds(game, creature) is not None) is known


def test_a_light_bearer_guards_himself_half_as_well_against_who_stands_in_the_dark():
    name = next(
        m.name
        for m in DATA.monsters.values()
        if m.glyph.char in combat_totals.LIGHT_BEARERS and m.light > 0 and m.evasion > 3
    )
    evasion = {}
    for light in (1, 0):
        game, creature = met(name)
        game.knowledge.light = [light] * len(game.knowledge.light)
        evasion[light] = combat_totals.monster_evasion(game, creature)
    assert "cannot see you" in str(evasion[0].words())
    assert "cannot see you" not in str(evasion[1].words())
    assert evasion[0].total < evasion[1].total


def test_whether_the_hero_is_the_bane_of_the_unknown_is_not_known():
    game, wolf = met("Wolf")
    assert strikes.hurt_odds(game, wolf) is not None
    game.lore.races[wolf.race].kills = 0
    assert strikes.hurt_odds(game, wolf) is not None
    game.hero.bane = 1
    game.state.acts += 1
    assert strikes.hurt_odds(game, wolf) is None


def test_what_cannot_hit_has_no_odds():
    hopeless = skill_rolls.hit_contest(-60, 60)
    assert strikes._odds(hopeless, lambda margin: 5.0) == strikes.StrikeOdds(0.0, 0.0)


@pytest.mark.parametrize(("effect", "damage"), [("HURT", 5.0), ("", 0.0)])
def test_spores_surely_hit_and_blows_without_effect_do_no_harm(effect, damage):
    game, wolf = met("Wolf")
    known = powers.known_race.of(game, wolf)
    blow = Blow("SPORE", effect, -50, Dice(2, 4))
    assert strikes._incoming(game, wolf, known, blow, False) == strikes.StrikeOdds(1.0, damage)
    bite = strikes._incoming(game, wolf, known, Blow("BITE", "HURT", -50, Dice(2, 4)), False)
    assert bite.hit < 1.0


@pytest.mark.parametrize(("attack", "evasion"), [(0, 0), (5, 2), (-8, 4)])
def test_a_second_try_misses_only_when_both_do(attack, evasion):
    once = skill_rolls.hit_contest(attack, evasion).chance()
    twice = skill_rolls.hit_contest(attack, evasion, second_try=True)
    assert twice.chance() == pytest.approx(1 - (1 - once) ** 2)
    assert sum(twice.margins().values()) == pytest.approx(1.0)


def test_no_hit_has_no_critical_dice():
    for rulings in (GAME, MANUAL):
        assert skill_rolls.crit_dice(rulings, 0, 10) == 0
        assert skill_rolls.crit_dice(rulings, -30, 10) == 0
        assert skill_rolls.crit_dice(rulings, 30, 10) > 0


# ------------------------------------------------------------------------ powers


def test_a_staff_sways_only_who_is_in_the_line_of_fire():
    game, wolf = met("Wolf", 0, 3)
    staff = thing(STAFF, "Slumber")
    known = powers.known_race.of(game, wolf)
    assert powers.device_sway(game, staff, wolf, known) is not None
    assert powers.device_sway(game, thing(STAFF, "Light"), wolf, known) is None
    game.knowledge.fire[game.level.at(wolf.y, wolf.x)] = 0
    assert powers.device_sway(game, staff, wolf, known) is None


def test_a_staff_sways_by_its_second_effect_too(monkeypatch):
    game, wolf = met("Wolf", 0, 3)
    staff, lamp = thing(STAFF, "Slumber"), thing(STAFF, "Light")
    known, rules = powers.known_race.of(game, wolf), game.data.rules
    both = rules.item(lamp.kind).effects + rules.item(staff.kind).effects
    alone = powers.device_sway(game, staff, wolf, known)
    lulls = msgspec.structs.replace(rules.item(staff.kind), effects=both)
    monkeypatch.setitem(rules.items, staff.kind, lulls)
    assert powers.device_sway(game, staff, wolf, known) == alone


def test_the_horn_of_terror_sways_only_within_its_reach():
    game = stage(size=41)
    horn = thing(HORN, "Terror")
    (effect,) = game.data.rules.item(horn.kind).effects
    radius = effect.args[2]
    for away, sways in ((radius, True), (radius + 1, False)):
        wolf = foe(game, "Wolf", 0, away)
        learn_all(game, wolf)
        known = powers.known_race.of(game, wolf)
        assert (powers.device_sway(game, horn, wolf, known) is not None) is sways


# ------------------------------------------------------------------------ recall


def recalled(game, creature):
    return str(recall._mind(game, creature, game.data.monsters[creature.race]))


def test_what_the_bearing_of_a_creature_shows():
    game = stage()
    assert recalled(game, foe(game, "Alert elven thrall")) == "watching you"
    wolf = foe(game, "Wolf", 1)
    wolf.skip_turn = True
    assert recalled(game, wolf) == "startled"
    wolf.skip_turn = False
    assert recalled(game, wolf) == "intent on you"
    assert "singing" not in [str(word) for word in recall._conditions(game, wolf)]
    wolf.song = "SNG_BINDING"
    assert str(recall._conditions(game, wolf)[-1]) == "singing"


@pytest.mark.parametrize(
    ("sleepiness", "words"),
    [
        (21, "usually found asleep"), (20, "often found asleep"), (16, "often found asleep"),
        (15, "sometimes found asleep"), (10, "never found asleep"),
        (5, "quick to notice intruders"), (1, "very quick to notice intruders"),
        (0, "ever vigilant"),
    ],
)  # fmt: skip
def test_how_a_race_sleeps(sleepiness, words):
    assert str(recall._sleep(sleepiness)) == words


def test_a_listener_knows_stealth_and_of_the_mindless_no_sleep_is_told():
    for abilities in ((), (ab.LISTEN,)):
        game = stage(abilities=abilities)
        for name, mindless in (("Wolf", False), ("Tanglethorn", True)):
            kind = DATA.monsters[race(name)]
            game.lore.races[kind.serial] = RaceLore(encountered=99)
            told = str(recall._senses(game, kind))
            assert (f"Stealth {kind.stealth}" in told) is bool(abilities)
            assert (", and is " in told) is not mindless


def test_where_a_race_lives():
    game = stage()
    wolf = DATA.monsters[race("Wolf")]
    for level, words in ((0, "anywhere"), (99, "4950 ft deep")):
        assert str(recall._home(game, msgspec.structs.replace(wolf, level=level))) == words
    assert str(recall._home(game, wolf)).startswith("50 ft deep, in the ")


def test_what_is_out_of_fire_reaches_nobody():
    game, wolf = met("Wolf", 0, 3)
    assert creature_senses.reaches_hero(game, wolf)
    game.knowledge.fire[game.level.at(wolf.y, wolf.x)] = 0
    assert not creature_senses.reaches_hero(game, wolf)


def test_dice_that_show_their_most_do_the_most_harm():
    most = harm_dice.HarmDice(3, 4, most=True)
    assert most.damages() == {12: 1.0}
    assert harm_dice.HarmDice(1, 2).damages() == {1: 0.5, 2: 0.5}
