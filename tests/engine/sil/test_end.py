"""The end: the throne room's truce, the crown, Morgoth's anger, the hunt, the Gates, the curse.

Rules: endgame 13.3 to 13.7, 14.1, 18 items 45 to 50; combat 13.2, 13.3.
"""

from itertools import product
from typing import NamedTuple

import pytest

from engine.sil.combat import prising
from engine.sil.creature_ai import creature_turn
from engine.sil.creatures import alertness, creature_stats, iron_crown, skill_rolls, spawning
from engine.sil.creatures.situation import Situation
from engine.sil.dungeon import creature_arrivals, level_arrival, stairs
from engine.sil.dungeon.generation import level_creation
from engine.sil.effects import injury, statuses
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, score, silmarils
from engine.sil.item_use import activation, pickup
from engine.sil.items import item_creation
from engine.sil.level import terrain
from engine.sil.movement import square_arrival
from engine.sil.perception import truce, vision
from tests.engine.sil.arena import arena, look, said
from tests.engine.sil.stage import EDAIN, NOLDOR, foe, item, load_dice, race, refresh, stage, wear
from tests.oracle.combat import Faces

MORGOTH = "Morgoth, Lord of Darkness"


def crown(game, jewels=3):
    """Lay the crown with so many jewels under the hero."""
    iron = item_creation.artefact(game, silmarils.crowns(game.data)[jewels])
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [iron]
    return iron


def carry_jewels(game, number):
    game.hero.pack.append(item("Silmaril", count=number))
    refresh(game)


# ---------------------------------------------------------------- truce


def _take(game):
    found = item("Curved Sword")
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [found]
    pickup.pick_up(game, found)


def _blow(game):
    horn = item("Thunder")
    game.hero.pack.append(horn)
    game.hero.voice = 30
    activation.play(game, horn, "a", "n")


def _fail_at_the_crown(game):
    crown(game)
    wear(game, Slot.WEAPON, "Longsword", damage_dice=1, damage_sides=1)
    game.state.sure = True
    prising.prise(game)


@pytest.mark.covers("spec-world: 13.3", "spec-monsters: 12.4", "sil-q-codebase: Truce System")
@pytest.mark.parametrize("deed", [_take, _blow, _fail_at_the_crown])
@pytest.mark.parametrize(("alertness", "broken"), [(0, True), (-1, False), (-15, False)])
@pytest.mark.covers("sil-q-codebase: Truce System")
def test_only_a_deed_that_an_alert_creature_sees_breaks_the_truce(deed, alertness, broken):
    game = arena(depth=20)
    game.world.truce = True
    foe(game, "Orc soldier", 0, 3, alertness=alertness)
    look(game)
    deed(game)
    assert game.world.truce != broken
    assert any("cries out" in line for line in said(game)) == broken


def test_an_alert_creature_behind_a_wall_does_not_cry_out():
    game = arena("#######", "#@.#..#", "#######", depth=20)
    game.world.truce = True
    foe(game, "Orc soldier", 0, 3, alertness=10, visible=False)
    look(game)
    _take(game)
    assert game.world.truce


def test_a_silmaril_cut_free_always_ends_the_truce():
    game = stage()
    game.world.truce = True
    crown(game)
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=9, damage_sides=9)
    load_dice(game, 20, 1, otherwise=5)
    game.state.sure = True
    prising.prise(game)
    assert not game.world.truce


@pytest.mark.parametrize(("away", "alertness", "broken"), [(1, 0, 1), (1, -1, 0), (2, 9, 0)])
def test_morgoth_himself_ends_it_when_he_is_alert_and_beside_the_hero(away, alertness, broken):
    game = arena(depth=20)
    game.world.truce = True
    foe(game, MORGOTH, 0, away, alertness=alertness)
    truce.watch(game)
    assert game.world.truce != bool(broken)


@pytest.mark.covers("sil-q-codebase: MORGOTH_DEPTH (Level 100)", "sil-q-codebase: Truce System")
def test_the_throne_room_is_entered_with_a_verse_and_under_the_truce():
    game = arena()
    level_arrival.enter(game, 20, 0)
    assert any("three stolen lights" in line for line in said(game))
    assert game.world.truce
    assert terrain.UPWARD[game.level.feature[game.level.at(game.hero.y, game.hero.x)]]


# ---------------------------------------------------------------- the crown


@pytest.mark.covers("spec-world: 13.4")
def test_the_crown_is_explained_once_where_the_hero_steps_onto_it():
    game = arena(depth=20)
    crown(game)
    for times in (1, 1):
        square_arrival.arrive(game)
        assert sum("prise" in line for line in said(game)) == times


