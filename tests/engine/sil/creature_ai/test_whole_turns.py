"""Whole turns of monsters: the worked checks 72 to 80, and the rules behind them."""

from collections import Counter

import pytest

from engine.sil.creature_ai import creature_moves, creature_turn, powers, retreat, step_choice
from engine.sil.creatures import iron_crown, morale
from engine.sil.creatures.situation import Situation, can_exist
from engine.sil.effects import creature_upkeep, effect_areas
from engine.sil.game.state import Slot
from engine.sil.level import terrain
from engine.sil.perception import vision
from engine.sil.songs import monster_songs
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import foe, load_dice, stage, wear
from tests.rolled import dice_for

CHECKS = "spec-monsters: 20. Worked checks"
GOAL = "spec-monsters: 11.3"
RETREAT = "spec-monsters: 11.4"
STEP = "spec-monsters: 11.5"

pytestmark = pytest.mark.covers(CHECKS)


def shots(rows, turns=400):
    """Return the share of its turns in which an archer `o` shoots."""
    shot = 0
    for seed in range(turns):
        game, found = drawn(rows, {"o": "Orc archer"}, seed=seed)
        archer = found["o"]
        game.hero.health = 10_000
        archer.range_min, archer.range_best, archer.stance = 7, 8, "confident"
        before = len(game.state.said)
        creature_turn.take_turn(game, archer)
        shot += any("arrow" in str(line.text) for line in game.state.said[before:])
    return shot / turns


@pytest.mark.covers("spec-monsters: 11. The monster's turn", GOAL)
def test_an_archer_content_with_its_range_gets_no_second_try():
    assert shots("............\n.@.......o..\n............") == pytest.approx(0.75, abs=0.05)


@pytest.mark.covers("spec-monsters: 11. The monster's turn", GOAL)
def test_an_archer_whose_retreat_ends_where_it_stands_tries_again():
    assert shots("#####\n@...o\n#####") == pytest.approx(0.94, abs=0.03)


def in_fear(rows, name="Orc soldier"):
    """Return a creature `o` in fear that was told to go north."""
    game, found = drawn(rows, {"o": name})
    creature = found["o"]
    game.learn(creature).visible, creature.stance = True, "fleeing"
    game.knowledge.fire = bytearray(b"\x01" * len(game.knowledge.fire))
    game.knowledge.view = bytearray(b"\x01" * len(game.knowledge.view))
    return game, creature, Situation(game, creature)


@pytest.mark.covers(STEP)
def test_without_a_hiding_place_the_fourth_way_is_taken_without_panic():
    game, creature, s = in_fear("###..\n#o.@.\n###..")
    load_dice(game)
    start = creature.x
    step_choice.toward(s, (creature.y, creature.x - 5), True)
    assert creature.stance == "fleeing"
    assert "angered" not in creature.flags
    assert creature.x == start + 1


@pytest.mark.covers(STEP)
def test_with_a_hiding_place_that_it_cannot_get_to_it_panics_and_goes_on():
    game, creature, s = in_fear("#####.\n##.###\n##o##.\n##.###\n#####@")
    s.hiding_place = game.level.at(creature.y, creature.x + 5)
    load_dice(game)
    step_choice.toward(s, (creature.y, creature.x + 5), True)
    assert "angered" in creature.flags


@pytest.mark.covers(STEP)
def test_a_detour_goes_round_what_is_in_the_way():
    game, creature, s = in_fear("......\n.o#...\n......\n.....@")
    s.hiding_place = game.level.at(creature.y, creature.x + 4)
    load_dice(game)
    step_choice.toward(s, (creature.y, creature.x + 4), True)
    assert "angered" not in creature.flags
    assert (creature.y, creature.x) != (2, 2)


@pytest.mark.covers(STEP)
def test_in_fear_a_heading_beside_the_hero_gives_way_to_a_side():
    game, creature, s = in_fear(".....\n.o.@.\n.....")
    load_dice(game)
    step_choice.toward(s, (creature.y, creature.x + 4), True)
    assert (abs(creature.y - game.hero.y), game.hero.x - creature.x) == (1, 1)


@pytest.mark.covers(STEP)
@pytest.mark.parametrize(("behind", "goes"), [(".", True), ("#", False)])
def test_with_both_sides_barred_the_opposite_way_must_be_open(behind, goes):
    game, creature, s = in_fear(f"####.\n{behind}o.@.\n####.")
    load_dice(game)
    start = creature.x
    step_choice.toward(s, (creature.y, creature.x + 4), True)
    assert (creature.x != start) is goes


