"""Every passing state: onset, resistance, effect, decay, cure, words (rules: world 3 to 6, 18)."""

import pytest

from engine.contract.facts import SeatRef, StatusBegan
from engine.sil import view
from engine.sil.clock import turn_order
from engine.sil.creatures import combat_totals, skill_rolls
from engine.sil.data import bundle
from engine.sil.data.timers import Timers
from engine.sil.effects import hunger, injury, statuses
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived, gear
from tests.engine.sil.arena import arena, look, odds, said
from tests.engine.sil.stage import load_dice, wear

STATUSES = bundle.load().rules.statuses

pytestmark = pytest.mark.covers(
    "sil-q-manual: Temporary Status Effects / Hunger",
    "sil-q-manual: Temporary Status Effects / Other negative effects",
    "sil-q-manual: Temporary Status Effects / Drained stats",
    "sil-q-manual: Temporary Status Effects / Resistances",
    "spec-world: 4.1",
)

PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])
EVERY = pytest.mark.parametrize("name", STATUSES)
TICKING = [name for name in STATUSES if name not in ("poison", "cut", "stun")]
RESISTED = [name for name, state in STATUSES.items() if state.resistance]


def inflict(game, name, turns, **how):
    return statuses.inflict(game, name, turns, save=False, **how)


def left(game, name):
    return getattr(game.hero.timers, name)


# ------------------------------------------------------------------------------ every row


@PRESETS
@EVERY
def test_a_state_begins_with_words_and_disturbs(rulings, name):
    game = arena(rulings=rulings)
    assert inflict(game, name, 5)
    assert left(game, name) == 5
    assert said(game)
    assert game.state.disturbances[0].why == STATUSES[name].word


@PRESETS
@EVERY
def test_a_state_grows_up_to_its_cap(rulings, name):
    game = arena(rulings=rulings)
    cap = {"poison": 100, "cut": 100, "stun": 105}.get(name, 10_000)
    inflict(game, name, 3)
    inflict(game, name, 4)
    assert left(game, name) == (3 if name == "entranced" else 7)
    if name != "entranced":
        inflict(game, name, 20_000)
        assert left(game, name) == cap


@PRESETS
@EVERY
def test_no_state_survives_its_cure(rulings, name):
    game = arena(rulings=rulings)
    assert not statuses.cure(game, name)
    inflict(game, name, 50)
    look(game)
    assert statuses.cure(game, name)
    assert left(game, name) == 0
    assert said(game) == [str(STATUSES[name].ends)]
    assert bool(game.state.disturbances) is not STATUSES[name].harmful


@PRESETS
@pytest.mark.parametrize("name", TICKING)
@pytest.mark.covers("sil-q-codebase: Status Effects System")
def test_a_state_wears_off_turn_by_turn(rulings, name):
    game = arena(rulings=rulings)
    inflict(game, name, 2)
    look(game)
    statuses.tick(game)
    assert left(game, name) == 1
    assert said(game) == []
    statuses.tick(game)
    assert left(game, name) == 0
    assert str(STATUSES[name].ends) in said(game)
    assert bool(game.state.disturbances) is not STATUSES[name].harmful


@PRESETS
@pytest.mark.parametrize("name", RESISTED)
def test_resistance_counts_as_ten_points_of_will(rulings, name):
    game = arena(rulings=rulings)
    counts = game.hero.derived.counts
    kind = STATUSES[name].resistance

    def resists():
        fresh = arena(rulings=rulings)
        fresh.hero.derived.counts = counts
        fresh.streams = game.streams
        return not statuses.inflict(fresh, name, 5)

    counts[kind] = 0
    assert odds(game, resists) == 0
    counts[kind] = 1
    assert odds(game, resists) == 55
    counts[kind] = 2
    assert odds(game, resists) == 100


