"""Effects of a blow on the hero besides the wound (rules: monsters 13.1, 13.2)."""

import pytest

from engine.contract.texts import text
from engine.sil.combat import attacks, blow_effects
from engine.sil.creatures.combat_totals import Tally
from engine.sil.data.records import Blow, Dice
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import told
from tests.engine.sil.stage import foe, item, load_dice, refresh, stage, wear

HARDY = 10_000
WEAK_WILL, STRONG_WILL = -99, 99
LUG = "Lug, the Cruel"


def sufferer(*, will=WEAK_WILL, **more):
    """Return a hero of this Will who bears a great deal."""
    game = stage(**more)
    game.hero.health = game.hero.derived.max_health = HARDY
    game.hero.derived.skills[Skill.WILL] = will
    return game


def hit(net, crit=0, damage=None, dice=2, sides=6):
    """Return a blow that hit, and how much came through."""
    words = Tally(text("Attack"), 0), Tally(text("Evasion"), 0)
    damage = net if damage is None else damage
    return Incoming(*words, margin=1, crit=crit, dice=dice, sides=sides, damage=damage, net=net)


def suffer(game, effect, incoming, *faces, method="HIT", name="Orc soldier", otherwise=1, first=1):
    """Let the hero suffer a blow of this effect, with these dice; return who struck it."""
    creature = next((c for c in game.level.creatures if c), None) or foe(game, name)
    load_dice(game, *faces, otherwise=otherwise)
    blow_effects.apply(
        game, creature, Blow(method, effect, 30, Dice(2, 6)), incoming, first=bool(first)
    )
    return creature


# ------------------------------------------------------------------------ cuts and stuns

NONE, CUT, STUN = (0, 0), (4, 0), (0, 9)


@pytest.mark.parametrize(
    ("method", "effect", "faces", "wounds"),
    [
        # one of the two at random, then one in ten, then the critical dice against a d2
        ("HIT", "HURT", (1, 1, 1), CUT),
        ("HIT", "HURT", (2, 1, 1), STUN),
        ("HIT", "HURT", (1, 2, 1), NONE),
        ("HIT", "HURT", (1, 1, 2), NONE),
        ("CLAW", "HURT", (1, 1), CUT),
        ("BITE", "HURT", (1, 1), CUT),
        ("PECK", "HURT", (1, 1), CUT),
        ("CRUSH", "HURT", (1, 1), STUN),
        ("CRUSH", "HURT", (2, 1), NONE),
        ("CRUSH", "HURT", (1, 2), NONE),
        ("TOUCH", "HURT", (), NONE),
        ("STING", "HURT", (), NONE),
        # a wounding blow always cuts; one of those that stun keeps that one time in five
        ("STING", "WOUND", (1,), CUT),
        ("STING", "WOUND", (2,), NONE),
        ("HIT", "WOUND", (2, 1), CUT),
        ("HIT", "WOUND", (1, 1, 1), CUT),
        ("HIT", "WOUND", (1, 2, 1), STUN),
        # a battering one the other way round
        ("STING", "BATTER", (1,), STUN),
        ("HIT", "BATTER", (2, 1), STUN),
        ("HIT", "BATTER", (1, 1, 1), CUT),
        ("HIT", "BATTER", (1, 2, 1), STUN),
        ("HIT", "BATTER", (2, 2), NONE),
        # and a shattering one, one time in ten
        ("HIT", "SHATTER", (2, 1, 1), STUN),
        ("HIT", "SHATTER", (2, 2, 1), NONE),
    ],
)
def test_a_critical_blow_cuts_or_stuns_by_its_method_and_effect(method, effect, faces, wounds):
    game = sufferer()
    suffer(game, effect, hit(9, crit=1), *faces, method=method)
    assert (game.hero.timers.cut, game.hero.timers.stun) == wounds


@pytest.mark.parametrize(("net", "crit", "cut"), [(1, 1, 0), (2, 1, 1), (9, 0, 0), (0, 1, 0)])
def test_a_cut_is_half_of_what_a_critical_blow_took(net, crit, cut):
    game = sufferer()
    suffer(game, "WOUND", hit(net, crit, damage=9), method="CLAW")
    assert game.hero.timers.cut == cut


def test_two_critical_dice_wound_whatever_the_die_of_two_shows():
    game = sufferer()
    suffer(game, "WOUND", hit(9, crit=2), 2, method="CLAW")
    assert game.hero.timers.cut == 4


