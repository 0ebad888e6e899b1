"""Alertness, noise, losing track, sight and hearing: the worked checks (rules: monsters 6, 7,
9)."""

import pytest

from engine.sil import view
from engine.sil.clock import turn_order
from engine.sil.creatures import alertness, creature_stats, senses
from engine.sil.effects import creature_upkeep, injury
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Group, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs
from engine.sil.level import terrain
from engine.sil.perception import noise, visibility, vision
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import foe, load_dice, stage

CHECK = "spec-monsters: 7.3"


def sentry(level, name="Orc soldier", *, abilities=(), rulings=GAME, skills=(0,) * 8):
    game = stage(abilities=abilities, rulings=rulings, skills=skills)
    game.hero.turns = 1
    return game, foe(game, name, 0, 3, alertness=level)


@pytest.mark.covers("spec-monsters: 6. Alertness")
@pytest.mark.parametrize(
    ("before", "gain", "after", "skips"),
    [(-14, 3, -11, False), (-14, 4, -10, False), (-14, 15, 1, True), (18, 5, 20, False)],
)
@pytest.mark.covers(
    "sil-q-codebase: Alertness Constants",
    "sil-q-codebase: Monster States",
    "sil-q-codebase: Perception System",
    "sil-q-manual: Stealth / Mechanics / Alert",
)
@pytest.mark.covers("spec-monsters: 0. Conventions")
def test_alertness_rises_with_consequences(before, gain, after, skips):
    game, creature = sentry(before)
    alertness.set_alertness(game, creature, before + gain)
    assert (creature.alertness, creature.skip_turn) == (after, skips)


@pytest.mark.covers("spec-monsters: 6. Alertness")
@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (-14, -11, "stirs"),
        (-14, -9, "wakes up"),
        (-14, 2, "wakes up and notices you"),
        (-5, -2, "looks around"),
        (-5, 0, "notices you"),
        (3, -2, "becomes unwary"),
        (3, -12, "falls asleep"),
        (-9, -7, ""),
    ],
)
@pytest.mark.covers("spec-world: 2.3")
def test_a_visible_change_of_alertness_is_told(before, after, words):
    game, creature = sentry(before)
    alertness.set_alertness(game, creature, after)
    assert [str(s.text) for s in game.state.said] == (
        [f"The orc soldier {words}."] if words else []
    )


@pytest.mark.covers("spec-monsters: 6. Alertness")
@pytest.mark.covers("sil-q-manual: Stealth / Mechanics")
@pytest.mark.covers("spec-world: 2.3")
def test_a_wound_wakes():
    game, creature = sentry(-3)
    injury.hurt_creature(game, creature, 7)
    assert 7 <= creature.alertness <= 12


@pytest.mark.covers("spec-monsters: 6. Alertness", "spec-monsters: 15.3")
@pytest.mark.covers("spec-world: 2.3")
def test_a_dejected_thrall_never_rouses():
    for before, gain, after in ((-3, 2, -10), (-25, 4, -20)):
        game, creature = sentry(before, "Dejected human thrall")
        alertness.set_alertness(game, creature, before + gain)
        assert creature.alertness == after


@pytest.mark.covers("spec-monsters: 6. Alertness")
def test_one_that_loses_track_in_sight_sends_its_band_to_look():
    game, creature = sentry(2)
    creature.group = 1
    game.level.groups[1] = Group(0)
    alertness.set_alertness(game, creature, -4)
    assert game.level.groups[1].destination == senses.hero_square(game)


def margins(game, creature, cost, seen, difficulty=0):
    """Return what it gains when all dice fall alike (its Perception's side of the contest)."""
    game.knowledge.noise = bytearray([cost]) * len(game.level.feature)
    if not seen:
        for dy in (-1, 0, 1):
            i = game.level.at(creature.y + dy, creature.x - 1)
            game.level.feature[i] = terrain.GRANITE
    game.hero.stealth_score = difficulty
    load_dice(game, otherwise=5)
    before = creature.alertness
    noise.main_check(game)
    return creature.alertness - before


@pytest.mark.covers(CHECK)
def test_an_unwary_wolf_that_sees_the_hero_in_the_open_hardly_fails_to_notice():
    game, wolf = sentry(-10, "Wolf")
    assert margins(game, wolf, 3, True) == 7
    game, wolf = sentry(-10, "Wolf")
    assert margins(game, wolf, 3, True, difficulty=7) == 0