@pytest.mark.covers(STEP, "spec-dungeon: 2.7")
def test_the_confused_never_fall_into_a_chasm():
    game, found = drawn("~~~~~\n~~o~~\n~~~~~\n....@", {"o": "Orc soldier"})
    creature = found["o"]
    creature.confused = 20
    for _ in range(30):
        step_choice.toward(Situation(game, creature), (1, 1))
    assert game.level.creatures[creature.slot] is creature


@pytest.mark.covers(RETREAT)
def test_hiding_places_in_the_dark_are_chosen_by_the_order_of_looking():
    chosen = Counter()
    for seed in range(2000):
        game = stage(seed=seed, size=23)
        game.level.glow = bytearray(len(game.level.glow))
        game.knowledge.seen = bytearray(len(game.knowledge.seen))
        creature = foe(game, "Wolf", 5, 5)
        creature.stance = "fleeing"
        y, x = retreat.find(Situation(game, creature))
        chosen[y - creature.y, x - creature.x] += 1
    total = sum(chosen.values())
    expected = {(-1, -1): 1 / 2, (-1, 1): 1 / 4, (1, -1): 1 / 8, (1, 1): 1 / 16, (0, -1): 1 / 32}
    for step, share in expected.items():
        assert chosen[step] / total == pytest.approx(share, abs=0.04)


@pytest.mark.covers(RETREAT)
@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ("#@....\n...##.\n.++#..\n+#.+..\no.#.#.", (4, 4)),
        (".+.....\n.+##...\n#.....+\n..#@+.#\no.+....", (5, 6)),
    ],
)
def test_the_way_to_a_hiding_place_may_become_dearer_when_a_door_is_looked_at_again(rows, place):
    game, found = drawn(rows, {"o": "Orc soldier"})
    found["o"].stance = "fleeing"
    search = retreat._Search(Situation(game, found["o"]))
    assert game.level.place(search.run()) == place


@pytest.mark.covers("spec-monsters: 13.5")
def test_a_breath_of_darkness_takes_the_glow_and_is_divided_by_the_light_before():
    game = stage()
    hero, level = game.hero, game.level
    level.glow = bytearray(b"\x01" * len(level.glow))
    game.knowledge.mark = bytearray(b"\x01" * len(game.knowledge.mark))
    vision.update(game)
    drake = foe(game, "Wolf", 0, 2)
    here = level.at(hero.y, hero.x)
    light = game.knowledge.light[here]
    effect = effect_areas.AreaEffect("dark", 6, 4, 8, "darkness")
    effect_areas.breath(game, effect, drake, (hero.y, hero.x), 60)
    assert not level.glow[here]
    assert not level.glow[level.at(drake.y, drake.x)]
    assert (
        not game.knowledge.mark[level.at(hero.y, hero.x + 1)]
        or game.knowledge.seen[level.at(hero.y, hero.x + 1)]
    )
    assert game.knowledge.light[here] < light


def exchanges(*others):
    """Return whether a Cat warrior to the east, with others about, exchanges places."""
    game = stage()
    cat = foe(game, "Cat warrior", 0, 1)
    for dy, dx in others:
        foe(game, "Cat warrior", dy, dx)
    vision.update(game)
    load_dice(game)  # one in four comes up
    creature_moves.enter(Situation(game, cat), game.level.at(game.hero.y, game.hero.x))
    return game, cat, (game.hero.x - cat.x) == 1


@pytest.mark.covers("spec-monsters: 12.3")
@pytest.mark.parametrize(
    ("others", "expected"), [((), False), (((1, 1),), False), (((1, 1), (0, 2)), True)]
)
def test_cats_exchange_places_when_as_many_stand_about_them(others, expected):
    assert exchanges(*others)[2] is expected


@pytest.mark.covers("spec-monsters: 12.3")
def test_standing_fast_makes_the_attempt_fail_and_uses_up_the_turn():
    game = stage()
    cat = foe(game, "Cat warrior", 0, 1)
    foe(game, "Cat warrior", 1, 1)
    foe(game, "Cat warrior", 0, 2)
    game.hero.derived.counts["stand_fast"] = 1
    vision.update(game)
    health, place = game.hero.health, (cat.y, cat.x)
    load_dice(game)
    creature_moves.enter(Situation(game, cat), game.level.at(game.hero.y, game.hero.x))
    assert (cat.y, cat.x) == place
    assert game.hero.health == health