def test_will_withstands_a_stun_but_no_cut():
    game = sufferer(will=STRONG_WILL)
    suffer(game, "WOUND", hit(9, crit=1), method="CLAW")
    suffer(game, "BATTER", hit(9, crit=1), method="CRUSH")
    assert (game.hero.timers.cut, game.hero.timers.stun) == (4, 0)


# ------------------------------------------------------------------------ states


@pytest.mark.parametrize(
    ("effect", "state", "turns"),
    [
        ("BLIND", "blind", 5),
        ("CONFUSE", "confused", 2),
        ("SLOW", "slow", 2),
        ("TERRIFY", "afraid", 2),
        ("ENTRANCE", "entranced", 4),
        ("HALLU", "hallucinating", 10),
    ],
)
def test_a_state_lasts_its_dice_of_four_sides(effect, state, turns):
    for face in (1, 4):
        game = sufferer()
        suffer(game, effect, hit(5), *[face] * turns, method="TOUCH")
        assert getattr(game.hero.timers, state) == turns * face


@pytest.mark.parametrize(
    ("effect", "net", "damage", "befalls"),
    [
        ("CONFUSE", 1, 1, True),
        ("CONFUSE", 0, 5, False),  # armour took it all
        ("CONFUSE", 0, 0, True),  # a touch without dice
        ("TERRIFY", 0, 5, True),
    ],
)
def test_armour_that_takes_a_blow_keeps_its_state_away_but_for_terror(effect, net, damage, befalls):
    game = sufferer()
    suffer(game, effect, hit(net, damage=damage), method="TOUCH")
    assert bool(game.hero.timers.confused or game.hero.timers.afraid) == befalls


def test_armour_that_takes_a_blow_keeps_drain_hunger_and_sickness_away():
    game = sufferer()
    food = game.hero.food
    for effect in ("LOSE_STR", "HUNGER", "DISEASE"):
        suffer(game, effect, hit(0, damage=5), method="TOUCH")
    assert game.hero.stat_drain == [0, 0, 0, 0]
    assert game.hero.food == food
    assert not game.hero.timers.poison


def test_hunger_is_withstood_by_will_and_takes_no_more_than_there_is():
    game = sufferer(will=STRONG_WILL)
    food = game.hero.food
    suffer(game, "HUNGER", hit(5), method="TOUCH")
    assert game.hero.food == food
    game = sufferer()
    game.hero.food = 499
    suffer(game, "HUNGER", hit(5), method="TOUCH")
    assert game.hero.food == 0
    assert "You feel hungry." in told(game)


def test_a_blow_that_hurts_calls_for_vengeance_and_one_that_does_not_does_not():
    for net, vengeance in ((1, 1), (0, 0)):
        game = sufferer(abilities=(ab.VENGEANCE,))
        suffer(game, "HURT", hit(net))
        assert game.hero.vengeance == vengeance


def test_a_blow_without_effect_does_nothing():
    game = sufferer(abilities=(ab.VENGEANCE,))
    suffer(game, "", hit(0))
    assert game.hero.health == HARDY
    assert not game.hero.vengeance
    assert not game.state.disturbances


def test_a_killing_blow_names_whose_it_was_and_brings_nothing_more():
    game = sufferer()
    game.hero.health = 5
    suffer(game, "CONFUSE", hit(5))
    assert str(game.hero.killed_by) == "an orc soldier"
    assert not game.hero.timers.confused


# ------------------------------------------------------------------------ disarming


@pytest.mark.parametrize(
    ("weapon", "strength", "faces", "loses"),
    [
        ("Dagger", 0, (1, 2), True),  # 2 + 1 against 0 + 2
        ("Dagger", 0, (1, 3), False),
        ("Dagger", 1, (2, 1), True),  # 2 + 2 against 2 + 1
        ("Dagger", 1, (2, 2), False),
        ("Greatsword", 0, (4, 1), True),  # -2 + 4 against 0 + 1
        ("Greatsword", 0, (3, 1), False),
    ],
)
def test_a_whip_disarms_by_two_against_strength_and_harder_from_two_hands(
    weapon, strength, faces, loses
):
    game = sufferer()
    wear(game, Slot.WEAPON, weapon)
    game.hero.derived.stats[Stat.STR] = strength
    health = game.hero.health
    suffer(game, "DISARM", hit(9), *faces, method="WHIP")
    assert (Slot.WEAPON not in game.hero.worn) == loses
    assert game.hero.health == health
    expected = "The orc soldier wrests your weapon from you!"
    assert told(game) == [expected if loses else "You keep hold of your weapon."]