@pytest.mark.covers("spec-world: 13.4", "spec-character-combat: 13.2")
def test_the_crown_falls_once_onto_an_open_square_beside_him_and_he_is_angry():
    game = arena(depth=20)
    morgoth = foe(game, MORGOTH, 0, 2, health=400)
    for _ in range(3):
        iron_crown.struck(game, morgoth, 10)
    (square,) = game.level.floor
    y, x = game.level.place(square)
    assert max(abs(y - morgoth.y), abs(x - morgoth.x)) == 1
    (iron,) = game.level.floor[square]
    assert silmarils.jewels(game.data, iron) == 3
    assert game.world.morgoth_stage == 1


def test_a_hit_of_nine_does_nothing_to_the_crown():
    game = arena(depth=20)
    morgoth = foe(game, MORGOTH, 0, 2, health=400)
    for _ in range(3):
        iron_crown.struck(game, morgoth, 9)
    assert iron_crown.is_crowned(game, morgoth)


def test_slain_with_the_crown_he_leaves_it_and_grond():
    game = arena(depth=20)
    morgoth = foe(game, MORGOTH, 0, 2, health=1)
    injury.hurt_creature(game, morgoth, 5)
    names = {
        game.data.artefacts[thing.artefact].name
        for heap in game.level.floor.values()
        for thing in heap
        if thing.artefact
    }
    assert "'Grond'" in names
    assert any(
        silmarils.jewels(game.data, thing) == 3
        for heap in game.level.floor.values()
        for thing in heap
    )
    assert any(note.kind == "overthrew" for note in game.hero.notes)


@pytest.mark.covers(
    "spec-world: 18",
    "sil-q-codebase: Stealing a Silmaril: Morgoth's Crown and Silmaril System / Crown Versions",
)
@pytest.mark.parametrize(("jewels", "radius"), [(3, 6), (2, 5), (1, 4), (0, 0)])
@pytest.mark.covers("spec-world: 7.10")
def test_46_the_light_of_the_crown(jewels, radius):
    game = arena(*("#" * 19, "#" + "@" + "." * 16 + "#", "#" * 19), depth=20, lit=False)
    game.hero.worn.clear()
    iron = crown(game, jewels)
    game.level.floor = {game.level.at(1, 9): [iron]}
    look(game)
    light = game.knowledge.light
    lit = [x for x in range(1, 18) if light[game.level.at(1, x)] > 0 and x != 1]
    assert len(lit) == (2 * radius + 1 if radius else 0)
    assert light[game.level.at(1, 9)] == (radius + 1 if radius else 0)


@pytest.mark.covers("spec-world: 13.4")
@pytest.mark.parametrize(
    ("dx", "behind_wall", "stage"), [(5, False, 2), (6, False, 0), (3, True, 0)]
)
def test_shards_anger_morgoth_only_near_and_in_sight(dx, behind_wall, stage):
    row = "#@.#......#" if behind_wall else "#@........#"
    game = arena("#" * 11, row, "#" * 11, depth=20)
    game.world.truce = True
    crown(game, 1)
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=9, damage_sides=9)
    morgoth = foe(game, MORGOTH, 0, dx, alertness=-15, visible=False)
    look(game)
    load_dice(game, 20, 1, otherwise=5)
    game.state.sure = True
    prising.prise(game)
    assert game.world.shattered
    assert game.world.truce  # a shattering by itself does not break it
    assert game.world.morgoth_stage == stage
    assert morgoth.alertness == (10 if stage else -15)


@pytest.mark.covers("sil-q-codebase: Hardcoded Behavior")
def test_silmarils_count_while_they_are_carried_loose_or_in_the_crown():
    game = stage()
    carry_jewels(game, 1)
    assert game.hero.silmarils == 1
    iron = item_creation.artefact(game, silmarils.crowns(game.data)[2])
    game.hero.pack.append(iron)
    refresh(game)
    assert game.hero.silmarils == 3
    game.hero.pack.clear()
    refresh(game)
    assert game.hero.silmarils == 0


# ---------------------------------------------------------------- his anger


@pytest.mark.covers("spec-world: 18")
@pytest.mark.covers(
    "sil-q-codebase: Morgoth's Progressive Difficulty System",
    "sil-q-manual: Sil-Q doesn't want you to kill Morgoth",
)
def test_45_morgoths_anger_by_his_health():
    for health, stage_of_anger in ((301, 0), (300, 2), (201, 2)):
        game = arena(depth=20)
        morgoth = foe(game, MORGOTH, health=health)
        morgoth.max_health = 400
        creature_turn._grow_angry(Situation(game, morgoth))
        assert game.world.morgoth_stage == stage_of_anger