@pytest.mark.parametrize(
    ("name", "flag"),
    [
        ("blind", "RES_BLIND"),
        ("confused", "RES_CONFU"),
        ("afraid", "RES_FEAR"),
        ("entranced", "FREE_ACT"),
        ("slow", "FREE_ACT"),
        ("hallucinating", "RES_HALLU"),
        ("stun", "RES_STUN"),
    ],
)
def test_what_is_worn_resists(name, flag):
    game = arena()
    wear(game, Slot.LEFT_RING, "Protection", flags=[flag])
    assert game.hero.derived.counts[STATUSES[name].resistance] == 1


@pytest.mark.covers("spec-world: Resisting: the saving throw")
@pytest.mark.parametrize(
    ("will", "resistance", "percent"),
    [(0, 0, 0), (5, 0, 15), (10, 0, 55), (15, 0, 90), (0, 1, 55), (5, 1, 90)],
)
def test_a_save_without_a_monster(will, resistance, percent):
    game = arena(skills=(0, 0, 0, 0, 0, will, 0, 0))
    affinity = game.hero.skill(Skill.WILL) - will
    game.hero.derived.skills[Skill.WILL] -= affinity
    assert odds(game, lambda: skill_rolls.will_save(game, None, resistance)) == percent


# ------------------------------------------------------------------------- single effects


def test_the_blind_see_nothing_and_are_handicapped():
    game = arena()
    inflict(game, "blind", 9)
    look(game)
    assert not any(game.knowledge.seen)
    assert statuses.cannot_see(game)


def test_what_shows_the_invisible_heals_blindness_at_once():
    game = arena()
    wear(game, Slot.LEFT_RING, "Protection", flags=["SEE_INVIS"])
    inflict(game, "blind", 50)
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert not game.hero.timers.blind
    assert any(game.knowledge.seen)


@pytest.mark.parametrize(("name", "speed"), [("slow", 1), ("fast", 3)])
def test_slow_and_fast_change_speed(name, speed):
    game = arena()
    inflict(game, name, 9)
    derived.update(game)
    assert game.hero.derived.speed == speed


def test_fear_ends_the_song_of_challenge_and_no_other():
    for song, sung in ((ab.SONG_OF_CHALLENGE, False), (ab.SONG_OF_SILENCE, True)):
        game = arena()
        game.hero.song = song[1]
        inflict(game, "afraid", 3)
        assert (game.hero.song >= 0) is sung


def test_rage_knows_no_fear_and_changes_the_stats():
    game = arena()
    inflict(game, "rage", 9)
    assert not statuses.inflict(game, "afraid", 9, save=False)
    derived.update(game)
    assert [game.hero.stat(s) for s in Stat] == [1, -1, 1, -1]


@PRESETS
def test_who_breaks_a_trance(rulings):
    game = arena(rulings=rulings)
    inflict(game, "entranced", 9)
    injury.hurt_hero(game, 0, "a blow that armour stopped")
    by_damage = rulings.trance_broken_by == "damage"
    assert (game.hero.timers.entranced == 0) is by_damage
    game.hero.timers.entranced = 9
    injury.under_attack(game)
    assert (game.hero.timers.entranced == 0) is not by_damage


def test_nobody_is_entranced_twice_in_a_turn():
    game = arena()
    inflict(game, "entranced", 9)
    assert not inflict(game, "entranced", 9)
    injury.break_trance(game)
    assert not inflict(game, "entranced", 9)
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert inflict(game, "entranced", 9)


def test_a_trance_that_wore_off_protects_until_the_next_turn():
    game = arena()
    inflict(game, "entranced", 1)
    game.hero.was_entranced = False
    statuses.tick(game)
    assert not game.hero.timers.entranced
    assert not inflict(game, "entranced", 9)


@pytest.mark.parametrize(("name", "turns"), [("entranced", 9), ("stun", 105)])
def test_the_helpless_lose_turns_song_and_evasion(name, turns):
    game = arena(skills=(0, 0, 7, 0, 0, 0, 0, 0))
    game.hero.song = 1
    inflict(game, name, turns)
    assert statuses.helpless(game)
    assert game.hero.song < 0
    derived.update(game)
    assert combat_totals.hero_evasion(game).total == -5