def test_a_weapon_that_finds_no_floor_stays_in_the_pack():
    game = sufferer()
    weapon = wear(game, Slot.WEAPON, "Dagger")
    for i, feature in enumerate(game.level.feature):
        if feature == terrain.FLOOR:
            game.level.feature[i] = terrain.CHASM
    suffer(game, "DISARM", hit(0), 9, 1, method="WHIP")
    assert game.hero.pack == [weapon]
    assert not any(game.level.floor.values())


def test_nobody_is_disarmed_of_bare_hands():
    game = sufferer()
    suffer(game, "DISARM", hit(0), 10, 1, method="WHIP")
    assert told(game) == []


# ------------------------------------------------------------------------ cruel blows, knocks


@pytest.mark.parametrize(
    ("will", "resistance", "crit", "net", "confused"),
    [
        (7, 0, 2, 5, 2),  # skill 4 a critical die, against Will
        (8, 0, 2, 5, 0),
        (-3, 1, 2, 5, 2),  # and 10 a resistance
        (-2, 1, 2, 5, 0),
        (-99, 0, 0, 5, 0),
        (-99, 0, 2, 0, 0),
    ],
)
def test_a_cruel_blow_confuses_by_its_critical_dice(will, resistance, crit, net, confused):
    game = sufferer(will=will)
    game.hero.derived.counts["resist_confusion"] = resistance
    names = (m.name for m in game.data.monsters.values() if "CRUEL_BLOW" in m.flags)
    suffer(game, "HURT", hit(net, crit, damage=9), method="TOUCH", name=next(names))
    assert game.hero.timers.confused == confused


def test_critical_blows_of_others_do_not_confuse():
    game = sufferer()
    suffer(game, "HURT", hit(5, crit=2), method="TOUCH")
    assert not game.hero.timers.confused