@pytest.mark.covers(
    "spec-world: 13.5", "sil-q-codebase: Game State / Morgoth's Progressive Difficulty System"
)
@pytest.mark.parametrize(
    ("anger", "evasion", "attack", "dice", "will", "perception", "protection"),
    [
        (0, 20, 20, 6, 25, 10, 5),
        (1, 22, 20, 6, 25, 15, 5),
        (2, 25, 30, 7, 30, 20, 5),
        (3, 25, 30, 7, 35, 25, 7),
        (4, 30, 40, 8, 40, 30, 7),
    ],
)
@pytest.mark.covers(
    "sil-q-codebase: Morgoth's Progressive Difficulty System",
    "sil-q-manual: Sil-Q doesn't want you to kill Morgoth",
)
def test_his_figures_at_each_stage(anger, evasion, attack, dice, will, perception, protection):
    game = arena(depth=20)
    morgoth = foe(game, MORGOTH)
    creature_stats.anger(game, anger)
    kind = creature_stats.race(game, morgoth)
    assert (kind.evasion, kind.will, kind.perception) == (evasion, will, perception)
    assert (kind.blows[0].attack, kind.blows[0].damage.number) == (attack, dice)
    assert kind.protection.number == protection


# ---------------------------------------------------------------- the run


def leaving_the_throne(jewels=1):
    game = arena("#####", "#.<.#", "#.@.#", "#####", depth=20)
    game.hero.y = 1
    carry_jewels(game, jewels)
    return game


@pytest.mark.covers("spec-world: 13.5")
@pytest.mark.covers("sil-q-codebase: Hardcoded Behavior", "sil-q-manual: Main changes")
def test_leaving_the_throne_with_a_silmaril_begins_the_hunt():
    game = leaving_the_throne()
    stairs.take(game, "up")
    assert game.hero.on_the_run
    assert stairs.min_depth(game) == 0
    level_arrival.change_level(game)
    assert game.level.depth == 19
    races = [game.data.monsters[c.race].name for c in game.level.creatures if c]
    assert MORGOTH in races
    assert game.state.ended == ""


@pytest.mark.covers("spec-world: 13.4", "spec-world: 13.5")
def test_the_crown_falls_once_and_whoever_hunts_has_neither_it_nor_its_light():
    game = arena(depth=20)
    morgoth = foe(game, MORGOTH, 0, 2, health=400)
    assert creature_stats.race(game, morgoth).light == 7
    iron_crown.drop(game, morgoth)
    game.hero.silmarils, game.hero.on_the_run = 1, True
    level_arrival.enter(game, 10, 0)
    hunter = next(c for c in game.level.creatures if c and c.race == morgoth.race)
    hunter.alertness = 0
    assert creature_stats.race(game, hunter).light == 0
    alertness.set_alertness(game, hunter, -15)
    assert creature_stats.asleep(hunter)
    for _ in range(2):
        iron_crown.struck(game, hunter, iron_crown.HARD_BLOW)
    assert not any(
        silmarils.is_crown(game.data, thing) for heap in game.level.floor.values() for thing in heap
    )
    assert sum("falls from his brow" in str(event.text) for event in game.state.events) == 1


def test_the_hunted_meet_the_strong_and_the_bold():
    game = arena(depth=3)
    stream = game.streams.level
    plain = [spawning.effective_level(game, 3, stream)[0] for _ in range(60)]
    game.hero.on_the_run = True
    drawn = [spawning.effective_level(game, 3, stream)[0] for _ in range(60)]
    assert max(plain) < 17
    assert 15 <= sum(level >= 17 for level in drawn) <= 45
    assert all(spawning.effective_level(game, 3, stream, smart=True)[1] for _ in range(9))


def test_the_more_jewels_the_nearer_morgoth_comes():
    near = []
    for jewels in (1, 3):
        total = 0
        for seed in range(8):
            game = stage(size=61, seed=seed)
            for y in range(1, 60):
                game.level.feature[game.level.at(y, 30 if y != 30 else 31)] = terrain.GRANITE
            game.hero.y, game.hero.x = 30, 5
            game.hero.silmarils = jewels
            came = creature_arrivals.hunt(game, game.streams.level)
            if came is not None:
                total += max(abs(came.y - 30), abs(came.x - 5))
                assert came.alertness == -1
        near.append(total)
    assert near[1] < near[0]


def test_morgoth_slain_hunts_nobody():
    game = leaving_the_throne()
    game.world.dead_uniques.append(race(MORGOTH))
    stairs.take(game, "up")
    level_arrival.change_level(game)
    races = [game.data.monsters[c.race].name for c in game.level.creatures if c]
    assert MORGOTH not in races