def test_losing_ones_footing_costs_one_turn():
    game = arena()
    game.hero.skip_turn = True
    assert statuses.helpless(game)
    assert not statuses.helpless(game)


@pytest.mark.parametrize(
    ("name", "stat"),
    [
        ("strength", Stat.STR),
        ("dexterity", Stat.DEX),
        ("constitution", Stat.CON),
        ("grace", Stat.GRA),
    ],
)
def test_a_passing_gift_strengthens_sustains_and_leaves_healing(name, stat):
    game = arena()
    game.hero.stat_drain[stat] = -5
    derived.update(game)
    drained = game.hero.stat(stat)
    inflict(game, name, 1)
    derived.update(game)
    assert game.hero.stat(stat) == drained + 3
    assert game.hero.derived.counts[f"sustain_{name}"] == 1
    statuses.tick(game)
    assert game.hero.stat_drain[stat] == -2


def test_sharp_senses_are_worth_ten():
    game = arena()
    before = game.hero.skill(Skill.PERCEPTION)
    inflict(game, "perception", 3)
    derived.update(game)
    assert game.hero.skill(Skill.PERCEPTION) == before + 10


def test_true_sight_shows_the_invisible_and_clears_the_mind():
    game = arena()
    inflict(game, "see_invisible", 3)
    derived.update(game)
    counts = game.hero.derived.counts
    assert counts["see_invisible"] == 1
    assert counts["resist_blindness"] == counts["resist_hallucination"] == 1


def test_darkness_clings_to_a_light():
    game = arena()
    wear(game, Slot.LIGHT, "Brass Lantern", timeout=5000)
    assert game.hero.derived.light == 2
    inflict(game, "darkened", 3)
    derived.update(game)
    assert game.hero.derived.light == 1


def test_slowness_wears_off_faster_under_the_song_of_freedom():
    game = arena(skills=(0, 0, 0, 0, 0, 0, 0, 8))
    song = game.hero.skill(Skill.SONG)
    inflict(game, "slow", 30)
    game.hero.song = ab.SONG_OF_FREEDOM[1]
    statuses.tick(game)
    assert left(game, "slow") == 30 - song
    game.hero.song, game.hero.theme = ab.SONG_OF_SILENCE[1], ab.SONG_OF_FREEDOM[1]
    statuses.tick(game)
    assert left(game, "slow") == 30 - song - song // 2


# ---------------------------------------------------------------------- poison, wounds, stun


@pytest.mark.covers("spec-world: Player statuses / Poison and bleeding")
@pytest.mark.parametrize("name", ["poison", "cut"])
@pytest.mark.parametrize(
    ("amount", "losses"), [(20, [4, 4, 3, 2, 2, 1, 1, 1, 1, 1]), (7, [2, 1, 1, 1, 1, 1]), (1, [1])]
)
def test_poison_and_wounds_deal_exactly_their_amount(name, amount, losses):
    game = arena()
    game.hero.health = 1000
    inflict(game, name, amount)
    seen = []
    while left(game, name):
        before = game.hero.health
        statuses.wounds(game)
        statuses.tick(game)
        seen.append(before - game.hero.health)
    assert seen == losses


@pytest.mark.covers("sil-q-codebase: Poison Mechanics")
def test_a_hundred_of_poison_lasts_seventeen_turns():
    game = arena()
    game.hero.health = 1000
    inflict(game, "poison", 80)
    inflict(game, "poison", 30)
    assert left(game, "poison") == 100
    turns = 0
    while left(game, "poison"):
        statuses.wounds(game)
        statuses.tick(game)
        turns += 1
    assert (turns, game.hero.health) == (17, 900)


@pytest.mark.parametrize(("amount", "word"), [(5, "poisoned"), (10, "badly"), (20, "severely")])
def test_the_words_for_poison_go_by_how_much_it_grew(amount, word):
    game = arena()
    inflict(game, "poison", amount)
    assert word in said(game)[0]