@pytest.mark.covers("spec-monsters: 13.6")
def test_an_oathwraith_notices_as_it_comes_and_misses_its_first_turn():
    game = stage()
    gorthaur = foe(game, "Gorthaur, Servant of Morgoth", 0, 5)
    gorthaur.song = "SNG_OATHS"
    for seed in range(60):
        game.streams = dice_for(bytes([seed]))
        monster_songs.begin(Situation(game, gorthaur), "SNG_OATHS")
        called = [c for c in game.level.creatures if c is not None and c is not gorthaur]
        if called:
            break
    wraith = called[0]
    assert wraith.alertness == 5
    assert wraith.skip_turn
    assert "summoned" in wraith.flags


@pytest.mark.covers("spec-world: 18", "spec-world: 8.3", "spec-monsters: 13.6")
@pytest.mark.parametrize(("dice", "reach"), [((1, 3), 11), ((10, 1), 3), ((5, 10), 14)])
def test_43_the_better_the_song_of_oaths_goes_the_nearer_the_wraith(dice, reach):
    came = []
    for away in (reach, reach + 1):
        game = stage(size=41)
        gorthaur = foe(game, "Gorthaur, Servant of Morgoth", 0, 2)
        square = game.level.at(gorthaur.y, gorthaur.x + away)
        load_dice(game, *dice, *[square + 1] * monster_songs.WRAITHS_TRIED)
        monster_songs.begin(Situation(game, gorthaur), "SNG_OATHS")
        came.append(square in game.level.occupant)
    assert came == [True, False]


@pytest.mark.covers("spec-monsters: 13.6", "spec-monsters: 13.4")
def test_a_song_that_is_being_sung_may_be_chosen_again_while_mana_lasts():
    game = stage()
    gorthaur = foe(game, "Gorthaur, Servant of Morgoth", 0, 5)
    gorthaur.mana, left = 15, []
    monster_songs.begin(Situation(game, gorthaur), "SNG_OATHS")
    for _ in range(6):
        s = Situation(game, gorthaur)
        monster_songs.go_on(s)
        left.append((gorthaur.mana, "SNG_OATHS" in powers.fit(s)))
        before = gorthaur.mana
        if left[-1][1]:
            powers.use(s, "SNG_OATHS")
        assert gorthaur.mana == before
    assert left == [(14, True), (13, True), (12, True), (11, True), (10, True), (9, False)]
    assert not iron_crown.is_crowned(game, gorthaur)


@pytest.mark.covers("spec-monsters: 10.3")
def test_the_first_stance_of_a_newcomer_shakes_nobody():
    game = stage()
    game.level.depth = 10
    creature = foe(game, "Orc soldier", 0, 3, stance="")
    for _ in range(2):
        creature_upkeep.start_turn(game, creature)
        assert (creature.stance, creature.morale) == ("fleeing", 0)
        assert creature.temporary_morale == 0


@pytest.mark.covers("spec-monsters: 9.1")
@pytest.mark.parametrize(("start", "seen"), [(2, True), (3, False)])
def test_who_carries_darkness_is_seen_for_a_moment_by_the_light_last_drawn(start, seen):
    game = stage(size=23)
    game.level.glow = bytearray(len(game.level.glow))
    wear(game, Slot.LIGHT, "Feanorian Lamp")
    shelob = foe(game, "Shelob, Spider of Darkness", 0, start, visible=False)
    vision.update(game)
    assert not game.known(shelob).encountered
    creature_moves.enter(Situation(game, shelob), game.level.at(shelob.y, shelob.x - 1))
    assert game.known(shelob).encountered is seen
    assert game.state.view_due
    vision.update(game)
    assert not game.known(shelob).visible


@pytest.mark.covers(GOAL, "spec-monsters: 12.2")
def test_encircling_asks_whether_a_place_can_be_had_at_all():
    game, found = drawn("#####\n#@#o.\n#####", {"o": "Wolf"})
    wolf = found["o"]
    between = game.level.at(wolf.y, wolf.x - 1)
    assert game.level.feature[between] == terrain.GRANITE
    assert not can_exist(game, wolf, between, digging=True)
    game.level.feature[between] = terrain.FLOOR
    assert can_exist(game, wolf, between)
    digger = next(r for r in game.data.monsters.values() if "TUNNEL_WALL" in r.flags)
    game.level.feature[between] = terrain.GRANITE
    mole = foe(game, digger.name, 0, 3)
    assert can_exist(game, mole, between, digging=True)
    assert not can_exist(game, mole, between)


@pytest.mark.covers("spec-monsters: 10.2")
def test_panic_brings_heart_before_recklessness():
    game = stage()
    creature = foe(game, "Orc soldier", 0, 2)
    creature.stance, creature.temporary_morale = "fleeing", -100
    morale.panic(game, creature)
    assert creature.temporary_morale >= 60
    assert "angered" in creature.flags