@pytest.mark.covers("spec-world: 13.6", "spec-world: 14.5")
@pytest.mark.parametrize(
    ("jewels", "words"),
    [
        (0, "Brought nothing back."),
        (1, "Brought back one Silmaril."),
        (2, "Brought back two Silmarils."),
        (3, "Brought back all three Silmarils."),
    ],
)
def test_the_log_tells_what_was_brought_home_and_whether_the_oath_was_kept(jewels, words):
    game = stage(abilities=(ab.OATH,))
    level_creation.make_level(game, 0, 0)
    game.hero.oath = derived.MERCY
    if jewels:
        carry_jewels(game, jewels)
    stairs.escape(game)
    assert game.state.ended == "escaped"
    told = [f"{note.text}." for note in game.hero.notes]
    assert told[-2:] == [words, "Kept the oath of Mercy."]


@pytest.mark.covers("spec-world: 13.6")
def test_at_the_gates_a_hunted_hero_finds_light_sleepers_and_alert_newcomers():
    game = stage()
    game.hero.on_the_run = True
    level_creation.make_level(game, 0, 0)
    natives = [creature.alertness for creature in game.level.creatures if creature]
    assert natives
    assert min(natives) >= -3
    came = creature_arrivals.arrive(game)
    assert came is not None
    assert came.alertness == 0
    assert game.data.monsters[came.race].level >= 10


# ---------------------------------------------------------------- the curse


@pytest.mark.covers("spec-world: 13.7")
def test_the_doom_makes_every_die_of_the_hero_the_worse_of_two():
    def chances(cursed):
        wins = 0
        for faces in product(range(1, 11), repeat=3 if cursed else 2):
            game.streams.play = Faces(faces)
            wins += skill_rolls.hero_check(game, 5, 5) > 0
        return wins / 10 ** (3 if cursed else 2)

    game = stage()
    fair = chances(False)
    game.hero.cursed = True
    assert fair == 0.45
    assert chances(True) == 0.285


def test_the_curse_also_lowers_attack_and_evasion():
    game = stage()
    rolls = [skill_rolls.hit_contest(0, 0, cursed="actor").roll(Faces((18, 3, 9)))]
    rolls.append(skill_rolls.hit_contest(0, 0, cursed="opposer").roll(Faces((9, 18, 3))))
    assert [roll.margin for roll in rolls] == [3 - 9, 9 - 3]
    assert not game.hero.cursed


# ---------------------------------------------------------------- death


@pytest.mark.covers("spec-world: 14.1")
def test_at_death_all_that_is_carried_is_known_and_delusions_end():
    game = arena()
    potion = item("Clarity", known=False)
    game.hero.pack.append(potion)
    game.hero.timers.rage = game.hero.timers.hallucinating = 9
    injury.hurt_hero(game, 99, "a wolf")
    assert game.state.ended == "dead"
    assert str(game.hero.killed_by) == "a wolf (while hallucinating)"
    assert potion.known
    assert potion.kind in game.lore.aware
    assert game.hero.timers.rage == game.hero.timers.hallucinating == 0
    assert not statuses.helpless(game)


# ---------------------------------------------------------------- score


class ScoreCase(NamedTuple):
    """A finished game and the points that it is worth."""

    people: int
    turns: int
    jewels: int
    end: str
    deepest: int
    points: int
    kept: bool = True  # the mark of Iron was never set
    slain: bool = False
    fixed: bool = False


@pytest.mark.covers("spec-world: 14.2", "spec-world: 18")
@pytest.mark.parametrize(
    "case",
    [
        ScoreCase(NOLDOR, 5_000, 0, "dead", 5, 50_195_000, kept=False),
        ScoreCase(EDAIN, 20_000, 1, "escaped", 20, 411_880_000),
        ScoreCase(EDAIN, 150_000, 3, "escaped", 20, 1_413_800_000, slain=True),
        ScoreCase(NOLDOR, 0, 0, "dead", 1, 10_299_999, fixed=True),
    ],
    ids=["47", "48", "49", "50"],
)
@pytest.mark.covers("sil-q-codebase: Scoring System")
def test_47_to_50_scores(case):
    game = stage(race=case.people)
    hero = game.hero
    hero.turns, hero.silmarils, hero.deepest = case.turns, case.jewels, case.deepest
    game.level.depth = 0 if case.end == "escaped" else case.deepest
    game.state.ended = case.end
    if not case.kept:
        hero.oaths_broken.append(derived.IRON)
    if case.slain:
        game.world.dead_uniques.append(race(MORGOTH))
    game.state.options["experience"] = "fixed" if case.fixed else "earned"
    assert score.score(game) == case.points


def test_the_hall_of_the_crown_is_seen_by_its_light():
    game = arena("#" * 9, "#@......#", "#" * 9, depth=20, lit=False)
    game.level.floor = {game.level.at(1, 6): [crown(game, 3)]}
    vision.update(game)
    assert game.knowledge.seen[game.level.at(1, 6)]