@pytest.mark.covers(CHECK)
@pytest.mark.ability("Disguise")
@pytest.mark.covers("sil-q-codebase: Perception Modifiers")
def test_disguise_halves_what_sight_tells():
    game, wolf = sentry(-10, "Wolf", abilities=(ab.DISGUISE,))
    assert margins(game, wolf, 3, True) == 3


@pytest.mark.covers(CHECK)
@pytest.mark.covers("sil-q-codebase: Perception Modifiers", "sil-q-manual: Hindrances:")
@pytest.mark.covers("spec-world: 2.2")
def test_fighting_is_heard_and_seen():
    for seen, expected in ((False, 4 - 1), (True, 4 + 4 + 7)):
        game, wolf = sentry(-10, "Wolf")
        game.hero.attacked = game.hero.was_attacked = True
        assert margins(game, wolf, 3, seen) == expected
        assert not game.hero.attacked


@pytest.mark.covers(CHECK, "spec-monsters: 18. Where the documents and the game differ")
def test_the_manual_gives_sight_to_the_unwary_alone():
    gains = {}
    for rulings in (GAME, MANUAL):
        game, wolf = sentry(0, "Wolf", rulings=rulings)
        gains[rulings] = margins(game, wolf, 0, True)
    assert gains[GAME] == 10
    assert gains[MANUAL] == 2


@pytest.mark.covers(CHECK)
@pytest.mark.covers("sil-q-codebase: Alertness System / Related Flags")
def test_nobody_listens_on_the_first_turn_and_the_short_sighted_never_far():
    game, wolf = sentry(-10, "Wolf")
    game.hero.turns = 0
    assert margins(game, wolf, 0, True) == 0
    game, horror = sentry(-1, "Lurking horror")
    assert margins(game, horror, 0, True) == 0


@pytest.mark.covers("spec-monsters: 7.1", "spec-dungeon: 6.1")
@pytest.mark.covers("sil-q-manual: Helpful factors:")
@pytest.mark.covers("spec-dungeon: 6.2")
def test_doors_muffle_and_rubble_silences():
    game, _ = drawn("@..+.:.")
    noise.rebuild(game)
    row = game.knowledge.noise[game.level.width + 1 :]
    assert list(row[:7]) == [0, 1, 2, 8, 9, 250, 250]


@pytest.mark.covers("spec-monsters: 7.2")
@pytest.mark.covers("sil-q-manual: One-off effects that are not modified by stealth:")
def test_a_cry_is_heard_from_where_it_comes():
    game, found = drawn("@....+..a.b", {"a": "Orc soldier", "b": "Orc soldier"})
    listener = found["b"]
    listener.alertness = -10
    load_dice(game, otherwise=5)
    noise.noise(game, -10, found["a"])
    assert listener.alertness == -10 + (1 - 2 + 10)


@pytest.mark.covers("spec-monsters: 7.4")
@pytest.mark.ability("Vanish")
@pytest.mark.covers("sil-q-codebase: Losing Alertness", "sil-q-manual: Modifiers to Stealth")
def test_forgetting_a_quiet_hero():
    def forgets(name="Orc soldier", abilities=(), **changes):
        game, creature = sentry(10, name, abilities=abilities)
        game.hero.derived.skills[Skill.STEALTH] = 10
        margins(game, creature, 20, False)
        creature.alertness = 10
        for field, value in changes.items():
            setattr(creature, field, value)
        creature_upkeep.start_turn(game, creature)
        return 10 - creature.alertness

    assert forgets() == 4
    assert forgets(abilities=(ab.VANISH,)) == 14
    assert forgets(stance="fleeing") == 0
    assert forgets("Phantom") == 0


@pytest.mark.covers("spec-dungeon: 6.4", "spec-monsters: 11.4")
def test_scent_ages_and_fades():
    game, _ = drawn("@......")
    noise.rebuild(game)
    here = senses.hero_square(game)
    game.hero.turns += 1
    assert [senses.scent_age(game, here + n) for n in range(4)] == [0, 1, 2, 1000]
    game.hero.turns += 80
    assert [senses.scent_age(game, here + n) for n in range(2)] == [80, 1000]


# ---------------------------------------------------------------- what the hero sees and hears


