"""Every trap, pits and webs, searching, stairs and falls (rules: dungeon 3, 4, 5, 11)."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.dungeon import search, stairs, traps
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, odds, put, said
from tests.engine.sil.stage import foe, item, load_dice, wear

pytestmark = pytest.mark.covers(
    "sil-q-manual: The Dungeon / Staircases",
    "spec-dungeon: 5.1",
    "spec-dungeon: 5.3",
    "spec-dungeon: 5.6",
    "spec-dungeon: 2.7",
    "spec-world: 13.2",
)

PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])


def on(feature, *, hidden=False, **how):
    """Return a hero who has just come onto a trap, and is tough."""
    game = arena(**how)
    put(game, game.hero.y, game.hero.x, feature, hidden=hidden)
    game.knowledge.mark[game.level.at(game.hero.y, game.hero.x)] = not hidden
    game.hero.health = 1000
    look(game)
    return game


def sprung(game, *faces, otherwise=1):
    load_dice(game, *faces, otherwise=otherwise)
    traps.enter(game)
    return game


# ----------------------------------------------------------------------------------- traps


@pytest.mark.covers("spec-dungeon: Traps")
@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_false_floor_drops_the_hero_a_level():
    game = sprung(on(terrain.FALSE_FLOOR), 4, 4, 4)
    assert game.hero.health == 1000 - 12
    assert (game.state.leaving, game.state.destination, game.state.arrive_by) == ("fall", 6, 0)
    assert str(game.hero.notes[-1].text) == "Fell through a false floor"


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_pit_hurts_and_is_heard():
    game = on(terrain.PIT)
    game.hero.stealth_score = 0
    sprung(game, 4, 4)
    assert game.hero.health == 1000 - 8
    assert game.hero.stealth_score == -5


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_spiked_pit_pierces_and_bleeds():
    game = on(terrain.SPIKED_PIT)
    game.hero.stealth_score = 0
    sprung(game, 4, 4, 5, 5, 5, 4)
    assert game.hero.health == 1000 - 8 - 19
    assert game.hero.timers.cut == 10
    assert game.hero.stealth_score == -10


def test_armour_may_stop_the_spikes():
    game = on(terrain.SPIKED_PIT)
    wear(game, Slot.BODY, "Mail Corslet", protection_dice=5, protection_sides=4)
    game.hero.health = 1000
    sprung(game, 1, 1, 1, 1, 1, 1, otherwise=4)
    assert game.hero.health == 998
    assert not game.hero.timers.cut


@pytest.mark.parametrize(
    ("faces", "hurt", "drained"), [((20, 1, 15, 10, 1), 1, 1), ((1, 20), 0, 0)]
)
@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_dart_weakens_whom_it_hits(heard, faces, hurt, drained):
    game = on(terrain.DART_TRAP)
    game.hero.derived.skills[Skill.WILL] = 5
    sprung(game, *faces)
    assert game.hero.health == 1000 - hurt
    assert game.hero.stat_drain[Stat.STR] == -drained
    assert heard == [5]


def test_a_dart_glances_off_good_armour(heard):
    game = on(terrain.DART_TRAP)
    game.hero.worn[Slot.LEFT_RING] = item("Protection", protection_dice=4, protection_sides=4)
    look(game)
    game.hero.health = 1000
    sprung(game, 20, 1, 16, otherwise=4)
    assert game.hero.health == 1000


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_confusing_gas_reaches_those_who_stand_by(heard):
    game = on(terrain.CONFUSION_TRAP)
    orc = foe(game, "Orc scout", dx=1)
    game.hero.derived.skills[Skill.WILL] = -20
    sprung(game, 10, 1, 4, 4, 4, 4, 4, 4, 10, 1)
    assert game.hero.timers.confused >= 4
    assert orc.confused
    assert heard == [10]


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_sweet_vapour_takes_the_map_away(heard):
    game = on(terrain.MEMORY_TRAP, known=True, lit=False)
    other = put(game, 1, 1, terrain.ALARM_TRAP)
    game.level.floor[other] = [item("Robe", seen_by=1)]
    sprung(game, 10, 1)
    assert not game.knowledge.mark[game.level.at(8, 8)]
    assert game.level.hidden[other]
    assert not game.level.hidden[game.level.at(game.hero.y, game.hero.x)]
    assert heard == [10]


def test_memory_may_be_kept(heard):
    game = on(terrain.MEMORY_TRAP, known=True)
    game.hero.derived.skills[Skill.WILL] = 30
    sprung(game)
    assert game.knowledge.mark[game.level.at(8, 8)]


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_an_alarm_only_rings(heard):
    game = sprung(on(terrain.ALARM_TRAP))
    assert heard == [-20]
    assert game.hero.health == 1000


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_flash_blinds_but_not_the_blind(heard):
    game = sprung(on(terrain.FLASH_TRAP), 4, 4, 4, 4, 4, 10)
    assert game.hero.timers.blind == 20
    sprung(game)
    assert game.hero.timers.blind == 20
    assert heard == [5, 5]


@pytest.mark.parametrize(
    ("faces", "hurt", "slow"), [((10, 1), 0, 0), ((1, 10, 4, 3, 3, 3, 3, 10), 4, 12)]
)
@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_caltrops_slow_the_careless(faces, hurt, slow):
    game = on(terrain.CALTROPS)
    game.hero.stealth_score = 0
    game.hero.derived.skills[Skill.PERCEPTION] = 10
    sprung(game, *faces)
    assert game.hero.health == 1000 - hurt
    assert game.hero.timers.slow == slow
    assert game.hero.stealth_score == -10


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_roost_rises_and_is_gone():
    game = on(terrain.ROOST, depth=6, seed=3)
    traps.enter(game)
    birds = [c for c in game.level.creatures if c is not None]
    assert birds
    assert game.level.feature[game.level.at(game.hero.y, game.hero.x)] == terrain.FLOOR


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_web_holds_and_calls_its_spider():
    game = on(terrain.WEB, depth=8, seed=3)
    traps.enter(game)
    assert [c for c in game.level.creatures if c is not None]
    assert traps.trapped_in(game) == "web"


@pytest.mark.parametrize(("hits", "hurt"), [(True, 32), (False, 0)])
@pytest.mark.covers("sil-q-manual: Skills / Evasion")
def test_a_deadfall_drives_the_hero_aside(heard, hits, hurt):
    game = on(terrain.DEADFALL)
    game.hero.derived.skills[Skill.WILL] = -20
    here = game.hero.y, game.hero.x
    dice = (1, 20, 1, 8, 8, 8, 8, 10, 1) if hits else (1, 1, 20)
    game.hero.derived.skills[Skill.EVASION] = 5
    sprung(game, *dice)
    assert game.hero.health == 1000 - hurt
    assert game.hero.timers.stun == (105 if hits else 0)
    assert (game.hero.y, game.hero.x) != here
    assert game.level.feature[game.level.at(*here)] == terrain.RUBBLE
    assert heard == [-20]


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_a_deadfall_buries_who_cannot_leap_aside(heard):
    game = arena("#####", "#####", "##@##", "#####", "#####")
    put(game, 2, 2, terrain.DEADFALL)
    game.hero.health = 1000
    sprung(game, 8, 8, 8, 8, 8, 8)
    assert game.hero.health == 1000 - 48
    assert (game.hero.y, game.hero.x) == (2, 2)


@pytest.mark.covers("sil-q-codebase: Trap Damage Values")
def test_acid_sprays_and_eats_at_armour(heard):
    game = on(terrain.ACID_TRAP)
    boots = wear(game, Slot.FEET, "Pair of Boots", evasion=0)
    game.hero.health = 1000
    sprung(game, 4, 4, 4, 4, 6, otherwise=100)
    assert game.hero.health == 1000 - 16
    assert boots.evasion == -1
    assert heard == [10]


@pytest.mark.parametrize("feature", range(terrain.FALSE_FLOOR, terrain.ACID_TRAP + 1))
def test_a_hidden_trap_shows_itself_and_every_trap_disturbs(feature):
    game = on(feature, hidden=True, depth=6)
    here = game.level.at(game.hero.y, game.hero.x)
    traps.enter(game)
    assert not game.level.hidden[here]
    assert game.state.disturbances


@pytest.mark.parametrize("feature", range(terrain.FALSE_FLOOR, terrain.ACID_TRAP + 1))
def test_who_avoids_traps_avoids_all_but_pits_webs_and_roosts(feature):
    game = on(feature, depth=6, seed=3)
    game.hero.derived.counts["avoid_traps"] = 1
    traps.enter(game)
    caught = feature in (terrain.ROOST, terrain.WEB, terrain.PIT, terrain.SPIKED_PIT)
    assert ("You step lightly over the trap." not in said(game)) is caught


# --------------------------------------------------------------------------------- webs


@pytest.mark.parametrize(
    ("depth", "strength", "free", "percent"), [(12, 1, 0, 15), (12, 1, 1, 90), (16, -1, 0, 1)]
)
@pytest.mark.covers("sil-q-manual: Stats / Strength")
def test_tearing_a_web(depth, strength, free, percent):
    game = on(terrain.WEB, depth=depth)
    game.hero.derived.stats[Stat.STR] = strength
    game.hero.derived.counts["free_action"] = free

    def act():
        put(game, game.hero.y, game.hero.x, terrain.WEB)
        return traps.break_free(game)

    assert odds(game, act) == percent


def test_a_sharp_blade_helps_in_a_web():
    game = on(terrain.WEB, depth=12)
    game.hero.derived.stats[Stat.STR] = 1
    game.hero.worn[Slot.WEAPON] = item("Shortsword", flags=["SHARPNESS"])

    def act():
        put(game, game.hero.y, game.hero.x, terrain.WEB)
        return traps.break_free(game)

    assert odds(game, act) == 55


# ----------------------------------------------------------------------------- disarming

POWERS = {
    terrain.FALSE_FLOOR: 1, terrain.CALTROPS: 1, terrain.ACID_TRAP: 1, terrain.ALARM_TRAP: 2,
    terrain.DART_TRAP: 3, terrain.FLASH_TRAP: 4, terrain.CONFUSION_TRAP: 5,
    terrain.MEMORY_TRAP: 5, terrain.DEADFALL: 7,
}  # fmt: skip


@pytest.mark.parametrize("feature", POWERS)
@pytest.mark.covers("sil-q-manual: Perception")
def test_disarming(feature, heard):
    for margin, again, left in ((1, False, terrain.FLOOR), (0, True, feature), (-2, True, feature)):
        game = arena()
        game.hero.health = 1000
        i = put(game, game.hero.y, game.hero.x + 1, feature)
        game.knowledge.mark[i] = 1
        game.hero.derived.skills[Skill.PERCEPTION] = POWERS[feature] + margin
        load_dice(game, 5, 5)
        assert traps.disarm(game, game.hero.y, game.hero.x + 1) is again
        assert game.level.feature[i] == left
        assert game.state.energy_used == 100


def test_a_bad_slip_puts_the_hero_onto_the_trap(heard):
    game = arena()
    i = put(game, game.hero.y, game.hero.x + 1, terrain.ALARM_TRAP)
    game.knowledge.mark[i] = 1
    x = game.hero.x
    load_dice(game, 1, 10)
    traps.disarm(game, game.hero.y, x + 1)
    assert game.hero.x == x + 1
    assert heard == [-20]


@pytest.mark.parametrize("feature", [terrain.PIT, terrain.SPIKED_PIT, terrain.ROOST, terrain.WEB])
def test_what_cannot_be_disarmed(feature):
    game = arena()
    i = put(game, game.hero.y, game.hero.x + 1, feature)
    game.knowledge.mark[i] = 1
    with pytest.raises(IllegalAction):
        traps.disarm(game, game.hero.y, game.hero.x + 1)
    assert not game.state.energy_used


# ----------------------------------------------------------------------------- searching


@pytest.mark.covers("spec-dungeon: Searching and noticing")
@PRESETS
@pytest.mark.covers("sil-q-manual: Perception")
def test_the_worked_checks_of_noticing(rulings):
    game = arena(rulings=rulings, depth=8)
    hero, level = game.hero, game.level
    i = put(game, hero.y, hero.x + 1, terrain.SECRET_DOOR)
    assert search.difficulty(game, i, 1) == 14
    level.depth = 11
    level.feature[i] = terrain.FLOOR
    j = put(game, hero.y, hero.x + 3, terrain.ALARM_TRAP, hidden=True)
    penalty = rulings.floor_trap_notice_penalty
    assert search.difficulty(game, j, 3) == 5 + 4 + penalty
    hero.timers.blind = 5
    assert search.difficulty(game, j, 1) == 5 + 5 + penalty
    hero.timers.blind, level.depth = 0, 0
    assert search.difficulty(game, j, 1) == 10 + penalty


@PRESETS
def test_the_difficulty_of_a_chests_trap(rulings):
    game = arena(rulings=rulings, depth=6)
    i = game.level.at(2, 2)
    game.level.floor[i] = [item("Small wooden chest", pval=10, known=False, seen_by=1)]
    base = 5 if rulings.chest_trap_notice_base == "chest level" else 3
    assert search.difficulty(game, i, 1) == base + 15


def test_walking_past_a_secret_door_and_searching_for_it():
    game = arena(depth=8)
    hero, level = game.hero, game.level
    hero.derived.skills[Skill.PERCEPTION] = 6
    i = put(game, hero.y, hero.x + 1, terrain.SECRET_DOOR)

    def found(act):
        def attempt():
            level.feature[i] = terrain.SECRET_DOOR
            game.knowledge.light[i] = 1
            act(game)
            return level.feature[i] != terrain.SECRET_DOOR

        return attempt

    assert odds(game, found(search.notice)) == 3
    hero.derived.skills[Skill.PERCEPTION] = 6 + 5  # what searching adds
    assert odds(game, found(search.notice)) == 28


def test_the_blind_notice_nothing_far_away():
    game = arena()
    hero = game.hero
    i = put(game, hero.y, hero.x + 3, terrain.ALARM_TRAP, hidden=True)
    hero.timers.blind = 9
    look(game)
    hero.derived.skills[Skill.PERCEPTION] = 99
    search.notice(game)
    assert game.level.hidden[i]


def test_searching_feels_out_walls_and_things_beside_the_hero():
    game = arena("#####", "##@.#", "#####", lit=False)
    thing = item("Robe", seen_by=0)
    game.level.floor[game.level.at(1, 3)] = [thing]
    game.hero.timers.blind = 9
    look(game)
    thing.seen_by = 0
    game.knowledge.mark = bytearray(len(game.knowledge.mark))
    search.search(game)
    assert game.knows_of(thing)
    assert game.knowledge.mark[game.level.at(1, 1)]


# -------------------------------------------------------------------- stairs and falling


def standing_on(feature, depth, least=1, **options):
    game = on(feature, depth=depth)
    game.hero.min_depth_counter = (least - 1) * 100_000
    game.state.options.update(options)
    game.hero.silmarils = 0
    return game


@pytest.mark.covers("spec-dungeon: Stairs, shafts, and being lost / Going up")
@pytest.mark.parametrize(
    ("feature", "way", "depth", "least", "target", "under"),
    [
        (terrain.UP_STAIR, "up", 4, 1, 3, terrain.DOWN_STAIR),
        (terrain.UP_SHAFT, "up", 4, 1, 2, terrain.DOWN_SHAFT),
        (terrain.DOWN_STAIR, "down", 4, 1, 5, terrain.UP_STAIR),
        (terrain.DOWN_SHAFT, "down", 4, 1, 6, terrain.UP_SHAFT),
        (terrain.UP_STAIR, "up", 4, 4, 4, terrain.UP_STAIR),
        (terrain.UP_SHAFT, "up", 4, 6, 6, terrain.UP_SHAFT),
        (terrain.DOWN_STAIR, "down", 4, 6, 6, terrain.UP_STAIR),
    ],
)
@pytest.mark.covers("sil-q-codebase: Stair Types", "sil-q-codebase: Effect on Stairs")
def test_where_stairs_lead(feature, way, depth, least, target, under):
    game = standing_on(feature, depth, least)
    stairs.take(game, way)
    assert (game.state.leaving, game.state.destination, game.state.arrive_by) == (
        "stairs",
        target,
        under,
    )
    assert game.hero.stair_weariness == 1000
    assert game.state.energy_used == 100


@pytest.mark.covers("spec-dungeon: Stairs, shafts, and being lost / Crumbling stairs (overuse)")
@pytest.mark.parametrize(
    ("weariness", "percent"),
    [(1000, 0), (2000, 0), (2100, 0), (2200, 1), (3000, 2), (4000, 6), (5000, 12), (8000, 51),
     (10_000, 100)],
)  # fmt: skip
@pytest.mark.covers("sil-q-manual: Staircases")
def test_how_likely_stairs_crumble(weariness, percent):
    game = arena()
    game.hero.stair_weariness = weariness
    assert stairs.crumble_chance(game) == percent
    game.hero.on_the_run = True
    assert stairs.crumble_chance(game) == 0


@pytest.mark.parametrize(
    ("feature", "way", "depth", "least", "target"),
    [(terrain.UP_STAIR, "up", 10, 3, 10), (terrain.DOWN_STAIR, "down", 4, 6, 5),
     (terrain.UP_STAIR, "up", 4, 6, 6)],
)  # fmt: skip
@pytest.mark.covers("sil-q-manual: Staircases")
def test_crumbling_stairs(feature, way, depth, least, target):
    game = standing_on(feature, depth, least)
    game.hero.stair_weariness = 10_000
    load_dice(game, 1, 2, 2, 2)
    stairs.take(game, way)
    assert game.hero.health == 1000 - 6
    assert (game.state.destination, game.state.arrive_by) == (target, 0)
    assert game.hero.stair_weariness == 1000


@pytest.mark.parametrize(("depth", "damage", "target"), [(18, 3, 19), (17, 6, 19), (5, 6, 7)])
def test_falling_into_a_chasm(depth, damage, target):
    game = sprung(on(terrain.CHASM, depth=depth))
    assert game.hero.health == 1000 - damage
    assert (game.state.leaving, game.state.destination) == ("fall", target)
    assert game.hero.stair_weariness == 0
    assert str(game.hero.notes[-1].text) == "Fell into a chasm"


@pytest.mark.covers("sil-q-codebase: Effect on Stairs", "sil-q-codebase: Up Stair Logic")
def test_stairs_that_are_refused():
    with pytest.raises(IllegalAction):
        stairs.take(arena(), "up")
    with pytest.raises(IllegalAction):
        stairs.take(on(terrain.UP_STAIR), "down")
    with pytest.raises(IllegalAction):
        stairs.take(on(terrain.DOWN_STAIR, depth=0), "down")
    with pytest.raises(IllegalAction):
        stairs.take(standing_on(terrain.UP_STAIR, 4, straight_down="yes"), "up")


@pytest.mark.covers("sil-q-codebase: Down Stair Logic")
def test_the_last_stairs_down_ask_first():
    game = standing_on(terrain.DOWN_STAIR, 19)
    stairs.take(game, "down")
    assert game.state.question
    assert not game.state.energy_used
    game.state.sure = True
    stairs.take(game, "down")
    assert game.state.destination == 20


@pytest.mark.covers("sil-q-codebase: Special Cases")
def test_on_the_run_the_throne_is_never_reached_again():
    game = standing_on(terrain.DOWN_STAIR, 19)
    game.hero.on_the_run = True
    stairs.take(game, "down")
    assert (game.state.destination, game.state.arrive_by) == (19, terrain.DOWN_STAIR)


@pytest.mark.covers(
    "sil-q-codebase: Hardcoded Behavior",
    "sil-q-codebase: Up Stair Logic",
    "sil-q-codebase: Special Cases",
)
def test_the_way_up_from_the_throne_needs_a_silmaril():
    game = standing_on(terrain.UP_STAIR, 20)
    stairs.take(game, "up")
    assert not game.state.leaving
    assert game.state.energy_used == 100
    game.hero.pack.append(item("Silmaril"))
    derived.update(game)
    stairs.take(game, "up")
    assert game.hero.on_the_run
    assert game.state.destination == 19


def test_an_oath_of_iron_asks_before_it_is_broken():
    game = standing_on(terrain.UP_STAIR, 4)
    game.hero.oath = derived.IRON
    game.hero.bought.append(ab.OATH)
    stairs.take(game, "up")
    assert game.state.question
    assert not game.state.energy_used
    game.state.sure = True
    stairs.take(game, "up")
    assert derived.IRON in game.hero.oaths_broken
    assert "You have broken your oath of Iron." in said(game)


@pytest.mark.covers("spec-world: 11.9")
def test_disconnected_stairs_lead_back_nowhere():
    game = standing_on(terrain.UP_STAIR, 4, disconnected_stairs="yes")
    stairs.take(game, "up")
    assert game.state.arrive_by == 0


def test_an_unhelped_thrall_is_forgotten_with_his_level():
    game = standing_on(terrain.UP_STAIR, 4)
    game.world.thrall_quest = "giver"
    stairs.take(game, "up")
    assert game.world.thrall_quest == ""


@pytest.mark.covers("sil-q-codebase: Up Stair Logic")
def test_walking_off_the_edge_of_the_world_ends_it():
    game = arena(depth=0)
    stairs.escape(game)
    assert game.state.ended == "escaped"