def test_easing_more_than_a_turn_would_is_told():
    game = arena()
    inflict(game, "cut", 40)
    look(game)
    statuses.soothe(game, "cut", 8)
    assert said(game) == []
    statuses.soothe(game, "cut", 16)
    assert said(game) == ["The bleeding slows."]
    statuses.soothe(game, "cut", 16)
    assert left(game, "cut") == 0


def test_who_resists_bleeding_is_only_scratched():
    game = arena()
    wear(game, Slot.LEFT_RING, "Protection", flags=["RES_BLEED"])
    inflict(game, "cut", 4)
    assert left(game, "cut") == 1


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (0, 50, ["You are stunned."]), (0, 51, ["You are heavily stunned."]),
        (50, 51, ["You are heavily stunned."]), (49, 50, []), (51, 100, []),
        (50, 101, ["You are knocked out!"]), (100, 101, ["You are knocked out!"]),
        (101, 105, []),
    ],
)  # fmt: skip
def test_a_graver_degree_of_stun_is_told_as_it_is_reached(before, now, words):
    game = arena()
    game.hero.timers.stun = now
    statuses._tell_onset(game, "stun", before)
    assert said(game) == words


@pytest.mark.covers("spec-world: Player statuses / Stun")
@PRESETS
def test_the_grades_of_stun(rulings):
    game = arena(rulings=rulings)
    plain = list(game.hero.derived.skills)

    def penalty(stun):
        game.hero.timers.stun = stun
        derived.update(game)
        return game.hero.skill(Skill.WILL) - plain[Skill.WILL]

    assert penalty(49) == -2
    assert penalty(50) == (-4 if rulings.heavy_stun_from == 50 else -2)
    assert penalty(51) == -4
    words = {50: "Stunned", 51: "Heavily stunned", 101: "Knocked out"}
    for stun, word in words.items():
        game.hero.timers.stun = stun
        shown = view.view(game).characters[0].conditions
        assert [str(s.word) for s in shown if s.icon == "stun"] == [word]


def test_stun_has_a_ceiling_and_the_senseless_feel_no_more():
    game = arena()
    inflict(game, "stun", 90)
    inflict(game, "stun", 200)
    assert left(game, "stun") == 105
    assert not inflict(game, "stun", 3)
    assert left(game, "stun") == 105
    assert game.hero.timers.blind >= 2


def test_coming_to_takes_the_blindness_along():
    game = arena()
    inflict(game, "stun", 102)
    statuses.tick(game)
    assert (left(game, "stun"), left(game, "blind")) == (101, 2)
    statuses.tick(game)
    assert (left(game, "stun"), left(game, "blind")) == (100, 0)
    assert "You come to." in said(game)


# ------------------------------------------------------------------------- drain and hunger


@pytest.mark.covers("spec-world: Stats, drain and restore")
@pytest.mark.parametrize("stat", Stat)
def test_a_drained_stat_stays_so_until_it_is_restored(stat):
    game = arena()
    game.hero.derived.skills[Skill.WILL] = 10
    load_dice(game, 10, 1)
    assert statuses.drain(game, stat)
    assert game.hero.stat_drain[stat] == -1
    load_dice(game, 1, 10)
    assert not statuses.drain(game, stat)
    assert statuses.restore(game, stat, 3)
    assert game.hero.stat_drain[stat] == 0
    assert not statuses.restore(game, stat, 3)


def test_what_sustains_a_stat_helps_to_keep_it():
    game = arena()
    wear(game, Slot.LEFT_RING, "Protection", flags=["SUST_DEX"])
    load_dice(game, 5, 5)
    assert not statuses.drain(game, Stat.DEX)
    load_dice(game, 5, 5)
    assert statuses.drain(game, Stat.STR)