@pytest.mark.covers("spec-monsters: 9.1", "spec-monsters: 9.2")
@pytest.mark.covers("sil-q-manual: Encountering monsters")
def test_first_sight_names_pays_and_disturbs():
    game, found = drawn("@...a", {"a": "Orc soldier"})
    creature = found["a"]
    assert game.known(creature).visible
    assert game.known(creature).easily_visible
    assert game.known(creature).tag == 1
    assert game.hero.experience_from["Encounters"] == 40
    assert [str(line.text) for line in game.state.said][-1] == "An orc soldier comes into view."
    game.learn(creature).visible = game.learn(creature).easily_visible = False
    visibility.update(game, creature)
    assert game.hero.experience_from["Encounters"] == 40


@pytest.mark.covers("spec-monsters: 9.1")
@pytest.mark.covers("spec-dungeon: 8.9")
def test_the_unseen_stays_unseen_until_detected():
    game, found = drawn("@.#.a", {"a": "Orc soldier"})
    creature = found["a"]
    assert not game.known(creature).visible
    assert not game.known(creature).tag
    game.learn(creature).detected = 2
    visibility.update(game, creature)
    assert game.known(creature).visible
    assert not game.known(creature).encountered
    visibility.fade(game)
    visibility.fade(game)
    visibility.update(game, creature)
    assert not game.known(creature).visible
    game.learn(creature).detected = 2
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert game.known(creature).detected == 1


@pytest.mark.covers("spec-monsters: 9.1")
@pytest.mark.ability("Keen Senses")
@pytest.mark.covers("spec-dungeon: 8.9")
def test_keen_senses_make_out_a_shape_in_the_dark_beside_light():
    for abilities, expected in (((), False), ((ab.KEEN_SENSES,), True)):
        game, found = drawn("@.....a", {"a": "Orc soldier"})
        game.hero.bought = list(abilities)
        creature = found["a"]
        game.level.glow[senses.square(game, creature)] = 0
        vision.update(game)
        assert game.known(creature).visible is expected


@pytest.mark.covers("spec-monsters: 9.1")
@pytest.mark.covers("sil-q-manual: Perception")
@pytest.mark.covers("spec-dungeon: 8.9")
def test_the_invisible_are_seen_by_contest():
    seen = []
    for face in (1, 10):
        game, found = drawn("@..a", {"a": "Phantom"})
        creature = found["a"]
        game.learn(creature).visible = game.learn(creature).easily_visible = False
        game.hero.derived.skills[Skill.PERCEPTION] = 8
        load_dice(game, face, 11 - face)
        visibility.update(game, creature)
        seen.append(game.known(creature).visible)
    assert seen == [False, True]


@pytest.mark.covers("spec-monsters: 9.3")
@pytest.mark.ability("Listen")
def test_listening_places_what_makes_noise_behind_a_wall():
    game, found = drawn("@.#a\n..#.\n..#.\n....", {"a": "Orc soldier"})
    creature = found["a"]
    game.hero.bought = [ab.LISTEN]
    vision.update(game)
    noise.rebuild(game)
    game.hero.derived.skills[Skill.PERCEPTION] = 40
    game.learn(creature).noise = 200
    visibility.update(game, creature)
    assert game.known(creature).heard == game.hero.turns + 1
    assert game.known(creature).visible
    assert not game.known(creature).easily_visible
    assert game.known(creature).noise == 0
    game.hero.derived.skills[Skill.PERCEPTION] = -400
    visibility.update(game, creature)
    assert not game.known(creature).visible


@pytest.mark.covers("spec-monsters: 9.3")
@pytest.mark.covers("spec-world: 15.9")
def test_what_is_only_heard_is_shown_as_a_mark_without_a_name():
    game, found = drawn("@.#a\n..#.\n..#.\n....", {"a": "Orc soldier"})
    creature = found["a"]
    game.hero.bought = [ab.LISTEN]
    vision.update(game)
    noise.rebuild(game)

    def listened(perception, made):
        game.hero.derived.skills[Skill.PERCEPTION] = perception
        game.learn(creature).noise = made
        visibility.update(game, creature)
        board = view.view(game).map
        assert [b.seat for b in board.entities] == [0]
        return [(m.y, m.x) for m in board.marks if m.kind == "heard"]

    difficulty = senses.noise_cost(game, creature) + creature_stats.stealth(game, creature)
    dice = next(n for n in range(-40, 40) if listened(difficulty + n, 5))
    assert listened(difficulty + dice, 5) == [(creature.y, creature.x)]
    assert not listened(difficulty + dice - 1, 5)
    listened(difficulty + dice, 5)
    game.hero.turns += 1
    assert not [m for m in view.view(game).map.marks if m.kind == "heard"]