TROLL_FORCE = 2 * (2 * 4 + 16 // 10 - 4)  # a snow troll: 4d6 by hand, health 16d4


@pytest.mark.parametrize(("con", "face", "thrown"), [(5, 1, False), (5, 2, True), (6, 3, False)])
def test_a_troll_throws_back_by_its_strength_against_constitution(con, face, thrown):
    game = sufferer()
    game.hero.derived.stats[Stat.CON] = con
    assert TROLL_FORCE == 10
    here = game.hero.x
    suffer(game, "HURT", hit(5), face, 1, method="TOUCH", name="Snow troll")
    assert game.hero.x == here - thrown
    assert game.hero.skip_turn == thrown
    assert game.hero.stealth_score == -5 * thrown
    assert ("You are knocked back!" in told(game)) == thrown


def test_only_a_trolls_first_blow_throws_back():
    game = sufferer()
    game.hero.derived.stats[Stat.CON] = -9
    suffer(game, "HURT", hit(5), 9, 1, method="TOUCH", name="Snow troll", first=0)
    assert not game.hero.skip_turn


@pytest.mark.parametrize(
    ("barred", "side", "lands"),
    [
        ((), 1, (0, -1)),  # the troll stands in the east
        (((0, -1),), 1, (1, -1)),
        (((0, -1),), 2, (-1, -1)),
        (((0, -1), (1, -1)), 1, (-1, -1)),
        (((0, -1), (1, -1), (-1, -1)), 1, (0, 0)),
    ],
)
def test_a_thrown_hero_lands_straight_back_or_aside_where_there_is_room(barred, side, lands):
    for by_wall in (True, False):
        game = sufferer()
        hero = game.hero
        hero.derived.stats[Stat.CON] = -9
        y, x = hero.y, hero.x
        foe(game, "Snow troll")
        for dy, dx in barred:
            if by_wall:
                game.level.feature[game.level.at(y + dy, x + dx)] = terrain.GRANITE
            else:
                foe(game, "Wolf", dy, dx)
        suffer(game, "HURT", hit(5), 9, 1, side, method="TOUCH")
        assert (hero.y - y, hero.x - x) == lands
        assert hero.skip_turn == (lands != (0, 0))


def test_a_thrown_hero_meets_the_trap_where_he_lands():
    game = sufferer()
    game.hero.derived.stats[Stat.CON] = -9
    game.level.feature[game.level.at(game.hero.y, game.hero.x - 1)] = terrain.PIT
    suffer(game, "HURT", hit(5), 9, 1, method="TOUCH", name="Snow troll")
    assert game.hero.health < HARDY - 5


def test_a_thrown_hero_lands_diagonally_from_a_troll_at_the_corner():
    game = sufferer()
    game.hero.derived.stats[Stat.CON] = -9
    y, x = game.hero.y, game.hero.x
    foe(game, "Snow troll", 1, -1)
    suffer(game, "HURT", hit(5), 9, 1, method="TOUCH")
    assert (game.hero.y, game.hero.x) == (y - 1, x + 1)


# ------------------------------------------------------------------------ treacherous gear


@pytest.mark.parametrize(
    ("cowardice", "net", "flees"),
    [(1, 9, False), (1, 10, True), (1, 30, True), (2, 4, False), (2, 5, True), (0, 99, False)],
)
def test_cowardly_gear_frightens_by_a_heavy_blow_and_speeds(cowardice, net, flees):
    game = sufferer()
    game.hero.derived.counts["cowardice"] = cowardice
    suffer(game, "HURT", hit(net), method="TOUCH", otherwise=1)
    assert bool(game.hero.timers.afraid) == flees
    assert game.hero.timers.fast == 5 * flees
    if flees:
        assert game.hero.timers.afraid == 10


def test_cowardly_gear_does_nothing_to_who_is_afraid_or_of_strong_will():
    game = sufferer()
    game.hero.derived.counts["cowardice"] = 1
    game.hero.timers.afraid = 3
    suffer(game, "HURT", hit(20), method="TOUCH")
    assert (game.hero.timers.afraid, game.hero.timers.fast) == (3, 0)
    game = sufferer(will=STRONG_WILL)
    game.hero.derived.counts["cowardice"] = 1
    suffer(game, "HURT", hit(20), method="TOUCH")
    assert (game.hero.timers.afraid, game.hero.timers.fast) == (0, 0)


@pytest.mark.parametrize(
    ("left", "face", "blind"), [(HARDY // 2, 1, 3), (HARDY // 2 + 1, 1, 0), (HARDY // 2, 2, 0)]
)
def test_a_treacherous_helm_slips_once_in_twenty_when_its_wearer_is_half_dead(left, face, blind):
    game = sufferer()
    wear(game, Slot.HEAD, "Great Helm", flags=["TRAITOR"])
    game.hero.derived.max_health = HARDY
    game.hero.health = left
    suffer(game, "HURT", hit(0), face, method="TOUCH")
    assert game.hero.timers.blind == blind


@pytest.mark.parametrize(("slot", "name"), [(Slot.WEAPON, "Dagger"), (Slot.ARM, "Kite Shield")])
@pytest.mark.parametrize(
    ("dice", "sides", "face", "betrays"), [(4, 7, 1, True), (3, 9, 1, False), (4, 7, 2, False)]
)
def test_treacherous_gear_lets_a_blow_through_that_might_kill(
    slot, name, dice, sides, face, betrays
):
    game = stage()
    wear(game, slot, name, flags=["TRAITOR"])
    game.hero.derived.max_health, game.hero.health = 40, 30
    incoming = hit(5, dice=dice, sides=sides)
    load_dice(game, face, 3)
    blow_effects.betray(game, incoming)
    assert incoming.net == (30 - 3 if betrays else 5)


def test_sound_gear_and_that_of_the_dying_betrays_nobody():
    for flags, health in (([], 30), (["TRAITOR"], 10)):
        game = stage()
        wear(game, Slot.WEAPON, "Dagger", flags=flags)
        game.hero.derived.max_health, game.hero.health = 40, health
        incoming = hit(5, dice=9, sides=9)
        load_dice(game, 1, 3)
        blow_effects.betray(game, incoming)
        assert incoming.net == 5


# ------------------------------------------------------------------------ what is told of a blow


def attacked(game, name="Wolf", *faces, visible=True, otherwise=1):
    creature = foe(game, name, visible=visible)
    load_dice(game, *faces, otherwise=otherwise)
    attacks.attack_hero(game, creature)
    return creature


def test_a_miss_is_told_where_it_came_from_and_ends_stealth_only_if_seen():
    for visible, who in ((True, "The wolf"), (False, "Something")):
        game = sufferer()
        game.hero.stealth_mode = True
        wolf = attacked(game, "Wolf", 1, 20, visible=visible)
        (event,) = game.state.events
        assert str(event.text) == f"{who} misses you."
        assert (event.kind, event.at) == ("miss", (wolf.y, wolf.x))
        (stop,) = game.state.disturbances
        assert (stop.reason, stop.at) == ("attacked", (wolf.y, wolf.x) if visible else None)
        assert game.hero.stop_stealth == visible


def test_a_hit_ends_stealth_and_teaches_the_blow_even_when_unseen():
    for visible in (True, False):
        game = sufferer()
        game.hero.stealth_mode = True
        attacked(game, "Wolf", 20, 1, 3, 3, visible=visible)
        assert game.hero.stop_stealth
        assert "attacked" in [stop.reason for stop in game.state.disturbances]


def test_each_of_two_blows_is_learned_for_itself():
    for face, known in ((1, 1), (2, 0)):
        game = sufferer()
        drake = attacked(game, "Young cold-drake", face, 20, 1, otherwise=2)
        assert list(game.lore.races[drake.race].blows) == [known]


@pytest.mark.parametrize(
    ("effect", "net", "line"),
    [
        ("HURT", 7, "It bites for 7."),
        ("POISON", 7, "It bites for 7 of poison."),
        ("HURT", 0, "It bites."),
        ("DISARM", 7, "It bites."),
    ],
)
def test_the_line_of_a_blow_tells_what_it_took(effect, net, line):
    blow = Blow("BITE", effect, 0, Dice(1, 1))
    assert str(attacks._told(blow, hit(net), text("it bites"))) == line


# ------------------------------------------------------------------------ earthquakes


def shattered(game, creature, margin, *faces, otherwise=1):
    """Return whether a shattering blow that missed by so much shook the earth."""
    load_dice(game, *faces, otherwise=otherwise)
    missed = hit(0)
    missed.margin = margin
    game.state.events.clear()
    attacks._shake_the_earth(game, creature, missed)
    return any("earth" in line for line in told(game))


def shatterer(game, *, male=True):
    names = (
        m.name
        for m in game.data.monsters.values()
        if m.blows and m.blows[0].effect == "SHATTER" and "QUESTOR" not in m.flags
    )
    return foe(game, next(names), health=3000)


def test_a_near_miss_or_a_wounded_striker_shakes_the_earth():
    for margin, lost, shakes in ((-2, 0, True), (-3, 0, False), (-3, 20, False), (-3, 21, True)):
        game = sufferer(size=31)
        creature = shatterer(game)
        creature.health -= lost
        assert shattered(game, creature, margin) == shakes, (margin, lost)


def test_the_unseen_do_not_shake_the_earth_nor_do_blows_at_the_confused():
    game = sufferer(size=31)
    creature = shatterer(game)
    game.hero.timers.confused = 1
    assert not shattered(game, creature, 0)
    game.hero.timers.confused = 0
    game.learn(creature).visible = False
    assert not shattered(game, creature, 0)
    game.learn(creature).visible = True
    assert shattered(game, creature, 0)


def test_a_female_shatterer_leaves_the_earth_alone():
    game = sufferer(size=31)
    names = (m.name for m in game.data.monsters.values() if "FEMALE" in m.flags)
    assert not shattered(game, foe(game, next(names)), 0)


def test_morgoths_near_miss_opens_a_pit_under_the_hero():
    for name, opens in (("Morgoth, Lord of Darkness", True), (None, False)):
        game = sufferer(size=31)
        creature = foe(game, name) if name else shatterer(game)
        square = game.level.at(game.hero.y, game.hero.x)
        assert shattered(game, creature, 0)
        assert (game.level.feature[square] == terrain.PIT) == opens


# ------------------------------------------------------------------------ fire


def test_a_burning_blow_may_burn_what_the_hero_carries_and_a_plain_one_does_not():
    for effect, left in (("FIRE", 0), ("HURT", 1)):
        game = sufferer()
        game.hero.pack.append(item("Wooden Torch"))
        game.hero.pack.append(item("Arrow", count=1))
        refresh(game)
        game.hero.health = game.hero.derived.max_health = HARDY
        suffer(game, effect, hit(30), method="TOUCH")
        arrows = [thing for thing in game.hero.pack if thing.kind == item("Arrow").kind]
        assert len(arrows) == left