@pytest.mark.covers("spec-world: Hunger / Digestion per player turn")
@PRESETS
def test_a_full_stomach_digests_as_the_ruling_says(rulings):
    game = arena(rulings=rulings)
    game.hero.food = 8000
    fast = rulings.gorged_state != "none"
    assert hunger.digested_amount(game) == (50 if fast else 1)
    game.hero.food = 7999
    assert hunger.digested_amount(game) == 1
    game.hero.food = 8000
    assert hunger.level(game) == "full"


@pytest.mark.covers("sil-q-codebase: Hunger Rate", "sil-q-codebase: Item Flags Affecting Hunger")
def test_hunger_and_thrift_go_by_threes():
    game = arena()
    game.hero.derived.hunger = 1
    assert hunger.digested_amount(game) == 3
    game.hero.derived.hunger = -2
    eaten = []
    for face in range(1, 10):
        load_dice(game, face)
        eaten.append(hunger.digested_amount(game))
    assert sorted(eaten) == [0] * 8 + [1]


@pytest.mark.parametrize(("steps", "taken"), [(0, 500), (-1, 333), (2, 1125), (1, 750), (-2, 222)])
def test_a_starving_touch(steps, taken):
    assert hunger.touch_loss(steps) == taken


@pytest.mark.covers("spec-world: Hunger / Levels (status word; colour)")
@pytest.mark.parametrize(
    ("food", "word", "strength"),
    [(5000, "full", 0), (4999, "", 0), (2000, "", 0), (1999, "hungry", 0), (1000, "hungry", 0),
     (999, "weak", -1), (1, "weak", -1), (0, "starving", -1)],
)  # fmt: skip
@pytest.mark.covers("sil-q-codebase: Food Thresholds")
def test_the_levels_of_hunger(food, word, strength):
    game = arena()
    game.hero.food = food
    derived.update(game)
    assert hunger.level(game) == word
    assert game.hero.stat(Stat.STR) == strength


@pytest.mark.covers("sil-q-codebase: Starvation Effects")
def test_hunger_tells_of_each_level_once_and_starving_hurts():
    game = arena()
    health = game.hero.health
    told = []
    for food in (2000, 1999, 1000, 1):
        game.hero.food = food
        look(game)
        hunger.digest(game)
        told.append(said(game))
    assert told == [["You are getting hungry."], [], ["You are weak with hunger!"],
                    ["You are starving!", "You lose 1 health to starvation."]]  # fmt: skip
    assert game.hero.health == health - 1


@pytest.mark.covers("sil-q-codebase: Item Flags Affecting Hunger")
def test_hunger_shows_what_a_hungry_thing_is():
    game = arena()
    ring = wear(game, Slot.LEFT_RING, "Protection", flags=["HUNGER"], known=False)
    game.hero.food = 2000
    hunger.digest(game)
    assert ring.known


def test_food_stays_within_its_bounds():
    game = arena()
    hunger.feed(game, 99_999)
    assert game.hero.food == 20_000
    hunger.lose(game, 99_999)
    assert game.hero.food == 0


# -------------------------------------------------------------------------------- the table


def test_every_timer_has_its_record_and_every_record_its_timer():
    assert set(STATUSES) == set(Timers.__struct_fields__)


def test_each_badge_has_a_place_of_its_own():
    places = [kind.badge.place for kind in STATUSES.values() if kind.badge]
    assert sorted(places) == list(range(len(places)))


def test_what_resists_a_status_is_counted():
    resisting = {name for kind in STATUSES.values() for name in (kind.resistance, kind.reduced_by)}
    assert resisting - {""} <= set(gear.COUNTS)


@pytest.mark.parametrize("name", ["stun", "poison", "cut", "blind"])
def test_a_status_that_begins_is_a_fact_and_one_that_grows_is_not(name):
    game = arena()
    inflict(game, name, 5)
    inflict(game, name, 30)
    facts = [s.fact for s in game.state.said if isinstance(s.fact, StatusBegan)]
    assert facts == [StatusBegan(SeatRef(0), name, 5)]
